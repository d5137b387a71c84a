"""The table of export formats, of figures and of tables. A new one is a file, and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from ..errors import HierviewError, quoted, suggestion
from .base import ExportFormat
from .figures import formats
from .figures.export import Export
from .tables import Table, csv, html, latex, markdown

# Each in the order of lists.
FIGURE_FORMATS: Mapping[str, ExportFormat[Export]] = {
    f.key: f
    for f in (
        formats.PDF,
        formats.SVG,
        formats.PNG,
        formats.TIKZ,
        formats.TIKZ_STANDALONE,
        formats.BEAMER,
        formats.DOT,
        formats.HTML,
        formats.ZIP,
    )
}
TABLE_FORMATS: Mapping[str, ExportFormat[Table]] = {
    f.key: f for f in (latex.LATEX, markdown.MARKDOWN, csv.CSV, html.HTML)
}

T = TypeVar("T")


def formats_by_ending(formats: Mapping[str, ExportFormat[T]], usual: str) -> dict[str, tuple[str, ...]]:
    """The formats that each ending may stand for, by their keys; the ending of the usual format first."""
    endings = [*formats[usual].endings, *(ending for f in formats.values() for ending in f.endings)]
    return {ending: tuple(f.key for f in formats.values() if ending in f.endings) for ending in endings}


FIGURE_ENDINGS = formats_by_ending(FIGURE_FORMATS, "svg")
TABLE_ENDINGS = formats_by_ending(TABLE_FORMATS, "latex")

# What finds the case in an exported file, by its ending.
EXPORTED: Mapping[str, Callable[[bytes, str], str | None]] = {
    ending: found for ending, (key, *_) in FIGURE_ENDINGS.items() if (found := FIGURE_FORMATS[key].carried) is not None
}


def figure_format(key: str) -> ExportFormat[Export]:
    """The format of figures of that key; a HierviewError lists those that there are."""
    if key not in FIGURE_FORMATS:
        raise HierviewError(
            f"{quoted(key)} is no format of a figure{suggestion(str(key), FIGURE_FORMATS)}; "
            f"there are {', '.join(FIGURE_FORMATS)}"
        )
    return FIGURE_FORMATS[key]
