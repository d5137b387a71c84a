"""A measure's card, and the index of all cards, as HTML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from ...answers.cards import Card, CardSetting, CardSource, IndexEntry, OtherName, ValueRange
from ...explain import Step, Symbol, meanings
from ...languages import _
from ...model.case import Case
from ...safe import Markup, escape, joined, safe, translated_markup
from .. import html, mathml
from ..answer_table import ARROWS, SCALE, better_direction_words
from ..pictures import panels_html


def card_html(card: Card) -> Markup:
    """The card: question, answer in words, formula, range, parameters, what others do, sources."""
    symbols = meanings(card.formula) if card.formula else ()
    terms: set[str] = set()
    parts = [
        safe('<h1>{} <span class="subtitle">{}</span></h1>', _symbols_html(card.name), card.subtitle),
        safe('<p class="asks">{}</p>', html.sentence_html(_(card.question), {}, terms)) if card.question else "",
        safe('<p class="how"{}>{}</p>', html.english_attribute(), html.sentence_html(card.how, {}, terms))
        if card.how
        else "",
        safe('<div class="definition">{}</div>', mathml.formula_mathml(card.formula, {})) if card.formula else "",
        safe('<p class="note"{}>{}</p>', html.english_attribute(), html.meanings_html(symbols)) if symbols else "",
        _range_html(card.range),
        _section_html(_("Parameters"), (_setting_html(setting, terms) for setting in card.settings)),
        _section_html(_("In other places"), (_other_name_html(place, terms) for place in card.elsewhere)),
        _section_html(_("Source") if len(card.sources) == 1 else _("Sources"), map(_source_html, card.sources)),
    ]
    return html.with_term_meanings(safe('<article class="measure-card">{}</article>', joined(parts)))


def brief_card_html(card: Card) -> Markup:
    """Everything that one has to know to work a value out by hand: question, answer in words, formula, parameters."""
    symbols = meanings(card.formula) if card.formula else ()
    settings = joined(
        [
            safe("{} = {}", _symbols_html(setting.symbol or setting.name), setting.given or setting.default)
            for setting in card.settings
        ],
        ", ",
    )
    parts = [
        safe('<h3>{} <span class="quiet">{}</span></h3>', _symbols_html(card.name), _(card.question)),
        safe('<p class="how"{}>{}</p>', html.english_attribute(), html.sentence_html(card.how, {})) if card.how else "",
        safe('<div class="definition">{}</div>', mathml.formula_mathml(card.formula, {})) if card.formula else "",
        safe('<p class="known"{}>{}</p>', html.english_attribute(), html.meanings_html(symbols)) if symbols else "",
        safe('<p class="known">{}</p>', translated_markup("With {settings}.", settings=settings)) if settings else "",
    ]
    return html.with_term_meanings(safe('<div class="brief">{}</div>', joined(parts)))


def _section_html(heading: str, rows: Iterable[str]) -> Markup:
    body = joined(rows)
    return safe('<h2>{}</h2><table class="facts"><tbody>{}</tbody></table>', heading, body) if body else Markup()


def _range_html(ends_of: ValueRange) -> Markup:
    unit = _(", in {unit}", unit=_(ends_of.unit)) if ends_of.unit else ""
    ends = safe("<span>{}</span>", ends_of.told)
    if ends_of.worst and ends_of.best:
        ends = safe(
            '<span class="ends"><span><small>{}</small> {}</span>{}</svg><span>{} <small>{}</small></span></span>',
            _("worst"),
            _symbols_html(ends_of.worst),
            SCALE,
            _symbols_html(ends_of.best),
            _("best"),
        )
    where = safe('<span class="quiet where">{}</span>', ends_of.where) if ends_of.where else ""
    return safe(
        '<div class="range"><span class="quiet">{}</span><div>{}<span>{} {}{}</span>{}</div></div>',
        _("Range"),
        ends,
        ARROWS[ends_of.better],
        better_direction_words(ends_of.better),
        unit,
        where,
    )


def _symbols_html(text: str) -> Markup:
    """Text in which symbols with small letters, such as Dₘₐₓ and αₚ, are set as symbols."""
    parts = re.split(r"(\w[\u2080-\u209c]+)", text)
    return joined(
        html.words_html((Symbol(part[0], unicodedata.normalize("NFKC", part[1:])),), {}) if i % 2 else escape(part)
        for i, part in enumerate(parts)
    )


def _setting_html(setting: CardSetting, terms: set[str]) -> Markup:
    letter = safe("<i>{}</i>", setting.symbol) if len(setting.symbol) == 1 else _symbols_html(setting.symbol)
    symbol = safe(' <span class="symbol">{}</span>', letter) if letter else ""
    value = escape(setting.default)
    if setting.given:
        instead = _("instead of {value}", value=setting.default)
        value = safe("<strong>{}</strong> <small>{}</small>", setting.given, instead)
    accepted = safe(' <span class="quiet">{}</span>', setting.accepted) if setting.accepted else ""
    return safe(
        '<tr><th scope="row"><code>{}</code>{}</th><td class="default">{}</td><td>{}{}</td></tr>',
        setting.name,
        symbol,
        value,
        html.sentence_html(_(setting.text), {}, terms),
        accepted,
    )


def _other_name_html(place: OtherName, terms: set[str]) -> Markup:
    if place.cases:
        # What unfolds is pressed itself, so nothing in it can be.
        reasons = joined(
            safe("<dt>{}</dt><dd>{}</dd>", name, html.sentence_html(why, {}, terms)) for name, why in place.cases
        )
        what = safe("<details><summary>{}</summary><dl>{}</dl></details>", place.what, reasons)
    else:
        what = html.sentence_html(place.what, {}, terms)
        what = safe("<span{}>{}</span>", html.english_attribute(), what) if html.english_attribute() else what
    return safe('<tr><th scope="row">{}</th><td colspan="2">{}</td></tr>', place.place, what)


def _source_html(source: CardSource) -> Markup:
    if not source.authors:
        return safe('<tr><td colspan="3">{}</td></tr>', source.label)
    where = f" {source.where}." if source.where else ""
    of = safe(' <span class="quiet">{}</span>', _("For “{of}”.", of=source.of)) if source.of else ""
    return safe(
        '<tr><th scope="row">{}</th><td colspan="2">{}: <cite>{}</cite>.{}{}</td></tr>',
        source.label,
        source.authors,
        source.title,
        where,
        of,
    )


CHOOSE = "?"  # what the first entry reports; no measure is called so


def card_index_html(
    families: Sequence[tuple[str, Sequence[Sequence[IndexEntry]]]], selected: str, chooses: bool = True
) -> Markup:
    """The index of all cards by family, below a link to Choose: a list with a search box, a menu on narrow pages.

    A row of a family may hold several cards: precision, recall and F.  chooses: whether a measure can be chosen by
    questions.
    """
    sections, options = [], []
    for family, rows in families:
        body = []
        for row in rows:
            links = joined([_card_link_html(entry, entry.key == selected) for entry in row], ", ")
            find = " ".join([_(family), *(f"{e.key} {e.name} {_(e.meaning)} {e.find}" for e in row)])
            here = " here" if any(entry.key == selected for entry in row) else ""
            body.append(safe('<li class="entry{}" data-find="{}">{}</li>', here, find, links))
        sections.append(safe('<section class="group"><h2>{}</h2><ul>{}</ul></section>', _(family), joined(body)))
        choices = joined(
            _option_html(e.key, safe("{} · {}", e.name, _(e.meaning)), e.key == selected) for row in rows for e in row
        )
        options.append(safe('<optgroup label="{}">{}</optgroup>', _(family), choices))
    choose, find = _("Choose a measure"), _("Find a measure")
    nothing = _("No measure has this in its name, meaning or source.")
    return safe(
        '<nav class="index" aria-label="{0}">{1}'
        '<input type="search" placeholder="{2}" aria-label="{2}">'
        '{3}<p class="nothing" hidden>{4}</p></nav>'
        '<label class="chooser"><span>{5}</span><select data-choose>'
        "{6}{7}</select></label>",
        _("Measures"),
        _choose_link_html(choose, selected == CHOOSE) if chooses else "",
        find,
        joined(sections),
        nothing,
        _("Measure"),
        _option_html(CHOOSE, choose, selected == CHOOSE) if chooses else "",
        joined(options),
    )


def _option_html(key: str, text: str, here: bool) -> Markup:
    return safe('<option value="{}"{}>{}</option>', key, " selected" if here else "", text)


def _choose_link_html(choose: str, here: bool) -> Markup:
    return safe(
        '<p class="entry{0}" data-find="{1}"><a href="{2}" data-pick="{3}"{4}>{1}</a></p>',
        " here" if here else "",
        choose,
        html.address_with_language("?q=start"),
        CHOOSE,
        Markup(' aria-current="page"') if here else "",
    )


def _card_link_html(entry: IndexEntry, here: bool) -> Markup:
    current = Markup(' aria-current="page"') if here else ""
    return safe(
        '<a href="{}" data-pick="{}" title="{}"{}>{}</a>',
        html.address_with_language(f"?m={quote(entry.key)}"),
        entry.key,
        _(entry.meaning),
        current,
        entry.name,
    )


def example_html(case: Case, title: str, step: Step, ids: html.Ids) -> Markup:
    """A case at the side of a card: what the value is on it, the picture, the formula with its numbers."""
    # Without a formula, the words say why there is none.
    value = html.formula_html(step, ids) or safe("<p>{}</p>", html.words_html(step.text, ids))
    inside = html.with_term_meanings(
        safe("<h2>{}</h2>{}{}{}", title, html.case_name_html(case), panels_html(case, step, ids), value)
    )
    return safe('<section class="example">{}</section>', inside)
