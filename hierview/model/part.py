"""Part of a large hierarchy that is worked with: marked classes, all above them, and some beside.

A part holds with each class all its ancestors, and a second root where the whole has several. Whatever counts only
marked classes and what lies above them is therefore the same number on the part as on the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..errors import EditError
from .case import Draft
from .hierarchy import Hierarchy

MOST_SHOWN = 60  # classes up to which siblings join
SIBLINGS = 2  # that join a marked class


def part_with_classes(whole: Hierarchy, classes: Iterable[str]) -> Hierarchy:
    """The part with these classes: they, all above them, and a second root where the whole has several."""
    classes_above = set(whole.closure(classes))
    if len(whole.roots) > 1 and sum(root in classes_above for root in whole.roots) < 2:
        classes_above.add(next(root for root in whole.roots if root not in classes_above))
    return whole.restricted(classes_above)


def top_levels(whole: Hierarchy, most: int = 24) -> Hierarchy:
    """The part with the classes nearest to the roots: whole levels, as many as that are at most so many classes.

    >>> top_levels(Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop")]), 2).classes
    ('Arts', 'Music')
    """
    classes = dict.fromkeys(whole.roots[:most])
    level = list(classes)
    while level:
        level = [c for p in level for c in whole.children(p) if c not in classes]
        if len(classes.keys() | level) > most:
            break
        classes |= dict.fromkeys(level)
    return part_with_classes(whole, classes)


def with_mark(whole: Hierarchy, draft: Draft, c: str, mark: str) -> Draft:
    """The draft, a part of a whole, with a class marked "true", "predicted", "both" or "none"; it joins the part.

    With it come all above it and, where there is room, some of its siblings.
    """
    whole.require(c)
    if mark not in ("true", "predicted", "both", "none"):
        raise EditError(f"the mark {mark!r} is not accepted; true, predicted, both or none is")
    return replace(with_classes(whole, draft, [c, *_siblings_with_room(whole, draft, c)]), **draft.sides_with(c, mark))  # type: ignore[arg-type]


def with_classes(whole: Hierarchy, draft: Draft, more: Sequence[str]) -> Draft:
    """The draft with more classes of the whole, each with all above it."""
    if all(c in draft.hierarchy for c in more):
        return draft
    return replace(draft, hierarchy=part_with_classes(whole, {*draft.hierarchy.classes, *more}))


def marked_part(whole: Hierarchy, draft: Draft) -> Draft:
    """The draft with the marked classes and what lies above them alone; nothing marked leaves the top of the whole."""
    return replace(
        draft, **draft.fields_on(part_with_classes(whole, draft.marked) if draft.marked else top_levels(whole))
    )


def _siblings_with_room(whole: Hierarchy, draft: Draft, c: str) -> list[str]:
    """Some siblings of a class that join it in the part, none where there is no room."""
    if c in draft.hierarchy or len(draft.hierarchy) > MOST_SHOWN:
        return []
    parents = whole.parents(c)[:1]
    beside = [s for p in parents for s in whole.children(p)[: 20 * SIBLINGS] if s != c and len(whole.parents(s)) == 1]
    already = sum(s in draft.hierarchy for s in beside)
    return [s for s in beside if s not in draft.hierarchy][: max(0, SIBLINGS - already)]


def count_hidden_children(whole: Hierarchy, part: Hierarchy) -> dict[str, int]:
    """How many children each class of a part has in the whole that are not in it; those with none are left out."""
    counts = {c: len(whole.children(c)) - len(part.children(c)) for c in part.classes}
    return {c: n for c, n in counts.items() if n}


def classes_above_and_below(whole: Hierarchy, c: str) -> tuple[int, int]:
    """The numbers of all classes above and of all below a class, without it.

    >>> classes_above_and_below(Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")]), "Music")
    (1, 2)
    """
    from .levels import count_reached

    start, arrays = whole.number_of(c), whole.arrays
    above = count_reached(start, arrays.parent_starts, arrays.parents)
    return above, count_reached(start, arrays.child_starts, arrays.children)


def classes_and_leaves_below(h: Hierarchy) -> tuple[list[int], list[int]]:
    """For every class, in their order, the numbers of all classes below it and of the leaves among them.

    >>> classes_and_leaves_below(Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")]))
    ([3, 2, 0, 0], [2, 2, 0, 0])
    """
    from . import levels

    return levels.numbers_below(h.arrays)
