"""PathF1 and ConstrainedF1: only whole paths from the root count, or classes whose path is right all the way."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import ClassVar, NamedTuple

from ...explain import HierarchyPicture, Name, Row, Step, Symbol, Words, number
from ...languages import N_
from ...model.case import Case
from ...model.hierarchy import Hierarchy
from ..base import MeasureSpec, Result, Value, param, text_of
from ..registry import register
from ..telling import MOST_STEPS, are_verb, count_words, some_names, step_with_picture, with_marks
from .family import ANSWERS, NOTHING, ClassCount, Classes, CountedShare, Sides, counts_spec, share_param, sides_picture


def root_left_out(h: Hierarchy) -> Classes:
    """The root, where there is one."""
    return frozenset(h.roots if len(h.roots) == 1 else ())


def compared_sides(case: Case, answers: str) -> tuple[Classes, Classes]:
    """The true classes with their ancestors and the predicted ones, with theirs or alone, the root left out."""
    h, top = case.hierarchy, root_left_out(case.hierarchy)
    predicted = h.closure(case.predicted) if answers == "ancestors" else case.predicted
    return frozenset(h.closure(case.true) - top), frozenset(predicted - top)


class PathCounts(NamedTuple):
    """The number of paths down to a class, and of classes on all of them together."""

    number: int
    length: int


def paths_within(h: Hierarchy, classes: Classes) -> dict[str, PathCounts]:
    """By leaf, the paths from below the root, or from a root of several, all of whose classes are among these."""
    top = root_left_out(h)
    found: dict[str, PathCounts] = {}
    for c in (c for c in h.top_down if c in classes):
        parents = h.parents(c)
        above = [found[p] for p in parents if p in found]
        starts = int(not parents or any(p in top for p in parents))
        count = starts + sum(paths.number for paths in above)
        found[c] = PathCounts(count, count + sum(paths.length for paths in above))
    return {c: paths for c, paths in found.items() if paths.number and not h.children(c)}


class PathShare(CountedShare):
    """Base of the two: with which classes the predicted side is compared. answers: with its ancestors, or as given."""

    answers: str = "ancestors"

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        true, predicted = compared_sides(case, self.answers)
        classes = [some_names(side, 6) or ("no class",) for side in (true, predicted)]
        text = text_of("Without the root, the true side holds ", classes[0], ", the predicted side ", classes[1], ".")
        first = step_with_picture("Sides", text, sides_picture(case, "Both sides", true, predicted))
        return [first, *self.counted_steps(case, result.witness)]

    def counted_steps(self, case: Case, sides: Sides) -> list[Step]:
        """Steps on what is counted of both sides."""
        raise NotImplementedError


@register
@dataclass(frozen=True)
class PathF1(PathShare):
    """Path F1: whole paths from below the root to a leaf, right only where all of their classes are.

    Formula: F1 = 2r / (t + p), P = r / p or R = r / t: t are the paths all of whose classes are true, ancestors
    included, p those all of whose classes are predicted, r those that are both. With `answers="given"` a predicted
    class does not bring its ancestors. `penalty="HierVerb"` multiplies by 2(1 − 1/(1 + exp(−x))), x the predicted
    classes beyond those of p, each path with all its classes, per true class; where paths share classes x is below 0,
    and the value above F1. Range: 0 to 1, with the penalty to 2; higher is better; 0/0 is 0. Source: Ji et al. 2023.

    >>> edges = [("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")]
    >>> evaluate(Case.of(edges, ["Pop", "Theater"], ["Pop", "Rock"]), "PathF1").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = counts_spec(
        "PathF1",
        N_("Whole paths to leaves"),
        source="Ji et al. 2023",
        question=N_("How many whole paths are right?"),
        how=(
            "A path leads from below the root to a leaf, and is predicted only if all of its classes are. The paths "
            "that are true and predicted are set against those of each side; what ends above a leaf counts nothing.",
        ),
        see=("11b", "12a", "13b"),
        elsewhere=(("HierVerb", "Multiplies by a penalty for other classes, which can be a bonus."),),
    )

    answers: str = ANSWERS
    penalty: str = param(
        "none",
        N_("Whether predicted classes beside the paths lower the value, as HierVerb does."),
        label=N_("Penalty"),
        choices=("none", "HierVerb"),
        named=True,
    )
    of: str = share_param()

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, 1.0 if self.penalty == "none" else 2.0)

    def sides(self, case: Case) -> Sides:
        true, predicted = compared_sides(case, self.answers)
        # A path is on both sides where all of its classes are on both.
        both = SharedPaths(*(paths_within(case.hierarchy, side) for side in (true & predicted, true, predicted)))
        counted = [ClassCount(sum(paths.number for paths in by_leaf.values()), frozenset(by_leaf)) for by_leaf in both]
        beside = len(predicted) - sum(paths.length for paths in both.predicted.values())
        return Sides(counted[0], counted[1], counted[2], (both, beside, len(true)))

    def factor(self, sides: Sides) -> float:
        _, beside, true = sides.told
        return hierverb_penalty(beside, true) if self.penalty != "none" else 1.0

    def symbols(self) -> Row:
        factor: Row = (Symbol("a", says="the factor for classes beside the paths"), "·")
        return (*(factor if self.penalty != "none" else ()), *super().symbols())

    def numbers_row(self, sides: Sides) -> Row:
        factor: Row = (number(self.factor(sides)), "·")
        return (*(factor if self.penalty != "none" else ()), *super().numbers_row(sides))

    def words(self, sides: Sides) -> Words:
        if self.penalty == "none":
            return super().words(sides)
        beside = sides.told[1]
        more = (
            f"{count_words(abs(beside))} {'fewer' if beside < 0 else 'more'} than" if beside else "as many classes as"
        )
        factor = number(self.factor(sides))
        return (
            *super().words(sides),
            f" The predicted side holds {more} its paths have: that makes the factor {factor}.",
        )

    def counted_steps(self, case: Case, sides: Sides) -> list[Step]:
        both: SharedPaths = sides.told[0]
        leaves = sorted({*both.true, *both.predicted})
        steps = [_leaf_step(case, both, leaf, self.answers) for leaf in leaves[:MOST_STEPS]]
        if rest := frozenset(leaves[MOST_STEPS:]):
            them = f"{len(rest)} more leaves have" if rest - {min(rest)} else "One more leaf has"
            true, predicted, common = (
                sum(by_leaf[c].number for c in rest if c in by_leaf)
                for by_leaf in (both.true, both.predicted, both.common)
            )
            text = f"{them} {true} true and {predicted} predicted in all, on both sides: {common}."
            picture = sides_picture(case, "The other leaves", rest & {*both.true}, rest & {*both.predicted}, rest)
            steps.append(step_with_picture("Paths", text, picture))
        if not leaves:
            text = "No path to a leaf is whole on either side: there are 0 to count."
            steps.append(step_with_picture("Paths", text, sides_picture(case, "No path", NOTHING, NOTHING)))
        return steps

    def aim(self, case: Case) -> Words:
        return ("PathF1 asks how many whole paths, down to a leaf, are right.",)


