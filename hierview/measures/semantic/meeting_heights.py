"""Average height where predicted and true classes meet, or the first ranks and the true class: AHD and Severity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import ClassVar

from ...explain import Row, Step, Symbol, Words
from ...languages import N_
from ...model.case import Case
from ..base import Ends, MeasureSpec, Result, Value
from ..levels import UnitHierarchy, unit_hierarchy
from ..ranks.family import bounded_by_height, rank_param
from ..ranks.measures import MeanHeightAfterMistake, MeanHeightOfRanks
from ..ranks.ranking import ranking_of
from ..registry import register
from .family import MEETING, EdgeCountMeasure, average_param, semantic_spec
from .matches import ClassPair, number_at


@dataclass(frozen=True)
class HeightMeasure(EdgeCountMeasure):
    """The height of the lowest ancestor of both: most edges from it down to a leaf; 0 for a class and itself.

    With k, the average of the first k classes of the ranking: `of_ranks`.
    """

    of_ranks: ClassVar[type[MeanHeightOfRanks]]
    letter: ClassVar[str] = "h"
    says: ClassVar[str] = "how high two classes meet"
    undefined: ClassVar[bool] = True
    scale: ClassVar[str] = "heights"
    scale_word: ClassVar[str] = "height"

    k: int | str = rank_param("predicted", "predicted")
    average: str = average_param("predicted")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.k != "predicted":  # a ranked class has one true class to meet
            object.__setattr__(self, "average", "predicted")

    @cached_property
    def ranked(self) -> MeanHeightOfRanks | None:
        """The measure of the first ranks that this one is; None where the predicted classes count."""
        return None if self.k == "predicted" else self.of_ranks(self.k)

    def offered(self, case: Case) -> tuple[str, ...]:
        rank = ("k",) if self.ranked or ranking_of(case) else ()
        return rank if self.ranked else (*rank, "average")

    def title(self) -> str:
        return self.ranked.spec.title if self.ranked else super().title()

    def evaluate(self, case: Case) -> Result:
        return self.ranked.evaluate(case) if self.ranked else super().evaluate(case)

    def symbols(self) -> Row:
        return self.ranked.symbols() if self.ranked else super().symbols()

    def views(self, case: Case) -> tuple[str, ...]:
        return self.ranked.views(case) if self.ranked else super().views(case)

    def view(self, case: Case, result: Result, name: str) -> Step:
        return self.ranked.view(case, result, name) if self.ranked else super().view(case, result, name)

    def leading_steps(self, case: Case, result: Result) -> tuple[Step, ...]:
        return tuple(self.ranked.leading_steps(case, result)) if self.ranked else super().leading_steps(case, result)

    def aim(self, case: Case) -> Words:
        return self.ranked.aim(case) if self.ranked else super().aim(case)

    def likeness_clause(self) -> str:
        return "two classes are the farther apart, the higher they meet, going up from both"

    def pair_value(self, rooted: UnitHierarchy, a: str, climbs: int) -> Fraction:
        return Fraction(rooted.heights[a] if climbs else 0)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return bounded_by_height(case)

    def pair_symbols(self) -> Row:
        return (Symbol("height", says="the most edges down to a leaf"), "(", MEETING, ")")

    def pair_row(self, case: Case, pair: ClassPair) -> Row:
        return (number_at(pair.meeting, "0" if pair.predicted == pair.true else self.class_value(case, pair.meeting)),)

    def class_value(self, case: Case, c: str) -> str:
        return str(unit_hierarchy(case.hierarchy).heights[c])

    def words_for_class_number(self, case: Case, c: str, several: bool) -> Words:
        height = unit_hierarchy(case.hierarchy).heights[c]
        edges = f"{height} edge{'s' * (height > 1)} down to the farthest leaf below {'each' if several else 'it'}"
        return (f" {'have' if several else 'has'} height {height}: {edges}",)

    def deciding_classes(self, pair: ClassPair) -> frozenset[str]:
        return frozenset() if pair.predicted == pair.true else super().deciding_classes(pair)


_HEIGHT: Words = (
    "Each predicted class is matched with the true class that it meets lowest, and the height of the class where they "
    "meet is taken: the most edges from there down to a leaf. ",
)
_OF_DATA_SETS = "Averages over the instances of a data set, with one true class each and leaves predicted."
_height_spec = partial(
    semantic_spec,
    better="lower",
    source="Bertinetto et al. 2020",
    ends=Ends("the height of the root", "0"),
    unit=N_("edges"),
    elsewhere=(("Bertinetto et al. 2020", _OF_DATA_SETS),),
)


@register
@dataclass(frozen=True)
class HierarchicalDistance(HeightMeasure):
    """Average hierarchical distance: how high predicted and true classes meet.

    Formula: the average of height(a) over the predicted classes, a the lowest class that is an ancestor of
    the predicted one and of a true one, or one of them; its height is the most edges down to a leaf. 0 for
    a predicted class that is true. With `k` the average over the first k classes of the ranking, against
    the one true class: the distance@k of an instance, undefined without a ranking. Range: 0 to the height
    of the root; lower is better; in edges, whatever these weigh; undefined with an empty side.
    Source: Bertinetto et al. 2020.

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "AHD").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = _height_spec(
        "AHD",
        N_("Height of the meeting point"),
        question=N_("How high up do predicted and true classes meet?"),
        how=(*_HEIGHT, "The heights are averaged over the predicted classes, of which the right ones count 0."),
        see=("13a", "13b", "11b", "8b"),
    )

    of_ranks: ClassVar[type[MeanHeightOfRanks]] = MeanHeightOfRanks


@register
@dataclass(frozen=True)
class MistakeSeverity(HeightMeasure):
    """Mistake severity: how high the wrong predicted classes meet true ones.

    Formula: the average of height(a) over the predicted classes that are not true, a the lowest class that
    is an ancestor of the predicted one and of a true one, or one of them. Sides of the `average` are the
    wrong predicted and the missed true classes; where one side has none, the other counts alone. With `k`
    the average over the first k classes of the ranking, where the first is wrong. Range: 0
    to the height of the root; lower is better; in edges, whatever these weigh; undefined with an empty side
    and where there is no mistake. Source: Bertinetto et al. 2020.

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "Severity").value
    1.0
    """

    spec: ClassVar[MeasureSpec] = _height_spec(
        "Severity",
        N_("The same over wrong classes only"),
        under="AHD",
        question=N_("How bad are the mistakes that are made?"),
        how=(*_HEIGHT, "Only wrong predicted classes count, so that fewer mistakes of the same kind do not lower it."),
        see=("13a", "13b", "12a"),
    )

    mistakes: ClassVar[bool] = True
    of_ranks: ClassVar[type[MeanHeightOfRanks]] = MeanHeightAfterMistake

    average: str = average_param("predicted", ("predicted", "true", "BMA", "matches"))

    def undefined_reason(self, case: Case) -> str:
        if not case.true or not case.predicted:
            return super().undefined_reason(case)
        what = {"predicted": "no predicted class is wrong", "true": "no true class is missed"}
        return f"Undefined: {what.get(self.average, 'both sets are equal')}, and severity says how bad mistakes are."
