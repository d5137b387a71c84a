"""A lesson: steps that show a case, ask about it and say why. No answer stands in it, only expressions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..model.case import Case
from .prose import Block, Text

ChoiceKind = Literal["cases", "measures", "classes", "texts"]


@dataclass(frozen=True)
class Show:
    """A picture: of one case or of several side by side, in one layout and one scale."""

    cases: tuple[str, ...]
    """Names of the cases, from the left."""
    picture: str
    """Name of a panel, such as "pairs" or "steps 3"."""
    measure: str
    """The measure whose pictures they are; "" for the first that has such a picture."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class WrongAnswer:
    """A wrong answer and the idea behind it."""

    answer: str
    """The wrong answer: a choice, or an expression."""
    idea: Text
    """The idea behind it."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class Variation:
    """Random cases in place of the lesson's: how many, from which seed, of what size, with how many marks a side."""

    count: int
    """Number of cases."""
    seed: int
    """Seed that they are drawn from."""
    kind: Literal["trees", "DAGs"]
    """Whether hierarchies are trees or DAGs."""
    classes: tuple[int, int]
    """The least and the most classes."""
    true_marks: int
    """Number of true classes."""
    predicted_marks: int
    """Number of predicted classes."""
    condition: str
    """Condition that each case must fulfil; "" for none."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class Ask:
    """A question."""

    kind: str
    """Name of its kind, in `kinds.registry.KINDS`."""
    text: Text
    """The question."""
    cases: tuple[str, ...]
    """Names of the cases in question."""
    label: str = ""
    """Name of the value that is asked for, such as "hP"."""
    choices: tuple[str, ...] = ()
    """The choices, where the kind offers some; `choice_kind` says what they are."""
    choice_kind: ChoiceKind = "texts"
    """Kind of the choices, such as "texts" or measures."""
    answer: str = ""
    """What is right, an expression as the kind reads it; "" where nothing is graded."""
    tolerance: float = 0.005
    """How far a number may be off."""
    largest_first: bool = False
    """Whether places are given from the largest value on."""
    measure: str = ""
    """The measure whose values a, b, … are, where the choices are no measures."""
    wrong_answers: tuple[WrongAnswer, ...] = ()
    """Wrong answers with the ideas behind them."""
    hint: Text = ()
    """A hint; empty for none."""
    variation: Variation | None = None
    """Random cases in place of the lesson's; None for none."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Line of each key in the file."""

    @property
    def line(self) -> int:
        """The line on which its kind stands."""
        return self.lines.get(self.kind, 0)

    @property
    def answer_line(self) -> int:
        """The line on which its answer stands, else its kind."""
        return self.lines.get("answer", self.line)


@dataclass(frozen=True)
class Stage:
    """A step of a lesson: the look, the guess, and the why, which is hidden until one has answered."""

    title: Text
    """Title of the step."""
    look: tuple[Block | Show, ...]
    """Texts and pictures to look at."""
    ask: Ask | None
    """The question; None without one."""
    why: tuple[Block | Show, ...]
    """Texts and pictures that explain the answer."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class Lesson:
    """A lesson."""

    name: str
    """Name of its file."""
    title: str
    """Title of the lesson."""
    cases: Mapping[str, Case]
    """Its cases by name, those of the front matter first."""
    stages: tuple[Stage, ...]
    """Its steps."""
    goal: str = ""
    """Goal of the lesson, in a sentence."""
    minutes: int = 0
    """Minutes that it takes; 0 where not said."""
    language: str = "en"
    """Code of its language."""
    source: str = ""
    """Where it comes from; "" where that is not said."""


@dataclass(frozen=True, order=True)
class LessonFault:
    """A fault at a line of a lesson's file; a warning does not keep it from being taken."""

    line: int
    """The line."""
    text: str
    """The fault in a sentence."""
    warning: bool = False
    """Whether the lesson can be taken all the same."""

    def __str__(self) -> str:
        return f"line {self.line}: {'warning: ' if self.warning else ''}{self.text}"
