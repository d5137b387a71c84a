"""The case that an exported file carries, so that the file opens again."""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64encode
from hashlib import sha256
from html import unescape

from .svgfile import NAMESPACE

# How a page holds the case: a script that is none.
HTML_CASE = '<script type="application/json" id="hierview-case">{}</script>'
PNG_CASE = "hierview-case"  # the keyword of the case's text in a PNG
LONGEST = 8_000_000  # bytes of a text that a PNG holds compressed
_PNG = b"\x89PNG\r\n\x1a\n"


def script_hashes(page: str) -> str:
    """The sources in a Content-Security-Policy that let a page's own scripts run, and no other ones."""
    scripts = re.findall(r'<script(?: type="module")?>(.*?)</script>', page, re.DOTALL)
    return " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)


def embedded_case(data: bytes) -> str | None:
    """The JSON of the case in a figure that `draw` made (SVG, PDF, PNG, TikZ, DOT, HTML), None where there is none."""
    if data.startswith(b"%PDF"):
        return _case_in_pdf(data)
    if data.startswith(_PNG[:4]):
        return _case_in_png(data)
    text = data.decode("utf-8", "replace")
    if match := re.search(rf'<case xmlns="{NAMESPACE}">([^<]*)</case>', text):
        return unescape(match[1])
    if match := re.search(HTML_CASE.format("([^<]*)"), text):
        return match[1]
    if match := re.search(r"^(?:%|//) case: (\{.*)$", text, re.MULTILINE):
        return match[1]
    if match := re.search(r"^% case:\n((?:%   .*\n)+)", text, re.MULTILINE):
        return "".join(line[4:] for line in match[1].splitlines())
    return None


def _case_in_pdf(data: bytes) -> str | None:
    # A page that is written needs no reader of PDF.
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(data) as document:
            keywords = document.get_metadata_value("Keywords")
    except pypdfium2.PdfiumError:
        return None
    return keywords[keywords.index("{") :] if "{" in keywords else None


def _case_in_png(data: bytes) -> str | None:
    """The JSON of the case in a PNG's text chunks; None where there is none.

    The picture is not decoded: it may be far larger than its file.
    """
    at = len(_PNG)
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        key, _, rest = data[at + 8 : at + 8 + length].partition(b"\0")
        at += 12 + length
        if at > len(data) or kind == b"IEND":
            return None
        if key != PNG_CASE.encode():
            continue
        if kind == b"tEXt":
            return rest.decode("latin-1")
        if kind == b"zTXt":
            return _decompressed_bytes(rest[1:]).decode("latin-1")
        if kind == b"iTXt":
            text = rest[2:].split(b"\0", 2)[-1]  # after the language and the translated keyword
            return (_decompressed_bytes(text) if rest[:1] == b"\1" else text).decode("utf-8", "replace")
    return None


def _decompressed_bytes(data: bytes) -> bytes:
    """The decompressed data, as far as it can be read, and no more of it than a case may have."""
    try:
        return zlib.decompressobj().decompress(data, LONGEST)
    except zlib.error:
        return b""
