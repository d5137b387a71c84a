"""Flow networks, judged by geometry: what is drawn where, and that nothing lies on anything else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from hierview import Case, load_case, parse_measure
from hierview.draw.scenes.network import network_scene
from hierview.draw.scenes.scene import Item, Label, Scene, Shape
from hierview.draw.texts.widths import text_width
from hierview.explain import NetworkPicture
from hierview.measures.pairs.family import PairMeasure
from hierview.measures.pairs.flow import optimal_pairing
from hierview.measures.pairs.network import network_picture
from tests.draw.test_scene import Box, box_of, crosses, meet, points
from tests.each import each
from tests.effort import sampled, times
from tests.samples import PRESETS, listed_measures, samples

pytestmark = pytest.mark.slow

MEASURES = tuple(m for m in listed_measures() if isinstance(m, PairMeasure))
every_pair_measure = each("measure", MEASURES)
every_preset = each("name", sampled(PRESETS, 8))


def pictures(case: Case, measure: PairMeasure) -> Iterator[NetworkPicture]:
    """The network with the flow and, as the step about bounds has it, without."""
    problem = measure.problem(case)
    solved = measure.evaluate(case).value is not None
    for pairing in (optimal_pairing(problem), None) if solved else (None,):
        picture = network_picture(problem, pairing)
        if picture is not None:
            yield picture


@cache
def preset_scenes(name: str, measure: PairMeasure) -> tuple[tuple[NetworkPicture, Scene], ...]:
    case = load_case(name)
    return tuple((picture, network_scene(picture)) for picture in pictures(case, measure))


# What a scene holds

NODES = ("class", "default", "end")
ARCS = ("arc", "pair", "rejected")


def nodes(scene: Scene) -> list[Item]:
    return [item for item in scene.items if item.role in NODES]


def arcs(scene: Scene) -> list[Item]:
    return [item for item in scene.items if item.role in ARCS and item.shapes]


def labels(scene: Scene) -> list[tuple[Item, Label]]:
    return [(item, part) for item in scene.items for part in item.labels]


def texts(scene: Scene, *roles: str) -> list[str]:
    return [label.text for item, label in labels(scene) if item.role in roles]


def room(label: Label) -> Box:
    """What a label's letters cover: from the feet of its brackets to their heads."""
    half, high = text_width(label.text, label.size) / 2, 0.46 * label.size
    return label.x - half, label.y - high, label.x + half, label.y + high


def way(item: Item) -> list[tuple[float, float]]:
    """The corners of an arc, or points along it."""
    return points(item.shapes[0])


def grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


# Nothing lies on anything else


def check_apart(scene: Scene) -> None:
    """Holds of every network."""
    everything = [(item, label, room(label)) for item, label in labels(scene)]
    for (_, a, own), (_, b, other) in combinations(everything, 2):
        assert not meet(own, other), f"{a.text} lies on {b.text}"
    for item, label, own in everything:
        for node in nodes(scene):
            assert node is item or not meet(own, box_of(node)), f"{label.text} lies on {node.says}"
    for a, b in combinations(nodes(scene), 2):
        assert not meet(box_of(a), box_of(b)), f"{a.says} lies on {b.says}"
    for arc in arcs(scene):
        path = way(arc)
        for node in nodes(scene):
            assert not crosses(path, grown(box_of(node), -0.5)), f"{arc.says} runs through {node.says}"


def check_clear(scene: Scene) -> None:
    """Holds where there is room: no arc runs through the label of another one or through a name."""
    ways = [(arc, way(arc)) for arc in arcs(scene)]
    for item, label in labels(scene):
        if item.role in ("class", "default"):
            continue
        through = [arc for arc, path in ways if crosses(path, grown(room(label), 0.5))]
        # A label that clears the ground behind it stands on its own arc.
        on_its_arc = item.role == "cost" or label.ground
        assert len(through) == on_its_arc, f"{[arc.says for arc in through]} run through {label.text}"
        if item.role == "cost":
            assert through[0].classes == item.classes


def check_readable(scene: Scene) -> None:
    """Nothing is cut off, and no text is small."""
    paper = (0, 0, scene.width, scene.height)

    def holds(outer: Box, box: Box) -> bool:
        return outer[0] <= box[0] and outer[1] <= box[1] and box[2] <= outer[2] and box[3] <= outer[3]

    for item, label in labels(scene):
        assert label.size >= 14
        assert holds(paper, room(label))
        assert item.role not in ("class", "default") or holds(box_of(item), room(label))
    assert all(holds(paper, box_of(node)) for node in nodes(scene))
    assert all(holds(paper, (x, y, x, y)) for arc in arcs(scene) for x, y in way(arc))


