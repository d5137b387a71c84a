"""The steps of lessons as somebody takes them: which one is open, what was answered, what the browser keeps of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import Any
from zlib import crc32

from ...errors import HierviewError
from ...languages import _
from ..answer_sheets import LONGEST_NAME, AnswerSheet, GivenAnswer, answer_data
from ..answering import judge_answer
from ..kinds.base import Answer, CaseQuestion
from ..lesson import Stage
from ..library import lessons

# A lesson's name, the mark of a step of it, the seed of a variant and its number, or 0. A step that is asked otherwise
# once the lesson was edited has another mark, and the others keep theirs wherever they stand then.
Place = tuple[str, int, int, int]
LARGEST = 500_000  # characters that a browser keeps
PRESENTING, INVITING = "1", "qr"  # a talk from the open step on, or from the address that a class opens
KEPT = "kept:"  # before what the browser kept, in the place of a lesson's name


@dataclass(frozen=True)
class StepTaken:
    """Step as far as a learner took it."""

    answer: Any = None
    """The answer that was checked last, as plain data."""
    first: Any = None
    """The first answer."""
    tries: int = 0
    """Number of answers that were checked."""
    shown: bool = False
    """Whether the right answer was shown before it was found."""
    why_open: bool = False
    """Whether the why is shown."""
    hinted: bool = False
    """Whether the hint was shown."""
    trouble: str = ""
    """Why what was given is no answer; "" where it is one."""


@dataclass(frozen=True)
class LessonState:
    """The step that is shown, and what was done of all."""

    name: str
    """Name of the lesson."""
    stage: int
    """Number of the step, from 0."""
    steps: Mapping[Place, StepTaken] = field(default_factory=dict)
    """Steps as far as they were taken, by place."""
    trouble: str = ""
    """A sentence about an address that could not be used."""
    seed: int = 0
    """Seed of the variants."""
    number: int = 0
    """Number of the variant that is asked about, 0 for the lesson's own case."""
    collecting: bool = False
    """Whether answers are collected in its place."""
    big: str = ""
    """Where a talk on the whole screen begins, "" for none."""
    who: str = ""
    """Name on what is handed in."""
    storage: str = "ask"
    """Whether the browser's answers were asked for: "ask" until then, "keep" from then on, "taken" once it had some."""

    @property
    def place(self) -> Place:
        """The open step, or the variant of it that is asked about."""
        lesson = lessons().get(self.name)
        mark = stage_fingerprint(lesson.stages[self.stage]) if lesson and self.stage < len(lesson.stages) else 0
        return self.name, mark, self.seed if self.number else 0, self.number

    @property
    def step_taken(self) -> StepTaken:
        """Open step, as far as a learner took it."""
        return self.steps.get(self.place, StepTaken())

    @property
    def steps_done(self) -> dict[str, int]:
        """How many steps of each lesson were seen to their end."""
        ended = {(name, mark) for (name, mark, *_variant), step in self.steps.items() if step.why_open}
        done = {name: sum((name, stage_fingerprint(s)) in ended for s in own.stages) for name, own in lessons().items()}
        return {name: count for name, count in done.items() if count}

    @property
    def answer_sheet(self) -> AnswerSheet:
        """Answers in the open lesson, to be handed in."""
        asks = {stage_fingerprint(s): i for i, s in enumerate(lessons()[self.name].stages) if s.ask is not None}
        answers = (
            GivenAnswer(asks[mark], seed, number, step.answer, step.first, step.tries, step.shown)
            for (name, mark, seed, number), step in self.steps.items()
            if name == self.name and mark in asks and (step.answer is not None or step.shown)
        )
        return AnswerSheet(self.name, self.who, tuple(sorted(answers, key=lambda g: (g.stage, g.seed, g.number))))


def stage_fingerprint(stage: Stage) -> int:
    """A number for what a step asks, by which its answers are found again in an edited lesson."""
    ask = stage.ask
    return crc32(repr((stage.title, ask and (ask.kind, ask.cases, ask.choices, ask.answer, ask.measure))).encode())


