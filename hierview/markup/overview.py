"""A hierarchy too large to draw, as HTML: a map of it, what a search found, and what stands around one class.

Levels of the map are rows of cells, each a button that leads to its class. A press says "map" and the number of a
class, or "fold", that of a parent and how many of its children are passed over; the number one beyond the classes is
that of the whole. A press on another button says "walk", "true", "predicted" or "grow" and the number of a class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..draw.layouts.icicle import MapCell
from ..languages import _
from ..model.case import Draft
from ..model.hanging import HangingTree
from ..model.hierarchy import Hierarchy
from ..safe import Markup, escape, joined, safe

LONGEST = 60  # characters of a name in a cell
_FIRST_CRUMBS, _LAST_CRUMBS = 2, 3


@dataclass(frozen=True)
class Overview:
    """Contents of the map of a large hierarchy: its tree, its cells, and the class that is looked at."""

    whole: Hierarchy
    """The whole hierarchy."""
    tree: HangingTree
    """The tree that the map draws: each class below one parent."""
    cells: Sequence[MapCell]
    """Cells of the map, the top one first."""
    at: str
    """The class that is looked at; "" for none."""
    ids: Mapping[str, int]
    """Numbers of the classes that light up elsewhere on the page, too."""


def overview_html(shown: Overview, draft: Draft) -> Markup:
    """The map: the way down to its top, its cells, a line for the one that is pointed at, and what its signs mean."""
    above = draft.hierarchy.closure(draft.true), draft.hierarchy.closure(draft.predicted)
    cells = joined(_cell_html(shown, draft, cell, above) for cell in shown.cells)
    return safe(
        '<section class="map" aria-label="{}">{}'
        '<div class="cells" style="--rows:{}">{}</div>'
        '<p class="cellsaid" aria-hidden="true"></p>{}</section>',
        _("Map of the whole hierarchy"),
        _path_buttons_html(shown),
        shown.cells[-1].row + 1,
        cells,
        _key_html(),
    )


def _key_html() -> Markup:
    signs = (
        ("t", _("above a true class")),
        ("p", _("above a predicted one")),
        ("drawn", _("drawn")),
        ("rest", _("more, folded")),
    )
    text = joined(safe('<span><i class="cell {}"></i>{}</span>', sign, says) for sign, says in signs)
    return safe('<p class="mapkey quiet"><span>{}</span>{}</p>', _("as wide as what hangs below"), text)


def _path_buttons_html(shown: Overview) -> Markup:
    """The classes above the top of the map, as buttons, and the top."""
    n, top = len(shown.whole), shown.cells[0]
    if top.number == n:
        return Markup()
    numbers = shown.tree.path_from_root(top.number)
    alone = len(shown.tree.children_of(len(shown.whole))) < 2
    crumbs = [] if alone else [safe('<button type="button" class="to" data-pick="map {}">{}</button>', n, _("All"))]
    listed = [
        safe('<button type="button" class="to" data-pick="map {}"><bdi>{}</bdi></button>', i, _short_label(shown, i))
        for i in numbers
    ]
    if len(listed) > _FIRST_CRUMBS + _LAST_CRUMBS:
        listed[_FIRST_CRUMBS:-_LAST_CRUMBS] = [escape(f"… {len(listed) - _FIRST_CRUMBS - _LAST_CRUMBS:,} …")]
    here = safe("<b><bdi>{}</bdi></b>", _short_label(shown, top.number))
    return safe('<p class="crumbs">{} › {}</p>', joined([*crumbs, *listed], " › "), here)


def _short_label(shown: Overview, i: int) -> str:
    text = shown.whole.labels.label_or_name(shown.whole.classes[i])
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _cell_html(shown: Overview, draft: Draft, cell: MapCell, above: tuple[frozenset[str], frozenset[str]]) -> Markup:
    n = len(shown.whole)
    if cell.folded:
        pick, says = f"fold {cell.number} {cell.skipped}", _("{n:,} more, folded", n=cell.folded)
        return _cell_button_html(cell, "rest", pick, says, safe("<span><bdi>+{}</bdi></span>", f"{cell.folded:,}"))
    if cell.number == n:
        label = _("All {n:,} classes", n=n)
        return _cell_button_html(cell, "drawn", f"map {n}", label, safe("<span>{}</span>", label))
    c = shown.whole.classes[cell.number]
    mark = draft.mark(c)
    text = safe("<bdi>{}</bdi>", _short_label(shown, cell.number))
    if mark != "none":
        text = safe('<i class="mark {}">{}</i>{}', mark, Markup("<i></i>") * (mark == "both"), text)
    words = ["drawn"] * (c in draft.hierarchy)
    words += [side for side, classes in zip("tp", above, strict=True) if c in classes]
    words += ["here"] * (c == shown.at)
    number = safe(' data-n="{}"', shown.ids[c]) if c in shown.ids else Markup()
    label = _spoken_label(shown, cell, c, mark)
    return _cell_button_html(cell, " ".join(words), f"map {cell.number}", label, safe("<span>{}</span>", text), number)


def _cell_button_html(
    cell: MapCell, words: str, pick: str, spoken: str, inner: Markup, more: Markup = Markup()
) -> Markup:
    place = f"left:{cell.left:.2f}%;width:{cell.width:.2f}%;--row:{cell.row}"
    return safe(
        '<button type="button" class="cell {}" tabindex="{}" data-level="{}" '
        'style="{}" data-pick="{}"{} aria-label="{}">{}</button>',
        words,
        -1 if cell.row else 0,
        cell.row,
        place,
        pick,
        more,
        spoken,
        inner,
    )


def _spoken_label(shown: Overview, cell: MapCell, c: str, mark: str) -> str:
    """The text that a cell of the map shows when pointed at, and gives to screen readers."""
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
    """The class that is looked at, with the numbers of its neighbours above and below."""

    name: str
    """Name of the class."""
    above: int
    """Number of classes above it."""
    below: int
    """Number of classes below it."""
    hidden: int
    """Number of its children that are not drawn."""


def search_results_html(whole: Hierarchy, draft: Draft, classes: Sequence[str], text: str, more: bool) -> Markup:
    """The list of classes that a search found, each with buttons that mark it. more: whether there are others."""
    if not text:
        return Markup()
    if not classes:
        says = _("No name and no label holds “{sought}”.", sought=text[:60])
        return safe('<p class="said" role="status">{}</p>', says)
    items = joined(
        safe("<li>{}{}</li>", _class_button_html(whole, c), _mark_switches_html(whole, draft, c)) for c in classes
    )
    rest = safe('<p class="quiet">{}</p>', _("and more: type more of the name.")) if more else ""
    return safe('<ul class="seek" aria-label="{}">{}</ul>{}', _("found"), items, rest)


def neighbourhood_html(whole: Hierarchy, draft: Draft, here: NeighbourCounts) -> Markup:
    """The HTML of one class with its parents and children as buttons, to step up and down."""
    parents, children = whole.parents(here.name), whole.children(here.name)
    grow = ""
    if here.hidden:
        label = _("Draw its child") if here.hidden == 1 else _("Draw its children")
        label = _("Draw {n} of its children", n=MOST_LISTED) if here.hidden > MOST_LISTED else label
        grow = safe('<p><button type="button" data-pick="grow {}">{}</button></p>', whole.number_of(here.name), label)
    counts = safe(
        '<span class="quiet">{}</span>', _("{above:,} above, {below:,} below", above=here.above, below=here.below)
    )
    return safe(
        '<section class="around"><p class="here"><b>{}</b> {}{}</p>{}{}{}</section>',
        _label_and_id_html(whole, here.name),
        counts,
        _mark_switches_html(whole, draft, here.name),
        _neighbour_buttons_html(whole, _("Up"), parents),
        _neighbour_buttons_html(whole, _("Down"), children),
        grow,
    )


def _neighbour_buttons_html(whole: Hierarchy, word: str, classes: Sequence[str]) -> Markup:
    """The classes one edge away, as buttons that lead there."""
    if not classes:
        kind = _("a root") if word == _("Up") else _("a leaf")
        return safe('<p class="steps"><span class="word">{}</span> <span class="quiet">{}</span></p>', word, kind)
    listed = joined([_class_button_html(whole, c) for c in list(classes)[:MOST_LISTED]], " ")
    others = len(classes) - MOST_LISTED
    rest = safe(' <span class="quiet">{}</span>', _("and {n:,} more", n=others)) if others > 0 else ""
    return safe('<p class="steps"><span class="word">{} ({})</span> {}{}</p>', word, f"{len(classes):,}", listed, rest)


def _class_button_html(whole: Hierarchy, c: str) -> Markup:
    return safe(
        '<button type="button" class="to" data-pick="walk {}">{}</button>',
        whole.number_of(c),
        _label_and_id_html(whole, c),
    )


def _label_and_id_html(whole: Hierarchy, c: str) -> Markup:
    """The label of a class with its id beside it, or the id alone."""
    label = whole.labels.of(c)
    id_text = safe("<bdi>{}</bdi>", c)
    return id_text if label is None else safe('<bdi>{}</bdi> <span class="quiet">{}</span>', label, id_text)


def _mark_switches_html(whole: Hierarchy, draft: Draft, c: str) -> Markup:
    """Two switches: whether it is true, and whether it is predicted."""
    label = whole.labels.label_or_name(c)
    buttons = joined(
        safe(
            '<button type="button" class="set {0}" data-pick="{0} {1}" '
            'aria-pressed="{2}" aria-label="{3} {0}">{0}</button>',
            side,
            whole.number_of(c),
            str(c in marked).lower(),
            label,
        )
        for side, marked in zip(SIDES, (draft.true, draft.predicted), strict=True)
    )
    return safe('<span class="sets">{}</span>', buttons)
