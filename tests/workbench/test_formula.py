"""Formulas and flows that people type: their values, and what hostile ones get."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hierview import Case, MeasureError, load_case, parse_measure
from hierview.own.expression import LONGEST, Undefined, read_expression
from hierview.own.formula import NAMES, QUANTITIES, FormulaMeasure
from hierview.own.own_measure import OwnFlow, read_measure
from hierview.testing import check_measure
from hierview.workbench.sheets.behaviour import Budget, behaviour_sheet
from hierview.workbench.sheets.properties import BY_KEY
from tests.each import each
from tests.samples import PRESETS, presets

CASE_15 = load_case("15")

SAME = {
    "2 * both_ancestors / (P_ancestors + T_ancestors)": "hF",
    "2*both_descendants/(P_descendants+T_descendants)": 'hF(augmentation="descendants")',
    "2·both_tolerant ÷ (P_tolerant + T_tolerant)": 'hF(augmentation="tolerant")',
    "both / |P|": 'hP(augmentation="none")',
    "|T_ancestors| + |P_ancestors| − 2 · both_ancestors": "SDL",
    "2 * both_lca / (P_lca + T_lca)": "LCaF",
    "1 if P + T == 2*both else 1 - f_error / (5 * (P + T - 2*both))": "MGIA",
    "f_error_once": "GIE",
    "d_sum": "AllPairs",
}


@each("text", SAME)
def test_known_measures_as_formulas(text: str):
    formula, measure = FormulaMeasure(text), parse_measure(SAME[text])
    for name, case in presets().items():
        if case.true and case.predicted:
            assert formula.evaluate(case).value == pytest.approx(measure.evaluate(case).value), name


def test_quantities_by_hand():
    """Case 15: true Drama, predicted Opera (two edges away) and Rock (four)."""
    by_hand = (
        "P 2, T 1, both 0, d_min 2, d_max 4, d_mean 3, d_sum 6, d_P 6, d_T 2, depth_P 2, depth_T 2, mean_depth_P 2, "
        "mean_depth_T 2, classes 6, P_descendants 2, f_error 6, f_error_once 7, P_lca 5, T_lca 3, both_lca 2"
    )
    for name, value in (pair.split() for pair in by_hand.split(", ")):
        assert QUANTITIES[name].value(CASE_15) == int(value), name
    assert QUANTITIES["both_ancestors"].classes(CASE_15) == {"Arts", "Theater"}


def test_parts_and_pictures_name_the_quantities():
    measure = FormulaMeasure("both_ancestors / P_ancestors", name="mine")
    result = measure.evaluate(CASE_15)
    assert result.value == 0.4
    assert result.parts == {"both_ancestors": 2, "P_ancestors": 5}
    step = measure.view(CASE_15, result, "picture")
    numbers = [piece for piece in step.formula.sides[1] if not isinstance(piece, str)]
    assert next((n.text, sorted(n.classes)) for n in numbers) == ("2", ["Arts", "Theater"])
    assert step.formula.value == "0.4"
    assert measure.label() == "mine"


def test_undefined_says_why():
    result = FormulaMeasure("both / (P - 2)").evaluate(CASE_15)
    assert result.value is None
    assert result.notes == ("Undefined: it divides by 0.",)
    empty = Case.of([("A", "B")], ["B"], [])
    assert (
        FormulaMeasure("d_min + depth_P").evaluate(empty).notes[-1] == "Undefined: d_min, depth_P is not defined here."
    )
    assert FormulaMeasure("sqrt(both - P)").evaluate(CASE_15).notes == ("Undefined: sqrt is not defined for -2.",)


HOSTILE = {
    "__import__('os')": "no known function",
    "9**9**9": "the exponent",
    "(2**64)**64": "too large",
    "'a'*10**9": "is no number",
    "f'{P:>999999999}'": "cannot be used",
    "(" * 10_000 + "1" + ")" * 10_000: "at most 400",
    "-" * 390 + "1": "deeply nested",
    "+".join(["P"] * 180): "too long",
    "P.__class__.__mro__": "a dot",
    "(lambda x: x)(1)": "what is called here",
    "[x for x in (1,) ]": "a comprehension",
    "P if": "cannot be read here",
    "(x := 3)": ":= cannot",
    "1e999": "numbers up to",
    "0.0000000000000000001": "at most 15 places",
    "10**15*10**15*P**64*9**64*9**64*9**64": "",
    "min()": "2 to 9",
    "max(*P, T)": "a star",
    "sqrt(P, T)": "one number",
    "exec": "is not known",
    "P\x00": "",
    "": "is empty",
    "P ^ 2": "a power is **",
    "P == T == 'x'": "is no number",
    "Ｐ.x": "a dot",
}


@each("text", HOSTILE)
def test_hostile_formulas_get_a_sentence(text: str):
    """At once, and without running anything; where it can be read, it has a value or says why not."""
    if HOSTILE[text]:
        with pytest.raises(MeasureError, match="(?s).") as error:
            FormulaMeasure(text)
        assert HOSTILE[text] in str(error.value)
        assert len(str(error.value)) < 700
    else:
        try:
            result = FormulaMeasure(text).evaluate(CASE_15)
            assert result.value == 1 or "too large" in result.notes[-1]
        except MeasureError as error:
            assert "\x00" not in str(error)


@settings(max_examples=300, derandomize=True)
@given(st.text(alphabet="PTboth_ lca.()[]{}+-*/%<>=,'\"0129e²·|if else:@~^&!\\\n", max_size=40))
def test_any_text_is_a_formula_or_a_sentence(text: str):
    try:
        measure = FormulaMeasure(text)
    except MeasureError as error:
        assert str(error)
        return
    result = measure.evaluate(CASE_15)
    assert result.value is not None or result.notes
    assert read_measure(str(measure)) == measure


def test_errors_name_the_place():
    with pytest.raises(MeasureError, match="character 7: 'both_lcs' is not known; did you mean 'both_lca'"):
        FormulaMeasure("|P|² +both_lcs".replace("² +", "²+ "))
    with pytest.raises(MeasureError, match=r"character 5: it cannot be read here"):
        FormulaMeasure("P + * T")
    with pytest.raises(MeasureError, match=r"character 4: 'é' is not known"):
        FormulaMeasure("P²+é")
    for name in NAMES:
        assert FormulaMeasure(name).expression == name
    assert len("P" * LONGEST) == LONGEST


def test_arithmetic_is_exact_until_the_end():
    def value(text: str):
        return read_expression(text, ("d",)).value({"d": Fraction(1, 3)})

    assert value("0.1 + 0.2 == 0.3") == 1
    assert value("d*3") == 1
    assert value("d³") == Fraction(1, 27)
    assert value("sqrt(4/9)") == Fraction(2, 3)
    assert value("2**0.5") == pytest.approx(2**0.5)
    assert value("1 if d < 1 and not d > 2 else 0") == 1
    assert value("min(d, 1, 2) - max(d, 0)") == 0
    assert value("-d + +d - abs(-1)") == -1
    assert value("0 < d < 1") == 1
    assert value("2**-1") == Fraction(1, 2)
    for text in ("1/(d-d)", "log(d-d)", "(d-1)**0.5", "d**(d*1000)"):
        with pytest.raises(Undefined):
            value(text)


def test_texts_go_round():
    for measure in (
        FormulaMeasure("both / P"),
        FormulaMeasure("d_min", best="lowest", least=0, most=None, name="near"),
        FormulaMeasure("both", least=Fraction(-1, 3)),
        FormulaMeasure(" + ".join(["both_descendants"] * 15), best="lowest"),
        OwnFlow(cost="d²", beta_p="N", scaled=True, missing_cost=Fraction(5, 2), name="mine"),
    ):
        assert read_measure(str(measure)) == measure
        assert hash(read_measure(str(measure))) == hash(measure)
    assert read_measure("MGIA(max_distance=None)") == parse_measure("MGIA(max_distance=None)")
    assert read_measure('Formula("both")') == FormulaMeasure("both")
    assert read_measure("mine", [FormulaMeasure("both", name="mine")][:0] or [Named()]).label() == "other"
    for text, why in {
        "Formula(1)": "is empty",
        'Formula("P", expression="T")': "given twice",
        'Formula(x="P")': "no parameter 'x'",
        "Formula(": "cannot be read",
        "Formula(expression=__import__('os'))": "cannot be read",
        'Formula("P", name="a b")': "a name of letters",
        'Formula("P", best="up")': '"highest" or "lowest" is',
        "Nothing": "is not known",
    }.items():
        with pytest.raises(MeasureError, match=why):
            read_measure(text)


class Named(FormulaMeasure):
    def __str__(self) -> str:
        return "mine"

    def label(self) -> str:
        return "other"


def test_formulas_and_flows_are_measures_like_any_other():
    for measure in (FormulaMeasure(), FormulaMeasure("d_P / P", best="lowest", most=None), OwnFlow(cost="d²")):
        assert check_measure(measure) == []
        assert measure.better() in ("higher", "lower")
        assert measure.params()


# Flows


@each("name", PRESETS)
def test_flows_with_plain_costs_are_the_known_measures(name: str):
    case = presets()[name]
    assert OwnFlow().evaluate(case).value == parse_measure("GIE").evaluate(case).value
    scaled = OwnFlow(beta_p="N", beta_t="M", scaled=True)
    assert scaled.evaluate(case).value == parse_measure("MGIA").evaluate(case).value
    assert scaled.bounds(case) == (0.0, 1.0)


def test_squared_distances_by_hand():
    """Case 15: Opera is 2 from Drama, at a cost of 4; Rock is 4 away, at 16, and goes to the default for 5."""
    measure = OwnFlow(**OwnFlow.presets["MGIA, squared distances"])
    result = measure.evaluate(CASE_15)
    assert result.parts["f_error"] == 9
    assert result.value == 1 - 9 / 15
    assert OwnFlow(cost="2").evaluate(CASE_15).value == 7
    apart = OwnFlow(cost="d", default_cost=1, missing_cost=3)
    # Opera with Drama costs 2 and Rock 1; the two predicted at the default and Drama missing would cost 5.
    assert apart.evaluate(CASE_15).value == 3
    assert OwnFlow(default_cost=1, missing_cost=3, scaled=True).evaluate(CASE_15).value == pytest.approx(1 - 3 / 5)
    for view in measure.views(CASE_15):
        assert measure.view(CASE_15, result, view).formula.value == "0.4"
    assert measure.explain(CASE_15, result)[-1].formula.value == "0.4"


def test_costs_that_are_none_are_told():
    assert OwnFlow(cost="2-d").evaluate(CASE_15).notes[-1] == (
        "Undefined: a pair at distance 4 would cost -2, less than 0."
    )
    assert OwnFlow(cost="1/(d-2)").evaluate(CASE_15).notes[-1] == "Undefined: it divides by 0."
    for wrong in ({"cost": "x"}, {"scaled": True, "default_cost": None}, {"scaled": True, "default_cost": 0}):
        with pytest.raises(MeasureError):
            OwnFlow(**wrong)
    for cost in ("d+1", "1/d"):
        assert OwnFlow(cost=cost, scaled=True).bounds(CASE_15) == (None, 1.0)


@pytest.mark.slow
def test_sheets_of_formulas_and_flows():
    rules = [BY_KEY[key] for key in ("identity", "irrelevant", "pairing", "path-counting", "range")]
    budget = Budget(larger=-1, random=10)
    below = behaviour_sheet(
        FormulaMeasure("2 * both_descendants / (P_descendants + T_descendants)"), budget, None, rules
    )
    assert below.signs == {"identity": "−", "irrelevant": "−", "pairing": "+", "path-counting": "+", "range": "+"}
    squared = behaviour_sheet(OwnFlow(beta_p="N", beta_t="M", cost="d²", scaled=True), budget, None, rules)
    assert squared.signs == {"identity": "+", "irrelevant": "+", "pairing": "+", "path-counting": "−", "range": "+"}
    # Four edges cost as much as the default: farther predictions are all alike, and that is no fault.
    farther = [BY_KEY[key] for key in ("over-specialisation", "under-specialisation", "nearer", "long-distance")]
    squared = behaviour_sheet(OwnFlow(beta_p="N", beta_t="M", cost="d²", scaled=True), Budget(random=10), None, farther)
    assert set(squared.signs.values()) == {"+"}
