"""State of Measures: the address says it all, so that Back leads to what was shown before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...answers.cards import card_index
from ...errors import HierviewError
from ...flats import missing_flat_sentence, part_at
from ...languages import _
from ...markup.pages.card import CHOOSE
from ...measures import Measure, parse_measure
from ..shell.page_state import PageState, asked_parameters, show_address

_START = "start"  # what stands for no answer yet


@dataclass(frozen=True)
class CardState:
    """The measure whose card is shown."""

    measure: Measure
    """The measure whose card is shown."""
    trouble: str = ""
    """A sentence about an address that could not be used."""
    answers: Mapping[str, str] | None = None
    """Answers on the way to a measure, by question; None while a card is shown instead."""


def state_of(query: Mapping[str, str], before: CardState | None = None) -> CardState:
    """The cards that an address asks for, else what was shown before, else the first card."""
    (_family, ((entry, *_others), *_rows)), *_families = card_index()
    state = CardState(parse_measure(entry.key)) if before is None else replace(before, trouble="")
    if "q" in query:
        if question_chooser() is None:
            return replace(state, trouble=f"{missing_flat_sentence('pages', 'Workbench')}.")
        return replace(state, answers=parse_answers(query["q"]))
    try:
        return CardState(parse_measure(query["m"])) if "m" in query else state
    except HierviewError as error:
        trouble = _("The link asks for a measure that is not here: {error}.", error=error)
        return CardState(parse_measure(entry.key), trouble)


def address_parameters(state: CardState) -> dict[str, str]:
    """The parameters that lead to the card, or to the choice."""
    return {"m": str(state.measure)} if state.answers is None else {"q": answers_text(state.answers)}


def question_chooser() -> Any:
    """The choice of a measure by questions, of a flat: what shows it, and which answers there are; None without it."""
    return part_at("measures.choice")


def parse_answers(text: str) -> dict[str, str]:
    """The answers in an address, such as `dag-yes.several-no`; what is no answer is left out."""
    return _usable_answers(dict(answer.partition("-")[::2] for answer in text[:400].split(".")))


def answers_text(answers: Mapping[str, str]) -> str:
    """Answers as a text in an address."""
    return ".".join(f"{key}-{answer}" for key, answer in _usable_answers(answers).items()) or _START


def _usable_answers(answers: Mapping[str, str]) -> dict[str, str]:
    usable: dict[str, str] = question_chooser().usable_answers(answers)
    return usable


MEASURES = PageState("measures", state_of, address_parameters, always=True)


def open_card(picked: str) -> None:
    """Show another card, or the choice, one step of Back away from what is shown."""
    rest = {key: value for key, value in asked_parameters().items() if key not in ("m", "q")}
    if picked == CHOOSE and question_chooser() is not None:
        show_address(rest | {"q": _START})
    elif any(picked == entry.key for _, rows in card_index() for row in rows for entry in row):
        show_address(rest | {"m": picked})


def answer_need(need: str, option: str | None) -> None:
    """Answer a question, or take its answer back."""
    answers = dict(MEASURES.current().answers or {}) | {need: option or ""}
    show_address(asked_parameters() | {"q": answers_text(answers)})
