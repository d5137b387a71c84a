"""A lesson as HTML: the list of all, the words of a step with their values, its pictures, the worth of an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from ...draw.scenes.hierarchy import case_layout, drawable_part
from ...draw.scenes.layout_choice import PICTURE_WAYS, Place, bare_share, without_marks
from ...explain import Emphasis, HierarchyPicture, Look, Picture, Step
from ...languages import _, spoken_language
from ...markup import html
from ...markup.html import Ids
from ...markup.pictures import DrawingOptions, panels_html
from ...model.case import Case, Draft
from ..lesson import Lesson
from ..library import BEYOND, IN_90_MINUTES
from ..prose import (
    SYMBOL,
    Block,
    Code,
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

_LEGEND = re.compile(r'<p class="marks">.*?</p>|$', re.DOTALL)
_COLUMN, _BESIDE, _AROUND = 432.0, 620.0, 60.0  # px of a column beside words; around each picture
_WIDE, _BETWEEN = 880.0, 24.0  # px below words, and between cases beside each other there


@dataclass(frozen=True)
class LessonHtml:
    """The words of a lesson as HTML. shown: each value in them as text.  ids: the numbers of classes in them."""

    lesson: Lesson
    shown: Callable[[Value], str]
    ids: Ids

    def text(self, text: Text) -> str:
        """Words; a name of a class in italics can be pointed at."""
        return "".join(map(self._word, text))

    def _word(self, word: object) -> str:
        match word:
            case str():
                return SYMBOL.sub(r"<i>\1</i><sub>\2</sub>", html.sentence_html(word, self.ids)).replace("\n", "<br>")
            case Value():
                return f'<span class="value">{escape(self.shown(word))}</span>'
            case Code():
                return f"<code>{escape(word.text)}</code>"
            case Styled(style, inner):
                if style == "em" and len(inner) == 1 and isinstance(inner[0], str) and inner[0] in self.ids:
                    return f'<bdi class="name" data-n="{self.ids[inner[0]]}" tabindex="0">{escape(inner[0])}</bdi>'
                tag = "em" if style == "em" else "strong"
                return f"<{tag}>{self.text(inner)}</{tag}>"
            case Hyperlink(href, inner):
                if not href:
                    return self.text(inner)
                return f'<a href="{escape(href)}" target="_blank" rel="noopener noreferrer">{self.text(inner)}</a>'
        return ""

    def prose(self, blocks: Iterable[Block]) -> str:
        """Blocks of words."""
        return "".join(map(self._block, blocks))

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph(text):
                return f"<p>{self.text(text)}</p>"
            case Subheading(text):
                return f"<h3>{self.text(text)}</h3>"
            case Listing(numbered, points):
                tag = "ol" if numbered else "ul"
                items = "".join(f"<li>{self.prose(point)}</li>" for point in points)
                return f"<{tag}>{items}</{tag}>"
            case Quotation(blocks):
                return f"<blockquote>{self.prose(blocks)}</blockquote>"
            case Verbatim(lines):
                return f"<pre>{escape(lines)}</pre>"
        return ""

    # Parts of a step: terms are explained in the lesson's language, not in the page's

    def step_words(self, blocks: Sequence[Block]) -> str:
        """The words of a step, at a width that is read easily."""
        return self._explained(lambda lang: f'<div class="lesson-words"{lang}>{self.prose(blocks)}</div>')

    def question(self, text: Text) -> str:
        """The question of a step."""
        return self._paragraph(text, "lesson-ask") if text else ""

    def hint(self, text: Text) -> str:
        """A hint, on request."""
        return self._paragraph(text, "lesson-hint")

    def verdict(self, right: bool | None, idea: Text, answer: str) -> str:
        """The worth of an answer: right, or the idea behind a wrong one. answer: what is right, once it is shown."""
        if right is None:
            return ""
        head = _("Right.") if right else _("Not yet.") if not answer else _("Right is: {answer}.", answer=answer)
        kind = "right" if right else "wrong"

        def markup(lang: str) -> str:
            why = self.text(idea)
            why = f" <span{lang}>{why}</span>" if why and lang else f" {why}" if why else ""
            return f'<p class="lesson-verdict {kind}" role="status"><strong>{escape(head)}</strong>{why}</p>'

        return self._explained(markup)

    def title(self, at: int, heading: Text) -> str:
        """The lesson's title and goal, which step this is, and its heading."""
        lesson, step = self.lesson, _("step {n} of {all}", n=at + 1, all=len(self.lesson.stages))

        def markup(lang: str) -> str:
            name = f"<span{lang}>{escape(lesson.title)}</span>" if lang else escape(lesson.title)
            goal = (
                f'<p class="quiet"{lang}>{html.sentence_html(lesson.goal, {})}</p>' if lesson.goal and at == 0 else ""
            )
            head = f'<div class="lesson-head"><p class="quiet">{name} · {step}</p>'
            return f"{head}<h1{lang}>{self.text(heading)}</h1>{goal}</div>"

        return self._explained(markup)

    def _paragraph(self, text: Text, kind: str) -> str:
        return self._explained(lambda lang: f'<p class="{kind}"{lang}>{self.text(text)}</p>')

    def _explained(self, markup: Callable[[str], str]) -> str:
        """The markup, made in the lesson's language from the attribute that names it, with its terms."""
        lang = html.language_attribute(self.lesson.language)
        with spoken_language(self.lesson.language):
            return html.with_term_meanings(markup(lang), lang)


