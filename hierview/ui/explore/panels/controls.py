"""The controls of a measure or a rule, built from its declared parameters."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

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
from ..state import renew

D = TypeVar("D", bound=WithParameters)


def _label(parameter: Param) -> str:
    return _(parameter.label) + (f", {parameter.symbol}" if parameter.symbol else "")


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
                changed(_with(measure, name, _value_of(value, parameter)))

        if parameter.kind == "choice":
            options = {
                option: _beside(_word(option), say(_with(measure, name, option))) for option in parameter.choices
            }
            radio(_label(parameter), options, now, widget, use, help=_(parameter.text))
        elif parameter.kind == "switch":
            st.toggle(
                _label(parameter), value=now, key=widget, help=_(parameter.text), on_change=on_change(widget, use)
            )
        elif parameter.kind == "number":
            number_field(parameter, now, widget, use)
        else:
            _number_or_word(measure, name, widget, use)


def _number_or_word(measure: WithParameters, name: str, widget: str, use: Callable[[Any], None]) -> None:
    """A box of a few numbers and the words that may stand for one, and what is wrong with what was written there."""
    parameter = measure.params()[name]
    value = st.selectbox(
        _label(parameter),
        list(dict.fromkeys([str(getattr(measure, name)), "0", "1", "2", "3", *parameter.words])),
        index=0,
        key=widget,
        accept_new_options=True,
        help=_(parameter.text),
        on_change=on_change(widget, use),
    )
    try:
        _with(measure, name, _value_of(value, parameter))
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
        _label(parameter),
        value=start,
        step=1.0 if most > 1 else 0.1,
        format="%g",
        key=key,
        min_value=_least(parameter),
        max_value=most,
        placeholder=_(parameter.none).split(" ")[0] or None,
        help=_(parameter.text),
        on_change=on_change(key, use),
    )


def _least(parameter: Param) -> float | None:
    if parameter.at_least is not None:
        return float(parameter.at_least)
    return float(parameter.above) + 0.0001 if parameter.above is not None else None


def _value_of(value: Any, parameter: Param) -> Any:
    if parameter.kind == "number" and value is not None:
        return Fraction(str(value))
    if parameter.kind == "bound" and isinstance(value, str):
        text = value.strip()
        word = next((word for word in parameter.words if word.casefold() == text.casefold()), text)
        return int(text) if text.isdecimal() and len(text) < 7 else word
    return value


def _with(measure: D, name: str, value: Any) -> D:
    return replace(measure, **{name: value})  # type: ignore[type-var]


def _word(value: Any) -> str:
    """An option as people read it."""
    return _("undefined") if value is None else str(value)


def settings_summary(case: Case, measure: Measure) -> str:
    """The settings in a few words, for a folded panel."""
    words = []
    offered = measure.offered(case)
    for name, parameter in measure.params().items():
        if name not in offered:
            continue
        value = getattr(measure, name)
        if parameter.kind == "choice":
            words.append(f"{_(parameter.label)} {_word(value)}")
        elif parameter.kind != "switch":
            text = _(parameter.none) if value is None else value if isinstance(value, str) else number(value)
            words.append(f"{parameter.symbol or _(parameter.label)} = {text}")
    return ", ".join(words[:3])
