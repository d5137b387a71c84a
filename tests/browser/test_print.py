"""On paper: question, hierarchy, answers and the open picture, whole, legible without colour, without controls."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from hierview import Case, load_case
from hierview.formats.link import pack_draft
from hierview.ui.shell.cases import PACKED

from ..effort import sampled
from .editing import Editor
from .explorer import Explorer, drawn, narrowed
from .paper import expect_nothing_cut, on_paper, printed
from .test_export import the_dialog_shows_the_open_picture_as_large_as_it_will_be
from .test_looks import in_dark
from .test_measures import Cards
from .test_study import Studying
from .test_workbench import Workbench

CONTROLS = (
    "Mark Add",
    "Rename",
    "Tidy",
    "New drawing",
    "Open",
    "File",
    "Beside the paper",
    "Export",
    "Landscape",
    "Headline",
    "All (",
    "Play",
    "Outline",
    "About ",
    "Farthest pair allowed 5",
)
BODY = ".class > :is(rect:not(.halo, .hit), ellipse, polygon, text)"
DRAWN = f".ed svg.canvas, .ed {BODY}, .why svg:visible, .why .frame:visible {BODY}, .answers, .formula, .marks:visible"


def expect_handout(page: Explorer, case: Case, value: str, landscape: bool = False) -> list[str]:
    """The pages say all that a handout says, and each picture is on one of them."""
    drawn(page.page)
    pages = printed(page.page, landscape)
    text = " ".join(pages)
    for c in case.hierarchy.classes:
        assert c in pages[0], c
    for name, shown, *_ in page.rows():
        assert name in text
        assert shown in text
    why = next(sheet for sheet in pages if "Why is" in sheet)
    after = why[why.index("Why is") :]
    assert all(c in after for c in case.hierarchy.classes), "the panel is parted"
    assert after.count(value) >= 2, "the formula stands elsewhere"
    assert not [word for word in CONTROLS if word in text]
    return pages


def test_on_paper(page: Explorer):
    """One visit, which goes on from address to address."""
    a_handout_has_everything_on_two_pages_and_nothing_cut(page)
    pictures_are_told_without_colour_in_dark_and_zoomed_in(page)
    the_dialog_shows_the_open_picture_as_large_as_it_will_be(page)
    for prints in sampled((a_card, the_workbench, a_study, all_steps), 0):
        prints(page)


def a_handout_has_everything_on_two_pages_and_nothing_cut(page: Explorer) -> None:
    # The last one opens the table of all measures.
    for name, measure, value in ("12a", "MGIA", "0.73"), *sampled((("8b", "hF", "0.62"), ("r4-c1", "HCM", "")), 0):
        page.turn_to(f"?c={name}&m={measure}&p=table%3Dheadline")
        assert len(expect_handout(page, load_case(name), value)) == 2
        with on_paper(page.page):
            expect(page.canvas).to_be_visible()
            expect_nothing_cut(page.page, DRAWN)
        if name == "12a":
            all_panels_print_where_the_screen_shows_them_as_tabs(page)
        # Back on the screen the drawing is as it was.
        assert page.canvas.get_attribute("viewBox") is None


@pytest.mark.whole
def test_not_one_row_of_the_table_comes_after_why(page: Explorer):
    page.turn_to("?c=18b&m=GIE&p=table%3Dall&v=flow+network")
    pages = printed(page.page)
    _, why, after = pages[-1].partition("Why is GIE 9?")
    assert why
    assert "worst" not in after
    assert all("Why is" not in sheet for sheet in pages[:-1])


def all_panels_print_where_the_screen_shows_them_as_tabs(page: Explorer) -> None:
    with narrowed(page.page):
        expect(page.why.locator("[role=tab]:visible")).to_have_count(2)
        expect(page.why.locator(".panel:visible")).to_have_count(1)
        expect_handout(page, load_case("12a"), "0.73")
        with on_paper(page.page):
            expect(page.why.locator(".panel:visible")).to_have_count(2)
            expect(page.why.locator("[role=tab]:visible")).to_have_count(0)
            expect_nothing_cut(page.page, DRAWN)


def pictures_are_told_without_colour_in_dark_and_zoomed_in(page: Explorer) -> None:
    page.turn_to("?c=8b&m=LCaF&v=picture")
    without_colour_every_mark_is_told_by_its_shape(page)
    on_paper_it_is_dark_on_white_whatever_the_theme(page)
    # A part of the drawing in view prints as all of it.
    for _ in range(4):
        page.page.locator(".ed [data-do=in]").click()
    stage = page.page.locator(".ed .stage").bounding_box()
    assert not all(box.within(**stage) for box in page.boxes(page.canvas))
    expect_handout(page, load_case("8b"), "0.5")
    with on_paper(page.page):
        expect_nothing_cut(page.page, DRAWN)


@pytest.mark.whole
def test_a_wide_hierarchy_is_fitted_to_the_paper_upright_and_across(page: Explorer):
    classes = [f"Class number {i}" for i in range(24)]
    case = Case.of([("Root of all", c) for c in classes], classes[:1], classes[-1:])
    page.turn_to(f"?c={quote(PACKED + pack_draft(case), safe='')}")
    expect(page.question).to_contain_text(classes[-1])
    Editor(page.page).unfold()
    for landscape in (False, True):
        pages = printed(page.page, landscape)
        assert all(c in pages[0] for c in classes)
    with on_paper(page.page):
        expect_nothing_cut(page.page, DRAWN)


@pytest.mark.whole
def test_every_view_prints_as_it_is_open(page: Explorer):
    controls = (".stepbar", ".enlarge", ".stButtonGroup", ".st-key-settings", ".st-key-variant")
    for query in ("m=LCaF&v=steps&step=6", "m=hF&v=lists", "m=LCaF&v=landscape", "m=LCaF&v=distance"):
        page.turn_to(f"?c=8b&{query}")
        if "steps" in query:
            text = " ".join(printed(page.page))
            assert "Why is" in text
            assert "step 6 of" not in text
        with on_paper(page.page):
            expect(page.why_title).to_be_visible()
            expect(page.page.locator(".stepcount:visible")).to_have_count(0)
            shown = ".why-text:visible, .panels .panel:visible, .plain, .lists:visible li"
            expect_nothing_cut(page.page, f".ed {BODY}, {shown}")
            expect(page.page.locator(", ".join(f"{name}:visible" for name in controls))).to_have_count(0)


def on_paper_it_is_dark_on_white_whatever_the_theme(page: Explorer):
    with in_dark(page), on_paper(page.page):
        ground = page.page.evaluate(
            "[document.body, document.querySelector('.stApp')].map((e) => getComputedStyle(e).backgroundColor)"
        )
        assert set(ground) == {"rgba(0, 0, 0, 0)"}
        for text in (".why-text", ".measure", ".why-title", ".ask", ".st-key-picker p"):
            colour = page.page.locator(text).first.evaluate("(e) => getComputedStyle(e).color")
            assert colour == "rgb(28, 35, 43)", text
        labels = page.page.locator(".ed .class .label, .why .class:not([aria-label*=',']) text")
        assert set(labels.evaluate_all("(all) => all.map((e) => getComputedStyle(e).fill)")) <= {
            "rgb(28, 35, 43)",
            "rgb(91, 102, 114)",
        }


def without_colour_every_mark_is_told_by_its_shape(page: Explorer):
    with on_paper(page.page):
        shapes = page.canvas.locator(".class").evaluate_all(
            "(all) => all.map((g) => [g.getAttribute('aria-label').split(', ').slice(1).join(), "
            "[...g.querySelectorAll('rect:not(.hit, .halo, .count), ellipse')]"
            ".map((e) => e.localName + (e.getAttribute('rx') === '6' ? ' round' : '')).join()])"
        )
        assert dict(shapes) == {
            "": "rect round",
            "true": "ellipse",
            "predicted": "rect",
            "true and predicted": "rect,ellipse",
        }
        dashed = page.why.locator("article:visible .marks .term", has_text="path of the predicted side")
        expect(dashed).to_be_visible()
        assert dashed.locator("polyline").get_attribute("stroke-dasharray") == "7 4"


def a_card(page: Explorer) -> None:
    Cards.at_place_of(page).turn_to("?m=MGIA").settle()
    pages = printed(page.page)
    assert "Multi-label" in pages[0] or "How far" in pages[0]
    assert any("On case 12a" in sheet and "0.73" in sheet and "Classical" in sheet for sheet in pages)
    assert "BibTeX" not in " ".join(pages)
    assert "Find a measure" not in " ".join(pages)
    with on_paper(page.page):
        expect_nothing_cut(page.page, ".measure-card, .example svg, .definition math, .facts")


def the_workbench(page: Explorer) -> None:
    Workbench.at_place_of(page).turn_to("?v=benchmark")
    expect(page.page.locator(".bench tbody tr").first).to_be_visible()
    text = " ".join(printed(page.page))
    assert "19b" in text
    assert "How wrong does each measure find the cases?" in text
    assert "Check" not in text
    with on_paper(page.page):
        expect_nothing_cut(page.page, ".bench, .bench td")


def a_study(page: Explorer) -> None:
    Studying.at_place_of(page).turn_to("?study=k15/15")
    expect(page.page.locator(".ranked")).to_be_visible()
    (only,) = printed(page.page)
    assert "DMOZ, LSHTC2 (K15, Table 15)" in only


def all_steps(page: Explorer) -> None:
    page.turn_to("?c=12a&m=MGIA&v=steps")
    text = " ".join(printed(page.page))
    assert "Rock is 2 edges from Pop" in text
    assert "Settings D" in text
    assert "Pairing exact" in text
    page.turn_to("?c=13a&ask=1")
    assert "Reveal" not in " ".join(printed(page.page))
