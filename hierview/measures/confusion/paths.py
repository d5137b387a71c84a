"""The hierarchical confusion matrix of one instance (R23): who takes which true path, and what counts.

Paths are tuples of classes from the root down; weights play no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...model.carried import Path
from ...model.case import Case
from ...model.hierarchy import Hierarchy, cached_by_hierarchy

CELLS = ("TP", "TN", "FP", "FN")


@dataclass(frozen=True)
class Prediction:
    """A predicted path, the true path that it takes, and what that counts."""

    path: Path
    """The predicted path, from the root down."""
    shared: int
    """Number of classes in the longest prefix that it has in common with any true path of the instance."""
    true: Path = ()
    """The true path that it takes; () for an extra prediction, when no true class is left."""
    common: Path = ()
    """The prefix in common with `true`."""
    siblings: Path = ()
    """The part of TN beside the common path: siblings of its classes."""
    children: Path = ()
    """The part of TN below the end of the common path."""
    tied: bool = False
    """Whether other true paths had as long a prefix."""
    contested: bool = False
    """Whether an equally good prediction, served later, could have taken the same class."""

    def cell(self, name: str) -> Path:
        """The classes that it counts as `name`, one of `CELLS`; of TN a class may stand in both parts."""
        # Among all root paths of a class the longest common prefix was taken, so the two never meet again below it.
        parted = max(1, len(self.common))
        return {
            "TP": self.common[1:],
            "TN": self.siblings + self.children,
            "FP": self.path[parted:],
            "FN": self.true[parted:],
        }[name]


@dataclass(frozen=True)
class Confusion:
    """The hierarchical confusion matrix of one instance."""

    predictions: tuple[Prediction, ...]
    """The predictions in the order in which they were served."""
    left: tuple[Path, ...]
    """The shortest paths of the true classes that none of them took."""
    root: str | None = None
    """The artificial root at which the paths start, if the hierarchy has several roots."""

    def cell(self, name: str) -> Path:
        """The classes that are counted as `name`, as often as they are counted."""
        missed = tuple(c for path in self.left for c in path[1:]) if name == "FN" else ()
        return tuple(c for p in self.predictions for c in p.cell(name)) + missed

    @property
    def counts(self) -> dict[str, int]:
        """The number of classes in each of the four cells."""
        return {name: len(self.cell(name)) for name in CELLS}


@dataclass(frozen=True, eq=False)
class PathsDown:
    """All ways down to a class from the classes above it and from itself."""

    order: Path
    """The classes above, and the class itself, each after the ones below it."""
    fewest: Mapping[str, int]
    """Edges of the shortest way down from each of them."""
    most: Mapping[str, int]
    """Edges of the longest way down from each of them."""
    count: Mapping[str, int]
    """Number of ways down from each of them."""
    below: Mapping[str, Sequence[str]]
    """The next classes on the ways down from each of them."""

    def shared_prefix_length(self, path: Path) -> int:
        """Number of classes that `path` shares with the path that goes along with it longest."""
        return next((i for i, c in enumerate(path) if c not in self.most), len(path))

    def way_of_length(self, c: str, lengths: Mapping[str, int]) -> Path:
        """The way down from `c`, without `c`, whose lengths are those given; of several the first by name."""
        way: list[str] = []
        while lengths[c]:
            c = min(b for b in self.below[c] if lengths[b] == lengths[c] - 1)
            way.append(c)
        return tuple(way)


@cached_by_hierarchy
def paths_down_to(h: Hierarchy, c: str) -> PathsDown:
    """All ways down to `c`."""
    above = h.closure([c])
    below: dict[str, list[str]] = {a: [] for a in above}
    for a in above:
        for parent in h.parents(a):
            below[parent].append(a)
    waiting = {a: len(children) for a, children in below.items()}
    fewest, most, count = {c: 0}, {c: 0}, {c: 1}
    order = [c]
    for here in order:
        for parent in h.parents(here):
            waiting[parent] -= 1
            if not waiting[parent]:
                fewest[parent] = 1 + min(fewest[b] for b in below[parent])
                most[parent] = 1 + max(most[b] for b in below[parent])
                count[parent] = sum(count[b] for b in below[parent])
                order.append(parent)
    return PathsDown(tuple(order), fewest, most, count, below)


def likely_path(h: Hierarchy, c: str, true: Iterable[str]) -> tuple[Path, int]:
    """The root path of `c` with the longest prefix in common with a path to a class of `true`, and how many have it.

    Of several the shortest, then the first by name. The hierarchy has one root.
    """
    up = paths_down_to(h, c)
    targets = h.closure(true) | set(h.roots)
    # A class above both has only such classes above itself, so its longest path is a common prefix.
    longest: dict[str, Path] = {}
    alike: dict[str, int] = {}
    for a in reversed(up.order):
        if a in targets:
            length = max((len(longest[parent]) for parent in h.parents(a)), default=0)
            above = [parent for parent in h.parents(a) if len(longest[parent]) == length]
            longest[a] = (*min((longest[parent] for parent in above), default=()), a)
            alike[a] = sum(alike[parent] for parent in above) or 1
    length = max(map(len, longest.values()))
    turns = [a for a, path in longest.items() if len(path) == length]
    fewest = min(up.fewest[a] for a in turns)
    path = min(longest[a] + up.way_of_length(a, up.fewest) for a in turns if up.fewest[a] == fewest)
    return path, sum(alike[a] * up.count[a] for a in turns)


def confusion_matrix(hierarchy: Hierarchy, true: Iterable[str], predicted: Sequence[Path]) -> Confusion:
    """The matrix of the predicted root paths against all root paths of the true classes.

    true: classes in the order that decides between equally good, equally long true paths.  predicted:
    paths from the root, from the artificial one where the hierarchy has several.

    >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop")])
    >>> confusion_matrix(h, ["Pop"], [("Arts", "Music")]).counts
    {'TP': 1, 'TN': 1, 'FP': 0, 'FN': 1}
    """
    h = hierarchy.rooted()
    waiting = {c: paths_down_to(h, c) for c in true}
    prefixes = {path: max((w.shared_prefix_length(path) for w in waiting.values()), default=0) for path in predicted}
    # A path that is predicted twice is two predictions.
    ranked = sorted(((prefixes[path], path) for path in predicted), reverse=True)
    served: list[Prediction] = []
    for i, (overlap, path) in enumerate(ranked):
        if not waiting:
            served.append(Prediction(path, overlap))
            continue
        prefix = {c: w.shared_prefix_length(path) for c, w in waiting.items()}
        best = max(prefix.values())
        turn = path[best - 1]
        options = [c for c in waiting if prefix[c] == best]
        next_class = max(options, key=lambda c: waiting[c].most[turn])
        contested = any(
            equal == overlap
            and other != path
            and waiting[next_class].shared_prefix_length(other)
            == max(w.shared_prefix_length(other) for w in waiting.values())
            for equal, other in ranked[i + 1 :]
        )
        tied = sum(waiting[c].count[turn] for c in options) > 1
        way = waiting.pop(next_class)
        common = path[:best]
        whole = common + way.way_of_length(turn, way.most)
        siblings = {s for c in common for parent in h.parents(c) for s in h.children(parent)} - set(whole)
        children = set(h.children(turn)) - set(whole) - set(path)
        served.append(
            Prediction(path, overlap, whole, common, tuple(sorted(siblings)), tuple(sorted(children)), tied, contested)
        )
    top = h.roots[0]
    missed = tuple((top, *w.way_of_length(top, w.fewest)) for w in waiting.values())
    return Confusion(tuple(served), missed, h.artificial_root)


# What is predicted in a case


@dataclass(frozen=True)
class PredictedPath:
    """A predicted path, and where it comes from."""

    path: Path
    """The predicted path, from the root down."""
    alike: int
    """Number of these paths that share as much with a true path; 0 where some are stated."""
    ways: int
    """Number of root paths that lead to the class."""
    stated: int = 0
    """Number of paths that the case states of the class."""


def predicted_paths(case: Case) -> tuple[PredictedPath, ...]:
    """The root paths of the predicted classes, by name: those that the case states in `paths`, else the likely one.

    They begin at the artificial root where there are several roots.
    """
    h = case.hierarchy.rooted()
    above = () if h is case.hierarchy else h.roots
    paths_of = dict(case.extra.paths)
    paths: list[PredictedPath] = []
    for c in sorted(case.predicted):
        count = paths_down_to(h, c).count[h.roots[0]]
        if c in paths_of:
            paths += [PredictedPath((*above, *path), 0, count, len(paths_of[c])) for path in paths_of[c]]
        else:
            paths.append(PredictedPath(*likely_path(h, c, case.true), count))
    return tuple(paths)


def deciding_order_words(case: Case) -> str:
    """The words for what decides between true paths that are equally good and equally long."""
    return "as the true classes are given, then by name" if case.extra.order else "by name"
