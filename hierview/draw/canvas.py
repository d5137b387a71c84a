"""The hierarchy as data for the editor: where the layout puts classes, and where edges bend."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ..explain import number
from ..model.case import Draft
from .hierarchy import MOST_DRAWN, case_layout
from .still import held

NOTHING: Mapping[str, int] = MappingProxyType({})


def drawing(draft: Draft, ids: Mapping[str, int], hidden: Mapping[str, int] = NOTHING) -> dict[str, Any]:
    """Classes and edges in the layout's own coordinates (px, centres).

    Of a hierarchy too large to draw, the neighbourhood of the marked classes; `total` says how many there are in all,
    `held` whether earlier edits hold classes in their order. A class has a `label` where that is not its name, and
    `more` where the drawing leaves out some of its children. hidden: how many, by class.
    """
    drawn = draft.neighbourhood(MOST_DRAWN)
    if len(drawn.hierarchy) > MOST_DRAWN:
        return {"classes": [], "edges": [], "total": len(draft.hierarchy), "held": False}
    layout = case_layout(drawn)
    pinned = {c for c, _, _ in drawn.positions}
    classes = [
        {
            "name": c,
            "n": ids[c],
            "x": layout.positions[c][0],
            "y": layout.positions[c][1],
            "mark": drawn.mark(c),
            "pinned": c in pinned,
            "artificial": c in drawn.artificial,
        }
        | ({} if (label := drawn.hierarchy.labels.of(c)) is None else {"label": label})
        | ({"more": hidden[c]} if c in hidden else {})
        for c in drawn.hierarchy.classes
    ]
    edges = [
        {
            "parent": p,
            "child": c,
            "bends": [list(bend) for bend in layout.routes.get((p, c), ())],
            "weight": number(float(w)) if w != 1 else "",
        }
        for (p, c), w in drawn.hierarchy.weights.items()
    ]
    return {"classes": classes, "edges": edges, "total": len(draft.hierarchy), "held": held(drawn)}
