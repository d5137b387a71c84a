"""The structure tree of a PDF: each page is a figure with words in its place, for those who do not see it.

ISO 32000-1, 14.7 and 14.8: content between BDC and EMC has a number on its page; the parent tree leads from there to
the element that holds the alternative text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.pdfgen.canvas import Canvas

BEGIN, END = "/Figure <</MCID 0>> BDC", "EMC"


def tag(canvas: Canvas, alts: Sequence[str]) -> None:
    """Say what each page shows. Its content stands between `BEGIN` and `END`; the pages are all drawn."""
    document = canvas._doc  # reportlab has no other way to the catalogue and to finished pages
    catalogue, pages = document.Catalog, document.Pages.pages
    root, whole, parents = PDFDictionary(), PDFDictionary(), PDFDictionary()
    to_root, to_whole = document.Reference(root), document.Reference(whole)
    figures = [PDFDictionary() for _ in pages]
    to_figures = [document.Reference(figure) for figure in figures]
    for i, (page, figure, alt) in enumerate(zip(pages, figures, alts, strict=True)):
        shown = document.Reference(page)
        _set(figure, Type=_name("StructElem"), S=_name("Figure"), P=to_whole, Pg=shown, K=0, Alt=PDFString(alt))
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
        page.StructParents = i
    _set(parents, Nums=PDFArray([entry for i, one in enumerate(to_figures) for entry in (i, PDFArray([one]))]))
    _set(whole, Type=_name("StructElem"), S=_name("Document"), P=to_root, K=PDFArray(to_figures))
    _set(
        root,
        Type=_name("StructTreeRoot"),
        K=to_whole,
        ParentTree=document.Reference(parents),
        ParentTreeNextKey=len(figures),
    )
    catalogue.StructTreeRoot = to_root
    catalogue.MarkInfo = PDFDictionary({"Marked": "true"})
    catalogue.Lang = PDFString("en")
    catalogue.ViewerPreferences = PDFDictionary({"DisplayDocTitle": "true"})


def _name(text: str) -> PDFName:
    return PDFName(text)


def _set(dictionary: PDFDictionary, **entries: Any) -> None:
    for key, value in entries.items():
        dictionary[key] = value
