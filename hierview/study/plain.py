"""Measures on plain Python data, in one call, and as scorers for scikit-learn."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from ..errors import StudyError, quoted
from ..measures import Measure
from ..measures.registry import AnyMeasure, measure_of, measures_of
from ..model.hierarchy import Hierarchy
from .inputs.files import opened_for
from .inputs.labels import Labels, from_indicator, from_lists, is_empty
from .inputs.matching import Matcher
from .inputs.tables.heads import kind_of_head
from .inputs.tables.roles import labels_of_side, roles_of
from .inputs.tables.table import Table, cell_of
from .study import Study

_INDEXED = (pd.Series, pd.DataFrame)


def labels_of(
    data: Any, classes: Sequence[str] | None = None, origin: str = "labels", matcher: Matcher | None = None
) -> Labels:
    """The labels in plain data, one row for each instance. Raises StudyError: what was given, what is accepted.

    data: lists, sets or single classes, also by id; an array or frame of levels padded with "" (as hiclass gives), a
    series, a frame with a column of ids; with `classes` an indicator, N × the classes, dense, sparse or a frame.
    A frame of numbers with the classes as its columns is an indicator too.
    """
    if isinstance(data, Labels):
        return data
    if isinstance(data, Mapping):
        return from_lists(data.values(), data, origin=origin)
    if isinstance(data, pd.DataFrame) and (table := _table(data)):
        return labels_of_side(
            roles_of(table, matcher or Matcher(Hierarchy.from_edges([])), "true", origin), "true", origin
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
    return from_lists(rows, origin=origin)


def _table(frame: pd.DataFrame) -> Table | None:
    """A frame with a column of ids, as files have them."""
    heads = tuple(map(str, frame.columns))
    if "id" not in map(kind_of_head, heads) or len(heads) < 2:
        return None
    rows = frame.astype(object).where(frame.notna(), None).itertuples(index=False)
    return Table([(n, [*map(cell_of, row)]) for n, row in enumerate(rows, 1)], heads, "cells")


def score(
    hierarchy: Hierarchy | str,
    y_true: Any,
    y_pred: Any,
    measures: AnyMeasure | Sequence[AnyMeasure] = ("hP", "hR", "hF"),
    classes: Sequence[str] | None = None,
) -> pd.DataFrame:
    """A frame with a row for each instance and a column for each measure.

    hierarchy: or a file of one.  y_true, y_pred: lists of sets, arrays of levels padded with "", indicators (with
    `classes` as the names of their columns), pandas, also with a column of ids, or dicts by id. A row that is None or
    NaN is an error in y_true, and no prediction in y_pred, with a warning.  measures: one or several, each
    as its text, a measure, or a function of hierarchy, true and predicted classes.
    Two series or frames are paired by their index, all else by position. The frame has the index of `y_true`, else
    positions from 0 on. y_pred may be a dict of several systems; these then stand in the columns `instance`, `system`.
    Raises HierviewError, also where an index differs.

    >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")])
    >>> score(h, [{"Pop"}, {"Rock"}], [["Pop"], ["Pop"]], ["hF", "TIE"]).mean().round(3).to_dict()
    {'hF': 0.833, 'TIE': 1.0}
    """
    by_id = isinstance(y_true, Mapping) and isinstance(y_pred, Mapping) and not {*y_true}.isdisjoint(y_pred)
    several = isinstance(y_pred, Mapping) and not by_id
    runs = y_pred if several else {"y_pred": y_pred}
    matcher = opened_for(hierarchy, {})[1]
    truth, labels = _sides(matcher, y_true, runs, classes)
    frame = Study.read(matcher, truth, labels).score(measures).frame
    index = y_true.index if isinstance(y_true, _INDEXED) else pd.RangeIndex(len(truth))
    if truth.named and not isinstance(y_true, Labels):
        index = pd.Index(truth.ids)
    elif not truth.named:
        frame["instance"] = [*index] * len(runs)
    return frame if several else frame.drop(columns=["instance", "system"]).set_axis(index)


def study_of(
    hierarchy: Hierarchy | str, y_true: Any, runs: Mapping[str, Any], classes: Sequence[str] | None = None, **how: Any
) -> Study:
    """The study of plain data, as `score` takes them. how: as `Study.read` takes it."""
    matcher = opened_for(hierarchy, {})[1]
    return Study.read(matcher, *_sides(matcher, y_true, runs, classes), **how)


def _sides(
    matcher: Matcher, y_true: Any, runs: Mapping[str, Any], classes: Sequence[str] | None
) -> tuple[Labels, dict[str, Labels]]:
    truth = labels_of(y_true, classes, "y_true", matcher)
    return truth, {
        str(name): labels_of(_paired(y_true, run, str(name)), classes, str(name), matcher) for name, run in runs.items()
    }


def _paired(y_true: Any, run: Any, name: str) -> Any:
    """A run in the order of `y_true` where both have an index. Raises StudyError where their labels differ."""
    if not (isinstance(y_true, _INDEXED) and isinstance(run, _INDEXED)) or run.index.equals(y_true.index):
        return run
    if isinstance(run, pd.DataFrame) and _table(run):
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


class Running:
    """Means of measures over instances that come in parts, as in a training loop; only sums are kept.

    hierarchy, measures, classes: as `score` takes them.

    >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")])
    >>> running = Running(h, ["hF", "TIE"])
    >>> for true, predicted in (([["Pop"]], [["Pop"]]), ([["Rock"]], [["Pop"]])):
    ...     running.update(true, predicted)
    >>> {measure: round(mean, 3) for measure, mean in running.compute().items()}
    {'hF': 0.833, 'TIE': 1.0}
    """

    def __init__(
        self,
        hierarchy: Hierarchy | str,
        measures: AnyMeasure | Sequence[AnyMeasure] = ("hP", "hR", "hF"),
        classes: Sequence[str] | None = None,
    ):
        self.hierarchy = opened_for(hierarchy, {})[1].hierarchy
        self.measures, self.classes = measures_of(measures), classes
        self.reset()

    def reset(self) -> None:
        """Forget all instances."""
        self._sums = np.zeros(len(self.measures))
        self._counts = np.zeros(len(self.measures), np.int64)

    def update(self, y_true: Any, y_pred: Any) -> None:
        """Count further instances in. Raises HierviewError as `score` does; nothing of them counts then."""
        values = score(self.hierarchy, y_true, y_pred, self.measures, self.classes).to_numpy(np.float64)
        self._sums += np.nansum(values, axis=0)
        self._counts += np.count_nonzero(~np.isnan(values), axis=0)

    def merge(self, other: Running) -> None:
        """Count in what another one was told, as of another process. Raises StudyError for other measures."""
        if list(map(str, self.measures)) != list(map(str, other.measures)) or self.hierarchy != other.hierarchy:
            raise StudyError("these are of other measures or another hierarchy; the same ones are accepted")
        self._sums += other._sums
        self._counts += other._counts

    def compute(self) -> dict[str, float]:
        """The mean of each measure over all instances so far where it has a value; NaN where it has none."""
        with np.errstate(invalid="ignore"):
            means = self._sums / self._counts
        return dict(zip(map(str, self.measures), means.tolist(), strict=True))


@dataclass(frozen=True)
class Mean:
    """The mean of a measure over instances, as a function of true and predicted classes; it can be pickled."""

    measure: Measure
    hierarchy: Hierarchy
    classes: tuple[str, ...] | None = None

    @cached_property
    def __name__(self) -> str:
        return str(self.measure)

    def __call__(self, y_true: Any, y_pred: Any) -> float:
        """The mean over the instances where the measure is defined; NaN where it is nowhere."""
        values = score(self.hierarchy, y_true, y_pred, [self.measure], self.classes).iloc[:, 0]
        return float(values.mean())


def scorer(measure: AnyMeasure, hierarchy: Hierarchy, classes: Sequence[str] | None = None) -> Any:
    """A scorer for scikit-learn's model selection, made by its `make_scorer`.

    classes: the names of an indicator's columns, where targets are indicators. A distance is turned (greater is
    better), as scikit-learn does. Raises HierviewError where scikit-learn is not installed.
    """
    try:
        from sklearn.metrics import make_scorer  # needed here alone
    except ImportError:
        raise StudyError("hierview.scorer needs scikit-learn; pip install scikit-learn brings it") from None
    parsed = measure_of(measure)
    mean = Mean(parsed, hierarchy, None if classes is None else tuple(map(str, classes)))
    return make_scorer(mean, greater_is_better=parsed.better() == "higher")
