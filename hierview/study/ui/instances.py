"""Instances: rows in an order of one's own, points, classes, and where instances are lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from ...errors import HierviewError
from ...explain import number
from ...flats import parts_at
from ...formats.casefile import write_case
from ...languages import N_, _, translated_options
from ...markup import html
from ...model.case import Case
from ...own.own_measure import is_own
from ...ui.explore.address import fits_a_link
from ...ui.shell.cases import pack_case
from ...ui.shell.links import link_to_explore, page_link
from ...ui.shell.markdown import inert_markdown
from ...ui.shell.page_state import with_language
from ...ui.shell.widgets import segmented_control, select_box, text_field
from ...ui.viewer import viewer
from ..markup import classes as draw_classes
from ..markup import instances as draw
from ..markup import scatter as draw_points
from ..per_class.class_table import ClassShares, ClassTable, class_shares, ordered_classes
from ..per_class.counts import By
from ..per_class.flows import FlowCounts, count_sentences, flow_tree_picture, flows_by_class
from ..results.instances import Finder, InstanceQuery, cases_of_instance, clicked_instance
from ..results.points import points_picture, scatter_points
from ..results.scores import Scores
from ..results.tables import number_or_none
from ..results.view_tables import classes_table, flows_table, instances_table
from ..study import Study
from .current_study import (
    OpenStudy,
    choose_column,
    choose_pair,
    column_of,
    finder_of,
    measure_text_of,
    study_with_scores,
    system_pair,
    work_out_study,
)
from .export import export_buttons
from .state import LOOKS, SIDES, StudyState, choose

ROWS = 12
MOST_PARTS = 200  # that are offered to choose from


def show(state: StudyState, open_study: OpenStudy) -> None:
    """Draw the instances as the chosen view shows them, with its controls above."""
    finder = finder_of(open_study)
    with st.container(key="studylooks", horizontal=True, vertical_alignment="bottom"):
        key = f"study-look-{state.look}-{state.widget_epoch}"
        segmented_control(_("Look at"), LOOKS, state.look, key, lambda look: choose(look=look, page=1, pick=""))
    with st.container(key="studywish", horizontal=True, vertical_alignment="bottom"):
        choose_pair(state, open_study, alone=True)
        if state.look in ("rows", "points"):
            _show_filters(state, open_study, finder)
    try:
        _SHOW[state.look](state, open_study, finder)
        _show_picked_instance(state, open_study, system_pair(state, open_study))
    except HierviewError as error:
        viewer(html.notice_html(f"{error}."), "study-refused")


def _show_filters(state: StudyState, open_study: OpenStudy, finder: Finder) -> None:
    choose_column(state, open_study, _("Part by"))
    column = column_of(state, open_study)
    parts = sorted(set(map(str, finder.parts(column))), key=lambda name: (not name.isdecimal(), name.zfill(9), name))
    options = {"": _("all")} | {name: name for name in parts[:MOST_PARTS]}
    key = f"study-part-{column}-{state.widget_epoch}"
    select_box(_("Part"), options, state.part, key, lambda part: choose(part=part, page=1, pick=""))
    label, key, hint = _("With the class, or one below it"), f"study-class-{state.widget_epoch}", _("any class")

    def use(name: str) -> None:
        choose(of_class=name.strip(), page=1, pick="")

    text_field(label, state.of_class, key, use, width=210, placeholder=hint)
    if state.of_class:
        key = f"study-side-{state.widget_epoch}"
        select_box(
            _("which is"), translated_options(SIDES), state.side, key, lambda side: choose(side=side, page=1, pick="")
        )


def query_of(state: StudyState, open_study: OpenStudy) -> InstanceQuery:
    """The instances that are wanted; without a formula those first on which the two differ most."""
    a, b = system_pair(state, open_study)
    formula = state.formula or draw.ordering_formula(InstanceQuery(a, b), measure_text_of(state, open_study))
    part = (column_of(state, open_study), state.part) if state.part else None
    return InstanceQuery(
        a, b, formula, state.lowest, state.of_class, False, state.side, part, (), state.page, ROWS, state.grouped
    )


def _show_rows(state: StudyState, open_study: OpenStudy, finder: Finder) -> None:
    wish = query_of(state, open_study)
    label, key = _("Order by, or choose by, a formula of measures"), f"study-formula-{state.widget_epoch}"
    says = _("A and B are the two systems: A.hF - B.hF orders; A.MGIA > 0.8 and A.LCaF < 0.4 chooses.")

    def use(text: str) -> None:
        choose(formula=text.strip()[:300], page=1, pick="")

    text_field(label, wish.by, key, use, width=520, help=says)
    page = finder.instances_page(wish)
    viewer(draw.instances_html(page), "instances", on_pick=partial(_follow_pick, state))
    export_buttons(open_study, {}, {"Instances": lambda: instances_table(page)})


def _follow_pick(state: StudyState, pick: str) -> None:
    kind, _, rest = pick.partition(" ")
    if kind in ("case", "pair"):
        choose(pick=pick[:300])
    elif kind == "page" and rest.isdecimal() and len(rest) < 8:
        choose(page=int(rest), pick="")
    elif kind == "turn":
        choose(lowest=not state.lowest, page=1, pick="")
    elif kind == "group":
        choose(grouped=not state.grouped, page=1, pick="")
    elif kind == "by":
        choose(look="rows", formula=rest[:300], lowest=False, page=1, pick="", widget_epoch=state.widget_epoch + 1)


def _show_points(state: StudyState, open_study: OpenStudy, finder: Finder) -> None:
    wish = query_of(state, open_study)
    measure = measure_text_of(state, open_study)
    other = next((text for text in open_study.measure_texts if text != measure), measure)
    x = state.x or f"A.{measure}"
    y = state.y or (f"B.{measure}" if wish.b else f"A.{other}")
    with st.container(key="studyaxes", horizontal=True, vertical_alignment="bottom"):
        for name, label, now in (("x", _("Across"), x), ("y", _("Upwards"), y)):
            text_field(label, now, f"study-{name}-{state.widget_epoch}", partial(_set_axis, name), width=240)
    there = scatter_points(finder, wish, x, y)
    viewer(draw_points.points_html(there), "points", on_pick=partial(_follow_pick, state))
    export_buttons(open_study, {"Points": lambda: points_picture(there)}, {})


def _set_axis(name: str, formula: str) -> None:
    choose(**{name: formula.strip()[:300]})


# Classes


def shares_by_system(study: Study, scores: Scores) -> dict[str, ClassShares]:
    """Shares of all classes for each system, flat, with what is below, and by distance."""
    bys: tuple[By, ...] = ("flat", "below", "distance")
    counts = {by: study.per_class(by) for by in bys}
    return {system: class_shares(counts, system, study.hierarchy) for system in scores.systems}


def _show_classes(state: StudyState, open_study: OpenStudy, finder: Finder) -> None:
    shares = work_out_study(open_study, "study-classes", _("Counting class by class"), shares_by_system)
    if shares is None:
        return
    a, _b = system_pair(state, open_study)
    table = ordered_classes(shares[a], state.order, descending=state.descending, page=state.page)
    viewer(draw_classes.class_table_html(table), "classes", on_pick=partial(_pick_class, state, table))
    export_buttons(open_study, {}, {"Classes": lambda: classes_table(table)})


def _pick_class(state: StudyState, table: ClassTable, pick: str) -> None:
    kind, _, rest = pick.partition(" ")
    if kind == "page" and rest.isdecimal() and len(rest) < 8:
        choose(page=int(rest))
    elif kind == "order":
        descending = not state.descending if rest == table.order else True
        choose(order=rest[:300], descending=descending, page=1)
    elif kind == "class":
        choose(look="rows", of_class=rest[:300], page=1, widget_epoch=state.widget_epoch + 1)


# Where they are lost


def lost_by_class(study: Study, scores: Scores, system: str) -> FlowCounts:
    """Counts of the instances that a system loses on each class's way down."""
    return flows_by_class(Finder(study, scores), system)


