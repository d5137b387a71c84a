"""Widgets of Streamlit that show a value of the page and hand the visitor's new one to `use`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import streamlit as st

from ...errors import HierviewError
from ...languages import translated
from ...measures import Measure
from .page_state import on_change, set_widget

K = TypeVar("K")


def segments(label: str, options: Mapping[str, str], now: str, key: str, use: Callable[[str], None]) -> None:
    """A few options side by side, one of them always chosen; the label is for those who do not see it."""
    st.segmented_control(
        label,
        list(options),
        default=now,
        format_func=translated(options).__getitem__,
        key=key,
        label_visibility="collapsed",
        required=True,
        on_change=on_change(key, lambda option: use(option or now)),
    )


def select(
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


def radio(label: str, options: Mapping[K, str], now: K | None, key: str, use: Callable[[K], None], **more: Any) -> None:
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
    """A line of text."""
    st.text_input(label, text, key=key, on_change=on_change(key, use), **more)


def choose_measures(
    label: str,
    measures: Sequence[Measure],
    now: Sequence[Measure],
    key: str,
    use: Callable[[list[Measure]], None] = lambda measures: None,
    **more: Any,
) -> None:
    """Several of the measures, by their labels."""
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
    """A button that opens its content, which is made only while it is open."""
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
