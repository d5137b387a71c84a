"""Scenes become a figure: panels at one scale in a width of so many millimetres, with letters, titles and a legend.

A figure keeps the scenes' coordinates; `unit` says how long one of them is on paper. So everything in it, text
and air alike, follows the size of the font, and nothing that stands clear on the screen touches in print.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite
from typing import Literal

from ..errors import HierviewError, quoted
from ..explain import (
    ChartPicture,
    HierarchyPicture,
    NetworkPicture,
    PairsPicture,
    Picture,
    Words,
    number,
    plain,
)
from ..model.case import Case
from .chart import chart_scene
from .fonts import FACES, SCRIPT_SIZE, Face, width
from .label_collisions import cleared, crossed, squeezed, touching
from .legend import worn
from .network import network_scene
from .scene import (
    FONT_SIZE,
    MOST_DRAWN,
    Item,
    Label,
    Scene,
    Shape,
    drawable,
    extent,
    hierarchy_scene,
    narrow_layout,
    pairs_scene,
    shifted,
)
from .sets import sets_scene
from .style import GREY, LIGHT, LINE, Palette
from .words import Line, labels, widest_unit, wrapped

MM = 72 / 25.4  # points
PALETTES: Mapping[str, Palette] = {"colour": LIGHT, "grey": GREY, "line": LINE}

SMALL = 14.0  # of titles and legends, where class labels have FONT_SIZE
TITLE_LINE, TITLE_AIR = 19.0, 8.0
BETWEEN, NARROW, BELOW = 18.0, 5.0, 16.0  # panels, panels where room is scarce, and rows of panels
STRIP = 22.0  # for a letter that finds no room in its panel
LEGEND_ROW = 24.0
CHART = (640.0, 280.0)


@dataclass(frozen=True)
class FigureStyle:
    """How a figure is set.

    width_mm: 84 is one column of most journals, 174 are two; None is as wide as it needs.  font: "sans" or
    "serif".  font_pt: the size of class labels; what stands between them and below panels has 7/8 of it.
    colour: "colour", "grey" or "line", black on white.  labels: "text", or "outlines" that need no font.
    """

    width_mm: float | None = 84
    font: Literal["sans", "serif"] = "sans"
    font_pt: float = 8
    colour: Literal["colour", "grey", "line"] = "colour"
    labels: Literal["text", "outlines"] = "text"
    letters: bool = True
    legend: bool = False
    titles: bool = True

    def __post_init__(self) -> None:
        for name, accepted in (("font", tuple(FACES)), ("colour", tuple(PALETTES)), ("labels", ("text", "outlines"))):
            given = getattr(self, name)
            if given not in accepted:
                listed = ", ".join(map(repr, accepted))
                raise HierviewError(f"a figure's {name} is one of {listed}, not {quoted(given)}")
        for name, least, most, unit in (("width_mm", 20, 1000, "mm"), ("font_pt", 4, 36, "pt")):
            given = getattr(self, name)
            if given is None and name == "width_mm":
                continue
            sound = isinstance(given, (int, float)) and not isinstance(given, bool) and isfinite(given)
            if not sound or not least <= given <= most:
                raise HierviewError(f"a figure's {name} is between {least} and {most} {unit}, not {quoted(given)}")
        for name in ("letters", "legend", "titles"):
            if not isinstance(getattr(self, name), bool):
                raise HierviewError(f"a figure's {name} is True or False, not {quoted(getattr(self, name))}")

    @property
    def unit(self) -> float:
        """The length of one unit of a scene in points."""
        return self.font_pt / FONT_SIZE

    @property
    def face(self) -> Face:
        """The typeface of its texts."""
        return FACES[self.font]

    @property
    def palette(self) -> Palette:
        """The colours of its shapes."""
        return PALETTES[self.colour]


@dataclass(frozen=True)
class Meta:
    """Words of a file about itself.

    alt: the figure in words.  signature: what made it (version, measures, hash of the case).  case: the case as
    JSON.  link: where it opens.
    """

    title: str = ""
    alt: str = ""
    signature: str = ""
    case: str = ""
    link: str = ""


UNNAMED = Meta()


def one_line(text: str) -> str:
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
    title: tuple[Line, ...]
    items: tuple[Item, ...]
    says: str = ""
    words: Words = ()


@dataclass(frozen=True)
class Figure:
    """Panels and a legend in one frame. width, height: in units of `unit` points."""

    style: FigureStyle
    width: float
    height: float
    panels: tuple[PanelDrawing, ...]
    legend: tuple[Item, ...] = ()
    columns: int = field(default=1, compare=False)

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
    def lines(self) -> Iterator[Line]:
        """Every line of text, panel by panel."""
        for panel in self.panels:
            yield from panel.title

    @property
    def labels(self) -> Iterator[Label]:
        """Every text of the figure."""
        for panel in self.panels:
            if panel.letter:
                yield panel.letter
            for line in panel.title:
                yield from labels(line, self.style.face)
        for item in self.items:
            yield from (part for part in item.parts if isinstance(part, Label))

    @property
    def says(self) -> str:
        """The figure in words, from its panels."""
        parts = []
        for panel in self.panels:
            head = f"{panel.letter.text} " if panel.letter else ""
            title = f"{plain(panel.words)}: " if panel.words else ""
            parts.append(f"{head}{title}{panel.says}")
        return " ".join(part if part.endswith(".") else part + "." for part in parts)

    @cached_property
    def touching(self) -> tuple[tuple[str, str], ...]:
        """The texts that touch another text."""
        return tuple(touching(list(self.labels), self.style.face))

    @cached_property
    def crossed(self) -> tuple[str, ...]:
        """The texts that a line passes through which is not theirs."""
        return tuple(text for panel in self.panels for text in crossed(panel.items, self.style.face))

    @property
    def too_wide(self) -> float:
        """By how many millimetres it is wider than asked."""
        asked = self.style.width_mm
        return 0.0 if asked is None else max(0.0, round(self.width_mm - asked, 2))

    @property
    def fits(self) -> bool:
        """Whether nothing touches, is crossed or is too wide."""
        return not (self.touching or self.crossed or self.too_wide)

    @property
    def verdict(self) -> str:
        """Whether it fits, in a sentence."""
        sizes = {round(label.size, 3) for label in self.labels}
        full = sizes - {round(size * SCRIPT_SIZE, 3) for size in sizes}
        text = f"least text {number(min(full, default=FONT_SIZE) * self.unit, 1)} pt"
        if len(full) < len(sizes):
            text += f", subscripts {number(min(sizes) * self.unit, 1)} pt"
        if self.touching:
            pairs = ", ".join(f"{quoted(a)} and {quoted(b)}" for a, b in self.touching[:3])
            return f"Labels touch: {pairs}; {text}."
        if self.crossed:
            return f"A line passes through {', '.join(map(quoted, self.crossed[:3]))}; {text}."
        if self.too_wide:
            size = f"{number(self.width_mm, 1)} mm wide, {number(self.too_wide, 1)} mm more than asked"
            return f"Too wide: {size}, so that no label touches another; {text}."
        return f"Fits: no label touches another, {text}."


# Panels of pictures


@dataclass(frozen=True)
class Panel:
    """A picture of a case. title: in place of the picture's own.  place: see `hierarchy_scene`."""

    case: Case
    picture: Picture
    title: Words | None = None
    place: Case | None = None

    @property
    def words(self) -> Words:
        """The title: its own, or the picture's."""
        return getattr(self.picture, "title", ()) if self.title is None else self.title


