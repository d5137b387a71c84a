"""Colours by what they mean. A scene names them; a palette says what they are."""

from __future__ import annotations

from collections.abc import Mapping

Palette = Mapping[str, str]

# Each colour on light ground, on dark ground and in grey, and the theme's name for it, as `.streamlit/config.toml` sets
# it and the page passes it to components. All else is made of this table; tests/draw/test_style.py writes that file.
# Every fact has a channel besides colour: see the marks in scene.py. On paper in grey, or black on white alone, it
# rests on that. A colour without a grey is of pages alone, and in no picture.
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
    "notice": ("#4C2B00", "#F2DC50", "", "yellow-text-color"),
    "tint-notice": ("#FFF3C4", "#332D0E", "", "yellow-background-color"),
}
PAGE_LIGHT, PAGE_DARK, _GREY, THEME = (
    dict(zip(_COLOURS, column, strict=True)) for column in zip(*_COLOURS.values(), strict=True)
)
GREY = {name: colour for name, colour in _GREY.items() if colour}
LIGHT, DARK = ({name: colours[name] for name in GREY} for colours in (PAGE_LIGHT, PAGE_DARK))

LINE: Palette = dict.fromkeys(LIGHT, "#000000") | dict.fromkeys(
    ("ground", "panel", "tint-t", "tint-p", "tint-both"), "#FFFFFF"
)

# On screen the page's theme decides, and may change its mind, without another answer from Python.
SCREEN: Palette = {name: f"var(--hv-{name})" for name in LIGHT}


def css_colours(palette: Palette, start: str = "--hv-", end: str = "") -> str:
    """The CSS of the colours as custom properties, each name after `start`, each value before `end`."""
    return "".join(f"{start}{name}:{colour}{end};" for name, colour in palette.items())


def screen_css_colours(scope: str) -> str:
    """The custom properties that `SCREEN` refers to, for what is in `scope`; on paper it is never dark.

    What shows paper on screen has paper's own colours.
    """
    themed = css_colours({name: f"var(--st-{THEME[name]},{colour})" for name, colour in PAGE_LIGHT.items()})
    paper = css_colours({name: LIGHT[name] for name in ("ground", "ink", "line")}, "--hv-paper-")
    return f"{scope}{{{themed}{paper}}}\n{_paper_css(scope)}"


def page_css_colours(scope: str) -> str:
    """The custom properties that `SCREEN` refers to, on a page that no theme has reached.

    Its `color-scheme` says which of the colours it has.
    """
    both = css_colours({name: f"light-dark({colour},{PAGE_DARK[name]})" for name, colour in PAGE_LIGHT.items()})
    return f"{scope}{{{both}}}\n{_paper_css(scope)}"


def _paper_css(scope: str) -> str:
    return f"@media print{{{scope}{{{css_colours(PAGE_LIGHT, end='!important')}}}}}\n"
