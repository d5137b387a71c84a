"""Roles of the columns of a file of labels, as they are shown and changed by one choice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ....errors import StudyError
from ..label_files import table_of_beginning
from ..labels import LabelBuilder
from ..matching import Matcher
from .guess import JUDGED, Side, table_with_heads
from .heads import free_name
from .roles import OTHER_ROLES, ReadingOptions, Roles, row_reader, table_roles

SHOWN = 4  # rows
MOST_COLUMNS = 12  # more are told in the sentence on how the file was read
CLASSES = "label"  # the role of the classes in a file of one side
SYSTEM = "system"
LEFT_OUT = "leave"


class StepMatches(NamedTuple):
    """The number of labels that one step matched ("": that none did), and the first such rows, as texts."""

    step: str
    labels: int
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class ColumnRoles:
    """The columns of a table of instances, each with its role."""

    heads: tuple[str, ...]
    """Name of each column."""
    roles: tuple[str, ...]
    """Role of each column: "id", "true", "system", "label" (in a file of one side), "level 1" and so on, or "leave"."""
    header: bool | None
    """Whether the first line names the columns."""
    rows: tuple[tuple[str, ...], ...]
    """The first rows."""
    side: Side
    """Side whose labels the table holds."""
    more: int = 0
    """Number of rows that follow; 0 of a file of so many lines that only its beginning was looked at."""
    systems: tuple[str, ...] = ()
    """Name of the system of each column; "" of one that is none."""
    matched: tuple[StepMatches, ...] = ()
    """Steps by which labels of these rows were matched."""

    def role_options(self) -> tuple[str, ...]:
        """The roles that a column may have here."""
        levels = [f"level {n}" for n in range(1, 2 + sum(role.startswith("level") for role in self.roles))]
        sides = ("true", SYSTEM) if self.side == "both" else (CLASSES,)
        return ("id", *sides, *levels, LEFT_OUT)

    def system_name(self, k: int) -> str:
        """The name of the system in a column, or what it would be called by its head."""
        return self._usable_name(self.systems[k] or self.heads[k]) or f"system {k + 1}"

    def _usable_name(self, text: str) -> str:
        """A text as the name of a system in `read_as`; "" where nothing is left of it."""
        name = " ".join("".join(" " if c in ",=+" or not c.isprintable() else c for c in text).split())
        return f"system {name}" if name in (*self.role_options(), *OTHER_ROLES, CLASSES, "labels") else name

    def choices_with_name(self, k: int, name: str) -> tuple[tuple[str, Any], ...]:
        """The choices of a reader for which the system in column k has another name, unlike those of the others."""
        free = free_name(self._usable_name(name) or self.system_name(k), (*self.systems[:k], *self.systems[k + 1 :]))
        systems = tuple(free if other == k else now for other, now in enumerate(self.systems))
        return replace(self, systems=systems).choices_with_role(k, SYSTEM)

    def choices_with_role(self, k: int, role: str) -> tuple[tuple[str, Any], ...]:
        """The choices of a reader for which column k has another role; what had a role of one column takes its old one.

        So a truth and a system change places by one choice, and a truth that is left out is followed by a system.
        """
        roles, own = list(self.roles), self.roles[k]
        single = role == "id" or role.startswith("level") or (role in ("true", CLASSES) and own != LEFT_OUT)
        for other, now in enumerate(self.roles):
            if single and now == role:
                roles[other] = own
        roles[k] = role
        if "true" not in roles and SYSTEM in (others := [*roles[:k], "", *roles[k + 1 :]]):
            roles[others.index(SYSTEM)] = "true"
        columns: dict[str, list[str]] = {}
        for other, now in enumerate(roles):
            if now != LEFT_OUT:
                columns.setdefault(self.system_name(other) if now == SYSTEM else now, []).append(self._role_text(other))
        told = ",".join(f"{name}={'+'.join(heads)}" for name, heads in columns.items())
        return (("read_as", told), *([] if self.header is None else [("header", self.header)]))

    def _role_text(self, k: int) -> str:
        head = self.heads[k]
        plain = head and self.heads.count(head) == 1 and not set(head) & set(",=+") and head == head.strip()
        return head if plain else str(k + 1)


def column_roles(
    data: bytes, matcher: Matcher, side: Side, origin: str, choices: Mapping[str, Any]
) -> ColumnRoles | None:
    """The columns of a file's first rows with their roles; "leave" for all where these cannot be told.

    None where there is but one column, or there are too many for a choice each.
    """
    told = ReadingOptions(**choices)
    try:
        table = table_of_beginning(data, origin, matcher, told)
    except StudyError:
        return None
    if table is None or not 1 < table.width <= MOST_COLUMNS:
        return None
    try:
        roles = table_roles(table, matcher, side, origin, told)
    except StudyError:
        named = table.heads is None and (len(table.rows) > 1 if told.header is None else told.header)
        roles = Roles(table_with_heads(table) if named else table, None, {}, named)
    if any(part.how == "classes" for part in roles.parts.values()):
        return None
    header = roles.header if table.heads is None else None
    heads = roles.table.heads or tuple(str(k + 1) for k in range(table.width))
    rows = _rows_in_words([row for _, row in roles.table.rows[:SHOWN]], len(heads))
    more = len(roles.table.rows) - len(rows) if len(roles.table.rows) < JUDGED else 0
    found, systems = _roles_of_columns(roles, side, len(heads))
    return ColumnRoles(
        heads, found, header, rows, side, more, systems, _matches_by_step(roles, matcher, origin, len(heads))
    )


def _roles_of_columns(roles: Roles, side: Side, width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The role of each column, and the name of the system in it."""
    found, systems = [LEFT_OUT] * width, [""] * width
    for name, part in roles.parts.items():
        for n, k in enumerate(part.columns[:1] if part.how == "ranks" else part.columns, 1):
            of_cells = CLASSES if side != "both" else "true" if name == "true" else SYSTEM
            found[k] = f"level {n}" if part.how == "levels" and (side != "both" or name == "true") else of_cells
            systems[k] = name if found[k] == SYSTEM else ""
    if roles.ids is not None:
        found[roles.ids] = "id"
    return tuple(found), tuple(systems)


def _matches_by_step(roles: Roles, matcher: Matcher, origin: str, width: int) -> tuple[StepMatches, ...]:
    """By which steps the labels of a table were matched, and the first rows of each step."""
    readers = [row_reader(part, roles.table, LabelBuilder(origin)) for part in roles.parts.values()]
    counts: Counter[str] = Counter()
    rows: defaultdict[str, list[list[Any]]] = defaultdict(list)
    for line, row in roles.table.rows:
        steps = Counter(matcher.match(label).step for labels in readers for label in labels(line, row))
        counts += steps
        for step in steps:
            if len(rows[step]) < SHOWN:
                rows[step].append(row)
    return tuple(StepMatches(step, n, _rows_in_words(rows[step], width)) for step, n in counts.items())


def _rows_in_words(rows: Sequence[list[Any]], width: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(_cell_in_words, [*row[:width], *[""] * (width - len(row))])) for row in rows)


def _cell_in_words(cell: Any) -> str:
    return "; ".join(map(str, cell)) if isinstance(cell, list) else "" if cell is None else str(cell)
