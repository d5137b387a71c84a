"""Measures by category similarity and category distance (Sun, Lim & Ng 2003): near misses count in part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import ClassVar

from ...errors import CaseError
from ...explain import Formula, Frac, HierarchyPicture, Link, Look, Name, Num, Row, Step, Symbol, Words, number
from ...model.case import Case
from ..base import Ends, Measure, MeasureSpec, Result, Value, begun, empty_side_notes, param, text_of
from ..registry import register
from ..sets.augmented import f_beta
from .contributions import (
    Contributions,
    Counts,
    Distances,
    Nearness,
    Number,
    Ratio,
    Similarities,
    Term,
    contributions,
    depths,
    macro,
    meeting,
    micro,
    similarities,
)
from .steps import MOST_LINKS, MOST_POINTED, contributions_view, symbols_of, walk


def _exact(value: Number) -> int | float:
    return int(value) if value == int(value) else float(value)


_ACS = Symbol("ACS", says="the similarity of two classes on average")
_THETA = Symbol("Dis", "θ", "the acceptable distance, a setting", "acceptable_distance")


class ContributionMeasure(Measure):
    """Base of the measures by contributions: the contributions of one instance, their formula, pictures, steps.

    One instance is a data set of one: a class has tp, fp or fn 1, or nothing. Then Eq. 14 and 15 make
    precision (TP + Con⁺FP + Con⁺FN) / (TP + FP + Con⁺FN) and recall the same over TP + FN + Con⁺FP, where
    Con⁺ is the sum of what contributions are above 0; as printed, the last term has all of them. Macro
    averages (Eq. 16, 17) go over the classes that are true or predicted, as the others have no share.
    """

    which: ClassVar[str] = ""  # P, R, F, A (accuracy) or E (error)
    sub: ClassVar[str] = ""

    # Fields of the measures that have them.
    average: str = "micro"
    beta: Fraction = Fraction(1)

    # What is near

    def nearness(self, case: Case) -> Nearness:
        """Judge of contributions; a CaseError where there is none."""
        raise NotImplementedError

    def nearness_notes(self, case: Case, found: Contributions) -> tuple[str, ...]:
        """Notes on where the nearness of classes comes from."""
        return ()

    def nearness_parts(self, case: Case) -> dict[str, int | float]:
        """The number that nearness is held against, by name."""
        raise NotImplementedError

    def nearness_step(self, case: Case) -> Step:
        """The step that says what is near."""
        raise NotImplementedError

    def told_nearness(self) -> str:
        """Origin of the numbers at pairs, in two words."""
        raise NotImplementedError

    def told_rule(self) -> str:
        """When a class contributes, as a sentence."""
        raise NotImplementedError

    def told_near(self, case: Case, near: Fraction) -> Words:
        """How near another class is: `with a similarity of 0.67`."""
        raise NotImplementedError

    def told_reason(self, case: Case, name: str, term: Term) -> tuple[Words, ...]:
        """Where the nearness of a pair comes from, as a line; none where that is given."""
        return ()

    def near_symbol(self) -> Symbol:
        """The symbol of the nearness of two classes."""
        raise NotImplementedError

    def amount_row(self, near: Symbol | Num, case: Case | None = None) -> Row:
        """Contribution of a class from its nearness; in symbols, or with a case's numbers."""
        raise NotImplementedError

    # The value

    def shares(self, found: Contributions) -> tuple[Ratio, Ratio]:
        """Precision and recall."""
        counts = found.counts.values()
        return macro(counts) if self.average == "macro" else micro(counts, limited=self.average == "micro")

    def evaluate(self, case: Case) -> Result:
        try:
            nearness = self.nearness(case)
        except CaseError as error:
            return Result(str(self), None, notes=(f"Undefined: there are no similarities to go by ({error}).",))
        found = contributions(case.true, case.predicted, nearness)
        parts = {
            "tp": len(found.right),
            "tn": found.rest,
            "fp": len(found.wrong),
            "fn": len(found.missed),
            "fp_contribution": _exact(sum(one.limited for one in found.wrong)),
            "fn_contribution": _exact(sum(one.limited for one in found.missed)),
            **self.nearness_parts(case),
        }
        notes = [*empty_side_notes(case), *self.nearness_notes(case, found)]
        if self.which in "AE":
            every = Counts(
                len(found.right),
                len(found.wrong),
                len(found.missed),
                sum((one.limited for one in found.wrong), Fraction(0)),
                sum((one.limited for one in found.missed), Fraction(0)),
            )
            instances = found.rest + len(case.true | case.predicted)
            value = every.accuracy(instances) if self.which == "A" else every.error(instances)
        else:
            precision, recall = self.shares(found)
            for word, ratio in (("precision", precision), ("recall", recall)):
                parts |= {f"{word}_sum": _exact(ratio.top), f"{word}_of": _exact(ratio.bottom)}
                if ratio.bottom <= 0 and self.which in ("F", word[0].upper()):
                    notes.append(f"The denominator of {word} is {number(ratio.bottom)}; {word} is taken as 0.")
            shares = precision.value, recall.value
            if max(shares) > 1:
                notes.append("A class below 0 lowers the denominator of all, so that a share exceeds 1.")
            harmonic = f_beta(*shares, self.beta, 0)
            assert harmonic is not None
            value = {"P": precision.value, "R": recall.value}.get(self.which, harmonic)
            if self.which == "F" and not any(shares) and precision.bottom > 0 and recall.bottom > 0:
                notes.append("Precision and recall are 0, so F is 0/0; that is taken as 0.")
        return Result(str(self), float(value), parts, found, tuple(notes))

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, None if self.average == "micro as printed" else 1.0)

    # What it looks like

    def share_symbol(self, which: str) -> Symbol:
        """P or R of these measures."""
        says = {
            "P": "precision",
            "R": "recall",
            "F": "the harmonic mean of precision and recall",
            "A": "accuracy",
            "E": "error",
        }[which]
        sub = self.sub + {"micro": "", "macro": ", macro"}.get(self.average, ", printed")
        return Symbol(which, sub, f"{says} with what the classes get from each other")

    def symbol(self) -> Row:
        own = self.share_symbol(self.which)
        return (replace(own, sub=f"{own.sub}, β = {number(self.beta)}") if self.beta != 1 else own,)

    def symbols(self) -> Row:
        return symbols_of(self)

    def views(self, case: Case) -> tuple[str, ...]:
        return ("contributions",)

    def view(self, case: Case, result: Result, name: str) -> Step:
        return contributions_view(self, case, result, name)

    def explain(self, case: Case, result: Result) -> tuple[Step, ...]:
        steps = () if result.value is None else begun(self.aim(case), walk(self, case, result))
        return (*steps, *super().explain(case, result))

    def aim(self, case: Case) -> Words:
        near = {"CS": "like", "CD": "near"}[self.sub]
        return (
            f"{self.spec.name} lets a mistake count in part: a wrong class that is {near} a true one is partly right, "
            f"and one that is not takes away.",
        )


