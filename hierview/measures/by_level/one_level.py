"""Level: both sides compared at one depth of the hierarchy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from ...explain import Formula, Row, Step, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import MeasureSpec, Result, param, text_of
from ..registry import register
from ..shares import f_beta, ratio, ratio_of_sizes, size_row
from ..telling import count_words, step_with_picture
from .answers import ANSWERS, BY, Sets
from .family import (
    NO_TRUE_LEVEL,
    PREDICTED_AT,
    TRUE_AT,
    LevelMeasure,
    class_count_number,
    level_picture,
    level_spec,
    no_class_or,
    result_of,
)

_ONE = Fraction(1)


@dataclass(frozen=True)
class ComparedClasses:
    """Classes of both sides that are compared at a level."""

    level: int
    """Number of the level; 0 where the true side has none."""
    true: Sets
    """True classes of the level."""
    predicted: Sets
    """Predicted classes of the level."""
    held: bool
    """Whether an empty side holds a place of its own."""

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Numbers of common, true and predicted classes; an empty place that is held counts as one."""
        true, predicted = len(self.true), len(self.predicted)
        if self.held:
            both = len(self.true & self.predicted) + (not true and not predicted)
            return both, true or 1, predicted or 1
        return len(self.true & self.predicted), true, predicted


@register
@dataclass(frozen=True)
class Level(LevelMeasure):
    """Score of one level: whether both sides have the same classes there, or precision, recall or F1 of these.

    Formula: 1 where the true and the predicted classes of level l are the same, ancestors included, else 0; with
    `of="P"`, "R" or "F1" their shares, 0/0 as 0. The root is level 0 and not compared; `level="deepest"` is the
    deepest level of the true side. Where a branch ends early: `absent="drop"` leaves the case out and calls a missing
    answer wrong, "wrong" takes the empty place as a class of its own, "carry" lets the deepest class above stand for
    it. Range: 0 to 1; higher is better. Undefined, with "drop", where no true class is on the level.
    Source: Park et al. 2025.

    >>> case = Case.of([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")], ["Pop"], ["Rock"])
    >>> evaluate(case, "Level").value, evaluate(case, "Level(level=2)").value
    (1.0, 0.0)
    """

    spec: ClassVar[MeasureSpec] = level_spec(
        "Level",
        N_("One level alone"),
        better="higher",
        source="Park et al. 2025",
        imperfect=N_("Where the branch of the true class ends above the level, there is nothing to compare."),
        question=N_("Is the answer right at this level?"),
        how=(
            "Both sides take their ancestors along, and of these the classes of one level are compared: the root is "
            "level 0. Where the true side has no class on the level, the case is left out.",
        ),
        see=("11b", "15", "16"),
        elsewhere=(("hiereval", "Calls the root level 1 where paths begin with it, so that all levels are one more."),),
    )

    level: int | str = param(
        1,
        N_("Edges below the root, or the deepest level of the true side."),
        label=N_("Level"),
        symbol="l",
        at_least=1,
        at_most=1000,
        words=("deepest",),
    )
    of: str = param(
        "accuracy",
        N_("Whether all is right there, or a share of the classes."),
        label=N_("Counts"),
        choices=("accuracy", "P", "R", "F1"),
    )
    absent: str = param(
        "drop",
        N_("Where a branch ends above the level: left out, a class of its own, or its last class stands for it."),
        label=N_("Branches that end early"),
        choices=("drop", "wrong", "carry"),
        named=True,
    )
    by: str = BY
    answers: str = ANSWERS

    def compared_classes(self, case: Case) -> ComparedClasses:
        """The classes of both sides that are compared."""
        sides = self.sides(case)
        level = sides.deepest if isinstance(self.level, str) else self.level
        true, predicted = sides.carried_sides_at(level) if self.absent == "carry" else sides.sides_at(level)
        if self.absent == "drop" and not true:
            predicted = true
        return ComparedClasses(level, true, predicted, self.absent != "drop")

    def evaluate(self, case: Case) -> Result:
        compared = self.compared_classes(case)
        value, sizes = self._value(compared), compared.sizes
        if value is None:
            sizes = (0, 0, 0)
        result = result_of(
            self, case, value, dict(zip(("intersection", "true", "predicted"), sizes, strict=True)), compared
        )
        if value is None:
            note = f"Undefined: no true class stands on level {compared.level}."
            return replace(result, notes=(note if compared.level else NO_TRUE_LEVEL,))
        return result

    def _value(self, compared: ComparedClasses) -> float | None:
        common, true, predicted = compared.sizes
        if not compared.level or not true:
            return None
        if self.of == "accuracy":
            return float(common == true == predicted)
        shares = ratio(common, predicted, 0), ratio(common, true, 0)
        value = f_beta(*shares, _ONE, 0) if self.of == "F1" else shares[self.of == "R"]
        return None if value is None else float(value)

    def symbols(self) -> Row:
        if self.of == "accuracy":
            return ("max", "(", "0", ",", "1", "−", *size_row(TRUE_AT, "△", PREDICTED_AT), ")")
        return ratio_of_sizes(
            self.of[0], _ONE, size_row(TRUE_AT, "∩", PREDICTED_AT), size_row(TRUE_AT), size_row(PREDICTED_AT)
        )

    def _formula(self, result: Result) -> Formula | None:
        compared: ComparedClasses = result.witness
        if result.value is None:
            return None
        common, true, predicted = compared.sizes
        t, p = compared.true, compared.predicted
        if self.of == "accuracy":
            apart = class_count_number(true + predicted - 2 * common, t ^ p)
            row: Row = ("max", "(", "0", ",", "1", "−", apart, ")")
        else:
            numbers = (
                (class_count_number(common, t & p),),
                (class_count_number(true, t),),
                (class_count_number(predicted, p),),
            )
            row = ratio_of_sizes(self.of[0], _ONE, *numbers)
        return Formula(self.symbol(), (self.symbols(), row), number(result.value))

    def _side_sentence(self, compared: ComparedClasses, side: str, classes: Sets) -> Words:
        """What a side has on the level, as a sentence."""
        if self.absent == "carry":
            return text_of(f"Down to level {compared.level} the {side} side reaches ", no_class_or(classes), ".")
        text = text_of(f"On level {compared.level} the {side} side has ", no_class_or(classes))
        if not classes and compared.held:
            return text_of(text, "; the empty place counts as a class of its own.")
        left_out = not classes and side == "true"
        return text_of(text, ", so that the case is left out there." if left_out else ".")

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        compared: ComparedClasses = result.witness
        if not compared.level:
            return []
        title, nothing = f"Level {compared.level}", Sets()
        true = self._side_sentence(compared, "true", compared.true)
        steps = [step_with_picture("True side", true, level_picture(case, title, compared.true, nothing))]
        if result.value is not None:
            predicted = self._side_sentence(compared, "predicted", compared.predicted)
            picture = level_picture(case, title, compared.true, compared.predicted)
            steps.append(step_with_picture("Predicted side", predicted, picture))
        return steps

    def answer_view(self, case: Case, result: Result, name: str) -> Step:
        compared: ComparedClasses = result.witness
        common, true, predicted = compared.sizes
        level = f"level {compared.level}" if compared.level else "any level"
        if result.value is None:
            text = f"The true side has no class on {level}: there is nothing to compare."
        elif self.of != "accuracy":
            text = f"Both sides hold {count_words(common)}; the true side has {true}, the predicted side {predicted}."
        elif result.value:
            text = f"Both sides have the same on {level}: it is right."
        else:
            text = f"The sides differ on {level}: it is wrong."
        title = f"Level {compared.level} · {number(result.value)}"
        picture = replace(level_picture(case, title, compared.true, compared.predicted), short=("The level",))
        return Step(name, (text,), (picture,), self._formula(result))

    def aim(self, case: Case) -> Words:
        return ("Level looks at one depth of the hierarchy alone, with the ancestors of both sides that stand there.",)
