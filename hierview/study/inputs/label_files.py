"""Labels as they come in files.

What the columns of a file are is told by its cells and the hierarchy (`table_roles`): ids, classes in one or several
columns, lists in a cell, a row for each class, levels, a column for each class, and in one file the truth with systems.
Lines of classes and two columns parted by tabs are read at compiled speed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import CaseError, StudyError, extras, quoted
from ...formats.hierarchies.asked import SPELLED
from ...formats.hierarchies.source import decode_text
from ...model.hierarchy import Hierarchy
from ..scoring.compiled import COMPILED
from .labels import InstanceLabels, decode_utf8, from_indicator, numbered_ids, read_file_bytes
from .matching import Matcher
from .tables.guess import JUDGED, Side
from .tables.roles import AS_LINES, ReadingOptions, Roles, labels_of_side, table_roles
from .tables.table import HEAD, LabelTable, as_cell, frame_note, numpy_arrays, read_table, table_of_lines, without_frame
from .words import ScannedText, split_labels

Known = Matcher | Collection[str] | Callable[[], Matcher]

LARGEST = 2_000_000_000  # bytes of a file of labels
MOST_ROWS = 5_000_000  # of a table of Parquet
MOST_UNPACKED = 500_000_000  # bytes of its columns
_STRANGE = re.compile(r"[^\S \t\r\n]|\x00")


def read_labels(source: str | os.PathLike[str] | bytes, known: Known = (), **how: Any) -> InstanceLabels:
    """The labels in a file (a path) or in its content (bytes): those of the truth, or with side="run" of a system.

    known: the classes of the hierarchy, which tell what columns are.  how: as `read_sides` takes it.
    Raises StudyError: the file, the lines, what is accepted.
    """
    (labels,) = read_sides(source, known, **{"side": "true"} | how).values()
    return labels


def read_sides(
    source: str | os.PathLike[str] | bytes, known: Known = (), *, side: Side = "both", origin: str = "", **how: Any
) -> dict[str, InstanceLabels]:
    """The labels of each side in a file: of "true" or "run", or for "both" of the truth and of each system by name.

    how: the fields of `ReadingOptions`. Raises StudyError: the file, the lines, what is accepted.
    """
    told = ReadingOptions(**how)
    if isinstance(source, bytes):
        data, origin = source, origin or "labels"
    else:
        origin = origin or os.fspath(source)
        data = read_file_bytes(source, origin, LARGEST)
    if data[:6] == b"\x93NUMPY" or (data[:2] == b"PK" and b".npy" in data[:200]):
        return _labels_of_arrays(numpy_arrays(data, origin), origin, side, told.classes)
    matcher = _matcher_of(known)
    data, above = _without_frame(data)
    if data[:6] == b"ARROW1" or data[:4] == b"FEA1":  # of a damaged one, pyarrow touches memory that is not there
        raise StudyError(f"{origin}: Arrow and Feather are not accepted; Parquet is, as to_parquet writes it")
    if data[:4] == b"PAR1":
        table = _table_of_parquet(read_parquet(data, origin), origin)
        return _labels_by_side(table_roles(table, matcher, side, origin, ReadingOptions(read_as=told.read_as)), origin)
    plain = side != "both" and not (told.read_as or told.separator or told.encoding or told.classes)
    plain = plain and told.header is None
    if COMPILED and plain and (quick := _read_plain_text(data, matcher, side, told)) is not None:
        return {side: quick}
    content, encoding = decode_labels(data, origin, told.encoding)
    sides = _labels_by_side(
        table_roles(_label_table(content, origin, matcher, told), matcher, side, origin, told), origin, told.classes
    )
    guessed = (f"The text is read as {encoding}, which it looks like.",) if encoding else ()
    notes = (*guessed, *frame_note(above))
    return {name: replace(labels, notes=(*notes, *labels.notes)) for name, labels in sides.items()}


def _without_frame(data: bytes) -> tuple[bytes, int]:
    """A file's content with empty lines for those of a frame above three columns, and how many these are."""
    body, above = without_frame(data)
    return (b"\n" * above + body, above) if above and body[:HEAD].partition(b"\n")[0].count(b"\t") == 2 else (data, 0)


def table_of_texts(data: bytes, origin: str, options: ReadingOptions) -> LabelTable:
    """The table in a file whose cells need not be classes. Raises StudyError: the line, what is accepted."""
    if data[:4] == b"PAR1":
        return _table_of_parquet(read_parquet(data, origin), origin)
    return _text_table(decode_labels(data, origin, options.encoding)[0], origin, options)


