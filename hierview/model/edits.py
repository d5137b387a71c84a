"""Edits: what a hand does to a drawing, as plain data, makes the next draft of this one.

An edit is a dict: "op" says what it does, and edits.json, which the browser's script reads, too, which other keys it
has, what each holds, and what the edit changes. It comes from a browser and is trusted in nothing: whatever it is,
`apply_edit` gives a draft or an EditError.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import EditError, HierarchyError, quoted, suggestion
from .case import Draft
from .checks import check_name
from .hierarchy import MOST_EDITABLE, Hierarchy

FARTHEST = 100_000
LONGEST_TITLE, LONGEST_TEXT = 200, 4_000  # of a case's name, of its note and its source: what a case file takes
_TABLE = json.loads((Path(__file__).parent / "edits.json").read_text(encoding="utf-8"))
MARKS: tuple[str, ...] = tuple(_TABLE["marks"])
EDITS: Mapping[str, Mapping[str, Any]] = _TABLE["edits"]

_UNCHANGED: Mapping[str, str] = MappingProxyType({})


def apply_edit(draft: Draft, edit: object) -> Draft:
    """The plain draft that `edit` makes of `draft`, or `draft` itself where it changes nothing.

    A change of hierarchy or marks drops what was printed and said of the case; "describe" says it anew. The order
    of edges and classes stays; what is new comes last.
    Raises EditError, whatever `edit` is: its sentence says what cannot be made and what would be accepted.

    >>> from hierview import Draft, Hierarchy
    >>> draft = Draft(Hierarchy.from_edges([("Arts", "Music")]))
    >>> apply_edit(draft, {"op": "add", "name": "Pop", "parent": "Music"}).hierarchy.edges
    (('Arts', 'Music'), ('Music', 'Pop'))
    >>> apply_edit(draft, {"op": "link", "parent": "Music", "child": "Arts"})
    Traceback (most recent call last):
    ...
    hierview.errors.EditError: 'Music' > 'Arts' would make a cycle: 'Arts' > 'Music' > 'Arts'; no class may be \
its own ancestor
    """
    if not isinstance(edit, dict):
        raise EditError(f"an edit is an object with the key op, not {_quoted_value(edit)}")
    if "op" not in edit:
        raise EditError(f"the key op is missing; an edit says what it does: {', '.join(_OPS)}")
    op = edit["op"]
    if not isinstance(op, str) or op not in _OPS:
        near = suggestion(op, _OPS) if isinstance(op, str) else ""
        raise EditError(f"op: {_quoted_value(op)} is no edit{near}; edits are {', '.join(_OPS)}")
    required, optional = (EDITS[op].get(part, {}) for part in ("needs", "may"))
    kinds = {**required, **optional}
    keys = tuple(kinds)
    for key in edit:
        if key not in ("op", *keys):
            near = suggestion(key, keys) if isinstance(key, str) else ""
            raise EditError(
                f"{op}: the key {_quoted_value(key)} is not known{near}; known are {', '.join(('op', *keys))}"
            )
    for key in required:
        if key not in edit:
            raise EditError(f"{op}: the key {key} is missing; it needs {', '.join(required)}")
    h = draft.hierarchy
    if EDITS[op]["changes"] == "hierarchy" and len(h) > MOST_EDITABLE:
        raise EditError(
            f"the hierarchy has {len(h):,} classes; it can be changed up to {MOST_EDITABLE:,}, marks and pins always"
        )
    values = {key: _KINDS[kinds[key]](h, f"{op}: {key}", edit[key]) for key in keys if key in edit}
    return _OPS[op](draft, **values)


def exclusive_below(hierarchy: Hierarchy, name: str) -> frozenset[str]:
    """`name` and what hangs below it alone: every class that no root reaches but through `name`."""
    classes = {hierarchy.require(name)}
    todo = [name]
    outside: dict[str, int] = {}
    while todo:
        for child in hierarchy.children(todo.pop()):
            outside[child] = outside.get(child, len(hierarchy.parents(child))) - 1
            if not outside[child]:
                classes.add(child)
                todo.append(child)
    return frozenset(classes)


def with_untyped_parts(before: Draft, after: Draft, holds_weights: bool = False) -> Draft:
    """`after`, read from a text of hierarchy and marks, with all that such a text cannot hold taken from `before`.

    Name, measures, pins, artificial classes and what else the case carries stay with the classes that are still there.
    Where one class vanished and one came at the same place (the same parents and children), it was renamed. A text
    in which all edges weigh 1 says nothing of weights unless it `holds_weights`: those of `before` stay.
    What stays keeps its order, so that the drawing does not jump; what is new comes behind it.
    Gives `before` itself where hierarchy and marks are the same.
    """
    old, new = before.hierarchy, after.hierarchy
    renamed = _guess_renames(old, new)
    if old.weighted and not new.weighted and not holds_weights:
        weights = {tuple(renamed.get(c, c) for c in edge): w for edge, w in old.weights.items()}
        new = Hierarchy(new.classes, {edge: weights.get(edge, w) for edge, w in new.weights.items()})
    classes = dict.fromkeys(name for c in old.classes if (name := renamed.get(c, c)) in new)
    pairs = ((renamed.get(parent, parent), renamed.get(child, child)) for parent, child in old.edges)
    edges = dict.fromkeys(edge for edge in pairs if edge in new.weights)
    new = Hierarchy(
        tuple(classes | dict.fromkeys(new.classes)),
        {edge: new.weights[edge] for edge in edges | dict.fromkeys(new.edges)},
    ).labelled(old.labels.on(new, renamed))
    if new == old and (after.true, after.predicted) == (before.true, before.predicted):
        return before
    return replace(_with_hierarchy(before, new, renamed), true=after.true, predicted=after.predicted)


def _guess_renames(before: Hierarchy, after: Hierarchy) -> dict[str, str]:
    """The new names of classes that vanished where exactly one other class came."""
    places: dict[tuple[frozenset[str], frozenset[str]], tuple[list[str], list[str]]] = {}
    for side, own, other in ((0, before, after), (1, after, before)):
        for c in own.classes:
            if c not in other:
                place = frozenset(own.parents(c)), frozenset(own.children(c))
                places.setdefault(place, ([], []))[side].append(c)
    return {gone[0]: came[0] for gone, came in places.values() if len(gone) == len(came) == 1}


# Reading an edit's values


def _quoted_value(value: object) -> str:
    """The value in quotation marks; its type where writing it out could be long, or fail."""
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 10**20):
        return quoted(json.dumps(value))
    return f"a value of type {quoted(type(value).__name__)}"


def _require_class(h: Hierarchy, field: str, value: object) -> str:
    if not isinstance(value, str):
        raise EditError(f"{field}: {_quoted_value(value)} is not accepted; the name of a class is")
    try:
        return h.require(value)
    except HierarchyError as error:
        raise EditError(str(error)) from None


def _require_new_name(h: Hierarchy, field: str, value: object) -> str:
    if not isinstance(value, str):
        raise EditError(f"{field}: {_quoted_value(value)} is not accepted; a text is")
    try:
        return check_name(value)
    except HierarchyError as error:
        raise EditError(str(error)) from None


def _require_coordinate(h: Hierarchy, field: str, value: object) -> float:
    """A coordinate, to the hundredth: finer than anybody sees, and short in a file."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= FARTHEST:
        raise EditError(f"{field}: {_quoted_value(value)} is not accepted; a number from -{FARTHEST} to {FARTHEST} is")
    return round(float(value), 2) + 0.0  # -0.0 and 0.0 look different


