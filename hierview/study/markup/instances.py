"""Instances of a study as a table: what is true, what each system predicts, and what the measures say of it.

Clicks report `case` with an instance's number and a system, `pair` with the number, `page` with a page's number, `by`
with a formula to order by, `turn` to have the last first, `group` to have equal ones in one row, or apart again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...draw.scenes.hierarchy import drawable_part
from ...draw.scenes.layout_choice import DrawingArea
from ...draw.scenes.scene import LONGEST_LABEL
from ...languages import N_, _
from ...markup import html, pictures
from ...markup.pages import evidence as workbench
from ...model.case import Case
from ...safe import Markup, joined, safe
from ..results.instances import InstanceQuery, InstanceRow, InstancesPage, MarkedClass, SystemAnswer
from .values import ColumnHead, fixed_text, heads_row_html, page_buttons_html, scrolling_table_html

_ROOMS = DrawingArea(560, 700), DrawingArea(280, 1_000)  # of a case beside another in a dialog, and on a phone
_SAID = {"true": N_("true"), "predicted": N_("predicted"), "both": N_("true and predicted"), "none": ""}
_BETTER: dict[str, Callable[[float, float], bool]] = {"higher": float.__gt__, "lower": float.__lt__}


def instances_html(listing: InstancesPage) -> Markup:
    """A page of instances, how many there are, and the way to other pages."""
    if not listing.rows:
        return safe('<section class="study-instances">{}</section>', _count_html(listing))
    marks = [m for row in listing.rows for m in (*row.true, *(m for answer in row.answers for m in answer.predicted))]
    ids = {name: i for i, name in enumerate(dict.fromkeys(m.name for m in marks))}
    body = joined(_row_html(row, listing, ids) for row in listing.rows)
    table = safe('<table class="study-table instances"><thead>{}</thead>{}</table>', _heads_html(listing), body)
    first = (listing.page - 1) * listing.query.rows + 1
    steps = page_buttons_html(
        listing.page, listing.pages, first, len(listing.rows), listing.listed, _("Pages of instances")
    )
    return safe(
        '<section class="study-instances">{}{}{}</section>',
        _count_html(listing),
        scrolling_table_html(table, _("Instances")),
        steps,
    )


def ordering_formula(query: InstanceQuery, text: str) -> str:
    """The formula that a measure's head orders by: what it says of the one system, or the difference of the two.

    >>> ordering_formula(InstanceQuery("x", "y"), "hF"), ordering_formula(InstanceQuery("x"), "hF")
    ('A.hF - B.hF', 'A.hF')
    """
    return f"A.{text} - B.{text}" if query.b else f"A.{text}"


def _heads_html(listing: InstancesPage) -> Markup:
    wish = listing.query
    cells = [ColumnHead(_("instance"), numbers=False)]
    if listing.rows[0].by is not None:
        cells.append(ColumnHead(wish.by, "turn"))
    cells += [ColumnHead(_("true"), numbers=False), *([ColumnHead(_("system"), numbers=False)] if wish.b else [])]
    cells.append(ColumnHead(_("predicted"), numbers=False))
    cells += [
        ColumnHead(label, f"by {ordering_formula(wish, text)}", better=better)
        for label, (text, better) in zip(listing.labels, listing.measures, strict=True)
    ]
    return heads_row_html(cells, "turn", not wish.lowest)


def _count_html(listing: InstancesPage) -> Markup:
    """A sentence on how many instances there are, and which are left out."""
    several = N_("{count:,} of {whole:,} instances") if listing.count < listing.whole else N_("{whole:,} instances")
    every = _(several, count=listing.count, whole=listing.whole)
    wish = listing.query
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
    return safe('<p class="says" role="status">{}.{}{}</p>', text, out, _grouping_html(listing))


def _grouping_html(listing: InstancesPage) -> Markup:
    """A button that gathers equal rows of the page, or parts them again; "" where no two rows are equal."""
    if listing.query.grouped:
        says = _(" {rows:,} rows, each for all with the same classes.", rows=listing.listed)
        return safe('{} <button type="button" data-pick="group">{}</button>', says, _("A row for each instance"))
    classes = {(row.true, *(answer.predicted for answer in row.answers)) for row in listing.rows}
    if len(classes) == len(listing.rows):
        return Markup()
    return safe(' <button type="button" data-pick="group">{}</button>', _("One row for all with the same classes"))


def _row_html(row: InstanceRow, listing: InstancesPage, ids: dict[str, int]) -> Markup:
    """An instance: a line for each system, what they share on the left."""
    several = len(row.answers)
    span = safe(' rowspan="{}"', several) if several > 1 else ""
    pick = f"pair {row.number}" if several > 1 else f"case {row.number} {row.answers[0].system}"
    link = _opening_button_html(row.name, pick, _("Compare") if several > 1 else _("Explore"))
    alike = safe(' <span class="quiet">{}</span>', _("and {n:,} more", n=row.alike)) if row.alike else ""
    left_cells = safe('<th scope="row"{}>{}{}</th>', span, link, alike)
    if row.by is not None:
        left_cells += safe('<td{} data-label="{}">{}</td>', span, listing.query.by, fixed_text(row.by))
    left_cells += safe(
        '<td class="words" data-label="{}"{}>{}</td>', _("true"), span, marked_classes_html(row.true, row.more, ids)
    )
    lines = []
    for i, answer in enumerate(row.answers):
        lines.append(safe("<tr>{}{}</tr>", "" if i else left_cells, _answer_html(row, answer, listing, ids)))
    return safe('<tbody data-instance="{}">{}</tbody>', row.number, joined(lines))


def _answer_html(row: InstanceRow, answer: SystemAnswer, listing: InstancesPage, ids: dict[str, int]) -> Markup:
    cells = Markup()
    if len(row.answers) > 1:
        pick = f"case {row.number} {answer.system}"
        cells = safe(
            '<td class="words system">{}</td>',
            _opening_button_html(answer.system, pick, _("{name} in Explore", name=row.name)),
        )
    cells += safe(
        '<td class="words" data-label="{}">{}</td>',
        _("predicted"),
        marked_classes_html(answer.predicted, answer.more, ids),
    )
    others = [other for other in row.answers if other is not answer]
    for k, (label, (_text, better)) in enumerate(zip(listing.labels, listing.measures, strict=True)):
        value = answer.values[k]
        beaten = [other.values[k] for other in others]
        best = value is not None and any(v is not None and _BETTER[better](value, v) for v in beaten)
        cell = safe("<b>{}</b>", fixed_text(value)) if best else fixed_text(value)
        cells += safe('<td class="value" data-label="{}">{}</td>', label, cell)
    return cells


def _opening_button_html(text: str, pick: str, where: str) -> Markup:
    label = safe('<bdi>{}</bdi><span class="hidden">{}</span>', text, _(", open {where}", where=where))
    return safe('<button type="button" data-pick="{}">{}</button>', pick, label)


def marked_classes_html(marks: tuple[MarkedClass, ...], more: int, ids: dict[str, int]) -> Markup:
    """The classes with their marks of true, predicted or both, and the number of further ones."""
    worn = [
        safe(
            '<span class="mark {}{}" data-n="{}" '
            'title="{}"><span><bdi>{}</bdi></span></span>'
            '<span class="hidden"> ({})</span>',
            m.mark,
            " long" * (len(m.shown) > LONGEST_LABEL),
            ids[m.name],
            m.name,
            m.shown,
            _(_SAID[m.mark]),
        )
        for m in marks
    ]
    rest = safe(' <span class="quiet">{}</span>', _("and {n:,} more", n=more)) if more else Markup()
    return (joined(worn, " ") or safe('<span class="quiet">{}</span>', _("none"))) + rest


def system_values_html(system: str, values: Sequence[tuple[str, str]]) -> Markup:
    """The system's name, and each measure with its value."""
    listed = joined([safe("<bdi>{}</bdi> <b>{}</b>", name, value) for name, value in values], ", ")
    return safe('<section class="evidence"><h2><bdi>{}</bdi></h2><p>{}</p></section>', system, listed)


def case_drawing_html(case: Case, cases: Sequence[Case]) -> Markup:
    """The case, drawn small; where several are drawn beside each other, with the marked classes of all in view."""
    ids = html.class_ids(case)
    part = drawable_part(case)
    if len(cases) == 1 or part is None:
        picture = workbench.small_picture_html(case)
    else:
        marked = [c for other in cases for c in other.marked]
        frames = pictures.narrow_and_wide_frames_html(part, ids, part, (1.0, 1.0), marked, _ROOMS)
        picture = safe('<div class="canvas beside">{}</div>', frames)
    return safe('<section class="evidence">{}</section>', picture)
