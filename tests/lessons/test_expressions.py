"""The language of answers: what it says, and that nothing else gets through."""

from fractions import Fraction

import pytest

from hierview.errors import HierviewError, LessonError
from hierview.formats import preset
from hierview.lessons.answering import shown_value
from hierview.lessons.expressions import LONGEST, equal_values, read_calculation
from tests.listed import rows

CASES = {name: preset(name) for name in ("11a", "11b", "12a", "13a", "8b", "r4-a1", "hemkit-4")}


def value(text: str, here: str = "11a", **names):
    known = {"c": CASES[here], **names}
    return read_calculation(text, tuple(known), tuple(CASES)).value(known, CASES)


def test_values_of_cases():
    for text, right in {
        "11a.hF": 2 / 3,
        "hemkit-4.MGIA.f_error": 2,
        "12a.MGIA.f_error * 2": 8,
        'value("hF", c)': 2 / 3,
        'value("hF", "11b", "Pop")': 1,
        "12a.MGIA(max_distance=None)": 1 - 4 / 15,
        'value("TIE", "12a")': None,
        'part("f_error", "MGIA", "12a")': 4,
        "printed 11a.hF": "0.66",
        "printed 11a.MGIA.f_error": "2",
        "11a.flatF": 0,
        "up(c, true(c))": {"Arts", "Music", "Pop"},
        'down(c, "Music")': {"Music", "Pop", "Rock"},
        'parents(c, "Pop")': {"Music"},
        'children(c, "Arts")': {"Music", "Theater"},
        "d(c, true(c), predicted(c))": 2,
        'depth(c, "Pop")': 2,
        'lca(c, "Pop", "Rock")': {"Music"},
        'lcas("8b", "extended") - lcas("8b")': {"3.2"},
        'graph("11a", "true")': {"Music", "Pop"},
        'cell("r4-a1", "FN")': {"I"},
        'len(set("Pop", "Rock"))': 2,
        "undefined(12a.TIE)": True,
    }.items():
        assert equal_values(value(text), frozenset(right) if isinstance(right, set) else right), text


def test_arithmetic_sets_and_conditions():
    for text, right in {
        "1 / 3 + 2 / 3 == 1": True,
        "0.1 + 0.2 == 0.3": True,
        "-2 - 3 · 2": -8,
        "min(3, 2, 4) × abs(0 − 2)": 4,
        "round(0.125, 2)": Fraction(13, 100),
        "round(11a.hF, 2) == 0.67": True,
        'set("Pop") | "Rock"': {"Pop", "Rock"},
        'set("Pop", "Rock") & "Rock" == "Rock"': True,
        '"Pop" in up(c, "Pop") and not "Rock" in up(c, "Pop")': True,
        "1 if 2 ≥ 2 else 0": 1,
        "12a.TIE == 1": False,
        "12a.TIE + 1": None,
        "1 / 0": None,
    }.items():
        assert equal_values(value(text), frozenset(right) if isinstance(right, set) else right), text


def test_names_of_cases_within_texts_and_longer_names_stay():
    assert value('"11a.hF"') == "11a.hF"
    with pytest.raises(LessonError, match="11a"):
        value('value("hF", "11")')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *rows("lessons/expressions.tsv"),
        ("'" + "x" * LONGEST + "'", "characters"),
        ("1<" * 130 + "1", "too long"),
        ("*".join(["1e12"] * 26), "a number in it goes beyond 10^15"),
    ],
)
def test_everything_else_gets_a_sentence(text, said):
    with pytest.raises(HierviewError) as caught:
        value(text)
    assert said in str(caught.value)


def test_values_within_a_text():
    for text, shown in {"11a.hF": "0.67", "true(c)": "Pop", "set()": "none", "1 < 2": "yes", "12a.TIE": "–"}.items():
        assert shown_value(CASES, ("11a",), text) == shown
    with pytest.raises(LessonError, match="show"):
        shown_value(CASES, ("11a",), "c")
