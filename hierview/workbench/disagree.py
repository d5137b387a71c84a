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
from .sheets.behaviour import base_cases, first_refuting_trial, random_base_cases, stages_of
from .sheets.enumerate import (
    MOST_DAG_CLASSES,
    MOST_TREE_CLASSES,
    HierarchyShape,
    Kind,
    SeenCases,
    class_name,
    random_shape,
    rename_classes,
    shapes,
    size_in_words,
    small_cases,
)
from .sheets.evaluator import Evaluator, clearly_greater, nearly_equal
from .sheets.properties import Property
from .sheets.shrink import Cases, shrink

MOST_RENAMINGS = 120


@dataclass(frozen=True)
class OppositeOrder:
    """Two predictions for the same truth that the measures order oppositely."""

    def shows(self, a: Evaluator, b: Evaluator, cases: Cases) -> bool:
        """Whether the cases show it."""
        first, second = cases
        errors = [evaluator.error_value(case) for evaluator in (a, b) for case in cases]
        if first.predicted == second.predicted or any(e is None for e in errors):
            return False
        a1, a2, b1, b2 = (e for e in errors if e is not None)
        return (clearly_greater(a1, a2) and clearly_greater(b2, b1)) or (
            clearly_greater(a2, a1) and clearly_greater(b1, b2)
        )

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        return f"{a.label()} and {b.label()} order two predictions oppositely"


@dataclass(frozen=True)
class DifferentValues:
    """A prediction to which the measures give different values."""

    under_all_names: bool = True
    """Whether they must differ however the classes are named, so that no tie broken by name is the reason; on more than
    five classes a fixed choice of names is tried.
    """

    def shows(self, a: Evaluator, b: Evaluator, cases: Cases) -> bool:
        """Whether the cases show it."""
        (case,) = cases
        if not _values_differ(a, b, case):
            return False
        return not self.under_all_names or all(_values_differ(a, b, renaming) for renaming in _renamings(case))

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        names = ", however the classes are named" if self.under_all_names else ""
        return f"{a.label()} and {b.label()} give different values{names}"


@dataclass(frozen=True)
class ValuesApart:
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
        return not clearly_greater(self.at_least, first) and not clearly_greater(second, self.at_most)

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
        trial = first_refuting_trial(self.rule, b, cases[0])
        return trial is not None and self.rule.check(a, trial) is True

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        claim = f"{self.rule.name}: {self.rule.claim}"
        return f"{claim}; {a.label()} keeps to it, {b.label()} does not"


Question = OppositeOrder | DifferentValues | ValuesApart | HasAndLacks


def _values_differ(a: Evaluator, b: Evaluator, case: Case) -> bool:
    first, second = a.value(case), b.value(case)
    return first is not None and second is not None and not nearly_equal(first, second)


def _renamings(case: Case) -> Iterator[Case]:
    """The case under all other orders of its names, or under a fixed choice of them where they are many."""
    classes = case.hierarchy.classes
    orders: Iterable[tuple[str, ...]] = permutations(classes)
    if len(classes) > 5:
        rng = random.Random(len(classes))
        orders = [tuple(rng.sample(classes, len(classes))) for _ in range(MOST_RENAMINGS)]
    for names in orders:
        yield rename_classes(case, dict(zip(classes, names, strict=True)))


MOST_RANDOM_CLASSES = 9


@dataclass(frozen=True)
class Disagreement:
    """Find of a search: the cases, and the values of either measure on them."""

    cases: Cases
    """The cases."""
    values: tuple[tuple[float | None, ...], tuple[float | None, ...]]
    """Values of either measure on them."""

    @property
    def class_count(self) -> int:
        """How many classes the largest of its cases has."""
        return max(len(case.hierarchy) for case in self.cases)


@dataclass(frozen=True)
class SearchProgress(Progress):
    """How far a search for disagreements came, and what can be relied on so far."""

    complete: int = 0
    """The size up to which nothing is missed."""


@dataclass(frozen=True)
class SearchScope:
    """Scope of a search: the kind, sizes and number of hierarchies, and how many finds are enough."""

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


