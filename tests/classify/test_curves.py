"""Curves against a look at every threshold, and against their definitions."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss, log_loss

from hierview import Hierarchy
from hierview.classify.calibration import calibration, calibration_by_branch, calibration_of_answers
from hierview.classify.curves import (
    coherence_of_scores,
    measure_values,
    node_thresholds,
    operating_curve,
    pareto_sequence,
    path_products,
    risk_coverage,
    specificities,
)
from hierview.classify.estimators.deciding import decided, greatest_products
from hierview.classify.estimators.node_scores import batch_scores
from hierview.classify.estimators.numbered_hierarchy import NumberedHierarchy
from hierview.errors import LearningError
from hierview.measures import parse_measure
from hierview.model.case import Case
from hierview.study.results.statistics import draw_counts
from tests.classify.test_deciding import random_layout, random_scores
from tests.effort import times

ROCK = NumberedHierarchy(Hierarchy.from_edges([("r", "a"), ("r", "b"), ("a", "x"), ("a", "y")]))


def rock(*probabilities: dict[str, float]):
    dense = np.zeros((5, len(probabilities)))
    for i, given in enumerate(probabilities):
        for c, p in given.items():
            dense[ROCK.index[c], i] = p
    return batch_scores(ROCK, dense, None, np.ones(len(probabilities)))


def test_the_sequence_rises_in_depth_as_probability_falls():
    scores = rock({"a": 0.6, "b": 0.4, "x": 0.5, "y": 0.25})
    found = pareto_sequence(scores, 0, path_products(scores), specificities(ROCK))
    assert [(round(p, 6), ROCK.nodes[k]) for p, k in found] == [(1, "r"), (0.6, "a"), (0.3, "x")]


def test_the_rule_answers_from_the_sequence():
    rng = random.Random(3)
    for _ in range(times(60, 1000)):
        layout = random_layout(rng)
        scores = random_scores(layout, rng, 4)
        special = specificities(layout)
        for t in (0.15, 0.4, 0.7):
            found = layout.class_sets(decided(scores, f"Pareto(t={t})"))
            for i in range(4):
                sequence = pareto_sequence(scores, i, path_products(scores), special)
                assert all(a > b for (a, _), (b, _) in pairwise(sequence))
                assert all(special[a] < special[b] for (_, a), (_, b) in pairwise(sequence))
                answer = [k for p, k in sequence if p >= t - 1e-15][-1]
                expected = set() if answer == 0 and layout.artificial else {layout.nodes[answer]}
                assert found[i] == expected


def test_coherent_marginals_answer_along_one_path_above_one_half():
    rng = np.random.default_rng(4)
    layout = NumberedHierarchy(
        Hierarchy.from_edges([("r", c) for c in "abc"] + [(p, p + q) for p in "abc" for q in "xyz"])
    )
    dense = np.ones((len(layout), 50))
    for parent in range(len(layout)):
        below = list(layout.children[parent])
        if below:
            dense[below] = rng.dirichlet(np.full(len(below), 0.3), 50).T
    scores = batch_scores(layout, dense, None, np.ones(50))
    assert coherence_of_scores(scores).child_above_parent == 0
    assert coherence_of_scores(scores).children_above_parent == 0
    for i in range(50):
        path = [
            layout.nodes[k]
            for p, k in pareto_sequence(scores, i, path_products(scores), specificities(layout))
            if p > 0.5
        ]
        assert all(a in layout.hierarchy.ancestors(b) for a, b in pairwise(path))


@pytest.mark.parametrize("measure", ["hF", "TIE", "LCaF"])
def test_an_operating_curve_is_right_at_every_threshold(measure: str):
    rng = random.Random(measure)
    asked = parse_measure(measure)
    for _ in range(times(6, 100)):
        layout = random_layout(rng)
        scores = random_scores(layout, rng, 6)
        own = [c for c in layout.nodes if c != layout.nodes[0] or not layout.artificial]
        true = [{rng.choice(own)} for _ in range(6)]
        curve = operating_curve(scores, measure_values(asked, layout, true))
        special = specificities(layout)
        tried = sorted({*curve.thresholds.tolist(), 1.0, 0.5, 0.123, 1e-9})
        for t in tried:
            whole = 0.0
            for i in range(6):
                answers = [k for p, k in pareto_sequence(scores, i, path_products(scores), special) if p >= t]
                given = {layout.nodes[answers[-1]]} if answers else set()
                given -= {layout.nodes[0]} if layout.artificial else set()
                value = asked.evaluate(Case(layout.original, frozenset(true[i]), frozenset(given))).value
                whole += 0 if value is None else float(value)
            assert curve.value_at(t) == pytest.approx(whole / 6, abs=1e-12)


def brute_fmax(scores, layout, true):
    """Every threshold that occurs, every document's set made anew."""
    values = scores.marginal.tolist()
    best = (0.0, 1.0)
    for t in sorted({v for v, k in zip(values, scores.columns.tolist(), strict=True) if k and v}, reverse=True):
        precision, recall, answered = 0.0, 0.0, 0
        for i in range(len(scores)):
            own = {
                layout.nodes[k]
                for v, k, row in zip(values, scores.columns.tolist(), scores.rows.tolist(), strict=True)
                if row == i and v >= t
            }
            root = {layout.nodes[0]}
            given = layout.hierarchy.closure(own) - root
            truth = layout.hierarchy.closure(true[i]) - root
            if given:
                answered += 1
                precision += len(given & truth) / len(given)
            recall += len(given & truth) / len(truth)
        if answered:
            p, r = precision / answered, recall / len(scores)
            f = 2 * p * r / (p + r) if p + r else 0.0
            if f >= best[0] - 1e-12:
                best = (max(f, best[0]), t)
    return best


