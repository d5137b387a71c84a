"""The one table of pictures: every kind has its entry, and all that draw ask there."""

from __future__ import annotations

from typing import get_args

import pytest

from hierview import load_case
from hierview.draw.figures.arrange import Panel, panels_figure
from hierview.draw.scenes import drawable
from hierview.draw.scenes.drawable import KINDS, PictureKind, drawn_part, picture_for_small_space, picture_scene
from hierview.draw.scenes.scene import Item, Label, Scene
from hierview.explain import ChartPicture, HierarchyPicture, PairsPicture, Picture, Step
from hierview.markup import html, pictures
from hierview.markup.pages import evidence as workbench
from tests.samples import PRESETS, listed_measures


def test_every_kind_of_picture_has_an_entry():
    assert set(KINDS) == set(get_args(Picture))


def test_a_new_kind_of_picture_is_drawn_everywhere(monkeypatch: pytest.MonkeyPatch):
    class Sentence(ChartPicture):
        """A picture that is its title."""

    def scene(case, picture, room) -> Scene:
        return Scene((Item("listed", (), (Label(50, 10, str(picture.title[0])),)),), 100, 20, "a sentence")

    monkeypatch.setattr(drawable, "KINDS", {**KINDS, Sentence: PictureKind(scene, small=True)})
    case, picture = load_case("15"), Sentence(("All of it",), "", "", ())
    ids = html.class_ids(case)
    assert [label.text for label in next(panels_figure([Panel(case, picture)]).items).labels] == ["All of it"]
    step = Step("step", ("words",), (picture,))
    assert ">All of it</text>" in pictures.panels_html(case, step, ids)
    assert ">All of it</text>" in workbench.value_evidence_html(case, "", step, "", "", [])


def test_what_cannot_be_read_in_a_small_space_is_the_plain_hierarchy():
    chart = ChartPicture((), "", "", ())
    pairs = HierarchyPicture(("title",))
    assert picture_for_small_space(chart) == picture_for_small_space(None) == HierarchyPicture(())
    assert picture_for_small_space(pairs) is pairs


@pytest.mark.parametrize("name", PRESETS[::7])
def test_a_picture_needs_no_more_of_a_case_than_it_shows(name: str):
    case = load_case(name)
    for measure in listed_measures():
        for picture in measure.view(case, measure.evaluate(case), measure.views(case)[0]).pictures:
            drawn = drawn_part(picture, case)
            assert drawn is case
            assert isinstance(picture_scene(drawn, picture), Scene)
            if isinstance(picture, PairsPicture):
                assert picture_for_small_space(picture) is picture
