"""The answer to why, as HTML: the picture behind a value, the steps to it, or every idea on one case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape

from ..answers.ideas import Idea, differences_of_ideas, roles_line
from ..draw.scenes.scene import Scene
from ..explain import HierarchyPicture, Step, number, plain, with_labels, with_meanings
from ..languages import _
from ..model.case import Case
from . import html, mathml
from .answer_table import ARROWS, better_direction_words
from .html import Ids
from .pictures import (
    USUAL,
    DrawingOptions,
    enlarge_button,
    least_width,
    marks_html,
    panels_html,
    scenes_together,
    scrolling_frame_html,
    too_many_sentence,
)


@dataclass(frozen=True)
class Opening:
    """How an answer to why is opened. fullscreen: on the whole screen.  drawing: how its hierarchies are drawn.

    first: the step shown first, from 0.
    """

    fullscreen: bool = False
    drawing: DrawingOptions = USUAL
    first: int = 0


_CLOSED = Opening()
_MOST_CHIPS = 8


def why_html(case: Case, title: str, step: Step, ids: Ids, opening: Opening = _CLOSED) -> str:
    """The answer to why: words, pictures, the formula with this case's numbers."""
    return _steps_section(case, title, [step], ids, opening, "picture")


def steps_html(case: Case, title: str, steps: Sequence[Step], ids: Ids, opening: Opening = _CLOSED) -> str:
    """The steps to an answer, one shown at a time: the viewer moves between them without a rerun."""
    return _steps_section(case, title, steps, ids, opening, "steps")


def _steps_section(case: Case, title: str, steps: Sequence[Step], ids: Ids, opening: Opening, kind: str) -> str:
    count, way = len(steps), opening.drawing
    first = max(0, min(opening.first, count - 1))
    articles = []
    for i, (step, symbols) in enumerate(zip(steps, with_meanings(steps), strict=True)):
        is_drawn = not way.near or abs(i - first) <= 1 or i in (0, count - 1)
        state = ("" if i == first else " hidden") + ("" if is_drawn else " data-later")
        entries = "".join(
            f"<{tag}>{html.words_html(w, ids)}</{tag}>" for tag, w in zip(("dt", "dd"), step.fact or (), strict=False)
        )
        fact = f'<template class="fact">{entries}</template>' if entries else ""
        panels = panels_html(case, step, ids, way) if is_drawn else ""
        articles.append(
            f'<article class="step" data-step="{i}"{state}>'
            f'<p class="why-text"{html.english_attribute()}>{html.sentence_html(step.text, ids)}</p>'
            f"{chips_html(step, ids) if kind == 'picture' else ''}"
            f"{panels}{html.formula_html(step, ids, symbols)}{fact}</article>"
        )
    bar = ""
    if count > 1:
        dots = html.step_buttons([_("step {i}", i=i + 1) for i in range(count)], first)
        at = _("step {i} of {n}", i=first + 1, n=count)
        bar = (
            f'<div class="stepbar" role="group" aria-label="{_("Steps")}">'
            f'<button type="button" data-move="first" aria-label="{_("first step")}">⇤</button>'
            f'<button type="button" data-move="previous" aria-label="{_("previous step")}">←</button>'
            f'<span class="stepcount" aria-live="polite">{at}</span>'
            f'<button type="button" data-move="next" aria-label="{_("next step")}">→</button>'
            f'<button type="button" data-move="last" aria-label="{_("last step")}">⇥</button>'
            f'<button type="button" data-move="play" aria-pressed="false">{_("Play")}</button>'
            f'<span class="dots">{dots}</span></div>'
        )
    large = " data-big" if opening.fullscreen else ""
    state = f'data-title="{escape(title)}" data-count="{count}" data-at="{first}"{large}'
    inside = html.with_term_meanings(f"{bar}{''.join(articles)}{enlarge_button()}")
    return f'<section class="why {kind}" {state} tabindex="-1">{inside}</section>'


