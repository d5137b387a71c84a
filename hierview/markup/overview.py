"""A hierarchy too large to draw, as HTML: a map of it, what a search found, and what stands around one class.

Levels of the map are rows of cells, each a button that leads to its class. A press says "map" and the number of a
class, or "fold", that of a parent and how many of its children are passed over; the number one beyond the classes is
that of the whole. A press on another button says "walk", "true", "predicted" or "grow" and the number of a class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ..draw.layouts.icicle import MapCell
from ..languages import _
from ..model.case import Draft
from ..model.hanging import HangingTree
from ..model.hierarchy import Hierarchy

LONGEST = 60  # characters of a name in a cell
_FIRST_CRUMBS, _LAST_CRUMBS = 2, 3


@dataclass(frozen=True)
class Overview:
    """Contents of a map. cells: the top one first.  at: the class that is looked at, "" for none.

    ids: the numbers of classes that light up elsewhere on the page, too.
    """

    whole: Hierarchy
    tree: HangingTree
    cells: Sequence[MapCell]
    at: str
    ids: Mapping[str, int]


def overview_html(shown: Overview, draft: Draft) -> str:
    """The map: the way down to its top, its cells, a line for the one that is pointed at, and what its signs mean."""
    above = draft.hierarchy.closure(draft.true), draft.hierarchy.closure(draft.predicted)
    cells = "".join(_cell(shown, draft, cell, above) for cell in shown.cells)
    return (
        f'<section class="map" aria-label="{_("Map of the whole hierarchy")}">{_path_buttons(shown)}'
        f'<div class="cells" style="--rows:{shown.cells[-1].row + 1}">{cells}</div>'
        f'<p class="cellsaid" aria-hidden="true"></p>{_key()}</section>'
    )


def _key() -> str:
    signs = (
        ("t", _("above a true class")),
        ("p", _("above a predicted one")),
        ("drawn", _("drawn")),
        ("rest", _("more, folded")),
    )
    text = "".join(f'<span><i class="cell {sign}"></i>{says}</span>' for sign, says in signs)
    return f'<p class="mapkey quiet"><span>{_("as wide as what hangs below")}</span>{text}</p>'


def _path_buttons(shown: Overview) -> str:
    """The classes above the top of the map, as buttons, and the top."""
    n, top = len(shown.whole), shown.cells[0]
    if top.number == n:
        return ""
    numbers = shown.tree.path_from_root(top.number)
    alone = len(shown.tree.children_of(len(shown.whole))) < 2
    crumbs = [] if alone else [f'<button type="button" class="to" data-pick="map {n}">{_("All")}</button>']
    listed = [
        f'<button type="button" class="to" data-pick="map {i}"><bdi>{escape(_short_label(shown, i))}</bdi></button>'
        for i in numbers
    ]
    if len(listed) > _FIRST_CRUMBS + _LAST_CRUMBS:
        listed[_FIRST_CRUMBS:-_LAST_CRUMBS] = [f"… {len(listed) - _FIRST_CRUMBS - _LAST_CRUMBS:,} …"]
    here = f"<b><bdi>{escape(_short_label(shown, top.number))}</bdi></b>"
    return f'<p class="crumbs">{" › ".join([*crumbs, *listed])} › {here}</p>'


def _short_label(shown: Overview, i: int) -> str:
    text = shown.whole.labels.label_or_name(shown.whole.classes[i])
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _cell(shown: Overview, draft: Draft, cell: MapCell, above: tuple[frozenset[str], frozenset[str]]) -> str:
    n = len(shown.whole)
    if cell.folded:
        pick, says = f"fold {cell.number} {cell.skipped}", _("{n:,} more, folded", n=cell.folded)
        return _cell_button(cell, "rest", pick, says, f"<span><bdi>+{cell.folded:,}</bdi></span>")
    if cell.number == n:
        label = _("All {n:,} classes", n=n)
        return _cell_button(cell, "drawn", f"map {n}", label, f"<span>{label}</span>")
    c = shown.whole.classes[cell.number]
    mark = draft.mark(c)
    text = f"<bdi>{escape(_short_label(shown, cell.number))}</bdi>"
    if mark != "none":
        text = f'<i class="mark {mark}">{"<i></i>" * (mark == "both")}</i>{text}'
    words = ["drawn"] * (c in draft.hierarchy)
    words += [side for side, classes in zip("tp", above, strict=True) if c in classes]
    words += ["here"] * (c == shown.at)
    number = f' data-n="{shown.ids[c]}"' if c in shown.ids else ""
    label = _label(shown, cell, c, mark)
    return _cell_button(cell, " ".join(words), f"map {cell.number}", label, f"<span>{text}</span>", number)


def _cell_button(cell: MapCell, words: str, pick: str, spoken: str, inner: str, more: str = "") -> str:
    place = f"left:{cell.left:.2f}%;width:{cell.width:.2f}%;--row:{cell.row}"
    return (
        f'<button type="button" class="cell {words}" tabindex="{-1 if cell.row else 0}" data-level="{cell.row}" '
        f'style="{place}" data-pick="{pick}"{more} aria-label="{escape(spoken)}">{inner}</button>'
    )


def _label(shown: Overview, cell: MapCell, c: str, mark: str) -> str:
    """What a cell says to whoever points at it or listens."""
    below = int(shown.tree.sizes[cell.number]) - 1
    label = shown.whole.labels.of(c)
    name = _short_label(shown, cell.number) if label is None else f"{_short_label(shown, cell.number)} ({c[:LONGEST]})"
    marks = {"true": _("true"), "predicted": _("predicted"), "both": _("true and predicted")}
    text = [name, *([marks[mark]] if mark in marks else []), _("{n:,} below", n=below) if below else _("a leaf")]
    return ", ".join(text)


# Search and walk: what was found, and what stands around one class


MOST_LISTED = 12  # parents or children
SIDES = ("true", "predicted")


@dataclass(frozen=True)
class NeighbourCounts:
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
    items = "".join(f"<li>{_class_button(whole, c)}{_mark_switches(whole, draft, c)}</li>" for c in classes)
    rest = f'<p class="quiet">{_("and more: type more of the name.")}</p>' if more else ""
    return f'<ul class="seek" aria-label="{_("found")}">{items}</ul>{rest}'


def around_html(whole: Hierarchy, draft: Draft, here: NeighbourCounts) -> str:
    """One class with its parents and children, to step up and down."""
    parents, children = whole.parents(here.name), whole.children(here.name)
    grow = ""
    if here.hidden:
        label = _("Draw its child") if here.hidden == 1 else _("Draw its children")
        label = _("Draw {n} of its children", n=MOST_LISTED) if here.hidden > MOST_LISTED else label
        grow = f'<p><button type="button" data-pick="grow {whole.number_of(here.name)}">{label}</button></p>'
    counts = f'<span class="quiet">{_("{above:,} above, {below:,} below", above=here.above, below=here.below)}</span>'
    return (
        f'<section class="around"><p class="here"><b>{_label_and_id(whole, here.name)}</b> {counts}'
        f"{_mark_switches(whole, draft, here.name)}</p>"
        f"{_neighbour_buttons(whole, _('Up'), parents)}{_neighbour_buttons(whole, _('Down'), children)}{grow}</section>"
    )


def _neighbour_buttons(whole: Hierarchy, word: str, classes: Sequence[str]) -> str:
    """The classes one edge away, as buttons that lead there."""
    if not classes:
        kind = _("a root") if word == _("Up") else _("a leaf")
        return f'<p class="steps"><span class="word">{word}</span> <span class="quiet">{kind}</span></p>'
    listed = " ".join(_class_button(whole, c) for c in list(classes)[:MOST_LISTED])
    others = len(classes) - MOST_LISTED
    rest = f' <span class="quiet">{_("and {n:,} more", n=others)}</span>' if others > 0 else ""
    return f'<p class="steps"><span class="word">{word} ({len(classes):,})</span> {listed}{rest}</p>'


def _class_button(whole: Hierarchy, c: str) -> str:
    return f'<button type="button" class="to" data-pick="walk {whole.number_of(c)}">{_label_and_id(whole, c)}</button>'


def _label_and_id(whole: Hierarchy, c: str) -> str:
    """The label of a class with its id beside it, or the id alone."""
    label = whole.labels.of(c)
    id_text = f"<bdi>{escape(c)}</bdi>"
    return id_text if label is None else f'<bdi>{escape(label)}</bdi> <span class="quiet">{id_text}</span>'


def _mark_switches(whole: Hierarchy, draft: Draft, c: str) -> str:
    """Two switches: whether it is true, and whether it is predicted."""
    label = whole.labels.label_or_name(c)
    buttons = "".join(
        f'<button type="button" class="set {side}" data-pick="{side} {whole.number_of(c)}" '
        f'aria-pressed="{str(c in marked).lower()}" aria-label="{escape(label)} {side}">{side}</button>'
        for side, marked in zip(SIDES, (draft.true, draft.predicted), strict=True)
    )
    return f'<span class="sets">{buttons}</span>'
