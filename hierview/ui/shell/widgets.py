"""Widgets of Streamlit that show a value of the page and hand the visitor's new one to `use`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import streamlit as st

from ...errors import HierviewError
from ...languages import translated_options
from ...measures import Measure
from ...safe import Markup
from .control_data import Control
from .markdown import inert_markdown
from .page_state import on_change, set_widget

K = TypeVar("K")


def inline_markup(markup: Markup) -> None:
    """Show markup in one line, beside other widgets."""
    st.html(markup, width="content")


def segmented_control(label: str, options: Mapping[str, str], now: str, key: str, use: Callable[[str], None]) -> None:
    """A few options side by side, one of them always chosen; the label is for those who do not see it."""
    st.segmented_control(
        label,
        list(options),
        default=now,
        format_func=translated_options(options).__getitem__,
        key=key,
        label_visibility="collapsed",
        required=True,
        on_change=on_change(key, lambda option: use(option or now)),
    )


def select_box(
    label: str,
    options: Mapping[K, str],
    now: K,
    key: str,
    use: Callable[[K], None],
    width: int | Literal["stretch"] = 180,
    **more: Any,
) -> None:
    """A list of options, each with its name, one of them chosen: the first where the present one is not among them."""
    st.selectbox(
        label,
        list(options),
        index=list(options).index(now) if now in options else 0,
        format_func=options.__getitem__,
        key=key,
        width=width,
        on_change=on_change(key, use),
        **more,
    )


def radio_buttons(
    label: str, options: Mapping[K, str], now: K | None, key: str, use: Callable[[K], None], **more: Any
) -> None:
    """Options with a button each, all in sight, named in Markdown; None is chosen where `now` is not among them."""
    st.radio(
        label,
        list(options),
        index=next((i for i, option in enumerate(options) if option == now), None),
        format_func=options.__getitem__,
        key=key,
        on_change=on_change(key, use),
        **more,
    )


def text_field(label: str, text: str, key: str, use: Callable[[str], None], **more: Any) -> None:
    """Show a field for one line of text."""
    st.text_input(label, text, key=key, on_change=on_change(key, use), **more)


def draw_control(control: Control, key: str, use: Callable[[Any], None]) -> None:
    """Show a control as the widget of its kind. use: takes its value."""
    kind, label, now, on_told = control["kind"], control["label"], control["value"], on_change(key, use)
    more: dict[str, Any] = {"help": control.get("help") or None}
    texts = {value: text for value, text, _beside in control.get("options", ())}
    if kind in ("switch", "check"):
        (st.toggle if kind == "switch" else st.checkbox)(label, now, key, on_change=on_told, **more)
    elif kind == "number":
        _number_field(control, key, on_change(key, lambda value: use(control["empty"] if value is None else value)))
    elif kind == "text" and "lines" in control:
        st.text_area(label, now, 112, control["most"], key, on_change=on_told, **more)
    elif kind == "text":
        st.text_input(label, now, control["most"], key, on_change=on_told, **more)
    elif kind == "tabs":
        segmented_control(label, texts, now, key, use)
    elif kind == "select":
        select_box(label, texts, now, key, use, "stretch")
    elif kind == "bound":
        st.selectbox(label, list(texts), 0, key=key, accept_new_options=True, on_change=on_told, **more)
    elif kind == "many":
        at_most = {"max_selections": control["most"], "placeholder": control["hint"]}
        inert_texts = {value: inert_markdown(text) for value, text in texts.items()}
        st.multiselect(label, list(inert_texts), now, inert_texts.__getitem__, key=key, on_change=on_told, **at_most)
    else:
        options = {value: _option_text(text, beside) for value, text, beside in control["options"]}
        radio_buttons(label, options, now, key, use, **more)


def _option_text(text: str, beside: str) -> str:
    return f"{inert_markdown(text)} :gray[{inert_markdown(beside)}]" if beside else inert_markdown(text)


def _number_field(control: Control, key: str, on_change: Callable[[], None]) -> None:
    now, is_exact = control["value"], isinstance(control["most"], float)
    if is_exact and control["hint"]:
        # Streamlit lets a field be emptied only if it starts empty, so what stands in it is put there: in every
        # run, for a run that another one overtakes never reaches the browser.
        set_widget(key, now)
        now = None
    st.number_input(
        control["label"],
        value=now,
        min_value=control["least"],
        max_value=control["most"],
        step=float(control["step"]) if is_exact else control["step"],
        format="%g" if is_exact else None,
        key=key,
        placeholder=control["hint"] or None,
        help=control["help"] or None,
        on_change=on_change,
    )


def choose_measures(
    label: str,
    measures: Sequence[Measure],
    now: Sequence[Measure],
    key: str,
    use: Callable[[list[Measure]], None] = lambda measures: None,
    **more: Any,
) -> None:
    """Show a field in which several of the measures are chosen, by their labels."""
    st.multiselect(
        label,
        measures,
        now,
        format_func=lambda measure: measure.label(),
        key=key,
        on_change=on_change(key, use),
        **more,
    )


def popover(label: str, key: str, content: Callable[[], None], **more: Any) -> None:
    """Show a button that opens a popover, whose content is made only while it is open."""
    box = st.popover(label, key=key, on_change="rerun", **more)
    if box.open:
        with box:
            content()


def try_to(do: Callable[[], object], trouble: str) -> None:
    """Do what may be refused, and keep the sentence that refuses it, "" where none does, under the key `trouble`."""
    try:
        do()
    except HierviewError as error:
        set_widget(trouble, str(error))
    else:
        set_widget(trouble, "")
