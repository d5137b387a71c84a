"""The cheapest flow on a small network, in Python's integers: by shortest paths, one after the other."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def cheapest_flow(arcs: Sequence[tuple[Node, Node, int, int]], supply: Mapping[Node, int]) -> list[int] | None:
    """How much flows on each arc of the cheapest flow; None where no flow meets the supplies.

    arcs: each from a node to another, with its capacity and what a unit costs, which may be less than nothing.
    supply: how much more a node sends than it receives.

    >>> cheapest_flow([("a", "b", 2, 5), ("a", "c", 9, 1), ("c", "b", 1, 1)], {"a": 2, "b": -2})
    [1, 1, 1]
    """
    # Nodes by number. What may be changed in the flow on arc i: `room[2 * i]` more, or `room[2 * i + 1]` less.
    nodes = {node: i for i, node in enumerate(dict.fromkeys([n for arc in arcs for n in arc[:2]] + list(supply)))}
    heads, costs, room = list[int](), list[int](), list[int]()
    out: list[list[int]] = [[] for _ in nodes]
    supplies = [supply.get(node, 0) for node in nodes]
    for from_node, to_node, capacity, cost in arcs:
        tail, head = nodes[from_node], nodes[to_node]
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
    while sources := [node for node, amount in enumerate(supplies) if amount > 0]:
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
class _Network:
    """Arcs by number: where each leads, what a unit costs, for how many there is room; and those out of each node."""

    heads: list[int]
    costs: list[int]
    room: list[int]
    out: list[list[int]]

    def shortest_path(self, sources: Sequence[int], supplies: Sequence[int]) -> list[int]:
        """The arcs of the cheapest path from a source to a node that lacks supply, the last arc first."""
        heads, costs, room = self.heads, self.costs, self.room
        length, last = dict.fromkeys(sources, 0), dict[int, int]()
        waiting = dict.fromkeys(sources)
        while waiting:
            del waiting[node := next(iter(waiting))]
            so_far = length[node]
            for arc in self.out[node]:
                if not room[arc]:
                    continue
                head, longer = heads[arc], so_far + costs[arc]
                if head not in length or longer < length[head]:
                    length[head], last[head] = longer, arc
                    waiting[head] = None
        ends = [node for node in length if supplies[node] < 0]
        if not ends:
            return []
        node = min(ends, key=length.__getitem__)
        path = []
        while node in last:
            path.append(last[node])
            node = heads[path[-1] ^ 1]
        return path
