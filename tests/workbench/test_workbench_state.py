"""The Workbench as parameters of its address, and back; what cannot be used is said in a sentence."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from hierview import parse_measure
from hierview.own.formula import FormulaMeasure
from hierview.own.own_measure import OwnFlow
from hierview.ui.shell.loaded import LoadedMeasures
from hierview.workbench.ui.state import (
    MOST_SEED,
    VIEWS,
    WORKBENCH,
    WorkbenchState,
    address_parameters,
    state_of,
    with_own_measure,
)
from tests.app_test import PageAlone
from tests.each import each

GIE, HF, LCAF = (parse_measure(text) for text in ("GIE", "hF", "LCaF"))
PRECISION = FormulaMeasure("both / P", name="precision")
SQUARED = OwnFlow(cost="d²", name="squared")


def test_the_start_needs_no_parameters_but_the_view():
    assert address_parameters(WorkbenchState()) == {"v": "benchmark"}
    assert state_of({}) == WorkbenchState()


def test_a_link_holds_a_formula_and_nothing_that_was_loaded_from_a_file():
    state = with_own_measure(WorkbenchState(), PRECISION)
    assert WORKBENCH.write(state)["measures"].startswith(str(PRECISION))
    assert WORKBENCH.write(replace(state, kind="file")) == {"v": "benchmark"}


@each("view", VIEWS)
@each("own", [PRECISION, SQUARED])
def test_the_address_leads_back(view: str, own):
    state = with_own_measure(replace(WorkbenchState(), view=view, seed=7), own).with_list(view, (None, GIE))
    asked = address_parameters(state)
    assert asked["v"] == view
    assert asked["seed"] == "7"
    assert asked["measures"].startswith(str(own) + ";GIE")
    back = state_of(asked)
    assert not back.trouble
    assert back.view == view
    assert back.seed == 7
    assert back.measures(view) == (own, GIE)
    assert back.own_measure == own
    other = FormulaMeasure("both / T")
    assert with_own_measure(back, other).measures(view) == (other, GIE)


def test_my_measure_takes_its_place_in_every_view():
    state = with_own_measure(WorkbenchState(), PRECISION)
    assert state.measures("benchmark")[0] == PRECISION
    assert PRECISION in state.measures("scatter")
    assert with_own_measure(state, SQUARED).measures("benchmark")[0] == SQUARED
    assert with_own_measure(state, SQUARED).formula == PRECISION  # it is there again when one goes back


def test_a_measure_that_somebody_brought_stands_first_where_two_are_compared(monkeypatch):
    monkeypatch.setattr("hierview.workbench.ui.state.local_measures", lambda: LoadedMeasures((PRECISION,)))
    state = WORKBENCH.read({}, None)
    for view in ("disagreements", "scatter"):
        assert state.measures(view)[:2] == (PRECISION, HF)
    assert WORKBENCH.read({"measures": "hF;LCaF", "v": "scatter"}, None).measures("scatter") == (HF, LCAF)


def test_a_list_of_another_view_stays():
    back = state_of({"v": "disagreements", "measures": "hF;LCaF"})
    assert back.measures("disagreements") == (HF, LCAF)
    assert back.measures("benchmark") == WorkbenchState().measures("benchmark")


def test_a_measure_asked_for_in_behaviour_is_tried():
    assert state_of({"v": "behaviour", "measures": str(PRECISION)}).tried == PRECISION
    assert state_of({"v": "behaviour", "measures": "GIE"}).tried is None


@each(
    "asked, told",
    [
        ({"v": "<b>"}, "the view '<b>'"),
        ({"seed": "-1"}, "seed"),
        ({"seed": "1e3"}, "seed"),
        ({"seed": "٣"}, "seed"),
        ({"seed": str(MOST_SEED + 1)}, "seed"),
        ({"measures": "GIE;Nothing"}, "'Nothing'"),
        ({"measures": ";".join(["GIE"] * 40)}, "40"),
        ({"measures": "G" * 7000}, "7,000"),
        ({"v": "disagreements", "measures": "GIE"}, "two different measures"),
        ({"v": "disagreements", "measures": "GIE;GIE"}, "two different measures"),
        ({"measures": 'Formula("__import__(1)")'}, "__import__"),
        ({"measures": 'Formula("9**9**9**9")'}, "measures"),
    ],
)
def test_what_cannot_be_used_is_said(asked: dict, told: str):
    state = state_of(asked)
    assert told in state.trouble
    assert state.view in VIEWS
    assert state.seed == 1
    assert state.measures(state.view) == WorkbenchState().measures(state.view)


@settings(max_examples=60, derandomize=True)
@given(st.dictionaries(st.sampled_from(["v", "measures", "seed", "c"]), st.text(max_size=30)))
def test_no_address_breaks_the_page(asked: dict):
    state = state_of(asked)
    assert state.view in VIEWS
    assert len(state.measures("disagreements")) == 2
    assert state_of(address_parameters(state)).measures(state.view) == state.measures(state.view)


def test_a_measure_that_is_chosen_stands_in_the_open_view():
    page = PageAlone("workbench")
    page.visit(v="disagreements", measures="hF;LCaF")
    first = page.control("selectbox", "First measure")
    first.set_value(next(option for option in first.options if option.startswith("GIE ")))
    page.run()
    assert page.control("selectbox", "First measure").value == GIE
    assert page.control("selectbox", "Second measure").value == LCAF
