"""Hierarchies as Graphviz DOT: marks as shapes, classes of one layer at one height."""

from __future__ import annotations

from ...explain import HierarchyPicture, Look, plain, with_labels
from ...model.case import Case
from ..figures.figure import UNNAMED, Meta, text_on_one_line
from ..scenes.style import LIGHT
from ..texts.class_labels import label_lines

# Graphviz knows no ellipse in a box: a box with two outlines is both.
_SHAPES = {
    "true": ("ellipse", 1, 2.0, LIGHT["true"]),
    "predicted": ("box", 1, 2.0, LIGHT["predicted"]),
    "both": ("box", 2, 1.5, LIGHT["predicted"]),
    "none": ("box", 1, 1.0, LIGHT["none"]),
}
_TINTS = {"t": LIGHT["tint-t"], "p": LIGHT["tint-p"], "both": LIGHT["tint-both"]}
_EDGES = {
    "none": f'color="{LIGHT["none"]}"',
    "t": f'color="{LIGHT["true"]}", penwidth=2.5',
    "p": f'color="{LIGHT["predicted"]}", penwidth=2.5, style=dashed',
    "both": f'color="{LIGHT["true"]}:{LIGHT["predicted"]}", penwidth=2',  # two lines beside each other
}


def dot_text(case: Case, picture: HierarchyPicture | None = None, meta: Meta = UNNAMED, right: bool = False) -> str:
    """The DOT text of the case's hierarchy, with the looks, edges and pairs of a picture.

    right: whether children stand right of their parents.
    """
    picture = picture or HierarchyPicture(())
    h = case.hierarchy
    names, edges = list(h.classes), list(h.edges)
    if picture.root is not None and picture.root not in h:
        names.insert(0, picture.root)
        edges = [(picture.root, c) for c in h.roots] + edges
    ids = {c: f"n{i}" for i, c in enumerate(names)}
    about = (("made by", meta.signature), ("opens at", meta.link), ("alt", meta.alt), ("case", meta.case))
    lines = [
        *(f"// {head}: {text_on_one_line(text)}" for head, text in about if text),
        "digraph hierarchy {",
        *([f"  label={_quote(plain(with_labels(picture.title, h.labels.label_or_name)))};"] if picture.title else []),
        f"  graph [rankdir={'LR' if right else 'TB'}, ranksep=0.6, nodesep=0.3];",
        '  node [fontname="Source Sans 3", fontsize=12, height=0.3, margin="0.12,0.05"];',
        '  edge [fontname="Source Sans 3", fontsize=10, arrowhead=none];',
    ]
    for c in names:
        look = picture.looks.get(c, Look())
        mark = look.mark or (case.mark(c) if c in h else "none")
        label = h.labels.of(c)
        tip = "" if label in (None, c) else f", tooltip={_quote(c)}"
        lines.append(
            f"  {ids[c]} [{_look_attributes(label or c, mark, look, c in case.artificial or c not in h)}{tip}];"
        )
    for parent, child in edges:
        weight = h.weights.get((parent, child), 1)
        weight_label = f", label={_quote(str(weight))}" if weight != 1 else ""
        lines.append(
            f"  {ids[parent]} -> {ids[child]} [{_EDGES[picture.edges.get((parent, child), 'none')]}{weight_label}];"
        )
    for link in picture.links:
        # The default class is no class of the hierarchy.
        if link.predicted in ids and link.true in ids:
            ends = f"{ids[str(link.predicted)]} -> {ids[str(link.true)]}"
            style = "bold" if link.chosen else "dotted"
            lines.append(f"  {ends} [label={_quote(link.label)}, style={style}, constraint=false];")
    for layer in _layers(case):
        lines.append(f"  {{ rank=same; {' '.join(ids[c] + ';' for c in layer)} }}")
    return "\n".join([*lines, "}", ""])


def _layers(case: Case) -> list[list[str]]:
    """The classes in layers, by the longest way down to each."""
    h = case.hierarchy
    depth: dict[str, int] = {}
    layers: dict[int, list[str]] = {}
    for c in h.top_down:
        depth[c] = 1 + max((depth[p] for p in h.parents(c)), default=-1)
        layers.setdefault(depth[c], []).append(c)
    return list(layers.values())


def _look_attributes(c: str, mark: str, look: Look, artificial: bool) -> str:
    shape, peripheries, width, colour = _SHAPES[mark]
    styles = ["rounded"] if mark == "none" else []
    styles += ["filled"] if look.side in _TINTS else []
    styles += ["dashed"] if look.emphasis == "dropped" else ["dotted"] if artificial or look.kind != "class" else []
    lines = label_lines(c)
    # Graphviz has room for what no line has.
    label = _quote(*((c,) if lines[-1].endswith("…") else lines), *filter(None, [look.value]))
    attributes = f'label={label}, shape={shape}, color="{colour}", penwidth={width:g}'
    attributes += f", peripheries={peripheries}" if peripheries > 1 else ""
    attributes += f', style="{",".join(styles)}"' if styles else ""
    attributes += f', fillcolor="{_TINTS[look.side]}"' if look.side in _TINTS else ""
    # DOT has no place for a diamond on the outline.
    return attributes + (', xlabel="◆"' if look.lca else "")


def _quote(*lines: str) -> str:
    """The lines as one quoted string of DOT, in which nothing of theirs is an escape or an entity."""
    safe = (text_on_one_line(line).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines)
    return '"' + "\\n".join(safe) + '"'
