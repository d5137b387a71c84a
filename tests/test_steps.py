"""What known steps say, and three whole ones as golden files.

What the steps of every measure must keep, `hierview.testing.shown` says; tests/test_measures.py asks for it.

When a change to the steps is meant, read the new ones and keep them:

    REFRESH_GOLDEN=1 python -m pytest tests/test_steps.py -k golden
"""

import os
import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from hierview import Case, evaluate, load_case, parse_measure
from hierview.explain import HierarchyPicture, Step, formula_text, number, plain, spelled_out
from hierview.markup import html
from hierview.measures.pairs.flow import Pair, Problem, total_without
from tests import samples as shared
from tests.each import each
from tests.effort import times
from tests.samples import PRESETS, ROOT, listed_measures, presets, samples

GOLDEN = ROOT / "tests" / "golden"
GOLDEN_STEPS = {"12a-mgia": ("12a", "MGIA"), "8b-lcaf": ("8b", "LCaF"), "15-hf": ("15", "hF")}


def steps_of(case: Case, text: str) -> tuple[Step, ...]:
    return shared.steps_of(case, parse_measure(text))


@pytest.mark.parametrize("text", ["GIE", "MGIA", 'MGIA(pairing="nearest")', "Flow", "AllPairs"])
def test_the_chosen_pairs_add_up(text):
    for name, case in presets().items():
        result = evaluate(case, text)
        sums = [step.formula for step in steps_of(case, text) if step.title == "Pairs"]
        if result.value is not None and sums:
            assert sums[-1].value == number(result.parts["f_error"]), name


def test_rejected_pairs_cost_what_a_pairing_with_them_costs():
    said = [plain(step.text) for step in steps_of(load_case("15"), "GIE") if step.title == "Rejected"]
    # Rock with Drama costs 4 and leaves Opera to the default: 4 + 5 against 2 + 5.
    assert said == ["Rock with Drama, at 4, is not taken: the cheapest pairing with it costs 9, 2 more."]


def test_no_class_stands_on_a_side_that_has_nothing_at_or_below_it():
    """In every picture of every preset's steps; both sides take ancestors along, and no other class."""
    for name, case in presets().items():
        true, predicted = (case.hierarchy.closure(side) for side in (case.true, case.predicted))
        for step in steps_of(case, "GIE"):
            for picture in (p for p in step.pictures if isinstance(p, HierarchyPicture)):
                looks = {c: look for c, look in picture.looks.items() if c in case.hierarchy}
                assert {c for c, look in looks.items() if look.side in ("t", "both")} <= true, (name, step.title)
                assert {c for c, look in looks.items() if look.side in ("p", "both")} <= predicted, (name, step.title)


