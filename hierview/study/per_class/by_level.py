"""How good a run is at each level of the hierarchy, with the conventions under which others count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from ...errors import StudyError, quoted, suggestion
from ...model.hierarchy import Hierarchy
from ..inputs.columns import read_columns
from ..inputs.data import checked_system_name
from ..results.tables import StudyColumn, StudyTable, study_table
from ..scoring.level_plans import level_numbers
from ..scoring.numbered import Ints, Longs, number_hierarchy
from ..scoring.ratios import Floats, quotient
from ..study import Study
from .root_paths import RootPaths, are_among

AVERAGES = ("micro", "macro", "all classes", "weighted", "samples")
ABSENT = {
    "drop": "an instance whose true branch ends above a level is left out there; an answer that ends above it is wrong",
    "wrong": "where a branch ends above a level, the empty place is a class of its own",
    "carry": "where a branch ends above a level, its last class stands for it",
}


@dataclass(frozen=True)
class LevelConvention:
    """The convention by which levels are compared."""

    absent: str = "drop"
    """What becomes of branches that end early, a key of `ABSENT`."""
    by: str = "longest"
    """How levels are counted: the "longest" or "shortest" way down, or "given" ranks."""
    pseudo: bool = True
    """Whether the empty place is a class of its own in averages over classes, too."""
    missing: Literal["wrong", "drop"] = "wrong"
    """Whether an answer that ends above a level is "wrong" or, like a true branch, left out ("drop")."""
    answers: str = "ancestors"
    """Answers of a level: the "ancestors" of what is predicted, or classes "given" level by level."""
    taxonomy: Literal["hierarchy", "seen"] = "hierarchy"
    """The steps down that are legal, all of the "hierarchy" or those "seen" in the true paths."""

    def __post_init__(self) -> None:
        accepted = {"absent": tuple(ABSENT), "by": ("longest", "shortest", "given"), "answers": ("ancestors", "given")}
        for name, words in accepted.items():
            if getattr(self, name) not in words:
                raise StudyError(f"{name}={quoted(getattr(self, name))} is not accepted; {', '.join(words)} is")


class NamedLevels(NamedTuple):
    """Levels that are given: the number of each class's, and what each level is called."""

    level_of: Mapping[str, int] = {}
    names: tuple[str, ...] = ()


DEPTHS = NamedLevels()  # none is given: levels are depths


def read_ranks(path: str, hierarchy: Hierarchy) -> NamedLevels:
    """The levels in a table of class and level with a head; names are levels in the order in which they come.

    Raises StudyError: the file, the class or the level, what is accepted.
    """
    table = read_columns(path)
    for c in table.ids:
        if c not in hierarchy:
            raise StudyError(f"{path}: {quoted(c)} is not in the hierarchy{suggestion(c, hierarchy.classes)}")
    texts = next(iter(table.values.values()), [""] * len(table.ids))
    names = tuple(dict.fromkeys(texts))
    if all(text.isdecimal() and 0 < int(text) <= len(hierarchy) for text in names):
        return NamedLevels(dict(zip(table.ids, map(int, texts), strict=True)))
    if "" in names:
        raise StudyError(f"{path}: a class has no level; a whole number from 1 on, or a name, is accepted")
    return NamedLevels({c: names.index(text) + 1 for c, text in zip(table.ids, texts, strict=True)}, names)


