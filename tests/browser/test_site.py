"""The page without a server in a real browser: in a frame, below a path, without a network, and in a notebook."""

from __future__ import annotations

import base64
import json
import re
import socket
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Frame, Page, Route, TimeoutError, expect

import hierview
from hierview.cli import main
from hierview.lessons.answer_sheets import AnswerSheet, GivenAnswer, read_answer_sheets
from hierview.lessons.library import lessons
from hierview.lessons.ui.steps import stage_fingerprint
from hierview.ui.explore.desk import Desk

from ..built_site import built, needs_pyodide, own_lessons, served
from ..effort import SEARCH, in_turn, sampled, times
from .axe import violations, without
from .conftest import watched
from .explorer import LOOKS, PATIENCE, until
from .javascript import javascript

LIVE = "main[data-live]"
FRAME = (
    '<!doctype html><title>Course</title><iframe sandbox="allow-scripts allow-same-origin" src="{src}" width="{width}" '
    'height="900" title="Case"></iframe>'
)
ANSWERS = "document.querySelector('[data-slot=answers]').shadowRoot"
VALUES = f"[...{ANSWERS}.querySelectorAll('td.value span')].map((e) => e.textContent)"


@pytest.fixture(scope="module")
def courses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course's file area: the page below a path, and beside it pages that frame it."""
    area = tmp_path_factory.mktemp("courses")
    (area / "theirs").mkdir()
    (area / "theirs" / "explore").symlink_to(built(tmp_path_factory))
    return area


@contextmanager
def opened(browser: Browser, address: str, look: str = "wide", fault: str = "no such fault") -> Iterator[Page]:
    """A page that is watched for faults, but for one that is meant."""
    context, problems = browser.new_context(**LOOKS[look]), list[str]()
    context.set_default_timeout(PATIENCE)
    page = watched(context.new_page(), problems)
    page.goto(address)
    yield page
    assert not [said for said in problems if fault not in said]
    context.close()


def values(desk: Desk) -> list[str]:
    """The values that the table shows, by our Python."""
    from hierview.explain import number
    from hierview.ui.explore.contents import table_row_keys

    case = desk.state.draft
    assert isinstance(case, hierview.Case)
    return [number(desk.state.measure(key).evaluate(case).value) for key in table_row_keys(desk.state)]


def mark(page: Page | Frame, name: str) -> None:
    page.locator(f".ed .class[aria-label^='{name}']").focus()
    page.keyboard.press("Enter") if isinstance(page, Page) else page.page.keyboard.press("Enter")


def told(desk: Desk, **edit: object) -> None:
    desk.tell({"do": "edits", "log": [{"number": desk.state.visit.last_edit + 1, "drawingVersion": 0, **edit}]})


@needs_pyodide
def test_every_edit_is_answered_and_the_page_is_whole_on_a_phone_and_in_the_dark(chromium: Browser, courses: Path):
    with served(courses) as address, opened(chromium, f"{address}theirs/explore/?c=15&m=MGIA") as page:
        every_edit_is_answered(page)
        for look, colours, view in (
            ("phone", "light", "picture"),
            ("wide", "dark", "ideas"),
            ("phone", "dark", "steps"),
        ):
            page.set_viewport_size(LOOKS[look]["viewport"])
            page.emulate_media(color_scheme=colours)
            page.locator(f"input[value={view}]").check()
            expect(page.locator(f"[data-slot={view}] .why")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view
        assert not violations(page, rules=without(()))


@needs_pyodide
@pytest.mark.whole
def test_a_course_frames_the_page_which_opens_again_without_a_network(chromium: Browser, courses: Path):
    source = "explore/?" + urlencode({"c": "15", "m": "MGIA"})
    (courses / "theirs" / "case.html").write_text(FRAME.format(src=source, width=1200))
    with served(courses) as address, opened(chromium, f"{address}theirs/case.html", fault="ERR_FAILED") as page:
        frame = page.frames[1]
        every_edit_is_answered(frame)
        expect(frame.locator("header")).to_be_hidden()
        frame.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.context.set_offline(True)
        page.goto(f"{address}theirs/explore/?c=16")
        page.locator(LIVE).wait_for(state="attached")
        assert page.evaluate(VALUES) == values(Desk({"c": "16"}))


def every_edit_is_answered(page: Page | Frame) -> None:
    desk = Desk({"c": "15", "m": "MGIA"})
    page.locator(LIVE).wait_for(state="attached")
    assert page.evaluate(VALUES) == values(desk)
    mark(page, "Music")
    told(desk, op="mark", name="Music", mark="true")
    expect(page.locator("h2.why-title")).to_have_text(f"Why is MGIA {values(desk)[5]}?")
    assert page.evaluate(VALUES) == values(desk)
    page.get_by_role("radio", name="Landscape").check()
    expect(page.locator("[data-slot=landscape] .why")).to_be_visible()
    assert "v=landscape" in page.evaluate("location.search")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("h2.why-title")).to_have_text("Why is MGIA 0.6?")


