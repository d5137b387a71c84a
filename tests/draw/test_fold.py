"""Folded drawings: what is not marked stands as one class, and no number knows of it."""

from __future__ import annotations

from hierview import Case, Draft, Hierarchy, evaluate, figure
from hierview.draw.fold import folded, top_folded
from hierview.explain import HierarchyPicture, Link, Look

EDGES = [
    *(("Arts", c) for c in ("Music", "Drama", "Dance", "Film")),
    *(("Music", c) for c in ("Pop", "Rock", "Jazz", "Folk")),
    *(("Film", c) for c in ("Noir", "Western")),
]
CASE = Case.of(EDGES, ["Pop"], ["Music"])


def test_branches_without_a_mark_are_one_class_that_counts_them():
    drawn = folded(CASE, HierarchyPicture(()))
    assert drawn.hierarchy.classes == ("Arts", "Music", "Pop", "5 more", "3 more")
    assert drawn.hierarchy.edges == (("Arts", "Music"), ("Music", "Pop"), ("Arts", "5 more"), ("Music", "3 more"))
    assert drawn.artificial == {"5 more", "3 more"}


def test_what_a_picture_shows_stays():
    looks = {"Jazz": Look(side="t")}
    drawn = folded(CASE, HierarchyPicture((), looks=looks, links=(Link("Folk", "Rock", "2"),)))
    assert {"Jazz", "Folk", "Rock"} <= set(drawn.hierarchy.classes)
    one = folded(CASE, HierarchyPicture((), links=(Link("Noir", "Jazz", "4"),)))
    assert "Western" in one.hierarchy  # a single one is no shorter as one more


def test_equal_counts_and_classes_of_that_name_are_told_apart():
    edges = [("A", "B"), ("A", "2 more"), ("A", "x"), ("A", "y"), ("B", "p"), ("B", "q"), ("B", "M")]
    drawn = folded(Case.of(edges, ["M"], ["2 more"]), HierarchyPicture(()))
    assert {"2 more", "2 more …", "2 more ……"} < set(drawn.hierarchy.classes)


def test_every_branch_is_counted_once():
    edges = [("A", "B"), ("A", "C"), ("B", "M"), ("C", "x"), ("B", "x"), ("x", "y"), ("x", "z"), ("R", "s"), ("R", "t")]
    drawn = folded(Case.of(edges, ["M"], ["A"]), HierarchyPicture(()))
    more = [c for c in drawn.hierarchy.classes if c.endswith("more")]
    kept = len(drawn.hierarchy) - len(more)
    assert kept + sum(int(c.split()[0]) for c in more) == 10


def test_numbers_and_the_case_in_the_file_stay():
    text = figure(CASE, "hierarchy", fold=True)
    assert "5 more" in text
    assert evaluate(CASE, "hF").value == evaluate(Case.of(EDGES, ["Pop"], ["Music"]), "hF").value
    assert "Western" in text.split("</metadata>")[0]
    assert "Western" not in text.split("</metadata>")[1]


def test_the_top_levels_and_the_marked_classes_stay_where_there_are_too_many():
    h = Hierarchy.from_edges([(f"c{(i - 1) // 4}", f"c{i}") for i in range(1, 400)])
    case = Case(h, frozenset({"c399"}), frozenset({"c2"}))
    assert top_folded(case, 400) is case
    drawn = top_folded(case, 30)
    labels = drawn.hierarchy.labels
    kept = {c for c in drawn.hierarchy.classes if labels.of(c) is None}
    assert kept == {f"c{i}" for i in range(21)} | {*h.closure(["c399"])}
    assert drawn.true == {"c399"}
    folded = [c for c in drawn.hierarchy.classes if c not in kept]
    assert {*folded} == drawn.artificial
    assert sum(int(labels.shown(c).split()[0]) for c in folded) == len(h) - len(kept)
    assert all(labels.shown(c).endswith(" more") for c in folded)
    # Several parents: nothing is counted twice.
    h = Hierarchy.from_edges([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", "e"), ("x", "e")])
    drawn = top_folded(Draft(h), 3)
    assert [drawn.hierarchy.labels.shown(c) for c in drawn.hierarchy.classes] == ["a", "x", "4 more"]
    many = top_folded(Draft(Hierarchy.from_edges([], [str(i) for i in range(50)])), 10)
    assert [many.hierarchy.labels.shown(c) for c in many.hierarchy.classes] == ["50 more"]
