"""Explore in a notebook: the same editor, answers and Why, beside the cell that made it."""

from __future__ import annotations

import base64
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...errors import extras

with extras("notebook"):
    import anywidget
    import traitlets

from ...answers.answers import answer_rows
from ...draw.backends.interactive import interactive_html
from ...explain import number
from ...formats.link import pack_draft
from ...measures import Result
from ...model.case import Case, Draft
from ...safe import safe
from .. import editor, viewer
from ..explore.contents import table_row_keys
from ..explore.desk import Desk
from ..scripts import join_modules
from ..shell.cases import PACKED
from .site import host_styles, page_font


@lru_cache(maxsize=1)
def script() -> str:
    """The script of the widget, which brings all that it needs."""
    texts = {
        "EDITOR": editor.script().text,
        "VIEWER": viewer.script().text,
        "STYLES": host_styles(),
        "FONT": base64.b64encode(page_font()).decode(),
        "WEIGHTS": "200 900" if page_font().startswith(b"wOF2") else "400",
        "BASE": "http://127.0.0.1:8501/",  # the explorer that a copied link leads to
    }
    constants = "".join(f"const {name} = {json.dumps(text)};\n" for name, text in texts.items())
    return constants + join_modules(Path(__file__).with_name("widget.js"))


class Explorer(anywidget.AnyWidget):
    """A case that is drawn on and answered in a notebook.

    case: what is drawn, a `Case` as soon as a class is marked; another one may be given, and whoever observes it is
    told.  results: the answers of the table that is shown, by the measures' texts.
    """

    case = traitlets.Instance(Draft)

    def __init__(self, case: Draft | str = "11a", **asked: str):
        self._desk = Desk({"c": case if isinstance(case, str) else PACKED + pack_draft(case), **asked})
        super().__init__(case=self._desk.state.draft, _esm=script())
        self.on_msg(self._hear)
        self.observe(self._show, "case")

    @property
    def results(self) -> dict[str, Result]:
        """Answers of the rows that are shown, with the settings chosen for them; none before a class is marked."""
        state = self._desk.state
        if not isinstance(self.case, Case):
            return {}
        measures = [state.measure(key) for key in table_row_keys(state)]
        return {str(answer.measure): answer.result for answer in answer_rows(self.case, measures)}

    def _hear(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
        task = message.get("do")
        desk_message = None if task == "show" else message
        answer = self._desk.gallery() if task == "gallery" else self._desk.tell(desk_message)
        self.case = self._desk.state.draft
        self.send({"id": message.get("id"), "answer": answer})

    def _show(self, change: Any) -> None:
        """Open a case that a cell gave; what the hand drew is here already."""
        if change["new"] is not self._desk.state.draft:
            self.send({"answer": self._desk.tell({"do": "visit", "asked": {"c": PACKED + pack_draft(change["new"])}})})

    def _repr_mimebundle_(self, **more: Any) -> Any:
        """The widget, and for a notebook that is saved as a page its answers and its case as an interactive export."""
        bundle, metadata = super()._repr_mimebundle_(**more) or ({}, {})
        frame = safe(
            '<iframe srcdoc="{}" width="100%" height="480" style="border:0" sandbox="allow-scripts"></iframe>',
            interactive_html(self.case),
        )
        answered = ", ".join(f"{text}: {number(result.value)}" for text, result in self.results.items())
        return bundle | {"text/html": safe("<p>{}</p>{}", answered, frame)}, metadata


def widget(case: Draft | str = "11a", **asked: str) -> Explorer:
    """A case to draw on and to ask in a notebook: a `Case`, a `Draft`, or the name of a preset.

    asked: what else an address of the explorer says, such as m="MGIA" for the open measure or v="ideas" for the view.
    The extra `notebook` brings what it needs.
    """
    return Explorer(case, **asked)
