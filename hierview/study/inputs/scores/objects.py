"""Scores and rankings in objects of JSON, one an instance."""

from __future__ import annotations

import json
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from ....errors import StudyError, quoted
from ....formats.hierarchies.grammars.json_trees import first_or_empty
from ...scoring.numbered import starts_of
from ..labels import Labels, numerals, wrong_lines
from ..tables.heads import kind_of_head
from ..tables.table import MOST_CELLS

SCORES = ("scores", "probs", "probabilities", "logits", "score", "prob", "confidences", "predictions")
NAMES = ("labels", "classes", "names", "categories")
CLASS_KEYS = ("class", "name", "category", "id")  # of an object with the score of one class
RANKING = ("ranking", "ranked", "ranks", "top", "top_k", "topk", "best")
MOST = 1e300  # a score that is no more
ACCEPTED = '{"id": "a", "scores": {"Pop": 0.6}} is accepted, "labels" and "scores" as lists, or "ranking"'
# Keys of scores, an object of them for each id, or a list with one for each class.
_OBJECTS = re.compile(
    r'"(?:scores|probs|probabilities|logits|ranking)"|\{\s*"[^"]{1,200}":\s*\{\s*"[^"]{1,200}":\s*\d*\.\d|\[\s*\{[^{}]{0,200}"score"'
)
Ranked = tuple[int, str | None, Sequence[str]]  # the line, the id, the classes from the best on


class _Twice(dict[str, Any]):
    """An object of JSON that tells the first key that stands in it twice."""

    twice: str | None = None

    def __init__(self, pairs: Iterable[tuple[str, Any]]):
        pairs = list(pairs)
        super().__init__(pairs)
        if len(self) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            self.twice = next(key for key, times in counts.items() if times > 1)


class _Builder:
    """Collects scores of instances, and what is wrong with lines."""

    def __init__(self, origin: str):
        self.origin, self.names = origin, dict[str, int]()
        self.ids: dict[str, int] = {}
        self.counts, self.codes, self.lines, self.values = array("q"), array("i"), array("q"), array("d")
        self.wrong: list[tuple[int, str]] = []

    def add(self, line: int, instance: str | None, classes: Sequence[Any], scores: Sequence[Any]) -> None:
        """One instance."""
        names = [str(c) for c in classes]
        if len(names) != len(scores):
            self.wrong.append((line, f"{len(names):,} classes and {len(scores):,} scores; as many are accepted"))
        elif len({*names}) < len(names):
            self.twice(line, next(name for k, name in enumerate(names) if name in names[:k]))
        elif instance is not None and instance in self.ids:
            self.wrong.append((line, f"{quoted(instance)} stands in line {self.ids[instance]:,} already; once is"))
        elif bad := [s for s in scores if not _is_number(s)]:
            self.wrong.append((line, f"{quoted(bad[0], 30)} is no number; a score is one"))
        else:
            self.ids[str(len(self.ids) + 1) if instance is None else instance] = line
            self.codes.extend(self.names.setdefault(name, len(self.names)) for name in names)
            self.values.extend(map(float, scores))
            self.counts.append(len(names))
            self.lines.append(line)
            if len(self.codes) > MOST_CELLS:
                raise StudyError(f"{self.origin}: more than {MOST_CELLS:,} scores; fewer are accepted")

    def twice(self, line: int, name: str) -> None:
        """Notes a class that stands twice in one instance."""
        self.wrong.append((line, f"{quoted(name)} stands there twice; once is accepted"))

    def done(self, shape: str, named: bool) -> Labels:
        """The scores of all lines. Raises StudyError: the lines that were wrong, and why."""
        if self.wrong:
            raise wrong_lines(self.origin, self.wrong)
        starts = starts_of(np.array(self.counts, np.int64))
        codes, lines = np.array(self.codes, np.int32), np.array(self.lines, np.int64)
        ids = tuple(self.ids) if named else numerals(len(lines))
        return Labels(ids, tuple(self.names), starts, codes, lines, np.array(self.values, np.float64), named, shape)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MOST


