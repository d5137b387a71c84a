"""State of Lessons: the address says which step of which lesson, the visit what was answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...errors import HierviewError
from ...languages import _
from ...lessons import Answer, CaseQuestion, Verdict, judged
from ...lessons.handed import AnswerSheet, GivenAnswer, answer_data
from ...lessons.library import lessons
from ..shell.page_state import PageState, asked_for, show_address

Place = tuple[str, int, int, int]  # a lesson's name, a step of it from 0, the seed of a variant and its number, or 0


@dataclass(frozen=True)
class StepTaken:
    """Step as far as a learner took it. answer: the one that was checked last.  why_open: whether the why is shown."""

    answer: Answer | None = None
    verdict: Verdict | None = None
    trouble: str = ""
    why_open: bool = False
    hinted: bool = False


@dataclass(frozen=True)
class LessonState:
    """The step that is shown, and what was done of all.

    number: of the variant that is asked about, 0 for the lesson's own case.  seed: of the variants.
    collecting: whether answers are collected in its place.  big: whether the lesson is a talk on the whole screen.
    who: the name on what is handed in.
    trouble: a sentence about an address that could not be used.
    """

    name: str
    stage: int
    steps: Mapping[Place, StepTaken] = field(default_factory=dict)
    trouble: str = ""
    seed: int = 0
    number: int = 0
    collecting: bool = False
    big: bool = False
    who: str = ""

    @property
    def place(self) -> Place:
        """The open step, or the variant of it that is asked about."""
        return self.name, self.stage, self.seed if self.number else 0, self.number

    @property
    def here(self) -> StepTaken:
        """Open step, as far as a learner took it."""
        return self.steps.get(self.place, StepTaken())

    @property
    def done(self) -> dict[str, int]:
        """How many steps of each lesson were seen to their end."""
        steps = {(name, stage) for (name, stage, *_variant), step in self.steps.items() if step.why_open}
        return dict(Counter(name for name, _stage in steps))

    @property
    def paper(self) -> AnswerSheet:
        """Answers in the open lesson, to be handed in."""
        answers = (
            GivenAnswer(stage, seed, number, answer_data(step.answer))
            for (name, stage, seed, number), step in sorted(self.steps.items(), key=lambda item: item[0])
            if name == self.name and step.answer is not None
        )
        return AnswerSheet(self.name, self.who, tuple(answers))


def state_of(query: Mapping[str, str], before: LessonState | None = None) -> LessonState:
    """The step that an address asks for, else what was shown before, else the first; steps are numbered from 1."""
    all_lessons = lessons()
    state = replace(before or LessonState(next(iter(all_lessons), ""), 0), trouble="", collecting="collect" in query)
    state = replace(state, big="big" in query)
    if "lesson" not in query:
        return state
    name = query["lesson"]
    if name not in all_lessons:
        trouble = _("The link asks for a lesson that is not here. These are the lessons that are.")
        return replace(state, trouble=trouble)
    stages = all_lessons[name].stages
    stage = min(max(1, _number(query, "stage")), len(stages)) - 1
    ask = stages[stage].ask
    vary = ask.vary if ask is not None else None
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
    switches = {"collect": state.collecting, "big": state.big}
    return query | {key: "1" for key, on in switches.items() if on}


LESSONS = PageState("lessons", state_of, parameters, always=True)


def open_lesson(name: str) -> None:
    """Show another lesson, one step of Back away."""
    if name in lessons():
        go(name, 0)


def go(name: str, stage: int) -> None:
    """Show a step."""
    _show({"lesson": name, "stage": str(stage + 1)})


def turn(**changes: object) -> None:
    """Show the open step otherwise: another variant of it, as a talk, or answers that are collected in its place."""
    _show(parameters(replace(LESSONS.current(), **changes)))  # type: ignore[arg-type]


def _show(query: Mapping[str, str]) -> None:
    own = ("lesson", "stage", "seed", "variant", "collect", "big")
    show_address({key: value for key, value in asked_for().items() if key not in own} | dict(query))


def note_step(**changes: object) -> None:
    """Note what was done of the open step."""
    state = LESSONS.current()
    here = replace(state.here, **changes)  # type: ignore[arg-type]
    LESSONS.keep(replace(state, steps={**state.steps, state.place: here}))


def check_answer(of: CaseQuestion, answer: Answer) -> None:
    """Judge an answer; a right one opens the why."""
    try:
        verdict = judged(of, answer)
    except HierviewError as error:
        note_step(trouble=str(error), verdict=None, answer=answer)
        return
    note_step(answer=answer, verdict=verdict, trouble="", why_open=verdict.right is not False)
