"""The editor as a visitor uses it: how tests draw, mark, rename and delete, and what they read back."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Locator, Page, expect

from .explorer import DONE
from .javascript import javascript

TOOLS = {"Mark": "mark", "Add class": "add", "Link": "link", "Rename": "rename", "Delete": "delete"}
MARKS = ("none", "true", "predicted", "both")
SLOWLY = 320  # milliseconds between two clicks that are no double-click

_CLASSES = """(groups) => groups.map((g) => [g.querySelector("title").textContent, g.getAttribute("aria-label")])"""
_EDGES = """(all) => all.map((e) => [e.line.parent, e.line.child])"""
_SPOTS = javascript("middles_of_classes")


class Editor:
    """The editor on a page. Steps do not wait for Python unless they say so: `caught_up` does."""

    def __init__(self, page: Page):
        self.page = page

    # Finding

    @property
    def root(self) -> Locator:
        return self.page.locator(".ed")

    @property
    def canvas(self) -> Locator:
        return self.root.locator("svg.canvas")

    @property
    def bar(self) -> Locator:
        """The line under the drawing: what can be done with what is selected, or a hint, or the legend."""
        return self.root.locator(".line")

    @property
    def notice(self) -> Locator:
        return self.root.locator(".notice")

    @property
    def name_box(self) -> Locator:
        return self.root.locator("input.name:not(.number)")

    @property
    def text(self) -> Locator:
        """The box of the text views."""
        return self.root.locator("textarea")

    @property
    def aloud(self) -> Locator:
        """What is said to a screen reader."""
        return self.root.locator("[aria-live]")

    def class_(self, name: str) -> Locator:
        facts = "true|predicted|predicted by A|true and predicted|artificial|pinned|blocked|next|judged by [-0-9.]+"
        # A slash would end the pattern in the browser.
        says = re.compile(rf"^{re.escape(name).replace('/', '[/]')}(, ({facts}))*$")
        return self.canvas.get_by_role("button", name=says)

    def edge(self, parent: str, child: str) -> Locator:
        return self.canvas.get_by_role("button", name=f"edge {parent} to {child}", exact=True)

    # Reading

    def spots(self) -> dict[str, list[float]]:
        """Where the middle of each class is, on the stage."""
        found: dict[str, list[float]] = self.canvas.locator(".class").evaluate_all(_SPOTS)
        return found

    def caught_up(self) -> Editor:
        """Wait until Python has taken every edit and has nothing more to say."""
        self.page.wait_for_function(javascript("caught_up"))
        self.page.locator(DONE).wait_for(state="attached")
        return self

    def classes(self) -> dict[str, str]:
        """The mark of every class."""
        found = {}
        for name, says in self.canvas.locator("g.class").evaluate_all(_CLASSES):
            words = says[len(name) :].split(", ")
            found[name] = "both" if "true and predicted" in words else next((m for m in MARKS if m in words), "none")
        return found

    def pinned(self) -> set[str]:
        found = self.canvas.locator("g.class:has(.pin)").evaluate_all(_CLASSES)
        return {name for name, _ in found}

    def edges(self) -> set[tuple[str, str]]:
        return {(parent, child) for parent, child in self.canvas.locator(".handle").evaluate_all(_EDGES)}

    def centre(self, name: str) -> tuple[float, float]:
        """Where a class stands on screen."""
        box = self.class_(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # Acting

    def tool(self, name: str) -> Editor:
        """Choose a tool by its word."""
        self.root.get_by_role("toolbar", name="Drawing tools").get_by_role("button", name=name, exact=True).click()
        expect(self.root).to_have_attribute("data-tool", TOOLS[name])
        return self

    def press_tool(self, name: str) -> Editor:
        """Press Tidy, Whole screen, Zoom in, Zoom out, or Keys, wherever it is at this width."""
        bar = self.root.get_by_role("toolbar", name="Drawing tools")
        button = bar.get_by_role("button", name=name, exact=True)
        if not button.is_visible():
            bar.get_by_role("button", name="More", exact=True).click()
            button = self.root.get_by_role("dialog", name="More").get_by_role("button", name=name, exact=True)
        button.click()
        return self

    def in_bar(self, action: str) -> Editor:
        """Press a button in the line under the drawing."""
        self.bar.get_by_role("button", name=action, exact=True).click()
        return self

    def click_class(self, name: str) -> Editor:
        """Click a class, never so soon after another click that it would be a double-click."""
        self.page.wait_for_timeout(SLOWLY)
        self.class_(name).click()
        return self

    def double_click(self, name: str) -> Editor:
        """Two clicks on a class that say of themselves to be quick, however late they are delivered."""
        self.class_(name).hover()  # once it stands still
        x, y = self.centre(name)
        devtools, now = self.page.context.new_cdp_session(self.page), time.time()
        for i, (kind, count) in enumerate((kind, n) for n in (1, 2) for kind in ("mousePressed", "mouseReleased")):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": count, "timestamp": now + i / 25}
            devtools.send("Input.dispatchMouseEvent", event)
        devtools.detach()
        return self

    def drag(self, name: str, dx: float, dy: float) -> Editor:
        """Drag a class that stands where Python wants it: no answer moves it away from under the pointer."""
        self.caught_up().class_(name).hover()  # once it stands still
        x, y = self.centre(name)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx, y + dy, steps=6)
        self.page.mouse.up()
        return self

    def focus(self, name: str) -> Editor:
        self.class_(name).focus()
        return self

    def press(self, *keys: str) -> Editor:
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def type_name(self, name: str) -> Editor:
        """Into the box that is open, ending with Enter."""
        expect(self.name_box).to_be_focused()
        self.name_box.fill(name)
        self.name_box.press("Enter")
        return self

    def unfold(self) -> Editor:
        """Show what is folded, wherever it is; how many such places there are goes down by one each time."""
        folded = self.canvas.get_by_role("button", name=re.compile(r"more, folded: show them$"))
        while left := folded.count():
            folded.first.focus()
            self.in_bar("Show them")
            expect(folded).to_have_count(left - 1)
            self.caught_up()
        return self

    def rename_to(self, name: str, to: str) -> Editor:
        return self.focus(name).in_bar("Rename").type_name(to)

    def undo(self) -> Editor:
        return self.press("ControlOrMeta+z")

    def redo(self) -> Editor:
        return self.press("ControlOrMeta+Shift+z")
