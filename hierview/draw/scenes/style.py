"""Colours by what they mean. A scene names them; a palette says what they are."""

from __future__ import annotations

from collections.abc import Mapping

Palette = Mapping[str, str]

# Each colour on light ground, on dark ground and in grey, and the theme's name for it, as `.streamlit/config.toml` sets
# it and the page passes it to components. Every fact has a channel besides colour: see the marks in scene.py. On paper
# in grey, or black on white alone, it rests on that.
_COLOURS = {
    "ground": ("#FFFFFF", "#12161B", "#FFFFFF", "background-color"),
    "panel": ("#F6F8FA", "#1A2027", "#F5F5F5", "secondary-background-color"),
    "line": ("#E1E5EA", "#2C343D", "#DDDDDD", "border-color"),
    "ink": ("#1C232B", "#E8ECF0", "#1A1A1A", "text-color"),
    "quiet": ("#5B6672", "#A3AEBA", "#595959", "gray-text-color"),
    "accent": ("#0F6E66", "#5CC7BC", "#1A1A1A", "primary-color"),
    "true": ("#1B5E9B", "#86BBF2", "#333333", "blue-text-color"),
    "predicted": ("#B34700", "#F5A368", "#6B6B6B", "orange-text-color"),
    "none": ("#74808C", "#74808C", "#808080", "gray-color"),
    "tint-t": ("#DCEBF8", "#16324D", "#E3E3E3", "blue-background-color"),
    "tint-p": ("#FCE5D3", "#4A2A12", "#F0F0F0", "orange-background-color"),
    "tint-both": ("#E6E1F4", "#35304F", "#D2D2D2", "violet-background-color"),
}
LIGHT, DARK, GREY, THEME = (dict(zip(_COLOURS, column, strict=True)) for column in zip(*_COLOURS.values(), strict=True))

LINE: Palette = dict.fromkeys(LIGHT, "#000000") | dict.fromkeys(
    ("ground", "panel", "tint-t", "tint-p", "tint-both"), "#FFFFFF"
)

# On screen the page's theme decides, and may change its mind, without another answer from Python.
SCREEN: Palette = {name: f"var(--hv-{name})" for name in LIGHT}


def screen_variables(scope: str) -> str:
    """The custom properties that `SCREEN` refers to, for what is in `scope`; on paper it is never dark."""
    themed = "".join(f"--hv-{name}:var(--st-{THEME[name]},{LIGHT[name]});" for name in LIGHT)
    printed = "".join(f"--hv-{name}:{LIGHT[name]}!important;" for name in LIGHT)
    return f"{scope}{{{themed}}}\n@media print{{{scope}{{{printed}}}}}\n"
