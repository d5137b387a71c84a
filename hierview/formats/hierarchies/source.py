"""Bytes of a file as text: unpacked within bounds, decoded as what they look like; nothing is fetched."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ...errors import CaseError, quoted
from ..archive import unzip_files
from ..losses import counted_text
from ..source import read_file
from .asked import Guess, ReaderChoices
from .builder import MOST_EDGES, Builder
from .tables.rows import RowLayout, numbered_rows, row_layout, table_foot

LARGEST = 200_000_000  # bytes, unpacked
_SMALL_UNPACKED = 2_000_000  # bytes that any small file may unpack to
OF_EDGES = (".tsv", ".csv")  # endings of edge lists of hierview's, in which parents come first
ROWS_OF_PART = 2_000  # lines of which readings are made
_SAMPLE = 256 * 1024  # characters that a shape is guessed from
_SAMPLE_LINES = 400
_LONGEST_ADDRESS = 4_000  # bytes
_ADDRESS = re.compile(rb"\s*(?:https?|ftps?|file|data|s3)://?\S+\s*", re.IGNORECASE)

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
# What begins so is no text, and what may be done about it.
_NO_TEXT = (
    ((b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"), "a pickle, which is never loaded; save it as a table"),
    (b"\x93NUMPY", "an array of numpy; open it in Python and hand it over"),
    (b"\x89PNG", "a picture; a text is accepted"),
    (b"%PDF", "a PDF; a text is accepted"),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet; save it as CSV"),
    (b"BZh", "packed by bzip2; gzip and ZIP are accepted"),
    (b"\xfd7zXZ", "packed by xz; gzip and ZIP are accepted"),
    (b"(\xb5/\xfd", "packed by Zstandard; gzip and ZIP are accepted"),
    (b"7z\xbc\xaf", "packed by 7-Zip; gzip and ZIP are accepted"),
    (b"\x7fELF", "a program; a text is accepted"),
)
_HIDDEN = ("__MACOSX/", ".")
_OF_A_TRIPLE = "hierarchy.txt"


@dataclass(frozen=True)
class Source:
    """Content of a file: its bytes unpacked, and its text."""

    origin: str
    """Name of the source in errors."""
    data: bytes
    """Bytes of the file, unpacked."""
    packing: str = ""
    """How the file is packed: "gzip", "ZIP" or ""."""
    asked_encoding: str | None = None
    """Encoding that was asked for; None for what it looks like."""
    given_text: str | None = None
    """The text, where it was given as one; None where it is to be decoded."""
    parents_first: bool = False
    """Whether the name says that two cells of a line are parent and child."""
    value: Any = None
    """Values of JSON or YAML, once parsed."""
    cut: bool = False
    """Whether the data are only the beginning of the file."""

    @cached_property
    def _decoded(self) -> tuple[str, str]:
        """The text, its lines ended as on Unix, and what it was encoded in."""
        if self.given_text is not None:
            text, encoding = self.given_text.removeprefix("\ufeff"), ""
        else:
            text, encoding = decode_text(self.data, self.asked_encoding, self.origin)
        if "\r" in text:
            text = text.replace("\r\n", "\n")
            text = text.replace("\r", "\n") if "\n" not in text else text
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            raise CaseError.at_line(self.origin, line, "the character NUL stands in it; this is no text")
        if (lines := text.count("\n")) > MOST_EDGES:
            raise CaseError(f"{self.origin}: {lines:,} lines are too many; at most {MOST_EDGES:,} are accepted")
        return text, encoding

    @property
    def text(self) -> str:
        """The text. Raises CaseError where it is none."""
        return self._decoded[0]

    @property
    def content(self) -> bytes:
        """The bytes, those of the text where it came as text."""
        return self.data if self.given_text is None else self.text.encode("utf-8", "replace")

    @property
    def encoding(self) -> str | None:
        """Encoding of the text; None where it came as text."""
        return self._decoded[1] or None

    @cached_property
    def table_text(self) -> str:
        """The text without what stands below a table: totals, and lines of one cell after an empty line."""
        return self.text.removesuffix(table_foot(self.text))

    @cached_property
    def first_lines(self) -> tuple[str, ...]:
        """The first lines that hold something, whole ones where there are several."""
        lines = self.table_text[:_SAMPLE].split("\n", 4 * _SAMPLE_LINES)
        if len(lines) > 1 and len(self.table_text) > _SAMPLE:
            lines.pop()
        return tuple(line for line in lines[: 4 * _SAMPLE_LINES] if line.strip())[:_SAMPLE_LINES]

    @cached_property
    def parsed(self) -> list[Any]:
        """The value in JSON, YAML or TOML once it was parsed, until the readings of a question are made of it."""
        return []

    @cached_property
    def guessed_layout(self) -> RowLayout:
        """How the first lines look like rows of cells, without any choice."""
        return row_layout(self.first_lines, ReaderChoices())

    def row_layout(self, asked: ReaderChoices) -> RowLayout:
        """How the first lines look like rows of cells, with the choices of what parts them and what they hold."""
        choices = asked.separator, asked.path_separator, asked.header, asked.read_as, asked.shape
        return self.guessed_layout if choices == (None, None, None, (), None) else row_layout(self.first_lines, asked)

    def rows(self, layout: RowLayout, builder: Builder) -> Iterator[tuple[int, list[str]]]:
        """Every row of the table that holds something; what stands below the table is said to be left out."""
        if below := [line for line in table_foot(self.text).split("\n") if any(map(str.isalnum, line))]:
            builder.add_note(
                f"{counted_text(len(below), 'line', 'lines')} below the table left out, first {quoted(below[0], 60)}."
            )
        return numbered_rows(self.table_text, layout, builder)

    @cached_property
    def first_part(self) -> Source:
        """The first lines, of which readings are made; itself where there are no more."""
        lines = self.text.split("\n", ROWS_OF_PART)
        return (
            self if len(lines) <= ROWS_OF_PART else replace(self, data=b"", given_text="\n".join(lines[:-1]), cut=True)
        )

    @cached_property
    def first_characters(self) -> str:
        """The first characters, without blanks before them."""
        return self.text[:_SAMPLE].lstrip()


@dataclass(frozen=True)
class FileShape:
    """A shape that files with hierarchies have."""

    key: str
    """Its name in options."""
    title: str
    """Its name in sentences."""
    detects: Callable[[Source], float]
    """How surely a source is of it, from 0 to 1, told from its beginning."""
    read: Callable[[Source, Builder], Guess]
    """Adds all classes and edges to a builder and says what it took the source for; errors are CaseErrors that begin
    with the origin, or HierviewErrors that do not.
    """
    largest: int = LARGEST
    """Bytes, unpacked, that it reads; of classes `MOST_CLASSES` are read by every shape."""
    endings: tuple[str, ...] = ()
    """Endings of such files' names, which decide where two shapes are equally sure."""


