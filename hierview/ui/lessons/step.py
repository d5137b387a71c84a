"""The open step of a lesson: the question on its case, and the markup of its parts. Nothing here knows Streamlit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from ...errors import HierviewError
from ...explain import HierarchyPicture
from ...lessons import Ask, CaseQuestion, Lesson, Show, Stage, Verdict, judged, solution, stage_cases
from ...lessons.handed import answer_from_data, problem_asked
from ...lessons.prose import Block
from ...lessons.talk import lesson_value
from ...lessons.varying import on_variant
from ...markup import html
from ...markup.pages import lesson as draw
from ...publish.lessons import by_case
from .steps import LessonState, StepTaken


class Step:
    """The open step, as far as it was taken.

    cases: the names of those in question.  of: the question, None where `trouble` says why there is none.
    look: what is shown before it.  beside: whether the pictures of that have room beside its words.
    """

    def __init__(self, all_lessons: Mapping[str, Lesson], state: LessonState) -> None:
        self.all_lessons, self.state = all_lessons, state
        self.lesson = lesson = all_lessons[state.name]
        self.stage: Stage = lesson.stages[state.stage]
        self.here: StepTaken = state.here
        self.cases = stage_cases(lesson, self.stage)
        ask, self.trouble = self.stage.ask, ""
        self.of: CaseQuestion | None = None
        if ask is not None:
            try:
                self.of = problem_asked(lesson, ask, state.seed, state.number)
            except HierviewError as error:
                self.trouble = str(error)
        if state.number and self.of is not None:
            self.lesson = replace(lesson, cases=self.of.cases)
            self.stage = on_variant(self.stage)
            self.cases = self.of.here
        self.by_case = cache(partial(by_case, self.lesson))  # whether pictures fit is asked before they are shown
        self.ids = html.class_ids(*self.lesson.cases.values())
        self.html = draw.LessonHtml(self.lesson, partial(lesson_value, self.lesson, self.cases), self.ids)
        self.on_drawing = ask is not None and ask.kind in ("click", "predict")
        self.look: Sequence[Block | Show] = self.stage.look
        if self.on_drawing and self.look:
            self.look = (*self.look[:-1], *_without_plain(self.look[-1], self.cases[0]))
        self.beside = self._fits_beside()

    def groups(self, parts: Sequence[Block | Show]) -> Iterator[list[Block] | Show]:
        """The parts of a step in order, words that belong together in one."""
        words: list[Block] = []
        for part in parts:
            if isinstance(part, Show):
                if words:
                    yield words
                words = []
                yield part
            else:
                words.append(part)
        if words:
            yield words

    def part_html(self, part: list[Block] | Show, beside: bool = False) -> str:
        """The markup of words, or of pictures; a sentence where these cannot be made."""
        try:
            if isinstance(part, Show):
                return draw.lesson_pictures_html(self.by_case(part), self.ids, beside)
            return self.html.step_words(part)
        except HierviewError as error:
            return html.notice(str(error))

    def verdict_html(self, ask: Ask) -> str:
        """Markup of the verdict on the answer that was checked; "" before one was."""
        verdict = self._judged(ask)
        right = verdict.right if verdict else None
        answer = ""
        if self.here.why_open and not right and ask.kind != "text":
            answer, right = self._right(), False
        idea = verdict.idea if verdict else ()
        return self.html.verdict(right, idea, answer)

    def _judged(self, ask: Ask) -> Verdict | None:
        if self.of is None or self.here.answer is None or self.here.trouble:
            return None
        try:
            return judged(self.of, answer_from_data(ask, self.here.answer))
        except HierviewError:
            return None  # kept by the browser from another lesson of this name

    def _right(self) -> str:
        try:
            return solution(self.of).shown if self.of is not None else ""
        except HierviewError:
            return ""  # the fault is told above

    def _fits_beside(self) -> bool:
        try:
            cases = [case for part in self.look if isinstance(part, Show) for case in self.by_case(part)]
        except HierviewError:
            return False
        if self.on_drawing:
            name = self.cases[0]
            cases.append((name, self.lesson.cases[name], [HierarchyPicture(())]))
        return bool(cases) and draw.fits_beside(cases)


def _without_plain(part: Block | Show, name: str) -> tuple[Block | Show, ...]:
    """A part of a step without the plain hierarchy of a case: where classes are chosen on it, one drawing is enough."""
    if not isinstance(part, Show) or part.picture != "hierarchy":
        return (part,)
    others = tuple(case for case in part.cases if case != name)
    return (replace(part, cases=others),) if others else ()
