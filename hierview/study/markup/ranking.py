"""Ranking of a study as HTML: systems × measures, and a triangle of how alike the measures order them."""

from __future__ import annotations

from ...languages import N_, _
from ...markup.answer_table import ARROWS
from ...markup.answer_table import better_direction_words as direction
from ...markup.html import english_attribute
from ...safe import Markup, joined, safe, translated_markup
from ..results.standings import RankedMeasure, Standing, Standings, Tau, alike_sentences
from ..results.tables import UNEVEN
from .values import fixed_text

FEW, MANY = 2, 5  # places away from which on a cell is tinted, and is tinted most
_TINTS = (0, 10, 16, 23, 30)  # percent of ink: fewer than FEW, then place by place
_LIGHTEST, _DARKEST = 5, 26  # percent of ink of a τ of 1, and of the least one


Cell = tuple[int, int]  # a system and a measure, by number
CELL = "cell "  # begins what a click on a value reports, before the numbers of measure and system


def ranking(standings: Standings, by: int, chosen: Cell | None = None, chooses: bool = False) -> Markup:
    """The table: a row for each system in the order of one measure. A click on a head reports that measure's text.

    chooses: whether a click on a value reports its cell, of which one may be chosen; Esc reports no cell.
    """
    beside = Markup(' class="ranked"') if chosen is None else safe(' class="ranked narrow" data-escape="{}"', CELL)
    heads = joined(_head(measure, j == by) for j, measure in enumerate(standings.measures))
    heads += joined(
        safe('<th scope="col" class="number"><bdi>{}</bdi></th>', _(own.column.title))
        for own in standings.system_numbers
    )
    rows = []
    for i in standings.order(by):
        cells = joined(
            _cell(one, measure, standings.away(i, j, by), _value(one, measure, (i, j), chosen) if chooses else Markup())
            for j, (one, measure) in enumerate(zip(standings.rows[i], standings.measures, strict=True))
        )
        cells += joined(
            safe('<td class="number"><span class="value">{}</span></td>', fixed_text(own.values[i], own.column.digits))
            for own in standings.system_numbers
        )
        rows.append(safe('<tr><th scope="row"><bdi>{}</bdi></th>{}</tr>', standings.systems[i], cells))
    return safe(
        '<div class="sideways" tabindex="0" role="region" aria-label="{}">'
        '<table{}><thead><tr><th scope="col">{}</th>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
        "{}",
        _("Ranking"),
        beside,
        _("System"),
        heads,
        joined(rows),
        _key(standings, by),
    )


def _head(measure: RankedMeasure, chosen: bool) -> Markup:
    arrow = safe('<span aria-label="{}">{}</span>', direction(measure.better), ARROWS[measure.better])
    how = _("otherwise") if measure.counted else _("pooled") if measure.average == "pooled" else ""
    mean = safe('<small class="quiet">{}</small>', how) if how else ""
    pressed = str(chosen).lower()
    title = _("Rank by {label}", label=measure.label)
    return safe(
        '<th scope="col"><button type="button" data-pick="{}" aria-pressed="{}" '
        'title="{}"><bdi>{}</bdi> {}{}</button></th>',
        measure.text,
        pressed,
        title,
        measure.label,
        arrow,
        mean,
    )


def _value(one: Standing, measure: RankedMeasure, cell: Cell, chosen: Cell | None) -> Markup:
    """A value that can be chosen."""
    text, (i, j) = fixed_text(one.value, measure.digits), cell
    pressed = str(cell == chosen).lower()
    title = _("Is it printed otherwise elsewhere?")
    return safe(
        '<button type="button" class="value" data-pick="{}{} {}" aria-pressed="{}" title="{}">{}</button>',
        CELL,
        j,
        i,
        pressed,
        title,
        text,
    )


def _cell(one: Standing, measure: RankedMeasure, away: int, chosen_by: Markup = Markup()) -> Markup:
    place = "–" if one.place is None else safe("<b>{}</b>{}", one.place, "=" if one.shared else "")
    span = ""
    if one.elsewhere:
        span = safe('<small title="{}">{}</small>', _("by its value alone, in 95 % of the resamples"), one.elsewhere)
    tint = _TINTS[max(0, min(away, MANY) - FEW + 1)]
    style = safe(' style="--tint:{}%"', tint) if tint else ""
    value = chosen_by or safe('<span class="value">{}</span>', fixed_text(one.value, measure.digits))
    inside = safe('<div class="standing"><span class="place">{}</span>{}{}</div>', place, value, span)
    return safe("<td{}>{}{}</td>", style, inside, _corner(one.because))


