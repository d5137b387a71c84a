"""The common part of the formats of lines: how names and marks are typed, and how what stands there becomes a draft."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction

from ...errors import CaseError, HierarchyError, HierviewError, quoted
from ...model.case import Draft
from ...model.checks import check_name, common_denominator
from ...model.hierarchy import MOST_EDITABLE, Edge, Hierarchy
from ..casefile import too_many_sentence, weight_json
from ..source import decode_utf8

LARGEST_TEXT = 2_000_000  # characters or bytes of what is typed
_LONGEST_TYPED = 3_000  # characters of a name in which every character is escaped, and its marks

ONE = Fraction(1)
_MARKS = {"[t]": "t", "[p]": "p", "[tp]": "tp", "[pt]": "tp"}

# What parts the names of an edge line, and its weight: > or : between blanks.
SEPARATOR = re.compile(r"(?<![^ \t])[>:](?![^ \t])")
# What an outline may have before a name, as a Markdown list has.
BULLET = re.compile(r"[-*+](?![^ \t])")


def whole_text(data: bytes | str, origin: str, what: str, most: int = LARGEST_TEXT) -> str:
    """The text of a file, its lines ended as on Unix. Raises CaseError where it is too large or not UTF-8."""
    if len(data) > most:
        unit = "characters" if isinstance(data, str) else "bytes"
        raise CaseError(f"{origin}: {len(data):,} {unit} are too many; {what} has at most {most:,}")
    try:
        return decode_utf8(data).replace("\r\n", "\n")
    except HierviewError as error:
        raise CaseError(f"{origin}: {error}") from None


def text_lines(data: bytes | str, origin: str, what: str, most: int = LARGEST_TEXT) -> list[str]:
    """The lines of a text, without line ends. Raises CaseError where it is too large or not UTF-8."""
    return whole_text(data, origin, what, most).split("\n")


def reread_obstacles(draft: Draft, text: str) -> tuple[str, ...]:
    """The reasons why a written text cannot be read again, in sentences."""
    units = ["classes"] * (len(draft.hierarchy) > MOST_EDITABLE) + ["bytes"] * (len(text.encode()) > LARGEST_TEXT)
    most = {"classes": MOST_EDITABLE, "bytes": LARGEST_TEXT}
    return tuple(f"It has more than the {most[what]:,} {what} that can be opened here again." for what in units)


def typed_name(name: str) -> str:
    """A name as it is typed: as it is, or as a JSON string where that would be read as something else."""
    plain = (
        name == name.strip()
        and not name.startswith('"')
        and not BULLET.match(name)
        and not SEPARATOR.search(name)
        and split_marks(name) == (name, "")
    )
    return name if plain else json.dumps(name, ensure_ascii=False)


def marks_suffix(draft: Draft, c: str) -> str:
    """The marks of a class as they are typed after its name."""
    letters = "t" * (c in draft.true) + "p" * (c in draft.predicted)
    return f" [{letters}]" if letters else ""


def name_and_marks(text: str) -> tuple[str, str]:
    """The name typed in a text without blanks around it, and its marks, of the letters t and p."""
    if not text.startswith('"'):
        name, marks = split_marks(text) if len(text) <= _LONGEST_TYPED else (text, "")
        check_name(name)
        if name != name.strip():
            blank = name[0] if name[0].isspace() else name[-1]
            raise HierviewError(
                f"the name {quoted(name)} begins or ends with the blank U+{ord(blank):04X}; indent with spaces or "
                "tabs, and write such a name in quotation marks"
            )
        return name, marks
    name, end = quoted_name(text, 0)
    marks = ""
    for word in text[end:].split():
        if word.lower() not in _MARKS:
            raise HierviewError(
                f"{quoted(word)} after the closing quotation mark is not accepted; the marks [t], [p] and [tp] are. "
                'A quotation mark inside a quoted name is written \\"'
            )
        marks += _MARKS[word.lower()]
    return check_name(name), marks


def quoted_name(text: str, start: int) -> tuple[str, int]:
    """The JSON string that begins at `start`, and where it ends."""
    try:
        return json.JSONDecoder().raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise HierviewError(
            f"the name that begins with {quoted(text[start : start + 30])} is not accepted ({error.msg}); a name that "
            'begins with a quotation mark is written as a JSON string, as in "\\"Weird\\" songs"'
        ) from None


def split_marks(text: str) -> tuple[str, str]:
    """A text without the marks at its end, and their letters."""
    marks = ""
    while True:
        start = text.rfind("[")
        letters = _MARKS.get(text[start:].lower(), "") if start > 0 and text[start - 1] in " \t" else ""
        name = text[:start].rstrip(" \t") if letters else ""
        if not name:
            return text, marks
        text, marks = name, marks + letters


def weight_text(weight: Fraction) -> str:
    """An exact weight as text: a decimal where it ends soon, else p/q."""
    return weight_json(weight).strip('"')


class TypedGraph:
    """Classes, edges and marks in the order in which lines name them.

    most: the classes that are accepted; None is any number.  can: what is done with so many, such as "can be typed".
    """

    def __init__(self, most: int | None = MOST_EDITABLE, can: str = "can be typed") -> None:
        self.most, self.can = most, can
        self.scale = 1
        self.classes: dict[str, None] = {}
        self.weights: dict[Edge, Fraction] = {}
        self.lines: dict[Edge, int] = {}  # where an edge stands first
        self.true: set[str] = set()
        self.predicted: set[str] = set()

    def add_class(self, name: str, marks: str = "") -> None:
        """Add a class, with marks of the letters t and p; a HierviewError where it is one too many."""
        self.classes[name] = None
        if self.most is not None and len(self.classes) > self.most:
            raise HierviewError(too_many_sentence(name, self.most, self.can))
        if "t" in marks:
            self.true.add(name)
        if "p" in marks:
            self.predicted.add(name)

    def add_edge(self, parent: str, child: str, line: int, weight: Fraction = ONE) -> None:
        """Add an edge with the number of its line; raises HierviewError for a self-loop."""
        if parent == child:
            raise HierviewError(f"class {quoted(parent)} is its own parent; a self-loop is not accepted")
        self.add_class(parent)
        self.add_class(child)
        self.set_weight((parent, child), weight)
        self.lines.setdefault((parent, child), line)

    def set_weight(self, edge: Edge, weight: Fraction) -> None:
        """Set the weight of an edge; a HierviewError where it has too many digits beside the others."""
        self.scale = common_denominator(self.scale, weight)
        self.weights[edge] = weight

    def hierarchy(self, origin: str) -> Hierarchy:
        """The hierarchy that was gathered. Raises CaseError with the line that closes a cycle."""
        try:
            return Hierarchy(tuple(self.classes), self.weights)
        except HierarchyError as error:
            # The edge that the error names is always one that was gathered.
            raise CaseError.at_line(origin, self.lines[error.edge], error) from None  # type: ignore[index]

    def draft(self, origin: str) -> Draft:
        """The draft of the hierarchy and its marks. Raises CaseError as `hierarchy` does."""
        return Draft(self.hierarchy(origin), frozenset(self.true), frozenset(self.predicted))


def edge_rows(h: Hierarchy) -> Iterator[tuple[tuple[str, ...], Fraction | None]]:
    """The lines that a hierarchy is written in: ((parent, child), weight) of every edge in order.

    ((name,), None) stands wherever a class that comes first is not named yet.
    So the first mentions are all classes in their order; without that order those without an edge come last.
    """
    place = {c: i for i, c in enumerate(h.classes)}
    first = 0  # the first so many classes
    for edge, weight in h.weights.items():
        while (fresh := tuple(c for c in edge if place[c] >= first)) != h.classes[first : first + len(fresh)]:
            yield (h.classes[first],), None
            first += 1
        first += len(fresh)
        yield edge, weight
    yield from (((c,), None) for c in h.classes[first:])
