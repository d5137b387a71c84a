"""The behaviour sheet: which properties a measure has, tried on all small hierarchies and on random larger ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ...errors import HierviewError
from ...jobs import Progress
from ...measures import Measure
from ...model.case import Case
from ...model.hierarchy import Hierarchy
from ...own.foreign import Failure
from .enumerate import MOST_DAG_CLASSES, MOST_TREE_CLASSES, Kind, case_size, random_case, size_in_words, small_cases
from .evaluator import Evaluator
from .properties import LIMIT, PROPERTIES, Property, Trial, chain_cases
from .shrink import shrink
from .signs import Evidence, PropertyRow, Sheet, Sign

MOST_FOREST_CLASSES = 4  # with several roots; of five they would be as many again as all that is tried
MOST_RANDOM_CLASSES = 8


@dataclass(frozen=True)
class Budget:
    """How many cases a behaviour sheet tries; the same on every machine."""

    larger: int = 0
    """Number of classes by which the exhaustive part goes beyond what each property says, or, if negative, stays
    behind; so much then belongs to each row.
    """
    up_to: int | None = None
    """Number of classes up to which hierarchies of that part are tried; chains, which are few, are tried all the same.
    """
    trials: int | None = None
    """The most trials of that part for each property."""
    random: int = 150
    """Number of random trials that each property gets beyond."""
    seed: int = 1
    """Seed of the random trials."""

    def __post_init__(self) -> None:
        if self.up_to is not None and not 1 <= self.up_to <= MOST_TREE_CLASSES:
            raise HierviewError(f"hierarchies of up to 1 to {MOST_TREE_CLASSES} classes can be tried, not {self.up_to}")
        if self.trials is not None and self.trials < 1:
            raise HierviewError(f"{self.trials} trials are too few; 1 or more are accepted")


@dataclass(frozen=True)
class TrialStage:
    """One stage of exhaustive trials: all cases on hierarchies of one kind and size."""

    kind: Kind | Literal["chains"]
    """Kind of the hierarchies."""
    size: int
    """Number of classes."""

    @property
    def name(self) -> str:
        """Name of the stage as it is shown: `trees of 4 classes`."""
        return size_in_words(self.kind, self.size)


def stages_of(rule: Property, larger: int = 0) -> list[TrialStage]:
    """The exhaustive stages of a property, smallest first; among hierarchies of one size trees have fewest edges."""
    bases = rule.bases
    if bases.chains:
        return [TrialStage("chains", size) for size in range(LIMIT + 2, bases.most_tree_classes + larger + 1)]
    sizes = {
        "trees": min(MOST_TREE_CLASSES, bases.most_tree_classes and bases.most_tree_classes + larger),
        "forests": bases.most_tree_classes and min(bases.most_tree_classes, MOST_FOREST_CLASSES) + larger,
        "DAGs": min(MOST_DAG_CLASSES, bases.most_dag_classes and bases.most_dag_classes + larger),
    }
    kinds: tuple[Kind, ...] = ("trees", "forests", "DAGs")
    in_order = [TrialStage(kind, size) for kind in kinds for size in range(1 + (kind == "forests"), sizes[kind] + 1)]
    return sorted(in_order, key=lambda stage: (stage.size, stage.kind == "DAGs"))


def base_cases(rule: Property, stage: TrialStage) -> Iterator[Case]:
    """The base cases of a property in an exhaustive stage."""
    bases, size = rule.bases, stage.size
    if stage.kind == "chains":
        yield from chain_cases(size)
        return
    for case in small_cases(stage.kind, size, bases.most_true, bases.most_predicted):
        if not bases.exactly or (len(case.true), len(case.predicted)) == (bases.most_true, bases.most_predicted):
            yield case


def random_base_cases(rule: Property, seed: int, up_to: int | None = None) -> Iterator[Case]:
    """Endless base cases beyond the exhaustive sizes; none for chains, which are all tried."""
    bases = rule.bases
    if bases.chains:
        return
    rng = random.Random(f"{seed} {rule.key}")
    most_exhaustive = min(max(bases.most_tree_classes, bases.most_dag_classes), up_to or MOST_TREE_CLASSES)
    while True:
        kind: Kind = (
            "trees" if not bases.most_dag_classes or (bases.most_tree_classes and rng.random() < 0.5) else "DAGs"
        )
        size = rng.randint(most_exhaustive + 1, max(most_exhaustive + 1, MOST_RANDOM_CLASSES))
        yield random_case(rng, kind, size, bases.most_true, bases.most_predicted, bases.exactly)


def stage_weight(rule: Property, stage: TrialStage) -> float:
    """A number that orders stages: small hierarchies first, larger ones with few marks beside small ones with any."""
    if stage.kind == "chains":
        return 2.5
    return stage.size - 2 * (rule.bases.most_true is not None) + 0.5 * (stage.kind == "DAGs")


class _PropertyTrials:
    """The trials of one property of a measure while they run."""

    def __init__(self, wanted: Property, evaluator: Evaluator, budget: Budget):
        self.property = wanted
        self.evaluator = evaluator
        self.budget = budget
        self.tried = self.undefined = self.failed = self.beyond = self.repaired = 0
        self.reached: dict[str, int] = dict.fromkeys(("trees", "forests", "DAGs", "chains"), 0)
        self.hierarchies: set[Hierarchy] = set()
        self.evidence: Evidence | None = None
        self.repair_fails = False
        belongs, most = stages_of(wanted, budget.larger), budget.up_to or MOST_TREE_CLASSES
        self.todo = [stage for stage in belongs if stage.kind == "chains" or stage.size <= most]
        self.whole = len(self.todo) == len(belongs)
        self.over = False

    @property
    def can_change(self) -> bool:
        """Whether more trials could change the sign."""
        return self.evidence is None or (self.property.repair is not None and not self.repair_fails)

    @property
    def is_decided(self) -> bool:
        return not self.can_change or self.over

    @property
    def weight(self) -> float:
        """Place of the next stage in the order of the work."""
        return stage_weight(self.property, self.todo[0]) if self.todo else 0.0

    @property
    def remaining_work(self) -> float:
        """How much work is left, roughly: each class more makes about four times as many cases."""
        return 0.0 if self.is_decided else sum(4.0 ** stage_weight(self.property, stage) for stage in self.todo)

    def try_next_stage(self, tell: Callable[[str], None]) -> None:
        """Do the next stage, and what is done at random where it was the last."""
        if self.todo:
            tell(f"{self.property.name}: {self.todo[0].name}")
            self._try_stage(self.todo[0], tell)
            if not self.is_decided and not self.evaluator.stopped:
                self.todo.pop(0)
        if not self.todo and not self.evaluator.stopped:
            tell(f"{self.property.name}: random")
            self._try_random()
            self.over = not self.evaluator.stopped

    def _try_stage(self, stage: TrialStage, tell: Callable[[str], None]) -> None:
        """Try all of a stage, as far as the budget goes."""
        for i, case in enumerate(base_cases(self.property, stage)):
            if self.budget.trials is not None and self.tried + self.undefined >= self.budget.trials:
                self.whole, self.todo = False, [stage]
                return
            if i % 200 == 199:
                tell(f"{self.property.name}: {stage.name}, {self.tried:,} trials")
            self._try_case(case)
            if not self.can_change or self.evaluator.stopped:
                return
        self.reached[stage.kind] = max(self.reached[stage.kind], stage.size)

    def _try_random(self) -> None:
        """Try random cases; where one goes against the property, the smallest that shrinking reaches."""
        before, all_before, empty, most = self.tried, self.tried + self.undefined, 0, self.budget.random
        for case in random_base_cases(self.property, self.budget.seed, self.budget.up_to):
            enough = self.tried + self.undefined - all_before >= most or empty > 20 * most
            if not self.can_change or enough or self.evaluator.stopped:
                break
            had = self.tried
            self._try_case(case)
            empty += self.tried == had
            if self.evidence is not None:
                (small,) = shrink((case,), lambda found: self._first_refuting(found[0]) is not None)
                if trial := self._first_refuting(small):
                    self.evidence = self._evidence(trial)
        self.beyond = self.tried - before

    def _first_refuting(self, case: Case) -> Trial | None:
        return first_refuting_trial(self.property, self.evaluator, case)

    def _evidence(self, trial: Trial) -> Evidence:
        return trial_evidence(self.property, self.evaluator, trial)

    def _try_case(self, case: Case) -> None:
        """Try all that a base case gives."""
        for trial in self.property.trials(case):
            verdict = self.property.check(self.evaluator, trial)
            if self.evaluator.stopped:
                return
            if verdict is None:
                self.undefined += 1
                self.failed += self._fails(trial)
                continue
            self.tried += 1
            self.hierarchies.add(case.hierarchy)
            if self.evidence is None and not verdict:
                self.evidence = self._evidence(trial)
            if self.property.repair is not None:
                repaired = tuple(map(self.property.repair, trial))
                fine = self.property.check(self.evaluator, repaired)
                self.repaired += fine is True
                self.failed += fine is None and self._fails(repaired)
                self.repair_fails |= fine is False
            if not self.can_change:
                return

    def _fails(self, trial: Trial) -> bool:
        """Whether the measure failed on a case of a trial."""
        return any(case in one.failures for one in (self.evaluator, self.evaluator.exchanged) for case in trial)

    def row(self) -> PropertyRow:
        return PropertyRow(
            self.property,
            self._sign(),
            self.whole and self.over and not self.failed,
            self.tried,
            self.undefined,
            self.failed,
            len(self.hierarchies),
            tuple((kind, size) for kind, size in self.reached.items() if size),
            self.beyond,
            self.evidence,
            self.repaired,
        )

    def _sign(self) -> Sign:
        if not self.can_change:
            return "−"
        if not self.over:
            return "?" if self.evaluator.hopeless else "stopped"
        if not self.tried:
            return "?"
        if self.evidence is None:
            return "+" if self.whole and not self.failed else "(+)"
        if not self.repaired:
            return "−"
        return "*" if self.whole and not self.failed else "(*)"


def trial_evidence(rule: Property, evaluator: Evaluator, trial: Trial) -> Evidence:
    """The evidence of a trial: its cases with the measure's values."""
    return Evidence(rule.key, trial, rule.roles, rule.values(evaluator, trial), rule.explain(evaluator, trial))


