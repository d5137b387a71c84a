"""The controls of a measure or a rule, built from its declared parameters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal, TypeVar

import streamlit as st

from ....answers.cost import heavy
from ....errors import HierviewError
from ....explain import number
from ....languages import _, translated
from ....markup import html
from ....measures import Measure, Param
from ....measures.base import Declared
from ....model.case import Case
from ...shell.markdown import inert
from ...shell.page_state import on_change, set_widget
from ...viewer import viewer
from ..state import renew

D = TypeVar("D", bound=Declared)
K = TypeVar("K")


def _label(declared: Param) -> str:
    return _(declared.label) + (f", {declared.symbol}" if declared.symbol else "")


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
        on_change=on_change(key, lambda chosen: use(chosen or now)),
    )


def select(
    label: str,
    options: Mapping[K, str],
    now: K,
    key: str,
    use: Callable[[K], None],
    width: int | Literal["stretch"] = 180,
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
    )


def controls(case: Case, measure: Measure, key: str, changed: Callable[[Measure], None]) -> None:
    """One control for every parameter of a measure; a choice shows the value it would give, but of a large case."""
    shown = (lambda m: "") if heavy(case) else lambda m: number(m.evaluate(case).value)
    if measure.presets:
        _presets(measure, f"{key}-presets", changed, shown)
    parameters(measure, key, changed, shown, measure.offered(case))


def parameters(
    measure: D,
    key: str,
    changed: Callable[[D], None],
    shown: Callable[[D], str],
    offered: Collection[str] | None = None,
) -> None:
    """One control for every parameter of whatever declares some; every choice has beside it what is `shown` of it.

    offered: names of those that get one, if not all do.
    """
    for name, declared in measure.params().items():
        if str(declared.kind) == "text" or (offered is not None and name not in offered):
            continue  # a formula has a field of its own
        widget = f"{key}-{name}"
        now = getattr(measure, name)

        def use(value: Any, name: str = name, declared: Param = declared) -> None:
            with suppress(HierviewError):  # said under the control on the next run
                changed(_with(measure, name, _read(value, declared)))

        if declared.kind == "choice":
            st.radio(
                _label(declared),
                declared.choices,
                index=declared.choices.index(now),
                key=widget,
                format_func={
                    option: _beside(_word(option), shown(_with(measure, name, option))) for option in declared.choices
                }.__getitem__,
                help=_(declared.text),
                on_change=on_change(widget, use),
            )
        elif declared.kind == "switch":
            st.toggle(_label(declared), value=now, key=widget, help=_(declared.text), on_change=on_change(widget, use))
        elif declared.kind == "number":
            number_field(declared, now, widget, use)
        else:
            _number_or_word(measure, name, widget, use)


def _number_or_word(measure: Declared, name: str, widget: str, use: Callable[[Any], None]) -> None:
    """A box of a few numbers and the words that may stand for one, and what is wrong with what was written there."""
    declared = measure.params()[name]
    chosen = st.selectbox(
        _label(declared),
        list(dict.fromkeys([str(getattr(measure, name)), "0", "1", "2", "3", *declared.words])),
        index=0,
        key=widget,
        accept_new_options=True,
        help=_(declared.text),
        on_change=on_change(widget, use),
    )
    try:
        _with(measure, name, _read(chosen, declared))
    except HierviewError as error:
        viewer(html.notice(str(error)), f"{widget}-error", panel=True)


def _presets(measure: Measure, key: str, changed: Callable[[Measure], None], shown: Callable[[Measure], str]) -> None:
    """Settings that belong together, chosen at once; the other controls then take their values anew."""
    made = {name: type(measure)(**values) for name, values in measure.presets.items()}
    own = _("your own")
    now = next((name for name, preset in made.items() if preset == measure), own)

    def use(name: str) -> None:
        if name in made:
            changed(made[name])
            renew()

    st.radio(
        _("Settings of"),
        [*made, own],
        index=[*made, own].index(now),
        key=f"{key}-{now}",
        format_func=lambda name: _beside(name, shown(made.get(name, measure))),
        on_change=on_change(f"{key}-{now}", use),
    )


def _beside(name: str, shown: str) -> str:
    return f"{inert(name)} :gray[{inert(shown)}]" if shown else inert(name)


def number_field(declared: Param, now: Fraction | None, key: str, use: Callable[[float | None], None]) -> None:
    """The control of a number; `use` takes what is typed."""
    start = None if now is None else float(now)
    most = 1e9 if declared.at_most is None else float(declared.at_most)
    if declared.none:
        # Streamlit lets a field be emptied only if it starts empty, so what stands in it is put there: in every
        # run, for a run that another one overtakes never reaches the browser.
        set_widget(key, start)
        start = None
    st.number_input(
        _label(declared),
        value=start,
        step=1.0 if most > 1 else 0.1,
        format="%g",
        key=key,
        min_value=_least(declared),
        max_value=most,
        placeholder=_(declared.none).split(" ")[0] or None,
        help=_(declared.text),
        on_change=on_change(key, use),
    )


def _least(declared: Param) -> float | None:
    if declared.at_least is not None:
        return float(declared.at_least)
    return float(declared.above) + 0.0001 if declared.above is not None else None


def _read(value: Any, declared: Param) -> Any:
    if declared.kind == "number" and value is not None:
        return Fraction(str(value))
    if declared.kind == "bound" and isinstance(value, str):
        text = value.strip()
        word = next((word for word in declared.words if word.casefold() == text.casefold()), text)
        return int(text) if text.isdecimal() and len(text) < 7 else word
    return value


def _with(measure: D, name: str, value: Any) -> D:
    return replace(measure, **{name: value})  # type: ignore[type-var]


def _word(value: Any) -> str:
    """An option as people read it."""
    return _("undefined") if value is None else str(value)


def summary(case: Case, measure: Measure) -> str:
    """The settings in a few words, for a folded panel."""
    words = []
    offered = measure.offered(case)
    for name, declared in measure.params().items():
        if name not in offered:
            continue
        value = getattr(measure, name)
        if declared.kind == "choice":
            words.append(_("undefined") if value is None else str(value))
        elif declared.kind != "switch":
            shown = _(declared.none) if value is None else value if isinstance(value, str) else number(value)
            words.append(f"{declared.symbol or _(declared.label)} = {shown}")
    return ", ".join(words[:3])
