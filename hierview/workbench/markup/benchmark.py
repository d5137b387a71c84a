"""The Workbench's values as HTML: cases × measures, rank correlations, and cases on which measures part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from re import match

from ...answers.answers import Answer
from ...explain import number
from ...languages import _, count_text, translate_parts
from ...markup.answer_table import ARROWS
from ...markup.answer_table import better_direction_words as direction
from ...markup.html import marks_legend_html
from ...markup.pictures import small_drawing_html
from ...measures import Measure
from ...model.case import Case
from ...own.foreign import ForeignMeasure
from ...own.own_measure import is_own
from ...safe import Markup, escape, joined, safe
from ..benchmark import BenchmarkRow
from ..disagree import Disagreement
from ..sheets.evaluator import clearly_greater, nearly_equal

_LEAST_TINT, _MOST_TINT = 3, 30  # percent of ink in a cell, from best to worst


def value_text(measure: Measure, case: Case, value: float | None) -> str:
    """A value as it stands in a table: shares with two digits, so that a column is easily read."""
    share = measure.bounds(case)[1] == 1 if not isinstance(measure, ForeignMeasure) else measure.least_most == (0, 1)
    return f"{value:.2f}" if share and value is not None else number(value)


def column_name_html(measure: Measure) -> Markup:
    """A measure's name at the head of its column, a measure of one's own in italics, and which way is better."""
    name, better = escape(measure.label()), measure.better()
    arrow = safe('<span aria-label="{}"> {}</span>', direction(better), ARROWS[better])
    return safe("<bdi>{}</bdi>{}", safe("<i>{}</i>", name) if is_own(measure) else name, arrow)


def _tint(goodness: float | None) -> Markup:
    if goodness is None:
        return Markup()
    return safe(' style="--tint:{}%"', f"{_LEAST_TINT + (_MOST_TINT - _LEAST_TINT) * (1 - goodness):.0f}")


def benchmark_html(measures: Sequence[Measure], lines: Sequence[BenchmarkRow], chosen: tuple[int, int]) -> Markup:
    """The HTML table of the benchmark, cases × measures. A click on a cell reports its line and column, as "3 0"."""
    families = [(f, len(list(group))) for f, group in groupby("Mine" if is_own(m) else m.spec.family for m in measures)]
    firsts = {sum(n for _, n in families[:i]) for i in range(len(families))}
    head = joined(
        safe('<th class="first" colspan="{}" scope="colgroup"><span>{}</span></th>', n, _(family))
        for family, n in families
    )
    kinds = ("first" if i in firsts else "" for i in range(len(measures)))
    names = joined(
        safe('<th scope="col" class="{}" title="{}">{}</th>', kind, translate_parts(m.title()), column_name_html(m))
        for kind, m in zip(kinds, measures, strict=True)
    )
    body, before = [], ""
    for y, line in enumerate(lines):
        figure = digits[0] if (digits := match(r"\d+", line.name)) else line.name
        tds = [
            _cell_html(line, answer, (y, x), _("{name} of {key}", name=m.label(), key=line.name), chosen, x in firsts)
            for x, (m, answer) in enumerate(zip(measures, line.cells, strict=True))
        ]
        apart = Markup(' class="apart"') if figure != before else ""
        before = figure
        body.append(
            safe(
                '<tr{0}><th scope="row"><b>{1}</b><span class="case" title="{2}">{2}</span></th>{3}</tr>',
                apart,
                line.name,
                line.case.name,
                joined(tds),
            )
        )
    cells = [answer for line in lines for answer in line.cells]
    return safe(
        '<div class="sideways"><table class="bench"><thead><tr class="families"><td></td>{}</tr>'
        '<tr><th scope="col">{}</th>{}</tr></thead><tbody>{}</tbody></table></div>',
        head,
        _("Case"),
        names,
        joined(body),
    ) + _key_html(sum(_differs(answer) for answer in cells), len(cells))


def _differs(answer: Answer) -> bool:
    return answer.printed is not None and answer.printed.verdict != "agrees"


def _key_html(differing: int, printed_in: int) -> Markup:
    worst = _("worst on the measure’s own range; no tint where it has no worst value")
    swatches = joined(safe("<i{}></i>", _tint(1 - i / 4)) for i in range(5))
    says = _("printed otherwise: {n} of {all:,}", n=differing, all=printed_in)
    otherwise = safe('<span class="otherwise"><i></i>{}</span>', says)
    return safe(
        '<p class="key"><span>{}</span><span class="swatches" aria-hidden="true">{}</span><span>{}</span>{}</p>',
        _("best"),
        swatches,
        worst,
        otherwise if differing else "",
    )


def _cell_html(
    line: BenchmarkRow, answer: Answer, at: tuple[int, int], what: str, chosen: tuple[int, int], first: bool
) -> Markup:
    value = value_text(answer.measure, line.case, answer.result.value)
    state, title = "first" if first else "", ""
    if answer.printed is not None and _differs(answer):
        state += " differs" if first else "differs"
        note = f"{answer.printed.printed}. {answer.printed.because}"
        title = safe(' title="{}"', _("Printed otherwise: {note}", note=note))
    return safe(
        '<td class="{}"{}><button type="button" data-pick="{} {}" aria-pressed="{}"{} aria-label="{}">{}</button></td>',
        state,
        _tint(answer.goodness),
        at[0],
        at[1],
        str(chosen == at).lower(),
        title,
        f"{what}: {value}",
        value,
    )


def correlations_html(names: Sequence[str], rows: Sequence[Sequence[float | None]]) -> Markup:
    """A lower triangle of rank correlations; darker is farther from 1."""
    head = joined(safe('<th scope="col">{}</th>', name) for name in names[:-1])
    body = []
    for i, row in enumerate(rows[1:], 1):
        cells = joined(
            safe("<td{}>{}</td>", _tint(None if value is None else (value + 1) / 2), number(value)) for value in row[:i]
        )
        rest = Markup("<td></td>") * (len(names) - 1 - i)
        body.append(safe('<tr><th scope="row">{}</th>{}{}</tr>', names[i], cells, rest))
    says = _(
        "1: they order all cases alike; darker is farther from that. Errors are turned, so that the same is better."
    )
    return safe(
        '<section class="evidence"><h2>{}</h2>'
        '<div class="sideways"><table class="bench tau"><thead><tr><td></td>{}</tr></thead>'
        '<tbody>{}</tbody></table></div><p class="quiet">{}</p></section>',
        _("Rank correlations, Kendall’s τ-b"),
        head,
        joined(body),
        says,
    )


def finds_html(finds: Sequence[Disagreement], measures: tuple[Measure, Measure], first: int, chosen: int) -> Markup:
    """The finds as small drawings with values. A click reports a find's number, that of the first being `first`."""
    buttons = []
    for i, find in enumerate(finds, first):
        # Few classes have room for larger marks.
        large = 1.5 if find.class_count <= 4 else 1.0
        width = (90 if len(find.cases) > 1 else 132) / large
        pictures = joined(small_drawing_html(case, width, large) for case in find.cases)
        rows = joined(_find_row_html(m, find.cases[0], v) for m, v in zip(measures, find.values, strict=True))
        on = " selected" if i == chosen else ""
        count = count_text("{n} class", "{n} classes", find.class_count)
        buttons.append(
            safe(
                '<button type="button" class="card find{}" data-pick="{}" '
                'aria-pressed="{}"><span class="quiet">{}</span>'
                '<span class="pictures">{}</span><table>{}</table></button>',
                on,
                i,
                str(bool(on)).lower(),
                count,
                pictures,
                rows,
            )
        )
    return safe('<div class="finds">{}</div>{}', joined(buttons), marks_legend_html())


def _find_row_html(measure: Measure, case: Case, values: Sequence[float | None]) -> Markup:
    """A measure's values, between two of them which is greater; the better one stands out."""
    sign, better = "", None
    if len(values) == 2 and (a := values[0]) is not None and (b := values[1]) is not None:
        sign = "=" if nearly_equal(a, b) else ">" if clearly_greater(a, b) else "<"
        better = None if sign == "=" else int((sign == "<") == (measure.better() == "higher"))
    texts = [value_text(measure, case, value) for value in values]
    cells = [safe("<td>{}</td>", safe("<b>{}</b>", text) if i == better else text) for i, text in enumerate(texts)]
    return safe('<tr><th scope="row">{}</th>{}</tr>', measure.label(), joined(cells, safe("<td>{}</td>", sign)))
