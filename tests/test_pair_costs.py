"""Pairs that cost 1 less the similarity of their classes (Sun & Lim 2001): against brute force, shown, kept."""

import random
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from hierview import Case, evaluate, measures, parse_measure
from hierview.explain import plain
from hierview.measures import Measure
from hierview.model.extra import Extra
from hierview.study import Study, from_lists
from tests.effort import times
from tests.oracle import brute_pair_costs as brute
from tests.oracle import brute_similarity
from tests.samples import samples

NAMES = ("TIE", "AllPairs", "GIE", "MGIA", "Flow")
EDGES = [("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock"), ("Arts", "Theater")]
ALIKE = [
    ["Music", "Pop", 0.6],
    ["Music", "Rock", 0.5],
    ["Music", "Theater", 0.2],
    ["Pop", "Rock", 0.8],
    ["Pop", "Theater", 0.1],
    ["Rock", "Theater", 0],
]


def case_of(true: list[str], predicted: list[str], rows: object = ALIKE) -> Case:
    case = Case.of(EDGES, true, predicted)
    return Case(case.hierarchy, case.true, case.predicted, extra=Extra.of(case.hierarchy, similarity=rows))


def expected(measure: Measure, costs: dict, predicted: list[str], true: list[str]) -> Fraction | None:
    """The value by brute force."""
    m, n = len(predicted), len(true)
    name = measure.spec.name
    if name == "TIE":
        return next(iter(costs.values())) if m == n == 1 else None
    if name == "AllPairs":
        return sum(costs.values(), Fraction(0)) if m and n else None
    price, limit = measure.default_cost, measure.max_distance
    if name == "Flow":
        words = {"N": n, "M": m}
        bounds = [words.get(b, b) for b in (measure.alpha_p, measure.beta_p, measure.alpha_t, measure.beta_t)]
        for i, bound in ((1, measure.beta_p), (3, measure.beta_t)):
            bounds[i] = max(1, bounds[i]) if isinstance(bound, str) else bounds[i]
        return None if price is None and not (m and n) else brute.cheapest(costs, predicted, true, bounds, price, limit)
    if name == "GIE":
        return brute.cheapest(costs, predicted, true, (1, 1, 1, 1), price, limit)
    if measure.pairing == "nearest":
        found = brute.nearest(costs, predicted, true, price, limit)
    else:
        found = brute.cheapest(costs, predicted, true, (1, max(1, n), 1, max(1, m)), price, limit)
    return brute.as_share(found, predicted, true, price)


def random_measure(rng: random.Random) -> Measure:
    name = rng.choice(NAMES)
    told = ['pair_cost="similarity"']
    if name in ("GIE", "MGIA", "Flow"):
        told.append(f"default_cost={rng.choice(('0.3', '1', '5', *(['None'] if name == 'Flow' else [])))}")
        told.append(f"max_distance={rng.choice(('None', '0.5', '1', '0'))}")
    if name == "MGIA":
        told.append("pairing=" + rng.choice(('"exact"', '"nearest"')))
    if name == "Flow":
        bounds = rng.choice(
            ((1, 1, 1, 1), (1, '"N"', 1, '"M"'), (0, 2, 1, 2), ('"N"', '"N"', '"M"', '"M"'), (2, 2, 0, 3))
        )
        told += [f"{key}={b}" for key, b in zip(("alpha_p", "beta_p", "alpha_t", "beta_t"), bounds, strict=True)]
    return parse_measure(f"{name}({', '.join(told)})")


