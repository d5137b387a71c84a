"""Figures as SVG files that stand alone: true size, alternative text, what they show, labels as text or outlines."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from ..figures.figure import UNNAMED, Figure, Meta
from ..scenes.scene import Item, Label, Shape
from ..texts.class_labels import ReadableIds, label_lines
from ..texts.fonts import line_width
from ..texts.label_words import TextLine, text_line_labels
from .svg import label_markup, num, shape_markup

NAMESPACE = "urn:hierview"


def svg_file_text(figure: Figure, meta: Meta = UNNAMED) -> str:
    """The text of an SVG file of a figure at its true size, the same bytes every time."""
    style = figure.style
    width, height = f"{num(figure.width_mm)}mm", f"{num(figure.height_mm)}mm"
    family = f' font-family="{style.face.family}"' if style.labels == "text" else ""
    about = {"signature": meta.signature, "link": meta.link, "case": meta.case}
    metadata = "".join(
        f'<{key} xmlns="{NAMESPACE}">{_xml_text(value)}</{key}>' for key, value in about.items() if value
    )
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {num(figure.width)} {num(figure.height)}"{family} role="img">',
        *([f"<title>{_xml_text(meta.title)}</title>"] if meta.title else []),
        f"<desc>{_xml_text(meta.alt or figure.says)}</desc>",
        *([f"<metadata>{metadata}</metadata>"] if metadata else []),
        f'<rect width="{num(figure.width)}" height="{num(figure.height)}" fill="{style.palette["ground"]}"/>',
    ]
    names = ReadableIds()
    for panel in figure.panels:
        letter = panel.letter.text if panel.letter else ""
        lines.append("<g>")
        lines += [_file_item(item, figure, names, letter) for item in panel.items]
        lines += [_file_label(panel.letter, figure)] if panel.letter else []
        lines += [_file_line(line, figure) for line in panel.title]
        lines.append("</g>")
    lines += [_file_item(item, figure, names) for item in figure.legend]
    return "\n".join([*lines, "</svg>", ""])


def _xml_text(text: str) -> str:
    """Text in a file: characters that XML does not know are left out."""
    return escape(
        "".join(
            c for c in text if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
        )
    )


def _file_item(item: Item, figure: Figure, names: ReadableIds, letter: str = "") -> str:
    palette = figure.style.palette
    parts = (shape_markup(p, palette) if isinstance(p, Shape) else _file_label(p, figure) for p in item.parts)
    # A name that is cut is whole where it is pointed at.
    cut = item.role == "class" and label_lines(item.classes[0])[-1].endswith("…")
    title = f"<title>{_xml_text(item.classes[0])}</title>" if cut else ""
    own = f' id="class-{names.new_id(item.classes[0], letter).removeprefix("class-")}"' if item.role == "class" else ""
    return f"<g{own}>{title}{''.join(parts)}</g>"


def _file_line(line: TextLine, figure: Figure) -> str:
    """The SVG text of words on one line: one element, so that they are found and copied as one."""
    if figure.style.labels == "outlines":
        return "".join(_file_label(label, figure) for label in text_line_labels(line, figure.style.face))
    face, palette = figure.style.face, figure.style.palette
    spans, at = "", 0.0
    for label in text_line_labels(replace(line, y=0.0), face):
        drop = label.y + face.middle * label.size - face.middle * line.size
        looks = f' dy="{num(drop - at)}"' if abs(drop - at) > 0.005 else ""
        looks += f' font-size="{num(label.size)}"' if label.size != line.size else ""
        looks += ' font-style="italic"' if label.italic else ""
        spans += f"<tspan{looks}>{_xml_text(label.text)}</tspan>" if looks else _xml_text(label.text)
        at = drop
    anchor = ' text-anchor="middle"' if line.anchor == "middle" else ""
    y = line.y + face.middle * line.size
    return (
        f'<text x="{num(line.x)}" y="{num(y)}" font-size="{num(line.size)}" fill="{palette[line.colour]}"{anchor} '
        f'xml:space="preserve">{spans}</text>'
    )


def _file_label(label: Label, figure: Figure) -> str:
    style = figure.style
    if style.labels == "text":
        return label_markup(label, style.palette)
    from .outlines import glyph_outlines  # here, since it reads the fonts

    wide = line_width(label.text, label.size, style.face)
    left = label.x - (wide / 2 if label.anchor == "middle" else 0)
    base = label.y + style.face.middle * label.size
    ground = ""
    if label.ground:
        box = (left - 2, label.y - label.size / 2, wide + 4, label.size, 0)
        ground += shape_markup(Shape("rect", box, "ground"), style.palette)
    glyphs = ""
    for ways in glyph_outlines(label.text, label.size, style.face, left, base, label.italic):
        path = "".join(letter + " ".join(map(num, at)) for letter, at in ways)
        glyphs += f'<path d="{path}"/>'
    if label.struck:
        middle = base - 0.25 * label.size
        glyphs += shape_markup(Shape("line", (left, middle, left + wide, middle), None, label.colour), style.palette)
    return ground + f'<g fill="{style.palette[label.colour]}" aria-label="{_xml_text(label.text)}">{glyphs}</g>'
