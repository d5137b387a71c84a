"""Which classifier rejected a document above its class (blocking; Sun, Lim & Ng 2003, §3.4 and Eq. 21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil

from .estimators.layout import Layout
from .estimators.node_scores import MICRO, NodeScores


def rejections(
    scores: NodeScores, true: Sequence[Iterable[str]], t: Fraction = Fraction(1, 2), ids: Sequence[str] = ()
) -> list[tuple[str, str, str]]:
    """A row for each document and true class that a classifier above it rejected: id, class, whose classifier.

    It counts at the highest classifier that says less than t; a leaf's own classifier blocks nothing. With several
    paths every path must be rejected, and the deepest class is named at which the furthest of them ends.
    `hierview.Study.blocking` takes these rows.
    """
    layout = scores.layout
    least = ceil(t * MICRO)
    rejected = []
    for i, classes in enumerate(true):
        part = slice(scores.starts[i], scores.starts[i + 1])
        micros = dict(zip(scores.columns[part].tolist(), scores.micros[part].tolist(), strict=True))
        for c in sorted(classes):
            who = _rejecting(layout, micros, layout.index[c], least)
            if who is not None:
                rejected.append((ids[i] if ids else str(i + 1), c, layout.nodes[who]))
    return rejected


def _rejecting(layout: Layout, micros: dict[int, int], c: int, least: int) -> int | None:
    """The class whose classifier rejects on the way that leads furthest; None where some way leads to the class."""
    above, todo = {c}, [c]
    while todo:
        for p in layout.parents[todo.pop()]:
            if p not in above:
                above.add(p)
                todo.append(p)
    reached = {0}
    blockers = []
    for k in sorted(above):  # parents before children
        if k == 0 or not any(p in reached for p in layout.parents[k]):
            continue
        if micros.get(k, 0) >= least or (k == c and not layout.children[c]):
            reached.add(k)
        else:
            blockers.append(k)
    return None if c in reached else max(blockers, default=None)
