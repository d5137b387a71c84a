"""Figures as TikZ, to be read and edited: a class is a node, an edge goes from node to node, a mark is a style.

Coordinates are millimetres, x to the right and y down; what belongs to a class is placed relative to its node, so
that moving the node moves all of it. The styles at the top say once how everything looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...explain import Words, plain
from ..bodies import NODE_HEIGHT
from ..figure import MM, UNNAMED, Figure, Meta
from ..label_collisions import ink
from ..pens import TINTS, LineRole
from ..scene import COST, FONT_SIZE, SMALL, ClassRole, Item, Label, Shape
from . import tex

LIBRARIES = "backgrounds,shapes.geometric"

# What stands before a picture in a document of its own. lmodern has outlines at every size.
_PREAMBLE = (
    r"\usepackage[T1]{fontenc}",
    r"\usepackage{lmodern,textcomp}",
    r"\usepackage{tikz}",
    rf"\usetikzlibrary{{{LIBRARIES}}}",
    r"\input{glyphtounicode}\pdfgentounicode=1  % what is copied from the PDF is what is read",
)

# The styles of lines, by what they are.
_LINES: Mapping[ClassRole | LineRole | None, str] = {
    "plain edge": "plain edge",
    "true edge": "true edge",
    "predicted edge": "predicted edge",
    "pair": "pair",
    "rejected pair": "rejected pair",
    "to default": "to default",
    "arc": "plain edge",
    "chosen arc": "chosen arc",
    "axis": "plain edge",
    "grid line": "grid line",
    "main series": "main series",
    "other series": "other series",
}
_SIDES = {"t": "true side", "p": "predicted side", "both": "both sides"}
_SIZES = {SMALL: "small", COST: "cost"}
# What lies behind the classes.
_BELOW = ("edge", "arc", "bounds", "pair", "rejected", "cost", "column")
_COLOURS = ("true", "predicted", "ink", "quiet", "none", "accent", "line", "ground", "tint-t", "tint-p", "tint-both")


def _n(value: float, digits: int = 2) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
    return "0" if text in ("-0", "") else text


def _colour(name: str) -> str:
    """The name of a colour in the file."""
    return name.replace("-", "") + "colour"


@dataclass
class _Picture:
    """The lines of one tikzpicture while they are written, and the styles and colours that they use."""

    figure: Figure
    body: list[str] = field(default_factory=list)
    styles: dict[str, str] = field(default_factory=dict)
    colours: set[str] = field(default_factory=set)
    count: int = 0

    # Lengths

    def mm(self, value: float) -> str:
        return _n(value * self.figure.unit / MM)

    def pt(self, value: float) -> str:
        return _n(value * self.figure.unit) + "pt"

    def at(self, x: float, y: float) -> str:
        return f"({self.mm(x)},{self.mm(y)})"

    # Looks

    def colour(self, name: str) -> str:
        self.colours.add(name)
        return _colour(name)

    def style(self, name: str, *options: str) -> str:
        """The name of a style that is defined at the top."""
        self.styles.setdefault(name, ", ".join(options))
        return name

    def pen(self, shape: Shape) -> str:
        """How a line is drawn, as options."""
        options = [f"draw={self.colour(shape.stroke or 'ink')}", f"line width={self.pt(shape.width)}"]
        options += self.dash(shape)
        return ", ".join(options)

    def dash(self, shape: Shape) -> list[str]:
        if not shape.dash:
            return []
        if shape.dots:
            return ["line cap=round", f"dash pattern=on 0pt off {self.pt(shape.dash[1])}"]
        ways = zip(("on", "off") * len(shape.dash), shape.dash, strict=False)
        return ["dash pattern=" + " ".join(f"{way} {self.pt(v)}" for way, v in ways)]

    def line_style(self, shape: Shape) -> str:
        name = _LINES.get(shape.role)
        return self.pen(shape) if name is None else self.style(name, self.pen(shape))

    def font(self, label: Label) -> list[str]:
        """Options for a text's size, slant and colour."""
        options = []
        if label.size != FONT_SIZE:
            size = label.size * self.figure.unit
            name = _SIZES.get(label.size, f"size {_n(size)}")
            options.append(
                self.style(name, rf"node font=\{self.family}\fontsize{{{_n(size)}}}{{{_n(1.2 * size)}}}\selectfont")
            )
        if label.italic:
            options.append(self.style("slanted", r"font=\itshape"))
        if label.colour != "ink":
            options.append(f"text={self.colour(label.colour)}")
        return options

    @property
    def family(self) -> str:
        return "sffamily" if self.figure.style.font == "sans" else "rmfamily"

    # Parts

    def words(self, label: Label) -> str:
        """A text that stands by itself, on its baseline."""
        return self.set(label.x, label.y, tex.text(label.text), label, [])

    def set(self, x: float, y: float, latex: str, label: Label, options: list[str]) -> str:
        start = label.anchor == "start"
        name = "words from here" if start else "words"
        options = [self.style(name, f"anchor=base{' west' if start else ''}, inner sep=0pt"), *options]
        if label.ground:
            options.append(self.style("cleared", f"fill={self.colour('ground')}, inner sep={self.pt(2)}"))
        options += self.font(label)
        y += self.figure.style.face.middle * label.size
        return rf"\node[{', '.join(options)}] at {self.at(x, y)} {{{latex}}};"

    def shape(self, shape: Shape) -> str:
        """A shape that belongs to no node."""
        at = shape.at
        if shape.kind in ("line", "curve") and shape.fill is None:
            return rf"\draw[{self.line_style(shape)}] {self.path(shape)};"
        options = []
        if shape.fill:
            options.append(f"fill={self.colour(shape.fill)}")
            options += [f"fill opacity={_n(shape.opacity)}"] if shape.opacity != 1 else []
        if shape.stroke:
            options.append(self.pen(shape))
        if shape.kind == "rect":
            x, y, w, h, r = at
            options += [f"rounded corners={self.pt(r)}"] if r else []
            way = f"{self.at(x, y)} rectangle {self.at(x + w, y + h)}"
        elif shape.kind == "ellipse":
            x, y, rx, ry = at
            way = f"{self.at(x, y)} ellipse [x radius={self.mm(rx)}, y radius={self.mm(ry)}]"
        else:
            way = self.path(shape) + " -- cycle"
        return rf"\path[{', '.join(options)}] {way};"

    def path(self, shape: Shape) -> str:
        points = [self.at(x, y) for x, y in zip(shape.at[::2], shape.at[1::2], strict=True)]
        if shape.kind != "curve":
            return " -- ".join(points)
        bows = (points[i : i + 3] for i in range(1, len(points), 3))
        return points[0] + "".join(f" .. controls {a} and {b} .. {end}" for a, b, end in bows)

    # Panels

    def panel(self, items: Sequence[Item]) -> None:
        """Nodes first, since edges name them; then what lies below them, on the layer below; then what lies on top."""
        nodes: dict[str, tuple[str, Item]] = {}
        above: list[str] = []
        below: list[Item] = []
        loose: list[Item] = []
        for item in items:
            if item.role in ("class", "default"):
                name = f"n{self.count}"
                self.count += 1
                if item.classes:
                    nodes[item.classes[0]] = name, item
                above += self.node(item, name)
            elif item.role in _BELOW:
                below.append(item)
            else:
                loose.append(item)
        if below:
            self.body.append(r"\begin{scope}[on background layer]")
            for item in below:
                self.body += ["  " + line for line in self.lines(item, nodes)]
            self.body.append(r"\end{scope}")
        self.body += above
        for item in loose:
            self.body += [self.words(p) if isinstance(p, Label) else self.shape(p) for p in item.parts]

    def lines(self, item: Item, nodes: Mapping[str, tuple[str, Item]]) -> list[str]:
        found = []
        for part in item.parts:
            if isinstance(part, Label):
                found.append(self.words(part))
            elif item.role == "edge" and all(c in nodes for c in item.classes):
                found.append(self.edge(part, *(nodes[c] for c in item.classes)))
            else:
                found.append(self.shape(part))
        return found

    def edge(self, shape: Shape, parent: tuple[str, Item], child: tuple[str, Item]) -> str:
        """An edge from node to node."""
        points = list(zip(shape.at[::2], shape.at[1::2], strict=True))
        ways = [self.at(x, y) for x, y in points]
        for i, (name, item), side in ((0, parent, "south"), (-1, child, "north")):
            x, y, w, h = item.box
            aside = points[i][0] - (x + w / 2)
            shift = f"[xshift={self.pt(aside)}]" if abs(aside) > 0.01 else ""
            if abs(aside) < 3 and abs(points[i][1] - (y + h if side == "south" else y)) < 0.01:
                ways[i] = f"({shift}{name}.{side})"
        return rf"\draw[{self.line_style(shape)}] {' -- '.join(ways)};"

    def node(self, item: Item, name: str) -> list[str]:
        """A class and all that it wears; the node goes to the body at once, the rest is handed back."""
        x, y, w, h = item.box
        centre = self.at(x + w / 2, y + h / 2)
        texts = list(item.labels)
        shapes = {shape.role: shape for shape in item.shapes}
        options, high = self.mark(item, shapes)
        if abs(h - high) > 0.01:
            options.append(f"minimum height={self.pt(h)}")
        options.append(f"minimum width={self.mm(w)}mm")
        alone = texts[0] if len(texts) == 1 else None
        label = tex.text(alone.text) if alone else ""
        self.body.append(rf"\node[{', '.join(options)}] ({name}) at {centre} {{{label}}};")
        found = []
        inner = shapes.get("inner outline")
        if inner:
            size = f"minimum width={self.mm(2 * inner.at[2])}mm, minimum height={self.pt(2 * inner.at[3])}"
            kind = self.style("true inside", "true, fill=none")
            self.true_style()
            found.append(rf"\node[{kind}, {size}] at ({name}) {{}};")
        for shape in item.shapes:
            found += self.worn(shape, item, name)
        if alone is None:
            for text in texts:
                lower = text.y + self.figure.style.face.middle * text.size - (y + h / 2)
                options = [self.style("words", "anchor=base, inner sep=0pt"), *self.font(text)]
                place = f"([yshift={self.pt(-lower)}]{name}.center)"
                found.append(rf"\node[{', '.join(options)}] at {place} {{{tex.text(text.text)}}};")
        for text in texts:
            if text.struck:
                left, _, right, _ = ink(text, self.figure.style.face)
                ends = (f"([xshift={self.pt(end - x - w / 2)}]{name}.center)" for end in (left, right))
                style = self.style("struck", f"draw={self.colour('quiet')}, line width={self.pt(1)}")
                found.append(rf"\draw[{style}] {' -- '.join(ends)};")
        return found

    def true_style(self) -> str:
        stroke = f"draw={self.colour('true')}"
        return self.style("true", "class", "ellipse", stroke, f"line width={self.pt(2)}")

    def mark(self, item: Item, shapes: Mapping[ClassRole | LineRole | None, Shape]) -> tuple[list[str], float]:
        """The options of a class by its mark and its looks, and the height that its style gives it."""
        size = FONT_SIZE * self.figure.unit
        self.style(
            "class",
            f"fill={self.colour('ground')}, inner sep=0pt, outer sep=0pt, minimum height={self.pt(NODE_HEIGHT)}",
            # The text is as high as a capital, so that all stand on one line, and as wide as nothing, so that it is
            # the minimum width that counts.
            f"text height={_n(0.68 * size)}pt, text depth=0pt",
            r"execute at begin node={\hbox to 0pt\bgroup\hss}, execute at end node={\hss\egroup}",
        )
        first, look = shapes["outline"], item.look
        high = NODE_HEIGHT
        if item.mark == "both":
            high += 12
            stroke = f"draw={self.colour('predicted')}, line width={self.pt(2)}"
            name = self.style("both", "class", stroke, f"minimum height={self.pt(high)}")
        elif item.mark == "true":
            name = self.true_style()
        elif item.mark == "none":
            stroke = f"draw={self.colour('none')}, line width={self.pt(1.25)}"
            name = self.style("plain", "class", stroke, f"rounded corners={self.pt(first.at[4])}")
        else:
            stroke = f"draw={self.colour('predicted')}, line width={self.pt(2)}"
            name = self.style("predicted", "class", stroke)
        options = [name]
        fill = TINTS.get(look.side)
        if fill:
            options.append(self.style(_SIDES[look.side], f"fill={self.colour(fill)}"))
        if shade := shapes.get("shade"):
            ground = _colour(fill or "ground")
            options.append(f"fill={self.colour('ink')}!{_n(100 * shade.opacity)}!{ground}")
        if look.emphasis == "dropped":
            options.append(self.style("dropped", f"text={self.colour('quiet')}", self.pen(first).split(", ", 1)[1]))
        elif look.kind != "class":
            dotted = f"draw={self.colour('none')}, {', '.join(self.dash(first))}"
            looks = rf"font=\itshape, text={self.colour('quiet')}"
            # An artificial class may be marked; a default class is drawn in one colour.
            named = "default" if item.role == "default" or item.mark == "none" else "artificial"
            options.append(self.style(named, looks, dotted if named == "default" else ", ".join(self.dash(first))))
        elif look.emphasis == "quiet":
            options.append(self.style("quiet", f"text={self.colour('quiet')}, line width={self.pt(first.width)}"))
        return options, high

    def worn(self, shape: Shape, item: Item, name: str) -> list[str]:
        """Bars, frame and diamond."""
        x, _, w, h = item.box
        if shape.role == "lca":
            options = f"diamond, fill={self.colour('ink')}, draw={self.colour('ground')}, line width={self.pt(1.5)}"
            size = self.pt(shape.at[2] - shape.at[6])
            style = self.style("lowest common ancestor", f"{options}, inner sep=0pt, minimum size={size}")
            return [rf"\node[{style}] at ({name}.north) {{}};"]
        if shape.role == "frame":
            style = self.style(
                "about", f"draw={self.colour('ink')}, line width={self.pt(2)}", f"rounded corners={self.pt(7)}"
            )
            size = f"minimum width={self.mm(shape.at[2])}mm, minimum height={self.pt(shape.at[3])}"
            return [rf"\node[{style}, {size}] at ({name}) {{}};"]
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

    def text(self) -> list[str]:
        """The lines of the tikzpicture."""
        figure = self.figure
        for panel in figure.panels:
            head = " ".join([*([panel.letter.text] if panel.letter else []), plain(panel.words)])
            if head:
                self.body += ["", *tex.comment("panel", head)]
            self.panel(panel.items)
            if panel.letter:
                self.body.append(self.words(panel.letter))
            for line in panel.title:
                label = Label(line.x, line.y, "", line.colour, line.size, anchor=line.anchor)
                self.body.append(self.set(line.x, line.y, tex.words(line.words), label, []))
        if figure.legend:
            self.body += ["", "% legend"]
            for item in figure.legend:
                self.body += [self.words(p) if isinstance(p, Label) else self.shape(p) for p in item.parts]
        size = FONT_SIZE * figure.unit
        font = rf"node font=\{self.family}\fontsize{{{_n(size)}}}{{{_n(1.2 * size)}}}\selectfont"
        # A style comes after those that it names.
        defined = [f"{name}/.style={{{self.styles[name]}}}," for name in sorted(self.styles, key=_rank)]
        palette = figure.style.palette
        colours = [
            rf"\definecolor{{{_colour(name)}}}{{HTML}}{{{palette[name].removeprefix('#')}}}"
            for name in _COLOURS
            if name in self.colours
        ]
        inside = [
            *colours,
            rf"\useasboundingbox (0,0) rectangle {self.at(figure.width, figure.height)};",
            *self.body,
        ]
        return [
            r"\begin{tikzpicture}[",
            *(f"  {line}" for line in ("x=1mm, y=-1mm,  % millimetres, y downwards", font + ",", *defined)),
            "]",
            *(f"  {line}".rstrip() for line in inside),
            r"\end{tikzpicture}%",
        ]


