"""The readings of a source: the few ways in which it may be meant, each with what it gives and the choices for it."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from ...errors import CaseError, HierviewError, quoted
from ...model.case import Draft
from ...model.checks import LONGEST_NAME
from ...model.hierarchy import Edge, Hierarchy
from . import outlines
from .asked import Guess, ReaderChoices
from .builder import Builder
from .doubts import MILD, SMALL, reading_reason
from .grammars import json_values
from .grammars.json_keys import attributes_of, objects_in, objects_of_list
from .grammars.json_values import read_value
from .reader import OpenedHierarchy, read_source
from .shapes import has_keys
from .source import OF_EDGES, Source, source_of_bytes, source_of_text
from .tables.columns import LevelColumns, TableColumns, TableSample
from .tables.headings import MOST_COLUMNS, OF_TEXTS
from .tables.rows import IN_CELLS, OF_PATHS, hold_paths

MOST = 3  # readings that a question shows
_WIDEST = 12  # columns, every two of which are tried
_FIRST_EDGES = 2
_MOST_KEYS = 30  # of an object that may wrap what is meant
_MOST_VALUES = 10_000  # of JSON, YAML and TOML
DRAWN = 12  # edges of the draft


@dataclass(frozen=True)
class Reading:
    """One way to read a source."""

    asked: ReaderChoices
    """Choices that give exactly this."""
    guess: Guess
    """Guess at what it is, with counts."""
    edges: tuple[Edge, ...]
    """The first ones."""
    doubts: tuple[str, ...]
    """Doubts about it, in clauses."""
    reason: str
    """Reason for it; "" where there is none."""
    whole: bool
    """Whether the counts are those of all lines, not of the first."""
    _source: Source = field(repr=False)

    @property
    def doubt(self) -> str:
        """The first doubt; "" where there is none."""
        return next(iter(self.doubts), "")

    def open(self) -> OpenedHierarchy:
        """The whole source, read so."""
        return read_source(self._source, self.asked)

    def draft(self) -> Draft:
        """The first edges as a draft, for a small drawing."""
        return Draft(Hierarchy.from_edges(self.edges))

    def in_words(self) -> str:
        """The words on how the source is read."""
        return self.guess.in_words()

    def counts_in_words(self) -> str:
        """The words on how many classes, edges and roots there are."""
        return self.guess.counts_in_words() + " in the first part" * (not self.whole)

    def shell_options(self) -> str:
        """The options of the shell that give exactly this, as in `--header yes`."""
        return " ".join(f"{name}{_shell_quoted(text)}" for name, text in _shell_options(self.asked))

    def python_call(self) -> str:
        """The call of Python that gives exactly this."""
        given = {name: getattr(self.asked, name) for name in sorted(self.asked.choices_made())}
        if "read_as" in given:
            given["read_as"] = dict(given["read_as"])
        return f"open_hierarchy({', '.join(['…', *(f'{name}={value!r}' for name, value in given.items())])})"

    def listed_lines(self, number: int, opening_command: str) -> str:
        """Lines of the reading in a list of readings. opening_command: the command, or the call, that opens it."""
        edges = ", ".join(f"{quoted(a, 30)[1:-1]} > {quoted(b, 30)[1:-1]}" for a, b in self.edges[:_FIRST_EDGES])
        against = f"; but {self.doubt}" if self.doubt else ""
        return f"  {number}  {self.in_words()}    {self.counts_in_words()}    {edges}{against}\n     {opening_command}"


def _shell_quoted(text: str) -> str:
    """A value behind its option as a shell takes it, in quotation marks where it is more than a word."""
    plain = "'" in text or re.fullmatch(r"[\w,=.-]+", text, re.ASCII)
    value = shlex.quote(text) if plain else f"'{text}'"
    return f"{'=' if text[0] == '-' else ' '}{value}" if text else ""


def _shell_options(asked: ReaderChoices) -> Iterator[tuple[str, str]]:
    """The options of the shell that make choices, and their values; "" where an option takes none."""
    values = {
        "--as": asked.shape,
        "--separator": "TAB" if asked.separator == "\t" else asked.separator,
        "--path-separator": asked.path_separator,
        "--header": {True: "yes", False: "no", None: None}[asked.header],
        "--read-as": ",".join(f"{role}={head}" for role, head in asked.read_as),
        "--direction": (asked.direction or "").replace(" ", "-"),
        "--encoding": asked.encoding,
        "--language": asked.language,
    }
    yield from ((name, text) for name, text in values.items() if text)
    flags = {"obsolete": asked.obsolete, "no-isolated": not asked.isolated, "cut-cycles": asked.cut_cycles}
    yield from ((f"--{name}", "") for name, made in (flags | {"skip": asked.skip}).items() if made)


def reading_question(
    why: str,
    readings: Sequence[Reading],
    guess: Guess | None = None,
    opening_command: Callable[[Reading], str] = Reading.python_call,
) -> CaseError:
    """The question which reading is meant.

    why: what is doubted, in a sentence.  guess: what the source looks like.  opening_command: asks for a reading.
    """
    error = CaseError(
        "\n".join([why, *(one.listed_lines(k, opening_command(one)) for k, one in enumerate(readings, 1))])
    )
    error.readings = tuple(readings)
    error.guess = guess or readings[0].guess
    return error


def readings_of(source: Source, asked: ReaderChoices, doubted: OpenedHierarchy | None = None) -> tuple[Reading, ...]:
    """The likeliest readings of a source, the likeliest first, and last what it was taken for and is doubted.

    asked: choices that all of them keep.
    """
    keyed = has_keys(source)
    try:
        part = _part_of_keys(source) if keyed else source.first_part
    except (HierviewError, RecursionError):
        return ()
    looks = None if doubted is None or asked.shape else replace(asked, shape=doubted.guess.shape)
    found: dict[object, Reading] = {}
    for choice in [*([looks] if looks else []), *(_key_choices if keyed else _line_choices)(part, asked)]:
        if any(len(head) > LONGEST_NAME for _, head in choice.read_as):
            continue  # no command names it
        try:
            opened = read_source(part, replace(choice, shape=_shape_of_keys(source)) if keyed else choice)
        except HierviewError:
            continue
        h = opened.hierarchy
        doubts = (*(doubted.doubts if doubted and choice == looks else opened.doubts), *_further_doubts(part, opened))
        same = frozenset(h.edges), len(h)
        known = found.get(same)
        if not h.edge_count or (_doubt_weight(doubts) > 2 and choice != looks) or (known and known.asked != looks):
            continue
        if choice.header in (None, opened.guess.header):
            doubts = known.doubts if known else doubts  # what is doubted, by other choices
            reason = reading_reason(h, opened.guess, part.row_layout(choice).rows if opened.guess.heads else ())
            found[same] = Reading(choice, opened.guess, h.edges[:DRAWN], doubts, reason, not part.cut, source)
    likely = list(found.values())
    likely = likely[1:] + likely[:1] if looks else likely  # what is doubted last, of equally likely ones
    return tuple(sorted(likely, key=lambda reading: _doubt_weight(reading.doubts))[:MOST])


def undoubted_readings(data: bytes, name: str, opened: OpenedHierarchy) -> tuple[Reading, ...]:
    """The readings of a file of lines that nothing speaks against, first the guess that opened it; () without any.

    They do not hold the file.
    """
    guess = opened.guess
    if guess.shape not in ("pairs", "paths", "codes") or guess.packing or guess.given:
        return ()
    source = source_of_bytes(data, name, None)
    found = readings_of(replace(source, parents_first=name.lower().endswith(OF_EDGES)), ReaderChoices(), opened)
    others = [
        one
        for one in found
        if not one.doubt and one.guess.edges >= guess.edges and one.guess.counts_in_words() != guess.counts_in_words()
    ]
    nothing = source_of_text("", name)
    taken = Reading(ReaderChoices(), guess, opened.hierarchy.edges[:DRAWN], (), "", True, nothing)
    return (taken, *(replace(one, _source=nothing) for one in others))[: MOST * bool(others)]


def _doubt_weight(doubts: Sequence[str]) -> int:
    return sum(1 if doubt in MILD else 2 for doubt in doubts)


def _further_doubts(source: Source, opened: OpenedHierarchy) -> Iterator[str]:
    """Further doubts about a reading, beside those of a guess."""
    guess = opened.guess
    if guess.header is False and source.guessed_layout.header is not None:
        yield "the first line looks like headings"
    if guess.header and guess.heads and guess.heads[0] in opened.hierarchy:
        yield "a heading stands among the classes"
    levels = {head for role, head in guess.columns if role.startswith("level")}
    if levels and guess.header and guess.separator:
        look = source.row_layout(ReaderChoices(header=True, separator=guess.separator))
        table = TableSample(look.header, look.rows)
        if levels & {guess.heads[i] for i in table.property_columns() if i < len(guess.heads)}:
            yield SMALL
        fit = next(table.level_chains(), [])
        if fit[:1] == [0] and len(levels) < len(fit) == table.width and table.is_grouped(fit):
            yield f"the column {quoted(guess.heads[0], 30)} would say nothing"
    if (
        guess.shape != "codes"
        and 2 * guess.root_count >= guess.classes > 3
        and not any("root" in d for d in opened.doubts)
    ):
        yield f"{guess.root_count:,} of {guess.classes:,} classes would be roots"


def _line_choices(source: Source, asked: ReaderChoices) -> Iterator[ReaderChoices]:
    """Choices that may be meant for lines, likelier ones first."""
    yield from _table_choices(source, asked)
    if asked.shape is None and source.guessed_layout.header is None:
        yield from (replace(asked, shape=key) for key in ("codes", "outline", "paths", "adjacency", "list"))
        lines = source.first_lines
        parting = [sign for sign in OF_PATHS if 0.2 * len(lines) <= sum(sign in line for line in lines) < len(lines)]
        for outer, inner in combinations(parting if asked.separator is None else (), 2):
            yield replace(asked, shape="paths", separator=outer, path_separator=inner)


def _table_choices(source: Source, asked: ReaderChoices) -> Iterator[ReaderChoices]:
    """Choices for lines that are parted into cells: with a header and without, each column in each role."""
    looks = source.guessed_layout.header is not None
    for header in (looks, not looks) if asked.header is None else (asked.header,):
        base = asked if header == looks or asked.header is not None else replace(asked, header=header)
        look = source.row_layout(replace(base, header=header))
        if base != asked and look.most_cells > 1:
            yield base
        if look.most_cells == 2 and asked.direction is None:
            yield replace(base, shape="pairs", direction="child first")
            yield replace(base, shape="pairs", direction="parent first")
        if not asked.read_as and 1 < look.most_cells <= MOST_COLUMNS:
            roles = column_roles_of(TableSample(look.header, look.rows))
            yield from (
                replace(base, header=header, read_as=columns.headings_by_role(look.header)) for columns in roles
            )


def column_roles_of(table: TableSample) -> Iterator[TableColumns]:
    """Roles that the columns of a table may have: parents by value, levels in either direction, paths, codes."""
    fit = [i for i in range(min(table.width, _WIDEST)) if table.may_identify(i)]
    label = table.label
    for parent in fit:
        for own in fit:
            if (
                own != parent
                and table.share_within(parent, own) > 0.5
                and table.distinct_share(own) > 0.9 > table.distinct_share(parent)
            ):
                yield TableColumns(parent=parent, id=own, label=label({parent, own}))
    for i in fit:
        if not OF_TEXTS & {*table.words[i]} and any(hold_paths(table.filled[i], separator) for separator in IN_CELLS):
            yield TableColumns(path=i)
    for chain in table.level_chains():
        if len(chain) > 1:
            yield TableColumns(levels=tuple(map(LevelColumns, chain)))
    for i in fit:
        if table.holds_codes(i) or table.may_hold_codes(i):
            yield TableColumns(code=i, label=label({i}))


# Keys


def _key_choices(source: Source, asked: ReaderChoices) -> Iterator[ReaderChoices]:
    """Choices that may be meant for keys: each list as rows, each key of lists as that of children, attributes."""
    if asked.read_as:
        return

    def told(**roles: str) -> ReaderChoices:
        return replace(asked, read_as=tuple(roles.items()))

    value = source.value
    said = "+".join(filter(str.isprintable, sorted(attributes_of(value)[0]))) if isinstance(value, Mapping) else ""
    each = list(objects_in(value))
    holders = Counter(key for one in each for key, inner in one.items() if isinstance(inner, list | Mapping) and inner)
    keys = [key for key, _ in holders.most_common(_WIDEST) if key.isprintable()]
    for key in ["+".join(keys[:n]) for n in (2, 3) if n <= len(keys)] + keys:
        place = next(
            (place for place, rows in _object_lists(value) if any({*key.split("+")} & {*row} for row in rows)), ""
        )
        yield told(**{"rows": place} if place else {}, children=key, **{"leave": said} if said else {})
    if said:
        yield told(leave=said)
    for place, rows in _object_lists(value):
        where = {"rows": place} if place else {}
        if place:
            yield told(**where)
        builder = Builder(source.origin, asked)
        with suppress(HierviewError):
            read_value(rows, builder)
        if builder.table:
            table = replace(source, given_text=builder.table, value=None)
            for choice in _table_choices(table, replace(asked, header=True, separator="\t")):
                if choice.read_as:
                    yield told(**where, **dict(choice.read_as))


def _object_lists(value: Any, place: str = "", deep: int = 3) -> Iterator[tuple[str, list[Any]]]:
    """Lists of objects in a value, or an object alone, and the keys that lead to each, parted by points."""
    rows = [value] if isinstance(value, Mapping) else objects_of_list(value)
    if rows and place.isprintable():
        yield place, rows
    inside = [*value.values()] if isinstance(value, Mapping) and deep and len(value) <= _MOST_KEYS else []
    alike = len(inside) > 1 and all(isinstance(one, Mapping) for one in inside) and {*inside[0]} & {*inside[1]}
    for key, inner in value.items() if inside and not alike else ():  # none of several that are alike is meant alone
        yield from _object_lists(inner, f"{place}.{key}".lstrip("."), deep - 1)


def _shape_of_keys(source: Source) -> str:
    return "list" if outlines.has_keys(source) else "json"


def _part_of_keys(source: Source) -> Source:
    """The source with the first values of what its text holds."""
    shape = _shape_of_keys(source)
    value = (
        outlines.outline_value(source)
        if shape == "list"
        else json_values.json_value(source, Builder(source.origin, ReaderChoices()))
    )
    source.parsed.clear()
    room = [_MOST_VALUES]
    first = _first_values(value, room)
    return replace(source, data=b"", given_text="", value=first, cut=room[0] < 0)


def _first_values(value: Any, room: list[int]) -> Any:
    """The first values within a value, as many as there is room for."""
    room[0] -= 1
    if isinstance(value, Mapping):
        return {key: _first_values(inner, room) for key, inner in value.items() if room[0] > 0}
    return [_first_values(inner, room) for inner in value if room[0] > 0] if isinstance(value, list) else value
