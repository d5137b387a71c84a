"""Codes: a class stands below the code that its own begins with, as in `A01` and `A010`, `1.2` and `1.2.3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....errors import HierviewError, quoted
from ....model.checks import check_name
from ...losses import counted_text
from ..asked import Guess
from ..builder import Builder, read_rows
from ..source import FileShape, Source
from .columns import TableColumns
from .headings import MOST_COLUMNS, is_number
from .prefixes import CODE, are_codes, codes_above
from .rows import LinePattern, RowLayout, bare_cell, is_comment, pattern_layout

_NEARLY_ALL = 0.9
_MAY_BE = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .\-–/*_&]*", re.ASCII)
_BEFORE_NAMES = LinePattern(
    "codes",
    re.compile(
        r"[\[(]?(\d+(?:\. ?(?:\d+|-)){3}|[A-Z0-9]+(?:[.\-_][A-Z0-9]+)*(?:(?<=\d)[a-z]\d*)*)(?:[.):]|\])?"
        r"(?:[ \t]+(.*))?",
        re.ASCII,
    ),
    TableColumns(code=0, label=1),
    "a code such as C04.700 is",
)


def _codes_share(source: Source) -> float:
    """Surely where one column holds codes, many of which begin with others, or lines are of ICD-10-CM."""
    if source.guessed_layout.columns.code is not None and source.guessed_layout.pattern:
        return 1.0
    return 0.92 if _code_column(source, source.guessed_layout) is not None else 0.0


def _code_column(source: Source, layout: RowLayout) -> tuple[RowLayout, int] | None:
    """Layout of lines with codes, and the column that holds them; None where none does."""
    if layout.separator == "/" and all(all(map(str.isdecimal, row)) for row in layout.rows):
        return layout, 0
    if layout.pattern or layout.header is not None or layout.read_as:
        return None if layout.columns.code is None else (layout, layout.columns.code)
    if layout.path_column is not None or (
        layout.most_cells == 2 and layout.connected_share >= 0.5
    ):  # then rows are edges
        return None
    titled = layout.most_cells > 1 and len(layout.rows) > 3 and len(layout.rows[0]) == 1
    rows = replace(layout, rows=layout.rows[titled:])
    columns = [rows.column(i) for i in range(min(layout.most_cells, MOST_COLUMNS))]
    coded = [i for i, cells in enumerate(columns) if are_codes(cells, len(rows.rows))]
    others = [cells for i, cells in enumerate(columns) if i not in coded and len({*cells}) > 2]  # no flags
    if len(coded) == 1 and not any(sum(map(bool, map(CODE.fullmatch, cells))) > 0.5 * len(cells) for cells in others):
        return layout, coded[0]
    with_names = _code_name_layout(source)
    return (with_names, 0) if with_names and are_codes(with_names.column(0), len(with_names.rows)) else None


def _code_name_layout(source: Source) -> RowLayout | None:
    """Layout of lines that are a code and a name; None where not all are."""
    lines = [line for line in source.first_lines if not is_comment(line)]
    first, last = _code_line_range(lines)
    lines = lines[first:last] if last - first > 0.6 * len(lines) else lines
    with_names = pattern_layout(lines, _BEFORE_NAMES)
    return with_names if len(with_names.rows) == len(lines) and all(with_names.column(1)) else None


def _code_line_range(lines: Sequence[str]) -> tuple[int, int]:
    """The first of the lines that begin with a code, and the one behind the last."""
    words = [line.split(maxsplit=1)[0] if _BEFORE_NAMES.regex.fullmatch(line.strip()) else "" for line in lines]
    with_digit = [any(map(str.isdigit, word)) for word in words]
    letters = {word.rstrip("0123456789.-_") for word, is_one in zip(words, with_digit, strict=True) if is_one}
    coded = [i for i, w in enumerate(words) if w and (with_digit[i] or any(one.startswith(w) for one in letters))]
    return (coded[0], coded[-1] + 1) if coded else (0, 0)


def _without_prose(source: Source, builder: Builder) -> Source:
    """The source without the lines before the first and behind the last code, which are counted."""
    lines = source.text.split("\n")
    first, last = _code_line_range(lines)
    if prose := [line for line in lines[:first] + lines[last:] if line.strip() and not is_comment(line)]:
        builder.add_note(
            f"{counted_text(len(prose), 'line', 'lines')} around the codes left out, first {quoted(prose[0], 60)}."
        )
    return replace(source, given_text="\n".join([""] * first + lines[first:last]))


def read(source: Source, builder: Builder) -> Guess:
    """Add the classes of all codes."""
    choices = builder.asked
    look = source.row_layout(choices)
    # Lines with codes that begin no other are codes, too, where that is asked for.
    named = _code_name_layout(source) if choices.separator is None else None
    look, at = _code_column(source, look) or (named or replace(look, separator="", pattern=None), 0)
    if look.separator == "/" and choices.separator is None:  # 1/2/3 is one code
        look, at = replace(look, separator=""), 0
    if look.pattern is _BEFORE_NAMES:
        source = _without_prose(source, builder)
    label = look.columns.label
    if look.header is None and not look.pattern and not look.read_as:
        beside = at + 1 if at + 1 < look.most_cells else 0
        label = beside if look.separator and look.most_cells > 1 else None
    builder.weak = look.columns.weak
    rows = source.rows(look, builder)
    if look.header is None and not look.pattern and _is_title(look, at):
        title = next(rows)[1]
        builder.add_note(f"The first line, {quoted(' | '.join(title), 60)}, is no code and left out.")
    names: dict[str, str] = {}

    def one(i: int, cells: list[str]) -> None:
        cells = [bare_cell(cell) for cell in cells]
        code = cells[at].strip("()[]") if at < len(cells) else ""
        if not _MAY_BE.fullmatch(code):
            raise HierviewError(f"{quoted(' | '.join(cells))} is not accepted; a code such as C04.700 is")
        code = check_name(code)
        text = cells[label] if label is not None and label < len(cells) else ""
        if names.setdefault(code, text) != text:
            raise HierviewError(f"the code {quoted(code)} has the name {quoted(names[code])} already")

    read_rows(builder, rows, one)
    _add_codes(builder, names)
    if look.header is None and all(code.isdecimal() for code in names) and not any(names.values()):
        builder.weak = "numbers alone would be codes"
    heads = replace(look.columns, code=at, label=label, id=None).headings_by_role(look.header)
    return look.as_guess(look.separator, None, heads if look.header and look.separator else ())


def _is_title(layout: RowLayout, at: int) -> bool:
    """Whether the first row is a title or heads: alone in its line, or with letters where all others have digits."""
    if len(layout.rows) < 4 or layout.most_cells < 2:
        return False
    first, rest = layout.rows[0], layout.rows[1:]
    codes = [row[at] for row in rest if len(row) > at]
    alone = len(first) == 1 and sum(len(row) > 1 for row in rest) > _NEARLY_ALL * len(rest)
    cell = first[at] if len(first) > at else ""
    related = any(code.startswith(cell) for code in codes) or not cell
    other = sum(map(str.isalpha, cell)) > 1 and not any(map(str.isalpha, "".join(codes)))
    return (alone and not related) or other


def _add_codes(builder: Builder, names: dict[str, str]) -> None:
    """Each code below its parent; codes that only others stand below are made."""
    if all(code.endswith(".0") for code in names) and len({code.count(".") for code in names}) == 1:
        names = {code.removesuffix(".0"): text for code, text in names.items()}  # numbers of a frame with gaps
    above = codes_above(list(names))
    by_name = builder.asked.identity == "name"
    of = {code: names.get(code) if by_name else code for code in above}
    for code, parent in above.items():
        number = builder.number_of(of[code] or code)
        if not by_name:
            builder.add_label(number, names.get(code, ""))
        if parent:
            builder.add_edge(builder.number_of(of[parent] or parent), number)
    lone = [code for code, parent in above.items() if not parent and code.isalpha() and code not in above.values()]
    if len(lone) > 1:
        builder.weak = f"nothing would stand below {', '.join(map(quoted, lone[:3]))}"
    if len(names) > 4 and len({*above.values()} - {""}) < 2:
        builder.weak = "all codes would stand below one"
    if not any(above.values()):
        builder.add_note("No code begins with another: all classes stand beside each other.")
    if any(names.values()) and all(map(is_number, filter(None, names.values()))):
        builder.weak = "only numbers would stand beside codes"
    if (extra := len(above) - len(names)) > 0.3 * len(names):
        builder.weak = "many codes would stand on no line of their own"
    if extra:
        builder.add_note(
            f"{counted_text(extra, 'code stands', 'codes stand')} on no line of its own, only as the beginning of one."
        )


SHAPE = FileShape("codes", "codes with a prefix rule", _codes_share, read)
