"""The editor component: a drawing that can be edited, by mouse, touch and keyboard, or as text."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...draw.scenes.style import screen_css_colours
from ...languages import language, script_catalogue
from ..scripts.part import ScriptedElement, scripted_element

_HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def script() -> ScriptedElement:
    """The editor as the browser fetches it."""
    css = screen_css_colours(".ed") + (_HERE / "editor.css").read_text(encoding="utf-8")
    return scripted_element("ed", _HERE / "editor.js", css)


def editor(data: dict[str, Any], key: str, on_edits: Callable[[], Any]) -> None:
    """Show the editor with `data`; the edits that are not yet acknowledged are `sent(key, "edits")`.

    `on_edits` is called before the page runs again because of them.
    """
    # As in the viewer: a list is passed on as it is.
    script().mount("hierview_editor")(key=key, data=[data | script_texts()], on_edits_change=on_edits)


def script_texts() -> dict[str, dict[str, str]]:
    """Texts of the script in the page's language; nothing in English, which the script itself speaks."""
    texts = script_catalogue(language(), "editor")
    return {"texts": texts} if texts else {}
