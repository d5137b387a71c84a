"""Cases × measures: every answer beside the printed one; sets of cases of one's own from a folder or a ZIP archive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..answers.answers import Answer, answer_rows
from ..errors import CaseError, HierviewError, quoted
from ..formats import CASE_ENDINGS, read_any, read_file
from ..formats.archive import unzip_files
from ..measures import Measure
from ..model.case import Case
from ..own.foreign import ForeignMeasure

MOST_FILES = 500
LARGEST_FILE = 1_000_000
LARGEST_SET = 20_000_000
LARGEST_ARCHIVE = 20_000_000


@dataclass(frozen=True)
class BenchmarkRow:
    """One case of the table, with an answer for each measure."""

    name: str
    """Name of the case."""
    case: Case
    """The case."""
    cells: tuple[Answer, ...]
    """Answer of each measure."""


@dataclass(frozen=True)
class CaseSet:
    """Cases by name, and a sentence for each file that could not be read."""

    cases: tuple[tuple[str, Case], ...]
    """The cases, each after its name."""
    failures: tuple[str, ...] = ()
    """A sentence for each file that could not be read."""


def benchmark(
    measures: Sequence[Measure], cases: Sequence[tuple[str, Case]], progress: Callable[[float], None] | None = None
) -> tuple[BenchmarkRow, ...]:
    """The table, in the order given; an answer's `goodness` is its tint, None where it has none."""
    for measure in measures:
        if isinstance(measure, ForeignMeasure):
            measure.renew()
    lines = []
    for i, (name, case) in enumerate(cases):
        if progress is not None:
            progress(i / len(cases))
        lines.append(BenchmarkRow(name, case, answer_rows(case, measures)))
    return tuple(lines)


def read_folder(path: str | Path) -> CaseSet:
    """The cases in the files of a folder, by name; a CaseError where it is no folder or holds too many."""
    folder = Path(path)
    if not folder.is_dir():
        raise CaseError(f"{quoted(path, 200)} is no folder")
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() in CASE_ENDINGS and file.is_file())
    _check_file_count(len(files), str(path))

    def contents() -> Iterable[tuple[str, bytes]]:
        for file in files:
            yield file.name, read_file(file, LARGEST_FILE)

    return _read_files(contents())


def read_zip(data: bytes, filename: str) -> CaseSet:
    """The cases in a ZIP archive, by name. Nothing is written to disk, and no more is unpacked than is accepted.

    Raises CaseError where it is no archive, or holds too much.
    """
    name = quoted(filename, 100)
    if len(data) > LARGEST_ARCHIVE:
        raise CaseError(f"{name} has {len(data):,} bytes; at most {LARGEST_ARCHIVE:,} are accepted")
    contents = unzip_files(data, filename, _is_wanted, each=LARGEST_FILE, total=LARGEST_SET, files=MOST_FILES)
    case_set = _read_files(contents)
    _check_file_count(len(case_set.cases) + len(case_set.failures), filename)
    return case_set


def _is_wanted(name: str) -> bool:
    path = PurePosixPath(name)
    return path.suffix.lower() in CASE_ENDINGS and not any(part.startswith((".", "__MACOSX")) for part in path.parts)


def _check_file_count(files: int, where: str) -> None:
    if not files:
        raise CaseError(f"{quoted(where, 200)} holds no case; files that end in {', '.join(CASE_ENDINGS)} are read")
    if files > MOST_FILES:
        raise CaseError(f"{quoted(where, 200)} holds {files:,} files; at most {MOST_FILES} are accepted")


def _read_files(contents: Iterable[tuple[str, bytes]]) -> CaseSet:
    cases: list[tuple[str, Case]] = []
    failures: list[str] = []
    for filename, data in contents:
        name = quoted(filename, 100)[1:-1]
        try:
            if len(data) > LARGEST_FILE:
                raise CaseError(f"{name} has more than {LARGEST_FILE:,} bytes")
            draft = read_any(data, filename)
            try:
                cases.append((str(PurePosixPath(name).with_suffix("")), draft.case()))
            except CaseError as error:
                raise CaseError(f"{name}: {error}") from None
        except HierviewError as error:
            failures.append(str(error))
    return CaseSet(tuple(cases), tuple(failures))
