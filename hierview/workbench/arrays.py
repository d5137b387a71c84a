"""A formula's value for many rows at once, by numpy: the same syntax, operators and functions as `expression`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from .expression import GREATEST_EXPONENT

Floats = npt.NDArray[np.float64]
NEAR = 1e-9  # what is no farther apart is equal: 1 - 0.7 is not less than 0.3


def _truth(apply: Callable[[Floats, Floats], npt.NDArray[np.bool_]]) -> Callable[[Floats, Floats], Floats]:
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
    ast.Lt: _truth(np.less),
    ast.LtE: _truth(np.less_equal),
    ast.Gt: _truth(np.greater),
    ast.GtE: _truth(np.greater_equal),
    ast.Eq: _truth(np.equal),
    ast.NotEq: _truth(np.not_equal),
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


def values_of(tree: ast.expr, columns: Mapping[str, Floats], rows: int) -> Floats:
    """The value of a formula that was read and checked, for each of N rows; NaN where it is undefined.

    columns: N values of each name, none of them NaN.

    >>> tree = ast.parse("1 / a if a > 0 else -a", mode="eval").body
    >>> values_of(tree, {"a": np.array([2.0, -3.0, 0.0])}, 3)
    array([ 0.5,  3. , -0. ])
    """

    def value(node: ast.expr) -> Floats:
        values = np.asarray(made(node), np.float64)
        found = np.where(np.isfinite(values), values, np.nan)  # divided by 0, or too large for a number
        return found if found.shape == (rows,) else np.broadcast_to(found, (rows,))

    def made(node: ast.expr) -> Any:
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
                asked = value(node.test)
                return np.where(np.isnan(asked), np.nan, np.where(asked != 0, value(node.body), value(node.orelse)))
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
