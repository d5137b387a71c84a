"""Any hierarchy: a file, a text, bytes or data of Python → the hierarchy, and what the source was taken for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any

from ...errors import CaseError, HierviewError, quoted
from ...model.hierarchy import Edge, Hierarchy
from ...model.labels import Labels, check_label
from ..losses import count
from .asked import MOST_LISTED, ROWS_SHOWN, Asked, Guess
from .builder import Builder, each_line
from .data import kind_of, read_data, table_text
from .grammars.obo import READ as OF_OBO
from .grammars.skos import READ as OF_RDF
from .shapes import shape_of
from .source import Source, source_of_bytes, source_of_file, source_of_text
from .tables.headings import is_number, say_which
from .tables.parquet import MAGIC, as_table
from .tables.rows import OF_TABLES, Parting, numbered_rows

_LINES = {"pairs", "paths", "adjacency"}  # shapes that any text has
_FEW = 10  # classes, of which equal names tell nothing
_SAMPLE = 1000  # classes that are looked at
# Signs of code, markup, settings, logs and tokens.
_CODE = re.compile(
    r"[{}=]|<[\w/!]|[;:]$|^[@%!]|^#!|^__\w+__|\bdef |\w\(\)|\(\"|^\[\w+ \"|, line \d|(?:^| )(?:\*(?: |$)|-\w )"
    r"|\w--+\w|^[BIES]-[A-Z]+$|^[-d][rwx-]{9}|(?::[^:]*){4}"
)
# Addresses, files, hashes, sizes, times.
_DATA = re.compile(
    r"\S@\S+\.\w|^\d+(?:\.\d+){3}$|\b[0-9a-f]{32,}\b|^\d+(?:\.\d+)?[KMG]B?$|\d\d:\d\d|^\d{4}-\d\d-\d\d"
    r"|\w\.(?:jpe?g|png|gif|wav|mp3|mp4|pdf|txt|md|py|js|json|csv|html?|log|sh|c|h|java|zip)\b"
)
_SETTING = re.compile(r"[\w-]+: \S")
_SAYING = re.compile(
    r"\b(?:I|[Ww]e|[Yy]ou|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|is|are|was|were|will|would|has|have|had|the|needs?|our|my|your)\b"
)
_MEASURED = re.compile(r"(?<![\d.])\d*\.\d+(?![.\d])")
_GUESSED = {*_LINES, "codes", "list", "outline", "json"}
_OTHERS = ("pairs", "paths", "codes", "outline")
_SAFE = {"most", "encoding", "language", "isolated", "obsolete", "skip", "cut_cycles"}  # choices that settle no doubt
_AS_TABLE: Mapping[str, Any] = {"header": True, "separator": "\t"}  # how rows are handed on
# What a reader that met something unforeseen may end in.
_FAULTS = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, SystemError, TypeError, ValueError)
_BEGINNINGS = tuple("{[(<@")  # of texts of one line that are no path to a file


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
    choices = Asked.of(**asked)
    kind = None if isinstance(source, str | bytes | bytearray | os.PathLike) else kind_of(source)
    if isinstance(source, Hierarchy):
        result = _whole(source, Guess("hierarchy", "a hierarchy"), Builder("hierarchy", choices))
    elif kind == "frame":
        table = source_of_text(table_text(source), kind)
        result = _open(table, replace(choices, **_AS_TABLE), {*_SAFE, *_AS_TABLE})
    elif kind is not None:
        builder = Builder(kind, choices)
        with _sentences(builder, f"Python's {kind}"):
            result = _read(source_of_text("", kind), read_data(source, kind, builder, classes), builder)
    else:
        result = _open(_source(source, choices.encoding), choices)
    return _with_labels(result, labels)


def open_file(data: bytes, name: str, labels: Any = None, *, by_ending: bool = True, **asked: Any) -> Opened:
    """The hierarchy in a file's content, with the file's name for errors.

    by_ending: whether parents come first in a list of edges whose name ends as an edge list of hierview's does.
    """
    choices = Asked.of(**asked)
    ours = by_ending and name.lower().endswith((".tsv", ".csv"))
    source = replace(source_of_bytes(data, quoted(name, 100)[1:-1], choices.encoding), parents_first=ours)
    return _with_labels(_open(source, choices), labels)


def _source(given: Any, encoding: str | None) -> Source:
    """The content of a path, a text or bytes. A text has lines, or begins or ends as no path does."""
    if isinstance(given, bytes | bytearray):
        return source_of_bytes(bytes(given), "bytes", encoding)
    if isinstance(given, str) and ("\n" in given or given.lstrip().startswith(_BEGINNINGS) or given.endswith("}")):
        return source_of_text(given, "text")
    if isinstance(given, str | os.PathLike):
        return source_of_file(given, encoding)
    raise CaseError(
        f"{quoted(type(given).__name__)} is no hierarchy; a path, a text, bytes, a frame, a graph, arrays or lists are"
    )


def _open(source: Source, asked: Asked, ours: Set[str] = _SAFE) -> Opened:
    """The hierarchy in a source; ours: choices that nobody made, or that settle no doubt."""
    if source.data[:4] == MAGIC:
        source, asked, ours = as_table(source), replace(asked, **_AS_TABLE), {*ours, *_AS_TABLE}
    shape = shape_of(source, asked.shape or _shape_by_roles(asked))
    size = len(source.data) or len(source.text)
    if size > shape.largest:
        raise CaseError(
            f"{source.origin}: {size:,} bytes are too many for {shape.title}; it has at most {shape.largest:,}"
        )
    builder = Builder(source.origin, asked)
    with _sentences(builder, shape.title):
        guess = replace(shape.read(source, builder), shape=shape.key, title=shape.title)
        result = _read(source, guess, builder)
    if asked.shape is None and shape.key in {*_LINES, "list", "outline"} and not result.guess.edges:
        raise CaseError(
            f"{source.origin}: no line of it names two classes, so it looks like no hierarchy; as {shape.title}, which "
            f"may be asked for ({shape.key!r}), each line would be a class of its own"
        )
    settled = shape.key not in _GUESSED or result.guess.given - ours
    if not settled and (why := _doubt(result.hierarchy, result.guess, builder)):
        raise _question(source.origin, replace(result.guess, doubt=why))
    return result


@contextmanager
def _sentences(builder: Builder, what: str) -> Iterator[None]:
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


def _read(source: Source, guess: Guess, builder: Builder) -> Opened:
    """The hierarchy of what was read, or the one in the table that was made of it, whose guess names both shapes."""
    asked = builder.asked
    if not builder.table:
        if source.text and not guess.rows:
            guess = replace(guess, rows=tuple((line[:100],) for line in source.sample[:ROWS_SHOWN]))
        choices = frozenset(f.name for f in fields(asked) if getattr(asked, f.name) != f.default)
        guess = replace(guess, given=choices, encoding=source.encoding, packing=source.packing)
        return _whole(builder.hierarchy(), guess, builder)
    origin = f"{source.origin} (its rows)"  # whose ending says nothing
    table = replace(source, origin=origin, data=b"", given_text=builder.table)
    columns = replace(asked, shape=None, **_AS_TABLE)

    def of_both(inner: Guess) -> Guess:
        return replace(inner, shape=guess.shape, title=f"{guess.title}, {inner.title}")

    try:
        result = _open(table, columns, set() if asked.shape else {*_SAFE, *_AS_TABLE})
    except CaseError as error:
        if error.guess is None:
            raise
        raise _question(source.origin, of_both(error.guess)) from None
    return replace(result, guess=of_both(result.guess))


def _shape_by_roles(asked: Asked) -> str | None:
    """The shape of a table whose columns were told."""
    roles = [role for role, head in asked.read_as if head]
    by_role = {"parent": "pairs", "path": "paths", "code": "codes"}
    return next((by_role.get(role, "paths") for role in roles if role in by_role or role.startswith("level")), None)


def _question(origin: str, guess: Guess) -> CaseError:
    """The question for what may be another thing than it looks like: which reading is meant."""
    others = "" if guess.shape == "json" else f"; {', '.join(map(repr, _OTHERS))}"
    error = CaseError(
        f"{origin}: it may be no hierarchy, or another one than it looks like: as {guess.title}, {guess.doubt}. Choose "
        f"the format ({guess.shape!r} reads it so{others}){say_which(guess.heads)}"
    )
    error.guess = guess  # what it looks like
    return error


def _whole(h: Hierarchy, guess: Guess, builder: Builder) -> Opened:
    """The hierarchy with all that is known of it only now."""
    relations_read = {*(builder.asked.relations or (*OF_OBO, *OF_RDF))}
    relations = tuple((name, n, name in relations_read) for name, n in sorted(builder.relations.items()))
    notes = [f"{count(n, 'edge', 'edges')} {name} left out." for name, n, is_edge in relations if not is_edge]
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
    return Opened(h, whole, builder.cut)


def _with_labels(opened: Opened, labels: Any) -> Opened:
    """The hierarchy with further labels; those of a file come before what the hierarchy has itself."""
    if labels is None:
        return opened
    h = opened.hierarchy
    texts = labels if isinstance(labels, Mapping) else _labels_in(_source(labels, None))
    by_class = {str(c): str(text) for c, text in texts.items() if str(c) in h}
    by_language = {language: dict(labels_of_it) for language, labels_of_it in h.labels}
    first = next(iter(by_language), "")
    hierarchy = h.labelled(Labels(by_language | {first: by_language.get(first, {}) | by_class}))
    lost = len(texts) - len(by_class)
    notes = (f"{count(lost, 'label is', 'labels are')} of no class of the hierarchy.",) if lost else ()
    guess = replace(opened.guess, labels=len(hierarchy.labels), notes=(*opened.guess.notes, *notes))
    return replace(opened, hierarchy=hierarchy, guess=guess)


def _labels_in(source: Source) -> dict[str, str]:
    """The labels by id in lines `id=name` or `id TAB name`; an id may stand once, a label often. Raises CaseError."""
    lines = [line for line in source.sample if not line.startswith("#")]
    separator = next((s for s in "\t=;, " if lines and all(s in line.strip() for line in lines)), "\t")
    builder = Builder(source.origin, Asked())
    labels: dict[str, str] = {}

    def one(i: int, cells: list[str]) -> None:
        own, _, text = cells[0].strip().partition(separator)
        own, text = own.strip(), " ".join(text.split())
        if not own or not text:
            raise HierviewError(f"{quoted(cells[0])} is not accepted; id=name or id TAB name is")
        if own in labels:
            raise HierviewError(f"the id {quoted(own)} has the label {quoted(labels[own])} already; give it one")
        labels[own] = check_label(text)

    each_line(builder, numbered_rows(source.text, Parting("", None, ()), builder), one)
    builder.check_lines()
    return labels


# Doubts about a guess: what speaks against the hierarchy that a source was read as, each in one clause


def _doubt(h: Hierarchy, guess: Guess, builder: Builder) -> str:
    """Reason for which a guess may be wrong, such as "6 of 12 classes would be roots"; "" where there is none."""
    names = h.classes[:_SAMPLE]
    reasons = (_names(names, guess, builder), _roots(h, guess, builder), _numbers(names, guess, builder), builder.weak)
    return next(filter(None, reasons), "")


def _share(names: Sequence[str], holds: Iterable[object]) -> float:
    return sum(map(bool, holds)) / max(1, len(names))


def _names(names: Sequence[str], guess: Guess, builder: Builder) -> str:
    """The doubt that names are none of classes."""
    signs = (_DATA,) if guess.shape == "json" or builder.by_heading else (_CODE, _DATA)
    odd = [c for c in names if any(sign.search(c) for sign in signs)]
    if len(odd) > 0.05 * len(names):
        return f"classes would be called {', '.join(quoted(c, 30) for c in odd[:2])}"
    if guess.shape in ("codes", "json") or guess.header:
        return ""
    if _share(names, map(_SETTING.match, names)) > 0.3:
        return "classes would be keys with values"
    sentences = (c[-1] in ".!?" or c.count(" ") > 11 or (c.count(" ") > 2 and _SAYING.search(c)) for c in names)
    return "classes would be sentences" if _share(names, sentences) > 0.3 else ""


def _roots(h: Hierarchy, guess: Guess, builder: Builder) -> str:
    """The doubt that too few classes stand below others."""
    n, roots, alone = len(h), len(h.roots), len(h.isolated) if guess.shape in _LINES else 0
    if 2 * alone >= n > 4:
        return f"{alone:,} of {n:,} classes would stand alone"
    marks = [c for c in h.roots[:_SAMPLE] if not any(map(str.isalnum, c))]
    if marks and not builder.by_heading and guess.shape in {*_LINES, "outline", "list"}:
        return f"classes would be called {', '.join(map(quoted, marks[:2]))}"
    least = 3 if guess.shape == "paths" and n >= _FEW else 2
    if least * roots >= n >= (4 if builder.unnamed or guess.shape in ("outline", "list") else _FEW):
        return f"{roots:,} of {n:,} classes would be roots"
    parents = {*builder.tails} if roots > 1 and n > 3 else set()
    if parents and guess.shape in _LINES and len(parents) == h.edge_count and not builder.by_heading:
        return "no two classes would stand below one"
    if parents and builder.unnamed and parents.isdisjoint(builder.heads):
        return "no class would stand both above and below others, as in labels, mappings and lists of words"
    table = guess.header is not None and guess.separator in OF_TABLES
    if n >= _FEW and ((table and builder.alike >= 0.05 * n) or (guess.shape == "json" and 2 * builder.alike > n)):
        return f"{builder.alike:,} of {n:,} classes would share their names"
    return ""


def _numbers(names: Sequence[str], guess: Guess, builder: Builder) -> str:
    """The doubt that classes would be what was measured or counted."""
    if builder.by_heading or guess.columns or guess.shape == "codes" or builder.weak:
        return ""
    measured = (
        _share(names, map(_MEASURED.search, names)) > 0.3 or _share(names, map(_MEASURED.fullmatch, names)) > 0.15
    )
    mixed = guess.shape in _LINES and 0.3 < _share(names, map(is_number, names)) < 0.9
    return "many classes would be numbers" if measured or mixed else ""
