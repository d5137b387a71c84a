"""The files of a study, read side by side."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path

from ...errors import StudyError, quoted
from ...model.hierarchy import Hierarchy
from .columns import read_hierarchy
from .label_files import read_labels
from .labels import Labels

Source = str | os.PathLike[str] | Labels


class _AwaitedClasses:
    """The classes of a hierarchy that is being read; whoever asks waits for it."""

    def __init__(self, hierarchy: Future[Hierarchy]):
        self._hierarchy = hierarchy

    def __contains__(self, name: object) -> bool:
        return name in self._hierarchy.result()

    def __len__(self) -> int:
        return len(self._hierarchy.result())


def read_together(
    hierarchy: Hierarchy | str | os.PathLike[str],
    true: Source,
    runs: Sequence[str | os.PathLike[str]] | Mapping[str, Source],
    executor: Executor | None = None,
) -> tuple[Hierarchy, Labels, dict[str, Labels]]:
    """A hierarchy, the truth and the runs by name, of their files or as they are given.

    executor: where files are read, if these are threads; else threads of its own. The hierarchy is read first, so that
    one thread is enough. Raises CaseError and StudyError: the file, the line, what is accepted; of several the first.
    """
    run_files = runs if isinstance(runs, Mapping) else _by_stem(runs)
    own = ThreadPoolExecutor(os.cpu_count())
    with nullcontext(executor) if isinstance(executor, ThreadPoolExecutor) else own as threads:
        tree = threads.submit(lambda: hierarchy if isinstance(hierarchy, Hierarchy) else read_hierarchy(hierarchy))
        classes = _AwaitedClasses(tree)
        truth = threads.submit(_labels, true, classes)
        systems = {name: threads.submit(_labels, run, classes) for name, run in run_files.items()}
        try:
            return tree.result(), truth.result(), {name: run.result() for name, run in systems.items()}
        finally:
            for unread in systems.values():
                unread.cancel()


def _labels(source: Source, classes: _AwaitedClasses) -> Labels:
    return source if isinstance(source, Labels) else read_labels(source, classes)


def _by_stem(runs: Sequence[str | os.PathLike[str]]) -> dict[str, str | os.PathLike[str]]:
    """Runs under the names of their files."""
    files: dict[str, str | os.PathLike[str]] = {}
    for run in runs:
        name = Path(run).stem
        if name in files:
            raise StudyError(f"two runs are called {quoted(name)}; give them names of their own: name=file")
        files[name] = run
    return files
