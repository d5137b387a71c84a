"""A formula typed by a stranger, read once and then evaluated as often as needed.

The evaluator is simpleeval. It gets only what stands in this file: our numbers, our operators, our
functions; attributes, subscripts, texts, lambdas and comprehensions never reach it. Numbers are exact
fractions for as long as no root or logarithm is taken.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from simpleeval import SimpleEval

from ..errors import MeasureError, quoted, suggestion

LONGEST = 400
MOST_NODES = 150
DEEPEST = 40
MOST_BITS = 512
GREATEST_EXPONENT = 64

Number = Fraction | float

# What people type, and what it means; a bar around a name is only for the eye.
_TYPED = {"²": "**2", "³": "**3", "·": "*", "×": "*", "÷": "/", "−": "-", "–": "-", "|": " ", "≤": "<=", "≥": ">="}


class Undefined(Exception):
    """The formula has no value here; the text says why."""


def _checked(value: Any) -> Number:
    if isinstance(value, float):
        if not math.isfinite(value):
            raise Undefined("a number in it becomes too large")
        return value
    exact = Fraction(value)
    if exact.numerator.bit_length() > MOST_BITS or exact.denominator.bit_length() > MOST_BITS:
        raise Undefined("a number in it becomes too large")
    return exact


def _exactly(apply: Callable[..., Any]) -> Callable[..., Number]:
    """An operator whose result is checked, so that nothing grows beyond measure."""

    def checked(*values: Number) -> Number:
        try:
            return _checked(apply(*values))
        except ZeroDivisionError:
            raise Undefined("it divides by 0") from None
        except OverflowError:
            raise Undefined("a number in it becomes too large") from None
        except ValueError:
            raise Undefined(
                f"{apply.__name__.strip('_')} is not defined for {' and '.join(map(_short, values))}"
            ) from None

    return checked


def _short(value: Number) -> str:
    return f"{float(value):.6g}"


def _power(base: Number, exponent: Number) -> Number:
    if not -GREATEST_EXPONENT <= exponent <= GREATEST_EXPONENT:
        raise Undefined(f"the exponent {_short(exponent)} is too large; up to {GREATEST_EXPONENT} is accepted")
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        whole: Number = base ** int(exponent)
        return whole
    if base < 0:
        raise Undefined(f"{_short(base)} has no power {_short(exponent)}")
    raised: float = float(base) ** float(exponent)
    return raised


def _sqrt(value: Number) -> Number:
    root = math.sqrt(value)
    exact = Fraction(root).limit_denominator(10**6)
    return exact if exact * exact == value else root


def _log(value: Number) -> float:
    return math.log(value)


def _truth(apply: Callable[[Any, Any], bool]) -> Callable[[Number, Number], Fraction]:
    return lambda a, b: Fraction(int(apply(a, b)))


_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: _exactly(operator.add),
    ast.Sub: _exactly(operator.sub),
    ast.Mult: _exactly(operator.mul),
    ast.Div: _exactly(operator.truediv),
    ast.Pow: _exactly(_power),
    ast.USub: _exactly(operator.neg),
    ast.UAdd: _exactly(operator.pos),
    ast.Not: lambda value: Fraction(int(not value)),
    ast.Lt: _truth(operator.lt),
    ast.LtE: _truth(operator.le),
    ast.Gt: _truth(operator.gt),
    ast.GtE: _truth(operator.ge),
    ast.Eq: _truth(operator.eq),
    ast.NotEq: _truth(operator.ne),
}
FUNCTIONS: dict[str, Callable[..., Number]] = {
    "min": _exactly(min),
    "max": _exactly(max),
    "abs": _exactly(abs),
    "sqrt": _exactly(_sqrt),
    "log": _exactly(_log),
}
_OF_SEVERAL = ("min", "max")
_PLAIN = (
    ast.Expression,
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Compare,
    ast.IfExp,
    ast.Load,
    ast.And,
    ast.Or,
    *_OPERATORS,
)
_CALLED = {
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
_ACCEPTED = "numbers, known names, + − * / **, comparisons, 'a if b else c' and " + ", ".join(FUNCTIONS)


def _typed(text: str) -> tuple[str, list[int]]:
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
    names: tuple[str, ...]
    tree: ast.expr
    pieces: tuple[str, ...]  # the text, cut at the names: every second piece is one

    def value(self, values: Mapping[str, Number]) -> Number:
        """The value for these values of the names; Undefined where there is none."""
        evaluator = SimpleEval(operators=_OPERATORS, functions=FUNCTIONS, names=dict(values))
        evaluator.nodes = {kind: evaluator.nodes[kind] for kind in _EVALUATED}
        evaluator.nodes[ast.Constant] = lambda node: _constant(node.value)
        return _checked(evaluator.eval(self.text, previously_parsed=self.tree))


_EVALUATED = (ast.Name, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call)


def _constant(value: int | float) -> Fraction:
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


@dataclass(frozen=True)
class _Source:
    """Text that was typed. what: as it is called in errors.  plain: in plain signs.  places: where each was typed."""

    what: str
    text: str
    plain: str
    places: list[int]

    def wrong(self, place: int, why: str) -> MeasureError:
        """The error that says what is wrong at a place of the text."""
        return MeasureError(f"{self.what} {quoted(self.text.strip(), 80)}, character {place + 1}: {why}")

    def place_of(self, node: ast.AST) -> int:
        """The place where a node begins."""
        # ast counts bytes.
        column = len(self.plain.encode()[: getattr(node, "col_offset", 0)].decode(errors="ignore"))
        return self.places[min(column, len(self.places) - 1)]

    def parsed(self) -> ast.Expression:
        """The syntax of the text."""
        try:
            return ast.parse(self.plain, mode="eval")
        except SyntaxError as error:
            at = min(max((error.offset or 1) - 1, 0), len(self.places) - 1)
            raise self.wrong(self.places[at], f"it cannot be read here; accepted are {_ACCEPTED}") from None
        except (ValueError, RecursionError, MemoryError):
            raise self.wrong(0, "it cannot be read") from None


@lru_cache(maxsize=512)
def read_expression(text: str, known: tuple[str, ...], what: str = "formula") -> Expression:
    """The formula in `text` over the known names; a MeasureError names the place and what is accepted."""
    if not isinstance(text, str) or not text.strip():
        raise MeasureError(f"the {what} is empty; known names are {', '.join(known)}")
    if len(text) > LONGEST:
        raise MeasureError(f"the {what} has {len(text):,} characters; at most {LONGEST} are accepted")
    plain, places = _typed(text)
    source = _Source(what, text, plain.strip(), places[len(plain) - len(plain.lstrip()) :])
    tree = source.parsed()
    named = _checked_names(source, tree, known)
    spots = sorted((place, place + len(name)) for name, place in named)
    found = Expression(text.strip(), tuple(dict.fromkeys(name for name, _ in named)), tree.body, _cut(text, spots))
    for node in _constant_parts(tree.body):
        try:
            Expression(text, (), node, ()).value({})
        except Undefined as why:
            raise source.wrong(source.place_of(node), str(why)) from None
    return found


def _checked_names(source: _Source, tree: ast.Expression, known: tuple[str, ...]) -> list[tuple[str, int]]:
    """The names in a formula with their places; a MeasureError where anything in it is not accepted."""
    named: list[tuple[str, int]] = []
    todo: list[tuple[ast.AST, int]] = [(tree, 0)]
    for count, (node, depth) in enumerate(todo):
        if count > MOST_NODES or depth > DEEPEST:
            why = f"it is too {'long' if count > MOST_NODES else 'deeply nested'}"
            raise source.wrong(source.place_of(node), why)
        if isinstance(node, ast.Call):
            _check_call(node, source)
            todo += [(argument, depth + 1) for argument in node.args]
            continue
        _check_node(node, source, known)
        if isinstance(node, ast.Name):
            named.append((node.id, source.place_of(node)))
        todo += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
    return named


def _check_node(node: ast.AST, source: _Source, known: tuple[str, ...]) -> None:
    why = ""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            why = f"{quoted(node.value)} is no number; accepted are {_ACCEPTED}"
        elif abs(node.value) > 10**15 or (isinstance(node.value, float) and 0 < abs(node.value) < 1e-15):
            why = "numbers up to 10^15 are accepted, with at most 15 places"
    elif isinstance(node, ast.Name):
        if node.id not in known:
            why = f"{quoted(node.id)} is not known{suggestion(node.id, known)}; known are {', '.join(known)}"
    elif not isinstance(node, _PLAIN):
        called = _CALLED.get(type(node), f"this ({type(node).__name__})")
        why = f"{called} cannot be used; accepted are {_ACCEPTED}"
    if why:
        raise source.wrong(source.place_of(node), why)


def _constant_parts(node: ast.expr) -> Iterator[ast.expr]:
    """The largest parts of a formula without a name: these are as wrong on every case as on one."""
    if not any(isinstance(inner, ast.Name) and inner.id not in FUNCTIONS for inner in ast.walk(node)):
        yield node
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not (isinstance(node, ast.Call) and child is node.func):
            yield from _constant_parts(child)


def _check_call(node: ast.Call, source: _Source) -> None:
    place = source.place_of(node)
    called = node.func.id if isinstance(node.func, ast.Name) else ""
    if called not in FUNCTIONS:
        name = quoted(called) if called else "what is called here"
        raise source.wrong(
            place, f"{name} is no known function{suggestion(called, FUNCTIONS)}; known are {', '.join(FUNCTIONS)}"
        )
    least, most = (2, 9) if called in _OF_SEVERAL else (1, 1)
    if node.keywords or not least <= len(node.args) <= most:
        several = "2 to 9 numbers" if called in _OF_SEVERAL else "one number"
        raise source.wrong(place, f"{called} takes {several}")


def _cut(text: str, spots: list[tuple[int, int]]) -> tuple[str, ...]:
    pieces, last = [], 0
    for start, end in spots:
        pieces += [text[last:start], text[start:end]]
        last = end
    return (*pieces, text[last:])
