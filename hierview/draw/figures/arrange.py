"""Pictures become a figure: as many panels side by side as have room, with letters, titles and a legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ...errors import HierviewError
from ...explain import HierarchyPicture, Picture, Words, labelled
from ...model.case import Case
from ...model.hierarchy import Edge
from ..layouts.fold import folded
from ..layouts.layered import Layout
from ..scenes.drawable import CHART, Room, by_layout, drawn_for, least_of, scene_of
from ..scenes.hierarchy import MOST_DRAWN, Direction, narrow_layout
from ..scenes.scene import FONT_SIZE, Item, Label, Point, Scene, Shape, extent, line_as, moved, shifted
from ..texts.alt_text import spoken
from ..texts.class_labels import LINE, NARROW_LINE, label_lines
from ..texts.fonts import Face, width
from ..texts.key import cut_names, numbered
from ..texts.label_words import Line, balanced, widest_unit, wrapped
from ..texts.legend import worn
from .figure import MM, Figure, FigureStyle, PanelDrawing

_Classes = tuple[tuple[str, ...], tuple[Edge, ...]]  # and edges

TITLE_LINE, TITLE_AIR = 19.0, 8.0
BETWEEN, NARROW, BELOW = 18.0, 5.0, 16.0  # panels, panels where room is scarce, and rows of panels
TALL, LOWER = 90.0, 2 / 3  # from so many mm of a panel on classes stand in rows, where they are lower by that share
STRIP = 22.0  # for a letter that finds no room in its panel
LEGEND_ROW = 24.0


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
        title = self.picture.title if self.title is None else self.title
        return labelled(title, self.case.hierarchy.labels.shown)


@dataclass(frozen=True)
class _Setting:
    """How much air there is. narrow: less than on a screen.  stretch: classes that many times as far apart.

    low: layers that many times as far apart.  flat: with less above and below, too.
    line: of how many characters the lines of labels should be at most.  direction: where children stand.
    """

    narrow: bool = False
    stretch: float = 1.0
    line: int = LINE
    direction: Direction = "down"
    low: float = 1.0
    flat: bool = False


_SETTINGS = (
    *(_Setting(), _Setting(narrow=True), _Setting(True, 1.2), _Setting(True, 1.4)),
    *(_Setting(stretch=stretch) for stretch in (1.15, 1.35, 1.8, 2.4)),
)
_LOW = (  # where height is scarce
    *(_Setting(narrow, low=low) for low in (0.85, 0.72) for narrow in (False, True)),
    *(_Setting(True, low=low, flat=True) for low in (1.0, 0.72)),
)
_FLAT = {"right": (LINE,), "indented": (54, 45, 36, 30, 24, LINE)}  # lines of labels where rows are low
_NARROWEST = tuple(_Setting(True, stretch, NARROW_LINE) for stretch in (1.0, 1.2, 1.4))


class _Scenes:
    """The panels as scenes, each drawn once for all arrangements in which it is the same."""

    def __init__(self, panels: Sequence[Panel], face: Face):
        self._panels, self._face = panels, face
        self._found: dict[tuple[int, _Setting | tuple[float, float, bool]], Scene] = {}
        self._layouts: dict[tuple[Direction, int, bool], dict[Case, Layout]] = {}

    def drawn(self, setting: _Setting, width: float, alone: bool) -> list[tuple[Words, Scene]]:
        """The titles and the pictures; those of one hierarchy share a layout.  alone: whether in one column."""
        return [(panel.words, self._scene(i, setting, width, alone)) for i, panel in enumerate(self._panels)]

    def least(self, setting: _Setting, width: float, alone: bool) -> list[Point]:
        """The sizes that the pictures have at least."""
        rooms = ((panel, self._room(panel, setting, width, alone)) for panel in self._panels)
        return [least_of(panel.case, panel.picture, room) for panel, room in rooms]

    def _scene(self, i: int, setting: _Setting, width: float, alone: bool) -> Scene:
        panel = self._panels[i]
        key = setting if by_layout(panel.picture) else (width, setting.low, alone)
        if (i, key) not in self._found:
            room = self._room(panel, setting, width, alone)
            self._found[i, key] = _spoken(scene_of(panel.case, panel.picture, room))
        return self._found[i, key]

    def _room(self, panel: Panel, setting: _Setting, width: float, alone: bool) -> Room:
        layouts = self._narrow_layouts(setting.direction, setting.line, setting.flat) if setting.narrow else {}
        layout = layouts.get(panel.place or panel.case)
        stretch = setting.stretch, setting.low
        return Room(width, self._face, stretch, panel.place, layout, setting.direction, setting.line, alone)

    def _narrow_layouts(self, direction: Direction, line: int, flat: bool) -> dict[Case, Layout]:
        key = direction, line, flat
        if key not in self._layouts:
            by_place: dict[Case, list[tuple[Case, HierarchyPicture]]] = {}
            for panel in self._panels:
                if isinstance(panel.picture, HierarchyPicture):
                    by_place.setdefault(panel.place or panel.case, []).append((panel.case, panel.picture))
            self._layouts[key] = {
                place: narrow_layout(place, pictures, direction, line, self._face, flat)
                for place, pictures in by_place.items()
            }
        return self._layouts[key]


def _settings(style: FigureStyle, panels: Sequence[Panel]) -> Iterator[tuple[_Setting, ...]]:
    """The settings to try, the best first, for each direction."""
    low = _LOW if style.height_mm is not None else ()
    if not any(isinstance(panel.picture, HierarchyPicture) for panel in panels):
        yield (*_SETTINGS[:2], *low)  # others are for classes that stand in layers
        return
    names = {h.labels.shown(c) for panel in panels for h in (panel.case.hierarchy,) for c in h.classes}
    breakable = any(label_lines(c) != label_lines(c, NARROW_LINE) for c in names)
    ways: tuple[Direction, ...] = ("down", "right", "indented") if style.direction == "auto" else (style.direction,)
    for way in ways:
        flat = (_Setting(True, line=line, flat=True) for line in _FLAT.get(way, ()))
        tried = (*_SETTINGS, *low, *(_NARROWEST if breakable else ()), *flat)
        yield tuple(replace(setting, direction=way) for setting in tried)


def figure(panels: Sequence[Panel], style: FigureStyle | None = None) -> Figure:
    """The pictures as one figure: as many side by side as have room, else below each other.

    First they have all the air that a screen gives them, then less. Where lines would pass through texts, classes
    stand farther apart; where a hierarchy has no room from the top, it is drawn in another direction.
    """
    style = style or FigureStyle()
    return fitting(panels, style) or min(_arrangements(panels, style), key=_faults)


def fitting(panels: Sequence[Panel], style: FigureStyle) -> Figure | None:
    """The figure of these pictures; None where none fits, which is found sooner than the one with the least faults."""
    return next((one for one in _arrangements(panels, style, small=True) if one.fits), None)


def _arrangements(panels: Sequence[Panel], style: FigureStyle, small: bool = False) -> Iterator[Figure]:
    """The figures to try, the best first. small: without those that are too large before a line is drawn."""
    if not panels:
        raise HierviewError("a figure needs at least one panel")
    panels = [_drawn(panel) for panel in (folded_panels(panels) if style.fold else panels)]
    key = cut_names(panel.case for panel in panels) if style.key else ()
    if key:
        numbers = {name: i for i, name in enumerate(key, 1)}
        panels = [
            replace(p, case=numbered(p.case, numbers), place=p.place and numbered(p.place, numbers)) for p in panels
        ]
    scenes = _Scenes(panels, style.face)
    for settings in _settings(style, panels):
        for columns in _column_counts(len(panels)):
            aside = style.direction == "auto" and settings[0].direction == "right"
            for tried in _tries(scenes, settings, style, columns, key, small):
                if aside and tried.height_mm * columns > TALL * len(panels) and tried.fits:
                    yield from _lower_rows(scenes, panels, style, key, LOWER * tried.height_mm)
                yield tried


def _lower_rows(
    scenes: _Scenes, panels: Sequence[Panel], style: FigureStyle, key: Sequence[str], least: float
) -> Iterator[Figure]:
    """The figure with a row for each class, if it fits and is lower than so many mm: many siblings are."""
    for settings in _settings(replace(style, direction="indented"), panels):
        tried = (_tries(scenes, settings, style, columns, key, True) for columns in _column_counts(len(panels)))
        lower = next((figure for some in tried for figure in some if figure.fits), None)
        if lower is not None and lower.height_mm < least:
            yield lower


def _faults(found: Figure) -> tuple[float, float, float]:
    """The faults of a figure, the worst first: what is higher than a page may be folded, but the column is given."""
    wide = found.too_wide + (found.too_high if found.style.height_mm is not None else 0.0)
    return len(found.touching) + len(found.crossed) + len(found.behind), wide, found.too_high


def _tries(
    scenes: _Scenes, settings: Iterable[_Setting], style: FigureStyle, columns: int, key: Sequence[str], small: bool
) -> Iterator[Figure]:
    """The figures in so many columns; classes stand farther apart only where there is room. small: see above."""
    alike: dict[int, list[Figure]] = {}
    for setting in settings:
        before = alike.setdefault(setting.line, [])
        if setting.stretch > 1 and all(one.too_wide or one.too_high for one in before):
            continue
        between = NARROW if setting.narrow else BETWEEN
        room = setting, _room(style, columns, between), columns == 1
        least = _least(scenes.least(*room), style, columns, between) if small else None
        if least is not None and (least.too_wide or least.too_high):
            before.append(least)
            continue
        before.append(_arranged(scenes.drawn(*room), style, columns, between, key))
        yield before[-1]


def _least(sizes: Sequence[Point], style: FigureStyle, columns: int, between: float) -> Figure:
    """A figure without anything in it, of the least size that panels have which are at least so wide and high."""
    _, whole = _cells([wide for wide, _ in sizes], style, columns, between)
    rows = [max(high for _, high in sizes[i : i + columns]) for i in range(0, len(sizes), columns)]
    return Figure(style, whole, sum(rows) + BELOW * (len(rows) - 1), ())


def compose(scenes: Sequence[tuple[Words | str, Scene]], style: FigureStyle | None = None) -> Figure:
    """Scenes as they are as one figure: as many side by side as have room, else below each other."""
    style = style or FigureStyle()
    if not scenes:
        raise HierviewError("a figure needs at least one panel")
    titled_scenes = [(_words(title), _spoken(scene)) for title, scene in scenes]
    tried = (_arranged(titled_scenes, style, columns) for columns in _column_counts(len(titled_scenes)))
    for composed in tried:
        if not composed.too_wide:
            break
    return composed


def _spoken(scene: Scene) -> Scene:
    return replace(scene, says=spoken(scene))


def _words(title: Words | str) -> Words:
    if isinstance(title, str):
        return (title,) if title else ()
    return title


def _column_counts(count: int) -> list[int]:
    """How many panels may stand side by side, rows as equal as can be: 4, 2, 1 of four."""
    return sorted({-(-count // -(-count // columns)) for columns in range(1, count + 1)}, reverse=True)


def _room(style: FigureStyle, columns: int, between: float) -> float:
    """The width of a panel."""
    if style.width_mm is None:
        return CHART[0]
    return (style.width_mm * MM / style.unit - between * (columns - 1)) / columns


def _classes(case: Case) -> _Classes:
    return case.hierarchy.classes, case.hierarchy.edges


def folded_panels(panels: Sequence[Panel]) -> list[Panel]:
    """The panels with the branches folded in which none of them marks or shows a class; on one hierarchy all alike."""
    result = list(panels)
    alike: dict[_Classes, dict[int, HierarchyPicture]] = {}
    for i, panel in enumerate(panels):
        own, place = (_classes(case) for case in (panel.case, panel.place or panel.case))
        if isinstance(panel.picture, HierarchyPicture) and place == own:
            alike.setdefault(own, {})[i] = panel.picture
    for by_index in alike.values():
        places = [case for i in by_index if (case := panels[i].place) is not None]
        cases, pictures = folded([*(panels[i].case for i in by_index), *places], list(by_index.values()))
        places_folded = iter(cases[len(by_index) :])
        for i, case, picture in zip(by_index, cases, pictures, strict=False):
            result[i] = replace(panels[i], case=case, picture=picture, place=panels[i].place and next(places_folded))
    return result


def _drawn(panel: Panel) -> Panel:
    """The panel with its cases as far as they are drawn."""
    case = drawn_for(panel.picture, panel.case)
    place = panel.place and drawn_for(panel.picture, panel.place)
    if case is None or (panel.place is not None and place is None):
        raise HierviewError(
            f"the marked classes and their ancestors are more than {MOST_DRAWN} classes, too many for a figure; "
            "mark fewer, or export the whole hierarchy as an interactive page"
        )
    return replace(panel, case=case, place=place)


def _title(lines: Sequence[Words], x: float, y: float, size: float) -> tuple[Line, ...]:
    return tuple(Line(x, y + TITLE_LINE * n, line, size) for n, line in enumerate(lines))


def _arranged(
    given: Sequence[tuple[Words, Scene]],
    style: FigureStyle,
    columns: int,
    between: float = BETWEEN,
    key: Sequence[str] = (),
) -> Figure:
    """The panels in so many columns, the room that is left over spread evenly around them."""
    face = style.face
    rows = [list(range(i, min(i + columns, len(given)))) for i in range(0, len(given), columns)]
    titles = [words if style.titles else () for words, _ in given]
    small = face.small
    least = [max(scene.width, widest_unit(words, small, face)) for words, (_, scene) in zip(titles, given, strict=True)]
    widths, whole = _cells(least, style, columns, between)
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
            items = tuple(moved(_printed(item, style), dx, dy) for item in scene.items if item.role != "point")
            letter = Label(left, top + 9, _letter(i), anchor="start") if lettered else None
            # Between the titles of two panels is more air than between words.
            lines = balanced(titles[i], cell - max(0.0, BETWEEN - between) * (columns > 1), small, face)
            # One row of titles stands on one line.
            title = _title(lines, left + cell / 2, top + strip + high + TITLE_AIR, small)
            panels.append(PanelDrawing(letter, title, items, scene.says, titles[i]))
            below = max(below, title[-1].y + 0.65 * small if title else top + strip + high)
        top = below + BELOW
    if key:
        panels.append(_key(key, whole, top, face))
        top = panels[-1].title[-1].y + 0.65 * small + BELOW
    height = top - BELOW
    legend: tuple[Item, ...] = ()
    if style.legend:
        legend, height = _legend([_printed(i, style) for _, s in given for i in s.items], style, whole, height)
    return Figure(style, whole, height, tuple(panels), legend, columns)


def _cells(least: Sequence[float], style: FigureStyle, columns: int, between: float) -> tuple[list[float], float]:
    """The width of each column, and of the whole."""
    widths = [max(least[i] for i in range(column, len(least), columns)) for column in range(columns)]
    natural = sum(widths) + between * (columns - 1)
    room = natural if style.width_mm is None else style.width_mm * MM / style.unit
    whole = max(natural, room)
    return [w + (whole - natural) / columns for w in widths], whole


def _key(names: Sequence[str], wide: float, top: float, face: Face) -> PanelDrawing:
    """Names that are cut, whole, each behind its number."""
    lines = [line for i, name in enumerate(names, 1) for line in wrapped((f"{i} {name}",), wide, face.small, face)]
    title = tuple(
        Line(0.0, top + TITLE_LINE * (n + 0.5), line, face.small, anchor="start") for n, line in enumerate(lines)
    )
    return PanelDrawing(None, title, ())


def _letter(i: int) -> str:
    """A panel's letter: (a), (b), … (z), (aa) and so on."""
    letters = ""
    i += 1
    while i:
        i, rest = divmod(i - 1, 26)
        letters = chr(97 + rest) + letters
    return f"({letters})"


