"""The page of lessons without a browser: its address, each step of every lesson, and what becomes of answers."""

import os
import re
from dataclasses import replace

import pypdfium2
import pytest

from hierview.formats import preset, write_case
from hierview.lessons.answer_sheets import AnswerSheet, GivenAnswer, answer_sheet_code, asked_question
from hierview.lessons.answering import solution
from hierview.lessons.library import FOLDER, faults_of_lesson, lessons
from hierview.lessons.markup.lesson import fits_beside_words, lesson_pictures_html
from hierview.lessons.prose import prose_text
from hierview.lessons.publish.lessons import talk_pdf
from hierview.lessons.talk import slides_of
from hierview.lessons.template import TEMPLATE
from hierview.lessons.ui.steps import LessonState, browser_text, parameters, state_of, with_browser_text
from hierview.measures.base import HierarchyPicture
from tests.app_test import PageAlone
from tests.each import each


class Page(PageAlone):
    """The page after a visit to a step, and what else its address asks for."""

    def __init__(self, lesson: str = "", stage: int = 1, **query: str):
        super().__init__("lessons")
        step = {"lesson": lesson, "stage": str(stage)} if lesson else {}
        self.visit(**step, **query)

    def run(self) -> dict[str, str]:
        self.viewers = super().run()
        return self.viewers

    @property
    def state(self) -> LessonState:
        return self.at.session_state["hierview-lessons"]

    @property
    def shown(self) -> str:
        return "".join(self.viewers.values())


def test_the_address_leads_to_a_step_and_back():
    state = state_of({"lesson": "06-alone", "stage": "3"})
    assert (state.name, state.stage) == ("06-alone", 2)
    assert state_of(parameters(state)) == state
    assert state_of({}, state) == state
    assert state_of({}).name == next(iter(lessons()))


def test_pictures_have_the_room_that_their_cases_need():
    """A case of 76, of 235 and of 412 px: with 40 px around it at 14/16, within 200 and 420 px."""
    shown = {name: [(name, preset(name), [HierarchyPicture(())])] for name in ("2a", "11a", "8b")}
    widths = {name: re.findall(r"--each:(\d+)px", lesson_pictures_html(one, {})) for name, one in shown.items()}
    assert widths == {"2a": ["200"], "11a": ["241"], "8b": ["395"]}
    # Two cases 216 px high, as low as they may be and 60 px around each, have room in 620 px; three have not.
    assert [fits_beside_words(shown["11a"] * count) for count in (1, 2, 3)] == [True, True, False]


def test_a_number_is_judged_and_the_why_opens_once_it_is_right():
    page = Page("01-flat")
    page.at.text_input[0].input("1")
    page.press("Check")
    assert "Not yet." in page.shown
    assert "found." in page.shown  # the idea behind it
    assert "Nothing true" not in page.shown
    page.at.text_input[0].input("zero")
    page.press("Check")
    assert "is no number" in page.shown
    page.at.text_input[0].input("1/2")
    page.press("Check")
    assert "Right." in page.shown
    assert "Nothing true" in page.shown
    assert page.state.steps_done == {"01-flat": 1}
    page.press("Next →")
    assert page.state.stage == 1
    page.press("← Back")
    assert page.at.text_input[0].value == "1/2"
    assert "Right." in page.shown
    (given,) = page.state.answer_sheet.answers
    assert (given.first_answer, given.answer, given.tries, given.right_was_shown) == ("1", "1/2", 2, False)


def test_what_the_browser_kept_is_taken_by_step_also_of_an_edited_lesson(monkeypatch):
    page = Page("01-flat")
    page.at.text_input[0].input("0.5")
    page.press("Check")
    page.press("Next →")
    page.press("Show me")
    text = browser_text(page.state)
    flat = lessons()["01-flat"]
    edited = {"01-flat": replace(flat, stages=(flat.stages[2], flat.stages[0]))}
    for all_lessons, given in ((lessons(), [(0, "0.5", False), (1, None, True)]), (edited, [(1, "0.5", False)])):
        monkeypatch.setattr("hierview.lessons.ui.steps.lessons", lambda found=all_lessons: found)
        state = with_browser_text(LessonState("01-flat", 0), text)
        assert [(g.stage, g.answer, g.right_was_shown) for g in state.answer_sheet.answers] == given
        assert state.steps_done == {"01-flat": len(given)}
        assert browser_text(state) == text  # of what is not asked now, too


WRONG_STEP = '{"steps": [["a", 1, 0, 0, 1, 2, "x", 1, 1, 1]], "who": 1}'


@each("text", ("", "{", "[]", "7", '{"steps": 7}', '{"steps": [[1]]}', WRONG_STEP))
def test_what_no_page_has_kept_is_as_if_there_were_nothing(text):
    before = LessonState("01-flat", 0, who="Ada")
    assert with_browser_text(before, text) == replace(before, storage="taken")


def test_an_edit_is_typed(monkeypatch, tmp_path):
    text = (
        TEMPLATE.format(title="Mine")
        .replace("number: hF", "edit:")
        .replace("answer: own.hF", 'answer: value("hF", e) == 1')
    )
    (tmp_path / "mine.md").write_text(text.replace("wrong: own.flatF: Ancestors count, too.\n", ""))
    monkeypatch.setenv(FOLDER, str(tmp_path))
    page = Page("mine", 2)
    page.at.text_area[0].input("Animals\n  Owl [t]\n Bat")
    page.press("Check")
    assert "the outline: line 3: the indentation" in page.shown
    page.at.text_area[0].input("Animals\n  Owl [tp]")
    page.press("Check")
    assert "Right." in page.shown


