"""The steps to a hierarchical confusion matrix: the paths, who takes which, what counts, the sums."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from ...explain import Formula, HierarchyPicture, Name, Num, Step, Words, joined, number
from ...model.case import Case
from ...model.extra import Path
from ..base import text_of
from ..telling import MOST_STEPS, Word, are, how_many, some
from .paths import CELLS, Confusion, Prediction, predicted_paths, ways_down
from .pictures import (
    CELL_SYMBOLS,
    TN_SYMBOLS,
    case_picture,
    cell_looks,
    left_picture,
    path_picture,
    prediction_picture,
    with_cells,
)

MOST_PATHS = 3  # of one class
LONGEST_PATH = 8


def trail(path: Path) -> Words:
    """`root › A › D`, a long path without its middle."""
    short = path if len(path) <= LONGEST_PATH else (*path[:2], None, *path[-4:])
    return joined((("…" if c is None else Name(c),) for c in short), " › ")


def confusion_steps(case: Case, matrix: Confusion) -> tuple[Step, ...]:
    """All steps before the sums are made into one number."""
    return (
        *_true_paths(case, matrix),
        *_predicted_paths(case, matrix),
        *_order(case, matrix),
        *_served(case, matrix),
        *_missed_step(case, matrix),
        _sums(case, matrix),
    )


def _first_paths(case: Case, c: str) -> tuple[int, list[Path]]:
    """How many root paths lead to a class, and the first of them by name."""
    h = case.hierarchy.rooted()
    down = ways_down(h, c)
    paths: list[Path] = []
    todo: list[Path] = [(h.roots[0],)]
    while todo and len(paths) < MOST_PATHS:
        path = todo.pop()
        if path[-1] == c:
            paths.append(path)
        else:
            todo += [(*path, b) for b in sorted(down.below[path[-1]], reverse=True)]
    return down.count[h.roots[0]], paths


def _true_paths(case: Case, matrix: Confusion) -> list[Step]:
    if not case.true:
        nobody = ("No class is true, so every predicted path is an extra one.",)
        return [Step("Paths", nobody, (case_picture(case, matrix, ("No true path",)),))]
    steps = []
    listed = sorted(case.true)
    for c in listed[:MOST_STEPS]:
        count, paths = _first_paths(case, c)
        if paths == [(c,)]:
            text = text_of(Name(c), " is true. It is the root itself, so no class on its path is counted.")
        elif count == 1:
            text = text_of(Name(c), " is true. One path leads to it from the root: ", trail(paths[0]), ".")
        else:
            first = joined(map(trail, paths[:-1]), ", ")
            last = " and " if count == len(paths) else ", "
            more = f" and {count - len(paths)} more" if count > len(paths) else ""
            text = text_of(
                Name(c),
                f" is true. {count} paths lead to it, and each may be taken: ",
                (*first, last),
                trail(paths[-1]),
                f"{more}.",
            )
        title = text_of("Root path of ", Name(c)) if count == 1 else text_of("Root paths of ", Name(c))
        picture = path_picture(case, matrix, title, {"t": {c for path in paths for c in path[1:]}}, {"t": paths}, [c])
        steps.append(Step("Paths", text, (picture,), fact=((Name(c),), (how_many(count, "true path", "true paths"),))))
    rest = listed[MOST_STEPS:]
    if rest:
        more = "One more true class has a root path" if len(rest) == 1 else f"{len(rest)} more true classes have paths"
        text = (f"{more}, too.",)
        steps.append(Step("Paths", text, (path_picture(case, matrix, ("More true classes",), {}, {}, rest),)))
    return steps


def _predicted_paths(case: Case, matrix: Confusion) -> list[Step]:
    steps = []
    paths = predicted_paths(case)
    if not paths:
        if matrix.predictions:
            text = text_of(
                "Nothing is predicted. The root alone, ",
                Name(matrix.predictions[0].path[0]),
                ", stands for it: one path, without a class that could be right or wrong.",
            )
        else:
            text = ("Nothing is predicted, and no path stands for it.",)
        return [Step("Paths", text, (case_picture(case, matrix, ("No predicted path",)),))]
    for p in paths[:MOST_STEPS]:
        c = Name(p.path[-1])
        if p.stated:
            text = text_of(c, " is predicted by the path that the case states, ", trail(p.path), ".")
        elif len(p.path) == 1:
            text = text_of(c, " is predicted. It is the root itself, so no class on its path is counted.")
        elif p.ways == 1:
            text = text_of(c, " is predicted, by the one path to it: ", trail(p.path), ".")
        else:
            text = text_of(
                c,
                f" is predicted, and the case does not state by which of {p.ways} paths: ",
                trail(p.path),
                ". This one is taken, as it shares most with a true path.",
            )
        title = text_of("Predicted path of ", c)
        picture = path_picture(case, matrix, title, {"p": p.path[1:]}, {"p": [p.path]}, [p.path[-1]])
        steps.append(Step("Paths", text, (picture,), fact=((c,), ("by ", *trail(p.path)))))
    rest = [p.path[-1] for p in paths[MOST_STEPS:]]
    if rest:
        more = how_many(len(rest), "more predicted path leads", "more predicted paths lead")
        text = (f"{more} to {how_many(len(set(rest)), 'class', 'classes')}.",)
        steps.append(Step("Paths", text, (path_picture(case, matrix, ("More predicted paths",), {}, {}, rest),)))
    return steps


def _order(case: Case, matrix: Confusion) -> list[Step]:
    """Who chooses first."""
    served = matrix.predictions
    if len(served) < 2 or not case.true:
        return []
    words: list[Word] = []
    for i, p in enumerate(served[:MOST_STEPS]):
        shares = (
            f" shares {how_many(p.shared, 'class', 'classes')} (here the root counts, too)" if not i else f" {p.shared}"
        )
        words += [", then " if i > 1 else "; then " if i else "", Name(p.path[-1]), shares]
    more = f", and so on for {len(served) - MOST_STEPS} more" if len(served) > MOST_STEPS else ""
    text = text_of(
        "The prediction that shares most with a true path chooses its true path first: ",
        tuple(words),
        f"{more}.",
    )
    if any(a.shared == b.shared for a, b in pairwise(served)):
        text = text_of(text, " Of predictions that share as much, the last one by the names on its path is first.")
    picture = path_picture(
        case,
        matrix,
        ("Order of the predictions",),
        {"p": {c for p in served for c in p.path[1:]}},
        {"p": [p.path for p in served]},
        [p.path[-1] for p in served],
    )
    return [Step("Order", text, (picture,), fact=(("chooses first",), (Name(served[0].path[-1]),)))]


def _served(case: Case, matrix: Confusion) -> list[Step]:
    """For every prediction the true path that it takes, and what that counts."""
    steps: list[Step] = []
    count = len(matrix.predictions)
    for i, p in enumerate(matrix.predictions[:MOST_STEPS], 1):
        title = f"Prediction {i} of {count}"
        end = Name(p.path[-1])
        # Where several paths end in one class, only their place tells them apart.
        which = f" {i}" if count > 1 else ""
        if not p.true:
            wrong = p.cell("FP")
            text = text_of(
                f"Prediction{which}, ",
                end,
                ", finds no true class left and is an extra one: ",
                text_of(some(wrong), f" on its path {are(wrong)} FP, ") if wrong else (),
                "and nothing else is counted." if wrong else "nothing is counted.",
            )
            fact: tuple[Words, Words] = ((end,), (f"extra, FP {len(wrong)}",))
            steps.append(Step(title, text, (prediction_picture(case, matrix, p),), fact=fact))
            continue
        waiting = len(case.true) - sum(bool(other.true) for other in matrix.predictions[: i - 1])
        steps.append(_match(case, matrix, p, title, waiting))
        steps.append(_cell_steps(case, matrix, p, title, which))
    rest = matrix.predictions[MOST_STEPS:]
    if rest:
        sums = _told_sums(_counts(rest))
        text = (f"{how_many(len(rest), 'more prediction adds', 'more predictions add')} {sums}.",)
        ends = [p.path[-1] for p in rest]
        steps.append(Step("Predictions", text, (path_picture(case, matrix, ("More predictions",), {}, {}, ends),)))
    return steps


def _counts(predictions: Iterable[Prediction]) -> dict[str, int]:
    return {cell: sum(len(p.cell(cell)) for p in predictions) for cell in CELLS}


def _told_sums(counts: Mapping[str, int]) -> str:
    return f"TP {counts['TP']}, FP {counts['FP']}, FN {counts['FN']} and TN {counts['TN']}"


def _match(case: Case, matrix: Confusion, p: Prediction, title: str, waiting: int) -> Step:
    """Which true path a prediction takes; `waiting` true classes are not taken yet."""
    end, true, turn = Name(p.path[-1]), Name(p.true[-1]), Name(p.common[-1])
    match: Words
    if p.path == p.true:
        text = text_of(end, " is true, too: it takes its own true path, ", trail(p.true), ".")
        match = ("takes its own path",)
    else:
        why = ", the only true class left: " if waiting == 1 and len(case.true) > 1 else ": "
        text = text_of(end, " takes the path to ", true, why, trail(p.true), ".")
        if len(p.common) == 1:
            text = text_of(text, " The two paths share only the root, ", turn, ".")
            match = ("takes ", true, ", shares only the root")
        else:
            text = text_of(text, " The two paths are the same down to ", turn, ".")
            match = ("takes ", true, ", the same to ", turn)
    if p.contested:
        text = text_of(text, " A later prediction could have taken ", true, " as well; the order decided.")
    if p.tied:
        text = text_of(text, " Other true paths share as much; the longest is taken, then the first by name.")
    return Step(title, text, (prediction_picture(case, matrix, p, with_counts=False),), fact=((end,), match))


def _no_tn(case: Case, p: Prediction) -> Words:
    """Why no class is rightly passed by: what stands below the place where the paths part."""
    turn, h = p.common[-1], case.hierarchy.rooted()
    children = [c for c in h.children(turn) if c in p.path or c in p.true]
    if not children:
        return (" No class is TN: below ", Name(turn), ", where the two paths end, there is none.")

    def on_path(c: str) -> Words:
        on = "on both paths" if c in p.path and c in p.true else "predicted" if c in p.path else "true"
        return (Name(c), f" ({on})")

    only = "is only " if len(children) == 1 else "are only "
    return (" No class is TN: below ", Name(turn), " there ", only, *joined(map(on_path, children), " and "), ".")


def _cell_steps(case: Case, matrix: Confusion, p: Prediction, title: str, which: str) -> Step:
    """The four cells of one prediction, TN as a formula."""
    end = Name(p.path[-1])
    places = (("TP", "on both paths"), ("FP", "only predicted"), ("FN", "only true"))
    sentences = [
        (*some(p.cell(cell)), f" {are(p.cell(cell))} {where}, {cell}") for cell, where in places if p.cell(cell)
    ]
    text = text_of(
        "Counted for ",
        end,
        f", prediction{which}: " if which else ": ",
        joined(sentences) or "no class, as nothing is on a path below the root",
        ".",
    )
    beside = text_of(some(p.siblings), " beside the shared path") if p.siblings else ()
    below = (
        text_of(some(p.children), f", {'a child' if len(p.children) == 1 else 'children'} of ", Name(p.common[-1]))
        if p.children
        else ()
    )
    if beside or below:
        both_ = " and " if beside and below else ""
        text = text_of(text, " Rightly passed by, TN: ", beside, both_, below, ".")
    else:
        text = text_of(text, _no_tn(case, p))
    twice = frozenset(p.siblings) & frozenset(p.children)
    if twice:
        text = text_of(text, " ", some(twice), f" {are(twice)} counted in both places.")
    both = frozenset(p.cell("FP")) & frozenset(p.cell("TN"))
    if both:
        text = text_of(text, " ", some(both), f" {are(both)} FP and TN at once.")
    counts = _counts([p])
    row = (Num(str(len(p.siblings)), frozenset(p.siblings)), "+", Num(str(len(p.children)), frozenset(p.children)))
    formula = Formula((CELL_SYMBOLS["TN"],), (TN_SYMBOLS, row), number(counts["TN"]))
    fact: tuple[Words, Words] = ((end,), (_told_sums(counts),))
    return Step(title, text, (prediction_picture(case, matrix, p),), formula, fact=fact)


def _missed_step(case: Case, matrix: Confusion) -> list[Step]:
    """The true classes that no prediction takes."""
    steps = []
    for path in matrix.left[:MOST_STEPS]:
        c, missed = Name(path[-1]), path[1:]
        if missed:
            text = text_of(
                c,
                " is left over: no prediction takes it. On its shortest path, ",
                trail(path),
                ", ",
                some(missed),
                f" {are(missed)} FN.",
            )
        else:
            text = text_of(c, ", the root, is left over, and counts nothing.")
        fact: tuple[Words, Words] = ((c,), (f"left over, FN {len(missed)}",))
        steps.append(Step("Left over", text, (left_picture(case, matrix, [path]),), fact=fact))
    rest = matrix.left[MOST_STEPS:]
    if rest:
        more = sum(len(path) - 1 for path in rest)
        one = len(rest) == 1
        who = (
            "One more true class is left over; its shortest path adds"
            if one
            else (f"{len(rest)} more true classes are left over; their shortest paths add")
        )
        text = (f"{who} FN {more}.",)
        steps.append(Step("Left over", text, (left_picture(case, matrix, rest),)))
    return steps


def _sums(case: Case, matrix: Confusion) -> Step:
    counts = matrix.counts
    what = "Together" if len(matrix.predictions) + len(matrix.left) > 1 else "In all"
    text = (f"{what}: {_told_sums(counts)}, the four cells of the matrix.",)
    title = ("All cells", f" · {sum(counts.values())}")
    picture = with_cells(HierarchyPicture(title, *cell_looks(case, matrix, CELLS), root=matrix.root), matrix)
    return Step("Sums", text, (picture,), fact=(("sums",), (_told_sums(counts),)))
