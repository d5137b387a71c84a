"""How long all measures take on a case with 30 classes.

    python benchmarks/measures.py [cases]

**Cases.** A random DAG of 30 classes: each class but the first has one parent, chosen evenly from those before
it, and 7 further edges lead from an earlier class to a later one. Four classes are true and four predicted,
each side drawn evenly from all of them. The case's number is the seed; 1,000 unless told otherwise.

**Time.** Processor time from the case to every row of the long table (`answers.answer_rows`), with nothing kept
from a case before; 50 further cases go ahead unmeasured. Beside it stands a reference timed after every case, so
that machines can be compared: `networkx.network_simplex` on one fixed network of 20 nodes.

**Collector.** Python's garbage collector now and then walks over all that is kept, and the measures keep graphs
and pairings of thousands of cases: its pauses count towards the slowest case, and are shown apart.

**Fallbacks.** How often the minimal graphs were left to K15's Algorithm 1 because there are too many.

Exits with 1 if the median is above 20 ms or the slowest case above 200 ms.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import networkx

from hierview import Case
from hierview.answers.answers import answer_rows, rows_with_families, text_table
from hierview.measures.lca.graphs import Graphs

CLASSES, MORE_EDGES, MARKED = 30, 7, 4
WARM_UP = 50
MEDIAN, WORST = 20.0, 200.0  # milliseconds


def random_case(seed: int) -> Case:
    rng = random.Random(seed)
    names = [f"c{i}" for i in range(CLASSES)]
    edges = {(names[rng.randrange(i)], names[i]) for i in range(1, CLASSES)}
    while len(edges) < CLASSES - 1 + MORE_EDGES:
        a, b = sorted(rng.sample(range(CLASSES), 2))
        edges.add((names[a], names[b]))
    return Case.of(sorted(edges), rng.sample(names, MARKED), rng.sample(names, MARKED))


def reference_network() -> networkx.DiGraph:
    """Ten sources and ten sinks, every pair joined at a fixed cost."""
    network = networkx.DiGraph()
    for i in range(10):
        network.add_node(f"s{i}", demand=-1)
        network.add_node(f"t{i}", demand=1)
    network.add_edges_from((f"s{i}", f"t{j}", {"weight": (7 * i + 3 * j) % 11}) for i in range(10) for j in range(10))
    return network


def milliseconds(work) -> tuple[float, object]:
    start = time.process_time()
    result = work()
    return 1000 * (time.process_time() - start), result


class Collector:
    """Adds up the processor time that the garbage collector takes."""

    def __init__(self) -> None:
        self.taken, self._since = 0.0, 0.0
        gc.callbacks.append(self._tell)

    def _tell(self, phase: str, _: dict) -> None:
        if phase == "start":
            self._since = time.process_time()
        else:
            self.taken += 1000 * (time.process_time() - self._since)


def main(cases: int) -> int:
    measures = tuple(m for _, main, under in rows_with_families() for m in (main, *under))
    network = reference_network()
    for seed in range(cases, cases + WARM_UP):
        answer_rows(random_case(seed), measures)
        networkx.network_simplex(network)
    collector = Collector()
    times: list[tuple[float, int]] = []
    without: list[tuple[float, int]] = []
    references: list[float] = []
    fallbacks = 0
    for seed in range(cases):
        case, before = random_case(seed), collector.taken
        took, rows = milliseconds(lambda case=case: answer_rows(case, measures))
        times.append((took, seed))
        without.append((took - (collector.taken - before), seed))
        references.append(milliseconds(lambda: networkx.network_simplex(network))[0])
        graphs = [a.result.witness for a in rows if isinstance(a.result.witness, Graphs)]
        asked = [a.measure.variant for a in rows if isinstance(a.result.witness, Graphs)]
        fallbacks += any(g.made_by != variant for g, variant in zip(graphs, asked, strict=True))
    reference = median(references)
    middle = median(t for t, _ in times)
    worst, _ = max(times)
    alone, slowest = max(without)
    lines = {"median": middle, "slowest": worst, f"slowest without the collector (case {slowest})": alone}
    rows = [("", "ms", "× reference"), ("reference, median", f"{reference:.2f}", "1")]
    rows += [(word, f"{t:.1f}", f"{t / reference:.0f}") for word, t in lines.items()]
    print(text_table(rows, "<>>"))
    print(
        f"\n{len(measures)} measures, {cases:,} cases; left to Algorithm 1: {fallbacks}; "
        f"limits: median {MEDIAN:g} ms, slowest {WORST:g} ms"
    )
    return int(middle > MEDIAN or worst > WORST)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
