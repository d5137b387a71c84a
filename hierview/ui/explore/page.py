"""Explore: one case, every answer, and the picture behind the one that is open."""

from __future__ import annotations

import streamlit as st

from ...answers.answers import answers
from ...answers.cost import heavy
from ...languages import _
from ...markup import html, pictures
from ...rules import rule_numbers, rules_for
from ..editor import editor
from ..files.bringing import bring_waiting, whole_of
from ..files.reading import read_as
from ..shell.cases import EMPTY, NEW, all_rows, is_preset, preset_notes
from ..shell.jobs import wait_for
from ..shell.links import link
from ..shell.page_state import on_change, session
from ..shell.widgets import segments
from ..viewer import viewer
from .address import parameters
from .computed import tell_answers
from .contents import Contents, answers_table, contents, with_answers
from .editing import editor_data
from .panels.actions import actions
from .panels.guess import guess
from .panels.picker import picker
from .panels.rules import rules
from .panels.seek import hidden, seeking, whole_hierarchy
from .panels.why import why
from .rows import keys_of
from .state import EDITOR, EXPLORE, change, current, open_row, show_case
from .view import DRAWINGS, ViewState, as_opened, case_title

_GUESS = "guess"  # beside the names of tables


def show() -> None:
    """The page; embedded in another one, the picture and the answers alone."""
    with st.container(key="reading"):  # always there: what moves, such as an open popover, is made anew in the browser
        bring_waiting()
    state = current()
    viewers, scope = contents(state), _scope_of(state)
    if scope is not state:
        question = html.question_html(state.draft, html.class_ids(scope.draft))
        viewers = Contents({**viewers.markup, "question": question}, viewers.answer)
    embedded, note = st.context.is_embedded, viewers.markup.get("note", "")
    if not embedded:
        _case_bar(state)
    if state.visit.trouble:
        viewer(html.notice(state.visit.trouble), "trouble")
    viewer(viewers.markup["question"], "question", stamp=state.stamp)
    drawing_column, answers_column = st.columns([11, 9], gap="medium")
    with drawing_column:
        if embedded:
            viewer(pictures.canvas(state.draft, html.class_ids(state.draft)), "canvas")
        else:
            _hierarchy(state, viewers, html.class_ids(scope.draft))
    with answers_column:
        viewers = _answers(state, viewers)
    if embedded:
        viewer(html.link_elsewhere(_("Open in hierview"), link(parameters(state))), "elsewhere")
    elif viewers.answer is not None:
        why(scope, viewers.markup, viewers.answer)
    if note and not embedded and _is_remark(state):
        viewer(note, "note", stamp=state.stamp)


def _scope_of(state: ViewState) -> ViewState:
    """The page over the classes that the measures of Why count: of a part, perhaps the whole."""
    far = state.answerable and any(state.beyond(state.measure(row)) for row in state.why_rows)
    return (far and whole_of(state)) or state


def _case_bar(state: ViewState) -> None:
    with st.container(key="casebar", horizontal=True, vertical_alignment="center"):
        picker(state.name, case_title(state), show_case, opening=state.visit.opening)
        with st.container(key="newdrawing", horizontal=True, width="content"):
            st.button(_("New drawing"), type="tertiary", key="new", on_click=lambda: show_case(NEW, EMPTY))
        actions(state)


def _hierarchy(state: ViewState, viewers: Contents, ids: html.Ids) -> None:
    with st.container(key="hierarchyhead", horizontal=True, vertical_alignment="center"):
        st.header(_("Hierarchy"), anchor=False)
        key = f"drawing-{state.visit.widget_epoch}"
        numbered = state.canvas.tab == "numbers" or bool(rules_for(rule_numbers(state.draft)))
        tabs = {tab: title for tab, title in DRAWINGS.items() if numbered or tab != "numbers"}
        segments(_("Hierarchy"), tabs, state.canvas.tab, key, lambda tab: change(tab=tab))
    read_as(state)
    whole = whole_hierarchy(state)
    seeking(state, whole, ids)
    data = editor_data(state, ids, session(), hidden(state, whole), viewers.answer)
    editor(data, EDITOR, current)
    if state.canvas.tab == "numbers":
        rules(state, ids)
    if "note" in viewers.markup and not _is_remark(state):
        viewer(viewers.markup["note"], "note", stamp=state.stamp)


def _is_remark(state: ViewState) -> bool:
    """Whether the note is what a preset says of itself, and no task that stands before the answers."""
    return state.draft.note in preset_notes()


def _answers(state: ViewState, viewers: Contents) -> Contents:
    """The table; what was found once it was made, where it takes long."""
    with st.container(key="answershead", horizontal=True, vertical_alignment="center"):
        st.header(_("Answers"), anchor=False)
        if "lastread" in viewers.markup:
            viewer(viewers.markup["lastread"], "lastread", stamp=state.stamp)
        tables = {"headline": _("Headline"), "all": _("All ({n})", n=len(all_rows())), _GUESS: _("Guess first")}
        if not state.answerable or st.context.is_embedded:
            tables.pop(_GUESS)
        asking = state.answerable and state.answers.guessing and _GUESS in tables
        if state.draft.published and is_preset(state.name) and not (state.edited or state.answers.guessing):
            _beside_the_paper(state)
        key = f"table-{state.visit.widget_epoch}-{state.answers.guessing}"
        segments(_("Answers"), tables, _GUESS if asking else state.answers.table, key, _table)
    viewers = viewers if "answers" in viewers.markup else _far_contents(state)
    if "answers" not in viewers.markup:
        return viewers
    viewer(viewers.markup["answers"], "answers", on_pick=open_row, stamp=state.stamp, edit="choose")
    if state.answerable and state.answers.guessing:
        guess(state)
        return viewers
    if state.answerable and state.resettable and not st.context.is_embedded:
        with st.container(key="edited", horizontal=True, vertical_alignment="center"):
            st.caption(_("settings edited ·") if state.name == NEW else _("edited ·"))
            st.button("reset", key="reset", type="tertiary", on_click=_reset)
    return viewers


def _reset() -> None:
    EXPLORE.show(as_opened(current()))


def _beside_the_paper(state: ViewState) -> None:
    """Whether the values that the paper prints of its case stand beside ours."""
    if not st.context.is_embedded:
        key = f"printed-{state.visit.widget_epoch}"
        told = on_change(key, lambda on: change(printed=on))
        st.checkbox(_("Beside the paper"), state.answers.printed, key, on_change=told, width="content")


def _table(name: str) -> None:
    """Show a table, or hide the numbers until they are guessed."""
    change(guessing=True, guesses=()) if name == _GUESS else change(guessing=False, table=name)


def _far_contents(state: ViewState) -> Contents:
    """The answers of a large case, with the open one; nothing while they are not there yet.

    Of a part, those that count no more than it holds are there at once, the others once the whole was counted.
    """
    keys = list(dict.fromkeys([*keys_of(state), state.why.row]))
    far = [key for key in keys if heavy(state.case) or state.beyond(state.measure(key))]
    near = [key for key in keys if key not in far]
    table = dict(zip(near, answers(state.case, [state.measure(key) for key in near]), strict=True))
    whole = whole_of(state)
    if whole is not None and far:
        arguments = (whole.case, tuple(state.measure(key) for key in far))
        far_answers = wait_for("answers", arguments, tell_answers, *arguments)
        table |= dict(zip(far, far_answers or (), strict=False))
    if state.why.row in table:
        return with_answers(state, table)
    return Contents({"answers": answers_table(state, table)} if near else {})
