"""Numbers of a study as its views show them, and the heads of their tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ...draw.scenes.drawable import plain_scene
from ...draw.scenes.hierarchy import DrawingRoom
from ...explain import PlainPicture, number, plain
from ...languages import _
from ...markup.answer_table import ARROWS
from ...markup.answer_table import better_direction_words as direction
from ...markup.pictures import scrolling_frame_html
from ..results.differences import WithInterval

WIDE = 340.0  # px of one of several pictures: the least page has room for it
DIGITS = 3


def fixed_text(value: float | None, digits: int = DIGITS) -> str:
    """A value with so many decimals, and a minus as wide as a digit.

    >>> fixed_text(-0.5), fixed_text(None)
    ('−0.500', '–')
    """
    return "–" if value is None else f"{value + 0.0:.{digits}f}".replace("-", "−")


def p_value_text(p: float | None) -> str:
    """A p with at most four decimals; less is no nothing.

    >>> p_value_text(0.04321), p_value_text(0.00002), p_value_text(None)
    ('0.0432', '< 0.0001', '–')
    """
    return "< 0.0001" if p is not None and p < 0.0001 else number(p, 4)


def ends_text(ends: WithInterval) -> str:
    """The limits of an interval in brackets, "" where there are none.

    >>> ends_text(WithInterval(0.5, 0.25, 0.75))
    '[0.250, 0.750]'
    """
    if ends.low is None or ends.high is None or ends.why:
        return ""
    return f"[{fixed_text(ends.low)}, {fixed_text(ends.high)}]"


def measure_name(text: str, better: str) -> str:
    """A measure's name, and which way is better, as HTML."""
    arrow = f'<span class="way" aria-label="{escape(direction(better))}"> {ARROWS[better]}</span>' if better else ""
    return f"<bdi>{escape(text)}</bdi>{arrow}"


def paragraphs(sentences: Sequence[str], attributes: str = "") -> str:
    """Sentences below a table or a picture, in quiet ink."""
    return "".join(f'<p class="says"{attributes}>{escape(sentence)}</p>' for sentence in sentences)


def multiples(figures: str) -> str:
    """Pictures of one kind side by side, as HTML."""
    return f'<div class="panels multiples" style="--least:{WIDE:.0f}px">{figures}</div>'


def captioned(picture: PlainPicture, caption: str) -> str:
    """One of several pictures, under a caption as HTML."""
    scene = plain_scene(picture, DrawingRoom(WIDE))
    drawing = scrolling_frame_html(scene, {}, f"{plain(picture.title)}: {scene.says}")
    return f'<figure class="panel"><figcaption class="title">{caption}</figcaption>{drawing}</figure>'


def row_html(head: str, cells: Iterable[str], attributes: str = "") -> str:
    """A row of a table: its head, and its cells, all of them HTML."""
    return f'<tr{attributes}><th scope="row">{head}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


@dataclass(frozen=True)
class Head:
    """A head of a column. sort: what a click on it reports, "" where nothing is ordered by it.

    numbers: whether its entries stand at the right.  better: which way, "" where neither is.
    """

    name: str
    sort: str = ""
    numbers: bool = True
    better: str = ""


def heads(columns: Sequence[Head], by: str = "", descending: bool = True) -> str:
    """The row of heads. by: what the rows are ordered by now."""
    cells = []
    for head in columns:
        kind = "" if head.numbers else ' class="words"'
        name = measure_name(head.name, head.better)
        if not head.sort:
            cells.append(f'<th scope="col"{kind}>{name}</th>')
            continue
        order = ("descending" if descending else "ascending") if head.sort == by else "none"
        sign = {"descending": " ▼", "ascending": " ▲", "none": ""}[order]
        button = (
            f'<button type="button" data-pick="{escape(head.sort)}">{name}<i aria-hidden="true">{sign}</i></button>'
        )
        cells.append(f'<th scope="col"{kind} aria-sort="{order}">{button}</th>')
    return f"<tr>{''.join(cells)}</tr>"


def sideways(table: str, label: str) -> str:
    """A table that scrolls inside itself where it is wider than its place, by keys too."""
    return f'<div class="sideways" role="region" aria-label="{escape(label)}" tabindex="0">{table}</div>'


def plain_table(label: str, heads: Iterable[str], rows: str, kind: str = "") -> str:
    """A plain table of rows as HTML, without a title, that scrolls inside itself."""
    head = "".join(f'<th scope="col">{head}</th>' for head in heads)
    return sideways(
        f'<table class="{f"plain {kind}".strip()}"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>', label
    )


def titled_table(label: str, columns: Sequence[Head], rows: str, css_class: str = "") -> str:
    """A table under its title, of rows as HTML."""
    head = f"<caption>{escape(label)}</caption><thead>{heads(columns)}</thead>"
    return sideways(f'<table class="study-table{css_class}">{head}<tbody>{rows}</tbody></table>', label)


def pages(page: int, of: int, first: int, shown: int, count: int, label: str) -> str:
    """Buttons to the pages around, and which rows are shown; nothing where there is one page. They report `page`.

    label: what they lead through, for those who listen.
    """
    if of == 1:
        return ""
    back, on = page > 1, page < of
    steps = ((_("First"), 1, back), (_("Previous"), page - 1, back), (_("Next"), page + 1, on), (_("Last"), of, on))
    buttons = "".join(
        f'<button type="button" data-pick="page {to}"{"" if open_ else " disabled"}>{word}</button>'
        for word, to, open_ in steps
    )
    which = _("{first:,} to {last:,} of {count:,}", first=first, last=first + shown - 1, count=count)
    return f'<nav class="study-pages" aria-label="{label}">{buttons}<span class="quiet">{which}</span></nav>'
