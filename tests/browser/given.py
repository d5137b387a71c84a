"""Markup handed to the viewers, and a drawing to the editor, of a page as it stands: nothing is run or loaded anew.

That the page itself shows this markup is asked without a browser. Here a browser lays it out, within the page's own
frame, styles and fonts; what the page showed before comes back only when it is opened again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from hierview.markup import html
from hierview.ui.address import state_of
from hierview.ui.contents import contents
from hierview.ui.editing import editor_data

from .explorer import DONE, ERROR_BOXES, Explorer, still

# What an earlier test may have left open.
OPEN = "[data-testid=stPopoverBody], [role=dialog]:not([hidden]), dialog[open]"
_ROOTS = """const within = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot
    ? [e.shadowRoot, ...within(e.shadowRoot)] : []);
  const roots = within(document);"""

_SHOW = f"""(shown) => {{
  {_ROOTS}
  for (const [key, html] of Object.entries(shown)) {{
    const viewer = roots.map((root) => root.hierview).find((known) => known?.key === key);
    if (!viewer) throw new Error(`the page has no viewer ${{key}}`);
    (window.given ??= {{}})[key] ??= viewer.html;
    viewer.take({{ html, key, stamp: null, edit: viewer.edit }}, viewer.send);
  }}
}}"""

# What viewers showed before, unless they are gone.
_PUT_BACK = f"""() => {{
  {_ROOTS}
  for (const [key, html] of Object.entries(window.given ?? {{}}))
    for (const {{ hierview: viewer }} of roots)
      if (viewer?.key === key) viewer.take({{ html, key, stamp: null, edit: viewer.edit }}, viewer.send);
  delete window.given;
}}"""
# The next Tab leads to the first thing on the page.
_FROM_THE_TOP = """() => {
  sessionStorage.clear();
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  document.querySelector("[data-testid=stMain]").scrollTo(0, 0);
}"""
# Own cases are kept in the browser, and so in visits of later tests.
_STANDS = f"""() => {{
  {_ROOTS}
  const own = localStorage.getItem("hierview-cases");
  localStorage.removeItem("hierview-cases");
  return !own && !window.drawn && !document.querySelector("html[lang=de]")
    && !!document.querySelector({json.dumps(DONE)})
    && ![document, ...roots].some((root) => root.querySelector({json.dumps(f"{OPEN}, {ERROR_BOXES}")}));
}}"""

_SHOWS = f"""(key) => {{ {_ROOTS} return roots.some((root) => root.hierview?.key === key); }}"""

# Newer than what is drawn, and older than what the page itself sends next.
_DRAW = f"""(data) => {{
  {_ROOTS}
  const {{ messages }} = roots.map((root) => root.hierviewEditor).find(Boolean);
  const {{ session, drawingVersion, editCount, opening }} = messages;
  window.drawn = true;
  const newer = {{ drawingVersion: drawingVersion + 0.001, lastEdit: editCount, opening: (opening ?? 0) + 1 }};
  messages.take({{ ...data, session, ...newer }}, messages.send);
}}"""


def markup(**asked: str) -> dict[str, str]:
    """What Explore's viewers show at an address, by the key of each."""
    return contents(state_of(asked)).markup


def goes_on(page: Explorer) -> bool:
    """Whether the visit of an earlier test may go on: the page stands, and shows again what the server sent.

    For tests whose addresses say all that they look at; to load the page anew takes longest. What is embedded stays so,
    and so does another language, or another view: an address that says none leaves it. Who has cases of their own is
    somebody else.
    """
    if not page.page.url.startswith(f"{page.server}/") or re.search("[?&](embed|lang|v|p)=", page.page.url):
        return False
    if not page.page.evaluate(_STANDS):
        return False
    page.page.evaluate(_PUT_BACK)
    page.page.evaluate(_FROM_THE_TOP)
    return True


def ready(page: Explorer) -> None:
    """Explore, opened unless it stands there: for what is read from markup alone."""
    if not page.page.evaluate(_SHOWS, "answers"):
        page.open("?c=15")


def show(page: Explorer, shown: Mapping[str, str]) -> None:
    """Show markup in the viewers of these keys."""
    page.page.evaluate(_SHOW, dict(shown))


def draw(page: Explorer, **asked: str) -> None:
    """Draw in the editor what is drawn at an address, at once in its place."""
    state = state_of(asked)
    data: dict[str, Any] = editor_data(state, html.class_ids(state.draft), "")
    with still(page.page):
        page.page.evaluate(_DRAW, data)


def lay_out(page: Explorer, **asked: str) -> None:
    """Show in their places question, drawing, answers and picture of an address."""
    shown = markup(**asked)
    show(page, {key: shown[key] for key in ("question", "answers", "whytitle", "picture")})
    draw(page, **asked)
