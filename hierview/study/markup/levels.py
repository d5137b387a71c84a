"""Scores at each level, what becomes of branches that end early, and which class is taken for which, as HTML.

Clicks report `absent` and a rule; `fold` and a class that opens or closes; `cell` with the numbers of its row and its
column; `nth` and an instance of the chosen cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...languages import N_, _, count_text
from ...markup.answer_table import duel_line_html
from ...markup.html import english_attribute
from ...safe import Markup, joined, safe
from ..per_class.by_level import ABSENT, LevelRow, LevelScores
from ..per_class.confusions import ConfusionMatrix, MatrixHead
from ..results.instances import InstanceRow
from .instances import marked_classes_html
from .values import fixed_text, paragraphs_html, scrolling_table_html

DARKEST, STEEPEST = 34, 0.4  # percent of ink, from this share of a row on
_RULES = {
    "drop": (N_("left out"), N_("these {n:,} do not count")),
    "wrong": (N_("a class of its own"), N_("where both end, it is right")),
    "carry": (N_("carried on"), N_("their last class stands for it")),
}
_F1 = N_("F1: the mean over the classes of the level that occur. An answer that ends above a level is wrong there.")


def leader_sentence(a: LevelScores, b: LevelScores) -> str:
    """A sentence on which system is ahead at which level."""
    pairs = [(x.level, x.accuracy, y.accuracy) for x, y in zip(a.rows, b.rows, strict=True)]
    first = ", ".join(str(level) for level, x, y in pairs if x > y)
    second = ", ".join(str(level) for level, x, y in pairs if y > x)
    if first and second:
        says = N_("{a} is more often right at level {first}, {b} at level {second}.")
        return _(says, a=a.system, b=b.system, first=first, second=second)
    if first or second:
        return _("{a} is more often right at every level where they differ.", a=a.system if first else b.system)
    return _("Both are right equally often at every level.")


def levels_html(a: LevelScores, b: LevelScores | None) -> Markup:
    """A row for each level: accuracy and F1 of one system or two, on a line from 0 to 1."""
    both = [a, *([b] if b else [])]
    heads = safe('<th scope="col" class="words">{}</th>', _("level"))
    for name in (_("accuracy"), "F1"):
        of = _(" of A, B") if b else ""
        heads += safe(
            '<th scope="col" colspan="{}">{}{}</th><th class="ends"><i>0</i><i>1</i></th>', len(both), name, of
        )
    rows = Markup()
    for i, row in enumerate(a.rows):
        own = [one.rows[i] for one in both]
        what = count_text("{n:,} class", "{n:,} classes", row.classes)
        n = count_text("{n:,} instance", "{n:,} instances", row.instances)
        values = [[x.accuracy for x in own], [x.shares["macro"].f1 for x in own]]
        rows += _row_html(_("Level {n}", n=row.level), f"{what}, {n}", values)
    n = count_text("{n:,} instance", "{n:,} instances", a.instances)
    rows += _row_html(_("All levels right"), n, [[one.full_path_accuracy for one in both]])
    rows += _row_html(_("Mean of the levels (wAP)"), _("weighted by their classes"), [[one.average() for one in both]])
    table = safe('<table class="study-table levels"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>', heads, rows)
    return safe(
        '<section class="study-levels">{}{}</section>',
        scrolling_table_html(table, _("Scores by level")),
        paragraphs_html([_(_F1)]),
    )


def _row_html(name: str, what: str, columns: Sequence[Sequence[float]]) -> Markup:
    cells = Markup()
    for values in columns:
        shown = [None if x != x else x for x in values]
        best = max((x for x in shown if x is not None), default=None)
        for x in shown:
            text = fixed_text(x)
            cells += safe("<td>{}</td>", safe("<b>{}</b>", text) if len(shown) > 1 and x == best else text)
        cells += safe('<td class="line">{}</td>', _line_html(shown))
    return safe('<tr><th scope="row">{}<small>{}</small></th>{}</tr>', name, what, cells)


def _line_html(values: Sequence[float | None]) -> Markup:
    """The line from 0 to 1 with A as a filled and B as a hollow mark."""
    places = {name: x for name, x in zip("AB", values, strict=False) if x is not None}
    together = "A = B" if len(places) == 2 and len({*places.values()}) == 1 else ""
    return duel_line_html(places, together, letters=len(places) > 1)


def early_ends_html(by_rule: Mapping[str, Sequence[LevelScores]], chosen: str) -> Markup:
    """Panel on branches that end early: each rule with the accuracy where it changes that; empty without any."""
    short = [row for row in by_rule["drop"][0].rows if row.ended_early]
    if not short:
        return Markup()
    row: LevelRow = short[-1]
    n, of = row.ended_early, row.ended_early + row.instances
    says = _("{n:,} of {of:,} end above level {level}. There they are", n=n, of=of, level=row.level)
    names = joined(safe('<th scope="col">{}</th>', name) for name, _one in zip("AB", by_rule["drop"], strict=False))
    head = _("accuracy at level {level}", level=row.level)
    body = Markup()
    for rule in ABSENT:
        values = [one.rows[row.level - 1].accuracy for one in by_rule[rule]]
        best = max(values)
        name, what = _RULES[rule]
        now = str(rule == chosen).lower()
        pick = safe(
            '<button type="button" role="radio" data-pick="absent {}" aria-checked="{}">{}</button><small>{}</small>',
            rule,
            now,
            _(name),
            _(what, n=n),
        )
        cells = joined(
            safe("<td>{}</td>", safe("<b>{}</b>", fixed_text(x)) if x == best else fixed_text(x)) for x in values
        )
        body += safe('<tr data-row><th scope="row">{}</th>{}</tr>', pick, cells)
    return safe(
        '<section class="study-early"><h2>{}</h2><p class="quiet">{}</p>'
        '<table class="study-table" role="radiogroup"><thead><tr><th scope="col">{}</th>{}</tr></thead>'
        "<tbody>{}</tbody></table></section>",
        _("Branches that end early"),
        says,
        head,
        names,
        body,
    )


# The matrix


def matrix_html(
    matrix: ConfusionMatrix,
    share_of: str,
    chosen: tuple[int, int] | None,
    other: ConfusionMatrix | None = None,
    title: str = "",
) -> Markup:
    """The matrix of a system, or its difference to another one, with heads that open and cells that can be chosen.

    title: whose it is, where another stands beside it.
    """
    heads, deep = matrix.heads, max((len(head.path) for head in matrix.heads), default=0)
    cells = matrix.shares(share_of) - (0 if other is None else other.shares(share_of))
    tints = matrix.shares("row") - (0 if other is None else other.shares("row"))
    top = _column_heads_html(heads, deep, other is None)
    body = Markup()
    for i, head in enumerate(heads):
        row = _groups_html(heads, i, deep) + _head_html(head, "row", safe(' colspan="{}"', deep - len(head.path) + 1))
        for j in range(len(heads)):
            row += _count_cell_html(
                float(cells[i, j]), float(tints[i, j]), (i, j), matrix, (share_of, chosen, other is not None)
            )
        row += safe('<td class="whole">{}</td>', f"{int(matrix.true[i]):,}")
        if other is None:
            scores = matrix.scores(i) if head.kind == "class" else ()
            row += joined(safe('<td class="whole">{}</td>', fixed_text(x, 2)) for x in scores) or Markup(
                '<td colspan="3"></td>'
            )
        body += safe("<tr>{}</tr>", row)
    table = safe('<table class="confused matrix"><thead>{}</thead><tbody>{}</tbody></table>', top, body)
    whose = safe("<h3>{}</h3>", title) if title else ""
    scrolls = scrolling_table_html(table, _("Which class is taken for which?"))
    return safe('<section class="study-matrix">{}{}{}</section>', whose, scrolls, _key_html())


def _key_html() -> Markup:
    shades = joined(safe('<i style="--tint:{}%"></i>', DARKEST * k // 4) for k in range(5))
    return safe(
        '<p class="says key">{} <span class="shades">{}</span> {} <i class="right"></i> {}</p>',
        _("share of the row that went there"),
        shades,
        _("40 % or more"),
        _("right"),
    )


def _heads_in_group(heads: Sequence[MatrixHead], i: int, depth: int) -> int:
    """The number of heads from here on in the same group at a depth; 0 where the group began before."""
    path = heads[i].path[: depth + 1]
    if i and heads[i - 1].path[: depth + 1] == path:
        return 0
    return next((k for k in range(i, len(heads)) if heads[k].path[: depth + 1] != path), len(heads)) - i


def _groups_html(heads: Sequence[MatrixHead], i: int, deep: int) -> Markup:
    """The open classes that begin at a row, each beside all its rows."""
    cells = Markup()
    for depth, c in enumerate(heads[i].path):
        if span := _heads_in_group(heads, i, depth):
            cells += safe(
                '<th scope="rowgroup" rowspan="{}" class="group">{}</th>', span, _fold_button_html(c, c, True)
            )
    return cells


def _column_heads_html(heads: Sequence[MatrixHead], deep: int, scored: bool) -> Markup:
    corner = safe(
        '<th rowspan="{0}" colspan="{0}" class="corner"><span>{1} ↓</span> <span>{2} →</span></th>',
        deep + 1,
        _("true"),
        _("predicted"),
    )
    rows = Markup()
    for depth in range(deep + 1):
        cells = corner if depth == 0 else Markup()
        for i, head in enumerate(heads):
            if depth < len(head.path):
                span = _heads_in_group(heads, i, depth)
                group = head.path[depth]
                cells += (
                    safe('<th colspan="{}" class="group">{}</th>', span, _fold_button_html(group, group, True))
                    if span
                    else ""
                )
            elif depth == len(head.path):
                cells += _head_html(head, "col", safe(' rowspan="{}"', deep + 1 - depth))
        if depth == 0:
            names = [_("instances"), *(("P", "R", "F1") if scored else ())]
            cells += joined(
                safe('<th scope="col" rowspan="{}" class="whole">{}</th>', deep + 1, name) for name in names
            )
        rows += safe("<tr>{}</tr>", cells)
    return rows


def head_name(head: MatrixHead) -> str:
    """The text of a head of the matrix."""
    if head.kind == "others":
        return count_text("{n:,} other", "{n:,} others", len(head.merged))
    if head.kind == "nothing":
        return _("nothing")
    return _("{name} itself", name=head.shown) if head.itself else head.shown


def _head_html(head: MatrixHead, scope: str, span: Markup) -> Markup:
    name = head_name(head)
    inside = _fold_button_html(head.key, name, False) if head.opens else safe('<span title="{0}">{0}</span>', name)
    return safe('<th scope="{}"{}>{}</th>', scope, span, inside)


def _fold_button_html(c: str, name: str, open_: bool) -> Markup:
    sign, expanded = ("▾", "true") if open_ else ("▸", "false")
    return safe(
        '<button type="button" data-pick="fold {0}" aria-expanded="{1}" title="{2}">'
        '<i aria-hidden="true">{3}</i> <bdi>{2}</bdi></button>',
        c,
        expanded,
        name,
        sign,
    )


def _count_cell_html(
    value: float,
    tint: float,
    at: tuple[int, int],
    matrix: ConfusionMatrix,
    shown: tuple[str, tuple[int, int] | None, bool],
) -> Markup:
    """A cell, which can be chosen where it counts. shown: what cells are, which is chosen, whether two differ."""
    (i, j), (of, chosen, signed) = at, shown
    text = f"{value:+,.0f}" if signed else f"{value:,.0f}"
    if of != "count":
        text = f"{100 * value:+.0f} %" if signed else f"{100 * value:.0f} %"
    text = "" if not value else text.replace("-", "−")
    css = "right" if i == j else "less" if tint < 0 else ""
    style = "" if i == j or not tint else safe(' style="--tint:{}%"', f"{DARKEST * min(1.0, abs(tint) / STEEPEST):.0f}")
    if not matrix.counts[i, j]:
        return safe('<td class="{}"{}>{}</td>', css, style, text)
    says = _(
        "{true} taken for {predicted}: {n:,}",
        true=head_name(matrix.heads[i]),
        predicted=head_name(matrix.heads[j]),
        n=int(matrix.counts[i, j]),
    )
    pressed = str(chosen == at).lower()
    return safe(
        '<td class="{}"{}><button type="button" data-pick="cell {} {}" aria-pressed="{}" '
        'aria-label="{}">{}</button></td>',
        css,
        style,
        i,
        j,
        pressed,
        says,
        text or "0",
    )


def cell_html(title: str, rows: Sequence[InstanceRow], nth: int, more: int) -> Markup:
    """The instances of a cell, one of them chosen, and how many more there are."""
    marks = [m for row in rows for m in (*row.true, *row.answers[0].predicted)]
    ids = {name: i for i, name in enumerate(dict.fromkeys(m.name for m in marks))}
    listed = Markup()
    for i, row in enumerate(rows):
        answer = row.answers[0]
        apart = tuple(m for m in answer.predicted if m.mark != "both")
        worn = (
            marked_classes_html(row.true, row.more, ids),
            marked_classes_html(apart, answer.more, ids) if apart else "",
        )
        css = Markup(' class="selected"') if i == nth else ""
        pick = safe(
            '<button type="button" data-pick="nth {}" aria-pressed="{}"><bdi>{}</bdi></button>',
            i,
            str(i == nth).lower(),
            row.name,
        )
        listed += safe('<tr data-row{}><th scope="row">{}</th><td>{} {}</td></tr>', css, pick, worn[0], worn[1])
    rest = safe('<button type="button" data-pick="more">{}</button>', _("{n:,} more", n=more)) if more else ""
    return safe(
        '<section class="study-cell"><h2>{}</h2><table class="study-table">{}</table><p class="says">{}</p></section>',
        title,
        listed,
        rest,
    )


def counting_notes_html(sentences: Sequence[str]) -> Markup:
    """The notes on how pairs are counted."""
    return safe('<section class="study-matrix">{}</section>', paragraphs_html(sentences, english_attribute()))