@every_pair_measure
@every_preset
@pytest.mark.slow
def test_nothing_lies_on_anything_else(name: str, measure: PairMeasure):
    for _, scene in preset_scenes(name, measure):
        check_apart(scene)
        check_clear(scene)
        check_readable(scene)
        assert scene.width <= 640, "compact: half a page"
        assert scene.height <= 420, "compact: half a page"


@every_pair_measure
def test_nor_does_it_on_random_cases(measure: PairMeasure):
    for sample in samples(times(8, 30), seed=5):
        for picture in pictures(sample.case, measure):
            scene = network_scene(picture)
            check_apart(scene)
            check_readable(scene)


def star(predicted: int, true: int) -> Case:
    """Classes of one parent; two are on both sides."""
    names = [f"class {i}" for i in range(predicted + true)]
    return Case.of([("R", c) for c in names], names[:predicted], names[predicted - 2 : predicted - 2 + true])


@each("sides", [(4, 4), (3, 6), (6, 2), (6, 6), (12, 9), (20, 20)])
@every_pair_measure
@pytest.mark.whole
def test_nor_on_large_ones(measure: PairMeasure, sides: tuple[int, int]):
    case = star(*sides)
    for picture in pictures(case, measure):
        scene = network_scene(picture)
        check_apart(scene)
        check_readable(scene)


# What is drawn


@every_pair_measure
@every_preset
def test_every_node_and_every_arc_is_drawn_with_its_numbers(name: str, measure: PairMeasure):
    for picture, scene in preset_scenes(name, measure):
        listed = [node for column in picture.columns for node in column]
        assert len(nodes(scene)) == len(listed)
        assert len(arcs(scene)) == len(picture.arcs)
        for node, item in zip(listed, nodes(scene), strict=True):
            shapes = item.shapes
            (text,) = item.labels
            if node.kind in ("source", "sink"):
                assert item.role == "end"
                assert text.text == node.kind
                assert shapes[0].kind == "ellipse"
                assert shapes[0].at[2] == shapes[0].at[3] < 10
                continue
            assert [shape.kind for shape in shapes] == ["rect" if node.kind == "predicted" else "ellipse"]
            default = node.name is None
            assert text.text == (node.name or {"predicted": "DP", "true": "DT"}[node.kind])
            assert text.italic == shapes[0].dots == default
            assert item.role == ("default" if default else "class")
        between = [arc for arc in picture.arcs if arc.cost]
        outer = [arc for arc in picture.arcs if not arc.cost]

        def amount(arc, times: str) -> str:
            return f"{arc.flow} {times} " if arc.flow is not None and arc.flow > 1 else ""

        costs = sorted(amount(arc, "×") + arc.cost for arc in between)
        bounds = sorted(arc.capacity for arc in between)
        assert sorted(texts(scene, "cost")) in (costs, sorted(costs + bounds))
        expected = [amount(arc, "in") + arc.capacity for arc in outer] + [
            kind for kind in ("predicted", "true") if any(node.kind == kind for node in listed)
        ]
        assert sorted(texts(scene, "column", "bounds")) == sorted(expected)


@every_pair_measure
@every_preset
def test_every_arc_joins_its_two_nodes_and_the_flow_is_bold(name: str, measure: PairMeasure):
    for picture, scene in preset_scenes(name, measure):
        listed = [node for column in picture.columns for node in column]
        at = {node: box_of(item) for node, item in zip(listed, nodes(scene), strict=True)}
        drawn = {arc.says: arc for arc in arcs(scene)}
        assert len(drawn) == len(picture.arcs)
        for arc in picture.arcs:
            ends = [
                node.name or (node.kind if node.kind in ("source", "sink") else f"the default {node.kind} class")
                for node in (arc.tail, arc.head)
            ]
            (item,) = [item for says, item in drawn.items() if says.startswith(f"{ends[0]} to {ends[1]}, ")]
            first, *_, last = way(item)
            ends_near = [(x - 9, y - 9, x + 9, y + 9) for x, y in (first, last)]
            touched = {node for node, box in at.items() for near in ends_near if meet(near, box)}
            assert touched == {arc.tail, arc.head}
            pen = item.parts[0]
            assert isinstance(pen, Shape)
            assert (pen.stroke, pen.width >= 2) == (("ink", True) if arc.chosen else ("none", False))
        columns = [[(at[node][0] + at[node][2]) / 2 for node in column] for column in picture.columns if column]
        assert all(max(xs) - min(xs) < 0.01 for xs in columns)
        assert [xs[0] for xs in columns] == sorted(xs[0] for xs in columns)


def test_the_amount_on_an_arc_between_classes_multiplies_the_cost():
    case = load_case("11a")
    measure = parse_measure("Flow(alpha_p=2, beta_p=2, max_distance=1)")
    (picture, _) = pictures(case, measure)
    assert "2 × 5" in texts(network_scene(picture), "cost")
