"""Ranking: systems × measures, and how alike the measures order them."""

from __future__ import annotations

import streamlit as st

from ...languages import _
from ...markup.study import ranking as draw
from ...study.standings import Standings
from ..panels.controls import segments
from ..study_state import AVERAGES, StudyState, choose
from ..viewer import viewer
from .export import export_buttons, of_ranking
from .opened import Open

BESIDE = 7  # measures at most with which the triangle has room beside the table


def show(state: StudyState, found: Open) -> None:
    """The table, and beside it, or below where it is wide, the triangle."""
    standings = found.standings(state.average)
    by = standings.at(state.by)
    if len(standings.measures) <= BESIDE:
        with st.container(key="studyrank"):
            left, right = st.columns([796, 372], gap="large")
    else:
        left, right = st.container(), st.container()
    with left:
        _choices(state, found)
        viewer(draw.ranking(standings, by), "ranking", on_pick=lambda text: _rank_by(standings, text))
    with right:
        viewer(draw.triangle(standings), "taus")
        export_buttons(found, *of_ranking(found, standings, by))


def _rank_by(standings: Standings, text: str) -> None:
    if any(measure.text == text for measure in standings.measures):
        choose(by=text)


def _choices(state: StudyState, found: Open) -> None:
    """Mean or pooled, where there is a choice."""
    if not found.pooled:
        return
    with st.container(key="studyaverage", horizontal=True, vertical_alignment="center"):
        key = f"study-average-{state.widget_epoch}"
        segments(_("Average"), AVERAGES, state.average, key, lambda average: choose(average=average))
        st.caption(_("Pooled: the formula on sums over all instances, where a measure has one; the others stay means."))
