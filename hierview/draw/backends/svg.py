"""Scenes as SVG. Names are escaped here, once; ids are numbers, never names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape

from ...safe import Markup, trusted
from ..scenes.scene import Item, Label, Scene, Shape, round_to_hundredths
from ..scenes.style import LIGHT, SCREEN, Palette

FONT_FAMILY = "'Source Sans 3','Source Sans','Source Sans Pro',sans-serif"


@lru_cache(maxsize=16_384)  # most of a drawing stays where it was
def num(value: float) -> str:
    """A number with at most two decimals.

    >>> num(1.5), num(2.0), num(-0.001)
    ('1.5', '2', '0')
    >>> num(117.795 - 1e-13) == num(117.795)
    True
    """
    text = f"{round_to_hundredths(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=4_096)
def _points_text(at: tuple[float, ...]) -> str:
    return " ".join([f"{num(at[i])},{num(at[i + 1])}" for i in range(0, len(at), 2)])


def shape_markup(shape: Shape, palette: Palette) -> str:
    """The SVG element of a shape."""
    at = shape.at
    if shape.kind == "rect":
        geometry = f'rect x="{num(at[0])}" y="{num(at[1])}" width="{num(at[2])}" height="{num(at[3])}"'
        geometry += f' rx="{num(at[4])}"' if at[4] else ""
    elif shape.kind == "ellipse":
        geometry = f'ellipse cx="{num(at[0])}" cy="{num(at[1])}" rx="{num(at[2])}" ry="{num(at[3])}"'
    elif shape.kind == "polygon":
        geometry = f'polygon points="{_points_text(at)}"'
    elif shape.kind == "curve":
        geometry = f'path d="M{_points_text(at[:2])} C{_points_text(at[2:])}"'
    else:
        geometry = f'polyline points="{_points_text(at)}"'
    paint = f' fill="{palette[shape.fill] if shape.fill else "none"}"'
    paint += f' fill-opacity="{num(shape.opacity)}"' if shape.opacity != 1 else ""
    if shape.stroke:
        paint += f' stroke="{palette[shape.stroke]}" stroke-width="{num(shape.width)}"'
        if shape.dash:
            # A dot is a dash of no length with a round cap.
            dash = (0, *shape.dash[1:]) if shape.dots else shape.dash
            paint += f' stroke-dasharray="{" ".join(map(num, dash))}"' + (
                ' stroke-linecap="round"' if shape.dots else ""
            )
    return f"<{geometry}{paint}/>"


def label_markup(label: Label, palette: Palette) -> str:
    """The SVG element of a text."""
    style = ' font-style="italic"' if label.italic else ""
    style += ' text-decoration="line-through"' if label.struck else ""
    style += ' text-anchor="middle"' if label.anchor == "middle" else ""
    if label.ground:
        # The ground shows around the glyphs, so that a line may pass behind.
        style += f' stroke="{palette["ground"]}" stroke-width="8" stroke-linejoin="round" paint-order="stroke"'
    # Source Sans's capitals and figures are centred 0.33 em above the baseline.
    y = label.y + 0.33 * label.size
    return (
        f'<text x="{num(label.x)}" y="{num(y)}" font-size="{num(label.size)}" fill="{palette[label.colour]}"{style}>'
        f"{escape(label.text)}</text>"
    )


@lru_cache(maxsize=8_192)
def _halo_svg(item: Item) -> str:
    x, y, w, h = item.box
    return f'<rect class="halo" x="{num(x - 4)}" y="{num(y - 4)}" width="{num(w + 8)}" height="{num(h + 8)}" rx="7"/>'


def _parts_svg(item: Item, palette: Palette) -> str:
    parts = [shape_markup(p, palette) if isinstance(p, Shape) else label_markup(p, palette) for p in item.parts]
    return "".join(parts)


@lru_cache(maxsize=8_192)
def _screen_parts_svg(item: Item) -> str:
    return _parts_svg(item, SCREEN)


def _item_svg(item: Item, palette: Palette, ids: Mapping[str, int] | None, words_by_class: Mapping[str, str]) -> str:
    inside = _screen_parts_svg(item) if palette is SCREEN else _parts_svg(item, palette)
    if ids is None:
        return f"<g>{inside}</g>"
    numbers = [ids[c] for c in item.classes if c in ids]
    pick = f' data-pick="{escape(item.pick)}"' if item.pick else ""
    if item.role == "class":
        n = numbers[0] if numbers else -1
        pick = f' data-pick="{n}"' if item.pick else ""
        spoken_in = f' lang="{escape(item.language)}"' if item.language else ""
        says = escape(words_by_class.get(item.classes[0], item.says))
        return (
            f'<g class="class" data-n="{n}"{pick}{spoken_in} role="img" tabindex="-1" aria-label="{says}">'
            f"<title>{escape(item.classes[0])}</title>{_halo_svg(item)}{inside}</g>"
        )
    data = f' data-ns="{" ".join(map(str, numbers))}"' if numbers else ""
    if item.role == "branch":
        role = "button" if item.pick else "img"
        return (
            f'<g class="class branch"{pick} role="{role}" tabindex="-1" aria-label="{escape(item.says)}">'
            f"<title>{escape(item.says)}</title>{_halo_svg(item)}{inside}</g>"
        )
    title = f"<title>{escape(item.says)}</title>" if item.pick or item.role == "rejected" else ""
    return f'<g class="{item.role}"{data}{pick}>{title}{inside}</g>'


def svg_markup(
    scene: Scene,
    palette: Palette = LIGHT,
    ids: Mapping[str, int] | None = None,
    says: str | None = None,
    words_by_class: Mapping[str, str] | None = None,
) -> Markup:
    """A scene as one SVG element, the same bytes every time.

    ids: the number of every class; with it the drawing can be pointed at on the page, without it the
    drawing stands alone.  words_by_class: what classes say that are pointed at, where it is not what their items say.
    """
    label = scene.says if says is None else says
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(scene.width)} {num(scene.height)}" '
        f'width="{num(scene.width)}" height="{num(scene.height)}" '
    )
    if ids is None:
        head += f'font-family="{FONT_FAMILY}" role="img" aria-label="{escape(label)}">'
    else:
        head += f'role="group" aria-label="{escape(label)}">'
    return trusted(
        head + "".join([_item_svg(item, palette, ids, words_by_class or {}) for item in scene.items]) + "</svg>"
    )
