"""The choice of a measure by questions, and the signs of its behaviour beside its card, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import urlencode

from ...explain import number
from ...languages import _, count_text, translate_parts
from ...markup import html
from ...markup.pictures import small_drawing_html
from ...measures import Measure
from ...model.case import Case
from ...safe import Markup, escape, joined, safe
from ..choosing import Consequences, JudgedMeasure, ReasonAgainst


def signs_html(signs: Iterable[tuple[str, str, str]]) -> Markup:
    """Signs of a measure's behaviour: each sign, the property, its claim."""
    rows = joined(
        safe('<li title="{}"><b{}>{}</b> {}</li>', claim, " class=loud" * (sign != "+"), sign, name)
        for sign, name, claim in signs
    )
    return safe('<section class="card-signs"><h2>{}</h2><ul>{}</ul></section>', _("Behaviour"), rows)


# The choice of a measure: those that remain, and each other one with the cases against it


_APART = Markup('target="_blank" rel="noopener"')
Opens = Callable[[Case, Measure], str]  # the address that opens a case with a measure, "" where there is none


def choice_html(choice: Consequences, opens: Opens) -> Markup:
    """The measures that remain with what they leave out, then the others, each with the cases against it."""
    out = [judged for judged in choice.judged if not judged.remains]
    head = _("No measure remains")
    if remaining := choice.remaining:
        all_of = len(choice.judged)
        head = count_text("{n} of {all} measures remains", "{n} of {all} measures remain", len(remaining), all=all_of)
    terms: set[str] = set()
    paragraphs = joined(safe("<p>{}</p>", html.sentence_html(line, {}, terms)) for line in _choice_sentences(choice))
    fallen = joined(_excluded_html(judged, opens, terms) for judged in out)
    fallen = safe('<h2>{}</h2><div class="out">{}</div>', _("Excluded, each by a case"), fallen) if fallen else fallen
    return html.with_term_meanings(
        safe(
            '<section class="choice"><h2><span aria-live="polite">{}</span></h2>{}<ul>{}</ul>{}</section>',
            head,
            paragraphs,
            joined(_remaining_html(j, bool(choice.reasons), terms) for j in remaining),
            fallen,
        )
    )


def _choice_sentences(choice: Consequences) -> list[str]:
    if not choice.remaining:
        names = [
            (need, ", ".join(s.measure.label() for s in remaining)) for need, remaining in choice.answers_to_take_back
        ]
        return [_("Without your answer to “{asks}”: {names}.", asks=_(need.question), names=own) for need, own in names]
    beside = choice.k15_advice
    if beside is None or beside.agrees:
        return []
    remain = ", ".join(beside.remaining) or _("none")
    return [
        count_text(
            "K15’s Table 13 names {names} for “{setting}”; with your answers, of its five measures {remain} remains.",
            "K15’s Table 13 names {names} for “{setting}”; with your answers, of its five measures {remain} remain.",
            len(beside.remaining),
            names=", ".join(beside.printed),
            setting=beside.setting,
            remain=remain,
        )
    ]


def _name_html(measure: Measure) -> Markup:
    link = html.address_with_language(f"?{urlencode({'m': str(measure)})}")
    return safe(
        '<a href="{}" {}><b>{}</b></a> <span class="quiet">{}</span>',
        link,
        _APART,
        measure.label(),
        translate_parts(measure.title()),
    )


def _remaining_html(judged: JudgedMeasure, asked: bool, terms: set[str]) -> Markup:
    """A measure that remains. asked: whether anything was asked for, so that what it leaves out matters."""
    limits = [_("far misses are alike only after the long-distance step")] if judged.only_after_step else []
    limits += map(_, judged.limits)
    but = html.sentence_html(_("But {names}.", names="; ".join(limits)), {}, terms) if asked and limits else ""
    quiet = safe('<p class="quiet">{}</p>', but) if but else ""
    return safe("<li>{}{}</li>", _name_html(judged.measure), quiet)


def _excluded_html(judged: JudgedMeasure, opens: Opens, terms: set[str]) -> Markup:
    """A measure that is excluded: the first case against it, and further ones that unfold."""
    first, *more = judged.reasons_against
    cases = [_cases_html(exclusion, judged.measure, opens) for exclusion in judged.reasons_against]
    # What unfolds is pressed itself, so nothing in it can be.
    rest = joined(
        safe("<details><summary>{}</summary>{}</details>", _fault_html(exclusion, escape), drawn)
        for exclusion, drawn in zip(more, cases[1:], strict=True)
    )
    reason = _fault_html(first, lambda text: html.sentence_html(text, {}, terms))
    return safe('<div class="fallen"><p>{}</p><p>{}</p>{}{}</div>', _name_html(judged.measure), reason, cases[0], rest)


def _fault_html(exclusion: ReasonAgainst, set_in: Callable[[str], Markup]) -> Markup:
    fault = _(exclusion.fault)
    why = safe('<b class="against"{}>{}</b>', html.english_attribute(), exclusion.evidence.explanation)
    return safe("{}: {}", set_in(fault[:1].upper() + fault[1:]), why)


def _cases_html(exclusion: ReasonAgainst, measure: Measure, opens: Opens) -> Markup:
    figures, evidence = [], exclusion.evidence
    for role, case, value in zip(map(_, evidence.roles), evidence.trial, evidence.values, strict=True):
        picture = safe("{}<span>{}: <b>{}</b></span>", small_drawing_html(case, 100, 1.1), role, number(value))
        aloud = _("{role}, {value}: open in Explore", role=role, value=number(value))
        figure = safe('<span class="card">{}</span>', picture)
        if address := opens(case, measure):
            figure = safe('<a class="card" href="{}" {} aria-label="{}">{}</a>', address, _APART, aloud, picture)
        figures.append(figure)
    return safe('<div class="cards">{}</div>', joined(figures))


def questions_head_html() -> Markup:
    """The head of the questions."""
    says = _(
        "Answer what matters to you. Every measure that does not go with an answer is excluded by the smallest case "
        "that shows it."
    )
    return safe('<div class="choice"><h1>{}</h1><p class="quiet">{}</p></div>', _("Which measure should I use?"), says)