class SimilarityMeasure(ContributionMeasure):
    """Contributions by similarity, set against the average of all pairs of classes (Eq. 11)."""

    sub: ClassVar[str] = "CS"

    similarity: str = "given"

    def nearness(self, case: Case) -> Similarities:
        return similarities(case, self.similarity)

    def nearness_notes(self, case: Case, found: Contributions) -> tuple[str, ...]:
        used = self.nearness(case)
        notes = []
        if used.given is not None:
            notes.append("The similarities are those that came with the case.")
        elif len(case.hierarchy.roots) > 1:
            root = case.hierarchy.rooted().artificial_root
            notes.append(f"The hierarchy has several roots; similarities pass an artificial root, {root}, above them.")
        if used.average == 1:
            notes.append("All classes are equally alike, so that nothing contributes.")
        return tuple(notes)

    def nearness_parts(self, case: Case) -> dict[str, int | float]:
        return {"average_similarity": _exact(self.nearness(case).average)}

    def told_nearness(self) -> str:
        return "by similarity"

    def told_rule(self) -> str:
        return "Classes that are more alike than average give something, less alike ones take away."

    def told_near(self, case: Case, near: Fraction) -> Words:
        return (f"with a similarity of {number(near)}",)

    def told_reason(self, case: Case, name: str, term: Term) -> tuple[Words, ...]:
        if self.nearness(case).given is not None or term.other == name:
            return ()
        at, depth, climbs = meeting(case.hierarchy, name, term.other)
        place = Name(at) if at in case.hierarchy else f"the artificial root {at}"
        edges = f"{climbs} edge{'s' * (climbs != 1)}"
        told = f", depth {depth}, {edges} apart: {2 * depth}/({2 * depth} + {climbs}) = {number(term.near)}"
        return ((Name(name), " and ", Name(term.other), " meet at ", place, told),)

    def near_symbol(self) -> Symbol:
        return Symbol("CS", says="the similarity of two classes")

    def amount_row(self, near: Symbol | Num, case: Case | None = None) -> Row:
        average = _ACS if case is None else number(self.nearness(case).average, 3)
        return (Frac((near, "−", average), ("1", "−", average)),)

    def nearness_step(self, case: Case) -> Step:
        used = self.nearness(case)
        count = len(used.classes)
        pairs = count * (count - 1) // 2
        average = number(used.average)
        shown = case.neighbourhood(MOST_POINTED).hierarchy.classes
        if used.given is None:
            known = depths(case.hierarchy)
            looks = {c: Look(value=str(known[c])) for c in shown}
            picture = HierarchyPicture(("Depth of every class, counted in classes from the root",), looks)
            where = "computed from the hierarchy"
        else:
            looks = {c: Look(emphasis="plain" if c in used.classes else "quiet") for c in shown}
            picture = HierarchyPicture(("Classes with similarities",), looks)
            where = "given with the case"
        text = (
            f"On average, over {pairs} {'pair' if pairs == 1 else 'pairs'} of the {count} classes, the similarity is "
            f"{average}, {where}. A class that is more alike gives something, one that is less alike takes away.",
        )
        n = Symbol("n", says="the number of all classes")
        sides: tuple[Row, ...] = ((Frac(("2", "·", "Σ", self.near_symbol()), (n, "·", "(", n, "−", "1", ")")),),)
        if pairs:
            sides += ((Frac((number(used.average * pairs),), (str(pairs),)),),)
        formula = Formula((_ACS,), sides, average)
        return Step("Average", text, (picture,), formula, fact=(("alike on average",), (average,)))