@needs_pyodide
def test_a_case_in_a_link_is_drawn_before_python_is_there(chromium: Browser, courses: Path):
    desk = Desk({"c": "16"})
    told(desk, op="add", name="Ä <b>", parent="Pop")
    query = urlencode(desk.tell()["address"])
    with served(courses) as address, opened(chromium, "about:blank") as page:
        page.route("**/worker.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
        page.goto(f"{address}theirs/explore/?{query}")
        expect(page.locator(".ed .class")).to_have_count(len(desk.state.draft.hierarchy))
        expect(page.locator(".ed .class[aria-label*='true']")).to_have_count(1)
        boxes = [box for el in page.locator(".ed .class").all() if (box := el.bounding_box())]
        assert len({(round(box["x"]), round(box["y"])) for box in boxes}) == len(boxes)
        # An edit that is made now is drawn, and waits.
        mark(page, "Theater")
        expect(page.locator(".ed .class[aria-label*='true']")).to_have_count(2)
        expect(page.locator(".soon")).to_have_text("ready in a moment …")


@needs_pyodide
def test_a_link_shows_its_answers_at_once_and_what_an_edit_makes_old_is_grey(chromium: Browser, courses: Path):
    held = list[Route]()
    with served(courses) as address, opened(chromium, "about:blank") as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.route("**/worker.js", lambda route: held.append(route))
        page.goto(f"{address}theirs/explore/?c=15&m=LCaF&v=steps")
        expect(page.locator("h2.why-title")).to_have_text("Why is LCaF 0.5?")
        assert page.evaluate(VALUES) == values(Desk({"c": "15"}))
        expect(page.locator("[data-slot=steps] .why")).to_be_visible()
        expect(page.locator(".soon")).to_be_hidden()
        mark(page, "Theater")
        expect(page.locator("[data-stale] .soon")).to_be_visible()
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator("p.said")).to_have_text("The link waits for your edit …")
        held[0].continue_()
        expect(page.locator("p.said")).to_have_text("Copied. It opens exactly what you see.")
        expect(page.locator("[data-stale]")).to_have_count(0)
        asked = parse_qs(urlsplit(page.evaluate("navigator.clipboard.readText()")).query)
        assert Desk({"c": asked["c"][0]}).state.draft.mark("Theater") == "true"
        assert (asked["m"], asked["v"]) == (["LCaF"], ["steps"])


