"""Files of scores: a column a class, a row for each class, JSON lines, and the best classes in their order.

All become labels with scores beside them. What a score is told of none counts 0.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ....errors import StudyError, quoted
from ....formats.hierarchies.asked import SPELLED
from ...scoring.numbered import row_starts
from ..label_files import LARGEST, decode_labels, read_labels
from ..labels import InstanceLabels, decode_utf8, read_file_bytes
from ..matching import Matcher
from ..tables.heads import head_stem, heads_without_common_start, kind_of_head, rank_of_head
from ..tables.table import cell_separator_of, frame_note, without_frame
from .arrays import array_scores, check_once, dense_scores, holds_fractions
from .objects import json_seems_scored, read_object_scores
from .text_columns import TextColumns, coded_column, columns_of_text, parquet_columns, parse_numbers, stripped_texts

_COMMAS = re.compile(rb"(?<=[;\t])(-?\d+),(\d+)(?=[;\t\r\n]|$)")  # of decimal numbers
_POINTS = re.compile(rb"[;\t]-?\d+\.\d")
_JUDGED, _HEAD = 200, 50_000  # rows and bytes that tell what columns hold


@dataclass(frozen=True)
class ScoreFile:
    """Scores from a file."""

    labels: InstanceLabels
    """The labels, with their scores beside the codes."""
    ranked: bool = False
    """Whether scores are those of an order alone."""
    listed: bool = False
    """Whether an instance may be left out, as where a row is a class."""
    truth: InstanceLabels | None = None
    """True classes in the same file; None without them."""


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
        return ScoreFile(_scores_of_frame(source, origin))
    if not isinstance(source, str | bytes | os.PathLike):
        table = "a table of pandas with a row an instance and a column a class"
        raise StudyError(
            f"{origin}: the path of a file, its content as bytes, or {table} is accepted, not {type(source).__name__}"
        )
    origin = origin if isinstance(source, bytes) else os.fspath(source)
    data = source if isinstance(source, bytes) else read_file_bytes(source, origin, LARGEST)
    if data[:6] == b"\x93NUMPY" or data[:2] == b"PK":
        return ScoreFile(array_scores(data, origin, classes))
    separator, encoding = text
    data = (decode_labels(data, origin, encoding)[0].encode() if encoding else data).removeprefix(b"\xef\xbb\xbf")
    if data[:4] == b"PAR1":
        return _scores_of_columns(parquet_columns(data, origin), matcher, origin, classes, 0)
    if data.lstrip()[:1] in (b"{", b"["):
        return ScoreFile(*read_object_scores(decode_utf8(data, origin), origin))
    return _scores_of_text(data, matcher, origin, classes, separator)


def _scores_of_frame(frame: Any, origin: str) -> InstanceLabels:
    try:
        matrix = frame.to_numpy(dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise StudyError(f"{origin}: a score in each cell is accepted ({str(error)[:200]})") from None
    return dense_scores(matrix, [*map(str, frame.columns)], [*map(str, frame.index)], origin)


def looks_like_scores(data: bytes) -> bool:
    """Whether a file seems to hold scores: fractions in every column but the first or beside each class, or ranks."""
    if data[:6] == b"\x93NUMPY" or data[:2] == b"PK":
        return holds_fractions(data)
    text = _COMMAS.sub(rb"\1.\2", data[:_HEAD]).decode("utf-8", "replace").lstrip("\ufeff \n")
    if text[:1] in ("{", "["):
        return json_seems_scored(text)
    lines = [line for line in text.split("\n")[1:_JUDGED] if line.strip()]
    mark = cell_separator_of(lines) or " "
    if _are_rank_heads([cell.strip(' "') for cell in text.partition("\n")[0].split(mark)][1:]):
        return True
    rows = [line.split(mark) for line in lines]
    scored = [row for row in rows if len(row) > 2 and all(map(_is_number, row[2:]))]  # beside an id and a class
    if not scored or 2 * len(scored) < len(rows) or all(float(cell) % 1 == 0 for row in scored for cell in row[2:]):
        return False
    # A row for each class has every id several times; with one class an instance it is an answer and how sure it is.
    return len(scored[0]) > 3 or len({row[0] for row in scored}) < len(scored) or _is_number(scored[0][1])


def _scores_of_text(
    data: bytes, m: Matcher, origin: str, classes: Sequence[str] | None, separator: str | None
) -> ScoreFile:
    body, above = without_frame(data)
    if not data.isascii():
        decode_utf8(data, origin)
    first = [line for line in body[:100_000].decode("utf-8", "replace").split("\n")[:_JUDGED] if line.strip()]
    if len(first) < 1:
        raise StudyError(f"{origin}: there are no scores; id, class and score are accepted, or a column a class")
    mark = SPELLED.get(separator or "", separator) or cell_separator_of(first) or " "
    if mark in ";\t" and not _POINTS.search(body):
        body = _COMMAS.sub(rb"\1.\2", body)
    return _scores_of_columns(columns_of_text(body, mark, origin, above), m, origin, classes, above)


def _scores_of_columns(
    columns: TextColumns, m: Matcher, origin: str, classes: Sequence[str] | None, above: int
) -> ScoreFile:
    """The scores in columns of texts. above: how many lines stand over them."""
    head = [str(column[0].as_py()).strip() for column in columns]
    if len(head) > 2 and kind_of_head(head[1]) == "id" and (not head[0] or head[0].startswith("Unnamed")):
        columns, head = columns[1:], head[1:]  # without the index of a frame
    if len(head) == 3:
        columns = [columns[k] for k in _column_order(columns, m)]
        head = [str(column[0].as_py()).strip() for column in columns]
    found = [m.match(name).found for name in head[1:]]
    if 2 * sum(map(bool, found)) < len(found):
        head = heads_without_common_start(head, lambda name: bool(m.match(name).found))
        found = [m.match(name).found for name in head[1:]]
    three = len(columns) == 3 and not found[1] and _is_number(head[2])
    if len(columns) > 2 and not three and 2 * sum(map(bool, found)) >= len(found):
        return _scores_of_wide_table(columns, head, m, origin, above)
    notes = frame_note(above)
    ranks = [k for k, name in enumerate(head) if k and rank_of_head(name)]
    others = [k for k in range(1, len(head)) if k not in ranks]
    truth = None
    if others and _are_rank_heads([head[k] for k in ranks]):
        truth = _truth_column([column[1:] for column in columns], head, others, m, origin)
        columns, head = ([own[k] for k in (0, *ranks)] for own in (columns, head))
    below = _below_heads(columns, head, m)
    if _are_classes(below, head, m, classes):
        best = _scores_of_rankings(below, head, origin, classes, above + 1 + (len(below[0]) < len(columns[0])))
        return replace(best, truth=truth)
    if len(columns) == 3:
        line = above + 1 + (len(below[0]) < len(columns[0]))
        ranked = len(below[0]) < len(columns[0]) and head[2].lower() in ("rank", "rang", "position", "place")
        labels = _scores_of_triples(below, origin, line, ranked)
        return ScoreFile(replace(labels, notes=(*notes, *labels.notes)), ranked, True)
    if len(columns) > 2:
        raise StudyError(
            f"{origin}: of the columns {', '.join(quoted(name, 30) for name in head[1:6])} fewer than half are "
            "classes; id and a column a class are accepted, or id, class and score"
        )
    raise StudyError.at_line(origin, above + 1, f"{len(columns)} columns; id, class and score are accepted")


def _column_order(columns: TextColumns, m: Matcher) -> tuple[int, ...]:
    """The places of id, class and score among three columns, which stand so unless cells say otherwise."""
    cells = [column[1:_JUDGED].to_pylist() for column in columns]
    known = [sum(bool(m.match(text.strip()).found) for text in own) for own in cells]
    numbers = [all(map(_is_number, own)) for own in cells]
    turned = cells[0] and numbers[2] and known[0] >= 0.9 * len(cells[0]) and known[1] <= 0.1 * len(cells[1])
    return (1, 0, 2) if turned else (0, 1, 2)


# A column a class


def _scores_of_wide_table(columns: TextColumns, head: list[str], m: Matcher, origin: str, above: int) -> ScoreFile:
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
        matrix[:, n] = parse_numbers(columns[k], origin, above + 2, head[k])
    ids = stripped_texts(columns[0])
    check_once(ids, origin, "line", above + 2)
    labels = dense_scores(matrix, [head[k] for k in [*used, *strange]], ids, origin, above + 2)
    apart = [head[k] for k in others if k not in strange]
    notes = (
        (f"{', '.join(quoted(name, 30) for name in apart)} stands beside the classes and is none.",) if apart else ()
    )
    labels = replace(labels, notes=notes, shape=f"id and a column a class, {len(used) + len(strange):,} classes")
    return ScoreFile(labels, truth=_truth_column(columns, head, [k for k in others if k not in strange], m, origin))


def _truth_column(
    columns: TextColumns, head: list[str], other_columns: list[int], m: Matcher, origin: str
) -> InstanceLabels | None:
    """The classes in a column beside the scores: one that is called so, else one of classes."""
    kinds = {k: kind_of_head(head[k]) for k in other_columns}
    called = [k for k in other_columns if kinds[k] in ("true", "label")] or other_columns
    called = [k for k in called if kinds[k] == "true"] or called
    for k in called:
        first = [text for text in columns[k][:_JUDGED].to_pylist() if text.strip()]
        parts = [part for text in first for part in re.split(r"[|;]", text)]
        if parts and 2 * sum(bool(m.match(part.strip()).found) for part in parts) >= len(parts):
            rows = zip(stripped_texts(columns[0]), stripped_texts(columns[k]), strict=True)
            text = "".join(f"{json.dumps({'id': i, 'label': c})}\n" for i, c in rows)
            return read_labels(text.encode(), m, origin=origin)
    return None


def _are_rank_heads(heads: Sequence[str]) -> bool:
    """Whether heads give the ranks from 1 on in their order."""
    return len(heads) > 1 and [rank_of_head(head) for head in heads] == [*range(1, len(heads) + 1)]


# A row for each class, and the best classes of each row


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _below_heads(columns: TextColumns, head: Sequence[str], m: Matcher) -> TextColumns:
    """The columns below their heads, if the first row holds any."""
    three = len(head) == 3 and len(columns[2]) > 1 and _is_number(columns[2][1].as_py())
    named = not _is_number(head[2]) if three else not any(m.match(name).found for name in head[1:])
    return [column[1:] for column in columns] if named else columns


def _are_classes(columns: TextColumns, head: Sequence[str], m: Matcher, classes: Sequence[str] | None) -> bool:
    """Whether all columns but the first hold classes, or numbers of classes."""
    cells = [text.strip() for column in columns[1:] for text in column[:_JUDGED].to_pylist() if text.strip()]
    known = sum(bool(m.match(text).found) for text in cells)
    alike = len({head_stem(name) for name in head[1:]}) == 1  # top1, top2
    numbered = classes is not None and (len(columns) != 3 or alike) and all(text.isdigit() for text in cells)
    return bool(cells) and (known >= 0.9 * len(cells) or numbered)


def _scores_of_rankings(
    columns: TextColumns, head: list[str], origin: str, classes: Sequence[str] | None, line: int
) -> ScoreFile:
    rows = zip(*(stripped_texts(column) for column in columns), strict=True)
    named = [
        (n, row[0], [_class_of_number(cell, classes, origin, n) for cell in row[1:] if cell])
        for n, row in enumerate(rows, line)
    ]
    return ScoreFile(*read_object_scores(named, origin, "the best classes in columns"))


def _class_of_number(cell: str, classes: Sequence[str] | None, origin: str, line: int) -> str:
    if classes is None or not cell.isdigit():
        return cell
    if int(cell) >= len(classes):
        raise StudyError.at_line(origin, line, f"{quoted(cell)} is no class; 0 to {len(classes) - 1:,} are")
    return classes[int(cell)]


def _scores_of_triples(columns: TextColumns, origin: str, line: int, ranked: bool) -> InstanceLabels:
    """Rows of id, class and score; of a class that an instance has twice the largest score counts."""
    values = parse_numbers(columns[2], origin, line, "score")
    if ranked:
        if (values < 1).any():
            at = int((values < 1).argmax())
            raise StudyError.at_line(origin, line + at, f"{values[at]:g} is no rank; 1 for the best, and so on, is")
        values = 1 / values
    (ids, rows), (names, codes) = coded_column(columns[0]), coded_column(columns[1])
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
    return InstanceLabels(
        tuple(ids),
        tuple(names),
        row_starts(np.bincount(rows[~again], minlength=len(ids))),
        codes[~again],
        first + line,
        values[~again],
        shape=f"id, class and {'rank' if ranked else 'score'}, a row for each",
        notes=notes,
        entry_lines=(order[~again] + line).astype(np.int32),
    )
