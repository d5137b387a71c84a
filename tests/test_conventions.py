"""Presets of conventions: what each tool decides, and where HEMKit errs. tests/test_said.py has what is said of it."""

import itertools
import json
from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given

from hierview import Case, Measure, MeasureError, MeasureSpec, Result, load_case, param
from hierview import parse_measure as parse
from hierview.answers.conventions import CONVENTIONS as TOOLS
from hierview.answers.conventions import convention_parameters, hemkit_comparison, result_under_convention
from hierview.explain import plain
from tests.samples import DATA, PRESETS, ROOT, cases, random_measures

# What the presets decide


def test_hemkit_has_no_value_where_nothing_is_predicted():
    """It prints nan 0 nan for hP, hR, hF, and the same for the LCA-based three."""
    case = load_case("15")
    empty = Case.of([("0", "1"), ("0", "2"), ("1", "3")], ["3"], [])
    assert convention_parameters(case, "HEMKit")["zero"] == 0
    assert convention_parameters(empty, "HEMKit")["zero"] is None
    for family in ("h", "LCa"):
        values = {
            which: result_under_convention(empty, parse(family + which), "HEMKit").result.value for which in "PRF"
        }
        assert values == {"P": None, "R": 0, "F": None}, family
        assert result_under_convention(empty, parse(f"{family}F"), "paper").result.value == 0
        assert plain(result_under_convention(empty, parse(f"{family}F"), "HEMKit").changed).endswith(
            "undefined instead of 0."
        )
    assert parse("LCaF(zero=None)").evaluate(load_case("hemkit-2")).value == 0.5


def test_hemkit_pairs_below_the_default_cost():
    """A distance equal to it goes to the default, whatever the cost and the weights."""
    edges = [("0", "a", "0.1"), ("0", "b", "0.2"), ("0", "c", "4.8"), ("0", "d", "4.9")]
    heavy = Case.of(edges, ["a", "b"], ["c", "d"])
    # The distances are 4.9, 5 twice, and 5.1.
    assert str(result_under_convention(heavy, parse("MGIA"), "HEMKit").measure) == "MGIA(max_distance=4.9)"
    assert result_under_convention(heavy, parse("MGIA"), "HEMKit").result.parts["f_error"] == pytest.approx(4.9 + 2 * 5)
    far = Case.of(edges, ["b"], ["d"])
    assert str(result_under_convention(far, parse("MGIA"), "HEMKit").measure) == "MGIA(max_distance=0)"
    assert result_under_convention(far, parse("MGIA"), "HEMKit").result.parts["f_error"] == 10


def test_hemkits_distance_limit_cuts_the_case():
    """m climbs are left below the artificial root, at m + 1: K15's k is 2(m + 1)."""
    case = load_case("18a")
    assert (
        result_under_convention(case, parse("hF"), "HEMKit", 1).result.value
        == parse("hF").evaluate(load_case("18b")).value
    )
    for preset, m in (("paper", 1), ("hiclass", 1), ("HEMKit", -1), ("HEMKit", True), ("HEMKit", 1.5)):
        with pytest.raises(MeasureError, match="distance limit m=.* is not accepted; HEMKit has one, a number from 0"):
            result_under_convention(case, parse("hF"), preset, m)


def test_only_parameters_that_a_measure_has():
    assert result_under_convention(load_case("15"), Odd(), "hiclass").measure == Odd(
        root="omitted"
    )  # whose variants are others
    # None of the tools has it: `reduce` is what R23's scripts do.
    assert all(result_under_convention(load_case("15"), parse("HCM"), tool).measure == parse("HCM") for tool in TOOLS)


@dataclass(frozen=True)
class Odd(Measure):
    """A measure of somebody else with a parameter of the same name and other choices."""

    spec: ClassVar[MeasureSpec] = MeasureSpec("Odd", "Odd", "Mine", "higher", "a test")
    variant: str = param("fine", "x", label="x", choices=("fine", "coarse"))
    root: str = param("counted", "x", label="x", choices=("counted", "omitted", "virtual"))

    def evaluate(self, case: Case) -> Result:
        return Result(str(self), {"counted": 0.25, "omitted": None, "virtual": 0.5}[self.root], {}, object())


@given(random_measures(), cases())
def test_any_measure_has_conventions(measure: Measure, case: Case):
    for found in (result_under_convention(case, measure, tool) for tool in TOOLS):
        assert type(found.measure) is type(measure)
        assert plain(found.changed).endswith(".")


def test_the_hemkit_preset_gives_what_hemkit_prints():
    """hP, hR and hF on all of the 200 cases; LCaF on those where its own search does not err, one more than K15's
    greedy procedure would give."""
    rows = [json.loads(line) for line in (DATA / "hemkit_cases.jsonl").read_text().splitlines()]
    right = dict.fromkeys(("hP", "hR", "hF", "LCaF"), 0)
    for row in rows:
        case = Case.of(row["edges"], row["true"], row["predicted"])
        for text in right:
            value = result_under_convention(case, parse(text), "HEMKit").result.value
            right[text] += value is not None and abs(value - row["hemkit"][text]) < 1e-6
    assert (right["hP"], right["hR"], right["hF"]) == (200, 200, 200)
    assert right["LCaF"] == 178


# Where HEMKit errs


def test_the_smallest_examples():
    found = {name: hemkit_comparison(name, load_case(name)) for name in PRESETS}
    assert {name for name, one in found.items() if one} == {f"hemkit-{i}" for i in range(1, 8)}
    # By hand, as in hemkit.md: by definition, K15's shortcut, HEMKit.
    expected = {
        "hemkit-1": ("LCaF", 2 / 3, ("algorithm1", 2 / 3), "0.5", False),
        "hemkit-2": ("LCaF", 1 / 2, ("algorithm1", 1 / 2), "0", False),
        "hemkit-3": ("LCaF", 4 / 9, ("algorithm1", 4 / 9), "0.6", False),
        "hemkit-4": ("MGIA.f_error", 2, ("each class with its nearest", 4), "4", True),
        "hemkit-5": ("LCaF", 3 / 5, ("algorithm1", 3 / 5), "0.5", False),
        "hemkit-6": ("LCaF", 1 / 2, ("algorithm1", 1 / 2), "0.666667", False),
        "hemkit-7": ("LCaF", 3 / 4, ("algorithm1", 3 / 4), "0.571429", False),
    }
    for name, (measure, definition, shortcut, hemkit, never) in expected.items():
        one = found[name]
        assert one is not None
        assert one.measure == measure
        assert one.definition == pytest.approx(definition, abs=1e-12)
        assert one.shortcut == (shortcut[0], pytest.approx(shortcut[1], abs=1e-12))
        assert (one.hemkit, one.never_printed) == (hemkit, never)
        assert abs(float(one.hemkit) - definition) > 0.09
        assert len(one.because) > 40
        assert one.because.endswith(".")


def test_what_is_stored_names_classes_that_are_there():
    stored = json.loads((ROOT / "cases" / "hemkit.json").read_text(encoding="utf-8"))
    for name, entry in stored.items():
        case = load_case(name)
        assert set(entry) <= {"measure", "hemkit", "never_printed", "because"}
        words = entry["because"].replace(",", "").replace(".", "").split()
        for word, following in itertools.pairwise(words):
            if word == "class" and following.isdigit():
                assert following in case.hierarchy
