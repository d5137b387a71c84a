"""A lesson as a talk: slides for the whole screen, moved by keys; a number on them waits until it is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from math import ceil, inf

from ...draw.scenes.drawable import drawn_part, picture_scene
from ...draw.scenes.layout_choice import PICTURE_WAYS, DrawingArea, LayoutOption, choose_option
from ...draw.scenes.scene import Scene
from ...explain import HierarchyPicture, Picture, SetsPicture, plain
from ...languages import N_, _, spoken_language
from ...markup import html
from ...markup.html import Ids
from ...markup.pictures import legend_of_scenes_html, scrolling_frame_html, set_lists_html, too_many_sentence
from ...model.case import Case
from ...safe import Markup, joined, safe
from ..lesson import Ask, Lesson
from ..talk import LessonSlide
from .lesson import LessonHtml

Shown = Sequence[tuple[str, Case, Sequence[Picture]]]  # cases by name, each with its pictures
_Figures = list[tuple[Markup, Scene | None]]  # the markup of each picture, with its scene where it is a drawing
_KEYS = N_("← back   → next   N next number   Esc leaves")
_SLIDE = DrawingArea(1_800, 530, 28)  # for pictures on a slide of 1920 by 1080
_WAITS = Markup('<span class="value" data-waits>')


def invitation(lesson: Lesson, address: str, code: Markup) -> Markup:
    """The slide by which a class opens a lesson: its address, as large as it fits, and the same as a code."""
    lines = re.findall(r"[^/]*/|[^/]+$", address.partition("://")[2] or address)  # it breaks after a slash
    minutes = _("Lesson, {n} minutes", n=lesson.minutes) if lesson.minutes else _("Lesson")
    shown = joined(safe("<span>{}</span>", line) for line in lines)
    goal, spoken = html.sentence_html(lesson.goal, {}), html.language_attribute(lesson.language)
    return safe(
        '<div class="invitation"><div><p class="quiet">{0}</p><h1{1}>{2}</h1>'
        '<p{1}>{3}</p><p class="quiet said">{4}</p>'
        '<p class="address" style="--letters:{5}">{6}</p>'
        '<p class="quiet said">{7}</p></div>{8}</div>',
        minutes,
        spoken,
        lesson.title,
        goal,
        _("Scan, or type"),
        max(map(len, lines)),
        shown,
        _("When you are done: My answers, Hand in."),
        code,
    )


def slides_html(slides: Iterable[tuple[LessonSlide, Sequence[Shown]]], words: LessonHtml) -> list[Markup]:
    """Slides with the pictures of each of their blocks, which take further slides where they need them."""
    spoken = html.language_attribute(words.lesson.language)
    with spoken_language(words.lesson.language):
        return [
            safe('<div class="why-text"{}>{}</div>{}', spoken, _text(slide, words), drawing)
            for slide, shown in slides
            for drawing in _drawings([case for block in shown for case in block], words.ids)
        ]


def _text(slide: LessonSlide, words: LessonHtml) -> Markup:
    """The words of a slide under the title of its step; with what is right, their values wait."""
    heading, text = safe('<p class="talk-head">{}</p>', words.text(slide.title)), words.prose(slide.words)
    if not slide.is_why:
        return heading + text + ("" if slide.ask is None else _question(slide.ask, words))
    text = text.replace(Markup('<span class="value">'), _WAITS)
    right = safe("{}{}{}</span>", words.text((slide.right_label,)), _WAITS, slide.right_text)
    return heading + (safe("<p><b>{}</b></p>", right) if slide.right_text else "") + text


def _question(ask: Ask, words: LessonHtml) -> Markup:
    choices = joined(safe("<li>{}</li>", choice) for choice in ask.choices)
    sentence = safe("<p><b>{}</b></p>", words.text(ask.text))
    return sentence + (safe('<ul class="talk-choices">{}</ul>', choices) if choices else "")


def _drawings(shown: Shown, ids: Ids) -> list[Markup]:
    """Pictures of one case or several on as few slides as their labels can be read on from the back."""
    made = cache(lambda way: _figures(shown, ids, way))
    way = _way(made)
    if len(made(way)) < 2 or _share(made(way)) >= 1:
        return [_group(made(way))]
    one_by_one = [_way(partial(lambda i, way: made(way)[i : i + 1], i)) for i in range(len(made(way)))]
    return [_group(made(way)[i : i + 1]) for i, way in enumerate(one_by_one)]


def _way(figures: Callable[[LayoutOption], _Figures]) -> LayoutOption:
    """The first way in which these can be read from the back, else that in which they are largest."""
    return choose_option(PICTURE_WAYS, lambda way: (_share(figures(way)),))


def _figures(shown: Shown, ids: Ids, way: LayoutOption) -> _Figures:
    several = len({name for name, _, _ in shown}) > 1
    figures: _Figures = []
    for name, case, case_pictures in shown:
        parts = [None if isinstance(picture, SetsPicture) else drawn_part(picture, case) for picture in case_pictures]
        drawn = [
            (part, picture)
            for part, picture in zip(parts, case_pictures, strict=True)
            if part is not None and isinstance(picture, HierarchyPicture)
        ]
        for part, picture in zip(parts, case_pictures, strict=True):
            if isinstance(picture, SetsPicture):
                figures.append((set_lists_html(picture, ids), None))
                continue
            if part is None:
                figures.append((too_many_sentence(), None))
                continue
            scene = picture_scene(part, picture, way.room(part, drawn, (1.0, 1.0)))
            title = joined(filter(None, (name if several else "", html.words_html(picture.title, ids))), " · ")
            frame = scrolling_frame_html(scene, ids, plain(picture.title) or name)
            figures.append((safe('<figure class="panel"><div class="title">{}</div>{}</figure>', title, frame), scene))
    return figures


def _share(figures: _Figures) -> float:
    """`DrawingArea.name_size_share` of a slide in its best number of columns, as far as known before it is drawn."""
    scenes = [scene for _, scene in figures if scene is not None]
    if not scenes:
        return inf
    wide, high = max(scene.width for scene in scenes), max(scene.height for scene in scenes)
    counts = {1, 2, len(scenes)}
    return max(_SLIDE.name_size_share(wide, high * ceil(len(scenes) / n), n) for n in counts)


def _group(figures: _Figures) -> Markup:
    kind = "panels several" if len(figures) > 1 else "panels"
    scenes = [scene for _, scene in figures if scene is not None]
    drawing = joined(markup for markup, _ in figures)
    return safe('<div class="{}">{}</div>{}', kind, drawing, legend_of_scenes_html(scenes)) if figures else Markup()


def talk_html(title: str, slides: Sequence[Markup], first: int) -> Markup:
    """The talk: unseen but for a button, until it fills the screen. first: the slide that it begins with."""
    dots = html.step_buttons_html([_("slide {n}", n=i + 1) for i in range(len(slides))], first)
    articles = joined(safe('<article class="step" hidden>{}</article>', slide) for slide in slides)
    inside = html.with_term_meanings(
        safe(
            '<span class="dots" hidden>{}</span>{}<button type="button" class="present" data-move="big">{}</button>',
            dots,
            articles,
            _("Show on the whole screen"),
        )
    )
    state = safe('data-title="{}" data-count="{}" data-at="{}" data-keys="{}"', title, len(slides), first, _(_KEYS))
    return safe('<section class="talk" {} data-big tabindex="-1">{}</section>', state, inside)
