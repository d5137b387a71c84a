"""The table of export formats of tables, which need nothing that draws. A new one is a file, and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from .base import ExportFormat
from .tables import Table, csv, html, latex, markdown

# In the order of lists.
TABLE_FORMATS: Mapping[str, ExportFormat[Table]] = {
    f.key: f for f in (latex.LATEX, markdown.MARKDOWN, csv.CSV, html.HTML)
}

T = TypeVar("T")


def formats_by_ending(formats: Mapping[str, ExportFormat[T]], usual: str) -> dict[str, tuple[str, ...]]:
    """The formats that each ending may stand for, by their keys; the ending of the usual format first."""
    endings = [*formats[usual].endings, *(ending for f in formats.values() for ending in f.endings)]
    return {ending: tuple(f.key for f in formats.values() if ending in f.endings) for ending in endings}


TABLE_ENDINGS = formats_by_ending(TABLE_FORMATS, "latex")
