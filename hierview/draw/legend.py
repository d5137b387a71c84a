"""Legend of a picture: the marks that are drawn, each with a glyph and its word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .scene import Item, Label, Shape

Glyph = tuple[str, float, tuple[Shape, ...]]  # its word, its width, its shapes around the line's middle


def worn(items: Iterable[Item]) -> list[Glyph]:
    """The marks that these items wear, in one order."""
    names = {name for item in items for name in _worn(item)}
    return [glyph for glyph in _GLYPHS if glyph[0] in names]


def _worn(item: Item) -> Iterator[str]:
    shapes = [part for part in item.parts if isinstance(part, Shape)]
    if item.kind == "class":
        yield from _worn_by_class(item, shapes)
    elif item.kind == "default":
        yield from (_DEFAULTS.get(text, "default class") for text in _texts(item))
    elif item.kind == "edge":
        for shape in shapes:
            if shape.stroke in ("true", "predicted"):
                yield f"path of the {shape.stroke} side"
        if any(text.startswith("[") for text in _texts(item)):
            yield "[least; most] units"
    elif item.kind == "pair":
        # The dotted line of a class that has no partner.
        yield "left to the default" if any(shape.dots for shape in shapes) else "pair"
    elif item.kind == "rejected":
        yield "pair only considered" if any(shape.dots for shape in shapes) else "may be paired"


def _texts(item: Item) -> Iterator[str]:
    return (part.text for part in item.parts if isinstance(part, Label))


def _worn_by_class(item: Item, shapes: list[Shape]) -> Iterator[str]:
    marks = [mark for mark in ("true", "predicted") if any(shape.stroke == mark for shape in shapes)]
    if marks:
        yield " and ".join(marks)
    for shape in shapes:
        if shape.stroke is None and shape.fill in ("true", "predicted"):
            yield f"{shape.fill} side"
        if shape.kind == "polygon":
            yield "lowest common ancestor"
        if shape.fill is None and shape.stroke == "ink":
            yield "in focus"
        if shape.dots:
            yield "artificial class"
        if shape.opacity != 1:
            yield "the darker, the worse"
    if any(isinstance(part, Label) and part.struck for part in item.parts):
        yield "dropped"


def _outline(kind: str, at: tuple[float, ...], name: str) -> Shape:
    return Shape(kind, at, "ground", name, 2.0)


def _line(colour: str, width: float, dash: tuple[float, ...] = (), dots: bool = False) -> Shape:
    return Shape("line", (0, 0, 28, 0), None, colour, width, dash, dots)


_DEFAULTS = {"DT": "DT, the true side's default", "DP": "DP, the predicted side's default"}
_BOX = (1, -8, 26, 16, 5)
_DASHED = Shape("rect", _BOX, "ground", "none", 1.25, (4, 3))
_DOTTED = Shape("rect", _BOX, "ground", "none", 1.25, (1, 3.5), True)
_GLYPHS: tuple[Glyph, ...] = (
    ("true", 28, (_outline("ellipse", (14, 0, 13, 8), "true"),)),
    ("predicted", 28, (_outline("rect", (1, -8, 26, 16, 0), "predicted"),)),
    (
        "true and predicted",
        28,
        (_outline("rect", (1, -9, 26, 18, 0), "predicted"), _outline("ellipse", (14, 0, 10, 6), "true")),
    ),
    ("true side", 4, (Shape("rect", (0, -9, 4, 18, 0), "true"),)),
    ("predicted side", 4, (Shape("rect", (0, -9, 4, 18, 0), "predicted"),)),
    ("path of the true side", 28, (_line("true", 2.5),)),
    ("path of the predicted side", 28, (_line("predicted", 2.5, (7, 4)),)),
    ("lowest common ancestor", 13, (Shape("polygon", (6.5, -6.5, 13, 0, 6.5, 6.5, 0, 0), "ink"),)),
    ("in focus", 28, (Shape("rect", (1, -9, 26, 18, 6), None, "ink", 2.0),)),
    ("dropped", 28, (_DASHED, Shape("line", (6, 0, 22, 0), None, "quiet", 1.25))),
    ("artificial class", 28, (_DOTTED,)),
    ("default class", 28, (_DOTTED,)),
    (_DEFAULTS["DT"], 28, (Shape("ellipse", (14, 0, 13, 8), "ground", "none", 2.0, (1, 3.5), True),)),
    (_DEFAULTS["DP"], 28, (Shape("rect", (1, -8, 26, 16, 0), "ground", "none", 2.0, (1, 3.5), True),)),
    ("pair", 28, (_line("ink", 2.0),)),
    ("may be paired", 28, (_line("none", 1.0),)),
    ("pair only considered", 28, (_line("quiet", 1.0, (1, 3.5), True),)),
    ("left to the default", 28, (_line("ink", 1.5, (1, 3.5), True),)),
    (
        "the darker, the worse",
        28,
        (
            Shape("rect", (0, -8, 14, 16, 0), "ink", None, opacity=0.06),
            Shape("rect", (14, -8, 14, 16, 0), "ink", None, opacity=0.3),
        ),
    ),
    ("[least; most] units", 0, ()),
)
