"""State of Compare as one frozen value; beside state.py the only file that touches session state and the address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import streamlit as st

from ..errors import HierviewError, quoted
from ..formats import PresetPair, Worse, preset_groups, preset_pair, preset_pairs
from ..model.case import Case, Draft
from .state import asked_anew, asked_for, find_case

COMPARE = "compare"  # the page's path in the address
SHOULD: dict[Worse, str] = {"a": "A", "neither": "neither", "b": "B"}
_KEY = "hierview-compare"

Side = Literal["a", "b"]


@dataclass(frozen=True)
class Settings:
    """The settings of B where both sides show the same case."""

    convention: str = "paper"
    default_cost: Fraction = Fraction(10)
    max_distance: Fraction | None = Fraction(5)


@dataclass(frozen=True)
class CompareState:
    """One frozen picture of the page.

    a, b: names as in the picker.  case_a, case_b: their cases.  chosen: which prediction the visitor says
    should be worse; None leaves it to the pair.  same: whether B is the case of A under `settings`.
    table: "headline" or "all".  trouble: a sentence about something that could not be used.  turn: raised
    whenever controls must take their values anew.
    """

    a: str
    b: str
    case_a: Case
    case_b: Case
    chosen: Worse | None = None
    same: bool = False
    settings: Settings = Settings()
    table: str = "headline"
    trouble: str = ""
    turn: int = 0

    @property
    def pair(self) -> PresetPair | None:
        """What is known of these two."""
        return preset_pair(self.a, self.b)

    @property
    def beside(self) -> tuple[PresetPair, ...]:
        """Other pairs of either case."""
        own = {self.a, self.b}
        return tuple(pair for pair in preset_pairs() if len(own & {pair.a, pair.b}) == 1)

    @property
    def worse(self) -> Worse | None:
        """Which prediction should be worse, if that is known or was said."""
        return self.chosen or (self.pair.worse if self.pair else None)


def _case(name: str) -> Case:
    """The case of that name; a CaseError where there is none, or where nothing in it is marked."""
    found = find_case(name)
    return found if isinstance(found, Case) else found.case()


def _between(a: str, b: str, **more: Any) -> CompareState:
    return CompareState(a, b, _case(a), _case(b), **more)


def _partner(name: str) -> str:
    """The case that another one is compared with first: that of its first pair, or its neighbour in the picker."""
    for pair in preset_pairs():
        if name in (pair.a, pair.b):
            return pair.b if name == pair.a else pair.a
    names = [known for group in preset_groups().values() for known in group]
    if name not in names:
        return names[0]
    i = names.index(name)
    return names[i + 1] if i + 1 < len(names) else names[i - 1]


def _from_address() -> CompareState:
    """The pair that the address asks for, or the first one; a sentence where it asks for something unusable."""
    trouble: list[str] = []
    asked = asked_for()
    start = preset_pairs()[0]
    a, b = asked.get("c"), asked.get("c2")
    try:
        for name in (a, b):
            if name is not None:
                _case(name)
        if a is None:
            a = start.a if b is None else _partner(b)
        state = _between(a, _partner(a) if b is None else b)
    except HierviewError as error:
        trouble.append(f"The link asks for a case that is not here: {error}.")
        state = _between(start.a, start.b)
    should = asked.get("should")
    if should in SHOULD:
        state = replace(state, chosen=should)
    elif should is not None:
        trouble.append(f"The link says that {quoted(should)} should be worse; a, neither or b is accepted.")
    return replace(state, trouble=" ".join(trouble))


def current() -> CompareState:
    """State of the page now."""
    before = st.session_state.get(_KEY)
    if before is None:
        st.session_state[_KEY] = _from_address()
    elif asked_anew(COMPARE) and asked_for() != address():
        st.session_state[_KEY] = replace(_from_address(), table=before.table, turn=before.turn + 1)
    return st.session_state[_KEY]


def address() -> dict[str, str]:
    """The parameters that lead back to what Compare shows; none before it was visited."""
    state = st.session_state.get(_KEY)
    if state is None:
        return {}
    return {"c": state.a, "c2": state.b} | ({"should": state.chosen} if state.chosen else {})


def change(**changes: Any) -> None:
    """Show something else from the next run on."""
    st.session_state[_KEY] = replace(current(), **changes)


def show_case(side: Side, name: str, case: Draft) -> None:
    """Open a case on one side; what should be worse is the pair's to say again."""
    if not isinstance(case, Case):
        change(trouble="Nothing is marked in this case yet; mark at least one class in Explore.")
        return
    change(**{side: name, f"case_{side}": case}, chosen=None, trouble="", turn=current().turn + 1)


def show_pair(a: str, b: str) -> None:
    """Open two presets."""
    change(a=a, b=b, case_a=_case(a), case_b=_case(b), chosen=None, trouble="", turn=current().turn + 1)


def change_settings(**changes: Any) -> None:
    """Give B other settings."""
    change(settings=replace(current().settings, **changes))
