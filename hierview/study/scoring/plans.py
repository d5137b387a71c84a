"""Which measure has which kernel, and what its value is, from a kernel's whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...measures import Measure, measures
from ...measures.by_level.family import LevelMeasure
from ...measures.confusion.measures import HierarchicalConfusion
from ...measures.confusion.paths import CELLS
from ...measures.depth import DepthMeasure
from ...measures.information.content import PARTS
from ...measures.information.family import WeightedMeasure
from ...measures.lca.measures import LcaMeasure
from ...measures.leaf_paths.family import CountedShare
from ...measures.pairs.family import PairMeasure
from ...measures.pairs.graph_induced import Gie, Mgia
from ...measures.pairs.sums import AllPairs, Flow, TreeInducedError, price_of
from ...measures.semantic.family import SemanticMeasure
from ...measures.semantic.measures import InformationMeasure, JiangConrath, Lin, Resnik, WuPalmer
from ...measures.semantic.meeting_heights import HeightMeasure
from ...measures.sets.family import SetMeasure, ShareMeasure
from .information_plans import information_content, information_plan, values_of_sizes
from .kernels import confusion, graphs, matches, pairs, sets
from .leaf_path_plans import leaf_paths_plan
from .level_plans import levels_plan
from .numbered import FINE, LEFT, UNDEFINED, Edges, Longs, NumberedClasses, Rows, row_starts
from .plan import EXACT, Plan, Values
from .ratios import SIZES, confusion_rates, pooling_of, quotient

FAR = 2**60


def plan_of(measure: Measure, h: NumberedClasses) -> Plan | None:
    """The kernel of a measure on a hierarchy; None where it has none and every instance goes to `evaluate`."""
    if measures().get(measure.spec.name) is not type(measure):
        return None  # somebody's own, which may be made from one of ours
    make: Callable[[Any, NumberedClasses], Plan | None]
    for base, make in _PLANS:
        if isinstance(measure, base):
            return make(measure, h)
    return None


# Sets


def _sets_plan(measure: SetMeasure, h: NumberedClasses) -> Plan | None:
    pooled = pooling_of(measure)
    if pooled is None:
        return None
    virtual, omitted = measure.root == "virtual", h.artificial or measure.root == "omitted"
    below: tuple[Any, ...] = ()
    settings: tuple[int, ...] = ()  # what a kernel takes last
    one_more = 0  # to each side that is not empty
    if measure.augmentation == "ancestors":  # the kernel counts the root 0 on every side that is not empty
        kernel: Callable[..., int] = sets.closed_sizes
        one_more = virtual - omitted
    elif measure.augmentation == "tolerant":
        kernel, one_more = sets.tolerant_sizes, int(virtual and not h.artificial)
        settings = virtual or not omitted, virtual == h.artificial, h.artificial and not virtual
    else:
        # A virtual root is above every class, so that neither set holds it.
        kernel, settings = sets.plain_sizes, (0 if omitted else -1,)
        if measure.augmentation == "descendants":
            kernel, below = sets.downward_sizes, (h.children,)

    def values(counts: Longs, rows: Rows) -> Values:
        true, predicted = np.diff(rows.true_starts) > 0, np.diff(rows.predicted_starts) > 0
        sizes = counts + one_more * np.stack((true & predicted, true, predicted), axis=1)
        if isinstance(measure, ShareMeasure):
            value, inexact = values_of_sizes(measure, sizes)
        else:
            value, inexact = pooled[1](sizes).astype(np.float64), np.zeros(len(sizes), bool)
        return Values(value, dict(zip(SIZES, sizes.T, strict=True)), inexact)

    return Plan((kernel, *settings), 3, kernel, values, lambda thread, rows: (*below, *settings))


# LCA graphs


def _graphs_plan(measure: LcaMeasure, h: NumberedClasses) -> Plan:
    kernels: dict[str, Callable[..., int]] = {
        "minimal": graphs.minimal_sizes,
        "extended": graphs.extended_sizes,
        "algorithm1": graphs.greedy_sizes,
    }
    names = (h.by_name,) if measure.variant == "algorithm1" else ()

    def values(counts: Longs, rows: Rows) -> Values:
        value, inexact = values_of_sizes(measure, counts[:, :3])
        common, true, predicted, lcas, flag = counts.T
        parts = {"intersection": common, "true": true, "predicted": predicted, "lcas": lcas}
        return Values(value, parts, inexact | (flag != FINE))

    return Plan(
        ("graphs", measure.variant, measure.reduce),
        5,
        kernels[measure.variant],
        values,
        lambda thread, rows: (thread.search_scratch, measure.reduce, *names),
        above=True,
    )


# Pairs


def _pairing_kind(measure: PairMeasure) -> int | None:
    if isinstance(measure, TreeInducedError):
        return pairs.SINGLE
    if isinstance(measure, AllPairs):
        return pairs.ALL
    if isinstance(measure, Gie):
        return pairs.ONE_TO_ONE
    if isinstance(measure, Mgia):
        return pairs.AS_NEEDED if measure.pairing == "exact" else pairs.NEAREST
    if isinstance(measure, Flow) and measure.default_cost is not None:
        bounds = measure.alpha_p, measure.beta_p, measure.alpha_t, measure.beta_t
        if bounds == (1, 1, 1, 1):
            return pairs.ONE_TO_ONE
        return pairs.AS_NEEDED if bounds == (1, "N", 1, "M") else None
    return None


def _pairs_plan(measure: PairMeasure, h: NumberedClasses) -> Plan | None:
    what = None if measure.by_similarity else _pairing_kind(measure)
    if what is None:
        return None
    alone, most = measure.default_cost, measure.max_distance
    units = lcm(h.scale, *(x.denominator for x in (alone, most) if x is not None))
    price = int(alone * units) if alone is not None else 0
    reach = int(most * units) if most is not None else FAR
    # The longest distance and the price, each summed over all classes of an instance, stay exact.
    longest = 2 * len(h) * int(h.edges.lengths.max(initial=1))
    if max(price, longest * (units // h.scale)) * pairs.MOST_LABELS**2 > EXACT or reach > FAR:
        return None
    prices = pairs.Prices(units // h.scale, price, reach)

    def values(counts: Longs, rows: Rows) -> Values:
        cost, apart, flag = counts.T
        value = quotient(cost, np.full(len(cost), units), None)
        parts: dict[str, npt.NDArray[Any]] = {"f_error": value, "symmetric_difference": apart}
        if alone is not None:
            parts["default_cost"] = np.full(len(cost), float(alone))
        if isinstance(measure, Mgia):
            worst = apart * price
            value = quotient(worst - cost, worst, 1)
        value = np.where(flag == UNDEFINED, np.nan, value)
        if isinstance(measure, TreeInducedError) and measure.price is not None:
            alone_is_true = (np.diff(rows.true_starts) == 1) & (np.diff(rows.predicted_starts) == 0)
            value = np.where(alone_is_true, float(price_of(measure, h.hierarchy)), value)
            parts["f_error"], parts["symmetric_difference"] = value, np.where(alone_is_true, 1, apart)
        return Values(value, parts, flag == LEFT)

    return Plan(
        ("pairs", what, prices),
        3,
        pairs.pairing_costs,
        values,
        lambda thread, rows: (h.by_name, what, prices, thread.pairs),
    )


# The confusion matrix


def _confusion_plan(measure: HierarchicalConfusion, h: NumberedClasses) -> Plan | None:
    if len(h.edges.parents) != len(h) - 1:
        return None
    at, rest = confusion.tree_levels(h.edges), (measure.empty == "root", measure.reduce)

    def values(counts: Longs, rows: Rows) -> Values:
        parts = dict(zip(map(str.lower, CELLS), counts.T, strict=False))
        return Values(confusion_rates(measure.report, counts[:, :4]), parts, counts[:, 4] != FINE)

    return Plan(
        ("confusion", *rest),
        5,
        confusion.confusion_counts,
        values,
        lambda thread, rows: (h.by_name, at, thread.paths, *rest),
    )


# Depths


def _depth_plan(measure: DepthMeasure, _: NumberedClasses) -> Plan:
    def values(counts: Longs, rows: Rows) -> Values:
        climbed = dict(zip(("excess", "deficient"), counts.T, strict=True))
        sizes = {"excess": np.diff(rows.predicted_starts), "deficient": np.diff(rows.true_starts)}
        sides = {"excess": "predicted", "deficient": "true"}
        top, bottom = np.zeros(len(counts), np.int64), np.ones(len(counts), np.int64)
        parts: dict[str, npt.NDArray[Any]] = {}
        for name in measure.counts:
            size = np.maximum(sizes[name], 1)
            top, bottom = top * size + climbed[name] * bottom, bottom * size
            parts |= {name: climbed[name], sides[name]: sizes[name]}
        return Values(quotient(top, bottom, 0), parts, np.zeros(len(counts), bool))

    return Plan(("depths",), 2, sets.climbs_to_other_side, values, weighted=False)


# Semantic measures: fractions from their kernels, added up without a limit, and divided once

_BY_CONTENT: dict[type[SemanticMeasure], tuple[int, int]] = {
    Lin: (matches.LIN, 1),
    Resnik: (matches.RESNIK, PARTS),
    JiangConrath: (matches.JIANG_CONRATH, PARTS),
}


class FractionSum(NamedTuple):
    """Sum of fractions as one fraction: top / bottom, not in lowest terms, of any size."""

    top: int
    bottom: int
    terms: int

    @property
    def mean(self) -> FractionSum:
        """The average, as one fraction."""
        return FractionSum(self.top, self.bottom * self.terms, 1)

    def plus(self, other: FractionSum) -> FractionSum:
        """The sum of both."""
        if self.bottom == other.bottom:
            return FractionSum(self.top + other.top, self.bottom, self.terms + other.terms)
        top = self.top * other.bottom + other.top * self.bottom
        return FractionSum(top, self.bottom * other.bottom, self.terms + other.terms)

    def over(self, unit: int) -> float:
        """The sum in a unit, as a float; Python's division of whole numbers rounds once, whatever their size."""
        return self.top / (self.bottom * unit)


