"""Cells of a table by column, and the kind of each column by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from ...source import EMPTY
from .headings import LESS, MOST_COLUMNS, NO_CODES, head_words, is_number, roles_in_headings
from .prefixes import CODE, are_codes, codes_above

NO_CLASS = frozenset(
    {"0", "-1", "#", "/", "-"}
)  # in a column of parents, where no row is called so: the class is a root
NO_LEVEL = EMPTY | {"-", "–", "--"}  # what levels that are not there are filled with
_COUNT = re.compile(r"\d+([.,]\d+)? ?%|\d{1,3}([ \u00a0\u202f'’.,]\d{3})+")  # shares, and numbers of many digits
_URL = re.compile(r"[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_DATE = re.compile(r"\d{4}[-/.]\d\d?[-/.]\d\d?([T ].*)?|\d\d?[./]\d\d?[./]\d{2,4}")
_FILE = re.compile(r"\S+\.[A-Za-z]\w{2,3}")
_LEADING_ZERO = re.compile(r"0\d")
_FLAGS = {"yes", "no", "true", "false", "y", "n", "x", "t", "f", "0", "1", "ja", "nein"}
_LONGEST_CLASS = 120  # letters, on average, of the cells of a column that may hold names of classes
NEARLY_ALL = 0.9


class ColumnCells:
    """The cells of a sample by column."""

    def __init__(self, header: Sequence[str] | None, rows: Sequence[Sequence[str]]):
        self.header = header
        self.width = min(MOST_COLUMNS, max([len(header or ()), *map(len, rows)], default=0))
        self.words = [head_words(cell) for cell in (header or ())[: self.width]]
        self.words += [()] * (self.width - len(self.words))
        self.cells = [[row[i].strip() if i < len(row) else "" for row in rows] for i in range(self.width)]
        for column in self.cells:
            if all(cell.endswith(".0") or cell in EMPTY for cell in column):  # whole numbers of a frame with gaps
                column[:] = [cell.removesuffix(".0") for cell in column]
        self.filled = [[cell for cell in column if cell not in EMPTY] for column in self.cells]
        self.values = [{*column} for column in self.filled]
        self.roles = roles_in_headings(self.words)

    def may_identify(self, i: int) -> bool:
        """Whether a column may hold classes: some of it is filled, and its cells are short texts or codes."""
        cells = self.filled[i]
        return bool(cells) and sum(map(len, cells)) <= _LONGEST_CLASS * len(cells)

    def holds_numbers(self, i: int) -> bool:
        """Whether all of a column are numbers, or shares in per cent."""
        return bool(self.filled[i]) and all(is_number(cell) or _COUNT.fullmatch(cell) for cell in self.filled[i])

    def holds_links(self, i: int) -> bool:
        """Whether all of a column are addresses on the net."""
        return bool(self.filled[i]) and all(map(_URL.fullmatch, self.filled[i]))

    def may_hold_names(self, i: int) -> bool:
        """Whether a column may hold names of classes: short texts, no numbers, addresses, dates, files or flags."""
        if not self.may_identify(i) or self.holds_numbers(i) or {cell.lower() for cell in self.values[i]} <= _FLAGS:
            return False
        return not any(all(map(kind.fullmatch, self.filled[i])) for kind in (_URL, _DATE, _FILE))

    def counts_rows(self, i: int) -> bool:
        """Whether a column counts the rows."""
        first = self.filled[i][0] if self.filled[i] else ""
        return first in ("0", "1") and self.cells[i] == [str(int(first) + k) for k in range(len(self.cells[i]))]

    def is_prose(self, i: int) -> bool:
        """Whether most cells of a column are sentences or descriptions."""
        cells = self.filled[i]
        return bool(LESS & {*self.words[i]}) or sum(cell.count(" ") > 4 for cell in cells) > 0.5 * len(cells)

    def distinct_share(self, i: int) -> float:
        """Share of the cells of a column that are the first of their kind, from 0 to 1."""
        return len(self.values[i]) / max(1, len(self.filled[i]))

    def share_within(self, inner: int, outer: int) -> float:
        """Share of the values of a column that stand in another, from 0 to 1."""
        return len(self.values[inner] & self.values[outer]) / max(1, len(self.values[inner]))

    def determines(self, above: int, below: int) -> bool:
        """Whether a value of one column nearly always stands beside the same value of another, as its parent would."""
        parents: dict[str, str] = {}
        pairs = other = 0
        for parent, child in zip(self.cells[above], self.cells[below], strict=True):
            if child not in NO_LEVEL and parent not in NO_LEVEL:
                pairs += 1
                other += parents.setdefault(child, parent) != parent
        return pairs > 0 and other <= 0.1 * pairs

    def correspond(self, a: int, b: int) -> bool:
        """Whether each value of one column stands beside one value of another, and the other way round."""
        return len(self.values[a]) > 1 and self.determines(a, b) and self.determines(b, a)

    def is_grouped(self, columns: Sequence[int]) -> bool:
        """Whether rows with the same first cells stand together, at each of some columns, and each has more of them."""
        rows = [*zip(*(self.cells[i] for i in columns), strict=True)]
        runs = [[beginning for beginning, _ in groupby(row[:n] for row in rows)] for n in range(1, len(columns) + 1)]
        sizes = [*map(len, runs)]
        return sizes == [len({*run}) for run in runs] and all(a < b for a, b in pairwise(sizes))

    def holds_codes(self, i: int) -> bool:
        """Whether nearly all cells of a column are codes of a hierarchy, and its heading names nothing else."""
        return not NO_CODES & {*self.words[i]} and self.is_filled(i) and are_codes(self.filled[i], len(self.filled[i]))

    def may_hold_codes(self, i: int) -> bool:
        """Whether all cells of a column are codes of their own, some of which begin with others."""
        codes = self.filled[i]
        if (
            NO_CODES & {*self.words[i]}
            or not self.is_filled(i)
            or self.distinct_share(i) < 1
            or not all(map(CODE.fullmatch, codes))
        ):
            return False
        return not self.holds_numbers(i) and any(codes_above(codes).values())

    def is_coded(self, i: int) -> bool:
        """Whether all cells of a column are codes or numbers with digits."""
        codes = [cell for cell in self.filled[i] if cell not in NO_CLASS]
        return all(map(CODE.fullmatch, codes)) and any(map(str.isdigit, "".join(codes)))

    def is_filled(self, i: int) -> bool:
        """Whether nearly all cells of a column are filled."""
        return len(self.filled[i]) >= NEARLY_ALL * len(self.cells[i])

    def may_hold_paths(self, i: int) -> bool:
        """Whether most cells of a column have several parts."""
        return sum(bool(re.search(r"[/>|;\\»→.:]", cell)) for cell in self.filled[i]) > 0.5 * len(self.filled[i])

    def may_hold_classes(self, i: int) -> bool:
        """Whether a column may hold names or codes of classes."""
        numbers = self.holds_numbers(i) and not any(map(_LEADING_ZERO.match, self.filled[i]))
        coded = not numbers and len(self.values[i]) > 1 and all(map(CODE.fullmatch, self.filled[i]))
        return self.may_hold_names(i) or coded
