"""Pictures that are too high for a page, in parts: lists in more columns, rows on several pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from ...explain import ClassColumn, EstimatesPicture, FlowTreePicture, SetsPicture, Words

THIN = 0.03  # of the width: the widest branch of a tree of flows where room is scarce
N = TypeVar("N")


def split_sets_picture(picture: SetsPicture, fits: Callable[[SetsPicture], bool]) -> tuple[SetsPicture, ...]:
    """The pictures of sets that a large one is split into: its columns go on beside them, else on the next picture."""
    longest = max((len(column.classes) for column in picture.columns), default=0)
    broken = [
        replace(picture, columns=tuple(part for column in picture.columns for part in _broken_column(column, rows)))
        for rows in range(longest, 0, -1)
    ]
    if whole := next((one for one in broken if fits(one)), None):
        return (whole,)
    return next(filter(None, (_columns_per_picture(one, fits) for one in broken)), ())


def _broken_column(column: ClassColumn, rows: int) -> Iterator[ClassColumn]:
    """A column as columns of at most so many classes, all about as long."""
    for i, classes in enumerate(split_evenly(column.classes, rows) or [()]):
        yield replace(column, classes=classes, heading=column.heading if i == 0 else ("…",))


def _columns_per_picture(picture: SetsPicture, fits: Callable[[SetsPicture], bool]) -> tuple[SetsPicture, ...]:
    """The columns on as few pictures as have room for them in their order; none where one has no room alone."""
    parts: list[SetsPicture] = []

    def fit(part: SetsPicture) -> bool:
        return fits(replace(part, title=_part_title(part.title, 9, 9)))  # its title may take a line more

    for column in picture.columns:
        if parts and fit(longer := replace(parts[-1], columns=(*parts[-1].columns, column))):
            parts[-1] = longer
            continue
        parts.append(replace(picture, columns=(column,)))
        if not fit(parts[-1]):
            return ()
    return tuple(replace(part, title=_part_title(part.title, i, len(parts))) for i, part in enumerate(parts, 1))


def split_estimates_picture(
    picture: EstimatesPicture, fits: Callable[[EstimatesPicture], bool]
) -> tuple[EstimatesPicture, ...]:
    """As few pictures, all with one axis, as have room for the rows of one; none where one row has no room."""
    tried = (_split_rows(picture, count) for count in range(2, len(picture.rows) + 1))
    return next((parts for parts in tried if all(map(fits, parts))), ())


def _split_rows(picture: EstimatesPicture, count: int) -> tuple[EstimatesPicture, ...]:
    parts = split_evenly(picture.rows, -(-len(picture.rows) // count))
    titles = (_part_title(picture.title, i, len(parts)) for i in range(1, len(parts) + 1))
    return tuple(replace(picture, title=t, rows=r, apart=picture.rows) for t, r in zip(titles, parts, strict=True))


def split_flow_tree_picture(
    picture: FlowTreePicture, fits: Callable[[FlowTreePicture], bool]
) -> tuple[FlowTreePicture, ...]:
    """The rows of a tree of flows on as few pictures as have room for them, each below all that stand above them.

    None where one row has no room so, even with thin branches.
    """
    counts = range(1, len(picture.branches) + 1)
    tried = (_split_flows(one, count) for count in counts for one in (picture, replace(picture, widest=THIN)))
    return next((parts for parts in tried if all(map(fits, parts))), ())


def _split_flows(picture: FlowTreePicture, count: int) -> tuple[FlowTreePicture, ...]:
    runs = split_evenly(range(len(picture.branches)), -(-len(picture.branches) // count))
    parts = []
    for n, run in enumerate(runs, 1):
        rows, above = list(run), picture.branches[run[0]].parent
        while above is not None:  # what stands above a later row stands in the run, or above its first row, too
            rows.insert(0, above)
            above = picture.branches[above].parent
        place = {row: i for i, row in enumerate(rows)}
        branches = (picture.branches[row] for row in rows)
        own = tuple(replace(b, parent=None if b.parent is None else place[b.parent]) for b in branches)
        parts.append(replace(picture, title=_part_title(picture.title, n, len(runs)), branches=own))
    return tuple(parts)


def split_evenly(items: Sequence[N], longest: int) -> list[tuple[N, ...]]:
    """Split items into the fewest runs of at most `longest`, of nearly equal length."""
    count = -(-len(items) // longest)
    bounds = [len(items) * i // count for i in range(count + 1)] if count else []
    return [tuple(items[a:b]) for a, b in pairwise(bounds)]


def _part_title(title: Words, i: int, count: int) -> Words:
    return (*title, f"{' · ' * bool(title)}part {i} of {count}") if count > 1 else title
