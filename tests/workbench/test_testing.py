"""What an author of a measure is told."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

import pytest

from hierview import Case, Measure, MeasureSpec, Result
from hierview.explain import ClassColumn, HierarchyPicture, Link, Look, Name, SetsPicture, Step, Symbol
from hierview.testing import assert_measure, check_measure, check_on


def spec(**changes) -> MeasureSpec:
    return MeasureSpec(**({"name": "M", "title": "t", "family": "f", "better": "higher", "source": "s"} | changes))


def test_functions():
    def good(hierarchy, true, predicted):
        """Shares."""
        return Fraction(len(true & predicted), max(1, len(predicted)))

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

    assert check_measure(good) == [
        'good.better is not set, and higher is assumed to be better; write good.better = "lower" or "higher"',
        "good.bounds is not set, and 0 to 1 is assumed; write good.bounds = (0, 1), or None for an open end",
    ]
    for function in (good, bare, divides, large, odd, varies):
        function.better, function.bounds = "higher", (0, 1)
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
        "bounds, '0' to '1'"
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
    large.bounds, large.better = (0, 1), "higher"
    with pytest.raises(AssertionError, match="outside its bounds"):
        assert_measure(large)


def test_a_value_that_follows_the_order_of_edges():
    """The likeliest slip of whoever comes from trees: each class has the first of its parents above it."""

    def first(hierarchy, true, predicted):
        """Shared classes."""

        def path(c):
            return {c} | path(hierarchy.parents(c)[0]) if hierarchy.parents(c) else {c}

        t, p = (set().union(*map(path, side)) for side in (true, predicted))
        return len(t & p) / len(t | p)

    def every(hierarchy, true, predicted):
        """Shared classes."""
        return len(hierarchy.closure(true) & hierarchy.closure(predicted)) / len(hierarchy.closure(true | predicted))

    for function in (first, every):
        function.better, function.bounds = "higher", (0, 1)
    assert check_measure(every) == []
    assert check_measure(first) == [
        "on DAG 1 (A>B, A>C, B>C; true C; predicted A) and 43 other cases it says 0.5 and 0.33, as the same edges are "
        "listed one way or the other; parents(c) and children(c) come in that order, so take all of them"
    ]


@dataclass(frozen=True)
class Mistaken(Measure):
    """Its picture and its words are wrong on every case but the last."""

    spec: ClassVar[MeasureSpec] = spec()

    def evaluate(self, case):
        return Result("M", 0.5)

    def view(self, case, result, name):
        text = (Name("B"), " and ", Name("C"), " are true and so on. ", Name("D"), " is both true and predicted, too; ")
        text += ("neither ", Name("A"), " is true; ", Name("A"), " is not predicted: ", Name("A"), " is predicted.")
        looks = {"A": Look(side="both"), "B": Look(mark="both"), "D": Look(mark="predicted", side="t")}
        columns = SetsPicture((), (ClassColumn(("x",), "p", ("D", None)),))
        picture = HierarchyPicture(("x",), looks, {("A", "C"): "t"}, (Link("D", "D"), Link(None, "C"), Link("C", None)))
        return Step("S", text, (picture, columns))


def test_what_cannot_be_right_in_a_case_is_told():
    edges = [("R", "A"), ("R", "B"), ("R", "C"), ("A", "D")]
    faults = check_on(Mistaken(), Case.of(edges, ["B", "D"], ["C"]))
    assert [fault for fault in faults if fault.startswith(("the step 'S' ", "in the step 'S' "))][:9] == [
        "the step 'S' says that 'C' is true, which it is not in the case",
        "the step 'S' says that 'D' is both true and predicted, which it is not in the case",
        "the step 'S' shows 'C' on the true side; it is neither true nor above or below a true class",
        "in the step 'S' the true ends 'C' should not be",
        "the step 'S' shows 'A' on the predicted side; it is neither predicted nor above or below a predicted class",
        "the step 'S' shows 'D' on the predicted side; it is neither predicted nor above or below a predicted class",
        "in the step 'S' the predicted ends 'D' should not be",
        "the step 'S' marks 'B' as both; in the case its mark is true",
        "the step 'S' marks 'D' as predicted; in the case its mark is true",
    ]
    assert any("is true, which it is not in the case" in sentence for sentence in check_measure(Mistaken))


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


@dataclass(frozen=True)
class Poor(Measure):
    """Enough for a measure of one's own, not for one of hierview's."""

    spec: ClassVar[MeasureSpec] = spec(
        question="What?!",
        how=("It counts",),
        see=("nowhere",),
        source="nobody",
        under="hF2",
        elsewhere=(("here", "no"),),
    )

    def evaluate(self, case):
        notes = () if case.true and case.predicted else ("an empty side",)
        return Result(str(self), len(case.true & case.predicted) / len(case.hierarchy), notes=notes)

    def bounds(self, case):
        return (0.0, 1.0 + len(case.marked))

    def symbols(self):
        return (Symbol("x"),)

    def view(self, case, result, name):
        text = ("1 classes of DT ,", Name("Nobody"))
        picture = HierarchyPicture(("All",), {"Somebody": Look()})
        return Step(
            name, text, (picture,), replace(super().view(case, result, name).formula, value="7", sides=(("z",),))
        )


def test_what_hierviews_own_measures_are_held_to_beyond():
    assert check_measure(Poor) == []
    found = check_measure(Poor, entirely=True)
    for why in (
        "its docstring does not give its range, after Range:",
        "its docstring does not give its source, after Source:",
        "its docstring does not give an example that is run, after >>>",
        "Poor is not registered",
        "it is folded under 'hF2', which has no row of its own",
        "the spec's question is 'What?!'; one question is expected",
        "the spec's how does not tell in two to four sentences",
        "what the spec's elsewhere tells of a place does not end as a sentence",
        "'What?!' holds a sign that cannot be printed, an exclamation mark",
        "the spec's see names 1 presets",
        "the spec's see names 'nowhere', which is no preset",
        "its bounds vary: 0 to ",
        "its source 'nobody' names a paper that answers/papers.json does not hold",
        "the result has no parts",
        "the note 'an empty side' does not end as a sentence",
        "no class is predicted, and no note says what is done then",
        "the step 'picture' names 'Nobody', which is no class",
        "in a picture of the step 'picture' the classes 'Somebody' should not be",
        "the formula of 'picture' ends in '7', not in the value",
        "; the best is ",
        "says in which unit it counts",
        "it has nothing before its answer",
        "does not end in a full stop",
        "holds '1 classes', which is no good English",
        "speaks of 'DT' and shows no network",
        "its aim is ''; a sentence is expected",
        "'z' stands in a formula and is not explained",
    ):
        assert any(why in sentence for sentence in found), why
    assert all(sentence.isprintable() for sentence in found)


def test_what_fails_on_a_case_is_a_sentence():
    assert check_on(Faulty(), Case.of([], ["A"], ["A"], ["A"])) == [
        "it raises AttributeError: 'float' object has no attribute 'value'"
    ]
