"""The Explore page as a visitor has it: how tests open it, read it, act on it, and what it should say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Locator, Page, WebSocket, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from hierview import Draft
from hierview.formats import preset_groups

from .javascript import javascript

PATIENCE = 120_000  # milliseconds after which a test gives up that would wait for ever; nothing else hangs on them
LOOKS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "has_touch": True},
    "slides": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "light"},
    "wide dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "phone dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True},
}
PRESETS = tuple(name for names in preset_groups().values() for name in names)
DONE = "[data-testid=stApp][data-test-script-state=notRunning]"
# Streamlit's own boxes; our sentences are .notice.
ERROR_BOXES = "[data-testid=stException], [data-testid=stAlert], [data-testid=stAlertContainer]"


@dataclass(frozen=True)
class Box:
    """A class as it is drawn: its name and mark aloud, and its body on screen."""

    says: str
    name: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    def overlaps(self, other: Box) -> bool:
        return (
            min(self.right, other.right) > max(self.left, other.left) + 0.5
            and min(self.bottom, other.bottom) > max(self.top, other.top) + 0.5
        )

    def within(self, x: float, y: float, width: float, height: float) -> bool:
        return (
            self.left >= x - 0.5
            and self.top >= y - 0.5
            and self.right <= x + width + 0.5
            and self.bottom <= y + height + 0.5
        )


_BOXES = javascript("bodies_of_classes")

_ROWS = javascript("rows_of_answers")

FOCUSED = javascript("focused")


_TURN = """(to) => { history.pushState(null, "", to); dispatchEvent(new PopStateEvent("popstate")); }"""


def same(query: str, present: str) -> bool:
    """Whether the present address asks for just what `query` does."""
    to, at = urlsplit(query), urlsplit(present)
    return (to.path or "/") == at.path and parse_qsl(to.query) == parse_qsl(at.query)


def until(page: Page, true: Callable[[], object], seconds: int = PATIENCE // 1000) -> bool:
    """Whether it becomes true while the page goes on; for what has no element to wait for."""
    for _ in range(seconds * 50):
        if true():
            return True
        page.wait_for_timeout(20)
    return bool(true())


@contextmanager
def still(page: Page) -> Iterator[None]:
    """The page while it is asked to move nothing; afterwards it moves again, for the tests that share it."""
    page.emulate_media(reduced_motion="reduce")
    try:
        yield
    finally:
        page.emulate_media(reduced_motion="null")


@contextmanager
def narrowed(page: Page) -> Iterator[None]:
    """The page in a window as narrow as a phone, while this lasts: a state that is there need not be reached twice."""
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size(LOOKS["phone"]["viewport"])
    try:
        _fitted(page)
        yield
    finally:
        page.set_viewport_size(size)
        _fitted(page)


def _fitted(page: Page) -> None:
    """Wait until the page is drawn for the room that there is: an editor asks Python for that."""
    drawn(page)
    page.wait_for_function(javascript("fitted"))
    page.locator(DONE).wait_for(state="attached")


def drawn(page: Page) -> None:
    """Wait until the page has drawn what was done to it, and sent what it will ask at once."""
    frames = "requestAnimationFrame(() => requestAnimationFrame(() => done(true)))"
    page.wait_for_function(f"() => new Promise((done) => {frames})")  # goes on where the page moves to another


def finishes(message: bytes) -> bool:
    """Whether the server says that a run has come to its end, not broken off for a later one."""
    told = ForwardMsg.FromString(message)
    return told.WhichOneof("type") == "script_finished" and told.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN


class Exchange:
    """What a page asks of the server: a run that was asked for shows on the page only when it begins."""

    def __init__(self, page: Page):
        self.state = "answered"  # or "asked", then "running"
        self.asked = 0
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        self.state = "answered"
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: bytes | str) -> None:
        told = BackMsg.FromString(frame) if isinstance(frame, bytes) else BackMsg()
        if told.WhichOneof("type") == "rerun_script" and not told.rerun_script.is_auto_rerun:
            self.asked += 1
            self.state = "asked"

    def _received(self, frame: bytes | str) -> None:
        if self.state == "answered" or not isinstance(frame, bytes):
            return
        if ForwardMsg.FromString(frame).WhichOneof("type") == "new_session":
            self.state = "running"
        elif self.state == "running" and finishes(frame):  # otherwise the end of a run before the one asked for
            self.state = "answered"


class Explorer:
    """A page with the explorer in it; what extends this has another of the pages."""

    path, landmark = "/", "h1.question"  # its address, and what stands there once the page does

    def __init__(self, page: Page, server: str, exchange: Exchange | None = None):
        self.page, self.server, self.exchange = page, server, exchange or Exchange(page)
        self.visited = False  # whether the visit began in this test

    @classmethod
    def at_place_of(cls, other: Explorer) -> Self:
        """This page in the tab of another."""
        return cls(other.page, other.server, other.exchange)

    # Opening

    def open(self, query: str = "") -> Self:
        """Visit the address anew and wait until everything is there."""
        self.visit(query)
        self.settle()
        return self

    def visit(self, query: str = "") -> Self:
        """Visit the address anew, without what an earlier test left in this tab, and wait for what stands first."""
        if self.page.url.startswith(self.server):
            self.page.evaluate("sessionStorage.clear()")
        self.page.mouse.move(2, 2)  # where an earlier test left it, something would be pointed at
        self.page.goto(f"{self.server}{self.path}{query}")
        expect(self.page.locator(self.landmark)).to_be_visible()
        self._follow()
        self.visited = True
        return self

    def turn_to(self, query: str) -> Self:
        """Visit the address; a visit of this test goes on as with Back: to load it all again takes longest."""
        if not self.visited:
            return self.open(query)
        asked = self.exchange.asked
        self.page.evaluate(_TURN, f"{self.path}{query}")
        assert until(self.page, lambda: self.exchange.asked > asked), "the page did not follow its address"
        self._follow()
        expect(self.page.locator(self.landmark)).to_be_visible()
        return self

    def at(self, query: str) -> Self:
        """Stay where the page is if it asks for just this, as the step before left it; else turn there."""
        return self if self.visited and same(f"{self.path}{query}", self.page.url) else self.turn_to(query)

    def settle(self) -> None:
        """Wait until the server has answered all that the page asked, and has nothing more to say."""
        drawn(self.page)
        if self.exchange.state != "answered":
            self._follow()
        self.page.locator(DONE).wait_for(state="attached")

    def _follow(self) -> None:
        """Wait for the answer, and until the components, which are told last, have shown what it says."""
        assert until(self.page, lambda: self.exchange.state == "answered"), "the server owes an answer"
        self.page.locator(DONE).wait_for(state="attached")
        # Their script may still be on the way.
        expect(self.page.locator(".ed:empty, .hv:not([data-shown])")).to_have_count(0)
        drawn(self.page)

    def error_boxes(self) -> list[str]:
        return [f"error box: {text[:300]}" for text in self.page.locator(ERROR_BOXES).all_text_contents()]

    # Reading

    @property
    def question(self) -> Locator:
        return self.page.locator("h1.question")

    @property
    def canvas(self) -> Locator:
        """The drawing of the hierarchy, which can be edited."""
        return self.page.locator(".ed svg.canvas")

    @property
    def why_title(self) -> Locator:
        return self.page.locator("h2.why-title")

    @property
    def why(self) -> Locator:
        return self.page.locator("section.why")

    @property
    def result(self) -> Locator:
        return self.page.locator(".formula output.result")

    @property
    def notice(self) -> Locator:
        """Sentences of the page; those of the editor are the editor's."""
        return self.page.locator(".hv .notice")

    @property
    def table(self) -> Locator:
        return self.page.locator("table.answers")

    def rows(self) -> list[list[Any]]:
        return self.table.evaluate(_ROWS)

    @property
    def values(self) -> str:
        """The rows of the answers: names and values."""
        return ", ".join(f"{name} {value}" for name, value, *_ in self.rows())

    @property
    def chosen(self) -> list[str]:
        """The names of the rows that are open."""
        return [name for name, *_, selected in self.rows() if selected]

    def footnotes(self) -> dict[str, str]:
        """The sentences under the table by their number."""
        marked = self.page.locator(".foot p:has(sup)").all_text_contents()
        return {text.split(" ", 1)[0]: text.split(" ", 1)[1] for text in marked}

    def boxes(self, drawing: Locator) -> list[Box]:
        """The classes in a drawing."""
        return [Box(*box) for box in drawing.locator("g.class").evaluate_all(_BOXES)]

    def lit(self, scope: Locator) -> set[str]:
        """The classes that are lit in a part of the page, by name."""
        return set(
            scope.locator("[data-n].lit").evaluate_all(
                "(all) => all.map((e) =>"
                " e.querySelector('title')?.textContent ?? e.getAttribute('title') ?? e.textContent)"
            )
        )

    def focused(self) -> dict[str, Any] | None:
        return self.page.evaluate(FOCUSED)

    def tab_to(self, wanted: Callable[[dict[str, Any]], bool], key: str = "Tab") -> dict[str, Any]:
        """Press Tab until the focus is on what is wanted."""
        for _ in range(80):
            self.page.keyboard.press(key)
            focused = self.focused()
            if focused and wanted(focused):
                return focused
        raise AssertionError("Tab never reaches it")

    # Acting

    def row(self, key: str) -> Locator:
        return self.page.locator(f"[data-row={json.dumps(key)}] [data-pick]")

    def choose(self, key: str) -> None:
        """Click a row of the answers, unless it is open, and wait for its explanation."""
        if self.row(key).get_attribute("aria-pressed") == "true":
            return
        name = self.row(key).locator(".measure").text_content()
        self.row(key).click()
        expect(self.row(key)).to_have_attribute("aria-pressed", "true")
        expect(self.why_title).to_contain_text(f"Why is {name} ")
        self.settle()

    def settings(self) -> Locator:
        return self.page.locator(".st-key-settings")

    def set_number(self, label: str, value: str) -> None:
        field = self.settings().get_by_label(label, exact=True)
        field.fill(value)
        field.press("Enter")

    # A control is pressed once all stands still: where the answer to the one before moves it between the press and the
    # release, a browser makes no click of them.

    def set_choice(self, label: str, option: str) -> None:
        self.settle()
        group = self.settings().get_by_role("radiogroup", name=label)
        group.locator("label").filter(has_text=re.compile(rf"^{re.escape(option)}\b")).click()

    def open_popover(self, name: str) -> Locator:
        """The body of the popover behind a button; Save and Describe are parts of the menu File."""
        if name in ("save", "describe"):
            menu = self.open_popover("open")
            menu.get_by_role("radio", name=name.title(), exact=True).click()
            self.settle()
            return menu
        body = self.page.locator("[data-testid=stPopoverBody]")
        # One that a choice has just closed goes with the answer to that choice.
        expect(body).to_be_hidden()
        self.settle()
        self.button(name).locator("[data-testid=stPopoverButton]").click()
        expect(body).to_be_visible()
        return body

    def button(self, name: str) -> Locator:
        """What is in the case bar under a key, unfolded where it is folded."""
        button = self.page.locator(f".st-key-{name}")
        fold = self.page.get_by_role("button", name="More actions")
        if not button.is_visible() and fold.is_visible():
            fold.click()
        return button

    def new_drawing(self) -> None:
        """Press New drawing and wait for the empty canvas."""
        self.button("new").get_by_role("button").click()
        expect(self.question).to_have_text("Which classes are true, and which were predicted?")
        expect(self.canvas.locator("g.class")).to_have_count(0)
        self.settle()

    def hierarchy_as(self, name: str) -> None:
        """Choose Draw, Outline or Edges."""
        self.page.locator(".st-key-hierarchyhead").get_by_role("radio", name=name, exact=True).click()
        expect(self.page.locator(".ed")).to_have_attribute("data-view", name.lower())
        self.settle()

    def opening(self) -> Locator:
        """The body of Open, which stays as it is where it is open; the picker may still be there."""
        body = self.page.locator("[data-testid=stPopoverBody]")
        return body if body.get_by_role("tab", name="Instance").is_visible() else self.open_popover("open")

    def open_file(self, content: str | bytes, name: str = "case.json") -> None:
        """Bring a case file through Open."""
        body = self.opening()
        data = content.encode() if isinstance(content, str) else content
        body.locator(".st-key-case-file input[type=file]").set_input_files(
            {"name": name, "mimeType": "application/json", "buffer": data}
        )

    def open_edges(self, text: str, true: str, predicted: str) -> None:
        """Bring an edge list with its marks through Open."""
        body = self.opening()
        body.get_by_role("tab", name="Instance").click()
        for label, value in (("or its lines", text), ("True classes", true), ("Predicted classes", predicted)):
            body.get_by_role("textbox", name=label).fill(value)
            body.get_by_role("textbox", name=label).press("Tab")
            self.settle()  # what is typed, or pressed, while a run goes on may be lost
        body.get_by_role("button", name="Open this instance").click()

    def saved(self) -> bytes:
        """What Save downloads as a case file."""
        body = self.open_popover("save")
        with self.page.expect_download() as download:
            body.get_by_role("button", name="Download").click()
        self.page.keyboard.press("Escape")
        return download.value.path().read_bytes()

    # What it should say

    def expect_question(self, case: Draft) -> None:
        """Wait for the question of a case."""
        expect(self.question).to_have_text(re.compile(rf"^\s*{re.escape(question_text(case))}\s*$"))

    def expect_why(self, measure: str, value: str) -> None:
        """Wait for the explanation of a measure."""
        expect(self.why_title).to_have_text(f"Why is {measure} {value}?")
        self.settle()


def question_text(case: Draft) -> str:
    """The question as it reads, white space collapsed."""

    def side(classes: frozenset[str]) -> str:
        return " ".join(sorted(classes)[:12]) or "none"

    return f"True: {side(case.true)} Predicted: {side(case.predicted)} How wrong is that?"


def spoken(case: Draft, name: str) -> str:
    """What a screen reader hears of a class in the editor."""
    marks = {"true": ", true", "predicted": ", predicted", "both": ", true and predicted", "none": ""}
    pinned = any(name == c for c, _, _ in case.positions)
    return name + marks[case.mark(name)] + ", artificial" * (name in case.artificial) + ", pinned" * pinned
