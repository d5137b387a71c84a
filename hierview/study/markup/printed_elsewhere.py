"""How a number that is printed elsewhere was counted, as HTML: the answer, and each way to count."""

from __future__ import annotations

from collections.abc import Sequence

from ...languages import _, count_text
from ...model.case import Case
from ...safe import Markup, joined, safe, translated_markup
from ..concordance.explained import SHIFTS, TRIED, Explanation, ShownWay, printing_in_words, tools_in_words, verdict
from ..concordance.search import CountingWay
from .instances import case_drawing_html
from .values import fixed_text

MOST_IDS = 3
MOST_SAME = 12


def ways_found_html(found: Explanation) -> Markup:
    """How many ways give the number, and what would tell them apart; where none does, what was tried."""
    tried = "" if found.answer.ways else safe('<p class="quiet">{}</p>', _(TRIED))
    return safe('<div class="elsewhere-answer"><p>{}</p>{}</div>', verdict(found), tried)


def drawn_cases_html(cases: Sequence[Case]) -> Markup:
    """Instances drawn small, beside each other."""
    return safe('<div class="elsewhere-drawn">{}</div>', joined(case_drawing_html(case, (case,)) for case in cases))


def way_html(one: ShownWay) -> Markup:
    """A way to count: its claim, the tools that count so, its values, and where it parts from hierview's."""
    way = one.way
    how = printing_in_words(way)
    flag = safe(' <em class="flag">{}</em>', how) if how else ""
    tools = safe('<p class="quiet"{}>{}</p>', _english_attributes(), tools_in_words(way)) if way.tools else ""
    shift = safe('<p class="quiet">{}</p>', _(SHIFTS[one.shift])) if one.shift else ""
    return safe(
        '<section class="way"><h3>{}{}</h3>{}{}'
        '<p class="numbers"><b>{}</b> <span class="quiet">{}</span></p>'
        "{}{}</section>",
        way.point.in_words,
        flag,
        shift,
        tools,
        fixed_text(way.values[0]),
        _precision_recall_text(way),
        _parting_html(one),
        _same_ways_html(way),
    )


def _english_attributes() -> Markup:
    return Markup(' lang="en" translate="no"')


def _precision_recall_text(way: CountingWay) -> str:
    """Precision and recall, which tell the ways apart."""
    if not way.p_r_f:
        return ""
    return _("with P {p} and R {r}", p=fixed_text(way.p_r_f[0]), r=fixed_text(way.p_r_f[1]))


def _parting_html(one: ShownWay) -> Markup:
    if one.parting is None:
        return Markup()
    here, there = fixed_text(one.parting.first_value), fixed_text(one.parting.second_value)
    said = translated_markup(
        "On {instances}: here {here}, there {there}.", instances=ids_html(one.ids), here=here, there=there
    )
    return safe("<p>{}</p>", said)


def ids_html(ids: Sequence[str]) -> Markup:
    """The first ids of some instances, as names."""
    listed = joined([safe("<bdi>{}</bdi>", name) for name in ids[:MOST_IDS]], ", ")
    more = len(ids) - MOST_IDS
    return listed if more <= 0 else translated_markup("{first} and {n:,} more", first=listed, n=more)


def _same_ways_html(way: CountingWay) -> Markup:
    if not way.equal_points:
        return Markup()
    said = count_text(
        "{n} other combination is the same here.", "{n} other combinations are the same here.", len(way.equal_points)
    )
    names = ", ".join(map(str, way.equal_points[:MOST_SAME]))
    return safe('<p class="quiet same" title="{}">{}</p>', names, said)


def further_ways_html(ways: Sequence[CountingWay]) -> Markup:
    """The list of further ways to count, a line each."""
    rows = joined(
        safe(
            "<li><b>{}</b> {}{}</li>",
            fixed_text(way.values[0]),
            way.point.in_words,
            safe(" <em class=flag>{}</em>", printing_in_words(way)) if printing_in_words(way) else "",
        )
        for way in ways
    )
    return safe('<ul class="ways">{}</ul>', rows)
