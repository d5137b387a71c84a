"""The case that an exported file carries, so that the file opens again."""

from __future__ import annotations

import io
import re
import warnings
from html import unescape

import pypdfium2
from PIL import Image, UnidentifiedImageError

from .svgfile import NAMESPACE

# How a page holds the case: a script that is none.
HTML_CASE = '<script type="application/json" id="hierview-case">{}</script>'


def carried_case(data: bytes) -> str | None:
    """The JSON of the case in a figure that `draw` made (SVG, PDF, PNG, TikZ, DOT, HTML), None where there is none."""
    if data.startswith(b"%PDF"):
        return _in_pdf(data)
    if data.startswith(b"\x89PNG"):
        return _in_png(data)
    text = data.decode("utf-8", "replace")
    if found := re.search(rf'<case xmlns="{NAMESPACE}">([^<]*)</case>', text):
        return unescape(found[1])
    if found := re.search(HTML_CASE.format("([^<]*)"), text):
        return found[1]
    if found := re.search(r"^(?:%|//) case: (\{.*)$", text, re.MULTILINE):
        return found[1]
    if found := re.search(r"^% case:\n((?:%   .*\n)+)", text, re.MULTILINE):
        return "".join(line[4:] for line in found[1].splitlines())
    return None


def _in_pdf(data: bytes) -> str | None:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return None
    try:
        told = document.get_metadata_value("Keywords")
    finally:
        document.close()
    return told[told.index("{") :] if "{" in told else None


def _in_png(data: bytes) -> str | None:
    try:
        # Only the texts are read; a picture that is too large to decode is none of ours.
        with warnings.catch_warnings(), Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return image.text.get("hierview-case")  # type: ignore[attr-defined]
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return None
