"""An edit answered at once shows what the page shows when it follows, and a request from anybody is no danger."""

from __future__ import annotations

import json
import re
from http.client import HTTPConnection
from itertools import pairwise
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from hierview import Case
from hierview.answers.cost import is_heavy
from hierview.formats import preset
from hierview.formats.link import pack_draft
from hierview.languages import ENGLISH, spoken_language
from hierview.markup import html
from hierview.markup.pictures import DrawingOptions
from hierview.model.edits import apply_edit
from hierview.ui.explore.address import state_of
from hierview.ui.explore.contents import shared_contents, view_markup, viewer_contents
from hierview.ui.explore.editing import editor_data, take_edits
from hierview.ui.explore.instant import LARGEST, MOST_ENTRIES, reply_at_once
from hierview.ui.explore.page_token import LONGEST, decode, encode
from hierview.ui.explore.why_views import VIEWS, OpenAnswer
from hierview.ui.shell.fields import change_fields

from ..app_test import App
from ..each import each
from ..effort import times
from .editing import Editor
from .explorer import PATIENCE, PRESETS, Explorer
from .javascript import javascript

MARKS = ("none", "true", "predicted", "both")


def edits(draft: Any, chance: Random, count: int) -> list[dict[str, Any]]:
    """Edits as the editor makes them, most of which can be made."""
    names = [*draft.hierarchy.classes, "not there"]
    made: list[dict[str, Any]] = []
    for i in range(count):
        a, b = chance.choice(names), chance.choice(names)
        made.append(
            chance.choice(
                [
                    {"op": "mark", "name": a, "mark": chance.choice(MARKS)},
                    {"op": "mark", "name": b, "mark": chance.choice(MARKS)},
                    {"op": "add", "name": f"New {i}", "parent": a},
                    {"op": "rename", "name": a, "to": f"Once {a}", "added": chance.random() < 0.5},
                    {"op": "delete", "name": a, "below": chance.random() < 0.5},
                    {"op": "link", "parent": a, "child": b},
                    {"op": "unlink", "parent": a, "child": b},
                    {"op": "pin", "name": a, "x": 10.5, "y": 20.0},
                    {"op": "room", "narrow": chance.random() < 0.8},
                    {"op": "turn", "direction": chance.choice(["auto", "right", "indented"])},
                    {"op": "fold", "fold": chance.random() < 0.5},
                    {"op": "choose", "row": chance.choice(["MGIA", "LCaF", "hF", "no such row"])},
                    {"op": "open", "row": chance.choice(PRESETS)},
                    {"op": "text", "format": "outline", "text": chance.choice(["A\n  B [t]\n  C [p]", "A\n   B\n  C"])},
                ]
            )
        )
    return made


LOOKS_AT: tuple[dict[str, str], ...] = (
    {},
    {"v": "steps", "m": "LCaF", "lang": "de"},
    {"p": "table=all", "ask": "1", "m": "MGIA(default_cost=7)"},
    {"lang": "de"},
)


def sent(page: str, log: Any, **more: Any) -> dict[str, Any] | None:
    return reply_at_once(json.dumps({"page": page, "log": log, **more}).encode())


@each("name", PRESETS[:: times(12, 7)])
def test_an_answer_at_once_shows_what_the_page_shows_when_it_follows(name: str):
    asked = LOOKS_AT[PRESETS.index(name) % len(LOOKS_AT)]
    app = App(c=name, **asked)
    chance = Random(f"{name} {sorted(asked)}")
    log: list[dict[str, Any]] = []
    page = app.drawn["page"]
    for rev, edit in enumerate(edits(app.state.draft, chance, times(4, 8)), 1):
        log.append({"number": rev, "drawingVersion": app.state.visit.drawing_version, **edit})
        found = sent(page, log)
        app.at.session_state["editor"] = {"edits": {"log": log}}
        made = shared_contents.cache_info().misses
        app.run()
        if found is None:  # what is being typed cannot be read: the page itself answers until it can
            assert not page
            break
        assert shared_contents.cache_info().misses == made  # the page's run takes the answer
        same = {key: markup for key, markup in app.shown.items() if key in found["show"]}
        assert found["show"] == same, edit
        with spoken_language(asked.get("lang", ENGLISH)):
            assert found["show"] == viewer_contents(app.state).markup
        assert {key: app.drawn[key] for key in found["editor"]} == json.loads(json.dumps(found["editor"]))
        if chance.random() < 0.4:  # the page follows only now and then
            log, page = [], app.drawn["page"]
            if not page:
                break


