"""The page's state over edits, undo and links, without a browser."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hierview import Case, parse_measure
from hierview.formats import preset
from hierview.markup import html
from hierview.ui.explore.address import LONGEST_LINK, address_parameters, state_of
from hierview.ui.explore.editing import editor_data, open_view_text, take_edits, work_to_store
from hierview.ui.explore.history import record_change, record_outside, step_back, step_forth
from hierview.ui.explore.page_token import decode, encode
from hierview.ui.explore.view import ViewState, case_title, open_case
from hierview.ui.shell.cases import EMPTY, LINKED, NEW, find_case
from hierview.ui.shell.fields import change_fields
from tests.each import each
from tests.effort import times
from tests.samples import PRESETS

BUILD_15 = [
    {"op": "add", "name": "Arts", "parent": None},
    {"op": "add", "name": "Theater", "parent": "Arts"},
    {"op": "add", "name": "Music", "parent": "Arts"},
    {"op": "add", "name": "Drama", "parent": "Theater"},
    {"op": "add", "name": "Opera", "parent": "Theater"},
    {"op": "link", "parent": "Music", "child": "Opera"},
    {"op": "add", "name": "Rock", "parent": "Music"},
    {"op": "mark", "name": "Drama", "mark": "true"},
    {"op": "mark", "name": "Opera", "mark": "predicted"},
    {"op": "mark", "name": "Rock", "mark": "predicted"},
]


def sent(*edits: dict, start: int = 1, seed: int = 0) -> dict:
    log = [{"number": start + i, "drawingVersion": seed, **edit} for i, edit in enumerate(edits)]
    return {"log": log}


ARTS_TRUE = {"op": "mark", "name": "Arts", "mark": "true"}


def edited(state: ViewState, *edits: dict) -> ViewState:
    """The state once the browser has told of these edits, the next ones of its visit."""
    return take_edits(state, sent(*edits, start=state.visit.last_edit + 1))


def page(name: str = "15", **more) -> ViewState:
    return open_case(None, name, find_case(name), **more)


def given_to_editor(state: ViewState) -> dict:
    return editor_data(state, html.class_ids(state.draft), "visit")


def drawn(state: ViewState) -> tuple:
    return state.draft.hierarchy.classes, set(state.draft.hierarchy.edges), state.draft.true, state.draft.predicted


@each("number", [2**53 - 1, 10**30, 5_001, -1, 0, True, "2", 2.0, None, [], {}])
def test_a_number_far_ahead_does_not_stand_in_the_way_of_later_edits(number: object):
    odd = {"log": [{"number": number, "drawingVersion": 0, **ARTS_TRUE}]}
    state = take_edits(page(), odd)
    assert state == page()
    after = edited(state, ARTS_TRUE)
    assert "Arts" in after.draft.true
    assert after.visit.last_edit == 1
    # Nor where it stands beside good ones.
    assert take_edits(page(), {**odd, "log": [*odd["log"], *sent(ARTS_TRUE)["log"]]}) == after


def test_a_long_log_is_taken_whole():
    marks = [{"op": "mark", "name": "Arts", "mark": ("true", "none")[i % 2]} for i in range(300)]
    assert edited(page(), *marks).visit.last_edit == 300


@each("value", [[], {}, None, 0, -1, 2.5, True, "", "x", [[]], {"a": []}, float("nan"), 10**400])
def test_a_value_of_a_wrong_kind_is_a_sentence(value: object):
    """In every key of every edit."""
    edits = [
        *BUILD_15,
        {"op": "text", "format": "outline", "text": "A"},
        {"op": "restore", "store": "{}"},
        {"op": "probability", "parent": "Arts", "child": "Music", "value": 1},
        {"op": "undo"},
        {"op": "redo"},
        {"op": "score", "name": "Arts", "value": 1},
        {"op": "pin", "name": "Arts", "x": 1, "y": 1},
        {"op": "rename", "name": "Arts", "to": "B"},
        {"op": "move", "name": "Arts", "parent": "Music"},
    ]
    for edit in edits:
        for key in edit:
            after = edited(page(), {**edit, key: value})
            assert after.visit.last_edit == 1
            assert isinstance(after.canvas.refusal, str)


def test_a_mark_that_ends_a_rule_retires_its_controls():
    """On a slow server the page would tell the old rule once more, with the next mark, and lose both."""
    state = open_case(None, "t4", find_case("t4"))
    assert state.work.rule
    one = edited(state, {"op": "mark", "name": "Fitness", "mark": "true"})
    two = edited(one, {"op": "mark", "name": "Fitness", "mark": "predicted"})
    epochs = [page.visit.widget_epoch for page in (state, one, two)]
    assert (one.work.rule, epochs) == ("", [epochs[0], epochs[0] + 1, epochs[0] + 1])
    assert "Fitness" in two.draft.predicted


def test_every_edit_is_undone_by_itself_and_made_again():
    states = [page(NEW)]
    for edit in BUILD_15:
        states.append(edited(states[-1], edit))
    back = states[-1]
    for before in reversed(states[:-1]):
        back = step_back(back)
        assert drawn(back) == drawn(before)
    assert back.draft == EMPTY
    assert back.past == ()
    assert step_back(back) is back
    for after in states[1:]:
        back = step_forth(back)
        assert drawn(back) == drawn(after)
    assert step_forth(back) is back


def test_an_edit_is_taken_once_and_in_order():
    first = sent(*BUILD_15[:4])
    state = take_edits(page(NEW), first)
    again = take_edits(state, first)
    assert again is state
    # The browser repeats what was not acknowledged when it said it.
    both = {"log": first["log"] + sent(*BUILD_15[4:], start=5)["log"]}
    assert drawn(take_edits(state, both)) == drawn(edited(page(NEW), *BUILD_15))


def test_an_edit_of_another_drawing_is_dropped_but_counted():
    state = record_outside(page("15"), open_case(page("15"), "11a", find_case("11a")))
    assert state.visit.drawing_version == 1
    after = edited(state, {"op": "delete", "name": "Arts", "below": False})
    assert after.draft is state.draft
    assert after.visit.last_edit == 1


def test_a_refused_edit_is_said_and_the_others_are_made():
    cycle = {"op": "link", "parent": "Opera", "child": "Arts"}
    state = edited(page("15"), cycle, ARTS_TRUE)
    assert "Arts" in state.case.true
    assert state.canvas.refusal == ""
    state = edited(page("15"), cycle)
    assert "cycle" in state.canvas.refusal
    assert state.past == ()
    assert state.draft == preset("15")
    assert given_to_editor(state)["trouble"] == {"text": state.canvas.refusal, "line": None}


def test_undo_and_redo_from_the_canvas_stand_in_the_log():
    state = edited(page("15"), ARTS_TRUE, {"op": "undo"})
    assert state.draft == preset("15")
    assert len(state.future) == 1
    state = edited(state, {"op": "redo"})
    assert "Arts" in state.case.true


def test_a_class_and_the_name_that_it_gets_at_once_are_one_step():
    add, name = {"op": "add", "name": "Class 1", "parent": "Music"}, {"op": "rename", "name": "Class 1", "to": "Jazz"}
    start = page()
    named = edited(start, add, {**name, "added": True})
    assert "Jazz" in named.draft.hierarchy
    assert step_back(named).draft == start.draft
    assert step_forth(step_back(named)).draft == named.draft
    # A later name is a step of its own, and so is one that comes after another change, whatever the browser says.
    later = edited(named, {**name, "name": "Jazz", "to": "Bop"})
    assert step_back(later).draft == named.draft
    other = edited(start, add, {"op": "mark", "name": "Class 1", "mark": "true"}, {**name, "added": True})
    assert "Class 1" in step_back(other).draft.true
    odd = edited(named, {**name, "name": "Jazz", "to": "Bop", "added": 1})
    assert "true or false" in odd.canvas.refusal


def test_pins_change_no_number_and_can_be_undone():
    state = edited(page("15"), {"op": "pin", "name": "Arts", "x": 10, "y": 20})
    assert not state.is_edited
    assert state.case.published
    assert state.case.positions == (("Arts", 10.0, 20.0),)
    assert step_back(state).case.positions == ()


def test_settings_and_cases_are_undone_too():
    before = page("15")
    after = record_change(before, change_fields(before, settings=(("MGIA", parse_measure("MGIA(max_distance=None)")),)))
    loaded = record_outside(after, open_case(after, "11a", find_case("11a")))
    assert loaded.work.settings == ()
    assert loaded.name == "11a"
    assert loaded.visit.drawing_version == 1
    back = step_back(loaded)
    assert back.name == "15"
    assert str(back.measure("MGIA")) == "MGIA(max_distance=None)"
    assert step_back(back).work.settings == ()
    # What is only looked at is no change.
    assert record_change(before, change_fields(before, view="steps")).past == ()


@pytest.mark.parametrize("form", ["outline", "edges"])
def test_text_and_drawing_stay_in_sync(form: str):
    state = change_fields(page("15"), tab=form)
    text = open_view_text(state)
    same = edited(state, {"op": "text", "format": form, "text": text})
    assert same.draft is state.draft
    assert same.past == ()
    other = edited(state, {"op": "text", "format": form, "text": text.replace("Rock", "Jazz")})
    assert "Jazz" in other.case.predicted
    assert "Rock" not in other.case.hierarchy
    assert open_view_text(other) == text.replace("Rock", "Jazz")
    drawing = edited(other, {"op": "rename", "name": "Jazz", "to": "Rock"})
    assert open_view_text(drawing) == text


def test_half_a_text_destroys_nothing():
    state = change_fields(page("15"), tab="edges")
    wrong = "Arts > Music\nMusic > Arts\n"
    after = edited(state, {"op": "text", "format": "edges", "text": wrong})
    assert after.draft is state.draft
    assert after.past == ()
    assert open_view_text(after) == wrong
    told = given_to_editor(after)["trouble"]
    assert "line 2" in told["text"]
    assert told["line"] == 2
    # A change of the drawing beside it waits until it can be read; drawn on by itself, it takes the text's place.
    assert after.is_text_unread
    waits = edited(after, ARTS_TRUE)
    assert waits.case.true == after.case.true
    assert open_view_text(waits) == wrong
    assert waits.canvas.refusal == f"{told['text']}; the drawing can be changed once the text can be read"
    later = edited(change_fields(after, tab="draw"), ARTS_TRUE)
    assert "Arts" in later.case.true
    assert open_view_text(change_fields(later, tab="edges")) != wrong


def test_answers_are_of_the_last_text_that_could_be_read():
    state = change_fields(page("15"), tab="outline")
    wrong, right = "Arts\n    Music\n  Rock [p]", "Arts\n  Music\n  Rock [p]"
    for text, unread in ((wrong, True), (right, False), (wrong, True)):
        state = edited(state, {"op": "text", "format": "outline", "text": text})
        assert state.is_text_unread is unread
    assert not change_fields(state, tab="draw").is_text_unread
    assert not step_back(state).is_text_unread


# What is said of a case


def describe(state: ViewState, **texts: str) -> ViewState:
    return edited(state, {"op": "describe", **texts})


def test_a_changed_preset_says_so_in_its_name():
    state = page("11a")
    assert case_title(state) == ("Case 11a", "A near miss")
    pinned = edited(state, {"op": "pin", "name": "Arts", "x": 1, "y": 2})
    assert case_title(pinned) == case_title(state)
    assert pinned.draft.note == state.draft.note
    marked = edited(pinned, ARTS_TRUE)
    assert case_title(marked) == ("", "Case 11a, edited") == ("", marked.draft.name)
    drawn = edited(marked, {"op": "add", "name": "Jazz", "parent": "Music"})
    assert case_title(drawn) == ("", "Drawing after case 11a") == ("", drawn.draft.name)
    typed = edited(change_fields(state, tab="outline"), {"op": "text", "format": "outline", "text": "A\n  B [t]"})
    assert case_title(typed) == ("", "Drawing after case 11a")
    assert open_view_text(typed) == "A\n  B [t]"
    assert case_title(step_back(step_back(drawn))) == case_title(state)
    assert case_title(describe(drawn, name="Courses")) == ("After case 11a", "Courses")
    assert case_title(edited(describe(state, name="Mine"), BUILD_15[7]))[1] == "Mine"
    there = state_of(address_parameters(drawn))
    assert case_title(there) == ("", "Drawing after case 11a")


def test_what_is_written_here_stays_and_what_came_with_a_preset_goes():
    state = page("11a")
    said = describe(state, note="Which is worse?", source="Lecture 3")
    assert not said.is_edited
    assert said.case.published == state.case.published
    assert said.case.name == state.case.name
    assert (step_back(said).draft, step_forth(step_back(said)).draft) == (state.draft, said.draft)
    marked = edited(said, ARTS_TRUE)
    assert (marked.draft.note, marked.draft.source) == ("Which is worse?", "Lecture 3")
    plain = edited(state, ARTS_TRUE)
    assert (plain.draft.note, plain.draft.source) == ("", "")
    # A file of one's own keeps its question, unless somebody printed its numbers.
    own = replace(state.draft, published=(), name="Mine")
    assert edited(open_case(None, "mine-1", own), ARTS_TRUE).draft.note == own.note
    assert edited(open_case(None, "mine-1", state.draft), ARTS_TRUE).draft.note == ""


def test_what_is_said_goes_by_link_and_over_a_reload():
    state = describe(page("15"), name="A <b>name</b>", note="Line one\nLine two", source="S; = % & ?")
    same_to_see(state, state_of(address_parameters(state)))
    same_to_see(state, edited(page("15"), {"op": "restore", "store": work_to_store(state)}))


def test_naming_a_case_leaves_a_half_typed_text_alone():
    state = change_fields(page("15"), tab="outline")
    for text in ("Arts\n    Music\n  Rock [p]", "Arts\n  Music   [t]"):
        state = edited(state, {"op": "text", "format": "outline", "text": text})
        after = describe(state, name=f"Named {text}"[:9])
        assert open_view_text(after) == text
        assert after.is_text_unread == state.is_text_unread
        assert after.visit.drawing_version == state.visit.drawing_version


def test_an_edit_is_taken_back_without_a_trace():
    state = edited(page("15"), ARTS_TRUE, {"op": "retract"})
    assert (state.draft, state.past, state.future) == (preset("15"), (), ())
    assert edited(state, {"op": "retract"}).draft == preset("15")


def test_a_drawing_of_ones_own_is_not_reset():
    state = edited(page(NEW), *BUILD_15)
    assert state.is_edited
    assert not state.can_reset
    assert change_fields(state, settings=(("MGIA", parse_measure("MGIA(default_cost=0.5)")),)).can_reset
    assert edited(page("15"), BUILD_15[1] | {"name": "Jazz"}).can_reset


def test_every_case_that_is_opened_is_another_opening():
    state = page("15")
    new = open_case(state, NEW, EMPTY)
    assert len({state.visit.opening, new.visit.opening, open_case(new, NEW, EMPTY).visit.opening}) == 3
    assert edited(new, *BUILD_15).visit.opening == step_back(new).visit.opening == new.visit.opening


def test_a_link_to_a_view_leads_to_it():
    for asked in ({"v": "steps"}, {"v": "steps", "step": "14"}, {"v": "landscape"}, {"v": "picture"}):
        assert state_of({"c": "15", **asked}).visit.scroll_to_why
    state = state_of({"c": "15", "m": "LCaF", "v": "steps"})
    assert not state_of({"c": "15", "m": "LCaF"}).visit.scroll_to_why
    assert not state_of({"v": "nonsense"}).visit.scroll_to_why
    assert not open_case(state, "11a", find_case("11a")).visit.scroll_to_why


def test_a_case_without_marks_is_a_draft_and_a_case_again():
    log = [{"op": "mark", "name": c, "mark": "none"} for c in ("Drama", "Opera", "Rock")]
    state = edited(page("15"), *log)
    assert not state.answerable
    assert state.draft.hierarchy == preset("15").hierarchy
    state = edited(state, {"op": "mark", "name": "Rock", "mark": "both"})
    assert isinstance(state.case, Case)


# Links


def same_to_see(a: ViewState, b: ViewState) -> None:
    assert (a.name, a.draft, a.work.start, a.work.settings) == (b.name, b.draft, b.work.start, b.work.settings)
    assert (a.why.row, a.why.view, a.why.display) == (b.why.row, b.why.view, b.why.display)
    assert (a.answers.table, a.canvas.tab) == (b.answers.table, b.canvas.tab)


@each("name", PRESETS)
def test_a_link_to_an_edited_preset_shows_what_its_sender_saw(name: str):
    top = preset(name).hierarchy.roots[0]
    edits = (
        {"op": "add", "name": "Neu ; = % & ?", "parent": top},
        {"op": "pin", "name": top, "x": 1.5, "y": -7},
        {"op": "mark", "name": "Neu ; = % & ?", "mark": "both"},
    )
    state = edited(page(name), *edits)
    state = change_fields(
        state,
        view="landscape",
        how="replacing Neu ; = % & ?",
        table="all",
        row='hF(augmentation="none")',
        settings=(("MGIA", parse_measure("MGIA(default_cost=0.5)")),),
        tab="outline",
    )
    asked = address_parameters(state)
    assert asked["c"].startswith("~")
    assert sum(map(len, asked.values())) < LONGEST_LINK
    there = state_of(asked)
    assert there.visit.trouble == ""
    same_to_see(state, there)
    assert there.why.how == state.why.how
    assert there.is_edited
    assert there.case.positions == state.case.positions


def test_a_link_to_a_drawing_of_ones_own():
    state = edited(page(NEW), *BUILD_15)
    there = state_of(address_parameters(state))
    same_to_see(state, there)
    mine = record_outside(state, open_case(state, "mine-1", state.case, collection=(state.case,)))
    there = state_of(address_parameters(mine))
    assert there.name == LINKED
    assert there.draft == state.draft
    assert not there.is_edited


def test_hemkits_limit_is_in_the_link():
    state = change_fields(page("18a"), view="conventions", convention="HEMKit", limit=1)
    assert address_parameters(state)["p"] == "convention=HEMKit;limit=1"
    assert (state_of(address_parameters(state)).why.limit, state_of({"c": "18a", "v": "conventions"}).why.limit) == (
        1,
        None,
    )
    for wrong in ("-1", "x", "499", "9" * 300, "²"):
        assert state_of({"c": "18a", "p": f"limit={wrong}"}).why.limit is None


HOSTILE = [
    {"c": "~"},
    {"c": "~A"},
    {"c": "~AAAA"},
    {"c": "~" + "A" * 200_000},
    {"c": "mine-1"},
    {"c": "\x00"},
    {"c": "~A<img src=x onerror=alert(1)>"},
    {"c": "15", "s": "[[[["},
    {"c": "15", "s": "[" * 5000},
    {"c": "15", "s": '[["GIE","MGIA"]]'},
    {"c": "15", "s": '[["GIE"]]'},
    {"c": "15", "s": "{}"},
    {"c": "15", "m": "__import__('os')"},
]


@each("asked", HOSTILE)
def test_a_damaged_link_gives_a_sentence_and_a_page(asked: dict[str, str]):
    state = state_of(asked)
    assert state.visit.trouble.startswith("The link asks for")
    assert len(state.visit.trouble) < 700
    assert isinstance(state.case, Case)


@settings(max_examples=150)
@given(st.dictionaries(st.sampled_from(["c", "m", "v", "s", "p", "step", "big", "ask"]), st.text(max_size=60)))
def test_any_address_gives_a_page(asked: dict[str, str]):
    assert state_of(asked).draft.hierarchy is not None


# Work over a reload


def test_work_is_kept_while_it_is_unsaved_and_comes_back():
    assert work_to_store(page("15")) == ""
    assert work_to_store(page(NEW)) == ""
    state = edited(page("15"), ARTS_TRUE)
    store = work_to_store(state)
    fresh = edited(page("15"), {"op": "restore", "store": store})
    assert fresh.canvas.refusal == ""
    same_to_see(state, fresh)
    assert step_back(fresh).draft == preset("15")


@each("store", [None, 3, "", "{", "[]", '{"c": 1}', '{"c": "~A!"}', "[" * 100_000])
def test_what_the_browser_kept_is_checked(store):
    state = edited(page("15"), {"op": "restore", "store": store})
    assert state.draft == preset("15")
    assert state.canvas.refusal
    assert state.visit.last_edit == 1


# Whatever the browser says

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
entries = st.fixed_dictionaries(
    {},
    optional={
        "number": st.integers(-2, 6) | json_values,
        "drawingVersion": st.just(0) | json_values,
        "op": st.sampled_from(
            ["add", "mark", "delete", "text", "undo", "redo", "retract", "restore", "pin", "describe"]
        )
        | json_values,
        "name": st.sampled_from(["Arts", "Rock"]) | json_values,
        "mark": st.sampled_from(["none", "true"]) | json_values,
        "format": st.sampled_from(["outline", "edges"]) | json_values,
        "text": json_values,
        "below": json_values,
        "x": json_values,
        "y": json_values,
    },
)


@settings(max_examples=times(100, 300))
@given(json_values | st.fixed_dictionaries({"log": st.lists(entries | json_values, max_size=5)}))
@pytest.mark.slow
def test_whatever_the_browser_says_gives_a_page(said):
    state = take_edits(page("15"), said)
    assert json.dumps(given_to_editor(state))


def test_the_room_at_hand_changes_how_a_drawing_is_looked_at_but_nothing_that_was_chosen():
    edges = [("Arts", f"Branch {i}") for i in range(6)]
    edges += [(f"Branch {i}", f"Leaf {i} of a long name {k}") for i in range(6) for k in range(3)]
    case = Case.of(edges, ["Leaf 0 of a long name 0"], ["Leaf 5 of a long name 2"])
    narrow, wide = {"op": "room", "narrow": True}, {"op": "room", "narrow": False}
    state = open_case(None, NEW, Case.of(edges[:6], ["Branch 0"], ["Branch 5"]))
    phone = edited(state, narrow)
    assert (state.canvas_look.direction, phone.canvas_look.direction, phone.past) == ("down", "right", ())
    assert given_to_editor(phone)["narrowScreen"]
    assert edited(phone, wide).canvas_look == state.canvas_look
    # What is opened next is drawn for the same room, also after the address asked for it.
    assert open_case(phone, NEW, case).canvas_look.direction == "right"
    assert state_of({"c": "15"}, phone).canvas.narrow_screen
    # What was chosen by hand stays, in a link too: the direction, what is folded, one branch of it.
    wide_case = open_case(state, NEW, case)
    assert wide_case.canvas.hidden
    assert "p" not in address_parameters(wide_case)
    turned = edited(wide_case, {"op": "turn", "direction": "right"}, narrow)
    assert turned.canvas_look.direction == "right"
    for chosen in ({"op": "fold", "fold": False}, {"op": "seek", "name": "Leaf 3 of a long name 1"}):
        by_hand = edited(wide_case, chosen)
        after = edited(by_hand, narrow)
        assert after.canvas == replace(by_hand.canvas, narrow_screen=True)
        assert decode(encode(after)).canvas_look == after.canvas_look
        assert "fold=" in address_parameters(by_hand)["p"]
    assert edited(phone, {"op": "room", "narrow": "yes"}).canvas_look == state.canvas_look


def test_how_a_drawing_is_looked_at_is_no_edit():
    edges = [("Arts", c) for c in ("Music", "Drama", "Dance")] + [("Music", c) for c in ("Pop", "Rock", "Jazz")]
    state = open_case(None, NEW, Case.of(edges, ["Pop"], ["Music"]))
    assert (state.canvas.fold, state.canvas.hidden, state.canvas_look.direction) == (False, frozenset(), "down")
    folded = edited(state, {"op": "fold", "fold": True}, {"op": "turn", "direction": "right"})
    assert folded.past == ()
    assert folded.canvas.hidden == {"Drama", "Dance", "Rock", "Jazz"}
    assert folded.canvas_look.direction == "right"
    assert address_parameters(folded)["p"].endswith("dir=right;fold=1")
    data = given_to_editor(folded)
    assert {c["name"] for c in data["classes"] if "stands" not in c} == {"Arts", "Music", "Pop"}
    assert decode(encode(folded)).canvas_look == folded.canvas_look
    # Whatever is marked, sought, added or no longer marked stays in view.
    marked = edited(folded, {"op": "mark", "name": "Pop", "mark": "none"})
    assert "Pop" not in marked.canvas.hidden
    assert edited(marked, {"op": "seek", "name": "Jazz"}).canvas.hidden == {"Drama", "Dance", "Rock"}
    more = next(c["name"] for c in data["classes"] if "stands" in c)
    shown = edited(marked, {"op": "unfold", "name": more})
    assert shown.canvas.hidden == {"Rock", "Jazz"}
    # With one branch shown again the switch is off, and folds all there is to fold.
    assert (given_to_editor(folded)["fold"], given_to_editor(shown)["fold"]) == (True, False)
    assert edited(shown, {"op": "fold", "fold": True}).all_folded
    assert not edited(shown, {"op": "fold", "fold": False}).canvas.hidden
    odd = [{"op": "turn", "direction": []}, {"op": "turn"}, {"op": "unfold"}, {"op": "seek", "name": 7}]
    assert edited(shown, *odd).canvas_look == shown.canvas_look
