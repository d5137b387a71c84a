"""Classes that labels mean: by id, name, path, old id, or as a code that a spreadsheet changed."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ...errors import quoted
from ...model.hierarchy import Hierarchy

OUTSIDE = "outside"  # the step of a label that is a wrong class of its own
LEVELS = "\x1f"  # between the levels of a class that stand in columns of their own
_SEPARATORS = (">", "/", "\\", "::", "->", "--", "→", "»", ".")  # of paths, besides that of the hierarchy's file
_OLD_IDS = re.compile(rb"^(id|alt_id|replaced_by):[ \t]*(\S+)", re.M)
_NUMBER = re.compile(r"\d+(?:\.\d+)*(?:e\+\d\d)?")
_MOST_CANDIDATES = 5


Steps = tuple[tuple[str, Callable[[str], Iterable[str]]], ...]


class Match(NamedTuple):
    """The class that a label means ("" for none), by which step; of a name of several classes all of them."""

    found: str
    step: str = ""
    candidates: tuple[str, ...] = ()


def classes_by_old_id(data: bytes) -> dict[str, str]:
    """The classes by their alternative ids, and by those of obsolete terms that they replace, in an OBO file."""
    ids: dict[str, str] = {}
    if b"\nalt_id:" in data or b"\nreplaced_by:" in data:
        current = ""
        for key, own in _OLD_IDS.findall(data):
            text = own.decode("utf-8", "replace")
            if key == b"id":
                current = text
            else:
                ids.setdefault(*((text, current) if key == b"alt_id" else (current, text)))
    return ids


class Matcher:
    r"""The classes that labels mean, by steps; the first that gives exactly one class counts.

    hierarchy: whose classes they are, or a function that gives it when it is first needed.  old: classes by old ids.
    separator: what parts the paths of the hierarchy's file.  outside: labels that are wrong classes of their own.

    >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Arts", "Play")])
    >>> [Matcher(h).match(text)[:2] for text in ("Pop", "Arts/Music/Pop", "Music > Play", "pop")]
    [('Pop', 'id'), ('Pop', 'path'), ('', ''), ('Pop', 'spelling')]
    """

    def __init__(self, hierarchy: Hierarchy, old: Mapping[str, str] | None = None, separator: str = ""):
        self.hierarchy, self._old = hierarchy, old or {}
        own = (separator.strip(),) if separator.strip() not in ("", ",") else ()
        self._separators = tuple(dict.fromkeys((*own, *_SEPARATORS)))
        self.outside: frozenset[str] = frozenset()
        self._known: dict[str, Match] = {}
        self._spelled: dict[str, Match] = {}
        self._steps: Steps = (
            ("name", lambda text: self._classes_by_name.get(text, ())),
            ("path", self._classes_by_path),
            ("old id", lambda text: filter(self.hierarchy.__contains__, (self._old.get(text, ""),))),
            ("code", lambda text: self._classes_by_code.get(plain_code(text), ()) if _NUMBER.fullmatch(text) else ()),
            ("id and name", self._classes_by_id_and_name),
        )

    def __contains__(self, name: object) -> bool:
        return name in self.hierarchy

    def __len__(self) -> int:
        return len(self.hierarchy)

    def match(self, text: str, spelled: bool = True) -> Match:
        """The class that a label means. spelled: whether another spelling counts, for which all names are looked at."""
        if text not in self._known:
            if text in self.hierarchy:
                return Match(text, "id")
            self._known[text] = self._first_match(text, self._steps)
        match = self._known[text]
        if match.found or match.candidates or not spelled:
            return match
        if text not in self._spelled:
            self._spelled[text] = self._first_match(
                text, (("spelling", lambda text: self._classes_by_folded_name.get(_fold_name(text), ())),)
            )
        return self._spelled[text]

    def classes_meant(self, text: str, spelled: bool = True) -> tuple[str, ...]:
        """The classes that a label may mean."""
        match = self.match(text, spelled)
        return (match.found,) if match.found else match.candidates

    def _first_match(self, text: str, steps: Steps) -> Match:
        several: tuple[str, ...] = ()
        for step, classes_of in steps:
            classes = tuple(dict.fromkeys(classes_of(text)))
            if len(classes) == 1:
                return Match(classes[0], step)
            several = several or classes
        return Match("", "", several)

    def with_outside(self, labels: Iterable[str]) -> Matcher:
        """A matcher for which each of these labels is a class of its own, beside all others below the root."""
        h, root = self.hierarchy, self.hierarchy.roots[:1] if len(self.hierarchy.roots) == 1 else ()
        names: dict[str, str] = {}
        taken: set[str] = set()
        for label in labels:
            if not self.match(label).candidates:
                name = quoted(label.replace(LEVELS, " > "), 150)[1:-1].strip() or "?"
                several = (name, *(f"{name} ({k})" for k in range(2, 100))) if name in taken or name in h else (name,)
                names[label] = next((n for n in several if n not in taken and n not in h), f"{name} {len(names)}")
                taken.add(names[label])
        edges = [(*edge, weight) for edge, weight in h.weights.items()] if h.weighted else [*h.edges]
        wider = Hierarchy.from_edges(
            [*edges, *((root[0], c) for c in names.values() if root)], (*h.classes, *names.values())
        )
        matcher = Matcher(wider.labelled(h.labels), self._old)
        matcher._separators, matcher._known = self._separators, dict(self._known)
        matcher.outside = frozenset(names)
        matcher._known |= {label: Match(c, OUTSIDE) for label, c in names.items()}
        return matcher

    def path_text(self, c: str) -> str:
        """A path to a class, in names."""
        path, label = [c], self.hierarchy.labels.label_or_name
        while parents := self.hierarchy.parents(path[0]):
            path.insert(0, parents[0])
        return quoted(" > ".join(map(label, path)), 100)

    def paths_text(self, match: Match) -> str:
        """Paths to the classes that a name has."""
        more = len(match.candidates) - _MOST_CANDIDATES
        listed = ", ".join(map(self.path_text, match.candidates[:_MOST_CANDIDATES]))
        return f"{listed} and {more:,} more" if more > 0 else listed

    # Steps

    @cached_property
    def _classes_by_name(self) -> dict[str, list[str]]:
        named: dict[str, list[str]] = defaultdict(list)
        for _, labels in self.hierarchy.labels:
            for c, label in labels.items():
                named[label].append(c)
        return dict(named)

    @cached_property
    def _classes_by_folded_name(self) -> dict[str, list[str]]:
        folded: dict[str, list[str]] = defaultdict(list)
        for c in self.hierarchy.classes:
            folded[_fold_name(c)].append(c)
        for name, classes in self._classes_by_name.items():
            folded[_fold_name(name)] += classes
        return dict(folded)

    @cached_property
    def _classes_by_code(self) -> dict[str, list[str]]:
        codes: dict[str, list[str]] = defaultdict(list)
        for c in self.hierarchy.classes:
            if _NUMBER.fullmatch(c):
                codes[plain_code(c)].append(c)
        return dict(codes)

    def _classes_called(self, name: str) -> tuple[str, ...]:
        """The classes with this id or name."""
        return (*((name,) if name in self.hierarchy else ()), *self._classes_by_name.get(name, ()))

    def _classes_by_path(self, text: str) -> Sequence[str]:
        if LEVELS in text:
            return self._classes_at_end_of([part for part in text.split(LEVELS) if part])
        for separator in self._separators:
            if separator in text:
                parts = [part.strip() for part in text.split(separator)]
                if found := self._classes_at_end_of([part for part in parts if part and not part.endswith("__")]):
                    return found
        return ()

    def _classes_above(self, c: str) -> Iterable[str]:
        """The classes that may stand before a class in a path."""
        return self.hierarchy.parents(c)

    def _classes_at_end_of(self, path: Sequence[str]) -> list[str]:
        """The classes at the end of a path that begins anywhere; where there are several, those of a whole path."""
        found, whole = [], []
        for c in self._classes_called(path[-1]) if path else ():
            level = {c}
            for name in reversed(path[:-1]):
                above = set(self._classes_called(name))
                level = {p for below in level for p in self._classes_above(below)} & above
            if level:
                found.append(c)
                whole += [] if all(map(self.hierarchy.parents, level)) else [c]
        return whole if len(whole) == 1 else found

    def _classes_by_id_and_name(self, text: str) -> Iterable[str]:
        """An id and its name in one text, such as "17 Pop" or "Pop (17)"."""
        return [c for c, name in id_name_splits(text) if c in self.hierarchy and self.hierarchy.labels.of(c) == name]


def id_name_splits(text: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """The two ways to part a text into an id and a name: the id is its first word, or its last."""
    first, _, rest = text.partition(" ")
    last = text.rpartition(" ")
    return (first.rstrip(":"), rest.lstrip("-: ")), (last[2].strip("()[]"), last[0].rstrip(" -:"))


def plain_code(text: str) -> str:
    """A code without the zeros that a spreadsheet takes away, or adds."""
    if "e" in text and (number := float(text)).is_integer() and number < 1e15:  # as NumPy writes whole numbers
        return str(int(number))
    text = text.lstrip("0")
    return text.rstrip("0").rstrip(".") if text.count(".") == 1 else text


def _fold_name(text: str) -> str:
    """A name without what another spelling changes: case, blanks, underlines, hyphens, entities of HTML."""
    plain = html.unescape(text) if "&" in text else text
    return " ".join(plain.replace("_", " ").replace("-", " ").casefold().split())
