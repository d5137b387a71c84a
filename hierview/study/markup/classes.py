"""The classes of a run as a table that can be ordered, and where the run loses instances, drawn on the hierarchy.

Clicks report `order` with a column's key, `page` with a page's number, and `class` with a class's name.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...draw.backends.svg import shape_markup
from ...draw.scenes.drawable import plain_scene
from ...draw.scenes.hierarchy import DrawingRoom
from ...draw.scenes.scene import Shape
from ...draw.scenes.style import SCREEN
from ...explain import FlowTreePicture, plain
from ...languages import N_, _
from ...markup.pictures import scrolling_frame_html
from ...safe import Markup, joined, safe, trusted
from ..per_class.class_table import AVERAGES, BLOCKED, COUNTS, ClassTable
from .values import (
    ColumnHead,
    fixed_text,
    heads_row_html,
    page_buttons_html,
    paragraphs_html,
    row_html,
    scrolling_table_html,
)

_NAMES = {"precision": "P", "recall": "R"}
WIDE, NARROW = 570.0, 340.0  # px
_KEY = (
    ("true", 0.25, N_("kept: the system goes there, too")),
    ("predicted", 1.0, N_("lost here")),
    ("ground", 1.0, N_("lost above")),
)
_COUNTED = N_(
    "Over {n:,} instances: true, right, wrong and missed count how often a class is so; P is precision, R is recall."
)
_NEAR = N_(
    "By similarity and by distance a near miss counts in part (Sun, Lim and Ng 2003, Eq. 12, 13); where micro is not "
    "limited to 1, sums are theirs as printed (Eq. 14, 15)."
)
_BLOCKING = N_("blocking: the share of the instances at or below an inner class that its classifier rejected (Eq. 21).")
_BELOW = N_("With below: an instance counts once for a class with a class at or below it on that side.")
_BY = {"below": N_("with below"), "similarity": N_("by similarity"), "distance": N_("by distance")}


def class_table_html(content: ClassTable) -> Markup:
    """A page of classes with the averages over all of them above."""
    columns = [ColumnHead(_("class"), "order class", numbers=False)]
    for key, by in content.columns:
        name = _NAMES.get(key.partition(" ")[0], key)
        columns.append(ColumnHead(" ".join([name, *([_(_BY[by])] if by in _BY else [])]), f"order {key}"))
    body = joined(_averages_html(content))
    for row in content.rows:
        pick = safe('<button type="button" data-pick="class {}"><bdi>{}</bdi></button>', row.name, row.shown)
        body += row_html(pick, _share_cells_html(row.values, content), Markup(" data-row"))
    table = safe(
        '<table class="study-table classes"><thead>{}</thead><tbody>{}</tbody></table>',
        heads_row_html(columns, f"order {content.order}", content.descending),
        body,
    )
    row_count = len(content.rows)
    first = (content.page - 1) * row_count + 1 if content.page < content.pages else content.count - row_count + 1
    steps = page_buttons_html(content.page, content.pages, first, row_count, content.count, _("Pages of classes"))
    label = _("Classes of {system}", system=content.system)
    return safe(
        '<section class="study-classes">{}{}{}</section>',
        scrolling_table_html(table, label),
        steps,
        paragraphs_html(_counting_sentences(content)),
    )


def _share_cells_html(values: tuple[float | None, ...], content: ClassTable) -> Iterator[str]:
    for value, (key, _by) in zip(values, content.columns, strict=True):
        yield f"{value:,.0f}" if key.partition(" ")[0] in COUNTS and value is not None else fixed_text(value)


def _averages_html(content: ClassTable) -> list[Markup]:
    """The averages, each value in the column of its share."""
    rows = []
    for average in content.averages:
        values = dict(zip(content.shares, average.values, strict=True))
        cells = (fixed_text(values[i]) if i in values else "" for i in range(len(content.columns)))
        name = _(AVERAGES.get(average.name, average.name))
        rows.append(row_html(name, cells, Markup(' class="average"')))
    return rows


def _counting_sentences(content: ClassTable) -> list[str]:
    sentences = [_(_COUNTED, n=content.instances)]
    if any(by == "below" for _key, by in content.columns):
        sentences.append(_(_BELOW))
    if any(by in ("similarity", "distance") for _key, by in content.columns):
        sentences.append(_(_NEAR))
    if any(key == BLOCKED for key, _by in content.columns):
        sentences.append(_(_BLOCKING))
    return sentences


def flow_tree_html(picture: FlowTreePicture, says: tuple[str, ...] = ()) -> Markup:
    """The flow tree, once for wide and once for narrow pages, with its key and sentences.

    A click on a class reports `class` and its name, on folded ones `under` and the name of the class above them.
    """
    title = plain(picture.title)
    drawings = []
    for kind, room in (("wide", WIDE), ("narrow", NARROW)):
        scene = plain_scene(picture, DrawingRoom(room))
        drawings.append(
            safe('<div class="flow-{}">{}</div>', kind, scrolling_frame_html(scene, {}, f"{title}: {scene.says}"))
        )
    return safe(
        '<section class="study-flows"><h2>{}</h2>{}<p class="key">{}</p>{}</section>',
        title,
        joined(drawings),
        _key_html(),
        paragraphs_html(says),
    )


def _key_html() -> Markup:
    entries = []
    for colour, opacity, text in _KEY:
        shape = Shape("rect", (0.5, 0.5, 19, 13, 0), colour, "none", 0.75, opacity=opacity)
        box = trusted(shape_markup(shape, SCREEN))
        entries.append(safe('<span><svg width="20" height="14" aria-hidden="true">{}</svg> {}</span>', box, _(text)))
    return joined(entries)
