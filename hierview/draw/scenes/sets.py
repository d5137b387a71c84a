"""Sets become scenes: lists of classes side by side, the bar of their side before them."""

from __future__ import annotations

from math import inf

from ...explain import ClassColumn, SetsPicture, plain
from ...model.labels import NO_LABELS, Labels
from ..texts.class_labels import label_lines
from ..texts.fonts import SANS, Face, line_width
from ..texts.label_words import TextLine, text_line_labels, words_width
from .scene import FONT_SIZE, LONGEST_LABEL, Item, Label, Scene, Shape, framed_scene

ROW, LINE, HEADING = 24.0, 18.0, 28.0  # of a class, of each further line of its name, and of a heading
INSET, BETWEEN, BELOW = 12.0, 28.0, 14.0
_BAR = {"t": "true", "p": "predicted", "both": "none", "none": "none"}


def sets_scene(picture: SetsPicture, room: float = inf, face: Face = SANS, named: Labels = NO_LABELS) -> Scene:
    """The scene of a picture of sets, its columns side by side as far as there is room."""
    items: list[Item] = []
    x = y = below = 0.0
    for column in picture.columns:
        wide = max(
            [0.0, *(line_width(text, FONT_SIZE, face) for c in column.classes for text in _class_lines(c, named))]
        )
        wide = max(INSET + wide, words_width(column.heading, face.small, face))
        if x and x + wide + 2 > room:
            x, y = 0.0, below
        items += _column_items(column, x, y, face, named)
        x += wide + BETWEEN
        below = max(below, y + HEADING + max(ROW, _column_height(column, named)) + BELOW)
    listed = ((c.heading, ", ".join(_class_text(one, named) for one in c.classes)) for c in picture.columns)
    lists = (f"{plain(heading)}: {names or 'no class'}" for heading, names in listed)
    return framed_scene(items, {}, "; ".join(lists))


def _class_text(c: str | None, named: Labels) -> str:
    return "default" if c is None else named.label_or_name(c)


def _class_lines(c: str | None, named: Labels) -> tuple[str, ...]:
    return label_lines(_class_text(c, named), LONGEST_LABEL)


def _column_height(column: ClassColumn, named: Labels) -> float:
    return sum(ROW + LINE * (len(_class_lines(c, named)) - 1) for c in column.classes)


def _column_items(column: ClassColumn, x: float, y: float, face: Face, named: Labels) -> list[Item]:
    items = [Item("heading", (), text_line_labels(TextLine(x, y, column.heading, face.small, "quiet", "start"), face))]
    if not column.classes:
        nothing = Label(x, y + HEADING, "no class", "quiet", face.small, True, anchor="start")
        return [*items, Item("heading", (), (nothing,))]
    high = _column_height(column, named)
    items.append(Item("side", (), (Shape("rect", (x, y + HEADING - ROW / 2, 4, high, 0), _BAR[column.side]),)))
    below = y + HEADING
    for c in column.classes:
        rows = enumerate(_class_lines(c, named))
        parts = tuple(Label(x + INSET, below + LINE * i, row, italic=c is None, anchor="start") for i, row in rows)
        says = _class_text(c, named) if c is None or named.of(c) in (None, c) else f"{named.of(c)} ({c})"
        items.append(Item("listed", () if c is None else (c,), parts, says=says))
        below += ROW + LINE * (len(parts) - 1)
    return items
