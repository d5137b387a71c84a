"""Figures: they fit, nothing touches, what they say survives in black and white, and the same bytes come again.

The golden files, `tests/golden/figures/*`, are whole files. When a change is meant, look at the new ones and keep them:

    REFRESH_GOLDEN=1 python -m pytest tests/draw/test_figure.py -k golden
"""

import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

from hierview import Case, HierviewError, load_case
from hierview import parse_measure as parse
from hierview.draw.backends.dot import dot_text
from hierview.draw.backends.latex.tikz import tikz_code
from hierview.draw.backends.pdf import pdf_bytes, png_bytes
from hierview.draw.backends.svgfile import svg_file_text
from hierview.draw.figures.arrange import Panel, panels_figure
from hierview.draw.figures.figure import Figure, FigureStyle, Meta
from hierview.draw.scenes.scene import Item, Label, Shape
from hierview.explain import HierarchyPicture, Link, Picture, plain
from hierview.model.labels import Labels
from tests.draw.test_scene import around, box_of, check_golden, crosses, meet, points
from tests.each import each
from tests.effort import times
from tests.samples import PRESETS, ROOT, listed_measures, views_of

GOLDEN = ROOT / "tests" / "golden" / "figures"
SVG = "{http://www.w3.org/2000/svg}"
FONTS = {"sans": "SourceSans3-Regular.ttf", "serif": "LiberationSerif-Regular.ttf"}


@cache
def views(case: Case) -> tuple[tuple[str, tuple[Picture, ...]], ...]:
    """The pictures of every view of every listed measure, and each by itself, all once."""
    found: dict[str, tuple[str, tuple[Picture, ...]]] = {}
    for measure in listed_measures():
        for name, step in views_of(case, measure):
            for some in [step.pictures, *((picture,) for picture in step.pictures)]:
                if some:
                    found.setdefault(repr(some), (f"{measure} {name}", some))
    return tuple(found.values())


@cache
def samples_of_views(name: str) -> tuple[tuple[Picture, ...], ...]:
    """Of a preset's views the first of every kind: hierarchies with pairs and with sides, networks, columns, lists."""
    found: dict[tuple, tuple[Picture, ...]] = {}
    for _, pictures in views(load_case(name)):
        kind = tuple(
            sorted({(type(p).__name__, bool(getattr(p, "links", ())), bool(getattr(p, "edges", ()))) for p in pictures})
        )
        found.setdefault(kind, pictures)
    return tuple(found.values())


def of(name: str, measure: str, view: str, style: FigureStyle | None = None) -> Figure:
    case, m = load_case(name), parse(measure)
    pictures = m.view(case, m.evaluate(case), view).pictures
    return panels_figure([Panel(case, picture) for picture in pictures], style)


# Geometry, computed here from the font's own table of widths


@cache
def advances(font: str) -> tuple[dict[int, int], int]:
    with TTFont(ROOT / "hierview" / "draw" / "typefaces" / FONTS[font]) as read:
        return {c: read["hmtx"][glyph][0] for c, glyph in read.getBestCmap().items()}, read["head"].unitsPerEm


def ink(label: Label, font: str) -> tuple[float, float, float, float]:
    widths, em = advances(font)
    wide = sum(widths.get(ord(c), 0.62 * em) for c in label.text) / em * label.size
    left = label.x if label.anchor == "start" else label.x - wide / 2
    # A subscript hangs lower than its line; its own letters are small.
    deep = 0.54 if set(label.text) & set("gjpqy,;()Q") else 0.33
    return left, label.y - 0.38 * label.size, left + wide, label.y + deep * label.size


def own(item: Item, label: Label, other: Item, path: list) -> bool:
    """Whether a line is the one that a label stands on, or one that its class's body hides."""
    if item is other or (item.role == "class" and set(item.classes) & set(other.classes)):
        return True
    if item.role == "cost":
        return item.classes == other.classes and other.role in ("pair", "rejected")
    return (
        item.role == "bounds" and label.ground and crosses(path, (label.x - 1, label.y - 1, label.x + 1, label.y + 1))
    )


