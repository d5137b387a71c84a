"""Cases to test on: the presets, seeded random ones, and hypothesis strategies for all that a user can give."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from math import lcm
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from hierview import Case, Draft, Hierarchy, HierviewError, Measure, Result, measures
from hierview.answers.answers import rows_with_families
from hierview.explain import Step
from hierview.formats import preset, preset_groups
from hierview.measures.base import Param
from hierview.model.case import Published
from hierview.model.checks import check_name
from hierview.model.extra import Extra
from hierview.model.hierarchy import Edge
from tests import listed
from tests.effort import times
from tests.oracle.brute_confusion import _graph, root_paths
from tests.oracle.random_cases import random_case

ROOT = Path(__file__).resolve().parent.parent
DATA = listed.DATA  # facts, each with its source
# The data of GermEval 2019, which stand elsewhere because of their licence.
GERMEVAL = Path(os.environ.get("HIERVIEW_GERMEVAL", ROOT / "no GermEval"))
with_germeval = pytest.mark.skipif(
    not GERMEVAL.is_dir(), reason="GermEval 2019 is not here; HIERVIEW_GERMEVAL names its folder"
)

PRESETS = tuple(name for names in preset_groups().values() for name in names)


def presets() -> dict[str, Case]:
    return {name: preset(name) for name in PRESETS}


@cache
def listed_measures() -> tuple[Measure, ...]:
    """Every measure that has a row in a list, and every registered one with its defaults."""
    rows = [m for _, main, under in rows_with_families() for m in (main, *under)]
    return tuple(dict.fromkeys([*rows, *(cls() for cls in measures().values())]))


def shared_out(measure: Measure) -> dict[str, Case]:
    """A few of the presets, others for the next measure in the lists; in a large search all of them."""
    every = times(15, 1)
    return dict(list(presets().items())[listed_measures().index(measure) % every :: every])


# What was asked for last: all that a long search is told would fill the memory.
_shared = lru_cache(maxsize=5_000)


@_shared
def evaluated(case: Case, measure: Measure) -> Result:
    """What a measure says of a case; cases and measures are values, so that many tests can share it."""
    return measure.evaluate(case)


@_shared
def views_of(case: Case, measure: Measure) -> tuple[tuple[str, Step], ...]:
    """Every view of a measure on a case, by name."""
    result = evaluated(case, measure)
    return tuple((name, measure.view(case, result, name)) for name in measure.views(case))


@_shared
def steps_of(case: Case, measure: Measure) -> tuple[Step, ...]:
    """The steps that lead to what a measure says of a case."""
    return tuple(measure.explain(case, evaluated(case, measure)))


# Seeded random cases, as plain data for the oracle and as cases for the real code


@dataclass(frozen=True)
class Sample:
    edges: tuple[tuple, ...]
    true: tuple[str, ...]
    predicted: tuple[str, ...]
    classes: tuple[str, ...] = ()

    @property
    def plain(self) -> tuple[list, list, list]:
        """The first arguments of the oracle's functions; `classes` comes as a keyword."""
        return list(self.edges), list(self.true), list(self.predicted)

    @cached_property
    def case(self) -> Case:
        return Case.of(self.edges, self.true, self.predicted, self.classes)

    @property
    def size(self) -> int:
        return len(self.edges) + len(self.classes) + len(self.true) + len(self.predicted)