def _corner(said: str) -> Markup:
    """The mark of a number that is printed otherwise, and why; nothing where nothing is to be said."""
    if not said:
        return Markup()
    return safe('<i class="corner" tabindex="0" role="img" aria-label="{0}" title="{0}"></i>', said)


def _key(standings: Standings, by: int) -> Markup:
    swatches = joined(safe('<i style="--tint:{}%"></i>', tint) for tint in _TINTS)
    label = standings.measures[by].label
    away = _("places away from the ranking by {label}: fewer than {few}", label=label, few=FEW)
    lines = [
        safe('{}<span class="swatches" aria-hidden="true">{}</span>{}', away, swatches, _("{many} or more", many=MANY))
    ]
    for measure in standings.measures:
        if measure.counted:
            lines.append(safe("<b><bdi>{}</bdi></b> {}", measure.label, measure.counted))
    for own in standings.system_numbers:
        lines.append(safe("<b><bdi>{}</bdi></b> {}", _(own.column.title), _(own.column.says)))
    if any(measure.label.endswith("*") for measure in standings.measures):
        lines.append(safe("<b>*</b> {}", _(UNEVEN)))
    if any(one.elsewhere for row in standings.rows for one in row):
        says = _("below a rank: where its value alone puts a system in 95 % of the resamples, if not always there")
        lines.append(safe("<b>1–3</b> {}", says))
    if against := sum(bool(one.because) for row in standings.rows for one in row):
        says = _("{n} printed places stand against the printed values; the mark says why", n=against)
        lines.append(safe("<i></i>{}", says))
    if standings.shares:
        lines.append(safe("<b>1=</b> {}", standings.shares))
    return joined(safe('<p class="key">{}</p>', line) for line in lines)


def triangle(standings: Standings) -> Markup:
    """Agreement of the measures: the lower triangle with its numbers, and what is to be seen in it."""
    names = [measure.label for measure in standings.measures]
    if len(names) < 2:
        return Markup()
    # The shades part the τ that there are, or at least those from 0.75 on.
    least = min([0.75, *(tau.value for row in standings.taus for tau in row if tau.value is not None)])
    body, otherwise = [], 0
    for i in range(1, len(names)):
        cells = joined(_tau(standings.tau(i, j), f"{names[i]}, {names[j]}", least) for j in range(i))
        otherwise += sum(bool(standings.tau(i, j).printed) for j in range(i))
        rest = Markup("<td></td>") * (len(names) - 1 - i)
        body.append(safe('<tr><th scope="row"><bdi>{}</bdi></th>{}{}</tr>', names[i], cells, rest))
    foot = joined(safe('<th scope="col"><bdi>{}</bdi></th>', name) for name in names[:-1])
    below = safe("<p{}>{}</p>", english_attribute(), " ".join(alike_sentences(standings)))
    if otherwise:
        many = len(names) * (len(names) - 1) // 2
        text = N_("{n} of {all} cells are printed otherwise in {source}. Those here follow from the printed values.")
        says = _(text, n=otherwise, all=many, source=standings.source)
        below += safe('<p class="otherwise-said"><i></i><span>{}</span></p>', says)
    text = N_("Kendall’s {tau} between rankings of {n} systems; 1 is the same order. Stronger: less alike.")
    between = translated_markup(text, tau=Markup("<i>τ</i>"), n=len(standings.systems))
    return safe(
        '<section class="taus"><h2>{}</h2><p class="quiet">{}</p>'
        '<div class="sideways" tabindex="0" role="region" aria-label="{}"><table class="taus">'
        "<tbody>{}</tbody><tfoot><tr><td></td>{}</tr></tfoot></table></div>{}</section>",
        _("Which measures rank alike?"),
        between,
        _("Kendall’s τ"),
        joined(body),
        foot,
        below,
    )


def _tau(tau: Tau, what: str, least: float) -> Markup:
    if tau.value is None:
        return Markup('<td class="tau">–</td>')
    tint = _LIGHTEST + (_DARKEST - _LIGHTEST) * (1 - tau.value) / (1 - least)
    text = fixed_text(tau.value, 3)
    otherwise = _("{what}: printed {printed}. {because}", what=what, printed=tau.printed, because=tau.because)
    mark = _corner(otherwise if tau.printed else "")
    return safe('<td class="tau" style="--tint:{}%">{}{}</td>', f"{tint:.0f}", text, mark)
