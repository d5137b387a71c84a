"""Small hierarchies are whole on the screen, as `tests/draw/test_layout_choice.py` has it of more of them by boxes."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import Page, expect

from hierview.model.case import Case
from hierview.ui.shell.cases import pack_case
from tests.draw.test_layout_choice import ordinary
from tests.effort import sampled

from .explorer import Explorer, narrowed

WIDE = {"width": 1920, "height": 1080}
SIDEWAYS = "(frames) => frames.filter((e) => e.scrollWidth > e.clientWidth + 1).length"
LEAST = """(texts) => Math.min(...texts.map((e) => e.getAttribute("font-size")
  * e.ownerSVGElement.getBoundingClientRect().width / e.ownerSVGElement.viewBox.baseVal.width))"""


def test_ten_hierarchies_at_three_widths(page: Explorer):
    for seed in sampled(range(0, 200, 20), 3):
        case = ordinary(seed)
        page.turn_to(f"?c={quote(pack_case(case))}&m=hF")
        whole(page, case)
        with narrowed(page.page):
            whole(page, case)
        fills_a_wall(page.page)


def whole(page: Explorer, case: Case) -> None:
    """Every class is on the canvas, and none of why is cut or too small to be read."""
    frame, boxes = page.canvas.bounding_box(), page.boxes(page.canvas)
    assert {box.name for box in boxes} == set(case.hierarchy.classes)
    assert [box.name for box in boxes if not box.within(**frame)] == []
    frames = page.why.locator(".frame:visible")
    assert frames.evaluate_all(SIDEWAYS) == 0
    assert frames.locator("svg text").evaluate_all(LEAST) >= 13.9


def fills_a_wall(page: Page) -> None:
    """On the whole screen of a projector all is in view."""
    size = page.viewport_size
    page.set_viewport_size(WIDE)
    page.locator(".why button.enlarge").click()
    slide = page.locator("dialog.projector")
    expect(slide).to_be_visible()
    assert slide.evaluate(
        "(e) => [e, ...e.querySelectorAll('.panels, .frame')].every("
        "(f) => f.scrollHeight <= f.clientHeight + 1 && f.scrollWidth <= f.clientWidth + 1)"
    )
    page.keyboard.press("f")
    expect(slide).to_be_hidden()
    page.set_viewport_size(size)
