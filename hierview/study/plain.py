"""Measures on plain Python data, in one call, and as scorers for scikit-learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from ..errors import StudyError, quoted
from ..measures import Measure, parse_measure
from ..model.hierarchy import Hierarchy
from .labels import Labels, from_indicator, from_lists
from .study import Study


def labels_of(data: Any, classes: Sequence[str] | None = None, origin: str = "labels") -> Labels:
    """The labels in plain data, one row for each instance. Raises StudyError: what was given, what is accepted.

    data: lists, sets or single classes; an array or frame of levels padded with "" (as hiclass gives), a series; with
    `classes` an indicator, N × the classes, dense, sparse or a frame.  A frame of numbers with the classes as its
    columns is an indicator too.
    """
    if isinstance(data, Labels):
        return data
    if isinstance(data, pd.DataFrame):
        numeric = all(kind.kind in "biuf" for kind in data.dtypes)
        if numeric and classes is None:
            classes = [str(c) for c in data.columns]
        data = data.to_numpy()
    elif isinstance(data, pd.Series):
        data = data.tolist()
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
    if isinstance(data, str | bytes | Mapping) or not hasattr(data, "__iter__"):
        raise StudyError(f"{origin}: {quoted(data)} is no list of classes or of sets of them")
    return from_lists(data, origin=origin)


def score(
    hierarchy: Hierarchy | str,
    y_true: Any,
    y_pred: Any,
    measures: Sequence[str | Measure] = ("hP", "hR", "hF"),
    classes: Sequence[str] | None = None,
) -> pd.DataFrame:
    """A frame with a row for each instance and a column for each measure.

    hierarchy: or a file of one.  y_true, y_pred: lists of sets, arrays of levels padded with "", indicators (with
    `classes` as the names of their columns), pandas.  y_pred may be a dict of several systems; the frame then has a
    column `system`. Raises HierviewError.

    >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")])
    >>> score(h, [{"Pop"}, {"Rock"}], [["Pop"], ["Pop"]], ["hF", "TIE"]).mean().round(3).to_dict()
    {'hF': 0.833, 'TIE': 1.0}
    """
    several = isinstance(y_pred, Mapping)
    runs = y_pred if several else {"y_pred": y_pred}
    labels = {str(name): labels_of(run, classes, str(name)) for name, run in runs.items()}
    study = Study.read(hierarchy, labels_of(y_true, classes, "y_true"), labels)
    frame = study.score(measures).frame
    return frame if several else frame.drop(columns=["instance", "system"])


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


def scorer(measure: str | Measure, hierarchy: Hierarchy, classes: Sequence[str] | None = None) -> Any:
    """A scorer for scikit-learn's model selection, made by its `make_scorer`.

    classes: the names of an indicator's columns, where targets are indicators. A distance is turned (greater is
    better), as scikit-learn does. Raises HierviewError where scikit-learn is not installed.
    """
    try:
        from sklearn.metrics import make_scorer  # needed here alone
    except ImportError:
        raise StudyError("hierview.scorer needs scikit-learn; pip install scikit-learn brings it") from None
    asked = measure if isinstance(measure, Measure) else parse_measure(measure)
    mean = Mean(asked, hierarchy, None if classes is None else tuple(map(str, classes)))
    return make_scorer(mean, greater_is_better=asked.better() == "higher")
