"""Codes with a prefix rule: numbers of MeSH trees, `1.2.3`, and the lines of fixed width of ICD-10-CM."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import HierviewError, quoted
from ...model.checks import check_name
from ..losses import count
from .asked import Asked, Taken
from .base import Shape
from .found import Found, each_line
from .rows import EMPTY, layout, numbered_rows, shown
from .source import Source

_CODE = re.compile(r"[A-Z]{0,3}\d+([.\-/]\d+)*", re.ASCII)
_PARTED = re.compile(r"[.\-/]")
_BEFORE = re.compile(r"([A-Z]{0,3}\d+(?:\.\d+)*)\.?[ \t]+(.*)", re.ASCII)
_FIXED = re.compile(r"\d{5} [A-Z][0-9A-Z]{2,6} *[01] .*", re.ASCII)
_CODE_AT, _LEAF_AT, _LONG_AT = slice(6, 13), 14, slice(77, None)


def detects(source: Source) -> float:
    """Surely where one column holds codes of several parts, or lines are of ICD-10-CM."""
    if _fixed(source):
        return 1.0
    return 0.92 if _code_column(source, Asked()) is not None else 0.0


def _fixed(source: Source) -> bool:
    lines = source.sample[:50]
    return bool(lines) and all(_FIXED.fullmatch(line) and len(line) > 15 for line in lines)


def _code_column(source: Source, asked: Asked) -> int | None:
    """The column that holds codes, -1 where a code stands before a name; None where there is none."""
    look = layout(source, asked)
    if look.separator == "/" and all(all(cell.isdecimal() for cell in row) for row in look.rows):
        return 0
    if not look.rows or look.widest > 2:
        return None
    for i in range(look.widest):
        cells = look.column(i)
        codes = [cell for cell in cells if _CODE.fullmatch(cell)]
        if len(codes) > 0.9 * len(look.rows) and any(_PARTED.search(code) for code in codes):
            other = [] if look.widest == 1 else look.column(1 - i)
            return None if any(_CODE.fullmatch(cell) for cell in other) and look.separator != "/" else i
    lines = [_BEFORE.fullmatch(line) for line in source.sample if not line.startswith("#")]
    if lines and all(lines) and any(m and "." in m[1] for m in lines):
        return -1
    return None


def read(source: Source, asked: Asked, found: Found) -> Taken:
    """Add the classes of all codes."""
    if _fixed(source):
        return _read_fixed(source, asked, found)
    column = _code_column(source, asked)
    if asked.separator is None and column is not None and layout(source, asked).separator == "/":
        column = None
    look = layout(source, asked)
    header = look.header is not None
    names: dict[str, str] = {}

    def one(i: int, cells: list[str]) -> None:
        cells = [cell.strip() for cell in cells]
        at = column or 0
        if column == -1:
            match = _BEFORE.fullmatch(cells[0])
            cells, at = (list(match.groups()) if match else cells), 0
        code = cells[at] if at < len(cells) else ""
        if not _CODE.fullmatch(code):
            raise HierviewError(f"{quoted(' | '.join(cells))} is not accepted; a code such as C04.700 is")
        check_name(code)  # of a code without bounds, each beginning would be one too
        text = cells[1 - at] if len(cells) == 2 else ""
        if names.setdefault(code, text) != text:
            raise HierviewError(f"the code {quoted(code)} has the name {quoted(names[code])} already")

    whole = column is None or column == -1
    each_line(found, numbered_rows(source, "" if whole else look.separator, header, found), one)
    _join(found, names, asked)
    return Taken(None if whole else look.separator, header, None, shown(look))


def _join(found: Found, names: dict[str, str], asked: Asked) -> None:
    """Each code below the code without its last part; codes that only others stand below are made."""
    made = 0
    todo = list(names)
    for code in todo:
        parent = _above(code)
        if parent and parent not in names:
            names[parent] = ""
            todo.append(parent)
            made += 1
    of = {code: (text if text and asked.identity == "name" else code) for code, text in names.items()}
    for code, text in names.items():
        number = found.number(of[code])
        if asked.identity == "code":
            found.label(number, text)
        if parent := _above(code):
            above = found.number(of[parent])
            found.link(above, number)
    if made:
        found.note(f"{count(made, 'code stands', 'codes stand')} on no line of its own, only as the beginning of one.")


def _above(code: str) -> str:
    """The code without its last part; "" where it has one."""
    parts = list(_PARTED.finditer(code))
    return code[: parts[-1].start()] if parts else ""


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

    each_line(found, numbered_rows(source, "", False, found), one)
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
