"""Benchmark: cases × measures, and behind every cell the case with the picture and the reason."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from functools import partial

import streamlit as st

from ...answers.answers import Answer, headline_measures, safe_result
from ...errors import HierviewError
from ...explain import Step, plain
from ...languages import N_, _, translated_options
from ...markup import html
from ...markup.answer_table import better_direction_words
from ...markup.pages import evidence as draw
from ...measures import Measure
from ...own.foreign import Failure, ForeignMeasure
from ...own.own_measure import is_own, read_measure
from ...ui.export.export_table import table_button
from ...ui.shell.jobs import jobs, watch_first
from ...ui.shell.widgets import select_box
from ...ui.viewer import viewer
from ..benchmark import BenchmarkRow, benchmark, read_zip
from ..markup.benchmark import benchmark_html, value_text
from ..publish.findings import benchmark_table
from ..tasks import tell_table, without_pictures
from .shared import Cases, case_to_explore, choose_columns, measure_key, shown_cases
from .state import SETS, WORKBENCH, WorkbenchState, change

Lines = tuple[BenchmarkRow, ...]
PLACE = "table"


def show(state: WorkbenchState) -> None:
    """Show the table of the benchmark, and beside it the evidence for the open cell."""
    others = state.measures("benchmark")
    measures = tuple(dict.fromkeys((*(m for m in others if is_own(m)), *state.loaded, *others)))
    cases = shown_cases(state)
    if not cases:
        _choose_table(state, measures)
        viewer(html.notice_html(_("Bring cases: a ZIP archive or a folder of case files."), "hint"), "nocases")
        return
    if state.cases in ("textbook", "presets") and not any(isinstance(m, ForeignMeasure) for m in measures):
        _draw_benchmark(state, measures, _cached_lines(tuple(map(str, measures)), state.cases, cases))
        return
    what = (tuple(map(measure_key, measures)), cases)
    draw_table = partial(_draw_benchmark, state, measures)
    watch_first(PLACE, what, tell_table, measures, cases, page=WORKBENCH, draw=draw_table)


@st.cache_data(show_spinner=False, max_entries=100)
def _cached_lines(texts: tuple[str, ...], case_set: str, _cases: Cases) -> Lines:
    return tuple(without_pictures(line) for line in benchmark([read_measure(text) for text in texts], _cases))


def _draw_benchmark(state: WorkbenchState, measures: tuple[Measure, ...], lines: Lines) -> None:
    y, x = min(state.cell[0], len(lines) - 1), min(state.cell[1], len(measures) - 1)

    def pick(cell: str) -> None:
        line, _, col = cell.partition(" ")
        if line.isdecimal() and col.isdecimal():
            change(cell=(int(line[:6]), int(col[:6])))

    with st.container(key="wbbench"):
        table_column, cell_column = st.columns([896, 288], gap="medium")
    with table_column:
        viewer(benchmark_html(measures, lines, (y, x)), "benchtable", on_pick=pick)
        opened = (_settings_sentence(line, measures) for line in lines)
        if sentences := " ".join(filter(None, opened)):
            viewer(html.quiet_paragraph_html(sentences), "benchown")
        _choose_table(state, measures, lines)
    with cell_column:
        _show_evidence(lines[y], measures[x], lines[y].cells[x])


def _settings_sentence(line: BenchmarkRow, measures: Sequence[Measure]) -> str:
    """Where a case opens with settings of its own that change a value of the table, a sentence; else nothing."""
    headlines = headline_measures(line.case)
    values = {
        m: (safe_result(m, line.case).value, answer.result.value)
        for m in headlines
        for c, answer in zip(measures, line.cells, strict=True)
        if type(m) is type(c) and c not in headlines
    }
    others = [f"{m.label()} {value_text(m, line.case, own)}" for m, (own, here) in values.items() if own != here]
    own_values = ", ".join(others)
    return _("In Explore {name} opens with {measures}.", name=line.name, measures=own_values) if own_values else ""


def _show_evidence(line: BenchmarkRow, measure: Measure, answer: Answer) -> None:
    case = line.case
    step: Step | None = None
    result = answer.result
    if not isinstance(measure, ForeignMeasure) and result.value is not None:
        result = safe_result(measure, case)
        try:
            step = measure.view(case, result, measure.views(case)[0])
        except HierviewError:
            step = None  # the notes say what is wrong with the case
    reasons = [plain(step.text)] if step is not None else []
    if (printed := answer.printed) is not None and printed.verdict != "agrees":
        reasons.insert(0, _("Printed: {printed}. {because}", printed=printed.printed, because=printed.because))
    if isinstance(result.witness, Failure):
        says = N_("{measure} failed on this case: {sentence}.")
        reasons.append(_(says, measure=measure.label(), sentence=result.witness.sentence))
    else:
        reasons += [note for note in result.notes if note not in reasons]
    of = ", ".join(part for part in (answer.greatest_text, better_direction_words(measure.better())) if part)
    title = _("{name} under {measure}", name=line.name, measure=measure.label())
    viewer(
        draw.value_evidence_html(case, title, step, value_text(measure, case, result.value), of, reasons), "benchcell"
    )
    case_to_explore(_("Open in Explore"), case, measure, "wbopen-bench", line.name)


def _choose_table(state: WorkbenchState, measures: tuple[Measure, ...], lines: Lines = ()) -> None:
    """Which cases and which measures stand in the table, and the table for a paper."""
    with st.container(key="wbchoose", horizontal=True, vertical_alignment="center"):
        key = f"wb-set-{state.widget_epoch}"
        sets = {name: title for name, title in translated_options(SETS).items() if name != "random"}
        select_box(
            _("Cases"), sets, state.cases, key, lambda chosen: change(cases=chosen, cell=(0, state.cell[1])), 200
        )
        with st.container(key="wbmeasures", width="stretch"):
            key = f"wb-columns-{state.widget_epoch}"
            choose_columns(state, key, measures, state.measures("benchmark"), state.own_measure)
        if lines:
            table_button(_("benchmark"), partial(benchmark_table, measures, lines), measures, "benchmark")
    if state.cases == "own":
        _upload_cases()


def _upload_cases() -> None:
    with st.container(key="wbbring", horizontal=True):
        archive = st.file_uploader(_("A ZIP archive of case files"), type=["zip"], key="wb-zip", max_upload_size=5)
        label, endings = _("A folder of case files"), ["json", "txt", "md"]
        folder = st.file_uploader(label, type=endings, accept_multiple_files="directory", key="wb-folder")
    uploads = [("archive", archive.getvalue(), archive.name)] if archive is not None else []
    if folder:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive_file:
            for file in folder:
                archive_file.writestr(file.name, file.getvalue())
        uploads.append(("folder", packed.getvalue(), _("the folder")))
    # Of an archive and a folder, what came last is shown; what was taken away may come again.
    sets = jobs().kept.setdefault("own", {})
    for kind in set(sets) - {kind for kind, *_rest in uploads}:
        del sets[kind]
    for kind, data, name in uploads:
        try:
            contents = read_zip(data, name)
        except HierviewError as error:
            viewer(html.notice_html(f"{error}."), f"unread-{kind}")
            continue
        if not contents.cases:
            for i, failure in enumerate(contents.failures[:5]):
                viewer(html.notice_html(f"{failure}."), f"unread-{kind}-{i}")
        elif sets.get(kind) != contents.cases:
            sets[kind], jobs().kept["unread"] = contents.cases, contents.failures
            change(own=contents.cases, cell=(0, 0))
            st.rerun()
    # The archive itself is gone once the table was made.
    for i, failure in enumerate(jobs().kept.get("unread", ())[:5]):
        viewer(html.notice_html(f"{failure}."), f"unread-{i}")
