"""Labels: which classes each instance has, as they come in Python."""

from __future__ import annotations

import os
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count
from typing import Any

import numpy as np

from ...errors import HierviewError, StudyError, quoted
from ...formats.source import check_no_pipe
from ..scoring.numbered import Ints, Longs, row_starts
from ..scoring.ratios import Floats

MOST_SHOWN = 20  # lines that a message lists
ANSWERS = "answers in words"  # the shape of labels that were taken from texts, whose notes tell the policies
LISTS = "lists of classes"  # a shape, in words: its places are rows, those of files are lines


@dataclass(frozen=True)
class InstanceLabels:
    """The classes of N instances, in the order in which they are given."""

    ids: tuple[str, ...]
    """Ids of the instances, each once; the number of the line or row from 1 on where none are given."""
    names: tuple[str, ...]
    """The classes by code."""
    starts: Longs
    """Where the labels of each instance begin in `codes`, N + 1."""
    codes: Ints
    """Codes of the labels; instance i has `codes[starts[i]:starts[i + 1]]`, none twice."""
    lines: Longs
    """Line where each instance stood, from 1 on."""
    scores: Floats = field(default_factory=lambda: np.empty(0))
    """Score of each label; empty where there are none."""
    named: bool = True
    """Whether ids were given."""
    shape: str = ""
    """How it was read, in words."""
    notes: tuple[str, ...] = ()
    """Sentences on what was odd."""
    entry_lines: Ints = field(default_factory=lambda: np.empty(0, np.int32))
    """Line of each label, where each has one of its own; else empty."""
    repeated: Longs = field(default_factory=lambda: np.empty(0, np.int64))
    """Places in `codes` of labels that stood there once more, each as often as that."""

    def __len__(self) -> int:
        return len(self.ids)

    def line_of(self, entry: int) -> int:
        """The line of the file in which an entry of `codes` stood."""
        if len(self.entry_lines):
            return int(self.entry_lines[entry])
        return int(self.lines[int(np.searchsorted(self.starts, entry, "right")) - 1])

    def of(self, i: int) -> tuple[str, ...]:
        """The classes of instance i."""
        return tuple(self.names[k] for k in self.codes[self.starts[i] : self.starts[i + 1]].tolist())


class LabelBuilder:
    """Collects rows into labels; says what is wrong with a row, and goes on."""

    def __init__(self, origin: str):
        self.origin = origin
        self.places: dict[str, int] = {}
        self.names: dict[str, int] = {}
        self.rows: list[dict[int, float | None]] = []  # of each its classes by code, with their scores
        self.lines = array("q")
        self.wrong: list[tuple[int, str]] = []
        self.doubled: list[tuple[int, int]] = []  # row and code of each class that its row has already
        self.repeated = 0

    def add(
        self, line: int, instance: str | None, classes: Iterable[object], score: float | None = None, grow: bool = False
    ) -> None:
        """Add a row. score: of its classes. grow: whether an instance may have several rows, with some classes each."""
        if instance is None:
            instance = str(len(self.rows) + 1)
        elif not instance:
            self.wrong.append((line, "the id is empty; every instance has one"))
            return
        at = self.places.get(instance)
        classes = list(classes)
        if at is not None and not grow and {self.names.get(str(c)) for c in classes} == {*self.rows[at]}:
            self.repeated += 1
            return
        if at is not None and not grow:
            first = self.lines[at]
            self.wrong.append((line, f"instance {quoted(instance)} stands in line {first:,} already; give each once"))
            return
        if at is None:
            at = self.places[instance] = len(self.rows)
            self.rows.append({})
            self.lines.append(line)
        row = self.rows[at]
        for name in classes:
            code = self.names.setdefault(str(name), len(self.names))
            if code in row:
                self.doubled.append((at, code))
            row.setdefault(code, score)

    def labels(self, shape: str, named: bool = True) -> InstanceLabels:
        """The labels of all rows. Raises StudyError: the lines that were wrong, and why."""
        if self.wrong:
            raise wrong_lines_error(self.origin, self.wrong)
        starts = row_starts([len(row) for row in self.rows])
        place = {row: {code: k for k, code in enumerate(self.rows[row])} for row in {row for row, _ in self.doubled}}
        again = [int(starts[row]) + place[row][code] for row, code in self.doubled]
        repeated = (f"{self.repeated:,} rows stand there again, each the same; they count once.",) * (self.repeated > 0)
        return InstanceLabels(
            tuple(self.places),
            tuple(self.names),
            starts,
            np.fromiter((code for row in self.rows for code in row), np.int32, int(starts[-1])),
            np.array(self.lines, np.int64),
            np.array([score for row in self.rows for score in row.values() if score is not None], np.float64),
            named,
            shape,
            (*repeated, *repeated_classes_note(len(self.doubled))),
            repeated=np.array(again, np.int64),
        )


def wrong_lines_error(origin: str, wrong: Sequence[tuple[int, str]]) -> StudyError:
    """An error that lists lines with what is wrong in each."""
    listing = "; ".join(f"line {line:,}: {why}" for line, why in wrong[:MOST_SHOWN])
    more = f"; and {len(wrong) - MOST_SHOWN:,} more lines" if len(wrong) > MOST_SHOWN else ""
    error = StudyError(f"{origin}: {listing}{more}")
    error.line = wrong[0][0]
    return error


