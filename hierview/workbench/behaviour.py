"""The behaviour sheet: which properties a measure has, tried on all small hierarchies and on random larger ones.

A sign is computed: + nothing tried went against the claim, and all that belongs to the row was tried; (+) nothing
did, but not all was tried; − a case does, and the smallest is kept; * cases do, but none once they were altered as
the property says, or (*) where not all was tried; ? nothing could be tried; stopped: the measure used up what it
may before the row was decided. No sign depends on a clock.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ..errors import HierviewError
from ..measures import Measure
from ..model.case import Case
from ..model.hierarchy import Hierarchy
from .enumerate import MOST_DAG_CLASSES, MOST_TREE_CLASSES, Kind, random_case, size_of, small_cases, told_size
from .foreign import Failure
from .properties import LIMIT, PROPERTIES, Property, Trial, chains
from .reading import Reader
from .shrink import shrunk

Sign = Literal["+", "(+)", "−", "*", "(*)", "?", "stopped"]
MOST_RANDOM_CLASSES = 8


@dataclass(frozen=True)
class Budget:
    """How much is tried; the same on every machine.

    larger: by how many classes the exhaustive part goes beyond (or stays behind, if negative) what each
    property says; so much then belongs to each row.  up_to: of that, only hierarchies of up to so many classes
    (chains, which are few, are tried all the same).  trials: of that, only the first so many of each property.
    random: how many random trials each property gets beyond.
    """

    larger: int = 0
    up_to: int | None = None
    trials: int | None = None
    random: int = 150
    seed: int = 1

    def __post_init__(self) -> None:
        if self.up_to is not None and not 1 <= self.up_to <= MOST_TREE_CLASSES:
            raise HierviewError(f"hierarchies of up to 1 to {MOST_TREE_CLASSES} classes can be tried, not {self.up_to}")
        if self.trials is not None and self.trials < 1:
            raise HierviewError(f"{self.trials} trials are too few; 1 or more are accepted")


@dataclass(frozen=True)
class Progress:
    """Progress: what is tried, how much of the work is done. sheet: the rows so far, each time one is decided."""

    doing: str
    done: float
    sheet: Sheet | None = None


@dataclass(frozen=True)
class Evidence:
    """A trial of the property `key` with what the measure says of each of its cases.

    told: what goes against the claim, in numbers.
    """

    key: str
    trial: Trial
    roles: tuple[str, ...]
    values: tuple[float | None, ...]
    told: str

    @property
    def classes(self) -> int:
        """The classes of its largest hierarchy."""
        return max(len(case.hierarchy) for case in self.trial)


@dataclass(frozen=True)
class Row:
    """One property of the sheet.

    whole: whether all that belongs to it was tried.  tried: how many trials were decided.  undefined: how many
    could not be, a value being undefined.  hierarchies: on how many hierarchies.  trees, dags: up to which size all
    were tried, 0: none.  beyond: how many of the trials were random, on larger hierarchies.
    """

    rule: Property
    sign: Sign
    whole: bool
    tried: int
    undefined: int
    hierarchies: int
    trees: int
    dags: int
    beyond: int
    evidence: Evidence | None = None
    cured: int = 0  # how many trials held after the cure

    @property
    def per_side(self) -> str:
        """How many classes a side holds in the cases of this row."""
        return self.rule.bases.per_side

    @property
    def reach(self) -> str:
        """On which hierarchies it was tried without a gap: `trees ≤ 5, DAGs ≤ 4`."""
        word = "chains" if self.rule.bases.chains else "trees"
        told = [f"{word} ≤ {self.trees}"] * bool(self.trees) + [f"DAGs ≤ {self.dags}"] * bool(self.dags)
        return ", ".join(told) or "none exhaustively"

    @property
    def sentence(self) -> str:
        """Sentence behind the sign."""
        tried = f"{self.tried:,} trial{'s' * (self.tried != 1)} on {self.hierarchies:,} hierarchies"
        far = f"{self.reach}, {self.per_side}"
        if self.sign == "?":
            return "Nothing could be tried: no hierarchy was large enough, or the measure gave no value."
        if self.sign == "stopped":
            return f"The measure was stopped before this was decided, after {tried} ({far})."
        if self.evidence is None:
            more = f", {self.beyond:,} of them random ones on larger hierarchies" if self.beyond else ""
            short = "" if self.whole else " More belongs to this row and was not tried."
            return f"Held in {tried} ({far}){more}.{short}"
        smallest = f"Fails on {self.evidence.classes} classes: {self.evidence.told}."
        if self.sign in ("*", "(*)"):
            smallest += f" After the step it held in {self.cured:,} trials."
            smallest += "" if self.whole else " More belongs to this row and was not tried."
        return smallest


@dataclass(frozen=True)
class Sheet:
    """The properties of one measure: all of them once it is `finished`, before that those that are decided.

    failures: the cases on which the measure gave no usable value, the first few.  failed: how many there were.
    """

    measure: Measure
    rows: tuple[Row, ...]
    failures: tuple[Failure, ...] = ()
    failed: int = 0
    notes: tuple[str, ...] = ()
    finished: bool = True

    @property
    def complete(self) -> bool:
        """Whether nothing that belongs to a row was left out."""
        return self.finished and all(row.whole or row.sign == "−" for row in self.rows)

    def row(self, key: str) -> Row:
        """The row of a property."""
        return next(row for row in self.rows if row.rule.key == key)

    def find(self, key: str) -> Row | None:
        """The row of a property, None while it is not decided."""
        return next((row for row in self.rows if row.rule.key == key), None)

    @property
    def signs(self) -> dict[str, Sign]:
        """{property: sign}."""
        return {row.rule.key: row.sign for row in self.rows}


@dataclass(frozen=True)
class Stage:
    """The cases of one kind and size."""

    kind: Kind | Literal["chains"]
    size: int

    @property
    def told(self) -> str:
        """The size in words."""
        return told_size(self.kind, self.size)


def stages(wanted: Property, larger: int = 0) -> list[Stage]:
    """The exhaustive stages of a property, smallest first; among hierarchies of one size trees have fewest edges."""
    bases = wanted.bases
    if bases.chains:
        return [Stage("chains", size) for size in range(LIMIT + 2, bases.trees + larger + 1)]
    sizes = {
        "trees": min(MOST_TREE_CLASSES, bases.trees and bases.trees + larger),
        "DAGs": min(MOST_DAG_CLASSES, bases.dags and bases.dags + larger),
    }
    kinds: tuple[Kind, ...] = ("trees", "DAGs")
    found = [Stage(kind, size) for kind in kinds for size in range(1, sizes[kind] + 1)]
    return sorted(found, key=lambda stage: (stage.size, stage.kind == "DAGs"))


def bases_of(wanted: Property, stage: Stage) -> Iterator[Case]:
    """The base cases of a property in an exhaustive stage."""
    bases, size = wanted.bases, stage.size
    if stage.kind == "chains":
        yield from chains(size)
        return
    for case in small_cases(stage.kind, size, bases.true, bases.predicted, bases.empty):
        if not bases.exactly or (len(case.true), len(case.predicted)) == (bases.true, bases.predicted):
            yield case


def random_bases(wanted: Property, seed: int, up_to: int | None = None) -> Iterator[Case]:
    """Endless base cases beyond the exhaustive sizes; none for chains, which are all tried."""
    bases = wanted.bases
    if bases.chains:
        return
    rng = random.Random(f"{seed} {wanted.key}")
    most_exhaustive = min(max(bases.trees, bases.dags), up_to or MOST_TREE_CLASSES)
    while True:
        kind: Kind = "trees" if not bases.dags or (bases.trees and rng.random() < 0.5) else "DAGs"
        size = rng.randint(most_exhaustive + 1, max(most_exhaustive + 1, MOST_RANDOM_CLASSES))
        case = random_case(rng, kind, size, bases.true, bases.predicted, bases.exactly)
        yield case


class _Work:
    """One property being tried."""

    def __init__(self, wanted: Property, reader: Reader, budget: Budget):
        self.property = wanted
        self.reader = reader
        self.budget = budget
        self.tried = self.undefined = self.beyond = self.cured = 0
        self.reached: dict[str, int] = {"trees": 0, "DAGs": 0, "chains": 0}
        self.hierarchies: set[Hierarchy] = set()
        self.evidence: Evidence | None = None
        self.cure_fails: Evidence | None = None
        belongs = stages(wanted, budget.larger)
        most = budget.up_to or MOST_TREE_CLASSES
        self.todo = [stage for stage in belongs if stage.kind == "chains" or stage.size <= most]
        self.whole = len(self.todo) == len(belongs)
        self.over = False

    @property
    def open(self) -> bool:
        """Whether more trials could change the sign."""
        return self.evidence is None or (self.property.cure is not None and self.cure_fails is None)

    @property
    def decided(self) -> bool:
        return not self.open or self.over

    @property
    def weight(self) -> float:
        """Where the next stage stands in the order of the work."""
        return _weight(self.property, self.todo[0]) if self.todo else 0.0

    @property
    def left(self) -> float:
        """How much work is left, roughly: each class more makes about four times as many cases."""
        return 0.0 if self.decided else sum(4.0 ** _weight(self.property, stage) for stage in self.todo)

    def step(self, tell: Callable[[str], None]) -> None:
        """Do the next stage, and what is done at random where it was the last."""
        if self.todo:
            tell(f"{self.property.name}: {self.todo[0].told}")
            self._exhaust(self.todo[0], tell)
            if not self.decided and not self.reader.stopped:
                self.todo.pop(0)
        if not self.todo and not self.reader.stopped:
            tell(f"{self.property.name}: random")
            self._at_random()
            self.over = not self.reader.stopped

    def _exhaust(self, stage: Stage, tell: Callable[[str], None]) -> None:
        """Try all of a stage, as far as the budget goes."""
        for i, case in enumerate(bases_of(self.property, stage)):
            if self.budget.trials is not None and self.tried + self.undefined >= self.budget.trials:
                self.whole, self.todo = False, [stage]
                return
            if i % 200 == 199:
                tell(f"{self.property.name}: {stage.told}, {self.tried:,} trials")
            self._take(case)
            if not self.open or self.reader.stopped:
                return
        self.reached[stage.kind] = max(self.reached[stage.kind], stage.size)

    def _at_random(self) -> None:
        """Try random cases; where one goes against the property, the smallest that shrinking reaches."""
        before, undefined, empty, budget = self.tried, self.undefined, 0, self.budget
        for case in random_bases(self.property, budget.seed, budget.up_to):
            enough = self.tried - before + self.undefined - undefined >= budget.random or empty > 20 * budget.random
            if not self.open or enough or self.reader.stopped:
                break
            had = self.tried
            self._take(case)
            empty += self.tried == had
            if self.evidence is not None:
                (small,) = shrunk((case,), lambda found: refuting(self.property, self.reader, found[0]) is not None)
                trial = refuting(self.property, self.reader, small)
                if trial is not None:
                    self.evidence = evidence(self.property, self.reader, trial)
        self.beyond = self.tried - before

    def _take(self, case: Case) -> None:
        """Try all that a base case gives."""
        for trial in self.property.trials(case):
            verdict = self.property.holds(self.reader, trial)
            if self.reader.stopped:
                return
            if verdict is None:
                self.undefined += 1
                continue
            self.tried += 1
            self.hierarchies.add(case.hierarchy)
            if self.evidence is None and not verdict:
                self.evidence = evidence(self.property, self.reader, trial)
            if self.property.cure is not None:
                cured = tuple(map(self.property.cure, trial))
                fine = self.property.holds(self.reader, cured)
                self.cured += fine is True
                if fine is False and self.cure_fails is None:
                    self.cure_fails = evidence(self.property, self.reader, cured)
            if not self.open:
                return

    def row(self) -> Row:
        trees = self.reached["chains" if self.property.bases.chains else "trees"]
        return Row(
            self.property,
            self._sign(),
            self.whole and self.over,
            self.tried,
            self.undefined,
            len(self.hierarchies),
            trees,
            self.reached["DAGs"],
            self.beyond,
            self.evidence,
            self.cured,
        )

    def _sign(self) -> Sign:
        if not self.open:
            return "−"
        if not self.over:
            return "?" if self.reader.hopeless else "stopped"
        if not self.tried:
            return "?"
        if self.evidence is None:
            return "+" if self.whole else "(+)"
        if not self.cured:
            return "−"
        return "*" if self.whole else "(*)"


def _weight(wanted: Property, stage: Stage) -> float:
    """Small hierarchies first, larger ones with few marks beside small ones with any."""
    if stage.kind == "chains":
        return 2.5
    return stage.size - 2 * (wanted.bases.true is not None) + 0.5 * (stage.kind == "DAGs")


def evidence(wanted: Property, reader: Reader, trial: Trial) -> Evidence:
    """A trial with its values."""
    return Evidence(wanted.key, trial, wanted.roles, wanted.values(reader, trial), wanted.told(reader, trial))


def refuting(wanted: Property, reader: Reader, case: Case) -> Trial | None:
    """The first trial of a base case that goes against the property."""
    if not case.true or not case.predicted:
        return None
    return next((trial for trial in _trials(wanted, case) if wanted.holds(reader, trial) is False), None)


def _trials(wanted: Property, case: Case) -> Iterable[Trial]:
    """The trials of a case that may not be one of the property's bases, as happens in shrinking."""
    bases = wanted.bases
    sizes = ((len(case.true), bases.true), (len(case.predicted), bases.predicted))
    if any(most is not None and (have > most or (bases.exactly and have < most)) for have, most in sizes):
        return ()
    return wanted.trials(case)


