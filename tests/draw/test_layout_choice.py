"""The one rule of layout: of small hierarchies every class is whole, in letters that can be read, wherever it is drawn.

Random trees and DAGs of up to fifteen classes with ordinary names: two words, up to 16 letters.
"""

from __future__ import annotations

import random
from dataclasses import replace
from math import inf

from hierview import Case, parse_measure
from hierview.draw.scenes.bodies import ClassStyle, named_size
from hierview.draw.scenes.canvas import PAGES, PHONES, ROW_LINE
from hierview.draw.scenes.layout_choice import ALL_SHOWN, DrawingArea, LayoutOption, choose_option
from hierview.draw.scenes.scene import Scene
from hierview.draw.texts.class_labels import LINE
from hierview.explain import HierarchyPicture, Picture
from hierview.lessons.markup.lesson import fits_beside_words, lesson_pictures_html
from hierview.markup.pictures import DrawingOptions, case_frame_scene, scenes_together
from hierview.publish.figures.making import export_of
from hierview.ui.explore.editing import edit_reply, take_edits
from hierview.ui.explore.view import ViewState, on_screen_width, open_case
from hierview.ui.shell.cases import EMPTY, NEW
from tests.each import each
from tests.effort import sampled

WORDS = "Beach Water Tennis Sport Ball Polo Rowing Diving Golf Field Track Snow Sailing Climb Dance Music Opera Drama"
SEEDS = sampled(range(200), 12)
WHY, PHONE, WALL = DrawingArea(880, 620), DrawingArea(332, 680), DrawingArea(1766, 520, 28)
BETWEEN = 40.0  # px between drawings beside each other


def ordinary(seed: int) -> Case:
    """A tree, or every second time a DAG."""
    rng, words = random.Random(seed), WORDS.split()
    pairs = [f"{a} {b.lower()}" for a in words for b in words if a != b]
    names = rng.sample([name for name in pairs if len(name) <= 16], rng.randint(6, ALL_SHOWN))
    reach = rng.choice((1, 2, 15))  # chains with few branches, or bushes
    edges = {(names[rng.randrange(max(0, i - reach), i)], names[i]): None for i in range(1, len(names))}
    for _ in range(rng.randint(1, 3) if seed % 2 else 0):
        child = rng.randrange(2, len(names))
        edges[names[rng.randrange(child)], names[child]] = None
    return Case.of(list(edges), rng.sample(names, rng.randint(1, 3)), rng.sample(names, rng.randint(1, 3)))


def canvas_share(state: ViewState, place: DrawingArea) -> float:
    """`Place.share` of the boxes that the editor is given, with room for any mark."""
    data = edit_reply(state, {})
    assert {c["name"] for c in data["classes"]} == set(state.draft.hierarchy.classes)
    rows = data["direction"] == "indented"
    boxes = []
    for c in data["classes"]:
        w, h = named_size("both", c["name"], style=ClassStyle(line=ROW_LINE if rows else LINE))
        left = c["x"] - (0 if rows else w / 2)
        boxes.append((left, c["y"] - h / 2, left + w, c["y"] + h / 2))
    boxes += [(x, y, x, y) for edge in data["edges"] for x, y in edge["bends"]]
    return place.name_size_share(*(max(b[i + 2] for b in boxes) - min(b[i] for b in boxes) for i in (0, 1)))


