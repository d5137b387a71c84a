"""Columns of a file of scores, as pyarrow reads them: texts, which become numbers or codes."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from ....errors import StudyError, extras, quoted
from ...scoring.numbered import Ints
from ...scoring.ratios import Floats
from ..label_files import read_parquet
from .arrays import check_size

TextColumns = list[Any]  # of pyarrow, texts


@extras("study")
def parquet_columns(data: bytes, origin: str) -> TextColumns:
    """The columns of Parquet as texts below their heads."""
    import pyarrow

    table = read_parquet(data, origin)
    names = sorted(table.column_names, key=lambda name: name != "__index_level_0__")  # pandas writes the index last
    check_size(table.num_rows * max(1, len(names) - 2), origin)
    try:
        texts = [table.column(name).cast(pyarrow.string()) for name in names]
    except (pyarrow.ArrowException, KeyError) as error:
        raise StudyError(f"{origin}: columns of numbers and texts are accepted ({quoted(error, 200)[1:-1]})") from None
    filled = [column.fill_null("") for column in texts]
    return [pyarrow.chunked_array([[n], *c.chunks]) for n, c in zip(names, filled, strict=True)]


@extras("study")
def columns_of_text(data: bytes, mark: str, origin: str, above: int) -> TextColumns:
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
            csv.ReadOptions(use_threads=False, autogenerate_column_names=True, block_size=_block_size(first, data)),
            csv.ParseOptions(
                delimiter=mark,
                quote_char=False if mark == "\t" else '"',
                invalid_row_handler=note,
            ),
            csv.ConvertOptions(column_types=_column_types(width), strings_can_be_null=False),
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
def _column_types(width: int) -> dict[str, Any]:
    """The type of each column: text, of which repeated ids and classes are kept once."""
    import pyarrow

    text = pyarrow.string()
    coded = pyarrow.dictionary(pyarrow.int32(), text) if width == 3 else text
    return {f"f{k}": coded if k < 2 else text for k in range(width)}


def _block_size(first: bytes, data: bytes) -> int:
    """The number of bytes that are parsed at once, enough for many rows."""
    return max(1 << 20, min(len(data) + 1, 1 << 26, 8 * len(first)))


def _line_of(data: bytes, row: int) -> int:
    """The line of a row, where empty lines are none."""
    filled = [n for n, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    return filled[row - 1] if row <= len(filled) else row


def parse_numbers(column: Any, origin: str, line: int, head: str) -> Floats:
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


def stripped_texts(column: Any) -> list[str]:
    """The cells of a column without blanks around them."""
    return [text.strip() for text in column.to_pylist()]


def coded_column(column: Any) -> tuple[list[str], Ints]:
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
