"""Files that a person gives for a study: which is which, what is read of them, and what is odd about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import PurePath
from typing import Any, Literal

import numpy as np

from ...errors import StudyError, quoted
from ...formats.hierarchies import OpenedHierarchy
from ...formats.hierarchies.readings import Reading, undoubted_readings
from ...languages import N_
from ..answers.answers import Answers, Policies, read_answers
from ..answers.report import AnswersReport, report_on_answers
from ..sets_compared import SetsCompared
from ..study import Study
from .closures import Sets
from .columns import matcher_of, open_hierarchy, parse_columns
from .data import EmptyTruth, Missing, ReadReport, Unknown
from .label_files import read_sides
from .labels import InstanceLabels
from .matching import Matcher
from .scores.reading import looks_like_scores, read_scores
from .scores.runs import SAME
from .tables.columns import ColumnRoles, column_roles
from .tables.guess import Side
from .tables.heads import free_name
from .tables.roles import ReadingOptions

Role = Literal["hierarchy", "truth", "run", "answers", "scores", "columns", "none"]
ROLES: dict[Role, str] = {
    "hierarchy": "hierarchy",
    "truth": "true classes",
    "run": "a system’s classes",
    "answers": "a system’s answers in words",
    "scores": "a system’s scores",
    "columns": "more about instances",
    "none": "leave out",
}
RUNS = ("run", "answers", "scores")  # roles of the file of a system
MOST_FILES = 24
TITLED = 3  # systems that the title of a study names
LARGEST_GIVEN = 50_000_000  # bytes of one file
MOST_GIVEN = 200_000_000  # bytes of all
MOST_CLASSES = 400_000
MOST_LABELS = 5_000_000  # of truth and runs together
_HINTS: tuple[tuple[Role, tuple[str, ...]], ...] = (
    ("hierarchy", ("taxonom", "ontolog", "tree", "edges", "dag", "hier", "parent")),
    ("truth", ("truth", "true", "gold", "reference", "expected", "labels")),
    ("columns", ("columns", "meta", "slices")),
    ("answers", ("replies", "responses", "completions")),
)
SCORE_KINDS: dict[str, tuple[str, Choices]] = {  # by a word: what is said, and the choices that read them so
    "": (N_("as they look"), ()),
    "node": (N_("a probability of each class"), (("kind", "node-probabilities"),)),
    "leaf": (N_("probabilities of leaves"), (("kind", "leaf-probabilities"),)),
    "percent": (N_("per cent"), (("kind", "percent"),)),
    "log": (N_("logarithms of probabilities"), (("kind", "log-probabilities"),)),
    "softmax": (N_("logits, by softmax"), (("link", "softmax"),)),
    "sigmoid": (N_("logits, by sigmoid"), (("link", "sigmoid"),)),
    "order": (N_("an order alone"), (("link", "none"),)),
    "distances": (N_("distances, the smallest first"), (("kind", "distances"),)),
}
_OF_HIERARCHIES = (".obo", ".ttl", ".nt", ".rdf", ".owl", ".graphml", ".dot", ".nwk", ".newick")
_HEAD = 50_000  # bytes by which files are told apart


Choices = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class GivenFile:
    """A file that was given: name, content, role, of a run or scores the system's name, and how it is read."""

    name: str
    """Name of the file."""
    data: bytes
    """Its content."""
    role: Role = "none"
    """Role of the file."""
    system: str = ""
    """Name of the system, of a run or scores."""
    choices: Choices = ()
    """The fields of `Asked`, or for labels of `Told`, in the place of guesses; of answers also the texts that were
    confirmed, each with its class.
    """


@dataclass(frozen=True)
class FilesRead:
    """Report on files that were read."""

    hierarchy: str
    """Sentence on what the hierarchy was taken for."""
    reads: tuple[ReadReport, ...]
    """Reports on truth and runs."""
    instances: int
    """Number of instances of the truth."""
    empty: int = 0
    """Number of instances without a true class."""
    columns: Mapping[int, ColumnRoles] = field(default_factory=dict)
    """Roles of columns, by the place of the file; of those alone that have several."""
    sets: SetsCompared | None = None
    """What becomes of averages where sets are taken otherwise."""
    ways: tuple[Reading, ...] = ()
    """How the hierarchy was read and may be, too."""
    notes: tuple[str, ...] = ()
    """How scores are taken, in sentences."""
    answers: Mapping[int, AnswersReport] = field(default_factory=dict)
    """What answers in words were taken for, by the place of the file."""

    @property
    def missing_count(self) -> int:
        """The number of rows that the runs lack."""
        return sum(len(report.missing) for report in self.reads)

    @property
    def unknown_count(self) -> int:
        """The number of labels that are no class."""
        return sum(count for report in self.reads for _, count, _ in report.unknown)

    @property
    def unknown_true_count(self) -> int:
        """The number of true labels that are no class."""
        return sum(count for _, count, _ in self.reads[0].unknown)


