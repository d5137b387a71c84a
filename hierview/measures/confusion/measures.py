"""Measures of the hierarchical confusion matrix (R23): what every predicted path gets right, class by class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from ...explain import ClassColumn, Formula, Name, Picture, Row, SetsPicture, Step, Symbol, Words, join_words, number
from ...languages import N_
from ...model.case import Case
from ..base import Measure, MeasureSpec, Result, Value, empty_side_notes, param, sentence, text_of
from ..registry import register
from ..telling import MOST_STEPS, are_verb, several_roots_note, some_names, step_with_picture
from .paths import CELLS, Confusion, Prediction, confusion_matrix, deciding_order_words, predicted_paths
from .pictures import (
    COMMON,
    LAST,
    PREDICTED_PATH,
    SIDES,
    TRUE_PATH,
    cells_picture,
    prediction_picture,
    untaken_paths_picture,
)
from .reports import (
    DIVISIONS,
    LOWER,
    MEANINGS,
    REPORTS,
    derived_number,
    product_under_square_root,
    report_numbers,
    report_symbols,
)
from .steps import confusion_steps, sums_in_words

_FOLDED = ("PPV", "TPR", "ACC", "MCC", "TNR", "FPR", "FNR", "PT", "TP", "FP", "FN", "TN")  # in long lists


@register
@dataclass(frozen=True)
class HierarchicalConfusion(Measure):
    """Hierarchical confusion matrix: predicted root paths against true ones, each class on them a decision.

    Formula: a predicted path P takes a true path T; C is the prefix they have in common, c its last class.
    TP = |C| − 1, FP = |P ∖ T|, FN = |T ∖ P|, TN = |N(C) ∖ T| + |D(c) ∖ (T ∪ P)|, where N(C) are the siblings
    of the classes on C through every parent, D(c) the children of c, and the two parts are added, not united.
    The root, an artificial one above several, is never counted. `report` names the count, or what is derived
    from the four sums: ACC, PPV, TPR, FNR, FPR, TNR, PT, F1, MCC.
    Range: that of the reported number; counts from 0 on, MCC from −1 to 1, the others from 0 to 1. FP, FN, FNR,
    FPR and PT are better the lower, all others the higher; counts in classes. 0/0 is undefined, MCC's is 0.

    Matching: all root paths of all true classes are open. Predictions are served by the length of the longest
    prefix they share with any of them, each takes the path with the longest prefix among the classes that are
    left, and uses that class up. Equally good predictions come in descending order of their paths, equally
    good true paths the longest first, then in the order in which a case gives its true classes (`order`), else by
    name. An extra prediction makes its classes FP and nothing else;
    a true class left over makes those on its shortest path FN. A class without a stated path is predicted by
    the one of its paths that shares most with a true path, then the shortest, then the first by name. With
    no prediction at all the root alone is predicted, which uses up a true class and earns TN; `empty="none"`
    counts nothing for it. A class and its ancestor are two predictions; `reduce=True` first leaves out, on both
    sides, every class that has a descendant in its own set, as R23's scripts do on data sets.

    R23 words N as all classes with a common ancestor and D as all descendants. That gives other numbers: its
    Figure 4 and its Tables IV and V follow only from siblings and children, which is what is computed here. Its
    Table II has FP in the place of FN in FNR, and in three rows of Table IV stray empty labels count as predictions.
    Source: Riehl et al. 2023 (R23) §IV, Eq. 3–10, Table II.

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop")], ["Pop"], ["Music"])
    >>> dict(evaluate(case, "HCM").parts)
    {'tp': 1, 'tn': 1, 'fp': 0, 'fn': 1}
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), 'HCM(report="FPR")').value
    1.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "HCM",
        N_("Decisions along root paths, F1"),
        N_("Confusion matrix"),
        "higher",
        "R23 §IV, Eq. 3–10, Table II",
        folded=tuple(f'HCM(report="{report}")' for report in _FOLDED),
        question=N_("Which classes along the predicted paths are right, too many, or missed?"),
        how=(
            *sentence("Every predicted path {} is laid on the true path {} that it ", PREDICTED_PATH, TRUE_PATH),
            *sentence("shares most with. What they share from the root on, {}, is TP, ", COMMON),
            *sentence("the rest of {} FP, the rest of {} FN; TN are the siblings ", PREDICTED_PATH, TRUE_PATH),
            *sentence("{}({}) beside the common path and the children {}({}) ", Symbol("N"), COMMON, Symbol("D"), LAST),
            *sentence("below its end {} that are on neither. The root never counts.", LAST),
        ),
        see=("r4-a1", "r4-c1", "r4-d1", "14a"),
        elsewhere=tuple(
            {
                "R23, text": "Calls N all classes with a common ancestor and D all descendants. Its Figure 4 and its "
                "Tables IV and V follow only from siblings and children, which are counted here.",
                "R23, Table II": "FNR is misprinted with FP above the line; it is FN / (FN + TP).",
                "R23's scripts": "Predict the root alone where nothing is predicted, as is done here unless empty is "
                "none. On data sets they first drop every class that has a descendant in its own set.",
                "hP and hR": "With one label in a tree, TP, FP and FN are their counts without the root. On a flat "
                "problem they are the micro counts.",
                "Flat ACC and MCC": "Divide by a number of decisions that is the same for every system. Here a class "
                "that several paths share counts once for each, so TP + TN + FP + FN differs between systems.",
            }.items()
        ),
    )

    view_names: ClassVar[tuple[str, ...]] = ("matrix", "paths", "lists")
    report: str = param("F1", N_("The number that is reported of the matrix."), label=N_("Report"), choices=REPORTS)
    empty: str = param(
        "root",
        N_("What counts where nothing is predicted: the root alone, as in R23's scripts, or nothing."),
        label=N_("Empty prediction"),
        choices=("root", "none"),
        named=True,
    )
    reduce: bool = param(
        False, N_("Leave out a class that has a descendant in its own set."), label=N_("Drop ancestors within a set")
    )

    def evaluate(self, case: Case) -> Result:
        whole, case = case, self._reduced_case(case)
        paths = predicted_paths(case)
        predicted = [p.path for p in paths]
        if not predicted and self.empty == "root":
            predicted = [(case.hierarchy.rooted().roots[0],)]
        matrix = confusion_matrix(case.hierarchy, case.extra.in_given_order(case.true), predicted)
        label = case.hierarchy.labels.label_or_name
        counts = matrix.counts
        notes = [*empty_side_notes(case), *self._matching_notes(case, matrix)]
        if dropped := sorted((whole.true - case.true) | (whole.predicted - case.predicted)):
            whose = "its" if len(dropped) == 1 else "their"
            notes.append(f"Left out, with a descendant in {whose} own set: {', '.join(map(label, dropped))}.")
        ambiguous = [p.path[-1] for p in paths if not p.stated and p.ways > 1]
        if ambiguous:
            which = "the one that shares most with a true path" if case.true else "the shortest"
            several = f"Several root paths lead to {', '.join(map(label, ambiguous))}"
            notes.append(f"{several}; none is stated, and {which} is taken.")
        notes += several_roots_note(matrix.root, "the paths begin at an artificial root, {}")
        value = derived_number(self.report, counts)
        notes += self._value_notes(matrix, value, label)
        parts = {name.lower(): count for name, count in counts.items()}
        return Result(str(self), value, parts, matrix, tuple(notes))

    def _reduced_case(self, case: Case) -> Case:
        """The case without the classes that are left out on their side."""
        specific = case.hierarchy.most_specific
        return replace(case, true=specific(case.true), predicted=specific(case.predicted)) if self.reduce else case

    def _matching_notes(self, case: Case, matrix: Confusion) -> list[str]:
        notes = []
        if not case.predicted and self.empty == "root":
            took = [p.true[-1] for p in matrix.predictions]
            label = case.hierarchy.labels.label_or_name(took[0])
            notes.append(f"The root alone counts as the prediction; it takes {label} and earns its TN.")
        if any(p.contested for p in matrix.predictions):
            notes.append("Equally good predictions of one class are served in descending order of their paths.")
        if any(p.tied for p in matrix.predictions):
            notes.append(
                f"Of equally good true paths the longest is taken, then the first {deciding_order_words(case)}."
            )
        return notes

    def _value_notes(self, matrix: Confusion, value: Value, label: Callable[[str], str]) -> list[str]:
        if value is None:
            shares = ("TPR", "FPR") if self.report == "PT" else (self.report,)
            which = next((share for share in shares if derived_number(share, matrix.counts) is None), None)
            if which is None:
                return ["Undefined: PT is 0/0, as TPR and FPR are equal."]
            *others, last = dict.fromkeys(DIVISIONS[which][1])
            return [f"Undefined: {which} is 0/0, as {', '.join(others)} and {last} are 0."]
        if self.report == "MCC" and not product_under_square_root(matrix.counts):
            return ["MCC is 0/0; that is taken as 0."]
        if self.report in ("ACC", "MCC"):
            often = Counter(c for name in CELLS for c in matrix.cell(name))
            several = sorted(c for c, times in often.items() if times > 1)
            if several:
                who = ", ".join(map(label, several[:3])) + (f" and {len(several) - 3} more" if len(several) > 3 else "")
                return [f"Counted more than once: {who}. So two systems need not share the base of {self.report}."]
        return []

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, None) if self.report in CELLS else (-1.0 if self.report == "MCC" else 0.0, 1.0)

    def better(self) -> Literal["higher", "lower"]:
        return "lower" if self.report in LOWER else "higher"

    def unit(self) -> str:
        return "classes" if self.report in CELLS else ""

    def title(self) -> str:
        return MEANINGS.get(self.report, self.spec.title)

    def symbol(self) -> Row:
        return (self.report,)

    def symbols(self) -> Row:
        return report_symbols(self.report)

    def formula(self, matrix: Confusion, value: Value) -> Formula:
        """The formula of the reported number, with a case's numbers."""
        return Formula(self.symbol(), (self.symbols(), report_numbers(self.report, matrix)), number(value))

    def leading_steps(self, case: Case, result: Result) -> tuple[Step, ...]:
        return (*confusion_steps(self._reduced_case(case), result.witness), *self._rate_steps(case, result.witness))

    def aim(self, case: Case) -> Words:
        return (
            "HCM lays every predicted path from the root on a true one and asks of each class: is it rightly predicted "
            "(TP), wrongly predicted (FP), missed (FN) or rightly passed by (TN)? Every path starts at the root, so "
            "the root is not counted.",
        )

    def _rate_steps(self, case: Case, matrix: Confusion) -> list[Step]:
        steps = []
        for report in {"F1": ("PPV", "TPR"), "PT": ("TPR", "FPR")}.get(self.report, ()):
            value, (top, bottom) = derived_number(report, matrix.counts), DIVISIONS[report]
            if value is not None:
                of, part = (sum(matrix.counts[cell] for cell in cells) for cells in (bottom, top))
                text = _share_sentence(report, part, of, number(value))
                formula = HierarchicalConfusion(report).formula(matrix, value)
                fact = (report, f"{part} of {of} = {number(value)}")
                steps.append(
                    step_with_picture("Shares", text, cells_picture(case, matrix, (report,), bottom), formula, fact)
                )
        return steps

    def view(self, case: Case, result: Result, name: str) -> Step:
        matrix: Confusion = result.witness
        counts = matrix.counts
        words = text_of(_pairs_in_words(matrix), f" That makes {sums_in_words(counts)}.")
        titles = {cell: (f"{cell}, {meaning}", f" · {counts[cell]}") for cell, meaning in _CELL_TITLES.items()}
        pictures: tuple[Picture, ...]
        if name == "lists":
            columns = (
                ClassColumn(titles[cell], side, tuple(sorted(matrix.cell(cell)))) for cell, side in SIDES.items()
            )
            pictures = (SetsPicture((), tuple(columns)),)
        elif name == "paths":
            pictures = tuple(prediction_picture(case, matrix, p) for p in matrix.predictions[:MOST_STEPS])
            pictures += (untaken_paths_picture(case, matrix, matrix.left),) if matrix.left else ()
        else:
            pictures = tuple(
                replace(cells_picture(case, matrix, title, (cell,)), short=(f"{cell} · {counts[cell]}",))
                for cell, title in titles.items()
            )
        rates = [(r, derived_number(r, counts)) for r in ("PPV", "TPR") if self.report == "F1"]
        aside = tuple((f"{r} {number(v)}",) for r, v in rates if v is not None)
        formula = None if result.value is None else self.formula(matrix, result.value)
        return Step(name, words, pictures, formula, aside)


