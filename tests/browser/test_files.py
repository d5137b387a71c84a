"""Open, Save, Describe in a browser: what visitors bring is a case or a sentence, and never runs."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from hierview import Case, Draft, load_case, parse_measure
from hierview.formats import case_from_edges, preset, read_case
from hierview.formats.collection import read_collection
from hierview.formats.link import pack_draft
from hierview.model.edits import LONGEST_TITLE
from hierview.ui.shell.cases import PACKED

from ..effort import in_turn, sampled
from ..samples import GERMEVAL, with_germeval
from ..test_bringing import TOYS
from ..test_explore import PLAIN, text
from .desk import Desk
from .editing import Editor
from .explorer import Explorer, narrowed
from .javascript import javascript
from .test_looks import expect_legible

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
EVERYTHING = " ".join(HOSTILE_NAMES)[:LONGEST_TITLE]


def expect_opened(page: Explorer, case: Case) -> None:
    """The page shows a case that was brought along, and its popovers are closed."""
    page.expect_question(case)
    expect(page.page.locator("[data-testid=stPopoverBody]")).to_be_hidden()
    page.settle()
    Editor(page.page).unfold()
    assert sorted(b.name for b in page.boxes(page.canvas)) == sorted(case.hierarchy.classes)


def link_to(case: Draft) -> str:
    """The part of an address that opens this case."""
    return f"?c={quote(PACKED + pack_draft(case), safe='')}"


def picker(page: Explorer) -> Locator:
    return page.page.locator(".st-key-picker [data-testid=stPopoverButton] p")


def expect_inert(page: Explorer) -> None:
    """Nothing that came with the names became an element of the page."""
    made = page.page.evaluate(javascript("made_of_names"))
    assert made == []


def test_a_visit_that_brings_files_and_names(page: Explorer):
    page.open("?c=15")
    what_is_said_of_a_case_is_nothing_but_text(page)
    the_page_around_hostile_class_names(page)
    page.turn_to("?c=15")  # which closes what was opened last
    a_file_dropped_anywhere_on_the_page_is_opened(page)
    own_cases_are_kept_over_visits_and_what_else_is_stored_does_no_harm(page)


@pytest.mark.whole
def test_after_what_cannot_be_opened_a_file_opens_stays_among_mine_and_is_saved(page: Explorer):
    page.turn_to("?c=15")
    said = page.page.locator("[data-testid=stPopoverBody] .notice[role=alert]:visible")
    page.open_file(text(**{HOSTILE_NAMES[0]: 1}), "hostile.json")
    expect(said).to_contain_text(f"hostile.json: the key '{HOSTILE_NAMES[0]}' is not known")
    expect_inert(page)
    page.settle()  # what is typed while a run goes on may be lost
    case = load_case(PLAIN)
    page.open_file(text())
    expect_opened(page, case)
    expect(picker(page)).to_have_text("Mine Brought along")
    assert read_case(page.saved()).case() == case
    body = page.open_popover("picker")
    body.locator("[data-pick='15']").click()
    page.expect_question(preset("15"))
    expect(body).to_be_hidden()
    page.open_popover("picker").get_by_role("button", name="Brought along").click()
    expect_opened(page, case)


def own_cases_are_kept_over_visits_and_what_else_is_stored_does_no_harm(page: Explorer) -> None:
    stored = "() => localStorage.getItem('hierview-cases')"
    page.turn_to("?c=12a")
    page.page.evaluate("() => localStorage.setItem('hierview-cases', '{\"collection\": \"<img src=x>\"}')")
    body = page.open_popover("picker")
    page.settle()  # while a run goes on, a box may stand there twice
    body.get_by_label("My collection").fill("Week 3")
    page.page.get_by_role("button", name="Keep this case").click()
    page.page.wait_for_function("() => localStorage.getItem('hierview-cases').includes('Week 3')")
    assert load_case("12a") in read_collection(page.page.evaluate(stored)).cases
    page.open("?c=15")  # another visit
    body = page.open_popover("picker")
    expect(body.locator("[data-pick='mine-1']")).to_be_visible()
    expect(body.get_by_label("My collection")).to_have_value("Week 3")
    body.get_by_role("button", name="Forget all").click()
    page.page.wait_for_function("() => localStorage.getItem('hierview-cases') === null")


def test_one_of_the_readings_of_a_doubtful_file_is_chosen_by_keys_or_a_click(page: Explorer):
    page.open("?c=15")
    page.open_file(TOYS, "toys.csv")
    readings = page.page.locator(".reading")
    radios, trees = readings.locator("input"), readings.locator(".tree")
    expect(radios.first).to_be_checked()
    page.settle()
    tops, lefts = zip(*((box["y"], box["x"]) for box in map(Locator.bounding_box, readings.all()) if box), strict=True)
    assert len(set(tops)) == 1
    assert list(lefts) == sorted(set(lefts))
    radios.first.focus()
    page.page.keyboard.press("ArrowRight")
    page.settle()
    expect(radios.nth(1)).to_be_checked()
    expect(radios.nth(1)).to_be_focused()  # also after the page has answered
    page.page.keyboard.press("Tab")
    expect(page.page.locator(".st-key-asked-open button")).to_be_focused()  # the group is one stop
    trees.nth(2).click()
    page.settle()
    expect(radios.nth(2)).to_be_checked()
    expect_legible(page, 0)
    with narrowed(page.page):
        expect(trees.nth(2)).to_be_visible()
        assert [tree.is_visible() for tree in trees.all()] == [False, False, True]
        expect_legible(page, 1)
    page.page.locator(".st-key-asked-open button").click()
    expect(picker(page)).to_have_text("Mine toys")
    page.settle()
    assert {box.name for box in page.boxes(page.canvas)} >= {"made", "toy", "tin", "Delta"}


def test_the_measures_and_printed_values_of_a_case_file_are_shown(desk: Desk):
    nasty = " ".join(HOSTILE_NAMES)
    published = {"hF": "0.123", "LCaF": {"printed": "<b>9</b>", "because": nasty}}
    case = read_case(text(measures=["hF", "LCaF", "GIE(max_distance=None)"], published=published, note=nasty)).case()
    desk.open()
    desk.show_case("mine-1", case)
    expect_opened(desk, case)
    assert [(name, printed) for name, _, _, printed, _ in desk.rows()] == [
        ("hF", "≠ printed 0.1231"),
        ("LCaF", "≠ printed <b>9</b>2"),
        ("GIE (any distance)", "–"),
    ]
    assert desk.footnotes() == {"1": "No reason is known for this difference.", "2": nasty}
    expect(desk.page.locator(".note")).to_have_text(nasty)
    expect_inert(desk)


@with_germeval
def test_of_a_large_hierarchy_only_what_matters_is_drawn(desk: Desk):
    hierarchy = GERMEVAL / "hierarchy.tsv"
    known = {c for line in hierarchy.read_text(encoding="utf-8").splitlines() for c in line.split("\t")}
    true, predicted = sorted(known)[40:42], sorted(known)[200:203]
    case = case_from_edges(hierarchy.read_bytes(), " | ".join(true), " | ".join(predicted), "hierarchy.tsv")
    desk.open()
    desk.show_case("mine-1", case)
    desk.expect_question(case)
    drawn = case.hierarchy.closure(case.true | case.predicted)
    expect(desk.page.locator(".ed .stage > .drawn")).to_have_text(f"{len(drawn)} of 343 classes are drawn.")
    assert {b.name for b in desk.boxes(desk.canvas)} == drawn
    for row in ("GIE", "hF"):
        desk.choose(row)
        assert {b.name for b in desk.boxes(desk.why.locator(".frame svg"))} <= drawn | {case.hierarchy.free_name()}


def hostile() -> Case:
    """A case whose question names every hostile name."""
    others = [f"{name} 2" for name in HOSTILE_NAMES]
    edges = [["Top", "Side"], *(["Top", name] for name in TYPED), *(["Side", name] for name in others)]
    # The question names the first twelve of a side.
    predicted = [*others[:7], *TYPED[len(HOSTILE_NAMES) :]]
    return load_case({**PLAIN, "edges": edges, "true": ["Side", *HOSTILE_NAMES], "predicted": predicted})


def test_hostile_class_names_are_nothing_but_text(desk: Desk):
    case = hostile()
    for turn, measure in enumerate(("MGIA", "hF", "LCaF", "Flow")):
        for view in in_turn(parse_measure(measure).views(case), turn):
            desk.visit(f"{link_to(case)}&m={measure}&v={view}")
            expect(desk.why.locator(".frame svg, .list").first).to_be_visible()
            expect_inert(desk)
    expect_opened(desk, case)
    expect(desk.question.locator("bdi")).to_have_text([c for side in (case.true, case.predicted) for c in sorted(side)])


def the_page_around_hostile_class_names(page: Explorer) -> None:
    page.turn_to(f"{link_to(hostile())}&m=Flow&v=conventions&p=table%3Dall")
    expect(page.why_title).to_contain_text("Why is Flow ")
    expect_inert(page)
    for button in sampled(("share", "save", "open"), 0):
        page.open_popover(button)
        page.settle()
        expect_inert(page)
        page.page.keyboard.press("Escape")


def what_is_said_of_a_case_is_nothing_but_text(page: Explorer) -> None:
    """Labels, which Streamlit makes of Markdown, and the viewers."""
    for name in sampled((EVERYTHING, " ".join(HOSTILE_NAMES[4:8]), "https://example.invalid :material/home:"), 1, 2):
        page.turn_to(link_to(replace(load_case(PLAIN), name=name, note=name, source=name)))
        expect_plain(picker(page), "From a link", name)
        expect(page.page.locator(".note")).to_have_text(name)
    expect_inert(page)


def expect_plain(label: Locator, before: str, name: str) -> None:
    """The label has the name, and nothing else was made of it."""
    shown = re.escape(" ".join(name[:60].split()))
    # An invisible joiner stands after colons, so that they start nothing.
    shown = shown.replace(":", ":\u2060?").replace("@", "@\u2060?")
    expect(label).to_have_text(re.compile(f"{before} {shown}$"))
    expect(label.locator("img, a, .katex, span[style], [data-testid=stIconMaterial]")).to_have_count(0)


def a_file_dropped_anywhere_on_the_page_is_opened(page: Explorer) -> None:
    page.page.evaluate(javascript("drop_a_file"))
    expect(page.page.locator(".st-key-readas")).to_contain_text("Read as paths")
    page.settle()
    assert {box.name for box in page.boxes(page.canvas)} == {"Arts", "Music", "Pop", "Theater"}
    expect(page.page.locator("[data-testid=stPopoverBody]")).to_be_hidden()
