"""The real code against an independent brute force, exactly, on seeded random cases and on all tiny hierarchies."""

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import wraps
from itertools import combinations, permutations, product
from typing import Any

import pytest

from hierview import evaluate, long_distance
from hierview.measures.lca.measures import lca_graphs
from hierview.measures.pairs.graph_induced import Gie, Mgia
from hierview.measures.pairs.sums import AllPairs, Flow, TreeInducedError
from hierview.measures.sets.augmented import AUGMENTATIONS, augment
from tests.each import each
from tests.effort import sampled, times
from tests.oracle import brute
from tests.samples import Sample, marked, samples

pytestmark = pytest.mark.slow

SAMPLES = samples(times(480, 6000))


def rng_of(sample: Sample) -> random.Random:
    """Chance that depends on the sample alone, so that parameters stay the same when samples are added."""
    return random.Random(repr(sample))


def costs(rng: random.Random) -> dict[str, Fraction | None]:
    default_cost = Fraction(rng.choice(("5", "5", "1", "2", "0.5", "2.5", "1/3")))
    max_distance = rng.choice(("5", "5", "2", "1", "0", "2.5", None, None))
    return {"default_cost": default_cost, "max_distance": None if max_distance is None else Fraction(max_distance)}


def agreeing(compared: Callable[..., Iterable[tuple[Sample, Any, Any]]]) -> Callable[..., None]:
    """A test that ours equals theirs on every sample; else the smallest sample on which it does not is shown."""

    @wraps(compared)
    def test(**given: Any) -> None:
        differing = [(sample, ours, theirs) for sample, ours, theirs in compared(**given) if ours != theirs]
        if differing:
            sample, ours, theirs = min(differing, key=lambda found: found[0].size)
            pytest.fail(
                f"{len(differing)} differ; the smallest: edges {list(sample.edges)}, classes {list(sample.classes)}, "
                f"true {list(sample.true)}, predicted {list(sample.predicted)}\n  ours:   {ours}\n  oracle: {theirs}"
            )

    return test


def exact(value: Fraction | int | None) -> float | None:
    """The float that a result must be: the oracle's fraction, rounded once."""
    return None if value is None else float(value)


def test_the_samples_are_of_all_kinds():
    cases = [s.case for s in SAMPLES]
    for kind in (
        lambda c: c.hierarchy.is_tree,
        lambda c: not c.hierarchy.is_tree and len(c.hierarchy.roots) == 1,
        lambda c: len(c.hierarchy.roots) > 1,
        lambda c: c.hierarchy.weighted,
        lambda c: not (c.true and c.predicted),
        lambda c: c.true & c.predicted,
        lambda c: c.hierarchy.most_specific(c.true) < c.true,
        lambda c: "0" in c.hierarchy and len(c.hierarchy.roots) > 1,
    ):
        assert sum(map(bool, map(kind, cases))) >= 20


@agreeing
def test_distances_and_lowest_common_ancestors():
    for s in SAMPLES[: times(200, 6000)]:
        h = s.case.hierarchy
        for a, b in product(h.classes, repeat=2):
            ours = h.distance(a, b), h.lowest_common_ancestors(a, b)
            theirs = brute.distance(s.edges, a, b, s.classes), brute.lca(s.edges, a, b, s.classes)
            yield s, (a, b, *ours), (a, b, *theirs)


# Pair-based


def paired(measure, s: Sample) -> tuple:
    """What the real code says: the value, the exact cost, the pairs and whether they are the only cheapest ones."""
    result = measure.evaluate(s.case)
    if result.value is None:
        assert "Undefined" in result.notes[-1]
        assert not result.parts
        return (None,)
    unique = not any("Several pairings cost the same" in note for note in result.notes)
    pairing = result.witness
    assert sum(cost for _, cost in pairing.pairs) == pairing.total
    assert result.parts["f_error"] == exact(pairing.total)
    return result.value, pairing.total, [pair for pair, _ in pairing.pairs], unique


@agreeing
def test_tree_induced_error_and_all_pairs():
    for s in SAMPLES:
        for measure, oracle in ((TreeInducedError(), brute.tie), (AllPairs(), brute.all_pairs)):
            ours = paired(measure, s)
            value = oracle(*s.plain, classes=s.classes)
            yield s, ours[:2], (None,) if value is None else (exact(value), value)


