"""One case, every idea, as HTML: a panel for each, and for each class what all of them count it as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape

from ..answers.ideas import Idea, counted_by_all, what_parts
from ..draw.scenes.scene import Scene
from ..explain import labelled, number, plain
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
    # The open one of a panel first; of those with one picture, one.
    ordered = [sorted(panel, key=lambda idea: idea.row != row) for panel in panels]
    by_panel = [list({idea.picture.links: idea for idea in panel[::-1]}.values())[::-1] for panel in ordered]
    every = [idea for panel in by_panel for idea in panel]
    per_row = 4 if len(panels) == 4 else min(3, len(panels))
    scenes = scenes_together(case, [idea.picture for idea in every], opening.way, per_row)
    told = {c: plain(labelled(counted_by_all(panels, c), lambda c: html.shown_name(c, ids))) for c in ids}
    frames = {idea.row: _frame(idea, scene, told, ids) for idea, scene in zip(every, scenes, strict=True)}
    figures = "".join(
        _panel(panel, [frames[idea.row] for idea in some], row, ids)
        for panel, some in zip(panels, by_panel, strict=True)
    )
    shown = [scene for scene in scenes if scene is not None]
    hint = _("Point at a class: what each idea counts it as.")
    style = f'style="--least:{least_width(shown, per_row):.0f}px;--most:{per_row}"'
    words = f'<p class="why-text"{html.in_english()}>{html.sentence(what_parts(case, panels), ids)}</p>'
    inside = (
        f'<article class="step">{words}<div class="panels ideas"{html.in_english()} {style}>{figures}</div>'
        f'{marks(shown)}<p class="pointed"{html.in_english()} aria-hidden="true" data-hint="{hint}">{hint}</p>'
        f"</article>{enlarge()}"
    )
    large = " data-big" if opening.big else ""
    state = f'data-title="{escape(title)}" data-count="1" data-at="0"{large}'
    return f'<section class="why" {state} tabindex="-1">{html.explained(inside)}</section>'


def _frame(idea: Idea, scene: Scene | None, told: Mapping[str, str], ids: Ids) -> str:
    """The picture of an idea. told: what its classes say aloud, and the page where one is pointed at."""
    if scene is None:
        return too_many()
    items = (replace(i, says=told.get(i.classes[0], i.says)) if i.role == "class" else i for i in scene.items)
    return scrolling_frame(replace(scene, items=tuple(items)), ids, f"{idea.title}, {idea.name}")


def _panel(panel: Sequence[Idea], frames: Sequence[str], row: str, ids: Ids) -> str:
    """A panel: its question, the pictures of its ideas, of which the first one is seen, and a line for each idea."""
    rows = [idea.row for idea in panel]
    shown = row if row in rows else rows[0]
    others = [frame.replace('class="frame"', 'class="frame other"', 1) for frame in frames[1:]]
    counts = "".join(_count(idea, row, ids, bool(others) and idea.row != shown) for idea in panel)
    return (
        f'<figure class="panel idea{" open" * (row in rows)}" data-row="{escape(shown)}">'
        f'<div class="title">{escape(_(panel[0].title))}<span class="asks">{escape(_(panel[0].question))}</span></div>'
        f'<div class="frames">{"".join([*frames[:1], *others])}</div><figcaption>{counts}</figcaption></figure>'
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
