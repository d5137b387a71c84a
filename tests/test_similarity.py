"""Measures by category similarity and distance: against the oracle, and what is read, refused, said and shown.

The tables of Sun, Lim and Ng 2003 are in tests/study/test_published.py.
"""

import random
from dataclasses import astuple
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview import Case, Hierarchy, MeasureError, evaluate, load_case, parse_measure
from hierview.errors import CaseError
from hierview.explain import Num, Row, Step, formula_text, number, plain
from hierview.measures.contributions.contributions import (
    Counts,
    Distances,
    Similarities,
    computed_similarities,
    contributions,
    macro,
    meeting,
    micro,
    similarities,
)
from hierview.model.extra import Extra
from tests import samples as shared
from tests.each import each
from tests.effort import times
from tests.oracle import brute_similarity as brute
from tests.samples import PRESETS, Sample, cases, every_shape, presets, samples

SAMPLES = samples(times(480, 6000))
AVERAGES = ("micro", "micro as printed", "macro")
CHAIN = [("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock"), ("Arts", "Theater")]


def with_similarity(case: Case, rows: object) -> Case:
    return Case(case.hierarchy, case.true, case.predicted, extra=Extra.of(case.hierarchy, similarity=rows))


# The oracle


def plain_case(case: Case) -> Sample:
    edges = tuple((*edge, str(weight)) for edge, weight in case.hierarchy.weights.items())
    return Sample(edges, tuple(sorted(case.true)), tuple(sorted(case.predicted)), case.hierarchy.classes)


SETS = {
    "random": SAMPLES,
    "presets": tuple(plain_case(case) for case in presets().values()),
    "tiny": tuple(s for size in (2, 3) for shape in every_shape(size) for s in shape),
}


def agree(s: Sample, ours: object, theirs: object) -> None:
    assert ours == theirs, f"edges {s.edges}, classes {s.classes}, true {s.true}, predicted {s.predicted}"


@cache
def by_similarity(edges: tuple, classes: tuple) -> tuple:
    return brute.similarity_of(edges, classes)


@pytest.mark.parametrize("which", SETS)
def test_similarities_of_the_hierarchy(which: str):
    for s in SETS[which]:
        names, table, average = by_similarity(s.edges, s.classes)
        found = computed_similarities(s.case.hierarchy)
        agree(s, found.average, average)
        agree(s, found.classes, set(names))
        for a, b in product(names, repeat=2):
            agree(s, (a, b, found.of(a, b)), (a, b, table[a, b]))
            _, depth, climbs = meeting(s.case.hierarchy, a, b)
            assert Fraction(2 * depth, 2 * depth + climbs) == table[a, b] <= 1
            assert (table[a, b] == 1) == (a == b)


@pytest.mark.parametrize("which", SETS)
@pytest.mark.parametrize("basis", ["CS", "CD"])
def test_measures_of_one_instance(basis: str, which: str):
    differing = set()
    for s in SETS[which]:
        rng = random.Random(repr(s))
        average, beta = rng.choice(AVERAGES), rng.choice((Fraction(1), Fraction(2), Fraction(1, 2), Fraction(0)))
        names, table, acs = by_similarity(s.edges, s.classes)
        if basis == "CS":
            term, chosen, nearness = brute.by_similarity(table, acs), "", similarities(s.case)
        else:
            acceptable = Fraction(rng.choice(("2", "2", "1", "3", "0.5", "1/3")))
            term = brute.by_distance(s.edges, acceptable, s.classes)
            chosen, nearness = f"acceptable_distance={acceptable}", Distances(s.case.hierarchy, acceptable)
        theirs = brute.one_instance(names, s.true, s.predicted, term, average, beta)
        comma = ", " if chosen else ""
        for letter in "PRFAE":
            told = chosen
            if letter in "PRF":
                told += f'{comma}average="{average}"' + (f", beta={beta}" if letter == "F" else "")
            agree(s, (letter, evaluate(s.case, f"{basis}{letter}({told})").value), (letter, float(theirs[letter])))
        found = contributions(s.case.true, s.case.predicted, nearness)
        instance = (set(s.true), set(s.predicted))
        for one in (*found.wrong, *found.missed):
            agree(s, (one.name, one.limited), (one.name, brute.contribution(instance, one.name, term)))
        differing.add(average if theirs["F"] not in (0, 1) else "")
    assert differing >= set(AVERAGES)


