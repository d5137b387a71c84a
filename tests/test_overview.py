"""Map of a hierarchy: where classes hang, how the cells stand, and that it stays small whatever the hierarchy is."""

from __future__ import annotations

import random
import re
from html import escape
from itertools import pairwise

from hierview import Case, Hierarchy, Labels
from hierview.draw.layouts.icicle import LEAST, LEAST_NARROW, MOST_BESIDE, ROWS, MapCell, icicle_cells
from hierview.markup.overview import LONGEST, Overview, overview_html
from hierview.model.case import Draft
from hierview.model.hanging import HangingTree
from hierview.ui.explore.panels.seek import class_behind_cell, top_of_map

from .samples import HOSTILE_NAMES


def made(rng: random.Random, n: int, roots: int, near: int) -> Hierarchy:
    edges = [
        (f"c{p}", f"c{i}") for i in range(roots, n) for p in {rng.randrange(max(0, i - near), i) for _ in range(2)}
    ]
    return Hierarchy.from_edges(edges, [f"c{i}" for i in range(n)])


def flat(n: int) -> Hierarchy:
    return Hierarchy.from_edges([("root", f"c{i}") for i in range(n)])


def chain(n: int) -> Hierarchy:
    return Hierarchy.from_edges([(f"c{i}", f"c{i + 1}") for i in range(n)])


def shown(h: Hierarchy, draft: Draft, at: str = "", skipped: int = 0) -> tuple[list[MapCell], str]:
    tree = HangingTree.of(h)
    kept = map(h.number_of, h.closure([*draft.marked, *([at] if at else [])]))
    cells = icicle_cells(tree, top_of_map(h, tree, at), skipped, kept)
    return cells, overview_html(Overview(h, tree, cells, at, {}), draft)


def test_each_class_hangs_below_a_lowest_parent_once():
    rng = random.Random(3)
    for _ in range(40):
        h = made(rng, rng.randint(2, 60), rng.choice([1, 1, 3]), rng.choice([3, 60]))
        tree, deepest = HangingTree.of(h), {}
        for c in h.top_down:
            deepest[c] = 1 + max((deepest[p] for p in h.parents(c)), default=-1)
        n, hung = len(h), {i: tree.children_of(i).tolist() for i in range(len(h) + 1)}
        assert sorted(i for below in hung.values() for i in below) == list(range(n))
        for i, c in enumerate(h.classes):
            assert i in hung[tree.parents[i]]
            parent = None if tree.parents[i] == n else h.classes[tree.parents[i]]
            assert parent in (h.parents(c) or (None,))
            if parent is not None:
                assert deepest[parent] == deepest[c] - 1
            assert tree.sizes[i] == 1 + sum(tree.sizes[j] for j in hung[i])
            assert [tree.sizes[j] for j in hung[i]] == sorted((tree.sizes[j] for j in hung[i]), reverse=True)
            assert tree.path_from_root(i) == (
                [*tree.path_from_root(tree.parents[i]), tree.parents[i]] if parent is not None else []
            )
        assert tree.sizes[n] == n


def test_cells_fill_the_one_above_and_fold_what_has_no_room():
    rng = random.Random(4)
    for _ in range(60):
        h = made(rng, rng.randint(2, 900), rng.choice([1, 1, 3, 200]), rng.choice([4, 40, 900]))
        tree, n = HangingTree.of(h), len(h)
        top = rng.choice([n, rng.randrange(n)])
        skipped = rng.choice([0, 0, 3])
        kept = {int(i) for i in rng.sample(range(n), min(n, 5))}
        least = rng.choice([LEAST, LEAST_NARROW])
        cells = icicle_cells(tree, top, skipped, kept, least)
        assert cells[0] == MapCell(top, 0, 0.0, 100.0)
        assert len(cells) <= ROWS * 100 / LEAST
        for above in (c for c in cells if not c.folded and c.row < ROWS - 1):
            under = [
                c
                for c in cells
                if c.row == above.row + 1
                and (c.number == above.number if c.folded else tree.parents[c.number] == above.number)
            ]
            hung = len(tree.children_of(above.number)) - (skipped if above.row == 0 else 0)
            if not under:
                assert hung <= 0 or above.width < least
                continue
            assert sum(1 if not c.folded else c.folded for c in under) == hung
            assert abs(under[0].left - above.left) < 1e-6
            for left, right in pairwise(under):
                assert abs(left.left + left.width - right.left) < 1e-6
            assert abs(sum(c.width for c in under) - above.width) < 1e-6
            assert len(under) <= MOST_BESIDE + 1
            # Whatever is kept, a finger hits each on a narrow page.
            assert least == LEAST or min(c.width for c in under) > least - 1e-6


def test_what_is_marked_stands_there_however_small_it_is():
    h = flat(30_000)
    case = Case(h, frozenset({"c25000"}), frozenset({"c7"}))
    cells, markup = shown(h, case)
    assert {"c25000", "c7"} <= {h.classes[c.number] for c in cells}
    assert 'aria-label="c25000, true, a leaf"' in markup
    assert 'aria-label="c7, predicted, a leaf"' in markup
    assert 'aria-label="root, 30,000 below"' in markup
    assert "29,960 more" in markup
    # A fold leads on to what it folds, all children in turn.
    met: set[int] = set()
    skipped = 0
    for _ in range(3):
        cells, markup = shown(h, Draft(h), "root", skipped)
        met |= {c.number for c in cells if c.row and not c.folded}
        _, skipped = class_behind_cell(
            h, HangingTree.of(h), "root", re.findall('data-pick="(fold [^"]+)"', markup)[0]
        ) or ("", 0)
    assert len(met) == 3 * MOST_BESIDE


def test_cells_lead_to_classes_and_nowhere_else():
    h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock"), ("Life", "Animals")])
    tree = HangingTree.of(h)
    for at, chosen, led in (
        ("", "map 2", ("Pop", 0)),
        ("Pop", "map 2", ("Music", 0)),  # up from the class that is looked at
        ("Arts", "map 0", ("", 0)),
        ("", "map 6", ("", 0)),
        ("", "fold 1 1", ("Music", 1)),
        ("", "fold 6 1", ("", 1)),
        ("", "map 7", None),
        ("", "map -1", None),
        ("", "map x", None),
        ("", "fold 1", None),
        ("", "fold 1 x", None),
        ("", "map 1 1", None),
        ("", "", None),
    ):
        assert class_behind_cell(h, tree, at, chosen) == led, (at, chosen)
    assert [top_of_map(h, tree, at) for at in ("", "gone", "Music", "Pop")] == [6, 6, 1, 1]
    assert top_of_map(chain(2), HangingTree.of(chain(2)), "") == 0


def test_names_and_labels_are_inert_and_marks_are_said():
    for name in HOSTILE_NAMES:
        h = Hierarchy.from_edges([("root", name), (name, "leaf")]).labelled(Labels({"": {"leaf": name}}))
        _, markup = shown(h, Case(h, frozenset({name}), frozenset({name})), name)
        told = escape(name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…")
        assert f"<bdi>{told}</bdi>" in markup
        assert f'aria-label="{told}, true and predicted, 1 below"' in markup
        assert f'aria-label="{told} (leaf), a leaf"' in markup
