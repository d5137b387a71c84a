"""Explore without a browser: what its controls, files and links do, held against answers written by hand."""

from __future__ import annotations

import json
import re
from html import escape
from urllib.parse import urlencode

import pytest

from hierview import load_case, parse_measure, write_case
from hierview.answers.answers import rows_with_families
from hierview.formats import FORMATS, case_from_edges, preset, preset_groups, read_case
from hierview.formats.typed.outline import write_outline
from hierview.ui.explore.page_token import decode, encode
from hierview.ui.explore.why_views import VIEWS
from hierview.ui.shell.cases import short_row_keys

from .app_test import App, words
from .each import each
from .processes import until
from .samples import HOSTILE_NAMES

CASE = preset("15")
ANSWERS = {
    "11a": "hF 0.67, hP 0.67, hR 0.67, LCaF 0.5, GIE 2, MGIA 0.8, flat F 0",
    "13a": "hF 0.89, hP 0.8, hR 1, LCaF 0.8, GIE 5, MGIA 0.6, flat F 0.67",
    "15": "hF 0.5, hP 0.4, hR 0.67, LCaF 0.5, GIE 7, MGIA 0.6, flat F 0",
}
PLAIN = {
    "hierview": 1,
    "name": "Brought along",
    "edges": [["Arts", "Music"], ["Arts", "Theater"], ["Music", "Rock"], ["Theater", "Opera"], ["Music", "Opera"]],
    "true": ["Opera"],
    "predicted": ["Rock", "Theater"],
}


def text(**changes) -> str:
    """A case file."""
    return json.dumps({**PLAIN, **changes})


def title(app: App) -> str:
    return words(app.shown["whytitle"])


@pytest.fixture(scope="module")
def visit() -> App:
    """One visit, which goes on from address to address."""
    return App()


# What is shown


def test_the_start_page_is_case_11a():
    app = App()
    assert (app.state.name, app.state.why.row, app.state.is_edited) == ("11a", "hF", False)
    assert app.called == "Case 11a **A near miss**"
    assert app.question == "True: Pop Predicted: Rock How wrong is that?"
    assert app.values == ANSWERS["11a"]
    assert title(app) == "Why is hF 0.67?"
    marks = {c["name"]: c["mark"] for c in app.drawn["classes"]}
    assert marks == {"Arts": "none", "Music": "none", "Theater": "none", "Pop": "true", "Rock": "predicted"}
    assert (app.drawn["lastEdit"], app.drawn["store"], app.drawn["trouble"]) == (0, "", None)
    assert "trouble" not in app.shown


@each("name", [name for names in preset_groups().values() for name in names][::4])
def test_presets_run(visit: App, name: str):
    case = preset(name)
    visit.turn_to(c=name, m=short_row_keys(case)[0])
    assert visit.state.case == case
    assert all(c in visit.question for c in case.marked) or len(case.marked) > 6
    assert len(visit.values.split(", ")) == len(short_row_keys(case))


@each(
    "measure, said",
    [("LCaP", "LCaP 0.67"), ("SDL", "SDL 1"), ("TIE", "TIE undefined"), ("Flow(beta_t=2)", "Flow (βₜ = 2) 2")],
)
def test_a_measure_opens_from_the_address(visit: App, measure: str, said: str):
    visit.turn_to(c="13a", m=measure)
    assert title(visit) == f"Why is {said}?"
    assert visit.state.answers.table == ("headline" if measure == "LCaP" in short_row_keys(preset("13a")) else "all")


@each("view", VIEWS)
def test_every_view_of_why_runs(visit: App, view: str):
    for measure in ("MGIA", "SDL"):
        visit.turn_to(c="15", m=measure, v=view)
        assert (visit.state.why.row, visit.state.why.view) == (measure, view)


@each("step", ["0", "-1", "7", "99999999999", "²", "x"])
def test_any_step_in_the_address_is_bearable(visit: App, step: str):
    visit.turn_to(c="15", m="LCaF", v="steps", step=step)


@each("view, shown", [("GIE and MGIA", "GIE and MGIA"), ("nothing", "pairs"), ("<script>alert(1)</script>", "pairs")])
def test_a_picture_opens_from_the_address_or_the_first_one_does(visit: App, view: str, shown: str):
    assert visit.turn_to(c="15", m="MGIA", v=view).state.shown_display == shown


