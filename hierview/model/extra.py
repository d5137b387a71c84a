"""The rest that a case may carry: root paths, numbers that rules decide from, similarities, orders, levels, ranks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Any

from ..errors import CaseError, quoted, suggestion
from .hierarchy import Edge, Hierarchy

Path = tuple[str, ...]

MOST_NEIGHBOURS = 1_000
MOST_NUMBER = 10**15
LEAST_NUMBER = Fraction(1, 10**20)  # above 0

_SAME: Mapping[str, str] = MappingProxyType({})
_COMPACT = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)


@dataclass(frozen=True)
class Extra:
    """Paths, numbers and similarities of one hierarchy, as `Extra.of` checked them.

    paths: the root paths that a class stands for when it is predicted, without an artificial root.
    probabilities: P(child | parent) of edges, from 0 to 1.  scores: of classes.  similarity: of two classes in
    order of name, from -1 to 1; every two of the classes in it have one.  neighbours: the classes of each
    neighbour, the nearest first.  average: the average similarity, where it is that of more classes than these.
    order: the true classes in the order in which they are given, where a measure may look at it.
    levels: the predicted class of each level, the top first, None where there is none.  rank_of: the level of classes.
    ranking: classes in the order in which a system holds them to be likely, the likeliest first.
    Numbers are decimals as a double prints: up to 15 digits they are kept exactly.
    """

    paths: tuple[tuple[str, tuple[Path, ...]], ...] = ()
    probabilities: tuple[tuple[Edge, Fraction], ...] = ()
    scores: tuple[tuple[str, Fraction], ...] = ()
    similarity: tuple[tuple[Edge, Fraction], ...] = ()
    neighbours: tuple[frozenset[str], ...] = ()
    average: Fraction | None = None
    order: tuple[str, ...] = ()
    levels: tuple[str | None, ...] = ()
    rank_of: tuple[tuple[str, int], ...] = ()
    ranking: tuple[str, ...] = ()

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
            average, rows = _averaged(content["similarity"])
            content = content | {"similarity": rows}
        return cls(**{key: _READ[key](hierarchy, value) for key, value in content.items()}, average=average)

    def ordered(self, classes: Iterable[str]) -> list[str]:
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
            "probabilities": [[*edge, _plain(p)] for edge, p in self.probabilities],
            "scores": {c: _plain(score) for c, score in self.scores},
            "similarity": [[*pair, _plain(value)] for pair, value in self.similarity],
            "neighbours": [sorted(classes) for classes in self.neighbours],
            "order": list(self.order),
            "levels": list(self.levels),
            "rank_of": dict(self.rank_of),
            "ranking": list(self.ranking),
        }
        if self.average is not None:
            content["similarity"] = {"average": _plain(self.average), "rows": content["similarity"]}
        return tuple((key, _COMPACT.encode(content[key])) for key in self.kinds)

    @cached_property
    def average_similarity(self) -> Fraction:
        """The average over all pairs of classes that have similarities; 0 where there is none."""
        if self.average is not None:
            return self.average
        apart = [value for (a, b), value in self.similarity if a != b]
        return sum(apart, Fraction(0)) / max(1, len(apart))

    # The one place that says what survives

    def on(self, hierarchy: Hierarchy, renamed: Mapping[str, str] = _SAME) -> Extra:
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
        )

    def under(self, chain: Sequence[str], roots: Iterable[str]) -> Extra:
        """These data below a chain of new classes, from its top down to the one parent of all old roots."""
        roots = list(roots)
        above = [*pairwise(chain), *((chain[-1], root) for root in roots)]
        certain = tuple((edge, Fraction(1)) for edge in above) if self.probabilities else ()
        paths = tuple((c, tuple((*chain, *path) for path in lists)) for c, lists in self.paths)
        levels = (*chain[1:], *(roots if len(roots) == 1 else ()), *self.levels) if self.levels else ()
        return replace(self, paths=paths, probabilities=certain + self.probabilities, levels=levels)

    def cut(self, hierarchy: Hierarchy) -> Extra:
        """The part that still holds where the long-distance step cut the hierarchy.

        Probabilities go, for those of the new edges are not known; how alike classes are on average stays, for it
        tells nothing of the hierarchy.
        """
        rest = self.on(hierarchy)
        average = decimal_number(self.average_similarity) if rest.similarity != self.similarity else self.average
        return replace(rest, probabilities=(), average=average if rest.similarity else None)

    def lost(self, after: Extra) -> str:
        """The part that is not there `after` a change, in words; "" where everything is."""
        parts = []
        for key, (one, many) in _WORDS.items():
            gone = len(getattr(self, key)) - len(getattr(after, key))
            if gone > 0:
                parts.append((one if gone == 1 else many).format(gone))
        return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


KINDS = ("paths", "probabilities", "scores", "similarity", "neighbours", "order", "levels", "rank_of", "ranking")
MOST_LEVELS = 1_000

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
}


# Reading, each field once


def _wrong(where: str, value: Any, accepted: str) -> CaseError:
    text = value if isinstance(value, str) else _COMPACT.encode(value)
    return CaseError(f"{where}: {quoted(text)} is not accepted; {accepted}")


def decimal_number(value: Any) -> Fraction | None:
    """A number as the double that prints it; None for anything that a case cannot hold."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | Fraction):
        return None
    if value != value or not -MOST_NUMBER <= value <= MOST_NUMBER:
        return None
    number = Fraction(repr(float(value)))
    return number if value == 0 or abs(number) >= LEAST_NUMBER else None