def state_of(query: Mapping[str, str], before: LessonState | None = None) -> LessonState:
    """The step that an address asks for, else what was shown before, else the first; steps are numbered from 1."""
    all_lessons = lessons()
    state = before or LessonState(next(iter(all_lessons), ""), 0)
    talk = INVITING if query.get("big") == INVITING else PRESENTING if "big" in query else ""
    state = replace(state, trouble="", collecting="collect" in query, big=talk)
    if "lesson" not in query:
        return state
    name = query["lesson"]
    if name not in all_lessons:
        return replace(state, trouble=_("The link asks for a lesson that is not here. These are the lessons that are."))
    stages = all_lessons[name].stages
    stage = min(max(1, _number(query, "stage")), len(stages)) - 1
    ask = stages[stage].ask
    vary = ask.variation if ask is not None else None
    number = _number(query, "variant") if vary is not None else 0
    seed = (_number(query, "seed") if "seed" in query else vary.seed) if vary is not None and number else 0
    return replace(state, name=name, stage=stage, seed=seed, number=number)


def _number(query: Mapping[str, str], key: str) -> int:
    """A number of an address, 0 where it is none that can be used."""
    text = query.get(key, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else 0


def parameters(state: LessonState) -> dict[str, str]:
    """The parameters that lead to the step."""
    if not state.name:
        return {}
    query = {"lesson": state.name, "stage": str(state.stage + 1)}
    query |= {"seed": str(state.seed), "variant": str(state.number)} if state.number else {}
    return query | ({"collect": "1"} if state.collecting else {}) | ({"big": state.big} if state.big else {})


def with_step(state: LessonState, **changes: object) -> LessonState:
    """The page with what was done of the open step."""
    here = replace(state.step_taken, **changes)  # type: ignore[arg-type]
    storage = "keep" if state.storage == "ask" else state.storage  # the browser was asked before anything was done
    return replace(state, steps={**state.steps, state.place: here}, storage=storage)


def with_answer(state: LessonState, question: CaseQuestion, answer: Answer) -> LessonState:
    """The page with an answer that was judged; a right one opens the why."""
    data, here = answer_data(answer), state.step_taken
    try:
        verdict = judge_answer(question, answer)
    except HierviewError as error:
        return with_step(state, trouble=str(error), answer=data)
    first = here.first if here.tries else data
    is_open = here.why_open or verdict.is_right is not False
    return with_step(state, answer=data, first=first, tries=here.tries + 1, trouble="", why_open=is_open)


def order_by_place(places: Mapping[str, str | None]) -> tuple[frozenset[str], ...]:
    """The order of choices, from the place of each; equal ones share one. A HierviewError where one has none."""
    by_place: dict[str, set[str]] = {}
    for choice, place in places.items():
        if not place:
            raise HierviewError(_("{choice} has no place yet; give every one a place", choice=choice))
        by_place.setdefault(place, set()).add(choice)
    return tuple(frozenset(by_place[place]) for place in sorted(by_place, key=int))


def place_in_order(choice: str, order: Sequence[Sequence[str]]) -> str | None:
    """The place of a choice in an order of groups, None for none."""
    ahead = 0
    for group in order:
        if choice in group:
            return str(ahead + 1)
        ahead += len(group)
    return None


# What the browser keeps of all lessons, from one visit to the next


def browser_text(state: LessonState) -> str:
    """All steps that were taken, for the browser to keep; "" where that is nothing, or too much."""
    # Its trouble, the last field, is of this visit.
    steps = [[*place, *astuple(step)[:-1]] for place, step in state.steps.items()]
    text = json.dumps({"steps": steps, "who": state.who}, ensure_ascii=False) if steps or state.who else ""
    return text if len(text) <= LARGEST else ""


def with_browser_text(state: LessonState, text: str) -> LessonState:
    """The page with what the browser kept of earlier visits, which may be anything; what was done in this one stays."""
    steps: dict[Place, StepTaken] = {}
    try:
        kept = json.loads(text[: LARGEST + 1])
        for name, mark, seed, number, *taken in kept["steps"]:
            step = StepTaken(*taken)
            if not all(type(n) is int for n in (mark, seed, number, step.tries)) or not isinstance(name, str):
                raise TypeError
            steps[name, mark, seed, number] = step
        who = str(kept["who"])[:LONGEST_NAME]
    except (ValueError, TypeError, KeyError, RecursionError):
        who = ""
        steps = {}
    return replace(state, steps={**steps, **state.steps}, who=state.who or who, storage="taken")