def first_refuting_trial(rule: Property, evaluator: Evaluator, case: Case) -> Trial | None:
    """The first trial of a case that goes against the property; None of one that is no base, as in shrinking."""
    bases = rule.bases
    for have, most in ((len(case.true), bases.most_true), (len(case.predicted), bases.most_predicted)):
        if not have or (most is not None and (have > most or (bases.exactly and have < most))):
            return None
    return next((trial for trial in rule.trials(case) if rule.check(evaluator, trial) is False), None)


def behaviour_sheet(
    measure: Measure,
    budget: Budget = Budget(),
    tell: Callable[[Progress | Sheet], None] | None = None,
    properties: Iterable[Property] = PROPERTIES,
) -> Sheet:
    """The behaviour sheet of a measure.

    All properties go through one size before any goes on to the next, so that a measure which is stopped has
    shown the same of each. `tell` hears of every stage how far the work came, and of every row that is decided the
    sheet so far; what it raises ends the work.
    """
    evaluator = Evaluator(measure)
    work = [_PropertyTrials(p, evaluator, budget) for p in properties]
    in_all = sum(w.remaining_work for w in work) or 1

    def at(doing: str) -> None:
        if tell is not None:
            tell(Progress(doing, 1 - sum(w.remaining_work for w in work) / in_all))

    before = _rows_and_failures(evaluator, work)
    while (undecided := [w for w in work if not w.is_decided]) and not evaluator.stopped:
        # Where in a round the time of a measure is up differs from run to run; which round it is hardly does.
        before, least = _rows_and_failures(evaluator, work), min(w.weight for w in undecided)
        for w in undecided:
            if w.weight == least and not evaluator.stopped:
                w.try_next_stage(at)
                if w.is_decided and tell is not None:
                    at(w.property.name)
                    tell(
                        Sheet(
                            measure, *_rows_and_failures(evaluator, [w for w in work if w.is_decided]), finished=False
                        )
                    )
    rows = before if evaluator.spent else _rows_and_failures(evaluator, work)
    return Sheet(measure, *rows, _notes(evaluator), seed=budget.seed)


