"""Colours by what they mean. A scene names them; a palette says what they are."""

from __future__ import annotations

from collections.abc import Mapping

Palette = Mapping[str, str]

# Every fact has a channel besides colour: see the marks in scene.py.
LIGHT: Palette = {
    "ground": "#FFFFFF",
    "panel": "#F6F8FA",
    "line": "#E1E5EA",
    "ink": "#1C232B",
    "quiet": "#5B6672",
    "accent": "#0F6E66",
    "true": "#1B5E9B",
    "predicted": "#B34700",
    "none": "#74808C",
    "tint-t": "#DCEBF8",
    "tint-p": "#FCE5D3",
    "tint-both": "#E6E1F4",
}

DARK: Palette = {
    "ground": "#12161B",
    "panel": "#1A2027",
    "line": "#2C343D",
    "ink": "#E8ECF0",
    "quiet": "#A3AEBA",
    "accent": "#5CC7BC",
    "true": "#86BBF2",
    "predicted": "#F5A368",
    "none": "#74808C",
    "tint-t": "#16324D",
    "tint-p": "#4A2A12",
    "tint-both": "#35304F",
}

# On paper: shades of grey, and black on white alone. There every fact rests on its other channel.
GREY: Palette = {
    "ground": "#FFFFFF",
    "panel": "#F5F5F5",
    "line": "#DDDDDD",
    "ink": "#1A1A1A",
    "quiet": "#595959",
    "accent": "#1A1A1A",
    "true": "#333333",
    "predicted": "#6B6B6B",
    "none": "#808080",
    "tint-t": "#E3E3E3",
    "tint-p": "#F0F0F0",
    "tint-both": "#D2D2D2",
}

LINE: Palette = dict.fromkeys(LIGHT, "#000000") | dict.fromkeys(
    ("ground", "panel", "tint-t", "tint-p", "tint-both"), "#FFFFFF"
)

# On screen the page's theme decides, and may change its mind, without another answer from Python.
SCREEN: Palette = {name: f"var(--hv-{name})" for name in LIGHT}

# The theme's name for each colour, as `.streamlit/config.toml` sets it and the page passes it to components.
THEME: Palette = {
    "ground": "background-color",
    "panel": "secondary-background-color",
    "line": "border-color",
    "ink": "text-color",
    "quiet": "gray-text-color",
    "accent": "primary-color",
    "true": "blue-text-color",
    "predicted": "orange-text-color",
    "none": "gray-color",
    "tint-t": "blue-background-color",
    "tint-p": "orange-background-color",
    "tint-both": "violet-background-color",
}


def screen_variables(scope: str) -> str:
    """The custom properties that `SCREEN` refers to, for what is in `scope`; on paper it is never dark."""
    themed = "".join(f"--hv-{name}:var(--st-{THEME[name]},{LIGHT[name]});" for name in LIGHT)
    printed = "".join(f"--hv-{name}:{LIGHT[name]}!important;" for name in LIGHT)
    return f"{scope}{{{themed}}}\n@media print{{{scope}{{{printed}}}}}\n"
