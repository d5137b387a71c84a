"""A lesson as a talk: slides for the whole screen, moved by keys; a number on them waits until it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from ...draw.scenes.drawable import drawn_for, scene_of
from ...draw.scenes.scene import Scene
from ...explain import Picture, SetsPicture, plain
from ...languages import N_, _, spoken_language
from ...lessons import Ask, Show, Stage
from ...lessons.prose import Block
from ...model.case import Case
from .. import html
from ..html import Ids
from ..pictures import marks, scrolling_frame, sets_lists, too_many
from .lesson import LessonHtml

Shown = Sequence[tuple[str, Case, Sequence[Picture]]]  # cases by name, each with its pictures
_KEYS = N_("← back   → next   N next number   Esc leaves")
_WAITS = '<span class="value" data-waits>'


def slides_html(stage: Stage, right: str, words: LessonHtml, pictures: Callable[[Show], Shown]) -> list[str]:
    """The slides of a step: the look, the question, and the why with what is right."""
    spoken = html.spoken_in(words.lesson.language)
    with spoken_language(words.lesson.language):
        return [
            f'<div class="why-text"{spoken}>{text}</div>{drawing}'
            for text, drawing in _parts(stage, right, words, pictures)
        ]


def _parts(stage: Stage, right: str, words: LessonHtml, pictures: Callable[[Show], Shown]) -> list[tuple[str, str]]:
    """The words and the drawing of each slide."""
    ids = words.ids
    heading = f'<p class="talk-head">{words.text(stage.title)}</p>'
    look = [part for part in stage.look if isinstance(part, Show)]
    why = [part for part in stage.why if isinstance(part, Show)]
    picture = _pictures([p for part in look for p in pictures(part)], ids)
    parts = []
    if text := _prose(stage.look, words):
        parts.append((heading + text, picture))
    if stage.ask is not None:
        parts.append((heading + _question(stage.ask, words), picture))
    text = _prose(stage.why, words).replace('<span class="value">', _WAITS)
    if right and stage.ask is not None:
        label = f"{stage.ask.label} = " if stage.ask.kind == "number" and stage.ask.label else _("Right: ")
        text = f"<p><b>{escape(label)}{_WAITS}{escape(right)}</span></b></p>{text}"
    if text or why:
        parts.append((heading + text, _pictures([p for part in why for p in pictures(part)], ids) or picture))
    return parts


def _prose(parts: Sequence[Block | Show], words: LessonHtml) -> str:
    return words.prose(part for part in parts if not isinstance(part, Show))


def _question(ask: Ask, words: LessonHtml) -> str:
    choices = "".join(f"<li>{escape(choice)}</li>" for choice in ask.choices)
    sentence = f"<p><b>{words.text(ask.text)}</b></p>"
    return sentence + (f'<ul class="talk-choices">{choices}</ul>' if choices else "")


def _pictures(shown: Shown, ids: Ids) -> str:
    """Pictures of one case or several as one group, so that they keep one scale."""
    figures: list[str] = []
    scenes: list[Scene] = []
    several = len({name for name, _, _ in shown}) > 1
    for name, case, case_pictures in shown:
        for picture in case_pictures:
            if isinstance(picture, SetsPicture):
                figures.append(sets_lists(picture, ids))
                continue
            title = " · ".join(filter(None, (name if several else "", plain(picture.title))))
            part = drawn_for(picture, case)
            if part is None:
                figures.append(too_many())
                continue
            scenes.append(scene_of(part, picture))
            heading = f'<div class="title">{escape(title)}</div>'
            figures.append(f'<figure class="panel">{heading}{scrolling_frame(scenes[-1], ids, title)}</figure>')
    kind = "panels several" if len(figures) > 1 else "panels"
    return f'<div class="{kind}">{"".join(figures)}</div>{marks(scenes)}' if figures else ""


def talk_html(title: str, slides: Sequence[str], first: int) -> str:
    """The talk: unseen but for a button, until it fills the screen. first: the slide that it begins with."""
    dots = html.dots([_("slide {n}", n=i + 1) for i in range(len(slides))], first)
    articles = "".join(f'<article class="step" hidden>{slide}</article>' for slide in slides)
    inside = html.explained(
        f'<span class="dots" hidden>{dots}</span>{articles}'
        '<button type="button" class="present" data-move="big">' + _("Show on the whole screen") + "</button>"
    )
    state = f'data-title="{escape(title)}" data-count="{len(slides)}" data-at="{first}" data-keys="{escape(_(_KEYS))}"'
    return f'<section class="talk" {state} data-big tabindex="-1">{inside}</section>'
