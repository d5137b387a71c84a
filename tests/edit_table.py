"""The table of edits that Python and the browser are both held to, and drafts as it writes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hierview import Draft, Hierarchy
from hierview.model.hierarchy import MOST_EDITABLE


@dataclass(frozen=True)
class Row:
    """An edit of a draft with what comes of it: another draft, or the sentence that refuses it."""

    before: Draft
    edit: dict[str, Any]
    after: Draft | None
    refused: str | None

    def __str__(self) -> str:
        return json.dumps(self.edit)[:80]


def table() -> list[Row]:
    """The rows of edits.json."""
    read = json.loads((Path(__file__).parent / "edits.json").read_text(encoding="utf-8"))
    drafts = {name: draft_of(drawn) for name, drawn in read["drafts"].items()}
    # As many classes as can be drawn are too many to write down.
    drafts["full"] = Draft(Hierarchy.from_edges([], [f"c{i}" for i in range(MOST_EDITABLE)]))
    return [
        Row(drafts[row["of"]], row["edit"], draft_of(row["gives"]) if "gives" in row else None, row.get("refused"))
        for row in read["edits"]
    ]


def draft_of(drawn: dict[str, Any]) -> Draft:
    """The draft that is written so: lists of [class, mark], [parent, child] with a weight, [class, x, y], and names."""
    marks = dict(drawn["classes"])
    return Draft(
        Hierarchy.from_edges(drawn["edges"], marks),
        frozenset(c for c in marks if marks[c] in ("true", "both")),
        frozenset(c for c in marks if marks[c] in ("predicted", "both")),
        positions=tuple((c, float(x), float(y)) for c, x, y in drawn.get("pins", ())),
        artificial=frozenset(drawn.get("artificial", ())),
    )
