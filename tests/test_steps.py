"""The steps of every measure on every preset, and two whole walks as golden files.

When a change to the walks is meant, read the new ones and keep them:

    REFRESH_GOLDEN=1 python -m pytest tests/test_steps.py -k golden
"""

import os
import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from hierview import Case, evaluate, load_case, parse_measure
from hierview.explain import (
    Formula,
    HierarchyPicture,
    Name,
    NetworkPicture,
    PairsPicture,
    SetsPicture,
    Step,
    Symbol,
    formula_text,
    number,
    plain,
    spelled_out,
    terms_of,
)
from hierview.markup import html
from hierview.measures.pairs.flow import Pair, Problem, total_without
from tests.each import each
from tests.samples import PRESETS, ROOT, listed_measures, presets, samples

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


@each("name", PRESETS)
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


@each("name", PRESETS)
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
    assert [plain(step.text) for step in tried] == ["3.2 is not needed and dropped: 3.2.2 also meets a class at 3."]
    assert tried[0].pictures[0].looks["3.2"].emphasis == "dropped"
    left = next(step for step in steps if step.title == "Left")
    assert plain(left.text).endswith("; 3.2 is left out.")


def test_one_marked_class_after_the_other_in_set_based_walks():
    steps = walk(load_case("15"), "hF")
    brought = [plain(step.text) for step in steps if step.title == "Sets"]
    assert brought == [
        "hF asks how much both sides share. What is Drama is also Theater, so every class brings its ancestors. "
        "Drama is true; its ancestors Arts and Theater join the true side.",
        "Opera is predicted; its ancestors Arts, Music and Theater join the predicted side.",
        "Rock is predicted; its 2 ancestors are on the predicted side already.",
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
def test_what_is_said_of_a_pairing_without_a_pair_is_so(text: str):
    """On random small cases: the total that a step names is that of all pairings tried one by one."""
    said = 0
    for sample in samples(120, seed=11):
        case = sample.case
        if len(case.true) * len(case.predicted) > 4 or evaluate(case, text).value is None:
            continue
        measure = parse_measure(text)
        problem, pairing = measure.problem(case), measure.solution(case)
        steps = {
            plain(step.text): pair
            for step, (pair, _) in zip(
                [step for step in walk(case, text) if step.title == "Pairs"], pairing.pairs, strict=False
            )
        }
        for sentence, pair in steps.items():
            without = cheapest(problem, pair)
            assert total_without(problem, pair) == without
            if " best total " not in sentence and "Nothing else" not in sentence:
                assert (
                    "own partner" in sentence
                    or "no predicted class" in sentence
                    or "no true class" in sentence
                    or ("no class is" in sentence or "again" in sentence)
                ), sentence
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


def sentences(case: Case) -> list[tuple[str, Step, str]]:
    return [
        (str(measure), step, plain(step.text))
        for measure in listed_measures()
        for step in measure.explain(case, measure.evaluate(case))
    ]


# One thing with a verb for many, many with a verb for one, and words that nobody introduced.
WRONG = [
    r"\b1 (?:classes|edges|partners|pairs|predictions|errors|leaves|paths|ancestors|descendants)\b",
    r"\b(?:[2-9]|\d\d+) (?:class|edge|partner|pair|prediction|error|leaf|path|ancestor|descendant)\b",
    r"\b1 (?:class|edge|partner|pair|error|path) (?:are|have|lie|stand|tell|bring|add|count)\b",
    r"\b(?:[2-9]|\d\d+) (?:classes|pairs|errors|paths) (?:is|has|lies|stands|tells|brings|adds|counts)\b",
    r"\bits ancestors [^,.;]+ joins\b",
    r"\bits (?:ancestors|descendants) (?!.* and )[^,.;0-9]+ join\b",
    r"\b(?:They|It) are served\b",
    r"\bonly root, the root\b",
    r"\bfrom that and cost\b",
    r"\bsending both to a default\b",
    r"\bstands? in one set only\b",
    r"would have no common ancestor left",
    r"treated alike",
    r"  ",
    r" ,",
    r" \.",
    r"\.\.",
    r",,",
    r": :",
    r"\(\)",
    r"\bNone\b",
    r"^[a-z ]*\.$",
]


@each("name", PRESETS)
def test_no_sentence_has_a_wrong_number_or_an_unsaid_word(name: str):
    for measure, step, text in sentences(presets()[name]):
        for pattern in WRONG:
            assert not re.search(pattern, text), (measure, step.title, text)
        assert text.endswith("."), text
        # Terms of flows stand beside a network alone.
        if not any(isinstance(picture, NetworkPicture) for picture in step.pictures):
            assert not re.search(r"\bDT\b|\bDP\b|\bsink\b|\bsource\b|\[\d", text), (measure, text)
        elif "DT" in text:
            assert "DT and DP, the default classes, stand in for" in text


@each("name", PRESETS)
def test_a_walk_begins_with_its_aim(name: str):
    case = presets()[name]
    for measure in listed_measures():
        steps = measure.explain(case, measure.evaluate(case))
        aim = plain(measure.aim(case))
        assert aim, str(measure)
        assert aim[-1] in ".?", str(measure)
        if len(steps) > 1:
            assert plain(steps[0].text).startswith(aim + " "), str(measure)


# Signs and numbers as school teaches them, and names of values that the words before introduce.
KNOWN = {"+", "−", "·", "(", ")", ",", "√", "²", "…", "max\u00a0", "min\u00a0", "min", "max", "−1"}


@each("name", PRESETS)
def test_every_symbol_of_a_formula_is_explained(name: str):
    case = presets()[name]
    for measure in listed_measures():
        steps = measure.explain(case, measure.evaluate(case))
        known: set[str] = set()
        for i, (step, told) in enumerate(zip(steps, spelled_out(steps), strict=True)):
            if step.formula is None:
                assert not told
                continue
            here = [str(what) for what, _ in told]
            assert len(set(here)) == len(here), (str(measure), told)
            assert all(says.strip() for _, says in told), (str(measure), told)
            known |= set(here)
            for side in step.formula.sides:
                for term in terms_of(Formula((), (side,), "")):
                    if isinstance(term, Symbol):
                        assert str(term) in known, (str(measure), formula_text(step.formula), term)
                        assert i < len(steps) - 1 or str(term) in here, "the answer explains all of its symbols"
                    elif isinstance(term, str):
                        assert term in KNOWN or term in known or re.fullmatch(r"[\d./]+", term), (str(measure), term)


def test_symbols_are_explained_where_they_first_stand():
    steps = walk(load_case("12a"), "MGIA")
    told = [[str(what) for what, _ in line] for line in spelled_out(steps)]
    assert told == [
        ["f_error"],
        [],
        [],
        [],
        [],
        ["Ŷ", "Y", "D_max", "|", "△"],
        ["f_error", "Ŷ", "Y", "D_max", "|", "△"],
    ]


def test_a_number_that_is_set_points_to_its_setting():
    steps = walk(load_case("12a"), "MGIA")
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
        steps = walk(load_case(name), "MGIA")
        scale, last = steps[-2:]
        assert formula_text(scale.formula) == "| Ŷ △ Y | · D_max = 0 · 5 = 0"
        assert "0 classes are only the one" in plain(scale.text)
        zeros = " + ".join("0" for _ in load_case(name).true)
        zeros = f"( {zeros} )" if "+" in zeros else zeros
        assert formula_text(last.formula) == f"MGIA = 1 − f_error / (| Ŷ △ Y | · D_max) = 1 − {zeros} = 1"


def test_where_a_prediction_pays_is_told_from_the_case():
    said = [plain(step.text) for step in walk(load_case("12a"), "GIE") if step.title == "Pairs"]
    assert said == [
        "Classical takes Pop at 2. Without this pair the best total would be 7, too.",
        "Rock stays alone and pays 5. With a partner the best total would be 7, too.",
    ]
