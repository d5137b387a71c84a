"""Two systems against each other, as HTML: a histogram for each measure, a table, tests in words, parts of the data."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from ...draw.backends.svg import num
from ...languages import N_, _
from ...markup.html import english_attribute
from ..results.differences import Contrast, Differences, Part, Parts, Tested, bar_picks, conclusion
from .values import (
    Head,
    captioned,
    ends_text,
    fixed_text,
    measure_name,
    multiples,
    p_value_text,
    paragraphs,
    row_html,
    titled_table,
)

LINE = 150.0  # px of the line on which an interval stands


def differences_html(comparison: Differences, opens: bool = False) -> str:
    """All measures: what they say of the two systems in a sentence, the paired differences, and all numbers.

    opens: whether a click on a bar reports `by` and a formula that finds its instances.
    """
    figures = "".join(_figure(c, comparison.a, comparison.b, opens) for c in comparison.contrasts)
    hint = paragraphs([_("A click on a bar shows its instances.")]) if opens else ""
    return (
        f'<section class="study-differences">{multiples(figures)}{hint}{_table(comparison)}'
        f"{paragraphs(comparison.says, english_attribute())}</section>"
    )


def _figure(c: Contrast, a: str, b: str, opens: bool) -> str:
    says = f'<p class="concludes"{english_attribute()}>{escape(conclusion(c, a, b))}</p>'
    picture = replace(c.picture, picks=bar_picks(c)) if opens else c.picture
    return captioned(picture, f"<h2>{measure_name(c.label, c.better)}</h2>{says}")


def _table(comparison: Differences) -> str:
    pooled = any(c.pooled for c in comparison.contrasts)
    tested = any(c.tests for c in comparison.contrasts)
    names = [comparison.a, comparison.b, _("difference"), *([_("pooled")] if pooled else [])]
    names += ["n", _("wins"), _("ties"), _("losses")]
    names += [test.name for c in comparison.contrasts[:1] for test in c.tests]
    columns = [Head(_("measure"), numbers=False), *map(Head, names)]
    rows = "".join(_row(c, pooled) for c in comparison.contrasts)
    label = _("Differences, {a} − {b}", a=comparison.a, b=comparison.b)
    return titled_table(label, columns, rows) + (_words(comparison.contrasts[0].tests) if tested else "")


def _row(c: Contrast, pooled: bool) -> str:
    cells = [fixed_text(c.a), fixed_text(c.b)]
    for ends in (c.difference, c.pooled)[: 2 if pooled else 1]:
        limits = "" if ends is None else ends_text(ends)
        below = f'<small title="{escape(ends.why if ends else "")}">{limits}</small>' if limits else ""
        cells.append(fixed_text(None if ends is None else ends.value) + below)
    cells += [f"{count:,}" for count in (c.n, c.wins, c.ties, c.losses)]
    cells += [p_value_text(test.p) for test in c.tests]
    return row_html(measure_name(c.label, c.better), cells)


def _words(tests: tuple[Tested, ...]) -> str:
    """Each test with what it tests and how its p came."""
    sentences = "".join(
        f"<dt>{escape(test.name)}</dt><dd>{escape(test.says[:1].upper() + test.says[1:])}; {escape(test.how)}.</dd>"
        for test in tests
    )
    return (
        f'<dl class="tests"{english_attribute()}>{sentences}</dl><p class="says">'
        f"{_('Wins count the instances on which the first system is better, by what the measure calls better.')}</p>"
    )


# Parts of the data


def parts(by_part: Parts, a: str, b: str) -> str:
    """The difference in each part of the data, on one line with 0; a click on a part reports `part` and its name."""
    low, high = _reach(by_part)
    rows = "".join(_part(part, low, high) for part in by_part.rows)
    sides = N_("{b} better | {a} better") if by_part.better == "higher" else N_("{a} better | {b} better")
    names = ("n", _("difference"), _(sides, a=a, b=b), "p", _("p, corrected"))
    columns = [Head(by_part.column, numbers=False), *map(Head, names)]
    label = _("{label} by {column}: {a} − {b}", label=by_part.label, column=by_part.column, a=a, b=b)
    table = titled_table(label, columns, rows, " parts")
    folded = _(" The {folded:,} smallest parts stand together.", folded=by_part.folded) if by_part.folded else ""
    says = N_("p: randomization of signs, two-sided; corrected over {family} parts (Benjamini–Hochberg).{folded}")
    how = _(says, family=by_part.family, folded=folded)
    return f'<section class="study-parts">{table}{paragraphs([how])}</section>'


def _reach(by_part: Parts) -> tuple[float, float]:
    """The ends of the line: of all intervals, and 0."""
    rows = (part.difference for part in by_part.rows)
    ends = [end for d in rows for end in (d.low, d.value, d.high) if end is not None]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    return (low, high) if low < high else (-1.0, 1.0)


def _part(part: Part, low: float, high: float) -> str:
    limits = ends_text(part.difference)
    name = escape(part.name)
    difference = fixed_text(part.difference.value) + (f"<small>{limits}</small>" if limits else "")
    ps = p_value_text(part.p), p_value_text(part.corrected)
    pick = f'<button type="button" data-pick="part {name}"><bdi>{name}</bdi></button>'
    return row_html(pick, (f"{part.n:,}", difference, _whisker(part, low, high), *ps), " data-row")


def _whisker(part: Part, low: float, high: float) -> str:
    """The interval of a part, with 0; its numbers stand beside it."""

    def x(value: float) -> str:
        return num(6 + (value - low) / (high - low) * (LINE - 12))

    d = part.difference
    line, dot = "", ""
    if d.low is not None and d.high is not None:
        line = f'<path class="whisker" d="M{x(d.low)} 10H{x(d.high)}"/>'
    if d.value is not None:
        dot = f'<circle cx="{x(d.value)}" cy="10" r="4"/>'
    return (
        f'<svg class="whiskers" viewBox="0 0 {num(LINE)} 20" width="{num(LINE)}" height="20" aria-hidden="true">'
        f'<path d="M{x(0.0)} 1V19"/>{line}{dot}</svg>'
    )
