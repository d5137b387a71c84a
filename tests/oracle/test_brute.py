"""The oracle against K15's tables, worked examples, and cases small enough to check by hand."""

import csv
import json
import random
from collections import Counter
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import pytest

from tests.each import each
from tests.effort import times
from tests.listed import DATA, rows

from . import brute
from .random_cases import random_case

pytestmark = pytest.mark.slow


def edges(text):
    """Edges from "A>B, B>C:0.5": the part after the colon is the weight."""
    found = []
    for item in text.split(", "):
        names, _, weight = item.partition(":")
        parent, child = names.split(">")
        found.append((parent, child, weight) if weight else (parent, child))
    return found


# K15 Tables 3 to 10: hierarchies as the presets rebuild them, and the values that follow from the definitions.

ROOT = Path(__file__).resolve().parents[2]
CELLS = list(csv.DictReader((DATA / "paper_tables.csv").open(encoding="utf-8")))


@cache
def case_of(name):
    """Edges, true and predicted classes of a preset."""
    preset = json.loads((ROOT / "cases" / f"{name}.json").read_text(encoding="utf-8"))
    return [tuple(edge) for edge in preset["edges"]], preset["true"], preset["predicted"]


@each("cell", CELLS)
def test_table_cell(cell):
    case, measure = case_of(cell["case"]), cell["measure"]
    max_distance = None if cell["setting"] else 5  # off in K15 Table 10
    value = {
        "GIE": lambda: brute.gie(*case, max_distance=max_distance),
        "MGIA": lambda: brute.mgia_exact(*case, max_distance=max_distance)[0],
        "MGIA_f_error": lambda: brute.mgia_exact(*case, max_distance=max_distance)[1],
        "SDL": lambda: brute.set_based(*case)["SDL"],
    }.get(measure, lambda: (brute.lca_based if measure.endswith("_LCA") else brute.set_based)(*case)[measure[0]])()
    assert float(value) == pytest.approx(float(cell["by_definition"]), abs=1e-6)


# Worked by hand: figures of K15, and cases that are small enough


def cut(*case, **settings):
    """The edges and the lone classes of the long-distance hierarchy, whose marks are those that were given."""
    found, classes, *marked = brute.long_distance(*case, **settings)
    assert marked == [sorted(case[1]), sorted(case[2])]
    return {":".join((">".join(edge[:2]), *edge[2:])) for edge in found}, set(classes)


ASKED = {name: function for name, function in vars(brute).items() if not name.startswith("_")} | {
    "distance": lambda hierarchy, own, other, **settings: brute.distance(hierarchy, *own, *other, **settings),
    "lca": lambda hierarchy, own, other, **settings: brute.lca(hierarchy, *own, *other, **settings),
    "pairing_of_gie": partial(brute.pairing, "gie"),
    "pairing_of_mgia": partial(brute.pairing, "mgia"),
    "graphs": brute.lca_graphs,
    "cut": cut,
}


def written(found):
    """An answer as the table holds it."""
    match found:
        case None:
            return "none"
        case bool():
            return "the only one" if found else "one of several"
        case dict():
            return ", ".join(f"{name} {written(value)}" for name, value in found.items())
        case set():
            return ", ".join(sorted(found)) or "–"
        case tuple():
            return " | ".join(map(written, found))
        case list():  # of pairs, predicted first
            return ", ".join("–".join(name or "none" for name in pair) for pair in found) or "–"
    return str(Fraction(found))


def by_hand():
    """The rows of the table; a hierarchy that is not given is the one of the row above."""
    hierarchy = ""
    for what, given, *sides, call, value in rows("by_hand.tsv"):
        hierarchy = given or hierarchy
        known = edges(hierarchy) if ">" in hierarchy else case_of(hierarchy)[0]
        yield what, (known, *([] if side == "–" else side.split(", ") for side in sides)), call, value


@each("what, case, call, value", by_hand())
def test_worked_by_hand(what, case, call, value):
    assert written(eval(call.replace("(", "(*case, ", 1), ASKED | {"case": case})) == value


def test_both_sides_empty_is_no_case():
    with pytest.raises(ValueError):  # noqa: PT011
        brute.gie(edges("Root>A"), [], [])


# Long distance (K15 §3.6)


def test_figure_18a_becomes_18b():
    new_edges, classes, *marked = brute.long_distance(*case_of("18a"), 4)
    assert set(new_edges) == set(case_of("18b")[0])
    assert len(new_edges) == 5
    assert classes == ()
    assert marked == [["Beat Music"], ["Comedy", "Drama"]]


