"""Two systems against each other, as HTML: a histogram for each measure, a table, tests in words, parts of the data."""

from __future__ import annotations

from dataclasses import replace

from ...draw.backends.svg import num
from ...languages import N_, _
from ...markup.html import english_attribute
from ...safe import Markup, joined, safe
from ..results.differences import (
    Contrast,
    Differences,
    PartDifference,
    PartDifferences,
    TestInWords,
    bar_formulas,
    conclusion_sentence,
)
from .values import (
    ColumnHead,
    captioned_picture_html,
    fixed_text,
    limits_text,
    measure_name_html,
    p_value_text,
    paragraphs_html,
    pictures_in_row_html,
    row_html,
    titled_table_html,
)

LINE = 150.0  # px of the line on which an interval stands


def differences_html(comparison: Differences, opens: bool = False) -> Markup:
    """All measures: what they say of the two systems in a sentence, the paired differences, and all numbers.

    opens: whether a click on a bar reports `by` and a formula that finds its instances.
    """
    figures = joined(_figure_html(c, comparison.a, comparison.b, opens) for c in comparison.contrasts)
    hint = paragraphs_html([_("A click on a bar shows its instances.")]) if opens else ""
    return safe(
        '<section class="study-differences">{}{}{}{}</section>',
        pictures_in_row_html(figures),
        hint,
        _table_html(comparison),
        paragraphs_html(comparison.says, english_attribute()),
    )


def _figure_html(c: Contrast, a: str, b: str, opens: bool) -> Markup:
    says = safe('<p class="concludes"{}>{}</p>', english_attribute(), conclusion_sentence(c, a, b))
    picture = replace(c.picture, picks=bar_formulas(c)) if opens else c.picture
    return captioned_picture_html(picture, safe("<h2>{}</h2>{}", measure_name_html(c.label, c.better), says))


def _table_html(comparison: Differences) -> Markup:
    pooled = any(c.pooled for c in comparison.contrasts)
    tested = any(c.tests for c in comparison.contrasts)
    names = [comparison.a, comparison.b, _("difference"), *([_("pooled")] if pooled else [])]
    names += ["n", _("wins"), _("ties"), _("losses")]
    names += [test.name for c in comparison.contrasts[:1] for test in c.tests]
    columns = [ColumnHead(_("measure"), numbers=False), *map(ColumnHead, names)]
    rows = joined(_row_html(c, pooled) for c in comparison.contrasts)
    label = _("Differences, {a} − {b}", a=comparison.a, b=comparison.b)
    return titled_table_html(label, columns, rows) + (_tests_html(comparison.contrasts[0].tests) if tested else "")


def _row_html(c: Contrast, pooled: bool) -> Markup:
    cells = [fixed_text(c.a), fixed_text(c.b)]
    for ends in (c.difference, c.pooled)[: 2 if pooled else 1]:
        limits = "" if ends is None else limits_text(ends)
        below = safe('<small title="{}">{}</small>', ends.why if ends else "", limits) if limits else ""
        cells.append(fixed_text(None if ends is None else ends.value) + below)
    cells += [f"{count:,}" for count in (c.n, c.wins, c.ties, c.losses)]
    cells += [p_value_text(test.p) for test in c.tests]
    return row_html(measure_name_html(c.label, c.better), cells)


def _tests_html(tests: tuple[TestInWords, ...]) -> Markup:
    """The list of tests, each with what it tests and how its p is computed."""
    sentences = joined(
        safe("<dt>{}</dt><dd>{}; {}.</dd>", test.name, test.says[:1].upper() + test.says[1:], test.how)
        for test in tests
    )
    return safe(
        '<dl class="tests"{}>{}</dl><p class="says">{}</p>',
        english_attribute(),
        sentences,
        _("Wins count the instances on which the first system is better, by what the measure calls better."),
    )


# Parts of the data


def parts_html(by_part: PartDifferences, a: str, b: str) -> Markup:
    """The difference in each part of the data, on one line with 0; a click on a part reports `part` and its name."""
    low, high = _line_ends(by_part)
    rows = joined(_part_html(part, low, high) for part in by_part.rows)
    sides = N_("{b} better | {a} better") if by_part.better == "higher" else N_("{a} better | {b} better")
    names = ("n", _("difference"), _(sides, a=a, b=b), "p", _("p, corrected"))
    columns = [ColumnHead(by_part.column, numbers=False), *map(ColumnHead, names)]
    label = _("{label} by {column}: {a} − {b}", label=by_part.label, column=by_part.column, a=a, b=b)
    table = titled_table_html(label, columns, rows, " parts")
    folded = _(" The {folded:,} smallest parts stand together.", folded=by_part.folded) if by_part.folded else ""
    says = N_("p: randomization of signs, two-sided; corrected over {family} parts (Benjamini–Hochberg).{folded}")
    how = _(says, family=by_part.family, folded=folded)
    return safe('<section class="study-parts">{}{}</section>', table, paragraphs_html([how]))


def _line_ends(by_part: PartDifferences) -> tuple[float, float]:
    """The ends of the line that holds all intervals and 0."""
    rows = (part.difference for part in by_part.rows)
    ends = [end for d in rows for end in (d.low, d.value, d.high) if end is not None]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    return (low, high) if low < high else (-1.0, 1.0)


def _part_html(part: PartDifference, low: float, high: float) -> Markup:
    limits = limits_text(part.difference)
    difference = fixed_text(part.difference.value) + (safe("<small>{}</small>", limits) if limits else "")
    ps = p_value_text(part.p), p_value_text(part.corrected)
    pick = safe('<button type="button" data-pick="part {0}"><bdi>{0}</bdi></button>', part.name)
    return row_html(pick, (f"{part.n:,}", difference, _whisker_html(part, low, high), *ps), Markup(" data-row"))


def _whisker_html(part: PartDifference, low: float, high: float) -> Markup:
    """The interval of a part, with 0; its numbers stand beside it."""

    def x(value: float) -> str:
        return num(6 + (value - low) / (high - low) * (LINE - 12))

    d = part.difference
    line, dot = "", ""
    if d.low is not None and d.high is not None:
        line = safe('<path class="whisker" d="M{} 10H{}"/>', x(d.low), x(d.high))
    if d.value is not None:
        dot = safe('<circle cx="{}" cy="10" r="4"/>', x(d.value))
    return safe(
        '<svg class="whiskers" viewBox="0 0 {0} 20" width="{0}" height="20" aria-hidden="true">'
        '<path d="M{1} 1V19"/>{2}{3}</svg>',
        num(LINE),
        x(0.0),
        line,
        dot,
    )
