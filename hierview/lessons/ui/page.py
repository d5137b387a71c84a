"""Lessons: one step at a time, look, guess, why; beside them the list of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ...errors import HierviewError
from ...languages import _
from ...markup import html
from ...markup.gallery import shelf_html
from ...ui.shell.control_data import Control
from ...ui.shell.jobs import rerun_when_changed
from ...ui.shell.links import address_with, link_to_explore
from ...ui.shell.markdown import inert_markdown
from ...ui.shell.page_state import set_widget, widget_value
from ...ui.viewer import viewer
from ..lesson import Ask, Lesson, Show
from ..library import faults_of_lesson, folder_stamp, lessons
from ..markup import lesson as draw
from ..prose import Block
from .slides import talk_markup
from .state import LESSONS, go_to, open_lesson
from .step import ANSWER, LONGEST_OUTLINE, OpenStep
from .steps import LessonState, browser_text, parameters, with_step
from .teaching import show_collected_answers, show_own_answers, show_teacher_menu


def show() -> None:
    """The page."""
    state = LESSONS.current()
    all_lessons = lessons()
    with st.container(key="lessons"):
        index_column, step_column = st.columns([232, 952], gap="large")
    with index_column:
        shelf = shelf_html("answers", browser_text(state), state.storage)
        index = draw.lesson_index_html(all_lessons, state.name, state.steps_done)
        viewer(index + shelf, "lesson-index", on_pick=open_lesson)
    with step_column, st.container(key="lesson"):
        show_teacher_menu(all_lessons.get(state.name), state)
        if state.trouble:
            viewer(html.notice_html(state.trouble), "trouble")
        if state.collecting:
            show_collected_answers(all_lessons)
        elif state.name in all_lessons:
            if state.big:
                address = address_with({"lesson": state.name})
                viewer(talk_markup(all_lessons[state.name], state, address), "talk")
            _StepView(all_lessons, state).show()
            show_own_answers(all_lessons[state.name], state)
        else:
            viewer(html.notice_html(_("There are no lessons here."), "hint"), "none")
    if folder_stamp():  # lessons of the server's folder are shown again soon after they were saved
        rerun_when_changed(folder_stamp, 1)


class _StepView(OpenStep):
    """The open step on the page: its parts and what stands below them."""

    def __init__(self, all_lessons: Mapping[str, Lesson], state: LessonState) -> None:
        super().__init__(all_lessons, state, lambda name: widget_value(self._name(name)))
        self.key = f"{self.lesson.name}-{state.stage}"
        if state.storage == "taken":  # other controls, which show the answers of earlier visits
            self.key += "-taken"
        if state.number and self.asked is not None:
            self.key += f"-{state.seed}-{state.number}"
        self.picture: DeltaGenerator | None = None  # the column beside the words

    def show(self) -> None:
        """Words and question at the left, the pictures at the right where they have room, all below each other else."""
        self._show_faults()
        viewer(self.html.title(self.state.stage, self.stage.title), "lesson-title")
        if self.trouble:
            viewer(html.notice_html(self.trouble), "variant-trouble")
        ask, look = self.stage.ask, self.look
        why_beside = self.is_beside and not any(isinstance(part, Show) for part in self.stage.why)
        with st.container(key="lesson-body" if self.is_beside else "lesson-flow"):
            if self.is_beside:
                self._show_parts([part for part in look if not isinstance(part, Show)], "look")
                self.picture = st.container(key="lesson-picture")
                with self.picture:
                    self._show_parts([part for part in look if isinstance(part, Show)], "look")
            else:
                self._show_parts(look, "look")
            if ask is not None and self.asked is not None:
                self._show_question(ask)
            if why_beside:
                self._show_end()
        if not why_beside:
            self._show_end()

    def _show_end(self) -> None:
        if self.stage.ask is None or self.taken.why_open:
            self._show_parts(self.stage.why, "why")
        with st.container(key="lesson-onward", horizontal=True, vertical_alignment="center"):
            self._buttons(self.navigation(), "secondary")

    def _show_faults(self) -> None:
        """What is wrong with the lesson's file: whoever writes it looks at this page."""
        for i, fault in enumerate(faults_of_lesson(self.lesson.name)[:5]):
            viewer(html.notice_html(f"{self.lesson.name}.md, {fault}"), f"fault-{i}")

    def _show_parts(self, parts: Sequence[Block | Show], place: str) -> None:
        for i, part in enumerate(self.grouped_parts(parts)):
            kind = "show" if isinstance(part, Show) else "words"
            viewer(self.part_html(part, place == "look" and self.picture is not None), f"{place}-{kind}-{i}")

    # The guess

    def _show_question(self, ask: Ask) -> None:
        with st.container(key="lesson-ask", border=True):
            viewer(self.html.question(ask.text), "lesson-question")
            controls = self.controls()
            in_line = controls if self.kind.input == "typed" else []  # with what checks it
            if self.on_drawing:
                with self.picture or nullcontext():
                    viewer(self.chooser_html(), f"choose-{self.key}", on_pick=self._click)
            if not in_line:
                self._show_answer_controls(controls)
            with st.container(key="lesson-checks", horizontal=True, vertical_alignment="bottom"):
                for control in in_line:
                    draw_answer(control, self._name(control["name"]))
                self._buttons(self.answer_buttons(), "tertiary")
            if self.taken.hinted:
                viewer(self.html.hint(ask.hint), "lesson-hint")
            if self.taken.trouble:
                viewer(html.notice_html(self.taken.trouble), "lesson-trouble")
            if verdict := self.verdict_html():
                viewer(verdict, "lesson-verdict")

    def _show_answer_controls(self, controls: Sequence[Control]) -> None:
        """The controls of the answer, and how they are meant."""
        remarks = {
            "places": _("1 is the first place; equal ones share a place."),
            "choices": _("Choose all that apply, or none."),
        }
        with st.container(key="lesson-order") if self.kind.input == "places" else nullcontext():
            for control in controls:
                draw_answer(control, self._name(control["name"]))
        if self.kind.input in remarks:
            st.caption(remarks[self.kind.input])

    def _name(self, control: str) -> str:
        return f"{control}-{self.key}"

    def _buttons(self, buttons: Sequence[Control], kind: Literal["tertiary", "secondary"]) -> None:
        for one in buttons:
            if one["kind"] == "link":
                link_to_explore(one["label"], one["address"])
                continue
            name = one["name"]
            look = "primary" if one["primary"] else kind
            st.button(inert_markdown(one["label"]), f"{name}-{self.key}", type=look, on_click=self._press, args=(name,))

    def _click(self, number: str) -> None:
        with suppress(KeyError):
            set_widget(self._name(ANSWER), self.toggled_classes(number))

    def _press(self, name: str) -> None:
        state = LESSONS.current()
        try:
            after = OpenStep(self.all_lessons, state, self.given).state_after(name)
        except HierviewError as error:
            after = with_step(state, trouble=str(error))
        LESSONS.keep(after)
        if parameters(after) != parameters(state):
            go_to(after)


def draw_answer(control: Control, key: str) -> None:
    """Show the control of an answer."""
    kind, label, value = control["kind"], control["label"], control["value"]
    # What was answered before stands in it again where one comes back to the step.
    if widget_value(key) is None and value not in (None, "", []):
        set_widget(key, value)
    options = [option for option, *_words in control.get("options", ())]
    if kind == "radio":
        st.radio(label, options, None, inert_markdown, key, horizontal=True, label_visibility="collapsed")
    elif kind == "checks":
        st.pills(
            label, options, selection_mode="multi", format_func=inert_markdown, key=key, label_visibility="collapsed"
        )
    elif kind == "places":
        st.segmented_control(inert_markdown(label), options, key=key)
    elif "lines" in control:
        is_outline = control["most"] == LONGEST_OUTLINE
        height, label_visibility = (240, "visible") if is_outline else (None, "collapsed")
        st.text_area(label, key=key, height=height, max_chars=control["most"], label_visibility=label_visibility)  # type: ignore[call-overload]
    else:
        st.text_input(label, key=key, max_chars=control["most"], placeholder=control["hint"], width=220)
