"""The app without a browser: what its state becomes, and what markup it hands to the viewer."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, urlsplit

import pytest
import streamlit

from hierview import Measure, parse_measure
from hierview.answers.answers import headline
from hierview.explain import number
from hierview.formats import preset
from hierview.markup import html, why
from hierview.ui.address import state_of
from hierview.ui.cases import short_rows
from hierview.ui.contents import contents, view_markup
from hierview.ui.history import record_outside
from hierview.ui.page_token import decode, encode
from hierview.ui.view import ViewState, Work, with_guess, with_row, with_setting
from hierview.ui.why_views import VIEWS, answer_of

from ..app_test import AppTest
from ..each import each
from ..effort import times
from .explorer import PRESETS, all_measures

APP = Path(__file__).resolve().parents[2] / "hierview" / "ui" / "shell" / "script.py"


class App:
    """The app after a visit to an address, from which it may go on to others."""

    def __init__(self, **query: str):
        self.at = AppTest.from_file(APP)
        for key, value in query.items():
            self.at.query_params[key] = value
        self.run()

    def turn_to(self, **query: str) -> App:
        """Another address in the same visit."""
        self.at.query_params.clear()
        for key, value in query.items():
            self.at.query_params[key] = value
        return self.run()

    def run(self) -> App:
        self.at.run()
        assert not self.at.exception, self.at.exception
        return self

    @property
    def state(self) -> ViewState:
        return self.at.session_state["hierview"]

    @property
    def shown(self) -> dict[str, str]:
        """The markup of every viewer, by its key."""
        return {key.rsplit("-", 1)[-1]: markup for key, markup in self.components()}

    @property
    def drawn(self) -> dict[str, Any]:
        """What the editor is given."""
        return next(data for key, data in self._given() if key == "editor")

    def components(self) -> list[tuple[str, str]]:
        """The whole key and the markup of every viewer."""
        return [(key, data["html"]) for key, data in self._given() if "html" in data]

    def _given(self) -> list[tuple[str, dict[str, Any]]]:
        found = self.at.get("bidi_component")
        return [(element.proto.id.split("-", 2)[-1], *json.loads(element.proto.json)) for element in found]

    def control(self, kind: str, label: str):
        """The control of that label."""
        return next(c for c in self.at.get(kind) if c.label.startswith(label))

    def use(self, control, value) -> App:
        control.set_value(value)
        return self.run()

    def press(self, key: str) -> App:
        """Press the button of that key."""
        self.at.button(key=key).click()
        return self.run()

    def unfold(self, key: str) -> App:
        """Open the popover of that key."""
        self.at.session_state[key] = True
        return self.run()

    def edit(self, *edits: dict[str, Any]) -> App:
        """What the editor tells of edits."""
        visit = self.state.visit
        numbers = enumerate(edits, visit.last_edit + 1)
        log = [{"number": number, "drawingVersion": visit.drawing_version, **edit} for number, edit in numbers]
        self.at.session_state["editor"] = {"edits": {"log": log}}
        return self.run()

    def describe(self, **texts: str) -> App:
        """Write into the fields of Describe."""
        self.unfold("describe")
        for label, written in texts.items():
            fields = (*self.at.get("text_input"), *self.at.get("text_area"))
            field = next(f for f in fields if f.key.startswith(f"describe-{label}-"))
            self.use(field, written)
        return self

    @property
    def called(self) -> str:
        """What the picker says, as the Markdown that Streamlit is given."""
        return next(b.proto.popover.label for b in self.at.get("popover") if b.proto.popover.id.endswith("-picker"))

    def link(self, *ticks: str) -> dict[str, str]:
        """What the link that Share gives asks for, with these ticks set."""
        self.unfold("share")
        for tick in ticks:
            self.at.checkbox(key=tick).check()
        link = self.run().at.code[0]  # after it comes, where it is for a frame, the line that makes the frame
        return dict(parse_qsl(urlsplit(link.value).query))

    def open_file(self, content: str | bytes, name: str = "case.json") -> App:
        """Bring a file through Open."""
        self.unfold("open")
        data = content.encode() if isinstance(content, str) else content
        box = next(box for box in self.at.get("file_uploader") if box.key == "case-file")
        box.set_value((name, data, "application/octet-stream"))
        return self.run()

    def bring(self, *files: tuple[str, str, str]) -> App:
        """Bring files of HEMKit through Open: for what, name, content of each."""
        self.unfold("open")
        for key, name, content in files:
            box = next(box for box in self.at.get("file_uploader") if box.key == f"triple-{key}")
            box.set_value((name, content.encode(), "text/plain"))
        return self.run()

    def saved(self, form: str = "json") -> tuple[str, bytes]:
        """The name and the content of what Save hands to the browser."""
        given = []
        self.unfold("save")
        with patch.object(streamlit, "download_button", lambda label, data, name, *_, **__: given.append((name, data))):
            self.use(self.at.radio(key="save-format"), form)
        ((name, data),) = given
        return name, data if isinstance(data, bytes) else data.encode()

    def open_edges(self, lines: str | bytes, true: str, predicted: str, file: str = "") -> App:
        """Bring an edge list with its marks through Open: a file's where that is named, else as typed."""
        self.unfold("open")
        if file:
            box = next(box for box in self.at.get("file_uploader") if box.key == "edges-file")
            box.set_value((file, lines, "text/plain"))
            lines = ""
        for key, value in {"text": lines, "true": true, "predicted": predicted}.items():
            fields = (*self.at.get("text_area"), *self.at.get("text_input"))
            next(c for c in fields if c.key == f"edges-{key}").set_value(value)
        return self.press("edges-open")


