"""Surroundings of a figure: a sentence above it, further figures below it, and the page that it is previewed on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...explain import Symbol, Words, plain
from ...safe import Markup, escape, joined, safe, trusted
from ..backends.svg import num
from ..backends.svgfile import svg_file_text
from ..scenes.scene import Item, moved_item
from ..texts.label_words import TextLine, wrap_words
from .arrange import BELOW, TITLE_AIR, TITLE_LINE
from .figure import Figure, PanelDrawing


def with_sentence_above(figure: Figure, words: Words) -> Figure:
    """The figure moved down, with a sentence above it."""
    face = figure.style.face
    lines = wrap_words(words, figure.width, face.small, face)
    if not lines:
        return figure
    down = TITLE_LINE * len(lines) + TITLE_AIR
    title = tuple(TextLine(0, TITLE_LINE * (n + 0.5), line, face.small, anchor="start") for n, line in enumerate(lines))
    # The sentence belongs to no panel.
    panels = (PanelDrawing(None, title, (), plain(words)), *(panel.moved_by(0.0, down) for panel in figure.panels))
    legend = tuple(moved_item(item, 0.0, down) for item in figure.legend)
    return replace(figure, height=figure.height + down, panels=panels, legend=legend)


def stacked_figure(figures: Sequence[Figure]) -> Figure:
    """The figures below each other as one, each in the middle, with its legend."""
    wide = max(figure.width for figure in figures)
    panels: list[PanelDrawing] = []
    legend: list[Item] = []
    top = 0.0
    for figure in figures:
        aside = (wide - figure.width) / 2
        panels += [panel.moved_by(aside, top) for panel in figure.panels]
        legend += [moved_item(item, aside, top) for item in figure.legend]
        top += figure.height + BELOW
    return replace(figures[0], width=wide, height=top - BELOW, panels=tuple(panels), legend=tuple(legend))


def true_size_page_html(figure: Figure, caption: Words, column: float) -> Markup:
    """The HTML of a figure at its true size in a column of some millimetres, between lines of text, over a ruler."""
    svg = trusted(svg_file_text(figure).partition("\n")[2])  # without the declaration of a file
    wide = max(column, figure.width_mm)
    return safe(
        '<div class="paper" style="--column:{}mm">{}<figure>{}'
        "<figcaption><b>Fig. 1</b> {}</figcaption></figure>{}</div>{}",
        num(wide),
        _grey_lines_html(3),
        svg,
        joined(map(_word_shape_html, caption)),
        _grey_lines_html(8),
        _ruler_html(wide),
    )


def _grey_lines_html(count: int) -> Markup:
    return safe('<div class="lines" aria-hidden="true">{}<i class="last"></i></div>', Markup("<i></i>") * count)


def _word_shape_html(word: object) -> Markup:
    if not isinstance(word, Symbol):
        return escape(str(word))
    return safe("<i>{}</i>", word.text) + (safe("<sub>{}</sub>", word.sub) if word.sub else "")


def _ruler_html(wide: float) -> Markup:
    ticks = "".join(f"M{x},0v{4 if x % 10 == 0 else 2.6 if x % 5 == 0 else 1.6}" for x in range(int(wide) + 1))
    step = 20 if wide <= 120 else 40
    marks = [x for x in range(0, int(wide) + 1, step) if x + step / 2 < wide]
    numbers = [safe('<span style="left:{0}mm">{0}</span>', x) for x in marks]
    numbers.append(safe('<span class="end">{} mm</span>', num(round(wide, 1))))
    return safe(
        '<div class="ruler" aria-hidden="true" style="--column:{0}mm">'
        "<div>{1}</div>"
        '<svg width="{0}mm" height="4mm" viewBox="0 0 {0} 4"><path d="{2}"/></svg></div>',
        num(wide),
        joined(numbers),
        ticks,
    )