def test_long_distance_and_conventions_say_what_they_change():
    app = App(c="18a", v="distance")
    before_and_after = "GIE (any distance) 11 9 MGIA (any distance) 0.27 0.47 hF 0.22 0.29 LCaF 0.22 0.29 flat F 0 0"
    assert words(app.shown["distancetable"]) == f"measure before after {before_and_after}"
    assert words(app.shown["distance"]).startswith("Comedy and Beat Music come nearer: 6 before, 4 now.")
    assert title(app.press("adopt")) == "Why is GIE (any distance) 9?"
    app = App(c="11a", v="conventions")
    assert app.control("selectbox", "As in").value == "HEMKit"
    assert "hF 0.67 0.75 0 enters both sides, so 0.667 becomes 0.75." in words(app.shown["conventions"])
    assert words(app.shown["conventions"]).endswith("Nothing changes in GIE, MGIA, LCaF, flat F.")
    app.use(app.control("selectbox", "As in"), "hiclass")
    assert "hF 0.67 0.5 Arts leaves both sides, so 0.667 becomes 0.5." in words(app.shown["conventions"])
    assert len(app.control("selectbox", "As in").options) == 27  # the paper, and every profiled tool
    app.use(app.control("selectbox", "As in"), "cafaeval")
    assert words(app.shown["conventions"]).endswith(
        "cafaeval computes none of them; it has the best of many thresholds over scores."
    )
    prints = "LCaF 0.67 0.67 0.5 HEMKit counts class 2 twice"
    assert prints in words(App(c="hemkit-1", v="conventions").shown["hemkit"])


def test_a_useless_address_gives_a_sentence_and_the_start_page():
    app = App(c="<img src=x onerror=alert(1)>", m="GIE(" * 500)
    assert words(app.shown["trouble"]) == " ".join(app.state.visit.trouble.split())
    assert "asks for a case that is not here: " in app.state.visit.trouble
    assert "asks for a measure that is not here: " in app.state.visit.trouble
    assert "<img src" not in app.shown["trouble"]
    assert app.values == ANSWERS["11a"]


# Edits, undo and redo


def test_what_the_browser_edits_is_answered_and_undone():
    app = App(c="15")
    seed = app.drawn["drawingVersion"]
    app.edit({"op": "mark", "name": "Arts", "mark": "true"})
    assert app.question == "True: Arts Drama Predicted: Opera Rock How wrong is that?"
    assert app.drawn["lastEdit"] == 1
    assert app.drawn["store"]
    app.press("undo")
    assert app.state.case == CASE
    assert (app.drawn["drawingVersion"], app.drawn["store"]) == (seed + 1, "")
    assert app.at.button(key="undo").disabled
    assert "Arts" in app.press("redo").state.case.true


def test_a_new_drawing_waits_for_a_mark_and_is_undone():
    app = App(c="15").press("new")
    assert app.state.draft.hierarchy.classes == ()
    assert "whytitle" not in app.shown
    assert "Add a class" in app.shown["answers"]
    assert app.question == "Which classes are true, and which were predicted?"
    assert app.press("undo").state.draft == CASE


def test_the_printed_column_goes_with_the_first_edit_and_reset_brings_it_back():
    assert "with-printed" not in App(c="13a").shown["answers"]  # it waits to be asked for
    app = App(c="13a", printed="1")
    before = app.shown
    assert "with-printed" in before["answers"]
    assert "note" in before
    # Where classes stand changes no number.
    app.edit({"op": "pin", "name": "Europop", "x": 12, "y": 8})
    assert app.shown["answers"] == before["answers"]
    app.edit({"op": "mark", "name": "Beat Music", "mark": "true"})
    assert "printed" not in app.shown["answers"].lower()
    assert "note" not in app.shown
    assert [caption.value for caption in app.at.get("caption")] == ["edited ·"]
    assert app.press("reset").shown == before
    assert app.state.draft == preset("13a")