def faults(fig: Figure) -> list[str]:
    """Texts on texts, on foreign classes and on foreign lines, and whatever sticks out."""
    font = fig.style.font
    frame = (0.0, 0.0, fig.width, fig.height)
    texts = [(label, ink(label, font)) for label in fig.labels]
    found = [f"{a.text!r} on {b.text!r}" for (a, x), (b, y) in combinations(texts, 2) if meet(x, y)]
    found += [f"{label.text!r} outside" for label, box in texts if not inside(box, frame)]
    for panel in fig.panels:
        bodies = [item for item in panel.items if item.role in ("class", "default")]
        lines = [
            (item, path, around(path))
            for item in panel.items
            if item.role in ("edge", "arc", "pair", "rejected")
            for part in item.parts
            if isinstance(part, Shape) and part.kind in ("line", "curve") and (path := points(part))
        ]
        found += [f"{body.classes} outside" for body in bodies if not inside(box_of(body), frame)]
        found += [f"{a.classes} on {b.classes}" for a, b in combinations(bodies, 2) if meet(box_of(a), box_of(b))]
        for item in panel.items:
            for label in item.parts:
                if not isinstance(label, Label):
                    continue
                box = ink(label, font)
                found += [f"{label.text!r} on {b.classes}" for b in bodies if b is not item and meet(box, box_of(b))]
                found += [
                    f"{other.role} {other.classes} through {label.text!r}"
                    for other, path, room in lines
                    if meet(box, room)
                    and crosses(path, (box[0] + 0.5, box[1] + 0.5, box[2] - 0.5, box[3] - 0.5))
                    and not own(item, label, other, path)
                ]
    return found


def inside(box, frame) -> bool:
    air = 0.5
    return box[0] > -air and box[1] > -air and box[2] < frame[2] + air and box[3] < frame[3] + air


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.slow
def test_no_text_touches_anything_at_84_mm(name: str):
    """Every preset, the pictures of every measure's views, alone and together, at 8 pt in one column.

    In a usual search a ninth of them, another one in the next preset, so that all are seen in some.
    """
    case = load_case(name)
    drawn, every = 0, times(14, 1)
    for told, pictures in views(case)[PRESETS.index(name) % every :: every]:
        fig = panels_figure([Panel(case, picture) for picture in pictures], FigureStyle(84, font_pt=8))
        assert faults(fig) == [], f"{told}, {[plain(getattr(p, 'title', ())) for p in pictures]}"
        assert fig.touching_texts == ()
        assert fig.crossed_texts == ()
        assert fig.width_mm == pytest.approx(84) or fig.fit_sentence.startswith("Too wide"), told
        drawn += 1
    assert drawn > times(1, 40)


@pytest.mark.parametrize(
    "style", [FigureStyle(174, "serif", 10), FigureStyle(84, "serif"), FigureStyle(None, font_pt=6)]
)
@pytest.mark.slow
def test_no_text_touches_anything_in_other_styles(style: FigureStyle):
    for turn, name in enumerate(("12b", "15", "8b")):
        case = load_case(name)
        for told, pictures in views(case)[turn % times(3, 1) :: times(3, 1)]:
            fig = panels_figure([Panel(case, picture) for picture in pictures], style)
            assert faults(fig) == [], f"{name}, {told}"


# What a figure is


def test_the_size_on_paper_is_the_size_asked_for():
    for points_asked in (6, 8, 10.5):
        fig = of("15", "LCaF", "graphs", FigureStyle(174, font_pt=points_asked))
        sizes = {label.size * fig.unit for item in fig.items for label in item.labels}
        assert max(sizes) == pytest.approx(points_asked)
    free = [of("15", "LCaF", "graphs", FigureStyle(None, font_pt=size)) for size in (8, 16)]
    # All distances follow the text.
    assert free[1].width_mm == pytest.approx(2 * free[0].width_mm)
    assert free[1].height_mm == pytest.approx(2 * free[0].height_mm)


def test_panels_side_by_side_share_layout_and_scale():
    fig = of("15", "LCaF", "graphs")
    assert fig.columns == 2
    assert fig.width_mm == pytest.approx(84)
    places = []
    for panel in fig.panels:
        middles = {
            i.classes[0]: (i.box[0] + i.box[2] / 2, i.box[1] + i.box[3] / 2) for i in panel.items if i.role == "class"
        }
        x, y = middles["Arts"]
        places.append({c: (round(a - x, 6), round(b - y, 6)) for c, (a, b) in middles.items()})
        assert y == pytest.approx(places and middles["Arts"][1])
    assert places[0] == places[1]
    assert [panel.letter.text for panel in fig.panels if panel.letter] == ["(a)", "(b)"]


def test_what_is_too_wide_says_so():
    fig = of("8b", "GIE", "flow network", FigureStyle(40))
    assert fig.excess_width_mm > 1
    assert not fig.fits
    assert faults(fig) == []
    assert re.fullmatch(
        r"Too wide: [\d.]+ mm wide, [\d.]+ mm more than asked, and [\d.]+ mm high, so that .*; least text 7 pt.",
        fig.fit_sentence,
    )


