"""The controls of Explore as plain data, and what a control, a button or a click makes of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...answers.answers import headline_rows
from ...draw.scenes.canvas import CanvasLook, fits_canvas
from ...languages import _, translated_options
from ...markup.pictures import UNFOLD, USUAL
from ...measures import Measure
from ...model.edits import LONGEST_TEXT, LONGEST_TITLE
from ...rules import parse_rule, rule_numbers, rules_for
from ..shell.cases import EMPTY, NEW, all_row_keys, is_preset
from ..shell.control_data import Control, button_data, choice_data, parameter_controls, text_field_data, with_option
from ..shell.fields import change_fields, declarations
from . import history
from .computed import offered_rules
from .contents import is_slow, next_guess_key, reveal_guess
from .editing import with_description
from .view import (
    DIRECTIONS,
    DRAWINGS,
    VIEW_TITLES,
    ViewState,
    as_opened,
    open_case,
    shows_one_prediction,
    with_another_prediction,
    with_case_made,
    with_fold,
    with_row,
    with_row_measure,
    with_rule,
    without_second,
)
from .why_views import VIEWS, Outcome, after_pick

GUESS = "guess"  # beside the names of tables
MORE = "more"  # beside those of views
_FIRST = ("picture", "ideas", "steps", "landscape")
HISTORY = {"undo": history.undo_by_button, "redo": history.redo_by_button}
PARAMETER, OF_RULE, DESCRIBED = "param.", "rule.", "about."  # what the names of some controls begin with


def history_controls(state: ViewState) -> list[Control]:
    """The buttons of `HISTORY`, which wait for an edit."""
    if not (state.past or state.future):
        return []
    undo = button_data("undo", _("Undo"), disabled=not state.past)
    return [undo, button_data("redo", _("Redo"), disabled=not state.future)]


def bar_controls(state: ViewState) -> list[Control]:
    """The buttons that begin a drawing, or a second prediction beside the one that is there."""
    new = [button_data("new", _("New drawing"))] if len(state.draft.hierarchy) else []  # where one is new, it has begun
    if state.work.first is not None:
        return [*new, button_data("takeaway", _("Take B away"))]
    offered = state.draft.predicted and state.part is None and not state.answers.guessing
    return [*new, button_data("another", _("Another prediction"))] if offered else new


def describe_controls(state: ViewState) -> list[Control]:
    """The fields that describe a case."""
    draft = state.draft
    return [
        text_field_data(f"{DESCRIBED}name", _("Name"), draft.name, LONGEST_TITLE),
        text_field_data(f"{DESCRIBED}source", _("Source"), draft.source, LONGEST_TEXT),
        text_field_data(f"{DESCRIBED}note", _("Question or remark"), draft.note, LONGEST_TEXT, lines=4),
    ]


def drawing_tabs(state: ViewState) -> Control:
    """The ways to edit, numbers among them where a rule can predict from some."""
    has_numbers = state.canvas.tab == "numbers" or bool(rules_for(rule_numbers(state.draft)))
    drawings = {tab: title for tab, title in translated_options(DRAWINGS).items() if has_numbers or tab != "numbers"}
    return choice_data("tabs", "tab", _("Hierarchy"), drawings, state.canvas.tab)


def table_controls(state: ViewState, embedded: bool = False) -> list[Control]:
    """The tables of answers, before them whether a paper's values stand beside ours; embedded, the tables alone."""
    guessing = state.answerable and state.answers.guessing
    tables = {"headline": _("Headline"), "all": _("All ({n})", n=len(all_row_keys()))}
    if state.answerable and not embedded:
        tables[GUESS] = _("Guess first")
    now = GUESS if guessing and GUESS in tables else state.answers.table
    table = choice_data("tabs", "table", _("Answers"), tables, now)
    paper = {"kind": "check", "name": "printed", "label": _("Beside the paper"), "value": state.answers.printed}
    printed = state.draft.published and is_preset(state.name) and not (state.is_edited or state.answers.guessing)
    return [paper, table] if printed and not embedded else [table]


def answering_controls(state: ViewState) -> list[Control]:
    """The guess and the ways out of guessing, or the way back to the case as it was opened, and to sets of its own."""
    if not (state.answerable and state.answers.guessing):
        edited = _("settings edited ·") if state.name == NEW else _("edited ·")
        reset = [button_data("reset", "reset", before=edited)] if state.answerable and state.can_reset else []
        return _keep_most_specific(state) + reset
    row, controls = next_guess_key(state), list[Control]()
    revealed = {key for key, _guess in state.answers.guesses} & {str(m) for m, _below in headline_rows(state.case)}
    if row not in revealed and not is_slow(state, row):
        label = _("Your guess: {measure} =", measure=state.measure(row).label())
        controls.append(text_field_data("guess", label, "", 30, hint=_("0.67 or 2/3"), button=_("Reveal")))
    controls.append(button_data("shownumbers", _("Show numbers")))
    return [*controls, button_data("hideagain", _("Hide again"))] if revealed else controls


def _keep_most_specific(state: ViewState) -> list[Control]:
    """The button that takes marked classes out of a set that stand above others in it, where any does."""
    h, sets = state.draft.hierarchy, (state.draft.true, state.draft.predicted)
    above = {c for marked in sets for c in marked - h.most_specific(marked)} if not state.work.rule else ()
    if not above:
        return []
    names = ", ".join(h.labels.label_or_name(c) for c in h.classes if c in above)
    beside = _("{classes}: above another class of the same set; pairs and exact hits count it, too ·", classes=names)
    return [button_data("specific", _("keep the most specific"), before=beside)]


