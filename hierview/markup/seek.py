"""Search and walk in a hierarchy too large to draw, as HTML: what was found, and what stands around one class.

A press on a button says "walk", "true", "predicted" or "grow" and the number of a class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ..languages import _
from ..model.case import Draft
from ..model.hierarchy import Hierarchy

MOST_LISTED = 12  # parents or children
SIDES = ("true", "predicted")


@dataclass(frozen=True)
class Around:
    """Class that is looked at. above, below: how many classes are; hidden: how many of its children are not drawn."""

    name: str
    above: int
    below: int
    hidden: int


def search_list(whole: Hierarchy, draft: Draft, classes: Sequence[str], text: str, more: bool) -> str:
    """List of what a search found, each with buttons that mark it. more: whether there is more than is listed."""
    if not text:
        return ""
    if not classes:
        says = _("No name and no label holds “{sought}”.", sought=escape(text[:60]))
        return f'<p class="said" role="status">{says}</p>'
    items = "".join(f"<li>{_class(whole, c)}{_marks(whole, draft, c)}</li>" for c in classes)
    rest = f'<p class="quiet">{_("and more: type more of the name.")}</p>' if more else ""
    return f'<ul class="seek" aria-label="{_("found")}">{items}</ul>{rest}'


def around(whole: Hierarchy, draft: Draft, here: Around) -> str:
    """One class with its parents and children, to step up and down."""
    parents, children = whole.parents(here.name), whole.children(here.name)
    grow = ""
    if here.hidden:
        label = _("Draw its child") if here.hidden == 1 else _("Draw its children")
        label = _("Draw {n} of its children", n=MOST_LISTED) if here.hidden > MOST_LISTED else label
        grow = f'<p><button type="button" data-pick="grow {whole.number_of(here.name)}">{label}</button></p>'
    counts = f'<span class="quiet">{_("{above:,} above, {below:,} below", above=here.above, below=here.below)}</span>'
    return (
        f'<section class="around"><p class="here"><b>{_label(whole, here.name)}</b> {counts}'
        f"{_marks(whole, draft, here.name)}</p>"
        f"{_steps(whole, _('Up'), parents)}{_steps(whole, _('Down'), children)}{grow}</section>"
    )


def _steps(whole: Hierarchy, word: str, classes: Sequence[str]) -> str:
    """The classes one edge away, as buttons that lead there."""
    if not classes:
        kind = _("a root") if word == _("Up") else _("a leaf")
        return f'<p class="steps"><span class="word">{word}</span> <span class="quiet">{kind}</span></p>'
    listed = " ".join(_class(whole, c) for c in list(classes)[:MOST_LISTED])
    rest = (
        f' <span class="quiet">{_("and {n:,} more", n=len(classes) - MOST_LISTED)}</span>'
        if len(classes) > MOST_LISTED
        else ""
    )
    return f'<p class="steps"><span class="word">{word} ({len(classes):,})</span> {listed}{rest}</p>'


def _class(whole: Hierarchy, c: str) -> str:
    """A button that leads to a class."""
    return f'<button type="button" class="to" data-pick="walk {whole.number_of(c)}">{_label(whole, c)}</button>'


def _label(whole: Hierarchy, c: str) -> str:
    """The label of a class with its id beside it, or the id alone."""
    label = whole.labels.of(c)
    id_text = f"<bdi>{escape(c)}</bdi>"
    return id_text if label is None else f'<bdi>{escape(label)}</bdi> <span class="quiet">{id_text}</span>'


def _marks(whole: Hierarchy, draft: Draft, c: str) -> str:
    """Two switches: whether it is true, and whether it is predicted."""
    label = whole.labels.label_or_name(c)
    buttons = "".join(
        f'<button type="button" class="set {side}" data-pick="{side} {whole.number_of(c)}" '
        f'aria-pressed="{str(c in marked).lower()}" aria-label="{escape(label)} {side}">{side}</button>'
        for side, marked in zip(SIDES, (draft.true, draft.predicted), strict=True)
    )
    return f'<span class="sets">{buttons}</span>'
