"""Pictures become a figure: as many panels side by side as have room, with letters, titles and a legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from ...errors import HierviewError
from ...explain import HierarchyPicture, Picture, Words, with_labels
from ...model.case import Case
from ...model.hierarchy import Edge
from ..layouts.fold import fold_cases
from ..layouts.layered import Layout
from ..scenes.bodies import ClassStyle, Narrow
from ..scenes.drawable import CHART, drawn_part, has_own_width, picture_scene
from ..scenes.hierarchy import MOST_DRAWN, Direction, DrawingRoom, narrow_layout
from ..scenes.layout_choice import DIRECTIONS
from ..scenes.scene import FONT_SIZE, Item, Label, Scene, Shape, line_as, moved_item, part_extent, shifted_part
from ..texts.alt_text import alt_text
from ..texts.class_labels import LINE
from ..texts.fonts import Face, line_width
from ..texts.key import cut_names, cut_names_panel, with_cut_numbers
from ..texts.label_words import TextLine, balance_words, least_width_of
from ..texts.legend import worn_marks
from .figure import MM, Figure, FigureStyle, PanelDrawing

TITLE_LINE, TITLE_AIR = 19.0, 8.0
BETWEEN, NARROW, BELOW = 18.0, 5.0, 16.0  # panels, panels where room is scarce, and rows of panels
TALL = 90.0  # mm up to which a row of panels stands as it fits first, whichever direction would be lower
STRIP = 22.0  # for a letter that finds no room in its panel
LEGEND_ROW = 24.0


@dataclass(frozen=True)
class Panel:
    """A panel of a figure: a picture of a case."""

    case: Case
    """The case that is drawn."""
    picture: Picture
    """The picture of it."""
    title: Words | None = None
    """A title in place of the picture's own."""
    place: Case | None = None
    """A case with all classes and edges of the drawn one and more, in whose place they stand, as for `hierarchy_scene`.
    """

    @property
    def words(self) -> Words:
        """The words of the panel's title: its own, or the picture's."""
        title = self.picture.title if self.title is None else self.title
        return with_labels(title, self.case.hierarchy.labels.label_or_name)


@dataclass(frozen=True)
class _PanelSpacing:
    """How much air there is. narrow: of bodies, see `ClassStyle`.  low: layers that many times as far apart.

    line: of how many characters the lines of labels should be at most.  direction: where children stand.
    """

    narrow: Narrow = False
    low: float = 1.0
    line: int = LINE
    direction: Direction = "down"

    def classes(self, face: Face) -> ClassStyle:
        """The style of its classes."""
        return ClassStyle(face, self.line, self.narrow)


_SETTINGS = _PanelSpacing(), _PanelSpacing(narrow=True)
_LOW = (  # where height is scarce
    *(_PanelSpacing(narrow, low) for low in (0.85, 0.72) for narrow in (False, True)),
    *(_PanelSpacing("flat", low) for low in (1.0, 0.72)),
)
_FLAT_LINES = {"right": (LINE,), "indented": (54, 45, 36, 30, 24, LINE)}  # of labels, where rows are low


class _PanelArranger:
    """Panels while they are arranged: each is drawn once for all arrangements in which it is the same."""

    def __init__(self, panels: Sequence[Panel], style: FigureStyle):
        panels = [_drawn_part(panel) for panel in (folded_panels(panels) if style.fold else panels)]
        self.key = cut_names(panel.case for panel in panels) if style.key else ()
        if self.key:
            numbers = {name: i for i, name in enumerate(self.key, 1)}
            panels = [
                replace(p, case=with_cut_numbers(p.case, numbers), place=p.place and with_cut_numbers(p.place, numbers))
                for p in panels
            ]
        self.panels, self.style = panels, style
        self._scenes: dict[tuple[int, _PanelSpacing | tuple[float, float, bool]], Scene] = {}
        self._layouts: dict[tuple[Direction, int, Narrow], dict[Case, Layout]] = {}

    def figures(self) -> Iterator[Figure]:
        """The figures to try, the best first: in each direction with all the air of a screen, then with less.

        The first that fits with all panels in a row, and low enough; else the lowest that fits.
        """
        wish = self.style.direction
        directions = DIRECTIONS if wish == "auto" else (wish,)
        if not any(isinstance(panel.picture, HierarchyPicture) for panel in self.panels):
            directions = ("down",)
        fitting: list[Figure] = []
        for direction in directions:
            for one in self._figures_in_direction(direction):
                low = one.columns == len(self.panels) and one.height_mm <= TALL
                if one.fits and not low and len(directions) > 1:
                    fitting.append(one)
                    break
                yield one
        yield from sorted(fitting, key=lambda one: one.height)

    def _figures_in_direction(self, direction: Direction) -> Iterator[Figure]:
        """The figures in one direction: as many columns as can be, and in each number of them every setting."""
        low = _LOW if self.style.height_mm is not None else ()
        flat = (_PanelSpacing("flat", line=line) for line in _FLAT_LINES.get(direction, ()))
        settings = [replace(setting, direction=direction) for setting in (*_SETTINGS, *low, *flat)]
        for columns, setting in product(_column_counts(len(self.panels)), settings):
            between = NARROW if setting.narrow else BETWEEN
            width = CHART[0]
            if self.style.width_mm is not None:
                width = (self.style.width_mm * MM / self.style.unit - between * (columns - 1)) / columns
            scenes = [(p.words, self._scene(i, setting, width, columns == 1)) for i, p in enumerate(self.panels)]
            yield _arrange_panels(scenes, self.style, columns, between, self.key)

    def _scene(self, i: int, setting: _PanelSpacing, width: float, alone: bool) -> Scene:
        panel = self.panels[i]
        key = setting if has_own_width(panel.picture) else (width, setting.low, alone)
        if (i, key) not in self._scenes:
            layout = self._narrow_layouts(setting).get(panel.place or panel.case) if setting.narrow else None
            style, stretch = setting.classes(self.style.face), (1.0, setting.low)
            room = DrawingRoom(width, style, stretch, panel.place, layout, setting.direction, alone)
            scene = picture_scene(panel.case, panel.picture, room)
            self._scenes[i, key] = replace(scene, says=alt_text(scene))
        return self._scenes[i, key]

    def _narrow_layouts(self, setting: _PanelSpacing) -> dict[Case, Layout]:
        key = setting.direction, setting.line, setting.narrow
        if key not in self._layouts:
            by_place: dict[Case, list[tuple[Case, HierarchyPicture]]] = {}
            for panel in self.panels:
                if isinstance(panel.picture, HierarchyPicture):
                    by_place.setdefault(panel.place or panel.case, []).append((panel.case, panel.picture))
            self._layouts[key] = {
                place: narrow_layout(place, pictures, setting.direction, setting.classes(self.style.face))
                for place, pictures in by_place.items()
            }
        return self._layouts[key]