def sheet(
    measure: Measure,
    budget: Budget = Budget(),
    progress: Callable[[Progress], None] | None = None,
    properties: Iterable[Property] = PROPERTIES,
) -> Sheet:
    """The behaviour sheet of a measure.

    All properties go through one size before any goes on to the next, so that a measure which is stopped has
    shown the same of each. `progress` is told of every stage and of every row that is decided; what it raises ends
    the work.
    """
    reader = Reader(measure)
    work = [_Work(p, reader, budget) for p in properties]
    in_all = sum(w.left for w in work) or 1

    def tell(doing: str, found: Sheet | None = None) -> None:
        if progress is not None:
            progress(Progress(doing, 1 - sum(w.left for w in work) / in_all, found))

    before = _found(reader, work)
    while (left := [w for w in work if not w.decided]) and not reader.stopped:
        # Where in a round the time of a measure is up differs from run to run; which round it is hardly does.
        before, least = _found(reader, work), min(w.weight for w in left)
        for w in left:
            if w.weight == least and not reader.stopped:
                w.step(tell)
                if w.decided:
                    decided = [w for w in work if w.decided]
                    tell(w.property.name, Sheet(measure, *_found(reader, decided), finished=False))
    return Sheet(measure, *(before if reader.spent else _found(reader, work)), _notes(reader))


def _found(reader: Reader, work: list[_Work]) -> tuple[tuple[Row, ...], tuple[Failure, ...], int]:
    """The rows as they are, the first failures, and how many there are."""
    return tuple(w.row() for w in work), tuple(reader.failures[:5]), len(reader.failures)


def _notes(reader: Reader) -> tuple[str, ...]:
    if reader.hopeless:
        return (f"Nothing more was asked: {reader.stopped}.",)
    if reader.stopped:
        return (f"Stopped early: {reader.stopped}.",)
    if any(not reader.again(case) for case in list(small_cases("trees", 2))[:5]):
        return ("It does not say the same of a case each time it is asked; the signs rest on its first answers.",)
    return ()


def counterexamples(
    measure: Measure,
    wanted: Property,
    budget: Budget = Budget(),
) -> Iterator[Evidence]:
    """All small trials that go against a property, smallest first."""
    reader = Reader(measure)
    for stage in stages(wanted, budget.larger):
        found: list[Trial] = []
        for case in bases_of(wanted, stage):
            found += [trial for trial in wanted.trials(case) if wanted.holds(reader, trial) is False]
        for trial in sorted(found, key=lambda trial: max(size_of(case) for case in trial)):
            yield evidence(wanted, reader, trial)