def _share_sentence(report: str, part: int, of: int, value: str) -> str:
    """A share of the classes that are counted, as a sentence."""
    which, what, says = {
        "PPV": ("predicted", "right", "PPV, the precision,"),
        "TPR": ("true", "found", "TPR, the recall,"),
        "FPR": ("untrue", "predicted all the same", "FPR"),
    }[report]
    classes = f"the 1 {which} class" if of == 1 else f"the {of} {which} classes"
    return f"Of {classes} counted, {part} {'is' if part == 1 else 'are'} {what}: {says} is {value}."


_CELL_TITLES = {"TP": "rightly predicted", "FP": "wrongly predicted", "FN": "missed", "TN": "rightly left out"}


def _pairs_in_words(matrix: Confusion) -> Words:
    more = f"; and {len(matrix.predictions) - 4} more" if len(matrix.predictions) > 4 else ""
    missed = [path[-1] for path in matrix.left]
    rest = text_of(" ", some_names(missed, 6, "true classes"), f" {are_verb(missed)} left over.") if missed else ()
    if not matrix.predictions:
        return text_of("Nothing is predicted, and nothing is counted for it.", rest)
    rule = "Every predicted path takes the true path, of those left, that it shares most with. "
    return text_of(rule, join_words(map(_served_path, matrix.predictions[:4])), more, ".", rest)


def _served_path(p: Prediction) -> Words:
    end = Name(p.path[-1])
    if not p.true:
        return (end, " finds none left")
    if p.path == p.true:
        return (end, " takes its own")
    turn = Name(p.common[-1])
    same = ("the same down to ", turn) if len(p.common) > 1 else ("and shares only the root with it",)
    return text_of(end, " takes that of ", Name(p.true[-1]), ", ", same)
