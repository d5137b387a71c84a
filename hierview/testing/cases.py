"""Cases on which a measure is tried."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations

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


def many_classes_case() -> Case:
    """Fifteen classes a side, below one root."""
    tops = [f"c{i}" for i in range(30)]
    return Case.of([("root", c) for c in tops], tops[:15], tops[15:])


def right_prediction(case: Case) -> Case:
    """The case with its true classes predicted, or else its predicted ones true."""
    marked = case.true or case.predicted
    return case.edited(true=marked, predicted=marked)


def all_small_dags() -> dict[str, Case]:
    """Every DAG of at most four classes below one root: a class with several parents, and the first of these."""
    cases: dict[str, Case] = {}
    for edges in (some for n in range(3, 7) for some in combinations(("AB", "AC", "BC", "AD", "BD", "CD"), n)):
        h = Hierarchy.from_edges(map(tuple, edges))
        for c in h.classes if h.roots == ("A",) else ():
            for t, p in permutations((c, h.parents(c)[0])) if h.parents(c)[1:] else ():
                cases[f"DAG {len(cases) + 1}"] = Case(h, frozenset(t), frozenset(p))
    return cases


@lru_cache(maxsize=4096)
def reorderings(h: Hierarchy) -> tuple[Hierarchy, ...]:
    """The hierarchy with its classes and edges in reverse order, and with the first of each at the end."""
    edges = [(*edge, weight) for edge, weight in h.weights.items()]
    orders = ((edges[::-1], h.classes[::-1]), (edges[1:] + edges[:1], h.classes[1:] + h.classes[:1]))
    return tuple(Hierarchy.from_edges(*order) for order in orders)


def reversed_listing(case: Case) -> Case:
    """The case with its edges and classes listed in reverse order."""
    return case.edited(hierarchy=reorderings(case.hierarchy)[0])
