"""The controls of a measure or a rule, built from its declared parameters."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from fractions import Fraction
from typing import Any

import streamlit as st

from ....answers.cost import heavy
from ....errors import HierviewError
from ....explain import number
from ....languages import _
from ....markup import html
from ....measures import Measure, Param
from ....measures.base import WithParameters
from ....model.case import Case
from ...shell.markdown import inert
from ...shell.page_state import on_change, set_widget
from ...shell.widgets import radio
from ...viewer import viewer
from ..settings import D, label_of, least_of, option_word, value_of, with_value
from ..state import renew


def controls(case: Case, measure: Measure, key: str, changed: Callable[[Measure], None]) -> None:
    """One control for every parameter of a measure; a choice shows the value it would give, but of a large case."""
    say = (lambda m: "") if heavy(case) else lambda m: number(m.evaluate(case).value)
    if measure.presets:
        _presets(measure, f"{key}-presets", changed, say)
    parameters(measure, key, changed, say, measure.offered(case))


def parameters(
    measure: D,
    key: str,
    changed: Callable[[D], None],
    say: Callable[[D], str],
    offered: Collection[str] | None = None,
) -> None:
    """One control for every parameter of whatever declares some; `say` gives what stands beside every choice.

    offered: names of those that get one, if not all do.
    """
    for name, parameter in measure.params().items():
        if str(parameter.kind) == "text" or (offered is not None and name not in offered):
            continue  # a formula has a field of its own
        widget = f"{key}-{name}"
        now = getattr(measure, name)

        def use(value: Any, name: str = name, parameter: Param = parameter) -> None:
            with suppress(HierviewError):  # said under the control on the next run
                changed(with_value(measure, name, value_of(value, parameter)))

        if parameter.kind == "choice":
            values = {option: say(with_value(measure, name, option)) for option in parameter.choices}
            options = {option: _beside(option_word(option), value) for option, value in values.items()}
            radio(label_of(parameter), options, now, widget, use, help=_(parameter.text))
        elif parameter.kind == "switch":
            st.toggle(
                label_of(parameter), value=now, key=widget, help=_(parameter.text), on_change=on_change(widget, use)
            )
        elif parameter.kind == "number":
            number_field(parameter, now, widget, use)
        else:
            _number_or_word(measure, name, widget, use)


def _number_or_word(measure: WithParameters, name: str, widget: str, use: Callable[[Any], None]) -> None:
    """A box of a few numbers and the words that may stand for one, and what is wrong with what was written there."""
    parameter = measure.params()[name]
    value = st.selectbox(
        label_of(parameter),
        list(dict.fromkeys([str(getattr(measure, name)), "0", "1", "2", "3", *parameter.words])),
        index=0,
        key=widget,
        accept_new_options=True,
        help=_(parameter.text),
        on_change=on_change(widget, use),
    )
    try:
        with_value(measure, name, value_of(value, parameter))
    except HierviewError as error:
        viewer(html.notice(str(error)), f"{widget}-error", panel=True)


def _presets(measure: Measure, key: str, changed: Callable[[Measure], None], say: Callable[[Measure], str]) -> None:
    """Settings that belong together, chosen at once; the other controls then take their values anew."""
    presets = {name: type(measure)(**values) for name, values in measure.presets.items()}
    own = _("your own")
    now = next((name for name, preset in presets.items() if preset == measure), own)

    def use(name: str) -> None:
        if name in presets:
            changed(presets[name])
            renew()

    options = {name: _beside(name, say(presets.get(name, measure))) for name in (*presets, own)}
    radio(_("Settings of"), options, now, f"{key}-{now}", use)


def _beside(name: str, value: str) -> str:
    return f"{inert(name)} :gray[{inert(value)}]" if value else inert(name)


def number_field(parameter: Param, now: Fraction | None, key: str, use: Callable[[float | None], None]) -> None:
    """The control of a number; `use` takes what is typed."""
    start = None if now is None else float(now)
    most = 1e9 if parameter.at_most is None else float(parameter.at_most)
    if parameter.none:
        # Streamlit lets a field be emptied only if it starts empty, so what stands in it is put there: in every
        # run, for a run that another one overtakes never reaches the browser.
        set_widget(key, start)
        start = None
    st.number_input(
        label_of(parameter),
        value=start,
        step=1.0 if most > 1 else 0.1,
        format="%g",
        key=key,
        min_value=least_of(parameter),
        max_value=most,
        placeholder=_(parameter.none).split(" ")[0] or None,
        help=_(parameter.text),
        on_change=on_change(key, use),
    )
