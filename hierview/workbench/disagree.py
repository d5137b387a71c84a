"""Search for cases on which two measures part: all of the smallest, up to a size, then random larger ones.

A search is a generator of what was found and of how far it came; whoever runs it stops by asking no more.
The same seed gives the same finds.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, groupby

from ..errors import HierviewError
from ..jobs import Progress
from ..measures import Measure
from ..model.case import Case
from .behaviour import refuting
from .enumerate import (
    MOST_DAG_CLASSES,
    MOST_TREE_CLASSES,
    Kind,
    Seen,
    Shape,
    name,
    random_shape,
    shapes,
    small_cases,
    told_size,
)
from .evaluator import Evaluator
from .questions import HasAndLacks, OfCases, Opposite, Question
from .shrink import Cases, shrunk
from .stages import bases_of, random_bases, stages

MOST_RANDOM_CLASSES = 9


@dataclass(frozen=True)
class Disagreement:
    """Find of a search: the cases, and the values of either measure on them."""

    cases: Cases
    values: tuple[tuple[float | None, ...], tuple[float | None, ...]]

    @property
    def classes(self) -> int:
        """How many classes the largest of its cases has."""
        return max(len(case.hierarchy) for case in self.cases)


@dataclass(frozen=True)
class SearchProgress(Progress):
    """Progress of a search. complete: the size up to which nothing is missed."""

    complete: int = 0


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
    """Memory of a running search."""

    work: Search
    evaluators: tuple[Evaluator, Evaluator]
    complete: int = 0
    by_size: dict[int, int] = field(default_factory=dict)

    @property
    def found(self) -> int:
        return sum(self.by_size.values())

    @property
    def over(self) -> bool:
        return self.found >= self.work.most or any(evaluator.stopped for evaluator in self.evaluators)

    def count(self, found: Disagreement) -> Disagreement:
        self.by_size[found.classes] = self.by_size.get(found.classes, 0) + 1
        return found

    def progress(self, doing: str, done: float, whole: bool = False) -> SearchProgress:
        """How far it came, and what can be relied on so far."""
        said = [f"{e.measure.label()} is asked no more: {e.stopped}." for e in self.evaluators if e.stopped]
        told = "1 class" if self.complete == 1 else f"1 to {self.complete} classes"
        done_sizes = f"All hierarchies of {told} are done: nothing as small is missed."
        said.append(done_sizes if self.complete else "No size is done yet.")
        return SearchProgress(doing, done, " ".join(said), tuple(sorted(self.by_size.items())), whole, self.complete)


def search(
    a: Measure, b: Measure, question: Question, work: Search = Search()
) -> Iterator[Disagreement | SearchProgress]:
    """Finds, the smallest first, and now and then how far the search came; the last item is the final one of these."""
    evaluators = Evaluator(a), Evaluator(b)
    tally = _Tally(work, evaluators)
    if isinstance(question, HasAndLacks):
        yield from _trials(evaluators, question, tally)
    else:
        yield from _exhaustive(evaluators, question, tally)
    if not tally.over:
        yield from _at_random(evaluators, question, tally)
    yield tally.progress("done", 1.0, whole=True)


# All hierarchies up to a size


@dataclass(frozen=True)
class _Part:
    """All hierarchies of a kind and size, and which share of the work they are."""

    kind: Kind
    size: int
    begin: float
    end: float

    def progress(self, tally: _Tally, what: str, i: int, of: int) -> SearchProgress:
        """How far it came with number i of so many."""
        done = self.begin + (self.end - self.begin) * i / of
        return tally.progress(f"{told_size(self.kind, self.size)}, {what} {i + 1:,} of {of:,}", 0.9 * done)


def _parts(work: Search) -> list[_Part]:
    kinds: tuple[Kind, ...] = ("trees",) if work.kind == "trees" else ("trees", "DAGs")
    sizes = [(kind, size) for size in range(1, work.up_to + 1) for kind in kinds]
    return [_Part(kind, size, i / len(sizes), (i + 1) / len(sizes)) for i, (kind, size) in enumerate(sizes)]


def _exhaustive(
    evaluators: tuple[Evaluator, Evaluator], question: OfCases, tally: _Tally
) -> Iterator[Disagreement | SearchProgress]:
    """All hierarchies up to the size asked for, of one size those with few edges first."""
    through = _by_shape if isinstance(question, Opposite) else _by_case
    for part in _parts(tally.work):
        yield from through(evaluators, question, tally, part)
        if tally.over:
            return
        if part.kind == tally.work.kind:
            tally.complete = part.size


def _by_case(
    evaluators: tuple[Evaluator, Evaluator], question: OfCases, tally: _Tally, part: _Part
) -> Iterator[Disagreement | SearchProgress]:
    cases = list(small_cases(part.kind, part.size))
    for i, case in enumerate(cases):
        if i % 100 == 0:
            yield part.progress(tally, "case", i, len(cases))
        if tally.over:
            return
        if question.shows(*evaluators, (case,)):
            yield tally.count(_find(evaluators, (case,)))


def _by_shape(
    evaluators: tuple[Evaluator, Evaluator], question: OfCases, tally: _Tally, part: _Part
) -> Iterator[Disagreement | SearchProgress]:
    of_size = list(shapes(part.kind, part.size))
    numbered = enumerate(of_size)
    for _, group in groupby(numbered, key=lambda item: len(item[1].edges)):
        found: list[tuple[int, int, Cases]] = []
        for i, shape in group:
            yield part.progress(tally, "shape", i, len(of_size))
            if tally.over:
                return
            found += [(_marks(cases), i, cases) for cases in _predictions(shape) if question.shows(*evaluators, cases)]
        for _, _, cases in sorted(found, key=lambda item: item[:2]):
            yield tally.count(_find(evaluators, cases))
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


def _find(evaluators: tuple[Evaluator, Evaluator], cases: Cases) -> Disagreement:
    a, b = (tuple(evaluator.value(case) for case in cases) for evaluator in evaluators)
    return Disagreement(cases, (a, b))


def _trials(
    evaluators: tuple[Evaluator, Evaluator], question: HasAndLacks, tally: _Tally
) -> Iterator[Disagreement | SearchProgress]:
    """The trials of a property, by its own stages."""
    wanted, (a, b) = question.rule, evaluators
    larger = tally.work.up_to - max(wanted.bases.trees, wanted.bases.dags)
    todo = stages(wanted, min(0, larger) if wanted.bases.chains else larger)
    for number_, stage in enumerate(todo):
        yield tally.progress(stage.name, 0.9 * number_ / len(todo))
        for case in bases_of(wanted, stage):
            if tally.over:
                return
            for trial in wanted.trials(case):
                if wanted.satisfied(b, trial) is False and wanted.satisfied(a, trial):
                    values = wanted.values(a, trial), wanted.values(b, trial)
                    yield tally.count(Disagreement(trial, values))
        last = number_ + 1 == len(todo) or todo[number_ + 1].size != stage.size
        tally.complete = stage.size if last else tally.complete


# Random larger ones


def _at_random(
    evaluators: tuple[Evaluator, Evaluator], question: Question, tally: _Tally
) -> Iterator[Disagreement | SearchProgress]:
    work, (a, b) = tally.work, evaluators
    seen = Seen()
    if isinstance(question, HasAndLacks):
        yield from _random_trials(evaluators, question, tally)
        return
    rng = random.Random(work.seed)
    for tried in range(work.random):
        if tried % 20 == 0:
            yield tally.progress(f"random {work.kind}, {tried} of {work.random}", 0.9 + 0.1 * tried / work.random)
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
            yield tally.count(_find(evaluators, small))


def _random_trials(
    evaluators: tuple[Evaluator, Evaluator], question: HasAndLacks, tally: _Tally
) -> Iterator[Disagreement | SearchProgress]:
    wanted, (a, b) = question.rule, evaluators
    seen = Seen()

    def shows(found: Cases) -> bool:
        trial = refuting(wanted, b, found[0])
        return trial is not None and wanted.satisfied(a, trial) is True

    for tried, case in enumerate(random_bases(wanted, tally.work.seed)):
        if tried >= tally.work.random or tally.over:
            return
        if tried % 20 == 0:
            yield tally.progress(f"random cases, {tried} of {tally.work.random}", 0.9 + 0.1 * tried / tally.work.random)
        if not shows((case,)):
            continue
        small = shrunk((case,), shows)
        trial = refuting(wanted, b, small[0])
        if trial is not None and len(small[0].hierarchy) > tally.complete and seen.add(small):
            yield tally.count(Disagreement(trial, (wanted.values(a, trial), wanted.values(b, trial))))
