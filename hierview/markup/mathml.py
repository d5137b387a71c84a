"""Formulas as MathML, every number with the classes counted in it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ..explain import Formula, Frac, Num, Row, Symbol, Term
from .class_ids import shown_name

# Operators with the room at either side, in em.
_OPERATORS = {"+": 0.25, "−": 0.25, "=": 0.3, "·": 0.2, "△": 0.2, "∩": 0.2, "∪": 0.2, "∖": 0.2, "|": 0, "(": 0, ")": 0}
# What a count of classes carries beside them: two classes that are counted are no pair, whose line would light up.
COUNTED = "counted"
# Those that stand close to what is before them.
_CLOSE = {",": 0.2, "Σ": 0.1}


def symbol_mathml(term: Symbol) -> str:
    """A symbol in italics, its subscript upright."""
    # One letter is italic by itself; a longer text would be set upright.
    lights = f' class="name" data-n="{escape(term.setting)}"' if term.setting else ""
    if not term.sub:
        return f"<mi{lights}>{escape(term.text)}</mi>"
    return f"<msub{lights}><mi>{escape(term.text)}</mi><mtext>{escape(term.sub)}</mtext></msub>"


def _term(term: Term, ids: Mapping[str, int]) -> str:
    if isinstance(term, Frac):
        return f"<mfrac>{row_mathml(term.top, ids)}{row_mathml(term.bottom, ids)}</mfrac>"
    if isinstance(term, Symbol):
        return symbol_mathml(term)
    if isinstance(term, Num):
        if term.setting:  # pointing at it lights up what the setting is
            lit, says = f'data-setting data-ns="{escape(term.setting)}"', "a setting"
        elif term.classes:
            listed = sorted(term.classes)
            numbers = " ".join([*[str(ids[c]) for c in listed if c in ids], *([COUNTED] if term.counts else [])])
            lit, says = f'data-ns="{numbers}"', ", ".join([shown_name(c, ids) for c in listed])
        else:
            return f"<mn>{escape(term.text)}</mn>"
        label = escape(f"{term.text}: {says}")
        return f'<mn class="num" {lit} tabindex="0" role="button" aria-label="{label}">{escape(term.text)}</mn>'
    if term in _OPERATORS or term in _CLOSE:
        return _operator(term)
    return f"<mn>{escape(term)}</mn>" if term[:1].isdigit() else f"<mtext>{escape(term)}</mtext>"


def _operator(sign: str) -> str:
    before, after = (0, _CLOSE[sign]) if sign in _CLOSE else (_OPERATORS[sign],) * 2
    return f'<mo form="infix" stretchy="false" lspace="{before}em" rspace="{after}em">{sign}</mo>'


def row_mathml(terms: Row, ids: Mapping[str, int]) -> str:
    """Terms side by side."""
    return f"<mrow>{''.join([_term(term, ids) for term in terms])}</mrow>"


def formula_mathml(formula: Formula, ids: Mapping[str, int]) -> str:
    """The formula without its last value: left = side = side =, or as far as it is known."""
    sides = [row_mathml(formula.left, ids), *(row_mathml(side, ids) for side in formula.sides)]
    equals = _operator("=")
    line = equals.join(sides) + (equals if formula.value else "")
    return f'<math display="inline" displaystyle="true"><mrow>{line}</mrow></math>'
