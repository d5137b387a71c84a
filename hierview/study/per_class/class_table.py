"""Shares of each class of one run, in an order of one's own, page by page; and blocking as a tree of flows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from ...errors import StudyError, quoted, suggestion
from ...explain import FlowBranch, FlowTreePicture
from ...measures.contributions.contributions import ContributionCounts
from ...model.hierarchy import Hierarchy
from ..inputs.data import checked_system_name
from .counts import MACRO, MICRO, PRINTED, By, PerClass, f1_of

if TYPE_CHECKING:
    import pandas as pd

ROWS = 30  # on a page
COUNTS = ("true", "right", "wrong", "missed")
SHARES = ("precision", "recall", "F1")
MEAN_F1 = "macro, mean of F1"
BLOCKED = "blocking"
MOST_BRANCHES = 40
AVERAGES = {PRINTED: "micro, not limited to 1"}  # Sun et al. print the formula; these values nobody printed
Shown = Literal["marked", "true", "all"]


@dataclass(frozen=True)
class ClassRow:
    """The row of one class in the table of a run."""

    name: str
    """Name of the class."""
    shown: str
    """Text that is shown for it."""
    values: tuple[float | None, ...]
    """Value of each column; None where it has none."""


@dataclass(frozen=True)
class AverageRow:
    """The row of an average over classes."""

    name: str
    """Name of the average."""
    values: tuple[float | None, ...]
    """Values of the columns of shares, in their order."""


@dataclass(frozen=True)
class ClassShares:
    """All classes of one run, ready to be ordered in any way."""

    system: str
    """Name of the system."""
    columns: tuple[tuple[str, str], ...]
    """Columns, each as a key and what it is counted by: counts, then shares by each, where it counts with what is below
    after these counts, then the blocking factor.
    """
    shown: Mapping[str, str]
    """Text that is shown for each class."""
    values: Mapping[str, tuple[float | None, ...]]
    """Values of each class, by column."""
    averages: tuple[AverageRow, ...]
    """Averages over classes."""
    instances: int
    """Number of instances of the run."""


@dataclass(frozen=True)
class ClassTable(ClassShares):
    """A page of the classes of one run."""

    rows: tuple[ClassRow, ...]
    """Rows of the page."""
    order: str
    """Column that the rows are ordered by."""
    descending: bool
    """Whether the greatest come first."""
    page: int
    """Number of the page, from 1."""
    pages: int
    """Number of pages."""

    @property
    def count(self) -> int:
        """How many classes there are on all pages."""
        return len(self.values)

    @property
    def shares(self) -> tuple[int, ...]:
        """The places of the columns for which averages exist."""
        return tuple(i for i, (key, _) in enumerate(self.columns) if key.partition(" ")[0] in SHARES)


def column_key(share: str, by: By) -> str:
    """The key of a column of shares or counts.

    >>> column_key("recall", "flat"), column_key("recall", "distance")
    ('recall', 'recall distance')
    """
    return share if by == "flat" else f"{share} {by}"


def class_shares(
    counts_by: Mapping[By, PerClass],
    system: str,
    hierarchy: Hierarchy,
    blocking: pd.DataFrame | None = None,
    classes: Shown = "marked",
) -> ClassShares:
    """The classes of a system, with shares by each of `counts_by`, and averages over all of them.

    blocking: the study's blocking factors.  classes: those marked as true or predicted, those that are true, or all.
    Raises StudyError for an unknown system.
    """
    first = next(iter(counts_by.values()))
    checked_system_name(system, first.counts)
    columns: list[tuple[str, str]] = []
    for i, by in enumerate(counts_by):
        names = (*(COUNTS if i == 0 or by == "below" else ()), *SHARES)
        columns += [(name if i == 0 and name in COUNTS else column_key(name, by), by) for name in names]
    blocked: dict[str, float] | None = None
    if blocking is not None:
        columns.append((BLOCKED, ""))
        blocked = dict(zip(blocking["class"], blocking["blocking factor"], strict=True))
    own = {by: replace(one, counts={system: one.counts[system]}) for by, one in counts_by.items()}
    values = _values_by_class(own, system, classes, blocked)
    labels = {name: hierarchy.labels.label_or_name(name) for name in values}
    return ClassShares(system, tuple(columns), labels, values, _average_rows(own, classes), first.instances)


def ordered_classes(
    shares: ClassShares, order: str = "missed", *, descending: bool = True, page: int = 1, rows: int = ROWS
) -> ClassTable:
    """A page of the classes, and the averages over all of them.

    order: a column's key, or "class". A class without a value comes last. Raises StudyError for an unknown column.
    """
    values, keys = shares.values, [key for key, _ in shares.columns]
    names = sorted(values)
    if order == "class":
        names = names[::-1] if descending else names
    elif order in keys:
        at = keys.index(order)
        value_of = {name: v for name in names if (v := values[name][at]) is not None}
        defined = sorted(value_of, key=value_of.__getitem__, reverse=descending)
        names = [*defined, *(name for name in names if name not in value_of)]
    else:
        raise StudyError(f"{quoted(order)} is no column{suggestion(order, keys)}; class, {', '.join(keys)} are")
    pages = max(1, -(-len(names) // rows))
    page = min(max(1, page), pages)
    here = names[(page - 1) * rows : page * rows]
    class_rows = tuple(ClassRow(name, shares.shown[name], values[name]) for name in here)
    return ClassTable(**vars(shares), rows=class_rows, order=order, descending=descending, page=page, pages=pages)


def _values_by_class(
    counts_by: Mapping[By, PerClass], system: str, classes: Shown, blocked: Mapping[str, float] | None
) -> dict[str, tuple[float | None, ...]]:
    sides = {by: one.of(system, classes) for by, one in counts_by.items()}
    values: dict[str, tuple[float | None, ...]] = {}
    for name in dict.fromkeys(c for side in sides.values() for c in side):
        row: list[float | None] = []
        for by, side in sides.items():
            own = side.get(name)
            if not row or by == "below":
                own_counts = own or next(
                    (other[name] for other in sides.values() if by != "flat" and name in other), ContributionCounts()
                )
                row += [own_counts.tp + own_counts.fn, own_counts.tp, own_counts.fp, own_counts.fn]
            shares = () if own is None else (own.precision, own.recall, f1_of(own.precision, own.recall))
            row += [None] * len(SHARES) if own is None else map(float, shares)
        if blocked is not None:
            row.append(blocked.get(name))
        values[name] = tuple(row)
    return values


def _average_rows(counts_by: Mapping[By, PerClass], classes: Shown) -> tuple[AverageRow, ...]:
    """The averages of the one system over classes; None where a kind lacks one."""
    kinds: dict[str, dict[str, float]] = {}
    for by, one in counts_by.items():
        for row in one.averages(classes).to_dict("records"):
            own = kinds.setdefault(row["average"], {})
            own |= {column_key(share, by): float(row[share]) for share in SHARES}
            if row["average"] == MACRO:
                kinds.setdefault(MEAN_F1, {})[column_key("F1", by)] = float(row["mean F1"])
    keys = [column_key(share, by) for by in counts_by for share in SHARES]
    return tuple(
        AverageRow(kind, tuple(kinds[kind].get(key) for key in keys))
        for kind in (MICRO, PRINTED, MACRO, MEAN_F1)
        if kind in kinds
    )


def blocking_tree(blocking: pd.DataFrame, hierarchy: Hierarchy, most: int = MOST_BRANCHES) -> FlowTreePicture:
    """The blocking factors as a tree of flows: at each inner class the instances below it that it rejected.

    An instance counts once for each of its true classes; those with most rejections at or below them are drawn, each
    under its first parent.
    """
    rows = {row["class"]: row for row in blocking.to_dict("records")}
    above = {c: next((p for p in hierarchy.parents(c) if p in rows), None) for c in rows}
    lost = {c: int(rows[c]["rejected"]) for c in rows}
    upwards = [c for c in reversed(hierarchy.top_down) if c in rows]
    for c in upwards:
        if (parent := above[c]) is not None:
            lost[parent] += lost[c]
    worst = sorted(rows, key=lambda c: (-lost[c], -int(rows[c]["instances"]), c))[:most]
    branch_classes = set(worst)
    for c in upwards:
        if c in branch_classes and (parent := above[c]) is not None:
            branch_classes.add(parent)
    order: list[str] = []
    todo = [c for c in upwards if c in branch_classes and above[c] is None]
    while todo:
        c = todo.pop()
        order.append(c)
        todo += sorted((k for k in branch_classes if above[k] == c), key=lambda k: (int(rows[k]["instances"]), k))
    places = {c: i for i, c in enumerate(order)}
    branches = tuple(
        FlowBranch(
            hierarchy.labels.label_or_name(c),
            None if (parent := above[c]) is None else places[parent],
            int(rows[c]["instances"]),
            int(rows[c]["rejected"]),
        )
        for c in order
    )
    omitted = len(rows) - len(order)
    title = "Where instances are rejected" + (f", without {omitted:,} classes that reject least" if omitted else "")
    return FlowTreePicture((title,), branches, ("at or below", "rejected here", ""))
