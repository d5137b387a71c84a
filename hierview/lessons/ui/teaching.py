"""Answers that are handed in and collected, and the menu of a teacher."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ...errors import HierviewError, quoted
from ...languages import _, language, spoken_language
from ...markup import html
from ...ui.export.linked import show_link
from ...ui.shell.links import address_with
from ...ui.shell.page_state import on_change, widget_value
from ...ui.shell.widgets import popover
from ...ui.viewer import viewer
from ..answer_sheets import (
    LONGEST_NAME,
    AnswerSheet,
    CollectedAnswers,
    Mark,
    answer_sheet_code,
    answer_sheet_text,
    collect_sheets,
    marks_of_sheet,
    read_answer_sheets,
)
from ..lesson import Lesson
from ..markup import lesson as draw
from ..publish.copies import COPIES, Copy, collected_csv
from ..publish.lessons import talk_pdf
from .slides import TALKS
from .state import LESSONS, show_otherwise
from .steps import LessonState, parameters

MOST_FILES = 300


def show_own_answers(lesson: Lesson, state: LessonState) -> None:
    """My answers: a copy to keep, and a file or a code to hand in; nothing before there is an answer."""
    paper = state.answer_sheet
    if not paper.answers:
        return
    with (
        st.container(key="lesson-mine"),
        st.expander(_("My answers ({n})", n=len(paper.answers)), key="mine-open", on_change="rerun") as box,
    ):
        if not box.open:
            return
        label, key = _("Name or number, for whoever collects"), f"who-{lesson.name}"
        use = on_change(key, lambda who: LESSONS.change(who=who))
        st.text_input(label, value=state.who, key=key, max_chars=LONGEST_NAME, on_change=use)
        stem = re.sub(r"[^A-Za-z0-9]+", "-", f"{lesson.name} {state.who}").strip("-")
        with st.container(key="lesson-copies", horizontal=True, vertical_alignment="center"):
            label, data, file = _("Hand in as a file"), answer_sheet_text(paper), f"{stem}.json"
            st.download_button(label, data, file, "application/json", on_click="ignore", type="primary")
            marks = marks_of_sheet(paper, lesson)
            for ending, (mime, make) in COPIES.items():
                # Made when it is wanted: a PDF takes a moment.
                label = _("My copy ({format})", format="PDF" if ending == "pdf" else "Markdown")
                copy, file = partial(_make_copy, language(), make, lesson, marks), f"{stem}-copy.{ending}"
                st.download_button(label, copy, file, mime, key=f"copy-{ending}", on_click="ignore")
        viewer(
            html.quiet_paragraph_html(_("Or paste this code where it is asked for. The server keeps neither.")),
            "mine-said",
        )
        try:
            st.code(answer_sheet_code(paper), language=None, wrap_lines=True)
        except HierviewError as error:
            viewer(html.notice_html(str(error)), "mine-large")


def _make_copy(code: str, make: Copy, lesson: Lesson, marks: Sequence[Mark]) -> str | bytes:
    """A copy in the language of the page that it was wanted on; it is made when that page is done."""
    with spoken_language(code):
        return make(lesson, marks)


def show_collected_answers(all_lessons: Mapping[str, Lesson]) -> None:
    """The answers of a class: files and codes, and the tables that they make."""
    how = _("Open the files that learners handed in, or paste their codes, one a line.")
    viewer(draw.heading(_("Collect answers"), how), "collect-head")
    label = _("Files of answers")
    files = st.file_uploader(label, type=["json", "txt"], accept_multiple_files=True, key="collect-files")
    st.text_area(_("Codes"), key="collect-codes", height=120, max_chars=200_000)
    papers, troubles = _read_sheets(files or [], widget_value("collect-codes") or "")
    for i, trouble in enumerate(troubles[:8]):
        viewer(html.notice_html(trouble), f"collect-trouble-{i}")
    for name in dict.fromkeys(paper.lesson for paper in papers):
        if name in all_lessons:
            _show_table(collect_sheets(papers, all_lessons[name]))
        else:
            sentence = _("There is no lesson {name} here, to which some of them are.", name=quoted(name))
            viewer(html.notice_html(sentence), f"collect-no-{name}")


def _read_sheets(files: list[UploadedFile], codes: str) -> tuple[list[AnswerSheet], list[str]]:
    """What can be read of the files and codes, and a sentence for each that cannot."""
    papers: list[AnswerSheet] = []
    troubles: list[str] = []
    texts = [(file.name, file.getvalue().decode("utf-8", "replace")) for file in files[:MOST_FILES]]
    texts += [(_("code {n}", n=i), line) for i, line in enumerate(codes.split()[:MOST_FILES], 1)]
    for origin, text in texts:
        try:
            papers += read_answer_sheets(text, origin)
        except HierviewError as error:
            troubles.append(str(error))
    return papers, troubles


def _show_table(table: CollectedAnswers) -> None:
    name = table.lesson.name
    viewer(draw.collected_html(table.lesson.title, table.cells()), f"collected-{name}")
    data, file, key = collected_csv(table), f"{name}-answers.csv", f"csv-{name}"
    st.download_button(_("Save as CSV"), data, file, "text/csv", key=key, on_click="ignore")


def show_teacher_menu(lesson: Lesson | None, state: LessonState) -> None:
    """The menu of a teacher: present the open step, hand it on, collect what was answered."""
    address = address_with(parameters(state))

    def tools() -> None:
        for big, label in TALKS.items():
            st.button(_(label), key=f"present-{big}", type="tertiary", on_click=show_otherwise, kwargs={"big": big})
        if lesson is not None:
            make, file = partial(talk_pdf, lesson), f"{lesson.name}.pdf"  # made when it is wanted: it takes seconds
            st.download_button(_("Slides as PDF"), make, file, "application/pdf", type="tertiary", on_click="ignore")
        st.button(
            _("Collect answers"), key="collect", type="tertiary", on_click=show_otherwise, kwargs={"collecting": True}
        )
        show_link(address, "lesson")

    with st.container(key="lesson-tools", horizontal=True, horizontal_alignment="right"):
        if state.big or state.collecting:
            label = _("End the talk") if state.big else _("Back to the lesson")
            st.button(
                label, key="end", type="tertiary", on_click=show_otherwise, kwargs={"big": "", "collecting": False}
            )
        else:
            popover(_("For teachers"), "lesson-teachers", tools, type="tertiary")
