"""Edges by which a prediction goes too far, and by which it falls short (Valmadre 2022)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import ClassVar, NamedTuple

from ..explain import Formula, Frac, HierarchyPicture, Name, Num, Row, Side, Step, Symbol, Words, join_words, number
from ..languages import N_
from ..model.case import Case
from .base import (
    A_PREDICTED,
    A_TRUE,
    PREDICTED,
    TRUE,
    Ends,
    Measure,
    MeasureSpec,
    Result,
    Value,
    empty_side_notes,
    text_of,
)
from .levels import UnitHierarchy, climbed_graph, pictured_classes, unit_hierarchy
from .registry import register
from .shares import size_row
from .telling import (
    MOST_STEPS,
    MOST_TERMS,
    amount_number,
    are_verb,
    count_words,
    looks_of,
    plus_row,
    rest_clause,
    several_roots_note,
    some_names,
    step_with_picture,
    with_root,
)


@dataclass(frozen=True)
class Climb:
    """A class, the nearest class above it (or it itself) that the other side holds, and the edges between."""

    start: str
    """The class from which the climb begins."""
    end: str
    """The nearest class above it, or it itself, that the other side holds."""
    edges: int
    """Number of edges between the two."""


@dataclass(frozen=True)
class SideClimbs:
    """Levels by which predicted classes are too deep, and by which true ones are missed, each by name."""

    excess: tuple[Climb, ...]
    """Climbs from predicted classes that are too deep."""
    deficient: tuple[Climb, ...]
    """Climbs from true classes that are missed."""
    root: str | None = None
    """The artificial root, where the hierarchy has several roots; else None."""

    def climbs_of_side(self, name: str) -> tuple[Climb, ...]:
        """The climbs of one side: those in "excess", or the "deficient" ones."""
        return self.excess if name == "excess" else self.deficient


def _climbs_to_other(rooted: UnitHierarchy, classes: Iterable[str], other: Iterable[str]) -> tuple[Climb, ...]:
    """The climb of every class to the nearest one that the other side holds, ancestors included; the first by name."""
    above = rooted.hierarchy.closure(other) | {rooted.root}
    climbs = []
    for c in sorted(classes):
        up = {a: edges for a, edges in rooted.climbs(c).items() if a in above}
        end = min(up, key=lambda a: (up[a], a))
        climbs.append(Climb(c, end, up[end]))
    return tuple(climbs)


def _mean_climb(climbs: tuple[Climb, ...]) -> Fraction:
    return Fraction(sum(c.edges for c in climbs), len(climbs)) if climbs else Fraction(0)


class DepthMeasure(Measure):
    """Base of measures that count the edges from each class up to the nearest class of the other side."""

    view_names: ClassVar[tuple[str, ...]] = ("climbs", "depths")
    counts: ClassVar[tuple[str, ...]] = ("excess", "deficient")

    def evaluate(self, case: Case) -> Result:
        rooted = unit_hierarchy(case.hierarchy)
        climbs = SideClimbs(
            _climbs_to_other(rooted, case.predicted, case.true),
            _climbs_to_other(rooted, case.true, case.predicted),
            rooted.artificial,
        )
        parts: dict[str, float | int] = {}
        for name in self.counts:
            mine = climbs.climbs_of_side(name)
            parts |= {name: sum(c.edges for c in mine), _SIDES[name].side: len(mine)}
        notes = list(empty_side_notes(case))
        if notes:
            notes.append(f"An empty side is taken as the root, {rooted.root}, which is in every set.")
        notes += several_roots_note(climbs.root)
        value = sum(map(_mean_climb, map(climbs.climbs_of_side, self.counts)), Fraction(0))
        return Result(str(self), float(value), parts, climbs, tuple(notes))

    def upward(self) -> bool:
        return "excess" not in self.counts  # whose bound is the depth of the whole

    def bounds(self, case: Case) -> tuple[Value, Value]:
        rooted = unit_hierarchy(case.hierarchy)
        deepest = Fraction(max(rooted.depths.values()))
        depth = Fraction(sum(rooted.depths[c] for c in case.true), len(case.true)) if case.true else Fraction(0)
        most = {"excess": deepest, "deficient": depth}
        return (0.0, float(sum((most[name] for name in self.counts), Fraction(0))))

    def symbols(self) -> Row:
        sides = (_SIDES[name] for name in self.counts)
        return plus_row(Frac(("Σ", side.climb, "(", side.start, ")"), size_row(side.starts)) for side in sides)

    def formula(self, case: Case, result: Result) -> Formula:
        """The formula with a case's numbers."""
        every = map(result.witness.climbs_of_side, self.counts)
        total = plus_row(_share(climbs) if climbs else "0" for climbs in every)
        return Formula(self.symbol(), (self.symbols(), total), number(result.value))

    def words(self, case: Case, climbs: SideClimbs) -> Words:
        """The climbs in words."""
        every = [(name, c) for name in self.counts for c in climbs.climbs_of_side(name)]
        if not every:
            return ("The side that would climb is empty: the value is 0.",)
        sentences = [_climb_clause(name, c) for name, c in every if c.edges]
        if not sentences:
            who = {c.start for _, c in every}
            return ("No class has to climb, for ", *some_names(who, 6), f" {are_verb(who)} on both sides.")
        more = f"; and {count_words(len(sentences) - 4, 'more class', 'more classes')}" if len(sentences) > 4 else ""
        return text_of(join_words(sentences[:4]), more, ".")

    def view(self, case: Case, result: Result, name: str) -> Step:
        climbs: SideClimbs = result.witness
        pictures = tuple(_average_picture(case, climbs, side) for side in self.counts)
        if name == "depths":
            depths, everyone = unit_hierarchy(case.hierarchy).depths, with_root(pictured_classes(case), climbs.root)
            class_looks = looks_of(everyone, {}, root=climbs.root, values={c: str(depths[c]) for c in everyone})
            pictures = (HierarchyPicture(("The depth of every class",), class_looks, root=climbs.root),)
        aside = tuple(
            (f"{_SIDES[side].called.lower()} {number(_mean_climb(climbs.climbs_of_side(side)))}",)
            for side in self.counts
        )
        aside = aside if len(aside) > 1 else ()
        return Step(name, self.words(case, climbs), pictures, self.formula(case, result), aside)

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        several = len(self.counts) > 1
        return [step for name in self.counts for step in _side_steps(case, result.witness, name, several)]

    def aim(self, case: Case) -> Words:
        which = {1: "predicted" if "excess" in self.counts else "true"}.get(len(self.counts), "marked")
        asks = f"{self.spec.name} asks: {self.spec.question[:1].lower()}{self.spec.question[1:]}"
        return (
            f"{asks} Every {which} class climbs, edge by edge, to the nearest class that the other side holds, "
            "ancestors included.",
        )