def test_nothing_happens_within_k():
    hierarchy, true, predicted = case_of("18b")
    assert brute.long_distance(hierarchy, true, predicted, 4) == (hierarchy, (), sorted(true), sorted(predicted))
    hierarchy, true, predicted = case_of("18a")
    unchanged = hierarchy, ("alone",), sorted(true), sorted(predicted)
    found = brute.long_distance(hierarchy, true, predicted, 8, classes=["alone"])
    assert found == unchanged


@pytest.mark.parametrize("k", [-2, 0, 1, 3])
def test_k_is_even_and_at_least_2(k):
    with pytest.raises(ValueError):  # noqa: PT011
        brute.long_distance(edges("R>A, R>B"), ["A"], ["B"], k)


# Random cases: what must hold between the functions


def _random_cases(count, **settings):
    for seed in range(count):
        yield random_case(random.Random(seed), **settings)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_named_measures_are_flows(weighted):
    for case in _random_cases(times(25, 60), max_classes=6, weighted=weighted):
        _, true, predicted = case
        n, m = len(true), len(predicted)
        assert brute.gie(*case) == brute.flow(*case, 1, 1, 1, 1, 5, 5)
        bounds = (1, 1, 1, 1, 2, 3)
        shown = brute.pairing("gie", *case, 2, 3)
        assert shown == brute.flow_pairing(*case, *bounds)
        assert brute.mgia_exact(*case)[1] == brute.flow(*case, 1, n, 1, m, 5, 5)
        shown = brute.pairing("mgia", *case, 2, 3)
        assert shown == brute.flow_pairing(*case, 1, n, 1, m, 2, 3)
        everyone = brute.flow(*case, "N", "N", "M", "M", None, None)
        assert brute.all_pairs(*case) == everyone
        if n == m == 1:
            assert brute.tie(*case) == brute.flow(*case, 1, 1, 1, 1, None, None)


@pytest.mark.parametrize("weighted", [False, True])
def test_random_cases_keep_the_bounds(weighted):
    for case in _random_cases(60, weighted=weighted):
        hierarchy, true, predicted = case
        value, f_error = brute.mgia_exact(*case)
        assert 0 <= value <= 1
        assert f_error <= brute.mgia_nearest(*case)[1]
        assert f_error <= brute.gie(*case) <= 5 * (len(true) + len(predicted))
        extended = brute.lca_graphs(*case, "extended")
        minimal = brute.lca_graphs(*case, "minimal")
        assert minimal[0] <= extended[0]
        assert minimal[1] <= extended[1]
        assert 0 < brute.f_lca(*case) <= 1
        assert brute.f_lca(hierarchy, true, true) == 1


@pytest.mark.parametrize("weighted", [False, True])
def test_random_cases_are_symmetric(weighted):
    for hierarchy, true, predicted in _random_cases(60, weighted=weighted):
        case, mirror = (hierarchy, true, predicted), (hierarchy, predicted, true)
        assert brute.gie(*case) == brute.gie(*mirror)
        assert brute.mgia_exact(*case) == brute.mgia_exact(*mirror)
        assert brute.f_lca(*case) == brute.f_lca(*mirror)
        one, other = brute.set_based(*case), brute.set_based(*mirror)
        assert (one["P"], one["R"], one["SDL"]) == (other["R"], other["P"], one["SDL"])


def test_random_cases_cover_what_they_should():
    seen = Counter()
    for hierarchy, true, predicted in _random_cases(300):
        parents = {e[0] for e in hierarchy}
        children = [e[1] for e in hierarchy]
        names = parents | set(children)
        assert len(set(hierarchy)) == len(hierarchy)
        assert len(names) <= 8
        assert 1 <= len(set(true)) == len(true) <= 3
        assert set(true) <= names
        assert 1 <= len(set(predicted)) == len(predicted) <= 3
        assert set(predicted) <= names
        marked = set(true) | set(predicted)
        facts = {
            "several roots": len(parents - set(children)) > 1,
            "one root": len(parents - set(children)) == 1,
            "several parents": len(set(children)) < len(children),
            "inner class marked": bool(marked & parents),
            "overlap": bool(set(true) & set(predicted)),
            "name of the root taken": "0" in names,
        }
        seen.update(fact for fact, holds in facts.items() if holds)
    assert all(seen[fact] >= 60 for fact in facts), seen


def test_random_trees_and_weights():
    for hierarchy, _, _ in _random_cases(50, dag=False):
        children = [e[1] for e in hierarchy]
        assert len(set(children)) == len(children)
    weighted = [e for case in _random_cases(50, weighted=True) for e in case[0]]
    assert {len(e) for e in weighted} == {2, 3}
    assert random_case(random.Random(7)) == random_case(random.Random(7))