@dataclass(frozen=True)
class Policy:
    """The decisions about missing instances, unknown classes and the like: see `Study.read`."""

    missing: Missing = "empty"
    """What becomes of an instance that a run lacks."""
    unknown: Unknown = "drop"
    """What becomes of a class that the hierarchy lacks."""
    empty_truth: EmptyTruth = "keep"
    """What becomes of an instance without a true class."""
    sets: Sets = "given"
    """What sets of classes are taken as."""
    answers: Policies = field(default_factory=Policies)
    """What texts that are no class count as."""

    def read_options(self) -> dict[str, Any]:
        """The arguments of `Study.read`: what answers leave out is left out, and their own classes are wrong ones."""
        decided = {name: value for name, value in vars(self).items() if name != "answers"}
        used = {*vars(self.answers).values()}
        decided |= {"missing": "drop"} if "drop" in used else {}
        return decided | ({"unknown": "wrong"} if "own" in used else {})


def guess_roles(files: Sequence[tuple[str, bytes]]) -> list[Role]:
    r"""Most likely role of each file, by its name, else by which of them speak of the same instances.

    >>> guess_roles([("h.tsv", b"Arts\tMusic"), ("gold.tsv", b"1\tMusic"), ("a.tsv", b"1\tArts")])
    ['hierarchy', 'truth', 'run']
    """
    likely: list[Role] = [_role_by_name(name) for name, _ in files]
    for i, (_, data) in enumerate(files):
        if likely[i] != "hierarchy" and looks_like_scores(data):
            likely[i] = "scores"
    firsts = [_first_cells(data) for _, data in files]
    if "hierarchy" not in likely and files:
        # Rows of labels begin with the same ids; those of a hierarchy with its classes.
        def id_share(i: int) -> float:
            others = firsts[:i] + firsts[i + 1 :]
            return max((len(firsts[i] & other) for other in others), default=0) / max(1, len(firsts[i]))

        if open_ones := [i for i, role in enumerate(likely) if role == "none"]:
            likely[min(open_ones, key=id_share)] = "hierarchy"
    for i, role in enumerate(likely):
        if role == "none":
            likely[i] = "run" if "truth" in likely else "truth"
        elif role in ("hierarchy", "truth") and role in likely[:i]:
            likely[i] = "run"
    return likely


def _role_by_name(name: str) -> Role:
    path = PurePath(name.lower())
    if path.suffix in _OF_HIERARCHIES:
        return "hierarchy"
    return next((role for role, hints in _HINTS if any(hint in path.stem for hint in hints)), "none")


def _first_cells(data: bytes) -> set[bytes]:
    lines = data[:_HEAD].split(b"\n")
    return {line.replace(b",", b"\t").replace(b";", b"\t").split(b"\t")[0].strip() for line in lines} - {b""}


def system_name(file: str, taken_names: Iterable[str]) -> str:
    """A name for the system of a file, unlike those that are taken."""
    return free_name(PurePath(file).stem, taken_names)


def usual_title(files: Sequence[GivenFile]) -> str:
    """A title for the study of some files, of their own names.

    >>> kinds = (("h.tsv", "hierarchy", ""), ("gold.tsv", "truth", ""), ("a.tsv", "run", "a"), ("b.tsv", "run", "b"))
    >>> usual_title([GivenFile(name, b"", role, system) for name, role, system in kinds])
    'gold: a, b'
    """
    systems = [file.system for file in files if file.role in RUNS]
    names = [*systems[:TITLED], *([f"{len(systems) - TITLED} more"] if len(systems) > TITLED else [])]
    truth = next((system_name(file.name, ()) for file in files if file.role == "truth"), "")
    return f"{truth}: {', '.join(names)}"


def missing_sentence(files: Sequence[GivenFile]) -> str:
    """Sentence on what is not there yet; "" where a study can be read: the file of the truth may hold systems, too."""
    many: Counter[str] = Counter(file.role for file in files)
    if len(files) > MOST_FILES:
        return f"These are {len(files)} files; at most {MOST_FILES} are read."
    sizes = [len(file.data) for file in files]
    if max(sizes, default=0) > LARGEST_GIVEN or sum(sizes) > MOST_GIVEN:
        return f"Here at most {LARGEST_GIVEN // 10**6} MB a file and {MOST_GIVEN // 10**6} MB in all are read."
    for role, word in (("hierarchy", "the hierarchy"), ("truth", "the true classes")):
        beside = role == "truth" and many["scores"] and not many["truth"]  # they may stand beside scores
        if many[role] != 1 and not beside:
            return f"One file is {word}; here are {many[role]}."
    if many["columns"] > 1:
        return f"One file at most says more about the instances; here are {many['columns']}."
    return ""