_NOTHING = FractionSum(0, 1, 0)


def _comparison_grounds(measure: SemanticMeasure, h: NumberedClasses) -> tuple[int, Longs, int, Edges] | None:
    """Grounds on which classes are compared; None where no kernel knows them.

    Which kernel; what each class counts; what a value is divided by; edges, without weights where they are counted.
    """
    if isinstance(measure, InformationMeasure) and type(measure) in _BY_CONTENT:
        what, unit = _BY_CONTENT[type(measure)]
        return what, information_content(h, measure.ic), unit, h.edges
    if isinstance(measure, HeightMeasure) and measure.ranked:
        return None
    if isinstance(measure, WuPalmer | HeightMeasure):
        depths, heights = matches.depths_and_heights(h.edges)
        if isinstance(measure, HeightMeasure):
            return matches.HEIGHT, heights, 1, h.unweighted.edges
        return matches.DEPTH, depths + (measure.root == "counted"), 1, h.unweighted.edges
    return None


def _semantic_plan(measure: SemanticMeasure, h: NumberedClasses) -> Plan | None:
    """The plan of a semantic measure: the best matches of all classes, or all pairs."""
    grounds = _comparison_grounds(measure, h)
    if grounds is None:
        return None
    what, worth, unit, edges = grounds
    several = measure.average == "pairs"
    choice = [getattr(measure, name) for name in measure.params() if name != "average"]
    return Plan(
        ("matches", what, several, *choice),
        2,
        matches.all_pair_values if several else matches.best_match_values,
        _values_of_fractions(measure, unit),
        lambda _, rows: (what, worth, _pair_starts(rows)) if several else (what, worth),
        edges is h.edges,
        (lambda rows: int(_pair_starts(rows)[-1])) if several else (lambda rows: len(rows.true) + len(rows.predicted)),
    )


