"""The structure tree of a PDF, as a screen reader walks it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2

raw = pypdfium2.raw


def told(ask: Any, element: Any) -> str:
    """A text of an element, "" where it has none."""
    buffer = (ctypes.c_char * ask(element, None, 0))()
    ask(element, buffer, len(buffer))
    return bytes(buffer).decode("utf-16-le").rstrip("\0")


def elements(data: bytes | Path) -> list[tuple[str, str]]:
    """The elements from page to page, those above before those below: their roles, and the texts in their place."""
    document = pypdfium2.PdfDocument(data)
    found: list[tuple[str, str]] = []
    for page in document:
        tree = raw.FPDF_StructTree_GetForPage(page)
        for i in range(raw.FPDF_StructTree_CountChildren(tree)):
            found += _below(raw.FPDF_StructTree_GetChildAtIndex(tree, i))
        raw.FPDF_StructTree_Close(tree)
    document.close()
    return found


def _below(element: Any) -> Iterator[tuple[str, str]]:
    yield told(raw.FPDF_StructElement_GetType, element), told(raw.FPDF_StructElement_GetAltText, element)
    for i in range(raw.FPDF_StructElement_CountChildren(element)):
        if child := raw.FPDF_StructElement_GetChildAtIndex(element, i):
            yield from _below(child)
