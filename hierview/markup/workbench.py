"""The workbench's tables, evidence and charts, as HTML: plain data comes in, and is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from math import sqrt
from re import match

from ..draw.backends.svg import num, svg
from ..draw.chart import round_ticks
from ..draw.scene import hierarchy_scene, pairs_scene, thumbnail_scene
from ..draw.style import SCREEN
from ..explain import HierarchyPicture, PairsPicture, Picture, Step, number
from ..model.case import Case
from . import html

_ARROWS = {"higher": "↑", "lower": "↓"}
_LEAST_TINT, _MOST_TINT = 3, 30  # percent of ink in a cell, from best to worst


@dataclass(frozen=True)
class Column:
    """A measure at the head of a column."""

    name: str
    better: str
    family: str
    title: str = ""


@dataclass(frozen=True)
class Cell:
    """A value of the benchmark. goodness: 0 worst to 1 best, None for no tint.  note: why another is printed."""

    value: str
    goodness: float | None = None
    note: str = ""


def _arrow(better: str) -> str:
    return f'<span aria-label="{escape(better)} is better"> {_ARROWS.get(better, "")}</span>'


def _tint(goodness: float | None) -> str:
    if goodness is None:
        return ""
    return f' style="--tint:{_LEAST_TINT + (_MOST_TINT - _LEAST_TINT) * (1 - goodness):.0f}%"'


def benchmark(
    columns: Sequence[Column], lines: Sequence[tuple[str, str, Sequence[Cell]]], chosen: tuple[int, int] | None
) -> str:
    """Cases × measures. A click on a cell reports its line and column, as "3 0"."""
    families = [(family, len(list(group))) for family, group in groupby(columns, key=lambda c: c.family)]
    firsts = {sum(n for _, n in families[:i]) for i in range(len(families))}
    head = "".join(
        f'<th class="first" colspan="{n}" scope="colgroup"><span>{escape(family)}</span></th>' for family, n in families
    )
    names = "".join(
        f'<th scope="col" class="{"first" if i in firsts else ""}" title="{escape(c.title)}">'
        f"<bdi>{f'<i>{escape(c.name)}</i>' if c.family == 'Mine' else escape(c.name)}</bdi>{_arrow(c.better)}</th>"
        for i, c in enumerate(columns)
    )
    body, before, differing, printed_in = [], "", 0, sum(len(cells) for _, _, cells in lines)
    for y, (key, name, cells) in enumerate(lines):
        figure = found[0] if (found := match(r"\d+", key)) else key
        tds = []
        for x, cell in enumerate(cells):
            differing += bool(cell.note)
            state = " ".join(w for w, on in (("first", x in firsts), ("differs", bool(cell.note))) if on)
            pressed = str(chosen == (y, x)).lower()
            note = f' title="Printed otherwise: {escape(cell.note)}"' if cell.note else ""
            tds.append(
                f'<td class="{state}"{_tint(cell.goodness)}><button type="button" data-pick="{y} {x}" '
                f'aria-pressed="{pressed}"{note} aria-label="{escape(f"{columns[x].name} of {key}: {cell.value}")}">'
                f"{escape(cell.value)}</button></td>"
            )
        apart = ' class="apart"' if figure != before else ""
        before = figure
        body.append(
            f'<tr{apart}><th scope="row"><b>{escape(key)}</b><span class="case">{escape(name)}</span></th>'
            f"{''.join(tds)}</tr>"
        )
    swatches = "".join(f"<i{_tint(1 - i / 4)}></i>" for i in range(5))
    otherwise = f'<span class="otherwise"><i></i>printed otherwise: {differing} of {printed_in:,}</span>'
    return (
        f'<div class="sideways"><table class="bench"><thead><tr class="families"><th></th>{head}</tr>'
        f'<tr><th scope="col">Case</th>{names}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
        f'<p class="key"><span>best</span><span class="swatches" aria-hidden="true">{swatches}</span><span>worst on '
        f"the measure’s own range; no tint where it has no worst value</span>{otherwise if differing else ''}</p>"
    )


def answer(
    case: Case, title: str, step: Step | None, value: str, of: str, reasons: Sequence[str], ids: html.Ids
) -> str:
    """One cell of the benchmark at its side: the case, the picture behind the value, the value and the reason."""
    name = f'<p class="quiet">{escape(case.name)}</p>' if case.name else ""
    picture = _picture(case, ids, step.pictures[0] if step is not None and step.pictures else None)
    told = "".join(f"<p>{escape(reason)}</p>" for reason in reasons)
    return (
        f'<section class="evidence"><h2>{escape(title)}</h2>{name}{picture}'
        f'<p class="amount"><b>{escape(value)}</b> <span class="quiet">{escape(of)}</span></p>{told}</section>'
    )


def place(case: Case, title: str, more: Sequence[str], ids: html.Ids) -> str:
    """The case behind a dot."""
    name = f'<p class="quiet">{escape(case.name)}</p>' if case.name else ""
    told = "".join(f"<p>{escape(text)}</p>" for text in more)
    return f'<section class="evidence"><h2>{escape(title)}</h2>{name}{_picture(case, ids)}{told}</section>'


def _picture(case: Case, ids: html.Ids, picture: Picture | None = None) -> str:
    """The case, or a picture behind a value, as small as it can be read."""
    drawn = html.drawable(case)
    if isinstance(picture, PairsPicture):
        scene = pairs_scene(case, picture)
    elif drawn is None:
        return html.too_many(case)
    else:
        scene = hierarchy_scene(drawn, picture if isinstance(picture, HierarchyPicture) else HierarchyPicture(()))
    says = f"Hierarchy of {len(case.hierarchy)} classes"
    frame = f'<div class="frame">{svg(scene, SCREEN, ids, says)}</div>'
    return f'<div class="panels"><figure class="panel">{frame}</figure></div>'


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
    "+": "holds",
    "(+)": "holds as far as it was tried",
    "−": "fails",
    "*": "fails, but holds after the long-distance step",
    "(*)": "fails, but holds after the long-distance step as far as it was tried",
    "?": "not tried",
    "stopped": "stopped",
    UNDECIDED: "not decided",
}
_SIGN_KEY = {
    "+": ("+", "held in every trial"),
    "(+)": ("(+)", "held as far as it was tried, which is not all"),
    "−": ("− 3", "fails; the smallest counterexample has 3 classes"),
    "*": ("* 8", "fails as it is, holds after the long-distance step"),
    "(*)": ("(*) 8", "the same as far as it was tried"),
    "?": ("?", "nothing could be tried"),
    "stopped": ("stopped", "the measure was ended before the row was decided"),
    UNDECIDED: (UNDECIDED, "was not decided"),
}
_ALWAYS_SAID = ("+", "−", "*")


def behaviour(
    columns: Sequence[Column], groups: Iterable[tuple[str, Sequence[Claim]]], chosen: tuple[str, int] | None
) -> str:
    """Claims × measures. A click on a sign reports the claim and the column, as "pairing 0"."""
    groups = list(groups)
    beside = [
        any(claim.signs[i] is not None and claim.signs[i].printed for _, claims in groups for claim in claims)  # type: ignore[union-attr]
        for i in range(len(columns))
    ]
    width = 4 + sum(1 + b for b in beside)
    head = "".join(
        f'<th scope="col" colspan="{1 + b}" title="{escape(c.title)}">'
        f"<bdi>{f'<i>{escape(c.name)}</i>' if c.family == 'Mine' else escape(c.name)}</bdi></th>"
        for c, b in zip(columns, beside, strict=True)
    )
    below = "".join("<th>here</th><th>K15</th>" if b else "<th>here</th>" for b in beside)
    body = []
    for i, (heading, claims) in enumerate(groups):
        under = below if i == 0 else f'<th colspan="{width - 4}"></th>'
        units = '<th class="right">trials</th><th>on all</th><th>a side</th>' if i == 0 else '<th colspan="3"></th>'
        body.append(f'<tr class="group"><th scope="colgroup">{escape(heading)}</th>{units}{under}</tr>')
        for claim in claims:
            cells = "".join(
                _sign(claim, x, sign, chosen == (claim.key, x), beside[x]) for x, sign in enumerate(claim.signs)
            )
            here = ' class="here"' if chosen is not None and chosen[0] == claim.key else ""
            body.append(
                f'<tr{here}><th scope="row">{escape(claim.name)}: {escape(claim.claim)}</th>'
                f'<td class="right">{escape(claim.tried)}</td><td class="reach">{escape(claim.reach)}</td>'
                f'<td class="reach">{escape(claim.side)}</td>{cells}</tr>'
            )
    shown = {sign.sign for _, claims in groups for claim in claims for sign in claim.signs if sign is not None}
    key = "".join(
        f"<span><b>{sign}</b> {said}</span>"
        for name, (sign, said) in _SIGN_KEY.items()
        if name in shown or name in _ALWAYS_SAID
    )
    return (
        f'<div class="sideways"><table class="sheet"><thead><tr><th></th><th colspan="3"></th>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>"
        f'<p class="key">{key}<span><b class="boxed">+</b> K15 prints another sign</span></p>'
    )


def _sign(claim: Claim, x: int, sign: Sign | None, chosen: bool, beside: bool) -> str:
    if sign is None:
        return f'<td class="waits" colspan="{1 + beside}">…</td>'
    number_ = f" {sign.classes}" if sign.classes else ""
    state = " loud" if sign.sign.strip("()") in ("−", "*") else " late" if sign.sign in ("stopped", UNDECIDED) else ""
    far = f", {sign.far}" if sign.far else ""
    said = escape(f"{claim.name}: {_SIGN_WORDS.get(sign.sign, '')}{far}{number_}")
    cell = (
        f'<td><button type="button" class="sign{state}" data-pick="{escape(claim.key)} {x}" '
        f'aria-pressed="{str(chosen).lower()}" aria-label="{said}" title="{escape(sign.far)}">'
        f"<b>{escape(sign.sign)}</b>{number_}</button></td>"
    )
    if beside:
        said = ' title="K15 prints another sign"' if sign.boxed else ""
        boxed = "boxed" if sign.boxed else ""
        cell += f'<td class="k15"{said}><span class="{boxed}">{escape(sign.printed)}</span></td>'
    return cell


def evidence(
    title: str, lead: str, cases: Sequence[tuple[str, Case, str]], told: str, sentences: Sequence[str], ids: html.Ids
) -> str:
    """Evidence for a sign: each case with its role and value, what goes wrong, and how much was tried."""
    figures = []
    for role, case, value in cases:
        drawn = html.drawable(case)
        shown = html.too_many(case)
        if drawn is not None:
            shown = f'<div class="frame">{svg(hierarchy_scene(drawn, HierarchyPicture(())), SCREEN, ids, role)}</div>'
        figures.append(
            f'<figure class="panel"><div class="title">{escape(role)}</div>{shown}'
            f'<p class="amount"><b>{escape(value)}</b></p></figure>'
        )
    pictures = f'<div class="panels trial">{"".join(figures)}</div>' if figures else ""
    against = f'<p class="against">{escape(told)}</p>' if told else ""
    more = "".join(f"<p{' class=quiet' if i else ''}>{escape(s)}</p>" for i, s in enumerate(sentences) if s)
    return (
        f'<section class="evidence"><h2>{escape(title)}</h2><p class="quiet">{escape(lead)}</p>{pictures}'
        f"{against}{more}</section>"
    )


@dataclass(frozen=True)
class Thumbnail:
    """A find: one or two predictions, and for each measure its name, its values and which of them is better."""

    key: str
    cases: tuple[Case, ...]
    rows: Sequence[tuple[str, Sequence[str], str]]  # "<", ">" or "=": where the greater value is
    better: Sequence[int | None]  # which of the predictions each measure prefers

    @property
    def classes(self) -> int:
        """How many classes the largest of its cases has."""
        return max(len(case.hierarchy) for case in self.cases)


def finds(cards: Sequence[Thumbnail], chosen: str) -> str:
    """Finds as small drawings with their values. A click reports a find's key."""
    shown = []
    for card in cards:
        # Few classes have room for larger marks.
        large = 1.5 if card.classes <= 4 else 1.0
        width = (90 if len(card.cases) > 1 else 132) / large
        pictures = "".join(_small(case, width, large) for case in card.cases)
        rows = []
        for (name, values, sign), better in zip(card.rows, card.better, strict=True):
            cells = [
                f"<td>{f'<b>{escape(value)}</b>' if i == better else escape(value)}</td>"
                for i, value in enumerate(values)
            ]
            between = f"<td>{escape(sign)}</td>"
            rows.append(f'<tr><th scope="row">{escape(name)}</th>{between.join(cells)}</tr>')
        on = " selected" if card.key == chosen else ""
        count = "1 class" if card.classes == 1 else f"{card.classes} classes"
        shown.append(
            f'<button type="button" class="card find{on}" data-pick="{escape(card.key)}" '
            f'aria-pressed="{str(bool(on)).lower()}"><span class="quiet">{count}</span>'
            f'<span class="pictures">{pictures}</span><table>{"".join(rows)}</table></button>'
        )
    return f'<div class="finds">{"".join(shown)}</div>{html.LEGEND}'


