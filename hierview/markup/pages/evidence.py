"""Details behind a value or a sign of the workbench, as HTML: cases with their pictures, finds, progress."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...draw.scenes.drawable import drawn_part_of, picture_for_small_space, scene_of
from ...draw.scenes.hierarchy import drawable_part, hierarchy_scene
from ...explain import HierarchyPicture, Picture, Step
from ...languages import _
from ...model.case import Case
from .. import html
from ..pictures import scrolling_frame_html, too_many_sentence


def answer_html(case: Case, title: str, step: Step | None, value: str, of: str, reasons: Sequence[str]) -> str:
    """One cell of the benchmark at its side: the case, the picture behind the value, the value and the reason."""
    behind = step.pictures[0] if step is not None and step.pictures else None
    amount = f'<p class="amount"><b>{escape(value)}</b> <span class="quiet">{escape(of)}</span></p>'
    return _evidence(case, title, small_picture_html(case, behind) + amount, reasons)


def dot_html(case: Case, title: str, more: Sequence[str]) -> str:
    """The case behind a dot."""
    return _evidence(case, title, small_picture_html(case), more)


def _evidence(case: Case, title: str, inside: str, more: Sequence[str]) -> str:
    paragraphs = "".join(f"<p>{escape(text)}</p>" for text in more)
    head = f"<h2>{escape(title)}</h2>{html.case_name(case)}"
    return f'<section class="evidence">{head}{inside}{paragraphs}</section>'


def small_picture_html(case: Case, behind: Picture | None = None) -> str:
    """The case, or a picture behind a value, as small as it can be read."""
    pictured = picture_for_small_space(behind)
    part = drawn_part_of(pictured, case)
    if part is None:
        return too_many_sentence()
    says = _("Hierarchy of {n} classes", n=len(case.hierarchy))
    drawing = scrolling_frame_html(scene_of(part, pictured), html.class_ids(case), says)
    return f'<div class="panels"><figure class="panel">{drawing}</figure></div>'


def evidence_html(
    title: str, lead: str, cases: Sequence[tuple[str, Case, str]], reason: str, sentences: Sequence[str], ids: html.Ids
) -> str:
    """Evidence for a sign: each case with its role and value, what goes wrong, and how much was tried."""
    figures = []
    for role, case, value in cases:
        part = drawable_part(case)
        scene = None if part is None else hierarchy_scene(part, HierarchyPicture(()))
        drawing = too_many_sentence() if scene is None else scrolling_frame_html(scene, ids, role)
        figures.append(
            f'<figure class="panel"><div class="title">{escape(_(role))}</div>{drawing}'
            f'<p class="amount"><b>{escape(value)}</b></p></figure>'
        )
    pictures = f'<div class="panels trial">{"".join(figures)}</div>' if figures else ""
    against = f'<p class="against">{escape(reason)}</p>' if reason else ""
    terms: set[str] = set()
    head = html.sentence_html(lead, ids, terms)
    more = "".join(
        f"<p{' class=quiet' if i else ''}>{html.sentence_html(s, ids, terms)}</p>" for i, s in enumerate(sentences) if s
    )
    return html.with_term_meanings(
        f'<section class="evidence"><h2>{escape(title)}</h2><p class="quiet">{head}</p>{pictures}'
        f"{against}{more}</section>"
    )


def progress_html(doing: str, done: float) -> str:
    """Progress of a piece of work, as HTML."""
    share = max(0.0, min(1.0, done))
    return (
        f'<div class="progress"><div role="progressbar" aria-label="{_("progress")}" aria-valuemin="0" '
        f'aria-valuemax="100" aria-valuenow="{100 * share:.0f}"><i style="width:{100 * share:.0f}%"></i></div>'
        f"<p>{escape(doing)}</p></div>"
    )


def head_html(title: str, more: str = "") -> str:
    """A title with quiet words behind it."""
    quiet = f' <span class="quiet">{escape(more)}</span>' if more else ""
    return f'<h2 class="finds-head">{escape(title)}{quiet}</h2>'
