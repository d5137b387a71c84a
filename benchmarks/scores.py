"""From nothing to Fmax: triples of 10,000 proteins over 27,000 terms, in a process of its own.

    python benchmarks/scores.py [--proteins 10000] [--terms 27000] [--lines 390]

Prints processor time and the most memory; made data, of a seed: a DAG in which a term has up to three parents.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import numpy as np


def write(folder: Path, proteins: int, terms: int, lines: int) -> None:
    """Hierarchy, truth and scores as text."""
    rng = np.random.default_rng(20261129)
    with open(folder / "h.tsv", "w") as file:
        for c in range(1, terms):
            # Parents stand within the earlier half, so that closures have about a dozen terms.
            for p in sorted({int(c * rng.random() * 0.5) for _ in range(rng.choice(3, p=[0.5, 0.35, 0.15]) + 1)}):
                file.write(f"GO:{p:07}\tGO:{c:07}\n")
    with open(folder / "gold.tsv", "w") as gold, open(folder / "a.tsv", "w") as scores:
        for i in range(proteins):
            true = rng.choice(terms, 5, replace=False).tolist()
            gold.write(f"P{i:06}\t{'|'.join(f'GO:{c:07}' for c in true)}\n")
            own = rng.choice(terms, lines, replace=False).tolist()
            values = np.round(rng.beta(0.4, 2, lines), 3).tolist()
            pairs = {c: max(s, 0.001) for c, s in zip(own, values, strict=True)}
            pairs |= {c: round(float(rng.random()), 3) or 0.001 for c in true}
            scores.writelines(f"P{i:06}\tGO:{c:07}\t{s}\n" for c, s in pairs.items())


def main() -> None:
    """Make the data, score them in a process of its own, and tell what that took."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name, default in (("proteins", 10_000), ("terms", 27_000), ("lines", 390)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write(folder, given.proteins, given.terms, given.lines)
        own = [sys.executable, "-m", "hierview", "study", folder / "h.tsv", "--true", folder / "gold.tsv"]
        own += ["--scores", f"a={folder / 'a.tsv'}", "--measure", "Fmax", "--json"]
        process = os.spawnv(os.P_NOWAIT, sys.executable, list(map(str, own)))
        _, status, usage = os.wait4(process, 0)
    cpu, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e6
    print(f"status {status}: {cpu:.1f} s of processor time, {memory:.2f} GB")


if __name__ == "__main__":
    main()
