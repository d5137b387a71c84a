"""Contributions of misclassified instances (Sun, Lim & Ng 2003): counts, averages, and how near classes are.

A misclassified instance contributes to a class by how near its other classes are. All of this is about counts
and sets of classes, of one instance or of a data set; `family.py` makes measures of one case of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import lcm
from typing import Any

from ...errors import CaseError, MeasureError, quoted
from ...model.case import Case
from ...model.extra import Extra
from ...model.hierarchy import Hierarchy, cached_by_hierarchy
from ..levels import unit_hierarchy

MOST_PAIRS = 500_000  # of classes to compare one by one, which takes a second

Number = int | Fraction


# Counts


def _share(top: Number, bottom: Number) -> Fraction:
    """Top / bottom, and 0 where there is nothing above 0 to divide by."""
    return Fraction(top) / bottom if bottom > 0 else Fraction(0)


@dataclass(frozen=True)
class ContributionCounts:
    """Counts that a class gathers over some instances (S03 Table 1 and Eq. 11, 20).

    >>> grain = ContributionCounts(132, 19, 17, Fraction("-0.020"), Fraction("-0.259"))
    >>> round(float(grain.precision), 3), round(float(grain.recall), 3)
    (0.874, 0.884)
    """

    tp: int = 0
    """Number of instances in which the class was right."""
    fp: int = 0
    """Number of instances in which it was predicted and wrong."""
    fn: int = 0
    """Number of instances in which it was missed."""
    fp_contribution: Number = 0
    """Sum of its contributions where it was wrong, each -1 to 1; a sum beyond their number is a MeasureError."""
    fn_contribution: Number = 0
    """Sum of its contributions where it was missed, each -1 to 1; a sum beyond their number is a MeasureError."""

    def __post_init__(self) -> None:
        for name in ("tp", "fp", "fn"):
            value: Any = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise MeasureError(f"{name}={quoted(value)} is not accepted; a whole number from 0 on is")
        for kind, count in (("fp", self.fp), ("fn", self.fn)):
            name = f"{kind}_contribution"
            total: Any = getattr(self, name)
            if not isinstance(total, int | Fraction) or not -count <= total <= count:
                accepted = f"a whole number or a Fraction from {-count} to {count}" if count else "0"
                raise MeasureError(f"{name}={quoted(total)} is not accepted; {accepted} is")

    @property
    def numerator(self) -> Number:
        """The numerator of Eq. 12 and 13."""
        return max(0, self.tp + self.fp_contribution + self.fn_contribution)

    @property
    def precision_denominator(self) -> Number:
        """The denominator of Eq. 12, which may lie below 0."""
        return self.tp + self.fp + self.fn_contribution

    @property
    def recall_denominator(self) -> Number:
        """The denominator of Eq. 13, which may lie below 0."""
        return self.tp + self.fn + self.fp_contribution

    @property
    def precision(self) -> Fraction:
        """Extended precision (Eq. 12); 0 where its denominator is not above 0."""
        return _share(self.numerator, self.precision_denominator)

    @property
    def recall(self) -> Fraction:
        """Extended recall (Eq. 13); 0 where its denominator is not above 0."""
        return _share(self.numerator, self.recall_denominator)

    def accuracy(self, instances: int) -> Fraction:
        """Extended accuracy over so many instances (Eq. 18). It and the error are 1 together."""
        return 1 - self.error(instances)

    def error(self, instances: int) -> Fraction:
        """Extended error (Eq. 19), its misprint mended: the denominator is TP + TN + FP + FN, all instances."""
        least = self.tp + self.fp + self.fn
        if instances < max(1, least):
            raise MeasureError(f"{quoted(instances)} instances are not accepted; at least {max(1, least)} are")
        return Fraction(self.fp + self.fn - self.fp_contribution - self.fn_contribution) / instances


@dataclass(frozen=True)
class Ratio:
    """A fraction that keeps its numerator and its denominator; 0 where the denominator is not above 0."""

    top: Number
    """Numerator."""
    bottom: Number
    """Denominator."""

    @property
    def value(self) -> Fraction:
        """The quotient."""
        return _share(self.top, self.bottom)


def micro_averages(counts: Iterable[ContributionCounts], limited: bool = False) -> tuple[Ratio, Ratio]:
    """Precision and recall over all classes together (Eq. 14, 15).

    As printed, only the numerators are kept from falling below 0, so that a class with a denominator
    below 0 takes from the others', and the average can exceed 1. limited: such a denominator counts as 0,
    as it does for a class alone; then the averages stay within 0 and 1.
    """
    listed = list(counts)
    gained = sum(c.numerator for c in listed)
    precision_of, recall_of = [c.precision_denominator for c in listed], [c.recall_denominator for c in listed]
    if limited:
        precision_of, recall_of = [max(0, n) for n in precision_of], [max(0, n) for n in recall_of]
    return Ratio(gained, sum(precision_of)), Ratio(gained, sum(recall_of))


def macro_averages(counts: Iterable[ContributionCounts]) -> tuple[Ratio, Ratio]:
    """The averages of the classes' precisions and recalls (Eq. 16, 17)."""
    listed = list(counts)
    precision, recall = sum(c.precision for c in listed), sum(c.recall for c in listed)
    return Ratio(precision, len(listed)), Ratio(recall, len(listed))


