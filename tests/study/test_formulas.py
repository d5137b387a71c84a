"""Formulas over columns: the same value in every row as one row at a time, and errors that name the place."""

import math
import random

import numpy as np
import pytest

from hierview.errors import MeasureError
from hierview.own.expression import Undefined, read_expression
from hierview.study.results.formulas import evaluate_formula

FORMULAS = [
    *("a - b", "-a + 2 * b / c", "a ** 2 + b ** -1", "abs(a) ** b", "min(a, b, c) - max(a, 0.5)"),
    *("abs(a - b)", "sqrt(a) + log(b)", "a < b", "a < b <= c", "a == b or b != c", "a > 0.2 and 1 / c > 2"),
    *("not a > b", "a if b > c else 1 / a", "a or b and c", "1 + 2", "a ** 70", "(a > 0) + 1"),
]


@pytest.mark.parametrize("text", FORMULAS)
def test_every_row_has_the_value_that_it_has_alone(text: str):
    rng = random.Random(text)
    rows = [[rng.choice([-1.0, 0.0, 0.25, 0.5, 1.0, 2.0, 1e300, rng.random()]) for _ in "abc"] for _ in range(400)]
    found = evaluate_formula(text, {name: [row[i] for row in rows] for i, name in enumerate("abc")})
    formula = read_expression(text, tuple("abc"))
    assert found.names == tuple(sorted(formula.names))
    for row, value in zip(rows, found.values.tolist(), strict=True):
        try:
            alone = float(formula.value(dict(zip("abc", row, strict=True))))
        except (Undefined, OverflowError):
            alone = math.nan
        assert value == pytest.approx(alone, nan_ok=True), row


@pytest.mark.parametrize("text", ["a - b", "a > 0.5 or b > 0", "1 if a > 0.5 else b"])
def test_a_row_without_a_value_that_stands_in_the_formula_has_none(text: str):
    found = evaluate_formula(text, {"a": [1.0, math.nan, 1.0], "b": [1.0, 1.0, math.nan], "c": [math.nan] * 3})
    assert np.isnan(found.values).tolist() == [False, True, True]


def test_names_may_be_any():
    columns = {'my run.LCaF(variant="extended")': [1.0, 0.5], "my run.LCaF": [0.25, 0.25], "<b>.hF": [2.0, 3.0]}
    assert evaluate_formula('my run.LCaF(variant="extended") − my run.LCaF', columns).values.tolist() == [0.75, 0.25]
    assert evaluate_formula("<b>.hF * 2", columns).values.tolist() == [4.0, 6.0]
    assert evaluate_formula("not <b>.hF > 2", columns).condition
    assert not evaluate_formula("(<b>.hF > 2) + 1", columns).condition


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A.hf - B.hF", "character 1: 'A.hf' is not known; did you mean 'A.hF'?"),
        ("A.hF -", "it cannot be read here"),
        ("A.hF + __import__('os')", "'__import__' is no known function"),
        ("A.hF.real", "is not known"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, said: str):
    with pytest.raises(MeasureError) as error:
        evaluate_formula(text, {"A.hF": [1.0], "B.hF": [0.0]})
    assert said in str(error.value)
