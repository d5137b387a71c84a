"""How still the drawing stands while its hierarchy is edited.

    python benchmarks/edits_layout.py [edits]

**Edits.** A random DAG of 10 to 50 classes with names of 3 to 24 letters (that of `layout_crossings.py`), drawn as the
editor draws it, and one edit of it: a leaf is added, two classes are linked or parted, a class is moved to another
parent, deleted or renamed, each as often as the others. The seed is the edit's number.

**Order.** An edit inverts siblings where two children of one parent, before as after, stand in one layer and have
changed sides. Beside the share of such edits stands that of edits that invert any two classes of a layer.

**Distance.** The two drawings are laid on each other by the median displacement. Then the class that moved
farthest has moved by so many widths of a median class; the one that is edited, and what goes along below it, do not
count. Wanted is at most half a width in the median edit.

**Beauty.** After a row of such edits the drawing stands beside the one that Tidy makes of the same case: width, edges
(how far they go sideways) and, in widths of a median class, how far parents stand from above the middle of their
children. Wanted is at most 1.25 times the width.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import hypot
from pathlib import Path
from statistics import fmean, median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from layout_crossings import crossings, random_dag

from hierview import Draft, Hierarchy
from hierview.draw.layouts.still import keep_still, mean_distance_off_middle, sideways_edge_length, tidied_draft
from hierview.draw.scenes.hierarchy import case_layout, class_width, hierarchy_scene
from hierview.errors import EditError
from hierview.explain import HierarchyPicture
from hierview.model.edits import apply_edit

KINDS = ("add", "link", "unlink", "reparent", "delete", "rename")
Edit = Mapping[str, object]


def drawn(seed: int) -> Draft:
    """A random case."""
    rng = random.Random(f"{seed}/case")
    n = rng.randint(10, 50)
    names = [f"{v:02}" + "o" * rng.randint(1, 22) for v in range(n)]
    return Draft(Hierarchy.from_edges([(names[a], names[b]) for a, b in random_dag(n, seed)], tuple(names)))


def many(seed: int, edits: int = 30) -> Draft:
    """A random case after so many edits in a row."""
    rng, draft = random.Random(f"{seed}/row"), drawn(seed)
    while edits:
        try:
            draft = keep_still(draft, apply_edit(draft, edit(draft, rng.choice(KINDS), rng)[0]))
            edits -= 1
        except EditError:
            continue
    return draft


def shape(draft: Draft) -> tuple[float, float, float]:
    """Width, length of edges, and how far parents stand from the middle of their children."""
    layout, h = case_layout(draft), draft.hierarchy
    return layout.width, sideways_edge_length(layout), mean_distance_off_middle(h, layout) / class_width(h)


def edit(draft: Draft, kind: str, rng: random.Random) -> tuple[Edit, set[str]]:
    """An edit of this kind, which may be refused, and the classes that it is about."""
    h = draft.hierarchy
    new = "new " + "o" * rng.randint(1, 20)
    a, b = rng.sample(list(h.classes), 2)
    parent, child = rng.choice(list(h.edges))
    if kind == "add":
        return {"op": kind, "name": new, "parent": a}, {new}
    if kind == "link":
        return {"op": kind, "parent": a, "child": b}, {b}
    if kind == "unlink":
        return {"op": kind, "parent": parent, "child": child}, {child}
    if kind == "reparent":
        return {"op": kind, "child": child, "parent": parent, "to": a}, {child}
    if kind == "delete":
        return {"op": kind, "name": a, "below": False}, {a}
    return {"op": kind, "name": a, "to": new}, {a, new}


def edited(seed: int) -> tuple[str, Draft, Draft, set[str]]:
    """What is edited how, before and after, and what it is about: a class and all below."""
    kind, rng, before = KINDS[seed % len(KINDS)], random.Random(f"{seed}/edit"), drawn(seed)
    while True:
        given, about = edit(before, kind, rng)
        try:
            after = apply_edit(before, given)
        except EditError:
            continue
        with_them = (h.downward_closure(about & set(h.classes)) for h in (before.hierarchy, after.hierarchy))
        return kind, before, keep_still(before, after), set().union(*with_them)


def inverted(before: Draft, after: Draft) -> Iterator[tuple[str, str]]:
    """Pairs of classes that stand in one layer, before as after, and have changed sides."""
    old, new = case_layout(before).positions, case_layout(after).positions
    for a, b in combinations([c for c in old if c in new], 2):
        level = old[a][1] == old[b][1] and new[a][1] == new[b][1]
        if level and (old[a][0] - old[b][0]) * (new[a][0] - new[b][0]) < 0:
            yield a, b


def siblings(draft: Draft, a: str, b: str) -> bool:
    return not set(draft.hierarchy.parents(a)).isdisjoint(draft.hierarchy.parents(b))


def farthest(before: Draft, after: Draft, about: set[str]) -> float:
    """How far the class moved that moved farthest, in widths of a median class."""
    old, new = case_layout(before).positions, case_layout(after).positions
    both = [c for c in old if c in new and c not in about] or [c for c in old if c in new]
    dx, dy = (median(new[c][i] - old[c][i] for c in both) for i in (0, 1))
    width = median(box[2] for box in hierarchy_scene(before, HierarchyPicture(())).boxes.values())
    return max(hypot(new[c][0] - old[c][0] - dx, new[c][1] - old[c][1] - dy) for c in both) / width


def crossed(draft: Draft) -> int:
    """The crossings of the drawing, from class centre to class centre."""
    layout = case_layout(draft)
    at = layout.positions
    return crossings({edge: [at[edge[0]], *layout.routes[edge], at[edge[1]]] for edge in draft.hierarchy.edges})


def main(edits: int) -> None:
    rows: dict[str, list[tuple[bool, bool, float, int]]] = {kind: [] for kind in KINDS}
    for seed in range(edits):
        kind, before, after, about = edited(seed)
        pairs = list(inverted(before, after))
        kin = any(siblings(before, *pair) and siblings(after, *pair) for pair in pairs)
        rows[kind].append((kin, bool(pairs), farthest(before, after, about), crossed(after)))
    heads = ("siblings inverted", "any of a layer", "farthest, median", "crossings, mean")
    print(f"{edits} edits\n\n{'edit':>10}" + "".join(f"{head:>20}" for head in heads))
    for kind, measured in (*rows.items(), ("all", [row for own in rows.values() for row in own])):
        kin, any_, far, count = zip(*measured, strict=True)
        print(f"{kind:>10}{fmean(kin):>20.1%}{fmean(any_):>20.1%}{median(far):>20.2f}{fmean(count):>20.2f}")
    rows = [(shape(draft), shape(tidied_draft(draft))) for draft in map(many, range(edits // 20))]
    print(f"\nAfter 30 edits in a row, {len(rows)} times, in the median and in nine of ten; laid out anew")
    for i, what in enumerate(("width, times", "edges, times", "parents aside")):
        kept, anew = ([row[i] for row in side] for side in zip(*rows, strict=True))
        shares = kept if i == 2 else [a / max(b, 1.0) for a, b in zip(kept, anew, strict=True)]
        print(f"{what:>15}{median(shares):>8.2f}{quantiles(shares, n=10)[-1]:>8.2f}{median(anew):>10.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