def _label_table(text: str, origin: str, matcher: Matcher, options: ReadingOptions) -> LabelTable:
    return _table_of_whole_lines(_text_table(text, origin, options), text, matcher)


def _text_table(text: str, origin: str, options: ReadingOptions) -> LabelTable:
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise StudyError.at_line(origin, line, "a NUL character; text is accepted")
    return read_table(text, origin, SPELLED.get(options.separator or "", options.separator))


def table_of_beginning(data: bytes, origin: str, matcher: Matcher, options: ReadingOptions) -> LabelTable | None:
    """The table in the first lines of a file, of JSON in all of it; None where it holds no text.

    Raises StudyError as `read_sides` does.
    """
    if data[:1] == b"\x93" or data[:4] in (b"PAR1", b"PK\x03\x04") or data[:6] == b"ARROW1":
        return None
    if data.lstrip()[:1] not in (b"[", b"{"):
        data = b"".join(_without_frame(data[: 100 * HEAD])[0].splitlines(keepends=True)[: JUDGED + 1])
    return _label_table(decode_labels(data, origin, options.encoding)[0], origin, matcher, options)


def _matcher_of(known: Known) -> Matcher:
    if isinstance(known, Matcher):
        return known
    return known() if callable(known) else Matcher(Hierarchy.from_edges([], known))


def decode_labels(data: bytes, origin: str, encoding: str | None) -> tuple[str, str]:
    """The text of a file, and what it looks like where its encoding is not told and not UTF-8. Raises StudyError."""
    if encoding is None:
        try:
            text, name = decode_text(data, None, origin)
        except CaseError:
            return decode_utf8(data, origin), ""
        return text.removeprefix("\ufeff"), "" if name == "UTF-8" else name
    try:
        return data.decode(encoding), ""
    except (LookupError, UnicodeDecodeError) as error:
        raise StudyError(f"{origin}: this is not {encoding} ({error}); another encoding, such as cp1252, is") from None


def _table_of_whole_lines(table: LabelTable, text: str, matcher: Matcher) -> LabelTable:
    """The table, or one of lines where each is a class whose name holds what would part cells, or an id and classes."""
    if table.cell_separator == "lines" and len(matcher):
        words = [row[0].split() for _, row in table.rows if row[0]]
        ids = {row[0] for row in words[:JUDGED]}
        if len(ids) == len(words[:JUDGED]) and all(
            len(row) > 1 and row[0] not in matcher and all(word in matcher for word in row[1:])
            for row in words[:JUDGED]
        ):
            rows = ((n, row[0].split(None, 1)) for n, row in table.rows if row[0])
            return LabelTable([(n, [row[0], " ".join(row[1:])]) for n, row in rows], None, "blanks")
    if table.heads is None and table.cell_separator in ("commas", "semicolons") and len(matcher):
        lines = [line.strip() for line in text[:HEAD].split("\n")[1:200] if line.strip()]
        if lines and all(matcher.classes_meant(line) for line in lines):
            return table_of_lines(text)
    return table


def _labels_by_side(roles: Roles, origin: str, classes: Sequence[str] | None = None) -> dict[str, InstanceLabels]:
    sides = {name: labels_of_side(roles, name, origin) for name in roles.parts}
    return (
        sides if classes is None else {name: _labels_of_numbers(side, classes, origin) for name, side in sides.items()}
    )


def _labels_of_numbers(labels: InstanceLabels, classes: Sequence[str], origin: str) -> InstanceLabels:
    """Labels whose names are the numbers of classes in a list, from 0 on."""
    # Python makes no number of "²", and none of thousands of digits.
    wrong = [c for c in labels.names if not c.isdecimal() or len(c) > 18 or int(c) >= len(classes)]
    if wrong:
        raise StudyError(f"{origin}: {quoted(wrong[0])} is no number of a class; 0 to {len(classes) - 1:,} are")
    return replace(labels, names=tuple(classes[int(name)] for name in labels.names))


