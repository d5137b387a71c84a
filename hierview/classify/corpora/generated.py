"""Documents drawn from a model of words over a hierarchy, so that what a classifier could know at best is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from ...errors import LearningError
from ...model.hierarchy import Hierarchy
from ..estimators.numbered_hierarchy import Floats

PRESET_A = (0.75, 0.02, 0.04, 0.19)
PRESET_B = (0.7, 0.04, 0.08, 0.18)
LEAST_WORDS = 5  # of a document
Parents = dict[str, list[str]]


@dataclass(frozen=True)
class GeneratedCorpus:
    """A hierarchy with documents: counts of words, documents × vocabulary, sparse, and the classes of each."""

    hierarchy: Hierarchy
    """The hierarchy."""
    train: Any
    """Counts of words of the documents to learn from, documents × vocabulary, sparse."""
    train_labels: list[frozenset[str]]
    """Their classes."""
    test: Any
    """Counts of words of the documents to ask about."""
    test_labels: list[frozenset[str]]
    """Their classes."""
    leaves: tuple[str, ...]
    """The leaves of the hierarchy."""
    posterior: Floats | None
    """Test documents × leaves, P(leaf | words) by the model that drew them; exact for one label a document and no
    noise, else None.
    """


@dataclass(frozen=True)
class WordModel:
    """A model of documents of classes whose words come from every level above them."""

    branching: Sequence[int] = (4, 4, 4)
    """Number of children of each class, level by level."""
    vocabulary: int = 4000
    """Number of words in all."""
    words: int = 40
    """Number of words of the vocabulary that a class prefers; the root has all, by rank."""
    mix: Sequence[float] = PRESET_A
    """The share of the words that comes from each level, the root's first; they sum to 1."""
    length: float = 20
    """Mean of the Poisson number of words that a document has beyond `LEAST_WORDS`."""
    labels: float = 1
    """Mean number of leaves of a document; its words come from all of them alike."""
    near: float = 0.7
    """Probability that a further leaf is a sibling."""
    noise: float = 0
    """The share of documents with a random leaf."""
    inner: float = 0
    """The share whose label is the leaf's parent."""
    zipf: float = 0.7
    """Exponent of the ranks by which leaves are drawn: rank^−zipf."""
    extra_parents: int = 0
    """Number of classes that get a second parent from the level above."""

    def __post_init__(self) -> None:
        """Raises LearningError for shares of another number than levels, or that do not sum to 1."""
        levels, mix = len(self.branching) + 1, self.mix
        if len(mix) != levels or abs(sum(mix) - 1) > 1e-9 or min(mix) < 0:
            raise LearningError(f"mix has {len(mix)} shares; {levels} that sum to 1 are accepted")

    def classes(self, draw: np.random.Generator) -> tuple[list[list[str]], Parents]:
        """The classes of each level, and the parents of each."""
        levels, parents = [["root"]], {"root": list[str]()}
        for many in self.branching:
            below = []
            for parent in levels[-1]:
                for j in range(many):
                    c = f"{j + 1}" if parent == "root" else f"{parent}.{j + 1}"
                    parents[c] = [parent]
                    below.append(c)
            levels.append(below)
        for _ in range(self.extra_parents):
            level = int(draw.integers(2, len(levels)))
            c = levels[level][draw.integers(len(levels[level]))]
            other = levels[level - 1][draw.integers(len(levels[level - 1]))]
            if other not in parents[c]:
                parents[c].append(other)
        return levels, parents

    def word_shares(
        self, levels: Sequence[Sequence[str]], parents: Parents, draw: np.random.Generator
    ) -> dict[str, Floats]:
        """How a class's words are spread over the vocabulary, with those of all levels above; the mean over parents."""
        shares: dict[str, Floats] = {}
        for level, classes in enumerate(levels):
            for c in classes:
                own = np.zeros(self.vocabulary)
                if level == 0:
                    own[draw.permutation(self.vocabulary)] = 1 / np.arange(1, self.vocabulary + 1)
                    own /= own.sum()
                else:
                    likely = draw.dirichlet(np.ones(self.words))
                    own[draw.choice(self.vocabulary, self.words, replace=False)] = likely
                above = [shares[p] for p in parents[c]]
                shares[c] = self.mix[level] * own + (sum(above) / len(above) if above else 0)
        return shares