class DistanceMeasure(ContributionMeasure):
    """Contributions by distance, set against an acceptable one (Eq. 20)."""

    sub: ClassVar[str] = "CD"

    acceptable_distance: Fraction = Fraction(2)

    def nearness(self, case: Case) -> Distances:
        return Distances(case.hierarchy, self.acceptable_distance)

    def nearness_notes(self, case: Case, found: Contributions) -> tuple[str, ...]:
        h = case.hierarchy.rooted()
        root = h.artificial_root
        if len(case.hierarchy.roots) < 2 or root is None:
            return ()
        pairs = [(one.name, term.other) for one in (*found.wrong, *found.missed) for term in one.terms]
        if not any(root in h.meeting(a, b)[1] for a, b in pairs):
            return ()
        return (f"The hierarchy has several roots; distances pass an artificial root, {root}, above them.",)

    def nearness_parts(self, case: Case) -> dict[str, int | float]:
        return {"acceptable_distance": _exact(self.acceptable_distance)}

    def told_nearness(self) -> str:
        return "by distance"

    def told_rule(self) -> str:
        return f"Classes nearer than {number(self.acceptable_distance)} give something, farther ones take away."

    def told_near(self, case: Case, near: Fraction) -> Words:
        if case.hierarchy.weighted:
            return (f"at distance {number(near)}",)
        return (f"{number(near)} edge away" if near == 1 else f"{number(near)} edges away",)

    def near_symbol(self) -> Symbol:
        return Symbol("Dis", says="the distance of two classes")

    def amount_row(self, near: Symbol | Num, case: Case | None = None) -> Row:
        limit = _THETA if case is None else self._limit()
        return ("1", "−", Frac((near,), (limit,)))

    def _limit(self) -> Num:
        """The acceptable distance as a number that points to its setting."""
        return Num(number(self.acceptable_distance), setting="acceptable_distance")

    def nearness_step(self, case: Case) -> Step:
        limit = number(self.acceptable_distance)
        text = text_of(
            f"A distance of {limit} is acceptable: a class that far away gives nothing, a nearer one gives something, "
            "a farther one takes away."
        )
        links = tuple(
            Link(p, t, number(case.hierarchy.distance(p, t)), chosen=False)
            for p, t in product(sorted(case.predicted), sorted(case.true))
            if p != t
        )
        picture = HierarchyPicture(("Distances of the marked classes",), links=links[:MOST_LINKS])
        known = Formula((_THETA,), ((self._limit(),),), "")
        return Step("Acceptable", text, (picture,), known, fact=(("acceptable",), (limit,)))


