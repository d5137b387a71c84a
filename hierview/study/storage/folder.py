"""All that a study is made of, in its folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ...errors import HierarchyError, StudyError, quoted
from ...model.extra import Extra
from ...model.hierarchy import Hierarchy
from ...version import __version__
from ..inputs.data import Data, Read, Run
from ..scoring.engine import Scoring
from ..scoring.numbered import starts_of
from .store import Store, file_name


def write_study(store: Store, h: Hierarchy, data: Data, extra: Extra) -> None:
    """Writes hierarchy, truth, runs, columns and similarities."""
    names = Scoring(h, ()).names
    edges = list(h.weights.items()) if h.weighted else [(edge, 1) for edge in h.edges]
    store.write("classes", {"class": list(h.classes)}, {})
    store.write(
        "hierarchy",
        {
            "parent": [p for (p, _), _ in edges],
            "child": [c for (_, c), _ in edges],
            "weight": [str(w) for _, w in edges],
        },
        {},
    )
    for name, run in (("truth", data.truth), *((f"runs/{file_name(s)}", run) for s, run in data.runs.items())):
        store.write(name, {"id": list(data.ids), "classes": run.lists(names)}, {})
    if data.columns:
        columns = {f"column {name}": list(values) for name, values in data.columns.items()}  # none is that of the ids
        store.write("columns", {"id": list(data.ids), **columns}, {})
    if extra.similarity:
        first, second = zip(*(pair for pair, _ in extra.similarity), strict=True)
        values = [float(value) for _, value in extra.similarity]
        store.write("similarity", {"class": first, "other": second, "value": values}, {})


def describe_study(store: Store, data: Data, extra: Extra, measures: Sequence[str], cluster: str) -> None:
    """Writes study.json: what the other files are, and what is scored."""
    store.describe(
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
        }
    )


def read_study(store: Store) -> tuple[Hierarchy, Data, str, tuple[str, ...], Extra]:
    """A study as it was written: hierarchy, data, the column of clusters, texts of measures, what else there is.

    Raises StudyError where nothing was written, or it is damaged.
    """
    about = store.description()
    try:
        systems = [str(system) for system in about["systems"]]
        reads = tuple(_report(entry) for entry in about["reads"])
        dropped = tuple((str(i), str(why)) for i, why in about["dropped"])
        notes = tuple(str(note) for note in about.get("notes", ()))
        column_names, cluster = [str(name) for name in about["columns"]], str(about["cluster"])
        measures = tuple(str(text) for text in about["measures"])
        h, extra = _hierarchy(store, bool(about.get("similarity")))
        numbers = {name: i for i, name in enumerate(Scoring(h, ()).names)}
        ids, truth = _run_of(store, "truth", numbers)
        runs = {}
        for system in systems:
            other, runs[system] = _run_of(store, f"runs/{file_name(system)}", numbers)
            if other != ids:
                raise StudyError(
                    f"{quoted(store.folder)}: {system} has other instances than the truth; make the study again"
                )
        if not (runs and all(isinstance(instance, str) for instance in ids)):
            raise ValueError("no system, or ids that are no texts")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, StudyError):
            raise
        what = f" ({error})" if isinstance(error, HierarchyError) else ""
        raise StudyError(f"{quoted(store.folder)} is damaged{what}; make the study again from its files") from None
    columns = {name: tuple(store.columns("columns", f"column {name}")[0]) for name in column_names}
    return h, Data(tuple(ids), truth, runs, reads, dropped, columns, notes), cluster, measures, extra


def _hierarchy(store: Store, similar: bool) -> tuple[Hierarchy, Extra]:
    """The hierarchy, and the similarities of its classes where there are any."""
    classes = store.columns("classes", "class")[0]
    edges = zip(*store.columns("hierarchy", "parent", "child", "weight"), strict=True)
    h = Hierarchy.from_edges(([p, c] if w == "1" else [p, c, w] for p, c, w in edges), classes)
    if not similar:
        return h, Extra()
    rows = zip(*store.columns("similarity", "class", "other", "value"), strict=True)
    return h, Extra.of(h, similarity=list(rows))


def _report(entry: Mapping[str, Any]) -> Read:
    lists = {
        k: tuple(tuple(x) if isinstance(x, list) else x for x in v) for k, v in entry.items() if isinstance(v, list)
    }
    return Read(**{**entry, **lists})


def _run_of(store: Store, name: str, numbers: Mapping[str, int]) -> tuple[list[str], Run]:
    ids, lists = store.columns(name, "id", "classes")
    starts = starts_of([len(row) for row in lists])
    try:
        classes = np.fromiter((numbers[c] for row in lists for c in row), np.int32, int(starts[-1]))
    except KeyError as error:
        raise StudyError(f"{name}: {quoted(error.args[0])} is not in the hierarchy; make the study again") from None
    return ids, Run(starts, classes)
