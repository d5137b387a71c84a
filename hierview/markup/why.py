"""The answer to why, as HTML: the picture behind a value, the steps to it, or every idea on one case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..answers.ideas import Idea, differences_of_ideas, roles_line
from ..draw.scenes.scene import Scene
from ..explain import HierarchyPicture, Step, number, plain, with_labels, with_meanings
from ..languages import _
from ..model.case import Case
from ..safe import Markup, joined, safe
from . import html, mathml
from .answer_table import ARROWS, better_direction_words
from .html import Ids
from .pictures import (
    USUAL,
    DrawingOptions,
    enlarge_button_html,
    least_width,
    legend_of_scenes_html,
    panels_html,
    scenes_together,
    scrolling_frame_html,
    too_many_sentence,
)


@dataclass(frozen=True)
class Opening:
    """How the panel Why is opened: on the whole screen or not, how it is drawn, and at which step."""

    fullscreen: bool = False
    """Whether it is shown on the whole screen."""
    drawing: DrawingOptions = USUAL
    """How its hierarchies are drawn."""
    first: int = 0
    """The step shown first, from 0."""


_CLOSED = Opening()
_MOST_CHIPS = 8


def why_html(case: Case, title: str, step: Step, ids: Ids, opening: Opening = _CLOSED) -> Markup:
    """The answer to why: words, pictures, the formula with this case's numbers."""
    return _steps_section_html(case, title, [step], ids, opening, "picture")


def steps_html(case: Case, title: str, steps: Sequence[Step], ids: Ids, opening: Opening = _CLOSED) -> Markup:
    """The steps to an answer, one shown at a time: the viewer moves between them without a rerun."""
    return _steps_section_html(case, title, steps, ids, opening, "steps")


def _steps_section_html(case: Case, title: str, steps: Sequence[Step], ids: Ids, opening: Opening, kind: str) -> Markup:
    count, way = len(steps), opening.drawing
    first = max(0, min(opening.first, count - 1))
    articles = []
    for i, (step, symbols) in enumerate(zip(steps, with_meanings(steps), strict=True)):
        is_drawn = not way.near or abs(i - first) <= 1 or i in (0, count - 1)
        state = ("" if i == first else " hidden") + ("" if is_drawn else " data-later")
        entries = joined(
            safe("<{0}>{1}</{0}>", tag, html.words_html(w, ids))
            for tag, w in zip(("dt", "dd"), step.fact or (), strict=False)
        )
        fact = safe('<template class="fact">{}</template>', entries) if entries else ""
        articles.append(
            safe(
                '<article class="step" data-step="{}"{}><p class="why-text"{}>{}</p>{}{}{}{}</article>',
                i,
                state,
                html.english_attribute(),
                html.sentence_html(step.text, ids),
                chips_html(step, ids) if kind == "picture" else "",
                panels_html(case, step, ids, way) if is_drawn else "",
                html.formula_html(step, ids, symbols),
                fact,
            )
        )
    bar = _step_bar_html(first, count) if count > 1 else ""
    large = " data-big" if opening.fullscreen else ""
    state = safe('data-title="{}" data-count="{}" data-at="{}"{}', title, count, first, large)
    inside = html.with_term_meanings(joined([bar, *articles, enlarge_button_html()]))
    return safe('<section class="why {}" {} tabindex="-1">{}</section>', kind, state, inside)


def _step_bar_html(first: int, count: int) -> Markup:
    """Buttons that lead through the steps."""
    return safe(
        '<div class="stepbar" role="group" aria-label="{}">'
        '<button type="button" data-move="first" aria-label="{}">⇤</button>'
        '<button type="button" data-move="previous" aria-label="{}">←</button>'
        '<span class="stepcount" aria-live="polite">{}</span>'
        '<button type="button" data-move="next" aria-label="{}">→</button>'
        '<button type="button" data-move="last" aria-label="{}">⇥</button>'
        '<button type="button" data-move="play" aria-pressed="false">{}</button>'
        '<span class="dots">{}</span></div>',
        _("Steps"),
        _("first step"),
        _("previous step"),
        _("step {i} of {n}", i=first + 1, n=count),
        _("next step"),
        _("last step"),
        _("Play"),
        html.step_buttons_html([_("step {i}", i=i + 1) for i in range(count)], first),
    )


def chips_html(step: Step, ids: Ids) -> Markup:
    """The classes of either side in a row, as the pictures have them; nothing where they have no sides, or many."""
    looks = [(c, look) for p in step.pictures if isinstance(p, HierarchyPicture) for c, look in p.looks.items()]
    sides = {c: {look.side for name, look in looks if name == c} - {"none"} for c in ids}
    rows = []
    for heading, side in ((_("True side"), "t"), (_("Predicted side"), "p")):
        own = [c for c, worn in sides.items() if worn & {side, "both"}]
        if not 0 < len(own) <= _MOST_CHIPS:
            return Markup()
        chips = joined(
            _class_chip_html(c, "both" if {"t", "p"} <= sides[c] or "both" in sides[c] else side, ids) for c in own
        )
        rows.append(safe('<p>{} <span class="count">· {}</span> {}</p>', heading, len(own), chips))
    return safe('<div class="chips">{}</div>', joined(rows))


def sum_html(name: str, step: Step, ids: Ids) -> Markup:
    """The classes of either side and the formula of one prediction, without a picture."""
    return html.with_term_meanings(
        safe('<div class="sum-of"><b>{}</b>{}{}</div>', name, chips_html(step, ids), html.formula_html(step, ids))
    )


