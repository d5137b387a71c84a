"""Map of a hierarchy too large to draw, as HTML: levels as rows of cells, each a button that leads to its class.

A press says "map" and the number of a class, or "fold", that of a parent and how many of its children are passed over.
The number one beyond the classes is that of the whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ..draw.icicle import Cell
from ..model.case import Draft
from ..model.hanging import Hanging
from ..model.hierarchy import Hierarchy

LONGEST = 60  # characters of a name in a cell
_FIRST_CRUMBS, _LAST_CRUMBS = 2, 3


@dataclass(frozen=True)
class Overview:
    """Contents of a map. cells: the top one first.  at: the class that is looked at, "" for none.

    ids: the numbers of classes that light up elsewhere on the page, too.
    """

    whole: Hierarchy
    tree: Hanging
    cells: Sequence[Cell]
    at: str
    ids: Mapping[str, int]


def overview(shown: Overview, draft: Draft) -> str:
    """The map: the way down to its top, its cells, a line for the one that is pointed at, and what its signs mean."""
    above = draft.hierarchy.closure(draft.true), draft.hierarchy.closure(draft.predicted)
    cells = "".join(_cell(shown, draft, cell, above) for cell in shown.cells)
    return (
        f'<section class="map" aria-label="Map of the whole hierarchy">{_way(shown)}'
        f'<div class="cells" style="--rows:{shown.cells[-1].row + 1}">{cells}</div>'
        f'<p class="cellsaid" aria-hidden="true"></p>{_KEY}</section>'
    )


_KEY = (
    '<p class="mapkey quiet"><span>as wide as what hangs below</span>'
    '<span><i class="cell t"></i>above a true class</span><span><i class="cell p"></i>above a predicted one</span>'
    '<span><i class="cell drawn"></i>drawn</span><span><i class="cell rest"></i>more, folded</span></p>'
)


def _way(shown: Overview) -> str:
    """The classes above the top of the map, as buttons, and the top."""
    n, top = len(shown.whole), shown.cells[0]
    if top.number == n:
        return ""
    numbers = shown.tree.above(top.number)
    crumbs = [f'<button type="button" class="to" data-pick="map {n}">All</button>'] * (_roots(shown) > 1)
    listed = [_crumb(shown, i) for i in numbers]
    if len(listed) > _FIRST_CRUMBS + _LAST_CRUMBS:
        listed = [
            *listed[:_FIRST_CRUMBS],
            f"… {len(listed) - _FIRST_CRUMBS - _LAST_CRUMBS:,} …",
            *listed[-_LAST_CRUMBS:],
        ]
    here = f"<b><bdi>{escape(_short(shown, top.number))}</bdi></b>"
    return f'<p class="crumbs">{" › ".join([*crumbs, *listed])} › {here}</p>'


def _roots(shown: Overview) -> int:
    return len(shown.tree.below(len(shown.whole)))


def _crumb(shown: Overview, i: int) -> str:
    return f'<button type="button" class="to" data-pick="map {i}"><bdi>{escape(_short(shown, i))}</bdi></button>'


def _short(shown: Overview, i: int) -> str:
    text = shown.whole.labels.shown(shown.whole.classes[i])
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _cell(shown: Overview, draft: Draft, cell: Cell, above: tuple[frozenset[str], frozenset[str]]) -> str:
    n = len(shown.whole)
    if cell.folded:
        said = f"{cell.folded:,} more"
        pick = f"fold {cell.number} {cell.skipped}"
        return _button(cell, "rest", pick, f"{said}, folded", f"<span><bdi>+{cell.folded:,}</bdi></span>")
    if cell.number == n:
        said = f"All {n:,} classes"
        return _button(cell, "drawn", f"map {n}", said, f"<span>{said}</span>")
    c = shown.whole.classes[cell.number]
    mark = draft.mark(c)
    text = f"<bdi>{escape(_short(shown, cell.number))}</bdi>"
    if mark != "none":
        text = f'<i class="mark {mark}">{"<i></i>" * (mark == "both")}</i>{text}'
    words = ["drawn"] * (c in draft.hierarchy)
    words += [side for side, closed in zip("tp", above, strict=True) if c in closed]
    words += ["here"] * (c == shown.at)
    number = f' data-n="{shown.ids[c]}"' if c in shown.ids else ""
    said = _told(shown, cell, c, mark)
    return _button(cell, " ".join(words), f"map {cell.number}", said, f"<span>{text}</span>", number)


def _button(cell: Cell, words: str, pick: str, said: str, inner: str, more: str = "") -> str:
    place = f"left:{cell.left:.2f}%;width:{cell.width:.2f}%;--row:{cell.row}"
    return (
        f'<button type="button" class="cell {words}" tabindex="{-1 if cell.row else 0}" data-level="{cell.row}" '
        f'style="{place}" data-pick="{pick}"{more} aria-label="{escape(said)}">{inner}</button>'
    )


def _told(shown: Overview, cell: Cell, c: str, mark: str) -> str:
    """What a cell says to whoever points at it or listens."""
    below = int(shown.tree.sizes[cell.number]) - 1
    label = shown.whole.labels.of(c)
    name = _short(shown, cell.number) if label is None else f"{_short(shown, cell.number)} ({c[:LONGEST]})"
    marks = {"none": "", "both": ", true and predicted"}.get(mark, f", {mark}")
    return f"{name}{marks}, {f'{below:,} below' if below else 'a leaf'}"