def said(measure: Measure, name: str) -> str:
    value = measure.evaluate(preset(name)).value
    return "undefined" if value is None else number(value)


def title_of(measure: Measure, name: str) -> str:
    return html.why_title(f"Why is {measure.label()} {said(measure, name)}?")


def test_the_start_page_is_case_11a():
    app = App()
    case = preset("11a")
    ids = html.class_ids(case)
    seed = app.drawn["drawingVersion"]
    assert seed > 1_700_000_000  # above that of any earlier visit
    assert app.state == ViewState.of(Work("11a", case, case), row="GIE", drawing_version=seed)
    assert not app.state.edited
    shown = app.shown
    assert shown["question"] == html.question(case, ids)
    assert [c["name"] for c in app.drawn["classes"]] == list(case.hierarchy.classes)
    assert {c["name"]: c["mark"] for c in app.drawn["classes"]} == {c: case.mark(c) for c in case.hierarchy.classes}
    assert (app.drawn["lastEdit"], app.drawn["store"], app.drawn["trouble"]) == (0, "", None)
    assert shown["whytitle"] == title_of(parse_measure("GIE"), "11a")
    assert "trouble" not in shown


def test_what_the_browser_edits_is_answered_and_undone():
    app = App(c="15")
    case = preset("15")
    seed = app.drawn["drawingVersion"]
    app.edit({"op": "mark", "name": "Arts", "mark": "true"})
    assert app.state.case.true == case.true | {"Arts"}
    assert app.drawn["lastEdit"] == 1
    assert "printed" not in app.shown["answers"]
    assert app.drawn["store"]
    app.press("undo")
    assert app.state.case == case
    assert app.drawn["drawingVersion"] == seed + 1
    assert app.drawn["store"] == ""
    assert app.at.button(key="undo").disabled
    assert not app.at.button(key="redo").disabled
    app.press("redo")
    assert app.state.case.true == case.true | {"Arts"}


def test_a_new_drawing_waits_for_a_mark():
    app = App(c="15")
    app.press("new")
    assert app.state.draft.hierarchy.classes == ()
    assert "whytitle" not in app.shown
    assert "Add a class" in app.shown["answers"]
    assert app.shown["question"] == html.question(app.state.draft, {})


def test_an_exercise_hides_every_number_until_it_is_asked():
    app = App(c="15", ask="1")
    assert "whytitle" not in app.shown
    assert "note" not in app.shown
    assert app.shown["answers"].count("<span>?</span>") == 5
    assert "0.5" not in app.shown["answers"]
    app.press("shownumbers")
    assert app.shown["whytitle"] == title_of(parse_measure("GIE"), "15")


