"""Readers of the rest that a case may carry: each field of a case file, checked against its hierarchy."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from typing import Any

from ..errors import CaseError, quoted, suggestion
from .hierarchy import Edge, Hierarchy

Path = tuple[str, ...]
MOST_NEIGHBOURS = 1_000
MOST_NUMBER = 10**15
LEAST_NUMBER = Fraction(1, 10**20)  # above 0
MOST_LEVELS = 1_000
MOST_UNKNOWN, LONGEST_UNKNOWN = 100, 1_000  # answers outside the hierarchy, and their characters
COMPACT = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)


def _wrong_value(where: str, value: Any, accepted: str) -> CaseError:
    text = value if isinstance(value, str) else COMPACT.encode(value)
    return CaseError(f"{where}: {quoted(text)} is not accepted; {accepted}")


def decimal_number(value: Any) -> Fraction | None:
    """A number as the double that prints it; None for anything that a case cannot hold."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | Fraction):
        return None
    if isinstance(value, Decimal) and not value.is_finite():  # one that signals answers no comparison
        return None
    if value != value or not -MOST_NUMBER <= value <= MOST_NUMBER:
        return None
    number = Fraction(repr(float(value)))
    return number if value == 0 or abs(number) >= LEAST_NUMBER else None


def _checked_class(where: str, hierarchy: Hierarchy, name: Any) -> str:
    if not isinstance(name, str) or name not in hierarchy:
        near = suggestion(str(name), hierarchy.classes)
        raise CaseError(f"{where}: class {quoted(name)} is not in the hierarchy{near}")
    return name


def _checked_by_class(key: str, hierarchy: Hierarchy, value: Any) -> list[tuple[str, Any]]:
    """The entries of an object whose keys are classes, by name."""
    if not isinstance(value, Mapping):
        raise _wrong_value(key, value, "an object with class names as keys is")
    return [(c, value[c]) for c in sorted(_checked_class(key, hierarchy, name) for name in value)]


