"""Whether a drawing has room for its texts as LaTeX sets them, so that it need not be laid out for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ..scenes.bodies import INSET, LATEX_LINE, LINE_HEIGHT
from ..scenes.scene import Extent, Item, Label
from ..texts.fonts import Face, body_width
from ..texts.label_collisions import ink_box
from .arrange import Panel, first_fitting
from .arrange import panels_figure as arranged
from .figure import Figure, FigureStyle

HIGHER = 1.1  # than as it is laid out as ever: more is too much for room to spare
_EDGE = 2.0  # how far a text may stand out of the frame
ASIDE = 4.0  # least room between a text and the outline of its class at each side
# What of a name's width counts, on one line and on several: TikZ draws an ellipse around a box of text, so that a
# narrower box makes one that just holds the text; a rectangle around an ellipse needs a wider one.
COUNTED: Mapping[str, tuple[float, float]] = {"true": (0.76, 0.9), "both": (1.15, 1.3)}
_ROUND_INSIDE = 1.7  # least room between a text and an ellipse, at any place
_UP, _DOWN, _DEEP = 5.5, 8.5, frozenset("gjpqy,;()[]Q")  # from the middle of a line to where its letters end


def latex_figure(panels: Sequence[Panel], style: FigureStyle, usual: Figure | None = None) -> Figure:
    """The pictures as one figure whose texts LaTeX sets: laid out as ever, or else with room for wider letters.

    usual: the figure as it is laid out as ever, where that is known.
    """
    usual = usual or arranged(panels, style)
    spare, exact = (replace(usual, style=replace(style, tex=True, exact=exact)) for exact in (False, True))
    if _has_room_for_texts(spare):
        return spare
    wider = arranged(panels, spare.style)
    if wider.columns >= usual.columns and wider.height <= HIGHER * usual.height and wider.fits >= usual.fits:
        return wider
    if _has_room_for_texts(exact):
        return exact
    closer = first_fitting(panels, exact.style)
    return closer if closer and closer.height < wider.height else wider


def _has_room_for_texts(figure: Figure) -> bool:
    """Whether no text of it touches another, is cut at the edge, or makes a class touch another."""
    face = figure.style.face
    inks = [ink_box(label, face) for label in figure.labels]
    if any(left < -_EDGE or right > figure.width + _EDGE for left, _, right, _ in inks):
        return False
    headings = [_heading_room(item, face) for item in figure.items if item.role == "heading" and item.labels]
    if figure.touching_texts or figure.crossed_texts or any(_boxes_meet(a, b) for a, b in combinations(headings, 2)):
        return False
    for panel in figure.panels:
        bodies = [_grown_room(item, face) for item in panel.items if item.role in ("class", "default")]
        if any(_boxes_meet(a, b) for a, b in combinations(bodies, 2)):
            return False
        if not all(_stands_inside(item, face) for item in panel.items if item.mark in ("true", "both")):
            return False
    return True


def _heading_room(heading: Item, face: Face) -> Extent:
    """The room of a heading whose parts follow each other without a gap."""
    lefts, tops, rights, bottoms = zip(*[ink_box(label, face) for label in heading.labels], strict=True)
    return min(lefts), min(tops), min(lefts) + sum(rights) - sum(lefts), max(bottoms)


def _grown_room(item: Item, face: Face) -> Extent:
    """The room of a class that has grown with its text."""
    x, y, w, h = item.box
    texts = list(item.labels)
    wide = 2 * max((_text_reach(label, item, face) for label in texts), default=0.0)
    several = len({label.y for label in texts}) > 1
    share = COUNTED.get(item.mark, (1.0, 1.0))[several] if texts else 1.0
    needed = (share * wide + 2 * ASIDE) * (2**0.5 if texts and item.mark == "true" else 1.0)
    more = max(0.0, needed - w) / 2
    return x - more, y, x + w + more, y + h


def _stands_inside(item: Item, face: Face) -> bool:
    """Whether the lines of a name stand within the ellipse of its class."""
    _, y, w, h = item.box
    around = INSET if item.mark == "both" else 0.0
    a, b = w / 2 - around - _ROUND_INSIDE, h / 2 - around - _ROUND_INSIDE
    for label in item.labels:
        away = (label.y - y - h / 2) * LATEX_LINE / LINE_HEIGHT
        corner = max(_UP - away, away + (_DOWN if _DEEP & set(label.text) else _UP))
        if (_text_reach(label, item, face) / a) ** 2 + (corner / b) ** 2 > 1:
            return False
    return True


def _text_reach(label: Label, item: Item, face: Face) -> float:
    """How far from the middle of its class a text ends."""
    return abs(label.x - item.box[0] - item.box[2] / 2) + body_width(label.text, label.size, face) / 2


def _boxes_meet(a: Extent, b: Extent) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
