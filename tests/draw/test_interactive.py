"""The interactive page as a text: nothing is fetched, names are data, the case comes along, the drawing is clear."""

import json
import random
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings

from hierview import Case, Draft, Hierarchy, load_case
from hierview.draw.backends.embedded_case import embedded_case
from hierview.draw.backends.interactive import interactive_html
from hierview.draw.figures.figure import Meta
from hierview.draw.scenes.hierarchy import MOST_DRAWN, hierarchy_scene
from hierview.explain import HierarchyPicture
from hierview.formats.casefile import read_case, write_case
from tests.each import each
from tests.page_reader import PageReader
from tests.samples import HOSTILE_NAMES, PRESETS, cases
from tests.shell import python

MORE_HOSTILE = (
    *('" onload="alert(1)', "javascript:alert(1)", 'x" href="http://x', "{{7*7}}", "${7*7}", "<!--case-->"),
    *("<!--", "-->", "<script>alert(1)</script>", "\\u003c/script>", "שלום", "]]>", "&lt;b&gt;"),
)
NAMES = (*HOSTILE_NAMES, *MORE_HOSTILE)


class Page(PageReader):
    """A page with what stands in its scripts, by their ids, and in its other elements, by their names."""

    def __init__(self, source: str):
        self.held: dict[str, str] = {}
        self.said: dict[str, str] = {}
        super().__init__(source)

    def handle_data(self, data):
        inside = self.open[-1] if self.open else ""
        if inside == "script":
            key = self.tags[-1][1].get("id") or f"script {len(self.held)}"
            self.held[key] = self.held.get(key, "") + data
        else:
            self.said[inside] = self.said.get(inside, "") + data

    @property
    def skeleton(self) -> list[tuple[str, list[str]]]:
        return [(tag, list(attributes)) for tag, attributes in self.tags]

    @property
    def drawing(self) -> dict:
        return json.loads(self.held["data"])


def page_of(case: Draft, **about: str) -> Page:
    return Page(interactive_html(case, Meta(case=write_case(case), **about)))


def large(n: int, seed: int = 0, roots: int = 3, alone: int = 4) -> Draft:
    """A DAG of n classes: several roots, classes with up to three parents, some with none, marked ones."""
    rng = random.Random(seed)
    names = [f"{rng.choice(('Rock', 'Jazz & Blues', 'Opera of the late baroque'))} {i}" for i in range(n)]
    edges = set()
    for i in range(roots, n - alone):
        low = max(0, i // 6 - 3)
        edges |= {(names[rng.randrange(low, min(i, low + 40))], names[i]) for _ in range(rng.choice((1, 1, 1, 2, 3)))}
    h = Hierarchy.from_edges(sorted(edges), names)
    return Draft(h, frozenset(rng.sample(names, 12)), frozenset(rng.sample(names, 12)), artificial=frozenset(names[:1]))


PLAIN = Case.of([("A", "B"), ("A", "C")], ["B"], ["C"])


def test_nothing_in_the_page_is_fetched():
    text = interactive_html(load_case("15"), Meta(case=write_case(load_case("15"))))
    page = Page(text)
    assert all(tag not in ("link", "img", "iframe", "object", "embed", "base", "a", "form") for tag, _ in page.tags)
    assert all("src" not in attributes and "href" not in attributes for _, attributes in page.tags)
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)
    assert "sourceMappingURL" not in text
    assert "bootstrap" not in text.lower()
    assert "@import" not in text
    policies = [a["content"] for _, a in page.tags if a.get("http-equiv") == "Content-Security-Policy"]
    own = " ".join(f"'sha256-{text}'" for text in (r"[\w/+=]{44}",) * 2)
    assert re.fullmatch(f"default-src 'none'; script-src {own}; style-src 'unsafe-inline'; img-src data:", *policies)
    # The policy holds for what comes after it.
    tags = [tag for tag, _ in page.tags]
    assert tags.index("style") > 3
    assert [a.get("http-equiv") for _, a in page.tags].index("Content-Security-Policy") <= 3


