"""Labels: which classes each instance has, as they come in files and in Python.

Shapes of text: two columns, id and classes (tabs, commas or semicolons between the columns; classes joined by
| ; or ,); long, a row for each class of an instance (id, class, perhaps a score); lines of classes without ids, as
HEMKit and LSHTC write them; JSON lines. Parquet and Arrow files hold an id and a list of classes, or a row a class.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from ..errors import StudyError, quoted
from .compiled import COMPILED
from .kernels.words import Scanned, scanned
from .numbered import Ints, Longs
from .ratios import Floats

LARGEST = 2_000_000_000  # bytes of a file of labels
MOST_SHOWN = 20  # lines that a message lists
JOINERS = ("|", ";", ",")
SHAPES = ("columns", "long", "lines", "json")
_IDS = ("id", "ids", "instance", "document", "doc", "name", "item", "key", "isbn")
_CLASSES = ("classes", "class", "labels", "label", "true", "predicted", "categories", "category", "doc_label", "y")
_AS_LINES = "a line of classes for each instance"
_HEAD = 20_000  # characters by which a shape is guessed
_JUDGED = 2_000  # rows by which it is judged what joins classes
_STRANGE_BLANK = re.compile(r"[^\S \t\r\n]")
_SCORES = ("score", "scores", "probability", "p")


class Known(Protocol):
    """The classes that there are."""

    def __contains__(self, name: object, /) -> bool: ...

    def __len__(self) -> int: ...


@dataclass(frozen=True)
class Labels:
    """The classes of N instances, in the order in which they are given.

    ids: N texts, each once; the number of the line or row from 1 on where none are given (`named` is False then).
    names: the classes by code.  codes: instance i has `codes[starts[i]:starts[i + 1]]`, none twice.
    lines: N, where each instance stood, from 1 on.  scores: beside `codes`, or empty.
    shape: how it was read, in words.  notes: what was odd, in sentences.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    starts: Longs
    codes: Ints
    lines: Longs
    scores: Floats = field(default_factory=lambda: np.empty(0))
    named: bool = True
    shape: str = ""
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.ids)

    def of(self, i: int) -> tuple[str, ...]:
        """The classes of instance i."""
        return tuple(self.names[k] for k in self.codes[self.starts[i] : self.starts[i + 1]].tolist())


class _Builder:
    """Collects rows into labels; says what is wrong with a row, and goes on."""

    def __init__(self, origin: str):
        self.origin = origin
        self.places: dict[str, int] = {}
        self.names: dict[str, int] = {}
        self.rows: list[list[int]] = []
        self.scores: list[list[float]] = []
        self.lines = array("q")
        self.wrong: list[tuple[int, str]] = []
        self.doubled = 0

    def add(
        self,
        line: int,
        instance: str | None,
        classes: Iterable[object],
        scores: Sequence[float] = (),
        grow: bool = False,
    ) -> None:
        """One row. grow: whether an instance may have several, each with some of its classes."""
        if instance is None:
            instance = str(len(self.rows) + 1)
        elif not instance:
            self.wrong.append((line, "the id is empty; every instance has one"))
            return
        at = self.places.get(instance)
        if at is not None and not grow:
            first = self.lines[at]
            self.wrong.append((line, f"instance {quoted(instance)} stands in line {first:,} already; give each once"))
            return
        if at is None:
            at = self.places[instance] = len(self.rows)
            self.rows.append([])
            self.scores.append([])
            self.lines.append(line)
        row = self.rows[at]
        for k, name in enumerate(classes):
            code = self.names.setdefault(str(name), len(self.names))
            if code in row:
                self.doubled += 1
                continue
            row.append(code)
            if scores:
                self.scores[at].append(scores[k])

    def done(self, shape: str, named: bool = True) -> Labels:
        if self.wrong:
            raise _wrong(self.origin, self.wrong)
        starts = np.zeros(len(self.rows) + 1, np.int64)
        np.cumsum([len(row) for row in self.rows], out=starts[1:])
        return Labels(
            tuple(self.places),
            tuple(self.names),
            starts,
            np.fromiter((code for row in self.rows for code in row), np.int32, int(starts[-1])),
            np.array(self.lines, np.int64),
            np.fromiter((s for row in self.scores for s in row), np.float64),
            named,
            shape,
            _doubled(self.doubled),
        )