@each("name", PRESETS)
def test_an_answer_at_once_is_that_to_the_page_after_the_edits(name: str):
    """As above, without the page, which shows what `shown` makes of its state."""
    asked = LOOKS_AT[PRESETS.index(name) % len(LOOKS_AT)]
    state = change_fields(state_of({"c": name, **asked}), drawing_version=7)
    chance = Random(f"{name} {sorted(asked)}")
    log: list[dict[str, Any]] = []
    page, many = encode(state), times(2 if PRESETS.index(name) % 4 else 5, 8)
    carried = decode(page)
    assert (viewer_contents(carried), carried.is_edited, decode(encode(carried))) == (
        viewer_contents(state),
        state.is_edited,
        carried,
    )
    for rev, edit in enumerate(edits(state.draft, chance, many), 1):
        log.append({"number": rev, "drawingVersion": state.visit.drawing_version, **edit})
        found, after = sent(page, log), take_edits(state, {"log": log})
        if found is None:
            assert not page
            break
        assert found["show"] == viewer_contents(after).markup, edit
        told = editor_data(after, html.class_ids(after.draft), "", answer=viewer_contents(after).answer)
        assert {key: told[key] for key in found["editor"]} == found["editor"], edit
        if chance.random() < 0.4:
            log, state, page = [], after, encode(after)
            if not page:
                break


def test_what_only_the_visit_knows_is_left_to_the_page():
    state = state_of({"c": "15"})
    for op in ("undo", "redo", "retract", "restore"):
        assert sent(encode(state), [{"number": 1, "drawingVersion": state.visit.drawing_version, "op": op}]) is None


@pytest.mark.parametrize("view", [name for name, view in VIEWS.items() if view.live])
@pytest.mark.parametrize("measure", ["MGIA", "LCaF", "hF"])
def test_a_live_view_shows_the_result_that_the_table_holds(view: str, measure: str, monkeypatch):
    """And computes none of its own."""
    state = state_of({"c": "15", "m": measure, "v": view})
    whole = viewer_contents(state)
    assert whole.answer is not None
    needs = VIEWS[view].needs(state, whole.answer)
    monkeypatch.setattr(type(whole.answer.measure), "evaluate", None)
    assert view_markup(VIEWS[view].make(*needs)).items() <= whole.markup.items()


@pytest.mark.parametrize("row", ["new", "mine-1", "nothing", "", None, [], {}, 1, "~A"])
def test_a_card_that_is_no_preset_is_left_to_the_page(row: object):
    state = state_of({"c": "15"})
    opening = {"number": 1, "drawingVersion": state.visit.drawing_version, "op": "open", "row": row}
    assert sent(encode(state), [opening]) is None
    assert sent(encode(state), [{**opening, "row": "12a"}]) is not None


def test_what_takes_long_is_left_to_the_page():
    """A chain whose marked classes have many ancestors, and more marks than an answer at once bears."""
    names = [str(i) for i in range(400)]
    chain = Case.of(pairwise(names), names[-8:], names[-16:-8])
    star = Case.of([("0", name) for name in names[1:]], names[1:21], names[21:41])
    for case in (chain, star):
        page = encode(state_of({"c": "~" + pack_draft(case)}))
        mark = {"number": 1, "drawingVersion": 0, "op": "mark", "name": names[-30], "mark": "true"}
        assert (sent(page, []) is not None) == (not is_heavy(case))
        assert sent(page, [mark]) is None


NO_JSON = (b"", b"{", b"\xff\xfe", b"[" * 200_000)
NO_REQUEST = (b"[]", b"null", b"1", b'{"log": []}', b'{"page": 1, "log": []}', b'{"page": "", "log": {}}')
NO_PAGE = (b'{"page": "{}", "log": []}', b'{"page": "' + b"x" * LONGEST + b'", "log": []}')


@each("sent", [*NO_JSON, *NO_REQUEST, *NO_PAGE, b"1" * (LARGEST + 1)])
def test_a_request_that_is_none_gets_no_answer(sent: bytes):
    assert reply_at_once(sent) is None


def test_a_page_that_somebody_made_up_gets_no_answer():
    page = json.loads(encode(state_of({"c": "15"})))
    for key in page:
        for value in ("", "x", -1, 2**53, 1.5, None, [], {}, True, "~", "~A", "<script>", "a" * 70_000, "\ud800"):
            found = sent(json.dumps({**page, key: value}), [])  # nothing is raised, whatever it is
            assert b"<script>" not in json.dumps(found, ensure_ascii=False).encode()  # as it is sent
        assert sent(json.dumps({k: v for k, v in page.items() if k != key}), []) is None
    mark = {"op": "mark", "name": "Music", "mark": "true", "drawingVersion": page["drawing_version"]}
    odd = ({"number": "1"}, {"number": 1, "op": []}, {"number": 2**70})
    for log in ("", None, [1], [None], [[]], [{}] * (MOST_ENTRIES + 1), *([{**mark, **entry}] for entry in odd)):
        found = sent(json.dumps(page), log)
        assert found is None or found["show"]["question"]