def object_scores(
    source: str | Iterable[Ranked], origin: str, shape: str = "an object a line"
) -> tuple[Labels, bool, bool]:
    """The scores in a text of JSON, or of rankings; whether they are ranks, and whether an instance may be left out."""
    build = _Builder(origin)
    if not isinstance(source, str):
        for line, instance, classes in source:
            build.add(line, instance, classes, _of_ranks(classes))
        return build.done(shape, True), True, False
    rows = _rows(source, build)
    key = _id_key([row for _, row in rows], SCORES + NAMES + RANKING)
    ranked = False
    for line, row in rows:
        instance = None if key is None else row.get(key)
        if key is not None and (instance is None or isinstance(instance, list | dict)):
            build.wrong.append((line, f"there is no {quoted(key)}, as other lines have"))
            continue
        own = None if instance is None else str(instance).strip()
        scores, names = (next((row[k] for k in keys if k in row), None) for keys in (SCORES, NAMES))
        ranking = next((row[k] for k in RANKING if isinstance(row.get(k), list)), None)
        if isinstance(scores, list) and scores and all(isinstance(one, dict) for one in scores):  # of pipelines
            names = [first_or_empty(one, ("label", *CLASS_KEYS)) for one in scores]
            scores = [next((one[k] for k in SCORES if k in one), None) for one in scores]
        if isinstance(scores, _Twice):
            if scores.twice is not None:
                build.twice(line, scores.twice)
            else:
                build.add(line, own, list(scores), list(scores.values()))
        elif isinstance(scores, list) and isinstance(names, list):
            build.add(line, own, names, scores)
        elif ranking is not None and all(isinstance(c, str | int) for c in ranking):
            build.add(line, own, ranking, _of_ranks(ranking))
            ranked = True
        else:
            build.wrong.append((line, ACCEPTED))
    return build.done(f"{shape}{', ranked' if ranked else ''}", key is not None), ranked, False


def seem_scored(text: str) -> bool:
    """Whether JSON seems to hold scores of classes or their order."""
    return bool(_OBJECTS.search(text))


def _of_ranks(classes: Sequence[Any]) -> list[float]:
    """Scores in the order of ranks."""
    return [1 / rank for rank in range(1, len(classes) + 1)]


def _rows(text: str, build: _Builder) -> list[tuple[int, Any]]:
    """The objects of a text with their lines: one a line, or a list of them."""
    rows: list[tuple[int, Any]] = []
    if text.lstrip().startswith("["):
        try:
            rows = [*enumerate(json.loads(text, object_pairs_hook=_Twice), 1)]
        except (ValueError, RecursionError):
            build.wrong.append((1, "this is not JSON; a list of objects is accepted"))
    else:
        with suppress(ValueError, RecursionError):
            return _by_line([(1, json.loads(text, object_pairs_hook=_Twice))], build)
        for n, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    rows.append((n, json.loads(line, object_pairs_hook=_Twice)))
                except (ValueError, RecursionError):
                    build.wrong.append((n, "this is not JSON; an object a line is accepted"))
    return _by_line(rows, build)


def _by_line(rows: list[tuple[int, Any]], build: _Builder) -> list[tuple[int, Any]]:
    """The objects of instances; where one holds the scores of all, by their ids, one for each."""
    if len(rows) == 1 and isinstance(rows[0][1], dict) and {*map(type, rows[0][1].values())} == {_Twice}:
        rows = [(n, {"id": i, "scores": row}) for n, (i, row) in enumerate(rows[0][1].items(), 1)]
    rows = [(n, {"scores": row} if isinstance(row, list) else row) for n, row in rows]
    build.wrong += [(n, ACCEPTED) for n, row in rows if not isinstance(row, dict)]
    return [(n, row) for n, row in rows if isinstance(row, dict)]


def _id_key(rows: Sequence[dict[str, Any]], others: Sequence[str]) -> str | None:
    """The key of the ids: one that is called so, else one whose values are short and all different."""
    if not rows:
        return None
    keys = [k for k, v in rows[0].items() if k not in others and isinstance(v, str | int) and not isinstance(v, bool)]
    called = [k for k in keys if kind_of_head(k) == "id"]
    if called:
        return called[0]
    for key in keys:
        values = [str(row.get(key)) for row in rows]
        if len({*values}) == len(values) and max(map(len, values)) <= 40 and kind_of_head(key) != "text":
            return key if key not in ("sequence", "text") else None
    return None
