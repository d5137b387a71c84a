"""Choices of a reader of hierarchies, and its guesses where nothing was chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from ...errors import HierviewError, quoted, suggestion
from ..losses import counted_text
from .tables.columns import ROLES

_OF_KEYS = ("rows", "edges", "children", "leave")
_ALIASES = {"name": "label"}

MOST_LISTED = 20  # refused lines, cycles and roots that are named; the rest are counted
ROWS_SHOWN = 5

Direction = Literal["parent first", "child first"]
DIRECTIONS: tuple[Direction, ...] = ("parent first", "child first")

_SEPARATORS = {"\t": "TAB", " ": "blanks", ",": "commas", ";": "semicolons", "|": "|"}
SPELLED = {"tab": "\t", "TAB": "\t", "\\t": "\t", "blank": " ", "space": " ", "comma": ",", "semicolon": ";"}


@dataclass(frozen=True)
class ReaderChoices:
    """The choices of a reader; None leaves one to be guessed."""

    shape: str | None = None
    """The key of a shape, such as "pairs"."""
    separator: str | None = None
    """Sign that parts the cells of a line."""
    header: bool | None = None
    """Whether the first line names columns."""
    direction: Direction | None = None
    """Order of the cells of a pair: "parent first" or "child first"."""
    encoding: str | None = None
    """Encoding of the text."""
    path_separator: str | None = None
    """Sign that parts the names of a path within a cell."""
    relations: tuple[str, ...] | None = None
    """Which relations of an ontology are edges, such as ("is_a", "part_of")."""
    obsolete: bool = False
    """Whether obsolete terms are kept."""
    isolated: bool = True
    """Whether classes without an edge are kept."""
    roots: tuple[str, ...] = ()
    """Classes below which everything is kept; () keeps all."""
    identity: Literal["code", "name"] = "code"
    """Identity of a class in a list of codes: "code" or "name"."""
    cut_cycles: bool = False
    """Whether the edge that closes each cycle is left out."""
    skip: bool = False
    """Whether refused lines are left out."""
    language: str | None = None
    """Language whose labels are shown first."""
    most: int | None = None
    """The most classes that are accepted."""
    read_as: tuple[tuple[str, str], ...] = ()
    """The headings of columns, or their numbers from 1, by what they hold, as in "parent=superior,id=key,label=title";
    levels are "level 1=Country,level 2=Region".
    """

    def choices_made(self) -> frozenset[str]:
        """The names of the choices that were made."""
        return frozenset(f.name for f in fields(self) if getattr(self, f.name) != f.default)

    def roles(self) -> dict[str, str]:
        """The columns or keys that were told, by role."""
        return {role: head for role, head in self.read_as if head}

    @classmethod
    def of(cls, **given: Any) -> ReaderChoices:
        """The choices by name. Raises HierviewError for a choice or a value that there is not."""
        names = [f.name for f in fields(cls)]
        for name in given:
            if name not in names:
                raise HierviewError(f"there is no option {quoted(name)}{suggestion(name, names)}; {', '.join(names)}")
        given = {name: value for name, value in given.items() if value is not None}
        for name in {"relations", "roots"} & {*given}:
            given[name] = (given[name],) if isinstance(given[name], str) else tuple(given[name])
        if "read_as" in given:
            given["read_as"] = _parse_roles(given["read_as"])
        for name in {"separator", "path_separator"} & {*given}:
            separator = given[name]
            if not isinstance(separator, str) or not separator or len(separator) > 10 or "\n" in separator:
                raise HierviewError(f"the separator {quoted(separator)} is not accepted; one such as TAB or ' > ' is")
            given[name] = SPELLED.get(separator, separator)
        for name, accepted in (("direction", DIRECTIONS), ("identity", ("code", "name"))):
            if name in given and given[name] not in accepted:
                raise HierviewError(f"the {name} {quoted(given[name])} is not accepted; {' or '.join(accepted)} is")
        return cls(**given)


def _parse_roles(roles_text: Any) -> tuple[tuple[str, str], ...]:
    """Headings by role, of a text `role=heading,…` or of pairs. Raises HierviewError for a role that there is not."""
    roles = (*ROLES, "child", *_OF_KEYS)
    if isinstance(roles_text, str):
        parts = re.split(rf",(?=\s*(?:{'|'.join((*roles, *_ALIASES))}|level\s*\d+)\s*=)", roles_text)
        roles_text = [part.partition("=")[::2] for part in parts]
    roles_text = roles_text.items() if isinstance(roles_text, Mapping) else roles_text
    pairs = [(_ALIASES.get(str(role).strip(), str(role).strip()), str(head).strip()) for role, head in roles_text]
    for role, _ in pairs:
        if role not in roles and not re.fullmatch(r"level\s*\d{1,2}", role):
            raise HierviewError(
                f"there is no role {quoted(role)} for a column or key; {', '.join(roles)} and level 1, level 2, … are"
            )
    return tuple(pairs)


@dataclass(frozen=True)
class Guess:
    """Shape and choices that a source was read with, guessed or asked for, and what that gave.

    The reader of a shape gives the part that it knows; `opening` adds the rest.
    """

    shape: str = ""
    """Key of the shape."""
    title: str = ""
    """Title of the shape."""
    separator: str | None = None
    """Sign that parts the cells of a line; None where the shape knows no such choice."""
    header: bool | None = None
    """Whether the first line names columns; None where the shape knows no such choice."""
    direction: Direction | None = None
    """Order of the cells of a pair; None where the shape knows no such choice."""
    encoding: str | None = None
    """Encoding of the text; None where the shape knows no such choice."""
    packing: str = ""
    """How the file is packed: "gzip", "ZIP" or ""."""
    rows: tuple[tuple[str, ...], ...] = ()
    """The first rows, as cells."""
    roots: tuple[str, ...] = ()
    """The first roots by name."""
    root_count: int = 0
    """Number of roots."""
    classes: int = 0
    """Number of classes."""
    edges: int = 0
    """Number of edges."""
    isolated: int = 0
    """Number of classes without an edge."""
    labels: int = 0
    """Number of classes that have a label."""
    relations: tuple[tuple[str, int, bool], ...] = ()
    """Number of edges of each relation of the file, and whether they are read."""
    notes: tuple[str, ...] = ()
    """Sentences on what was left out or made."""
    columns: tuple[tuple[str, str], ...] = ()
    """Roles of the columns, as (role, heading)."""
    heads: tuple[str, ...] = ()
    """Headings of the columns."""
    given: frozenset[str] = frozenset()
    """Names of the choices that were asked for."""
    doubt: str = ""
    """Why it may be wrong, if it may."""

    def sentence(self) -> str:
        """The sentence of the guess, on one line."""
        return f"read as {self.in_words()}: {self.counts_in_words(named=True)}"

    def in_words(self) -> str:
        """The words on how the source is read, as in "pair lines, parted by commas, no header, child first"."""
        parts = [self.title]
        if self.separator is not None:
            spelled = _SEPARATORS.get(self.separator, quoted(self.separator))
            parts.append(f"parted by {spelled}")
        if self.header is not None:
            parts.append("with a header" if self.header else "no header")
        parts += [self.direction] if self.direction else []
        parts += [f"{role} in {quoted(head, 30)}" for role, head in self.columns]
        return ", ".join([*parts, *filter(None, (self.encoding, self.packing))])

    def counts_in_words(self, named: bool = False) -> str:
        """The words on how many classes, edges and roots, perhaps with names of roots, and labels there are."""
        counts = [counted_text(self.classes, "class", "classes"), counted_text(self.edges, "edge", "edges")]
        if self.root_count:
            roots = ", ".join(map(quoted, self.roots[:3])) + (", …" if self.root_count > 3 else "")
            counts.append(counted_text(self.root_count, "root", "roots") + (f" ({roots})" if named else ""))
        if self.labels:
            counts.append(counted_text(self.labels, "label", "labels"))
        return ", ".join(counts)
