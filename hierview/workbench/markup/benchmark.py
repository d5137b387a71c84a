"""The Workbench's values as HTML: cases × measures, rank correlations, and cases on which measures part."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from re import match

from ...answers.answers import Answer
from ...explain import number
from ...languages import _, count_text, translate_parts
from ...markup.answer_table import ARROWS
from ...markup.answer_table import better_direction_words as direction
from ...markup.html import marks_legend
from ...markup.pictures import small_drawing_html
from ...measures import Measure
from ...model.case import Case
from ...own.foreign import ForeignMeasure
from ...own.own_measure import is_own
from ..benchmark import BenchmarkRow
from ..disagree import Disagreement
from ..sheets.evaluator import equal, greater

_LEAST_TINT, _MOST_TINT = 3, 30  # percent of ink in a cell, from best to worst


def value_text(measure: Measure, case: Case, value: float | None) -> str:
    """A value as it stands in a table: shares with two digits, so that a column is easily read."""
    share = measure.bounds(case)[1] == 1 if not isinstance(measure, ForeignMeasure) else measure.least_most == (0, 1)
    return f"{value:.2f}" if share and value is not None else number(value)


def column_name(measure: Measure) -> str:
    """A measure's name at the head of its column, a measure of one's own in italics, and which way is better."""
    name, better = escape(measure.label()), measure.better()
    arrow = f'<span aria-label="{escape(direction(better))}"> {ARROWS[better]}</span>'
    return f"<bdi>{f'<i>{name}</i>' if is_own(measure) else name}</bdi>{arrow}"


def _tint(goodness: float | None) -> str:
    if goodness is None:
        return ""
    return f' style="--tint:{_LEAST_TINT + (_MOST_TINT - _LEAST_TINT) * (1 - goodness):.0f}%"'


def benchmark_html(measures: Sequence[Measure], lines: Sequence[BenchmarkRow], chosen: tuple[int, int]) -> str:
    """Cases × measures. A click on a cell reports its line and column, as "3 0"."""
    families = [(f, len(list(group))) for f, group in groupby("Mine" if is_own(m) else m.spec.family for m in measures)]
    firsts = {sum(n for _, n in families[:i]) for i in range(len(families))}
    head = "".join(
        f'<th class="first" colspan="{n}" scope="colgroup"><span>{escape(_(family))}</span></th>'
        for family, n in families
    )
    names = "".join(
        f'<th scope="col" class="{"first" if i in firsts else ""}" title="{escape(translate_parts(m.title()))}">'
        f"{column_name(m)}</th>"
        for i, m in enumerate(measures)
    )
    body, before = [], ""
    for y, line in enumerate(lines):
        figure = digits[0] if (digits := match(r"\d+", line.name)) else line.name
        tds = [
            _cell(line, answer, (y, x), _("{name} of {key}", name=measure.label(), key=line.name), chosen, x in firsts)
            for x, (measure, answer) in enumerate(zip(measures, line.cells, strict=True))
        ]
        apart = ' class="apart"' if figure != before else ""
        before = figure
        body.append(
            f'<tr{apart}><th scope="row"><b>{escape(line.name)}</b>'
            f'<span class="case" title="{escape(line.case.name)}">{escape(line.case.name)}</span></th>'
            f"{''.join(tds)}</tr>"
        )
    cells = [answer for line in lines for answer in line.cells]
    return (
        f'<div class="sideways"><table class="bench"><thead><tr class="families"><td></td>{head}</tr>'
        f'<tr><th scope="col">{_("Case")}</th>{names}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
        + _key(sum(_differs(answer) for answer in cells), len(cells))
    )


def _differs(answer: Answer) -> bool:
    return answer.printed is not None and answer.printed.verdict != "agrees"


def _key(differing: int, printed_in: int) -> str:
    worst = _("worst on the measure’s own range; no tint where it has no worst value")
    swatches = "".join(f"<i{_tint(1 - i / 4)}></i>" for i in range(5))
    says = _("printed otherwise: {n} of {all:,}", n=differing, all=printed_in)
    otherwise = f'<span class="otherwise"><i></i>{says}</span>'
    return (
        f'<p class="key"><span>{_("best")}</span><span class="swatches" aria-hidden="true">{swatches}</span>'
        f"<span>{worst}</span>{otherwise if differing else ''}</p>"
    )


def _cell(
    line: BenchmarkRow, answer: Answer, at: tuple[int, int], what: str, chosen: tuple[int, int], first: bool
) -> str:
    value = value_text(answer.measure, line.case, answer.result.value)
    state, title = "first" if first else "", ""
    if answer.printed is not None and _differs(answer):
        state += " differs" if first else "differs"
        note = escape(f"{answer.printed.printed}. {answer.printed.because}")
        title = f' title="{_("Printed otherwise: {note}", note=note)}"'
    return (
        f'<td class="{state}"{_tint(answer.goodness)}><button type="button" data-pick="{at[0]} {at[1]}" '
        f'aria-pressed="{str(chosen == at).lower()}"{title} aria-label="{escape(f"{what}: {value}")}">'
        f"{escape(value)}</button></td>"
    )


def correlations_html(names: Sequence[str], rows: Sequence[Sequence[float | None]]) -> str:
    """A lower triangle of rank correlations; darker is farther from 1."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names[:-1])
    body = []
    for i, row in enumerate(rows[1:], 1):
        cells = "".join(
            f"<td{_tint(None if value is None else (value + 1) / 2)}>{number(value)}</td>" for value in row[:i]
        )
        rest = "<td></td>" * (len(names) - 1 - i)
        body.append(f'<tr><th scope="row">{escape(names[i])}</th>{cells}{rest}</tr>')
    says = _(
        "1: they order all cases alike; darker is farther from that. Errors are turned, so that the same is better."
    )
    return (
        f'<section class="evidence"><h2>{_("Rank correlations, Kendall’s τ-b")}</h2>'
        f'<div class="sideways"><table class="bench tau"><thead><tr><td></td>{head}</tr></thead>'
        f'<tbody>{"".join(body)}</tbody></table></div><p class="quiet">{says}</p></section>'
    )


