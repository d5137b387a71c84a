"""How long files with 300,000 classes and 900,000 edges take to be opened, shape by shape, and how much memory.

    python benchmarks/opening.py [classes] [shape ...]

**Files.** A random DAG, three parents a class on average, written as each shape; as paths its tree of first parents,
each path three times so that there are as many lines; from a fixed seed.

**Time and memory.** Each shape is opened from bytes in a process of its own: processor time of `load_hierarchy`, and
the most that the process held above what it held before, the bytes themselves included. The reference of the same run
is a loop that splits the pair lines and numbers the names in a dict: the least that any reader does line by line.

Exits with 1 if a shape takes 3 s (Turtle 5 s) or 600 MB, unless the reference shows that the machine is slow: beyond
2 s of the reference, only memory is judged.
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hierview.answers.answers import text_table

SECONDS, TURTLE_SECONDS, MEGABYTES = 3.0, 5.0, 600.0
PARENTS = (2, 3, 3, 4)

Edges = list[tuple[int, int]]


def edges_of(classes: int) -> Edges:
    rng = random.Random(0)
    return [(p, i) for i in range(1, classes) for p in sorted({rng.randrange(i) for _ in range(rng.choice(PARENTS))})]


def name(i: int) -> str:
    return f"GO:{i:07}"


def pairs(n: int, edges: Edges) -> str:
    return "".join(f"{name(a)}\t{name(b)}\n" for a, b in edges)


def paths(n: int, edges: Edges) -> str:
    parent = {b: a for a, b in reversed(edges)}
    trail = {0: name(0)}
    lines = [trail[0]]
    for i in range(1, n):
        trail[i] = f"{trail[parent[i]]} > {name(i)}"
        lines.append(trail[i])
    return "\n".join(line for line in lines for _ in range(3)) + "\n"


def adjacency(n: int, edges: Edges) -> str:
    below: dict[int, list[str]] = {}
    for a, b in edges:
        below.setdefault(a, []).append(name(b))
    return "".join("\t".join([name(a), *children]) + "\n" for a, children in below.items())


def graphml(n: int, edges: Edges) -> str:
    nodes = "".join(f'<node id="{name(i)}"><data key="d0">class {i}</data></node>\n' for i in range(n))
    lines = "".join(f'<edge source="{name(a)}" target="{name(b)}"/>\n' for a, b in edges)
    key = '<key id="d0" for="node" attr.name="label" attr.type="string"/>'
    return f'<?xml version="1.0"?>\n<graphml>{key}<graph edgedefault="directed">\n{nodes}{lines}</graph></graphml>\n'


def stanzas(n: int, edges: Edges) -> Iterator[tuple[int, list[int]]]:
    above: list[list[int]] = [[] for _ in range(n)]
    for a, b in edges:
        above[b].append(a)
    yield from enumerate(above)


def obo(n: int, edges: Edges) -> str:
    terms = (
        f"[Term]\nid: {name(i)}\nname: class {i}\n" + "".join(f"is_a: {name(a)} ! class {a}\n" for a in above)
        for i, above in stanzas(n, edges)
    )
    return "format-version: 1.2\n\n" + "\n".join(terms)


def turtle(n: int, edges: Edges) -> str:
    head = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix : <http://example.org/c/> .\n"
    concepts = (
        f':c{i} a skos:Concept ; skos:prefLabel "class {i}"@en'
        + "".join(f" ; skos:broader :c{a}" for a in above)
        + " .\n"
        for i, above in stanzas(n, edges)
    )
    return head + "".join(concepts)


def reference(data: bytes) -> int:
    index: dict[str, int] = {}
    ends = []
    for line in data.decode().split("\n"):
        for cell in line.split("\t"):
            ends.append(index.setdefault(cell, len(index)))
    return len(index)


def loaded(data: bytes) -> int:
    from hierview import load_hierarchy  # in the process that is measured

    return len(load_hierarchy(data))


WRITERS: dict[str, Callable[[int, Edges], str]] = {
    "pairs": pairs,
    "paths": paths,
    "adjacency": adjacency,
    "graphml": graphml,
    "obo": obo,
    "turtle": turtle,
}


def _most() -> float:
    """The most that the process held since it began, in MB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1e3


def _measure(path: str, work: Callable[[bytes], int], out: multiprocessing.Queue[tuple[float, float, int]]) -> None:
    loaded(b"A\tB\n")
    before, start = _most(), time.process_time()
    found = work(Path(path).read_bytes())
    out.put((time.process_time() - start, _most() - before, found))


def measured(path: Path, work: Callable[[bytes], int]) -> tuple[float, float, int]:
    context = multiprocessing.get_context("spawn")
    out: multiprocessing.Queue[tuple[float, float, int]] = context.Queue()
    process = context.Process(target=_measure, args=(str(path), work, out))
    process.start()
    result = out.get()
    process.join()
    return result


def main(classes: int, shapes: list[str]) -> int:
    edges = edges_of(classes)
    rows = [("shape", "file, MB", "s", "times the reference", "MB more")]
    bad = False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pairs"
        path.write_text(pairs(classes, edges))
        least, memory, _ = measured(path, reference)
        rows.append(("the reference", f"{path.stat().st_size / 1e6:.0f}", f"{least:.2f}", "1.0", f"{memory:.0f}"))
        for shape in shapes:
            path = Path(folder) / shape
            path.write_text(WRITERS[shape](classes, edges))
            seconds, memory, n = measured(path, loaded)
            assert n == classes, (shape, n)
            rows.append(
                (shape, f"{path.stat().st_size / 1e6:.0f}", f"{seconds:.2f}", f"{seconds / least:.1f}", f"{memory:.0f}")
            )
            limit = TURTLE_SECONDS if shape == "turtle" else SECONDS
            bad |= memory > MEGABYTES or (seconds > limit and least < 2)
            path.unlink()
    print(text_table(rows, "<>>>>"))
    print(f"\n{classes:,} classes, {len(edges):,} edges")
    return int(bad)


if __name__ == "__main__":
    given = sys.argv[1:]
    count = int(given.pop(0)) if given and given[0].isdigit() else 300_000
    sys.exit(main(count, given or list(WRITERS)))
