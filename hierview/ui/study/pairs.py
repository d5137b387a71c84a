"""Two systems that are looked at: which they are, and their choice."""

from __future__ import annotations

from ...languages import N_, _, translated
from ...study.inputs.columns import OWN_PARTS
from ..shell.widgets import select
from .opened import OpenStudy, scores_of
from .state import ALONE, StudyState, choose

PARTS = {"depth": N_("depth"), "top": N_("top class"), "size": N_("number of classes")}


def pair_of(state: StudyState, open_study: OpenStudy) -> tuple[str, str]:
    """The two systems: those that were chosen, else the best two; "" as the second where one alone is looked at."""
    standings = open_study.standings("mean")
    best = [standings.systems[i] for i in standings.order(standings.at(state.by))]
    a = state.a if state.a in best else next(system for system in (*best, "") if system != state.b)
    if state.b == ALONE or len(best) < 2:
        return a, ""
    return a, state.b if state.b in best and state.b != a else next(system for system in best if system != a)


def measure_of(state: StudyState, open_study: OpenStudy) -> str:
    """Text of the measure that the view is about."""
    standings = open_study.standings("mean")
    return standings.measures[standings.at(state.by)].text


def choose_pair(state: StudyState, open_study: OpenStudy, alone: bool = False) -> None:
    """Two lists to choose systems from. alone: whether one may be looked at by itself."""
    a, b = pair_of(state, open_study)
    systems = list(open_study.standings("mean").systems)
    names = {system: system for system in systems}

    def take(side: str, system: str) -> None:
        first, second = (system, b) if side == "a" else (a, system)
        if first == second:
            first, second = b, a  # the two change places
        choose(a=first, b=second or ALONE, page=1, pick="", widget_epoch=state.widget_epoch + 1)

    select("A", names, a, f"study-a-{state.widget_epoch}", lambda chosen: take("a", chosen))
    others = names | ({ALONE: _("nobody")} if alone else {})
    select("B", others, b or ALONE, f"study-b-{state.widget_epoch}", lambda chosen: take("b", chosen))


def choose_measure(state: StudyState, open_study: OpenStudy, label: str = N_("Measure")) -> None:
    """A list to choose the measure from that the view is about."""
    names = {measure.text: measure.label for measure in open_study.standings("mean").measures}
    key = f"study-by-{state.widget_epoch}"
    select(_(label), names, measure_of(state, open_study), key, lambda chosen: choose(by=chosen, formula="", page=1))


def columns_of(open_study: OpenStudy) -> dict[str, str]:
    """The columns by which the data of a study can be parted, with their names on the page."""
    study = scores_of(open_study)[0]
    return translated(PARTS) | {name: name for name in study.data.columns}


def column_of(state: StudyState, open_study: OpenStudy) -> str:
    """The column by which the data are parted now."""
    return state.column if state.column in columns_of(open_study) else OWN_PARTS[0]


def choose_column(state: StudyState, open_study: OpenStudy, label: str = N_("Parted by")) -> None:
    """A list to choose the column from by which the data are parted."""
    key = f"study-column-{state.widget_epoch}"
    columns = columns_of(open_study)
    select(_(label), columns, column_of(state, open_study), key, lambda chosen: choose(column=chosen, part="", page=1))
