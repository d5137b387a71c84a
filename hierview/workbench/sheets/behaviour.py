"""The behaviour sheet: which properties a measure has, tried on all small hierarchies and on random larger ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ...jobs import Progress
from ...measures import Measure
from ...model.case import Case
from ...model.hierarchy import Hierarchy
from ..own.foreign import Failure
from .enumerate import MOST_TREE_CLASSES, size_of, small_cases
from .evaluator import Evaluator
from .properties import PROPERTIES, Property, Trial
from .shrink import shrunk
from .signs import Evidence, PropertyRow, Sheet, Sign
from .stages import Budget, TrialStage, bases_of, random_bases, stages, weight


class _Work:
    """One property being tried."""

    def __init__(self, wanted: Property, evaluator: Evaluator, budget: Budget):
        self.property = wanted
        self.evaluator = evaluator
        self.budget = budget
        self.tried = self.undefined = self.failed = self.beyond = self.repaired = 0
        self.reached: dict[str, int] = dict.fromkeys(("trees", "forests", "DAGs", "chains"), 0)
        self.hierarchies: set[Hierarchy] = set()
        self.evidence: Evidence | None = None
        self.repair_fails: Evidence | None = None
        belongs = stages(wanted, budget.larger)
        most = budget.up_to or MOST_TREE_CLASSES
        self.todo = [stage for stage in belongs if stage.kind == "chains" or stage.size <= most]
        self.whole = len(self.todo) == len(belongs)
        self.over = False

    @property
    def open(self) -> bool:
        """Whether more trials could change the sign."""
        return self.evidence is None or (self.property.repair is not None and self.repair_fails is None)

    @property
    def decided(self) -> bool:
        return not self.open or self.over

    @property
    def weight(self) -> float:
        """Place of the next stage in the order of the work."""
        return weight(self.property, self.todo[0]) if self.todo else 0.0

    @property
    def remaining_work(self) -> float:
        """How much work is left, roughly: each class more makes about four times as many cases."""
        return 0.0 if self.decided else sum(4.0 ** weight(self.property, stage) for stage in self.todo)

    def step(self, tell: Callable[[str], None]) -> None:
        """Do the next stage, and what is done at random where it was the last."""
        if self.todo:
            tell(f"{self.property.name}: {self.todo[0].name}")
            self._exhaust(self.todo[0], tell)
            if not self.decided and not self.evaluator.stopped:
                self.todo.pop(0)
        if not self.todo and not self.evaluator.stopped:
            tell(f"{self.property.name}: random")
            self._at_random()
            self.over = not self.evaluator.stopped

    def _exhaust(self, stage: TrialStage, tell: Callable[[str], None]) -> None:
        """Try all of a stage, as far as the budget goes."""
        for i, case in enumerate(bases_of(self.property, stage)):
            if self.budget.trials is not None and self.tried + self.undefined >= self.budget.trials:
                self.whole, self.todo = False, [stage]
                return
            if i % 200 == 199:
                tell(f"{self.property.name}: {stage.name}, {self.tried:,} trials")
            self._take(case)
            if not self.open or self.evaluator.stopped:
                return
        self.reached[stage.kind] = max(self.reached[stage.kind], stage.size)

    def _at_random(self) -> None:
        """Try random cases; where one goes against the property, the smallest that shrinking reaches."""
        before, undefined, empty, budget = self.tried, self.undefined, 0, self.budget
        for case in random_bases(self.property, budget.seed, budget.up_to):
            enough = self.tried - before + self.undefined - undefined >= budget.random or empty > 20 * budget.random
            if not self.open or enough or self.evaluator.stopped:
                break
            had = self.tried
            self._take(case)
            empty += self.tried == had
            if self.evidence is not None:
                (small,) = shrunk((case,), lambda found: refuting(self.property, self.evaluator, found[0]) is not None)
                trial = refuting(self.property, self.evaluator, small)
                if trial is not None:
                    self.evidence = trial_evidence(self.property, self.evaluator, trial)
        self.beyond = self.tried - before

    def _take(self, case: Case) -> None:
        """Try all that a base case gives."""
        for trial in self.property.trials(case):
            verdict = self.property.satisfied(self.evaluator, trial)
            if self.evaluator.stopped:
                return
            if verdict is None:
                self.undefined += 1
                self.failed += self._fails(trial)
                continue
            self.tried += 1
            self.hierarchies.add(case.hierarchy)
            if self.evidence is None and not verdict:
                self.evidence = trial_evidence(self.property, self.evaluator, trial)
            if self.property.repair is not None:
                repaired = tuple(map(self.property.repair, trial))
                fine = self.property.satisfied(self.evaluator, repaired)
                self.repaired += fine is True
                self.failed += fine is None and self._fails(repaired)
                if fine is False and self.repair_fails is None:
                    self.repair_fails = trial_evidence(self.property, self.evaluator, repaired)
            if not self.open:
                return

    def _fails(self, trial: Trial) -> bool:
        """Whether the measure failed on a case of a trial."""
        return any(case in one.failures for one in (self.evaluator, self.evaluator.mirror) for case in trial)

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
        if not self.open:
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


def trial_evidence(wanted: Property, evaluator: Evaluator, trial: Trial) -> Evidence:
    """A trial with its values."""
    return Evidence(
        wanted.key, trial, wanted.roles, wanted.values(evaluator, trial), wanted.explanation(evaluator, trial)
    )


def refuting(wanted: Property, evaluator: Evaluator, case: Case) -> Trial | None:
    """The first trial of a base case that goes against the property."""
    if not case.true or not case.predicted:
        return None
    return next((trial for trial in _trials(wanted, case) if wanted.satisfied(evaluator, trial) is False), None)


def _trials(wanted: Property, case: Case) -> Iterable[Trial]:
    """The trials of a case that may not be one of the property's bases, as happens in shrinking."""
    bases = wanted.bases
    sizes = ((len(case.true), bases.true), (len(case.predicted), bases.predicted))
    if any(most is not None and (have > most or (bases.exactly and have < most)) for have, most in sizes):
        return ()
    return wanted.trials(case)


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
    work = [_Work(p, evaluator, budget) for p in properties]
    in_all = sum(w.remaining_work for w in work) or 1

    def at(doing: str) -> None:
        if tell is not None:
            tell(Progress(doing, 1 - sum(w.remaining_work for w in work) / in_all))

    before = _found(evaluator, work)
    while (undecided := [w for w in work if not w.decided]) and not evaluator.stopped:
        # Where in a round the time of a measure is up differs from run to run; which round it is hardly does.
        before, least = _found(evaluator, work), min(w.weight for w in undecided)
        for w in undecided:
            if w.weight == least and not evaluator.stopped:
                w.step(at)
                if w.decided and tell is not None:
                    at(w.property.name)
                    tell(Sheet(measure, *_found(evaluator, [w for w in work if w.decided]), finished=False))
    rows = before if evaluator.spent else _found(evaluator, work)
    return Sheet(measure, *rows, _notes(evaluator), seed=budget.seed)


