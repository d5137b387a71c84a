"""The browser's own working copy of a drawing, against Python's: the same edits make the same, or are refused alike."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import hierview
from hierview import Draft
from hierview.draw.scenes.bodies import body_size
from hierview.draw.scenes.canvas import ROW_LINE
from hierview.draw.scenes.scene import FONT_SIZE
from hierview.draw.texts.class_labels import LINE, label_lines
from hierview.draw.texts.widths import text_width
from hierview.errors import EditError
from hierview.model.edits import EDITS, MARKS, apply_edit
from hierview.ui.scripts import join_modules
from tests.edit_table import table
from tests.effort import times
from tests.samples import HOSTILE_NAMES, samples

from .javascript import javascript

UI = Path(hierview.__file__).parent / "ui"
PURE = [UI / "editor" / f"{name}.js" for name in ("graph", "table", "geometry")] + [UI / "scripts" / "nearest.js"]

_LOAD = javascript("load_modules")

_MADE = javascript("made_by_edits")


@pytest.fixture(scope="module")
def blank(chromium) -> Page:
    """A page with nothing on it but the pure parts of the editor."""
    page = chromium.new_page()
    page.goto("about:blank")
    page.evaluate(_LOAD, {path.stem: join_modules(path) for path in PURE})
    yield page
    page.close()


def drawn(draft: Draft) -> dict[str, Any]:
    """The draft as the editor gets it, but for its layout."""
    pins = {c: [x, y] for c, x, y in draft.positions}
    return {
        "classes": [
            {
                "name": c,
                "n": n,
                "mark": draft.mark(c),
                "artificial": c in draft.artificial,
                "pinned": c in pins,
                **dict(zip("xy", pins.get(c, (7, 7)), strict=True)),
            }
            for n, c in enumerate(draft.hierarchy.classes)
        ],
        "edges": [
            {"parent": p, "child": c, "bends": [[1, 1]], "weight": "" if w == 1 else str(w)}
            for (p, c), w in draft.hierarchy.weights.items()
        ],
    }


def seen(draft: Draft) -> list:
    """The draft as _MADE tells it."""
    both = drawn(draft)
    return [
        [[c["name"], c["mark"], c["artificial"], [c["x"], c["y"]] if c["pinned"] else None] for c in both["classes"]],
        [[e["parent"], e["child"], e["weight"]] for e in both["edges"]],
    ]


def made(draft: Draft, edit: dict[str, Any]) -> list | str:
    """What Python makes of the edit, as _MADE tells it."""
    try:
        return seen(apply_edit(draft, edit))
    except EditError as error:
        return str(error)


def told(page: Page, rows: list[tuple[Draft, dict[str, Any]]]) -> list[list | str]:
    """What the browser makes of each edit of a drawing."""
    return json.loads(page.evaluate(_MADE, json.dumps([[drawn(draft), edit] for draft, edit in rows])))


def some_edit(rng: random.Random, draft: Draft) -> dict[str, Any]:
    """An edit that a hand could make there, or could try."""
    classes, edges = draft.hierarchy.classes, draft.hierarchy.edges
    a, b = rng.choice(classes), rng.choice(classes)
    parent, child = rng.choice(edges) if edges else (a, a)
    name = rng.choice([*HOSTILE_NAMES, f"New {rng.randrange(9)}", a])
    x, y = rng.randrange(-9999, 9999) / 10, rng.randrange(-9999, 9999) / 10
    choices: list[dict[str, Any]] = [
        {"op": "add", "name": name, "parent": rng.choice([None, b])},
        {"op": "add", "name": name, "parent": rng.choice([None, b]), "x": x, "y": y},
        {"op": "rename", "name": b, "to": name},
        {"op": "link", "parent": a, "child": b},
        {"op": "link", "parent": child, "child": parent},
        {"op": "delete", "name": a, "below": rng.random() < 0.5},
        {"op": "mark", "name": a, "mark": rng.choice(MARKS)},
        {"op": "pin", "name": a, "x": x, "y": y},
        {"op": "unpin", "name": a},
        {"op": "tidy"},
    ]
    if edges:
        choices += [
            {"op": "unlink", "parent": parent, "child": child},
            {"op": "reparent", "parent": parent, "child": child, "to": b},
        ]
    return rng.choice(choices)


def test_the_table_of_edits(blank: Page):
    rows = table()
    for row, one in zip(rows, told(blank, [(row.before, row.edit) for row in rows]), strict=True):
        assert one == (row.refused if row.after is None else seen(row.after)), row


def test_edits_of_a_hand_that_tries_anything(blank: Page):
    rng = random.Random(15)
    rows = []
    for sample in samples(150):
        draft: Draft = sample.case.unfinished()
        for _ in range(12):
            edit = some_edit(rng, draft)
            rows.append((draft, edit))
            try:
                draft = apply_edit(draft, edit)
            except EditError:
                continue
            if not draft.hierarchy.classes:
                break
    found = told(blank, rows)
    refused = sum(isinstance(one, str) for one in found)
    assert 100 < refused < len(rows) - 500
    for (draft, edit), one in zip(rows, found, strict=True):
        assert one == made(draft, edit), (draft, edit)


# The table of commands

# Each command's name, the parts that its row has, and those of them that are no functions.
ROWS = """() => Object.entries(table.COMMANDS)
  .map(([name, row]) => [name, Object.keys(row).filter((part) => row[part]), JSON.parse(JSON.stringify(row))])"""


def test_a_command_lacks_no_part(blank: Page):
    rows = {name: (set(parts), row) for name, parts, row in blank.evaluate(ROWS)}
    # What else has a key is told by its neighbour, or is as in any drawing.
    told = {name for name, (parts, _) in rows.items() if "help" in parts}
    untold = {"side a", "side b", "begin", "unlink", "along", "back", "in", "keys"}
    assert {name for name, (parts, _) in rows.items() if "keys" in parts} - told == untold
    for name, (parts, row) in rows.items():
        places = set(row.get("places", ()))
        assert not places or {"word", "does"} <= parts, name
        assert "icon" in parts or not places & {"tools", "bar", "more"}, name
        assert "more" in places or "bar" not in places or name == "more", name
        assert ("changes" in parts) <= ("said" in parts and name in EDITS), name
    changing = {
        op for op, edit in EDITS.items() if edit["changes"] in ("hierarchy", "marks", "first", "places", "layout")
    }
    assert changing == {name for name, (parts, _) in rows.items() if "changes" in parts}


def test_a_key_is_one_command_at_each_place(blank: Page):
    keys: dict[tuple[str, str], list[str]] = {}
    for name, _, row in blank.evaluate(ROWS):
        for key in row.get("keys", ()):
            for place in row.get("at", ("class", "edge", "folded", "ground")):
                keys.setdefault((key, place), []).append(name)
    # While there are two predictions, the letter of A chooses it.
    assert {key: names for key, names in keys.items() if len(names) > 1} == {("a", "class"): ["side a", "add"]}


# Geometry

LONG_NAMES = [
    "Streptococcus pneumoniae pneumonia",
    "HTTPServerConnectionPoolManager",
    "negative regulation of transcription",
]


def test_a_class_is_as_large_as_in_pythons_drawings(blank: Page):
    rng = random.Random(4)
    names = [*HOSTILE_NAMES, "Arts", "x" * 27, "x" * 28, "x" * 200, "x" * 26 + "  y", "🎵" * 29, *LONG_NAMES]
    names += [
        "".join(rng.choices("aB É-/_ß", (9, 2, 2, 1, 1, 1, 1, 1), k=rng.randint(17, 90))).strip()
        for _ in range(times(100, 300))
    ]
    widths = [
        [name, mark, most, max(text_width(line, FONT_SIZE) for line in label_lines(name, most))]
        for name in names
        for mark in MARKS
        for most in (LINE, ROW_LINE)
    ]
    told = blank.evaluate(
        javascript("sizes_of_classes"),
        widths,
    )
    for (name, mark, most, width), (lines, *size) in zip(widths, told, strict=True):
        assert lines == list(label_lines(name, most))
        assert size == pytest.approx(body_size(mark, width, lines=len(lines))), (name, mark)


_PLACES = javascript("wrong_places")


def test_where_a_drawing_lies_on_its_stage(blank: Page):
    rng = random.Random(7)
    sizes = [
        [rng.randrange(240, 1600), rng.randrange(200, 900), rng.randrange(40, 3000), rng.randrange(36, 1500), *at]
        for at in [(rng.randrange(-900, 900), rng.randrange(-900, 900)) for _ in range(300)]
    ]
    assert blank.evaluate(_PLACES, sizes) == []


def test_edges_go_from_below_their_parent_into_their_child(blank: Page):
    routes = blank.evaluate(javascript("routes_of_edges"))
    assert routes == [
        [[[0, 18], [10, 76]], [5, 47]],
        [[[0, 18], [5, 40], [10, 76]], [7.5, 58]],
        [[[0, 18], [5, 40], [7, 60], [10, 76]], [6, 50]],
    ]


def test_arrow_keys_lead_to_the_nearest_class(blank: Page):
    places = [[0, 0], [100, 0], [-100, 3], [0, 84], [90, 84], [0, -84], [3, 1]]
    keys = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Enter", "toString"]
    found = blank.evaluate("([all, keys]) => keys.map((key) => nearest.nearest(all[0], all, key))", [places, keys])
    assert found == [1, 2, 3, 5, -1, -1]
    assert blank.evaluate("() => nearest.nearest([0, 0], [], 'ArrowUp')") == -1
