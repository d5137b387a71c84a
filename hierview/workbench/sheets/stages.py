"""Stages in which a property is tried: all small hierarchies, size by size, then random larger ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ...errors import HierviewError
from ...model.case import Case
from .enumerate import MOST_DAG_CLASSES, MOST_TREE_CLASSES, Kind, random_case, small_cases, told_size
from .properties import LIMIT, Property, chains

MOST_FOREST_CLASSES = 4  # with several roots; of five they would be as many again as all that is tried
MOST_RANDOM_CLASSES = 8


@dataclass(frozen=True)
class Budget:
    """Amount of what is tried; the same on every machine.

    larger: by how many classes the exhaustive part goes beyond (or stays behind, if negative) what each
    property says; so much then belongs to each row.  up_to: of that, only hierarchies of up to so many classes
    (chains, which are few, are tried all the same).  trials: of that, only the first so many of each property.
    random: how many random trials each property gets beyond.
    """

    larger: int = 0
    up_to: int | None = None
    trials: int | None = None
    random: int = 150
    seed: int = 1

    def __post_init__(self) -> None:
        if self.up_to is not None and not 1 <= self.up_to <= MOST_TREE_CLASSES:
            raise HierviewError(f"hierarchies of up to 1 to {MOST_TREE_CLASSES} classes can be tried, not {self.up_to}")
        if self.trials is not None and self.trials < 1:
            raise HierviewError(f"{self.trials} trials are too few; 1 or more are accepted")


@dataclass(frozen=True)
class TrialStage:
    """The cases of one kind and size."""

    kind: Kind | Literal["chains"]
    size: int

    @property
    def name(self) -> str:
        """Name of the stage as it is shown: `trees of 4 classes`."""
        return told_size(self.kind, self.size)


def stages(wanted: Property, larger: int = 0) -> list[TrialStage]:
    """The exhaustive stages of a property, smallest first; among hierarchies of one size trees have fewest edges."""
    bases = wanted.bases
    if bases.chains:
        return [TrialStage("chains", size) for size in range(LIMIT + 2, bases.trees + larger + 1)]
    sizes = {
        "trees": min(MOST_TREE_CLASSES, bases.trees and bases.trees + larger),
        "forests": bases.trees and min(bases.trees, MOST_FOREST_CLASSES) + larger,
        "DAGs": min(MOST_DAG_CLASSES, bases.dags and bases.dags + larger),
    }
    kinds: tuple[Kind, ...] = ("trees", "forests", "DAGs")
    in_order = [TrialStage(kind, size) for kind in kinds for size in range(1 + (kind == "forests"), sizes[kind] + 1)]
    return sorted(in_order, key=lambda stage: (stage.size, stage.kind == "DAGs"))


def bases_of(wanted: Property, stage: TrialStage) -> Iterator[Case]:
    """The base cases of a property in an exhaustive stage."""
    bases, size = wanted.bases, stage.size
    if stage.kind == "chains":
        yield from chains(size)
        return
    for case in small_cases(stage.kind, size, bases.true, bases.predicted, bases.empty):
        if not bases.exactly or (len(case.true), len(case.predicted)) == (bases.true, bases.predicted):
            yield case


def random_bases(wanted: Property, seed: int, up_to: int | None = None) -> Iterator[Case]:
    """Endless base cases beyond the exhaustive sizes; none for chains, which are all tried."""
    bases = wanted.bases
    if bases.chains:
        return
    rng = random.Random(f"{seed} {wanted.key}")
    most_exhaustive = min(max(bases.trees, bases.dags), up_to or MOST_TREE_CLASSES)
    while True:
        kind: Kind = "trees" if not bases.dags or (bases.trees and rng.random() < 0.5) else "DAGs"
        size = rng.randint(most_exhaustive + 1, max(most_exhaustive + 1, MOST_RANDOM_CLASSES))
        yield random_case(rng, kind, size, bases.true, bases.predicted, bases.exactly)


def weight(wanted: Property, stage: TrialStage) -> float:
    """Small hierarchies first, larger ones with few marks beside small ones with any."""
    if stage.kind == "chains":
        return 2.5
    return stage.size - 2 * (wanted.bases.true is not None) + 0.5 * (stage.kind == "DAGs")
