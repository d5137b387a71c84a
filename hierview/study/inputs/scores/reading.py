"""Files of scores: a column a class, a row for each class, JSON lines, and the best classes in their order.

All become labels with scores beside them. What a score is told of none counts 0.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ....errors import StudyError, extras, quoted
from ....formats.hierarchies.asked import SPELLED
from ...scoring.numbered import Ints, starts_of
from ...scoring.ratios import Floats
from ..label_files import LARGEST, decoded, parquet_in, read_labels
from ..labels import Labels, content_of, text_of
from ..matching import Matcher
from ..tables.heads import kind_of_head, rank_of_head, stem
from ..tables.table import frame_note, marks_between, without_frame
from .arrays import array_scores, check_once, check_size, dense_scores, holds_fractions
from .objects import object_scores

_JUDGED, _HEAD = 200, 50_000  # rows and bytes that tell what columns hold
Columns = list[Any]  # of pyarrow, texts


@dataclass(frozen=True)
class ScoreFile:
    """Scores from a file.

    labels: their scores stand beside the codes.  ranked: whether they are those of an order alone.  listed: whether an
    instance may be left out, as where a row is a class.  truth: classes in the same file.
    """

    labels: Labels
    ranked: bool = False
    listed: bool = False
    truth: Labels | None = None


def read_scores(
    source: Any,
    matcher: Matcher,
    classes: Sequence[str] | None = None,
    text: tuple[str | None, str | None] = (None, None),
    origin: str = "scores",
) -> ScoreFile:
    """The scores in a file, in its content, or in a table of pandas with a row an instance and a column a class.

    Raises StudyError: the file, the line or column, what is accepted.

    classes: the names of a matrix's columns.  text: what parts its cells and how it is encoded, where that is told.
    origin: what the file of a content is called.
    """
    if hasattr(source, "columns") and hasattr(source, "index"):
        return ScoreFile(_of_frame(source, origin))
    if not isinstance(source, str | bytes | os.PathLike):
        table = "a table of pandas with a row an instance and a column a class"
        raise StudyError(
            f"{origin}: the path of a file, its content as bytes, or {table} is accepted, not {type(source).__name__}"
        )
    origin = origin if isinstance(source, bytes) else os.fspath(source)
    data = source if isinstance(source, bytes) else content_of(source, origin, LARGEST)
    if data[:6] == b"\x93NUMPY" or data[:2] == b"PK":
        return ScoreFile(array_scores(data, origin, classes))
    separator, encoding = text
    data = (decoded(data, origin, encoding).encode() if encoding else data).removeprefix(b"\xef\xbb\xbf")
    if data[:4] == b"PAR1":
        return _of_columns(_parquet_columns(data, origin), matcher, origin, classes, 0)
    if data.lstrip()[:1] in (b"{", b"["):
        return ScoreFile(*object_scores(text_of(data, origin), origin))
    return _of_text(data, matcher, origin, classes, separator)


def _of_frame(frame: Any, origin: str) -> Labels:
    try:
        matrix = frame.to_numpy(dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise StudyError(f"{origin}: a score in each cell is accepted ({str(error)[:200]})") from None
    return dense_scores(matrix, [*map(str, frame.columns)], [*map(str, frame.index)], origin)


def look_like_scores(data: bytes) -> bool:
    """Whether a file seems to hold scores: fractions in every column but the first or beside each class, or ranks."""
    if data[:6] == b"\x93NUMPY" or data[:2] == b"PK":
        return holds_fractions(data)
    text = data[:_HEAD].decode("utf-8", "replace").lstrip("\ufeff \n")
    if text[:1] in ("{", "["):
        return any(f'"{key}"' in text for key in ("scores", "probs", "probabilities", "logits", "ranking"))
    lines = [line for line in text.split("\n")[1:_JUDGED] if line.strip()]
    mark = marks_between(lines) or " "
    if _ranking([cell.strip(' "') for cell in text.partition("\n")[0].split(mark)][1:]):
        return True
    rows = [line.split(mark) for line in lines]
    scored = [row for row in rows if len(row) > 2 and all(map(_is_number, row[2:]))]  # beside an id and a class
    if not scored or 2 * len(scored) < len(rows) or all(float(cell) % 1 == 0 for row in scored for cell in row[2:]):
        return False
    # A row for each class has every id several times; with one class an instance it is an answer and how sure it is.
    return len(scored[0]) > 3 or len({row[0] for row in scored}) < len(scored) or _is_number(scored[0][1])


def _of_text(data: bytes, m: Matcher, origin: str, classes: Sequence[str] | None, separator: str | None) -> ScoreFile:
    body, above = without_frame(data)
    if not data.isascii():
        text_of(data, origin)
    first = [line for line in body[:100_000].decode("utf-8", "replace").split("\n")[:_JUDGED] if line.strip()]
    if len(first) < 1:
        raise StudyError(f"{origin}: there are no scores; id, class and score are accepted, or a column a class")
    mark = SPELLED.get(separator or "", separator) or marks_between(first) or " "
    return _of_columns(_columns(body, mark, origin, above), m, origin, classes, above)


@extras("study")
def _parquet_columns(data: bytes, origin: str) -> Columns:
    """The columns of Parquet as texts below their heads."""
    import pyarrow

    table = parquet_in(data, origin)
    names = sorted(table.column_names, key=lambda name: name != "__index_level_0__")  # pandas writes the index last
    check_size(table.num_rows * max(1, len(names) - 2), origin)
    try:
        texts = [table.column(name).cast(pyarrow.string()) for name in names]
    except (pyarrow.ArrowException, KeyError) as error:
        raise StudyError(f"{origin}: columns of numbers and texts are accepted ({quoted(error, 200)[1:-1]})") from None
    filled = [column.fill_null("") for column in texts]
    return [pyarrow.chunked_array([[n], *c.chunks]) for n, c in zip(names, filled, strict=True)]


def _of_columns(columns: Columns, m: Matcher, origin: str, classes: Sequence[str] | None, above: int) -> ScoreFile:
    """The scores in columns of texts. above: how many lines stand over them."""
    head = [str(column[0].as_py()).strip() for column in columns]
    found = [m.match(name).found for name in head[1:]]
    three = len(columns) == 3 and not found[1] and _is_number(head[2])
    if len(columns) > 2 and not three and 2 * sum(map(bool, found)) >= len(found):
        return _wide(columns, head, m, origin, above)
    notes = frame_note(above)
    ranks = [k for k, name in enumerate(head) if k and rank_of_head(name)]
    others = [k for k in range(1, len(head)) if k not in ranks]
    truth = None
    if others and _ranking([head[k] for k in ranks]):
        truth = _truth([column[1:] for column in columns], head, others, m, origin)
        columns, head = ([own[k] for k in (0, *ranks)] for own in (columns, head))
    below = _headless(columns, head, m)
    if _are_classes(below, head, m, classes):
        best = _best(below, head, origin, classes, above + 1 + (len(below[0]) < len(columns[0])))
        return replace(best, truth=truth)
    if len(columns) == 3:
        line = above + 1 + (len(below[0]) < len(columns[0]))
        ranked = len(below[0]) < len(columns[0]) and head[2].lower() in ("rank", "rang", "position", "place")
        labels = _triples(below, origin, line, ranked)
        return ScoreFile(replace(labels, notes=(*notes, *labels.notes)), ranked, True)
    if len(columns) > 2:
        raise StudyError(
            f"{origin}: of the columns {', '.join(quoted(name, 30) for name in head[1:6])} fewer than half are "
            "classes; id and a column a class are accepted, or id, class and score"
        )
    raise StudyError.at_line(origin, above + 1, f"{len(columns)} columns; id, class and score are accepted")


@extras("study")
def _columns(data: bytes, mark: str, origin: str, above: int) -> Columns:
    """The columns of rows that are equally long, as texts. Raises StudyError: the line of one that is not."""
    import pyarrow  # takes long to load
    import pyarrow.csv as csv

    wrong: list[Any] = []

    def note(row: Any) -> str:
        wrong.append(row)
        return "error"

    first = data[: data.find(b"\n") + 1 or len(data)]
    width = first.count(mark.encode()) + 1
    try:
        table = csv.read_csv(
            io.BytesIO(data),
            csv.ReadOptions(use_threads=False, autogenerate_column_names=True, block_size=_block(first, data)),
            csv.ParseOptions(
                delimiter=mark,
                quote_char=False if mark == "\t" else '"',
                invalid_row_handler=note,
            ),
            csv.ConvertOptions(column_types=_types(width), strings_can_be_null=False),
        )
    except (pyarrow.ArrowException, ValueError, TypeError) as error:
        if not wrong:
            raise StudyError(f"{origin}: the rows cannot be read ({quoted(error, 200)[1:-1]})") from None
    if wrong:
        row = wrong[0]
        line = above + _line_of(data, row.number)
        told = f"{row.actual_columns} cells, and the first row has {row.expected_columns}; rows as long are accepted"
        raise StudyError.at_line(origin, line, told)
    check_size(table.num_rows * max(1, table.num_columns - 2), origin)
    return list(table.columns)


@extras("study")
def _types(width: int) -> dict[str, Any]:
    """Texts; of id, class and score the first two come again and again, and are kept once."""
    import pyarrow

    text = pyarrow.string()
    coded = pyarrow.dictionary(pyarrow.int32(), text) if width == 3 else text
    return {f"f{k}": coded if k < 2 else text for k in range(width)}


def _block(first: bytes, data: bytes) -> int:
    """Bytes that are parsed at once: many rows."""
    return max(1 << 20, min(len(data) + 1, 1 << 26, 8 * len(first)))


def _line_of(data: bytes, row: int) -> int:
    """The line of a row, where empty lines are none."""
    filled = [n for n, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    return filled[row - 1] if row <= len(filled) else row


def _numbers(column: Any, origin: str, line: int, head: str) -> Floats:
    """A column as numbers. Raises StudyError: the line of a cell that is none."""
    import pyarrow
    import pyarrow.compute as pc

    try:
        texts = pc.utf8_trim_whitespace(pc.cast(column, pyarrow.string()))
        numbers: Floats = pc.cast(texts, pyarrow.float64()).to_numpy()
    except pyarrow.ArrowInvalid:
        numbers = np.full(len(column), np.nan)
    if np.isfinite(numbers).all():
        return numbers
    for n, cell in enumerate(column.to_pylist(), line):
        try:
            fine = np.isfinite(float(cell))
        except ValueError:
            fine = False
        if not fine:
            raise StudyError.at_line(origin, n, f"{quoted(cell, 30)} under {quoted(head, 30)} is no number; one is")
    return np.array([float(cell) for cell in column.to_pylist()])


def _texts(column: Any) -> list[str]:
    return [text.strip() for text in column.to_pylist()]


# A column a class


def _wide(columns: Columns, head: list[str], m: Matcher, origin: str, above: int) -> ScoreFile:
    """Scores with a column for each class; what else is a column may hold the truth."""
    check_once(head, origin, "column")
    others = [k for k, name in enumerate(head) if k and not m.match(name).found]
    columns = [column[1:] for column in columns]
    used = [k for k in range(1, len(columns)) if k not in others]
    strange = [
        k for k in others if not kind_of_head(head[k]) and _is_number(columns[k][0].as_py() if len(columns[k]) else "")
    ]
    matrix = np.empty((len(columns[0]), len(used) + len(strange)))
    for n, k in enumerate([*used, *strange]):
        matrix[:, n] = _numbers(columns[k], origin, above + 2, head[k])
    ids = _texts(columns[0])
    check_once(ids, origin, "line", above + 2)
    labels = dense_scores(matrix, [head[k] for k in [*used, *strange]], ids, origin, above + 2)
    apart = [head[k] for k in others if k not in strange]
    notes = (
        (f"{', '.join(quoted(name, 30) for name in apart)} stands beside the classes and is none.",) if apart else ()
    )
    labels = replace(labels, notes=notes, shape=f"id and a column a class, {len(used) + len(strange):,} classes")
    return ScoreFile(labels, truth=_truth(columns, head, [k for k in others if k not in strange], m, origin))


def _truth(columns: Columns, head: list[str], others: list[int], m: Matcher, origin: str) -> Labels | None:
    """The classes in a column beside the scores: one that is called so, else one of classes."""
    kinds = {k: kind_of_head(head[k]) for k in others}
    called = [k for k in others if kinds[k] in ("true", "label")] or others
    called = [k for k in called if kinds[k] == "true"] or called
    for k in called:
        first = [text for text in columns[k][:_JUDGED].to_pylist() if text.strip()]
        parts = [part for text in first for part in re.split(r"[|;]", text)]
        if parts and 2 * sum(bool(m.match(part.strip()).found) for part in parts) >= len(parts):
            rows = zip(_texts(columns[0]), _texts(columns[k]), strict=True)
            text = "".join(f"{json.dumps({'id': i, 'label': c})}\n" for i, c in rows)
            return read_labels(text.encode(), m, origin=origin)
    return None


def _ranking(heads: Sequence[str]) -> bool:
    """Whether heads give the ranks from 1 on in their order."""
    return len(heads) > 1 and [rank_of_head(head) for head in heads] == [*range(1, len(heads) + 1)]


# A row for each class, and the best classes of each row


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _headless(columns: Columns, head: Sequence[str], m: Matcher) -> Columns:
    """The columns below their heads, if the first row holds any."""
    three = len(head) == 3 and len(columns[2]) > 1 and _is_number(columns[2][1].as_py())
    named = not _is_number(head[2]) if three else not any(m.match(name).found for name in head[1:])
    return [column[1:] for column in columns] if named else columns


def _are_classes(columns: Columns, head: Sequence[str], m: Matcher, classes: Sequence[str] | None) -> bool:
    """Whether all columns but the first hold classes, or numbers of classes."""
    cells = [text.strip() for column in columns[1:] for text in column[:_JUDGED].to_pylist() if text.strip()]
    known = sum(bool(m.match(text).found) for text in cells)
    alike = len({stem(name) for name in head[1:]}) == 1  # top1, top2
    numbered = classes is not None and (len(columns) != 3 or alike) and all(text.isdigit() for text in cells)
    return bool(cells) and (known >= 0.9 * len(cells) or numbered)


def _best(columns: Columns, head: list[str], origin: str, classes: Sequence[str] | None, line: int) -> ScoreFile:
    rows = zip(*(_texts(column) for column in columns), strict=True)
    named = [
        (n, row[0], [_of_number(cell, classes, origin, n) for cell in row[1:] if cell])
        for n, row in enumerate(rows, line)
    ]
    return ScoreFile(*object_scores(named, origin, "the best classes in columns"))


def _of_number(cell: str, classes: Sequence[str] | None, origin: str, line: int) -> str:
    if classes is None or not cell.isdigit():
        return cell
    if int(cell) >= len(classes):
        raise StudyError.at_line(origin, line, f"{quoted(cell)} is no class; 0 to {len(classes) - 1:,} are")
    return classes[int(cell)]


def _coded(column: Any) -> tuple[list[str], Ints]:
    """The distinct texts of a column, in the order of their first rows, and of each row which."""
    import pyarrow

    coded = column if pyarrow.types.is_dictionary(column.type) else column.dictionary_encode()
    coded = coded.unify_dictionaries().combine_chunks()
    codes: Ints = coded.indices.to_numpy()
    stands = np.bincount(codes, minlength=len(coded.dictionary)) > 0  # a head does not
    place: dict[str, int] = {}
    texts = zip(coded.dictionary.to_pylist(), stands.tolist(), strict=True)
    number = [place.setdefault(text.strip(), len(place)) if there else -1 for text, there in texts]
    return list(place), np.array(number, np.int32)[codes]


def _triples(columns: Columns, origin: str, line: int, ranked: bool) -> Labels:
    """Rows of id, class and score; of a class that an instance has twice the largest score counts."""
    values = _numbers(columns[2], origin, line, "score")
    if ranked:
        if (values < 1).any():
            at = int((values < 1).argmax())
            raise StudyError.at_line(origin, line + at, f"{values[at]:g} is no rank; 1 for the best, and so on, is")
        values = 1 / values
    (ids, rows), (names, codes) = _coded(columns[0]), _coded(columns[1])
    keys = rows.astype(np.int64) * len(names) + codes
    order = np.argsort(keys, kind="stable")  # of rows that come by instance it only looks
    again = np.append(False, np.diff(keys[order]) == 0)[: len(order)]
    if again.any():
        order = np.lexsort((-values, keys))
    rows, codes, values = rows[order], codes[order], values[order]
    other = int((again[1:] & (values[1:] != values[:-1])).sum())
    notes = (f"{other:,} times a class had several scores in one instance; the largest counts.",) if other else ()
    first = np.full(len(ids), len(order), np.int64)
    np.minimum.at(first, rows, order)
    return Labels(
        tuple(ids),
        tuple(names),
        starts_of(np.bincount(rows[~again], minlength=len(ids))),
        codes[~again],
        first + line,
        values[~again],
        shape=f"id, class and {'rank' if ranked else 'score'}, a row for each",
        notes=notes,
        entry_lines=(order[~again] + line).astype(np.int32),
    )