class _Side(NamedTuple):
    """A side: its word, what its climbs are called, and the symbols of a climb, of a class and of the set."""

    side: str
    called: str
    climb: Symbol
    start: Symbol
    starts: Symbol


_EXCESS_CLIMB = Symbol("e", says="the edges that a predicted class climbs")
_DEFICIENT_CLIMB = Symbol("d", says="the edges that a true class climbs")
_SIDES = {
    "excess": _Side("predicted", "Too deep", _EXCESS_CLIMB, A_PREDICTED, PREDICTED),
    "deficient": _Side("true", "Not deep enough", _DEFICIENT_CLIMB, A_TRUE, TRUE),
}


def _share(climbs: tuple[Climb, ...]) -> Frac:
    everyone = frozenset(c.start for c in climbs)
    total = (amount_number(sum(c.edges for c in climbs), everyone),)
    row = plus_row(amount_number(c.edges, (c.start, c.end)) for c in climbs) if len(climbs) <= MOST_TERMS else total
    return Frac(row, (Num(str(len(climbs)), everyone),))


def _edge_count_number(count: int) -> str:
    return count_words(count, "edge", "edges")


def _climb_clause(name: str, c: Climb) -> Words:
    """Meaning of a climb, as a clause."""
    if name == "excess":
        return (Name(c.start), f" goes {_edge_count_number(c.edges)} too deep below ", Name(c.end))
    return (
        Name(c.start),
        f" lies {_edge_count_number(c.edges)} below ",
        Name(c.end),
        ", as far as the prediction goes towards it",
    )


def _climb_in_words(name: str, c: Climb) -> Words:
    """A climb as it is made."""
    side, other = ("predicted", "true") if name == "excess" else ("true", "predicted")
    if not c.edges:
        return (Name(c.start), f" is {side} and on the {other} side, too: there are 0 edges to climb.")
    ends = f", the nearest class above it that the {other} side holds."
    return (Name(c.start), f" is {side} and climbs {_edge_count_number(c.edges)} to ", Name(c.end), ends)


def _climbs_picture(
    case: Case, name: str, title: Words, done: Iterable[Climb], about: Iterable[str] = ()
) -> HierarchyPicture:
    """The picture of the climbs of one side, from each class to where the other side is met."""
    rooted = unit_hierarchy(case.hierarchy)
    side: Side = "p" if name == "excess" else "t"
    done, about = list(done), set(about)
    sides, edges = climbed_graph(rooted, [(c.start, c.end, side) for c in done if c.edges])
    ends = {c.end for c in done}
    lengths = {c.start: str(c.edges) for c in done}
    root = rooted.artificial if rooted.artificial in ends else None
    # The class where a climb ends is held by both sides.
    sides |= dict.fromkeys(ends, "both")
    everyone = with_root(pictured_classes(case), root)
    class_looks = looks_of(everyone, sides, about, root=root, values=lengths, others="quiet")
    return HierarchyPicture(title, class_looks, edges, root=root)


def _average_picture(case: Case, climbs: SideClimbs, name: str) -> HierarchyPicture:
    title, mine = _SIDES[name].called, climbs.climbs_of_side(name)
    picture = _climbs_picture(case, name, (title, f" · average {number(_mean_climb(mine))}"), mine)
    return replace(picture, short=(title,))


