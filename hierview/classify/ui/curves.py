"""Curves: what each system answers at every threshold, and the documents whose answers change at the one chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ...answers.answers import all_measures
from ...draw.scenes.scene import LONGEST_LABEL
from ...errors import HierviewError
from ...explain import PlainPicture, number, plain
from ...formats.casefile import write_case
from ...languages import N_, _
from ...markup import html
from ...measures import Measure, parse_measure
from ...model.case import Draft
from ...study.curves import (
    SystemCurves,
    calibration_pictures,
    operating_pictures,
    risk_picture,
    selective_picture,
    sets_pictures,
    systems_by_distinct_scores,
)
from ...study.markup import curves as draw
from ...study.results.tables import StudyTable
from ...study.results.view_tables import (
    best_table,
    blocking_table,
    calibration_table,
    curve_table,
    risk_table,
    threshold_table,
)
from ...study.storage.learnt_files import decision_files
from ...study.study import Study
from ...study.ui.current_study import OpenStudy, study_with_scores
from ...study.ui.export import Tables, constant_maker, export_buttons
from ...study.ui.state import ALONE, StudyState, choose
from ...ui.explore.address import fits_a_link
from ...ui.shell.cases import pack_case
from ...ui.shell.jobs import first_result
from ...ui.shell.links import link_to_explore
from ...ui.shell.page_state import on_change
from ...ui.shell.widgets import choose_measures, select_box
from ...ui.viewer import viewer
from ..study_scores import StoredNumbers, document_draft, stored_numbers, tell_curves

PLACE = "study-curves"
MOST_MEASURES = 6
USUAL = ("hF", "LCaF", "GIE", "TIE")  # drawn where none was chosen, if they were scored
DOCUMENTS = 6  # that open beside a threshold
_BETWEEN = ";"  # measures in the address


def show(state: StudyState, open_study: OpenStudy) -> None:
    """Show the view Curves: its choices, what is answered at the threshold, and the curves."""
    assert open_study.folder is not None  # of a printed study there are no scores
    pair, measures = chosen_systems(state, open_study), chosen_measure_texts(state, open_study)
    choices = _show_choices(state, open_study, pair, measures)
    about = (str(open_study.folder), decision_files(open_study.folder)[pair[0]].stem, pair, measures)
    result = first_result(PLACE, about, tell_curves, str(open_study.folder), pair, measures)
    if isinstance(result, HierviewError):
        viewer(html.notice_html(f"{result}."), "study-refused")
    elif result is not None:
        _draw_curves(state, open_study, result, choices)


def chosen_systems(state: StudyState, open_study: OpenStudy) -> tuple[str, ...]:
    """One or two systems with scores: those that were chosen, else the best, and the next that has other scores."""
    assert open_study.folder is not None
    standings, places = open_study.standings("mean"), decision_files(open_study.folder)
    best = [standings.systems[i] for i in standings.order(standings.at(state.by))]
    systems = [system for system in best if system in places]
    first = state.a if state.a in systems else systems[0]
    if state.b == ALONE:
        return (first,)
    if state.b in systems and state.b != first:
        return first, state.b
    return (first, *[system for system in systems if places[system] != places[first]][:1])


def chosen_measure_texts(state: StudyState, open_study: OpenStudy) -> tuple[str, ...]:
    """Texts of the measures that are drawn."""
    names = {str(m) for m in all_measures()}
    choice = [text for text in state.curves.split(_BETWEEN) if text in names][:MOST_MEASURES]
    return (
        tuple(dict.fromkeys(choice or [text for text in USUAL if text in open_study.measure_texts]))
        or open_study.measure_texts[:1]
    )


def chosen_threshold(state: StudyState, first: SystemCurves) -> float:
    """The chosen threshold, else the best one of the first measure."""
    try:
        value = float(state.threshold)
    except ValueError:
        return first.measures[0].best[0]
    return min(1.0, max(0.0, value)) if isfinite(value) else 1.0


def _show_choices(
    state: StudyState, open_study: OpenStudy, pair: Sequence[str], measures: tuple[str, ...]
) -> DeltaGenerator:
    assert open_study.folder is not None
    names = {
        system: system for system in open_study.standings("mean").systems if system in decision_files(open_study.folder)
    }
    first, second = pair[0], pair[1] if len(pair) > 1 else ALONE
    epoch = state.widget_epoch

    def take(a: str, b: str) -> None:
        choose(a=a, b=ALONE if a == b else b, page=1, pick="", widget_epoch=epoch + 1)

    row = st.container(key="studypair", horizontal=True, vertical_alignment="bottom")
    with row:
        select_box("A", names, first, f"curves-a-{first}-{epoch}", lambda chosen: take(chosen, second))
        others = names | {ALONE: "nobody"}
        select_box("B", others, second, f"curves-b-{second}-{epoch}", lambda chosen: take(first, chosen))
        label, now = _("Measures; risk is by the first"), [parse_measure(text) for text in measures]

        def draw_these(chosen: list[Measure]) -> None:
            choose(curves=_BETWEEN.join(map(str, chosen)))

        key, most = f"curves-measures-{epoch}", MOST_MEASURES
        choose_measures(label, all_measures(), now, key, draw_these, max_selections=most, width=420)
    return row


def _draw_curves(
    state: StudyState, open_study: OpenStudy, systems: tuple[SystemCurves, ...], choices: DeltaGenerator
) -> None:
    """The curves over the threshold, what the chosen one does, and all other curves."""
    threshold = chosen_threshold(state, systems[0])
    with choices:
        key = f"curves-t-{number(threshold, 6)}-{state.widget_epoch}"
        now, use = round(threshold, 4), on_change(key, lambda value: choose(threshold=number(value, 6)))
        st.number_input(_("Threshold"), 0.0, 1.0, now, 0.01, "%.4f", key=key, width=180, on_change=use)
    viewer(draw.operating_curves_html(systems, threshold), "bythreshold", on_pick=_pick_threshold)
    viewer(draw.threshold_table_html(systems, threshold), "atthreshold")
    _show_documents(open_study, systems[0], threshold)
    viewer(draw.curves_html(systems, threshold), "curves", on_pick=_pick_threshold)
    export_buttons(open_study, _curve_pictures(systems, threshold), _curve_tables(systems, threshold))


def _pick_threshold(pick: str) -> None:
    kind, _, text = pick.partition(" ")
    if kind == "t":
        choose(threshold=text[:20])


def _curve_pictures(systems: tuple[SystemCurves, ...], threshold: float) -> dict[str, Callable[[], PlainPicture]]:
    of_sets = sets_pictures(systems, threshold)
    every = [*operating_pictures(systems, threshold), *of_sets, *calibration_pictures(systems), risk_picture(systems)]
    every += filter(None, [selective_picture(systems)])
    by_title: dict[str, Callable[[], PlainPicture]] = {
        plain(picture.title): constant_maker(picture) for picture in every
    }
    for name, one in systems_by_distinct_scores(systems):
        if one.blocking is not None:
            by_title[f"Blocking, {name}"] = constant_maker(one.blocking)
    return by_title


def _curve_tables(systems: tuple[SystemCurves, ...], threshold: float) -> Tables:
    tables: dict[str, Callable[[], StudyTable]] = {
        "At the threshold": partial(threshold_table, systems, threshold),
        "By threshold": partial(curve_table, systems),
        "Best thresholds": partial(best_table, systems),
        "Calibration": partial(calibration_table, systems),
        "Risk and coverage": partial(risk_table, systems),
    }
    for name, one in systems_by_distinct_scores(systems):
        if one.blocked:
            tables[f"Blocking, {name}"] = partial(blocking_table, name, one)
    return tables


@st.cache_resource(show_spinner=False, max_entries=4)
def _cached_numbers(folder: str, fingerprint: str, system: str, _study: Study) -> StoredNumbers:
    return stored_numbers(_study, folder, system)


def document_with_numbers(open_study: OpenStudy, system: str, i: int) -> Draft:
    """A document with all numbers that decided, small enough for a link where that can be. Raises LearningError."""
    assert open_study.scored is not None  # of a printed study there are no documents
    study, _all = study_with_scores(open_study)
    there = _cached_numbers(str(open_study.folder), open_study.scored.fingerprint, system, study)
    return document_draft(study, there, system, i, fits_a_link)


def link_to_numbers(label: str, case: Draft, measure: str, key: str) -> None:
    """A link that opens a document in Explore with its numbers on the drawing; a file where it is too large."""
    if fits_a_link(case):
        link_to_explore(label, {"c": pack_case(case), "p": "as=numbers", "m": measure})
    else:
        data, label = write_case(case).encode(), _("{told} (as a file)", told=label)
        st.download_button(label, data, "case.json", "application/json", key=key, type="tertiary")


def _show_documents(open_study: OpenStudy, curves: SystemCurves, threshold: float) -> None:
    """Documents whose answers change nearest to the threshold, each a link that opens its probabilities."""
    study, _all = study_with_scores(open_study)
    viewer(draw.changed_answers_head_html(curves.system, threshold), "changing")
    with st.container(key="wblink-changing", horizontal=True):
        for i, before, after, at in curves.changes.nearest_changes(threshold, DOCUMENTS):
            answers = {"before": _name_for_sentence(before), "after": _name_for_sentence(after), "at": number(at, 4)}
            says = N_("{document}: {after} up to the threshold {at}, {before} above it")
            label = _(says, document=_name_for_sentence(study.data.ids[i]), **answers)
            case = document_with_numbers(open_study, curves.system, i)
            link_to_numbers(label, case, curves.measures[0].measure, f"changing-{i}")


def _name_for_sentence(name: str) -> str:
    """A name in a sentence, no longer than a few words."""
    return _("nothing") if not name else name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"
