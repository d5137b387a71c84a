"""The controls in which a question of a lesson is answered."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ...errors import HierviewError
from ...formats.typed.outline import read_outline, write_outline
from ...languages import _
from ...lessons import Ask
from ...lessons.handed import answer_data, answer_from_data
from ...markup.html import Ids
from ...markup.pages import lesson as draw
from ...model.case import Case
from ..shell.markdown import inert
from ..shell.page_state import set_widget, widget
from ..viewer import viewer
from .steps import order_of, place_in_order


@dataclass(frozen=True)
class Controls:
    """The controls of one question. Each method shows one and returns how its answer is read.

    key: of their names.  answer: as plain data, that was given before.  place: of the drawing on which classes are
    chosen, None where the controls stand.
    """

    key: str
    case: Case
    ids: Ids
    answer: Any
    place: DeltaGenerator | None

    def _again(self, ask: Ask, key: str, control_value: Callable[[Any], object] = lambda given: given) -> None:
        """Put the answer that was given into its control, where one comes back to the step."""
        if widget(key) is None and self.answer is not None:
            try:
                set_widget(key, control_value(answer_data(answer_from_data(ask, self.answer))))
            except HierviewError:
                return  # kept by the browser from another lesson of this name

    def choices(self, ask: Ask) -> Callable[[], object]:
        """Several of the choices, or one of them."""
        key = f"answer-{self.key}"
        self._again(ask, key, lambda given: next(iter(given), None) if ask.kind == "one" else given)
        if ask.kind == "one":
            st.radio(
                _("Answer"),
                ask.choices,
                index=None,
                format_func=inert,
                key=key,
                horizontal=True,
                label_visibility="collapsed",
            )
            return lambda: frozenset([choice] if (choice := widget(key)) else [])
        st.pills(
            _("Answers"), ask.choices, selection_mode="multi", format_func=inert, key=key, label_visibility="collapsed"
        )
        st.caption(_("Choose all that apply, or none."))
        return lambda: frozenset(widget(key) or ())

    def number(self, ask: Ask) -> Callable[[], object]:
        """A number, as it is typed."""
        key = f"answer-{self.key}"
        self._again(ask, key)
        st.text_input(ask.label or _("Number"), key=key, max_chars=30, placeholder=_("0.67 or 2/3"), width=220)
        return lambda: widget(key) or ""

    def order(self, ask: Ask) -> Callable[[], object]:
        """A place for every choice; equal ones share one."""
        places = [str(i + 1) for i in range(len(ask.choices))]
        with st.container(key="lesson-order"):
            for i, choice in enumerate(ask.choices):
                key = f"answer-{self.key}-{i}"
                self._again(ask, key, partial(place_in_order, choice))
                st.segmented_control(inert(choice), places, key=key)
        st.caption(_("1 is the first place; equal ones share a place."))

        return lambda: order_of({choice: widget(f"answer-{self.key}-{i}") for i, choice in enumerate(ask.choices)})

    def classes(self, ask: Ask) -> Callable[[], object]:
        """Classes, clicked on the drawing or chosen by name."""
        case = self.case
        numbers = {str(n): c for c, n in self.ids.items()}
        key = f"answer-{self.key}"

        def click(n: str) -> None:
            c = numbers.get(n, "")
            if c in case.hierarchy:
                selection = frozenset(widget(key) or ()) ^ {c}
                set_widget(key, [other for other in case.hierarchy.classes if other in selection])

        self._again(ask, key, lambda given: [c for c in case.hierarchy.classes if c in given])
        selection = frozenset(widget(key) or ())
        with self.place or nullcontext():
            viewer(draw.chooser(case, selection, ask.kind == "predict", self.ids), f"choose-{self.key}", on_pick=click)
        st.pills(
            _("Classes"),
            case.hierarchy.classes,
            selection_mode="multi",
            format_func=inert,
            key=key,
            label_visibility="collapsed",
        )
        return lambda: frozenset(widget(key) or ())

    def edited(self, ask: Ask) -> Callable[[], object]:
        """The case as an outline that can be changed."""
        case = self.case
        key = f"answer-{self.key}"
        self._again(ask, key)
        if widget(key) is None:
            set_widget(key, write_outline(case))
        st.text_area(_("The case as an outline"), key=key, height=240, max_chars=20_000)
        return lambda: read_outline(widget(key) or "", _("the outline")).case()

    def text(self, ask: Ask) -> Callable[[], object]:
        """A text that nobody grades."""
        key = f"answer-{self.key}"
        self._again(ask, key)
        st.text_area(_("Your answer"), key=key, max_chars=5_000, label_visibility="collapsed")
        return lambda: widget(key) or ""


CONTROLS: dict[str, Callable[[Controls, Ask], Callable[[], object]]] = {
    "which": Controls.choices,
    "one": Controls.choices,
    "number": Controls.number,
    "order": Controls.order,
    "click": Controls.classes,
    "predict": Controls.classes,
    "edit": Controls.edited,
    "text": Controls.text,
}
