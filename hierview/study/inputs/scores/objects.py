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
from ...scoring.numbered import row_starts
from ..labels import InstanceLabels, numbered_ids, wrong_lines_error
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


class _ObjectWithDoubles(dict[str, Any]):
    """An object of JSON that tells the first key that stands in it twice."""

    twice: str | None = None

    def __init__(self, pairs: Iterable[tuple[str, Any]]):
        pairs = list(pairs)
        super().__init__(pairs)
        if len(self) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            self.twice = next(key for key, times in counts.items() if times > 1)


class _ScoreBuilder:
    """Collects scores of instances, and what is wrong with lines."""

    def __init__(self, origin: str):
        self.origin, self.names = origin, dict[str, int]()
        self.ids: dict[str, int] = {}
        self.counts, self.codes, self.lines, self.values = array("q"), array("i"), array("q"), array("d")
        self.wrong: list[tuple[int, str]] = []

    def add(self, line: int, instance: str | None, classes: Sequence[Any], scores: Sequence[Any]) -> None:
        """Add the scores of one instance."""
        names = [str(c) for c in classes]
        if len(names) != len(scores):
            self.wrong.append((line, f"{len(names):,} classes and {len(scores):,} scores; as many are accepted"))
        elif len({*names}) < len(names):
            self.note_double(line, next(name for k, name in enumerate(names) if name in names[:k]))
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

    def note_double(self, line: int, name: str) -> None:
        """Notes a class that stands twice in one instance."""
        self.wrong.append((line, f"{quoted(name)} stands there twice; once is accepted"))

    def labels(self, shape: str, named: bool) -> InstanceLabels:
        """The scores of all lines. Raises StudyError: the lines that were wrong, and why."""
        if self.wrong:
            raise wrong_lines_error(self.origin, self.wrong)
        starts = row_starts(np.array(self.counts, np.int64))
        codes, lines = np.array(self.codes, np.int32), np.array(self.lines, np.int64)
        ids = tuple(self.ids) if named else numbered_ids(len(lines))
        return InstanceLabels(
            ids, tuple(self.names), starts, codes, lines, np.array(self.values, np.float64), named, shape
        )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MOST


def read_object_scores(
    source: str | Iterable[Ranked], origin: str, shape: str = "an object a line"
) -> tuple[InstanceLabels, bool, bool]:
    """The scores in a text of JSON, or of rankings; whether they are ranks, and whether an instance may be left out."""
    build = _ScoreBuilder(origin)
    if not isinstance(source, str):
        for line, instance, classes in source:
            build.add(line, instance, classes, _scores_of_ranks(classes))
        return build.labels(shape, True), True, False
    rows = _objects_with_lines(source, build)
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
        if isinstance(scores, _ObjectWithDoubles):
            if scores.twice is not None:
                build.note_double(line, scores.twice)
            else:
                build.add(line, own, list(scores), list(scores.values()))
        elif isinstance(scores, list) and isinstance(names, list):
            build.add(line, own, names, scores)
        elif ranking is not None and all(isinstance(c, str | int) for c in ranking):
            build.add(line, own, ranking, _scores_of_ranks(ranking))
            ranked = True
        else:
            build.wrong.append((line, ACCEPTED))
    return build.labels(f"{shape}{', ranked' if ranked else ''}", key is not None), ranked, False


def json_seems_scored(text: str) -> bool:
    """Whether JSON seems to hold scores of classes or their order."""
    return bool(_OBJECTS.search(text))


def _scores_of_ranks(classes: Sequence[Any]) -> list[float]:
    """Scores in the order of ranks."""
    return [1 / rank for rank in range(1, len(classes) + 1)]


def _objects_with_lines(text: str, build: _ScoreBuilder) -> list[tuple[int, Any]]:
    """The objects of a text with their lines: one a line, or a list of them."""
    rows: list[tuple[int, Any]] = []
    if text.lstrip().startswith("["):
        try:
            rows = [*enumerate(json.loads(text, object_pairs_hook=_ObjectWithDoubles), 1)]
        except (ValueError, RecursionError):
            build.wrong.append((1, "this is not JSON; a list of objects is accepted"))
    else:
        with suppress(ValueError, RecursionError):
            return _objects_by_instance([(1, json.loads(text, object_pairs_hook=_ObjectWithDoubles))], build)
        for n, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    rows.append((n, json.loads(line, object_pairs_hook=_ObjectWithDoubles)))
                except (ValueError, RecursionError):
                    build.wrong.append((n, "this is not JSON; an object a line is accepted"))
    return _objects_by_instance(rows, build)


def _objects_by_instance(rows: list[tuple[int, Any]], build: _ScoreBuilder) -> list[tuple[int, Any]]:
    """The objects of instances; where one holds the scores of all, by their ids, one for each."""
    if len(rows) == 1 and isinstance(rows[0][1], dict) and {*map(type, rows[0][1].values())} == {_ObjectWithDoubles}:
        rows = [(n, {"id": i, "scores": row}) for n, (i, row) in enumerate(rows[0][1].items(), 1)]
    rows = [(n, {"scores": row} if isinstance(row, list) else row) for n, row in rows]
    build.wrong += [(n, ACCEPTED) for n, row in rows if not isinstance(row, dict)]
    return [(n, row) for n, row in rows if isinstance(row, dict)]


def _id_key(rows: Sequence[dict[str, Any]], scored_keys: Sequence[str]) -> str | None:
    """The key of the ids: one that is called so, else one whose values are short and all different."""
    if not rows:
        return None
    keys = [
        k for k, v in rows[0].items() if k not in scored_keys and isinstance(v, str | int) and not isinstance(v, bool)
    ]
    called = [k for k in keys if kind_of_head(k) == "id"]
    if called:
        return called[0]
    for key in keys:
        values = [str(row.get(key)) for row in rows]
        if len({*values}) == len(values) and max(map(len, values)) <= 40 and kind_of_head(key) != "text":
            return key if key not in ("sequence", "text") else None
    return None
