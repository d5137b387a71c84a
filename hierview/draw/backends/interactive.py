"""A case, or a whole hierarchy of thousands of classes, as one HTML page to zoom and search: offline, nothing fetched.

pyvis brings vis-network, one file, which is written into the page and pans, zooms and points. pyvis's own page is
not used: it loads Bootstrap from elsewhere and runs titles as HTML. What names a class reaches ours as JSON and is
only ever written as text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from html import escape
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import Any

from ...explain import HierarchyPicture, Look
from ...model.case import Draft
from ...model.hierarchy import Edge, Hierarchy
from ..figures.figure import UNNAMED, Meta
from ..layouts.fold import fold_to_top_levels
from ..scenes.bodies import CaseClass, class_item
from ..scenes.hierarchy import MOST_DRAWN, hierarchy_scene
from ..scenes.scene import Box
from ..scenes.style import DARK, LIGHT, css_colours
from ..texts.class_labels import label_lines
from .embedded_case import HTML_CASE, script_hashes

PAGE, SCRIPT = (Path(__file__).parent / f"interactive.{ending}" for ending in ("html", "js"))
VIS = "lib/vis-9.1.2/vis-network.min.js"  # within pyvis
MOST_OPEN = 10_000  # classes that a browser zooms without a wait
POLICY = "default-src 'none'; script-src SCRIPTS; style-src 'unsafe-inline'; img-src data:"

# Of the drawing of a large hierarchy: how far a child stands in from its parent, the air between rows and above a
# root, between columns, how far in a parent's line goes down, between lines beside each other, width to height.
INDENT, ROW_GAP, ROOT_GAP, COLUMN_GAP, TRUNK, LANE, ASPECT = 32.0, 8.0, 20.0, 88.0, 16.0, 5.0, 1.3

Drawing = tuple[Mapping[str, Box], Mapping[Edge, tuple[float, ...]]]  # bodies; x1, y1, x2, y2, … of lines

_OPTIONS = {
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "interaction": {"dragNodes": False, "keyboard": False, "selectConnectedEdges": False},
}


def interactive_html(case: Draft, meta: Meta = UNNAMED) -> str:
    """The HTML page of the case's whole hierarchy, the same text every time. It carries what `meta` has: the case too.

    Beyond what a browser bears, what is neither marked nor in the top levels is folded.
    """
    about = _about_text(case)
    case = fold_to_top_levels(case, MOST_OPEN)
    h = case.hierarchy
    large = len(h) > MOST_DRAWN
    boxes, lines = _outline_drawing(case) if large else _layered_drawing(case)
    ids = {c: i for i, c in enumerate(h.classes)}
    nodes = [_node_data(case, c, ids[c], boxes[c]) for c in h.classes]
    edges = [
        {"from": ids[edge[0]], "to": ids[edge[1]], **({"line": _to_tenths(lines[edge])} if edge in lines else {})}
        for edge in h.edges
    ]
    drawing = {"nodes": nodes, "edges": edges, "options": _OPTIONS, "outline": large}
    parts = {
        "title": _visible_text(meta.title or case.name or "Hierarchy"),
        "policy": escape(POLICY),
        "light": css_colours(LIGHT, "--"),
        "dark": css_colours(DARK, "--"),
        "about": _visible_text(about),
        "says": _visible_text(meta.alt or about),
        "signature": _visible_text(meta.signature),
        "link": _link_html(meta.link),
        "drawing": _inert_json(json.dumps(drawing, ensure_ascii=False, separators=(",", ":"))),
        "case": HTML_CASE.format(_inert_json(meta.case)) if meta.case else "",
        "script": SCRIPT.read_text(encoding="utf-8"),
        # Where a developer's tools would look for the library's source.
        "vis": re.sub(r"^//# sourceMappingURL=.*$", "", _vis_network(), flags=re.MULTILINE),
    }
    # In one go, so that nothing put in is searched for further places.
    page = re.sub(r"<!--(\w+)-->", lambda place: parts[place[1]], PAGE.read_text(encoding="utf-8"))
    return page.replace("SCRIPTS", script_hashes(page), 1)


def _vis_network() -> str:
    """The script of vis-network, read from pyvis's files. Raises ModuleNotFoundError where pyvis is not installed."""
    # Importing pyvis would load IPython, Jinja and networkx, which no page needs.
    found = find_spec("pyvis")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("No module named 'pyvis'", name="pyvis")
    return (Path(found.origin).parent / VIS).read_text(encoding="utf-8")


def _node_data(case: Draft, c: str, number: int, box: Box) -> dict[str, Any]:
    """The data of a class as the page reads them: its name, its mark, the centre and the size of its body."""
    x, y, w, h = _to_tenths((box[0] + box[2] / 2, box[1] + box[3] / 2, *box[2:]))
    label = case.hierarchy.labels.of(c)
    # What is searched and told holds the name behind the label; the body shows the label alone.
    name, text = (c, c) if label in (None, c) else (f"{label} ({c})", label)
    node = {"id": number, "label": name, "mark": case.mark(c), "x": x, "y": y, "w": w, "h": h}
    if label_lines(text) != (name,):
        node["shown"] = label_lines(text)
    if c in case.artificial:
        node["artificial"] = True
    return node


def _to_tenths(values: Iterable[float]) -> list[float]:
    return [round(v, 1) for v in values]


def _visible_text(text: str) -> str:
    """Text in the page; what cannot be seen is left out."""
    return escape("".join(c if c.isprintable() else " " if c == "\n" else "" for c in text))


