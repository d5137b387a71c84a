"""The typefaces of figures: how wide a text is in them, and which characters they have."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal

from ..scenes.scene import COST, FONT_SIZE, SMALL
from .widths import TYPEFACES, character_widths, text_width

# How much smaller what stands below or above the line is, and how far from the line, in em.
SCRIPT_SIZE, SCRIPT_SHIFT = 0.72, 0.2
SLANT = 0.21  # of italics, which are the upright letters slanted


@dataclass(frozen=True, eq=False)
class Face:
    """A typeface and its sizes."""

    name: str
    """Name of the typeface."""
    family: str
    """Its names in CSS."""
    middle: float
    """How far capitals are centred above the baseline."""
    small: float = SMALL
    """Size of what is no class, beside classes of `FONT_SIZE`."""
    cost: float = COST
    """Size of the costs that count, beside classes of `FONT_SIZE`."""
    width_slack: float = 1.0
    """Factor of all widths, for another font or another name."""

    @property
    def path(self) -> Path:
        """Path of the typeface's file in this package."""
        return TYPEFACES / f"{self.name}-Regular.ttf"

    @cached_property
    def advances(self) -> dict[str, float]:
        """The width of every character it has, in em."""
        widths, em = character_widths(self.name)
        return {character: self.width_slack * width / em for character, width in widths.items()}


SANS = Face("SourceSans3", "'Source Sans 3','Source Sans','Source Sans Pro',sans-serif", 0.33)
SERIF = Face("LiberationSerif", "'Liberation Serif','Times New Roman',Times,serif", 0.33)
FACES = {"sans": SANS, "serif": SERIF}


class TexFace(Face):
    """Latin Modern as LaTeX sets it at 8 pt, where it is widest: only how wide its letters are."""


def _tex_faces(slack: float) -> dict[str, Face]:
    names = (("sans", "sans", SANS), ("serif", "roman", SERIF))
    return {font: TexFace(name, f.family, f.middle, width_slack=slack) for font, name, f in names}


EXACT_TEX_FACES = _tex_faces(1.0)
TEX_FACES = _tex_faces(1.1)  # with a tenth to spare, for another font or another name


@lru_cache(maxsize=64)
def with_least_size(face: Face, least: float) -> Face:
    """The typeface with no text smaller than `least`, unless those of classes are."""
    least = min(least, FONT_SIZE)
    if least <= min(face.small, face.cost):
        return face
    return replace(face, small=max(face.small, least), cost=max(face.cost, least))


Level = Literal[-1, 0, 1]
_LEVELS: Mapping[str, Level] = {"<sub>": -1, "<super>": 1}


@dataclass(frozen=True)
class TextRun:
    """Characters of one face on one level: -1 below the line, 1 above it. A face of None has none of them."""

    text: str
    """The characters."""
    face: Face | None
    """Their face; None where no face has them."""
    level: Level = 0
    """Their level: -1 below the line, 1 above it."""

    @property
    def size(self) -> float:
        """Of its letters, in parts of the text's size."""
        return SCRIPT_SIZE if self.level else 1.0

    @property
    def width(self) -> float:
        """In em of the text around it."""
        advances = self.face.advances if self.face else {}
        return self.size * sum(advances.get(c, other_width(c)) for c in self.text)


def other_width(character: str) -> float:
    """The width of a character that some other font will serve."""
    return 1.0 if unicodedata.east_asian_width(character) in "WF" else 0.62


@lru_cache(maxsize=4096)
def text_runs(text: str, face: Face) -> tuple[TextRun, ...]:
    """The text as it is set, in runs of one face on one level.

    It is composed where it can be and without marks that nothing is seen of; small figures and letters above and below
    the line are what they are; another face serves where this one lacks a character.
    """

    def run_key(character: str) -> tuple[str, Face | None, Level]:
        kind, _, code = unicodedata.decomposition(character).partition(" ")
        level = _LEVELS.get(kind, 0)
        if level:
            character = chr(int(code.split()[0], 16))
        having = (f for f in (face, *FACES.values()) if character in f.advances)
        return character, next(having, None), level

    visible = [c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c) != "Cf"]
    groups = groupby(map(run_key, visible), key=lambda c: c[1:])
    return tuple(TextRun("".join(c for c, _, _ in same), *key) for key, same in groups)


@lru_cache(maxsize=4096)
def _em_width(text: str, face: Face) -> float:
    return sum(run.width for run in text_runs(text, face))


def line_width(text: str, size: float, face: Face) -> float:
    """The width of the text on one line at a font size of `size`."""
    return size * _em_width(text, face)


def body_width(text: str, size: float, face: Face) -> float:
    """The width that a class's body has room for: on screen and in files of ours that of Source Sans."""
    return line_width(text, size, face) if isinstance(face, TexFace) else text_width(text, size)


def missing_character(text: str, face: Face) -> str:
    """The first character that no face has, or nothing."""
    return next((run.text[0] for run in text_runs(text, face) if run.face is None), "")
