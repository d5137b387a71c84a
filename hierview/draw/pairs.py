"""Pairs as two columns of classes and the lines between them."""

from __future__ import annotations

from ..explain import Column, PairsPicture, plain
from ..model.labels import NO_LABELS, Labels
from .bodies import column_height, column_width, side_class
from .fonts import SANS, Face
from .pair_curves import cost_label
from .scene import SMALL, Box, Item, Label, Point, Scene, fitted, line_as

ROW, BETWEEN = 64.0, 170.0
# Costs stand in one column by the predicted side; where two would touch, one moves along its line.
_SHARES = (0.3, 0.42, 0.2, 0.54, 0.66, 0.78, 0.88)


def pairs_scene(picture: PairsPicture, named: Labels = NO_LABELS, face: Face = SANS, low: float = 1.0) -> Scene:
    """Two columns of classes and the pairs between them, the default classes in the last row.

    low: rows that many times as far apart.
    """
    wide = _width(picture.left, named, face)
    shown = (named.shown(c) for column in (picture.left, picture.right) for c in column.classes if c is not None)
    row = low * ROW + column_height(shown)
    left, left_items = _column(picture.left, wide / 2, row, named, face)
    right, right_items = _column(
        picture.right, wide + BETWEEN + _width(picture.right, named, face) / 2, row, named, face
    )
    taken: list[Point] = []
    lines: list[Item] = []
    for link in sorted(picture.links, key=lambda link: not link.chosen):
        lx, ly, lw, lh = left[link.predicted]
        rx, ry, _, rh = right[link.true]
        a, b = (lx + lw, ly + lh / 2), (rx, ry + rh / 2)
        for share in _SHARES:
            x = wide + BETWEEN * share
            y = a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])
            if all(abs(x - u) > 20 or abs(y - v) > 17 for u, v in taken):
                break
        taken.append((x, y))
        parts = (line_as("pair" if link.chosen else "rejected pair", (*a, *b)), cost_label(link, x, y))
        classes = tuple(dict.fromkeys(c for c in (link.predicted, link.true) if c is not None))
        ends = ("default" if c is None else named.shown(c) for c in (link.predicted, link.true))
        says = f"{' with '.join(ends)}, {link.label}"
        lines.append(Item("pair" if link.chosen else "rejected", classes, parts, says=says))
    lines.reverse()  # chosen pairs above rejected ones
    return fitted([*lines, *left_items, *right_items], {}, "Pairs as two columns")


def _width(column: Column, named: Labels, face: Face) -> float:
    labels = [named.shown(c) if c is not None else "default" for c in column.classes]
    return column_width("true", labels or [""], face)


def _column(
    column: Column, x: float, row: float, named: Labels, face: Face
) -> tuple[dict[str | None, Box], list[Item]]:
    """Where each class is, and the column with its caption."""
    items = [Item("column", (), (Label(x, 8, plain(column.heading), "quiet", SMALL),))]
    places = {}
    for i, c in enumerate(column.classes):
        label = None if c is None else named.of(c)
        at = (x, 52 + (row - ROW) / 2 + i * row)
        items.append(side_class(c, "true" if column.side == "t" else "predicted", at, label=label, face=face))
        places[c] = items[-1].box
    return places, items
