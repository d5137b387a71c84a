"""DOT: every name is a quoted text, marks are shapes, and Graphviz, where it is installed, reads it so."""

import json
import re
import shutil
import subprocess

import pytest
from hypothesis import given

from hierview import Case, load_case
from hierview import parse_measure as parse
from hierview.draw.backends.dot import dot_text
from hierview.draw.figures.figure import Meta
from hierview.draw.texts.class_labels import label_lines
from hierview.explain import HierarchyPicture
from tests.draw.test_figure import views
from tests.each import each
from tests.effort import sampled
from tests.samples import HOSTILE_NAMES, PRESETS, cases

LINE = re.compile(
    r'  (?:n\d+(?: -> n\d+)? \[(?:\w+=(?:"(?:[^"\\\n]|\\.)*"|[\w.]+)(?:, )?)+\];|\{ rank=same;(?: n\d+;)+ \})'
)


def strings(text: str) -> list[str]:
    """Every label, as Graphviz reads it."""
    found = re.findall(r'label="((?:[^"\\]|\\.)*)"', text)
    return [re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], s).replace("&amp;", "&") for s in found]


def checked(text: str) -> None:
    """Every line is a statement of ours."""
    head, _, rest = text.partition("digraph hierarchy {\n")
    assert all(line.startswith("// ") for line in head.splitlines())
    assert not re.search(r"&(?!amp;)", rest)  # Graphviz would read an entity
    body = [line for line in rest.splitlines() if not re.match(r"  (graph|node|edge) \[|  label=", line)]
    assert body[-1] == "}"
    for line in body[:-1]:
        assert LINE.fullmatch(line), line


def test_marks_are_shapes():
    text = dot_text(load_case("13a"))
    checked(text)
    looks = dict(re.findall(r'label="([^"]*)", (shape=\w+.*?)\];', text))
    assert "shape=box" in looks["Europop"]
    assert "peripheries=2" in looks["Europop"]
    assert "shape=box" in looks["Beat Music"]
    assert "peripheries" not in looks["Beat Music"]
    assert "rounded" in looks["Music"]
    assert "rounded" not in looks["Beat Music"]
    assert "shape=ellipse" in dot_text(load_case("15"))


@each("name", sampled(PRESETS, 20))
@pytest.mark.slow
def test_every_picture_of_every_preset(name: str):
    case = load_case(name)
    for _, pictures in views(case):
        for picture in pictures:
            if isinstance(picture, HierarchyPicture):
                text = dot_text(case, picture)
                checked(text)
                assert {s.split("\n")[0] for s in strings(text)} >= set(case.hierarchy.classes)
                assert text.count(" -> ") >= len(case.hierarchy.edges)


def lined(name: str) -> str:
    """A name as a label of Graphviz, which has room for all of it."""
    lines = label_lines(name)
    return name if lines[-1].endswith("…") else "\n".join(lines)


@given(cases())
def test_whatever_the_names(case: Case):
    text = dot_text(case, HierarchyPicture(("T",)), Meta(case=json.dumps(case.name), signature="x"))
    checked(text)
    written = strings(text)
    assert all(lined(c) in written or not c.isprintable() for c in case.hierarchy.classes)


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not installed: nothing is read by it")
def test_graphviz_reads_what_was_meant():
    names = [n for n in HOSTILE_NAMES if n.isprintable()]
    case = Case.of([("root", n) for n in names], names[:3], names[2:6])
    measure = parse("LCaF")
    for text in (
        dot_text(case),
        dot_text(
            load_case("15"), measure.view(load_case("15"), measure.evaluate(load_case("15")), "graphs").pictures[0]
        ),
    ):
        done = subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True, timeout=600)
        assert done.returncode == 0
        assert b"Error" not in done.stderr
    done = subprocess.run(["dot", "-Tplain"], input=dot_text(case).encode(), capture_output=True, timeout=600)
    assert done.stdout.count(b"\nnode ") == len(case.hierarchy)
