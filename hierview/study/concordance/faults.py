"""The smallest data that show a fault of a tool, and what it prints of them."""

from __future__ import annotations

import numpy as np

from ...answers.counting import parse_point
from ...answers.tools import Tool, ToolFault
from ...model.hierarchy import Hierarchy
from ..inputs.data import Run
from ..scoring.numbered import Rows, starts_of
from .counts import Again, Material, Tree
from .values import value

_ARROW = "→"


def small_material(text: str) -> Material:
    """Material of a text such as "R>a, R>b; a→b, a→a,b": edges, then the true and the predicted classes of instances.

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
    tree = Tree(h, frozenset(outside))
    number = {c: i for i, c in enumerate(tree.names)}

    def run_of(sets: list[list[str]]) -> Run:
        classes = np.array([number[c] for one in sets for c in one], np.int32)
        return Run(starts_of([len(one) for one in sets]), classes)

    once = [[[*dict.fromkeys(row[side])] for row in rows] for side in range(2)]
    again = [[[c for k, c in enumerate(row[side]) if c in row[side][:k]] for row in rows] for side in range(2)]
    true, predicted = map(run_of, once)
    return Material(
        tree, Rows(true.starts, true.classes, predicted.starts, predicted.classes), Again(*map(run_of, again))
    )


def fault_values(tool: Tool, fault: ToolFault) -> tuple[float | None, float | None]:
    """A tool's number on the data that show its fault, and the right one; None for undefined or an error.

    >>> from hierview.answers.tools import tools
    >>> isco = tools()["ISCO-08 metric"]
    >>> fault_values(isco, isco.faults[0])
    (1.0, 0.0)
    """
    name, _, put_in = fault.prints.removesuffix(")").partition(" (")
    material = small_material(fault.case)
    levels = int(material.tree.depths.max())
    printed = next(p for p in tool.printed(levels) if p.name == name and put_in in ("", p.put_in))
    return value(material, printed.point), value(material, parse_point(fault.instead))