@needs_pyodide
def test_a_lesson_of_ones_own_is_taken_and_handed_in_without_a_network(chromium: Browser, courses: Path):
    start = "theirs/explore/lessons.html"
    with served(courses) as address, opened(chromium, f"{address}{start}", fault="ERR_FAILED") as page:
        page.locator(LIVE).wait_for(state="attached")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.context.set_offline(True)
        page.goto(f"{address}{start}?lesson=sports&stage=1")
        page.locator(LIVE).wait_for(state="attached")
        expect(page.locator(".lesson-head")).to_contain_text("Sports · step 1 of 2")
        page.get_by_label("GIE").fill("2")
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".lesson-verdict:visible")).to_contain_text("Right.")
        page.get_by_role("button", name="Next").click()
        page.get_by_role("radio", name="Ball").check()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".lesson-verdict")).to_contain_text("Not yet.")
        page.get_by_role("radio", name="Water").check()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".mine")).to_have_attribute("open", "")
        assert not violations(page, rules=without(()))
        rows = page.locator(".mine li").all_inner_texts()
        assert [" ".join(row.split()) for row in rows] == ["Water polo first try", "Who swims second try"]
        page.get_by_label("Name or number").fill("Käthe 17")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Hand in as a file").click()
        expect(page.get_by_role("button", name="Saved as sports-Käthe-17.json")).to_be_visible()
        given = (GivenAnswer(0, 0, 0, "2", "2"), GivenAnswer(1, 0, 0, ["Water"], ["Ball"], 2))
        for text in (Path(saved.value.path()).read_text(), page.locator(".mine pre").inner_text()):
            assert read_answer_sheets(text, "it") == (AnswerSheet("sports", "Käthe 17", given),)
        page.locator(".menu summary").click()
        page.get_by_role("button", name="QR slide").click()
        expect(page.locator("dialog .address")).to_have_text(f"{address}{start}?lesson=sports".partition("//")[2])
        page.keyboard.press("ArrowRight")
        expect(page.locator("dialog header")).to_contain_text("step 2 of")