def search_disagreements(
    first: Measure, second: Measure, question: Question, scope: SearchScope = SearchScope()
) -> Items:
    """Cases on which two measures part, the smallest first, with progress between; the last item is the final one."""
    yield from _SearchRun(Evaluator(first), Evaluator(second), question, scope).items()


@dataclass
class _SearchRun:
    """A search under way.

    first, second: either measure.  complete: the size up to which all is done.  by_size: how many finds of a size.
    seen: the finds among random cases.
    """

    first: Evaluator
    second: Evaluator
    question: Question
    scope: SearchScope
    complete: int = 0
    by_size: dict[int, int] = field(default_factory=dict)
    seen: SeenCases = field(default_factory=SeenCases)

    def items(self) -> Items:
        """The items of `search_disagreements`."""
        yield from self._trials(self.searched_property) if self.searched_property else self._exhaustive_finds()
        if not self.is_over:
            yield from self._random_finds()
        yield self.progress("done", 1.0, whole=True)

    @property
    def searched_property(self) -> Property | None:
        """The property whose trials are searched; None where cases are."""
        return self.question.rule if isinstance(self.question, HasAndLacks) else None

    @property
    def is_over(self) -> bool:
        """Whether there are enough finds, or a measure is asked no more."""
        return sum(self.by_size.values()) >= self.scope.most or bool(self.first.stopped or self.second.stopped)

    def progress(self, doing: str, done: float, whole: bool = False) -> SearchProgress:
        """How far it came, and what can be relied on so far."""
        sentences = [
            f"{e.measure.label()} is asked no more: {e.stopped}." for e in (self.first, self.second) if e.stopped
        ]
        sizes = "1 class" if self.complete == 1 else f"1 to {self.complete} classes"
        all_done = f"All hierarchies of {sizes} are done: nothing as small is missed."
        sentences.append(all_done if self.complete else "No size is done yet.")
        return SearchProgress(
            doing, done, " ".join(sentences), tuple(sorted(self.by_size.items())), whole, self.complete
        )

    def _check_cases(self, cases: Cases) -> Disagreement:
        """Cases that show what is asked, or a trial that does, with their values; it is counted."""
        a, b = (
            self.searched_property.values(e, cases) if self.searched_property else tuple(map(e.value, cases))
            for e in (self.first, self.second)
        )
        find = Disagreement(cases, (a, b))
        self.by_size[find.class_count] = self.by_size.get(find.class_count, 0) + 1
        return find

    # All hierarchies up to a size

    def _exhaustive_finds(self) -> Items:
        """All hierarchies up to the size asked for, of one size those with few edges first."""
        kinds: tuple[Kind, ...] = ("trees",) if self.scope.kind == "trees" else ("trees", "DAGs")
        sizes = [(kind, size) for size in range(1, self.scope.up_to + 1) for kind in kinds]
        through = self._shapes if isinstance(self.question, OppositeOrder) else self._cases
        for before, (kind, size) in enumerate(sizes):
            yield from through(kind, size, partial(self._progress_at, size_in_words(kind, size), before, len(sizes)))
            if self.is_over:
                return
            if kind == self.scope.kind:
                self.complete = size

    def _progress_at(self, stage: str, before: int, parts: int, hierarchies: str, i: int, whole: int) -> SearchProgress:
        return self.progress(f"{stage}, {hierarchies} {i + 1:,} of {whole:,}", 0.9 * (before + i / whole) / parts)

    def _cases(self, kind: Kind, size: int, progress_at: Callable[[str, int, int], SearchProgress]) -> Items:
        cases = list(small_cases(kind, size))
        for i, case in enumerate(cases):
            if i % 100 == 0:
                yield progress_at("case", i, len(cases))
            if self.is_over:
                return
            if self.question.shows(self.first, self.second, (case,)):
                yield self._check_cases((case,))

    def _shapes(self, kind: Kind, size: int, progress_at: Callable[[str, int, int], SearchProgress]) -> Items:
        of_size = list(shapes(kind, size))
        for _, group in groupby(enumerate(of_size), key=lambda item: len(item[1].edges)):
            finds: list[tuple[int, int, Cases]] = []
            for i, shape in group:
                yield progress_at("shape", i, len(of_size))
                if self.is_over:
                    return
                for cases in _truths_with_predictions(shape):
                    if self.question.shows(self.first, self.second, cases):
                        finds.append((sum(len(case.predicted) for case in cases) + len(cases[0].true), i, cases))
            for _, _, cases in sorted(finds, key=lambda item: item[:2]):
                yield self._check_cases(cases)
                if self.is_over:
                    return

    def _trials(self, rule: Property) -> Items:
        """The trials of a property, by its own stages."""
        larger = self.scope.up_to - max(rule.bases.most_tree_classes, rule.bases.most_dag_classes)
        todo = stages_of(rule, min(0, larger) if rule.bases.chains else larger)
        for i, stage in enumerate(todo):
            yield self.progress(stage.name, 0.9 * i / len(todo))
            for case in base_cases(rule, stage):
                if self.is_over:
                    return
                for trial in rule.trials(case):
                    if rule.check(self.second, trial) is False and rule.check(self.first, trial):
                        yield self._check_cases(trial)
            if i + 1 == len(todo) or todo[i + 1].size != stage.size:
                self.complete = stage.size

    # Random larger ones

    def _random_finds(self) -> Items:
        """Random cases that show what is asked, made smaller; only those beyond what is done, and each once."""
        question, rule, most = self.question, self.searched_property, self.scope.random
        for i, cases in zip(range(most), self._random_cases(), strict=False):
            if i % 20 == 0:
                yield self.progress(
                    f"random {'cases' if rule else self.scope.kind}, {i} of {most}", 0.9 + 0.1 * i / most
                )
            if self.is_over:
                return
            if not question.shows(self.first, self.second, cases):
                continue
            small = shrink(cases, lambda smaller: question.shows(self.first, self.second, smaller))
            if len(small[0].hierarchy) > self.complete and self.seen.add(small):
                trial = first_refuting_trial(rule, self.second, small[0]) if rule else None
                yield self._check_cases(small if trial is None else trial)

    def _random_cases(self) -> Iterator[Cases]:
        work, rng = self.scope, random.Random(self.scope.seed)
        if self.searched_property:
            yield from ((case,) for case in random_base_cases(self.searched_property, work.seed))
            return
        while True:
            shape = random_shape(rng, work.kind, rng.randint(work.up_to + 1, max(work.up_to + 1, MOST_RANDOM_CLASSES)))
            sides = [rng.sample(range(shape.size), rng.randint(1, min(3, shape.size))) for _ in range(3)]
            predictions = sides[1:] if isinstance(self.question, OppositeOrder) else sides[1:2]
            yield tuple(_case_of_shape(shape, sides[0], predicted) for predicted in predictions)


