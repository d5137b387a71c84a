"""Roles of the columns of a file of labels, as they are shown and changed by one choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ....errors import StudyError
from ..label_files import beginning_of
from ..matching import Matcher
from .guess import JUDGED, Side, headed
from .roles import Roles, Told, roles_of
from .table import Table

SHOWN = 4  # rows
MOST_COLUMNS = 12  # more are told in the sentence on how the file was read
CLASSES = "label"  # the role of the classes in a file of one side
SYSTEM = "system"
LEFT_OUT = "leave"


@dataclass(frozen=True)
class ColumnRoles:
    """The columns of a table of instances, each with its role.

    heads: M names.  roles: M of "id", "true", "system", "label" (in a file of one side), "level 1" and so on, and
    "leave".  header: whether the first line names them.  rows: the first ones, of M texts.  more: how many follow; 0 of
    a file of so many lines that only its beginning was looked at.
    """

    heads: tuple[str, ...]
    roles: tuple[str, ...]
    header: bool | None
    rows: tuple[tuple[str, ...], ...]
    side: Side
    more: int = 0

    def options(self) -> tuple[str, ...]:
        """The roles that a column may have here."""
        levels = [f"level {n}" for n in range(1, 2 + sum(role.startswith("level") for role in self.roles))]
        sides = ("true", SYSTEM) if self.side == "both" else (CLASSES,)
        return ("id", *sides, *levels, LEFT_OUT)

    def name(self, k: int) -> str:
        """The name of the system in a column."""
        head = "".join(" " if c in ",=+" else c for c in self.heads[k]).strip()
        return f"system {head or k + 1}" if not head or head in (*self.options(), "labels", "text") else head

    def changed(self, k: int, role: str) -> tuple[tuple[str, Any], ...]:
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
                columns.setdefault(self.name(other) if now == SYSTEM else now, []).append(self._written(other))
        told = ",".join(f"{name}={'+'.join(heads)}" for name, heads in columns.items())
        return (("read_as", told), *([] if self.header is None else [("header", self.header)]))

    def _written(self, k: int) -> str:
        head = self.heads[k]
        plain = head and self.heads.count(head) == 1 and not set(head) & set(",=+") and head == head.strip()
        return head if plain else str(k + 1)


def column_roles(
    data: bytes, matcher: Matcher, side: Side, origin: str, choices: Mapping[str, Any]
) -> ColumnRoles | None:
    """The columns of a file's first rows with their roles; "leave" for all where these cannot be told.

    None where there is but one column, or there are too many for a choice each.
    """
    told = Told(**choices)
    try:
        table = beginning_of(data, origin, matcher, told)
    except StudyError:
        return None
    if table is None or not 1 < table.width <= MOST_COLUMNS:
        return None
    try:
        roles = roles_of(table, matcher, side, origin, told)
    except StudyError:
        named = table.heads is None and (len(table.rows) > 1 if told.header is None else told.header)
        roles = Roles(headed(table) if named else table, None, {}, named)
    if any(part.how == "classes" for part in roles.parts.values()):
        return None
    header = roles.header if table.heads is None else None
    heads = roles.table.heads or tuple(str(k + 1) for k in range(table.width))
    rows = tuple(tuple(map(_shown, cells)) for cells in _first_rows(roles.table, len(heads)))
    more = len(roles.table.rows) - len(rows) if len(roles.table.rows) < JUDGED else 0
    return ColumnRoles(heads, _of_columns(roles, side, len(heads)), header, rows, side, more)


def _of_columns(roles: Roles, side: Side, width: int) -> tuple[str, ...]:
    found = [LEFT_OUT] * width
    for name, part in roles.parts.items():
        for n, k in enumerate(part.columns, 1):
            of_cells = CLASSES if side != "both" else "true" if name == "true" else SYSTEM
            found[k] = f"level {n}" if part.how == "levels" and (side != "both" or name == "true") else of_cells
    if roles.ids is not None:
        found[roles.ids] = "id"
    return tuple(found)


def _first_rows(table: Table, width: int) -> list[list[Any]]:
    return [[*row[:width], *[""] * (width - len(row))] for _, row in table.rows[:SHOWN]]


def _shown(cell: Any) -> str:
    return "; ".join(map(str, cell)) if isinstance(cell, list) else "" if cell is None else str(cell)
