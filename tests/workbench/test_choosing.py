"""Choosing a measure: what the answers exclude, each by a case that shows it, and the paragraph that says so."""

from itertools import product

import pytest

from hierview.formats.link import pack_draft, unpack_draft
from hierview.ui.measures.state import address_parameters, answers_text, state_of
from hierview.workbench.choosing import ANCESTORS, CANDIDATES, FAULTS, NEEDS, computed_sheets, consequences
from hierview.workbench.publish.choice import justification
from hierview.workbench.sheets.behaviour import Budget
from hierview.workbench.sheets.evaluator import Evaluator
from hierview.workbench.sheets.k15_tables import COLUMNS
from hierview.workbench.sheets.properties import PROPERTIES
from hierview.workbench.sheets.shipped import SHEETS, sheets_json, shipped_sheets, shipped_signs
from tests.each import each
from tests.effort import SEARCH

pytestmark = pytest.mark.slow

QUICK = ("SDL", "HCM", 'hF(augmentation="none")')  # of the others tests/workbench/test_behaviour.py computes most


def names(choice) -> list[str]:
    return [s.measure.label() for s in choice.remaining]


@pytest.mark.whole
def test_the_signs_that_ship_are_those_computed_anew():
    """Of three that are quick; in a large search of all, byte for byte."""
    if SEARCH == "large":
        assert SHEETS.read_text(encoding="utf-8") == sheets_json(computed_sheets())
    shipped = shipped_sheets((*PROPERTIES, ANCESTORS))
    assert [shipped[text] for text in QUICK] == computed_sheets(texts=QUICK)


@pytest.mark.whole
def test_the_signs_that_ship_are_not_refuted_at_a_glance():
    """What fails fails on small cases, and what holds is not refuted by the first trials of each property."""
    shipped = shipped_signs()
    for sheet in computed_sheets(Budget(trials=250, random=0)):
        for key, sign in sheet.signs.items():
            kept = shipped[str(sheet.measure)][key] in ("+", "*")
            assert (sign == "−") <= (not kept), (sheet.measure, key)
    assert list(shipped) == list(CANDIDATES)
    assert CANDIDATES[: len(COLUMNS)] == COLUMNS
    assert set(FAULTS) == {*(p.key for p in PROPERTIES), ANCESTORS.key}


def test_every_exclusion_stands_on_a_case_that_opens_and_shows_it():
    answers = [{need.key: option.key} for need in NEEDS for option in need.options]
    shown = [e for given in answers for s in consequences(given).judged for e in s.reasons_against]
    assert len(shown) > 25
    for exclusion in shown:
        evidence = exclusion.evidence
        assert evidence.class_count <= 8
        for case in evidence.trial:
            opened = unpack_draft(pack_draft(case), 100).case()
            assert (opened.hierarchy, opened.true, opened.predicted) == (case.hierarchy, case.true, case.predicted)
    for judged in consequences({"ancestor": "free", "farther": "yes", "several": "yes"}).judged:
        evaluator = Evaluator(judged.measure)
        for found in judged.reasons_against:
            assert found.rule.check(evaluator, found.evidence.trial) is False
            assert found.rule.values(evaluator, found.evidence.trial) == found.evidence.values


@each(
    "answers, remain",
    (
        ({}, "GIE MGIA hF SDL LCaF HCM flat F"),
        ({"dag": "yes", "several": "no"}, "GIE MGIA LCaF flat F"),
        ({"several": "yes"}, "MGIA hF SDL LCaF flat F"),
        ({"several": "yes", "dag": "yes", "farther": "yes"}, "MGIA"),
        ({"several": "yes", "dag": "yes", "farther": "yes", "once": "yes"}, ""),
        ({"scale": "yes", "farther": "yes"}, "MGIA LCaF"),
        ({"ancestor": "free"}, "hF SDL LCaF"),
        ({"dag": "perhaps", "nothing": "yes"}, "GIE MGIA hF SDL LCaF HCM flat F"),
    ),
)
def test_what_remains(answers, remain):
    assert " ".join(names(consequences(answers))) == remain


def test_where_nobody_remains_each_answer_that_could_be_taken_back_is_named():
    choice = consequences({"several": "yes", "dag": "yes", "farther": "yes", "once": "yes"})
    without = {need.key: [s.measure.label() for s in left] for need, left in choice.answers_to_take_back}
    assert without["once"] == ["MGIA"]
    assert without["several"] == ["LCaF"]
    assert justification(choice, "") is None


def test_table_13_stands_beside_where_both_kinds_are_known():
    assert consequences({"dag": "no"}).k15_advice is None
    beside = consequences({"dag": "no", "several": "no", "inner": "yes", "farther": "limit"}).k15_advice
    assert beside.setting == "single-label, tree"
    assert beside.printed == ("GIE", "MGIA", "LCaF")
    assert beside.remaining == ("GIE", "MGIA", "SDL", "LCaF")
    assert not beside.agrees


def test_the_paragraph_cites_and_counts():
    made = justification(
        consequences({"dag": "yes", "several": "no", "farther": "limit"}), "http://x/measures?q=dag-yes"
    )
    assert "We evaluate with GIE (Kosmopoulos et al., 2015, §2.3.2" in made.words
    assert "with hF, a second way to a class changes the value (0.5 < 0.67 on 3 classes)" in made.words
    assert "LCaF treats far misses alike only after the long-distance step." in made.words
    assert made.words.endswith("http://x/measures?q=dag-yes")
    assert r"MGIA~\cite[{§2.3.3, Figure 6}]{kosmopoulos2015measures}" in made.latex
    assert r"0.5 \textless{} 0.67" in made.latex
    assert made.references.startswith("@article{kosmopoulos2015measures,")
    assert justification(consequences({}), "") is None


def test_every_combination_of_two_answers_has_a_result():
    for first, second in product(NEEDS, NEEDS):
        for a, b in product(first.options, second.options):
            choice = consequences({first.key: a.key, second.key: b.key})
            assert choice.remaining or choice.answers_to_take_back
            made = justification(choice, "")
            assert made is None or made.words.count("We evaluate") == 1


def test_the_address_holds_the_answers():
    state = state_of({"q": "dag-yes.several-no"})
    assert state.answers == {"dag": "yes", "several": "no"}
    assert address_parameters(state) == {"q": "dag-yes.several-no"}
    assert state_of({}, state) == state
    assert state_of({"m": "hF"}, state).answers is None
    assert answers_text({}) == "start"
