"""The options of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Literal

from ...errors import HierviewError, quoted

MOST_DIGITS = 6
_KINDS: dict[type, str] = {bool: "True or False", str: "a text"}


@dataclass(frozen=True)
class TableOptions:
    """The options of a table.

    measures_as: "rows" or "columns".  rounding: "round" half away from zero, or "truncate", as K15 does.
    digits: decimals of a column, at most, or where `fixed` exactly; whole counts stay whole.  best: the best
    value of each measure in bold, among predictions that are compared.  printed: "none", "differing" for a mark
    and a note where a printed value differs from ours, or "all" for a line of printed values under each case.
    arrows: which way is better.  units: what a value counts.  symbols: the papers' symbols in place of names, in
    LaTeX and HTML.  siunitx: LaTeX aligns decimals by the package of that name.  width_mm: the room that LaTeX has
    for it, None for a page of its own article.  caption: with one, LaTeX floats the table.  label: what LaTeX refers
    to it by.
    """

    measures_as: Literal["rows", "columns"] = "rows"
    rounding: Literal["round", "truncate"] = "round"
    digits: int = 2
    fixed: bool = False
    best: bool = True
    printed: Literal["none", "differing", "all"] = "differing"
    arrows: bool = True
    units: bool = False
    symbols: bool = False
    siunitx: bool = False
    width_mm: float | None = None
    caption: str = ""
    label: str = ""

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
