"""Study in a real browser: the first screen, files, keys, narrow pages, contrast."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from hierview.study.inputs.roles import GivenFile, Policy, Role, study_of_files
from hierview.study.ui.shelves import Shelf, temporary_root

from ..each import each
from .explorer import DONE, Explorer
from .test_looks import expect_legible

SCORED = 240_000  # milliseconds until a study is scored, on a busy machine that compiles the measures first
MEASURES = ("hF", "GIE")
FILES = {
    "hierarchy.tsv": "Arts\tMusic\nArts\tDrama\nMusic\tPop\nMusic\tRock\n",
    "gold.tsv": "1\tPop\n2\tRock\n3\tDrama\n",
    "near.tsv": "1\tPop\n2\tPop\n3\tDrama\n",
    "far.tsv": "1\tDrama\n2\tPop\n",
}


class Studying(Explorer):
    """A page with a study on it."""

    path, landmark = "/study", ".st-key-studyhead h1"

    @property
    def systems(self) -> Locator:
        return self.page.locator(".ranked tbody th")

    def press(self, label: str) -> Studying:
        self.page.get_by_role("button", name=label, exact=True).click()
        self.settle()
        return self


@pytest.fixture
def studying(visits):
    """Give the page of a look, with a study on it."""
    return lambda look="wide": Studying.at_place_of(visits.page(look))


@pytest.fixture(scope="module")
def scored() -> Iterator[str]:
    """The address of a small study that is scored."""
    kept = Shelf(temporary_root(), temporary=True)
    key = kept.make_folder("Small")
    roles: dict[str, Role] = {"hierarchy.tsv": "hierarchy", "gold.tsv": "truth"}
    files = [GivenFile(name, text.encode(), roles.get(name, "run"), name[:-4]) for name, text in FILES.items()]
    study_of_files(files, Policy(), kept.folder(key)).score(MEASURES)
    yield f"?study=~{key}"
    kept.remove(key)


def test_the_first_screen_can_be_read_by_everybody_and_back_leads_back(studying):
    page = studying().open()
    expect(page.systems.first).to_have_text("A")
    expect_legible(page, 1)
    # The head of a column ranks.
    page.page.get_by_role("button", name="GIE lower is better").focus()
    page.page.keyboard.press("Enter")
    expect(page.systems.first).to_have_text("B")
    assert "by=GIE" in page.page.url
    page.page.go_back()
    expect(page.systems.first).to_have_text("A")


@each("look", ["wide", "phone"])
def test_a_page_at_work_fades_nothing_and_has_no_stop_over_its_controls(visits, look):
    page, holding = visits.tab(look).page, []

    def hold_back(socket) -> None:
        server = socket.connect_to_server()

        def forward(message) -> None:
            told = ForwardMsg.FromString(message)
            if not holding or told.session_status_changed.script_is_running or told.WhichOneof("type") == "new_session":
                socket.send(message)

        server.on_message(forward)

    page.route_web_socket("**/_stcore/stream", hold_back)
    page.goto(f"{visits.server}/study")
    expect(page.locator(".ranked tbody th").first).to_have_text("A")
    page.locator(DONE).wait_for(state="attached")
    holding.append(True)
    page.locator(".st-key-studyviews").get_by_text("Data", exact=True).click()
    stop = page.get_by_test_id("stStatusWidget")
    expect(stop).to_have_text("Stop")  # which Streamlit adds when a run takes half a second
    expect(stop).not_to_be_visible()
    page.wait_for_function("document.getAnimations().every((a) => a.animationName || a.playState === 'finished')")
    pale = "[...document.querySelectorAll('[data-stale=true]')].map((e) => getComputedStyle(e).opacity)"
    assert set(page.evaluate(pale)) == {"1"}


@pytest.mark.whole
def test_files_are_dropped_scored_and_exported(studying, tmp_path):
    page = studying()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    page.turn_to("?study=new")
    page.page.locator("input[type=file]").set_input_files([tmp_path / name for name in FILES])
    expect(page.page.locator(".reads tbody th")).to_have_text(["truth", "near", "far"], timeout=SCORED)
    page.settle()
    expect_legible(page, 0)
    page.page.get_by_role("button", name="Score", exact=True).click()
    expect(page.systems).to_have_text(["near", "far"], timeout=SCORED)
    page.settle()
    page.press("Export table")
    with page.page.expect_download() as saved:
        page.page.get_by_role("button", name="Download LaTeX").click()
    assert "near" in saved.value.path().read_text(encoding="utf-8")


# Views of a scored study

VIEWS = {
    "&v=differences": ".study-parts",
    "&v=instances": ".study-instances",
    "&v=instances&look=points": ".study-points",
    "&v=instances&look=classes": ".study-classes",
    "&v=instances&look=lost": ".study-flows >> nth=1",
    "&v=instances&open=pair+1": ".evidence .frame.wide svg >> nth=1",
    "&v=data": ".reads",
    "&cell=near&of=hF&said=0.8": ".way >> nth=0",
}


@pytest.mark.whole
def test_every_view_can_be_read_by_everybody(studying, scored):
    """What is in a view is looked at in test_study_views.py."""
    page = studying()
    for turn, (query, there) in enumerate(VIEWS.items()):
        page.turn_to(f"{scored}{query}")
        expect(page.page.locator(there)).to_be_visible(timeout=SCORED)
        page.settle()
        expect_legible(page, turn, query)


@pytest.mark.whole
def test_an_instance_opens_in_explore_with_the_same_value_and_is_exported(studying, scored):
    page = studying().turn_to(f"{scored}&v=instances&by=GIE")
    row = page.page.locator("tbody[data-instance]").first
    expect(row).to_be_visible(timeout=SCORED)
    value = row.locator("td[data-label=GIE]").first.text_content()
    row.locator("th button").focus()
    page.page.keyboard.press("Enter")
    page.page.get_by_role("link", name="Open in Explore").first.click()
    expect(page.page.locator("h1.question")).to_be_visible(timeout=SCORED)
    page.settle()
    shown = page.page.locator(".answers tr", has_text="GIE").first.locator("td.value > span")
    assert float(shown.text_content()) == pytest.approx(float(value))
    page.page.locator(".st-key-open [data-testid=stPopoverButton]").click()
    page.press("Export")
    with page.page.expect_download() as saved:
        page.page.get_by_role("button", name="Download PDF").click()
    assert saved.value.path().read_bytes().startswith(b"%PDF")
    page.page.keyboard.press("Escape")
    page.page.go_back()
    expect(page.page.locator("[role=dialog]")).to_contain_text("GIE")


@pytest.mark.whole
def test_two_systems_stand_side_by_side_in_compare(studying, scored):
    page = studying().turn_to(f"{scored}&v=instances&open=pair+1")
    page.page.get_by_role("link", name="Open both in Compare").click()
    expect(page.page.locator(".st-key-comparehead")).to_be_visible(timeout=SCORED)
    expect(page.page.locator(".st-key-sidea")).to_contain_text("near")
    expect(page.page.locator(".st-key-sideb")).to_contain_text("far")


def test_on_a_phone_the_panel_of_a_chosen_value_comes_into_view(studying, scored):
    page = studying("phone").open(scored)
    page.page.locator(".ranked .value").first.click()
    panel = page.page.locator(".st-key-elsewherehead h2")
    expect(panel).to_be_in_viewport()
    page.page.locator(".ranked").evaluate("table => table.scrollIntoView()")
    page.page.locator(".ranked .value").nth(1).click()
    expect(panel).to_contain_text("GIE")
    expect(panel).to_be_in_viewport()
