"""PDF and PNG: labels are text in embedded fonts, sizes are true, and the files carry their case."""

import io
import json
import re
import shutil
import struct
import tracemalloc
import zlib
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from hierview import Case, HierviewError, load_case
from hierview.draw.backends.dot import dot_text
from hierview.draw.backends.embedded_case import LONGEST, embedded_case
from hierview.draw.backends.latex.tikz import tikz_code
from hierview.draw.backends.pdf import pdf_bytes, png_bytes
from hierview.draw.backends.svgfile import svg_file_text
from hierview.draw.figures.arrange import Panel, panels_figure
from hierview.draw.figures.figure import Figure, FigureStyle, Meta
from hierview.explain import HierarchyPicture
from tests.draw.test_figure import META, of, samples_of_views
from tests.draw.test_tikz import labels, squashed
from tests.each import each
from tests.effort import sampled, times
from tests.samples import PRESETS
from tests.shell import output
from tests.tagged import elements

pytestmark = pytest.mark.slow

needs_poppler = pytest.mark.skipif(
    not all(map(shutil.which, ("pdftotext", "pdffonts"))), reason="poppler is not installed: fonts are not looked at"
)


def texts(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(data) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def test_every_preset_is_a_page_with_its_labels():
    figures: list[Figure] = []
    for name in sampled(PRESETS, 8):
        case = load_case(name)
        for pictures in samples_of_views(name):
            style = FigureStyle(84, font=("sans", "serif")[len(figures) % 2], legend=True)  # type: ignore[arg-type]
            figures.append(panels_figure([Panel(case, picture) for picture in pictures], style))
    data = pdf_bytes(figures)
    pages = texts(data)
    assert len(pages) == len(figures) > times(20, 100)
    for fig, page in zip(figures, pages, strict=True):
        assert [label for label in labels(fig) if squashed(label) not in squashed(page)] == []


@needs_poppler
def test_fonts_are_embedded_and_letters_are_no_pictures(tmp_path: Path):
    for font in ("sans", "serif"):
        fig = of("15", "hF", "lists", FigureStyle(font=font))  # type: ignore[arg-type]
        (tmp_path / "fig.pdf").write_bytes(pdf_bytes(fig, META))
        rows = output("pdffonts", "fig.pdf", cwd=tmp_path).splitlines()[2:]
        assert rows
        assert all("Type 3" not in row and re.search(r"yes yes yes +\d+ +0$", row) for row in rows)
        found = squashed(output("pdftotext", "-layout", "fig.pdf", "-", cwd=tmp_path))
        assert [label for label in labels(fig) if squashed(label) not in found] == []
        assert "∩" in found


def test_a_page_has_the_size_of_the_figure():
    figures = [of("15", "LCaF", "graphs"), of("12b", "MGIA", "flow network", FigureStyle(174))]
    document = pypdfium2.PdfDocument(pdf_bytes(figures))
    sizes = [page.get_size() for page in document]
    assert sizes[0][0] == pytest.approx(84 / 25.4 * 72, abs=0.01)
    assert sizes[1] == pytest.approx((174 / 25.4 * 72, figures[1].height_mm / 25.4 * 72), abs=0.01)


@pytest.mark.parametrize("name", ["日本語", "🎵", "عربى"])
def test_what_no_font_has_is_refused_by_name(name: str):
    fig = panels_figure([Panel(Case.of([("A", name)], [name], ["A"]), HierarchyPicture(()))])
    with pytest.raises(
        HierviewError, match=rf"holds '{name[0]}' \(U\+{ord(name[0]):04X}\), which the fonts .* export SVG"
    ):
        pdf_bytes(fig)
    assert name in svg_file_text(fig)


def figured(data: bytes) -> list[str]:
    """What is told in the place of each figure."""
    return [alt for role, alt in elements(data) if role == "Figure"]


def test_pages_are_tagged_with_a_text_in_their_place():
    figures = [of("15", "LCaF", "graphs"), of("12a", "MGIA", "pairs")]
    assert figured(pdf_bytes(figures[0], META)) == [META.alt or figures[0].says]
    assert figured(pdf_bytes(figures[1], Meta(alt="Žižkov (β)"))) == ["Žižkov (β)"]
    data = pdf_bytes(figures)
    assert figured(data) == [fig.says for fig in figures]
    assert re.findall(rb"/K (\d+) /", data) == [b"0", b"0"]  # each has the first of what its page marks
    assert b"/Marked true" in data
    assert b"/StructParents 1" in data


def test_a_png_has_its_dots():
    fig = of("15", "LCaF", "graphs")
    for dpi in (72, 300):
        image = Image.open(io.BytesIO(png_bytes(fig, dpi, META)))
        assert image.mode == "RGB"
        assert image.width == pytest.approx(84 / 25.4 * dpi, abs=1.01)
        assert image.height == pytest.approx(fig.height_mm / 25.4 * dpi, abs=1.01)
        assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)
    assert len(image.getcolors(1 << 20)) > 3
    assert image.getpixel((0, image.height - 1)) == (255, 255, 255)


