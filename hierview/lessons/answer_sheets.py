"""Answers that a learner hands in, as a file or as a code to paste; what they are worth is computed where they arrive.

Nothing that is handed in says whether it is right: whoever collects computes that anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import HierviewError, LessonError, quoted
from ..formats.link import pack_content, unpack_content
from ..formats.typed.outline import read_outline, write_outline
from ..languages import _
from ..model.case import Case
from .answering import Verdict, case_question, draw_variant, judge_answer, solution
from .kinds.base import Answer, CaseQuestion
from .kinds.registry import KINDS
from .lesson import Ask, Lesson

VERSION = 1
LONGEST_NAME = 60
LONGEST_TEXT = 20_000
LARGEST = 200_000  # characters of a file
MOST_GIVEN = 300  # answers of one learner
MOST_NUMBER = 9999  # of a variant, and of a seed


@dataclass(frozen=True)
class GivenAnswer:
    """An answer to a step, counted from 0."""

    stage: int
    """Number of the step, from 0."""
    seed: int
    """Seed of the variants."""
    number: int
    """Number of the variant, 0 for the lesson's own case."""
    answer: Any
    """The answer as JSON; None where the right one was shown before any was given."""
    first_answer: Any = None
    """The answer of the first try."""
    tries: int = 1
    """Number of answers that were checked."""
    right_was_shown: bool = False
    """Whether the right answer was shown before it was found."""


@dataclass(frozen=True)
class AnswerSheet:
    """All answers of one learner to one lesson."""

    lesson: str
    """Name of the lesson."""
    learner: str
    """Name or number of the learner, which may be empty."""
    answers: tuple[GivenAnswer, ...]
    """The answers."""


@dataclass(frozen=True)
class Mark:
    """An answer beside what is right."""

    given: GivenAnswer
    """The answer."""
    ask: Ask
    """The question."""
    question: CaseQuestion
    """The question on its cases."""
    answer_text: str
    """The answer as it is shown."""
    right_text: str
    """The right answer as it is shown."""
    verdict: Verdict | None
    """The worth of the answer; None where it cannot be read any more, as `trouble` says."""
    trouble: str = ""
    """Why the answer cannot be read; "" where it can."""


def asked_question(lesson: Lesson, ask: Ask, seed: int, number: int) -> CaseQuestion:
    """The question on the lesson's own case, or on that of a variant."""
    return draw_variant(lesson, ask, seed, number) if number else case_question(lesson, ask)


# An answer as plain data


def answer_data(answer: Answer) -> Any:
    """An answer as plain JSON; an edited case is its outline."""
    if isinstance(answer, Case):
        return write_outline(answer)
    if isinstance(answer, frozenset):
        return sorted(answer)
    return answer if isinstance(answer, str) else [sorted(group) for group in answer]


def answer_from_data(ask: Ask, data: Any) -> Answer:
    """The answer that `answer_data` made this of; a LessonError where it is something else."""
    match KINDS[ask.kind].input:
        case "typed" | "words" | "outline" as how:
            if not isinstance(data, str) or len(data) > LONGEST_TEXT:
                raise LessonError("the answer is no text")
            return data if how != "outline" else read_outline(data, "the outline").case()
        case "places":
            if not isinstance(data, Sequence) or isinstance(data, str):
                raise LessonError("the answer is no list of groups")
            return tuple(_text_set(group) for group in data[:100])
        case "choices" | "choice" | "classes" | "prediction":
            return _text_set(data)


def _text_set(data: Any) -> frozenset[str]:
    if not isinstance(data, Sequence) or isinstance(data, str) or not all(isinstance(text, str) for text in data):
        raise LessonError("the answer is no list of texts")
    return frozenset(data[:500])


def answer_in_words(data: Any) -> str:
    """An answer in words."""
    if isinstance(data, str):
        return " ".join(data.split())
    groups = [group if isinstance(group, str) else " = ".join(map(str, group)) for group in data]
    return (", " if all(isinstance(group, str) for group in data) else "; ").join(groups) or _("none")


# A paper as a text


def answer_sheet_text(sheet: AnswerSheet) -> str:
    """The file of a paper."""
    return json.dumps(_sheet_data(sheet), ensure_ascii=False, indent=1) + "\n"


def answer_sheet_code(sheet: AnswerSheet) -> str:
    """A paper as a short code of letters and digits."""
    return pack_content(_sheet_data(sheet))


