"""A formula typed by a stranger, read once and then evaluated as often as needed.

The evaluator is simpleeval. It gets only what stands in this file: our numbers, our operators, our
functions; attributes, subscripts, texts, lambdas and comprehensions never reach it. Numbers are exact
fractions for as long as no root or logarithm is taken.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any

from ..errors import HierviewError, MeasureError, quoted, suggestion

LONGEST = 400
MOST_BITS = 512
GREATEST_EXPONENT = 64

Number = Fraction | float

# What people type, and what it means; a bar around a name is only for the eye.
_TYPED = {"²": "**2", "³": "**3", "·": "*", "×": "*", "÷": "/", "−": "-", "–": "-", "|": " ", "≤": "<=", "≥": ">="}


class Undefined(Exception):
    """An expression has no value here; the text says why."""


def _checked_number(value: Any) -> Number:
    if isinstance(value, float):
        if not math.isfinite(value):
            raise Undefined("a number in it becomes too large")
        return value
    exact = Fraction(value)
    if exact.numerator.bit_length() > MOST_BITS or exact.denominator.bit_length() > MOST_BITS:
        raise Undefined("a number in it becomes too large")
    return exact


def _exact_operator(apply: Callable[..., Any]) -> Callable[..., Number]:
    """An operator whose result is checked, so that nothing grows beyond measure."""

    def checked(*values: Number) -> Number:
        try:
            return _checked_number(apply(*values))
        except ZeroDivisionError:
            raise Undefined("it divides by 0") from None
        except OverflowError:
            raise Undefined("a number in it becomes too large") from None
        except ValueError:
            value_texts = " and ".join(map(_short_number, values))
            raise Undefined(f"{apply.__name__.strip('_')} is not defined for {value_texts}") from None

    return checked


def _short_number(value: Number) -> str:
    return f"{float(value):.6g}"


def _power(base: Number, exponent: Number) -> Number:
    if not -GREATEST_EXPONENT <= exponent <= GREATEST_EXPONENT:
        raise Undefined(f"the exponent {_short_number(exponent)} is too large; up to {GREATEST_EXPONENT} is accepted")
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        whole: Number = base ** int(exponent)
        return whole
    if base < 0:
        raise Undefined(f"{_short_number(base)} has no power {_short_number(exponent)}")
    raised: float = float(base) ** float(exponent)
    return raised


def _sqrt(value: Number) -> Number:
    root = math.sqrt(value)
    exact = Fraction(root).limit_denominator(10**6)
    return exact if exact * exact == value else root


def _comparison(apply: Callable[[Any, Any], bool]) -> Callable[[Number, Number], Fraction]:
    return lambda a, b: Fraction(int(apply(a, b)))


_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: _exact_operator(operator.add),
    ast.Sub: _exact_operator(operator.sub),
    ast.Mult: _exact_operator(operator.mul),
    ast.Div: _exact_operator(operator.truediv),
    ast.Pow: _exact_operator(_power),
    ast.USub: _exact_operator(operator.neg),
    ast.UAdd: _exact_operator(operator.pos),
    ast.Not: lambda value: Fraction(int(not value)),
    ast.Lt: _comparison(operator.lt),
    ast.LtE: _comparison(operator.le),
    ast.Gt: _comparison(operator.gt),
    ast.GtE: _comparison(operator.ge),
    ast.Eq: _comparison(operator.eq),
    ast.NotEq: _comparison(operator.ne),
}
FUNCTIONS: dict[str, Callable[..., Number]] = {
    "min": _exact_operator(min),
    "max": _exact_operator(max),
    "abs": _exact_operator(abs),
    "sqrt": _exact_operator(_sqrt),
    "log": _exact_operator(math.log),
}
CALLED: Mapping[type[ast.AST], str] = {
    ast.Attribute: "a dot after a name",
    ast.Subscript: "square brackets",
    ast.Lambda: "lambda",
    ast.JoinedStr: "a text",
    ast.List: "a list",
    ast.Tuple: "a comma outside a function",
    ast.Dict: "braces",
    ast.Set: "braces",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a comprehension",
    ast.NamedExpr: ":=",
    ast.Starred: "a star before a name",
    ast.BitXor: "^ (a power is **)",
    ast.Mod: "%",
    ast.FloorDiv: "//",
}


def _plain_signs(text: str) -> tuple[str, list[int]]:
    """The text in plain signs, and for each of its characters the place where it was typed."""
    plain, places = "", []
    for i, character in enumerate(text):
        meant = _TYPED.get(character, character)
        plain += meant
        places += [i] * len(meant)
    return plain, [*places, len(text)]


@dataclass(frozen=True)
class Expression:
    """A formula over names. Make one with `read_expression`."""

    text: str
    """The formula as it was typed."""
    names: tuple[str, ...]
    """The names in it."""
    tree: ast.expr
    """Its syntax tree."""
    pieces: tuple[str, ...]
    """The text, cut at the names: every second piece is one."""

    def value(self, values: Mapping[str, Number]) -> Number:
        """The value for these values of the names; Undefined where there is none."""
        return _checked_number(tree_value(self.tree, values, FUNCTIONS, _OPERATORS))


_EVALUATED = (ast.Name, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call)
_AROUND = (ast.Expression, ast.Load, ast.And, ast.Or)


def tree_value(
    tree: ast.expr,
    names: Mapping[str, Any],
    functions: Mapping[str, Callable[..., Any]],
    operators: Mapping[type[ast.AST], Callable[..., Any]],
) -> Any:
    """The value of an expression that was read and checked; its numbers are exact."""
    from simpleeval import SimpleEval  # here, since few pages need it

    evaluator = SimpleEval(operators=dict(operators), functions=dict(functions), names=dict(names))
    evaluator.nodes = {kind: evaluator.nodes[kind] for kind in _EVALUATED}
    evaluator.nodes[ast.Constant] = lambda node: _exact_constant(node.value)
    return evaluator.eval("", previously_parsed=tree)


def _exact_constant(value: int | float | str) -> Fraction | str:
    if isinstance(value, str):
        return value
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


@dataclass(frozen=True)
class ExpressionLanguage:
    """The words of an expression."""

    accepted: str
    """Description of what it takes, for errors."""
    operators: Mapping[type[ast.AST], Callable[..., Any]]
    """Operators that may stand in it."""
    called: Mapping[type[ast.AST], str]
    """Words for other nodes that people try, for errors."""
    functions: Mapping[str, tuple[int, int, str]]
    """Functions by name, each with the least and the most values that it takes, and a sentence that says so."""
    wrong_constant: Callable[[Any], str]
    """Says what is wrong with a constant; "" where nothing is."""
    most_nodes: int
    """The most nodes that a text may have."""
    deepest: int
    """How deep its parts may nest."""
    error: type[HierviewError]
    """The error that is raised."""


@dataclass(frozen=True)
class ExpressionText:
    """Text that was typed."""

    language: ExpressionLanguage
    """The words that it may have."""
    what: str
    """Name of the text in errors."""
    text: str
    """The text as it was typed."""
    plain: str
    """The text in plain signs."""
    places: Sequence[int]
    """Where each plain sign was typed."""

    def error_at(self, place: int, why: str) -> HierviewError:
        """The error that says what is wrong at a place of the text."""
        return self.language.error(f"{self.what} {quoted(self.text.strip(), 80)}, character {place + 1}: {why}")

    def place_of(self, node: ast.AST) -> int:
        """The place where a node begins."""
        # ast counts bytes.
        column = len(self.plain.encode()[: getattr(node, "col_offset", 0)].decode(errors="ignore"))
        return self.places[min(column, len(self.places) - 1)]

    def parse(self) -> ast.Expression:
        """The syntax of the text."""
        try:
            return ast.parse(self.plain, mode="eval")
        except SyntaxError as error:
            at = min(max((error.offset or 1) - 1, 0), len(self.places) - 1)
            why = f"it cannot be read here; accepted are {self.language.accepted}"
            raise self.error_at(self.places[at], why) from None
        except (ValueError, RecursionError, MemoryError):
            raise self.error_at(0, "it cannot be read") from None

    def names(self, tree: ast.Expression, known: Sequence[str]) -> list[tuple[str, int]]:
        """The names in an expression with their places; raises an error where anything in it is not accepted."""
        places: list[tuple[str, int]] = []
        todo: list[tuple[ast.AST, int]] = [(tree, 0)]
        for count, (node, depth) in enumerate(todo):
            long = count > self.language.most_nodes
            if long or depth > self.language.deepest:
                raise self.error_at(self.place_of(node), f"it is too {'long' if long else 'deeply nested'}")
            if why := self._wrong_call(node) if isinstance(node, ast.Call) else self._wrong_node(node, known):
                raise self.error_at(self.place_of(node), why)
            if isinstance(node, ast.Name):
                places.append((node.id, self.place_of(node)))
            inner = node.args if isinstance(node, ast.Call) else ast.iter_child_nodes(node)
            todo += [(child, depth + 1) for child in inner]
        return places

    def _wrong_node(self, node: ast.AST, known: Sequence[str]) -> str:
        language = self.language
        if isinstance(node, ast.Constant):
            return language.wrong_constant(node.value)
        if isinstance(node, ast.Name) and node.id not in known:
            return f"{quoted(node.id)} is not known{suggestion(node.id, known)}; known are {', '.join(known)}"
        if not isinstance(node, (*_EVALUATED, *_AROUND, *language.operators)):
            called = language.called.get(type(node), f"this ({type(node).__name__})")
            return f"{called} cannot be used; accepted are {language.accepted}"
        return ""

    def _wrong_call(self, node: ast.Call) -> str:
        functions = self.language.functions
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called not in functions:
            name = quoted(called) if called else "what is called here"
            return f"{name} is no known function{suggestion(called, functions)}; known are {', '.join(functions)}"
        least, most, takes = functions[called]
        return "" if not node.keywords and least <= len(node.args) <= most else takes


def _wrong_number(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"{quoted(value)} is no number; accepted are {_FORMULAS.accepted}"
    if abs(value) > 10**15 or (isinstance(value, float) and 0 < abs(value) < 1e-15):
        return "numbers up to 10^15 are accepted, with at most 15 places"
    return ""


_FORMULAS = ExpressionLanguage(
    "numbers, known names, + − * / **, comparisons, 'a if b else c' and " + ", ".join(FUNCTIONS),
    _OPERATORS,
    CALLED,
    {
        name: (2, 9, f"{name} takes 2 to 9 numbers") if name in ("min", "max") else (1, 1, f"{name} takes one number")
        for name in FUNCTIONS
    },
    _wrong_number,
    most_nodes=150,
    deepest=40,
    error=MeasureError,
)


@lru_cache(maxsize=512)
def read_expression(text: str, known: tuple[str, ...], what: str = "formula") -> Expression:
    """The formula in `text` over the known names; a MeasureError names the place and what is accepted."""
    if not isinstance(text, str) or not text.strip():
        raise MeasureError(f"the {what} is empty; known names are {', '.join(known)}")
    if len(text) > LONGEST:
        raise MeasureError(f"the {what} has {len(text):,} characters; at most {LONGEST} are accepted")
    plain, places = _plain_signs(text)
    source = ExpressionText(_FORMULAS, what, text, plain.strip(), places[len(plain) - len(plain.lstrip()) :])
    tree = source.parse()
    names = source.names(tree, known)
    for node in _constant_parts(tree.body):
        try:
            Expression(text, (), node, ()).value({})
        except Undefined as why:
            raise source.error_at(source.place_of(node), str(why)) from None
    cuts = [0, *chain.from_iterable(sorted((place, place + len(name)) for name, place in names)), len(text)]
    pieces = tuple(text[start:end] for start, end in pairwise(cuts))
    return Expression(text.strip(), tuple(dict.fromkeys(name for name, _ in names)), tree.body, pieces)


def _constant_parts(node: ast.expr) -> Iterator[ast.expr]:
    """The largest parts of a formula without a name: these are as wrong on every case as on one."""
    if not any(isinstance(inner, ast.Name) and inner.id not in FUNCTIONS for inner in ast.walk(node)):
        yield node
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not (isinstance(node, ast.Call) and child is node.func):
            yield from _constant_parts(child)
