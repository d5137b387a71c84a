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
from ...markup import html
from ...markup.gallery import shelf_html
from ...safe import Markup
from ...ui.shell.control_data import Control, button_data, frame_words
from ...ui.viewer import script_texts
from ..answer_sheets import LONGEST_NAME, marks_of_sheet
from ..library import lessons
from ..markup import lesson as draw
from ..prose import prose_text
from ..publish.copies import copy_markdown
from .slides import TALKS, talk_markup
from .step import ANSWER, OpenStep
from .steps import (
    KEPT,
    LessonState,
    browser_text,
    parameters,
    stage_fingerprint,
    state_of,
    with_browser_text,
    with_step,
)

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
                    self.state = self._next_state(message)
                if self.state.place != before.place:
                    self._given = {}
                return self._page_data("") | self._copy_file(message)
            except HierviewError as error:
                self.state, trouble = with_step(before, trouble=str(error)), ""
            except Exception:  # whoever waits for an answer gets one
                self.state, trouble = before, _("The page was told something that it does not know.")
            return self._page_data(trouble)

    def _next_state(self, message: Mapping[str, Any]) -> LessonState:
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
            return OpenStep(lessons(), state, self._given.get).state_after(message["name"])
        if message["key"] == "choose":
            self._given[ANSWER] = self._step().toggled_classes(pick)
            return state
        if pick.startswith(KEPT):
            return with_browser_text(state, pick.removeprefix(KEPT))
        return state_of({"lesson": pick}, state)

    def _step(self) -> OpenStep:
        return OpenStep(lessons(), self.state, self._given.get)

    # What is shown

    def _page_data(self, trouble: str) -> dict[str, Any]:
        state = self.state
        shelf = shelf_html("answers", browser_text(state), state.storage)
        step = self._step()
        return {
            "index": draw.lesson_index_html(lessons(), state.name, state.steps_done) + shelf,
            "parts": [
                part | {"key": f"{state.place} {i} {part['at']}"} for i, part in enumerate(self._step_parts(step))
            ],
            "beside": step.is_beside,
            "place": str(state.place),
            "viewer": script_texts(),
            "title": ["", step.lesson.title],
            "address": parameters(state) | self._status_messages(),
            "trouble": " ".join(filter(None, (trouble, state.trouble, step.trouble))),
            "words": frame_words(),
            "mine": self._own_answers(step),
        }

    def _status_messages(self) -> dict[str, str]:
        return {} if self._language == ENGLISH else {"lang": self._language}

    def _own_answers(self, step: OpenStep) -> dict[str, Any]:
        """What the host needs to show and hand in the answers that its browser keeps."""
        asks = [
            [i, stage_fingerprint(stage), prose_text(stage.title, str)]
            for i, stage in enumerate(step.lesson.stages)
            if stage.ask is not None
        ]
        is_last = self.state.stage + 1 == len(step.lesson.stages)
        return {
            "lesson": self.state.name,
            "who": self.state.who,
            "longest": LONGEST_NAME,
            "asks": asks,
            "ended": is_last and (step.stage.ask is None or self.state.step_taken.why_open),
            "words": _own_answers_words(len(asks)),
        }

    def _copy_file(self, message: Mapping[str, Any] | None) -> dict[str, Any]:
        """The copy for the learner, where it was asked for."""
        if message is None or (message["do"], message.get("name")) != ("press", COPY):
            return {}
        lesson = lessons()[self.state.name]
        text = copy_markdown(lesson, marks_of_sheet(self.state.answer_sheet, lesson))
        return {"file": {"name": f"{lesson.name}-copy.md", "type": "text/markdown", "content": text}}

    def _teacher_menu(self, step: OpenStep) -> list[Control]:
        """The menu of a teacher."""
        made = {"slides": _("Slides as PDF")}
        if any(stage.ask is not None for stage in step.lesson.stages):
            made = {"sheet": _("Sheet as PDF"), "key": _("Key as PDF")} | made
        start = f"papers/{quote(step.lesson.name)}"
        papers = [{"kind": "file", "name": n, "label": s, "address": f"{start}-{n}.pdf"} for n, s in made.items()]
        entries = [*(button_data(big, _(label)) for big, label in TALKS.items()), *papers]
        entries.append({"kind": "share", "name": "share", "label": _("Copy link")})
        return [{"kind": "menu", "name": "teachers", "label": _("For teachers"), "controls": entries}]

    def _step_parts(self, step: OpenStep) -> list[dict[str, Any]]:
        ask, here = step.stage.ask, self.state.step_taken
        parts: list[dict[str, Any]] = [{"at": "teachers", "controls": self._teacher_menu(step)}]
        if self.state.big:
            query = urlencode({"lesson": step.lesson.name} | self._status_messages())
            parts.append(
                _part("talk", talk_markup(step.all_lessons[step.lesson.name], self.state, f"{self._at}?{query}"))
            )
        parts.append(_part("title", step.html.title(self.state.stage, step.stage.title)))
        for part in step.grouped_parts(step.look):
            kind = "words" if isinstance(part, list) else "picture"
            parts.append(_part(kind, step.part_html(part, step.is_beside)))
        if ask is not None and step.asked is not None:
            parts += [_part("ask", step.html.question(ask.text))] if ask.text else []
            parts += [_part("choose", step.chooser_html())] if step.on_drawing else []
            parts += [{"at": "ask", "controls": step.controls()}, {"at": "ask", "controls": step.answer_buttons()}]
            parts += [_part("ask", step.html.hint(ask.hint))] if here.hinted else []
            parts += [_part("said", html.notice_html(here.trouble))] if here.trouble else []
            parts += [_part("said", verdict)] if (verdict := step.verdict_html()) else []
        if ask is None or here.why_open:
            parts += [_part("why", step.part_html(part)) for part in step.grouped_parts(step.stage.why)]
        return [*parts, {"at": "onward", "controls": step.navigation()}]


def _part(at: str, markup: Markup) -> dict[str, Any]:
    return {"at": at, "html": markup}


def _own_answers_words(question_count: int) -> dict[str, Any]:
    return {
        "mine": _("My answers"),
        "of": _("{n} of {all}", n="{n}", all=question_count),
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
