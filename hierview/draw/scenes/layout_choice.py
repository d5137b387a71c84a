"""The one rule of layout: of down, right and indented, with gaps shrunk before anything is cut, the first that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from ...explain import HierarchyPicture
from ...model.case import Draft
from .bodies import ClassStyle, Narrow
from .hierarchy import Direction, DrawingRoom, hierarchy_scene, least_extent, narrow_layout
from .scene import FONT_SIZE, Point

Option = TypeVar("Option")
DIRECTIONS: tuple[Direction, ...] = ("down", "right", "indented")
ALL_SHOWN = 15  # classes up to which every one is shown: only beyond, branches are folded
PLAIN = HierarchyPicture(())


@dataclass(frozen=True)
class DrawingArea:
    """An area for drawings: px across and down, and how large, in px, the names of classes are to be there at least."""

    width: float
    """Width of the room, in px."""
    height: float
    """Height of the room, in px."""
    text: float = 14.0
    """The least size of class names there, in px."""

    def name_size_share(self, width: float, height: float, columns: int = 1, between: float = 0.0) -> float:
        """How many times as large as they must be names can be in drawings of that size, so many beside each other."""
        across = (self.width - between * (columns - 1)) / columns
        return min(across / max(1.0, width), self.height / max(1.0, height)) * FONT_SIZE / self.text


@dataclass(frozen=True)
class LayoutOption:
    """How a hierarchy is laid out: where children stand of their parents, and whether gaps and bodies have less air."""

    direction: Direction = "down"
    """Where children stand of their parents."""
    narrow: Narrow = False
    """Whether gaps and bodies have less air."""

    def room(self, place: Draft, pictures: Sequence[tuple[Draft, HierarchyPicture]], stretch: Point) -> DrawingRoom:
        """The room in which pictures of `place` are drawn so, whose classes stand `stretch` times as far apart."""
        if not self.narrow:
            return DrawingRoom(stretch=stretch, direction=self.direction)
        style = ClassStyle(narrow=self.narrow)
        return DrawingRoom(
            style=style, direction=self.direction, layout=narrow_layout(place, pictures, self.direction, style)
        )


PICTURE_WAYS = (
    *(LayoutOption(direction, narrow) for direction in ("down", "right") for narrow in (False, True)),
    *(LayoutOption("indented", narrow) for narrow in (False, "flat")),
)


def choose_option(options: Iterable[Option], worth: Callable[[Option], tuple[float, ...]]) -> Option:
    """The first option of a worth of 1 or more, in which all that is to be seen fits; else the one that cuts least."""
    tried: list[tuple[tuple[float, ...], Option]] = []
    for option in options:
        tried.append((worth(option), option))
        if tried[-1][0][0] >= 1:
            return option
    return max(tried, key=lambda pair: pair[0])[1]


def bare_name_size_share(
    bare: Draft, option: LayoutOption, place: DrawingArea, columns: int = 1, between: float = 0.0
) -> float:
    """`DrawingArea.name_size_share` of a hierarchy without its marks, of which any picture takes as much room, or more.

    What certainly has no room is not laid out: of that, it is more than the share.
    """
    most = place.name_size_share(*least_extent(bare, option.direction, bool(option.narrow)), columns, between)
    return most if most < 1 else place.name_size_share(*_bare_size(bare, option), columns, between)


@lru_cache(maxsize=512)
def _bare_size(bare: Draft, option: LayoutOption) -> Point:
    scene = hierarchy_scene(bare, PLAIN, option.room(bare, [(bare, PLAIN)], (1.0, 1.0)))
    return scene.width, scene.height


def unmarked_draft(case: Draft) -> Draft:
    """The case without its marks, which no layout depends on."""
    return Draft(case.hierarchy, positions=case.positions, artificial=case.artificial, stood=case.stood)
