"""Search for cases on which two measures part, as a question asks: all of the smallest, then random larger ones.

A search is a generator of what was found and of how far it came; whoever runs it stops by asking no more.
The same seed gives the same finds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, groupby, permutations
from typing import TypeAlias

from ..errors import HierviewError
from ..explain import number
from ..jobs import Progress
from ..measures import Measure
from ..model.case import Case
from .sheets.behaviour import bases_of, random_bases, refuting, stages
from .sheets.enumerate import (
    MOST_DAG_CLASSES,
    MOST_TREE_CLASSES,
    Kind,
    SeenCases,
    Shape,
    name,
    random_shape,
    renamed,
    shapes,
    small_cases,
    told_size,
)
from .sheets.evaluator import Evaluator, equal, greater
from .sheets.properties import Property
from .sheets.shrink import Cases, shrunk

MOST_RENAMINGS = 120


@dataclass(frozen=True)
class Opposite:
    """Two predictions for the same truth that the measures order oppositely."""

    def shows(self, a: Evaluator, b: Evaluator, cases: Cases) -> bool:
        """Whether the cases show it."""
        first, second = cases
        errors = [evaluator.error(case) for evaluator in (a, b) for case in cases]
        if first.predicted == second.predicted or any(e is None for e in errors):
            return False
        a1, a2, b1, b2 = (e for e in errors if e is not None)
        return (greater(a1, a2) and greater(b2, b1)) or (greater(a2, a1) and greater(b1, b2))

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        return f"{a.label()} and {b.label()} order two predictions oppositely"


@dataclass(frozen=True)
class Differ:
    """A prediction to which the measures give different values."""

    whatever_names: bool = True
    """Whether they must differ however the classes are named, so that no tie broken by name is the reason; on more than
    five classes a fixed choice of names is tried.
    """

    def shows(self, a: Evaluator, b: Evaluator, cases: Cases) -> bool:
        """Whether the cases show it."""
        (case,) = cases
        if not _differ(a, b, case):
            return False
        return not self.whatever_names or all(_differ(a, b, renaming) for renaming in _renamings(case))

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        names = ", however the classes are named" if self.whatever_names else ""
        return f"{a.label()} and {b.label()} give different values{names}"


@dataclass(frozen=True)
class Apart:
    """A prediction of which the first measure says at least one value and the second at most another."""

    at_least: float = 0.9
    """The least value of the first measure."""
    at_most: float = 0.1
    """The greatest value of the second measure."""

    def shows(self, a: Evaluator, b: Evaluator, cases: Cases) -> bool:
        """Whether the cases show it."""
        first, second = a.value(cases[0]), b.value(cases[0])
        if first is None or second is None:
            return False
        return not greater(self.at_least, first) and not greater(second, self.at_most)

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        return f"{a.label()} says at least {number(self.at_least)} and {b.label()} at most {number(self.at_most)}"


@dataclass(frozen=True)
class HasAndLacks:
    """A trial of a property to which the first measure keeps and the second does not."""

    rule: Property
    """The property."""

    def shows(self, a: Evaluator, b: Evaluator, cases: Cases) -> bool:
        """Whether a trial of the case shows it."""
        trial = refuting(self.rule, b, cases[0])
        return trial is not None and self.rule.satisfied(a, trial) is True

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        claim = f"{self.rule.name}: {self.rule.claim}"
        return f"{claim}; {a.label()} keeps to it, {b.label()} does not"


Question = Opposite | Differ | Apart | HasAndLacks


def _differ(a: Evaluator, b: Evaluator, case: Case) -> bool:
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


MOST_RANDOM_CLASSES = 9


@dataclass(frozen=True)
class Disagreement:
    """Find of a search: the cases, and the values of either measure on them."""

    cases: Cases
    """The cases."""
    values: tuple[tuple[float | None, ...], tuple[float | None, ...]]
    """Values of either measure on them."""

    @property
    def classes(self) -> int:
        """How many classes the largest of its cases has."""
        return max(len(case.hierarchy) for case in self.cases)


@dataclass(frozen=True)
class SearchProgress(Progress):
    """Progress of a search."""

    complete: int = 0
    """The size up to which nothing is missed."""


@dataclass(frozen=True)
class Search:
    """Range of a search."""

    kind: Kind = "trees"
    """Whether hierarchies are trees, or DAGs, trees among them."""
    up_to: int = 5
    """Number of classes up to which all hierarchies are tried."""
    random: int = 300
    """Number of random larger hierarchies."""
    seed: int = 1
    """Seed of the random hierarchies."""
    most: int = 2000
    """Number of finds that are enough."""

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
        yield from self._trials(self.rule) if self.rule else self._exhaustive()
        if not self.over:
            yield from self._at_random()
        yield self.progress("done", 1.0, whole=True)

    @property
    def rule(self) -> Property | None:
        """The property whose trials are searched; None where cases are."""
        return self.question.rule if isinstance(self.question, HasAndLacks) else None

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

    def _find(self, cases: Cases) -> Disagreement:
        """Cases that show what is asked, or a trial that does, with their values; it is counted."""
        a, b = (self.rule.values(e, cases) if self.rule else tuple(map(e.value, cases)) for e in (self.a, self.b))
        find = Disagreement(cases, (a, b))
        self.by_size[find.classes] = self.by_size.get(find.classes, 0) + 1
        return find

    # All hierarchies up to a size

    def _exhaustive(self) -> Items:
        """All hierarchies up to the size asked for, of one size those with few edges first."""
        kinds: tuple[Kind, ...] = ("trees",) if self.work.kind == "trees" else ("trees", "DAGs")
        sizes = [(kind, size) for size in range(1, self.work.up_to + 1) for kind in kinds]
        through = self._shapes if isinstance(self.question, Opposite) else self._cases
        for before, (kind, size) in enumerate(sizes):
            yield from through(kind, size, partial(self._at, told_size(kind, size), before, len(sizes)))
            if self.over:
                return
            if kind == self.work.kind:
                self.complete = size

    def _at(self, stage: str, before: int, parts: int, what: str, i: int, of: int) -> SearchProgress:
        return self.progress(f"{stage}, {what} {i + 1:,} of {of:,}", 0.9 * (before + i / of) / parts)

    def _cases(self, kind: Kind, size: int, at: Callable[[str, int, int], SearchProgress]) -> Items:
        cases = list(small_cases(kind, size))
        for i, case in enumerate(cases):
            if i % 100 == 0:
                yield at("case", i, len(cases))
            if self.over:
                return
            if self.question.shows(self.a, self.b, (case,)):
                yield self._find((case,))

    def _shapes(self, kind: Kind, size: int, at: Callable[[str, int, int], SearchProgress]) -> Items:
        of_size = list(shapes(kind, size))
        for _, group in groupby(enumerate(of_size), key=lambda item: len(item[1].edges)):
            finds: list[tuple[int, int, Cases]] = []
            for i, shape in group:
                yield at("shape", i, len(of_size))
                if self.over:
                    return
                for cases in _predictions(shape):
                    if self.question.shows(self.a, self.b, cases):
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
                        yield self._find(trial)
            if i + 1 == len(todo) or todo[i + 1].size != stage.size:
                self.complete = stage.size

    # Random larger ones

    def _at_random(self) -> Items:
        """Random cases that show what is asked, made smaller; only those beyond what is done, and each once."""
        question, rule, most = self.question, self.rule, self.work.random
        for i, cases in zip(range(most), self._random_cases(), strict=False):
            if i % 20 == 0:
                yield self.progress(
                    f"random {'cases' if rule else self.work.kind}, {i} of {most}", 0.9 + 0.1 * i / most
                )
            if self.over:
                return
            if not question.shows(self.a, self.b, cases):
                continue
            small = shrunk(cases, lambda smaller: question.shows(self.a, self.b, smaller))
            if len(small[0].hierarchy) > self.complete and self.seen.add(small):
                trial = refuting(rule, self.b, small[0]) if rule else None
                yield self._find(small if trial is None else trial)

    def _random_cases(self) -> Iterator[Cases]:
        work, rng = self.work, random.Random(self.work.seed)
        if self.rule:
            yield from ((case,) for case in random_bases(self.rule, work.seed))
            return
        while True:
            shape = random_shape(rng, work.kind, rng.randint(work.up_to + 1, max(work.up_to + 1, MOST_RANDOM_CLASSES)))
            sides = [rng.sample(range(shape.size), rng.randint(1, min(3, shape.size))) for _ in range(3)]
            predictions = sides[1:] if isinstance(self.question, Opposite) else sides[1:2]
            yield tuple(_case(shape, sides[0], predicted) for predicted in predictions)


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