def _corner_taken(scene: Scene, cell: float, face: Face) -> bool:
    """Whether something stands where the panel's letter goes."""
    wide = width("(m) ", FONT_SIZE, face) - (cell - scene.width) / 2
    corners = (extent(part) for item in scene.items if item.role != "point" for part in item.parts)
    return any(left < wide and high < STRIP for left, high, _, _ in corners)


def _printed(item: Item, style: FigureStyle) -> Item:
    """The item as the style wants it: line art knows neither shades nor thin grey lines."""
    if style.colour != "line":
        return item
    parts: list[Shape | Label] = []
    for part in item.parts:
        if isinstance(part, Label) or part.role not in ("shade", "grid line"):
            parts.append(part)
        elif part.role == "grid line":
            parts.append(line_as("dotted grid line", part.at))
    return replace(item, parts=tuple(parts), look=replace(item.look, tint=None))


def _legend(items: Sequence[Item], style: FigureStyle, whole: float, top: float) -> tuple[tuple[Item, ...], float]:
    """The marks that are drawn, each with its word, in rows in the middle below; and where they end."""
    rows: list[list[Item]] = [[]]
    x, y, small = 0.0, top + BELOW + LEGEND_ROW / 2, style.face.small
    ends = [0.0]
    for name, wide, glyph in worn(items):
        start = wide + 8 if wide else 0.0
        room = start + width(name, small, style.face)
        if x and x + room > whole:
            x, y = 0.0, y + LEGEND_ROW
            rows.append([])
            ends.append(0.0)
        parts = (*(shifted(part, x, y) for part in glyph), Label(x + start, y, name, "ink", small, anchor="start"))
        rows[-1].append(Item("legend", (), parts))
        ends[-1] = x + room
        x += room + BETWEEN
    legend = [moved(item, (whole - end) / 2, 0.0) for row, end in zip(rows, ends, strict=True) for item in row]
    return tuple(legend), y + LEGEND_ROW / 2 if legend else top