def _wrong(origin: str, wrong: Sequence[tuple[int, str]]) -> StudyError:
    shown = "; ".join(f"line {line:,}: {why}" for line, why in wrong[:MOST_SHOWN])
    more = f"; and {len(wrong) - MOST_SHOWN:,} more lines" if len(wrong) > MOST_SHOWN else ""
    error = StudyError(f"{origin}: {shown}{more}")
    error.line = wrong[0][0]
    return error


# Reading text


def read_labels(
    source: str | os.PathLike[str] | bytes,
    known: Known = (),
    *,
    origin: str = "",
    shape: str = "",
    joined: str = "",
) -> Labels:
    """The labels in a file (a path) or in its content (bytes).

    known: the classes of the hierarchy, by which the shape is guessed.  shape: one of `SHAPES`, else it is guessed.
    joined: what stands between the classes of an instance, else it is guessed.
    Raises StudyError: the file, the lines, what is accepted.
    """
    if isinstance(source, bytes):
        data, origin = source, origin or "labels"
    else:
        origin = origin or os.fspath(source)
        data = _content(source, origin)
    if data[:4] == b"PAR1" or data[:6] == b"ARROW1" or data[:4] == b"FEA1":
        return _from_table(_arrow(data, origin), origin, known)
    known = frozenset(known) if isinstance(known, list | tuple) else known
    if COMPILED and (quick := _at_once(data, known, shape, joined)) is not None:
        return quick
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _wrong(origin, [(line, "this is not UTF-8; save the file as UTF-8")]) from None
    if "\x00" in text:
        raise _wrong(origin, [(text.count("\n", 0, text.index("\x00")) + 1, "a NUL character; text is accepted")])
    shape = shape or _guessed(text)
    if shape not in SHAPES:
        raise StudyError(f"the shape {quoted(shape)} is not known; {', '.join(SHAPES[:-1])} or {SHAPES[-1]} is")
    if shape == "json":
        return _from_json(text, origin)
    if shape == "lines":
        return _from_lines(text, origin)
    return _from_columns(text, origin, known, shape, joined)