@pytest.mark.parametrize("basis", ["CS", "CD"])
def test_a_data_set(basis: str):
    """Many instances of one hierarchy: the counts of every class, the averages, accuracy and error."""
    for i, s in enumerate(SAMPLES[:60]):
        rng = random.Random(i)
        names, table, acs = by_similarity(s.edges, s.classes)
        instances = [
            (set(rng.sample(names, rng.randint(0, 2))), set(rng.sample(names, rng.randint(0, 2)))) for _ in range(12)
        ]
        term, nearness = brute.by_similarity(table, acs), similarities(s.case)
        if basis == "CD":
            term = brute.by_distance(s.edges, Fraction(2), s.classes)
            nearness = Distances(s.case.hierarchy, Fraction(2))
        theirs = brute.table_of(instances, names, term)
        each = [contributions(frozenset(t), frozenset(p), nearness).counts for t, p in instances]
        ours = {c: Counts(*map(sum, zip(*(astuple(one[c]) for one in each if c in one), strict=True))) for c in names}
        for c, counts in ours.items():
            tp, fp, fn, _, fp_con, fn_con = theirs[c]
            assert counts == Counts(tp, fp, fn, fp_con, fn_con)
            assert (counts.precision, counts.recall) == brute.shares(theirs[c])
            assert (counts.accuracy(12), counts.error(12)) == brute.accuracy(theirs[c])
        for limited in (False, True):
            shares = tuple(ratio.value for ratio in micro(ours.values(), limited))
            assert shares == brute.micro(theirs.values(), limited)
            assert not limited or all(0 <= share <= 1 for share in shares)
        assert tuple(ratio.value for ratio in macro(ours.values())) == brute.macro(theirs.values())


def test_weights_change_distances_and_no_similarity():
    heavy = [(p, c, "2.5") for p, c in CHAIN]
    light, heavy_case = Case.of(CHAIN, ["Pop"], ["Music"]), Case.of(heavy, ["Pop"], ["Music"])
    assert evaluate(light, "CSF").value == evaluate(heavy_case, "CSF").value
    assert evaluate(light, "CDA").value == (3 + 0.5 + 0.5) / 5
    assert evaluate(heavy_case, "CDA").value == (3 - 0.25 - 0.25) / 5
    assert evaluate(heavy_case, "CDF(acceptable_distance=5)").value == evaluate(light, "CDF").value


# The paper's words


def test_at_the_acceptable_distance_nothing_is_contributed():
    """With Dis_θ = 1, classes 1 link apart contribute nothing, classes farther apart something below 0."""
    near, far = Case.of(CHAIN, ["Pop"], ["Music"]), Case.of(CHAIN, ["Pop"], ["Rock"])
    for case, amount in ((near, 0), (far, -1)):
        result = evaluate(case, "CDF(acceptable_distance=1)")
        assert result.parts["fp_contribution"] == result.parts["fn_contribution"] == amount
    assert evaluate(near, "CDF(acceptable_distance=3)").parts["fp_contribution"] == pytest.approx(2 / 3)


@given(cases(empty_sides=False), st.sampled_from(("0", "0.5", "-0.25", "1")))
def test_where_all_classes_are_equally_alike_the_flat_measures_remain(case: Case, alike: str):
    h = case.hierarchy
    rows = [[a, b, float(alike)] for a, b in combinations(h.classes, 2)] or [[h.classes[0], h.classes[0], 1]]
    flat = with_similarity(case, rows)
    for letter in "PRF":
        for average in ("micro", "micro as printed"):
            ours = evaluate(flat, f'CS{letter}(average="{average}")').value
            assert ours == evaluate(flat, f'h{letter}(augmentation="none")').value
    assert evaluate(flat, "CSE").value == len(case.true ^ case.predicted) / len(h)
    assert ("All classes are equally alike, so that nothing contributes." in evaluate(flat, "CSF").notes) == (
        alike == "1" and len(h) > 1
    )


@given(cases())
def test_a_larger_acceptable_distance_never_lowers_anything(case: Case):
    for letter in "PRFA":
        values = [evaluate(case, f"CD{letter}(acceptable_distance={d})").value for d in ("1", "2", "5/2", "7")]
        assert values == sorted(values)


