"""Whether a drawing has room for its texts as LaTeX sets them, so that it need not be laid out for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from .arrange import Panel
from .arrange import figure as arranged
from .figure import Figure, FigureStyle
from .fonts import EXACT_TEX_FACES, TEX_FACES, Face, body_width
from .label_collisions import crossed, ink
from .scene import Extent, Item
from .words import labels

_EDGE = 2.0  # how far a text may stand out of the frame
_INSIDE = 8.0  # least room between a text and the outline of its class, both sides together


def latex_figure(panels: Sequence[Panel], style: FigureStyle, usual: Figure | None = None) -> Figure:
    """The pictures as one figure whose texts LaTeX sets: laid out as ever, or else with room for wider letters.

    usual: the figure as it is laid out as ever, where that is known.
    """
    usual = usual or arranged(panels, style)
    if _holds(usual, TEX_FACES[style.font]):
        return _set(usual)
    wider = arranged(panels, replace(style, tex=True))
    # Panels stay side by side where they can, with no room to spare.
    return _set(usual) if wider.columns < usual.columns and _holds(usual, EXACT_TEX_FACES[style.font]) else wider


def _set(figure: Figure) -> Figure:
    return replace(figure, style=replace(figure.style, tex=True))


def _holds(figure: Figure, face: Face) -> bool:
    """Whether no text of it touches another, is cut at the edge, or makes a class touch another."""
    texts = list(_texts(figure, face))
    if any(left < -_EDGE or right > figure.width + _EDGE for left, _, right, _ in texts):
        return False
    if any(_meet(a, b) for a, b in combinations(texts, 2)):
        return False
    for panel in figure.panels:
        bodies = [_grown(item, face) for item in panel.items if item.role in ("class", "default")]
        if crossed(panel.items, face) or any(_meet(a, b) for a, b in combinations(bodies, 2)):
            return False
    return True


def _texts(figure: Figure, face: Face) -> Iterator[Extent]:
    """The room of each text, of a line and of a heading as one."""
    for panel in figure.panels:
        if panel.letter:
            yield ink(panel.letter, face)
        yield from (_together([ink(part, face) for part in labels(line, face)]) for line in panel.title)
    for item in figure.items:
        inks = [ink(label, face) for label in item.labels]
        if item.role == "heading" and inks:
            wide = sum(right - left for left, _, right, _ in inks)
            left, top, _, bottom = _together(inks)
            inks = [(left, top, left + wide, bottom)]
        yield from inks


def _together(inks: Sequence[Extent]) -> Extent:
    lefts, tops, rights, bottoms = zip(*inks, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _grown(item: Item, face: Face) -> Extent:
    """The room of a class that has grown with its text."""
    x, y, w, h = item.box
    wide = max((body_width(label.text, label.size, face) for label in item.labels), default=0.0)
    more = max(0.0, wide + _INSIDE - w) / 2
    return x - more, y, x + w + more, y + h


def _meet(a: Extent, b: Extent) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
