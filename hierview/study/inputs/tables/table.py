"""Files of labels as tables: lines, cells, JSON, fastText, libsvm, ARFF, arrays of NumPy; and lists in a cell."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from tokenize import TokenError
from typing import Any

import numpy as np

from ....errors import StudyError, quoted
from ....formats.hierarchies.grammars.json_trees import rows_of_frame
from ....formats.source import table_rows
from ..labels import wrong_lines_error
from .heads import kind_of_head

HEAD = 20_000  # characters by which a shape is guessed
LISTED = "[]"  # of a cell with a list in the words of Python or JSON
MOST_CELLS = 50_000_000  # of an array
# What NumPy and zipfile raise for damaged files.
UNREADABLE = (
    *(ValueError, OSError, LookupError, EOFError, SyntaxError, TypeError, RuntimeError, MemoryError),
    *(TokenError, zlib.error, zipfile.BadZipFile),
)
_FASTTEXT = "__label__"
_LIBSVM = re.compile(r"[\d,.]*(?:(?<=,)\s+[\d,.]+)*(?:\s+\d+:[-+.\deE]+)+\s*(?:#.*)?")
_LABELS = re.compile(r"[\d,.]*(?:(?<=,)\s+[\d,.]+)*")  # of libsvm
_SEPARATOR = re.compile(r"sep=(.)(?=\r?\n)")  # the first line of a spreadsheet's CSV
_QRELS = re.compile(r"\S+ (?:0 )?\S+ [01]\s*")  # a topic, a document and whether it is of that topic
_ANNOTATED = ("result", "value", "choices", "taxonomy", "label", "name", "class", "category")
_ITEMS = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_QUOTED = re.compile(r'"[^"]*"')
_PARTED = re.compile(r"['\"]\s+['\"]")  # items of NumPy, which Python would join
_FRAME = re.compile(rb"(?:(?:AUTHOR|MODEL|KEYWORDS|ACCURACY)\b[^\n]*\n\s*)+")  # as CAFA wants it
_END = re.compile(rb"\n\s*END\s*$")
_ATTRIBUTE = re.compile(r"@attribute\s+('[^']*'|\"[^\"]*\"|\S+)", re.I)

Rows = list[tuple[int, list[Any]]]


@dataclass(frozen=True)
class LabelTable:
    """Rows of cells with their lines; a cell is a text, or a list of texts."""

    rows: Rows
    """The rows, each after its line."""
    heads: tuple[str, ...] | None = None
    """Names of the columns, those without a name numbered; None where the first row may hold them."""
    cell_separator: str = ""
    """How cells are parted, in words."""
    tabs: bool = False
    """Whether nothing but tabs parts them."""

    def __post_init__(self) -> None:
        if self.heads is not None and len(self.heads) < self.width:
            more = (str(k + 1) for k in range(len(self.heads), self.width))
            object.__setattr__(self, "heads", (*self.heads, *more))

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max(len(self.heads or ()), max(map(len, (row for _, row in self.rows)), default=0))

    def cells(self, k: int, most: int | None = None) -> list[Any]:
        """The cells of a column; of rows that are shorter, empty ones."""
        return [row[k] if k < len(row) else "" for _, row in self.rows[:most]]


def read_table(text: str, origin: str, separator: str | None = None) -> LabelTable:
    """The table in a text, which its beginning tells. Raises StudyError: the line, what is accepted."""
    if told := _SEPARATOR.match(text):
        separator, text = separator or told[1], text[told.end() :]
    begin = text[:HEAD].lstrip()
    first = [line for line in text[:HEAD].split("\n")[:50] if line.strip()]
    if (separator is None and begin[:1] == "{") or re.match(r'\[\s*["{\[\d-]', begin):
        return json_table(text, origin)
    if separator is None and begin[:1] in ("@", "%") and "@relation" in text[:HEAD].lower():
        return _table_of_arff(text, origin)
    if separator is None and first and all(_FASTTEXT in line for line in first[:-1] or first):
        lines = enumerate(text.removesuffix("\n").split("\n"), 1)
        rows: Rows = [
            (n, [[w.removeprefix(_FASTTEXT) for w in line.split() if w.startswith(_FASTTEXT)]]) for n, line in lines
        ]
        return LabelTable(rows, ("labels",), "labels of fastText")
    if separator is None and first and all(map(_LIBSVM.fullmatch, first[:-1] or first)):
        starts = [(n, _LABELS.match(line)) for n, line in enumerate(text.removesuffix("\n").split("\n"), 1)]
        return LabelTable([(n, [m[0].split(",") if m and m[0] else []]) for n, m in starts], ("labels",), "libsvm")
    mark = cell_separator_of(first) if separator is None else separator
    if not mark and first and all(map(_QRELS.fullmatch, first[:-1] or first)):
        mark = " "
    if not mark:
        return table_of_lines(text)
    between = {"\t": "tabs", ",": "commas", ";": "semicolons", " ": "blanks"}.get(mark, quoted(mark))
    if mark == "\t" and '\t"' not in text[:HEAD]:
        each = ((n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip("\r ") and line[0] != "!")
        return LabelTable([(n, line.rstrip("\r").split("\t")) for n, line in each], None, between, True)  # ! as in GAF
    if len(mark) > 1:
        return LabelTable(
            [(n, line.split(mark)) for n, line in enumerate(text.split("\n"), 1) if line.strip()], None, between
        )
    return LabelTable([(n, row) for n, row in table_rows(text, mark, origin, StudyError) if row], None, between)


def table_of_lines(text: str) -> LabelTable:
    """The table with one cell for each line; an empty line is an empty cell."""
    rows = [(n, [line.strip()]) for n, line in enumerate(text.removesuffix("\n").split("\n"), 1)] if text else []
    return LabelTable(rows, None, "lines")


def cell_separator_of(first: Sequence[str]) -> str:
    """Mark between the cells of some lines, "" for none: of commas and semicolons the one that gives equal rows."""
    marks = [mark for mark in "\t,;" if any(mark in line for line in first)]
    if marks == [",", ";"]:
        widths = [{_QUOTED.sub("", line).count(mark) for line in first} for mark in marks]
        return ";" if len(widths[1]) == 1 and len(widths[0]) > 1 else ","
    return marks[0] if marks else ""


def without_frame(data: bytes) -> tuple[bytes, int]:
    r"""A file's content without the frame that CAFA wants around rows, and how many lines of it stand above.

    >>> without_frame(b"AUTHOR X\nMODEL 1\nT1\tGO:3\t0.9\nEND\n")
    (b'T1\tGO:3\t0.9\n', 2)
    """
    frame = _FRAME.match(data)
    above, body = (data[: frame.end()].count(b"\n"), data[frame.end() :]) if frame else (0, data)
    ended = _END.search(body, max(0, len(body) - 100))
    return body[: ended.start() + 1] if ended else body, above


def frame_note(above: int) -> tuple[str, ...]:
    """A note on the lines of a frame above the rows, where there are some."""
    return (f"{above:,} lines of a frame above the scores are left out.",) if above else ()


# JSON


def json_table(text: str, origin: str) -> LabelTable:
    """The table in JSON: an object a line, an array of them, or an object from ids to classes."""
    wrong, rows = [], []
    try:
        whole: Any = json.loads(text)
        lines = None
    except RecursionError:
        raise StudyError.at_line(origin, 1, "this is not JSON; an object a line is accepted") from None
    except ValueError:
        whole, lines = [], []
        for n, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    whole.append(json.loads(line))
                    lines.append(n)
                except (ValueError, RecursionError):
                    wrong.append((n, "this is not JSON; an object a line is accepted"))
    if wrong:
        raise wrong_lines_error(origin, wrong)
    if isinstance(whole, dict) and len(whole) == 1 and _are_rows(inner := next(iter(whole.values()))):
        whole = inner  # in a wrapper
    if isinstance(whole, dict):
        whole = rows_of_frame(whole) or whole
    if isinstance(whole, dict):
        if not _is_row(whole):
            return _table_by_id(whole, origin)
        whole = [whole]
    numbers = lines or [*range(1, len(whole) + 1)]
    if not _are_rows(whole):
        return LabelTable([(n, [as_cell(row)]) for n, row in zip(numbers, whole, strict=True)], None, "JSON")
    heads = tuple(dict.fromkeys(key for row in whole for key in row))
    for n, row in zip(numbers, whole, strict=True):
        rows.append((n, [as_cell(row.get(key)) for key in heads]))
    return LabelTable(rows, heads, "an object a line" if lines else "JSON")


def _is_row(whole: Mapping[str, Any]) -> bool:
    """Whether an object is one row rather than classes by id: by its heads."""
    return any(map(kind_of_head, whole)) and not all(isinstance(v, list) for v in whole.values())


def _are_rows(whole: Any) -> bool:
    return isinstance(whole, list) and bool(whole) and all(isinstance(row, dict) for row in whole)


def _table_by_id(whole: Mapping[str, Any], origin: str) -> LabelTable:
    """The table of an object from ids to classes, to objects, or from heads to columns."""
    values = [*whole.values()]
    lists = all(isinstance(v, list) for v in values)
    if lists and len({*map(len, values)}) == 1 and len(values) > 1 and all(map(kind_of_head, whole)):
        columns = zip(*values, strict=True)
        return LabelTable([(n, [*map(as_cell, row)]) for n, row in enumerate(columns, 1)], tuple(whole), "JSON")
    if values and all(isinstance(v, dict) for v in values):
        heads = tuple(dict.fromkeys(key for v in values for key in v))
        rows = [(n, [i, *(as_cell(v.get(key)) for key in heads)]) for n, (i, v) in enumerate(whole.items(), 1)]
        return LabelTable(rows, ("id", *heads), "JSON")
    return LabelTable([(n, [i, as_cell(v)]) for n, (i, v) in enumerate(whole.items(), 1)], ("id", "classes"), "JSON")


def as_cell(value: Any) -> Any:
    """The value as a cell of a table: a text, a list of texts, or an object, which holds no labels."""
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        value = [label for one in value for label in _labels_in_annotation(one)] or value
    if isinstance(value, list | tuple | set | frozenset):
        parts = sorted(map(str, value)) if isinstance(value, set | frozenset) else value
        return value if any(isinstance(v, list | dict) for v in parts) else [str(v) for v in parts if v is not None]
    if value is None or isinstance(value, dict):
        return value
    return str(value)


def _labels_in_annotation(value: Any) -> list[str]:
    """The labels in an object that a person's annotation is, as Label Studio nests them; none beside scores."""
    if isinstance(value, dict):
        key = next((key for key in _ANNOTATED if key in value), "")
        return (
            [] if not key or any(kind_of_head(one) == "score" for one in value) else _labels_in_annotation(value[key])
        )
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return value
    if isinstance(value, list) and all(isinstance(one, list) for one in value):  # paths
        return [" > ".join(map(str, path)) for path in value]
    if isinstance(value, list):
        return [label for one in value for label in _labels_in_annotation(one)]
    return [str(value)] if isinstance(value, str | int) else []