def _found(evaluator: Evaluator, work: list[_Work]) -> tuple[tuple[PropertyRow, ...], tuple[Failure, ...], int]:
    """The rows as they are, the first failures, and how many there are."""
    return tuple(w.row() for w in work), tuple(evaluator.failures.values())[:5], len(evaluator.failures)


def _notes(evaluator: Evaluator) -> tuple[str, ...]:
    notes = [getattr(evaluator.measure, "assumed", "")]
    if evaluator.stopped:
        notes.append(f"{'Nothing more was asked' if evaluator.hopeless else 'Stopped early'}: {evaluator.stopped}.")
    elif any(not evaluator.again(case) for case in list(small_cases("trees", 2))[:5]):
        notes.append("It does not say the same of a case each time it is asked; the signs rest on its first answers.")
    return tuple(filter(None, notes))


def counterexamples(measure: Measure, wanted: Property, budget: Budget = Budget()) -> Iterator[Evidence]:
    """All small trials that go against a property, smallest first."""
    evaluator = Evaluator(measure)
    for stage in stages(wanted, budget.larger):
        trials: list[Trial] = []
        for case in bases_of(wanted, stage):
            trials += [trial for trial in wanted.trials(case) if wanted.satisfied(evaluator, trial) is False]
        for trial in sorted(trials, key=lambda trial: max(size_of(case) for case in trial)):
            yield trial_evidence(wanted, evaluator, trial)