def _inert_json(text: str) -> str:
    """JSON that ends no script and begins no comment."""
    return text.replace("<", "\\u003c")


def _link_html(address: str) -> str:
    if not address.startswith(("http://", "https://")):
        return ""
    return f'<a href="{_visible_text(address)}" rel="noreferrer">Open in hierview</a>'


def _about_text(case: Draft) -> str:
    """The text on how many classes there are, and how many are marked."""
    count = len(case.hierarchy)
    sentences = [f"{count:,} class{'es' if count != 1 else ''}"]
    sentences += ["folded below the top levels but for the marked ones"] * (count > MOST_OPEN)
    sides = ((case.true, "true"), (case.predicted, "predicted"))
    sentences += [f"{len(side):,} {word}" for side, word in sides if side]
    return ", ".join(sentences)


def _layered_drawing(case: Draft) -> Drawing:
    """The layered drawing of the case, laid out as everywhere else."""
    scene = hierarchy_scene(case, HierarchyPicture(()))
    edges = [item for item in scene.items if item.role == "edge"]
    return scene.boxes, {(item.classes[0], item.classes[1]): shape.at for item in edges for shape in item.shapes}


def _hanging_rows(h: Hierarchy) -> tuple[list[str], dict[str, int], dict[str, str]]:
    """The classes in rows from the first root on, how deep each is, and the lowest parent that it hangs below."""
    depth: dict[str, int] = {}
    hung: dict[str, str] = {}
    below: dict[str, list[str]] = {c: [] for c in h.classes}
    for c in h.top_down:
        above = h.parents(c)
        depth[c] = 1 + max((depth[p] for p in above), default=-1)
        if above:
            hung[c] = max(above, key=lambda p: depth[p])
    for c in h.classes:
        if c in hung:
            below[hung[c]].append(c)
    rows: list[str] = []
    waiting = [c for c in reversed(h.classes) if c not in hung]
    while waiting:
        rows.append(waiting.pop())
        waiting += reversed(below[rows[-1]])
    return rows, depth, hung


def _outline_drawing(case: Draft) -> Drawing:
    """The drawing of thousands of classes as an outline in columns: one row each, under and right of its parent.

    A class stands one step in from its lowest parent. Lines lead there from the first of its lowest parents and
    touch no body; edges from its other parents get no line. Takes time in proportion to classes and edges.
    """
    rows, depth, hung = _hanging_rows(case.hierarchy)
    sizes = {
        c: class_item(CaseClass(c, case.mark(c), case.hierarchy.labels.of(c)), Look(), (0, 0)).box[2:] for c in rows
    }
    steps = [sizes[c][1] + ROW_GAP + (ROOT_GAP if c not in hung else 0) for c in rows]
    boxes: dict[str, Box] = {}
    lefts: dict[str, float] = {}  # of the column that a class is in
    left = 0.0
    for members in _outline_columns(rows, steps, depth, sizes):
        y, right = 0.0, left
        for c in members:
            y += ROOT_GAP if c not in hung and y else 0
            boxes[c] = (left + INDENT * depth[c], y, *sizes[c])
            lefts[c] = left
            y += sizes[c][1] + ROW_GAP
            right = max(right, boxes[c][0] + sizes[c][0])
        left = right + COLUMN_GAP
    floor = max(y + height for _, y, _, height in boxes.values())
    return boxes, {(p, c): _trunk_line(p, c, depth[p], boxes, lefts, floor) for c, p in hung.items()}


def _trunk_line(
    p: str, c: str, depth: int, boxes: Mapping[str, Box], lefts: Mapping[str, float], floor: float
) -> tuple[float, ...]:
    """The line from a class, `depth` deep, down to one that hangs below it."""
    trunk = TRUNK + INDENT * depth
    # From within the parent, whose body is painted over it.
    x = lefts[p] + trunk
    line = [x, boxes[p][1] + boxes[p][3] / 2]
    if lefts[p] != lefts[c]:
        # Down below all columns, along to the column of the child and up beside it, in a lane for each depth.
        aside = LANE * min(depth, 8)
        foot, lane = floor + 16 + aside, lefts[c] - 16 - aside
        line += [x, foot, lane, foot, lane, -16 - aside]
        x = lefts[c] + trunk
        line += [x, -16 - aside]
    middle = boxes[c][1] + boxes[c][3] / 2
    return (*line, x, middle, boxes[c][0], middle)


def _outline_columns(
    rows: list[str], steps: list[float], depth: Mapping[str, int], sizes: Mapping[str, tuple[float, float]]
) -> Iterable[list[str]]:
    """The rows in columns that together are about ASPECT times as wide as high.

    Each begins as high up in the hierarchy as there is a choice.
    """
    typical = COLUMN_GAP + sum(INDENT * depth[c] + sizes[c][0] for c in rows) / len(rows)
    most = (sum(steps) * typical / ASPECT) ** 0.5
    ends = list(accumulate(steps))
    start = 0
    while start < len(rows):
        stop, full = start + 1, ends[start] - steps[start] + most
        while stop < len(rows) and ends[stop] <= full:
            stop += 1
        if stop < len(rows):
            # Within the last quarter, where the next column would begin with the highest class.
            choice = range(start + max(1, (stop - start) * 3 // 4), stop + 1)
            stop = min(choice, key=lambda i: (depth[rows[i]], -i))
        yield rows[start:stop]
        start = stop
