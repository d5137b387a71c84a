"""How a number that is printed elsewhere was counted, as HTML: the answer, and each way to count."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...languages import _, count_text
from ...model.case import Case
from ..concordance.explained import SHIFTS, TRIED, Explained, Shown, told_how, told_tools, verdict
from ..concordance.search import Way
from .instances import case_drawing_html
from .values import fixed_text

MOST_IDS = 3
MOST_SAME = 12


def answer_html(found: Explained) -> str:
    """How many ways give the number, and what would tell them apart; where none does, what was tried."""
    tried = "" if found.answer.ways else f'<p class="quiet">{escape(_(TRIED))}</p>'
    return f'<div class="elsewhere-answer"><p>{escape(verdict(found))}</p>{tried}</div>'


def drawn_html(cases: Sequence[Case]) -> str:
    """Instances drawn small, beside each other."""
    return f'<div class="elsewhere-drawn">{"".join(case_drawing_html(case, (case,)) for case in cases)}</div>'


def way_html(one: Shown) -> str:
    """A way to count: its claim, the tools that count so, its values, and where it parts from hierview's."""
    way = one.way
    how = told_how(way)
    flag = f' <em class="flag">{escape(how)}</em>' if how else ""
    tools = f'<p class="quiet"{_english()}>{escape(told_tools(way))}</p>' if way.tools else ""
    shift = f'<p class="quiet">{escape(_(SHIFTS[one.shift]))}</p>' if one.shift else ""
    return (
        f'<section class="way"><h3>{escape(way.point.in_words)}{flag}</h3>{shift}{tools}'
        f'<p class="numbers"><b>{fixed_text(way.values[0])}</b> <span class="quiet">{_beside(way)}</span></p>'
        f"{_parting(one)}{_same(way)}</section>"
    )


def _english() -> str:
    return ' lang="en" translate="no"'


def _beside(way: Way) -> str:
    """Precision and recall, which tell the ways apart."""
    if not way.line:
        return ""
    return _("with P {p} and R {r}", p=fixed_text(way.line[0]), r=fixed_text(way.line[1]))


def _parting(one: Shown) -> str:
    if one.parting is None:
        return ""
    here, there = fixed_text(one.parting.here), fixed_text(one.parting.there)
    said = _("On {instances}: here {here}, there {there}.", instances=ids_html(one.ids), here=here, there=there)
    return f"<p>{said}</p>"


def ids_html(ids: Sequence[str]) -> str:
    """The first ids of some instances, as names."""
    listed = ", ".join(f"<bdi>{escape(name)}</bdi>" for name in ids[:MOST_IDS])
    more = len(ids) - MOST_IDS
    return listed if more <= 0 else _("{first} and {n:,} more", first=listed, n=more)


def _same(way: Way) -> str:
    if not way.same:
        return ""
    said = count_text(
        "{n} other combination is the same here.", "{n} other combinations are the same here.", len(way.same)
    )
    names = ", ".join(map(str, way.same[:MOST_SAME]))
    return f'<p class="quiet same" title="{escape(names)}">{escape(said)}</p>'


def list_html(ways: Sequence[Way]) -> str:
    """Further ways in a line each."""
    rows = "".join(
        f"<li><b>{fixed_text(way.values[0])}</b> {escape(way.point.in_words)}"
        f"{f' <em class=flag>{escape(told_how(way))}</em>' if told_how(way) else ''}</li>"
        for way in ways
    )
    return f'<ul class="ways">{rows}</ul>'
