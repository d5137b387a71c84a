"""Any hierarchy: a file, a text, bytes or data of Python → the hierarchy, and what the source was taken for."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from ...errors import CaseError, HierviewError, quoted
from ...model.hierarchy import Edge, Hierarchy
from ...model.labels import Labels
from ..losses import count
from .asked import MOST_LISTED, Asked, Guess
from .data import kind_of, read_data, table_text
from .found import Found
from .headings import say_which
from .names import read_names
from .obo import READ as OF_OBO
from .parquet import MAGIC, as_table
from .rows import OF_TABLES
from .shapes import shape_of
from .skos import READ as OF_RDF
from .source import Source, source_of_bytes, source_of_file, source_of_text

_LINES = {"pairs", "paths", "adjacency"}  # shapes that any text has
_GUESSED = {*_LINES, "codes", "list", "outline", "json"}
_OTHERS = ("pairs", "paths", "codes", "outline")
_SAFE = {"most", "encoding", "language", "isolated", "obsolete", "skip", "cut_cycles"}  # choices that settle no doubt
_FEW = 10  # classes, of which nothing can be told
_ODD = re.compile(r"[{}=]|<[\w/!]|;$|^[@%]|^#!|^__\w+__|\bdef |^[BI]-[A-Z]+$|\.(?:jpe?g|png|gif|wav|mp3)\b")
_MEASURED = re.compile(r"(?<![\d.])\d*\.\d+(?![.\d])")
# What a reader that met something unforeseen may end in.
_FAULTS = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, SystemError, TypeError, ValueError)
_BEGINNINGS = "{[(<@"  # of texts of one line that are no path to a file


@dataclass(frozen=True)
class Opened:
    """A hierarchy with what its source was taken for; `cut` are the edges that were left out for closing cycles."""

    hierarchy: Hierarchy
    guess: Guess
    cut: tuple[Edge, ...] = ()


def load_hierarchy(source: Any, *, labels: Any = None, classes: Sequence[Any] | None = None, **asked: Any) -> Hierarchy:
    r"""The hierarchy in a file, a text, bytes, a pandas frame, a networkx graph, an array, a matrix, lists or dicts.

    What a source is, is told by its content; `open_hierarchy` says what it was taken for. labels: labels of classes
    beside their ids, as a mapping or a file of lines `id=name` or `id TAB name`. classes: the names for a matrix.
    asked: the fields of `Asked`, each of which takes the place of a guess. Files may be packed by gzip or ZIP. Nothing
    is fetched. Raises CaseError: the lines that are not accepted, or cycles, with `line` and `cycles`.

    >>> load_hierarchy("Arts/Music/Pop\nArts/Theater").edges
    (('Arts', 'Music'), ('Music', 'Pop'), ('Arts', 'Theater'))
    >>> load_hierarchy("[Term]\nid: GO:1\nname: process\n", shape="obo").labels.of("GO:1")
    'process'
    """
    return open_hierarchy(source, labels=labels, classes=classes, **asked).hierarchy


def open_hierarchy(source: Any, *, labels: Any = None, classes: Sequence[Any] | None = None, **asked: Any) -> Opened:
    r"""The hierarchy that `load_hierarchy` gives, and what its source was taken for.

    >>> opened = open_hierarchy("Music,Arts\nTheater,Arts\nPop,Music\n")
    >>> opened.guess.sentence()
    "read as pair lines, parted by commas, no header, child first: 4 classes, 3 edges, 1 root ('Arts')"
    >>> open_hierarchy("Music,Arts\nTheater,Arts\n", direction="parent first").guess.roots
    ('Music', 'Theater')
    """
    wanted = Asked.of(**asked)
    if isinstance(source, Hierarchy):
        found = Found("hierarchy", wanted)
        return _labelled(_done(source, Guess("hierarchy", "a hierarchy"), found), labels)
    kind = None if isinstance(source, str | bytes | bytearray | os.PathLike) else kind_of(source)
    if kind in ("frame", "arrow"):
        frame = source.to_pandas() if kind == "arrow" else source
        wanted = replace(wanted, header=True, separator="\t")
        return _labelled(_opened(source_of_text(table_text(frame), "frame"), wanted), labels)
    if kind is not None:
        return _labelled(_of_data(source, kind, wanted, classes), labels)
    return _labelled(_opened(_source(source, wanted.encoding), wanted), labels)


def open_named(data: bytes | str, name: str, labels: Any = None, **asked: Any) -> Opened:
    """The hierarchy in a file's content, with the file's name for errors."""
    wanted = Asked.of(**asked)
    origin = quoted(name, 100)[1:-1]
    source = source_of_text(data, origin) if isinstance(data, str) else source_of_bytes(data, origin, wanted.encoding)
    return _labelled(_opened(source, wanted), labels)


def open_file(data: bytes, name: str, labels: Any = None, **asked: Any) -> Opened:
    """The hierarchy that `open_named` gives; in a list of edges parents come first, as its ending says."""
    source = source_of_bytes(data, quoted(name, 100)[1:-1], (wanted := Asked.of(**asked)).encoding)
    ours = name.lower().endswith((".tsv", ".csv"))
    return _labelled(_opened(replace(source, parents_first=ours), wanted), labels)


def _source(given: Any, encoding: str | None) -> Source:
    """The content of a path, a text or bytes. A text has lines, or begins or ends as no path does."""
    if isinstance(given, bytes | bytearray):
        return source_of_bytes(bytes(given), "bytes", encoding)
    if isinstance(given, str) and ("\n" in given or given.lstrip()[:1] in tuple(_BEGINNINGS) or given.endswith("}")):
        return source_of_text(given, "text")
    if isinstance(given, str | os.PathLike):
        return source_of_file(given, encoding)
    raise CaseError(
        f"{quoted(type(given).__name__)} is no hierarchy; a path, a text, bytes, a frame, a graph, arrays or lists are"
    )


def _opened(source: Source, asked: Asked, ours: Set[str] = _SAFE) -> Opened:
    """The hierarchy in a source; ours: choices that nobody made, or that settle no doubt."""
    if source.data[:4] == MAGIC:
        source, asked = as_table(source), replace(asked, header=True, separator="\t")
    shape = shape_of(source, asked.shape or _told(asked))
    size = len(source.data) or len(source.text)
    if size > shape.largest:
        raise CaseError(
            f"{source.origin}: {size:,} bytes are too many for {shape.title}; it has at most {shape.largest:,}"
        )
    found = Found(source.origin, asked)
    try:
        taken = shape.read(source, asked, found)
        if taken.table:
            return _of_table(source, taken.table, shape.key, shape.title, asked)
        hierarchy = found.hierarchy()
    except CaseError as error:
        raise error if str(error).startswith(source.origin) else CaseError(f"{source.origin}: {error}") from None
    except HierviewError as error:
        raise CaseError(f"{source.origin}: {error}") from None
    except _FAULTS as fault:
        raise _unreadable(found, shape.title, fault) from fault
    if asked.shape is None and shape.key in _LINES and not hierarchy.edge_count:
        raise CaseError(
            f"{source.origin}: no line of it names two classes, so it looks like no hierarchy; as {shape.title}, which "
            f"may be asked for ({shape.key!r}), each line would be a class of its own"
        )
    guess = taken.guess(shape.key, shape.title, asked, encoding=source.encoding, packing=source.packing)
    opened = _done(hierarchy, guess, found)
    if shape.key in _GUESSED and not guess.given - ours and (doubt := _doubt(opened, found)):
        raise _asking(source.origin, opened.guess, doubt)
    return opened


def _told(asked: Asked) -> str | None:
    """The shape of a table whose columns were told."""
    roles = [role for role, head in asked.read_as if head]
    by_role = {"parent": "pairs", "path": "paths", "code": "codes"}
    return next((by_role.get(role, "paths") for role in roles if role in by_role or role.startswith("level")), None)


def _doubt(opened: Opened, found: Found) -> str:
    """What speaks against a guess; "" where nothing does."""
    h, guess = opened.hierarchy, opened.guess
    odd = [c for c in h.classes[:1000] if _ODD.search(c)] if guess.shape != "json" else []
    few, alone = len(h) < _FEW, len(h.isolated) * (guess.shape in _LINES)
    if len(odd) > (0.3 if few else 0.05) * min(len(h), 1000) and (not few or guess.shape == "outline"):
        return f"classes would be called {', '.join(quoted(c, 30) for c in odd[:2])}"
    if 2 * alone >= len(h) > 4:
        return f"{alone:,} of {len(h):,} classes would stand alone"
    if few:
        return ""
    if (3 if guess.shape == "paths" else 2) * len(h.roots) >= len(h):
        return f"{len(h.roots):,} of {len(h):,} classes would be roots"
    if found.alike >= 0.05 * len(h) and guess.header is not None and guess.separator in OF_TABLES:
        return f"{found.alike:,} of {len(h):,} classes would share their names"
    if found.weak:
        return found.weak
    if (
        not guess.columns
        and guess.shape != "codes"
        and sum(bool(_MEASURED.search(c)) for c in h.classes) > 0.3 * len(h)
    ):
        return "many classes would be numbers"
    return ""


def _asking(origin: str, guess: Guess, doubt: str) -> CaseError:
    """The question for what may be another thing than it looks like: which reading is meant."""
    error = CaseError(
        f"{origin}: it may be no hierarchy, or another one than it looks like: as {guess.title}, {doubt}. Choose the "
        f"format ({guess.shape!r} reads it so; {', '.join(map(repr, _OTHERS))}){say_which(guess.heads)}"
    )
    error.guess = guess  # what it looks like
    return error


def _of_table(source: Source, table: str, key: str, title: str, asked: Asked) -> Opened:
    """The hierarchy in a table that was made of a source of another shape, which the guess names."""
    origin = f"{source.origin} (its rows)"  # whose ending says nothing
    ours = set() if asked.shape else _SAFE | {"header", "separator"}
    made = _opened(
        replace(source, origin=origin, data=b"", given_text=table),
        replace(asked, shape=None, header=True, separator="\t"),
        ours,
    )
    return replace(made, guess=replace(made.guess, shape=key, title=f"{title}, {made.guess.title}"))


def _unreadable(found: Found, what: str, fault: BaseException) -> CaseError:
    """The error for what no reader expects: which kind the source was read as, how far, and what else may be done."""
    place = f"line {found.line:,}: " * bool(found.line)
    why = "it takes too much memory" if isinstance(fault, MemoryError) else f"{type(fault).__name__}: {quoted(fault)}"
    error = CaseError(
        f"{found.origin}: {place}this cannot be read as {what} ({why}); choose another format, or save it as lines of "
        "parent TAB child"
    )
    error.line = found.line or None
    return error


def _of_data(given: Any, kind: str, asked: Asked, classes: Sequence[Any] | None) -> Opened:
    found = Found(kind, asked)
    try:
        title, taken = read_data(given, kind, asked, found, classes)
        if taken.table:
            return _of_table(source_of_text("", kind), taken.table, kind, title, asked)
        hierarchy = found.hierarchy()
    except CaseError:
        raise
    except HierviewError as error:
        raise CaseError(f"{kind}: {error}") from None
    except _FAULTS as fault:
        raise _unreadable(found, f"Python's {kind}", fault) from fault
    return _done(hierarchy, taken.guess(kind, title, asked), found)


def _done(h: Hierarchy, guess: Guess, found: Found) -> Opened:
    """The hierarchy with all that is known of it only now."""
    read = {*(found.asked.relations or (*OF_OBO, *OF_RDF))}
    relations = tuple((name, n, name in read) for name, n in sorted(found.relations.items()))
    notes = [f"{count(n, 'edge', 'edges')} {name} left out." for name, n, kept in relations if not kept]
    whole = replace(
        guess,
        roots=h.roots[:MOST_LISTED],
        root_count=len(h.roots),
        classes=len(h),
        edges=h.edge_count,
        isolated=len(h.isolated),
        labels=len(h.labels),
        relations=relations,
        notes=(*found.notes, *notes),
    )
    return Opened(h, whole, found.cut)


def _labelled(opened: Opened, labels: Any) -> Opened:
    """The same with further labels; those of a file come before what the hierarchy has itself."""
    if labels is None:
        return opened
    h = opened.hierarchy
    given = labels if isinstance(labels, Mapping) else read_names(_source(labels, None))
    known = {str(c): str(text) for c, text in given.items() if str(c) in h}
    by_language = {language: dict(found) for language, found in h.labels}
    first = next(iter(by_language), "")
    by_language[first] = by_language.get(first, {}) | known
    named = h.labelled(Labels(by_language))
    lost = len(given) - len(known)
    notes = (f"{count(lost, 'label is', 'labels are')} of no class of the hierarchy.",) * bool(lost)
    guess = replace(opened.guess, labels=len(named.labels), notes=(*opened.guess.notes, *notes))
    return replace(opened, hierarchy=named, guess=guess)