def share(scenes: list[Scene | None], place: DrawingArea, columns: int) -> float:
    """The same of drawings in so many columns."""
    drawn = [scene for scene in scenes if scene is not None]
    wide, high = max(scene.width for scene in drawn), max(scene.height for scene in drawn)
    return place.name_size_share(
        wide, high * (-(-len(drawn) // columns) if place is WALL else 1), columns, BETWEEN * (columns > 1)
    )


@each("seed", SEEDS)
def test_every_class_is_whole_where_it_is_drawn(seed: int):
    case = ordinary(seed)
    state = open_case(None, NEW, case)
    assert max(canvas_share(state, place) for place in PAGES) >= 1
    assert max(canvas_share(on_screen_width(state, True), place) for place in PHONES) >= 1
    for name in ("GIE", "hF", "LCaF"):
        measure = parse_measure(name)
        step = measure.view(case, measure.evaluate(case), measure.views(case)[0])
        pictures: list[Picture] = [p for p in step.pictures if isinstance(p, HierarchyPicture)]
        scenes, small = (
            scenes_together(case, pictures, DrawingOptions(narrow=narrow), len(pictures)) for narrow in (False, True)
        )
        assert all(s is not None and set(s.boxes) >= set(case.hierarchy.classes) for s in (*scenes, *small))
        assert share(small, replace(PHONE, height=inf), 1) >= 1
        # Two beside each other, and three but for the widest.
        assert max(share(scenes, WHY, n) for n in {len(pictures), -(-len(pictures) // 2)}) >= 1
        assert max(share(scenes, WALL, n) for n in range(1, len(pictures) + 1)) >= 0.5
    other = replace(case, predicted=frozenset(case.hierarchy.classes[:2]))
    for place in (DrawingArea(560, 700), PHONE):
        compared = [case_frame_scene(one, case, other.marked, place) for one in (case, other)]
        assert all(share([scene], place, 1) >= 1 for scene in compared)
    shown = [("Case", case, [HierarchyPicture(())])]
    assert fits_beside_words(shown)
    assert " more" not in lesson_pictures_html(shown, {c: i for i, c in enumerate(case.hierarchy.classes)}, True)


@each("width", (84, 174))
@each("seed", SEEDS[::4])
def test_in_print_names_of_8_pt_and_others_of_7_fit_a_column_and_two(seed: int, width: int):
    for panel, measure in (("picture", "GIE"), ("sets", "hF"), ("graphs", "LCaF")):
        figure = export_of(ordinary(seed), panel, measure, width_mm=width).figure
        assert figure.fits, figure.fit_sentence
        assert figure.least_pt >= 7


def test_of_panels_that_do_not_stand_in_a_row_the_lowest_layout_is_printed():
    """Four trees of eight classes below each other are a page; beside each other, in rows, less than half of one."""
    case = ordinary(14)
    whole, rows = (export_of(case, "ideas", width_mm=174, direction=way).figure for way in ("auto", "indented"))
    down = export_of(case, "ideas", width_mm=174, direction="down").figure
    assert whole.height_mm == rows.height_mm < 0.5 * down.height_mm


def test_the_first_that_fits_is_chosen_else_the_one_that_cuts_least():
    ways = [LayoutOption("down"), LayoutOption("right"), LayoutOption("indented")]
    assert choose_option(ways, lambda way: (1.0 if way.direction != "down" else 0.9,)) == LayoutOption("right")
    assert choose_option(ways, lambda way: (0.9 if way.direction == "down" else 0.5,)) == LayoutOption("down")


def test_a_drawing_that_grows_out_of_its_layout_is_laid_out_once_more_and_undo_leads_back():
    """The ten classes of a lecturer's DAG, drawn one by one."""
    edges = [("Sport", "Ball"), ("Sport", "Water"), *(("Ball", c) for c in ("Football", "Tennis", "Beach volley"))]
    edges += [("Water", c) for c in ("Water polo", "Swimming", "Diving", "Rowing")]
    steps = [{"op": "add", "name": "Sport", "parent": None}]
    steps += [{"op": "add", "name": child, "parent": parent} for parent, child in edges]
    steps += [{"op": "link", "parent": "Ball", "child": "Water polo"}, {"op": "mark", "name": "Tennis", "mark": "true"}]
    state, turns = open_case(None, NEW, EMPTY), []
    for i, step in enumerate(steps, 1):
        state = take_edits(state, {"log": [{**step, "number": i, "drawingVersion": state.visit.drawing_version}]})
        assert not state.canvas.refusal
        assert max(canvas_share(state, place) for place in PAGES) >= 1
        turns.append(state.canvas_look.direction)
    assert turns == sorted(turns)  # down, then right
    assert set(turns) == {"down", "right"}
    # What a link opens is laid out so, too.
    assert open_case(None, NEW, state.draft).canvas_look == state.canvas_look
    for i, turn in enumerate(reversed(turns[:-1]), len(steps) + 1):
        state = take_edits(state, {"log": [{"op": "undo", "number": i, "drawingVersion": state.visit.drawing_version}]})
        assert state.canvas_look.direction == turn