def chips_html(step: Step, ids: Ids) -> str:
    """The classes of either side in a row, as the pictures have them; nothing where they have no sides, or many."""
    looks = [(c, look) for p in step.pictures if isinstance(p, HierarchyPicture) for c, look in p.looks.items()]
    sides = {c: {look.side for name, look in looks if name == c} - {"none"} for c in ids}
    rows = []
    for heading, side in ((_("True side"), "t"), (_("Predicted side"), "p")):
        own = [c for c, worn in sides.items() if worn & {side, "both"}]
        if not 0 < len(own) <= _MOST_CHIPS:
            return ""
        chips = "".join(
            _class_chip(c, "both" if {"t", "p"} <= sides[c] or "both" in sides[c] else side, ids) for c in own
        )
        rows.append(f'<p>{heading} <span class="count">· {len(own)}</span> {chips}</p>')
    return f'<div class="chips">{"".join(rows)}</div>'


def sum_html(name: str, step: Step, ids: Ids) -> str:
    """The classes of either side and the formula of one prediction, without a picture."""
    return html.with_term_meanings(
        f'<div class="sum-of"><b>{name}</b>{chips_html(step, ids)}{html.formula_html(step, ids)}</div>'
    )


def _class_chip(c: str, side: str, ids: Ids) -> str:
    name = f"<bdi>{escape(html.shown_name(c, ids))}</bdi>"
    return f'<span class="chip side-{side}" data-n="{ids[c]}"{html.name_attribute(c, ids)}>{name}</span>'


# One case, every idea: a panel for each, and for each class what all of them count it as


def ideas_html(case: Case, title: str, panels: Sequence[Sequence[Idea]], row: str, opening: Opening) -> str:
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
    figures = "".join(
        _panel_html(panel, first, _idea_frame(first, scene, sentences, ids), row, ids)
        for panel, first, scene in zip(panels, first_ideas, scenes, strict=True)
    )
    drawings = [scene for scene in scenes if scene is not None]
    hint = _("Point at a class: what each idea counts it as.")
    style = f'style="--least:{least_width(drawings, per_row):.0f}px;--most:{per_row}"'
    english = html.english_attribute()
    words = f'<p class="why-text"{english}>{html.sentence_html(differences_of_ideas(case, panels), ids)}</p>'
    inside = (
        f'<article class="step">{words}<div class="panels ideas"{english} {style}>{figures}</div>'
        f'{marks_html(drawings)}<p class="pointed"{english} aria-hidden="true" data-hint="{hint}">{hint}</p>'
        f"</article>{enlarge_button()}"
    )
    large = " data-big" if opening.fullscreen else ""
    state = f'data-title="{escape(title)}" data-count="1" data-at="0"{large}'
    return f'<section class="why" {state} tabindex="-1">{html.with_term_meanings(inside)}</section>'


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


def _idea_frame(idea: Idea, scene: Scene | None, words_by_class: Mapping[str, str], ids: Ids) -> str:
    """The picture of an idea. words_by_class: what classes say when they are pointed at."""
    return (
        too_many_sentence()
        if scene is None
        else scrolling_frame_html(scene, ids, f"{idea.title}, {idea.name}", words_by_class)
    )


def _panel_html(panel: Sequence[Idea], shown_idea: Idea, frame: str, row: str, ids: Ids) -> str:
    """A panel: its question, the picture of the idea that is shown, and a line for each idea."""
    is_open = any(idea.row == row for idea in panel)
    unseen = shown_idea.picture.others
    counts = "".join(_count_line(idea, row, ids, bool(unseen) and idea.picture.links == unseen) for idea in panel)
    return (
        f'<figure class="panel idea{" open" * is_open}" data-row="{escape(shown_idea.row)}">'
        f'<div class="title">{escape(_(panel[0].title))}<span class="asks">{escape(_(panel[0].question))}</span></div>'
        f"{frame}<figcaption>{counts}</figcaption></figure>"
    )


def _count_line(idea: Idea, row: str, ids: Ids, differs: bool) -> str:
    """The line of a measure under its panel: its name, which opens it, its count, its value."""
    answer, count = idea.answer, idea.count
    math = "" if count is None else mathml.formula_mathml(count, ids)
    way = answer.measure.better()
    arrow = f'<span role="img" aria-label="{better_direction_words(way)}">{ARROWS[way]}</span>'
    return (
        f'<div class="idea-count{" other" * differs}"><button type="button" data-pick="{escape(idea.row)}" '
        f'aria-pressed="{str(idea.row == row).lower()}">{escape(idea.name)}</button> {math} '
        f'<span><output class="result">{escape(number(answer.result.value))}</output> '
        f"<small>{escape(answer.of_greatest)} {arrow}</small></span></div>"
    )
