"""The browser's edits, taken one by one: each is a change of its own, and each can be undone."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..draw.canvas import NOTHING, drawing, unfolded
from ..draw.still import still, tidied
from ..errors import CaseError, HierviewError
from ..explain import number
from ..formats.edgelines import read_edge_lines, write_edge_lines
from ..formats.outline import read_outline, write_outline
from ..languages import _
from ..markup.pictures import more
from ..model.case import Draft
from ..model.edits import apply, retyped
from ..rules import numbers_of, parse_rule, renumbered, rules_for
from .address import find, parameters, state_of
from .carried import carried
from .held import Ref
from .history import recorded, recorded_with_last, redone, retracted, undone
from .view import (
    DIRECTIONS,
    DRAWINGS,
    Typed,
    ViewState,
    finished,
    in_room,
    opened,
    ruled,
    told,
    usable,
    with_fold,
    with_row,
)

MOST_ENTRIES = 5_000  # of one log
_HELD = "held"  # beside the parameters of an address, in what the browser keeps: no link says it
_READ = {"outline": read_outline, "edges": read_edge_lines}
_WRITE = {"outline": write_outline, "edges": write_edge_lines}


def take(state: ViewState, sent: Any) -> ViewState:
    """The page after those edits in the browser's log that were not taken yet.

    sent: what the browser says, {"seed", "rev", "log"}, unchecked.  An edit that cannot be made is skipped, and
    said; one that was made on another drawing than the present one is dropped.
    """
    log = sent.get("log") if isinstance(sent, Mapping) else None
    if not isinstance(log, list) or len(log) > MOST_ENTRIES:
        return state
    # The browser counts its edits one by one; a number far ahead would make every later edit one of long ago.
    revision, last = state.revision, state.taken + MOST_ENTRIES
    for entry in log:
        rev = entry.get("rev") if isinstance(entry, Mapping) else None
        if not isinstance(rev, int) or isinstance(rev, bool) or not state.taken < rev <= last:
            continue
        edit = {key: value for key, value in entry.items() if key not in ("rev", "seed")}
        state = replace(state, taken=rev)
        if entry.get("seed") == revision:
            try:
                # The room is no edit: what was refused before is still to be read once a phone is turned.
                state = _edited(state if edit.get("op") == "room" else replace(state, refused=""), edit)
            except HierviewError as error:
                state = replace(state, refused=str(error))
    return state


def _edited(state: ViewState, edit: dict[str, Any]) -> ViewState:
    op = edit.get("op")
    if op == "undo":
        return undone(state)
    if op == "redo":
        return redone(state)
    if op == "retract":
        return retracted(state)
    if op == "restore":
        return recorded(state, _restored(state, edit.get("store")))
    if op == "text":
        return _typed(state, edit.get("format"), edit.get("text"))
    if op == "describe":
        return described(state, edit)
    if op == "walk":
        return replace(state, at=str(edit.get("name")))
    if op == "choose":
        return with_row(state, str(edit.get("row")))
    if isinstance(op, str) and op in _LOOKS:
        return _LOOKS[op](state, edit)
    if op == "open":
        name = str(edit.get("row"))
        return recorded(state, opened(state, name, find(name, state.opened_cases)))
    if state.unread and state.typed is not None:
        raise CaseError(
            _("{trouble}; the drawing can be changed once the text can be read", trouble=state.typed.trouble)
        )
    if op in ("probability", "score"):
        after, rule = renumbered(state.draft, edit), state.rule
        rule = rule or str(next(iter(rules_for(numbers_of(after))), ""))
    else:
        # Who marks a prediction by hand takes it out of the rule's.
        after, rule = _drawn(state, edit), "" if op == "mark" else state.rule
    _whole_kept(state, after)
    after, rule = ruled(usable(after), rule)
    # A page that has not seen this yet tells, with its next edit, the rule that it still shows: by an old control.
    turn = state.widget_epoch + (rule != state.rule)
    record = recorded_with_last if op == "rename" and edit.get("added") and _last_added(state, edit) else recorded
    return record(state, replace(state, draft=told(state, after), rule=rule, typed=None, step=0, widget_epoch=turn))


def _last_added(state: ViewState, edit: Mapping[str, Any]) -> bool:
    """Whether the last change brought the class that an edit is of."""
    last = state.past[-1] if state.past else None
    return last is not None and last.name == state.name and edit["name"] not in last.draft.hierarchy


def _turned(state: ViewState, edit: dict[str, Any]) -> ViewState:
    """The page with children in another direction of their parents."""
    direction = edit.get("direction")
    return replace(state, direction=direction) if isinstance(direction, str) and direction in DIRECTIONS else state


def _unfolded(state: ViewState, edit: dict[str, Any]) -> ViewState:
    """The page with what one class stands for in the drawing; with all shown, nothing is folded any more."""
    hidden = unfolded(state.draft, state.hidden, str(edit.get("name")))
    return replace(state, hidden=hidden, fold=state.fold and bool(hidden), by_hand=True)


def _sought(state: ViewState, edit: dict[str, Any]) -> ViewState:
    """The page with a class in the drawing, and all above it."""
    name = str(edit.get("name"))
    if name not in state.draft.hierarchy:
        return state
    return replace(state, hidden=state.hidden - state.draft.hierarchy.closure([name]), by_hand=True)


# What changes nothing but how the drawing is looked at.
_LOOKS: Mapping[str, Callable[[ViewState, dict[str, Any]], ViewState]] = {
    "turn": _turned,
    "fold": lambda state, edit: with_fold(state, bool(edit.get("fold"))),
    "unfold": _unfolded,
    "seek": _sought,
    "room": lambda state, edit: in_room(state, edit.get("narrow") is True),
}


def _drawn(state: ViewState, edit: dict[str, Any]) -> Draft:
    """The drawing after an edit: it keeps still, unless it is laid out anew."""
    after = apply(state.draft, edit)
    return tidied(after) if edit.get("op") == "tidy" else still(state.draft, after)


def _whole_kept(state: ViewState, after: Draft) -> None:
    """Raise CaseError where a part of a large hierarchy would no longer be one."""
    before = state.draft.hierarchy
    if state.part is not None and (set(after.hierarchy.classes), after.hierarchy.weights) != (
        set(before.classes),
        before.weights,
    ):
        raise CaseError(
            _(
                "this is a part of {title}, whose classes and edges stay as they are; marks may change. "
                "“Edit as a drawing of its own” makes one that may be changed",
                title=state.part.title,
            )
        )


def described(state: ViewState, edit: dict[str, Any]) -> ViewState:
    """The page with other texts of its case; the drawing, and a text that is being typed, stay as they are."""
    after, typed = finished(apply(state.draft, edit)), state.typed
    if typed is not None and typed.draft is state.draft:
        typed = replace(typed, draft=after)
    return recorded(state, replace(state, draft=after, typed=typed))


def _typed(state: ViewState, form: Any, text: Any) -> ViewState:
    if not isinstance(form, str) or form not in _READ or not isinstance(text, str):
        raise CaseError(f"a text is read as one of {', '.join(_READ)}")
    try:
        read = retyped(state.draft, _READ[form](text, DRAWINGS[form]), holds_weights=form == "edges")
        _whole_kept(state, read)
        after = told(state, usable(still(state.draft, read)))
    except HierviewError as error:
        # Half of a text is no reason to lose the drawing, or the text.
        return replace(state, typed=Typed(form, text, state.draft, str(error), getattr(error, "line", None)))
    return recorded(state, replace(state, draft=after, typed=Typed(form, text, after), step=0))


def _restored(state: ViewState, store: Any) -> ViewState:
    """The page with work that the browser kept over a reload."""
    try:
        asked = json.loads(store)
    except (TypeError, ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict) or not all(isinstance(x, str) for pair in asked.items() for x in pair):
        raise CaseError(_("the work that the browser kept cannot be read"))
    held = asked.pop(_HELD, None)
    after = state_of(asked, state)
    if after.trouble:
        raise CaseError(_("the work that the browser kept cannot be opened: {trouble}", trouble=after.trouble))
    if held is not None:
        after = replace(after, holds=tuple({**dict(after.holds), after.name: Ref.read(held)}.items()))
    return replace(after, taken=state.taken, revision=state.revision, opening=state.opening, seek=state.seek)


def kept(state: ViewState) -> str:
    """Unsaved work that the browser keeps over a reload; nothing while there is none."""
    asked = parameters(state)
    unsaved = asked["c"].startswith("~") or any(str(m) != row for row, m in state.settings)
    if state.held is not None:
        asked[_HELD] = state.held.written()
    return json.dumps(asked, ensure_ascii=False) if unsaved else ""


def text_of(state: ViewState) -> str | None:
    """The text of the open text view: as it was typed while that stands for the drawing, else as we write it."""
    if state.drawing not in _WRITE:
        return None
    typed = state.typed
    if typed is not None and typed.format == state.drawing and typed.draft is state.draft:
        return typed.text
    return _WRITE[state.drawing](state.draft)


def editor_data(
    state: ViewState, ids: Mapping[str, int], session: str, hidden: Mapping[str, int] = NOTHING
) -> dict[str, Any]:
    """Data of the editor, plain; `carried` is the page as it sends it to be answered at once.

    hidden: how many children of each class are left out of the drawing.
    """
    return echo(state, ids, hidden) | {
        "session": session,
        "reveal": state.at,
        "carried": carried(state),
        "seek": state.seek and state.answerable and not state.asking,
    }


def echo(state: ViewState, ids: Mapping[str, int], hidden: Mapping[str, int] = NOTHING) -> dict[str, Any]:
    """Reply to the editor about its edits once they were taken, whoever took them."""
    typed = state.typed
    if typed is not None and (typed.draft is not state.draft or typed.format != state.drawing):
        typed = None  # it is of another drawing, or not on screen
    text = state.refused or (typed.trouble if typed is not None else "")
    line = typed.line if typed is not None else None
    shown = drawing(state.draft, ids, hidden, state.looked, more)
    if state.drawing == "numbers":
        _add_numbers(state, shown)
    return {
        "seed": state.revision,
        "acked": state.taken,
        "opening": state.opening,
        "view": state.drawing,
        "text": text_of(state),
        "trouble": {"text": text, "line": line} if text else None,
        "store": kept(state),
        "turned": state.drawn.direction,
        "narrow": state.narrow,
        "fold": state.all_folded,
        "foldable": state.foldable,
    } | shown


def _add_numbers(state: ViewState, shown: dict[str, Any]) -> None:
    """What a rule decides from, on edges and classes, and what became of it."""
    numbers = numbers_of(state.draft)
    decision = parse_rule(state.rule).decide(numbers) if state.rule else None
    for edge in shown["edges"]:
        p = numbers.probabilities.get((edge["parent"], edge["child"]))
        edge["probability"] = None if p is None else float(p)
        edge["followed"] = decision is not None and (edge["parent"], edge["child"]) in decision.edges
    for c in shown["classes"]:
        score = numbers.scores.get(c["name"])
        c["score"] = None if score is None else float(score)
        value = None if decision is None else decision.values.get(c["name"])
        c["value"] = "" if value is None else number(float(value), 3)
        c["blocked"] = decision is not None and c["name"] in decision.blocked
        c["runnerUp"] = decision is not None and decision.runner_up is not None and c["name"] == decision.runner_up[0]