def test_a_step_is_drawn_on_request():
    """With those that one key leads to from it, and nothing else; whatever is asked, no fault."""
    state = state_of({"c": "15", "m": "LCaF", "v": "steps"})
    answered = OpenAnswer(state.measure("LCaF"), "Why is LCaF 0.5?")
    whole = VIEWS["steps"].make(state.case, answered, False, DrawingOptions(), 0).markup["steps"]
    articles = re.findall("<article.*?</article>", whole)
    page = encode(state)
    for step in (0, 4, 11, -1, 99, 2**80):
        found = sent(page, [], step=step)
        at = max(0, min(step, 11))
        for i, article in enumerate(re.findall("<article.*?</article>", found["steps"])):
            drawn = " data-later" not in article
            assert drawn == (abs(i - at) <= 1 or i in (0, 11)), (step, i)
            assert not drawn or article.replace(" hidden", "", 1) == articles[i].replace(" hidden", "", 1)
    for step in ("1", 1.5, True, [], {}):
        assert sent(page, [], step=step) is None
    guessing = encode(state_of({"c": "15", "m": "LCaF", "v": "steps", "ask": "1"}))
    assert sent(guessing, [], step=1) is None


_WRITTEN = javascript("last_written")


def written(page: Explorer) -> dict[str, int]:
    """How often each viewer was written."""
    return page.page.evaluate(_WRITTEN)


def marked(name: str, **marks: str) -> Case:
    case = preset(name)
    for c, mark in marks.items():
        case = apply_edit(case, {"op": "mark", "name": c, "mark": mark}).case()
    return case


EDITED = marked("15", Music="true", Theater="true")


def test_at_once(page: Explorer):
    """What is done in one visit, one after the other: to load a page anew takes longest."""
    page.turn_to("?c=15&m=hF")
    the_page_follows_and_has_nothing_to_change(page)
    a_button_of_the_page_acts_on_what_is_shown(page)
    a_preset_of_the_gallery_opens_at_once(page)


def the_page_follows_and_has_nothing_to_change(page: Explorer) -> None:
    editor, before = Editor(page.page), written(page)
    editor.class_("Music").click()
    page.expect_question(marked("15", Music="true"))
    editor.caught_up()
    assert written(page) == {key: count + 1 for key, count in before.items()}
    page.expect_why("hF", "0.67")


def a_button_of_the_page_acts_on_what_is_shown(page: Explorer) -> None:
    """Undo, pressed before the page has followed, takes back the last edit and no other."""
    editor = Editor(page.page)
    editor.class_("Theater").click()
    editor.class_("Arts").click()
    page.expect_question(marked("15", Music="true", Theater="true", Arts="true"))
    page.button("undo").get_by_role("button").click()
    page.expect_question(EDITED)
    editor.caught_up()
    page.expect_why("hF", "0.67")


@pytest.mark.whole
def test_nothing_older_is_put_over_an_answer(page: Explorer):
    """However fast one edits: no viewer is written more often than there were edits."""
    page.turn_to("?c=15&m=hF")
    editor, before = Editor(page.page), written(page)
    for i in range(8):  # round and round through the marks
        editor.class_("Music").press("Enter")
        page.page.wait_for_timeout(350 if i > 5 else 60)
    editor.caught_up()
    assert all(count <= before[key] + 8 for key, count in written(page).items())
    page.expect_question(preset("15"))
    page.expect_why("hF", "0.5")


def a_preset_of_the_gallery_opens_at_once(page: Explorer) -> None:
    """Then the page follows with nothing to change, and the gallery closes."""
    editor = Editor(page.page)
    card, before = page.open_popover("picker").locator("[data-pick='12a']"), written(page)
    with page.page.expect_response("**/answer") as reply:
        card.click()
    assert reply.value.ok
    page.expect_question(preset("12a"))
    page.expect_why("hF", "0.57")
    expect(page.page.locator(".gallery")).to_have_count(0)
    expect(page.page.locator(".st-key-picker")).to_contain_text("Case 12a")
    editor.caught_up()
    assert written(page) == {key: count + 1 for key, count in before.items()}


@each("status", [204, 404, 500])
def test_without_an_answer_at_once_the_page_answers(visits, status: int):
    desk = visits.desk()
    desk.page.route("**/answer", lambda route: route.fulfill(status=status))
    try:
        desk.open("?c=15&m=hF")
        Editor(desk.page).class_("Music").click()
        desk.expect_question(marked("15", Music="true"))
        desk.expect_why("hF", "0.67")
        assert desk.state.case.true == marked("15", Music="true").true
    finally:
        desk.page.unroute("**/answer")
        visits.problems[:] = [p for p in visits.problems if str(status) not in p]


JSON = {"Content-Type": "application/json"}


@each(
    "headers, body, status",
    [
        (JSON, "{}", 204),
        ({"Content-Type": "text/plain"}, "{}", 415),
        (JSON, "1" * (LARGEST + 1), 413),
        ({**JSON, "Origin": "http://evil.example"}, "{}", 403),
        ({**JSON, "Host": "evil.example"}, "{}", 403),
    ],
)
def test_only_the_explorers_own_pages_are_answered(server: str, headers: dict[str, str], body: str, status: int):
    address = urlsplit(server)
    connection = HTTPConnection(address.hostname, address.port, timeout=PATIENCE / 1000)
    try:
        connection.request("POST", "/answer", body, headers)
        assert connection.getresponse().status == status
    finally:
        connection.close()
