"""Measures by category similarity and distance (Sun, Lim & Ng 2003): what is alike or near counts in part."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import ClassVar

from ...explain import Formula, Frac, HierarchyPicture, Link, Look, Name, Num, Row, Step, Symbol, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import Ends, MeasureSpec, param
from ..levels import unit_hierarchy
from ..registry import register
from ..shares import BETA
from ..telling import artificial_root_note, count_words, part_number, several_roots_note, step_with_picture
from .contributions import Addend, Contributions, Distances, Similarities, deepest_meeting, similarities
from .family import ACCURACY, AVERAGE, FAMILY, HOW, MOST_LINKS, ONE_INSTANCE, S03, ContributionMeasure
from .steps import MOST_POINTED

_spec = partial(MeasureSpec, family=FAMILY, better="higher")
_ACS = Symbol("ACS", says="the similarity of two classes on average")


@dataclass(frozen=True)
class SimilarityMeasure(ContributionMeasure):
    """Contributions by similarity, set against the average of all pairs of classes (Eq. 11)."""

    sub: ClassVar[str] = "CS"
    origin: ClassVar[str] = "by similarity"
    near_symbol: ClassVar[Symbol] = Symbol("CS", says="the similarity of two classes")

    similarity: str = param(
        "given",
        N_("Those that the case brings, if any; or always those of its hierarchy, by Wu and Palmer."),
        label=N_("Similarities"),
        choices=("given", "hierarchy"),
        named=True,
    )

    def nearness(self, case: Case) -> Similarities:
        return similarities(case, self.similarity)

    def nearness_notes(self, case: Case, sums: Contributions) -> tuple[str, ...]:
        used = self.nearness(case)
        notes = []
        if used.given is not None:
            notes.append("The similarities are those that came with the case.")
        elif len(case.hierarchy.roots) > 1:
            root = case.hierarchy.rooted().artificial_root
            notes += several_roots_note(root, "similarities pass an artificial root, {}, above them")
        if used.average == 1:
            notes.append("All classes are equally alike, so that nothing contributes.")
        return tuple(notes)

    def nearness_parts(self, case: Case) -> dict[str, int | float]:
        return {"average_similarity": part_number(self.nearness(case).average)}

    def contribution_rule(self) -> str:
        return "Classes that are more alike than average give something, less alike ones take away."

    def nearness_words(self, case: Case, near: Fraction) -> Words:
        return (f"with a similarity of {number(near)}",)

    def nearness_reason(self, case: Case, name: str, term: Addend) -> tuple[Words, ...]:
        if self.nearness(case).given is not None:
            return ()
        at, depth, climbs = deepest_meeting(case.hierarchy, name, term.other)
        place = Name(at) if at in case.hierarchy else f"the artificial root {at}"
        edges = count_words(climbs, "edge", "edges")
        reason = f", depth {depth}, after {edges}: {2 * depth}/({2 * depth} + {climbs}) = {number(term.near)}"
        return ((Name(name), " and ", Name(term.other), " meet at ", place, reason),)

    def amount_row(self, near: Symbol | Num, case: Case | None = None) -> Row:
        average = _ACS if case is None else number(self.nearness(case).average, 3)
        return (Frac((near, "−", average), ("1", "−", average)),)

    def nearness_step(self, case: Case) -> Step:
        used = self.nearness(case)
        count, average = len(used.classes), number(used.average)
        # An average that a case brings is that of more classes than these.
        apart = None if used.given is None else case.extra.average
        pairs = count * (count - 1) // 2 if apart is None else 0
        classes = case.neighbourhood(MOST_POINTED).hierarchy.classes
        if used.given is None:
            title, where = "Depth of every class, counted in classes from the root", "computed from the hierarchy"
            depths = unit_hierarchy(case.hierarchy).depths
            looks = {c: Look(value=str(depths[c] + 1)) for c in classes}
        else:
            title, where = "Classes with similarities", "given with the case"
            looks = {c: Look(emphasis="plain" if c in used.classes else "quiet") for c in classes}
        why = "as there is no pair to average over" if apart is None else "as the case says"
        text = f"The average similarity is {average}, {why}."
        if pairs:
            over = f"over {count_words(pairs, 'pair', 'pairs')} of the {count} classes"
            text = f"On average, {over}, the similarity is {average}, {where}."
        text += " A class that is more alike gives something, one that is less alike takes away."
        n = Symbol("n", says="the number of all classes")
        sides: tuple[Row, ...] = ((Frac(("2", "·", "Σ", self.near_symbol), (n, "·", "(", n, "−", "1", ")")),),)
        if pairs:
            sides += ((Frac((number(used.average * pairs),), (str(pairs),)),),)
        formula = Formula((_ACS,), sides, average)
        return step_with_picture(
            "Average", text, HierarchyPicture((title,), looks), formula, ("alike on average", average)
        )


_ALIKE: Words = (
    "A class that is wrong gets something from every true class, a missed one from every predicted class: how much "
    "more alike the two are than classes are on average, ",
    Symbol("ACS"),
    ". The sum is kept within −1 and 1. ",
)
_COSINE = "Similarity is the cosine of two class vectors; a case file brings it under the key similarity."
_alike_spec = partial(
    _spec, see=("15", "11a", "11b"), elsewhere=((S03, ONE_INSTANCE), (f"{S03}, experiments", _COSINE))
)


@register
@dataclass(frozen=True)
class SimilarityF(SimilarityMeasure):
    """Category-similarity F: the harmonic mean of CSP and CSR, in which near misses count in part.

    Formula: (1 + β²)PR / (β²P + R), P and R as in CSP and CSR. Range: 0 to 1; higher is better. Always
    defined unless similarities are missing; 0 with an empty side, and where P and R are 0. Similarities are
    those of the case, or Wu and Palmer's in its hierarchy, as `wu_palmer` computes them.
    Source: Sun, Lim & Ng 2003, Eq. 7 and 10 to 17.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CSF").value
    0.25
    """

    spec: ClassVar[MeasureSpec] = _alike_spec(
        "CSF",
        N_("Near misses count, by similarity"),
        source=f"{S03}, Eq. 7, 10–17",
        question=N_("How much is right, if what is alike counts in part?"),
        how=(
            *_ALIKE,
            "CSP sets hits and what is above 0 against what is predicted, CSR against what is true; CSF is "
            "their harmonic mean.",
        ),
    )
    which: ClassVar[str] = "F"

    average: str = AVERAGE
    beta: Fraction = BETA


@register
@dataclass(frozen=True)
class SimilarityPrecision(SimilarityMeasure):
    """Category-similarity precision: the share of what is predicted that is right or near to it.

    Formula: (|TP| + Con⁺FP + Con⁺FN) / (|TP| + |FP| + Con⁺FN), with Con⁺ the contributions above 0.
    Range: 0 to 1; higher is better. 0 where the denominator is not above 0, as with no predicted class.
    Source: Sun, Lim & Ng 2003, Eq. 11, 12, 14 and 16.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts", "Music"]), "CSP").value
    0.5714285714285714
    """

    spec: ClassVar[MeasureSpec] = _alike_spec(
        "CSP",
        N_("Predicted part that is right or alike"),
        source=f"{S03}, Eq. 10–12, 14, 16",
        under="CSF",
        question=N_("How much of what is predicted is right or alike?"),
        how=(*_ALIKE, HOW["P"]),
    )
    which: ClassVar[str] = "P"

    average: str = AVERAGE


@register
@dataclass(frozen=True)
class SimilarityRecall(SimilarityMeasure):
    """Category-similarity recall: the share of what is true that was found, or something near to it.

    Formula: (|TP| + Con⁺FP + Con⁺FN) / (|TP| + |FN| + Con⁺FP), with Con⁺ the contributions above 0.
    Range: 0 to 1; higher is better. 0 where the denominator is not above 0, as with no true class.
    Source: Sun, Lim & Ng 2003, Eq. 11, 13, 15 and 17.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Arts", "Music"], ["Music"]), "CSR").value
    0.5714285714285714
    """

    spec: ClassVar[MeasureSpec] = _alike_spec(
        "CSR",
        N_("True part that was found, or something alike"),
        source=f"{S03}, Eq. 10, 11, 13, 15, 17",
        under="CSF",
        question=N_("How much of what is true is found, or something alike?"),
        how=(*_ALIKE, HOW["R"]),
    )
    which: ClassVar[str] = "R"

    average: str = AVERAGE


@register
@dataclass(frozen=True)
class SimilarityAccuracy(SimilarityMeasure):
    """Category-similarity accuracy: how many of all classes are judged rightly, near misses in part.

    Formula: (|TP| + |TN| + Con_FP + Con_FN) / n over the n classes. Range: −1 to 1; higher is better.
    Contributions below 0 count, too, so that it can fall below 0. With an empty side nothing contributes.
    Source: Sun, Lim & Ng 2003, Eq. 11 and 18.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CSA").value
    0.42857142857142855
    """

    spec: ClassVar[MeasureSpec] = _alike_spec(
        "CSA",
        N_("Classes judged rightly, by similarity"),
        source=f"{S03}, Eq. 10, 11, 18",
        ends=Ends("−1", "1"),
        question=N_("How many classes are judged rightly, if what is alike counts in part?"),
        how=(*_ALIKE, HOW["A"]),
        elsewhere=ACCURACY,
    )
    which: ClassVar[str] = "A"


@register
@dataclass(frozen=True)
class SimilarityError(SimilarityMeasure):
    """Category-similarity error: how many of all classes are judged wrongly, near misses only in part.

    Formula: (|FP| + |FN| − Con_FP − Con_FN) / n over the n classes, 1 less CSA. Range: 0 to 2; lower is
    better. What is farther off than usual counts more than 1. With an empty side nothing contributes.
    Source: Sun, Lim & Ng 2003, Eq. 11 and 19, the denominator of 19 mended.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CSE").value
    0.5714285714285714
    """

    spec: ClassVar[MeasureSpec] = _alike_spec(
        "CSE",
        N_("Classes judged wrongly, by similarity"),
        better="lower",
        source=f"{S03}, Eq. 10, 11, 19",
        under="CSA",
        question=N_("How many classes are judged wrongly, if what is alike counts in part?"),
        how=(*_ALIKE, HOW["E"]),
        elsewhere=ACCURACY,
    )
    which: ClassVar[str] = "E"


_THETA = Symbol("Dis", "θ", "the acceptable distance, a setting", "acceptable_distance")


@dataclass(frozen=True)
class DistanceMeasure(ContributionMeasure):
    """Contributions by distance, set against an acceptable one (Eq. 20)."""

    sub: ClassVar[str] = "CD"
    origin: ClassVar[str] = "by distance"
    near_symbol: ClassVar[Symbol] = Symbol("Dis", says="the distance of two classes")

    acceptable_distance: Fraction = param(
        2,
        N_("A class this far away contributes nothing; a nearer one adds, a farther one takes away."),
        label=N_("Acceptable distance"),
        symbol="θ",
        above=0,
    )

    def nearness(self, case: Case) -> Distances:
        return Distances(case.hierarchy, self.acceptable_distance)

    def nearness_notes(self, case: Case, sums: Contributions) -> tuple[str, ...]:
        every = (*sums.wrong, *sums.missed)
        return artificial_root_note(case, ((one.name, term.other) for one in every for term in one.terms))

    def nearness_parts(self, case: Case) -> dict[str, int | float]:
        return {"acceptable_distance": part_number(self.acceptable_distance)}

    def contribution_rule(self) -> str:
        return f"Classes nearer than {number(self.acceptable_distance)} give something, farther ones take away."

    def nearness_words(self, case: Case, near: Fraction) -> Words:
        if case.hierarchy.weighted:
            return (f"at distance {number(near)}",)
        return (f"{number(near)} edge away" if near == 1 else f"{number(near)} edges away",)

    def amount_row(self, near: Symbol | Num, case: Case | None = None) -> Row:
        limit = _THETA if case is None else self._limit()
        return ("1", "−", Frac((near,), (limit,)))

    def _limit(self) -> Num:
        """The acceptable distance as a number that points to its setting."""
        return Num(number(self.acceptable_distance), setting="acceptable_distance")

    def nearness_step(self, case: Case) -> Step:
        limit = number(self.acceptable_distance)
        text = (
            f"A distance of {limit} is acceptable: a class that far away gives nothing, a nearer one gives something, "
            "a farther one takes away."
        )
        pairs = [(p, t) for p, t in product(sorted(case.predicted), sorted(case.true)) if p != t][:MOST_LINKS]
        links = tuple(Link(p, t, number(case.hierarchy.distance(p, t)), chosen=False) for p, t in pairs)
        picture = HierarchyPicture(("Distances of the marked classes",), links=links)
        return step_with_picture(
            "Acceptable", text, picture, Formula((_THETA,), ((self._limit(),),), ""), ("acceptable", limit)
        )


_NEAR: Words = (
    "A class that is wrong gets something from every true class, a missed one from every predicted class: 1 less "
    "their distance over the acceptable one, ",
    Symbol("Dis", "θ"),
    ". The sum is kept within −1 and 1. ",
)
_near_spec = partial(
    _spec,
    see=("13a", "17a", "8b"),
    elsewhere=((S03, ONE_INSTANCE), (f"{S03}, experiments", "The acceptable distance is 2.")),
)


@register
@dataclass(frozen=True)
class DistanceF(DistanceMeasure):
    """Category-distance F: the harmonic mean of CDP and CDR, in which near misses count in part.

    Formula: (1 + β²)PR / (β²P + R), P and R as in CDP and CDR. Range: 0 to 1; higher is better. Always
    defined; 0 with an empty side, and where P and R are 0. Source: Sun, Lim & Ng 2003, Eq. 7, 12 to 17
    and 20.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CDF").value
    0.6666666666666666
    """

    spec: ClassVar[MeasureSpec] = _near_spec(
        "CDF",
        N_("Near misses count, by distance"),
        source=f"{S03}, Eq. 7, 12–17, 20",
        question=N_("How much is right, if what is near counts in part?"),
        how=(
            *_NEAR,
            "CDP sets hits and what is above 0 against what is predicted, CDR against what is true; CDF is "
            "their harmonic mean.",
        ),
    )
    which: ClassVar[str] = "F"

    average: str = AVERAGE
    beta: Fraction = BETA


@register
@dataclass(frozen=True)
class DistancePrecision(DistanceMeasure):
    """Category-distance precision: the share of what is predicted that is right or near to it.

    Formula: (|TP| + Con⁺FP + Con⁺FN) / (|TP| + |FP| + Con⁺FN), with Con⁺ the contributions above 0.
    Range: 0 to 1; higher is better. 0 where the denominator is not above 0, as with no predicted class.
    Source: Sun, Lim & Ng 2003, Eq. 12, 14, 16 and 20.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts", "Music"]), "CDP").value
    0.75
    """

    spec: ClassVar[MeasureSpec] = _near_spec(
        "CDP",
        N_("Predicted part that is right or near"),
        source=f"{S03}, Eq. 12, 14, 16, 20",
        under="CDF",
        question=N_("How much of what is predicted is right or near?"),
        how=(*_NEAR, HOW["P"]),
    )
    which: ClassVar[str] = "P"

    average: str = AVERAGE


@register
@dataclass(frozen=True)
class DistanceRecall(DistanceMeasure):
    """Category-distance recall: the share of what is true that was found, or something near to it.

    Formula: (|TP| + Con⁺FP + Con⁺FN) / (|TP| + |FN| + Con⁺FP), with Con⁺ the contributions above 0.
    Range: 0 to 1; higher is better. 0 where the denominator is not above 0, as with no true class.
    Source: Sun, Lim & Ng 2003, Eq. 13, 15, 17 and 20.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Arts", "Music"], ["Music"]), "CDR").value
    0.75
    """

    spec: ClassVar[MeasureSpec] = _near_spec(
        "CDR",
        N_("True part that was found, or something near"),
        source=f"{S03}, Eq. 13, 15, 17, 20",
        under="CDF",
        question=N_("How much of what is true is found, or something near?"),
        how=(*_NEAR, HOW["R"]),
    )
    which: ClassVar[str] = "R"

    average: str = AVERAGE


@register
@dataclass(frozen=True)
class DistanceAccuracy(DistanceMeasure):
    """Category-distance accuracy: how many of all classes are judged rightly, near misses in part.

    Formula: (|TP| + |TN| + Con_FP + Con_FN) / n over the n classes. Range: −1 to 1; higher is better.
    Contributions below 0 count, too, so that it can fall below 0. With an empty side nothing contributes.
    Source: Sun, Lim & Ng 2003, Eq. 18 and 20.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CDA").value
    0.6666666666666666
    """

    spec: ClassVar[MeasureSpec] = _near_spec(
        "CDA",
        N_("Classes judged rightly, by distance"),
        source=f"{S03}, Eq. 18, 20",
        ends=Ends("−1", "1"),
        question=N_("How many classes are judged rightly, if what is near counts in part?"),
        how=(*_NEAR, HOW["A"]),
        see=("17a", "8b", "hemkit-3"),
        elsewhere=ACCURACY,
    )
    which: ClassVar[str] = "A"


@register
@dataclass(frozen=True)
class DistanceError(DistanceMeasure):
    """Category-distance error: how many of all classes are judged wrongly, near misses only in part.

    Formula: (|FP| + |FN| − Con_FP − Con_FN) / n over the n classes, 1 less CDA. Range: 0 to 2; lower is
    better. What is farther off than acceptable counts more than 1. With an empty side nothing contributes.
    Source: Sun, Lim & Ng 2003, Eq. 19, its denominator mended, and 20.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CDE").value
    0.3333333333333333
    """

    spec: ClassVar[MeasureSpec] = _near_spec(
        "CDE",
        N_("Classes judged wrongly, by distance"),
        better="lower",
        source=f"{S03}, Eq. 19, 20",
        under="CDA",
        question=N_("How many classes are judged wrongly, if what is near counts in part?"),
        how=(*_NEAR, HOW["E"]),
        see=("17a", "8b", "hemkit-3"),
        elsewhere=ACCURACY,
    )
    which: ClassVar[str] = "E"
