"""Exports: every picture of every preset in every format, the same bytes each time, and a way back from each."""

import io
import random
import re
import tracemalloc
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import cycle
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hierview
from hierview import Case, CaseError, HierviewError, load_case, parse_measure, write_case
from hierview.answers.cards import measures_bibtex
from hierview.cli import main
from hierview.draw.backends.latex.beamer import MOST_LINES, slide_lines
from hierview.draw.figures.arrange import Panel
from hierview.draw.figures.figure import FigureStyle
from hierview.draw.figures.parts import split_sets_picture
from hierview.explain import ClassColumn, HierarchyPicture, Name, NetworkPicture, SetsPicture, plain
from hierview.formats import read_case
from hierview.markup.html import class_ids
from hierview.markup.why import steps_html
from hierview.publish.figures.export import Export
from hierview.publish.figures.fitting import too_many_steps_advice
from hierview.publish.figures.formats import only_hierarchies
from hierview.publish.figures.making import export_of, figure_file, python_code
from hierview.publish.figures.panels import measure_with_panel, panel_named, panels
from hierview.publish.files import draft_in
from hierview.publish.registry import FIGURE_FORMATS
from hierview.ui.explore.address import state_of
from tests.draw.test_direction import marked, real
from tests.each import each
from tests.effort import sampled, times
from tests.samples import PRESETS, hierarchies
from tests.shell import pdflatex, refused
from tests.tagged import elements
from tests.test_archive import packed

pytestmark = pytest.mark.slow

MEASURES = ("LCaF", "MGIA", "hF", "HCM", "CSF")
STYLES = (
    {},
    {"width_mm": 174, "legend": True},
    {"width_mm": None, "colour": "grey"},
    {"font": "serif", "font_pt": 9, "letters": False},
    {"colour": "line", "labels": "outlines", "titles": False},
)
MAGIC = {
    "pdf": b"%PDF-",
    "svg": b"<?xml",
    "png": b"\x89PNG",
    "tikz": b"% title:",
    "tikz-standalone": b"% title:",
    "beamer": b"% title:",
    "dot": b"// made by:",
    "html": b"<!",
    "zip": b"PK",
}
R_AND_B = Case.of([("Arts", "R&B"), ("Arts", "50%"), ("R&B", "a_b"), ("50%", "a_b")], ["a_b"], ["50%"])


TRIED = sampled(PRESETS, 10)


@cache
def chosen() -> dict[str, list[tuple[str, str, str]]]:
    """What to try each preset with: all its panels for a measure, each time a panel comes in another format.

    In a large search for two measures.
    """
    turns: dict[str, Iterator[str]] = defaultdict(lambda: cycle(FIGURE_FORMATS))
    return {
        name: [
            (measure, what, next(turns[what]))
            for measure in (MEASURES[i % 5], MEASURES[(i + 1) % 5])[: times(1, 2)]
            for what in panels(load_case(name), parse_measure(measure))
        ]
        for i, name in enumerate(TRIED)
    }


def check(export: Export) -> bytes:
    """The file of an export, which is what it should be and opens again."""
    name, mime, data = figure_file(export)
    assert data.startswith(MAGIC.get(export.format, b""))
    assert data
    assert re.fullmatch(rf"[A-Za-z0-9-]+\.{FIGURE_FORMATS[export.format].extension}", name)
    assert mime == FIGURE_FORMATS[export.format].mime
    if FIGURE_FORMATS[export.format].carried:
        assert draft_in(data, name).case() == export.case
    return data


