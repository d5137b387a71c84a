"""The views of a study in the viewer alone: what axe-core finds, what is too wide, what keys and clicks report."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect

from hierview.draw.scenes.style import DARK, LIGHT, THEME, screen_css_colours
from hierview.study.markup import classes, curves, differences, instances, levels, scatter
from hierview.study.per_class.by_level import ABSENT, LevelConvention, level_scores
from hierview.study.per_class.class_table import blocking_tree, class_shares, ordered_classes
from hierview.study.per_class.confusions import confused_pairs, count_matrix, folded_heads
from hierview.study.per_class.flows import count_sentences, flow_tree_picture, flows_by_class
from hierview.study.results.differences import differences_of_systems as differences_of
from hierview.study.results.differences import part_differences
from hierview.study.results.instances import Finder, InstanceQuery
from hierview.study.results.points import scatter_points
from hierview.ui.scripts import join_modules

from ..each import each
from ..effort import in_turn, times
from ..study.test_class_table import rejections
from ..study.test_curves import SYSTEMS
from ..study.test_study import small
from .axe import violations, without
from .javascript import javascript
from .test_pointing import _MOUNT, VIEWER

# Headings and landmarks are the whole page's.
_OF_THE_PAGE = ("region", "heading-order", "page-has-heading-one", "landmark-one-main")
_SMALL = javascript("small_texts")


VIEWS = (
    "differences",
    "bars",
    "parts",
    "pair",
    "one",
    "none",
    "points",
    "classes",
    "flows",
    "blocking",
    "curves",
    "levels",
    "matrix",
)


@cache
def markup() -> dict[str, str]:
    """Every view of a small study."""
    study = small(80)
    scores = study.score(["hF", "LCaF", "GIE"])
    finder, h = Finder(study, scores), study.hierarchy
    blocking = study.blocking(rejections(study))
    per_class = {"flat": study.per_class(), "distance": study.per_class("distance")}
    lost = flows_by_class(finder, "far")
    by_rule = {rule: [level_scores(study, s, LevelConvention(rule)) for s in ("near", "far")] for rule in ABSENT}
    pairs = confused_pairs(study, "far")
    opened = [c for c in h.classes if h.children(c)][:2]
    counted = count_matrix(pairs, folded_heads(study, [pairs], opened, most=6))
    listed = finder.rows_of_system(range(3), "far")
    return {
        "differences": differences.differences_html(differences_of(scores, "near", "far")),
        "bars": differences.differences_html(
            differences_of(scores, "near", "far", ["hF"], resampled=False), opens=True
        ),
        "parts": differences.parts_html(
            part_differences(scores, study.parts("depth"), "depth", ("near", "far"), "hF"), "near", "far"
        ),
        "pair": instances.instances_html(finder.instances_page(InstanceQuery("near", "far", by="A.hF - B.hF"))),
        "one": instances.instances_html(finder.instances_page(InstanceQuery("far", by="hF < 0.5", rows=5))),
        "none": instances.instances_html(finder.instances_page(InstanceQuery("far", by="hF > 5"))),
        "points": scatter.points_html(scatter_points(finder, InstanceQuery("near", "far"), "A.hF", "B.hF")),
        "classes": classes.class_table_html(ordered_classes(class_shares(per_class, "near", h, blocking), rows=10)),
        "flows": classes.flow_tree_html(flow_tree_picture(lost), count_sentences(lost)),
        "blocking": classes.flow_tree_html(blocking_tree(blocking, h)),
        "levels": levels.levels_html(*by_rule["drop"]) + levels.early_ends_html(by_rule, "wrong"),
        "matrix": levels.matrix_html(counted, "count", (0, 0)) + levels.cell_html("Two classes", listed, 1, 4),
        "curves": curves.operating_curves_html(SYSTEMS, 0.3)
        + curves.curves_html(SYSTEMS)
        + curves.threshold_table_html(SYSTEMS, 0.3),
    }


@pytest.fixture(scope="module")
def mounted(chromium: Browser) -> Iterator[Page]:
    """A bare page with the viewer in it."""
    page = chromium.new_page()
    files = (VIEWER / "viewer.css", VIEWER.parent.parent / "study" / "ui" / "study.css")
    sheets = "".join(file.read_text(encoding="utf-8") for file in files)
    page.set_content("<!DOCTYPE html><html lang=en><title>Study</title><body></body></html>")
    page.evaluate(_MOUNT, [join_modules(VIEWER / "viewer.js"), screen_css_colours(".hv") + sheets, WIDE])
    page.evaluate("() => viewer.root.querySelector('.hv').classList.remove('in-panel')")
    yield page
    page.close()


WIDE, NARROW = 1216, 358  # of the viewer in windows of 1280 and 390 px


def show(page: Page, view: str, wide: int = WIDE, dark: bool = False) -> None:
    """A view in the viewer, as wide as on the page."""
    page.set_viewport_size({"width": 1280 if wide == WIDE else 390, "height": 900})
    palette = DARK if dark else LIGHT
    colours = "".join(f"--st-{THEME[name]}:{colour};" for name, colour in palette.items())
    page.evaluate("(style) => document.documentElement.setAttribute('style', style)", colours)
    page.evaluate("(ground) => { document.body.style.background = ground; }", palette["ground"])
    page.evaluate("([html, wide]) => viewer.show(html, wide)", [markup()[view], wide])


@each("turn, view", list(enumerate(VIEWS)))
def test_a_view_fits_its_page_and_can_be_read_in_light_and_dark(mounted: Page, turn: int, view: str):
    for wide, dark in in_turn([(WIDE, False), (NARROW, True), (WIDE, True)], turn):
        show(mounted, view, wide, dark)
        needs, window = mounted.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert needs <= window
        assert mounted.evaluate(_SMALL) == []
        if turn % 2 == 0 or times(0, 1):
            assert violations(mounted, "body", rules=without(_OF_THE_PAGE)) == []


def picks(page: Page) -> list[str]:
    """What was reported since the last time."""
    found: list[list[str]] = page.evaluate("() => viewer.picks.splice(0)")
    return [value for _, value in found]


def test_clicks_and_keys_report_what_they_open(mounted: Page):
    show(mounted, "pair")
    mounted.get_by_role("button", name="Next").click()
    mounted.get_by_role("button", name="LCaF").first.click()
    mounted.locator("tbody th button").first.press("Enter")
    assert [pick.split(" ")[0] for pick in picks(mounted)] == ["page", "by", "pair"]
    for view, pressed, says in (("one", "th button", "case "), ("parts", "td", "part ")):
        show(mounted, view)
        mounted.locator(f"tbody {pressed}").first.click()
        assert picks(mounted)[0].startswith(says)
    show(mounted, "curves")
    mounted.locator("svg .point").nth(20).click()
    assert picks(mounted) == ["t 0.4"]


def test_a_matrix_is_one_stop_whose_arrows_lead_on_and_whose_heads_open_by_keys(mounted: Page):
    show(mounted, "matrix")
    assert mounted.locator(".matrix td button[tabindex='0']").count() == 1
    mounted.locator(".matrix td button[aria-pressed=true]").focus()
    mounted.keyboard.press("ArrowRight")
    mounted.keyboard.press("Enter")
    mounted.locator(".matrix tbody th button[aria-expanded=true]").first.press("-")
    mounted.locator(".matrix tbody th button[aria-expanded=true]").first.press("+")
    mounted.locator("[data-pick='nth 2']").click()
    assert [pick.split(" ")[0] for pick in picks(mounted)] == ["cell", "fold", "nth"]


@each("view, kinds", [("points", {"by", "pair"}), ("bars", {"by"}), ("flows", {"class", "under"})])
def test_arrows_walk_and_enter_reports(mounted: Page, view: str, kinds: set[str]):
    show(mounted, view)
    spots = mounted.locator("svg .class[data-pick]:visible")
    spots.first.focus()
    met = set()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowUp"):
        mounted.keyboard.press(key)
        mounted.keyboard.press("Enter")
        met.update(picks(mounted))
    assert len(met) > 1
    assert {pick.split(" ")[0] for pick in met} <= kinds


@each("wide", [WIDE, NARROW])
def test_on_narrow_pages_the_heads_are_buttons_to_order_by(mounted: Page, wide: int):
    show(mounted, "pair", wide)
    expect(mounted.get_by_text("predicted", exact=True).first).to_be_visible(visible=wide == WIDE)
    assert mounted.locator("thead th button:visible").count() == 4
    tops = {box["y"] for th in mounted.locator("thead th:visible").all() if (box := th.bounding_box())}
    assert len(tops) == 1
