"""Scripts and styles of the components, which the browser fetches from an address of the server's.

Streamlit repeats the script and the styles of a component in every message that changes it, and its page goes through
the script letter by letter each time. It is given a few lines that fetch both: once a version, and they are kept.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from . import join_modules

# The sheet is shared by all roots that are mounted: it is read once, and there before anything is shown.
_FETCH = """const address = new URL("scripts/{name}", location.href);
export default async (component) => {{
const {{ default: show, styles }} = await import(address), {{ adoptedStyleSheets: worn }} = component.parentElement;
if (!worn.includes(styles)) worn.push(styles);
show(component);
}};"""


# Registered where it is mounted, once for every server: at import, tests of single pages find nothing.
_registered: WeakKeyDictionary[Any, dict[str, Any]] = WeakKeyDictionary()


@dataclass(frozen=True)
class ScriptedElement:
    """An element of the page, and its JavaScript, which the browser fetches under `name`."""

    root: str
    """CSS class of the element."""
    name: str
    """Name of the file, another one for another text, so that it may be kept for good."""
    text: str
    """Text of its JavaScript."""

    def mount(self, component: str, classes: str = "") -> Any:
        """The component that Streamlit mounts under this name, with further classes on its element."""
        import streamlit as st
        from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager

        components = _registered.setdefault(get_bidi_component_manager(), {})
        if component not in components:
            html = f'<div class="{f"{self.root} {classes}".strip()}"></div>'
            components[component] = st.components.v2.component(component, html=html, js=_FETCH.format(name=self.name))
        return components[component]


def scripted_element(root: str, script: Path, styles: str) -> ScriptedElement:
    """The module `script` with all that it imports, and these styles beside what it shows."""
    sheet = f"export const styles = new CSSStyleSheet();\nstyles.replaceSync({json.dumps(styles)});\n"
    text = f"{join_modules(script)}\n{sheet}"
    return ScriptedElement(root, f"{root}-{sha256(text.encode()).hexdigest()[:16]}.js", text)
