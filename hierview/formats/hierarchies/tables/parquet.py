"""Parquet: a table of plain columns as the text that other tables are, by pyarrow, within bounds."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from ....errors import CaseError, quoted
from ..builder import MOST_EDGES
from ..source import LARGEST, Source

MAGIC = b"PAR1"
MOST_COLUMNS = 100
_BATCH = 50_000  # rows
_NO_LIBRARY = 'Parquet is read by pyarrow, which is not installed; pip install "hierview[study]" brings it'


def as_table(source: Source) -> Source:
    """The source with its table as lines of cells parted by tabs, names of columns first. Raises CaseError."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")  # which take long to load
    except ImportError:
        raise CaseError(f"{source.origin}: {_NO_LIBRARY}") from None
    try:
        text = _table_text(arrow, parquet, source)
    except (arrow.ArrowException, OSError, ValueError, LookupError, MemoryError) as error:
        if isinstance(error, CaseError):
            raise
        raise CaseError(f"{source.origin}: this is not a Parquet file that can be read") from None
    return replace(source, given_text=text, data=b"", packing="Parquet")


def _table_text(arrow: Any, parquet: Any, source: Source) -> str:
    schema = parquet.read_schema(io.BytesIO(source.data))
    for field in schema:
        if not _is_plain(arrow, field.type):
            kind = quoted(field.type, 100)[1:-1]
            raise CaseError(f"{source.origin}: column {quoted(field.name)} holds {kind}; texts and numbers are read")
    texts = [f.name for f in schema if arrow.types.is_string(f.type) or arrow.types.is_large_string(f.type)]
    # A text that stands in many rows is held once.
    file = parquet.ParquetFile(io.BytesIO(source.data), read_dictionary=texts)
    metadata = file.metadata
    size = sum(metadata.row_group(i).total_byte_size for i in range(metadata.num_row_groups))
    for n, most, what in (
        (metadata.num_rows, MOST_EDGES, "rows"),
        (metadata.num_columns, MOST_COLUMNS, "columns"),
        (size, LARGEST, "bytes"),
    ):
        if n > most:
            raise CaseError(f"{source.origin}: {n:,} {what} are too many; at most {most:,} are accepted, unpacked")
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(schema.names)
    room = LARGEST
    for rows in _text_batches(arrow, file):
        room -= sum(len(cell) + 1 for row in rows for cell in row)
        if room < 0:
            raise CaseError(f"{source.origin}: there are too many characters; at most {LARGEST:,} are accepted")
        writer.writerows(rows)
    return out.getvalue()


def _is_plain(arrow: Any, kind: Any) -> bool:
    if arrow.types.is_dictionary(kind):
        kind = kind.value_type
    checks = ("string", "large_string", "integer", "floating", "boolean", "null", "decimal")
    return any(getattr(arrow.types, f"is_{name}")(kind) for name in checks)


def _text_batches(arrow: Any, file: Any) -> Iterator[list[tuple[str, ...]]]:
    """The rows as texts, some at a time; nothing for a cell without a value."""
    for batch in file.iter_batches(_BATCH, use_threads=False):
        yield list(zip(*(_cell_texts(arrow, column) for column in batch.columns), strict=True))


def _cell_texts(arrow: Any, column: Any) -> list[str]:
    if arrow.types.is_dictionary(column.type):
        words = ["" if word is None else str(word) for word in column.dictionary.to_pylist()]
        return ["" if i is None else words[i] for i in column.indices.to_pylist()]
    return ["" if value is None else str(value) for value in column.to_pylist()]
