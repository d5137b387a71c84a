"""Figures of cases with real names: nothing overlaps, no line lies behind a class, and texts have air in their shapes.

All is computed here, from the fonts' own widths: the drawing's own judgement of itself is not asked.
"""

from __future__ import annotations

import random
import re
from itertools import product
from math import hypot

from hierview import Case, Hierarchy
from hierview.draw.figure import Figure
from hierview.draw.fonts import EXACT_TEX_FACES, width
from hierview.draw.scene import Shape
from hierview.formats import excerpt
from hierview.publish.figures.making import export_of, figure
from tests.draw.test_direction import real
from tests.draw.test_figure import faults, ink
from tests.draw.test_scene import around, box_of, crosses, meet, points

DIRECTIONS = ("auto", "down", "right", "indented")
PANELS = (("hierarchy", "hF"), ("pairs", "GIE"), ("graphs", "LCaF"))


def marked(h: Hierarchy, seed: int) -> Case:
    """A case with three true and three predicted classes, one of them both."""
    some = random.Random(seed).sample(h.classes, 5)
    return Case(h, frozenset(some[:3]), frozenset(some[2:]))


def behind(fig: Figure) -> list[str]:
    """Lines that pass behind a class at which they do not end."""
    found = []
    for panel in fig.panels:
        bodies = [(item, box_of(item)) for item in panel.items if item.role in ("class", "default")]
        for line in panel.items:
            if line.role not in ("edge", "pair", "rejected"):
                continue
            for path in (points(part) for part in line.parts if isinstance(part, Shape) and part.kind != "rect"):
                ends = path[0], path[-1]
                for item, (left, top, right, bottom) in bodies:
                    own = any(left - 1 < x < right + 1 and top - 1 < y < bottom + 1 for x, y in ends)
                    inside = left + 0.5, top + 0.5, right - 0.5, bottom - 0.5
                    if not own and meet(inside, around(path)) and crosses(path, inside):
                        found.append(f"{line.role} {line.classes} behind {item.classes}")
    return found


def without_air(fig: Figure, latex: bool) -> list[str]:
    """Names in ellipses that come nearer to the line than half a point, as the font that sets them has it."""
    found = []
    for item in (item for panel in fig.panels for item in panel.items if item.mark in ("true", "both")):
        x, y, a, b = [shape for shape in item.shapes if shape.kind == "ellipse"][-1].at
        for label in item.labels:
            left, top, right, bottom = ink(label, fig.style.font)
            if latex:
                half = width(label.text, label.size, EXACT_TEX_FACES[fig.style.font]) / 2
                left, right = label.x - half, label.x + half
            # Letters at the ends of a line are as high as capitals at most, and seldom round a corner.
            corners = [(u, v) for u in (left + 1, right - 1) for v in (top + 0.75, min(bottom, label.y + 6) - 0.5)]
            off = min((1 - hypot((u - x) / a, (v - y) / b)) * min(a, b) for u, v in corners)
            if (off - 1) * fig.unit < 0.1:
                found.append(f"{label.text} {off:.2f}")
    return found


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


def test_no_text_is_smaller_than_seven_points_where_classes_are_not():
    """Values, notes and titles have the size of the classes then, in every kind of picture; their subscripts 5 pt."""
    shown = [(panel, m) for m in ("MGIA", "LCaF", "hF") for panel in ("picture", "steps", "landscape", "sensitivity")]
    for panel, measure in [("flow network", "MGIA"), ("steps 1,3", "GIE"), *shown]:
        fig = export_of("15", panel, measure, "pdf", font_pt=7, width_mm=174, legend=True).figure
        assert {round(label.size * fig.unit, 2) for label in fig.labels} <= {7.0, 5.04}, (panel, measure)
        assert faults(fig) == [], (panel, measure)
        assert fig.fits or fig.too_high, (panel, measure)
    written = str(figure("15", "flow network", "MGIA", "tikz", font_pt=7.5, width_mm=174))
    assert set(re.findall(r"fontsize\{([\d.]+)\}", written)) == {"7", "7.03", "7.5"}


def test_edges_from_above_all_pass_behind_no_class():
    """An LCA graph of several roots has one above all; roots of different widths and heights stand in one layer."""
    wide = ["Architecture & Garden", "Books", "Conscious and holistic ways of living", "Music", "Wide and wider things"]
    h = Hierarchy.from_edges([(a, f"{a} 1") for a in wide], [*wide, "Q", "Z"])
    case = Case(h, frozenset(["Books 1"]), frozenset(["Music 1"]))
    for direction in ("down", "right"):
        fig = export_of(case, "graphs", "LCaF", direction=direction, width_mm=174).figure
        assert behind(fig) == faults(fig) == [], direction
