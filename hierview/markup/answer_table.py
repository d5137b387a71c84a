"""The table of answers as HTML: a row for each measure, beside the printed values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ..languages import _
from .html import english_attribute

CLOSE = 0.14  # nearer than this on a line, A and B step aside for each other
ARROWS = {"higher": "↑", "lower": "↓", "": ""}
# The line from worst to best, which is still open.
SCALE = '<svg class="scale" viewBox="0 0 100 14" aria-hidden="true"><path d="M3 7H97M3 3V11M97 3V11"/>'


@dataclass(frozen=True)
class Row:
    """One row of the answers, as it is shown.

    key: what a click reports.  place: 0 worst to 1 best, None for no line.  printed: the printed text;
    note: the reason where it differs.  folded: rows shown under this one.  guess: what was guessed, in words;
    guessed: its place, or that of prediction A where another one is marked beside it: then first is its value, and
    verdict says which of them is better.
    """

    key: str
    name: str
    meaning: str
    value: str
    of: str
    better: str
    place: float | None
    printed: str | None = None
    note: str = ""
    folded: tuple[Row, ...] = ()
    guess: str = ""
    guessed: float | None = None
    first: str = ""
    verdict: str = ""


class Footnotes:
    """Notes under a table, numbered in the order in which they are first referred to."""

    def __init__(self) -> None:
        self._marks: dict[str, int] = {}

    def reference(self, note: str) -> str:
        """Reference to a note, as HTML; the same note keeps its number."""
        return f"<sup>{self._marks.setdefault(note, len(self._marks) + 1)}</sup>"

    def notes_html(self, *lines: str) -> str:
        """The notes, and further lines."""
        texts = [f"<p{english_attribute()}><sup>{mark}</sup> {escape(note)}</p>" for note, mark in self._marks.items()]
        texts += [f"<p>{escape(line)}</p>" for line in lines if line]
        return f'<div class="foot">{"".join(texts)}</div>' if texts else ""


def differing_value(r: Row, notes: Footnotes) -> str:
    """A printed value that is not ours, and the number of the reason."""
    return f'≠ <span class="word">{_("printed")} </span>{escape(r.printed or "")}{notes.reference(r.note)}'


def better_direction_words(direction: str) -> str:
    """Words for the better direction, "higher" or "lower"."""
    return _("higher is better") if direction == "higher" else _("lower is better")


def direction_cell(r: Row) -> str:
    """Cell with an arrow for the better direction."""
    return f'<td class="better" aria-label="{better_direction_words(r.better)}">{ARROWS[r.better]}</td>'


def duel_line(places: Mapping[str, float], together: str = "", letters: bool = True) -> str:
    """A filled and B hollow on a line from 0 to 1; empty without either.

    together: what stands above both where they are one point, else "".  letters: whether they stand above the points.
    """
    if not places:
        return ""
    least, most = min(places.values()), max(places.values())
    parts = [f'<i class="way" style="left:{100 * least:.1f}%;width:{100 * (most - least):.1f}%"></i>']
    for name, at in places.items():
        aside = "" if len(places) < 2 or most - least > CLOSE else "left" if at == least else "right"
        parts.append(f'<i class="dot {name.lower()}" style="left:{100 * at:.1f}%"></i>')
        if letters and not together:
            parts.append(f'<b class="{aside}" style="left:{100 * at:.1f}%">{name}</b>')
    if together:
        parts.append(f'<b style="left:{100 * least:.1f}%">{together}</b>')
    return f'<div class="duel{" together" if together else ""}" aria-hidden="true">{"".join(parts)}</div>'


def range_headings() -> str:
    """Headings of the arrow and of the line from worst to best."""
    return (
        f'<th class="better"><span class="hidden">{_("better")}</span></th>'
        f'<th scope="col" class="line"><span>{_("worst")}</span><span>{_("best")}</span></th>'
    )


def family_row(heading: str, columns: int) -> str:
    """The heading of a group of rows, if it has one."""
    if not heading:
        return ""
    return f'<tr class="family"><th colspan="{columns}" scope="colgroup">{escape(_(heading))}</th></tr>'


def _worst_to_best_line(place: float | None, guessed: float | None) -> str:
    if place is None:
        return ""
    hollow = "" if guessed is None else f'<circle class="guess" cx="{3 + 94 * guessed:.1f}" cy="7" r="4"/>'
    return f'{SCALE}<circle cx="{3 + 94 * place:.1f}" cy="7" r="4.6"/>{hollow}</svg>'


def answers_html(groups: Iterable[tuple[str, Sequence[Row]]], selected: str, source: str = "") -> str:
    """The table of answers: groups of rows, each with a heading unless it is empty."""
    groups = list(groups)
    rows = [r for _, group in groups for row in group for r in (row, *row.folded)]
    with_printed = any(r.printed is not None for r in rows)
    notes = Footnotes()
    body: list[str] = []
    for heading, group in groups:
        body.append(family_row(heading, 5 if with_printed else 4))
        for r in group:
            body.append(_answer_row(r, selected, notes, with_printed))
            body += [_answer_row(sub, selected, notes, with_printed, folded=True) for sub in r.folded]
    printed = f'<th scope="col" class="printed">{_("printed")}</th>' if with_printed else ""
    ends = f"{range_headings()}{printed}"
    value = f'<th scope="col" class="value">{_("value")}</th>'
    if any(r.verdict for r in rows):
        value = '<th scope="col" class="value">A</th><th scope="col" class="value">B</th>'
        ends += f'<th scope="col" class="verdict">{_("better")}</th>'
    head = f'<tr><th scope="col">{_("measure")}</th>{value}{ends}</tr>'
    kind = "answers with-printed" if with_printed else "answers"
    return (
        f'<table class="{kind}"><thead>{head}</thead><tbody>{"".join(body)}</tbody></table>{notes.notes_html(source)}'
    )


def _answer_row(r: Row, selected: str, notes: Footnotes, with_printed: bool, folded: bool = False) -> str:
    printed = "–" if r.printed is None else differing_value(r, notes) if r.note else escape(r.printed)
    pressed = str(r.key == selected).lower()
    of = "".join(f"<small>{escape(text)}</small>" for text in (r.of, r.guess) if text)
    # The inline text takes the place of the printed column on narrow pages.
    inline = f'<span class="inline">{"" if r.note else _("printed") + " "}{printed}</span>' if r.printed else ""
    first = f'<td class="value first"><span>{escape(r.first)}</span></td>' if r.verdict else ""
    cells = (
        f'<th scope="row"><button type="button" data-pick="{escape(r.key)}" aria-pressed="{pressed}">'
        f'<span class="measure">{escape(r.name)}</span><span class="meaning">{escape(r.meaning)}</span>'
        f"{inline}</button></th>"
        f"{first}"
        f'<td class="value"><span>{escape(r.value)}</span>{of}</td>'
        f'{direction_cell(r)}<td class="line">{_worst_to_best_line(r.place, r.guessed)}</td>'
    )
    if r.verdict:
        cells += f'<td class="verdict">{escape(r.verdict)}</td>'
    if with_printed:
        cells += f'<td class="printed{" differs" if r.note else ""}">{printed}</td>'
    state = " ".join(w for w, on in (("selected", r.key == selected), ("folded", folded)) if on)
    return f'<tr class="{state}" data-row="{escape(r.key)}">{cells}</tr>'
