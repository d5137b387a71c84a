"""Reading a source with choices: the hierarchy, what it was taken for, and what speaks against that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from ...errors import CaseError, HierviewError, quoted
from ...model.hierarchy import Edge, Hierarchy
from ..losses import counted_text
from ..typed.lines import split_marks
from .asked import MOST_LISTED, ROWS_SHOWN, Guess, ReaderChoices
from .builder import Builder
from .doubts import doubts_of
from .grammars.obo import READ as OF_OBO
from .grammars.skos import READ as OF_RDF
from .shapes import has_keys, shape_of
from .source import FileShape, Source

_LINES = {"pairs", "paths", "adjacency", "list", "outline"}  # shapes that any text has
GUESSED = {*_LINES, "codes", "json"}
AS_TABLE: Mapping[str, Any] = {"header": True, "separator": "\t"}  # how rows are handed on
_USED: Mapping[str, Sequence[str]] = {  # roles by shape, and by what keys hold
    "pairs": ("parent", "child", "id", "label", "weight", "leave"),
    "paths": ("path", "id", "label", "level", "leave"),
    "codes": ("code", "label", "leave"),
    "rows": ("parent", "child", "id", "label", "path", "code", "level", "weight", "leave"),
    "edges": ("edges", "parent", "child", "id", "label"),
    "children": ("children", "id", "label"),
}
# What a reader that met something unforeseen may end in.
_FAULTS = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, SystemError, TypeError, ValueError)


@dataclass(frozen=True)
class OpenedHierarchy:
    """A hierarchy with what its source was taken for."""

    hierarchy: Hierarchy
    """The hierarchy."""
    guess: Guess
    """Guess at what the source is, with counts."""
    cut: tuple[Edge, ...] = ()
    """The edges that were left out for closing cycles."""
    doubts: tuple[str, ...] = ()
    """Doubts about the guess, in clauses."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Letters t and p by class, of an outline that has some."""


def read_source(source: Source, asked: ReaderChoices) -> OpenedHierarchy:
    """The hierarchy in a source with some choices, however doubtful. Raises CaseError where there is none."""
    roles = {"level" if role.startswith("level") else role for role in asked.roles()}
    shape = shape_of(source, asked.shape or (_shape_by_roles(source, asked) if roles else None))
    size = len(source.data) or len(source.text)
    if size > shape.largest:
        raise CaseError(
            f"{source.origin}: {size:,} bytes are too many for {shape.title}; it has at most {shape.largest:,}"
        )
    builder = Builder(source.origin, asked)
    with errors_with_origin(builder, shape.title):
        if shape.key not in ("json", "list"):
            _check_used(roles, {*_USED.get(shape.key, ())}, shape)
        guess = replace(shape.read(source, builder), shape=shape.key, title=shape.title)
        if shape.key in ("json", "list"):
            kind = "rows" if builder.table else next((kind for kind in ("children", "edges") if kind in roles), "")
            _check_used(roles, {"rows", "leave", *_USED.get(kind, ())}, shape)
        opened = finish_reading(source, guess, builder)
    if asked.shape is None and shape.key in _LINES and not opened.guess.edges:
        raise CaseError(
            f"{source.origin}: no line of it names two classes, so it looks like no hierarchy; as {shape.title}, which "
            f"may be asked for ({shape.key!r}), each line would be a class of its own"
        )
    return _with_marks(opened) if shape.key == "list" else opened


@contextmanager
def errors_with_origin(builder: Builder, what: str) -> Iterator[None]:
    """Whatever a reader ends in as a CaseError that begins with the origin. what: the source was read as."""
    try:
        yield
    except HierviewError as error:
        if isinstance(error, CaseError) and str(error).startswith(builder.origin):
            raise
        raise CaseError(f"{builder.origin}: {error}") from None
    except _FAULTS as fault:
        place = f"line {builder.line:,}: " if builder.line else ""
        memory = isinstance(fault, MemoryError)
        why = "it takes too much memory" if memory else f"{type(fault).__name__}: {quoted(fault)}"
        trouble = CaseError(
            f"{builder.origin}: {place}this cannot be read as {what} ({why}); choose another format, or save it as "
            "lines of parent TAB child"
        )
        trouble.line = builder.line or None
        raise trouble from fault


