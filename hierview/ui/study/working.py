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
from .opened import Open, scores_of
from .state import now_shown

AT_ONCE = 8_000  # instances × systems that are worked on while the page waits
MOST_KEPT = 24  # results that a visit keeps

T = TypeVar("T")


def worked(found: Open, place: str, doing: str, function: Callable[..., T], *given: Hashable) -> T | None:
    """The result of `function(study, scores, *given)`; None while it is not there, which the page says.

    place: where on the page it stands; one piece of work has room there.  function: of a module, never None.
    Raises the HierviewError that it raises.
    """
    assert found.scored is not None  # of a printed study nothing is computed
    kept: dict[Hashable, Any] = jobs().kept.setdefault("study-results", {})
    about = (str(found.folder), found.scored.fingerprint, found.texts, function.__name__, given)
    if about not in kept:
        study, scores = scores_of(found)
        if len(study.data) * len(scores.systems) <= AT_ONCE:
            result = function(study, scores, *given)
        else:
            job = ensure(place, about, on_kept, str(found.folder), found.texts, doing, function, given)
            if job is None:
                return None
            if job.state != "done":
                watch(job, lambda job: show_progress(job, place), now_shown)
                return None
            (result,) = job.results[-1]
            jobs().forget(place)
            if isinstance(result, Exception):
                raise result
        while len(kept) >= MOST_KEPT:
            del kept[next(iter(kept))]
        kept[about] = result
    there: T = kept[about]
    return there


@st.cache_resource(show_spinner=False, max_entries=4)
def _finder(folder: str, fingerprint: str, texts: tuple[str, ...], _study: Study, _scores: Scores) -> Finder:
    return Finder(_study, _scores)


def finder_of(found: Open) -> Finder:
    """The instances of a scored study, ready to be searched."""
    assert found.scored is not None  # of a printed study there are none
    return _finder(str(found.folder), found.scored.fingerprint, found.texts, *scores_of(found))
