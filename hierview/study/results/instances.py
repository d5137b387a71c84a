"""Instances of a study in an order of one's own: found by class, depth or any part, page by page, and as cases."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt

from ...errors import StudyError, quoted, suggestion
from ...explain import Mark
from ...formats.casefile import LARGEST_FILE, write_case
from ...measures import Measure
from ...model.case import Case
from ...own.foreign import ForeignMeasure
from ..inputs.data import checked_system_name
from ..scoring.numbered import Longs
from ..scoring.ratios import Floats
from ..study import Study
from .formulas import FormulaValues, evaluate_formula
from .scores import Scores
from .tables import number_or_none

ROWS = 20  # on a page
MOST_ROWS = 200
SHOWN = 8  # classes of one side that a row shows
EQUAL = 12  # decimals: values closer than that are ordered as they come

Mask = npt.NDArray[np.bool_]
Side = Literal["either", "true", "predicted"]
Better = Literal["higher", "lower"]


@dataclass(frozen=True)
class InstanceQuery:
    """A query for instances: which are wanted, in which order."""

    a: str
    """Name of the first system."""
    b: str = ""
    """Name of the second system; "" where one system is looked at."""
    by: str = ""
    """A formula such as "A.hF - B.hF", which orders them, or such as "A.hF > 0.8 and B.hF < 0.3", which chooses them;
    "" leaves them as they come. A and B are the systems `a` and `b`, and a measure alone is of `a`.
    """
    lowest: bool = False
    """Whether the smallest come first."""
    of_class: str = ""
    """Class that the instances have, by name or label, or one below it; "" for any."""
    exact: bool = False
    """Whether the instance must have that class itself."""
    side: Side = "either"
    """Side on which the class stands."""
    part: tuple[str, str] | None = None
    """A column and one of its parts, as in `Study.parts`."""
    measures: tuple[str, ...] = ()
    """Measures whose values are shown; all where none is named."""
    page: int = 1
    """Number of the page, from 1."""
    rows: int = ROWS
    """Number of rows of a page."""
    grouped: bool = False
    """Whether instances with the same classes on all sides share a row."""


@dataclass(frozen=True)
class MarkedClass:
    """A class of a row: its name, what is shown for it, and its mark."""

    name: str
    """Name of the class."""
    shown: str
    """Text that is shown for it."""
    mark: Mark
    """Its mark."""


@dataclass(frozen=True)
class SystemAnswer:
    """The answer of one system to an instance."""

    system: str
    """Name of the system."""
    predicted: tuple[MarkedClass, ...]
    """The predicted classes that are listed."""
    more: int
    """Number of predicted classes that are not listed."""
    values: tuple[float | None, ...]
    """Value of each measure; None where undefined."""


@dataclass(frozen=True)
class InstanceRow:
    """An instance: its number in the study, its id, what it is ordered by, its true classes, what systems say."""

    number: int
    """Number of the instance in the study."""
    name: str
    """Id of the instance."""
    by: float | None
    """Value that it is ordered by; None for none."""
    true: tuple[MarkedClass, ...]
    """The true classes that are listed."""
    more: int
    """Number of true classes that are not listed."""
    answers: tuple[SystemAnswer, ...]
    """Answers of the systems."""
    alike: int = 0
    """Number of further instances with the same classes that the row stands for."""


@dataclass(frozen=True)
class InstancesPage:
    """A page of instances."""

    query: InstanceQuery
    """The query that the page answers."""
    rows: tuple[InstanceRow, ...]
    """Rows of the page."""
    count: int
    """Number of instances that are wanted."""
    listed: int
    """Number of their rows on all pages."""
    whole: int
    """Number of all instances."""
    undefined: int
    """Number of instances that are left out because the formula has no value there."""
    condition: bool
    """Whether the formula chooses and does not order."""
    measures: tuple[tuple[str, Better], ...]
    """Text and better way of each measure."""
    page: int
    """Number of the page, from 1."""
    pages: int
    """Number of pages."""
    by: str
    """The formula with the names of the systems."""
    labels: tuple[str, ...]
    """Names of the measures for people."""


def ordered_rows(evaluated: FormulaValues, lowest: bool = False) -> Longs:
    """The rows that a formula chooses, or orders, the largest first; without those where it is undefined."""
    if evaluated.condition:
        return np.flatnonzero(evaluated.values == 1)
    defined = np.flatnonzero(~np.isnan(evaluated.values))
    keys = np.round(evaluated.values[defined], EQUAL)
    return defined[np.argsort(keys if lowest else -keys, kind="stable")]


def with_system_names(text: str, query: InstanceQuery, systems: Collection[str]) -> str:
    """A formula with the names of the systems for A and B, unless systems are called so themselves.

    >>> with_system_names("A.hF - B.hF", InstanceQuery("near", "far"), ["near", "far"])
    'near.hF - far.hF'
    """
    names = {short: name for short, name in (("A", query.a), ("B", query.b)) if name and short not in systems}
    return re.sub(r"(?<![\w.])([AB])(?=\.)", lambda match: names.get(match[0], match[0]), text)


class Finder:
    """The instances of a study, ready to be searched again and again: what is asked for once is kept."""

    def __init__(self, study: Study, scores: Scores):
        self.study, self.scores = study, scores
        self._parts: dict[str, npt.NDArray[np.str_]] = {}
        self._set_numbers: dict[str, Longs] = {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The classes by the numbers in the data."""
        return self.study.hierarchy.rooted().top_down

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    def parts(self, column: str) -> npt.NDArray[np.str_]:
        """The part that each instance belongs to. Raises StudyError for an unknown column."""
        if column not in self._parts:
            self._parts[column] = np.array(self.study.parts(column))
        return self._parts[column]

    def columns(self, a: str, b: str = "") -> dict[str, Floats]:
        """Values that a formula may name: `system.measure`, A and B for two of them, a measure alone for the first."""
        values = self.scores.values
        for system in (a, b) if b else (a,):
            checked_system_name(system, values)
        called = [(f"{system}.", system) for system in values] + [("A.", a), *([("B.", b)] if b else []), ("", a)]
        columns: dict[str, Floats] = {}
        for start, system in called:
            for text, measured in zip(self.scores.texts, values[system], strict=True):
                columns.setdefault(f"{start}{text}", measured.value)
        return columns

    def formula_values(self, query: InstanceQuery) -> FormulaValues:
        """The value of the wished formula for each instance. Raises MeasureError: the place, what is accepted."""
        columns = self.columns(query.a, query.b)
        return (
            evaluate_formula(query.by, columns)
            if query.by.strip()
            else FormulaValues(np.zeros(len(self.scores.data)), ())
        )

    def membership_mask(self, query: InstanceQuery) -> Mask:
        """Whether each instance belongs to the wished class and part."""
        mask = np.ones(len(self.scores.data), bool)
        if query.part is not None:
            column, part = query.part
            parts = self.parts(column)
            mask &= parts == part
            if not mask.any():
                near = suggestion(part, map(str, dict.fromkeys(parts.tolist())))
                raise StudyError(f"{quoted(part)} is no part by {column}{near}")
        if query.of_class:
            mask &= self._has_class(query)
        return mask

    def _has_class(self, query: InstanceQuery) -> Mask:
        """Whether the class, or one below it, is true or predicted by one of the systems that are looked at."""
        h, c = self.study.hierarchy, query.of_class
        if c not in h:
            classes = h.labels.classes_labelled(c)
            if len(classes) != 1:
                raise StudyError(f"{quoted(c)} is not in the hierarchy{suggestion(c, h.classes)}")
            (c,) = classes
        allowed = np.zeros(len(self.names), bool)
        allowed[[self._numbers[name] for name in ([c] if query.exact else h.downward_closure([c]))]] = True
        data = self.scores.data
        sides = [data.truth] if query.side != "predicted" else []
        if query.side != "true":
            sides += [data.runs[system] for system in (query.a, query.b) if system]
        mask = np.zeros(len(data), bool)
        for side in sides:
            before = np.concatenate([[0], np.cumsum(allowed[side.classes])])
            mask |= before[side.starts[1:]] > before[side.starts[:-1]]
        return mask

    def ordered_instances(self, query: InstanceQuery) -> tuple[Longs, FormulaValues]:
        """The numbers of the wished instances in order, and the value of the formula for each of all."""
        by = self.formula_values(query)
        order = ordered_rows(by, query.lowest)
        return order[self.membership_mask(query)[order]], by

    def _numbers_of_sets(self, system: str) -> Longs:
        """A number for the set of classes of each instance, the same for equal sets; "" is the truth."""
        if system not in self._set_numbers:
            side = self.scores.data.runs[system] if system else self.scores.data.truth
            sets: dict[frozenset[int], int] = {}
            starts, classes = side.starts.tolist(), side.classes.tolist()
            self._set_numbers[system] = np.array(
                [sets.setdefault(frozenset(classes[a:b]), len(sets)) for a, b in pairwise(starts)], np.int64
            )
        return self._set_numbers[system]

    def _group_rows(self, order: Longs, query: InstanceQuery) -> tuple[Longs, Longs]:
        """The first of all instances with the same classes on all sides, and how many more there are of each."""
        sides = ["", query.a, *([query.b] if query.b else [])]
        keys = np.stack([self._numbers_of_sets(side)[order] for side in sides])
        _, first, counts = np.unique(keys, axis=1, return_index=True, return_counts=True)
        by_place = np.argsort(first)
        return order[first[by_place]], counts[by_place] - 1

    def instances_page(self, query: InstanceQuery) -> InstancesPage:
        """A page of the wished instances; the last one where there are not as many pages.

        Raises MeasureError for the formula, StudyError for everything else: what, and what would be accepted.
        """
        if not 1 <= query.rows <= MOST_ROWS:
            raise StudyError(f"{query.rows} rows are not accepted; 1 to {MOST_ROWS} are")
        order, by = self.ordered_instances(query)
        count = len(order)
        order, alike = self._group_rows(order, query) if query.grouped else (order, np.zeros(count, np.int64))
        pages = max(1, -(-len(order) // query.rows))
        page = min(max(1, query.page), pages)
        texts = query.measures or self.scores.texts
        measures = tuple((text, self.scores.better(text)) for text in texts)
        labels = tuple(self.scores.measure(text).label() for text in texts)
        undefined = int(np.count_nonzero(np.isnan(by.values) & self.membership_mask(query)))
        here = slice((page - 1) * query.rows, page * query.rows)
        order_values = by.values if query.by.strip() and not by.condition else None
        rows = tuple(
            replace(self._row(i, query, texts, None if order_values is None else float(order_values[i])), alike=more)
            for i, more in zip(order[here].tolist(), alike[here].tolist(), strict=True)
        )
        told_by = with_system_names(query.by.strip(), query, self.scores.systems)
        counts = count, len(order), len(self.scores.data), undefined
        return InstancesPage(query, rows, *counts, by.condition, measures, page, pages, told_by, labels)

    def rows_of_system(self, numbers: Sequence[int], system: str) -> tuple[InstanceRow, ...]:
        """The instances with these numbers, as rows of one system."""
        return tuple(self._row(i, InstanceQuery(system), (), None) for i in numbers)

    def _row(self, i: int, query: InstanceQuery, texts: Sequence[str], value: float | None) -> InstanceRow:
        data = self.scores.data
        true = data.truth.classes_of(i)
        systems = [system for system in (query.a, query.b) if system]
        predicted = {system: data.runs[system].classes_of(i) for system in systems}
        hit = set().union(*predicted.values())
        values, places = self.scores.values, [self.scores.texts.index(text) for text in texts]
        answers = tuple(
            SystemAnswer(
                system,
                self._marked_classes(predicted[system], set(true), "predicted"),
                max(0, len(predicted[system]) - SHOWN),
                tuple(number_or_none(float(values[system][k].value[i])) for k in places),
            )
            for system in systems
        )
        marks = self._marked_classes(true, hit if len(systems) == 1 else set(), "true")
        return InstanceRow(i, data.ids[i], value, marks, max(0, len(true) - SHOWN), answers)

    def _marked_classes(self, classes: Sequence[int], others: set[int], mark: Mark) -> tuple[MarkedClass, ...]:
        """The classes of one side, those that the other side has first."""
        labels = self.study.hierarchy.labels
        listed = sorted(classes, key=lambda c: (c not in others, self.names[c]))
        return tuple(
            MarkedClass(self.names[c], labels.label_or_name(self.names[c]), "both" if c in others else mark)
            for c in listed[:SHOWN]
        )


# An instance as a case that opens by itself, or two systems' answers as a pair of cases

Fits = Callable[[Case], bool]


def fits_a_file(case: Case) -> bool:
    """Whether a case can be opened again from a file."""
    return len(write_case(case).encode()) <= LARGEST_FILE


def cases_of_instance(
    study: Study, instance: str, systems: Sequence[str], measures: Sequence[Measure], fits: Fits = fits_a_file
) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """An instance as a case of each system, which shows these measures, and the measures that say otherwise there.

    A hierarchy that does not fit, such as one that no case file can hold, is cut to the marked classes and their
    ancestors, the same for all systems; each measure is asked whether it says the same there. Raises StudyError where
    one of them is no case, for nothing is true and that system predicts nothing.
    """
    # A case file names what everybody has.
    texts = tuple(str(m) for m in measures if not isinstance(m, ForeignMeasure))
    whole = tuple(replace(study.case(instance, system), measures=texts) for system in systems)
    if all(map(fits, whole)):
        return whole, ()
    h = whole[0].hierarchy
    near = h.restricted(h.closure(c for case in whole for c in case.true | case.predicted))
    note = f"cut to {len(near):,} of {len(h):,} classes: the marked ones and their ancestors"
    cut = tuple(replace(case, hierarchy=near, note=note) for case in whole)
    pairs = list(zip(whole, cut, strict=True))
    changed = tuple(
        str(m) for m in measures if any(m.evaluate(large).value != m.evaluate(small).value for large, small in pairs)
    )
    return cut, changed


def clicked_instance(pick: str, study: Study, a: str, b: str = "") -> tuple[str, tuple[str, ...]] | None:
    """The id and the systems that a click on a row of instances asks for; None where it asks for something else.

    pick: "case", an instance's number and a system; or "pair" and the number: of the systems a and b. Raises
    StudyError for what is not in the study.
    """
    kind, _, rest = pick.partition(" ")
    number, _, system = rest.partition(" ")
    if kind not in ("case", "pair"):
        return None
    systems = (system,) if kind == "case" else (a, b)
    if not number.isdecimal() or len(number) > 9 or int(number) >= len(study.data):
        raise StudyError(f"an instance's number is below {len(study.data):,}")
    for name in systems:
        if name not in study.data.runs:
            raise StudyError(f"the systems of this study are {', '.join(study.data.runs)}")
    return study.data.ids[int(number)], systems
