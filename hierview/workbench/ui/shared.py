"""Things that the views of the Workbench share: measures to choose from, sets of cases, ways into Explore."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

import streamlit as st

from ...answers.answers import all_measures
from ...formats import preset, preset_groups, preset_names
from ...languages import _, translate_parts
from ...markup import html
from ...measures import Measure
from ...model.case import Case
from ...own.own_measure import is_own
from ...ui.shell import links
from ...ui.shell.cases import pack_case
from ...ui.shell.widgets import choose_measures, select_box
from ...ui.viewer import viewer
from ..scatter import preset_cases, random_case_set
from .state import MOST_MEASURES, WorkbenchState, change_list

Cases = tuple[tuple[str, Case], ...]


def measure_key(measure: Measure) -> tuple[str, str]:
    """Key that tells a measure from all others, the content of its file included."""
    return str(measure), getattr(measure, "stamp", "")


def listed_measures(*shown_first: Measure) -> list[Measure]:
    """The measures that can be chosen, those shown first."""
    return list(dict.fromkeys((*shown_first, *all_measures())))


def choose_columns(
    state: WorkbenchState, key: str, measures: Sequence[Measure], now: Sequence[Measure], own: Measure | None = None
) -> None:
    """A choice of the measures that stand in the table of the open view; own: my measure, where it may be chosen."""

    def use(chosen: list[Measure]) -> None:
        if chosen:
            change_list(state.view, chosen, own)

    most = MOST_MEASURES[state.view]
    choose_measures(_("Measures"), listed_measures(*measures), now, key, use, max_selections=most)


@st.cache_data(show_spinner=False, max_entries=20)
def _cached_cases(case_set: str, how_many: int, seed: int) -> Cases:
    if case_set == "random":
        return random_case_set(how_many, seed)
    if case_set == "presets":
        return preset_cases()
    first = next(iter(preset_groups().values()))
    return tuple((name, preset(name)) for name in first)


def shown_cases(state: WorkbenchState) -> Cases:
    """The set of cases that is shown."""
    return state.own if state.cases == "own" else _cached_cases(state.cases, state.many, state.seed)


def case_to_explore(label: str, case: Case, measure: Measure, key: str, name: str = "") -> None:
    """A link that opens a case in Explore, with the measure where Explore knows it. name: of the case, if it has one.

    key: of its container, which begins with "wbopen-" where it looks like a button, and "wblink-" where it does not.
    """
    where = name if name in preset_names() and preset(name) == case else pack_case(case)
    if not where:
        viewer(
            html.quiet_paragraph_html(_("This case is too large for a link; open its file in Explore.")), f"large-{key}"
        )
        return
    query = {"c": where} | ({} if is_own(measure) else {"m": str(measure)})
    with st.container(key=key, width="content"):
        links.link_to_explore(label, query)


def select_measures(
    state: WorkbenchState, titles: Sequence[str], width: int | Literal["stretch"], **changes: Any
) -> None:
    """A list for each of the first measures of the open view; one that is there already changes places.

    titles: of the lists.  changes: of other fields that go with another choice.
    """
    own, measures = state.own_measure, list(state.measures(state.view))
    names = {
        m: f"{m.label()} · {translate_parts(m.title())}"[:80] for m in listed_measures(own, *state.loaded, *measures)
    }

    def pick(at: int, measure: Measure) -> None:
        if measure in measures:
            measures[measures.index(measure)] = measures[at]
        measures[at] = measure
        change_list(state.view, measures, own, widget_epoch=state.widget_epoch + 1, **changes)

    for i, title in enumerate(titles):
        key = f"wb-{state.view}-{i}-{state.widget_epoch}-{hash(own)}"
        select_box(title, names, measures[i], key, partial(pick, i), width)
