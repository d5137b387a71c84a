"""Measures on plain Python data, in one call, and as scorers for scikit-learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from ..errors import StudyError
from ..measures import Measure
from ..measures.registry import AnyMeasure, measure_of, measures_of
from ..model.hierarchy import Hierarchy
from .inputs.files import open_with_matcher
from .inputs.labels import InstanceLabels
from .inputs.python_labels import INDEXED, labels_of_sides
from .study import Study


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
    matcher = open_with_matcher(hierarchy, {})[1]
    truth, labels = labels_of_sides(matcher, y_true, runs, classes)
    frame = Study.read(matcher, truth, labels).score(measures).frame
    index = y_true.index if isinstance(y_true, INDEXED) else pd.RangeIndex(len(truth))
    if truth.named and not isinstance(y_true, InstanceLabels):
        index = pd.Index(truth.ids)
    elif not truth.named:
        frame["instance"] = [*index] * len(runs)
    return frame if several else frame.drop(columns=["instance", "system"]).set_axis(index)


def study_of(
    hierarchy: Hierarchy | str, y_true: Any, runs: Mapping[str, Any], classes: Sequence[str] | None = None, **how: Any
) -> Study:
    """The study of lists, frames or arrays, as `score` takes them, each run by its name.

    classes: of indicators.  how: as `Study.read` takes it. Raises StudyError.
    """
    matcher = open_with_matcher(hierarchy, {})[1]
    return Study.read(matcher, *labels_of_sides(matcher, y_true, runs, classes), **how)


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
        self.hierarchy = open_with_matcher(hierarchy, {})[1].hierarchy
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
    """The measure."""
    hierarchy: Hierarchy
    """The hierarchy."""
    classes: tuple[str, ...] | None = None
    """Names of the classes by number, where labels are numbers; None where they are names."""

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
