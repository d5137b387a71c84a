"""Two predictions side by side, as HTML: the pictures in one place, and the table of all answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...draw.scenes.hierarchy import MOST_DRAWN, case_layout, drawable_part
from ...errors import HierarchyError
from ...explain import Words, plain
from ...languages import _
from ...model.case import Case
from ...model.hierarchy import Hierarchy
from ...safe import Markup, escape, joined, safe
from .. import html
from ..answer_table import (
    AnswerRow,
    Footnotes,
    differing_value_html,
    direction_cell_html,
    duel_line_html,
    family_row_html,
    range_headings_html,
)
from ..pictures import (
    case_frame_scene,
    enlargeable_html,
    left_out_sentence,
    narrow_and_wide_frames_html,
    stretch_factors,
    too_many_sentence,
)

_SIGNS = {"yes": "▲", "no": "–", "reverse": "▼", "open": ""}
_LINE = 60  # characters of a caption that one line surely holds


def merged_case(a: Case, b: Case) -> Case | None:
    """A case with the classes and edges of both, so that shared classes can be drawn at the same place.

    None where that would mislead or be illegible: they share less than half of the smaller hierarchy, one
    turns an edge of the other around, an edge would have to go around classes that are not its own, or they
    are too many.
    """
    common = [c for c in a.hierarchy.classes if c in b.hierarchy]
    if 2 * len(common) < min(len(a.hierarchy), len(b.hierarchy)):
        return None
    edges = dict.fromkeys((*a.hierarchy.edges, *b.hierarchy.edges))
    try:
        both = Hierarchy.from_edges(edges, dict.fromkeys((*a.hierarchy.classes, *b.hierarchy.classes)))
        both = both.labelled(b.hierarchy.labels.under(a.hierarchy.labels))  # a class needs room for what is shown
    except HierarchyError:
        return None
    pins = {c: (c, x, y) for c, x, y in (*b.positions, *a.positions)}
    if len(both) > MOST_DRAWN:
        return None
    place = Case(both, a.true, a.predicted, positions=tuple(pins.values()))
    routed = {edge for edge, bends in case_layout(place).routes.items() if bends}
    own = {edge for case in (a, b) for edge, bends in case_layout(case).routes.items() if bends}
    return place if routed <= own else None


def both_pictures_html(a: Case, b: Case, captions: tuple[Words, Words], ids: html.Ids) -> tuple[Markup, Markup]:
    """The pictures of two cases in frames of one height, each with its predicted classes named below."""
    parts = drawable_part(a), drawable_part(b)
    place = merged_case(parts[0], parts[1]) if parts[0] is not None and parts[1] is not None else None
    cells: list[Markup] = []
    high = 0.0
    for case, part, caption in zip((a, b), parts, captions, strict=True):
        if part is None:
            picture = too_many_sentence()
        else:
            where = part if place is None else place
            stretch = stretch_factors(where, 500, 1, (1.7, 1.0))
            marked = (*a.marked, *b.marked)
            picture = left_out_sentence(case, part) + narrow_and_wide_frames_html(part, ids, where, stretch, marked)
            high = max(high, case_frame_scene(part, where, marked).height)
        head = safe('<span class="quiet">{}:</span>', _("Predicted"))
        below = safe('<p class="caption"><span>{} {}</span></p>', head, html.sentence_html(caption, ids))
        cells.append(picture + below)
    lines = -(-max(len(plain(caption)) for caption in captions) // _LINE)
    style = f"--high:{high:.0f}px;--lines:{min(lines, 4)}"
    drawings = [safe('<div class="canvas beside" style="{}">{}</div>', style, cell) for cell in cells]
    a_shown, b_shown = (html.with_term_meanings(enlargeable_html(*pair)) for pair in zip(drawings, "AB", strict=True))
    return a_shown, b_shown


@dataclass(frozen=True)
class ComparedRow:
    """One row of Compare's table: a measure with its values for both predictions."""

    a: AnswerRow
    """Row of the measure for prediction A."""
    b: AnswerRow
    """Row of the measure for prediction B."""
    difference: str
    """Value of B less that of A, as text."""
    verdict: str
    """Whether the measure sees the difference as it should: "yes", "no", "reverse" or "open"."""
    says: Words | str
    """The verdict in words."""
    change: str = ""
    """Change that the settings make."""
    folded: tuple[ComparedRow, ...] = ()
    """Pairs that are shown under this one."""


def comparison_html(
    groups: Iterable[tuple[str, Sequence[ComparedRow]]], ids: html.Ids, asks: str, *sources: str
) -> Markup:
    """Both answers of every measure, on one line from worst to best, and the verdict.

    asks: the heading of the verdicts.  sources: where the printed values stand.
    """
    notes = Footnotes()
    body: list[str] = []
    for heading, group in groups:
        body.append(family_row_html(heading, 7))
        for pair in group:
            body.append(_row_html(pair, notes, ids, False))
            body += [_row_html(sub, notes, ids, True) for sub in pair.folded]
    head = safe(
        '<tr><th scope="col">{}</th><th scope="col" class="value">A</th>'
        '<th scope="col" class="value">B</th>{}'
        '<th scope="col" class="difference">B − A</th><th scope="col" class="verdict">{}</th></tr>',
        _("measure"),
        range_headings_html(),
        asks,
    )
    return safe(
        '<table class="answers compared"><thead>{}</thead><tbody>{}</tbody></table>{}',
        head,
        joined(body),
        notes.notes_html(*sources),
    )


def _row_html(pair: ComparedRow, notes: Footnotes, ids: html.Ids, folded: bool) -> Markup:
    def value(r: AnswerRow) -> Markup:
        under = [*([escape(r.of)] if r.of else []), *([differing_value_html(r, notes)] if r.note else [])]
        below = joined(safe("<small>{}</small>", text) for text in under)
        return safe('<td class="value"><span>{}</span>{}</td>', r.value, below)

    sign = _SIGNS[pair.verdict]
    verdict = html.words_html(pair.says, ids)
    if sign:
        verdict = safe('<span class="sign" aria-hidden="true">{}</span>{}', sign, verdict)
    change = safe('<span class="change">{}</span>', pair.change) if pair.change else ""
    return safe(
        '<tr class="{0}" data-compared="{1}">'
        '<th scope="row"><span class="measure">{2}</span>'
        '<span class="meaning">{3}</span>{4}'
        # Takes the place of the last column on narrow pages.
        '<span class="inline">{5}</span></th>'
        '{6}{7}{8}<td class="line">{9}</td>'
        '<td class="difference">{10}</td><td class="verdict">{5}</td></tr>',
        "folded" if folded else "",
        pair.a.key,
        pair.a.name,
        pair.a.meaning,
        change,
        verdict,
        value(pair.a),
        value(pair.b),
        direction_cell_html(pair.a),
        _worst_to_best_html(pair),
        pair.difference,
    )


def _worst_to_best_html(pair: ComparedRow) -> Markup:
    """The line from worst to best with the value of A as a filled dot and of B as a hollow one."""
    places = {name: r.place for name, r in (("A", pair.a), ("B", pair.b)) if r.place is not None}
    near = len(places) == 2 and max(places.values()) - min(places.values()) < 0.005
    return duel_line_html(places, ("A = B" if pair.difference == "0" else "A, B") if near else "")