# ARFF, and arrays


def _table_of_arff(text: str, origin: str) -> LabelTable:
    """The rows of an ARFF file below its attributes; of sparse rows every attribute that is there."""
    parts = re.split(r"(?im)^(@data)[^\n]*\n?", text, maxsplit=1)
    if len(parts) < 3:
        raise StudyError(f"{origin}: no line is @data; attributes, such a line and rows below it are accepted")
    head, mark, data = parts
    names = tuple(name.strip("'\"") for name in _ATTRIBUTE.findall(head))
    above = (head + mark).count("\n") + 1
    lines = [(above + n, line) for n, line in enumerate(data.split("\n"), 1) if line.strip() and line[:1] != "%"]
    if not all(line.startswith("{") for _, line in lines):
        try:
            # Of a line each, so that a quotation mark that is left open ends with its own.
            return LabelTable(
                [(n, next(csv.reader([line.rstrip()], quotechar="'"))) for n, line in lines], names, "ARFF"
            )
        except csv.Error as error:
            raise StudyError(f"{origin}: the rows below @data cannot be read ({error})") from None
    rows: Rows = []
    for n, line in lines:
        cells = ["0"] * len(names)
        for entry in filter(None, map(str.strip, line.strip("{} \r").split(","))):
            place, _, value = entry.partition(" ")
            if not place.isdigit() or int(place) >= len(names):
                raise StudyError.at_line(
                    origin, n, f"{quoted(entry)} is no attribute and its value; one such as 3 1 is"
                )
            cells[int(place)] = value
        rows.append((n, cells))
    return LabelTable(rows, names, "ARFF")


