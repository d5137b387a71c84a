"""Folded drawings: what is not marked stands as one class, and no number knows of it."""

from __future__ import annotations

from dataclasses import replace

from hierview import Case, Draft, Hierarchy, figure, parse_measure
from hierview.draw.layouts.fold import fold_cases, fold_to_top_levels, foldable_classes, with_folded_classes
from hierview.draw.scenes.bodies import ClassStyle, named_size
from hierview.draw.scenes.canvas import (
    PAGES,
    PHONES,
    READABLE,
    ROW_LINE,
    CanvasLook,
    canvas_data,
    classes_still_hidden,
    first_look,
)
from hierview.draw.scenes.hierarchy import Direction
from hierview.draw.scenes.layout_choice import DIRECTIONS
from hierview.draw.texts.class_labels import LINE
from hierview.explain import HierarchyPicture, Link, Look
from hierview.languages import spoken_language
from hierview.markup.pages.compare import merged_case
from hierview.markup.pictures import DrawingOptions, case_frame_scene, folded_name, panels_html
from hierview.model.labels import Labels
from hierview.publish.figures.making import export_of

EDGES = [
    *(("Arts", c) for c in ("Music", "Drama", "Dance", "Film")),
    *(("Music", c) for c in ("Pop", "Rock", "Jazz", "Folk")),
    *(("Film", c) for c in ("Noir", "Western")),
]
CASE = Case.of(EDGES, ["Pop"], ["Music"])
PLAIN = HierarchyPicture(())
LEAVES = [(f"Branch {i}", f"Leaf {i} of a long name {k}") for i in range(6) for k in range(8)]
BRANCHES = Case.of([*(("Root", f"Branch {i}") for i in range(6)), *LEAVES], [LEAVES[0][1]], [LEAVES[-1][1]])


def one(case: Case, picture: HierarchyPicture = PLAIN) -> Case:
    """A case as one picture folds it."""
    ((drawn,), _) = fold_cases([case], [picture])
    return drawn


def test_branches_without_a_mark_are_one_class_that_counts_them():
    drawn = one(CASE)
    assert drawn.hierarchy.classes == ("Arts", "Music", "Pop", "5 more", "3 more")
    assert drawn.hierarchy.edges == (("Arts", "Music"), ("Music", "Pop"), ("Arts", "5 more"), ("Music", "3 more"))
    assert drawn.artificial == {"5 more", "3 more"}


def test_what_a_picture_shows_stays():
    looks = {"Jazz": Look(side="t")}
    drawn = one(CASE, HierarchyPicture((), looks=looks, links=(Link("Folk", "Rock", "2"),)))
    assert {"Jazz", "Folk", "Rock"} <= set(drawn.hierarchy.classes)
    single = one(CASE, HierarchyPicture((), links=(Link("Noir", "Jazz", "4"),)))
    assert "Western" in single.hierarchy  # a single one is no shorter as one more


def test_every_branch_is_counted_once():
    edges = [("A", "B"), ("A", "C"), ("B", "M"), ("C", "x"), ("B", "x"), ("x", "y"), ("x", "z"), ("R", "s"), ("R", "t")]
    drawn = one(Case.of(edges, ["M"], ["A"]))
    more = [c for c in drawn.hierarchy.classes if c.endswith("more")]
    kept = len(drawn.hierarchy) - len(more)
    assert kept + sum(int(c.split()[0]) for c in more) == 10


def test_the_case_in_the_file_stays():
    text = figure(CASE, "hierarchy", fold=True)
    assert "5 more" in text
    assert "Western" in text.split("</metadata>")[0]
    assert "Western" not in text.split("</metadata>")[1]


def test_a_fold_is_called_one_and_never_an_artificial_class():
    text = figure(CASE, "hierarchy", fold=True, legend=True)
    assert ">classes not drawn</text>" in text
    assert "5 more classes that are not drawn" in text.split("<metadata>")[0]
    assert "artificial" not in text
    for way in ("tikz", "dot"):
        text = figure(CASE, "hierarchy", format=way, fold=True, legend=True)
        drawn = text.rpartition("digraph" if way == "dot" else "begin{tikzpicture}")[2]
        assert "5 more classes that are not drawn" in text
        assert "5 more" in drawn
        assert "Western" not in drawn
        assert "artificial" not in text
    assert "folded/.style=" in figure(CASE, "hierarchy", format="tikz", fold=True)
    # A class that a case calls artificial remains one.
    kept = figure(replace(CASE, artificial=frozenset({"Music"})), "hierarchy", fold=True, legend=True)
    assert ">artificial class</text>" in kept


