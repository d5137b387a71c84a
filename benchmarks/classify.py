"""Time and memory of learning and asking: classes × documents as a size, on one core or more.

    python benchmarks/classify.py                   10,000 documents, 500 leaves
    python benchmarks/classify.py --large           100,000 documents, 5,000 leaves

Beside it stands what scikit-learn alone takes for the binary classifiers of the top level, so that the ratio holds
on any machine.
"""

from __future__ import annotations

import argparse
import resource
from time import perf_counter, process_time

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression

from hierview import Hierarchy
from hierview.classify import TopDown

SIZES = {False: (10_000, (5, 10, 10), 30_000), True: (100_000, (5, 10, 100), 100_000)}
WORDS = 66  # of a document


def drawn(
    documents: int, branching: tuple[int, ...], vocabulary: int
) -> tuple[Hierarchy, sparse.csr_matrix, list[str]]:
    """Documents whose words come from all levels above their leaf."""
    rng = np.random.default_rng(0)
    levels, edges = [["r"]], []
    for many in branching:
        levels.append([f"{parent}.{j}" for parent in levels[-1] for j in range(many)])
        edges += [(c.rpartition(".")[0], c) for c in levels[-1]]
    words = {c: rng.choice(vocabulary, 40) for level in levels for c in level}
    rows, y = [], []
    for _ in range(documents):
        leaf = levels[-1][rng.integers(len(levels[-1]))]
        parts = [leaf]
        while "." in parts[-1]:
            parts.append(parts[-1].rpartition(".")[0])
        own = [words[parts[k]][rng.integers(40)] for k in rng.choice(len(parts) - 1, WORDS // 2)]
        rows.append(np.concatenate([own, (vocabulary ** rng.random(WORDS - len(own))).astype(int)]))
        y.append(leaf)
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    x = sparse.csr_matrix((np.ones(starts[-1], np.float32), np.concatenate(rows), starts), (documents, vocabulary))
    x.sum_duplicates()
    return Hierarchy.from_edges(edges), TfidfTransformer().fit_transform(x), y


def main() -> None:
    """Print one line for each step."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--asked", type=int, default=10_000, help="documents whose scores are kept")
    args = parser.parse_args()
    h, x, y = drawn(*SIZES[args.large])
    start = process_time()
    top = [c.split(".")[1] for c in y]
    for c in sorted(set(top)):
        LogisticRegression(solver="liblinear").fit(x, np.array(top) == c)
    alone = process_time() - start
    print(f"{x.shape[0]:,} documents, {len(h):,} classes, {x.nnz / x.shape[0]:.0f} words a document, {told()}")
    start, clock = process_time(), perf_counter()
    model = TopDown(n_jobs=args.jobs).fit(x, y, h)
    fit, fit_clock = process_time() - start, perf_counter() - clock
    weights = model.lines_.weights
    size = (weights.data.nbytes + weights.indices.nbytes) / 1e6
    times = f"{fit / alone:.2f} times what scikit-learn takes for the top level alone"
    print(
        f"fit     {fit:6.1f} s of a processor, {fit_clock:.1f} by the clock ({times}), weights {size:,.1f} MB, {told()}"
    )
    some = x[: args.asked]
    start = process_time()
    scores = model.predict_proba(some)
    ask = process_time() - start
    kept = len(scores.columns) / len(scores)
    print(f"ask     {ask:6.1f} s for {len(scores):,} documents, {kept:.0f} scores of each are kept, {told()}")
    del scores
    start = process_time()
    right = np.mean([set(a) == {b} for a, b in zip(model.predict(x), y, strict=True)])
    print(f"predict {process_time() - start:6.1f} s for all, {right:.1%} of the learnt documents right, {told()}")


def told() -> str:
    """The most memory so far."""
    return f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:,.0f} MB"


if __name__ == "__main__":
    main()
