"""Drawings from left to right, and lines that pass behind no class whatever the heights of boxes."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from hierview import Case, parse_measure
from hierview.draw.figures.arrange import Panel
from hierview.draw.figures.arrange import panels_figure as arranged
from hierview.draw.figures.figure import FigureStyle
from hierview.draw.scenes.hierarchy import DrawingRoom, hierarchy_scene, least_extent
from hierview.draw.scenes.layout_choice import LayoutOption
from hierview.draw.texts.label_collisions import clear_labels, ink_box, touching_texts
from hierview.explain import HierarchyPicture
from tests.draw.test_scene import behind, crosses, points
from tests.each import each

pytestmark = pytest.mark.slow

LINES = ("edge", "pair", "rejected")
WORDS = re.findall(r"\w+", "acute chronic bacterial respiratory cardiovascular disease syndrome of tract heart")


def real(count: int) -> Case:
    """A case of so many classes with names as ontologies have them."""
    rng = random.Random(count)
    names = list(dict.fromkeys(" ".join(rng.choices(WORDS, k=rng.randint(1, 4))) for _ in range(2 * count)))[:count]
    edges = [(names[rng.randrange(i // 3, i)], names[i]) for i in range(1, count)]
    edges += [tuple(names[i] for i in sorted(rng.sample(range(count), 2))) for _ in range(count // 10)]
    return Case.of(dict.fromkeys(edges), names[-3:-1], names[-1:])


def marked(case: Case, seed: int) -> Case:
    """The case with three true and three predicted classes anywhere in it."""
    rng = random.Random(seed)
    true, predicted = (frozenset(rng.sample(case.hierarchy.classes, 3)) for _ in range(2))
    return replace(case, true=true, predicted=predicted)


def through_defaults(scene):
    """Pairs of two classes that pass through what is written at a default aside."""
    pairs = [item for item in scene.items if item.role in ("pair", "rejected")]
    texts = [ink_box(label) for item in pairs for label in item.labels if label.italic]
    paths = [(item.classes, path) for item in pairs if len(item.classes) == 2 for path in map(points, item.shapes)]
    return [classes for classes, path in paths if any(crosses(path, text) for text in texts)]


@each("direction", ["down", "right"])
@pytest.mark.parametrize("count", [6, 12, 25, 40, 60])
def test_no_drawing_is_less_wide_than_is_told_before_its_layout(count, direction):
    case = real(count)
    for narrow in (False, True):
        room = LayoutOption(direction, narrow).room(case, [(case, HierarchyPicture(()))], (1.0, 1.0))
        scene = hierarchy_scene(case, HierarchyPicture(()), room)
        wide, high = least_extent(case, direction, narrow)
        assert 0 < wide <= scene.width
        assert 0 < high <= scene.height
    stacked = replace(case, positions=tuple((c, 0.0, 100.0 * i) for i, c in enumerate(case.hierarchy.classes)))
    scene = hierarchy_scene(stacked, HierarchyPicture(()), DrawingRoom(direction=direction))
    assert least_extent(stacked, direction)[0] <= scene.width


@each("direction", ["down", "right", "indented"])
@pytest.mark.parametrize("count", [25, 40, 60])
def test_no_line_passes_behind_a_class_and_no_label_touches_another(count, direction):
    scene = hierarchy_scene(real(count), HierarchyPicture(()), DrawingRoom(direction=direction))
    assert behind(scene, LINES) == []
    assert touching_texts([label for item in scene.items for label in item.labels]) == []


@each("direction", ["down", "right", "indented"])
@pytest.mark.parametrize("count", [12, 25, 40, 60])
def test_no_pair_passes_behind_a_class_that_is_not_its_end(count, direction):
    """Pairs of classes anywhere: where the way down is barred they go around, each on a lane of its own."""
    measure = parse_measure("GIE")
    for seed in range(4):
        case = marked(real(count), seed)
        picture = measure.view(case, measure.evaluate(case), "pairs").pictures[0]
        scene = hierarchy_scene(case, picture, DrawingRoom(direction=direction))
        assert behind(scene, LINES) == [], seed
        assert direction == "down" or through_defaults(scene) == [], seed
        labels = [label for item in clear_labels(scene).items for label in item.labels]
        assert touching_texts(labels) == [], seed


def test_children_stand_to_the_right_and_siblings_below_each_other():
    case = Case.of([("Arts", "Music"), ("Arts", "Drama"), ("Music", "Pop")], ["Pop"], ["Drama"])
    boxes = hierarchy_scene(case, HierarchyPicture(()), DrawingRoom(direction="right")).boxes
    for parent, child in case.hierarchy.edges:
        assert boxes[parent][0] + boxes[parent][2] < boxes[child][0]
    assert boxes["Music"][1] < boxes["Drama"][1]


def test_an_indented_tree_has_a_row_for_each_class_below_its_parent():
    case = Case.of([("Arts", "Music"), ("Arts", "Drama"), ("Music", "Pop"), ("Drama", "Pop")], ["Pop"], ["Drama"])
    boxes = hierarchy_scene(case, HierarchyPicture(()), DrawingRoom(direction="indented")).boxes
    assert sorted(boxes, key=lambda c: boxes[c][1]) == ["Arts", "Music", "Pop", "Drama"]
    for parent, child in (("Arts", "Music"), ("Arts", "Drama"), ("Music", "Pop")):
        assert boxes[parent][0] + 20 < boxes[child][0]


def test_in_an_indented_tree_a_class_stands_below_the_first_parent_named_and_a_tip_shows_where_others_come_in():
    tree = [("Arts", "Pop"), ("Arts", "Drama"), ("Drama", "Opera"), ("Arts", "Film")]
    edges = [*tree, ("Film", "Pop"), ("Opera", "Pop")]
    case = Case.of(edges, ["Pop"], ["Drama"])
    scene = hierarchy_scene(case, HierarchyPicture(()), DrawingRoom(direction="indented"))
    assert sorted(scene.boxes, key=lambda c: scene.boxes[c][1]) == ["Arts", "Drama", "Opera", "Film", "Pop"]
    tips = {item.classes: item for item in scene.items if item.role == "edge" and len(item.parts) > 1}
    assert list(tips) == [("Opera", "Pop")]
    line, tip = (shape.at for shape in tips["Opera", "Pop"].shapes)
    assert line[-2:] == tip[:2] == tip[-2:]
    assert min(tip[::2]) == tip[0]


def test_a_figure_turns_where_that_makes_it_fit():
    case = real(25)
    style = FigureStyle(width_mm=174, font_pt=7)
    panels = [Panel(case, HierarchyPicture(()))]
    assert not arranged(panels, FigureStyle(width_mm=174, font_pt=7, direction="down")).fits
    assert arranged(panels, style).fits
