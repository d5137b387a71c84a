"""A measure's card, and the index of all cards, as HTML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import quote

from ...answers.cards import Card, CardSetting, CardSource, IndexEntry, OtherName, Range
from ...explain import Step, Symbol, meanings
from ...languages import _
from ...model.case import Case
from .. import html, mathml
from ..answer_table import ARROWS, SCALE, better_direction_words
from ..pictures import panels_html


def card_html(card: Card) -> str:
    """The card: question, answer in words, formula, range, parameters, what others do, sources."""
    symbols = meanings(card.formula) if card.formula else ()
    terms: set[str] = set()
    parts = [
        f'<h1>{_symbols_html(card.name)} <span class="subtitle">{escape(card.subtitle)}</span></h1>',
        f'<p class="asks">{html.sentence_html(_(card.question), {}, terms)}</p>' if card.question else "",
        f'<p class="how"{html.english_attribute()}>{html.sentence_html(card.how, {}, terms)}</p>' if card.how else "",
        f'<div class="definition">{mathml.formula_mathml(card.formula, {})}</div>' if card.formula else "",
        f'<p class="note"{html.english_attribute()}>{html.meanings_html(symbols)}</p>' if symbols else "",
        _range_html(card.range),
        _section(_("Parameters"), (_setting_html(setting, terms) for setting in card.settings)),
        _section(_("In other places"), (_other_name_html(place, terms) for place in card.elsewhere)),
        _section(_("Source") if len(card.sources) == 1 else _("Sources"), map(_source_html, card.sources)),
    ]
    return html.with_term_meanings(f'<article class="measure-card">{"".join(parts)}</article>')


def brief_card_html(card: Card) -> str:
    """Everything that one has to know to work a value out by hand: question, answer in words, formula, parameters."""
    symbols = meanings(card.formula) if card.formula else ()
    settings = ", ".join(
        f"{_symbols_html(setting.symbol or setting.name)} = {escape(setting.given or setting.default)}"
        for setting in card.settings
    )
    parts = [
        f'<h3>{_symbols_html(card.name)} <span class="quiet">{escape(_(card.question))}</span></h3>',
        f'<p class="how"{html.english_attribute()}>{html.sentence_html(card.how, {})}</p>' if card.how else "",
        f'<div class="definition">{mathml.formula_mathml(card.formula, {})}</div>' if card.formula else "",
        f'<p class="known"{html.english_attribute()}>{html.meanings_html(symbols)}</p>' if symbols else "",
        f'<p class="known">{_("With {settings}.", settings=settings)}</p>' if settings else "",
    ]
    return html.with_term_meanings(f'<div class="brief">{"".join(parts)}</div>')


def _section(heading: str, rows: Iterable[str]) -> str:
    body = "".join(rows)
    return f'<h2>{heading}</h2><table class="facts"><tbody>{body}</tbody></table>' if body else ""


def _range_html(ends_of: Range) -> str:
    unit = escape(_(", in {unit}", unit=_(ends_of.unit))) if ends_of.unit else ""
    ends = f"<span>{escape(ends_of.told)}</span>"
    if ends_of.worst and ends_of.best:
        ends = (
            f'<span class="ends"><span><small>{_("worst")}</small> {_symbols_html(ends_of.worst)}</span>{SCALE}</svg>'
            f"<span>{_symbols_html(ends_of.best)} <small>{_('best')}</small></span></span>"
        )
    where = f'<span class="quiet where">{escape(ends_of.where)}</span>' if ends_of.where else ""
    return (
        f'<div class="range"><span class="quiet">{_("Range")}</span><div>{ends}'
        f"<span>{ARROWS[ends_of.better]} {better_direction_words(ends_of.better)}{unit}</span>{where}</div></div>"
    )


def _symbols_html(text: str) -> str:
    """Text in which symbols with small letters, such as Dₘₐₓ and αₚ, are set as symbols."""
    parts = re.split(r"(\w[\u2080-\u209c]+)", text)
    return "".join(
        html.words_html((Symbol(part[0], unicodedata.normalize("NFKC", part[1:])),), {}) if i % 2 else escape(part)
        for i, part in enumerate(parts)
    )


def _setting_html(setting: CardSetting, terms: set[str]) -> str:
    letter = f"<i>{escape(setting.symbol)}</i>" if len(setting.symbol) == 1 else _symbols_html(setting.symbol)
    symbol = f' <span class="symbol">{letter}</span>' if letter else ""
    value = escape(setting.default)
    if setting.given:
        instead = _("instead of {value}", value=value)
        value = f"<strong>{escape(setting.given)}</strong> <small>{instead}</small>"
    accepted = f' <span class="quiet">{escape(setting.accepted)}</span>' if setting.accepted else ""
    return (
        f'<tr><th scope="row"><code>{escape(setting.name)}</code>{symbol}</th><td class="default">{value}</td>'
        f"<td>{html.sentence_html(_(setting.text), {}, terms)}{accepted}</td></tr>"
    )


def _other_name_html(place: OtherName, terms: set[str]) -> str:
    if place.cases:
        # What unfolds is pressed itself, so nothing in it can be.
        reasons = "".join(
            f"<dt>{escape(name)}</dt><dd>{html.sentence_html(why, {}, terms)}</dd>" for name, why in place.cases
        )
        what = f"<details><summary>{escape(place.what)}</summary><dl>{reasons}</dl></details>"
    else:
        what = (
            f"<span{html.english_attribute()}>{html.sentence_html(place.what, {}, terms)}</span>"
            if html.english_attribute()
            else ""
        )
        what = what or html.sentence_html(place.what, {}, terms)
    return f'<tr><th scope="row">{escape(place.place)}</th><td colspan="2">{what}</td></tr>'


def _source_html(source: CardSource) -> str:
    if not source.authors:
        return f'<tr><td colspan="3">{escape(source.label)}</td></tr>'
    where = f" {escape(source.where)}." if source.where else ""
    of = f' <span class="quiet">{_("For “{of}”.", of=escape(source.of))}</span>' if source.of else ""
    return (
        f'<tr><th scope="row">{escape(source.label)}</th>'
        f'<td colspan="2">{escape(source.authors)}: <cite>{escape(source.title)}</cite>.{where}{of}</td></tr>'
    )


CHOOSE = "?"  # what the first entry reports; no measure is called so


def card_index_html(
    families: Sequence[tuple[str, Sequence[Sequence[IndexEntry]]]], selected: str, chooses: bool = True
) -> str:
    """Choose, and all cards by family: a list with a search box, and a choice for narrow pages.

    A row of a family may hold several cards: precision, recall and F.  chooses: whether a measure can be chosen by
    questions.
    """
    sections, options = [], []
    for family, rows in families:
        body = []
        for row in rows:
            links = ", ".join(_card_link(entry, entry.key == selected) for entry in row)
            find = " ".join([_(family), *(f"{e.key} {e.name} {_(e.meaning)} {e.find}" for e in row)])
            here = " here" if any(entry.key == selected for entry in row) else ""
            body.append(f'<li class="entry{here}" data-find="{escape(find)}">{links}</li>')
        sections.append(f'<section class="group"><h2>{escape(_(family))}</h2><ul>{"".join(body)}</ul></section>')
        choices = "".join(
            f'<option value="{escape(e.key)}"{" selected" if e.key == selected else ""}>'
            f"{escape(e.name)} · {escape(_(e.meaning))}</option>"
            for row in rows
            for e in row
        )
        options.append(f'<optgroup label="{escape(_(family))}">{choices}</optgroup>')
    here, choice = (" here", " selected") if selected == CHOOSE else ("", "")
    current = ' aria-current="page"' if here else ""
    choose, find = _("Choose a measure"), _("Find a measure")
    entry = (
        f'<p class="entry{here}" data-find="{choose}">'
        f'<a href="{escape(html.language_address("?q=start"))}" data-pick="{CHOOSE}"{current}>{choose}</a></p>'
    )
    option = f'<option value="{CHOOSE}"{choice}>{choose}</option>'
    entry, option = (entry, option) if chooses else ("", "")
    nothing = _("No measure has this in its name, meaning or source.")
    return (
        f'<nav class="index" aria-label="{_("Measures")}">{entry}'
        f'<input type="search" placeholder="{find}" aria-label="{find}">'
        f'{"".join(sections)}<p class="nothing" hidden>{nothing}</p></nav>'
        f'<label class="chooser"><span>{_("Measure")}</span><select data-choose>'
        f"{option}{''.join(options)}</select></label>"
    )


def _card_link(entry: IndexEntry, here: bool) -> str:
    current = ' aria-current="page"' if here else ""
    return (
        f'<a href="{escape(html.language_address(f"?m={quote(entry.key)}"))}" data-pick="{escape(entry.key)}" '
        f'title="{escape(_(entry.meaning))}"{current}>'
        f"{escape(entry.name)}</a>"
    )


def example_html(case: Case, title: str, step: Step, ids: html.Ids) -> str:
    """A case at the side of a card: what the value is on it, the picture, the formula with its numbers."""
    # Without a formula, the words say why there is none.
    value = html.formula_html(step, ids) or f"<p>{html.words_html(step.text, ids)}</p>"
    inside = html.with_term_meanings(
        f"<h2>{escape(title)}</h2>{html.case_name(case)}{panels_html(case, step, ids)}{value}"
    )
    return f'<section class="example">{inside}</section>'
