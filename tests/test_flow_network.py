"""The flow network of the pair-based measures, and the bounds of the others as presets of `Flow`."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest

from hierview import Case, load_case, measures, parse_measure
from hierview.explain import NetworkNode, NetworkPicture, plain
from hierview.measures.pairs.cheapest import cheapest_flow
from hierview.measures.pairs.family import PairMeasure
from hierview.measures.pairs.graph_induced import Gie, Mgia
from hierview.measures.pairs.network import VIEW
from hierview.measures.pairs.sums import AllPairs, Flow, TreeInducedError
from tests.effort import times
from tests.samples import presets

SOURCE, SINK = NetworkNode("source"), NetworkNode("sink")
DP, DT = NetworkNode("predicted"), NetworkNode("true")


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
def test_the_presets_of_flow_pose_the_problems_of_the_others(name: str, cls: type[PairMeasure]):
    flow = Flow(**Flow.presets[name])
    for case in presets().values():
        assert flow.problem(case) == cls().problem(case)


# The picture


def test_15_as_the_paper_draws_it():
    """K15 Figure 6 with M = 2 and N = 1."""
    case = load_case("15")
    (picture,) = Mgia().view(case, Mgia().evaluate(case), VIEW).pictures
    assert isinstance(picture, NetworkPicture)
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


# Many pairs


def test_beyond_300_pairs_one_of_the_cheapest_pairings_is_shown():
    """Thirty leaves are true, thirty others are predicted: every pair costs 2, whoever takes whom."""
    leaves, gie = [f"c{i}" for i in range(60)], Gie()
    case = Case.of([("R", c) for c in leaves], leaves[:30], leaves[30:])
    result = gie.evaluate(case)
    note = "Too many pairs are possible to choose the first cheapest pairing by name; one of them is shown."
    assert (result.value, result.notes) == (60, (note,))
    ends = {
        "Pairs": (" at 2.", "cost 48 together."),
        "Rejected": "costs 60, too; of equally cheap ones another is shown.",
    }
    told = [(step.title, plain(step.text)) for step in gie.explain(case, result) if step.title in ends]
    assert [title for title, text in told if text.endswith(ends[title])] == ["Pairs"] * 7 + ["Rejected"] * 6
    assert plain(gie.view(case, result, VIEW).text).endswith(" The network has 1,023 arcs, too many to draw.")
