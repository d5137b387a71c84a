"""Searches for where measures part: what they must find, in which order, and that a seed decides."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import pytest

from hierview import Case, Measure, MeasureSpec, Result, parse_measure
from hierview.jobs import Progress
from hierview.workbench.disagree import (
    DifferentValues,
    Disagreement,
    HasAndLacks,
    OppositeOrder,
    SearchScope,
    search_disagreements,
)
from hierview.workbench.sheets.enumerate import SeenCases, case_size, rooted_trees
from hierview.workbench.sheets.evaluator import MOST_FAILURES
from hierview.workbench.sheets.properties import BY_KEY

pytestmark = pytest.mark.slow

GIE, MGIA, HF, LCAF = (parse_measure(text) for text in ("GIE", "MGIA", "hF", "LCaF"))
NEAREST = parse_measure('MGIA(pairing="nearest")')
GREEDY = parse_measure('LCaF(variant="algorithm1")')


def finds(a, b, question, work) -> list[Disagreement]:
    return list(finding(a, b, question, work))


def finding(a, b, question, work) -> Iterator[Disagreement]:
    return (item for item in search_disagreements(a, b, question, work) if isinstance(item, Disagreement))


def smallest(a, b, question, work) -> Disagreement:
    return next(finding(a, b, question, work))


def test_pairing_each_class_on_its_own_is_refuted_by_a_star():
    """K15's claim: the smallest case where it fails however ties are broken has three leaves under one root."""
    found = smallest(MGIA, NEAREST, DifferentValues(), SearchScope(up_to=4))
    assert found.class_count == 4
    (case,) = found.cases
    assert case.hierarchy.edges == (("A", "B"), ("A", "C"), ("A", "D"))
    assert len(case.true) == len(case.predicted) == 2
    assert "A" in case.true | case.predicted
    assert [MGIA.evaluate(case).parts["f_error"], NEAREST.evaluate(case).parts["f_error"]] == [3, 4]


def test_where_ties_decide_a_smaller_one_does():
    found = smallest(MGIA, NEAREST, DifferentValues(under_all_names=False), SearchScope(up_to=4))
    assert found.class_count == 3
    case = Case.of([("R", "A"), ("R", "B")], ["R", "A"], ["A", "B"])
    alike = SeenCases()
    for find in finds(MGIA, NEAREST, DifferentValues(under_all_names=False), SearchScope(up_to=3, random=0)):
        alike.add(find.cases)
    assert not alike.add([case])


@pytest.mark.whole
def test_algorithm_1_parts_from_minimal_on_a_tree_of_six():
    found = smallest(LCAF, GREEDY, DifferentValues(under_all_names=False), SearchScope(up_to=6, random=0))
    assert found.class_count == 6
    assert len(found.cases[0].hierarchy.edges) == 5
    assert found.values == ((0.75,), (pytest.approx(2 / 3),))


@pytest.mark.whole
def test_and_on_a_dag_of_five_with_one_edge_more():
    # All trees and DAGs of up to four classes are gone through before.
    found = smallest(LCAF, GREEDY, DifferentValues(under_all_names=False), SearchScope("DAGs", up_to=5, random=0))
    assert case_size(found.cases[0])[:2] == (5, 5)


def test_opposite_orders_against_brute_force():
    """Every tree of up to three classes, every truth, every two predictions."""
    ours = SeenCases()
    count = 0
    for find in finds(MGIA, LCAF, OppositeOrder(), SearchScope(up_to=3, random=0)):
        assert ours.add(find.cases)
        assert ours.add(find.cases[::-1]) in (True, False)
        count += 1
        (a1, a2), (b1, b2) = find.values
        assert (a1 - a2) * (b1 - b2) < 0
    theirs = SeenCases()
    expected = 0
    for size in (1, 2, 3):
        for shape in rooted_trees(size):
            h = shape.hierarchy
            subsets = [frozenset(s) for k in range(1, size + 1) for s in combinations(h.classes, k)]
            for true in subsets:
                for first, second in combinations(subsets, 2):
                    x, y = Case(h, true, first), Case(h, true, second)
                    by_a = MGIA.evaluate(x).value - MGIA.evaluate(y).value
                    by_b = LCAF.evaluate(x).value - LCAF.evaluate(y).value
                    if by_a * by_b < -1e-12:
                        new = theirs.add((x, y))
                        if new:
                            theirs.add((y, x))
                            expected += 1
    assert count == expected == 31


def test_finds_come_smallest_first_and_states_say_how_far_it_is():
    items = list(search_disagreements(MGIA, LCAF, OppositeOrder(), SearchScope(up_to=4, random=20)))
    sizes = [case_size(item.cases[0])[:2] for item in items if isinstance(item, Disagreement) and item.class_count <= 4]
    assert sizes == sorted(sizes)
    assert sizes[0] == (2, 1)
    states = [item for item in items if isinstance(item, Progress)]
    assert [s.done for s in states] == sorted(s.done for s in states)
    last = states[-1]
    assert items[-1] is last
    assert last.whole
    assert last.complete == 4
    assert last.said == "All hierarchies of 1 to 4 classes are done: nothing as small is missed."
    assert sum(count for _, count in last.counts) == sum(isinstance(item, Disagreement) for item in items)
    assert states[0].said == "No size is done yet."


def test_one_has_a_property_and_the_other_lacks_it():
    question = HasAndLacks(BY_KEY["pairing"])
    items = list(search_disagreements(MGIA, GIE, question, SearchScope(up_to=4, random=30)))
    first = next(item for item in items if isinstance(item, Disagreement))
    assert first.class_count == 3
    assert first.values[1] == (0, 1, 6)
    assert len(first.cases) == 3
    assert items[-1].complete == 4
    assert not finds(GIE, MGIA, question, SearchScope(up_to=4, random=30))
    assert not finds(GIE, GIE, question, SearchScope(up_to=4, random=30))
    assert question.sentence(MGIA, GIE).endswith("MGIA keeps to it, GIE does not")


def test_a_size_is_done_when_its_dags_are():
    states = [
        item
        for item in search_disagreements(GIE, GIE, DifferentValues(), SearchScope("DAGs", up_to=3, random=0))
        if isinstance(item, Progress)
    ]
    assert [(s.doing.partition(",")[0], s.complete) for s in states] == [
        ("trees of 1 class", 0),
        ("trees of 2 classes", 1),
        ("trees of 3 classes", 2),
        ("DAGs of 3 classes", 2),
        ("done", 3),
    ]


@dataclass(frozen=True)
class Fails(Measure):
    spec: ClassVar[MeasureSpec] = MeasureSpec("Fails", "It fails", "Mine", "higher", "a test")

    def evaluate(self, case: Case) -> Result:
        raise ZeroDivisionError("no")


def test_what_fails_everywhere_ends_the_search_and_is_told():
    *_, last = search_disagreements(
        MGIA, Fails(), DifferentValues(under_all_names=False), SearchScope(up_to=5, random=300)
    )
    assert last.whole
    assert not last.counts
    assert last.said.startswith(f"Fails is asked no more: it failed on each of the first {MOST_FAILURES} cases. ")
    assert last.complete == 3
