"""State of Study as one frozen value, and its address, whose parameters are declared with the fields that they name.

A study is named as published, such as "k15/15", or "example", "new" for data of one's own, or "~" and the id of a kept
one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from ...errors import HierviewError, quoted
from ...languages import N_, _
from ...ui.shell import fields
from ...ui.shell.fields import SWITCH, TEXT, FieldKind, Parameter, declare, number, one_of, read_parameters, texts_of
from ...ui.shell.page_state import PageState, show_address

VIEWS = {
    "data": N_("Data"),
    "ranking": N_("Ranking"),
    "levels": N_("By level"),
    "differences": N_("Differences"),
    "instances": N_("Instances"),
    "curves": N_("Curves"),
}
QUESTIONS = {
    "data": N_("What was given, and how was it read?"),
    "ranking": N_("Which system is best, and does the measure decide?"),
    "levels": N_("How good is each system at each level?"),
    "differences": N_("How do two systems differ?"),
    "instances": N_("Which instances tell why?"),
    "curves": N_("How sure must a system be?"),
    "new": N_("Load a hierarchy, the truth, and what systems predict"),
}
FIRST, EXAMPLE, NEW, KEPT = "k15/15", "example", "new", "~"
LOOKS = {"rows": N_("Rows"), "points": N_("Points"), "classes": N_("Classes"), "lost": N_("Where they are lost")}
Side = Literal["either", "true", "predicted"]
SIDES: dict[Side, str] = {"either": N_("true or predicted"), "true": "true", "predicted": "predicted"}
ALONE = "-"
EARLY = ("drop", "wrong", "carry")  # what becomes of branches that end early, as `by_level.ABSENT` tells
MATRICES = {"a": "A", "b": "B", "both": "A | B", "difference": "A − B"}
CELLS = {"count": N_("Counts"), "row": N_("Share of the row"), "column": N_("Share of the column")}
AVERAGES = {"mean": N_("Mean"), "pooled": N_("Pooled")}
LONGEST = 300  # characters of a measure's text, and of a study's name
_PUBLISHED = re.compile(r"[A-Za-z0-9]{1,20}/[A-Za-z0-9.]{1,20}")


def _read_study(state: StudyState, text: str) -> StudyState:
    own = text.startswith(KEPT) and 1 < len(text) <= LONGEST
    if not own and text not in (EXAMPLE, NEW) and not _PUBLISHED.fullmatch(text):
        raise HierviewError(f"{quoted(text)} names none")
    return with_study(state, text)


def _with_view(state: StudyState, text: str) -> StudyState:
    if text not in VIEWS:
        raise HierviewError(f"{quoted(text)} is none of {', '.join(VIEWS)}")
    return replace(state, view=text)


_TEXT = FieldKind(TEXT.fits, parse=lambda text: text[:LONGEST])
_LONG = FieldKind(TEXT.fits, parse=lambda text: text[:2_000])
_ONE = FieldKind(SWITCH.fits, parse=lambda text: text == "1")
_DESCENDING = FieldKind(SWITCH.fits, encode=lambda value: "1", parse=lambda text: text != "1")


@dataclass(frozen=True)
class StudyState:
    """State of Study.

    study: which one is open, as in the address.  view: which of its views.  by: text of the measure that the others
    are compared with, "" for the first one.  average: "mean" or "pooled".  a, b: two systems, "" for the best two; b
    is `ALONE` where the instances of one are looked at.  column: by what the data are parted.
    part, of_class, side: which instances are wanted, as in a `Wish`.  formula, lowest: in which order, "" for the
    difference of the two.  grouped: whether those with the same classes share a row.  page: of them, or of the
    classes.  look: one of `LOOKS`.  x, y: formulas of the points.
    root: of the tree of flows.  order, descending: of the classes.  pick: an instance that is open, as a click says it.
    cell, cell_measure: the system and the measure of the value that is chosen in the ranking.  printed: a number that
    is printed elsewhere for it.  counted: how the column of a measure is counted, as in "hF as F[closed]".
    curves: texts of the measures whose curves are shown, parted by semicolons.  threshold: the chosen one, "" for the
    best.  absent: what becomes of branches that end early.  unfolded: the open classes of the matrix, a line each.
    matrix: whose it is.  cells: what stands in it.  cell: the chosen one, its row and column.  nth: of its instances.
    mine: ids of the kept studies that were opened in this visit.
    trouble: a sentence about something that could not be used.  widget_epoch: raised whenever controls must take
    their values anew.
    """

    # The study comes first: it decides what is open in it.
    study: str = declare(FIRST, None, Parameter("study", lambda state: state.study, _read_study, N_("a study")))
    view: str = declare("ranking", None, Parameter("v", lambda state: state.view, _with_view, N_("a view")))
    by: str = declare("", _TEXT, "by")
    average: str = declare("mean", one_of(AVERAGES), "avg")
    a: str = declare("", _TEXT, "a")
    b: str = declare("", _TEXT, "b")
    part: str = declare("", _TEXT, "part")
    x: str = declare("", _TEXT, "x")
    y: str = declare("", _TEXT, "y")
    root: str = declare("", _TEXT, "root")
    order: str = declare("missed", _TEXT, "order")
    column: str = declare("depth", _TEXT, "col")
    of_class: str = declare("", _TEXT, "class")
    formula: str = declare("", _TEXT, "sort")
    pick: str = declare("", _TEXT, "open")
    cell: str = declare("", _TEXT, "cell")
    cell_measure: str = declare("", _TEXT, "of")
    printed: str = declare("", _TEXT, "said")
    counted: str = declare("", _TEXT, "as")
    curves: str = declare("", _TEXT, "curves")
    threshold: str = declare("", _TEXT, "t")
    side: Side = declare("either", one_of(SIDES), "side")
    look: str = declare("rows", one_of(LOOKS), "look")
    lowest: bool = declare(False, _ONE, "low")
    grouped: bool = declare(False, _ONE, "group")
    descending: bool = declare(True, _DESCENDING, "up")
    page: int = declare(1, number(10**7 - 1, 1), "page")
    absent: str = declare("drop", one_of(EARLY), "early")
    unfolded: str = declare("", _LONG, "fold")
    matrix: str = declare("a", one_of(MATRICES), "matrix")
    cells: str = declare("count", one_of(CELLS), "cells")
    matrix_cell: str = declare("", _TEXT, "at")
    nth: int = declare(0, number(10**7 - 1), "nth")
    mine: tuple[str, ...] = ()
    trouble: str = ""
    widget_epoch: int = 0

    @property
    def kept_id(self) -> str:
        """The id of the kept study that is open; "" where another one is."""
        return self.study.removeprefix(KEPT) if self.study.startswith(KEPT) else ""


def heading(state: StudyState) -> str:
    """The question of the open view; of a new study, which files are wanted."""
    return _(QUESTIONS[NEW if state.study == NEW else state.view])


def with_study(state: StudyState, study: str) -> StudyState:
    """The page with another study open, none of whose choices is made yet."""
    other = study != state.study
    mine = state.mine
    if study.startswith(KEPT) and study[1:] not in mine:
        mine = (*mine, study[1:])
    view = "data" if study == NEW else "ranking" if other else state.view
    if not other:
        return replace(state, mine=mine, view=view)
    return StudyState(study, view, average=state.average, mine=mine, widget_epoch=state.widget_epoch)


_PARAMETERS: tuple[Parameter[StudyState], ...] = fields.parameters(StudyState)


def parameters(state: StudyState) -> dict[str, str]:
    """The parameters that lead to what the page shows."""
    return texts_of(_PARAMETERS, state)


def state_of(query: Mapping[str, str], before: StudyState | None = None) -> StudyState:
    """State that the parameters of an address ask for, and a sentence about each that cannot be used."""
    start = StudyState() if before is None else StudyState(mine=before.mine)
    state, troubles = read_parameters(_PARAMETERS, start, query)
    epoch = 0 if before is None else before.widget_epoch + 1
    return replace(state, trouble=" ".join(troubles), widget_epoch=epoch)


# One step back from the first choice leads to an address that asks for nothing.
STUDY = PageState("study", state_of, parameters, emptied=lambda state: state_of({}, state))
current, change = STUDY.current, STUDY.change


def show_study(study: str) -> None:
    """Open a study, one step of Back away from this one."""
    state = with_study(current(), study)
    STUDY.show(replace(state, trouble="", widget_epoch=state.widget_epoch + 1))
    show_address(STUDY.address())


def choose(**changes: Any) -> None:
    """Show something else of the study, one step of Back away from this."""
    change(**changes)
    show_address(STUDY.address())
