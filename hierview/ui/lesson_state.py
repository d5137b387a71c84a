"""State of Lessons: the address says which step of which lesson, the visit what was answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..errors import HierviewError
from ..lessons import Answer, Ask, Lesson, Verdict, judged, problem
from ..lessons.library import lessons
from .page_state import PageState, asked_for, show_address

Place = tuple[str, int]  # a lesson's name, and a step of it from 0


@dataclass(frozen=True)
class Taken:
    """A step as far as it was taken. given: the answer that was checked last.  shown: whether the why is open."""

    given: Answer | None = None
    verdict: Verdict | None = None
    trouble: str = ""
    shown: bool = False
    hinted: bool = False


@dataclass(frozen=True)
class LessonState:
    """The step that is shown, and what was done of all. trouble: a sentence about an address that could not be used."""

    name: str
    stage: int
    taken: Mapping[Place, Taken] = field(default_factory=dict)
    trouble: str = ""

    @property
    def here(self) -> Taken:
        """The open step, as far as it was taken."""
        return self.taken.get((self.name, self.stage), Taken())

    @property
    def done(self) -> dict[str, int]:
        """How many steps of each lesson were seen to their end."""
        found: dict[str, int] = {}
        for (name, _), taken in self.taken.items():
            found[name] = found.get(name, 0) + taken.shown
        return found


def state_of(asked: Mapping[str, str], before: LessonState | None = None) -> LessonState:
    """The step that an address asks for, else what was shown before, else the first; steps are numbered from 1."""
    known = lessons()
    kept = before or LessonState(next(iter(known), ""), 0)
    if "lesson" not in asked:
        return replace(kept, trouble="")
    name = asked["lesson"]
    if name not in known:
        told = "The link asks for a lesson that is not here. These are the lessons that are."
        return replace(kept, trouble=told)
    number = asked.get("stage", "1")
    stage = int(number) - 1 if number.isdecimal() and len(number) < 4 else 0
    return replace(kept, name=name, stage=max(0, min(stage, len(known[name].stages) - 1)), trouble="")


def parameters(state: LessonState) -> dict[str, str]:
    """The parameters that lead to the step."""
    return {"lesson": state.name, "stage": str(state.stage + 1)} if state.name else {}


LESSONS = PageState("lessons", state_of, parameters, always=True)


def choose(name: str) -> None:
    """Show another lesson, one step of Back away."""
    if name in lessons():
        go(name, 0)


def go(name: str, stage: int) -> None:
    """Show a step."""
    show_address(asked_for() | {"lesson": name, "stage": str(stage + 1)})


def take(**changes: object) -> None:
    """Note what was done of the open step."""
    state = LESSONS.current()
    here = replace(state.here, **changes)  # type: ignore[arg-type]
    LESSONS.keep(replace(state, taken={**state.taken, (state.name, state.stage): here}))


def check(lesson: Lesson, ask: Ask, given: Answer) -> None:
    """Judge an answer; a right one opens the why."""
    try:
        verdict = judged(problem(lesson, ask), given)
    except HierviewError as error:
        take(trouble=str(error), verdict=None, given=given)
        return
    take(given=given, verdict=verdict, trouble="", shown=verdict.right is not False)