def source_of_file(path: str | os.PathLike[str], encoding: str | None) -> Source:
    """The content of a file. Raises CaseError where it cannot be read, unpacked, or is too large."""
    origin = quoted(path, 200)[1:-1]
    if "://" in str(path):
        raise CaseError(f"{origin}: nothing is fetched; save the file and open it")
    source = source_of_bytes(read_file(Path(path), LARGEST), origin, encoding)
    return replace(source, parents_first=str(path).lower().endswith(OF_EDGES))


def is_address(data: bytes) -> bool:
    """Whether a file holds an address on the net or of a file, and nothing else."""
    return len(data) < _LONGEST_ADDRESS and bool(_ADDRESS.fullmatch(data))


def source_of_bytes(data: bytes, origin: str, encoding: str | None) -> Source:
    """The content of a file's bytes. Raises CaseError as `source_of_file` does."""
    if is_address(data):
        raise CaseError(f"{origin}: this is an address, and nothing is fetched; open what is there as a file")
    # A small file may unpack to so few bytes that they are read in two seconds.
    data, packing = unpack(data, origin, min(LARGEST, max(_SMALL_UNPACKED, 100 * len(data))))
    if len(data) > LARGEST:
        raise _too_large(origin)
    for start, what in _NO_TEXT:
        if data.startswith(start):
            raise CaseError(f"{origin}: this is {what}")
    return Source(origin, data, packing, encoding)


