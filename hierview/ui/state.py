"""State of Explore, kept over reruns. Only this file touches session state and the address."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from ..measures import Measure
from ..model.case import Draft
from .address import LONGEST_LINK, LONGEST_PARAMETER, find, parameters, state_of
from .editing import described, take
from .view import NEW, ViewState, changed, opened, redone, ruled, told, undone, with_row

EXPLORE = ""  # the page's path in the address
EDITOR = "editor"  # the key of the drawing's component
_KEY = "hierview"
_SEEN = "hierview-seen"
_ASKED = "hierview-asked"
_SESSION = "hierview-session"


def asked_for() -> dict[str, str]:
    """The parameters in the address."""
    return {key: str(value)[: LONGEST_PARAMETER + 1] for key, value in st.query_params.items()}


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


def current() -> ViewState:
    """State of the page now: first of all, with what was edited in the browser since it was last asked."""
    before = st.session_state.get(_KEY)
    if before is None:
        asked_anew(EXPLORE)
        # Higher than any seed of an earlier visit, whose browser may still have edits to tell.
        st.session_state[_KEY] = replace(state_of(asked_for()), seed=int(time.time()))
        return st.session_state[_KEY]
    st.session_state[_KEY] = take(before, getattr(st.session_state.get(EDITOR), "edits", None))
    if asked_anew(EXPLORE) and asked_for() != address():
        _show(state_of(asked_for(), st.session_state[_KEY]))
    return st.session_state[_KEY]


def session() -> str:
    """A name for this visit, so that the browser can tell work of this one from that of an earlier one."""
    return st.session_state.setdefault(_SESSION, uuid.uuid4().hex)


def _show(after: ViewState) -> None:
    st.session_state[_KEY] = changed(st.session_state[_KEY], after)


def address() -> dict[str, str]:
    """The parameters that lead back to what Explore shows; none before it was visited."""
    state = st.session_state.get(_KEY)
    if state is None:
        return {}
    asked = parameters(state)
    # What no proxy would pass on stays where it is: the page still has it.
    return asked if sum(map(len, asked.values())) <= LONGEST_LINK else asked | {"c": state.name}


def show_address(asked: dict[str, str]) -> None:
    """Put these parameters into the address; one step back leads to the present one."""
    st.query_params.from_dict(asked)


def change(**changes: Any) -> None:
    """Show something else from the next run on."""
    _show(replace(current(), **changes))


def choose(row: str) -> None:
    """Open a row of the answers."""
    _show(with_row(current(), row))


def undo() -> None:
    """Back to before the last change."""
    _back_or_forth(undone)


def redo() -> None:
    """Make the change again that was undone last."""
    _back_or_forth(redone)


def _back_or_forth(step: Callable[[ViewState], ViewState]) -> None:
    before = current()
    st.session_state[_KEY] = replace(step(before), seed=before.seed + 1)


def show_case(name: str, case: Draft, **more: Any) -> None:
    """Open a case."""
    _show(opened(current(), name, case, **more))


def add_mine(case: Draft) -> None:
    """Open a case that the visitor brought, and keep it in the picker."""
    mine = (*current().mine, case)
    show_case(f"mine-{len(mine)}", case, mine=mine)


def mine() -> tuple[Draft, ...]:
    """The cases that the visitor brought."""
    state = st.session_state.get(_KEY)
    return state.mine if state is not None else ()


def find_case(name: str) -> Draft:
    """The case of a card in the picker, or of a name in the address; CaseError where there is none."""
    return find(name, mine())


def set_measure(row: str, measure: Measure) -> None:
    """Give a row other parameters."""
    settings = dict(current().settings)
    if str(measure) == row:
        settings.pop(row, None)
    else:
        settings[row] = measure
    change(settings=tuple(settings.items()))


def set_rule(rule: str) -> None:
    """Let a decision rule predict; "" leaves what is predicted as it is marked."""
    state = current()
    draft, rule = ruled(state.draft, rule)
    change(draft=told(state, draft), rule=rule, step=0)


def describe(**texts: str) -> None:
    """Say other things of the case: its name, its note, its source. Raises EditError where they are none."""
    st.session_state[_KEY] = described(current(), {"op": "describe", **texts})


def renew() -> None:
    """Let every control take its value anew."""
    change(turn=current().turn + 1)


def reset() -> None:
    """Back to the case as it was opened; a drawing of one's own was never another, so that it stays."""
    state = current()
    draft = state.draft if state.name == NEW else state.start
    change(draft=draft, settings=(), way="", turn=state.turn + 1)


def adopt(case: Draft) -> None:
    """Show a case that was made from the present one; `reset` leads back."""
    state = current()
    change(draft=told(state, case), step=0, turn=state.turn + 1)


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
