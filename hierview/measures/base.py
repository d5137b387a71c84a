"""Measures as values: frozen dataclasses whose fields are their parameters."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, ClassVar, Literal

from ..errors import MeasureError, quoted
from ..explain import Formula, HierarchyPicture, Row, Step, Symbol, Word, Words, number
from ..model.case import Case
from ..safe import joined, safe

Value = float | None

# The sets of a case in formulas, and a class of each.
TRUE = Symbol("Y", says="the true classes")
PREDICTED = Symbol("Ŷ", says="the predicted classes")
A_TRUE = Symbol("y", says="a true class")
A_PREDICTED = Symbol("ŷ", says="a predicted class")


@dataclass(frozen=True)
class Ends:
    """Ends of a range in symbols or words, where the numbers differ from case to case."""

    worst: str
    """The worst end, in symbols or words."""
    best: str
    """The best end, in symbols or words."""
    where: str = ""
    """Meaning of the letters of the ends, or what they presuppose, as read after "for"."""


@dataclass(frozen=True)
class MeasureSpec:
    """Description of a measure wherever it is listed.

    What its card adds, all of it optional.
    """

    name: str
    """Symbol of the measure in its paper, and its text."""
    title: str
    """Its meaning in a few words."""
    family: str
    """The heading it stands under."""
    better: Literal["higher", "lower"]
    """Which way is better: "higher" or "lower"."""
    source: str
    """Papers and places in them, between semicolons; "by Jane Doe" or "unpublished" without a paper."""
    unit: str = ""
    """The unit that the value counts; "" for a share."""
    under: str = ""
    """The name of the measure that it is folded under in long lists."""
    listed: tuple[str, ...] = ()
    """Further texts of this measure that long lists show."""
    folded: tuple[str, ...] = ()
    """Further texts of this measure that long lists fold under its row."""
    ends: Ends | None = None
    """How its card writes the ends of its range; None where `bounds` gives the same numbers on every case."""
    imperfect: str = ""
    """Why a right prediction need not have the best value; "" where it has."""
    question: str = ""
    """The question that the measure answers."""
    how: Words = ()
    """How it answers, in two to four sentences."""
    see: tuple[str, ...] = ()
    """Presets on which it is instructive, the most telling first."""
    elsewhere: tuple[tuple[str, str], ...] = ()
    """What other tools and papers do differently, as (where, what)."""


@dataclass(frozen=True)
class Param:
    """Declaration of a parameter: how it is read, checked and offered. The controls on screen are built from it."""

    kind: Literal["choice", "switch", "number", "bound"]
    """How it is read: "choice", "switch", "number" (an exact fraction) or "bound" (a whole number or a word)."""
    default: Any
    """Value where none is given."""
    text: str
    """Sentence on what the parameter sets."""
    label: str
    """Name of its control."""
    symbol: str = ""
    """Its symbol in formulas; "" for none."""
    choices: tuple[Any, ...] = ()
    """Values that a choice may have."""
    words: tuple[str, ...] = ()
    """Words that stand for a number where a bound may be one."""
    none: str = ""
    """Meaning of an empty value, where it may be empty."""
    above: Fraction | None = None
    """A number must be greater than this; None for no such end."""
    at_least: Fraction | None = None
    """The least number accepted; None for no such end."""
    at_most: Fraction | None = None
    """The greatest number accepted; None for no such end."""
    named: bool = False
    """Whether a choice says little without its label ("root omitted")."""

    def check(self, owner: str, name: str, value: Any) -> Any:
        """The value in its exact form, or a MeasureError that says what would be accepted."""
        if self.kind in ("choice", "switch"):
            options = self.choices if self.kind == "choice" else (True, False)
            for option in options:
                if type(option) is type(value) and option == value:
                    return option
        elif value is None:
            if self.none:
                return None
        elif self.kind == "bound" and isinstance(value, str) and value in self.words:
            return value
        else:
            exact = _exact(value)
            if exact is not None and self._in_range(exact):
                return exact if self.kind == "number" else int(exact)
        raise MeasureError(f"{owner}: {name}={_value_text(value)} is not accepted; {self.accepted}")

    def _in_range(self, value: Fraction) -> bool:
        return (
            (self.above is None or value > self.above)
            and (self.at_least is None or value >= self.at_least)
            and (self.at_most is None or value <= self.at_most)
            and (self.kind == "number" or value.denominator == 1)
        )

    def value_in_words(self, value: Any) -> str:
        """A value of this parameter in a few words."""
        if self.kind == "switch":
            return f"{self.label[:1].lower()}{self.label[1:]}: {'on' if value else 'off'}"
        if self.kind == "choice" and isinstance(value, str):
            return f"{self.label.lower()} {value}" if self.named else value
        if self.kind == "choice":
            return f"{self.label} {'undefined' if value is None else value}"
        if value is None:
            return self.none
        return f"{self.symbol or self.label.lower()} = {value if isinstance(value, str) else number(value)}"

    @property
    def accepted(self) -> str:
        """Accepted values, as the end of a sentence."""
        if self.kind == "switch":
            return "True or False is"
        if self.kind == "choice":
            return ", ".join(_value_text(c) for c in self.choices[:-1]) + f" or {_value_text(self.choices[-1])} is"
        what = "a whole number" if self.kind == "bound" else "a number"
        if self.above is not None:
            what += f" above {self.above}"
        if self.at_least is not None:
            what += f" from {self.at_least} " + ("on" if self.at_most is None else f"to {self.at_most}")
        options = [what, *(f'"{w}"' for w in self.words), *([f"None ({self.none})"] if self.none else [])]
        return " or ".join(options) + " is"


def _exact(value: Any) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return None
    if isinstance(value, float) and not math.isfinite(value):
        return None
    # A float means the decimal that it prints as.
    exact = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
    small = abs(exact.numerator) <= 10**15 and exact.denominator <= 10**15
    return exact if small else None


def _value_text(value: Any) -> str:
    """A parameter's value as it stands in a measure's text."""
    if isinstance(value, str):
        return '"' + quoted(value)[1:-1] + '"'
    if isinstance(value, bool) or value is None:
        return repr(value)
    if not isinstance(value, int | float | Fraction):
        return quoted(value)
    try:
        text = str(value)
        if isinstance(value, Fraction) and value.denominator != 1:
            # As a decimal where that is read back as the same number, else as p/q.
            decimal = repr(value.numerator / value.denominator)
            text = decimal if Fraction(decimal) == value else text
    except (ValueError, OverflowError):
        text = "a number too long to print"
    return quoted(text)[1:-1]


def param(
    default: Any,
    text: str,
    *,
    label: str,
    symbol: str = "",
    choices: tuple[Any, ...] = (),
    words: tuple[str, ...] = (),
    none: str = "",
    above: int | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    named: bool = False,
) -> Any:
    """A parameter of a measure: its default, what it does, and what is accepted.

    A default of True or False makes a switch, `choices` a choice, `words` a bound; else it is a number.
    """
    kind: Literal["choice", "switch", "number", "bound"] = "bound" if words else "number"
    if isinstance(default, bool):
        kind = "switch"
    elif choices:
        kind = "choice"
    limits = [None if limit is None else Fraction(limit) for limit in (above, at_least, at_most)]
    parameter = Param(kind, default, text, label, symbol, choices, words, none, limits[0], limits[1], limits[2], named)
    parameter = dataclasses.replace(parameter, default=parameter.check("param", label, default))
    return field(default=parameter.default, metadata={"param": parameter})


@dataclass(frozen=True)
class Result:
    """Answer of a measure to a case."""

    measure: str
    """Text of the measure that was asked."""
    value: Value
    """The value; None where it is undefined, and a note says why."""
    parts: Mapping[str, float | int] = field(default_factory=dict)
    """Every number in the formula, by name."""
    witness: Any = None
    """The sets, pairs or graphs behind it."""
    notes: tuple[str, ...] = ()
    """Sentences on ties, conventions, fallbacks."""

    def __repr__(self) -> str:
        """One line, without the witness."""
        parts = ", ".join(f"{name} {part}" for name, part in self.parts.items())
        value = "undefined" if self.value is None else f"= {self.value}"
        return f"<Result {self.measure} {value}{f' ({parts})' * bool(parts)}>"

    def _repr_html_(self) -> str:
        """Value, parts and notes as a table, which a notebook shows."""
        rows = [("value", number(self.value, 4)), *((name, number(value, 4)) for name, value in self.parts.items())]
        cells = joined(safe("<tr><th>{}</th><td>{}</td></tr>", name, text) for name, text in rows)
        notes = joined(safe("<br>{}", note) for note in self.notes)
        return str(safe("<table><caption>{}{}</caption>{}</table>", self.measure, notes, cells))


@lru_cache(maxsize=512)
def _declared_params(cls: type[Any]) -> Mapping[str, Param]:
    return {f.name: f.metadata["param"] for f in dataclasses.fields(cls) if "param" in f.metadata}


class WithParameters:
    """Base of whatever is named by a text.

    A frozen dataclass with a `spec` that has a name, and parameters made by `param`, which are checked. `parse` of the
    text gives it back.
    """

    spec: ClassVar[Any]

    def __post_init__(self) -> None:
        for name, parameter in self.params().items():
            object.__setattr__(self, name, parameter.check(self.spec.name, name, getattr(self, name)))

    @classmethod
    def params(cls) -> dict[str, Param]:
        """The declared parameters, by name, in order."""
        return dict(_declared_params(cls)) if dataclasses.is_dataclass(cls) else {}

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        changed = [
            f"{name}={_value_text(getattr(self, name))}"
            for name, parameter in self.params().items()
            if getattr(self, name) != parameter.default
        ]
        return f"{self.spec.name}({', '.join(changed)})" if changed else str(self.spec.name)

    def label(self) -> str:
        """The name as people say it: `LCaF (extended)` for `LCaF(variant="extended")`."""
        return name_with_parameters(self.spec.name, self.parameter_words())

    def parameter_words(self, without: str = "") -> list[str]:
        """The parameters that differ from their defaults, in words."""
        return [
            parameter.value_in_words(getattr(self, name))
            for name, parameter in self.params().items()
            if name != without and getattr(self, name) != parameter.default
        ]


class Measure(WithParameters):
    """Base of every measure: a frozen dataclass with a `spec`, `evaluate`, and parameters made by `param`.

    A subclass must give `spec` and `evaluate`. `bounds` says between which values it lies on a case
    (None: unbounded). `views` names the ways in which it can be looked at, `view` makes one; the first
    is the answer, and also the last step of `explain`. `presets` names settings worth offering together,
    each as values of parameters: `cls(**cls.presets[name])` is the measure that it sets up.
    """

    spec: ClassVar[MeasureSpec]
    presets: ClassVar[dict[str, dict[str, Any]]] = {}
    view_names: ClassVar[tuple[str, ...]] = ("picture",)  # on every case, unless `views` says otherwise

    def title(self) -> str:
        """The meaning in a few words, with these parameters."""
        return self.spec.title

    @classmethod
    def full_name(cls) -> str:
        """The name in full, with which its docstring begins, such as Graph induced error; "" where it has none."""
        text = cls.__doc__ or ""
        if text.startswith(f"{cls.__name__}("):
            return ""  # dataclasses make one where none was written
        name, colon, _rest = text.partition(": ")
        return name if colon and len(name) < 60 and "\n" not in name else ""

    def better(self) -> Literal["higher", "lower"]:
        """The better direction, with these parameters."""
        return self.spec.better

    def unit(self) -> str:
        """Unit of the value with these parameters; "" for a share."""
        return self.spec.unit

    def symbol(self) -> Row:
        """The left side of its formula."""
        return (self.spec.name,)

    def symbols(self) -> Row:
        """The right side of its formula without a case's numbers; empty where it has none."""
        return ()

    def aim(self, case: Case) -> Words:
        """Aim of the measure and why: the first sentences of its steps."""
        return ()

    def evaluate(self, case: Case) -> Result:
        """The value on a case, with its parts, its witness and notes. Raises CaseError where there is no answer."""
        raise NotImplementedError

    def offered(self, case: Case) -> tuple[str, ...]:
        """Names of the parameters that are worth a control on this case."""
        return tuple(self.params())

    def bounds(self, case: Case) -> tuple[Value, Value]:
        """The least and the greatest value possible on a case like this one; None where there is none."""
        return (0.0, 1.0)

    def upward(self) -> bool:
        """Whether value, parts and bounds depend on the marked classes and those above them alone.

        On a part of a hierarchy that holds these they are then the same as on the whole.
        """
        return False

    def views(self, case: Case) -> tuple[str, ...]:
        """The names of the ways to look at the answer; the first is shown first."""
        return self.view_names

    def view(self, case: Case, result: Result, name: str) -> Step:
        """One way to look at the answer: words, pictures and the formula ending in the value."""
        return Step(
            title=name,
            text=(self.spec.title + ".",),
            pictures=(HierarchyPicture(("The case",)),),
            formula=Formula(self.symbol(), (), number(result.value)),
        )

    def leading_steps(self, case: Case, result: Result) -> Sequence[Step]:
        """The steps before the answer itself; `explain` puts the aim before the first."""
        return ()

    def explain(self, case: Case, result: Result) -> tuple[Step, ...]:
        """The steps that lead to the value; the last one states it."""
        answer = self.view(case, result, self.views(case)[0])
        return (*with_aim(self.aim(case), self.leading_steps(case, result)), answer)


