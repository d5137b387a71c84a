"""Fields of a page's state, each declared once: what follows for the address, for an answer at once, for another case.

A state is a frozen dataclass of fields, or of parts that are frozen dataclasses of fields; no two fields have one name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar, get_type_hints

from ...errors import HierviewError
from ...languages import _

LONGEST_PARAMETER = 120_000  # characters that are looked at
State = TypeVar("State")


@dataclass(frozen=True)
class Parameter(Generic[State]):
    """One parameter of the address of a page."""

    key: str
    """Name of the parameter in the address."""
    write: Callable[[State], str]
    """Gives its text for a page; "" where nothing has to be said."""
    read: Callable[[State, str], State]
    """Gives the page with the text of a link, from anybody: the same page where it is of no use, or a HierviewError
    where that must be said.
    """
    what: str = ""
    """The parameter in words."""


@dataclass(frozen=True)
class FieldKind:
    """Kind of a field's values."""

    fits: Callable[[Any], bool]
    """Tells whether JSON stands for such a value."""
    decode: Callable[[Any], Any] = lambda value: value
    """Gives the value that JSON stands for."""
    encode: Callable[[Any], Any] = lambda value: value
    """Gives the JSON that stands for a value."""
    parse: Callable[[str], Any] = lambda text: text
    """Gives the JSON that a text in an address stands for."""

    def value(self, sent: Any) -> Any:
        """The value of JSON from anybody; a HierviewError where it stands for none."""
        if not self.fits(sent):
            raise HierviewError("this is no page of the explorer")
        return self.decode(sent)


def choice_kind(options: Collection[str]) -> FieldKind:
    """The field kind of texts that are among `options`."""
    return FieldKind(lambda value: isinstance(value, str) and value in options)


def number_kind(most: int = 2**53 - 1, least: int = 0, empty: bool = False) -> FieldKind:
    """The field kind of whole numbers from `least` to `most`; with `empty`, also of None."""
    return FieldKind(
        lambda value: (type(value) is int and least <= value <= most) or (empty and value is None),
        parse=lambda text: int(text[:17]) if text.isdecimal() else -1,
    )


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


TEXT = FieldKind(lambda value: isinstance(value, str))
SWITCH = FieldKind(lambda value: isinstance(value, bool), parse=lambda text: True)
NAMES = FieldKind(_is_texts, frozenset, sorted)
PAIRS = FieldKind(
    lambda value: isinstance(value, list) and all(_is_texts(pair) and len(pair) == 2 for pair in value),
    lambda value: tuple(map(tuple, value)),
)


@dataclass(frozen=True)
class DeclaredField:
    """A field of a state, as it was declared."""

    kind: FieldKind | None = None
    """Kind of its values, where an answer at once needs them."""
    address: str | Parameter[Any] = ""
    """Its name in the address, or a parameter where that says more than the value."""
    when: Callable[[Any], bool] = lambda state: True
    """Tells on which pages its name is in the address."""
    omitted: Any = None
    """The value for which it is not in the address."""
    stays: bool = False
    """Whether it outlasts the case."""
    name: str = ""
    """Name of the field."""
    part: str = ""
    """The part of the state that has it; "" for the state itself."""

    def value(self, state: Any) -> Any:
        """The field's value in a state."""
        return getattr(getattr(state, self.part) if self.part else state, self.name)

    def parameter(self) -> Parameter[Any]:
        """Its parameter in the address."""
        if isinstance(self.address, Parameter):
            return self.address
        kind = self.kind
        assert kind is not None

        def write(state: Any) -> str:
            value = self.value(state)
            if value == self.omitted or not self.when(state):
                return ""
            return "1" if value is True else str(kind.encode(value))

        def read(state: Any, text: str) -> Any:
            with suppress(HierviewError):
                return change_fields(state, **{self.name: kind.value(kind.parse(text))})
            return state

        return Parameter(self.address, write, read)


def declare_field(default: Any = MISSING, *facts: Any, **more: Any) -> Any:
    """A field of a state with its default, and what else is declared of it."""
    return field(default=default, metadata={DeclaredField: DeclaredField(*facts, **{"omitted": default} | more)})


@lru_cache(maxsize=16)
def declarations(state: Hashable) -> dict[str, DeclaredField]:
    """The fields of a type of states by name, in order."""
    assert isinstance(state, type)
    by_name = {}
    types = get_type_hints(state)
    for outer in fields(state):
        inner = fields(types[outer.name]) if is_dataclass(types[outer.name]) else ()
        for part, one in (("", outer), *((outer.name, one) for one in inner)):
            if DeclaredField in one.metadata:
                by_name[one.name] = replace(one.metadata[DeclaredField], name=one.name, part=part)
    return by_name


def _declarations(state: Any) -> dict[str, DeclaredField]:
    return declarations(state.__class__)


def change_fields(state: State, **changes: Any) -> State:
    """The state with other values of fields, whichever of its parts holds them."""
    by_name = _declarations(state)
    parts: dict[str, dict[str, Any]] = {"": {}}
    for name, value in changes.items():
        parts.setdefault(by_name[name].part if name in by_name else "", {})[name] = value
    own = parts.pop("") | {part: replace(getattr(state, part), **values) for part, values in parts.items()}
    return replace(state, **own)  # type: ignore[type-var]


def keep_outlasting(before: State, after: State) -> State:
    """The page of another case, with those fields of the page before that outlast a case."""
    return change_fields(after, **{f.name: f.value(before) for f in _declarations(before).values() if f.stays})


def encode_fields(state: Any) -> dict[str, Any]:
    """The fields that an answer at once needs, as JSON."""
    return {f.name: f.kind.encode(f.value(state)) for f in _declarations(state).values() if f.kind}


def decode_fields(state: Hashable, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Values of fields from JSON that `encode` made, from anybody; a HierviewError or KeyError for anything else."""
    return {f.name: f.kind.value(sent[f.name]) for f in declarations(state).values() if f.kind}


@lru_cache(maxsize=16)
def declared_parameters(state: Hashable) -> tuple[Parameter[Any], ...]:
    """The parameters of an address, in the order of the fields."""
    return tuple(one.parameter() for one in declarations(state).values() if one.address)


def parameter_texts(parameters: Iterable[Parameter[State]], state: State) -> dict[str, str]:
    """Texts of the parameters, by their keys, as they say a page."""
    texts = {parameter.key: parameter.write(state) for parameter in parameters}
    return {key: value for key, value in texts.items() if value}


def read_parameters(
    parameters: Iterable[Parameter[State]], state: State, query: Mapping[str, str]
) -> tuple[State, list[str]]:
    """The state with all that a link asks for, and a sentence about each part that cannot be used."""
    troubles = []
    for parameter in parameters:
        if parameter.key in query:
            try:
                state = parameter.read(state, query[parameter.key])
            except HierviewError as error:
                troubles.append(missing_sentence(parameter.what, error))
    return state, troubles


def missing_sentence(what: str, error: HierviewError) -> str:
    """The sentence about a link that asks for what cannot be used."""
    if what.endswith("s"):
        return _("The link asks for {what} that are not here: {error}.", what=_(what), error=error)
    return _("The link asks for {what} that is not here: {error}.", what=_(what), error=error)