@agreeing
def test_graph_induced_error_and_accuracy():
    """With the nearest class nobody asks whether the pairing is the only one."""
    for s in SAMPLES:
        given = costs(rng_of(s))
        gie, mgia, nearest = Gie(**given), Mgia(**given), Mgia(**given, pairing="nearest")
        error = brute.gie(*s.plain, **given, classes=s.classes)
        pairs = brute.pairing("gie", *s.plain, **given, classes=s.classes)
        yield s, (gie, *paired(gie, s)), (gie, exact(error), error, *pairs)
        value, error = brute.mgia_exact(*s.plain, **given, classes=s.classes)
        pairs = brute.pairing("mgia", *s.plain, **given, classes=s.classes)
        yield s, (mgia, *paired(mgia, s)), (mgia, exact(value), error, *pairs)
        value, error, pairs = brute.mgia_nearest(*s.plain, **given, classes=s.classes)
        yield s, (nearest, *paired(nearest, s)[:3]), (nearest, exact(value), error, pairs)


@agreeing
def test_flows_with_any_bounds():
    feasible = []
    for s in SAMPLES[: times(200, 6000)]:
        rng = rng_of(s)
        given = {
            "alpha_p": rng.choice((0, 1, 1, 2, "N", "M")),
            "beta_p": rng.choice((0, 1, 1, 2, 3, "N", "M")),
            "alpha_t": rng.choice((0, 1, 1, 2, "N", "M")),
            "beta_t": rng.choice((0, 1, 1, 2, 3, "N", "M")),
            **costs(rng),
            "default_cost": rng.choice((None, Fraction(5), Fraction(1), Fraction(0), Fraction(1, 3))),
        }
        value = brute.flow(*s.plain, **given, classes=s.classes)
        feasible.append(value is not None)
        pairs = brute.flow_pairing(*s.plain, **given, classes=s.classes)
        theirs = (None,) if value is None else (exact(value), value, *pairs)
        yield s, (given, *paired(Flow(**given), s)), (given, *theirs)
    assert feasible.count(True) >= 80
    assert feasible.count(False) >= 80


# Set-based


@each("root", ["counted", "omitted", "virtual"])
@each("augmentation", AUGMENTATIONS)
@agreeing
def test_set_based_measures(augmentation: str, root: str):
    for s in SAMPLES:
        case = s.case
        beta, zero = rng_of(s).choice(((1, 0), (2, 0), (Fraction(1, 2), None), (0, 0), (1, None)))
        chosen = f'augmentation="{augmentation}", root="{root}"'
        theirs = brute.set_based(*s.plain, augmentation, root, beta, zero, s.classes)
        ours = {
            "P": evaluate(case, f"hP({chosen}, zero={zero})").value,
            "R": evaluate(case, f"hR({chosen}, zero={zero})").value,
            "F": evaluate(case, f"hF({chosen}, zero={zero}, beta={beta})").value,
            "SDL": evaluate(case, f"SDL({chosen})").value,
        }
        yield s, (beta, zero, ours), (beta, zero, {key: exact(theirs[key]) for key in ours})
        sets = augment(case, augmentation, root)
        for own, side, other in ((sets.true, s.true, s.predicted), (sets.predicted, s.predicted, s.true)):
            yield s, own, brute.augmented(s.edges, side, other, augmentation, root, s.classes)


@pytest.mark.parametrize("augmentation", AUGMENTATIONS)
@agreeing
def test_accuracy(augmentation: str):
    for s in SAMPLES:
        theirs = brute.set_based(*s.plain, augmentation, classes=s.classes)["Accuracy"]
        yield s, evaluate(s.case, f'Accuracy(augmentation="{augmentation}")').value, exact(theirs)


# LCA-based


