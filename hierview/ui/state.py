"""What the page shows, as one frozen value. Only this file touches session state and the address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from ..answers import everything, headline
from ..case import Case
from ..errors import HierviewError
from ..formats import preset
from ..measures import Measure, parse_measure

START = "11a"
EXPLORE = ""  # the page's path in the address
LONGEST_PARAMETER = 8_000  # characters of one parameter in the address
# The views of Why, by their name in the address.
VIEWS = {
    "picture": "Picture",
    "steps": "Steps",
    "landscape": "Landscape",
    "sensitivity": "Sensitivity",
    "distance": "Long distance",
    "conventions": "Conventions",
}
_KEY = "hierview"
_SEEN = "hierview-seen"
_ASKED = "hierview-asked"


@dataclass(frozen=True)
class ViewState:
    """One frozen picture of the page.

    name: the preset's name, or the number of an opened case.  case: what is shown.  chosen: the row
    whose Why is open.  settings: measures whose parameters were changed, by row.  view: which of `VIEWS`
    is open.  way: how its picture looks at the answer, "" for the first way.  step: the step shown
    first.  big: whether the picture opens on the whole screen.  how, against, k, convention: what the
    views of variants show.  table: "headline" or "all".  start: the case as it was opened.  mine: opened
    cases.  trouble: a sentence about something that could not be used.  turn: raised whenever controls must
    take their values anew.
    """

    name: str
    case: Case
    chosen: str
    settings: tuple[tuple[str, Measure], ...] = ()
    view: str = "picture"
    way: str = ""
    step: int = 0
    big: bool = False
    how: str = "only"
    against: str = ""
    k: int = 4
    convention: str = ""
    table: str = "headline"
    start: Case | None = None
    mine: tuple[Case, ...] = ()
    trouble: str = ""
    turn: int = 0

    @property
    def edited(self) -> bool:
        """Whether anything differs from the case as it was opened."""
        redrawn = self.start is not None and self.case != self.start
        return redrawn or any(str(measure) != row for row, measure in self.settings)

    def measure(self, row: str) -> Measure:
        """The measure of a row, with the parameters chosen for it."""
        return dict(self.settings).get(row) or parse_measure(row)

    def label(self) -> str:
        """What the case is called in the picker."""
        return case_label(self.name)


def case_label(name: str) -> str:
    """What a case is called in a picker."""
    return f"Case {name}" if not name.startswith("mine") else "Mine"


def opened(state: ViewState | None, name: str, case: Case, **more: Any) -> ViewState:
    """The page with another case: the first of its measures open, or the one that was, if it is there."""
    rows = [str(m) for m in headline(case)]
    kept = state.chosen if state is not None and state.chosen in rows else rows[0]
    fresh = ViewState(name, case, kept, start=case)
    if state is not None:
        fresh = replace(
            fresh, table=state.table, view=state.view, against=state.against, k=state.k, mine=state.mine,
            turn=state.turn + 1,
        )  # fmt: skip
        if state.table == "all":
            fresh = replace(fresh, chosen=state.chosen)
    return replace(fresh, **more)


def asked_for() -> dict[str, str]:
    """The parameters in the address."""
    return {key: str(value)[:LONGEST_PARAMETER] for key, value in st.query_params.items()}


def arrive(page: str) -> None:
    """Note whether the page was come to by a link that asks for something, or its address changed."""
    asked = asked_for()
    seen = (page, tuple(sorted(asked.items())))
    if st.session_state.get(_SEEN) != seen:
        st.session_state[_SEEN] = seen
        st.session_state[_ASKED] = page if asked else None


def asked_anew(page: str) -> bool:
    """Whether the address asks this page for something that it was not asked for before; true once."""
    if st.session_state.get(_ASKED) != page:
        return False
    st.session_state[_ASKED] = None
    return True


def _from_address(before: ViewState | None = None) -> ViewState:
    """The start page, or what the address asks for; a sentence where it asks for something unusable."""
    trouble: list[str] = []
    asked = asked_for()
    try:
        state = opened(before, asked.get("c", START), find_case(asked.get("c", START)))
    except HierviewError as error:
        trouble.append(f"The link asks for a case that is not here: {error}.")
        state = opened(before, START, preset(START))
    if "m" in asked:
        try:
            state = _with_measure(state, parse_measure(asked["m"]))
        except HierviewError as error:
            trouble.append(f"The link asks for a measure that is not here: {error}.")
    if asked.get("v") in VIEWS:
        state = replace(state, view=asked["v"])
    elif asked.get("v") in state.measure(state.chosen).views(state.case):
        state = replace(state, way=asked["v"])
    for part in asked.get("p", "").split(";"):
        key, _, value = part.partition("=")
        if key == "how":
            state = replace(state, how=value[:200])
        elif key == "against":
            state = replace(state, against=value[:200])
        elif key == "convention":
            state = replace(state, convention=value[:200])
        elif key == "k" and value.isdecimal() and 0 < int(value[:4]) < 1000:
            state = replace(state, k=int(value[:4]))
    step = asked.get("step", "")
    state = replace(state, step=int(step) - 1 if step.isdecimal() and 0 < len(step) < 4 else 0, big="big" in asked)
    return replace(state, trouble=" ".join(trouble))


def _with_measure(state: ViewState, measure: Measure) -> ViewState:
    """The page with the row of a measure open, in the long table if the short one has no such row."""
    short = [str(m) for m in headline(state.case)]
    every = [str(m) for _, main, under in everything() for m in (main, *under)]
    text = str(measure)
    if text in short or text in every:
        return replace(state, chosen=text, table="headline" if text in short else "all")
    row = next((r for r in short + every if type(parse_measure(r)) is type(measure)), str(type(measure)()))
    return replace(state, chosen=row, settings=((row, measure),), table="headline" if row in short else "all")


def current() -> ViewState:
    """What the page shows now."""
    before = st.session_state.get(_KEY)
    if before is None or (asked_anew(EXPLORE) and asked_for() != address()):
        st.session_state[_KEY] = _from_address(before)
    return st.session_state[_KEY]


def address() -> dict[str, str]:
    """The parameters that lead back to what Explore shows; none before it was visited."""
    state = st.session_state.get(_KEY)
    if state is None:
        return {}
    view = {"v": state.view} if state.view != "picture" else {"v": state.way} if state.way else {}
    return {"c": state.name, "m": str(state.measure(state.chosen)), **view}


def change(**changes: Any) -> None:
    """Show something else from the next run on."""
    st.session_state[_KEY] = replace(current(), **changes)


def show_case(name: str, case: Case, **more: Any) -> None:
    """Open a case."""
    st.session_state[_KEY] = opened(current(), name, case, trouble="", **more)


def add_mine(case: Case) -> None:
    """Open a case that the visitor brought, and keep it in the picker."""
    mine = (*current().mine, case)
    show_case(f"mine-{len(mine)}", case, mine=mine)


def mine() -> tuple[Case, ...]:
    """The cases that the visitor brought."""
    state = st.session_state.get(_KEY)
    return state.mine if state is not None else ()


def find_case(name: str) -> Case:
    """The case of a card in the picker, or of a name in the address; CaseError where there is none."""
    own = {f"mine-{i}": case for i, case in enumerate(mine(), 1)}
    return own[name] if name in own else preset(name)


def set_measure(row: str, measure: Measure) -> None:
    """Give a row other parameters."""
    settings = dict(current().settings)
    if str(measure) == row:
        settings.pop(row, None)
    else:
        settings[row] = measure
    change(settings=tuple(settings.items()))


def renew() -> None:
    """Let every control take its value anew."""
    change(turn=current().turn + 1)


def reset() -> None:
    """Back to the case as it was opened."""
    state = current()
    change(case=state.start or state.case, settings=(), way="", turn=state.turn + 1)


def adopt(case: Case) -> None:
    """Show a case that was made from the present one; `reset` leads back."""
    change(case=case, step=0, turn=current().turn + 1)


def widget(key: str, default: Any = None) -> Any:
    """The value of a keyed widget, inside its callback."""
    return st.session_state.get(key, default)


def set_widget(key: str, value: Any) -> None:
    """Give a keyed widget a value, inside a callback or before it is made."""
    st.session_state[key] = value


def on_change(key: str, use: Callable[[Any], None]) -> Callable[[], None]:
    """A callback that hands a widget's new value on; one that is gone has none, which is not an empty one."""

    def hand_on() -> None:
        if key in st.session_state:
            use(st.session_state[key])

    return hand_on
