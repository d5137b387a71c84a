"""Scores of classes for the instances of a study, as numbers from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from ...scoring.numbered import Ints, Longs, entries_of, row_starts
from ...scoring.ratios import Floats
from ...storage.store import digest

Propagate = Literal["none", "max", "fill", "sum", "min", "product"]
PROPAGATE: tuple[Propagate, ...] = get_args(Propagate)


@dataclass(frozen=True)
class ClassScores:
    """Scores of N instances: i has those of `classes[starts[i]:starts[i + 1]]`; what is not there is 0."""

    starts: Longs
    """Where the scores of each instance begin, N + 1."""
    classes: Ints
    """Numbers of the classes in the hierarchy under one root, parents first."""
    values: Floats
    """The scores as given, not yet propagated."""
    kind: str
    """Kind of the scores."""
    propagate: Propagate
    """How scores go along the hierarchy."""
    systems: tuple[str, ...] = ()
    """The runs that rules made of them."""

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def are_probabilities(self) -> bool:
        """Whether the scores are probabilities, not only an order."""
        return self.kind.startswith("probabilities")

    @cached_property
    def digest(self) -> str:
        """Hash of the scores."""
        return digest(self.starts.tobytes(), self.classes.tobytes(), self.values.tobytes(), self.kind)

    def take(self, numbers: Longs) -> ClassScores:
        """The scores of these instances, in this order; −1 is one without any."""
        if np.array_equal(numbers, np.arange(len(self))):
            return self
        starts = np.append(self.starts, self.starts[-1])  # an empty row at the end, that of −1
        counts = np.diff(starts)[numbers]
        entries = entries_of(starts[numbers], counts)
        return replace(self, starts=row_starts(counts), classes=self.classes[entries], values=self.values[entries])
