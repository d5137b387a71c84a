"""The work of `hierview classify`, once its arguments are read."""

from __future__ import annotations

import sys
from argparse import Namespace

from ...answers.answers import text_table as text_table
from ...cli.options.output import clear_progress, report_stopped, show_line, write_out
from ...errors import LearningError
from ...formats.casefile import write_case
from ...measures import parse_measure
from ...study.inputs.columns import read_hierarchy
from ...study.publish.tables import DIGITS, rows_of_text
from ...study.results import tables
from ..corpora.documents import read_documents, with_common_columns
from ..corpora.small_sets import DEMONSTRATIONS
from ..experiment import Experiment, LearningMaterial
from ..report import blocking_table, curve_lines, document_case
from ..systems import LearningSettings, system_named, weigh_words


def compare(args: Namespace) -> int:
    """Learn, ask, and show how the systems compare, or the one thing that was asked for."""
    # What is cheap to check comes before files are read.
    measures = [parse_measure(text) for text in args.measure]
    first, *_ = [system_named(name) for name in args.system]
    curve = parse_measure(args.curve) if args.curve else None
    if args.jobs is not None and not 1 <= args.jobs <= 1_000:
        raise LearningError(f"--jobs {args.jobs} is not accepted; a whole number from 1 to 1,000 is")
    settings = LearningSettings(args.learner, args.calibrate, args.neighbours, args.jobs, args.seed)
    folder = None if args.document else args.output
    experiment = Experiment(_read_material(args), settings, folder)
    try:
        with clear_progress():
            study = experiment.run(args.system, lambda what, done, whole: show_line(f"{what}: {done:,} of {whole:,}"))
    except KeyboardInterrupt:
        return report_stopped("learnt", folder, "nothing is kept")
    for note in (note for notes in experiment.notes.values() for note in notes):
        print(f"hierview: {note}", file=sys.stderr)
    if args.document:
        return write_out(args.output, write_case(document_case(experiment, study, first, args.document)))
    if curve:
        print("\n".join(curve_lines(experiment, study, first, curve)))
        return 0
    table = tables.summary_table(study.score(measures), [str(m) for m in measures], "mean")
    print(text_table(rows_of_text(table, DIGITS), "<" + ">" * len(table.columns)))
    if args.blocking:
        blocked = blocking_table(experiment, study, first)
        rows = [list(blocked.columns), *([str(cell) for cell in row] for row in blocked.round(3).to_numpy().tolist())]
        print(f"\nBlocking, {first.name}\n\n{text_table(rows, '<>>>')}")
    if folder:
        print(f"\nKept in {folder}; hierview study {folder} rank goes on from it.")
    return 0


def _read_material(args: Namespace) -> LearningMaterial:
    if args.demo:
        if args.train or args.hierarchy:
            raise LearningError("--demo draws its own documents; without it, TRAIN, TEST and --hierarchy are accepted")
        return LearningMaterial.of_generated(
            DEMONSTRATIONS[args.demo](args.seed), "none" if args.demo == "digits" else args.weights
        )
    if not (args.train and args.test and args.hierarchy):
        raise LearningError("TRAIN, TEST and --hierarchy FILE are needed, or --demo")
    hierarchy = read_hierarchy(args.hierarchy)
    train, test = read_documents(args.train, args.train_labels), read_documents(args.test, args.test_labels)
    x, z = with_common_columns(train, test)
    if train.x is not None:
        x, z = weigh_words(x, z, args.weights)
    return LearningMaterial(hierarchy, x, train.labels, z, test.labels)
