"""Where every class meets one class: the deepest common ancestor, of several the one of least height."""

from __future__ import annotations

from ..compiled import compiled
from ..numbered import Edges, Longs


@compiled
def fill_meetings(y: int, edges: Edges, depths: Longs, heights: Longs, ancestors: Longs, out: Longs) -> None:
    """For each class the depth and the height of where it meets y, as depth × (h + 1) + h − height, h that of the root.

    ancestors: as long, for marks. Parents have lower numbers than their children, and 0 is the root.
    """
    most = heights[0]
    ancestors[:] = 0
    ancestors[y] = 1
    for c in range(y, -1, -1):
        if ancestors[c] == 1:
            for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
                ancestors[edges.parents[e]] = 1
    for c in range(len(out)):
        out[c] = depths[c] * (most + 1) + most - heights[c] if ancestors[c] == 1 else -1
        if ancestors[c] == 0:
            for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
                out[c] = max(out[c], out[edges.parents[e]])