def _pair_starts(rows: Rows) -> Longs:
    """Where the pairs of each instance begin, and the end."""
    return row_starts(np.diff(rows.true_starts) * np.diff(rows.predicted_starts))


def _values_of_fractions(measure: SemanticMeasure, unit: int) -> Callable[[Longs, Rows], Values]:
    """A function from a kernel's fractions to values: their average and the sums that it is made of."""
    names = [side for side in ("predicted", "true") if measure.average in ("BMA", "matches", side)] or ["pairs"]
    whole = np.nan if measure.undefined else 0.0

    def values(counts: Longs, rows: Rows) -> Values:
        n = rows.instances
        value = np.full(n, whole)
        parts: dict[str, npt.NDArray[Any]] = {}
        for name in names:
            parts |= {"sum" if name == "pairs" else f"sum_{name}": np.zeros(n), name: np.zeros(n, np.int64)}
        columns = tuple(parts.values())
        for i, sums in enumerate(_sums_by_instance(measure, counts, rows)):
            for at, side in enumerate(sums):
                columns[2 * at][i], columns[2 * at + 1][i] = side.over(unit), side.terms
            if average := _average_of_instance(measure.average, sums):
                value[i] = average.over(unit)
        t, p = np.diff(rows.true_starts), np.diff(rows.predicted_starts)
        return Values(value, parts, (t > 0) & (p > 0) & (t + p > matches.MOST_LABELS))  # too many for the kernel

    return values


