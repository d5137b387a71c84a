"""Decision rules against the thesis's example, and against decisions found by looking at everything."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview.errors import CaseError, HierviewError
from hierview.explain import plain
from hierview.formats import preset, read_case, write_case
from hierview.formats.casefile import draft_from
from hierview.measures import parse_measure
from hierview.model.case import Draft
from hierview.model.hierarchy import Hierarchy
from hierview.rules import (
    RuleNumbers,
    decision_step,
    draft_and_rule,
    parse_rule,
    rule_numbers,
    rules_for,
    with_decision,
    with_number_changed,
)
from hierview.rules.probabilities import Threshold
from hierview.ui.explore.computed import predictions_by_rule
from tests.each import each

PROBABILITIES = [
    ["Root", "Arts", 0.2],
    ["Root", "Health", 0.21],
    ["Arts", "Music", 0.9],
    ["Arts", "Dance", 0.6],
    ["Health", "Fitness", 0.1],
    ["Health", "Medicine", 0.2],
]
EDGES = [[parent, child] for parent, child, _ in PROBABILITIES]
HEALTH = {"hierview": 1, "edges": EDGES, "true": ["Music"], "probabilities": PROBABILITIES}


def decision(rule: str, draft: Draft | None = None):
    return parse_rule(rule).decide(rule_numbers(draft or draft_from(HEALTH)))


def test_the_thesis_s_example():
    assert decision("Cascade").predicted == {"Medicine"}
    path = decision("MostProbablePath")
    assert path.predicted == {"Music"}
    assert path.runner_up == ("Dance", Fraction(12, 100))
    leaves = [1000 * path.values[c] for c in ("Music", "Dance", "Medicine", "Fitness")]
    assert leaves == [180, 120, 42, 21]
    assert decision("MostProbablePath(k=2)").predicted == {"Music", "Dance"}
    assert decision('MostProbablePath(k="all")').predicted == {"Music", "Dance", "Medicine", "Fitness"}


def test_a_refused_class_blocks_what_hangs_below():
    found = decision("Threshold(t=0.21)")
    assert found.predicted == {"Health"}
    assert found.blocked == {"Music", "Dance"}
    assert found.runner_up == ("Arts", Fraction(1, 5))
    assert decision("Threshold").predicted == set()
    assert decision("Threshold(t=0.2)").predicted == {"Music", "Dance", "Medicine"}
    assert decision("Cascade").blocked == {"Music", "Dance"}


def test_the_best_leaf_does_not_ask_the_hierarchy():
    draft = draft_from({**HEALTH, "scores": {"Arts": 9, "Dance": 0.5, "Fitness": 0.75, "Music": 0.75}})
    found = decision("BestLeaf", draft)
    assert found.predicted == {"Fitness"}
    assert found.runner_up == ("Music", Fraction(3, 4))
    assert found.notes
    assert decision("BestLeaf(k=3)", draft).predicted == {"Fitness", "Music", "Dance"}


VOTES = [["Music"], ["Music", "Dance"], ["Arts"], ["Fitness"], ["Medicine"], ["Music"]]


@pytest.mark.parametrize(
    ("rule", "predicted"),
    [
        ("Neighbours", set()),
        ("Neighbours(p=0.4)", {"Music"}),
        ("Neighbours(k=2)", {"Music", "Dance"}),
        ('Neighbours(k="all")', {"Music"}),
        ("Neighbours(k=6, p=0.6)", set()),
        # Music has its own two votes and that of Arts above it, Dance one and one.
        ('Neighbours(expanded="parents and children")', {"Music", "Arts"}),
        # A child votes for its parents: Arts has Music, Music with Dance, and its own.
        ('Neighbours(expanded="children")', {"Arts"}),
    ],
)
def test_neighbours_vote(rule: str, predicted: set[str]):
    assert decision(rule, draft_from({**HEALTH, "neighbours": VOTES})).predicted == predicted


def random_numbers(seed: int) -> RuleNumbers:
    chance = random.Random(seed)
    names = [f"c{i}" for i in range(chance.randint(1, 9))]
    edges = {
        (names[chance.randrange(i)], names[i]): Fraction(chance.randint(0, 4), 4)
        for i in range(1, len(names))
        for _ in range(chance.randint(0, 2))
    }
    return RuleNumbers(Hierarchy.from_edges(edges, [c for c in names if not any(c in e for e in edges)]), edges)


def paths(h: Hierarchy, c: str) -> list[list[str]]:
    """All root paths of a class, found by walking."""
    above = h.parents(c)
    return [[*path, c] for p in above for path in paths(h, p)] if above else [[c]]


def along(numbers: RuleNumbers, path: list[str]) -> Fraction:
    product = Fraction(1)
    for edge in pairwise(path):
        product *= numbers.probabilities[edge]
    return product


@each("seed", range(120))
def test_rules_against_all_paths(seed: int):
    numbers = random_numbers(seed)
    h = numbers.hierarchy
    leaves = [c for c in h.classes if not h.children(c)]
    best = {c: max(along(numbers, path) for path in paths(h, c)) for c in h.classes}
    found = parse_rule("MostProbablePath").decide(numbers)
    assert dict(found.values) == best
    assert found.predicted == {min(leaves, key=lambda c: (-best[c], c))}
    for t in (Fraction(1, 4), Fraction(1, 2), Fraction(1)):
        accepted = {
            c
            for c in h.classes
            if any(all(numbers.probabilities[edge] >= t for edge in pairwise(path)) for path in paths(h, c))
        }
        deepest = {c for c in accepted - set(h.roots) if not h.descendants(c) & accepted}
        assert Threshold(t).decide(numbers).predicted == deepest
    # A cascade goes on from child to child, and no sibling on its way is better.
    walked = parse_rule("Cascade").decide(numbers)
    (leaf,) = walked.predicted
    assert leaf in leaves
    for parent, child in walked.edges:
        assert all(
            numbers.probabilities[parent, other] <= numbers.probabilities[parent, child] for other in h.children(parent)
        )


def chain(levels: int, probability: Fraction) -> RuleNumbers:
    edges = {(f"c{i}", f"c{i + 1}"): probability for i in range(levels)}
    return RuleNumbers(Hierarchy.from_edges(edges), edges)


def test_products_are_exact_down_to_a_thousand_levels():
    p = Fraction("0.123456789012")
    assert parse_rule("MostProbablePath").decide(chain(1_000, p)).values["c1000"] == p**1_000


@pytest.mark.slow
def test_products_that_would_take_too_much_room_are_refused_at_once():
    """9,000 levels of 12 decimals: as they are multiplied out, they would fill 400 megabytes."""
    with pytest.raises(CaseError, match="probabilities: .* too many digits; fewer decimals or fewer levels are acc"):
        parse_rule("MostProbablePath").decide(chain(9_000, Fraction("0.123456789012")))
    numbers = chain(9_000, Fraction("0.123456789012"))
    assert parse_rule("Cascade").decide(numbers).predicted == {"c9000"}
    edges = [[*edge, float(p)] for edge, p in numbers.probabilities.items()]
    content = {"hierview": 1, "edges": [row[:2] for row in edges], "true": ["c1"], "predicted": ["c2"]}
    # No rule predicts c2, and the one that cannot decide is passed over.
    assert draft_and_rule(draft_from({**content, "probabilities": edges}))[1] == ""


@each("seed", range(20))
def test_leaves_are_ordered_exactly_however_near_they_are(seed: int):
    chance = random.Random(seed)
    near = [Fraction(1, 3**40) + Fraction(chance.randint(-2, 2), 10**k) for k in range(15, 45, 3)] + [Fraction(0)]
    shares = [max(Fraction(0), x) for x in near] + [Fraction(2) ** -k for k in (1, 63, 64, 65, 200)]
    edges = {("r", f"c{i}"): chance.choice(shares) for i in range(30)}
    numbers = RuleNumbers(Hierarchy.from_edges(edges), edges)
    order = sorted((c for _, c in edges), key=lambda c: (-edges["r", c], c))
    for k in range(1, 30):
        found = parse_rule(f"MostProbablePath(k={k})").decide(numbers)
        assert found.predicted == set(order[:k])
        assert found.runner_up == (order[k], edges["r", order[k]])


def test_texts_of_rules_parse_back_and_wrong_ones_are_told():
    draft = draft_from({**HEALTH, "scores": {"Music": 1}, "neighbours": VOTES})
    known = "Cascade MostProbablePath Threshold LocalAndSubtree Pareto BestLeaf Neighbours Hybrid"
    assert [str(rule) for rule in rules_for(rule_numbers(draft))] == known.split()
    for text in ("Threshold(t=0.3)", "Neighbours(k=3, p=1/3)", "MostProbablePath(k=4)"):
        assert parse_rule(str(parse_rule(text))) == parse_rule(text)
    for wrong in ("Nix", "Threshold(t=2)", "Cascade(k=1)", "__import__('os')"):
        with pytest.raises(HierviewError):
            parse_rule(wrong)


def test_a_decision_becomes_the_prediction():
    draft, rule = draft_and_rule(draft_from(HEALTH))
    assert rule == "Cascade"
    assert draft.predicted == {"Medicine"}
    assert draft_and_rule(draft) == (draft, "Cascade")
    other = with_decision(draft, parse_rule("MostProbablePath"))
    assert other.predicted == {"Music"}
    assert draft_and_rule(other) == (other, "MostProbablePath")
    with pytest.raises(CaseError, match="needs scores"):
        with_decision(draft, parse_rule("BestLeaf"))
    assert draft_and_rule(Draft(draft.hierarchy)) == (Draft(draft.hierarchy), "")


def test_numbers_are_changed_one_by_one():
    draft = draft_from(HEALTH)
    more = with_number_changed(draft, {"op": "probability", "parent": "Root", "child": "Arts", "value": 0.22})
    assert decision("Cascade", more).predicted == {"Music"}
    assert read_case(write_case(more)) == more
    none = with_number_changed(more, {"op": "probability", "parent": "Root", "child": "Arts", "value": None})
    assert ("Root", "Arts") not in rule_numbers(none).probabilities
    scored = with_number_changed(draft, {"op": "score", "name": "Dance", "value": -2})
    assert rule_numbers(scored).scores == {"Dance": -2}
    assert with_number_changed(scored, {"op": "score", "name": "Dance", "value": None}) == draft


json_values = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers())


@given(st.sampled_from(["probability", "score"]), json_values, json_values, json_values)
def test_any_number_from_outside_is_taken_or_told(op: str, name, child, value):
    draft = draft_from(HEALTH)
    for who in ({"parent": name, "child": child, "name": name}, {"parent": "Root", "child": "Arts", "name": "Arts"}):
        try:
            after = with_number_changed(draft, {"op": op, **who, "value": value})
        except HierviewError:
            continue
        assert read_case(write_case(after)) == after


def test_the_step_says_what_was_followed_blocked_and_next():
    draft = draft_from(HEALTH)
    step = decision_step(draft, parse_rule("Cascade"))
    picture = step.pictures[0]
    assert picture.edges == {("Root", "Health"): "p", ("Health", "Medicine"): "p"}
    assert {c for c, look in picture.looks.items() if look.side == "p"} == {"Root", "Health", "Medicine"}
    assert {c for c, look in picture.looks.items() if look.emphasis == "dropped"} == {"Music", "Dance"}
    assert picture.looks["Arts"].emphasis == "about"
    assert picture.looks["Arts"].value == "0.2"
    assert picture.looks["Medicine"].mark == "predicted"
    assert json.dumps([str(w) for w in step.text]).count("Arts") == 1


TREE = [["r", "a"], ["r", "b"], ["a", "x"], ["a", "y"], ["b", "z"]]


def test_local_and_subtree_keeps_inner_classes_beside_leaves():
    draft = draft_from(
        {
            "hierview": 1,
            "edges": TREE,
            "true": ["x"],
            "probabilities": [["r", "a", 0.8], ["r", "b", 0.3], ["a", "x", 0.9], ["a", "y", 0.4], ["b", "z", 1]],
            "scores": {"a": 0.6, "r": 0.1, "b": 1},
        }
    )
    found = parse_rule("LocalAndSubtree").decide(rule_numbers(draft))
    assert found.predicted == {"a", "x"}
    assert found.blocked == {"z"}
    assert found.runner_up == ("y", Fraction(2, 5))
    assert with_decision(draft, parse_rule("LocalAndSubtree(t=0.3)")).predicted == {"a", "x", "y", "b", "z"}


def test_pareto_goes_as_deep_as_the_threshold_lets_it():
    probabilities = [["r", "a", 0.8], ["r", "b", 0.2], ["a", "x", 0.5], ["a", "y", 0.5], ["b", "z", 1]]
    draft = draft_from({"hierview": 1, "edges": TREE, "true": ["x"], "probabilities": probabilities})
    answers = [with_decision(draft, parse_rule(f"Pareto(t={t})")).predicted for t in (1, 0.8, 0.5, 0.4, 0.1)]
    assert answers == [{"r"}, {"a"}, {"a"}, {"x"}, {"x"}]
    found = parse_rule("Pareto(t=0.5)").decide(rule_numbers(draft))
    assert found.runner_up == ("x", Fraction(2, 5))
    by = parse_rule('Pareto(t=0.1, by="information")')
    assert by.decide(rule_numbers(draft)).predicted == {"x"}
    assert parse_rule('Pareto(t=0.2, by="information")').decide(rule_numbers(draft)).predicted == {"x"}


def test_a_hybrid_adds_what_the_filter_lets_pass():
    content = {
        "hierview": 1,
        "edges": TREE,
        "true": ["x"],
        "probabilities": [["r", "a", 0.8], ["a", "x", 0.9]],
        "neighbours": [["y", "z"], ["y", "z"], ["y"]],
    }
    draft = draft_from(content)
    assert with_decision(draft, parse_rule("Hybrid")).predicted == {"x", "y", "z"}
    draft = draft_from({**content, "scores": {"y": 0.5, "z": 0.51}})
    assert with_decision(draft, parse_rule("Hybrid")).predicted == {"x", "z"}
    assert with_decision(draft, parse_rule("Hybrid(t=0.6)")).predicted == {"x"}
    assert parse_rule("Hybrid").decide(rule_numbers(draft)).blocked == {"y"}
    assert with_decision(draft, parse_rule('Hybrid(base="the best child", p=1)')).predicted == {"x"}
    del content["probabilities"]
    assert with_decision(draft_from(content), parse_rule("Hybrid(k=2)")).predicted == {"y", "z"}


def test_rules_side_by_side_say_what_they_predict_or_why_they_cannot():
    rules = [parse_rule("Cascade"), parse_rule("Threshold(t=0.2)"), parse_rule("Neighbours")]
    rows = predictions_by_rule(preset("t4"), rules, [parse_measure("hF")])
    assert [plain(told) for _, told, _ in rows[:2]] == ["Medicine", "Dance, Medicine and Music"]
    assert [value for *_, value in rows] == ["0.33", "0.67", "–"]
    assert rows[1][0].endswith("(t = 0.2)")
    assert "needs neighbours" in rows[2][1]