@needs_pyodide
@pytest.mark.slow
def test_a_class_hands_in_before_python_is_there_and_is_collected(
    chromium: Browser, courses: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Each comes back to a browser that keeps what was answered; half hand in a file, half the code."""
    folder = tmp_path / "handed in"
    folder.mkdir()
    with (
        own_lessons(tmp_path / "own") as own,
        served(courses) as address,
        opened(chromium, "about:blank") as page,
    ):
        mark = stage_fingerprint(lessons()["sports"].stages[0])
        page.route("**/worker.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
        students = times(8, 40)
        for number in range(1, students + 1):
            answer = "2" if number % 4 else "3"
            steps = [["sports", mark, 0, 0, answer, answer, 1, False, answer == "2", False]]
            page.goto(f"{address}theirs/explore/sw.js")
            kept = json.dumps({"steps": steps, "who": f"Student {number}"})
            page.evaluate("(kept) => localStorage.setItem('hierview-answers', kept)", kept)
            page.goto(f"{address}theirs/explore/lessons.html?lesson=sports&stage=2")
            expect(page.get_by_role("button", name="Check")).to_be_disabled()
            page.locator(".mine summary").click()
            expect(page.get_by_label("Name or number")).to_have_value(f"Student {number}")
            if number % 2:
                with page.expect_download() as saved:
                    page.get_by_role("button", name="Hand in as a file").click()
                saved.value.save_as(folder / saved.value.suggested_filename)
            else:
                with (folder / "codes.txt").open("a") as codes:
                    codes.write(page.locator(".mine pre").inner_text() + "\n")
        assert main(["lesson", "collect", str(folder), "--lesson", str(own / "sports.md")]) == 0
    table = capsys.readouterr().out
    assert table.count("Student") == students
    assert f"{students * 3 // 4} of {students}" in table


@needs_pyodide
def test_two_widgets_on_a_page_are_two(chromium: Browser):
    widgets = [hierview.widget("15", m="MGIA"), hierview.widget("16")]

    def say(at: int, message: dict[str, object]) -> str:
        sent: list[object] = []
        widgets[at].send = sent.append  # what a notebook carries to its page
        widgets[at]._hear(None, message, None)
        return json.dumps(sent)

    with opened(chromium, "about:blank") as page:
        page.set_content("<body><div id=w0></div><div id=w1></div></body>")
        page.expose_function("say", say)
        page.evaluate(
            javascript("mount_two_widgets"),
            widgets[0]._esm,
        )
        title = page.locator("#w0 h2.why-title")
        expect(title).to_have_text("Why is MGIA 0.6?")
        expect(page.locator("#w1 h2.why-title")).to_have_text("Why is hF 0.22?")
        page.locator("#w0 .ed .class[aria-label^=Rock]").focus()
        page.keyboard.press("Enter")
        expect(title).not_to_have_text("Why is MGIA 0.6?")
        assert widgets[0].case.mark("Rock") != "predicted"
        assert widgets[1].case == hierview.load_case("16")
        assert f"{widgets[0].results['MGIA'].value:.2g}" in title.inner_text()
        # A class that is pointed at lights in its own page alone.
        page.locator("#w0 .ed .class[aria-label^=Music]").hover()
        expect(page.locator("#w0 .hv .lit").first).to_be_attached()
        expect(page.locator("#w1 .hv .lit")).to_have_count(0)


NOTEBOOK = {
    "cells": [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"cell{i}",
            "metadata": {},
            "outputs": [],
            "source": source,
        }
        for i, source in enumerate(
            ["import hierview\nw = hierview.widget('15', m='MGIA')\nw", "w.case.mark('Rock'), w.results['MGIA'].value"]
        )
    ],
    "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


@pytest.mark.skipif(SEARCH != "large" or find_spec("jupyterlab") is None, reason="make test-all has JupyterLab")
def test_in_jupyterlab_the_next_cell_sees_what_was_drawn(chromium: Browser, tmp_path: Path):
    (tmp_path / "case.ipynb").write_text(json.dumps(NOTEBOOK))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": port,
        "IdentityProvider.token": "t",
        "ServerApp.root_dir": tmp_path,
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    flags = [f"--{name}={value}" for name, value in settings.items()]
    process = subprocess.Popen([*command, *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    page = chromium.new_page()
    try:
        assert until(page, lambda: answers(port))
        page.goto(f"http://127.0.0.1:{port}/lab/tree/case.ipynb?token=t")
        cells = page.locator(".jp-Notebook-cell")
        expect(page.locator(".jp-Notebook-ExecutionIndicator")).to_have_attribute("data-status", "idle")
        for _ in range(10):  # what is pressed before the kernel listens is lost
            cells.first.locator(".cm-content").click()
            page.keyboard.press("Control+Enter")
            with suppress(TimeoutError):
                page.locator("h2.why-title").wait_for(timeout=10_000)
                break
        expect(page.locator("h2.why-title")).to_have_text("Why is MGIA 0.6?")
        page.locator(".ed .class[aria-label^=Rock]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("h2.why-title")).not_to_have_text("Why is MGIA 0.6?")
        cells.nth(1).locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        desk = Desk({"c": "15", "m": "MGIA"})
        told(desk, op="mark", name="Rock", mark="both")
        value = hierview.evaluate(desk.state.draft, "MGIA").value
        expect(cells.nth(1).locator(".jp-OutputArea-output")).to_contain_text(f"('both', {value!r})")
    finally:
        page.close()
        process.terminate()
        process.wait(PATIENCE / 1000)


def answers(port: int) -> bool:
    with socket.socket() as knock:
        return knock.connect_ex(("127.0.0.1", port)) == 0


def test_a_saved_notebook_shows_the_case():
    bundle, _metadata = hierview.widget("15", m="MGIA")._repr_mimebundle_()
    assert "MGIA: 0.6" in bundle["text/html"].partition("<iframe")[0]
    assert "Theater" in bundle["text/html"]
    assert "srcdoc" in bundle["text/html"]


HOSTILE = ("/../../../../evil.json?", "..%2F..%2F..%2Fevil", "../../../evil")
MARK = '<img src="data:," onerror="document.title = `XSS`">'


@needs_pyodide
def test_nothing_is_fetched_from_where_an_address_says(chromium: Browser, courses: Path):
    first = next((courses / "theirs" / "explore").glob("*/first"))
    evil = json.loads((first / "11a.json").read_text())
    evil["show"] = dict.fromkeys(evil["show"], MARK)
    (courses / "theirs" / "evil.json").write_text(json.dumps(evil))
    assert all(re.fullmatch(r"[\w -]+(\.de)?\.(json|bin)", path.name) for path in first.iterdir())
    with served(courses) as address, opened(chromium, "about:blank", fault="inline event handler") as page:
        page.route("**/worker.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
        fetched = list[str]()
        page.on("request", lambda request: fetched.append(request.url.partition("?")[0]))
        for name, keys in (("index.html", "c lang m v s p step big ask"), ("lessons.html", "lesson stage lang")):
            for turn, key in enumerate(keys.split()):
                for value in in_turn(HOSTILE, turn):
                    page.goto(f"{address}theirs/explore/{name}?" + urlencode({key: value}))
                    page.locator("main.hv-page").wait_for()
                    assert "XSS" not in page.title() + page.content()
        assert all(
            re.search(r"/[0-9a-f]{12}/first/[\w%-]+(\.de)?\.(json|bin)$", url) for url in fetched if "first" in url
        )
        page.evaluate("(html) => { document.querySelector('main').innerHTML = html; }", MARK)
        page.wait_for_timeout(200)
        assert page.title() != "XSS"  # what might still get in does not run


@needs_pyodide
@pytest.mark.parametrize(("name", "edges"), [("a" * 30_000, 1), ("a", 20_000), ("[" * 3_000_000, 1)])
def test_a_link_that_holds_too_much_is_left_to_python(chromium: Browser, courses: Path, name: str, edges: int):
    content = {"hierview": 1, "edges": [["b", name]] * edges, "true": ["b"], "predicted": ["b"]}
    data = zlib.compress(json.dumps(content).encode(), 9, wbits=-15)
    link = "~A" + base64.urlsafe_b64encode(data).decode().rstrip("=")
    with served(courses) as address, opened(chromium, "about:blank") as page:
        page.route("**/worker.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
        page.goto(f"{address}theirs/explore/?c={link}")
        page.wait_for_timeout(500)
        assert page.locator(".ed .class").count() == 0  # and the tab answers


@needs_pyodide
def test_a_worker_that_dies_says_so_and_a_press_begins_it_anew(chromium: Browser, courses: Path):
    with served(courses) as address, opened(chromium, "about:blank") as page:
        page.clock.install()
        page.goto(f"{address}theirs/explore/?c=15&m=MGIA")
        page.locator(LIVE).wait_for(state="attached")
        desk = Desk({"c": "15", "m": "MGIA"})
        mark(page, "Music")
        told(desk, op="mark", name="Music", mark="true")
        until(page, lambda: page.evaluate(VALUES) == values(desk))
        page.workers[0].evaluate("self.close()")
        mark(page, "Theater")
        told(desk, op="mark", name="Theater", mark="true")
        page.wait_for_timeout(600)
        page.clock.fast_forward(31_000)
        expect(page.locator("#state")).to_contain_text("Python has stopped")
        expect(page.locator(".soon")).to_be_visible()  # what is of before the edit is grey
        page.get_by_role("button", name="Start it again").click()
        expect(page.locator("#state")).to_have_text("")
        until(page, lambda: page.evaluate(VALUES) == values(desk))
        for _ in range(2):  # of what was told before, too
            page.get_by_role("button", name="Undo").click()
        expect(page.locator("h2.why-title")).to_have_text("Why is MGIA 0.6?")


@needs_pyodide
@pytest.mark.parametrize("file", sampled(["python.wasm.bin", "hierview.bin"], 1))
def test_a_python_that_came_in_part_is_a_sentence(chromium: Browser, courses: Path, file: str):
    whole = next(courses.glob(f"theirs/explore/*/{file}")).read_bytes()
    with served(courses) as address, opened(chromium, "about:blank", fault="") as page:
        page.clock.install()
        page.route(f"**/{file}", lambda route: route.fulfill(body=whole[: len(whole) // 2]))
        page.goto(f"{address}theirs/explore/?c=15")
        page.wait_for_timeout(3000)
        page.clock.fast_forward(121_000)
        expect(page.locator("#state")).to_contain_text("Python could not be started here")
        page.unroute(f"**/{file}")
        page.get_by_role("button", name="Start it again").click()
        page.locator(LIVE).wait_for(state="attached")
