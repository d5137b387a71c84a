"""Disagreements: two measures, a question, and the smallest cases that answer it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from ...errors import HierviewError
from ...jobs import Job, Limits
from ...languages import N_, _, count_text, translated_options
from ...markup import html
from ...markup.pages import evidence as draw
from ...measures import Measure, parse_measure
from ...safe import escape
from ...ui.export.export_table import table_button
from ...ui.shell.jobs import jobs, show_progress, watch_job
from ...ui.shell.page_state import on_change
from ...ui.shell.widgets import inline_markup, radio_buttons, select_box
from ...ui.viewer import viewer
from ..disagree import (
    DifferentValues,
    Disagreement,
    HasAndLacks,
    OppositeOrder,
    Question,
    SearchScope,
    ValuesApart,
    search_disagreements,
)
from ..markup.benchmark import finds_html
from ..publish.findings import disagreements_table
from ..sheets.enumerate import Kind
from ..sheets.properties import BY_KEY
from ..tasks import tell_finds
from .shared import case_to_explore, measure_key, select_measures
from .state import MOST_CLASSES, MOST_SEED, QUESTIONS, WORKBENCH, WorkbenchState, change

PLACE = "finds"
A_PAGE = 8
_ONE_OF = N_("Open the left one in Explore"), N_("Open the right one in Explore"), N_("Open the third one in Explore")
MOST_FINDS = 400
# What the view opens with: the first page of its finds is there at once.
_OPENING = ("MGIA", "LCaF", "opposite", SearchScope("trees", 5, 300, 1, MOST_FINDS))
LIMITS = Limits(300.0)  # seconds; then what was found until there stays, and up to which size nothing is missed


def search_question(state: WorkbenchState) -> Question:
    """Question of the search."""
    if state.question == "property":
        return HasAndLacks(BY_KEY[state.rule])
    if state.question == "apart":
        return ValuesApart(state.at_least, state.at_most)
    return DifferentValues() if state.question == "differ" else OppositeOrder()


def show(state: WorkbenchState) -> None:
    """Show the question at the left, and what was found at the right."""
    first, second = state.measures("disagreements")[:2]
    kind: Kind = "DAGs" if state.hierarchies == "DAGs" else "trees"
    try:
        work = SearchScope(kind, min(state.up_to, MOST_CLASSES[kind]), 300, state.seed, MOST_FINDS)
    except HierviewError:
        work = SearchScope()
    what = (measure_key(first), measure_key(second), state.question, state.rule, state.at_least, state.at_most, work)
    with st.container(key="wbfinds"):
        question_column, finds_column = st.columns([280, 888], gap="medium")
    with question_column:
        select_measures(state, (_("First measure"), _("Second measure")), "stretch")
        _ask_question(state)
        with st.container(key="wbsizes", horizontal=True):
            _ask_sizes(state)
    job = jobs().get(PLACE)
    job = job if job is not None and job.about == what else None
    with question_column:
        if job is None:
            start, arguments = st.container(key="wbstart"), (what, first, second, search_question(state), work)
            start.button(_("Start"), type="primary", key="start", on_click=_start_search, args=arguments)
    with finds_column:
        if job is not None:
            watch_job(job, lambda job: _show_finds(state, first, second, list(job.results), job), WORKBENCH)
            return
        sentence = _("Start goes through all hierarchies, the smallest first, and shows what it finds here.")
        viewer(html.notice_html(sentence, "hint"), "nofinds")
        if (str(first), str(second), state.question, work) == _OPENING:
            _show_finds(state, first, second, _first_finds(), None)


@st.cache_resource(show_spinner=False)
def _first_finds() -> list[Disagreement]:
    """A page of finds of the search that the view opens with, which takes a tenth of a second."""
    first, second, _question, work = _OPENING
    few = replace(work, most=A_PAGE)
    finds = search_disagreements(parse_measure(first), parse_measure(second), OppositeOrder(), few)
    return [find for find in finds if isinstance(find, Disagreement)]


def _start_search(task: Any, *arguments: Any) -> None:
    try:
        jobs().start(PLACE, task, tell_finds, *arguments, limits=LIMITS)
        change(page=0, find=0, trouble="")
    except HierviewError as error:
        change(trouble=str(error))


def _ask_question(state: WorkbenchState) -> None:
    label, key = _("Find the smallest cases where"), f"wb-question-{state.widget_epoch}"
    radio_buttons(label, translated_options(QUESTIONS), state.question, key, lambda question: change(question=question))
    if state.question == "property":
        key = f"wb-rule-{state.widget_epoch}"
        titles = {k: f"{_(rule.name)}: {_(rule.claim)}" for k, rule in BY_KEY.items()}
        select_box(_("Property"), titles, state.rule, key, lambda chosen: change(rule=chosen), "stretch")
    if state.question == "apart":
        with st.container(key="wbapart", horizontal=True):
            _number_field(state, "at_least", _("The first at least"), (-1000.0, 1000.0), 0.1)
            _number_field(state, "at_most", _("The second at most"), (-1000.0, 1000.0), 0.1)


def _ask_sizes(state: WorkbenchState) -> None:
    def use(kind: str) -> None:
        most = min(state.up_to, MOST_CLASSES[kind])
        change(hierarchies=kind, up_to=most, widget_epoch=state.widget_epoch + 1)

    titles = {"trees": _("Trees"), "DAGs": "DAGs"}
    select_box(_("Hierarchies"), titles, state.hierarchies, f"wb-kind-of-{state.widget_epoch}", use, 108)
    _number_field(state, "up_to", _("Up to"), (1, MOST_CLASSES[state.hierarchies]))
    _number_field(state, "seed", _("Seed"), (0, MOST_SEED))


def _number_field(state: WorkbenchState, name: str, label: str, ends: tuple[float, float], step: float = 1) -> None:
    """The field of a number of the page, between its ends."""
    key = f"wb-{name}-{state.widget_epoch}"
    use = on_change(key, lambda value: None if value is None else change(**{name: value}))
    st.number_input(label, *ends, getattr(state, name), step, key=key, width="stretch", on_change=use)


def _show_finds(
    state: WorkbenchState, first: Measure, second: Measure, finds: list[Disagreement], job: Job | None
) -> None:
    """The finds, a page at a time. job: what searches, None for the few that are shown before it was started."""
    counts = () if job is None else job.progress.counts
    sizes = "   ".join(f"{count_text('{n} class', '{n} classes', n)}: {count:,}" for n, count in counts)
    if job is None or len(finds) >= MOST_FINDS:
        title = _("The first {most:,} cases, smallest first", most=len(finds))
    elif finds and job.running:
        title = count_text("{n:,} case so far, smallest first", "{n:,} cases so far, smallest first", len(finds))
    elif finds:
        title = count_text("{n:,} case, smallest first", "{n:,} cases, smallest first", len(finds))
    else:
        title = _("Nothing so far") if job.running else _("Nothing was found")
    viewer(draw.evidence_head_html(title, sizes), "findshead")
    if job is not None:
        show_progress(job, PLACE)
    if job is not None and job.progress.said:
        viewer(html.quiet_paragraph_html(job.progress.said), "findssaid")
    if not finds:
        return
    pages = (len(finds) - 1) // A_PAGE + 1
    page = min(state.page, pages - 1)
    begin = page * A_PAGE
    open_card = state.find if begin <= state.find < min(begin + A_PAGE, len(finds)) else begin

    def pick(card: str) -> None:
        if card.isdecimal():
            change(find=int(card[:6]))

    on_page = finds[begin : begin + A_PAGE]
    with st.container(key="wbfoundbar", horizontal=True, vertical_alignment="center"):
        cases = finds[open_card].cases
        for i, case in enumerate(cases):
            label = _("Open in Explore") if len(cases) == 1 else _(_ONE_OF[i])
            case_to_explore(label, case, first, f"wblink-find-{i}")
        if pages > 1:
            _show_page_buttons(page, pages, f"{begin + 1}–{begin + len(on_page)}")
        question = search_question(state).sentence(first, second)
        make = partial(disagreements_table, on_page, (first, second), question, begin + 1)
        table_button(_("disagreements"), make, (first, second), "disagreements")
    viewer(finds_html(on_page, (first, second), begin, open_card), "found", on_pick=pick)


def _show_page_buttons(page: int, pages: int, numbers: str) -> None:
    with st.container(key="wbpages", horizontal=True, vertical_alignment="center", width="content"):
        st.button("previous", key="earlier", type="tertiary", disabled=page == 0, on_click=_open_page, args=(page - 1,))
        inline_markup(escape(numbers))
        last = page == pages - 1
        st.button("next", key="later", type="tertiary", disabled=last, on_click=_open_page, args=(page + 1,))


def _open_page(page: int) -> None:
    change(page=page, find=page * A_PAGE)
