"""Behaviour: what holds of a measure and what does not, and behind every sign the trial that decides."""

from __future__ import annotations

from typing import Any

import streamlit as st

from ...draw import html
from ...draw import workbench as draw
from ...explain import number
from ...measures import Measure
from ...workbench.behaviour import Row, Sheet
from ...workbench.foreign import ForeignMeasure
from ...workbench.printed import COLUMNS, compare_with_table_13, printed_sign
from ...workbench.properties import BY_KEY, PROPERTIES, Property
from ...workbench.tasks import sheets
from ..jobs import jobs, watch
from ..state import on_change
from ..viewer import viewer
from ..workbench_state import MOST_MEASURES, WorkbenchState, change, change_list, now_shown
from .loaded import Loaded
from .shared import choices, column, ensure, key_of, show_progress, to_explore

PLACE = "sheets"
MOST_KEPT = 300
_SIDES = {"any number of classes a side": "any", "one class a side": "1", "up to 2 classes a side": "≤ 2"}


@st.cache_resource(show_spinner=False)
def _known() -> dict[Any, Sheet]:
    """Whole sheets of what is the same for everyone, so that no visitor waits for another's again."""
    return {}


def _key(measure: Measure, seed: int) -> tuple:
    return (*key_of(measure), seed)


def _keep(sheet: Sheet, seed: int) -> None:
    key = _key(sheet.measure, seed)
    jobs().kept[key] = sheet
    if sheet.complete and not isinstance(sheet.measure, ForeignMeasure) and len(_known()) < MOST_KEPT:
        _known()[key] = sheet


def show(state: WorkbenchState, found: Loaded) -> None:
    """The sheets side by side, and the evidence of the sign that is open."""
    mine = state.mine(found.measures)
    shown = state.measures("behaviour", found.measures)
    measures = tuple(dict.fromkeys((*([mine] if state.tried == mine else []), *shown)))

    def have(measure: Measure) -> Sheet | None:
        key = _key(measure, state.seed)
        return jobs().kept.get(key) or _known().get(key)

    before = jobs().get(PLACE)
    for result in [] if before is None else list(before.results):
        _keep(result, before.what[0])  # type: ignore[union-attr]
    missing = tuple(m for m in measures if have(m) is None)
    job = None
    if missing:
        wanted = (state.seed, frozenset(_key(m, state.seed) for m in missing))
        running = before if before is not None and before.what[0] == state.seed else None
        # A job that was started for more than is still missing goes on.
        if running is not None and wanted[1] <= running.what[1]:
            job = running
        else:
            job = ensure(PLACE, wanted, sheets, missing, state.seed)

    def draw_all(job: Any = None) -> None:
        for sheet in [] if job is None else list(job.results):
            _keep(sheet, state.seed)
        _draw(state, mine, measures, [have(m) for m in measures], job)

    if job is not None:
        watch(job, draw_all, now_shown)
    else:
        draw_all()


def _draw(
    state: WorkbenchState, mine: Measure, measures: tuple[Measure, ...], sheets: list[Sheet | None], job: Any
) -> None:
    chosen = state.sign[0] if state.sign[0] in BY_KEY else "pairing", min(state.sign[1], len(measures) - 1)

    def pick(sign: str) -> None:
        key, _, col = sign.rpartition(" ")
        if key in BY_KEY and col.isdecimal():
            change(sign=(key, int(col[:6])))

    with st.container(key="wbsheet"):
        left, right = st.columns([816, 368], gap="medium")
    with left:
        if mine not in measures:
            with st.container(key="wbadd"):
                st.button(
                    f"Add {mine.label()}", type="tertiary", key="add",
                    on_click=lambda: change(tried=mine, sign=(chosen[0], 0)),
                )  # fmt: skip
        if job is not None:
            show_progress(job, PLACE)
        groups: dict[str, list[draw.Claim]] = {}
        for rule in PROPERTIES:
            groups.setdefault(rule.group, []).append(_claim(rule, sheets))
        viewer(draw.behaviour([column(m) for m in measures], list(groups.items()), chosen), "sheet", on_pick=pick)
        _recommended(measures, sheets)
        _choose(state, mine, measures)
    with right:
        sheet = sheets[chosen[1]]
        if sheet is None:
            said = "Its sheet is being made; the signs appear as soon as it is there."
            viewer(html.notice(said, "hint"), "sheetwaits")
        else:
            _evidence(sheet, sheet.row(chosen[0]))


