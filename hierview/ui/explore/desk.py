"""Explore without Streamlit: a visit is told messages and gives pages, both plain data, whoever carries them.

A host, such as a page of static files or a notebook, mounts editor and viewers, and draws controls by their kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...answers.answers import headline_rows
from ...answers.cards import card
from ...errors import HierviewError
from ...languages import _, spoken_language, translated
from ...markup import html
from ...markup.pages import card as drawn_card
from ...markup.pictures import UNFOLD, gallery
from ...measures import Measure
from ...model.edits import LONGEST_TEXT, LONGEST_TITLE
from ...rules import parse_rule, rule_numbers, rules_for
from ..editor import script_texts as editor_texts
from ..shell.cases import EMPTY, NEW, all_rows, card_groups, is_preset, preset_notes
from ..shell.fields import amend, declarations
from ..viewer import script_texts as viewer_texts
from . import history
from .address import parameters, state_of
from .computed import rule_markup
from .contents import contents
from .control_data import (
    Control,
    button,
    choice,
    drawing_controls,
    frame_words,
    parameter_controls,
    preset_control,
    rule_controls,
    settings_summary,
    text_field,
    value_says,
    view_control,
    way_controls,
    with_option,
)
from .editing import editor_data, take, with_description
from .rows import guess_row, late, reveal
from .view import (
    DRAWINGS,
    ViewState,
    as_opened,
    case_title,
    open_case,
    with_case_made,
    with_fold,
    with_row,
    with_rule,
    with_setting,
)
from .why_views import MORE, VIEWS, OpenAnswer, Outcome, after_pick, view_tabs

_GUESS = "guess"  # beside the names of tables
_PARAMETER, _OF_RULE, _DESCRIBED = "param.", "rule.", "about."  # what the names of some controls begin with


class Desk:
    """One visit: `tell` takes a message and gives all that the page shows then.

    asked: the parameters of an address, its language too.  session: a name for the visit, so that the browser tells
    work of this one from that of an earlier one; "" where the host keeps the work itself.
    """

    def __init__(self, asked: Mapping[str, str], session: str = ""):
        self._session, self._language, self._every_view = session, asked.get("lang", "en"), False
        self._outcome: Outcome | None = None
        with spoken_language(self._language):
            self.state = state_of(asked)

    def tell(self, message: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The page after a message, plain JSON; one that cannot be done changes nothing, and the page says so.

        message: {"do": "edits", "log"}, what the editor did; {"do": "pick", "key", "chosen"}, a click in a viewer;
        {"do": "set", "name", "value"}, a control; {"do": "press", "name"}, a button; {"do": "visit", "asked"}, an
        address; None for the page as it is.
        """
        trouble = ""
        with spoken_language(self._language):
            if message is not None:
                try:
                    self.state = _TOLD[message["do"]](self, message)
                except HierviewError as error:
                    trouble = str(error)
                except (KeyError, TypeError, ValueError, AttributeError):
                    trouble = _("The page was told something that it does not know.")
            return self._page(trouble)

    def gallery(self) -> str:
        """The cards of all cases that anybody may open, as markup."""
        with spoken_language(self._language):
            return gallery([(_(heading), cards) for heading, cards in card_groups()], self.state.name)

    # What is told

    def _pick(self, message: Mapping[str, Any]) -> ViewState:
        state, pick = self.state, str(message["chosen"])
        if pick == UNFOLD:
            return with_fold(state, False)
        if pick.startswith("step ") and pick[5:].isdecimal():
            return amend(state, step=int(pick[5:14]))
        if message["key"] in ("answers", "ideas"):
            return with_row(state, pick)
        if self._outcome is None:
            return state
        return history.record_outside(state, after_pick(state, self._outcome, pick))

    def _press(self, message: Mapping[str, Any]) -> ViewState:
        name = message["name"]
        if name in ("undo", "redo"):
            return (history.undone if name == "undo" else history.redone)(self.state)
        return history.record_outside(self.state, _PRESSED[name](self))

    def _set(self, message: Mapping[str, Any]) -> ViewState:
        """The page after a control; what changes the case or its settings can be undone."""
        name, value = str(message["name"]), message["value"]
        start = next((start for start in _SET_OF if name.startswith(start)), "")
        if start:
            after = _SET_OF[start](self, name[len(start) :], value)
        else:
            after = _SET[name](self, value) if name in _SET else self._set_field(name, value)
        return history.record_outside(self.state, after)

    def _set_field(self, name: str, value: Any) -> ViewState:
        """The page with another value of a field; a HierviewError for one that the field does not take."""
        kind = declarations(ViewState)[name].kind
        if kind is None:
            raise KeyError(name)
        return amend(self.state, **{name: kind.value(value)})

    def _show_view(self, name: str) -> ViewState:
        self._every_view = self._every_view or name == MORE
        return amend(self.state, view=name, step=0) if name in VIEWS else self.state

    def _show_table(self, name: str) -> ViewState:
        if name == _GUESS:
            return amend(self.state, guessing=True, guesses=())
        return amend(self._set_field("table", name), guessing=False)

    def _set_parameter(self, name: str, value: Any) -> ViewState:
        state, measure = self.state, self.state.measure(self.state.why.row)
        if not name:  # settings that belong together
            preset = measure.presets.get(value)
            return state if preset is None else with_setting(state, state.why.row, type(measure)(**preset))
        return with_setting(state, state.why.row, with_option(measure, name, value))

    def _set_of_rule(self, name: str, value: Any) -> ViewState:
        return with_rule(self.state, str(with_option(parse_rule(self.state.work.rule), name, value)))

    # What is shown

    def _page(self, trouble: str) -> dict[str, Any]:
        state, self._outcome = self.state, None
        ids, viewers = html.class_ids(state.draft), contents(state)
        markup = dict(viewers.markup)
        controls = self._why(markup, viewers.answer) | self._bars()
        if state.answerable and "answers" not in markup:
            sentence = _("This case takes too long here. hierview itself answers it: {command}", command="hierview app")
            markup["answers"] = html.notice(sentence, "hint")
        if state.answers.guessing and state.answerable:
            markup |= self._brief()
        if state.canvas.tab == "numbers":
            controls["rules"] = self._rules(markup, ids)
        summary = settings_summary(state.case, viewers.answer.measure) if viewers.answer is not None else ""
        editor = editor_data(state, ids, self._session or "desk", answer=viewers.answer) | {"page": ""}
        no_store = {} if self._session else {"store": "", "scrollToWhy": False}
        return {
            "show": markup,
            "editor": editor | no_store | editor_texts(),
            "viewer": viewer_texts(),
            "stamp": state.stamp,
            "title": [*case_title(state)],
            "address": parameters(state) | ({} if self._language == "en" else {"lang": self._language}),
            "trouble": " ".join(filter(None, (trouble, state.visit.trouble))),
            "remark": state.draft.note in preset_notes(),
            "words": frame_words(),
            "settings": summary,
            "controls": controls,
        }

    def _why(self, markup: dict[str, str], answer: OpenAnswer | None) -> dict[str, list[Control]]:
        """The controls beside and below the open view; what a view of variants shows goes into the markup."""
        state = self.state
        if answer is None or "whynotice" in markup:
            return {"side": [], "below": []}
        view = VIEWS[state.why.view]
        own = [*map(view_control, view.controls(state))]
        if view.live and own:
            return {"side": [], "below": own + drawing_controls(state)}
        if view.live:
            return {
                "side": [
                    *way_controls(state, answer.measure),
                    *drawing_controls(state),
                    *self._parameters(answer.measure),
                ],
                "below": [],
            }
        try:
            outcome = self._outcome = view.make(*view.needs(state, answer))
        except HierviewError as error:
            markup["whynotice"] = html.notice(str(error))
            return {"side": own, "below": []}
        markup |= outcome.markup
        adopt = [button("adopt", _("Open the result"))] if outcome.opens is not None else []
        return {"side": [*own, *map(view_control, outcome.controls), *adopt], "below": []}

    def _bars(self) -> dict[str, list[Control]]:
        """The controls above the drawing, the answers and Why, and below the answers."""
        state = self.state
        numbered = state.canvas.tab == "numbers" or bool(rules_for(rule_numbers(state.draft)))
        drawings = {tab: title for tab, title in translated(DRAWINGS).items() if numbered or tab != "numbers"}
        tables = {"headline": _("Headline"), "all": _("All ({n})", n=len(all_rows())), _GUESS: _("Guess first")}
        if not state.answerable:
            tables.pop(_GUESS)
        guessing = state.answerable and state.answers.guessing
        table = choice("tabs", "table", _("Answers"), tables, _GUESS if guessing else state.answers.table)
        paper = {"kind": "check", "name": "printed", "label": _("Beside the paper"), "value": state.answers.printed}
        printed = state.draft.published and is_preset(state.name) and not (state.edited or state.answers.guessing)
        tabs = view_tabs(state.why.view, self._every_view)
        draft = state.draft
        back = [
            button(name, label, disabled=not steps)
            for name, label, steps in (("undo", _("Undo"), state.past), ("redo", _("Redo"), state.future))
            if state.past or state.future
        ]
        return {
            "bar": [button("new", _("New drawing")), *back],
            "describe": [
                text_field("about.name", _("Name"), draft.name, LONGEST_TITLE),
                text_field("about.source", _("Source"), draft.source, LONGEST_TEXT),
                text_field("about.note", _("Question or remark"), draft.note, LONGEST_TEXT, lines=4),
            ],
            "drawing": [choice("tabs", "tab", _("Hierarchy"), drawings, state.canvas.tab)],
            "table": [*([paper] if printed else []), table],
            "answering": self._answering(guessing),
            "view": [choice("tabs", "view", _("View"), tabs, state.why.view)],
        }

    def _answering(self, guessing: bool) -> list[Control]:
        """The guess and the ways out of guessing, or the way back to the case as it was opened."""
        state = self.state
        if not guessing:
            edited = _("settings edited ·") if state.name == NEW else _("edited ·")
            return [button("reset", "reset", beside=edited)] if state.answerable and state.resettable else []
        row, controls = guess_row(state), list[Control]()
        revealed = {key for key, _guess in state.answers.guesses} & {str(m) for m, _below in headline_rows(state.case)}
        if row not in revealed and not late(state, row):
            label = _("Your guess: {measure} =", measure=state.measure(row).label())
            controls.append(text_field("guess", label, "", 30, hint=_("0.67 or 2/3"), button=_("Reveal")))
        controls.append(button("shownumbers", _("Show numbers")))
        return [*controls, button("hideagain", _("Hide again"))] if revealed else controls

    def _brief(self) -> dict[str, str]:
        """What is needed to work out the number that is guessed next."""
        row = guess_row(self.state)
        if row in dict(self.state.answers.guesses) or late(self.state, row):
            return {}
        return {"brief": drawn_card.brief(card(self.state.measure(row)))}

    def _rules(self, markup: dict[str, str], ids: html.Ids) -> list[Control]:
        """The rule that predicts with its parameters; what each rule would predict goes into the markup."""
        markup |= rule_markup(self.state, ids)
        controls = rule_controls(self.state)
        present = parse_rule(self.state.work.rule) if self.state.work.rule and controls else None
        return controls + (parameter_controls(present, _OF_RULE, lambda rule: "") if present is not None else [])

    def _parameters(self, measure: Measure) -> list[Control]:
        """The settings of a measure, each choice with the value that it would give."""
        case = self.state.case
        presets = preset_control(measure, value_says(case))
        controls = parameter_controls(measure, _PARAMETER, value_says(case), measure.offered(case))
        return controls if presets is None else [presets | {"name": _PARAMETER}, *controls]


