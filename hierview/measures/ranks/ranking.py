"""The ranking of a case, and where each of its classes meets the one true class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...model.case import Case
from ..by_level.answers import longest_depths
from ..levels import unit_hierarchy
from ..telling import count_words


@dataclass(frozen=True)
class Meeting:
    """A ranked class, and the class where it meets the true one: their deepest common ancestor."""

    ranked: str
    """The ranked class."""
    at: str
    """The deepest common ancestor of the ranked class and the true one."""
    depth: int
    """Depth of where they meet, by the longest ways."""
    height: int
    """Height of where they meet, by the longest ways; a class meets itself at height 0."""
    own: int
    """Depth of the ranked class."""


@dataclass(frozen=True)
class Ranks:
    """The first ranks of a case, against its one true class."""

    true: str
    """The one true class."""
    first: tuple[Meeting, ...]
    """Where each of the first ranks meets the true class, in their order."""
    candidates: tuple[Meeting, ...]
    """Where each class that could be ranked meets it, the nearest first."""
    depth: int
    """Depth of the true class."""
    height: int
    """Height of the root."""
    root: str | None = None
    """The artificial root above several roots; else None."""

    @cached_property
    def blocks(self) -> dict[str, int]:
        """Candidates numbered by how deep they meet the true class, which alone is 0; equal depths are one block."""
        block, depth, numbers = 0, None, {self.true: 0}
        for m in self.candidates:
            if m.ranked != self.true:
                block, depth = block + (m.depth != depth), m.depth
                numbers[m.ranked] = block
        return numbers

    def height_similarity(self, m: Meeting) -> Fraction:
        """Similarity to the true class: 1 − height where they meet / height of the root."""
        return 1 - Fraction(m.height, self.height) if m.height else Fraction(1)

    def depth_similarity(self, m: Meeting) -> Fraction:
        """Similarity to the true class by Wu & Palmer, the root being at depth 1."""
        return Fraction(2 * (m.depth + 1), self.depth + m.own + 2) if m.ranked != self.true else Fraction(1)


def ranking_of(case: Case) -> tuple[str, ...]:
    """The ranking that a case tells, or else its leaves by their scores; equal scores by name."""
    if case.extra.ranking or not case.extra.scores:
        return case.extra.ranking
    scores = {c: score for c, score in case.extra.scores if not case.hierarchy.children(c)}
    return tuple(sorted(scores, key=lambda c: (-scores[c], c)))


def candidates(case: Case) -> frozenset[str]:
    """All classes that could be ranked: the leaves, and what is ranked besides."""
    h = case.hierarchy
    return frozenset(ranking_of(case)).union(c for c in h.classes if not h.children(c))


def ranks_of(case: Case, k: int | str) -> Ranks | str:
    """The first k ranks, or all; or the reason why there are none to measure, as the end of a sentence.

    Where there are fewer candidates than k, all of them are meant.
    """
    ranking = ranking_of(case)
    if not ranking:
        return f"the case has no ranking of its {count_words(len(case.hierarchy))}"
    if len(case.true) != 1:
        return f"a ranking is compared with one true class, and here are {len(case.true)}"
    (true,) = case.true
    listed = candidates(case)
    if true not in listed:
        return "the true class is neither a leaf nor ranked"
    most = len(listed) if k == "all" else min(int(k), len(listed))
    if len(ranking) < most:
        return f"the ranking ends after {len(ranking)} of {most} ranks"
    return _meetings(case, true, ranking[:most], sorted(listed))


def _meetings(case: Case, true: str, first: Sequence[str], listed: Sequence[str]) -> Ranks:
    rooted, depths = unit_hierarchy(case.hierarchy), longest_depths(case.hierarchy)
    above_true = rooted.hierarchy.closure([true])
    met: dict[str, Meeting] = {}
    for c in listed:
        common = above_true & rooted.hierarchy.closure([c])
        at = min(common, key=lambda a: (-depths[a], rooted.heights[a], a))
        met[c] = Meeting(c, at, depths[at], rooted.heights[at] if c != true else 0, depths[c])
    candidates = sorted(met.values(), key=lambda m: (m.ranked != true, -m.depth, m.ranked))
    ends = depths[true], rooted.heights[rooted.root]
    return Ranks(true, tuple(met[c] for c in first), tuple(candidates), *ends, rooted.artificial)


def block_weights(ranks: Ranks) -> list[Fraction]:
    """Weight of each place of a perfect ranking: in block z from 2⁻ᶻ down to half of it, in the last one to 0."""
    blocks, weights = list(ranks.blocks.values()), list[Fraction]()
    for z in range(blocks[-1] + 1):
        size, top = blocks.count(z), Fraction(1, 2**z)
        end = 0 if z == blocks[-1] else top / 2
        weights += [top + (end - top) * Fraction(place, size) for place in range(size)]
    return weights
