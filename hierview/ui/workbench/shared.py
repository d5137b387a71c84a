"""What the views of the Workbench share: jobs that begin by themselves, sets of cases, ways into Explore."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import streamlit as st

from ...answers.answers import everything
from ...explain import number
from ...formats import preset, preset_groups
from ...markup import html
from ...markup import workbench as draw
from ...measures import Measure
from ...model.case import Case
from ...workbench.foreign import ForeignMeasure
from ...workbench.formula import FormulaMeasure, OwnFlow
from ...workbench.scatter import many_random, preset_cases
from .. import links
from ..address import packed
from ..jobs import MOST_MEGABYTES, MOST_SECONDS, Busy, Job, jobs
from ..viewer import viewer
from ..workbench_state import WorkbenchState

Cases = tuple[tuple[str, Case], ...]


def key_of(measure: Measure) -> tuple[str, str]:
    """What tells a measure from all others, the content of its file included."""
    return str(measure), getattr(measure, "stamp", "")


def is_own(measure: Measure) -> bool:
    """Whether no other page knows the measure."""
    return isinstance(measure, FormulaMeasure | OwnFlow | ForeignMeasure)


def name_of(measure: Measure) -> str:
    """A measure as its column is headed."""
    return measure.label()


def column(measure: Measure) -> draw.Column:
    """A measure at the head of a column."""
    family = "Mine" if is_own(measure) else measure.spec.family
    return draw.Column(name_of(measure), measure.better(), family, measure.title())


@st.cache_data(show_spinner=False)
def registered() -> list[Measure]:
    """All measures that have a row somewhere."""
    return [m for _, main, under in everything() for m in (main, *under)]


def choices(*shown: Measure) -> list[Measure]:
    """The measures that can be chosen, those shown first."""
    return list(dict.fromkeys((*shown, *registered())))


@st.cache_data(show_spinner=False, max_entries=20)
def _known_cases(which: str, many: int, seed: int) -> Cases:
    if which == "random":
        return many_random(many, seed)
    if which == "presets":
        return preset_cases()
    first = next(iter(preset_groups().values()))
    return tuple((name, preset(name)) for name in first)


def cases_of(state: WorkbenchState) -> Cases:
    """The set of cases that is shown."""
    return state.own if state.cases == "own" else _known_cases(state.cases, state.many, state.seed)


def ensure(
    place: str, what: Hashable, task: Callable[..., None], *given: Any, seconds: float = MOST_SECONDS
) -> Job | None:
    """The job of a place that answers `what`, begun if there is none; None, with a sentence, where none may begin."""
    job = jobs().get(place)
    if job is not None and job.what == what:
        return job
    try:
        return jobs().start(place, what, task, *given, seconds=seconds)
    except Busy as error:
        viewer(html.notice(str(error)), f"busy-{place}")
        return None


def show_progress(job: Job, place: str) -> None:
    """How far a job came, and a way to stop it; once it has ended otherwise than well, why."""
    if job.running:
        with st.container(key=f"running-{place}", horizontal=True, vertical_alignment="center"):
            viewer(draw.progress(job.told.doing, job.told.done), f"progress-{place}")
            st.button("Stop", key=f"stop-{place}", on_click=job.stop)
        return
    said = {
        "stopped": "Stopped.",
        "late": "It took too long and was stopped.",
        "large": f"What runs here for you used more than {MOST_MEGABYTES:,} MB of memory, of which this took most; it "
        "was stopped.",
        "failed": f"It could not be finished: {job.why}.",
    }.get(job.state)
    if said:
        with st.container(key=f"ended-{place}", horizontal=True, vertical_alignment="center"):
            viewer(html.notice(said, "hint"), f"notice-{place}")
            st.button("Try again", key=f"again-{place}", on_click=lambda: jobs().forget(place))


def to_explore(label: str, case: Case, name: str, measure: Measure, key: str, filled: bool = True) -> None:
    """A link that opens a case in Explore, with the measure where Explore knows it."""
    where = name if name in _preset_names() and preset(name) == case else packed(case)
    if not where:
        viewer(html.plain_text("This case is too large for a link; open its file in Explore."), f"large-{key}")
        return
    asked = {"c": where} | ({} if is_own(measure) else {"m": str(measure)})
    with st.container(key=f"{'wbopen' if filled else 'wblink'}-{key}", width="content"):
        links.to_explore(label, asked)


def _preset_names() -> frozenset[str]:
    return frozenset(name for names in preset_groups().values() for name in names)


def labels(measures: Sequence[Measure]) -> dict[Measure, str]:
    """Names for a list to choose from."""
    return {m: f"{name_of(m)} · {m.title()}"[:80] for m in measures}


def told_value(measure: Measure, case: Case, value: float | None) -> str:
    """A value as it stands in a table: shares with two digits, so that a column is easily read."""
    share = measure.bounds(case)[1] == 1 if not isinstance(measure, ForeignMeasure) else measure.least_most == (0, 1)
    return f"{value:.2f}" if share and value is not None else number(value)
