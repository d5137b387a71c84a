"""A lesson as HTML: the list of all, the words of a step with their values, its pictures, the worth of an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from ...draw.scenes.hierarchy import case_layout, drawable_part
from ...draw.scenes.layout_choice import PICTURE_WAYS, DrawingArea, bare_name_size_share, unmarked_draft
from ...explain import Emphasis, HierarchyPicture, Look, Picture, Step
from ...languages import _, spoken_language
from ...markup import html
from ...markup.html import Ids
from ...markup.pictures import DrawingOptions, panels_html
from ...model.case import Case, Draft
from ...safe import Markup, escape, joined, safe, trusted
from ..lesson import Lesson
from ..library import BEYOND, IN_90_MINUTES
from ..prose import (
    SYMBOL,
    Block,
    Code,
    Hyperlink,
    InlineExpression,
    Listing,
    Paragraph,
    Quotation,
    Styled,
    Subheading,
    Text,
    Verbatim,
)

_LEGEND = re.compile(r'<p class="marks">.*?</p>|$', re.DOTALL)
_COLUMN, _BESIDE, _AROUND = 432.0, 620.0, 60.0  # px of a column beside words; around each picture
_WIDE, _BETWEEN = 880.0, 24.0  # px below words, and between cases beside each other there


@dataclass(frozen=True)
class LessonHtml:
    """The words of a lesson as HTML."""

    lesson: Lesson
    """The lesson."""
    shown: Callable[[InlineExpression], str]
    """Each value in its words as text."""
    ids: Ids
    """Numbers of the classes in its words."""

    def text(self, text: Text) -> Markup:
        """Words; a name of a class in italics can be pointed at."""
        return joined(map(self._word, text))

    def _word(self, word: object) -> Markup:
        match word:
            case str():
                told = SYMBOL.sub(r"<i>\1</i><sub>\2</sub>", str(html.sentence_html(word, self.ids)))
                return trusted(told.replace("\n", "<br>"))
            case InlineExpression():
                return safe('<span class="value">{}</span>', self.shown(word))
            case Code():
                return safe("<code>{}</code>", word.text)
            case Styled(style, inner):
                if style == "em" and len(inner) == 1 and isinstance(inner[0], str) and inner[0] in self.ids:
                    return safe('<bdi class="name" data-n="{}" tabindex="0">{}</bdi>', self.ids[inner[0]], inner[0])
                tag = "em" if style == "em" else "strong"
                return safe("<{0}>{1}</{0}>", tag, self.text(inner))
            case Hyperlink(href, inner):
                if not href:
                    return self.text(inner)
                return safe('<a href="{}" target="_blank" rel="noopener noreferrer">{}</a>', href, self.text(inner))
        return Markup()

    def prose(self, blocks: Iterable[Block]) -> Markup:
        """Blocks of words."""
        return joined(map(self._block, blocks))

    def _block(self, block: Block) -> Markup:
        match block:
            case Paragraph(text):
                return safe("<p>{}</p>", self.text(text))
            case Subheading(text):
                return safe("<h3>{}</h3>", self.text(text))
            case Listing(numbered, points):
                tag = "ol" if numbered else "ul"
                items = joined(safe("<li>{}</li>", self.prose(point)) for point in points)
                return safe("<{0}>{1}</{0}>", tag, items)
            case Quotation(blocks):
                return safe("<blockquote>{}</blockquote>", self.prose(blocks))
            case Verbatim(lines):
                return safe("<pre>{}</pre>", lines)
        return Markup()

    # Parts of a step: terms are explained in the lesson's language, not in the page's

    def step_words(self, blocks: Sequence[Block]) -> Markup:
        """The words of a step, at a width that is read easily."""
        return self._explained(lambda lang: safe('<div class="lesson-words"{}>{}</div>', lang, self.prose(blocks)))

    def question(self, text: Text) -> Markup:
        """The question of a step."""
        return self._paragraph(text, "lesson-ask") if text else Markup()

    def hint(self, text: Text) -> Markup:
        """A hint, on request."""
        return self._paragraph(text, "lesson-hint")

    def verdict(self, right: bool | None, idea: Text, answer: str) -> Markup:
        """The worth of an answer: right, or the idea behind a wrong one. answer: what is right, once it is shown."""
        if right is None:
            return Markup()
        head = _("Right.") if right else _("Not yet.") if not answer else _("Right is: {answer}.", answer=answer)
        kind = "right" if right else "wrong"

        def markup(lang: Markup) -> Markup:
            why = self.text(idea)
            why = safe(" <span{}>{}</span>", lang, why) if why and lang else safe(" {}", why) if why else why
            return safe('<p class="lesson-verdict {}" role="status"><strong>{}</strong>{}</p>', kind, head, why)

        return self._explained(markup)

    def title(self, at: int, heading: Text) -> Markup:
        """The lesson's title and goal, which step this is, and its heading."""
        lesson, step = self.lesson, _("step {n} of {all}", n=at + 1, all=len(self.lesson.stages))

        def markup(lang: Markup) -> Markup:
            name = safe("<span{}>{}</span>", lang, lesson.title) if lang else escape(lesson.title)
            goal = Markup()
            if lesson.goal and at == 0:
                goal = safe('<p class="quiet"{}>{}</p>', lang, html.sentence_html(lesson.goal, {}))
            head = safe('<p class="quiet">{} · {}</p><h1{}>{}</h1>', name, step, lang, self.text(heading))
            return safe('<div class="lesson-head">{}{}</div>', head, goal)

        return self._explained(markup)

    def _paragraph(self, text: Text, kind: str) -> Markup:
        return self._explained(lambda lang: safe('<p class="{}"{}>{}</p>', kind, lang, self.text(text)))

    def _explained(self, markup: Callable[[Markup], Markup]) -> Markup:
        """The markup, made in the lesson's language from the attribute that names it, with its terms."""
        lang = html.language_attribute(self.lesson.language)
        with spoken_language(self.lesson.language):
            return html.with_term_meanings(markup(lang), lang)


