"""The layered layout, judged by geometry alone: what is drawn, never how long it took."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from math import hypot
from statistics import median

import pytest

from hierview.draw.layouts.layered import PreferredPlaces, Spacing, layered_layout
from tests.each import each
from tests.samples import presets

pytestmark = pytest.mark.slow

# The published cases, and the hierarchy of T15 §4.2.3, Figure 4.1.
PRESETS = {name: list(case.hierarchy.edges) for name, case in presets().items() if name[0].isdigit()}
T15 = {"Root": ("Arts", "Health"), "Arts": ("Music", "Dance"), "Health": ("Fitness", "Medicine")}
PRESETS["T15"] = [(parent, child) for parent, children in T15.items() for child in children]


def classes_of(edges):
    return list(dict.fromkeys(c for edge in edges for c in edge))


def labels(classes):
    """Boxes as wide as their labels are long."""
    return {c: (8.0 * len(c) + 24, 34.0) for c in classes}


def random_dag(n, seed, extra=0.25, roots=1):
    """Classes, edges and boxes of many widths and two heights."""
    rng = random.Random(f"{n}/{seed}")
    names = [f"c{i}" for i in range(n)]
    edges = [(names[rng.randrange(i)], names[i]) for i in range(1, n) if i >= roots]
    for _ in range(round(extra * n) if n > 1 else 0):
        a, b = sorted(rng.sample(range(n), 2))
        edges.append((names[a], names[b]))
    sizes = {c: (rng.choice((30, 45, 62, 80, 120, 220)), rng.choice((34, 34, 44))) for c in names}
    return names, list(dict.fromkeys(edges)), sizes


def lines(drawing, sizes):
    """Each edge as drawn: from the middle of the parent's bottom to the middle of the child's top."""
    at = drawing.positions
    return {
        (a, b): [(at[a][0], at[a][1] + sizes[a][1] / 2), *bends, (at[b][0], at[b][1] - sizes[b][1] / 2)]
        for (a, b), bends in drawing.routes.items()
    }


def turn(p, q, r):
    area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (area > 1e-6) - (area < -1e-6)


def crossings(drawing, sizes):
    found = []
    for (e, first), (f, second) in combinations(lines(drawing, sizes).items(), 2):
        for p, q in pairwise(first):
            for r, s in pairwise(second):
                if turn(p, q, r) * turn(p, q, s) < 0 and turn(r, s, p) * turn(r, s, q) < 0:
                    found.append((e, f))
    return found


def overlaps(drawing, sizes, gap=40):
    """Boxes on top of each other; in one layer, boxes nearer than the gap (but for rounding)."""
    found = []
    for (a, (ax, ay)), (b, (bx, by)) in combinations(drawing.positions.items(), 2):
        w, h = (sizes[a][0] + sizes[b][0]) / 2, (sizes[a][1] + sizes[b][1]) / 2
        if abs(ay - by) < h and abs(ax - bx) < w + gap - 0.05:
            found.append((a, b))
    return found


def run_through(drawing, sizes):
    """Edges with the boxes of other classes that they cut; sampled, so that no clipping code is trusted."""
    found = set()
    for (a, b), line in lines(drawing, sizes).items():
        for (x0, y0), (x1, y1) in pairwise(line):
            steps = int(hypot(x1 - x0, y1 - y0) / 2) + 1
            points = [(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps + 1)]
            for c, (x, y) in drawing.positions.items():
                w, h = sizes[c][0] / 2, sizes[c][1] / 2
                if c not in (a, b) and any(abs(px - x) < w - 0.1 and abs(py - y) < h - 0.1 for px, py in points):
                    found.add((a, b, c))
    return sorted(found)


def layers(drawing):
    """The classes of each layer from left to right, from the top."""
    rows = {}
    for c in sorted(drawing.positions, key=drawing.positions.__getitem__):
        rows.setdefault(drawing.positions[c][1], []).append(c)
    return [rows[y] for y in sorted(rows)]


def check(drawing, classes, edges, sizes):
    assert list(drawing.positions) == list(classes)
    assert list(drawing.routes) == list(edges)
    assert overlaps(drawing, sizes) == []
    assert run_through(drawing, sizes) == []
    assert all(drawing.positions[a][1] < drawing.positions[b][1] for a, b in edges)
    bends = [point for bends in drawing.routes.values() for point in bends]
    boxes = [(*drawing.positions[c], *sizes[c]) for c in classes]
    assert min([x - w / 2 for x, _, w, _ in boxes] + [x for x, _ in bends]) == pytest.approx(0, abs=0.02)
    assert min(y - h / 2 for _, y, _, h in boxes) == pytest.approx(0)
    assert max([x + w / 2 for x, _, w, _ in boxes] + [x for x, _ in bends]) == pytest.approx(drawing.width)
    assert max(y + h / 2 for _, y, _, h in boxes) == pytest.approx(drawing.height)


# The published cases


@each("name", PRESETS)
def test_presets_are_clean_and_without_a_crossing(name):
    edges = PRESETS[name]
    classes = classes_of(edges)
    sizes = labels(classes)
    drawing = layered_layout(classes, edges, sizes)
    check(drawing, classes, edges, sizes)
    assert crossings(drawing, sizes) == []


def test_15_is_symmetrical():
    edges = PRESETS["15"]
    at = layered_layout(classes_of(edges), edges, labels(classes_of(edges))).positions
    axis = at["Arts"][0]
    assert at["Opera"][0] == pytest.approx(axis, abs=1)
    assert at["Theater"][0] + at["Music"][0] == pytest.approx(2 * axis, abs=1)
    assert at["Drama"][0] + at["Rock"][0] == pytest.approx(2 * axis, abs=1)
    assert at["Theater"][0] == pytest.approx((at["Drama"][0] + at["Opera"][0]) / 2, abs=1)


# Trees and other plain shapes


def test_complete_binary_tree_is_its_own_mirror_image():
    classes = [str(i) for i in range(1, 32)]
    edges = [(str(i), str(j)) for i in range(1, 16) for j in (2 * i, 2 * i + 1)]
    sizes = dict.fromkeys(classes, (50, 34))
    drawing = layered_layout(classes, edges, sizes)
    check(drawing, classes, edges, sizes)
    for layer in layers(drawing):
        for left, right in zip(layer, reversed(layer), strict=True):
            middle = (drawing.positions[left][0] + drawing.positions[right][0]) / 2
            assert middle == pytest.approx(drawing.positions["1"][0], abs=0.1)
    for parent, child in pairwise(["1", "2", "4", "8"]):
        sibling = str(int(child) + 1)
        middle = (drawing.positions[child][0] + drawing.positions[sibling][0]) / 2
        assert drawing.positions[parent][0] == pytest.approx(middle, abs=0.1)


@each("seed", range(20))
def test_random_trees_have_no_crossing_and_parents_over_their_children(seed):
    classes, edges, sizes = random_dag(25, seed, extra=0)
    drawing = layered_layout(classes, edges, sizes)
    check(drawing, classes, edges, sizes)
    assert crossings(drawing, sizes) == []
    off = []
    for parent in classes:
        children = [drawing.positions[b][0] for a, b in edges if a == parent]
        if children:
            off.append(abs(drawing.positions[parent][0] - sum(children) / len(children)))
    assert median(off) < 0.1


def test_children_of_a_tree_stand_in_input_order():
    classes, edges, sizes = random_dag(25, 3, extra=0)
    at = layered_layout(classes, edges, sizes).positions
    for parent in classes:
        places = [at[b][0] for a, b in sorted(edges, key=lambda e: classes.index(e[1])) if a == parent]
        assert places == sorted(places)


def test_a_cycle_is_refused():
    sizes = dict.fromkeys("AB", (60, 34))
    with pytest.raises(ValueError, match="cycle"):
        layered_layout("AB", [("A", "B"), ("B", "A")], sizes)
    with pytest.raises(ValueError, match="cycle"):
        layered_layout("AB", [("A", "A")], sizes)


# Random DAGs


@each("n", [2, 5, 8, 12, 20, 30, 45])
@each("seed", range(8))
def test_random_dags_are_clean(n, seed):
    classes, edges, sizes = random_dag(n, seed, extra=0.1 * (seed % 5), roots=1 + seed % 3)
    check(layered_layout(classes, edges, sizes), classes, edges, sizes)


@pytest.mark.parametrize("gap", [0, 8, 100])
@pytest.mark.parametrize("layer_gap", [0, 60])
def test_any_gaps_keep_boxes_and_lines_apart(gap, layer_gap):
    for seed in range(10):
        classes, edges, sizes = random_dag(20, seed)
        drawing = layered_layout(classes, edges, sizes, Spacing(gap, layer_gap))
        assert overlaps(drawing, sizes, gap) == []
        assert run_through(drawing, sizes) == []


def layout_of_edges_in_any_order() -> str:
    """A drawing of edges that come in the order of their hashes; see tests/test_every_process.py."""
    rng = random.Random(7)
    names = [f"class {i}" for i in range(25)]
    edges = {(names[rng.randrange(i)], names[i]) for i in range(1, 25) for _ in (0, 1)}
    sizes = {c: (rng.randint(30, 200), 34) for c in names}
    drawing = layered_layout(names, list(edges), sizes, places=PreferredPlaces({"class 3": (400, 300)}))
    return str((list(drawing.positions.items()), sorted(drawing.routes.items()), drawing.width, drawing.height))


# Stability


def displacements(n, seed, extra):
    """How far each class moves when a leaf is added, in halves of its width, the drawings best aligned."""
    classes, edges, sizes = random_dag(n, seed, extra)
    parent = random.Random(seed).choice(classes)
    before = layered_layout(classes, edges, sizes).positions
    after = layered_layout([*classes, "new"], [*edges, (parent, "new")], sizes | {"new": (62, 34)}).positions
    shifts = {c: (after[c][0] - before[c][0], after[c][1] - before[c][1]) for c in classes}
    dx, dy = (median(shift[i] for shift in shifts.values()) for i in (0, 1))
    return [hypot(x - dx, y - dy) / (sizes[c][0] / 2) for c, (x, y) in shifts.items()]


@pytest.mark.parametrize("extra", [0, 0.25])
@pytest.mark.parametrize("n", [8, 15, 30])
def test_a_new_leaf_moves_few_classes(n, extra):
    moved = [m for seed in range(25) for m in displacements(n, seed, extra)]
    assert median(moved) < 0.5
    assert sum(m > 1 for m in moved) / len(moved) < 0.4


@each("seed", range(20))
def test_a_new_leaf_of_a_tree_leaves_the_order_alone(seed):
    classes, edges, sizes = random_dag(20, seed, extra=0)
    parent = random.Random(seed).choice(classes)
    before = layers(layered_layout(classes, edges, sizes))
    after = layers(layered_layout([*classes, "new"], [*edges, (parent, "new")], sizes | {"new": (62, 34)}))
    kept = [[c for c in layer if c != "new"] for layer in after]
    assert [layer for layer in kept if layer] == before


# Pins


@each("seed", range(25))
def test_pins_are_exact_and_the_others_keep_clear(seed):
    classes, edges, sizes = random_dag(12, seed)
    free = layered_layout(classes, edges, sizes)
    rng = random.Random(seed)
    pins = {}
    for c in rng.sample(classes, rng.choice((1, 2, 3, 10))):
        pin = rng.uniform(0, 2 * free.width), rng.uniform(0, 2 * free.height)
        if all(abs(pin[0] - x) > 280 or abs(pin[1] - y) > 70 for x, y in pins.values()):
            pins[c] = pin
    drawing = layered_layout(classes, edges, sizes, places=PreferredPlaces(pins))
    assert {c: drawing.positions[c] for c in pins} == pins
    assert overlaps(drawing, sizes) == []
    assert run_through(drawing, sizes) == []


def test_moving_one_class_moves_only_what_is_in_its_way():
    edges = PRESETS["15"]
    classes = classes_of(edges)
    sizes = labels(classes)
    before = layered_layout(classes, edges, sizes).positions
    away = layered_layout(classes, edges, sizes, places=PreferredPlaces({"Rock": (500, 113)})).positions
    assert {c for c in classes if away[c] != before[c]} == {"Rock"}
    onto = layered_layout(classes, edges, sizes, places=PreferredPlaces({"Rock": before["Opera"]}))
    assert {c for c in classes if onto.positions[c] != before[c]} == {"Rock", "Opera"}
    assert overlaps(onto, sizes) == []
