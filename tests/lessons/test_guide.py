"""The teacher's guide names every block, kind of question and key that there is, and no other."""

import re

from hierview.lessons.lesson import ASK_KINDS
from hierview.lessons.prose import FENCES
from hierview.lessons.reading import ASK, FRONT, SHOW
from tests.samples import ROOT

GUIDE = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")


def test_everything_that_a_lesson_may_hold_is_told():
    coded = " ".join(re.findall(r"`([^`\n]+)`", GUIDE))
    for word in (*ASK_KINDS, *FENCES, *FRONT, *SHOW, *ASK):
        assert re.search(rf"\b{word}\b", coded), word


def test_the_questions_are_those_that_there_are():
    table = GUIDE.partition("| question |")[2].partition("\n\n")[0]
    assert tuple(re.findall(r"^\| `(\w+):", table, re.MULTILINE)) == ASK_KINDS
