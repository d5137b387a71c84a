"""The table for spreadsheets."""

from __future__ import annotations

import re
from csv import writer
from io import StringIO
from unicodedata import normalize

from ..base import ExportFormat
from .grid import printed_note_sentence
from .table import UNDEFINED, Table

_ORIGIN = "made by"


def csv_text(table: Table) -> str:
    """The table as CSV (RFC 4180): a name for each column, plain numbers, nothing where undefined.

    Printed values and the reasons why they differ stand in lines of their own, the signature in a last column. No
    text can be a formula.
    """
    options = table.options
    lines: list[tuple[str, list[str]]] = []
    for case, row in zip(table.cases, table.cells, strict=True):
        lines.append((case, ["" if cell.value is None and cell.text == UNDEFINED else cell.text for cell in row]))
        noted_cells = [
            cell if options.printed == "all" or printed_note_sentence(cell, options) else None for cell in row
        ]
        for word, texts in (
            ("printed", [cell.printed or "" if cell else "" for cell in noted_cells]),
            ("because", [cell.because if cell else "" for cell in noted_cells]),
        ):
            if options.printed != "none" and any(texts):
                lines.append((f"{case} {word}", texts))
    corner = table.corner[options.measures_as == "rows"]
    rows = [[corner, *(heading.key for heading in table.headings)], *([name, *row] for name, row in lines)]
    records = rows if options.measures_as == "columns" else [list(row) for row in zip(*rows, strict=True)]
    if table.origin:  # the signature, in a column of its own
        signed = [_ORIGIN, table.origin[0], *[""] * (len(records) - 2)]
        records = [[*row, cell] for row, cell in zip(records, signed, strict=False)]
    out = StringIO()
    writer(out).writerows([text_without_formula(cell) for cell in row] for row in records)
    return out.getvalue()


def text_without_formula(text: str) -> str:
    """The text, with an apostrophe in front where a spreadsheet would calculate it. Negative numbers and + stay."""
    harmless = re.fullmatch(r"-?\d+(\.\d+)?|\+", text) or normalize("NFKC", text[:1]) not in ("=", "+", "-", "@")
    return text if harmless else f"'{text}"


CSV = ExportFormat(key="csv", title="CSV", endings=(".csv",), mime="text/csv", write=csv_text)