@pytest.mark.slow
def test_two_people_draw_at_once_and_do_not_see_each_others_work():
    apps = {who: App().open_file(text(name=f"Secret of {who}")).turn_to(c="11a") for who in ("one", "two")}
    for who, app in apps.items():
        app.at.session_state["picker"] = True
        assert set(re.findall(r"Secret of \w+", app.run().shown["gallery"])) == {f"Secret of {who}"}
        app.edit({"op": "add", "name": f"New of {who}", "parent": "Music"})
    for who, app in apps.items():
        assert {c["name"] for c in app.drawn["classes"]} - set(preset("11a").hierarchy.classes) == {f"New of {who}"}


# Parameters


def test_parameters_of_the_measure_are_changed_and_reset():
    app = App(c="12a", m="GIE", printed="1")
    app.use(app.control("number_input", "Default cost"), 3)
    assert title(app) == "Why is GIE (Dₘₐₓ = 3) 5?"
    assert title(app.press("undo")) == "Why is GIE 7?"
    assert title(app.press("redo")) == "Why is GIE (Dₘₐₓ = 3) 5?"
    assert "printed" not in app.shown["answers"]
    app.edit({"op": "choose", "row": "LCaF"})
    app.use(app.control("radio", "Graphs"), "extended")
    app.use(app.control("number_input", "Weight of recall"), 2)
    assert title(app) == "Why is LCaF (extended, β = 2) 0.45?"
    # Both rows keep what was set; another case does not.
    assert "GIE (Dₘₐₓ = 3) 5, " in app.values
    app.press("reset")
    assert not app.state.is_edited
    assert "printed" in app.shown["answers"]
    assert app.control("number_input", "Weight of recall").value == 1
    app.use(app.control("toggle", "Drop ancestors"), False)
    app.edit({"op": "open", "row": "12b"})
    assert not app.state.is_edited
    assert title(app) == "Why is LCaF 0.4?"


def test_every_choice_says_what_it_would_give():
    app = App(c="8b", m="hF")
    assert {c.label: c.options for c in app.at.get("radio")[1:]} == {
        "Classes added": [
            *(r"ancestors :gray[0\.62]", r"tolerant :gray[0\.62]", r"descendants :gray[0\.33]", r"none :gray[0\.33]")
        ],
        "Root": [r"counted :gray[0\.62]", r"omitted :gray[0\.55]", r"virtual :gray[0\.67]"],
        "0/0 gives": [r"0 :gray[0\.62]", r"undefined :gray[0\.62]"],
    }


def test_taking_every_change_back_by_hand_is_no_edit_and_bounds_are_words_or_numbers():
    app = App(c="2c", m="LCaF")
    for value, edited in ((False, True), (True, False)):
        app.use(app.control("toggle", "Drop ancestors"), value)
        assert app.state.is_edited is edited
    app = App(c="12a", m="Flow")
    app.use(app.control("selectbox", "True, at most"), "N")
    app.use(app.control("selectbox", "Predicted, at least"), "0")
    assert app.state.measure("Flow") == parse_measure('Flow(alpha_p=0, beta_t="N")')


def test_the_tables_are_switched_and_edits_do_not_write_the_address():
    app = App(c="15", m="LCaF")
    assert app.values == ANSWERS["15"]
    app.use(app.control("button_group", "Answers"), "all")
    assert app.shown["answers"].count("data-row") == sum(1 + len(under) for _, _, under in rows_with_families())
    app.use(app.control("radio", "Graphs"), "extended")
    asked = {key: "".join(value) for key, value in dict(app.at.query_params).items()}  # lists in older Streamlits
    assert asked == {"c": "15", "m": "LCaF"}


# Exercises


def test_numbers_are_guessed_one_by_one_and_hidden_again():
    app = App(c="12a", ask="1", m="GIE")
    assert not {"whytitle", "picture", "note"} & app.shown.keys()
    brief = app.shown["brief"]
    assert "7" not in brief  # the answer is to be worked out; D_max is given
    assert "<i>D</i><sub>max</sub> = 5" in brief
    app.at.text_input(key="guess-0-GIE").input("seven")
    app.press("reveal")
    assert "is no number" in app.shown["guesstrouble"]
    for row, guess in (("GIE", "7"), ("hF", ""), ("LCaF", "0,6")):
        app.at.text_input(key=f"guess-0-{row}").input(guess)
        app.press("reveal")
    assert app.state.answers.guesses == (("GIE", "7"), ("hF", ""), ("LCaF", "0,6"))
    assert decode(encode(app.state)).answers.guesses == app.state.answers.guesses
    table = app.shown["answers"]
    assert table.count("<span>?</span>") == 2
    assert "<small>right</small>" in table
    assert "<small>guess 0.6</small>" in table
    app.press("hideagain")
    assert app.shown["answers"].count("<span>?</span>") == 5
    assert not re.search(r"\d", words(app.shown["answers"].split("</table>")[0]))
    app.press("shownumbers")
    assert not app.state.answers.guessing
    assert title(app) == "Why is MGIA 0.73?"  # the first that nobody guessed


