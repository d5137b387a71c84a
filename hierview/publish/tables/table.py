"""The table as data that only needs markup: its options, names, headings, cells, and how a value is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from typing import Literal

from ...answers.answers import Comparison, Verdict
from ...errors import HierviewError, quoted
from ...explain import Row

UNDEFINED = "–"
MOST_DIGITS = 6
_KINDS: dict[type, str] = {bool: "True or False", str: "a text"}


@dataclass(frozen=True)
class TableOptions:
    """The options of a table."""

    measures_as: Literal["rows", "columns"] = "rows"
    """Whether measures are "rows" or "columns"."""
    rounding: Literal["round", "truncate"] = "round"
    """How values are rounded: "round" half away from zero, or "truncate", as K15 does."""
    digits: int = 2
    """Decimals of a column, at most, or where `fixed` exactly; whole counts stay whole."""
    fixed: bool = False
    """Whether every value has exactly `digits` decimals."""
    best: bool = True
    """Whether the best value of each measure is in bold, among predictions that are compared."""
    printed: Literal["none", "differing", "all"] = "differing"
    """How printed values are shown: "none", "differing" for a mark and a note where one differs from ours, or "all" for
    a line of them under each case.
    """
    arrows: bool = True
    """Whether arrows show which way is better."""
    units: bool = False
    """Whether headings say what a value counts."""
    symbols: bool = False
    """Whether LaTeX and HTML have the papers' symbols in place of names."""
    siunitx: bool = False
    """Whether LaTeX aligns decimals by the package of that name."""
    width_mm: float | None = None
    """The room that LaTeX has for it, None for a page of its own article."""
    caption: str = ""
    """Caption of the table, with which LaTeX floats it; "" for none."""
    label: str = ""
    """Name by which LaTeX refers to it."""

    def __post_init__(self) -> None:
        for name, accepted in (
            ("measures_as", ("rows", "columns")),
            ("rounding", ("round", "truncate")),
            ("printed", ("none", "differing", "all")),
        ):
            if getattr(self, name) not in accepted:
                listed = " or ".join([", ".join(map(repr, accepted[:-1])), repr(accepted[-1])])
                raise HierviewError(f"a table's {name} is {listed}, not {quoted(getattr(self, name))}")
        for option in fields(self):
            value, kind = getattr(self, option.name), type(option.default)
            if kind in _KINDS and not isinstance(value, kind):
                raise HierviewError(f"a table's {option.name} is {_KINDS[kind]}, not {quoted(value)}")
        if type(self.digits) is not int or not 0 <= self.digits <= MOST_DIGITS:
            raise HierviewError(
                f"a table's digits are a whole number from 0 to {MOST_DIGITS}, not {quoted(self.digits)}"
            )
        sound = isinstance(self.width_mm, (int, float)) and not isinstance(self.width_mm, bool)
        if self.width_mm is not None and not (sound and 20 <= self.width_mm <= 1000):
            raise HierviewError(f"a table's width_mm is between 20 and 1000 mm, not {quoted(self.width_mm)}")
        if self.label and not re.fullmatch(r"[A-Za-z0-9:._+/-]+", self.label):
            raise HierviewError(
                f"a table's label holds letters, digits and : . _ + / - only, as in tab:cases, not {quoted(self.label)}"
            )
        if self.label and not self.caption.strip():
            raise HierviewError(f"the label {quoted(self.label)} needs a caption: LaTeX numbers the table with it")


@dataclass(frozen=True)
class Heading:
    """The heading of a row or column of values: name, unit, and which way is better."""

    key: str
    """Text of the measure or part."""
    text: str
    """Its name for people."""
    symbol: Row = ()
    """The name with the papers' symbols, where they are wanted."""
    unit: str = ""
    """The unit that the values count; "" for shares."""
    arrow: str = ""
    """Arrow that shows which way is better; "" for none."""
    of: str = ""
    """What the name begins with where others beside it begin so, too, as in "cnn.hF" and "cnn.GIE"."""

    @property
    def without_span(self) -> Heading:
        """The heading below what it begins with."""
        return replace(self, text=self.text.removeprefix(self.of).lstrip(".: "), symbol=()) if self.of else self


