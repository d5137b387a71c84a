"""Lessons without Streamlit: a visit is told messages and gives pages, as the desk of Explore does.

Handing in, slides and a class's answers stay with the server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...errors import HierviewError
from ...formats import preset_names
from ...formats.typed.outline import read_outline, write_outline
from ...languages import _, spoken_language
from ...lessons import Answer, Ask
from ...lessons.handed import MOST_NUMBER, answer_data, answer_from_data
from ...lessons.library import WITH_PRINTED, lessons
from ...markup import html, pictures
from ...markup.pages import lesson as draw
from ..explore.control_data import Control, button, choice, text_field
from ..shell.cases import pack
from ..viewer import script_texts
from .step import Step
from .steps import (
    KEPT,
    LessonState,
    checked,
    kept_text,
    noted,
    order_of,
    parameters,
    place_in_order,
    state_of,
    with_kept,
)

_ANSWER = "answer"  # the name of the control that answers, or of several, with a number


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
            place, trouble = self.state.place, ""
            if message is not None:
                try:
                    self.state = self._after(message)
                except HierviewError as error:
                    self.state = noted(self.state, trouble=str(error))
                except (KeyError, TypeError, ValueError, AttributeError):
                    trouble = _("The page was told something that it does not know.")
            if self.state.place != place:
                self._given = {}
            return self._page(trouble)

    def _after(self, message: Mapping[str, Any]) -> LessonState:
        state, do = self.state, message["do"]
        if do == "visit":
            return state_of(message["asked"], state)
        if do == "pick":
            chosen = str(message["chosen"])
            if message["key"] == "choose":
                self._toggle(chosen)
                return state
            if chosen.startswith(KEPT):
                return with_kept(state, chosen.removeprefix(KEPT))
            return self._opened(chosen, 0)
        if do == "set":
            self._given[str(message["name"])] = message["value"]
            return state
        return _PRESSED[message["name"]](self, state)

    def _step(self) -> Step:
        return Step(lessons(), self.state)

    def _opened(self, name: str, stage: int) -> LessonState:
        return state_of({"lesson": name, "stage": str(stage + 1)}, self.state)

    def _onward(self, state: LessonState) -> LessonState:
        step, names = self._step(), list(lessons())
        if step.stage.ask is None:
            self.state = noted(state, why_open=True)
        if state.stage + 1 < len(step.lesson.stages):
            return self._opened(state.name, state.stage + 1)
        return self._opened(names[names.index(state.name) + 1], 0)

    def _another(self, number: int) -> LessonState:
        ask = self._step().stage.ask
        if ask is None or ask.vary is None:
            raise KeyError(number)
        return replace(self.state, seed=ask.vary.seed, number=number % MOST_NUMBER + 1)

    def _check(self, state: LessonState) -> LessonState:
        step = self._step()
        if step.of is None or step.stage.ask is None:
            return state
        return checked(state, step.of, self._answer(step, step.stage.ask))

    def _value(self, step: Step, ask: Ask, name: str = _ANSWER) -> Any:
        """What stands in a control: what was set there, else what was answered before, else what it begins with."""
        if name in self._given:
            return self._given[name]
        answer = self._answered(ask)
        if ask.kind == "order":
            option = ask.choices[int(name.removeprefix(_ANSWER))]
            return "" if answer is None else place_in_order(option, answer) or ""
        if ask.kind == "one":
            return next(iter(answer or ()), "")
        if answer is None and ask.kind == "edit":
            return write_outline(step.lesson.cases[step.cases[0]])
        return answer if answer is not None else "" if ask.kind in ("number", "text") else []

    def _answered(self, ask: Ask) -> Any:
        """The answer that was checked last, as plain data; None where the browser kept one of another lesson."""
        try:
            kept = self.state.here.answer
            return None if kept is None else answer_data(answer_from_data(ask, kept))
        except HierviewError:
            return None

    def _answer(self, step: Step, ask: Ask) -> Answer:
        if ask.kind == "order":
            return order_of({c: self._value(step, ask, f"{_ANSWER}{i}") for i, c in enumerate(ask.choices)})
        value = self._value(step, ask)
        if ask.kind in ("number", "text"):
            return str(value)
        if ask.kind == "edit":
            return read_outline(str(value), _("the outline")).case()
        return frozenset([value] if value else []) if ask.kind == "one" else frozenset(map(str, value))

    def _toggle(self, number: str) -> None:
        step = self._step()
        if step.stage.ask is not None:
            names = {str(n): c for c, n in step.ids.items()}
            self._given[_ANSWER] = sorted({*self._value(step, step.stage.ask)} ^ {names[number]})

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

    def _parts(self, step: Step) -> list[Control]:
        """The parts of the step in order, each markup or controls."""
        ask, here = step.stage.ask, self.state.here
        parts: list[Control] = [_shown("title", step.html.title(self.state.stage, step.stage.title))]
        for part in step.groups(step.look):
            kind = "words" if isinstance(part, list) else "picture"
            parts.append(_shown(kind, step.part_html(part, step.beside)))
        if ask is not None and step.of is not None:
            parts += self._asking(step, ask)
            parts += [_shown("said", html.notice(here.trouble))] if here.trouble else []
            parts += [_shown("said", verdict)] if (verdict := step.verdict_html(ask)) else []
        if ask is None or here.why_open:
            parts += [_shown("why", step.part_html(part)) for part in step.groups(step.stage.why)]
        return [*parts, {"at": "onward", "controls": self._ways(step)}]

    def _asking(self, step: Step, ask: Ask) -> list[Control]:
        here = self.state.here
        parts = [_shown("ask", step.html.question(ask.text))] if ask.text else []
        if step.on_drawing:
            case, chosen = step.lesson.cases[step.cases[0]], frozenset(self._value(step, ask))
            parts.append(_shown("choose", draw.chooser(case, chosen, ask.kind == "predict", step.ids)))
        checks: list[Control] = [button("check", _("Done") if ask.kind == "text" else _("Check"), primary=True)]
        if ask.hint and not here.hinted:
            checks.append(button("hint", _("A hint")))
        if not here.why_open:
            checks.append(button("show", _("Show me")))
        if ask.vary is not None:
            checks.append(button("another", _("Another one like this")))
            checks += [button("own", _("The lesson’s own"))] if self.state.number else []
        parts += [{"at": "ask", "controls": self._controls(step, ask)}, {"at": "ask", "controls": checks}]
        return [*parts, _shown("ask", step.html.hint(ask.hint))] if here.hinted else parts

    def _controls(self, step: Step, ask: Ask) -> list[Control]:
        """The controls in which the question is answered."""
        if ask.kind == "order":
            places = {"": "–"} | {str(i): str(i) for i in range(1, len(ask.choices) + 1)}
            return [
                choice("select", f"{_ANSWER}{i}", option, places, self._value(step, ask, f"{_ANSWER}{i}"))
                for i, option in enumerate(ask.choices)
            ]
        value = self._value(step, ask)
        if ask.kind in ("number", "text", "edit"):
            label = {"number": ask.label or _("Number"), "edit": _("The case as an outline")}.get(ask.kind)
            more = {"hint": _("0.67 or 2/3")} if ask.kind == "number" else {"lines": 8}
            return [
                text_field(_ANSWER, label or _("Your answer"), value, 30 if ask.kind == "number" else 5_000, **more)
            ]
        options = step.lesson.cases[step.cases[0]].hierarchy.classes if step.on_drawing else ask.choices
        kind, label = ("radio", _("Answer")) if ask.kind == "one" else ("checks", _("Choose all that apply, or none."))
        return [choice(kind, _ANSWER, label, {option: option for option in options}, value)]

    def _ways(self, step: Step) -> list[Control]:
        """The ways back and on, and to the cases in Explore."""
        state, names, lesson = self.state, list(lessons()), step.lesson
        ways = [button("back", _("← Back"))] if state.stage else []
        after = names.index(lesson.name) + 1
        if state.stage + 1 < len(lesson.stages):
            ways.append(button("onward", _("Next →"), primary=True))
        elif after < len(names):
            ways.append(button("onward", _("Next lesson: {title} →", title=lessons()[names[after]].title)))
        for name in step.cases[:2]:
            address = {"c": name if name in preset_names() else pack(lesson.cases[name])}
            address |= {"printed": "1"} if lesson.name in WITH_PRINTED else {}
            label = _("Open {name} in Explore", name=name)
            ways.append({"kind": "link", "name": "explore", "label": label, "address": address})
        return ways


_PRESSED: Mapping[str, Callable[[Desk, LessonState], LessonState]] = {
    "check": Desk._check,
    "hint": lambda desk, state: noted(state, hinted=True),
    "show": lambda desk, state: noted(state, why_open=True, shown=True),
    "another": lambda desk, state: desk._another(state.number),
    "own": lambda desk, state: replace(state, seed=0, number=0),
    "back": lambda desk, state: desk._opened(state.name, state.stage - 1),
    "onward": Desk._onward,
}


def _shown(at: str, markup: str) -> Control:
    return {"at": at, "html": markup}
