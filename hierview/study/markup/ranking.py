"""Ranking of a study as HTML: systems × measures, and a triangle of how alike the measures order them."""

from __future__ import annotations

from html import escape

from ...languages import N_, _
from ...markup.answer_table import ARROWS
from ...markup.answer_table import better_direction_words as direction
from ...markup.html import english_attribute
from ..results.standings import RankedMeasure, Standing, Standings, Tau, alike
from ..results.tables import UNEVEN
from .values import fixed_text

FEW, MANY = 2, 5  # places away from which on a cell is tinted, and is tinted most
_TINTS = (0, 10, 16, 23, 30)  # percent of ink: fewer than FEW, then place by place
_LIGHTEST, _DARKEST = 5, 26  # percent of ink of a τ of 1, and of the least one


Cell = tuple[int, int]  # a system and a measure, by number
CELL = "cell "  # begins what a click on a value reports, before the numbers of measure and system


def ranking(standings: Standings, by: int, chosen: Cell | None = None, chooses: bool = False) -> str:
    """The table: a row for each system in the order of one measure. A click on a head reports that measure's text.

    chooses: whether a click on a value reports its cell, of which one may be chosen; Esc reports no cell.
    """
    beside = ' class="ranked"' if chosen is None else f' class="ranked narrow" data-escape="{CELL}"'
    heads = "".join(_head(measure, j == by) for j, measure in enumerate(standings.measures))
    rows = []
    for i in standings.order(by):
        cells = "".join(
            _cell(one, measure, standings.away(i, j, by), _value(one, measure, (i, j), chosen) if chooses else "")
            for j, (one, measure) in enumerate(zip(standings.rows[i], standings.measures, strict=True))
        )
        rows.append(f'<tr><th scope="row"><bdi>{escape(standings.systems[i])}</bdi></th>{cells}</tr>')
    return (
        f'<div class="sideways" tabindex="0" role="region" aria-label="{_("Ranking")}">'
        f'<table{beside}><thead><tr><th scope="col">{_("System")}</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
        f"{_key(standings, by)}"
    )


def _head(measure: RankedMeasure, chosen: bool) -> str:
    arrow = f'<span aria-label="{direction(measure.better)}">{ARROWS[measure.better]}</span>'
    how = _("otherwise") if measure.counted else _("pooled") if measure.average == "pooled" else ""
    mean = f'<small class="quiet">{how}</small>' if how else ""
    pressed = str(chosen).lower()
    title = _("Rank by {label}", label=escape(measure.label))
    return (
        f'<th scope="col"><button type="button" data-pick="{escape(measure.text)}" aria-pressed="{pressed}" '
        f'title="{title}"><bdi>{escape(measure.label)}</bdi> {arrow}{mean}</button></th>'
    )


def _value(one: Standing, measure: RankedMeasure, cell: Cell, chosen: Cell | None) -> str:
    """A value that can be chosen."""
    text, (i, j) = fixed_text(one.value, measure.digits), cell
    pressed = str(cell == chosen).lower()
    title = _("Is it printed otherwise elsewhere?")
    return (
        f'<button type="button" class="value" data-pick="{CELL}{j} {i}" aria-pressed="{pressed}" title="{title}">'
        f"{text}</button>"
    )


def _cell(one: Standing, measure: RankedMeasure, away: int, chosen_by: str = "") -> str:
    place = "–" if one.place is None else f"<b>{one.place}</b>{'=' if one.shared else ''}"
    span = ""
    if one.elsewhere:
        span = f'<small title="{_("by its value alone, in 95 % of the resamples")}">{one.elsewhere}</small>'
    tint = _TINTS[max(0, min(away, MANY) - FEW + 1)]
    style = f' style="--tint:{tint}%"' if tint else ""
    value = chosen_by or f'<span class="value">{fixed_text(one.value, measure.digits)}</span>'
    inside = f'<div class="standing"><span class="place">{place}</span>{value}{span}</div>'
    return f"<td{style}>{inside}{_corner(one.because)}</td>"


