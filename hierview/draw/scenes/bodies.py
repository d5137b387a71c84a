"""Classes as they are drawn: a body by their mark, with all that a picture has them wear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from ...explain import Look, Mark
from ..texts.class_labels import LINE, label_lines
from ..texts.fonts import SANS, Face, body_width
from .pens import DOTS, DROPPED, OUTLINE, THIN, TINTS
from .scene import FONT_SIZE, Box, ClassRole, Item, Label, Point, Shape

NODE_HEIGHT, CORNER = 36.0, 6.0
LINE_HEIGHT, ROUND_LINE_HEIGHT = 18.0, 26.0  # what each further line of a label takes, within an ellipse too
LATEX_LINE = 19.2  # from one line to the next as LaTeX sets them
FLAT_HEIGHT, FLAT_ROUND_HEIGHT, FLAT_LINE_HEIGHT = 22.0, 32.0, 20.0  # the same where height is scarce
HALF_LETTER, ROUND_AIR = 8.5, 2.5  # from the middle of a line to where its letters end, and from there to an ellipse
ABOVE_SCORE, LETTER = 8.5, 7.3  # how much higher a label with a score stands, and from its middle to where capitals end
INSET = 6.0  # of the ellipse in the rectangle of a class that is both
BESIDE_SCORE = 8.0  # between a label and a score beside it
BAR = 7.0  # what a bar at a class's side takes, and so does the frame around it

Narrow = bool | Literal["flat"]  # whether a body has little air at its sides; flat: little above and below, too


@dataclass(frozen=True)
class ClassStyle:
    """The style in which classes are drawn: sizes, lines and air."""

    face: Face = SANS
    """The typeface of their texts."""
    line: int = LINE
    """Greatest length of a line of a name, in characters."""
    narrow: Narrow = False
    """How much air bodies have, as for `body_size`."""
    least: float = 0.0
    """The least width of bodies, in px."""


AIRY = ClassStyle()


@dataclass(frozen=True)
class CaseClass:
    """A class with its name and mark as its case has it."""

    name: str
    """Name of the class."""
    mark: Mark = "none"
    """Its mark in the case."""
    label: str | None = None
    """What is shown in the place of its name, which is then said behind it."""
    artificial: bool = False
    """Whether it was added and is not of the data."""


@lru_cache(maxsize=4_096)
def named_size(mark: str, name: str, score: float = 0, style: ClassStyle = AIRY) -> Point:
    """Width and height of a class's body around its name on as many lines as its style asks for."""
    lines = label_lines(name, style.line)
    text = max([body_width(line, FONT_SIZE, style.face) for line in lines])
    return body_size(mark, text, score, style.narrow, len(lines))


def body_size(mark: str, text: float, score: float = 0, narrow: Narrow = False, lines: int = 1) -> Point:
    """Width and height of a class's body around a label of so many `lines`, `text` wide, and a score under it.

    With a score it is as high as the layout leaves room for; a rectangle around an ellipse, 12 px higher.
    narrow: with no more air at the sides than it takes to be told from its outline; flat: nor above and below, and
    a score stands beside a label of one line.
    """
    if score and narrow == "flat" and lines == 1:
        return body_size(mark, text + BESIDE_SCORE + score, narrow=narrow)
    if score:
        w, h = body_size(mark, text, narrow=narrow, lines=lines)
        high = h + 12
        if narrow == "flat":  # LaTeX sets lines a little farther apart
            high = max(high, lines * LATEX_LINE + 21 + (2 * INSET if mark == "both" else 0))
        share = _share_at_ends(high - (2 * INSET if mark == "both" else 0), lines)
        ellipse = max(46.0, text / min(0.79, share) + 2, score / min(0.81, share) + 8)
        least = {"true": ellipse, "both": ellipse + 12}.get(mark, score + 16)
        return max(w, least), high
    if mark in ("none", "predicted"):
        one, more = (FLAT_HEIGHT, FLAT_LINE_HEIGHT) if narrow == "flat" else (NODE_HEIGHT, LINE_HEIGHT)
        height = one + (lines - 1) * more
        return max(30.0, text + 14) if narrow else text + (28 if mark == "predicted" else 24), height
    aside, above = (2 * INSET + 2, 2 * INSET) if mark == "both" else (0, 0)
    height = (FLAT_ROUND_HEIGHT if narrow == "flat" else NODE_HEIGHT) + (lines - 1) * ROUND_LINE_HEIGHT
    usual = 1.08 * text + 14 if narrow else 1.12 * text + 26
    return max(30.0 if narrow else 0.0, usual + aside, _ellipse_width(text, lines, height) + aside), height + above


