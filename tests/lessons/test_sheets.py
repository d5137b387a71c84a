"""Sheets and quizzes: all can be solved, keys are right by another computation, hostile names are nothing but text."""

from xml.etree import ElementTree

import pypdfium2
import pytest

from hierview.cli import main
from hierview.lessons.answering import judge_answer
from hierview.lessons.kinds.registry import KINDS
from hierview.lessons.library import lessons
from hierview.lessons.publish.sheets import moodle_xml, sheet_html, sheet_latex, sheet_pdf
from hierview.lessons.reading import read_lesson
from hierview.lessons.sheet import sheet_tasks
from hierview.lessons.template import TEMPLATE
from tests.listed import DATA
from tests.page_reader import PageReader
from tests.shell import pdflatex

pytestmark = pytest.mark.slow

ASKS = (DATA / "lessons" / "sheet.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def lesson():
    found, faults = read_lesson(ASKS, "sheet")
    assert not faults, [str(fault) for fault in faults]
    return found


@pytest.fixture(scope="module")
def tasks(lesson):
    return sheet_tasks(lesson)


def test_every_task_can_be_solved_and_its_key_is_right_by_another_computation(lesson, tasks):
    assert len(tasks) == 20 + 5 + 5
    for task in tasks[:20]:
        (case,) = [case for _, case in task.cases]
        parent = {child: above for above, child in case.hierarchy.edges}  # trees

        def up(classes, parent=parent):
            found = set()
            for c in classes:
                while c not in found:
                    found.add(c)
                    c = parent.get(c, c)
            return found

        predicted, true = up(case.predicted), up(case.true)
        share = len(predicted & true) / len(predicted)
        assert 0 < share != len(predicted & true) / len(true)
        assert abs(float(task.right_text) - share) <= 0.005
        assert judge_answer(task.question, str(share)).is_right
    for task in tasks[20:25]:
        (case,) = [case for _, case in task.cases]
        (c,) = case.true
        above, todo = {c}, [c]
        for c in todo:
            new = {p for p, child in case.hierarchy.edges if child == c} - above
            above |= new
            todo += new
        assert task.right_text == ", ".join(sorted(above))
    assert [task.right_text for task in tasks[25:]] == [
        "hP, hR, hF",
        "12a",
        "Music < Rock < Theater",
        "for example Pop",
        "",
    ]


def sheet_page(*source, **options) -> PageReader:
    """A sheet as HTML, which asks for nothing elsewhere and runs nothing."""
    page = PageReader(sheet_html(*source, **options))
    assert not {"src", "href", "onerror", "onload"} & {name for _, attributes in page.tags for name in attributes}
    assert "script" not in dict(page.tags)
    return page


def test_html_asks_and_the_key_answers(lesson, tasks):
    page, key = sheet_page(lesson, tasks), sheet_page(lesson, tasks, key=True)
    assert "1. What is hP?" in page.text
    assert page.text.count("hP =") == 20
    for task in tasks[20:]:
        assert task.right_text in key.text
    assert "Music < Rock < Theater" not in page.text


def test_pdf_holds_every_question_and_picture(lesson, tasks):
    data = sheet_pdf(lesson, tasks)
    assert b"/Marked true" in data
    assert data.count(b"/S /H1") == 1
    assert data.count(b"/S /Figure") == sum(len(task.cases) for task in tasks)
    document = pypdfium2.PdfDocument(data)
    text = "".join(page.get_textpage().get_text_range() for page in document)
    for task in tasks:
        assert f"{task.number}. {task.question_text}" in " ".join(text.split())
    assert "Theater" in text
    key = pypdfium2.PdfDocument(sheet_pdf(lesson, tasks, key=True))
    assert "Music < Rock < Theater" in "".join(page.get_textpage().get_text_range() for page in key)


HOSTILE = (
    TEMPLATE.format(title="T")
    .replace("Owl", r"R&B 50% a_b \input{x} <script> #1 ~^")
    .replace(
        "number: hF\ntext: What is hF here?",
        r"number: a_b & <b> \x" + "\ntext: What is 5 & 6_7 \\% <script>alert(1)</script> ]]> {own.hF}?",
    )
)


def test_hostile_names_are_nothing_but_text(tmp_path):
    lesson, faults = read_lesson(HOSTILE, "x")
    assert not faults, [str(fault) for fault in faults]
    tasks = sheet_tasks(lesson)
    assert "<script>alert(1)</script>" in sheet_page(lesson, tasks).text
    ElementTree.fromstring(moodle_xml(lesson, tasks))
    (tmp_path / "sheet.tex").write_text(sheet_latex(lesson, tasks), encoding="utf-8")
    pdflatex(tmp_path, "sheet.tex")
    pages = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")
    text = " ".join(page.get_textpage().get_text_range() for page in pages)
    assert "<script>alert(1)</script>" in " ".join(text.split())


def test_a_sheet_has_names_a_legend_and_introductions_its_key_reasons_and_moodle_both():
    lesson = lessons()["08-too-deep-too-high"]
    tasks = sheet_tasks(lesson)
    sheet, key = sheet_page(lesson, tasks), sheet_page(lesson, tasks, key=True)
    assert "Name:" in sheet.text
    assert "Name:" not in key.text
    assert "Ellipses are true classes, rectangles predicted ones" in sheet.text
    assert "A tolerant augmentation charges only the first step into the wrong." in sheet.text
    assert "Pop brings Music along, so nothing true is missed: recall is 1." in key.text
    question = ElementTree.fromstring(moodle_xml(lesson, tasks)).findall("question")[1]
    assert "so nothing true is missed" in question.findtext("generalfeedback/text")
    ideas = {answer.findtext("text"): answer.findtext("feedback/text") for answer in question.findall("answer")}
    assert ideas["hP"] == "Precision is about the predicted side, and Pop is one class too many."
    assert ideas["hR"] is None


def test_moodle_has_every_question_with_its_picture_and_shares_that_add_up(lesson, tasks):
    quiz = ElementTree.fromstring(moodle_xml(lesson, tasks))
    questions = [q for q in quiz if q.get("type") != "category"]
    assert len(questions) == len(tasks)
    types = {"typed": "numerical", "places": "matching", "words": "essay"}
    for task, question in zip(tasks, questions, strict=True):
        assert question.get("type") == types.get(KINDS[task.ask.kind].input, "multichoice")
        assert len(question.findall("questiontext/file")) == len(task.cases)
        shares = [float(answer.get("fraction")) for answer in question.findall("answer")]
        if question.get("type") in ("numerical", "multichoice"):
            assert sum(share for share in shares if share > 0) == pytest.approx(100, abs=0.01)
        if task.ask.kind == "click":
            assert len(shares) > 2
            answers = [answer.findtext("text") for answer in question.findall("answer")]
            assert answers[0] == task.right_text
            assert len(set(answers)) == len(answers)


def test_from_the_shell(tmp_path, capsys):
    path = tmp_path / "first.md"
    path.write_text(ASKS)
    out, key, quiz = tmp_path / "s.html", tmp_path / "k.tex", tmp_path / "q.xml"
    assert main(["lesson", "sheet", str(path), "-o", str(out), "--key", str(key), "--variants", "2"]) == 0
    assert "What is hP?" in out.read_text()
    assert "begin{document}" in key.read_text()
    assert main(["lesson", "export", str(path), "--moodle", str(quiz), "--seed", "3", "--variants", "1"]) == 0
    assert ElementTree.parse(quiz)
    assert main(["lesson", "sheet", str(path), "-o", str(tmp_path / "s.doc")]) == 2
    assert "names no format of a sheet" in capsys.readouterr().err
    path.write_text(ASKS.replace("number: hP", "nummer: hP"))
    assert main(["lesson", "sheet", str(path), "-o", str(out)]) == 2
    assert "line 7: the key 'nummer' is not known" in capsys.readouterr().err
