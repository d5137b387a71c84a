"""Columns of a table: which holds classes, their parents, labels, levels, paths, codes or weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from ....errors import HierviewError, quoted
from ...source import EMPTY
from .cells import NEARLY_ALL, NO_CLASS, ColumnCells
from .headings import LESS, LEVEL, MOST_COLUMNS, NO_NAMES, level_key, names_parents
from .prefixes import CODE, codes_above

BESIDE = "only what stands beside each other makes levels"
ROLES = ("id", "parent", "label", "path", "code", "weight")
_IN_PATHS = ("/", ">", ".", "::")  # others part several parents
_KEYS = {"id", "ids", "nr", "no", "key", "uri", "iri", "uuid", "code", "number"}  # last words of headings


@dataclass(frozen=True)
class LevelColumns:
    """The columns of a level: that of its names, and that of its codes, if it has one."""

    name: int
    """Number of the column of names."""
    code: int | None = None
    """Number of the column of codes; None without one."""


@dataclass(frozen=True)
class TableColumns:
    """The columns by what they hold; None or () where no column does."""

    parent: int | None = None
    """Column of the parents' names."""
    id: int | None = None
    """Column of the classes' own identifiers."""
    label: int | None = None
    """Column of the labels."""
    weight: int | None = None
    """Column of the weights of edges."""
    path: int | None = None
    """Column of paths from the root down."""
    levels: tuple[LevelColumns, ...] = ()
    """Columns of the levels, the top first."""
    joined: str = ""
    """Sign that parts several parents in one cell; "" where there is one."""
    ends: str = ""
    """Sign that parts all classes above in the cell of parents, whose last is the parent."""
    code: int | None = None
    """Column of codes whose beginnings are the codes of the parents."""
    weak: str = ""
    """Why this may be wrong, if it may."""

    def headings_by_role(self, header: Sequence[str] | None) -> tuple[tuple[str, str], ...]:
        """The role and the heading of each column that has one; its number from 1 where no heading names it alone."""
        places = [(role, getattr(self, role)) for role in ROLES if getattr(self, role, None) is not None]
        places += [(f"level {k}", level.name) for k, level in enumerate(self.levels, 1)]
        heads = [*(header or ())]
        folded = [head.casefold() for head in heads]
        named = {i for i, head in enumerate(heads) if head and head.isprintable() and folded.count(folded[i]) == 1}
        return tuple((role, heads[i] if i in named else str(i + 1)) for role, i in places)