_SIMILARITY = param(
    "given",
    "Those that the case brings, if any; or always those of its hierarchy, by Wu and Palmer.",
    label="Similarities",
    choices=("given", "hierarchy"),
    named=True,
)
_ACCEPTABLE = param(
    2,
    "A class this far away contributes nothing; a nearer one adds, a farther one takes away.",
    label="Acceptable distance",
    symbol="θ",
    above=0,
)
_AVERAGE = param(
    "micro",
    "Whether classes are added up, or the shares of single classes averaged; as printed, sums can exceed 1.",
    label="Average",
    choices=("micro", "macro", "micro as printed"),
)
_BETA = param(1, "Above 1, recall weighs more than precision.", label="Weight of recall", symbol="β", at_least=0)

_S03 = "Sun et al. 2003"
_FAMILY = "Contribution-based"
_ALIKE: Words = (
    "A class that is wrong gets something from every true class, a missed one from every predicted class: how much "
    "more alike the two are than classes are on average, ",
    Symbol("ACS"),
    ". The sum is kept within −1 and 1. ",
)
_NEAR: Words = (
    "A class that is wrong gets something from every true class, a missed one from every predicted class: 1 less "
    "their distance over the acceptable one, ",
    Symbol("Dis", "θ"),
    ". The sum is kept within −1 and 1. ",
)
_ONE_INSTANCE = (
    "One instance is a data set of its own here: each class is right, wrong or missed once, and what is below 0 "
    "counts as 0. As printed, a class below 0 lowers the common denominator all the same, so that an average can "
    'exceed 1: average="micro as printed". Averages over classes leave out those that are neither true nor predicted.'
)
_ELSEWHERE_ALIKE = (
    (_S03, _ONE_INSTANCE),
    (
        f"{_S03}, experiments",
        "Similarity is the cosine of two class vectors; a case file brings it under the key similarity.",
    ),
)
_ELSEWHERE_NEAR = ((_S03, _ONE_INSTANCE), (f"{_S03}, experiments", "The acceptable distance is 2."))
_ACCURACY = (
    (
        _S03,
        "The denominator of the error names FN twice; it is the number of all instances, or accuracy and error "
        "would not be 1 together.",
    ),
)


@register
@dataclass(frozen=True)
class SimilarityF(SimilarityMeasure):
    """Category-similarity F: the harmonic mean of CSP and CSR, in which near misses count in part.

    Formula: (1 + β²)PR / (β²P + R), P and R as in CSP and CSR. Range: 0 to 1; higher is better. Always
    defined unless similarities are missing; 0 with an empty side, and where P and R are 0. Similarities are
    those of the case, or Wu and Palmer's in its hierarchy, as `wu_palmer` computes them.
    Source: Sun, Lim & Ng 2003, Eq. 7 and 10 to 17.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CSF").value
    0.25
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CSF",
        "Near misses count, by similarity",
        _FAMILY,
        "higher",
        f"{_S03}, Eq. 7, 10–17",
        question="How much is right, if what is alike counts in part?",
        how=(
            *_ALIKE,
            "CSP sets hits and what is above 0 against what is predicted, CSR against what is true; CSF is "
            "their harmonic mean.",
        ),
        see=("15", "11a", "11b"),
        elsewhere=_ELSEWHERE_ALIKE,
    )
    which: ClassVar[str] = "F"

    similarity: str = _SIMILARITY
    average: str = _AVERAGE
    beta: Fraction = _BETA


@register
@dataclass(frozen=True)
class SimilarityPrecision(SimilarityMeasure):
    """Category-similarity precision: the share of what is predicted that is right or near to it.

    Formula: (|TP| + Con⁺FP + Con⁺FN) / (|TP| + |FP| + Con⁺FN), with Con⁺ the contributions above 0.
    Range: 0 to 1; higher is better. 0 where the denominator is not above 0, as with no predicted class.
    Source: Sun, Lim & Ng 2003, Eq. 11, 12, 14 and 16.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts", "Music"]), "CSP").value
    0.5714285714285714
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CSP",
        "Predicted part that is right or alike",
        _FAMILY,
        "higher",
        f"{_S03}, Eq. 10–12, 14, 16",
        under="CSF",
        question="How much of what is predicted is right or alike?",
        how=(*_ALIKE, "Hits and what is above 0 are set against all that is predicted and what the missed ones get."),
        see=("15", "11a", "11b"),
        elsewhere=_ELSEWHERE_ALIKE,
    )
    which: ClassVar[str] = "P"

    similarity: str = _SIMILARITY
    average: str = _AVERAGE