def finish_reading(source: Source, guess: Guess, builder: Builder) -> OpenedHierarchy:
    """The hierarchy of what was read, or the one in the table that was made of it, whose guess names both shapes."""
    asked = builder.asked
    if not builder.table:
        if source.text and not guess.rows:
            guess = replace(guess, rows=tuple((line[:100],) for line in source.first_lines[:ROWS_SHOWN]))
        guess = replace(guess, given=asked.choices_made(), encoding=source.encoding, packing=source.packing)
        return finish_opening(builder.hierarchy(), guess, builder)
    origin = f"{source.origin} (its rows)"  # whose ending says nothing
    table = replace(source, origin=origin, data=b"", given_text=builder.table)
    told = tuple((role, head) for role, head in asked.read_as if role not in ("rows", "leave"))
    opened = read_source(table, replace(asked, shape=None, read_as=told, **AS_TABLE))
    return replace(
        opened,
        guess=replace(
            opened.guess, shape=guess.shape, title=f"{guess.title}, {opened.guess.title}", given=asked.choices_made()
        ),
    )


def _check_used(roles: Set[str], used_roles: Set[str], shape: FileShape) -> None:
    """Raise HierviewError for a role that was told and says nothing here."""
    if unused := sorted(roles - used_roles):
        accepted = ", ".join(sorted(used_roles)) or "none"
        raise HierviewError(f"the role {quoted(unused[0])} is not used in {shape.title}; used are {accepted}")


def _shape_by_roles(source: Source, asked: ReaderChoices) -> str | None:
    """The shape of a table whose columns were told; None where there are keys, or no role says it."""
    if has_keys(source):
        return None
    by_role = {"parent": "pairs", "path": "paths", "code": "codes"}
    roles = [role for role in asked.roles() if role in by_role or role.startswith("level")]
    return by_role.get(roles[0], "paths") if roles else None


def _with_marks(opened: OpenedHierarchy) -> OpenedHierarchy:
    """A list that was read, with the marks at the end of its lines for what they are; as it is where it has none."""
    h = opened.hierarchy
    found = {c: split_marks(c) for c in h.classes if c.endswith("]")}
    names = {c: found[c][0] if c in found else c for c in h.classes}
    if not any(marks for _, marks in found.values()) or len({*names.values()}) < len(names) or len(h.labels):
        return opened
    edges = [
        (names[a], names[b], weight) if h.weighted else (names[a], names[b]) for (a, b), weight in h.weights.items()
    ]
    guess = replace(opened.guess, roots=tuple(names[root] for root in opened.guess.roots))
    marks = {names[c]: marks for c, (_, marks) in found.items()}
    return replace(opened, hierarchy=Hierarchy.from_edges(edges, names.values()), guess=guess, marks=marks)


def _several_parents_note(h: Hierarchy) -> list[str]:
    """A note on the one class of several parents in what is a tree but for it, as two classes of one name would be."""
    more = h.edge_count - len(h) + len(h.roots)  # than a tree has
    odd = next((c for c in h.classes if len(h.parents(c)) == 2), "") if more == 1 else ""
    return [f"{quoted(odd)} alone has two parents, {' and '.join(map(quoted, h.parents(odd)))}."] if odd else []


def finish_opening(h: Hierarchy, guess: Guess, builder: Builder) -> OpenedHierarchy:
    """The opened hierarchy, with the notes and doubts that only the whole of it tells."""
    relations_read = {*(builder.asked.relations or (*OF_OBO, *OF_RDF))}
    relations = tuple((name, n, name in relations_read) for name, n in sorted(builder.relations.items()))
    notes = [f"{counted_text(n, 'edge', 'edges')} {name} left out." for name, n, is_edge in relations if not is_edge]
    notes += _several_parents_note(h) if guess.shape == "pairs" and builder.by_heading else []
    whole = replace(
        guess,
        roots=h.roots[:MOST_LISTED],
        root_count=len(h.roots),
        classes=len(h),
        edges=h.edge_count,
        isolated=len(h.isolated),
        labels=len(h.labels),
        relations=relations,
        notes=(*builder.notes, *notes),
    )
    return OpenedHierarchy(h, whole, builder.cut, doubts_of(h, whole, builder) if guess.shape in GUESSED else ())