@dataclass(frozen=True)
class _Setting:
    """How much air there is. narrow: less than on a screen.  stretch: classes that many times as far apart."""

    narrow: bool = False
    stretch: float = 1.0


_SETTINGS = (
    *(_Setting(), _Setting(narrow=True), _Setting(True, 1.2), _Setting(True, 1.4)),
    *(_Setting(stretch=stretch) for stretch in (1.15, 1.35, 1.8, 2.4)),
)


def figure(panels: Sequence[Panel], style: FigureStyle | None = None) -> Figure:
    """The pictures as one figure.

    As many side by side as have room, first with all the air that a screen gives them, then with less; else below
    each other. Where lines would pass through texts, classes stand farther apart.
    """
    style = style or FigureStyle()
    if not panels:
        raise HierviewError("a figure needs at least one panel")
    tried: list[Figure] = []
    for columns in _column_counts(len(panels)):
        here = len(tried)
        for setting in _SETTINGS:
            if setting.stretch > 1 and all(found.too_wide for found in tried[here:]):
                break
            between = NARROW if setting.narrow else BETWEEN
            scenes = _scenes(panels, setting, _room(style, columns, between), style.face)
            given = [(panel.words, scene) for panel, scene in zip(panels, scenes, strict=True)]
            tried.append(_arranged(given, style, columns, between))
            if tried[-1].fits:
                return tried[-1]
    return min(tried, key=lambda found: (len(found.touching) + len(found.crossed), found.too_wide))