def test_numbers_are_guessed_one_by_one_and_hidden_again():
    app = App(c="12a", ask="1")
    told = app.shown["brief"]
    assert "7" not in told  # the answer is to be worked out; D_max is given
    assert "<i>D</i><sub>max</sub> = 5" in told
    app.at.text_input(key="guess-0-GIE").input("seven")
    app.at.button(key="reveal").click()
    app.run()
    assert "is no number" in app.shown["guesstrouble"]
    for row, guess in (("GIE", "7"), ("MGIA", "0,6"), ("hF", "")):
        app.at.text_input(key=f"guess-0-{row}").input(guess)
        app.at.button(key="reveal").click()
        app.run()
    assert app.state.answers.guesses == (("GIE", "7"), ("MGIA", "0,6"), ("hF", ""))
    assert decode(encode(app.state)).answers.guesses == app.state.answers.guesses
    table = app.shown["answers"]
    assert table.count("<span>?</span>") == 2
    assert "<small>right</small>" in table
    assert "<small>guess 0.6</small>" in table
    assert table.count('class="guess"') == 2
    app.at.button(key="hideagain").click()
    app.run()
    assert app.shown["answers"].count("<span>?</span>") == 5
    app.at.segmented_control(key="table-0-True").select("headline")
    app.run()
    assert not app.state.answers.guessing
    assert "whytitle" in app.shown


def test_an_edit_forgets_what_was_guessed():
    state = with_guess(state_of({"c": "12a", "ask": "1"}), "GIE", "7")
    other = with_setting(state, "GIE", parse_measure("GIE(default_cost=4)"))
    assert record_outside(state, other).answers.guesses == ()
    assert record_outside(state, with_row(state, "hF")).answers.guesses == state.answers.guesses


@pytest.fixture(scope="module")
def visit() -> App:
    """One visit, which goes on from address to address."""
    return App()


@each("name", PRESETS)
def test_every_preset_runs(visit: App, name: str):
    case, asked = preset(name), {"c": name}
    assert state_of(asked).why.row == str(headline(case)[0])
    app = visit.turn_to(**asked, m=str(headline(case)[0]))
    assert (app.state.name, app.state.case) == (name, case)
    assert app.shown["question"] == html.question(case, html.class_ids(case))
    assert app.shown["whytitle"] == title_of(headline(case)[0], name)
    assert app.shown.items() >= contents(state_of(asked)).markup.items()


@each("measure", [str(m) for m in all_measures()])
def test_every_measure_opens_from_the_address(measure: str):
    state = state_of({"c": "13a", "m": measure})
    assert state.why.row == measure
    assert state.answers.table == ("headline" if measure in short_rows(preset("13a")) else "all")


@each("measure", [str(m) for m in all_measures()][::6])
def test_the_page_opens_a_measure_of_the_address(visit: App, measure: str):
    app = visit.turn_to(c="13a", m=measure)
    assert app.state.why.row == measure
    assert app.shown["whytitle"] == title_of(parse_measure(measure), "13a")


@each("view, measure", product(VIEWS, ["GIE", "MGIA", "hF", "LCaF", "Flow", "SDL"]))
def test_every_view_of_why_runs(visit: App, view: str, measure: str):
    app = visit.turn_to(c="15", m=measure, v=view)
    assert (app.state.why.row, app.state.why.view) == (measure, view)


@each(
    "query",
    [
        {"c": "nix"},
        {"c": ""},
        {"c": "11A"},
        {"c": "../11a"},
        {"c": "mine-1"},
        {"c": "x" * 20_000},
        {"c": "\x00"},
        {"m": "__import__('os')"},
        {"m": "GIE(" * 500},
        {"m": "GIE(default_cost=-1)"},
        {"m": ""},
    ],
)
def test_a_useless_address_gives_a_sentence(query: dict[str, str]):
    state = state_of(query)
    assert state.name == "11a"
    assert state.visit.trouble.startswith("The link asks for a ")
    assert len(state.visit.trouble) < 600


