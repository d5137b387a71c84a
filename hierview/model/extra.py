"""The rest that a case may carry: root paths, numbers that rules decide from, similarities, orders, levels, ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from .carried import COMPACT, READ, Path, average_and_rows, decimal_number
from .hierarchy import Edge, Hierarchy

_SAME: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Extra:
    """Paths, numbers and similarities of one hierarchy, as `Extra.of` checked them.

    Numbers are decimals as a double prints: up to 15 digits they are kept exactly.
    """

    paths: tuple[tuple[str, tuple[Path, ...]], ...] = ()
    """The root paths that a class stands for when it is predicted, without an artificial root."""
    probabilities: tuple[tuple[Edge, Fraction], ...] = ()
    """P(child | parent) of edges, from 0 to 1."""
    scores: tuple[tuple[str, Fraction], ...] = ()
    """Scores of classes, as a classifier gives them."""
    similarity: tuple[tuple[Edge, Fraction], ...] = ()
    """Similarity of two classes in order of name, from -1 to 1; every two of the classes in it have one."""
    neighbours: tuple[frozenset[str], ...] = ()
    """The classes of each neighbour, the nearest first."""
    average: Fraction | None = None
    """Average similarity, where it is that of more classes than `similarity` holds; else None."""
    order: tuple[str, ...] = ()
    """The true classes in the order in which they are given, where a measure may look at it."""
    levels: tuple[str | None, ...] = ()
    """The predicted class of each level, the top first, None where there is none."""
    rank_of: tuple[tuple[str, int], ...] = ()
    """Level of each class, where the case gives it and the edges do not."""
    ranking: tuple[str, ...] = ()
    """Classes in the order in which a system holds them to be likely, the likeliest first."""
    unknown: tuple[str, ...] = ()
    """Answers outside the hierarchy, as texts."""

    @classmethod
    def of(cls, hierarchy: Hierarchy, **content: Any) -> Extra:
        """The content of a case file under the names of the fields, checked against the hierarchy.

        Raises CaseError: the field, the entry, the value, and what is accepted.

        >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Theater")])
        >>> Extra.of(h, scores={"Music": 0.5}).scores
        (('Music', Fraction(1, 2)),)
        """
        average = None
        if isinstance(content.get("similarity"), Mapping):
            average, rows = average_and_rows(content["similarity"])
            content = content | {"similarity": rows}
        return cls(**{key: READ[key](hierarchy, value) for key, value in content.items()}, average=average)

    def in_given_order(self, classes: Iterable[str]) -> list[str]:
        """The classes in the order in which they are given; those without a place in it after the others, by name."""
        places = {c: i for i, c in enumerate(self.order)}
        return sorted(classes, key=lambda c: (places.get(c, len(places)), c))

    @cached_property
    def _hash(self) -> int:
        return hash((self.average, *(getattr(self, key) for key in KINDS)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the hash, which is another one in another process.
        return Extra, tuple(getattr(self, key) for key in self.__dataclass_fields__)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The keys of a case file that hold something."""
        return tuple(key for key in KINDS if getattr(self, key))

    def texts(self) -> tuple[tuple[str, str], ...]:
        """The content that `of` makes this of, as compact JSON by field; without what is empty."""
        content: dict[str, Any] = {
            "paths": {c: [list(path) for path in lists] for c, lists in self.paths},
            "probabilities": [[*edge, _as_plain_json(p)] for edge, p in self.probabilities],
            "scores": {c: _as_plain_json(score) for c, score in self.scores},
            "similarity": [[*pair, _as_plain_json(value)] for pair, value in self.similarity],
            "neighbours": [sorted(classes) for classes in self.neighbours],
            "order": list(self.order),
            "levels": list(self.levels),
            "rank_of": dict(self.rank_of),
            "ranking": list(self.ranking),
            "unknown": list(self.unknown),
        }
        if self.average is not None:
            content["similarity"] = {"average": _as_plain_json(self.average), "rows": content["similarity"]}
        return tuple((key, COMPACT.encode(content[key])) for key in self.kinds)

    @cached_property
    def average_similarity(self) -> Fraction:
        """The average over all pairs of classes that have similarities; 0 where there is none."""
        if self.average is not None:
            return self.average
        apart = [value for (a, b), value in self.similarity if a != b]
        return sum(apart, Fraction(0)) / max(1, len(apart))

    # The one place that says what survives

    def for_hierarchy(self, hierarchy: Hierarchy, renamed: Mapping[str, str] = _SAME) -> Extra:
        """The part that still holds on another hierarchy, under the new names of classes.

        A path must still lead from a root along edges, a probability needs its edge, everything else its classes; a
        neighbour stays with those of its classes that are there.
        """
        if not self.kinds:
            return self

        def now(c: str) -> str:
            return renamed.get(c, c)

        def moved(pair: Edge) -> Edge:
            return now(pair[0]), now(pair[1])

        def leads(path: Path) -> bool:
            top = path[0] in hierarchy and not hierarchy.parents(path[0])
            return top and all(edge in hierarchy.weights for edge in pairwise(path))

        paths = {now(c): tuple(filter(leads, (tuple(map(now, path)) for path in lists))) for c, lists in self.paths}
        pairs = {(min(pair), max(pair)): value for old, value in self.similarity for pair in [moved(old)]}
        neighbours = [(old, frozenset(c for c in map(now, old) if c in hierarchy)) for old in self.neighbours]
        similarity = tuple(sorted((pair, value) for pair, value in pairs.items() if all(c in hierarchy for c in pair)))
        return Extra(
            tuple(sorted((c, lists) for c, lists in paths.items() if lists)),
            tuple((edge, p) for old, p in self.probabilities if (edge := moved(old)) in hierarchy.weights),
            tuple(sorted((c, score) for old, score in self.scores if (c := now(old)) in hierarchy)),
            similarity,
            tuple(classes for old, classes in neighbours if classes or not old),
            self.average if similarity else None,
            tuple(c for c in map(now, self.order) if c in hierarchy),
            tuple(None if old is None or now(old) not in hierarchy else now(old) for old in self.levels),
            tuple(sorted((c, level) for old, level in self.rank_of if (c := now(old)) in hierarchy)),
            tuple(c for c in map(now, self.ranking) if c in hierarchy),
            tuple(text for text in self.unknown if text not in hierarchy),
        )

    def under_chain(self, chain: Sequence[str], roots: Iterable[str]) -> Extra:
        """These data below a chain of new classes, from its top down to the one parent of all old roots."""
        roots = list(roots)
        above = [*pairwise(chain), *((chain[-1], root) for root in roots)]
        certain = tuple((edge, Fraction(1)) for edge in above) if self.probabilities else ()
        paths = tuple((c, tuple((*chain, *path) for path in lists)) for c, lists in self.paths)
        levels = (*chain[1:], *(roots if len(roots) == 1 else ()), *self.levels) if self.levels else ()
        unknown = tuple(text for text in self.unknown if text not in chain)
        return replace(self, paths=paths, probabilities=certain + self.probabilities, levels=levels, unknown=unknown)

    def for_cut_hierarchy(self, hierarchy: Hierarchy) -> Extra:
        """The part that still holds where the long-distance step cut the hierarchy.

        Probabilities go, for those of the new edges are not known; how alike classes are on average stays, for it
        tells nothing of the hierarchy.
        """
        rest = self.for_hierarchy(hierarchy)
        average = decimal_number(self.average_similarity) if rest.similarity != self.similarity else self.average
        return replace(rest, probabilities=(), average=average if rest.similarity else None)

    def lost_in(self, after: Extra) -> str:
        """The part that is not there `after` a change, in words; "" where everything is."""
        parts = []
        for key, (one, many) in _WORDS.items():
            gone = len(getattr(self, key)) - len(getattr(after, key))
            if gone > 0:
                parts.append((one if gone == 1 else many).format(gone))
        return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


KINDS = (
    "paths",
    "probabilities",
    "scores",
    "similarity",
    "neighbours",
    "order",
    "levels",
    "rank_of",
    "ranking",
    "unknown",
)

_WORDS = {
    "paths": ("the root paths of {} class", "the root paths of {} classes"),
    "probabilities": ("{} probability", "{} probabilities"),
    "scores": ("{} score", "{} scores"),
    "similarity": ("{} similarity", "{} similarities"),
    "neighbours": ("{} neighbour", "{} neighbours"),
    "order": (
        "the place of {} class in the order of the true ones",
        "the places of {} classes in the order of the true ones",
    ),
    "levels": ("the answer of {} level", "the answers of {} levels"),
    "rank_of": ("the level of {} class", "the levels of {} classes"),
    "ranking": ("the rank of {} class", "the ranks of {} classes"),
    "unknown": ("{} answer outside the hierarchy", "{} answers outside the hierarchy"),
}


def _as_plain_json(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else float(value)