_FIRST = ("class", "true", "predicted", "both", "plain")


def _rank(name: str) -> tuple[int, str]:
    return (_FIRST.index(name) if name in _FIRST else len(_FIRST)), name


def _about(meta: Meta) -> list[str]:
    """Comments that say where the picture comes from."""
    found = []
    for head, given in (
        ("title", meta.title),
        ("made by", meta.signature),
        ("opens at", meta.link),
        ("case", meta.case),
    ):
        if given:
            found += tex.comment(head, given)
    return found


def tikz(figure: Figure, meta: Meta = UNNAMED, standalone: bool = False) -> str:
    """The figure as a tikzpicture, or as a document of one page that holds it and nothing else."""
    picture = _Picture(figure).text()
    if not standalone:
        needs = [
            "% In the preamble (any font that has outlines in T1 will do in place of lmodern):",
            r"%   \usepackage[T1]{fontenc}",
            r"%   \usepackage{lmodern,textcomp,tikz}",
            rf"%   \usetikzlibrary{{{LIBRARIES}}}",
        ]
        return "\n".join([*_about(meta), *needs, *picture, ""])
    size = f"paperwidth={_n(figure.width_mm)}mm,paperheight={_n(figure.height_mm)}mm"
    return "\n".join(
        [
            *_about(meta),
            r"\documentclass{article}",
            *_PREAMBLE,
            rf"\usepackage[{size},margin=0pt]{{geometry}}",
            r"\pagestyle{empty}",
            r"\setlength{\parindent}{0pt}\setlength{\topskip}{0pt}",
            r"\begin{document}",
            *picture,
            r"\end{document}",
            "",
        ]
    )