class PrecisionRecall(NamedTuple):
    """Precision, recall and F1; NaN where there is nothing to average."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class LevelRow:
    """The scores of one level."""

    level: int
    """Number of the level."""
    classes: int
    """Number of its classes in the hierarchy."""
    instances: int
    """Number of instances that count."""
    ended_early: int
    """Number of instances whose true branch ends above it."""
    right: int
    """Number of those that are right."""
    shares: Mapping[str, PrecisionRecall]
    """Precision, recall and F by each average."""

    @property
    def accuracy(self) -> float:
        """Share of the instances in which both sides have the same classes; NaN without any."""
        return self.right / self.instances if self.instances else float("nan")


@dataclass(frozen=True)
class LevelScores:
    """The scores of all levels of a run."""

    system: str
    """Name of the system."""
    convention: LevelConvention
    """How levels are compared."""
    rows: tuple[LevelRow, ...]
    """The levels."""
    instances: int
    """Number of instances."""
    full_path_accuracy: float
    """Share of the instances with every level right."""
    inconsistent: float | None
    """Share of the instances whose answers contradict."""
    names: tuple[str, ...] = ()
    """Names of the levels, where they are given."""

    def average(self, weighted: bool = True) -> float:
        """Mean accuracy of the levels, each weighted by its classes in the hierarchy (wAP), or all the same."""
        there = [(row.accuracy, row.classes if weighted else 1) for row in self.rows if row.instances]
        weight = sum(w for _, w in there)
        return sum(accuracy * w for accuracy, w in there) / weight if weight else float("nan")


class _LevelCodes:
    """The sides of a run's instances at any level, as codes: instance · (M + 1) + class, M being no class."""

    def __init__(self, study: Study, system: str, convention: LevelConvention, ranks: NamedLevels):
        self.study, self.convention, self.ways = study, convention, RootPaths(study.hierarchy)
        self.rows, self.many = study.data.rows(checked_system_name(system, study.data.runs)), self.ways.many
        numbered = number_hierarchy(study.hierarchy)
        if numbered is None:
            raise StudyError("the weights of this hierarchy are too long to count levels by kernels")
        if convention.by == "given":
            level_of = ranks.level_of or dict(study.extra.rank_of)
            self.at = np.array([level_of.get(c, 0) for c in self.ways.names], np.int64)
        else:
            self.at = level_numbers(numbered, convention.by)
        self.deepest = int(self.at.max(initial=0))
        self.true = self._without_root(self.ways.closure_codes(self.rows.true_starts, self.rows.true))
        given = self._only_class if convention.answers == "given" else None
        self.predicted = self._without_root(
            self.ways.closure_codes(self.rows.predicted_starts, self.rows.predicted, given)
        )

    def _only_class(self, c: int) -> Ints:
        return np.array([c], np.int32)

    def _without_root(self, codes: Longs) -> Longs:
        kept: Longs = codes[self.at[codes % self.many] > 0]
        return kept

    def _codes_at(self, codes: Longs, level: int) -> Longs:
        """The classes of a side that stand at a level, or for it."""
        levels = self.at[codes % self.many]
        if self.convention.absent != "carry":
            there: Longs = codes[levels == level]
            return there
        upto = codes[levels <= level]
        above = self.ways.closure_codes(np.arange(len(upto) + 1), (upto % self.many).astype(np.int32), self._ancestors)
        covered = np.unique(upto[above // self.many] // self.many * self.many + above % self.many)
        bare: Longs = upto[~are_among(upto, covered)]
        return bare

    def _ancestors(self, c: int) -> Ints:
        closure = self.ways.ancestors_or_self(c)
        above: Ints = closure[closure != c]
        return above

    def level_row(self, level: int) -> LevelRow:
        """The scores of one level."""
        n, many = self.rows.instances, self.many + 1
        sides = [
            codes + codes // self.many
            for codes in (self._codes_at(self.true, level), self._codes_at(self.predicted, level))
        ]
        empty = [np.bincount(codes // many, minlength=n) == 0 for codes in sides]
        kept = np.ones(n, bool)
        if self.convention.absent == "drop":
            kept = ~empty[0] & ~(empty[1] & (self.convention.missing == "drop"))
        sides = [codes[kept[codes // many]] for codes in sides]
        if self.convention.pseudo:
            places = [np.flatnonzero(kept & none) * many + self.many for none in empty]
            sides = [np.sort(np.concatenate(both)) for both in zip(sides, places, strict=True)]
        true, predicted = sides
        common = true[are_among(true, predicted)]
        sizes = np.stack([np.bincount(codes // many, minlength=n)[kept] for codes in (common, true, predicted)], axis=1)
        right = int(((sizes[:, 0] == sizes[:, 1]) & (sizes[:, 0] == sizes[:, 2])).sum())
        by_class = np.stack([np.bincount(codes % many, minlength=many) for codes in (common, true, predicted)], axis=1)
        on_level = self.at == level
        shares = _averages_over_classes(by_class, sizes, np.append(on_level, False))
        return LevelRow(level, int(on_level.sum()), int(kept.sum()), int(empty[0].sum()), right, shares)

    def count_whole_paths(self) -> tuple[int, int]:
        """How many instances are right at every level, and how many have any level."""
        n = self.rows.instances
        common = self.true[are_among(self.true, self.predicted)]
        counts = [np.bincount(codes // self.many, minlength=n) for codes in (common, self.true, self.predicted)]
        right = (counts[0] == counts[1]) & (counts[0] == counts[2])
        return int((right & (counts[1] > 0)).sum()), int((counts[1] > 0).sum())

    def count_inconsistent(self) -> int:
        """How many instances have an answer that is no child of an answer one level above; a gap ends the path."""
        seen = np.ones(len(self.ways.parents), bool)
        if self.convention.taxonomy == "seen":
            seen[:] = False
            seen[self.ways.steps_to_held_parents(self.true, self.true)[1]] = True
        astray, open_ = np.zeros(self.rows.instances, bool), np.ones(self.rows.instances, bool)
        levels, above = self.at[self.predicted % self.many], self.predicted[:0]
        for level in range(1, self.deepest + 1):
            codes = self.predicted[levels == level]
            if level > 1:
                places, entries = self.ways.steps_to_held_parents(codes, above)
                fits = np.zeros(len(codes), bool)
                fits[places[seen[entries]]] = True
                wrong = codes[~fits] // self.many
                astray[wrong[open_[wrong]]] = True
            open_ &= np.bincount(codes // self.many, minlength=len(open_)) > 0
            above = codes
        return int(astray.sum())


def _averages_over_classes(by_class: Longs, sizes: Longs, on_level: Longs) -> dict[str, PrecisionRecall]:
    """Averages of precision, recall and F1 of rows of common, true and predicted; 0/0 is 0."""
    own, seen = _shares_of_counts(by_class), by_class[:, 1:].sum(axis=1) > 0
    every, support = seen | on_level, by_class[:, 1]
    samples = _shares_of_counts(sizes)
    means = own[every].mean(axis=0) if every.any() else np.full(3, np.nan)
    return {
        "micro": PrecisionRecall(*_shares_of_counts(by_class.sum(axis=0)[None])[0].tolist()),
        "macro": PrecisionRecall(*(own[seen].mean(axis=0) if seen.any() else np.full(3, np.nan)).tolist()),
        "all classes": PrecisionRecall(means[0], means[1], 2 * means[0] * means[1] / ((means[0] + means[1]) or 1)),
        "weighted": PrecisionRecall(*quotient(support @ own, np.full(3, support.sum()), 0).tolist()),
        "samples": PrecisionRecall(*(samples.mean(axis=0) if len(samples) else np.full(3, np.nan)).tolist()),
    }


def _shares_of_counts(counts: Longs) -> Floats:
    common, true, predicted = counts.T
    columns = quotient(common, predicted, 0), quotient(common, true, 0), quotient(2 * common, true + predicted, 0)
    return np.stack(columns, axis=1)


def level_scores(
    study: Study, system: str, convention: LevelConvention = LevelConvention(), ranks: NamedLevels = DEPTHS
) -> LevelScores:
    """Accuracy, precision, recall and F1 of a run at each level, with full-path accuracy and, told so, contradictions.

    ranks: the levels where they are given, else those that the study carries.
    Raises StudyError for an unknown system.
    """
    levels = _LevelCodes(study, system, convention, ranks)
    right, n = levels.count_whole_paths()
    told = convention.answers == "given" or convention.taxonomy == "seen"
    inconsistent = levels.count_inconsistent() / max(1, len(study.data)) if told else None
    rows = tuple(levels.level_row(level) for level in range(1, levels.deepest + 1))
    return LevelScores(system, convention, rows, n, right / n if n else float("nan"), inconsistent, ranks.names)


def levels_table(scores: tuple[LevelScores, ...], level: int = 0, average: str = "macro") -> StudyTable:
    """A row for each level and each system: accuracy, and precision, recall and F1 in one average. level: 0 is all."""
    if average not in AVERAGES:
        raise StudyError(f"average={quoted(average)} is not accepted; {', '.join(AVERAGES)} is")
    last = max((len(one.rows) for one in scores), default=0)
    if level and not 1 <= level <= last:
        raise StudyError(f"there is no level {level}; 1 to {last} are")
    better = [StudyColumn(name, better="higher") for name in ("accuracy", "precision", "recall", "F1")]
    rows: list[tuple[str, tuple[float | int | str | None, ...]]] = []
    for at in [level] if level else range(1, last + 1):
        for one in scores:
            row = one.rows[at - 1]
            values = [None if np.isnan(x) else float(x) for x in (row.accuracy, *row.shares[average])]
            name = one.names[at - 1] if at <= len(one.names) else f"level {at}"
            rows.append((name, (one.system, row.classes, row.instances, *values)))
    if not level:
        for name, value_of in (
            ("all levels right", "full_path_accuracy"),
            ("wAP", "wap"),
            ("contradictions (TICE)", "inconsistent"),
        ):
            for one in scores:
                value = one.average() if value_of == "wap" else getattr(one, value_of)
                if value is not None:
                    value = None if np.isnan(value) else value
                    rows.append((name, (one.system, "", one.instances, value, "", "", "")))
    convention = scores[0].convention
    how = "as given" if convention.by == "given" else f"by the {convention.by} way down"
    says = [f"Levels {how}; {ABSENT[convention.absent]}."]
    kinds = {
        "macro": "the mean over the classes that occur on the level",
        "all classes": "over all classes of the level",
    }
    says.append(f"Precision, recall and F1: {kinds.get(average, average)}.")
    return study_table("By level", "level", (StudyColumn("system", "text"), "classes", "n", *better), rows, says)