def _average_of_instance(average: str, sums: Sequence[FractionSum]) -> FractionSum | None:
    """The average of an instance; None where there is nothing to average."""
    there = [side for side in sums if side.terms]
    if average == "BMA":
        there = [side.mean for side in there]
    return reduce(FractionSum.plus, there).mean if there else None


def _sums_by_instance(measure: SemanticMeasure, counts: Longs, rows: Rows) -> Iterator[tuple[FractionSum, ...]]:
    """The sums that are averaged in each instance: of the predicted side, the true one, or both, or of all pairs."""
    tops, bottoms = counts.T.tolist()
    every = [
        FractionSum(top, bottom, 1) if bottom and not (measure.mistakes and top == 0) else _NOTHING
        for top, bottom in zip(tops, bottoms, strict=True)
    ]
    if measure.average == "pairs":
        for a, b in pairwise(_pair_starts(rows).tolist()):
            yield (reduce(FractionSum.plus, every[a:b], _NOTHING),)
        return
    true = list(pairwise(rows.true_starts.tolist()))
    predicted = pairwise((rows.predicted_starts + len(rows.true)).tolist())
    if measure.average == "best":
        better = 1 if measure.better() == "higher" else -1
        for a, b in true:
            yield (reduce(lambda x, y: _better_sum(x, y, better), every[a:b], _NOTHING),)
        return
    for p, t in zip(predicted, true, strict=True):
        sides = {"predicted": p, "true": t}
        averaged = sides.values() if measure.average in ("BMA", "matches") else (sides[measure.average],)
        yield tuple(reduce(FractionSum.plus, every[a:b], _NOTHING) for a, b in averaged)


def _better_sum(x: FractionSum, y: FractionSum, sign: int) -> FractionSum:
    if not x.terms or not y.terms:
        return x if x.terms else y
    return y if sign * (y.top * x.bottom - x.top * y.bottom) > 0 else x


_PLANS: tuple[tuple[type[Measure], Callable[[Any, NumberedClasses], Plan | None]], ...] = (
    (SetMeasure, _sets_plan),
    (LcaMeasure, _graphs_plan),
    (PairMeasure, _pairs_plan),
    (HierarchicalConfusion, _confusion_plan),
    (WeightedMeasure, information_plan),
    (DepthMeasure, _depth_plan),
    (SemanticMeasure, _semantic_plan),
    (LevelMeasure, levels_plan),
    (CountedShare, leaf_paths_plan),
)
