"""Paths as classes: the identity of a class is its path, its name the shortest tail of it that no other has."""

from __future__ import annotations

from collections.abc import Sequence

from ....errors import HierviewError
from ....model.checks import LONGEST_NAME, check_name
from ...losses import count
from ..builder import Builder

DEEPEST = 100  # levels of a path


class Trails:
    """Classes by their paths, as a tree of numbers: entry i is the class with the last name `last[i]` below `above[i]`.

    join: what stands between the names of a tail.
    """

    def __init__(self, builder: Builder, join: str):
        self.builder, self.join = builder, join
        self.index: dict[tuple[int, str], int] = {}
        self.last: list[str] = []
        self.above: list[int] = []
        self.ids: dict[int, str] = {}  # entries that the source gives an id
        self.texts: dict[int, str] = {}  # labels beside the last names
        self.levels: list[int] = []

    def add(self, names: Sequence[str]) -> int:
        """The entry at the end of a path, with all above it. Raises HierviewError for a path too deep or a bad name."""
        here = -1
        for name in names:
            here = self.below(here, name)
        return here

    def below(self, above: int, name: str) -> int:
        """The entry of this name below another, -1 for a root."""
        key = above, name
        entry = self.index.get(key)
        if entry is None:
            level = self.levels[above] + 1 if above >= 0 else 1
            if level > DEEPEST:
                raise HierviewError(f"the path has more than {DEEPEST} levels, which is the most that is accepted")
            check_name(name)
            if len(self.last) >= self.builder.most:
                raise HierviewError(f"there are too many paths; at most {self.builder.most:,} classes are accepted")
            entry = self.index[key] = len(self.last)
            self.last.append(name)
            self.above.append(above)
            self.levels.append(level)
        return entry

    def finish(self) -> None:
        """Name all entries and add them with their edges and labels to what was found."""
        self.index.clear()
        names = self._names()
        number = [self.builder.number(name) for name in names]
        for i, name in enumerate(names):
            self.builder.label(number[i], self.texts.get(i) or (self.last[i] if name != self.last[i] else ""))
            if self.above[i] >= 0:
                self.builder.link(number[self.above[i]], number[i])

    def _names(self) -> list[str]:
        """A name for each entry: its id, its last name where no other has that, else the shortest tail of its own."""
        names = [self.ids.get(i, "") for i in range(len(self.last))]
        numbers = dict.fromkeys((name for name in names if name), 2)
        tail = list(self.last)
        up = list(self.above)
        open_ = [i for i, name in enumerate(names) if not name]
        lengthened = 0
        while open_:
            groups: dict[str, list[int]] = {}
            for i in open_:
                groups.setdefault(tail[i], []).append(i)
            longer: list[int] = []
            for text, group in groups.items():
                ready = group if len(group) == 1 else [i for i in group if up[i] < 0]
                for i in ready:
                    names[i] = free_name(text, numbers)
                longer += [i for i in group if not names[i]]
            for i in longer:
                tail[i] = f"{self.last[up[i]]}{self.join}{tail[i]}"
                up[i] = self.above[up[i]]
                if len(tail[i]) > LONGEST_NAME:
                    names[i] = free_name(self.last[i], numbers)
            lengthened = lengthened or len(longer)
            open_ = [i for i in longer if not names[i]]
        self.builder.alike = lengthened
        if lengthened:
            amount = count(lengthened, "class stands", "classes stand")
            self.builder.note(f"{amount} under the name of another: the end of the path tells them apart.")
        return names


def free_name(text: str, next_numbers: dict[str, int]) -> str:
    """A text as a name that is free, numbered where it is taken. next_numbers: the number to try next, by text."""
    name, i = text, next_numbers.get(text, 2)
    while name in next_numbers:
        name = f"{text[: LONGEST_NAME - 12]} ({i})"
        i += 1
    if name != text:
        next_numbers[text] = i
    next_numbers[name] = 2
    return name
