"""The study that is open, a published one, or a kept one once it is scored; work on it; what is looked at of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st

from ...answers.answers import all_measures
from ...errors import HierviewError, MeasureError, StudyError
from ...jobs import Busy, Job, Limits
from ...languages import N_, _, translated_options
from ...markup import html
from ...measures import Measure, parse_measure
from ...ui.shell import jobs
from ...ui.shell.loaded import local_measures
from ...ui.shell.widgets import select_box
from ...ui.viewer import viewer
from ..inputs.columns import OWN_PARTS
from ..inputs.example import TITLE
from ..printed import PublishedStudy, published
from ..results.instances import Finder
from ..results.scores import Average, Scores
from ..results.standings import Standings, of_published
from ..scoring.compiled import cache_folder
from ..storage.standings_file import StudySummary, read_standings
from ..study import Study
from ..tasks import score_example, score_kept_study, send_result_on_kept_study
from .shelves import example_folder, study_shelf
from .state import ALONE, EXAMPLE, KEPT, STUDY, StudyState, change, choose, show_study

LIMITS = Limits(3600.0)
MOST_MEASURES = 24  # scored at once
MOST_KNOWN = 64  # studies whose standings the server remembers


@dataclass(frozen=True)
class OpenStudy:
    """The study that is open, with what its views show."""

    title: str
    """Title of the data."""
    source: str = ""
    """Where the data come from."""
    printed: PublishedStudy | None = None
    """The printed values, where only these are there; else None."""
    scored: StudySummary | None = None
    """Summary of the scores, where runs are there; else None."""
    folder: Path | None = None
    """Folder of the study, where runs are there; else None."""

    def standings(self, average: str) -> Standings:
        """The standings of the systems by an average; by means where nothing is pooled."""
        if self.printed is not None:
            return _published_standings(self.printed.name)
        assert self.scored is not None  # one of both is there
        by_average: dict[Average, Standings] = dict(self.scored.standings)
        return by_average.get("pooled", by_average["mean"]) if average == "pooled" else by_average["mean"]

    @property
    def measure_texts(self) -> tuple[str, ...]:
        """The measures that were scored, as their texts."""
        return tuple(measure.text for measure in self.standings("mean").measures)

    @property
    def has_pooled(self) -> bool:
        """Whether any measure has a pooled value beside its mean."""
        return self.scored is not None and len(self.scored.standings) > 1


@dataclass
class _StudyWork:
    """Work of this server on studies, what it was asked for, and what came of it, by the folder of each."""

    jobs: dict[Path, Job] = field(default_factory=dict)
    begun: dict[Path, tuple[Callable[..., None], tuple[object, ...]]] = field(default_factory=dict)
    scored: dict[Path, StudySummary] = field(default_factory=dict)


@st.cache_resource(show_spinner=False)
def _study_work() -> _StudyWork:
    return _StudyWork()


@st.cache_data(show_spinner=False, max_entries=32)
def _published_standings(name: str) -> Standings:
    return of_published(published(name))


def folder_of(state: StudyState) -> Path:
    """The folder of the kept study that is open, or of the example. Raises StudyError where there is none."""
    return example_folder() if state.study == EXAMPLE else study_shelf().folder(state.kept_id)


def open_study_of(state: StudyState) -> OpenStudy | None:
    """The study that is open, as far as it is scored; None while nothing is, which the page says.

    Raises StudyError where there is no such study.
    """
    if not state.kept_id and state.study != EXAMPLE:
        study = published(state.study)
        return OpenStudy(study.title, study.source, printed=study)
    folder = folder_of(state)
    scored = _study_work().scored.get(folder) if folder.is_dir() else None
    if scored is None and folder not in _study_work().jobs:
        scored = read_standings(folder)
    if scored is None:
        scored = _wait_for(state, folder)
    if scored is None:
        return None
    title = TITLE if state.study == EXAMPLE else study_shelf().title(state.kept_id)
    texts = OpenStudy(title, scored=scored).measure_texts
    there = tuple(map(str, measures_as_asked(texts)))
    if there != texts:
        scored = replace(scored, standings=tuple((a, one.restricted_to(there)) for a, one in scored.standings))
    return OpenStudy(title, scored=scored, folder=folder)


def measures_to_score() -> tuple[Measure, ...]:
    """The measures that a study can be scored by, those that somebody wrote first."""
    return (*local_measures().measures, *all_measures())


def measures_as_asked(measures: Iterable[Measure | str]) -> tuple[str | Measure, ...]:
    """Measures as a study is asked for them: texts, and of those that somebody wrote what is loaded."""
    own: dict[str, Measure] = {str(m): m for m in local_measures().measures}
    asked: list[str | Measure] = []
    for measure in map(str, measures):
        try:
            asked.append(str(parse_measure(measure)))
        except MeasureError:
            asked += [own[measure]] if measure in own else []
    return tuple(asked)


def begin_study(title: str, task: Any, *arguments: object) -> None:
    """Begin a study of its own folder, and go to its ranking, where the work is shown; or say why not."""
    try:
        jobs.check_room()
        study_shelf().sweep()
        key = study_shelf().make_folder(title)
        begin_work(study_shelf().folder(key), task, *arguments)
        show_study(f"{KEPT}{key}")
    except HierviewError as error:
        change(trouble=f"{error}.")
    except OSError as error:
        change(trouble=_("The study cannot be written: {why}.", why=error.strerror))


def begin_work(folder: Path, task: Any, *arguments: object) -> Job:
    """Begin work on a study, in place of what was begun before. Raises Busy where too much is under way."""
    work = _study_work()
    forget_study(folder)
    kept_apart = jobs.confined_task(str(folder), str(cache_folder() or folder))
    job = work.jobs[folder] = jobs.begin_job(*kept_apart, task, str(folder), *arguments, limits=LIMITS)
    work.begun[folder] = task, arguments
    return job


@st.cache_resource(show_spinner=False, max_entries=4)
def _finder_of_folder(folder: str, fingerprint: str, measures: tuple[str | Measure, ...]) -> Finder:
    study = Study.open(folder)
    return Finder(study, study.score(measures))


def finder_of(open_study: OpenStudy) -> Finder:
    """The instances of a scored study, ready to be searched. Raises StudyError where it is damaged."""
    assert open_study.scored is not None  # of a printed study nothing else is there
    return _finder_of_folder(
        str(open_study.folder), open_study.scored.fingerprint, measures_as_asked(open_study.measure_texts)
    )


def study_with_scores(open_study: OpenStudy) -> tuple[Study, Scores]:
    """The study in its folder with all its scores, which are kept there. Raises StudyError where it is damaged."""
    finder = finder_of(open_study)
    return finder.study, finder.scores


def forget_study(folder: Path) -> None:
    """End what is under way for a study, and drop what came of it."""
    job = _study_work().jobs.pop(folder, None)
    if job is not None:
        job.stop()
    _study_work().scored.pop(folder, None)


def _wait_for(state: StudyState, folder: Path) -> StudySummary | None:
    work = _study_work()
    job = work.jobs.get(folder)
    if job is None:
        try:
            job = begin_work(folder, *_waiting_task(state, folder))
        except Busy as error:
            viewer(html.notice_html(f"{error}."), "busy-study")
            return None
    if job.state == "done":
        work.begun.pop(folder, None)
        work.jobs.pop(folder, None)
        (result,) = job.results[-1]
        if isinstance(result, HierviewError):
            if state.kept_id and not (folder / "study.json").exists():
                study_shelf().remove(state.kept_id)  # nothing came of it
            raise result
        while len(work.scored) >= MOST_KNOWN:
            del work.scored[next(iter(work.scored))]
        work.scored[folder] = result
        return work.scored[folder]
    at_once: list[StudySummary] = [result for (result,) in job.results if isinstance(result, StudySummary)]
    jobs.watch_job(
        job, lambda job: jobs.show_progress(job, "study", lambda: forget_study(folder)), STUDY, many=len(at_once)
    )
    return at_once[-1] if at_once and job.running else None


def _waiting_task(state: StudyState, folder: Path) -> tuple[Any, ...]:
    """The task that a study waits for, with what it is given; one that was stopped is done from where it stood."""
    task, arguments = _study_work().begun.get(folder, (None, ()))
    if (folder / "study.json").exists():
        return score_kept_study, arguments[-1] if arguments else ()
    if task is not None:
        return task, *arguments
    if state.study == EXAMPLE:
        return (score_example,)
    raise StudyError("The reading of this study was not finished; bring its files again")


# Work that a view waits for: done at once where it is small, else in a process of its own


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
    results: dict[Hashable, Any] = jobs.jobs().kept.setdefault("study-results", {})
    about = (
        str(open_study.folder),
        open_study.scored.fingerprint,
        open_study.measure_texts,
        function.__name__,
        arguments,
    )
    if about not in results:
        study, scores = study_with_scores(open_study)
        if len(study.data) * len(scores.systems) <= AT_ONCE:
            result = function(study, scores, *arguments)
        else:
            work = str(open_study.folder), measures_as_asked(open_study.measure_texts), doing, function, arguments
            job = jobs.ensure_job(place, about, send_result_on_kept_study, *work)
            if job is None:
                return None
            if job.state != "done":
                jobs.watch_job(job, lambda job: jobs.show_progress(job, place), STUDY)
                return None
            (result,) = job.results[-1]
            jobs.jobs().forget(place)
            if isinstance(result, Exception):
                raise result
        while len(results) >= MOST_KEPT:
            del results[next(iter(results))]
        results[about] = result
    there: T = results[about]
    return there


# Two systems that are looked at: which they are, and their choice


PARTS = {"depth": N_("depth"), "top": N_("top class"), "size": N_("number of classes")}


def system_pair(state: StudyState, open_study: OpenStudy) -> tuple[str, str]:
    """The two systems: those that were chosen, else the best two; "" as the second where one alone is looked at."""
    standings = open_study.standings("mean")
    best = [standings.systems[i] for i in standings.order(standings.at(state.by))]
    a = state.a if state.a in best else next(system for system in (*best, "") if system != state.b)
    if state.b == ALONE or len(best) < 2:
        return a, ""
    return a, state.b if state.b in best and state.b != a else next(system for system in best if system != a)


def measure_text_of(state: StudyState, open_study: OpenStudy) -> str:
    """Text of the measure that the view is about."""
    standings = open_study.standings("mean")
    return standings.measures[standings.at(state.by)].text


def choose_pair(state: StudyState, open_study: OpenStudy, alone: bool = False) -> None:
    """Two lists to choose systems from. alone: whether one may be looked at by itself."""
    a, b = system_pair(state, open_study)
    systems = list(open_study.standings("mean").systems)
    names = {system: system for system in systems}

    def take(side: str, system: str) -> None:
        first, second = (system, b) if side == "a" else (a, system)
        if first == second:
            first, second = b, a  # the two change places
        choose(a=first, b=second or ALONE, page=1, pick="", widget_epoch=state.widget_epoch + 1)

    select_box("A", names, a, f"study-a-{state.widget_epoch}", lambda chosen: take("a", chosen))
    others = names | ({ALONE: _("nobody")} if alone else {})
    select_box("B", others, b or ALONE, f"study-b-{state.widget_epoch}", lambda chosen: take("b", chosen))


def choose_measure(state: StudyState, open_study: OpenStudy) -> None:
    """A list to choose the measure from that the view is about."""
    names = {measure.text: measure.label for measure in open_study.standings("mean").measures}
    now, key = measure_text_of(state, open_study), f"study-by-{state.widget_epoch}"
    select_box(_("Measure"), names, now, key, lambda chosen: choose(by=chosen, formula="", page=1))


def part_columns(open_study: OpenStudy) -> dict[str, str]:
    """The columns by which the data of a study can be parted, with their names on the page."""
    study = study_with_scores(open_study)[0]
    return translated_options(PARTS) | {name: name for name in study.data.columns}


def column_of(state: StudyState, open_study: OpenStudy) -> str:
    """The column by which the data are parted now."""
    return state.column if state.column in part_columns(open_study) else OWN_PARTS[0]


def choose_column(state: StudyState, open_study: OpenStudy, label: str = N_("Parted by")) -> None:
    """A list to choose the column from by which the data are parted."""
    key = f"study-column-{state.widget_epoch}"
    columns = part_columns(open_study)
    select_box(
        _(label), columns, column_of(state, open_study), key, lambda chosen: choose(column=chosen, part="", page=1)
    )
