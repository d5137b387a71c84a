"""A lesson's file: what it may hold, every mistake with its line, and hostile content."""

import random
import re

import pytest

from hierview.answers.guesses import typed_number
from hierview.lessons.answering import case_question, judge_answer, most_common_answer, solution, variants
from hierview.lessons.checking import check_lesson
from hierview.lessons.prose import FENCES, Code, Hyperlink, expressions_in, prose_text
from hierview.lessons.reading import ASK, FRONT, SHOW, read_lesson
from tests.listed import DATA, rows
from tests.samples import ROOT

LESSON = (DATA / "lessons" / "one-edge-farther.md").read_text(encoding="utf-8")


def faults(text: str) -> list[str]:
    lesson, found = read_lesson(text, "mine")
    return [str(f) for f in sorted([*found, *(check_lesson(lesson) if lesson else ())])]


def changed(old: str, new: str) -> list[str]:
    assert old in LESSON
    return faults(LESSON.replace(old, new, 1))


def test_a_lesson_says_what_it_holds():
    assert faults(LESSON) == []
    lesson, _ = read_lesson(LESSON.encode(), "mine")
    head = (lesson.name, lesson.title, lesson.goal, lesson.minutes, lesson.language)
    assert head == ("mine", "One edge farther", "See it.", 5, "en")
    (stage,) = lesson.stages
    assert prose_text(stage.title, str) == "A hit, and a miss beside it"
    show = stage.look[1]
    assert (show.cases, show.picture, show.measure, show.line) == (("13a", "13b"), "pairs", "MGIA", 12)
    ask = stage.ask
    assert (ask.kind, ask.choice_kind, ask.cases) == ("which", "measures", ("13a", "13b"))
    assert ask.choices == ("hF", "GIE", "MGIA", "LCaF")
    assert prose_text(ask.text, str) == "Which measures tell 13a from 13b?"
    assert stage.why[0].words[0] == Code("hF")
    assert [value.line for value in expressions_in((*stage.look[:1], *stage.why))] == [8, 23]
    of = case_question(lesson, ask)
    assert solution(of).answer_text == "MGIA, LCaF"
    assert judge_answer(of, frozenset({"MGIA", "LCaF"})).is_right
    assert prose_text(judge_answer(of, frozenset({"MGIA", "LCaF", "hF"})).idea, str) == "Ancestors are the same."


@pytest.mark.parametrize(("old", "new", "said"), rows("lessons/mistakes.tsv"))
def test_every_mistake_is_told_with_its_line(old, new, said):
    assert any(told.startswith(said) or said in told for told in changed(old, new)), changed(old, new)


def test_a_case_of_ones_own_and_classes_to_click():
    text = (
        LESSON.replace("```show", "```case mine\nA\n  B [t]\n  C [p]\n```\n```show", 1)
        .replace(
            "which: hF GIE MGIA LCaF\nanswer: round(a, 2) != round(b, 2)",
            'click: ancestors\nanswer: up(c, "B")\ncases: mine',
        )
        .replace("wrong: hF:", "wrong: B:")
    )
    assert faults(text) == []
    lesson, _ = read_lesson(text, "x")
    of = case_question(lesson, lesson.stages[0].ask)
    assert solution(of).answer == {"A", "B"}
    assert prose_text(judge_answer(of, frozenset("B")).idea, str) == "Ancestors are the same."


def test_an_edit_is_judged_by_its_condition():
    text = LESSON.replace(
        "which: hF GIE MGIA LCaF\nanswer: round(a, 2) != round(b, 2)", 'edit:\nanswer: value("hF", e) != value("hF", c)'
    ).replace("wrong: hF: Ancestors are the same.\n", "")
    lesson, found = read_lesson(text, "x")
    assert not found
    of = case_question(lesson, lesson.stages[0].ask)
    assert judge_answer(of, lesson.cases["13a"]).is_right is False
    assert judge_answer(of, lesson.cases["13a"].edited(predicted={"Pop"})).is_right


