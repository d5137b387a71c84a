"""Answers in words among the files of a study: what they are taken for, what is confirmed, what policies give."""

from __future__ import annotations

from html import unescape

import pytest

from hierview.errors import StudyError
from hierview.study.answers.answers import POLICIES, Policies
from hierview.study.inputs.roles import GivenFile, Policy, file_report, guess_roles, study_of_files
from hierview.study.markup.answers import answers_panel_html, policies_table_html
from tests.study.test_given import GOLD, NEAR, H

REPLIES = b"id,answer\n1,**pop**.\n2,Rocks\n3,none\n"
FILES = (
    GivenFile("h.tsv", H, "hierarchy"),
    GivenFile("gold.tsv", GOLD, "truth"),
    GivenFile("replies.csv", REPLIES, "answers", "llm"),
)


def test_nothing_is_matched_by_likeness_until_it_is_confirmed():
    assert guess_roles([("h.tsv", H), ("gold.tsv", GOLD), ("replies.csv", REPLIES)])[-1] == "answers"
    found, study = file_report(FILES)
    report = found.answers[2]
    assert dict(report.steps) == {"normalised": 1, "abstained": 1, "outside": 1}
    assert [(text, category, candidates[0][0]) for text, category, *_, candidates in report.unclear] == [
        ("Rocks", "outside", "Rock")
    ]
    assert report.open_policies == ("outside", "abstained")
    assert [len(study.data.runs["llm"].classes_of(i)) for i in range(3)] == [1, 0, 0]
    confirmed = GivenFile("replies.csv", REPLIES, "answers", "llm", (("confirmed", (("Rocks", "Rock"),)),))
    found, study = file_report((*FILES[:2], confirmed))
    assert dict(found.answers[2].steps) == {"map": 1, "normalised": 1, "abstained": 1}
    assert study.data.runs["llm"].classes_of(1) == study.data.truth.classes_of(1)
    wrong = GivenFile("replies.csv", REPLIES, "answers", "llm", (("confirmed", (("Rocks", "Jazz"),)),))
    with pytest.raises(StudyError, match=r"replies\.csv: .*'Jazz'"):
        file_report((*FILES[:2], wrong))


@pytest.mark.parametrize("policy", POLICIES)
def test_each_policy_gives_what_the_report_says_and_is_stated(policy: str, tmp_path):
    near = GivenFile("near.tsv", NEAR, "run", "near")
    report = file_report((*FILES, near))[0].answers[2]
    study = study_of_files((*FILES, near), Policy(answers=Policies(policy, policy, policy)), tmp_path)
    n, values = report.policies[policy]
    assert len(study.data) == n == (1 if policy == "drop" else 3)
    averages = study.score(["hP", "hR", "hF"])
    llm = list(study.data.runs).index("llm")
    assert [float(averages.averages(text)[llm]) for text in averages.texts] == [value for value, _ in values]
    assert f"outside {policy}" in study.data.standing_sentence()


def test_rows_without_ids_go_with_rows_without_ids():
    files = (
        GivenFile("gold.txt", b"Pop\nRock\nDrama\n", "truth"),
        GivenFile("a.txt", b"pop.\nRocks\nDrama\n", "answers", "llm"),
    )
    found, study = file_report((FILES[0], *files))
    assert (found.missing_count, len(study.data)) == (0, 3)
    assert study.data.runs["llm"].classes_of(2) == study.data.truth.classes_of(2)


def test_the_panel_begins_with_no_class_and_escapes_what_was_answered():
    odd = GivenFile("replies.csv", b"id,answer\n1,<b>Rocks</b>\n2,Pop\n3,Musik\n", "answers", "llm")
    report = file_report((*FILES[:2], odd))[0].answers[2]
    shown = answers_panel_html(report, "a<b>.csv", {"<i>": "Pop"})
    assert "<b>Rocks" not in shown
    assert "<i>" not in shown
    assert "a<b>" not in shown
    assert 'value="" selected' in shown
    assert 'value="0 Rock"' in shown or 'value="1 Music"' in shown
    two_roots = GivenFile("h.tsv", H + b"Sport\tTennis\n", "hierarchy")
    of_two = policies_table_html(file_report((two_roots, *FILES[1:]))[0].answers[2])
    assert '<th scope="row">the root</th><td>–</td>' in of_two
    table = unescape(policies_table_html(report))
    assert table.count("<tr>") == 1 + len(POLICIES)
    assert "the class farthest from the truth" in table
