"""Documents drawn from a model of words over a hierarchy, so that what a classifier could know at best is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from ...errors import LearningError
from ...model.hierarchy import Hierarchy
from ..estimators.layout import Floats

PRESET_A = (0.75, 0.02, 0.04, 0.19)
PRESET_B = (0.7, 0.04, 0.08, 0.18)
LEAST_WORDS = 5  # of a document


@dataclass(frozen=True)
class Generated:
    """A hierarchy with documents: counts of words, documents × vocabulary, sparse, and the classes of each.

    leaves: the leaves.  posterior: test documents × leaves, P(leaf | words) by the model that drew them; exact for
    one label a document and no noise, else None.
    """

    hierarchy: Hierarchy
    train: Any
    train_labels: list[frozenset[str]]
    test: Any
    test_labels: list[frozenset[str]]
    leaves: tuple[str, ...]
    posterior: Floats | None


def make(
    seed: int,
    branching: Sequence[int] = (4, 4, 4),
    vocabulary: int = 4000,
    words: int = 40,
    mix: Sequence[float] = PRESET_A,
    length: float = 20,
    labels: float = 1,
    near: float = 0.7,
    noise: float = 0,
    inner: float = 0,
    zipf: float = 0.7,
    extra_parents: int = 0,
    train: int = 2000,
    test: int = 1000,
) -> Generated:
    """Documents of classes whose words come from every level above them.

    branching: children of each class, level by level.  words: of the vocabulary that a class prefers; the root has
    all, by rank.  mix: the share of the words that comes from each level, the root's first; they sum to 1.
    length: a document has `LEAST_WORDS` and a Poisson number of this mean.  zipf: a leaf is drawn by rank^−zipf.
    labels: the mean number of leaves of a document; further ones are siblings with probability `near`, and the words
    come from all alike.  noise: the share of documents with a random leaf.  inner: the share whose label is the
    leaf's parent.  extra_parents: so many classes get a second parent from the level above.
    Raises LearningError.

    >>> made = make(0, branching=(2, 2), train=3, test=1, mix=(0.5, 0.2, 0.3))
    >>> made.train.shape, len(made.hierarchy), round(float(made.posterior.sum()), 6)
    ((3, 4000), 7, 1.0)
    """
    if len(mix) != len(branching) + 1 or abs(sum(mix) - 1) > 1e-9 or min(mix) < 0:
        raise LearningError(f"mix has {len(mix)} shares; {len(branching) + 1} that sum to 1 are accepted")
    draw = np.random.default_rng(seed)
    levels, parents = _classes(branching, extra_parents, draw)
    edges = [(p, c) for level in levels[1:] for c in level for p in parents[c]]
    hierarchy = Hierarchy.from_edges(edges)
    share = _word_shares(levels, parents, mix, vocabulary, words, draw)
    leaves = tuple(levels[-1])
    mixture = np.array([share[leaf] for leaf in leaves])
    ranks = draw.permutation(len(leaves)) + 1.0
    prior = ranks**-zipf / (ranks**-zipf).sum()
    siblings = _siblings(leaves, parents)
    parts = []
    for many in (train, test):
        documents = [_document(draw, prior, siblings, mixture, length, labels, near) for _ in range(many)]
        truth = [_label(draw, leaves, parents, path, noise, inner) for path, _ in documents]
        parts.append((_counts([text for _, text in documents], vocabulary), truth))
    (x, y), (x_test, y_test) = parts
    exact = labels == 1 and not noise
    return Generated(hierarchy, x, y, x_test, y_test, leaves, _posterior(x_test, prior, mixture) if exact else None)


def _classes(
    branching: Sequence[int], extra: int, draw: np.random.Generator
) -> tuple[list[list[str]], dict[str, list[str]]]:
    """The classes of each level, and the parents of each."""
    levels, parents = [["root"]], {"root": list[str]()}
    for many in branching:
        below = []
        for parent in levels[-1]:
            for j in range(many):
                c = f"{j + 1}" if parent == "root" else f"{parent}.{j + 1}"
                parents[c] = [parent]
                below.append(c)
        levels.append(below)
    for _ in range(extra):
        level = int(draw.integers(2, len(levels)))
        c = levels[level][draw.integers(len(levels[level]))]
        other = levels[level - 1][draw.integers(len(levels[level - 1]))]
        if other not in parents[c]:
            parents[c].append(other)
    return levels, parents


def _word_shares(
    levels: Sequence[Sequence[str]],
    parents: dict[str, list[str]],
    mix: Sequence[float],
    vocabulary: int,
    words: int,
    draw: np.random.Generator,
) -> dict[str, Floats]:
    """How a class's words are spread over the vocabulary, with those of all levels above; the mean over parents."""
    shares: dict[str, Floats] = {}
    for level, classes in enumerate(levels):
        for c in classes:
            own = np.zeros(vocabulary)
            if level == 0:
                own[draw.permutation(vocabulary)] = 1 / np.arange(1, vocabulary + 1)
                own /= own.sum()
            else:
                own[draw.choice(vocabulary, words, replace=False)] = draw.dirichlet(np.ones(words))
            above = [shares[p] for p in parents[c]]
            shares[c] = mix[level] * own + (sum(above) / len(above) if above else 0)
    return shares


def _siblings(leaves: Sequence[str], parents: dict[str, list[str]]) -> list[list[int]]:
    return [
        [j for j, other in enumerate(leaves) if other != leaf and set(parents[leaf]) & set(parents[other])]
        for leaf in leaves
    ]


def _document(
    draw: np.random.Generator,
    prior: Floats,
    siblings: Sequence[Sequence[int]],
    mixture: Floats,
    length: float,
    labels: float,
    near: float,
) -> tuple[list[int], Any]:
    """The leaves of a document, and its words."""
    leaves_of = [int(draw.choice(len(prior), p=prior))]
    for _ in range(int(draw.poisson(labels - 1)) if labels > 1 else 0):
        close = siblings[leaves_of[0]]
        other = (
            int(draw.choice(close)) if len(close) and draw.random() < near else int(draw.choice(len(prior), p=prior))
        )
        if other not in leaves_of:
            leaves_of.append(other)
    many = LEAST_WORDS + int(draw.poisson(length))
    return leaves_of, draw.choice(mixture.shape[1], many, p=mixture[leaves_of].mean(axis=0))


def _label(
    draw: np.random.Generator,
    leaves: Sequence[str],
    parents: dict[str, list[str]],
    own: Sequence[int],
    noise: float,
    inner: float,
) -> frozenset[str]:
    if noise and draw.random() < noise:
        return frozenset({leaves[int(draw.integers(len(leaves)))]})
    return frozenset(parents[leaves[k]][0] if inner and draw.random() < inner else leaves[k] for k in own)


def _counts(texts: Sequence[Any], vocabulary: int) -> Any:
    starts = np.concatenate([[0], np.cumsum([len(text) for text in texts])])
    columns = np.concatenate([np.zeros(0, np.int64), *texts]).astype(np.int32)
    counts = sparse.csr_matrix((np.ones(len(columns), np.float32), columns, starts), (len(texts), vocabulary))
    counts.sum_duplicates()
    return counts


def _posterior(x: Any, prior: Floats, mixture: Floats) -> Floats:
    logs = x @ np.log(np.maximum(mixture, 1e-300)).T + np.log(prior)
    posterior = np.exp(logs - logs.max(axis=1, keepdims=True))
    shares: Floats = posterior / posterior.sum(axis=1, keepdims=True)
    return shares
