"""Explore: one case, every answer, and the picture behind the one that is open."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import streamlit as st

from ...answers.answers import answer_rows
from ...answers.cards import measure_card as card_of
from ...answers.cost import is_heavy
from ...errors import HierviewError
from ...languages import _
from ...markup import html, pictures
from ...markup.pages import card
from ...safe import Markup
from ..editor import editor
from ..files.bringing import bring_waiting, page_over_whole
from ..files.reading import show_reading
from ..shell.cases import pack_case, preset_notes
from ..shell.jobs import first_result
from ..shell.links import address_with, link_to_compare
from ..shell.page_state import session_name, widget_value
from ..shell.widgets import draw_control, try_to
from ..viewer import viewer
from .address import address_parameters
from .computed import rule_markup, tell_answers
from .contents import (
    ViewerContents,
    answers_table,
    next_guess_key,
    reveal_guess,
    table_row_keys,
    viewer_contents,
    with_answers,
)
from .controls import (
    after_click,
    after_control,
    answering_controls,
    bar_controls,
    drawing_tabs,
    rule_controls,
    table_controls,
)
from .editing import editor_data
from .panels.actions import show_actions
from .panels.controls import set_control, show_button
from .panels.picker import case_picker
from .panels.seek import count_hidden, show_search_and_map, whole_hierarchy
from .panels.why import show_why
from .state import EDITOR, EXPLORE, current, show_case
from .view import ViewState, case_title, case_with_first

_TROUBLE = "guess-trouble"


def show() -> None:
    """The page; embedded in another one, the picture and the answers alone."""
    with st.container(key="reading"):  # always there: what moves, such as an open popover, is made anew in the browser
        bring_waiting()
    state = current()
    viewers, scope = viewer_contents(state), _counted_scope(state)
    if scope is not state:
        question = html.question_html(state.draft, html.class_ids(scope.draft))
        viewers = ViewerContents({**viewers.markup, "question": question}, viewers.answer)
    embedded, note = st.context.is_embedded, viewers.markup.get("note", Markup())
    if not embedded:
        _show_case_bar(state)
    if state.visit.trouble:
        viewer(html.notice_html(state.visit.trouble), "trouble")
    viewer(viewers.markup["question"], "question", stamp=state.age_stamp)
    drawing_column, answers_column = st.columns([11, 9], gap="medium")
    with drawing_column:
        if embedded:
            viewer(pictures.canvas_html(state.draft, html.class_ids(state.draft)), "canvas")
        else:
            _show_hierarchy(state, viewers, html.class_ids(scope.draft))
    with answers_column:
        viewers = _show_answers(state, viewers)
    if embedded:
        viewer(html.new_window_link_html(_("Open in hierview"), address_with(address_parameters(state))), "elsewhere")
    elif viewers.answer is not None:
        show_why(scope, viewers.markup, viewers.answer)
    if note and not embedded and _is_remark(state):
        viewer(note, "note", stamp=state.age_stamp)


def _counted_scope(state: ViewState) -> ViewState:
    """The page over the classes that the measures of Why count: of a part, perhaps the whole."""
    far = state.answerable and any(state.counts_beyond_part(state.measure(row)) for row in state.why_rows)
    return (far and page_over_whole(state)) or state


def _show_case_bar(state: ViewState) -> None:
    with st.container(key="casebar", horizontal=True, vertical_alignment="center"):
        case_picker(state.name, case_title(state), show_case, opening=state.visit.opening)
        with st.container(key="newdrawing", horizontal=True, width="content"):
            for control in bar_controls(state):
                show_button(control, type="tertiary")
            if (first := case_with_first(state)) is not None and state.draft.predicted:
                link_to_compare(_("Open in Compare"), {"c": pack_case(first), "c2": pack_case(state.draft)})
        show_actions(state)


def _show_hierarchy(state: ViewState, viewers: ViewerContents, ids: html.Ids) -> None:
    with st.container(key="hierarchyhead", horizontal=True, vertical_alignment="center"):
        st.header(_("Hierarchy"), anchor=False)
        set_control(drawing_tabs(state), f"drawing-{state.visit.widget_epoch}")
    show_reading(state)
    whole = whole_hierarchy(state)
    show_search_and_map(state, whole, ids)
    data = editor_data(state, ids, session_name(), count_hidden(state, whole), viewers.answer)
    editor(data, EDITOR, current)
    if state.canvas.tab == "numbers":
        _show_rules(state, ids)
    if "note" in viewers.markup and not _is_remark(state):
        viewer(viewers.markup["note"], "note", stamp=state.age_stamp)


def _is_remark(state: ViewState) -> bool:
    """Whether the note is what a preset says of itself, and no task that stands before the answers."""
    return state.draft.note in preset_notes()


def _show_answers(state: ViewState, viewers: ViewerContents) -> ViewerContents:
    """The table; what was found once it was made, where it takes long."""
    embedded = bool(st.context.is_embedded)
    with st.container(key="answershead", horizontal=True, vertical_alignment="center"):
        st.header(_("Answers"), anchor=False)
        if "lastread" in viewers.markup:
            viewer(viewers.markup["lastread"], "lastread", stamp=state.age_stamp)
        for control in table_controls(state, embedded):
            set_control(control, f"{control['name']}-{state.visit.widget_epoch}-{state.answers.guessing}")
    viewers = viewers if "answers" in viewers.markup else _large_case_contents(state)
    if "answers" not in viewers.markup:
        return viewers
    viewer(viewers.markup["answers"], "answers", on_pick=_open_answer_row, stamp=state.age_stamp, edit="choose")
    if state.answerable and state.answers.guessing:
        with st.container(key="guess"):
            _show_guess(state)
    elif not embedded and (buttons := answering_controls(state)):
        with st.container(key="edited", horizontal=True, vertical_alignment="center"):
            for button in buttons:
                show_button(button, type="tertiary")
    return viewers


def _open_answer_row(row: str) -> None:
    EXPLORE.show(after_click(current(), "answers", row))


def _show_guess(state: ViewState) -> None:
    """The next number to guess, with all that is needed to work it out, and the ways out."""
    controls = answering_controls(state)
    if controls[0]["kind"] == "text":
        field, *controls = controls
        row = next_guess_key(state)
        key = f"guess-{state.visit.opening}-{row}"
        # In a form, the key Enter reveals.
        with (
            st.form("guessform", border=False),
            st.container(key="guessfield", horizontal=True, vertical_alignment="bottom"),
        ):
            st.text_input(field["label"], key=key, max_chars=field["most"], placeholder=field["hint"], width=180)
            st.form_submit_button(
                field["button"], key="reveal", type="primary", on_click=_reveal_number, args=(row, key)
            )
        if widget_value(_TROUBLE):
            viewer(html.notice_html(widget_value(_TROUBLE)), "guesstrouble")
        viewer(card.brief_card_html(card_of(state.measure(row))), "brief")
    with st.container(key="guessends", horizontal=True, vertical_alignment="center"):
        for control in controls:
            show_button(control, type="tertiary")


def _reveal_number(row: str, key: str) -> None:
    try_to(lambda: EXPLORE.show(reveal_guess(current(), row, (widget_value(key) or "").strip())), _TROUBLE)


def _show_rules(state: ViewState, ids: html.Ids) -> None:
    """The rule that predicts beside all others that could, its parameters, and what each would predict."""
    epoch = state.visit.widget_epoch

    def set_rule(name: str, value: Any) -> None:
        if current().visit.widget_epoch == epoch:  # an older control has nothing more to say
            with suppress(HierviewError):
                EXPLORE.show(after_control(current(), name, value))

    markup, controls = rule_markup(state, ids), rule_controls(state)
    if controls:
        rule_column, settings_column = st.columns([7, 5], gap="medium")
        with rule_column:
            draw_control(controls[0], f"rule-{epoch}", partial(set_rule, "rule"))
        if state.work.rule:
            with settings_column, st.container(key="settings-rule"):
                for control in controls[1:]:
                    draw_control(control, f"{control['name']}-{epoch}", partial(set_rule, control["name"]))
    for key, shown in markup.items():
        viewer(shown, key)


def _large_case_contents(state: ViewState) -> ViewerContents:
    """The answers of a large case, with the open one; nothing while they are not there yet.

    Of a part, those that count no more than it holds are there at once, the others once the whole was counted.
    """
    keys = list(dict.fromkeys([*table_row_keys(state), state.why.row]))
    far = [key for key in keys if is_heavy(state.case) or state.counts_beyond_part(state.measure(key))]
    near = [key for key in keys if key not in far]
    table = dict(zip(near, answer_rows(state.case, [state.measure(key) for key in near]), strict=True))
    whole = page_over_whole(state)
    if whole is not None and far:
        arguments = (whole.case, tuple(state.measure(key) for key in far))
        far_answers = first_result("answers", arguments, tell_answers, *arguments)
        table |= dict(zip(far, far_answers or (), strict=False))
    if state.why.row in table:
        return with_answers(state, table)
    return ViewerContents({"answers": answers_table(state, table)} if near else {})