def test_the_page_says_what_it_is():
    page = page_of(
        load_case("13a"), title="Two <songs> & more", signature="hierview 1 | GIE | 13a 0a1b", alt='In "words"'
    )
    assert page.said["h1"] == page.said["title"] == "Two <songs> & more"
    assert "hierview 1 | GIE | 13a 0a1b" in page.said["p"]
    assert [a["aria-label"] for _, a in page.tags if a.get("id") == "drawing"] == ['In "words"']
    case = load_case("13a")
    told = f"{len(case.hierarchy)} classes, {len(case.true)} true, {len(case.predicted)} predicted"
    assert told in page.said["p"]
    assert Page(interactive_html(case)).said["h1"] == case.name


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ("https://example.org/?c=15&m=GIE", True),
        ("http://127.0.0.1:8501/", True),
        ("", False),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        (" https://x", False),
    ],
)
def test_only_an_address_becomes_a_link(link: str, shown: bool):
    links = [attributes for tag, attributes in page_of(PLAIN, link=link).tags if tag == "a"]
    assert links == ([{"href": link, "rel": "noreferrer"}] if shown else [])


@each("name", NAMES)
@pytest.mark.slow
def test_hostile_texts_are_data(name: str):
    case = Case.of([("A", name), ("A", f"{name}!"[-200:])], [name], ["A"], name=name if name.isprintable() else "")
    page = page_of(case, title=name, alt=name, signature=name)
    assert page.skeleton == page_of(PLAIN, title="x").skeleton
    assert [node["label"] for node in page.drawing["nodes"]] == list(case.hierarchy.classes)
    assert page.held.keys() == page_of(PLAIN).held.keys()
    text = interactive_html(case, Meta(title=name, signature=name, case=write_case(case)))
    plain = interactive_html(PLAIN, Meta(case=write_case(PLAIN)))
    assert [text.count(bad) for bad in ("</script", "<script", "<!--")] == [4, plain.count("<script"), 0]
    assert read_case(embedded_case(text.encode()) or "") == case.unfinished()


@pytest.mark.slow
@given(cases())
@settings(max_examples=40, derandomize=True)
def test_the_drawing_is_the_case(case: Case):
    text = interactive_html(case, Meta(case=write_case(case)))
    page = Page(text)
    names = list(case.hierarchy.classes)
    nodes = page.drawing["nodes"]
    assert [node["label"] for node in nodes] == names
    assert [node["id"] for node in nodes] == list(range(len(names)))
    assert [node["mark"] for node in nodes] == [case.mark(c) for c in names]
    assert [(names[e["from"]], names[e["to"]]) for e in page.drawing["edges"]] == list(case.hierarchy.edges)
    assert page.skeleton == page_of(PLAIN).skeleton
    assert read_case(embedded_case(text.encode()) or "") == case.unfinished()


@pytest.mark.slow
@each("name", PRESETS)
def test_a_case_stands_as_everywhere_else(name: str):
    case = load_case(name)
    scene = hierarchy_scene(case, HierarchyPicture(()))
    drawing = page_of(case).drawing
    assert not drawing["outline"]
    for node in drawing["nodes"]:
        x, y, w, h = scene.boxes[node["label"]]
        expected = (x + w / 2, y + h / 2, w, h)
        assert (node["x"], node["y"], node["w"], node["h"]) == pytest.approx(expected, abs=0.06)
        assert node.get("artificial", False) == (node["label"] in case.artificial)
    lines = {item.classes: item.parts[0].at for item in scene.items if item.role == "edge"}
    for edge in drawing["edges"]:
        ends = tuple(drawing["nodes"][edge[key]]["label"] for key in ("from", "to"))
        assert edge["line"] == pytest.approx(lines[ends], abs=0.06)


# Thousands of classes


def box(node: dict) -> tuple[float, float, float, float]:
    return (node["x"] - node["w"] / 2, node["y"] - node["h"] / 2, node["x"] + node["w"] / 2, node["y"] + node["h"] / 2)