def test_a_folder_of_ones_own_comes_first_and_is_read_again(monkeypatch, tmp_path):
    path = tmp_path / "mine.md"
    path.write_text(TEMPLATE.format(title="Mine"))
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert next(iter(lessons())) == "mine"
    assert faults_of_lesson("mine") == []
    path.write_text(TEMPLATE.format(title="Mine, changed").replace("{11b.hF}", "{11b.hX}"))
    assert lessons()["mine"].title == "Mine, changed"
    page = Page("mine")
    assert "mine.md, line 20: expression &#x27;11b.hX&#x27;" in page.shown
    path.unlink()
    assert "mine" not in lessons()


def test_another_one_like_this_is_in_the_address_and_checked_at_once():
    page = Page("13-exercises", 3)
    page.press("Another one like this")
    assert (page.state.seed, page.state.number) == (3, 1)
    assert page.at.query_params["variant"] in ("1", ["1"])
    state = state_of(parameters(page.state))
    assert (state.stage, state.seed, state.number) == (2, 3, 1)
    of = asked_question(lessons()["13-exercises"], lessons()["13-exercises"].stages[2].ask, 3, 1)
    page.at.text_input[0].input(solution(of).answer_text)
    page.press("Check")
    assert "Right." in page.shown
    assert "My answers (1)" in [box.label for box in page.at.expander]
    assert page.state.answer_sheet.answers == (
        GivenAnswer(2, 3, 1, solution(of).answer_text, solution(of).answer_text),
    )
    page.press("The lesson’s own")
    assert page.state.number == 0
    assert "Right." not in page.shown


def test_a_class_is_collected_on_the_page():
    paper = AnswerSheet("01-flat", "Ada <b>", (GivenAnswer(0, 0, 0, "1/2"),))
    page = Page(collect="1")
    page.at.text_area(key="collect-codes").input(f"{answer_sheet_code(paper)}\nnonsense")
    shown = "".join(page.run().values())
    assert "Ada &lt;b&gt;" in shown
    assert "✓ 1/2" in shown
    assert "code 2: " in shown


@pytest.mark.slow
def test_every_lesson_is_a_talk_whose_numbers_wait():
    for name, lesson in lessons().items():
        shown = Page(name, big="1").viewers["talk"]
        assert shown.count('<article class="step"') >= 2 * len(lesson.stages)
        asked_for = sum(stage.ask.kind != "text" for stage in lesson.stages)
        assert shown.count("data-waits") >= asked_for
        assert 'class="value">?<' not in shown
        assert "data-waits>?<" not in shown


@pytest.mark.slow
def test_a_talk_is_a_pdf_with_every_value_and_the_names_of_cases_side_by_side():
    lesson = lessons()["11-which-measure"]
    data = talk_pdf(lesson)
    assert data == talk_pdf(lesson)
    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(data)]
    assert len(pages) == sum(len(list(slides_of(lesson, stage))) for stage in lesson.stages) >= 2 * len(lesson.stages)
    (asks,) = [text for text in pages if "By how much does" in text]
    assert "19a" in asks
    assert "19b" in asks
    assert any("system B has 0.4 and 0.75" in text for text in map(" ".join, map(str.split, pages)))


def test_a_slide_gives_nothing_away_that_is_still_waited_for():
    lesson = lessons()["07-where-climbs-meet"]
    minimal = list(slides_of(lesson, lesson.stages[3]))
    assert [[show.picture for show in slide.picture_blocks] for slide in minimal] == [["hierarchy"]] * 3 + [
        ["graphs"]
    ] * 2
    assert [slide.is_why for slide in minimal] == [False, False, True, False, False]
    assert [prose_text(slide.words, str) for slide in minimal[3:]] == ["The minimal graphs:", "And the extended ones:"]


def test_a_lesson_is_read_again_once_a_case_beside_it_has_changed(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER, str(tmp_path))
    (tmp_path / "mine.md").write_text("---\ntitle: Mine\ncases: own\n---\n## Step\nhF is {own.hF}.\n")
    case = tmp_path / "own.json"
    for i, name in enumerate(("11a", "11b")):
        case.write_text(write_case(preset(name)))
        os.utime(case, (i + 1, 2_000_000_000 + i))  # however coarse the clock of the file system is
        assert lessons()["mine"].cases["own"].predicted == preset(name).predicted


def test_in_german_the_words_of_a_lesson_stay_in_its_language_and_say_so():
    plain = Page("03-ancestors").viewers
    assert "lang=" not in "".join(plain[key] for key in ("lesson-index", "lesson-title", "lesson-question"))
    german = Page("03-ancestors", lang="de")
    found = german.viewers
    assert "Schritt 1 von 4" in found["lesson-title"]
    assert '<h1 lang="en">' in found["lesson-title"]
    assert '<p class="lesson-ask" lang="en">' in found["lesson-question"]
    assert '<div class="told" lang="en" hidden>' in found["lesson-question"], "what its terms mean is told in English"
    assert {"Prüfen", "Zeigen", "Weiter →"} <= {button.label for button in german.at.button}
    german.press("Zeigen")
    assert "Richtig ist: Arts, Music, Pop." in german.viewers["lesson-verdict"]
    assert '<div class="lesson-words" lang="en">' in german.shown