def test_cases_in_one_place_share_their_frame():
    """Two predictions on one layout, as they are compared."""
    a, b = load_case("13a"), load_case("13b")
    classes = sorted(set(a.hierarchy.edges) | set(b.hierarchy.edges))
    place = Case.of(classes, a.true & set(sum(classes, ())), [])
    fig = panels_figure([Panel(case, HierarchyPicture(()), (name,), place) for case, name in ((a, "A"), (b, "B"))])
    left, right = (
        {i.classes[0]: i.box[1] + i.box[3] / 2 for i in panel.items if i.role == "class"} for panel in fig.panels
    )
    shift = {round(right[c] - left[c], 6) for c in left.keys() & right.keys()}
    assert len(shift) == 1
    assert faults(fig) == []


@each(
    "wrong, told",
    [
        ({"width_mm": 5}, "a figure's width_mm is between 20 and 1000 mm, not '5'"),
        ({"width_mm": float("nan")}, "not 'nan'"),
        ({"width_mm": "84"}, "between 20 and 1000 mm, not '84'"),
        ({"font_pt": 40}, "a figure's font_pt is between 4 and 36 pt, not '40'"),
        ({"font_pt": True}, "not 'True'"),
        ({"font": "comic"}, "a figure's font is one of 'sans', 'serif', not 'comic'"),
        ({"colour": "blue"}, "a figure's colour is one of 'colour', 'grey', 'line', not 'blue'"),
        ({"labels": None}, "a figure's labels is one of 'text', 'outlines', not 'None'"),
        ({"legend": 1}, "a figure's legend is True or False, not '1'"),
    ],
)
def test_a_style_that_is_none_is_refused(wrong: dict, told: str):
    with pytest.raises(HierviewError, match=re.escape(told)):
        FigureStyle(**wrong)


# Black on white


def body(item: Item) -> tuple:
    """A class's outlines without any colour: what tells it from others in line art."""
    return tuple(p.kind for p in item.shapes if p.stroke and p.kind in ("rect", "ellipse"))


@pytest.mark.slow
def test_line_art_is_black_and_white_and_tells_the_marks_apart():
    for turn, name in enumerate(("13a", "15", "16")):
        for told, pictures in views(load_case(name))[turn % times(3, 1) :: times(3, 1)]:
            fig = panels_figure([Panel(load_case(name), p) for p in pictures], FigureStyle(colour="line", legend=True))
            text = svg_file_text(fig)
            assert set(re.findall(r"#[0-9A-Fa-f]{6}", text)) <= {"#000000", "#FFFFFF"}, told
            assert "opacity" not in text
    case = Case.of([("R", "a"), ("R", "b"), ("R", "c"), ("R", "d")], ["a", "c"], ["b", "c"])
    fig = panels_figure([Panel(case, HierarchyPicture(()))], FigureStyle(colour="line"))
    looks = {i.classes[0]: body(i) for i in fig.items if i.role == "class"}
    assert looks["a"] == ("ellipse",)
    assert looks["c"] == ("rect", "ellipse")
    # Predicted has right angles and a bold outline, unmarked is round and thin.
    (b,), (d,) = (i.shapes for i in fig.items if i.role == "class" and i.classes[0] in "bd")
    assert b.at[4] == 0
    assert d.at[4] > 0
    assert b.width > d.width


def test_grey_has_no_colour_and_enough_contrast():
    text = svg_file_text(of("15", "LCaF", "graphs", FigureStyle(colour="grey")))
    for colour in set(re.findall(r"#([0-9A-Fa-f]{6})", text)):
        assert len({colour[i : i + 2] for i in (0, 2, 4)}) == 1

    def light(colour: str) -> float:
        v = int(colour[1:3], 16) / 255
        return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4

    # In line art, whatever stands behind a text is white.
    line = FigureStyle(colour="line").palette
    assert {line[name] for name in ("ground", "tint-t", "tint-p", "tint-both")} == {"#FFFFFF"}
    grey = FigureStyle(colour="grey").palette
    for ink_, ground in (("ink", "tint-both"), ("quiet", "ground"), ("quiet", "tint-both"), ("predicted", "ground")):
        assert (light(grey[ground]) + 0.05) / (light(grey[ink_]) + 0.05) >= 4.5, (ink_, ground)


# SVG files

META = Meta(
    "Case 15 <&> 'more'",
    "Two copies of one hierarchy",
    "hierview 1 · LCaF · 12ab",
    '{"hierview":1,"note":"a<b & \\"c\\""}',
    "https://x/?c=15&m=LCaF",
)


