"""Pictures that are too high for a page, in parts: lists in more columns, networks and pairs some classes at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Generic, TypeVar

from ..explain import Column, NetworkNode, NetworkPicture, PairsPicture, Picture, SetsPicture, Words

Fits = Callable[[Picture], bool]
N = TypeVar("N")


def in_parts(picture: Picture, fits: Fits) -> tuple[Picture, ...]:
    """The picture in parts that fit, as few as can be; none where it has no parts, or they do not fit either."""
    if isinstance(picture, SetsPicture):
        return _lists(picture, fits)
    blocks: Iterator[tuple[Picture, ...]] = iter(())
    if isinstance(picture, NetworkPicture):
        blocks = _networks(picture)
    elif isinstance(picture, PairsPicture):
        blocks = _pairs(picture)
    found: tuple[Picture, ...] = ()
    for parts in blocks:  # from the smallest on, which are drawn in no time
        if not all(map(fits, parts)):
            break
        found = parts
    return found


# Lists


def _lists(picture: SetsPicture, fits: Fits) -> tuple[Picture, ...]:
    """One picture whose columns go on beside them, else as many columns on each as have room."""
    longest = max((len(column.classes) for column in picture.columns), default=0)
    broken = [
        replace(picture, columns=tuple(part for column in picture.columns for part in _broken(column, rows)))
        for rows in range(longest, 0, -1)
    ]
    if whole := next((found for found in broken if fits(found)), None):
        return (whole,)
    return next(filter(None, (_shared_out(found, fits) for found in broken)), ())


def _broken(column: Column, rows: int) -> Iterator[Column]:
    """A column as columns of at most so many classes, all about as long."""
    for i, classes in enumerate(_runs(column.classes, rows) or [()]):
        yield replace(column, classes=classes, heading=column.heading if i == 0 else ("…",))


def _shared_out(picture: SetsPicture, fits: Fits) -> tuple[Picture, ...]:
    """The columns on as few pictures as have room for them in their order; none where one has no room alone."""
    parts: list[SetsPicture] = []
    for column in picture.columns:
        if parts and fits(longer := replace(parts[-1], columns=(*parts[-1].columns, column))):
            parts[-1] = longer
            continue
        parts.append(replace(picture, columns=(column,)))
        if not fits(parts[-1]):
            return ()
    return tuple(replace(part, title=_numbered(part.title, i, len(parts))) for i, part in enumerate(parts, 1))


# Networks and pairs


@dataclass(frozen=True)
class _Block(Generic[N]):
    """Some nodes of either side."""

    left: frozenset[N]
    right: frozenset[N]


def _blocks(left: Sequence[N], right: Sequence[N], linked: Sequence[tuple[N, N]]) -> Iterator[list[_Block[N]]]:
    """Both sides in groups of so many, 1, 2 and on: of each two groups the nodes that are linked.

    Nodes without a link come last.
    """
    alone = _Block(frozenset(left) - {a for a, _ in linked}, frozenset(right) - {b for _, b in linked})
    for most in range(1, max(len(left), len(right)) + 1):
        found = []
        for some, others in product(_runs(left, most), _runs(right, most)):
            pairs = [(a, b) for a, b in linked if a in some and b in others]
            found += [_Block(frozenset(a for a, _ in pairs), frozenset(b for _, b in pairs))] if pairs else []
        yield [*found, alone] if alone.left or alone.right else found


def _networks(picture: NetworkPicture) -> Iterator[tuple[Picture, ...]]:
    source, left, right, sink = picture.columns
    between = [(arc.tail, arc.head) for arc in picture.arcs if arc.tail in left and arc.head in right]
    for blocks in _blocks(left, right, between):
        yield tuple(
            _network(
                replace(picture, title=_numbered(picture.title, i, len(blocks))), {*source, *sink, *b.left, *b.right}
            )
            for i, b in enumerate(blocks, 1)
        )


def _network(picture: NetworkPicture, kept: set[NetworkNode]) -> NetworkPicture:
    columns = tuple(tuple(node for node in column if node in kept) for column in picture.columns)
    return replace(picture, columns=columns, arcs=tuple(a for a in picture.arcs if {a.tail, a.head} <= kept))


def _pairs(picture: PairsPicture) -> Iterator[tuple[Picture, ...]]:
    linked = [(link.predicted, link.true) for link in picture.links]
    for blocks in _blocks(picture.left.classes, picture.right.classes, linked):
        yield tuple(
            replace(
                picture,
                title=_numbered(picture.title, i, len(blocks)),
                left=replace(picture.left, classes=tuple(c for c in picture.left.classes if c in b.left)),
                right=replace(picture.right, classes=tuple(c for c in picture.right.classes if c in b.right)),
                links=tuple(one for one in picture.links if one.predicted in b.left and one.true in b.right),
            )
            for i, b in enumerate(blocks, 1)
        )


def _runs(given: Sequence[N], most: int) -> list[tuple[N, ...]]:
    """What is given in as few runs of at most so many as can be, about as long as each other."""
    count = -(-len(given) // most)
    bounds = [len(given) * i // count for i in range(count + 1)] if count else []
    return [tuple(given[a:b]) for a, b in pairwise(bounds)]


def _numbered(title: Words, i: int, count: int) -> Words:
    return (*title, f" · part {i} of {count}") if count > 1 else title
