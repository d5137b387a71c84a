"""Answers that are handed in: files and codes come back whole, hostile ones are a sentence, worth is computed anew."""

import json
from dataclasses import replace

import pytest

from hierview.cli import main
from hierview.errors import LessonError
from hierview.lessons.answer_sheets import (
    LARGEST,
    MOST_GIVEN,
    AnswerSheet,
    GivenAnswer,
    answer_data,
    answer_sheet_code,
    answer_sheet_text,
    asked_question,
    collect_sheets,
    marks_of_sheet,
    read_answer_sheets,
)
from hierview.lessons.answering import solution
from hierview.lessons.library import lessons
from hierview.lessons.publish.copies import collected_csv, copy_markdown
from hierview.lessons.sheet import sheet_tasks
from tests.each import each

EXERCISES = lessons()["13-exercises"]


def perfect(name: str) -> AnswerSheet:
    """Right answers to all steps of a lesson, and to two variants of those that vary."""
    lesson, given = lessons()[name], []
    for i, ask in enumerate(stage.ask for stage in lesson.stages):
        for number in (0, 1, 2) if ask.variation else (0,):
            seed = ask.variation.seed if number else 0
            answer = solution(asked_question(lesson, ask, seed, number)).answer
            if answer is not None:
                given.append(GivenAnswer(i, seed, number, answer_data(answer)))
    return AnswerSheet(name, "Ada", tuple(given))


@each("name", lessons())
def test_right_answers_are_right_once_handed_in_by_file_or_by_code(name):
    paper = perfect(name)
    for text in (answer_sheet_text(paper), answer_sheet_code(paper)):
        (read,) = read_answer_sheets(text, "it")
        assert read == paper
        marks = marks_of_sheet(read, lessons()[name])
        assert len(marks) == len(paper.answers)
        assert all(mark.verdict.is_right in (True, None) for mark in marks)


def test_a_variant_has_the_case_that_the_sheet_has_under_its_number():
    tasks = iter(sheet_tasks(EXERCISES, 7, 3))
    for stage in EXERCISES.stages:
        for number in (1, 2, 3):
            assert asked_question(EXERCISES, stage.ask, 7, number).case == next(tasks).question.case


def of(**changes) -> str:
    return json.dumps({"hierview-answers": 1, "lesson": "01-flat", "who": "A", "given": [[0, 0, 0, "1"]]} | changes)


@each(
    "text, said",
    (
        ("", "there is nothing in it"),
        ("{", "this is no JSON"),
        ("[1]", "it: "),
        ("{}", "no answers to a lesson"),
        (of(**{"hierview-answers": 2}), "no answers to a lesson"),
        (of(lesson=7), "are texts"),
        (of(given="x"), "are texts"),
        (of(given=[[0, 0, 0, "1"]] * (MOST_GIVEN + 1)), "are too many"),
        (of(given=[[0, 0, "1"]]), "an answer is [step, seed, variant, answer"),
        (of(given=[[-1, 0, 0, "1"]]), "numbers up to"),
        (of(given=[[True, 0, 0, "1"]]), "numbers up to"),
        (of(given=[[10**9, 0, 0, "1"]]), "numbers up to"),
        (of(given=[[0, 0, 0, "1", "1", "2", False]]), "numbers up to"),
        ("A" + "x" * 50, "it: "),
        ("A B", "it, code 1: "),
        ("x" * (LARGEST + 1), "are too many"),
    ),
)
def test_what_nobody_could_have_handed_in_is_a_sentence(text, said):
    with pytest.raises(LessonError) as refused:
        read_answer_sheets(text, "it")
    assert said in str(refused.value)


