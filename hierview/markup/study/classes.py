"""The classes of a run as a table that can be ordered.

Clicks report `order` with a column's key, `page` with a page's number, and `class` with a class's name.
"""

from __future__ import annotations

from html import escape

from ...languages import N_, _
from ...study.class_table import BLOCKED, COUNTS, ClassTable
from ...study.classes import PRINTED
from .values import Head, heads, pages, said, sideways, value_text

_NAMES = {"precision": "P", "recall": "R"}
_AVERAGES = {PRINTED: N_("micro, not limited to 1")}  # Sun et al. print the formula; these values nobody printed
_BY = {"similarity": N_("by similarity"), "distance": N_("by distance")}


def class_table(found: ClassTable) -> str:
    """A page of classes with the averages over all of them above."""
    columns = [Head(_("class"), "order class", numbers=False)]
    for key, by in found.columns:
        name = _NAMES.get(key.partition(" ")[0], key)
        columns.append(Head(" ".join([name, *([_(_BY[by])] if by in _BY else [])]), f"order {key}"))
    body = "".join(_averages(found)) + "".join(
        f'<tr data-row><th scope="row"><button type="button" data-pick="class {escape(row.name)}">'
        f"<bdi>{escape(row.shown)}</bdi></button></th>{_cells(row.values, found)}</tr>"
        for row in found.rows
    )
    table = (
        f'<table class="study-table classes"><thead>{heads(columns, f"order {found.order}", found.descending)}'
        f"</thead><tbody>{body}</tbody></table>"
    )
    first = (found.page - 1) * len(found.rows) + 1 if found.page < found.pages else found.count - len(found.rows) + 1
    steps = pages(found.page, found.pages, first, len(found.rows), found.count, _("Pages of classes"))
    label = _("Classes of {system}", system=found.system)
    return f'<section class="study-classes">{sideways(table, label)}{steps}{said(_words(found))}</section>'


def _cells(values: tuple[float | None, ...], found: ClassTable) -> str:
    cells = []
    for value, (key, _by) in zip(values, found.columns, strict=True):
        text = f"{value:,.0f}" if key in COUNTS and value is not None else value_text(value)
        cells.append(f"<td>{text}</td>")
    return "".join(cells)


def _averages(found: ClassTable) -> list[str]:
    """The averages, each value in the column of its share."""
    rows = []
    for average in found.averages:
        shown = dict(zip(found.shares, average.values, strict=True))
        cells = "".join(f"<td>{value_text(shown[i]) if i in shown else ''}</td>" for i in range(len(found.columns)))
        name = _(_AVERAGES.get(average.name, average.name))
        rows.append(f'<tr class="average"><th scope="row">{escape(name)}</th>{cells}</tr>')
    return rows


def _words(found: ClassTable) -> list[str]:
    """Meaning of the columns, in sentences."""
    told = [
        _(
            "Over {n:,} instances: true, right, wrong and missed count how often a class is so; P is precision, R is "
            "recall.",
            n=found.instances,
        ),
    ]
    if any(by in _BY for _key, by in found.columns):
        told.append(
            _(
                "By similarity and by distance a near miss counts in part (Sun, Lim and Ng 2003, Eq. 12, 13); where "
                "micro is not limited to 1, sums are theirs as printed (Eq. 14, 15)."
            )
        )
    if any(key == BLOCKED for key, _by in found.columns):
        told.append(
            _("blocking: the share of the instances at or below an inner class that its classifier rejected (Eq. 21).")
        )
    return told