SLIDE = (140.0, 64.0)  # what a picture may take of a slide, in mm


def beamer(steps: Sequence[tuple[Words | str, Figure]], meta: Meta = UNNAMED) -> str:
    """A slide with an overlay for each step: its sentence and its figure."""
    title = tex.text(meta.title)
    body: list[str] = []
    for i, (said, figure) in enumerate(steps, 1):
        words = tex.text(said) if isinstance(said, str) else tex.words(said)
        picture = _Picture(figure).text()
        shrink = min(1.0, SLIDE[0] / figure.width_mm, SLIDE[1] / figure.height_mm)
        before, after = (
            ([rf"\resizebox{{{_n(shrink * figure.width_mm)}mm}}{{!}}{{%"], ["}%"]) if shrink < 1 else ([], [])
        )
        body += [
            rf"  \only<{i}>{{%",
            f"    {words}\\par\\medskip",
            *(f"    {line}".rstrip() for line in (r"\begin{center}", *before, *picture, *after, r"\end{center}")),
            "  }%",
        ]
    return "\n".join(
        [
            *_about(meta),
            r"\documentclass[aspectratio=169]{beamer}",
            *_PREAMBLE,
            r"\setbeamertemplate{navigation symbols}{}",
            r"\begin{document}",
            rf"\begin{{frame}}[t]{{{title}}}",
            *body,
            r"\end{frame}",
            r"\end{document}",
            "",
        ]
    )
