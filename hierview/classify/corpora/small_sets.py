"""Real documents that every machine with scikit-learn has: handwritten digits, and the names of characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

import numpy as np
from scipy.cluster.hierarchy import to_tree, ward
from sklearn.datasets import load_digits
from sklearn.feature_extraction.text import CountVectorizer

from ...model.hierarchy import Hierarchy
from .generated import GeneratedCorpus, make

FEWEST = 10  # names of a category that is kept
_LONG = ("CJK ", "HANGUL SYLLABLE")  # names that are numbers or spelt syllables


def digit_corpus() -> GeneratedCorpus:
    """Images of handwritten digits, 64 columns; even rows are learnt from, odd ones asked about.

    The hierarchy is the Ward tree of the digits' mean training images: two are siblings where they look alike.
    """
    data = load_digits()
    x, y = data.data / 16, data.target
    train, test = np.arange(len(x)) % 2 == 0, np.arange(len(x)) % 2 == 1
    means = np.array([x[train & (y == digit)].mean(axis=0) for digit in range(10)])
    edges: list[tuple[str, str]] = []
    todo = [(to_tree(ward(means)), "digits")]
    while todo:
        node, name = todo.pop()
        for below in (node.left, node.right):
            child = "".join(map(str, sorted(below.pre_order())))  # the digits at or below it
            edges.append((name, child))
            if len(child) > 1:
                todo.append((below, child))
    labels = [[frozenset({str(digit)}) for digit in y[part].tolist()] for part in (train, test)]
    leaves = tuple(str(digit) for digit in range(10))
    return GeneratedCorpus(Hierarchy.from_edges(edges), x[train], labels[0], x[test], labels[1], leaves, None)


def name_corpus(seed: int = 0) -> GeneratedCorpus:
    """Names of characters as short texts, under their general categories; random halves.

    Unicode 3.2, which Python keeps as it was, so that the data never change. Categories with fewer than `FEWEST` names
    are left out, and so are ideographs and syllables of Hangul, whose names are numbers or spellings.
    """
    unicode_data = unicodedata.ucd_3_2_0
    texts, classes = [], []
    for code in range(0x110000):
        name = unicode_data.name(chr(code), "")
        if name and not name.startswith(_LONG):
            texts.append(name)
            classes.append(unicode_data.category(chr(code)))
    counts = {c: classes.count(c) for c in sorted(set(classes))}
    frequent = [i for i, c in enumerate(classes) if counts[c] >= FEWEST]
    order = np.random.default_rng(seed).permutation(len(frequent))
    train, test = np.sort(order[: len(frequent) // 2]), np.sort(order[len(frequent) // 2 :])
    leaves = tuple(c for c in counts if counts[c] >= FEWEST)
    edges = [("characters", top) for top in sorted({c[0] for c in leaves})] + [(c[0], c) for c in leaves]
    words = CountVectorizer(token_pattern=r"[^ -]+").fit([texts[frequent[i]] for i in train])
    parts = []
    for which in (train, test):
        rows = [frequent[i] for i in which.tolist()]
        parts.append((words.transform([texts[i] for i in rows]), [frozenset({classes[i]}) for i in rows]))
    (x, y), (z, truth) = parts
    return GeneratedCorpus(Hierarchy.from_edges(edges), x, y, z, truth, leaves, None)


# The demonstrations by name, each from a seed.
DEMONSTRATIONS: Mapping[str, Callable[[int], GeneratedCorpus]] = {
    "drawn": lambda seed: make(seed, zipf=0),
    "digits": lambda seed: digit_corpus(),
    "names": name_corpus,
}
