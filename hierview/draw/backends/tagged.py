"""The structure tree of a PDF: figures with words in their place, headings and paragraphs, for screen readers.

ISO 32000-1, 14.7 and 14.8: content between BDC and EMC has a number on its page; the parent tree leads from there to
the element that holds the alternative text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.pdfgen.canvas import Canvas


@dataclass(frozen=True)
class Element:
    """Something on a page, counted from 0. role: of PDF, such as H1, P and Figure.  alt: what a figure shows."""

    page: int
    role: str
    alt: str = ""


class TaggedCanvas(Canvas):  # type: ignore[misc]
    """Pages whose contents are elements of a structure tree, in the order in which they are drawn."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.elements: list[Element] = []

    @contextmanager
    def element(self, role: str, alt: str = "") -> Iterator[None]:
        """All that is drawn meanwhile is one element."""
        page = self.getPageNumber() - 1
        number = sum(element.page == page for element in self.elements)
        self.addLiteral(f"/{role} <</MCID {number}>> BDC")
        self.elements.append(Element(page, role, alt))
        yield
        self.addLiteral("EMC")

    def save(self) -> None:
        """Write the document, tagged."""
        if self._code:
            self.showPage()
        _tag(self, self.elements)
        super().save()


def _tag(canvas: Canvas, elements: Sequence[Element]) -> None:
    """Say what the pages hold, which are all drawn."""
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
        one.dict.update(_typed("StructElem", S=PDFName(element.role), P=to_whole, Pg=its_page, K=number, **alt))
        on_page[element.page].append(reference)
    for i, page in enumerate(pages):
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
        page.StructParents = i
    parents["Nums"] = PDFArray([entry for i, those in enumerate(on_page) for entry in (i, PDFArray(those))])
    whole.dict.update(_typed("StructElem", S=PDFName("Document"), P=to_root, K=PDFArray(references)))
    tree = document.Reference(parents)
    root.dict.update(_typed("StructTreeRoot", K=to_whole, ParentTree=tree, ParentTreeNextKey=len(pages)))
    catalogue.StructTreeRoot = to_root
    catalogue.MarkInfo = PDFDictionary({"Marked": "true"})
    catalogue.Lang = PDFString("en")
    catalogue.ViewerPreferences = PDFDictionary({"DisplayDocTitle": "true"})


def _typed(kind: str, **entries: Any) -> dict[str, Any]:
    return {"Type": PDFName(kind), **entries}