def _require_switch(h: Hierarchy, field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise EditError(f"{field}: {_quoted_value(value)} is not accepted; true or false is")
    return value


def _require_mark(h: Hierarchy, field: str, value: object) -> str:
    if not isinstance(value, str) or value not in MARKS:
        raise EditError(f"{field}: {_quoted_value(value)} is not accepted; {', '.join(MARKS)} are")
    return value


def _require_plain_text(field: str, value: object, most: int) -> str:
    """A text that is said of a case: nothing in it that a screen would obey instead of show."""
    if not isinstance(value, str):
        raise EditError(f"{field}: {_quoted_value(value)} is not accepted; a text is")
    if len(value) > most:
        raise EditError(f"{field}: a text of {len(value):,} characters is too long; at most {most:,} are accepted")
    bad = next((c for c in value if not (c.isprintable() or c == "\n")), None)
    if bad is not None:
        raise EditError(f"{field}: the control character U+{ord(bad):04X} is not accepted; plain text is")
    return value


# Making the next draft


def _with_hierarchy(before: Draft, hierarchy: Hierarchy, renamed: Mapping[str, str] = _UNCHANGED) -> Draft:
    labelled = hierarchy.labelled(before.hierarchy.labels.on(hierarchy, renamed))
    return Draft(**before.fields_on(labelled, renamed), name=before.name, measures=before.measures)


def _edge_obstacle(h: Hierarchy, parent: str, child: str) -> str:
    """Why the edge parent > child cannot be added; nothing where it can."""
    edge = f"{quoted(parent)} > {quoted(child)}"
    if parent == child:
        return f"{edge} would be a self-loop; connect two different classes"
    if (parent, child) in h.weights:
        return f"{edge} is there already; two classes are connected once"
    came_from: dict[str, str] = {child: ""}
    todo = [child]
    for c in todo:
        for below in h.children(c):
            if below not in came_from:
                came_from[below] = c
                todo.append(below)
    if parent not in came_from:
        return ""
    way = [parent]
    while way[-1] != child:
        way.append(came_from[way[-1]])
    way.reverse()
    names = [quoted(c) for c in way[:12]] + ["…"] * (len(way) > 12) + [quoted(child)]
    return f"{edge} would make a cycle: {' > '.join(names)}; no class may be its own ancestor"


def _require_edge(h: Hierarchy, parent: str, child: str) -> None:
    if (parent, child) not in h.weights:
        parents = h.parents(child)
        more = ", …" if len(parents) > 5 else ""
        above = f"its parents are {', '.join(map(quoted, parents[:5]))}{more}" if parents else "it has no parent"
        raise EditError(f"there is no edge {quoted(parent)} > {quoted(child)} at {quoted(child)}; {above}")


def _add(draft: Draft, name: str, parent: str | None, x: float | None = None, y: float | None = None) -> Draft:
    h = draft.hierarchy
    if name in h:
        connect = (
            f", or connect {quoted(parent)} > {quoted(name)}" if parent and not _edge_obstacle(h, parent, name) else ""
        )
        raise EditError(f"{quoted(name)} is there already; choose another name{connect}")
    if len(h) >= MOST_EDITABLE:
        raise EditError(
            f"{quoted(name)} would be one class too many; up to {MOST_EDITABLE:,} can be drawn: delete one first"
        )
    if (x is None) != (y is None):
        raise EditError("add: x and y come together; give both or neither")
    new = {(parent, name): Fraction(1)} if parent is not None else {}
    larger = _with_hierarchy(draft, Hierarchy((*h.classes, name), {**h.weights, **new}))
    return larger if x is None or y is None else replace(larger, positions=(*larger.positions, (name, x, y)))


def _rename(draft: Draft, name: str, to: str, added: bool = False) -> Draft:
    """added: whether the class was added to get this name, which is one change with the adding."""
    h = draft.hierarchy
    if name == to:
        return draft
    if to in h:
        raise EditError(f"{quoted(to)} is there already; choose another name")

    def now(c: str) -> str:
        return to if c == name else c

    weights = {(now(parent), now(child)): w for (parent, child), w in h.weights.items()}
    return _with_hierarchy(draft, Hierarchy(tuple(map(now, h.classes)), weights), {name: to})


def _link(draft: Draft, parent: str, child: str) -> Draft:
    h = draft.hierarchy
    if obstacle := _edge_obstacle(h, parent, child):
        raise EditError(obstacle)
    return _with_hierarchy(draft, Hierarchy(h.classes, {**h.weights, (parent, child): Fraction(1)}))


def _unlink(draft: Draft, parent: str, child: str) -> Draft:
    h = draft.hierarchy
    _require_edge(h, parent, child)
    return _with_hierarchy(
        draft, Hierarchy(h.classes, {edge: w for edge, w in h.weights.items() if edge != (parent, child)})
    )


def _reparent(draft: Draft, child: str, parent: str, to: str) -> Draft:
    h = draft.hierarchy
    _require_edge(h, parent, child)
    if parent == to:
        return draft
    if obstacle := _edge_obstacle(h, to, child):
        raise EditError(obstacle)
    weights = {(to, child) if edge == (parent, child) else edge: w for edge, w in h.weights.items()}
    return _with_hierarchy(draft, Hierarchy(h.classes, weights))


def _delete(draft: Draft, name: str, below: bool) -> Draft:
    h = draft.hierarchy
    gone = exclusive_below(h, name) if below else {name}
    weights = {edge: w for edge, w in h.weights.items() if gone.isdisjoint(edge)}
    return _with_hierarchy(draft, Hierarchy(tuple(c for c in h.classes if c not in gone), weights))


def _mark(draft: Draft, name: str, mark: str) -> Draft:
    if mark == draft.mark(name):
        return draft
    return draft.unfinished().edited(**draft.sides_with(name, mark))


def _with_positions(draft: Draft, positions: tuple[tuple[str, float, float], ...]) -> Draft:
    return draft if positions == draft.positions else replace(draft.unfinished(), positions=positions)


def _pin(draft: Draft, name: str, x: float, y: float) -> Draft:
    pins = {pin[0]: pin for pin in draft.positions} | {name: (name, x, y)}
    return _with_positions(draft, tuple(pins.values()))


def _unpin(draft: Draft, name: str) -> Draft:
    return _with_positions(draft, tuple(pin for pin in draft.positions if pin[0] != name))


def _describe(draft: Draft, **texts: str) -> Draft:
    same = all(getattr(draft, key) == text for key, text in texts.items())
    return draft if same else replace(draft.unfinished(), **texts)  # type: ignore[arg-type]


_KINDS: Mapping[str, Callable[[Hierarchy, str, object], Any]] = {
    "class": _require_class,
    "class or none": lambda h, field, value: None if value is None else _require_class(h, field, value),
    "new name": _require_new_name,
    "coordinate": _require_coordinate,
    "switch": _require_switch,
    "mark": _require_mark,
    "title": lambda h, field, value: " ".join(_require_plain_text(field, value, LONGEST_TITLE).split()),
    "note": lambda h, field, value: _require_plain_text(field, value, LONGEST_TEXT).strip(),
    "source": lambda h, field, value: " ".join(_require_plain_text(field, value, LONGEST_TEXT).split()),
}
_OPS: Mapping[str, Callable[..., Draft]] = {
    "add": _add,
    "rename": _rename,
    "link": _link,
    "unlink": _unlink,
    "reparent": _reparent,
    "delete": _delete,
    "mark": _mark,
    "pin": _pin,
    "unpin": _unpin,
    "tidy": lambda draft: _with_positions(draft, ()),
    "describe": _describe,
}
