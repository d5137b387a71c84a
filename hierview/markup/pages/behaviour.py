"""The behaviour sheet as HTML: which properties measures keep, and where they break."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ...languages import N_, _, in_parts
from .benchmark import MeasureColumn, column_name


@dataclass(frozen=True)
class Sign:
    """A sign of the behaviour sheet. classes: of the smallest counterexample, 0 for none.  printed: that of K15.

    boxed: whether K15's is another.  far: where not all was tried, up to which size nothing is missed.
    """

    sign: str
    classes: int = 0
    printed: str = ""
    boxed: bool = False
    far: str = ""


@dataclass(frozen=True)
class Claim:
    """A row of the behaviour sheet. signs: None where a measure's is not decided yet."""

    key: str
    name: str
    claim: str
    tried: str
    reach: str
    side: str
    signs: Sequence[Sign | None]


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


def _row(claim: Claim, beside: Sequence[bool], chosen: tuple[str, int] | None) -> str:
    cells = "".join(_sign(claim, x, sign, chosen == (claim.key, x), beside[x]) for x, sign in enumerate(claim.signs))
    here = ' class="here"' if chosen is not None and chosen[0] == claim.key else ""
    return (
        f'<tr{here}><th scope="row">{escape(_(claim.name))}: {escape(_(claim.claim))}</th>'
        f'<td class="right">{escape(claim.tried)}</td><td class="reach">{escape(claim.reach)}</td>'
        f'<td class="reach">{escape(claim.side)}</td>{cells}</tr>'
    )


def behaviour(
    columns: Sequence[MeasureColumn], groups: Iterable[tuple[str, Sequence[Claim]]], chosen: tuple[str, int] | None
) -> str:
    """Claims × measures. A click on a sign reports the claim and the column, as "pairing 0"."""
    groups = list(groups)
    beside = [
        any(sign.printed for _, claims in groups for claim in claims if (sign := claim.signs[i]) is not None)
        for i in range(len(columns))
    ]
    width = 4 + sum(1 + b for b in beside)
    head = "".join(
        f'<th scope="col" colspan="{1 + b}" title="{escape(in_parts(c.title))}">{column_name(c)}</th>'
        for c, b in zip(columns, beside, strict=True)
    )
    below = "".join(f"<th>{_('here')}</th>{'<th>K15</th>' * b}" for b in beside)
    body = []
    for i, (heading, claims) in enumerate(groups):
        under = below if i == 0 else f'<td colspan="{width - 4}"></td>'
        units = f'<th class="right">{_("trials")}</th><th>{_("on all")}</th><th>{_("a side")}</th>'
        units = units if i == 0 else '<td colspan="3"></td>'
        body.append(f'<tr class="group"><th scope="colgroup">{escape(_(heading))}</th>{units}{under}</tr>')
        body += [_row(claim, beside, chosen) for claim in claims]
    signs = {sign.sign for _, claims in groups for claim in claims for sign in claim.signs if sign is not None}
    key = "".join(
        f"<span><b>{sign}</b> {_(meaning)}</span>"
        for name, (sign, meaning) in _SIGN_KEY.items()
        if name in signs or name in _ALWAYS_SAID
    )
    return (
        f'<div class="sideways"><table class="sheet"><thead><tr><td></td><td colspan="3"></td>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>"
        f'<p class="key">{key}<span><b class="boxed">+</b> {_("K15 prints another sign")}</span></p>'
    )


def _sign(claim: Claim, x: int, sign: Sign | None, chosen: bool, beside: bool) -> str:
    if sign is None:
        return f'<td class="waits" colspan="{1 + beside}">…</td>'
    number_ = f" {sign.classes}" if sign.classes else ""
    state = " loud" if sign.sign.strip("()") in ("−", "*") else " late" if sign.sign in ("stopped", UNDECIDED) else ""
    far = f", {sign.far}" if sign.far else ""
    label = escape(f"{_(claim.name)}: {_(_SIGN_WORDS.get(sign.sign, ''))}{far}{number_}")
    cell = (
        f'<td><button type="button" class="sign{state}" data-pick="{escape(claim.key)} {x}" '
        f'aria-pressed="{str(chosen).lower()}" aria-label="{label}" title="{escape(sign.far)}">'
        f"<b>{escape(sign.sign)}</b>{number_}</button></td>"
    )
    if beside:
        label = f' title="{_("K15 prints another sign")}"' if sign.boxed else ""
        boxed = "boxed" if sign.boxed else ""
        cell += f'<td class="k15"{label}><span class="{boxed}">{escape(sign.printed)}</span></td>'
    return cell
