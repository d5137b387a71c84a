"""The language of answers: the workbench's formulas, widened by sets of classes, texts and what a case can be asked.

An expression is read once, checked to be made of nothing but what stands here, and then evaluated by simpleeval.
It has no loops, no attributes and no subscripts, so that its cost is bounded by its length.
"""

from __future__ import annotations

import ast
import json
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from ..errors import LessonError, quoted, suggestion
from ..measures import measures
from ..own.expression import CALLED, ExpressionLanguage, ExpressionText, Undefined, tree_value
from .functions import FLAT, FUNCTIONS, ExpressionValue, classes_of

LONGEST = 500
MOST = 10**15  # of a number; beyond, a float has no decimals
NEAR = 1e-9  # values are correctly rounded quotients: a billionth is far more than they are off


def equal_values(a: ExpressionValue, b: ExpressionValue) -> bool:
    """Whether two values are equal; numbers as far as their computation is exact."""
    if isinstance(a, int | float | Fraction) and isinstance(b, int | float | Fraction):
        return abs(float(a) - float(b)) <= NEAR
    if isinstance(a, frozenset | str) and isinstance(b, frozenset | str) and type(a) is not type(b):
        return classes_of(a) == classes_of(b)
    return a == b


def _as_number(value: ExpressionValue) -> Any:
    if value is None:
        raise Undefined("a value in it is undefined")
    if not isinstance(value, int | float | Fraction):
        raise LessonError(f"{_in_words(value)} is no number")
    if not -MOST <= value <= MOST:
        raise LessonError("a number in it goes beyond 10^15")
    return value


def _in_words(value: ExpressionValue) -> str:
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    return "a set of classes" if isinstance(value, frozenset) else "a case"


def _number_operator(apply: Callable[..., Any]) -> Callable[..., ExpressionValue]:
    def applied(*values: ExpressionValue) -> ExpressionValue:
        try:
            value: ExpressionValue = _as_number(apply(*map(_as_number, values)))
        except ZeroDivisionError:
            raise Undefined("it divides by 0") from None
        return Fraction(value) if isinstance(value, int) else value

    return applied


def _set_operator(
    apply: Callable[..., Any], or_numbers: Callable[..., Any] | None = None
) -> Callable[..., ExpressionValue]:
    """An operator on sets of classes, a class standing for the set of itself; on numbers where it has a meaning."""

    def applied(a: ExpressionValue, b: ExpressionValue) -> ExpressionValue:
        if or_numbers is not None and not isinstance(a, frozenset | str) and not isinstance(b, frozenset | str):
            return _number_operator(or_numbers)(a, b)
        classes: frozenset[str] = apply(classes_of(a), classes_of(b))
        return classes

    return applied


def _comparison_operator(apply: Callable[[Any, Any], bool]) -> Callable[[ExpressionValue, ExpressionValue], bool]:
    return lambda a, b: apply(0.0 if equal_values(_as_number(a), _as_number(b)) else float(a) - float(b), 0.0)  # type: ignore[arg-type]


def _has_class(classes: ExpressionValue, c: ExpressionValue) -> bool:
    return classes_of(c) <= classes_of(classes)


_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: _number_operator(operator.add),
    ast.Sub: _set_operator(operator.sub, operator.sub),
    ast.Mult: _number_operator(operator.mul),
    ast.Div: _number_operator(lambda a, b: Fraction(a) / Fraction(b)),
    ast.USub: _number_operator(operator.neg),
    ast.BitAnd: _set_operator(operator.and_),
    ast.BitOr: _set_operator(operator.or_),
    ast.Not: operator.not_,
    ast.Eq: equal_values,
    ast.NotEq: lambda a, b: not equal_values(a, b),
    ast.Lt: _comparison_operator(operator.lt),
    ast.LtE: _comparison_operator(operator.le),
    ast.Gt: _comparison_operator(operator.gt),
    ast.GtE: _comparison_operator(operator.ge),
    ast.In: lambda c, classes: _has_class(classes, c),
    ast.NotIn: lambda c, classes: not _has_class(classes, c),
}
_TYPED = {"·": "*", "×": "*", "÷": "/", "−": "-", "–": "-", "≤": "<=", "≥": ">=", "≠": "!=", "“": '"', "”": '"'}


def round_half_up(value: ExpressionValue, digits: ExpressionValue = 0) -> ExpressionValue:
    """A number rounded half up, as numbers are shown.

    >>> round_half_up(0.125, 2), round_half_up(Fraction(1, 2))
    (Fraction(13, 100), Fraction(1, 1))
    """
    places = int(_as_number(digits))
    if not 0 <= places <= 10:
        raise LessonError("round takes 0 to 10 digits")
    exact = round(Decimal(repr(float(_as_number(value)))), 12)
    return Fraction(exact.quantize(Decimal(1).scaleb(-places), rounding="ROUND_HALF_UP"))


