"""Common parts of the steps and pictures of all families: counted names, sums, sides, looks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sized
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from ..explain import (
    Edge,
    Emphasis,
    Formula,
    HierarchyPicture,
    Kind,
    Look,
    Num,
    Picture,
    Row,
    Side,
    Step,
    Term,
    Word,
    Words,
    names,
    number,
)
from ..model.case import Case
from ..model.hierarchy import Hierarchy
from .base import text_of

T = TypeVar("T", str, Edge)

MOST_STEPS = 6  # of one kind; what is beyond is told in one sentence
MOST_TERMS = 10  # of a sum that is written out


def count_words(count: int, one: str = "class", many: str = "classes") -> str:
    """Number of things with their word.

    >>> count_words(1), count_words(3, "edge", "edges")
    ('1 class', '3 edges')
    """
    return f"{count} {one if count == 1 else many}"


def rest_clause(count: int, one: str, many: str) -> str:
    """Beginning of a sentence on what was not told one by one, up to its verb.

    >>> rest_clause(1, "class adds", "classes add"), rest_clause(4, "class adds", "classes add")
    ('One more class adds', 'The other 4 classes add')
    """
    return f"One more {one}" if count == 1 else f"The other {count} {many}"


def are_verb(things: Sized) -> str:
    """Verb that goes with so many things."""
    return "is" if len(things) == 1 else "are"


def some_names(classes: Iterable[str], most: int = 8, what: str = "classes") -> Words:
    """Classes by name, or their number where they are more than `most`; nothing where there is none.

    >>> from hierview.explain import plain
    >>> plain(some_names(["Pop", "Opera"])), plain(some_names(["Pop", "Opera"], 1, "true classes"))
    ('Opera and Pop', '2 true classes')
    """
    listed = dict.fromkeys(classes)
    return names(listed) if len(listed) <= most else (f"{len(listed)} {what}",)


def plus_row(terms: Iterable[Term]) -> Row:
    """The row of a formula with a plus between its terms."""
    row: list[Term] = []
    for i, term in enumerate(terms):
        row += ["+"] * bool(i) + [term]
    return tuple(row)


def amount_number(value: Fraction | float | int | None, classes: Iterable[str], digits: int = 2) -> Num:
    """Number of a formula that classes bring, but not the number of them."""
    return Num(number(value, digits), frozenset(classes), counts=False)


def class_count(classes: Collection[str]) -> Num:
    """Number of classes in a formula, which points at them."""
    return Num(str(len(classes)), frozenset(classes))


def sum_row(terms: Iterable[tuple[Fraction | int, Iterable[str]]]) -> Row:
    """Values with the classes behind them as a sum; a long one as its total, nothing where there is none."""
    amounts = [(value, frozenset(classes)) for value, classes in terms]
    if len(amounts) > MOST_TERMS:
        amounts = [(sum(v for v, _ in amounts), frozenset[str]().union(*(classes for _, classes in amounts)))]
    return plus_row(amount_number(value, classes) for value, classes in amounts)


def several_roots_note(root: str | None, what: str = "an artificial root, {}, stands above them") -> tuple[str, ...]:
    """Note that a result carries where an artificial root takes part in it; none where there is no such root."""
    return () if root is None else (f"The hierarchy has several roots; {what.format(root)}.",)


def artificial_root_note(case: Case, pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Note that an artificial root above several takes part in a distance of these pairs, where it does."""
    h = case.hierarchy.rooted()
    root = h.artificial_root
    if root is None or len(case.hierarchy.roots) < 2 or not any(root in h.meeting(a, b)[1] for a, b in pairs):
        return ()
    return several_roots_note(root, "distances pass an artificial root, {}, above them")


def part_number(value: Fraction | int) -> int | float:
    """Number as it stands among the parts of a result, whole where it can be."""
    return int(value) if value == int(value) else float(value)


# Pictures


def sides_of(true: Iterable[T], predicted: Iterable[T]) -> dict[T, Side]:
    """The side, or both, on which each of these classes or edges is."""
    sides: dict[T, Side] = dict.fromkeys(true, "t")
    for one in predicted:
        sides[one] = "p" if sides.get(one, "p") == "p" else "both"
    return sides


def side_edges(h: Hierarchy, sides: Mapping[str, Side]) -> dict[Edge, Side]:
    """Each edge between classes with a side, and its own side: that of its ends, or of the end on one side alone."""
    edges: dict[Edge, Side] = {}
    for child in sorted(sides):
        for parent in h.parents(child):
            if parent in sides:
                edges[parent, child] = sides[child] if sides[parent] == "both" else sides[parent]
    return edges


def looks_of(
    classes: Iterable[str],
    sides: Mapping[str, Side],
    about: Collection[str] = (),
    *,
    root: str | None = None,
    values: Mapping[str, str] | None = None,
    others: Emphasis = "plain",
) -> dict[str, Look]:
    """Looks of classes on their sides, outlined if spoken of.

    root: the artificial one.  values: what is written into classes.  others: how those on no side look.
    """
    values = values or {}

    def emphasis(c: str) -> Emphasis:
        return "about" if c in about else "plain" if c in sides else others

    return {
        c: _look(sides.get(c, "none"), emphasis(c), "artificial" if c == root else "class", values.get(c, ""))
        for c in classes
    }


@lru_cache(maxsize=4_096)
def _look(side: Side, emphasis: Emphasis, kind: Kind, value: str) -> Look:
    return Look(None, side, emphasis, kind, value=value)


def with_marks(looks: Mapping[str, Look], dropped: Collection[str] = (), lcas: Collection[str] = ()) -> dict[str, Look]:
    """Looks in which, besides, dropped classes are struck through and lowest common ancestors have their sign."""
    return {
        c: replace(look, emphasis="dropped" if c in dropped else look.emphasis, lca=c in lcas)
        if c in dropped or look.lca != (c in lcas)
        else look
        for c, look in looks.items()
    }


def outlined_looks(classes: Iterable[str]) -> dict[str, Look]:
    """Looks of classes that are spoken of."""
    return {c: Look(emphasis="about") for c in classes}


def with_root(classes: Iterable[str], root: str | None) -> list[str]:
    """The classes, and the artificial root where one is shown."""
    return [*classes, *([] if root is None else [root])]


def step_with_picture(
    title: str,
    text: Words | str,
    picture: Picture,
    formula: Formula | None = None,
    fact: tuple[Words | Word, Words | Word] | None = None,
) -> Step:
    """A step with one picture."""
    return Step(title, text_of(text), (picture,), formula, fact=fact and (text_of(fact[0]), text_of(fact[1])))


def plain_case_picture() -> HierarchyPicture:
    """The picture for where there is nothing to show but the case."""
    return HierarchyPicture(("The case",))
