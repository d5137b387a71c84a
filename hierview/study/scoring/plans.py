"""Which measure has which kernel, and what its value is, from a kernel's whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from ...measures import Measure, measures
from ...measures.confusion.measures import HierarchicalConfusion
from ...measures.confusion.paths import CELLS
from ...measures.depth import DepthMeasure
from ...measures.information.content import PARTS
from ...measures.information.family import WeightedMeasure, WeightedShare
from ...measures.information.measures import Misinformation, RemainingUncertainty
from ...measures.lca.measures import LcaMeasure
from ...measures.pairs.family import PairMeasure
from ...measures.pairs.graph_induced import Gie, Mgia
from ...measures.pairs.sums import AllPairs, Flow, TreeInducedError
from ...measures.semantic.family import SemanticMeasure
from ...measures.sets.family import SetMeasure, ShareMeasure
from .kernels import climbs, confusion, graphs, pairs, sets
from .numbered import FINE, LEFT, UNDEFINED, Flags, Longs, Numbered, Rows
from .plan import EXACT, Plan, Values
from .ratios import SIZES, Floats, pool, quotient, rates, share
from .semantic_plans import information_content, semantic_plan

FAR = 2**60


def plan(measure: Measure, h: Numbered) -> Plan | None:
    """The kernel of a measure on a hierarchy; None where it has none and every instance goes to `evaluate`."""
    if measures().get(measure.spec.name) is not type(measure):
        return None  # somebody's own, which may be made from one of ours
    make: Callable[[Any, Numbered], Plan | None]
    for base, make in _PLANS:
        if isinstance(measure, base):
            return make(measure, h)
    return None


def _share_values(measure: ShareMeasure | LcaMeasure | WeightedShare, sizes: Longs) -> tuple[Floats, Flags]:
    """P, R or F of sizes, and where the numbers are too large to be exact, so that they are left to `evaluate`."""
    weight = measure.beta.numerator**2 + measure.beta.denominator**2
    if weight * (int(sizes.max(initial=0)) + 1) * 2 > EXACT:
        return np.zeros(len(sizes)), np.ones(len(sizes), bool)
    return share(measure.which, measure.beta, measure.zero, sizes), np.zeros(len(sizes), bool)


# Sets


def _sets(measure: SetMeasure, h: Numbered) -> Plan | None:
    pooled = pool(measure)
    if pooled is None:
        return None
    virtual, omitted = measure.root == "virtual", h.artificial or measure.root == "omitted"
    below: tuple[Any, ...] = ()
    settings: tuple[int, ...] = ()  # what a kernel takes last
    added = 0  # to each side that is not empty
    if measure.augmentation == "ancestors":  # the kernel counts the root 0 on every side that is not empty
        kernel: Callable[..., int] = sets.closed_sizes
        added = virtual - omitted
    elif measure.augmentation == "tolerant":
        kernel, added = sets.tolerant_sizes, int(virtual and not h.artificial)
        settings = virtual or not omitted, virtual == h.artificial, h.artificial and not virtual
    else:
        # A virtual root is above every class, so that neither set holds it.
        kernel, settings = sets.plain_sizes, (0 if omitted else -1,)
        if measure.augmentation == "descendants":
            kernel, below = sets.downward_sizes, (h.children,)

    def values(counts: Longs, rows: Rows) -> Values:
        true, predicted = np.diff(rows.true_starts) > 0, np.diff(rows.predicted_starts) > 0
        sizes = counts + added * np.stack((true & predicted, true, predicted), axis=1)
        if isinstance(measure, ShareMeasure):
            value, inexact = _share_values(measure, sizes)
        else:
            value, inexact = pooled[1](sizes).astype(np.float64), np.zeros(len(sizes), bool)
        return Values(value, dict(zip(SIZES, sizes.T, strict=True)), inexact)

    return Plan((kernel, *settings), 3, kernel, values, lambda thread, rows: (*below, *settings))


# LCA graphs


def _graphs(measure: LcaMeasure, h: Numbered) -> Plan:
    kernels: dict[str, Callable[..., int]] = {
        "minimal": graphs.minimal_sizes,
        "extended": graphs.extended_sizes,
        "algorithm1": graphs.greedy_sizes,
    }
    names = (h.by_name,) if measure.variant == "algorithm1" else ()

    def values(counts: Longs, rows: Rows) -> Values:
        value, inexact = _share_values(measure, counts[:, :3])
        common, true, predicted, lcas, flag = counts.T
        parts = {"intersection": common, "true": true, "predicted": predicted, "lcas": lcas}
        return Values(value, parts, inexact | (flag != FINE))

    return Plan(
        ("graphs", measure.variant, measure.reduce),
        5,
        kernels[measure.variant],
        values,
        lambda thread, rows: (thread.search, measure.reduce, *names),
        above=True,
    )


# Pairs


def _paired(measure: PairMeasure) -> int | None:
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


def _pairs(measure: PairMeasure, h: Numbered) -> Plan | None:
    what = None if measure.by_similarity else _paired(measure)
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
        return Values(value, parts, flag == LEFT)

    return Plan(
        ("pairs", what, prices),
        3,
        pairs.pair_prices,
        values,
        lambda thread, rows: (h.by_name, what, prices, thread.pairs),
    )


# The confusion matrix


def _confusion(measure: HierarchicalConfusion, h: Numbered) -> Plan | None:
    if len(h.edges.parents) != len(h) - 1:
        return None
    at, rest = confusion.levels(h.edges), (measure.empty == "root", measure.reduce)

    def values(counts: Longs, rows: Rows) -> Values:
        parts = dict(zip(map(str.lower, CELLS), counts.T, strict=False))
        return Values(rates(measure.report, counts[:, :4]), parts, counts[:, 4] != FINE)

    return Plan(
        ("confusion", *rest),
        5,
        confusion.confusion_counts,
        values,
        lambda thread, rows: (h.by_name, at, thread.paths, *rest),
    )


# What classes tell


def _information(measure: WeightedMeasure, h: Numbered) -> Plan | None:
    if not isinstance(measure, WeightedShare | RemainingUncertainty | Misinformation):
        return None
    weights = climbs.gains(h.edges, information_content(h, measure.ic))

    def values(counts: Longs, rows: Rows) -> Values:
        common, true, predicted = counts.T
        inexact = np.maximum(true, predicted) > EXACT
        if isinstance(measure, WeightedShare):
            value, large = _share_values(measure, counts)
            parts = dict(zip(SIZES, counts.T, strict=True))
            inexact = inexact | large
        else:
            parts = {"ru": true - common, "mi": predicted - common}
            value = parts[measure.spec.name] / PARTS
        return Values(value, {name: part / PARTS for name, part in parts.items()}, inexact)

    return Plan(("information", measure.ic), 3, sets.closed_weights, values, lambda thread, rows: (weights,))


# Depths


def _depth_plan(measure: DepthMeasure, _: Numbered) -> Plan:
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

    return Plan(("depths",), 2, sets.depth_climbs, values, weighted=False)


_PLANS: tuple[tuple[type[Measure], Callable[[Any, Numbered], Plan | None]], ...] = (
    (SetMeasure, _sets),
    (LcaMeasure, _graphs),
    (PairMeasure, _pairs),
    (HierarchicalConfusion, _confusion),
    (WeightedMeasure, _information),
    (DepthMeasure, _depth_plan),
    (SemanticMeasure, semantic_plan),
)
