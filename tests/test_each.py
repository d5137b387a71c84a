"""A loop over values leaves none out and keeps no failure to itself."""

import inspect

import pytest

from .each import each


def test_all_values_are_tried_and_all_failures_told():
    tried = []

    @each("a", [1, 2])
    @each("b, c", [(3, 4), (5, 6)])
    def test(a, b, c, page):
        tried.append((a, b, c, page))
        if b == 5:
            pytest.fail("five")
        assert a < 2

    assert list(inspect.signature(test).parameters) == ["page"]
    with pytest.raises(BaseExceptionGroup, match="2 of 2 failed") as told:
        test(page="p")
    assert tried == [(a, b, c, "p") for a in (1, 2) for b, c in ((3, 4), (5, 6))]
    notes = [(error.__notes__, [inner.__notes__ for inner in error.exceptions]) for error in told.value.exceptions]
    five, three = ["with {'b': 5, 'c': 6}"], ["with {'b': 3, 'c': 4}"]
    assert notes == [(["with {'a': 1}"], [five]), (["with {'a': 2}"], [three, five])]


def test_what_is_skipped_is_not_passed():
    @each("a", [1])
    def test(a):
        pytest.skip("no")

    with pytest.raises(pytest.skip.Exception):
        test()
