"""The right answer to a question, and the worth of one that was given: both computed from its expressions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations, islice
from random import Random
from string import ascii_lowercase

from ..answers.guesses import is_right, typed_number
from ..errors import HierviewError, LessonError, quoted
from ..explain import number
from ..languages import _
from ..model.case import Case
from ..own.expression import Undefined
from ..workbench.sheets.enumerate import random_case
from .expressions import equal_values, read_calculation
from .functions import Cases, ExpressionValue, classes_of, result_of
from .lesson import Ask, Lesson, Show, Stage
from .prose import Text

# An answer: the chosen choices, the classes clicked or marked as predicted; a number as it was typed; the choices in
# groups from the first to the last; an edited case.
Answer = frozenset[str] | str | tuple[frozenset[str], ...] | Case

MOST_TRIED = 400  # predictions, in search for one that is right


@dataclass(frozen=True)
class CaseQuestion:
    """A question on its cases."""

    ask: Ask
    """The question."""
    cases: Cases
    """The cases of the lesson, by name."""
    case_names: tuple[str, ...]
    """Names of the cases in question; the first of them is `c`."""

    @property
    def case(self) -> Case:
        """The case in question."""
        if not self.case_names:
            raise LessonError("the question has no case; name one in the front matter or by `cases:`")
        return self.cases[self.case_names[0]]

    def value(self, text: str, choice: str = "", **more: ExpressionValue) -> ExpressionValue:
        """The value of an expression, tried on a choice or with further names."""
        names = self._named_values(choice) | more
        # Names of letters that this question has no case for are known, so that a refusal can say so.
        return read_calculation(text, tuple(names), tuple(self.cases)).value(names, self.cases)

    def _named_values(self, choice: str) -> dict[str, ExpressionValue]:
        ask, names = self.ask, dict[str, ExpressionValue]()
        if self.case_names:
            names["c"] = self.cases[self.case_names[0]]
        if ask.choice_kind == "cases" and choice:
            names["c"] = self.cases[choice]
        if ask.choices:
            names["choice"] = choice
        measure = choice if ask.choice_kind == "measures" else ask.measure
        if measure or (ask.choice_kind == "measures" and ask.choices):
            names["m"] = measure
            of = (
                [self.cases[choice]]
                if ask.choice_kind == "cases" and choice
                else [self.cases[n] for n in self.case_names]
            )
            for letter, case in zip(_LETTERS, of, strict=False):
                names[letter] = result_of(measure, case).value if measure else None
        return names


# The letters of measures' values: c, d, e, m and p have a meaning of their own.
_LETTERS = [letter for letter in ascii_lowercase if letter not in "cdemp"]


@dataclass(frozen=True)
class Solution:
    """The right answer."""

    answer: Answer | None
    """The answer in the form of the kind; of "predict" one that is right; None of "text" and "edit"."""
    answer_text: str
    """The answer as it is answer_text."""


@dataclass(frozen=True)
class Verdict:
    """The worth of an answer."""

    is_right: bool | None
    """Whether the answer is is_right; None where nothing is graded."""
    idea: Text = ()
    """The idea behind a wrong answer, if it is known."""


def case_question(lesson: Lesson, ask: Ask) -> CaseQuestion:
    """The question on the lesson's own cases."""
    return CaseQuestion(ask, lesson.cases, ask.cases)


