"""The steps to a hierarchical confusion matrix: the paths, who takes which, what counts, the sums."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from ...explain import Formula, Name, Side, Step, Word, Words, join_words
from ...model.carried import Path
from ...model.case import Case
from ..base import sentence, text_of
from ..telling import MOST_STEPS, are_verb, class_count, count_words, some_names, step_with_picture
from .paths import CELLS, Confusion, Prediction, deciding_order_words, paths_down_to, predicted_paths
from .pictures import (
    CELL_SYMBOLS,
    TN_SYMBOLS,
    case_picture,
    cells_picture,
    path_picture,
    prediction_picture,
    untaken_paths_picture,
    with_cells,
)

MOST_PATHS = 3  # of one class
LONGEST_PATH = 8


def path_text(path: Path) -> Words:
    """`root › A › D`, a long path without its middle."""
    short = path if len(path) <= LONGEST_PATH else (*path[:2], None, *path[-4:])
    return join_words((("…" if c is None else Name(c),) for c in short), " › ")


def confusion_steps(case: Case, matrix: Confusion) -> tuple[Step, ...]:
    """All steps before the sums are made into one number."""
    parts = (_true_path_steps, _predicted_path_steps, _order_step, _assignment_steps, _missed_steps)
    return (*(step for part in parts for step in part(case, matrix)), _sums_step(case, matrix))


def _first_paths(case: Case, c: str) -> tuple[int, list[Path]]:
    """The number of root paths to a class, and the first of them by name."""
    h = case.hierarchy.rooted()
    down = paths_down_to(h, c)
    paths: list[Path] = []
    todo: list[Path] = [(h.roots[0],)]
    while todo and len(paths) < MOST_PATHS:
        path = todo.pop()
        if path[-1] == c:
            paths.append(path)
        else:
            todo += [(*path, b) for b in sorted(down.below[path[-1]], reverse=True)]
    return down.count[h.roots[0]], paths


def _true_path_steps(case: Case, matrix: Confusion) -> list[Step]:
    if not case.true:
        nobody = "No class is true, so every predicted path is an extra one."
        return [step_with_picture("Paths", nobody, case_picture(case, matrix, ("No true path",)))]
    steps = []
    listed = sorted(case.true)
    for c in listed[:MOST_STEPS]:
        ways, paths = _first_paths(case, c)
        if paths == [(c,)]:
            text: Words = (Name(c), " is true. It is the root itself, so no class on its path is counted.")
        elif ways == 1:
            text = (Name(c), " is true. One path leads to it from the root: ", *path_text(paths[0]), ".")
        else:
            first = join_words(map(path_text, paths), ", ", " and " if ways == len(paths) else ", ")
            more = f" and {ways - len(paths)} more" if ways > len(paths) else ""
            text = sentence("{} is true. {} paths lead to it, and each may be taken: ", Name(c), str(ways))
            text = text_of(text, first, f"{more}.")
        title = ("Root path of " if ways == 1 else "Root paths of ", Name(c))
        picture = path_picture(case, matrix, title, {"t": {c for path in paths for c in path[1:]}}, {"t": paths}, [c])
        steps.append(
            step_with_picture("Paths", text, picture, fact=(Name(c), count_words(ways, "true path", "true paths")))
        )
    rest = listed[MOST_STEPS:]
    if rest:
        more = "One more true class has a root path" if len(rest) == 1 else f"{len(rest)} more true classes have paths"
        picture = path_picture(case, matrix, ("More true classes",), {}, {}, rest)
        steps.append(step_with_picture("Paths", f"{more}, too.", picture))
    return steps


def _predicted_path_steps(case: Case, matrix: Confusion) -> list[Step]:
    steps = []
    paths = predicted_paths(case)
    if not paths:
        text: Words = ("Nothing is predicted, and no path stands for it.",)
        if matrix.predictions:
            root, stands = Name(matrix.predictions[0].path[0]), ", stands for it: one path, without a class that could "
            text = ("Nothing is predicted. The root alone, ", root, stands, "be right or wrong.")
        return [step_with_picture("Paths", text, case_picture(case, matrix, ("No predicted path",)))]
    for p in paths[:MOST_STEPS]:
        c, path = Name(p.path[-1]), path_text(p.path)
        if p.stated:
            states = "the path" if p.stated == 1 else f"one of {p.stated} paths"
            text = (c, f" is predicted by {states} that the case states, ", *path, ".")
        elif len(p.path) == 1:
            text = (c, " is predicted. It is the root itself, so no class on its path is counted.")
        elif p.ways == 1:
            text = (c, " is predicted, by the one path to it: ", *path, ".")
        else:
            why = "This one is taken, as it shares most with a true path."
            if p.alike > 1:
                which = "Of those that share most with a true path the shortest" if case.true else "The shortest"
                why = f"{which} is taken, then the first by name."
            text = (c, f" is predicted, and the case does not state by which of {p.ways} paths: ", *path, f". {why}")
        title = ("Predicted path of ", c)
        picture = path_picture(case, matrix, title, {"p": p.path[1:]}, {"p": [p.path]}, [p.path[-1]])
        steps.append(step_with_picture("Paths", text, picture, fact=(c, ("by ", *path))))
    rest = [p.path[-1] for p in paths[MOST_STEPS:]]
    if rest:
        more = count_words(len(rest), "more predicted path leads", "more predicted paths lead")
        picture = path_picture(case, matrix, ("More predicted paths",), {}, {}, rest)
        steps.append(step_with_picture("Paths", f"{more} to {count_words(len(set(rest)))}.", picture))
    return steps


def _order_step(case: Case, matrix: Confusion) -> list[Step]:
    """The step on which prediction chooses its true path first."""
    served = matrix.predictions
    if len(served) < 2 or not case.true:
        return []
    words: list[Word] = []
    for i, p in enumerate(served[:MOST_STEPS]):
        shares = f" {p.shared}" if i else f" shares {count_words(p.shared)} (here the root counts, too)"
        words += [", then " if i > 1 else "; then " if i else "", Name(p.path[-1]), shares]
    more = f", and so on for {len(served) - MOST_STEPS} more" if len(served) > MOST_STEPS else ""
    first = "The prediction that shares most with a true path chooses its true path first: "
    text = text_of(first, *words, f"{more}.")
    if any(a.shared == b.shared for a, b in pairwise(served)):
        text = text_of(text, " Of predictions that share as much, the last one by the names on its path is first.")
    paths, title = [p.path for p in served], ("Order of the predictions",)
    side: dict[Side, set[str]] = {"p": {c for path in paths for c in path[1:]}}
    picture = path_picture(case, matrix, title, side, {"p": paths}, [path[-1] for path in paths])
    return [step_with_picture("Order", text, picture, fact=("chooses first", Name(served[0].path[-1])))]


def _assignment_steps(case: Case, matrix: Confusion) -> list[Step]:
    """Steps on the true path that each prediction takes, and what that counts."""
    steps: list[Step] = []
    several = len(matrix.predictions)
    for i, p in enumerate(matrix.predictions[:MOST_STEPS], 1):
        title = f"Prediction {i} of {several}"
        end = Name(p.path[-1])
        # Where several paths end in one class, only their place tells them apart.
        which, who = (f" {i}", f"Prediction {i}, ") if several > 1 else ("", "The prediction, ")
        if not p.true:
            wrong = p.cell("FP")
            ending: Words = ("nothing is counted.",)
            if wrong:
                ending = (*some_names(wrong), f" on its path {are_verb(wrong)} FP, and nothing else is counted.")
            text = (who, end, ", finds no true class left and is an extra one: ", *ending)
            fact = (end, f"extra, FP {len(wrong)}")
            steps.append(step_with_picture(title, text, prediction_picture(case, matrix, p), fact=fact))
            continue
        waiting = len(case.true) - sum(bool(other.true) for other in matrix.predictions[: i - 1])
        steps.append(_match_step(case, matrix, p, title, waiting))
        steps.append(_cell_steps(case, matrix, p, title, which))
    rest = matrix.predictions[MOST_STEPS:]
    if rest:
        add = count_words(len(rest), "more prediction adds", "more predictions add")
        picture = path_picture(case, matrix, ("More predictions",), {}, {}, [p.path[-1] for p in rest])
        steps.append(step_with_picture("Predictions", f"{add} {sums_in_words(Confusion(rest, ()).counts)}.", picture))
    return steps


def sums_in_words(counts: Mapping[str, int]) -> str:
    """The four counts in words: `TP 1, FP 0, FN 1 and TN 1`."""
    return f"TP {counts['TP']}, FP {counts['FP']}, FN {counts['FN']} and TN {counts['TN']}"


def _match_step(case: Case, matrix: Confusion, p: Prediction, title: str, waiting: int) -> Step:
    """The step on which true path a prediction takes; `waiting` true classes are not taken yet."""
    end, true, turn = Name(p.path[-1]), Name(p.true[-1]), Name(p.common[-1])
    text: Words = (end, " is true, too: it takes its own true path, ", *path_text(p.true), ".")
    match: Words = ("takes its own path",)
    if p.path != p.true:
        why = ", the only true class left: " if waiting == 1 and len(case.true) > 1 else ": "
        same, match = " The two paths are the same down to ", ("takes ", true, ", the same to ", turn)
        if len(p.common) == 1:
            same, match = " The two paths share only the root, ", ("takes ", true, ", shares only the root")
        text = (end, " takes the path to ", true, why, *path_text(p.true), ".", same, turn, ".")
    if p.contested:
        text = (*text, " A later prediction could have taken ", true, " as well; the order decided.")
    if p.tied:
        text = (
            *text,
            f" Other true paths share as much; the longest is taken, then the first {deciding_order_words(case)}.",
        )
    return step_with_picture(title, text, prediction_picture(case, matrix, p, with_counts=False), fact=(end, match))


def _no_tn_reason(case: Case, p: Prediction) -> Words:
    """The words on why no class is rightly passed by: what stands below the place where the paths part."""
    turn, h = p.common[-1], case.hierarchy.rooted()
    children = sorted(c for c in h.children(turn) if c in p.path or c in p.true)
    if not children:
        return (" No class is TN: below ", Name(turn), ", where the two paths end, there is none.")
    listed = join_words(((Name(c), " (predicted)" if c in p.path else " (true)") for c in children), ", ", " and ")
    return (" No class is TN: below ", Name(turn), f" there {are_verb(children)} only ", *listed, ".")


def _cell_steps(case: Case, matrix: Confusion, p: Prediction, title: str, which: str) -> Step:
    """The four cells of one prediction, TN as a formula."""
    end = Name(p.path[-1])
    places = (("TP", "on both paths"), ("FP", "only predicted"), ("FN", "only true"))
    cells = [
        (*some_names(p.cell(cell)), f" {are_verb(p.cell(cell))} {where}, {cell}")
        for cell, where in places
        if p.cell(cell)
    ]
    start = ("Counted for ", end, f", prediction{which}: " if which else ": ")
    text = text_of(start, join_words(cells) or "no class, as nothing is on a path below the root", ".")
    right_by_place: list[Words] = [(*some_names(p.siblings), " beside the shared path")] if p.siblings else []
    if p.children:
        child = "a child" if len(p.children) == 1 else "children"
        right_by_place.append((*some_names(p.children), f", {child} of ", Name(p.common[-1])))
    text += (
        (" Rightly passed by, TN: ", *join_words(right_by_place, " and "), ".")
        if right_by_place
        else _no_tn_reason(case, p)
    )
    for classes, say in (
        (frozenset(p.siblings) & frozenset(p.children), "counted in both places."),
        (frozenset(p.cell("FP")) & frozenset(p.cell("TN")), "FP and TN at once."),
    ):
        text += (" ", *some_names(classes), f" {are_verb(classes)} {say}") if classes else ()
    counts = Confusion((p,), ()).counts
    formula = Formula(
        (CELL_SYMBOLS["TN"],), (TN_SYMBOLS, (class_count(p.siblings), "+", class_count(p.children))), str(counts["TN"])
    )
    return step_with_picture(title, text, prediction_picture(case, matrix, p), formula, (end, sums_in_words(counts)))


def _missed_steps(case: Case, matrix: Confusion) -> list[Step]:
    steps = []
    for path in matrix.left[:MOST_STEPS]:
        c, missed = Name(path[-1]), path[1:]
        text: Words = (c, ", the root, is left over, and counts nothing.")
        if missed:
            text = (c, " is left over: no prediction takes it. On its shortest path, ", *path_text(path), ", ")
            text += (*some_names(missed), f" {are_verb(missed)} FN.")
        fact = (c, f"left over, FN {len(missed)}")
        steps.append(step_with_picture("Left over", text, untaken_paths_picture(case, matrix, [path]), fact=fact))
    rest = matrix.left[MOST_STEPS:]
    if rest:
        who = f"{len(rest)} more true classes are left over; their shortest paths add"
        if len(rest) == 1:
            who = "One more true class is left over; its shortest path adds"
        more = f"{who} FN {sum(len(path) - 1 for path in rest)}."
        steps.append(step_with_picture("Left over", more, untaken_paths_picture(case, matrix, rest)))
    return steps


def _sums_step(case: Case, matrix: Confusion) -> Step:
    counts = matrix.counts
    what = "Together" if len(matrix.predictions) + len(matrix.left) > 1 else "In all"
    text = f"{what}: {sums_in_words(counts)}, the four cells of the matrix."
    picture = with_cells(cells_picture(case, matrix, ("All cells", f" · {sum(counts.values())}"), CELLS), matrix)
    return step_with_picture("Sums", text, picture, fact=("sums", sums_in_words(counts)))
