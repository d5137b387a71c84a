"""Map of a hierarchy that is too large to draw: an overview over its levels that leads to every class."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import streamlit as st

from ...draw.icicle import LEAST, LEAST_NARROW, icicle
from ...languages import _
from ...markup.overview import Overview, overview
from ...model.hanging import Hanging
from ...model.hierarchy import Hierarchy
from ..bringing import held_for
from ..state import change, current
from ..view import ViewState
from ..viewer import viewer

_hanging = lru_cache(maxsize=4)(Hanging.of)


def mapped(state: ViewState, whole: Hierarchy, ids: Mapping[str, int]) -> None:
    """The map around the class that is looked at, which may be closed. ids: the numbers of classes on the page."""
    box = st.expander(_("Map of the whole"), expanded=True, key="overview", on_change="rerun")
    if box.open:
        with box:
            viewer(_map(state, whole, ids), "map", on_pick=lambda chosen: _pick(chosen, whole))


def _map(state: ViewState, whole: Hierarchy, ids: Mapping[str, int]) -> str:
    tree = _tree(state, whole)
    top = top_of_map(whole, tree, state.at)
    name = "" if top == len(whole) else whole.classes[top]
    skipped = state.passed[1] if state.passed[0] == name else 0
    kept = map(whole.number_of, whole.closure([*state.draft.marked, *([state.at] if state.at in whole else [])]))
    least = LEAST_NARROW if state.narrow else LEAST
    return overview(Overview(whole, tree, icicle(tree, top, skipped, kept, least), state.at, ids), state.draft)


def _tree(state: ViewState, whole: Hierarchy) -> Hanging:
    held = held_for(state)
    return held.hanging if held is not None and held.hierarchy is whole else _hanging(whole)


def top_of_map(whole: Hierarchy, tree: Hanging, at: str) -> int:
    """The number of the class under which a map is drawn for one that is looked at: that, or what a leaf hangs from."""
    n = len(whole)
    if at not in whole:
        return n if len(tree.below(n)) != 1 else int(tree.below(n)[0])
    here = whole.number_of(at)
    return here if len(tree.below(here)) else int(tree.parents[here])


def _pick(chosen: str, whole: Hierarchy) -> None:
    state = current()
    led = led_to(whole, _tree(state, whole), state.at, chosen)
    if led is not None:
        change(at=led[0], passed=led)


def led_to(whole: Hierarchy, tree: Hanging, at: str, chosen: str) -> tuple[str, int] | None:
    """The class that a cell leads to, and how many of its children the map passes over; None where there is no such.

    A cell leads to its class, that of the class which is looked at to what it hangs from, a fold to what it folds.
    """
    what, _, numbers = chosen.partition(" ")
    number, _, skipped = numbers.partition(" ")
    if not number.isdecimal() or int(number[:9]) > len(whole) or (what == "fold") != skipped.isdecimal():
        return None
    i = int(number[:9])
    if what == "map" and i < len(whole) and whole.classes[i] == at:
        i = int(tree.parents[i])
    return "" if i == len(whole) else whole.classes[i], int(skipped[:9] or 0)
