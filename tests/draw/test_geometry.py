"""Figures of cases with real names: nothing overlaps, no line lies behind a class, and texts have air in their shapes.

All is computed here, from the fonts' own widths: the drawing's own judgement of itself is not asked.
"""

from __future__ import annotations

import random
from itertools import combinations, product
from math import hypot

import pytest

from hierview import Case, Hierarchy
from hierview.draw.figures.arrange import scene_figure
from hierview.draw.figures.figure import Figure, FigureStyle
from hierview.draw.scenes.bodies import CaseClass, ClassStyle, class_item
from hierview.draw.scenes.hierarchy import DrawingRoom, hierarchy_scene, narrow_layout
from hierview.draw.scenes.scene import Item, Scene, Shape
from hierview.draw.texts.fonts import EXACT_TEX_FACES, line_width
from hierview.explain import HierarchyPicture, Look
from hierview.formats import excerpt
from hierview.publish.figures.making import export_of
from tests.draw.test_direction import LINES, real
from tests.draw.test_figure import faults, ink
from tests.draw.test_scene import behind as lines_behind
from tests.draw.test_scene import meet, points
from tests.each import each

pytestmark = pytest.mark.slow

DIRECTIONS = ("auto", "down", "right", "indented")
PANELS = (("hierarchy", "hF"), ("pairs", "GIE"), ("graphs", "LCaF"))


def marked(h: Hierarchy, seed: int) -> Case:
    """A case with three true and three predicted classes, one of them both."""
    some = random.Random(seed).sample(h.classes, 5)
    return Case(h, frozenset(some[:3]), frozenset(some[2:]))


def behind(fig: Figure) -> list[str]:
    """Lines that pass behind a class at which they do not end."""
    return [fault for panel in fig.panels for fault in lines_behind(panel, LINES)]


def without_air(fig: Figure, latex: bool) -> list[str]:
    """Names in ellipses that come nearer to the line than half a point, as the font that sets them has it."""
    found = []
    for item in (item for panel in fig.panels for item in panel.items if item.mark in ("true", "both")):
        x, y, a, b = [shape for shape in item.shapes if shape.kind == "ellipse"][-1].at
        for label in item.labels:
            left, top, right, bottom = ink(label, fig.style.font)
            if latex:
                half = line_width(label.text, label.size, EXACT_TEX_FACES[fig.style.font]) / 2
                left, right = label.x - half, label.x + half
            # Letters at the ends of a line are as high as capitals at most, and seldom round a corner.
            corners = [(u, v) for u in (left + 1, right - 1) for v in (top + 0.75, min(bottom, label.y + 6) - 0.5)]
            off = min((1 - hypot((u - x) / a, (v - y) / b)) * min(a, b) for u, v in corners)
            if (off - 1) * fig.unit < 0.1:
                found.append(f"{label.text} {off:.2f}")
    return found


