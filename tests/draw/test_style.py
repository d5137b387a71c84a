"""The table of colours: what is made of it, and that a notice is told from what drawings mark.

The colours in `.streamlit/config.toml` are written anew, to be read before they are committed, by
    REFRESH_GOLDEN=1 python -m pytest tests/draw/test_style.py -k theme
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import product

import pytest

from hierview.draw.scenes.style import (
    GREY,
    LIGHT,
    LINE,
    PAGE_DARK,
    PAGE_LIGHT,
    THEME,
    page_css_colours,
    screen_css_colours,
)
from tests.samples import ROOT

CONFIG = ROOT / ".streamlit" / "config.toml"
# Options of the theme that no component asks for.
OPTIONS = {
    "linkColor": "accent",
    "dataframeBorderColor": "line",
    "dataframeHeaderBackgroundColor": "panel",
    "codeTextColor": "ink",
    "codeBackgroundColor": "panel",
} | {re.sub(r"-(\w)", lambda letter: letter[1].upper(), theme): name for name, theme in THEME.items()}

# Linear RGB as who lacks one kind of cone sees it (Machado, Oliveira and Fernandes 2009, severity 1).
SIGHTS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deuteranopia": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9309, 0.1476), (0.0047, 0.6914, 0.3039)),
}


def themed() -> str:
    """The configuration with the table's colours."""
    before, _, light_and_dark = CONFIG.read_text(encoding="utf-8").partition("[theme.light]\n")
    light, _, dark = light_and_dark.partition("[theme.dark]\n")

    def coloured(options: str, palette: dict[str, str]) -> str:
        return re.sub(r'(\w+) = "#\w+"', lambda option: f'{option[1]} = "{palette[OPTIONS[option[1]]]}"', options)

    return f"{before}[theme.light]\n{coloured(light, PAGE_LIGHT)}[theme.dark]\n{coloured(dark, PAGE_DARK)}"


def test_the_theme_has_the_colours_of_the_table():
    if os.environ.get("REFRESH_GOLDEN"):
        CONFIG.write_text(themed(), encoding="utf-8")
    text = CONFIG.read_text(encoding="utf-8")
    assert text == themed()
    for option in OPTIONS:
        assert len(re.findall(rf'^{option} = "#', text, re.MULTILINE)) == 2, option


def test_every_palette_has_every_colour_of_pictures():
    assert [*LIGHT] == [*GREY] == [*LINE]
    assert {*PAGE_LIGHT} == {*PAGE_DARK} == {*THEME} > {*LIGHT}


def test_no_other_file_has_colours_of_its_own():
    """But for black, white, and shades of what is below: masks, shadows, and the paper of a QR code."""
    files = [path for kind in ("py", "css", "js", "html") for path in (ROOT / "hierview").rglob(f"*.{kind}")]
    files += (ROOT / "docs").rglob("site/*.*")
    own = ROOT / "hierview" / "draw" / "scenes" / "style.py"
    for path in files:
        found = re.findall(r"""["': ,(](#[0-9A-Fa-f]{3,8})(?=["';),\s])""", path.read_text(encoding="utf-8"))
        assert path == own or {*found} <= {"#000", "#fff", "#0003", "#8883"}, (path, found)


def test_sheets_name_no_colour_that_is_not_in_the_table():
    known = {*re.findall(r"(--hv-[\w-]+):", screen_css_colours("") + page_css_colours(""))}
    known |= {"--hv-surface", "--hv-bar", "--hv-panel-ground", "--hv-told", "--hv-turned-line"}
    for path in [*(ROOT / "hierview").rglob("*.css"), *(ROOT / "docs").rglob("site/*.css")]:
        assert {*re.findall(r"--hv-[\w-]+", path.read_text(encoding="utf-8"))} <= known, path


def linear(colour: str) -> list[float]:
    values = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]


def contrast(a: str, b: str) -> float:
    """The contrast of two colours, as WCAG 2 has it."""
    low, high = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in map(linear, (a, b)))
    return (high + 0.05) / (low + 0.05)


def seen(colour: str, sight: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """A colour in CIELAB, as somebody sees it."""
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))) for row in sight
    )
    x = (0.4125 * red + 0.3576 * green + 0.1804 * blue) / 0.9505
    y = 0.2127 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9503 * blue) / 1.0888
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(a: str, b: str, sight: Sequence[Sequence[float]]) -> float:
    return sum((p - q) ** 2 for p, q in zip(seen(a, sight), seen(b, sight), strict=True)) ** 0.5


@pytest.mark.parametrize("palette", [PAGE_LIGHT, PAGE_DARK], ids=["light", "dark"])
def test_a_notice_can_be_read_and_is_told_from_marks_by_everybody(palette: dict[str, str]):
    assert min(contrast(palette[name], palette["tint-notice"]) for name in ("ink", "quiet", "accent", "notice")) >= 4.5
    assert min(contrast(palette["notice"], palette[ground]) for ground in ("ground", "panel")) >= 4.5
    for name, (kind, sight) in product(("true", "predicted", "ink"), SIGHTS.items()):
        assert difference(palette["notice"], palette[name], sight) > 20, (name, kind)