def _small(case: Case, width: float, large: float) -> str:
    height = 100 / large
    drawing = svg(thumbnail_scene(case, width, height), SCREEN).replace(" role=", ' aria-hidden="true" role=', 1)
    before, after = f'width="{num(width)}" height="{num(height)}"', f'width="{num(width * large)}" height="100"'
    return drawing.replace(before, after, 1)


def progress(doing: str, done: float, said: str = "") -> str:
    """How far a piece of work came."""
    share = max(0.0, min(1.0, done))
    more = f"<p>{escape(said)}</p>" if said else ""
    return (
        f'<div class="progress"><div role="progressbar" aria-label="progress" aria-valuemin="0" aria-valuemax="100" '
        f'aria-valuenow="{100 * share:.0f}"><i style="width:{100 * share:.0f}%"></i></div>'
        f"<p>{escape(doing)}</p>{more}</div>"
    )


def head(title: str, more: str = "") -> str:
    """A title with quiet words behind it."""
    quiet = f' <span class="quiet">{escape(more)}</span>' if more else ""
    return f'<h2 class="finds-head">{escape(title)}{quiet}</h2>'


@dataclass(frozen=True)
class Dot:
    """A place of the scatter with the cases that lie on it. A click reports its key."""

    key: str
    x: float
    y: float
    cases: int
    says: str