@pytest.mark.parametrize("variant", ["minimal", "extended"])
@agreeing
def test_lca_based_measures(variant: str):
    for s in SAMPLES:
        rng = rng_of(s)
        beta, reduce = rng.choice((1, 2, Fraction(1, 2), 0)), rng.random() < 0.7
        chosen = f'variant="{variant}", reduce={reduce}'
        results = [evaluate(s.case, f"LCa{m}({chosen}{f', beta={beta}' if m == 'F' else ''})") for m in "PRF"]
        theirs = brute.lca_based(*s.plain, variant, reduce, beta, s.classes)
        yield s, (beta, reduce, *(r.value for r in results)), (beta, reduce, *(exact(theirs[m]) for m in "PRF"))
        for r in results:
            graphs = r.witness
            assert (r.parts["true"], r.parts["predicted"]) == (len(graphs.true), len(graphs.predicted))
            assert graphs.made_by == variant
        yield (
            s,
            (reduce, graphs.true, graphs.predicted, graphs.unique),
            (reduce, *brute.lca_graphs(*s.plain, variant, reduce, s.classes)),
        )


def test_algorithm_1_finds_the_minimal_graphs_almost_always():
    """The share that the specification names for it, 97 to 99 %, on cases with two sides."""
    both = [s.case for s in SAMPLES if s.true and s.predicted]
    same = [evaluate(c, 'LCaF(variant="algorithm1")').value == evaluate(c, "LCaF").value for c in both]
    assert 0.97 <= sum(same) / len(same) < 1


# Long distance


@pytest.mark.parametrize("k", [2, 4])
@agreeing
def test_long_distance(k: int):
    def sides(case):
        return dict(case.hierarchy.weights), set(case.hierarchy.classes), case.true, case.predicted

    changed = []
    for s in SAMPLES:
        ours = long_distance(s.case, k)
        edges, classes, true, predicted = brute.long_distance(*s.plain, k, classes=s.classes)
        theirs = Sample(tuple(edges), tuple(true), tuple(predicted), tuple(classes)).case
        changed.append(ours is not s.case)
        yield s, sides(ours), sides(theirs)
    assert any(changed)
    assert not all(changed)


# Every hierarchy of at most three classes, every way to mark it


def every_labelled(*names: str) -> set[tuple[tuple[str, str], ...]]:
    """The edges of every hierarchy of these classes."""
    orders = [list(combinations(order, 2)) for order in permutations(names)]
    return {tuple(sorted(some)) for pairs in orders for n in range(len(pairs) + 1) for some in combinations(pairs, n)}


SMALL = [
    sample
    for names in (("0",), ("0", "10"), ("0", "10", "9"))
    for edges in sorted(every_labelled(*names))
    for sample in marked(edges, names)
]
EVERY = sampled(SMALL, 500)
TINY: dict[str, tuple[Callable, Callable]] = {
    "GIE": (lambda s: paired(Gie(), s)[1:], lambda a: (brute.gie(*a[0], **a[1]), *brute.pairing("gie", *a[0], **a[1]))),
    "MGIA": (
        lambda s: paired(Mgia(), s)[1:],
        lambda a: (brute.mgia_exact(*a[0], **a[1])[1], *brute.pairing("mgia", *a[0], **a[1])),
    ),
    "hF": (lambda s: evaluate(s.case, "hF").value, lambda a: exact(brute.set_based(*a[0], **a[1])["F"])),
    "tolerant": (
        lambda s: evaluate(s.case, 'hF(augmentation="tolerant", root="omitted")').value,
        lambda a: exact(brute.set_based(*a[0], "tolerant", "omitted", **a[1])["F"]),
    ),
    "LCaF": (
        lambda s: (lca_graphs(s.case).true, lca_graphs(s.case).predicted, evaluate(s.case, "LCaF").value),
        lambda a: (*brute.lca_graphs(*a[0], **a[1])[:2], exact(brute.lca_based(*a[0], **a[1])["F"])),
    ),
    "extended": (
        lambda s: evaluate(s.case, 'LCaF(variant="extended", reduce=False)').value,
        lambda a: exact(brute.lca_based(*a[0], "extended", False, **a[1])["F"]),
    ),
}


@pytest.mark.parametrize("which", TINY)
@agreeing
def test_all_tiny_hierarchies(which: str):
    ours, theirs = TINY[which]
    assert len(SMALL) == 1 * 3 + 3 * 15 + 25 * 63  # labelled DAGs times the ways to mark them
    for s in EVERY:
        yield s, ours(s), theirs((s.plain, {"classes": s.classes}))
