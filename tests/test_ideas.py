"""One case, every idea: panels of figures and pages. Their counts, lines and sentences are in tests/test_said.py."""

import re

import pytest

from hierview import figure, load_case
from hierview.answers.ideas import ideas_of_rows
from hierview.errors import HierviewError
from hierview.explain import plain
from hierview.formats import preset_names
from hierview.markup.pictures import USUAL, DrawingOptions, scenes_together
from hierview.publish.figures.making import export_of

from .app_test import App, words


@pytest.mark.parametrize("way", [USUAL, DrawingOptions(fold=True)], ids=["whole", "folded"])
def test_a_class_stands_in_the_same_place_in_every_panel(way: DrawingOptions):
    for name in preset_names():
        case = load_case(name)
        scenes = scenes_together(case, [idea.picture for panel in ideas_of_rows(case) for idea in panel], way, 4)
        for c in case.marked:
            places = {(round(x + w / 2, 3), round(y + h / 2, 3)) for x, y, w, h in (s.boxes[c] for s in scenes if s)}
            assert len(places) == 1, (name, c, places)


def test_measures_of_ones_choice_stay_in_the_address():
    app = App(c="12a", v="ideas", p="beside=hP|SDL|MGIA(max_distance=None)")
    shown = words(app.shown["ideas"])
    assert [m.strip() for m in re.findall(r'class="title">(.*?)<span', app.shown["ideas"])] == [
        "hP",
        "SDL",
        "MGIA (any distance)",
    ]
    assert "hP and SDL count the same classes." in shown
    assert app.at.query_params["p"] == "beside=hP|SDL|MGIA(max_distance=None)"
    assert app.state.why.view == "ideas"


def test_the_pairs_of_both_measures_are_drawn_where_they_differ_and_unseen_those_with_a_class_alone():
    shown = App(c="15", v="ideas").shown["ideas"]
    pairs = re.findall(r'<g class="((?:other )?pair)[^>]*>(.*?)</g>', shown)
    costs = [(role, re.findall(r"\d+", re.sub("<[^>]*>", " ", inside))) for role, inside in pairs]
    assert sorted(costs) == [
        *(("other pair", [cost]) for cost in "25"),
        *(("pair", [cost]) for cost in "24"),
    ]


def test_ideas_are_panels_of_a_figure():
    drawing = figure("15", "ideas", width_mm=174)
    assert [t in drawing for t in ("Exact hits: flat F = 0", "Pairs: GIE = 7", "LCaF = 0.5", "(d)")] == [True] * 4
    export = export_of("15", ["hF:sets-2", "LCaF:lca", "GIE:pairs-1"], width_mm=174)
    assert export.figure.fits
    assert [str(measure) for measure in export.measures] == ["hF", "LCaF", "GIE"]
    assert " hF = 0.5. LCaF = 0.5. GIE = 7. " in plain(export.caption)
    assert export_of("15", "ideas-hP|SDL").link == "/?c=15&m=GIE&v=ideas&p=beside%3DhP%257CSDL"
    with pytest.raises(HierviewError, match="steps-1,3"):
        export_of("15", "hF:steps")