def _side_steps(case: Case, climbs: SideClimbs, name: str, averaged: bool) -> list[Step]:
    """The climb of every class of a side, then their average, if that is only a part of the value."""
    steps: list[Step] = []
    mine, (side, called, *_) = climbs.climbs_of_side(name), _SIDES[name]
    if not mine:
        text = f"No class is {side}, so nothing is {called.lower()}: 0."
        return [step_with_picture("Climbs", text, _climbs_picture(case, name, (called,), ()))]
    for i, c in enumerate(mine[:MOST_STEPS], 1):
        picture = _climbs_picture(case, name, ("The climb of ", Name(c.start)), mine[:i], [c.start])
        fact = ((Name(c.start), f", {side}"), f"climbs {_edge_count_number(c.edges)}")
        steps.append(step_with_picture("Climbs", _climb_in_words(name, c), picture, fact=fact))
    rest = mine[MOST_STEPS:]
    if rest:
        them = rest_clause(len(rest), f"{side} class climbs", f"{side} classes climb")
        text = f"{them} {_edge_count_number(sum(c.edges for c in rest))}{' together' if rest[1:] else ''}."
        steps.append(step_with_picture("Climbs", text, _climbs_picture(case, name, (called,), mine)))
    if averaged:
        value = number(_mean_climb(mine))
        edges = "edge" if value == "1" else "edges"
        text = f"On average a {side} class climbs {value} {edges}: that much is {called.lower()}."
        formula = Formula((called.lower(),), ((_share(mine),),), value)
        picture = _climbs_picture(case, name, (called, f" · average {value}"), mine)
        steps.append(step_with_picture("Averages", text, picture, formula, (called.lower(), value)))
    return steps


_CLIMB: Words = (
    "A class climbs, edge by edge, to the nearest class that the other side holds, ancestors included; the root is "
    "always held. ",
)
_IN_TREES = (
    "depth(ŷ) − depth(lca) and depth(y) − depth(lca) for one class on either side of a tree, where this is the same."
)
_spec = partial(
    MeasureSpec,
    family=N_("Depth-based"),
    better="lower",
    source="Valmadre 2022",
    unit=N_("edges"),
    elsewhere=(("Valmadre 2022", _IN_TREES),),
)


@register
@dataclass(frozen=True)
class DepthDistance(DepthMeasure):
    """Depth distance: excess and deficient depth together.

    Formula: Excess + Deficient. For one class on either side of a tree this is the distance of the two, TIE.
    Range: 0 to the greatest depth and the average depth of the true classes together; lower is better; in
    edges, whatever these weigh. Always defined; an empty side is taken as the root. Source: Valmadre 2022.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "DepthDist").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "DepthDist",
        N_("Too deep and not deep enough"),
        ends=Ends("the greatest depth and the average depth of the true classes together", "0"),
        question=N_("How far does a prediction go wrong, and how far does it fall short?"),
        how=(*_CLIMB, "The climbs of the predicted classes are averaged, those of the true ones, too, and both added."),
        see=("17a", "17c", "11b", "13b"),
    )


@register
@dataclass(frozen=True)
class ExcessDepth(DepthMeasure):
    """Excess depth: how many edges the predicted classes go beyond what is true.

    Formula: Σ e(ŷ) / |Ŷ|, where e(ŷ) is the fewest edges from ŷ up to a true class or an ancestor of one; in
    a tree, for one class on either side, depth(ŷ) − depth(lca). Range: 0 to the greatest depth; lower is
    better; in edges, whatever these weigh. Always defined; 0 where nothing is predicted, and where nothing is
    true the root alone is. Source: Valmadre 2022.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Arts"], ["Pop"]), "Excess").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "Excess",
        N_("Too deep"),
        under="DepthDist",
        ends=Ends("the greatest depth", "0"),
        question=N_("How many edges does the prediction go too far?"),
        how=(*_CLIMB, "The climbs of the predicted classes are averaged. Too general a prediction costs nothing."),
        see=("17a", "11b", "13b"),
    )
    counts: ClassVar[tuple[str, ...]] = ("excess",)


@register
@dataclass(frozen=True)
class DeficientDepth(DepthMeasure):
    """Deficient depth: how many edges short of the true classes the prediction stays.

    Formula: Σ d(y) / |Y|, where d(y) is the fewest edges from y up to a predicted class or an ancestor of
    one; in a tree, for one class on either side, depth(y) − depth(lca). Range: 0 to the average depth of the
    true classes; lower is better; in edges, whatever these weigh. Always defined; 0 where nothing is true,
    and where nothing is predicted the root alone is. Source: Valmadre 2022.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Arts"]), "Deficient").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "Deficient",
        N_("Not deep enough"),
        under="DepthDist",
        ends=Ends("the average depth of the true classes", "0"),
        question=N_("How many edges does the prediction fall short?"),
        how=(*_CLIMB, "The climbs of the true classes are averaged. Too specific a prediction costs nothing."),
        see=("17c", "17b", "11b"),
    )
    counts: ClassVar[tuple[str, ...]] = ("deficient",)
