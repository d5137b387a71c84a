"""Matrices of scores in files of NumPy and SciPy, and the order of their classes."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ....errors import StudyError, quoted
from ...scoring.ratios import Floats
from ..labels import InstanceLabels, numbered_ids
from ..tables.table import MOST_CELLS, UNREADABLE, numpy_arrays

SCORES = ("scores", "probs", "probabilities", "logits", "arr_0", "")
SINGLE_DIGITS = 7  # of 4-byte floats, so that 0.3 is at or above 0.3
_SPARSE = {"data", "indices", "indptr", "shape", "format"}


def dense_scores(
    matrix: Any, classes: Sequence[str], ids: Sequence[str] | None, origin: str, line: int = 1
) -> InstanceLabels:
    """A score of each class for each instance. line: of the first row. Raises StudyError for another shape."""
    n, m = matrix.shape
    check_size(n * m, origin)
    if m != len(classes):
        raise StudyError(f"{origin}: {m:,} columns and {len(classes):,} names of classes; a name for each is accepted")
    if ids is not None and len(ids) != n:
        raise StudyError(f"{origin}: {n:,} rows and {len(ids):,} ids; an id for each row is accepted")
    check_once(classes, origin, "column")
    if ids is not None:
        check_once(ids, origin, "row", line)
    return InstanceLabels(
        numbered_ids(n) if ids is None else tuple(ids),
        tuple(classes),
        np.arange(n + 1, dtype=np.int64) * m,
        np.tile(np.arange(m, dtype=np.int32), n),
        np.arange(line, n + line, dtype=np.int64),
        _as_doubles(matrix).ravel(),
        ids is not None,
        f"a matrix of {n:,} rows and {m:,} classes",
    )


def _as_doubles(matrix: Any) -> Floats:
    doubles: Floats = matrix.astype(np.float64)
    return doubles.round(SINGLE_DIGITS) if matrix.dtype == np.float32 else doubles


def check_size(cells: int, origin: str) -> None:
    """Raises StudyError for more scores than are held."""
    if cells > MOST_CELLS:
        raise StudyError(
            f"{origin}: {cells:,} scores are too many; at most {MOST_CELLS:,} are read, such as the best 200 of each "
            "instance as id, class, score"
        )


def check_once(names: Sequence[str], origin: str, what: str, first: int = 1) -> None:
    """Raises StudyError for what stands there twice. what: "column", "line" or "row".  first: its number."""
    if len({*names}) == len(names):
        return
    seen: dict[str, int] = {}
    for k, name in enumerate(names, first):
        if name in seen:
            raise StudyError(
                f"{origin}: {what} {k:,}: {quoted(name)} stands in {what} {seen[name]:,} already; once is accepted"
            )
        seen[name] = k


def array_scores(data: bytes, origin: str, classes: Sequence[str] | None) -> InstanceLabels:
    """The scores in a file of arrays. classes: the names of its columns, where it holds none."""
    _check_heads(data, origin)
    arrays = numpy_arrays(data, origin)
    matrix = _score_matrix(arrays, origin)
    own = next((arrays[key] for key in ("classes", "labels", "columns") if key in arrays), None)
    ids = next((arrays[key] for key in ("ids", "id", "index") if key in arrays), None)
    names = [*map(str, own.tolist())] if own is not None and own.ndim == 1 else classes
    if names is None:
        raise StudyError(
            f"{origin}: a matrix with {matrix.shape[1]:,} columns does not say whose they are: --classes FILE names "
            'them, one a line (classes=[…] in Python); so does an array "classes" beside it'
        )
    row_ids = [*map(str, ids.tolist())] if ids is not None and ids.ndim == 1 else None
    if hasattr(matrix, "indptr"):
        return _sparse_scores(matrix, names, row_ids, origin)
    return dense_scores(matrix, names, row_ids, origin)


def _score_matrix(arrays: Mapping[str, Any], origin: str) -> Any:
    numbers = {k: a for k, a in arrays.items() if a.ndim == 2 and a.dtype.kind in "fiub"}
    key = next((key for key in SCORES if key in numbers), next(iter(numbers), None) if len(numbers) == 1 else None)
    if key is None:
        held = ", ".join(f"{quoted(k) if k else 'an array'} of shape {a.shape}" for k, a in arrays.items())
        raise StudyError(f"{origin}: no scores: it holds {held}; a matrix of numbers, instances × classes, is accepted")
    return numbers[key]


def _sparse_scores(matrix: Any, names: Sequence[str], ids: Sequence[str] | None, origin: str) -> InstanceLabels:
    try:
        matrix.check_format(True)
        rows = matrix.tocsr()
    except (ValueError, IndexError, MemoryError) as error:
        raise StudyError(f"{origin}: the sparse matrix cannot be read ({str(error)[:200]})") from None
    head = dense_scores(np.zeros((0, rows.shape[1])), names, None, origin)
    if ids is not None and len(ids) != rows.shape[0]:
        raise StudyError(f"{origin}: {rows.shape[0]:,} rows and {len(ids):,} ids; an id for each row is accepted")
    rows.sum_duplicates()
    return InstanceLabels(
        numbered_ids(rows.shape[0]) if ids is None else tuple(ids),
        head.names,
        rows.indptr.astype(np.int64),
        rows.indices.astype(np.int32),
        np.arange(1, rows.shape[0] + 1, dtype=np.int64),
        _as_doubles(rows.data),
        ids is not None,
        f"a sparse matrix of {rows.shape[0]:,} rows and {len(names):,} classes",
    )


def holds_fractions(data: bytes) -> bool:
    """Whether a file of NumPy holds an array of fractions."""
    try:
        if data[:2] != b"PK":
            return bool(_array_head(io.BytesIO(data))[1].kind == "f")
        with zipfile.ZipFile(io.BytesIO(data)) as members:
            return any(_array_head(members.open(name))[1].kind == "f" for name in members.namelist())
    except UNREADABLE:
        return False


def _check_heads(data: bytes, origin: str) -> None:
    """Raises StudyError for arrays that say that they are larger than what is held, before they are unpacked."""
    try:
        if data[:2] != b"PK":
            return _check_head(io.BytesIO(data), origin)
        with zipfile.ZipFile(io.BytesIO(data)) as members:
            for name in members.namelist():
                with members.open(name) as member:
                    _check_head(member, origin)
    except StudyError:
        raise
    except UNREADABLE as error:
        raise StudyError(f"{origin}: the arrays cannot be read ({str(error)[:200]})") from None


def _array_head(member: Any) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """The shape and the kind of an array, by the head of its file."""
    version = np.lib.format.read_magic(member)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, kind = read(member)
    return shape, kind


def _check_head(member: Any, origin: str) -> None:
    shape, kind = _array_head(member)
    if kind.hasobject:
        raise StudyError(f"{origin}: an array of Python objects is never read; numbers or texts are accepted")
    size = 1
    for side in shape:
        size *= side
    check_size(size * max(1, kind.itemsize // 1_000), origin)


def class_names(text: str, origin: str) -> list[str]:
    """The names in a file of classes: one a line, a number and a name by tab, a list or an object of JSON."""
    if text.lstrip()[:1] in ("[", "{"):
        try:
            whole = json.loads(text)
        except (ValueError, RecursionError):
            raise StudyError.at_line(origin, 1, "this is not JSON; a list of names is accepted") from None
        if isinstance(whole, list):
            return [*map(str, whole)]
        pairs = [(k, v) if str(k).isdigit() else (v, k) for k, v in whole.items()]
    else:
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        parts = [line.partition("\t") for line in lines]
        if not parts or not all(mark and number.strip().isdigit() for number, mark, _ in parts):
            return lines
        pairs = [(number, name.strip()) for number, _, name in parts]
    by_number = {int(k): str(v) for k, v in pairs if str(k).strip().isdigit()}
    first = min(by_number, default=0)
    if len(by_number) < len(pairs) or sorted(by_number) != [*range(first, first + len(pairs))] or first > 1:
        raise StudyError(f"{origin}: the numbers of classes go from 0 on, each once; they do not")
    return [by_number[k] for k in sorted(by_number)]
