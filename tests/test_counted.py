"""What an answer counts on the drawing, against counts by hand."""

from dataclasses import replace

import pytest

from hierview import Case, load_case, parse_measure
from hierview.answers.counted import Counted, drawing_count
from hierview.model.extra import Extra

BY_HAND = {
    ("11a", "hF"): (("2 shared of 3 true", "2 shared of 3 predicted"), {"Arts": "1", "Music": "2"}),
    ("11a", "hP"): (("2 shared of 3 predicted",), {"Arts": "1", "Music": "2"}),
    ("11a", "GIE"): (("1 + 1 = 2",), {("Music", "Pop"): "1", ("Music", "Rock"): "1"}),
    ("11a", "SDL"): (("1 + 1 = 2",), {}),
    ("12a", "GIE"): (("2 + 5 = 7",), {"Rock": "5", ("Music", "Pop"): "1", ("Music", "Classical"): "1"}),
    ("12a", "MGIA"): (
        ("1 − (2 + 2) / (3 · 5) = 0.73",),
        {("Music", "Pop"): "2 · 1", ("Music", "Rock"): "1", ("Music", "Classical"): "1"},
    ),
    ("15", "LCaR"): (("2 shared of 3 true",), {"Arts": "1", "Theater": "2"}),
    ("18a", "GIE"): (("5 + 5 + 5 = 15",), {"Comedy": "5", "Drama": "5", "Beat Music": "5"}),
}


def count_of(name: str, measure: str) -> Counted:
    case, asked = load_case(name), parse_measure(measure)
    return drawing_count(case, asked, asked.evaluate(case))


@pytest.mark.parametrize(("name", "measure"), BY_HAND)
def test_counts_are_those_by_hand(name, measure):
    lines, numbers = BY_HAND[name, measure]
    shown = count_of(name, measure)
    assert shown.lines == (f"{measure} counts", *lines)
    assert shown.numbers == numbers


def test_no_edge_is_counted_where_a_pair_costs_another_thing():
    """The cost 1 − 0 equals the distance of A and B."""
    case = Case.of([("A", "B")], ["A"], ["B"])
    case = replace(case, extra=Extra.of(case.hierarchy, similarity=[["A", "B", 0.0]]))
    for text, sides in (("TIE", {("A", "B"): "p"}), ('TIE(pair_cost="similarity")', {})):
        measure = parse_measure(text)
        assert drawing_count(case, measure, measure.evaluate(case)).sides == sides
