"""How a measure is computed for whole chunks: a kernel over whole numbers, and the values that these stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .compiled import Scratch, empty_scratch
from .kernels import confusion, pairs
from .kernels.climbs import Climbs, empty_climbs, enlarged_climbs, forget_marks
from .kernels.meetings import SEARCH
from .numbered import Flags, Longs, NumberedClasses, Rows
from .ratios import Floats

EXACT = 2**53  # whole numbers up to here are exact as float64: one division rounds once, as in `evaluate`
MOST_CLIMBS = 1_000_000  # that a thread remembers; more are hardly faster


class ThreadMemory:
    """Memory of one thread between chunks of a hierarchy; never shared with another one.

    most: how many climbs it remembers; 8 bytes each.
    """

    def __init__(self, h: NumberedClasses, most: int = MOST_CLIMBS):
        self.h, self.most = h, most
        # Room that is not used costs no memory, and no climb is ever copied.
        self.climbs: Climbs = empty_climbs(len(h), most)
        self.pairs, self.paths = empty_scratch(pairs.TABLES), empty_scratch(confusion.PATHS)

    @cached_property
    def search_scratch(self) -> Scratch:
        """The scratch of the exact search."""
        return empty_scratch(SEARCH)

    @cached_property
    def unweighted(self) -> ThreadMemory:
        """Memory for the hierarchy with every edge counted as 1; this one itself where every edge weighs 1."""
        return ThreadMemory(self.h.unweighted, self.most) if len(self.h.edges.lengths) else self

    def counts(self, plan: Plan, rows: Rows) -> Longs:
        """Counts of a plan's kernel on all instances."""
        out = np.zeros((plan.length(rows), plan.columns), np.int64)
        (self if plan.weighted else self.unweighted)._run(plan, rows, out)
        return out

    def _run(self, plan: Plan, rows: Rows, out: Longs) -> None:
        """Run the kernel over all instances, with more room wherever the climbs of one do not fit."""
        done, last, more = 0, rows.instances, plan.more_arguments(self, rows)
        while done < last:
            forget_marks(self.climbs)
            before, done = done, plan.kernel(done, last, rows, self.h.edges, self.climbs, *more, out)
            if done < last:
                self.climbs = enlarged_climbs(self.climbs, self.most if done > before else 2 * len(self.climbs.above))


@dataclass(frozen=True)
class Values:
    """Results of a measure on n instances: values (NaN: undefined), parts by name, and what is left to `evaluate`."""

    value: Floats
    """Value of each instance, NaN where undefined."""
    parts: dict[str, npt.NDArray[Any]]
    """Parts of each instance, by name."""
    left: Flags
    """Whether an instance is left to `evaluate`."""

    def take(self, numbers: Longs) -> Values:
        """The instances with these numbers, in this order."""
        return Values(
            self.value[numbers], {name: part[numbers] for name, part in self.parts.items()}, self.left[numbers]
        )


@dataclass(frozen=True)
class Plan:
    """The plan of computing a measure for whole chunks of instances."""

    key: tuple[Any, ...]
    """Key of what its kernel counts; measures of one key share one run."""
    columns: int
    """Number of whole numbers that the kernel gives for each instance."""
    kernel: Callable[..., int]
    """`kernel(first, last, rows, edges, climbs, *more, out)` fills rows of `out` and returns `last`, or the instance
    whose climbs do not fit.
    """
    values: Callable[[Longs, Rows], Values]
    """`values(counts, rows)` gives the values that the numbers stand for."""
    more_arguments: Callable[[ThreadMemory, Rows], tuple[Any, ...]] = lambda thread, rows: ()
    """`more_arguments(thread, rows)` gives what else the kernel takes."""
    weighted: bool = True
    """Whether climbs are as long as edges weigh; else every edge counts 1."""
    length: Callable[[Rows], int] = lambda rows: rows.instances
    """`length(rows)` gives the number of things that it gives numbers for, if these are not instances."""
    above: bool = False
    """Whether the measure looks at nothing but the classes of an instance and their ancestors."""
