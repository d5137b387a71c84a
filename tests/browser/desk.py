"""Explore's editor and viewers on a bare page, Python behind them in this process: no Streamlit, no server.

What pointing, keys, focus and the editor's messages do is the same here as on the page, at a tenth of its cost. What
belongs to Streamlit, buttons, popovers, addresses, and where everything stands, is not here.
"""

from __future__ import annotations

import json
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import streamlit
from playwright.sync_api import Page, Route, expect

import hierview
from hierview import Draft
from hierview.draw.scenes.style import DARK, LIGHT, THEME, screen_css_colours
from hierview.languages import ENGLISH, spoken_language
from hierview.markup import html
from hierview.ui import editor, viewer
from hierview.ui.explore.address import state_of
from hierview.ui.explore.contents import viewer_contents
from hierview.ui.explore.editing import editor_data, take_edits, with_description
from hierview.ui.explore.history import record_outside, step_back, step_forth
from hierview.ui.explore.instant import reply_at_once
from hierview.ui.explore.view import ViewState, open_case, with_new_controls
from hierview.ui.scripts import join_modules
from hierview.ui.shell.cases import EMPTY, NEW
from hierview.ui.shell.fields import change_fields

from .explorer import DONE, Explorer, drawn
from .javascript import javascript

UI = Path(hierview.__file__).parent / "ui"
ADDRESS = "http://127.0.0.1:9"  # where nothing is: all that is asked there is answered here
# In the page's colours: those of light are what viewers fall back on.
_DARK = "".join(f"--st-{THEME[name]}: {colour};" for name, colour in DARK.items())
PAGE = f"""<!doctype html><meta name="viewport" content="width=device-width"><style>
body {{ margin: 16px; }} main {{ max-width: 700px; background: var(--st-background-color, {LIGHT["ground"]}); }}
@media (prefers-color-scheme: dark) {{ :root {{ {_DARK} }} body {{ background: {DARK["ground"]}; }} }}</style>
<main class="stApp" data-testid="stApp" data-test-script-state="notRunning"></main>"""

# The letters of the page, which Streamlit brings.
_LETTERS = Path(streamlit.__file__).parent / "static" / "static" / "media"

_MOUNT = javascript("mount_desk")


def _css(root: str, name: str) -> str:
    return screen_css_colours(root) + (UI / name / f"{name}.css").read_text(encoding="utf-8")


