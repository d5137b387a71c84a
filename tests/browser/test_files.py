"""Open and Save: what visitors bring, whatever it is, is a case or a sentence, and never runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from hierview import Case, CaseError, Draft, load_case, parse_measure, write_case
from hierview.answers.answers import headline
from hierview.formats import case_from_edges, preset, read_case
from hierview.formats.collection import Collection, read_collection
from hierview.formats.link import pack_draft
from hierview.markup import html
from hierview.model.edits import LONGEST_TITLE
from hierview.publish.files import brought
from hierview.ui.cases import PACKED
from hierview.ui.markdown import inert

from ..each import each
from ..processes import until
from .desk import Desk
from .editing import Editor
from .explorer import Explorer, as_read, expected_lines
from .test_app import App

ROOT = Path(__file__).resolve().parents[2]
GERMEVAL = ROOT.parent / "shared" / "data" / "germeval2019" / "hierarchy.tsv"

PLAIN = {
    "hierview": 1,
    "name": "Brought along",
    "edges": [["Arts", "Music"], ["Arts", "Theater"], ["Music", "Rock"], ["Theater", "Opera"], ["Music", "Opera"]],
    "true": ["Opera"],
    "predicted": ["Rock", "Theater"],
}
HOSTILE_NAMES = [
    "<img src=x onerror=alert(1)>",
    "![i](http://example.invalid/x)",
    "</script><script>alert(1)</script>",
    '" onload="alert(1)',
    "$x$",
    ":red[x]",
    "{{7*7}} &lt;b&gt; &amp;",
    "[link](javascript:alert(1))",
    "</style><style>*{display:none}</style>",
]
TYPED = [*HOSTILE_NAMES, "javascript:alert(1)", "![i](http://x)", "مرحبا بالعالم", "👩‍👩‍👧 emoji", "w" * 200]


def text(**changes) -> str:
    return json.dumps({**PLAIN, **changes})


def sentence(data: str | bytes, name: str = "case.json") -> str:
    """What Python says of a file that cannot be used."""
    with pytest.raises(CaseError) as error:
        brought(data if isinstance(data, bytes) else data.encode(), name)[0].case()
    return str(error.value)


def expect_opened(page: Explorer, case: Case) -> None:
    """The page shows a case that was brought along, and its popovers are closed."""
    page.expect_question(case)
    expect(page.page.locator("[data-testid=stPopoverBody]")).to_be_hidden()
    page.settle()
    Editor(page.page).unfold()
    assert sorted(b.name for b in page.boxes(page.canvas)) == sorted(case.hierarchy.classes)
    assert as_read(page.lines()) == expected_lines(case)[0]


# Case files


def test_after_what_cannot_be_opened_a_file_opens_stays_among_mine_and_is_saved(onward: Explorer):
    page = onward.turn_to("?c=15")
    what_cannot_be_opened_gets_its_sentence(page)
    a_case_file_opens_and_stays_among_mine(page)
    what_is_saved_is_the_case(page)


def what_cannot_be_opened_gets_its_sentence(page: Explorer) -> None:
    said = page.page.locator("[data-testid=stPopoverBody] .notice[role=alert]:visible")
    for kind in ("too large", "hostile key"):
        name = kind.replace(" ", "-") + ".json"
        page.open_file(BAD_FILES[kind], name)
        expect(said).to_have_text(sentence(BAD_FILES[kind], name))
        page.settle()  # what is typed while a run goes on may be lost
    page.open_edges(*BAD_EDGES["hostile"])
    expect(said).to_have_text(sentence_of_edges(*BAD_EDGES["hostile"]))
    expect_inert(page)
    # Of the file nothing is said any more, also not in its tab.
    page.settle()
    page.opening().get_by_role("tab", name="File", exact=True).click()
    expect(said).to_have_count(0)
    page.opening().get_by_role("tab", name="Instance").click()
    expect(said).to_have_text(sentence_of_edges(*BAD_EDGES["hostile"]))
    page.page.keyboard.press("Escape")
    page.expect_question(preset("15"))


def a_case_file_opens_and_stays_among_mine(page: Explorer) -> None:
    case = load_case(PLAIN)
    page.open_file(text())
    expect_opened(page, case)
    page.choose("LCaF")
    page.expect_why(case, parse_measure("LCaF"))
    expect(page.page.locator(".st-key-picker")).to_contain_text("Mine Brought along")
    # What was said of the last one is gone.
    body = page.open_popover("open")
    expect(body.get_by_text("A case file (.json), an outline (.txt, .md)")).to_be_visible()
    expect(page.notice).to_have_count(0)
    page.page.keyboard.press("Escape")
    page.open_popover("picker").locator("[data-pick='15']").click()
    page.expect_question(preset("15"))
    body = page.open_popover("picker")
    expect(body.locator(".group").last).to_contain_text("Mine")
    body.get_by_role("button", name="Brought along").click()
    expect_opened(page, case)


def what_is_saved_is_the_case(page: Explorer) -> None:
    body = page.open_popover("save")
    with page.page.expect_download() as download:
        body.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "Brought-along.json"
    assert read_case(download.value.path().read_bytes()).case() == load_case(PLAIN)
    page.page.keyboard.press("Escape")


def test_own_cases_are_kept_over_visits_and_what_else_is_stored_does_no_harm(page: Explorer):
    stored = "() => localStorage.getItem('hierview-cases')"
    page.open("?c=12a")
    page.page.evaluate("() => localStorage.setItem('hierview-cases', '{\"collection\": \"<img src=x>\"}')")
    body = page.open_popover("picker")
    page.settle()  # while a run goes on, a box may stand there twice
    body.get_by_label("My collection").fill("Week 3")
    page.page.get_by_role("button", name="Keep this case").click()
    page.page.wait_for_function("() => localStorage.getItem('hierview-cases').includes('Week 3')")
    assert read_collection(page.page.evaluate(stored)) == Collection("Week 3", (load_case("12a"),))
    page.open("?c=15")  # another visit
    body = page.open_popover("picker")
    expect(body.locator("[data-pick='mine-1']")).to_contain_text(load_case("12a").name)
    expect(body.get_by_label("My collection")).to_have_value("Week 3")
    body.get_by_role("button", name="Forget all").click()
    expect(body.locator("[data-pick='mine-1']")).to_have_count(0)
    page.page.wait_for_function("() => localStorage.getItem('hierview-cases') === null")


def test_the_measures_and_printed_values_of_a_case_file_are_shown(desk: Desk):
    published = {"hF": "0.123", "LCaF": {"printed": "0.9", "because": "A slip of the pen <b>here</b>."}}
    content = text(measures=["hF", "LCaF", "GIE(max_distance=None)"], published=published, note="See <i>this</i>.")
    case = read_case(content).case()
    assert App().open_file(content).state.case == case
    desk.open()
    desk.show_case("mine-1", case)
    expect_opened(desk, case)
    assert [x.name for x in desk.lines()] == [m.label() for m in headline(case)]
    assert desk.footnotes() == {
        "1": "No reason is known for this difference.",
        "2": "A slip of the pen <b>here</b>.",
    }
    expect(desk.page.locator(".note")).to_have_text("See <i>this</i>.")


def link_to(case: Draft) -> str:
    """The part of an address that opens this case."""
    return f"?c={quote(PACKED + pack_draft(case), safe='')}"


@each("true, predicted", [([], ["Rock"]), (["Opera"], [])])
def test_one_side_may_be_empty(desk: Desk, true: list[str], predicted: list[str]):
    case = load_case({**PLAIN, "true": true, "predicted": predicted})
    app = App().open_file(text(true=true, predicted=predicted))
    assert app.state.case == case
    desk.open(link_to(case))
    expect_opened(desk, case)
    for measure in headline(case):
        desk.choose(str(measure))
        desk.expect_why(case, measure)


def test_a_file_without_marks_opens_as_a_drawing_that_waits_for_them():
    app = App().open_file(text(true=[], predicted=[]))
    assert app.shown["question"] == html.question(app.state.draft, {})
    assert "Mark at least one class: the answers follow at once." in app.shown["answers"]
    marks = {c["name"]: c["mark"] for c in app.drawn["classes"]}
    assert marks == {c: "none" for edge in PLAIN["edges"] for c in edge}


BAD_FILES = {
    "cycle": text(edges=[["Arts", "Music"], ["Music", "Opera"], ["Opera", "Arts"]], predicted=["Music"]),
    "self-loop": text(edges=[["Arts", "Opera"], ["Opera", "Opera"]], predicted=["Arts"]),
    "unknown class": text(predicted=["Opra"]),
    "duplicate edge": text(edges=[["Arts", "Opera"], ["Arts", "Opera"]], predicted=["Arts"]),
    "not JSON": '{"hierview": 1, "edges": [["Arts", ',
    "not a case": "[1, 2, 3]",
    "other version": text(hierview=99),
    "NaN": text(edges=[["Arts", "Opera", "W"]], predicted=["Arts"]).replace('"W"', "NaN"),
    "too deep": '{"a":' * 5000 + "1" + "}" * 5000,
    "no text": b"\xff\xfe\x00junk",
    "too large": b"x" * 2_100_000,
    "unknown measure": text(measures=["Nonsense"]),
    "unknown printed measure": text(published={"__import__('os')": "1"}),
    "hostile key": text(**{"<img src=x onerror=alert(1)>": 1}),
}


def test_every_bad_file_gets_its_sentence():
    app = App(c="15")
    for kind, data in BAD_FILES.items():
        name = kind.replace(" ", "-") + ".json"
        app.open_file(data, name)
        # A large one is read by a job.
        assert until(lambda name=name: app.run().at.session_state["open-trouble"].startswith(name))
        said = app.at.session_state["open-trouble"]
        if "measure" in kind:
            assert f"{name}: {'published' if 'printed' in kind else 'measures'}: " in said
        else:
            assert said == sentence(data, name)
        assert len(said) < 700
        assert app.state.case == preset("15")
        if kind in ("cycle", "hostile key"):
            app.at.session_state["open"] = True
            assert app.run().shown["notice"] == html.notice(said)
    app.open_file(text(), "good.json")
    assert app.state.case == load_case(PLAIN)
    assert not app.at.session_state["open-trouble"]


# Edge lists

LINES = "Arts\tMusic\nArts\tTheater\nMusic\tRock\nTheater\tOpera\t2.5"


def test_an_edge_list_with_its_marks_opens():
    app = App().open_edges(LINES, "Opera", "Rock | Theater")
    assert app.state.case == case_from_edges(LINES, "Opera", "Rock | Theater")


BAD_EDGES = {
    "cycle": ("A\tB\nB\tA", "A", "B"),
    "self-loop": ("A\tA", "A", "A"),
    "duplicate": ("A\tB\nA\tB", "A", "B"),
    "unknown class": ("A\tB", "A", "Z"),
    "no marks": ("A\tB", "", ""),
    "NaN": ("A\tB\tNaN", "A", "B"),
    "four cells": ("A\tB\t1\tmore", "A", "B"),
    "nothing": ("", "A", "B"),
    "hostile": (f"{HOSTILE_NAMES[0]}\t{HOSTILE_NAMES[0]}", "A", "B"),
}


def sentence_of_edges(lines: str, true: str, predicted: str) -> str:
    """What Python says of an edge list that cannot be used."""
    with pytest.raises(CaseError) as error:
        case_from_edges(lines, true, predicted, "edges")
    return str(error.value)


@pytest.fixture
def app() -> App:
    """The page without a browser."""
    return App()


@each("kind", BAD_EDGES)
def test_every_bad_edge_list_gets_its_sentence(app: App, kind: str):
    app.open_edges(*BAD_EDGES[kind])
    assert app.at.session_state["open-trouble"] == sentence_of_edges(*BAD_EDGES[kind])
    assert app.state.case == preset("11a")


@pytest.mark.skipif(not GERMEVAL.exists(), reason="the GermEval 2019 hierarchy is not beside this checkout")
def test_of_a_large_hierarchy_only_what_matters_is_drawn(desk: Desk):
    known = {c for line in GERMEVAL.read_text(encoding="utf-8").splitlines() for c in line.split("\t")}
    true = " | ".join(sorted(known)[40:42])
    predicted = " | ".join(sorted(known)[200:203])
    case = case_from_edges(GERMEVAL.read_bytes(), true, predicted, "hierarchy.tsv")
    app = App().open_edges(GERMEVAL.read_bytes(), true, predicted, "hierarchy.tsv")
    assert app.state.case == replace(case, name="hierarchy")
    desk.open()
    desk.show_case("mine-1", app.state.draft)
    desk.expect_question(case)

    drawn = case.hierarchy.closure(case.true | case.predicted)
    assert len(case.hierarchy) == 343 > 100 > len(drawn)
    expect(desk.page.locator(".ed .stage > .drawn")).to_have_text(f"{len(drawn)} of 343 classes are drawn.")
    assert {b.name for b in desk.boxes(desk.canvas)} == drawn
    assert as_read(desk.lines()) == expected_lines(case)[0]
    for measure in headline(case):
        desk.choose(str(measure))
        desk.expect_why(case, measure)
        assert {b.name for b in desk.boxes(desk.why.locator(".frame svg"))} <= drawn | {case.hierarchy.free_name()}


# Save


def test_a_case_of_awkward_names_is_saved_and_opens_again():
    edges = [["Root", name] for name in [*HOSTILE_NAMES, "日本語のクラス", "مرحبا", "a" * 150]]
    case = load_case({**PLAIN, "name": "ü/../x", "edges": edges, "true": ["日本語のクラス"], "predicted": ["$x$"]})
    app = App().open_file(write_case(case))
    assert app.state.case == case
    name, saved = app.saved()
    assert name == "x.json"
    assert read_case(saved).case() == case
    assert App(c="15").open_file(saved).state.case == case


# Hostile names


def expect_inert(page: Explorer) -> None:
    """Nothing that came with the names became an element of the page."""
    made = page.page.evaluate(
        """() => {
          const found = [];
          const walk = (root) => { for (const e of root.querySelectorAll("*")) {
            if (e.matches("img[src=x], img[src*=example], a[href^=javascript], script:not([src])") &&
                /example|alert|^x$/.test(e.src || e.href || e.textContent)) found.push(e.outerHTML.slice(0, 200));
            if (e.matches(".katex") || [...e.attributes].some((a) => /^on/.test(a.name))) found.push(e.outerHTML.slice(0, 200));
            if (e.shadowRoot) walk(e.shadowRoot);
          } };
          walk(document);
          return found;
        }"""  # noqa: E501
    )
    assert made == []


def test_hostile_class_names_are_nothing_but_text(onward: Explorer, desk: Desk):
    others = [f"{name} 2" for name in HOSTILE_NAMES]
    edges = [["Top", "Side"], *(["Top", name] for name in TYPED), *(["Side", name] for name in others)]
    # The question names the first twelve of a side.
    predicted = [*others[:7], *TYPED[len(HOSTILE_NAMES) :]]
    content = {**PLAIN, "edges": edges, "true": ["Side", *HOSTILE_NAMES], "predicted": predicted}
    case = load_case(content)
    page = onward.turn_to("?c=15")
    page.open_file(json.dumps(content))
    expect_opened(page, case)
    expect(page.question.locator("bdi")).to_have_text([c for side in (case.true, case.predicted) for c in sorted(side)])
    expect_inert(page)
    for measure in headline(case):
        for view in measure.views(case):
            desk.visit(f"{link_to(case)}&m={quote(str(measure))}&v={view}")
            desk.expect_why(case, measure, view, desk.state.picture_look)
    expect_inert(desk)
    page.turn_to(f"{link_to(case)}&m=Flow&v=conventions&p=table%3Dall")
    expect(page.why_title).to_contain_text("Why is Flow ")
    expect_inert(page)
    for button in ("share", "save", "open"):
        page.open_popover(button)
        page.settle()
        expect_inert(page)
        page.page.keyboard.press("Escape")


def together(names: Iterable[str], most: int = 60) -> Iterator[str]:
    """The same names in as few texts of a length as they fill, one after the other."""
    filled = ""
    for name in names:
        if filled and len(filled) + 1 + len(name) > most:
            yield filled
            filled = ""
        filled = f"{filled} {name}".strip()
    yield filled


def test_what_is_said_of_a_case_is_nothing_but_text(page: Explorer):
    app = App(c="15")
    for name in HOSTILE_NAMES:
        app.describe(name=name, note=name, source=name)
        assert app.called == f"Case 15 **{inert(name)}**"
        assert app.shown["note"] == html.plain_text(name)
        assert f"Printed: {escape(name)}." in app.shown["answers"]
    names = [*HOSTILE_NAMES, " ".join(HOSTILE_NAMES)[:199], "https://example.invalid :material/home:"]
    for name in names:
        app.open_file(text(name=name))
        assert app.called == f"Mine **{inert(name[:60])}**"
    app.at.session_state["picker"] = True
    gallery = app.run().shown["gallery"]
    assert all(escape(name[:60]) in gallery for name in names)
    # In the browser: labels, which Streamlit makes of Markdown, and the viewers.
    page.open("?c=15")
    everything = " ".join(HOSTILE_NAMES)[:LONGEST_TITLE]
    describe(page, name=everything, note=everything, source=everything)
    expect(page.page.locator(".note")).to_have_text(everything)
    expect(page.page.locator(".foot")).to_contain_text(everything)
    label = picker(page)
    expect_plain(label, "Case 15", everything)
    expect_inert(page)
    # What stands in a label: the first name and more are in the one before.
    for name in together(name for name in names if name != names[-2] and name not in everything[:60]):
        page.turn_to(link_to(replace(load_case(PLAIN), name=name)))
        expect_plain(label, "From a link", name)
    page.open_file(text(name=everything))
    expect(label).to_contain_text("Mine")
    expect(page.page.locator("[data-testid=stPopoverBody]")).to_be_hidden()
    page.settle()
    page.open_popover("picker")
    expect(page.page.locator(".group").last.locator(".card")).to_have_text([everything[:60]])
    expect_inert(page)


def picker(page: Explorer) -> Locator:
    return page.page.locator(".st-key-picker [data-testid=stPopoverButton] p")


def expect_plain(label: Locator, before: str, name: str) -> None:
    """The label has the name, and nothing else was made of it."""
    shown = re.escape(" ".join(name[:60].split()))
    # An invisible joiner stands after colons, so that they start nothing.
    shown = shown.replace(":", ":\u2060?").replace("@", "@\u2060?")
    expect(label).to_have_text(re.compile(f"{before} {shown}$"))
    expect(label.locator("img, a, .katex, span[style], [data-testid=stIconMaterial]")).to_have_count(0)


def describe(page: Explorer, **texts: str) -> None:
    """Write into the fields of Describe, and close it."""
    body = page.open_popover("describe")
    for label, written in texts.items():
        field = body.get_by_label({"note": "Question or remark"}.get(label, label.capitalize()), exact=True)
        field.fill(written)
        field.press("Tab")
        page.settle()
    page.page.keyboard.press("Escape")
    expect(body).to_be_hidden()
    page.settle()


def test_a_hostile_note_source_and_reason_are_nothing_but_text(desk: Desk):
    nasty = " ".join(HOSTILE_NAMES)
    content = text(note=nasty, source=nasty, published={"GIE": {"printed": "<b>9</b>", "because": nasty}})
    desk.open()
    desk.show_case("mine-1", read_case(content).case())
    desk.expect_question(load_case(PLAIN))
    expect(desk.page.locator(".note")).to_have_text(nasty)
    expect(desk.table.locator("td.printed.differs")).to_have_count(1)
    assert desk.lines()[0].printed == "≠ printed <b>9</b>1"
    expect(desk.page.locator(".foot")).to_contain_text(nasty)
    expect_inert(desk)