def _sheet_data(sheet: AnswerSheet) -> dict[str, Any]:
    answers = [[g.stage, g.seed, g.number, g.answer, g.first_answer, g.tries, g.right_was_shown] for g in sheet.answers]
    return {"hierview-answers": VERSION, "lesson": sheet.lesson, "who": sheet.learner, "given": answers}


def read_answer_sheets(text: str, origin: str) -> tuple[AnswerSheet, ...]:
    """The papers in a file, or in codes of which each has a line, from anybody.

    Raises LessonError: the origin, what is wrong, and what is accepted.
    """
    if len(text) > LARGEST:
        raise LessonError(f"{origin}: {len(text):,} characters are too many; answers have at most {LARGEST:,}")
    if text.lstrip().startswith("{"):
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise LessonError(f"{origin}: this is no JSON; hand the file in as it was saved") from None
        return (_read_sheet(content, origin),)
    lines = text.split()
    if not lines:
        raise LessonError(f"{origin}: there is nothing in it; a file of answers or their codes are accepted")
    papers = []
    for i, line in enumerate(lines, 1):
        where = origin if len(lines) == 1 else f"{origin}, code {i}"
        try:
            content = unpack_content(line)
        except HierviewError:
            raise LessonError(f"{where}: this is no code of answers; paste all of it, as it was shown") from None
        papers.append(_read_sheet(content, where))
    return tuple(papers)


def _read_sheet(content: Any, origin: str) -> AnswerSheet:
    if not isinstance(content, Mapping) or content.get("hierview-answers") != VERSION:
        raise LessonError(f"{origin}: these are no answers to a lesson of hierview")
    lesson, who, answers = content.get("lesson"), content.get("who"), content.get("given")
    if not isinstance(lesson, str) or not isinstance(who, str) or not isinstance(answers, list):
        raise LessonError(f"{origin}: lesson and who are texts, given is a list of answers")
    if len(answers) > MOST_GIVEN:
        raise LessonError(f"{origin}: {len(answers):,} answers are too many; at most {MOST_GIVEN} are accepted")
    plain = " ".join("".join(c if c.isprintable() else " " for c in who).split())
    return AnswerSheet(lesson[:200], plain[:LONGEST_NAME], tuple(_read_answer(entry, origin) for entry in answers))


def _read_answer(entry: Any, origin: str) -> GivenAnswer:
    if not isinstance(entry, list) or len(entry) not in (4, 7):  # 4 before tries were counted
        raise LessonError(
            f"{origin}: an answer is [step, seed, variant, answer, first answer, tries, shown], not {quoted(entry, 60)}"
        )
    stage, seed, number, answer, first, tries, shown = (*entry, None, 1, False)[:7]
    if not all(type(n) is int and 0 <= n <= MOST_NUMBER for n in (stage, seed, number, tries)):
        raise LessonError(f"{origin}: step, seed, variant and tries are numbers up to {MOST_NUMBER}")
    return GivenAnswer(stage, seed, number, answer, first, tries, shown is True)


# What they are worth


def marks_of_sheet(sheet: AnswerSheet, lesson: Lesson) -> tuple[Mark, ...]:
    """Every answer of a paper beside what is right, by step; steps that are not there are left out."""
    marks = []
    for answer in sorted(sheet.answers, key=lambda g: (g.stage, g.seed, g.number)):
        ask = lesson.stages[answer.stage].ask if answer.stage < len(lesson.stages) else None
        if ask is not None and not (answer.number and ask.variation is None):
            marks.append(_mark_answer(lesson, ask, answer))
    return tuple(marks)


def _mark_answer(lesson: Lesson, ask: Ask, given: GivenAnswer) -> Mark:
    try:
        of = asked_question(lesson, ask, given.seed, given.number)
    except HierviewError as error:
        return Mark(given, ask, case_question(lesson, ask), "", "", None, str(error))
    if given.answer is None:
        return Mark(given, ask, of, "", solution(of).answer_text, Verdict(False if ask.answer else None))
    try:
        answer = answer_from_data(ask, given.answer)
        verdict = judge_answer(of, answer)
    except HierviewError as error:
        return Mark(given, ask, of, "", solution(of).answer_text, None, str(error))
    return Mark(given, ask, of, answer_in_words(given.answer), solution(of).answer_text, verdict)