def _ellipse_width(text: float, lines: int, height: float) -> float:
    """The width of an ellipse so high that holds the corners of its first and last line, with air around them."""
    corner = HALF_LETTER + (lines - 1) * LINE_HEIGHT / 2
    return float(text / (1 - (corner / (height / 2 - ROUND_AIR)) ** 2) ** 0.5) + 2 * ROUND_AIR


def _share_at_ends(height: float, lines: int) -> float:
    """How much of its width an ellipse so high has where the first line of a label and the score below it end."""
    corner = ABOVE_SCORE + (lines - 1) * LINE_HEIGHT / 2 + LETTER
    return float((1 - min(0.9, corner / (height / 2)) ** 2) ** 0.5)


@lru_cache(maxsize=2_048)  # most classes stay as they were from one edit to the next
def class_item(of: CaseClass, look: Look, centre: Point, style: ClassStyle = AIRY, row: bool = False) -> Item:
    """The item of a class with all that it wears. row: whether it has a row of an indented tree."""
    x, y = centre
    name, mark, face = of.name, of.mark, style.face
    text = name if of.label is None else of.label
    w, h = named_size(mark, text, body_width(look.value, face.small, face), style)
    w = max(w, style.least)
    box = (x - w / 2, y - h / 2, w, h)
    wears = replace(look, kind="artificial") if of.artificial and look.kind == "class" else look
    shapes = _body_shapes(wears, mark, centre, box) + _mark_shapes(wears, centre, box)
    lines = label_lines(text, style.line)
    labels = _name_labels(wears, lines, centre, face, beside=style.narrow == "flat" and len(lines) == 1)
    # A class that stands for folded ones may need more than it shows, to be told from another.
    says = _class_in_words(look, mark, text if name.rstrip(" …") == text.rstrip(" …") else f"{text} ({name})")
    pick = name if look.value or look.pick else ""
    return Item("class", (name,), (*shapes, *labels), box, says, pick, wears, mark, row=row)


def _body_shapes(look: Look, mark: Mark, centre: Point, box: Box) -> list[Shape]:
    """The outline by the mark and what it encloses."""
    (x, y), (_, _, w, h) = centre, box
    width = THIN if mark == "none" or look.emphasis in ("quiet", "dropped") else OUTLINE
    dash: tuple[float, ...] = DROPPED if look.emphasis == "dropped" else DOTS if look.kind != "class" else ()

    def outline(kind: str, at: tuple[float, ...], stroke: str, role: ClassRole = "outline") -> Shape:
        fill = TINTS.get(look.side, "ground") if role == "outline" else None
        return Shape(kind, at, fill, stroke, width, dash, dash == DOTS, role=role)

    if mark == "true":
        body = outline("ellipse", (x, y, w / 2, h / 2), "true")
    else:
        body = outline("rect", (*box, CORNER if mark == "none" else 0), "none" if mark == "none" else "predicted")
    inner = (
        [outline("ellipse", (x, y, w / 2 - INSET, h / 2 - INSET), "true", "inner outline")] if mark == "both" else []
    )
    if look.tint is None:
        return [body, *inner]
    # Between the ground and the outline, so that the outline keeps its colour.
    ground = replace(body, stroke=None, role="ground")
    shade = replace(body, fill="ink", stroke=None, opacity=0.03 + 0.27 * look.tint, role="shade")
    return [ground, shade, replace(body, fill=None), *inner]


