"""What an answer counts on the drawing: against counts by hand, and against the values of all presets."""

from fractions import Fraction

import pytest

from hierview import load_case, parse_measure
from hierview.answers.counted import Counted, drawing_count
from hierview.formats import preset_names

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


@pytest.mark.parametrize("name", preset_names())
def test_shares_told_give_the_values(name):
    case = load_case(name)
    for measure in ("hP", "hR", "LCaP", "LCaR", "hP(augmentation='none')"):
        told = count_of(name, measure).lines[1:]
        shares = [line.split()[::3] for line in told if " shared of " in line]
        value = parse_measure(measure).evaluate(case).value
        assert [float(Fraction(int(n), int(m))) for n, m in shares] == [value] * (len(case.hierarchy.roots) == 1)


def test_a_way_of_two_pairs_has_each_side_and_both():
    sides = count_of("15", "MGIA").sides
    assert sides == {
        ("Theater", "Opera"): "p",
        ("Music", "Rock"): "p",
        ("Arts", "Music"): "p",
        ("Arts", "Theater"): "t",
        ("Theater", "Drama"): "t",
    }
