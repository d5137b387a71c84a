"""Where a run loses instances, drawn on the hierarchy, as HTML."""

from __future__ import annotations

from html import escape

from ...draw.backends.svg import shape_markup
from ...draw.drawable import Room, plain_scene
from ...draw.scene import Shape
from ...draw.style import SCREEN
from ...explain import FlowTreePicture, plain
from ...languages import N_, _
from ..pictures import frame
from .values import said

WIDE, NARROW = 570.0, 340.0  # px
_KEY = (
    ("true", 0.25, N_("kept: the system goes there, too")),
    ("predicted", 1.0, N_("lost here")),
    ("ground", 1.0, N_("lost above")),
)


def flow_tree(picture: FlowTreePicture, says: tuple[str, ...] = ()) -> str:
    """The tree, once for wide and once for narrow pages, with its key and sentences.

    A click on a class reports `class` and its name, on folded ones `under` and the name of the class above them.
    """
    title = plain(picture.title)
    drawings = []
    for kind, room in (("wide", WIDE), ("narrow", NARROW)):
        scene = plain_scene(picture, Room(room))
        drawings.append(f'<div class="flow-{kind}">{frame(scene, {}, f"{title}: {scene.says}")}</div>')
    return (
        f'<section class="study-flows"><h2>{escape(title)}</h2>{"".join(drawings)}<p class="key">{_key()}</p>'
        f"{said(says)}</section>"
    )


def _key() -> str:
    """Meaning of the colours of a branch."""
    shown = []
    for colour, opacity, text in _KEY:
        box = shape_markup(Shape("rect", (0.5, 0.5, 19, 13, 0), colour, "none", 0.75, opacity=opacity), SCREEN)
        shown.append(f'<span><svg width="20" height="14" aria-hidden="true">{box}</svg> {escape(_(text))}</span>')
    return "".join(shown)