def test_as_printed_an_average_can_exceed_1_and_says_so():
    """Europop is right; Beat Music, 2 edges off, adds 1 − 2 / 1.5 to the denominator of recall."""
    case = load_case("13a")
    chosen = 'CDR(acceptable_distance=1.5, average="micro as printed")'
    result = evaluate(case, chosen)
    assert result.value == 1.5
    assert parse_measure(chosen).bounds(case) == (0.0, None)
    assert result.notes == ("A class below 0 lowers the denominator of all, so that a share exceeds 1.",)
    assert evaluate(case, "CDR(acceptable_distance=1.5)").value == 1
    # At −1 there is nothing left to divide by.
    gone = evaluate(case, 'CDR(acceptable_distance=1, average="micro as printed")')
    assert gone.value == 0
    assert gone.notes == ("The denominator of recall is 0; recall is taken as 0.",)


def test_denominators_of_0_are_said():
    nothing = Case.of(CHAIN, ["Pop"], [])
    assert evaluate(nothing, "CDP").notes[-1] == "The denominator of precision is 0; precision is taken as 0."
    assert evaluate(nothing, "CDR").notes == (
        "No predicted class: the value follows the convention for an empty side.",
    )
    far = evaluate(Case.of(CHAIN, ["Pop"], ["Theater"]), "CDF")
    assert far.value == 0
    assert far.notes == ("Precision and recall are 0, so F is 0/0; that is taken as 0.",)


@pytest.mark.parametrize(
    ("sums", "said"),
    [
        ((-1, 0, 0), "tp=-1' is not accepted; a whole number from 0 on is"),
        ((1.0, 0, 0), "tp='1.0' is not accepted"),
        ((True, 0, 0), "tp='True' is not accepted"),
        (
            (0, 1, 0, Fraction(3, 2)),
            "fp_contribution='3/2' is not accepted; a whole number or a Fraction from -1 to 1 is",
        ),
        ((0, 0, 0, 0, -1), "fn_contribution='-1' is not accepted; 0 is"),
        ((0, 1, 0, 0.5), "fp_contribution='0.5' is not accepted; a whole number or a Fraction"),
    ],
)
def test_counts_that_cannot_be(sums: tuple, said: str):
    with pytest.raises(MeasureError) as error:
        Counts(*sums)
    assert said.lstrip("tp=") in str(error.value)


# Similarities that come with a case

TREE_A = [("Hier1", "crude"), ("Hier1", "grain"), ("crude", "nat-gas"), ("crude", "ship")]
MATRIX_A = [["crude", "grain", 0.523], ["crude", "nat-gas", 0.602], ["grain", "nat-gas", 0.453]]


def test_a_case_file_brings_similarities():
    content = {
        "hierview": 1,
        "edges": TREE_A,
        "true": ["crude"],
        "predicted": ["nat-gas"],
        "similarity": [*MATRIX_A[:2], ["nat-gas", "grain", 0.453], ["crude", "crude", 1]],
    }
    case = load_case(content)
    found = similarities(case)
    assert found.classes == {"crude", "grain", "nat-gas"}
    assert found.average == (Fraction("0.523") + Fraction("0.602") + Fraction("0.453")) / 3
    assert found.of("grain", "crude") == Fraction("0.523") == found.of("crude", "grain")
    assert found.of("ship", "ship") == 1
    amount = (Fraction("0.602") - found.average) / (1 - found.average)
    result = evaluate(case, "CSF")
    assert result.parts["fp_contribution"] == result.parts["fn_contribution"] == float(amount)
    assert result.value == float(2 * amount / (1 + amount))
    assert result.parts["tn"] == 1
    assert result.notes == ("The similarities are those that came with the case.",)
    by_hierarchy = evaluate(case, 'CSF(similarity="hierarchy")')
    assert by_hierarchy.value == evaluate(load_case(content | {"similarity": []}), 'CSF(similarity="hierarchy")').value
    assert by_hierarchy.value != result.value
    assert by_hierarchy.notes == ()


