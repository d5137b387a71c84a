"""The browser's edits, taken one by one: each is a change of its own, and each can be undone."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...answers.counted import DrawingCount, drawing_count
from ...draw.layouts.still import keep_still, tidied_draft
from ...draw.scenes.canvas import NOTHING, canvas_data, classes_still_hidden
from ...errors import CaseError, HierviewError
from ...explain import number
from ...formats.typed.edgelines import read_edge_lines, write_edge_lines
from ...formats.typed.outline import read_outline, write_outline
from ...languages import _
from ...markup.pictures import folded_name
from ...model.case import Draft
from ...model.edits import EDITS, apply_edit, with_untyped_parts
from ...rules import parse_rule, rule_numbers, rules_for, with_number_changed
from ..files.server_files import ServerFile
from ..shell.cases import admit_draft, apply_rule, as_case, find_case
from ..shell.fields import change_fields
from . import history, page_token
from .address import address_parameters, state_of
from .view import (
    DIRECTIONS,
    DRAWINGS,
    TypedText,
    ViewState,
    on_screen_width,
    open_case,
    with_draft,
    with_fold,
    with_new_layout,
    with_row,
    with_texts,
)
from .why_views import OpenAnswer

MOST_ENTRIES = 5_000  # of one log
_FILE = "held"  # beside the parameters of an address, in what the browser keeps: no link says it
_READ = {"outline": read_outline, "edges": read_edge_lines}
_WRITE = {"outline": write_outline, "edges": write_edge_lines}


def take_edits(state: ViewState, sent: Any) -> ViewState:
    """The page after those edits in the browser's log that were not taken yet.

    sent: what the browser says, {"log"}, unchecked.  An edit that cannot be made is skipped, and
    said; one that was made on another drawing than the present one is dropped.
    """
    log = sent.get("log") if isinstance(sent, Mapping) else None
    if not isinstance(log, list) or len(log) > MOST_ENTRIES:
        return state
    # The browser counts its edits one by one; a number far ahead would make every later edit one of long ago.
    version, last = state.visit.drawing_version, state.visit.last_edit + MOST_ENTRIES
    for entry in log:
        number = entry.get("number") if isinstance(entry, Mapping) else None
        if type(number) is not int or not state.visit.last_edit < number <= last:
            continue
        edit = {key: value for key, value in entry.items() if key not in ("number", "drawingVersion")}
        state = change_fields(state, last_edit=number)
        if entry.get("drawingVersion") == version:
            try:
                # The room is no edit: what was refused before is still to be read once a phone is turned.
                state = _apply_edit(state if edit.get("op") == "room" else change_fields(state, refusal=""), edit)
            except HierviewError as error:
                state = change_fields(state, refusal=str(error))
    return state


def _apply_edit(state: ViewState, edit: dict[str, Any]) -> ViewState:
    """The page after one edit, by what edits.json says that it changes."""
    op = str(edit.get("op"))
    changes = EDITS[op]["changes"] if op in EDITS else ""
    if op == "restore":
        return history.record_change(state, _restore_work(state, edit.get("store")))
    if changes == "history":
        return {"undo": history.step_back, "redo": history.step_forth, "retract": history.retract_last}[op](state)
    if op == "text":
        return _take_text(state, edit.get("format"), edit.get("text"))
    if op == "describe":
        return with_description(state, edit)
    if op == "choose":
        return with_row(state, str(edit.get("row")))
    if changes == "looks":
        return _LOOKS[op](state, edit)
    if op == "open":
        name = str(edit.get("row"))
        return history.record_change(state, open_case(state, name, find_case(name, state.work.collection)))
    if state.is_text_unread and state.canvas.text is not None:
        raise CaseError(
            _("{trouble}; the drawing can be changed once the text can be read", trouble=state.canvas.text.trouble)
        )
    if changes == "first":
        return history.record_change(state, _mark_first(state, edit))
    if changes == "numbers":
        after, rule = with_number_changed(state.draft, edit), state.work.rule
        rule = rule or str(next(iter(rules_for(rule_numbers(after))), ""))
    else:
        # Who marks a prediction by hand takes it out of the rule's.
        after, rule = apply_edit(state.draft, edit), "" if changes == "marks" else state.work.rule
        # The drawing keeps still, unless it is laid out anew.
        after = tidied_draft(after) if op == "tidy" else keep_still(state.draft, after)
    _check_part(state, after)
    after, rule = apply_rule(admit_draft(after), rule)
    # The menu of rules takes the rule anew, or its old value would be told with the next edit.
    epoch = state.visit.widget_epoch + (rule != state.work.rule)
    names_new_class = op == "rename" and edit.get("added") and _last_change_added(state, edit)
    record = history.record_with_last if names_new_class else history.record_change
    first = _first_after_edit(state, after, edit)
    page = with_draft(state, with_texts(state, after), rule=rule, text=None, step=0, widget_epoch=epoch, first=first)
    return record(state, with_new_layout(page) if op == "tidy" else page)


def _first_after_edit(state: ViewState, after: Draft, edit: Mapping[str, Any]) -> frozenset[str] | None:
    """The classes of A that are still there after an edit; None where there is no A."""
    if state.work.first is None:
        return None
    renamed = {edit["name"]: edit["to"]} if edit["op"] == "rename" else {}
    return frozenset(renamed.get(c, c) for c in state.work.first).intersection(after.hierarchy.classes)


def _mark_first(state: ViewState, edit: Mapping[str, Any]) -> ViewState:
    """The page in which A predicts a class, or does no longer; as it is where no second prediction stands beside it."""
    name, first = str(edit.get("name")), state.work.first
    if first is None or name not in state.draft.hierarchy:
        return state
    return change_fields(state, first=first | {name} if edit.get("on") is True else first - {name}, step=0)


def _last_change_added(state: ViewState, edit: Mapping[str, Any]) -> bool:
    """Whether the last change brought the class that an edit is of."""
    last = state.past[-1] if state.past else None
    return last is not None and last.name == state.name and edit["name"] not in last.draft.hierarchy


def _turn_drawing(state: ViewState, edit: dict[str, Any]) -> ViewState:
    direction = edit.get("direction")
    return (
        change_fields(state, direction=direction) if isinstance(direction, str) and direction in DIRECTIONS else state
    )


def _unfold_class(state: ViewState, edit: dict[str, Any]) -> ViewState:
    """The page with what one class stands for in the drawing; with all shown, nothing is folded any more."""
    hidden = classes_still_hidden(state.draft, state.canvas.hidden, str(edit.get("name")))
    return change_fields(state, hidden=hidden, fold=state.canvas.fold and bool(hidden), by_hand=True)


def _bring_into_view(state: ViewState, edit: dict[str, Any]) -> ViewState:
    name = str(edit.get("name"))
    if name not in state.draft.hierarchy:
        return state
    return change_fields(state, hidden=state.canvas.hidden - state.draft.hierarchy.closure([name]), by_hand=True)


# What changes nothing but how the drawing is looked at.
_LOOKS: Mapping[str, Callable[[ViewState, dict[str, Any]], ViewState]] = {
    "turn": _turn_drawing,
    "fold": lambda state, edit: with_fold(state, bool(edit.get("fold"))),
    "unfold": _unfold_class,
    "seek": _bring_into_view,
    "walk": lambda state, edit: change_fields(state, map_class=str(edit.get("name"))),
    "numbers": lambda state, edit: change_fields(state, tab="numbers", widget_epoch=state.visit.widget_epoch + 1),
    "room": lambda state, edit: on_screen_width(state, edit.get("narrow") is True),
}


def _check_part(state: ViewState, after: Draft) -> None:
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


def with_description(state: ViewState, edit: dict[str, Any]) -> ViewState:
    """The page with other texts of its case; the drawing, and a text that is being typed, stay as they are."""
    after, text = as_case(apply_edit(state.draft, edit)), state.canvas.text
    if text is not None and text.draft is state.draft:
        text = replace(text, draft=after)
    return history.record_change(state, change_fields(state, draft=after, text=text))


def _take_text(state: ViewState, form: Any, text: Any) -> ViewState:
    if not isinstance(form, str) or form not in _READ or not isinstance(text, str):
        raise CaseError(f"a text is read as one of {', '.join(_READ)}")
    try:
        draft = with_untyped_parts(state.draft, _READ[form](text, DRAWINGS[form]), holds_weights=form == "edges")
        _check_part(state, draft)
        after = with_texts(state, admit_draft(keep_still(state.draft, draft)))
    except HierviewError as error:
        # Half of a text is no reason to lose the drawing, or the text.
        unreadable = TypedText(form, text, state.draft, str(error), error.line)
        return change_fields(state, text=unreadable)
    return history.record_change(state, with_draft(state, after, text=TypedText(form, text, after), step=0))


def _restore_work(state: ViewState, store: Any) -> ViewState:
    """The page with work that the browser kept over a reload."""
    try:
        query = json.loads(store)
    except (TypeError, ValueError, RecursionError):
        query = None
    if not isinstance(query, dict) or not all(isinstance(x, str) for pair in query.items() for x in pair):
        raise CaseError(_("the work that the browser kept cannot be read"))
    file = query.pop(_FILE, None)
    after = state_of(query, state)
    if after.visit.trouble:
        raise CaseError(_("the work that the browser kept cannot be opened: {trouble}", trouble=after.visit.trouble))
    if file is not None:
        files = dict(after.work.server_files) | {after.name: ServerFile.read(file)}
        after = change_fields(after, server_files=tuple(files.items()))
    return change_fields(after, opening=state.visit.opening, scroll_to_why=state.visit.scroll_to_why)


def work_to_store(state: ViewState) -> str:
    """Unsaved work that the browser keeps over a reload; nothing while there is none."""
    query = address_parameters(state)
    unsaved = query["c"].startswith("~") or state.has_changed_settings
    if state.server_file is not None:
        query[_FILE] = state.server_file.text()
    return json.dumps(query, ensure_ascii=False) if unsaved else ""


def open_view_text(state: ViewState) -> str | None:
    """The text of the open text view: as it was typed while that stands for the drawing, else as hierview writes it."""
    if state.canvas.tab not in _WRITE:
        return None
    text = state.canvas.text
    if text is not None and text.format == state.canvas.tab and text.draft is state.draft:
        return text.text
    return _WRITE[state.canvas.tab](state.draft)


def editor_data(
    state: ViewState,
    ids: Mapping[str, int],
    session: str,
    hidden: Mapping[str, int] = NOTHING,
    answer: OpenAnswer | None = None,
) -> dict[str, Any]:
    """Data of the editor, plain; `page` is what it sends to be answered at once.

    hidden: how many children of each class are left out of the drawing.  answer: the one whose count it shows.
    """
    return edit_reply(state, ids, hidden, answer) | {
        "session": session,
        "mapClass": state.canvas.map_class,
        "page": page_token.encode(state),
        "scrollToWhy": state.visit.scroll_to_why and state.answerable and not state.answers.guessing,
    }


def edit_reply(
    state: ViewState, ids: Mapping[str, int], hidden: Mapping[str, int] = NOTHING, answer: OpenAnswer | None = None
) -> dict[str, Any]:
    """Reply to the editor about its edits once they were taken, whoever took them."""
    open_text = state.canvas.text
    if open_text is not None and (open_text.draft is not state.draft or open_text.format != state.canvas.tab):
        open_text = None  # it is of another drawing, or not on screen
    text = state.canvas.refusal or (open_text.trouble if open_text is not None else "")
    line = open_text.line if open_text is not None else None
    canvas = canvas_data(state.draft, ids, hidden, state.canvas_look, folded_name)
    if state.work.first is not None:
        for c in canvas["classes"]:
            c["first"] = c["name"] in state.work.first
    if state.canvas.tab == "numbers":
        _write_numbers_on_canvas(state, canvas)
    elif answer is not None and answer.result is not None and answer.result.value is not None:
        _write_counts_on_canvas(drawing_count(state.case, answer.measure, answer.result), canvas)
    return {
        "drawingVersion": state.visit.drawing_version,
        "lastEdit": state.visit.last_edit,
        "opening": state.visit.opening,
        "view": state.canvas.tab,
        "text": open_view_text(state),
        "trouble": {"text": text, "line": line} if text else None,
        "store": work_to_store(state),
        "turned": state.picture_look.direction,
        "narrowScreen": state.canvas.narrow_screen,
        "fold": state.all_folded,
        "foldable": state.can_fold,
    } | canvas


def _write_counts_on_canvas(count: DrawingCount, canvas: dict[str, Any]) -> None:
    """Add to the canvas data the counts of the open answer, on classes and edges, and in words."""
    for thing in (*canvas["classes"], *canvas["edges"]):
        key = thing["name"] if "name" in thing else (thing["parent"], thing["child"])
        thing |= {"side": count.sides.get(key, "none"), "counts": count.numbers.get(key, "")}
    canvas["counted"] = count.lines


def _write_numbers_on_canvas(state: ViewState, canvas: dict[str, Any]) -> None:
    """Add to the canvas data the probabilities and scores that the rule decides from, and the edges it followed."""
    numbers = rule_numbers(state.draft)
    decision = parse_rule(state.work.rule).decide(numbers) if state.work.rule else None
    for edge in canvas["edges"]:
        p = numbers.probabilities.get((edge["parent"], edge["child"]))
        edge["probability"] = None if p is None else float(p)
        edge["followed"] = decision is not None and (edge["parent"], edge["child"]) in decision.edges
    for c in canvas["classes"]:
        score = numbers.scores.get(c["name"])
        c["score"] = None if score is None else float(score)
        value = None if decision is None else decision.values.get(c["name"])
        c["value"] = "" if value is None else number(float(value), 3)
        c["blocked"] = decision is not None and c["name"] in decision.blocked
        c["runnerUp"] = decision is not None and decision.runner_up is not None and c["name"] == decision.runner_up[0]
