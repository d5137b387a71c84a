"""A lesson: steps that show a case, ask about it and say why. No answer stands in it, only expressions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..model.case import Case
from .prose import Block, Text

AskKind = Literal["which", "one", "number", "order", "click", "predict", "edit", "text"]
ASK_KINDS: tuple[AskKind, ...] = ("which", "one", "number", "order", "click", "predict", "edit", "text")
CHOSEN = ("which", "one", "order")  # kinds that offer choices

ChoiceKind = Literal["cases", "measures", "classes", "texts"]


@dataclass(frozen=True)
class Show:
    """A picture: of one case or of several side by side, in one layout and one scale.

    picture: a panel's name, such as "pairs" or "steps 3".  measure: the one whose pictures they are, "" for the first
    that has such a picture.
    """

    cases: tuple[str, ...]
    picture: str
    measure: str
    line: int


@dataclass(frozen=True)
class WrongAnswer:
    """A wrong answer and the idea behind it. answer: a choice, or an expression."""

    answer: str
    idea: Text
    line: int


@dataclass(frozen=True)
class Variation:
    """Random cases in place of the lesson's: how many, from which seed, of what size, with how many marks a side."""

    count: int
    seed: int
    kind: Literal["trees", "DAGs"]
    classes: tuple[int, int]
    true_marks: int
    predicted_marks: int
    condition: str
    line: int


@dataclass(frozen=True)
class Ask:
    """A question.

    label: what is asked for, in a word or two, such as "hP".  choices: of the kinds "which", "one" and "order";
    `choice_kind` says what they are.  answer: the expression that is right: for "which", "one", "predict" and "edit" a
    condition, for "order" the value by which the choices stand, the smallest first unless `largest_first`, else the
    value or the set; "" for "text".  tolerance: how far a number may be off.  measure: the one whose values
    a, b, … are, where the choices are no measures.  lines: where each key stands.
    """

    kind: AskKind
    text: Text
    cases: tuple[str, ...]
    label: str = ""
    choices: tuple[str, ...] = ()
    choice_kind: ChoiceKind = "texts"
    answer: str = ""
    tolerance: float = 0.005
    largest_first: bool = False
    measure: str = ""
    wrong_answers: tuple[WrongAnswer, ...] = ()
    hint: Text = ()
    variation: Variation | None = None
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def line(self) -> int:
        """The line on which its kind stands."""
        return self.lines.get(self.kind, 0)


@dataclass(frozen=True)
class Stage:
    """A step of a lesson: the look, the guess, and the why, which is hidden until one has answered."""

    title: Text
    look: tuple[Block | Show, ...]
    ask: Ask | None
    why: tuple[Block | Show, ...]
    line: int


@dataclass(frozen=True)
class Lesson:
    """A lesson. name: of its file.  cases: by name, those of the front matter first.  minutes: 0 where not said."""

    name: str
    title: str
    cases: Mapping[str, Case]
    stages: tuple[Stage, ...]
    goal: str = ""
    minutes: int = 0
    language: str = "en"
    source: str = ""


@dataclass(frozen=True, order=True)
class LessonFault:
    """A fault at a line of a lesson's file; a warning does not keep it from being taken."""

    line: int
    text: str
    warning: bool = False

    def __str__(self) -> str:
        return f"line {self.line}: {'warning: ' if self.warning else ''}{self.text}"
