"""Averages where sets of classes are taken as given, most specific or closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..measures.registry import AnyMeasure
from .inputs.closures import COUNTED, SETS, TOLD, Closures, Sets
from .results.scores import Scores
from .study import Study

MOST_SETS = 500_000  # of truth and runs together; of more it is told that they hold ancestors, not what follows
_EQUAL = 1e-12


@dataclass(frozen=True)
class SetsCompared:
    """Averages of one measure by what sets are taken as, and how many sets hold ancestors of their own classes."""

    instances: int
    """Number of instances."""
    true: int
    """Number of true sets that hold ancestors of their own classes."""
    holding: Mapping[str, int]
    """Number of such sets of each system."""
    measure: str
    """Label of the first measure whose order of systems changes, else of the first whose values do."""
    moved: tuple[str, ...]
    """Labels of all measures whose values change."""
    values: Mapping[Sets, tuple[float, ...]]
    """Value of each system under each choice, NaN where there is none."""
    best: Mapping[Sets, tuple[str, ...]]
    """Systems that lead under each choice."""


def sets_compared(study: Study, measures: Sequence[AnyMeasure]) -> SetsCompared | None:
    """Averages of these measures under each choice of sets.

    None where fewer than one set in a hundred holds an ancestor of its own classes, or there are too many to try.
    """
    data, systems = study.data, tuple(study.data.runs)
    if len(data) * (1 + len(systems)) > MOST_SETS:
        return None
    closures = Closures(study.hierarchy)
    true, *holding = closures.count_with_ancestors(data)
    if not data or max(true, *holding) < TOLD * len(data):
        return None
    found: dict[Sets, Mapping[str, np.ndarray]] = {}
    for choice in SETS:
        scores = Study(study.hierarchy, closures.with_sets(data, choice), extra=study.extra).score(measures)
        labels = {text: scores.measure(text).label() for text in scores.texts}
        found[choice] = {labels[text]: scores.averages(text) for text in scores.texts}
    better = {label: scores.better(text) for text, label in labels.items()}
    moved = tuple(m for m in better if any(not _equal_arrays(found[choice][m], found["given"][m]) for choice in SETS))
    orders = {m: {tuple(_places_of_values(found[choice][m], better[m])) for choice in SETS} for m in moved}
    shown = next((m for m in moved if len(orders[m]) > 1), next(iter(moved or better)))
    values = {choice: tuple(found[choice][shown].tolist()) for choice in SETS}
    best = {choice: _leading_systems(values[choice], systems, better[shown]) for choice in SETS}
    return SetsCompared(len(data), true, dict(zip(systems, holding, strict=True)), shown, moved, values, best)


def sets_of_scored(study: Study, scores: Scores) -> tuple[SetsCompared, ...]:
    """Averages of a scored study under other choices of sets, as a tuple of one; empty where no set is told of."""
    told = any(note.endswith(COUNTED) for note in study.data.notes)
    found = sets_compared(study, [scores.measure(text) for text in scores.texts]) if told else None
    return () if found is None else (found,)


def _equal_arrays(first: np.ndarray, second: np.ndarray) -> bool:
    return bool(np.allclose(first, second, rtol=0, atol=_EQUAL, equal_nan=True))


def _places_of_values(values: np.ndarray, better: str) -> list[int]:
    """The places of systems, equal ones the same."""
    good = np.round(values if better == "higher" else -values, 12)
    return [int((good > own).sum()) for own in good]


def _leading_systems(values: Sequence[float], systems: Sequence[str], better: str) -> tuple[str, ...]:
    there = [v for v in values if v == v]
    best = (max if better == "higher" else min)(there, default=float("nan"))
    return tuple(system for system, v in zip(systems, values, strict=True) if abs(v - best) <= _EQUAL)
