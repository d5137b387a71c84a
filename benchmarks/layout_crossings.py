"""How many crossings hierview's layout draws beside two libraries, how long it takes, and how still it stands.

    python benchmarks/layout_crossings.py [graphs per size]

The libraries are not needed by hierview; one that is absent is left out. igraph is GPL: install it for this
comparison only, in an environment of its own, and never name it in a requirements file.

    python -m venv bench && bench/bin/pip install -r requirements.txt fast-sugiyama python-igraph

**Graphs.** A random DAG of n classes: each class but the first has one parent, chosen evenly from those before
it, and n/4 further edges lead from an earlier class to a later one. The seed is the graph's number.

**Crossings.** All drawings are counted by one function on the lines as drawn: two edges cross in each point
that they share, but for the end of a class that both belong to; where they run on top of each other that is
one crossing. Each library draws as it does by default, with the bends that it places itself (fast-sugiyama:
its dummy vertices; igraph: `edge_routing`), from class centre to class centre; hierview from box to box.

**Guards.** A library runs in a process of its own with a time limit, for fast-sugiyama can abort or hang. It
gets integers: its drawing of strings depends on the hash seed.

**Stability.** A leaf is added under a random class, and the two drawings are laid on each other by the median
displacement; then each of the other classes has moved by so many halves of its own width.
"""

from __future__ import annotations

import importlib.util
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations, pairwise
from math import dist, hypot
from pathlib import Path
from statistics import fmean, median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hierview.draw.layouts.layered import layered_layout

SIZES = (8, 12, 20, 30)
SECONDS = 300  # for one library and all graphs of one size

Point = tuple[float, float]
Edge = tuple[int, int]
Lines = dict[Edge, list[Point]]


def random_dag(n: int, seed: int) -> list[Edge]:
    rng = random.Random(f"{n}/{seed}")
    edges = [(rng.randrange(child), child) for child in range(1, n)]
    while len(edges) < n - 1 + n // 4:
        a, b = sorted(rng.sample(range(n), 2))
        if (a, b) not in edges:
            edges.append((a, b))
    return edges


def hierview(n: int, edges: list[Edge]) -> Lines:
    names = [str(v) for v in range(n)]
    drawing = layered_layout(names, [(names[a], names[b]) for a, b in edges], dict.fromkeys(names, (62, 34)))
    at = drawing.positions
    return {
        (a, b): [
            (at[names[a]][0], at[names[a]][1] + 17),
            *drawing.routes[names[a], names[b]],
            (at[names[b]][0], at[names[b]][1] - 17),
        ]
        for a, b in edges
    }


def fast_sugiyama(n: int, edges: list[Edge]) -> Lines:
    from fast_sugiyama import from_edges

    ((positions, _, _, segments),) = from_edges(edges)  # the graphs are connected: one part
    at, after = dict(positions), {}
    for a, b in segments:
        after.setdefault(a, []).append(b)
    lines = {}
    for a in range(n):
        for b in after.get(a, []):
            chain = [a, b]
            while chain[-1] >= n:  # a dummy vertex: one edge in, one out
                chain += after[chain[-1]]
            lines[a, chain[-1]] = [at[v] for v in chain]
    return lines


def igraph(n: int, edges: list[Edge]) -> Lines:
    from igraph import Graph

    drawing = Graph(n=n, edges=edges, directed=True).layout_sugiyama()
    bends = drawing.edge_routing
    return {(a, b): [tuple(drawing[a]), *map(tuple, bends[i]), tuple(drawing[b])] for i, (a, b) in enumerate(edges)}


DRAWERS: dict[str, Callable[[int, list[Edge]], Lines]] = {
    "hierview": hierview,
    "fast_sugiyama": fast_sugiyama,
    "igraph": igraph,
}


def crossings(lines: Lines) -> int:
    scale = max(hypot(*point) for line in lines.values() for point in line) or 1.0
    near = 1e-6 * scale
    total = 0
    for (e, first), (f, second) in combinations(lines.items(), 2):
        # The end of a class that both belong to, if both lines end there.
        shared = [p for p in (first[0], first[-1]) if min(dist(p, second[0]), dist(p, second[-1])) < near]
        shared = shared if set(e) & set(f) else []
        found: list[Point] = []
        for p, q in pairwise(first):
            for r, s in pairwise(second):
                point = meeting(p, q, r, s, near)
                if point and all(dist(point, other) > near for other in shared + found):
                    found.append(point)
        total += len(found)
    return total


