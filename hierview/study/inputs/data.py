"""A data set: the truth and the runs of several systems over the same instances, as numbers of one hierarchy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise, repeat
from typing import Literal, get_args

import numpy as np

from ...errors import StudyError, quoted, suggestion
from ...model.hierarchy import Hierarchy
from ..scoring.numbered import Ints, Longs, Rows, row_starts, take_rows
from .labels import LISTS, MOST_SHOWN, InstanceLabels
from .matching import LEVELS, OUTSIDE, Matcher
from .scores.class_scores import ClassScores

Missing = Literal["error", "empty", "drop"]
Unknown = Literal["error", "drop", "wrong"]
EmptyTruth = Literal["keep", "drop"]
MISSING: tuple[Missing, ...] = get_args(Missing)
UNKNOWN: tuple[Unknown, ...] = get_args(Unknown)
EMPTY_TRUTH: tuple[EmptyTruth, ...] = get_args(EmptyTruth)


@dataclass(frozen=True)
class ReadReport:
    """Report on one file that was read, and what was odd about it."""

    name: str
    """Name of the file."""
    shape: str
    """How it was read, in words."""
    instances: int
    """Number of its instances."""
    labels: int
    """Number of its labels."""
    missing: tuple[str, ...] = ()
    """Ids of the truth without a row."""
    extra: tuple[str, ...] = ()
    """Its own ids that the truth lacks."""
    unknown: tuple[tuple[str, int, int], ...] = ()
    """Classes that the hierarchy lacks, each with how often it stands there and the first line."""
    notes: tuple[str, ...] = ()
    """Sentences on what was odd."""

    def sentences(self, *, known: bool = False) -> tuple[str, ...]:
        """Oddities in sentences; none where nothing is odd. known: the missing rows are, and only counted."""
        sentences = list(self.notes)
        if self.missing:
            which = "" if known else f": {_first_ids(self.missing)}"
            sentences.append(f"{len(self.missing):,} instances of the truth have no row{which}.")
        if self.extra:
            sentences.append(f"{len(self.extra):,} rows belong to no instance of the truth: {_first_ids(self.extra)}.")
        if self.unknown:
            many = sum(count for _, count, _ in self.unknown)
            place = "row" if self.shape == LISTS else "line"
            first = [f"{_label_text(c)} ({place} {line:,})" for c, _, line in self.unknown[:MOST_SHOWN]]
            labels = "1 label is" if many == 1 else f"{many:,} labels are"
            sentences.append(f"{labels} not in the hierarchy, first {', '.join(first)}.")
        return tuple(sentences)


def _label_text(label: str) -> str:
    return quoted(label.replace(LEVELS, " > "))


def _first_ids(ids: Sequence[str]) -> str:
    first = ", ".join(quoted(i) for i in ids[:MOST_SHOWN])
    return f"{first} and {len(ids) - MOST_SHOWN:,} more" if len(ids) > MOST_SHOWN else first


@dataclass(frozen=True)
class ClassSets:
    """Classes of N instances by number: instance i has `classes[starts[i]:starts[i + 1]]`, in the order given."""

    starts: Longs
    """Where the classes of each instance begin, N + 1."""
    classes: Ints
    """Numbers of the classes."""

    def classes_of(self, i: int) -> list[int]:
        """The classes of instance i."""
        return list(map(int, self.classes[self.starts[i] : self.starts[i + 1]]))

    def named_lists(self, names: Sequence[str]) -> list[list[str]]:
        """The names of the classes of each instance. names: of the classes by number."""
        starts, classes = self.starts.tolist(), self.classes.tolist()
        return [[names[c] for c in classes[a:b]] for a, b in pairwise(starts)]

    def take(self, numbers: Longs) -> ClassSets:
        """The instances with these numbers, in this order."""
        return ClassSets(*take_rows(self.starts, self.classes, numbers))


@dataclass(frozen=True)
class DataSet:
    """N instances with their true classes and what each system predicts for them."""

    ids: tuple[str, ...]
    """Ids of the instances, N texts."""
    truth: ClassSets
    """The true classes."""
    runs: Mapping[str, ClassSets]
    """The classes that each system predicts."""
    reads: tuple[ReadReport, ...]
    """Reports on the files that were read, the truth first."""
    dropped: tuple[tuple[str, str], ...] = ()
    """Instances that were left out, and why."""
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """N texts each, by name: further facts of the instances, to part or to cluster them by."""
    notes: tuple[str, ...] = ()
    """Sentences that every number should be read with."""
    scores: Mapping[str, ClassScores] = field(default_factory=dict)
    """Scores of classes, by the name of their file."""
    outside: frozenset[str] = frozenset()
    """Classes of the hierarchy that stand for labels which were none."""
    again: Mapping[str, ClassSets] = field(default_factory=dict)
    """The labels that stood once more in one instance, by system, those of the truth under ""."""

    def __len__(self) -> int:
        return len(self.ids)

    def rows(self, system: str) -> Rows:
        """Truth and one run, as kernels take them."""
        run = self.runs[system]
        return Rows(self.truth.starts, self.truth.classes, run.starts, run.classes)

    def scores_behind(self, system: str) -> str | None:
        """The name of the file of scores that a system decided from; None where it has none."""
        return next((name for name, scores in self.scores.items() if system in scores.systems), None)

    def restricted(self, numbers: Longs) -> DataSet:
        """The data of some instances, in this order."""
        ids = tuple(self.ids[i] for i in numbers.tolist())
        runs = {name: run.take(numbers) for name, run in self.runs.items()}
        columns = {name: tuple(column[i] for i in numbers.tolist()) for name, column in self.columns.items()}
        scores = {name: own.take(numbers) for name, own in self.scores.items()}
        again = {name: run.take(numbers) for name, run in self.again.items()}
        truth = self.truth.take(numbers)
        return replace(self, ids=ids, truth=truth, runs=runs, columns=columns, scores=scores, again=again)

    def standing_sentence(self) -> str:
        """On how many instances every number stands, as a sentence, and what to read it with."""
        whys = {why: sum(other == why for _, other in self.dropped) for _, why in self.dropped}
        reasons = "; ".join(f"{count:,} because {why}" for why, count in whys.items())
        left_out = f"; left out: {reasons}" if reasons else ""
        return " ".join((f"All numbers stand on {len(self):,} instances{left_out}.", *self.notes))


def checked_data(data: object) -> DataSet:
    """The data of a study. Raises StudyError for what is none, such as lists."""
    if not isinstance(data, DataSet):
        raise StudyError("study_of(hierarchy, true, runs) makes a study of lists, Study.read of files")
    return data


def checked_system_name(name: str, systems: Collection[str]) -> str:
    """The name, which is that of a system. Raises StudyError for another one."""
    if name not in systems:
        near = suggestion(name, systems)
        raise StudyError(f"{quoted(name)} is no system of this study{near}; they are {', '.join(systems)}")
    return name


def numbers_under_one_root(h: Hierarchy, names: Sequence[str]) -> Ints:
    """The numbers of these classes among all of the hierarchy under one root, parents first; -1 of what is none."""
    order = h.rooted().arrays.order
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    # Of a large hierarchy a table of all classes would take more room, and time, than one of the names.
    index = {name: k for k, name in enumerate(names)}
    which = np.fromiter(map(index.get, h.classes, repeat(-1)), np.int32, len(h))
    members = np.flatnonzero(which >= 0)
    numbers = np.full(len(names), -1, np.int32)
    numbers[which[members]] = place[members + (len(order) - len(h))]
    return numbers


def align_labels(
    known: Hierarchy | Matcher,
    truth: InstanceLabels,
    runs: Mapping[str, InstanceLabels],
    missing: Missing = "error",
    unknown: Unknown = "error",
    empty_truth: EmptyTruth = "keep",
) -> DataSet:
    """Truth and runs over the instances of the truth, in its order.

    missing: what becomes of an instance without a row in a run: an error, no prediction, or out for all systems.
    unknown: what becomes of a label that is no class: an error, or out of its set; "wrong" takes a matcher that knows
    these labels as classes.  known: what labels mean.  empty_truth: whether instances without a true class stay.
    Rows of ids that the truth lacks are left out and reported. Without ids in both files rows go by position.
    Raises StudyError: the file, and what is missing or unknown, by id and line.
    """
    if not runs:
        raise StudyError("no run is given; at least one system's labels are needed")
    matcher = Matcher(known) if isinstance(known, Hierarchy) else known
    h = matcher.hierarchy
    number, steps = _match_labels(
        h, list(dict.fromkeys(chain(truth.names, *(run.names for run in runs.values())))), matcher
    )
    of_truth, numbers = _class_numbers(truth, number), {name: _class_numbers(run, number) for name, run in runs.items()}
    reads = [_label_report("truth", truth, of_truth, steps, matcher)]
    places: dict[str, Longs] = {}
    for name, run in runs.items():
        report = _label_report(name, run, numbers[name], steps, matcher)
        places[name], report = _places_in_run(name, truth, run, report)
        reads.append(report)
    _check_reports(h, reads, missing, unknown)
    complete, dropped = np.ones(len(truth), bool), list[tuple[str, str]]()
    for name, place in places.items() if missing == "drop" else ():
        dropped += [(truth.ids[i], f"{name} has no row") for i in np.flatnonzero(complete & (place < 0)).tolist()]
        complete &= place >= 0
    own = _classes_of_instances(truth, np.arange(len(truth)), of_truth)
    empty = complete & (np.diff(own.starts) == 0)
    if empty_truth == "drop":
        dropped += [(truth.ids[i], "it has no true class") for i in np.flatnonzero(empty).tolist()]
        complete &= ~empty
    else:
        reads[0] = _report_empty_truths(reads[0], int(empty.sum()))
    which, every = np.flatnonzero(complete), complete.all()
    ids = truth.ids if every else tuple(truth.ids[i] for i in which.tolist())
    sides = {name: (run, places[name][which], numbers[name]) for name, run in runs.items()}
    found = {name: _classes_of_instances(*side) for name, side in sides.items()}
    data = DataSet(ids, own if every else own.take(which), found, tuple(reads), tuple(dropped))
    return _with_odd_labels(data, {"": (truth, which, of_truth)} | sides, matcher)


def _with_odd_labels(
    data: DataSet, sides: Mapping[str, tuple[InstanceLabels, Longs, Ints]], matcher: Matcher
) -> DataSet:
    """The data with the classes that each side repeats, and which classes stand for labels that were none."""
    again = {name: _repeated_classes(*side) for name, side in sides.items() if len(side[0].repeated)}
    some = {name: run for name, run in again.items() if len(run.classes)}
    return replace(data, again=some, outside=frozenset(matcher.match(label).found for label in matcher.outside))


def _repeated_classes(labels: InstanceLabels, numbers_of_instances: Longs, numbers: Ints) -> ClassSets:
    """Classes that stood once more in these instances. numbers_of_instances, numbers: as of `_classes_of_instances`."""
    place = np.full(len(labels) + 1, -1)
    place[numbers_of_instances] = np.arange(len(numbers_of_instances))
    place[-1] = -1  # an instance without a row is none
    rows = place[np.searchsorted(labels.starts, labels.repeated, "right") - 1]
    classes = numbers[labels.codes[labels.repeated]]
    order = np.argsort(rows, kind="stable")
    order = order[(rows[order] >= 0) & (classes[order] >= 0)]
    return ClassSets(row_starts(np.bincount(rows[order], minlength=len(numbers_of_instances))), classes[order])


def _class_numbers(labels: InstanceLabels, number: Mapping[str, int]) -> Ints:
    """The number of the class that each name means."""
    return np.fromiter(map(number.__getitem__, labels.names), np.int32, len(labels.names))


def _report_empty_truths(report: ReadReport, n: int) -> ReadReport:
    """The report of the truth that tells of instances without a true class, if there are any."""
    told = f'{n:,} instances have no true class and are kept (empty_truth="drop" leaves them out).'
    return replace(report, notes=(*report.notes, told)) if n else report


def matcher_with_outside(matcher: Matcher, truth: InstanceLabels, runs: Mapping[str, InstanceLabels]) -> Matcher:
    """A matcher for which each label that is no class and that runs alone have is a class of its own."""
    own = {*truth.names}
    names = dict.fromkeys(name for run in runs.values() for name in run.names if name not in own)
    outside = [name for name in names if not matcher.match(name).found]
    return matcher.with_outside(outside) if outside else matcher


def _match_labels(h: Hierarchy, names: Sequence[str], matcher: Matcher) -> tuple[dict[str, int], dict[str, str]]:
    """The number of the class that each label means, -1 for none, and by which step, of those that are no id."""
    numbers = numbers_under_one_root(h, names)
    number = dict(zip(names, numbers.tolist(), strict=True))
    steps = dict.fromkeys(filter(number.__contains__, matcher.outside), OUTSIDE)
    strange = [names[k] for k in np.flatnonzero(numbers < 0).tolist()]
    if others := {name: match for name in strange if (match := matcher.match(name)).found}:
        of_these = numbers_under_one_root(h, found := list(dict.fromkeys(match.found for match in others.values())))
        number_of = dict(zip(found, of_these.tolist(), strict=True))
        number |= {name: number_of[match.found] for name, match in others.items()}
        steps |= {name: match.step for name, match in others.items()}
    return number, steps


def _check_reports(h: Hierarchy, reads: Sequence[ReadReport], missing: Missing, unknown: Unknown) -> None:
    """Raises StudyError for the first file that lacks an instance or names a class that is none, unless that may be."""
    for report in reads:
        if report.unknown and (unknown == "error" or (unknown == "wrong" and report is reads[0])):
            c = report.unknown[0][0]
            sentence = f"{report.name}: {report.sentences()[-1].rstrip('.')}{suggestion(c, h.classes)}"
            ways = 'Leave them out (unknown="drop")'
            if report is not reads[0]:
                ways = 'Count each as a wrong class of its own (unknown="wrong") or leave them out (unknown="drop")'
            raise StudyError(f"{sentence}{'' if sentence.endswith('?') else '.'} {ways}")
        if report.missing and missing == "error":
            raise StudyError(
                f"{report.name}: {len(report.missing):,} instances of the truth have no row: "
                f"{_first_ids(report.missing)}. "
                'Count them as no prediction (missing="empty", --missing empty) or leave them out for all (drop)'
            )


def _label_report(
    name: str, labels: InstanceLabels, numbers: Ints, steps: Mapping[str, str], matcher: Matcher
) -> ReadReport:
    """The report on one file and the matching of its labels. numbers: of the classes by code, -1 of what is none.

    steps: by which labels are matched that are no ids. Raises StudyError for a name that several classes have.
    """
    unknown: tuple[tuple[str, int, int], ...] = ()
    strange, notes = numbers < 0, labels.notes
    by_others = bool(steps) and not steps.keys().isdisjoint(labels.names)
    counts = np.bincount(labels.codes, minlength=len(labels.names)) if strange.any() or by_others else None
    if counts is not None and by_others:
        by_step: Counter[str] = Counter()
        for k, text in enumerate(labels.names):
            by_step[steps.get(text, "id")] += 0 if strange[k] else int(counts[k])
        listed = ", ".join(
            f"{n:,} {'outside' if step == OUTSIDE else f'by {step}'}" for step, n in by_step.items() if n
        )
        notes = (*notes, f"Labels were matched: {listed}.")
    if counts is not None and strange.any():
        rows = np.repeat(np.arange(len(labels)), np.diff(labels.starts))
        first = np.full(len(labels.names), -1, np.int64)
        first[labels.codes[::-1]] = labels.lines[rows[::-1]]
        entries = [(labels.names[k], int(counts[k]), int(first[k])) for k in np.flatnonzero(strange).tolist()]
        unknown = tuple(sorted(entries, key=lambda entry: entry[2]))
        for text, _, line in unknown:
            if (match := matcher.match(text)).candidates:
                many = (
                    f"is the name of {len(match.candidates):,} classes: {matcher.paths_text(match)}; ids or paths are"
                )
                place = "row" if labels.shape == LISTS else "line"
                raise StudyError(f"{name}: {place} {line:,}: {_label_text(text)} {many} accepted")
    return ReadReport(name, labels.shape, len(labels), len(labels.codes), unknown=unknown, notes=notes)


def _places_in_run(
    name: str, truth: InstanceLabels, run: InstanceLabels, report: ReadReport
) -> tuple[Longs, ReadReport]:
    """The place of each instance of the truth in a run, -1 where the run lacks it."""
    if truth.named != run.named:
        with_, without = ("the truth", name) if truth.named else (name, "the truth")
        raise StudyError(f"{with_} has ids and {without} has none; both with ids, or both without, are accepted")
    if not truth.named and len(truth) != len(run):
        raise StudyError(
            f"{name}: {len(run):,} rows, and the truth has {len(truth):,}; without ids the rows must correspond"
        )
    if not truth.named or truth.ids == run.ids:
        return np.arange(len(truth)), report
    row_of = {instance: i for i, instance in enumerate(run.ids)}
    place = np.fromiter((row_of.get(instance, -1) for instance in truth.ids), np.int64, len(truth))
    own = set(truth.ids)
    missing = tuple(truth.ids[i] for i in np.flatnonzero(place < 0).tolist())
    return place, replace(report, missing=missing, extra=tuple(i for i in run.ids if i not in own))


def _classes_of_instances(labels: InstanceLabels, places: Longs, numbers: Ints) -> ClassSets:
    """The classes of these instances by number, without those that are none; -1 is an instance without any."""
    equal = len({*numbers.tolist()}) < len(numbers)
    if (
        not equal
        and len(places) == len(labels)
        and (numbers >= 0).all()
        and np.array_equal(places, np.arange(len(places)))
    ):
        return ClassSets(labels.starts, numbers[labels.codes])
    # An empty row at the end is that of instances without any, whose number is -1.
    starts, codes = take_rows(np.append(labels.starts, labels.starts[-1]), labels.codes, places)
    classes: Ints = numbers[codes]
    rows = np.repeat(np.arange(len(places)), np.diff(starts))
    kept = classes >= 0
    if equal:  # two labels of one instance may mean one class
        first = np.zeros(len(classes), bool)
        first[np.unique(np.stack([rows, classes]), axis=1, return_index=True)[1]] = True
        kept &= first
    return ClassSets(row_starts(np.bincount(rows[kept], minlength=len(places))), classes[kept])
