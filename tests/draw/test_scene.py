"""Drawings: nothing lies on anything else, names stay text, and the same case gives the same bytes.

The golden files, `tests/golden/*.svg`, are whole drawings. When a change is meant, look at the new ones and keep them:

    REFRESH_GOLDEN=1 python -m pytest tests/draw/test_scene.py -k golden
"""

import os
import re
from collections.abc import Callable, Iterator
from itertools import chain, combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hierview import Case, Measure, load_case
from hierview import parse_measure as parse
from hierview.draw.backends.svg import svg_markup
from hierview.draw.scenes.hierarchy import DrawingRoom, hierarchy_scene
from hierview.draw.scenes.pairs import pairs_scene
from hierview.draw.scenes.scene import Item, Label, Scene, Shape
from hierview.draw.scenes.style import DARK, LIGHT, SCREEN
from hierview.draw.scenes.thumbnail import thumbnail_scene
from hierview.draw.texts.class_labels import label_lines
from hierview.draw.texts.widths import text_width
from hierview.explain import HierarchyPicture, PairsPicture, Picture, plain
from hierview.markup.html import class_ids
from tests.each import each
from tests.effort import in_turn, sampled, times
from tests.samples import HOSTILE_NAMES, PRESETS, ROOT, evaluated, listed_measures, samples, steps_of, views_of

pytestmark = pytest.mark.slow

GOLDEN = ROOT / "tests" / "golden"
STRETCHES = ((1.0, 1.0), (1.35, 1.0), (2.2, 1.4))  # none, and the most that the page asks for

Box = tuple[float, float, float, float]  # left, top, right, bottom


# How each kind of picture becomes a scene; lists are HTML.
DRAWN: dict[type, Callable[..., Scene]] = {
    HierarchyPicture: lambda case, picture, stretch=(1.0, 1.0): hierarchy_scene(
        case, picture, DrawingRoom(stretch=stretch)
    ),
    PairsPicture: lambda _, picture: pairs_scene(picture),
}


def pictures(case: Case, *measures: Measure) -> Iterator[Picture]:
    """Every picture of every view and every step, each once: most measures begin with the same ones."""
    seen: set[str] = set()
    for measure in measures:
        steps = (*(step for _, step in views_of(case, measure)), *steps_of(case, measure))
        for picture in chain.from_iterable(step.pictures for step in steps):
            if repr(picture) not in seen and type(picture) in DRAWN:
                seen.add(repr(picture))
                yield picture


def scenes(case: Case, *measures: Measure, stretches=STRETCHES) -> Iterator[tuple[Picture, Scene]]:
    for picture in pictures(case, *measures):
        yield from ((picture, scene) for scene in stretched(case, picture, stretches))


def stretched(case: Case, picture: Picture, stretches) -> Iterator[Scene]:
    """A picture of the hierarchy at each stretch; another stands as it is."""
    draw = DRAWN[type(picture)]
    if isinstance(picture, HierarchyPicture):
        yield from (draw(case, picture, stretch) for stretch in stretches)
    else:
        yield draw(case, picture)


# Geometry


def box_of(item: Item) -> Box:
    x, y, w, h = item.box
    return x, y, x + w, y + h


def ink(label: Label) -> Box:
    """Where the letters of a label are: from the height of its capitals down to the baseline or the descenders."""
    left = label.x if label.anchor == "start" else label.x - text_width(label.text, label.size) / 2
    deep = 0.54 if set(label.text) & set("gjpqy,;()Q") else 0.33
    return left, label.y - 0.38 * label.size, left + text_width(label.text, label.size), label.y + deep * label.size


def meet(a: Box, b: Box) -> bool:
    """Whether two boxes share more than a border."""
    air = 0.01
    return a[0] < b[2] - air and b[0] < a[2] - air and a[1] < b[3] - air and b[1] < a[3] - air


def within(a: Box, scene: Scene) -> bool:
    return a[0] >= -0.01 and a[1] >= -0.01 and a[2] <= scene.width + 0.01 and a[3] <= scene.height + 0.01


def points(shape: Shape) -> list[tuple[float, float]]:
    """A line's corners, or points along a curve."""
    corners = list(zip(shape.at[::2], shape.at[1::2], strict=True))
    if shape.kind != "curve":
        return corners
    path, start = [corners[0]], corners[0]
    for a, b, end in zip(corners[1::3], corners[2::3], corners[3::3], strict=True):
        for i in range(1, 13):
            t, u = i / 12, 1 - i / 12
            ways = zip(start, a, b, end, strict=True)
            x, y = (u**3 * p + 3 * u * u * t * q + 3 * u * t * t * r + t**3 * s for p, q, r, s in ways)
            path.append((x, y))
        start = end
    return path