def test_a_fold_speaks_the_language_of_the_page_and_a_file_stays_english():
    ids = {c: i for i, c in enumerate(CASE.hierarchy.classes)}
    measure = parse_measure("GIE")
    step = measure.view(CASE, measure.evaluate(CASE), "pairs")
    looked = CanvasLook("down", foldable_classes(CASE, 12))
    for language, called, said in (
        ("en", "5 more", 'data-pick="-1" role="img" tabindex="-1" aria-label="5 more classes that are not drawn"'),
        (
            "de",
            "5 weitere",
            'lang="de" role="img" tabindex="-1" aria-label="5 weitere Klassen, die nicht gezeichnet sind"',
        ),
    ):
        with spoken_language(language):
            shown = panels_html(CASE, step, ids, DrawingOptions(fold=True))
            assert f"<title>{called}</title>" in shown
            assert said in shown
            labels = [c.get("label") for c in canvas_data(CASE, ids, looked=looked, called=folded_name)["classes"]]
            assert called in labels
            folded = case_frame_scene(BRANCHES, BRANCHES)
            assert called.replace("5", "7") in {label.text for item in folded.items for label in item.labels}
            assert "5 more" in figure(CASE, "hierarchy", fold=True)


def test_pictures_of_one_hierarchy_fold_alike_and_what_is_only_there_is_folded():
    export = export_of(CASE, "graphs", "LCaF", fold=True, width_mm=174)
    drawn = [{i.classes[0] for i in panel.items if i.role == "class"} for panel in export.figure.panels]
    assert drawn[0] == drawn[1] == {"Arts", "Music", "Pop", "5 more", "3 more"}
    steps = export_of(CASE, "steps", "GIE", fold=True)
    cases = {panel.case for page in steps.pages for panel in page.panels if isinstance(panel.picture, HierarchyPicture)}
    assert len(cases) == 1
    other = replace(CASE, predicted=frozenset({"Noir"}))
    compared = export_of(CASE, "comparison", "hF", against=other, fold=True, width_mm=174)
    shown = [{i.classes[0] for i in panel.items if i.role == "class"} for panel in compared.figure.panels]
    assert shown[0] == shown[1] == {"Arts", "Music", "Pop", "Film", "Noir", "Western", "2 more", "3 more"}


def test_cases_in_one_place_fold_alike_and_have_room_for_their_labels():
    labels = Labels({"": {c: f"a long label of the class {c}" for c in CASE.hierarchy.classes}})
    a = replace(CASE, hierarchy=CASE.hierarchy.labelled(labels))
    b = replace(a, predicted=frozenset({"Noir"}))
    place = merged_case(a, b)
    assert place is not None
    assert place.hierarchy.labels.label_or_name("Noir") == "a long label of the class Noir"
    found = export_of(a, "comparison", "hF", against=b, fold=True, width_mm=174).figure
    shown = [{i.classes[0] for i in panel.items if i.role == "class"} for panel in found.panels]
    assert shown[0] == shown[1]
    assert "3 more" in shown[0]


