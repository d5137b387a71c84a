"""Blocking: which share of the instances below a class its classifier rejected (Sun, Lim & Ng 2003, Eq. 21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from ...errors import StudyError, quoted, suggestion
from ...model.hierarchy import Hierarchy
from ..frames import frame_of
from ..inputs.data import Data
from ..inputs.triples import Triples, read_triples

if TYPE_CHECKING:
    import pandas as pd


def blocking_factors(hierarchy: Hierarchy, data: Data, names: tuple[str, ...], rejected: Triples) -> pd.DataFrame:
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
        elif inner not in _inner(hierarchy, [c]):
            why = f"{quoted(inner)} is no inner class at or above {quoted(c)}"
        elif row in earlier:
            why = "this stands in an earlier line already; give each rejection once"
        else:
            earlier.add(row)
            blocked[inner] += 1
            continue
        raise StudyError(f"{origin}: line {line:,}: {why}")
    instances: Counter[str] = Counter()
    for c, many in labelled.items():
        instances.update(dict.fromkeys(_inner(hierarchy, [c]), many))
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


def _inner(hierarchy: Hierarchy, classes: Iterable[str]) -> list[str]:
    """The classes at or above these that have children."""
    return [c for c in hierarchy.closure(classes) if hierarchy.children(c)]
