"""Any hierarchy: a file, a text, bytes or data of Python → the hierarchy, and what the source was taken for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ...errors import CaseError, HierviewError, quoted
from ...model.hierarchy import Hierarchy
from ...model.labels import Labels, check_label
from ..losses import counted_text
from .asked import Guess, ReaderChoices
from .builder import Builder, read_rows
from .data import data_kind, read_data, table_text
from .reader import AS_TABLE, OpenedHierarchy, errors_with_origin, finish_opening, finish_reading, read_source
from .readings import reading_question, readings_of
from .source import OF_EDGES, Source, source_of_bytes, source_of_file, source_of_text
from .tables.parquet import MAGIC, as_table
from .tables.rows import RowLayout, numbered_rows

_SAFE = {"most", "encoding", "language", "isolated", "obsolete", "skip", "cut_cycles"}  # choices that settle no doubt
_BEGINNINGS = tuple("{[(<@")  # of texts of one line that are no path to a file


def load_hierarchy(source: Any, *, labels: Any = None, classes: Sequence[Any] | None = None, **asked: Any) -> Hierarchy:
    r"""The hierarchy in a file, a text, bytes, a pandas frame, a networkx graph, an array, a matrix, lists or dicts.

    What a source is, is told by its content; `open_hierarchy` says what it was taken for. labels: labels of classes
    beside their ids, as a mapping or a file of lines `id=name` or `id TAB name`. classes: the names for a matrix.
    asked: the fields of `ReaderChoices`, each of which takes the place of a guess. Files may be packed by gzip or ZIP.
    Nothing is fetched. Raises CaseError: the lines that are not accepted, or cycles, with `line` and `cycles`.

    >>> load_hierarchy("Arts/Music/Pop\nArts/Theater").edges
    (('Arts', 'Music'), ('Music', 'Pop'), ('Arts', 'Theater'))
    >>> load_hierarchy("[Term]\nid: GO:1\nname: process\n", shape="obo").labels.of("GO:1")
    'process'
    """
    return open_hierarchy(source, labels=labels, classes=classes, **asked).hierarchy


def open_hierarchy(
    source: Any, *, labels: Any = None, classes: Sequence[Any] | None = None, **asked: Any
) -> OpenedHierarchy:
    r"""The hierarchy that `load_hierarchy` gives, and what its source was taken for.

    >>> opened = open_hierarchy("Music,Arts\nTheater,Arts\nPop,Music\n")
    >>> opened.guess.sentence()
    "read as pair lines, parted by commas, no header, child first: 4 classes, 3 edges, 1 root ('Arts')"
    >>> open_hierarchy("Music,Arts\nTheater,Arts\n", direction="parent first").guess.roots
    ('Music', 'Theater')
    """
    choices = ReaderChoices.of(**asked)
    kind = None if isinstance(source, str | bytes | bytearray | os.PathLike) else data_kind(source)
    if isinstance(source, Hierarchy):
        result = finish_opening(source, Guess("hierarchy", "a hierarchy"), Builder("hierarchy", choices))
    elif kind == "frame":
        table = source_of_text(table_text(source), kind)
        result = _open_source(table, choices, AS_TABLE)
    elif kind is not None:
        builder = Builder(kind, choices)
        with errors_with_origin(builder, f"Python's {kind}"):
            result = finish_reading(source_of_text("", kind), read_data(source, kind, builder, classes), builder)
    else:
        result = _open_source(_source_of(source, choices.encoding), choices)
    return _with_labels(result, labels)


def open_file(data: bytes, name: str, labels: Any = None, *, by_ending: bool = True, **asked: Any) -> OpenedHierarchy:
    """The hierarchy in a file's content, with the file's name for errors.

    by_ending: whether parents come first in a list of edges whose name ends as an edge list of hierview's does.
    """
    choices = ReaderChoices.of(**asked)
    ours = by_ending and name.lower().endswith(OF_EDGES)
    source = replace(source_of_bytes(data, quoted(name, 100)[1:-1], choices.encoding), parents_first=ours)
    return _with_labels(_open_source(source, choices), labels)


def _source_of(data: Any, encoding: str | None) -> Source:
    """The content of a path, a text or bytes. A text has lines, or begins or ends as no path does."""
    if isinstance(data, bytes | bytearray):
        return source_of_bytes(bytes(data), "bytes", encoding)
    if isinstance(data, str) and ("\n" in data or data.lstrip().startswith(_BEGINNINGS) or data.endswith("}")):
        return source_of_text(data, "text")
    if isinstance(data, str | os.PathLike):
        return source_of_file(data, encoding)
    raise CaseError(
        f"{quoted(type(data).__name__)} is no hierarchy; a path, a text, bytes, a frame, a graph, arrays or lists are"
    )


def _open_source(
    source: Source, asked: ReaderChoices, rows: Mapping[str, Any] = MappingProxyType({})
) -> OpenedHierarchy:
    """The hierarchy in a source; where something speaks against the guess, the question with the readings."""
    if source.data[:4] == MAGIC:
        source, rows = as_table(source), AS_TABLE
    choices = replace(asked, **rows)
    given = asked.choices_made() - _SAFE
    try:
        opened = read_source(source, choices)
    except CaseError as error:
        if given or error.line is not None or error.cycles:
            raise
        readings = readings_of(source, choices)
        if not readings or readings[0].doubt:
            raise
        raise reading_question(f"{error}; it may be read so:", readings) from None
    if given or not opened.doubts:
        return opened
    readings = readings_of(source, choices, opened)
    ways = "it can be read in several ways" if len(readings) > 1 else "it may be no hierarchy"
    raise reading_question(
        f"{source.origin}: as {opened.guess.title}, {opened.doubts[0]}; {ways}:", readings, opened.guess
    )


def _with_labels(opened: OpenedHierarchy, labels: Any) -> OpenedHierarchy:
    """The hierarchy with further labels; those of a file come before what the hierarchy has itself."""
    if labels is None:
        return opened
    h = opened.hierarchy
    texts = labels if isinstance(labels, Mapping) else _read_labels(_source_of(labels, None))
    by_class = {str(c): str(text) for c, text in texts.items() if str(c) in h}
    by_language = {language: dict(labels_of_it) for language, labels_of_it in h.labels}
    first = next(iter(by_language), "")
    hierarchy = h.labelled(Labels(by_language | {first: by_language.get(first, {}) | by_class}))
    lost = len(texts) - len(by_class)
    notes = (f"{counted_text(lost, 'label is', 'labels are')} of no class of the hierarchy.",) if lost else ()
    guess = replace(opened.guess, labels=len(hierarchy.labels), notes=(*opened.guess.notes, *notes))
    return replace(opened, hierarchy=hierarchy, guess=guess)


def _read_labels(source: Source) -> dict[str, str]:
    """The labels by id in lines `id=name` or `id TAB name`; an id may stand once, a label often. Raises CaseError."""
    lines = [line for line in source.first_lines if not line.startswith("#")]
    separator = next((s for s in "\t=;, " if lines and all(s in line.strip() for line in lines)), "\t")
    builder = Builder(source.origin, ReaderChoices())
    labels: dict[str, str] = {}

    def one(i: int, cells: list[str]) -> None:
        own, _, text = cells[0].strip().partition(separator)
        own, text = own.strip(), " ".join(text.split())
        if not own or not text:
            raise HierviewError(f"{quoted(cells[0])} is not accepted; id=name or id TAB name is")
        if own in labels:
            raise HierviewError(f"the id {quoted(own)} has the label {quoted(labels[own])} already; give it one")
        labels[own] = check_label(text)

    read_rows(builder, numbered_rows(source.text, RowLayout("", None, ()), builder), one)
    builder.check_lines()
    return labels
