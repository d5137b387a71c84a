"""Sheets of exercises and their keys: HTML, LaTeX and PDF, and questions for Moodle; the same bytes every time."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from string import Template
from typing import cast

from ...draw.backends.latex.tikz import LIBRARIES, T1, tikz_code
from ...draw.backends.svgfile import svg_file_text
from ...draw.figures import arrange
from ...draw.figures.arrange import Panel
from ...draw.figures.figure import Figure, FigureStyle
from ...draw.scenes.style import LIGHT
from ...errors import HierviewError
from ...explain import HierarchyPicture
from ...model.case import Case, Draft
from ...publish.latex import latex_text
from ..answering import judge_answer, solution
from ..kinds.base import DRAWN, Input
from ..kinds.registry import KINDS
from ..kinds.typed import Typed
from ..lesson import Lesson
from ..sheet import Task

_STYLE = FigureStyle(width_mm=None, letters=False, titles=False, font_pt=9)
_NAME = "Name:"
_LEGEND = "Ellipses are true classes, rectangles predicted ones; a class in both is an ellipse in a rectangle."
_ASKED: Mapping[Input, str] = {  # what is to be done on paper
    "choices": "Tick all that apply, or none.",
    "choice": "Tick one.",
    "places": "Number them; equal ones share a number.",
    "classes": "Mark the classes in the drawing.",
    "prediction": "Draw a rectangle around each class that you predict.",
    "outline": "Change the drawing.",
}


def _task_figure(task: Task, case: Case) -> Figure:
    """The hierarchy of a task; where a prediction is asked for, without the one that the case has."""
    asks_prediction = KINDS[task.ask.kind].input == "prediction"
    draft: Draft = case.unfinished().edited(predicted=frozenset()) if asks_prediction else case
    return arrange.panels_figure((Panel(draft, HierarchyPicture(())),), _STYLE)  # type: ignore[arg-type]


def _sheet_title(lesson: Lesson, key: bool) -> str:
    return f"{lesson.title}: key" if key else lesson.title


def task_figures(task: Task) -> list[tuple[str, Figure]]:
    """The hierarchies of a task, each with its name where there are several."""
    several = len(task.cases) > 1
    return [(name if several else "", _task_figure(task, case)) for name, case in task.cases]


def _lines_below(task: Task, key: bool) -> Iterator[tuple[str, str]]:
    """The lines below a question, each with what it is: in the key what is right and why, else what is to be done."""
    if key:
        yield from (("right", task.right_text or "–"), ("reason", task.reason))
        return
    kind, label = KINDS[task.ask.kind], task.ask.label
    yield "hint", _ASKED.get(kind.input, "")
    if task.ask.choices:
        yield from (("choice", choice) for choice in task.ask.choices)
    else:
        yield "answer", f"{label} =" if kind.input == "typed" and label else "Answer:"


def _marked_up_lines(
    task: Task, key: bool, templates: Mapping[str, str], escape_text: Callable[[str], str]
) -> list[str]:
    return [templates[kind] % escape_text(text) for kind, text in _lines_below(task, key) if text]


# HTML

_CSS = Template("""
body { font: 16px/1.5 system-ui, sans-serif; max-width: 42em; margin: 2em auto; padding: 0 1em; color: $ink;
  background: $ground; }
