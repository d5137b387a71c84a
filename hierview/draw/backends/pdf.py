"""Figures as PDF, a page each, and as PNG: text stays text in embedded fonts, the same bytes every time."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any

import pypdfium2
from PIL.PngImagePlugin import PngInfo
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

from ...errors import HierviewError, quoted
from ..figures.figure import UNNAMED, Figure, FigureStyle, Meta, check_dpi
from ..scenes.scene import Label, Shape
from ..texts.fonts import FACES, SCRIPT_SHIFT, SLANT, Face, line_width, missing_character, text_runs
from .embedded_case import PNG_CASE
from .outlines import glyph_outlines

MOST_PIXELS = 200_000_000


def pdf_bytes(figures: Figure | Sequence[Figure], meta: Meta = UNNAMED) -> bytes:
    """The bytes of one PDF of the figures, each on a page of its size."""
    pages = [figures] if isinstance(figures, Figure) else list(figures)
    if not pages:
        raise HierviewError("a PDF needs at least one figure")
    for figure in pages:
        _check_characters(figure)
    target, first = io.BytesIO(), pages[0]
    registered_font(first.style)
    size = (first.width * first.unit, first.height * first.unit)
    canvas = TaggedCanvas(target, pagesize=size, invariant=1, pageCompression=1, initialFontName=first.style.face.name)
    canvas.setTitle(meta.title or "Figure")
    canvas.setAuthor("")
    canvas.setSubject(meta.alt or first.says)
    canvas.setCreator(meta.signature or "hierview")
    canvas.setProducer("hierview")
    canvas.setKeywords("\n".join(filter(None, (meta.link, meta.case))))
    for figure in pages:
        canvas.setPageSize((figure.width * figure.unit, figure.height * figure.unit))
        alt = meta.alt if len(pages) == 1 else ""
        with canvas.element("Figure", alt or figure.says):
            _draw_page(canvas, figure)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def registered_font(style: FigureStyle) -> str:
    """The name under which reportlab knows a style's typeface, which is embedded."""
    for face in FACES.values():
        if face.name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(face.name, str(face.path)))
    return style.face.name


class FigureFlowable(Flowable):  # type: ignore[misc]
    """A figure in running text, at its true size or as small as its room asks for."""

    def __init__(self, figure: Figure, room: float, high: float = inf) -> None:
        super().__init__()
        _check_characters(figure)
        self.figure = figure
        self.scale = min(1.0, room / (figure.width * figure.unit), high / (figure.height * figure.unit))
        self.width = figure.width * figure.unit * self.scale
        self.height = figure.height * figure.unit * self.scale

    def wrap(self, *_: float) -> tuple[float, float]:
        """The width and the height that the figure takes."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw it, its lower left corner at the origin."""
        self.canv.scale(self.scale, self.scale)
        with self.canv.element("Figure", self.figure.says):
            _draw_page(self.canv, self.figure)


class TaggedParagraph(Paragraph):  # type: ignore[misc]
    """A paragraph, or the heading of a document, that a screen reader knows as such."""

    role = "P"

    def draw(self) -> None:
        """Draw it, its lower left corner at the origin."""
        with self.canv.element(self.role):
            super().draw()


class H1Paragraph(TaggedParagraph):
    """A paragraph that screen readers read as the heading of a document."""

    role = "H1"


def document_bytes(
    story: Sequence[Flowable], title: str, size: tuple[float, float], margins: tuple[float, float]
) -> bytes:
    """The tagged pages that paragraphs and drawings fill. size: of a page, in points.  margins: beside, and above."""
    target = io.BytesIO()
    beside, above = margins
    room = {"leftMargin": beside, "rightMargin": beside, "topMargin": above, "bottomMargin": above}
    about = {"title": title, "author": "", "creator": "hierview", "producer": "hierview"}
    pages = SimpleDocTemplate(target, pagesize=size, invariant=1, **room, **about)
    pages.build(list(story), canvasmaker=TaggedCanvas)
    return target.getvalue()