def lesson_pictures_html(shown: Sequence[tuple[str, Case, Sequence[Picture]]], ids: Ids, beside: bool = False) -> str:
    """Pictures of one case, or of several side by side, each under its name. beside: all in a column beside words."""
    parts, several = [], len(shown)
    place = _column(several) if beside else Place((_WIDE - _BETWEEN * (several - 1)) / min(several, 3), 700)
    drawings = [_panels(case, own, ids, place) for _, case, own in shown]
    if beside:  # one legend is enough
        longest = max(drawings, key=lambda drawing: len(_LEGEND.findall(drawing)[0]))
        drawings = [drawing if drawing is longest else _LEGEND.sub("", drawing) for drawing in drawings]
    for (name, _case, _own), drawing in zip(shown, drawings, strict=True):
        head = f"<h3>{escape(name)}</h3>" if len(shown) > 1 else ""
        parts.append(f'<section class="lesson-case">{head}{drawing}</section>')
    widest = max(
        [case_layout(part).width for _, case, _ in shown if (part := drawable_part(case)) is not None], default=0
    )
    each = min(420, max(200, (widest + 40) * 14 / 16))  # px for a case whose texts are 14 px high
    three = " three" * (len(parts) == 3 and not beside)
    kind = f"lesson-show{' column' * beside}{' several' * (len(parts) > 1)}{three}"
    return html.with_term_meanings(f'<div class="{kind}" style="--each:{each:.0f}px">{"".join(parts)}</div>')


def _panels(case: Case, case_pictures: Sequence[Picture], ids: Ids, place: Place) -> str:
    """Pictures of a case, also as a phone has room for them, where that is another drawing."""
    step = Step("", (), tuple(case_pictures))
    wide, narrow = (
        panels_html(case, step, ids, look) for look in (DrawingOptions(place=place), DrawingOptions(narrow=True))
    )
    if narrow == wide:
        return wide
    return f'<div class="wide has-narrow">{wide}</div><div class="narrow">{narrow}</div>'


def _column(several: int) -> Place:
    """The room of each of so many cases in a column beside the words of a step."""
    return Place(_COLUMN, _BESIDE / several - _AROUND)


def fits_beside(shown: Sequence[tuple[str, Case, Sequence[Picture]]]) -> bool:
    """Whether there is room for these pictures in a column beside the words of a step."""
    for _name, case, own in shown:
        if len(own) != 1 or not isinstance(own[0], HierarchyPicture) or drawable_part(case) is None:
            return False
    place = _column(len(shown))
    ways = [way for way in PICTURE_WAYS if way.direction == "down" or len(shown) == 1]
    return all(max(bare_share(without_marks(case), way, place) for way in ways) >= 1 for _, case, _ in shown)


def chooser(case: Case, chosen: Collection[str], as_predicted: bool, ids: Ids) -> str:
    """The hierarchy, whose classes are chosen by clicks: marked as predicted, or lit."""
    # What was kept of another visit may name classes that are not there.
    looks, marked = {}, Draft(case.hierarchy, case.true, frozenset(chosen).intersection(case.hierarchy.classes))
    for c in case.hierarchy.classes:
        about: Emphasis = "about" if c in chosen and not as_predicted else "plain"
        looks[c] = Look(mark=marked.mark(c) if as_predicted else None, emphasis=about, pick=True)
    picture = HierarchyPicture((), looks)
    drawing = _panels(case, (picture,), ids, _column(1))
    return f'<div class="lesson-show column choosing"><section class="lesson-case">{drawing}</section></div>'


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
    rows: dict[str, list[str]] = {}
    options = []
    for name, lesson in lessons.items():
        heading = (
            _("90 minutes with talk") if name in IN_90_MINUTES else _("More") if name in BEYOND else _("This course")
        )
        count, steps_done = len(lesson.stages), done.get(name, 0)
        current = ' aria-current="page"' if name == selected else ""
        here = " here" if name == selected else ""
        time = _("{n} min", n=lesson.minutes) if lesson.minutes else ""
        part = {"taken": steps_done, "count": count}
        state = "✓" if steps_done >= count else _("{taken} of {count}", **part) if steps_done else time
        aloud = _("done") if steps_done >= count else _("{taken} of {count} steps done", **part) if steps_done else time
        lang = html.language_attribute(lesson.language)
        picked = f'href="?lesson={escape(quote(name))}" data-pick="{escape(name)}"{current}{lang}'
        link = f"<a {picked}>{escape(lesson.title)}</a>"
        far = f'<span class="quiet" aria-label="{escape(aloud)}">{escape(state)}</span>'
        goal = f'<span class="goal"{lang}>{escape(lesson.goal)}</span>' if name not in BEYOND else ""
        rows.setdefault(heading, []).append(f'<li class="entry{here}">{link} {far}{goal}</li>')
        choice = " selected" if name == selected else ""
        options.append(f'<option value="{escape(name)}"{choice}>{escape(lesson.title)} {escape(state)}</option>')
    groups = "".join(f"<h2>{head}</h2><ol>{''.join(own)}</ol>" for head, own in rows.items())
    return (
        f'<nav class="index lessons" aria-label="{_("Lessons")}">{groups}</nav>'
        f'<label class="chooser"><span>{_("Lesson")}</span><select data-choose>{"".join(options)}</select></label>'
    )
