"""The choice of a measure by questions, and the signs of its behaviour beside its card, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from urllib.parse import urlencode

from ...explain import number
from ...languages import _, count_text, translate_parts
from ...markup import html
from ...markup.pictures import small_drawing_html
from ...measures import Measure
from ...model.case import Case
from ..choosing import Consequences, Judged, ReasonAgainst


def signs_html(signs: Iterable[tuple[str, str, str]]) -> str:
    """Signs of a measure's behaviour: each sign, the property, its claim."""
    rows = "".join(
        f'<li title="{escape(claim)}"><b{" class=loud" * (sign != "+")}>{escape(sign)}</b> {escape(name)}</li>'
        for sign, name, claim in signs
    )
    return f'<section class="card-signs"><h2>{_("Behaviour")}</h2><ul>{rows}</ul></section>'


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
    paragraphs = "".join(f"<p>{html.sentence_html(line, {}, terms)}</p>" for line in _sentences(choice))
    fallen = "".join(_fallen(judged, opens, terms) for judged in out)
    fallen = f'<h2>{_("Excluded, each by a case")}</h2><div class="out">{fallen}</div>' if fallen else ""
    return html.with_term_meanings(
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
    link = html.language_address(f"?{urlencode({'m': str(measure)})}")
    return (
        f'<a href="{escape(link)}" {_APART}><b>{escape(measure.label())}</b></a> '
        f'<span class="quiet">{escape(translate_parts(measure.title()))}</span>'
    )


def _remaining(judged: Judged, asked: bool, terms: set[str]) -> str:
    """A measure that remains. asked: whether anything was asked for, so that what it leaves out matters."""
    limits = [_("far misses are alike only after the long-distance step")] if judged.after_step else []
    limits += map(_, judged.limits)
    but = html.sentence_html(_("But {names}.", names="; ".join(limits)), {}, terms) if asked and limits else ""
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
    reason = _fault(first, lambda text: html.sentence_html(text, {}, terms))
    return f'<div class="fallen"><p>{_name(judged.measure)}</p><p>{reason}</p>{cases[0]}{rest}</div>'


def _fault(exclusion: ReasonAgainst, set_in: Callable[[str], str]) -> str:
    fault = _(exclusion.fault)
    why = f'<b class="against"{html.english_attribute()}>{escape(exclusion.evidence.explanation)}</b>'
    return f"{set_in(fault[:1].upper() + fault[1:])}: {why}"


def _cases(exclusion: ReasonAgainst, measure: Measure, opens: Opens) -> str:
    figures, evidence = [], exclusion.evidence
    for role, case, value in zip(map(_, evidence.roles), evidence.trial, evidence.values, strict=True):
        picture = f"{small_drawing_html(case, 100, 1.1)}<span>{escape(role)}: <b>{escape(number(value))}</b></span>"
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
