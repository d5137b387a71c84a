"""A drawing keeps still while it is edited."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from math import dist
from statistics import median

import pytest

from hierview import Draft, Hierarchy
from hierview.draw.layouts.still import holds_classes, keep_still, mean_distance_off_middle, tidied_draft
from hierview.draw.scenes.hierarchy import case_layout, class_width
from hierview.errors import EditError
from hierview.formats.link import pack_draft, unpack_draft
from hierview.model.edits import apply_edit
from hierview.ui.explore.editing import take_edits
from hierview.ui.explore.view import open_case
from tests.effort import times

pytestmark = pytest.mark.slow


def random_draft(seed):
    """A connected DAG with a quarter more edges than a tree."""
    rng = random.Random(seed)
    names = [f"class {i}" for i in range(rng.randint(10, 40))]
    edges = [(names[rng.randrange(i)], names[i]) for i in range(1, len(names))]
    edges += [tuple(names[i] for i in sorted(rng.sample(range(len(names)), 2))) for _ in range(len(names) // 4)]
    return Draft(Hierarchy.from_edges(dict.fromkeys(edges), names)), rng


def edited(draft, rng):
    """The draft after an edit of any kind that touches the hierarchy."""
    while True:
        a, b = rng.sample(draft.hierarchy.classes, 2)
        parent, child = rng.choice(draft.hierarchy.edges or [(a, b)])
        change = rng.choice(
            [
                {"op": "add", "name": f"new {rng.random()}", "parent": a},
                {"op": "link", "parent": a, "child": b},
                {"op": "unlink", "parent": parent, "child": child},
                {"op": "delete", "name": a, "below": False},
                {"op": "rename", "name": a, "to": f"other {rng.random()}"},
            ]
        )
        try:
            return apply_edit(draft, change)
        except EditError:
            continue


def turned(before, after):
    """Siblings, before as after, that have changed sides."""
    old, new = case_layout(before).positions, case_layout(after).positions
    found = []
    for a, b in combinations([c for c in old if c in new], 2):
        kin = (set(d.hierarchy.parents(a)) & set(d.hierarchy.parents(b)) for d in (before, after))
        level = old[a][1] == old[b][1] and new[a][1] == new[b][1]
        if level and all(kin) and (old[a][0] < old[b][0]) != (new[a][0] < new[b][0]):
            found.append((a, b))
    return found


@pytest.mark.parametrize("seed", range(times(2, 8)))
@pytest.mark.whole
def test_siblings_keep_their_sides_through_ten_edits(seed):
    draft, rng = random_draft(seed)
    for _ in range(10):
        after = keep_still(draft, edited(draft, rng))
        assert turned(draft, after) == []
        draft = after


def moves(before, after):
    """How far each class moved, the drawings laid on each other, in widths of a median class."""
    old, new = case_layout(before).positions, case_layout(after).positions
    both = {c: tuple(new[c][i] - old[c][i] for i in (0, 1)) for c in old if c in new}
    common = [median(move[i] for move in both.values()) for i in (0, 1)]
    width = class_width(before.hierarchy)
    return {c: dist(move, common) / width for c, move in both.items()}


@pytest.mark.parametrize("seed", range(times(1, 4)))
def test_after_thirty_edits_a_drawing_is_as_good_as_one_laid_out_anew(seed):
    draft, rng = random_draft(seed)
    for _ in range(30):
        draft = keep_still(draft, edited(draft, rng))
    anew, width = replace(draft, stood=()), class_width(draft.hierarchy)
    assert case_layout(draft).width <= 1.25 * case_layout(anew).width
    off, off_anew = (mean_distance_off_middle(d.hierarchy, case_layout(d)) for d in (draft, anew))
    assert off <= off_anew + 0.3 * width
    assert unpack_draft(pack_draft(draft)) == draft


@pytest.mark.parametrize("seed", range(3))
def test_a_tree_that_is_drawn_leaf_by_leaf_has_no_crossing(seed):
    rng, far = random.Random(seed), []
    draft = Draft(Hierarchy(("root",), {}))
    for i in range(20):
        parent = rng.choice(draft.hierarchy.classes[:9])
        after = keep_still(draft, apply_edit(draft, {"op": "add", "name": f"class {i}", "parent": parent}))
        far.append(max(moves(draft, after).values()))
        draft = after
    assert median(far) <= 0.5
    at, h = case_layout(draft).positions, draft.hierarchy
    for (a, b), (p, q) in combinations(h.edges, 2):
        if at[a][1] == at[p][1] and a != p:
            assert (at[a][0] < at[p][0]) == (at[b][0] < at[q][0])


def test_a_class_that_leaves_leaves_the_others_where_they_stand():
    edges = [("Root", c) for c in "ABCDEF"] + [(c, c + "1") for c in "ABCDEF"]
    draft = Draft(Hierarchy.from_edges(edges))
    after = keep_still(draft, apply_edit(draft, {"op": "delete", "name": "F1", "below": False}))
    assert max(far for c, far in moves(draft, after).items() if c not in ("F", "Root")) == 0


def test_what_is_parted_steps_aside_whole():
    edges = [("Root", c) for c in "ABC"] + [(c, c + n) for c in "ABC" for n in "12"]
    draft = Draft(Hierarchy.from_edges(edges))
    after = keep_still(draft, apply_edit(draft, {"op": "unlink", "parent": "Root", "child": "B"}))
    at = case_layout(after).positions
    own, rest = ([x for c, (x, _) in at.items() if (c[0] == "B") is parted] for parted in (True, False))
    assert max(own) < min(rest) or max(rest) < min(own)


def test_what_is_added_to_a_held_drawing_stands_beside_its_siblings():
    edges = [("Arts", "Music"), ("Arts", "Drama"), ("Music", "Pop"), ("Music", "Rock"), ("Drama", "Play")]
    draft = Draft(Hierarchy.from_edges(edges, ("Pop", "Music", "Rock", "Arts", "Drama", "Play")))
    assert holds_classes(draft)
    after = keep_still(draft, apply_edit(draft, {"op": "add", "name": "Jazz", "parent": "Music"}))
    at = case_layout(after).positions
    assert sorted(("Pop", "Rock", "Jazz", "Play"), key=at.__getitem__) == ["Pop", "Rock", "Jazz", "Play"]


def test_classes_listed_from_left_to_right_are_drawn_so_and_tidied_away():
    edges = [("A", "B"), ("A", "C"), ("B", "D"), ("B", "E"), ("C", "F"), ("C", "G"), ("B", "F"), ("C", "D")]
    draft = Draft(Hierarchy.from_edges(edges, ("F", "C", "G", "A", "E", "B", "D")))
    at = case_layout(draft).positions
    assert sorted("BC", key=at.__getitem__) == ["C", "B"]
    assert sorted("DEFG", key=at.__getitem__) == ["F", "G", "E", "D"]
    anew = tidied_draft(draft)
    assert anew.hierarchy.classes == draft.hierarchy.top_down
    assert not holds_classes(anew)


def test_the_page_keeps_still_and_tidy_lays_out_anew():
    draft, _ = random_draft(5)
    a, b = next(
        (p, c)
        for p, c in draft.hierarchy.edges
        if not holds_classes(draft)
        and keep_still(draft, after := apply_edit(draft, {"op": "unlink", "parent": p, "child": c})) != after
    )
    state = open_case(None, "", draft)
    first = {"op": "unlink", "parent": a, "child": b, "number": 1, "drawingVersion": state.visit.drawing_version}
    after = take_edits(state, {"log": [first]})
    assert holds_classes(after.draft)
    assert turned(draft, after.draft) == []
    again = take_edits(
        after, {"log": [first, {"op": "tidy", "number": 2, "drawingVersion": state.visit.drawing_version}]}
    )
    assert not holds_classes(again.draft)
