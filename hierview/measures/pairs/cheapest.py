"""The cheapest flow on a small network, in Python's integers: by shortest paths, one after the other."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)


def cheapest_flow(arcs: Sequence[tuple[Node, Node, int, int]], supply: Mapping[Node, int]) -> list[int] | None:
    """How much flows on each arc of the cheapest flow; None where no flow meets the supplies.

    arcs: each from a node to another, with its capacity and what a unit costs, which may be less than nothing.
    supply: how much more a node sends than it receives.

    >>> cheapest_flow([("a", "b", 2, 5), ("a", "c", 9, 1), ("c", "b", 1, 1)], {"a": 2, "b": -2})
    [1, 1, 1]
    """
    # What may be changed in the flow on arc i: `room[2 * i]` more, or `room[2 * i + 1]` less.
    heads, costs, room = list[Node](), list[int](), list[int]()
    out: dict[Node, list[int]] = {node: [] for arc in arcs for node in arc[:2]}
    supplies = {node: supply.get(node, 0) for node in {**out, **supply}}
    for tail, head, capacity, cost in arcs:
        out[tail].append(len(heads))
        out[head].append(len(heads) + 1)
        heads += head, tail
        costs += cost, -cost
        # One that costs less than nothing is used in full from the start: then no circle costs less than nothing.
        used = capacity if cost < 0 else 0
        room += capacity - used, used
        supplies[tail] -= used
        supplies[head] += used
    network = _Network(heads, costs, room, out)
    while sources := [node for node, amount in supplies.items() if amount > 0]:
        path = network.shortest_path(sources, supplies)
        if not path:
            return None
        start, end = heads[path[-1] ^ 1], heads[path[0]]
        amount = min(supplies[start], -supplies[end], *[room[arc] for arc in path])
        supplies[start] -= amount
        supplies[end] += amount
        for arc in path:
            room[arc] -= amount
            room[arc ^ 1] += amount
    return room[1::2]


@dataclass(frozen=True)
class _Network(Generic[Node]):
    """Arcs by number: where each leads, what a unit costs, for how many there is room; and those out of each node."""

    heads: list[Node]
    costs: list[int]
    room: list[int]
    out: Mapping[Node, Sequence[int]]

    def shortest_path(self, sources: Sequence[Node], supplies: Mapping[Node, int]) -> list[int]:
        """The arcs of the cheapest path from a source to a node that lacks supply, the last arc first."""
        length, last = dict.fromkeys(sources, 0), dict[Node, int]()
        waiting = dict.fromkeys(sources)
        while waiting:
            del waiting[node := next(iter(waiting))]
            for arc in self.out.get(node, ()):
                head, longer = self.heads[arc], length[node] + self.costs[arc]
                if self.room[arc] and (head not in length or longer < length[head]):
                    length[head], last[head] = longer, arc
                    waiting[head] = None
        ends = [node for node in length if supplies[node] < 0]
        if not ends:
            return []
        node = min(ends, key=length.__getitem__)
        path = []
        while node in last:
            path.append(last[node])
            node = self.heads[path[-1] ^ 1]
        return path
