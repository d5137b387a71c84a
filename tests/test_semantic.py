"""Semantic, information-based and depth-based measures: facts worked out on paper, a brute force of the first two."""

import math
import random
from itertools import permutations, product

import pytest
from hypothesis import given

from hierview import Case, Hierarchy, evaluate, load_case, measures
from hierview.explain import formula_text, plain
from hierview.measures.information.content import KINDS, PARTS
from hierview.measures.information.content import information as contents_of
from hierview.measures.semantic.family import AVERAGES
from tests.each import each
from tests.effort import times
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


# With "Sanchez" every content is a half: B holds 0.5, leaves 1. Depths, the root at 1: B and E 2, C and D 3.
ON_PAPER = [
    # true, predicted, measure, value
    ("C", "D", "WP", 2 * 2 / (3 + 3)),
    ("C", "E", "WP", 2 * 1 / (3 + 2)),
    ("C", "B", "WP", 2 * 2 / (3 + 2)),
    ("C", "E", 'WP(root="omitted")', 0),
    ("C", "D", 'WP(root="omitted")', 2 * 1 / (2 + 2)),
    ("C", "C", "WP", 1),
    ("C", "D", "Lin", 0.5),
    ("C", "B", "Lin", 2 * 0.5 / 1.5),
    ("C", "E", "Lin", 0),
    ("A", "A", "Lin", 1),
    ("C", "D", "Resnik", 0.5),
    ("C", "C", "Resnik", 1),
    ("B", "B", "Resnik", 0.5),
    ("C", "E", "Resnik", 0),
    ("C", "D", "JC", 1 + 1 - 2 * 0.5),
    ("C", "B", "JC", 1 + 0.5 - 2 * 0.5),
    ("C", "E", "JC", 2),
    ("B", "B", "JC", 0),
    ("C", "D", "AHD", 1),
    ("C", "E", "AHD", 2),
    ("C", "B", "AHD", 1),
    ("B", "B", "AHD", 0),
    ("C", "A", "AHD", 2),
    ("C", "C D E", "AHD", (0 + 1 + 2) / 3),
    ("C", "C D E", "Severity", (1 + 2) / 2),
    ("C D", "C", "Severity", None),
    ("C D", "C", 'Severity(average="true")', 1),
    ("C D", "C", 'Severity(average="BMA")', 1),
    ("C D", "C E", 'Severity(average="BMA")', (2 + 1) / 2),
    ("C D", "D C", "Severity", None),
    # D is nearest to C, 0.5; C to D, 0.5; E to D, 0.
    ("C E", "D", "Lin", (0.5 + (0.5 + 0) / 2) / 2),
    ("C E", "D", 'Lin(average="matches")', (0.5 + 0.5 + 0) / 3),
    ("C E", "D", 'Lin(average="predicted")', 0.5),
    ("C E", "D", 'Lin(average="true")', 0.25),
    ("C E", "D", 'Lin(average="pairs")', 0.25),
    ("C E", "D", 'Lin(average="best")', 0.5),
    ("C E", "D", 'JC(average="best")', 1),
    ("C E", "D", "JC", (1 + (1 + 2) / 2) / 2),
    # A, B, C against A, B, D: A tells nothing, the others 0.5 each.
    ("C", "D", "wF", 0.5 / 1),
    ("C", "D", "ru", 0.5),
    ("C", "D", "mi", 0.5),
    ("C", "D", "S", math.sqrt(0.5)),
    ("C", "D", "ICM", 0.5 - 0.5 - 0.5),
    ("C", "C", "ICM", 1),
    ("C", "E", "ICM", -2),
    ("C", "A", "ICM", -1),
    ("C", "D", "ICM(alpha1=1, alpha2=0, beta=0.5)", 1 - 0.5 * 1.5),
    ("C", "B", "wP", 1),
    ("C", "B", "wR", 0.5),
    ("C", "B", "wF", 2 / 3),
    ("B", "C", "wP", 0.5),
    ("C", "B", "wF(beta=2)", 5 * 0.5 / (4 + 0.5)),
    ("C E", "D", "wR", 0.5 / 2),
    ("C E", "D", "ru", 1.5),
    ("C", "A", "wP", 0),
    ("C", "A", "wP(zero=None)", None),
    ("C", "D", "DepthDist", 2),
    ("C", "D", "Excess", 1),
    ("C", "D", "Deficient", 1),
    ("A", "C", "Excess", 2),
    ("A", "C", "Deficient", 0),
    ("C", "A", "Deficient", 2),
    ("C E", "D", "Deficient", (1 + 1) / 2),
    ("C", "D E", "Excess", (1 + 1) / 2),
    ("C", "D C", "DepthDist", 1 / 2 + 0),
    ("C", "", "Deficient", 2),
    # Costs: A 1, B and E 1/2, C and D 1/4.
    ("C", "D", "HLoss", 1 / 4 + 1 / 4),
    ("C", "E", "HLoss", 1),
    ("C", "B", "HLoss", 1 / 4),
    ("E", "C D", "HLoss", 1),
    ("C D", "C", "HLoss", 1 / 4),
    ("C", "E", 'HLoss(costs="equal")', 2),
    ("C", "", "HLoss", 1),
]


@each("true, predicted, text, expected", ON_PAPER)
def test_values_on_paper(true: str, predicted: str, text: str, expected: float | None):
    name, bracket, rest = text.partition("(")
    if "ic" in measures()[name].params():
        text = f'{name}(ic="Sanchez"' + (f", {rest}" if bracket else ")")
    found = value(text, true, predicted)
    assert found == (expected if expected is None else pytest.approx(expected, abs=1e-12))


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