@pytest.mark.whole
def test_figures_of_real_names_have_no_faults():
    """Six hierarchies in every direction, folded and not, in one column and in two, as our files and as LaTeX."""
    hierarchies = [real(count).hierarchy for count in (25, 40, 60)]
    hierarchies += [excerpt(name).hierarchy for name in ("mesh", "gene-ontology", "dogs")]
    for (i, h), (j, direction) in product(enumerate(hierarchies), enumerate(DIRECTIONS)):
        panel, measure = PANELS[(i + j) % 3]
        latex = (i // 2 + j) % 2 == 0
        given = {"direction": direction, "fold": (i + j) % 2 == 0, "width_mm": (84, 174)[(i + j // 2) % 2]}
        given["font_pt"] = (8, 7)[(i // 3 + j) % 2]
        export = export_of(marked(h, i + 7 * j), panel, measure, "tikz" if latex else "pdf", **given)
        fig, told = export.figure, (len(h), panel, latex, given)
        assert faults(fig) == [], told
        assert behind(fig) == [], told
        assert without_air(fig, latex) == [], told
        assert fig.least_pt >= 7, told


def test_edges_from_above_all_pass_behind_no_class():
    """An LCA graph of several roots has one above all; roots of different widths and heights stand in one layer."""
    wide = ["Architecture & Garden", "Books", "Conscious and holistic ways of living", "Music", "Wide and wider things"]
    h = Hierarchy.from_edges([(a, f"{a} 1") for a in wide], [*wide, "Q", "Z"])
    case = Case(h, frozenset(["Books 1"]), frozenset(["Music 1"]))
    for direction in ("down", "right"):
        fig = export_of(case, "graphs", "LCaF", direction=direction, width_mm=174).figure
        assert behind(fig) == faults(fig) == [], direction


@each("panel", ["landscape", "contributions", "matches"])
@pytest.mark.whole
def test_names_stand_within_ellipses_with_their_values(panel: str):
    """Below or beside the name, whatever the room, as our files and as LaTeX; and no pair goes behind a class."""
    measure = {"landscape": "hF", "contributions": "CSF", "matches": "Lin"}[panel]
    for count, width_mm, latex in (
        (25, 84, True),
        (25, 174, False),
        (40, 84, False),
        (40, 174, True),
        (60, 174, False),
    ):
        fold = panel != "landscape" and count > 25
        case = marked(real(count).hierarchy, count)
        fig = export_of(case, panel, measure, "tikz" if latex else "pdf", width_mm=width_mm, fold=fold).figure
        assert without_air(fig, latex) == [], (count, width_mm, latex)
        assert faults(fig) == [], (count, width_mm, latex)
        assert fig.classes_behind_lines == () or not fig.fits, (count, width_mm, latex)


@each("direction", ["down", "right"])
def test_layers_come_no_closer_than_their_classes(direction: str):
    """Where height is scarce: classes of layers that would meet keep them apart."""
    for case in (real(25), real(40)):
        layout = narrow_layout(case, [(case, HierarchyPicture(()))], direction)
        room = DrawingRoom(style=ClassStyle(narrow=True), stretch=(1.0, 0.72), layout=layout, direction=direction)
        scene = hierarchy_scene(case, HierarchyPicture(()), room)
        boxes = [(x, y, x + w, y + h) for x, y, w, h in scene.boxes.values()]
        assert not any(meet(a, b) for a, b in combinations(boxes, 2))


def apart_from_ellipses(fig: Figure) -> list[tuple[str, ...]]:
    """Lines of a hierarchy, the first panel, that end beside the ellipse at which they should."""
    found = []
    for panel in fig.panels[:1]:
        rounds = [item for item in panel.items if item.role == "class" and item.mark == "true"]
        for line in (item for item in panel.items if item.role in ("edge", "pair", "rejected")):
            for path in (points(part) for part in line.shapes):
                for item in (item for item in rounds if item.classes[0] in line.classes):
                    x, y, w, h = item.box
                    near = min(hypot((u - x) / w * 2 - 1, (v - y) / h * 2 - 1) for u, v in (path[0], path[-1]))
                    if (near - 1) * min(w, h) / 2 > 1.2:
                        found.append((line.role, *line.classes, f"{near:.2f}"))
    return found


def test_lines_reach_the_ellipses_at_which_they_end():
    """An ellipse ends above its box, and beside it, but in the middle of its sides."""
    for count, (panel, measure), direction in product((25, 40), PANELS, DIRECTIONS[1:]):
        case = marked(real(count).hierarchy, count + 1)
        fig = export_of(case, panel, measure, width_mm=None, direction=direction, fold=True).figure
        assert apart_from_ellipses(fig) == [], (count, panel, direction)


def test_a_figure_whose_line_passes_behind_a_class_does_not_fit():
    line = Item("edge", ("A", "B"), (Shape("line", (0, 24, 120, 24), None, "none"),))
    bodies = [class_item(CaseClass(name), Look(), (x, 10)) for name, x in (("A", 0), ("C", 60), ("B", 120))]
    fig = scene_figure((), Scene((line, *bodies), 150, 40), FigureStyle())
    assert not fig.fits
    assert fig.classes_behind_lines == ("C",)
    assert fig.fit_sentence == "A line passes behind 'C'; least text 8 pt."


def test_many_siblings_stand_in_rows_where_they_would_be_twice_as_high():
    names = [f"{name} and {name.lower()} things" for name in ("Life", "Love", "Work", "Food", "Art")]
    h = Hierarchy.from_edges([("Guides", f"{name} {i}") for name in names for i in range(5)])
    case = Case(h, frozenset([f"{names[0]} 1"]), frozenset([f"{names[1]} 2"]))
    rows, aside = (export_of(case, "hierarchy", direction=way).figure for way in ("auto", "right"))
    assert rows.fits
    assert aside.fits
    assert rows.height_mm < aside.height_mm * 2 / 3
    assert rows.style.direction == "auto"


def test_lines_of_both_sides_run_beside_each_other_around_corners():
    """Each ends where its classes do, and neither lies on the other."""
    case = Case.of([("A", "B"), ("B", "C"), ("A", "D"), ("D", "C")], ["C"], ["C"])
    fig = export_of(case, "sets 2", "hF", direction="indented").figure
    doubled = [item for item in fig.items if item.role == "edge" and len(list(item.shapes)) >= 2]
    assert len(doubled) == 4
    for item in doubled:
        one, other, *_ = (points(shape) for shape in item.shapes)  # and a tip at a further child
        for corners in zip(one[1:-1], other[1:-1], strict=True):
            assert all(abs(a - b) == 4 for a, b in zip(*corners, strict=True))
    assert fig.classes_behind_lines == ()
