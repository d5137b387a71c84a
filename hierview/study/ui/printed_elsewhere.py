"""The panel of a chosen value: which way to count gives what is printed elsewhere, and the column counted so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from ...answers.counting import OF_INSTANCES, OWN, CountedQuantity, Counting, parse_counted_quantity
from ...errors import CaseError, HierviewError, MeasureError, StudyError
from ...formats.collection import LONGEST_NAME, MOST_CASES, Collection
from ...languages import ENGLISH, N_, _, count_text, spoken_language
from ...markup import html
from ...measures.registry import parse_measure
from ...ui.explore.state import open_together
from ...ui.shell.cases import pack_case
from ...ui.shell.links import link_to_explore, page_link
from ...ui.shell.markdown import inert_markdown
from ...ui.shell.page_state import with_language
from ...ui.shell.widgets import select_box, text_field
from ...ui.viewer import viewer
from ..concordance.explained import Explanation, ShownWay, counted_run, explain
from ..concordance.printed_number import PrintedNumber, parse_printed_number
from ..concordance.search import OnShare
from ..concordance.space import numbers_of_tools
from ..concordance.values import value_of_point
from ..markup import printed_elsewhere as draw
from ..markup.ranking import CELL, Cell
from ..markup.values import fixed_text
from ..results.instances import cases_of_instance
from ..results.scores import Scores
from ..results.standings import Standings
from ..study import Study
from .current_study import OpenStudy, study_with_scores, work_out_study
from .instances import opens_by_link
from .state import StudyState, change, choose

AS = " as "  # between a column's measure and the point that it is counted as
LONGEST = 20  # characters of a printed number
DRAWN = 2  # instances of a way, at most
_QUANTITIES = {"hP": "P", "hR": "R", "hF": "F", "Accuracy": "Jaccard", "SDL": "SDL"}
_BETAS = {1.0: "F", 0.5: "F0.5", 2.0: "F2"}


def own_quantity(text: str, average: str) -> CountedQuantity | None:
    """How hierview counts a measure over data, as a point; None of one that counts no sets."""
    try:
        measure = parse_measure(text)
    except MeasureError:
        return None
    quantity, augmentation = _QUANTITIES.get(measure.spec.name), getattr(measure, "augmentation", "ancestors")
    if quantity == "F":
        quantity = _BETAS.get(float(getattr(measure, "beta", 1)))
    if average == "pooled" and quantity in OF_INSTANCES:
        return None
    if quantity is None or augmentation not in ("ancestors", "none") or getattr(measure, "zero", 0) != 0:
        return None
    sets = "given" if augmentation == "none" else "closed"
    own = Counting(sets=sets, root=getattr(measure, "root", "counted"))
    return CountedQuantity(quantity, replace(own, average="pooled" if average == "pooled" else OWN.average))


def explain_value(
    study: Study, _scores: Scores, system: str, text: str, own: str, progress: OnShare = lambda share: None
) -> Explanation:
    """Explanation of a printed number for a system. own: how hierview counts it, as a text."""
    ours = parse_counted_quantity(own)
    number = replace(parse_printed_number(text), name=ours.quantity)
    return explain(study, system, [number], ours, progress)


def recount_systems(study: Study, _scores: Scores, text: str) -> Mapping[str, float | None]:
    """Value of a point for each system."""
    counted = parse_counted_quantity(text)
    return {system: value_of_point(counted_run(study, system), counted) for system in study.data.runs}


# The table


def standings_as_counted(state: StudyState, open_study: OpenStudy, standings: Standings) -> Standings:
    """The standings with the column that is counted otherwise, if one is and its values are there."""
    text, mark, counted = state.counted.rpartition(AS)
    if not mark or open_study.scored is None or all(m.text != text for m in standings.measures):
        return standings
    try:
        way = parse_counted_quantity(counted)
        values = work_out_study(open_study, "study-counted", _("Counting the column anew"), recount_systems, str(way))
    except HierviewError as error:
        viewer(html.notice_html(f"{error}.", "hint"), "study-counted-refused")
        return standings
    if values is None:
        return standings
    with spoken_language(ENGLISH):
        says = f"{standings.measures[standings.at(text)].label} is counted otherwise: {way.in_words} ({way})."
    column = [values[system] for system in standings.systems]
    return standings.recounted(standings.at(text), column, f"{way.in_words} ({way})", says)


def chosen_cell(state: StudyState, standings: Standings) -> Cell | None:
    """The cell that is chosen: its system and measure, by number."""
    texts = [measure.text for measure in standings.measures]
    if state.cell not in standings.systems or state.cell_measure not in texts:
        return None
    return standings.systems.index(state.cell), texts.index(state.cell_measure)


def choose_cell(standings: Standings, pick: str) -> None:
    """Choose the cell that a click reports; none where it names none."""
    j, _blank, i = pick.removeprefix(CELL).partition(" ")
    texts, systems = [measure.text for measure in standings.measures], standings.systems
    if len(pick) < LONGEST and j.isdecimal() and i.isdecimal() and int(j) < len(texts) and int(i) < len(systems):
        choose(cell=systems[int(i)], cell_measure=texts[int(j)], printed="")
    else:
        _close_panel()


# The panel


def show_panel(state: StudyState, open_study: OpenStudy, standings: Standings, cell: Cell) -> None:
    """The panel of the chosen cell: how it is counted, the field for a printed number, and the answer."""
    i, j = cell
    measure, system = standings.measures[j], standings.systems[i]
    number = fixed_text(standings.rows[i][j].value, measure.digits)
    with st.container(key="elsewhere"):
        with st.container(key="elsewherehead", horizontal=True, vertical_alignment="center"):
            title = _("{measure} of {system}: {value}", measure=measure.label, system=system, value=number)
            st.header(inert_markdown(title), anchor=False, width="stretch")
            st.button("✕", key="elsewhere-close", type="tertiary", help=_("Close"), on_click=_close_panel)
        own = own_quantity(measure.text, measure.average)
        if own is None:
            text = N_("{measure} is no share of classes; which way to count is told of hP, hR, hF, SDL and Accuracy.")
            st.caption(inert_markdown(_(text, measure=measure.label)))
            return
        counted = _("Counted as: {how}.", how=measure.counted) if measure.counted else f"{own.in_words}."
        st.caption(inert_markdown(counted))
        _tool_to_count_as(state, open_study, system, own)
        with st.container(key="elsewherefield"):
            label, key = (
                _("Printed elsewhere?"),
                f"study-printed-{state.cell}-{state.cell_measure}-{state.widget_epoch}",
            )
            text_field(
                label, state.printed, key, _take_number, width=190, max_chars=LONGEST, placeholder=_("such as 0.615")
            )
        if state.printed:
            _show_answer(state, open_study, system, own)


def _close_panel() -> None:
    choose(cell="", cell_measure="", printed="")


def _take_number(text: str) -> None:
    choose(printed=text.strip()[:LONGEST])


def tool_quantities(study: Study, _scores: Scores, system: str, quantity: str) -> dict[str, str]:
    """The ways in which tools count a quantity over all levels, as texts of points, each with who prints it."""
    ways: dict[str, str] = {}
    for key, printed in numbers_of_tools(counted_run(study, system)):
        one = printed.point
        if one.quantity == quantity and not one.counting.is_fault and not one.counting.level:
            ways.setdefault(str(one), f"{key}: {printed.name} ({printed.put_in})")
    return ways


def _tool_to_count_as(state: StudyState, open_study: OpenStudy, system: str, own: CountedQuantity) -> None:
    """A list of what tools print, as any of which the column can be counted."""
    doing = _("Comparing ways to count")
    ways = work_out_study(open_study, "study-tools", doing, tool_quantities, system, own.quantity)
    if ways is None:
        return
    text, _mark, now = state.counted.rpartition(AS)
    options = {"": _("hierview"), **ways}
    chosen, key = now if text == state.cell_measure else "", f"study-counted-{state.cell_measure}-{state.counted}"

    def take(way: str) -> None:
        choose(counted=f"{state.cell_measure}{AS}{way}" if way else "")

    select_box(_("Count the column as in"), options, chosen, key, take, "stretch")


def _show_answer(state: StudyState, open_study: OpenStudy, system: str, own: CountedQuantity) -> None:
    try:
        _parse_number(state.printed)
        doing = _("Comparing ways to count")
        found = work_out_study(open_study, "study-elsewhere", doing, explain_value, system, state.printed, str(own))
    except HierviewError as error:
        viewer(html.notice_html(f"{error}.", "hint"), "elsewhere-refused")
        return
    if found is None:
        return
    viewer(draw.ways_found_html(found), "elsewhere-answer")
    for k, one in enumerate((*found.shown, *found.shifted)):
        with st.container(key=f"elsewhereway{k}"):
            _show_way(state, open_study, one, k)
    more = found.answer.ways[len(found.shown) :] if found.answer.ways else ()
    if more:
        with st.expander(count_text("{n} more way", "{n} more ways", len(more))):
            viewer(draw.further_ways_html(more), "elsewhere-more")
    if any(one.ids for one in found.shown):
        st.caption(_("Each picture: the smallest instances on which it parts from hierview and from those above it."))


def _parse_number(text: str) -> PrintedNumber:
    """The number that is asked for. Raises StudyError also for a name before it, which the column gives."""
    if "=" in text:
        raise StudyError("a number is enough here: its measure is that of the column")
    return parse_printed_number(text)


def _show_way(state: StudyState, open_study: OpenStudy, shown_way: ShownWay, k: int) -> None:
    """A way, its instances drawn small beside it, and what can be done with it."""
    study, _scores = study_with_scores(open_study)
    cases = [cases_of_instance(study, name, (state.cell,), ())[0][0] for name in shown_way.ids[:DRAWN]]
    cases = [replace(case, name=name) for name, case in zip(shown_way.ids, cases, strict=False)]
    words, drawn = st.columns([300, 200], gap="small") if cases else (st.container(), None)
    with words:
        viewer(draw.way_html(shown_way), f"elsewhere-way-{k}")
        with st.container(key=f"elsewheredo{k}", horizontal=True, vertical_alignment="center"):
            if len(shown_way.ids) > 1:
                _show_collection_button(state, study, shown_way, k)
            elif cases and opens_by_link(cases[0]):
                link_to_explore(
                    _("Open in Explore"), {"c": pack_case(cases[0])} | _explore_parameters(state, shown_way)
                )
            if (
                not shown_way.way.is_fault
                and not shown_way.shift
                and shown_way.way.printing in ("rounded", "truncated")
            ):
                counted = f"{state.cell_measure}{AS}{shown_way.way.point}"
                label = _("Count so in the table")
                st.button(label, key=f"elsewhere-so-{k}", type="tertiary", on_click=_count_column_as, args=(counted,))
    if drawn is not None:
        with drawn:
            viewer(draw.drawn_cases_html(cases), f"elsewhere-drawn-{k}")


def _show_collection_button(state: StudyState, study: Study, shown_way: ShownWay, k: int) -> None:
    """A button that opens the instances of a way as one collection."""
    if len(shown_way.ids) > MOST_CASES:
        return
    label = _("Open the {n} instances in Explore", n=len(shown_way.ids))
    if st.button(label, key=f"elsewhere-open-{k}", type="tertiary"):
        found = [
            (name, cases_of_instance(study, name, (state.cell,), (), opens_by_link)[0][0]) for name in shown_way.ids
        ]
        cases = tuple(replace(case, name=name) for name, case in found)
        try:
            first = open_together(Collection(f"{state.cell}: {state.printed}"[:LONGEST_NAME], cases))
        except CaseError as error:
            viewer(html.notice_html(f"{error}.", "hint"), f"elsewhere-many-{k}")
            return
        st.switch_page(
            page_link("Explore"), query_params=with_language({"c": first} | _explore_parameters(state, shown_way))
        )


def _explore_parameters(state: StudyState, shown_way: ShownWay) -> dict[str, str]:
    """The parameters by which Explore shows the measure, under Conventions, and there a tool that counts so."""
    tool = {"p": f"convention={shown_way.way.tools[0][0]}"} if shown_way.way.tools else {}
    return {"m": state.cell_measure, "v": "conventions"} | tool


def _count_column_as(counted: str) -> None:
    change(counted=counted)
    choose()