_TOLD: Mapping[str, Callable[[Desk, Mapping[str, Any]], ViewState]] = {
    "edits": lambda desk, message: take(desk.state, message),
    "visit": lambda desk, message: state_of(message["asked"], desk.state),
    "pick": Desk._pick,
    "press": Desk._press,
    "set": Desk._set,
}
_PRESSED: Mapping[str, Callable[[Desk], ViewState]] = {
    "new": lambda desk: open_case(desk.state, NEW, EMPTY),
    "reset": lambda desk: as_opened(desk.state),
    "adopt": lambda desk: with_case_made(desk.state, desk._outcome.opens),  # type: ignore[union-attr, arg-type]
    "shownumbers": lambda desk: amend(desk.state, guessing=False),
    "hideagain": lambda desk: amend(desk.state, guesses=()),
}
_SET: Mapping[str, Callable[[Desk, Any], ViewState]] = {
    "table": Desk._show_table,
    "view": Desk._show_view,
    "fold": lambda desk, on: with_fold(desk.state, bool(on)),
    "beside": lambda desk, rows: desk._set_field("beside", "|".join(rows)),
    "guess": lambda desk, text: reveal(desk.state, guess_row(desk.state), str(text).strip()),
    "rule": lambda desk, rule: with_rule(desk.state, str(parse_rule(rule)) if rule else ""),
}
_SET_OF: Mapping[str, Callable[[Desk, str, Any], ViewState]] = {
    _PARAMETER: Desk._set_parameter,
    _OF_RULE: Desk._set_of_rule,
    _DESCRIBED: lambda desk, name, text: with_description(desk.state, {"op": "describe", name: text}),
}