def _labels_of_arrays(
    arrays: Mapping[str, Any], origin: str, side: Side, classes: Sequence[str] | None
) -> dict[str, InstanceLabels]:
    """The labels in arrays of NumPy: of an indicator, or of a class for each instance."""
    if side != "both":
        if len(arrays) > 1:
            raise StudyError(f"{origin}: it holds {', '.join(map(quoted, arrays))}; one array is accepted")
        arrays = {side: next(iter(arrays.values()))}
    else:
        truth = next((name for name in arrays if "true" in name or "gold" in name), None)
        if truth is None or len(arrays) < 2:
            raise StudyError(f"{origin}: y_true and y_pred, or such arrays, are accepted; it holds {', '.join(arrays)}")
        arrays = {"true": arrays[truth], **{name: array for name, array in arrays.items() if name != truth}}
    found = {}
    for name, array in arrays.items():
        if array.ndim == 2:
            if classes is None:
                raise StudyError(f'{origin}: an array with a column a class needs their names: classes="FILE"')
            found[name] = from_indicator(array, classes, origin=origin)
        else:
            rows = [(n, [as_cell(value)]) for n, value in enumerate(array.tolist(), 1)]
            roles = table_roles(
                LabelTable(rows, ("label",), "an array"), Matcher(Hierarchy.from_edges([])), "true", origin
            )
            labels = labels_of_side(roles, "true", origin)
            found[name] = labels if classes is None else _labels_of_numbers(labels, classes, origin)
    return found


def _read_plain_text(data: bytes, matcher: Matcher, side: Side, options: ReadingOptions) -> InstanceLabels | None:
    """The labels of plain lines, or of ids and classes parted by tabs, in one pass over the bytes.

    None where the text is neither or anything in it is unusual: it is then read with care.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    at = 0
    for _ in range(JUDGED + 1):
        at = data.find(b"\n", at) + 1 or len(data)
    try:
        # Of text that is ASCII its beginning says all that is asked of it.
        text = data[: max(at, HEAD)].decode("ascii") if data.isascii() else data.decode()
        sample = data[:at].decode()
        table = read_table(sample, "")
        if table.heads is not None or not (table.tabs or table.cell_separator == "lines") or _STRANGE.search(text):
            return None
        roles = table_roles(table, matcher, side, "", options)
    except (UnicodeDecodeError, StudyError):
        return None
    part = roles.parts[side]
    if table.cell_separator == "lines":
        if (
            roles.header
            or _table_of_whole_lines(table, sample, matcher) is not table
            or part.joiner not in ("", " ")
            or (not part.joiner and any(" " in row[0] for _, row in table.rows))
        ):
            return None
        return _labels_of_scanned_text(split_labels(data), AS_LINES, None)
    two = roles.ids == 0 and part.columns == (1,) and all(len(row) == 2 for _, row in table.rows)
    if not two or table.rows[0][0] != 1 or (part.joiner and not "\x1f" < part.joiner < "\x7f") or len(part.joiner) > 1:
        return None
    begin = data.find(b"\n") + 1 or len(data) if roles.header else 0
    joiner = ord(part.joiner) if part.joiner else -1
    return _labels_of_scanned_text(split_labels(data, begin, joiner), roles.sentence(side), int(roles.header))


def _labels_of_scanned_text(text: ScannedText | None, shape: str, lines_above: int | None) -> InstanceLabels | None:
    """The labels of text that was taken apart; lines_above: those before the first row, None where rows have no ids."""
    if text is None or text.doubled:  # what stands there again is told by who reads with care
        return None
    n, has_ids = len(text.starts) - 1, lines_above is not None
    lines = np.arange(1, n + 1, dtype=np.int64) + (lines_above or 0)
    ids = text.ids if has_ids else numbered_ids(n)
    return InstanceLabels(ids, text.names, text.starts, text.codes, lines, named=has_ids, shape=shape)


# Tables of other libraries


@extras()
def read_parquet(data: bytes, origin: str) -> Any:
    """The table of pyarrow in a file of Parquet, of bounded size. Raises StudyError."""
    import pyarrow  # takes long to load
    import pyarrow.parquet

    parts, rows, size = [], 0, 0
    try:
        file = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(data))
        # Equal rows are packed to nearly nothing, so they are counted as they are unpacked.
        for batch in file.iter_batches():
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


def _table_of_parquet(table: Any, origin: str) -> LabelTable:
    """A table of pyarrow as rows of cells."""
    try:
        columns = [[as_cell(value) for value in table.column(k).to_pylist()] for k in range(table.num_columns)]
    except (UnicodeDecodeError, SystemError, TypeError) as error:
        why = quoted(error, 200)[1:-1]
        raise StudyError(f"{origin}: the cells cannot be read ({why}); texts in UTF-8 are") from None
    rows = enumerate(zip(*columns, strict=True), 1)
    return LabelTable([(n, [*row]) for n, row in rows], tuple(table.column_names), "cells")
