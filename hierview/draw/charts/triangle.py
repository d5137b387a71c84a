"""Agreement between every two things: a triangle of cells, each thing named once, at the end of its row."""

from __future__ import annotations

from ...explain import TrianglePicture
from ..scenes.scene import SMALL, Item, Label, Scene, Shape
from ..texts.fonts import SANS, Face, width
from .axes import axis_value, shortened, text_from

LEAST, MOST, HIGH = 38.0, 64.0, 26.0
DARKEST = 0.34  # of the shade: text on it stays readable
LONGEST = 0.6  # of the width that a name may take


def triangle_scene(picture: TrianglePicture, room: float, face: Face = SANS) -> Scene:
    """The cells of a picture of agreement in so much room; a column is named where its row ends."""
    names = [shortened(name, LONGEST * room, face) for name in picture.names]
    wide = [width(name, face.small, face) + 8 for name in names]
    # A name begins where the cells of its row end.
    cells = [(room - w) / i for i, w in enumerate(wide) if i]
    cell = max(LEAST * face.small / SMALL, min([MOST, *cells]))
    items: list[Item] = []
    texts = []
    for i, name in enumerate(names):
        y = HIGH * i
        for j in range(i):
            value = picture.values[i][j]
            pair = f"{picture.names[i]}, {picture.names[j]}"
            items.append(_cell(value, (cell * j, y, cell, HIGH), pair, face.small))
            texts.append(f"{picture.names[i]} and {picture.names[j]} {axis_value(value, 2)}")
        items.append(Item("heading", (), (text_from(cell * i + 8, y + HIGH / 2, name, face, "ink"),)))
    whole = max([room, *(cell * i + w for i, w in enumerate(wide))])
    return Scene(tuple(items), whole, HIGH * len(names), "; ".join(texts))


def _cell(value: float | None, box: tuple[float, float, float, float], pair: str, size: float) -> Item:
    x, y, w, h = box
    inside = (x + 1, y + 1, w - 2, h - 2, 2)
    parts: list[Shape | Label] = [Shape("rect", inside, "panel")]
    if value is not None and value:
        colour = "accent" if value > 0 else "predicted"
        parts.append(Shape("rect", inside, colour, opacity=round(DARKEST * min(1.0, abs(value)), 3), role="shade"))
    parts.append(Label(x + w / 2, y + h / 2, axis_value(value, 2), "ink", size))
    return Item("axis", (), tuple(parts), box, f"{pair}: {axis_value(value, 2)}")
