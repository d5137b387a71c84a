"""Information accretion: how much a class says once all of its parents are known (Clark & Radivojac 2013)."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np

from ...errors import StudyError, quoted
from ...model.hierarchy import Hierarchy
from ..inputs.closures import Closures
from ..inputs.data import ClassSets, numbers_under_one_root
from ..inputs.label_files import LARGEST
from ..inputs.labels import decode_utf8, read_file_bytes
from ..inputs.matching import Matcher
from ..scoring.numbered import Longs, row_starts
from ..scoring.ratios import Floats


@dataclass(frozen=True)
class Accretion:
    """The information accretion (IA) of each class in bits, by number, and its source.

    IA(v) = −log₂(n(v) / n(all parents of v)), n: instances with these classes; 0 where n is 0, and of roots.
    """

    values: Floats
    """Information accretion of each class, in bits."""
    source: str
    """Where it is from, in words."""


def accretion_of_labels(h: Hierarchy, labels: ClassSets, source: str = "the true classes") -> Accretion:
    """The IA of the classes of labelled instances, each with all ancestors of its classes."""
    closures = Closures(h)
    closed = closures.with_ancestors(labels)
    order = np.argsort(closed.classes, kind="stable")
    rows = np.repeat(np.arange(len(closed.starts) - 1), np.diff(closed.starts))[order]
    counts = np.bincount(closed.classes, minlength=closures.n)
    starts = row_starts(counts)
    parents, children = closures.edges
    first = row_starts(np.bincount(children, minlength=closures.n))
    values = np.zeros(closures.n)
    for c in np.flatnonzero(counts).tolist():
        own: Longs = parents[first[c] : first[c + 1]]
        own = own[own > 0] if closures.artificial else own
        if len(own):
            fewest, *others = sorted((rows[starts[p] : starts[p + 1]] for p in own.tolist()), key=len)
            for other in others:
                at = np.minimum(np.searchsorted(other, fewest), len(other) - 1)
                fewest = fewest[other[at] == fewest]
            values[c] = -np.log2(counts[c] / len(fewest)) + 0.0  # no −0
    return Accretion(values, source)


def read_accretion(path: str | os.PathLike[str], h: Hierarchy) -> Accretion:
    """The IA in a file, a class and a number a line. Raises StudyError: the line, what is accepted."""
    origin, matcher = os.fspath(path), Matcher(h)
    by_class: dict[str, float] = {}
    outside = 0
    for n, line in enumerate(decode_utf8(read_file_bytes(path, origin, LARGEST), origin).split("\n"), 1):
        parts = line.replace(",", "\t").rsplit(None if "\t" not in line and "," not in line else "\t", 1)
        if not line.strip() or (n == 1 and parts[-1].strip().lower() in ("ia", "ic", "weight", "value")):
            continue
        try:
            value = float(parts[1])
        except (IndexError, ValueError):
            value = np.nan
        if not 0 <= value < np.inf:
            raise StudyError.at_line(
                origin, n, f"{quoted(line.strip(), 40)}; a class and a number from 0 on are accepted"
            )
        name = parts[0].strip()
        found = matcher.match(name).found
        if not found:
            outside += 1
        elif by_class.setdefault(found, value) != value:
            raise StudyError.at_line(
                origin, n, f"{quoted(name)} stands there with another number already; one is accepted"
            )
    if not by_class:
        raise StudyError(f"{origin}: none of its classes is in the hierarchy; a class and a number a line are accepted")
    values = np.zeros(len(h.rooted()))
    values[numbers_under_one_root(h, list(by_class))] = list(by_class.values())
    more = f", without {outside:,} classes outside the hierarchy" if outside else ""
    return Accretion(values, f"{os.path.basename(origin)}{more}")
