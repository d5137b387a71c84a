"""The legend below a picture: the marks that occur in it, and no others."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from hierview import load_case, parse_measure
from hierview.draw.backends.latex.tikz import tikz_code
from hierview.draw.figures.arrange import Panel, panels_figure
from hierview.draw.scenes.pairs import pairs_scene
from hierview.draw.scenes.scene import Item, Shape
from hierview.draw.texts.legend import worn_marks
from hierview.explain import PairsPicture, Step
from hierview.markup import html, pictures


def steps(name: str, measure: str) -> tuple[Step, ...]:
    case, m = load_case(name), parse_measure(measure)
    return m.explain(case, m.evaluate(case))


def legend(name: str, step: Step) -> str:
    """The words of the legend as the page shows it."""
    case = load_case(name)
    shown = pictures.panels_html(case, step, html.class_ids(case)).rpartition('<p class="marks">')[2]
    return " · ".join(unescape(word) for word in re.findall(r"<span>([^<]+)</span></span>", shown))


def test_a_picture_of_graphs_names_sides_paths_and_meeting_points():
    last = steps("15", "LCaF")[-1]
    assert legend("15", last) == (
        "true · predicted · true side · predicted side · path of the true side · path of the predicted side · "
        "lowest common ancestor"
    )


def test_each_slide_names_what_is_on_it_alone():
    given = steps("8b", "LCaF")
    for step in given:
        shown = legend("8b", step).split(" · ")
        looks = [look for picture in step.pictures for look in picture.looks.values()]
        assert ("dropped" in shown) == any(look.emphasis == "dropped" for look in looks)
        assert ("in focus" in shown) == any(look.emphasis == "about" for look in looks)
        assert ("lowest common ancestor" in shown) == any(look.lca for look in looks)
        assert ("true side" in shown) == any(look.side in ("t", "both") for look in looks)
        edges = {side for picture in step.pictures for side in picture.edges.values()}
        assert ("path of the predicted side" in shown) == bool(edges & {"p", "both"})
    assert any("dropped" in legend("8b", step) for step in given)


@pytest.mark.parametrize(
    ("view", "wanted"),
    [
        ("pairs", "true · predicted · default class · pair · pair only considered"),
        (
            "flow network",
            "true · predicted · DT, the true side's default · DP, the predicted side's default · pair · "
            "may be paired · [least; most] units",
        ),
    ],
)
def test_pairs_and_the_flow_network_name_their_lines_and_default_classes(view: str, wanted: str):
    case, measure = load_case("12a"), parse_measure("MGIA")
    assert legend("12a", measure.view(case, measure.evaluate(case), view)) == wanted


def test_a_legend_looks_as_what_it_names():
    """Its glyphs are made of the same lines: dashes for the predicted path, dots for defaults."""
    case, measure = load_case("12a"), parse_measure("MGIA")
    picture = measure.view(case, measure.evaluate(case), "pairs").pictures[1]
    assert isinstance(picture, PairsPicture)
    scene = pairs_scene(picture)
    for name, _, glyph in worn_marks(scene.items):
        if name in ("pair", "pair only considered"):
            role = "pair" if name == "pair" else "rejected"
            drawn = next(item for item in scene.items if item.role == role).parts[0]
            assert (drawn.stroke, drawn.width, drawn.dash) == (glyph[0].stroke, glyph[0].width, glyph[0].dash)


def repainted(item: Item) -> Item:
    """The item in other colours, widths and dashes, with what it says of itself."""
    parts = [
        replace(p, stroke=p.stroke and "accent", fill=p.fill and "ink", width=7, dash=(9, 9), dots=False, opacity=0.9)
        if isinstance(p, Shape)
        else p
        for p in item.parts
    ]
    return replace(item, parts=tuple(parts))


@pytest.mark.parametrize(("name", "measure"), [("15", "LCaF"), ("8b", "LCaF"), ("12a", "MGIA"), ("12a", "GIE")])
def test_what_is_drawn_is_read_and_not_guessed_from_its_looks(name: str, measure: str):
    case = load_case(name)
    m = parse_measure(measure)
    result = m.evaluate(case)
    for step in [*m.explain(case, result), *(m.view(case, result, view) for view in m.views(case))]:
        for picture in step.pictures:
            drawn = panels_figure([Panel(case, picture)])
            panel = replace(drawn.panels[0], items=tuple(map(repainted, drawn.panels[0].items)))
            other = replace(drawn, panels=(panel,))
            assert worn_marks(other.items) == worn_marks(drawn.items)
            used = [re.findall(r"^ *([a-z ]+)/\.style=", tikz_code(fig), re.MULTILINE) for fig in (drawn, other)]
            assert used[0] == used[1]
