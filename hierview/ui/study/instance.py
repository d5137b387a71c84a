"""An instance that is open: what each system says of it, and the ways into Explore and Compare."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ...explain import number
from ...formats.casefile import write_case
from ...languages import _
from ...markup import html
from ...markup.study import instances as draw
from ...model.case import Case
from ...study.opened import asked_for, opened_cases
from ...study.results.tables import number_or_none
from ..explore.address import fits_a_link
from ..shell.cases import pack
from ..shell.links import page, to_explore
from ..shell.markdown import inert
from ..shell.page_state import in_language
from ..viewer import viewer
from .learning import show_numbers
from .opened import OpenStudy, scores_of
from .state import StudyState, choose

MOST_CLASSES = 400  # of a hierarchy that is not cut


def opens_by_link(case: Case) -> bool:
    """Whether a link opens the case in Explore."""
    return len(case.hierarchy) <= MOST_CLASSES and fits_a_link(case)


def dialog(state: StudyState, open_study: OpenStudy, pair: tuple[str, str]) -> None:
    """Show the instance that was clicked, if any. Raises StudyError where it is not there."""
    if not state.pick:
        return
    study, scores = scores_of(open_study)
    request = asked_for(state.pick, study, *pair)
    if request is None:
        return
    name, systems = request
    cases, changed = opened_cases(study, name, systems, scores.measures, opens_by_link)
    in_dialog = st.dialog(inert(name), width="large", on_dismiss=lambda: choose(pick=""))
    in_dialog(_show)(open_study, study.data.ids.index(name), dict(zip(systems, cases, strict=True)), changed)


def _show(open_study: OpenStudy, at: int, by_system: Mapping[str, Case], changed: tuple[str, ...]) -> None:
    """The instance of a number, as a case for each system. changed: the measures that say otherwise of these cases."""
    cases = tuple(by_system.values())
    if len(cases) == 2:
        with st.container(key="wbopen-study-pair", width="content"):
            if all(map(opens_by_link, cases)):
                query = in_language({"c": pack(cases[0]), "c2": pack(cases[1])})
                st.page_link(page("Compare"), label=_("Open both in Compare"), query_params=query, width="content")
    for place, (system, case) in zip(st.columns(len(cases), gap="medium"), by_system.items(), strict=True):
        with place:
            _side(open_study, at, system, case)
            viewer(draw.case_drawing_html(case, cases), f"studydrawn-{system}")
    if cases[0].note:
        sentence = _("The hierarchy is {note}.", note=cases[0].note)
        if changed:
            sentence += _(
                " There {names} say otherwise; the values above are those of the whole.", names=", ".join(changed)
            )
        viewer(html.plain_text(sentence), "studycut")


def _side(open_study: OpenStudy, at: int, system: str, case: Case) -> None:
    scores = scores_of(open_study)[1]
    values = [float(values.value[at]) for values in scores.values[system]]
    rows = [(m.label(), number(number_or_none(x))) for m, x in zip(scores.measures, values, strict=True)]
    viewer(draw.system_values(system, rows), f"studycase-{system}")
    first = str(scores.measures[0])
    with st.container(key=f"wblink-study-{system}", width="content"):
        if opens_by_link(case):
            to_explore(_("Open in Explore"), {"c": pack(case), "m": first})
        else:
            data = write_case(case).encode()
            st.download_button(_("Save the case"), data, "case.json", "application/json", key=f"save-{system}")
        show_numbers(open_study, system, at, first)