def _recommended(measures: tuple[Measure, ...], sheets: list[Sheet | None]) -> None:
    """K15's Table 13 beside what follows from the signs, once the five sheets that it speaks of are there."""
    made = {str(m): sheet for m, sheet in zip(measures, sheets, strict=True) if sheet is not None}
    if not all(text in made for text in COLUMNS):
        return
    rows = [
        (
            cell.setting, ", ".join(cell.printed), ", ".join(cell.computed) or "none",
            "; ".join(
                f"{text}: {', '.join(BY_KEY[key].name for key in bad)}"
                for text, bad in cell.faults if bad and text in cell.printed
            ) or "–",
        )
        for cell in compare_with_table_13(made)
    ]  # fmt: skip
    head = ("recommended for", "K15, Table 13", "no − here", "what speaks against those that it names")
    viewer(html.plain_table(head, rows, {}, "told"), "recommended")


def _claim(rule: Property, sheets: list[Sheet | None]) -> draw.Claim:
    rows = [None if sheet is None else sheet.row(rule.key) for sheet in sheets]
    # What stands for the row is the measure on which most was tried: one that fails is not tried further.
    most = max((row for row in rows if row is not None), key=lambda row: row.tried, default=None)
    side = _SIDES.get(rule.bases.per_side) or f"{rule.bases.true}, {rule.bases.predicted}"
    return draw.Claim(
        rule.key, rule.name, rule.claim, f"{most.tried:,}" if most else "", _unbroken(most.reach) if most else "", side,
        [None if row is None else _sign(sheet, row) for sheet, row in zip(sheets, rows, strict=True)],
    )  # fmt: skip


def _unbroken(reach: str) -> str:
    """The sizes with what they are of, on one line each."""
    return reach.replace(" ≤ ", "\u00a0≤\u00a0")


def _sign(sheet: Sheet | None, row: Row) -> draw.Sign:
    key = "alternative-paths" if row.rule.key == "alternative-paths-many" else row.rule.key
    printed = "" if sheet is None else printed_sign(sheet.measure, key)
    return draw.Sign(row.sign, row.evidence.classes if row.evidence else 0, printed)


def _evidence(sheet: Sheet, row: Row) -> None:
    rule, measure = row.rule, sheet.measure
    ends = {"+": "keeps to it", "−": "fails", "*": "fails, but not after the long-distance step", "?": "was not tried"}
    title = f"{rule.name}: {measure.label()} {ends[row.sign]}"
    cases, ids = [], {}
    told = ""
    if row.evidence is not None:
        shown = zip(row.evidence.roles, row.evidence.trial, row.evidence.values, strict=True)
        cases = [(role, case, number(value, 4)) for role, case, value in shown]
        classes = dict.fromkeys(c for _, case, _ in cases for c in html.class_ids(case))
        ids = {c: i for i, c in enumerate(classes)}
        told = row.evidence.told
    more = [row.sentence, *sheet.notes]
    printed = printed_sign(measure, "alternative-paths" if rule.key == "alternative-paths-many" else rule.key)
    thesis = printed_sign(measure, rule.key, thesis=True)
    if printed:
        more.append(f"K15, Table 12, prints {printed}{', too' if printed == row.sign else ''}.")
        if thesis and thesis != printed:
            more.append(f"The thesis of 2015, Table 3.12, prints {thesis}.")
    if not sheet.complete:
        more.append("The time was up before all was tried; the columns say how far it came.")
    if sheet.failed:
        more.append(f"It gave no usable value on {sheet.failed:,} cases; on the first, {sheet.failures[0].sentence}.")
    more.append(f"Fixed here: {rule.fixed} Source: {rule.source}.")
    viewer(draw.evidence(title, f"{rule.claim[:1].upper()}{rule.claim[1:]}.", cases, told, more, ids), "sheetcell")
    with st.container(key="wbopens", horizontal=True, vertical_alignment="center"):
        for i, (role, case, _) in enumerate(reversed(cases)):
            label = "Open in Explore" if i == 0 else f"Open “{role}”"
            to_explore(label, case, "", measure, f"sheet-{i}", filled=i == 0)
        if not cases and sheet.failures:
            to_explore("Open the case that failed", sheet.failures[0].case, "", measure, "sheet-failed")


def _choose(state: WorkbenchState, mine: Measure, measures: tuple[Measure, ...]) -> None:
    with st.container(key="wbchoose-sheet", horizontal=True, vertical_alignment="center"):
        key = f"wb-sheets-{state.turn}"
        st.multiselect(
            "Measures", choices(*measures), default=[m for m in measures if m != mine], key=key,
            format_func=lambda m: m.label(), max_selections=MOST_MEASURES["behaviour"],
            on_change=on_change(key, lambda chosen: change_list("behaviour", chosen) if chosen else None),
        )  # fmt: skip
