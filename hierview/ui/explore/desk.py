"""Explore without Streamlit: a visit is told messages and gives pages, both plain data, whoever carries them.

A host, such as a page of static files or a notebook, mounts editor and viewers, and draws controls by their kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...answers.cards import measure_card
from ...errors import HierviewError
from ...languages import _, spoken_language
from ...markup import html
from ...markup.gallery import gallery_html
from ...markup.pages import card as drawn_card
from ...safe import Markup
from ..editor import script_texts as editor_texts
from ..shell.cases import card_groups, preset_notes
from ..shell.control_data import Control, button_data, frame_words, measure_controls, settings_summary
from ..viewer import script_texts as viewer_texts
from . import controls, history
from .address import address_parameters, state_of
from .computed import rule_markup
from .contents import is_slow, next_guess_key, viewer_contents
from .editing import editor_data, take_edits
from .view import ViewState, as_why_shows, case_title
from .why_views import VIEWS, OpenAnswer, Outcome


class Desk:
    """One visit: `tell` takes a message and gives all that the page shows then.

    asked: the parameters of an address, its language too.  session: a name for the visit, so that the browser tells
    work of this one from that of an earlier one; "" where the host keeps the work itself.
    """

    def __init__(self, asked: Mapping[str, str], session: str = ""):
        self._session, self.language, self._every_view = session, asked.get("lang", "en"), False
        self._outcome: Outcome | None = None
        with spoken_language(self.language):
            self.state = state_of(asked)

    def tell(self, message: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The page after a message, plain JSON; one that cannot be done changes nothing, and the page says so.

        message: {"do": "edits", "log"}, what the editor did; {"do": "pick", "key", "chosen"}, a click in a viewer;
        {"do": "set", "name", "value"}, a control; {"do": "press", "name"}, a button; {"do": "visit", "asked"}, an
        address; None for the page as it is.
        """
        before = self.state
        with spoken_language(self.language):
            try:
                if message is not None:
                    self.state = _TOLD[message["do"]](self, message)
                return self._page_json("")
            except HierviewError as error:
                trouble = str(error)
            except Exception:  # whoever waits for an answer gets one
                trouble = _("The page was told something that it does not know.")
            self.state = before
            return self._page_json(trouble)

    def gallery(self) -> str:
        """The cards of all cases that anybody may open, as markup."""
        with spoken_language(self.language):
            return gallery_html([(_(heading), cards) for heading, cards in card_groups()], self.state.name)

    # What is told

    def _after_pick(self, message: Mapping[str, Any]) -> ViewState:
        after = controls.after_click(self.state, message["key"], str(message["chosen"]), self._outcome)
        return history.record_outside(self.state, after)

    def _after_press(self, message: Mapping[str, Any]) -> ViewState:
        state, name = self.state, message["name"]
        if name in controls.HISTORY:
            return controls.HISTORY[name](state)
        return history.record_outside(state, controls.after_button(state, name, self._outcome))

    def _after_control(self, message: Mapping[str, Any]) -> ViewState:
        """The page after a control; what changes the case or its settings can be undone."""
        name, value = str(message["name"]), message["value"]
        self._every_view = self._every_view or (name == "view" and value == controls.MORE)
        return history.record_outside(self.state, controls.after_control(self.state, name, value))

    # What is shown

    def _page_json(self, trouble: str) -> dict[str, Any]:
        state, self._outcome = self.state, None
        ids, viewers = html.class_ids(state.draft), viewer_contents(state)
        markup = dict(viewers.markup)
        by_place = self._why_controls(markup, viewers.answer) | self._bar_controls()
        if state.answerable and "answers" not in markup:
            sentence = _("This case takes too long here. hierview itself answers it: {command}", command="hierview app")
            markup["answers"] = html.notice_html(sentence, "hint")
        if state.answers.guessing and state.answerable:
            markup |= self._guess_brief()
        if state.canvas.tab == "numbers":
            # The rule that predicts with its parameters, and what each rule would predict.
            markup |= rule_markup(state, ids)
            by_place["rules"] = controls.rule_controls(state)
        summary = settings_summary(state.case, viewers.answer.measure) if viewers.answer is not None else ""
        editor = editor_data(state, ids, self._session or "desk", answer=viewers.answer) | {"page": ""}
        no_store = {} if self._session else {"store": "", "scrollToWhy": False}
        return {
            "show": markup,
            "editor": editor | no_store | editor_texts(),
            "viewer": viewer_texts(),
            "stamp": state.age_stamp,
            "title": [*case_title(state)],
            "address": address_parameters(state) | ({} if self.language == "en" else {"lang": self.language}),
            "trouble": " ".join(filter(None, (trouble, state.visit.trouble))),
            "remark": state.draft.note in preset_notes(),
            "words": frame_words(),
            "settings": summary,
            "controls": by_place,
        }

    def _why_controls(self, markup: dict[str, Markup], answer: OpenAnswer | None) -> dict[str, list[Control]]:
        """The controls beside and below the open view; what a view of variants shows goes into the markup."""
        state = self.state
        if answer is None or "whynotice" in markup:
            return {"side": [], "below": []}
        view = VIEWS[state.why.view]
        looked = as_why_shows(state)
        own = [*view.controls(looked)]
        if view.live and own:
            return {"side": [], "below": own + controls.drawing_controls(state)}
        if view.live:
            settings = measure_controls(state.case, answer.measure, controls.PARAMETER)
            return {"side": controls.look_controls(state, answer.measure) + settings, "below": []}
        try:
            outcome = self._outcome = view.make(*view.needs(looked, answer))
        except HierviewError as error:
            markup["whynotice"] = html.notice_html(str(error))
            return {"side": own, "below": []}
        markup |= outcome.markup
        adopt = [button_data("adopt", _("Open the result"))] if outcome.opens is not None else []
        return {"side": [*controls.prediction_controls(state), *own, *outcome.controls, *adopt], "below": []}

    def _bar_controls(self) -> dict[str, list[Control]]:
        """The controls above the drawing, the answers and Why, and below the answers."""
        state = self.state
        return {
            "bar": [*controls.bar_controls(state), *controls.history_controls(state)],
            "describe": controls.describe_controls(state),
            "drawing": [controls.drawing_tabs(state)],
            "table": controls.table_controls(state),
            "answering": controls.answering_controls(state),
            "view": [controls.view_tabs(state, self._every_view)],
        }

    def _guess_brief(self) -> dict[str, Markup]:
        """The markup of a short card with all that is needed to work out the number guessed next."""
        row = next_guess_key(self.state)
        if row in dict(self.state.answers.guesses) or is_slow(self.state, row):
            return {}
        return {"brief": drawn_card.brief_card_html(measure_card(self.state.measure(row)))}


_TOLD: Mapping[str, Callable[[Desk, Mapping[str, Any]], ViewState]] = {
    "edits": lambda desk, message: take_edits(desk.state, message),
    "visit": lambda desk, message: state_of(message["asked"], desk.state),
    "pick": Desk._after_pick,
    "press": Desk._after_press,
    "set": Desk._after_control,
}