_OF_VALUES: dict[str, tuple[Callable[..., ExpressionValue], int, int]] = {
    "round": (round_half_up, 1, 2),
    "abs": (_number_operator(abs), 1, 1),
    "min": (_number_operator(min), 2, 9),
    "max": (_number_operator(max), 2, 9),
    "len": (lambda classes: Fraction(len(classes_of(classes))), 1, 1),
    "undefined": (lambda value: value is None, 1, 1),
    "set": (lambda *classes: frozenset().union(*map(classes_of, classes)), 0, 12),
}


def _wrong_constant(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return f"{quoted(value)} cannot be used; accepted are {_CALCULATIONS.accepted}"
    if not isinstance(value, str) and not (value == 0 or 1e-12 <= abs(value) <= 10**12):
        return "numbers up to 10^12 are accepted, with at most 12 places"
    return ""


_CALCULATIONS = ExpressionLanguage(
    "numbers, texts in quotation marks, known names, + - * /, & | - of sets, comparisons, and, or, not, if else",
    _OPERATORS,
    {**CALLED, ast.BitXor: "^", ast.Pow: "**"},
    {name: (least, most, f"{name} takes {least} to {most} values") for name, (_, least, most) in _OF_VALUES.items()}
    | {name: (ask.fewest, ask.most, f"it is written {ask.usage}") for name, ask in FUNCTIONS.items()},
    _wrong_constant,
    most_nodes=120,
    deepest=30,
    error=LessonError,
)


@dataclass(frozen=True)
class Calculation:
    """An expression. Make one with `read_calculation`."""

    text: str
    """The expression as it was typed."""
    names: tuple[str, ...]
    """Names that it needs beside its functions."""
    tree: ast.expr
    """Its syntax tree."""

    def value(self, names: Mapping[str, ExpressionValue], cases: Mapping[str, Any]) -> ExpressionValue:
        """The value for these values of the names, on these cases by name.

        Raises LessonError where the expression asks for what is not there. A value that is undefined is None.
        """
        functions = {name: function for name, (function, _, _) in _OF_VALUES.items()}
        functions |= {name: partial(ask.value, names.get("c"), cases) for name, ask in FUNCTIONS.items()}
        try:
            value: ExpressionValue = tree_value(self.tree, names, functions, _OPERATORS)
        except Undefined:
            return None
        return value


# Reading


@lru_cache(maxsize=2048)
def read_calculation(text: str, allowed: tuple[str, ...], cases: tuple[str, ...]) -> Calculation:
    """The expression in a text. known: names that it may use.  cases: those that `13a.hF` may name.

    A LessonError names the place and what is accepted.
    """
    if not text.strip():
        raise LessonError('an expression is empty; write one such as 13a.hF or value("hF", c)')
    if len(text) > LONGEST:
        raise LessonError(f"an expression has {len(text):,} characters; at most {LONGEST} are accepted")
    source = _without_shorthand(text.strip(), cases)
    tree = source.parse()
    names = dict.fromkeys(name for name, _ in source.names(tree, allowed))
    return Calculation(source.text, tuple(names), tree.body)


def _without_shorthand(text: str, cases: Iterable[str]) -> ExpressionText:
    """The text in plain signs, `13a.MGIA.f_error` and `printed 13a.MGIA` written out; texts stay as they are."""
    plain, places, at = "", [], 0
    short = _shorthand_pattern(tuple(cases))
    while at < len(text):
        match = short.match(text, at)
        if match and (at == 0 or not re.match(r"[\w.]", text[at - 1])):
            if match["other"]:
                why = f"{quoted(match['other'])} is no measure{suggestion(match['other'], (*measures(), *FLAT))}"
                raise LessonError(f"expression {quoted(text, 80)}, character {at + 1}: {why}")
            meant, end = _expanded_shorthand(match), match.end()
        elif text[at] in "\"'" and (string := re.compile(r"(['\"])[^'\"\\]*\1").match(text, at)):
            meant, end = string[0], string.end()
        else:
            meant, end = _TYPED.get(text[at], text[at]), at + 1
        plain += meant
        places += [at] * len(meant)
        at = end
    return ExpressionText(_CALCULATIONS, "expression", text, plain, (*places, len(text)))


@lru_cache(maxsize=64)
def _shorthand_pattern(cases: tuple[str, ...]) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(cases, key=len, reverse=True)) or "(?!)"
    alternatives = "|".join(re.escape(name) for name in sorted((*measures(), *FLAT), key=len, reverse=True))
    measure = rf"(?P<measure>(?:{alternatives})(?!\w)(?:\([^()]*\))?)(?:\.(?P<part>[A-Za-z_]\w*))?(?![\w(])"
    return re.compile(rf"(?P<printed>printed\s+)?(?P<case>{names})\.(?:{measure}|(?P<other>[A-Za-z]\w*))")


def _expanded_shorthand(match: re.Match[str]) -> str:
    printed, case, measure, part = match.group("printed", "case", "measure", "part")
    case, measure = json.dumps(case), json.dumps(f"{measure}.{part}" if printed and part else measure)
    if printed:
        return f"printed({measure}, {case})"
    return f"part({json.dumps(part)}, {measure}, {case})" if part else f"value({measure}, {case})"
