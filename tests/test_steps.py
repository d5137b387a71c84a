"""The steps of every measure on every preset, and two whole walks as golden files.

When a change to the walks is meant, read the new ones and keep them:

    REFRESH_GOLDEN=1 python -m pytest tests/test_steps.py -k golden
"""

import os
import re

import pytest

from hierview import Case, evaluate, load_case, parse_measure
from hierview.explain import HierarchyPicture, Name, PairsPicture, SetsPicture, Step, formula_text, number, plain
from tests.samples import PRESETS, ROOT, listed_measures, presets

GOLDEN = ROOT / "tests" / "golden"
WALKS = {"12a-mgia": ("12a", "MGIA"), "8b-lcaf": ("8b", "LCaF"), "15-hf": ("15", "hF")}


def walk(case: Case, text: str) -> tuple[Step, ...]:
    measure = parse_measure(text)
    return measure.explain(case, measure.evaluate(case))


def classes_in(step: Step) -> set[str]:
    """Every class that a step names, draws or counts."""
    found = {word.text for word in step.text if isinstance(word, Name)}
    found |= {word.text for words in step.fact or () for word in words if isinstance(word, Name)}
    for picture in step.pictures:
        if isinstance(picture, HierarchyPicture):
            found |= set(picture.looks) | {c for edge in picture.edges for c in edge}
        if isinstance(picture, HierarchyPicture | PairsPicture):
            found |= {c for link in picture.links for c in (link.predicted, link.true) if c is not None}
        if isinstance(picture, SetsPicture):
            found |= {c for column in picture.columns for c in column.classes if c is not None}
    if step.formula is not None:
        found |= {c for n in step.formula.numbers for c in n.classes}
    return found


@pytest.mark.parametrize("name", PRESETS)
def test_every_measure_walks_to_its_value(name):
    case = presets()[name]
    known = set(case.hierarchy.classes) | {case.hierarchy.free_name()}
    for measure in listed_measures():
        result = measure.evaluate(case)
        steps = measure.explain(case, result)
        assert steps, str(measure)
        if result.value is not None:
            assert steps[-1].formula is not None, str(measure)
            assert steps[-1].formula.value == number(result.value), str(measure)
            assert len(steps) > 1, f"{measure} has nothing before its answer"
        for step in steps:
            assert classes_in(step) <= known, (str(measure), plain(step.text))
            assert step.pictures, (str(measure), plain(step.text))
        sentences = [plain(step.text) for step in steps]
        assert len(set(sentences)) == len(sentences), (str(measure), sentences)


@pytest.mark.parametrize("name", PRESETS)
def test_a_step_speaks_of_its_case(name):
    # A sentence that would read the same in another case is not a step.
    case = presets()[name]
    for measure in listed_measures():
        for step in measure.explain(case, measure.evaluate(case)):
            specific = any(isinstance(word, Name) for word in step.text) or re.search(r"\d", plain(step.text))
            assert specific or not case.true or not case.predicted or case.true == case.predicted, plain(step.text)


@pytest.mark.parametrize("text", ["GIE", "MGIA", 'MGIA(pairing="nearest")', "Flow", "AllPairs"])
def test_the_chosen_pairs_add_up(text):
    for name, case in presets().items():
        result = evaluate(case, text)
        sums = [step.formula for step in walk(case, text) if step.title == "Pairs"]
        if result.value is not None and sums:
            assert sums[-1].value == number(result.parts["f_error"]), name


def test_rejected_pairs_cost_what_a_pairing_with_them_costs():
    said = [plain(step.text) for step in walk(load_case("15"), "GIE") if step.title == "Rejected"]
    # Rock with Drama costs 4 and leaves Opera to the default: 4 + 5 against 2 + 5.
    assert said == ["Rock with Drama, at 4, is not taken: the cheapest pairing with it costs 9, 2 more."]


def test_minimal_graphs_of_8b_try_and_drop_3_2():
    steps = walk(load_case("8b"), "LCaF")
    tried = [step for step in steps if step.title == "Needed" and "dropped" in plain(step.text)]
    assert [plain(step.text) for step in tried] == ["3.2 is tried and dropped: 3.2.2 still has 3."]
    assert tried[0].pictures[0].looks["3.2"].emphasis == "dropped"
    left = next(step for step in steps if step.title == "Left")
    assert "without 3.2" in plain(left.text)


def test_one_marked_class_after_the_other_in_set_based_walks():
    steps = walk(load_case("15"), "hF")
    brought = [plain(step.text) for step in steps if step.title == "Sets"]
    assert brought == [
        "Drama is true and brings its ancestors Arts and Theater.",
        "Opera is predicted and brings its ancestors Arts, Music and Theater.",
        "Rock is predicted; its ancestors are on that side already.",
    ]


def test_many_marked_classes_are_told_together():
    tops = [f"c{i}" for i in range(30)]
    case = Case.of([("root", c) for c in tops], tops[:15], tops[15:])
    for measure in listed_measures():
        steps = measure.explain(case, measure.evaluate(case))
        assert 1 <= len(steps) <= 45, (str(measure), len(steps))


@pytest.mark.parametrize("name", WALKS)
def test_golden_walk(name):
    preset, text = WALKS[name]
    lines = []
    steps = walk(load_case(preset), text)
    for i, step in enumerate(steps, 1):
        lines.append(f"step {i} of {len(steps)}: {plain(step.text)}")
        lines += [f"    picture: {plain(picture.title)}" for picture in step.pictures]
        if step.formula is not None:
            lines.append(f"    {formula_text(step.formula)}")
    told = "\n".join(lines) + "\n"
    path = GOLDEN / f"{name}.walk.txt"
    if os.environ.get("REFRESH_GOLDEN"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")
