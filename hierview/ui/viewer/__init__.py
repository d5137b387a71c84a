"""The one read-only component: markup from `draw/` goes in; pointing, focus and keys work without a rerun."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...draw.scenes.style import screen_css_colours
from ...flats import flats
from ...languages import language, script_catalogue
from ...safe import Markup
from ..scripts.part import ScriptedElement, scripted_element

_HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def script() -> ScriptedElement:
    """The viewer as the browser fetches it."""
    own, of_flats = (_HERE / "viewer.css").read_text(encoding="utf-8"), (flat.read_styles("styles") for flat in flats())
    return scripted_element("hv", _HERE / "viewer.js", "".join([screen_css_colours(".hv"), own, *of_flats]))


def viewer(
    html: Markup,
    key: str,
    *,
    panel: bool = False,
    on_pick: Callable[[str], None] | None = None,
    stamp: Mapping[str, int] | None = None,
    edit: str = "",
) -> None:
    """Show markup. `on_pick` gets the key of a row or card that was chosen.

    panel: whether it stands on a panel's ground.  stamp: how new it is, where edits are answered at once: nothing
    older is put over it.  edit: the edit that a choice is, where the editor may be told of it.
    """
    # Other hosts take the script alone, and have no Streamlit.
    from ..shell.page_state import sent_value

    mount = script().mount
    component = mount("hierview_panel", "in-panel") if panel else mount("hierview_viewer")

    def picked() -> None:
        pick = sent_value(key, "pick")
        if isinstance(pick, str) and on_pick is not None:
            on_pick(pick)

    # In a list: of a dict, Streamlit looks through the values for dataframes, and loads pandas and pyarrow to do so.
    component(
        key=key,
        data=[{"html": html, "key": key, "stamp": stamp, "edit": edit} | script_texts()],
        on_pick_change=picked,
    )


def script_texts() -> dict[str, Any]:
    """The page's language, and in it the texts of the script; none in English, which the script itself speaks."""
    texts = script_catalogue(language(), "viewer")
    return {"lang": language()} | ({"texts": texts} if texts else {})
