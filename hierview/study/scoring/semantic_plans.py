"""Plans of the semantic measures: fractions from their kernels, added up without a limit, and divided once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...measures.information.content import PARTS
from ...measures.semantic.family import SemanticMeasure
from ...measures.semantic.measures import HeightMeasure, InformationMeasure, JiangConrath, Lin, Resnik, WuPalmer
from .kernels import climbs, matches
from .numbered import Edges, Longs, Numbered, Rows, starts_of
from .plan import MOST_CLIMBS, Plan, Values

_BY_CONTENT: dict[type[SemanticMeasure], tuple[int, int]] = {
    Lin: (matches.LIN, 1),
    Resnik: (matches.RESNIK, PARTS),
    JiangConrath: (matches.JIANG_CONRATH, PARTS),
}


class Sum(NamedTuple):
    """So many fractions added up: top / bottom, not in lowest terms, of any size."""

    top: int
    bottom: int
    terms: int

    @property
    def mean(self) -> Sum:
        """The average, as one fraction."""
        return Sum(self.top, self.bottom * self.terms, 1)

    def plus(self, other: Sum) -> Sum:
        """Both together."""
        if self.bottom == other.bottom:
            return Sum(self.top + other.top, self.bottom, self.terms + other.terms)
        top = self.top * other.bottom + other.top * self.bottom
        return Sum(top, self.bottom * other.bottom, self.terms + other.terms)

    def over(self, unit: int) -> float:
        """Its value in the unit; Python's division of whole numbers rounds once, whatever their size."""
        return self.top / (self.bottom * unit)


_NOTHING = Sum(0, 1, 0)


def information_content(h: Numbered, kind: str) -> Longs:
    """The information content of each class, found once."""
    if kind not in h.contents:
        h.contents[kind] = climbs.contents(h.edges, climbs.no_climbs(len(h)), MOST_CLIMBS, kind)
    return h.contents[kind]


def _compared(measure: SemanticMeasure, h: Numbered) -> tuple[int, Longs, int, Edges] | None:
    """Grounds on which classes are compared; None where no kernel knows them.

    Which kernel; what each class counts; what a value is divided by; edges, without weights where they are counted.
    """
    if isinstance(measure, InformationMeasure) and type(measure) in _BY_CONTENT:
        what, unit = _BY_CONTENT[type(measure)]
        return what, information_content(h, measure.ic), unit, h.edges
    if isinstance(measure, WuPalmer | HeightMeasure):
        depths, heights = matches.depths_and_heights(h.edges)
        if isinstance(measure, HeightMeasure):
            return matches.HEIGHT, heights, 1, h.unweighted.edges
        return matches.DEPTH, depths + (measure.root == "counted"), 1, h.unweighted.edges
    return None


def semantic_plan(measure: SemanticMeasure, h: Numbered) -> Plan | None:
    """The plan of a semantic measure: the best matches of all classes, or all pairs."""
    grounds = _compared(measure, h)
    if grounds is None:
        return None
    what, worth, unit, edges = grounds
    several = measure.average == "pairs"
    choice = [getattr(measure, name) for name in measure.params() if name != "average"]
    return Plan(
        ("matches", what, several, *choice),
        2,
        matches.all_pairs if several else matches.best_matches,
        _values(measure, unit),
        lambda _, rows: (what, worth, _pair_starts(rows)) if several else (what, worth),
        edges is h.edges,
        (lambda rows: int(_pair_starts(rows)[-1])) if several else (lambda rows: len(rows.true) + len(rows.predicted)),
    )


def _pair_starts(rows: Rows) -> Longs:
    """Where the pairs of each instance begin, and the end."""
    return starts_of(np.diff(rows.true_starts) * np.diff(rows.predicted_starts))


def _values(measure: SemanticMeasure, unit: int) -> Callable[[Longs, Rows], Values]:
    """What the fractions of a kernel stand for: their average and the sums that it is made of."""
    names = [side for side in ("predicted", "true") if measure.average in ("BMA", "matches", side)] or ["pairs"]
    whole = np.nan if measure.undefined else 0.0

    def values(counts: Longs, rows: Rows) -> Values:
        n = rows.instances
        value = np.full(n, whole)
        parts: dict[str, npt.NDArray[Any]] = {}
        for name in names:
            parts |= {"sum" if name == "pairs" else f"sum_{name}": np.zeros(n), name: np.zeros(n, np.int64)}
        columns = tuple(parts.values())
        for i, sums in enumerate(_sums(measure, counts, rows)):
            for at, side in enumerate(sums):
                columns[2 * at][i], columns[2 * at + 1][i] = side.over(unit), side.terms
            if average := _average(measure.average, sums):
                value[i] = average.over(unit)
        t, p = np.diff(rows.true_starts), np.diff(rows.predicted_starts)
        return Values(value, parts, (t > 0) & (p > 0) & (t + p > matches.MOST_LABELS))  # too many for the kernel

    return values


def _average(how: str, sums: Sequence[Sum]) -> Sum | None:
    """The average of an instance; None where there is nothing to average."""
    there = [side for side in sums if side.terms]
    if how == "BMA":
        there = [side.mean for side in there]
    return reduce(Sum.plus, there).mean if there else None


def _sums(measure: SemanticMeasure, counts: Longs, rows: Rows) -> Iterator[tuple[Sum, ...]]:
    """What is averaged in each instance: of the predicted side, the true one, or both, or of all pairs."""
    tops, bottoms = counts.T.tolist()
    every = [
        Sum(top, bottom, 1) if bottom and not (measure.mistakes and top == 0) else _NOTHING
        for top, bottom in zip(tops, bottoms, strict=True)
    ]
    if measure.average == "pairs":
        for a, b in pairwise(_pair_starts(rows).tolist()):
            yield (reduce(Sum.plus, every[a:b], _NOTHING),)
        return
    true = list(pairwise(rows.true_starts.tolist()))
    predicted = pairwise((rows.predicted_starts + len(rows.true)).tolist())
    if measure.average == "best":
        better = 1 if measure.better() == "higher" else -1
        for a, b in true:
            yield (reduce(lambda x, y: _better(x, y, better), every[a:b], _NOTHING),)
        return
    for p, t in zip(predicted, true, strict=True):
        sides = {"predicted": p, "true": t}
        averaged = sides.values() if measure.average in ("BMA", "matches") else (sides[measure.average],)
        yield tuple(reduce(Sum.plus, every[a:b], _NOTHING) for a, b in averaged)


def _better(x: Sum, y: Sum, sign: int) -> Sum:
    if not x.terms or not y.terms:
        return x if x.terms else y
    return y if sign * (y.top * x.bottom - x.top * y.bottom) > 0 else x
