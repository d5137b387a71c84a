"""Text as LaTeX: every character that pdflatex can set is set as text, and the others are refused by name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import groupby
from textwrap import wrap

from ....errors import HierviewError, quoted
from ....explain import Symbol, Words
from ...figures.figure import text_on_one_line
from ...texts.fonts import FACES, missing_character


def _replacements(text: str) -> dict[str, str]:
    """Pairs of a text: each character and what it is in LaTeX."""
    entries = text.split()
    return dict(zip(entries[::2], entries[1::2], strict=True))


def _accent_commands(text: str) -> dict[str, str]:
    """Combining characters, by their code points, and the command of each."""
    return {chr(int(code, 16)): command for code, command in _replacements(text).items()}


_SPECIAL = {"\u00a0": "~"} | _replacements(r"""
    & \& % \% $ \$ # \# _ \_ { \{ } \} ~ \textasciitilde{} ^ \textasciicircum{} \ \textbackslash{} < \textless{}
    > \textgreater{} | \textbar{} " \textquotedbl{} ' \textquotesingle{} ` \textasciigrave{}
""")

# Beyond ASCII, what the encodings T1 and TS1 hold: these stand in the file as they are.
_DIRECT = frozenset(
    "¡¢£¤¥¦§¨©ª«¬®¯°±´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
    "ĂăĄąĆćČčĎďĐđĘęĚěĞğĹĺĽľŁłŃńŇňŊŋŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽžıȘșȚț–—‘’‚“”„†‡•‰€™‹›"
)

_ACCENTS = _accent_commands(r"""
    0300 \` 0301 \' 0302 \^ 0303 \~ 0304 \= 0306 \u 0307 \. 0308 \" 030a \r 030b \H 030c \v 0323 \d 0327 \c
    0328 \k 0331 \b
""")

_MATH_ACCENTS = _accent_commands(r"""
    0300 \grave 0301 \acute 0302 \hat 0303 \tilde 0304 \bar 0307 \dot 0308 \ddot 0342 \tilde
""")

_GREEK_NAMES = _replacements("""
    α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho
    σ sigma ς varsigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma
    Υ Upsilon Φ Phi Ψ Psi Ω Omega ϑ vartheta ϕ phi ϖ varpi ϱ varrho ϵ epsilon
""")
_GREEK = (
    {c: rf"\{name}" for c, name in _GREEK_NAMES.items()}
    | {"ο": "o"}
    | {c: rf"\mathrm{{{latin}}}" for c, latin in zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧ", "ABEZHIKMNOPTX", strict=True)}
)

_MATH = _GREEK | _replacements(r"""
    − - × \times ÷ \div ∗ * ⋅ \cdot ∙ \cdot ∞ \infty ≤ \leq ≥ \geq ≠ \neq ≈ \approx ≡ \equiv ∼ \sim ∝ \propto
    ∩ \cap ∪ \cup ∖ \setminus ∅ \emptyset ∈ \in ∋ \ni ⊂ \subset ⊆ \subseteq ⊃ \supset ⊇ \supseteq
    △ \bigtriangleup ∆ \Delta ∑ \sum ∏ \prod √ \surd ∂ \partial ∇ \nabla ∀ \forall ∃ \exists ∧ \wedge ∨ \vee
    ⊥ \bot ⊤ \top ← \leftarrow → \rightarrow ↑ \uparrow ↓ \downarrow ↔ \leftrightarrow ⇒ \Rightarrow
    ⇔ \Leftrightarrow ′ ' ℓ \ell ∘ \circ ∉ \notin ⟨ \langle ⟩ \rangle
""")
_COMMAND = re.compile(r"\\[A-Za-z]+")  # one of TeX's, without an argument


_ENGINE: ContextVar[str] = ContextVar("engine", default="pdflatex")


@contextmanager
def writing_for_engine(engine: str) -> Iterator[None]:
    """The engine for which LaTeX is written meanwhile: LuaLaTeX sets every character that its fonts have."""
    token = _ENGINE.set(engine)
    try:
        yield
    finally:
        _ENGINE.reset(token)


def is_for_lualatex() -> bool:
    """Whether what is written now is for LuaLaTeX."""
    return _ENGINE.get() == "lualatex"


def latex_text(plain: str) -> str:
    """The text of a picture for LaTeX, safe in any argument; a HierviewError names the character that cannot be set."""
    try:
        return latex_text_with("".join(c for c in plain if unicodedata.category(c) != "Cf"), {})
    except HierviewError as error:
        instead = "SVG" if any(missing_character(plain, face) for face in FACES.values()) else "SVG or PDF"
        raise HierviewError(
            f"{error}; export {instead}, set it with LuaLaTeX (--tex lualatex), or name it in Latin or Greek letters"
        ) from None


def latex_text_with(plain: str, own: Mapping[str, str]) -> str:
    """The text for LaTeX, some characters in a way of their own; a HierviewError names one that cannot be set."""
    characters = _characters(unicodedata.normalize("NFC", plain))
    pieces = [(own[c], False) if c in own else _latex_character(c, plain) for c in characters]
    joined = ""
    for math, same in groupby(pieces, key=lambda piece: piece[1]):
        # Within mathematics a command ends before a letter that follows.
        body = "".join(re.sub(r"(\\[A-Za-z]+)$", r"\1 ", latex) if math else latex for latex, _ in same)
        joined += f"${body.rstrip()}$" if math else re.sub(r"'(?=')", "'{}", body)
    # Two of these in a row, as two apostrophes of text, would become one character.
    return re.sub(r"([-,])(?=\1)", r"\1{}", joined)


def _characters(plain: str) -> list[str]:
    """Each character with the marks on it."""
    characters: list[str] = []
    for character in plain:
        if unicodedata.combining(character) and characters:
            characters[-1] += character
        else:
            characters.append(character)
    return characters


def _latex_character(character: str, plain: str) -> tuple[str, bool]:
    """A character in LaTeX, and whether it is mathematics."""
    if character in _SPECIAL:
        return _SPECIAL[character], False
    if character in _DIRECT or (len(character) == 1 and " " <= character <= "~"):
        return character, False
    if character == "…":
        return r"\textellipsis{}", False
    if character[0].isspace():
        return " ", False
    if character in _MATH:
        return _MATH[character], True
    kind, _, code = unicodedata.decomposition(character[0]).partition(" ")
    if kind in ("<sub>", "<super>") and len(character) == 1 and " " not in code:
        body, math = _latex_character(chr(int(code, 16)), plain)
        # On an empty base, so that one script may follow another.
        script = body if math else rf"\mathrm{{{body}}}"
        return "{}" + ("_" if kind == "<sub>" else "^") + f"{{{script}}}", True
    base, *marks = list(unicodedata.normalize("NFD", character))
    if len(marks) == 1:
        if base.isascii() and base.isalpha() and marks[0] in _ACCENTS:
            letter = {"i": r"\i", "j": r"\j"}.get(base, base) if marks[0] not in "\u0323\u0327\u0328\u0331" else base
            return f"{_ACCENTS[marks[0]]}{{{letter}}}", False
        if base in _GREEK and marks[0] in _MATH_ACCENTS:
            return f"{_MATH_ACCENTS[marks[0]]}{{{_GREEK[base]}}}", True
    if is_for_lualatex():
        return character, False
    name = unicodedata.name(character[0], "").lower()
    called = f"U+{ord(character[0]):04X}" + (f", {name}" if name else "")
    raise HierviewError(f"the text {quoted(plain)} holds {quoted(character)} ({called}), which pdflatex cannot set")


def alt_latex(plain: str) -> str:
    """The LaTeX of a text that is read aloud, without the characters that cannot be set."""
    latex = []
    for word in plain.split():
        try:
            latex.append(latex_text(word))
        except HierviewError:
            latex.append("?")
    return " ".join(latex)


def pdf_string(plain: str) -> str:
    """A text as PDF writes it, which TeX takes as it is: in brackets, or where TeX would read it otherwise, in hex."""
    if re.fullmatch(r"([\w .,:;?!'=/+-]|\([\w .,:;?!'=/+-]*\))*", plain, re.ASCII):
        return f"({plain})"
    return f"<FEFF{plain.encode('utf-16-be').hex().upper()}>"


def fill_lines(latex: str, wide: int = 110) -> list[str]:
    """LaTeX on lines of so many characters; what has no blank stays on one."""
    return wrap(latex, wide, break_long_words=False, break_on_hyphens=False)


def tex_words(sentence: Words) -> str:
    """The LaTeX of words, symbols as mathematics."""
    return "".join(latex_symbol(word) if isinstance(word, Symbol) else latex_text(str(word)) for word in sentence)


def latex_symbol(of: Symbol) -> str:
    """The LaTeX of a symbol in italics, its subscript upright."""
    base, *marks = list(unicodedata.normalize("NFD", of.text) or " ")
    if len(marks) == 1 and marks[0] in _MATH_ACCENTS and base.isascii() and base.isalpha():
        main = f"{_MATH_ACCENTS[marks[0]]}{{{base}}}"
    elif of.text in _MATH:
        main = _MATH[of.text]
    elif of.text.isascii() and of.text.isalnum():
        main = of.text if len(of.text) == 1 else rf"\mathit{{{of.text}}}"
    else:
        main = rf"\mbox{{\textit{{{latex_text(of.text)}}}}}" if of.text else "{}"
    if _COMMAND.fullmatch(_MATH.get(of.sub, "")):
        return f"${main}_{_MATH[of.sub]}$"
    upright = of.sub if of.sub.isascii() and of.sub.isalnum() else rf"\mbox{{\scriptsize {latex_text(of.sub)}}}"
    return f"${main}_{{\\mathrm{{{upright}}}}}$" if of.sub else f"${main}$"


def tex_comment_lines(head: str, plain: str, wide: int = 100) -> list[str]:
    """Lines of a comment that hold the text, whatever it holds: `% head: …`, or a head and lines `%   …` below it.

    TeX reads no line that is longer than its buffer. Those lines without their first four characters, joined, are
    the text again.
    """
    safe = text_on_one_line(plain)
    parts = [safe[i : i + wide] for i in range(0, len(safe), wide)]
    return [f"% {head}:", *(f"%   {part}" for part in parts)] if len(parts) > 1 else [f"% {head}: {safe}"]