def _plain(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else float(value)


def _class(where: str, hierarchy: Hierarchy, name: Any) -> str:
    if not isinstance(name, str) or name not in hierarchy:
        near = suggestion(str(name), hierarchy.classes)
        raise CaseError(f"{where}: class {quoted(name)} is not in the hierarchy{near}")
    return name


def _by_class(key: str, hierarchy: Hierarchy, value: Any) -> list[tuple[str, Any]]:
    """The entries of an object whose keys are classes, by name."""
    if not isinstance(value, Mapping):
        raise _wrong(key, value, "an object with class names as keys is")
    return [(c, value[c]) for c in sorted(_class(key, hierarchy, name) for name in value)]


def _listed(key: str, value: Any, what: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise _wrong(key, value, f"a list of {what} is")
    return value


def _row(where: str, row: Any, least: int, accepted: str) -> tuple[str, str, Fraction]:
    """Two names and a number from `least` to 1."""
    if isinstance(row, list | tuple) and len(row) == 3 and all(isinstance(c, str) for c in row[:2]):
        value = decimal_number(row[2])
        if value is not None and least <= value <= 1:
            return row[0], row[1], value
    raise _wrong(where, row, accepted)


def _probabilities(hierarchy: Hierarchy, value: Any) -> tuple[tuple[Edge, Fraction], ...]:
    probabilities: dict[Edge, Fraction] = {}
    first: dict[Edge, int] = {}
    for i, row in enumerate(_listed("probabilities", value, "[parent, child, probability]")):
        where, accepted = f"probabilities[{i}]", "[parent, child, probability from 0 to 1] of an edge is"
        parent, child, p = _row(where, row, 0, accepted)
        edge = parent, child
        if edge not in hierarchy.weights:
            raise _wrong(where, row, accepted)
        if edge in probabilities:
            raise CaseError(
                f"{where}: the edge {quoted(parent)} > {quoted(child)} has its probability at "
                f"probabilities[{first[edge]}]; give it once"
            )
        probabilities[edge], first[edge] = p, i
    return tuple(probabilities.items())


def _scores(hierarchy: Hierarchy, value: Any) -> tuple[tuple[str, Fraction], ...]:
    scores = []
    for c, number in _by_class("scores", hierarchy, value):
        score = decimal_number(number)
        if score is None:
            raise _wrong(f"scores.{quoted(c)[1:-1]}", number, "an ordinary decimal number is")
        scores.append((c, score))
    return tuple(scores)


def _similarity(hierarchy: Hierarchy, value: Any) -> tuple[tuple[Edge, Fraction], ...]:
    similarities: dict[Edge, Fraction] = {}
    first: dict[Edge, int] = {}
    for i, row in enumerate(_listed("similarity", value, "[class, class, similarity]")):
        where = f"similarity[{i}]"
        a, b, alike = _row(where, row, -1, "[class, class, similarity from -1 to 1] is")
        pair = min(a, b), max(a, b)
        for c in (a, b):
            _class(where, hierarchy, c)
        if a == b and alike != 1:
            raise CaseError(f"{where}: class {quoted(a)} is {float(alike)} like itself; 1 is accepted, or no row")
        if pair in similarities:
            raise CaseError(
                f"{where}: {quoted(a)} and {quoted(b)} have their similarity at similarity[{first[pair]}]; give it once"
            )
        similarities[pair], first[pair] = alike, i
    for a, b in combinations(sorted({c for pair in similarities for c in pair}), 2):
        if (a, b) not in similarities:
            raise CaseError(
                f"similarity: the row of {quoted(a)} and {quoted(b)} is missing; every two of its classes need one"
            )
    return tuple(sorted(similarities.items()))


def _averaged(value: Mapping[str, Any]) -> tuple[Fraction, Any]:
    """The average and the rows of an object of both."""
    average = decimal_number(value.get("average"))
    if set(value) != {"average", "rows"} or not value["rows"] or average is None or abs(average) > 1:
        accepted = "a list of [class, class, similarity] is, or an object of these rows and their average from -1 to 1"
        raise _wrong("similarity", value, accepted)
    return average, value["rows"]


def _neighbours(hierarchy: Hierarchy, value: Any) -> tuple[frozenset[str], ...]:
    accepted = "a list with the classes of each neighbour, the nearest first, is"
    if not isinstance(value, list | tuple):
        raise _wrong("neighbours", value, accepted)
    if len(value) > MOST_NEIGHBOURS:
        raise CaseError(f"neighbours: {len(value):,} are too many; at most {MOST_NEIGHBOURS:,} are accepted")
    neighbours = []
    for i, classes in enumerate(value):
        where = f"neighbours[{i}]"
        if not isinstance(classes, list | tuple | set | frozenset):
            raise _wrong(where, classes, accepted)
        own: set[str] = set()
        for c in classes:
            if _class(where, hierarchy, c) in own:
                raise CaseError(f"{where}: class {quoted(c)} is named twice; name it once")
            own.add(c)
        neighbours.append(frozenset(own))
    return tuple(neighbours)


def _ordered(key: str, hierarchy: Hierarchy, value: Any) -> tuple[str, ...]:
    """Classes in an order, each once."""
    found: dict[str, int] = {}
    for i, name in enumerate(_listed(key, value, "classes")):
        if found.setdefault(_class(f"{key}[{i}]", hierarchy, name), i) != i:
            raise CaseError(f"{key}[{i}]: class {quoted(name)} is named twice; name it once")
    return tuple(found)


def _levels(hierarchy: Hierarchy, value: Any) -> tuple[str | None, ...]:
    listed = _listed("levels", value, "the predicted class of each level, from the top, or null,")
    levels = tuple(None if c is None else _class(f"levels[{i}]", hierarchy, c) for i, c in enumerate(listed))
    if len(levels) > MOST_LEVELS:
        raise CaseError(f"levels: {len(levels):,} are too many; at most {MOST_LEVELS:,} are accepted")
    return levels if any(levels) else ()


def _rank_of(hierarchy: Hierarchy, value: Any) -> tuple[tuple[str, int], ...]:
    ranks = []
    for c, level in _by_class("rank_of", hierarchy, value):
        number = decimal_number(level)
        if number is None or number.denominator != 1 or not 1 <= number <= MOST_LEVELS:
            raise _wrong(f"rank_of.{quoted(c)[1:-1]}", level, f"a whole number from 1 to {MOST_LEVELS:,} is")
        ranks.append((c, int(number)))
    return tuple(ranks)


def _paths(hierarchy: Hierarchy, value: Any) -> tuple[tuple[str, tuple[Path, ...]], ...]:
    # The artificial root above several roots may be written, or not.
    top = hierarchy.free_name() if len(hierarchy.roots) > 1 else None
    entries = []
    for c, listed in _by_class("paths", hierarchy, value):
        where = f"paths of {quoted(c)}"
        lists = isinstance(listed, list | tuple) and all(isinstance(path, list | tuple) and path for path in listed)
        if not lists or not listed:
            raise _wrong(where, listed, "a list of paths, each a list of the classes from the root down, is")
        paths = [tuple(path[1:] if path[0] == top else path) for path in listed]
        for i, path in enumerate(paths):
            why = _obstacle(hierarchy, path)
            if why is None and path[-1] != c:
                why = f"it ends at {quoted(path[-1])}"
            if why is not None:
                text = quoted(" > ".join(map(str, listed[i])))
                raise CaseError(f"{where}[{i}]: {text} is not a path from the root to it: {why}")
        entries.append((c, tuple(paths)))
    return tuple(entries)


def _obstacle(hierarchy: Hierarchy, path: Sequence[Any]) -> str | None:
    """Why this is no path from a root along edges; None where it is one."""
    for name in path:
        if not isinstance(name, str) or name not in hierarchy:
            return f"class {quoted(name)} is not in the hierarchy{suggestion(str(name), hierarchy.classes)}"
    if not path:
        return "no class is on it"
    if hierarchy.parents(path[0]):
        if len(hierarchy.roots) > 1:
            return f"{quoted(path[0])} is no root"
        return f"it begins at {quoted(path[0])}, and the root is {quoted(hierarchy.roots[0])}"
    for parent, child in pairwise(path):
        if (parent, child) not in hierarchy.weights:
            return f"no edge leads from {quoted(parent)} to {quoted(child)}"
    return None


_READ: Mapping[str, Callable[[Hierarchy, Any], Any]] = {
    "paths": _paths,
    "probabilities": _probabilities,
    "scores": _scores,
    "similarity": _similarity,
    "neighbours": _neighbours,
    "order": partial(_ordered, "order"),
    "levels": _levels,
    "rank_of": _rank_of,
    "ranking": partial(_ordered, "ranking"),
}
