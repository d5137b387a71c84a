"""State of Compare as one frozen value, and its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from ...errors import HierviewError, quoted
from ...formats import PresetPair, Worse, preset_names, preset_pair, preset_pairs
from ...languages import N_, _
from ...model.case import Case, Draft
from ..explore.state import visitor_cases
from ..shell.cases import find_case, is_public_case, pack_case
from ..shell.page_state import PageState, show_address

SHOULD: dict[Worse, str] = {"a": "A", "neither": N_("neither"), "b": "B"}

Side = Literal["a", "b"]


@dataclass(frozen=True)
class SettingsOfB:
    """The settings of B where both sides show the same case."""

    convention: str = "paper"
    """Convention that B is counted by."""
    default_cost: Fraction = Fraction(10)
    """Cost of a class that is paired with the default class."""
    max_distance: Fraction | None = Fraction(5)
    """The longest distance of a pair; None for any."""


@dataclass(frozen=True)
class CompareState:
    """State of Compare."""

    a: str
    """Name of case A, as in the picker."""
    b: str
    """Name of case B, as in the picker."""
    case_a: Case
    """Case A."""
    case_b: Case
    """Case B."""
    expected: Worse | None = None
    """Which prediction the visitor says should be worse; None leaves it to the pair."""
    same: bool = False
    """Whether B is the case of A under `settings`."""
    settings: SettingsOfB = SettingsOfB()
    """Settings of B, where both sides show the same case."""
    asking: bool = False
    """Whether the numbers wait for a guess at which one is worse."""
    guessed: Worse | None = None
    """The guess, once the numbers are shown."""
    table: str = "headline"
    """The measures that are listed: "headline" or "all"."""
    trouble: str = ""
    """A sentence about something that could not be used."""
    widget_epoch: int = 0
    """Raised whenever controls must take their values anew."""

    @property
    def pair(self) -> PresetPair | None:
        """The pair of presets that these two cases are; None where they are none."""
        return preset_pair(self.a, self.b)

    @property
    def other_pairs(self) -> tuple[PresetPair, ...]:
        """The other pairs of presets that either case belongs to."""
        own = {self.a, self.b}
        return tuple(pair for pair in preset_pairs() if len(own & {pair.a, pair.b}) == 1)

    @property
    def worse(self) -> Worse | None:
        """The prediction that should be worse, if that is known or was said; of an exercise, only what was said."""
        if self.asking:
            return self.expected
        return self.expected or (self.pair.worse if self.pair else None)


def _case(name: str, collection: tuple[Draft, ...] = ()) -> Case:
    """The case of that name; a CaseError where there is none, or where nothing in it is marked."""
    draft = find_case(name, collection)
    return draft if isinstance(draft, Case) else draft.case()


def _first_partner(name: str) -> str:
    """The case that another one is compared with first: that of its first pair, or its neighbour in the picker."""
    for pair in preset_pairs():
        if name in (pair.a, pair.b):
            return pair.b if name == pair.a else pair.a
    names = preset_names()
    if name not in names:
        return names[0]
    i = names.index(name)
    return names[i + 1] if i + 1 < len(names) else names[i - 1]


def state_of(
    query: Mapping[str, str], before: CompareState | None = None, collection: tuple[Draft, ...] = ()
) -> CompareState:
    """The pair that an address asks for, or the first one; a sentence where it asks for something unusable."""
    trouble: list[str] = []
    start = preset_pairs()[0]
    a, b = query.get("c"), query.get("c2")
    try:
        for name in (a, b):
            if name is not None:
                _case(name, collection)
        if a is None:
            a = start.a if b is None else _first_partner(b)
        b = _first_partner(a) if b is None else b
    except HierviewError as error:
        trouble.append(_("The link asks for a case that is not here: {error}.", error=error))
        a, b = start.a, start.b
    should = query.get("should")
    expected = next((worse for worse in SHOULD if worse == should), None)
    if should is not None and expected is None:
        says = N_("The link says that {should} should be worse; a, neither or b is accepted.")
        trouble.append(_(says, should=quoted(should)))
    # At a first visit nothing is given away before one has said which one is worse.
    asking = "ask" in query or (not query.keys() & {"c", "c2", "should"} and before is None)
    cases = _case(a, collection), _case(b, collection)
    state = CompareState(a, b, *cases, expected, asking=asking, trouble=" ".join(trouble))
    return state if before is None else replace(state, table=before.table, widget_epoch=before.widget_epoch + 1)


def address_parameters(state: CompareState) -> dict[str, str]:
    """The parameters that lead back to the pair."""
    more = {"ask": "1"} if state.asking else {"should": state.expected} if state.expected else {}
    sides = (("c", state.a, state.case_a), ("c2", state.b, state.case_b))
    return {key: name if is_public_case(name) else pack_case(case) or name for key, name, case in sides} | more


COMPARE = PageState("compare", lambda asked, before: state_of(asked, before, visitor_cases()), address_parameters)
current, change = COMPARE.current, COMPARE.change


def show_side(side: Side, name: str, case: Draft) -> None:
    """Open a case on one side; what should be worse is the pair's to say again."""
    if not isinstance(case, Case):
        change(trouble=_("Nothing is marked in this case yet; mark at least one class in Explore."))
        return
    anew = {"expected": None, "guessed": None, "trouble": "", "widget_epoch": current().widget_epoch + 1}
    COMPARE.go(**{side: name, f"case_{side}": case}, **anew)


def show_pair(a: str, b: str) -> None:
    """Open two presets."""
    now = current()
    epoch = now.widget_epoch + 1
    COMPARE.show(CompareState(a, b, _case(a), _case(b), asking=now.asking, table=now.table, widget_epoch=epoch))
    show_address(address_parameters(current()))


def begin_guess() -> None:
    """Hide the numbers until it is guessed which prediction is worse."""
    change(asking=True, same=False, expected=None, guessed=None, widget_epoch=current().widget_epoch + 1)


def reveal_numbers() -> None:
    """Show the numbers, beside the guess; where the pair says which one is worse, they are held against that."""
    state = current()
    worse = None if state.pair is not None else state.expected
    change(asking=False, expected=worse, guessed=state.expected, widget_epoch=state.widget_epoch + 1)


def change_settings(**changes: Any) -> None:
    """Give B other settings."""
    change(settings=replace(current().settings, **changes))
