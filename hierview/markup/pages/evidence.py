"""Details behind a value or a sign of the workbench, as HTML: cases with their pictures, finds, progress."""

from __future__ import annotations

from collections.abc import Sequence

from ...draw.scenes.drawable import drawn_part, picture_for_small_space, picture_scene
from ...draw.scenes.hierarchy import drawable_part, hierarchy_scene
from ...explain import HierarchyPicture, Picture, Step
from ...languages import _
from ...model.case import Case
from ...safe import Markup, joined, safe
from .. import html
from ..pictures import scrolling_frame_html, too_many_sentence


def value_evidence_html(
    case: Case, title: str, step: Step | None, value: str, of: str, reasons: Sequence[str]
) -> Markup:
    """The evidence for one cell of the benchmark: its case, the picture behind the value, the value, the reason."""
    behind = step.pictures[0] if step is not None and step.pictures else None
    amount = safe('<p class="amount"><b>{}</b> <span class="quiet">{}</span></p>', value, of)
    return _evidence_frame_html(case, title, small_picture_html(case, behind) + amount, reasons)


def dot_case_html(case: Case, title: str, more: Sequence[str]) -> Markup:
    """The HTML of the case that a dot of the scatter stands for."""
    return _evidence_frame_html(case, title, small_picture_html(case), more)


def _evidence_frame_html(case: Case, title: str, inside: Markup, more: Sequence[str]) -> Markup:
    paragraphs = joined(safe("<p>{}</p>", text) for text in more)
    head = safe("<h2>{}</h2>{}", title, html.case_name_html(case))
    return safe('<section class="evidence">{}{}{}</section>', head, inside, paragraphs)


def small_picture_html(case: Case, behind: Picture | None = None) -> Markup:
    """A small drawing of the case, or of the picture behind a value, as small as it can be read."""
    pictured = picture_for_small_space(behind)
    part = drawn_part(pictured, case)
    if part is None:
        return too_many_sentence()
    says = _("Hierarchy of {n} classes", n=len(case.hierarchy))
    drawing = scrolling_frame_html(picture_scene(part, pictured), html.class_ids(case), says)
    return safe('<div class="panels"><figure class="panel">{}</figure></div>', drawing)


def evidence_html(
    title: str, lead: str, cases: Sequence[tuple[str, Case, str]], reason: str, sentences: Sequence[str], ids: html.Ids
) -> Markup:
    """Evidence for a sign: each case with its role and value, what goes wrong, and how much was tried."""
    figures = []
    for role, case, value in cases:
        part = drawable_part(case)
        scene = None if part is None else hierarchy_scene(part, HierarchyPicture(()))
        drawing = too_many_sentence() if scene is None else scrolling_frame_html(scene, ids, role)
        figures.append(
            safe(
                '<figure class="panel"><div class="title">{}</div>{}<p class="amount"><b>{}</b></p></figure>',
                _(role),
                drawing,
                value,
            )
        )
    pictures = safe('<div class="panels trial">{}</div>', joined(figures)) if figures else ""
    against = safe('<p class="against">{}</p>', reason) if reason else ""
    terms: set[str] = set()
    head = html.sentence_html(lead, ids, terms)
    more = joined(
        safe("<p{}>{}</p>", " class=quiet" if i else "", html.sentence_html(s, ids, terms))
        for i, s in enumerate(sentences)
        if s
    )
    return html.with_term_meanings(
        safe(
            '<section class="evidence"><h2>{}</h2><p class="quiet">{}</p>{}{}{}</section>',
            title,
            head,
            pictures,
            against,
            more,
        )
    )


def progress_html(doing: str, done: float) -> Markup:
    """Progress of a piece of work, as HTML."""
    share = max(0.0, min(1.0, done))
    return safe(
        '<div class="progress"><div role="progressbar" aria-label="{0}" aria-valuemin="0" '
        'aria-valuemax="100" aria-valuenow="{1}"><i style="width:{1}%"></i></div>'
        "<p>{2}</p></div>",
        _("progress"),
        f"{100 * share:.0f}",
        doing,
    )


def evidence_head_html(title: str, more: str = "") -> Markup:
    """The head of a piece of evidence: a title with quiet words behind it."""
    quiet = safe(' <span class="quiet">{}</span>', more) if more else ""
    return safe('<h2 class="finds-head">{}{}</h2>', title, quiet)
