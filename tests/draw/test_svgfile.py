"""SVG files have no way to run anything or to fetch anything, whatever the classes are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from xml.etree import ElementTree

import pytest

from hierview import Case
from hierview.answers.answers import headline_measures
from hierview.draw.figures.figure import FigureStyle
from hierview.formats import preset
from hierview.publish.figures.export import Export
from hierview.publish.figures.making import figure_file
from tests.effort import SEARCH, sampled, times
from tests.samples import HOSTILE_NAMES, PRESETS

pytestmark = pytest.mark.slow

NAMES = (
    *HOSTILE_NAMES,
    *('" onload="alert(1)', "' onload='alert(1)", "]]><script>alert(1)</script>", "<!-- a --!>"),
    *("&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;", "url(http://example.invalid/x)"),
    *("x' xlink:href='http://x", "</title></svg><svg onload=alert(1)>", "<?xml-stylesheet href='http://x'?>"),
    *("<!DOCTYPE svg [<!ENTITY a 'b'>]>", "@import 'http://x'", "<image href='http://x'/>"),
    *("<foreignObject><iframe src='http://x'>", "</case></metadata><script/>"),
)
SVG = "{http://www.w3.org/2000/svg}"
HELD = {"{urn:hierview}signature", "{urn:hierview}link", "{urn:hierview}case"}
ELEMENTS = {"svg", "g", "title", "desc", "metadata", "rect", "ellipse", "polyline", "polygon", "path", "text", "tspan"}
NUMBERS = re.compile(
    "x|y|dy|cx|cy|rx|ry|width|height|viewBox|points|d|font-size|fill-opacity|stroke-width|stroke-dasharray"
).fullmatch
WORDS = re.compile(
    "fill|stroke|stroke-linecap|stroke-linejoin|paint-order|text-anchor|font-style|text-decoration|role|"
    r"\{http://www\.w3\.org/XML/1998/namespace\}space"
).fullmatch


def renamed(case: Case, names) -> Case:
    """The case under other names of classes."""
    new = {c: f"{name[:190]} {i}" for i, (c, name) in enumerate(zip(case.hierarchy.classes, names, strict=False))}
    edges = [(new[p], new[c]) for p, c in case.hierarchy.edges]
    return replace(
        Case.of(edges, [new[c] for c in case.true], [new[c] for c in case.predicted]),
        name=next(iter(new.values())),
        source=next(iter(new.values())),
    )


def told(text: str) -> set[str]:
    """What a file could run or fetch: nothing."""
    assert text.count("<?") == 1
    assert "<!" not in text
    found: set[str] = set()
    for element in ElementTree.fromstring(text.encode()).iter():
        tag = element.tag.removeprefix(SVG)
        if element.tag in HELD or tag in ("title", "desc"):
            assert not len(element)
            assert not element.attrib
            continue
        if tag not in ELEMENTS:
            found.add(tag)
        for name, value in element.attrib.items():
            fine = (
                (NUMBERS(name) and re.fullmatch(r"[-\d., MLCQZmm]*", value))
                or (WORDS(name) and re.fullmatch(r"#[0-9A-Fa-f]{6}|[a-z-]+", value))
                or (name == "font-family" and tag == "svg" and re.fullmatch(r"[A-Za-z0-9 ',-]+", value))
                or name == "aria-label"
                or (name == "id" and tag == "g" and re.fullmatch(r"class-[a-z0-9-]+", value))
            )
            if not fine:
                found.add(f"{tag} {name}={value}")
    return found


TRIED = sampled(PRESETS, 12)


def tried(name: str) -> Iterator[tuple[list[str], str, tuple[str, ...]]]:
    """What to try a preset with: names, the form of labels and panels; all names in a large search."""
    place, size = TRIED.index(name), len(preset(name).hierarchy)
    for turn in range(times(1, -(-len(NAMES) // size))):
        start = 7 * place + turn * size
        names = list(islice(cycle(NAMES), start, start + size))
        whole = not turn and place % times(2, 1) == 0
        yield (
            names,
            "outlines" if (turn + place // 2) % 2 else "text",
            ("hierarchy", "picture", "steps") if whole else ("hierarchy",),
        )


@pytest.mark.parametrize("name", TRIED)
def test_no_file_can_run_or_fetch_anything(name: str):
    for names, labels, what in tried(name):
        hostile = renamed(preset(name), names)
        style = FigureStyle(labels=labels, legend=True)
        assert (
            told(figure_file(Export(hostile, headline_measures(hostile)[0], what, "svg", style))[2].decode()) == set()
        )


def test_every_name_is_met_in_a_large_search_in_every_form():
    met = {(name, labels, what) for preset in TRIED for names, labels, what in tried(preset) for name in names}
    assert len({form[1:] for form in met}) == 4
    assert {form[0] for form in met} == set(NAMES)
    assert len(met) == 4 * len(set(NAMES)) or SEARCH != "large"


def test_classes_go_by_ids_of_their_own():
    text = figure_file(Export(preset("15"), headline_measures(preset("15"))[0], ("hierarchy",), "svg"))[2].decode()
    assert re.findall('<g id="(.*?)">', text) == [f"class-{c.lower()}" for c in preset("15").hierarchy.classes]
    several = figure_file(Export(preset("15"), headline_measures(preset("15"))[0], ("hierarchy", "steps"), "svg"))[
        2
    ].decode()
    ids = re.findall('<g id="(.*?)">', several)
    assert len(ids) == len(set(ids)) > 20