@pytest.mark.parametrize("name", TRIED)
def test_every_panel_of_every_preset_exports_and_opens_again(name: str):
    case = load_case(name)
    # Five presets on, a measure comes again: in another style.
    for i, (measure, what, kind) in enumerate(chosen()[name], TRIED.index(name) // len(MEASURES)):
        style = FigureStyle(**STYLES[i % len(STYLES)])
        check(Export(case, parse_measure(measure), (what,), kind, style, 40))


@pytest.mark.parametrize("kind", FIGURE_FORMATS)
@pytest.mark.whole
def test_all_panels_of_one_case_in_one_file(kind: str):
    case, measure = load_case("15"), parse_measure("MGIA")
    export = Export(case, measure, (*panels(case, measure), "comparison"), kind, dpi=40, other=load_case("14a"))
    assert check(export)


def everything_exported() -> bytes:
    """Exports of three cases in every format; see tests/test_every_process.py."""
    written = []
    for name, measure in (("15", "LCaF"), ("8b", "MGIA"), ("r4-a1", "HCM")):
        case = load_case(name)
        for what in ("picture", "steps", "landscape"):
            for kind in FIGURE_FORMATS:
                if (name, what, kind) == ("8b", "steps", "beamer"):
                    continue  # as much work as half of all others; the slides of two cases are among them
                written.append(figure_file(Export(case, parse_measure(measure), (what,), kind, dpi=50))[2])
    written.append(python_code(Export(case, parse_measure("HCM"))).encode())
    return b"".join(written)


# What is drawn


def test_panels_are_the_pictures_that_the_measure_hands_over():
    case, measure = load_case("12a"), parse_measure("MGIA")
    result = measure.evaluate(case)
    for view in measure.views(case):
        (found,) = Export(case, measure, (view,)).pages
        assert found.panels == tuple(Panel(case, p) for p in measure.view(case, result, view).pictures)
    steps = measure.explain(case, result)
    found = Export(case, measure, ("steps",)).pages
    assert [[p.picture for p in page.panels] for page in found] == [list(step.pictures) for step in steps]
    assert [plain(page.said) for page in found] == [f"{i}. {plain(step.text)}" for i, step in enumerate(steps, 1)]
    (third,) = Export(case, measure, ("step 3",)).pages
    assert [p.picture for p in third.panels] == list(steps[2].pictures)


def test_a_comparison_has_one_layout_and_both_values():
    export = export_of("13a", "comparison", "LCaF", against="13b", width_mm=174)
    a, b = export.figure.panels
    assert (a.letter.text, b.letter.text) == ("(a)", "(b)")
    assert plain(a.words) == "Case 13a: LCaF = 0.8"
    assert plain(b.words) == "Case 13b: LCaF = 0.67"
    places = [{i.classes[0]: (i.box[0] + i.box[2] / 2, i.box[1]) for i in p.items if i.role == "class"} for p in (a, b)]
    shared = places[0].keys() & places[1].keys()
    apart = {tuple(round(q - p, 3) for p, q in zip(places[0][c], places[1][c], strict=True)) for c in shared}
    assert len(shared) >= 4
    assert len(apart) == 1
    assert export.link == "/compare?c=13a&c2=13b"
    assert "13b" in export.meta.signature
    assert export.stem == "13a-13b-LCaF-comparison"


def test_several_panels_are_one_figure_with_letters_in_order():
    export = export_of("15", ["hierarchy", "lca", "hierarchy"], width_mm=174)
    assert export.what == ("hierarchy", "graphs")
    assert str(export.measure) == "LCaF"
    assert [panel.letter.text for panel in export.figure.panels] == ["(a)", "(b)", "(c)"]


def test_a_page_for_every_step():
    case, measure = load_case("15"), parse_measure("LCaF")
    steps = measure.explain(case, measure.evaluate(case))
    document = pypdfium2.PdfDocument(check(Export(case, measure, ("steps",), "pdf")))
    assert len(document) == len(steps)
    for i, step in enumerate(steps):
        told = " ".join(document[i].get_textpage().get_text_range().split())
        assert told.startswith(f"{i + 1}. ")
        assert plain(step.text)[:20] in told
    assert ". ." not in Export(case, measure, ("steps",)).in_words
    source = check(Export(case, measure, ("steps",), "beamer")).decode()
    assert source.count(r"\begin{frame}") == 1
    assert [f"\\only<{i}>" in source for i in range(1, len(steps) + 2)] == [True] * len(steps) + [False]


def test_chosen_steps_stand_beside_each_other():
    case, measure = load_case("15"), parse_measure("LCaF")
    steps = measure.explain(case, measure.evaluate(case))
    strip = export_of("15", "steps 1,3-4", "LCaF", width_mm=174)
    assert strip.what == ("steps 1,3-4",)
    assert len(strip.pages) == 1
    assert strip.figure.columns == 3
    assert strip.figure.fits
    told = [plain(panel.words) for panel in strip.figure.panels]
    assert told == [f"{i}. {plain(steps[i - 1].text)}" for i in (1, 3, 4)]
    assert strip.link.endswith("&v=steps&step=1")
    talk = export_of("15", "steps-1,3-4", "LCaF", "beamer")
    assert [plain(slide.said) for slide in talk.slides] == told
    with pytest.raises(HierviewError, match="LCaF has the steps 1 to 12 here, not '13'"):
        _ = export_of("15", "steps 13", "LCaF").figure


@each("name, text", [("8b", "LCaF"), ("12a", "MGIA"), ("18b", "GIE"), ("r4-c1", "HCM"), ("15", "hF")])
def test_a_file_of_slides_says_and_shows_what_the_whole_screen_does(name: str, text: str):
    """A slide is a step, in both; each then finds room for it in its own way."""
    case, measure = load_case(name), parse_measure(text)
    steps = measure.explain(case, measure.evaluate(case))
    screen = steps_html(case, "", steps, class_ids(case)).split("<article")[1:]
    pages = export_of(name, "steps", text, "beamer").pages
    said = [re.sub("<sub>", "_", one.partition("<p ")[2].partition(">")[2].partition("</p>")[0]) for one in screen]
    words = [unescape(re.sub("<.*?>", "", one)) for one in said]
    assert [f"{i}. {one}" for i, one in enumerate(words, 1)] == [plain(page.said) for page in pages]
    assert [one.count('<figure class="panel') for one in screen] == [len(page.panels) for page in pages]


@pytest.mark.parametrize("name", ["11a", "12a", "13a", "15", "19b"])
def test_slides_are_read_in_a_room(name: str):
    """Ten points at least; and what finds no room beside another stands alone, turned in no other way."""
    for text in ("GIE", "LCaF", "hF"):
        slides = Export(load_case(name), parse_measure(text), ("picture",), "beamer").slides
        assert all(slide.figure.fits and slide.figure.least_pt >= 10 for slide in slides)


def test_a_long_text_is_said_in_parts_with_the_same_picture():
    case, measure = load_case("8b"), parse_measure("MGIA")
    said = [step.text for step in measure.explain(case, measure.evaluate(case))]
    slides = Export(case, measure, ("steps",), "beamer").slides
    assert len(slides) > len(said)
    alone = [i for i, slide in enumerate(slides) if not slide.said]
    assert alone
    assert max(slide_lines(slides[i - 1].said) for i in alone) <= MOST_LINES + 1  # one sentence is longer
    # Pictures that find no room beside each other have the same text.
    told = " ".join(dict.fromkeys(plain(slide.said).rstrip() for slide in slides if slide.said))
    assert told == " ".join(f"{i}. {plain(text).rstrip()}" for i, text in enumerate(said, 1))
    for slide in slides:
        assert slide.figure.fits


SCARCE = {
    "flow network": [("8b", "GIE"), ("hemkit-5", "MGIA")],
    "lists": [("8b", "HCM"), ("r4-c2", "hF")],
    "contributions": [("r4-d1", "CSF")],
}


def test_what_has_no_room_on_a_slide_is_turned_or_shown_in_parts():
    """Nothing is smaller than 10 pt, and each pair, arc and listed class is on one of the slides."""
    for panel, asked in SCARCE.items():
        for name, text in asked:
            case, measure = load_case(name), parse_measure(text)
            whole = Export(case, measure, (panel,))
            talk = Export(case, measure, (panel,), "beamer")
            found = [item for slide in talk.slides for item in slide.figure.items]
            assert all(slide.figure.fits and slide.figure.least_pt >= 10 for slide in talk.slides), (name, text, panel)
            roles = ("pair", "rejected", "arc", "listed")
            told = {item.says for item in whole.figure.items if item.role in roles}
            assert told <= {item.says for item in found if item.role in roles}


@pytest.mark.whole
def test_a_wide_case_is_shown_some_marked_classes_at_a_time():
    """Each pair is on a slide, at 10 pt and more, with all that stands above its classes."""
    case, measure = marked(real(25), 1), parse_measure("GIE")
    talk = Export(case, measure, ("pairs",), "beamer")
    assert all(slide.figure.fits for slide in talk.slides)
    (links, _) = measure.view(case, measure.evaluate(case), "pairs").pictures
    assert isinstance(links, HierarchyPicture)
    shown = [item for slide in talk.slides for item in slide.figure.items]
    told = {item.classes for item in shown if item.role == "pair"}
    assert told >= {tuple(filter(None, (link.predicted, link.true))) for link in links.links if link.chosen}
    classes = {c for item in shown if item.role == "class" for c in item.classes}
    assert classes >= set(case.hierarchy.closure(case.marked))


def test_all_steps_of_a_wide_case_name_the_flag_for_some_after_one_is_drawn(monkeypatch: pytest.MonkeyPatch):
    export = Export(marked(real(25), 1), parse_measure("MGIA"), ("steps",), "pdf", FigureStyle(width_mm=84))
    monkeypatch.setattr("hierview.publish.figures.export.stacked_figure", lambda _: pytest.fail("all are drawn"))
    told = too_many_steps_advice(export)
    assert told.startswith("15 steps below each other are higher than a page: --steps 1,2,3 shows some")
    assert not too_many_steps_advice(Export(load_case("15"), parse_measure("MGIA"), ("steps",), "pdf"))


DISEASES = """
Certain infectious and parasitic diseases: Respiratory tuberculosis, confirmed; Tuberculosis of the nervous system;
  Viral hepatitis with hepatic coma; Influenza due to identified influenza virus
Diseases of the respiratory system: Influenza due to identified influenza virus; Pneumonia due to Streptococcus;
  Chronic obstructive pulmonary disease; Bronchiectasis with acute exacerbation; Respiratory tuberculosis, confirmed
Diseases of the circulatory system: Hypertensive heart and renal disease; Acute myocardial infarction;
  Chronic ischaemic heart disease; Pulmonary heart disease and embolism
Endocrine, nutritional and metabolic diseases: Type 1 diabetes mellitus with complications;
  Type 2 diabetes mellitus with complications; Disorders of lipoprotein metabolism; Metabolic disorders of the heart
Diseases of the genitourinary system: Diabetic kidney disease, unspecified; Chronic kidney disease, stage 5
Type 1 diabetes mellitus with complications: Diabetic kidney disease, unspecified
Type 2 diabetes mellitus with complications: Diabetic kidney disease, unspecified
Hypertensive heart and renal disease: Hypertensive chronic kidney disease
Chronic kidney disease, stage 5: Hypertensive chronic kidney disease
Respiratory tuberculosis, confirmed: Tuberculous pleurisy, confirmed
"""


def wide() -> Case:
    """A DAG of 24 classes with names of 25 to 45 letters, three true and four predicted."""
    rows = (line.partition(": ") for line in DISEASES.replace("\n  ", " ").strip().splitlines())
    edges = [(parent, child.strip()) for parent, _, children in rows for child in children.split(";")]
    true = [
        "Tuberculous pleurisy, confirmed",
        "Diabetic kidney disease, unspecified",
        "Hypertensive chronic kidney disease",
    ]
    predicted = [
        *("Pneumonia due to Streptococcus", "Chronic kidney disease, stage 5"),
        *("Type 1 diabetes mellitus with complications", "Acute myocardial infarction"),
    ]
    return Case.of(edges, true, predicted)


@pytest.mark.whole
def test_a_talk_of_a_wide_case_shows_every_picture_whole():
    """At 10 pt and more, with letters in the place of each name that a key beside or below holds."""
    case, measure = wide(), parse_measure("MGIA")
    assert len(case.hierarchy) == 24
    slides = Export(case, measure, ("steps 5-7",), "beamer").slides
    assert all(slide.figure.fits and slide.figure.least_pt >= 10 for slide in slides)
    steps = measure.explain(case, measure.evaluate(case))[4:7]
    for step in steps:
        (picture,) = step.pictures
        (shown,) = (s.figure for s in slides if plain(picture.title) in map(plain, (p.words for p in s.figure.panels)))
        items = {item.classes[0]: item for item in shown.items if item.role == "class"}
        named = (
            case.marked if isinstance(picture, NetworkPicture) else {w.text for w in step.text if isinstance(w, Name)}
        )
        assert set(case.marked) <= set(items)
        key = shown.panels[-1].says
        for c in named:
            (letter,) = (label.text for label in items[c].labels)
            assert letter.isalpha()
            assert f"{letter} {c}" in key
        if isinstance(picture, NetworkPicture):
            nodes = {node for column in picture.columns for node in column if node.kind in ("true", "predicted")}
            assert sum(item.role in ("class", "default") for item in shown.items) == len(nodes)
            assert "Cost 5, but " in " ".join(plain(line.words) for panel in shown.panels for line in panel.title)


def test_lists_go_on_in_more_columns_or_on_further_slides():
    lists = SetsPicture(("All",), (ClassColumn(("six",), "t", (*"ABCDEF",)), ClassColumn(("none",), "p", ())))
    (whole,) = split_sets_picture(lists, lambda part: all(len(column.classes) <= 4 for column in part.columns))
    assert [column.classes for column in whole.columns] == [("A", "B", "C"), ("D", "E", "F"), ()]
    apart = split_sets_picture(lists, lambda part: sum(len(column.classes) + 1 for column in part.columns) <= 5)
    assert [[column.classes for column in part.columns] for part in apart] == [[("A", "B", "C")], [("D", "E", "F"), ()]]
    assert split_sets_picture(lists, lambda part: False) == ()


# What is said of it


def test_what_a_file_says_of_itself():
    export = export_of("15", "lca", "LCaF", "tikz")
    told = export.meta
    assert told.signature == f"hierview {hierview.__version__} | LCaF | 15 82e0f579"
    assert told.link == "/?c=15&m=LCaF"
    assert told.title == "Graphs, LCaF, case 15"
    assert told.alt.startswith("Case 15. True: Drama. Predicted: Opera and Rock.")
    assert told.alt.endswith("LCaF = 0.5.")
    assert draft_in(told.case.encode(), "a.json").case() == export.case
    text = plain(export.caption)
    assert text.startswith("Case 15: true Drama, predicted Opera and Rock. (a) G_t")
    assert "(b) G_p" in text
    assert "LCaF = 0.5." in text
    assert text.endswith("rebuilt after Kosmopoulos et al. 2015.")
    for kind in ("svg", "tikz", "tikz-standalone", "beamer", "dot"):
        source = hierview.figure("15", "lca", "LCaF", kind)
        assert isinstance(source, str)
        assert told.signature in source
        assert told.link.partition("&")[0] in source
    assert "GIE" not in export_of("15", "hierarchy").meta.signature  # it shows no measure's answer


@each(
    "what, view, way",
    [
        ("pairs", "picture", ""),
        ("flow network", "picture", "flow network"),
        ("steps", "steps", ""),
        ("step 3", "steps", ""),
        ("landscape added", "landscape", ""),
        ("sensitivity max_distance", "sensitivity", ""),
        ("hierarchy", "picture", ""),
    ],
)
@each("case", [load_case("12a"), R_AND_B])
def test_the_link_shows_the_same(what: str, view: str, way: str, case: Case):
    measure = parse_measure("MGIA(max_distance=7)")
    link = Export(case, measure, (what,)).link
    state = state_of(dict(parse_qsl(urlsplit(link).query)))
    assert not state.visit.trouble
    assert state.case == case
    assert state.measure(state.why.row) == measure
    assert (state.why.view, state.why.display) == (view, way)
    if what == "step 3":
        assert state.why.step == 2
    if what.startswith("landscape"):
        assert state.why.how == "added"
    if what.startswith("sensitivity"):
        assert state.why.against == "max_distance"


def test_a_caption_says_what_struck_names_are():
    told = " Struck through: classes that the measure drops. LCaF = 0.25."
    assert told in plain(export_of("16", "LCaF:graphs").caption)
    assert "Struck" not in plain(export_of("16", "hF:sets").caption)


def test_bibtex_names_every_paper_once():
    found = measures_bibtex([parse_measure(text) for text in ("GIE", "MGIA", "hF", "LCaF")])
    keys = re.findall(r"^@\w+\{([^,]+),", found, re.MULTILINE)
    assert len(keys) == len(set(keys))
    assert {"kosmopoulos2015measures", "kiritchenko2005functional"} <= set(keys)
    assert measures_bibtex([]) == ""


# As Python


@pytest.mark.parametrize(
    "export",
    [
        Export(load_case("15"), parse_measure("LCaF"), ("graphs",), "tikz"),
        Export(
            load_case("15"),
            parse_measure('LCaF(variant="extended")'),
            ("hierarchy", "step 2"),
            "png",
            FigureStyle(None, "serif", 7.5, "line", "outlines", False, True, False),
            72,
        ),
        Export(load_case("13a"), parse_measure("hF"), ("comparison",), "pdf", other=load_case("13b"), alt="Two."),
        Export(R_AND_B, parse_measure("MGIA(default_cost=0.5)"), ("pairs",), "svg"),
        Export(R_AND_B, parse_measure("MGIA"), ("comparison",), "dot", other=R_AND_B.edited(predicted=("R&B",))),
        Export(load_case("t4"), parse_measure("MGIA"), ("pairs",), "zip"),
    ],
    ids=lambda export: export.stem,
)
def test_python_makes_the_same_bytes(export: Export, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(python_code(export), "copied", "exec"), {})
    name, _, data = figure_file(export)
    assert (tmp_path / name).read_bytes() == data


# Names of panels, and mistakes


def test_panels_go_by_short_names_and_hyphens():
    case, mgia, lcaf = load_case("12a"), parse_measure("MGIA"), parse_measure("LCaF")
    assert panel_named(case, mgia, "flow-network") == panel_named(case, mgia, "Network") == "flow network"
    assert panel_named(case, mgia, "gie-and-mgia") == "GIE and MGIA"
    assert panel_named(case, lcaf, "lca") == panel_named(case, lcaf, "picture") == "graphs"
    assert panel_named(case, mgia, "step-3") == "step 3"
    assert panel_named(case, mgia, "landscape-replacing-A-B") == "landscape replacing A-B"
    assert panel_named(case, mgia, "sensitivity-max_distance") == "sensitivity max_distance"
    first = {"lca": "LCaF", "pairs": "GIE", "sets": "hF", "matrix": "HCM", "hierarchy": "GIE"}
    assert {what: str(measure_with_panel(case, (what,))) for what in first} == first


@each(
    "asked, told",
    [
        (
            {"panel": "pears", "measure": "MGIA"},
            "MGIA has no panel 'pears' on this case; did you mean 'pairs'?; there are",
        ),
        ({"panel": ()}, "a figure needs at least one panel; there are hierarchy, pairs"),
        ({"panel": "step 99", "measure": "MGIA"}, "MGIA has the steps 1 to 7 here, not '99'"),
        ({"panel": "landscape sideways"}, "only, added or replacing is accepted"),
        ({"panel": "landscape replacing Roc"}, "class 'Roc' is not predicted; did you mean 'Rock'?"),
        ({"panel": "comparison"}, "a comparison needs a second case"),
        ({"format": "gif"}, "'gif' is no format of a figure; there are pdf, svg"),
        ({"format": "png", "dpi": 5}, "a PNG has between 36 and 2400 dots per inch, not '5'"),
        ({"format": "png", "dpi": 2400, "panel": "steps"}, "at 2400 dots per inch this figure has"),
        ({"widht_mm": 3}, "a figure has no 'widht_mm'; did you mean 'width_mm'?"),
        ({"width_mm": 3}, "a figure's width_mm is between 20 and 1000 mm, not '3'"),
        ({"measure": "Nope"}, "'Nope'"),
    ],
)
def test_what_cannot_be_is_said(asked: dict, told: str):
    with pytest.raises(HierviewError) as error:
        hierview.figure("15", **asked)
    assert told in str(error.value)


# Any names


@settings(max_examples=15, derandomize=True)
@given(hierarchies(most=5), st.data())
def test_any_case_is_a_file_that_opens_again_or_a_sentence(h, drawn):
    classes = list(h.classes)
    marks = st.lists(st.sampled_from(classes), min_size=1, max_size=2, unique=True)
    case = Case(h, frozenset(drawn.draw(marks)), frozenset(drawn.draw(marks)))
    kind = drawn.draw(st.sampled_from([key for key, form in FIGURE_FORMATS.items() if form.carried]))
    what = drawn.draw(st.sampled_from(["picture", "hierarchy", "landscape"]))
    try:
        name, _, data = figure_file(Export(case, parse_measure("LCaF"), (what,), kind, FigureStyle(None), 40))
    except HierviewError as error:
        assert "which pdflatex cannot set" in str(error) or "do not have; export SVG" in str(error)
        return
    assert draft_in(data, name).case() == read_case(write_case(case)).case()


# Back


@pytest.mark.parametrize(
    ("how", "why"),
    [(zipfile.ZIP_BZIP2, "packed by bzip2"), (zipfile.ZIP_LZMA, "packed by LZMA"), (8, "unpacks to more")],
)
def test_an_archive_is_unpacked_within_bounds(how: int, why: str):
    archive = packed({"case.json": bytes(40_000_000)}, how)
    tracemalloc.start()
    with pytest.raises(CaseError, match=why):
        draft_in(archive, "fig.zip")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000


@pytest.mark.parametrize("name", ["fig.zip", "fig.png", "fig.pdf", "fig.svg", "fig.html", "fig.tex", "fig.dot"])
def test_a_damaged_export_is_a_case_or_a_sentence(name: str):
    """Bytes changed, cut or put in anywhere."""
    rng = random.Random(5)
    whole = figure_file(export_of("15", "picture", "GIE", name[4:].replace("tex", "tikz"), dpi=72))[2]
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            data[at : at + rng.choice((0, 1, 1, 2, 90))] = rng.randbytes(rng.choice((0, 1, 1, 2, 4)))
        try:
            draft_in(bytes(data), name)
        except HierviewError as error:
            assert str(error).isprintable()


def test_a_damaged_case_in_a_file_is_a_sentence():
    source = hierview.figure("15", format="dot").replace('"hierview": 1', '"hierview": 9')
    with pytest.raises(CaseError, match="fig.dot: hierview"):
        draft_in(source.encode(), "fig.dot")
    with pytest.raises(CaseError, match=r"fig\.zip"):
        draft_in(packed({"case.json": b"\xff"}), "fig.zip")


# DOT, the preview, the zip


def test_dot_holds_the_hierarchies_among_the_pictures():
    two = export_of("15", "lca", "LCaF", "dot")
    assert only_hierarchies(two)
    assert figure_file(two)[2].count(b"digraph") == 2
    assert figure_file(two)[2].count(b"// case:") == 1
    chart = export_of("15", "sensitivity", "LCaF", "dot")
    assert not only_hierarchies(chart)
    assert figure_file(chart)[2].count(b"digraph") == 1


def test_the_zip_builds(tmp_path):
    export = Export(R_AND_B, parse_measure("LCaF"), ("graphs",), "zip")
    with zipfile.ZipFile(io.BytesIO(figure_file(export)[2])) as archive:
        assert archive.namelist() == [
            *("main.tex", "tagged.sty", "figure.tex", "figure-standalone.tex"),
            *("references.bib", "case.json", "README.txt"),
        ]
        archive.extractall(tmp_path)
    assert (tmp_path / "figure.tex").read_text() == hierview.figure(R_AND_B, "graphs", "LCaF", "tikz")
    assert "kosmopoulos2015measures" in (tmp_path / "references.bib").read_text()
    assert export.link in (tmp_path / "README.txt").read_text()
    for source in ("main.tex", "main.tex", "figure-standalone.tex"):  # tags take two runs
        pdflatex(tmp_path, source)
    text = pypdfium2.PdfDocument(tmp_path / "main.pdf")[0].get_textpage().get_text_range()
    assert all(name in text for name in ("R&B", "50%", "a_b", "Figure 1"))
    assert dict(elements(tmp_path / "main.pdf"))["Figure"] == export.meta.alt


# The command line


def test_the_shell_makes_the_same(tmp_path, capsysbinary, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("case.json").write_text(write_case(R_AND_B))
    more = "--font serif --font-pt 9 --colour line --labels outlines --no-letters --legend"
    style = {"font": "serif", "font_pt": 9, "colour": "line", "labels": "outlines", "letters": False, "legend": True}
    for line, same in (
        ("15 --panel lca -o fig.tex", {"case": "15", "panel": "lca", "format": "tikz"}),
        (
            f"13a --panel comparison --against 13b {more} -o a.pdf",
            {"case": "13a", "panel": "comparison", "against": "13b", "format": "pdf", **style},
        ),
        ("case.json --format png --dpi 72 -o x", {"case": R_AND_B, "format": "png", "dpi": 72}),
        ("15 --format beamer -o b.tex", {"case": "15", "format": "beamer"}),
        ("15 --format tikz-standalone -o s.tex", {"case": "15", "format": "tikz-standalone"}),
        ("15 --format dot -o d.gv", {"case": "15", "format": "dot"}),
    ):
        assert main(["figure", *line.split()]) == 0
        made = hierview.figure(**same)
        assert Path(line.split()[-1]).read_bytes() == (made if isinstance(made, bytes) else made.encode())
    assert main(["figure", "15", "--panel", "flow-network", "--measure", "MGIA", "--width", "free"]) == 0
    printed = capsysbinary.readouterr().out.decode()
    assert printed == hierview.figure("15", "flow network", "MGIA", width_mm=None)


@each(
    "given, told",
    [
        (["15", "-o", "fig.gif"], "'fig.gif' names no format; end it in .svg, .pdf, .png, .tex, .dot, .gv, .html"),
        (["15", "-o", "fig.svg", "--format", "tikz"], "'fig.svg' ends like svg, and --format says tikz; leave out"),
        (["15", "-o", "/no/such/place/fig.svg"], "cannot be written"),
    ],
)
def test_mistakes_in_the_shell_are_sentences(given: list, told: str, capsys):
    assert told in refused(capsys, "figure", *given)


class Enough(Exception):
    """Nobody waits any longer."""


@each("kind", ["beamer", "pdf", "zip"])
def test_drawing_many_pictures_tells_how_far_it_is_and_can_be_ended(kind):
    shares: list[float] = []

    def hear(share: float) -> None:
        shares.append(share)
        if len(shares) == 3:
            raise Enough

    asked = export_of("8b", "steps", "MGIA", kind, font_pt=7.25)
    with pytest.raises(Enough):
        asked.draw(hear)
    assert len(shares) == 3
    shares.clear()
    asked.draw(shares.append)
    assert shares == sorted(shares)
    assert len(shares) >= len(asked.pages) > 8
    assert 0 <= shares[0] <= shares[-1] < 1
    assert asked.figures == export_of("8b", "steps", "MGIA", kind, font_pt=7.25).figures
    # Whoever asks for the same has it already.
    shares.clear()
    export_of("8b", "steps", "MGIA", kind, font_pt=7.25, alt="Steps").draw(shares.append)
    assert shares == []