def read_file_bytes(
    path: str | os.PathLike[str], origin: str, most: int, kind: type[HierviewError] = StudyError
) -> bytes:
    """The bytes of a file. Raises an error of this kind where it cannot be read, or has more than that."""
    try:
        check_no_pipe(path)
        if (size := os.path.getsize(path)) > most:
            raise kind(f"{origin}: {size:,} bytes are too many; at most {most:,} are read")
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise kind(f"{origin}: the file cannot be read ({error.strerror or error})") from None


def decode_utf8(data: bytes, origin: str, kind: type[HierviewError] = StudyError) -> str:
    """The text that bytes in UTF-8 stand for. Raises an error of this kind: the line that is something else."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise kind.at_line(origin, line, "this is not UTF-8; save the file as UTF-8") from None


def repeated_classes_note(times: int) -> tuple[str, ...]:
    """A note on classes that stood twice in one instance, where some did."""
    return (f"{times:,} times a class stood twice in one instance; it counts once.",) if times else ()


# Plain data


def from_lists(rows: Iterable[Any], ids: Iterable[object] | None = None, *, origin: str = "labels") -> InstanceLabels:
    """The labels of plain data: for each instance a class, or an iterable of classes (empty cells are none).

    ids: one for each instance; else they are numbered from 1 on. Ids that come again are further classes of the
    instance where every row holds one class. Raises StudyError for another number of ids than rows.

    >>> from_lists([["Pop"], {"Rock"}, "Jazz"]).of(2)
    ('Jazz',)
    """
    own_ids = None if ids is None else [str(i) for i in ids]
    build = LabelBuilder(origin)
    listed = list(rows)
    if own_ids is not None and len(own_ids) != len(listed):
        raise StudyError(f"{origin}: {len(own_ids):,} ids and {len(listed):,} rows; one id for each row is accepted")
    if own_ids is None and (quick := _labels_of_plain_lists(listed)) is not None:
        return quick
    single = all(map(_is_one_cell, listed))
    for number, row in enumerate(listed, 1):
        if _is_one_cell(row):
            row = [row]
        elif not isinstance(row, Iterable):
            raise StudyError(f"{origin}: {quoted(row)} (row {number:,}) is no class; a text or whole number is")
        classes = [c for c in row if not is_empty(c)]
        several = sorted(map(str, classes)) if isinstance(row, set | frozenset) else classes
        build.add(number, own_ids[number - 1] if own_ids else None, several, grow=single)
    return build.labels(LISTS, named=own_ids is not None)


@lru_cache(maxsize=1)
def numbered_ids(n: int) -> tuple[str, ...]:
    """The numbers from 1 to n as texts: the ids of instances that have none."""
    return tuple(map(str, range(1, n + 1)))


def _labels_of_plain_lists(rows: Sequence[Any]) -> InstanceLabels | None:
    """The labels of lists of texts, no class twice in one; None where a row is anything else."""
    if not {*map(type, rows)} <= {list, tuple}:
        return None
    names = [*chain.from_iterable(rows)]
    index: defaultdict[str, int] = defaultdict(count().__next__)  # looking up a new name numbers it
    if not {*map(type, names)} <= {str} or "" in names:
        return None
    codes = np.fromiter(map(index.__getitem__, names), np.int32, len(names))
    starts = row_starts([*map(len, rows)])
    keys = np.repeat(np.arange(len(rows)), np.diff(starts)) * len(index) + codes
    if len(np.unique(keys)) < len(keys):
        return None
    lines = np.arange(1, len(rows) + 1, dtype=np.int64)
    return InstanceLabels(numbered_ids(len(rows)), tuple(index), starts, codes, lines, named=False, shape=LISTS)


def _is_one_cell(row: object) -> bool:
    """Whether a row is one cell."""
    whole = isinstance(row, float) and row.is_integer()  # as pandas makes of whole numbers beside gaps
    return whole or isinstance(row, str | int | np.integer) or is_empty(row)


def is_empty(cell: object) -> bool:
    """Whether a cell holds no class: None, "", NaN."""
    return cell is None or (isinstance(cell, str) and not cell) or (isinstance(cell, float) and np.isnan(cell))


def from_indicator(
    matrix: Any, classes: Sequence[str], ids: Iterable[object] | None = None, *, origin: str = "the indicator"
) -> InstanceLabels:
    """The labels of an indicator matrix, N × the classes, dense or of scipy.sparse: what is 1 is a label.

    Raises StudyError for another shape, and for scores: values that are neither 0 nor 1.
    """
    rows: Any = matrix.tocsr(copy=True) if hasattr(matrix, "tocsr") else np.asarray(matrix)
    if rows.ndim != 2 or rows.shape[1] != len(classes):
        raise StudyError(
            f"{origin}: an indicator of shape {rows.shape}; N rows and {len(classes):,} columns are accepted"
        )
    values = np.asarray(rows.data if hasattr(rows, "indptr") else rows)
    marked = values.astype(bool)
    if (strange := values[values != marked]).size:
        raise StudyError(
            f"{origin}: {strange[0]} is a score, and scores are no labels; 1 for a class and 0 for none is accepted, "
            "such as (scores >= 0.5).astype(int)"
        )
    if hasattr(rows, "indptr"):
        rows.eliminate_zeros()
        columns = [rows.indices[rows.indptr[i] : rows.indptr[i + 1]] for i in range(rows.shape[0])]
    else:
        columns = [np.flatnonzero(row) for row in rows]
    return from_lists(([classes[k] for k in row.tolist()] for row in columns), ids, origin=origin)
