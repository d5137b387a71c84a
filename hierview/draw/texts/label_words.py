"""Words as labels of a scene: symbols in italics, their subscripts smaller and lower."""

from __future__ import annotations

from dataclasses import dataclass

from ...explain import Name, Symbol, Words
from ..scenes.scene import Label
from .fonts import SANS, SCRIPT_SHIFT, SCRIPT_SIZE, Face, line_width


@dataclass(frozen=True)
class TextLine:
    """Words on one line around (or, with anchor "start", from) a point; `y` is its middle."""

    x: float
    """Where the words are centred, or begin with anchor "start", in px."""
    y: float
    """Their middle, in px."""
    words: Words
    """The words."""
    size: float
    """Size of the letters, in px."""
    colour: str = "ink"
    """Colour by its meaning."""
    anchor: str = "middle"
    """Which part of the line stands at `x`: "middle" or "start"."""


def words_width(words: Words, size: float, face: Face = SANS) -> float:
    """Width of the words on one line, in px."""
    return sum(line_width(text, size * scale, face) for text, scale, _, _ in _text_pieces(words))


def text_line_labels(line: TextLine, face: Face = SANS) -> tuple[Label, ...]:
    """The words as labels beside each other."""
    parts = []
    x = line.x - (words_width(line.words, line.size, face) / 2 if line.anchor == "middle" else 0)
    for text, scale, drop, italic in _text_pieces(line.words):
        size = line.size * scale
        # A label is centred on its own height; smaller letters lower by a part of the larger ones'.
        y = line.y + drop * line.size + face.middle * (line.size - size)
        parts.append(Label(x, y, text, line.colour, size, italic=italic, anchor="start"))
        x += line_width(text, size, face)
    return tuple(parts)


def _text_pieces(words: Words) -> list[tuple[str, float, float, bool]]:
    """Each text with its size and how far it stands below the line, in em, and whether it is italic."""
    pieces: list[tuple[str, float, float, bool]] = []
    for word in words:
        if isinstance(word, Symbol):
            pieces.append((word.text, 1.0, 0.0, True))
            if word.sub:
                pieces.append((word.sub, SCRIPT_SIZE, SCRIPT_SHIFT, False))
        elif pieces and pieces[-1][1:] == (1.0, 0.0, False):
            pieces[-1] = (pieces[-1][0] + str(word), 1.0, 0.0, False)
        else:
            pieces.append((str(word), 1.0, 0.0, False))
    return pieces


def wrap_words(words: Words, room: float, size: float, face: Face = SANS) -> tuple[Words, ...]:
    """The words on as many lines as it takes for each to be at most `room` wide, broken at blanks."""
    units: list[list[str | Name | Symbol]] = [[]]  # what must not be broken
    for word in words:
        if isinstance(word, Symbol):
            units[-1].append(word)
            continue
        first, *others = str(word).split(" ")
        units[-1] += [first] if first else []
        units += [[part] if part else [] for part in others]
    lines: list[list[str | Name | Symbol]] = []
    for unit in filter(None, units):
        longer = [*lines[-1], " ", *unit] if lines else unit
        if lines and words_width(tuple(longer), size, face) <= room:
            lines[-1] = longer
        else:
            lines.append(list(unit))
    return tuple(tuple(line) for line in lines)


def balance_words(words: Words, room: float, size: float, face: Face = SANS) -> tuple[Words, ...]:
    """The words on as few lines as `wrap_words` needs, but with no last line of a word or two."""
    lines = wrap_words(words, room, size, face)
    least = max(room / 2, least_width_of(words, size, face))
    while len(lines) > 1 and room > least:
        room -= size / 2
        narrower = wrap_words(words, room, size, face)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return lines


def least_width_of(words: Words, size: float, face: Face = SANS) -> float:
    """The least width that the words can be wrapped to."""
    return max((words_width(line, size, face) for line in wrap_words(words, 0, size, face)), default=0.0)
