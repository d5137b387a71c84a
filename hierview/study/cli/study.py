"""`hierview study`: whole data sets, scored, ranked and compared."""

from __future__ import annotations

import shlex
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any

from ...cli.options.hierarchies import add_reading_options, choices_by_file, print_reading, shell_error
from ...cli.options.named import WHERE, ending_processes, parse_measures
from ...cli.options.output import clear_progress, report_stopped
from ...errors import HierviewError, MeasureError, StudyError, quoted
from ...jobs.child import end_with_keeper
from ...measures import Measure, parse_measure
from ...own.foreign import Failure, ForeignMeasure
from ..inputs.closures import COUNTED, SETS
from ..inputs.data import EMPTY_TRUTH, MISSING, UNKNOWN
from ..inputs.labels import read_file_bytes
from ..inputs.scores.arrays import class_names
from ..inputs.scores.class_scores import PROPAGATE
from ..inputs.scores.deciding import DEFAULT_RULE
from ..inputs.scores.kinds import KINDS, LINKS
from ..publish.tables import DIGITS
from ..results.scores import Scores
from ..scoring.compiled import compile_later, compiling
from ..scoring.compiling import compile_beside, compile_others
from ..study import Study
from ..thresholds.measures import is_score_measure
from . import curves, tables
from .actions import add_actions
from .meter import TerminalMeter

MOST_CLASSES = 100_000_000  # bytes of a file of names
USUAL = ("hP", "hR", "hF", "LCaF", "MGIA", "GIE")

EXAMPLES = (
    "study hierarchy.tsv --true gold.tsv --run a.tsv --run b.tsv -o my-study",
    "study my-study rank --measure hF",
    "study my-study compare a b --format latex",
    "study my-study instances --by 'a.hF - b.hF'",
    "study my-study case 'id 17' a -o case.json",
    "study my-study slices depth --between a b",
    "study hierarchy.tsv --true gold.tsv --scores a.npz curves",
    "study my-study classes a --by flat --by distance",
    "study my-study figure ranking -o ranking.pdf",
    "study my-study figure flows a -o flows.tex",
    "study my-study report -o report.html",
)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_files(parser)
    parser.add_argument(
        "--measure",
        dest="scored",
        action="append",
        default=[],
        metavar="MEASURE",
        help=f"{WHERE}, to score; may be repeated (default: the folder's, else {', '.join(USUAL)})",
    )
    parser.add_argument("-o", dest="folder", type=Path, metavar="FOLDER", help="keep the study here, to go on and open")
    add_policies(parser)
    parser.add_argument("--no-intervals", action="store_true", help="resample nothing: values, places and tests alone")
    _add_workers(parser)
    add_actions(parser)
    parser.add_argument("--json", action="store_true", help="averages as JSON, where no action is named")
    # Without an action, averages as text.
    parser.set_defaults(show=tables.show_summary, measure=[], output=None, format=None, digits=DIGITS, average="mean")


def add_files(parser: ArgumentParser) -> None:
    """Declare the files of a study."""
    parser.add_argument("place", metavar="HIERARCHY|FOLDER", help="a hierarchy with --true, or a study's folder")
    parser.add_argument("--true", metavar="FILE", help="the true classes of the instances; with the systems' as well")
    parser.add_argument(
        "--run",
        dest="runs",
        action="append",
        default=[],
        metavar="[NAME=]FILE",
        help="what a system predicts; may be repeated",
    )


def add_policies(parser: ArgumentParser, unknown: str = "error", shape: str = "--as") -> None:
    """Declare how files are read. unknown: what an unknown class is.  shape: the option that names a file's shape."""
    parser.add_argument("--missing", choices=MISSING, default="error", help="an instance a run lacks (default: error)")
    says = f"a class of no hierarchy (default: {unknown})"
    parser.add_argument("--unknown", choices=UNKNOWN, default=unknown, help=says)
    parser.add_argument("--empty-truth", choices=EMPTY_TRUTH, default="keep", help="no true class (default: keep)")
    parser.add_argument("--sets", choices=SETS, default="given", help="classes of each set (default: as given)")
    parser.add_argument("--classes", metavar="FILE", help="names of the columns or numbers of labels, one a line")
    _add_scores(parser)
    add_reading_options(parser, several=True, shape=shape)
    parser.add_argument("--columns", metavar="FILE", help="a TSV or CSV file with an id and more about each instance")
    parser.add_argument("--cluster", default="", metavar="COLUMN", help="instances that are resampled together")


