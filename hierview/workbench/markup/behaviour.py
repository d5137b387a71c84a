"""The behaviour sheet as HTML: which properties measures keep, and where they break."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from ...languages import N_, _, translate_parts
from ...measures import Measure
from ..sheets.k15_tables import differs, printed_sign
from ..sheets.properties import PROPERTIES, Property
from ..sheets.signs import PropertyRow, Sheet
from .benchmark import column_name

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


def behaviour(
    measures: Sequence[Measure], sheets: Sequence[Sheet | None], waits: bool, chosen: tuple[str, int] | None
) -> str:
    """Claims × measures. A click on a sign reports the claim and the column, as "pairing 0".

    sheets: of the measures, as far as they are there.  waits: whether what is not decided may still be.
    """
    rows = {rule.key: [None if sheet is None else sheet.find(rule.key) for sheet in sheets] for rule in PROPERTIES}
    columns = zip(measures, zip(*rows.values(), strict=True), strict=True)
    beside = [any(row is not None and printed_sign(m, row.rule.key) for row in column) for m, column in columns]
    width = 4 + sum(1 + b for b in beside)
    head = "".join(
        f'<th scope="col" colspan="{1 + b}" title="{escape(translate_parts(m.title()))}">{column_name(m)}</th>'
        for m, b in zip(measures, beside, strict=True)
    )
    below = "".join(f"<th>{_('here')}</th>{'<th>K15</th>' * b}" for b in beside)
    body = []
    for i, (heading, rules) in enumerate(groupby(PROPERTIES, key=lambda rule: rule.group)):
        under = below if i == 0 else f'<td colspan="{width - 4}"></td>'
        units = f'<th class="right">{_("trials")}</th><th>{_("on all")}</th><th>{_("a side")}</th>'
        units = units if i == 0 else '<td colspan="3"></td>'
        body.append(f'<tr class="group"><th scope="colgroup">{escape(_(heading))}</th>{units}{under}</tr>')
        for rule in rules:
            signs = "".join(
                _sign(rule, (measure, x), row, waits, chosen == (rule.key, x), beside[x])
                for x, (measure, row) in enumerate(zip(measures, rows[rule.key], strict=True))
            )
            body.append(_row(rule, rows[rule.key], signs, chosen is not None and chosen[0] == rule.key))
    return (
        f'<div class="sideways"><table class="sheet"><thead><tr><td></td><td colspan="3"></td>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>{_key(rows.values(), waits)}"
    )


def _key(rows: Iterable[Sequence[PropertyRow | None]], waits: bool) -> str:
    signs = {
        UNDECIDED if row is None else row.sign for several in rows for row in several if row is not None or not waits
    }
    key = "".join(
        f"<span><b>{sign}</b> {_(meaning)}</span>"
        for name, (sign, meaning) in _SIGN_KEY.items()
        if name in signs or name in _ALWAYS_SAID
    )
    return f'<p class="key">{key}<span><b class="boxed">+</b> {_("K15 prints another sign")}</span></p>'


def _row(rule: Property, rows: Sequence[PropertyRow | None], signs: str, open_: bool) -> str:
    # What stands for the row is the measure on which most was tried: one that fails is not tried further.
    most = max((row for row in rows if row is not None), key=lambda row: row.tried, default=None)
    tried, reach = (_("{n:,}", n=most.tried), unbroken(most.reach)) if most else ("", "")
    here = ' class="here"' if open_ else ""
    side = _(_SIDES.get(rule.bases.per_side, "")) or f"{rule.bases.true}, {rule.bases.predicted}"
    return (
        f'<tr{here}><th scope="row">{escape(_(rule.name))}: {escape(_(rule.claim))}</th>'
        f'<td class="right">{escape(tried)}</td><td class="reach">{escape(reach)}</td>'
        f'<td class="reach">{escape(side)}</td>{signs}</tr>'
    )


def unbroken(reach: str) -> str:
    """The sizes with what they are of, on one line each."""
    for english, words in {"trees": _("trees"), "forests": _("forests"), "failed in": _("failed in")}.items():
        reach = reach.replace(english, words)
    return reach.replace(" ≤ ", "\u00a0≤\u00a0")


def _sign(
    rule: Property, column: tuple[Measure, int], row: PropertyRow | None, waits: bool, chosen: bool, beside: bool
) -> str:
    """The sign of a measure in its column, and beside it that of K15 where the column has any."""
    if row is None and waits:
        return f'<td class="waits" colspan="{1 + beside}">…</td>'
    measure, x = column
    sign: str = UNDECIDED if row is None else row.sign
    size = f" {row.evidence.classes}" if row is not None and row.evidence and row.evidence.classes else ""
    state = " loud" if sign.strip("()") in ("−", "*") else " late" if sign in ("stopped", UNDECIDED) else ""
    far = "" if row is None or row.whole or sign == "−" else unbroken(row.reach)
    label = escape(f"{_(rule.name)}: {_(_SIGN_WORDS.get(sign, ''))}{far and f', {far}'}{size}")
    cell = (
        f'<td><button type="button" class="sign{state}" data-pick="{escape(rule.key)} {x}" '
        f'aria-pressed="{str(chosen).lower()}" aria-label="{label}" title="{escape(far)}">'
        f"<b>{escape(sign)}</b>{size}</button></td>"
    )
    if beside:
        printed = "" if row is None else printed_sign(measure, rule.key)
        boxed = row is not None and differs(row.sign, printed)
        title, kind = (f' title="{_("K15 prints another sign")}"', "boxed") if boxed else ("", "")
        cell += f'<td class="k15"{title}><span class="{kind}">{escape(printed)}</span></td>'
    return cell