def file_report(files: Sequence[GivenFile]) -> tuple[FilesRead, Study]:
    """Report on these files, and the study of them as they are.

    Raises HierviewError: the file, the line, what is accepted; where columns were not told apart it holds `columns`.
    """
    study, opened, matcher, truth, answers = _read_study(files, Policy())
    columns = {i: found for i, file in enumerate(files) if (found := _column_roles(file, files, matcher))}
    empty = int((np.diff(study.data.truth.starts) == 0).sum())
    tree = next(file for file in files if file.role == "hierarchy")
    ways = () if tree.choices else undoubted_readings(tree.data, tree.name, opened)
    data, sentence = study.data, opened.guess.sentence()
    about = {
        i: report_on_answers(answers[file.system], truth) for i, file in enumerate(files) if file.role == "answers"
    }
    told = {note for read in data.reads for note in read.notes}
    notes = tuple(note for note in data.notes if note not in told)
    return FilesRead(sentence, data.reads, len(data), empty, columns, None, ways, notes, about), study


def study_of_files(files: Sequence[GivenFile], policy: Policy, folder: str | PathLike[str]) -> Study:
    """The study of these files, written into a folder. Raises HierviewError as `file_report` does."""
    return _read_study(files, policy, folder)[0]


def _read_study(
    files: Sequence[GivenFile], policy: Policy, folder: str | PathLike[str] | None = None
) -> tuple[Study, OpenedHierarchy, Matcher, InstanceLabels | None, dict[str, Answers]]:
    tree = next(file for file in files if file.role == "hierarchy")
    opened = open_hierarchy(tree.data, _origin_text(tree), **dict(tree.choices))
    if len(opened.hierarchy) > MOST_CLASSES:
        raise StudyError(
            f"{_origin_text(tree)}: {len(opened.hierarchy):,} classes; here at most {MOST_CLASSES:,} are read, "
            "in the shell 2,000,000"
        )
    matcher = matcher_of(opened, tree.data)
    runs = {file.system: _labels_by_side(file, files, matcher)["run"] for file in files if file.role == "run"}
    scores = {
        file.system: read_scores(file.data, matcher, origin=_origin_text(file))
        for file in files
        if file.role == "scores"
    }
    kinds = {file.system: dict(file.choices) for file in files if file.role == "scores"}
    sides = next((_labels_by_side(file, files, matcher) for file in files if file.role == "truth"), {})
    truth = sides.pop("true", None)
    answers = {file.system: _answers_in(file, matcher, tree.data) for file in files if file.role == "answers"}
    runs |= {name: found.labels(policy.answers, truth) for name, found in answers.items()}
    runs = runs or sides
    every = [*filter(None, [truth]), *runs.values(), *(s.labels for s in scores.values())]
    if sum(len(labels.codes) for labels in every) > MOST_LABELS:
        raise StudyError(f"these are more than {MOST_LABELS:,} labels; larger studies are scored in the shell")
    columns = next((parse_columns(file.data, _origin_text(file)) for file in files if file.role == "columns"), None)
    how: dict[str, Any] = {"scores": scores, "choices": kinds, "columns": columns, "folder": folder}
    study = Study.read(matcher, truth or SAME, runs, **how, **policy.read_options())
    return study, opened, matcher, truth, answers


def _answers_in(file: GivenFile, matcher: Matcher, terms: bytes) -> Answers:
    choices = dict(file.choices)
    confirmed = dict(choices.pop("confirmed", ()))
    try:
        return read_answers(matcher, file.data, confirmed=confirmed, terms=terms, read_as=ReadingOptions(**choices))
    except StudyError as error:
        raise StudyError(f"{_origin_text(file)}: {error}") from None


def _side_of_file(file: GivenFile, files: Sequence[GivenFile]) -> Side:
    """Whose labels a file holds: those of the truth and the systems where there is no run."""
    own = any(other.role in RUNS for other in files)
    return "run" if file.role == "run" else "true" if own else "both"


def _labels_by_side(file: GivenFile, files: Sequence[GivenFile], matcher: Matcher) -> dict[str, InstanceLabels]:
    try:
        return read_sides(
            file.data, matcher, side=_side_of_file(file, files), origin=_origin_text(file), **dict(file.choices)
        )
    except StudyError as error:
        error.columns = {files.index(file): found} if (found := _column_roles(file, files, matcher)) else {}
        raise


def _column_roles(file: GivenFile, files: Sequence[GivenFile], matcher: Matcher) -> ColumnRoles | None:
    if file.role not in ("truth", "run"):
        return None
    return column_roles(file.data, matcher, _side_of_file(file, files), _origin_text(file), dict(file.choices))


def _origin_text(file: GivenFile) -> str:
    return quoted(file.name, 100)[1:-1]
