"""The behaviour sheet: which properties a measure has, tried on all small hierarchies and on random larger ones.

A sign is computed: + nothing tried went against the claim; − a case does, and the smallest is kept;
* cases do, but none once they were altered as the property says; ? nothing could be tried.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from ..case import Case
from ..hierarchy import Hierarchy
from ..measures import Measure
from .enumerate import MOST_DAG_CLASSES, MOST_TREE_CLASSES, Kind, random_case, size_of, small_cases, told_size
from .foreign import Failure
from .properties import LIMIT, PROPERTIES, Property, Trial, chains
from .reading import Reader
from .shrink import shrunk

Sign = Literal["+", "−", "*", "?"]
MOST_RANDOM_CLASSES = 8


@dataclass(frozen=True)
class Budget:
    """How much is tried.

    larger: by how many classes the exhaustive part goes beyond (or stays behind, if negative) what each
    property says.  random: how many trials each property gets beyond.  seconds: after these it stops, and
    says up to where it came; None: never, so that the same is tried on every machine.
    """

    larger: int = 0
    random: int = 150
    seed: int = 1
    seconds: float | None = 45


@dataclass(frozen=True)
class Progress:
    """What is being tried, and which share of the work is done."""

    doing: str
    done: float


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

    tried: how many trials were decided.  undefined: how many could not be, a value being undefined.
    hierarchies: on how many hierarchies.  trees, dags: up to which size all were tried, 0: none.
    beyond: how many of the trials were random, on larger hierarchies.
    """

    rule: Property
    sign: Sign
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
        return self.rule.bases.per_side

    @property
    def reach(self) -> str:
        """On which hierarchies it was tried without a gap: `trees ≤ 5, DAGs ≤ 4`."""
        word = "chains" if self.rule.bases.chains else "trees"
        told = [f"{word} ≤ {self.trees}"] * bool(self.trees) + [f"DAGs ≤ {self.dags}"] * bool(self.dags)
        return ", ".join(told) or "none exhaustively"

    @property
    def sentence(self) -> str:
        """What stands behind the sign."""
        tried = f"{self.tried:,} trial{'s' * (self.tried != 1)} on {self.hierarchies:,} hierarchies"
        if self.sign == "?":
            return "Nothing could be tried: the measure is undefined, or the time was up."
        if self.evidence is None:
            more = f", {self.beyond:,} of them random ones on larger hierarchies" if self.beyond else ""
            return f"Held in {tried} ({self.reach}, {self.per_side}){more}."
        smallest = f"Fails on {self.evidence.classes} classes: {self.evidence.told}."
        if self.sign == "*":
            smallest += f" After the step it held in {self.cured:,} trials."
        return smallest


@dataclass(frozen=True)
class Sheet:
    """All properties of one measure. failures: the cases on which it gave no usable value, the first few."""

    measure: Measure
    rows: tuple[Row, ...]
    failures: tuple[Failure, ...] = ()
    failed: int = 0
    notes: tuple[str, ...] = ()
    complete: bool = True
    seconds: float = field(default=0.0, compare=False)

    def row(self, key: str) -> Row:
        return next(row for row in self.rows if row.rule.key == key)

    @property
    def signs(self) -> dict[str, Sign]:
        """{property: sign}."""
        return {row.rule.key: row.sign for row in self.rows}


@dataclass(frozen=True)
class Stage:
    """The cases of one kind and size; size None: random ones."""

    kind: Kind | Literal["chains"]
    size: int | None

    @property
    def told(self) -> str:
        return f"random {self.kind}" if self.size is None else told_size(self.kind, self.size)


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
    bases, size = wanted.bases, stage.size or 0
    if stage.kind == "chains":
        yield from chains(size)
        return
    for case in small_cases(stage.kind, size, bases.true, bases.predicted, bases.empty):
        if not bases.exactly or (len(case.true), len(case.predicted)) == (bases.true, bases.predicted):
            yield case


def random_bases(wanted: Property, seed: int) -> Iterator[Case]:
    """Endless base cases beyond the exhaustive sizes; none for chains, which are all tried."""
    bases = wanted.bases
    if bases.chains:
        return
    rng = random.Random(f"{seed} {wanted.key}")
    most_exhaustive = max(bases.trees, bases.dags)
    while True:
        kind: Kind = "trees" if not bases.dags or (bases.trees and rng.random() < 0.5) else "DAGs"
        size = rng.randint(most_exhaustive + 1, max(most_exhaustive + 1, MOST_RANDOM_CLASSES))
        case = random_case(rng, kind, size, bases.true, bases.predicted, bases.exactly)
        yield case