def _corner(said: str) -> str:
    """The mark of a number that is printed otherwise, and why; nothing where nothing is to be said."""
    if not said:
        return ""
    return f'<i class="corner" tabindex="0" role="img" aria-label="{escape(said)}" title="{escape(said)}"></i>'


def _key(standings: Standings, by: int) -> str:
    swatches = "".join(f'<i style="--tint:{tint}%"></i>' for tint in _TINTS)
    label = escape(standings.measures[by].label)
    away = _("places away from the ranking by {label}: fewer than {few}", label=label, few=FEW)
    lines = [f'{away}<span class="swatches" aria-hidden="true">{swatches}</span>{_("{many} or more", many=MANY)}']
    for measure in standings.measures:
        if measure.counted:
            lines.append(f"<b><bdi>{escape(measure.label)}</bdi></b> {escape(measure.counted)}")
    if any(measure.label.endswith("*") for measure in standings.measures):
        lines.append(f"<b>*</b> {_(UNEVEN)}")
    if any(one.elsewhere for row in standings.rows for one in row):
        says = _("below a rank: where its value alone puts a system in 95 % of the resamples, if not always there")
        lines.append(f"<b>1–3</b> {says}")
    if against := sum(bool(one.because) for row in standings.rows for one in row):
        says = _("{n} printed places stand against the printed values; the mark says why", n=against)
        lines.append(f"<i></i>{says}")
    if standings.shares:
        lines.append(f"<b>1=</b> {escape(standings.shares)}")
    return "".join(f'<p class="key">{line}</p>' for line in lines)


def triangle(standings: Standings) -> str:
    """Agreement of the measures: the lower triangle with its numbers, and what is to be seen in it."""
    names = [measure.label for measure in standings.measures]
    if len(names) < 2:
        return ""
    # The shades part the τ that there are, or at least those from 0.75 on.
    least = min([0.75, *(tau.value for row in standings.taus for tau in row if tau.value is not None)])
    body, otherwise = [], 0
    for i in range(1, len(names)):
        cells = "".join(_tau(standings.tau(i, j), f"{names[i]}, {names[j]}", least) for j in range(i))
        otherwise += sum(bool(standings.tau(i, j).printed) for j in range(i))
        rest = "<td></td>" * (len(names) - 1 - i)
        body.append(f'<tr><th scope="row"><bdi>{escape(names[i])}</bdi></th>{cells}{rest}</tr>')
    foot = "".join(f'<th scope="col"><bdi>{escape(name)}</bdi></th>' for name in names[:-1])
    below = f"<p{english_attribute()}>{escape(' '.join(alike(standings)))}</p>"
    if otherwise:
        many = len(names) * (len(names) - 1) // 2
        text = N_("{n} of {all} cells are printed otherwise in {source}. Those here follow from the printed values.")
        says = _(text, n=otherwise, all=many, source=escape(standings.source))
        below += f'<p class="otherwise-said"><i></i><span>{says}</span></p>'
    text = N_("Kendall’s {tau} between rankings of {n} systems; 1 is the same order. Stronger: less alike.")
    between = _(text, tau="<i>τ</i>", n=len(standings.systems))
    return (
        f'<section class="taus"><h2>{_("Which measures rank alike?")}</h2><p class="quiet">{between}</p>'
        f'<div class="sideways" tabindex="0" role="region" aria-label="{_("Kendall’s τ")}"><table class="taus">'
        f"<tbody>{''.join(body)}</tbody><tfoot><tr><td></td>{foot}</tr></tfoot></table></div>{below}</section>"
    )


def _tau(tau: Tau, what: str, least: float) -> str:
    if tau.value is None:
        return '<td class="tau">–</td>'
    tint = _LIGHTEST + (_DARKEST - _LIGHTEST) * (1 - tau.value) / (1 - least)
    text = fixed_text(tau.value, 3)
    otherwise = _("{what}: printed {printed}. {because}", what=what, printed=tau.printed, because=tau.because)
    mark = _corner(otherwise if tau.printed else "")
    return f'<td class="tau" style="--tint:{tint:.0f}%">{text}{mark}</td>'
