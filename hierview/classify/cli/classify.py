"""`hierview classify`: systems that use a hierarchy, learnt and compared."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from ...errors import extras

# Where none are named; of a demonstration, other systems.
MEASURES = ("hP", "hR", "hF", "LCaF", "TIE")
SYSTEMS = ("cascade", "p_path")
DEMO = ("flat", "cascade", "p_path", "knn2")

DEMONSTRATIONS = ("drawn", "digits", "names")

EXAMPLES = (
    "classify --demo",
    "classify --demo digits --system flat --system p_path",
    "classify train.svm test.svm --hierarchy h.tsv --system cascade --system p_path -o first",
    "classify train.tsv test.tsv --hierarchy h.obo --system local+subtree --weights binary",
    "classify --demo --system p_path --document 17 -o case.json",
    "classify --demo --system p_path --curve hF",
)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("train", nargs="?", metavar="TRAIN", help="documents to learn from: LSHTC lines, TSV, .npz")
    parser.add_argument("test", nargs="?", metavar="TEST", help="documents to ask about")
    parser.add_argument(
        "--demo",
        nargs="?",
        const=DEMONSTRATIONS[0],
        choices=DEMONSTRATIONS,
        metavar="NAME",
        help="instead of files, documents drawn from a known model (drawn), images of digits, or names of characters",
    )
    parser.add_argument("--hierarchy", metavar="FILE", help="a hierarchy of any format that opens")
    for which in ("train", "test"):
        parser.add_argument(f"--{which}-labels", metavar="FILE", help=f"the classes of a {which} matrix (.npz)")
    parser.add_argument(
        "--system",
        action="append",
        default=[],
        metavar="NAME",
        help="flat, cascade, p_path, pca, combo, local+subtree, knn, knn1, knn2 or hybrid; may be repeated "
        f"(default: {', '.join(SYSTEMS)}; of --demo {', '.join(DEMO)})",
    )
    parser.add_argument("--learner", help="logistic, svm, bernoulli or multinomial (default: each system's own)")
    parser.add_argument("--calibrate", choices=("sigmoid", "isotonic"), help="probabilities by three-fold calibration")
    parser.add_argument("--weights", choices=("tfidf", "binary", "none"), default="tfidf", help="default: tfidf")
    parser.add_argument("--neighbours", type=int, default=5, metavar="K", help="of knn and hybrid (default: 5)")
    parser.add_argument("--jobs", type=int, metavar="N", help="learn in so many processes")
    parser.add_argument("--seed", type=int, default=0, help="of what is drawn (default: 0)")
    parser.add_argument(
        "--measure", action="append", default=[], metavar="TEXT", help=f"default: {', '.join(MEASURES)}"
    )
    parser.add_argument("--blocking", action="store_true", help="which classes reject theirs")
    parser.add_argument("--document", metavar="ID", help="write this document as a case of the first system")
    parser.add_argument("--curve", metavar="MEASURE", help="the measure by threshold, of the first system")
    parser.add_argument("-o", dest="output", type=Path, metavar="FOLDER|FILE", help="keep all here; or the case's file")


def run(args: Namespace) -> int:
    """Learn, ask, and show how the systems compare."""
    args.measure = args.measure or MEASURES
    args.system = args.system or (DEMO if args.demo else SYSTEMS)
    with extras("classifiers"):
        from .learning import compare  # scikit-learn is an extra, and slow to load

    return compare(args)
