"""Scores at each level, what becomes of branches that end early, and which class is taken for which, as HTML.

Clicks report `absent` and a rule; `fold` and a class that opens or closes; `cell` with the numbers of its row and its
column; `nth` and an instance of the chosen cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ...languages import N_, _, count_text
from ...markup.answer_table import duel_line
from ...markup.html import english_attribute
from ..per_class.by_level import ABSENT, LevelRow, LevelScores
from ..per_class.confusions import Head, Matrix
from ..results.instances import InstanceRow
from .instances import worn_classes
from .values import fixed_text, paragraphs, sideways

DARKEST, STEEPEST = 34, 0.4  # percent of ink, from this share of a row on
_RULES = {
    "drop": (N_("left out"), N_("these {n:,} do not count")),
    "wrong": (N_("a class of its own"), N_("where both end, it is right")),
    "carry": (N_("carried on"), N_("their last class stands for it")),
}
_F1 = N_("F1: the mean over the classes of the level that occur. An answer that ends above a level is wrong there.")


def finding(a: LevelScores, b: LevelScores) -> str:
    """Who is ahead at which level, as a sentence."""
    pairs = [(x.level, x.accuracy, y.accuracy) for x, y in zip(a.rows, b.rows, strict=True)]
    first = ", ".join(str(level) for level, x, y in pairs if x > y)
    second = ", ".join(str(level) for level, x, y in pairs if y > x)
    if first and second:
        says = N_("{a} is more often right at level {first}, {b} at level {second}.")
        return _(says, a=a.system, b=b.system, first=first, second=second)
    if first or second:
        return _("{a} is more often right at every level where they differ.", a=a.system if first else b.system)
    return _("Both are right equally often at every level.")


def levels_html(a: LevelScores, b: LevelScores | None) -> str:
    """A row for each level: accuracy and F1 of one system or two, on a line from 0 to 1."""
    both = [a, *([b] if b else [])]
    heads = f'<th scope="col" class="words">{_("level")}</th>'
    for name in (_("accuracy"), "F1"):
        of = _(" of A, B") if b else ""
        heads += f'<th scope="col" colspan="{len(both)}">{name}{of}</th><th class="ends"><i>0</i><i>1</i></th>'
    rows = ""
    for i, row in enumerate(a.rows):
        own = [one.rows[i] for one in both]
        what = count_text("{n:,} class", "{n:,} classes", row.classes)
        n = count_text("{n:,} instance", "{n:,} instances", row.instances)
        values = [[x.accuracy for x in own], [x.shares["macro"].f1 for x in own]]
        rows += _row(_("Level {n}", n=row.level), f"{what}, {n}", values)
    n = count_text("{n:,} instance", "{n:,} instances", a.instances)
    rows += _row(_("All levels right"), n, [[one.whole for one in both]])
    rows += _row(_("Mean of the levels (wAP)"), _("weighted by their classes"), [[one.average() for one in both]])
    table = f'<table class="study-table levels"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    return f'<section class="study-levels">{sideways(table, _("Scores by level"))}{paragraphs([_(_F1)])}</section>'


def _row(name: str, what: str, columns: Sequence[Sequence[float]]) -> str:
    cells = ""
    for values in columns:
        shown = [None if x != x else x for x in values]
        best = max((x for x in shown if x is not None), default=None)
        for x in shown:
            text = fixed_text(x)
            cells += f"<td>{f'<b>{text}</b>' if len(shown) > 1 and x == best else text}</td>"
        cells += f'<td class="line">{_line(shown)}</td>'
    return f'<tr><th scope="row">{escape(name)}<small>{escape(what)}</small></th>{cells}</tr>'


def _line(values: Sequence[float | None]) -> str:
    """A filled and B hollow between 0 and 1."""
    places = {name: x for name, x in zip("AB", values, strict=False) if x is not None}
    together = "A = B" if len(places) == 2 and len({*places.values()}) == 1 else ""
    return duel_line(places, together, letters=len(places) > 1)


def early_html(by_rule: Mapping[str, Sequence[LevelScores]], chosen: str) -> str:
    """Panel on branches that end early: each rule with the accuracy where it changes that; empty without any."""
    short = [row for row in by_rule["drop"][0].rows if row.short]
    if not short:
        return ""
    row: LevelRow = short[-1]
    n, of = row.short, row.short + row.instances
    says = _("{n:,} of {of:,} end above level {level}. There they are", n=n, of=of, level=row.level)
    names = "".join(f'<th scope="col">{name}</th>' for name, _one in zip("AB", by_rule["drop"], strict=False))
    head = _("accuracy at level {level}", level=row.level)
    body = ""
    for rule in ABSENT:
        values = [one.rows[row.level - 1].accuracy for one in by_rule[rule]]
        best = max(values)
        name, what = _RULES[rule]
        now = str(rule == chosen).lower()
        pick = (
            f'<button type="button" role="radio" data-pick="absent {rule}" aria-checked="{now}">'
            f"{_(name)}</button><small>{escape(_(what, n=n))}</small>"
        )
        cells = "".join(f"<td>{f'<b>{fixed_text(x)}</b>' if x == best else fixed_text(x)}</td>" for x in values)
        body += f'<tr data-row><th scope="row">{pick}</th>{cells}</tr>'
    return (
        f'<section class="study-early"><h2>{_("Branches that end early")}</h2><p class="quiet">{escape(says)}</p>'
        f'<table class="study-table" role="radiogroup"><thead><tr><th scope="col">{head}</th>{names}</tr></thead>'
        f"<tbody>{body}</tbody></table></section>"
    )


# The matrix


def matrix_html(
    matrix: Matrix, of: str, chosen: tuple[int, int] | None, other: Matrix | None = None, title: str = ""
) -> str:
    """The matrix of a system, or its difference to another one, with heads that open and cells that can be chosen.

    title: whose it is, where another stands beside it.
    """
    heads, deep = matrix.heads, max((len(head.path) for head in matrix.heads), default=0)
    cells = matrix.shares(of) - (0 if other is None else other.shares(of))
    tints = matrix.shares("row") - (0 if other is None else other.shares("row"))
    top = _column_heads(heads, deep, other is None)
    body = ""
    for i, head in enumerate(heads):
        row = _groups(heads, i, deep) + _head(head, "row", f' colspan="{deep - len(head.path) + 1}"')
        for j in range(len(heads)):
            row += _cell(float(cells[i, j]), float(tints[i, j]), (i, j), matrix, (of, chosen, other is not None))
        row += f'<td class="whole">{int(matrix.true[i]):,}</td>'
        if other is None:
            scores = matrix.scores(i) if head.kind == "class" else ()
            row += "".join(f'<td class="whole">{fixed_text(x, 2)}</td>' for x in scores) or '<td colspan="3"></td>'
        body += f"<tr>{row}</tr>"
    table = f'<table class="confused matrix"><thead>{top}</thead><tbody>{body}</tbody></table>'
    whose = f"<h3>{title}</h3>" if title else ""
    scrolls = sideways(table, _("Which class is taken for which?"))
    return f'<section class="study-matrix">{whose}{scrolls}{_key()}</section>'


def _key() -> str:
    shades = "".join(f'<i style="--tint:{DARKEST * k // 4}%"></i>' for k in range(5))
    return (
        f'<p class="says key">{_("share of the row that went there")} <span class="shades">{shades}</span> '
        f'{_("40 % or more")} <i class="right"></i> {_("right")}</p>'
    )


def _starts(heads: Sequence[Head], i: int, depth: int) -> int:
    """How many heads from here on stand in the same group at a depth; 0 where the group began before."""
    path = heads[i].path[: depth + 1]
    if i and heads[i - 1].path[: depth + 1] == path:
        return 0
    return next((k for k in range(i, len(heads)) if heads[k].path[: depth + 1] != path), len(heads)) - i


def _groups(heads: Sequence[Head], i: int, deep: int) -> str:
    """The open classes that begin at a row, each beside all its rows."""
    cells = ""
    for depth, c in enumerate(heads[i].path):
        if span := _starts(heads, i, depth):
            cells += f'<th scope="rowgroup" rowspan="{span}" class="group">{_fold(c, c, True)}</th>'
    return cells


def _column_heads(heads: Sequence[Head], deep: int, scored: bool) -> str:
    corner = (
        f'<th rowspan="{deep + 1}" colspan="{deep + 1}" class="corner">'
        f"<span>{_('true')} ↓</span> <span>{_('predicted')} →</span></th>"
    )
    rows = ""
    for depth in range(deep + 1):
        cells = corner if depth == 0 else ""
        for i, head in enumerate(heads):
            if depth < len(head.path):
                span = _starts(heads, i, depth)
                group = head.path[depth]
                cells += f'<th colspan="{span}" class="group">{_fold(group, group, True)}</th>' if span else ""
            elif depth == len(head.path):
                cells += _head(head, "col", f' rowspan="{deep + 1 - depth}"')
        if depth == 0:
            names = [_("instances"), *(("P", "R", "F1") if scored else ())]
            cells += "".join(f'<th scope="col" rowspan="{deep + 1}" class="whole">{name}</th>' for name in names)
        rows += f"<tr>{cells}</tr>"
    return rows


def head_name(head: Head) -> str:
    """A head as it is shown."""
    if head.kind == "others":
        return count_text("{n:,} other", "{n:,} others", len(head.merged))
    if head.kind == "nothing":
        return _("nothing")
    return _("{name} itself", name=head.shown) if head.itself else head.shown


def _head(head: Head, scope: str, span: str) -> str:
    name = head_name(head)
    inside = _fold(head.key, name, False) if head.opens else f'<span title="{escape(name)}">{escape(name)}</span>'
    return f'<th scope="{scope}"{span}>{inside}</th>'


def _fold(c: str, name: str, open_: bool) -> str:
    sign, expanded = ("▾", "true") if open_ else ("▸", "false")
    return (
        f'<button type="button" data-pick="fold {escape(c)}" aria-expanded="{expanded}" title="{escape(name)}">'
        f'<i aria-hidden="true">{sign}</i> <bdi>{escape(name)}</bdi></button>'
    )


def _cell(
    value: float, tint: float, at: tuple[int, int], matrix: Matrix, shown: tuple[str, tuple[int, int] | None, bool]
) -> str:
    """A cell, which can be chosen where it counts. shown: what cells are, which is chosen, whether two differ."""
    (i, j), (of, chosen, signed) = at, shown
    text = f"{value:+,.0f}" if signed else f"{value:,.0f}"
    if of != "count":
        text = f"{100 * value:+.0f} %" if signed else f"{100 * value:.0f} %"
    text = "" if not value else text.replace("-", "−")
    css = "right" if i == j else "less" if tint < 0 else ""
    style = "" if i == j or not tint else f' style="--tint:{DARKEST * min(1.0, abs(tint) / STEEPEST):.0f}%"'
    if not matrix.counts[i, j]:
        return f'<td class="{css}"{style}>{text}</td>'
    says = _(
        "{true} taken for {predicted}: {n:,}",
        true=head_name(matrix.heads[i]),
        predicted=head_name(matrix.heads[j]),
        n=int(matrix.counts[i, j]),
    )
    pressed = str(chosen == at).lower()
    return (
        f'<td class="{css}"{style}><button type="button" data-pick="cell {i} {j}" aria-pressed="{pressed}" '
        f'aria-label="{escape(says)}">{text or "0"}</button></td>'
    )


def cell_html(title: str, rows: Sequence[InstanceRow], nth: int, more: int) -> str:
    """The instances of a cell, one of them chosen, and how many more there are."""
    marks = [m for row in rows for m in (*row.true, *row.answers[0].predicted)]
    ids = {name: i for i, name in enumerate(dict.fromkeys(m.name for m in marks))}
    listed = ""
    for i, row in enumerate(rows):
        answer = row.answers[0]
        apart = tuple(m for m in answer.predicted if m.mark != "both")
        worn = worn_classes(row.true, row.more, ids), worn_classes(apart, answer.more, ids) if apart else ""
        css = ' class="selected"' if i == nth else ""
        pick = (
            f'<button type="button" data-pick="nth {i}" aria-pressed="{str(i == nth).lower()}">'
            f"<bdi>{escape(row.name)}</bdi></button>"
        )
        listed += f'<tr data-row{css}><th scope="row">{pick}</th><td>{worn[0]} {worn[1]}</td></tr>'
    rest = f'<button type="button" data-pick="more">{_("{n:,} more", n=more)}</button>' if more else ""
    return (
        f'<section class="study-cell"><h2>{escape(title)}</h2>'
        f'<table class="study-table">{listed}</table><p class="says">{rest}</p></section>'
    )


def says_html(sentences: Sequence[str]) -> str:
    """How pairs are counted, in sentences."""
    return f'<section class="study-matrix">{paragraphs(sentences, english_attribute())}</section>'
