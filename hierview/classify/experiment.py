"""Several systems learnt from the same documents and asked about the same others; kept in a folder, to go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import LearningError, StudyError, quoted, suggestion
from ..jobs.task import Progress, Tell
from ..model.hierarchy import Hierarchy
from ..study.inputs.labels import InstanceLabels, from_lists
from ..study.storage.learnt_files import LEARNT, NEAREST, SCORES, write_file_list
from ..study.storage.store import digest, file_name
from ..study.study import Study
from ..study.tasks import errors_as_results, score_kept_study
from ..version import __version__
from .corpora.generated import GeneratedCorpus
from .corpora.small_sets import DEMONSTRATIONS
from .estimators.deciding import decided
from .estimators.node_scores import NearestDocuments, NodeScores
from .saving import load, load_nearest, load_scores, save, save_nearest, save_scores, write_file
from .systems import SYSTEMS, LearningSettings, System, system_named, weigh_words

LEARNING = 0.8  # of the work; the rest is scoring
OnSystem = Callable[[str, int, int], None]  # what is done, how much of it, of how much


@dataclass(frozen=True)
class LearningMaterial:
    """Documents to learn from and to ask about, over the same columns, with their classes."""

    hierarchy: Hierarchy
    """The hierarchy."""
    train: Any
    """Documents to learn from, documents × columns."""
    train_labels: InstanceLabels
    """Their classes."""
    test: Any
    """Documents to ask about."""
    test_labels: InstanceLabels
    """Their classes."""

    @classmethod
    def of_generated(cls, generated: GeneratedCorpus, weights: str = "tfidf") -> LearningMaterial:
        """The material of generated documents."""
        ids = [str(i + 1) for i in range(len(generated.test_labels))]
        train, test = weigh_words(generated.train, generated.test, weights)
        return cls(
            generated.hierarchy, train, from_lists(generated.train_labels), test, from_lists(generated.test_labels, ids)
        )

    def __post_init__(self) -> None:
        """Raises LearningError for a class that the hierarchy does not have: before hours of learning, not after."""
        for part, labels in (("learnt", self.train_labels), ("asked about", self.test_labels)):
            for k, name in enumerate(labels.names):
                if name not in self.hierarchy:
                    i = int(np.searchsorted(labels.starts, np.flatnonzero(labels.codes == k)[0], "right")) - 1
                    near = suggestion(name, self.hierarchy.classes)
                    raise LearningError(
                        f"document {quoted(labels.ids[i])} of those that are {part} has {quoted(name)}, which is no "
                        f"class of the hierarchy{near}"
                    )

    @cached_property
    def signature(self) -> str:
        """A hash of everything that is learnt from and asked about."""
        parts: list[bytes | str] = [__version__, json.dumps([*self.hierarchy.weights.keys(), *self.hierarchy.classes])]
        for x, labels in ((self.train, self.train_labels), (self.test, self.test_labels)):
            parts += [x.data.tobytes(), x.indices.tobytes(), x.indptr.tobytes(), str(x.shape)]
            parts += [json.dumps([labels.names, labels.ids]), labels.codes.tobytes(), labels.starts.tobytes()]
        return digest(*parts)


@dataclass
class Experiment:
    """Predictions of systems, their scores, and the documents that vote where any system asks them."""

    material: LearningMaterial
    """The documents."""
    settings: LearningSettings = field(default_factory=LearningSettings)
    """Choices that all systems share."""
    folder: Path | None = None
    """Folder where predictions and scores are kept, with a study of all of them."""
    runs: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    """Predictions of each system."""
    scores: dict[str, NodeScores] = field(default_factory=dict)
    """Scores that each classifier gave."""
    nearest: NearestDocuments | None = None
    """The documents that vote; None where no system asks them."""
    notes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Sentences on what was odd in learning each system."""

    def run(self, names: Sequence[str], tell: OnSystem = lambda what, done, whole: None) -> Study:
        """Learns what is not yet learnt, asks it, and gives the study of all systems.

        tell: called with what is being done, and how far it is.  Raises LearningError.
        """
        systems = [system_named(name) for name in dict.fromkeys(names)]
        learnt: dict[str, Any] = {}
        for system in systems:
            if not self._load_run(system):
                self._predict(system, learnt, tell)
        return self.study()

    def study(self) -> Study:
        """The study of what all systems predict."""
        ids = self.material.test_labels.ids
        runs: Mapping[str, InstanceLabels] = {name: from_lists(run, ids) for name, run in self.runs.items()}
        truth = self.material.test_labels
        # With ids that count as given, as those of the runs do.
        labels = from_lists([truth.of(i) for i in range(len(truth))], ids)
        study = Study.read(self.material.hierarchy, labels, runs, folder=self.folder)
        if self.folder is not None:
            for stored_kind, kind, by_rule in (("scores", SCORES, True), ("nearest", NEAREST, False)):
                systems = [SYSTEMS[name] for name in self.runs if bool(SYSTEMS[name].rule) == by_rule]
                places = {system.name: place for system in systems if (place := self._file_path(stored_kind, system))}
                write_file_list(self.folder, places, kind)
        return study

    def _predict(self, system: System, classifiers: dict[str, Any], tell: OnSystem) -> None:
        classifier = self._classifier(system, classifiers, tell)
        if system.rule:
            if system.classifier not in self.scores:
                progress = partial(tell, f"{system.name} scores")
                self.scores[system.classifier] = classifier.predict_proba(self.material.test, progress)
            scores = self.scores[system.classifier]
            predicted = scores.layout.class_sets(decided(scores, system.rule))
        else:
            tell(f"{system.name} decides", 0, 1)
            predicted = classifier.predict(self.material.test)
            if self.nearest is None:
                self.nearest = getattr(classifier, "neighbours_", classifier).nearest(self.material.test)
        self.runs[system.name] = predicted
        self._save_run(system)

    def _classifier(self, system: System, classifiers: dict[str, Any], tell: OnSystem) -> Any:
        if system.classifier not in classifiers:
            path = self._file_path("classifier", system)
            if path is not None and path.exists():
                try:
                    classifier = load(path)
                except LearningError as error:
                    raise LearningError(f"{error}; once it is removed, the same command learns it anew") from None
            else:
                classifier = system.make(self.settings, self.material.hierarchy)
                more = {"progress": partial(tell, f"{system.name} learns")} if system.rule else {}
                classifier.fit(self.material.train, self.material.train_labels, **more)
                if path is not None:
                    save(classifier, path)
            classifiers[system.classifier] = classifier
            self.notes[system.classifier] = getattr(classifier, "notes_", ())
        return classifiers[system.classifier]

    # In a folder

    def _file_path(self, kind: str, system: System) -> Path | None:
        """Where something of a system is kept; the name tells what it was made of."""
        if self.folder is None:
            return None
        # All systems that ask neighbours ask the same ones.
        name = {"run": system.name, "nearest": "nearest"}.get(kind, system.classifier)
        made_of = digest(self.material.signature, repr(self.settings), name)
        ending = {"classifier": "zip", "scores": "npz", "nearest": "npz", "run": "tsv"}[kind]
        return self.folder / LEARNT / f"{file_name(name)}-{made_of[:12]}.{ending}"

    def _file_paths(self, system: System) -> tuple[Path | None, Path | None]:
        """Where the run of a system is kept, and what it decided from."""
        return self._file_path("run", system), self._file_path("scores" if system.rule else "nearest", system)

    def _save_run(self, system: System) -> None:
        run, beside = self._file_paths(system)
        if run is None or beside is None:
            return
        if not beside.exists():
            if system.rule:
                save_scores(self.scores[system.classifier], beside)
            elif self.nearest is not None:
                save_nearest(self.nearest, beside)
        lines = ["id\tclasses"]
        for instance, classes in zip(self.material.test_labels.ids, self.runs[system.name], strict=True):
            lines.append(f"{instance}\t{json.dumps(sorted(classes), ensure_ascii=False)}")
        # Last of all: what it stands for is whole.
        write_file(run, ("\n".join(lines) + "\n").encode())

    def _load_run(self, system: System) -> bool:
        """Whether the folder holds what a system predicts, which is then taken from there."""
        run, beside = self._file_paths(system)
        if run is None or beside is None or not run.exists():
            return False
        try:
            rows = [line.split("\t", 1) for line in run.read_text(encoding="utf-8").splitlines()[1:]]
            predicted = [frozenset(map(str, json.loads(cell))) for _, cell in rows]
            if tuple(instance for instance, _ in rows) != self.material.test_labels.ids:
                return False
            if system.rule and system.classifier not in self.scores:
                self.scores[system.classifier] = load_scores(beside)
            if not system.rule and self.nearest is None:
                self.nearest = load_nearest(beside)
        except (LearningError, StudyError, ValueError, OSError):
            return False  # damaged: it is made again
        self.runs[system.name] = predicted
        return True


def train_example(tell: Tell, folder: str, demonstration: str, systems: Sequence[str], measures: Sequence[str]) -> None:
    """Learn systems from the documents of a demonstration, and score them as a study in a folder.

    What was learnt before it was stopped is taken from the folder.
    """
    tell(Progress("Making the documents", 0.0))
    parts: dict[str, None] = {}

    def tell_learning(doing: str, done: int, whole: int) -> None:
        parts[doing] = None
        share = (len(parts) - 1 + done / max(1, whole)) / (2 * len(systems))
        tell(Progress(f"{doing}: {done:,} of {whole:,}", LEARNING * min(1.0, share)))

    with errors_as_results(tell):
        material = LearningMaterial.of_generated(
            DEMONSTRATIONS[demonstration](0), "none" if demonstration == "digits" else "tfidf"
        )
        Experiment(material, folder=Path(folder)).run(systems, tell_learning)
        score_kept_study(lambda message: tell(_as_later_part(message)), folder, measures)


def _as_later_part(message: Any) -> Any:
    """A message of the scoring with its progress as a part of the whole work; results as they are."""
    if isinstance(message, Progress):
        return replace(message, done=LEARNING + (1 - LEARNING) * message.done)
    return message