class TableSample(ColumnCells):
    """The cells of a sample by column, and what these hold."""

    def columns(self, headings: Mapping[str, str]) -> TableColumns:
        """The columns by what they hold; headings: of them by role, in the place of what is guessed."""
        headings = dict(headings)
        for i in [self._column_of(head) for head in self._split_headings(headings.pop("leave", ""))]:
            if i is not None:
                self.words[i], self.cells[i], self.filled[i], self.values[i] = (), [""] * len(self.cells[i]), [], set()
                self.roles[i] = None
        columns = self._ancestor_path_columns() or self._guess_columns()
        if not headings:
            return columns
        if len(parts := self._split_headings(headings.get("path", ""))) > 1:
            headings |= {f"level {k}": head for k, head in enumerate(parts, 1)} | {"path": ""}
        at = {{"child": "id"}.get(role, role): self._column_of(head) for role, head in headings.items()}
        ranks = sorted(
            (role for role in at if role.startswith("level")), key=lambda role: int(role.removeprefix("level"))
        )
        levels = [at.pop(role) for role in ranks]
        if levels:
            columns = TableColumns(levels=tuple(LevelColumns(i) for i in levels if i is not None))
        elif main := next((role for role in ("parent", "path", "code") if at.get(role) is not None), None):
            base = columns if getattr(columns, main) is not None else TableColumns(label=self.label({*at.values()}))
            columns = replace(base, parent=None, path=None, code=None, levels=())
        columns = replace(columns, weak="", **at)  # type: ignore[arg-type]
        if columns.parent is not None and columns.id in (None, columns.parent):
            parent = columns.parent
            ids = [i for i in range(self.width) if i != parent and self.may_identify(i)]
            own = max(ids, key=lambda i: (self.roles[i] == "id", self.share_within(parent, i), -i), default=None)
            columns = replace(columns, id=own, label=None if columns.label == own else columns.label)
        if columns.parent is None:
            return columns
        return replace(columns, joined=self._parent_separator(columns.parent, columns.id))

    def _split_headings(self, heads: str) -> list[str]:
        """Headings parted by +, unless all of it is one."""
        return [heads] if heads.casefold() in [cell.casefold() for cell in self.header or ()] else heads.split("+")

    def _column_of(self, head: str) -> int | None:
        """The column with a heading, or a number from 1; None where none is named. Raises HierviewError."""
        heads = [cell.casefold() for cell in self.header or ()]
        if not head:
            return None
        if head.casefold() in heads:
            return heads.index(head.casefold())
        if head.isdecimal() and 0 < int(head[:6]) <= self.width:
            return int(head) - 1
        headings = ", ".join(map(quoted, (self.header or ())[:20])) or f"1 to {self.width}"
        raise HierviewError(f"there is no column {quoted(head)}; the columns are {headings}")

    def _guess_columns(self) -> TableColumns:
        """The columns by what headings say and cells hold, of a table with a header."""
        weight = next((i for i, role in enumerate(self.roles) if role == "weight" and self.holds_numbers(i)), None)
        parent, own = self._parent_and_id()
        coded = next((i for i in range(self.width) if self.holds_codes(i)), None)
        levels = self._ranked_levels()
        by_number = bool(levels) and len({*self.words[levels[0].name]} & LEVEL) > 0
        if parent is not None and self.roles[parent] != "parent" and by_number:
            parent = None
        if parent is not None and self._is_level(parent, own):
            parent = None
        if parent is not None and coded is not None and self.roles[parent] != "parent":
            above = codes_above([*dict.fromkeys(self.filled[coded])])
            parent = parent if self._count_edges(parent, own) > sum(map(above.__contains__, above.values())) else None
        if parent is not None:
            joined, weak = self._parent_separator(parent, own), self._shared_name_doubt(parent, own)
            return TableColumns(parent, own, self.label({parent, own, weight}), weight, joined=joined, weak=weak)
        path = next((i for i, role in enumerate(self.roles) if role == "path" and self.may_hold_paths(i)), None)
        if not levels and path is None and coded is not None:
            return TableColumns(code=coded, label=self.label({coded}), weak=self._depth_column_doubt(coded))
        by_headings = bool(levels)
        chained = self._chained_levels() if path is None and self.width > 2 and not by_number else ()
        extended = {level.name for level in levels} < {level.name for level in chained}
        levels = chained if extended else levels  # which may hold a level whose heading is no rank
        used = {i for level in levels for i in (level.name, level.code)} | {path}
        free = [i for i, role in enumerate(self.roles) if role == "id" and i not in used]
        free = [i for i in free if self.distinct_share(i) == 1.0 and not self.counts_rows(i)]
        each = list(zip(*(self.cells[level.name] for level in levels), strict=True))
        own = next((i for i in free if not level_key(self.words[i]) and len({*each}) == len(each)), None)
        staircase = bool(levels) and any(CODE.fullmatch(cell) for cell in self.values[levels[0].name])
        last = next((i for i in reversed(range(self.width)) if i not in used and self.may_hold_names(i)), None)
        label = (self.label(used) or last) if staircase else None
        weak = "" if by_number or not levels else self._loose_doubt(levels, by_headings, extended, used | {own, label})
        return TableColumns(id=own, label=label, path=None if levels else path, levels=levels, weak=weak)

    def _is_level(self, parent: int, own: int | None) -> bool:
        """Whether what looks like the column of parents is one of three levels, whose headings may say so."""
        return self.width > 2 and not self.share_within(parent, own or 0) and len(self._chained_levels()) > 2

    def _loose_doubt(
        self, levels: Sequence[LevelColumns], by_headings: bool, extended: bool, used: Set[int | None]
    ) -> str:
        """The doubt about levels that no numbers name: a table of people, places or things has such columns, too."""
        if not by_headings:
            others = [i for i in range(self.width) if i not in used and self.may_hold_names(i) and not self.is_prose(i)]
            tops, ends = len(self.filled[levels[0].name]), self.distinct_share(levels[-1].name)
            carries_on = 0 < 2 * tops <= len(self.cells[0]) + 1 and ends > 0.5  # of records, cells recur
            three = len(levels) > 2 and ends >= NEARLY_ALL  # of records, last ones recur
            whole = len(levels) == self.width or ((carries_on or three) and not others)
            return "" if whole else BESIDE
        if len(levels) < 4 and any(self.words[level.name] == ("name",) for level in levels):
            return "names would be a level"
        others = [i for i in range(self.width) if i not in used and self.roles[i] != "label" and self.may_hold_names(i)]
        others = [i for i in others if not any(self.correspond(i, level.name) for level in levels)]
        if len(levels) >= 4 and not extended:
            others = [i for i in others if self.distinct_share(i) >= NEARLY_ALL]
        if not others:
            return ""
        heading = (self.header or ())[others[0] : others[0] + 1] or (str(others[0] + 1),)  # headings may be too few
        return f"the column {quoted(heading[0], 30)} would say nothing"

    def _depth_column_doubt(self, coded: int) -> str:
        """The doubt about codes where a column of levels says that most classes stand elsewhere."""
        above = codes_above([*dict.fromkeys(self.filled[coded])])
        for i in range(self.width):
            if {*self.words[i][-1:]} & LEVEL and len(self.values[i]) > 1 and all(map(str.isdecimal, self.values[i])):
                offsets: list[int] = []
                for code, level in zip(self.cells[coded], self.cells[i], strict=True):
                    depth = 0
                    while (code := above.get(code, "")) and depth < MOST_COLUMNS:
                        depth += 1
                    offsets += [int(level[:9]) - depth] if level.isdecimal() else []
                if max(map(offsets.count, {*offsets})) < 0.9 * len(offsets):
                    return "a column of levels says otherwise"
        return ""

    def _parent_and_id(self) -> tuple[int | None, int | None]:
        """The columns of parents and of the classes that have them, the pair of which most is found again."""
        best: tuple[float, int | None, int | None] = (0.0, None, None)
        for p in range(self.width):
            by_heading = self.roles[p] == "parent" and bool(self.values[p] - NO_CLASS)
            if not (by_heading or (self.words[p] and self.may_identify(p) and self.distinct_share(p) < NEARLY_ALL)):
                continue
            for i in range(self.width):
                if i == p or self.roles[i] == "parent" or not self.may_identify(i):
                    continue
                share = self.share_within(p, i)
                if by_heading:
                    sure = (
                        share
                        + {"id": 0.5, "label": 0.3}.get(self.roles[i] or "", 0.0)
                        + 0.2 * (not self.holds_numbers(i) or self.distinct_share(i) == 1.0)
                    )
                    sure -= 0.6 * (self.distinct_share(i) < 0.5 or bool(NO_NAMES & {*self.words[i]} and not share))
                    sure += 0.1 * ("id" in self.words[p] or "code" in self.words[p])
                elif self.distinct_share(i) > 0.95 and len(self.values[p]) > 1 and self._looks_like_parents(p, i):
                    sure = 0.5 * share
                else:
                    continue
                if sure > best[0]:
                    best = sure, p, i
        return best[1], best[2]

    def _ancestor_path_columns(self) -> TableColumns | None:
        """Columns of a class and the path of all above it, which ends with another row's class; None where none are."""
        for p in range(self.width):
            if not names_parents(self.words[p]):
                continue
            for i in range(self.width):
                for sign in _IN_PATHS if i != p and self.distinct_share(i) == 1.0 else ():
                    ends = [cell.strip(sign).rpartition(sign)[2] for cell in self.cells[p]]
                    above = [end for end in ends if end not in EMPTY]
                    loops = any(a == b for a, b in zip(ends, self.cells[i], strict=True))
                    if (
                        above
                        and not loops
                        and any(sign in cell.strip(sign) for cell in self.filled[p])
                        and {*above} <= self.values[i]
                    ):
                        return TableColumns(p, i, self.label({p, i}), ends=sign)
        return None

    def _count_edges(self, parent: int, own: int | None) -> int:
        """How many rows name another row as their parent."""
        ids = self.values[own or 0]
        return sum(a in ids and a != b for a, b in zip(self.cells[parent], self.cells[own or 0], strict=True))

    def _parent_separator(self, parent: int, own: int | None) -> str:
        """What parts several parents in one cell: both sides of it are classes."""
        several = [cell for cell in self.filled[parent] if own is not None and cell not in self.values[own]]
        for sign in ("|", ";", ","):
            split = [cell for cell in several if sign in cell]
            if split and all({part.strip() for part in cell.split(sign)} <= self.values[own or 0] for cell in split):
                return sign
        return ""

    def _shared_name_doubt(self, parent: int, own: int | None) -> str:
        """The doubt where parents are told by names that several rows have, though each row has an id."""
        if own is None or self.roles[own] == "id" or self.distinct_share(own) == 1.0:
            return ""
        ids = any(role == "id" and i != own and self.distinct_share(i) == 1.0 for i, role in enumerate(self.roles))
        return "parents are named, and several rows have one name" * ids

    def _looks_like_parents(self, parent: int, own: int) -> bool:
        """Whether a column looks like one of parents, though no heading says so; of numbers nearly all would be."""
        stray = self.values[parent] - self.values[own] - NO_CLASS
        if self.holds_numbers(parent):
            ids = [int(cell) for cell in self.values[own] if cell.isdecimal() and len(cell) < 20] or [0]
            sparse = max(ids) - min(ids) > 10 * len(self.values[own]) or min(ids) > len(self.cells[own])  # no counts
            sparse = sparse and self._has_root(parent, own)
            return not stray and ("id" in self.words[parent] or sparse) and len(self.values[parent]) > 2
        return len(stray) <= 0.1 * len(self.values[parent]) and self._has_root(parent, own)

    def _has_root(self, parent: int, own: int) -> bool:
        """Whether some class has no parent, or is its own, and no row else names the same on both sides."""
        same = sum(a == b for a, b in zip(self.cells[parent], self.cells[own], strict=True))
        parents = sum(cell not in NO_CLASS for cell in self.filled[parent])
        return same < 0.5 * len(self.cells[own]) and (same > 0 or parents < len(self.cells[own]))

    def label(self, used: set[int | None]) -> int | None:
        """The column of labels: the one that says so with the fewest words, texts and not too long ones."""

        def rank(i: int) -> tuple[bool, bool, int]:
            words = self.words[i]
            return bool(LESS & {*words}), not {"name", "label", "title", "preflabel"} & {*words}, len(words)

        fit = [i for i, role in enumerate(self.roles) if role == "label" and i not in used and self.filled[i]]
        fit = [i for i in fit if not self.holds_links(i)]
        if not fit and all(i is None or not self.may_hold_names(i) or self.is_coded(i) for i in used):
            texts = [i for i in range(self.width) if i not in used and self.may_hold_names(i) and not self.is_prose(i)]
            return next((i for i in texts if self.distinct_share(i) >= NEARLY_ALL and self.is_filled(i)), None)
        return min(fit, key=rank, default=None)

    def _ranked_levels(self) -> tuple[LevelColumns, ...]:
        """The levels from the top, as headings name them: by numbers, or ranks that stand side by side."""
        groups: dict[tuple[str, ...], list[int]] = {}
        for i, words in enumerate(self.words):
            key = level_key(words) or (
                words[:-1] if words[-1:] in (("id",), ("code",)) and words[:-1] in self.words else ()
            )
            if (key := key or (words if (*words, "id") in self.words else ())) and self.filled[i]:
                groups.setdefault(key, []).append(i)
        by_number = {key: columns for key, columns in groups.items() if key[0].isdecimal()}
        if len(by_number) > 1:
            return tuple(self._merged_level(by_number[key]) for key in sorted(by_number, key=lambda key: int(key[0])))
        small = self.property_columns()
        by_rank = [columns for columns in groups.values() if any(map(self.may_hold_classes, columns))]
        by_rank = [columns for columns in by_rank if not {*columns} <= {*small}]
        levels = [self._merged_level(columns) for columns in by_rank]
        gaps = {b[0] - a[0] for a, b in pairwise(by_rank)}
        least = 2 if all(len(columns) > 1 for columns in by_rank) else min(3, max(2, self.width))
        if len(levels) < least or (max(gaps) > 2 and len(gaps) > 1):
            return ()
        first, last = levels[0].name, levels[-1].name
        upward = self.determines(last, first) and not self.determines(first, last)
        return tuple(levels[::-1] if upward else levels)

    def level_chains(self) -> Iterator[list[int]]:
        """Columns that may be levels, from the top: by how few values they have, from left to right, from right."""
        fit, small = self._level_candidates(), self.property_columns()
        table = self._carry_down(fit)
        if len(fit) > 2 and table.is_grouped(fit):
            yield fit
        for some in ([i for i in fit if i not in small], fit) if small else (fit,):
            by_values = sorted(some, key=lambda i: len(table.values[i]))
            yield from (table._longest_chain(by_values), table._longest_chain(some), table._longest_chain(some[::-1]))
            yield from (table._longest_chain(by_values[k:]) for k in range(1, len(some) - 1))

    def property_columns(self) -> list[int]:
        """Columns of words in small letters that recur, as properties do, beside two and more of others."""
        names = self._level_candidates()
        small = [i for i in names if self.distinct_share(i) <= 0.5 and all(map(str.islower, self.values[i]))]
        return small if len(small) + 1 < len(names) else []

    def _level_candidates(self) -> list[int]:
        """Columns that may be levels: of names, or of codes where no names stand beside them, and no keys of rows."""
        names = [i for i in range(self.width) if self.may_hold_names(i) and not self.is_prose(i)]
        coded = [i for i in names if self.is_coded(i)]
        return [
            i
            for i in names
            if not (self.distinct_share(i) == 1.0 and (i in coded or _KEYS & {*self.words[i][-1:]}) and len(names) > 2)
            and not (i in coded and any(self.correspond(i, j) for j in names if j not in coded))
        ]

    def _chained_levels(self) -> tuple[LevelColumns, ...]:
        """The levels from the top, by which column decides which, from left to right or from right to left."""
        small = self.property_columns()
        fit = [i for i in self._level_candidates() if i not in small]
        table = self._carry_down(fit)
        best = max(table._longest_chain(fit), table._longest_chain(fit[::-1]), key=len)
        # Of columns that say the same, such as a language and its code, the names are those with most letters.
        letters = [sum(map(len, values)) for values in self.values]
        best = [
            max([i, *(j for j in fit if j not in best and self.correspond(i, j))], key=letters.__getitem__)
            for i in best
        ]
        return tuple(map(LevelColumns, best)) if len(best) > 1 else ()

    def _carry_down(self, columns: Sequence[int]) -> TableSample:
        """The table with what empty cells left of the first filled one carry on from the row above."""
        rows = [list(row) for row in zip(*self.cells, strict=True)]
        for above, row in pairwise(rows):
            for i in takewhile(lambda i: not row[i], columns):  # noqa: B023
                row[i] = above[i]
        return TableSample(self.header, rows)

    def _merged_level(self, columns: Sequence[int]) -> LevelColumns:
        """One level of several columns: names are texts, codes decide them."""
        names = [i for i in columns if self.roles[i] == "label"] or [i for i in columns if self.may_hold_names(i)]
        name = (names or list(columns))[0]
        beside = [i for i in columns if i != name and not (NO_NAMES - {"level", "rank"}) & {*self.words[i]}]
        return LevelColumns(name, next((i for i in beside if len(self.values[i]) >= len(self.values[name])), None))

    def _longest_chain(self, columns: Sequence[int]) -> list[int]:
        """The longest row of columns, each of which is decided by the next and has no more values."""
        chain: list[int] = []
        for i in columns:
            if not chain or (self.determines(chain[-1], i) and not self.determines(i, chain[-1])):
                chain.append(i)
            elif len(chain) == 1 and not self.determines(i, chain[0]):
                chain = [i]
        return chain
