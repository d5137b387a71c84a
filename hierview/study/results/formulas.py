"""Formulas over columns of numbers that have any names, such as `A.hF - B.hF`: many rows at once, by numpy.

Syntax, operators and functions are those of `expression`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import MeasureError, quoted, suggestion
from ...own.expression import GREATEST_EXPONENT, read_expression

Floats = npt.NDArray[np.float64]
NEAR = 1e-9  # what is no farther apart is equal: 1 - 0.7 is not less than 0.3
_FIRST = 0x4E00  # of the letters that stand for names while a formula is read


def _comparison_function(
    apply: Callable[[Floats, Floats], npt.NDArray[np.bool_]],
) -> Callable[[Floats, Floats], Floats]:
    def compared(a: Floats, b: Floats) -> Floats:
        apart = np.where(np.abs(a - b) <= NEAR, 0.0, a - b)
        return np.where(np.isnan(apart), np.nan, apply(apart, np.zeros_like(apart)).astype(np.float64))

    return compared


_BINARY: Mapping[type[ast.AST], Callable[[Floats, Floats], Floats]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.divide,
    ast.Pow: lambda a, b: np.where(np.abs(b) <= GREATEST_EXPONENT, np.power(a, b), np.nan),
    ast.Lt: _comparison_function(np.less),
    ast.LtE: _comparison_function(np.less_equal),
    ast.Gt: _comparison_function(np.greater),
    ast.GtE: _comparison_function(np.greater_equal),
    ast.Eq: _comparison_function(np.equal),
    ast.NotEq: _comparison_function(np.not_equal),
    # As in Python, the first value that decides is the value; an undefined one decides.
    ast.And: lambda a, b: np.where(np.isnan(a) | (a == 0), a, b),
    ast.Or: lambda a, b: np.where(a == 0, b, a),
}
_UNARY: Mapping[type[ast.AST], Callable[[Floats], Floats]] = {
    ast.USub: np.negative,
    ast.UAdd: np.positive,
    ast.Not: lambda a: np.where(np.isnan(a), np.nan, (a == 0).astype(np.float64)),
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "min": np.minimum,
    "max": np.maximum,
    "abs": np.abs,
    "sqrt": np.sqrt,
    "log": np.log,
}


def evaluate_tree(tree: ast.expr, columns: Mapping[str, Floats], rows: int) -> Floats:
    """The value of a formula that was read and checked, for each of N rows; NaN where it is undefined.

    columns: N values of each name, none of them NaN.

    >>> tree = ast.parse("1 / a if a > 0 else -a", mode="eval").body
    >>> evaluate_tree(tree, {"a": np.array([2.0, -3.0, 0.0])}, 3)
    array([ 0.5,  3. , -0. ])
    """

    def value(node: ast.expr) -> Floats:
        values = np.asarray(unchecked(node), np.float64)
        finite = np.where(np.isfinite(values), values, np.nan)  # divided by 0, or too large for a number
        return finite if finite.shape == (rows,) else np.broadcast_to(finite, (rows,))

    def unchecked(node: ast.expr) -> Any:
        match node:
            case ast.Constant():
                return np.array(float(node.value))  # type: ignore[arg-type]  # checked to be a number
            case ast.Name():
                return columns[node.id]
            case ast.UnaryOp():
                return _UNARY[type(node.op)](value(node.operand))
            case ast.BinOp():
                return _BINARY[type(node.op)](value(node.left), value(node.right))
            case ast.BoolOp():
                return reduce(_BINARY[type(node.op)], map(value, node.values))
            case ast.Compare():
                sides = [*map(value, (node.left, *node.comparators))]
                pairs = zip(node.ops, sides, sides[1:], strict=False)
                return reduce(_BINARY[ast.And], (_BINARY[type(op)](a, b) for op, a, b in pairs))
            case ast.IfExp():
                condition = value(node.test)
                return np.where(
                    np.isnan(condition), np.nan, np.where(condition != 0, value(node.body), value(node.orelse))
                )
            case ast.Call(func=ast.Name(id=called)):
                return (
                    reduce(_FUNCTIONS[called], map(value, node.args))
                    if len(node.args) > 1
                    else _FUNCTIONS[called](value(node.args[0]))
                )
        raise AssertionError(node)  # nothing else is accepted where formulas are read

    with np.errstate(all="ignore"):
        return value(tree)


def is_condition(tree: ast.expr) -> bool:
    """Whether a formula is true or false, and not a number.

    >>> [is_condition(ast.parse(text, mode="eval").body) for text in ("a > 1 and not b < 2", "a", "(a > 1) + 1")]
    [True, False, False]
    """
    if isinstance(tree, ast.BoolOp):
        return all(map(is_condition, tree.values))
    return isinstance(tree, ast.Compare) or (isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not))


@dataclass(frozen=True)
class FormulaValues:
    """A formula's value in each row of some columns."""

    values: Floats
    """Value of each instance, NaN where undefined."""
    names: tuple[str, ...]
    """Names that stand in the formula."""
    condition: bool = False
    """Whether it is true (1) or false (0) and not a number."""


def evaluate_formula(text: str, columns: Mapping[str, Sequence[float] | Floats]) -> FormulaValues:
    """The value of a formula in each row of the columns; undefined where any value that stands in it is.

    Raises MeasureError: the place, and what is accepted.

    >>> difference = evaluate_formula("A.hF - B.hF", {"A.hF": [1.0, 0.5], "B.hF": [0.25, float("nan")], "C.hF": [0, 0]})
    >>> difference.values.tolist(), difference.names
    ([0.75, nan], ('A.hF', 'B.hF'))
    """
    stand_in = {name: chr(_FIRST + i) + "_" * (len(name) - 1) for i, name in enumerate(columns)}
    longest = sorted(filter(None, columns), key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, longest))})(?!\w)")
    plain = pattern.sub(lambda match: stand_in[match[0]], text)
    if unknown := re.search(r"[^\W\d][\w-]*\.[^\W\d]\w*", plain):
        raise MeasureError(
            f"formula {quoted(text, 80)}, character {unknown.start() + 1}: {quoted(unknown[0])} is not known"
            f"{suggestion(unknown[0], columns)}; known are {_some_names(columns)}"
        )
    try:
        formula = read_expression(plain, tuple(stand_in.values()))
    except MeasureError as error:
        raise MeasureError(_with_typed_names(str(error), stand_in, columns)) from None
    names = tuple(name for name in columns if stand_in[name] in formula.names)
    used = {stand_in[name]: np.asarray(columns[name], np.float64) for name in names}
    rows = len(next(iter(columns.values())))
    defined = np.all([~np.isnan(column) for column in used.values()], axis=0) if used else np.ones(rows, bool)
    values = np.full(rows, np.nan)
    values[defined] = evaluate_tree(
        formula.tree, {name: column[defined] for name, column in used.items()}, int(defined.sum())
    )
    return FormulaValues(values, names, is_condition(formula.tree))


def _some_names(names: Mapping[str, object]) -> str:
    listed = list(names)
    return ", ".join(listed[:12]) + (f" and {len(listed) - 12:,} more" if len(listed) > 12 else "")


def _with_typed_names(message: str, stand_in: Mapping[str, str], columns: Mapping[str, object]) -> str:
    """A message with the names as they were typed, and not too many of them."""
    message = message.replace(", ".join(stand_in.values()), _some_names(columns))
    for name, letters in sorted(stand_in.items(), key=lambda pair: -len(pair[1])):
        message = message.replace(letters, name)
    return message
