"""Parameters of an address, each declared once: what it says of a page, and what it makes of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..errors import HierviewError
from ..languages import _

LONGEST_PARAMETER = 120_000  # characters that are looked at
State = TypeVar("State")


@dataclass(frozen=True)
class Parameter(Generic[State]):
    """One parameter of the address of a page.

    write: what it says of a page, "" where nothing has to be said.  read: the page with what a link asks for, from
    anybody: the same page where that is of no use, or a HierviewError where it must be said.  what: what that is.
    """

    key: str
    write: Callable[[State], str]
    read: Callable[[State, str], State]
    what: str = ""


def written(parameters: Iterable[Parameter[State]], state: State) -> dict[str, str]:
    """Texts of the parameters, by their keys, as they say a page."""
    said = {parameter.key: parameter.write(state) for parameter in parameters}
    return {key: value for key, value in said.items() if value}


def read(parameters: Iterable[Parameter[State]], state: State, asked: Mapping[str, str]) -> tuple[State, list[str]]:
    """The page with all that a link asks for, and a sentence about each that cannot be used."""
    troubles = []
    for parameter in parameters:
        if parameter.key in asked:
            try:
                state = parameter.read(state, asked[parameter.key])
            except HierviewError as error:
                troubles.append(not_here(parameter.what, error))
    return state, troubles


def not_here(what: str, error: HierviewError) -> str:
    """The sentence about a link that asks for what cannot be used."""
    if what.endswith("s"):
        return _("The link asks for {what} that are not here: {error}.", what=_(what), error=error)
    return _("The link asks for {what} that is not here: {error}.", what=_(what), error=error)