class SharedPaths(NamedTuple):
    """By leaf, the paths on both sides, on the true and on the predicted one."""

    common: dict[str, PathCounts]
    true: dict[str, PathCounts]
    predicted: dict[str, PathCounts]


def _leaf_step(case: Case, both: SharedPaths, leaf: str, answers: str) -> Step:
    """Step on the paths down to a leaf."""
    common, true, predicted = (by_leaf[leaf].number if leaf in by_leaf else 0 for by_leaf in both)
    where = "on both sides" if common else "true alone" if true else "predicted alone"
    text = text_of("The path down to ", Name(leaf), f" is {where}.")
    if max(true, predicted) > 1:
        where = f"{common} of {true} and {predicted}"
        text = text_of(
            "Down to ", Name(leaf), f" lead {true} true and {predicted} predicted ways; on both sides: {common}."
        )
    on_path = case.hierarchy.closure([leaf])
    t, p = compared_sides(case, answers)
    picture = sides_picture(
        case, "A path", on_path & t if true else NOTHING, on_path & p if predicted else NOTHING, frozenset([leaf])
    )
    return step_with_picture("Paths", text, picture, fact=(Name(leaf), where))


def hierverb_penalty(beside: int, true: int) -> float:
    """The factor of HierVerb: 2(1 − 1/(1 + exp(−x))), x the classes beside the paths per true class; 1 for 0/0."""
    return 2 * (1 - 1 / (1 + exp(-beside / true))) if true else 1.0


