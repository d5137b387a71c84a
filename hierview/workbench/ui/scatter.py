"""Scatter: a set of cases under two measures, and how alike the measures order them."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ...explain import number
from ...languages import _, translated_options
from ...markup import html
from ...markup.pages import evidence as draw
from ...markup.pages import scatter as drawn
from ...own.foreign import ForeignMeasure
from ...own.own_measure import read_measure
from ...ui.export.export_table import table_button
from ...ui.shell.jobs import watch_first
from ...ui.shell.widgets import select_box
from ...ui.viewer import viewer
from ..markup import benchmark
from ..publish.findings import correlations_table
from ..scatter import CasePoint, Scatter, correlation_matrix, scatter_values
from ..tasks import tell_points
from .shared import Cases, case_to_explore, measure_key, select_measures, shown_cases
from .state import SETS, WORKBENCH, WorkbenchState, change

PLACE = "points"
NAMES = 12


def show(state: WorkbenchState) -> None:
    """Show the scatter chart, and beside it the open case and the rank correlations."""
    measures = state.measures("scatter")
    cases = shown_cases(state)
    _choose_cases(state)
    if not cases:
        viewer(html.notice_html(_("Bring cases of your own in Benchmark first."), "hint"), "nocases")
        return
    if state.cases in ("textbook", "presets") and not any(isinstance(m, ForeignMeasure) for m in measures):
        _draw_scatter(state, _cached_points(tuple(map(str, measures)), state.cases, cases))
        return
    what = (tuple(map(measure_key, measures)), state.cases, state.many, state.seed, len(cases))
    watch_first(PLACE, what, tell_points, measures, cases, page=WORKBENCH, draw=partial(_draw_scatter, state))


@st.cache_data(show_spinner=False, max_entries=100)
def _cached_points(texts: tuple[str, ...], case_set: str, _cases: Cases) -> Scatter:
    return scatter_values([read_measure(text) for text in texts], _cases)


def _choose_cases(state: WorkbenchState) -> None:
    with st.container(key="wbaxes", horizontal=True, vertical_alignment="bottom"):
        select_measures(state, (_("Across"), _("Upwards")), 280, dot="")
        key = f"wb-scatter-set-{state.widget_epoch}"
        select_box(_("Cases"), translated_options(SETS), state.cases, key, lambda cases: change(cases=cases, dot=""))
        if state.cases == "random":
            key = f"wb-many-{state.widget_epoch}"
            counts = {count: str(count) for count in (300, 1000, 3000)}
            select_box(_("How many"), counts, state.many, key, lambda many: change(many=many, dot=""), 110)


def _draw_scatter(state: WorkbenchState, plot: Scatter) -> None:
    places: dict[str, list[CasePoint]] = {}
    for point in plot.points:
        x, y = point.values[:2]
        if x is not None and y is not None:
            places.setdefault(f"{x:.6f} {y:.6f}", []).append(point)
    first, second = plot.measures[:2]
    if not places:
        viewer(html.notice_html(_("Both measures are defined on none of these cases."), "hint"), "nodots")
        return
    place = state.dot if state.dot in places else next(iter(places))
    dots = []
    for key, here in places.items():
        x, y = (float(value or 0) for value in here[0].values[:2])
        sentence = f"{first.label()} {number(x)}, {second.label()} {number(y)}: {_point_names_text(here)}"
        dots.append(drawn.Dot(key, x, y, len(here), sentence))

    def pick(dot: str) -> None:
        change(dot=dot[:60])

    with st.container(key="wbscatter"):
        chart_column, case_column = st.columns([600, 568], gap="medium")
    with chart_column:
        viewer(drawn.scatter_html(dots, first.label(), second.label(), place), "dots", on_pick=pick)
        n, undefined = len(plot.points), len(plot.points) - sum(map(len, places.values()))
        sentence = _("{n:,} cases at {places:,} places; a larger dot is more cases.", n=n, places=len(places))
        sentence += _(" {undefined:,} are undefined.", undefined=undefined) if undefined else ""
        viewer(html.quiet_paragraph_html(sentence), "dotssaid")
    with case_column:
        _show_case(plot, places[place])
        rows = [[cell.value for cell in row] for row in correlation_matrix(plot)]
        viewer(benchmark.correlations_html([m.label() for m in plot.measures], rows), "tau")
        table_button(_("rank correlations"), partial(correlations_table, plot), plot.measures, "correlations")


def _point_names_text(points: list[CasePoint]) -> str:
    more = _(" and {n:,} more", n=len(points) - NAMES) if len(points) > NAMES else ""
    return ", ".join(point.name for point in points[:NAMES]) + more


def _show_case(plot: Scatter, points: list[CasePoint]) -> None:
    point = points[0]
    first, _second = plot.measures[:2]
    pairs = zip(plot.measures[:2], point.values, strict=False)
    values = [f"{measure.label()} {number(value)}" for measure, value in pairs]
    reasons = [_("At the same place: {here}.", here=_point_names_text(points[1:]))] if len(points) > 1 else []
    title = f"{point.name}: {', '.join(values)}"
    viewer(draw.dot_case_html(point.case, title, reasons), "dotcase")
    case_to_explore(_("Open in Explore"), point.case, first, "wbopen-dot", point.name)