@pytest.mark.parametrize("given", [True, False])
def test_every_value_is_that_of_brute_force(given: bool):
    """With similarities that come with the case, and with those of the hierarchy where none do."""
    tried = 0
    for seed, sample in enumerate(samples(times(250, 3000))):
        true, predicted = sorted(sample.true), sorted(sample.predicted)
        if len(true) * len(predicted) > 9:
            continue
        rng = random.Random(seed)
        case, classes = sample.case, sorted(sample.case.hierarchy.classes)
        if given:
            table = {pair: Fraction(rng.randint(-10, 10), 10) for pair in combinations(classes, 2)}
            rows = [[*pair, float(value)] for pair, value in table.items()]
            case = Case(case.hierarchy, case.true, case.predicted, extra=Extra.of(case.hierarchy, similarity=rows))
            if not table:
                continue
        else:
            table = {
                (a, b): brute_similarity.wu_palmer(sample.edges, a, b, sample.classes)
                for a, b in combinations_with_replacement(sorted({*true, *predicted}), 2)
            }
        costs = brute.costs_of(table, predicted, true)
        for _ in range(4):
            measure = random_measure(rng)
            result, value = measure.evaluate(case), expected(measure, costs, predicted, true)
            assert (result.value is None) == (value is None), (seed, str(measure), result.notes)
            assert value is None or result.value == float(value), (seed, str(measure))
            tried += 1
    assert tried > 400


def test_by_hand():
    case = case_of(["Pop", "Theater"], ["Rock", "Music"])
    # Rock – Pop 0.2, Rock – Theater 1, Music – Pop 0.4, Music – Theater 0.8
    assert evaluate(case, 'AllPairs(pair_cost="similarity")').value == 2.4
    assert evaluate(case, 'GIE(default_cost=1, pair_cost="similarity")').value == 1
    assert evaluate(case, 'MGIA(default_cost=1, pair_cost="similarity")').value == 0.75
    nearest = evaluate(case, 'MGIA(default_cost=1, pairing="nearest", pair_cost="similarity")')
    assert nearest.parts["f_error"] == 1.4
    assert evaluate(case_of(["Pop"], ["Rock"]), 'TIE(pair_cost="similarity")').value == 0.2
    assert evaluate(case_of(["Pop"], ["Pop"]), 'TIE(pair_cost="similarity")').value == 0


def test_a_marked_class_without_a_similarity_leaves_it_undefined():
    case = case_of(["Arts"], ["Pop"])
    for name in NAMES:
        measure = parse_measure(f'{name}(pair_cost="similarity")')
        result = measure.evaluate(case)
        assert result.value is None
        assert "class 'Arts' is marked and stands in no row" in result.notes[-1]
        for view in measure.views(case):
            assert plain(measure.view(case, result, view).text) == result.notes[-1]
        assert measure.explain(case, result)


def test_the_control_is_offered_where_similarities_are():
    with_them, without = case_of(["Pop"], ["Rock"]), Case.of(EDGES, ["Pop"], ["Rock"])
    for name in NAMES:
        plain_one, chosen = parse_measure(name), parse_measure(f'{name}(pair_cost="similarity")')
        assert "pair_cost" in plain_one.offered(with_them)
        assert "pair_cost" not in plain_one.offered(without)
        assert "pair_cost" in chosen.offered(without)
        assert str(chosen) == f'{name}(pair_cost="similarity")'
        assert chosen.label() == f"{name} (similarity)"
    others = [cls() for name, cls in measures().items() if name not in NAMES]
    assert all(other.offered(without) == tuple(other.params()) for other in others)


def test_a_study_hands_them_to_evaluate():
    h = Case.of(EDGES, ["Pop"], ["Pop"]).hierarchy
    rng = random.Random(3)
    names = [c for c in h.classes if c != "Arts"]
    true, predicted = ([rng.sample(names, rng.randint(1, 3)) for _ in range(60)] for _ in "tp")
    study = Study.read(h, from_lists(true), {"run": from_lists(predicted)}, similarity=ALIKE)
    texts = [f'{name}(pair_cost="similarity")' for name in NAMES] + ["GIE"]
    scores = study.score(texts)
    for i, instance in enumerate(study.data.ids):
        case = study.case(instance, "run")
        for text in texts:
            value = evaluate(case, text).value
            assert scores.column(text)[i, 0] == value or (value is None and np.isnan(scores.column(text)[i, 0]))
    assert not np.array_equal(scores.column(texts[2]), scores.column("GIE"))
