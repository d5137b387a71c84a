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


def found(whole: Hierarchy, draft: Draft, classes: Sequence[str], sought: str, more: bool) -> str:
    """List of what a search found, each with buttons that mark it. more: whether there is more than is listed."""
    if not sought:
        return ""
    if not classes:
        says = _("No name and no label holds “{sought}”.", sought=escape(sought[:60]))
        return f'<p class="said" role="status">{says}</p>'
    items = "".join(f"<li>{_class(whole, c)}{_marks(whole, draft, c)}</li>" for c in classes)
    rest = f'<p class="quiet">{_("and more: type more of the name.")}</p>' if more else ""
    return f'<ul class="seek" aria-label="{_("found")}">{items}</ul>{rest}'


def around(whole: Hierarchy, draft: Draft, here: Around) -> str:
    """One class with its parents and children, to step up and down."""
    parents, children = whole.parents(here.name), whole.children(here.name)
    grow = ""
    if here.hidden:
        said = _("Draw its child") if here.hidden == 1 else _("Draw its children")
        said = _("Draw {n} of its children", n=MOST_LISTED) if here.hidden > MOST_LISTED else said
        grow = f'<p><button type="button" data-pick="grow {whole.number_of(here.name)}">{said}</button></p>'
    counts = f'<span class="quiet">{_("{above:,} above, {below:,} below", above=here.above, below=here.below)}</span>'
    return (
        f'<section class="around"><p class="here"><b>{_named(whole, here.name)}</b> {counts}'
        f"{_marks(whole, draft, here.name)}</p>"
        f"{_steps(whole, _('Up'), parents)}{_steps(whole, _('Down'), children)}{grow}</section>"
    )


def _steps(whole: Hierarchy, word: str, classes: Sequence[str]) -> str:
    """The classes one edge away, as buttons that lead there."""
    if not classes:
        said = _("a root") if word == _("Up") else _("a leaf")
        return f'<p class="steps"><span class="word">{word}</span> <span class="quiet">{said}</span></p>'
    listed = " ".join(_class(whole, c) for c in list(classes)[:MOST_LISTED])
    rest = (
        f' <span class="quiet">{_("and {n:,} more", n=len(classes) - MOST_LISTED)}</span>'
        if len(classes) > MOST_LISTED
        else ""
    )
    return f'<p class="steps"><span class="word">{word} ({len(classes):,})</span> {listed}{rest}</p>'


def _class(whole: Hierarchy, c: str) -> str:
    """A button that leads to a class."""
    return f'<button type="button" class="to" data-pick="walk {whole.number_of(c)}">{_named(whole, c)}</button>'


def _named(whole: Hierarchy, c: str) -> str:
    """The label of a class with its id beside it, or the id alone."""
    label = whole.labels.of(c)
    shown = f"<bdi>{escape(c)}</bdi>"
    return shown if label is None else f'<bdi>{escape(label)}</bdi> <span class="quiet">{shown}</span>'


def _marks(whole: Hierarchy, draft: Draft, c: str) -> str:
    """Two switches: whether it is true, and whether it is predicted."""
    said = whole.labels.shown(c)
    buttons = "".join(
        f'<button type="button" class="set {side}" data-pick="{side} {whole.number_of(c)}" '
        f'aria-pressed="{str(c in marked).lower()}" aria-label="{escape(said)} {side}">{side}</button>'
        for side, marked in zip(SIDES, (draft.true, draft.predicted), strict=True)
    )
    return f'<span class="sets">{buttons}</span>'