def test_an_svg_file_has_its_size_and_says_what_it_is():
    fig = of("15", "LCaF", "graphs")
    root = ElementTree.fromstring(svg_file_text(fig, META).encode())
    assert root.get("width") == "84mm"
    assert float(root.get("height", "").removesuffix("mm")) == pytest.approx(fig.height_mm, abs=0.01)
    assert root.findtext(f"{SVG}title") == META.title
    assert root.findtext(f"{SVG}desc") == META.alt
    told = {e.tag: e.text for e in root.find(f"{SVG}metadata") or ()}
    assert told == {
        "{urn:hierview}signature": META.signature,
        "{urn:hierview}link": META.link,
        "{urn:hierview}case": META.case,
    }
    texts = {"".join(e.itertext()) for e in root.iter(f"{SVG}text")}
    assert texts >= {"Arts", "Theater", "Music", "Drama", "Opera", "Rock", "(a)", "(b)"}
    assert "Gt, climbs of the true side · 3 classes" in texts
    assert svg_file_text(fig).count("<title>") == 0
    assert "<metadata>" not in svg_file_text(fig)


def test_outlines_need_no_font():
    for font in ("sans", "serif"):
        fig = of("15", "hF", "lists", FigureStyle(font=font, labels="outlines"))  # type: ignore[arg-type]
        text = svg_file_text(fig)
        root = ElementTree.fromstring(text.encode())
        assert not list(root.iter(f"{SVG}text"))
        assert "font" not in text
        glyphs = [e for e in root.iter(f"{SVG}g") if e.get("aria-label") == "Theater"]
        assert glyphs
        assert all(len(list(g)) == 7 for g in glyphs)


def test_characters_that_xml_does_not_know_are_left_out():
    text = svg_file_text(of("7a", "GIE", "pairs"), Meta(title="a\x00b\x1f\ufffec", alt="\ud800x"))
    root = ElementTree.fromstring(text.encode())
    assert root.findtext(f"{SVG}title") == "abc"
    assert root.findtext(f"{SVG}desc") == "x"


# The same bytes; see tests/test_every_process.py too


def everything_written() -> bytes:
    written: list[bytes] = []
    for name, measure, view in (
        ("15", "LCaF", "graphs"),
        ("12b", "MGIA", "flow network"),
        ("8b", "GIE", "pairs"),
        ("15", "hF", "lists"),
    ):
        for style in (FigureStyle(legend=True), FigureStyle(174, "serif", colour="line", labels="outlines")):
            fig = of(name, measure, view, style)
            written += [svg_file_text(fig, META).encode(), tikz_code(fig, META, True).encode()]
            written += [pdf_bytes(fig, META), png_bytes(fig, 60, META)]
        written.append(dot_text(load_case(name), meta=META).encode())
    return b"".join(written)


# Golden files

GOLDEN_FIGURES = {
    "15-lcaf": lambda: of("15", "LCaF", "graphs", FigureStyle(legend=True)),
    "12a-mgia": lambda: of("12a", "MGIA", "pairs"),
    "12b-mgia-network": lambda: of("12b", "MGIA", "flow network", FigureStyle(colour="line")),
    "15-hf-lists": lambda: of("15", "hF", "lists", FigureStyle(font="serif")),
    "13a-grey": lambda: panels_figure([Panel(load_case("13a"), HierarchyPicture(()))], FigureStyle(colour="grey")),
}


def test_a_figure_in_words_says_who_stands_below_whom_and_what_is_paired():
    plain_case = Case.of([("All, of it", "A"), ("All, of it", "B"), ("A", "C"), ("B", "C")], ["A"], ["C"])
    labels = Labels({"": {"A": "first", "C": "C (last)"}})
    case = replace(plain_case, hierarchy=plain_case.hierarchy.labelled(labels))
    links = (Link("C", "A", "1"), Link("C", None, "5", False))
    drawn = panels_figure([Panel(case, HierarchyPicture((), links=links))])
    assert drawn.says == (
        "Hierarchy of 4 classes, at the top: All, of it. Below All, of it: first (A) (true); B. "
        "Below first (A): C (last) (C) (predicted). Below B: C (last) (C). C (last) with first, 1; "
        "C (last) goes to the default, 5."
    )
    assert of("12a", "GIE", "flow network").says.endswith(
        "the default predicted class to Pop, bounds [0; 1], cost 5, flow 0."
    )
    assert "Arts, Drama, Theater" in of("15", "hF", "lists").says


@each("ending", ["svg", "tex"])
@each("name", GOLDEN_FIGURES)
def test_golden(name: str, ending: str):
    fig, meta = GOLDEN_FIGURES[name](), Meta(title=name, signature="hierview", case='{"hierview":1}')
    text = svg_file_text(fig, meta) if ending == "svg" else tikz_code(fig, meta, standalone=True)
    check_golden(GOLDEN / f"{name}.{ending}", text)


def test_no_golden_file_is_left_over():
    assert {p.name for p in GOLDEN.iterdir()} == {f"{name}.{e}" for name in GOLDEN_FIGURES for e in ("svg", "tex")}
