"""Lessons without Streamlit: a visit is told messages and gives pages, as the desk of Explore does.

Handing in, slides and a class's answers stay with the server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import HierviewError
from ...languages import _, spoken_language
from ...lessons.library import lessons
from ...markup import html, pictures
from ...markup.pages import lesson as draw
from ..viewer import script_texts
from .step import ANSWER, Step
from .steps import KEPT, LessonState, kept_text, noted, parameters, state_of, with_kept


class Desk:
    """One visit to the lessons: `tell` takes a message and gives all that the page shows then.

    asked: the parameters of an address, its language too.  session: is not needed here.
    """

    def __init__(self, asked: Mapping[str, str], session: str = ""):
        self._language = asked.get("lang", "en")
        self._given: dict[str, Any] = {}  # what stands in controls, and was not checked
        with spoken_language(self._language):
            self.state = state_of(asked)

    def tell(self, message: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The page after a message, plain JSON, of those that `hierview.ui.explore.desk.Desk` takes but edits."""
        with spoken_language(self._language):
            before = self.state
            try:
                if message is not None:
                    self.state = self._after(message)
                if self.state.place != before.place:
                    self._given = {}
                return self._page("")
            except HierviewError as error:
                self.state, trouble = noted(before, trouble=str(error)), ""
            except Exception:  # whoever waits for an answer gets one
                self.state, trouble = before, _("The page was told something that it does not know.")
            return self._page(trouble)

    def _after(self, message: Mapping[str, Any]) -> LessonState:
        state, do = self.state, message["do"]
        if do == "visit":
            return state_of(message["asked"], state)
        if do == "set":
            self._given[str(message["name"])] = message["value"]
            return state
        if do == "press":
            return self._step().pressed(message["name"])
        pick = str(message["chosen"])
        if message["key"] == "choose":
            self._given[ANSWER] = self._step().toggled(pick)
            return state
        if pick.startswith(KEPT):
            return with_kept(state, pick.removeprefix(KEPT))
        return state_of({"lesson": pick}, state)

    def _step(self) -> Step:
        return Step(lessons(), self.state, self._given.get)

    # What is shown

    def _page(self, trouble: str) -> dict[str, Any]:
        state = self.state
        shelf = pictures.shelf_html("answers", kept_text(state), state.storage)
        step = self._step()
        return {
            "index": draw.lesson_index_html(lessons(), state.name, state.done) + shelf,
            "parts": [part | {"key": f"{state.place} {i} {part['at']}"} for i, part in enumerate(self._parts(step))],
            "beside": step.beside,
            "place": str(state.place),
            "viewer": script_texts(),
            "title": ["", step.lesson.title],
            "address": parameters(state) | ({} if self._language == "en" else {"lang": self._language}),
            "trouble": " ".join(filter(None, (trouble, state.trouble, step.trouble))),
        }

    def _parts(self, step: Step) -> list[dict[str, Any]]:
        ask, here = step.stage.ask, self.state.here
        parts: list[dict[str, Any]] = [_part("title", step.html.title(self.state.stage, step.stage.title))]
        for part in step.groups(step.look):
            kind = "words" if isinstance(part, list) else "picture"
            parts.append(_part(kind, step.part_html(part, step.beside)))
        if ask is not None and step.of is not None:
            parts += [_part("ask", step.html.question(ask.text))] if ask.text else []
            parts += [_part("choose", step.chooser_html())] if step.on_drawing else []
            parts += [{"at": "ask", "controls": step.controls()}, {"at": "ask", "controls": step.checks()}]
            parts += [_part("ask", step.html.hint(ask.hint))] if here.hinted else []
            parts += [_part("said", html.notice(here.trouble))] if here.trouble else []
            parts += [_part("said", verdict)] if (verdict := step.verdict_html()) else []
        if ask is None or here.why_open:
            parts += [_part("why", step.part_html(part)) for part in step.groups(step.stage.why)]
        return [*parts, {"at": "onward", "controls": step.ways()}]


def _part(at: str, markup: str) -> dict[str, Any]:
    return {"at": at, "html": markup}