@register
@dataclass(frozen=True)
class ConstrainedF1(PathShare):
    """Constrained F1: a class is right only where all classes above it are right, too.

    Formula: F1 = 2r / (t + p), P = r / p or R = r / t: t are the true classes, ancestors included, p the predicted
    ones, the root left out of both; r those on both sides whose ancestors are on both sides, too. With
    `answers="given"` a predicted class does not bring its ancestors; else this is hF without the root. Range: 0 to 1;
    higher is better; 0/0 is 0. Source: Ji et al. 2023.

    >>> case = Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Pop"])
    >>> evaluate(case, "ConstrainedF1").value, evaluate(case, 'ConstrainedF1(answers="given")').value
    (1.0, 0.0)
    """

    spec: ClassVar[MeasureSpec] = counts_spec(
        "ConstrainedF1",
        N_("Classes below right ones only"),
        source="Ji et al. 2023",
        question=N_("How many classes are right all the way from the top?"),
        how=(
            "A class on both sides counts as right only where every class above it is on both sides, too. Right "
            "classes are set against all of either side, the root left out.",
        ),
        see=("11b", "12a", "17b"),
    )
    things: ClassVar[tuple[str, str]] = ("class", "classes")

    answers: str = ANSWERS
    of: str = share_param()

    def upward(self) -> bool:
        return True

    def sides(self, case: Case) -> Sides:
        true, predicted = compared_sides(case, self.answers)
        h, common = case.hierarchy, true & predicted
        right = frozenset(c for c in common if h.ancestors(c) - root_left_out(h) <= common)
        counted = [ClassCount(len(side), side) for side in (right, true, predicted)]
        return Sides(counted[0], counted[1], counted[2], common - right)

    def letter_meanings(self) -> tuple[str, str, str]:
        return "the classes that are right, with all above them", "the true classes", "the predicted classes"

    def words(self, sides: Sides) -> Words:
        right, true, predicted = sides.sizes
        return (f"Of {true} true and {predicted} predicted classes, {right} {'is' if right == 1 else 'are'} right.",)

    def counted_steps(self, case: Case, sides: Sides) -> list[Step]:
        true, predicted = sides.true.classes, sides.predicted.classes
        right, broken = sides.common.classes, sides.told
        text = text_of(some_names(right, 6), f" {are_verb(right)} right, with all classes above.")
        if not right:
            text = ("No class is on both sides with all classes above it: 0 are right.",)
        picture = sides_picture(case, "Right classes", true, predicted, right)
        steps = [step_with_picture("Right", text, picture, fact=("right", str(len(right))))]
        if broken:
            what = "it stands" if len(broken) == 1 else "each stands"
            text = text_of(
                some_names(broken, 6), f" {are_verb(broken)} on both sides and not right: {what} below one that is not."
            )
            picture = sides_picture(case, "Not right", true, predicted)
            looks = with_marks(picture.looks, broken)
            steps.append(step_with_picture("Not right", text, HierarchyPicture(picture.title, looks, picture.edges)))
        return steps

    def aim(self, case: Case) -> Words:
        return ("ConstrainedF1 asks how many classes are right, and all classes above them, too.",)