def _at_once(data: bytes, known: Known, shape: str, joined: str) -> Labels | None:
    """The labels of plain lines, or of ids and classes parted by tabs, in one pass over the bytes.

    None where the text is neither or anything in it is unusual: it is then read with care.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        # Of text that is ASCII its beginning says all that is asked of it.
        text = data[:_HEAD].decode("ascii") if data.isascii() else data.decode()
    except UnicodeDecodeError:
        return None
    if not data.isascii() and _STRANGE_BLANK.search(text):
        return None
    shape = shape or _guessed(text)
    if shape == "lines":
        return _labelled(scanned(data), _AS_LINES, None)
    if shape != "columns" or _delimiter(text) != "\t":
        return None
    at = 0
    for _ in range(_JUDGED + 1):
        at = data.find(b"\n", at) + 1 or len(data)
    rows, between = _rows(data[:at].decode(), "")
    if not rows or rows[0][0] != 1 or any(len(row) != 2 for _, row in rows):
        return None
    heading = _is_heading(rows[0][1], known)
    joined = joined or _joiner(rows[heading:], known)
    if joined and (len(joined) > 1 or not "\x1f" < joined < "\x7f"):
        return None
    begin = data.find(b"\n") + 1 or len(data) if heading else 0
    return _labelled(scanned(data, begin, ord(joined) if joined else -1), _as_columns(between, joined), int(heading))


def _labelled(found: Scanned | None, shape: str, before: int | None) -> Labels | None:
    """The labels of text that was taken apart; before: the lines before the first row, None where rows have no ids."""
    if found is None:
        return None
    n, named = len(found.starts) - 1, before is not None
    ids = found.ids if named else numerals(n)
    lines = np.arange(1, n + 1, dtype=np.int64) + (before or 0)
    return Labels(
        ids, found.names, found.starts, found.codes, lines, named=named, shape=shape, notes=_doubled(found.doubled)
    )


@lru_cache(maxsize=1)
def numerals(n: int) -> tuple[str, ...]:
    """The numbers from 1 to n as texts: the ids of instances that have none."""
    return tuple(map(str, range(1, n + 1)))


def _doubled(times: int) -> tuple[str, ...]:
    return (f"{times:,} times a class stood twice in one instance; it counts once.",) if times else ()


def _content(path: str | os.PathLike[str], origin: str) -> bytes:
    try:
        if os.path.getsize(path) > LARGEST:
            raise StudyError(f"{origin}: {os.path.getsize(path):,} bytes are too many; at most {LARGEST:,} are read")
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise StudyError(f"{origin}: the file cannot be read ({error.strerror or error})") from None


def _guessed(text: str) -> str:
    """What a text looks like by its first lines."""
    first = [line for line in text[:_HEAD].split("\n")[:50] if line.strip()]
    if first and first[0].lstrip().startswith("{"):
        return "json"
    if any("\t" in line for line in first) or any("," in line or ";" in line for line in first):
        return "columns"
    return "lines"


def _from_lines(text: str, origin: str) -> Labels:
    """Classes parted by blanks, an instance a line; an empty line is an instance without classes."""
    build = _Builder(origin)
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, 1):
        build.add(number, None, line.split())
    return build.done(_AS_LINES, named=False)


def _from_json(text: str, origin: str) -> Labels:
    build = _Builder(origin)
    named = False
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            build.wrong.append((number, "this is not JSON; an object a line is accepted"))
            continue
        classes = next((row[key] for key in _CLASSES if key in row), None) if isinstance(row, dict) else None
        if not isinstance(classes, list) or not all(isinstance(c, str | int) for c in classes):
            build.wrong.append((number, 'an object such as {"id": "a", "classes": ["Pop"]} is accepted'))
            continue
        given = next((row[key] for key in _IDS if key in row), None)
        named = named or given is not None
        build.add(number, None if given is None else str(given), classes)
    return build.done("an object a line", named)


def _delimiter(text: str) -> str:
    head = text[:_HEAD].split("\n")[:50]
    return "\t" if any("\t" in line for line in head) else "," if any("," in line for line in head) else ";"


def _rows(text: str, origin: str) -> tuple[list[tuple[int, list[str]]], str]:
    """The rows of a table with their lines, and what stands between its columns."""
    delimiter = _delimiter(text)
    if delimiter == "\t":
        found = [(n, line.rstrip("\r").split("\t")) for n, line in enumerate(text.split("\n"), 1) if line.strip("\r ")]
        return found, "tabs"
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows = []
    try:
        rows = [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        raise _wrong(origin, [(reader.line_num, f"this is not CSV ({error})")]) from None
    return rows, "commas" if delimiter == "," else "semicolons"


def _from_columns(text: str, origin: str, known: Known, shape: str, joined: str) -> Labels:
    rows, between = _rows(text, origin)
    if rows and _is_heading(rows[0][1], known):
        rows = rows[1:]
    width = max((len(row) for _, row in rows), default=2)
    if width > 3 or (width == 3 and not any(len(row) > 2 and _number(row[2]) is not None for _, row in rows[:200])):
        raise StudyError(
            f"{origin}: rows of {width} columns; id and classes are accepted, or id, class and score, with {between} "
            "between them"
        )
    ids = [row[0] for _, row in rows]
    if width == 3 or shape == "long" or (len(set(ids)) < len(ids) and not _joiner(rows, known)):
        return _long(rows, origin, between)
    joined = joined or _joiner(rows, known)
    build = _Builder(origin)
    for number, row in rows:
        cell = row[1] if len(row) > 1 else ""
        parts = cell.split(joined) if joined else [cell]
        build.add(number, row[0].strip(), [c for c in map(str.strip, parts) if c])
    return build.done(_as_columns(between, joined))


def _as_columns(between: str, joined: str) -> str:
    how = f"classes joined by {joined}" if joined else "one class each"
    return f"id and classes, {between} between them, {how}"


def _is_heading(row: Sequence[str], known: Known) -> bool:
    cells = [cell.strip().lower() for cell in row]
    named = len(cells) > 1 and cells[0] in _IDS and cells[1] in _CLASSES
    return named and not (known and row[1].strip() in known)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if np.isfinite(value) else None


def _joiner(rows: Sequence[tuple[int, list[str]]], known: Known) -> str:
    """What joins the classes in the second column: where the classes are known, what parts most of them into these."""
    cells = [row[1] for _, row in rows[:_JUDGED] if len(row) > 1 and row[1].strip()]
    if not known:
        return next((j for j in JOINERS if any(j in cell for cell in cells)), "")

    def hits(joiner: str) -> float:
        parts = [part.strip() for cell in cells for part in (cell.split(joiner) if joiner else [cell])]
        return sum(part in known for part in parts if part) / max(1, sum(map(bool, parts)))

    best = max(("", *JOINERS), key=hits)
    return best if hits(best) > hits("") else ""


def _long(rows: Sequence[tuple[int, list[str]]], origin: str, between: str) -> Labels:
    build = _Builder(origin)
    scored = any(len(row) > 2 and row[2].strip() for _, row in rows)
    for number, row in rows:
        cell = row[1].strip() if len(row) > 1 else ""
        score = _number(row[2]) if scored and len(row) > 2 else None
        if scored and score is None:
            build.wrong.append((number, f"the score {quoted(row[2] if len(row) > 2 else '')} is no number"))
            continue
        build.add(number, row[0].strip(), [cell] if cell else [], () if score is None else (score,), grow=True)
    how = "id, class and score" if scored else "id and class"
    return build.done(f"{how}, a row for each class, {between} between them")


# Tables of other libraries, and plain data


def _arrow(data: bytes, origin: str) -> Any:
    import pyarrow  # takes long to load
    import pyarrow.feather
    import pyarrow.parquet

    try:
        buffer = pyarrow.BufferReader(data)
        return pyarrow.parquet.read_table(buffer) if data[:4] == b"PAR1" else pyarrow.feather.read_table(buffer)
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise StudyError(f"{origin}: the table cannot be read ({str(error).splitlines()[0][:200]})") from None


def _from_table(table: Any, origin: str, known: Known) -> Labels:
    """The labels of an Arrow table: a column of ids, if any, and one of classes or lists of classes."""
    names = {name.lower(): name for name in table.column_names}
    of_id = next((names[key] for key in _IDS if key in names), None)
    of_class = next((names[key] for key in _CLASSES if key in names), None)
    if of_class is None:
        rest = [name for name in table.column_names if name != of_id]
        of_class = rest[0] if len(rest) == 1 else None
    if of_class is None:
        raise StudyError(
            f"{origin}: the columns are {', '.join(map(quoted, table.column_names[:10]))}; one called "
            f"{quoted(_CLASSES[0])} is accepted, of classes or lists of them, and one called {quoted(_IDS[0])}"
        )
    ids = table.column(of_id).to_pylist() if of_id is not None else None
    return from_lists(table.column(of_class).to_pylist(), ids, origin=origin)


def from_lists(rows: Iterable[Any], ids: Iterable[object] | None = None, *, origin: str = "labels") -> Labels:
    """The labels of plain data: for each instance a class, or an iterable of classes (empty cells are none).

    ids: one for each instance; else they are numbered from 1 on. Ids that come again are further classes of the
    instance where every row holds one class.

    >>> from_lists([["Pop"], {"Rock"}, "Jazz"]).of(2)
    ('Jazz',)
    """
    given = None if ids is None else [str(i) for i in ids]
    build = _Builder(origin)
    listed = list(rows)
    if given is not None and len(given) != len(listed):
        raise StudyError(f"{origin}: {len(given):,} ids and {len(listed):,} rows; one id for each row is accepted")
    single = all(isinstance(row, str | int | np.integer) or row is None for row in listed)
    for number, row in enumerate(listed, 1):
        plain = isinstance(row, str | int | np.integer)
        classes = (
            []
            if row is None
            else [row]
            if plain
            else sorted(map(str, row))
            if isinstance(row, set | frozenset)
            else row
        )
        build.add(number, given[number - 1] if given else None, [c for c in classes if not _empty(c)], grow=single)
    return build.done("lists of classes", named=given is not None)


def _empty(cell: object) -> bool:
    """Whether a cell holds no class: None, "", NaN."""
    return cell is None or cell == "" or (isinstance(cell, float) and np.isnan(cell))


def from_indicator(matrix: Any, classes: Sequence[str], ids: Iterable[object] | None = None) -> Labels:
    """The labels of an indicator matrix, N × the classes, dense or of scipy.sparse: what is not 0 is a label."""
    rows: Any = matrix.tocsr() if hasattr(matrix, "tocsr") else np.asarray(matrix)
    if rows.ndim != 2 or rows.shape[1] != len(classes):
        raise StudyError(f"an indicator of shape {rows.shape}; N rows and {len(classes):,} columns are accepted")
    if hasattr(rows, "indptr"):
        rows.eliminate_zeros()
        found = [rows.indices[rows.indptr[i] : rows.indptr[i + 1]] for i in range(rows.shape[0])]
    else:
        found = [np.flatnonzero(row) for row in rows]
    return from_lists(([classes[k] for k in row.tolist()] for row in found), ids, origin="the indicator")