def png_bytes(figure: Figure, dpi: int = 300, meta: Meta = UNNAMED) -> bytes:
    """The bytes of a PNG of the figure, so many dots per inch, as its PDF looks."""
    check_dpi(dpi)
    pixels = figure.width * figure.height * (figure.unit * dpi / 72) ** 2
    if pixels > MOST_PIXELS:
        raise HierviewError(
            f"at {dpi} dots per inch this figure has {pixels:,.0f} pixels; at most {MOST_PIXELS:,} are made"
        )
    with pypdfium2.PdfDocument(pdf_bytes(figure, meta)) as document:
        image = document[0].render(scale=dpi / 72, optimize_mode=None).to_pil()
    about = PngInfo()
    texts = {"Title": meta.title, "Description": meta.alt or figure.says, "Software": meta.signature}
    for key, value in (texts | {"hierview-link": meta.link, PNG_CASE: meta.case}).items():
        if value:
            about.add_itxt(key, value, zip=False)
    target = io.BytesIO()
    image.convert("RGB").save(target, "PNG", dpi=(dpi, dpi), pnginfo=about)
    return target.getvalue()


def _check_characters(figure: Figure) -> None:
    """Refuse a text with a character that no font here has."""
    for label in figure.labels:
        character = missing_character(label.text, figure.style.face)
        if character:
            raise HierviewError(
                f"the text {quoted(label.text)} holds {quoted(character)} (U+{ord(character):04X}), which the fonts "
                "that come with hierview do not have; export SVG, where the reader's fonts serve"
            )


def _draw_page(canvas: Canvas, figure: Figure) -> None:
    unit = figure.unit
    canvas.saveState()
    canvas.transform(unit, 0, 0, -unit, 0, figure.height * unit)
    canvas.setFillColor(HexColor(figure.style.palette["ground"]))
    canvas.rect(0, 0, figure.width, figure.height, stroke=0, fill=1)
    for part in figure.parts:
        if isinstance(part, Label):
            _draw_label(canvas, part, figure)
        else:
            _draw_shape(canvas, part, figure)
    canvas.restoreState()


def _draw_shape(canvas: Canvas, shape: Shape, figure: Figure) -> None:
    palette = figure.style.palette
    canvas.saveState()
    if shape.fill:
        canvas.setFillColor(HexColor(palette[shape.fill]))
        if shape.opacity != 1:
            canvas.setFillAlpha(shape.opacity)
    if shape.stroke:
        canvas.setStrokeColor(HexColor(palette[shape.stroke]))
        canvas.setLineWidth(shape.width)
        if shape.dash:
            canvas.setDash([0, *shape.dash[1:]] if shape.dots else list(shape.dash))
            canvas.setLineCap(1 if shape.dots else 0)
    paint = {"stroke": int(shape.stroke is not None), "fill": int(shape.fill is not None)}
    at = shape.at
    if shape.kind == "rect":
        x, y, w, h, r = at
        if r:
            canvas.roundRect(x, y, w, h, min(r, w / 2, h / 2), **paint)
        else:
            canvas.rect(x, y, w, h, **paint)
    elif shape.kind == "ellipse":
        x, y, rx, ry = at
        canvas.ellipse(x - rx, y - ry, x + rx, y + ry, **paint)
    else:
        path = canvas.beginPath()
        path.moveTo(*at[:2])
        if shape.kind == "curve":
            for i in range(2, len(at), 6):
                path.curveTo(*at[i : i + 6])
        else:
            for i in range(2, len(at), 2):
                path.lineTo(*at[i : i + 2])
        if shape.kind == "polygon":
            path.close()
        canvas.drawPath(path, **paint)
    canvas.restoreState()


def _draw_label(canvas: Canvas, label: Label, figure: Figure) -> None:
    face, palette = figure.style.face, figure.style.palette
    wide = line_width(label.text, label.size, face)
    left = label.x - (wide / 2 if label.anchor == "middle" else 0)
    base = label.y + face.middle * label.size
    if label.ground:
        canvas.setFillColor(HexColor(palette["ground"]))
        canvas.rect(left - 2, label.y - label.size / 2, wide + 4, label.size, stroke=0, fill=1)
    canvas.setFillColor(HexColor(palette[label.colour]))
    if figure.style.labels == "outlines":
        for ways in glyph_outlines(label.text, label.size, face, left, base, label.italic):
            path = canvas.beginPath()
            steps = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
            for letter, at in ways:
                steps[letter](*at)
            canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_NON_ZERO)
    else:
        _draw_text(canvas, label, face, left, base)
    if label.struck:
        canvas.setStrokeColor(HexColor(palette[label.colour]))
        canvas.setLineWidth(1)
        middle = base - 0.25 * label.size
        canvas.line(left, middle, left + wide, middle)


