"""ZIP archives: what comes out is bounded, and what is odd, damaged or hostile gets a sentence."""

import io
import random
import struct
import zipfile
import zlib

import pytest

from hierview import CaseError, HierviewError
from hierview.formats import archive as module
from hierview.formats.archive import unzip_files, zip_files
from tests.each import each

TABLE_ENTRY = b"PK\x01\x02"  # with which an entry of the table of contents begins
FILE_ENTRY = b"PK\x03\x04"


def packed(files: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", how) as into:
        for name, content in files.items():
            into.writestr(name, content)
    return data.getvalue()


def changed(data: bytes, offset: int, form: str, value: int, local_offset: int | None = None) -> bytes:
    """The archive with a field of its last entry changed, in the table of contents and before the file."""
    made = bytearray(data)
    struct.pack_into(form, made, made.rindex(TABLE_ENTRY) + offset, value)
    if local_offset is not None:
        struct.pack_into(form, made, made.rindex(FILE_ENTRY) + local_offset, value)
    return bytes(made)


def contents(data: bytes, each: int = 1000, total: int = 5000, **more: int) -> dict[str, bytes]:
    return dict(unzip_files(data, "my.zip", lambda name: not name.endswith(".pdf"), each=each, total=total, **more))


def test_what_goes_in_comes_out_in_the_order_of_names():
    files = {"b.txt": b"2", "ä/c.txt": b"3" * 999, "a.txt": b"", "d/": b"", "e.pdf": b"5"}
    for how in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        assert list(contents(packed(files, how)).items()) == [("a.txt", b""), ("b.txt", b"2"), ("ä/c.txt", b"3" * 999)]
    assert contents(zip_files({"a": "ä", "b": "2"})) == {"a": "ä".encode(), "b": b"2"}
    assert contents(zip_files({})) == {}


def test_of_a_file_comes_one_byte_more_than_it_may_have():
    assert contents(packed({"a": b"x" * 50_000_000}))["a"] == b"x" * 1001
    # The size that the archive states is another than what it holds.
    for stated in (1, 2**32 - 2):
        try:
            assert len(contents(changed(packed({"a": b"x" * 50_000}), 24, "<I", stated))["a"]) <= 1001
        except CaseError as error:
            assert "is damaged" in str(error)


@each(
    "data, why",
    [
        (b"", "'my.zip' is no ZIP archive that can be read"),
        (packed({"a": b"1"})[:-5], "is no ZIP archive"),
        (packed({"a": b"1" * 100}, zipfile.ZIP_BZIP2), "'my.zip': 'a' is packed by bzip2; files that are stored or "),
        (changed(packed({"a": b"1"}), 10, "<H", 99), "'a' is packed by method 99; "),
        (changed(packed({"a": b"1"}), 8, "<H", 0x1, 6), "'a' is encrypted; files without a password"),
        (changed(packed({"a": b"1"}), 8, "<H", 0x20, 6), "packed in a way that cannot be read"),
        (changed(packed({"a": b"1"}), 42, "<I", 2**32 - 2), "'a' is damaged"),
        (packed({"a": b"1" * 1000, "b": b"2" * 1000, "c": b"3" * 4000}), "unpacks to more than 2,500 bytes"),
        (packed({"aaaa": b"1", "bbbb": b"2"}).replace(b"bbbb", b"aaaa"), "holds 'aaaa' 2 times; each name"),
        (packed({"ää": b"1"}).replace("ää".encode(), b"\xff\xfe\xff\xfe"), "is no ZIP archive"),  # no UTF-8
    ],
)
def test_what_is_not_accepted_is_told(data: bytes, why: str):
    with pytest.raises(CaseError) as error:
        contents(data, total=2500)
    assert why in str(error.value)


def test_damaged_deflate_data():
    data = bytearray(packed({"a": random.Random(1).randbytes(900)}))
    data[31:60] = bytes(29)
    with pytest.raises(zlib.error):
        zipfile.ZipFile(io.BytesIO(data)).read("a")
    with pytest.raises(CaseError, match="'my.zip': 'a' is damaged and cannot be unpacked"):
        contents(bytes(data))


def test_what_nobody_wants_is_not_unpacked():
    assert contents(packed({"a.pdf": b"1" * 100}, zipfile.ZIP_BZIP2)) == {}


def test_how_many(monkeypatch):
    data = packed({str(i): b"" for i in range(6)})
    assert len(contents(data, files=6)) == 6
    with pytest.raises(CaseError, match="holds 6 files; at most 5 are accepted"):
        contents(data, files=5)
    # Before the table of contents is read at all.
    monkeypatch.setattr(module, "MOST_ENTRIES", 5)
    monkeypatch.setattr(zipfile, "ZipFile", lambda *given: pytest.fail("it was read"))
    with pytest.raises(CaseError, match="too many files; at most 5"):
        contents(data)


def test_names_are_only_names():
    names = ["../out", "/abs", "C:\\x", "a\u202eb", "\x1b[2J", "n" * 5000, " "]
    assert set(contents(packed(dict.fromkeys(names, b"1")))) == set(names)
    with pytest.raises(CaseError) as error:
        contents(packed({"\x1b[2J\n" + "n" * 5000: b"1"}, zipfile.ZIP_BZIP2))
    assert "\x1b" not in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300
    nameless = changed(packed({"a": b"1", "b": b"2"}), 28, "<H", 0)
    assert contents(changed(nameless, 30, "<H", 1)) == {"a": b"1"}  # the name's byte is said to be something else


def test_a_damaged_archive_is_never_a_crash():
    """Archives with bytes changed, cut or put in give what they hold, or a sentence."""
    rng = random.Random(7)
    seeds = [packed({"a.txt": b"some text " * 9, "b": bytes(range(256))}, how) for how in (0, 8, 12, 14)]
    refused = 0
    for _ in range(6000):
        data = bytearray(rng.choice(seeds))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            data[at : at + rng.choice((0, 1, 1, 2, 9))] = rng.randbytes(rng.choice((0, 1, 1, 2, 4)))
        try:
            assert all(len(content) <= 301 for content in contents(bytes(data), each=300).values())
        except HierviewError as error:
            refused += "'my.zip'" in str(error)
    assert 1000 < refused < 6000
