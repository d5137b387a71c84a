"""Cases on which a measure is tried."""

from __future__ import annotations

import random

from ..formats import preset, preset_groups
from ..model.case import Case
from ..model.hierarchy import Hierarchy


def small_trials() -> dict[str, Case]:
    """Small cases of every sort that a measure will meet."""
    tree = [("A", "B"), ("A", "C"), ("B", "D")]
    diamond = [*tree, ("C", "D")]
    weighted = [("A", "B", "0.5"), ("A", "C", "0.25")]
    return {
        "a right prediction": Case.of(tree, ["D"], ["D"]),
        "one class a side": Case.of(tree, ["D"], ["C"]),
        "several classes a side": Case.of(tree, ["B", "D"], ["C", "D"]),
        "a DAG": Case.of(diamond, ["D"], ["B", "C"]),
        "weights": Case.of(weighted, ["B"], ["C"]),
        "several roots": Case.of([("A", "B"), ("C", "D")], ["B"], ["D"]),
        "nothing predicted": Case.of(tree, ["D"], []),
        "nothing true": Case.of(tree, [], ["D"]),
        "one class in all": Case.of([], ["A"], ["A"], ["A"]),
        "unusual names": Case.of([("a b", "é/<"), ("a b", "9")], ["é/<"], ["9"]),
    }


def presets() -> dict[str, Case]:
    """Every preset by its name, `case 15`."""
    return {f"case {name}": preset(name) for names in preset_groups().values() for name in names}


def many() -> Case:
    """Fifteen classes a side, below one root."""
    tops = [f"c{i}" for i in range(30)]
    return Case.of([("root", c) for c in tops], tops[:15], tops[15:])


def right(case: Case) -> Case:
    """The case with its true classes predicted, or else its predicted ones true."""
    marked = case.true or case.predicted
    return case.edited(true=marked, predicted=marked)


def reordered(case: Case) -> Case:
    """The case with its edges and classes listed in another order, in a hierarchy that remembers nothing."""
    edges = [(*edge, weight) for edge, weight in case.hierarchy.weights.items()]
    random.Random(len(edges)).shuffle(edges)
    return case.edited(hierarchy=Hierarchy.from_edges(edges, reversed(case.hierarchy.classes)))