@register
@dataclass(frozen=True)
class SimilarityRecall(SimilarityMeasure):
    """Category-similarity recall: the share of what is true that was found, or something near to it.

    Formula: (|TP| + Con⁺FP + Con⁺FN) / (|TP| + |FN| + Con⁺FP), with Con⁺ the contributions above 0.
    Range: 0 to 1; higher is better. 0 where the denominator is not above 0, as with no true class.
    Source: Sun, Lim & Ng 2003, Eq. 11, 13, 15 and 17.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Arts", "Music"], ["Music"]), "CSR").value
    0.5714285714285714
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CSR",
        "True part that was found, or something alike",
        _FAMILY,
        "higher",
        f"{_S03}, Eq. 10, 11, 13, 15, 17",
        under="CSF",
        question="How much of what is true is found, or something alike?",
        how=(*_ALIKE, "Hits and what is above 0 are set against all that is true and what the wrong ones get."),
        see=("15", "11a", "11b"),
        elsewhere=_ELSEWHERE_ALIKE,
    )
    which: ClassVar[str] = "R"

    similarity: str = _SIMILARITY
    average: str = _AVERAGE


@register
@dataclass(frozen=True)
class SimilarityAccuracy(SimilarityMeasure):
    """Category-similarity accuracy: how many of all classes are judged rightly, near misses in part.

    Formula: (|TP| + |TN| + Con_FP + Con_FN) / n over the n classes. Range: −1 to 1; higher is better.
    Contributions below 0 count, too, so that it can fall below 0. With an empty side nothing contributes.
    Source: Sun, Lim & Ng 2003, Eq. 11 and 18.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CSA").value
    0.42857142857142855
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CSA",
        "Classes judged rightly, by similarity",
        _FAMILY,
        "higher",
        f"{_S03}, Eq. 10, 11, 18",
        ends=Ends("−1", "1"),
        question="How many classes are judged rightly, if what is alike counts in part?",
        how=(
            *_ALIKE,
            "Classes that are right or rightly left out count 1, the others what they get; all is divided "
            "by the number of classes, so that a large hierarchy makes it high.",
        ),
        see=("15", "11a", "11b"),
        elsewhere=_ACCURACY,
    )
    which: ClassVar[str] = "A"

    similarity: str = _SIMILARITY

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (-1.0, 1.0)


@register
@dataclass(frozen=True)
class SimilarityError(SimilarityMeasure):
    """Category-similarity error: how many of all classes are judged wrongly, near misses only in part.

    Formula: (|FP| + |FN| − Con_FP − Con_FN) / n over the n classes, 1 less CSA. Range: 0 to 2; lower is
    better. What is farther off than usual counts more than 1. With an empty side nothing contributes.
    Source: Sun, Lim & Ng 2003, Eq. 11 and 19, the denominator of 19 mended.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CSE").value
    0.5714285714285714
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CSE",
        "Classes judged wrongly, by similarity",
        _FAMILY,
        "lower",
        f"{_S03}, Eq. 10, 11, 19",
        under="CSA",
        question="How many classes are judged wrongly, if what is alike counts in part?",
        how=(*_ALIKE, "Wrong and missed classes count 1 less what they get; all is divided by the number of classes."),
        see=("15", "11a", "11b"),
        elsewhere=_ACCURACY,
    )
    which: ClassVar[str] = "E"

    similarity: str = _SIMILARITY

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, 2.0)


@register
@dataclass(frozen=True)
class DistanceF(DistanceMeasure):
    """Category-distance F: the harmonic mean of CDP and CDR, in which near misses count in part.

    Formula: (1 + β²)PR / (β²P + R), P and R as in CDP and CDR. Range: 0 to 1; higher is better. Always
    defined; 0 with an empty side, and where P and R are 0. Source: Sun, Lim & Ng 2003, Eq. 7, 12 to 17
    and 20.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CDF").value
    0.6666666666666666
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CDF",
        "Near misses count, by distance",
        _FAMILY,
        "higher",
        f"{_S03}, Eq. 7, 12–17, 20",
        question="How much is right, if what is near counts in part?",
        how=(
            *_NEAR,
            "CDP sets hits and what is above 0 against what is predicted, CDR against what is true; CDF is "
            "their harmonic mean.",
        ),
        see=("13a", "17a", "8b"),
        elsewhere=_ELSEWHERE_NEAR,
    )
    which: ClassVar[str] = "F"

    acceptable_distance: Fraction = _ACCEPTABLE
    average: str = _AVERAGE
    beta: Fraction = _BETA