@dataclass(frozen=True)
class Cell:
    """One cell of a table: a value, and how it is shown."""

    value: float | None
    """The value; None where it is undefined."""
    text: str
    """The value as it is shown."""
    best: bool = False
    """Whether it is the best and stands in bold."""
    printed: str | None = None
    """The printed value as text; None where there is none."""
    verdict: Verdict | None = None
    """Whether the printed value agrees with ours; None where there is none."""
    because: str = ""
    """Why the printed value differs; "" where it does not."""


def value_cell(value: float | None, text: str, best: bool, comparison: Comparison | None) -> Cell:
    """The cell of a value, beside what was printed where anything was."""
    if comparison is None:
        return Cell(value, text, best)
    return Cell(
        value, text, best, one_line_text(comparison.printed), comparison.verdict, one_line_text(comparison.because)
    )


def heading_arrow(better: str, options: TableOptions) -> str:
    """The arrow of a heading: which way is better, where that is wanted."""
    return {"higher": "↑", "lower": "↓"}.get(better, "") if options.arrows else ""


@dataclass(frozen=True)
class Table:
    """The table as data: `cells[i][j]` is what `headings[j]` says of `cases[i]`. Every text is made one line."""

    cases: Sequence[str]
    """Names of the cases."""
    headings: Sequence[Heading]
    """Headings of the values."""
    cells: Sequence[Sequence[Cell]]
    """Cells by case and heading."""
    origin: Sequence[str]
    """The signature, and where each case opens."""
    options: TableOptions = TableOptions()
    """The options that the table was made with."""
    corner: tuple[str, str] = ("case", "measure")
    """Names of what the rows and columns are, for the corner."""
    says: Sequence[str] = ()
    """Sentences below it."""

    def __post_init__(self) -> None:
        for name in ("cases", "origin", "corner", "says"):
            object.__setattr__(self, name, tuple(map(one_line_text, getattr(self, name))))
        object.__setattr__(self, "headings", tuple(self.headings))
        object.__setattr__(self, "cells", tuple(map(tuple, self.cells)))

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The rows as plain texts, the first with what the columns are."""
        heads = (f"{heading.text} {heading.arrow}".strip() for heading in self.headings)
        rows = zip(self.cases, self.cells, strict=True)
        return [(self.corner[0], *heads), *((name, *(cell.text for cell in row)) for name, row in rows)]


def one_line_text(text: str) -> str:
    """The text on one line, without invisible characters."""
    return quoted(" ".join(text.split()), len(text))[1:-1]


def exact_decimal(value: float) -> Decimal:
    """The decimal that a correctly rounded quotient stands for, without the noise of a float's last digits."""
    decimal = Decimal(repr(float(value)))
    return round(decimal, 10) if decimal.adjusted() < 15 else decimal


def decimal_text(value: float | None, rounding: str = "round", digits: int = 2, fixed: bool = False) -> str:
    """A value with at most `digits` decimals, or exactly as many; `–` for undefined.

    >>> decimal_text(2 / 3), decimal_text(2 / 3, "truncate"), decimal_text(1.0), decimal_text(1.0, fixed=True)
    ('0.67', '0.66', '1', '1.00')
    >>> decimal_text(None)
    '–'
    """
    if value is None:
        return UNDEFINED
    decimal = exact_decimal(value)
    if decimal.adjusted() < 15:
        decimal = decimal.quantize(Decimal(1).scaleb(-digits), "ROUND_HALF_UP" if rounding == "round" else "ROUND_DOWN")
    text = f"{decimal:f}"
    if "." in text and not fixed:
        text = text.rstrip("0").rstrip(".")
    return text.removeprefix("-") if decimal == 0 else text
