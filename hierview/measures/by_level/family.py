"""Base of measures of levels, with their sentences on a level and the pictures of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from ...explain import HierarchyPicture, Num, Step, Symbol, Words
from ...languages import N_
from ...model.case import Case
from ..base import Measure, MeasureSpec, Result, empty_side_notes, text_of
from ..levels import pictured_classes
from ..telling import MOST_STEPS, class_count, looks_of, sides_of, some_names, step_with_picture
from .answers import LevelSides, Sets, level_sides, levels_of_classes

TRUE_AT = Symbol("Y", "l", "the true classes of level l, ancestors included")
PREDICTED_AT = Symbol("Ŷ", "l", "the predicted classes of level l, ancestors included")
NO_TRUE_LEVEL = "Undefined: no true class stands on any level below the root."
level_spec = partial(MeasureSpec, family=N_("Level by level"))


class LevelMeasure(Measure):
    """Base of measures that compare both sides level by level."""

    view_names: ClassVar[tuple[str, ...]] = ("picture", "levels")
    by: str = "longest"
    answers: str = "ancestors"

    def sides(self, case: Case) -> LevelSides:
        """Both sides of a case, level by level."""
        return level_sides(case, self.by, self.answers)

    def upward(self) -> bool:
        return True

    def answer_view(self, case: Case, result: Result, name: str) -> Step:
        """The answer with its picture, whichever way one looks at it."""
        raise NotImplementedError

    def view(self, case: Case, result: Result, name: str) -> Step:
        step = self.answer_view(case, result, name)
        if name == "picture":
            return step
        levels = {c: level for c, level in levels_of_classes(case, self.by).items() if level}
        pictures = (replace(p, levels=levels) if isinstance(p, HierarchyPicture) else p for p in step.pictures)
        return replace(step, pictures=tuple(pictures))


def no_class_or(classes: Iterable[str]) -> Words:
    """The words that name up to six classes, or say that there is none."""
    return some_names(classes, 6) or ("no class",)


def class_count_number(number: int, classes: Sets) -> Num:
    """Number of classes in a formula; more where an empty place counts as one."""
    return class_count(classes) if number == len(classes) else Num(str(number), classes, counts=False)


def level_picture(case: Case, title: str, true: Sets, predicted: Sets) -> HierarchyPicture:
    """The hierarchy with the classes of a level, or of several, on their sides."""
    everyone = dict.fromkeys((*pictured_classes(case), *sorted(true | predicted)))
    return HierarchyPicture((title,), looks_of(everyone, sides_of(true, predicted), true | predicted, others="quiet"))


def level_steps(case: Case, sides: LevelSides, told_levels: Iterable[tuple[int, str, str]]) -> list[Step]:
    """A step for each level; told_levels: its number, what is said of it, what it brings; many at the end are one."""
    steps, rows = [], list(told_levels)
    for level, verdict, fact in rows[:MOST_STEPS]:
        true, predicted = sides.sides_at(level)
        start = f"On level {level} the true side has "
        text = text_of(
            start, no_class_or(true), " and the predicted side has ", no_class_or(predicted), f": {verdict}."
        )
        picture = level_picture(case, f"Level {level}", true, predicted)
        steps.append(step_with_picture("Levels", text, picture, fact=(f"level {level}", fact)))
    if rest := rows[MOST_STEPS:]:
        right = sum(sides.right[level - 1] for level, *_ in rest)
        lines = "One more level is compared" if len(rest) == 1 else f"{len(rest)} more levels are compared"
        text = text_of(f"{lines} in the same way; right: {right}.")
        true, predicted = (Sets().union(*(sides.sides_at(level)[i] for level, *_ in rest)) for i in (0, 1))
        steps.append(step_with_picture("Levels", text, level_picture(case, "The other levels", true, predicted)))
    return steps


def result_of(measure: LevelMeasure, case: Case, value: float | None, parts: dict[str, int], witness: object) -> Result:
    """Result of a measure, with the notes that all of them have."""
    notes = empty_side_notes(case) if value is not None else ()
    return Result(str(measure), value, parts, witness, notes)
