"""The open step of a lesson: its question, what is answered, the markup of its parts. Nothing here knows Streamlit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import Any, cast

from ...errors import HierviewError
from ...explain import HierarchyPicture
from ...formats import preset_names
from ...formats.typed.outline import read_outline, write_outline
from ...languages import _
from ...markup import html
from ...safe import Markup
from ...ui.shell.cases import pack_case
from ...ui.shell.control_data import Control, button_data, choice_data, text_field_data
from ..answer_sheets import MOST_NUMBER, answer_data, answer_from_data, asked_question
from ..answering import Verdict, judge_answer, solution, stage_on_variant
from ..checking import stage_cases
from ..kinds.base import DRAWN, Answer, CaseQuestion, Kind
from ..kinds.registry import KINDS
from ..lesson import Ask, Lesson, Show, Stage
from ..library import WITH_PRINTED
from ..markup import lesson as draw
from ..prose import Block
from ..publish.lessons import pictures_by_case
from ..talk import lesson_value
from .steps import LessonState, StepTaken, order_by_place, place_in_order, state_of, with_answer, with_step

ANSWER = "answer"  # the name of the control that answers, or of several, with a number
LONGEST_OUTLINE = 20_000  # characters


class OpenStep:
    """The open step, as far as it was taken.

    cases: the names of those in question.  asked: the question, None where `trouble` says why there is none.
    look: what is shown before it.  is_beside: whether the pictures of that have room beside its words.
    given: what stands in a control by its name, None where nothing was put there.
    """

    def __init__(
        self,
        all_lessons: Mapping[str, Lesson],
        state: LessonState,
        control_value: Callable[[str], Any] = lambda name: None,
    ) -> None:
        self.all_lessons, self.state, self.given = all_lessons, state, control_value
        self.lesson = lesson = all_lessons[state.name]
        self.stage: Stage = lesson.stages[state.stage]
        self.taken: StepTaken = state.step_taken
        self.cases = stage_cases(lesson, self.stage)
        ask, self.trouble = self.stage.ask, ""
        self.asked: CaseQuestion | None = None
        if ask is not None:
            try:
                self.asked = asked_question(lesson, ask, state.seed, state.number)
            except HierviewError as error:
                self.trouble = str(error)
        if state.number and self.asked is not None:
            self.lesson = replace(lesson, cases=self.asked.cases)
            self.stage = stage_on_variant(self.stage)
            self.cases = self.asked.case_names
        self.pictures_by_case = cache(
            partial(pictures_by_case, self.lesson)
        )  # whether pictures fit is asked before they are shown
        self.ids = html.class_ids(*self.lesson.cases.values())
        self.html = draw.LessonHtml(self.lesson, partial(lesson_value, self.lesson, self.cases), self.ids)
        self.on_drawing = ask is not None and KINDS[ask.kind].input in DRAWN
        self.look: Sequence[Block | Show] = self.stage.look
        if self.on_drawing and self.look:
            self.look = (*self.look[:-1], *_without_repeated_drawing(self.look[-1], self.cases[0]))
        self.is_beside = self._fits_beside()

    def grouped_parts(self, parts: Sequence[Block | Show]) -> Iterator[list[Block] | Show]:
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

    def part_html(self, part: list[Block] | Show, beside: bool = False) -> Markup:
        """The markup of words, or of pictures; a sentence where these cannot be made."""
        try:
            if isinstance(part, Show):
                return draw.lesson_pictures_html(self.pictures_by_case(part), self.ids, beside)
            return self.html.step_words(part)
        except HierviewError as error:
            return html.notice_html(str(error))

    # The question

    def controls(self) -> list[Control]:
        """The controls in which the question is answered."""
        ask = self.question
        match self.kind.input:
            case "places":
                places = {str(i): str(i) for i in range(1, len(ask.choices) + 1)}
                names = [f"{ANSWER}{i}" for i in range(len(ask.choices))]
                listed = zip(names, ask.choices, strict=True)
                return [choice_data("places", name, option, places, self.value(name)) for name, option in listed]
            case "typed":
                return [text_field_data(ANSWER, ask.label or _("Number"), self.value(), 30, hint=_("0.67 or 2/3"))]
            case "outline":
                label = _("The case as an outline")
                return [text_field_data(ANSWER, label, self.value(), LONGEST_OUTLINE, lines=8)]
            case "words":
                return [text_field_data(ANSWER, _("Your answer"), self.value(), 5_000, lines=8)]
            case "choice":
                return [self._choice("radio", _("Answer"), ask.choices)]
            case "choices":
                return [self._choice("checks", _("Choose all that apply, or none."), ask.choices)]
            case "classes" | "prediction":
                classes = self.lesson.cases[self.cases[0]].hierarchy.classes
                return [self._choice("checks", _("Classes"), classes)]

    def _choice(self, kind: str, label: str, options: Sequence[str]) -> Control:
        return choice_data(kind, ANSWER, label, {option: option for option in options}, self.value())

    def chooser_html(self) -> Markup:
        """The drawing on which classes are chosen."""
        case, classes = self.lesson.cases[self.cases[0]], frozenset(self.value())
        return draw.chooser(case, classes, self.kind.input == "prediction", self.ids)

    def toggled_classes(self, number: str) -> list[str]:
        """Chosen classes after a click on the one of that number; a KeyError where there is none."""
        names = {str(n): c for c, n in self.ids.items()}
        classes = {*self.value()} ^ {names[number]}
        return [c for c in self.lesson.cases[self.cases[0]].hierarchy.classes if c in classes]

    def answer_buttons(self) -> list[Control]:
        """The buttons below the question."""
        ask, here = self.question, self.taken
        buttons = [button_data("check", _("Check") if self.kind.is_graded else _("Done"), primary=True)]
        if ask.hint and not here.hinted:
            buttons.append(button_data("hint", _("A hint")))
        if not here.why_open:
            buttons.append(button_data("show", _("Show me")))
        if ask.variation is not None:
            # A sheet of the same seed has the other case under the same number.
            buttons.append(button_data("another", _("Another one like this")))
            buttons += [button_data("own", _("The lesson’s own"))] if self.state.number else []
        return buttons

    def navigation(self) -> list[Control]:
        """The ways back and on, and to the cases in Explore."""
        ways = [button_data("back", _("← Back"))] if self.state.stage else []
        if self.state.stage + 1 < len(self.lesson.stages):
            ways.append(button_data("onward", _("Next →")))
        elif after := self._next_lesson():
            title = self.all_lessons[after].title
            ways.append(button_data("onward", _("Next lesson: {title} →", title=title)))
        for name in self.cases[:2]:
            address = {"c": name if name in preset_names() else pack_case(self.lesson.cases[name])}
            address |= {"printed": "1"} if self.lesson.name in WITH_PRINTED else {}
            label = _("Open {name} in Explore", name=name)
            ways.append({"kind": "link", "name": "explore", "label": label, "address": address})
        return ways

    def _next_lesson(self) -> str:
        names = [*self.all_lessons, ""]
        return names[names.index(self.lesson.name) + 1]

    @property
    def question(self) -> Ask:
        """The question of the step; a KeyError where it has none."""
        if self.stage.ask is None or self.asked is None:
            raise KeyError(self.stage.title)
        return self.stage.ask

    @property
    def kind(self) -> Kind:
        """The kind of the question; a KeyError where the step has none."""
        return KINDS[self.question.kind]

    def value(self, name: str = ANSWER) -> Any:
        """Value of a control: what was put there, else what was answered before, else what it begins with."""
        present, ask, answer = self.given(name), self.question, self._last_answer()
        if present is not None:
            return present
        match self.kind.input:
            case "places":
                return None if answer is None else place_in_order(ask.choices[int(name.removeprefix(ANSWER))], answer)
            case "choice":
                return next(iter(answer or ()), None)
            case "outline" if answer is None:
                return write_outline(self.lesson.cases[self.cases[0]])
            case "typed" | "words" if answer is None:
                return ""
        return [] if answer is None else answer

    def _last_answer(self) -> Any:
        """The answer that was checked last, as plain data; None where the browser kept one of another lesson."""
        data = self.taken.answer
        with suppress(HierviewError):
            return None if data is None else answer_data(answer_from_data(self.question, data))
        return None

    def answer(self) -> Answer:
        """The answer that stands in the controls; a HierviewError where it is none."""
        match self.kind.input:
            case "places":
                choices = enumerate(self.question.choices)
                return order_by_place({option: self.value(f"{ANSWER}{i}") for i, option in choices})
            case "outline":
                return read_outline(self.value(), _("the outline")).case()
            case "typed" | "words":
                return str(self.value())
            case "choice" | "classes" if not self.value():
                raise HierviewError(_("Nothing is chosen yet: choose first, then check."))
            case "choice":
                return frozenset([self.value()])
            case "choices" | "classes" | "prediction":
                return frozenset(map(str, self.value()))

    def state_after(self, name: str) -> LessonState:
        """The lessons after a button; a HierviewError where the answer is none, a KeyError for another button."""
        state = self.state
        if name == "check":
            return with_answer(state, cast(CaseQuestion, self.asked), self.answer())
        if name in ("hint", "show"):
            return with_step(state, **({"hinted": True} if name == "hint" else {"why_open": True, "shown": True}))
        if name == "another" and (vary := self.question.variation) is not None:
            seed = state.seed if state.number else vary.seed
            return replace(state, seed=seed, number=state.number % MOST_NUMBER + 1)
        if name == "own":
            return replace(state, seed=0, number=0)
        if name == "back":
            return state_of(_address_of_stage(state.name, state.stage - 1), state)
        if name != "onward":
            raise KeyError(name)
        before = with_step(state, why_open=True) if self.stage.ask is None else state
        is_last = state.stage + 1 == len(self.lesson.stages)
        return state_of(
            _address_of_stage(*((self._next_lesson(), 0) if is_last else (state.name, state.stage + 1))), before
        )

    def verdict_html(self) -> Markup:
        """Markup of the verdict on the answer that was checked; "" before one was."""
        verdict = self._verdict()
        right = verdict.is_right if verdict else None
        answer = ""
        if self.taken.why_open and not right and self.kind.is_graded:
            answer, right = self._right_answer(), False
        idea = verdict.idea if verdict else ()
        return self.html.verdict(right, idea, answer)

    def _verdict(self) -> Verdict | None:
        if self.asked is None or self.taken.answer is None or self.taken.trouble:
            return None
        try:
            return judge_answer(self.asked, answer_from_data(self.question, self.taken.answer))
        except HierviewError:
            return None  # kept by the browser from another lesson of this name

    def _right_answer(self) -> str:
        try:
            return solution(self.asked).answer_text if self.asked is not None else ""
        except HierviewError:
            return ""  # the fault is told above

    def _fits_beside(self) -> bool:
        try:
            cases = [case for part in self.look if isinstance(part, Show) for case in self.pictures_by_case(part)]
        except HierviewError:
            return False
        if self.on_drawing:
            name = self.cases[0]
            cases.append((name, self.lesson.cases[name], [HierarchyPicture(())]))
        return bool(cases) and draw.fits_beside_words(cases)


def _address_of_stage(name: str, stage: int) -> dict[str, str]:
    return {"lesson": name, "stage": str(stage + 1)}


def _without_repeated_drawing(part: Block | Show, name: str) -> tuple[Block | Show, ...]:
    """A part of a step without the plain hierarchy of a case: where classes are chosen on it, one drawing is enough."""
    if not isinstance(part, Show) or part.picture != "hierarchy":
        return (part,)
    others = tuple(case for case in part.cases if case != name)
    return (replace(part, cases=others),) if others else ()
