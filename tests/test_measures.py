"""What every measure keeps, which `hierview.testing.check_measure` asks; and what known measures are known to say.

A measure that is registered or listed is tested here without being named; the tables of values name theirs.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hierview import Case, HierviewError, Measure, MeasureError, Result, evaluate, load_case, measures
from hierview import parse_measure as parse
from hierview.answers.answers import rows_with_families
from hierview.explain import number
from hierview.formats import preset
from hierview.measures.lca.measures import lca_graphs
from hierview.measures.pairs.graph_induced import Gie
from hierview.testing import answered, check_measure, check_on
from hierview.testing.cases import right_prediction
from tests.each import each
from tests.effort import times
from tests.listed import rows
from tests.oracle import brute_confusion
from tests.samples import cases, listed_measures, presets, random_measures, samples, shared_out

LISTED = listed_measures()
RANDOM = {f"random {i}": s.case for i, s in enumerate(samples(times(15, 1000), seed=7))}
CASES = {**presets(), **RANDOM}

every_measure = each("measure", LISTED)


# The rules


@pytest.mark.parametrize("name", list(measures()))
@pytest.mark.slow
def test_a_registered_measure_lacks_nothing(name: str, monkeypatch: pytest.MonkeyPatch):
    """On a few of the presets, another one for the next measure; in a large search on all."""
    measure = measures()[name]()
    tried = {*shared_out(measure), *measure.spec.see}
    monkeypatch.setattr("hierview.testing.presets", lambda: {f"case {case}": preset(case) for case in tried})
    assert check_measure(measures()[name]) == []


@every_measure
@pytest.mark.slow
def test_a_listed_measure_keeps_the_rules_on_random_cases(measure: Measure):
    for where, case in RANDOM.items():
        assert [*check_on(measure, case), *answered.best_value_faults(measure, case)] == [], where


def test_the_farthest_of_s_misses_everything_and_adds_everything():
    for case in presets().values():
        missed = parse("ru").evaluate(replace(case, predicted=frozenset())).value
        added = parse("mi").evaluate(replace(case, predicted=frozenset(case.hierarchy.classes))).value
        assert parse("S").bounds(case) == pytest.approx((0, math.hypot(missed, added)))


@given(random_measures(), cases())
def test_any_measure_keeps_the_rules_on_any_case(measure: Measure, case: Case):
    assert check_on(measure, case) == []


def test_every_registered_measure_has_one_row_in_the_lists():
    rows = [m for _, main, under in rows_with_families() for m in (main, *under)]
    assert len(set(rows)) == len(rows)
    assert {m.spec.name for m in rows} == set(measures())


# Names


@given(random_measures(plain=False))
def test_a_measures_text_gives_the_measure_back(measure: Measure):
    assert parse(str(measure)) == measure
    assert str(parse(str(measure))) == str(measure)


def test_only_what_differs_from_the_default_is_printed():
    assert str(parse("GIE()")) == "GIE" == str(parse("GIE(default_cost=5, max_distance=5)"))
    assert str(parse(" MGIA( max_distance = None ) ")) == "MGIA(max_distance=None)"
    assert str(parse("hF(beta=0.5)")) == "hF(beta=0.5)"
    assert parse("hF(beta=1/2)") == parse("hF(beta=0.5)")
    assert parse("hF(beta=0.1)").beta == Fraction(1, 10)
    assert str(parse('Flow(beta_p="N", default_cost=None)')) == 'Flow(beta_p="N", default_cost=None)'


REFUSED = {
    "hF(": "measure 'hF(' cannot be read; write a name, with parameters in parentheses where they differ from the",
    "": "measure '' cannot be read",
    "hF(0.5)": "measure 'hF(0.5)' cannot be read",
    '__import__("os")': "measure '__import__(\"os\")' cannot be read",
    "__import__": "measure '__import__' is not known; known are GIE, MGIA",
    "hf": "measure 'hf' is not known; did you mean 'hF'?; known are GIE, MGIA",
    "GIE(defualt_cost=1)": "GIE has no parameter 'defualt_cost'; did you mean 'default_cost'?; it has default_cost, ma",
    "TIE(x=1)": "TIE has no parameter 'x'; it has price, pair_cost",
    "GIE(default_cost=0)": "GIE: default_cost=0 is not accepted; a number above 0 is",
    "GIE(default_cost=nan)": "GIE: the value of default_cost cannot be read; a number above 0 is",
    "GIE(default_cost=1e999)": "GIE: the value of default_cost cannot be read",
    "GIE(default_cost=9**9**9**9)": "GIE: the value of default_cost cannot be read",
    "GIE(default_cost=1/0)": "GIE: the value of default_cost cannot be read",
    f"GIE(default_cost=1/{'9' * 400})": "GIE: default_cost=",
    "GIE(default_cost=1, default_cost=2)": "GIE: default_cost is given twice; give it once",
    "GIE(max_distance=-1)": "GIE: max_distance=-1 is not accepted; a number from 0 on or None (any distance) is",
    'MGIA(pairing="exactly")': 'MGIA: pairing="exactly" is not accepted; "exact" or "nearest" is',
    "MGIA(pairing=exact)": 'MGIA: the value of pairing cannot be read; "exact" or "nearest" is',
    "hF(zero=1)": "hF: zero=1 is not accepted; 0 or None is",
    "LCaF(reduce=1)": "LCaF: reduce=1 is not accepted; True or False is",
    "Flow(alpha_p=1.5)": 'Flow: alpha_p=1.5 is not accepted; a whole number from 0 to 1000 or "N" or "M" is',
    "hF(beta=" + "-" * 400 + "1)": "",
    "(" * 400: "cannot be read",
    "x" * 1_000_000: "a measure is named by a text of at most 500 characters, such as MGIA",
    "hF\x00": "measure 'hF\\u0000' cannot be read",
    "\ud800": "measure '\\ud800' cannot be read",
}


@each("text", REFUSED)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_texts_that_name_no_measure(text: str, within):
    with within(2):
        try:
            measure = parse(text)
        except MeasureError as error:
            assert REFUSED[text] in str(error)
            assert str(error).isprintable()
            assert len(str(error)) < 500
        else:
            assert not REFUSED[text]
            assert parse(str(measure)) == measure


NO_COST = [float("nan"), float("inf"), -1, 10**16, 10**5000, 1j, "x" * 10_000, [1], None, object()]
NO_COST += [Fraction(10**5000, 3), Fraction(10**400, 3), Fraction(1, 10**16)]


@each("value", NO_COST)
def test_parameters_from_python_are_checked_alike(value):
    with pytest.raises(MeasureError) as error:
        Gie(default_cost=value)
    assert str(error.value).startswith("GIE: default_cost=")
    assert "a number above 0 is" in str(error.value)
    assert len(str(error.value)) < 300


def test_a_float_means_the_decimal_that_it_prints():
    assert Gie(default_cost=0.1) == parse("GIE(default_cost=0.1)")
    assert Gie(default_cost=0.1).default_cost == Fraction(1, 10)


@given(st.text() | st.text(st.sampled_from("GIEMhFP(),=_\"'0123456789./-*[]{}: \n"), max_size=30))
@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_any_text_is_a_measure_or_a_sentence(text: str):
    try:
        assert str(parse(text)).startswith(tuple(measures()))
    except HierviewError as error:
        assert isinstance(error, MeasureError)
        assert str(error).isprintable()


@given(random_measures(), st.data())
@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_a_damaged_text_is_a_measure_or_a_sentence(measure: Measure, data):
    text = str(measure)
    at = data.draw(st.integers(0, len(text)))
    piece = data.draw(st.sampled_from([*"-/10\"'(),=[x\n", "", "None", "1e9", "e9"]))
    try:
        damaged = parse(text[:at] + piece + text[at + data.draw(st.integers(0, 2)) :])
        assert parse(str(damaged)) == damaged
    except MeasureError as error:
        assert str(error).isprintable()


# Values from the parts of a formula, by measure


def from_pairs(measure: Measure, case: Case, result: Result) -> float | None:
    parts = result.parts
    if result.value is None:
        assert not parts
        return None
    default = set() if measure.default_cost is None else {"default_cost"}
    assert set(parts) == {"f_error", "symmetric_difference"} | default
    assert parts["symmetric_difference"] == len(case.true ^ case.predicted)
    return parts["f_error"]


def from_the_worst(measure: Measure, case: Case, result: Result) -> float:
    from_pairs(measure, case, result)
    worst = result.parts["symmetric_difference"] * result.parts["default_cost"]
    return 1 - result.parts["f_error"] / worst if worst else 1


def of_sets(measure: Measure, result: Result) -> tuple[int, int, int]:
    """How many classes are common, true, predicted."""
    parts, sets = result.parts, result.witness
    counts = len(sets.true & sets.predicted), len(sets.true), len(sets.predicted)
    assert (parts["intersection"], parts["true"], parts["predicted"]) == counts
    if measure.spec.name.startswith("LCa"):
        assert parts["lcas"] == len(sets.lcas)
    return counts


def share(top: float, bottom: float, measure: Measure) -> float | None:
    return top / bottom if bottom else getattr(measure, "zero", 0)


def harmonic(p: float | None, r: float | None, measure: Measure) -> float | None:
    if p is None or r is None:
        return None
    b = float(measure.beta) ** 2
    return share((1 + b) * p * r, b * p + r, measure)


def precision(measure: Measure, case: Case, result: Result) -> float | None:
    common, _, predicted = of_sets(measure, result)
    return share(common, predicted, measure)


def recall(measure: Measure, case: Case, result: Result) -> float | None:
    common, true, _ = of_sets(measure, result)
    return share(common, true, measure)


def f_score(measure: Measure, case: Case, result: Result) -> float | None:
    return harmonic(precision(measure, case, result), recall(measure, case, result), measure)


def one_side_only(measure: Measure, case: Case, result: Result) -> float:
    common, true, predicted = of_sets(measure, result)
    return true + predicted - 2 * common


def of_the_union(measure: Measure, case: Case, result: Result) -> float:
    common, true, predicted = of_sets(measure, result)
    union = true + predicted - common
    return common / union if union else 0


def from_matches(measure: Measure, case: Case, result: Result) -> float | None:
    parts = result.parts
    means = [parts[f"sum_{side}"] / parts[side] for side in ("predicted", "true") if parts.get(side)]
    if measure.average == "matches" and means:
        return (parts["sum_predicted"] + parts["sum_true"]) / (parts["predicted"] + parts["true"])
    if parts.get("ranks"):
        means = [parts["sum"] / parts["ranks"]]
    if parts.get("pairs"):
        means = [parts["sum"] / parts["pairs"]]
    return sum(means) / len(means) if means else None if measure.undefined else 0


def from_climbs(measure: Measure, case: Case, result: Result) -> float:
    parts = result.parts
    sides = (("excess", "predicted"), ("deficient", "true"))
    return sum(parts[name] / parts[side] for name, side in sides if name in parts and parts[side])


def weighted(side: str) -> Callable[[Measure, Case, Result], float | None]:
    return lambda measure, case, result: share(result.parts["intersection"], result.parts[side], measure)


def weighted_f(measure: Measure, case: Case, result: Result) -> float | None:
    p, r = (weighted(side)(measure, case, result) for side in ("predicted", "true"))
    return harmonic(p, r, measure)


def what_is_told(measure: Measure, case: Case, result: Result) -> float:
    a1, a2, b = (float(getattr(measure, weight)) for weight in ("alpha1", "alpha2", "beta"))
    return a1 * result.parts["true"] + a2 * result.parts["predicted"] - b * result.parts["union"]


def from_the_matrix(measure: Measure, case: Case, result: Result) -> float | None:
    assert result.parts == {cell.lower(): len(result.witness.cell(cell)) for cell in ("TP", "TN", "FP", "FN")}
    return brute_confusion.derived(**result.parts)[measure.report]


def from_contributions(measure: Measure, case: Case, result: Result) -> float:
    parts = result.parts
    assert (parts["tp"], parts["fp"], parts["fn"]) == (
        len(case.true & case.predicted),
        len(case.predicted - case.true),
        len(case.true - case.predicted),
    )
    assert sum(parts[count] for count in ("tp", "tn", "fp", "fn")) == len(case.hierarchy)
    assert all(abs(parts[f"{kind}_contribution"]) <= parts[kind] for kind in ("fp", "fn"))
    if measure.which in "AE":
        wrong = parts["fp"] + parts["fn"] - parts["fp_contribution"] - parts["fn_contribution"]
        error = wrong / len(case.hierarchy)
        return 1 - error if measure.which == "A" else error
    p, r = (parts[f"{w}_sum"] / parts[f"{w}_of"] if parts[f"{w}_of"] > 0 else 0 for w in ("precision", "recall"))
    b = float(measure.beta) ** 2
    f = (1 + b) * p * r / (b * p + r) if b * p + r else 0
    return {"P": p, "R": r, "F": f}[measure.which]


def right_at_a_level(measure: Measure, case: Case, result: Result) -> float | None:
    common, true, predicted = (result.parts[name] for name in ("intersection", "true", "predicted"))
    if not true:
        return None
    if measure.of == "accuracy":
        return float(common == true == predicted)
    return {"P": common / max(predicted, 1), "R": common / true, "F1": 2 * common / (true + predicted)}[measure.of]


def right_levels(measure: Measure, case: Case, result: Result) -> float | None:
    right, *rest = result.parts.values()
    return None if not rest[0] else float(right == rest[0]) if measure.spec.name == "FPA" else right / rest[0]


def from_counts(measure: Measure, case: Case, result: Result) -> float | None:
    if not result.parts:
        return None
    common, true, predicted = (result.parts[name] for name in ("intersection", "true", "predicted"))
    shares = {"P": common / max(predicted, 1), "R": common / max(true, 1)}
    value = 2 * common / (true + predicted) if measure.of == "F1" and common else shares.get(measure.of, 0)
    return value * measure.factor(result.witness)


def normed(measure: Measure, case: Case, result: Result) -> float | None:
    parts = result.parts
    if not parts.get("true"):
        return None
    return max(0.0, (3 * parts["intersection"] - parts["predicted"]) / (2 * parts["true"]))


def from_places(measure: Measure, case: Case, result: Result) -> float | None:
    off, worst = result.parts.values() or (0, 0)
    return max(0.0, 1 - off / worst) if worst else None


PARTS: dict[str, Callable[[Any, Case, Result], float | None]] = {
    **dict.fromkeys(("GIE", "TIE", "AllPairs", "Flow"), from_pairs),
    "MGIA": from_the_worst,
    **dict.fromkeys(("hP", "LCaP"), precision),
    **dict.fromkeys(("hR", "LCaR"), recall),
    **dict.fromkeys(("hF", "LCaF"), f_score),
    "SDL": one_side_only,
    "Accuracy": of_the_union,
    **dict.fromkeys(("WP", "Lin", "Resnik", "JC", "AHD", "Severity"), from_matches),
    **dict.fromkeys(("DepthDist", "Excess", "Deficient"), from_climbs),
    "wP": weighted("predicted"),
    "wR": weighted("true"),
    "wF": weighted_f,
    "ru": lambda measure, case, result: result.parts["ru"],
    "mi": lambda measure, case, result: result.parts["mi"],
    "S": lambda measure, case, result: (result.parts["ru"] ** 2 + result.parts["mi"] ** 2) ** 0.5,
    "ICM": what_is_told,
    "HLoss": lambda measure, case, result: result.parts["cost"],
    "HCM": from_the_matrix,
    "Level": right_at_a_level,
    **dict.fromkeys(("FPA", "wAP"), right_levels),
    **dict.fromkeys(("CoPHE", "PathF1", "ConstrainedF1"), from_counts),
    "ICMNorm": normed,
    "Closest": lambda measure, case, result: result.parts.get("height"),
    "HP": lambda measure, case, result: result.parts["sum"] / result.parts["best"] if result.parts else None,
    "HOPS": from_places,
    "TICE": lambda measure, case, result: float(result.parts["astray"] > 0),
    **dict.fromkeys((f"C{near}{which}" for near in "SD" for which in "PRFAE"), from_contributions),
}


def check_parts(measure: Measure, case: Case) -> None:
    result = measure.evaluate(case)
    expected = PARTS[measure.spec.name](measure, case, result)
    assert result.value == (expected if expected is None else pytest.approx(expected, abs=1e-9))


@each("measure", [m for m in LISTED if m.spec.name in PARTS])
def test_parts_hold_the_numbers_of_the_formula(measure: Measure):
    for case in CASES.values():
        check_parts(measure, case)


@given(random_measures().filter(lambda measure: measure.spec.name in PARTS), cases())
def test_parts_hold_the_numbers_of_the_formula_whatever_the_parameters(measure: Measure, case: Case):
    check_parts(measure, case)


# Right predictions


@each("where", CASES)
def test_right_predictions_of_measures_that_need_not_call_them_perfect(where: str):
    same = right_prediction(CASES[where])
    marked = same.true
    # The distances within the set count.
    assert (evaluate(same, "AllPairs").value == 0) == (len(marked) == 1)
    # What a class shares with itself is what it tells; several are averaged.
    shared, (_, most) = evaluate(same, "Resnik").value, parse("Resnik").bounds(same)
    assert shared == most or (len(marked) > 1 and shared < most)
    # Nothing is wrong or missed; what is 0/0 then is undefined, and 0 for MCC.
    matrix = evaluate(same, "HCM")
    assert matrix.parts["fp"] == matrix.parts["fn"] == 0
    for report, ends in (("MCC", (1, 0)), ("PPV", (1, None)), ("FPR", (0, None))):
        assert evaluate(same, f'HCM(report="{report}")').value in ends


# Empty sides and 0/0 (specification §1)

CHAIN = [("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")]
EMPTY = {
    "predicted": Case.of(CHAIN, ["Music", "Pop", "Rock"], []),
    "true": Case.of(CHAIN, [], ["Music", "Pop", "Rock"]),
}


@each("texts, nothing_predicted, nothing_true, why", rows("empty_sides.tsv"))
def test_an_empty_side_has_a_value(texts: str, nothing_predicted: str, nothing_true: str, why: str):
    """Where nothing is predicted, and where nothing is true: Music, Pop and Rock are on the other side."""
    for text in texts.split("; "):
        for case, worked in zip(EMPTY.values(), (nothing_predicted, nothing_true), strict=True):
            value, expected = evaluate(case, text).value, eval(worked, {"log": math.log})
            assert value == (expected if expected is None else pytest.approx(expected, abs=1e-12)), (text, why)


@pytest.mark.parametrize("side", EMPTY)
def test_what_is_behind_the_value_of_an_empty_side(side: str):
    case = EMPTY[side]
    for text in ("GIE", "Flow"):
        assert all(None in pair for pair, _ in evaluate(case, text).witness.pairs)
    assert evaluate(case, "MGIA").parts["f_error"] == 15
    for text in ("CSF", "CDF"):
        assert {evaluate(case, text).parts[of] for of in ("precision_of", "recall_of")} == {0, 3}
    assert evaluate(case, "HCM").parts == {"tp": 0, "tn": 0, "fp": 0, "fn": 0} | {"fp" if side == "true" else "fn": 5}
    for text in ("hF", "Accuracy", "LCaF", "wF"):
        assert 0 in (evaluate(case, text).parts["true"], evaluate(case, text).parts["predicted"])
    for text in ("LCaF", 'LCaF(variant="extended")', 'LCaF(variant="algorithm1")'):
        # The reduced marked classes on one side, nothing on the other.
        graphs = evaluate(case, text).witness
        assert {graphs.true, graphs.predicted} == {frozenset(), frozenset({"Pop", "Rock"})}
    for text in ("TIE", "AllPairs", "JC", "AHD", "Severity"):
        assert "Undefined" in evaluate(case, text).notes[-1]


@pytest.mark.parametrize("often", [1_000, 1_001, 10**15])
def test_bounds_are_kept_or_refused_however_large(often: int, within):
    """Rock goes to Pop once, at 2, and as often as is left to the default, at 5."""
    with within(5):
        try:
            measure = parse(f"Flow(alpha_p={often}, beta_p={often}, alpha_t=0)")
        except MeasureError as error:
            assert f"alpha_p={often} is not accepted" in str(error)
        else:
            assert measure.evaluate(Case.of(CHAIN, ["Pop"], ["Rock"])).value == 2 + 5 * (often - 1)


def test_0_divided_by_0_is_0_and_said():
    case = Case.of(CHAIN, ["Arts"], ["Arts"])
    for name, which in (("hP", "Precision"), ("hR", "Recall"), ("hF", "Precision")):
        result = evaluate(case, f'{name}(root="omitted")')
        assert result.value == 0
        assert result.notes[0].startswith(f"{which} is 0/0")
        assert result.notes[0].endswith("that is taken as 0.")
        undefined = evaluate(case, f'{name}(root="omitted", zero=None)')
        assert undefined.value is None
        assert "leaves the value undefined" in undefined.notes[0]
    nothing_common = evaluate(Case.of(CHAIN, ["Pop"], ["Rock"]), 'hF(augmentation="none")')
    assert nothing_common.value == 0
    assert nothing_common.notes == ("Precision and recall are 0, so F is 0/0; that is taken as 0.",)


def test_several_roots_are_counted_where_a_measure_has_one():
    case = Case.of([("A", "B"), ("C", "D")], ["B"], ["D"])
    assert evaluate(case, "LCaF").parts["true"] == 3
    assert evaluate(case, "hF").parts["true"] == 2
    assert evaluate(case, 'hF(root="virtual")').parts["true"] == 3


# The specification's examples


def test_worked_example():
    """Specification §5: K15 Figures 8 to 10, on preset 8b."""
    case = load_case("8b")
    meets = {(side, v): dict(us) for side, v, us in lca_graphs(case).meets}
    lca_of = {key: frozenset().union(*us.values()) for key, us in meets.items()}
    assert lca_of == {
        ("p", "3.2.2"): {"3.2", "3"},
        ("p", "3.1"): {"3"},
        ("p", "3.2.1"): {"3.2.1"},
        ("t", "2.1"): {"3"},
        ("t", "3.3"): {"3"},
        ("t", "3.2.1"): {"3.2.1"},
    }
    h = case.hierarchy
    assert h.lowest_common_ancestors("3.2.2", "3.2.1") == {"3.2"}
    assert h.lowest_common_ancestors("3.2.2", "2.1") == h.lowest_common_ancestors("3.1", "3.3") == {"3"}
    assert h.lowest_common_ancestors("3.2.1", "3.2.1") == {"3.2.1"}
    # K15's prose connects 2.1 through 3.2.1; by Definition 4 it is too far.
    assert (h.distance("2.1", "3.2.1"), h.distance("2.1", "3.1")) == (3, 2)
    assert "3.2.1" not in meets["t", "2.1"]

    extended = lca_graphs(case, "extended")
    assert extended.true == {"3", "2.1", "3.2", "3.3", "3.2.1"}
    assert extended.predicted == {"3", "3.1", "3.2", "3.2.1", "3.2.2"}
    minimal = lca_graphs(case)
    assert minimal.true == extended.true - {"3.2"}
    assert minimal.predicted == extended.predicted - {"3.2"}
    for name in ("LCaP", "LCaR", "LCaF"):
        assert evaluate(case, f'{name}(variant="extended")').value == 0.6
        assert evaluate(case, name).value == evaluate(case, f'{name}(variant="algorithm1")').value == 0.5
    assert minimal.lcas == {"3", "3.2.1"}
    assert minimal.made_by == "minimal"


def test_13a_under_algorithm_1():
    """As printed, K15's procedure would give 0.5 here (specification §4)."""
    assert evaluate(load_case("13a"), 'LCaF(variant="algorithm1")').value == 0.8


