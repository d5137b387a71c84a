"""The flow network of the pair-based measures, and the bounds of the others as presets of `Flow`."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import networkx as nx
import pytest

from hierview import Case, evaluate, load_case, measures, parse_measure
from hierview.explain import HierarchyPicture, NetworkNode, NetworkPicture, PairsPicture, number, plain
from hierview.measures.pairs.cheapest import cheapest_flow
from hierview.measures.pairs.family import PairMeasure
from hierview.measures.pairs.flow import solve
from hierview.measures.pairs.graph_induced import Gie, Mgia
from hierview.measures.pairs.network import MOST_ARCS, MOST_WITH_FLOW, VIEW, network_picture
from hierview.measures.pairs.sums import AllPairs, Flow, TreeInducedError
from tests.each import each
from tests.effort import times
from tests.samples import PRESETS, listed_measures, presets, samples

SOURCE, SINK = NetworkNode("source"), NetworkNode("sink")
DP, DT = NetworkNode("predicted"), NetworkNode("true")

PAIR_MEASURES = tuple(m for m in listed_measures() if isinstance(m, PairMeasure))
CASES = {**presets(), **{f"random {i}": s.case for i, s in enumerate(samples(times(100, 1000), seed=3))}}

every_pair_measure = pytest.mark.parametrize("measure", PAIR_MEASURES, ids=str)


def view(case: Case, measure: str | PairMeasure):
    measure = parse_measure(measure) if isinstance(measure, str) else measure
    return measure.view(case, measure.evaluate(case), VIEW)


def network(case: Case, measure: str | PairMeasure) -> NetworkPicture:
    (picture,) = view(case, measure).pictures
    assert isinstance(picture, NetworkPicture)
    return picture


# The solver


def test_the_cheapest_flow_costs_what_networkx_finds():
    """On any network: also costs below nothing, nodes without an arc, and supplies that cannot be met."""
    rng, met = Random(1), 0
    for _ in range(times(300, 3000)):
        nodes = range(rng.randint(2, 8))
        ends = [(a, b) for a in nodes for b in nodes if a != b]
        arcs = [(*end, rng.randint(0, 4), rng.randint(-6, 9)) for end in rng.sample(ends, rng.randint(1, len(ends)))]
        supply = {node: rng.randint(-2, 2) for node in nodes}
        supply[0] -= sum(supply.values())
        graph = nx.DiGraph()
        graph.add_nodes_from((node, {"demand": -amount}) for node, amount in supply.items())
        graph.add_edges_from((a, b, {"capacity": most, "weight": cost}) for a, b, most, cost in arcs)
        flow = cheapest_flow(arcs, supply)
        if flow is None:
            with pytest.raises(nx.NetworkXUnfeasible):
                nx.network_simplex(graph)
            continue
        met += 1
        assert sum(amount * cost for amount, (*_, cost) in zip(flow, arcs, strict=True)) == nx.network_simplex(graph)[0]
        assert all(0 <= amount <= most for amount, (_, _, most, _) in zip(flow, arcs, strict=True))
        for node in nodes:
            sent = sum(((node == a) - (node == b)) * amount for amount, (a, b, *_) in zip(flow, arcs, strict=True))
            assert sent == supply[node]
    assert met > 50


# Presets


def test_a_preset_is_a_set_of_parameters():
    for cls in measures().values():
        for name, values in cls.presets.items():
            measure = cls(**values)
            assert name
            assert set(values) <= set(cls.params())
            assert parse_measure(str(measure)) == measure
    assert list(Flow.presets) == ["tree-induced", "all pairs", "GIE", "MGIA"]
    assert Gie.presets == {}


@pytest.mark.parametrize(
    ("name", "cls"), [("tree-induced", TreeInducedError), ("all pairs", AllPairs), ("GIE", Gie), ("MGIA", Mgia)]
)
def test_the_bounds_of_a_measure_give_its_error(name: str, cls: type[PairMeasure]):
    flow, compared = Flow(**Flow.presets[name]), 0
    for where, case in CASES.items():
        own, result = cls().evaluate(case), flow.evaluate(case)
        if cls is TreeInducedError and not len(case.true) == len(case.predicted) == 1:
            # Its bounds can be met by several classes, too; the measure speaks of one pair only.
            assert own.value is None
            continue
        assert result.parts.get("f_error") == own.parts.get("f_error"), where
        assert (result.witness and result.witness.pairs) == (own.witness and own.witness.pairs), where
        compared += own.value is not None
    assert compared > 20


# The picture


def test_15_as_the_paper_draws_it():
    """K15 Figure 6 with M = 2 and N = 1."""
    picture = network(load_case("15"), "MGIA")
    opera, rock = NetworkNode("predicted", "Opera"), NetworkNode("predicted", "Rock")
    drama = NetworkNode("true", "Drama")
    assert picture.columns == ((SOURCE,), (opera, rock, DP), (drama, DT), (SINK,))
    assert {(a.tail, a.head): (a.capacity, a.cost, a.flow, a.chosen) for a in picture.arcs} == {
        (SOURCE, opera): ("[1; 1]", "", 1, True),
        (SOURCE, rock): ("[1; 1]", "", 1, True),
        (SOURCE, DP): ("[0; 2]", "", 0, False),
        (opera, drama): ("[0; 1]", "2", 1, True),
        (rock, drama): ("[0; 1]", "4", 1, True),
        (opera, DT): ("[0; 1]", "5", 0, False),
        (rock, DT): ("[0; 1]", "5", 0, False),
        (DP, drama): ("[0; 2]", "5", 0, False),
        (drama, SINK): ("[1; 2]", "", 2, True),
        (DT, SINK): ("[0; 2]", "", 0, False),
        (SINK, SOURCE): ("[2; 4]", "", 2, True),
    }


def bounds_by_the_paper(measure: PairMeasure, case: Case) -> dict[tuple[NetworkNode, NetworkNode], tuple[int, int]]:
    """K15 §2.3.1, arc by arc."""
    m, n = len(case.predicted), len(case.true)
    alpha_p, beta_p, alpha_t, beta_t = measure.pair_bounds(case)
    defaults = measure.default_cost is not None
    arcs = {(SOURCE, NetworkNode("predicted", p)): (alpha_p, beta_p) for p in case.predicted}
    arcs |= {(NetworkNode("true", t), SINK): (alpha_t, beta_t) for t in case.true}
    arcs[SINK, SOURCE] = (alpha_p * m, beta_t * n + beta_p * m)
    for p in case.predicted:
        for t in case.true:
            d = case.hierarchy.rooted().distance(p, t)
            if measure.max_distance is None or d <= measure.max_distance:
                arcs[NetworkNode("predicted", p), NetworkNode("true", t)] = (0, 1)
    if defaults:
        arcs |= {(NetworkNode("predicted", p), DT): (0, beta_p) for p in case.predicted}
        arcs |= {(DP, NetworkNode("true", t)): (0, beta_t) for t in case.true}
        arcs |= {(SOURCE, DP): (0, beta_t * n), (DT, SINK): (0, beta_p * m)}
    return arcs


@every_pair_measure
def test_the_network_is_that_of_the_paper(measure: PairMeasure):
    for case in CASES.values():
        picture = network(case, measure)
        expected = bounds_by_the_paper(measure, case)
        arcs = {(a.tail, a.head): a for a in picture.arcs}
        assert len(arcs) == len(picture.arcs) <= MOST_ARCS
        assert set(arcs) == set(expected)
        assert {end: a.capacity for end, a in arcs.items()} == {end: f"[{b}; {c}]" for end, (b, c) in expected.items()}
        assert {node for column in picture.columns for node in column} >= {node for ends in arcs for node in ends}
        for (tail, head), arc in arcs.items():
            if {tail.kind, head.kind} != {"predicted", "true"}:
                assert not arc.cost
            elif None in (tail.name, head.name):
                assert arc.cost == number(measure.default_cost)
            else:
                assert arc.cost == number(case.hierarchy.rooted().distance(tail.name, head.name))


@every_pair_measure
def test_the_flow_is_one_and_costs_what_the_optimum_costs(measure: PairMeasure):
    for case in CASES.values():
        picture, result = network(case, measure), measure.evaluate(case)
        if result.value is None:
            assert all(arc.flow is None and not arc.chosen for arc in picture.arcs)
            continue
        balance: Counter[NetworkNode] = Counter()
        bounds = bounds_by_the_paper(measure, case)
        for arc in picture.arcs:
            assert arc.chosen == (arc.flow > 0)
            least, most = bounds[arc.tail, arc.head]
            assert least <= arc.flow <= most
            balance[arc.tail] -= arc.flow
            balance[arc.head] += arc.flow
        assert not any(balance.values())
        best = solve(measure.problem(case))
        costs = [
            (arc.flow or 0)
            * (
                measure.default_cost
                if None in (arc.tail.name, arc.head.name)
                else case.hierarchy.rooted().distance(arc.tail.name, arc.head.name)
            )
            for arc in picture.arcs
            if arc.cost
        ]
        assert sum(costs, Fraction(0)) == best.total
        if getattr(measure, "pairing", "exact") == "exact":
            assert best.total == result.witness.total == Fraction(str(result.parts["f_error"])).limit_denominator(10**6)


@every_pair_measure
def test_the_formula_is_that_of_the_pairs(measure: PairMeasure):
    for name in PRESETS:
        case = load_case(name)
        result = measure.evaluate(case)
        assert view(case, measure).formula == measure.view(case, result, "pairs").formula


# What is said


def said(case: Case, measure: str) -> str:
    return plain(view(case, measure).text)


def test_the_sentences_hold_the_numbers_of_the_case():
    assert said(load_case("15"), "MGIA") == (
        "Each of the 2 predicted classes needs exactly one partner, and the one true class, Drama, needs at least one "
        "partner and may have up to 2. A class may stay alone instead; that costs 5, the setting D_max. "
        "The network draws this: units run from its source to its sink, one for each pair, and then back to the "
        "source. In brackets stands how many units a line carries: [0; 2] is at least 0 and at most 2. A number "
        "without brackets is what a unit costs there. DT and DP, the default classes, stand in for the partner of a"
        " class that stays alone. The cheapest flow, in bold, carries 2 units, one for each pair. "
        "Opera is paired with Drama (2) and Rock with Drama (4), 6 in all."
    )
    tie = said(load_case("11a"), "TIE")
    assert tie.startswith(
        "The one predicted class, Rock, needs exactly one partner, and the one true class, Pop, needs exactly one "
        "partner. The network draws this:"
    )
    assert "DT" not in tie
    assert tie.endswith("The cheapest flow, in bold, is one unit. Rock is paired with Pop (2).")
    loose = said(load_case("11a"), "Flow(alpha_p=0, alpha_t=0, beta_t=3)")
    assert "needs none and may have one partner, and the one true class, Pop, needs none and may have up to 3" in loose
    assert loose.endswith("No class has to be paired, so nothing flows.")


def test_the_shortcut_solves_no_flow_and_says_so():
    case = load_case("8b")
    step, own = view(case, 'MGIA(pairing="nearest")'), evaluate(case, 'MGIA(pairing="nearest")')
    text = plain(step.text)
    assert text.startswith("Pairing each class with its nearest, one by one, solves no flow; it costs 6. ")
    assert "for comparison" in text
    assert text.endswith("4 in all.")
    assert step.formula.value == number(own.value) != number(evaluate(case, "MGIA").value)
    assert network(case, 'MGIA(pairing="nearest")') == network(case, "MGIA")


CHAIN = [("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")]


@each(
    "true, predicted, measure, reason",
    [
        (
            ["Pop"],
            ["Music", "Rock"],
            "TIE",
            "here are 1 true and 2 predicted. Rock has to be paired at least once, but Pop, its only possible partner, "
            "may be paired at most once.",
        ),
        (
            ["Pop"],
            ["Rock"],
            "Flow(default_cost=None, max_distance=1)",
            "Pop and Rock cannot be paired as often as required. No true class is near enough to Rock. "
            "No predicted class is near enough to Pop.",
        ),
        (["Pop"], ["Rock"], "Flow(alpha_p=2, beta_p=1)", "the least is above the most."),
        (["Pop"], [], "AllPairs", "there is no predicted class, and no default class to pair with."),
    ],
)
def test_where_the_bounds_cannot_be_met_it_says_who_is_left_and_why(true, predicted, measure: str, reason: str):
    case = Case.of(CHAIN, true, predicted)
    step, result = view(case, measure), evaluate(case, measure)
    assert result.value is None
    assert step.formula is None
    assert plain(step.text).startswith(result.notes[-1])
    assert plain(step.text).endswith(reason)
    assert all(arc.flow is None for arc in network(case, measure).arcs)


# Large networks


def star(predicted: int, true: int) -> Case:
    """Classes of one parent; two are on both sides."""
    names = [f"c{i}" for i in range(predicted + true)]
    return Case.of([("R", c) for c in names], names[:predicted], names[predicted - 2 : predicted - 2 + true])


def test_a_large_network_is_drawn_as_far_as_it_flows():
    picture = network(star(6, 6), "GIE")
    assert plain(picture.title) == "Flow network · only the 19 arcs with flow, of 63"
    assert len(picture.arcs) == 19
    assert all(arc.flow for arc in picture.arcs)
    # Nodes without an arc are left out, too: every class has one here, DP and DT have none.
    assert [len(column) for column in picture.columns] == [1, 6, 6, 1]
    # All pairs flow, so nothing is left out.
    assert len(network(star(6, 6), "AllPairs").arcs) == 49 > MOST_ARCS
    assert "only" not in plain(network(star(6, 6), "AllPairs").title)


def test_what_is_too_large_is_said_in_words():
    large = ((star(30, 30), "GIE", "1,023"), (star(9, 9), "AllPairs", "100"), (star(9, 8), "TIE", "90"))
    for case, measure, count in large:
        step = view(case, measure)
        assert [type(p) for p in step.pictures] == [HierarchyPicture]
        assert plain(step.text).endswith(f" The network has {count} arcs, too many to draw.")
        assert "in bold" not in plain(step.text)
    assert network_picture(Gie().problem(star(30, 30))) is None
    assert MOST_WITH_FLOW < 100


# The step about the bounds


@every_pair_measure
def test_the_step_about_bounds_shows_the_network_without_a_flow(measure: PairMeasure):
    case = load_case("11a")
    (bounds,) = [step for step in measure.explain(case, measure.evaluate(case)) if step.title == "Bounds"]
    (picture,) = bounds.pictures
    if getattr(measure, "pairing", "exact") == "nearest":
        assert isinstance(picture, PairsPicture)  # it solves no flow
    else:
        assert picture == network_picture(measure.problem(case))
        assert all(arc.flow is None for arc in picture.arcs)
    assert number(measure.default_cost) in plain(bounds.text) or measure.default_cost is None