def numpy_arrays(data: bytes, origin: str) -> dict[str, Any]:
    """The arrays in a file of NumPy by name, "" for the one of .npy; a sparse matrix of SciPy is one."""
    try:
        loaded = np.load(io.BytesIO(data), allow_pickle=False)
        arrays = {"": loaded} if isinstance(loaded, np.ndarray) else {name: loaded[name] for name in loaded.files}
        if {"indices", "indptr", "shape", "data"} <= {*arrays}:
            import scipy.sparse  # needed here alone

            parts = arrays["data"], arrays["indices"], arrays["indptr"]
            kind = scipy.sparse.csc_array if b"csc" in arrays["format"].tobytes() else scipy.sparse.csr_array
            return {"": kind(parts, shape=tuple(arrays["shape"]))}
    except UNREADABLE as error:
        raise StudyError(f"{origin}: the arrays cannot be read ({str(error)[:200]}); numbers or texts are") from None
    return arrays


# Cells


def split_cell(cell: Any, joiner: str) -> list[str]:
    """The labels in a cell. joiner: what stands between them, "" for one, `LISTED` for a list as Python has it."""
    if isinstance(cell, str):
        if joiner == LISTED:
            return _list_items(cell)
        return [
            part
            for part in map(str.strip, cell.split(joiner) if joiner.strip() else cell.split() if joiner else (cell,))
            if part
        ]
    return [part for item in cell if (part := str(item).strip())] if isinstance(cell, list) else []


def _list_items(cell: str) -> list[str]:
    """The items of a list as JSON, Python or NumPy write it."""
    text = re.sub(r"^(?:frozen)?set\((.*)\)$", r"\1", cell.strip())
    if text[:1] not in ("[", "(", "{"):
        return [text] if text else []
    for read in () if _PARTED.search(text) else (json.loads, ast.literal_eval):
        try:
            items = read(text)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(items, Iterable) and not isinstance(items, str):
            return [str(item).strip() for item in items if item is not None and str(item).strip()]
    found = ["".join(pair) for pair in _ITEMS.findall(text)]
    return found or [part.strip() for part in re.split(r"[,\s]+", text.strip("[](){} ")) if part.strip()]


def never_decreases(cells: Sequence[str]) -> bool:
    """Whether cells are whole numbers that never fall, as those of instances with several rows."""
    numbers = [int(cell) for cell in cells if cell.isdigit()]
    return len(numbers) == len(cells) and all(a <= b for a, b in pairwise(numbers))
