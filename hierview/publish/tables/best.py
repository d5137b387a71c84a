"""The best of what is compared: predictions for one truth, and cases that are made to be compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ...formats import preset, preset_pairs
from ...model.case import Case

Group = tuple[int, ...]  # places of cases among those of a table


def groups_of(cases: Sequence[Case]) -> tuple[Group, ...]:
    """The groups of two cases and more that are compared: one hierarchy and one truth, or a pair of presets."""
    pairs = [(preset(pair.a), preset(pair.b)) for pair in preset_pairs()]
    of = list(range(len(cases)))
    for j, b in enumerate(cases):
        for i, a in enumerate(cases[:j]):
            one_truth = (a.hierarchy, a.true) == (b.hierarchy, b.true)
            if of[i] != of[j] and (one_truth or (a, b) in pairs or (b, a) in pairs):
                of = [of[i] if group == of[j] else group for group in of]
    groups = (tuple(i for i, group in enumerate(of) if group == asked) for asked in dict.fromkeys(of))
    return tuple(group for group in groups if len(group) > 1)


@dataclass(frozen=True)
class Best:
    """The places of the best values of one quantity, and the groups whose values are all the same."""

    places: frozenset[int]
    ties: tuple[Group, ...]


def best_of(values: Sequence[Decimal | None], better: str, groups: Sequence[Group]) -> Best:
    """The best in each group; none where a group ties, or where fewer than two values are defined."""
    places: set[int] = set()
    ties: list[Group] = []
    for group in groups:
        defined = {i: value for i in group if (value := values[i]) is not None}
        if len(defined) < 2:
            continue
        if len(set(defined.values())) == 1:
            ties.append(group)
            continue
        best = max(defined.values()) if better == "higher" else min(defined.values())
        places |= {i for i, value in defined.items() if value == best}
    return Best(frozenset(places), tuple(ties))


def said(cases: Sequence[str], quantities: Sequence[str], found: Sequence[Best], groups: Sequence[Group]) -> list[str]:
    """Sentences on what bold means, and which quantities cannot tell a group apart."""
    sentences = []
    if any(one.places for one in found):
        among = "; ".join(_listed(cases[i] for i in group) for group in groups)
        shared = any(len(one.places & set(group)) > 1 for one in found for group in groups)
        sentences.append(f"Bold: the best among {among}.{' Where several are bold, they tie.' * shared}")
    for group in groups:
        if tied := [name for name, one in zip(quantities, found, strict=True) if group in one.ties]:
            sentences.append(f"{_listed(cases[i] for i in group)} tie under {_listed(tied)}.")
    return sentences


def _listed(texts: Iterable[str]) -> str:
    *most, last = texts
    return " and ".join(filter(None, [", ".join(most), last]))
