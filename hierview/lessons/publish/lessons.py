"""The pictures of a lesson, one case or several side by side, and its slides as a PDF with every value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from html import escape

from ...draw.figures import arrange
from ...draw.figures.arrange import Panel
from ...draw.figures.figure import FigureStyle
from ...draw.scenes.style import LIGHT
from ...errors import HierviewError
from ...explain import Picture
from ...languages import spoken_language
from ...measures import parse_measure
from ...model.case import Case
from ...publish.figures.export import Export
from ...publish.figures.panels import measure_with_panel
from ..checking import stage_cases
from ..lesson import Lesson, Show, Stage
from ..prose import SYMBOL, prose_text
from ..talk import LessonSlide, lesson_value, slides_of

CasePictures = list[tuple[str, Case, list[Picture]]]  # cases by name, each with its pictures
_WIDE, _HIGH, _MARGIN = 254.0, 142.9, 12.0  # mm, as slides are


def pictures_by_case(lesson: Lesson, show: Show) -> CasePictures:
    """The pictures of a block `show` under the names of their cases."""
    groups: CasePictures = []
    for panel in lesson_panels(lesson, show):
        if not groups or groups[-1][1] is not panel.case:
            name = next((n for n in show.cases if lesson.cases[n] is panel.case), "")
            groups.append((name, panel.case, []))
        picture = panel.picture if panel.title is None else replace(panel.picture, title=panel.title)
        groups[-1][2].append(picture)
    return groups


def lesson_panels(lesson: Lesson, show: Show) -> tuple[Panel, ...]:
    """The panels of a block `show`, case by case; a HierviewError lists the pictures that there are."""
    panels: list[Panel] = []
    for name in show.cases:
        case = lesson.cases[name]
        measure = parse_measure(show.measure) if show.measure else measure_with_panel(case, (show.picture,))
        for page in Export(case, measure, (show.picture,)).pages:
            panels += page.panels
    return tuple(panels)


def talk_slides(lesson: Lesson, stage: Stage) -> Iterator[tuple[LessonSlide, list[CasePictures]]]:
    """The slides of a step, each with what `by_case` gives for its blocks; nothing for one that cannot be drawn."""
    for slide in slides_of(lesson, stage):
        yield slide, [_by_case_if_any(lesson, show) for show in slide.picture_blocks]


def _by_case_if_any(lesson: Lesson, show: Show) -> CasePictures:
    try:
        return pictures_by_case(lesson, show)
    except HierviewError:
        return []


def talk_pdf(lesson: Lesson) -> bytes:
    """The slides of all steps as a tagged PDF."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.lib.units import mm
    from reportlab.platypus import Flowable, PageBreak

    from ...draw.backends.pdf import FigureFlowable, H1Paragraph, TaggedParagraph, document_bytes, registered_font

    face = registered_font(FigureStyle())
    quiet = ParagraphStyle("quiet", fontName=face, fontSize=11, leading=14, spaceAfter=6, textColor=LIGHT["quiet"])
    plain = ParagraphStyle("plain", fontName=face, fontSize=16, leading=20, spaceAfter=6)
    wide, high = (_WIDE - 2 * _MARGIN) * mm, (_HIGH - 2 * _MARGIN) * mm - 16
    story: list[Flowable] = []
    for stage in lesson.stages:
        for slide, shown in talk_slides(lesson, stage):
            words = [H1Paragraph(f"{escape(lesson.title)} · {escape(prose_text(slide.title, str))}", quiet)]
            words += [
                TaggedParagraph(SYMBOL.sub(r"\1<sub>\2</sub>", text), plain)
                for text in _slide_paragraphs(lesson, stage, slide)
            ]
            left = max(30 * mm, high - sum(text.wrap(wide, high)[1] + text.style.spaceAfter for text in words))
            panels = [panel for by_name in shown for panel in _panels(by_name)]
            style = FigureStyle(width_mm=wide / mm, height_mm=left / mm, font_pt=16, legend=True, letters=False)
            figures = [FigureFlowable(arrange.panels_figure(panels, style), wide, left)] if panels else []
            story += [*words, *figures, PageBreak()]
    return document_bytes(story, lesson.title, (_WIDE * mm, _HIGH * mm), ((_MARGIN - 2) * mm,) * 2)


def _slide_paragraphs(lesson: Lesson, stage: Stage, slide: LessonSlide) -> list[str]:
    """The paragraphs of a slide, in reportlab's tags."""
    value = partial(lesson_value, lesson, stage_cases(lesson, stage))
    texts = [escape(text) for text in prose_text(slide.words, value).split("\n\n") if text]
    if slide.right_text:
        with spoken_language(lesson.language):
            texts.insert(0, escape(slide.right_label + slide.right_text))
    elif slide.ask is not None and not slide.is_why:
        texts += [escape(text) for text in (prose_text(slide.ask.text, value), " · ".join(slide.ask.choices)) if text]
    return texts


def _panels(by_name: CasePictures) -> Iterator[Panel]:
    """The pictures of a block, under the names of their cases where there are several."""
    for name, case, own in by_name:
        yield from (Panel(case, picture, title=(name,) if len(by_name) > 1 else None) for picture in own)