UNFIT = {
    "no list": ({"crude": 1}, "similarity: '{\"crude\":1}' is not accepted; a list of [class, class, similarity] is"),
    "no rows": ({"average": 0.5, "rows": []}, 'similarity: \'{"average":0.5,"rows":[]}\' is not accepted; a list'),
    "a large average": ({"average": 2, "rows": MATRIX_A}, "their average from -1 to 1"),
    "a bare pair": ([["crude", "grain"]], 'similarity[0]: \'["crude","grain"]\' is not accepted; [class, class, simi'),
    "a number as class": ([[1, "grain", 0.5]], "similarity[0]: "),
    "a text as number": ([["crude", "grain", "0.5"]], "similarity[0]: "),
    "true as number": ([["crude", "grain", True]], "similarity[0]: "),
    "above 1": ([*MATRIX_A[:1], ["crude", "nat-gas", 1.2]], "[class, class, similarity from -1 to 1] is"),
    "below -1": ([["crude", "nat-gas", -1.2]], 'similarity[0]: \'["crude","nat-gas",-1.2]\' is not accepted'),
    "nan": ([["crude", "nat-gas", float("nan")]], "similarity[0]: "),
    "a typo": (
        [["crude", "grian", 0.5]],
        "similarity[0]: class 'grian' is not in the hierarchy; did you mean 'grain'?",
    ),
    "unlike itself": (
        [["crude", "crude", 0.5]],
        "similarity[0]: class 'crude' is 0.5 like itself; 1 is accepted, or no",
    ),
    "two numbers": (
        [*MATRIX_A, ["grain", "crude", 0.5]],
        "similarity[3]: 'grain' and 'crude' have their similarity at similarity[0]; give it once",
    ),
    "the same number twice": (
        [*MATRIX_A, ["grain", "crude", 0.523]],
        "similarity[3]: 'grain' and 'crude' have their similarity at similarity[0]; give it once",
    ),
    "a gap": (
        MATRIX_A[:2],
        "similarity: the row of 'grain' and 'nat-gas' is missing; every two of its classes need one",
    ),
}


@each("which", UNFIT)
def test_similarities_that_cannot_be_read(which: str):
    rows, said = UNFIT[which]
    with pytest.raises(CaseError) as error:
        with_similarity(Case.of(TREE_A, ["crude"], ["nat-gas"]), rows)
    assert said in str(error.value)
    assert str(error.value).isprintable()


def test_a_marked_class_without_similarities_leaves_the_measures_undefined():
    case = with_similarity(Case.of(TREE_A, ["crude"], ["nat-gas"]), [["grain", "nat-gas", 0.5]])
    with pytest.raises(CaseError, match="class 'crude' is marked and stands in no row; every marked class") as error:
        similarities(case)
    for name in ("CSF", "CSP", "CSR", "CSA", "CSE"):
        measure = parse_measure(name)
        result = measure.evaluate(case)
        assert result.value is None
        assert result.notes == (f"Undefined: there are no similarities to go by ({error.value}).",)
        (step,) = measure.explain(case, result)
        assert step.formula is None
        assert plain(step.text) == result.notes[0]
        assert evaluate(case, f'{name}(similarity="hierarchy")').value is not None
    assert evaluate(case, "CDF").value is not None


def test_a_matrix_gives_the_same_whatever_its_order():
    case = Case.of(TREE_A, ["crude"], ["nat-gas"])
    turned = [[b, a, value] for a, b, value in reversed(MATRIX_A)]
    assert evaluate(with_similarity(case, MATRIX_A), "CSF") == evaluate(with_similarity(case, turned), "CSF")


# What is shown


def steps_of(case: Case, text: str) -> tuple[Step, ...]:
    return shared.steps_of(case, parse_measure(text))


def test_which_class_contributes_what_to_which():
    said = [plain(s.text) for s in steps_of(load_case("15"), "CSF") if s.title in ("Wrong", "Missed")]
    assert said == [
        "Opera is predicted but not true. Drama, with a similarity of 0.67, gives it 0.17.",
        "Rock is predicted but not true. Drama, with a similarity of 0.33, takes 0.67 from it.",
        "Drama is true but not predicted. Opera, with a similarity of 0.67, gives it 0.17. Rock, with a similarity of "
        "0.33, takes 0.67 from it. That is -0.5 in all.",
    ]
    asides = [plain(line) for s in steps_of(load_case("15"), "CSF") if s.title == "Wrong" for line in s.aside]
    assert asides[0] == "Opera and Drama meet at Theater, depth 2, 2 edges apart: 4/(4 + 2) = 0.67"
    by_distance = [plain(s.text) for s in steps_of(load_case("17a"), "CDF") if s.title == "Wrong"]
    assert by_distance == ["Pop is predicted but not true. Music, 1 edge away, gives it 0.5."]


