"""Lessons without Streamlit: a visit is told messages and gives pages, as the desk of Explore does.

What is handed in is made by the host, of what its browser keeps; a class's answers are collected by hierview itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

from ...errors import HierviewError
from ...languages import ENGLISH, _, spoken_language
from ...markup import html, pictures
from ...ui.shell.control_data import Control, button_data, frame_words
from ...ui.viewer import script_texts
from ..handed import LONGEST_NAME, marks_of
from ..library import lessons
from ..markup import lesson as draw
from ..prose import prose_text
from ..publish.copies import copy_markdown
from .slides import TALKS, talk
from .step import ANSWER, Step
from .steps import KEPT, LessonState, kept_text, noted, parameters, stage_mark, state_of, with_kept

COPY = "copy"  # the button that makes a copy for the learner


class Desk:
    """One visit to the lessons: `tell` takes a message and gives all that the page shows then.

    asked: the parameters of an address, its language too, and the address of the page itself as `at`.
    session: is not needed here.
    """

    def __init__(self, asked: Mapping[str, str], session: str = ""):
        self._language, self._at = asked.get("lang", ENGLISH), asked.get("at", "")
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
                return self._page("") | self._file(message)
            except HierviewError as error:
                self.state, trouble = noted(before, trouble=str(error)), ""
            except Exception:  # whoever waits for an answer gets one
                self.state, trouble = before, _("The page was told something that it does not know.")
            return self._page(trouble)

    def _after(self, message: Mapping[str, Any]) -> LessonState:
        do, pick = message["do"], str(message.get("chosen", ""))
        # A talk is over with whatever is done next, but that the browser tells what it kept.
        state = self.state if pick.startswith(KEPT) else replace(self.state, big="")
        if do == "visit":
            return state_of(message["asked"], state)
        if do == "set" and message["name"] == "who":
            return replace(state, who=str(message["value"])[:LONGEST_NAME])
        if do == "set":
            self._given[str(message["name"])] = message["value"]
            return state
        if do == "press" and message["name"] in (*TALKS, COPY):
            return replace(state, big=message["name"] if message["name"] in TALKS else "")
        if do == "press":
            return Step(lessons(), state, self._given.get).pressed(message["name"])
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
            "address": parameters(state) | self._spoken(),
            "trouble": " ".join(filter(None, (trouble, state.trouble, step.trouble))),
            "words": frame_words(),
            "mine": self._mine(step),
        }

    def _spoken(self) -> dict[str, str]:
        return {} if self._language == ENGLISH else {"lang": self._language}

    def _mine(self, step: Step) -> dict[str, Any]:
        """What the host needs to show and hand in the answers that its browser keeps."""
        asks = [
            [i, stage_mark(stage), prose_text(stage.title, str)]
            for i, stage in enumerate(step.lesson.stages)
            if stage.ask is not None
        ]
        is_last = self.state.stage + 1 == len(step.lesson.stages)
        return {
            "lesson": self.state.name,
            "who": self.state.who,
            "longest": LONGEST_NAME,
            "asks": asks,
            "ended": is_last and (step.stage.ask is None or self.state.here.why_open),
            "words": _mine_words(len(asks)),
        }

    def _file(self, message: Mapping[str, Any] | None) -> dict[str, Any]:
        """The copy for the learner, where it was asked for."""
        if message is None or (message["do"], message.get("name")) != ("press", COPY):
            return {}
        lesson = lessons()[self.state.name]
        text = copy_markdown(lesson, marks_of(self.state.paper, lesson))
        return {"file": {"name": f"{lesson.name}-copy.md", "type": "text/markdown", "content": text}}

    def _teachers(self, step: Step) -> list[Control]:
        """The menu of a teacher."""
        made = {"slides": _("Slides as PDF")}
        if any(stage.ask is not None for stage in step.lesson.stages):
            made = {"sheet": _("Sheet as PDF"), "key": _("Key as PDF")} | made
        start = f"papers/{quote(step.lesson.name)}"
        papers = [{"kind": "file", "name": n, "label": s, "address": f"{start}-{n}.pdf"} for n, s in made.items()]
        entries = [*(button_data(big, _(label)) for big, label in TALKS.items()), *papers]
        entries.append({"kind": "share", "name": "share", "label": _("Copy link")})
        return [{"kind": "menu", "name": "teachers", "label": _("For teachers"), "controls": entries}]

    def _parts(self, step: Step) -> list[dict[str, Any]]:
        ask, here = step.stage.ask, self.state.here
        parts: list[dict[str, Any]] = [{"at": "teachers", "controls": self._teachers(step)}]
        if self.state.big:
            query = urlencode({"lesson": step.lesson.name} | self._spoken())
            parts.append(_part("talk", talk(step.all_lessons[step.lesson.name], self.state, f"{self._at}?{query}")))
        parts.append(_part("title", step.html.title(self.state.stage, step.stage.title)))
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


def _mine_words(asked: int) -> dict[str, Any]:
    return {
        "mine": _("My answers"),
        "of": _("{n} of {all}", n="{n}", all=asked),
        "tries": [_("first try"), _("second try"), _("third try")],
        "try": _("try {n}", n="{n}"),
        "shown": _("shown"),
        "open": _("not yet"),
        "who": _("Name or number, for your teacher"),
        "unnamed": _("Without one, nobody knows whose they are."),
        "hand": _("Hand in as a file"),
        "saved": _("Saved as {file}", file="{file}"),
        "copy": _("Copy the code"),
        "copied": _("Copied"),
        "sends": _("This page sends nothing. Give your teacher the file, or paste the code where it is asked for."),
        "own": _("My copy"),
    }
