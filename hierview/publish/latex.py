"""Any text as LaTeX: what a file for pdflatex may hold of names that somebody else chose."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from ..errors import HierviewError, quoted

TAGGED = Path(__file__).with_name("tagged.sty")  # what tags the PDF of a document, by pdfTeX alone

# What LaTeX obeys, or sets as something else in one of its encodings. [ ] * are obeyed after \\ and \midrule.
_OBEYED = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\symbol{34}",
    "`": r"\textasciigrave{}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "\u00a0": "~",
    "’": "'",
}

# Letters and signs that pdflatex sets from UTF-8 in the encodings T1 and TS1, as they are.
_SET = frozenset(
    [*map(chr, range(161, 383)), *"ǍǎǏǐǑǒǓǔǢǣǦǧǨǩǪǫǰǴǵȘșȚțȲȳḂḃḍḞḟḠḡḥḰḱḷṃṅṇṛṣṭẎẏẐẑẞỲỳ", *"–—‘‚“”„†‡•…‰‹›€№™℗℧℮◦♪"]
) - {*"\u00ad¸ĦħĸĿŀŉŦŧ"}

# Greek letters and signs by their names in mathematics.
_NAMES = """
    α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota
    κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi
    ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi
    Ψ Psi Ω Omega ≤ leq ≥ geq ≠ neq ≈ approx ≡ equiv ∞ infty ∈ in ∉ notin ∩ cap ∪ cup ∖ setminus
    ⊂ subset ⊆ subseteq ∅ emptyset △ triangle ∑ sum √ surd ∂ partial ∇ nabla ∀ forall ∃ exists ∧ wedge
    ∨ vee ⇒ Rightarrow ⇔ Leftrightarrow ↔ leftrightarrow ← leftarrow ↑ uparrow → rightarrow ↓ downarrow
    ⟨ langle ⟩ rangle
"""
_MATHS: dict[str, str] = dict(re.findall(r"(\S) ([A-Za-z]+)", _NAMES))


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
    if c in _MATHS:
        return rf"\ensuremath{{\{_MATHS[c]}}}"
    if c == "−":
        return r"\ensuremath{-}"
    if c.isspace():
        return " "
    if " " < c <= "~" or c in _SET:
        return c
    called = f"U+{ord(c):04X}" + (f", {name.lower()}" if (name := unicodedata.name(c, "")) else "")
    raise HierviewError(
        f"{quoted(text)} cannot be set by LaTeX because of {quoted(c)} ({called}); accepted are Latin letters with "
        "their accents, single Greek letters and common signs"
    )
