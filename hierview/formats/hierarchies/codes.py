"""Codes: a class stands below the code that its own begins with, as in `A01` and `A010`, `1.2` and `1.2.3`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ...errors import HierviewError, quoted
from ...model.checks import check_name
from ..losses import count
from .asked import Asked, Taken
from .base import Shape
from .found import Found, each_line
from .headings import EMPTY
from .prefixes import CODE, are_codes, codes_above
from .rows import comment, layout, numbered_rows, plain, shown
from .source import Source

_BEFORE = re.compile(r"\[?(\d+(?:\. ?(?:\d+|-)){3}|[A-Z0-9]+(?:[.\-][A-Z0-9]+)*)(?:[.):]|\])?[ \t]+(.*)", re.ASCII)
_MAY_BE = re.compile(r"[A-Z0-9][A-Za-z0-9 .\-–/*]*", re.ASCII)
_FIXED = re.compile(r"\d{5} [A-Z][0-9A-Z]{2,6} *[01] .*", re.ASCII)
_CODE_AT, _LEAF_AT, _LONG_AT = slice(6, 13), 14, slice(77, None)
_BEFORE_NAMES = -1  # in the place of a column: a code stands before a name in each line


def detects(source: Source) -> float:
    """Surely where one column holds codes, many of which begin with others, or lines are of ICD-10-CM."""
    if _fixed(source):
        return 1.0
    return 0.92 if _code_column(source, Asked()) is not None else 0.0


def _fixed(source: Source) -> bool:
    lines = source.sample[:50]
    return bool(lines) and all(_FIXED.fullmatch(line) and len(line) > 15 for line in lines)


def _code_column(source: Source, asked: Asked) -> int | None:
    """The column that holds codes, or `_BEFORE_NAMES`; None where none does."""
    look = layout(source, asked)
    if look.separator == "/" and all(all(cell.isdecimal() for cell in row) for row in look.rows):
        return 0
    if look.header is not None or asked.read_as:
        return look.columns.code
    if look.path is not None:
        return None
    coded = [i for i in range(look.widest) if are_codes(look.column(i), len(look.rows))]
    others = [look.column(i) for i in range(look.widest) if i not in coded]
    if len(coded) == 1 and not any(sum(map(bool, map(CODE.fullmatch, cells))) > 0.5 * len(cells) for cells in others):
        return coded[0]
    lines = [_BEFORE.fullmatch(line.strip()) for line in source.sample if not comment(line)]
    found = [match[1] for match in lines if match]
    return _BEFORE_NAMES if lines and len(found) == len(lines) and are_codes(found, len(lines)) else None


def read(source: Source, asked: Asked, found: Found) -> Taken:
    """Add the classes of all codes."""
    if _fixed(source):
        return _read_fixed(source, asked, found)
    column = _code_column(source, asked)
    look = layout(source, asked)
    if asked.separator is None and column is not None and look.separator == "/":
        column = None
    label = look.columns.label if look.header else None
    if look.header is None and look.widest > 1 and column is not None and column >= 0:
        label = column + 1 if column + 1 < look.widest else 0
    names: dict[str, str] = {}

    def one(i: int, cells: list[str]) -> None:
        cells = [plain(cell) for cell in cells]
        at, text_at = column or 0, label
        if column == _BEFORE_NAMES:
            match = _BEFORE.fullmatch(cells[0])
            cells, at, text_at = (list(match.groups()) if match else cells), 0, 1
        code = cells[at] if at < len(cells) else ""
        if not _MAY_BE.fullmatch(code):
            raise HierviewError(f"{quoted(' | '.join(cells))} is not accepted; a code such as C04.700 is")
        code = check_name(code)
        text = cells[text_at] if text_at is not None and text_at < len(cells) else ""
        if names.setdefault(code, text) != text:
            raise HierviewError(f"the code {quoted(code)} has the name {quoted(names[code])} already")

    whole = column is None or column == _BEFORE_NAMES
    each_line(found, numbered_rows(source, "" if whole else look.separator, look.before, found), one)
    _join(found, names, asked)
    if look.header is None and all(code.isdecimal() for code in names) and not any(names.values()):
        found.weak = "numbers alone would be codes"
    heads = replace(look.columns, code=column, label=label, id=None).named(look.header) if look.header else ()
    separator = None if whole else look.separator
    return Taken(separator, look.header is not None, None, shown(look), heads, look.header or ())


def _join(found: Found, names: dict[str, str], asked: Asked) -> None:
    """Each code below its parent; codes that only others stand below are made."""
    if all(code.endswith(".0") for code in names) and len({code.count(".") for code in names}) == 1:
        names = {code.removesuffix(".0"): text for code, text in names.items()}  # numbers of a frame with gaps
    above = codes_above(list(names))
    of = {code: names.get(code) if asked.identity == "name" else code for code in above}
    for code, parent in above.items():
        number = found.number(of[code] or code)
        if asked.identity == "code":
            found.label(number, names.get(code, ""))
        if parent:
            found.link(found.number(of[parent] or parent), number)
    lone = [code for code, parent in above.items() if not parent and code.isalpha() and code not in above.values()]
    if len(lone) > 1:
        found.weak = f"nothing would stand below {', '.join(map(quoted, lone[:3]))}"
    if (made := len(above) - len(names)) > len(names):
        found.weak = "most codes would stand on no line of their own"
    if made:
        found.note(f"{count(made, 'code stands', 'codes stand')} on no line of its own, only as the beginning of one.")


def _read_fixed(source: Source, asked: Asked, found: Found) -> Taken:
    """Lines of ICD-10-CM: the parent of a code is the longest code that it begins with."""
    listed: dict[str, str] = {}

    def one(i: int, cells: list[str]) -> None:
        line = cells[0]
        code = line[_CODE_AT].strip()
        if not _FIXED.fullmatch(line):
            raise HierviewError(f"{quoted(line)} is not accepted; a line of ICD-10-CM with a code at 7 to 13 is")
        if code in listed:
            raise HierviewError(f"the code {quoted(code)} stands twice; give it once")
        listed[code] = line[_LONG_AT].strip() or line[16:77].strip()

    each_line(found, numbered_rows(source, "", 0, found), one)
    for code, text in listed.items():
        number = found.number(code)
        if text not in EMPTY:
            found.label(number, text)
        parent = next((code[:n] for n in range(len(code) - 1, 0, -1) if code[:n] in listed), "")
        if parent:
            found.link(found.number(parent), number)
    return Taken(rows=tuple(_cut(source)))


def _cut(source: Source) -> Iterator[tuple[str, ...]]:
    for line in source.sample[:5]:
        yield line[_CODE_AT].strip(), line[_LEAF_AT], line[_LONG_AT].strip()


SHAPE = Shape("codes", "codes with a prefix rule", detects, read)
