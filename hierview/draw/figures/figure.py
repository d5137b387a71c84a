"""A figure: panels at one scale in a width of so many millimetres, with letters, titles and a legend.

A figure keeps the scenes' coordinates; `unit` says how long one of them is on paper. So everything in it, text
and air alike, follows the size of the font, and nothing that stands clear on the screen touches in print.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil
from typing import Literal

from ...errors import HierviewError, quoted
from ...explain import Words, number, plain
from ..scenes.scene import FONT_SIZE, Item, Label, Shape, moved_item
from ..scenes.style import GREY, LIGHT, LINE, Palette
from ..texts.fonts import EXACT_TEX_FACES, FACES, SCRIPT_SIZE, TEX_FACES, Face, with_least_size
from ..texts.label_collisions import crossed_texts, lines_behind_classes, touching_texts
from ..texts.label_words import TextLine, text_line_labels

MM = 72 / 25.4  # points
PAGE_MM = 235.0  # what a page of a journal has for a figure
LEAST_DPI, MOST_DPI = 36, 2400
LEAST_MM = 20  # the least width and height that can be asked for
PALETTES: Mapping[str, Palette] = {"colour": LIGHT, "grey": GREY, "line": LINE}


@dataclass(frozen=True)
class FigureStyle:
    """Setting of a figure: its width, font, colours and surroundings."""

    width_mm: float | None = 84
    """Width in mm: 84 is one column of most journals, 174 are two; None is as wide as it needs."""
    height_mm: float | None = field(default=None, kw_only=True)
    """The greatest height in mm; None is a page, or any height where the width is as needed."""
    font: Literal["sans", "serif"] = "sans"
    """Typeface of the texts: "sans" or "serif"."""
    font_pt: float = 8
    """Size of class labels in pt; other texts have 7/8 of it, but at least `least_pt`, unless classes have less."""
    least_pt: float = field(default=7, kw_only=True)
    """The least size of texts that are no class labels, in pt."""
    colour: Literal["colour", "grey", "line"] = "colour"
    """How colours are printed: "colour", "grey" or "line", black on white."""
    labels: Literal["text", "outlines"] = "text"
    """Whether texts stay "text" or become "outlines", which need no font."""
    letters: bool = True
    """Whether panels have letters."""
    legend: bool = False
    """Whether a legend stands below the panels."""
    titles: bool = True
    """Whether panels have titles."""
    direction: Literal["auto", "down", "right", "indented"] = "auto"
    """Where children stand: "down", "right", "indented" with a row each, or "auto", as it fits."""
    fold: bool = False
    """Whether branches without a mark become one class."""
    key: bool = False
    """Whether names that are cut have numbers, and stand whole below."""
    tex: bool = field(default=False, kw_only=True)
    """Whether LaTeX sets its texts, in letters that are wider."""
    engine: Literal["pdflatex", "lualatex"] = field(default="pdflatex", kw_only=True)
    """Which LaTeX that is; LuaLaTeX has letters of more scripts."""
    exact: bool = field(default=False, kw_only=True)
    """Whether texts are exactly as wide as measured, with no room to spare for other fonts."""

    def __post_init__(self) -> None:
        for name, accepted in (
            ("font", tuple(FACES)),
            ("colour", tuple(PALETTES)),
            ("labels", ("text", "outlines")),
            ("direction", ("auto", "down", "right", "indented")),
            ("engine", ("pdflatex", "lualatex")),
        ):
            value = getattr(self, name)
            if value not in accepted:
                listed = ", ".join(map(repr, accepted))
                raise HierviewError(f"a figure's {name} is one of {listed}, not {quoted(value)}")
        for name, least, most, unit in (
            ("width_mm", LEAST_MM, 1000, "mm"),
            ("height_mm", LEAST_MM, 1000, "mm"),
            ("font_pt", 4, 36, "pt"),
            ("least_pt", 4, 36, "pt"),
        ):
            value = getattr(self, name)
            if value is None and not name.endswith("_pt"):
                continue
            sound = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not sound or not least <= value <= most:
                raise HierviewError(f"a figure's {name} is between {least} and {most} {unit}, not {quoted(value)}")
        for name in ("letters", "legend", "titles", "fold", "key", "tex", "exact"):
            if not isinstance(getattr(self, name), bool):
                raise HierviewError(f"a figure's {name} is True or False, not {quoted(getattr(self, name))}")

    @property
    def unit(self) -> float:
        """The length of one unit of a scene in points."""
        return self.font_pt / FONT_SIZE

    @property
    def face(self) -> Face:
        """The typeface of its texts, and their sizes."""
        faces = FACES if not self.tex else EXACT_TEX_FACES if self.exact else TEX_FACES
        return with_least_size(faces[self.font], ceil(self.least_pt / self.unit * 100) / 100)

    @property
    def palette(self) -> Palette:
        """The colours of its shapes."""
        return PALETTES[self.colour]


@dataclass(frozen=True)
class Meta:
    """Description that a file carries of itself."""

    title: str = ""
    """Title of the figure."""
    alt: str = ""
    """The figure in words."""
    signature: str = ""
    """Signature of the figure: version, measures, hash of the case."""
    case: str = ""
    """The case as JSON."""
    link: str = ""
    """The address where it opens; "" for none."""


UNNAMED = Meta()


def text_on_one_line(text: str) -> str:
    """The text on one line, safe in any comment.

    What cannot be seen is escaped as JSON escapes it, so that JSON remains the JSON that it is.
    """

    def escaped(character: str) -> str:
        units = character.encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))

    return "".join(c if c.isprintable() else escaped(c) for c in text)


@dataclass(frozen=True)
class PanelDrawing:
    """A panel where it stands in the figure."""

    letter: Label | None
    """Letter of the panel; None without one."""
    title: tuple[TextLine, ...]
    """Lines of its title."""
    items: tuple[Item, ...]
    """Items of the drawing, in the coordinates of the figure."""
    says: str = ""
    """The drawing in words."""
    words: Words = ()
    """The title in words."""

    def moved_by(self, dx: float, dy: float) -> PanelDrawing:
        """The panel moved to the right by `dx` and down by `dy`."""
        return replace(
            self,
            letter=self.letter and replace(self.letter, x=self.letter.x + dx, y=self.letter.y + dy),
            title=tuple(replace(line, x=line.x + dx, y=line.y + dy) for line in self.title),
            items=tuple(moved_item(item, dx, dy) for item in self.items),
        )


@dataclass(frozen=True)
class Figure:
    """Panels and a legend in one frame."""

    style: FigureStyle
    """The setting that the figure was made with."""
    width: float
    """Width in units of `unit` points."""
    height: float
    """Height in units of `unit` points."""
    panels: tuple[PanelDrawing, ...]
    """The panels, in the order of their letters."""
    legend: tuple[Item, ...] = ()
    """Items of the legend; empty without one."""
    columns: int = field(default=1, compare=False)
    """Number of panels that stand side by side."""

    @property
    def unit(self) -> float:
        """The unit of its style."""
        return self.style.unit

    @property
    def width_mm(self) -> float:
        """Width on paper, in mm."""
        return self.width * self.unit / MM

    @property
    def height_mm(self) -> float:
        """Height on paper, in mm."""
        return self.height * self.unit / MM

    @property
    def items(self) -> Iterator[Item]:
        """Everything but the letters and titles, from below to above."""
        for panel in self.panels:
            yield from panel.items
        yield from self.legend

    @property
    def parts(self) -> Iterator[Shape | Label]:
        """Every shape and every text, from below to above."""
        for panel in self.panels:
            for item in panel.items:
                yield from item.parts
            if panel.letter:
                yield panel.letter
            for line in panel.title:
                yield from text_line_labels(line, self.style.face)
        for item in self.legend:
            yield from item.parts

    @property
    def labels(self) -> Iterator[Label]:
        """Every text of the figure."""
        return (part for part in self.parts if isinstance(part, Label))

    @property
    def says(self) -> str:
        """The figure in words, from its panels."""
        parts = []
        for panel in self.panels:
            head = f"{panel.letter.text} " if panel.letter else ""
            title = f"{plain(panel.words)}: " if panel.words else ""
            parts.append(f"{head}{title}{panel.says}")
        return " ".join(part if part.endswith(".") else part + "." for part in parts if part)

    @cached_property
    def touching_texts(self) -> tuple[tuple[str, str], ...]:
        """The texts that touch another text."""
        labels = list(self.labels)
        parts = {id(label): i for i, item in enumerate(self.items) if item.role == "heading" for label in item.labels}
        # Parts of a heading, such as a letter and what is below it, are nearer to each other in wider letters.
        lines = [parts.get(id(label), -i - 1) for i, label in enumerate(labels)] if self.style.tex else []
        return tuple(touching_texts(labels, self.style.face, lines))

    @cached_property
    def crossed_texts(self) -> tuple[str, ...]:
        """The texts that a line passes through which is not theirs."""
        return tuple(text for panel in self.panels for text in crossed_texts(panel.items, self.style.face))

    @cached_property
    def classes_behind_lines(self) -> tuple[str, ...]:
        """The names of the classes behind which a line passes that does not end there."""
        items = (item for panel in self.panels for _, item in lines_behind_classes(panel.items))
        return tuple(dict.fromkeys(item.classes[0] if item.classes else item.name for item in items))

    @property
    def excess_width_mm(self) -> float:
        """The millimetres by which the figure is wider than asked."""
        most = self.style.width_mm
        return 0.0 if most is None else max(0.0, round(self.width_mm - most, 2))

    @property
    def excess_height_mm(self) -> float:
        """The millimetres by which the figure is higher than asked, or than a page."""
        most = PAGE_MM if self.style.height_mm is None else self.style.height_mm
        on_a_page = self.style.height_mm is not None or self.style.width_mm is not None
        return max(0.0, round(self.height_mm - most, 2)) if on_a_page else 0.0

    @property
    def fits(self) -> bool:
        """Whether nothing in the figure touches, is crossed, passes behind a class, or is too wide or too high."""
        # The quickest first.
        return not (
            self.excess_width_mm
            or self.excess_height_mm
            or self.touching_texts
            or self.crossed_texts
            or self.classes_behind_lines
        )

    @cached_property
    def _sizes(self) -> tuple[set[float], set[float]]:
        """The sizes of all texts, and of those that are no subscripts."""
        sizes = {round(label.size, 3) for label in self.labels}
        return sizes, sizes - {round(size * SCRIPT_SIZE, 3) for size in sizes}

    @property
    def least_pt(self) -> float:
        """The size of its smallest text that is no subscript, in points."""
        return min(self._sizes[1], default=FONT_SIZE) * self.unit

    @property
    def fit_sentence(self) -> str:
        """The sentence on whether the figure fits."""
        sizes, full = self._sizes
        text = f"least text {number(self.least_pt, 1)} pt"
        if len(full) < len(sizes):
            text += f", subscripts {number(min(sizes) * self.unit, 1)} pt"
        if self.touching_texts:
            pairs = ", ".join(f"{quoted(a)} and {quoted(b)}" for a, b in self.touching_texts[:3])
            return f"Labels touch: {pairs}; {text}."
        if self.crossed_texts:
            return f"A line passes through {', '.join(map(quoted, self.crossed_texts[:3]))}; {text}."
        if self.classes_behind_lines:
            return f"A line passes behind {', '.join(map(quoted, self.classes_behind_lines[:3]))}; {text}."
        than = "a page has" if self.style.height_mm is None else "asked"
        high = f"{number(self.height_mm, 1)} mm{' high' if self.excess_width_mm else ''}"
        high += f", {number(self.excess_height_mm, 1)} mm more than {than}" if self.excess_height_mm else ""
        if self.excess_width_mm:
            wide = f"{number(self.width_mm, 1)} mm wide, {number(self.excess_width_mm, 1)} mm more than asked"
            turn = " From left to right it would be narrower." if self.style.direction == "down" else ""
            head = "Too wide and too high" if self.excess_height_mm else "Too wide"
            return f"{head}: {wide}, and {high}, so that no label touches another; {text}.{turn}"
        if self.excess_height_mm:
            return f"Too high: {high}; {text}."
        return f"Fits: no label touches another, {text}."


def check_dpi(dpi: object) -> None:
    """Raise HierviewError where a PNG may not have so many dots per inch."""
    if isinstance(dpi, bool) or not isinstance(dpi, int) or not LEAST_DPI <= dpi <= MOST_DPI:
        raise HierviewError(f"a PNG has between {LEAST_DPI} and {MOST_DPI} dots per inch, not {quoted(dpi)}")
