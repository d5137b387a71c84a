"""A file's bytes, its text, the rows of a table in it, and the case that must be in what was read of it."""

from __future__ import annotations

import csv
import io
import os
import stat
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from operator import eq, methodcaller
from pathlib import Path

from ..errors import CaseError, HierviewError, quoted
from ..model.case import Case, Draft
from ..model.checks import LONGEST_NAME

# What stands in a cell that holds nothing.
EMPTY = frozenset({"", "nan", "NaN", "NA", "N/A", "n/a", "None", "none", "null", "NULL", "<NA>", "\\N"})


def finished_case(draft: Draft, origin: str) -> Case:
    """The case in a draft; a CaseError names its origin and what is missing."""
    try:
        return draft if isinstance(draft, Case) else draft.case()
    except CaseError as error:
        raise CaseError(f"{origin}: {error}") from None


def read_file(path: str | Path, most: int) -> bytes:
    """A file's bytes, one more than `most` at the most, so that a huge file costs no memory."""
    try:
        check_no_pipe(path)
        with open(path, "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CaseError(f"{quoted(path, 200)} cannot be read: {reason}") from None


def check_no_pipe(path: str | os.PathLike[str]) -> None:
    """Raise OSError for a pipe with a name, which nobody may ever write to; those of the shell are no such."""
    if stat.S_ISFIFO(os.stat(path).st_mode) and not os.fspath(path).startswith(("/dev/", "/proc/")):
        raise OSError(0, "it is a pipe; a file is accepted")


def decode_utf8(data: bytes | str) -> str:
    """UTF-8 text without a byte order mark; a HierviewError names the line that is something else."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise HierviewError(f"line {line}: the text is not UTF-8; save the file as UTF-8") from None


def first_line(text: str) -> str:
    """The first line of a text, of which nothing else is copied: it may be a large one."""
    end = text.find("\n")
    return text if end < 0 else text[:end]


def first_mark_in(text: str, marks: str) -> str:
    """The first of some marks that stands in a text; the last of them where none does."""
    return next((mark for mark in marks if mark in text), marks[-1])


def table_rows(
    table: str | Iterable[str], delimiter: str, origin: str, kind: type[HierviewError], *, skip_blanks: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """Each row of a table with the number of its last line; cells may stand in double quotes.

    table: a text, or its lines with their ends.  skip_blanks: whether blanks before a cell do not count.
    Raises an error of this kind, with `line`, where what stands there is no row.
    """
    lines = io.StringIO(table, newline="") if isinstance(table, str) else table
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=skip_blanks, strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        why = str(error).replace("\t", "TAB")
        accepted = "rows of cells are accepted, in double quotes where need be"
        raise kind.at_line(origin, reader.line_num, f"this is not CSV ({why}); {accepted}") from None


def numbered_pairs(lines: Sequence[str], separator: str) -> tuple[dict[str, int], array[int]] | None:
    """The names in lines of two cells with their numbers, and the numbers of all cells, those of a line side by side.

    separator: between the cells; " " is any blanks. None where a line has not two cells, or one that is no plain name.
    Large files are such lines, and a loop over them would take several times as long.
    """
    widths = map(len, map(str.split, lines)) if separator == " " else map(methodcaller("count", separator), lines)
    if {*widths} != {2 if separator == " " else 1}:
        return None
    text = "\n".join(lines)
    cells = text.split() if separator == " " else text.replace(separator, "\n").split("\n")
    index: defaultdict[str, int] = defaultdict(count().__next__)  # looking up a new name numbers it
    numbers = array("i", map(index.__getitem__, cells))
    fit = "" not in index and max(map(len, index)) <= LONGEST_NAME and "".join(index).isprintable()
    return (dict(index), numbers) if fit and all(map(eq, index, map(str.strip, index))) else None
