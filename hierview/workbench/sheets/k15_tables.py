"""K15's Tables 12 and 13 about five measures, and how far the computed signs agree.

The thesis (T15) repeats Table 12 as its Table 3.12 with + in the whole row on long distances, for there
the long-distance step counts as a part of the measure.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...measures import Measure
from .signs import Sheet, Sign

# Our texts of the measures that the tables have as columns.
COLUMNS = ("GIE", "MGIA", "hF", "SDL", "LCaF")

# Table 12: the rows are properties, by key.
TABLE_12: dict[str, str] = {
    "alternative-paths": "++−−+",
    "over-specialisation": "+++++",
    "under-specialisation": "+++++",
    "pairing": "−++++",
    "long-distance": "++***",
    "path-counting": "−−+++",
}
THESIS_TABLE_3_12 = TABLE_12 | {"long-distance": "+++++"}

# Table 13: which measures it names as best, and the properties that matter where they are used.
_ONE = ("over-specialisation", "under-specialisation", "long-distance")
_SEVERAL = (*_ONE, "pairing", "path-counting")
TABLE_13: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "single-label, tree": (("GIE", "MGIA", "LCaF"), _ONE),
    "single-label, DAG": (("MGIA", "LCaF"), (*_ONE, "alternative-paths")),
    "multi-label, tree": (("MGIA", "LCaF"), _SEVERAL),
    "multi-label, DAG": (("MGIA", "LCaF"), (*_SEVERAL, "alternative-paths-many")),
}


def differs_from_printed(sign: Sign, printed: str) -> bool:
    """Whether a sign says something else than a printed one; what was not decided says nothing."""
    return bool(printed) and sign not in ("?", "stopped") and sign.strip("()") != printed


def printed_sign(measure: Measure, key: str, thesis: bool = False) -> str:
    """The sign printed of a measure and a property, "" where none is.

    Several classes a side on a DAG have no row in the table; they stand beside the row on alternative
    paths, whose figures have one class a side.
    """
    row = (THESIS_TABLE_3_12 if thesis else TABLE_12).get(key.removesuffix("-many"))
    text = str(measure)
    return row[COLUMNS.index(text)] if row is not None and text in COLUMNS else ""


@dataclass(frozen=True)
class Recommendation:
    """A cell of Table 13: the measures that it names, and those without a − in what matters there."""

    setting: str
    """The setting of the cell."""
    printed: tuple[str, ...]
    """The measures that the table names."""
    computed: tuple[str, ...]
    """The measures without a − in what matters there."""
    faults: tuple[tuple[str, tuple[str, ...]], ...]
    """Properties with a −, for each of the five measures."""


def compare_with_table_13(sheets: dict[str, Sheet]) -> tuple[Recommendation, ...]:
    """Table 13 beside what follows from the sheets of the five measures, given by their texts."""
    cells = []
    for setting, (printed, keys) in TABLE_13.items():
        faults = tuple((text, tuple(key for key in keys if sheets[text].signs[key] == "−")) for text in COLUMNS)
        cells.append(Recommendation(setting, printed, tuple(text for text, bad in faults if not bad), faults))
    return tuple(cells)
