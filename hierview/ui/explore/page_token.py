"""The page as a text that the browser sends back with its edits, for a server that keeps nothing to answer them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from ...errors import HierviewError, quoted
from ...languages import ENGLISH, language
from ..shell import fields
from ..shell.cases import as_case, find_case, is_preset, openable_row_keys, pack_case
from .view import ViewState, Work

MOST_CLASSES = 600  # of a case that is answered at once; beyond, an answer takes longer than a rerun costs
MOST_MARKED = 40  # classes of a case that is answered at once
LONGEST = 60_000  # characters


def encode(state: ViewState) -> str:
    """The page as a text that `decode` reads; "" where it is too large, or holds more than can be said.

    Undo, opened cases, and what no live view shows are not in it.
    """
    if (
        len(state.draft.hierarchy) > MOST_CLASSES
        or state.is_text_unread
        or state.canvas.refusal
        or state.part is not None
    ):
        return ""
    preset = is_preset(state.name)
    draft = state.name if preset and state.draft == state.work.start else pack_case(state.draft)
    start = state.name if preset else pack_case(state.work.start)
    if not draft or not start:
        return ""
    values = fields.encode_fields(state) | {"draft": draft, "start": start}
    if language() != ENGLISH:
        values["lang"] = language()
    text = json.dumps(values)
    return text if len(text) <= LONGEST else ""


def _decoded_object(text: str) -> dict[str, Any]:
    """Object that a text from anybody holds, empty where it is none; half of a character could not be sent back."""
    try:
        values = json.loads(text) if len(text) <= LONGEST else None
        json.dumps(values, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        values = None
    return values if isinstance(values, dict) else {}


def language_of(text: str) -> str:
    """The language that a text of `encode` names; it comes from anybody, who may name any."""
    return str(_decoded_object(text).get("lang", ENGLISH))


@lru_cache(maxsize=32)
def decode(text: str) -> ViewState:
    """The page in a text of `encode`, which comes from anybody; a HierviewError where it is something else."""
    values = _decoded_object(text)
    try:
        draft, start = (as_case(find_case(fields.TEXT.value(values[key]))) for key in ("draft", "start"))
        state = ViewState.of(Work("", draft, start), **fields.decode_fields(ViewState, values))
    except KeyError:
        raise HierviewError("this is no page of the explorer") from None
    if state.why.row not in openable_row_keys(state.draft):
        raise HierviewError(f"{quoted(state.why.row)} is no row of the answers")
    return state
