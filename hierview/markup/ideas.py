"""One case, every idea, as HTML: a panel for each, and for each class what all of them count it as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape

from ..answers.ideas import Idea, counted_by_all, what_parts
from ..draw.scenes.scene import Scene, with_values
from ..explain import HierarchyPicture, labelled, number, plain
from ..languages import _
from ..model.case import Case
from . import html, mathml
from .answer_table import better
from .html import Ids
from .pictures import enlarge, least_width, marks, scenes_together, scrolling_frame, too_many
from .why import Opening


def ideas_html(case: Case, title: str, panels: Sequence[Sequence[Idea]], row: str, opening: Opening) -> str:
    """The ideas side by side, the panel of the open row marked; below them what a class counts as that is pointed at.

    Of ideas in one panel the open one is drawn, or the first; another's picture, while its line is pointed at.
    """
    ids = html.class_ids(case)
    first_ideas = [next((idea for idea in panel if idea.row == row), panel[0]) for panel in panels]
    per_row = 4 if len(panels) == 4 else min(3, len(panels))
    pictures = [_with_others(first, panel) for first, panel in zip(first_ideas, panels, strict=True)]
    scenes = scenes_together(case, pictures, opening.way, per_row)
    sentences = {c: plain(labelled(counted_by_all(panels, c), lambda c: html.shown_name(c, ids))) for c in ids}
    figures = "".join(
        _panel(panel, first, _frame(first, scene, sentences, ids), row, ids)
        for panel, first, scene in zip(panels, first_ideas, scenes, strict=True)
    )
    drawings = [scene for scene in scenes if scene is not None]
    hint = _("Point at a class: what each idea counts it as.")
    style = f'style="--least:{least_width(drawings, per_row):.0f}px;--most:{per_row}"'
    words = f'<p class="why-text"{html.in_english()}>{html.sentence(what_parts(case, panels), ids)}</p>'
    inside = (
        f'<article class="step">{words}<div class="panels ideas"{html.in_english()} {style}>{figures}</div>'
        f'{marks(drawings)}<p class="pointed"{html.in_english()} aria-hidden="true" data-hint="{hint}">{hint}</p>'
        f"</article>{enlarge()}"
    )
    large = " data-big" if opening.big else ""
    state = f'data-title="{escape(title)}" data-count="1" data-at="0"{large}'
    return f'<section class="why" {state} tabindex="-1">{html.explained(inside)}</section>'


def _with_others(shown: Idea, panel: Sequence[Idea]) -> HierarchyPicture:
    """The picture of an idea, and in it, unseen, the pairs of another one of its panel."""
    others = (idea.picture.links for idea in panel if idea.picture.links != shown.picture.links)
    return replace(shown.picture, others=next(others, ()))


def _frame(idea: Idea, scene: Scene | None, told: Mapping[str, str], ids: Ids) -> str:
    """The picture of an idea. told: what classes say when they are pointed at."""
    if scene is None:
        return too_many()
    items = [with_values(i, says=told.get(i.classes[0], i.says)) if i.role == "class" else i for i in scene.items]
    return scrolling_frame(replace(scene, items=tuple(items)), ids, f"{idea.title}, {idea.name}")


def _panel(panel: Sequence[Idea], shown: Idea, frame: str, row: str, ids: Ids) -> str:
    """A panel: its question, the picture of the idea that is shown, and a line for each idea."""
    is_open = any(idea.row == row for idea in panel)
    counts = "".join(_count(idea, row, ids, idea.picture.links != shown.picture.links) for idea in panel)
    return (
        f'<figure class="panel idea{" open" * is_open}" data-row="{escape(shown.row)}">'
        f'<div class="title">{escape(_(panel[0].title))}<span class="asks">{escape(_(panel[0].question))}</span></div>'
        f"{frame}<figcaption>{counts}</figcaption></figure>"
    )


def _count(idea: Idea, row: str, ids: Ids, differs: bool) -> str:
    """The line of a measure under its panel: its name, which opens it, its count, its value."""
    answer, count = idea.answer, idea.count
    math = "" if count is None else mathml.formula_mathml(count, ids)
    way = answer.measure.better()
    arrow = f'<span role="img" aria-label="{better(way)}">{"↑" if way == "higher" else "↓"}</span>'
    return (
        f'<div class="idea-count{" other" * differs}"><button type="button" data-pick="{escape(idea.row)}" '
        f'aria-pressed="{str(idea.row == row).lower()}">{escape(idea.name)}</button> {math} '
        f'<span><output class="result">{escape(number(answer.result.value))}</output> '
        f"<small>{escape(answer.of)} {arrow}</small></span></div>"
    )
