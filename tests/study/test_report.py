"""The report: one file without requests, every name escaped, the numbers of the study in it."""

import re

import pytest

from hierview.study import Study, from_lists
from hierview.study.publish.report import report_html
from hierview.study.publish.tables import p_value_text
from hierview.study.results.tables import summary_table
from tests.study.test_figures import HOSTILE
from tests.study.test_study import small

pytestmark = pytest.mark.slow


def test_the_report_holds_what_the_study_says():
    study = small(80)
    scores = study.score(["hF", "GIE"])
    page = report_html(study, scores)
    assert page == report_html(study, scores)
    for row in summary_table(scores).rows:
        for entry in row:
            assert f"{entry.value:.3f}" in page
    for title in ("Averages", "Ranking by hF", "Differences: near − far", "hF by depth", "Telling instances"):
        assert f"<h2>{title}</h2>" in page
    assert "seed 0" in page
    assert "10,000 resamples" in page
    assert page.count("<figure>") == 8
    assert study.fingerprint in page


def test_it_asks_for_nothing_and_runs_nothing():
    page = report_html(study := small(30), study.score(["hF", "GIE"]))
    assert "default-src 'none'" in page.replace("&#x27;", "'")
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script|\son\w+=|@import|url\((?!data:)", page)


def test_names_are_escaped_and_one_system_is_enough():
    h = small(3).hierarchy
    study = Study.read(
        h, from_lists(["c01", "c02"], ["<i>x</i>", "y"]), {HOSTILE: from_lists(["c01", "c03"], ["<i>x</i>", "y"])}
    )
    page = report_html(study, study.score(["hF"]))
    assert "<b>50%" not in page
    assert "<i>x</i>" not in page
    assert "&lt;i&gt;x&lt;/i&gt;" in page
    assert "Where hF says the worst of" in page


def test_what_is_left_out_is_said():
    truth = from_lists(["c01", "c02", "c03"], ["a", "b", "c"])
    run = from_lists(["c01", "c02"], ["a", "b"])
    study = Study.read(small(3).hierarchy, truth, {"one": run, "two": run}, missing="drop")
    assert "left out: 1 because one has no row" in report_html(study, study.score(["hF"]))


def test_a_p_is_less_than_what_it_is_written_as_only_where_it_is():
    assert [p_value_text(p) for p in (0.00009999, 0.0001, 0.00014)] == ["<0.0001", "0.0001", "0.0001"]
