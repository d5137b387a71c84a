"""Pages without a browser: what is done to them, and the markup that they hand to their viewers."""

from __future__ import annotations

import json
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, urlsplit

import streamlit
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from hierview.flats import flats
from hierview.ui.explore.view import ViewState
from hierview.ui.files import bringing

from .processes import PATIENCE

__all__ = ["App", "AppTest", "PageAlone", "words"]

# Installed packages are looked through once, and a busy machine is waited for.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
AppTest.default_timeout = property(lambda self: PATIENCE, lambda self, seconds: None)
type(streamlit.context).ip_address = None
bringing.SOON = PATIENCE  # no browser is here that asks again how far a file is

APP = Path(__file__).resolve().parents[1] / "hierview" / "ui" / "shell" / "script.py"


def words(markup: str) -> str:
    """The text of markup, white space collapsed."""
    parted = re.sub("<[^>]*>", " ", re.sub(r"</?(abbr|b|i|sub|sup)\b[^>]*>", "", markup))
    return " ".join(unescape(parted).split())


def _ask(at: AppTest, query: dict[str, str]) -> None:
    """Turn to an address."""
    at.query_params.clear()
    at.query_params.update(query)


def _given(at: AppTest) -> list[tuple[str, dict[str, Any]]]:
    """What each component is given, by its whole key."""
    return [(e.proto.id.split("-", 2)[-1], *json.loads(e.proto.json)) for e in at.get("bidi_component")]


class PageAlone:
    """One visit to a page without the bar around it, which goes on from address to address."""

    def __init__(self, page: str):
        room = next((f"{flat.folder}.ui" for flat in flats() if page.capitalize() in flat.pages), f"ui.{page}")
        script = f"from hierview.ui.shell.page_state import note_arrival\nfrom hierview.{room}.page import show\n"
        self.at = AppTest.from_string(f"{script}note_arrival({page!r})\nshow()")

    def visit(self, **query: str) -> dict[str, str]:
        """The markup of every viewer, by its key, at an address."""
        _ask(self.at, query)
        return self.run()

    def run(self) -> dict[str, str]:
        """The markup of every viewer after what was done to the controls."""
        self.at.run()
        assert not self.at.exception, self.at.exception
        return {key: data["html"] for key, data in _given(self.at)}

    def press(self, label: str) -> dict[str, str]:
        """The markup of every viewer after a press on the button of that label."""
        self.control("button", label).click()
        return self.run()

    def control(self, kind: str, label: str) -> Any:
        return next(c for c in self.at.get(kind) if c.label == label)


class App:
    """The app after a visit to an address, from which it may go on to others."""

    def __init__(self, **query: str):
        self.at = AppTest.from_file(APP)
        self.turn_to(**query)

    def turn_to(self, **query: str) -> App:
        """Another address in the same visit."""
        _ask(self.at, query)
        return self.run()

    def run(self) -> App:
        self.at.run()
        assert not self.at.exception, self.at.exception
        return self

    @property
    def state(self) -> ViewState:
        return self.at.session_state["hierview"]

    @property
    def shown(self) -> dict[str, str]:
        """The markup of every viewer, by its key."""
        return {key.rsplit("-", 1)[-1]: markup for key, markup in self.components()}

    @property
    def question(self) -> str:
        """The question as it reads."""
        return words(self.shown["question"])

    @property
    def values(self) -> str:
        """The rows of the answers: names and values."""
        rows = re.findall(r'class="measure">(.*?)</span>.*?<td class="value"><span>(.*?)</span>', self.shown["answers"])
        return ", ".join(f"{words(name)} {words(value)}" for name, value in rows)

    @property
    def drawn(self) -> dict[str, Any]:
        """What the editor is given."""
        return next(data for key, data in _given(self.at) if key == "editor")

    def components(self) -> list[tuple[str, str]]:
        """The whole key and the markup of every viewer."""
        return [(key, data["html"]) for key, data in _given(self.at) if "html" in data]

    def control(self, kind: str, label: str):
        """The control of that label."""
        return next(c for c in self.at.get(kind) if c.label.startswith(label))

    def use(self, control, value) -> App:
        control.set_value(value)
        return self.run()

    def press(self, key: str) -> App:
        """Press the button of that key."""
        self.at.button(key=key).click()
        return self.run()

    def unfold(self, key: str) -> App:
        """Open the popover of that key; Open, Save and Describe are parts of one."""
        if key in ("open", "save", "describe"):
            self.at.session_state["file-part"], key = key, "open"
        self.at.session_state[key] = True
        return self.run()

    def edit(self, *edits: dict[str, Any]) -> App:
        """What the editor tells of edits."""
        visit = self.state.visit
        numbers = enumerate(edits, visit.last_edit + 1)
        log = [{"number": number, "drawingVersion": visit.drawing_version, **edit} for number, edit in numbers]
        self.at.session_state["editor"] = {"edits": {"log": log}}
        return self.run()

    def describe(self, **texts: str) -> App:
        """Write into the fields of Describe."""
        self.unfold("describe")
        for label, written in texts.items():
            fields = (*self.at.get("text_input"), *self.at.get("text_area"))
            field = next(f for f in fields if f.key.startswith(f"describe-{label}-"))
            self.use(field, written)
        return self

    @property
    def called(self) -> str:
        """What the picker says, as the Markdown that Streamlit is given."""
        return next(b.proto.popover.label for b in self.at.get("popover") if b.proto.popover.id.endswith("-picker"))

    def link(self, *ticks: str) -> dict[str, str]:
        """What the link that Share gives asks for, with these ticks set."""
        self.unfold("share")
        for tick in ticks:
            self.at.checkbox(key=tick).check()
        link = self.run().at.code[0]  # after it comes, where it is for a frame, the line that makes the frame
        return dict(parse_qsl(urlsplit(link.value).query))

    def open_file(self, content: str | bytes, name: str = "case.json") -> App:
        """Bring a file through Open."""
        self.unfold("open")
        data = content.encode() if isinstance(content, str) else content
        box = next(box for box in self.at.get("file_uploader") if box.key == "case-file")
        box.set_value((name, data, "application/octet-stream"))
        return self.run()

    def bring(self, *files: tuple[str, str, str]) -> App:
        """Bring files of HEMKit through Open: for what, name, content of each."""
        self.unfold("open")
        for key, name, content in files:
            box = next(box for box in self.at.get("file_uploader") if box.key == f"triple-{key}")
            box.set_value((name, content.encode(), "text/plain"))
        return self.run()

    def saved(self, form: str = "json") -> tuple[str, bytes]:
        """The name and the content of what Save hands to the browser."""
        given = []
        self.unfold("save")
        with patch.object(streamlit, "download_button", lambda label, data, name, *_, **__: given.append((name, data))):
            self.use(self.at.radio(key="save-format"), form)
        ((name, data),) = given
        return name, data if isinstance(data, bytes) else data.encode()

    def open_edges(self, lines: str | bytes, true: str, predicted: str, file: str = "") -> App:
        """Bring an edge list with its marks through Open: a file's where that is named, else as typed."""
        self.unfold("open")
        if file:
            box = next(box for box in self.at.get("file_uploader") if box.key == "edges-file")
            box.set_value((file, lines, "text/plain"))
            lines = ""
        for key, value in {"text": lines, "true": true, "predicted": predicted}.items():
            fields = (*self.at.get("text_area"), *self.at.get("text_input"))
            next(c for c in fields if c.key == f"edges-{key}").set_value(value)
        return self.press("edges-open")
