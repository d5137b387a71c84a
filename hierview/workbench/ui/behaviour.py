"""Behaviour: what holds of a measure and what does not, and behind every sign the trial that decides."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from ...explain import number
from ...jobs import Job, Limits
from ...languages import N_, _
from ...markup import html
from ...markup.pages import evidence as draw
from ...measures import Measure
from ...own.foreign import ForeignMeasure
from ...ui.export.export_table import table_button
from ...ui.shell.jobs import LIMITS, ensure_job, jobs, show_progress, watch_job
from ...ui.viewer import viewer
from ..markup import behaviour as drawn
from ..publish.findings import signs_table
from ..sheets.k15_tables import COLUMNS, compare_with_table_13, printed_sign
from ..sheets.properties import BY_KEY, PROPERTIES
from ..sheets.shipped import shipped_sheets
from ..sheets.signs import PropertyRow, Sheet
from ..tasks import tell_sheets
from .shared import case_to_explore, choose_columns, measure_key
from .state import WORKBENCH, WorkbenchState, change

PLACE = "sheets"
MOST_KEPT = 300
_ENDS = {
    "+": N_("keeps to it"),
    "(+)": N_("keeps to it as far as it was tried"),
    "−": "fails",
    "*": N_("fails, but not after the long-distance step"),
    "(*)": N_("fails, but as far as it was tried not after the long-distance step"),
    "?": N_("was not tried"),
    "stopped": N_("was stopped"),
}


@st.cache_resource(show_spinner=False)
def _shared_sheets() -> dict[Any, Sheet]:
    """Whole sheets of what is the same for everyone: those that ship, and then what a visitor has waited for."""
    return {_sheet_key(sheet.measure, sheet.seed): sheet for sheet in shipped_sheets(PROPERTIES).values()}


def _sheet_key(measure: Measure, seed: int) -> tuple[str, str, int]:
    return (*measure_key(measure), seed)


def _latest_sheets(job: Job | None, seed: int) -> dict[tuple[str, str, int], Sheet]:
    """The last that a job told of each measure: sheets that are not finished hold the rows that are decided.

    Whole sheets are kept for as long as the visit lasts.
    """
    by_key = {_sheet_key(sheet.measure, seed): sheet for sheet in ([] if job is None else list(job.results))}
    for key, sheet in by_key.items():
        if sheet.finished:
            jobs().kept[key] = sheet
            for_all = _shared_sheets()
            if sheet.complete and not isinstance(sheet.measure, ForeignMeasure) and len(for_all) < MOST_KEPT:
                for_all[key] = sheet
    return by_key


def show(state: WorkbenchState) -> None:
    """Show the behaviour sheets side by side, and the evidence of the open sign."""
    own_measure = state.own_measure
    others = state.measures("behaviour")
    # One's own comes first, in the table and in the work; a formula is one's own once it was asked for.
    first = [own_measure] if state.tried == own_measure or own_measure in state.loaded else []
    measures = tuple(dict.fromkeys((*first, *others)))

    def have(measure: Measure) -> Sheet | None:
        key = _sheet_key(measure, state.seed)
        return jobs().kept.get(key) or _shared_sheets().get(key)

    before = jobs().get(PLACE)
    if before is not None:
        _latest_sheets(before, before.about[0])
    missing = tuple(m for m in measures if have(m) is None)
    job = None
    if missing:
        keys = frozenset(_sheet_key(m, state.seed) for m in missing)
        # A job that was started for more than is still missing goes on.
        if before is not None and before.about[0] == state.seed and keys <= before.about[1]:
            job = before
        else:
            # What one's own may use is bounded by itself; here is what is done for it besides.
            seconds = LIMITS.seconds + sum(2 * m.limits.total for m in missing if isinstance(m, ForeignMeasure))
            job = ensure_job(PLACE, (state.seed, keys), tell_sheets, missing, state.seed, limits=Limits(seconds))

    def draw_all(job: Job | None = None) -> None:
        so_far = _latest_sheets(job, state.seed)
        _draw_sheets(state, measures, [have(m) or so_far.get(_sheet_key(m, state.seed)) for m in measures], job)

    if job is not None:
        watch_job(job, draw_all, WORKBENCH)
    else:
        draw_all()


def _draw_sheets(
    state: WorkbenchState, measures: tuple[Measure, ...], sheets: list[Sheet | None], job: Job | None
) -> None:
    own_measure = state.own_measure
    cell = state.sign[0] if state.sign[0] in BY_KEY else "pairing", min(state.sign[1], len(measures) - 1)
    waits = job is None or job.running

    def pick(sign: str) -> None:
        key, _blank, col = sign.rpartition(" ")
        if key in BY_KEY and col.isdecimal():
            change(sign=(key, int(col[:6])))

    with st.container(key="wbsheet"):
        table_column, cell_column = st.columns([816, 368], gap="medium")
    with table_column:
        if own_measure not in measures:
            with st.container(key="wbadd"):
                label, tried = _("Add {own_measure}", own_measure=own_measure.label()), {"tried": own_measure}
                st.button(label, "add", type="tertiary", on_click=change, kwargs=tried | {"sign": (cell[0], 0)})
        if job is not None:
            show_progress(job, PLACE)
        viewer(drawn.behaviour_table_html(measures, sheets, waits, cell), "sheet", on_pick=pick)
        _show_recommendations(measures, sheets)
        done = [sheet for sheet in sheets if sheet is not None and sheet.finished]
        _choose_measures(state, measures, done, job is not None and job.running)
    with cell_column:
        _show_open_cell(measures[cell[1]], sheets[cell[1]], cell[0], waits)


def _show_open_cell(measure: Measure, sheet: Sheet | None, key: str, waits: bool) -> None:
    """What decides the sign that is open, or that it is not decided. waits: whether it may still be."""
    row = None if sheet is None else sheet.find(key)
    if sheet is None or row is None:
        says = N_("{name} under {measure} was not decided: the work was stopped before.")
        if waits:
            says = N_("{name} under {measure} is still being tried; the sign appears as soon as it is decided.")
        sentence = _(says, name=_(BY_KEY[key].name), measure=measure.label())
        viewer(html.notice_html(sentence, "hint"), "sheetwaits")
    else:
        _show_evidence(sheet, row)


def _show_recommendations(measures: tuple[Measure, ...], sheets: list[Sheet | None]) -> None:
    """K15's Table 13 beside what follows from the signs, once the five sheets that it speaks of are there."""
    pairs = zip(measures, sheets, strict=True)
    by_text = {str(m): sheet for m, sheet in pairs if sheet is not None and sheet.finished}
    if not all(text in by_text for text in COLUMNS):
        return
    rows = []
    for cell in compare_with_table_13(by_text):
        faults = ((text, ", ".join(_(BY_KEY[key].name) for key in bad)) for text, bad in cell.faults)
        against = "; ".join(f"{text}: {names}" for text, names in faults if names and text in cell.printed)
        computed = ", ".join(cell.computed) or _("none")
        rows.append((_(cell.setting), ", ".join(cell.printed), computed, against or "–"))
    head = (_("recommended for"), _("K15, Table 13"), _("no − here"), _("what speaks against those that it names"))
    viewer(html.plain_table_html(head, rows, {}, "told"), "recommended")


