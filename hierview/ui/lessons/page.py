"""Lessons: one step at a time, look, guess, why; beside them the list of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ...errors import HierviewError
from ...formats import preset_names
from ...languages import _
from ...lessons import Ask, CaseQuestion, Lesson, Show, Vary
from ...lessons.handed import MOST_NUMBER
from ...lessons.library import WITH_PRINTED, faults_of, folder_stamp, lessons
from ...lessons.prose import Block
from ...markup import html, pictures
from ...markup.pages import lesson as draw
from ..shell.cases import pack
from ..shell.jobs import rerun_when_changed
from ..shell.links import to_explore
from ..shell.markdown import inert
from ..viewer import viewer
from .controls import CONTROLS, Controls
from .handing import collecting, handing_in
from .state import LESSONS, check_answer, go, note_step, open_lesson, turn
from .step import Step
from .steps import LessonState, kept_text
from .talk import talk, teachers_menu


def show() -> None:
    """The page."""
    state = LESSONS.current()
    all_lessons = lessons()
    with st.container(key="lessons"):
        index_column, step_column = st.columns([232, 952], gap="large")
    with index_column:
        shelf = pictures.shelf_html("answers", kept_text(state), state.storage)
        index = draw.lesson_index_html(all_lessons, state.name, state.done)
        viewer(index + shelf, "lesson-index", on_pick=open_lesson)
    with step_column, st.container(key="lesson"):
        teachers_menu(all_lessons.get(state.name), state)
        if state.trouble:
            viewer(html.notice(state.trouble), "trouble")
        if state.collecting:
            collecting(all_lessons)
        elif state.name in all_lessons:
            if state.big:
                talk(all_lessons[state.name], state.stage)
            _Step(all_lessons, state).show()
            handing_in(all_lessons[state.name], state)
        else:
            viewer(html.notice(_("There are no lessons here."), "hint"), "none")
    if folder_stamp():  # lessons of the server's folder are shown again soon after they were saved
        rerun_when_changed(folder_stamp, 1)


class _Step(Step):
    """The open step on the page: its parts and what stands below them."""

    def __init__(self, all_lessons: Mapping[str, Lesson], state: LessonState) -> None:
        super().__init__(all_lessons, state)
        self.key = f"{self.lesson.name}-{state.stage}"
        if state.storage == "taken":  # other controls, which show the answers of earlier visits
            self.key += "-taken"
        if state.number and self.of is not None:
            self.key += f"-{state.seed}-{state.number}"
        self.picture: DeltaGenerator | None = None  # the column beside the words

    def show(self) -> None:
        """Words and question at the left, the pictures at the right where they have room, all below each other else."""
        self._faults()
        viewer(self.html.title(self.state.stage, self.stage.title), "lesson-title")
        if self.trouble:
            viewer(html.notice(self.trouble), "variant-trouble")
        ask, look = self.stage.ask, self.look
        why_beside = self.beside and not any(isinstance(part, Show) for part in self.stage.why)
        with st.container(key="lesson-body" if self.beside else "lesson-flow"):
            if self.beside:
                self._parts([part for part in look if not isinstance(part, Show)], "look")
                self.picture = st.container(key="lesson-picture")
                with self.picture:
                    self._parts([part for part in look if isinstance(part, Show)], "look")
            else:
                self._parts(look, "look")
            if ask is not None and self.of is not None:
                self._ask(ask)
            if why_beside:
                self._end()
        if not why_beside:
            self._end()

    def _end(self) -> None:
        if self.stage.ask is None or self.here.why_open:
            self._parts(self.stage.why, "why")
        self._onward()

    def _faults(self) -> None:
        """What is wrong with the lesson's file: whoever writes it looks at this page."""
        for i, fault in enumerate(faults_of(self.lesson.name)[:5]):
            viewer(html.notice(f"{self.lesson.name}.md, {fault}"), f"fault-{i}")

    def _parts(self, parts: Sequence[Block | Show], which: str) -> None:
        """Words and pictures, words that belong together in one viewer."""
        for i, part in enumerate(self.groups(parts)):
            kind = "show" if isinstance(part, Show) else "words"
            viewer(self.part_html(part, which == "look" and self.picture is not None), f"{which}-{kind}-{i}")

    # The guess

    def _ask(self, ask: Ask) -> None:
        with st.container(key="lesson-ask", border=True):
            viewer(self.html.question(ask.text), "lesson-question")
            case = self.lesson.cases[self.cases[0]]
            controls = Controls(self.key, case, self.ids, self.here.answer, self.picture)
            in_line = ask.kind == "number"  # with what checks it
            if not in_line:
                answer = CONTROLS[ask.kind](controls, ask)
            with st.container(key="lesson-checks", horizontal=True, vertical_alignment="bottom"):
                if in_line:
                    answer = controls.number(ask)
                word = _("Done") if ask.kind == "text" else _("Check")
                st.button(word, key=f"check-{self.key}", type="primary", on_click=self._check, args=(self.of, answer))
                if ask.hint and not self.here.hinted:
                    st.button(
                        _("A hint"),
                        key=f"hint-{self.key}",
                        type="tertiary",
                        on_click=note_step,
                        kwargs={"hinted": True},
                    )
                if not self.here.why_open:
                    st.button(
                        _("Show me"),
                        key=f"show-{self.key}",
                        type="tertiary",
                        on_click=note_step,
                        kwargs={"why_open": True, "shown": True},
                    )
                if ask.vary is not None:
                    self._another(ask.vary)
            if self.here.hinted:
                viewer(self.html.hint(ask.hint), "lesson-hint")
            self._verdict(ask)

    def _another(self, variation: Vary) -> None:
        """A button for another case of the question, which a sheet of the same seed has under the same number."""
        seed, number = self.state.seed if self.state.number else variation.seed, self.state.number
        other, own = {"seed": seed, "number": number % MOST_NUMBER + 1}, {"seed": 0, "number": 0}
        label = _("Another one like this")
        st.button(label, key=f"another-{self.key}", type="tertiary", on_click=turn, kwargs=other)
        if number:
            st.button(_("The lesson’s own"), key=f"own-{self.key}", type="tertiary", on_click=turn, kwargs=own)

    def _check(self, of: CaseQuestion, answer: Callable[[], object]) -> None:
        try:
            check_answer(of, answer())  # type: ignore[arg-type]
        except HierviewError as error:
            note_step(trouble=str(error))

    def _verdict(self, ask: Ask) -> None:
        if self.here.trouble:
            viewer(html.notice(self.here.trouble), "lesson-trouble")
        if verdict := self.verdict_html(ask):
            viewer(verdict, "lesson-verdict")

    def _onward(self) -> None:
        at, count = self.state.stage, len(self.lesson.stages)
        names = list(self.all_lessons)
        after = names.index(self.lesson.name) + 1
        with st.container(key="lesson-onward", horizontal=True, vertical_alignment="center"):
            if at > 0:
                st.button(_("← Back"), key=f"back-{self.key}", on_click=go, args=(self.lesson.name, at - 1))
            if at + 1 < count:
                st.button(_("Next →"), key=f"next-{self.key}", on_click=self._next, args=(self.lesson.name, at + 1))
            elif after < len(names):
                title = self.all_lessons[names[after]].title
                st.button(
                    _("Next lesson: {title} →", title=inert(title)),
                    key=f"next-{self.key}",
                    on_click=self._next,
                    args=(names[after], 0),
                )
            for name in self.cases[:2]:
                case = self.lesson.cases[name]
                query = {"c": name if name in preset_names() else pack(case)}
                query |= {"printed": "1"} if self.lesson.name in WITH_PRINTED else {}
                to_explore(_("Open {name} in Explore", name=name), query)

    def _next(self, name: str, stage: int) -> None:
        if self.stage.ask is None:
            note_step(why_open=True)
        go(name, stage)