def lesson_pictures_html(
    by_case: Sequence[tuple[str, Case, Sequence[Picture]]], ids: Ids, beside: bool = False
) -> Markup:
    """Pictures of one case, or of several side by side, each under its name. beside: all in a column beside words."""
    parts, several = [], len(by_case)
    place = _column_place(several) if beside else DrawingArea((_WIDE - _BETWEEN * (several - 1)) / min(several, 3), 700)
    drawings = [_panels(case, own, ids, place) for _, case, own in by_case]
    if beside:  # one legend is enough
        longest = max(drawings, key=lambda drawing: len(_LEGEND.findall(drawing)[0]))
        drawings = [drawing if drawing is longest else trusted(_LEGEND.sub("", str(drawing))) for drawing in drawings]
    for (name, _case, _own), drawing in zip(by_case, drawings, strict=True):
        head = safe("<h3>{}</h3>", name) if len(by_case) > 1 else ""
        parts.append(safe('<section class="lesson-case">{}{}</section>', head, drawing))
    widest = max(
        [case_layout(part).width for _, case, _ in by_case if (part := drawable_part(case)) is not None], default=0
    )
    each = min(420, max(200, (widest + 40) * 14 / 16))  # px for a case whose texts are 14 px high
    three = " three" * (len(parts) == 3 and not beside)
    kind = f"lesson-show{' column' * beside}{' several' * (len(parts) > 1)}{three}"
    return html.with_term_meanings(
        safe('<div class="{}" style="--each:{}px">{}</div>', kind, f"{each:.0f}", joined(parts))
    )


def _panels(case: Case, case_pictures: Sequence[Picture], ids: Ids, place: DrawingArea) -> Markup:
    """Pictures of a case, also as a phone has room for them, where that is another drawing."""
    step = Step("", (), tuple(case_pictures))
    wide, narrow = (
        panels_html(case, step, ids, look) for look in (DrawingOptions(place=place), DrawingOptions(narrow=True))
    )
    if narrow == wide:
        return wide
    return safe('<div class="wide has-narrow">{}</div><div class="narrow">{}</div>', wide, narrow)


def _column_place(count: int) -> DrawingArea:
    """The room of each of so many cases in a column beside the words of a step."""
    return DrawingArea(_COLUMN, _BESIDE / count - _AROUND)


