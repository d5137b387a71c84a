"""Pairs as two columns of classes and the lines between them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Literal

from ...explain import ClassColumn, Look, PairsPicture, plain
from ...model.labels import NO_LABELS, Labels
from ..texts.class_labels import LINE, NARROW_LINE
from ..texts.fonts import SANS, Face
from ..texts.label_collisions import lines_behind_classes
from .bodies import CaseClass, ClassStyle, class_item, column_height, column_width, default_item
from .pair_curves import cost_label
from .scene import Box, Item, Label, Point, Scene, Shape, framed_scene, line_as, moved_item

ROW, BETWEEN = 64.0, 170.0
LEAST_BETWEEN = 80.0  # where room is scarce
# Costs stand in one column by the predicted side; where two would touch, one moves along its line.
_SHARES = (0.3, 0.42, 0.2, 0.54, 0.66, 0.78, 0.88)


@dataclass(frozen=True)
class _PairsSpacing:
    """How the columns stand. style: of their classes.  between: the columns.  low: rows that many times as far apart.

    flush: whether the classes of each end at one line, where pairs begin, instead of in the middle below each other.
    """

    named: Labels
    style: ClassStyle
    between: float = BETWEEN
    low: float = 1.0
    flush: bool = False


def pairs_scene(
    picture: PairsPicture, named: Labels = NO_LABELS, face: Face = SANS, room: float = inf, low: float = 1.0
) -> Scene:
    """The scene of two columns of classes and the pairs between them, the default classes in the last row.

    Where it is wider than its room, the columns come closer, and then have shorter lines. Where a line from a narrow
    class would pass behind a wide one, the classes of a column end at one line.
    room: in px.  low: rows that many times as far apart, and below 1 low classes.
    """
    style = ClassStyle(face, narrow="flat" if low < 1 else False)
    scene = _pairs_scene(picture, setting := _PairsSpacing(named, style, low=low))
    for line in (LINE, NARROW_LINE):
        if scene.width > room:
            natural = replace(setting, style=replace(style, line=line), between=BETWEEN)
            between = BETWEEN - _pairs_scene(picture, natural).width + room
            setting = replace(natural, between=min(BETWEEN, max(LEAST_BETWEEN, between)))
            scene = _pairs_scene(picture, setting)
    return _pairs_scene(picture, replace(setting, flush=True)) if lines_behind_classes(scene.items) else scene


def _pairs_scene(picture: PairsPicture, setting: _PairsSpacing) -> Scene:
    labels, between = setting.named, setting.between
    wide = _column_width(picture.left, setting)
    names = (
        labels.label_or_name(c) for column in (picture.left, picture.right) for c in column.classes if c is not None
    )
    row = setting.low * ROW + column_height(names, setting.style)
    left, left_items = _column_items(picture.left, (0.0, wide), row, setting)
    right, right_items = _column_items(
        picture.right, (wide + between, _column_width(picture.right, setting)), row, setting
    )
    spots: list[Point] = []
    lines: list[Item] = []
    any_chosen = any(link.chosen for link in picture.links)
    for link in sorted(picture.links, key=lambda link: not link.chosen):
        lx, ly, lw, lh = left[link.predicted]
        rx, ry, _, rh = right[link.true]
        a, b = (lx + lw, ly + lh / 2), (rx, ry + rh / 2)
        for share in _SHARES:
            x = wide + between * share
            y = a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])
            if not [1 for u, v in spots if abs(x - u) <= 20 and abs(y - v) <= 17]:
                break
        line = line_as("pair" if link.chosen else "rejected pair", (*a, *b))
        parts: tuple[Shape | Label, ...] = (line,)
        if link.label and (link.chosen or not any_chosen):  # those of rejected pairs would hide which line they are of
            spots.append((x, y))
            parts = (line, cost_label(link, x, y, setting.style.face))
        classes = tuple(dict.fromkeys([c for c in (link.predicted, link.true) if c is not None]))
        ends = ["default" if c is None else labels.label_or_name(c) for c in (link.predicted, link.true)]
        says = f"{' with '.join(ends)}, {link.label}".removesuffix(", ")
        lines.append(Item("pair" if link.chosen else "rejected", classes, parts, says=says))
    lines.reverse()  # chosen pairs above rejected ones
    return framed_scene([*lines, *left_items, *right_items], {}, "Pairs as two columns")


def _column_width(column: ClassColumn, setting: _PairsSpacing) -> float:
    labels = [setting.named.label_or_name(c) if c is not None else "default" for c in column.classes]
    return column_width("true", labels or [""], setting.style)


def _column_items(
    column: ClassColumn, span: tuple[float, float], row: float, setting: _PairsSpacing
) -> tuple[dict[str | None, Box], list[Item]]:
    """The box of each class of a column, and the column's items with its caption. span: its left end and its width."""
    middle = span[0] + span[1] / 2
    items = [Item("column", (), (Label(middle, 8, plain(column.heading), "quiet", setting.style.face.small),))]
    places = {}
    mark: Literal["true", "predicted"] = "true" if column.side == "t" else "predicted"
    for i, c in enumerate(column.classes):
        at = (middle, 52 + (row - ROW) / 2 + i * row)
        if c is None:
            item = default_item("default", mark, at, setting.style)
        else:
            item = class_item(CaseClass(c, mark, setting.named.of(c)), Look(), at, setting.style)
        if setting.flush:
            aside = (span[1] - item.box[2]) / 2
            item = moved_item(item, -aside if column.side == "t" else aside, 0.0)
        items.append(item)
        places[c] = item.box
    return places, items
