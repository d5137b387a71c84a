"""The behaviour sheet as HTML: which properties measures keep, and where they break."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from ...languages import N_, _, translate_parts
from ...measures import Measure
from ...safe import Markup, joined, safe
from ..sheets.k15_tables import differs_from_printed, printed_sign
from ..sheets.properties import PROPERTIES, Property
from ..sheets.signs import PropertyRow, Sheet
from .benchmark import column_name_html

UNDECIDED = "–"  # where the work was stopped first
_SIGN_WORDS = {
    "+": N_("holds"),
    "(+)": N_("holds as far as it was tried"),
    "−": N_("fails"),
    "*": N_("fails, but holds after the long-distance step"),
    "(*)": N_("fails, but holds after the long-distance step as far as it was tried"),
    "?": N_("not tried"),
    "stopped": N_("stopped"),
    UNDECIDED: N_("not decided"),
}
_SIGN_KEY = {
    "+": ("+", N_("held in every trial")),
    "(+)": ("(+)", N_("held as far as it was tried, which is not all, or the measure failed on some")),
    "−": ("− 3", N_("fails; the smallest counterexample has 3 classes")),
    "*": ("* 8", N_("fails as it is, holds after the long-distance step")),
    "(*)": ("(*) 8", N_("the same as far as it was tried")),
    "?": ("?", N_("nothing could be tried")),
    "stopped": ("stopped", N_("the measure was ended before the row was decided")),
    UNDECIDED: (UNDECIDED, N_("was not decided")),
}
_ALWAYS_SAID = ("+", "−", "*")


_SIDES = {"any number of classes a side": N_("any"), "one class a side": "1", "up to 2 classes a side": "≤ 2"}


def behaviour_table_html(
    measures: Sequence[Measure], sheets: Sequence[Sheet | None], waits: bool, chosen: tuple[str, int] | None
) -> Markup:
    """The table of claims × measures. A click on a sign reports the claim and the column, as "pairing 0".

    sheets: of the measures, as far as they are there.  waits: whether what is not decided may still be.
    """
    rows = {rule.key: [None if sheet is None else sheet.find(rule.key) for sheet in sheets] for rule in PROPERTIES}
    columns = zip(measures, zip(*rows.values(), strict=True), strict=True)
    beside = [any(row is not None and printed_sign(m, row.rule.key) for row in column) for m, column in columns]
    width = 4 + sum(1 + b for b in beside)
    head = joined(
        safe('<th scope="col" colspan="{}" title="{}">{}</th>', 1 + b, translate_parts(m.title()), column_name_html(m))
        for m, b in zip(measures, beside, strict=True)
    )
    below = joined(safe("<th>{}</th>{}", _("here"), Markup("<th>K15</th>") * b) for b in beside)
    body = []
    for i, (heading, rules) in enumerate(groupby(PROPERTIES, key=lambda rule: rule.group)):
        under = below if i == 0 else safe('<td colspan="{}"></td>', width - 4)
        units = safe('<th class="right">{}</th><th>{}</th><th>{}</th>', _("trials"), _("on all"), _("a side"))
        units = units if i == 0 else Markup('<td colspan="3"></td>')
        body.append(safe('<tr class="group"><th scope="colgroup">{}</th>{}{}</tr>', _(heading), units, under))
        for rule in rules:
            signs = joined(
                _sign_html(rule, (measure, x), row, waits, chosen == (rule.key, x), beside[x])
                for x, (measure, row) in enumerate(zip(measures, rows[rule.key], strict=True))
            )
            body.append(_row_html(rule, rows[rule.key], signs, chosen is not None and chosen[0] == rule.key))
    return safe(
        '<div class="sideways"><table class="sheet"><thead><tr><td></td><td colspan="3"></td>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>{}",
        head,
        joined(body),
        _key_html(rows.values(), waits),
    )


def _key_html(rows: Iterable[Sequence[PropertyRow | None]], waits: bool) -> Markup:
    signs = {
        UNDECIDED if row is None else row.sign for several in rows for row in several if row is not None or not waits
    }
    key = joined(
        safe("<span><b>{}</b> {}</span>", sign, _(meaning))
        for name, (sign, meaning) in _SIGN_KEY.items()
        if name in signs or name in _ALWAYS_SAID
    )
    return safe('<p class="key">{}<span><b class="boxed">+</b> {}</span></p>', key, _("K15 prints another sign"))


def _row_html(rule: Property, rows: Sequence[PropertyRow | None], signs: Markup, open_: bool) -> Markup:
    # What stands for the row is the measure on which most was tried: one that fails is not tried further.
    most = max((row for row in rows if row is not None), key=lambda row: row.tried, default=None)
    tried, reach = (_("{n:,}", n=most.tried), translated_reach(most.reach_text)) if most else ("", "")
    here = Markup(' class="here"') if open_ else ""
    side = _(_SIDES.get(rule.bases.per_side, "")) or f"{rule.bases.most_true}, {rule.bases.most_predicted}"
    return safe(
        '<tr{}><th scope="row">{}: {}</th>'
        '<td class="right">{}</td><td class="reach">{}</td>'
        '<td class="reach">{}</td>{}</tr>',
        here,
        _(rule.name),
        _(rule.claim),
        tried,
        reach,
        side,
        signs,
    )


def translated_reach(reach: str) -> str:
    """The reach of a row in the page's language, with blanks that keep each size on one line."""
    for english, words in {"trees": _("trees"), "forests": _("forests"), "failed in": _("failed in")}.items():
        reach = reach.replace(english, words)
    return reach.replace(" ≤ ", "\u00a0≤\u00a0")


def _sign_html(
    rule: Property, column: tuple[Measure, int], row: PropertyRow | None, waits: bool, chosen: bool, beside: bool
) -> Markup:
    """The sign of a measure in its column, and beside it that of K15 where the column has any."""
    if row is None and waits:
        return safe('<td class="waits" colspan="{}">…</td>', 1 + beside)
    measure, x = column
    sign: str = UNDECIDED if row is None else row.sign
    size = f" {row.evidence.class_count}" if row is not None and row.evidence and row.evidence.class_count else ""
    state = " loud" if sign.strip("()") in ("−", "*") else " late" if sign in ("stopped", UNDECIDED) else ""
    far = "" if row is None or row.whole or sign == "−" else translated_reach(row.reach_text)
    label = f"{_(rule.name)}: {_(_SIGN_WORDS.get(sign, ''))}{far and f', {far}'}{size}"
    cell = safe(
        '<td><button type="button" class="sign{}" data-pick="{} {}" '
        'aria-pressed="{}" aria-label="{}" title="{}">'
        "<b>{}</b>{}</button></td>",
        state,
        rule.key,
        x,
        str(chosen).lower(),
        label,
        far,
        sign,
        size,
    )
    if beside:
        printed = "" if row is None else printed_sign(measure, rule.key)
        boxed = row is not None and differs_from_printed(row.sign, printed)
        title, kind = (safe(' title="{}"', _("K15 prints another sign")), "boxed") if boxed else ("", "")
        cell += safe('<td class="k15"{}><span class="{}">{}</span></td>', title, kind, printed)
    return cell
