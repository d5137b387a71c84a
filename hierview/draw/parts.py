"""Pictures that are too high for a page, in parts: lists in more columns, networks and pairs some classes at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Generic, TypeVar

from ..explain import (
    Column,
    EstimatesPicture,
    FlowTreePicture,
    HierarchyPicture,
    NetworkNode,
    NetworkPicture,
    PairsPicture,
    Picture,
    SetsPicture,
    Words,
)
from ..model.case import Case
from ..model.hierarchy import Hierarchy
from .fold import only

THIN = 0.03  # of the width: the widest branch of a tree of flows where room is scarce
Fits = Callable[[Picture], bool]
N = TypeVar("N")


def in_parts(picture: Picture, fits: Fits) -> tuple[Picture, ...]:
    """The picture in parts that fit, as few as can be; none where it has no parts, or they do not fit either."""
    if isinstance(picture, SetsPicture):
        return _lists(picture, fits)
    if isinstance(picture, NetworkPicture):
        return _largest(_networks(picture), fits) or _largest(_networks(_without_ends(picture)), fits)
    return _largest(_pairs(picture), fits) if isinstance(picture, PairsPicture) else ()


def _largest(ways: Iterable[tuple[Picture, ...]], fits: Fits) -> tuple[Picture, ...]:
    """The last of these ways before one has a part that does not fit."""
    found: tuple[Picture, ...] = ()
    for parts in ways:  # from the smallest parts on, which are drawn in no time
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

    def fit(part: SetsPicture) -> bool:
        return fits(replace(part, title=_numbered(part.title, 9, 9)))  # its title may take a line more

    for column in picture.columns:
        if parts and fit(longer := replace(parts[-1], columns=(*parts[-1].columns, column))):
            parts[-1] = longer
            continue
        parts.append(replace(picture, columns=(column,)))
        if not fit(parts[-1]):
            return ()
    return tuple(replace(part, title=_numbered(part.title, i, len(parts))) for i, part in enumerate(parts, 1))


def rows_in_parts(picture: EstimatesPicture, fits: Callable[[EstimatesPicture], bool]) -> tuple[EstimatesPicture, ...]:
    """Rows on as few pictures with one axis as have room for them; none where one row has no room."""
    tried = (_rows(picture, count) for count in range(2, len(picture.rows) + 1))
    return next((parts for parts in tried if all(map(fits, parts))), ())


def _rows(picture: EstimatesPicture, count: int) -> tuple[EstimatesPicture, ...]:
    """The rows on so many pictures with one axis."""
    parts = _runs(picture.rows, -(-len(picture.rows) // count))
    titles = (_numbered(picture.title, i, len(parts)) for i in range(1, len(parts) + 1))
    return tuple(replace(picture, title=t, rows=r, apart=picture.rows) for t, r in zip(titles, parts, strict=True))


def flows_in_parts(picture: FlowTreePicture, fits: Callable[[FlowTreePicture], bool]) -> tuple[FlowTreePicture, ...]:
    """The rows of a tree of flows on as few pictures as have room for them, each below all that stand above them.

    None where one row has no room so, even with thin branches.
    """
    counts = range(1, len(picture.branches) + 1)
    tried = (_flows(one, count) for count in counts for one in (picture, replace(picture, widest=THIN)))
    return next((parts for parts in tried if all(map(fits, parts))), ())


def _flows(picture: FlowTreePicture, count: int) -> tuple[FlowTreePicture, ...]:
    """The rows on so many pictures."""
    runs = _runs(range(len(picture.branches)), -(-len(picture.branches) // count))
    parts = []
    for n, run in enumerate(runs, 1):
        rows, above = list(run), picture.branches[run[0]].parent
        while above is not None:  # what stands above a later row stands in the run, or above its first row, too
            rows.insert(0, above)
            above = picture.branches[above].parent
        place = {row: i for i, row in enumerate(rows)}
        branches = (picture.branches[row] for row in rows)
        shown = tuple(replace(b, parent=None if b.parent is None else place[b.parent]) for b in branches)
        parts.append(replace(picture, title=_numbered(picture.title, n, len(runs)), branches=shown))
    return tuple(parts)


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


def _without_ends(picture: NetworkPicture) -> NetworkPicture:
    """The classes of both sides and the arcs between them alone, which its title says."""
    _, left, right, _ = picture.columns
    title = (*picture.title, " · source and sink left out")
    return _network(replace(picture, title=title, columns=((), left, right, ())), {*left, *right})


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
    return (*title, f"{' · ' * bool(title)}part {i} of {count}") if count > 1 else title


# Hierarchies

Drawn = tuple[Case, HierarchyPicture]


def branches_in_parts(case: Case, picture: HierarchyPicture, fits: Callable[[Drawn], bool]) -> tuple[Drawn, ...]:
    """The hierarchy some classes at a time, with all above them and the pairs between them.

    Where the picture writes values, all that have one, else the marked classes. As many to a part as fit; where one
    pair or class alone does not fit, the topmost of those above are left out, and its title says how many.
    """
    parts: list[frozenset[str]] = []
    for unit in _units(case, picture):
        if parts and fits(_above(case, picture, parts[-1] | unit, 9, 9)):
            parts[-1] |= unit
        else:
            parts.append(unit)
    return tuple(_as_fits(case, picture, shown, i, len(parts), fits) for i, shown in enumerate(parts, 1))


def _as_fits(
    case: Case, picture: HierarchyPicture, shown: frozenset[str], i: int, count: int, fits: Callable[[Drawn], bool]
) -> Drawn:
    """A part without as many of its topmost classes as it takes to fit; with all of them where nothing helps."""
    higher = case.hierarchy.closure(shown) - shown
    above = [c for c in case.hierarchy.top_down if c in higher]
    tried = (_above(case, picture, shown, i, count, above[:less]) for less in range(len(above) + 1))
    return next(filter(fits, tried), None) or _above(case, picture, shown, i, count)


def _units(case: Case, picture: HierarchyPicture) -> list[frozenset[str]]:
    """The classes of each pair, then each marked class in no pair; a class that stands above another comes with it.

    Where there are values, each class with one that stands above no other.
    """
    h = case.hierarchy
    if valued := _valued(case, picture):
        higher = {above for c in valued for above in h.closure([c]) - {c}}
        return [frozenset([c]) for c in _depth_first(h) if c in valued - higher]
    pairs = [frozenset(filter(None, (link.predicted, link.true))) for link in picture.links]
    paired = frozenset().union(*pairs)
    place = {c: i for i, c in enumerate(case.hierarchy.top_down)}
    alone = sorted(set(case.marked) - paired, key=lambda c: place[c])
    return list(dict.fromkeys([*pairs, *(frozenset([c]) for c in alone)]))


def _valued(case: Case, picture: HierarchyPicture) -> frozenset[str]:
    """The classes at which the picture writes a value."""
    return frozenset(c for c, look in picture.looks.items() if look.value and c in case.hierarchy)


def _depth_first(h: Hierarchy) -> list[str]:
    """The classes, each before those below it, branch by branch."""
    found: dict[str, None] = {}
    todo = list(reversed(h.roots))
    while todo:
        c = todo.pop()
        if c not in found:
            found[c] = None
            todo += reversed(h.children(c))
    return list(found)


def _above(
    case: Case, picture: HierarchyPicture, shown: frozenset[str], i: int, count: int, without: Sequence[str] = ()
) -> Drawn:
    """The case and its picture, of these classes and those above them, as part `i` of so many."""
    some = "some classes" if _valued(case, picture) else "the marked classes"
    but = f" but the {len(without)} topmost" if len(without) > 1 else " but the topmost" if without else ""
    title = (*picture.title, " · " * bool(picture.title), f"{some} and those above{but}, part {i} of {count}")
    kept = case.hierarchy.closure(shown) - set(without)
    looks = {c: replace(look, mark=look.mark or case.mark(c)) for c, look in picture.looks.items() if c in kept}
    edges = {edge: side for edge, side in picture.edges.items() if kept.issuperset(edge)}
    links = tuple(one for one in picture.links if {one.predicted, one.true} - {None} <= kept)
    # A case marks something; what stands in a part with values has the marks of its looks.
    drawn = case if kept.intersection(case.marked) else replace(case, true=shown)
    return only(drawn, kept), replace(picture, title=title, looks=looks, edges=edges, links=links)
