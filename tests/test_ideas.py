"""One case, every idea: counts, lines and sentences against answers by hand, and the panels of figures and pages."""

import re

import pytest

from hierview import figure, load_case
from hierview.answers.ideas import counted_by_all, ideas, what_parts
from hierview.errors import HierviewError
from hierview.explain import formula_text, plain
from hierview.formats import preset_names
from hierview.markup.pictures import AS_EVER, Drawn, scenes_together
from hierview.publish.figures.making import export_of

from .app_test import App, words

BY_HAND = {
    "15": (  # a DAG, two predicted
        "GIE pairs Drama with Opera and leaves Rock alone, at 5; MGIA pairs Drama with Rock, too, at 4. "
        "hF and LCaF count the same classes. No class is hit exactly.",
        "Music: not asked · in no pair · predicted side alone · on G_p’s climb",
        "(2 · 0) / (1 + 2), 2 + 5, 1 − (2 + 4) / (3 · 5), (2 · 2) / (3 + 5), (2 · 2) / (3 + 5)",
    ),
    "13a": (  # one hit
        "GIE pairs Europop with itself and leaves Beat Music alone, at 5; MGIA pairs Europop with Beat Music, too, at "
        "2. hF counts Arts and Music, which LCaF does not. Europop is hit exactly.",
        "Pop: not asked · in no pair · both sides · on both climbs, an LCA",
        "(2 · 1) / (1 + 2), 5 + 0, 1 − (2 + 0) / (1 · 5), (2 · 4) / (4 + 5), (2 · 2) / (2 + 3)",
    ),
    "hemkit-5": (  # a class and one above it predicted
        "GIE pairs 2 with 3 and leaves 1 alone, at 5; MGIA pairs 2 with 1, too, at 4. "
        "hF counts 5 on both sides, LCaF on the predicted side alone. 6 is hit exactly.",
        "3: wrongly predicted · with 2, at 1 · both sides · on both climbs, an LCA",
        "(2 · 1) / (2 + 3), 5 + 1 + 0, 1 − (4 + 1 + 0) / (3 · 5), (2 · 4) / (5 + 6), (2 · 3) / (4 + 6)",
    ),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_counts_lines_and_sentences_are_those_by_hand(name: str):
    sentence, line, counts = BY_HAND[name]
    case = load_case(name)
    panels = ideas(case)
    assert plain(what_parts(case, panels)) == sentence
    assert plain(counted_by_all(panels, line.partition(":")[0])) == line
    shown = [formula_text(idea.count).rpartition(" = ")[0] for panel in panels for idea in panel if idea.count]
    assert ", ".join(shown) == counts


@pytest.mark.parametrize("way", [AS_EVER, Drawn(fold=True)], ids=["whole", "folded"])
def test_a_class_stands_in_the_same_place_in_every_panel(way: Drawn):
    for name in preset_names():
        case = load_case(name)
        scenes = scenes_together(case, [idea.picture for panel in ideas(case) for idea in panel], way, 4)
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