def solution(question: CaseQuestion) -> Solution:
    """The right answer to a question; a LessonError says why nothing is."""
    ask = question.ask
    match ask.kind:
        case "which" | "one":
            right = frozenset(choice for choice in ask.choices if _is_true(question.value(ask.answer, choice)))
            names = ", ".join(_as_chosen(ask, right))
            if ask.kind == "one" and len(right) != 1:
                many = f"{len(right)} of the choices are right ({names})" if right else "no choice is right"
                raise LessonError(f"{many}; `one` has exactly one, `which` any number")
            return Solution(right, names or _("none of them"))
        case "number":
            value = _as_number(question.value(ask.answer))
            return Solution(number(value, 4), number(value))
        case "order":
            groups = choices_by_value(question, ask.answer)
            sign = " > " if ask.largest_first else " < "
            return Solution(groups, sign.join(" = ".join(_as_chosen(ask, group)) for group in groups))
        case "click":
            classes = classes_of_answer(question, question.value(ask.answer))
            return Solution(classes, ", ".join(sorted(classes)) or _("no class"))
        case "predict":
            prediction = next(
                (p for p in _candidate_predictions(question.case) if _is_true(question.value(ask.answer, p=p))), None
            )
            if prediction is None:
                raise LessonError("no prediction of one or two classes is right here")
            return Solution(prediction, _("for example {classes}", classes=", ".join(sorted(prediction))))
        case "edit" if _is_true(question.value(ask.answer, e=question.case)):
            raise LessonError("the condition holds before anything is changed")
    return Solution(None, "")


def _as_chosen(ask: Ask, group: frozenset[str]) -> list[str]:
    return [choice for choice in ask.choices if choice in group]


def _is_true(value: ExpressionValue) -> bool:
    if isinstance(value, bool):
        return value
    if value is None:
        return False
    raise LessonError("a condition is needed here, such as a != b or 13a.hF > 0.5")


def _as_number(value: ExpressionValue) -> Fraction | float | int | None:
    if value is None or (isinstance(value, int | float | Fraction) and not isinstance(value, bool)):
        return value
    raise LessonError("a number is needed here, not a condition, a text or a set of classes")


def classes_of_answer(question: CaseQuestion, value: ExpressionValue) -> frozenset[str]:
    """The classes that an expression gives, all of them in the case in question."""
    if isinstance(value, bool | int | float | Fraction):
        raise LessonError("a set of classes is needed here, not a number or a condition")
    try:
        classes = classes_of(value)
    except Undefined:
        raise LessonError("a set of classes is needed here; the value is undefined") from None
    for c in sorted(classes):
        question.case.hierarchy.require(c)
    return classes


def wrong_classes(question: CaseQuestion, text: str) -> frozenset[str]:
    """The classes of a wrong answer: a class by its bare name, or what an expression gives."""
    return frozenset([text]) if text in question.case.hierarchy else classes_of_answer(question, question.value(text))


def choices_by_value(question: CaseQuestion, text: str) -> tuple[frozenset[str], ...]:
    """The choices by the value of an expression, equal ones in one group."""
    groups: list[tuple[float, set[str]]] = []
    for choice in question.ask.choices:
        value = _as_number(question.value(text, choice))
        if value is None:
            raise LessonError(f"the value of {quoted(choice)} is undefined; it cannot be ordered")
        group = next((names for other, names in groups if equal_values(other, float(value))), None)
        if group is None:
            groups.append((float(value), {choice}))
        else:
            group.add(choice)
    groups.sort(key=lambda pair: pair[0], reverse=question.ask.largest_first)
    return tuple(frozenset(names) for _, names in groups)


def _candidate_predictions(case: Case) -> Iterator[frozenset[str]]:
    """Predictions of one class and of two, the first few hundred."""
    classes = case.hierarchy.classes
    return map(frozenset, islice(chain(combinations(classes, 1), combinations(classes, 2)), MOST_TRIED))


# Answers


def judge_answer(question: CaseQuestion, answer: Answer) -> Verdict:
    """The worth of an answer; a LessonError says what would be accepted as one."""
    ask = question.ask
    if ask.kind == "text":
        return Verdict(None)
    right = _is_right(question, answer)
    return Verdict(right, () if right else _idea_behind(question, answer))


def _is_right(question: CaseQuestion, answer: Answer) -> bool:
    ask = question.ask
    if ask.kind in ("predict", "edit"):
        more = {"p": answer} if ask.kind == "predict" else {"e": answer}
        return _is_true(question.value(ask.answer, **more))  # type: ignore[arg-type]
    right = solution(question).answer
    if ask.kind == "number":
        return is_right(typed_number(str(answer)), _as_number(question.value(ask.answer)), ask.tolerance)
    return right == answer