def scatter(dots: Sequence[Dot], x_name: str, y_name: str, chosen: str) -> str:
    """A chart whose dots are cases; where several lie on one place the dot is larger."""
    width, height, left, right, top, bottom = 560.0, 440.0, 56.0, 540.0, 28.0, 392.0

    def scale(values: list[float]) -> tuple[float, float]:
        low, high = min([0.0, *values]), max([1.0, *values]) if max(values, default=1) <= 1 else max(values)
        return low, high

    (x0, x1), (y0, y1) = scale([d.x for d in dots]), scale([d.y for d in dots])

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (x - x0) / (x1 - x0) * (right - left), bottom - (y - y0) / (y1 - y0) * (bottom - top)

    parts = []
    for tick in round_ticks(x0, x1):
        px, _ = at(tick, y0)
        parts.append(f'<path class="grid" d="M{num(px)} {num(top)}V{num(bottom)}"/>')
        parts.append(f'<text x="{num(px)}" y="{num(bottom + 20)}" text-anchor="middle">{number(tick)}</text>')
    for tick in round_ticks(y0, y1):
        _, py = at(x0, tick)
        parts.append(f'<path class="grid" d="M{num(left)} {num(py)}H{num(right)}"/>')
        parts.append(f'<text x="{num(left - 8)}" y="{num(py + 5)}" text-anchor="end">{number(tick)}</text>')
    parts.append(
        f'<text class="name" x="{num(right)}" y="{num(bottom + 42)}" text-anchor="end">{escape(x_name)}</text>'
        f'<text class="name" x="{num(left - 40)}" y="{num(top - 12)}">{escape(y_name)}</text>'
    )
    for dot in sorted(dots, key=lambda d: (d.key == chosen, -d.cases)):
        px, py = at(dot.x, dot.y)
        on = " chosen" if dot.key == chosen else ""
        radius = min(16.0, 4 + 1.2 * sqrt(dot.cases - 1))
        parts.append(
            f'<g class="class dot{on}" data-pick="{escape(dot.key)}" role="button" tabindex="-1" '
            f'aria-label="{escape(dot.says)}"><title>{escape(dot.says)}</title>'
            f'<circle class="halo" cx="{num(px)}" cy="{num(py)}" r="{num(radius + 4)}"/>'
            f'<circle cx="{num(px)}" cy="{num(py)}" r="{num(radius)}"/></g>'
        )
    return (
        f'<div class="scatter"><svg viewBox="0 0 {num(width)} {num(height)}" role="group" '
        f'aria-label="{escape(f"{y_name} against {x_name}")}">{"".join(parts)}</svg></div>'
    )


def correlations(names: Sequence[str], rows: Sequence[Sequence[float | None]]) -> str:
    """A lower triangle of rank correlations; darker is farther from 1."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names[:-1])
    body = []
    for i, row in enumerate(rows[1:], 1):
        cells = "".join(
            f"<td{_tint(None if value is None else (value + 1) / 2)}>{number(value)}</td>" for value in row[:i]
        )
        rest = "<td></td>" * (len(names) - 1 - i)
        body.append(f'<tr><th scope="row">{escape(names[i])}</th>{cells}{rest}</tr>')
    return (
        '<section class="evidence"><h2>Rank correlations, Kendall’s τ-b</h2>'
        f'<div class="sideways"><table class="bench tau"><thead><tr><th></th>{head}</tr></thead>'
        f'<tbody>{"".join(body)}</tbody></table></div><p class="quiet">1: they order all cases alike; darker is '
        "farther from that. Errors are turned, so that the same is better.</p></section>"
    )
