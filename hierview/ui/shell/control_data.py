"""Controls as plain data, by their kind, for whoever draws them: Streamlit, or a host in the browser."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from ...answers.cost import is_heavy
from ...explain import number
from ...languages import _
from ...measures import Measure, Param
from ...measures.base import WithParameters
from ...model.case import Case

Control = dict[str, Any]
D = TypeVar("D", bound=WithParameters)


def frame_words() -> dict[str, str]:
    """Words of the frame that a host draws around the controls."""
    return {
        "hierarchy": _("Hierarchy"),
        "answers": _("Answers"),
        "settings": _("Settings"),
        "describe": _("Describe"),
        "share": _("Copy link"),
        "copied": _("Copied. It opens exactly what you see."),
        "waits": _("The link waits for your edit …"),
        "working": _("Working …"),
        "soon": _("ready in a moment …"),
    }


def button_data(name: str, label: str, before: str = "", disabled: bool = False, primary: bool = False) -> Control:
    """A button. before: what stands before it."""
    return {"kind": "press", "name": name, "label": label, "beside": before, "disabled": disabled, "primary": primary}


def text_field_data(name: str, label: str, value: str, most: int, **more: Any) -> Control:
    """A text of at most so many characters. more: `lines`, `hint`, or the `button_data` that takes it."""
    return {"kind": "text", "name": name, "label": label, "value": value, "most": most} | more


def choice_data(
    kind: str, name: str, label: str, options: Mapping[str, str], value: Any, beside: Mapping[str, str] | None = None
) -> Control:
    """A control of several options, each as its value, its words, and what stands beside it."""
    listed = [[key, text, (beside or {}).get(key, "")] for key, text in options.items()]
    return {"kind": kind, "name": name, "label": label, "value": value, "options": listed}


def number_field_data(name: str, label: str, value: float | None, **more: Any) -> Control:
    """A number from `least` to `most`. more: these, `step`, `empty` for the value of none, with `hint`, and `help`."""
    usual = {"step": 1, "empty": None, "hint": "", "help": ""}
    return {"kind": "number", "name": name, "label": label, "value": value} | usual | more


def _parameter_label(parameter: Param) -> str:
    return _(parameter.label) + (f", {parameter.symbol}" if parameter.symbol else "")


def _option_word(option: Any) -> str:
    return _("undefined") if option is None else str(option)


def _least_value(parameter: Param) -> float | None:
    if parameter.at_least is not None:
        return float(parameter.at_least)
    return float(parameter.above) + 0.0001 if parameter.above is not None else None


def measure_controls(case: Case, measure: Measure, start: str = "") -> list[Control]:
    """The settings of a measure, first those that belong together.

    Beside each choice stands the value that it would give, unless that takes long.
    start: of their names; that of the settings together is nothing else.
    """
    own = _("your own")

    def say(measure: Measure) -> str:
        return "" if is_heavy(case) else number(measure.evaluate(case).value)

    presets = {name: type(measure)(**values) for name, values in measure.presets.items()}
    controls = parameter_controls(measure, start, say, measure.offered(case))
    if not presets:
        return controls
    now = next((name for name, preset in presets.items() if preset == measure), own)
    beside = {name: say(presets.get(name, measure)) for name in (*presets, own)}
    return [choice_data("radio", start, _("Settings of"), {name: name for name in beside}, now, beside), *controls]


def parameter_controls(
    declaring: D,
    start: str = "",
    say: Callable[[D], str] = lambda declaring: "",
    offered: Collection[str] | None = None,
) -> list[Control]:
    """One control for every parameter; `say` gives what stands beside every choice.

    start: of their names.  offered: names of the parameters that get one, if not all do.
    """
    controls = []
    for name, parameter in declaring.params().items():
        if str(parameter.kind) == "text" or (offered is not None and name not in offered):
            continue  # a formula has a field of its own
        now, label = getattr(declaring, name), _parameter_label(parameter)
        control: Control = {"kind": parameter.kind, "name": start + name, "label": label, "value": now}
        if parameter.kind == "choice":
            words = {str(option): _option_word(option) for option in parameter.choices}
            beside = {str(option): say(_with_parameter(declaring, name, option)) for option in parameter.choices}
            control = choice_data("radio", start + name, label, words, str(now), beside)
        elif parameter.kind == "number":
            control = number_control(parameter, start + name, now)
        elif parameter.kind == "bound":
            empty = ("None",) if parameter.none else ()
            offers = {word: word for word in (str(now), *empty, "0", "1", "2", "3", *parameter.words)}
            control = choice_data("bound", start + name, label, offers, str(now))
        controls.append(control | {"help": _(parameter.text)})
    return controls


def number_control(parameter: Param, name: str, now: Fraction | None) -> Control:
    """The control of a number, which may be empty where the parameter may."""
    most = 1e9 if parameter.at_most is None else float(parameter.at_most)
    limits = {"least": _least_value(parameter), "most": most, "step": 1 if most > 1 else 0.1}
    words = {"hint": _(parameter.none).split(" ")[0], "help": _(parameter.text)}
    return number_field_data(name, _parameter_label(parameter), None if now is None else float(now), **limits, **words)


def with_option(declaring: Any, name: str, value: Any) -> Any:
    """The measure or rule with what a control's value stands for; a HierviewError for one that it does not take.

    name: of a parameter, or "" for settings that belong together.
    """
    if not name:
        return type(declaring)(**declaring.presets[value]) if value in declaring.presets else declaring
    parameter = declaring.params()[name]
    if parameter.kind == "choice":
        value = next((option for option in parameter.choices if str(option) == value), value)
    elif parameter.kind == "number" and value is not None:
        value = Fraction(str(value))
    elif parameter.kind == "bound" and isinstance(value, str):
        text = value.strip()
        word = next((word for word in parameter.words if word.casefold() == text.casefold()), text)
        value = int(text) if text.isdecimal() and len(text) < 7 else word
        value = None if parameter.none and text == "None" else value
    return _with_parameter(declaring, name, value)


def _with_parameter(declaring: D, name: str, value: Any) -> D:
    return replace(declaring, **{name: value})  # type: ignore[type-var]


def settings_summary(case: Case, measure: Measure) -> str:
    """The settings in a few words, for a folded panel."""
    words = []
    offered = measure.offered(case)
    for name, parameter in measure.params().items():
        if name not in offered:
            continue
        value = getattr(measure, name)
        if parameter.kind == "choice":
            words.append(f"{_(parameter.label)} {_option_word(value)}")
        elif parameter.kind != "switch":
            text = _(parameter.none) if value is None else value if isinstance(value, str) else number(value)
            words.append(f"{parameter.symbol or _(parameter.label)} = {text}")
    return ", ".join(words[:3])