def _truths_with_predictions(shape: HierarchyShape) -> Iterator[Cases]:
    """Every truth with every two predictions, up to the symmetries of the shape."""
    subsets = [frozenset(s) for size in range(1, shape.size + 1) for s in combinations(range(shape.size), size)]
    for true in subsets:
        images = {symmetry: _image_of_classes(symmetry, true) for symmetry in shape.automorphisms}
        if any(image > sorted(true) for image in images.values()):
            continue
        fixing = [symmetry for symmetry, image in images.items() if image == sorted(true)]
        done: set[frozenset[frozenset[int]]] = set()
        for first, second in combinations(subsets, 2):
            if fixing:
                pair = frozenset((first, second))
                if pair in done:
                    continue
                done |= {frozenset(frozenset(_image_of_classes(symmetry, s)) for s in pair) for symmetry in fixing}
            yield _case_of_shape(shape, true, first), _case_of_shape(shape, true, second)


def _image_of_classes(symmetry: tuple[int, ...], classes: Iterable[int]) -> list[int]:
    return sorted(symmetry[c] for c in classes)


def _case_of_shape(shape: HierarchyShape, true: Iterable[int], predicted: Iterable[int]) -> Case:
    return Case(shape.hierarchy, frozenset(map(class_name, true)), frozenset(map(class_name, predicted)))
