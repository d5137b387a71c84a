"""What the documentation claims of systems on generated and small documents, over all seeds: what holds, what fails.

    python benchmarks/claims.py                  all of them; some minutes
    python benchmarks/claims.py blocking chi2    some of them

Each prints a row for each setting: the claim, in how many of the seeds it held, and the means. `make test` asks the
cheap ones with one seed or two; here stand the numbers that a sentence may be checked against.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

import numpy as np
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.feature_selection import SelectPercentile, chi2
from sklearn.pipeline import make_pipeline

import hierview
from hierview.classify import Centroids, Flat, Neighbours, TopDown, decided, make
from hierview.classify.corpora.generated import PRESET_B, GeneratedCorpus
from hierview.classify.corpora.small_sets import digit_corpus, name_corpus
from hierview.classify.curves import rejection_rows

Row = tuple[str, list[bool], dict[str, list[float]]]
SEEDS = range(10)
FEWER = range(5)


def weighted(made: GeneratedCorpus) -> tuple[object, object]:
    weights = TfidfTransformer().fit(made.train)
    return weights.transform(made.train), weights.transform(made.test)


def right(run: list[frozenset[str]], truth: list[frozenset[str]]) -> float:
    return float(np.mean([a == b for a, b in zip(run, truth, strict=True)]))


def both(made: GeneratedCorpus, **settings: object) -> tuple[list[frozenset[str]], list[frozenset[str]]]:
    """What a cascade and the most probable path answer, by the same classifiers."""
    x, z = weighted(made)
    scores = TopDown(**settings).fit(x, made.train_labels, made.hierarchy).predict_proba(z)
    greedy, path = (scores.layout.class_sets(decided(scores, rule)) for rule in ("Cascade", "MostProbablePath"))
    return greedy, path


def paths() -> Iterator[Row]:
    """Greedy against the most probable path; and the one rule that no learner can break: by the exact posterior."""
    for zipf in (0.0, 0.7):
        for learner, calibrate in (("logistic", None), ("svm", "sigmoid")):
            held, shares = [], {"greedy": list[float](), "path": list[float]()}
            for seed in SEEDS:
                made = make(seed, zipf=zipf)
                runs = both(made, learner=learner, calibrate=calibrate)
                for name, run in zip(shares, runs, strict=True):
                    shares[name].append(right(run, made.test_labels))
                held.append(shares["path"][-1] >= shares["greedy"][-1])
            yield f"zipf {zipf}, {learner}, {calibrate}: path at least as good", held, shares


def shrinking() -> Iterator[Row]:
    """Why the path loses with unequal leaves: the local probabilities of rare classes are shrunk the most.

    Each leaf is set against its siblings; the mean of log P(true | parent), which a path adds up, falls with how few
    documents a class has, less so where margins are calibrated.
    """
    for learner, calibrate in (("logistic", None), ("svm", "sigmoid")):
        means = {"rare": list[float](), "frequent": list[float]()}
        for seed in FEWER:
            made = make(seed, zipf=0.7)
            x, z = weighted(made)
            model = TopDown(learner=learner, calibrate=calibrate).fit(x, made.train_labels, made.hierarchy)
            scores = model.predict_proba(z)
            conditional = scores.matrix("conditional").tocsr()
            truth = [next(iter(y)) for y in made.test_labels]
            many = {leaf: sum(leaf in y for y in made.train_labels) for leaf in made.leaves}
            middle = np.median(list(many.values()))
            said = np.array([conditional[i, scores.layout.index[c]] for i, c in enumerate(truth)])
            rare = np.array([many[c] < middle for c in truth])
            means["rare"].append(float(said[rare].mean()))
            means["frequent"].append(float(said[~rare].mean()))
        held = [a < b for a, b in zip(means["rare"], means["frequent"], strict=True)]
        yield f"P(true leaf | parent), {learner}, {calibrate}: lower for rare leaves", held, means


def posterior() -> Iterator[Row]:
    """By the exact posterior the path leaf is as probable as the greedy one, for every document."""
    held, shares = [], {"differ": list[float]()}
    for seed in SEEDS:
        made = make(seed, train=1)
        assert made.posterior is not None
        below = [[k for k, leaf in enumerate(made.leaves) if leaf.startswith(f"{c}.")] for c in ("1", "2", "3", "4")]
        greedy = []
        for p in made.posterior:
            inside = below[int(np.argmax([p[k].sum() for k in below]))]
            prefixes = sorted({made.leaves[k].rpartition(".")[0] for k in inside})
            groups = [[k for k in inside if made.leaves[k].rpartition(".")[0] == prefix] for prefix in prefixes]
            inside = groups[int(np.argmax([p[k].sum() for k in groups]))]
            greedy.append(inside[int(np.argmax(p[inside]))])
        best = made.posterior.argmax(axis=1)
        rows = np.arange(len(best))
        held.append(bool((made.posterior[rows, best] >= made.posterior[rows, greedy]).all()))
        shares["differ"].append(float(np.mean(best != np.array(greedy))))
    yield "exact posterior: the path leaf at least as probable, for all documents", held, shares


def flat() -> Iterator[Row]:
    """Errors of flat classifiers lie farther away, whoever makes more of them."""
    for zipf in (0.0, 0.7):
        held, means = [], {"path": list[float](), "flat": list[float]()}
        for seed in SEEDS:
            made = make(seed, zipf=zipf)
            x, z = weighted(made)
            for name, model in (("path", TopDown()), ("flat", Flat())):
                run = model.fit(x, made.train_labels, made.hierarchy).predict(z)
                means[name].append(float(hierview.score(made.hierarchy, made.test_labels, run, ["TIE"])["TIE"].mean()))
            held.append(means["path"][-1] <= means["flat"][-1])
        yield f"zipf {zipf}: TIE of the path at most that of flat", held, means


def top() -> Iterator[Row]:
    """The top level by all words, by 100 principal components, and by the 1 % of the words that χ² prefers."""
    h = hierview.Hierarchy.from_edges([("root", c) for c in "1234"])
    shares: dict[str, list[float]] = {"all words": [], "100 components": [], "1 % by chi2": []}
    for seed in FEWER:
        made = make(seed, zipf=0)
        x, z = weighted(made)
        learnt, asked = ([next(iter(y))[0] for y in labels] for labels in (made.train_labels, made.test_labels))
        chosen = make_pipeline(SelectPercentile(chi2, percentile=1), TopDown(hierarchy=h))
        models = (TopDown(hierarchy=h), TopDown(pca_levels="all", components=100, hierarchy=h), chosen)
        for name, model in zip(shares, models, strict=True):
            run = model.fit(x, learnt).predict(z)
            shares[name].append(right(run, [frozenset({c}) for c in asked]))
    held = [a > b > c for a, b, c in zip(*shares.values(), strict=True)]
    yield "top level: all words, then components, then few words", held, shares


def blocking() -> Iterator[Row]:
    """Blocking of SVMs by level, and how it falls with documents."""
    held: list[bool] = []
    for documents in (750, 2000, 3000):
        shares = {"level 1": list[float](), "level 2": list[float]()}
        for seed in FEWER:
            made = make(seed, zipf=0, train=documents)
            x, z = weighted(made)
            scores = TopDown("local+subtree", "svm").fit(x, made.train_labels, made.hierarchy).predict_proba(z)
            rows = rejection_rows(scores, made.test_labels)
            for level, name in enumerate(shares):
                shares[name].append(sum(by.count(".") == level for _, _, by in rows) / len(made.test_labels))
        held = [a > b for a, b in zip(*shares.values(), strict=True)]
        yield f"{documents:,} documents: more are blocked at the first level", held, shares


def counted(run: list[frozenset[str]], made: GeneratedCorpus) -> tuple[float, float, float, float]:
    """Micro precision, recall and F, and mean hF."""
    hits = sum(len(a & b) for a, b in zip(run, made.test_labels, strict=True))
    p, r = hits / max(1, sum(map(len, run))), hits / sum(map(len, made.test_labels))
    frame = hierview.score(made.hierarchy, made.test_labels, run, ["hF"])
    return p, r, 2 * p * r / (p + r), float(frame["hF"].mean())


def neighbours() -> Iterator[Row]:
    """Preset B: more neighbours are more precise and find less; expansion finds more, and is less precise."""
    kinds = [(5, "no"), (13, "no"), (21, "no"), (13, "children"), (13, "parents and children")]
    for title, more in (("preset B", {}), ("the same, inner = near = 0", {"inner": 0.0, "near": 0.0})):
        found: dict[tuple[int, str], list[tuple[float, ...]]] = {kind: [] for kind in kinds}
        for seed in FEWER:
            settings = {"labels": 3, "inner": 0.2, "length": 50, "mix": PRESET_B, "train": 3000, "test": 1000} | more
            made = make(seed, **settings)
            centroids = Centroids().fit(made.train)
            x, z = centroids.transform(made.train), centroids.transform(made.test)
            for k, expanded in kinds:
                run = Neighbours(k, expanded=expanded).fit(x, made.train_labels, made.hierarchy).predict(z)
                found[k, expanded].append(counted(run, made))
        precise = [a[0] < b[0] < c[0] for a, b, c in zip(*(found[kind] for kind in kinds[:3]), strict=True)]
        yield f"{title}: more neighbours are more precise", precise, {}
        plain, expanded_ones = found[kinds[1]], (found[kinds[3]], found[kinds[4]])
        if more:  # leaves alone, their siblings no likelier than others: only parents gain
            falls = [
                all(b[2] < a[2] and b[3] > a[3] for b in row) for a, *row in zip(plain, *expanded_ones, strict=True)
            ]
            yield f"{title}: expansion lowers F and raises hF", falls, {}
        else:
            finds = [a[1] < b[1] < c[1] for a, b, c in zip(plain, *expanded_ones, strict=True)]
            yield f"{title}: expansion finds more", finds, {}
        for k, expanded in kinds:
            values = dict(zip(("P", "R", "F", "hF"), map(list, zip(*found[k, expanded], strict=True)), strict=True))
            yield f"{title}: K {k}, expanded {expanded}", [], values


def small() -> Iterator[Row]:
    """Real documents: errors of greedy, path and flat."""
    for title, made in (("digits", digit_corpus()), ("names of characters", name_corpus())):
        model = TopDown().fit(made.train, made.train_labels, made.hierarchy)
        runs = [model.predict(made.test, rule) for rule in ("Cascade", "MostProbablePath")]
        runs.append(Flat().fit(made.train, made.train_labels, made.hierarchy).predict(made.test))
        wrong = [len(run) * (1 - right(run, made.test_labels)) for run in runs]
        values = {name: [count] for name, count in zip(("greedy", "path", "flat"), wrong, strict=True)}
        yield f"{title}: errors, path at most greedy", [wrong[1] <= wrong[0]], values


CLAIMS: dict[str, Callable[[], Iterator[Row]]] = {
    "paths": paths,
    "shrinking": shrinking,
    "posterior": posterior,
    "flat": flat,
    "top": top,
    "blocking": blocking,
    "neighbours": neighbours,
    "small": small,
}


def main() -> None:
    """Print a line for each row."""
    parser = argparse.ArgumentParser()
    parser.add_argument("claim", nargs="*", choices=[[], *CLAIMS], default=[])
    for name in parser.parse_args().claim or CLAIMS:
        print(name)
        for told, held, values in CLAIMS[name]():
            seeds = f"{sum(held)} of {len(held)}" if held else ""
            means = ", ".join(f"{key} {np.mean(column):.3g}" for key, column in values.items())
            print(f"  {told:72} {seeds:8} {means}", flush=True)


if __name__ == "__main__":
    main()
