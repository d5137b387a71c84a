"""Losses: what a format cannot hold of a draft, in sentences for the person who is about to save it."""

from __future__ import annotations

from collections.abc import Collection

from ..errors import quoted
from ..model.case import Draft

# What a spreadsheet takes for the beginning of a formula.
FORMULA = ("=", "+", "-", "@")


def count(n: int, one: str, many: str) -> str:
    """A number with what is counted."""
    return f"{n:,} {one if n == 1 else many}"


def losses(draft: Draft, what: str, holds: Collection[str] = ()) -> tuple[str, ...]:
    """A sentence for each kind of thing that `what`, such as "An outline", drops; `holds`: "weights" or "marks"."""
    sentences: list[str] = []
    heavy = sum(w != 1 for w in draft.hierarchy.weights.values())
    if heavy and "weights" not in holds:
        sentences.append(
            f"{what} holds no weights: {count(heavy, 'edge weighs', 'edges weigh')} something else than 1."
        )
    marked = len(draft.true | draft.predicted)
    if marked and "marks" not in holds:
        sentences.append(f"{what} holds no marks: {count(marked, 'class is', 'classes are')} marked.")
    if draft.positions:
        n = count(len(draft.positions), "class stands where it was", "classes stand where they were")
        sentences.append(f"{what} holds no places: {n} put.")
    if draft.artificial:
        sentences.append(
            f"{what} holds no artificial classes: {count(len(draft.artificial), 'is', 'are')} drawn dotted."
        )
    if draft.published:
        n = count(len(draft.published), "value was", "values were")
        sentences.append(f"{what} holds no printed values: {n} given.")
    labelled = len(draft.hierarchy.labels)
    if labelled and "labels" not in holds:
        sentences.append(f"{what} holds no labels: {count(labelled, 'class has', 'classes have')} one.")
    rest = [key for key in ("name", "source", "note") if getattr(draft, key)]
    rest += ["choice of measures"] * bool(draft.measures) + list(draft.extra.kinds)
    if rest:
        sentences.append(f"{what} holds no {' and no '.join(rest)}.")
    return tuple(sentences)


def listed_names(names: list[str]) -> str:
    """Some names, the first few of many."""
    return ", ".join(quoted(name) for name in names[:3]) + (f" and {len(names) - 3:,} more" if len(names) > 3 else "")
