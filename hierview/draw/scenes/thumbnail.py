"""A case at a glance."""

from __future__ import annotations

from collections.abc import Mapping

from ...explain import Mark
from ...model.case import Draft
from .hierarchy import case_layout
from .scene import Item, Point, Scene, Shape, line_as, shifted_part

_BODIES: Mapping[Mark, tuple[Shape, ...]] = {  # around 0, 0
    "none": (Shape("rect", (-6, -4, 12, 8, 2.5), "ground", "none", 1),),
    "true": (Shape("ellipse", (0, 0, 8.5, 6), "ground", "true", 2),),
    "predicted": (Shape("rect", (-8, -6.5, 16, 13, 0), "ground", "predicted", 2),),
    "both": (
        Shape("rect", (-9.5, -6.5, 19, 13, 0), "ground", "predicted", 2),
        Shape("ellipse", (0, 0, 6, 3.5), "ground", "true", 2),
    ),
}


def thumbnail_scene(case: Draft, width: float = 132, height: float = 76) -> Scene:
    """The scene of a case at a glance: its shape and its marks, no labels."""
    layout = case_layout(case)
    xs = [x for x, _ in layout.positions.values()]
    ys = [y for _, y in layout.positions.values()]
    pad_x, pad_y = 12.0, 9.0
    sx = min(0.45, (width - 2 * pad_x) / max(1.0, max(xs) - min(xs)))
    sy = min(0.3, (height - 2 * pad_y) / max(1.0, max(ys) - min(ys)))
    off_x = (width - (max(xs) + min(xs)) * sx) / 2
    off_y = (height - (max(ys) + min(ys)) * sy) / 2

    def at(point: Point) -> Point:
        return off_x + point[0] * sx, off_y + point[1] * sy

    centre = {c: at(point) for c, point in layout.positions.items()}
    items: list[Item] = []
    for p, c in case.hierarchy.edges:
        way = [centre[p], *map(at, layout.routes.get((p, c), ())), centre[c]]
        items.append(Item("edge", (), (line_as("plain edge", tuple(v for x in way for v in x)),)))
    for c, (x, y) in centre.items():
        items.append(Item("class", (), tuple(shifted_part(shape, x, y) for shape in _BODIES[case.mark(c)])))
    return Scene(tuple(items), width, height)
