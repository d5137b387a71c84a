"""Formulas as MathML, every number with the classes counted in it."""

from __future__ import annotations

from collections.abc import Mapping

from ..explain import Formula, Frac, Num, Row, Symbol, Term
from ..safe import Markup, joined, safe
from .class_ids import shown_name

# Operators with the room at either side, in em.
_OPERATORS = {"+": 0.25, "−": 0.25, "=": 0.3, "·": 0.2, "△": 0.2, "∩": 0.2, "∪": 0.2, "∖": 0.2, "|": 0, "(": 0, ")": 0}
# What a count of classes carries beside them: two classes that are counted are no pair, whose line would light up.
COUNTED = "counted"
# Those that stand close to what is before them.
_CLOSE = {",": 0.2, "Σ": 0.1}


def symbol_mathml(term: Symbol) -> Markup:
    """A symbol in italics, its subscript upright."""
    # One letter is italic by itself; a longer text would be set upright.
    lights = safe(' class="name" data-n="{}"', term.setting) if term.setting else ""
    if not term.sub:
        return safe("<mi{}>{}</mi>", lights, term.text)
    return safe("<msub{}><mi>{}</mi><mtext>{}</mtext></msub>", lights, term.text, term.sub)


def _term_mathml(term: Term, ids: Mapping[str, int]) -> Markup:
    if isinstance(term, Frac):
        return safe("<mfrac>{}{}</mfrac>", row_mathml(term.top, ids), row_mathml(term.bottom, ids))
    if isinstance(term, Symbol):
        return symbol_mathml(term)
    if isinstance(term, Num):
        if term.setting:  # pointing at it lights up what the setting is
            lit, says = safe('data-setting data-ns="{}"', term.setting), "a setting"
        elif term.classes:
            listed = sorted(term.classes)
            numbers = " ".join([*[str(ids[c]) for c in listed if c in ids], *([COUNTED] if term.counts else [])])
            lit, says = safe('data-ns="{}"', numbers), ", ".join([shown_name(c, ids) for c in listed])
        else:
            return safe("<mn>{}</mn>", term.text)
        label = f"{term.text}: {says}"
        return safe('<mn class="num" {} tabindex="0" role="button" aria-label="{}">{}</mn>', lit, label, term.text)
    if term in _OPERATORS or term in _CLOSE:
        return _operator_mathml(term)
    return safe("<mn>{}</mn>", term) if term[:1].isdigit() else safe("<mtext>{}</mtext>", term)


def _operator_mathml(sign: str) -> Markup:
    before, after = (0, _CLOSE[sign]) if sign in _CLOSE else (_OPERATORS[sign],) * 2
    return safe('<mo form="infix" stretchy="false" lspace="{}em" rspace="{}em">{}</mo>', before, after, sign)


def row_mathml(terms: Row, ids: Mapping[str, int]) -> Markup:
    """The MathML of terms side by side."""
    return safe("<mrow>{}</mrow>", joined([_term_mathml(term, ids) for term in terms]))


def formula_mathml(formula: Formula, ids: Mapping[str, int]) -> Markup:
    """The formula without its last value: left = side = side =, or as far as it is known."""
    sides = [row_mathml(formula.left, ids), *(row_mathml(side, ids) for side in formula.sides)]
    equals = _operator_mathml("=")
    line = equals.join(sides) + (equals if formula.value else "")
    return safe('<math display="inline" displaystyle="true"><mrow>{}</mrow></math>', line)