@each("query", [{"c": "x" * 20_000}, {"c": "\x00"}, {"m": "GIE(" * 500}])
def test_the_page_says_that_an_address_is_useless(query: dict[str, str]):
    app = App(**query)
    assert app.state.name == "11a"
    assert app.shown["trouble"] == html.notice(app.state.visit.trouble)
    assert app.state.visit.trouble.startswith("The link asks for a ")


def test_white_space_around_a_measure_is_none_of_its_text():
    state = state_of({"m": "GIE\n"})
    assert (state.name, state.why.row, state.visit.trouble) == ("11a", "GIE", "")


def with_all_rows() -> list[str]:
    """The first presets that have a row which none before has: together they have all."""
    met: set[str] = set()
    found = []
    for name in PRESETS:
        rows = {str(measure) for measure in headline(preset(name))}
        if not rows <= met:
            found.append(name)
        met |= rows
    return found


@each("name", PRESETS if times(0, 1) else with_all_rows())
def test_every_row_and_every_view_shows_its_own_why(name: str):
    case = preset(name)
    for measure in headline(case):
        result, title = measure.evaluate(case), f"Why is {measure.label()} {said(measure, name)}?"
        for view in measure.views(case):
            state = state_of({"c": name, "m": str(measure), "v": view})
            answer, way = answer_of(state, measure, result), VIEWS[state.why.view]
            assert answer.title == title
            found = view_markup(way.make(*way.needs(state, answer)))
            step = measure.view(case, result, view)
            assert found["picture"] == why.why(case, title, step, html.class_ids(case)), (measure, view)


@each("step", ["0", "-1", "7", "99999999999", "²", "x"])
def test_any_step_in_the_address_is_bearable(visit: App, step: str):
    visit.turn_to(c="15", m="LCaF", v="steps", step=step)


def test_parameters_of_the_measure_are_changed_and_reset():
    app = App(c="16", m="MGIA")
    row = str(headline(preset("16"))[1])
    assert app.state.why.row == row
    app.use(app.control("number_input", "Default cost"), 2.5)
    assert app.state.measure(row) == parse_measure("MGIA(default_cost=2.5)")
    assert app.state.measure(row).default_cost == Fraction(5, 2)
    assert app.state.edited
    app.use(app.control("number_input", "Farthest pair"), None)
    assert app.state.measure(row) == parse_measure("MGIA(default_cost=2.5, max_distance=None)")
    assert app.shown["whytitle"] == title_of(app.state.measure(row), "16")
    assert "printed" not in app.shown["answers"]
    app.press("reset")
    assert not app.state.edited
    assert app.control("number_input", "Default cost").value == 5
    assert app.control("number_input", "Farthest pair").value == 5
    assert "printed" in app.shown["answers"]


def test_choices_and_switches_are_changed():
    app = App(c="2c", m="LCaF")
    app.use(app.control("radio", "Graphs"), "extended")
    app.use(app.control("toggle", "Drop ancestors"), False)
    app.use(app.control("number_input", "Weight of recall"), 2)
    assert app.state.measure("LCaF") == parse_measure('LCaF(variant="extended", reduce=False, beta=2)')
    # Taking every change back by hand is no edit.
    app.use(app.control("radio", "Graphs"), "minimal")
    app.use(app.control("toggle", "Drop ancestors"), True)
    app.use(app.control("number_input", "Weight of recall"), 1)
    assert not app.state.edited


def test_bounds_of_the_flow_are_words_or_numbers():
    app = App(c="12a", m="Flow")
    app.use(app.control("selectbox", "True, at most"), "N")
    app.use(app.control("selectbox", "Predicted, at least"), "0")
    assert app.state.measure("Flow") == parse_measure('Flow(alpha_p=0, beta_t="N")')


def test_the_tables_are_switched():
    app = App()
    assert app.shown["answers"].count("data-row") == 7
    app.use(app.control("button_group", "Answers"), "all")
    assert app.state.answers.table == "all"
    assert app.shown["answers"].count("data-row") == len(all_measures())


def test_edits_do_not_write_the_address():
    app = App(c="15", m="LCaF")
    app.use(app.control("radio", "Graphs"), "extended")
    asked = {key: "".join(value) for key, value in dict(app.at.query_params).items()}  # lists in older Streamlits
    assert asked == {"c": "15", "m": "LCaF"}