def _show_evidence(sheet: Sheet, row: PropertyRow) -> None:
    rule, measure = row.rule, sheet.measure
    title = f"{_(rule.name)}: {measure.label()} {_(_ENDS[row.sign])}"
    cases, reason = [], ""
    if row.evidence is not None:
        trials = zip(row.evidence.roles, row.evidence.trial, row.evidence.values, strict=True)
        cases = [(role, case, number(value, 4)) for role, case, value in trials]
        reason = row.evidence.explanation
    ids = {c: i for i, c in enumerate(dict.fromkeys(c for _, case, _ in cases for c in html.class_ids(case)))}
    more = [row.sentence, *sheet.notes]
    printed = printed_sign(measure, rule.key)
    thesis = printed_sign(measure, rule.key, thesis=True)
    if printed:
        same, other = N_("K15, Table 12, prints {sign}, too."), N_("K15, Table 12, prints {sign}.")
        more.append(_(same if printed == row.sign else other, sign=printed))
        if thesis and thesis != printed:
            more.append(_("The thesis of 2015, Table 3.12, prints {thesis}.", thesis=thesis))
    if sheet.failed:
        says = N_("It gave no usable value on {failed:,} cases; on the first, {sentence}.")
        more.append(_(says, failed=sheet.failed, sentence=sheet.failures[0].sentence))
    more.append(f"Fixed here: {rule.fixed} Source: {rule.source}.")
    lead = f"{_(rule.claim)[:1].upper()}{_(rule.claim)[1:]}."
    viewer(draw.evidence_html(title, lead, cases, reason, more, ids), "sheetcell")
    with st.container(key="wbopens", horizontal=True, vertical_alignment="center"):
        for i, (role, case, _value) in enumerate(reversed(cases)):
            label = _("Open in Explore") if i == 0 else _("Open “{role}”", role=_(role))
            case_to_explore(label, case, measure, f"{'wblink' if i else 'wbopen'}-sheet-{i}")
        if not cases and sheet.failures:
            case_to_explore(_("Open the case that failed"), sheet.failures[0].case, measure, "wbopen-sheet-failed")


def _choose_measures(state: WorkbenchState, measures: tuple[Measure, ...], done: list[Sheet], waits: bool) -> None:
    """Which measures stand in the table, and the table for a paper. waits: whether some are still being tried."""
    with st.container(key="wbchoose-sheet", horizontal=True, vertical_alignment="center"):
        others = [m for m in measures if m != state.own_measure]
        choose_columns(state, f"wb-sheets-{state.widget_epoch}", measures, others)
        if done:
            tried = [one.measure for one in done]
            table_button(_("behaviour"), partial(signs_table, done), tried, "signs", waits)
