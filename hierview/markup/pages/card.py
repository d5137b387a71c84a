"""A measure's card, the index of all cards, and the choice of a measure, as HTML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from html import escape
from urllib.parse import quote, urlencode

from ...answers.cards import Card, Elsewhere, Entry, Range, Setting, Source
from ...explain import Step, Symbol, meanings, number
from ...languages import _, count_text, in_parts
from ...measures import Measure
from ...model.case import Case
from ...workbench.choosing import Consequences, Judged, ReasonAgainst
from .. import html, mathml
from ..answer_table import ARROWS, SCALE, better
from ..pictures import panels_html, small_drawing


def card_html(card: Card) -> str:
    """The card: question, answer in words, formula, range, parameters, what others do, sources."""
    symbols = meanings(card.formula) if card.formula else ()
    terms: set[str] = set()
    parts = [
        f'<h1>{_symbols(card.name)} <span class="subtitle">{escape(card.subtitle)}</span></h1>',
        f'<p class="asks">{html.sentence(_(card.question), {}, terms)}</p>' if card.question else "",
        f'<p class="how"{html.in_english()}>{html.sentence(card.how, {}, terms)}</p>' if card.how else "",
        f'<div class="definition">{mathml.formula_mathml(card.formula, {})}</div>' if card.formula else "",
        f'<p class="note"{html.in_english()}>{html.meanings_html(symbols)}</p>' if symbols else "",
        _range(card.range),
        _section(_("Parameters"), (_setting(setting, terms) for setting in card.settings)),
        _section(_("In other places"), (_elsewhere(place, terms) for place in card.elsewhere)),
        _section(_("Source") if len(card.sources) == 1 else _("Sources"), map(_source, card.sources)),
    ]
    return html.explained(f'<article class="measure-card">{"".join(parts)}</article>')


def brief(card: Card) -> str:
    """Everything that one has to know to work a value out by hand: question, answer in words, formula, parameters."""
    symbols = meanings(card.formula) if card.formula else ()
    settings = ", ".join(
        f"{_symbols(setting.symbol or setting.name)} = {escape(setting.given or setting.default)}"
        for setting in card.settings
    )
    parts = [
        f'<h3>{_symbols(card.name)} <span class="quiet">{escape(_(card.question))}</span></h3>',
        f'<p class="how"{html.in_english()}>{html.sentence(card.how, {})}</p>' if card.how else "",
        f'<div class="definition">{mathml.formula_mathml(card.formula, {})}</div>' if card.formula else "",
        f'<p class="known"{html.in_english()}>{html.meanings_html(symbols)}</p>' if symbols else "",
        f'<p class="known">{_("With {settings}.", settings=settings)}</p>' if settings else "",
    ]
    return html.explained(f'<div class="brief">{"".join(parts)}</div>')


def _section(heading: str, rows: Iterable[str]) -> str:
    body = "".join(rows)
    return f'<h2>{heading}</h2><table class="facts"><tbody>{body}</tbody></table>' if body else ""


def _range(ends_of: Range) -> str:
    unit = escape(_(", in {unit}", unit=_(ends_of.unit))) if ends_of.unit else ""
    ends = f"<span>{escape(ends_of.told)}</span>"
    if ends_of.worst and ends_of.best:
        ends = (
            f'<span class="ends"><span><small>{_("worst")}</small> {_symbols(ends_of.worst)}</span>{SCALE}</svg>'
            f"<span>{_symbols(ends_of.best)} <small>{_('best')}</small></span></span>"
        )
    where = f'<span class="quiet where">{escape(ends_of.where)}</span>' if ends_of.where else ""
    return (
        f'<div class="range"><span class="quiet">{_("Range")}</span><div>{ends}'
        f"<span>{ARROWS[ends_of.better]} {better(ends_of.better)}{unit}</span>{where}</div></div>"
    )


def _symbols(text: str) -> str:
    """Text in which symbols with small letters, such as Dₘₐₓ and αₚ, are set as symbols."""
    parts = re.split(r"(\w[\u2080-\u209c]+)", text)
    return "".join(
        html.words((Symbol(part[0], unicodedata.normalize("NFKC", part[1:])),), {}) if i % 2 else escape(part)
        for i, part in enumerate(parts)
    )


def _setting(setting: Setting, terms: set[str]) -> str:
    letter = f"<i>{escape(setting.symbol)}</i>" if len(setting.symbol) == 1 else _symbols(setting.symbol)
    symbol = f' <span class="symbol">{letter}</span>' if letter else ""
    value = escape(setting.default)
    if setting.given:
        instead = _("instead of {value}", value=value)
        value = f"<strong>{escape(setting.given)}</strong> <small>{instead}</small>"
    accepted = f' <span class="quiet">{escape(setting.accepted)}</span>' if setting.accepted else ""
    return (
        f'<tr><th scope="row"><code>{escape(setting.name)}</code>{symbol}</th><td class="default">{value}</td>'
        f"<td>{html.sentence(_(setting.text), {}, terms)}{accepted}</td></tr>"
    )


def _elsewhere(place: Elsewhere, terms: set[str]) -> str:
    if place.cases:
        # What unfolds is pressed itself, so nothing in it can be.
        reasons = "".join(
            f"<dt>{escape(name)}</dt><dd>{html.sentence(why, {}, terms)}</dd>" for name, why in place.cases
        )
        what = f"<details><summary>{escape(place.what)}</summary><dl>{reasons}</dl></details>"
    else:
        what = f"<span{html.in_english()}>{html.sentence(place.what, {}, terms)}</span>" if html.in_english() else ""
        what = what or html.sentence(place.what, {}, terms)
    return f'<tr><th scope="row">{escape(place.place)}</th><td colspan="2">{what}</td></tr>'


def _source(source: Source) -> str:
    if not source.authors:
        return f'<tr><td colspan="3">{escape(source.label)}</td></tr>'
    where = f" {escape(source.where)}." if source.where else ""
    of = f' <span class="quiet">{_("For “{of}”.", of=escape(source.of))}</span>' if source.of else ""
    return (
        f'<tr><th scope="row">{escape(source.label)}</th>'
        f'<td colspan="2">{escape(source.authors)}: <cite>{escape(source.title)}</cite>.{where}{of}</td></tr>'
    )


CHOOSE = "?"  # what the first entry reports; no measure is called so


def card_index_html(families: Sequence[tuple[str, Sequence[Sequence[Entry]]]], selected: str) -> str:
    """Choose, and all cards by family: a list with a search box, and a choice for narrow pages.

    A row of a family may hold several cards: precision, recall and F.
    """
    sections, options = [], []
    for family, rows in families:
        body = []
        for row in rows:
            links = ", ".join(_link(entry, entry.key == selected) for entry in row)
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
    nothing = _("No measure has this in its name, meaning or source.")
    return (
        f'<nav class="index" aria-label="{_("Measures")}"><p class="entry{here}" data-find="{choose}">'
        f'<a href="{escape(html.address("?q=start"))}" data-pick="{CHOOSE}"{current}>{choose}</a></p>'
        f'<input type="search" placeholder="{find}" aria-label="{find}">'
        f'{"".join(sections)}<p class="nothing" hidden>{nothing}</p></nav>'
        f'<label class="chooser"><span>{_("Measure")}</span><select data-choose>'
        f'<option value="{CHOOSE}"{choice}>{choose}</option>{"".join(options)}</select></label>'
    )


def _link(entry: Entry, here: bool) -> str:
    current = ' aria-current="page"' if here else ""
    return (
        f'<a href="{escape(html.address(f"?m={quote(entry.key)}"))}" data-pick="{escape(entry.key)}" '
        f'title="{escape(_(entry.meaning))}"{current}>'
        f"{escape(entry.name)}</a>"
    )


def signs_html(signs: Iterable[tuple[str, str, str]]) -> str:
    """Signs of a measure's behaviour: each sign, the property, its claim."""
    rows = "".join(
        f'<li title="{escape(claim)}"><b{" class=loud" * (sign != "+")}>{escape(sign)}</b> {escape(name)}</li>'
        for sign, name, claim in signs
    )
    return f'<section class="card-signs"><h2>{_("Behaviour")}</h2><ul>{rows}</ul></section>'


