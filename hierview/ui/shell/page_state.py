"""State of a page, kept over reruns, and its address: the one place that touches session state and the address.

A page is a frozen dataclass, two pure functions (what an address asks for, and the address that leads back) and `show`.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ...languages import ENGLISH, LANGUAGES, set_language, set_language_source
from .fields import LONGEST_PARAMETER, change_fields

_PREFIX = "hierview"
_SEEN = f"{_PREFIX}-seen"
_ASKED = f"{_PREFIX}-asked"
_TAKEN = f"{_PREFIX}-taken"  # what was uploaded, by its identifiers
_SESSION = f"{_PREFIX}-session"
_SPOKEN = f"{_PREFIX}-language"
_LANGUAGE = "lang"  # its name in the address


State = TypeVar("State")  # a frozen dataclass


@dataclass(frozen=True)
class PageState(Generic[State]):
    """State of one page, as one frozen value."""

    path: str
    """Path of the page in the address."""
    read: Callable[[Mapping[str, str], State | None], State]
    """Gives the state that an address asks for, beside the one that was shown before, None on the first visit."""
    write: Callable[[State], dict[str, str]]
    """Gives the parameters that lead back."""
    take: Callable[[State], State] = lambda state: state
    """Changes the state whenever it is asked for, as with edits of the browser's."""
    follow: Callable[[State, State], State] = lambda before, after: after
    """Gives what is kept, from the state that was shown and the one that is to be."""
    emptied: Callable[[State], State] = lambda state: state
    """Gives the state once an address that asked for something asks for nothing."""
    always: bool = False
    """Whether the address says it all, so that it is read in every run."""

    @property
    def last(self) -> State | None:
        """State that the page showed last, with what was changed since; None before it was visited."""
        state: State | None = st.session_state.get(self._key)
        return state

    def current(self) -> State:
        """State of the page now."""
        query, anew, emptied = asked_parameters(), self._asked_anew(), self._emptied()
        before = self.last
        if before is None:
            return self.keep(self.read(query, None))
        state = self.keep(self.take(self.emptied(before) if emptied else before))
        if self.always or (anew and query != self.write(state)):
            return self.show(self.read(query, state))
        return state

    def change(self, **changes: Any) -> None:
        """Show something else from the next run on."""
        self.show(change_fields(self.current(), **changes))

    def go(self, **changes: Any) -> None:
        """Show something else from the next run on, in the address too: one step of Back leads to the present one."""
        self.change(**changes)
        show_address(self.address())

    def show(self, after: State) -> State:
        """Show another value from the next run on, with what follows from the step to it."""
        before = self.last
        return self.keep(after if before is None else self.follow(before, after))

    def keep(self, state: State) -> State:
        """Make this the page's state from the next run on, as it is."""
        st.session_state[self._key] = state
        return state

    def address(self) -> dict[str, str]:
        """The parameters that lead back to what the page shows; none before it was visited."""
        state = self.last
        return {} if state is None else self.write(state)

    @property
    def _key(self) -> str:
        return f"{_PREFIX}-{self.path}" if self.path else _PREFIX

    def _asked_anew(self) -> bool:
        """Whether the address asks this page for something that it was not asked for before; true once."""
        if st.session_state.get(_ASKED) != self.path:
            return False
        st.session_state[_ASKED] = None
        return True

    def _emptied(self) -> bool:
        """Whether the address asked for something when the page was shown last, and asks for nothing now."""
        key, now = f"{self._key}/asked", bool(asked_parameters())
        before = bool(st.session_state.get(key))
        st.session_state[key] = now
        return before and not now


def asked_parameters() -> dict[str, str]:
    """The parameters of the address in the browser, without the language, which all pages share."""
    return {key: str(value)[: LONGEST_PARAMETER + 1] for key, value in st.query_params.items() if key != _LANGUAGE}


def note_arrival(path: str) -> None:
    """Note whether the page was come to by a link that asks for something, or its address changed, and its language."""
    _settle_language()
    query = asked_parameters()
    address = (path, tuple(sorted(query.items())))
    if st.session_state.get(_SEEN) != address:
        st.session_state[_SEEN] = address
        st.session_state[_ASKED] = path if query else None


def show_address(query: Mapping[str, str]) -> None:
    """Put these parameters into the address; one step back leads to the present one."""
    st.query_params.from_dict(with_language(query))


def speak_language(code: str) -> None:
    """Speak another language from the next run on; what is none of ours changes nothing."""
    if code in LANGUAGES:
        st.session_state[_SPOKEN] = code
        st.query_params[_LANGUAGE] = code
        set_language(code)


def with_language(query: Mapping[str, str]) -> dict[str, str]:
    """Parameters with the language that is spoken, where it is not English."""
    code = _visit_language()
    return {**query} if code == ENGLISH else {**query, _LANGUAGE: code}


def _settle_language() -> None:
    """Take the language that the address names, else the one that was spoken, else English."""
    code = st.query_params.get(_LANGUAGE)
    if code in LANGUAGES:
        st.session_state[_SPOKEN] = code
    else:
        st.session_state.setdefault(_SPOKEN, ENGLISH)
    set_language(st.session_state[_SPOKEN])


def _visit_language() -> str:
    """The language of the visit whose script, fragment or callback this is; English outside of one."""
    visit = get_script_run_ctx(suppress_warning=True)
    code: str = ENGLISH if visit is None else st.session_state.get(_SPOKEN, ENGLISH)
    return code


set_language_source(_visit_language)


def session_name() -> str:
    """A name for this visit, so that the browser can tell work of this one from that of an earlier one."""
    name: str = st.session_state.setdefault(_SESSION, uuid.uuid4().hex)
    return name


def widget_value(key: str, default: Any = None) -> Any:
    """The value of a keyed widget, inside its callback."""
    return st.session_state.get(key, default)


def set_widget(key: str, value: Any) -> None:
    """Give a keyed widget a value, inside a callback or before it is made."""
    st.session_state[key] = value


def sent_value(key: str, name: str) -> Any:
    """Value that a component told under a name; None where it told nothing."""
    return getattr(st.session_state.get(key), name, None)


def on_change(key: str, use: Callable[[Any], None]) -> Callable[[], None]:
    """A callback that hands a widget's new value on; one that is gone has none, which is not an empty one."""

    def hand_on() -> None:
        if key in st.session_state:
            use(st.session_state[key])

    return hand_on


def on_upload(key: str, use: Callable[[list[UploadedFile]], None]) -> Callable[[], None]:
    """A callback that hands each uploaded file on once: a browser that lags behind says again what it has said."""

    def hand_on(value: list[UploadedFile] | UploadedFile | None) -> None:
        files = value if isinstance(value, list) else [value] if value is not None else []
        ids = st.session_state.setdefault(_TAKEN, set())
        new = [file for file in files if file.file_id not in ids]
        ids.update(file.file_id for file in new)
        if new:
            use(new)

    return on_change(key, hand_on)