# Names, questions and links


def test_a_case_is_described_undone_and_linked():
    own = {"name": "My *own* name", "note": "Which is worse?\nAnd <b>why</b>?", "source": "Lecture 3"}
    app = App(c="15", printed="1").describe(**own)
    assert app.called == r"Case 15 **My \*own\* name**"
    assert words(app.shown["note"]) == "Which is worse? And <b>why</b>?"
    assert "Printed: Lecture 3." in app.shown["answers"]
    assert (app.values, app.state.is_edited) == (ANSWERS["15"], False)
    # It goes with a link, and is the question of an exercise, which a preset's own remark would give away.
    asked = app.link("share-ask")
    for _ in range(3):
        app.press("undo")
    assert app.called == "Case 15 **Pairing and alternative paths**"
    assert app.at.button(key="undo").disabled
    elsewhere = App(**asked)
    assert elsewhere.state.answers.guessing
    assert elsewhere.called == r"Case 15 **My \*own\* name**"
    assert words(elsewhere.shown["note"]) == "Which is worse? And <b>why</b>?"
    assert "note" not in App(c="15", ask="1").shown
    app.describe(name="a\u202eb")
    assert "the control character U+202E is not accepted; plain text is" in words(app.shown["notice"])
    assert app.called == "Case 15 **Pairing and alternative paths**"


@pytest.mark.slow
def test_hostile_words_are_text_wherever_they_stand():
    app = App(c="15", printed="1")
    for name in HOSTILE_NAMES[:4]:
        app.describe(name=name, note=name, source=name)
        assert "<img" not in app.shown["note"]
        assert words(app.shown["note"]) == " ".join(name.split())
        assert f"Printed: {escape(name)}." in app.shown["answers"]
    for name, content in {"plan <b>2.md": "A\n  B [t]\n", "My courses.tsv": "A\tB\nA\tC\n"}.items():
        app.open_file(content, name)
    assert app.called == "Mine **My courses**"
    app.at.session_state["picker"] = True
    assert "plan &lt;b&gt;2" in app.run().shown["gallery"]
    app.open_edges("A\tB\nA\tC", "B", "C")
    assert app.called == "Mine **Unnamed case**"


def test_a_link_opens_elsewhere_exactly_what_its_sender_sees():
    app = App(c="15", m="LCaF", v="steps", step="3")
    app.use(app.control("number_input", "Weight of recall"), 2)
    app.edit(
        {"op": "add", "name": "Jazz — <b>ü</b> 日本", "parent": "Music"},
        {"op": "mark", "name": "Theater", "mark": "true"},
        {"op": "pin", "name": "Opera", "x": 80, "y": 120},
    )
    app.use(app.control("button_group", "Answers"), "all")
    shown, asked = app.shown, app.link()
    assert len(urlencode(asked)) < 3000
    other = App(**asked)
    assert other.shown == shown
    of_a_visit = {"drawingVersion", "lastEdit", "session", "page", "opening", "store"}
    assert {k: v for k, v in other.drawn.items() if k not in of_a_visit} == {
        k: v for k, v in app.drawn.items() if k not in of_a_visit
    }
    assert [c["name"] for c in other.drawn["classes"] if c["pinned"]] == ["Opera"]
    assert other.control("number_input", "Weight of recall").value == 2
    assert other.press("reset").state.draft == CASE


# Files

TRIPLE = (
    ("hierarchy", "cat_hier.txt", "1 2\n1 3\n2 4\n2 5\n3 6\n"),
    ("true", "true.txt", "4\n5 6\n6\n"),
    ("predicted", "predicted.txt", "5\n4 6\n2\n"),
)


