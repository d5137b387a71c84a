"""Files that the server holds for visits, each with the hierarchy in it, within bounds.

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
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ...errors import HierviewError
from ...formats.hierarchies import Guess
from ...formats.hierarchies.readings import Reading
from ...model.hanging import HangingTree
from ...model.hierarchy import Hierarchy
from ...model.search import NameFinder

UNUSED = 2 * 60 * 60.0  # seconds after which a hierarchy is dropped
MOST_OF_VISIT = 4  # hierarchies
MOST_FILES = 40
MOST_CLASSES = 2_000_000  # of all together
MOST_BYTES = 500_000_000  # of all files together
_LONGEST_NAME = 4_000  # characters


@dataclass(frozen=True)
class FileToRead:
    """A file or a pasted text, the choices that it is read by, and the readings to choose from."""

    name: str
    """Name of the file, or of the pasted text."""
    data: bytes = field(repr=False)
    """Its bytes."""
    choices: tuple[tuple[str, Any], ...] = ()
    """Choices that take the place of guesses, as (name, value)."""
    readings: tuple[Reading, ...] = field(default=(), repr=False, compare=False)
    """Readings to choose from, without the file; none where it is read in one way only."""

    @property
    def reading(self) -> Reading | None:
        """The reading that the choices ask for; None where it is another one."""
        now = dict(self.choices)
        return next((reading for reading in self.readings if dict(self.read_as(reading).choices) == now), None)

    def read_as(self, reading: Reading) -> FileToRead:
        """The file with the choices of one of its readings."""
        asked = reading.asked
        return replace(self, choices=tuple((name, getattr(asked, name)) for name in sorted(asked.choices_made())))


@dataclass(frozen=True)
class ServerFile:
    """A page's reference to a file that the server holds."""

    key: str
    """Key that the page asks for it by."""
    title: str
    """Name of the file."""
    classes: int
    """Number of classes in it."""
    large: bool
    """Whether the page has only a part of it."""

    @classmethod
    def read(cls, text: str) -> ServerFile:
        """The name of a file in a text of `text`, which comes from anybody. Raises HierviewError for anything else."""
        try:
            values = json.loads(text)
        except (ValueError, RecursionError):
            values = None
        kinds = [str, str, int, bool]
        if not isinstance(values, list) or [type(value) for value in values] != kinds or len(text) > _LONGEST_NAME:
            raise HierviewError("this names nothing that the server holds")
        return cls(*values)

    def text(self) -> str:
        """The name as a text."""
        return json.dumps([self.key, self.title, self.classes, self.large])


class FileContents:
    """A hierarchy as it was read, what its source was taken for, and the source, to be read otherwise."""

    def __init__(self, hierarchy: Hierarchy, guess: Guess, source: FileToRead):
        self.hierarchy, self.guess, self.source = hierarchy, guess, source
        self._part: Hierarchy | None = None  # that was compared last

    def has(self, part: Hierarchy) -> bool:
        """Whether another hierarchy is a part of this one: some of its classes, with all edges between them."""
        if part is not self._part:
            h = self.hierarchy
            if not all(c in h for c in part.classes) or set(h.restricted(part.classes).edges) != set(part.edges):
                return False
            self._part = part
        return True

    @cached_property
    def finder(self) -> NameFinder:
        """Index of the names and labels of its classes, which takes a moment to make."""
        return NameFinder(self.hierarchy)

    @cached_property
    def hanging_tree(self) -> HangingTree:
        """The tree in which its classes hang on a map, which takes a moment to make."""
        return HangingTree.of(self.hierarchy)


class ServerFiles:
    """The files that the server holds. owner: the visit that a file was put there by."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._lock = threading.Lock()
        # By key the owner, the contents and when they were used, the least recently used first.
        self._files: dict[str, tuple[str, FileContents, float]] = {}

    def put(self, owner: str, contents: FileContents) -> str:
        """Hold a hierarchy for a visit; the key that it is got by."""
        key = secrets.token_hex(16)
        with self._lock:
            self._files[key] = owner, contents, self._clock()
            own = [k for k, (whose, *_) in self._files.items() if whose == owner]
            self._drop(own[:-MOST_OF_VISIT])
            self._tidy()
        return key

    def get(self, key: str) -> FileContents | None:
        """The hierarchy of that key; None where it was dropped."""
        with self._lock:
            self._tidy()
            if key not in self._files:
                return None
            owner, contents, _ = self._files.pop(key)
            self._files[key] = owner, contents, self._clock()
            return contents

    def __len__(self) -> int:
        return len(self._files)

    def _drop(self, keys: list[str]) -> None:
        for key in keys:
            del self._files[key]

    def _tidy(self) -> None:
        """Keep to the bounds; what was put last stays, whatever it is."""
        late = self._clock() - UNUSED
        self._drop([key for key, (_, _, used) in self._files.items() if used < late])
        while len(self._files) > 1 and self._is_over_bounds():
            self._drop([next(iter(self._files))])

    def _is_over_bounds(self) -> bool:
        files = [contents for _, contents, _ in self._files.values()]
        return (
            len(files) > MOST_FILES
            or sum(len(file.hierarchy) for file in files) > MOST_CLASSES
            or sum(len(file.source.data) for file in files) > MOST_BYTES
        )


SERVER_FILES = ServerFiles()
