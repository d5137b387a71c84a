"""Losses: what a format cannot hold of a draft, in sentences for the person who is about to save it."""

from __future__ import annotations

from collections.abc import Collection

from ..errors import quoted
from ..model.case import Draft

# What a spreadsheet takes for the beginning of a formula.
FORMULA = ("=", "+", "-", "@")


def counted_text(n: int, one: str, many: str) -> str:
    """The text of a number with what is counted."""
    return f"{n:,} {one if n == 1 else many}"


def losses(draft: Draft, what: str, holds: Collection[str] = ()) -> tuple[str, ...]:
    """A sentence for each kind of thing that `what`, such as "An outline", drops; `holds`: "weights" or "marks"."""
    h, places, values = draft.hierarchy, len(draft.positions), len(draft.published)
    kinds = (
        ("weights", sum(w != 1 for w in h.weights.values()), "edge weighs", "edges weigh", "something else than 1"),
        ("marks", len(draft.marked), "class is", "classes are", "marked"),
        ("places", places, "class stands where it was", "classes stand where they were", "put"),
        ("artificial classes", len(draft.artificial), "is", "are", "drawn dotted"),
        ("printed values", values, "value was", "values were", "given"),
        ("labels", len(h.labels), "class has", "classes have", "one"),
    )
    sentences = [
        f"{what} holds no {kind}: {counted_text(n, one, many)} {end}."
        for kind, n, one, many, end in kinds
        if n and kind not in holds
    ]
    rest = [key for key in ("name", "source", "note") if getattr(draft, key)]
    rest += ["choice of measures"] * bool(draft.measures) + list(draft.extra.kinds)
    if rest:
        sentences.append(f"{what} holds no {' and no '.join(rest)}.")
    return tuple(sentences)


def listed_names(names: list[str]) -> str:
    """The text that lists some names, the first few of many."""
    return ", ".join(quoted(name) for name in names[:3]) + (f" and {len(names) - 3:,} more" if len(names) > 3 else "")
