"""What an author of a measure is told."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from hierview import Measure, MeasureSpec, Result
from hierview.measures import measures
from hierview.testing import assert_measure, check_measure


def spec(**changes) -> MeasureSpec:
    return MeasureSpec(**({"name": "M", "title": "t", "family": "f", "better": "higher", "source": "s"} | changes))


@pytest.mark.parametrize("name", list(measures()))
def test_registered_measures_lack_nothing(name: str):
    assert check_measure(measures()[name]) == []


def test_functions():
    def good(hierarchy, true, predicted):
        """Shares."""
        return len(true & predicted) / max(1, len(predicted))

    def bare(hierarchy, true, predicted):
        return len(predicted) and "x"

    def narrow(hierarchy, true):
        """Two."""

    def divides(hierarchy, true, predicted):
        """Divides."""
        return 1 / len(predicted)

    def large(hierarchy, true, predicted):
        """Large."""
        return 2.0

    def odd(hierarchy, true, predicted):
        """Odd."""
        return float("nan")

    counter = iter(range(1000))

    def varies(hierarchy, true, predicted):
        """Varies."""
        return next(counter) / 1000

    assert check_measure(good) == []
    assert_measure(good)
    assert "bare has no docstring; its first line becomes the title" in check_measure(bare)
    assert any("the value is 'x', a str" in sentence for sentence in check_measure(bare))
    assert check_measure(narrow) == [
        "narrow must take three arguments: the hierarchy, the true classes, the predicted classes"
    ]
    assert check_measure(divides) == [
        "on nothing predicted (A>B, A>C, B>D; true D; predicted none) it raises ZeroDivisionError: division by zero"
    ]
    assert check_measure(large) == [
        "on a right prediction (A>B, A>C, B>D; true D; predicted D) and 9 other cases the value 2 is outside its "
        "bounds, '0.0' to '1.0'"
    ]
    large.bounds = (0, None)
    assert check_measure(large) == []
    large.bounds = ("<img>", [1])
    assert check_measure(large) == [
        "large.bounds is '('<img>', [1])'; the least and the most are expected, each a number or None"
    ]
    large.bounds, large.better = (0, None), "up"
    assert len(check_measure(large)) == 1
    for function, why in ((odd, "the value is 'nan'"), (varies, "it should not vary")):
        (sentence,) = check_measure(function)
        assert "and 9 other cases" in sentence
        assert why in sentence
    large.bounds = (0, 1)
    with pytest.raises(AssertionError, match="outside its bounds"):
        assert_measure(large)


def test_declarations():
    class Plain:
        """Plain."""

    class NoSpec(Measure):
        """No spec."""

    @dataclass
    class Thawed(Measure):
        """Thawed."""

        spec: ClassVar[MeasureSpec] = spec(name="a b", title="", better="up")

    @dataclass(frozen=True)
    class Unruled(Measure):
        """A field without param."""

        spec: ClassVar[MeasureSpec] = spec()
        beta: float = 1.0

        def evaluate(self, case):
            return Result("M", 0.5)

    assert check_measure(Plain) == ["Plain does not extend hierview.Measure"]
    assert "has no spec" in check_measure(NoSpec)[0]
    found = check_measure(Thawed)
    for why in ("cannot be written", "no title", '"higher" or "lower"', "no evaluate", "no frozen dataclass"):
        assert any(why in sentence for sentence in found), why
    assert check_measure(Unruled) == [
        "the field beta is made without param(), so that it gets no control and is not in the text"
    ]
    assert "is no measure" in check_measure(3)[0]


@dataclass(frozen=True)
class Faulty(Measure):
    """Wrong in every answer."""

    spec: ClassVar[MeasureSpec] = spec()

    def evaluate(self, case):
        if len(case.hierarchy) == 1:
            return 1.0
        if not case.predicted:
            return Result("M", None)
        if not case.true:
            return Result("M", 7.0)
        if len(case.hierarchy.roots) > 1:
            return Result("N", 0.5)
        return Result("M", 0.5, {"part": float("inf")} if case.hierarchy.weighted else {})

    def view(self, case, result, name):
        if len(case.true) == 2:
            raise RuntimeError("no picture")
        return super().view(case, result, name)


def test_answers():
    found = "\n".join(check_measure(Faulty))
    for why in (
        "evaluate returns float; a Result is expected",
        "it is undefined, and no note says why",
        "the value 7 is outside its bounds",
        "the result is signed 'N'; 'M' is expected",
        "the part 'part' is 'inf'; a number is expected",
        "its pictures raise RuntimeError: no picture",
    ):
        assert why in found, why
    assert len(found.splitlines()) == 6
