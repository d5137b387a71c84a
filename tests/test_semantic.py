"""Semantic, information-based and depth-based measures: facts worked out on paper, a brute force of the first two."""

import math
import random
from itertools import permutations, product

import pytest
from hypothesis import given

from hierview import Case, Hierarchy, evaluate, load_case, measures
from hierview.explain import formula_text, plain
from hierview.measures.information.content import KINDS, PARTS
from hierview.measures.information.content import information_of as contents_of
from hierview.measures.semantic.family import AVERAGES
from tests.each import each
from tests.effort import times
from tests.listed import rows
from tests.oracle import brute_semantic as brute
from tests.oracle.said import hloss, information, semantic
from tests.samples import PRESETS, cases, every_shape, samples
from tests.test_said import facts, plain_measure

pytestmark = pytest.mark.slow

SEMANTIC, WEIGHTED = semantic.MEASURES, information.MEASURES
NAMES = (*SEMANTIC, *WEIGHTED, "DepthDist", "Excess", "Deficient", "HLoss")

#        A
#      /   \
#     B     E
#    / \
#   C   D
TREE = [("A", "B"), ("A", "E"), ("B", "C"), ("B", "D")]


def value(text: str, true: str, predicted: str, edges=TREE) -> float | None:
    return evaluate(Case.of(edges, true.split(), predicted.split()), text).value


def contents(edges, kind: str) -> dict[str, float]:
    h = Hierarchy.from_edges(edges)
    return {c: contents_of(h, kind).content(c) / PARTS for c in sorted(h.classes)}


# On paper


def test_information_content_on_paper():
    """Seco: B has 2 of 5 classes below it, 1 − log 3 / log 5. Sánchez: 2 of 3 leaves below it, itself and A
    above them: log((3 + 1) / (2 / 2 + 1)) / log(3 + 1) = log 2 / log 4."""
    b = 1 - math.log(3) / math.log(5)
    assert contents(TREE, "Seco") == pytest.approx({"A": 0, "B": b, "C": 1, "D": 1, "E": 1})
    assert contents(TREE, "Sanchez") == {"A": 0, "B": 0.5, "C": 1, "D": 1, "E": 1}
    gains = contents_of(Hierarchy.from_edges(TREE), "Sanchez")
    assert {c: gains.gain(c) / PARTS for c in "ABCDE"} == {"A": 0, "B": 0.5, "C": 0.5, "D": 0.5, "E": 1}
    assert gains.total == 2.5 * PARTS


@each("true, predicted, text, expected, why", rows("semantic_by_hand.tsv"))
def test_values_on_paper(true: str, predicted: str, text: str, expected: str, why: str):
    name, bracket, rest = text.partition("(")
    if "ic" in measures()[name].params():
        text = f'{name}(ic="Sanchez"' + (f", {rest}" if bracket else ")")
    found, worked = value(text, true.strip("–"), predicted.strip("–")), eval(expected)
    assert found == (worked if worked is None else pytest.approx(worked, abs=1e-12)), why


def test_several_parents_the_most_informative_ancestor_counts():
    """F stands below C and E; C and E lie below A, C has the two leaves F and D below it, E has F alone.

    Of 5 classes C has 2 below it, E has 1: F meets D at C, and nothing else. G, below E and C, meets F at both:
    E tells more, 1 − log 3 / log 6 against 1 − log 4 / log 6 for C.
    """
    edges = [("A", "C"), ("A", "E"), ("C", "D"), ("C", "F"), ("E", "F"), ("C", "G"), ("E", "G")]
    case = Case.of(edges, ["F"], ["G"])
    e = 1 - math.log(3) / math.log(6)
    for text, expected in (("Resnik", e), ("Lin", e), ("JC", 2 - 2 * e)):
        result = evaluate(case, text)
        assert result.value == pytest.approx(expected)
        assert result.witness.predicted[0].meeting == "E"
    # C and E are equally low and deep; the first by name is shown.
    assert evaluate(case, "AHD").value == 1
    assert evaluate(case, "AHD").witness.predicted[0].meeting == "C"
    assert evaluate(case, "WP").value == pytest.approx(2 * 2 / (3 + 3))
    # A climb may end at another class for either side: P at B, which Y holds through a chain of its own.
    detour = [("A", "B"), ("B", "x"), ("x", "T"), ("A", "T"), ("B", "P")]
    assert [evaluate(Case.of(detour, ["T"], ["P"]), name).value for name in ("Excess", "Deficient")] == [1, 1]
    # A weight is what a class tells beyond its most telling parent: F beyond E.
    assert contents_of(case.hierarchy, "Seco").gain("F") == PARTS - round(PARTS * e)
    # A class with two parents costs a share of each: D 1/2 / 3, F and G that and 1/2 / 2.
    assert evaluate(case, "HLoss").value == pytest.approx(2 * (1 / 6 + 1 / 4))


def test_several_roots_stand_under_an_artificial_one():
    case = Case.of([("A", "B"), ("C", "D")], ["B"], ["D"])
    assert [evaluate(case, name).value for name in ("Lin", "Resnik", "JC", "AHD")] == [0, 0, 2, 2]
    assert evaluate(case, "WP").value == pytest.approx(2 * 1 / (3 + 3))
    for name in ("DepthDist", "Excess", "Deficient"):
        assert any("artificial root, 0, stands above" in note for note in evaluate(case, name).notes), name
    # The root A tells what it tells of 5 classes, the artificial one among them.
    a = 1 - math.log(2) / math.log(5)
    assert contents_of(case.hierarchy, "Seco").content("A") == round(PARTS * a)
    assert [evaluate(case, name).value for name in ("ru", "mi", "ICM")] == [1, 1, -2]
    assert [evaluate(case, name).value for name in ("Excess", "Deficient", "DepthDist")] == [2, 2, 4]
    # Roots share the cost of 1; both are wrong.
    assert evaluate(case, "HLoss").value == 1