section { break-inside: avoid; margin: 2em 0; }
h2 { font-size: 1.1em; }
figure { margin: 1em 0; }
ul { list-style: none; padding: 0; }
svg { max-width: 100%; height: auto; }
.line { border-bottom: 1px solid $none; display: inline-block; min-width: 10em; }
.right { font-weight: 600; }
.quiet { color: $quiet; }
""").substitute(LIGHT)

_HTML = {
    "right": '<p class="right">%s</p>',
    "reason": '<p class="quiet">%s</p>',
    "hint": '<p class="quiet">%s</p>',
    "choice": "<li>☐ %s</li>",
    "answer": '<p>%s <span class="line">&nbsp;</span></p>',
}


def sheet_html(lesson: Lesson, tasks: Sequence[Task], key: bool = False) -> str:
    """The sheet, or its key, as one page without requests, to be printed."""
    body = "" if key else f'<p>{_NAME} <span class="line">&nbsp;</span></p>'
    body += f'<p class="quiet">{_LEGEND}</p>' + "".join(_html_task(task, key) for task in tasks)
    title = escape(_sheet_title(lesson, key))
    return (
        f'<!doctype html>\n<html lang="{escape(lesson.language)}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width"><style>'
        f"{_CSS}</style></head><body><h1>{title}</h1>{body}</body></html>\n"
    )


def _html_task(task: Task, key: bool) -> str:
    pictures = ""
    for name, figure in task_figures(task):
        caption = f"<figcaption>{escape(name)}</figcaption>" if name else ""
        pictures += f"<figure>{caption}{svg_file_text(figure).partition('?>' + chr(10))[2]}</figure>"
    answers = "".join(_marked_up_lines(task, key, _HTML, escape))
    if "<li>" in answers:
        answers = answers.replace("<li>", "<ul><li>", 1) + "</ul>"
    introduction = f"<p>{escape(task.introduction)}</p>" if task.introduction else ""
    return f"<section><h2>{task.number}. {escape(task.question_text)}</h2>{introduction}{pictures}{answers}</section>"


# LaTeX

_LATEX = {
    "right": r"\textbf{%s}\par",
    "reason": r"%s\par",
    "hint": r"\emph{%s}\par",
    "choice": r"$\square$~%s\par",
    "answer": r"%s~\underline{\hspace{4cm}}\par",
}


def sheet_latex(lesson: Lesson, tasks: Sequence[Task], key: bool = False) -> str:
    """The sheet, or its key, as a LaTeX document for pdflatex."""
    lines = [
        r"\documentclass[11pt]{article}",
        T1,
        r"\usepackage{lmodern,textcomp,tikz,amssymb}",
        rf"\usetikzlibrary{{{LIBRARIES}}}",
        r"\usepackage[margin=25mm]{geometry}",
        r"\setlength{\parindent}{0pt}\setlength{\parskip}{6pt}",
        r"\begin{document}",
        rf"\section*{{{latex_text(_sheet_title(lesson, key))}}}",
    ]
    lines += [] if key else [rf"{_NAME}~\underline{{\hspace{{8cm}}}}\par"]
    lines.append(rf"\emph{{{_LEGEND}}}\par\bigskip")
    for task in tasks:
        lines += _latex_task(task, key)
    return "\n".join([*lines, r"\end{document}", ""])


def _latex_task(task: Task, key: bool) -> Iterator[str]:
    yield r"\begin{minipage}{\linewidth}\setlength{\parskip}{6pt}"
    introduction = [rf"{latex_text(task.introduction)}\par"] if task.introduction else []
    yield from (rf"\textbf{{{task.number}.}}", *introduction, rf"{latex_text(task.question_text)}\par")
    for name, figure in task_figures(task):
        if name:
            yield rf"{latex_text(name)}\par"
        yield from (line for line in tikz_code(figure).split("\n") if line and not line.startswith("%"))
        yield r"\par"
    yield from _marked_up_lines(task, key, _LATEX, latex_text)
    yield r"\end{minipage}\par\bigskip"


# PDF


Part = tuple[str, Sequence[tuple[str, Figure]], Sequence[str]]  # a heading, figures by name, lines; in reportlab's tags
_PDF = {
    "right": "<b>%s</b>",
    "reason": "%s",
    "hint": "<i>%s</i>",
    "choice": "[&nbsp;&nbsp;] %s",
    "answer": f"%s {'_' * 24}",
}


def sheet_pdf(lesson: Lesson, tasks: Sequence[Task], key: bool = False) -> bytes:
    """The sheet, or its key, as a PDF of A4 pages."""
    head: list[Part] = [(f"{_NAME} {'_' * 48}", (), ())] if not key else []
    parts = ((_pdf_question(task), task_figures(task), _marked_up_lines(task, key, _PDF, escape)) for task in tasks)
    return pdf_pages(_sheet_title(lesson, key), [*head, (f"<i>{_LEGEND}</i>", (), ()), *parts])


def _pdf_question(task: Task) -> str:
    introduction = f"{escape(task.introduction)}<br/>" if task.introduction else ""
    return f"<b>{task.number}.</b> {introduction}{escape(task.question_text)}"


def pdf_pages(title: str, blocks: Iterable[Part]) -> bytes:
    """A tagged PDF of A4 pages: a title, and parts that no page parts."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.lib.units import mm
    from reportlab.platypus import Flowable, KeepTogether, Spacer

    from ...draw.backends.pdf import FigureFlowable, H1Paragraph, TaggedParagraph, document_bytes, registered_font

    face = registered_font(_STYLE)
    plain = ParagraphStyle("plain", fontName=face, fontSize=11, leading=15, spaceAfter=4)
    head = ParagraphStyle("head", parent=plain, fontSize=16, leading=22, spaceAfter=12)
    room = A4[0] - 50 * mm
    story: list[Flowable] = [H1Paragraph(escape(title), head)]
    for heading, figures, lines in blocks:
        parts: list[Flowable] = [TaggedParagraph(heading, plain)]
        for name, figure in figures:
            parts += [TaggedParagraph(escape(name), plain)] if name else []
            parts += [FigureFlowable(figure, room), Spacer(1, 8)]
        parts += [TaggedParagraph(line, plain) for line in lines]
        story += [KeepTogether(parts), Spacer(1, 14)]
    return document_bytes(story, title, A4, (25 * mm, 20 * mm))


SHEETS: dict[str, Callable[[Lesson, Sequence[Task], bool], str | bytes]] = {
    ".html": sheet_html,
    ".tex": sheet_latex,
    ".pdf": sheet_pdf,
}


# Moodle


def moodle_xml(lesson: Lesson, tasks: Sequence[Task]) -> str:
    """The tasks as Moodle XML, pictures inside. Source: Moodle's documentation of its XML format.

    Classes to be marked and changes to be made are chosen among answers; an order becomes a matching.
    """
    body = "".join(_moodle_question(task) for task in tasks)
    title = escape(lesson.title).replace("/", "//")  # a single one would part categories
    category = f'<question type="category"><category><text>$course$/{title}</text></category></question>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{category}\n{body}</quiz>\n'