def blocking_factor(
    hierarchy: Hierarchy, inner: str, labelled: Mapping[str, int], blocked: Mapping[str, int]
) -> Fraction | None:
    """The share of the instances at or below a class that its classifier rejected (Eq. 21).

    labelled: how many instances carry a class.  blocked: how many of these the classifier of `inner` rejected.
    Classes without an entry count 0; None where nothing at or below `inner` is labelled.

    >>> tree = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop")])
    >>> blocking_factor(tree, "Music", {"Music": 3, "Pop": 5, "Arts": 9}, {"Pop": 2})
    Fraction(1, 4)
    """
    domain = hierarchy.downward_closure([inner])
    for c in sorted(domain):
        if not 0 <= blocked.get(c, 0) <= labelled.get(c, 0):
            raise MeasureError(
                f"{quoted(blocked.get(c, 0))} blocked instances of class {quoted(c)} are not accepted; "
                f"a number from 0 to {labelled.get(c, 0)} is"
            )
    total = sum(labelled.get(c, 0) for c in domain)
    return Fraction(sum(blocked.get(c, 0) for c in domain), total) if total else None


# How near two classes are


@dataclass(frozen=True, eq=False)
class Similarities:
    """Category similarities with their average over all pairs of classes (ACS, Eq. 10)."""

    hierarchy: Hierarchy
    """The hierarchy that similarities are computed from."""
    classes: frozenset[str]
    """The classes whose pairs are averaged."""
    average: Fraction
    """Average over all pairs of these classes."""
    given: Mapping[tuple[str, str], Fraction] | None = None
    """Similarities that came with the case, each pair in order of name; None where they are computed from the
    hierarchy, as `wu_palmer`.
    """

    def of(self, a: str, b: str) -> Fraction:
        """The similarity of two classes, 1 of a class with itself."""
        if a == b:
            return Fraction(1)
        return wu_palmer(self.hierarchy, a, b) if self.given is None else self.given[min(a, b), max(a, b)]

    def amount(self, a: str, b: str) -> Fraction:
        """(CS − ACS) / (1 − ACS), and 0 where all classes are equally alike (Eq. 11)."""
        return (self.of(a, b) - self.average) / (1 - self.average) if self.average < 1 else Fraction(0)


@dataclass(frozen=True)
class Distances:
    """Distances in the hierarchy against an acceptable one, Dis_θ."""

    hierarchy: Hierarchy
    """The hierarchy in which distances are measured."""
    acceptable: Fraction
    """The distance up to which a miss is forgiven, Dis_θ."""

    @property
    def classes(self) -> frozenset[str]:
        """All classes of the hierarchy."""
        return frozenset(self.hierarchy.classes)

    def of(self, a: str, b: str) -> Fraction:
        """The distance of two classes."""
        return self.hierarchy.distance(a, b)

    def amount(self, a: str, b: str) -> Fraction:
        """1 − Dis / Dis_θ (Eq. 20)."""
        return 1 - self.of(a, b) / self.acceptable