# Where the exact search gives up


def ladder(name: str, diamonds: int) -> list[tuple[str, str]]:
    """Diamonds below one another: each doubles the number of shortest climbs."""
    tops = [f"{name}{i}" for i in range(diamonds + 1)]
    return [
        edge
        for top, foot in pairwise(tops)
        for side in "lr"
        for edge in ((top, f"{top}{side}"), (f"{top}{side}", foot))
    ]


@pytest.mark.parametrize(
    "ladders", [{"a": 8, "b": 8}, {"a": 40}], ids=["256 climbs twice, 65,536 graphs", "2 to the 40th climbs"]
)
def test_beyond_20_000_graphs_algorithm_1_answers_and_says_so(ladders: dict[str, int], within):
    edges = [("R", "z"), *(("R", f"{name}0") for name in ladders)]
    edges += [edge for name, diamonds in ladders.items() for edge in ladder(name, diamonds)]
    case = Case.of(edges, [f"{name}{diamonds}" for name, diamonds in ladders.items()], ["z"])
    with within(10):
        for name in ("LCaP", "LCaR", "LCaF"):
            result, greedy = evaluate(case, name), evaluate(case, f'{name}(variant="algorithm1")')
            assert result.value == greedy.value
            assert result.parts == greedy.parts
            assert result.witness.made_by == "algorithm1"
            assert any("20,000" in note and note.endswith("algorithm1.") for note in result.notes), result.notes
            assert not any("20,000" in note for note in greedy.notes)
        # One climb each: the root, z, and 2 classes per diamond and its top.
        assert result.parts["true"] == 1 + sum(2 * diamonds + 1 for diamonds in ladders.values())


def test_below_20_000_graphs_the_search_is_exact(within):
    edges = [("R", "z"), ("R", "a0"), *ladder("a", 12)]
    with within(10):
        graphs = lca_graphs(Case.of(edges, ["a12"], ["z"]))
    assert graphs.made_by == "minimal"
    assert not graphs.unique
    assert len(graphs.true) == 26


# Numbers as they are shown


@example(1e18)
@example(float(10**15) * 1_000)
@given(st.floats(-1e30, 1e30) | st.fractions(-(10**15), 10**15))
def test_numbers_are_shown_short_and_rounded_half_up(value):
    text = number(value)
    if 0 < abs(value) < 0.005:
        assert len(text.lstrip("-0.")) == 1 or "e-" in text  # a small value is not nothing
    else:
        assert len(text.partition(".")[2]) <= 2
        assert "e" not in text
    assert abs(float(text) - float(value)) <= 0.00500001 + abs(float(value)) * 1e-12
    assert number(-value) == ("-" + text if value > 0 else text.lstrip("-"))