def test_a_sum_beyond_1_is_limited_and_said():
    case = Case.of(CHAIN, ["Music"], ["Arts", "Pop", "Rock"])
    step = next(s for s in steps_of(case, "CDF") if s.title == "Missed")
    assert plain(step.text).endswith("The sum, 1.5, is limited to 1.")
    assert formula_text(step.formula).endswith("min ( 1 , 1.5 ) = 1")
    far = Case.of([("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f")], ["a"], ["f"])
    step = next(s for s in steps_of(far, "CDF") if s.title == "Missed")
    assert plain(step.text).endswith("The sum, -1.5, is limited to -1.")
    assert formula_text(step.formula).endswith("max ( −1 , -1.5 ) = -1")


@each("name", PRESETS)
def test_the_picture_shows_the_contributions(name: str):
    case = load_case(name)
    for text in ("CSF", "CDF", "CDA"):
        measure = parse_measure(text)
        result = measure.evaluate(case)
        found = result.witness
        picture = measure.view(case, result, "contributions").pictures[0]
        values = {one.name: number(one.limited) for one in (*found.wrong, *found.missed)}
        assert {c: look.value for c, look in picture.looks.items()} == values | dict.fromkeys(found.right, "1")
        terms = {
            (one.name, term.other) if one.wrong else (term.other, one.name): number(term.amount)
            for one in (*found.wrong, *found.missed)
            for term in one.terms
        }
        assert {(link.predicted, link.true): link.label for link in picture.links} == terms
        assert all(link.chosen == (float(link.label) > 0) for link in picture.links)


def test_numbers_of_a_formula_point_to_their_classes():
    measure = parse_measure("CDP")
    case = load_case("17a")
    formula = measure.view(case, measure.evaluate(case), "contributions").formula
    assert formula_text(formula) == (
        "P_CD = (| TP | + Con⁺_FP + Con⁺_FN) / (| TP | + | FP | + Con⁺_FN) = (0 + 0.5 + 0.5) / (0 + 1 + 0.5) = 0.67"
    )
    pair = ("0.5", ["Music", "Pop"])
    assert [(n.text, sorted(n.classes)) for n in formula.numbers] == [pair, pair, ("1", ["Pop"]), pair]


def added_up(row: Row) -> float:
    """What a row of numbers and signs comes to."""
    total, sign = 0.0, 1
    for term in row:
        text = term.text if isinstance(term, Num) else str(term)
        if text in "+−":
            sign = 1 if text == "+" else -1
        else:
            total += sign * float(text)
    return total


@each(
    "text",
    [
        *(basis + letter for basis in ("CS", "CD") for letter in "PRAE"),
        *('CSP(average="macro")', 'CDR(average="micro as printed")', 'CDP(average="macro")'),
    ],
)
def test_the_numbers_of_a_formula_give_its_value(text: str):
    """As far as they are rounded."""
    measure = parse_measure(text)
    for case in presets().values():
        result = measure.evaluate(case)
        formula = measure.view(case, result, "contributions").formula
        ((fraction,),) = formula.sides[1:]
        bottom = added_up(fraction.bottom)
        value = added_up(fraction.top) / bottom if bottom > 0 else 0
        assert value == pytest.approx(result.value, abs=0.02), formula_text(formula)


def test_equal_sets_and_single_classes_have_steps_too():
    alone = Case.of([], ["A"], ["A"], ["A"])
    for text in ("CSF", "CDF", 'CSF(average="macro")', "CSA", "CDE"):
        steps = steps_of(alone, text)
        assert len(steps) > 1
        assert plain(steps[-1].text).startswith("Nothing is wrong and nothing is missed")


def test_similarities_compare_by_identity_and_stay_the_same_object():
    """They are part of a key under which a hierarchy remembers results."""
    h = Hierarchy.from_edges(CHAIN)
    assert computed_similarities(h) is computed_similarities(h)
    assert isinstance(computed_similarities(h), Similarities)
    assert hash(computed_similarities(h))
