"""Any text as LaTeX: what a file for pdflatex may hold of names that somebody else chose."""

from __future__ import annotations

from pathlib import Path

from ..draw.backends.latex.tex import latex_text_with
from ..errors import HierviewError

TAGGED = Path(__file__).with_name("tagged.sty")  # what tags the PDF of a document, by pdfTeX alone

# In running text quotation marks are those of prose. LaTeX obeys [ ] * after \\ and \midrule.
_PROSE = {'"': r"\symbol{34}", "'": "'", "’": "'", "[": "{[}", "]": "{]}", "*": "{*}"}
_PROSE |= {sign: sign for sign in "ẞǢǣĲĳ№℗℧℮◦♪…×÷²³"}  # of T1 and TS1, in which not all fonts of figures have them


def latex_text(text: str) -> str:
    r"""`text` on one line of LaTeX that shows this text and does nothing else.

    For pdflatex with UTF-8, `\usepackage[T1]{fontenc}` and a font that has outlines in it, such as lmodern; ASCII
    needs not even that, but for the look of `"`.
    A character that cannot be set is a HierviewError that names it.

    >>> print(latex_text(r"R&B 50% β \input{x}"))
    R\&B 50\% $\beta$ \textbackslash{}input\{x\}
    """
    try:
        return latex_text_with(text, _PROSE)
    except HierviewError as error:
        accepted = "Latin letters with their accents, Greek letters and common signs"
        raise HierviewError(f"{error}; accepted are {accepted}") from None
