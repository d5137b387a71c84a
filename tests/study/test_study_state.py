"""Study as parameters of its address, and back; what cannot be used is said in a sentence."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from hierview.study import published_studies
from hierview.study.ui.state import EXAMPLE, NEW, VIEWS, StudyState, address_parameters, state_of, with_study
from tests.each import each


def test_the_start_is_a_published_study():
    assert state_of({}) == StudyState()
    assert address_parameters(StudyState()) == {"study": "k15/15", "v": "ranking"}


@each("study", [*published_studies(), EXAMPLE, "~" + "0" * 32])
@each("view", VIEWS)
def test_the_address_leads_back(study: str, view: str):
    state = replace(with_study(StudyState(), study), view=view, by="GIE", average="pooled")
    back = state_of(address_parameters(state))
    assert not back.trouble
    assert (back.study, back.view, back.by, back.average) == (study, view, "GIE", "pooled")
    assert back.kept_id == study.removeprefix("~") * study.startswith("~")


def test_what_cannot_be_used_is_said():
    found = state_of({"study": "../../etc", "v": "none"})
    assert (found.study, found.view) == ("k15/15", "ranking")
    assert "a study that is not here: '../../etc'" in found.trouble
    assert "a view that is not here: 'none'" in found.trouble


def test_other_data_leave_choices_behind_and_kept_ones_stay_known():
    state = with_study(replace(StudyState(), by="GIE"), "~abc")
    assert (state.by, state.mine, state.view) == ("", ("abc",), "ranking")
    assert with_study(state, NEW).view == "data"
    assert with_study(with_study(state, EXAMPLE), "~abc").mine == ("abc",)
    assert state_of({"study": EXAMPLE}, state).mine == ("abc",)


@given(st.dictionaries(st.sampled_from(["study", "v", "by", "avg"]), st.text(max_size=60)))
def test_any_address_shows_something(asked):
    found = state_of(asked)
    assert found.view in VIEWS
    assert state_of(address_parameters(found)) == found or found.trouble