@dataclass(frozen=True)
class CollectedAnswers:
    """The papers of a class on one lesson.

    A learner who answered variants of a step, too, has several marks there.
    """

    lesson: Lesson
    """The lesson."""
    asked_stages: tuple[int, ...]
    """Steps with a question, from 0."""
    rows: tuple[tuple[str, Mapping[int, tuple[Mark, ...]]], ...]
    """Each learner with the marks of each step; several where variants were answered, too."""

    def cells(self) -> tuple[tuple[str, ...], ...]:
        """A table of texts: who, each step, how many are right; a head above, how many were right below."""
        head = (_("who"), *(_("step {n}", n=stage + 1) for stage in self.asked_stages), _("right"))
        body = [
            (who, *(_cell_text(marks.get(s, ())) for s in self.asked_stages), str(_count_right(marks)))
            for who, marks in self.rows
        ]
        shares = [self._right_share_text(stage) for stage in self.asked_stages]
        return (head, *body, (_("right"), *shares, str(sum(_count_right(marks) for _, marks in self.rows))))

    def _right_share_text(self, stage: int) -> str:
        marks = [mark for _, row in self.rows for mark in row.get(stage, ()) if _is_graded(mark)]
        right = [mark for mark in marks if _is_right(mark)]
        knew = sum(mark.given.tries == 1 for mark in right)
        share = _("{n} of {all}", n=len(right), all=len(marks)) if marks else ""
        return share if knew == len(right) else _("{share}, {n} at once", share=share, n=knew)


def _is_graded(mark: Mark) -> bool:
    return mark.verdict is None or mark.verdict.is_right is not None


def _is_right(mark: Mark) -> bool:
    """Whether the right answer was found, and not shown before."""
    return mark.verdict is not None and mark.verdict.is_right is True and not mark.given.right_was_shown


def _count_right(marks: Mapping[int, tuple[Mark, ...]]) -> int:
    return sum(_is_right(mark) for marks_of in marks.values() for mark in marks_of)


def _cell_text(marks: Sequence[Mark]) -> str:
    texts = []
    for mark in marks:
        answer = mark.answer_text or (_("no answer") if mark.given.answer is None else _("cannot be read"))
        texts.append(f"{verdict_sign(mark)} {answer}{attempts_in_words(mark)}".strip())
    return "; ".join(texts)


def attempts_in_words(mark: Mark) -> str:
    """Words on what came before an answer: the first one, how many there were, whether the right one was shown."""
    given = mark.given
    remarks = [_("shown")] if given.right_was_shown else []
    if given.tries > 1 and _is_answer(given.first_answer):
        remarks.insert(0, _("try {n}, first {answer}", n=given.tries, answer=answer_in_words(given.first_answer)))
    return f" ({', '.join(remarks)})" if remarks else ""


def _is_answer(data: Any) -> bool:
    """Whether plain data from anybody is a text, a list of texts, or one of lists of texts."""
    groups = data if isinstance(data, list) else [data]
    return all(isinstance(g, str) or (isinstance(g, list) and all(isinstance(t, str) for t in g)) for g in groups)


def verdict_sign(mark: Mark) -> str:
    """A sign for the worth of an answer: right, wrong, or nothing where it is not graded."""
    if not _is_graded(mark):
        return ""
    return "✓" if mark.verdict is not None and mark.verdict.is_right else "✗"


def collect_sheets(sheets: Sequence[AnswerSheet], lesson: Lesson) -> CollectedAnswers:
    """The papers on one lesson, the learners by name; who handed in several times counts with the last answers."""
    last = {(paper.learner or f"no name {i}", paper.lesson): paper for i, paper in enumerate(sheets, 1)}
    own = sorted(((who, paper) for (who, name), paper in last.items() if name == lesson.name), key=_name_order)
    rows = []
    for who, paper in own:
        marks: dict[int, tuple[Mark, ...]] = {}
        for mark in marks_of_sheet(paper, lesson):
            marks[mark.given.stage] = (*marks.get(mark.given.stage, ()), mark)
        rows.append((who, marks))
    asks = tuple(i for i, stage in enumerate(lesson.stages) if stage.ask is not None)
    return CollectedAnswers(lesson, asks, tuple(rows))


def _name_order(row: tuple[str, AnswerSheet]) -> tuple[object, ...]:
    """Names with numbers in them stand by these: 9 before 10."""
    return tuple(int(part) if part.isdecimal() else part.casefold() for part in re.split(r"(\d+)", row[0]))