def _draw_text(canvas: Canvas, label: Label, face: Face, x: float, base: float) -> None:
    for run in text_runs(label.text, face):
        assert run.face is not None
        line = canvas.beginText()
        # The page's y grows downwards, so letters are turned over again; italics lean.
        y = base - run.level * SCRIPT_SHIFT * label.size
        line.setTextTransform(1, 0, SLANT if label.italic else 0, -1, x, y)
        line.setFont(run.face.name, label.size * run.size)
        line.textOut(run.text)
        canvas.drawText(line)
        x += label.size * run.width


# The structure tree of a PDF: figures with words in their place, headings and paragraphs, for screen readers.
#
# ISO 32000-1, 14.7 and 14.8: content between BDC and EMC has a number on its page; the parent tree leads from there to
# the element that holds the alternative text.


@dataclass(frozen=True)
class TaggedElement:
    """Something on a page, counted from 0."""

    page: int
    """The page that it stands on, from 0."""
    role: str
    """Its role in PDF, such as H1, P or Figure."""
    alt: str = ""
    """Description of a figure, in words."""


class TaggedCanvas(Canvas):  # type: ignore[misc]
    """Pages whose contents are elements of a structure tree, in the order in which they are drawn."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.elements: list[TaggedElement] = []

    @contextmanager
    def element(self, role: str, alt: str = "") -> Iterator[None]:
        """Make all that is drawn within the block one element of the page's structure."""
        page = self.getPageNumber() - 1
        number = sum(element.page == page for element in self.elements)
        self.addLiteral(f"/{role} <</MCID {number}>> BDC")
        self.elements.append(TaggedElement(page, role, alt))
        yield
        self.addLiteral("EMC")

    def save(self) -> None:
        """Write the document, tagged."""
        if self._code:
            self.showPage()
        _write_tags(self, self.elements)
        super().save()


def _write_tags(canvas: Canvas, elements: Sequence[TaggedElement]) -> None:
    """Write the structure tree of the pages, which are all drawn."""
    document = canvas._doc  # reportlab has no other way to the catalogue and to finished pages
    catalogue, pages = document.Catalog, document.Pages.pages
    root, whole, parents = PDFDictionary(), PDFDictionary(), PDFDictionary()
    to_root, to_whole = document.Reference(root), document.Reference(whole)
    dictionaries = [PDFDictionary() for _ in elements]
    references = [document.Reference(one) for one in dictionaries]
    on_page: list[list[Any]] = [[] for _ in pages]
    for element, one, reference in zip(elements, dictionaries, references, strict=True):
        its_page = document.Reference(pages[element.page])
        alt = {"Alt": PDFString(element.alt)} if element.alt else {}
        number = len(on_page[element.page])
        one.dict.update(
            _structure_entry("StructElem", S=PDFName(element.role), P=to_whole, Pg=its_page, K=number, **alt)
        )
        on_page[element.page].append(reference)
    for i, page in enumerate(pages):
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
        page.StructParents = i
    parents["Nums"] = PDFArray([entry for i, those in enumerate(on_page) for entry in (i, PDFArray(those))])
    whole.dict.update(_structure_entry("StructElem", S=PDFName("Document"), P=to_root, K=PDFArray(references)))
    tree = document.Reference(parents)
    root.dict.update(_structure_entry("StructTreeRoot", K=to_whole, ParentTree=tree, ParentTreeNextKey=len(pages)))
    catalogue.StructTreeRoot = to_root
    catalogue.MarkInfo = PDFDictionary({"Marked": "true"})
    catalogue.Lang = PDFString("en")
    catalogue.ViewerPreferences = PDFDictionary({"DisplayDocTitle": "true"})


def _structure_entry(kind: str, **entries: Any) -> dict[str, Any]:
    return {"Type": PDFName(kind), **entries}