def _show_lost(state: StudyState, open_study: OpenStudy, finder: Finder) -> None:
    systems = [system for system in system_pair(state, open_study) if system]
    if state.root:
        st.button(_("Back to all classes"), key="study-root", type="tertiary", on_click=lambda: choose(root=""))
    with st.container(key="studyflows"):
        for place, system in zip(st.columns(len(systems), gap="large"), systems, strict=True):
            with place:
                _show_lost_of(state, open_study, system)


def _show_lost_of(state: StudyState, open_study: OpenStudy, system: str) -> None:
    doing = _("Following the instances of {system}", system=system)
    counts = work_out_study(open_study, f"study-flows-{system}", doing, lost_by_class, system)
    if counts is None:
        return
    picture = flow_tree_picture(counts, state.root if state.root in counts.names else "")

    def picked(pick: str) -> None:
        kind, _blank, name = pick.partition(" ")
        if name in counts.names:
            if kind == "under" and name != state.root:
                choose(root=name)
            elif kind == "class":
                choose(look="rows", of_class=name, page=1, side="true", a=system, widget_epoch=state.widget_epoch + 1)

    viewer(draw_classes.flow_tree_html(picture, count_sentences(counts)), f"flows-{system}", on_pick=picked)
    export_buttons(open_study, {"Flows": lambda: picture}, {"Flows": lambda: flows_table(counts)}, f"-{system}")