Nearness = Similarities | Distances  # judge of contributions: against an average, or against an acceptable one


def deepest_meeting(hierarchy: Hierarchy, a: str, b: str) -> tuple[str, int, int]:
    """Meeting of two classes where they are most alike: the ancestor, its depth, both climbs to it together.

    Climbs are counted in edges, whatever these weigh; the depth in classes, so that the root has 1.
    """
    rooted = unit_hierarchy(hierarchy)
    up, down = rooted.climbs(a), rooted.climbs(b)
    best, depth, climbs = "", 0, 1
    for c, climb in up.items():
        if c in down:
            # Whether climbs / depth is less than so far.
            own_depth = rooted.depths[c] + 1
            more = climbs * own_depth - (climb + down[c]) * depth
            if more > 0 or (more == 0 and c < best):
                best, depth, climbs = c, own_depth, climb + down[c]
    return best, depth, climbs


def wu_palmer(hierarchy: Hierarchy, a: str, b: str) -> Fraction:
    """2·depth / (2·depth + climbs) of the common ancestor where it is greatest; 1 for a class and itself.

    In a tree this is 2·depth(lca) / (depth(a) + depth(b)), the measure of Wu and Palmer.

    >>> tree = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")])
    >>> wu_palmer(tree, "Pop", "Rock"), wu_palmer(tree, "Arts", "Pop")
    (Fraction(2, 3), Fraction(1, 2))
    """
    _, depth, climbs = deepest_meeting(hierarchy, a, b)
    return Fraction(2 * depth, 2 * depth + climbs)