def panels_figure(panels: Sequence[Panel], style: FigureStyle | None = None) -> Figure:
    """The pictures as one figure: as many side by side as have room, else below each other.

    First they have all the air that a screen gives them, then less; where a hierarchy has no room from the top, or
    panels none in a row, it is drawn in the direction that is lowest. What fits in no way has the least faults.
    """
    misfits = []
    for one in _figures_to_try(panels, style or FigureStyle()):
        if one.fits:
            return one
        misfits.append(one)
    return min(misfits, key=_fault_order)


def first_fitting(panels: Sequence[Panel], style: FigureStyle) -> Figure | None:
    """The first arrangement of all these panels in which everything fits; None where nothing does."""
    return next((one for one in _figures_to_try(panels, style) if one.fits), None)


def _figures_to_try(panels: Sequence[Panel], style: FigureStyle) -> Iterator[Figure]:
    if not panels:
        raise HierviewError("a figure needs at least one panel")
    return _PanelArranger(panels, style).figures()


def _fault_order(figure: Figure) -> tuple[float, float, float]:
    """The faults of a figure, the worst first: what is higher than a page may be folded, but the column is given."""
    wide = figure.excess_width_mm + (figure.excess_height_mm if figure.style.height_mm is not None else 0.0)
    return (
        len(figure.touching_texts) + len(figure.crossed_texts) + len(figure.classes_behind_lines),
        wide,
        figure.excess_height_mm,
    )


def scene_figure(title: Words, scene: Scene, style: FigureStyle) -> Figure:
    """A scene as it is as a figure."""
    return _arrange_panels([(title, replace(scene, says=alt_text(scene)))], style, 1)


