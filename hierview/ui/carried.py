"""The page as a text that the browser sends back with its edits, for a server that keeps nothing to answer them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..errors import HierviewError, quoted
from ..languages import ENGLISH, language
from ..rules import parse_rule
from .address import find, packed, settings_of, settings_text
from .view import DIRECTIONS, DRAWINGS, ViewState, finished, is_preset, known_rows
from .why_views import VIEWS

MOST_CLASSES = 600  # of a case that is answered at once; beyond, an answer takes longer than a rerun costs
LONGEST = 60_000  # characters
_TEXTS = ("name", "chosen", "view", "display", "table", "drawing", "rule", "direction")
_NUMBERS = ("step", "taken", "revision", "opening")
_SWITCHES = ("big", "asking", "fold", "by_hand", "narrow")


def carried(state: ViewState) -> str:
    """Text that `restored` makes the page of again; "" where it is too large, or holds more than can be said."""
    if len(state.draft.hierarchy) > MOST_CLASSES or state.unread or state.refused or state.part is not None:
        return ""
    plain = is_preset(state.name) and state.draft == state.start
    draft = state.name if plain else packed(state.draft)
    start = state.name if is_preset(state.name) else packed(state.start)
    if not draft or not start:
        return ""
    said = {key: getattr(state, key) for key in (*_TEXTS, *_NUMBERS, *_SWITCHES)}
    said |= {"draft": draft, "start": start, "settings": settings_text(state.settings), "guesses": state.guesses}
    said["hidden"] = sorted(state.hidden)
    if language() != ENGLISH:
        said["lang"] = language()
    text = json.dumps(said)
    return text if len(text) <= LONGEST else ""


def spoken(text: str) -> str:
    """The language of the page that `carried` made this text of, from anybody, who may name any."""
    try:
        said = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        said = None
    return str(said.get("lang", ENGLISH)) if isinstance(said, dict) else ENGLISH


@lru_cache(maxsize=32)
def restored(text: str) -> ViewState:
    """The page that `carried` made this text of, from anybody; a HierviewError where it is something else.

    Undo, opened cases, and what no live view shows are not in it.
    """
    try:
        said = json.loads(text) if len(text) <= LONGEST else None
        json.dumps(said, ensure_ascii=False).encode()  # half of a character could not be sent back
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or not _sound(said):
        raise HierviewError("this is no page of the explorer")
    draft, start = find(said["draft"]), find(said["start"])
    fields = {key: said[key] for key in (*_TEXTS, *_NUMBERS, *_SWITCHES)}
    if said["rule"]:
        fields["rule"] = str(parse_rule(said["rule"]))
    if said["chosen"] not in known_rows(draft):
        raise HierviewError(f"{quoted(said['chosen'])} is no row of the answers")
    fields["hidden"] = frozenset(said["hidden"])
    fields["guesses"] = tuple((row, guess) for row, guess in said["guesses"])
    return replace(
        ViewState(said["name"], finished(draft), said["chosen"], settings_of(said["settings"]), start=finished(start)),
        **fields,
    )


def _sound(said: Mapping[str, Any]) -> bool:
    """Whether every field is there and may be what it says."""
    texts = (*_TEXTS, "draft", "start", "settings")
    return (
        all(isinstance(said.get(key), str) for key in texts)
        and all(type(said.get(key)) is int and 0 <= said[key] < 2**53 for key in _NUMBERS)
        and all(isinstance(said.get(key), bool) for key in _SWITCHES)
        and isinstance(said.get("hidden"), list)
        and all(isinstance(name, str) for name in said["hidden"])
        and isinstance(said.get("guesses"), list)
        and all(map(_is_guess, said["guesses"]))
        and said["view"] in VIEWS
        and said["drawing"] in DRAWINGS
        and said["direction"] in DIRECTIONS
        and said["table"] in ("headline", "all")
    )


def _is_guess(pair: object) -> bool:
    """Whether this is a row of the answers and a guess at it; which rows there are is for the table to say."""
    return isinstance(pair, list) and len(pair) == 2 and all(isinstance(text, str) for text in pair)