def fits_beside_words(by_case: Sequence[tuple[str, Case, Sequence[Picture]]]) -> bool:
    """Whether there is room for these pictures in a column beside the words of a step."""
    for _name, case, own in by_case:
        if len(own) != 1 or not isinstance(own[0], HierarchyPicture) or drawable_part(case) is None:
            return False
    place = _column_place(len(by_case))
    ways = [way for way in PICTURE_WAYS if way.direction == "down" or len(by_case) == 1]
    return all(
        max(bare_name_size_share(unmarked_draft(case), way, place) for way in ways) >= 1 for _, case, _ in by_case
    )


def chooser(case: Case, chosen: Collection[str], as_predicted: bool, ids: Ids) -> Markup:
    """The hierarchy, whose classes are chosen by clicks: marked as predicted, or lit."""
    # What was kept of another visit may name classes that are not there.
    looks, marked = {}, Draft(case.hierarchy, case.true, frozenset(chosen).intersection(case.hierarchy.classes))
    for c in case.hierarchy.classes:
        about: Emphasis = "about" if c in chosen and not as_predicted else "plain"
        looks[c] = Look(mark=marked.mark(c) if as_predicted else None, emphasis=about, pick=True)
    picture = HierarchyPicture((), looks)
    drawing = _panels(case, (picture,), ids, _column_place(1))
    return safe('<div class="lesson-show column choosing"><section class="lesson-case">{}</section></div>', drawing)


def heading(text: str, more: str) -> Markup:
    """The heading of what is no step."""
    return safe('<div class="lesson-head"><h1>{}</h1><p class="quiet">{}</p></div>', text, more)


def collected_html(title: str, cells: Sequence[Sequence[str]]) -> Markup:
    """The answers of a class: a head, a row for each learner, and how many were right."""
    first, *body, last = cells
    head = joined(safe('<th scope="col">{}</th>', cell) for cell in first)
    rows = joined(_answer_row(row, Markup()) for row in body) + _answer_row(last, Markup(' class="sum"'))
    return safe(
        '<h2 class="finds-head">{}</h2><div class="sideways"><table class="plain collected">'
        "<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>",
        title,
        head,
        rows,
    )


def _answer_row(row: Sequence[str], kind: Markup) -> Markup:
    who, *cells = row
    return safe('<tr{}><th scope="row">{}</th>{}</tr>', kind, who, joined(safe("<td>{}</td>", cell) for cell in cells))


# The list


def lesson_index_html(lessons: Mapping[str, Lesson], selected: str, done: Mapping[str, int]) -> Markup:
    """All lessons with what was done of each: a list, and a choice for narrow pages."""
    rows: dict[str, list[Markup]] = {}
    options = []
    for name, lesson in lessons.items():
        heading = (
            _("90 minutes with talk") if name in IN_90_MINUTES else _("More") if name in BEYOND else _("This course")
        )
        count, steps_done = len(lesson.stages), done.get(name, 0)
        current = Markup(' aria-current="page"') if name == selected else ""
        here = " here" if name == selected else ""
        time = _("{n} min", n=lesson.minutes) if lesson.minutes else ""
        part = {"taken": steps_done, "count": count}
        state = "✓" if steps_done >= count else _("{taken} of {count}", **part) if steps_done else time
        aloud = _("done") if steps_done >= count else _("{taken} of {count} steps done", **part) if steps_done else time
        lang = html.language_attribute(lesson.language)
        picked = safe('href="?lesson={}" data-pick="{}"{}{}', quote(name), name, current, lang)
        link = safe("<a {}>{}</a>", picked, lesson.title)
        far = safe('<span class="quiet" aria-label="{}">{}</span>', aloud, state)
        goal = safe('<span class="goal"{}>{}</span>', lang, lesson.goal) if name not in BEYOND else ""
        rows.setdefault(heading, []).append(safe('<li class="entry{}">{} {}{}</li>', here, link, far, goal))
        choice = " selected" if name == selected else ""
        options.append(safe('<option value="{}"{}>{} {}</option>', name, choice, lesson.title, state))
    groups = joined(safe("<h2>{}</h2><ol>{}</ol>", head, joined(own)) for head, own in rows.items())
    return safe(
        '<nav class="index lessons" aria-label="{}">{}</nav>'
        '<label class="chooser"><span>{}</span><select data-choose>{}</select></label>',
        _("Lessons"),
        groups,
        _("Lesson"),
        joined(options),
    )
