"""Details behind a value or a sign of the workbench, as HTML: cases with their pictures, finds, progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ...draw.scenes.drawable import drawn_for, readable_small, scene_of
from ...draw.scenes.hierarchy import drawable, hierarchy_scene
from ...explain import HierarchyPicture, Picture, Step
from ...languages import _, count_text
from ...model.case import Case
from .. import html
from ..pictures import scrolling_frame, small_drawing, too_many


def answer_html(case: Case, title: str, step: Step | None, value: str, of: str, reasons: Sequence[str]) -> str:
    """One cell of the benchmark at its side: the case, the picture behind the value, the value and the reason."""
    behind = step.pictures[0] if step is not None and step.pictures else None
    amount = f'<p class="amount"><b>{escape(value)}</b> <span class="quiet">{escape(of)}</span></p>'
    return _evidence(case, title, picture(case, behind) + amount, reasons)


def dot_html(case: Case, title: str, more: Sequence[str]) -> str:
    """The case behind a dot."""
    return _evidence(case, title, picture(case), more)


def _evidence(case: Case, title: str, inside: str, more: Sequence[str]) -> str:
    paragraphs = "".join(f"<p>{escape(text)}</p>" for text in more)
    head = f"<h2>{escape(title)}</h2>{html.case_name(case)}"
    return f'<section class="evidence">{head}{inside}{paragraphs}</section>'


def picture(case: Case, behind: Picture | None = None) -> str:
    """The case, or a picture behind a value, as small as it can be read."""
    pictured = readable_small(behind)
    part = drawn_for(pictured, case)
    if part is None:
        return too_many()
    says = _("Hierarchy of {n} classes", n=len(case.hierarchy))
    drawing = scrolling_frame(scene_of(part, pictured), html.class_ids(case), says)
    return f'<div class="panels"><figure class="panel">{drawing}</figure></div>'


def evidence_html(
    title: str, lead: str, cases: Sequence[tuple[str, Case, str]], reason: str, sentences: Sequence[str], ids: html.Ids
) -> str:
    """Evidence for a sign: each case with its role and value, what goes wrong, and how much was tried."""
    figures = []
    for role, case, value in cases:
        part = drawable(case)
        drawing = (
            too_many() if part is None else scrolling_frame(hierarchy_scene(part, HierarchyPicture(())), ids, role)
        )
        figures.append(
            f'<figure class="panel"><div class="title">{escape(_(role))}</div>{drawing}'
            f'<p class="amount"><b>{escape(value)}</b></p></figure>'
        )
    pictures = f'<div class="panels trial">{"".join(figures)}</div>' if figures else ""
    against = f'<p class="against">{escape(reason)}</p>' if reason else ""
    terms: set[str] = set()
    head = html.sentence(lead, ids, terms)
    more = "".join(
        f"<p{' class=quiet' if i else ''}>{html.sentence(s, ids, terms)}</p>" for i, s in enumerate(sentences) if s
    )
    return html.explained(
        f'<section class="evidence"><h2>{escape(title)}</h2><p class="quiet">{head}</p>{pictures}'
        f"{against}{more}</section>"
    )


@dataclass(frozen=True)
class Thumbnail:
    """A find: one or two predictions, and for each measure its name, its values and which of them is better."""

    key: str
    cases: tuple[Case, ...]
    rows: Sequence[tuple[str, Sequence[str], str]]  # "<", ">" or "=": where the greater value is
    better: Sequence[int | None]  # which of the predictions each measure prefers

    @property
    def classes(self) -> int:
        """How many classes the largest of its cases has."""
        return max(len(case.hierarchy) for case in self.cases)


def finds_html(cards: Sequence[Thumbnail], chosen: str) -> str:
    """Finds as small drawings with their values. A click reports a find's key."""
    buttons = []
    for card in cards:
        # Few classes have room for larger marks.
        large = 1.5 if card.classes <= 4 else 1.0
        width = (90 if len(card.cases) > 1 else 132) / large
        pictures = "".join(small_drawing(case, width, large) for case in card.cases)
        rows = []
        for (name, values, sign), better in zip(card.rows, card.better, strict=True):
            cells = [
                f"<td>{f'<b>{escape(value)}</b>' if i == better else escape(value)}</td>"
                for i, value in enumerate(values)
            ]
            between = f"<td>{escape(sign)}</td>"
            rows.append(f'<tr><th scope="row">{escape(name)}</th>{between.join(cells)}</tr>')
        on = " selected" if card.key == chosen else ""
        count = count_text("{n} class", "{n} classes", card.classes)
        buttons.append(
            f'<button type="button" class="card find{on}" data-pick="{escape(card.key)}" '
            f'aria-pressed="{str(bool(on)).lower()}"><span class="quiet">{count}</span>'
            f'<span class="pictures">{pictures}</span><table>{"".join(rows)}</table></button>'
        )
    return f'<div class="finds">{"".join(buttons)}</div>{html.legend()}'


def progress(doing: str, done: float) -> str:
    """Progress of a piece of work, as HTML."""
    share = max(0.0, min(1.0, done))
    return (
        f'<div class="progress"><div role="progressbar" aria-label="{_("progress")}" aria-valuemin="0" '
        f'aria-valuemax="100" aria-valuenow="{100 * share:.0f}"><i style="width:{100 * share:.0f}%"></i></div>'
        f"<p>{escape(doing)}</p></div>"
    )


def head(title: str, more: str = "") -> str:
    """A title with quiet words behind it."""
    quiet = f' <span class="quiet">{escape(more)}</span>' if more else ""
    return f'<h2 class="finds-head">{escape(title)}{quiet}</h2>'
