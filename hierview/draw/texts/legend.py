"""Legend of a picture: the marks that are drawn, each with a glyph and its word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..scenes.pens import DOTS, DROPPED, OUTLINE, THIN, LineRole
from ..scenes.scene import ClassRole, Item, Shape, line_as

Glyph = tuple[str, float, tuple[Shape, ...]]  # its word, its width, its shapes around the line's middle


def worn_marks(items: Iterable[Item]) -> list[Glyph]:
    """The legend's marks that these items wear, in one order."""
    names = {name for item in items for name in _item_names(item)}
    return [glyph for glyph in _GLYPHS if glyph[0] in names]


_LINES: Mapping[ClassRole | LineRole | None, str] = {
    "true edge": "path of the true side",
    "predicted edge": "path of the predicted side",
    "pair": "pair",
    "to default": "left to the default",
    "rejected pair": "pair only considered",
    # Between the classes of a flow network:
    "chosen arc": "pair",
    "arc": "may be paired",
}
_MARKS = {"true": "true", "predicted": "predicted", "both": "true and predicted"}
_SIDES = {"t": ("true side",), "p": ("predicted side",), "both": ("true side", "predicted side")}


def _item_names(item: Item) -> list[str]:
    if item.role == "class":
        return _class_names(item)
    if item.role == "default":
        return [_DEFAULTS.get(item.name, "default class")]
    if item.role == "bounds":
        return ["[least; most] units"]
    lines = item.parts if item.role in ("edge", "pair", "rejected") else ()
    return [_LINES[part.role] for part in lines if isinstance(part, Shape) and part.role in _LINES]


def _class_names(item: Item) -> list[str]:
    look = item.look
    names = [_MARKS[item.mark]] if item.mark != "none" else []
    names += _SIDES.get(look.side, ())
    if look.lca:
        names.append("lowest common ancestor")
    if look.emphasis == "about":
        names.append("in focus")
    if look.emphasis == "dropped":
        names.append("dropped")
    elif look.kind != "class":
        names.append("classes not drawn" if look.kind == "folded" else "artificial class")
    if look.tint is not None:
        names.append("the darker, the worse")
    return names


def _legend_outline(kind: str, at: tuple[float, ...], name: str) -> Shape:
    return Shape(kind, at, "ground", name, OUTLINE)


def _legend_line(role: LineRole) -> Shape:
    return line_as(role, (0, 0, 28, 0))


_DEFAULTS = {"DT": "DT, the true side's default", "DP": "DP, the predicted side's default"}
_BOX = (1, -8, 26, 16, 5)
_DASHED = Shape("rect", _BOX, "ground", "none", THIN, DROPPED)
_DOTTED = Shape("rect", _BOX, "ground", "none", THIN, DOTS, True)
_BOTH = (_legend_outline("rect", (1, -9, 26, 18, 0), "predicted"), _legend_outline("ellipse", (14, 0, 10, 6), "true"))
_SHADES = tuple(Shape("rect", (x, -8, 14, 16, 0), "ink", None, opacity=shade) for x, shade in ((0, 0.06), (14, 0.3)))
_GLYPHS: tuple[Glyph, ...] = (
    ("true", 28, (_legend_outline("ellipse", (14, 0, 13, 8), "true"),)),
    ("predicted", 28, (_legend_outline("rect", (1, -8, 26, 16, 0), "predicted"),)),
    ("true and predicted", 28, _BOTH),
    ("true side", 4, (Shape("rect", (0, -9, 4, 18, 0), "true"),)),
    ("predicted side", 4, (Shape("rect", (0, -9, 4, 18, 0), "predicted"),)),
    ("path of the true side", 28, (_legend_line("true edge"),)),
    ("path of the predicted side", 28, (_legend_line("predicted edge"),)),
    ("lowest common ancestor", 13, (Shape("polygon", (6.5, -6.5, 13, 0, 6.5, 6.5, 0, 0), "ink"),)),
    ("in focus", 28, (Shape("rect", (1, -9, 26, 18, 6), None, "ink", 2.0),)),
    ("dropped", 28, (_DASHED, Shape("line", (6, 0, 22, 0), None, "quiet", 1.25))),
    ("artificial class", 28, (_DOTTED,)),
    ("classes not drawn", 28, (_DOTTED,)),
    ("default class", 28, (_DOTTED,)),
    (_DEFAULTS["DT"], 28, (Shape("ellipse", (14, 0, 13, 8), "ground", "none", OUTLINE, DOTS, True),)),
    (_DEFAULTS["DP"], 28, (Shape("rect", (1, -8, 26, 16, 0), "ground", "none", OUTLINE, DOTS, True),)),
    ("pair", 28, (_legend_line("pair"),)),
    ("may be paired", 28, (_legend_line("arc"),)),
    ("pair only considered", 28, (_legend_line("rejected pair"),)),
    ("left to the default", 28, (_legend_line("to default"),)),
    ("the darker, the worse", 28, _SHADES),
    ("[least; most] units", 0, ()),
)
