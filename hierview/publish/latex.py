"""Any text as LaTeX: what a file for pdflatex may hold of names that somebody else chose."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from ..draw.backends.latex.tex import COMMAND, MATH, SPECIAL
from ..errors import HierviewError, quoted

TAGGED = Path(__file__).with_name("tagged.sty")  # what tags the PDF of a document, by pdfTeX alone

# What LaTeX obeys, or sets as something else in one of its encodings. [ ] * are obeyed after \\ and \midrule.
_OBEYED = SPECIAL | {'"': r"\symbol{34}", "'": "'", "’": "'", "[": "{[}", "]": "{]}", "*": "{*}"}

# Letters and signs that pdflatex sets from UTF-8 in the encodings T1 and TS1, as they are.
_SET = frozenset(
    [*map(chr, range(161, 383)), *"ǍǎǏǐǑǒǓǔǢǣǦǧǨǩǪǫǰǴǵȘșȚțȲȳḂḃḍḞḟḠḡḥḰḱḷṃṅṇṛṣṭẎẏẐẑẞỲỳ", *"–—‘‚“”„†‡•…‰‹›€№™℗℧℮◦♪"]
) - {*"\u00ad¸ĦħĸĿŀŉŦŧ"}

# Greek letters and signs that are one command of mathematics.
_MATHS = {c: latex for c, latex in MATH.items() if COMMAND.fullmatch(latex)} | {
    "−": "-",
    "△": r"\triangle",
    "∉": r"\notin",
    "⟨": r"\langle",
    "⟩": r"\rangle",
}


def latex_text(text: str) -> str:
    r"""`text` on one line of LaTeX that shows this text and does nothing else.

    For pdflatex with UTF-8, `\usepackage[T1]{fontenc}` and a font that has outlines in it, such as lmodern; ASCII
    needs not even that, but for the look of `"`.
    A character that cannot be set is a HierviewError that names it.

    >>> print(latex_text(r"R&B 50% β \input{x}"))
    R\&B 50\% \ensuremath{\beta} \textbackslash{}input\{x\}
    """
    text_set = "".join(_character(c, text) for c in unicodedata.normalize("NFC", text))
    # Two of these in a row would be joined into another sign.
    return re.sub(r"([-',])(?=\1)", r"\1{}", text_set)


def _character(c: str, text: str) -> str:
    if c in _OBEYED:
        return _OBEYED[c]
    if c.isspace():
        return " "
    if " " < c <= "~" or c in _SET:
        return c
    if c in _MATHS:
        return rf"\ensuremath{{{_MATHS[c]}}}"
    called = f"U+{ord(c):04X}" + (f", {name.lower()}" if (name := unicodedata.name(c, "")) else "")
    raise HierviewError(
        f"{quoted(text)} cannot be set by LaTeX because of {quoted(c)} ({called}); accepted are Latin letters with "
        "their accents, single Greek letters and common signs"
    )
