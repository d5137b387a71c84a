"""State of Measures: the address says it all, so that Back leads to the card before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..answers.cards import index
from ..errors import HierviewError
from ..measures import Measure, parse_measure
from .page_state import PageState, asked_for, show_address


@dataclass(frozen=True)
class CardState:
    """The measure whose card is shown. trouble: a sentence about an address that could not be used."""

    measure: Measure
    trouble: str = ""


def state_of(asked: Mapping[str, str], before: CardState | None = None) -> CardState:
    """Card that the parameters of an address ask for, else what was shown before, else the first card."""
    (_, ((entry, *_), *_)), *_ = index()
    kept = parse_measure(entry.key) if before is None else before.measure
    try:
        return CardState(parse_measure(asked["m"]) if "m" in asked else kept)
    except HierviewError as error:
        return CardState(parse_measure(entry.key), f"The link asks for a measure that is not here: {error}.")


def parameters(state: CardState) -> dict[str, str]:
    """The parameters that lead to the card."""
    return {"m": str(state.measure)}


MEASURES = PageState("measures", state_of, parameters, always=True)


def choose(measure: str) -> None:
    """Show another card, one step of Back away from this one."""
    if any(measure == entry.key for _, rows in index() for row in rows for entry in row):
        show_address(asked_for() | {"m": measure})
