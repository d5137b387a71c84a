"""Signs of what the columns of a table of instances hold: how many of their cells are classes, ids, marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any, Literal

from ....errors import suggestion
from ..matching import Matcher
from .heads import head_stem, kind_of_head, rank_of_head
from .table import LISTED, LabelTable, never_decreases, split_cell

Side = Literal["true", "run", "both"]
JOINERS = ("", LISTED, "|", ";", ",", " ", "@")
JUDGED = 2_000  # rows by which columns are judged
MATCHING = 0.5  # share of a column's labels that are classes, from which on it holds labels
CHAINED = 0.9  # share of rows in which one column's class stands below another's, from which on both are levels
MARKS = {
    **dict.fromkeys(("1", "1.0", "true", "x", "yes", "✓"), True),
    **dict.fromkeys(("0", "0.0", "false", "no", ""), False),
}


@dataclass(frozen=True)
class ColumnGroup:
    """The columns that hold one side's labels, and how."""

    columns: tuple[int, ...]
    """Numbers of the columns."""
    how: Literal["cells", "levels", "classes", "ranks"] = "cells"
    """How they hold labels: one class or list a cell, the levels of one class, a column a class, or the best classes,
    of which the first is the label.
    """
    joiner: str = ""
    """Sign between the classes of a cell; "" for one class."""


