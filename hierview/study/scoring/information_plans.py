"""Which kernel adds up what classes tell, and what the sums stand for."""

from __future__ import annotations

import numpy as np

from ...measures.information.content import PARTS
from ...measures.information.family import WeightedMeasure, WeightedShare
from ...measures.information.measures import Misinformation, RemainingUncertainty
from ...measures.information.normed import NormedContrast
from ...measures.lca.measures import LcaMeasure
from ...measures.sets.family import ShareMeasure
from .kernels import climbs, sets
from .numbered import Flags, Longs, NumberedClasses, Rows
from .plan import EXACT, MOST_CLIMBS, Plan, Values
from .ratios import SIZES, Floats, icm_norm, shares_of_sizes

GOLD = "gold"  # contents by how often classes are true


def values_of_sizes(measure: ShareMeasure | LcaMeasure | WeightedShare, sizes: Longs) -> tuple[Floats, Flags]:
    """P, R or F of sizes, and where the numbers are too large to be exact, so that they are left to `evaluate`."""
    weight = measure.beta.numerator**2 + measure.beta.denominator**2
    if weight * (int(sizes.max(initial=0)) + 1) * 2 > EXACT:
        return np.zeros(len(sizes)), np.ones(len(sizes), bool)
    return shares_of_sizes(measure.which, measure.beta, measure.zero, sizes), np.zeros(len(sizes), bool)


def information_content(h: NumberedClasses, kind: str) -> Longs:
    """The information content of each class, found once."""
    if kind not in h.contents:
        h.contents[kind] = climbs.information_contents(h.edges, climbs.empty_climbs(len(h)), MOST_CLIMBS, kind)
    return h.contents[kind]


def information_plan(measure: WeightedMeasure, h: NumberedClasses) -> Plan | None:
    """The kernel of a measure of weighed sets; None where it has none, or asks for data that are not there."""
    if not isinstance(measure, WeightedShare | RemainingUncertainty | Misinformation | NormedContrast):
        return None
    kind = measure.ic
    if isinstance(measure, NormedContrast) and measure.content == "gold":
        if GOLD not in h.contents:
            return None
        kind = GOLD
    weights = climbs.information_gains(h.edges, information_content(h, kind))

    def values(counts: Longs, rows: Rows) -> Values:
        common, true, predicted = counts.T
        inexact = np.maximum(true, predicted) > EXACT
        if isinstance(measure, NormedContrast):
            value = icm_norm(counts)
            parts = dict(zip(SIZES, counts.T, strict=True))
            inexact = inexact & (kind != GOLD)
        elif isinstance(measure, WeightedShare):
            value, large = values_of_sizes(measure, counts)
            parts = dict(zip(SIZES, counts.T, strict=True))
            inexact = inexact | large
        else:
            parts = {"ru": true - common, "mi": predicted - common}
            value = parts[measure.spec.name] / PARTS
        return Values(value, {name: part / PARTS for name, part in parts.items()}, inexact)

    return Plan(("information", kind), 3, sets.closed_weights, values, lambda thread, rows: (weights,))
