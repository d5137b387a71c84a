"""The glossary: every term once, in sentences of its own, found where it stands in a sentence and nowhere else."""

from __future__ import annotations

import re

from hierview import HierviewError, load_case, parse_measure
from hierview.answers.answers import rows_with_families
from hierview.answers.cards import measure_card
from hierview.explain import Name, Symbol
from hierview.glossary import TERMS, term, term_of, term_pieces
from hierview.languages import spoken_language
from hierview.markup import html, why
from hierview.markup.pages import card as draw_card
from tests.each import each

# What a reader who knows precision and recall alone has to be told.
WANTED = (
    *("root", "leaf", "edge", "DAG", "ancestor", "descendant", "closure", "augmented set", "side", "distance"),
    *("climb", "lowest common ancestor", "LCA graph", "minimal graphs", "extended graphs", "pairing", "cost"),
    *("flow", "default class", "default cost", "farthest pair", "f_error", "symmetric difference", "TIE"),
    *("over-specialisation", "under-specialisation", "specificity", "TN", "long-distance step"),
)


def found(text: str) -> list[tuple[str, str]]:
    return [(piece, known.name) for piece, known in term_pieces(text) if known]


def test_every_term_is_told_once_in_a_sentence():
    assert {t.name for t in TERMS} >= set(WANTED)
    for of in ([t.name for t in TERMS], [t.key for t in TERMS], [form for t in TERMS for form in t.forms]):
        assert len(set(of)) == len(of)
    for t in TERMS:
        assert t.says.endswith((".", ".)")), t
        assert t.key, t
        assert t.key.replace("-", "").isalnum(), t
        assert t.key.isascii(), t
        assert term(t.name) is t


@each(
    "text, terms",
    [
        ("The climbs meet at", [("climbs", "climb")]),
        ("Every class climbs to its ancestors.", [("climbs", "climb"), ("ancestors", "ancestor")]),
        ("with 3 as lowest common ancestor.", [("lowest common ancestor", "lowest common ancestor")]),
        ("Ancestors of both", [("Ancestors", "ancestor")]),
        (
            "a default class, DT or DP, costs 5",
            [
                ("default class", "default class"),
                ("DT", "DT, the true side's default"),
                ("DP", "DP, the predicted side's default"),
                ("costs", "cost"),
            ],
        ),
        ("on the true side", [("true side", "true side")]),
        ("2 edges away", [("edges", "edge")]),
        ("aside, costly, climber, uprooted, DTs, re-edged, hedges", []),
        ("tn, dt", []),  # capitals are met in capitals alone
    ],
)
def test_a_term_is_found_in_its_forms_alone(text: str, terms: list):
    assert found(text) == terms
    assert "".join(piece for piece, _ in term_pieces(text)) == text


def test_symbols_are_terms_and_names_of_classes_never():
    assert term_of("D_max") is term("default cost")
    assert term_of("f_error") is term("f_error")
    shown = html.sentence_html(
        (Name("root"), " climbs over ", Symbol("D", "max"), "; it climbs, the root"), {"root": 0}
    )
    assert shown == (
        '<bdi class="name" data-n="0">root</bdi> <abbr class="term" tabindex="0" aria-describedby="term-climb">climbs'
        '</abbr> over <abbr class="term" tabindex="0" aria-describedby="term-default-cost"><i>D</i><sub>max</sub>'
        '</abbr>; it climbs, the <abbr class="term" tabindex="0" aria-describedby="term-root">root</abbr>'
    )


def test_hostile_words_stay_words():
    shown = html.sentence_html((Name('<img src=x> "climb"'), ' <b>costs</b> & "aria-describedby="term-flow""'), {})
    assert "<img" not in shown
    assert "<b>" not in shown
    told = html.with_term_meanings(shown)
    assert told.count("<span id=") == 1
    assert '<span id="term-cost">' in told
    assert html.with_term_meanings("<p>nothing</p>") == "<p>nothing</p>"


def test_every_term_in_every_step_is_explained_beside_it():
    case = load_case("8b")
    ids = html.class_ids(case)
    seen = set()
    for _, main, _ in rows_with_families():
        try:
            steps = main.explain(case, main.evaluate(case))
        except HierviewError:
            continue
        markup = why.steps_html(case, "Why", steps, ids)
        for t in TERMS:
            if f'aria-describedby="term-{t.key}"' in markup:
                assert markup.count(f'<span id="term-{t.key}">') == 1
                seen.add(t.name)
    assert seen >= {"climb", "lowest common ancestor", "side", "ancestor", "edge", "default class", "dropped", "pair"}


def test_terms_are_told_in_every_place_that_has_sentences():
    """Cards, notes, small tables, what a case says of itself: each term once in a block, with what it means behind."""
    card_shown = draw_card.card_html(measure_card(parse_measure("LCaF")))
    shown = {
        "card": card_shown,
        "notes": html.notes_html(["Distances pass the root.", "The root is artificial."]),
        "note": html.quiet_paragraph_html("Two climbs meet at one ancestor."),
        "table": html.plain_table_html(["what", "why"], [["MGIA", "Each pairing has a cost."]], {}),
    }
    for name, markup in shown.items():
        met = re.findall(r'<abbr class="term" tabindex="0" aria-describedby="([^"]+)"', markup)
        assert met, name
        assert len(set(met)) == len(met), name
        for key in met:
            assert markup.count(f'<span id="{key}">') == 1, (name, key)
    assert "<summary>" not in re.sub(r"<summary>[^<]*</summary>", "", card_shown)  # nothing to press in what is pressed
    assert "<b>" not in html.quiet_paragraph_html("<b>climbs</b>")


def test_german_sentences_have_their_terms_and_english_ones_on_a_german_page_keep_theirs():
    with spoken_language("de"):
        assert found("Der Abstand: 2 Kanten über den LCA, zu tief.") == [
            ("Abstand", "distance"),
            ("Kanten", "edge"),
            ("LCA", "lowest common ancestor"),
            ("zu tief", "over-specialisation"),
        ]
        assert found("Every class climbs.") == [("climbs", "climb")]
        forms = [form for t in TERMS for form in t.forms]
        assert len(set(forms)) == len(forms)
    assert not found("Der Abstand: 2 Kanten.")
