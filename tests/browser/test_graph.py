"""The browser's own working copy of a drawing, against Python's: the same edits make the same, or are refused alike."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import hierview
from hierview import Draft
from hierview.errors import EditError
from hierview.model.edits import MARKS, apply
from hierview.ui.scripts import joined
from tests.edit_table import table
from tests.samples import HOSTILE_NAMES, samples

EDITOR = Path(hierview.__file__).parent / "ui" / "editor"

# What each script exports, under its name.
_LOAD = """async (scripts) => {
  for (const [name, script] of Object.entries(scripts))
    window[name] = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
}"""

# Each edit of a drawing: the sentence that refuses it, or the drawing after it.
_MADE = """(rows) => rows.map(([drawn, edit]) => {
  const copy = graph.graphOf(drawn), refused = sentences.refusal(copy, edit);
  if (refused !== null) return refused;
  graph.applyEdit(copy, edit);
  const classes = [...copy.classes].map(([key, c]) => {
    if (key !== c.name) throw new Error(`${c.name} is kept as ${key}`);
    return [c.name, c.mark, c.artificial, c.pinned ? [c.x, c.y] : null];
  });
  return [classes, [...copy.edges.values()].map((e) => [e.parent, e.child, e.weight])];
})"""


@pytest.fixture(scope="module")
def blank(chromium) -> Page:
    """A page with nothing on it but the pure parts of the editor."""
    page = chromium.new_page()
    page.goto("about:blank")
    page.evaluate(_LOAD, {name: joined(EDITOR / f"{name}.js") for name in ("graph", "sentences", "geometry")})
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
        return seen(apply(draft, edit))
    except EditError as error:
        return str(error)


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
    told = blank.evaluate(_MADE, [[drawn(row.before), row.edit] for row in rows])
    for row, one in zip(rows, told, strict=True):
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
                draft = apply(draft, edit)
            except EditError:
                continue
            if not draft.hierarchy.classes:
                break
    told = blank.evaluate(_MADE, [[drawn(draft), edit] for draft, edit in rows])
    refused = sum(isinstance(one, str) for one in told)
    assert 100 < refused < len(rows) - 500
    for (draft, edit), one in zip(rows, told, strict=True):
        assert one == made(draft, edit), (draft, edit)
