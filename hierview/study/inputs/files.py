"""The files of a study, read side by side."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ...errors import StudyError, quoted
from ...formats import read_file
from ...formats.hierarchies import OpenedHierarchy
from ...formats.hierarchies.source import LARGEST
from ...model.hierarchy import Hierarchy
from .columns import matcher_of, open_hierarchy
from .label_files import read_sides
from .labels import ANSWERS, InstanceLabels
from .matching import Matcher
from .scores.runs import (
    SAME,
    BroughtScores,
    ScoreFiles,
    read_score_files,
    runs_of_score_files,
    truth_in_score_files,
    truth_with_names,
)
from .tables.guess import Side

Tree = Hierarchy | OpenedHierarchy | Matcher | str | os.PathLike[str]
LabelSource = Any  # the path of a file, or labels in plain data, as `labels_of_plain_data` takes them
Choices = Mapping[str, Mapping[str, Any]]
NO_SCORES = ScoreFiles({})


class StudyFiles(NamedTuple):
    """Hierarchy, truth and systems from the files of a study.

    notes: how systems with scores answer, and what answers in words that are no class count as, in a sentence each.
    scores: what they answer from.
    """

    opened: OpenedHierarchy | None
    matcher: Matcher
    truth: InstanceLabels
    systems: dict[str, InstanceLabels]
    notes: tuple[str, ...] = ()
    scores: Mapping[str, BroughtScores] = MappingProxyType({})


def read_study_files(
    hierarchy: Tree,
    true: LabelSource,
    runs: Sequence[str | os.PathLike[str]] | Mapping[str, LabelSource],
    executor: Executor | None = None,
    choices: Choices = MappingProxyType({}),
    score_files: ScoreFiles = NO_SCORES,
) -> StudyFiles:
    """A hierarchy, what its labels mean, the truth and the runs by name, of their files or as they are given.

    Without runs and scores the file of the truth holds the systems, too; the truth "same" stands in the file of scores.
    executor: where files are read, if these are threads;
    else threads of its own. The hierarchy is read first, so that one thread is enough.  choices: how files are read,
    of "hierarchy", "true" and runs by name. Raises CaseError and StudyError: the file, the line, what is accepted; of
    several the first.
    """
    run_files = runs if isinstance(runs, Mapping) else _runs_by_stem(runs)
    own = ThreadPoolExecutor(os.cpu_count())
    with nullcontext(executor) if isinstance(executor, ThreadPoolExecutor) else own as threads:
        tree = threads.submit(open_with_matcher, hierarchy, choices.get("hierarchy", {}))

        def labels_in(source: LabelSource, name: str, side: Side) -> dict[str, InstanceLabels]:
            if not isinstance(source, str | bytes | os.PathLike):
                from .python_labels import labels_of_plain_data  # with pandas, which files do without

                classes = choices.get(name, {}).get("classes")
                return {
                    "true" if side == "both" else side: labels_of_plain_data(source, classes, name, tree.result()[1])
                }
            return read_sides(source, lambda: tree.result()[1], side=side, **choices.get(name, {}))

        same = bool(score_files.files) and isinstance(true, str) and true == SAME
        own_side: Side = "true" if run_files or score_files.files else "both"
        truth = None if same else threads.submit(labels_in, true, "true", own_side)
        systems = {name: threads.submit(labels_in, run, name, "run") for name, run in run_files.items()}
        try:
            opened, matcher = tree.result()
            files = read_score_files(score_files, matcher, choices)
            sides = {"true": truth_in_score_files(files)} if truth is None else truth.result()
            true_labels = truth_with_names(sides.pop("true"), files, matcher)
            runs_found = sides | {name: f.result()["run"] for name, f in systems.items()}
            decided, brought, notes = runs_of_score_files(score_files, files, true_labels, matcher)
            if both := decided.keys() & runs_found.keys():
                raise StudyError(f"{quoted(min(both))} names a run and scores; give each a name of its own")
            policies = (note for labels in runs_found.values() if labels.shape == ANSWERS for note in labels.notes)
            notes = (*notes, *dict.fromkeys(policies))
            return StudyFiles(opened, matcher, true_labels, runs_found | decided, notes, brought)
        finally:
            for unread in systems.values():
                unread.cancel()


def open_with_matcher(hierarchy: Tree, options: Mapping[str, Any]) -> tuple[OpenedHierarchy | None, Matcher]:
    """A hierarchy, and what its labels mean."""
    if isinstance(hierarchy, OpenedHierarchy):
        return hierarchy, matcher_of(hierarchy)
    if isinstance(hierarchy, Hierarchy | Matcher):
        return None, hierarchy if isinstance(hierarchy, Matcher) else Matcher(hierarchy)
    data = read_file(name := os.fspath(hierarchy), LARGEST)
    opened = open_hierarchy(data, name, **options)
    return opened, matcher_of(opened, data)


def _runs_by_stem(runs: Sequence[str | os.PathLike[str]]) -> dict[str, str | os.PathLike[str]]:
    """Runs under the names of their files."""
    files: dict[str, str | os.PathLike[str]] = {}
    paths = (str, os.PathLike)
    if isinstance(runs, str) or not hasattr(runs, "__iter__") or not all(isinstance(run, paths) for run in runs):
        raise StudyError("runs are files in a list, or a dict with a name for each system's file or labels")
    for run in runs:
        name = Path(run).stem
        if name in files:
            raise StudyError(f"two runs are called {quoted(name)}; give them names of their own: name=file")
        files[name] = run
    return files
