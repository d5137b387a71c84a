"""The benchmark's tables as HTML: cases × measures, and rank correlations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from re import match

from ...explain import number
from ...languages import _, in_parts
from ..answer_table import better as direction

_ARROWS = {"higher": "↑", "lower": "↓"}
_LEAST_TINT, _MOST_TINT = 3, 30  # percent of ink in a cell, from best to worst


@dataclass(frozen=True)
class MeasureColumn:
    """A measure at the head of a column."""

    name: str
    better: str
    family: str
    title: str = ""


def column_name(column: MeasureColumn) -> str:
    """A measure's name at the head of its column, a measure of one's own in italics, and which way is better."""
    name = escape(column.name)
    arrow = f'<span aria-label="{escape(direction(column.better))}"> {_ARROWS.get(column.better, "")}</span>'
    return f"<bdi>{f'<i>{name}</i>' if column.family == 'Mine' else name}</bdi>{arrow}"


@dataclass(frozen=True)
class ValueCell:
    """A value of the benchmark. goodness: 0 worst to 1 best, None for no tint.  note: why another is printed."""

    value: str
    goodness: float | None = None
    note: str = ""


def _tint(goodness: float | None) -> str:
    if goodness is None:
        return ""
    return f' style="--tint:{_LEAST_TINT + (_MOST_TINT - _LEAST_TINT) * (1 - goodness):.0f}%"'


def benchmark_html(
    columns: Sequence[MeasureColumn],
    lines: Sequence[tuple[str, str, Sequence[ValueCell]]],
    chosen: tuple[int, int] | None,
) -> str:
    """Cases × measures. A click on a cell reports its line and column, as "3 0"."""
    families = [(family, len(list(group))) for family, group in groupby(columns, key=lambda c: c.family)]
    firsts = {sum(n for _, n in families[:i]) for i in range(len(families))}
    head = "".join(
        f'<th class="first" colspan="{n}" scope="colgroup"><span>{escape(_(family))}</span></th>'
        for family, n in families
    )
    names = "".join(
        f'<th scope="col" class="{"first" if i in firsts else ""}" title="{escape(in_parts(c.title))}">'
        f"{column_name(c)}</th>"
        for i, c in enumerate(columns)
    )
    body, before, differing, printed_in = [], "", 0, sum(len(cells) for _, _, cells in lines)
    for y, (key, name, cells) in enumerate(lines):
        figure = digits[0] if (digits := match(r"\d+", key)) else key
        differing += sum(bool(cell.note) for cell in cells)
        tds = [
            _cell(cell, (y, x), _("{name} of {key}", name=columns[x].name, key=key), x in firsts, chosen == (y, x))
            for x, cell in enumerate(cells)
        ]
        apart = ' class="apart"' if figure != before else ""
        before = figure
        body.append(
            f'<tr{apart}><th scope="row"><b>{escape(key)}</b>'
            f'<span class="case" title="{escape(name)}">{escape(name)}</span></th>'
            f"{''.join(tds)}</tr>"
        )
    return (
        f'<div class="sideways"><table class="bench"><thead><tr class="families"><td></td>{head}</tr>'
        f'<tr><th scope="col">{_("Case")}</th>{names}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
        + _key(differing, printed_in)
    )


def _key(differing: int, printed_in: int) -> str:
    worst = _("worst on the measure’s own range; no tint where it has no worst value")
    swatches = "".join(f"<i{_tint(1 - i / 4)}></i>" for i in range(5))
    says = _("printed otherwise: {n} of {all:,}", n=differing, all=printed_in)
    otherwise = f'<span class="otherwise"><i></i>{says}</span>'
    return (
        f'<p class="key"><span>{_("best")}</span><span class="swatches" aria-hidden="true">{swatches}</span>'
        f"<span>{worst}</span>{otherwise if differing else ''}</p>"
    )


def _cell(cell: ValueCell, at: tuple[int, int], what: str, first: bool, chosen: bool) -> str:
    state = " ".join(w for w, on in (("first", first), ("differs", bool(cell.note))) if on)
    note = f' title="{_("Printed otherwise: {note}", note=escape(cell.note))}"' if cell.note else ""
    return (
        f'<td class="{state}"{_tint(cell.goodness)}><button type="button" data-pick="{at[0]} {at[1]}" '
        f'aria-pressed="{str(chosen).lower()}"{note} aria-label="{escape(f"{what}: {cell.value}")}">'
        f"{escape(cell.value)}</button></td>"
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
