"""Whether the texts of a drawing stand clear of each other and of foreign lines, and what can be done about it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import dist

from ..scenes.scene import (
    Box,
    Extent,
    Item,
    Label,
    Point,
    Scene,
    Segment,
    Shape,
    framed_scene,
    passes_through,
    with_values,
)
from .fonts import SANS, Face, line_width

_Line = tuple[Item, Extent, list[Segment]]  # its room, and its segments

_LINES = ("edge", "arc", "pair", "rejected")
_BODIES = ("class", "default")
_NEXT = 0.01  # texts of one line stand next to each other
LEAST_AIR = 0.2  # of what stood between columns
HIGHER = (1.0, 1.2, 1.45, 1.7)  # rows, where columns come closer
SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)  # of the air that should go


def ink_box(label: Label, face: Face = SANS) -> Extent:
    """Box around the letters of a label: left, top, right, bottom, in px."""
    wide = line_width(label.text, label.size, face)
    left = label.x if label.anchor == "start" else label.x - wide / 2
    deep = 0.54 if set(label.text) & set("gjpqy,;()[]Q") else 0.33
    return left, label.y - 0.38 * label.size, left + wide, label.y + deep * label.size


def touching_texts(labels: Sequence[Label], face: Face = SANS, lines: Sequence[int] = ()) -> list[tuple[str, str]]:
    """The texts that touch another text. lines: the number of the line that each is set on; parts of one may touch."""
    on = lines or range(len(labels))
    boxes = sorted((ink_box(label, face), label.text, line) for label, line in zip(labels, on, strict=True))
    lefts = [box[0] for box, _, _ in boxes]
    near = ((boxes[i], boxes[i + 1 : bisect_left(lefts, boxes[i][0][2])]) for i in range(len(boxes)))
    return [(s, t) for (a, s, k), others in near for b, t, j in others if k != j and _boxes_touch(a, b)]


def _boxes_touch(a: Extent, b: Extent) -> bool:
    """Whether two boxes touch, the first of which begins farther left."""
    return b[0] < a[2] - _NEXT and a[1] < b[3] - _NEXT and b[1] < a[3] - _NEXT


def crossed_texts(items: Sequence[Item], face: Face = SANS) -> list[str]:
    """The texts that a line passes through which is not theirs."""
    lines = _line_items(items)
    labels = [(item, part) for item in items for part in item.parts if isinstance(part, Label)]
    return [label.text for item, label in labels if _is_text_crossed(lines, item, label, ink_box(label, face))]


def lines_behind_classes(items: Sequence[Item]) -> list[tuple[Item, Item]]:
    """The lines that pass behind a class at which they do not end, each with that class."""
    bodies = [(item, _grown_box(item.box, -0.5), _grown_box(item.box, 1.0)) for item in items if item.role in _BODIES]
    return [
        (line, item)
        for line, around, ways in _line_items(items)
        for item, inside, near in bodies
        if _boxes_meet(around, inside)
        and any(passes_through(*way, inside) for way in ways)
        and not any(_box_holds(near, point) for point in (ways[0][0], ways[-1][1]))
    ]


def _grown_box(box: Box, air: float) -> Extent:
    x, y, w, h = box
    return x - air, y - air, x + w + air, y + h + air


def _box_holds(box: Extent, point: Point) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def _line_items(items: Sequence[Item]) -> list[_Line]:
    """The items that are lines, with the room of each and its segments."""
    return [(item, _box_around(segments), segments) for item in items if (segments := list(_item_segments(item)))]


def _is_text_crossed(lines: Sequence[_Line], item: Item, label: Label, box: Extent) -> bool:
    """Whether a line passes through the box of a text of an item that is not its own."""
    near = ((other, ways) for other, around, ways in lines if other is not item and _boxes_meet(around, box))
    return any(
        passes_through(*way, box) for other, ways in near if not _is_own_line(item, label, other, ways) for way in ways
    )


def _box_around(segments: Sequence[Segment]) -> Extent:
    xs, ys = zip(*[point for segment in segments for point in segment], strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _boxes_meet(a: Extent, b: Extent) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _is_own_line(item: Item, label: Label, other: Item, ways: Sequence[Segment]) -> bool:
    """Whether a line is the one that a text stands on, where both are items of their own."""
    if item.role == "class":
        # The body lies above its own lines.
        return bool(set(item.classes) & set(other.classes))
    if item.role == "cost":
        return other.role in ("pair", "rejected") and item.classes == other.classes
    middle = (label.x - 1, label.y - 1, label.x + 1, label.y + 1)
    return item.role == "bounds" and label.ground and any(passes_through(*way, middle) for way in ways)


def _item_segments(item: Item) -> Iterator[Segment]:
    """The lines of an item, curves as chains of segments."""
    for part in item.parts if item.role in _LINES else ():
        if not isinstance(part, Shape) or part.kind not in ("line", "curve"):
            continue
        corners = list(zip(part.at[::2], part.at[1::2], strict=True))
        if part.kind == "curve":
            corners = [corners[0], *_curve_points(corners)]
        yield from pairwise(corners)


def _curve_points(corners: Sequence[Point]) -> Iterator[Point]:
    """Points along the cubics of a curve."""
    for i in range(0, len(corners) - 1, 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners[i : i + 4]
        for t, u in ((n / 12, 1 - n / 12) for n in range(1, 13)):
            x = u**3 * ax + 3 * u * u * t * bx + 3 * u * t * t * cx + t**3 * dx
            y = u**3 * ay + 3 * u * u * t * by + 3 * u * t * t * cy + t**3 * dy
            yield x, y


def clear_labels(scene: Scene, face: Face = SANS) -> Scene:
    """The scene with the texts that lines pass through moved along their own lines to where they stand clear."""
    items = list(scene.items)
    bodies = [item.box for item in items if item.role in ("class", "default")]
    lines = _line_items(items)
    boxes = [[ink_box(part, face) for part in item.parts if isinstance(part, Label)] for item in items]
    for i, item in enumerate(items):
        if item.role not in ("pair", "rejected"):
            continue
        others = [box for j, own in enumerate(boxes) if j != i for box in own]
        here = zip(item.labels, boxes[i], strict=True)
        if not any(_label_collides(item, label, box, lines, others) for label, box in here):
            continue
        (label,) = item.labels
        aside = line_width(label.text, label.size, face) / 2 + 5
        on = sorted(_places_along(_item_segments(item)), key=lambda spot: (dist(spot, (label.x, label.y)), spot))
        beside = [(x + way * aside, y) for x, y in on for way in (1, -1)]
        for x, y in (*on, *beside):
            there = with_values(label, x=x, y=y)
            box = left, top, right, bottom = ink_box(there, face)
            free = all(right < x or x + w < left or bottom < y or y + h < top for x, y, w, h in bodies)
            if free and not _label_collides(item, there, box, lines, others):
                items[i] = with_values(item, parts=tuple(there if part is label else part for part in item.parts))
                boxes[i] = [box]
                break
    return replace(scene, items=tuple(items))


def _label_collides(item: Item, label: Label, box: Extent, lines: Sequence[_Line], others: Sequence[Extent]) -> bool:
    """Whether a text of an item, in its box, is crossed by a line or touches another text."""
    return _is_text_crossed(lines, item, label, box) or any(_boxes_touch(*sorted((box, other))) for other in others)


def _places_along(segments: Iterable[Segment]) -> Iterator[Point]:
    """Places along a way, 4 apart."""
    for (ax, ay), (bx, by) in segments:
        steps = max(1, round(dist((ax, ay), (bx, by)) / 4))
        for i in range(steps):
            yield ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps


def squeeze_scene(scene: Scene, room: float, face: Face = SANS) -> Scene:
    """The scene with less air between its columns and, if that takes it, more between its rows, so that it has room.

    Where its texts would not stand clear then, it stays as much too wide as they need.
    """
    rigid: list[tuple[float, float]] = []
    for item in scene.items:
        if item.role in ("class", "default", "end"):
            rigid.append((item.box[0], item.box[0] + item.box[2]))
        elif item.role in ("column", "bounds"):
            inks = [ink_box(part, face) for part in item.parts if isinstance(part, Label) and not part.ground]
            rigid += [(left - 3, right + 3) for left, _, right, _ in inks]
    free = _free_rigid_parts(rigid)
    air = sum(b - a for a, b in free)
    excess = min(scene.width - room, (1 - LEAST_AIR) * air)
    if excess <= 0:
        return scene
    for share, high in product(SHARES, HIGHER):
        factor = 1 - share * excess / air

        def at(x: float, factor: float = factor) -> float:
            return x - sum((1 - factor) * (min(x, b) - a) for a, b in free if x > a)

        items = [
            with_values(
                i, parts=tuple(_mapped_part(part, at, high) for part in i.parts), box=_mapped_box(i.box, at, high)
            )
            for i in scene.items
        ]
        texts = [part for item in items for part in item.parts if isinstance(part, Label)]
        if (
            not touching_texts(texts, face)
            and not crossed_texts(items, face)
            and not _text_stands_on_class(items, face)
        ):
            return framed_scene(items, {}, scene.says)
    return scene


def _text_stands_on_class(items: Sequence[Item], face: Face) -> bool:
    """Whether what is written on a line stands on a class."""
    bodies = [_grown_box(item.box, 1.0) for item in items if item.role in _BODIES]
    costs = [ink_box(label, face) for item in items if item.role == "cost" for label in item.labels]
    return any(_boxes_meet(body, cost) for body in bodies for cost in costs)


def _free_rigid_parts(rigid: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    gaps: list[tuple[float, float]] = []
    end = None
    for a, b in sorted(rigid):
        if end is not None and a > end:
            gaps.append((end, a))
        end = b if end is None else max(end, b)
    return gaps


def _mapped_box(box: Box, at: Callable[[float], float], high: float) -> Box:
    x, y, w, h = box
    return at(x + w / 2) - w / 2, (y + h / 2) * high - h / 2, w, h


def _mapped_part(part: Shape | Label, at: Callable[[float], float], high: float) -> Shape | Label:
    """A part where it goes; what is no line keeps its size."""
    if isinstance(part, Label):
        return with_values(part, x=at(part.x), y=part.y * high)
    if part.kind == "rect":
        x, y, w, h, *radius = part.at
        return with_values(part, at=(*_mapped_box((x, y, w, h), at, high), *radius))
    if part.kind == "ellipse":
        return with_values(part, at=(at(part.at[0]), part.at[1] * high, *part.at[2:]))
    if part.kind == "polygon":
        middle = (min(part.at[1::2]) + max(part.at[1::2])) / 2
        return with_values(part, at=tuple(v + middle * (high - 1) if i % 2 else at(v) for i, v in enumerate(part.at)))
    return with_values(part, at=tuple(v * high if i % 2 else at(v) for i, v in enumerate(part.at)))