class Desk(Explorer):
    """A bare page with the editor and the viewers, and the state that they show."""

    def __init__(self, page: Page):
        super().__init__(page, ADDRESS)
        self.state: ViewState = state_of({})
        self.visits = 0
        self.language = ENGLISH
        self.alone = False
        page.route(f"{ADDRESS}/**", self._serve)
        page.expose_function("hierviewTold", self._told)
        page.goto(f"{ADDRESS}/")
        scripts = {"ed": join_modules(UI / "editor" / "editor.js"), "hv": join_modules(UI / "viewer" / "viewer.js")}
        page.evaluate(_MOUNT, {"scripts": scripts, "css": {"ed": _css(".ed", "editor"), "hv": _css(".hv", "viewer")}})

    # Python's side

    def _serve(self, route: Route) -> None:
        if not route.request.url.endswith("/answer"):
            return route.fulfill(content_type="text/html", body=PAGE)
        found = reply_at_once(route.request.post_data_buffer or b"")
        return route.fulfill(status=204) if found is None else route.fulfill(json=found)

    def _told(self, said: str) -> str:
        self.state = take_edits(self.state, json.loads(said))
        return self._data()

    def _data(self) -> str:
        with spoken_language(self.language):
            return json.dumps(self._shown())

    def _shown(self) -> dict[str, Any]:
        state = self.state
        ids = html.class_ids(state.draft)
        viewers = [
            {"html": markup, "key": key, "stamp": state.age_stamp, "edit": "choose" if key == "answers" else ""}
            | viewer.script_texts()
            for key, markup in ({} if self.alone else viewer_contents(state).markup).items()
        ]
        if state.visit.trouble:
            trouble = {"html": html.notice_html(state.visit.trouble), "key": "trouble", "stamp": None, "edit": ""}
            viewers.append(trouble | viewer.script_texts())
        return {"editor": editor_data(state, ids, f"visit {self.visits}") | editor.script_texts(), "viewers": viewers}

    def _turn(self, state: ViewState) -> None:
        """Show what something else than the editor made of the page."""
        self.state = state
        self.page.evaluate("(told) => desk.show(told)", self._data())
        self.settle()

    @contextmanager
    def letters_of_the_page(self) -> Iterator[None]:
        """The letters that the page has, while this lasts: what depends on their width stands as it stands there."""
        (font,) = _LETTERS.glob("SourceSansVF-Upright.*.woff2")
        url = f"data:font/woff2;base64,{b64encode(font.read_bytes()).decode()}"
        face = f'@font-face {{ font-family: "Source Sans"; font-weight: 200 900; src: url({url}); }}'
        sheet = self.page.add_style_tag(content=face)
        assert self.page.evaluate("""() => document.fonts.load('16px "Source Sans"').then((found) => found.length)""")
        yield
        sheet.evaluate("(e) => e.remove()")

    @contextmanager
    def editor_alone(self) -> Iterator[None]:
        """The editor without the viewers, while this lasts: who looks at each element of it looks at fewer."""
        self.alone = True
        self._turn(self.state)
        try:
            yield
        finally:
            self.alone = False

    # What a visitor does

    def speak(self, language: str) -> None:
        """Show the page in another language, as it stands."""
        self.language = language
        self._turn(self.state)

    def visit(self, query: str = "") -> Desk:
        self.visits += 1
        self.page.mouse.move(2, 2)
        # Newer than what the visit before made of its own within this second: what is older is not shown any more.
        newer = max(int(time.time()), self.state.visit.drawing_version + 1)
        self.state = change_fields(state_of(dict(parse_qsl(query.removeprefix("?")))), drawing_version=newer)
        self.page.evaluate("(told) => desk.open(told)", self._data())
        expect(self.question).to_be_visible()
        self.settle()
        self.visited = True
        return self

    def turn_to(self, query: str) -> Desk:
        return self.open(query)  # which costs nothing here

    def settle(self) -> None:
        drawn(self.page)
        self.page.locator(DONE).wait_for(state="attached")

    def show_case(self, name: str, case: Draft) -> None:
        """Open a case from the picker or a file."""
        self._turn(record_outside(self.state, open_case(self.state, name, case)))

    def describe(self, **texts: str) -> None:
        """Write into the fields of Describe, which take the focus."""
        self._flush()
        self.page.evaluate("document.activeElement.blur()")
        self._turn(with_description(self.state, {"op": "describe", **texts}))

    def new_drawing(self) -> None:
        self.show_case(NEW, EMPTY)
        expect(self.canvas.locator("g.class")).to_have_count(0)

    def hierarchy_as(self, name: str) -> None:
        self._flush()
        self._turn(record_outside(self.state, change_fields(self.state, tab=name.lower())))
        expect(self.page.locator(".ed")).to_have_attribute("data-view", name.lower())

    def undo(self) -> None:
        """The page's own Undo."""
        self._flush()
        self._turn(change_fields(step_back(self.state), drawing_version=self.state.visit.drawing_version + 1))

    def redo(self) -> None:
        """The page's own Redo."""
        self._flush()
        self._turn(change_fields(step_forth(self.state), drawing_version=self.state.visit.drawing_version + 1))

    def reset(self) -> None:
        """The page's own reset."""
        self._flush()
        after = change_fields(with_new_controls(self.state), draft=self.state.work.start, settings=())
        self._turn(record_outside(self.state, after))

    def _flush(self) -> None:
        """As when something beside the editor is pressed: what waits there is said first."""
        self.page.evaluate(
            "document.querySelector('main').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))"
        )
        self.settle()
