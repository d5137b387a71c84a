"""Changes that the long-distance step made in a case."""

from __future__ import annotations

from itertools import product

from ...explain import Name, Words, number
from ...model.case import Case
from ..base import text_of
from ..telling import are_verb, some_names

MOST_NAMED = 5  # pairs that moved the same way


def cut_sentences(before: Case, after: Case, k: int) -> tuple[Words, ...]:
    """Sentences on what `long_distance(before, k)`, which is `after`, changed.

    For each pair of a true and a predicted class whose distance changed (the first five by name), and for the classes.

    >>> case = Case.of([("Arts", "Music"), ("Music", "Pop"), ("Arts", "Theater")], ["Pop"], ["Theater"])
    >>> [str(sentence[0]) for sentence in cut_sentences(case, case, 4)]
    ['No marked class is farther than 4 from the nearest one of the other side, so nothing is cut.']
    """
    if after is before:
        if not before.true or not before.predicted:
            return (("One side is empty, so there is no distance to cut.",),)
        far = f"No marked class is farther than {k} from the nearest one of the other side, so nothing is cut."
        return ((far,),)
    old, new = before.hierarchy, after.hierarchy
    lines = _distance_sentences(before, after)
    root = new.roots[0]
    gone = [c for c in old.classes if c not in new or c == root]
    if gone:
        lines.append(text_of(some_names(gone, 6), f" {are_verb(gone)} no longer there."))
    lines.append(text_of("A new root, ", Name(root), ", stands above ", some_names(new.children(root), 6), "."))
    if lost := before.extra.lost_in(after.extra):
        lines.append((f"What the case brought and the cut takes away: {lost}.",))
    clauses: list[str] = []
    for word, side in (("true", before.true), ("predicted", before.predicted)):
        a, b = len(old.closure(side)), len(new.closure(side))
        if a != b:
            clauses.append(f"the {word} side has {b} instead of {a}{' classes' if not clauses else ''}")
    if clauses:
        lines.append((f"With all ancestors {' and '.join(clauses)}.",))
    return tuple(lines)


def _distance_sentences(before: Case, after: Case) -> list[Words]:
    """The sentences on which pairs come nearer, and which move apart."""
    old, new = before.hierarchy, after.hierarchy
    pairs = [
        (p, t, old.distance(p, t), new.distance(p, t))
        for p, t in product(sorted(before.predicted), sorted(before.true))
    ]
    lines: list[Words] = []
    for nearer, verb in ((True, "come nearer"), (False, "move apart, as near classes are cut, too")):
        moved = [pair for pair in pairs if pair[2] != pair[3] and (pair[3] < pair[2]) == nearer]
        lines += [
            text_of(Name(p), " and ", Name(t), f" {verb}: {number(a)} before, {number(b)} now.")
            for p, t, a, b in moved[:MOST_NAMED]
        ]
        if len(moved) > MOST_NAMED:
            lines.append((f"So do {len(moved) - MOST_NAMED} more pairs.",))
    return lines