def meeting(p: Point, q: Point, r: Point, s: Point, near: float) -> Point | None:
    """A point that two segments share: the middle of it if it is a stretch."""
    (ax, ay), (bx, by) = (q[0] - p[0], q[1] - p[1]), (s[0] - r[0], s[1] - r[1])
    cx, cy = r[0] - p[0], r[1] - p[1]
    a, b = hypot(ax, ay), hypot(bx, by)
    if not a or not b:
        return None
    turn = ax * by - ay * bx
    if abs(turn) > 1e-9 * a * b:
        t, u = (cx * by - cy * bx) / turn, (cx * ay - cy * ax) / turn
        if -near <= t * a <= a + near and -near <= u * b <= b + near:
            return p[0] + t * ax, p[1] + t * ay
        return None
    if abs(cx * ay - cy * ax) > near * a:
        return None
    ends = sorted(((x - p[0]) * ax + (y - p[1]) * ay) / a for x, y in (r, s))
    low, high = max(0.0, ends[0]), min(a, ends[1])
    middle = (low + high) / 2 / a
    return (p[0] + middle * ax, p[1] + middle * ay) if low <= high + near else None


def measure(name: str, n: int, graphs: int) -> tuple[float, float]:
    """Mean crossings and mean milliseconds."""
    counts, times = [], []
    DRAWERS[name](3, [(0, 1), (0, 2)])  # imports
    for seed in range(graphs):
        edges = random_dag(n, seed)
        start = time.process_time()
        lines = DRAWERS[name](n, edges)
        times.append(time.process_time() - start)
        if set(lines) != set(edges):
            raise RuntimeError(f"{name} drew other edges for graph {seed} of {n} classes")
        counts.append(crossings(lines))
    return fmean(counts), 1000 * fmean(times)


def guarded(name: str, n: int, graphs: int) -> str:
    """One cell of the table, from a process of its own."""
    command = [sys.executable, __file__, name, str(n), str(graphs)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    except subprocess.TimeoutExpired:
        return "hung"
    except subprocess.CalledProcessError as error:
        print(error.stderr, file=sys.stderr)
        return "aborted"
    count, ms = json.loads(run.stdout.splitlines()[-1])
    return f"{count:.2f} ({ms:.2f} ms)"


def moves(n: int, seed: int) -> list[float]:
    """How far each class moves when a leaf is added, in halves of its width."""
    rng = random.Random(f"{n}/{seed}/leaf")
    names = [str(v) for v in range(n)]
    edges = [(str(a), str(b)) for a, b in random_dag(n, seed)]
    sizes = {c: (rng.randint(40, 140), 34) for c in [*names, "leaf"]}
    before = layered_layout(names, edges, sizes).positions
    after = layered_layout([*names, "leaf"], [*edges, (rng.choice(names), "leaf")], sizes).positions
    dx = median(after[c][0] - before[c][0] for c in names)
    dy = median(after[c][1] - before[c][1] for c in names)
    return [hypot(after[c][0] - before[c][0] - dx, after[c][1] - before[c][1] - dy) / (sizes[c][0] / 2) for c in names]


def main(graphs: int) -> None:
    present = [name for name in DRAWERS if importlib.util.find_spec(name)]
    for name in DRAWERS:
        if name not in present:
            print(f"{name} is not installed: left out")
    print(f"Mean crossings (and time) over {graphs} random DAGs per size\n")
    print(f"{'classes':>7}" + "".join(f"{name:>22}" for name in present))
    for n in SIZES:
        print(f"{n:>7}" + "".join(f"{guarded(name, n, graphs):>22}" for name in present), flush=True)
    print("\nDisplacement when a leaf is added, in halves of a class's width\n")
    print(f"{'classes':>7}{'median class':>22}{'moved more than 1':>22}{'median farthest':>22}")
    for n in SIZES:
        moved = [moves(n, seed) for seed in range(graphs)]
        every = [m for one in moved for m in one]
        far = fmean(m > 1 for m in every)
        print(f"{n:>7}{median(every):>22.2f}{far:>22.0%}{median(max(one) for one in moved):>22.2f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