def test_a_pdf_says_what_it_is():
    document = pypdfium2.PdfDocument(pdf_bytes(of("15", "LCaF", "graphs"), META))
    told = document.get_metadata_dict()
    assert (told["Title"], told["Subject"], told["Creator"]) == (META.title, META.alt, META.signature)
    assert META.link in told["Keywords"]
    assert "2000" in told["CreationDate"]


@pytest.mark.parametrize("name", ["Pop", "R&B <x> \"y\" 'z' \\ {}", "日本語 🎵 é", "x" * 300, "a\u2028b\u00a0c]]>"])
def test_every_file_carries_its_case(name: str):
    case = json.dumps({"hierview": 1, "name": name, "edges": [["A", "B"]]}, ensure_ascii=False, separators=(",", ":"))
    meta, fig, plain = Meta(case=case, link="https://x/?c=1"), of("7a", "GIE", "pairs"), load_case("7a")
    files = (
        svg_file_text(fig, meta).encode(),
        tikz_code(fig, meta).encode(),
        tikz_code(fig, meta, True).encode(),
        pdf_bytes(fig, meta),
        png_bytes(fig, 72, meta),
        dot_text(plain, meta=meta).encode(),
    )
    for data in files:
        assert json.loads(embedded_case(data) or "null") == json.loads(case)


# The texts of a PNG, written by whomever


def chunk(kind: bytes, data: bytes, length: int | None = None) -> bytes:
    size = len(data) if length is None else length
    return struct.pack(">I", size) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def a_png(*chunks: bytes, wide: int = 1) -> bytes:
    head = chunk(b"IHDR", struct.pack(">2I5B", wide, wide, 8, 0, 0, 0, 0))
    return b"".join([b"\x89PNG\r\n\x1a\n", head, *chunks, chunk(b"IEND", b"")])


@pytest.mark.parametrize(
    "held",
    [
        chunk(b"tEXt", b'hierview-case\0{"a": 1}'),
        chunk(b"zTXt", b"hierview-case\0\0" + zlib.compress(b'{"a": 1}')),
        chunk(b"iTXt", b'hierview-case\0\0\0\0\0{"a": 1}'),
        chunk(b"iTXt", b"hierview-case\0\1\0en\0words\0" + zlib.compress(b'{"a": 1}')),
        chunk(b"tEXt", b'Title\0{"b": 2}') + chunk(b"tEXt", b'hierview-case\0{"a": 1}'),
        chunk(b"IDAT", b"no picture") + chunk(b"tEXt", b'hierview-case\0{"a": 1}'),
    ],
    ids=["plain", "compressed", "international", "both", "second", "damaged picture"],
)
def test_a_case_is_read_from_every_kind_of_text(held: bytes):
    assert embedded_case(a_png(held)) == '{"a": 1}'


@each(
    "held",
    [
        chunk(b"zTXt", b"k\0\xffx"),
        chunk(b"zTXt", b"k"),
        chunk(b"iTXt", b""),
        chunk(b"iTXt", b"k\0"),
        chunk(b"zTXt", b"hierview-case\0\0no zlib"),
        chunk(b"zTXt", b"hierview-case"),
        chunk(b"iTXt", b"hierview-case\0"),
        chunk(b"iTXt", b"hierview-case\0\1"),
        chunk(b"tEXt", b"hierview-case\0{}", 2**32 - 1),
        chunk(b"tEXt", b"hierview-case\0{}", 400),
        b"\0\0\0",
    ],
)
def test_a_damaged_text_is_no_case(held: bytes):
    picture = png_bytes(of("7a", "GIE", "pairs"), 72)
    assert not embedded_case(a_png(held))
    assert not embedded_case(picture[:-12] + held + picture[-12:])


def test_nothing_of_a_picture_is_unpacked_but_the_case_and_that_within_bounds(within):
    bomb = zlib.compress(bytes(50_000_000), 9)
    with within(5):
        for held in (b"hierview-case\0\0", b"Title\0\0"):
            data = a_png(*[chunk(b"zTXt", held + bomb)] * 20, chunk(b"IDAT", bomb), wide=60_000)
            tracemalloc.start()
            carried = embedded_case(data)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert len(carried or "") in (0, LONGEST)
            assert peak < 40_000_000