def around(path: list[tuple[float, float]]) -> Box:
    """The room of a path, before a closer look at it."""
    xs, ys = zip(*path, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def crosses(path: list[tuple[float, float]], box: Box) -> bool:
    """Whether a path runs through the inside of a box."""
    left, top, right, bottom = box[0] + 0.5, box[1] + 0.5, box[2] - 0.5, box[3] - 0.5
    for (ax, ay), (bx, by) in pairwise(path):
        enter, leave = 0.0, 1.0
        for p, q, low, high in ((ax, bx, left, right), (ay, by, top, bottom)):
            if p == q:
                enter, leave = (enter, leave) if low < p < high else (1.0, 0.0)
            else:
                first, last = sorted(((low - p) / (q - p), (high - p) / (q - p)))
                enter, leave = max(enter, first), min(leave, last)
        if enter < leave - 1e-9:
            return True
    return False


def faults(scene: Scene, lines: bool = True) -> list[str]:
    """Whatever lies on something else or outside the drawing."""
    bodies = [item for item in scene.items if item.role in ("class", "default")]
    boxes = [(body, box_of(body)) for body in bodies]
    labels = [(item, part.text, ink(part)) for item in scene.items for part in item.labels]
    found = []
    for (_, a, ink_a), (_, b, ink_b) in combinations(labels, 2):
        if meet(ink_a, ink_b):
            found.append(f"label {a!r} on label {b!r}")
    for item, text, letters in labels:
        found += [f"label {text!r} on {b.classes}" for b, box in boxes if b is not item and meet(letters, box)]
        if not within(letters, scene):
            found.append(f"label {text!r} outside")
    for (a, box_a), (b, box_b) in combinations(boxes, 2):
        if meet(box_a, box_b):
            found.append(f"{a.classes} on {b.classes}")
    found += [f"{body.classes} outside" for body, box in boxes if not within(box, scene)]
    return found + behind(scene) if lines else found


def behind(scene: Scene, roles: tuple[str, ...] = ("edge", "pair")) -> list[str]:
    """Lines that pass behind a class at which they do not end."""
    bodies = [(set(item.classes), box_of(item)) for item in scene.items if item.role in ("class", "default")]
    drawn = (item for item in scene.items if item.role in roles)
    lines = [(item, path, around(path)) for item in drawn for path in map(points, item.shapes)]
    return [
        f"{item.role} {item.classes} behind {classes}"
        for item, path, room in lines
        for classes, box in bodies
        if meet(room, box) and not classes & set(item.classes) and crosses(path, box)
    ]


@pytest.mark.parametrize("name", sampled(PRESETS, 10))
def test_nothing_lies_on_anything_else_and_all_is_shapes_and_text(name: str):
    """Every preset, every listed measure, every picture of its views and steps; stretches and palettes take turns."""
    drawn, case, first = 0, load_case(name), PRESETS.index(name)
    for turn, picture in enumerate(pictures(case, *listed_measures()), first):
        for scene in stretched(case, picture, in_turn(STRETCHES, turn)):
            assert faults(scene, lines=isinstance(picture, HierarchyPicture)) == [], picture
            drawn += 1
        for painted in in_turn(((), (SCREEN, class_ids(case), "said")), turn // len(STRETCHES)):
            check_svg(svg_markup(scene, *painted), set())
    assert drawn > times(60, 200)
    check_svg(svg_markup(thumbnail_scene(case), DARK), set())
    check_svg(svg_markup(hierarchy_scene(case, HierarchyPicture(("",)))), set(case.hierarchy.classes))


def test_nothing_lies_on_anything_else_in_random_cases():
    """Nor does a line of a pair pass behind a class: one that vanishes there reads as if it ended."""
    for sample in samples(times(12, 60), seed=3):
        for text in ("GIE", "MGIA", "MGIA(max_distance=None)", "LCaF", 'hF(root="virtual")'):
            for picture, scene in scenes(sample.case, parse(text), stretches=STRETCHES[:1]):
                lines = ("edge",) if text in ("GIE", "MGIA") else ("edge", "pair")
                wrong = [fault for fault in faults(scene) if not fault.startswith(lines)]
                assert wrong == [], f"{sample}, {text}, {plain(picture.title)}"


def test_boxes_say_where_the_classes_are():
    case = load_case("15")
    for _, scene in scenes(case, parse("LCaF")):
        for item in scene.items:
            if item.role == "class":
                assert scene.boxes[item.classes[0]] == item.box


def test_classes_stand_where_they_stand_whatever_is_shown():
    """Panels side by side share one layout."""
    case = load_case("15")
    places = set()
    for picture in pictures(case, *listed_measures()):
        if isinstance(picture, HierarchyPicture) and not picture.root:
            middles = {c: x + w / 2 for c, (x, _, w, _) in hierarchy_scene(case, picture).boxes.items()}
            places.add(tuple((c, round(x - middles["Arts"], 6)) for c, x in middles.items()))
    assert len(places) == 1


def test_a_pinned_class_stands_at_its_pin():
    case = load_case("15")
    pinned = case.edited(positions=(("Arts", 300.0, 20.0), ("Rock", 40.0, 240.0)))
    boxes = hierarchy_scene(pinned, HierarchyPicture(("",))).boxes
    (ax, ay, aw, ah), (rx, ry, rw, rh) = boxes["Arts"], boxes["Rock"]
    assert (ax + aw / 2) - (rx + rw / 2) == pytest.approx(260)
    assert (ry + rh / 2) - (ay + ah / 2) == pytest.approx(220)


# SVG


ALLOWED = {"svg", "g", "title", "rect", "ellipse", "line", "polyline", "polygon", "path", "text"}
MEASURED = re.compile(r"[\w#.,\- ()]*").fullmatch


def check_svg(text: str, labels: set[str]) -> None:
    """Well-formed, made of shapes and text alone: no address, no handler, no id, the labels as they should be."""
    root = ElementTree.fromstring(text)
    for element in root.iter():
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in ALLOWED
        for key, value in element.attrib.items():
            assert key != "id"
            assert not key.startswith("on")
            assert "href" not in key
            if key not in ("aria-label", "font-family"):
                assert MEASURED(value), (key, value)
    written = {element.text for element in root.iter() if element.text}
    assert labels <= written


@each("name", HOSTILE_NAMES)
def test_hostile_names_are_text_in_svg(name: str):
    case = Case.of([("A B", name), ("A B", "C D")], [name], ["C D"], name=name, note=name)
    for measure in map(parse, ("MGIA", "LCaF", "hF")):
        for _, scene in scenes(case, measure, stretches=STRETCHES[:1]):
            for text in (svg_markup(scene), svg_markup(scene, SCREEN, class_ids(case), name)):
                check_svg(text, set(label_lines(name)))
    # A name may hold anything; as markup it never appears.
    if set(name) & set("<>"):
        assert name not in text
        assert "<img" not in text
        assert "</script" not in text


# The same bytes; see tests/test_every_process.py


def everything_drawn() -> str:
    """Presets and random cases, drawn and scored; in a usual search a third of the presets."""
    some = [load_case(name) for name in PRESETS[:: times(3, 1)]] + [s.case for s in samples(20, seed=5)]
    texts = []
    for case in some:
        for measure in listed_measures():
            result = evaluated(case, measure)
            texts.append(repr(result.notes) + str(result.value))
        for text in ("MGIA", "LCaF", 'hF(root="virtual")'):
            texts += [
                svg_markup(scene, LIGHT, class_ids(case))
                for _, scene in scenes(case, parse(text), stretches=STRETCHES[:1])
            ]
    return "\n".join(texts)


# Golden files


def of(name: str, measure: str, view: str, i: int) -> Scene:
    case, m = load_case(name), parse(measure)
    picture = m.view(case, m.evaluate(case), view).pictures[i]
    return DRAWN[type(picture)](case, picture)


GOLDEN_SCENES = {
    "15-lcaf-true": lambda: of("15", "LCaF", "graphs", 0),
    "15-lcaf-predicted": lambda: of("15", "LCaF", "graphs", 1),
    "12a-mgia-pairs": lambda: of("12a", "MGIA", "pairs", 0),
    "12a-mgia-columns": lambda: of("12a", "MGIA", "pairs", 1),
    "13a": lambda: hierarchy_scene(load_case("13a"), HierarchyPicture(("Hierarchy",))),
}


def check_golden(path: Path, text: str) -> None:
    if os.environ.get("REFRESH_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path.name} is drawn otherwise; see the top of this file"


@pytest.mark.parametrize("name", GOLDEN_SCENES)
def test_golden(name: str):
    check_golden(GOLDEN / f"{name}.svg", svg_markup(GOLDEN_SCENES[name]()) + "\n")


def test_no_golden_file_is_left_over():
    assert {path.stem for path in GOLDEN.glob("*.svg")} == set(GOLDEN_SCENES)