def test_answers_of_another_kind_than_the_question_count_as_wrong_and_steps_that_are_not_there_as_nothing():
    odd = [7, None, {"a": 1}, [[1]], "x" * 30_000, [["A"], "B"]]
    given = tuple(GivenAnswer(i, 0, 0, answer) for i in range(len(EXERCISES.stages)) for answer in odd)
    marks = marks_of_sheet(
        AnswerSheet("13-exercises", "", (*given, GivenAnswer(99, 0, 0, "1"), GivenAnswer(1, 5, 9999, ["A"]))), EXERCISES
    )
    assert len(marks) == len(given) + 1
    assert not any(mark.verdict is not None and mark.verdict.is_right for mark in marks)
    assert copy_markdown(EXERCISES, marks)


def test_a_class_as_a_table_counts_the_last_answers_of_each():
    wrong = replace(
        perfect("01-flat"),
        answers=(GivenAnswer(0, 0, 0, "=1+1"), GivenAnswer(1, 0, 0, ["flatP"])),
        learner="=Eve | <b>",
    )
    papers = [replace(wrong, learner="Ada"), *[replace(perfect("01-flat"), learner=f"S{i}") for i in (10, 9)], wrong]
    found = collect_sheets([*papers, perfect("01-flat")], lessons()["01-flat"])
    head, *body, last = found.cells()
    assert head == ("who", "step 1", "step 2", "step 3", "right")
    assert [row[0] for row in body] == ["=Eve | <b>", "Ada", "S9", "S10"]
    assert [row[-1] for row in body] == ["0", "3", "3", "3"]
    assert last == ("right", "3 of 4", "3 of 4", "3 of 3", "9")
    assert body[0][1].startswith("✗")
    assert "\n'=Eve | <b>," in collected_csv(found)


def test_the_table_tells_who_knew_who_tried_again_and_who_was_shown():
    given = {
        "Ada": GivenAnswer(0, 0, 0, "0.5", "0.5"),
        "Bo": GivenAnswer(0, 0, 0, "1/2", "0.67", 3),
        "Cy": GivenAnswer(0, 0, 0, "0.5", "1", 2, right_was_shown=True),
        "Di": GivenAnswer(0, 0, 0, None, None, 0, right_was_shown=True),
        "Ed": GivenAnswer(0, 0, 0, "1", {"odd": [1]}, 2),
    }
    papers = [AnswerSheet("01-flat", who, (answer,)) for who, answer in given.items()]
    assert [read_answer_sheets(answer_sheet_code(paper), "it") for paper in papers] == [(paper,) for paper in papers]
    _, *body, last = collect_sheets(papers, lessons()["01-flat"]).cells()
    assert [row[1] for row in body] == [
        "✓ 0.5",
        "✓ 1/2 (try 3, first 0.67)",
        "✓ 0.5 (try 2, first 1, shown)",
        "✗ no answer (shown)",
        "✗ 1",
    ]
    assert [row[-1] for row in body] == ["1", "1", "0", "0", "0"]
    assert last[1] == "2 of 5, 1 at once"


def test_the_shell_collects_files_codes_and_folders_and_names_what_cannot_be_read(tmp_path, capsys):
    folder = tmp_path / "answers"
    folder.mkdir()
    (folder / "a.json").write_text(answer_sheet_text(perfect("01-flat")))
    codes = "\n".join(answer_sheet_code(replace(perfect("01-flat"), learner=who)) for who in ("Bo", "Cy"))
    (folder / "codes.txt").write_text(codes)
    (folder / "notes.md").write_text("not looked at")
    out = tmp_path / "table.csv"
    assert main(["lesson", "collect", str(folder), "-o", str(out)]) == 0
    assert [line.split(",")[0] for line in out.read_text().splitlines()] == ["who", "Ada", "Bo", "Cy", "right"]
    (folder / "b.json").write_text("{")
    assert main(["lesson", "collect", str(folder)]) == 1
    told = capsys.readouterr()
    assert "b.json: this is no JSON" in told.err
    assert "Ada" in told.out
    assert "3 of 3" in told.out
    own = tmp_path / "own.json"
    own.write_text(of(lesson="mine"))
    assert main(["lesson", "collect", str(own)]) == 2
    assert "give its file with --lesson" in capsys.readouterr().err
