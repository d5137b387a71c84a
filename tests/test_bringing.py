"""Files that visitors bring: told by their content, read otherwise by one choice, held for one visit within bounds."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from html import escape

import pytest
import streamlit

from hierview import Case, Hierarchy, Labels, evaluate
from hierview.errors import CaseError
from hierview.formats import write_hierarchy
from hierview.formats.hierarchies import open_file, open_hierarchy
from hierview.markup.readings import distinguishing_words, readings_html
from hierview.model.part import part_with_classes
from hierview.publish.files import draft_and_guess
from hierview.ui.explore.address import address_parameters, state_of
from hierview.ui.explore.editing import take_edits, work_to_store
from hierview.ui.explore.view import ViewState, Work
from hierview.ui.files import bringing, server_files
from hierview.ui.files.bringing import held_contents
from hierview.ui.files.server_files import FileContents, FileToRead, ServerFile, ServerFiles

from .app_test import App, words
from .samples import HOSTILE_NAMES

TERMS = (
    "name: process",
    "name: cell process\nis_a: GO:1",
    "name: other\nis_a: GO:1\nrelationship: part_of GO:2",
    "name: gone\nis_obsolete: true",
    "name: alone",
)
OBO = "format-version: 1.2\n" + "".join(f"\n[Term]\nid: GO:{i}\n{term}\n" for i, term in enumerate(TERMS, 1))


def hierarchy(classes: int) -> Hierarchy:
    h = Hierarchy.from_edges([(f"c{(i - 1) // 3}", f"c{i}") for i in range(1, classes)])
    return h.labelled(Labels({"": {c: f"class number {c[1:]}" for c in h.classes}}))


# Told by content


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "shape"),
    [
        ("go.obo", OBO, "obo"),
        ("any.thing", "parent,child\nArts,Music\n", "pairs"),
        ("list.tsv", "Arts\tMusic\nMusic\tPop\n", "pairs"),
    ],
)
def test_a_file_is_told_by_what_stands_in_it(name: str, text: str, shape: str):
    draft, guess = draft_and_guess(text.encode(), name)
    assert guess is not None
    assert guess.shape == shape
    app = App().open_file(text, name)
    assert app.state.draft.hierarchy == draft.hierarchy
    assert app.state.server_file is not None
    assert not app.state.server_file.large
    assert app.shown["readas"].startswith('<div class="read-as"><p><span>Read as ')


def test_what_may_stand_for_much_is_read_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch):
    waiting = bringing.Inbox()
    monkeypatch.setattr(bringing, "inbox", lambda: waiting)
    monkeypatch.setattr(bringing, "set_widget", lambda *_: None)
    monkeypatch.setattr(bringing, "draft_and_guess", lambda *_, **__: pytest.fail("read in the server's process"))
    much = gzip.compress(b"a\tb\n" * 400_000)
    assert len(much) < 10_000
    for name, data in (("x.gz", much), ("x.yaml", b"a: {b: [c]}"), ("x.dot", b"digraph{a->b}"), ("x", b"PAR1")):
        bringing.bring_file(source := FileToRead(name, data))
        assert waiting.waiting is source


def test_nothing_moves_while_a_file_is_read(monkeypatch: pytest.MonkeyPatch):
    """What moves is made anew in the browser, which then tells of an open popover that it is closed."""

    def places(app: App) -> dict[int, str]:
        kinds = app.at.main.children.items()
        return {i: f"{type(block).__name__} {getattr(block.proto, 'id', '')}" for i, block in kinds}

    app = App()
    before = places(app)
    assert len(before) > 3
    monkeypatch.setattr("hierview.ui.explore.page.bring_waiting", lambda: streamlit.text("reading x.tsv"))
    app.run()
    assert [text.value for text in app.at.text] == ["reading x.tsv"]
    assert places(app) == before


def test_a_text_is_pasted():
    app = App().unfold("open")
    app.control("text_area", "or its text").set_value("Arts > Music > Pop\nArts > Theater")
    app.press("open-pasted")
    assert app.state.draft.hierarchy.edges == (("Arts", "Music"), ("Music", "Pop"), ("Arts", "Theater"))
    assert "paths" in app.shown["readas"]


# Read otherwise


@pytest.mark.slow
def test_each_guess_is_corrected_by_one_choice():
    app = App().open_file(OBO, "go.obo").unfold("reread")
    assert "1 obsolete term is left out" in app.shown["readas"]
    assert "1 edge part_of left out" in app.shown["readas"]
    assert "2 roots (&#x27;process&#x27;, &#x27;alone&#x27;)" in app.shown["readas"]
    app.use(app.control("multiselect", "Edges are"), ["is_a", "part_of"])
    assert ("GO:2", "GO:3") in app.state.draft.hierarchy.edges
    app.use(app.control("checkbox", "Keep obsolete terms"), True)
    assert "GO:4" in app.state.draft.hierarchy
    app.use(app.control("checkbox", "Leave out classes without an edge"), True)
    assert app.state.draft.hierarchy.classes == ("GO:1", "GO:2", "GO:3")
    # All choices were of one file: it is one case, and each step can be undone.
    assert app.state.name == "mine-1"
    assert len(app.state.work.collection) == 1
    app.press("undo")
    assert "GO:5" in app.state.draft.hierarchy


@pytest.mark.slow
def test_direction_separator_and_roots_are_chosen():
    app = App().open_file("Music,Arts\nPop,Music\nPlay,Stage\nHamlet,Play\n", "list.csv").press("asked-open")
    assert app.state.draft.hierarchy.roots == ("Arts", "Stage")
    app.unfold("reread")
    app.use(app.control("multiselect", "Only what lies below"), ["Stage"])
    assert app.state.draft.hierarchy.classes == ("Play", "Stage", "Hamlet")
    app.use(app.control("selectbox", "Format"), "codes")
    assert app.at.session_state["open-trouble"]  # a sentence, and what was open stays
    assert app.state.draft.hierarchy.classes == ("Play", "Stage", "Hamlet")


def test_each_column_of_a_table_is_chosen():
    app = App().open_file("key,superior,words\nA,,Arts\nM,A,Music\nP,M,Pop\n", "list.csv").unfold("reread")
    assert "parent in &#x27;superior&#x27;" in app.shown["readas"]
    app.use(app.control("selectbox", "Label in"), "words")
    assert app.state.draft.hierarchy.labels.of("P") == "Pop"
    app.use(app.control("selectbox", "Class in"), "words")
    assert app.state.draft.hierarchy.edges == (("A", "Music"), ("M", "Pop"))
    app.use(app.control("multiselect", "Levels, from the top"), ["superior", "words"])
    assert app.state.draft.hierarchy.edges == (("A", "Music"), ("M", "Pop"))
    assert "level 2 in &#x27;words&#x27;" in app.shown["readas"]


TOYS = "made,sort,toy\ntin,Kite,Box kite\ntin,Kite,Delta\nwood,Top,Peg top\nwood,Top,Humming top\n"


@pytest.mark.slow
def test_a_doubtful_file_shows_its_readings_and_opens_by_one():
    app = App().open_file(OBO, "go.obo").open_file(TOYS, "toys.csv").unfold("open")
    told = words(app.shown["readings"])
    assert told.startswith("Levels sort > toy, the first line names the columns 6 classes, 4 edges, 2 roots Kite")
    assert "Against it: only what stands beside each other makes levels." in told
    assert told.endswith("--header no --read-as 'level 1=1,level 2=3'")
    assert app.shown["readings"].count(" checked") == 1
    app.press("asked-open")
    assert app.state.draft.hierarchy.roots == ("Kite", "Top")
    assert len(app.state.work.collection) == 2  # what was open before stays
    app.unfold("reread")  # where the others stay
    assert "Levels made > toy" in words(app.shown["readings"])


def test_a_doubtful_file_is_told_column_by_column_or_left():
    app = App().open_file(TOYS, "toys.csv").press("asked-none")
    assert "Box kite" in app.shown["rows"]
    app.use(app.control("multiselect", "Levels, from the top"), ["made", "sort", "toy"])
    assert len(app.state.draft.hierarchy) == 8
    app = App().open_file(TOYS, "toys.csv").press("asked-other")
    assert "readings" not in app.shown
    assert app.control("text_area", "or its text")


def test_another_reading_stands_behind_the_line_of_an_open_file():
    rows = "".join(f"p{k},{'AB'[k % 2]}wear,{'AB'[k % 2]}{k % 4},fine {k % 8}\n" for k in range(16))
    app = App().open_file(f"photo,coarse_label,mid_label,fine_label\n{rows}", "levels.csv")
    before = app.state.draft.hierarchy
    assert "also: " in words(app.shown["readas"])
    source = held_contents(app.state).source
    assert source.reading is source.readings[0]
    app.unfold("reread")
    assert app.shown["readings"].count("<svg") == len(source.readings)
    again = draft_and_guess(source.data, source.name, **dict(source.read_as(source.readings[1]).choices))[0]
    assert again.hierarchy != before


def test_readings_are_drawn_of_the_same_rows_and_say_what_differs():
    with pytest.raises(CaseError) as asked:
        open_file(TOYS.encode(), "toys.csv")
    few = asked.value.readings[:1]
    shown = readings_html(few, few[0], "<b>.csv")
    assert "&lt;b&gt;.csv" in shown
    assert "tabindex" not in shown  # the radio buttons are one stop
    assert distinguishing_words(few) == ["Levels sort > toy"]
    for_it = readings_html([replace(few[0], doubts=())], None, "x")
    assert "For it: <b>made, sort and toy stand in no other row.</b>" in for_it
    assert f'data-copy="{escape(few[0].shell_options())}"' in for_it
    names = set(re.findall(r"<text[^>]*>([^<]*)", shown))
    assert names == {"Kite", "Box kite", "Delta", "Top", "Peg top", "Humming top"}


def test_cycles_are_named_and_cut_on_request():
    app = App().open_file("parent,child\nA,B\nB,C\nC,A\nA,D\n", "x.csv")
    assert "'A' > 'B' > 'C' > 'A'" in app.at.session_state["open-trouble"]
    app.unfold("open")
    assert "make a cycle" in app.shown["notice"]
    app.use(app.control("checkbox", "Leave out the edge that closes each cycle"), True)
    assert app.state.draft.hierarchy.edges == (("A", "B"), ("B", "C"), ("A", "D"))
    assert "1 edge that closes a cycle is left out" in app.shown["readas"]


def test_refused_lines_are_named_and_left_out_on_request():
    app = App().open_file("parent,child\nA,B\nA,B,C,D,E\nB,C\n", "x.csv")
    assert "line 3" in app.at.session_state["open-trouble"]
    app.unfold("open")
    app.use(app.control("checkbox", "Leave out lines that are not accepted"), True)
    assert app.state.draft.hierarchy.edges == (("A", "B"), ("B", "C"))


@pytest.mark.slow
def test_names_of_classes_and_files_are_inert():
    for name in HOSTILE_NAMES[:8]:
        cell = f'"{name.replace(chr(34), chr(34) * 2)}"'
        shown = App().open_file(f"parent,child\nArts,{cell}\n", "a<b>.csv").shown
        shown |= App().open_file(TOYS.replace("sort", cell).replace("Kite", cell), "a<b>.csv").shown
        assert not re.search("<(img|script|/style|a)", shown.get("readings", ""))
        assert "<b>" not in shown.get("readas", "")
        assert "<script" not in shown.get("readas", "")


# Large ones


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> App:
    """A page with a hierarchy that is large for it."""
    monkeypatch.setattr("hierview.ui.files.bringing.MOST_EDITABLE", 300)
    return App().open_file(write_hierarchy(hierarchy(500), "obo"), "big.obo")


@pytest.mark.slow
def test_a_large_hierarchy_is_searched_and_a_part_of_it_drawn(large: App):
    app = large
    assert app.state.part is not None
    assert len(app.state.draft.hierarchy) < 30
    assert "c0" in app.state.draft.hierarchy
    app.use(app.control("text_input", "Find a class among 500"), "number 444")
    assert 'data-pick="walk 444"' in app.shown["seekfound"]


def state_of_part(h: Hierarchy, **more: object) -> ViewState:
    case = Case(part_with_classes(h, ["c444", "c70"]), frozenset({"c444"}), frozenset({"c70"}))
    ref = ServerFile("k", "big.obo", len(h), True)
    return ViewState.of(Work("mine-1", case, case, server_files=(("mine-1", ref),)), row="GIE", **more)


def test_marks_of_a_part_change_and_its_classes_and_edges_do_not():
    h = hierarchy(500)
    state = state_of_part(h)

    def after(**edit: object) -> ViewState:
        return take_edits(state, {"log": [{"number": 1, "drawingVersion": 0, **edit}]})

    marked = after(op="mark", name="c0", mark="true")
    assert marked.case.true == {"c444", "c0"}
    for measure in ("GIE", "hF", "LCaF"):
        assert evaluate(marked.case, measure) == evaluate(Case(h, marked.case.true, marked.case.predicted), measure)
    for edit in (
        {"op": "delete", "name": "c0", "below": False},
        {"op": "rename", "name": "c0", "to": "x"},
        {"op": "add", "name": "x", "parent": "c0"},
    ):
        refused = after(**edit)
        assert refused.draft == state.draft
        assert "whose classes and edges stay as they are" in refused.canvas.refusal
    typed = after(op="text", format="outline", text="c0\n  x")
    assert typed.draft == state.draft
    assert typed.canvas.text is not None
    assert "stay as they are" in typed.canvas.text.trouble
    assert after(op="walk", name="c3").canvas.map_class == "c3"


def test_measures_that_count_the_whole_are_known():
    state = state_of_part(hierarchy(500))
    assert state.counts_beyond_part(state.measure("Lin"))
    assert not state.counts_beyond_part(state.measure("MGIA"))


def test_a_part_of_another_reading_is_no_part():
    whole = holding(100)
    h = whole.hierarchy
    part = part_with_classes(h, ["c70", "c9"])
    assert whole.has(part)
    assert whole.has(part)  # as it was compared last
    assert not whole.has(Hierarchy.from_edges([("c0", "x")]))
    assert not whole.has(Hierarchy.from_edges([("c0", "c70")]))


@pytest.mark.slow
def test_undo_brings_back_the_reading_of_a_file(large: App):
    app = large.unfold("reread")
    first = app.state
    app.use(app.control("selectbox", "Text in"), "ISO-8859-1")
    assert app.state.server_file != first.server_file
    app.press("undo")
    assert app.state.server_file == first.server_file
    assert app.state.draft == first.draft
    assert "Read as OBO, UTF-8" in app.shown["readas"]


@pytest.mark.slow
def test_a_page_that_is_loaded_again_finds_the_whole_again(large: App):
    state = large.state
    store = work_to_store(state)
    assert "held" not in address_parameters(state)  # no link says it

    def reloaded(store: str) -> ViewState:
        return take_edits(state_of({}), {"log": [{"number": 1, "drawingVersion": 0, "op": "restore", "store": store}]})

    again = reloaded(store)
    assert again.canvas.refusal == ""
    assert again.draft == state.draft
    assert again.server_file == state.server_file
    whole = held_contents(again)
    assert whole is not None
    assert len(whole.hierarchy) == 500
    # Another text in its place opens nothing.
    many = "k" * 5000
    for text in ("", "[]", "x", '["k", "t", 1]', '["k", "t", true, true]', f'["{many}", "t", 1, true]', "[" * 5000):
        refused = reloaded(json.dumps(json.loads(store) | {"held": text}))
        assert "names nothing that the server holds" in refused.canvas.refusal
        assert refused.server_file is None
    gone = reloaded(json.dumps(json.loads(store) | {"held": json.dumps(["0" * 32, "<b>.obo", 500, True])}))
    assert gone.draft == state.draft
    assert held_contents(gone) is None


# Held within bounds


def holding(classes: int = 10, size: int = 10) -> FileContents:
    h = hierarchy(classes)
    return FileContents(h, open_hierarchy(h).guess, FileToRead("x", b"x" * size))


def test_what_is_held_is_got_by_its_key_alone():
    shelf = ServerFiles(clock=lambda: 0.0)
    one = holding()
    key = shelf.put("me", one)
    assert len(key) == 32
    assert shelf.get(key) is one
    assert shelf.get("x") is None


def test_the_least_recently_used_is_dropped_beyond_the_bounds(monkeypatch: pytest.MonkeyPatch):
    shelf = ServerFiles(clock=lambda: 0.0)
    keys = [shelf.put("me", holding()) for _ in range(server_files.MOST_OF_VISIT + 1)]
    assert [shelf.get(key) is not None for key in keys] == [False] + [True] * server_files.MOST_OF_VISIT
    for bound, value in (("MOST_FILES", 3), ("MOST_CLASSES", 35), ("MOST_BYTES", 35)):
        with monkeypatch.context() as patched:
            patched.setattr(server_files, bound, value)
            shelf = ServerFiles(clock=lambda: 0.0)
            keys = [shelf.put(f"visit {i}", holding()) for i in range(3)]
            assert shelf.get(keys[0])  # used last
            shelf.put("visit 3", holding())
            assert [shelf.get(key) is not None for key in keys] == [True, False, True]
            assert len(shelf) == 3
            shelf.put("visit 4", holding(1000, 1000))
            assert len(shelf) == (3 if bound == "MOST_FILES" else 1)


def test_what_nobody_used_for_long_is_dropped():
    now = [0.0]
    shelf = ServerFiles(clock=lambda: now[0])
    old = shelf.put("me", holding())
    now[0] = server_files.UNUSED / 2
    new = shelf.put("me", holding())
    now[0] = server_files.UNUSED + 1
    assert shelf.get(old) is None
    assert shelf.get(new) is not None
