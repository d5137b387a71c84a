"""Height at which two classes meet: average hierarchical distance and mistake severity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ...explain import Row, Symbol, Words
from ...languages import N_
from ...model.case import Case
from ..base import Ends, MeasureSpec, Value
from ..levels import UnitHierarchy, unit_hierarchy
from ..registry import register
from .family import MEETING, LevelMeasure, average_param
from .matches import ClassPair, number_at


class HeightMeasure(LevelMeasure):
    """The height of the lowest ancestor of both: most edges from it down to a leaf; 0 for a class and itself."""

    letter: ClassVar[str] = "h"
    says: ClassVar[str] = "how high two classes meet"
    undefined: ClassVar[bool] = True
    scale: ClassVar[str] = "heights"
    scale_word: ClassVar[str] = "height"

    def likeness_clause(self) -> str:
        return "two classes are the farther apart, the higher they meet, going up from both"

    def worth(self, rooted: UnitHierarchy, a: str, climbs: int) -> Fraction:
        return Fraction(rooted.heights[a] if climbs else 0)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        rooted = unit_hierarchy(case.hierarchy)
        return (0.0, float(rooted.heights[rooted.root]))

    def pair_symbols(self) -> Row:
        return (Symbol("height", says="the most edges down to a leaf"), "(", MEETING, ")")

    def pair_row(self, case: Case, pair: ClassPair) -> Row:
        if pair.predicted == pair.true:
            return (number_at(pair.true, "0"),)
        return (number_at(pair.meeting, self.class_value(case, pair.meeting)),)

    def class_value(self, case: Case, c: str) -> str:
        return str(unit_hierarchy(case.hierarchy).heights[c])

    def class_words(self, case: Case, c: str, several: bool) -> Words:
        height = unit_hierarchy(case.hierarchy).heights[c]
        edges = f"{height} edge{'s' * (height > 1)} down to the farthest leaf below {'each' if several else 'it'}"
        return (f" {'have' if several else 'has'} height {height}: {edges}",)

    def counts_of(self, pair: ClassPair) -> frozenset[str]:
        return frozenset() if pair.predicted == pair.true else super().counts_of(pair)


_HEIGHT: Words = (
    "Each predicted class is matched with the true class that it meets lowest, and the height of the class where they "
    "meet is taken: the most edges from there down to a leaf. ",
)
_HEIGHT_ELSEWHERE = (
    (
        "Bertinetto et al. 2020",
        "Averages over the instances of a data set, with one true class each and leaves predicted.",
    ),
)


@register
@dataclass(frozen=True)
class HierarchicalDistance(HeightMeasure):
    """Average hierarchical distance: how high predicted and true classes meet.

    Formula: the average of height(a) over the predicted classes, a the lowest class that is an ancestor of
    the predicted one and of a true one, or one of them; its height is the most edges down to a leaf. 0 for
    a predicted class that is true. With one true class and the k likeliest ones predicted this is the
    distance@k of an instance. Range: 0 to the height of the root; lower is better; in edges, whatever these
    weigh; undefined with an empty side. Source: Bertinetto et al. 2020.

    >>> from hierview import Case, evaluate
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "AHD").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "AHD",
        N_("Height of the meeting point"),
        N_("Semantic similarity"),
        "lower",
        "Bertinetto et al. 2020",
        ends=Ends("the height of the root", "0"),
        unit=N_("edges"),
        question=N_("How high up do predicted and true classes meet?"),
        how=(*_HEIGHT, "The heights are averaged over the predicted classes, of which the right ones count 0."),
        see=("13a", "13b", "11b", "8b"),
        elsewhere=_HEIGHT_ELSEWHERE,
    )

    average: str = average_param("predicted")


@register
@dataclass(frozen=True)
class MistakeSeverity(HeightMeasure):
    """Mistake severity: how high the wrong predicted classes meet true ones.

    Formula: the average of height(a) over the predicted classes that are not true, a the lowest class that
    is an ancestor of the predicted one and of a true one, or one of them. Sides of the `average` are the
    wrong predicted and the missed true classes; where one side has none, the other counts alone. Range: 0
    to the height of the root; lower is better; in edges, whatever these weigh; undefined with an empty side
    and where there is no mistake. Source: Bertinetto et al. 2020.

    >>> from hierview import Case, evaluate
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "Severity").value
    1.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "Severity",
        N_("The same over wrong classes only"),
        N_("Semantic similarity"),
        "lower",
        "Bertinetto et al. 2020",
        ends=Ends("the height of the root", "0"),
        unit=N_("edges"),
        under="AHD",
        question=N_("How bad are the mistakes that are made?"),
        how=(
            *_HEIGHT,
            "Only wrong predicted classes count, so that fewer mistakes of the same kind do not lower it.",
        ),
        see=("13a", "13b", "12a"),
        elsewhere=_HEIGHT_ELSEWHERE,
    )

    mistakes: ClassVar[bool] = True

    average: str = average_param("predicted", ("predicted", "true", "BMA", "matches"))

    def nothing(self, case: Case) -> str:
        if not case.true or not case.predicted:
            return super().nothing(case)
        what = {"predicted": "no predicted class is wrong", "true": "no true class is missed"}
        return f"Undefined: {what.get(self.average, 'both sets are equal')}, and severity says how bad mistakes are."