def compose(scenes: Sequence[tuple[Words | str, Scene]], style: FigureStyle | None = None) -> Figure:
    """Scenes as they are as one figure: as many side by side as have room, else below each other."""
    style = style or FigureStyle()
    if not scenes:
        raise HierviewError("a figure needs at least one panel")
    given = [((title,) if isinstance(title, str) and title else title or (), scene) for title, scene in scenes]
    tried = (_arranged(given, style, columns) for columns in _column_counts(len(given)))  # type: ignore[arg-type]
    for found in tried:
        if not found.too_wide:
            break
    return found


def _column_counts(count: int) -> list[int]:
    """How many panels may stand side by side, rows as equal as can be: 4, 2, 1 of four."""
    return sorted({-(-count // -(-count // columns)) for columns in range(1, count + 1)}, reverse=True)


def _room(style: FigureStyle, columns: int, between: float) -> float:
    """The width of a panel."""
    if style.width_mm is None:
        return CHART[0]
    return (style.width_mm * MM / style.unit - between * (columns - 1)) / columns


def _scenes(panels: Sequence[Panel], setting: _Setting, room: float, face: Face) -> list[Scene]:
    """The pictures as scenes; those of one hierarchy share a layout."""
    shown: dict[Case, list[tuple[Case, HierarchyPicture]]] = {}
    drawn: list[tuple[Case, Case | None]] = []
    for panel in panels:
        if not isinstance(panel.picture, HierarchyPicture):
            drawn.append((panel.case, panel.place))
            continue
        case = _drawable(panel.case)
        place = panel.place if panel.place is None else _drawable(panel.place)
        drawn.append((case, place))
        shown.setdefault(place or case, []).append((case, panel.picture))
    layouts = {place: narrow_layout(place, given) for place, given in shown.items()} if setting.narrow else {}
    scenes = []
    for panel, (case, place) in zip(panels, drawn, strict=True):
        picture = panel.picture
        if isinstance(picture, HierarchyPicture):
            scene = hierarchy_scene(case, picture, (setting.stretch, 1.0), place, layouts.get(place or case))
            scenes.append(cleared(scene, face))
        elif isinstance(picture, PairsPicture):
            scenes.append(cleared(pairs_scene(case, picture), face))
        elif isinstance(picture, NetworkPicture):
            scenes.append(squeezed(network_scene(case, picture), room, face))
        elif isinstance(picture, ChartPicture):
            wide = min(CHART[0], room)
            scenes.append(chart_scene(picture, wide, min(CHART[1], 0.6 * wide)))
        else:
            scenes.append(sets_scene(picture, room, face))
    return scenes


def _drawable(case: Case) -> Case:
    drawn = drawable(case)
    if drawn is None:
        raise HierviewError(
            f"the marked classes and their ancestors are more than {MOST_DRAWN} classes, too many for a figure; "
            "mark fewer, or export the whole hierarchy as an interactive page"
        )
    return drawn


# Arrangement


def _arranged(
    given: Sequence[tuple[Words, Scene]], style: FigureStyle, columns: int, between: float = BETWEEN
) -> Figure:
    """The panels in so many columns, the room that is left over spread evenly around them."""
    face = style.face
    rows = [list(range(i, min(i + columns, len(given)))) for i in range(0, len(given), columns)]
    titles = [words if style.titles else () for words, _ in given]
    least = [max(scene.width, widest_unit(words, SMALL, face)) for words, (_, scene) in zip(titles, given, strict=True)]
    widths = [max(least[i] for i in range(column, len(given), columns)) for column in range(columns)]
    natural = sum(widths) + between * (columns - 1)
    asked = natural if style.width_mm is None else style.width_mm * MM / style.unit
    whole = max(natural, asked)
    widths = [w + (whole - natural) / columns for w in widths]
    lettered = style.letters and len(given) > 1
    panels: list[PanelDrawing] = []
    top = 0.0
    for row in rows:
        strip = STRIP if lettered and any(_corner_taken(given[i][1], widths[i % columns], face) for i in row) else 0.0
        high = max(given[i][1].height for i in row)
        below = top
        for i in row:
            column = i % columns
            left, cell = sum(widths[:column]) + between * column, widths[column]
            scene = given[i][1]
            dx, dy = left + (cell - scene.width) / 2, top + strip
            items = tuple(_placed(_printed(item, style), dx, dy) for item in scene.items if item.kind != "point")
            letter = Label(left, top + 9, _letter(i), anchor="start") if lettered else None
            lines = wrapped(titles[i], cell, SMALL, face)
            # One row of titles stands on one line.
            y = top + strip + high + TITLE_AIR
            title = tuple(Line(left + cell / 2, y + TITLE_LINE * n, line, SMALL) for n, line in enumerate(lines))
            panels.append(PanelDrawing(letter, title, items, scene.says, titles[i]))
            bottom = y + TITLE_LINE * (len(lines) - 1) + 0.65 * SMALL if lines else top + strip + high
            below = max(below, bottom)
        top = below + BELOW
    height = top - BELOW
    legend: tuple[Item, ...] = ()
    if style.legend:
        legend, height = _legend([_printed(i, style) for _, s in given for i in s.items], style, whole, height)
    return Figure(style, whole, height, tuple(panels), legend, columns)


def _letter(i: int) -> str:
    """(a), (b), … (z), (aa), …"""
    letters = ""
    i += 1
    while i:
        i, rest = divmod(i - 1, 26)
        letters = chr(97 + rest) + letters
    return f"({letters})"


def _corner_taken(scene: Scene, cell: float, face: Face) -> bool:
    """Whether something stands where the panel's letter goes."""
    wide = width("(m) ", FONT_SIZE, face) - (cell - scene.width) / 2
    corners = (extent(part) for item in scene.items if item.kind != "point" for part in item.parts)
    return any(left < wide and high < STRIP for left, high, _, _ in corners)


def _placed(item: Item, dx: float, dy: float) -> Item:
    x, y, w, h = item.box
    return replace(item, parts=tuple(shifted(part, dx, dy) for part in item.parts), box=(x + dx, y + dy, w, h))


def _printed(item: Item, style: FigureStyle) -> Item:
    """The item as the style wants it: line art knows neither shades nor thin grey lines."""
    if style.colour != "line":
        return item
    parts: list[Shape | Label] = []
    for part in item.parts:
        if isinstance(part, Shape):
            if part.opacity != 1:
                continue
            if part.stroke == "line":
                part = replace(part, width=0.75, dash=(1, 3.5), dots=True)
        parts.append(part)
    return replace(item, parts=tuple(parts))


# Legend


def _legend(items: Sequence[Item], style: FigureStyle, whole: float, top: float) -> tuple[tuple[Item, ...], float]:
    """The marks that are drawn, each with its word, in rows below; and where they end."""
    found: list[Item] = []
    x, y = 0.0, top + BELOW + LEGEND_ROW / 2
    for name, wide, glyph in worn(items):
        start = wide + 8 if wide else 0.0
        room = start + width(name, SMALL, style.face)
        if x and x + room > whole:
            x, y = 0.0, y + LEGEND_ROW
        parts = (*(shifted(part, x, y) for part in glyph), Label(x + start, y, name, "ink", SMALL, anchor="start"))
        found.append(Item("legend", (), parts))
        x += room + BETWEEN
    return tuple(found), y + LEGEND_ROW / 2 if found else top
