"""Labels as they come in files.

Shapes of text: two columns, id and classes (tabs, commas or semicolons between the columns; classes joined by
| ; or ,); long, a row for each class of an instance (id, class, perhaps a score); lines of classes without ids, as
HEMKit and LSHTC write them; JSON lines. Parquet files hold an id and a list of classes, or a row a class.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from ...errors import StudyError, extras, quoted
from ...formats.source import mark_in, table_rows
from ..scoring.compiled import COMPILED
from .labels import LabelBuilder, Labels, content_of, doubled_note, from_lists, text_of
from .words import Scanned, split_labels

LARGEST = 2_000_000_000  # bytes of a file of labels
JOINERS = ("|", ";", ",")
MOST_ROWS = 5_000_000  # of a table of Parquet
MOST_UNPACKED = 500_000_000  # bytes of its columns
SHAPES = ("columns", "long", "lines", "json")
_IDS = ("id", "ids", "instance", "document", "doc", "name", "item", "key", "isbn")
_CLASSES = ("classes", "class", "labels", "label", "true", "predicted", "categories", "category", "doc_label", "y")
_AS_LINES = "a line of classes for each instance"
_HEAD = 20_000  # characters by which a shape is guessed
_JUDGED = 2_000  # rows by which it is judged what joins classes
_SCORED = "Its scores are not used: every class that stands there counts, so leave out the rows below your threshold."
_STRANGE_BLANK = re.compile(r"[^\S \t\r\n]")


class Known(Protocol):
    """The classes that there are."""

    def __contains__(self, name: object, /) -> bool: ...

    def __len__(self) -> int: ...


def read_labels(
    source: str | os.PathLike[str] | bytes, known: Known = (), *, origin: str = "", shape: str = "", joined: str = ""
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
        data = content_of(source, origin, LARGEST)
    if data[:6] == b"ARROW1" or data[:4] == b"FEA1":  # of a damaged one, pyarrow touches memory that is not there
        raise StudyError(f"{origin}: Arrow and Feather are not accepted; Parquet is, as to_parquet writes it")
    if data[:4] == b"PAR1":
        return _from_table(_parquet(data, origin), origin)
    known = frozenset(known) if isinstance(known, list | tuple) else known
    if COMPILED and (quick := _at_once(data, known, shape, joined)) is not None:
        return quick
    text = text_of(data, origin)
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise StudyError.at_line(origin, line, "a NUL character; text is accepted")
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
        return _labelled(split_labels(data), _AS_LINES, None)
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
    return _labelled(
        split_labels(data, begin, ord(joined) if joined else -1), _as_columns(between, joined), int(heading)
    )


def _labelled(text: Scanned | None, shape: str, lines_above: int | None) -> Labels | None:
    """The labels of text that was taken apart; lines_above: those before the first row, None where rows have no ids."""
    if text is None:
        return None
    n, has_ids = len(text.starts) - 1, lines_above is not None
    lines = np.arange(1, n + 1, dtype=np.int64) + (lines_above or 0)
    notes = doubled_note(text.doubled)
    ids = text.ids if has_ids else numerals(n)
    return Labels(ids, text.names, text.starts, text.codes, lines, named=has_ids, shape=shape, notes=notes)


@lru_cache(maxsize=1)
def numerals(n: int) -> tuple[str, ...]:
    """The numbers from 1 to n as texts: the ids of instances that have none."""
    return tuple(map(str, range(1, n + 1)))


def _guessed(text: str) -> str:
    first = [line for line in text[:_HEAD].split("\n")[:50] if line.strip()]
    if first and first[0].lstrip().startswith("{"):
        return "json"
    return "columns" if any(mark in line for line in first for mark in "\t,;") else "lines"


def _from_lines(text: str, origin: str) -> Labels:
    """Classes parted by blanks, an instance a line; an empty line is an instance without classes."""
    build = LabelBuilder(origin)
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), 1):
        build.add(number, None, line.split())
    return build.done(_AS_LINES, named=False)


def _from_json(text: str, origin: str) -> Labels:
    build = LabelBuilder(origin)
    has_ids = False
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
        instance = next((row[key] for key in _IDS if key in row), None)
        has_ids = has_ids or instance is not None
        build.add(number, None if instance is None else str(instance), classes)
    return build.done("an object a line", has_ids)


def _delimiter(text: str) -> str:
    return mark_in("".join(text[:_HEAD].split("\n")[:50]), "\t,;")


def _rows(text: str, origin: str) -> tuple[list[tuple[int, list[str]]], str]:
    """The rows of a table with their lines, and what stands between its columns."""
    delimiter = _delimiter(text)
    if delimiter == "\t":
        lines = enumerate(text.split("\n"), 1)
        return [(n, line.rstrip("\r").split("\t")) for n, line in lines if line.strip("\r ")], "tabs"
    rows = [(n, row) for n, row in table_rows(text, delimiter, origin, StudyError) if row]
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
    build = LabelBuilder(origin)
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
    heading = len(cells) > 1 and cells[0] in _IDS and cells[1] in _CLASSES
    return heading and not (known and row[1].strip() in known)


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
    build = LabelBuilder(origin)
    scored = any(len(row) > 2 and row[2].strip() for _, row in rows)
    for number, row in rows:
        cell = row[1].strip() if len(row) > 1 else ""
        score = _number(row[2]) if scored and len(row) > 2 else None
        if scored and score is None:
            build.wrong.append((number, f"the score {quoted(row[2] if len(row) > 2 else '')} is no number"))
            continue
        build.add(number, row[0].strip(), [cell] if cell else [], score, grow=True)
    how = "id, class and score" if scored else "id and class"
    labels = build.done(f"{how}, a row for each class, {between} between them")
    return replace(labels, notes=(_SCORED, *labels.notes)) if scored else labels


# Tables of other libraries


@extras()
def _parquet(data: bytes, origin: str) -> Any:
    import pyarrow  # takes long to load
    import pyarrow.parquet

    parts, rows, size = [], 0, 0
    try:
        file = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(data))
        for (
            batch
        ) in file.iter_batches():  # equal rows are packed to nearly nothing, so they are counted as they are unpacked
            rows, size = rows + batch.num_rows, size + batch.nbytes
            if rows > MOST_ROWS or size > MOST_UNPACKED:
                raise StudyError(
                    f"{origin}: more than {MOST_ROWS:,} rows or {MOST_UNPACKED:,} bytes when unpacked; less is accepted"
                )
            parts.append(batch)
        return pyarrow.Table.from_batches(parts, file.schema_arrow)
    except StudyError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError, LookupError, MemoryError) as error:
        raise StudyError(f"{origin}: the table cannot be read ({quoted(error, 200)[1:-1]})") from None


def _from_table(table: Any, origin: str) -> Labels:
    """The labels of a table of pyarrow: a column of ids, if any, and one of classes or lists of classes."""
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
    try:
        ids = table.column(of_id).to_pylist() if of_id is not None else None
        return from_lists(table.column(of_class).to_pylist(), ids, origin=origin)
    except (UnicodeDecodeError, SystemError, TypeError) as error:
        raise StudyError(
            f"{origin}: the cells cannot be read ({quoted(error, 200)[1:-1]}); texts in UTF-8 are"
        ) from None
