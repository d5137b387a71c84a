"""Measures on many instances: kernels in chunks over an executor, and `evaluate` for what they leave."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from threading import local

import numpy as np

from ...errors import MeasureError, StudyError, quoted
from ...measures import Measure, Result
from ...model.case import Case
from ...model.extra import Extra
from ...model.hierarchy import Hierarchy
from ...own.foreign import Failure
from .information_plans import GOLD
from .numbered import Flags, Longs, NumberedClasses, Rows, number_hierarchy
from .plan import Plan, ThreadMemory, Values
from .plans import plan_of

CHUNK = 4_096  # instances that a kernel takes at once
FEW = 128  # instances that `evaluate` takes at once
MOST_SEEN = 200_000  # pairs of sets whose values are remembered from one system to the next
FAILED = "failed"  # the part of a foreign measure that counts where it gave no value that can be used
AHEAD = 4  # chunks that wait for each worker

OnMore = Callable[[int], None]  # how many more values are done


@dataclass(frozen=True)
class Scoring:
    """A scoring job: the hierarchy and measures that every worker is given."""

    hierarchy: Hierarchy
    """The hierarchy."""
    measures: tuple[Measure, ...]
    """The measures."""
    extra: Extra = Extra()
    """Paths, scores and other numbers that every case carries."""
    gold: Longs | None = None
    """Information of classes by how often they are true, where a measure asks for it."""

    @cached_property
    def numbered_classes(self) -> NumberedClasses | None:
        """The hierarchy as integers; None where its weights are too large for kernels."""
        numbers = number_hierarchy(self.hierarchy)
        if numbers is not None and self.gold is not None:
            numbers.contents[GOLD] = self.gold
        return numbers

    @cached_property
    def plans(self) -> tuple[Plan | None, ...]:
        """The kernel of each measure, None where it has none."""
        numbers = self.numbered_classes
        return tuple(None if numbers is None else plan_of(m, numbers) for m in self.measures)

    @cached_property
    def _thread_memory(self) -> local:
        return local()

    def thread_memory(self) -> ThreadMemory:
        """Memory of the thread that asks, kept between chunks."""
        if not hasattr(self._thread_memory, "thread"):
            assert self.numbered_classes is not None  # else there are no kernels
            self._thread_memory.thread = ThreadMemory(self.numbered_classes)
        return self._thread_memory.thread  # type: ignore[no-any-return]

    def case(self, rows: Rows, i: int) -> Case:
        """Instance i as a case on the whole hierarchy, its true classes in the order in which they are given.

        Raises CaseError where no class is marked.
        """
        names = self.class_names
        true, predicted = ([names[c] for c in side.tolist()] for side in rows.sides(i))
        order = () if true == sorted(true) else tuple(true)
        return Case(self.hierarchy, frozenset(true), frozenset(predicted), extra=replace(self.extra, order=order))

    def case_above(self, rows: Rows, i: int) -> Case:
        """Instance i as a case on its classes and their ancestors, for measures that look at nothing else.

        On a large hierarchy the whole would have to be unfolded into texts for it.
        """
        assert self.numbered_classes is not None  # else there are no kernels, and nothing is left by one
        t, p = (side.tolist() for side in rows.sides(i))
        h = self.numbered_classes.above([*t, *p])
        numbers = dict(zip(dict.fromkeys([*t, *p]), h.classes, strict=False))
        return Case(h, frozenset(numbers[c] for c in t), frozenset(numbers[c] for c in p))

    def kernel_values(self, measure_numbers: Sequence[int], rows: Rows) -> list[Values]:
        """The values of some measures that have kernels; what a kernel leaves comes from `evaluate`."""
        counts: dict[tuple[object, ...], Longs] = {}
        every = []
        for k in measure_numbers:
            kernel = self.plans[k]
            assert kernel is not None
            if kernel.key not in counts:
                counts[kernel.key] = self.thread_memory().counts(kernel, rows)
            values = kernel.values(counts[kernel.key], rows)
            nothing = rows.are_unmarked
            mark_undefined(values, nothing)
            for i in np.flatnonzero(values.left & ~nothing).tolist():
                case = self.case_above(rows, i) if kernel.above else self.case(rows, i)
                write_result(values, i, self.measures[k].evaluate(case))
            every.append(values)
        return every

    def evaluated_values(self, k: int, rows: Rows) -> Values:
        """The values of one measure on every instance, by its `evaluate`."""
        n = rows.instances
        nothing = rows.are_unmarked
        measure = self.measures[k]
        results = {i: _without_failure(measure.evaluate(self.case(rows, i))) for i in np.flatnonzero(~nothing).tolist()}
        names = list(dict.fromkeys(name for result in results.values() for name in result.parts))
        values = Values(np.full(n, np.nan), {name: np.full(n, np.nan) for name in names}, np.ones(n, bool))
        for i, result in results.items():
            write_result(values, i, result)
        mark_undefined(values, nothing)
        return values

    @cached_property
    def class_names(self) -> tuple[str, ...]:
        """The names of the classes by the numbers that stand in rows."""
        return self.hierarchy.rooted().top_down


def _without_failure(result: Result) -> Result:
    """The result; of a foreign measure that failed, one without a value that counts as failed.

    Raises MeasureError where it will not be asked again: the case, what happened.
    """
    failure = result.witness
    if not isinstance(failure, Failure):
        return result
    if failure.final:
        case = failure.case
        true, predicted = (", ".join(map(quoted, sorted(side)[:5])) or "–" for side in (case.true, case.predicted))
        where = f" on an instance (true {true}; predicted {predicted})" if failure.blamed else ""
        raise MeasureError(f"{result.measure} failed{where}: {failure.sentence}")
    return Result(result.measure, None, {FAILED: 1})


def mark_undefined(values: Values, instances: Flags) -> None:
    """Mark instances as undefined: without a value, and with nothing counted."""
    values.value[instances] = np.nan
    for column in values.parts.values():
        column[instances] = 0


def write_result(values: Values, i: int, result: Result) -> None:
    """Write the result of `evaluate` as the values of instance i."""
    values.value[i] = np.nan if result.value is None else result.value
    for name, column in values.parts.items():
        column[i] = result.parts.get(name, np.nan if column.dtype.kind == "f" else 0)


# Work for an executor


@lru_cache(maxsize=2)
def _unpack(job: bytes) -> Scoring:
    """The job in the bytes that travelled to this worker; kept, so that a worker unpacks it once."""
    scoring = pickle.loads(job)
    assert isinstance(scoring, Scoring)
    return scoring


def _score_chunk(job: Scoring | bytes, measure_numbers: tuple[int, ...], rows: Rows) -> list[Values]:
    """One piece of work: some measures with kernels, or some without, on some instances."""
    if isinstance(job, bytes):
        job = _unpack(job)
    if job.plans[measure_numbers[0]] is None:
        return [job.evaluated_values(k, rows) for k in measure_numbers]  # what they have in common is still remembered
    return job.kernel_values(measure_numbers, rows)


Pairs = dict[tuple[bytes, bytes], int]  # pairs of true and predicted classes, numbered


class SeenPairs:
    """Pairs of true and predicted classes that were evaluated for other systems, and their values by each measure."""

    def __init__(self) -> None:
        self.pairs: Pairs = {}
        self.values: list[Values] = []

    def take(self, fresh: Sequence[Values], numbers: Longs) -> list[Values]:
        """The values of the pairs with these numbers, by each measure; `fresh` are those of the pairs after these."""
        old = numbers < len(self.pairs)
        order = np.argsort(np.concatenate([np.flatnonzero(old), np.flatnonzero(~old)]))
        every = []
        for k, values in enumerate(fresh):
            parts = [values.take(numbers[~old] - len(self.pairs))]
            if self.values:
                parts.insert(0, self.values[k].take(numbers[old]))
            both = join_pieces(parts).take(order)
            empty = [name for name, part in both.parts.items() if part.dtype.kind == "f" and np.isnan(part).all()]
            for name in empty if len(both.value) else ():
                del both.parts[name]
            every.append(both)
        return every

    def remember(self, pairs: Pairs, fresh: Sequence[Values]) -> None:
        """Keeps more pairs with their values, as long as they are not too many."""
        if len(pairs) <= MOST_SEEN:
            self.values = (
                [join_pieces(both) for both in zip(self.values, fresh, strict=True)] if self.values else list(fresh)
            )
            self.pairs = pairs


def new_pairs(rows: Rows, earlier: Pairs) -> tuple[Rows, Longs, Pairs]:
    """Every pair of true and predicted classes that is new once, which pair each instance is, and all pairs."""
    pairs = dict(earlier)
    places, first = np.empty(rows.instances, np.int64), list[int]()
    t, p = rows.true_starts.tolist(), rows.predicted_starts.tolist()
    for i in range(len(places)):
        key = rows.true[t[i] : t[i + 1]].tobytes(), rows.predicted[p[i] : p[i + 1]].tobytes()
        places[i] = pairs.setdefault(key, len(pairs))
        if places[i] == len(earlier) + len(first):
            first.append(i)
    return rows.take(np.array(first, np.int64)), places, pairs


def _submit_chunk(
    executor: Executor, job: Scoring | bytes, measure_numbers: tuple[int, ...], rows: Rows
) -> Future[list[Values]]:
    """The future of one piece of work; of an executor that is broken its error comes back as from a lost worker."""
    try:
        return executor.submit(_score_chunk, job, measure_numbers, rows)
    except BrokenExecutor as error:
        lost: Future[list[Values]] = Future()
        lost.set_exception(error)
        return lost


def _run_chunks(
    executor: Executor, job: Scoring, measure_numbers: tuple[int, ...], rows: Rows, size: int
) -> Iterator[tuple[int, list[Values]]]:
    """The first of so many instances at a time, with their values as they come; what a lost worker had is done here."""
    bare = Scoring(job.hierarchy, job.measures, job.extra, job.gold)  # what it knows beside is found again
    sent = job if isinstance(executor, ThreadPoolExecutor) else pickle.dumps(bare)
    waiting: dict[Future[list[Values]], int] = {}
    todo = iter(range(0, rows.instances, size))

    def send() -> None:
        while len(waiting) < AHEAD * (os.cpu_count() or 1) and (first := next(todo, None)) is not None:
            waiting[_submit_chunk(executor, sent, measure_numbers, rows.slice(first, first + size))] = first

    try:
        send()
        while waiting:
            # In their order: of several that failed, the first says why.
            for future in sorted(wait(waiting, return_when=FIRST_COMPLETED).done, key=waiting.__getitem__):
                first = waiting.pop(future)
                try:
                    yield first, future.result()
                except BrokenExecutor:
                    yield first, _score_chunk(job, measure_numbers, rows.slice(first, first + size))
            send()
    finally:
        for future in waiting:
            future.cancel()


def join_pieces(pieces: Sequence[Values]) -> Values:
    """The joined values of pieces; a part that only some have is NaN in the others, 0 where no value is either."""
    names = list(dict.fromkeys(name for piece in pieces for name in piece.parts))
    return Values(
        np.concatenate([piece.value for piece in pieces] or [np.empty(0)]),
        {
            name: np.concatenate(
                [p.parts[name] if name in p.parts else np.where(np.isnan(p.value), 0, np.nan) for p in pieces]
            )
            for name in names
        },
        np.concatenate([piece.left for piece in pieces] or [np.empty(0, bool)]),
    )


def fast_values(
    job: Scoring, measure_numbers: Sequence[int], rows: Rows, executor: Executor, progress: OnMore = lambda more: None
) -> list[Values]:
    """The values of some measures that have kernels, in the order of the measures."""
    n = rows.instances
    whole: list[Values] = []
    for first, chunk_values in _run_chunks(executor, job, tuple(measure_numbers), rows, CHUNK):
        here = slice(first, first + CHUNK)
        whole = whole or [_empty_values(piece, n) for piece in chunk_values]
        for values, piece in zip(whole, chunk_values, strict=True):  # pieces of a kernel have the same parts
            values.value[here], values.left[here] = piece.value, piece.left
            for name, part in piece.parts.items():
                values.parts[name][here] = part
        progress(min(CHUNK, n - first) * len(measure_numbers))
    return whole or [join_pieces([]) for _ in measure_numbers]


def _empty_values(piece: Values, n: int) -> Values:
    parts = {name: np.empty(n, part.dtype) for name, part in piece.parts.items()}
    return Values(np.empty(n), parts, np.empty(n, bool))


def slow_values(
    job: Scoring,
    measure_numbers: Sequence[int],
    rows: Rows,
    executor: Executor,
    progress: OnMore = lambda more: None,
    cache: SeenPairs | None = None,
) -> Iterator[list[Values]]:
    """The values of some measures by `evaluate`, in the order of the instances, piece by piece.

    Every pair of sets is evaluated once, those in `cache` not again: pairs are numbered as they first come, so that the
    instances before the first pair that is still open are done.
    """
    cache = cache or SeenPairs()
    once, places, pairs = new_pairs(rows, cache.pairs)
    old = len(cache.pairs)
    pieces: dict[int, list[Values]] = {}
    done_pieces: list[list[Values]] = []
    sent = 0
    highest = np.maximum.accumulate(places) if len(places) else places

    def ready(until: int) -> Iterator[list[Values]]:
        """The finished pieces of values, now that the pairs before this number have theirs."""
        nonlocal sent
        done = int(np.searchsorted(highest, until))
        if done > sent:
            progress((done - sent) * len(measure_numbers))
            yield cache.take(fresh(), places[sent:done])
            sent = done

    def fresh() -> list[Values]:
        return [join_pieces([piece[at] for piece in done_pieces]) for at in range(len(measure_numbers))]

    yield from ready(old)
    for first, values in _run_chunks(executor, job, tuple(measure_numbers), once, FEW):
        pieces[first // FEW] = values
        if len(done_pieces) not in pieces:
            continue
        while len(done_pieces) in pieces:
            done_pieces.append(pieces.pop(len(done_pieces)))
        yield from ready(old + min(len(done_pieces) * FEW, once.instances))
    cache.remember(pairs, fresh())


def check_names(measures: Sequence[Measure]) -> None:
    """Raises StudyError where two measures have one name, by which values are kept."""
    by_name: dict[str, Measure] = {}
    for measure in measures:
        if by_name.setdefault(str(measure), measure) != measure:
            raise StudyError(f"two measures are called {quoted(measure)}; give one of them another name")
