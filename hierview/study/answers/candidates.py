"""Classes that a text may mean by likeness: proposed in the table to confirm, never taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

from .steps import AnswerMatcher

MOST = 5
_PIECES = 3  # one of which two edits leave as it is


class CandidateFinder:
    """Finds the classes whose ids or labels are near a text, each with the reason.

    related: texts with classes to which they are only related.
    """

    def __init__(self, matcher: AnswerMatcher, related: Iterable[tuple[str, str]] = ()):
        self.matcher = matcher
        self._pieces: dict[tuple[int, int, str], list[str]] = defaultdict(list)
        self._sorted: dict[tuple[str, ...], list[str]] = defaultdict(list)
        self._singular: dict[str, list[str]] = defaultdict(list)
        self._related: dict[str, list[str]] = defaultdict(list)
        for name in matcher.classes_by_normal_name:
            for k, (a, b) in enumerate(_piece_bounds(len(name))):
                self._pieces[len(name), k, name[a:b]].append(name)
            self._sorted[tuple(sorted(name.split()))].append(name)
            self._singular[_without_plurals(name)].append(name)
        for text, c in related:
            self._related[matcher.normalise(text)].append(c)

    def of(self, text: str) -> list[tuple[str, str]]:
        """Up to five classes that a text may mean, each with the reason."""
        text = self.matcher.normalise(text)
        reasons: dict[str, str] = {}
        for classes, why in self._all_reasons(text):
            for c in classes:
                reasons.setdefault(c, why)
        return [*reasons.items()][:MOST]

    def _all_reasons(self, text: str) -> Iterator[tuple[Iterable[str], str]]:
        names = self.matcher.classes_by_normal_name
        yield self._related.get(text, ()), "related synonym"
        for name in self._singular.get(_without_plurals(text), ()):
            yield names[name], "plural"
        for name in self._sorted.get(tuple(sorted(text.split())), ()):
            yield names[name], "order of words"
        for edits, name in sorted(self._nearby_names(text)):
            yield names[name], f"{edits} {'letter' if edits == 1 else 'letters'} apart"
        for words in sorted(self.matcher.names_within(text), key=len, reverse=True):
            yield self.matcher.classes_by_words[words], "words within"

    def _nearby_names(self, text: str) -> set[tuple[int, str]]:
        """The names at most two edits from a text and a fifth of its length."""
        most = min(2, len(text) // 5)
        found = {
            name
            for length in range(len(text) - most, len(text) + most + 1)
            for k, (a, b) in enumerate(_piece_bounds(length))
            for at in range(max(0, a - most), a + most + 1)
            for name in self._pieces.get((length, k, text[at : at + b - a]), ())
        }
        return {(edits, name) for name in found if 0 < (edits := edit_distance(text, name)) <= most}


def _piece_bounds(length: int) -> list[tuple[int, int]]:
    """The begin and end of each piece into which a text of this length is cut."""
    at = [length * k // _PIECES for k in range(_PIECES + 1)]
    return [*pairwise(at)]


def _without_plurals(text: str) -> str:
    """A text whose words have no ending of an English plural."""
    words = (
        w[:-3] + "y" if w.endswith("ies") else w[:-2] if w.endswith("es") else w.removesuffix("s") for w in text.split()
    )
    return " ".join(w.removesuffix("e") for w in words)


def edit_distance(a: str, b: str) -> int:
    """The fewest letters to add, take away or replace that make one text of the other.

    >>> edit_distance("theatre", "theater")
    2
    """
    row: list[int] = [*range(len(b) + 1)]
    for i, x in enumerate(a, 1):
        before, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (x != y)))
    return row[-1]