def _with_most_specific(state: ViewState) -> ViewState:
    h, true, predicted = state.draft.hierarchy, state.draft.true, state.draft.predicted
    case = state.draft.edited(true=h.most_specific(true), predicted=h.most_specific(predicted))
    return with_case_made(state, case)


def view_tabs(state: ViewState, every: bool) -> Control:
    """The views of Why. every: whether those for specialists are among them, which wait behind "More" unless open."""
    titles = translated_options(VIEW_TITLES)
    if not every:
        titles = {name: title for name, title in titles.items() if name in (*_FIRST, state.why.view)}
        titles[MORE] = _("More")
    return choice_data("tabs", "view", _("View"), titles, state.why.view)


def prediction_controls(state: ViewState) -> list[Control]:
    """Which of two predictions the open view shows, where it shows one alone."""
    return (
        [choice_data("radio", "of", _("Prediction"), {"a": "A", "b": "B"}, state.answers.of)]
        if shows_one_prediction(state)
        else []
    )


def look_controls(state: ViewState, measure: Measure) -> list[Control]:
    """How the picture looks at the open answer, where there are several ways, and how hierarchies are drawn in it."""
    ways = measure.views(state.case) if state.why.view == "picture" else ()
    names = {way: _(way) for way in ways}
    looks = [choice_data("radio", "display", _("Show"), names, state.shown_display)] if len(ways) > 1 else []
    return prediction_controls(state) + looks + drawing_controls(state)


def drawing_controls(state: ViewState) -> list[Control]:
    """The controls of how hierarchies are drawn in pictures, where that is a question."""
    as_ever = replace(state.picture_look, narrow=False) == USUAL and state.canvas_look == CanvasLook()
    if as_ever and fits_canvas(state.draft):
        return []
    direction = choice_data(
        "select", "direction", _("Direction"), translated_options(DIRECTIONS), state.picture_look.direction
    )
    fold = {"kind": "check", "name": "fold", "label": _("Fold branches without a mark"), "value": state.canvas.fold}
    return [direction, fold]


def rule_controls(state: ViewState) -> list[Control]:
    """Which rule predicts, and its parameters; none where the case has no numbers for one."""
    options = offered_rules(state.draft, state.work.rule)
    if not options:
        return []
    titles = {str(rule): _(rule.spec.title) for rule in options} | {"": _("as marked")}
    rule = choice_data("radio", "rule", _("Predicted by"), titles, state.work.rule)
    return [rule, *(parameter_controls(parse_rule(state.work.rule), OF_RULE) if state.work.rule else ())]


# What becomes of the page


def after_control(state: ViewState, name: str, value: Any) -> ViewState:
    """The page after a control; a HierviewError for a value that it does not take."""
    start, dot, rest = name.partition(".")
    if dot and f"{start}." in _SET_OF:
        return _SET_OF[f"{start}."](state, rest, value)
    return _SET[name](state, value) if name in _SET else _with_field(state, name, value)


def after_button(state: ViewState, name: str, outcome: Outcome | None = None) -> ViewState:
    """The page after a button. outcome: of the view that is open."""
    if name == "adopt":
        if outcome is None or outcome.opens is None:
            raise KeyError(name)
        return with_case_made(state, outcome.opens)
    return _PRESSED[name](state)


def after_click(state: ViewState, key: str, chosen: str, outcome: Outcome | None = None) -> ViewState:
    """The page after a click in the viewer of that key. outcome: of the view that is open, one of variants."""
    if chosen == UNFOLD:
        return with_fold(state, False)
    if chosen.startswith("step ") and chosen[5:].isdecimal():
        return change_fields(state, step=int(chosen[5:14]))
    if key in ("answers", "ideas"):
        return with_row(state, chosen)
    return state if outcome is None else after_pick(state, outcome, chosen)


def _with_field(state: ViewState, name: str, value: Any) -> ViewState:
    kind = declarations(ViewState)[name].kind
    if kind is None:
        raise KeyError(name)
    return change_fields(state, **{name: kind.value(value)})


def _with_table(state: ViewState, name: str) -> ViewState:
    if name == GUESS:
        return change_fields(state, guessing=True, guesses=())
    return change_fields(_with_field(state, "table", name), guessing=False)


def _with_parameter(state: ViewState, name: str, value: Any) -> ViewState:
    row = state.why.row
    return with_row_measure(state, row, with_option(state.measure(row), name, value))


_PRESSED: Mapping[str, Callable[[ViewState], ViewState]] = {
    "new": lambda state: open_case(state, NEW, EMPTY),
    "reset": as_opened,
    "another": with_another_prediction,
    "takeaway": without_second,
    "specific": _with_most_specific,
    "shownumbers": lambda state: change_fields(state, guessing=False),
    "hideagain": lambda state: change_fields(state, guesses=()),
}
_SET: Mapping[str, Callable[[ViewState, Any], ViewState]] = {
    "table": _with_table,
    "view": lambda state, name: change_fields(state, view=name, step=0) if name in VIEWS else state,
    "fold": lambda state, on: with_fold(state, bool(on)),
    "beside": lambda state, rows: _with_field(state, "beside", "|".join(rows)),
    "guess": lambda state, text: reveal_guess(state, next_guess_key(state), str(text).strip()),
    "rule": lambda state, rule: with_rule(state, str(parse_rule(rule)) if rule else ""),
}
_SET_OF: Mapping[str, Callable[[ViewState, str, Any], ViewState]] = {
    PARAMETER: _with_parameter,
    OF_RULE: lambda state, name, value: with_rule(state, str(with_option(parse_rule(state.work.rule), name, value))),
    DESCRIBED: lambda state, name, text: with_description(state, {"op": "describe", name: text}),
}