def test_the_top_levels_and_the_marked_classes_stay_where_there_are_too_many():
    h = Hierarchy.from_edges([(f"c{(i - 1) // 4}", f"c{i}") for i in range(1, 400)])
    case = Case(h, frozenset({"c399"}), frozenset({"c2"}))
    assert fold_to_top_levels(case, 400) is case
    drawn = fold_to_top_levels(case, 30)
    labels = drawn.hierarchy.labels
    kept = {c for c in drawn.hierarchy.classes if labels.of(c) is None}
    assert kept == {f"c{i}" for i in range(21)} | {*h.closure(["c399"])}
    assert drawn.true == {"c399"}
    folded = [c for c in drawn.hierarchy.classes if c not in kept]
    assert {*folded} == drawn.artificial
    assert sum(int(labels.label_or_name(c).split()[0]) for c in folded) == len(h) - len(kept)
    assert all(labels.label_or_name(c).endswith(" more") for c in folded)
    # Several parents: nothing is counted twice.
    h = Hierarchy.from_edges([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", "e"), ("x", "e")])
    drawn = fold_to_top_levels(Draft(h), 3)
    assert [drawn.hierarchy.labels.label_or_name(c) for c in drawn.hierarchy.classes] == ["a", "x", "4 more"]
    many = fold_to_top_levels(Draft(Hierarchy.from_edges([], [str(i) for i in range(50)])), 10)
    assert [many.hierarchy.labels.label_or_name(c) for c in many.hierarchy.classes] == ["50 more"]


def test_a_drawing_to_be_edited_folds_what_is_named_and_shows_one_branch_at_a_time():
    hidden = foldable_classes(CASE, 12)
    assert hidden == {"Drama", "Dance", "Film", "Noir", "Western", "Rock", "Jazz", "Folk"}
    shown = canvas_data(CASE, {c: i for i, c in enumerate(CASE.hierarchy.classes)}, looked=CanvasLook("right", hidden))
    stand = {c["label"]: c["name"] for c in shown["classes"] if "stands" in c}
    assert list(stand) == ["5 more", "3 more"]
    assert set(shown["folded"]) == hidden
    assert shown["total"] == 11
    at = {c["name"]: c["x"] for c in shown["classes"]}
    assert at["Arts"] < at["Music"] < at["Pop"]
    less = classes_still_hidden(CASE, hidden, stand["3 more"])
    assert hidden - less == {"Rock", "Jazz", "Folk"}
    assert classes_still_hidden(CASE, hidden, stand["5 more"], most=3) == hidden - {"Drama", "Dance", "Film"}
    assert classes_still_hidden(CASE, hidden, "Pop") == hidden
    # What is marked, or above what is shown, is never folded.
    drawn, branches = with_folded_classes(CASE, {"Arts", "Music", "Pop", "Film", "Western"})
    assert not branches
    assert drawn is CASE


def test_a_drawing_that_a_page_holds_opens_as_ever_and_a_larger_one_on_what_is_marked():
    assert first_look(CASE) == CanvasLook()
    assert first_look(Draft(Hierarchy((), {}))) == CanvasLook()
    assert len(first_look(BRANCHES).hidden) == 50
    assert first_look(Draft(BRANCHES.hierarchy)).hidden == frozenset()


def test_a_page_shows_what_is_marked_as_large_as_it_can_and_from_the_top_where_that_is_no_smaller():
    deep = [(f"Level {i}", f"Level {i + 1}") for i in range(6)]
    wide = [(f"Level {i}", f"Book {k} on level {i} of the shelves") for i in range(7) for k in range(5)]
    case = Case.of(deep + wide, ["Book 0 on level 0 of the shelves"], ["Book 4 on level 6 of the shelves"])
    look = first_look(case)
    assert look.hidden

    def scale(direction: Direction) -> float:
        """How large all that is marked is, as the classes are drawn."""
        shown = {c["name"]: c for c in canvas_data(case, {}, looked=CanvasLook(direction, look.hidden))["classes"]}
        boxes = []
        for name in case.marked:
            w, h = named_size("both", name, style=ClassStyle(line=ROW_LINE if direction == "indented" else LINE))
            left = shown[name]["x"] - (0 if direction == "indented" else w / 2)
            boxes.append((left, shown[name]["y"] - h / 2, left + w, shown[name]["y"] + h / 2))
        across, down = (max(b[i + 2] for b in boxes) - min(b[i] for b in boxes) for i in (0, 1))
        return min(1.0, PAGES[-1].name_size_share(across, down))

    assert scale(look.direction) >= 0.9 * max(map(scale, DIRECTIONS))
    few = Case.of(deep[:1] + wide[:3], ["Book 0 on level 0 of the shelves"], ["Book 2 on level 0 of the shelves"])
    assert first_look(few).direction == "down"


def test_a_narrow_page_shows_a_drawing_in_letters_that_can_be_read():
    """Measured as the browser does: what the drawing takes, at its own size, beside what the page has."""
    assert first_look(CASE, narrow=True) == CanvasLook("right")
    small = Case.of([("Root", "A"), ("A", "B")], ["A"], ["B"])
    assert first_look(small, narrow=True) == CanvasLook()
    assert first_look(Draft(Hierarchy((), {})), narrow=True) == CanvasLook()
    wide = Case.of([("Root", f"Child {i}") for i in range(6)], ["Child 0"], ["Child 5"])
    assert first_look(wide) == CanvasLook()
    assert first_look(wide, narrow=True).direction != "down"
    assert first_look(BRANCHES, narrow=True).hidden == first_look(BRANCHES).hidden
    for case in (wide, BRANCHES, Draft(BRANCHES.hierarchy)):
        look = first_look(case, narrow=True)
        shown = canvas_data(case, {}, looked=look)["classes"]
        sizes = {
            c["name"]: named_size("both", c.get("label", c["name"]), style=ClassStyle(line=ROW_LINE)) for c in shown
        }
        if look.direction == "indented":
            assert max(c["x"] + sizes[c["name"]][0] for c in shown) * READABLE <= 16 / 14 * PHONES[0].width


def test_branches_of_one_value_become_one_class_with_that_value():
    """Values stay where they differ; what a picture shows beside a value stays whole."""
    same = Look(value="0.5", tint=0.5)
    looks = dict.fromkeys(CASE.hierarchy.classes, same) | {"Noir": Look(value="1", tint=0.0)}
    ((drawn,), (picture,)) = fold_cases([CASE], [HierarchyPicture((), looks=looks)])
    assert drawn.hierarchy.classes == ("Arts", "Music", "Film", "Pop", "Noir", "Western", "2 more", "3 more")
    folds = [picture.looks[c] for c in ("2 more", "3 more")]
    assert folds == [Look(kind="folded", value="0.5", tint=0.5)] * 2
    both = looks | {"Jazz": Look(value="0.5", tint=0.5, side="t")}
    assert "Jazz" in fold_cases([CASE], [HierarchyPicture((), looks=both)])[0][0].hierarchy