def example_html(case: Case, title: str, step: Step, ids: html.Ids) -> str:
    """A case at the side of a card: what the value is on it, the picture, the formula with its numbers."""
    # Without a formula, the words say why there is none.
    value = html.formula(step, ids) or f"<p>{html.words(step.text, ids)}</p>"
    inside = html.explained(f"<h2>{escape(title)}</h2>{html.case_name(case)}{panels_html(case, step, ids)}{value}")
    return f'<section class="example">{inside}</section>'


# The choice of a measure: those that remain, and each other one with the cases against it


_APART = 'target="_blank" rel="noopener"'
Opens = Callable[[Case, Measure], str]  # the address that opens a case with a measure, "" where there is none


def choice_html(choice: Consequences, opens: Opens) -> str:
    """The measures that remain with what they leave out, then the others, each with the cases against it."""
    out = [judged for judged in choice.standings if not judged.remains]
    head = _("No measure remains")
    if remaining := choice.remaining:
        all_of = len(choice.standings)
        head = count_text("{n} of {all} measures remains", "{n} of {all} measures remain", len(remaining), all=all_of)
    terms: set[str] = set()
    paragraphs = "".join(f"<p>{html.sentence(line, {}, terms)}</p>" for line in _sentences(choice))
    fallen = "".join(_fallen(judged, opens, terms) for judged in out)
    fallen = f'<h2>{_("Excluded, each by a case")}</h2><div class="out">{fallen}</div>' if fallen else ""
    return html.explained(
        f'<section class="choice"><h2><span aria-live="polite">{head}</span></h2>{paragraphs}'
        f"<ul>{''.join(_remaining(j, bool(choice.reasons), terms) for j in remaining)}</ul>{fallen}</section>"
    )


