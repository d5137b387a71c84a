"""Work of a page: done at once, or of a large case in a process of its own, with progress and Stop."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from ..answers.cost import heavy
from ..jobs import outcome
from ..languages import language
from ..measures import Measure
from ..model.case import Case
from .computed import answered, speaking
from .jobs import ensure, jobs, show_progress, watch


def worked(case: Case, place: str, doing: str, function: Callable[..., Any], *given: Any) -> Any:
    """Result of `function(*given)`, which is never None; None while it is not there yet, which the page says.

    place: where on the page it stands; one piece of work has room there.  doing: what is said meanwhile.
    Raises the HierviewError that the function raises.
    """
    if not heavy(case):
        return function(*given)
    found = waited_for(place, (function.__name__, given), outcome, doing, function, given)
    if isinstance(found, Exception):
        raise found
    return found


def worked_answers(case: Case, measures: list[Measure]) -> Any:
    """The answers of measures to a large case, or None while they are not there yet."""
    given = (case, tuple(measures))
    return waited_for("answers", given, answered, *given)


def waited_for(place: str, about: Hashable, task: Callable[..., None], *given: Any) -> Any:
    """The first thing that a task told, once it ended well; None before, and where it failed, which the page says.

    place: where on the page it stands, which keeps what was told.  about: what it is about there.
    """
    about = (about, language())
    kept = jobs().kept.get(place)
    if kept is not None and kept[0] == about:
        return kept[1]
    job = ensure(place, about, speaking, language(), task, given)
    if job is None:
        return None
    if job.state == "done":
        jobs().kept[place] = (about, job.results[-1][0])
        jobs().forget(place)
        return jobs().kept[place][1]
    watch(job, lambda job: show_progress(job, place), _nothing)
    return None


def _nothing() -> None:
    """What is shown while a job runs does not change by itself."""
