"""A confusion matrix on paper: rows true, columns predicted by the numbers of the rows; shades are shares of rows."""

from __future__ import annotations

from itertools import zip_longest

from ...explain import MatrixPicture, MatrixRow, number
from ..scenes.scene import Item, Label, Scene, Shape
from ..texts.fonts import SANS, Face, line_width
from .axes import shorten_text, text_from, text_to

ROW = 1.9  # of the size of texts
NAMES = 0.32  # of the width, at most, for names
INDENT = 9.0
WIDEST = 44.0  # of a cell
DARKEST, STEEPEST = 0.34, 0.4  # the shade of a cell from which this share of its row comes on
VALUES = ("P", "R", "F1")
AIR = 5.0


def matrix_scene(picture: MatrixPicture, room: float, face: Face = SANS) -> Scene:
    """The scene of a confusion matrix in a room: without P, R and F1, or numbers in cells, where these have no room."""
    size, rows = face.small, picture.rows
    digits = line_width(str(len(rows)), size, face) + AIR + 2
    groups = [group for row in rows for group in row.path]
    indents = [INDENT * len(row.path) for row in rows]
    names = [shorten_text(row.name, NAMES * room - indent, face) for row, indent in zip(rows, indents, strict=True)]
    left = max([line_width(n, size, face) + i for n, i in zip(names, indents, strict=True)], default=0.0) + digits + AIR
    left = max([left, *(min(line_width(group, size, face), NAMES * room) for group in groups)])
    whole = max([line_width(row.whole, size, face) for row in rows], default=0.0) + 2 * AIR
    value = line_width("0.00", size, face) + AIR
    texts = max([line_width(text, size, face) for row in rows for text in row.cells], default=0.0) + 3
    least = max(texts, line_width(str(len(rows)), size, face) + 2)
    shown = VALUES if any(row.values for row in rows) else ()
    if shown and (room - left - whole - len(shown) * value) / max(1, len(rows)) < least:
        shown = ()
    ends = whole + len(shown) * value
    cell = min(WIDEST, (room - left - ends) / max(1, len(rows)))
    told = cell >= texts
    high = ROW * size
    items = [_heads_item(len(rows), shown, (left, cell, high, whole, value), face)]
    y, above = high, tuple[str, ...]()
    for i, (row, name, indent) in enumerate(zip(rows, names, indents, strict=True)):
        for depth, (group, before) in enumerate(zip_longest(row.path, above[: len(row.path)])):
            if group != before or row.path[:depth] != above[:depth]:
                label = text_from(digits + INDENT * depth, y + high / 2, shorten_text(group, NAMES * room, face), face)
                items.append(Item("heading", (), (label,)))
                y += high
        above = row.path
        parts: list[Shape | Label] = [text_to(digits - AIR - 1, y + high / 2, str(i + 1), face)]
        parts.append(text_from(digits + indent, y + high / 2, name, face, "ink"))
        parts.append(text_to(left + cell * len(rows) + whole - AIR, y + high / 2, row.whole, face))
        for k, share in enumerate(row.values if shown else ()):
            x = left + cell * len(rows) + whole + (k + 1) * value
            parts.append(text_to(x, y + high / 2, f"{share:.2f}", face, "ink"))
        items.append(Item("heading", (), tuple(parts)))
        for j, text in enumerate(row.cells):
            box = (left + cell * j, y, cell, high)
            items.append(_cell_item(text if told else "", row.tints[j], i == j, box, face))
        y += high
    return Scene(tuple(items), max(room, left + cell * len(rows) + ends), y, _matrix_in_words(rows))


def _heads_item(count: int, shown: tuple[str, ...], at: tuple[float, float, float, float, float], face: Face) -> Item:
    """The numbers of the columns, and what stands beside the cells."""
    left, cell, high, whole, value = at
    # Where columns are narrow, every second, fifth or tenth is numbered.
    every = next((k for k in (1, 2, 5, 10) if k * cell > line_width(str(count), face.small, face) + 3), 10)
    parts: list[Shape | Label] = [
        Label(left + cell * (j - 0.5), high / 2, str(j), "quiet", face.small)
        for j in range(1, count + 1)
        if j % every == 0
    ]
    end = left + cell * count + whole
    parts.append(text_to(end - AIR, high / 2, "n", face))
    parts += [text_to(end + (k + 1) * value, high / 2, name, face) for k, name in enumerate(shown)]
    return Item("axis", (), tuple(parts))


def _cell_item(text: str, tint: float, right: bool, box: tuple[float, float, float, float], face: Face) -> Item:
    x, y, w, h = box
    inside = (x + 0.5, y + 0.5, w - 1, h - 1, 1)
    fill, frame = ("ground", "none") if right else ("panel", None)
    parts: list[Shape | Label] = [Shape("rect", inside, fill, frame, 0.75)]
    if tint:
        colour = "ink" if tint > 0 else "accent"
        dark = DARKEST * min(1.0, abs(tint) / STEEPEST)
        parts.append(Shape("rect", inside, colour, opacity=round(dark, 3), role="shade"))
    if text:
        parts.append(Label(x + w / 2, y + h / 2, text, "ink", face.small))
    return Item("axis", (), tuple(parts), box)


def _matrix_in_words(rows: tuple[MatrixRow, ...]) -> str:
    """The sentences on each row, with the three cells off the diagonal that most is lost to."""
    sentences = []
    for i, row in enumerate(rows):
        wrong = sorted((j for j, text in enumerate(row.cells) if text and j != i), key=lambda j: -abs(row.tints[j]))[:3]
        others = ", ".join(f"{row.cells[j]} as {rows[j].name}" for j in wrong)
        shares = f"; recall {number(row.values[1])}" if row.values else ""
        lost = f"; {others}" if others else ""
        sentences.append(f"{row.name}: {row.cells[i] or '0'} of {row.whole} right{shares}{lost}")
    return "Rows are true, columns predicted. " + ". ".join(sentences) + "."
