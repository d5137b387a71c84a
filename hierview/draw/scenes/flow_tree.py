"""A hierarchy as a tree of flows: indented rows, each branch as wide as many things come, what is lost in colour.

A branch leaves the trunk of the class above it as its rightmost strip and turns into its row, so that no two strips
cross; names and numbers stand in rows of their own, so that no two texts touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...explain import FlowBranch, FlowTreePicture
from ..charts.axes import shorten_text, text_to
from ..texts.fonts import SANS, Face, line_width
from .scene import Item, Label, Scene, Shape

ROW = 24.0
THINNEST = 0.75  # of a branch through which anything comes
STEM = 10.0  # between a trunk and the rows at its right
AIR = 14.0  # between columns
LEAST_NAME = 96.0
OUTLINED = 3.0  # from this thickness on a strip has an outline


@dataclass(frozen=True)
class _FlowRow:
    """Place of a branch. depth: from 0.  y: the middle of its row.  thick: of its strip.  trunk: of what goes on."""

    depth: int
    y: float
    thick: float
    trunk: float


def flow_tree_scene(picture: FlowTreePicture, room: float, face: Face = SANS) -> Scene:
    """The scene of a flow tree as wide as the room, or wider where its names need it."""
    rows = _flow_rows(picture.branches, picture.widest * room)
    lefts = _trunk_lefts(rows)
    texts = [_number_texts(branch) for branch in picture.branches]
    columns = [
        max([line_width(text, face.small, face) for text in (*(row[k] for row in texts), picture.heads[k])]) + AIR
        for k in range(3)
    ]
    starts = [lefts[row.depth] + row.trunk + 8 for row in rows]
    names = (min(LEAST_NAME, line_width(branch.name, face.small, face) + 8) for branch in picture.branches)
    least = max((start + name for start, name in zip(starts, names, strict=True)), default=0.0)
    # What comes wrongly is told, but not written where names would have too little room.
    any_wrong = any(branch.wrong is not None for branch in picture.branches)
    count = 3 if any_wrong and least + sum(columns) <= room else 2
    ends = sum(columns[:count])
    whole = max(room, least + ends)
    rights = [whole - sum(columns[k + 1 : count]) for k in range(count)]
    heads = (text_to(right, ROW / 2, head, face) for right, head in zip(rights, picture.heads, strict=False))
    items = [Item("heading", (), tuple(heads))]
    used = [0.0] * len(rows)  # of each trunk, by the branches above
    for i, (branch, row) in enumerate(zip(picture.branches, rows, strict=True)):
        strips: tuple[Shape, ...] = ()
        if branch.parent is not None:
            above = rows[branch.parent]
            right = lefts[above.depth] + above.trunk - used[branch.parent]
            used[branch.parent] += row.thick
            # The trunk goes on beside the end of its own strip, and below the root's block.
            top = above.y + above.thick / 2 * (1 if above.depth == 0 else -1)
            strips = _strips(branch, row, right, top, lefts[row.depth])
        else:
            strips = _root_block(branch, row)
        labels = _row_labels(branch, row, texts[i], (starts[i], whole - ends - 8), rights, face)
        box = (starts[i] - 4, row.y - ROW / 2 + 2, whole - starts[i] + 4, ROW - 4)
        items.append(Item("branch", (), (*strips, *labels), box, _row_in_words(branch, picture), branch.pick))
    bottom = rows[-1].y + max(ROW, rows[-1].thick) / 2 if rows else ROW
    says = "; ".join(_row_in_words(branch, picture) for branch in picture.branches)
    return Scene(tuple(items), whole, bottom + 2, says)


def _flow_rows(branches: Sequence[FlowBranch], widest: float) -> list[_FlowRow]:
    """Each branch in a row as high as its strip asks for."""
    trunks = [0] * len(branches)
    for branch in branches:
        if branch.parent is not None:
            trunks[branch.parent] += _amount_passing(branch, branches)
    scale = widest / max(1, *trunks, *(_amount_passing(branch, branches) for branch in branches))
    thick = [max(THINNEST, scale * _amount_passing(branch, branches)) for branch in branches]
    wide = [0.0] * len(branches)
    for branch, own in zip(branches, thick, strict=True):
        if branch.parent is not None:
            wide[branch.parent] += own
    rows: list[_FlowRow] = []
    y = ROW
    for branch, own, trunk in zip(branches, thick, wide, strict=True):
        high = max(ROW, own + 6)
        depth = 0 if branch.parent is None else rows[branch.parent].depth + 1
        rows.append(_FlowRow(depth, y + high / 2, own, trunk))
        y += high
    return rows


def _amount_passing(branch: FlowBranch, branches: Sequence[FlowBranch]) -> int:
    """How many pass: of folded classes the sum, but no more than come to the class above them."""
    if not branch.folded or branch.parent is None:
        return branch.amount
    return min(branch.amount, branches[branch.parent].amount)


def _trunk_lefts(rows: Sequence[_FlowRow]) -> list[float]:
    """Where the trunks of each depth begin: after the widest of the depth above."""
    deepest = max((row.depth for row in rows), default=0)
    lefts = [1.0]
    for depth in range(deepest):
        lefts.append(lefts[-1] + max(row.trunk for row in rows if row.depth == depth) + STEM)
    return lefts


def _strips(branch: FlowBranch, row: _FlowRow, right: float, top: float, end: float) -> tuple[Shape, ...]:
    """The strip of a branch, from its place in the trunk into its row: what is kept, what is lost here, what was lost.

    right, top: where the strip leaves the row above.  end: where it ends.
    """
    parts = []
    low, from_right = row.y + row.thick / 2, 0.0
    for share, paint in _strip_shares(branch, row):
        thick = row.thick * share
        if thick:
            parts.append(_turned_strip(right - from_right, top, row.y - row.thick / 2 + from_right, end, thick, paint))
        from_right += thick
    if row.thick > OUTLINED:
        left = right - row.thick
        upper = row.y - row.thick / 2
        outline = (right, top, right, upper, end, upper, end, low, left, low, left, top)
        parts.append(Shape("polygon", outline, None, "none", 0.75))
    return tuple(parts)


_Paint = tuple[str, float]  # a colour and its opacity


def _strip_shares(branch: FlowBranch, row: _FlowRow) -> tuple[tuple[float, _Paint], ...]:
    """The shares of a strip with their colours, from its upper side; without an outline they are darker."""
    amount = max(1, branch.amount)
    gone: _Paint = ("ground", 1.0) if row.thick > OUTLINED else ("none", 0.35)
    lost: _Paint = ("predicted", 1.0)
    right: _Paint = ("true", 0.25 if row.thick > OUTLINED else 0.7)
    return (
        (branch.here / amount, lost),
        (branch.gone / amount, gone),
        ((branch.amount - branch.here - branch.gone) / amount, right),
    )


def _turned_strip(right: float, top: float, upper: float, end: float, thick: float, paint: _Paint) -> Shape:
    """A strip that comes down and turns to the right."""
    left, lower = right - thick, upper + thick
    way = (right, top, right, upper, end, upper, end, lower, left, lower, left, top)
    return Shape("polygon", way, paint[0], opacity=paint[1])


def _root_block(branch: FlowBranch, row: _FlowRow) -> tuple[Shape, ...]:
    """The block from which all flows."""
    parts: list[Shape] = []
    x, y = 1.0, row.y - row.thick / 2
    wide = max(row.trunk, 1.0)
    for share, (fill, opacity) in reversed(_strip_shares(branch, row)):
        if share:
            parts.append(Shape("rect", (x, y, wide * share, row.thick, 0), fill, opacity=opacity))
        x += wide * share
    parts.append(Shape("rect", (1.0, y, wide, row.thick, 0), None, "none", 0.75))
    return tuple(parts)


def _number_texts(branch: FlowBranch) -> tuple[str, str, str]:
    """The numbers of a row as they are shown."""
    came = branch.amount - branch.gone
    share = f" ({branch.here / came:.0%})".replace("%", " %") if branch.here and came else ""
    return f"{branch.amount:,}", f"{branch.here:,}{share}", "" if branch.wrong is None else f"{branch.wrong:,}"


def _row_labels(
    branch: FlowBranch,
    row: _FlowRow,
    texts: Sequence[str],
    span: tuple[float, float],
    rights: Sequence[float],
    face: Face,
) -> list[Label]:
    """The name of a row, which begins and ends in its span, and its numbers, which end in columns."""
    start, end = span
    name = shorten_text(branch.name, end - start, face)
    colour = "quiet" if branch.folded else "ink"
    labels = [Label(start, row.y, name, colour, face.small, italic=bool(branch.folded), anchor="start")]
    for k, right in enumerate(rights):
        labels.append(text_to(right, row.y, texts[k], face, "ink" if k == 1 and branch.here else "quiet"))
    return labels


def _row_in_words(branch: FlowBranch, picture: FlowTreePicture) -> str:
    """The sentence on a row, with all its numbers."""
    came, lost, wrong = picture.heads
    name = f"{branch.name} classes" if branch.folded else branch.name
    text = f"{name}: {came} {branch.amount:,}, {lost} {branch.here:,}, lost above {branch.gone:,}"
    return text if branch.wrong is None else f"{text}, {wrong} {branch.wrong:,}"