def test_files_of_each_kind_open():
    app = App().open_file(write_outline(CASE), "drawn.txt")
    assert (app.question, app.called) == ("True: Drama Predicted: Opera Rock How wrong is that?", "Mine **drawn**")
    app.open_file('parent,child,weight\n"A, too",B,1\n"A, too",C,2.5\n', "list.csv")
    assert dict(app.state.draft.hierarchy.weights) == {("A, too", "B"): 1, ("A, too", "C"): 2.5}
    assert "Mark at least one class: the answers follow at once." in app.shown["answers"]
    app.open_edges("A\tB\nA\tC\t2.5", "B", "C | A")
    assert app.state.case == case_from_edges("A\tB\nA\tC\t2.5", "B", "C | A")


def test_one_instance_of_a_hemkit_triple_is_chosen():
    wrong = tuple((key, name, content.replace("5 6", "5 99")) for key, name, content in TRIPLE)
    app = App().bring(*wrong)
    assert "true.txt: line 2" in app.shown["notice"]
    assert not [button for button in app.at.button if button.key == "triple-open"]
    app.bring(TRIPLE[1])
    assert "notice" not in app.shown
    app.use(app.control("number_input", "Instance"), 2)
    assert app.press("triple-open").question == "True: 5 6 Predicted: 4 6 How wrong is that?"


@pytest.mark.slow
def test_what_cannot_be_opened_is_a_sentence_and_the_case_stays():
    app = App(c="15")
    for i, (data, said) in enumerate(
        (
            (text(predicted=["Opra"]), "'Opra' is not in the hierarchy"),
            (b"\xff\xfe\x00junk", "UTF-16"),
            (text(**{"<img src=x onerror=alert(1)>": 1}), "<img src=x onerror=alert(1)>"),
            (b"x" * 2_100_000, "has 2100000 characters"),
        )
    ):
        app.open_file(data, f"bad-{i}.json")
        # A large one is read by a job.
        assert until(lambda i=i: app.run().at.session_state["open-trouble"].startswith(f"bad-{i}.json"))
        trouble = app.at.session_state["open-trouble"]
        assert said in trouble
        app.at.session_state["open"] = True
        assert words(app.run().shown["notice"]) == " ".join(trouble.split())
        assert app.state.case == CASE
    app.open_edges("A\tB\nB\tA", "A", "B")
    assert app.at.session_state["open-trouble"].startswith("edges: line 2: ")
    app.open_file(text(), "good.json")
    assert app.state.case == load_case(PLAIN)
    assert not app.at.session_state["open-trouble"]


def test_every_format_is_saved_with_a_word_on_what_is_left_out():
    app = App(c="15").edit({"op": "pin", "name": "Rock", "x": 10, "y": 20})
    for form in FORMATS:
        if form.key in ("obo", "newick"):  # which hold no blanks and no DAG
            continue
        assert app.saved(form.key) == (f"15.{form.extension}", form.file_content(app.state.draft))
        lost = " ".join(words(markup) for key, markup in app.components() if key.startswith("save-lost-"))
        assert ("places" in lost, "marks" in lost) == (form.key != "json", not form.marks)


def test_a_case_of_awkward_names_is_saved_and_opens_again():
    edges = [["Root", name] for name in [*HOSTILE_NAMES, "日本語のクラス", "مرحبا", "a" * 150]]
    case = load_case({**PLAIN, "name": "ü/../x", "edges": edges, "true": ["日本語のクラス"], "predicted": ["مرحبا"]})
    app = App().open_file(write_case(case))
    assert app.state.case == case
    name, saved = app.saved()
    assert name == "x.json"
    assert read_case(saved).case() == case
    assert App(c="15").open_file(saved).state.case == case


def test_a_set_that_holds_its_own_ancestor_is_told_and_reduced_by_one_click():
    app = App(c="hemkit-5")
    assert "above another class of the same set" in " ".join(c.value for c in app.at.caption)
    app.press("specific")
    assert "3" not in app.state.draft.predicted
    assert "above another class" not in " ".join(c.value for c in app.at.caption)
    assert not App(c="15").at.caption
