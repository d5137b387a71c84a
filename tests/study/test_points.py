"""Instances as points: each lies at one place, and what a place reports finds exactly those that lie there."""

from collections import Counter
from dataclasses import replace
from xml.etree.ElementTree import fromstring

import numpy as np
import pytest

from hierview.draw.figures.figure import FigureStyle
from hierview.markup.pages.scatter import Dot, scatter_html
from hierview.study.markup.scatter import points_html as drawn
from hierview.study.publish.figures import STUDY_FORMATS, StudyFigure
from hierview.study.results import points as module
from hierview.study.results.instances import Finder, InstanceQuery, clicked_instance
from hierview.study.results.points import points_picture, scatter_points
from tests.study.test_differences import Words
from tests.study.test_study import small

WISH = InstanceQuery("near", "far")


@pytest.fixture(scope="module")
def finder() -> Finder:
    study = small(300)
    return Finder(study, study.score(["hF", "GIE", "LCaF", "TIE"]))


@pytest.mark.parametrize(("x", "y"), [("A.hF", "B.hF"), ("A.hF - B.hF", "A.GIE"), ("-A.GIE", "A.LCaF"), ("TIE", "hF")])
@pytest.mark.parametrize("most", [400, 5])
def test_every_place_finds_its_own_instances(
    finder: Finder, x: str, y: str, most: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "MOST_PLACES", most)
    found = scatter_points(finder, WISH, x, y)
    assert found.binned is (most == 5)
    xs, ys = (finder.formula_values(replace(WISH, by=text)).values for text in (x, y))
    met: Counter[int] = Counter()
    for place in found.places:
        if place.opens.startswith("by "):
            own = finder.ordered_instances(replace(WISH, by=place.opens[3:]))[0].tolist()
        else:
            assert place.opens.startswith("pair ")
            own = [int(place.opens.split()[1])]
            assert clicked_instance(place.opens, finder.study, "near", "far") == (place.names[0], ("near", "far"))
        assert len(own) == place.count
        assert place.x == pytest.approx(xs[own].mean())
        assert place.y == pytest.approx(ys[own].mean())
        met.update(own)
    assert set(met.values()) == {1}
    assert set(met) == set(np.flatnonzero(~np.isnan(xs) & ~np.isnan(ys)).tolist())
    assert found.count + found.undefined == 300


def test_one_system_opens_as_a_case(finder: Finder):
    found = scatter_points(finder, InstanceQuery("far"), "A.hF", "A.GIE")
    alone = [place for place in found.places if place.count == 1]
    assert alone
    assert all(place.opens.startswith("case ") and place.opens.endswith(" far") for place in alone)


def test_the_chart_says_every_place_and_writes_the_fullest(finder: Finder):
    found = scatter_points(finder, WISH, "A.hF", "B.hF")
    markup = drawn(found)
    said = str(Words(markup))
    for place in found.places:
        assert place.names[0] in said
    assert markup.count('role="button"') == len(found.places)
    fullest = max(found.places, key=lambda place: place.count)
    assert f'aria-hidden="true">{fullest.count:,}</text>' in markup
    assert 'class="equal"' in markup
    assert 'class="equal"' not in drawn(scatter_points(finder, WISH, "A.hF", "B.GIE"))


@pytest.mark.parametrize(
    ("x", "y"), [("A.hF", "B.hF"), ("A.hF - B.hF", "A.GIE"), ("-A.GIE", "A.LCaF"), ("A.hF*0", "hF*0")]
)
@pytest.mark.parametrize("width", [84, 174])
def test_the_figure_holds_every_place_and_nothing_touches(finder: Finder, x: str, y: str, width: float):
    found = scatter_points(finder, WISH, x, y)
    picture = points_picture(found)
    assert sum(spot.count for spot in picture.spots) == found.count
    made = StudyFigure(picture, "origin", (), FigureStyle(width_mm=width, titles=False))
    assert made.figure.fits, made.figure.fit_sentence
    assert STUDY_FORMATS["svg"].data(made).count(b"<ellipse") == len(found.places)


@pytest.mark.parametrize(("x", "anchor"), [(0.0, None), (1.0, "end")])
def test_a_number_stands_on_the_side_of_its_dot_that_has_room(x: float, anchor: str | None):
    svg = fromstring(scatter_html([Dot("a", x, 0.5, 3, "a", "3")], "x", "y", ""))[0]
    (count,) = (text for text in svg.iter("text") if text.get("class") == "count")
    dot = float(next(svg.iter("circle")).get("cx", ""))
    assert count.get("text-anchor") == anchor
    assert (float(count.get("x", "")) < dot) == (anchor == "end")
    # What the axis at the left says ends before it.
    axis = min(float(line.get("d", "")[1:].split()[0]) for line in svg.iter("path") if line.get("class") == "grid")
    assert all(
        float(text.get("x", "")) < axis
        for text in svg.iter("text")
        if text.get("class") is None and text.get("text-anchor") == "end"
    )
