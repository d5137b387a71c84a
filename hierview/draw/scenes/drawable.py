"""Every kind of picture and how it becomes a scene: a kind that is new is one entry here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, Generic, TypeVar

from ...explain import (
    ChartPicture,
    CurvesPicture,
    EstimatesPicture,
    FlowTreePicture,
    HierarchyPicture,
    HistogramPicture,
    MatrixPicture,
    NetworkPicture,
    PairsPicture,
    Picture,
    PlainPicture,
    PointsPicture,
    SetsPicture,
    TrianglePicture,
)
from ...model.case import Case
from ..charts.chart import chart_scene, curves_scene
from ..charts.matrix import matrix_scene
from ..charts.studies import estimates_scene, histogram_scene, points_scene, triangle_scene
from ..texts.class_labels import LINE, NARROW_LINE
from ..texts.fonts import Face
from ..texts.label_collisions import clear_labels, squeeze_scene
from .flow_tree import flow_tree_scene
from .hierarchy import SCREEN_ROOM, DrawingRoom, drawable_part, hierarchy_scene
from .network import network_scene
from .pairs import pairs_scene
from .scene import Scene
from .sets import sets_scene

CHART = (640.0, 280.0)  # the most that a chart takes in a figure

P = TypeVar("P", bound=Picture)


@dataclass(frozen=True)
class PictureKind(Generic[P]):
    """Way of drawing one kind of picture."""

    scene: Callable[[Case, P, DrawingRoom], Scene]
    """Draws a picture of a case in some room."""
    cleared: bool = False
    """Whether its texts are moved off lines in a figure."""
    of_case: bool = False
    """Whether it shows the case's classes where its layout puts them, so that there must not be too many."""
    small: bool = False
    """Whether it can be read where room is scarce."""


def _chart_scene(case: Case, picture: ChartPicture, room: DrawingRoom) -> Scene:
    if not isfinite(room.width):
        return chart_scene(picture)
    wide = min(CHART[0], room.width)
    return chart_scene(picture, wide, min(CHART[1], 0.6 * wide), room.face.small)


def _network_scene(case: Case, picture: NetworkPicture, room: DrawingRoom) -> Scene:
    """The scene of a network, its columns as far apart as there is room for, names on shorter lines if that helps."""
    scenes: list[Scene] = []
    for line in (LINE, NARROW_LINE):
        scene = network_scene(picture, case.hierarchy.labels, room.face, room.stretch[1], line)
        scenes.append(squeeze_scene(scene, room.width, room.face))
        if scenes[-1].width <= room.width:
            return scenes[-1]
    return scenes[0]


PLAIN: Mapping[type[PlainPicture], Callable[[Any, float, Face], Scene]] = {
    EstimatesPicture: estimates_scene,
    TrianglePicture: triangle_scene,
    HistogramPicture: histogram_scene,
    FlowTreePicture: flow_tree_scene,
    PointsPicture: points_scene,
    CurvesPicture: curves_scene,
    MatrixPicture: matrix_scene,
}


def plain_scene(picture: PlainPicture, room: DrawingRoom = SCREEN_ROOM) -> Scene:
    """The scene of a picture that shows no case."""
    return PLAIN[type(picture)](picture, min(CHART[0], room.width), room.face)


KINDS: Mapping[type[Picture], PictureKind[Any]] = {
    HierarchyPicture: PictureKind(hierarchy_scene, cleared=True, of_case=True, small=True),
    PairsPicture: PictureKind(
        lambda case, picture, room: pairs_scene(
            picture, case.hierarchy.labels, room.face, room.width if room.alone else inf, room.stretch[1]
        ),
        cleared=True,
        small=True,
    ),
    NetworkPicture: PictureKind(_network_scene),
    ChartPicture: PictureKind(_chart_scene),
    SetsPicture: PictureKind(
        lambda case, picture, room: sets_scene(picture, room.width, room.face, case.hierarchy.labels)
    ),
    **{kind: PictureKind(lambda case, picture, room: plain_scene(picture, room)) for kind in PLAIN},
}


def drawn_part(picture: Picture, case: Case) -> Case | None:
    """The case as far as the picture draws it; None where it is too large for that."""
    return drawable_part(case) if KINDS[type(picture)].of_case else case


def has_own_width(picture: Picture) -> bool:
    """Whether a picture is as wide as its layout makes it, in any room; all else is drawn for the room itself."""
    return KINDS[type(picture)].of_case


def picture_scene(drawn_case: Case, picture: Picture, room: DrawingRoom = SCREEN_ROOM) -> Scene:
    """The scene of a picture. drawn_case: its case, see `drawn_part`."""
    kind = KINDS[type(picture)]
    scene = kind.scene(drawn_case, picture, room)
    return clear_labels(scene, room.face) if kind.cleared and isfinite(room.width) else scene


def picture_for_small_space(picture: Picture | None) -> Picture:
    """The picture where it can be read in a small space, else the plain hierarchy."""
    return picture if picture is not None and KINDS[type(picture)].small else HierarchyPicture(())
