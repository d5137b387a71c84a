"""Cards: every measure has one that is complete, says nothing that is not so, and shows evaluate's numbers."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest

from hierview import Case, Ends, Measure, MeasureSpec, Result, evaluate, load_case, measures, param, parse_measure
from hierview.answers.bibliography import PAPERS, bibtex_text, citation_parts, sources_without_paper
from hierview.answers.cards import card_example, card_index, measure_card, references_bibtex
from hierview.explain import Formula, number, plain
from hierview.formats import preset_names
from hierview.markup import html
from hierview.markup.pages import card as draw
from hierview.measures import registry
from hierview.testing.declared import own_declaration_faults
from tests.each import each
from tests.page_reader import PageReader
from tests.samples import PRESETS, ROOT, listed_measures

NAMES = tuple(measures())
PAPER = {paper.key: paper for paper in PAPERS}
every_measure = pytest.mark.parametrize("name", NAMES)


def said(markup: str) -> str:
    """What stands in the markup, with single spaces."""
    # A term of the glossary stands within a sentence; every other element begins words of its own.
    markup = re.sub(r'<abbr class="term"[^>]*>(.*?)</abbr>', r"\1", markup)
    return " ".join(" ".join(text for _, text in PageReader(markup).texts).split())


def shown(name: str) -> str:
    """A card as it is read."""
    return said(draw.card_html(measure_card(measures()[name]())))


# Cards


@every_measure
def test_every_registered_measure_has_a_complete_card(name: str):
    cls = measures()[name]
    found = measure_card(cls())
    assert found.name == name
    assert found.subtitle
    assert cls.spec.family.lower()[:3] in found.subtitle.lower()
    assert found.formula.sides
    assert not found.formula.value
    assert {s.name for s in found.settings} == set(cls.params())
    assert all(s.text and s.default and not s.given for s in found.settings)
    assert found.sources
    assert all(s.label and ((s.authors and s.title) or sources_without_paper(cls.spec.source)) for s in found.sources)
    assert found.range.told
    assert found.range.better == cls.spec.better
    assert all(e.place and e.what.endswith(".") for e in found.elsewhere)
    for said in (found.subtitle, found.question, plain(found.how), *(e.what for e in found.elsewhere)):
        assert said
        assert said.isprintable()


@every_measure
def test_the_card_is_drawn_whole(name: str):
    found = measure_card(measures()[name]())
    markup = draw.card_html(found)
    text = shown(name)
    headings = re.findall(r"<h2>(.*?)</h2>", markup)
    assert headings == [
        *(["Parameters"] if found.settings else []),
        *(["In other places"] if found.elsewhere else []),
        "Source" if len(found.sources) == 1 else "Sources",
    ]
    wanted = [found.name, found.subtitle, found.question, f"{found.range.better} is better"]
    wanted += [x for s in found.settings for x in (s.name, s.default, s.text)]
    wanted += [x for e in found.elsewhere for x in (e.place, e.what, *(y for pair in e.cases for y in pair))]
    wanted += [x for s in found.sources for x in (s.label, s.authors, s.title, s.where)]
    for words in wanted:
        assert " ".join(words.split()) in text, words
    assert "<math" in markup
    assert "None" not in re.sub(r"None: |or None", "", text)


@every_measure
def test_the_numbers_on_a_card_are_those_of_evaluate(name: str):
    measure = measures()[name]()
    found, others = card_example(measure)
    assert (found.name, *others) == measure.spec.see
    result = evaluate(load_case(found.name), measure)
    assert result.value is not None
    assert found.answer.result.value == result.value
    assert (
        found.title.removesuffix(found.answer.greatest_text).strip() == f"On case {found.name}: {number(result.value)}"
    )
    formula = found.step.formula
    assert formula.value == number(result.value)
    assert formula.numbers
    assert measure.symbols() not in formula.sides
    for num in formula.numbers:
        assert not num.counts or num.text == str(len(num.classes))
    markup = draw.example_html(found.case, found.title, found.step, html.class_ids(found.case))
    assert found.title in said(markup)
    assert f'<output class="result">{number(result.value)}</output>' in markup
    for other in others:
        assert evaluate(load_case(other), measure).value is not None, "defined wherever the card sends people"


@each("measure", listed_measures())
def test_a_card_states_the_formula_that_explore_fills_in(measure: Measure):
    formula = measure_card(measure).formula
    assert formula == Formula(measure.symbol(), (measure.symbols(),), "")
    assert not formula.numbers
    for name in PRESETS:
        case = load_case(name)
        result = measure.evaluate(case)
        step = measure.view(case, result, measure.views(case)[0])
        if result.value is not None and step.formula and len(step.formula.sides) > 1:
            assert step.formula.left == formula.left
            assert step.formula.sides[0] == formula.sides[0]


@each("measure", listed_measures())
def test_the_range_on_a_card_is_that_of_the_measure(measure: Measure):
    found = measure_card(measure).range
    for name in PRESETS:
        least, most = measure.bounds(load_case(name))
        worst, best = (least, most) if found.better == "higher" else (most, least)
        for end, text in ((worst, found.worst), (best, found.best)):
            assert bool(text) == (end is not None)
            if re.fullmatch(r"[\d.]+", text):
                assert number(end) == text


def test_a_range_that_varies_is_said_in_symbols():
    assert measure_card(parse_measure("GIE")).range.worst == "(M + N) · Dₘₐₓ"
    assert measure_card(parse_measure("SDL")).range.worst == "|Ŷ| + |Y|"
    assert measure_card(parse_measure("TIE")).range.told == "0 and up"
    assert measure_card(parse_measure('MGIA(max_distance=None, pairing="nearest")')).range.told == "up to 1"
    assert "<i>D</i><sub>max</sub>" in draw.card_html(measure_card(parse_measure("GIE")))


def test_parameters_that_differ_are_said_beside_their_defaults():
    found = measure_card(parse_measure('LCaF(variant="extended")'))
    assert found.name == "LCaF (extended)"
    assert [(s.name, s.default, s.given) for s in found.settings] == [
        ("variant", "minimal", "extended"),
        ("reduce", "True", ""),
        ("zero", "0", ""),
        ("beta", "1", ""),
    ]
    assert "extended instead of minimal" in said(draw.card_html(found))
    assert measure_card(parse_measure('hF(augmentation="none")')).name == "flat F"


def test_an_undefined_value_says_why():
    found, _ = card_example(parse_measure("Flow(alpha_p=3)"))
    assert found.title == "On case 12a: undefined"
    assert "Undefined: the bounds cannot be met" in said(draw.example_html(found.case, found.title, found.step, {}))


# What is said, is so


# Counted in the case files: of a measure's printed values, those that do not follow.
K15 = {
    **dict.fromkeys(("hP", "hR", "SDL", "LCaP", "LCaR"), ("All 17 printed values follow.", "")),
    **dict.fromkeys(("hF", "LCaF"), ("16 of 17 printed values follow; 17c does not, with a reason.", "17c")),
    "GIE": ("15 of 17 printed values follow; 13a, 13b do not, with reasons.", "13a 13b"),
    "MGIA": ("14 of 17 printed values follow; 13a, 13b, 18a do not, with reasons.", "13a 13b 18a"),
}


@every_measure
def test_how_many_printed_values_follow(name: str):
    places = [
        e for e in measure_card(measures()[name]()).elsewhere if e.place.startswith("K15, Table") or e.place == "R23"
    ]
    assert [(e.place, e.what, " ".join(case for case, _ in e.cases)) for e in places] == [
        *([("K15, Tables 3–11", *K15[name])] if name in K15 else []),
        *([("R23", "All 48 printed values follow.", "")] if name == "HCM" else []),
    ]
    for case, because in (pair for e in places for pair in e.cases):
        published = json.loads((ROOT / "cases" / f"{case}.json").read_text(encoding="utf-8"))["published"]
        assert because in [printed["because"] for printed in published.values() if isinstance(printed, dict)]


def test_what_the_cards_claim():
    def value(case: str, measure: str) -> float | None:
        return evaluate(load_case(case), measure).value

    assert value("17b", "hP") == 1 > value("17a", "hP"), "too general a prediction loses nothing"
    assert value("17a", "hR") == 1 > value("17b", "hR"), "too specific a prediction loses nothing"
    assert value("13a", "Accuracy") == value("13b", "Accuracy"), "a near miss is as wrong as a far one"
    case = load_case("13a")
    two = Case(case.hierarchy, case.predicted, case.predicted)
    assert evaluate(two, "AllPairs").value > 0, "a perfect prediction of several classes is charged"
    assert evaluate(two, "MGIA").value == 1
    assert value("12a", "TIE") is None
    # HEMKit's own values, from what it prints.
    assert value("11a", 'hP(root="virtual")') == 0.75


def test_the_index_holds_every_measure_once():
    entries = [entry for _, rows in card_index() for row in rows for entry in row]
    assert sorted(e.key for e in entries) == sorted(NAMES)
    assert all(e.meaning for e in entries)
    rows = [[e.name for e in row] for _, rows in card_index() for row in rows]
    assert ["hP", "hR", "hF"] in rows
    assert ["LCaP", "LCaR", "LCaF"] in rows
    assert [family for family, _ in card_index()] == list(dict.fromkeys(c.spec.family for c in measures().values()))
    markup = draw.card_index_html(card_index(), "hR")
    seen = PageReader(markup).tags
    assert [a["data-pick"] for tag, a in seen if tag == "a"] == [draw.CHOOSE, *(e.key for e in entries)]
    assert [a["data-pick"] for tag, a in seen if a.get("aria-current") == "page"] == ["hR"]
    assert [a["value"] for tag, a in seen if tag == "option" and "selected" in a] == ["hR"]
    assert [a["data-find"] for tag, a in seen if "data-find" in a and "kiritchenko" in a["data-find"].lower()]


# Measures of one's own


@pytest.fixture
def own() -> Iterator[None]:
    """Forgets what was registered in a test."""
    known = dict(registry._MEASURES)
    yield
    registry._MEASURES.clear()
    registry._MEASURES.update(known)


def test_what_a_measure_says_is_text_and_nothing_else(own):
    bad = '<img src=x onerror="alert(1)">'

    @dataclass(frozen=True)
    class Bad(Measure):
        spec: ClassVar[MeasureSpec] = MeasureSpec(
            "Bad",
            bad,
            bad,
            "lower",
            f"K15 {bad}; {bad}",
            unit=bad,
            ends=Ends(bad, bad, where=bad),
            question=bad,
            how=(bad,),
            elsewhere=((bad, bad),),
        )
        x: int = param(1, bad, label=bad, symbol=bad)

        def symbols(self):
            return (bad,)

        def evaluate(self, case):
            return Result(str(self), None, notes=(bad,))

    Bad.__doc__ = f"{bad}: {bad}."
    found = measure_card(Bad())
    entries = [(bad, [[draw.IndexEntry(bad, bad, bad, bad)]])]
    for markup in (draw.card_html(found), draw.card_index_html(entries, bad)):
        seen = PageReader(markup).tags
        assert not [tag for tag, _ in seen if tag == "img"]
        assert not [a for _, a in seen if "onerror" in a]
    shown, _ = card_example(Bad())
    assert shown.name == preset_names()[0], "where it is defined nowhere, the first case"


# Sources


def _entries(text: str) -> dict[str, dict[str, str]]:
    """BibTeX read roughly: {key: {field: value}}; braces must balance."""
    found = {}
    for entry in text.split("\n\n"):
        head = re.match(r"@(article|inproceedings|phdthesis|unpublished)\{(\w+),\n", entry)
        assert head
        assert entry.endswith("\n}")
        assert entry.count("{") == entry.count("}")
        lines = entry.split("\n")[1:-1]
        assert all(re.fullmatch(r"  [a-z]+ = \{.+\},", line) for line in lines)
        assert head[2] not in found
        found[head[2]] = dict(line.strip().removesuffix("},").split(" = {", 1) for line in lines)
    return found


@every_measure
def test_every_source_of_a_measure_is_in_the_bibliography(name: str):
    measure = measures()[name]()
    parts, no_paper = citation_parts(measure.spec.source), sources_without_paper(measure.spec.source)
    assert parts
    assert all(paper or where in no_paper for _, paper, where in parts)
    keys = list(dict.fromkeys(paper.key for _, paper, _ in parts if paper))
    assert list(_entries(references_bibtex(measure)))[: len(keys)] == keys


def test_bibtex_parses():
    entries = _entries(bibtex_text(paper.key for paper in PAPERS))
    assert list(entries) == [paper.key for paper in PAPERS]
    needed = {"article": "journal", "inproceedings": "booktitle", "phdthesis": "school"}
    for paper in PAPERS:
        entry = entries[paper.key]
        assert {"author", "title", "year", needed[paper.kind]} <= set(entry)
        assert re.fullmatch(r"\d{4}", entry["year"])
        assert str(paper.year) == entry["year"]
        assert entry["author"].count(" and ") == len(paper.authors) - 1
        assert all(re.fullmatch(r"[^,]+, [^,]+", author) for author in paper.authors)
        assert re.fullmatch(r"\d+--\d+", entry.get("pages", "1--2"))
        assert "".join(entry.values()).isascii(), "also for BibTeX without Unicode"
    assert "{PSO/ACO}" in entries["holden2006hierarchical"]["title"]
    assert r"Nicol{\`o}" in entries["cesabianchi2006incremental"]["author"]


def test_no_paper_stands_twice_and_all_are_named():
    labels = [label for paper in PAPERS for label in paper.labels]
    assert len({paper.key for paper in PAPERS}) == len(PAPERS)
    assert len(set(labels)) == len(labels)
    named = {p.key for cls in measures().values() for _, p, _ in citation_parts(cls.spec.source) if p}
    assert named == {paper.key for paper in PAPERS}


def sourced(source: str) -> Measure:
    """A measure with this source."""

    @dataclass(frozen=True)
    class Own(Measure):
        spec: ClassVar[MeasureSpec] = MeasureSpec("Own", "Share of <mine>", "Mine", "higher", source)

        def evaluate(self, case):
            return Result(str(self), 1.0)

    return Own()


def test_a_measure_without_a_paper_is_by_a_person_or_unpublished():
    for source in ("by Jane Doe", "by Jane Doe, in a letter; K15 §2", "unpublished", "unpublished, 2026", "by 李明"):
        assert not [fault for fault in own_declaration_faults(sourced(source), {}) if "names a paper" in fault], source
    for source in ("hierview", "by", "by <", "unpublishedly", "K15 §2; hierview", ""):
        wants = "a measure without a paper is 'by' a person, as in 'by Jane Doe', or 'unpublished'"
        assert [fault for fault in own_declaration_faults(sourced(source), {}) if wants in fault], source
    two = references_bibtex(sourced("by Jane Doe and Zoë Łuk, in a letter; K15 §2; unpublished"))
    assert list(_entries(two)) == ["kosmopoulos2015measures", "ukown"]
    assert _entries(two)["ukown"]["author"] == r"Jane Doe and Zo{\"e} Łuk"
    assert references_bibtex(sourced("unpublished")) == ""
    letter = measure_card(sourced("by Jane Doe, in a letter"))
    assert '<td colspan="3">By Jane Doe, in a letter</td>' in draw.card_html(letter)


def test_a_person_with_a_hostile_name_is_text_in_markup_and_in_bibtex():
    hostile = sourced("by J}, x = {\\input{/etc/passwd} <script>$&#%_^~\x1b\u202e@misc{z,")
    assert "<script>" not in draw.card_html(measure_card(hostile))
    (entry,) = _entries(references_bibtex(hostile)).values()
    assert entry.keys() == {"author", "title", "note"}
    assert entry["author"].isprintable()
    assert not re.search(r"(?<!\\)[#$%_&]|[~^{}]", "".join(entry.values()))
    assert re.findall(r"\\[a-z]+", entry["note"])[:3] == [r"\textbraceleft", r"\textbackslash", r"\textbraceleft"]


def test_a_source_in_words_stays_as_it_is():
    assert citation_parts("an example; K15 §2; after Sun & Lim 2001, p. 3") == (
        ("", None, "an example"),
        ("", PAPER["kosmopoulos2015measures"], "§2"),
        ("after", PAPER["sun2001hierarchical"], "p. 3"),
    )
    assert citation_parts("") == ()