@cache
def samples(count: int, seed: int = 0, **sizes: int) -> tuple[Sample, ...]:
    """Trees and DAGs, weighted and not, with one root or several, isolated classes and empty sides among them."""
    found = []
    for i in range(count):
        rng = random.Random(1000 * seed + i)
        edges, true, predicted = random_case(rng, dag=i % 2 == 1, weighted=i // 2 % 3 == 1, **sizes)
        classes: tuple[str, ...] = ()
        if rng.random() < 0.1:
            classes = ("alone",)
            rng.choice((true, predicted)).append("alone")
        if rng.random() < 0.08:
            rng.choice((true, predicted)).clear()
        found.append(Sample(tuple(edges), tuple(true), tuple(predicted), classes))
    return tuple(found)


def stated_paths(rng: random.Random, s: Sample) -> dict[str, list[list[str]]]:
    """Root paths of some predicted classes, below several roots also without the artificial one."""
    stated = {}
    parents, top = _graph(s.edges, s.classes)
    for c in s.predicted if rng.random() < 0.5 else ():
        if rng.random() < 0.7:
            every = sorted(root_paths(parents, c))
            stated[c] = [rng.choice(every) for _ in range(rng.choice((1, 1, 1, 2)))]
            if top not in s.case.hierarchy and rng.random() < 0.5:
                stated[c] = [path[1:] for path in stated[c]]
    return stated


def marked(edges: tuple[tuple, ...], names: tuple[str, ...]) -> list[Sample]:
    """A hierarchy with every way to mark its classes."""
    marks = [some for n in range(len(names) + 1) for some in combinations(names, n)]
    return [Sample(edges, t, p, names) for t, p in product(marks, repeat=2) if t or p]


def every_shape(size: int) -> Iterator[list[Sample]]:
    """Every hierarchy of so many classes, at most four, but for the names, which are shuffled; marked in every way."""
    pairs = list(combinations(range(size), 2))
    for number, chosen in enumerate(product((False, True), repeat=len(pairs))):
        names = random.Random(number).sample(("0", "10", "9", "a"), size)
        edges = tuple((names[a], names[b]) for (a, b), used in zip(pairs, chosen, strict=True) if used)
        yield marked(edges, tuple(names))


# Strategies

HOSTILE_NAMES = (
    *("<img src=x onerror=alert(1)>", "![i](http://x)", "[a](javascript:alert(1))", "</script>", "</svg><b>"),
    *("\"'&<>", "R&B", "50%", "a_b", "\\input{x}", "$x^2$", "#", "`x`", ":red[x]", "{0}", "%s", "n0", "0"),
    *("0'", "None", "default", "Ünïcödé", "日本語", "عربى", "🎵", "e\u0301", "a\u200bb", "A|B", " padded "),
    *("source", "sink", "DP", "x" * 200),
)


def accepted(name: str) -> bool:
    """Whether a class may have this name as it is."""
    try:
        return check_name(name) == name
    except HierviewError:
        return False


class_names = st.one_of(
    st.sampled_from(("A", "B", "C", "Arts", "Music", "Pop", "1", "1.1", "10", *HOSTILE_NAMES)),
    st.text(min_size=1, max_size=12).filter(accepted),
)

weights = st.one_of(
    st.just(Fraction(1)),
    st.sampled_from([Fraction(text) for text in ("0.1", "0.2", "0.3", "0.75", "2.5", "1/3")]),
    st.fractions(min_value=Fraction(1, 10**6), max_value=10**6, max_denominator=10**6),
    st.builds(Fraction, st.integers(1, 10**15), st.integers(1, 10**15)),
    st.builds(lambda n: Fraction(1, 2**n), st.integers(0, 49)),
)
plain_weights = st.sampled_from([Fraction(text) for text in ("1", "1", "1", "0.1", "0.2", "0.3", "2.5")])


@st.composite
def weighed(draw, edges: list[Edge], weights: st.SearchStrategy[Fraction]) -> dict[Edge, Fraction]:
    """A weight for each edge, with a common denominator that is accepted."""
    found: dict[Edge, Fraction] = {}
    scale = 1
    for edge in edges:
        weight = draw(weights)
        common = lcm(scale, weight.denominator)
        found[edge], scale = (weight, common) if common < 2**64 else (Fraction(1), scale)
    return found


@st.composite
def hierarchies(draw, most: int = 7, weights: st.SearchStrategy[Fraction] = plain_weights) -> Hierarchy:
    """Any hierarchy that an edge list can hold: trees, DAGs, several roots, classes without an edge."""
    names = draw(st.lists(class_names, min_size=1, max_size=most, unique=True))
    edges = [
        (parent, child)
        for i, child in enumerate(names[1:], 1)
        for parent in draw(st.lists(st.sampled_from(names[:i]), max_size=3, unique=True))
    ]
    joined = {c for edge in edges for c in edge}
    found = draw(weighed(draw(st.permutations(edges)), weights))
    return Hierarchy.from_edges([(*edge, w) for edge, w in found.items()], [c for c in names if c not in joined])


@st.composite
def cases(draw, most: int = 7, empty_sides: bool = True) -> Case:
    h = draw(hierarchies(most))
    marks = st.lists(st.sampled_from(h.classes), max_size=3, unique=True)
    true, predicted = draw(marks), draw(marks)
    if not (true or predicted) or not (empty_sides or (true and predicted)):
        true, predicted = true or [h.classes[0]], predicted or [h.classes[-1]]
    return Case(h, frozenset(true), frozenset(predicted))


_lines = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" \n"), max_size=40)
_words = _lines.filter(str.strip)
_coordinates = st.one_of(
    st.integers(-100_000, 100_000).map(float),
    st.floats(-100_000, 100_000).filter(lambda x: x == 0 or abs(x) > 1e-15),
)


