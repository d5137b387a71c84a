"""The table of answers as HTML: a row for each measure, beside the printed values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..languages import _
from ..safe import Markup, escape, joined, safe
from .html import english_attribute

CLOSE = 0.14  # nearer than this on a line, A and B step aside for each other
ARROWS = {"higher": "↑", "lower": "↓", "": ""}
# The line from worst to best, which is still open.
SCALE = Markup('<svg class="scale" viewBox="0 0 100 14" aria-hidden="true"><path d="M3 7H97M3 3V11M97 3V11"/>')


@dataclass(frozen=True)
class AnswerRow:
    """One row of the table of answers: a measure, its value, and what stands beside it."""

    key: str
    """Key that a click reports."""
    name: str
    """Label of the measure."""
    meaning: str
    """Its meaning in a few words."""
    value: str
    """The value as text."""
    of: str
    """The unit that the value counts; "" for a share."""
    better: str
    """Which way is better: "higher" or "lower"."""
    place: float | None
    """Place of the value from 0, worst, to 1, best; None for no line."""
    printed: str | None = None
    """The printed value as text; "" for none."""
    note: str = ""
    """The reason where the printed value differs."""
    folded: tuple[AnswerRow, ...] = ()
    """Rows that are shown under this one."""
    guess: str = ""
    """The guess, in words."""
    guessed: float | None = None
    """Place of the guess, or of prediction A where both predictions are marked."""
    first: str = ""
    """Value of prediction A, where it is marked."""
    verdict: str = ""
    """Which of the two predictions is better, where A is marked."""


class Footnotes:
    """Notes under a table, numbered in the order in which they are first referred to."""

    def __init__(self) -> None:
        self._marks: dict[str, int] = {}

    def reference(self, note: str) -> Markup:
        """Reference to a note, as HTML; the same note keeps its number."""
        return safe("<sup>{}</sup>", self._marks.setdefault(note, len(self._marks) + 1))

    def notes_html(self, *lines: str) -> Markup:
        """The notes, and further lines."""
        texts = [
            safe("<p{}><sup>{}</sup> {}</p>", english_attribute(), mark, note) for note, mark in self._marks.items()
        ]
        texts += [safe("<p>{}</p>", line) for line in lines if line]
        return safe('<div class="foot">{}</div>', joined(texts)) if texts else Markup()


def differing_value_html(r: AnswerRow, notes: Footnotes) -> Markup:
    """The markup of a printed value that differs from ours, with the number of the note that says why."""
    return safe('≠ <span class="word">{} </span>{}{}', _("printed"), r.printed or "", notes.reference(r.note))


def better_direction_words(direction: str) -> str:
    """Words for the better direction, "higher" or "lower"."""
    return _("higher is better") if direction == "higher" else _("lower is better")


def direction_cell_html(r: AnswerRow) -> Markup:
    """Cell with an arrow for the better direction."""
    return safe('<td class="better" aria-label="{}">{}</td>', better_direction_words(r.better), ARROWS[r.better])


def duel_line_html(places: Mapping[str, float], together: str = "", letters: bool = True) -> Markup:
    """A filled and B hollow on a line from 0 to 1; empty without either.

    together: what stands above both where they are one point, else "".  letters: whether they stand above the points.
    """
    if not places:
        return Markup()
    least, most = min(places.values()), max(places.values())
    parts = [
        safe('<i class="way" style="left:{}%;width:{}%"></i>', f"{100 * least:.1f}", f"{100 * (most - least):.1f}")
    ]
    for name, at in places.items():
        aside = "" if len(places) < 2 or most - least > CLOSE else "left" if at == least else "right"
        parts.append(safe('<i class="dot {}" style="left:{}%"></i>', name.lower(), f"{100 * at:.1f}"))
        if letters and not together:
            parts.append(safe('<b class="{}" style="left:{}%">{}</b>', aside, f"{100 * at:.1f}", name))
    if together:
        parts.append(safe('<b style="left:{}%">{}</b>', f"{100 * least:.1f}", together))
    return safe('<div class="duel{}" aria-hidden="true">{}</div>', " together" if together else "", joined(parts))


def range_headings_html() -> Markup:
    """Headings of the arrow and of the line from worst to best."""
    return safe(
        '<th class="better"><span class="hidden">{}</span></th>'
        '<th scope="col" class="line"><span>{}</span><span>{}</span></th>',
        _("better"),
        _("worst"),
        _("best"),
    )


def family_row_html(heading: str, columns: int) -> Markup:
    """The heading of a group of rows, if it has one."""
    if not heading:
        return Markup()
    return safe('<tr class="family"><th colspan="{}" scope="colgroup">{}</th></tr>', columns, _(heading))


def _worst_to_best_line_html(place: float | None, guessed: float | None) -> Markup:
    if place is None:
        return Markup()
    hollow = "" if guessed is None else safe('<circle class="guess" cx="{}" cy="7" r="4"/>', f"{3 + 94 * guessed:.1f}")
    return safe('{}<circle cx="{}" cy="7" r="4.6"/>{}</svg>', SCALE, f"{3 + 94 * place:.1f}", hollow)


def answers_html(groups: Iterable[tuple[str, Sequence[AnswerRow]]], selected: str, source: str = "") -> Markup:
    """The table of answers: groups of rows, each with a heading unless it is empty."""
    groups = list(groups)
    rows = [r for _, group in groups for row in group for r in (row, *row.folded)]
    with_printed = any(r.printed is not None for r in rows)
    notes = Footnotes()
    body: list[str] = []
    for heading, group in groups:
        body.append(family_row_html(heading, 5 if with_printed else 4))
        for r in group:
            body.append(_answer_row_html(r, selected, notes, with_printed))
            body += [_answer_row_html(sub, selected, notes, with_printed, folded=True) for sub in r.folded]
    printed = safe('<th scope="col" class="printed">{}</th>', _("printed")) if with_printed else ""
    ends = range_headings_html() + printed
    value = safe('<th scope="col" class="value">{}</th>', _("value"))
    if any(r.verdict for r in rows):
        value = Markup('<th scope="col" class="value">A</th><th scope="col" class="value">B</th>')
        ends += safe('<th scope="col" class="verdict">{}</th>', _("better"))
    head = safe('<tr><th scope="col">{}</th>{}{}</tr>', _("measure"), value, ends)
    kind = "answers with-printed" if with_printed else "answers"
    return safe(
        '<table class="{}"><thead>{}</thead><tbody>{}</tbody></table>{}',
        kind,
        head,
        joined(body),
        notes.notes_html(source),
    )


def _answer_row_html(r: AnswerRow, selected: str, notes: Footnotes, with_printed: bool, folded: bool = False) -> Markup:
    printed = "–" if r.printed is None else differing_value_html(r, notes) if r.note else escape(r.printed)
    pressed = str(r.key == selected).lower()
    of = joined(safe("<small>{}</small>", text) for text in (r.of, r.guess) if text)
    # The inline text takes the place of the printed column on narrow pages.
    inline = (
        safe('<span class="inline">{}{}</span>', "" if r.note else _("printed") + " ", printed) if r.printed else ""
    )
    first = safe('<td class="value first"><span>{}</span></td>', r.first) if r.verdict else ""
    cells = safe(
        '<th scope="row"><button type="button" data-pick="{}" aria-pressed="{}">'
        '<span class="measure">{}</span><span class="meaning">{}</span>'
        "{}</button></th>"
        "{}"
        '<td class="value"><span>{}</span>{}</td>'
        '{}<td class="line">{}</td>',
        r.key,
        pressed,
        r.name,
        r.meaning,
        inline,
        first,
        r.value,
        of,
        direction_cell_html(r),
        _worst_to_best_line_html(r.place, r.guessed),
    )
    if r.verdict:
        cells += safe('<td class="verdict">{}</td>', r.verdict)
    if with_printed:
        cells += safe('<td class="printed{}">{}</td>', " differs" if r.note else "", printed)
    state = " ".join(w for w, on in (("selected", r.key == selected), ("folded", folded)) if on)
    return safe('<tr class="{}" data-row="{}">{}</tr>', state, r.key, cells)
