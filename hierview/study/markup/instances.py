"""Instances of a study as a table: what is true, what each system predicts, and what the measures say of it.

Clicks report `case` with an instance's number and a system, `pair` with the number, `page` with a page's number, `by`
with a formula to order by, `turn` to have the last first, `group` to have equal ones in one row, or apart again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from ...draw.scenes.hierarchy import drawable_part
from ...draw.scenes.layout_choice import Place
from ...draw.scenes.scene import LONGEST_LABEL
from ...languages import N_, _
from ...markup import html, pictures
from ...markup.pages import evidence as workbench
from ...model.case import Case
from ..results.instances import Answered, InstanceRow, Instances, Marked, Wish
from .values import Head, fixed_text, heads, pages, sideways

_ROOMS = Place(560, 700), Place(280, 1_000)  # of a case beside another in a dialog, and on a phone
_SAID = {"true": N_("true"), "predicted": N_("predicted"), "both": N_("true and predicted"), "none": ""}
_BETTER: dict[str, Callable[[float, float], bool]] = {"higher": float.__gt__, "lower": float.__lt__}


def instances(listing: Instances) -> str:
    """A page of instances, how many there are, and the way to other pages."""
    if not listing.rows:
        return f'<section class="study-instances">{_count(listing)}</section>'
    marks = [m for row in listing.rows for m in (*row.true, *(m for answer in row.answers for m in answer.predicted))]
    ids = {name: i for i, name in enumerate(dict.fromkeys(m.name for m in marks))}
    body = "".join(_row(row, listing, ids) for row in listing.rows)
    table = f'<table class="study-table instances"><thead>{_heads(listing)}</thead>{body}</table>'
    first = (listing.page - 1) * listing.wish.rows + 1
    steps = pages(listing.page, listing.pages, first, len(listing.rows), listing.listed, _("Pages of instances"))
    return f'<section class="study-instances">{_count(listing)}{sideways(table, _("Instances"))}{steps}</section>'


def ordering_formula(wish: Wish, text: str) -> str:
    """The formula that a measure's head orders by: what it says of the one system, or the difference of the two.

    >>> ordering_formula(Wish("x", "y"), "hF"), ordering_formula(Wish("x"), "hF")
    ('A.hF - B.hF', 'A.hF')
    """
    return f"A.{text} - B.{text}" if wish.b else f"A.{text}"


def _heads(listing: Instances) -> str:
    wish = listing.wish
    cells = [Head(_("instance"), numbers=False)]
    if listing.rows[0].by is not None:
        cells.append(Head(wish.by, "turn"))
    cells += [Head(_("true"), numbers=False), *([Head(_("system"), numbers=False)] if wish.b else [])]
    cells.append(Head(_("predicted"), numbers=False))
    cells += [
        Head(label, f"by {ordering_formula(wish, text)}", better=better)
        for label, (text, better) in zip(listing.labels, listing.measures, strict=True)
    ]
    return heads(cells, "turn", not wish.lowest)


def _count(listing: Instances) -> str:
    """How many instances there are, in a sentence, and which are left out."""
    several = N_("{count:,} of {whole:,} instances") if listing.count < listing.whole else N_("{whole:,} instances")
    every = _(several, count=listing.count, whole=listing.whole)
    wish = listing.wish
    if listing.condition:
        text = _("{every}, where {by}", every=every, by=listing.by)
    elif wish.by.strip():
        largest, smallest = N_("{every}, the largest {by} first"), N_("{every}, the smallest {by} first")
        text = _(smallest if wish.lowest else largest, every=every, by=listing.by)
    else:
        text = _("{every}, as they come", every=every)
    if not listing.count:
        none = N_("None of {whole:,} instances is such a one; ask for another class or part, or another formula")
        text = _(none, whole=listing.whole)
    out = _(" {undefined:,} are left out: the formula has no value there.", undefined=listing.undefined)
    out = out if listing.undefined else ""
    return f'<p class="says" role="status">{escape(text)}.{out}{_grouping(listing)}</p>'


def _grouping(listing: Instances) -> str:
    """A button that gathers equal rows of the page, or parts them again; "" where no two rows are equal."""
    if listing.wish.grouped:
        says = _(" {rows:,} rows, each for all with the same classes.", rows=listing.listed)
        return f'{says} <button type="button" data-pick="group">{_("A row for each instance")}</button>'
    classes = {(row.true, *(answer.predicted for answer in row.answers)) for row in listing.rows}
    if len(classes) == len(listing.rows):
        return ""
    return f' <button type="button" data-pick="group">{_("One row for all with the same classes")}</button>'


def _row(row: InstanceRow, listing: Instances, ids: dict[str, int]) -> str:
    """An instance: a line for each system, what they share on the left."""
    several = len(row.answers)
    span = f' rowspan="{several}"' if several > 1 else ""
    pick = f"pair {row.number}" if several > 1 else f"case {row.number} {row.answers[0].system}"
    link = _opening(row.name, pick, _("Compare") if several > 1 else _("Explore"))
    alike = f' <span class="quiet">{_("and {n:,} more", n=row.alike)}</span>' if row.alike else ""
    left_cells = f'<th scope="row"{span}>{link}{alike}</th>'
    if row.by is not None:
        left_cells += f'<td{span} data-label="{escape(listing.wish.by)}">{fixed_text(row.by)}</td>'
    left_cells += f'<td class="words" data-label="{_("true")}"{span}>{worn_classes(row.true, row.more, ids)}</td>'
    lines = []
    for i, answer in enumerate(row.answers):
        lines.append(f"<tr>{'' if i else left_cells}{_answer(row, answer, listing, ids)}</tr>")
    return f'<tbody data-instance="{row.number}">{"".join(lines)}</tbody>'


def _answer(row: InstanceRow, answer: Answered, listing: Instances, ids: dict[str, int]) -> str:
    cells = ""
    if len(row.answers) > 1:
        pick = f"case {row.number} {answer.system}"
        cells = f'<td class="words system">{_opening(answer.system, pick, _("{name} in Explore", name=row.name))}</td>'
    cells += f'<td class="words" data-label="{_("predicted")}">{worn_classes(answer.predicted, answer.more, ids)}</td>'
    others = [other for other in row.answers if other is not answer]
    for k, (label, (_text, better)) in enumerate(zip(listing.labels, listing.measures, strict=True)):
        value = answer.values[k]
        beaten = [other.values[k] for other in others]
        best = value is not None and any(v is not None and _BETTER[better](value, v) for v in beaten)
        cell = f"<b>{fixed_text(value)}</b>" if best else fixed_text(value)
        cells += f'<td class="value" data-label="{escape(label)}">{cell}</td>'
    return cells


def _opening(text: str, pick: str, where: str) -> str:
    label = f'<bdi>{escape(text)}</bdi><span class="hidden">{_(", open {where}", where=escape(where))}</span>'
    return f'<button type="button" data-pick="{escape(pick)}">{label}</button>'


def worn_classes(marks: tuple[Marked, ...], more: int, ids: dict[str, int]) -> str:
    """Classes that wear their marks, and how many more there are."""
    worn = [
        f'<span class="mark {m.mark}{" long" * (len(m.shown) > LONGEST_LABEL)}" data-n="{ids[m.name]}" '
        f'title="{escape(m.name)}"><span><bdi>{escape(m.shown)}</bdi></span></span>'
        f'<span class="hidden"> ({_(_SAID[m.mark])})</span>'
        for m in marks
    ]
    rest = f' <span class="quiet">{_("and {n:,} more", n=more)}</span>' if more else ""
    return (" ".join(worn) or f'<span class="quiet">{_("none")}</span>') + rest


def system_values(system: str, values: Sequence[tuple[str, str]]) -> str:
    """The system's name, and each measure with its value."""
    listed = ", ".join(f"<bdi>{escape(name)}</bdi> <b>{escape(value)}</b>" for name, value in values)
    return f'<section class="evidence"><h2><bdi>{escape(system)}</bdi></h2><p>{listed}</p></section>'


def case_drawing_html(case: Case, cases: Sequence[Case]) -> str:
    """The case, drawn small; where several are drawn beside each other, with the marked classes of all in view."""
    ids = html.class_ids(case)
    part = drawable_part(case)
    if len(cases) == 1 or part is None:
        picture = workbench.small_picture_html(case)
    else:
        marked = [c for other in cases for c in other.marked]
        frames = pictures.narrow_and_wide_frames(part, ids, part, (1.0, 1.0), marked, _ROOMS)
        picture = f'<div class="canvas beside">{frames}</div>'
    return f'<section class="evidence">{picture}</section>'
