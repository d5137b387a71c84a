"""The choice of a measure as HTML: the measures that remain, and each other one with the cases against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from ...languages import _, count_text
from ...model.case import Case
from .. import html
from ..pictures import small_drawing

_APART = 'target="_blank" rel="noopener"'


@dataclass(frozen=True)
class Against:
    """Reasons against a measure. cases: each with what it is, its value, and an address that opens it or ""."""

    fault: str
    told: str
    cases: Sequence[tuple[str, Case, str, str]]


@dataclass(frozen=True)
class Candidate:
    """A measure that can be chosen. link: to its card.  against: what excludes it, nothing where it remains.

    limits: what it leaves out, in a few words each.
    """

    name: str
    title: str
    link: str
    against: Sequence[Against]
    limits: Sequence[str]


def choice_html(candidates: Sequence[Candidate], sentences: Sequence[str], asked: bool) -> str:
    """The measures that remain with what they leave out, then the others. asked: whether anything was asked for."""
    remaining = [c for c in candidates if not c.against]
    out = [c for c in candidates if c.against]
    head = _("No measure remains")
    if remaining:
        all_of = len(candidates)
        head = count_text("{n} of {all} measures remains", "{n} of {all} measures remain", len(remaining), all=all_of)
    terms: set[str] = set()
    paragraphs = "".join(f"<p>{html.sentence(line, {}, terms)}</p>" for line in sentences)
    fallen = (
        f'<h2>{_("Excluded, each by a case")}</h2><div class="out">{"".join(_fallen(c, terms) for c in out)}</div>'
        if out
        else ""
    )
    return html.explained(
        f'<section class="choice"><h2><span aria-live="polite">{head}</span></h2>{paragraphs}'
        f"<ul>{''.join(_remaining(c, asked, terms) for c in remaining)}</ul>{fallen}</section>"
    )


def _name(candidate: Candidate) -> str:
    return (
        f'<a href="{escape(candidate.link)}" {_APART}><b>{escape(candidate.name)}</b></a> '
        f'<span class="quiet">{escape(candidate.title)}</span>'
    )


def _remaining(candidate: Candidate, asked: bool, terms: set[str]) -> str:
    leaves_out = (
        html.sentence(_("But {names}.", names="; ".join(candidate.limits)), {}, terms)
        if asked and candidate.limits
        else ""
    )
    limits = f'<p class="quiet">{leaves_out}</p>' if leaves_out else ""
    return f"<li>{_name(candidate)}{limits}</li>"


def _fallen(candidate: Candidate, terms: set[str]) -> str:
    first, *more = candidate.against
    # What unfolds is pressed itself, so nothing in it can be.
    rest = "".join(f"<details><summary>{_fault(a, escape)}</summary>{_cases(a)}</details>" for a in more)
    reason = _fault(first, lambda text: html.sentence(text, {}, terms))
    return f'<div class="fallen"><p>{_name(candidate)}</p><p>{reason}</p>{_cases(first)}{rest}</div>'


def _fault(against: Against, set_in: Callable[[str], str]) -> str:
    fault = against.fault[:1].upper() + against.fault[1:]
    return f'{set_in(fault)}: <b class="against"{html.in_english()}>{escape(against.told)}</b>'


def _cases(against: Against) -> str:
    figures = []
    for role, case, value, address in against.cases:
        role_value = f"{escape(role)}: <b>{escape(value)}</b>"
        picture = f"{small_drawing(case, 100, 1.1)}<span>{role_value}</span>"
        aloud = escape(_("{role}, {value}: open in Explore", role=role, value=value))
        figures.append(
            f'<a class="card" href="{escape(address)}" {_APART} aria-label="{aloud}">{picture}</a>'
            if address
            else f'<span class="card">{picture}</span>'
        )
    return f'<div class="cards">{"".join(figures)}</div>'


def questions_head() -> str:
    """The head of the questions."""
    says = _(
        "Answer what matters to you. Every measure that does not go with an answer is excluded by the smallest case "
        "that shows it."
    )
    return f'<div class="choice"><h1>{_("Which measure should I use?")}</h1><p class="quiet">{says}</p></div>'
