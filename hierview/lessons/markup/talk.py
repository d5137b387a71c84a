"""A lesson as a talk: slides for the whole screen, moved by keys; a number on them waits until it is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from html import escape
from math import ceil, inf

from ...draw.scenes.drawable import drawn_part_of, scene_of
from ...draw.scenes.layout_choice import PICTURE_WAYS, LayoutOption, Place, choose_option
from ...draw.scenes.scene import Scene
from ...explain import HierarchyPicture, Picture, SetsPicture, plain
from ...languages import N_, _, spoken_language
from ...markup import html
from ...markup.html import Ids
from ...markup.pictures import marks_html, scrolling_frame_html, set_lists_html, too_many_sentence
from ...model.case import Case
from ..lesson import Ask, Lesson, Show, Stage
from ..talk import Slide, slides_of
from .lesson import LessonHtml

Shown = Sequence[tuple[str, Case, Sequence[Picture]]]  # cases by name, each with its pictures
_Figures = list[tuple[str, Scene | None]]  # the markup of each picture, with its scene where it is a drawing
_KEYS = N_("← back   → next   N next number   Esc leaves")
_SLIDE = Place(1_800, 530, 28)  # for pictures on a slide of 1920 by 1080
_WAITS = '<span class="value" data-waits>'


def invitation(lesson: Lesson, address: str, code: str) -> str:
    """The slide by which a class opens a lesson: its address, as large as it fits, and the same as a code."""
    lines = re.findall(r"[^/]*/|[^/]+$", address.partition("://")[2] or address)  # it breaks after a slash
    minutes = _("Lesson, {n} minutes", n=lesson.minutes) if lesson.minutes else _("Lesson")
    shown = "".join(f"<span>{escape(line)}</span>" for line in lines)
    goal, spoken = html.sentence_html(lesson.goal, {}), html.language_attribute(lesson.language)
    return (
        f'<div class="invitation"><div><p class="quiet">{minutes}</p><h1{spoken}>{escape(lesson.title)}</h1>'
        f'<p{spoken}>{goal}</p><p class="quiet said">{_("Scan, or type")}</p>'
        f'<p class="address" style="--letters:{max(map(len, lines))}">{shown}</p>'
        f'<p class="quiet said">{_("When you are done: My answers, Hand in.")}</p></div>{code}</div>'
    )


def slides_html(stage: Stage, right: str, words: LessonHtml, pictures: Callable[[Show], Shown]) -> list[str]:
    """The slides of a step: the look, the question, what is right and why."""
    spoken = html.language_attribute(words.lesson.language)
    with spoken_language(words.lesson.language):
        return [
            f'<div class="why-text"{spoken}>{_text(slide, words)}</div>{drawing}'
            for slide in slides_of(stage, right)
            for drawing in _drawings([p for show in slide.shows for p in pictures(show)], words.ids)
        ]


def _text(slide: Slide, words: LessonHtml) -> str:
    """The words of a slide under the title of its step; with what is right, their values wait."""
    heading, text = f'<p class="talk-head">{words.text(slide.title)}</p>', words.prose(slide.words)
    if not slide.is_why:
        return heading + text + ("" if slide.ask is None else _question(slide.ask, words))
    text = text.replace('<span class="value">', _WAITS)
    right = f"{words.text((slide.label,))}{_WAITS}{escape(slide.right)}</span>"
    return heading + (f"<p><b>{right}</b></p>" if slide.right else "") + text


def _question(ask: Ask, words: LessonHtml) -> str:
    choices = "".join(f"<li>{escape(choice)}</li>" for choice in ask.choices)
    sentence = f"<p><b>{words.text(ask.text)}</b></p>"
    return sentence + (f'<ul class="talk-choices">{choices}</ul>' if choices else "")


def _drawings(shown: Shown, ids: Ids) -> list[str]:
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
        parts = [
            None if isinstance(picture, SetsPicture) else drawn_part_of(picture, case) for picture in case_pictures
        ]
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
            scene = scene_of(part, picture, way.room(part, drawn, (1.0, 1.0)))
            title = " · ".join(filter(None, (escape(name) if several else "", html.words_html(picture.title, ids))))
            frame = scrolling_frame_html(scene, ids, plain(picture.title) or name)
            figures.append((f'<figure class="panel"><div class="title">{title}</div>{frame}</figure>', scene))
    return figures


def _share(figures: _Figures) -> float:
    """`Place.share` of a slide, in the number of columns that is best, as far as can be told before it is drawn."""
    scenes = [scene for _, scene in figures if scene is not None]
    if not scenes:
        return inf
    wide, high = max(scene.width for scene in scenes), max(scene.height for scene in scenes)
    counts = {1, 2, len(scenes)}
    return max(_SLIDE.share(wide, high * ceil(len(scenes) / n), n) for n in counts)


def _group(figures: _Figures) -> str:
    kind = "panels several" if len(figures) > 1 else "panels"
    scenes = [scene for _, scene in figures if scene is not None]
    drawing = "".join(markup for markup, _ in figures)
    return f'<div class="{kind}">{drawing}</div>{marks_html(scenes)}' if figures else ""


def talk_html(title: str, slides: Sequence[str], first: int) -> str:
    """The talk: unseen but for a button, until it fills the screen. first: the slide that it begins with."""
    dots = html.step_buttons([_("slide {n}", n=i + 1) for i in range(len(slides))], first)
    articles = "".join(f'<article class="step" hidden>{slide}</article>' for slide in slides)
    inside = html.with_term_meanings(
        f'<span class="dots" hidden>{dots}</span>{articles}'
        '<button type="button" class="present" data-move="big">' + _("Show on the whole screen") + "</button>"
    )
    state = f'data-title="{escape(title)}" data-count="{len(slides)}" data-at="{first}" data-keys="{escape(_(_KEYS))}"'
    return f'<section class="talk" {state} data-big tabindex="-1">{inside}</section>'
