"""Workbench: how a measure behaves, where it shines, where it fails, and the smallest example."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ...jobs import Job
from ...languages import N_, _, translated_options
from ...markup import html
from ...measures import Measure
from ...own.formula import QUANTITIES, FormulaMeasure
from ...own.own_measure import OwnFlow
from ...safe import safe
from ...testing import check_measure
from ...ui.explore.panels.controls import show_parameters
from ...ui.shell.control_data import parameter_controls
from ...ui.shell.jobs import ensure_job, show_progress, watch_job
from ...ui.shell.loaded import local_measures, reload_when_saved
from ...ui.shell.markdown import inert_markdown
from ...ui.shell.widgets import inline_markup, segmented_control, select_box, text_field
from ...ui.viewer import viewer
from ..tasks import CheckReport, tell_checks
from . import behaviour, benchmark, disagreements, scatter
from .shared import measure_key
from .state import VIEWS, WORKBENCH, WorkbenchState, change, current, show_view, use_measure

_SHOW = {
    "benchmark": benchmark.show,
    "behaviour": behaviour.show,
    "disagreements": disagreements.show,
    "scatter": scatter.show,
}


def show() -> None:
    """Show the Workbench."""
    state = current()
    show_strip(state)
    show_check(state)
    with st.container(key="wbhead", horizontal=True, vertical_alignment="center"):
        st.title(_view_question(state), anchor=False, width="content")
        key = f"wb-view-{state.view}-{state.widget_epoch}"
        with st.container(key="wbviews", width="content"):
            segmented_control(_("View"), VIEWS, state.view, key, show_view)
    if state.trouble:
        viewer(html.notice_html(state.trouble), "trouble")
    _SHOW[state.view](state)
    reload_when_saved()


def _view_question(state: WorkbenchState) -> str:
    if state.view == "disagreements":
        first, second = (m.label() for m in state.measures("disagreements")[:2])
        return _("Where do {first} and {second} disagree?", first=first, second=second)
    return {
        "benchmark": _("How wrong does each measure find the cases?"),
        "behaviour": _("What can you rely on when a measure speaks?"),
        "scatter": _("Do two measures order the same cases alike?"),
    }[state.view]


# One's own measure: the strip above the views, and what Check finds


KINDS = {"formula": N_("Formula"), "flow": N_("Flow")}


def show_strip(state: WorkbenchState) -> None:
    """Show the strip of the visitor's own measure: its name, kind and formula, and the button Check."""
    own_measure, local = state.own_measure, local_measures()
    with st.container(key="wbstrip", horizontal=True, vertical_alignment="center"):
        inline_markup(safe('<span class="wb-quiet">{}</span>', _("My measure")))
        _name_field(state, own_measure)
        _kind_choice(state)
        if isinstance(own_measure, FormulaMeasure):
            _text_field(state, "formula", "expression", _("Formula"))
        elif isinstance(own_measure, OwnFlow):
            inline_markup(safe('<span class="wb-quiet">{}</span>', _("a pair at distance d costs")))
            _text_field(state, "flow", "cost", _("Cost of a pair at distance d"))
        else:
            note = _("read again whenever {file} is saved, last at {at}", file=local.file, at=local.at)
            note = note if local.file else _("installed")
            with st.container(key="wbtold"):
                st.markdown(f"{inert_markdown(own_measure.title())} :gray[{inert_markdown(note)}]")
        if isinstance(own_measure, FormulaMeasure | OwnFlow):
            _settings_controls(state, own_measure)
        with st.container(key="wbcheck", width="content"):
            label = _("Check {own_measure}", own_measure=inert_markdown(own_measure.label()))
            st.button(label, "check", type="tertiary", on_click=lambda: change(checking=own_measure))
    for i, sentence in enumerate((state.refused, *local.troubles)):
        if sentence:
            viewer(html.notice_html(sentence), f"refused-{i}")


def show_check(state: WorkbenchState) -> None:
    """Findings of Check, once it was asked for."""
    own_measure = state.own_measure
    is_checked = state.checking == own_measure
    job = ensure_job("check", measure_key(own_measure), tell_checks, check_measure, own_measure) if is_checked else None
    if job is None:
        return

    def show(job: Job) -> None:
        result = next((r for r in job.results if isinstance(r, CheckReport)), None)
        if result is None:
            show_progress(job, "check")
        elif result.sentences:
            for i, sentence in enumerate(result.sentences[:6]):
                viewer(html.notice_html(sentence), f"missing-{i}")
        else:
            says = N_("Nothing is missing: {own_measure} answers on cases of every sort, within its bounds.")
            viewer(html.notice_html(_(says, own_measure=own_measure.label()), "hint"), "checked")

    watch_job(job, show, WORKBENCH)


def _name_field(state: WorkbenchState, own_measure: Measure) -> None:
    with st.container(key="wbname", width="content"):
        if not isinstance(own_measure, FormulaMeasure | OwnFlow):
            st.markdown(f"*{inert_markdown(own_measure.label())}*")
            return
        label, key = _("Name of my measure"), f"wb-name-{state.kind}-{state.widget_epoch}"

        def take(name: str) -> None:
            use_measure(lambda: replace(own_measure, name=name.strip()))

        text_field(label, own_measure.name, key, take, label_visibility="collapsed", width=104)


def _kind_choice(state: WorkbenchState) -> None:
    options = {str(m): m.label() for m in state.loaded} | translated_options(KINDS)
    kind = state.kind if state.kind in options else "formula"
    label, key = _("Kind of my measure"), f"wb-kind-{len(options)}-{state.widget_epoch}"

    def use(kind: str) -> None:
        change(kind=kind, refused="")

    with st.container(key="wbkind", width="content"):
        if len(options) > 5:
            select_box(label, options, kind, key, use, 160, label_visibility="collapsed")
        else:
            segmented_control(label, {option: inert_markdown(name) for option, name in options.items()}, kind, key, use)


def _text_field(state: WorkbenchState, kind: str, name: str, label: str) -> None:
    own_measure: Any = state.own_measure

    def take(text: str) -> None:
        use_measure(lambda: replace(own_measure, **{name: text}))

    with st.container(key="wbfield"):
        key = f"wb-{kind}-{state.widget_epoch}"
        text_field(label, getattr(own_measure, name), key, take, label_visibility="collapsed")


def _settings_controls(state: WorkbenchState, own_measure: FormulaMeasure | OwnFlow) -> None:
    with st.container(key="wbsettings", width="content"):
        popover = st.popover(_("Settings"), key=f"wb-settings-{state.kind}", on_change="rerun", type="tertiary")
    if not popover.open:
        return
    with popover, st.container(key="wbpopover"):
        field = "formula" if isinstance(own_measure, FormulaMeasure) else "flow"

        def take(measure: Measure) -> None:
            change(**{field: measure, "refused": ""})

        if isinstance(own_measure, OwnFlow):
            for name, values in OwnFlow.presets.items():
                preset = OwnFlow(**values, name=own_measure.name)
                changes = {"flow": preset, "refused": "", "widget_epoch": state.widget_epoch + 1}
                st.button(inert_markdown(name), f"wb-{name}", type="tertiary", on_click=change, kwargs=changes)
        show_parameters(own_measure, parameter_controls(own_measure), f"wb-{field}-{state.widget_epoch}", take)
        if isinstance(own_measure, FormulaMeasure):
            rows = [(q.name, q.text) for q in QUANTITIES.values()]
            viewer(html.plain_table_html((_("What a formula may name"), ""), rows, {}, "quantities"), "quantities")
