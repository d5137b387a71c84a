"""The outlines of glyphs, for labels that no font is needed to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from ..texts.fonts import SCRIPT_SHIFT, SLANT, Face, other_width, text_runs

Point = tuple[float, float]
Way = tuple[str, tuple[float, ...]]  # M, L, C or Z and its points


@lru_cache(maxsize=8)
def _font(face: Face) -> TTFont:
    return TTFont(face.path, lazy=True)


@lru_cache(maxsize=8)
def _glyphs(face: Face) -> Any:
    return _font(face).getGlyphSet()


@lru_cache(maxsize=1024)
def _pen_calls(face: Face, character: str) -> tuple[tuple[str, tuple[object, ...]], ...]:
    """The calls to a pen that draw a character in the units of its font."""
    pen = RecordingPen()
    _glyphs(face)[_font(face).getBestCmap()[ord(character)]].draw(pen)
    return tuple(pen.value)


class _Outline(BasePen):  # type: ignore[misc]  # fontTools has no types
    """Collects a glyph's outline, quadratic curves as cubic ones."""

    def __init__(self, glyphs: Mapping[str, object]) -> None:
        super().__init__(glyphs)
        self.ways: list[Way] = []

    def _moveTo(self, pt: Point) -> None:
        self.ways.append(("M", pt))

    def _lineTo(self, pt: Point) -> None:
        self.ways.append(("L", pt))

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        self.ways.append(("C", (*pt1, *pt2, *pt3)))

    def _closePath(self) -> None:
        self.ways.append(("Z", ()))


def glyph_outlines(text: str, size: float, face: Face, x: float, y: float, italic: bool = False) -> Iterator[list[Way]]:
    """The outline of each glyph of a text that starts at x on a baseline at y; y grows downwards."""
    for run in text_runs(text, face):
        for character in run.text:
            if run.face is None:
                x += size * run.size * other_width(character)
                continue
            scale = size * run.size / _font(run.face)["head"].unitsPerEm
            pen = _Outline(_glyphs(run.face))
            slant = SLANT * scale if italic else 0.0
            place = TransformPen(pen, (scale, 0, slant, -scale, x, y - run.level * SCRIPT_SHIFT * size))
            for call, points in _pen_calls(run.face, character):
                getattr(place, call)(*points)
            if pen.ways:
                yield pen.ways
            x += size * run.size * run.face.advances[character]
