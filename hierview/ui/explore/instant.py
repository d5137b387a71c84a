"""An edit answered at once: the markup that the next rerun will show, from a request that carries the whole page.

A rerun of the page takes several times as long as this, most of it in the browser. It follows once the hand rests,
and finds that it has nothing to change. Nothing is kept here, and nothing is known of who asks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ...answers.cost import is_heavy
from ...errors import HierviewError
from ...languages import spoken_language
from ...markup import html
from ...model.edits import EDITS
from ..shell.cases import is_preset
from .contents import viewer_contents
from .editing import edit_reply, take_edits
from .page_token import MOST_CLASSES, MOST_MARKED, decode, language_of
from .view import ViewState
from .why_views import VIEWS, steps_markup

LARGEST = 300_000  # bytes of a request
MOST_ENTRIES = 50


def reply_at_once(body: bytes) -> dict[str, Any] | None:
    """Markup for the browser after its edits, or None where the page itself must answer.

    body: JSON, {"page": what `page_token.encode` made, "log": the edits that the page has not taken}, from anybody.
    Returns {"show": markup by viewer, "editor": what the editor shows, "rest": whether anything else on the page
    changes, so that it should follow at once}. With "step", a number, it is {"steps": markup in which that step and its
    neighbours are drawn}.
    """
    if len(body) > LARGEST:
        return None
    try:
        request = json.loads(body)
        page, log, step = request["page"], request["log"], request.get("step")
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return None
    if (
        not (step is None or type(step) is int)
        or not isinstance(page, str)
        or not isinstance(log, list)
        or len(log) > MOST_ENTRIES
    ):
        return None
    if any(not isinstance(entry, dict) or _needs_visit(entry) for entry in log):
        return None
    with spoken_language(language_of(page)):
        return _reply(page, log, step)


def _reply(page: str, log: list[Any], step: int | None) -> dict[str, Any] | None:
    try:
        before = decode(page)
        after = take_edits(before, {"log": log})
    except (ValueError, RecursionError, TypeError, KeyError, HierviewError):
        return None
    large = len(after.draft.hierarchy) > MOST_CLASSES or len(after.draft.marked) > MOST_MARKED
    if large or is_heavy(after.draft):
        return None
    if step is not None:
        return {"steps": steps_markup(after, step)} if after.answerable and not after.answers.guessing else None
    made = viewer_contents(after)
    return {
        "show": made.markup,
        "editor": edit_reply(after, html.class_ids(after.draft), answer=made.answer),
        "rest": not VIEWS[after.why.view].live
        or after.canvas.tab == "numbers"
        or _controls_and_headings(before) != _controls_and_headings(after),
    }


def _needs_visit(edit: Mapping[str, Any]) -> bool:
    """Whether an edit needs what only the visit knows: what was undone or opened, and what the browser kept."""
    op = edit.get("op")
    if op == "open":
        return not is_preset(str(edit.get("row")))
    return isinstance(op, str) and op in EDITS and EDITS[op]["changes"] == "history"


def _controls_and_headings(state: ViewState) -> tuple[object, ...]:
    """What controls and headings of the page show, beside its viewers and its editor."""
    looks = state.canvas.direction, state.work.turned, state.canvas.fold, state.canvas.narrow_screen
    return state.visit.opening, state.why.row, state.answerable, looks, bool(state.draft.note)
