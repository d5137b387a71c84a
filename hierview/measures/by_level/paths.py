"""All levels of an answer together: full-path accuracy, accuracy weighted by level, and whether levels contradict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from ...explain import Formula, Frac, Num, Row, Step, Symbol, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import MeasureSpec, Result, param, text_of
from ..registry import register
from ..shares import size_row
from ..telling import MOST_STEPS, MOST_TERMS, are_verb, count_words, plus_row, step_with_picture
from .answers import ANSWERS, BY, Descent, LevelSides, Sets, descents
from .family import (
    NO_TRUE_LEVEL,
    PREDICTED_AT,
    TRUE_AT,
    LevelMeasure,
    level_picture,
    level_spec,
    level_steps,
    no_class_or,
    result_of,
)

_NO_LEVEL = "The true side has 0 classes below the root: there is nothing to compare."


@dataclass(frozen=True)
class CountedPath:
    """Both sides of a case by levels, the levels that count, and the weight of each of these."""

    sides: LevelSides
    """Classes of both sides, level by level."""
    weights: dict[int, int]
    """How much each level that counts weighs."""

    @property
    def right(self) -> tuple[int, ...]:
        """The levels that count and are right."""
        return tuple(level for level in self.weights if self.sides.right[level - 1])

    def weight(self, right: bool = False) -> int:
        """Weight of all levels that count, or of the right ones."""
        return sum(self.weights[level] for level in (self.right if right else self.weights))


class PathMeasure(LevelMeasure):
    """Base of measures that compare all levels: which of them count, and how much, is the subclass's own."""

    def level_weights(self, sides: LevelSides) -> Iterator[tuple[int, int]]:
        """The levels that count, with the weight of each."""
        raise NotImplementedError

    def counted_path(self, case: Case) -> CountedPath:
        """Both sides with the levels that count; none where the true side has no level."""
        sides = self.sides(case)
        return CountedPath(sides, dict(self.level_weights(sides)) if sides.deepest else {})

    def level_sentences(self, path: CountedPath) -> Iterator[tuple[int, str, str]]:
        """Sentences on each level that has a class: its number, the verdict, and what it brings."""
        raise NotImplementedError

    def undefined_step(self, result: Result) -> Result:
        """The result of a case without any level."""
        return replace(result, notes=(NO_TRUE_LEVEL,))

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        path: CountedPath = result.witness
        return level_steps(case, path.sides, self.level_sentences(path)) if path.weights else []

    def answer_step(self, case: Case, result: Result, name: str, text: str, row: Row) -> Step:
        """The last step, with the classes of all levels."""
        sides: LevelSides = result.witness.sides
        title = f"All levels · {number(result.value)}"
        picture = level_picture(case, title, Sets().union(*sides.true), Sets().union(*sides.predicted))
        picture = replace(picture, short=("All levels",))
        if result.value is None:
            return Step(name, (_NO_LEVEL,), (picture,))
        return Step(name, (text,), (picture,), Formula(self.symbol(), (self.symbols(), row), number(result.value)))


@register
@dataclass(frozen=True)
class FullPath(PathMeasure):
    """Full-path accuracy: 1 where every level is right, else 0.

    Formula: 1 where the true and the predicted classes are the same on every level, ancestors included, else 0. An
    answer below the true classes is wrong, with `extra="ignored"` it does not count. Range: 0 to 1; higher is better.
    Undefined where no true class stands below the root. Source: Park et al. 2025.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"]), "FPA").value
    0.0
    """

    spec: ClassVar[MeasureSpec] = level_spec(
        "FPA",
        N_("All levels right"),
        better="higher",
        source="Park et al. 2025",
        imperfect=N_("A true class that is the root itself stands on no level, so that there is nothing to compare."),
        question=N_("Is the answer right at every level?"),
        how=(
            "Both sides take their ancestors along and are compared level by level, the root left out. One level that "
            "differs makes the answer wrong.",
        ),
        see=("11a", "17a", "17b"),
    )

    extra: str = param(
        "counted",
        N_("Whether levels below the true classes count."),
        label=N_("Levels below the truth"),
        choices=("counted", "ignored"),
        named=True,
    )
    by: str = BY
    answers: str = ANSWERS

    def level_weights(self, sides: LevelSides) -> Iterator[tuple[int, int]]:
        for level, (t, p) in enumerate(zip(sides.true, sides.predicted, strict=True), 1):
            if t or (p and self.extra == "counted"):
                yield level, 1

    def evaluate(self, case: Case) -> Result:
        path = self.counted_path(case)
        right, levels = len(path.right), len(path.weights)
        value = float(right == levels) if levels else None
        result = result_of(self, case, value, {"right": right, "levels": levels}, path)
        return result if levels else self.undefined_step(result)

    def level_sentences(self, path: CountedPath) -> Iterator[tuple[int, str, str]]:
        for level, (t, p) in enumerate(zip(path.sides.true, path.sides.predicted, strict=True), 1):
            if level in path.weights:
                verdict = "right" if path.sides.right[level - 1] else "wrong"
                yield level, verdict, verdict
            elif t or p:
                yield level, "it lies below the true side and does not count", "left out"

    def symbols(self) -> Row:
        return ("max", "(", "0", ",", "1", "−", "Σ", *size_row(TRUE_AT, "△", PREDICTED_AT), ")")

    def answer_view(self, case: Case, result: Result, name: str) -> Step:
        path: CountedPath = result.witness
        wrong = [level for level in path.weights if level not in path.right]
        levels = count_words(len(path.weights), "level", "levels")
        text = f"Of {levels}, none is wrong." if not wrong else ""
        if wrong:
            text = f"Of {levels}, {len(wrong)} {are_verb(wrong)} wrong, from level {wrong[0]} on."
        apart = [sides[0] ^ sides[1] for sides in map(path.sides.sides_at, path.weights)]
        number_apart = Num(str(sum(map(len, apart))), Sets().union(*apart), counts=False)
        return self.answer_step(case, result, name, text, ("max", "(", "0", ",", "1", "−", number_apart, ")"))

    def aim(self, case: Case) -> Words:
        return ("FPA asks for the whole way down: an answer is right where it is right at every level.",)


