"""Numbers of a study as its views show them, and the heads of their tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...draw.scenes.drawable import plain_scene
from ...draw.scenes.hierarchy import DrawingRoom
from ...explain import PlainPicture, number, plain
from ...languages import _
from ...markup.answer_table import ARROWS
from ...markup.answer_table import better_direction_words as direction
from ...markup.pictures import scrolling_frame_html
from ...safe import Markup, joined, safe
from ..results.differences import ValueWithInterval

WIDE = 340.0  # px of one of several pictures: the least page has room for it
DIGITS = 3


def fixed_text(value: float | None, digits: int = DIGITS) -> str:
    """A value with so many decimals, and a minus as wide as a digit.

    >>> fixed_text(-0.5), fixed_text(None)
    ('−0.500', '–')
    """
    return "–" if value is None else f"{value + 0.0:.{digits}f}".replace("-", "−")


def p_value_text(p: float | None) -> str:
    """The text of a p-value with at most four decimals; a smaller one is shown as less than the smallest.

    >>> p_value_text(0.04321), p_value_text(0.00002), p_value_text(None)
    ('0.0432', '< 0.0001', '–')
    """
    return "< 0.0001" if p is not None and p < 0.0001 else number(p, 4)


def limits_text(ends: ValueWithInterval) -> str:
    """The limits of an interval in brackets, "" where there are none.

    >>> limits_text(ValueWithInterval(0.5, 0.25, 0.75))
    '[0.250, 0.750]'
    """
    if ends.low is None or ends.high is None or ends.why:
        return ""
    return f"[{fixed_text(ends.low)}, {fixed_text(ends.high)}]"


def measure_name_html(text: str, better: str) -> Markup:
    """A measure's name, and which way is better, as HTML."""
    arrow = safe('<span class="way" aria-label="{}"> {}</span>', direction(better), ARROWS[better]) if better else ""
    return safe("<bdi>{}</bdi>{}", text, arrow)


def paragraphs_html(sentences: Sequence[str], attributes: Markup = Markup()) -> Markup:
    """Sentences below a table or a picture, in quiet ink."""
    return joined(safe('<p class="says"{}>{}</p>', attributes, sentence) for sentence in sentences)


def pictures_in_row_html(figures: Markup) -> Markup:
    """Pictures of one kind side by side, as HTML."""
    return safe('<div class="panels multiples" style="--least:{}px">{}</div>', f"{WIDE:.0f}", figures)


def captioned_picture_html(picture: PlainPicture, caption: Markup) -> Markup:
    """One of several pictures, under a caption as HTML."""
    scene = plain_scene(picture, DrawingRoom(WIDE))
    drawing = scrolling_frame_html(scene, {}, f"{plain(picture.title)}: {scene.says}")
    return safe('<figure class="panel"><figcaption class="title">{}</figcaption>{}</figure>', caption, drawing)


def row_html(head: str, cells: Iterable[str], attributes: Markup = Markup()) -> Markup:
    """A row of a table: its head, and its cells, each a text or HTML."""
    return safe(
        '<tr{}><th scope="row">{}</th>{}</tr>', attributes, head, joined(safe("<td>{}</td>", cell) for cell in cells)
    )


@dataclass(frozen=True)
class ColumnHead:
    """The head of a column, by which rows may be ordered."""

    name: str
    """Text of the head."""
    sort: str = ""
    """Key that a click on it reports; "" where nothing is ordered by it."""
    numbers: bool = True
    """Whether its entries stand at the right."""
    better: str = ""
    """Which way is better; "" where neither is."""


def heads_row_html(columns: Sequence[ColumnHead], by: str = "", descending: bool = True) -> Markup:
    """The row of heads. by: what the rows are ordered by now."""
    cells = []
    for head in columns:
        kind = "" if head.numbers else Markup(' class="words"')
        name = measure_name_html(head.name, head.better)
        if not head.sort:
            cells.append(safe('<th scope="col"{}>{}</th>', kind, name))
            continue
        order = ("descending" if descending else "ascending") if head.sort == by else "none"
        sign = {"descending": " ▼", "ascending": " ▲", "none": ""}[order]
        button = safe(
            '<button type="button" data-pick="{}">{}<i aria-hidden="true">{}</i></button>', head.sort, name, sign
        )
        cells.append(safe('<th scope="col"{} aria-sort="{}">{}</th>', kind, order, button))
    return safe("<tr>{}</tr>", joined(cells))


def scrolling_table_html(table: Markup, label: str) -> Markup:
    """A table that scrolls inside itself where it is wider than its place, by keys too."""
    return safe('<div class="sideways" role="region" aria-label="{}" tabindex="0">{}</div>', label, table)


def plain_table_html(label: str, heads: Iterable[str], rows: Markup, kind: str = "") -> Markup:
    """A plain table of rows as HTML, without a title, that scrolls inside itself."""
    head = joined(safe('<th scope="col">{}</th>', head) for head in heads)
    return scrolling_table_html(
        safe(
            '<table class="{}"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>', f"plain {kind}".strip(), head, rows
        ),
        label,
    )


def titled_table_html(label: str, columns: Sequence[ColumnHead], rows: Markup, css_class: str = "") -> Markup:
    """A table under its title, of rows as HTML."""
    head = safe("<caption>{}</caption><thead>{}</thead>", label, heads_row_html(columns))
    return scrolling_table_html(
        safe('<table class="study-table{}">{}<tbody>{}</tbody></table>', css_class, head, rows), label
    )


def page_buttons_html(page: int, page_count: int, first: int, shown: int, count: int, label: str) -> Markup:
    """Buttons to the pages around, and which rows are shown; nothing where there is one page. They report `page`.

    label: what they lead through, for those who listen.
    """
    if page_count == 1:
        return Markup()
    back, on = page > 1, page < page_count
    steps = (
        (_("First"), 1, back),
        (_("Previous"), page - 1, back),
        (_("Next"), page + 1, on),
        (_("Last"), page_count, on),
    )
    buttons = joined(
        safe('<button type="button" data-pick="page {}"{}>{}</button>', to, "" if open_ else " disabled", word)
        for word, to, open_ in steps
    )
    which = _("{first:,} to {last:,} of {count:,}", first=first, last=first + shown - 1, count=count)
    return safe('<nav class="study-pages" aria-label="{}">{}<span class="quiet">{}</span></nav>', label, buttons, which)
