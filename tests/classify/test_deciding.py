"""Rules over many documents at once decide as the rules of single cases do, on trees and on DAGs, ties included."""

import random
from fractions import Fraction
from math import prod

import numpy as np
import pytest

from hierview import Hierarchy
from hierview.classify.estimators import deciding
from hierview.classify.estimators.deciding import decided, exact_product, greatest_products
from hierview.classify.estimators.node_scores import EPS, MICRO, NodeScores, batch_scores, flat_scores
from hierview.classify.estimators.numbered_hierarchy import NumberedHierarchy
from hierview.errors import LearningError
from hierview.rules import parse_rule
from hierview.rules import with_decision as decided_case
from tests.effort import times

pytestmark = pytest.mark.slow

RULES = (
    "Cascade",
    "MostProbablePath",
    "MostProbablePath(k=3)",
    'MostProbablePath(k="all")',
    "Threshold",
    "Threshold(t=0.3)",
    "LocalAndSubtree(t=0.3)",
    "Pareto(t=0.2)",
    "Pareto(t=0.25)",
)


def random_layout(rng: random.Random) -> NumberedHierarchy:
    """A tree, a DAG or a forest of 2 to 14 classes."""
    n = rng.randint(2, 14)
    names = [f"c{i:02}" for i in range(n)]
    rng.shuffle(names)
    shape = rng.choice(("tree", "DAG", "forest"))
    edges = []
    for i in range(1, n):
        if shape == "forest" and rng.random() < 0.2:
            continue
        parents = rng.sample(range(i), min(i, rng.choice((1, 1, 2, 3)) if shape == "DAG" else 1))
        edges += [(names[p], names[i]) for p in parents]
    return NumberedHierarchy(Hierarchy.from_edges(edges, names))


def random_scores(layout: NumberedHierarchy, rng: random.Random, documents: int, local: bool = False) -> NodeScores:
    """Few different values, so that products are often equal, and some that are too small to keep."""
    values = (0, 0.0001, 0.003, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 0.999999, 1, 1 / 3, 2 / 3)
    dense = np.array([[rng.choice(values) for _ in range(documents)] for _ in range(len(layout))])
    own = np.array([[rng.choice(values) for _ in range(documents)] for _ in range(len(layout))])
    own[layout.is_leaf] = 1
    return batch_scores(layout, dense, own if local else None, np.ones(documents))


@pytest.mark.parametrize("rule", [rule for rule in RULES if "Local" not in rule])
def test_rules_decide_as_they_do_case_by_case(rule: str):
    rng = random.Random(rule)
    asked = parse_rule(rule)
    for _ in range(times(30, 3000)):
        layout = random_layout(rng)
        scores = random_scores(layout, rng, 5)
        found = layout.class_sets(decided(scores, asked))
        for i, predicted in enumerate(found):
            draft = scores.case(i)
            one = decided_case(draft, asked).predicted - ({layout.nodes[0]} if layout.artificial else set())
            assert predicted == one, (layout.hierarchy.edges, draft.extra)


def test_documents_that_are_decided_one_after_the_other_are_decided_alike(monkeypatch):
    rng = random.Random(13)
    for _ in range(20):
        scores = random_scores(random_layout(rng), rng, 9, local=True)
        whole = [decided(scores, rule) for rule in RULES]
        monkeypatch.setattr(deciding, "ENTRIES", rng.choice((1, len(scores.columns) // 2)))
        for rule, found in zip(RULES, whole, strict=True):
            assert (decided(scores, rule) != found).nnz == 0
        monkeypatch.undo()


def test_local_and_subtree_asks_both():
    rng = random.Random(5)
    for _ in range(times(100, 2000)):
        layout = random_layout(rng)
        scores = random_scores(layout, rng, 5, local=True)
        t = Fraction(3, 10)
        for i, predicted in enumerate(layout.class_sets(decided(scores, f"LocalAndSubtree(t={float(t)})"))):
            subtree = dict(scores.case(i).extra.probabilities)
            part = slice(scores.starts[i], scores.starts[i + 1])
            own = dict(zip(scores.columns[part].tolist(), scores.local[part].tolist(), strict=True))
            through = {layout.nodes[0]}
            for c in layout.hierarchy.top_down:
                if any(p in through and subtree.get((p, c), 0) >= t for p in layout.hierarchy.parents(c)):
                    through.add(c)
            expected = {c for c in through if Fraction(f"{own.get(layout.index[c], 0):.6f}") >= t}
            assert predicted == expected - ({layout.nodes[0]} if layout.artificial else set())


def test_products_are_those_of_the_best_paths():
    rng = random.Random(7)
    for _ in range(times(60, 1000)):
        layout = random_layout(rng)
        scores = random_scores(layout, rng, 3)
        found = greatest_products(scores)
        for e in range(len(scores.columns)):
            exact = exact_product(scores, e)
            assert found[e] == pytest.approx(float(exact), rel=1e-12, abs=1e-300)


def test_what_is_kept_is_enough_for_a_cascade_and_for_a_leaf():
    """A hierarchy so wide that every marginal is tiny: the cascade's way is there, and every kept class has a leaf."""
    names = [f"{i:03}" for i in range(300)]
    edges = [("root", "a"), *(("a", c) for c in names)]
    layout = NumberedHierarchy(Hierarchy.from_edges(edges))
    dense = np.full((302, 2), 1e-5)
    dense[layout.index["a"]] = (0.5, 0.00001)
    dense[layout.index["123"], 0] = 2e-5
    scores = batch_scores(layout, dense, None, np.ones(2))
    assert layout.class_sets(decided(scores, "Cascade")) == [frozenset({"123"}), frozenset({"000"})]
    assert layout.class_sets(decided(scores, "MostProbablePath")) == [frozenset({"123"}), frozenset({"000"})]
    assert prod((0.5, 2e-5)) < EPS


def test_scores_in_millionths_come_back_exactly():
    layout = NumberedHierarchy(Hierarchy.from_edges([("r", "a"), ("r", "b")]))
    for k in (1, 333_333, 499_999, 500_000, 999_999, 123_457):
        dense = np.array([[1.0], [k / MICRO], [0.5]])
        assert k in batch_scores(layout, dense, None, np.ones(1)).micros.tolist()


def test_a_flat_classifier_takes_its_best_leaf():
    layout = NumberedHierarchy(Hierarchy.from_edges([("r", "a"), ("r", "b"), ("a", "x"), ("a", "y")]))
    leaves = np.array(sorted(layout.index[c] for c in "bxy"), np.int32)
    order = [layout.nodes[k] for k in leaves.tolist()]
    values = np.array([[{"b": 0.2, "x": 0.7, "y": 0.7}[c] for c in order], [0, 0, 0]])
    scores = flat_scores(layout, leaves, values)
    assert layout.class_sets(decided(scores, "BestLeaf")) == [frozenset({"x"}), frozenset()]
    assert decided_case(scores.case(0), parse_rule("BestLeaf")).predicted == {"x"}
    with pytest.raises(LearningError, match="BestLeaf can"):
        decided(scores, "Cascade")
