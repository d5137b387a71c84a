"""The table for spreadsheets."""

from __future__ import annotations

import re
from csv import writer
from io import StringIO
from unicodedata import normalize

from ..base import ExportFormat
from .grid import note
from .table import Table


def csv(table: Table) -> str:
    """The table as CSV (RFC 4180): plain numbers, nothing where undefined, the signature in the first cell.

    Printed values and the reasons why they differ stand in lines of their own. No text can be a formula.
    """
    options = table.options
    lines: list[tuple[str, list[str]]] = []
    for case, row in zip(table.cases, table.cells, strict=True):
        lines.append((case, ["" if cell.value is None and cell.text == "–" else cell.text for cell in row]))
        told = [cell if options.printed == "all" or note(cell, options) else None for cell in row]
        for word, texts in (
            ("printed", [cell.printed or "" if cell else "" for cell in told]),
            ("because", [cell.because if cell else "" for cell in told]),
        ):
            if options.printed != "none" and any(texts):
                lines.append((f"{case} {word}", texts))
    rows = [[table.origin[0], *(heading.key for heading in table.headings)], *([name, *row] for name, row in lines)]
    out = StringIO()
    turned = rows if options.measures_as == "columns" else zip(*rows, strict=True)
    writer(out).writerows([no_formula(cell) for cell in row] for row in turned)
    return out.getvalue()


def no_formula(text: str) -> str:
    """The text, with an apostrophe in front where a spreadsheet would calculate it. Negative numbers stay."""
    harmless = re.fullmatch(r"-?\d+(\.\d+)?", text) or normalize("NFKC", text[:1]) not in ("=", "+", "-", "@")
    return text if harmless else f"'{text}"


CSV = ExportFormat(key="csv", title="CSV", endings=(".csv",), mime="text/csv", write=csv)
