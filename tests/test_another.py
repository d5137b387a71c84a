"""Another prediction in Explore: A stays while B is marked on the same drawing, and both are answered."""

import re

from hierview import evaluate, load_case
from hierview.explain import number
from hierview.markup.html import class_ids
from hierview.ui.explore.address import address_parameters, state_of
from hierview.ui.explore.contents import viewer_contents
from hierview.ui.explore.controls import after_button, bar_controls
from hierview.ui.explore.desk import Desk
from hierview.ui.explore.editing import edit_reply, take_edits
from hierview.ui.explore.history import record_outside, step_back
from hierview.ui.explore.page_token import decode, encode
from hierview.ui.explore.view import ViewState, case_with_first, open_case
from hierview.ui.shell.fields import change_fields


def pressed(state: ViewState, name: str) -> ViewState:
    return record_outside(state, after_button(state, name))


def edited(state: ViewState, *edits: dict[str, object]) -> ViewState:
    for edit in edits:
        number, version = state.visit.last_edit + 1, state.visit.drawing_version
        state = take_edits(state, {"log": [{**edit, "number": number, "drawingVersion": version}]})
        assert not state.canvas.refusal
    return state


def names(state: ViewState) -> list[str]:
    return [control["name"] for control in bar_controls(state)]


def second(name: str = "11a") -> ViewState:
    """The case with another prediction, Theater."""
    state = pressed(open_case(None, name, load_case(name)), "another")
    return edited(state, {"op": "mark", "name": "Theater", "mark": "predicted"})


def test_both_values_stand_in_the_table_and_a_sentence_says_who_is_better():
    state = second()
    assert (state.work.first, state.draft.predicted) == ({"Rock"}, {"Theater"})
    markup = viewer_contents(state).markup
    first = case_with_first(state)
    for measure in ("hF", "LCaF", "GIE", "MGIA"):
        row = re.search(rf'<tr class="[^"]*" data-row="{measure}">.*?</tr>', markup["answers"])[0]
        values = re.findall(r'<td class="value[^"]*"><span>(.*?)</span>', row)
        assert values == [number(evaluate(case, measure).value) for case in (first, state.case)]
    assert "A by 0.27" in markup["answers"]
    assert "A is better by hF, LCaF, GIE and MGIA. flat F cannot tell them apart." in markup["answers"]
    assert "Why is hF 0.67 for A and 0.4 for B?" in markup["whytitle"]
    assert re.findall(r'<output class="result">(.*?)</output>', markup["picture"]) == ["0.67", "0.4"]
    question = re.sub("<[^>]*>", " ", markup["question"]).split()
    assert question == ["True:", "Pop", "A:", "Rock", "B:", "Theater", "Which", "is", "worse?"]


def test_a_second_prediction_begins_empty_can_be_taken_away_and_undone():
    start = open_case(None, "11a", load_case("11a"))
    assert names(start) == ["new", "another"]
    state = pressed(start, "another")
    assert (state.draft.predicted, names(state)) == (set(), ["new", "takeaway"])
    assert step_back(state).work == start.work
    # Where nothing else is marked, it is a drawing without a question for a while.
    alone = pressed(edited(start, {"op": "mark", "name": "Pop", "mark": "none"}), "another")
    assert not alone.answerable
    assert pressed(alone, "takeaway").draft.predicted == {"Rock"}
    away = pressed(second(), "takeaway")
    assert (away.work.first, away.draft.predicted) == (None, {"Rock"})
    assert step_back(away).work.first == {"Rock"}


def test_the_canvas_and_a_link_have_both_and_names_follow():
    state = edited(second(), {"op": "rename", "name": "Rock", "to": "Metal"})
    assert state.work.first == {"Metal"}
    assert [c["name"] for c in edit_reply(state, {})["classes"] if c["first"]] == ["Metal"]
    again = state_of(address_parameters(state))
    assert (again.work.first, again.draft.predicted) == ({"Metal"}, {"Theater"})
    assert decode(encode(state)).work.first == {"Metal"}
    assert edited(state, {"op": "delete", "name": "Metal", "below": False}).work.first == set()
    assert state_of({"c": "11a", "p": "a=[1]"}).work.first is None
    assert "first" not in edit_reply(open_case(None, "11a", load_case("11a")), {})["classes"][0]


def test_a_class_is_marked_for_a_while_b_stays_and_that_can_be_undone():
    state = second()
    both = edited(state, {"op": "first", "name": "Theater", "on": True}, {"op": "first", "name": "Rock", "on": False})
    assert (both.work.first, both.draft.predicted) == ({"Theater"}, {"Theater"})
    assert step_back(both).work.first == {"Rock", "Theater"}
    assert edited(state, {"op": "first", "name": "Nowhere", "on": True}).work == state.work
    alone = open_case(None, "11a", load_case("11a"))
    assert edited(alone, {"op": "first", "name": "Pop", "on": True}).work == alone.work


def test_steps_landscape_and_more_are_of_one_of_both():
    """What a view of one prediction says of A is what it says where A alone is predicted; a click marks A."""
    alone = open_case(None, "11a", load_case("11a"))
    for view in ("steps", "landscape", "sensitivity", "distance", "conventions"):
        desks = [
            Desk(address_parameters(change_fields(state, view=view)), "test") for state in (alone, second(), second())
        ]
        page_alone, page_b = (desk.tell() for desk in desks[:2])
        page_a = desks[2].tell({"do": "set", "name": "of", "value": "a"})
        assert page_a["show"][view] == page_alone["show"][view] != page_b["show"][view], view
        assert page_a["address"]["p"].count("of=a") == 1
        assert [c["value"] for c in page_a["controls"]["side"] if c["name"] == "of"] == ["a"]
        if view == "landscape":
            number = str(class_ids(desks[2].state.draft)["Pop"])
            desks[2].tell({"do": "pick", "key": view, "chosen": number})
            assert (desks[2].state.work.first, desks[2].state.draft.predicted) == ({"Pop"}, {"Theater"})
