"""The lines of one tikzpicture: classes as nodes, edges from node to node, and what lies around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ....explain import Mark, plain
from ...figures.latex_room import ASIDE, COUNTED
from ...layouts.ordering import hanging_classes
from ...scenes.bodies import BESIDE_SCORE, CORNER, INSET, LATEX_LINE, LINE_HEIGHT, NODE_HEIGHT
from ...scenes.pens import OUTLINE, THIN, TINTS
from ...scenes.scene import FONT_SIZE, Item, Label, Point, Shape
from ...texts.class_labels import ReadableIds
from ...texts.label_collisions import ink_box
from ..svg import num
from . import tex
from .tikz_lines import TikzLines
from .tikz_styles import SIDES, colour_name

TO_NEXT_ROW = r"\\"
_NODES = ("class", "default")
# What lies behind the classes.
_BELOW = ("edge", "arc", "bounds", "pair", "rejected", "cost", "column")


# Branches: the classes of a panel that hang together as trees, so that one shift moves all of a branch

MOST_NESTED = 12  # scopes in each other; TeX has 255 levels of groups for all that is open


@dataclass(frozen=True)
class NodeBranch:
    """A class, the name of its node, and the branches below it."""

    name: str
    """Name of the node."""
    item: Item
    """The class as it is drawn."""
    below: tuple[NodeBranch, ...] = ()
    """The branches below it."""

    @property
    def place(self) -> Point:
        """The point that the class is put at: its middle, or its left end where it has a row."""
        x, y, w, h = self.item.box
        return (x if self.item.row else x + w / 2), y + h / 2


def branches(nodes: Sequence[tuple[str, Item]], items: Sequence[Item]) -> list[NodeBranch]:
    """The classes that hang in no branch, and the branches that hang from one of them, in the order of the nodes.

    A class hangs from its one parent where all below it do so from theirs.
    """
    number = {item.classes[0]: i for i, (_, item) in enumerate(nodes) if item.role == "class"}
    up: list[list[int]] = [[] for _ in nodes]
    down: list[list[int]] = [[] for _ in nodes]
    for item in items:
        if item.role == "edge":
            a, b = (number[c] for c in item.classes)
            up[b].append(a)
            down[a].append(b)
    hung = hanging_classes(up, down)

    def branch(v: int, level: int = 1) -> NodeBranch:
        if v not in hung:
            return NodeBranch(*nodes[v])
        if level == MOST_NESTED:
            return NodeBranch(*nodes[v], tuple(NodeBranch(*nodes[w]) for w in everything_below(v)))
        return NodeBranch(*nodes[v], tuple(branch(w, level + 1) for w in down[v]))

    def everything_below(v: int) -> list[int]:
        below = list(down[v])
        for w in below:
            below += down[w]
        return below

    return [branch(v) for v in range(len(nodes)) if v not in hung or up[v][0] not in hung]


@dataclass
class TikzPicture(TikzLines):
    """A tikzpicture while it is written."""

    body: list[str] = field(default_factory=list)
    """The lines that are written so far."""
    names: ReadableIds = field(default_factory=ReadableIds)
    """Names of the nodes."""

    # Panels

    def write_panel(self, items: Sequence[Item], letter: str = "") -> None:
        """Write a panel: nodes first, since edges name them, then what lies below them, then what is on top."""
        nodes = [
            (self.names.new_id(item.classes[0] if item.role == "class" else item.name or "default", letter), item)
            for item in items
            if item.role in _NODES
        ]
        above: list[str] = []
        for branch in branches(nodes, items):
            self.body += self.branch_code(branch, (0.0, 0.0), above)
        rows = [item for item in items if item.role == "axis" and nodes]  # the lines of levels, behind all classes
        below = [item for item in items if item.role in _BELOW]
        if rows or below:
            self.body.append(r"\begin{scope}[on background layer]")
            for item in (*rows, *below):
                lines = self._part_codes(item) if item in rows else self.item_code(item, nodes)
                self.body += ["  " + line for line in lines]
            self.body.append(r"\end{scope}")
        self.body += above
        for item in items:
            if item not in rows and item.role not in (*_NODES, *_BELOW):
                self.body += self._part_codes(item)

    def _part_codes(self, item: Item) -> list[str]:
        return [self.text_node(part) if isinstance(part, Label) else self.shape_code(part) for part in item.parts]

    def branch_code(self, branch: NodeBranch, origin: Point, above: list[str]) -> list[str]:
        """Lines of code for a class; with classes below it, in a scope that moves them all. above: what lies on top."""
        x, y = branch.place
        away = x - origin[0], y - origin[1]
        line, worn = self.node_code(branch.item, branch.name, (0.0, 0.0) if branch.below else away)
        above += worn
        if not branch.below:
            return [line]
        shift = self.coordinates(*away)
        inside = [line, *(line for child in branch.below for line in self.branch_code(child, (x, y), above))]
        return [
            rf"\begin{{scope}}[shift={{{shift}}}]  % {branch.name} and what is below",
            *("  " + line for line in inside),
            r"\end{scope}",
        ]

    def node_code(self, item: Item, name: str, place: Point) -> tuple[str, list[str]]:
        """The node of a class, and lines of code for all else that it wears."""
        _, y, w, h = item.box
        texts = list(item.labels)
        shapes = {shape.role: shape for shape in item.shapes}
        kind, high = self.mark_style(item)
        options = [kind, *self.look_options(item, shapes["outline"], shapes.get("shade"))]
        if item.row:
            options.append("anchor=west")
        if abs(h - high) > 0.01:
            options.append(f"minimum height={self.pt(h)}")
        options.append(f"minimum width={self.mm(w)}mm")
        label = tex.latex_text(texts[0].text)
        if item.look.value and texts[0].y == texts[-1].y:
            value = "{" + self.line_inside(texts[-1], texts[0]) + tex.latex_text(texts[-1].text) + "}"
            label += rf"\hspace{{{self.pt(BESIDE_SCORE)}}}{value}"
        elif len(texts) > 1:
            rows = [tex.latex_text(text.text) for text in texts]
            if item.look.value:
                rows[-1] = self.line_inside(texts[-1], texts[0]) + rows[-1]
                options.append(self.style_with_value(texts, y + h / 2))
            else:
                # As much room below the letters as LaTeX has above them.
                deep = 0.15 * FONT_SIZE * self.figure.unit
                options.append(self.style("lines", f"text height=, text depth={num(deep)}pt"))
            label = rf"\begin{{tabular}}[b]{{@{{}}c@{{}}}}{TO_NEXT_ROW.join(rows)}\end{{tabular}}"
        node = rf"\node[{', '.join(options)}] ({name}) at {self.coordinates(*place)} {{{label}}};"
        around = []
        for shape in item.shapes:
            around += self.code_around(shape, item, name)
        return node, around + [self.strike_through(text, item, name) for text in texts if text.struck]

    def style_with_value(self, texts: Sequence[Label], middle: float) -> str:
        """The style of a class with a value below its name, whose text counts as so high that it stands in the middle.

        middle: how high the class stands.
        """
        # LaTeX sets the lines farther apart, half of which they stand higher.
        more = (len(texts) - 1) * (LATEX_LINE - LINE_HEIGHT) / 2
        lower = texts[-1].y + self.figure.style.face.middle * texts[-1].size - middle + more
        name = "valued" if len(texts) == 2 else f"valued {len(texts) - 1}"
        return self.style(name, f"text height={self.pt(2 * lower)}, text depth=0pt")

    def line_inside(self, text: Label, first: Label) -> str:
        """LaTeX that sets a further line of a node in its own size, slant and colour. first: its first line."""
        commands = self.sized_text(text) if text.size != first.size else ""
        commands += r"\upshape" if first.italic and not text.italic else ""
        commands += rf"\color{{{self.colour(text.colour)}}}" if text.colour != first.colour else ""
        return commands + " " if re.search("[a-z]$", commands) else commands

    def strike_through(self, text: Label, item: Item, name: str) -> str:
        """The line through a text in a node, as far from the node's sides as the text: it grows with another name."""
        left, _, right, _ = ink_box(text, self.figure.style.face)
        x, y, w, h = item.box
        off = text.y - (y + h / 2)
        ends = self.node_offset(f"({name}.west)", left - x, off), self.node_offset(f"({name}.east)", right - x - w, off)
        style = self.style("struck", f"draw={self.colour('quiet')}, line width={self.pt(1)}")
        return rf"\draw[{style}] {' -- '.join(ends)};"

    def outline_options(self, colour: str, width: float = OUTLINE) -> str:
        """The options of an outline."""
        return f"draw={self.colour(colour)}, line width={self.pt(width)}"

    def mark_style(self, item: Item) -> tuple[str, float]:
        """The style of a class by its mark, and the height that it gives it."""
        size = FONT_SIZE * self.figure.unit
        self.style(
            "class",
            f"fill={self.colour('ground')}, inner xsep={self.pt(ASIDE)}, inner ysep=0pt, outer sep=0pt",
            f"minimum height={self.pt(NODE_HEIGHT)}",
            # The text is as high as a capital, so that all stand on one line.
            f"text height={num(0.68 * size)}pt, text depth=0pt",
        )
        if item.mark == "both":
            return self.both_style(), NODE_HEIGHT + 2 * INSET
        if item.mark == "true":
            self.style("round", *self.width_options(item.mark))
            return self.style("true", "class", "round", "ellipse", self.outline_options("true")), NODE_HEIGHT
        if item.mark == "none":
            corners = f"rounded corners={self.pt(CORNER)}"
            return self.style("plain", "class", self.outline_options("none", THIN), corners), NODE_HEIGHT
        return self.style("predicted", "class", self.outline_options("predicted")), NODE_HEIGHT

    def width_options(self, mark: Mark) -> tuple[str, str]:
        """The options of a node whose text counts more or less than its width, so that its outline just holds it."""
        one, several = map(num, COUNTED[mark])
        lines = any(len({text.y for text in i.labels}) > 1 and i.mark in COUNTED for i in self.figure.items)
        factor = rf"\ifdim\ht0>1em {several}\else {one}\fi" if lines else one
        return (
            r"execute at begin node={\setbox0=\hbox\bgroup}",
            rf"execute at end node={{\egroup\hbox to {factor}\wd0{{\hss\unhbox0\hss}}}}",
        )

    def both_style(self) -> str:
        """The style of a class that is both: a rectangle with an ellipse in it, which grow with the text."""
        inside = self.style("true inside", self.outline_options("true"), "fill=none")
        box, off = "path picture bounding box", self.pt(INSET)
        ends = "".join(rf"{{\pgfpointanchor{{{box}}}{{{corner}}}}}" for corner in ("south west", "north east"))
        ellipse = rf"\draw[{inside}] ({box}.center) ellipse [x radius=\wide/2-{off}, y radius=\high/2-{off}];"
        return self.style(
            "both",
            "class",
            self.outline_options("predicted"),
            f"minimum height={self.pt(NODE_HEIGHT + 2 * INSET)}",
            *self.width_options("both"),
            rf"path picture={{\pgfpointdiff{ends}\pgfgetlastxy{{\wide}}{{\high}}{ellipse}}}",
        )

    def look_options(self, item: Item, outline: Shape, shade: Shape | None) -> list[str]:
        """The options of a class by what a picture says of it."""
        options, look = [], item.look
        fill = TINTS.get(look.side)
        if fill:
            options.append(self.style(SIDES[look.side], f"fill={self.colour(fill)}"))
        if shade:
            ground = colour_name(fill or "ground")
            options.append(f"fill={self.colour('ink')}!{num(100 * shade.opacity)}!{ground}")
        if look.emphasis == "dropped":
            options.append(
                self.style("dropped", f"text={self.colour('quiet')}", self.pen_options(outline).split(", ", 1)[1])
            )
        elif look.kind != "class":
            dotted = f"draw={self.colour('none')}, {', '.join(self.dash_options(outline))}"
            text = rf"font=\itshape, text={self.colour('quiet')}"
            # An artificial class may be marked; a default class is drawn in one colour.
            style = "default" if item.role == "default" or item.mark == "none" else "artificial"
            style = "folded" if look.kind == "folded" else style
            pen = ", ".join(self.dash_options(outline)) if style == "artificial" else dotted
            options.append(self.style(style, text, pen))
        elif look.emphasis == "quiet":
            options.append(self.style("quiet", f"text={self.colour('quiet')}, line width={self.pt(outline.width)}"))
        return options

    def code_around(self, shape: Shape, item: Item, name: str) -> list[str]:
        """The code of what stands around a class: bars, frame and diamond."""
        x, y, w, h = item.box
        if shape.role == "lca":
            options = f"diamond, fill={self.colour('ink')}, draw={self.colour('ground')}, line width={self.pt(1.5)}"
            size = self.pt(shape.at[2] - shape.at[6])
            style = self.style("lowest common ancestor", f"{options}, inner sep=0pt, minimum size={size}")
            return [rf"\node[{style}] at ({name}.north) {{}};"]
        if shape.role == "frame":
            style = self.style("about", self.outline_options("ink"), f"rounded corners={self.pt(7)}")
            left, top, wide, high, _ = shape.at
            corner = self.node_offset(f"({name}.west |- {name}.north)", left - x, top - y)
            other = self.node_offset(f"({name}.east |- {name}.south)", left + wide - x - w, top + high - y - h)
            return [rf"\draw[{style}] {corner} rectangle {other};"]
        if shape.role in ("true bar", "predicted bar"):
            left = shape.role == "true bar"
            away = shape.at[0] + 2 - (x if left else x + w)
            pen = f"draw={self.colour(shape.fill or 'ink')}, line width={self.pt(4)}"
            style = self.style(shape.role, pen)
            place = f"([xshift={self.pt(away)}]{name}.{'west' if left else 'east'})"
            half = self.pt(h / 2)
            return [rf"\draw[{style}] {place} +(0pt,{half}) -- +(0pt,-{half});"]
        return []

    # The whole

    def picture_code(self, alt: str = "") -> list[str]:
        """The lines of the tikzpicture. alt: a text in its place, for a LaTeX that tags its PDF."""
        figure = self.figure
        for panel in figure.panels:
            head = " ".join([*([panel.letter.text] if panel.letter else []), plain(panel.words)])
            if head:
                self.body += ["", *tex.tex_comment_lines("panel", head)]
            self.write_panel(panel.items, panel.letter.text if panel.letter else "")
            if panel.letter:
                self.body.append(self.text_node(panel.letter))
            for line in panel.title:
                label = Label(line.x, line.y, "", line.colour, line.size, anchor=line.anchor)
                self.body.append(self.latex_node(label, tex.tex_words(line.words)))
        if figure.legend:
            self.body += ["", "% legend"]
            for item in figure.legend:
                self.body += [self.text_node(p) if isinstance(p, Label) else self.shape_code(p) for p in item.parts]
        inside = [
            *self.colour_definitions,
            rf"\useasboundingbox (0,0) rectangle {self.coordinates(figure.width, figure.height)};",
            *self.body,
        ]
        return [
            r"\begin{tikzpicture}[",
            *(f"  {line}" for line in tex.fill_lines(rf"alt/.try={{{tex.alt_latex(alt or figure.says)}}},")),
            *(f"  {line}" for line in self.picture_options),
            "]",
            *(f"  {line}".rstrip() for line in inside),
            r"\end{tikzpicture}%",
        ]