def _checked_list(key: str, value: Any, what: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise _wrong_value(key, value, f"a list of {what} is")
    return value


def _checked_row(where: str, row: Any, least: int, accepted: str) -> tuple[str, str, Fraction]:
    """Two names and a number from `least` to 1."""
    if isinstance(row, list | tuple) and len(row) == 3 and all(isinstance(c, str) for c in row[:2]):
        value = decimal_number(row[2])
        if value is not None and least <= value <= 1:
            return row[0], row[1], value
    raise _wrong_value(where, row, accepted)


def _checked_probabilities(hierarchy: Hierarchy, value: Any) -> tuple[tuple[Edge, Fraction], ...]:
    probabilities: dict[Edge, Fraction] = {}
    first: dict[Edge, int] = {}
    for i, row in enumerate(_checked_list("probabilities", value, "[parent, child, probability]")):
        where, accepted = f"probabilities[{i}]", "[parent, child, probability from 0 to 1] of an edge is"
        parent, child, p = _checked_row(where, row, 0, accepted)
        edge = parent, child
        if edge not in hierarchy.weights:
            raise _wrong_value(where, row, accepted)
        if edge in probabilities:
            raise CaseError(
                f"{where}: the edge {quoted(parent)} > {quoted(child)} has its probability at "
                f"probabilities[{first[edge]}]; give it once"
            )
        probabilities[edge], first[edge] = p, i
    return tuple(probabilities.items())


def _checked_scores(hierarchy: Hierarchy, value: Any) -> tuple[tuple[str, Fraction], ...]:
    scores = []
    for c, number in _checked_by_class("scores", hierarchy, value):
        score = decimal_number(number)
        if score is None:
            raise _wrong_value(f"scores.{quoted(c)[1:-1]}", number, "an ordinary decimal number is")
        scores.append((c, score))
    return tuple(scores)


def _checked_similarity(hierarchy: Hierarchy, value: Any) -> tuple[tuple[Edge, Fraction], ...]:
    similarities: dict[Edge, Fraction] = {}
    first: dict[Edge, int] = {}
    for i, row in enumerate(_checked_list("similarity", value, "[class, class, similarity]")):
        where = f"similarity[{i}]"
        a, b, alike = _checked_row(where, row, -1, "[class, class, similarity from -1 to 1] is")
        pair = min(a, b), max(a, b)
        for c in (a, b):
            _checked_class(where, hierarchy, c)
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


def average_and_rows(value: Mapping[str, Any]) -> tuple[Fraction, Any]:
    """The average and the rows of an object of both."""
    average = decimal_number(value.get("average"))
    if set(value) != {"average", "rows"} or not value["rows"] or average is None or abs(average) > 1:
        accepted = "a list of [class, class, similarity] is, or an object of these rows and their average from -1 to 1"
        raise _wrong_value("similarity", value, accepted)
    return average, value["rows"]


def _checked_neighbours(hierarchy: Hierarchy, value: Any) -> tuple[frozenset[str], ...]:
    accepted = "a list with the classes of each neighbour, the nearest first, is"
    if not isinstance(value, list | tuple):
        raise _wrong_value("neighbours", value, accepted)
    if len(value) > MOST_NEIGHBOURS:
        raise CaseError(f"neighbours: {len(value):,} are too many; at most {MOST_NEIGHBOURS:,} are accepted")
    neighbours = []
    for i, classes in enumerate(value):
        where = f"neighbours[{i}]"
        if not isinstance(classes, list | tuple | set | frozenset):
            raise _wrong_value(where, classes, accepted)
        own: set[str] = set()
        for c in classes:
            if _checked_class(where, hierarchy, c) in own:
                raise CaseError(f"{where}: class {quoted(c)} is named twice; name it once")
            own.add(c)
        neighbours.append(frozenset(own))
    return tuple(neighbours)


def _checked_order(key: str, hierarchy: Hierarchy, value: Any) -> tuple[str, ...]:
    """The checked classes of an order, each once."""
    found: dict[str, int] = {}
    for i, name in enumerate(_checked_list(key, value, "classes")):
        if found.setdefault(_checked_class(f"{key}[{i}]", hierarchy, name), i) != i:
            raise CaseError(f"{key}[{i}]: class {quoted(name)} is named twice; name it once")
    return tuple(found)


def _checked_levels(hierarchy: Hierarchy, value: Any) -> tuple[str | None, ...]:
    listed = _checked_list("levels", value, "the predicted class of each level, from the top, or null,")
    levels = tuple(None if c is None else _checked_class(f"levels[{i}]", hierarchy, c) for i, c in enumerate(listed))
    if len(levels) > MOST_LEVELS:
        raise CaseError(f"levels: {len(levels):,} are too many; at most {MOST_LEVELS:,} are accepted")
    return levels if any(levels) else ()


def _checked_unknown(hierarchy: Hierarchy, value: Any) -> tuple[str, ...]:
    accepted = f"a text of up to {LONGEST_UNKNOWN:,} characters is"
    texts = _checked_list("unknown", value, "answers outside the hierarchy")
    if len(texts) > MOST_UNKNOWN:
        raise CaseError(f"unknown: {len(texts):,} are too many; at most {MOST_UNKNOWN:,} are accepted")
    for i, text in enumerate(texts):
        if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_UNKNOWN:
            raise _wrong_value(f"unknown[{i}]", text, accepted)
        if text in hierarchy:
            raise CaseError(f"unknown[{i}]: {quoted(text)} is a class of the hierarchy; predicted may name it")
    return tuple(texts)


def _checked_rank_of(hierarchy: Hierarchy, value: Any) -> tuple[tuple[str, int], ...]:
    ranks = []
    for c, level in _checked_by_class("rank_of", hierarchy, value):
        number = decimal_number(level)
        if number is None or number.denominator != 1 or not 1 <= number <= MOST_LEVELS:
            raise _wrong_value(f"rank_of.{quoted(c)[1:-1]}", level, f"a whole number from 1 to {MOST_LEVELS:,} is")
        ranks.append((c, int(number)))
    return tuple(ranks)


def _checked_paths(hierarchy: Hierarchy, value: Any) -> tuple[tuple[str, tuple[Path, ...]], ...]:
    # The artificial root above several roots may be written, or not.
    top = hierarchy.free_name() if len(hierarchy.roots) > 1 else None
    entries = []
    for c, listed in _checked_by_class("paths", hierarchy, value):
        where = f"paths of {quoted(c)}"
        lists = isinstance(listed, list | tuple) and all(isinstance(path, list | tuple) and path for path in listed)
        if not lists or not listed:
            raise _wrong_value(where, listed, "a list of paths, each a list of the classes from the root down, is")
        paths = [tuple(path[1:] if path[0] == top else path) for path in listed]
        for i, path in enumerate(paths):
            why = _path_obstacle(hierarchy, path)
            if why is None and path[-1] != c:
                why = f"it ends at {quoted(path[-1])}"
            if why is not None:
                text = quoted(" > ".join(map(str, listed[i])))
                raise CaseError(f"{where}[{i}]: {text} is not a path from the root to it: {why}")
        entries.append((c, tuple(paths)))
    return tuple(entries)


def _path_obstacle(hierarchy: Hierarchy, path: Sequence[Any]) -> str | None:
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


READ: Mapping[str, Callable[[Hierarchy, Any], Any]] = {
    "paths": _checked_paths,
    "probabilities": _checked_probabilities,
    "scores": _checked_scores,
    "similarity": _checked_similarity,
    "neighbours": _checked_neighbours,
    "order": partial(_checked_order, "order"),
    "levels": _checked_levels,
    "rank_of": _checked_rank_of,
    "ranking": partial(_checked_order, "ranking"),
    "unknown": _checked_unknown,
}
