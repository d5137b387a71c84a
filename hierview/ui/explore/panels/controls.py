"""Controls of a page in Streamlit, drawn from their description: of a measure, of a rule, beside a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import streamlit as st

from ....errors import HierviewError
from ....markup import html
from ...shell.control_data import Control, D, with_option
from ...shell.markdown import inert_markdown
from ...shell.page_state import widget_value
from ...shell.widgets import draw_control
from ...viewer import viewer
from ..controls import after_button, after_control
from ..state import EXPLORE, change_and_renew, current
from ..why_views import Outcome


def set_control(control: Control, key: str) -> None:
    """Show a control that sets something of Explore's page."""

    def use(value: Any) -> None:
        EXPLORE.show(after_control(current(), control["name"], value))

    draw_control(control, key, use)


def show_button(control: Control, outcome: Outcome | None = None, **more: Any) -> None:
    """Show a button of Explore's page, and what stands before it. outcome: of the view that is open."""
    if control["beside"]:
        st.caption(inert_markdown(control["beside"]))

    def press() -> None:
        EXPLORE.show(after_button(current(), control["name"], outcome))

    st.button(control["label"], control["name"], on_click=press, **more)


def show_parameters(declaring: D, controls: Iterable[Control], key: str, changed: Callable[[D], object]) -> None:
    """The controls of whatever declares parameters."""
    for control in controls:
        name = control["name"]
        own = f"{key}-{name or control['value']}"

        def use(value: Any, name: str = name) -> None:
            with suppress(HierviewError):  # said under the control on the next run
                changed(with_option(declaring, name, value))
                if not name:  # several settings at once
                    change_and_renew()

        draw_control(control, own, use)
        if control["kind"] == "bound":
            try:
                with_option(declaring, name, widget_value(own))
            except HierviewError as error:
                viewer(html.notice_html(str(error)), f"{own}-error", panel=True)
