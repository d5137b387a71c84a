"""Tasks of studies, as jobs run them: read files, score, rank; each tells how far it is and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from inspect import signature
from time import monotonic

from ..answers.answers import HEADLINE
from ..errors import HierviewError, MeasureError
from ..jobs.task import Progress, Tell
from ..measures import parse_measure
from ..measures.registry import AnyMeasure
from .inputs.example import example_study
from .inputs.roles import GivenFile, Policy, file_report, study_of_files
from .results.scores import Average, Scores
from .results.standings import of_scores
from .results.system_columns import system_numbers
from .scoring.compiled import compile_later, compiling
from .scoring.meter import Meter
from .sets_compared import sets_compared
from .storage.standings_file import StudySummary, write_standings
from .study import Study

USUAL = ("hF", "LCaF", "MGIA", "GIE", "SDL", HEADLINE[-1])
_LAST = 0.1  # of the work: places and tests, once all is scored


class _ToldMeter(Meter):
    def __init__(self, whole: int, tell: Tell):
        super().__init__(whole)
        self._tell = tell

    def tell(self) -> None:
        """Say how far it is."""
        line = f"Scoring: {self.line(monotonic() - self.start).strip()}"
        self._tell(Progress(line, (1 - _LAST) * self.share))


@contextmanager
def errors_as_results(tell: Tell) -> Iterator[None]:
    """Ends the task at a mistake, and sends the sentence about it as the result, in a tuple of one."""
    try:
        yield
    except HierviewError as error:
        tell((error,))


def read_given_files(tell: Tell, files: Sequence[GivenFile]) -> None:
    """Read files and tell what they hold, or the mistake in them, as a tuple of one."""
    tell(Progress("Reading", 0.0))
    with errors_as_results(tell):
        report, study = file_report(files)
        tell(Progress("Scoring with sets taken otherwise", _LAST))
        tell((replace(report, sets=sets_compared(study, USUAL)),))


def score_given_files(
    tell: Tell, folder: str, files: Sequence[GivenFile], policy: Policy, measures: Sequence[AnyMeasure]
) -> None:
    """Make a study of files in a folder, and score it."""
    tell(Progress("Reading", 0.0))
    with errors_as_results(tell):
        study_of_files(files, policy, folder)
        score_kept_study(tell, folder, measures)


def score_example(tell: Tell, folder: str) -> None:
    """Make the example in a folder, and score it."""
    tell(Progress("Making the example", 0.0))
    with errors_as_results(tell):
        example_study(folder)
        score_kept_study(tell, folder)


def score_kept_study(tell: Tell, folder: str, measures: Sequence[AnyMeasure] = ()) -> None:
    """Score what is not yet scored of a study in a folder, and tell the standings: first what is known at once.

    measures: further ones beside those that were scored or begun before; without either, the usual ones.
    """
    tell(Progress("Opening", 0.0))
    compile_later(USUAL)
    with errors_as_results(tell):
        study = Study.open(folder)
        texts = list(dict.fromkeys([*_own_texts(study.measures), *measures])) or list(USUAL)
        meter = _ToldMeter(study.values(texts), tell)
        with compiling(lambda n: tell(Progress(f"Compiling, once on this machine: {n} functions", 0.0))):
            scores = study.score(texts, None, meter.add, meter.add_kept)
        tell(Progress("Ranking: places and tests over the instances", 1 - _LAST, whole=True))
        tell((summarise(study, scores, tested=False),))
        tested = summarise(study, scores)
        write_standings(folder, tested)
        tell((tested,))


def _own_texts(texts: Iterable[str]) -> Iterator[str]:
    """The measures that are no file's: what a folder names is not run because a folder names it."""
    for text in texts:
        with suppress(MeasureError):
            yield str(parse_measure(text))


def summarise(study: Study, scores: Scores, *, tested: bool = True) -> StudySummary:
    """Summary of scores. tested: False for what is known before anything is resampled."""
    pooled = any("pooled" in scores.kinds(text) for text in scores.texts)
    averages: tuple[Average, ...] = ("mean", "pooled") if pooled else ("mean",)
    numbers = system_numbers(study)
    standings = tuple((average, of_scores(scores, average, tested=tested, numbers=numbers)) for average in averages)
    return StudySummary(standings, len(study.data), len(study.hierarchy), study.fingerprint)


def send_result_on_kept_study(
    tell: Tell,
    folder: str,
    measures: Sequence[AnyMeasure],
    doing: str,
    function: Callable[..., object],
    arguments: Sequence[object],
) -> None:
    """Send what `function(study, scores, *arguments)` returns for a study that is kept whole in a folder.

    function: of a module; where it takes `progress`, it tells the share that is done.  doing: what is said meanwhile.
    """
    tell(Progress(doing, 0.0))
    more = {}
    if "progress" in signature(function).parameters:
        more["progress"] = lambda share: tell(Progress(doing, share))
    with errors_as_results(tell):
        study = Study.open(folder)
        tell((function(study, study.score(measures), *arguments, **more),))
