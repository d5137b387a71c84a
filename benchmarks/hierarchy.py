"""How long a hierarchy of 325,000 classes takes to be made, and how much memory.

    python benchmarks/hierarchy.py [classes]

**Hierarchy.** A random DAG: class i > 0 has 1 to 4 parents (2.7 on average) drawn evenly from the classes before it,
so that it has about 866,000 edges at 325,000 classes; its seed is fixed, its names are texts of 12 characters.

**Time.** Processor time of `Hierarchy.from_edges` from a list of pairs of names, and of what is asked of it first: its
arrays, its hash, a closure and a distance of two classes. Beside it stands what the same edges take as a
`networkx.DiGraph`, in the same run. **Memory** is what the process holds more after than before.

Exits with 1 if the hierarchy takes 3 s or 400 MB, or longer than networkx needs for the graph alone.
"""

from __future__ import annotations

import gc
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import networkx

from hierview.answers.answers import text_table
from hierview.model.hierarchy import Hierarchy

SECONDS, MEGABYTES = 3.0, 400.0
PARENTS = (1, 2, 3, 3, 3, 4)


def edges_of(classes: int) -> list[tuple[str, str]]:
    rng = random.Random(0)
    names = [f"class {i:06}" for i in range(classes)]
    found = []
    for i in range(1, classes):
        parents = {rng.randrange(i) for _ in range(rng.choice(PARENTS))}
        found += [(names[p], names[i]) for p in sorted(parents)]
    return found


def held() -> float:
    """What the process holds now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def measured(work: Callable[[], object]) -> tuple[float, float, object]:
    gc.collect()
    before, start = held(), time.process_time()
    found = work()
    return time.process_time() - start, held() - before, found


def main(classes: int) -> int:
    edges = edges_of(classes)
    seconds, megabytes, h = measured(lambda: Hierarchy.from_edges(edges))
    assert isinstance(h, Hierarchy)
    rows = [("", "s", "MB more"), ("Hierarchy.from_edges", f"{seconds:.2f}", f"{megabytes:.0f}")]
    a, b = h.classes[-1], h.classes[-2]
    for name, work in (
        ("its arrays", lambda: h.arrays),
        ("its hash", lambda: hash(h)),
        ("closure of two classes", lambda: h.closure([a, b])),
        ("distance of two classes", lambda: h.distance(a, b)),
    ):
        took, more, _ = measured(work)
        rows.append((name, f"{took:.3f}", f"{more:.0f}"))
    reference, more, _ = measured(lambda: networkx.DiGraph(edges))
    rows.append(("networkx.DiGraph, for comparison", f"{reference:.2f}", f"{more:.0f}"))
    print(text_table(rows, "<>>"))
    print(f"\n{len(h):,} classes, {len(edges):,} edges; limits: {SECONDS:g} s, {MEGABYTES:g} MB, networkx's own time")
    return int(seconds >= SECONDS or megabytes >= MEGABYTES or seconds >= reference)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 325_000))