class _Work:
    """One property being tried."""

    def __init__(self, wanted: Property, reader: Reader):
        self.property = wanted
        self.reader = reader
        self.tried = self.undefined = self.beyond = self.cured = 0
        self.reached: dict[str, int] = {"trees": 0, "DAGs": 0, "chains": 0}
        self.hierarchies: set[Hierarchy] = set()
        self.evidence: Evidence | None = None
        self.cure_fails: Evidence | None = None

    @property
    def open(self) -> bool:
        """Whether more trials could change the sign."""
        return self.evidence is None or (self.property.cure is not None and self.cure_fails is None)

    def take(self, case: Case) -> None:
        """Try all that a base case gives."""
        for trial in self.property.trials(case):
            verdict = self.property.holds(self.reader, trial)
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
        sign: Sign = "+"
        if self.evidence is not None:
            sign = "*" if self.property.cure is not None and self.cure_fails is None and self.cured else "−"
        elif not self.tried:
            sign = "?"
        trees = self.reached["chains" if self.property.bases.chains else "trees"]
        return Row(
            self.property, sign, self.tried, self.undefined, len(self.hierarchies), trees, self.reached["DAGs"],
            self.beyond, self.evidence, self.cured,
        )  # fmt: skip


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
    budget: Budget = Budget(),  # noqa: B008  (frozen)
    progress: Callable[[Progress], None] | None = None,
    properties: Iterable[Property] = PROPERTIES,
) -> Sheet:
    """The behaviour sheet of a measure.

    All properties go through one size before any goes on to the next, so that running out of time takes
    the same from each. `progress` is told of every stage; what it raises ends the work.
    """
    started = time.monotonic()
    reader = Reader(measure)
    work = [_Work(p, reader) for p in properties]

    def late(share: float = 1.0) -> bool:
        return (
            reader.stopped != "" or budget.seconds is not None and time.monotonic() - started > budget.seconds * share
        )

    todo = [(stage, w) for w in work for stage in stages(w.property, budget.larger)]
    todo.sort(key=lambda item: _weight(*item))
    complete = True
    for number, (stage, w) in enumerate(todo):
        if progress is not None:
            progress(Progress(f"{w.property.name}: {stage.told}", 0.8 * number / len(todo)))
        complete = _exhaust(w, stage, partial(late, 0.8)) and complete
    for number, w in enumerate(work):
        if progress is not None:
            progress(Progress(f"{w.property.name}: random", 0.8 + 0.2 * number / len(work)))
        _at_random(w, budget, partial(late, 0.8 + 0.2 * (number + 1) / len(work)))
    notes: tuple[str, ...] = ()
    if reader.stopped:
        notes = (f"Stopped early: {reader.stopped}.",)
    elif any(not reader.again(case) for case in list(small_cases("trees", 2))[:5]):
        notes = ("It does not say the same of a case each time it is asked; the signs rest on its first answers.",)
    failures = reader.failures
    return Sheet(
        measure, tuple(w.row() for w in work), tuple(failures[:5]), len(failures), notes, complete,
        time.monotonic() - started,
    )  # fmt: skip


def _weight(stage: Stage, w: _Work) -> float:
    """The order of the work: small hierarchies first, larger ones with few marks beside small ones with any."""
    if stage.kind == "chains":
        return 2.5
    return (stage.size or 0) - 2 * (w.property.bases.true is not None) + 0.5 * (stage.kind == "DAGs")


def _exhaust(w: _Work, stage: Stage, late: Callable[[], bool]) -> bool:
    """Try all of a stage; whether the time was enough."""
    if not w.open:
        return True
    for case in bases_of(w.property, stage):
        if late():
            return False
        w.take(case)
        if not w.open:
            return True
    w.reached[stage.kind] = max(w.reached[stage.kind], stage.size or 0)
    return True


def _at_random(w: _Work, budget: Budget, late: Callable[[], bool]) -> None:
    """Try random cases; where one goes against the property, the smallest that shrinking reaches."""
    before, undefined, empty = w.tried, w.undefined, 0
    for case in random_bases(w.property, budget.seed):
        enough = w.tried - before + w.undefined - undefined >= budget.random or empty > 20 * budget.random
        if not w.open or enough or late():
            break
        had = w.tried
        w.take(case)
        empty += w.tried == had
        if w.evidence is not None:
            (small,) = shrunk((case,), lambda found: refuting(w.property, w.reader, found[0]) is not None)
            trial = refuting(w.property, w.reader, small)
            if trial is not None:
                w.evidence = evidence(w.property, w.reader, trial)
    w.beyond = w.tried - before


def counterexamples(
    measure: Measure,
    wanted: Property,
    budget: Budget = Budget(seconds=None),  # noqa: B008
) -> Iterator[Evidence]:
    """All small trials that go against a property, smallest first."""
    reader = Reader(measure)
    for stage in stages(wanted, budget.larger):
        found: list[Trial] = []
        for case in bases_of(wanted, stage):
            found += [trial for trial in wanted.trials(case) if wanted.holds(reader, trial) is False]
        for trial in sorted(found, key=lambda trial: max(size_of(case) for case in trial)):
            yield evidence(wanted, reader, trial)
