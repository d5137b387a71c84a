"""The outline: a class a line, indented below its parent, with its marks: `Pop [t]`, `Rock [p]`, `Jazz [tp]`.

A class with several parents stands under each of them; what is below it, and its marks, may stand at any of these
places and are written at the first. A class at the left margin that stands under a parent elsewhere is no root: so
a hierarchy deeper than `DEEPEST` goes on there. A name that would be misread is written as a JSON string.
"""

from __future__ import annotations

from collections import deque

from ...errors import CaseError, HierviewError, quoted
from ...model.case import Draft
from ..base import Format
from ..losses import losses as lost
from .lines import (
    BULLET,
    LARGEST_TEXT,
    TypedGraph,
    marks_suffix,
    name_and_marks,
    reread_obstacles,
    text_lines,
    typed_name,
)

DEEPEST = 100  # levels


def write_outline(draft: Draft) -> str:
    r"""The outline of a draft's hierarchy and marks, two spaces a level; reading it gives both back.

    >>> print(write_outline(read_outline("Arts\n Music [t]\n  Pop\n Play [p]")), end="")
    Arts
      Music [t]
        Pop
      Play [p]
    """
    h = draft.hierarchy
    lines: list[str] = []
    earlier: set[str] = set()
    expanded: set[str] = set()
    going_on: deque[str] = deque()
    todo = [(c, 0) for c in reversed(h.roots)]
    while todo or going_on:
        if not todo:
            c = going_on.popleft()
            if c in expanded:
                continue
            todo.append((c, 0))
        c, level = todo.pop()
        lines.append("  " * level + typed_name(c) + (marks_suffix(draft, c) if c not in earlier else ""))
        earlier.add(c)
        if c in expanded or not h.children(c):
            continue
        if level == DEEPEST - 1:
            going_on.append(c)
            continue
        expanded.add(c)
        todo.extend((child, level + 1) for child in reversed(h.children(c)))
    return "".join(f"{line}\n" for line in lines)


def read_outline(data: bytes | str, origin: str = "outline") -> Draft:
    r"""The draft in an outline. Raises CaseError, with `line`: `origin`, the line, what is accepted.

    Any indentation by spaces or tabs is read that is the same for all classes under one parent; a bullet `-`, `*`
    or `+` is dropped, and empty lines are ignored. Without any line the draft is empty.

    >>> read_outline("Arts\n  Music [t]\n  Play [p]").hierarchy.edges
    (('Arts', 'Music'), ('Arts', 'Play'))
    """
    gathered = TypedGraph()
    above: list[tuple[str, str]] = []  # the indentation and name of the line before and of all it hangs below
    for i, line in enumerate(text_lines(data, origin, "an outline"), 1):
        text = line.strip(" \t")
        indentation = line[: line.find(text)]
        if bullet := BULLET.match(text):
            text = text[bullet.end() :].lstrip(" \t")
        if not text:
            continue
        try:
            above = _parents(above, indentation)
            name, marks = name_and_marks(text)
            gathered.add_class(name, marks)
            if above and above[-1][1] == name:
                raise HierviewError(
                    f"class {quoted(name)} is its own parent; a self-loop is not accepted: in an outline one name is "
                    "one class, and paths such as A/B/B, or lines drawn with ├── and └──, tell equal names apart"
                )
            if above:
                gathered.add_edge(above[-1][1], name, i)
        except HierviewError as error:
            raise CaseError.at_line(origin, i, error) from None
        above.append((indentation, name))
    return gathered.draft(origin)


def _parents(above: list[tuple[str, str]], indentation: str) -> list[tuple[str, str]]:
    """Those of the lines `above` that a line with this indentation hangs below."""
    if not above:
        return above
    for level, (other, _) in enumerate(above):
        if other == indentation:
            return above[:level]
    last = above[-1][0]
    if not indentation.startswith(last):
        raise HierviewError(
            "the indentation is that of no line above; indent with two spaces a level, and all classes under one "
            "parent alike"
        )
    if len(above) == DEEPEST:
        raise HierviewError(
            f"the outline is more than {DEEPEST} levels deep; name the class above once more at the left margin, and "
            "go on below it"
        )
    return above


def losses(draft: Draft) -> tuple[str, ...]:
    """The losses of an outline, in sentences."""
    return lost(draft, "An outline", ("marks",)) + reread_obstacles(draft, write_outline(draft))


FORMAT = Format(
    key="outline",
    title="Outline",
    one="an outline",
    many="outlines",
    endings=(".txt", ".md"),
    mime="text/plain",
    write=write_outline,
    losses=losses,
    read=lambda data, origin, _: read_outline(data, origin),  # what is typed has a limit of its own
    largest=LARGEST_TEXT,
    marks=True,
)