def with_aim(aim: Words, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps, the first of them beginning with the aim."""
    first, *others = steps or (None,)
    return () if first is None else (dataclasses.replace(first, text=text_of(aim, " ", first.text)), *others)


def name_with_parameters(name: str, words: list[str]) -> str:
    """A measure's name with what is told of its parameters."""
    if len(words) > 3:
        words = [*words[:2], "…"]
    return f"{name} ({', '.join(words)})" if words else name


def empty_side_notes(case: Case) -> tuple[str, ...]:
    """The note that an instance with an empty side carries."""
    missing = [side for side in ("true", "predicted") if not getattr(case, side)]
    return tuple(f"No {side} class: the value follows the convention for an empty side." for side in missing)


def text_of(*parts: Word | Words) -> Words:
    """Words from texts, names, symbols and other words, flattened."""
    words: list[Word] = []
    for part in parts:
        words.extend(part if isinstance(part, tuple) else (part,))
    return tuple([word for word in words if word])  # a list, since every edit makes many


def sentence(text: str, *parts: Word | Words) -> Words:
    """Words of a sentence in which each `{}` stands for a part: a text, a name, a symbol, or other words.

    >>> from hierview.explain import Name
    >>> sentence("{} lies below {}.", Name("Pop"), ("one class, ", Name("Music")))
    (Name(text='Pop'), ' lies below ', 'one class, ', Name(text='Music'), '.')
    """
    first, *others = text.split("{}")
    return text_of(first, *chain.from_iterable(zip(parts, others, strict=True)))