@cached_by_hierarchy
def computed_similarities(hierarchy: Hierarchy) -> Similarities:
    """The similarities by `wu_palmer`; a CaseError where there are too many pairs for their average."""
    rooted = unit_hierarchy(hierarchy)
    h, depth_of = rooted.hierarchy, {c: edges + 1 for c, edges in rooted.depths.items()}
    pairs = len(hierarchy) * (len(hierarchy) - 1) // 2
    tops: Counter[int] = Counter()  # sums of the numerators of similarities, by their denominator
    if h.is_tree:
        tops = _depth_sums_in_a_tree(h, depth_of)
        if h.artificial_root is not None and h.artificial_root not in hierarchy:
            for depth in depth_of.values():
                tops[1 + depth] -= 2 if depth > 1 else 0
    elif pairs <= MOST_PAIRS:
        for a, b in combinations(hierarchy.classes, 2):
            _, depth, climbs = deepest_meeting(hierarchy, a, b)
            tops[2 * depth + climbs] += 2 * depth
    else:
        raise CaseError(
            f"with {len(hierarchy)} classes, some of them below several parents, there are too many pairs to average "
            "over; a case may bring its similarities"
        )
    common = lcm(*tops)
    total = Fraction(sum(top * (common // bottom) for bottom, top in tops.items()), common)
    return Similarities(hierarchy, frozenset(hierarchy.classes), total / max(1, pairs))


def _depth_sums_in_a_tree(h: Hierarchy, depth_of: Mapping[str, int]) -> Counter[int]:
    """The sums of 2·depth(lca) over all pairs of classes, by depth(a) + depth(b)."""
    tops: Counter[int] = Counter()
    below: dict[str, Counter[int]] = {}  # by class, how many classes of which depth stand at or below it
    for c in sorted(depth_of, key=depth_of.__getitem__, reverse=True):
        mine = Counter({depth_of[c]: 1})
        for child in h.children(c):
            few, many = sorted((mine, below.pop(child)), key=len)
            for i, m in few.items():
                for j, n in many.items():
                    tops[i + j] += 2 * depth_of[c] * m * n
            many.update(few)
            mine = many
        below[c] = mine
    return tops


@lru_cache(maxsize=64)
def given_similarities(hierarchy: Hierarchy, extra: Extra) -> Similarities:
    """The similarities that came with a case: the classes in them are those that are told apart.

    A class is 1 like itself, whether said or not.
    """
    similarity = dict(extra.similarity)
    classes = frozenset(c for pair in similarity for c in pair)
    return Similarities(hierarchy, classes, extra.average_similarity, similarity)


def similarities_of(hierarchy: Hierarchy, extra: Extra) -> Similarities:
    """The similarities that are given, or those of the hierarchy where none are; a CaseError where these cannot be."""
    return given_similarities(hierarchy, extra) if extra.similarity else computed_similarities(hierarchy)


def similarities(case: Case, source: str = "given") -> Similarities:
    """The similarities that a case brings, or those of its hierarchy where it brings none.

    source: "given", or "hierarchy" for those of the hierarchy in any case. Raises CaseError where they
    cannot be used, or where a marked class has none.
    """
    table = similarities_of(case.hierarchy, case.extra if source == "given" else Extra())
    if table.given is None:
        return table
    for c in case.marked:
        if c not in table.classes:
            raise CaseError(
                f"similarity: class {quoted(c)} is marked and stands in no row; every marked class needs one"
            )
    return table


# Contributions


@dataclass(frozen=True)
class Addend:
    """Term of a contribution, from one other class."""

    other: str
    """The other class."""
    near: Fraction
    """Its similarity to the class, or its distance from it."""
    amount: Fraction
    """The amount that it adds to the contribution."""


@dataclass(frozen=True)
class Contribution:
    """Contribution of an instance to a class in which it is wrong, or else missed (Eq. 11, 20)."""

    name: str
    """Name of the class."""
    wrong: bool
    """Whether the class was predicted and wrong; else it was missed."""
    terms: tuple[Addend, ...]
    """The terms that are added."""

    @cached_property
    def total(self) -> Fraction:
        """The sum, before it is limited."""
        return sum((term.amount for term in self.terms), Fraction(0))

    @cached_property
    def limited(self) -> Fraction:
        """The sum, kept from falling below -1 and from exceeding 1."""
        return max(Fraction(-1), min(Fraction(1), self.total))

    @property
    def limited_above_0(self) -> Fraction:
        """The limited sum, and 0 where it is less."""
        return max(Fraction(0), self.limited)


@dataclass(frozen=True)
class Contributions:
    """The contributions of one instance: the right, wrong and missed classes, the last two with theirs."""

    right: frozenset[str]
    """Classes that are both true and predicted."""
    wrong: tuple[Contribution, ...]
    """Contributions to the classes that were predicted and are wrong."""
    missed: tuple[Contribution, ...]
    """Contributions to the true classes that were missed."""
    rest: int
    """Number of classes that are neither true nor predicted."""

    @cached_property
    def counts(self) -> dict[str, ContributionCounts]:
        """The counts of every marked class, by name."""
        by_class = {c: ContributionCounts(tp=1) for c in self.right}
        by_class |= {w.name: ContributionCounts(fp=1, fp_contribution=w.limited) for w in self.wrong}
        by_class |= {m.name: ContributionCounts(fn=1, fn_contribution=m.limited) for m in self.missed}
        return dict(sorted(by_class.items()))

    @cached_property
    def total_counts(self) -> ContributionCounts:
        """The counts of all marked classes, added up."""
        wrong, missed = (sum((one.limited for one in side), Fraction(0)) for side in (self.wrong, self.missed))
        return ContributionCounts(len(self.right), len(self.wrong), len(self.missed), wrong, missed)


def contributions(true: frozenset[str], predicted: frozenset[str], nearness: Nearness) -> Contributions:
    """Contributions of an instance with these classes to each of them.

    A class that is wrong gets something from every true class, one that is missed from every predicted one.
    """
    return _contributions(nearness.hierarchy, true, predicted, nearness)


@cached_by_hierarchy
def _contributions(_: Hierarchy, true: frozenset[str], predicted: frozenset[str], nearness: Nearness) -> Contributions:
    def got(c: str, wrong: bool) -> Contribution:
        others = sorted(true if wrong else predicted)
        return Contribution(c, wrong, tuple(Addend(o, nearness.of(o, c), nearness.amount(o, c)) for o in others))

    return Contributions(
        true & predicted,
        tuple(got(c, True) for c in sorted(predicted - true)),
        tuple(got(c, False) for c in sorted(true - predicted)),
        len(nearness.classes - true - predicted),
    )