def _mark_shapes(look: Look, centre: Point, box: Box) -> list[Shape]:
    """Marks around a body: frame, bars and diamond."""
    x, top, w, h = box
    parts = []
    about = look.emphasis == "about"
    if about:
        parts.append(Shape("rect", (x - 4, top - 4, w + 8, h + 8, 7), None, "ink", OUTLINE, role="frame"))
    # Bars stand 3 px off the body or its outline, left for the true side, right for the predicted one.
    off = 8 if about else 3
    if look.side in ("t", "both"):
        parts.append(Shape("rect", (x - off - 4, top, 4, h, 0), "true", role="true bar"))
    if look.side in ("p", "both"):
        parts.append(Shape("rect", (x + w + off, top, 4, h, 0), "predicted", role="predicted bar"))
    if look.lca:
        (middle, _), half = centre, 6.5
        diamond = (middle, top - half, middle + half, top, middle, top + half, middle - half, top)
        parts.append(Shape("polygon", diamond, "ink", "ground", 1.5, role="lca"))
    return parts


def _name_labels(look: Look, lines: Sequence[str], centre: Point, face: Face, beside: bool) -> list[Label]:
    """The lines of the name and the score below them, or beside them."""
    x, y = centre
    special = look.kind != "class"
    colour = "quiet" if special or look.emphasis in ("quiet", "dropped") else "ink"
    up, down = (ABOVE_SCORE, 9.5) if look.value and not beside else (0, 0)
    half = (len(lines) - 1) * LINE_HEIGHT / 2
    left = right = 0.0
    if look.value and beside:
        name, score = body_width(lines[0], FONT_SIZE, face), body_width(look.value, face.small, face)
        left, right = (BESIDE_SCORE + score) / 2, (BESIDE_SCORE + name) / 2
    labels = [
        Label(
            x - left, y - up - half + i * LINE_HEIGHT, text, colour, italic=special, struck=look.emphasis == "dropped"
        )
        for i, text in enumerate(lines)
    ]
    return [*labels, Label(x + right, y + down + half, look.value, "ink", face.small)] if look.value else labels


_SAYS_MARK = {"true": ", true", "predicted": ", predicted", "both": ", true and predicted", "none": ""}
_SAYS_SIDE = {"t": ", on the true side", "p": ", on the predicted side", "both": ", on both sides", "none": ""}


def _class_in_words(look: Look, mark: Mark, name: str) -> str:
    return (
        name
        + _SAYS_MARK[mark]
        + _SAYS_SIDE[look.side]
        + (", lowest common ancestor" if look.lca else "")
        + (", dropped" if look.emphasis == "dropped" else "")
        + {"artificial": ", artificial", "folded": " classes that are not drawn"}.get(look.kind, "")
        + (f", {'undefined' if look.value == '–' else look.value}" if look.value else "")
    )


def column_width(mark: Mark, labels: Iterable[str], style: ClassStyle) -> float:
    """The width of the widest of the classes with these labels."""
    return max((named_size(mark, text, style=style)[0] for text in labels), default=0.0)


def column_height(labels: Iterable[str], style: ClassStyle) -> float:
    """How much higher than a class with air around it the highest of the classes with these labels is."""
    return max((named_size("true", text, style=style)[1] - NODE_HEIGHT for text in labels), default=0.0)


def default_item(name: str, mark: Literal["true", "predicted"], centre: Point, style: ClassStyle) -> Item:
    """The default class of one side."""
    item = class_item(CaseClass(name, mark), Look(kind="default"), centre, replace(style, line=LINE))
    quiet = tuple(replace(p, stroke="none") if isinstance(p, Shape) else p for p in item.parts)
    return replace(item, role="default", classes=(), parts=quiet, says=f"default {mark} class", name=name)