@register
@dataclass(frozen=True)
class DistancePrecision(DistanceMeasure):
    """Category-distance precision: the share of what is predicted that is right or near to it.

    Formula: (|TP| + Con⁺FP + Con⁺FN) / (|TP| + |FP| + Con⁺FN), with Con⁺ the contributions above 0.
    Range: 0 to 1; higher is better. 0 where the denominator is not above 0, as with no predicted class.
    Source: Sun, Lim & Ng 2003, Eq. 12, 14, 16 and 20.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts", "Music"]), "CDP").value
    0.75
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CDP",
        "Predicted part that is right or near",
        _FAMILY,
        "higher",
        f"{_S03}, Eq. 12, 14, 16, 20",
        under="CDF",
        question="How much of what is predicted is right or near?",
        how=(*_NEAR, "Hits and what is above 0 are set against all that is predicted and what the missed ones get."),
        see=("13a", "17a", "8b"),
        elsewhere=_ELSEWHERE_NEAR,
    )
    which: ClassVar[str] = "P"

    acceptable_distance: Fraction = _ACCEPTABLE
    average: str = _AVERAGE


@register
@dataclass(frozen=True)
class DistanceRecall(DistanceMeasure):
    """Category-distance recall: the share of what is true that was found, or something near to it.

    Formula: (|TP| + Con⁺FP + Con⁺FN) / (|TP| + |FN| + Con⁺FP), with Con⁺ the contributions above 0.
    Range: 0 to 1; higher is better. 0 where the denominator is not above 0, as with no true class.
    Source: Sun, Lim & Ng 2003, Eq. 13, 15, 17 and 20.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Arts", "Music"], ["Music"]), "CDR").value
    0.75
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CDR",
        "True part that was found, or something near",
        _FAMILY,
        "higher",
        f"{_S03}, Eq. 13, 15, 17, 20",
        under="CDF",
        question="How much of what is true is found, or something near?",
        how=(*_NEAR, "Hits and what is above 0 are set against all that is true and what the wrong ones get."),
        see=("13a", "17a", "8b"),
        elsewhere=_ELSEWHERE_NEAR,
    )
    which: ClassVar[str] = "R"

    acceptable_distance: Fraction = _ACCEPTABLE
    average: str = _AVERAGE


@register
@dataclass(frozen=True)
class DistanceAccuracy(DistanceMeasure):
    """Category-distance accuracy: how many of all classes are judged rightly, near misses in part.

    Formula: (|TP| + |TN| + Con_FP + Con_FN) / n over the n classes. Range: −1 to 1; higher is better.
    Contributions below 0 count, too, so that it can fall below 0. With an empty side nothing contributes.
    Source: Sun, Lim & Ng 2003, Eq. 18 and 20.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CDA").value
    0.6666666666666666
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CDA",
        "Classes judged rightly, by distance",
        _FAMILY,
        "higher",
        f"{_S03}, Eq. 18, 20",
        ends=Ends("−1", "1"),
        question="How many classes are judged rightly, if what is near counts in part?",
        how=(
            *_NEAR,
            "Classes that are right or rightly left out count 1, the others what they get; all is divided "
            "by the number of classes, so that a large hierarchy makes it high.",
        ),
        see=("17a", "8b", "hemkit-3"),
        elsewhere=_ACCURACY,
    )
    which: ClassVar[str] = "A"

    acceptable_distance: Fraction = _ACCEPTABLE

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (-1.0, 1.0)


@register
@dataclass(frozen=True)
class DistanceError(DistanceMeasure):
    """Category-distance error: how many of all classes are judged wrongly, near misses only in part.

    Formula: (|FP| + |FN| − Con_FP − Con_FN) / n over the n classes, 1 less CDA. Range: 0 to 2; lower is
    better. What is farther off than acceptable counts more than 1. With an empty side nothing contributes.
    Source: Sun, Lim & Ng 2003, Eq. 19, its denominator mended, and 20.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CDE").value
    0.3333333333333333
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CDE",
        "Classes judged wrongly, by distance",
        _FAMILY,
        "lower",
        f"{_S03}, Eq. 19, 20",
        under="CDA",
        question="How many classes are judged wrongly, if what is near counts in part?",
        how=(*_NEAR, "Wrong and missed classes count 1 less what they get; all is divided by the number of classes."),
        see=("17a", "8b", "hemkit-3"),
        elsewhere=_ACCURACY,
    )
    which: ClassVar[str] = "E"

    acceptable_distance: Fraction = _ACCEPTABLE

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, 2.0)
