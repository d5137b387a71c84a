"""Width of a text, measured with the font that screen and exports use."""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from pathlib import Path

TYPEFACES = Path(__file__).parents[1] / "typefaces"


@lru_cache(maxsize=8)
def character_widths(typeface: str) -> tuple[dict[str, float], int]:
    """How wide each character of a typeface is, and how wide an em, in units of the typeface.

    They stand in a file of their own, so that drawing on screen need not read the fonts. Those of Latin Modern ("sans",
    "roman") are as LaTeX sets it at 8 pt, by its font metrics (GUST Font License).
    """
    stored = json.loads((TYPEFACES / "widths.json").read_text(encoding="utf-8"))[typeface]
    return {character: width for width, characters in stored["widths"] for character in characters}, stored["em"]


@lru_cache(maxsize=4_096)
def text_width(text: str, size: float) -> float:
    """The width of `text` on one line in pixels, at a font size of `size` pixels."""
    advances, em = character_widths("SourceSans3")
    total = 0.0
    for character in text:
        advance = advances.get(character)
        if advance is None:
            if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
                advance = 0
            else:
                # Some other font will serve it; East Asian wide characters fill their square.
                advance = em if unicodedata.east_asian_width(character) in "WF" else int(0.62 * em)
        total += advance
    return total * size / em
