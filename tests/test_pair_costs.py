"""Pairs that cost 1 less the similarity of their classes (Sun & Lim 2001): by hand, offered, in studies."""

import random
from dataclasses import replace

import numpy as np

from hierview import Case, evaluate, measures, parse_measure
from hierview.answers.counted import drawing_count
from hierview.model.extra import Extra
from hierview.study import Study, from_lists

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


def test_no_edge_is_counted_where_a_pair_costs_another_thing():
    """The cost 1 − 0 equals the distance of A and B."""
    case = Case.of([("A", "B")], ["A"], ["B"])
    case = replace(case, extra=Extra.of(case.hierarchy, similarity=[["A", "B", 0.0]]))
    for text, sides in (("TIE", {("A", "B"): "p"}), ('TIE(pair_cost="similarity")', {})):
        measure = parse_measure(text)
        assert drawing_count(case, measure, measure.evaluate(case)).sides == sides


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
    hidden = {(str(other), name) for other in others for name in {*other.params()} - {*other.offered(without)}}
    # Without a ranking, without a second parent, and without data.
    assert hidden == {("AHD", "k"), ("Severity", "k"), ("CoPHE", "per"), ("ICMNorm", "content")}


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