VARIED = LESSON.replace(
    "which: hF GIE MGIA LCaF\nanswer: round(a, 2) != round(b, 2)",
    'number: hP\nanswer: value("hP", c)\nvary: 20 seed 7 trees 6-8 true 2 predicted 2\n'
    'where: 0 < value("hP", c) and value("hP", c) != value("hR", c)',
).replace("wrong: hF: Ancestors are the same.", 'wrong: value("hR", c): That is recall.')


def test_variants_are_the_same_everywhere_and_as_their_condition_wants_them():
    assert faults(VARIED) == []
    (told,) = faults(re.sub(r"(?m)^(vary|where): .*\n", "", VARIED).replace("hR", "hP"))
    assert "is the right one here" in told
    lesson, _ = read_lesson(VARIED, "x")
    ask = lesson.stages[0].ask
    first, again = list(variants(lesson, ask)), list(variants(lesson, ask))
    assert [v.case for v in first] == [v.case for v in again]
    assert len({v.case for v in first}) > 15
    assert [v.case for v in variants(lesson, ask, seed=8)] != [v.case for v in first]
    for v in first:
        case = v.case
        common = case.hierarchy.closure(case.true) & case.hierarchy.closure(case.predicted)
        own = case.hierarchy.closure(case.predicted)
        other = case.hierarchy.closure(case.true)
        assert len(own) != len(other) or not common
        assert float(typed_number(solution(v).answer)) == pytest.approx(len(common) / len(own), abs=1e-4)
        assert prose_text(judge_answer(v, f"{len(common)}/{len(other)}").idea, str) == "That is recall."


def test_a_task_whose_answer_hardly_varies_is_reported():
    flat = VARIED.replace('answer: value("hP", c)', "answer: len(true(c))")
    assert any("the answer hardly varies: most of the 20 cases have 2" in told for told in faults(flat))
    never = VARIED.replace('where: 0 < value("hP", c)', "where: 1 > 2")
    assert any("none of 500 random cases" in told for told in faults(never))
    assert most_common_answer([]) == ""


@pytest.mark.parametrize("typed", ["0.6", "0,6", "3/5", "60%", "60 %", "6/10", ".6", "0.60"])
def test_numbers_as_people_type_them(typed):
    assert typed_number(typed) * 5 == 3


def test_hostile_words_are_nothing_but_words():
    text = LESSON.replace(
        "`hF` stays {13a.hF}.", "<script>alert(1)</script> <img src=x onerror=y> [a](https://b.c) \\{x}"
    )
    lesson, found = read_lesson(text, "x")
    assert not found
    words = lesson.stages[0].why[0].words
    assert words[0] == "<script>alert(1)</script> <img src=x onerror=y> "
    assert words[1] == Hyperlink("https://b.c", ("a",))
    assert words[2] == " {x}"


def test_anything_is_a_lesson_or_a_list_of_faults():
    rng = random.Random(3)
    odd = ["```", "---", "## ", "{", "}", "\x00", "\ufeff", "> " * 50, "- " * 80, "wrong: : :", "case"]
    pieces = [*LESSON.split("\n"), *odd]
    for _ in range(200):
        lines = rng.choices(pieces, k=rng.randint(0, 30))
        rng.shuffle(lines)
        lesson, found = read_lesson("\n".join(lines), "x")
        assert lesson is None or found or not check_lesson(lesson) or lesson.stages
    assert faults("x" * 400_000) == ["line 1: the file has 400,000 bytes; at most 300,000 are accepted"]
    assert read_lesson(b"\xff\xfe\x00", "x")[0] is None or read_lesson(b"\xff\xfe\x00", "x")[1]


# The teacher's guide names every block, kind of question and key that there is, and no other

GUIDE = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")


def test_everything_that_a_lesson_may_hold_is_told():
    coded = " ".join(re.findall(r"`([^`\n]+)`", GUIDE))
    for word in (*FENCES, *FRONT, *SHOW, *ASK):
        assert re.search(rf"\b{word}\b", coded), word
