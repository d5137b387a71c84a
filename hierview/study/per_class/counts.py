"""Per-class counts of whole runs, and what Sun, Lim & Ng (2003) and the flat measures make of them.

One class is right, wrong or missed in an instance. A wrong or missed one may count in part, by how near the classes of
the other side are: by similarity (Eq. 11) or by distance (Eq. 20). All is exact until the last division.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import lcm
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ...errors import StudyError, quoted, suggestion
from ...measures.contributions.contributions import (
    ContributionCounts,
    Distances,
    Nearness,
    macro_averages,
    micro_averages,
    similarities_of,
)
from ...measures.shares import f_beta
from ...model.extra import Extra
from ...model.hierarchy import Hierarchy
from ..frames import frame_of
from ..inputs.columns import Triples, read_triples
from ..inputs.data import DataSet
from ..scoring.numbered import Ints, Longs, Rows, entries_of

if TYPE_CHECKING:
    import pandas as pd

CHUNK = 4_096  # instances at once
MICRO, PRINTED, MACRO = "micro", "micro as printed", "macro"

By = Literal["flat", "below", "similarity", "distance"]
BY: tuple[By, ...] = get_args(By)
Exact = npt.NDArray[Any]  # Python's whole numbers, of any size


@dataclass(frozen=True)
class LackingClasses:
    """The classes of one side that the other side lacks, in some instances, and all classes of that other side."""

    rows: Longs
    """Instance of each of k entries."""
    classes: Ints
    """Class of each of k entries."""
    starts: Longs
    """Where the classes of the other side begin, by instance."""
    others: Ints
    """Classes of the other side."""


def _right_wrong_missed(rows: Rows, class_count: int) -> tuple[Ints, LackingClasses, LackingClasses]:
    """Of some instances the classes that are right, the wrong ones and the missed ones."""
    every = np.arange(rows.instances)
    t_rows, p_rows = np.repeat(every, np.diff(rows.true_starts)), np.repeat(every, np.diff(rows.predicted_starts))
    t_codes, p_codes = t_rows * class_count + rows.true, p_rows * class_count + rows.predicted
    wrong, missed = ~np.isin(p_codes, t_codes), ~np.isin(t_codes, p_codes)
    return (
        rows.true[~missed],
        LackingClasses(p_rows[wrong], rows.predicted[wrong], rows.true_starts, rows.true),
        LackingClasses(t_rows[missed], rows.true[missed], rows.predicted_starts, rows.predicted),
    )


def _contributions(side: LackingClasses, class_count: int, amount: Callable[[int], Fraction]) -> dict[int, Fraction]:
    """The contributions to each class of a side, each kept within −1 and 1, and added up.

    class_count: how many classes there are.  amount: what two classes contribute to each other, by `one * class_count +
    other`.
    """
    counts = np.diff(side.starts)[side.rows]
    own, others = np.repeat(side.classes, counts), side.others[entries_of(side.starts[side.rows], counts)]
    codes = np.minimum(own, others).astype(np.int64) * class_count + np.maximum(own, others)
    pairs, places = np.unique(codes, return_inverse=True)
    amounts = [amount(code) for code in pairs.tolist()]
    unit = lcm(*(x.denominator for x in amounts))
    whole: Exact = np.array([x.numerator * (unit // x.denominator) for x in amounts], object)
    sums: Exact = np.zeros(len(counts), object)
    some = counts > 0
    if some.any():
        sums[some] = np.add.reduceat(whole[places], (np.cumsum(counts) - counts)[some])
    totals: dict[int, int] = {}
    for c, total in zip(side.classes.tolist(), sums.tolist(), strict=True):
        totals[c] = totals.get(c, 0) + max(-unit, min(unit, total))
    return {c: Fraction(total, unit) for c, total in totals.items()}


def class_nearness(h: Hierarchy, extra: Extra, by: By, acceptable_distance: Fraction | int) -> Nearness | None:
    """The nearness of classes by similarity or distance; None where a class is only itself, or what is below it.

    acceptable_distance: above 0; asked for by distance alone.  Raises StudyError.
    """
    if by not in BY:
        raise StudyError(f"by={quoted(by)} is not accepted; {', '.join(BY)} is")
    if by == "distance":
        if acceptable_distance <= 0:
            raise StudyError(f"an acceptable distance of {acceptable_distance} is none; a number above 0 is accepted")
        return Distances(h, Fraction(acceptable_distance))
    return similarities_of(h, extra) if by == "similarity" else None


def count_classes(rows: Rows, names: Sequence[str], nearness: Nearness | None = None) -> dict[str, ContributionCounts]:
    """The counts of every class that is true or predicted in some instance, by name.

    names: the classes by number.  nearness: what wrong and missed classes count in part by; None: they count nothing.
    """
    many = len(names)
    counts = np.zeros((3, many), np.int64)
    sums: tuple[dict[int, Fraction], dict[int, Fraction]] = {}, {}

    @cache
    def amount(code: int) -> Fraction:
        assert nearness is not None
        return nearness.amount(names[code // many], names[code % many])

    for first in range(0, rows.instances, CHUNK):
        right, wrong, missed = _right_wrong_missed(rows.slice(first, first + CHUNK), many)
        for row, classes in zip(counts, (right, wrong.classes, missed.classes), strict=True):
            row += np.bincount(classes, minlength=many)
        for totals, side in zip(sums, (wrong, missed), strict=True) if nearness is not None else ():
            for c, more in _contributions(side, many, amount).items():
                totals[c] = totals.get(c, Fraction(0)) + more
    marked = sorted(np.flatnonzero(counts.any(axis=0)).tolist(), key=names.__getitem__)
    of_kind = counts.tolist()
    return {
        names[c]: ContributionCounts(of_kind[0][c], of_kind[1][c], of_kind[2][c], sums[0].get(c, 0), sums[1].get(c, 0))
        for c in marked
    }


@dataclass(frozen=True)
class PerClass:
    """Counts that each class gathers in whole runs over N instances."""

    instances: int
    """Number of instances."""
    by: By
    """What wrong and missed classes count in part by; "flat" not at all, nor "below", where a class counts with all
    that is below it, an instance once.
    """
    counts: Mapping[str, Mapping[str, ContributionCounts]]
    """Counts by system and class, in order of name; a class without an entry is never true nor predicted there."""
    told_apart: frozenset[str]
    """All classes that may be asked for."""

    def of(self, system: str, classes: str | Iterable[str] = "marked") -> dict[str, ContributionCounts]:
        """The counts of some classes: those "marked" as true or predicted, the "true" ones, "all", or those named."""
        own_counts = self.counts[system]
        if classes == "marked":
            return dict(own_counts)
        if classes == "true":
            return {c: counts for c, counts in own_counts.items() if counts.tp + counts.fn}
        if classes == "all":
            return {c: own_counts.get(c, ContributionCounts()) for c in sorted(self.told_apart)}
        if isinstance(classes, str):
            raise StudyError(f"classes={quoted(classes)} is not accepted; marked, true, all or a list of classes is")
        for c in (names := list(dict.fromkeys(classes))):
            if c not in self.told_apart:
                near = suggestion(c, self.told_apart)
                raise StudyError(f"{quoted(c)} is no class that is told apart by {self.by}{near}")
        return {c: own_counts.get(c, ContributionCounts()) for c in names}

    @property
    def frame(self) -> pd.DataFrame:
        """A row for each system and each class that is true or predicted there: counts, contributions, shares.

        Precision and recall are Eq. 12 and 13 of Sun et al., accuracy and error Eq. 18 and 19; with "flat" the
        ordinary ones. 0/0 is 0.
        """
        n = self.instances
        return frame_of(
            {
                "system": system,
                "class": c,
                "tp": own.tp,
                "fp": own.fp,
                "fn": own.fn,
                "fp contribution": float(own.fp_contribution),
                "fn contribution": float(own.fn_contribution),
                "precision": float(own.precision),
                "recall": float(own.recall),
                "F1": float(f1_of(own.precision, own.recall)),
                "accuracy": float(own.accuracy(n)) if n else np.nan,
                "error": float(own.error(n)) if n else np.nan,
            }
            for system in self.counts
            for c, own in self.of(system).items()
        )

    def averages(self, classes: str | Iterable[str] = "marked") -> pd.DataFrame:
        """Averages over classes: a row for each system and kind of average.

        classes: as for `of`; scikit-learn's averages go over the "marked" ones, T15's over "all".
        micro: over the sums of all classes, where a class whose denominator is below 0 counts 0 in it; "micro as
        printed" takes it from the others' (Sun et al. Eq. 14, 15), so that it may exceed 1.  macro: the mean (Eq. 16,
        17; T15 §2.3). F1 is that of the averages of precision and recall (T15 §2.3, 2.4), "mean F1" the mean of the
        classes' own, as scikit-learn has it. Accuracy and error are means, which are the same either way.
        """
        names = classes if isinstance(classes, str) else list(classes)
        kinds = (MICRO, MACRO) if self.by in ("flat", "below") else (MICRO, PRINTED, MACRO)
        rows = []
        for system in self.counts:
            counts = list(self.of(system, names).values())
            for kind in kinds:
                pair = macro_averages(counts) if kind == MACRO else micro_averages(counts, limited=kind == MICRO)
                precision, recall = (ratio.value for ratio in pair)
                rows.append(
                    {
                        "system": system,
                        "average": kind,
                        "classes": len(counts),
                        "precision": float(precision),
                        "recall": float(recall),
                        "F1": float(f1_of(precision, recall)),
                    }
                    | self._mean_rates(counts, kind)
                )
        return frame_of(rows)

    def _mean_rates(self, counts: Sequence[ContributionCounts], kind: str) -> dict[str, float]:
        """The means of what every class has by itself; NaN where there is no class or no instance."""
        n = len(counts)
        error = sum((c.error(self.instances) for c in counts), Fraction(0)) / n if n and self.instances else None
        own = sum((f1_of(c.precision, c.recall) for c in counts), Fraction(0))
        return {
            "mean F1": float(own / n) if n and kind == MACRO else np.nan,
            "accuracy": np.nan if error is None else float(1 - error),
            "error": np.nan if error is None else float(error),
        }


def f1_of(precision: Fraction, recall: Fraction) -> Fraction:
    """F1 of a precision and a recall, as an exact fraction; 0/0 is 0."""
    value = f_beta(precision, recall, Fraction(1), 0)
    assert value is not None  # 0/0 is 0
    return value


# Blocking: which share of the instances below a class its classifier rejected (Sun, Lim & Ng 2003, Eq. 21)


def blocking_factors(hierarchy: Hierarchy, data: DataSet, names: tuple[str, ...], rejected: Triples) -> pd.DataFrame:
    """A row for each inner class with instances at or below it: how many, how many of them it rejected, the share.

    An instance counts once for each of its true classes. names: the classes by the numbers in `data`.
    rejected: a file, or rows, of an instance's id, its true class, and the class at or above it whose classifier
    rejected it. Raises StudyError: the line, what is wrong with it.
    """
    codes = data.truth.classes.tolist()
    true = {
        instance: frozenset(names[c] for c in codes[a:b])
        for instance, (a, b) in zip(data.ids, pairwise(data.truth.starts.tolist()), strict=True)
    }
    labelled = Counter(names[c] for c in codes)
    blocked: Counter[str] = Counter()
    origin, rows = read_triples(rejected, "rejected", ("id", "true", "rejected by"))
    earlier: set[tuple[str, str, str]] = set()
    for line, row in rows:
        instance, c, inner = row
        if instance not in true:
            why = f"{quoted(instance)} is no instance of this study{suggestion(instance, true)}"
        elif c not in true[instance]:
            why = f"{quoted(c)} is no true class of {quoted(instance)}{suggestion(c, true[instance])}"
        elif inner not in _inner_classes(hierarchy, [c]):
            why = f"{quoted(inner)} is no inner class at or above {quoted(c)}"
        elif row in earlier:
            why = "this stands in an earlier line already; give each rejection once"
        else:
            earlier.add(row)
            blocked[inner] += 1
            continue
        raise StudyError.at_line(origin, line, why)
    instances: Counter[str] = Counter()
    for c, many in labelled.items():
        instances.update(dict.fromkeys(_inner_classes(hierarchy, [c]), many))
    return frame_of(
        {
            "class": c,
            "instances": instances[c],
            "rejected": blocked[c],
            "blocking factor": float(Fraction(blocked[c], instances[c])),
        }
        for c in hierarchy.top_down
        if instances[c]
    )


def _inner_classes(hierarchy: Hierarchy, classes: Iterable[str]) -> list[str]:
    """The classes at or above these that have children."""
    return [c for c in hierarchy.closure(classes) if hierarchy.children(c)]
