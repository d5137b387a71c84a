"""Pictures of a hierarchical confusion matrix, and the symbols of its formulas."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

from ...explain import Edge, HierarchyPicture, Name, Row, Side, Symbol, Words
from ...model.carried import Path
from ...model.case import Case
from ..shares import size_row
from ..telling import looks_of, with_root
from .paths import Confusion, Prediction

COMMON = Symbol("C", says="the classes that both paths share, from the root on")
LAST = Symbol("c", says="the last class that both paths share")
TRUE_PATH = Symbol("T", says="the true path")
PREDICTED_PATH = Symbol("P", says="the predicted path")
_SIBLINGS = Symbol("N", says="the siblings of the classes in brackets")
_CHILDREN = Symbol("D", says="the children of the class in brackets")
TN_SYMBOLS: Row = (
    *size_row(_SIBLINGS, "(", COMMON, ")", "∖", TRUE_PATH),
    "+",
    *size_row(_CHILDREN, "(", LAST, ")", "∖", "(", TRUE_PATH, "∪", PREDICTED_PATH, ")"),
)
CELL_SYMBOLS = {
    "TP": Symbol("TP", says="the classes rightly predicted"),
    "FP": Symbol("FP", says="the classes wrongly predicted"),
    "FN": Symbol("FN", says="the classes missed"),
    "TN": Symbol("TN", says="the classes rightly passed by"),
}
SIDES: Mapping[str, Side] = {"TP": "both", "FP": "p", "FN": "t", "TN": "none"}


def case_picture(case: Case, matrix: Confusion, title: Words) -> HierarchyPicture:
    """The picture of a case in which no path is drawn."""
    everyone = with_root(case.hierarchy.classes, matrix.root)
    return HierarchyPicture(title, looks_of(everyone, {}, root=matrix.root), root=matrix.root)


def path_picture(
    case: Case,
    matrix: Confusion,
    title: Words,
    sides: Mapping[Side, Iterable[str]],
    paths: Mapping[Side, Iterable[Path]],
    about: Iterable[str] = (),
) -> HierarchyPicture:
    """The picture of classes tinted and paths drawn by side; `about` outlined, all the rest quiet."""
    edges: dict[Edge, Side] = {}
    for side, side_paths in paths.items():
        for path in side_paths:
            for edge in pairwise(path):
                edges[edge] = side if edges.get(edge, side) == side else "both"
    side_of: dict[str, Side] = {c: "none" for side_paths in paths.values() for path in side_paths for c in path}
    side_of |= {c: side for side, classes in sides.items() for c in classes}
    everyone = with_root(case.hierarchy.classes, matrix.root)
    class_looks = looks_of(everyone, side_of, set(about), root=matrix.root, others="quiet")
    return HierarchyPicture(title, class_looks, edges, root=matrix.root)


def with_cells(picture: HierarchyPicture, of: Prediction | Confusion) -> HierarchyPicture:
    """The picture with the cells that each class is counted in, written into it."""
    cells = [(cell, set(of.cell(cell))) for cell in ("TP", "FP", "FN", "TN")]
    texts = {c: ", ".join(cell for cell, classes in cells if c in classes) for c in picture.looks}
    return replace(picture, looks={c: replace(look, value=texts[c]) for c, look in picture.looks.items()})


def cells_picture(case: Case, matrix: Confusion, title: Words, cells: Iterable[str]) -> HierarchyPicture:
    """The picture of the classes counted as one of `cells`, tinted by side; those of TN, on no side, outlined."""
    # A class that counts as TP for one path and as something else for another is tinted as TP.
    sides = {SIDES[cell]: matrix.cell(cell) for cell in ("TN", "FN", "FP", "TP") if cell in cells}
    on_none = set(sides.get("none", ())).difference(*(classes for side, classes in sides.items() if side != "none"))
    return path_picture(case, matrix, title, sides, {}, on_none)


def prediction_picture(case: Case, matrix: Confusion, p: Prediction, with_counts: bool = True) -> HierarchyPicture:
    """A predicted path on the true path that it takes; `with_counts`: the classes of TN outlined."""
    end = Name(p.path[-1])
    title: Words = (end, " on the path to ", Name(p.true[-1])) if p.true else (end, ", an extra prediction")
    if p.path == p.true:
        title = (end, " on its own path")
    sides: dict[Side, Path] = {"both": p.cell("TP"), "p": p.cell("FP"), "t": p.cell("FN")}
    about = p.cell("TN") if with_counts else ()
    picture = path_picture(case, matrix, title, sides, {"t": [p.true], "p": [p.path]}, about)
    return replace(with_cells(picture, p) if with_counts else picture, short=(end,))


def untaken_paths_picture(case: Case, matrix: Confusion, paths: Collection[Path]) -> HierarchyPicture:
    """The shortest paths of the true classes that no prediction takes."""
    ends = [c for path in paths for c in path[1:]]
    picture = path_picture(case, matrix, ("Left over", f" · {len(paths)}"), {"t": ends}, {"t": paths})
    return replace(picture, short=("Left over",))