@pytest.mark.parametrize("name", GOLDEN_STEPS)
def test_golden_steps(name):
    preset, text = GOLDEN_STEPS[name]
    lines = []
    steps = steps_of(load_case(preset), text)
    for i, step in enumerate(steps, 1):
        lines.append(f"step {i} of {len(steps)}: {plain(step.text)}")
        lines += [f"    picture: {plain(picture.title)}" for picture in step.pictures]
        if step.formula is not None:
            lines.append(f"    {formula_text(step.formula)}")
    told = "\n".join(lines) + "\n"
    path = GOLDEN / f"{name}.steps.txt"
    if os.environ.get("REFRESH_GOLDEN"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


# Sentences that are true, and that somebody reads who knows only precision and recall


def cheapest(problem: Problem, forbidden: Pair | None = None) -> Fraction | None:
    """The least total cost by trying how often every pair may stand in a pairing; None where none keeps the bounds."""
    alpha_p, beta_p, alpha_t, beta_t = problem.bounds
    allowed = [cost for cost in problem.costs if cost[:2] != forbidden]
    most = [1 if None not in both else max(beta_p, beta_t) for *both, _ in allowed]
    best: Fraction | None = None
    for amounts in product(*(range(n + 1) for n in most)):
        total = sum((c * n for (*_, c), n in zip(allowed, amounts, strict=True)), Fraction(0))
        if best is not None and total >= best:
            continue
        served: Counter[tuple[int, str | None]] = Counter()
        for (p, t, _), n in zip(allowed, amounts, strict=True):
            served[0, p] += n
            served[1, t] += n
        if all(alpha_p <= served[0, p] <= beta_p for p in problem.predicted) and all(
            alpha_t <= served[1, t] <= beta_t for t in problem.true
        ):
            best = total
    return best


@pytest.mark.parametrize("text", ["GIE", "MGIA", "GIE(default_cost=1)", "MGIA(max_distance=1)", "AllPairs", "Flow"])
@pytest.mark.slow
def test_what_is_said_of_a_pairing_without_a_pair_is_so(text: str):
    """On random small cases: the total that a step names is that of all pairings tried one by one."""
    said = 0
    for sample in samples(times(60, 120), seed=11):
        case = sample.case
        if len(case.true) * len(case.predicted) > 4 or evaluate(case, text).value is None:
            continue
        measure = parse_measure(text)
        problem, pairing = measure.problem(case), measure.solution(case)
        sentences = [plain(step.text) for step in steps_of(case, text) if step.title == "Pairs"]
        for sentence, (pair, _) in zip(sentences, pairing.pairs, strict=False):
            without = cheapest(problem, pair)
            assert total_without(problem, pair) == without
            if " best total " not in sentence and "Nothing else" not in sentence:
                assert re.search("own partner|no predicted class|no true class|no class is|again", sentence), sentence
                continue
            said += 1
            if without is None:
                assert sentence.endswith(" Nothing else is allowed.")
            elif without == pairing.total:
                assert sentence.endswith(f" the best total would be {number(without)}, too.")
            else:
                ends = f" the best total would be {number(without)}, not {number(pairing.total)}."
                assert sentence.endswith(ends)
                assert without > pairing.total
    assert said > 20


# Sentences that once were wrong, and words that nobody introduced.
ONCE_WRONG = (
    r"\bfrom that and cost\b",
    r"\bsending both to a default\b",
    r"\bstands? in one set only\b",
    r"treated alike",
)
OFTEN_TOLD = ("GIE", "MGIA", "TIE", "AllPairs", "Flow")


@each("name", PRESETS)
@pytest.mark.slow
def test_no_sentence_is_wrong_again(name: str):
    case = presets()[name]
    for measure in (m for m in listed_measures() if m.spec.name in OFTEN_TOLD):
        for step in measure.explain(case, measure.evaluate(case)):
            text = plain(step.text)
            assert not re.search("|".join(ONCE_WRONG), text), (str(measure), text)
            # Beside a network, where terms of flows may be used, they are introduced.
            assert "DT" not in text or "DT and DP, the default classes, stand in for" in text, (str(measure), text)


def test_symbols_are_explained_where_they_first_stand():
    steps = steps_of(load_case("12a"), "MGIA")
    told = [" ".join(str(what) for what, _ in line) for line in spelled_out(steps)]
    assert told == ["f_error", "", "", "", "", "Ŷ Y D_max | △", "f_error Ŷ Y D_max | △"]


def test_a_number_that_is_set_points_to_its_setting():
    steps = steps_of(load_case("12a"), "MGIA")
    markup = html.formula(steps[-1], html.class_ids(load_case("12a")), spelled_out(steps)[-1])
    assert '<mn class="num" data-setting data-ns="default_cost"' in markup
    assert '<msub class="name" data-n="default_cost">' in markup
    assert '<span class="name" data-n="default_cost"><i>D</i><sub>max</sub></span>: the price of a class' in markup
    # The three classes of △ are no pair; the costs of the pairs are.
    counted = re.search(r'data-ns="([^"]*)"[^>]*>3</mn>', markup)
    assert counted
    assert counted[1].split()[-1] == "counted"
    assert len(counted[1].split()) == 4
    assert len(re.findall(r'data-ns="\d+ \d+"[^>]*>2</mn>', markup)) == 2


def test_equal_sets_show_their_numbers():
    for name in ("r4-ax", "r4-cx"):
        steps = steps_of(load_case(name), "MGIA")
        scale, last = steps[-2:]
        assert formula_text(scale.formula) == "| Ŷ △ Y | · D_max = 0 · 5 = 0"
        assert "0 classes are only the one" in plain(scale.text)
        zeros = " + ".join("0" for _ in load_case(name).true)
        zeros = f"( {zeros} )" if "+" in zeros else zeros
        assert formula_text(last.formula) == f"MGIA = 1 − f_error / (| Ŷ △ Y | · D_max) = 1 − {zeros} = 1"


def test_where_a_prediction_pays_is_told_from_the_case():
    said = [plain(step.text) for step in steps_of(load_case("12a"), "GIE") if step.title == "Pairs"]
    assert said == [
        "Classical takes Pop at 2. Without this pair the best total would be 7, too.",
        "Rock stays alone and pays 5. With a partner the best total would be 7, too.",
    ]
