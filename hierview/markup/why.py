"""The answer to why, as HTML: the picture behind a value, or the steps to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ..explain import Step, spelled_out
from ..languages import _
from ..model.case import Case
from . import html
from .html import Ids
from .pictures import AS_EVER, Drawn, enlarge, panels_html


@dataclass(frozen=True)
class Opening:
    """How an answer to why is opened. big: on the whole screen.  way: how its hierarchies are drawn.

    first: the step shown first, from 0.
    """

    big: bool = False
    way: Drawn = AS_EVER
    first: int = 0


_CLOSED = Opening()


def why_html(case: Case, title: str, step: Step, ids: Ids, opening: Opening = _CLOSED) -> str:
    """The answer to why: words, pictures, the formula with this case's numbers."""
    return _section(case, title, [step], ids, opening, "picture")


def steps_html(case: Case, title: str, steps: Sequence[Step], ids: Ids, opening: Opening = _CLOSED) -> str:
    """The steps to an answer, one shown at a time: the viewer moves between them without a rerun."""
    return _section(case, title, steps, ids, opening, "steps")


def _section(case: Case, title: str, steps: Sequence[Step], ids: Ids, opening: Opening, kind: str) -> str:
    count, way = len(steps), opening.way
    first = max(0, min(opening.first, count - 1))
    articles = []
    for i, (step, symbols) in enumerate(zip(steps, spelled_out(steps), strict=True)):
        is_drawn = not way.near or abs(i - first) <= 1 or i in (0, count - 1)
        state = ("" if i == first else " hidden") + ("" if is_drawn else " data-later")
        entries = "".join(
            f"<{tag}>{html.words(w, ids)}</{tag}>" for tag, w in zip(("dt", "dd"), step.fact or (), strict=False)
        )
        fact = f'<template class="fact">{entries}</template>' if entries else ""
        articles.append(
            f'<article class="step" data-step="{i}"{state}>'
            f'<p class="why-text"{html.in_english()}>{html.sentence(step.text, ids)}</p>'
            f"{panels_html(case, step, ids, way) if is_drawn else ''}{html.formula(step, ids, symbols)}{fact}</article>"
        )
    bar = ""
    if count > 1:
        dots = html.dots([_("step {i}", i=i + 1) for i in range(count)], first)
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
    large = " data-big" if opening.big else ""
    state = f'data-title="{escape(title)}" data-count="{count}" data-at="{first}"{large}'
    inside = html.explained(f"{bar}{''.join(articles)}{enlarge()}")
    return f'<section class="why {kind}" {state} tabindex="-1">{inside}</section>'