def _rows_and_failures(
    evaluator: Evaluator, work: list[_PropertyTrials]
) -> tuple[tuple[PropertyRow, ...], tuple[Failure, ...], int]:
    """The rows as they are, the first failures, and how many there are."""
    return tuple(w.row() for w in work), tuple(evaluator.failures.values())[:5], len(evaluator.failures)


def _notes(evaluator: Evaluator) -> tuple[str, ...]:
    notes = [getattr(evaluator.measure, "assumed", "")]
    if evaluator.stopped:
        notes.append(f"{'Nothing more was asked' if evaluator.hopeless else 'Stopped early'}: {evaluator.stopped}.")
    elif any(not evaluator.is_repeatable(case) for case in list(small_cases("trees", 2))[:5]):
        notes.append("It does not say the same of a case each time it is asked; the signs rest on its first answers.")
    return tuple(filter(None, notes))


def counterexamples(measure: Measure, rule: Property, budget: Budget = Budget()) -> Iterator[Evidence]:
    """All small trials that go against a property, smallest first."""
    evaluator = Evaluator(measure)
    for stage in stages_of(rule, budget.larger):
        trials: list[Trial] = []
        for case in base_cases(rule, stage):
            trials += [trial for trial in rule.trials(case) if rule.check(evaluator, trial) is False]
        for trial in sorted(trials, key=lambda trial: max(case_size(case) for case in trial)):
            yield trial_evidence(rule, evaluator, trial)