def depths(h: Hierarchy) -> dict[str, int]:
    """The longest way down to each class, by rounds until nothing changes."""
    found = dict.fromkeys(h.classes, 0)
    while changed := [(p, c) for p, c in h.edges if found[c] <= found[p]]:
        for p, c in changed:
            found[c] = max(found[c], found[p] + 1)
    return found


def columns(drawing: dict, h: Hierarchy) -> list[list[int]]:
    """The classes of each column, by the left edge that they would have at depth 0."""
    depth = depths(h)
    left = {n["id"]: box(n)[0] - 32 * depth[n["label"]] for n in drawing["nodes"]}
    found: list[list[int]] = []
    for i in sorted(left, key=lambda i: left[i]):
        if found and left[i] - left[found[-1][-1]] < 1:
            found[-1].append(i)
        else:
            found.append([i])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_an_outline_is_clear(seed: int):
    draft = large(MOST_DRAWN + 30 + 90 * seed, seed, roots=1 + seed, alone=2 * seed)
    h = draft.hierarchy
    drawing = page_of(draft).drawing
    nodes, names = drawing["nodes"], h.classes
    assert drawing["outline"]
    boxes = [box(node) for node in nodes]
    depth = depths(h)
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]
    led: dict[str, list] = {}
    for edge in drawing["edges"]:
        parent, child = names[edge["from"]], names[edge["to"]]
        if "line" not in edge:
            continue
        led.setdefault(child, []).append(parent)
        points = list(zip(edge["line"][::2], edge["line"][1::2], strict=True))
        mine, other = boxes[edge["from"]], boxes[edge["to"]]
        assert mine[0] < points[0][0] < mine[2]
        assert mine[1] < points[0][1] < mine[3]
        assert points[-1] == pytest.approx((other[0], (other[1] + other[3]) / 2), abs=0.11)
        for (x1, y1), (x2, y2) in pairwise(points):
            assert x1 == x2 or y1 == y2
            for k, (left, top, right, bottom) in enumerate(boxes):
                if k not in (edge["from"], edge["to"]):
                    assert max(x1, x2) < left or right < min(x1, x2) or max(y1, y2) < top or bottom < min(y1, y2)
    # Every class hangs from one of its lowest parents, one step in from it.
    for c in names:
        lowest = [p for p in h.parents(c) if depth[p] == depth[c] - 1]
        assert len(led.get(c, [])) == (1 if h.parents(c) else 0)
        assert set(led.get(c, [])) <= set(lowest)
    # Columns stand clear of each other.
    found = columns(drawing, h)
    assert len(found) > 1
    for a, b in pairwise(found):
        assert max(boxes[i][2] for i in a) + 80 < min(boxes[i][0] for i in b)


def test_an_outline_reads_from_top_to_bottom():
    """Column by column, each class is followed by all that hangs from it, in the order of the classes."""
    draft = large(700, 9)
    drawing, h = page_of(draft).drawing, draft.hierarchy
    hung = {e["to"]: e["from"] for e in drawing["edges"] if "line" in e}
    below: dict[int | None, list[int]] = {}
    for i in range(len(h)):
        below.setdefault(hung.get(i), []).append(i)

    def walk(i: int) -> list[int]:
        return [i, *(k for child in below.get(i, []) for k in walk(child))]

    expected = [k for root in below[None] for k in walk(root)]
    read = [i for column in columns(drawing, h) for i in sorted(column, key=lambda i: drawing["nodes"][i]["y"])]
    assert read == expected


def pages_written() -> str:
    """A small case and a large one; see tests/test_every_process.py."""
    return "".join(interactive_html(case, Meta(case=write_case(case))) for case in (load_case("15"), large(400)))


def test_a_page_loads_nothing_of_pyvis_but_the_one_file():
    """Importing pyvis would load IPython and its packages; the file is read where it lies."""
    code = "import sys, hierview; from hierview.draw.backends.interactive import interactive_html as page"
    case = 'hierview.Case.of([("Arts", "Music")], ["Music"], ["Arts"])'
    length, *loaded = python(f"{code}; print(len(page({case})), *sys.modules)").split()
    assert int(length) > 400_000
    assert not {"pyvis", "IPython", "jinja2", "networkx", "jsonpickle"} & {*loaded}
