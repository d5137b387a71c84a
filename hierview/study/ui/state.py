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
from ...ui.shell.fields import (
    SWITCH,
    TEXT,
    FieldKind,
    Parameter,
    choice_kind,
    declare_field,
    number_kind,
    parameter_texts,
    read_parameters,
)
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
    """The state of the page of studies."""

    # The study comes first: it decides what is open in it.
    study: str = declare_field(FIRST, None, Parameter("study", lambda state: state.study, _read_study, N_("a study")))
    """The study that is open, as in the address."""
    view: str = declare_field("ranking", None, Parameter("v", lambda state: state.view, _with_view, N_("a view")))
    """The view that is open."""
    by: str = declare_field("", _TEXT, "by")
    """Text of the measure that the others are compared with, "" for the first one."""
    average: str = declare_field("mean", choice_kind(AVERAGES), "avg")
    """How values are averaged: "mean" or "pooled"."""
    a: str = declare_field("", _TEXT, "a")
    """The first of two systems; "" for the best one."""
    b: str = declare_field("", _TEXT, "b")
    """The second of two systems; "" for the next best, `ALONE` where the instances of one are looked at."""
    part: str = declare_field("", _TEXT, "part")
    """Part of the data whose instances are wanted, as in a `Wish`."""
    x: str = declare_field("", _TEXT, "x")
    """Formula of the x axis of the points."""
    y: str = declare_field("", _TEXT, "y")
    """Formula of the y axis of the points."""
    root: str = declare_field("", _TEXT, "root")
    """Class at the root of the tree of flows."""
    order: str = declare_field("missed", _TEXT, "order")
    """Column that the classes are ordered by."""
    column: str = declare_field("depth", _TEXT, "col")
    """Column that parts the data."""
    of_class: str = declare_field("", _TEXT, "class")
    """Class that wanted instances have, as in a `Wish`."""
    formula: str = declare_field("", _TEXT, "sort")
    """Formula that orders the instances; "" for the difference of the two systems."""
    pick: str = declare_field("", _TEXT, "open")
    """An instance that is open, as a click says it."""
    cell: str = declare_field("", _TEXT, "cell")
    """System of the value that is chosen in the ranking."""
    cell_measure: str = declare_field("", _TEXT, "of")
    """Measure of that value."""
    printed: str = declare_field("", _TEXT, "said")
    """Number that is printed elsewhere for it."""
    counted: str = declare_field("", _TEXT, "as")
    """How the column of a measure is counted, as in "hF as F[closed]"."""
    curves: str = declare_field("", _TEXT, "curves")
    """Texts of the measures whose curves are shown, parted by semicolons."""
    threshold: str = declare_field("", _TEXT, "t")
    """The chosen threshold; "" for the best."""
    side: Side = declare_field("either", choice_kind(SIDES), "side")
    """Side on which that class stands, as in a `Wish`."""
    look: str = declare_field("rows", choice_kind(LOOKS), "look")
    """How the instances are shown, one of `LOOKS`."""
    lowest: bool = declare_field(False, _ONE, "low")
    """Whether the smallest come first."""
    grouped: bool = declare_field(False, _ONE, "group")
    """Whether instances with the same classes share a row."""
    descending: bool = declare_field(True, _DESCENDING, "up")
    """Whether the greatest classes come first."""
    page: int = declare_field(1, number_kind(10**7 - 1, 1), "page")
    """Page of the instances, or of the classes."""
    absent: str = declare_field("drop", choice_kind(EARLY), "early")
    """What becomes of branches that end early."""
    unfolded: str = declare_field("", _LONG, "fold")
    """The open classes of the matrix, a line each."""
    matrix: str = declare_field("a", choice_kind(MATRICES), "matrix")
    """The system whose matrix is shown."""
    cells: str = declare_field("count", choice_kind(CELLS), "cells")
    """What the cells of the matrix hold."""
    matrix_cell: str = declare_field("", _TEXT, "at")
    """Row and column of the cell of the matrix that is chosen."""
    nth: int = declare_field(0, number_kind(10**7 - 1), "nth")
    """Number of the instance of this cell that is open."""
    mine: tuple[str, ...] = ()
    """Ids of the kept studies that were opened in this visit."""
    trouble: str = ""
    """A sentence about something that could not be used."""
    widget_epoch: int = 0
    """Raised whenever controls must take their values anew."""

    @property
    def kept_id(self) -> str:
        """The id of the kept study that is open; "" where another one is."""
        return self.study.removeprefix(KEPT) if self.study.startswith(KEPT) else ""


def heading_text(state: StudyState) -> str:
    """The heading of the page: the question of the open view; of a new study, which files are wanted."""
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


_PARAMETERS: tuple[Parameter[StudyState], ...] = fields.declared_parameters(StudyState)


def address_parameters(state: StudyState) -> dict[str, str]:
    """The parameters that lead to what the page shows."""
    return parameter_texts(_PARAMETERS, state)


def state_of(query: Mapping[str, str], before: StudyState | None = None) -> StudyState:
    """State that the parameters of an address ask for, and a sentence about each that cannot be used."""
    start = StudyState() if before is None else StudyState(mine=before.mine)
    state, troubles = read_parameters(_PARAMETERS, start, query)
    epoch = 0 if before is None else before.widget_epoch + 1
    return replace(state, trouble=" ".join(troubles), widget_epoch=epoch)


# One step back from the first choice leads to an address that asks for nothing.
STUDY = PageState("study", state_of, address_parameters, emptied=lambda state: state_of({}, state))
current, change = STUDY.current, STUDY.change


def show_study(study: str) -> None:
    """Open a study, one step of Back away from this one."""
    state = with_study(current(), study)
    STUDY.show(replace(state, trouble="", widget_epoch=state.widget_epoch + 1))
    show_address(STUDY.address())


def choose(**changes: Any) -> None:
    """Show something else of the study, one step of Back away from this."""
    STUDY.go(**changes)
