"""Work on a kept study that a view waits for: done at once where it is small, else in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

from ...study.results.instances import Finder
from ...study.results.scores import Scores
from ...study.study import Study
from ...study.tasks import on_kept
from ..shell.jobs import ensure, jobs, show_progress, watch
from .opened import OpenStudy, scores_of
from .state import STUDY

AT_ONCE = 8_000  # instances × systems that are worked on while the page waits
MOST_KEPT = 24  # results that a visit keeps

T = TypeVar("T")


def work_out_study(
    open_study: OpenStudy, place: str, doing: str, function: Callable[..., T], *arguments: Hashable
) -> T | None:
    """The result of `function(study, scores, *arguments)`; None while it is not there, which the page says.

    place: where on the page it stands; one piece of work has room there.  function: of a module, never None.
    Raises the HierviewError that it raises.
    """
    assert open_study.scored is not None  # of a printed study nothing is computed
    results: dict[Hashable, Any] = jobs().kept.setdefault("study-results", {})
    about = (str(open_study.folder), open_study.scored.fingerprint, open_study.texts, function.__name__, arguments)
    if about not in results:
        study, scores = scores_of(open_study)
        if len(study.data) * len(scores.systems) <= AT_ONCE:
            result = function(study, scores, *arguments)
        else:
            job = ensure(place, about, on_kept, str(open_study.folder), open_study.texts, doing, function, arguments)
            if job is None:
                return None
            if job.state != "done":
                watch(job, lambda job: show_progress(job, place), STUDY)
                return None
            (result,) = job.results[-1]
            jobs().forget(place)
            if isinstance(result, Exception):
                raise result
        while len(results) >= MOST_KEPT:
            del results[next(iter(results))]
        results[about] = result
    there: T = results[about]
    return there


@st.cache_resource(show_spinner=False, max_entries=4)
def _finder(folder: str, fingerprint: str, texts: tuple[str, ...], _study: Study, _scores: Scores) -> Finder:
    return Finder(_study, _scores)


def finder_of(open_study: OpenStudy) -> Finder:
    """The instances of a scored study, ready to be searched."""
    assert open_study.scored is not None  # of a printed study there are none
    return _finder(str(open_study.folder), open_study.scored.fingerprint, open_study.texts, *scores_of(open_study))
