"""Sets become scenes: lists of classes side by side, the bar of their side before them."""

from __future__ import annotations

from math import inf

from ..explain import Column, SetsPicture, plain
from ..model.labels import NO_LABELS, Labels
from .fonts import SANS, Face, width
from .scene import FONT_SIZE, SMALL, Item, Label, Scene, Shape, fitted, shown_label
from .words import Line, labels, words_width

ROW, HEADING = 24.0, 28.0
INSET, BETWEEN, BELOW = 12.0, 28.0, 14.0
_BAR = {"t": "true", "p": "predicted", "both": "none", "none": "none"}


def sets_scene(picture: SetsPicture, room: float = inf, face: Face = SANS, named: Labels = NO_LABELS) -> Scene:
    """The columns of a picture of sets, side by side as far as there is room."""
    items: list[Item] = []
    x = y = below = 0.0
    for column in picture.columns:
        wide = max([0.0, *(width(_name(c, named), FONT_SIZE, face) for c in column.classes)])
        wide = max(INSET + wide, words_width(column.heading, SMALL, face))
        if x and x + wide + 2 > room:
            x, y = 0.0, below
        items += _column(column, x, y, face, named)
        x += wide + BETWEEN
        below = max(below, y + HEADING + ROW * max(1, len(column.classes)) + BELOW)
    listed = ((c.heading, ", ".join(_name(one, named) for one in c.classes)) for c in picture.columns)
    lists = (f"{plain(heading)}: {names or 'no class'}" for heading, names in listed)
    return fitted(items, {}, "; ".join(lists))


def _name(c: str | None, named: Labels) -> str:
    return "default" if c is None else shown_label(named.shown(c))


def _column(column: Column, x: float, y: float, face: Face, named: Labels) -> list[Item]:
    items = [Item("heading", (), labels(Line(x, y, column.heading, SMALL, "quiet", "start"), face))]
    if not column.classes:
        nothing = Label(x, y + HEADING, "no class", "quiet", SMALL, True, anchor="start")
        return [*items, Item("heading", (), (nothing,))]
    high = ROW * len(column.classes)
    items.append(Item("side", (), (Shape("rect", (x, y + HEADING - ROW / 2, 4, high, 0), _BAR[column.side]),)))
    for i, c in enumerate(column.classes):
        label = Label(x + INSET, y + HEADING + ROW * i, _name(c, named), italic=c is None, anchor="start")
        items.append(
            Item(
                "listed",
                () if c is None else (c,),
                (label,),
                says=_name(c, named) if c is None or named.of(c) in (None, c) else f"{named.of(c)} ({c})",
            )
        )
    return items
