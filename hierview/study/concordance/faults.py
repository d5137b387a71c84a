"""The smallest data that show a fault of a tool, and what it prints of them."""

from __future__ import annotations

import numpy as np

from ...answers.counting import parse_counted_quantity
from ...answers.tools import Tool, ToolFault
from ...model.hierarchy import Hierarchy
from ..inputs.data import ClassSets
from ..scoring.numbered import Rows, row_starts
from .counts import CountedHierarchy, CountedRun, RepeatedLabels
from .values import value_of_point

_ARROW = "→"


def small_run(text: str) -> CountedRun:
    """The run that a text describes, as "R>a, R>b; a→b, a→a,b": edges, then true and predicted classes of each.

    A class without an edge is one that the hierarchy lacks; one that stands in a set twice is given twice.
    """
    edges, _, instances = text.partition(";")
    pairs = [tuple(edge.strip().split(">")) for edge in edges.split(",")]
    rows = [
        tuple(side.split(",") if side else [] for side in one.strip().split(_ARROW)) for one in instances.split(", ")
    ]
    known = {c for pair in pairs for c in pair}
    outside = dict.fromkeys(c for row in rows for side in row for c in side if c not in known)
    h = Hierarchy.from_edges([*pairs, *((pairs[0][0], c) for c in outside)])
    tree = CountedHierarchy(h, frozenset(outside))
    number = {c: i for i, c in enumerate(tree.names)}

    def run_of(sets: list[list[str]]) -> ClassSets:
        classes = np.array([number[c] for one in sets for c in one], np.int32)
        return ClassSets(row_starts([len(one) for one in sets]), classes)

    once = [[[*dict.fromkeys(row[side])] for row in rows] for side in range(2)]
    again = [[[c for k, c in enumerate(row[side]) if c in row[side][:k]] for row in rows] for side in range(2)]
    true, predicted = map(run_of, once)
    return CountedRun(
        tree, Rows(true.starts, true.classes, predicted.starts, predicted.classes), RepeatedLabels(*map(run_of, again))
    )


def fault_values(tool: Tool, fault: ToolFault) -> tuple[float | None, float | None]:
    """A tool's number on the data that show its fault, and the right one; None for undefined or an error.

    >>> from hierview.answers.tools import tools
    >>> isco = tools()["ISCO-08 metric"]
    >>> fault_values(isco, isco.faults[0])
    (1.0, 0.0)
    """
    name, _, put_in = fault.prints.removesuffix(")").partition(" (")
    material = small_run(fault.case)
    levels = int(material.tree.depths.max())
    printed = next(p for p in tool.printed_numbers(levels) if p.name == name and put_in in ("", p.put_in))
    return value_of_point(material, printed.point), value_of_point(material, parse_counted_quantity(fault.instead))
