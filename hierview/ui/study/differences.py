"""Differences: two systems under every measure, and in each part of the data."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

import streamlit as st

from ...explain import PlainPicture
from ...markup import html
from ...markup.study import differences as draw
from ...study.columns import OWN_PARTS
from ...study.differences import Differences, Parts, differences, part_differences, parts_picture
from ...study.scores import Scores
from ...study.study import Study
from ...study.view_tables import contrast_table, parts_table
from ..study_state import StudyState, choose
from ..viewer import viewer
from .export import export_buttons
from .opened import Open, scores_of
from .pairs import choose_column, choose_measure, choose_pair, measure_of, pair_of
from .working import worked

T = TypeVar("T")
PARTS = {"depth": "depth", "top": "top class", "size": "number of classes"}


def show(state: StudyState, found: Open) -> None:
    """Show what differs, at once; how surely, once it is resampled; and where, part by part."""
    a, b = pair_of(state, found)
    with st.container(key="studypair", horizontal=True, vertical_alignment="bottom"):
        choose_pair(state, found)
    if not b:
        viewer(html.notice("One system has nothing to differ from; score another one with it.", "hint"), "onlyone")
        return
    quick = _quick(found, a, b)
    shown = worked(found, "study-differences", f"Comparing {a} and {b}", compared, a, b)
    viewer(draw.differences(shown or quick), "differences")
    with st.container(key="studyparts", horizontal=True, vertical_alignment="bottom"):
        choose_measure(state, found)
        choose_column(state, columns_of(found))
    measure, column = measure_of(state, found), column_of(state, found)
    parts = worked(found, "study-parts", f"Comparing them by {column}", parted, a, b, column, measure)
    if parts is not None:
        viewer(draw.parts(parts, a, b), "parts", on_pick=lambda pick: _to_instances(column, pick))
    _export(found, shown or quick, parts, measure)


def columns_of(found: Open) -> dict[str, str]:
    """By what the data of a study can be parted."""
    study, _ = scores_of(found)
    return PARTS | {name: name for name in study.data.columns}


def column_of(state: StudyState, found: Open) -> str:
    """By what the data are parted now."""
    return state.column if state.column in columns_of(found) else OWN_PARTS[0]


def compared(study: Study, scores: Scores, a: str, b: str) -> Differences:
    """Two systems under all measures, with intervals and tests."""
    return differences(scores, a, b)


def parted(study: Study, scores: Scores, a: str, b: str, column: str, measure: str) -> Parts:
    """Two systems in each part of the data."""
    return part_differences(scores, study.parts(column), column, a, b, measure)


def _quick(found: Open, a: str, b: str) -> Differences:
    return differences(scores_of(found)[1], a, b, resampled=False)


def _to_instances(column: str, pick: str) -> None:
    kind, _, part = pick.partition(" ")
    if kind == "part":
        choose(view="instances", look="rows", column=column, part=part[:300], page=1, pick="")


def _itself(there: T) -> T:
    return there


def _export(found: Open, shown: Differences, parts: Parts | None, measure: str) -> None:
    contrast = next(c for c in shown.contrasts if c.measure == measure)
    pictures: dict[str, PlainPicture] = {"Histogram": contrast.picture}
    tables = {"Differences": contrast_table(shown)}
    if parts is not None:
        pictures["Parts"] = parts_picture(parts, shown.a, shown.b)
        tables["Parts"] = parts_table(parts, shown.a, shown.b)
    export_buttons(
        found,
        {name: partial(_itself, picture) for name, picture in pictures.items()},
        {name: partial(_itself, table) for name, table in tables.items()},
    )
