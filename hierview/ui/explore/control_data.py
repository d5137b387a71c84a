"""Controls of a page as plain data, by their kind, for a host that draws them in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...languages import _
from ...measures.base import WithParameters
from .settings import label_of, least_of, option_word, value_of, with_value
from .why_views import Choice, Number

Control = dict[str, Any]


def button(name: str, label: str, beside: str = "", disabled: bool = False, primary: bool = False) -> Control:
    """A button. beside: what stands before it."""
    return {"kind": "press", "name": name, "label": label, "beside": beside, "disabled": disabled, "primary": primary}


def text_field(name: str, label: str, value: str, most: int, **more: Any) -> Control:
    """A text of at most so many characters. more: `lines`, `hint`, or the `button` that takes it."""
    return {"kind": "text", "name": name, "label": label, "value": value, "most": most} | more


def choice(
    kind: str, name: str, label: str, options: Mapping[str, str], value: Any, beside: Mapping[str, str] | None = None
) -> Control:
    """A control of several options, each as its value, its words, and what stands beside it."""
    listed = [[key, text, (beside or {}).get(key, "")] for key, text in options.items()]
    return {"kind": kind, "name": name, "label": label, "value": value, "options": listed}


def view_control(declared: Choice | Number) -> Control:
    """A control beside a view."""
    if isinstance(declared, Choice):
        value, kind = (declared.value, "radio") if declared.most == 1 else ([*declared.value], "many")
        chosen = choice(kind, declared.field, declared.label, declared.options, value)
        return chosen if declared.most == 1 else chosen | {"most": declared.most, "hint": _("The ideas of the field")}
    return {"kind": "number", "name": declared.field, "label": declared.label, "value": declared.value} | {
        name: getattr(declared, name) for name in ("least", "most", "step", "empty", "hint", "help")
    }


def parameter_controls(
    declaring: WithParameters,
    start: str,
    say: Callable[[Any], str],
    offered: Iterable[str] | None = None,
) -> list[Control]:
    """One control for every parameter; `say` gives what stands beside every choice."""
    controls = []
    for name, parameter in declaring.params().items():
        if str(parameter.kind) == "text" or (offered is not None and name not in offered):
            continue
        now, label = getattr(declaring, name), label_of(parameter)
        control: Control = {"kind": parameter.kind, "name": start + name, "label": label, "value": now}
        if parameter.kind == "choice":
            words = {str(option): option_word(option) for option in parameter.choices}
            beside = {str(option): say(with_value(declaring, name, option)) for option in parameter.choices}
            control = choice("radio", start + name, label, words, str(now), beside)
        elif parameter.kind == "number":
            most = 1e9 if parameter.at_most is None else float(parameter.at_most)
            value, hint = None if now is None else float(now), _(parameter.none).split(" ")[0]
            control |= {"value": value, "least": least_of(parameter), "most": most, "step": 1 if most > 1 else 0.1}
            control |= {"hint": hint, "empty": None}
        elif parameter.kind == "bound":
            offers = {word: word for word in (str(now), "0", "1", "2", "3", *parameter.words)}
            control = choice("bound", start + name, label, offers, str(now))
        controls.append(control | {"help": _(parameter.text)})
    return controls


def with_option(declaring: Any, name: str, value: Any) -> Any:
    """The measure or rule with the value that a control's value stands for."""
    parameter = declaring.params()[name]
    if parameter.kind == "choice":
        value = next((option for option in parameter.choices if str(option) == value), value)
    return with_value(declaring, name, value_of(value, parameter))
