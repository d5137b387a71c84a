"""Search and map of a hierarchy that is too large to draw: find, walk, mark, draw more of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import streamlit as st

from ....draw.layouts.icicle import LEAST, LEAST_NARROW, icicle_cells
from ....draw.scenes.hierarchy import MOST_DRAWN
from ....errors import HierviewError
from ....languages import _
from ....markup import html
from ....markup.overview import (
    MOST_LISTED,
    SIDES,
    NeighbourCounts,
    Overview,
    neighbourhood_html,
    overview_html,
    search_results_html,
)
from ....model.hanging import HangingTree
from ....model.hierarchy import Hierarchy
from ....model.part import classes_above_and_below, count_hidden_children, marked_part, with_classes, with_mark
from ....model.search import NameFinder
from ....safe import Markup
from ...files.bringing import held_contents
from ...shell.cases import NEW
from ...shell.page_state import set_widget
from ...viewer import viewer
from ..state import change, current, show_case, show_draft
from ..view import ViewState

_LISTED = 6  # classes that a search lists
_TEXT = "seek-text"
_finder = lru_cache(maxsize=4)(NameFinder)
_hanging = lru_cache(maxsize=4)(HangingTree.of)


def whole_hierarchy(state: ViewState) -> Hierarchy | None:
    """The hierarchy that is searched: the whole of a part, or one too large to be drawn; None where none is."""
    if state.part is not None:
        file = held_contents(state)
        return None if file is None else file.hierarchy
    h = state.draft.hierarchy
    return h if len(h) > MOST_DRAWN else None


def count_hidden(state: ViewState, whole: Hierarchy | None) -> Mapping[str, int]:
    """How many children of each class the drawing leaves out."""
    part = state.draft.neighbourhood(MOST_DRAWN).hierarchy
    return {} if whole is None or len(part) > MOST_DRAWN else count_hidden_children(whole, part)


def show_search_and_map(state: ViewState, whole: Hierarchy | None, ids: Mapping[str, int]) -> None:
    """The search field, what it finds, the class that is looked at, and the map; nothing for what is drawn in full.

    ids: the numbers of classes on the page.
    """
    if whole is None:
        return
    with st.container(key="seek"):
        text = st.text_input(
            _("Find a class among {n:,}", n=len(whole)), key=_TEXT, placeholder=_("its name, its id, or a part of them")
        )
        file = held_contents(state)
        finder = file.finder if file is not None and file.hierarchy is whole else _finder(whole)
        classes = finder.find(text, _LISTED + 1)
        viewer(
            search_results_html(whole, state.draft, classes[:_LISTED], text.strip(), len(classes) > _LISTED)
            + _show_around(state, whole),
            "seekfound",
            on_pick=_take_map_button,
        )
        box = st.expander(_("Map of the whole"), expanded=True, key="overview", on_change="rerun")
        if box.open:
            with box:
                viewer(_show_map(state, whole, ids), "map", on_pick=lambda chosen: _walk_on_map(chosen, whole))
        if state.part is not None:
            _show_part_controls(state, whole)


def _show_around(state: ViewState, whole: Hierarchy) -> Markup:
    here, part = state.canvas.map_class, state.draft.hierarchy
    if here not in whole:
        return Markup()
    more = len([c for c in whole.children(here) if c not in part]) if state.part is not None else 0
    return neighbourhood_html(whole, state.draft, NeighbourCounts(here, *classes_above_and_below(whole, here), more))


def _show_part_controls(state: ViewState, whole: Hierarchy) -> None:
    with st.container(key="seekpart", horizontal=True, vertical_alignment="center"):
        sentence = _("{n:,} of {all:,} classes are worked with.", n=len(state.draft.hierarchy), all=len(whole))
        viewer(html.quiet_paragraph_html(sentence), "seeksaid")
        st.button(_("Only what is marked"), key="seek-shrink", type="tertiary", on_click=_shrink_part)
        st.button(_("Edit as a drawing of its own"), key="seek-detach", type="tertiary", on_click=_detach_part)


def _take_map_button(button: str) -> None:
    state = current()
    whole = whole_hierarchy(state)
    what, _, number = button.partition(" ")
    if whole is None or not (number.isdecimal() and int(number[:9]) < len(whole)):
        return
    c = whole.classes[int(number)]
    try:
        if what == "walk":
            change(map_class=c)
        elif what in SIDES:
            show_draft(with_mark(whole, state.draft, c, _mark_after(state, c, what)))
            change(map_class=c)
        elif what == "grow":
            missing = [child for child in whole.children(c) if child not in state.draft.hierarchy]
            show_draft(with_classes(whole, state.draft, missing[:MOST_LISTED]))
    except HierviewError as error:
        change(trouble=str(error))


def _mark_after(state: ViewState, c: str, side: str) -> str:
    """The mark that a class has once one side of it is switched."""
    sides = {name for name, own in zip(SIDES, (state.draft.true, state.draft.predicted), strict=True) if c in own}
    after = sides ^ {side}
    return "both" if len(after) == 2 else next(iter(after), "none")


def _shrink_part() -> None:
    state = current()
    whole = whole_hierarchy(state)
    if whole is not None:
        show_draft(marked_part(whole, state.draft))


def _detach_part() -> None:
    set_widget(_TEXT, "")
    show_case(NEW, current().draft)


def _show_map(state: ViewState, whole: Hierarchy, ids: Mapping[str, int]) -> Markup:
    tree, here, (scrolled, skipped) = _map_tree(state, whole), state.canvas.map_class, state.canvas.map_scroll
    top = top_of_map(whole, tree, here)
    if scrolled != ("" if top == len(whole) else whole.classes[top]):
        skipped = 0
    needs = map(whole.number_of, whole.closure([*state.draft.marked, *([here] if here in whole else [])]))
    cells = icicle_cells(tree, top, skipped, needs, LEAST_NARROW if state.canvas.narrow_screen else LEAST)
    return overview_html(Overview(whole, tree, cells, here, ids), state.draft)


def _map_tree(state: ViewState, whole: Hierarchy) -> HangingTree:
    file = held_contents(state)
    return file.hanging_tree if file is not None and file.hierarchy is whole else _hanging(whole)


def top_of_map(whole: Hierarchy, tree: HangingTree, at: str) -> int:
    """The number of the class under which a map is drawn for one that is looked at: that, or what a leaf hangs from."""
    n = len(whole)
    if at not in whole:
        return n if len(tree.children_of(n)) != 1 else int(tree.children_of(n)[0])
    here = whole.number_of(at)
    return here if len(tree.children_of(here)) else int(tree.parents[here])


def _walk_on_map(cell: str, whole: Hierarchy) -> None:
    state = current()
    led = class_behind_cell(whole, _map_tree(state, whole), state.canvas.map_class, cell)
    if led is not None:
        change(map_class=led[0], map_scroll=led)


def class_behind_cell(whole: Hierarchy, tree: HangingTree, at: str, cell: str) -> tuple[str, int] | None:
    """The class that a cell leads to, and how many of its children the map passes over; None where there is no such.

    A cell leads to its class, that of the class which is looked at to what it hangs from, a fold to what it folds.
    """
    what, _, numbers = cell.partition(" ")
    number, _, skipped = numbers.partition(" ")
    if not number.isdecimal() or int(number[:9]) > len(whole) or (what == "fold") != skipped.isdecimal():
        return None
    i = int(number[:9])
    if what == "map" and i < len(whole) and whole.classes[i] == at:
        i = int(tree.parents[i])
    return "" if i == len(whole) else whole.classes[i], int(skipped[:9] or 0)
