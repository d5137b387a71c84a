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
from .expressions import read_calculation, same
from .lesson import Ask, Lesson, Show, Stage
from .prose import Text
from .questions import Cases, Worth, classes_of, result_of

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
    here: tuple[str, ...]
    """Names of the cases in question; the first of them is `c`."""

    @property
    def case(self) -> Case:
        """The case in question."""
        if not self.here:
            raise LessonError("the question has no case; name one in the front matter or by `cases:`")
        return self.cases[self.here[0]]

    def value(self, text: str, choice: str = "", **more: Worth) -> Worth:
        """The value of an expression, tried on a choice or with further names."""
        names = self._names(choice) | more
        # Names of letters that this question has no case for are known, so that a refusal can say so.
        return read_calculation(text, tuple(names), tuple(self.cases)).value(names, self.cases)

    def _names(self, choice: str) -> dict[str, Worth]:
        ask, names = self.ask, dict[str, Worth]()
        if self.here:
            names["c"] = self.cases[self.here[0]]
        if ask.choice_kind == "cases" and choice:
            names["c"] = self.cases[choice]
        if ask.choices:
            names["choice"] = choice
        measure = choice if ask.choice_kind == "measures" else ask.measure
        if measure or (ask.choice_kind == "measures" and ask.choices):
            names["m"] = measure
            of = [self.cases[choice]] if ask.choice_kind == "cases" and choice else [self.cases[n] for n in self.here]
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
    shown: str
    """The answer as it is shown."""


@dataclass(frozen=True)
class Verdict:
    """The worth of an answer."""

    right: bool | None
    """Whether the answer is right; None where nothing is graded."""
    idea: Text = ()
    """The idea behind a wrong answer, if it is known."""


def case_question(lesson: Lesson, ask: Ask) -> CaseQuestion:
    """The question on the lesson's own cases."""
    return CaseQuestion(ask, lesson.cases, ask.cases)


def solution(of: CaseQuestion) -> Solution:
    """The right answer to a question; a LessonError says why nothing is."""
    ask = of.ask
    match ask.kind:
        case "which" | "one":
            right = frozenset(choice for choice in ask.choices if _holds(of.value(ask.answer, choice)))
            names = ", ".join(_as_chosen(ask, right))
            if ask.kind == "one" and len(right) != 1:
                many = f"{len(right)} of the choices are right ({names})" if right else "no choice is right"
                raise LessonError(f"{many}; `one` has exactly one, `which` any number")
            return Solution(right, names or _("none of them"))
        case "number":
            value = _a_number(of.value(ask.answer))
            return Solution(number(value, 4), number(value))
        case "order":
            groups = choices_by_value(of, ask.answer)
            sign = " > " if ask.largest_first else " < "
            return Solution(groups, sign.join(" = ".join(_as_chosen(ask, group)) for group in groups))
        case "click":
            classes = classes_of_answer(of, of.value(ask.answer))
            return Solution(classes, ", ".join(sorted(classes)) or _("no class"))
        case "predict":
            prediction = next((p for p in _predictions(of.case) if _holds(of.value(ask.answer, p=p))), None)
            if prediction is None:
                raise LessonError("no prediction of one or two classes is right here")
            return Solution(prediction, _("for example {classes}", classes=", ".join(sorted(prediction))))
        case "edit" if _holds(of.value(ask.answer, e=of.case)):
            raise LessonError("the condition holds before anything is changed")
    return Solution(None, "")


def _as_chosen(ask: Ask, group: frozenset[str]) -> list[str]:
    return [choice for choice in ask.choices if choice in group]


def _holds(value: Worth) -> bool:
    if isinstance(value, bool):
        return value
    if value is None:
        return False
    raise LessonError("a condition is needed here, such as a != b or 13a.hF > 0.5")


def _a_number(value: Worth) -> Fraction | float | int | None:
    if value is None or (isinstance(value, int | float | Fraction) and not isinstance(value, bool)):
        return value
    raise LessonError("a number is needed here, not a condition, a text or a set of classes")


def classes_of_answer(of: CaseQuestion, value: Worth) -> frozenset[str]:
    """The classes that an expression gives, all of them in the case in question."""
    if isinstance(value, bool | int | float | Fraction):
        raise LessonError("a set of classes is needed here, not a number or a condition")
    try:
        classes = classes_of(value)
    except Undefined:
        raise LessonError("a set of classes is needed here; the value is undefined") from None
    for c in sorted(classes):
        of.case.hierarchy.require(c)
    return classes


def wrong_classes(of: CaseQuestion, text: str) -> frozenset[str]:
    """The classes of a wrong answer: a class by its bare name, or what an expression gives."""
    return frozenset([text]) if text in of.case.hierarchy else classes_of_answer(of, of.value(text))


