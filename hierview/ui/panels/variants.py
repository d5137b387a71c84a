"""Views of variants: what other classes, other settings and a shorter hierarchy would give."""

from __future__ import annotations

import streamlit as st

from ...answers.answers import headline
from ...answers.conventions import CONVENTIONS, hemkit_comparison
from ...errors import HierviewError
from ...explain import number
from ...markup import html
from ...measures import Measure
from ...measures.vary import adopted
from ..computed import conventions, cut, landscaped, varied
from ..markdown import inert
from ..state import adopt, change, on_change, renew, set_measure
from ..view import MOST_LIMIT, ViewState
from ..viewer import viewer
from ..work import worked

_CONVENTION = {"paper": "the paper", "HEMKit": "HEMKit", "hiclass": "hiclass"}


def show_landscape(state: ViewState, measure: Measure, title: str, ids: html.Ids) -> None:
    """The score that every class would get; a click adopts it."""
    case = state.case
    hows = {"only": "is the prediction", "added": "is predicted, too"}
    hows |= {f"replacing {c}": f"replaces {c}" for c in sorted(case.predicted)[:12]}
    chosen = state.how if state.how in hows else "only"
    how, _, replaced = chosen.partition(" ")
    given = (case, measure, chosen, title, state.big)
    picture, side = st.columns([10, 3], gap="medium")
    with side, st.container(key="variant"):
        key = f"how-{state.turn}"
        st.radio(
            "If a class …",
            list(hows),
            index=list(hows).index(chosen),
            key=key,
            format_func=lambda h: inert(hows[h]),
            on_change=on_change(key, lambda h: change(how=h)),
        )
    with picture:
        shown = worked(case, "why", "the landscape", landscaped, *given)
        if shown is None:
            return
        if not shown:
            viewer(html.notice("Too many classes to draw. Open a smaller case.", "hint"), "landscape", panel=True)
            return

        def take(n: str) -> None:
            c = next((c for c in case.hierarchy.classes if str(ids[c]) == n), None)
            if c is not None:
                adopt(adopted(case, c, how, replaced))

        viewer(shown, "landscape", panel=True, on_pick=take)


def show_sensitivity(state: ViewState, measure: Measure, title: str, ids: html.Ids) -> None:
    """The measure against a quantity; the present value is marked, and set by dragging or a click."""
    case = state.case
    picture, side = st.columns([10, 3], gap="medium")
    with picture:
        given = (case, measure, state.against, title, state.big)
        worked_out = worked(case, "why", "the chart", varied, *given)
        if worked_out is None:
            return
        known, chosen, found, shown = worked_out

        def take(value: str) -> None:
            try:
                set_measure(state.chosen, found.at(value))
            except HierviewError:
                return  # the quantity is no parameter, or does not take this value
            renew()

        viewer(shown, "sensitivity", panel=True, on_pick=take)
    with side, st.container(key="variant"):
        key = f"against-{state.turn}"
        st.radio(
            "Against",
            list(known),
            index=list(known).index(chosen),
            key=key,
            format_func=lambda q: inert(known[q]),
            on_change=on_change(key, lambda q: change(against=q)),
        )


def show_distance(state: ViewState, measure: Measure, title: str, ids: html.Ids) -> None:
    """The long-distance step: before and after, and what it changed."""
    case = state.case
    k = state.k if state.k >= 2 and state.k % 2 == 0 else 4
    shown = _shown(state)
    found = worked(case, "why", "the long-distance step", cut, case, tuple(shown), k)
    after, pictures = found if found is not None else (None, ())
    picture, side = st.columns([10, 3], gap="medium")
    with side, st.container(key="variant"):
        key = f"k-{state.turn}"
        st.number_input(
            "Longest distance, k",
            value=k,
            min_value=2,
            max_value=998,
            step=2,
            key=key,
            help="Even. Marked classes that are farther apart are brought to this distance.",
            on_change=on_change(key, lambda v: change(k=int(v or 4))),
        )
        if after is not None:
            st.button("Open the result", key="adopt-distance", on_click=lambda: adopt(after))
    with picture:
        for markup, name in zip(pictures, ("distance", "distancetable"), strict=False):
            viewer(markup, name, panel=True)


def show_conventions(state: ViewState, measure: Measure, title: str, ids: html.Ids) -> None:
    """What the choices of other tools change in this case, measure by measure."""
    chosen = state.convention if state.convention in CONVENTIONS else "HEMKit"
    picture, side = st.columns([10, 3], gap="medium")
    with side, st.container(key="variant"):
        key = f"convention-{state.turn}"
        st.radio(
            "As in",
            CONVENTIONS,
            index=CONVENTIONS.index(chosen),
            key=key,
            format_func=_CONVENTION.__getitem__,
            on_change=on_change(key, lambda c: change(convention=c)),
        )
        if chosen == "HEMKit":
            key = f"limit-{state.turn}"
            st.number_input(
                "Distance limit, m",
                value=state.limit,
                min_value=0,
                max_value=MOST_LIMIT,
                step=1,
                key=key,
                placeholder="none",
                on_change=on_change(key, lambda m: change(limit=m)),
                help="HEMKit cuts the hierarchy more than m climbs above the marked classes; empty, it cuts nothing.",
            )
    with picture:
        limit = state.limit if chosen == "HEMKit" else None
        given = (state.case, tuple(_shown(state)), chosen, limit)
        rows = worked(state.case, "why", "the conventions", conventions, *given)
        if rows is None:
            return
        head = ("measure", "as set", _CONVENTION[chosen], "what the choice changed in this case")
        viewer(html.plain_table(head, rows, ids, "told"), "conventions", panel=True)
        printed = hemkit_comparison(state.name, state.case) if not state.edited else None
        if printed is not None:
            told, value = printed.shortcut
            where = "its code" if printed.never_printed else "HEMKit prints"
            columns = ("measure", "definition", told, where, "cause")
            row = (printed.measure, number(printed.definition), number(value), printed.hemkit, printed.because)
            viewer(html.plain_table(columns, [row], ids, "told"), "hemkit", panel=True)


def _shown(state: ViewState) -> list[Measure]:
    """The measures of the answers table, with their settings, and the one that is open."""
    rows = [str(m) for m in headline(state.case)]
    return [state.measure(row) for row in dict.fromkeys([*rows, state.chosen])]
