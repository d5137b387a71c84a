"""The landscape as drawn: values stand inside their classes, nothing lies on anything else, tints say what is worse."""

from collections.abc import Iterator

import pytest

from hierview import Case, load_case
from hierview import parse_measure as parse
from hierview.draw.backends.svg import svg_markup
from hierview.draw.scenes.hierarchy import DrawingRoom, hierarchy_scene
from hierview.draw.scenes.scene import Item, Label, Scene, Shape
from hierview.draw.scenes.style import LIGHT
from hierview.explain import HierarchyPicture
from hierview.markup.html import class_ids
from hierview.measures.vary import HOWS, landscape, landscape_picture
from tests.draw.test_scene import STRETCHES, box_of, faults, ink
from tests.effort import sampled
from tests.samples import PRESETS, samples

pytestmark = pytest.mark.slow

TEXTS = ("GIE", "MGIA", "hF", "LCaF", "TIE", "AllPairs", "SDL")


def drawn(case: Case, text: str, how: str = "only", stretch=(1.0, 1.0)) -> Scene:
    replaced = min(case.predicted) if how == "replacing" else ""
    return hierarchy_scene(
        case, landscape_picture(landscape(case, parse(text), how, replaced)), DrawingRoom(stretch=stretch)
    )


def bodies(scene: Scene) -> Iterator[tuple[Item, Label, Label]]:
    """Every class with its name and its value."""
    for item in scene.items:
        if item.role == "class":
            *lines, value = item.labels
            yield from ((item, line, value) for line in lines)


def outside(label: Label, item: Item) -> bool:
    """Whether a label leaves the innermost outline of a class."""
    left, top, right, bottom = ink(label)
    x, y, x2, y2 = box_of(item)
    if left < x + 2 or right > x2 - 2 or top < y + 2 or bottom > y2 - 2:
        return True
    for part in item.parts:
        if isinstance(part, Shape) and part.kind == "ellipse":
            cx, cy, rx, ry = part.at
            corners = [(a, b) for a in (left, right) for b in (top, bottom)]
            if any(((a - cx) / rx) ** 2 + ((b - cy) / ry) ** 2 > 1 for a, b in corners):
                return True
    return False


@pytest.mark.parametrize("name", sampled(PRESETS, 10))
def test_values_are_legible_in_presets(name: str):
    case = load_case(name)
    for text in TEXTS:
        for how in HOWS:
            for stretch in STRETCHES:
                scene = drawn(case, text, how, stretch)
                assert faults(scene) == [], (text, how)
                for item, label, value in bodies(scene):
                    assert value.size >= 14, (text, how)
                    assert not outside(value, item), (text, how)
                    assert not outside(label, item), (text, how)


def test_values_are_legible_in_random_cases():
    for sample in samples(60, seed=5):
        if sample.predicted:
            scene = drawn(sample.case, "GIE", "added")
            assert faults(scene, lines=False) == [], sample
            assert not any(outside(value, item) for item, _, value in bodies(scene)), sample


def tints(scene: Scene) -> dict[str, float]:
    found = {}
    for item in scene.items:
        for part in item.parts:
            if isinstance(part, Shape) and item.role == "class" and part.fill == "ink" and part.opacity < 1:
                assert part.stroke is None  # the outline keeps its colour
                found[item.classes[0]] = part.opacity
    return found


def test_the_stronger_the_tint_the_worse():
    case = load_case("18a")
    for text in ("MGIA", "GIE"):
        found = landscape(case, parse(text))
        seen = tints(drawn(case, text))
        assert set(seen) == set(case.hierarchy.classes)
        worst_first = sorted(seen, key=lambda c: -seen[c])
        values = [found.values[c] for c in worst_first]
        assert values == sorted(values, reverse=text == "GIE")
        assert all(0.03 <= tint < 0.301 for tint in seen.values())
    # A right prediction is the best, and MGIA 0 the worst.
    seen = tints(drawn(case, "MGIA"))
    assert seen["Beat Music"] == pytest.approx(0.03)
    assert seen["Drama"] == pytest.approx(0.3)


def test_a_click_reports_the_class_by_its_number():
    case = load_case("15")
    ids = class_ids(case)
    markup = svg_markup(drawn(case, "hF"), LIGHT, ids)
    for n in (ids[c] for c in case.hierarchy.classes):
        assert f'<g class="class" data-n="{n}" data-pick="{n}" role="img"' in markup
    assert 'fill-opacity="' in markup
    plain = svg_markup(hierarchy_scene(case, HierarchyPicture(("",))), LIGHT, ids)
    assert "data-pick" not in plain
    assert "fill-opacity" not in plain
    assert 'aria-label="Drama, true, 1"' in markup