def a_root_path(h: Hierarchy, c: str) -> list[str]:
    """Some path from a root to the class."""
    path = [c]
    while above := h.parents(path[0]):
        path.insert(0, above[-1])
    return path


@st.composite
def extras(draw, h: Hierarchy) -> Extra:
    """Anything that a case on this hierarchy can carry beside its marks."""
    some = st.lists(st.sampled_from(h.classes), max_size=4, unique=True)
    numbers = st.floats(0, 1).filter(lambda x: x == 0 or x > 1e-15)
    content: dict[str, Any] = {
        "scores": {c: draw(numbers) for c in draw(some)},
        "probabilities": [[*edge, draw(numbers)] for edge in h.edges],
        "paths": {c: [a_root_path(h, c)] for c in draw(some)},
        "similarity": [[*pair, draw(numbers)] for pair in combinations(draw(some), 2)],
        "neighbours": draw(st.lists(some, max_size=3)),
        "order": draw(some),
        "ranking": draw(some),
    }
    return Extra.of(h, **{key: value for key, value in content.items() if draw(st.booleans())})


@st.composite
def drafts(draw) -> Draft:
    """Any draft that a case file can hold."""
    h = draw(hierarchies(weights=weights))
    some = st.lists(st.sampled_from(h.classes), max_size=4, unique=True)
    published = draw(st.dictionaries(_words, st.builds(Published, _words, _lines), max_size=3))
    return Draft(
        h,
        frozenset(draw(some)),
        frozenset(draw(some)),
        name=draw(_lines),
        source=draw(_lines),
        note=draw(_lines),
        measures=tuple(draw(st.lists(_words, max_size=3, unique=True))),
        published=tuple(published.items()),
        positions=tuple((c, draw(_coordinates), draw(_coordinates)) for c in draw(some)),
        artificial=frozenset(draw(some)),
        extra=draw(extras(h)),
    )


def _parameter(declared: Param, plain: bool) -> st.SearchStrategy:
    if declared.kind == "switch":
        return st.booleans()
    if declared.kind == "choice":
        return st.sampled_from(declared.choices)
    least = Fraction(declared.at_least or 0)
    if declared.kind == "bound":
        values = st.integers(int(least), 6) | st.sampled_from(declared.words)
    else:
        values = st.integers(int(least) + (declared.above is not None), 9).map(Fraction)
        values |= st.sampled_from([Fraction(text) for text in ("1/2", "1/3", "5/2", "0.1")])
        if not plain:
            values |= st.fractions(least, 10**15, max_denominator=10**15).filter(lambda x: _fits(x, declared))
            values |= st.builds(Fraction, st.integers(1, 10**15), st.sampled_from([2**n for n in range(50)]))
    return values | st.none() if declared.none else values


def _fits(value: Fraction, declared: Param) -> bool:
    return (declared.above is None or value > declared.above) and value.numerator <= 10**15


@st.composite
def random_measures(draw, plain: bool = True) -> Measure:
    """A registered measure with parameters of its kind; not `plain`: up to the limits of what is accepted."""
    cls = draw(st.sampled_from(list(measures().values())))
    return cls(**{name: draw(_parameter(declared, plain)) for name, declared in cls.params().items()})