def source_of_text(text: str, origin: str) -> Source:
    """A text that was typed. Raises CaseError where it is too large."""
    if len(text) > LARGEST:
        raise _too_large(origin)
    return Source(origin, b"", given_text=text)


def _too_large(origin: str, most: int = LARGEST) -> CaseError:
    return CaseError(
        f"{origin}: there are too many bytes; at most {most:,} are accepted, unpacked"
        + "; unpack it, and open what it holds" * (most < LARGEST)
    )


def unpack(data: bytes, origin: str, most: int) -> tuple[bytes, str]:
    """Content of a file, unpacked to at most so many bytes, and what it was packed by. Raises CaseError."""
    if data[:2] == b"\x1f\x8b":
        return _gzip_content(data, origin, most), "gzip"
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return _archive_content(data, origin, most), "ZIP"
    return data, ""


def _gzip_content(data: bytes, origin: str, most: int) -> bytes:
    """Everything in a gzip file, which may be several streams one after the other."""
    try:
        content = gzip.GzipFile(fileobj=io.BytesIO(data)).read(most + 1)
    except (EOFError, OSError, zlib.error):
        raise CaseError(f"{origin}: the gzip file is damaged or ends too soon") from None
    if len(content) > most:
        raise _too_large(origin, most)
    return content


def _archive_content(data: bytes, origin: str, most: int) -> bytes:
    """The one file of an archive, or the hierarchy among the three of HEMKit."""

    def visible(name: str) -> bool:
        return not name.startswith(_HIDDEN) and "/." not in name

    files = dict(unzip_files(data, origin, visible, each=most, total=most))
    if "[Content_Types].xml" in files:
        raise CaseError(f"{origin}: this is a spreadsheet or a text of an office program; save it as CSV")
    if len(files) == 1:
        return next(iter(files.values()))
    if _OF_A_TRIPLE in files:
        return files[_OF_A_TRIPLE]
    listing = ", ".join(quoted(name) for name in list(files)[:5]) + ", …" * (len(files) > 5)
    raise CaseError(f"{origin}: the archive holds {len(files)} files{': ' * bool(files)}{listing}; one is accepted")


def decode_text(data: bytes, asked: str | None, origin: str) -> tuple[str, str]:
    """The text and its encoding: as asked, else as its first bytes say, else UTF-8, else that of Windows."""
    if asked is not None:
        try:
            return data.decode(asked).removeprefix("\ufeff"), asked
        except (LookupError, ValueError):
            raise CaseError(f"{origin}: this is not a text in {quoted(asked)}") from None
    codec, name = next(((codec, name) for mark, codec, name in _BOMS if data.startswith(mark)), ("", ""))
    start = data[:1000]
    if not codec and start.count(0) > len(start) // 4:  # text in Latin letters of two bytes, without its mark
        codec = "utf-16-le" if start[1::2].count(0) >= start[::2].count(0) else "utf-16-be"
    if codec:
        name = name or "UTF-16"
        try:
            return data.decode(codec), name
        except UnicodeDecodeError:
            trouble = f"this is not the {name} that it seems to be; save the file as UTF-8"
            raise CaseError(f"{origin}: {trouble}") from None
    try:
        return data.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    if not data.translate(None, bytes(range(9, 14)) + bytes(range(32, 256))):
        try:
            return data.decode("cp1252"), "Windows-1252"
        except UnicodeDecodeError:
            pass
    raise CaseError.at_line(origin, line, "the text is not UTF-8; save the file as UTF-8, or name its encoding")