def finds_html(finds: Sequence[Disagreement], measures: tuple[Measure, Measure], first: int, chosen: int) -> str:
    """Finds as small drawings with their values. A click reports a find's number, that of the first being `first`."""
    buttons = []
    for i, find in enumerate(finds, first):
        # Few classes have room for larger marks.
        large = 1.5 if find.classes <= 4 else 1.0
        width = (90 if len(find.cases) > 1 else 132) / large
        pictures = "".join(small_drawing_html(case, width, large) for case in find.cases)
        rows = "".join(_find_row(m, find.cases[0], v) for m, v in zip(measures, find.values, strict=True))
        on = " selected" if i == chosen else ""
        count = count_text("{n} class", "{n} classes", find.classes)
        buttons.append(
            f'<button type="button" class="card find{on}" data-pick="{i}" '
            f'aria-pressed="{str(bool(on)).lower()}"><span class="quiet">{count}</span>'
            f'<span class="pictures">{pictures}</span><table>{rows}</table></button>'
        )
    return f'<div class="finds">{"".join(buttons)}</div>{marks_legend()}'


def _find_row(measure: Measure, case: Case, values: Sequence[float | None]) -> str:
    """A measure's values, between two of them which is greater; the better one stands out."""
    sign, better = "", None
    if len(values) == 2 and (a := values[0]) is not None and (b := values[1]) is not None:
        sign = "=" if equal(a, b) else ">" if greater(a, b) else "<"
        better = None if sign == "=" else int((sign == "<") == (measure.better() == "higher"))
    texts = [escape(value_text(measure, case, value)) for value in values]
    cells = [f"<td>{f'<b>{text}</b>' if i == better else text}</td>" for i, text in enumerate(texts)]
    return f'<tr><th scope="row">{escape(measure.label())}</th>{f"<td>{escape(sign)}</td>".join(cells)}</tr>'