def _add_scores(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("scores of classes", "in the place of answers, or beside those of others")
    rule = f"answers from scores; may be repeated (default: {DEFAULT_RULE})"
    scores = "a score of each class for each instance, or a ranking; may be repeated"
    group.add_argument("--scores", action="append", default=[], metavar="[NAME=]FILE", help=scores)
    group.add_argument("--rule", dest="rules", action="append", default=[], metavar="RULE", help=rule)
    group.add_argument(
        "--kind",
        choices=KINDS,
        metavar="KIND",
        help=f"{', '.join(KINDS)}: what the scores are (default: as they look, checked)",
    )
    group.add_argument("--link", choices=LINKS, help="what makes probabilities of logits; none: their order alone")
    group.add_argument("--ia", metavar="FILE", help="information accretion: a class and a number a line")
    group.add_argument("--ia-from", metavar="LABELS", help="labels that it is counted from (default: the true classes)")
    group.add_argument("--propagate", choices=PROPAGATE, help="along the hierarchy (default: sum of leaves, else max)")


def _add_workers(parser: ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--threads", type=int, metavar="N", help="score in so many threads (default: one a core)")
    where.add_argument("--processes", type=int, metavar="N", help="score in so many processes")
    where.add_argument("--dask", metavar="ADDRESS", help="score on the workers of a Dask scheduler")


def run(args: Namespace) -> int:
    """Make or open a study, score what is not yet scored, and show what was asked for."""
    with ending_processes():
        return _make_and_show(args)


def _make_and_show(args: Namespace) -> int:
    # What is cheap to check comes before files are read.
    args.of_scores = [text for text in args.scored if is_score_measure(text)]
    args.scored = [text for text in args.scored if text not in args.of_scores]
    args.measure = args.measure or []
    if curves.only_scores_asked(args):
        return curves.show_scores_table(open_study(args) if _is_kept_study(args) else make_study(args), None, args)
    opens, scored = _is_kept_study(args), _parse_measures(args.scored)
    own_measures = [] if opens else _parse_measures(args.measure or [])
    _check_workers(args)
    beside = None if opens else compile_beside(scored or _parse_measures(USUAL))
    study = open_study(args) if opens else make_study(args)
    scored = scored or _parse_measures(study.measures or USUAL)
    if opens:
        own_measures = _parse_measures(args.measure or [], scored)
    args.measure = list(dict.fromkeys(map(str, own_measures)))
    measures = list(dict.fromkeys([*scored, *own_measures]))
    try:
        scores = _score_with_progress(study, measures, args, beside)
        scores.resamples = 0 if args.no_intervals else scores.resamples
        if args.json and args.show is tables.show_summary:
            args.show, args.told_beside = tables.show_json, curves.score_values(study, args) if args.of_scores else {}
        status: int = args.show(study, scores, args)
        if args.of_scores and args.show is tables.show_summary:
            print()
            curves.show_scores_table(study, scores, args)
    except KeyboardInterrupt:
        folder = study.store.folder if study.store else None
        return report_stopped("done", folder, "nothing is kept; with -o FOLDER what is done would be")
    return status


def _is_kept_study(args: Namespace) -> bool:
    """Whether the arguments name the folder of a kept study."""
    return not (args.true or args.runs or args.scores)


def _parse_measures(texts: Iterable[str], known_measures: Sequence[Measure] = ()) -> list[Measure]:
    """The measures that texts name: of hierview, a file, an installed package, or `known_measures` by their names."""
    measures: list[Measure] = []
    for text in texts:
        if is_score_measure(text):
            raise MeasureError(curves.ELSEWHERE.format(text))
        of_name = [m for m in known_measures if str(m) == text]
        try:
            measures += of_name or [parse_measure(text)]
        except MeasureError:
            own = parse_measures([text])
            if not all(isinstance(m, ForeignMeasure) for m in own):
                raise
            measures += own
    return measures


def make_study(args: Namespace) -> Study:
    """The study of files, and on stderr what was odd about them."""
    if not args.true:
        raise HierviewError(
            "a study needs --true FILE and at least one --run FILE or --scores FILE, or one file with truth and systems"
        )
    runs, scores = _files_by_system(args.runs, "run"), _files_by_system(args.scores, "scores")
    choices = _file_choices(args, [*runs, *scores], scores)
    policy = {
        name: getattr(args, name)
        for name in ("rules", "missing", "unknown", "empty_truth", "sets", "columns", "cluster")
    }
    try:
        study = Study.read(args.place, args.true, runs, scores=scores, folder=args.folder, choices=choices, **policy)
    except HierviewError as error:
        named = (("--run", args.runs), ("--scores", args.scores), ("--measure", args.scored))
        given = chain.from_iterable((option, value) for option, values in named for value in values)
        raise shell_error(error, shlex.join(["hierview", "study", args.place, "--true", args.true, *given])) from None
    if study.opened is not None:
        print_reading(args.place, study.opened)
    for note in study.data.reads:
        for sentence in (f"{note.shape[:1].upper()}{note.shape[1:]}.", *note.sentences(known=True)):
            print(f"hierview: {note.name}: {shell_error(HierviewError(sentence))}", file=sys.stderr)
    for sentence in study.data.notes:
        other = " (--sets specific takes the most specific alone)" if sentence.endswith(COUNTED) else ""
        print(f"hierview: {sentence}{other}", file=sys.stderr)
    return study


def _file_choices(args: Namespace, names: Sequence[str], scores: Collection[str]) -> dict[str, dict[str, Any]]:
    """How each file is read. names: of the systems.  scores: those with scores."""
    choices = choices_by_file(args, names)
    asked = {key: value for key in ("kind", "link", "propagate") if (value := getattr(args, key))}
    if (asked or args.rules) and not scores:
        options = ", ".join(f"--{key}" for key in (*asked, *(["rule"] if args.rules else [])))
        raise HierviewError(f"{options} is asked of scores, and there are none; --scores NAME=FILE is accepted with it")
    for name in scores:
        choices[name] |= asked
    if args.classes in ("leaves", "nodes") and scores:
        classes: Any = args.classes
    elif args.classes:
        text = read_file_bytes(args.classes, args.classes, MOST_CLASSES).decode("utf-8-sig", "replace")
        classes = class_names(text, args.classes)
    # Beside scores, labels are names; a truth of numbers is known by these.
    for file in scores or ("true", *names) if args.classes else ():
        choices[file]["classes"] = classes
    return choices


def _files_by_system(texts: list[str], kind_of_file: str) -> dict[str, str]:
    """Files by the name of their system: that before =, else the file's without its ending."""
    paths: dict[str, str] = {}
    for text in texts:
        before, sign, after = text.partition("=")
        has_name = sign and before.strip() and not Path(text).exists()
        name, path = (before.strip(), after) if has_name else (Path(text).stem, text)
        if name in paths:
            raise StudyError(f"two systems are called {quoted(name)}; give them names: --{kind_of_file} NAME=FILE")
        paths[name] = path
    return paths


def open_study(args: Namespace) -> Study:
    """The study in a folder."""
    options = [name for name in ("folder", "columns", "cluster") if getattr(args, name)]
    if options or Path(args.place).is_file():
        raise HierviewError(
            f"{quoted(args.place, 200)} with --true FILE and --run FILE makes a study; a folder that holds one opens"
        )
    return Study.open(args.place)


def _score_with_progress(
    study: Study, measures: list[Measure], args: Namespace, compiler: subprocess.Popen[bytes] | None
) -> Scores:
    """The scores, with how far they are on a terminal."""
    meter = TerminalMeter(study.values(measures))
    compile_later(USUAL)
    with clear_progress(), _executor(args) as executor, compiling(meter.compiled):
        compile_others(compiler, measures)
        scores = study.score(measures, executor, meter.add, meter.add_kept)
    store = study.store
    if store and store.outdated:
        print(
            f"hierview: {store.outdated:,} files of {store.folder} no longer fitted hierarchy, labels, version or a "
            "measure's file, and were computed again",
            file=sys.stderr,
        )
    if meter.kept and meter.fresh:
        print(f"hierview: {meter.kept:,} of {meter.whole:,} values were kept from before", file=sys.stderr)
    for sentence in _failure_sentences(study, scores):
        print(f"hierview: {sentence}", file=sys.stderr)
    return scores


def _failure_sentences(study: Study, scores: Scores) -> Iterator[str]:
    """Sentences on the foreign measures that gave no value, with what the first instance of each system says."""
    for measure in scores.measures:
        for system in scores.systems:
            failed = scores.failed(measure, system)
            if not isinstance(measure, ForeignMeasure) or not failed:
                continue
            witness = measure.evaluate(study.case(failed[0], system)).witness
            why = f": {witness.sentence}" if isinstance(witness, Failure) else ""
            many = f"{len(failed):,} instance{'s' * (len(failed) > 1)}"
            yield f"{measure} failed on {many} of {system}, first {quoted(failed[0])}{why}"


def _check_workers(args: Namespace) -> None:
    """Raises HierviewError for a number of workers that cannot be."""
    for name in ("threads", "processes"):
        if getattr(args, name) is not None and not 1 <= getattr(args, name) <= 1_000:
            raise HierviewError(f"--{name} {getattr(args, name)} is not accepted; a whole number from 1 to 1,000 is")


def _executor(args: Namespace) -> AbstractContextManager[Executor | None]:
    """The executor that scores the study; None stands for the usual threads."""
    if args.threads:
        return ThreadPoolExecutor(args.threads)
    if args.processes:
        return ProcessPoolExecutor(args.processes, initializer=end_with_keeper)
    return _dask_executor(args.dask) if args.dask else nullcontext()


def _dask_executor(address: str) -> AbstractContextManager[Executor]:
    """The workers of a Dask scheduler as an executor."""
    try:
        import distributed  # an extra of its own, and slow to load
    except ImportError:
        raise HierviewError("--dask needs the package distributed; pip install distributed brings it") from None
    try:
        connect: Any = distributed.Client
        client = connect(address, timeout=10)
    except (OSError, ValueError, TypeError) as error:
        raise HierviewError(f"no Dask scheduler answers at {quoted(address)}: {error}") from None
    executor: AbstractContextManager[Executor] = client.get_executor()
    return executor
