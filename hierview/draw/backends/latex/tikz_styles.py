"""Styles and colours that a tikzpicture defines once at its top, and its notation of lengths."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...figures.figure import MM, Figure
from ...scenes.pens import TINTS
from ...scenes.scene import FONT_SIZE, Label, Shape
from ..svg import num

# Of the lines without a style of their own: those that share another's, and those that stand in charts alone.
_LIKE_EDGES = ("arc", "axis")
_PLAIN_LINES = ("dotted grid line", "main thread", "other thread", "present")
_FIRST = ("class", "round", "true", "predicted", "both", "plain")  # the styles that others name
SIDES = {"t": "true side", "p": "predicted side", "both": "both sides"}
_COLOURS = ("true", "predicted", "ink", "quiet", "none", "accent", "line", "ground", "panel", *TINTS.values())


def colour_name(name: str) -> str:
    """The name of a colour in the file."""
    return name.replace("-", "") + "colour"


@dataclass
class Styles:
    """The styles and colours that a picture uses, gathered while it is written."""

    figure: Figure
    """The figure that is written."""
    styles: dict[str, str] = field(default_factory=dict)
    """Each style that is used, by its name."""
    colours: set[str] = field(default_factory=set)
    """Names of the colours that are used."""

    def mm(self, value: float) -> str:
        """A length in millimetres on paper."""
        return num(value * self.figure.unit / MM)

    def pt(self, value: float) -> str:
        """A length in points on paper."""
        return num(value * self.figure.unit) + "pt"

    def coordinates(self, x: float, y: float) -> str:
        """The coordinates of a place, in brackets as TikZ has them."""
        return f"({self.mm(x)},{self.mm(y)})"

    def colour(self, name: str) -> str:
        """The name of a colour that is defined at the top."""
        self.colours.add(name)
        return colour_name(name)

    def style(self, name: str, *options: str) -> str:
        """The name of a style that is defined at the top."""
        self.styles.setdefault(name, ", ".join(options))
        return name

    def pen_options(self, shape: Shape) -> str:
        """The options of a line: its colour, width and dashes."""
        options = [f"draw={self.colour(shape.stroke or 'ink')}", f"line width={self.pt(shape.width)}"]
        options += self.dash_options(shape)
        return ", ".join(options)

    def dash_options(self, shape: Shape) -> list[str]:
        """The options for the dashes of a line."""
        if not shape.dash:
            return []
        if shape.dots:
            return ["line cap=round", f"dash pattern=on 0pt off {self.pt(shape.dash[1])}"]
        ways = zip(("on", "off") * len(shape.dash), shape.dash, strict=False)
        return ["dash pattern=" + " ".join(f"{way} {self.pt(v)}" for way, v in ways)]

    def line_style(self, shape: Shape) -> str:
        """The style of a line by its role, or its pen where there is none."""
        if shape.role is None or shape.role in _PLAIN_LINES:
            return self.pen_options(shape)
        return self.style("plain edge" if shape.role in _LIKE_EDGES else shape.role, self.pen_options(shape))

    def font_options(self, label: Label) -> list[str]:
        """Options for a text's size, slant and colour."""
        options = []
        if label.size != FONT_SIZE:
            face = self.figure.style.face
            size = num(label.size * self.figure.unit)
            name = {face.cost: "cost", face.small: "small"}.get(label.size, f"size {size}")
            options.append(self.style(name, rf"node font=\{self.font_command}{self.sized_text(label)}"))
        if label.italic:
            options.append(self.style("slanted", r"font=\itshape"))
        if label.colour != "ink":
            options.append(f"text={self.colour(label.colour)}")
        return options

    def sized_text(self, label: Label) -> str:
        """LaTeX that sets a text in its size."""
        size = label.size * self.figure.unit
        return rf"\fontsize{{{num(size)}}}{{{num(1.2 * size)}}}\selectfont"

    @property
    def font_command(self) -> str:
        """The LaTeX command that chooses the font family, without its backslash."""
        return "sffamily" if self.figure.style.font == "sans" else "rmfamily"

    @property
    def picture_options(self) -> list[str]:
        """The options of the whole picture: units, font and styles, each after those that it names."""
        size = FONT_SIZE * self.figure.unit
        font = rf"node font=\{self.font_command}\fontsize{{{num(size)}}}{{{num(1.2 * size)}}}\selectfont"
        names = [*(name for name in _FIRST if name in self.styles), *sorted(self.styles.keys() - {*_FIRST})]
        defined = [f"{name}/.style={{{self.styles[name]}}}," for name in names]
        return ["x=1mm, y=-1mm,  % millimetres, y downwards", font + ",", *defined]

    @property
    def colour_definitions(self) -> list[str]:
        """The definitions of the colours that the picture uses."""
        palette = self.figure.style.palette
        return [
            rf"\definecolor{{{colour_name(name)}}}{{HTML}}{{{palette[name].removeprefix('#')}}}"
            for name in _COLOURS
            if name in self.colours
        ]
