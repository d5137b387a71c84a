"""Measures by category similarity and distance: many instances against the oracle, and what is read and refused.

One instance, and what is said of it, is in tests/test_said.py, the tables of Sun, Lim and Ng 2003 in
tests/study/test_published.py.
"""

import json
import random
from dataclasses import astuple
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview import Case, Hierarchy, MeasureError, evaluate, load_case, parse_measure
from hierview.errors import CaseError
from hierview.measures.contributions.contributions import (
    ContributionCounts,
    Distances,
    Similarities,
    computed_similarities,
    contributions,
    macro_averages,
    micro_averages,
    similarities,
)
from hierview.model.extra import Extra
from tests.each import each
from tests.effort import times
from tests.listed import rows
from tests.oracle import brute_similarity as brute
from tests.samples import cases, samples

CHAIN = [("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock"), ("Arts", "Theater")]


def with_similarity(case: Case, rows: object) -> Case:
    return Case(case.hierarchy, case.true, case.predicted, extra=Extra.of(case.hierarchy, similarity=rows))


# The oracle


@pytest.mark.parametrize("basis", ["CS", "CD"])
def test_a_data_set(basis: str):
    """Many instances of one hierarchy: the counts of every class, the averages, accuracy and error."""
    for i, s in enumerate(samples(times(60, 600))):
        rng = random.Random(i)
        names, table, acs = brute.similarity_of(s.edges, s.classes)
        instances = [
            (set(rng.sample(names, rng.randint(0, 2))), set(rng.sample(names, rng.randint(0, 2)))) for _ in range(12)
        ]
        term, nearness = brute.by_similarity(table, acs), similarities(s.case)
        if basis == "CD":
            term = brute.by_distance(s.edges, Fraction(2), s.classes)
            nearness = Distances(s.case.hierarchy, Fraction(2))
        theirs = brute.table_of(instances, names, term)
        each = [contributions(frozenset(t), frozenset(p), nearness).counts for t, p in instances]
        ours = {
            c: ContributionCounts(*map(sum, zip(*(astuple(one[c]) for one in each if c in one), strict=True)))
            for c in names
        }
        for c, counts in ours.items():
            tp, fp, fn, _, fp_con, fn_con = theirs[c]
            assert counts == ContributionCounts(tp, fp, fn, fp_con, fn_con)
            assert (counts.precision, counts.recall) == brute.shares(theirs[c])
            assert (counts.accuracy(12), counts.error(12)) == brute.accuracy(theirs[c])
        for limited in (False, True):
            shares = tuple(ratio.value for ratio in micro_averages(ours.values(), limited))
            assert shares == brute.micro(theirs.values(), limited)
            assert not limited or all(0 <= share <= 1 for share in shares)
        assert tuple(ratio.value for ratio in macro_averages(ours.values())) == brute.macro(theirs.values())


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


@given(cases())
def test_a_larger_acceptable_distance_never_lowers_anything(case: Case):
    for letter in "PRFA":
        values = [evaluate(case, f"CD{letter}(acceptable_distance={d})").value for d in ("1", "2", "5/2", "7")]
        assert values == sorted(values)


def test_as_printed_an_average_can_exceed_1():
    """Europop is right; Beat Music, 2 edges off, adds 1 − 2 / 1.5 to the denominator of recall."""
    case = load_case("13a")
    chosen = 'CDR(acceptable_distance=1.5, average="micro as printed")'
    assert evaluate(case, chosen).value == 1.5
    assert parse_measure(chosen).bounds(case) == (0.0, None)
    assert evaluate(case, "CDR(acceptable_distance=1.5)").value == 1
    # At −1 there is nothing left to divide by.
    assert evaluate(case, 'CDR(acceptable_distance=1, average="micro as printed")').value == 0


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
        ContributionCounts(*sums)
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
    by_hierarchy = evaluate(case, 'CSF(similarity="hierarchy")')
    assert by_hierarchy.value == evaluate(load_case(content | {"similarity": []}), 'CSF(similarity="hierarchy")').value
    assert by_hierarchy.value != result.value


@each("which, given, said", rows("refused_similarities.tsv"))
def test_similarities_that_cannot_be_read(which: str, given: str, said: str):
    with pytest.raises(CaseError) as error:
        with_similarity(Case.of(TREE_A, ["crude"], ["nat-gas"]), json.loads(given))
    assert said in str(error.value)
    assert str(error.value).isprintable()


def test_a_marked_class_without_similarities_leaves_the_measures_undefined():
    case = with_similarity(Case.of(TREE_A, ["crude"], ["nat-gas"]), [["grain", "nat-gas", 0.5]])
    with pytest.raises(CaseError, match="class 'crude' is marked and stands in no row; every marked class"):
        similarities(case)
    for name in ("CSF", "CSP", "CSR", "CSA", "CSE"):
        assert evaluate(case, name).value is None
        assert evaluate(case, f'{name}(similarity="hierarchy")').value is not None
    assert evaluate(case, "CDF").value is not None


def test_a_matrix_gives_the_same_whatever_its_order():
    case = Case.of(TREE_A, ["crude"], ["nat-gas"])
    turned = [[b, a, value] for a, b, value in reversed(MATRIX_A)]
    assert evaluate(with_similarity(case, MATRIX_A), "CSF") == evaluate(with_similarity(case, turned), "CSF")


def test_similarities_compare_by_identity_and_stay_the_same_object():
    """They are part of a key under which a hierarchy remembers results."""
    h = Hierarchy.from_edges(CHAIN)
    assert computed_similarities(h) is computed_similarities(h)
    assert isinstance(computed_similarities(h), Similarities)
    assert hash(computed_similarities(h))