def _moodle_question(task: Task) -> str:
    from ...draw.backends.pdf import png_bytes

    files, pictures = [], []
    for i, (name, figure) in enumerate(task_figures(task)):
        file = f"task-{task.number}-{i + 1}.png"
        data = b64encode(png_bytes(figure, 200)).decode("ascii")
        files.append(f'<file name="{file}" path="/" encoding="base64">{data}</file>')
        heading = f"{escape(name)}<br>" if name else ""
        pictures.append(f'<p>{heading}<img src="@@PLUGINFILE@@/{file}" alt="{escape(figure.says)}"></p>')
    kind, answers = _moodle_answers(task)
    introduction = f"<p>{escape(task.introduction)}</p>" if task.introduction else ""
    question = f"{introduction}<p>{escape(task.question_text)}</p>{''.join(pictures)}"
    return (
        f'<question type="{kind}"><name><text>{task.number}. {escape(task.question_text[:80])}</text></name>'
        f'<questiontext format="html"><text><![CDATA[{question.replace("]]>", "]]&gt;")}]]></text>{"".join(files)}'
        f"</questiontext>{_feedback(task.reason, 'generalfeedback')}<defaultgrade>1</defaultgrade>"
        f"{answers}</question>\n"
    )


def _moodle_answers(task: Task) -> tuple[str, str]:
    """The type of a question, and its answers."""
    ask, right = task.ask, solution(task.question).answer
    kind = KINDS[ask.kind]
    if isinstance(kind, Typed):
        return "numerical", _moodle_numbers(task, *kind.target(task.question))
    if kind.input in DRAWN and isinstance(right, frozenset):
        sets = {_class_list(right): "", **dict(_wrong_sets(task, right))}
        return "multichoice", _moodle_choices(list(sets), frozenset([_class_list(right)]), single=True, ideas=sets)
    if isinstance(right, frozenset):
        ideas = {wrong.answer: task.plain_words(wrong.idea) for wrong in ask.wrong_answers}
        return "multichoice", _moodle_choices(list(ask.choices), right, single=kind.input == "choice", ideas=ideas)
    if isinstance(right, tuple):
        places = {choice: str(i + 1) for i, group in enumerate(right) for choice in group}
        pairs = (
            f'<subquestion format="html"><text>{escape(choice)}</text>'
            f"<answer><text>{places[choice]}</text></answer></subquestion>"
            for choice in ask.choices
        )
        return "matching", "<shuffleanswers>false</shuffleanswers>" + "".join(pairs)
    return "essay", ""


def _moodle_numbers(task: Task, value: Fraction | float | None, tolerance: float) -> str:
    """The number that is right, and wrong ones with the idea behind each."""
    answers = f'<answer fraction="100"><text>{float(value)}</text><tolerance>{tolerance}</tolerance></answer>'  # type: ignore[arg-type]
    for wrong in task.ask.wrong_answers:
        value = task.question.number(wrong.answer)
        near = f"<text>{float(value)}</text><tolerance>{task.ask.tolerance}</tolerance>"  # type: ignore[arg-type]
        answers += f'<answer fraction="0">{near}{_feedback(task.plain_words(wrong.idea))}</answer>'
    return answers


def _class_list(classes: frozenset[str]) -> str:
    return ", ".join(sorted(classes)) or "no class"


def _wrong_sets(task: Task, right: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Sets of classes that are not right: the named mistakes with the idea behind each, then one class more or less."""
    count = 0
    for wrong in task.ask.wrong_answers:
        try:
            classes = cast(frozenset[str], KINDS[task.ask.kind].mistake(task.question, wrong.answer))
        except HierviewError:
            continue
        if not judge_answer(task.question, classes).is_right:
            count += 1
            yield _class_list(classes), task.plain_words(wrong.idea)
    for c in task.question.case.hierarchy.classes:
        if count >= 4:
            return
        if not judge_answer(task.question, right ^ {c}).is_right:
            count += 1
            yield _class_list(right ^ {c}), ""


def _feedback(text: str, tag: str = "feedback") -> str:
    """What is said after an answer; "" where there is nothing to say."""
    return f'<{tag} format="html"><text>{escape(escape(text))}</text></{tag}>' if text else ""


def _moodle_choices(choices: list[str], right: frozenset[str], single: bool, ideas: Mapping[str, str]) -> str:
    """Answers with their shares in percent: right ones share 100, wrong ones cost as much together."""
    offers = choices if right else [*choices, "none of them"]
    good = right or frozenset(["none of them"])
    gain, loss = 100 / len(good), 0 if single else 100 / max(1, len(offers) - len(good))
    answers = "".join(
        f'<answer fraction="{gain if choice in good else -loss:.5f}" format="html">'
        f"<text>{escape(choice)}</text>{_feedback(ideas.get(choice, ''))}</answer>"
        for choice in offers
    )
    return f"<single>{str(single).lower()}</single><shuffleanswers>true</shuffleanswers>{answers}"
