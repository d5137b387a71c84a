"""Charts: points where their values say, gaps where there is none, and no text on anything else."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hierview import load_case
from hierview import parse_measure as parse
from hierview.draw.backends.svg import svg_markup
from hierview.draw.charts.axes import MOST_TICKS, round_ticks
from hierview.draw.charts.chart import chart_scene
from hierview.draw.scenes.scene import Label, Scene, Shape
from hierview.draw.scenes.style import SCREEN
from hierview.draw.texts.widths import text_width
from hierview.explain import ChartPicture, Series
from hierview.measures.vary import quantities, sensitivity, sensitivity_picture
from tests.draw.test_scene import crosses, ink, meet, points, within
from tests.effort import in_turn, sampled
from tests.samples import listed_measures

SIZES = ((640, 300), (340, 260))
SOME = ("11a", "12a", "13b", "15", "18a", "2c", "8b", "hemkit-3")


def picture(name: str, text: str, quantity: str) -> ChartPicture:
    return sensitivity_picture(sensitivity(load_case(name), parse(text), quantity))


def labels(scene: Scene) -> list[Label]:
    return [part for item in scene.items for part in item.labels]


def shapes(scene: Scene, role: str) -> list[Shape]:
    return [part for item in scene.items if item.role == role for part in item.shapes]


def series_lines(scene: Scene) -> list[Shape]:
    return [shape for shape in shapes(scene, "series") if shape.kind == "line"]


def faults(scene: Scene) -> list[str]:
    """Texts that lie on each other, on a line or a dot of a series, or outside; texts that are too small."""
    found = []
    for a, b in combinations(labels(scene), 2):
        if meet(ink(a), ink(b)):
            found.append(f"{a.text!r} on {b.text!r}")
    for label in labels(scene):
        box = ink(label)
        if label.size < 14:
            found.append(f"{label.text!r} is small")
        if not within(box, scene):
            found.append(f"{label.text!r} outside")
        for line in series_lines(scene):
            if crosses(points(line), box):
                found.append(f"{label.text!r} on a line")
        for dot in (*shapes(scene, "series"), *shapes(scene, "present")):
            if dot.kind == "ellipse":
                x, y, rx, ry = dot.at
                if meet(box, (x - rx, y - ry, x + rx, y + ry)):
                    found.append(f"{label.text!r} on a dot")
    return found


@pytest.mark.parametrize("name", sampled(SOME, 3))
@pytest.mark.slow
def test_nothing_lies_on_anything_else(name: str):
    """Every listed measure against all that it can be plotted against, wide and narrow."""
    case = load_case(name)
    seen = set()
    for measure in listed_measures():
        for quantity in quantities(case, measure):
            drawn = sensitivity_picture(sensitivity(case, measure, quantity.name))
            # Labels aside, many charts are the same.
            if repr(replace(drawn, title=())) not in seen:
                seen.add(repr(replace(drawn, title=())))
                for size in in_turn(SIZES, len(seen)):
                    assert faults(chart_scene(drawn, *size)) == [], f"{measure} against {quantity.name}, {size}"
    assert len(seen) > 30


def test_points_stand_where_their_values_say():
    drawn = picture("15", "MGIA", "max_distance")
    (line,) = series_lines(chart_scene(drawn))
    corners = points(line)
    (series,) = drawn.series
    # Steps: each value holds up to the next point, then the line goes straight up or down.
    assert series.drawn == "steps"
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(corners))
    at = dict(series.points)
    xs = {x for x, _ in corners}
    first, last = min(xs), max(xs)
    scale = (last - first) / 6
    values = {y for _, y in corners}
    low, high = max(values), min(values)  # 0 and 0.6
    for x, y in corners[::2]:
        value = at[Fraction(round((x - first) / scale))]
        assert y == pytest.approx(low - (value or 0) / 0.6 * (low - high))


def test_lines_go_from_point_to_point():
    drawn = picture("18a", "MGIA", "k")
    scene = chart_scene(drawn)
    (line,) = series_lines(scene)
    (series,) = drawn.series
    dots = [shape.at[:2] for shape in shapes(scene, "series") if shape.kind == "ellipse"]
    assert series.drawn == "dots"
    assert points(line) == dots[:4]
    assert len(dots) == 5
    assert [pick.pick for pick in scene.items if pick.role == "point"] == ["2", "4", "6", "8", "None"]


def test_the_present_value_is_marked_and_told():
    for name, text, quantity, said in (
        ("15", "MGIA", "default_cost", "0.6 at 5"),
        ("15", "hF", "above", "0.5 at 0"),
        ("18a", "GIE(max_distance=None)", "max_distance", "11"),
        ("15", "TIE", "above", "undefined at 0"),
        ("15", "hF(beta=0.3)", "beta", "0.41 at 0.3"),
    ):
        scene = chart_scene(picture(name, text, quantity))
        (present,) = [item for item in scene.items if item.role == "present"]
        assert present.says == said
        assert said in [label.text for label in labels(scene)]
        dots = [shape for shape in present.shapes if shape.kind == "ellipse"]
        if said.startswith("undefined"):
            assert not dots
            continue
        # On the line, and over its number on the axis.
        x, y, *_ = dots[0].at
        ends = [shape.at[:2] for shape in shapes(scene, "series") if shape.kind == "ellipse"]
        way = [point for line in series_lines(scene) for point in points(line)] + ends
        assert any(abs(px - x) < 0.01 and abs(py - y) < 0.01 for px, py in way)


def test_gaps_stay_empty():
    drawn = picture("15", "Flow", "beta_t")
    assert [y for _, y in drawn.series[0].points] == [None, 7, 6, 6]
    scene = chart_scene(drawn)
    (line,) = series_lines(scene)
    assert len(points(line)) == 3
    assert "undefined" in [label.text for label in labels(scene)]
    middle = replace(drawn.series[0], points=tuple((Fraction(i), None if i == 2 else float(i)) for i in range(5)))
    until = picture("15", "Flow", "alpha_p")  # undefined from 2 on
    (gap,) = [label for label in labels(chart_scene(until)) if label.text == "undefined"]
    (line,) = series_lines(chart_scene(until))
    assert gap.x - text_width(gap.text, gap.size) / 2 > points(line)[-1][0]
    lines = series_lines(chart_scene(replace(drawn, series=(middle,))))
    assert [len(points(line)) for line in lines] == [2, 2]
    alone = replace(middle, drawn="line", points=((Fraction(0), None), (Fraction(1), 1.0), (Fraction(2), None)))
    dots = [s for s in shapes(chart_scene(replace(drawn, series=(alone,))), "series") if s.kind == "ellipse"]
    assert len(dots) == 1  # a value between two gaps is a dot


@pytest.mark.parametrize(("least", "most"), [(0.05, 1.1), (0, 7), (-3, 1), (0, 12345), (0.3, 0.31), (5, 5), (-0.2, 61)])
def test_the_axis_ends_on_numbers_that_hold_all_values(least: float, most: float):
    series = Series("M", ((Fraction(0), least), (Fraction(1), most)))
    scene = chart_scene(ChartPicture(("",), "x", "y", (series,)))
    (line,) = series_lines(scene)
    grid = sorted(shape.at[1] for shape in shapes(scene, "axis") if shape.stroke == "line")
    assert 2 <= len(grid) <= MOST_TICKS
    assert (grid[0], grid[-1]) == pytest.approx((36, 300 - 46))
    assert all(grid[0] - 0.01 <= y <= grid[-1] + 0.01 for _, y in points(line))


def test_several_lines_are_told_apart_by_their_labels():
    pictures = [picture("18a", text, "above") for text in ("hF", "LCaF", "hP", "MGIA", "hR")]
    several = replace(pictures[0], series=tuple(p.series[0] for p in pictures))
    scene = chart_scene(several)
    written = [label for label in labels(scene) if label.text in ("hF", "LCaF", "hP", "MGIA", "hR")]
    assert len(written) == 5
    assert [label.colour for label in written if label.text == "hF"] == ["accent"]
    assert {label.colour for label in written if label.text != "hF"} == {"quiet"}
    assert not any(meet(ink(a), ink(b)) for a, b in combinations(labels(scene), 2))
    assert [line.stroke for line in series_lines(scene)] == ["quiet"] * 4 + ["accent"]  # the accent on top


@given(st.floats(-1000, 1000), st.floats(0.001, 1e6), st.integers(2, MOST_TICKS), st.booleans())
def test_ticks_are_few_and_round(low: float, span: float, most: int, whole: bool):
    ticks = round_ticks(low, low + span, most, whole)
    slack = 1e-6 * span + 1e-9
    assert len(ticks) <= most
    assert all(low - slack <= tick <= low + span + slack for tick in ticks)
    steps = [b - a for a, b in pairwise(ticks)]
    if len(steps) > 1:
        assert max(steps) - min(steps) <= 1e-6 * max(steps)
        digits = f"{steps[0]:.3e}".partition("e")[0]
        assert float(digits) in (1.0, 2.0, 5.0)
    if whole and ticks != (low, low + span):
        assert all(tick == round(tick) for tick in ticks)


_value = st.none() | st.floats(-1000, 1000)
_xs = st.lists(st.fractions(0, 100, max_denominator=20), min_size=1, max_size=12, unique=True).map(sorted)


@example(
    [("MGIA", [Fraction(0)], [None] * 12, "line", None), ("MGIA", [Fraction(0)], [9.0, *[None] * 11], "line", 1.0)],
    "any distance",
    (640, 300),
    True,
)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["MGIA", "hF", "a long label"]),
            _xs,
            st.lists(_value, min_size=12, max_size=12),
            st.sampled_from(["line", "steps", "dots"]),
            _value,
        ),
        min_size=0,
        max_size=4,
    ),
    st.sampled_from(["", "any distance"]),
    st.sampled_from(SIZES),
    st.booleans(),
)
def test_any_chart_can_be_drawn(given_series, apart, size, mark):
    series = tuple(
        Series(label, tuple(zip(xs, values, strict=False)), drawn, beside)
        for label, xs, values, drawn, beside in given_series
    )
    present = series[0].points[0][0] if mark and series else "apart" if apart else None
    chart = ChartPicture(("",), "x", "y", series, present, apart)
    scene = chart_scene(chart, *size)
    assert (scene.width, scene.height) == size
    written = labels(scene)
    for a, b in combinations(written, 2):
        free = (a, b)
        if not any(" at " in label.text or label.colour == "accent" for label in free):
            assert not meet(ink(a), ink(b)), (a.text, b.text)
    for item in scene.items:
        for part in item.parts:
            if isinstance(part, Shape):
                assert all(-0.01 <= v <= max(size) + 0.01 for v in part.at)
    ElementTree.fromstring(svg_markup(scene))


def test_what_can_be_picked_is_exact_and_covers_the_axis():
    drawn = picture("15", "MGIA", "default_cost")
    third = replace(drawn.series[0], points=((Fraction(1, 3), 0.2), (Fraction(2), 0.5), (Fraction(3), None)))
    scene = chart_scene(replace(drawn, series=(third,), apart="any", present=None))
    columns = [item for item in scene.items if item.role == "point"]
    assert [item.pick for item in columns] == ["1/3", "2", "3", "None"]
    assert [item.says for item in columns][:3] == ["0.2 at 0.3333", "0.5 at 2", "– at 3"]
    for a, b in pairwise(columns[:3]):
        assert a.box[0] + a.box[2] == pytest.approx(b.box[0])
    markup = svg_markup(scene, SCREEN, {})
    assert '<g class="point" data-pick="1/3"><title>0.2 at 0.3333</title>' in markup
    assert 'fill-opacity="0"' in markup


def test_a_chart_says_what_it_shows():
    said = chart_scene(picture("18a", "MGIA", "k")).says
    assert said == ("MGIA, higher is better, against Longest distance left, k; MGIA 0.73 at 2, 0 at 8, 0 for not cut.")
    assert "undefined throughout" in chart_scene(picture("15", "TIE", "above")).says
