"""State of the Workbench as one frozen value, and its address.

v         a view                 seed  of random searches and sheets
measures  the measures of that view, as their texts joined by ";": one's own among them is "my measure"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...errors import HierviewError, quoted
from ...languages import N_, _
from ...measures import Measure, parse_measure
from ...model.case import Case
from ...own.formula import FormulaMeasure
from ...own.own_measure import OwnFlow, read_measure
from ...ui.shell.loaded import local_measures
from ...ui.shell.page_state import PageState
from ..sheets.enumerate import MOST_DAG_CLASSES, MOST_TREE_CLASSES

VIEWS = {
    "benchmark": N_("Benchmark"),
    "behaviour": N_("Behaviour"),
    "disagreements": N_("Disagreements"),
    "scatter": N_("Scatter"),
}
MOST_MEASURES = {"benchmark": 16, "behaviour": 6, "disagreements": 2, "scatter": 9}
MOST_SEED = 10**9
LONGEST = 6000  # characters of the measures in an address
MOST_CLASSES = {"trees": MOST_TREE_CLASSES, "DAGs": MOST_DAG_CLASSES}
QUESTIONS = {
    "opposite": N_("they order two predictions oppositely"),
    "differ": N_("they give one prediction different values"),
    "property": N_("the first has a property, the second lacks it"),
    "apart": N_("the first says at least this, the second at most that"),
}
SETS = {
    "textbook": N_("Textbook cases"),
    "presets": N_("All cases here"),
    "random": N_("Random cases"),
    "own": N_("Own cases"),
}

Entry = Measure | None  # None: my measure, whatever it is


def _entries(*texts: str) -> tuple[Entry, ...]:
    return tuple(parse_measure(text) if text else None for text in texts)


_OWN_FIRST = {
    "disagreements": _entries("", "hF"),
    "scatter": _entries("", "hF", "MGIA", "LCaF", "GIE", "SDL"),
}  # where somebody brought measures
_FIRST = FormulaMeasure("2 * both_descendants / (P_descendants + T_descendants)")


@dataclass(frozen=True)
class WorkbenchState:
    """State of the Workbench."""

    view: str = "benchmark"
    """The view that is open."""
    kind: str = "formula"
    """What my measure is: "formula", "flow", or the name of a measure that was loaded."""
    formula: FormulaMeasure = _FIRST
    """The formula that was typed."""
    flow: OwnFlow = OwnFlow(cost="d²")  # noqa: RUF009  (frozen)
    """The flow problem that was typed."""
    refused: str = ""
    """Why what was typed last is neither."""
    lists: tuple[tuple[str, tuple[Entry, ...]], ...] = field(
        default=(
            ("benchmark", _entries("", "GIE", "MGIA", "hP", "hR", "hF", "SDL", "LCaP", "LCaR", "LCaF")),
            ("behaviour", _entries("GIE", "MGIA", "hF", "SDL", "LCaF")),
            ("disagreements", _entries("MGIA", "LCaF")),
            ("scatter", _entries("hF", "MGIA", "LCaF", "GIE", "SDL", "")),
        )
    )
    """Measures of each view."""
    seed: int = 1
    """Seed of what is random."""
    cases: str = "textbook"
    """The set of cases that is shown, one of `SETS`."""
    own: tuple[tuple[str, Case], ...] = ()
    """Cases that were brought."""
    many: int = 1000
    """Number of random cases."""
    cell: tuple[int, int] = (4, 1)
    """Line and column of the benchmark that are open."""
    sign: tuple[str, int] = ("pairing", 0)
    """Key and column of the sheet that are open."""
    tried: Measure | None = None
    """My measure as it was when its sheet was asked for."""
    checking: Measure | None = None
    """My measure as it was when Check was asked for."""
    question: str = "opposite"
    """Question that is searched for."""
    rule: str = "pairing"
    """Property that is searched for."""
    at_least: float = 0.9
    """The least value of the first measure in a search."""
    at_most: float = 0.1
    """The greatest value of the second measure in a search."""
    hierarchies: str = "trees"
    """Kind of the hierarchies that are searched."""
    up_to: int = 5
    """Number of classes up to which all hierarchies are searched."""
    page: int = 0
    """Page of the finds that is shown."""
    find: int = 0
    """Find that is open."""
    dot: str = ""
    """Place of the scatter that is open."""
    trouble: str = ""
    """A sentence about something that could not be used."""
    widget_epoch: int = 0
    """Raised whenever controls must take their values anew."""
    loaded: tuple[Measure, ...] = ()
    """The measures that somebody wrote in Python, as they could last be read."""

    def list(self, view: str) -> tuple[Entry, ...]:
        """The measures of a view, None standing for my measure."""
        return dict(self.lists)[view]

    def with_list(self, view: str, entries: Iterable[Entry]) -> WorkbenchState:
        """The state with other measures in a view."""
        return replace(self, lists=tuple((v, tuple(entries) if v == view else old) for v, old in self.lists))

    @property
    def own_measure(self) -> Measure:
        """My measure: one of those loaded, or what is typed."""
        measure = next((m for m in self.loaded if str(m) == self.kind), None)
        return measure or (self.flow if self.kind == "flow" else self.formula)

    def measures(self, view: str) -> tuple[Measure, ...]:
        """The measures of a view, each once."""
        return tuple(dict.fromkeys(self.own_measure if entry is None else entry for entry in self.list(view)))


def address_parameters(state: WorkbenchState) -> dict[str, str]:
    """The parameters that lead to what the page shows."""
    query = {"v": state.view}
    entries = state.list(state.view)
    if entries != WorkbenchState().list(state.view) or (None in entries and state.own_measure != _FIRST):
        query["measures"] = ";".join(str(state.own_measure if entry is None else entry) for entry in entries)
    return query | ({"seed": str(state.seed)} if state.seed != 1 else {})


def state_of(query: Mapping[str, str], before: WorkbenchState | None = None) -> WorkbenchState:
    """State that the parameters of an address ask for, and a sentence about each that cannot be used."""
    state = before or WorkbenchState()
    trouble = []
    view = query.get("v", state.view if before is None else "benchmark")
    if view not in VIEWS:
        says = N_("The link asks for the view {view}; {names} are there.")
        trouble.append(_(says, view=quoted(view), names=", ".join(VIEWS)))
        view = "benchmark"
    seed = query.get("seed", "1")
    if seed.isascii() and seed.isdecimal() and int(seed[:12]) <= MOST_SEED:
        state = replace(state, seed=int(seed[:12]))
    else:
        says = N_("The link asks for the seed {seed}; a whole number up to {most_seed:,} is accepted.")
        trouble.append(_(says, seed=quoted(seed), most_seed=MOST_SEED))
    if query.get("measures"):
        try:
            state = _with_measures(state, view, query["measures"])
        except HierviewError as error:
            trouble.append(_("The link asks for measures that are not here: {error}.", error=error))
    return replace(
        state,
        view=view,
        trouble=" ".join(trouble),
        cell=(0, 0) if query.get("measures") else state.cell,
        widget_epoch=state.widget_epoch + (before is not None),
    )


def _with_measures(state: WorkbenchState, view: str, text: str) -> WorkbenchState:
    if len(text) > LONGEST:
        says = N_("they have {n:,} characters; at most {longest:,} are accepted")
        raise HierviewError(_(says, n=len(text), longest=LONGEST))
    texts = text.split(";")
    if len(texts) > MOST_MEASURES[view]:
        says = N_("they are {n}; this view takes at most {most_measures}")
        raise HierviewError(_(says, n=len(texts), most_measures=MOST_MEASURES[view]))
    measures = list(dict.fromkeys(read_measure(text, state.loaded) for text in texts))
    if len(measures) < 2 and view in ("disagreements", "scatter"):
        raise HierviewError(_("this view takes two different measures"))
    own = next((m for m in measures if m in state.loaded or isinstance(m, FormulaMeasure | OwnFlow)), None)
    if own is not None:
        state = with_own_measure(state, own)
    tried = own if own is not None and view == "behaviour" else state.tried
    entries = [None if m == own else m for m in measures]
    return replace(state.with_list(view, entries), tried=tried)


def with_own_measure(state: WorkbenchState, own: Measure) -> WorkbenchState:
    """The page with another measure as one’s own."""
    if isinstance(own, FormulaMeasure):
        return replace(state, kind="formula", formula=own, refused="")
    if isinstance(own, OwnFlow):
        return replace(state, kind="flow", flow=own, refused="")
    return replace(state, kind=str(own), refused="")


def _with_loaded(state: WorkbenchState) -> WorkbenchState:
    measures = local_measures().measures
    return state if measures == state.loaded else replace(state, loaded=measures)


def _read_address(query: Mapping[str, str], before: WorkbenchState | None) -> WorkbenchState:
    if before is None:
        before = _with_loaded(WorkbenchState())
        if before.loaded:
            before = with_own_measure(before, before.loaded[0])
            for view, entries in _OWN_FIRST.items():
                before = before.with_list(view, entries)
    return state_of(query, before)


def _write_address(state: WorkbenchState) -> dict[str, str]:
    # What was loaded from a file is nobody else's, and is not loaded for the sake of a link.
    return address_parameters(state) if state.kind in ("formula", "flow") else {"v": state.view}


# One step back from the first view that was chosen leads to an address that asks for nothing.
WORKBENCH = PageState(
    "workbench", _read_address, _write_address, _with_loaded, emptied=lambda state: replace(state, view="benchmark")
)
current, change = WORKBENCH.current, WORKBENCH.change


def change_list(view: str, measures: Iterable[Measure], own: Measure | None = None, **changes: Any) -> None:
    """Show other measures in a view. own: my measure, which stays it where it becomes another one."""
    entries = (None if measure == own else measure for measure in measures)
    WORKBENCH.show(replace(current().with_list(view, entries), **changes))


def show_view(view: str) -> None:
    """Open a view, one step of Back away from this one."""
    WORKBENCH.go(view=view)


def use_measure(make: Callable[[], Measure]) -> None:
    """Take what was typed as my measure, or keep the sentence that says why it is none."""
    try:
        measure = make()
    except HierviewError as error:
        change(refused=str(error))
        return
    WORKBENCH.show(with_own_measure(current(), measure))
