"""Labels in plain Python data: lists, sets, dicts, arrays, series and frames."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ...errors import StudyError, quoted
from ...model.hierarchy import Hierarchy
from .labels import InstanceLabels, from_indicator, from_lists, is_empty
from .matching import LEVELS, Matcher
from .tables.heads import kind_of_head
from .tables.roles import labels_of_side, table_roles
from .tables.table import LabelTable, as_cell

INDEXED = (pd.Series, pd.DataFrame)


def labels_of_plain_data(
    data: Any, classes: Sequence[str] | None = None, origin: str = "labels", matcher: Matcher | None = None
) -> InstanceLabels:
    """The labels in plain data, one row for each instance. Raises StudyError: what was given, what is accepted.

    data: lists, sets or single classes, also by id; an array or frame of levels padded with "" (as hiclass gives), a
    series, a frame with a column of ids; with `classes` an indicator, N × the classes, dense, sparse or a frame.
    A frame of numbers with the classes as its columns is an indicator too.
    """
    if isinstance(data, InstanceLabels):
        return data
    if isinstance(data, Mapping):
        return from_lists(data.values(), data, origin=origin)
    if isinstance(data, pd.DataFrame) and (table := _table_of_frame(data)):
        return labels_of_side(
            table_roles(table, matcher or Matcher(Hierarchy.from_edges([])), "true", origin), "true", origin
        )
    if isinstance(data, pd.DataFrame):
        numeric = all(kind.kind in "biuf" for kind in data.dtypes)
        if numeric and classes is None:
            classes = [str(c) for c in data.columns]
        data = (data if numeric else data.astype(object).where(data.notna(), None)).to_numpy()
    elif isinstance(data, pd.Series):
        data = data.astype(object).where(data.notna(), None).tolist()
    if classes is not None and (hasattr(data, "tocsr") or np.ndim(data) == 2):
        return from_indicator(data, list(map(str, classes)))
    if hasattr(data, "tocsr"):
        raise StudyError(f"{origin}: a sparse indicator needs classes, the names of its columns")
    if isinstance(data, np.ndarray):
        if data.ndim > 2 or (data.ndim == 2 and data.dtype.kind in "biuf"):
            what = f"an array of {data.ndim} dimensions and the type {data.dtype}"
            raise StudyError(
                f"{origin}: {what}; one of names, N or N × levels, is accepted, or an indicator with classes"
            )
        data = data.tolist()
    if isinstance(data, str | bytes) or not hasattr(data, "__iter__"):
        raise StudyError(f"{origin}: {quoted(data)} is no list of classes or of sets of them")
    rows = list(data)
    if missing := [i for i, row in enumerate(rows) if row is None or (isinstance(row, float) and is_empty(row))]:
        told = f"{origin}: {len(missing):,} rows are None or NaN, first row {missing[0]:,}"
        if origin == "y_true":
            raise StudyError(f"{told}; a class, or [] where there is none, is accepted")
        warnings.warn(f"{told}; they count as no prediction", stacklevel=3)
    return _labels_told_by_levels(from_lists(rows, origin=origin), rows, matcher, origin)


def _labels_told_by_levels(
    labels: InstanceLabels, rows: Sequence[Any], matcher: Matcher | None, origin: str
) -> InstanceLabels:
    """The labels of rows, where the row of a name that several classes have tells which is meant."""
    shared = {name for name in labels.names if matcher and matcher.match(name, spelled=False).candidates}
    if matcher is None or not shared:
        return labels
    return from_lists([_row_with_paths(row, shared, matcher) for row in rows], origin=origin)


def _row_with_paths(row: Any, shared: Collection[str], matcher: Matcher) -> Any:
    """A row of levels, each name of several classes with what stands before it in the row if that tells which."""
    if not isinstance(row, list | tuple):
        return row
    cells = [str(cell) for cell in row if not is_empty(cell)]
    paths = (LEVELS.join(cells[: k + 1]) for k in range(len(cells)))
    return [
        path if cell in shared and matcher.match(path, spelled=False).found else cell
        for cell, path in zip(cells, paths, strict=True)
    ]


def _table_of_frame(frame: pd.DataFrame) -> LabelTable | None:
    """A frame with a column of ids, as files have them."""
    heads = tuple(map(str, frame.columns))
    if "id" not in map(kind_of_head, heads) or len(heads) < 2:
        return None
    rows = frame.astype(object).where(frame.notna(), None).itertuples(index=False)
    return LabelTable([(n, [*map(as_cell, row)]) for n, row in enumerate(rows, 1)], heads, "cells")


def labels_of_sides(
    matcher: Matcher, y_true: Any, runs: Mapping[str, Any], classes: Sequence[str] | None
) -> tuple[InstanceLabels, dict[str, InstanceLabels]]:
    """The labels of the truth and of each system, paired by index where both have one. Raises StudyError."""
    truth = labels_of_plain_data(y_true, classes, "y_true", matcher)
    return truth, {
        str(name): labels_of_plain_data(_pair_by_index(y_true, run, str(name)), classes, str(name), matcher)
        for name, run in runs.items()
    }


def _pair_by_index(y_true: Any, run: Any, name: str) -> Any:
    """A run in the order of `y_true` where both have an index. Raises StudyError where their labels differ."""
    if not (isinstance(y_true, INDEXED) and isinstance(run, INDEXED)) or run.index.equals(y_true.index):
        return run
    if isinstance(run, pd.DataFrame) and _table_of_frame(run):
        return run
    ids, own = list(y_true.index), list(run.index)
    if len(ids) == len(own) == len({*ids} & {*own}):
        return run.loc[y_true.index]
    alone = {*ids} ^ {*own}
    first = next((f", first {quoted(i)}" for i in (*ids, *own) if i in alone), "")
    raise StudyError(
        f"{name}: its index and that of y_true do not hold the same labels, each once{first}; give both the same "
        "index, or .to_numpy() of both where rows correspond by position"
    )
