"""All that a study is made of, in its folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ...errors import HierarchyError, StudyError, quoted
from ...model.extra import Extra
from ...model.hierarchy import Hierarchy
from ...model.labels import ANY, Labels
from ...version import __version__
from ..inputs.data import ClassSets, DataSet, ReadReport, numbers_under_one_root
from ..inputs.scores.class_scores import PROPAGATE, ClassScores
from ..scoring.engine import Scoring
from ..scoring.numbered import row_starts
from .store import Store, class_scores_name, file_name


def write_study(store: Store, h: Hierarchy, data: DataSet, extra: Extra) -> None:
    """Writes hierarchy, truth, runs, columns, scores of classes and similarities."""
    names = Scoring(h, ()).class_names
    edges = list(h.weights.items()) if h.weighted else [(edge, 1) for edge in h.edges]
    labels = {"label": [h.labels.of(c) or "" for c in h.classes]} if len(h.labels) else {}
    store.write_table("classes", {"class": list(h.classes)} | labels, {})
    store.write_table(
        "hierarchy",
        {
            "parent": [p for (p, _), _ in edges],
            "child": [c for (_, c), _ in edges],
            "weight": [str(w) for _, w in edges],
        },
        {},
    )
    for system, run in (("", data.truth), *data.runs.items()):
        again = {"again": data.again[system].named_lists(names)} if system in data.again else {}
        store.write_table(_table_name(system), {"id": list(data.ids), "classes": run.named_lists(names)} | again, {})
    if data.columns:
        columns = {f"column {name}": list(values) for name, values in data.columns.items()}  # none is that of the ids
        store.write_table("columns", {"id": list(data.ids), **columns}, {})
    number = numbers_under_one_root(h, h.classes)
    place = np.zeros(len(h.rooted()), np.int32)
    place[number] = np.arange(len(h), dtype=np.int32)
    for name, scores in data.scores.items():
        rows = np.repeat(np.arange(len(scores), dtype=np.int32), np.diff(scores.starts))
        table = {"instance": rows, "class": place[scores.classes], "score": scores.values}
        store.write_table(class_scores_name(name), table, {"kind": scores.kind, "propagate": scores.propagate})
    if extra.similarity:
        first, second = zip(*(pair for pair, _ in extra.similarity), strict=True)
        values = [float(value) for _, value in extra.similarity]
        store.write_table("similarity", {"class": first, "other": second, "value": values}, {})


def describe_study(store: Store, data: DataSet, extra: Extra, measures: Sequence[str], cluster: str) -> None:
    """Writes study.json: what the other files are, and what is scored."""
    store.write_description(
        {
            "version": __version__,
            "similarity": bool(extra.similarity),
            "systems": list(data.runs),
            "measures": list(measures),
            "columns": list(data.columns),
            "cluster": cluster,
            "reads": [asdict(report) for report in data.reads],
            "dropped": [list(entry) for entry in data.dropped],
            "notes": list(data.notes),
            "outside": sorted(data.outside),
            "again": list(data.again),
            "class scores": {name: list(scores.systems) for name, scores in data.scores.items()},
        }
    )


def read_study(store: Store) -> tuple[Hierarchy, DataSet, str, tuple[str, ...], Extra]:
    """A study as it was written: hierarchy, data, the column of clusters, texts of measures, what else there is.

    Raises StudyError where nothing was written, or it is damaged.
    """
    about = store.description()
    try:
        systems = [str(system) for system in about["systems"]]
        reads = tuple(_report_of_entry(entry) for entry in about["reads"])
        dropped = tuple((str(i), str(why)) for i, why in about["dropped"])
        notes = tuple(str(note) for note in about.get("notes", ()))
        column_names, cluster = [str(name) for name in about["columns"]], str(about["cluster"])
        measures = tuple(str(text) for text in about["measures"])
        h, extra = _read_hierarchy(store, bool(about.get("similarity")))
        numbers = {name: i for i, name in enumerate(Scoring(h, ()).class_names)}
        ids, truth = _read_run(store, "", numbers)
        again = {str(s): _read_run(store, str(s), numbers, "again")[1] for s in about.get("again", ())}
        outside = frozenset(map(str, about.get("outside", ()))) & frozenset(h.classes)
        runs = {}
        for system in systems:
            other, runs[system] = _read_run(store, system, numbers)
            if other != ids:
                raise StudyError(
                    f"{quoted(store.folder)}: {system} has other instances than the truth; make the study again"
                )
        scores = {
            str(name): _read_scores(store, str(name), h, len(ids), tuple(map(str, systems)))
            for name, systems in about.get("class scores", {}).items()
        }
        if not (runs and all(isinstance(instance, str) for instance in ids)):
            raise ValueError("no system, or ids that are no texts")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, StudyError):
            raise
        what = f" ({error})" if isinstance(error, HierarchyError) else ""
        raise StudyError(f"{quoted(store.folder)} is damaged{what}; make the study again from its files") from None
    columns = {name: tuple(store.columns("columns", f"column {name}")[0]) for name in column_names}
    data = DataSet(tuple(ids), truth, runs, reads, dropped, columns, notes, scores, outside, again)
    return h, data, cluster, measures, extra


def _table_name(system: str) -> str:
    """The name of the table of a system's classes, or of those of the truth."""
    return f"runs/{file_name(system)}" if system else "truth"