class ColumnGuess:
    """Guesses the roles of a table's columns from its cells."""

    def __init__(self, table: LabelTable, matcher: Matcher, side: Side):
        self.table, self.matcher, self.side = table, matcher, side
        self.heads = table.heads or tuple(str(k + 1) for k in range(table.width))
        self.spelled = False
        self.kinds = [kind_of_head(head) if table.heads else "" for head in self.heads]

    def cells(self, k: int) -> list[Any]:
        """The cells of a column by which it is judged."""
        return self.table.cells(k, JUDGED)

    @cached_property
    def joiners_with_shares(self) -> list[tuple[float, str]]:
        """Of each column the share of labels that are classes, and what joins them then."""
        for self.spelled in (False, True):
            found = [self._best_joiner(k) for k in range(self.table.width)]
            if any(share >= MATCHING for share, _ in found):
                break
        return found

    def _best_joiner(self, k: int) -> tuple[float, str]:
        cells = [cell for cell in self.cells(k) if cell]
        if any(isinstance(cell, list) for cell in cells):
            return self.class_share(cells, ""), ""
        cells = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
        lists = any(cell.lstrip()[:1] in ("[", "(", "{") or cell.startswith("set(") for cell in cells[:200])
        joiners = [
            j for j in JOINERS if (lists if j == LISTED else not j.strip() or any(j in cell for cell in cells[:200]))
        ]
        for joiner in joiners:  # of ids it is known at once
            parts = [part for cell in cells for part in split_cell(cell, joiner)]
            if parts and all(part in self.matcher for part in parts):
                return 1.0, joiner
        shares = [(self.class_share(cells, joiner), joiner) for joiner in joiners]
        return max(shares, key=lambda pair: pair[0]) if shares and cells else (0.0, "")

    def class_share(self, cells: Sequence[Any], joiner: str) -> float:
        """The share of labels in some cells that are classes."""
        parts = [part for cell in cells for part in split_cell(cell, joiner)]
        return sum(bool(self.matcher.classes_meant(part, self.spelled)) for part in parts) / max(1, len(parts))

    @cached_property
    def label_columns(self) -> list[int]:
        """The columns that hold labels, of which those that may be ids come in `ids`."""
        return [k for k, (share, _) in enumerate(self.joiners_with_shares) if share >= MATCHING]

    @cached_property
    def mark_columns(self) -> list[int]:
        """The columns that are headed by a class and hold numbers."""
        if not self.table.heads:
            return []
        numbers = [k for k in range(self.table.width) if all(map(_is_mark, self.table.cells(k, 50)))]
        return [k for k in numbers if self.matcher.match(self.heads[k]).found] if len(numbers) > 1 else []

    def id_column(self) -> int | None:
        """The column of ids."""
        others = [k for k in range(self.table.width) if k not in self.label_columns and k not in self.mark_columns]
        scores = [(self._id_likeness(k), -k) for k in others]
        if scores and max(scores)[0] > 0:
            return -max(scores)[1]
        if len(self.label_columns) < 2 or self.mark_columns:
            return None
        first = self.label_columns[0]
        cells = [str(cell) for cell in self.cells(first)]
        of_three = self.side != "both" or len(self.label_columns) > 2
        if self.kinds[first] == "id" or (of_three and never_decreases(cells)):
            return first
        numbered = len({*cells}) == len(cells) and all(map(str.isdigit, cells))
        if self.side != "both" and numbered and not self._is_told and len(self.label_columns) == 2:
            return first
        return None

    def _id_likeness(self, k: int) -> int:
        """How much a column looks like ids; 0 where it is none."""
        cells = [str(cell).strip() for cell in self.cells(k)]
        if not all(cells) or any(isinstance(cell, list | dict) for cell in self.cells(k)):
            return 0
        different, kind = len({*cells}), self.kinds[k]
        unique = different == len(cells)
        if kind in ("text", "score", "predicted", "true") or (kind != "id" and sum(map(len, cells)) > 80 * len(cells)):
            return 0
        if kind != "id" and all(re.fullmatch(r"-?\d*[.,]\d+(?:e-?\d+)?" + "|0|1" * (k > 0), cell) for cell in cells):
            return 0
        index = self.table.heads is not None and (not self.heads[k].strip() or self.heads[k].startswith("Unnamed"))
        if kind != "id" and different == 1 < len(cells) and self.table.width > 2:
            return 0
        together = 1 < different == sum(1 for _ in groupby(cells))  # rows of an instance
        if kind != "id" and not unique and not together and (k or 2 * different < len(cells) > 10):
            return 0
        return 1 + 4 * (kind == "id") + 2 * unique + (k == 0) - 3 * index * (kind != "id")

    @property
    def _is_told(self) -> bool:
        return "true" in self.kinds or "predicted" in self.kinds

    def column_groups(self, labels: Sequence[int]) -> list[ColumnGroup]:
        """The columns of labels, those of one side together."""
        parts: list[ColumnGroup] = []
        for k in labels:
            last = parts[-1] if parts else None
            if last and last.columns[-1] == k - 1 and self._is_next_rank(last, k):
                parts[-1] = replace(last, columns=(*last.columns, k), how="ranks")
            elif last and last.columns[-1] == k - 1 and last.how == "levels" and self._is_level_below(k - 1, k):
                parts[-1] = replace(last, columns=(*last.columns, k))
            elif last and last.columns[-1] == k - 1 and len(last.columns) == 1 and self._is_level_below(k - 1, k):
                parts[-1] = ColumnGroup((k - 1, k), "levels")
            elif last and last.columns[-1] == k - 1 and last.how == "cells" and self._share_stem(k - 1, k):
                parts[-1] = replace(last, columns=(*last.columns, k))
            else:
                parts.append(ColumnGroup((k,), "cells", self.joiners_with_shares[k][1]))
        return parts

    def _is_next_rank(self, part: ColumnGroup, k: int) -> bool:
        """Whether a head gives the rank below those of other columns, which begin with the first."""
        own, last = self.heads[k], self.heads[part.columns[-1]]
        return rank_of_head(own) == len(part.columns) + 1 == rank_of_head(last) + 1 and head_stem(own) == head_stem(
            last
        )

    def _share_stem(self, a: int, b: int) -> bool:
        """Whether two heads differ by a number alone."""
        return (
            self.table.heads is not None
            and self.heads[a] != self.heads[b]
            and head_stem(self.heads[a]) == head_stem(self.heads[b])
        )

    def _is_level_below(self, a: int, b: int) -> bool:
        """Whether the classes of one column stand right below those of another."""
        parents, rows, chained = self.matcher.hierarchy.parents, 0, 0
        for above, below in zip(self.cells(a), self.cells(b), strict=True):
            if above and below and isinstance(above, str) and isinstance(below, str):
                rows += 1
                upper = {*self.matcher.classes_meant(above.strip())}
                chained += any(not upper.isdisjoint(parents(c)) for c in self.matcher.classes_meant(below.strip()))
        return rows > 0 and chained >= CHAINED * rows

    def mean_same_classes(self, parts: Sequence[ColumnGroup]) -> bool:
        """Whether columns mean one class in each row, as one of codes and one of their names do."""
        rows = zip(*(self.cells(part.columns[0]) for part in parts), strict=True)
        means = ([{*self.matcher.classes_meant(str(cell).strip())} for cell in row] for row in rows)
        return all(part.how == "cells" for part in parts) and all(set.intersection(*found) for found in means)

    def filled_counter(self, columns: Sequence[int]) -> Callable[[int], int]:
        """Counter of how many of some columns a row fills."""
        cells = [self.cells(k) for k in columns]
        return lambda i: sum(i < len(own) and bool(own[i]) for own in cells)

    def has_header(self) -> bool:
        """Whether the first row names columns: it matches nothing where the others do, and is not like the others."""
        first, rest = self.table.rows[0][1], table_with_heads(self.table)
        if any(isinstance(cell, list) for cell in first):
            return False
        known = bool(len(self.matcher))
        inner = ColumnGuess(rest, self.matcher, self.side)
        if (
            known
            and self.table.width > 2
            and len(inner.mark_columns) > 1
            and 2 * len(inner.mark_columns) >= self.table.width - 1
        ):
            return True
        labels = inner.label_columns if known else [1] if self.table.width > 1 else []
        of_first = [first[k] for k in labels if k < len(first) and first[k].strip()]
        told = ({inner.joiners_with_shares[k][1] for k in labels}, JOINERS) if known else ()
        if any(self.class_share([cell], joiner) for joiners in told for cell in of_first for joiner in joiners):
            return False
        if sum(bool(kind) for kind in inner.kinds) > (not known) and (known or "id" in inner.kinds[:1]):
            return bool(labels) or not known
        if not labels or not of_first or not known:
            return False
        others = [k for k in range(self.table.width) if k not in labels and k < len(first)]
        if any(_cell_pattern(first[k]) in {_cell_pattern(cell) for cell in rest.cells(k, 20)} for k in others):
            return False
        return not any(suggestion(part, self.matcher.hierarchy.classes) for part in of_first[:3])


def table_with_heads(table: LabelTable) -> LabelTable:
    """A table whose first row names its columns; those without a name are numbered."""
    heads = tuple(str(cell).strip() for cell in table.rows[0][1])
    return replace(table, heads=heads, rows=table.rows[1:])


def _cell_pattern(cell: Any) -> str:
    """A cell with its letters and digits made alike."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", str(cell)))


def _is_mark(cell: Any) -> bool:
    """Whether a cell is a mark of an indicator, or a score."""
    return str(cell).strip().lower() in MARKS or ("." in str(cell) and is_number_or_mark(cell))


def is_number_or_mark(cell: Any) -> bool:
    """Whether a cell is a number, or true or false."""
    try:
        float(str(cell))
    except ValueError:
        return str(cell).strip().lower() in MARKS
    return True