@register
@dataclass(frozen=True)
class WeightedLevels(PathMeasure):
    """Weighted average precision: how many levels are right, each counted as often as it has classes.

    Formula: Σ n_l · [both sides have the same on level l] / Σ n_l over the levels on which the true side has a class,
    with n_l classes of the hierarchy on level l; with `absent="wrong"` over all levels, those without a class on
    either side right. `weights="equal"` counts every level once, the mean over levels. Range: 0 to 1; higher is
    better. Undefined where no true class stands below the root. Source: Park et al. 2025.

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")], ["Pop"], ["Rock"])
    >>> evaluate(case, "wAP").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = level_spec(
        "wAP",
        N_("Levels, by their number of classes"),
        better="higher",
        source="Park et al. 2025",
        imperfect=N_("A true class that is the root itself stands on no level, so that there is nothing to compare."),
        question=N_("How many levels are right, with large ones counting more?"),
        how=(
            "Both sides take their ancestors along and are compared level by level, the root left out. A level counts "
            "as often as the hierarchy has classes on it, so that the lower ones decide.",
        ),
        see=("11a", "11b", "17b"),
    )

    weights: str = param(
        "classes",
        N_("How much a level counts: by its classes in the hierarchy, or all the same."),
        label=N_("Weights"),
        choices=("classes", "equal"),
        named=True,
    )
    absent: str = param(
        "drop",
        N_("Whether levels below the true side are left out, or an empty place is a class of its own."),
        label=N_("Branches that end early"),
        choices=("drop", "wrong"),
        named=True,
    )
    by: str = BY
    answers: str = ANSWERS

    def upward(self) -> bool:
        return False  # levels are weighed by all classes of the hierarchy

    def level_weights(self, sides: LevelSides) -> Iterator[tuple[int, int]]:
        for level, (true, classes) in enumerate(zip(sides.true, sides.sizes, strict=True), 1):
            if true or self.absent == "wrong":
                yield level, classes if self.weights == "classes" else 1

    def evaluate(self, case: Case) -> Result:
        path = self.counted_path(case)
        right, whole = path.weight(right=True), path.weight()
        value = float(Fraction(right, whole)) if whole else None
        result = result_of(self, case, value, {"right": right, "weight": whole}, path)
        return result if whole else self.undefined_step(result)

    def level_sentences(self, path: CountedPath) -> Iterator[tuple[int, str, str]]:
        whole = path.weight()
        for level, weight in path.weights.items():
            right = path.sides.right[level - 1]
            yield level, f"{'right' if right else 'wrong'}, and counts {weight} of {whole}", str(weight * right)

    def symbols(self) -> Row:
        n, same = Symbol("n", "l", "the weight of level l"), Symbol("a", "l", "1 where level l is right, else 0")
        return (Frac(("Σ", n, "·", same), ("Σ", n)),)

    def answer_view(self, case: Case, result: Result, name: str) -> Step:
        path: CountedPath = result.witness
        right, levels = len(path.right), len(path.weights)
        text = f"{right} of {count_words(levels, 'level', 'levels')} {are_verb(path.right)} right, "
        text += f"which comes to {path.weight(right=True)} of {path.weight()}."
        every = [(path.weights[level] * (level in path.right), path.sides.sides_at(level)) for level in path.weights]
        if levels > MOST_TERMS:
            every = [(path.weight(right=True), (Sets().union(*path.sides.true), Sets()))]
        top = plus_row(Num(str(weight), t | p, counts=False) for weight, (t, p) in every)
        return self.answer_step(case, result, name, text, (Frac(top, (str(path.weight()),)),))

    def aim(self, case: Case) -> Words:
        return ("wAP averages over levels: each that is right counts with its weight.",)


@register
@dataclass(frozen=True)
class Inconsistency(LevelMeasure):
    """Taxonomic inconsistency: 1 where the answers of two levels contradict the hierarchy, else 0.

    Formula: 1 where some answer of level l + 1 is no child of an answer of level l, else 0. A level without an answer
    ends the path; with `gap="inconsistent"` an answer below it contradicts. Where nothing is told level by level, the
    ancestors of the prediction never contradict it, and the value is 0. Range: 0 to 1; lower is better. Always
    defined. Source: Park et al. 2025.

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop")], ["Pop"], ["Theater", "Pop"])
    >>> evaluate(case, "TICE").value, evaluate(case, 'TICE(answers="given")').value
    (0.0, 1.0)
    """

    spec: ClassVar[MeasureSpec] = level_spec(
        "TICE",
        N_("Levels that contradict each other"),
        better="lower",
        source="Park et al. 2025",
        question=N_("Do the answers of the levels fit together?"),
        how=(
            "A system may answer each level by itself. From the top down, the answer of a level must be a child of the "
            "answer above it; one that is not makes the whole answer inconsistent.",
        ),
        see=("11a", "12a"),
        elsewhere=(
            ("hiereval", "Knows only the steps that occur in the true paths, so that a legal step never seen counts."),
        ),
    )

    gap: str = param(
        "ends",
        N_("Whether a level without an answer ends the path, or an answer below it contradicts."),
        label=N_("A level without an answer"),
        choices=("ends", "inconsistent"),
        named=True,
    )
    by: str = BY
    answers: str = ANSWERS

    def evaluate(self, case: Case) -> Result:
        steps = descents(self.sides(case), self.by, self.answers, self.gap)
        astray = sum(bool(step.astray) for step in steps)
        result = result_of(self, case, float(astray > 0), {"astray": astray, "steps": len(steps)}, steps)
        if self.answers == "given" or case.extra.levels:
            return result
        silent = "No answers are told level by level; the ancestors of a prediction never contradict each other."
        return replace(result, notes=(*result.notes, silent))

    def symbols(self) -> Row:
        astray = Symbol("k", "l", "1 where the step to level l leaves the hierarchy, else 0")
        return ("min", "(", "1", ",", "Σ", astray, ")")

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        told: tuple[Descent, ...] = result.witness
        _, top = self.sides(case).sides_at(1)
        first = text_of("Level 1 answers ", no_class_or(top), ".")
        steps = [step_with_picture("Levels", first, level_picture(case, "Level 1", Sets(), top))]
        for step in told[:MOST_STEPS]:
            levels = f"evels {step.level} and {step.level + 1}"
            start = text_of(
                f"Level {step.level + 1} answers ", no_class_or(step.below), ", below ", no_class_or(step.above)
            )
            end: Words = (": that fits.",)
            if step.astray:
                end = text_of("; ", no_class_or(step.astray), f" {are_verb(step.astray)} no child of an answer above.")
            picture = level_picture(case, f"L{levels}", Sets(), step.above | step.below)
            fact = (f"l{levels}", "contradict" if step.astray else "fit")
            steps.append(step_with_picture("Levels", text_of(start, end), picture, fact=fact))
        if rest := told[MOST_STEPS:]:
            astray = sum(bool(step.astray) for step in rest)
            lines = "One more step leads" if len(rest) == 1 else f"{len(rest)} more steps lead"
            classes = Sets().union(*(step.below for step in rest))
            text = f"{lines} farther down; contradicting: {astray}."
            steps.append(step_with_picture("Levels", text, level_picture(case, "The other levels", Sets(), classes)))
        return steps

    def answer_view(self, case: Case, result: Result, name: str) -> Step:
        told: tuple[Descent, ...] = result.witness
        astray = [step for step in told if step.astray]
        steps = count_words(len(told), "step", "steps")
        text = f"Of {steps} from level to level, {len(astray)} {are_verb(astray)} against the hierarchy."
        classes = Sets().union(self.sides(case).sides_at(1)[1], *(step.above | step.below for step in told))
        picture = level_picture(case, f"All levels · {number(result.value)}", Sets(), classes)
        terms = [(int(bool(step.astray)), step.astray or step.below) for step in told]
        if len(terms) > MOST_TERMS:
            terms = [(len(astray), Sets().union(*(step.astray or step.below for step in told)))]
        row = plus_row(Num(str(value), about, counts=False) for value, about in terms) or ("0",)
        formula = Formula(self.symbol(), (self.symbols(), ("min", "(", "1", ",", *row, ")")), number(result.value))
        return Step(name, (text,), (replace(picture, short=("All levels",)),), formula)

    def aim(self, case: Case) -> Words:
        return ("TICE asks whether answers that were given level by level fit together.",)