def choices_by_value(of: CaseQuestion, text: str) -> tuple[frozenset[str], ...]:
    """The choices by the value of an expression, equal ones in one group."""
    groups: list[tuple[float, set[str]]] = []
    for choice in of.ask.choices:
        value = _a_number(of.value(text, choice))
        if value is None:
            raise LessonError(f"the value of {quoted(choice)} is undefined; it cannot be ordered")
        group = next((names for other, names in groups if same(other, float(value))), None)
        if group is None:
            groups.append((float(value), {choice}))
        else:
            group.add(choice)
    groups.sort(key=lambda pair: pair[0], reverse=of.ask.largest_first)
    return tuple(frozenset(names) for _, names in groups)


def _predictions(case: Case) -> Iterator[frozenset[str]]:
    """Predictions of one class and of two, the first few hundred."""
    classes = case.hierarchy.classes
    return map(frozenset, islice(chain(combinations(classes, 1), combinations(classes, 2)), MOST_TRIED))


# Answers


def judged(of: CaseQuestion, answer: Answer) -> Verdict:
    """The worth of an answer; a LessonError says what would be accepted as one."""
    ask = of.ask
    if ask.kind == "text":
        return Verdict(None)
    right = _is_right(of, answer)
    return Verdict(right, () if right else _idea(of, answer))


def _is_right(of: CaseQuestion, answer: Answer) -> bool:
    ask = of.ask
    if ask.kind in ("predict", "edit"):
        more = {"p": answer} if ask.kind == "predict" else {"e": answer}
        return _holds(of.value(ask.answer, **more))  # type: ignore[arg-type]
    right = solution(of).answer
    if ask.kind == "number":
        return is_right(typed_number(str(answer)), _a_number(of.value(ask.answer)), ask.within)
    return right == answer


def _idea(of: CaseQuestion, answer: Answer) -> Text:
    """The idea behind the first wrong answer of the question that is the given one."""
    for wrong in of.ask.wrongs:
        try:
            if _is_wrong(of, wrong.answer, answer):
                return wrong.idea
        except HierviewError:  # on another case than the lesson's it may have no meaning
            continue
    return ()


def _is_wrong(of: CaseQuestion, text: str, answer: Answer) -> bool:
    ask = of.ask
    match ask.kind:
        case "which" | "one":
            right = solution(of).answer
            return isinstance(answer, frozenset) and text in answer ^ right  # type: ignore[operator]
        case "number":
            value = _a_number(of.value(text))
            # A wrong answer that is the right one here stands for nothing.
            return not same(value, of.value(ask.answer)) and is_right(typed_number(str(answer)), value)
        case "order":
            return choices_by_value(of, text) == answer
        case "click" | "predict":
            return wrong_classes(of, text) == answer
    return False


_NO_ASK = Ask("text", (), ())


def shown_value(cases: Mapping[str, Case], here: Sequence[str], expression: str) -> str:
    """The value of an expression in a text, as numbers, classes and printed cells are shown."""
    of = CaseQuestion(_NO_ASK, cases, tuple(here))
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


def variant(lesson: Lesson, ask: Ask, seed: int, number: int) -> CaseQuestion:
    """The question on a random case, which is `c`; the same arguments give the same case everywhere.

    number: from 1.  The lesson's own cases can still be named. A LessonError says that no case was found, or that the
    question has no answer on it.
    """
    vary = ask.vary
    if vary is None:
        raise LessonError("the question does not vary; it has no line `vary: 20 seed 7 trees 6-8 true 2 predicted 2`")
    rng = Random(f"{seed} {number}")
    for _draw in range(MOST_DRAWS):
        case = random_case(rng, vary.kind, rng.randint(*vary.classes), vary.true, vary.predicted, exactly=True)
        if len(case.hierarchy) > 2 and all(len(case.hierarchy.children(c)) < 2 for c in case.hierarchy.classes):
            continue  # a chain shows nothing of a hierarchy
        of = CaseQuestion(ask, {**lesson.cases, VARIED: case}, (VARIED,))
        if not vary.where or of.value(vary.where) is True:
            return of
    raise LessonError(f"none of {MOST_DRAWS} random cases is as `where` wants it")


def on_variant(stage: Stage) -> Stage:
    """The step about a case that was drawn: its words tell of another one, its pictures are of this one."""
    own = stage.ask.cases[:1] if stage.ask is not None else ()
    shows = (part for part in stage.why if isinstance(part, Show) and own and own[0] in part.cases)
    drawing = Show((VARIED,), "hierarchy", "", stage.line)
    return replace(stage, look=(drawing,), why=tuple(replace(show, cases=(VARIED,)) for show in shows))


def variants(lesson: Lesson, ask: Ask, seed: int | None = None) -> Iterator[CaseQuestion]:
    """All variants of a question that varies."""
    if ask.vary is not None:
        for number in range(1, ask.vary.count + 1):
            yield variant(lesson, ask, ask.vary.seed if seed is None else seed, number)


def hardly_varies(variants: list[CaseQuestion]) -> str:
    """The answer that most of the variants share, if one does and there are four or more; else nothing."""
    answers = Counter(solution(of).shown for of in variants)
    answer, times = answers.most_common(1)[0] if answers else ("", 0)
    return answer if len(variants) >= 4 and times >= ALIKE * len(variants) else ""