# A brute force that agrees


def close(found: float | None, expected) -> bool:
    return expected is None if found is None else expected is not None and abs(found - float(expected)) < 1e-9


def check(case: Case, edges, true, predicted, classes=(), averages=AVERAGES, kinds=KINDS) -> None:
    """Every measure, all averages and kinds, against the oracle."""
    where, f = (edges, true, predicted, classes), facts(case)
    for kind, name in product(kinds, (*SEMANTIC, *WEIGHTED)):
        params = measures()[name].params()
        setting = {"ic": kind} if "ic" in params else {"root": "omitted"} if name == "WP" and kind == "Sanchez" else {}
        choices = [{"average": a} for a in averages if a in params["average"].choices] if name in SEMANTIC else [{}]
        for choice in choices:
            measure = measures()[name](**setting, **choice)
            expected = (semantic if name in SEMANTIC else information).value(f, plain_measure(measure))
            assert close(measure.evaluate(case).value, expected), (str(measure), expected, where)
    for measure in map(measures()["HLoss"], ("shared", "equal")):
        assert close(measure.evaluate(case).value, hloss.value(f, plain_measure(measure))), (str(measure), where)


@each("name", PRESETS)
def test_the_oracle_agrees_on_every_preset(name: str):
    case = load_case(name)
    check(case, list(case.hierarchy.edges), sorted(case.true), sorted(case.predicted), case.hierarchy.classes)


@each("i", range(8))
def test_the_oracle_agrees_on_random_hierarchies(i: int):
    """Trees and DAGs, weighted and not, one root or several, lone classes and empty sides."""
    for j, sample in enumerate(samples(times(240, 3000), seed=31)[i::8]):
        averages = ("BMA", AVERAGES[1 + j % 5])
        check(sample.case, *sample.plain, sample.classes, averages, (KINDS[j % 2],))


def test_the_oracle_agrees_on_every_small_hierarchy():
    """Every marking of up to 2 classes, and some of 3 and 4: all 16,320 of them were tried once."""
    rng = random.Random(9)
    for size, most in ((1, 3), (2, 15), (3, 10), (4, 5)):
        for shape in every_shape(size):
            for s in rng.sample(shape, most):
                check(s.case, *s.plain, s.classes, ("BMA", rng.choice(AVERAGES)), (rng.choice(KINDS),))


def test_icm_follows_the_recursion_of_its_paper_in_trees():
    """In whatever order the classes come."""
    for i in range(60):
        rng = random.Random(i)
        names = [f"c{j}" for j in range(rng.randint(2, 9))]
        edges = [(names[rng.randrange(j)], names[j]) for j in range(1, len(names))]
        true, predicted = (rng.sample(names, rng.randint(1, min(3, len(names)))) for _ in range(2))
        kind = KINDS[i % 2]
        found = evaluate(Case.of(edges, true, predicted), f'ICM(ic="{kind}")').value
        for t in permutations(true):
            assert close(found, brute.icm_of_a_tree(edges, t, predicted, kind))


# What must hold between them


def test_one_class_on_either_side_of_a_tree():
    for i in range(25):
        rng = random.Random(100 + i)
        names = rng.sample("abcdefghijkl", rng.randint(2, 9))
        edges = [(names[rng.randrange(j)], names[j]) for j in range(1, len(names))]
        h = Hierarchy.from_edges(edges)
        for a, b in random.Random(i).sample(list(product(h.classes, repeat=2)), 4):
            case = Case.of(edges, [a], [b])

            def of(text: str, case: Case = case) -> float:
                return evaluate(case, text).value

            (lca,) = h.lowest_common_ancestors(a, b)
            assert of("WP") == pytest.approx(of("hF"))
            if a != b or h.parents(a):
                assert of("Lin") == pytest.approx(of("wF"))
                assert of('Lin(ic="Sanchez")') == pytest.approx(of('wF(ic="Sanchez")'))
            assert of("JC") == pytest.approx(of("ru") + of("mi"))
            assert of("DepthDist") == of("TIE") == of("Excess") + of("Deficient")
            assert of("Excess") == h.depth(b) - h.depth(lca)
            assert of("Deficient") == h.depth(a) - h.depth(lca)
            assert all(of(f'{name}(average="{average}")') == of(name) for name in SEMANTIC[:5] for average in AVERAGES)


@given(cases())
def test_what_a_class_tells(case: Case):
    h = case.hierarchy.rooted()
    for kind in KINDS:
        known = contents_of(case.hierarchy, kind)
        for c in h.classes:
            assert 0 <= known.content(c) <= PARTS
            assert known.gain(c) >= 0
            if h.parents(c):
                assert all(known.content(c) > known.content(p) for p in h.ancestors(c))
                assert h.children(c) or known.content(c) == PARTS
            else:
                assert known.content(c) == 0
        if h.is_tree:
            for c in h.classes:
                assert sum(map(known.gain, h.closure([c]))) == known.content(c)


def everything_said() -> str:
    """Values and steps of random cases; see tests/test_every_process.py."""
    said = []
    for s in samples(25, seed=8):
        for name in NAMES:
            m = measures()[name]()
            r = m.evaluate(s.case)
            said.append(f"{name} {r.value!r} {dict(r.parts)} {r.notes}")
            for step in m.explain(s.case, r):
                said.append(f"{plain(step.text)} {step.formula and formula_text(step.formula)} {step.pictures!r}")
    return "\n".join(said)
