"""Where two measures part: the smallest hierarchies and predictions, all of them up to a size, then random ones.

A search is a generator of what was found and of how far it came; whoever runs it stops by asking no more.
The same seed gives the same finds.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, groupby, permutations
from typing import Any

from ..errors import HierviewError
from ..explain import number
from ..measures import Measure
from ..model.case import Case
from .behaviour import bases_of, random_bases, refuting, stages
from .enumerate import (
    MOST_DAG_CLASSES,
    MOST_TREE_CLASSES,
    Kind,
    Seen,
    Shape,
    name,
    random_shape,
    renamed,
    shapes,
    small_cases,
    told_size,
)
from .properties import Property
from .reading import Reader, equal, greater
from .shrink import Cases, shrunk

MOST_RENAMINGS = 120
MOST_RANDOM_CLASSES = 9


@dataclass(frozen=True)
class Opposite:
    """Two predictions for the same truth that the measures order oppositely."""

    def shows(self, a: Reader, b: Reader, cases: Cases) -> bool:
        """Whether the cases answer the question."""
        first, second = cases
        errors = [reader.error(case) for reader in (a, b) for case in cases]
        if first.predicted == second.predicted or any(e is None for e in errors):
            return False
        a1, a2, b1, b2 = (e for e in errors if e is not None)
        return (greater(a1, a2) and greater(b2, b1)) or (greater(a2, a1) and greater(b1, b2))

    def told(self, a: Measure, b: Measure) -> str:
        """The question in words."""
        return f"{a.label()} and {b.label()} order two predictions oppositely"


@dataclass(frozen=True)
class Differ:
    """A prediction to which the measures give different values.

    whatever_names: only where they differ however the classes are named, so that no tie broken by name
    is the reason; on more than five classes a fixed choice of names is tried.
    """

    whatever_names: bool = True

    def shows(self, a: Reader, b: Reader, cases: Cases) -> bool:
        """Whether the cases answer the question."""
        (case,) = cases
        if not _differ(a, b, case):
            return False
        return not self.whatever_names or all(_differ(a, b, renaming) for renaming in _renamings(case))

    def told(self, a: Measure, b: Measure) -> str:
        """The question in words."""
        names = ", however the classes are named" if self.whatever_names else ""
        return f"{a.label()} and {b.label()} give different values{names}"


@dataclass(frozen=True)
class Apart:
    """A prediction of which the first measure says at least one value and the second at most another."""

    at_least: float = 0.9
    at_most: float = 0.1

    def shows(self, a: Reader, b: Reader, cases: Cases) -> bool:
        """Whether the cases answer the question."""
        first, second = a.value(cases[0]), b.value(cases[0])
        return (
            first is not None
            and second is not None
            and not greater(self.at_least, first)
            and not greater(second, self.at_most)
        )

    def told(self, a: Measure, b: Measure) -> str:
        """The question in words."""
        return f"{a.label()} says at least {number(self.at_least)} and {b.label()} at most {number(self.at_most)}"


@dataclass(frozen=True)
class HasAndLacks:
    """A trial of a property to which the first measure keeps and the second does not."""

    rule: Property

    def told(self, a: Measure, b: Measure) -> str:
        """The question in words."""
        claim = f"{self.rule.name}: {self.rule.claim}"
        return f"{claim}; {a.label()} keeps to it, {b.label()} does not"


Question = Opposite | Differ | Apart | HasAndLacks


@dataclass(frozen=True)
class Find:
    """Finding of a search: the cases, and what each measure says of them. shrunk: whether it was a random one."""

    cases: Cases
    values: tuple[tuple[float | None, ...], tuple[float | None, ...]]
    shrunk: bool = False

    @property
    def classes(self) -> int:
        """How many classes the largest of its cases has."""
        return max(len(case.hierarchy) for case in self.cases)


@dataclass(frozen=True)
class State:
    """How far a search came.

    complete: the size up to which nothing is missed.  finds: how many were found, by number of classes.
    done: the share of the work.  ended: why a measure is asked no more, where one is not.
    """

    doing: str
    complete: int
    finds: tuple[tuple[int, int], ...]
    done: float
    finished: bool = False
    ended: str = ""

    @property
    def sentence(self) -> str:
        """Sentence on what can be relied on so far."""
        told = "1 class" if self.complete == 1 else f"1 to {self.complete} classes"
        said = f"All hierarchies of {told} are done: nothing as small is missed."
        return f"{self.ended} {said if self.complete else 'No size is done yet.'}".strip()


@dataclass(frozen=True)
class Search:
    """Range of a search.

    kind: trees, or DAGs (trees among them).  up_to: all hierarchies up to so many classes.
    random: so many random larger ones.  most: how many finds are enough.
    """

    kind: Kind = "trees"
    up_to: int = 5
    random: int = 300
    seed: int = 1
    most: int = 2000

    def __post_init__(self) -> None:
        most = MOST_TREE_CLASSES if self.kind == "trees" else MOST_DAG_CLASSES
        if not 1 <= self.up_to <= most:
            raise HierviewError(f"all {self.kind} of up to 1 to {most} classes can be searched, not {self.up_to}")


@dataclass
class _Tally:
    """What a running search remembers."""

    work: Search
    readers: tuple[Reader, Reader]
    complete: int = 0
    by_size: dict[int, int] = field(default_factory=dict)

    @property
    def found(self) -> int:
        return sum(self.by_size.values())

    @property
    def over(self) -> bool:
        return self.found >= self.work.most or any(reader.stopped for reader in self.readers)

    def count(self, find: Find) -> Find:
        self.by_size[find.classes] = self.by_size.get(find.classes, 0) + 1
        return find

    def state(self, doing: str, done: float, finished: bool = False) -> State:
        ended = [f"{r.measure.label()} is asked no more: {r.stopped}." for r in self.readers if r.stopped]
        return State(doing, self.complete, tuple(sorted(self.by_size.items())), done, finished, " ".join(ended))


def search(a: Measure, b: Measure, question: Question, work: Search = Search()) -> Iterator[Find | State]:
    """Finds, the smallest first, and now and then a state; the last item is the final state."""
    readers = Reader(a), Reader(b)
    tally = _Tally(work, readers)
    if isinstance(question, HasAndLacks):
        yield from _trials(readers, question, tally)
    else:
        yield from _exhaustive(readers, question, tally)
    if not tally.over:
        yield from _at_random(readers, question, tally)
    yield tally.state("done", 1.0, finished=True)


def smallest(a: Measure, b: Measure, question: Question, work: Search = Search()) -> Find | None:
    """The first find, None where there is none."""
    return next((item for item in search(a, b, question, work) if isinstance(item, Find)), None)


# All hierarchies up to a size


def _sizes(work: Search) -> list[tuple[int, Kind]]:
    kinds: tuple[Kind, ...] = ("trees",) if work.kind == "trees" else ("trees", "DAGs")
    return [(size, kind) for size in range(1, work.up_to + 1) for kind in kinds]


def _exhaustive(readers: tuple[Reader, Reader], question: Question, tally: _Tally) -> Iterator[Find | State]:
    """All hierarchies up to the size asked for, of one size those with few edges first."""
    sizes = _sizes(tally.work)
    through = _by_shape if isinstance(question, Opposite) else _by_case
    for number_, (size, kind) in enumerate(sizes):
        yield from through(readers, question, tally, size, kind, (number_ / len(sizes), (number_ + 1) / len(sizes)))
        if tally.over:
            return
        if kind == tally.work.kind:
            tally.complete = size


def _by_case(
    readers: tuple[Reader, Reader], question: Any, tally: _Tally, size: int, kind: Kind, share: tuple[float, float]
) -> Iterator[Find | State]:
    cases = list(small_cases(kind, size))
    for i, case in enumerate(cases):
        if i % 100 == 0:
            done = share[0] + (share[1] - share[0]) * i / len(cases)
            yield tally.state(f"{told_size(kind, size)}, case {i + 1:,} of {len(cases):,}", 0.9 * done)
        if tally.over:
            return
        if question.shows(*readers, (case,)):
            yield tally.count(_find(readers, (case,)))


def _by_shape(
    readers: tuple[Reader, Reader], question: Any, tally: _Tally, size: int, kind: Kind, share: tuple[float, float]
) -> Iterator[Find | State]:
    of_size = list(shapes(kind, size))
    numbered = enumerate(of_size)
    for _, group in groupby(numbered, key=lambda item: len(item[1].edges)):
        found: list[tuple[int, int, Cases]] = []
        for i, shape in group:
            done = share[0] + (share[1] - share[0]) * i / len(of_size)
            yield tally.state(f"{told_size(kind, size)}, shape {i + 1} of {len(of_size)}", 0.9 * done)
            if tally.over:
                return
            found += [(_marks(cases), i, cases) for cases in _predictions(shape) if question.shows(*readers, cases)]
        for _, _, cases in sorted(found, key=lambda item: item[:2]):
            yield tally.count(_find(readers, cases))
            if tally.over:
                return


def _marks(cases: Cases) -> int:
    return len(cases[0].true) + sum(len(case.predicted) for case in cases)


def _predictions(shape: Shape) -> Iterator[Cases]:
    """Every truth with every two predictions, up to the symmetries of the shape."""
    everyone = range(shape.size)
    subsets = [frozenset(s) for size in range(1, shape.size + 1) for s in combinations(everyone, size)]
    for true in subsets:
        if any(_moved(turned, true) > sorted(true) for turned in shape.automorphisms):
            continue
        fixing = [turned for turned in shape.automorphisms if _moved(turned, true) == sorted(true)]
        seen: set[frozenset[frozenset[int]]] = set()
        for first, second in combinations(subsets, 2):
            if fixing:
                pair = frozenset((first, second))
                if pair in seen:
                    continue
                seen |= {frozenset(frozenset(_moved(turned, s)) for s in pair) for turned in fixing}
            yield _case(shape, true, first), _case(shape, true, second)


def _moved(turned: tuple[int, ...], classes: Iterable[int]) -> list[int]:
    return sorted(turned[c] for c in classes)


def _case(shape: Shape, true: Iterable[int], predicted: Iterable[int]) -> Case:
    return Case(shape.hierarchy, frozenset(map(name, true)), frozenset(map(name, predicted)))


def _find(readers: tuple[Reader, Reader], cases: Cases, shrunk_: bool = False) -> Find:
    a, b = (tuple(reader.value(case) for case in cases) for reader in readers)
    return Find(cases, (a, b), shrunk_)


def _trials(readers: tuple[Reader, Reader], question: HasAndLacks, tally: _Tally) -> Iterator[Find | State]:
    """The trials of a property, by its own stages."""
    wanted, (a, b) = question.rule, readers
    larger = tally.work.up_to - max(wanted.bases.trees, wanted.bases.dags)
    todo = stages(wanted, min(0, larger) if wanted.bases.chains else larger)
    for number_, stage in enumerate(todo):
        yield tally.state(stage.told, 0.9 * number_ / len(todo))
        for case in bases_of(wanted, stage):
            if tally.over:
                return
            for trial in wanted.trials(case):
                if wanted.holds(b, trial) is False and wanted.holds(a, trial):
                    values = wanted.values(a, trial), wanted.values(b, trial)
                    yield tally.count(Find(trial, values))
        last = number_ + 1 == len(todo) or todo[number_ + 1].size != stage.size
        tally.complete = stage.size if last else tally.complete


# Random larger ones


def _at_random(readers: tuple[Reader, Reader], question: Question, tally: _Tally) -> Iterator[Find | State]:
    work, (a, b) = tally.work, readers
    seen = Seen()
    if isinstance(question, HasAndLacks):
        yield from _random_trials(readers, question, tally)
        return
    rng = random.Random(work.seed)
    for tried in range(work.random):
        if tried % 20 == 0:
            yield tally.state(f"random {work.kind}, {tried} of {work.random}", 0.9 + 0.1 * tried / work.random)
        if tally.over:
            return
        shape = random_shape(rng, work.kind, rng.randint(work.up_to + 1, max(work.up_to + 1, MOST_RANDOM_CLASSES)))
        sides = [rng.sample(range(shape.size), rng.randint(1, min(3, shape.size))) for _ in range(3)]
        predictions = sides[1:] if isinstance(question, Opposite) else sides[1:2]
        cases = tuple(_case(shape, sides[0], predicted) for predicted in predictions)
        if not question.shows(a, b, cases):
            continue
        small = shrunk(cases, lambda found: question.shows(a, b, found))
        # What shrinks to a size that is done was found there.
        if len(small[0].hierarchy) > tally.complete and seen.add(small):
            yield tally.count(_find(readers, small, shrunk_=True))


def _random_trials(readers: tuple[Reader, Reader], question: HasAndLacks, tally: _Tally) -> Iterator[Find | State]:
    wanted, (a, b) = question.rule, readers
    seen = Seen()

    def shows(found: Cases) -> bool:
        trial = refuting(wanted, b, found[0])
        return trial is not None and wanted.holds(a, trial) is True

    for tried, case in enumerate(random_bases(wanted, tally.work.seed)):
        if tried >= tally.work.random or tally.over:
            return
        if tried % 20 == 0:
            yield tally.state(f"random cases, {tried} of {tally.work.random}", 0.9 + 0.1 * tried / tally.work.random)
        if not shows((case,)):
            continue
        small = shrunk((case,), shows)
        trial = refuting(wanted, b, small[0])
        if trial is not None and len(small[0].hierarchy) > tally.complete and seen.add(small):
            yield tally.count(Find(trial, (wanted.values(a, trial), wanted.values(b, trial)), True))


# Names


def _differ(a: Reader, b: Reader, case: Case) -> bool:
    first, second = a.value(case), b.value(case)
    return first is not None and second is not None and not equal(first, second)


def _renamings(case: Case) -> Iterator[Case]:
    """The case under all other orders of its names, or under a fixed choice of them where they are many."""
    classes = case.hierarchy.classes
    orders: Iterable[tuple[str, ...]] = permutations(classes)
    if len(classes) > 5:
        rng = random.Random(len(classes))
        orders = [tuple(rng.sample(classes, len(classes))) for _ in range(MOST_RENAMINGS)]
    for names in orders:
        yield renamed(case, dict(zip(classes, names, strict=True)))
