"""Differences: two systems under every measure, and in each part of the data."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ...explain import PlainPicture
from ...languages import N_, _
from ...markup import html
from ...ui.viewer import viewer
from ..markup import differences as draw
from ..results.differences import Differences, PartDifferences, differences_of_systems, part_differences, parts_picture
from ..results.scores import Scores
from ..results.view_tables import contrast_table, parts_table
from ..study import Study
from .current_study import (
    OpenStudy,
    choose_column,
    choose_measure,
    choose_pair,
    column_of,
    measure_text_of,
    study_with_scores,
    system_pair,
    work_out_study,
)
from .export import constant_maker, export_buttons
from .state import StudyState, choose


def show(state: StudyState, open_study: OpenStudy) -> None:
    """Show what differs, at once; how surely, once it is resampled; and where, part by part."""
    a, b = system_pair(state, open_study)
    with st.container(key="studypair", horizontal=True, vertical_alignment="bottom"):
        choose_pair(state, open_study)
    if not b:
        viewer(
            html.notice_html(_("One system has nothing to differ from; score another one with it."), "hint"), "onlyone"
        )
        return
    quick = differences_of_systems(study_with_scores(open_study)[1], a, b, resampled=False)
    full = work_out_study(open_study, "study-differences", _("Comparing {a} and {b}", a=a, b=b), compare_systems, a, b)
    viewer(
        draw.differences_html(full or quick, opens=True),
        "differences",
        on_pick=partial(_show_instances_of_pick, state, ""),
    )
    with st.container(key="studyparts", horizontal=True, vertical_alignment="bottom"):
        choose_measure(state, open_study)
        choose_column(state, open_study)
    measure, column = measure_text_of(state, open_study), column_of(state, open_study)
    doing = _("Comparing them by {column}", column=column)
    parts = work_out_study(open_study, "study-parts", doing, compare_parts, a, b, column, measure)
    if parts is not None:
        viewer(draw.parts_html(parts, a, b), "parts", on_pick=partial(_show_instances_of_pick, state, column))
    _show_exports(open_study, full or quick, parts, measure)


def compare_systems(study: Study, scores: Scores, a: str, b: str) -> Differences:
    """The comparisons of two systems under all measures, with intervals and tests."""
    return differences_of_systems(scores, a, b)


def compare_parts(study: Study, scores: Scores, a: str, b: str, column: str, measure: str) -> PartDifferences:
    """The differences of two systems in each part of the data."""
    return part_differences(scores, study.parts(column), column, (a, b), measure)


def _show_instances_of_pick(state: StudyState, column: str, pick: str) -> None:
    """Show the instances of a part, or of a bar."""
    kind, _blank, rest = pick.partition(" ")
    there = {"view": "instances", "look": "rows", "page": 1, "pick": "", "widget_epoch": state.widget_epoch + 1}
    if kind == "part":
        choose(**there, column=column, part=rest[:300])
    elif kind == "by":
        choose(**there, formula=rest[:300], lowest=False, part="", of_class="")


def _show_exports(open_study: OpenStudy, result: Differences, parts: PartDifferences | None, measure: str) -> None:
    contrast = next(c for c in result.contrasts if c.measure == measure)
    pictures: dict[str, PlainPicture] = {N_("Histogram"): contrast.picture}
    tables = {N_("Differences"): contrast_table(result)}
    if parts is not None:
        pictures[N_("Parts")] = parts_picture(parts, result.a, result.b)
        tables[N_("Parts")] = parts_table(parts, result.a, result.b)
    makers = {name: constant_maker(table) for name, table in tables.items()}
    export_buttons(open_study, {name: constant_maker(picture) for name, picture in pictures.items()}, makers)