def _read_hierarchy(store: Store, similar: bool) -> tuple[Hierarchy, Extra]:
    """The hierarchy, and the similarities of its classes where there are any."""
    classes = store.columns("classes", "class")[0]
    edges = zip(*store.columns("hierarchy", "parent", "child", "weight"), strict=True)
    h = Hierarchy.from_edges(([p, c] if w == "1" else [p, c, w] for p, c, w in edges), classes)
    table, _ = store.read_table("classes") or ({}, {})
    if "label" in table:
        own = {c: str(text) for c, text in zip(classes, table["label"], strict=True) if text}
        h = h.labelled(Labels({ANY: own}))
    if not similar:
        return h, Extra()
    rows = zip(*store.columns("similarity", "class", "other", "value"), strict=True)
    return h, Extra.of(h, similarity=list(rows))


def _report_of_entry(entry: Mapping[str, Any]) -> ReadReport:
    lists = {
        k: tuple(tuple(x) if isinstance(x, list) else x for x in v) for k, v in entry.items() if isinstance(v, list)
    }
    return ReadReport(**{**entry, **lists})


def _read_scores(store: Store, name: str, h: Hierarchy, n: int, systems: tuple[str, ...]) -> ClassScores:
    """Scores of classes for n instances. Raises StudyError or ValueError for what was not written so."""
    table = store.read_table(class_scores_name(name))
    if table is None:
        raise StudyError(f"the scores of {name} are missing; make the study again from its files")
    columns, about = table
    rows, classes, values = (np.asarray(columns[key]) for key in ("instance", "class", "score"))
    ordered = len(rows) == 0 or (rows[0] >= 0 and rows[-1] < n and (np.diff(rows) >= 0).all())
    if not (ordered and np.isin(classes, np.arange(len(h))).all() and about["propagate"] in PROPAGATE):
        raise ValueError("scores of other classes or instances")
    starts, numbers = row_starts(np.bincount(rows, minlength=n)), numbers_under_one_root(h, h.classes)[classes]
    return ClassScores(starts, numbers, values, about["kind"], about["propagate"], systems)


def _read_run(
    store: Store, system: str, numbers: Mapping[str, int], column: str = "classes"
) -> tuple[list[str], ClassSets]:
    name = _table_name(system)
    ids, lists = store.columns(name, "id", column)
    starts = row_starts([len(row) for row in lists])
    try:
        classes = np.fromiter((numbers[c] for row in lists for c in row), np.int32, int(starts[-1]))
    except KeyError as error:
        raise StudyError(f"{name}: {quoted(error.args[0])} is not in the hierarchy; make the study again") from None
    return ids, ClassSets(starts, classes)