def _class_chip_html(c: str, side: str, ids: Ids) -> Markup:
    name = safe("<bdi>{}</bdi>", html.shown_name(c, ids))
    return safe('<span class="chip side-{}" data-n="{}"{}>{}</span>', side, ids[c], html.name_attribute(c, ids), name)


# One case, every idea: a panel for each, and for each class what all of them count it as


def ideas_html(case: Case, title: str, panels: Sequence[Sequence[Idea]], row: str, opening: Opening) -> Markup:
    """The ideas side by side, the panel of the open row marked; below them what a class counts as that is pointed at.

    Of ideas in one panel the pairs of all are drawn, and those of one alone while its line is pointed at.
    """
    ids = html.class_ids(case)
    first_ideas = [next((idea for idea in panel if idea.row == row), panel[0]) for panel in panels]
    per_row = 4 if len(panels) == 4 else min(3, len(panels))
    first_ideas = [_with_all_pairs(first, panel) for first, panel in zip(first_ideas, panels, strict=True)]
    pictures = [first.picture for first in first_ideas]
    scenes = scenes_together(case, pictures, opening.drawing, per_row)
    sentences = {c: plain(with_labels(roles_line(panels, c), lambda c: html.shown_name(c, ids))) for c in ids}
    figures = joined(
        _panel_html(panel, first, _idea_frame_html(first, scene, sentences, ids), row, ids)
        for panel, first, scene in zip(panels, first_ideas, scenes, strict=True)
    )
    drawings = [scene for scene in scenes if scene is not None]
    hint = _("Point at a class: what each idea counts it as.")
    style = safe('style="--least:{}px;--most:{}"', f"{least_width(drawings, per_row):.0f}", per_row)
    words = safe(
        '<p class="why-text"{}>{}</p>',
        html.english_attribute(),
        html.sentence_html(differences_of_ideas(case, panels), ids),
    )
    inside = safe(
        '<article class="step">{0}<div class="panels ideas"{1} {2}>{3}</div>'
        '{4}<p class="pointed"{1} aria-hidden="true" data-hint="{5}">{5}</p>'
        "</article>{6}",
        words,
        html.english_attribute(),
        style,
        figures,
        legend_of_scenes_html(drawings),
        hint,
        enlarge_button_html(),
    )
    large = " data-big" if opening.fullscreen else ""
    state = safe('data-title="{}" data-count="1" data-at="0"{}', title, large)
    return safe('<section class="why" {} tabindex="-1">{}</section>', state, html.with_term_meanings(inside))


def _with_all_pairs(shown: Idea, panel: Sequence[Idea]) -> Idea:
    """An idea with the pairs of all of its panel in its picture, and there, unseen, those of one of them alone.

    A class that has a partner in one of them is not drawn as left alone in another.
    """
    pairings = [idea.picture.links for idea in (shown, *panel)]
    every = tuple(dict.fromkeys(link for links in pairings for link in links))
    paired = {c for link in every if None not in (ends := {link.predicted, link.true}) for c in ends}
    drawn = tuple(link for link in every if None not in (ends := {link.predicted, link.true}) or not ends & paired)
    unseen = next((links for links in pairings if links != drawn), ())
    return replace(shown, picture=replace(shown.picture, links=drawn, others=unseen))


def _idea_frame_html(idea: Idea, scene: Scene | None, words_by_class: Mapping[str, str], ids: Ids) -> Markup:
    """The picture of an idea. words_by_class: what classes say when they are pointed at."""
    return (
        too_many_sentence()
        if scene is None
        else scrolling_frame_html(scene, ids, f"{idea.title}, {idea.name}", words_by_class)
    )


def _panel_html(panel: Sequence[Idea], shown_idea: Idea, frame: Markup, row: str, ids: Ids) -> Markup:
    """A panel: its question, the picture of the idea that is shown, and a line for each idea."""
    is_open = any(idea.row == row for idea in panel)
    unseen = shown_idea.picture.others
    counts = joined(_count_line_html(idea, row, ids, bool(unseen) and idea.picture.links == unseen) for idea in panel)
    return safe(
        '<figure class="panel idea{}" data-row="{}">'
        '<div class="title">{}<span class="asks">{}</span></div>'
        "{}<figcaption>{}</figcaption></figure>",
        " open" * is_open,
        shown_idea.row,
        _(panel[0].title),
        _(panel[0].question),
        frame,
        counts,
    )


def _count_line_html(idea: Idea, row: str, ids: Ids, differs: bool) -> Markup:
    """The line of a measure under its panel: its name, which opens it, its count, its value."""
    answer, count = idea.answer, idea.count_formula
    math = "" if count is None else mathml.formula_mathml(count, ids)
    way = answer.measure.better()
    arrow = safe('<span role="img" aria-label="{}">{}</span>', better_direction_words(way), ARROWS[way])
    return safe(
        '<div class="idea-count{}"><button type="button" data-pick="{}" '
        'aria-pressed="{}">{}</button> {} '
        '<span><output class="result">{}</output> '
        "<small>{} {}</small></span></div>",
        " other" * differs,
        idea.row,
        str(idea.row == row).lower(),
        idea.name,
        math,
        number(answer.result.value),
        answer.greatest_text,
        arrow,
    )
