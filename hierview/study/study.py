"""A study: a hierarchy, the truth, and any number of systems over the same instances."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import CaseError, MeasureError, StudyError, quoted, suggestion
from ..formats.hierarchies import OpenedHierarchy
from ..measures import Measure
from ..measures.functions import FunctionMeasure
from ..measures.registry import AnyMeasure, measures_of
from ..model.case import Case
from ..model.extra import Extra
from ..model.hierarchy import Hierarchy
from ..own.foreign import ForeignMeasure
from ..rules import Rule
from ..version import __version__
from .inputs.closures import Sets, check_choices, data_with_sets
from .inputs.columns import OWN_PARTS, InstanceFacts, Triples, check_column, part_names, read_columns, read_similarities
from .inputs.data import DataSet, EmptyTruth, Missing, Unknown, align_labels, checked_data, matcher_with_outside
from .inputs.files import Choices, Tree, read_study_files
from .inputs.scores.runs import ScoreFiles
from .memory import release_free_memory
from .per_class.counts import By, PerClass, blocking_factors, class_nearness, count_classes
from .per_class.root_paths import RootPaths
from .results.scores import Scores
from .scoring.engine import OnMore, Scoring, SeenPairs, check_names, fast_values, join_pieces, slow_values
from .scoring.leaf_path_plans import gold_contents
from .scoring.numbered import Longs
from .scoring.plan import Values
from .scoring.rank_values import ranked_run, ranking_digest, ranks_of_measure
from .storage.folder import describe_study, read_study, write_study
from .storage.store import ScoresKey, Store, digest
from .thresholds.accretion import Accretion
from .thresholds.thresholds import Thresholds

if TYPE_CHECKING:
    import pandas as pd

SAVED = 5.0  # seconds after which a slow measure's values are written, at the earliest


@dataclass(frozen=True)
class _Workers:
    """The executors that score a study: for measures with kernels, and for those without.

    progress, held: called for values that are computed, and for those that the folder holds.  caches: what the systems
    have in common, by the measures that are evaluated together.
    """

    fast: Executor
    slow: Executor
    progress: OnMore
    held: OnMore
    caches: dict[tuple[int, ...], SeenPairs] = field(default_factory=dict)


class Study:
    """A hierarchy with a data set, in memory or in a folder.

    Make one with `Study.read` or `study_of`, open one that was written with `Study.open`.
    """

    def __init__(
        self,
        hierarchy: Hierarchy,
        data: DataSet,
        folder: str | os.PathLike[str] | None = None,
        cluster: str = "",
        measures: Sequence[str] = (),
        *,
        extra: Extra = Extra(),
    ):
        self.hierarchy, self.data, self.cluster, self.extra = hierarchy, checked_data(data), cluster, extra
        self.measures = tuple(measures)  # texts of those that were scored, or begun
        self.store = None if folder is None else Store(folder)
        self.opened: OpenedHierarchy | None = None  # what the hierarchy's file was taken for
        self._job = Scoring(hierarchy, (), extra)
        self._hashed: dict[str, str] = {}

    @classmethod
    def read(
        cls,
        hierarchy: Tree,
        true: Any,
        runs: Sequence[str | os.PathLike[str]] | Mapping[str, Any] = (),
        *,
        scores: Mapping[str, Any] = MappingProxyType({}),
        rules: Sequence[str | Rule] = (),
        missing: Missing = "error",
        unknown: Unknown = "error",
        empty_truth: EmptyTruth = "keep",
        sets: Sets = "given",
        choices: Choices = MappingProxyType({}),
        columns: str | os.PathLike[str] | InstanceFacts | None = None,
        cluster: str = "",
        folder: str | os.PathLike[str] | None = None,
        similarity: Triples | None = None,
        executor: Executor | None = None,
    ) -> Study:
        """The study of files of labels (or of labels), each run under its file's name or the given one.

        hierarchy: also a file of any format that opens.  true, runs: the path of a file, or labels as `score` takes
        them, of runs by name; no runs where the file of the truth holds systems, too.  scores: files or tables of
        pandas of scores of classes by name; true="same" takes the truth that stands in one.  rules: the decision
        rules that make a run of each, such as ["BestLeaf"]; else "Threshold(t=0.5)".

        missing: an instance without a row in a run is an "error", "empty" (no prediction) or "drop" (out for all).
        unknown: a label that is no class is an "error", "drop", or where it is predicted "wrong", a class of its own.
        empty_truth: whether to "keep" or "drop" instances without a true class.  sets: classes as "given", the most
        "specific" of each set, or "closed" by all ancestors.  choices: how files are read, such as {"hierarchy":
        {"shape": "paths"}, "true": {"read_as": "id=doc,label=gold"}}, and of runs by name.
        columns: more about the instances, see `read_columns`.  cluster: the column whose instances are resampled
        together.  folder: where all is kept, to be opened again.  similarity: a file of class, class, value from -1
        to 1, or such rows; every two of its classes need one.  executor: threads in which files are read side by side,
        else some of its own.
        Raises StudyError: the file, the line or id, what is accepted.
        """
        check_choices(missing=missing, unknown=unknown, empty_truth=empty_truth, sets=sets)
        scored = ScoreFiles(scores, rules, unknown)
        together = read_study_files(hierarchy, true, runs, executor, choices, scored)
        opened, matcher, truth, systems, notes, brought = together
        matcher = matcher_with_outside(matcher, truth, systems) if unknown == "wrong" else matcher
        data = align_labels(matcher, truth, systems, missing, unknown, empty_truth)
        own_scores = {name: own.scores_of_instances(matcher.hierarchy, data.ids) for name, own in brought.items()}
        data = replace(data, notes=(*notes, *data.notes), scores=own_scores)
        data = data_with_sets(matcher.hierarchy, data, sets)
        if columns is not None:
            columns = columns if isinstance(columns, InstanceFacts) else read_columns(columns)
            data = replace(data, columns=columns.of(data.ids))
        if cluster:
            check_column(cluster, data.columns)
        extra = Extra() if similarity is None else read_similarities(similarity, matcher.hierarchy)
        study = cls(matcher.hierarchy, data, folder, cluster, extra=extra)
        study.opened = opened
        study.write()
        release_free_memory(len(study.hierarchy) + len(study.data))
        return study

    # Measures

    @property
    def scores(self) -> Scores:
        """The scores under the measures that were scored before. Raises StudyError where none was."""
        return self.score(self.measures)

    def score(
        self,
        measures: AnyMeasure | Iterable[AnyMeasure],
        executor: Executor | None = None,
        progress: OnMore = lambda more: None,
        kept: OnMore | None = None,
    ) -> Scores:
        """The scores of every system and instance by every measure; what the folder holds is not computed again.

        executor: where the work runs; where none is given, in threads of its own what is compiled, in one of them what
        is not, for Python runs one at a time. Results do not depend on it.
        progress: called with how many values more are done, of `values(measures)`.  kept: called in its place for what
        the folder holds.
        Raises MeasureError where a foreign measure cannot be asked any more; what is done so far is kept.
        """
        parsed = measures_of(measures)
        if not parsed:
            raise StudyError("no measure is named; one or more, such as hF, are accepted")
        if self.store and any(isinstance(m, FunctionMeasure) for m in parsed):
            raise StudyError(
                "a folder keeps values by a measure's code, and a function's is not known; score without a folder, or "
                "load the file of the function with hierview.own.loading.load_file"
            )
        foreign = [m for m in parsed if isinstance(m, ForeignMeasure)]
        check_names(parsed)
        job = Scoring(self.hierarchy, parsed, self.extra, gold_contents(parsed, self._job.numbered_classes, self.data))
        if any(job.plans):
            release_free_memory(len(self.hierarchy) + len(self.data))
        texts = [m.command_text if isinstance(m, ForeignMeasure) else str(m) for m in parsed]
        begun = {s: self._read_begun(s, parsed) for s in self.data.runs}
        # What is whole is only read, also where nobody can write, and while another process does.
        counts = [_count_instances(pieces) for of_system in begun.values() for pieces in of_system]
        whole = set(texts) <= set(self.measures) and all(count == len(self.data) for count in counts)
        store = self.store.locked() if self.store and not whole else nullcontext()
        with ThreadPoolExecutor(os.cpu_count()) as several, ThreadPoolExecutor(1) as one, store:
            self._remember_measures(texts)
            workers = _Workers(executor or several, executor or one, progress, kept or progress)
            try:
                for m in foreign:
                    m.renew()
                values = {s: self._score_one(job, s, begun.pop(s), workers) for s in self.data.runs}
            finally:
                for m in foreign:  # now, for else a worker would be waited for that asks it
                    m.close()
        return Scores(self.data, parsed, values, self._cluster_numbers, store=self.store)

    @property
    def _cluster_numbers(self) -> Longs | None:
        if not self.cluster:
            return None
        numbers = {name: i for i, name in enumerate(dict.fromkeys(self.data.columns[self.cluster]))}
        return np.array([numbers[name] for name in self.data.columns[self.cluster]], np.int64)

    def parts(self, column: str) -> list[str]:
        """The part that each instance belongs to: by "depth", "top" or "size" of its true classes, or by a column.

        Raises StudyError where the data have no such column.
        """
        check_column(column, self.data.columns, OWN_PARTS)
        if column in self.data.columns:
            return list(self.data.columns[column])
        return part_names(self.hierarchy, self.data.truth, self._job.class_names, column)

    def _remember_measures(self, measures: Iterable[str]) -> None:
        """Notes in the folder what is scored, so that it is known before it is done."""
        texts = tuple(dict.fromkeys((*self.measures, *measures)))
        if texts != self.measures:
            self.measures = texts
            if self.store:
                self._describe(self.store)

    def values(self, measures: Iterable[object]) -> int:
        """The number of values that so many measures have: instances × systems × measures."""
        return len(self.data) * len(self.data.runs) * len(tuple(measures))

    def _score_one(self, job: Scoring, system: str, begun: Sequence[list[Values]], workers: _Workers) -> list[Values]:
        """The values of all measures for one system: those of the folder, then the fast ones, then all others.

        begun: what the folder holds of each measure.
        """
        n, rows, ranked = len(self.data), self.data.rows(system), ranked_run(job, self.data, system)
        values_of: dict[int, Values] = {}
        rest: dict[int, list[int]] = {}  # measures by how many instances are done
        for k, pieces in enumerate(begun):
            workers.held(done := _count_instances(pieces))
            if done == n:
                values_of[k] = join_pieces(pieces)
            elif ranked is not None and (ranks := ranks_of_measure(job.measures[k])) is not None:
                values_of[k] = ranked.values(job.measures[k], ranks)
                self._write_values(system, job.measures[k], values_of[k], 0)
                workers.progress(n - done)
            else:
                rest.setdefault(-1 if job.plans[k] else done, []).append(k)
        if quick := rest.pop(-1, []):
            for k, values in zip(quick, fast_values(job, quick, rows, workers.fast, workers.progress), strict=True):
                values_of[k] = values
                self._write_values(system, job.measures[k], values, 0)
        for which in rest.values():
            values_of |= self._evaluate_system(job, system, {k: begun[k] for k in which}, workers)
        return [values_of[k] for k in range(len(job.measures))]

    def _evaluate_system(
        self, job: Scoring, system: str, begun: Mapping[int, list[Values]], workers: _Workers
    ) -> dict[int, Values]:
        """The values of measures without a kernel for one system, written now and then so that none is done twice.

        begun: the pieces of each measure; all end with the same instance.
        """
        pieces = {k: list(earlier) for k, earlier in begun.items()}
        fresh: dict[int, list[Values]] = {k: [] for k in begun}
        n = len(self.data)
        done = first = _count_instances(next(iter(begun.values())))
        rows, cache = self.data.rows(system).slice(done, n), workers.caches.setdefault(tuple(begun), SeenPairs())
        saved = monotonic()

        def keep() -> None:
            for k, listed in fresh.items():
                self._write_values(system, job.measures[k], join_pieces(listed), first)
                pieces[k] += listed
                listed.clear()

        try:
            for batch in slow_values(job, list(begun), rows, workers.slow, workers.progress, cache):
                for k, piece in zip(begun, batch, strict=True):
                    fresh[k].append(piece)
                done += len(batch[0].value)
                if monotonic() - saved > SAVED and done < n:
                    keep()
                    first, saved = done, monotonic()
        except MeasureError:
            if first < done:
                keep()
            raise
        whole = {k: join_pieces([*pieces[k], *fresh[k]]) for k in begun}
        for k, values in whole.items():
            self._write_values(system, job.measures[k], values, 0)
        return whole

    def _read_begun(self, system: str, measures: Iterable[Measure]) -> list[list[Values]]:
        """The pieces of values that the folder holds for one system, by measure; none without a folder."""
        return [self.store.read_values(self._scores_key(system, m)) if self.store else [] for m in measures]

    def _write_values(self, system: str, measure: Measure, values: Values, first: int) -> None:
        if self.store:
            self.store.write_values(self._scores_key(system, measure), values, first)

    def _scores_key(self, system: str, measure: Measure) -> ScoresKey:
        return ScoresKey(system, measure, self.signature(system, measure), len(self.data))

    def signature(self, system: str, measure: Measure | None = None) -> str:
        """Hash of what values depend on: version, measure, hierarchy, similarities, truth and run."""
        if system not in self._hashed:
            self._hashed[system] = digest(*(part.tobytes() for part in vars(self.data.runs[system]).values()))
        own = f"{measure or ''}{measure.content_key if isinstance(measure, ForeignMeasure) else ''}"
        ranking = ranking_digest(measure, self.data, system)
        return digest(__version__, own, self._data_hash, self._hashed[system], *ranking)

    @cached_property
    def fingerprint(self) -> str:
        """Eight characters that change with the hierarchy, the truth, any run or a cluster."""
        runs = [str(part) for s in self.data.runs for part in (s, self.signature(s))]
        return digest(*runs, *self.data.columns.get(self.cluster, ()))[:8]

    @cached_property
    def _data_hash(self) -> str:
        """A hash of the hierarchy, the similarities and the truth."""
        h, truth = self.hierarchy, self.data.truth
        weights = [f"{w}" for w in h.weights.values()] if h.weighted else []
        arrays = h.arrays
        return digest(
            *h.classes,
            arrays.parent_starts.tobytes(),
            arrays.parents.tobytes(),
            *weights,
            *(text for kind in self.extra.texts() for text in kind),
            truth.starts.tobytes(),
            truth.classes.tobytes(),
        )

    # Thresholds

    def thresholds(self, system: str, accretion: Accretion | None = None) -> Thresholds:
        """The scores that a file gave, at every threshold: curves, Fmax, Smin and areas below precision and recall.

        system: the name of the file of scores.  accretion: the IA of classes, of `read_accretion` or `accretion_of`;
        else of the true classes. Raises StudyError for a system without scores.

        >>> from pandas import DataFrame
        >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")])
        >>> scores = DataFrame({"Pop": [0.9, 0.6], "Rock": [0.4, 0.6]}, index=["i1", "i2"])
        >>> study = Study.read(h, {"i1": "Pop", "i2": "Rock"}, scores={"a": scores})
        >>> best = study.thresholds("a").best("Fmax")
        >>> round(best.value, 4), best.low, best.high
        (0.9091, 0.4, 0.6)
        """
        if system not in self.data.scores:
            there = ", ".join(self.data.scores) or "none"
            raise StudyError(f"{quoted(system)} has no scores of classes here; those that have: {there}")
        return Thresholds(self.hierarchy, self.data.scores[system], self.data.truth, accretion)

    # Instances

    def case(self, instance: str, system: str) -> Case:
        """An instance as a case on the whole hierarchy: every measure says the same of it as in the scores.

        Raises StudyError for an unknown instance or system, and where no class is marked.
        """
        if instance not in self._row_by_id:
            raise StudyError(f"{quoted(instance)} is no instance of this study{suggestion(instance, self._row_by_id)}")
        if system not in self.data.runs:
            raise StudyError(f"{quoted(system)} is no system of this study{suggestion(system, self.data.runs)}")
        try:
            i, ranked = self._row_by_id[instance], ranked_run(self._job, self.data, system)
            case = self._job.case(self.data.rows(system), i) if ranked is None else ranked.case(i)
        except CaseError:
            why = f"{quoted(instance)} has no true class, and {system} predicts none; every measure is undefined there"
            raise StudyError(why) from None
        return replace(case, name=f"{instance}, {system}")

    def sets(self, system: str | None = None) -> list[frozenset[str]]:
        """The classes of each instance: what a system predicts, without one what is true."""
        run = self.data.truth if system is None else self.data.runs[system]
        return [frozenset(classes) for classes in run.named_lists(self._job.class_names)]

    @cached_property
    def _row_by_id(self) -> dict[str, int]:
        return {instance: i for i, instance in enumerate(self.data.ids)}

    # Classes

    def per_class(self, by: By = "flat", acceptable_distance: Fraction | int = 2) -> PerClass:
        """Counts and shares of each class over all instances and for every system, with averages over classes.

        by: "flat", "below" with all that is below a class, an instance once, or with what a near miss counts in part
        by: "similarity" (of the study, or where it has none of the hierarchy, by Wu and Palmer) or "distance" against
        an acceptable one (Sun et al. 2003; T15 §2.3, 2.4).
        Raises StudyError, and CaseError where similarities cannot be computed.
        """
        near = class_nearness(self.hierarchy, self.extra, by, acceptable_distance)
        told_apart = frozenset(self.hierarchy.classes if near is None else near.classes)
        names = self._job.class_names
        for system, run in (("truth", self.data.truth), *self.data.runs.items()):
            for c in np.unique(run.classes).tolist():
                if names[c] not in told_apart:
                    why = "has no similarity; every class that is true or predicted needs one"
                    raise StudyError(f"{system}: {quoted(names[c])} {why}")
        closed = RootPaths(self.hierarchy).with_ancestors if by == "below" else lambda own: own
        counts = {system: count_classes(closed(self.data.rows(system)), names, near) for system in self.data.runs}
        return PerClass(len(self.data), by, counts, told_apart)

    def blocking(self, rejected: Triples) -> pd.DataFrame:
        """The blocking factor of each inner class, of one system's rejections (Sun et al. 2003, Eq. 21).

        rejected: a file, or rows, of an instance's id, its true class, and the class at or above it whose classifier
        rejected it. Raises StudyError: the line, what is wrong with it.
        """
        return blocking_factors(self.hierarchy, self.data, self._job.class_names, rejected)

    # In a folder

    def write(self) -> None:
        """Writes all that the study is made of into its folder, if it has one; scores are written as they are made."""
        if self.store is not None:
            with self.store.locked():
                write_study(self.store, self.hierarchy, self.data, self.extra)
                self._describe(self.store)

    def _describe(self, store: Store) -> None:
        describe_study(store, self.data, self.extra, self.measures, self.cluster)

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Study:
        """The study that was written into a folder. Raises StudyError where there is none or it is damaged."""
        h, data, cluster, measures, extra = read_study(Store(folder))
        if cluster:
            check_column(cluster, data.columns)
        return cls(h, data, folder, cluster, measures, extra=extra)


def _count_instances(pieces: Iterable[Values]) -> int:
    return sum(len(piece.value) for piece in pieces)