def _idea_behind(question: CaseQuestion, answer: Answer) -> Text:
    """The idea behind the first wrong answer of the question that is the given one."""
    for wrong in question.ask.wrong_answers:
        try:
            if _is_wrong(question, wrong.answer, answer):
                return wrong.idea
        except HierviewError:  # on another case than the lesson's it may have no meaning
            continue
    return ()


def _is_wrong(question: CaseQuestion, text: str, answer: Answer) -> bool:
    ask = question.ask
    match ask.kind:
        case "which" | "one":
            right = solution(question).answer
            return isinstance(answer, frozenset) and text in answer ^ right  # type: ignore[operator]
        case "number":
            value = _as_number(question.value(text))
            # A wrong answer that is the right one here stands for nothing.
            return not equal_values(value, question.value(ask.answer)) and is_right(typed_number(str(answer)), value)
        case "order":
            return choices_by_value(question, text) == answer
        case "click" | "predict":
            return wrong_classes(question, text) == answer
    return False


_NO_ASK = Ask("text", (), ())


def shown_value(cases: Mapping[str, Case], case_names: Sequence[str], expression: str) -> str:
    """The value of an expression in a text, as numbers, classes and printed cells are shown."""
    of = CaseQuestion(_NO_ASK, cases, tuple(case_names))
    value = of.value(expression)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "none"
    if isinstance(value, Case):
        raise LessonError("a case cannot be shown within a text; use a block `show`")
    return value if isinstance(value, str) else number(value)


# Random cases for a question: the same for everyone with the same seed, and each as its condition wants it


MOST_DRAWS = 500  # for one case
ALIKE = 0.7  # the share of variants with one answer from which on the answer hardly varies


VARIED = "this case"  # no lesson can name a case so


def draw_variant(lesson: Lesson, ask: Ask, seed: int, number: int) -> CaseQuestion:
    """The question on a random case, which is `c`; the same arguments give the same case everywhere.

    number: from 1.  The lesson's own cases can still be named. A LessonError says that no case was found, or that the
    question has no answer on it.
    """
    vary = ask.variation
    if vary is None:
        raise LessonError("the question does not vary; it has no line `vary: 20 seed 7 trees 6-8 true 2 predicted 2`")
    rng = Random(f"{seed} {number}")
    for _draw in range(MOST_DRAWS):
        case = random_case(
            rng, vary.kind, rng.randint(*vary.classes), vary.true_marks, vary.predicted_marks, exactly=True
        )
        if len(case.hierarchy) > 2 and all(len(case.hierarchy.children(c)) < 2 for c in case.hierarchy.classes):
            continue  # a chain shows nothing of a hierarchy
        of = CaseQuestion(ask, {**lesson.cases, VARIED: case}, (VARIED,))
        if not vary.condition or of.value(vary.condition) is True:
            return of
    raise LessonError(f"none of {MOST_DRAWS} random cases is as `where` wants it")


def stage_on_variant(stage: Stage) -> Stage:
    """The step about a case that was drawn: its words tell of another one, its pictures are of this one."""
    own = stage.ask.cases[:1] if stage.ask is not None else ()
    shows = (part for part in stage.why if isinstance(part, Show) and own and own[0] in part.cases)
    drawing = Show((VARIED,), "hierarchy", "", stage.line)
    return replace(stage, look=(drawing,), why=tuple(replace(show, cases=(VARIED,)) for show in shows))


def variants(lesson: Lesson, ask: Ask, seed: int | None = None) -> Iterator[CaseQuestion]:
    """All variants of a question that varies."""
    if ask.variation is not None:
        for number in range(1, ask.variation.count + 1):
            yield draw_variant(lesson, ask, ask.variation.seed if seed is None else seed, number)


def most_common_answer(variants: list[CaseQuestion]) -> str:
    """The answer that most of the variants share, if one does and there are four or more; else nothing."""
    answers = Counter(solution(of).answer_text for of in variants)
    answer, times = answers.most_common(1)[0] if answers else ("", 0)
    return answer if len(variants) >= 4 and times >= ALIKE * len(variants) else ""
