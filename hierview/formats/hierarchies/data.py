"""Data of Python: frames, arrays, matrices, networkx graphs, lists and dicts. No library is loaded for them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...errors import HierviewError
from ..source import EMPTY
from .asked import Guess
from .builder import Builder, PathTree
from .grammars.json_trees import add_links
from .grammars.json_values import as_json, read_value

_KINDS = (
    ("networkx", "Graph", "graph"),
    ("pandas", "DataFrame", "frame"),
    ("pyarrow", "Table", "frame"),
    ("polars", "DataFrame", "frame"),
    ("numpy", "ndarray", "array"),
)


def data_kind(data: object) -> str | None:
    """The kind of data, such as "frame"; None where it is none that can be read."""
    for module, name, kind in _KINDS:
        loaded = sys.modules.get(module)
        if loaded is not None and isinstance(data, getattr(loaded, name, ())):
            return kind
    sparse = sys.modules.get("scipy.sparse")
    if sparse is not None and sparse.issparse(data):
        return "matrix"
    return "values" if isinstance(data, Mapping | Iterable) and not isinstance(data, str | bytes) else None


def table_text(frame: Any) -> str:
    """The text of a frame as a table with a header and tabs: there is one way to read a table."""
    frame = frame.to_pandas() if hasattr(frame, "to_pandas") else frame  # of pyarrow and polars
    return str(frame.to_csv(sep="\t", index=False))


def read_data(data: Any, kind: str, builder: Builder, classes: Sequence[Any] | None) -> Guess:
    """Add what data hold that are no frame, and say what they were taken for. Raises HierviewError."""
    if kind == "array" and data.dtype.kind in "OUS" and data.ndim in (1, 2):
        _add_levels(data, builder)
        return Guess(kind, "an array of levels")
    if kind not in ("graph", "array", "matrix"):
        read_value(as_json(data), builder)
        return Guess(kind, "lists and dicts")
    if kind == "graph":
        _add_graph(data, builder)
    else:
        _add_matrix(data, builder, classes)
    title = "a networkx graph" if kind == "graph" else "a matrix of parents and children"
    return Guess(kind, title, direction="child first" if builder.turned else builder.asked.direction or "parent first")


def _add_graph(graph: Any, builder: Builder) -> None:
    keys = ("label", "name", "title")
    nodes = [
        {"id": str(node)} | {key: str(data[key]) for key in keys if data.get(key)}
        for node, data in graph.nodes(data=True)
    ]
    links = [
        {"source": str(tail), "target": str(head), "weight": data.get("weight")}
        for tail, head, data in graph.edges(data=True)
    ]
    if not graph.is_directed():
        builder.add_note("Edges without a direction lead from the first of their nodes to the second.")
    add_links({"nodes": nodes}, links, builder)


def _add_levels(array: Any, builder: Builder) -> None:
    """Rows of levels, padded with empty texts as hiclass has them."""
    trails = PathTree(builder, " > ")
    for row in array.reshape(len(array), -1).tolist():
        path = row[0] if len(row) == 1 and isinstance(row[0], list | tuple) else row
        trails.add([name for value in path if (name := "" if value is None else str(value).strip()) not in EMPTY])
    trails.finish()


def _add_matrix(matrix: Any, builder: Builder, classes: Sequence[Any] | None) -> None:
    """A square matrix that has something at [i, j] where class i is a parent of class j."""
    rows, columns = matrix.shape if len(matrix.shape) == 2 else (0, 1)
    if rows != columns:
        raise HierviewError(
            f"a matrix of the shape {matrix.shape} is not accepted; a square one, parents by children, is"
        )
    names = [*map(str, range(rows) if classes is None else classes)]
    if len(names) != rows or len(set(names)) != rows:
        raise HierviewError(
            f"{len(set(names)):,} names are not accepted for a matrix of {rows:,} rows; one for each is"
        )
    ends = zip(*(side.tolist() for side in matrix.nonzero()), strict=True)
    add_links({"nodes": names}, [[names[i], names[j]] for i, j in ends], builder)
