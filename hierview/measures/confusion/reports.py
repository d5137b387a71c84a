"""The numbers that are reported of a hierarchical confusion matrix: how they are derived, and their formulas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import prod, sqrt

from ...explain import Frac, Num, Row, Symbol, Term, number
from ...languages import N_
from ..base import Value
from ..telling import MOST_TERMS, plus_row
from .paths import CELLS, Confusion
from .pictures import CELL_SYMBOLS, COMMON, PREDICTED_PATH, TN_SYMBOLS, TRUE_PATH

# What is divided by what; a cell named twice counts twice (R23 Table II, FNR mended).
DIVISIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "ACC": (("TP", "TN"), ("TP", "TN", "FP", "FN")),
    "PPV": (("TP",), ("TP", "FP")),
    "TPR": (("TP",), ("TP", "FN")),
    "FNR": (("FN",), ("FN", "TP")),
    "FPR": (("FP",), ("FP", "TN")),
    "TNR": (("TN",), ("TN", "FP")),
    "F1": (("TP", "TP"), ("TP", "TP", "FP", "FN")),
}
# What is added in each factor under the root of MCC.
_MCC = (("TP", "FP"), ("TP", "FN"), ("TN", "FP"), ("TN", "FN"))
LOWER = ("FP", "FN", "FNR", "FPR", "PT")
MEANINGS = {
    "TP": N_("Classes rightly predicted"),
    "TN": N_("Classes rightly left out"),
    "FP": N_("Classes wrongly predicted"),
    "FN": N_("Classes missed"),
    "ACC": N_("Right decisions among all"),
    "PPV": N_("Predicted part that is right"),
    "TPR": N_("True part that is found"),
    "FNR": N_("True part that is missed"),
    "FPR": N_("Untrue part that is predicted"),
    "TNR": N_("Untrue part that is left out"),
    "PT": N_("Prevalence threshold"),
    "MCC": N_("Correlation of truth and prediction"),
}
_RATES = {
    "TPR": Symbol("TPR", says="the share of the true part that is found"),
    "FPR": Symbol("FPR", says="the share of the untrue part that is predicted"),
}
REPORTS = (*CELLS, "ACC", "PPV", "TPR", "FNR", "FPR", "TNR", "PT", "F1", "MCC")


def _share(report: str, counts: Mapping[str, int]) -> Fraction | None:
    top, bottom = (sum(counts[cell] for cell in cells) for cells in DIVISIONS[report])
    return Fraction(top, bottom) if bottom else None


def product_under_square_root(counts: Mapping[str, int]) -> int:
    """The product under the root in the formula of MCC."""
    return prod(counts[a] + counts[b] for a, b in _MCC)


def derived_number(report: str, counts: Mapping[str, int]) -> Value:
    """The number that `report` names, from the counts of one instance or from sums over many.

    0/0 is None, and 0 for MCC.

    >>> sums = {"TP": 3852, "TN": 29551, "FP": 752, "FN": 618}
    >>> [round(derived_number(report, sums), 4) for report in ("ACC", "F1", "MCC")]
    [0.9606, 0.849, 0.8265]
    """
    if report in CELLS:
        return float(counts[report])
    if report == "MCC":
        under = product_under_square_root(counts)
        return (counts["TP"] * counts["TN"] - counts["FP"] * counts["FN"]) / sqrt(under) if under else 0.0
    if report == "PT":
        # R23's formula without √TPR − √FPR above and below its line, which makes it 0/0 where both are equal.
        right, wrong = _share("TPR", counts), _share("FPR", counts)
        if right is None or wrong is None or right == wrong:
            return None
        return sqrt(wrong) / (sqrt(right) + sqrt(wrong))
    share = _share(report, counts)
    return None if share is None else float(share)


_COUNTED: dict[str, Row] = {
    "TP": ("Σ", "(", "|", COMMON, "|", "−", "1", ")"),
    "TN": ("Σ", "(", *TN_SYMBOLS, ")"),
    "FP": ("Σ", "|", PREDICTED_PATH, "∖", TRUE_PATH, "|"),
    "FN": ("Σ", "|", TRUE_PATH, "∖", PREDICTED_PATH, "|"),
}


def _sum_row(cells: tuple[str, ...], term: Callable[[str], Term]) -> Row:
    """TP + FP + FN; twice the same as 2 · TP."""
    times = Counter(cells)
    row: list[Term] = []
    for cell in times:
        row += ["+"] * bool(row) + ([str(times[cell]), "·"] if times[cell] > 1 else []) + [term(cell)]
    return tuple(row)


def _report_row(report: str, term: Callable[[str], Term], rate: Callable[[str], Term]) -> Row:
    """The right side of a derived number; `term` writes a cell, `rate` a share."""
    if report == "PT":
        return (Frac(("√", rate("FPR")), ("√", rate("TPR"), "+", "√", rate("FPR"))),)
    if report == "MCC":
        under: list[Term] = []
        for a, b in _MCC:
            under += ["·"] * bool(under) + ["(", term(a), "+", term(b), ")"]
        over = (term("TP"), "·", term("TN"), "−", term("FP"), "·", term("FN"))
        return (Frac(over, ("√", "(", *under, ")")),)
    top, bottom = DIVISIONS[report]
    return (Frac(_sum_row(top, term), _sum_row(bottom, term)),)


def _count_number(classes: tuple[str, ...]) -> Num:
    """A count with its classes; it is more than their number where a class is counted several times."""
    return Num(str(len(classes)), frozenset(classes), counts=len(set(classes)) == len(classes))


def _cell_terms(matrix: Confusion, cell: str) -> Row:
    """Terms that predictions, and true classes left over, add to a cell; a long sum as its total."""
    groups: list[tuple[str, ...]] = []
    for p in matrix.predictions:
        groups += [p.siblings, p.children] if cell == "TN" else [p.cell(cell)]
    if cell == "FN":
        groups += [path[1:] for path in matrix.left]
    if not 0 < len(groups) <= MOST_TERMS:
        groups = [matrix.cell(cell)]
    return plus_row(map(_count_number, groups))


def report_symbols(report: str) -> Row:
    """Formula of a reported number in symbols."""
    return _COUNTED.get(report) or _report_row(report, CELL_SYMBOLS.__getitem__, _RATES.__getitem__)


def report_numbers(report: str, matrix: Confusion) -> Row:
    """Formula of a reported number with what the matrix counts."""
    if report in CELLS:
        return _cell_terms(matrix, report)

    def rate(share: str) -> Num:
        classes = frozenset(c for cell in DIVISIONS[share][1] for c in matrix.cell(cell))
        return Num(number(derived_number(share, matrix.counts)), classes, counts=False)

    return _report_row(report, lambda cell: _count_number(matrix.cell(cell)), rate)
