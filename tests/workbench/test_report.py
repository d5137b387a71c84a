"""What the shell prints of sheets and finds."""

import json
from dataclasses import replace

import pytest

from hierview import load_case, parse_measure
from hierview.own.foreign import Failure
from hierview.own.formula import FormulaMeasure
from hierview.workbench.sheets.behaviour import Budget, behaviour_sheet
from hierview.workbench.sheets.properties import BY_KEY
from hierview.workbench.sheets.report import sheet_data, sheet_text

pytestmark = pytest.mark.slow

RULES = [BY_KEY[key] for key in ("pairing", "nearer", "alternative-paths-many", "identity")]
GIE = behaviour_sheet(parse_measure("GIE"), Budget(larger=-2, random=0), None, RULES)


def test_a_sheet_as_text():
    text = sheet_text(GIE)
    assert text.startswith("GIE: One-to-one pairs\nLower is better. Seed 1.\n")
    row = next(line for line in text.splitlines() if line.startswith("− 3"))
    assert "Pairing problem" in row
    assert row.endswith("−")
    assert "Pairing problem: Fails on 3 classes: 6 > 2 · 1.\n" in text
    assert "  Both                  6  A>B, A>C; true A; predicted B, C" in text
    failure = Failure(load_case("11a"), "it broke")
    failed = sheet_text(replace(GIE, failures=(failure,), failed=7, notes=("Odd.",)))
    for told in ("Odd.", "It broke. (Arts>Music", "7 cases failed"):
        assert told in failed
    assert "(+)" not in text
    assert "stopped" not in text


def test_a_counterexample_of_two_rows_is_told_once_and_k15_only_of_its_own_measures():
    rules = [BY_KEY[key] for key in ("alternative-paths", "alternative-paths-many", "long-distance")]
    jaccard = FormulaMeasure("both_ancestors / (T_ancestors + P_ancestors - both_ancestors)")
    text = sheet_text(behaviour_sheet(jaccard, Budget(larger=-2, random=0), None, rules))
    assert text.count("Alternative paths: Fails on 3 classes") == 1
    assert "K15" not in text
    assert "With the long-distance step it holds in all 37 trials." in text
    assert "K15" in sheet_text(GIE)


def test_a_sheet_as_data():
    data = json.loads(json.dumps(sheet_data(GIE), allow_nan=False))
    pairing = data["properties"][0]
    assert (pairing["sign"], pairing["printed"], pairing["tried"]) == ("−", "−", 1)
    case = load_case(pairing["evidence"][2]["case"])
    assert parse_measure("GIE").evaluate(case).value == pairing["evidence"][2]["value"] == 6
    assert data["complete"]
    assert (data["better"], data["bounds"], data["seed"]) == ("lower", None, 1)
    assert "evidence" not in data["properties"][3]
