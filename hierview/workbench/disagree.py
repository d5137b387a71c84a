"""Search for cases on which two measures part: all of the smallest, up to a size, then random larger ones.

A search is a generator of what was found and of how far it came; whoever runs it stops by asking no more.
The same seed gives the same finds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, groupby
from typing import TypeAlias

from ..errors import HierviewError
from ..jobs import Progress
from ..measures import Measure
from ..model.case import Case
from .questions import HasAndLacks, OfCases, Opposite, Question
from .sheets.behaviour import refuting
from .sheets.enumerate import (
    MOST_DAG_CLASSES,
    MOST_TREE_CLASSES,
    Kind,
    SeenCases,
    Shape,
    name,
    random_shape,
    shapes,
    small_cases,
    told_size,
)
from .sheets.evaluator import Evaluator
from .sheets.properties import Property, Trial
from .sheets.shrink import Cases, shrunk
from .sheets.stages import bases_of, random_bases, stages

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


Items: TypeAlias = Iterator[Disagreement | SearchProgress]


def search(a: Measure, b: Measure, question: Question, work: Search = Search()) -> Items:
    """Finds, the smallest first, and now and then how far the search came; the last item is the final one of these."""
    yield from _Run(Evaluator(a), Evaluator(b), question, work).items()


@dataclass
class _Run:
    """A search under way.

    a, b: either measure.  complete: the size up to which all is done.  by_size: how many finds there are of a size.
    seen: the finds among random cases.
    """

    a: Evaluator
    b: Evaluator
    question: Question
    work: Search
    complete: int = 0
    by_size: dict[int, int] = field(default_factory=dict)
    seen: SeenCases = field(default_factory=SeenCases)

    def items(self) -> Items:
        """The items of `search`."""
        if isinstance(self.question, HasAndLacks):
            yield from self._trials(self.question.rule)
        else:
            yield from self._exhaustive(self.question)
        if not self.over:
            if isinstance(self.question, HasAndLacks):
                yield from self._random_trials(self.question.rule)
            else:
                yield from self._random_cases(self.question)
        yield self.progress("done", 1.0, whole=True)

    @property
    def over(self) -> bool:
        """Whether there are enough finds, or a measure is asked no more."""
        return sum(self.by_size.values()) >= self.work.most or bool(self.a.stopped or self.b.stopped)

    def progress(self, doing: str, done: float, whole: bool = False) -> SearchProgress:
        """How far it came, and what can be relied on so far."""
        sentences = [f"{e.measure.label()} is asked no more: {e.stopped}." for e in (self.a, self.b) if e.stopped]
        sizes = "1 class" if self.complete == 1 else f"1 to {self.complete} classes"
        all_done = f"All hierarchies of {sizes} are done: nothing as small is missed."
        sentences.append(all_done if self.complete else "No size is done yet.")
        return SearchProgress(
            doing, done, " ".join(sentences), tuple(sorted(self.by_size.items())), whole, self.complete
        )

    def _count(self, find: Disagreement) -> Disagreement:
        self.by_size[find.classes] = self.by_size.get(find.classes, 0) + 1
        return find

    def _find(self, cases: Cases) -> Disagreement:
        a, b = (tuple(evaluator.value(case) for case in cases) for evaluator in (self.a, self.b))
        return self._count(Disagreement(cases, (a, b)))

    def _find_trial(self, rule: Property, trial: Trial) -> Disagreement:
        return self._count(Disagreement(trial, (rule.values(self.a, trial), rule.values(self.b, trial))))

    # All hierarchies up to a size

    def _exhaustive(self, question: OfCases) -> Items:
        """All hierarchies up to the size asked for, of one size those with few edges first."""
        kinds: tuple[Kind, ...] = ("trees",) if self.work.kind == "trees" else ("trees", "DAGs")
        sizes = [(kind, size) for size in range(1, self.work.up_to + 1) for kind in kinds]
        through = self._shapes if isinstance(question, Opposite) else self._cases
        for number, (kind, size) in enumerate(sizes):
            yield from through(question, kind, size, partial(self._at, told_size(kind, size), number, len(sizes)))
            if self.over:
                return
            if kind == self.work.kind:
                self.complete = size

    def _at(self, stage: str, before: int, parts: int, what: str, i: int, of: int) -> SearchProgress:
        return self.progress(f"{stage}, {what} {i + 1:,} of {of:,}", 0.9 * (before + i / of) / parts)

    def _cases(self, question: OfCases, kind: Kind, size: int, at: Callable[[str, int, int], SearchProgress]) -> Items:
        cases = list(small_cases(kind, size))
        for i, case in enumerate(cases):
            if i % 100 == 0:
                yield at("case", i, len(cases))
            if self.over:
                return
            if question.shows(self.a, self.b, (case,)):
                yield self._find((case,))

    def _shapes(self, question: OfCases, kind: Kind, size: int, at: Callable[[str, int, int], SearchProgress]) -> Items:
        of_size = list(shapes(kind, size))
        for _, group in groupby(enumerate(of_size), key=lambda item: len(item[1].edges)):
            finds: list[tuple[int, int, Cases]] = []
            for i, shape in group:
                yield at("shape", i, len(of_size))
                if self.over:
                    return
                for cases in _predictions(shape):
                    if question.shows(self.a, self.b, cases):
                        finds.append((sum(len(case.predicted) for case in cases) + len(cases[0].true), i, cases))
            for _, _, cases in sorted(finds, key=lambda item: item[:2]):
                yield self._find(cases)
                if self.over:
                    return

    def _trials(self, rule: Property) -> Items:
        """The trials of a property, by its own stages."""
        larger = self.work.up_to - max(rule.bases.trees, rule.bases.dags)
        todo = stages(rule, min(0, larger) if rule.bases.chains else larger)
        for i, stage in enumerate(todo):
            yield self.progress(stage.name, 0.9 * i / len(todo))
            for case in bases_of(rule, stage):
                if self.over:
                    return
                for trial in rule.trials(case):
                    if rule.satisfied(self.b, trial) is False and rule.satisfied(self.a, trial):
                        yield self._find_trial(rule, trial)
            if i + 1 == len(todo) or todo[i + 1].size != stage.size:
                self.complete = stage.size

    # Random larger ones

    def _random_cases(self, question: OfCases) -> Items:
        work, rng = self.work, random.Random(self.work.seed)
        for i in range(work.random):
            if i % 20 == 0:
                yield self.progress(f"random {work.kind}, {i} of {work.random}", 0.9 + 0.1 * i / work.random)
            if self.over:
                return
            shape = random_shape(rng, work.kind, rng.randint(work.up_to + 1, max(work.up_to + 1, MOST_RANDOM_CLASSES)))
            sides = [rng.sample(range(shape.size), rng.randint(1, min(3, shape.size))) for _ in range(3)]
            predictions = sides[1:] if isinstance(question, Opposite) else sides[1:2]
            cases = tuple(_case(shape, sides[0], predicted) for predicted in predictions)
            if question.shows(self.a, self.b, cases):
                small = shrunk(cases, lambda smaller: question.shows(self.a, self.b, smaller))
                if self._is_new(small):
                    yield self._find(small)

    def _random_trials(self, rule: Property) -> Items:
        most = self.work.random

        def shows(cases: Cases) -> bool:
            trial = refuting(rule, self.b, cases[0])
            return trial is not None and rule.satisfied(self.a, trial) is True

        for i, case in enumerate(random_bases(rule, self.work.seed)):
            if i >= most or self.over:
                return
            if i % 20 == 0:
                yield self.progress(f"random cases, {i} of {most}", 0.9 + 0.1 * i / most)
            if shows((case,)):
                small = shrunk((case,), shows)
                trial = refuting(rule, self.b, small[0])
                if trial is not None and self._is_new(small):
                    yield self._find_trial(rule, trial)

    def _is_new(self, cases: Cases) -> bool:
        """Whether random cases, made smaller, are larger than all that is done and were not met before."""
        return len(cases[0].hierarchy) > self.complete and self.seen.add(cases)


def _predictions(shape: Shape) -> Iterator[Cases]:
    """Every truth with every two predictions, up to the symmetries of the shape."""
    subsets = [frozenset(s) for size in range(1, shape.size + 1) for s in combinations(range(shape.size), size)]
    for true in subsets:
        images = {symmetry: _image(symmetry, true) for symmetry in shape.automorphisms}
        if any(image > sorted(true) for image in images.values()):
            continue
        fixing = [symmetry for symmetry, image in images.items() if image == sorted(true)]
        done: set[frozenset[frozenset[int]]] = set()
        for first, second in combinations(subsets, 2):
            if fixing:
                pair = frozenset((first, second))
                if pair in done:
                    continue
                done |= {frozenset(frozenset(_image(symmetry, s)) for s in pair) for symmetry in fixing}
            yield _case(shape, true, first), _case(shape, true, second)


def _image(symmetry: tuple[int, ...], classes: Iterable[int]) -> list[int]:
    return sorted(symmetry[c] for c in classes)


def _case(shape: Shape, true: Iterable[int], predicted: Iterable[int]) -> Case:
    return Case(shape.hierarchy, frozenset(map(name, true)), frozenset(map(name, predicted)))