def _sentences(choice: Consequences) -> list[str]:
    if not choice.remaining:
        names = [(need, ", ".join(s.measure.label() for s in remaining)) for need, remaining in choice.without]
        return [_("Without your answer to “{asks}”: {names}.", asks=_(need.asks), names=own) for need, own in names]
    beside = choice.beside
    if beside is None or beside.agrees:
        return []
    remain = ", ".join(beside.remain) or _("none")
    return [
        count_text(
            "K15’s Table 13 names {names} for “{setting}”; with your answers, of its five measures {remain} remains.",
            "K15’s Table 13 names {names} for “{setting}”; with your answers, of its five measures {remain} remain.",
            len(beside.remain),
            names=", ".join(beside.printed),
            setting=beside.setting,
            remain=remain,
        )
    ]


def _name(measure: Measure) -> str:
    link = html.address(f"?{urlencode({'m': str(measure)})}")
    return (
        f'<a href="{escape(link)}" {_APART}><b>{escape(measure.label())}</b></a> '
        f'<span class="quiet">{escape(in_parts(measure.title()))}</span>'
    )


def _remaining(judged: Judged, asked: bool, terms: set[str]) -> str:
    """A measure that remains. asked: whether anything was asked for, so that what it leaves out matters."""
    limits = [_("far misses are alike only after the long-distance step")] if judged.after_step else []
    limits += map(_, judged.limits)
    but = html.sentence(_("But {names}.", names="; ".join(limits)), {}, terms) if asked and limits else ""
    quiet = f'<p class="quiet">{but}</p>' if but else ""
    return f"<li>{_name(judged.measure)}{quiet}</li>"


def _fallen(judged: Judged, opens: Opens, terms: set[str]) -> str:
    """A measure that is excluded: the first case against it, and further ones that unfold."""
    first, *more = judged.exclusions
    cases = [_cases(exclusion, judged.measure, opens) for exclusion in judged.exclusions]
    # What unfolds is pressed itself, so nothing in it can be.
    rest = "".join(
        f"<details><summary>{_fault(exclusion, escape)}</summary>{drawn}</details>"
        for exclusion, drawn in zip(more, cases[1:], strict=True)
    )
    reason = _fault(first, lambda text: html.sentence(text, {}, terms))
    return f'<div class="fallen"><p>{_name(judged.measure)}</p><p>{reason}</p>{cases[0]}{rest}</div>'


def _fault(exclusion: ReasonAgainst, set_in: Callable[[str], str]) -> str:
    fault = _(exclusion.fault)
    why = f'<b class="against"{html.in_english()}>{escape(exclusion.evidence.explanation)}</b>'
    return f"{set_in(fault[:1].upper() + fault[1:])}: {why}"


def _cases(exclusion: ReasonAgainst, measure: Measure, opens: Opens) -> str:
    figures, evidence = [], exclusion.evidence
    for role, case, value in zip(map(_, evidence.roles), evidence.trial, evidence.values, strict=True):
        picture = f"{small_drawing(case, 100, 1.1)}<span>{escape(role)}: <b>{escape(number(value))}</b></span>"
        aloud = escape(_("{role}, {value}: open in Explore", role=role, value=number(value)))
        figure = f'<span class="card">{picture}</span>'
        if address := opens(case, measure):
            figure = f'<a class="card" href="{escape(address)}" {_APART} aria-label="{aloud}">{picture}</a>'
        figures.append(figure)
    return f'<div class="cards">{"".join(figures)}</div>'


def questions_head() -> str:
    """The head of the questions."""
    says = _(
        "Answer what matters to you. Every measure that does not go with an answer is excluded by the smallest case "
        "that shows it."
    )
    return f'<div class="choice"><h1>{_("Which measure should I use?")}</h1><p class="quiet">{says}</p></div>'