@dataclass(frozen=True)
class _DocumentSource:
    """Leaves by number, with the parents of all classes, how likely each leaf is, and how likely words are in it."""

    model: WordModel
    draw: np.random.Generator
    leaves: tuple[str, ...]
    parents: Parents
    prior: Floats
    mixture: Floats

    def draw_document(self) -> tuple[list[int], Any]:
        """The leaves of a document, and its words."""
        draw, model = self.draw, self.model
        leaves = [int(draw.choice(len(self.prior), p=self.prior))]
        for _ in range(int(draw.poisson(model.labels - 1)) if model.labels > 1 else 0):
            close = self.sibling_leaves[leaves[0]]
            if len(close) and draw.random() < model.near:
                other = int(draw.choice(close))
            else:
                other = int(draw.choice(len(self.prior), p=self.prior))
            if other not in leaves:
                leaves.append(other)
        many = LEAST_WORDS + int(draw.poisson(model.length))
        return leaves, draw.choice(model.vocabulary, many, p=self.mixture[leaves].mean(axis=0))

    @cached_property
    def sibling_leaves(self) -> list[list[int]]:
        """The other leaves with a parent of each leaf."""
        above = [set(self.parents[leaf]) for leaf in self.leaves]
        return [[j for j, other in enumerate(above) if j != i and own & other] for i, own in enumerate(above)]

    def given_classes(self, own: Sequence[int]) -> frozenset[str]:
        """The classes that a document of these leaves is given."""
        draw, model = self.draw, self.model
        if model.noise and draw.random() < model.noise:
            return frozenset({self.leaves[int(draw.integers(len(self.leaves)))]})
        return frozenset(
            self.parents[self.leaves[k]][0] if model.inner and draw.random() < model.inner else self.leaves[k]
            for k in own
        )

    def posterior(self, x: Any) -> Floats:
        """P(leaf | words) of documents, documents × leaves."""
        logs = x @ np.log(np.maximum(self.mixture, 1e-300)).T + np.log(self.prior)
        posterior = np.exp(logs - logs.max(axis=1, keepdims=True))
        shares: Floats = posterior / posterior.sum(axis=1, keepdims=True)
        return shares


def make(seed: int, *, train: int = 2000, test: int = 1000, **model: Any) -> GeneratedCorpus:
    """Documents of a `WordModel` with these fields. Raises LearningError.

    >>> made = make(0, branching=(2, 2), train=3, test=1, mix=(0.5, 0.2, 0.3))
    >>> made.train.shape, len(made.hierarchy), round(float(made.posterior.sum()), 6)
    ((3, 4000), 7, 1.0)
    """
    words = WordModel(**model)
    draw = np.random.default_rng(seed)
    levels, parents = words.classes(draw)
    hierarchy = Hierarchy.from_edges([(p, c) for level in levels[1:] for c in level for p in parents[c]])
    share = words.word_shares(levels, parents, draw)
    leaves = tuple(levels[-1])
    weights = (draw.permutation(len(leaves)) + 1.0) ** -words.zipf
    source = _DocumentSource(
        words, draw, leaves, parents, weights / weights.sum(), np.array([share[leaf] for leaf in leaves])
    )
    parts = []
    for many in (train, test):
        documents = [source.draw_document() for _ in range(many)]
        truth = [source.given_classes(path) for path, _ in documents]
        parts.append((_count_matrix([text for _, text in documents], words.vocabulary), truth))
    (x, y), (x_test, y_test) = parts
    exact = words.labels == 1 and not words.noise
    return GeneratedCorpus(hierarchy, x, y, x_test, y_test, leaves, source.posterior(x_test) if exact else None)


def _count_matrix(texts: Sequence[Any], vocabulary: int) -> Any:
    starts = np.concatenate([[0], np.cumsum([len(text) for text in texts])])
    columns = np.concatenate([np.zeros(0, np.int64), *texts]).astype(np.int32)
    counts = sparse.csr_matrix((np.ones(len(columns), np.float32), columns, starts), (len(texts), vocabulary))
    counts.sum_duplicates()
    return counts
