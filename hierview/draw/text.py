"""Width of a text, measured with the font that screen and exports use."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont

FONT = Path(__file__).parent / "typefaces" / "SourceSans3-Regular.ttf"


@lru_cache(maxsize=1)
def _advances() -> tuple[dict[int, int], int]:
    """Advance width of every character the font has, and the units of an em."""
    with TTFont(FONT, lazy=True) as font:
        widths = font["hmtx"].metrics
        return {code: widths[glyph][0] for code, glyph in font.getBestCmap().items()}, font["head"].unitsPerEm


def text_width(text: str, size: float) -> float:
    """The width of `text` on one line in pixels, at a font size of `size` pixels."""
    advances, em = _advances()
    total = 0.0
    for character in text:
        advance = advances.get(ord(character))
        if advance is None:
            if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
                advance = 0
            else:
                # Some other font will serve it; East Asian wide characters fill their square.
                advance = em if unicodedata.east_asian_width(character) in "WF" else int(0.62 * em)
        total += advance
    return total * size / em