def test_fmax_looks_at_every_threshold():
    rng = random.Random(8)
    for _ in range(times(40, 500)):
        layout = random_layout(rng)
        scores = random_scores(layout, rng, 5)
        below = list(layout.nodes[1:])
        true = [set(rng.sample(below, min(len(below), rng.randint(1, 2)))) for _ in range(5)]
        found = node_thresholds(scores, layout.label_matrix([sorted(y) for y in true], 5)).best("Fmax")
        value, threshold = brute_fmax(scores, layout, true)
        assert found.value == pytest.approx(value)
        if value:
            assert found.low < threshold <= found.high
            assert 0 < found.coverage <= 1


def test_risk_and_coverage_with_ties():
    found = risk_coverage([0.9, 0.5, 0.5, 0.1], [0, 1, 0, 1])
    assert found.risk.tolist() == pytest.approx([0, 0.25, 1 / 3, 0.5])
    assert found.area == pytest.approx((0 + 0.25 + 1 / 3 + 0.5) / 4)
    ideal = risk_coverage([4, 3, 2, 1], [0, 0, 1, 1])
    assert ideal.excess == 0
    assert found.excess == pytest.approx(found.area - ideal.area)
    with pytest.raises(LearningError, match="1 confidences and 2 losses"):
        risk_coverage([1], [1, 2])


def test_calibration_is_as_scikit_learn_has_its_parts():
    rng = np.random.default_rng(5)
    p = rng.random(400)
    t = rng.random(400) < p**2
    found = calibration(p, t)
    assert found.brier == pytest.approx(brier_score_loss(t, p))
    assert found.log_loss == pytest.approx(log_loss(t, p))
    assert found.pair_counts.sum() == 400
    assert found.pair_counts.max() - found.pair_counts.min() <= 1
    assert found.error > calibration(p, rng.random(400) < p).error
    certain = calibration([0.0, 1.0], [True, False])
    assert certain.error == 1
    assert np.isfinite(certain.log_loss)


@pytest.mark.parametrize("levels", [1, 2, 5, 1000])
@pytest.mark.parametrize("n", [1, 2, 14, 15, 16, 17, 50, 1003])
def test_bins_of_calibration_are_of_equal_numbers_also_among_equal_probabilities(n, levels):
    rng = np.random.default_rng(n)
    p = rng.integers(0, levels + 1, n) / levels
    t = rng.random(n) < p
    groups = np.array_split(np.argsort(p, kind="stable"), min(15, n))
    found = calibration(p, t)
    assert found.pair_counts.tolist() == [len(group) for group in groups]
    assert found.probability == pytest.approx([p[group].mean() for group in groups])
    assert found.share == pytest.approx([t[group].mean() for group in groups])


def test_calibration_by_branch_and_of_answers():
    scores = rock({"a": 0.6, "b": 0.4, "x": 0.5, "y": 0.5}, {"a": 0.2, "b": 0.8})
    true = ROCK.label_matrix([["x"], ["b"]], 2)
    found = dict(calibration_by_branch(scores, true))
    # Stored are a and b of both, and x, y of the first; the cascade of the second ends at b, x stands below its a.
    assert {name: int(one.pair_counts.sum()) for name, one in found.items()} == {"a": 5, "b": 2}
    assert found["b"].brier == pytest.approx((0.4**2 + 0.2**2) / 2, abs=1e-6)
    answers = calibration_of_answers(scores, true, ROCK.label_matrix([["x"], ["b"]], 2))
    assert answers is not None
    assert answers.pair_counts.sum() == 2
    assert answers.brier == pytest.approx((0.7**2 + 0.2**2) / 2, abs=1e-6)
    assert calibration_of_answers(scores, true, ROCK.label_matrix([[], ["r"]], 2)) is None


def test_limits_of_calibration_are_those_of_resampled_documents():
    rng = np.random.default_rng(9)
    documents = np.repeat(np.arange(40), 5)
    p = rng.random(200)
    t = rng.random(200) < p
    found = calibration(p, t, documents=documents)
    bins = np.empty(200, int)
    for k, group in enumerate(np.array_split(np.argsort(p, kind="stable"), 15)):
        bins[group] = k
    drawn = []
    for counts in np.concatenate(list(draw_counts(40, 1000))):
        weights = counts[documents]
        off = [abs((weights * (p - t))[bins == k].sum()) for k in range(15)]
        drawn.append((sum(off) / weights.sum(), (weights * (p - t) ** 2).sum() / weights.sum()))
    for one, value, column in zip(found.limits, (found.error, found.brier), np.array(drawn).T, strict=False):
        assert one.value == value
        assert (one.low, one.high) == pytest.approx(tuple(np.quantile(column, (0.025, 0.975))))
    assert calibration([0.5, 0.5], [True, True], documents=[0, 1]).limits[0].why
    assert calibration(p, t).limits == ()


def test_incoherent_marginals_are_counted():
    scores = rock({"a": 0.6, "b": 0.9, "x": 0.9, "y": 0.9})
    assert coherence_of_scores(scores).child_above_parent == 0
    assert coherence_of_scores(scores).children_above_parent == 1
    assert greatest_products(scores).max() == 1
