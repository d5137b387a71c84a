"""Parts of every export: choices, buttons that show a text to be copied, and mistakes as sentences."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import streamlit as st

from ...errors import HierviewError
from ...markup import html
from ...publish.base import ExportFormat
from ..page_state import set_widget, widget
from ..viewer import viewer

_SHOWN = "export-shown"  # the text that is shown to be copied

Texts = dict[str, tuple[str | None, Callable[[], str]]]  # by the name of the button: the language, and what makes it


def choice(label: str, options: dict[str, str], default: str, key: str) -> Any:
    """One of several, by its key."""
    return st.segmented_control(
        label, list(options), default=default, format_func=options.__getitem__, key=key, required=True
    )


def ticked(*boxes: tuple[str, str, bool]) -> dict[str, bool]:
    """Boxes to tick, each by its name, what it says, and whether it is ticked at first."""
    with st.container(key="exportparts", horizontal=True):
        return {name: st.checkbox(said, value=value, key=f"export-{name}") for name, said, value in boxes}


def sentence(error: HierviewError) -> str:
    """The error as a sentence."""
    text = str(error)
    return text[:1].upper() + text[1:]


def copies(kind: ExportFormat[Any], text: Callable[[], str]) -> Texts:
    """The file itself, where it is text."""
    return {f"Copy {kind.title}": ("latex" if kind.extension == "tex" else None, text)} if kind.text else {}


def buttons(texts: Texts) -> None:
    """A button for each text; a second click puts it away."""
    for label in texts:
        now = widget(_SHOWN)
        st.button(
            label,
            key=f"export-show-{label}",
            type="tertiary",
            on_click=lambda label=label, now=now: set_widget(_SHOWN, None if now == label else label),
        )


def copied(texts: Texts) -> bool:
    """Whether a text that was asked for is shown, to be copied."""
    label = widget(_SHOWN)
    if label not in texts:
        return False
    language, make = texts[label]
    with st.container(key="exporthead", horizontal=True, vertical_alignment="center"):
        viewer(f'<span class="quiet small">{escape(label.removeprefix("Copy "))}</span>', "export-head")
        st.button("Back to the preview", key="export-back", type="tertiary", on_click=lambda: set_widget(_SHOWN, None))
    try:
        text = make()
    except HierviewError as error:
        viewer(html.notice(sentence(error)), "export-shown-refused")
        return True
    with st.container(key="exportshown"):
        st.code(text, language=language, height=460)
    return True
