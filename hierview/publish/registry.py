"""The table of export formats of figures, beside that of tables. A new one is a file, and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..errors import HierviewError, quoted, suggestion
from .base import ExportFormat
from .figures import formats
from .figures.export import Export
from .table_formats import TABLE_ENDINGS, TABLE_FORMATS, formats_by_ending

__all__ = [
    "EXPORTED",
    "FIGURE_ENDINGS",
    "FIGURE_FORMATS",
    "TABLE_ENDINGS",
    "TABLE_FORMATS",
    "figure_format",
    "formats_by_ending",
]

# In the order of lists.
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
FIGURE_ENDINGS = formats_by_ending(FIGURE_FORMATS, "svg")

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