_SHOW: Mapping[str, Callable[[StudyState, OpenStudy, Finder], None]] = {
    "rows": _show_rows,
    "points": _show_points,
    "classes": _show_classes,
    "lost": _show_lost,
}


# An instance that is open: what each system says of it, and the ways into Explore and Compare


MOST_CLASSES = 400  # of a hierarchy that is not cut


def opens_by_link(case: Case) -> bool:
    """Whether a link opens the case in Explore."""
    return len(case.hierarchy) <= MOST_CLASSES and fits_a_link(case)


def _show_picked_instance(state: StudyState, open_study: OpenStudy, pair: tuple[str, str]) -> None:
    """Show the instance that was clicked, if any. Raises StudyError where it is not there."""
    if not state.pick:
        return
    study, scores = study_with_scores(open_study)
    request = clicked_instance(state.pick, study, *pair)
    if request is None:
        return
    name, systems = request
    cases, changed = cases_of_instance(study, name, systems, scores.measures, opens_by_link)
    in_dialog = st.dialog(inert_markdown(name), width="large", on_dismiss=lambda: choose(pick=""))
    in_dialog(_show_instance)(open_study, study.data.ids.index(name), dict(zip(systems, cases, strict=True)), changed)


def _show_instance(
    open_study: OpenStudy, instance_number: int, by_system: Mapping[str, Case], changed: tuple[str, ...]
) -> None:
    """Show an instance as a case for each system. changed: the measures that say otherwise of these cases."""
    cases = tuple(by_system.values())
    if len(cases) == 2:
        with st.container(key="wbopen-study-pair", width="content"):
            if all(map(opens_by_link, cases)):
                query = with_language({"c": pack_case(cases[0]), "c2": pack_case(cases[1])})
                st.page_link(page_link("Compare"), label=_("Open both in Compare"), query_params=query, width="content")
    for place, (system, case) in zip(st.columns(len(cases), gap="medium"), by_system.items(), strict=True):
        with place:
            _show_side(open_study, instance_number, system, case)
            viewer(draw.case_drawing_html(case, cases), f"studydrawn-{system}")
    if cases[0].note:
        sentence = _("The hierarchy is {note}.", note=cases[0].note)
        if changed:
            says = N_(" There {names} say otherwise; the values above are those of the whole.")
            sentence += _(says, names=", ".join(changed))
        viewer(html.quiet_paragraph_html(sentence), "studycut")


def _show_side(open_study: OpenStudy, instance_number: int, system: str, case: Case) -> None:
    scores = study_with_scores(open_study)[1]
    values = [float(values.value[instance_number]) for values in scores.values[system]]
    rows = [(m.label(), number(number_or_none(x))) for m, x in zip(scores.measures, values, strict=True)]
    viewer(draw.system_values_html(system, rows), f"studycase-{system}")
    first = next((str(m) for m in scores.measures if not is_own(m)), "")
    with st.container(key=f"wblink-study-{system}", width="content"):
        if opens_by_link(case):
            link_to_explore(_("Open in Explore"), {"c": pack_case(case)} | ({"m": first} if first else {}))
        else:
            data = write_case(case).encode()
            st.download_button(_("Save the case"), data, "case.json", "application/json", key=f"save-{system}")
        for learning in parts_at("study.learning"):
            learning.show_numbers(open_study, system, instance_number, first)
