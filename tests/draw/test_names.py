"""Names of classes on the lines of their labels."""

from __future__ import annotations

import re

from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from hierview import Case, load_case
from hierview.draw.figures.arrange import Panel, panels_figure
from hierview.draw.figures.figure import FigureStyle
from hierview.draw.scenes.bodies import CaseClass, class_item
from hierview.draw.scenes.hierarchy import hierarchy_scene
from hierview.draw.texts.class_labels import LINE, NARROW_LINE, label_lines
from hierview.draw.texts.fonts import SANS, SERIF, Face
from hierview.draw.texts.label_collisions import ink_box, touching_texts
from hierview.draw.texts.widths import character_widths
from hierview.explain import HierarchyPicture, Look
from tests.each import each

LONG = [
    "Streptococcus pneumoniae pneumonia",
    "Lower respiratory tract disease",
    "Congestive heart failure (NYHA III)",
    "negative regulation of transcription by RNA polymerase II",
    "HTTPServerConnectionPoolManager",
    "Donaudampfschifffahrtsgesellschaftskapitän",
]
MARKS = ("none", "true", "predicted", "both")


@each("face", (SANS, SERIF))
def test_the_widths_that_are_stored_are_those_of_the_typefaces(face: Face):
    with TTFont(face.path) as font:
        widths, em = font["hmtx"].metrics, font["head"].unitsPerEm
        assert character_widths(face.name) == ({chr(c): widths[name][0] for c, name in font.getBestCmap().items()}, em)


@each(
    "name, lines",
    [
        ("Arts", ("Arts",)),
        ("x" * LINE, ("x" * LINE,)),
        ("Streptococcus pneumoniae pneumonia", ("Streptococcus", "pneumoniae", "pneumonia")),
        ("Gram-negative-bacterium infection", ("Gram-negative-", "bacterium", "infection")),
        ("HTTPServerConnectionPool", ("HTTPServer", "ConnectionPool")),
        ("Gastroenterologicaldisease", ("Gastroenterologicaldisease",)),
        ("Donaudampfschifffahrtsgesellschaftskapitän", ("Donaudampfschifffahrt-", "sgesellschaftskapitän")),
    ],
)
def test_lines_end_at_blanks_hyphens_and_capitals_and_a_word_is_hyphenated_only_where_nothing_helps(name, lines):
    assert label_lines(name) == lines


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc",)), min_size=1, max_size=300))
def test_any_name_has_one_to_three_lines_and_loses_nothing_that_is_not_said(name):
    for most in (LINE, NARROW_LINE):
        lines = label_lines(name, most)
        assert 1 <= len(lines) <= 3
        if len(name) > most:
            assert all(len(line) <= LINE + LINE // 2 for line in lines)
        if not lines[-1].endswith("…"):
            whole, shown = (re.sub("[ -]", "", text) for text in (name, "".join(lines)))
            assert whole == shown


@each("mark", MARKS)
@each("name", LONG)
def test_a_label_stands_within_its_body(name, mark):
    for value in ("", "0.75"):
        item = class_item(CaseClass(name, mark), Look(value=value), (0.0, 0.0))
        boxes = [ink_box(label) for label in item.labels]
        _, _, w, h = item.box
        assert touching_texts(list(item.labels)) == []
        inset = 6 if mark == "both" else 0
        for left, top, right, bottom in boxes:
            assert -w / 2 < left
            assert right < w / 2
            assert -h / 2 < top
            assert bottom < h / 2
            if mark in ("true", "both"):
                a, b = w / 2 - inset, h / 2 - inset
                # Capitals and x-heights reach 0.35 em up and down; a corner of the box is seldom inked.
                assert all((x / a) ** 2 + (y / b) ** 2 <= 1.02 for x in (left, right) for y in (top + 2, bottom - 4))


def test_the_layout_has_room_for_every_line():
    edges = [("Disease of anatomical entity", name) for name in LONG]
    case = Case.of(edges, LONG[:1], LONG[1:2])
    scene = hierarchy_scene(case, HierarchyPicture(()))
    labels = [label for item in scene.items for label in item.labels]
    assert touching_texts(labels) == []
    assert {label.text for label in labels} >= {"Lower respiratory", "tract disease"}
    assert all(len(item.parts) >= 2 for item in scene.items if item.role == "class")


ENDLESS = "Streptococcus pneumoniae infection with resistance against penicillin and cephalosporins and macrolides"


def test_names_that_are_cut_stand_whole_in_a_key():
    case = Case.of(
        [("A", ENDLESS), ("A", "Alzheimer’s disease"), ("A", f"{ENDLESS} B")], [ENDLESS], ["Alzheimer’s disease"]
    )
    styles = (FigureStyle(key=key, width_mm=174) for key in (False, True))
    plain, keyed = (panels_figure([Panel(case, HierarchyPicture(()))], style) for style in styles)
    assert keyed.fits
    labels = [label.text for label in keyed.labels]
    assert sum(text.endswith("…") for text in labels) == 2
    told = " ".join(labels)
    assert f"1 {ENDLESS}" in told
    assert f"2 {ENDLESS} B" in told
    assert sum(bool(re.match(r"\d Streptococcus", text)) for text in labels) == 4
    assert ENDLESS not in " ".join(label.text for label in plain.labels)
    assert ENDLESS in plain.says
    assert ENDLESS in keyed.says
    nothing = panels_figure([Panel(load_case("15"), HierarchyPicture(()))], FigureStyle(key=True))
    assert nothing.panels == panels_figure([Panel(load_case("15"), HierarchyPicture(()))]).panels
