"""ZIP archives: files → one archive, and back within bounds, whatever the archive says of itself."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from ..errors import CaseError, quoted

MOST_ENTRIES = 10_000
# What an archive may be packed with: of the others, bz2 and LZMA unpack all that they hold at the first read.
_ACCEPTED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_OTHERS = {9: "deflate64", zipfile.ZIP_BZIP2: "bzip2", zipfile.ZIP_LZMA: "LZMA", 93: "Zstandard", 95: "xz"}
_ENCRYPTED = 0x1
_ENTRY = b"PK\x01\x02"  # with these bytes an entry of the table of contents begins
_DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, IndexError, OSError, OverflowError, ValueError)


def zip_files(files: Mapping[str, str]) -> bytes:
    """The bytes of one ZIP archive of the files, the same every time."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as into:  # stored, for deflate differs from library to library
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)  # dated 1980
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            into.writestr(entry, text.encode("utf-8"))
    return archive.getvalue()


def unzip_files(
    data: bytes, origin: str, wanted: Callable[[str], bool], *, each: int, total: int, files: int = MOST_ENTRIES
) -> Iterator[tuple[str, bytes]]:
    """The files of an archive whose names are `wanted`, in the order of their names; nothing is written to disk.

    each: of a file come at most so many bytes and one more, by which the caller sees that it is too large.
    total: more than so many bytes in all are an error, and so are more than `files` wanted files.
    Folders are left out. Raises CaseError: what is damaged, encrypted or packed otherwise than by deflate.
    """
    title = quoted(origin, 100)
    entries = [entry for entry in _entries(data, title) if wanted(entry.filename)]
    if len(entries) > files:
        raise CaseError(f"{title} holds {len(entries):,} files; at most {files:,} are accepted")
    for name, times in Counter(entry.filename for entry in entries).items():
        if times > 1:
            raise CaseError(f"{title} holds {quoted(name, 100)} {times:,} times; each name is accepted once")
    return _entry_contents(data, sorted(entries, key=lambda entry: entry.filename), title, each, total)


def _entries(data: bytes, archive_name: str) -> list[zipfile.ZipInfo]:
    """The files in the table of contents; it is counted first, for each entry takes a thousand bytes of memory."""
    if data.count(_ENTRY) > MOST_ENTRIES:
        raise CaseError(f"{archive_name} holds too many files; at most {MOST_ENTRIES:,} are accepted")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [entry for entry in archive.infolist() if entry.filename and not entry.is_dir()]
    except (*_DAMAGED, NotImplementedError):
        raise CaseError(f"{archive_name} is no ZIP archive that can be read") from None


def _entry_contents(
    data: bytes, entries: list[zipfile.ZipInfo], archive_name: str, each: int, total: int
) -> Iterator[tuple[str, bytes]]:
    room = total
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in entries:
            content = _entry_bytes(
                archive, entry, f"{archive_name}: {quoted(entry.filename, 100)}", min(each, room) + 1
            )
            room -= len(content)
            if room < 0:
                raise CaseError(f"{archive_name} unpacks to more than {total:,} bytes")
            yield entry.filename, content


def _entry_bytes(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, where: str, most: int) -> bytes:
    """The first bytes of a file in an archive, at most so many.

    The sizes that an archive states may be wrong: what counts is what comes out.
    """
    if entry.flag_bits & _ENCRYPTED:
        raise CaseError(f"{where} is encrypted; files without a password are accepted")
    if entry.compress_type not in _ACCEPTED:
        packing = _OTHERS.get(entry.compress_type, f"method {entry.compress_type}")
        raise CaseError(f"{where} is packed by {packing}; files that are stored or packed by deflate are accepted")
    try:
        with archive.open(entry) as file:
            return file.read(most)
    except (NotImplementedError, RuntimeError):
        raise CaseError(f"{where} is packed in a way that cannot be read; pack it again by deflate") from None
    except _DAMAGED:
        raise CaseError(f"{where} is damaged and cannot be unpacked") from None