def _column_counts(count: int) -> list[int]:
    """How many panels may stand side by side, rows as equal as can be: 4, 2, 1 of four."""
    return sorted({-(-count // -(-count // columns)) for columns in range(1, count + 1)}, reverse=True)


def folded_panels(panels: Sequence[Panel]) -> list[Panel]:
    """The panels with the branches folded in which none of them marks or shows a class; on one hierarchy all alike."""
    result = list(panels)
    alike: dict[tuple[tuple[str, ...], tuple[Edge, ...]], dict[int, HierarchyPicture]] = {}
    for i, panel in enumerate(panels):
        h, place = panel.case.hierarchy, (panel.place or panel.case).hierarchy
        if isinstance(panel.picture, HierarchyPicture) and (place.classes, place.edges) == (h.classes, h.edges):
            alike.setdefault((h.classes, h.edges), {})[i] = panel.picture
    for by_index in alike.values():
        places = [case for i in by_index if (case := panels[i].place) is not None]
        cases, pictures = fold_cases([*(panels[i].case for i in by_index), *places], list(by_index.values()))
        places_folded = iter(cases[len(by_index) :])
        for i, case, picture in zip(by_index, cases, pictures, strict=False):
            result[i] = replace(panels[i], case=case, picture=picture, place=panels[i].place and next(places_folded))
    return result


def _drawn_part(panel: Panel) -> Panel:
    """The panel with its cases as far as they are drawn."""
    case = drawn_part(panel.picture, panel.case)
    place = panel.place and drawn_part(panel.picture, panel.place)
    if case is None or (panel.place is not None and place is None):
        raise HierviewError(
            f"the marked classes and their ancestors are more than {MOST_DRAWN} classes, too many for a figure; "
            "mark fewer, or export the whole hierarchy as an interactive page"
        )
    return replace(panel, case=case, place=place)


def _arrange_panels(
    titled: Sequence[tuple[Words, Scene]],
    style: FigureStyle,
    columns: int,
    between: float = BETWEEN,
    key: Sequence[str] = (),
) -> Figure:
    """The panels in so many columns, the room that is left over spread evenly around them."""
    face, small = style.face, style.face.small
    rows = [list(range(i, min(i + columns, len(titled)))) for i in range(0, len(titled), columns)]
    titles = [words if style.titles else () for words, _ in titled]
    least = [max(scene.width, least_width_of(w, small, face)) for w, (_, scene) in zip(titles, titled, strict=True)]
    widths, whole = _column_widths(least, style, columns, between)
    lettered = style.letters and len(titled) > 1
    panels: list[PanelDrawing] = []
    top = 0.0
    for row in rows:
        strip = STRIP if lettered and any(_corner_taken(titled[i][1], widths[i % columns], face) for i in row) else 0.0
        high = max(titled[i][1].height for i in row)
        below = top
        for i in row:
            column = i % columns
            left, cell = sum(widths[:column]) + between * column, widths[column]
            scene = titled[i][1]
            dx, dy = left + (cell - scene.width) / 2, top + strip
            items = tuple(moved_item(_printable(item, style), dx, dy) for item in scene.items if item.role != "point")
            letter = Label(left, top + 9, _panel_letter(i), anchor="start") if lettered else None
            # Between the titles of two panels is more air than between words.
            lines = balance_words(titles[i], cell - max(0.0, BETWEEN - between) * (columns > 1), small, face)
            # One row of titles stands on one line.
            x, y = left + cell / 2, top + strip + high + TITLE_AIR
            title = tuple(TextLine(x, y + TITLE_LINE * n, line, small) for n, line in enumerate(lines))
            panels.append(PanelDrawing(letter, title, items, scene.says, titles[i]))
            below = max(below, title[-1].y + 0.65 * small if title else top + strip + high)
        top = below + BELOW
    if key:
        panels.append(cut_names_panel(key, whole, face).moved_by(0.0, top))
        top = panels[-1].title[-1].y + 0.65 * small + BELOW
    height = top - BELOW
    legend: tuple[Item, ...] = ()
    if style.legend:
        legend, height = _legend_row([_printable(i, style) for _, s in titled for i in s.items], style, whole, height)
    return Figure(style, whole, height, tuple(panels), legend, columns)


def _column_widths(
    least: Sequence[float], style: FigureStyle, columns: int, between: float
) -> tuple[list[float], float]:
    widths = [max(least[i] for i in range(column, len(least), columns)) for column in range(columns)]
    natural = sum(widths) + between * (columns - 1)
    room = natural if style.width_mm is None else style.width_mm * MM / style.unit
    whole = max(natural, room)
    return [w + (whole - natural) / columns for w in widths], whole


def _panel_letter(i: int) -> str:
    """A panel's letter: (a), (b), … (z), (aa) and so on."""
    letters = ""
    i += 1
    while i:
        i, rest = divmod(i - 1, 26)
        letters = chr(97 + rest) + letters
    return f"({letters})"


def _corner_taken(scene: Scene, cell: float, face: Face) -> bool:
    """Whether something stands in the corner where the panel's letter goes."""
    wide = line_width("(m) ", FONT_SIZE, face) - (cell - scene.width) / 2
    corners = (part_extent(part) for item in scene.items if item.role != "point" for part in item.parts)
    return any(left < wide and high < STRIP for left, high, _, _ in corners)


def _printable(item: Item, style: FigureStyle) -> Item:
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


def _legend_row(items: Sequence[Item], style: FigureStyle, whole: float, top: float) -> tuple[tuple[Item, ...], float]:
    """The marks that are drawn, each with its word, in rows in the middle below; and where they end."""
    rows: list[list[Item]] = [[]]
    x, y, small = 0.0, top + BELOW + LEGEND_ROW / 2, style.face.small
    ends = [0.0]
    for name, wide, glyph in worn_marks(items):
        start = wide + 8 if wide else 0.0
        room = start + line_width(name, small, style.face)
        if x and x + room > whole:
            x, y = 0.0, y + LEGEND_ROW
            rows.append([])
            ends.append(0.0)
        parts = (*(shifted_part(part, x, y) for part in glyph), Label(x + start, y, name, "ink", small, anchor="start"))
        rows[-1].append(Item("legend", (), parts))
        ends[-1] = x + room
        x += room + BETWEEN
    legend = [moved_item(item, (whole - end) / 2, 0.0) for row, end in zip(rows, ends, strict=True) for item in row]
    return tuple(legend), y + LEGEND_ROW / 2 if legend else top
