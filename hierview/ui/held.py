"""Hierarchies that the server holds for visits: with the file that each came from, within bounds.

Each is got by its key, which nobody guesses and which the tab that opened the file keeps: a page that is loaded again
is another visit. Streamlit is not needed here. What is dropped is the least recently used: beyond the bounds, or after
hours unused.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..errors import HierviewError
from ..formats.hierarchies import Guess
from ..model.hanging import Hanging
from ..model.hierarchy import Hierarchy
from ..model.search import Finder

UNUSED = 2 * 60 * 60.0  # seconds after which a hierarchy is dropped
MOST_OF_VISIT = 4  # hierarchies
MOST_HELD = 40
MOST_CLASSES = 2_000_000  # of all together
MOST_BYTES = 500_000_000  # of all files together
_LONGEST_REF = 4_000  # characters


@dataclass(frozen=True)
class Source:
    """A file or a pasted text, and the choices that it is read by in the place of guesses."""

    name: str
    data: bytes = field(repr=False)
    choices: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Ref:
    """Name of a hierarchy that is held, for a page. classes: those of the whole.  large: whether the page has a part.

    title: how the file is called.
    """

    key: str
    title: str
    classes: int
    large: bool

    @classmethod
    def read(cls, text: str) -> Ref:
        """The name that `written` made this text of, from anybody. Raises HierviewError for anything else."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        kinds = [str, str, int, bool]
        if not isinstance(found, list) or [type(value) for value in found] != kinds or len(text) > _LONGEST_REF:
            raise HierviewError("this names nothing that the server holds")
        return cls(*found)

    def written(self) -> str:
        """The name as a text."""
        return json.dumps([self.key, self.title, self.classes, self.large])


class Held:
    """A hierarchy as it was read, what its source was taken for, and the source, to be read otherwise."""

    def __init__(self, hierarchy: Hierarchy, guess: Guess, source: Source):
        self.hierarchy, self.guess, self.source = hierarchy, guess, source
        self._part: Hierarchy | None = None  # that was compared last

    def has(self, part: Hierarchy) -> bool:
        """Whether this is a part of it: some of its classes, with all edges between them."""
        if part is not self._part:
            h = self.hierarchy
            if not all(c in h for c in part.classes) or set(h.restricted(part.classes).edges) != set(part.edges):
                return False
            self._part = part
        return True

    @cached_property
    def finder(self) -> Finder:
        """Index of its names and labels, which takes a moment to make."""
        return Finder(self.hierarchy)

    @cached_property
    def hanging(self) -> Hanging:
        """Where its classes hang on a map, which takes a moment to make, too."""
        return Hanging.of(self.hierarchy)


class HeldFiles:
    """Everything that is held. owner: the visit that something was put there by."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._lock = threading.Lock()
        self._held: dict[str, tuple[str, Held]] = {}  # the least recently used first
        self._used: dict[str, float] = {}

    def put(self, owner: str, held: Held) -> str:
        """Hold a hierarchy for a visit; the key that it is got by."""
        key = secrets.token_hex(16)
        with self._lock:
            self._held[key] = owner, held
            self._used[key] = self._clock()
            own = [k for k, (whose, _) in self._held.items() if whose == owner]
            self._drop(own[:-MOST_OF_VISIT])
            self._tidy()
        return key

    def get(self, key: str) -> Held | None:
        """The hierarchy of that key; None where it was dropped."""
        with self._lock:
            self._tidy()
            found = self._held.get(key)
            if found is None:
                return None
            self._held[key] = self._held.pop(key)
            self._used[key] = self._clock()
            return found[1]

    def __len__(self) -> int:
        return len(self._held)

    def _drop(self, keys: list[str]) -> None:
        for key in keys:
            del self._held[key], self._used[key]

    def _tidy(self) -> None:
        """Keep to the bounds; what was put last stays, whatever it is."""
        late = self._clock() - UNUSED
        self._drop([key for key, used in self._used.items() if used < late])
        while len(self._held) > 1 and self._beyond():
            self._drop([next(iter(self._held))])

    def _beyond(self) -> bool:
        held = [one for _, one in self._held.values()]
        return (
            len(held) > MOST_HELD
            or sum(len(one.hierarchy) for one in held) > MOST_CLASSES
            or sum(len(one.source.data) for one in held) > MOST_BYTES
        )


SHELF = HeldFiles()
