"""The strip above the four views: which measure is mine, and what it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ...markup import html
from ...measures import Measure
from ...testing import check_measure
from ...workbench.formula import FormulaMeasure
from ...workbench.own_flow import OwnFlow
from ...workbench.quantities import QUANTITIES
from ...workbench.tasks import Checked, checks
from ..jobs import ensure, show_progress, watch
from ..markdown import inert
from ..panels.controls import parameters
from ..state import on_change
from ..viewer import viewer
from ..workbench_state import WorkbenchState, change, now_shown, use
from .loaded import Loaded
from .shared import key_of

KINDS = {"formula": "Formula", "flow": "Flow"}


def strip(state: WorkbenchState, found: Loaded) -> None:
    """My measure: its name, what kind it is, what it is, and Check."""
    mine = state.mine(found.measures)
    with st.container(key="wbstrip", horizontal=True, vertical_alignment="center"):
        st.html('<span class="wb-quiet">My measure</span>', width="content")
        _name(state, mine)
        _kind(state, found)
        if isinstance(mine, FormulaMeasure):
            _field(state, "formula", mine, "expression", "Formula")
        elif isinstance(mine, OwnFlow):
            st.html('<span class="wb-quiet">a pair at distance d costs</span>', width="content")
            _field(state, "flow", mine, "cost", "Cost of a pair at distance d")
        else:
            said = f"read again whenever {found.file} is saved, last at {found.at}" if found.file else "installed"
            with st.container(key="wbtold"):
                st.markdown(f"{inert(mine.title())} :gray[{inert(said)}]")
        if isinstance(mine, FormulaMeasure | OwnFlow):
            _settings(state, mine)
        with st.container(key="wbcheck", width="content"):
            st.button(
                f"Check {inert(mine.label())}",
                type="tertiary",
                key="check",
                on_click=lambda: change(checking=mine),
            )
    for i, sentence in enumerate((state.refused, *found.troubles)):
        if sentence:
            viewer(html.notice(sentence), f"refused-{i}")


def checked(state: WorkbenchState, mine: Measure) -> None:
    """Findings of Check, once it was asked for."""
    job = ensure("check", key_of(mine), checks, check_measure, mine) if state.checking == mine else None
    if job is None:
        return

    def show(job: Any) -> None:
        result = next((r for r in job.results if isinstance(r, Checked)), None)
        if result is None:
            show_progress(job, "check")
        elif result.sentences:
            for i, sentence in enumerate(result.sentences[:6]):
                viewer(html.notice(sentence), f"missing-{i}")
        else:
            said = f"Nothing is missing: {mine.label()} answers on cases of every sort, within its bounds."
            viewer(html.notice(said, "hint"), "checked")

    watch(job, show, now_shown)


def _name(state: WorkbenchState, mine: Measure) -> None:
    with st.container(key="wbname", width="content"):
        if not isinstance(mine, FormulaMeasure | OwnFlow):
            st.markdown(f"*{inert(mine.label())}*")
            return
        key = f"wb-name-{state.kind}-{state.turn}"
        st.text_input(
            "Name of my measure",
            value=mine.name,
            key=key,
            label_visibility="collapsed",
            width=104,
            on_change=on_change(key, lambda name: use(lambda: replace(mine, name=name.strip()))),
        )


def _kind(state: WorkbenchState, found: Loaded) -> None:
    options = {str(m): m.label() for m in found.measures} | KINDS
    kind = state.kind if state.kind in options else "formula"
    key = f"wb-kind-{len(options)}-{state.turn}"
    changed = on_change(key, lambda chosen: change(kind=chosen or state.kind, refused=""))
    with st.container(key="wbkind", width="content"):
        if len(options) > 5:
            st.selectbox(
                "Kind of my measure",
                list(options),
                index=list(options).index(kind),
                key=key,
                format_func=options.__getitem__,
                label_visibility="collapsed",
                on_change=changed,
                width=160,
            )
        else:
            st.segmented_control(
                "Kind of my measure",
                list(options),
                default=kind,
                key=key,
                required=True,
                format_func=lambda o: inert(options[o]),
                label_visibility="collapsed",
                on_change=changed,
            )


def _field(state: WorkbenchState, kind: str, mine: Any, name: str, label: str) -> None:
    key = f"wb-{kind}-{state.turn}"
    with st.container(key="wbfield"):
        st.text_input(
            label,
            value=getattr(mine, name),
            key=key,
            label_visibility="collapsed",
            on_change=on_change(key, lambda text: use(lambda: replace(mine, **{name: text}))),
        )


def _settings(state: WorkbenchState, mine: FormulaMeasure | OwnFlow) -> None:
    with st.container(key="wbsettings", width="content"):
        popover = st.popover("Settings", key=f"wb-settings-{state.kind}", on_change="rerun", type="tertiary")
    if not popover.open:
        return
    with popover, st.container(key="wbpopover"):
        field = "formula" if isinstance(mine, FormulaMeasure) else "flow"

        def take(made: Measure) -> None:
            change(**{field: made, "refused": ""})

        if isinstance(mine, OwnFlow):
            for name, values in OwnFlow.presets.items():
                made = OwnFlow(**values, name=mine.name)
                st.button(
                    inert(name),
                    key=f"wb-{name}",
                    type="tertiary",
                    on_click=lambda made=made: change(flow=made, refused="", turn=state.turn + 1),
                )
        parameters(mine, f"wb-{field}-{state.turn}", take, lambda measure: "")
        if isinstance(mine, FormulaMeasure):
            rows = [(q.name, q.text) for q in QUANTITIES.values()]
            viewer(html.plain_table(("What a formula may name", ""), rows, {}, "quantities"), "quantities")
