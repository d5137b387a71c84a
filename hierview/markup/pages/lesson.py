"""A lesson as HTML: the list of all, the words of a step with their values, its pictures, the worth of an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from urllib.parse import quote

from ...explain import Emphasis, HierarchyPicture, Look, Mark, Picture, Step
from ...languages import _, spoken_language
from ...lessons import Lesson
from ...lessons.prose import (
    Block,
    Code,
    Fence,
    Hyperlink,
    Listing,
    Paragraph,
    Quotation,
    Styled,
    Subheading,
    Text,
    Value,
    Verbatim,
)
from ...model.case import Case
from .. import html
from ..html import Ids
from ..pictures import panels_html

ShownValue = Callable[[Value], str]

_SYMBOL = re.compile(r"\b(D|f)_(max|error)\b(?![^<]*>)")  # as it is typed in a lesson; not within a tag


# Words


def lesson_text_html(text: Text, shown: ShownValue, ids: Ids) -> str:
    """Words of a lesson; a name of a class in italics can be pointed at."""
    return "".join(_word(word, shown, ids) for word in text)


def _word(word: object, shown: ShownValue, ids: Ids) -> str:
    match word:
        case str():
            return _SYMBOL.sub(r"<i>\1</i><sub>\2</sub>", html.sentence(word, ids)).replace("\n", "<br>")
        case Value():
            return f'<span class="value">{escape(shown(word))}</span>'
        case Code():
            return f"<code>{escape(word.text)}</code>"
        case Styled(style, inner):
            if style == "em" and len(inner) == 1 and isinstance(inner[0], str) and inner[0] in ids:
                return f'<bdi class="name" data-n="{ids[inner[0]]}" tabindex="0">{escape(inner[0])}</bdi>'
            tag = "em" if style == "em" else "strong"
            return f"<{tag}>{lesson_text_html(inner, shown, ids)}</{tag}>"
        case Hyperlink(href, inner):
            inside = lesson_text_html(inner, shown, ids)
            return (
                f'<a href="{escape(href)}" target="_blank" rel="noopener noreferrer">{inside}</a>' if href else inside
            )
    return ""


def prose(blocks: Sequence[Block], shown: ShownValue, ids: Ids) -> str:
    """Blocks of words."""
    return "".join(_block(block, shown, ids) for block in blocks)


def _block(block: Block, shown: ShownValue, ids: Ids) -> str:
    match block:
        case Paragraph(given):
            return f"<p>{lesson_text_html(given, shown, ids)}</p>"
        case Subheading(given):
            return f"<h3>{lesson_text_html(given, shown, ids)}</h3>"
        case Listing(numbered, points):
            tag = "ol" if numbered else "ul"
            items = "".join(f"<li>{prose(point, shown, ids)}</li>" for point in points)
            return f"<{tag}>{items}</{tag}>"
        case Quotation(blocks):
            return f"<blockquote>{prose(blocks, shown, ids)}</blockquote>"
        case Verbatim(text):
            return f"<pre>{escape(text)}</pre>"
        case Fence():
            return ""
    return ""


# Parts of a step


def step_words(lesson: Lesson, blocks: Sequence[Block], shown: ShownValue, ids: Ids) -> str:
    """The words of a step, at a width that is read easily."""
    lang = html.spoken_in(lesson.language)
    with spoken_language(lesson.language):
        return html.explained(f'<div class="lesson-words"{lang}>{prose(blocks, shown, ids)}</div>', lang)


def lesson_pictures_html(shown: Sequence[tuple[str, Case, Sequence[Picture]]], ids: Ids) -> str:
    """Pictures of one case, or of several side by side, each under its name."""
    parts = []
    for name, case, case_pictures in shown:
        head = f"<h3>{escape(name)}</h3>" if len(shown) > 1 else ""
        parts.append(
            f'<section class="lesson-case">{head}{panels_html(case, Step("", (), tuple(case_pictures)), ids)}</section>'
        )
    many = " several" if len(parts) > 1 else ""
    return html.explained(f'<div class="lesson-show{many}">{"".join(parts)}</div>')


def chooser(case: Case, chosen: Collection[str], as_predicted: bool, ids: Ids) -> str:
    """The hierarchy, whose classes are chosen by clicks: marked as predicted, or lit."""
    looks = {}
    for c in case.hierarchy.classes:
        about: Emphasis = "about" if c in chosen and not as_predicted else "plain"
        mark = _marked(c in case.true, c in chosen) if as_predicted else None
        looks[c] = Look(mark=mark, emphasis=about, pick=True)
    picture = HierarchyPicture((), looks)
    drawing = panels_html(case, Step("", (), (picture,)), ids).partition('<p class="marks">')[0]
    return f'<div class="lesson-show choosing">{drawing}</div>'


def _marked(true: bool, predicted: bool) -> Mark:
    return "both" if true and predicted else "true" if true else "predicted" if predicted else "none"


def lesson_question_html(lesson: Lesson, text: Text, shown: ShownValue, ids: Ids) -> str:
    """The question of a step."""
    return _in_its_language(lesson, text, "lesson-ask", shown, ids) if text else ""


def verdict_html(lesson: Lesson, right: bool | None, idea: Text, answer: str, shown: ShownValue, ids: Ids) -> str:
    """The worth of an answer: right, or the idea behind a wrong one. answer: what is right, once it is shown."""
    if right is None:
        return ""
    head = _("Right.") if right else _("Not yet.") if not answer else _("Right is: {answer}.", answer=answer)
    kind, lang = "right" if right else "wrong", html.spoken_in(lesson.language)
    with spoken_language(lesson.language):
        why = lesson_text_html(idea, shown, ids)
        why = f" <span{lang}>{why}</span>" if why and lang else f" {why}" if why else ""
        return html.explained(
            f'<p class="lesson-verdict {kind}" role="status"><strong>{escape(head)}</strong>{why}</p>', lang
        )


def hint(lesson: Lesson, text: Text, shown: ShownValue, ids: Ids) -> str:
    """A hint, on request."""
    return _in_its_language(lesson, text, "lesson-hint", shown, ids)


def _in_its_language(lesson: Lesson, text: Text, kind: str, shown: ShownValue, ids: Ids) -> str:
    """A paragraph of a lesson: its terms are explained in the lesson's language, not in the page's."""
    lang = html.spoken_in(lesson.language)
    with spoken_language(lesson.language):
        return html.explained(f'<p class="{kind}"{lang}>{lesson_text_html(text, shown, ids)}</p>', lang)


def heading(text: str, more: str) -> str:
    """The heading of what is no step."""
    return f'<div class="lesson-head"><h1>{escape(text)}</h1><p class="quiet">{escape(more)}</p></div>'


def collected_html(title: str, cells: Sequence[Sequence[str]]) -> str:
    """The answers of a class: a head, a row for each learner, and how many were right."""
    first, *body, last = cells
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in first)
    rows = "".join(_answer_row(row, "") for row in body) + _answer_row(last, ' class="sum"')
    return (
        f'<h2 class="finds-head">{escape(title)}</h2><div class="sideways"><table class="plain collected">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _answer_row(row: Sequence[str], kind: str) -> str:
    who, *cells = row
    return f'<tr{kind}><th scope="row">{escape(who)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'


# The list


def lesson_index_html(lessons: Mapping[str, Lesson], selected: str, done: Mapping[str, int]) -> str:
    """All lessons with what was done of each: a list, and a choice for narrow pages."""
    rows, options = [], []
    for name, lesson in lessons.items():
        count, steps_done = len(lesson.stages), done.get(name, 0)
        current = ' aria-current="page"' if name == selected else ""
        here = " here" if name == selected else ""
        time = _("{n} min", n=lesson.minutes) if lesson.minutes else ""
        part = {"taken": steps_done, "count": count}
        state = "✓" if steps_done >= count else _("{taken} of {count}", **part) if steps_done else time
        aloud = _("done") if steps_done >= count else _("{taken} of {count} steps done", **part) if steps_done else time
        lang = html.spoken_in(lesson.language)
        data = f'data-lesson="{escape(name)}" data-done="{steps_done}" data-of="{count}"'
        picked = f'href="?lesson={escape(quote(name))}" data-pick="{escape(name)}"{current}{lang}'
        link = f"<a {picked}>{escape(lesson.title)}</a>"
        far = f'<span class="quiet" aria-label="{escape(aloud)}">{escape(state)}</span>'
        rows.append(f'<li class="entry{here}" {data}>{link} {far}</li>')
        choice = " selected" if name == selected else ""
        options.append(f'<option value="{escape(name)}"{choice}>{escape(lesson.title)} {escape(state)}</option>')
    return (
        f'<nav class="index lessons" aria-label="{_("Lessons")}"><ol>{"".join(rows)}</ol></nav>'
        f'<label class="chooser"><span>{_("Lesson")}</span><select data-choose>{"".join(options)}</select></label>'
    )


def title(lesson: Lesson, at: int, heading: Text, shown: ShownValue, ids: Ids) -> str:
    """The lesson's title and goal, which step this is, and its heading."""
    lang = html.spoken_in(lesson.language)
    name = f"<span{lang}>{escape(lesson.title)}</span>" if lang else escape(lesson.title)
    step = _("step {n} of {all}", n=at + 1, all=len(lesson.stages))
    with spoken_language(lesson.language):
        goal = f'<p class="quiet"{lang}>{html.sentence(lesson.goal, {})}</p>' if lesson.goal and at == 0 else ""
        return html.explained(
            f'<div class="lesson-head"><p class="quiet">{name} · {step}</p>'
            f"<h1{lang}>{lesson_text_html(heading, shown, ids)}</h1>{goal}</div>",
            lang,
        )
