"""Large cases: what takes long is done in a process of its own, and shows the same as what is done at once."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hierview import Case, parse_measure
from hierview.answers import cost as module
from hierview.answers.answers import answer_rows, rows_with_families
from hierview.answers.cost import HEAVY, answering_cost, is_heavy
from hierview.formats import preset
from hierview.formats.link import pack_draft
from hierview.jobs import Progress, VisitJobs
from hierview.jobs.job import running_jobs
from hierview.markup.pictures import USUAL
from hierview.ui.explore import page
from hierview.ui.explore.computed import tell_answers
from hierview.ui.explore.why_views import VIEWS, OpenAnswer, show_distance, show_picture, show_sensitivity, show_steps
from hierview.ui.shell import jobs as page_jobs
from tests.app_test import App, AppTest
from tests.effort import sampled
from tests.job_tasks import stays
from tests.processes import PATIENCE, stop_all
from tests.samples import PRESETS

pytestmark = pytest.mark.slow


def wide(classes: int, marks: int) -> Case:
    names = [f"c{i}" for i in range(classes)]
    return Case.of([(names[0], c) for c in names[1:]], names[1 : marks + 1], names[2 : marks + 2])


def test_what_is_large_depends_on_the_case_alone():
    assert answering_cost(wide(1000, 70)) == 70 * 70 * 2 == 9_800
    assert not is_heavy(wide(1000, 70))
    assert is_heavy(wide(200, 72))
    assert is_heavy(wide(17_000, 100))
    assert not is_heavy(wide(17_000, 10))
    chain = [str(i) for i in range(1200)]
    assert is_heavy(Case.of(list(pairwise(chain)), chain[-3:], chain[-6:-3]))  # deep, with few marks
    assert not any(is_heavy(preset(name)) for name in PRESETS)
    assert HEAVY == 10_000


def test_a_task_tells_how_far_it_came_and_what_it_found():
    told: list = []
    measures = [m for _, main, under in rows_with_families() for m in (main, *under)]
    tell_answers(told.append, preset("15"), measures)
    assert [type(what) for what in told] == [Progress] * len(measures) + [tuple]
    shares = [what.done for what in told[:-1]]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert "1 of" in told[0].doing
    (found,) = told[-1]
    expected = answer_rows(preset("15"), measures)
    assert [(a.measure, a.result.value, a.greatest_text, a.goodness, a.printed) for a in found] == [
        (a.measure, a.result.value, a.greatest_text, a.goodness, a.printed) for a in expected
    ]


@pytest.fixture
def all_are_large(monkeypatch):
    """From when it is called on; all tests of pages are one visit to Streamlit, so each has jobs of its own."""
    own = VisitJobs()
    monkeypatch.setattr(page_jobs, "jobs", lambda: own)
    yield lambda: monkeypatch.setattr(module, "HEAVY", 0)
    stop_all()


def is_computing(app: App) -> bool:
    return any("progressbar" in markup for markup in app.shown.values())


def ended(app: App) -> App:
    """The page once nothing is left to be computed."""
    for _ in range(12):
        for job in list(running_jobs):
            assert job.wait(PATIENCE)
        app.run()
        if not is_computing(app):
            return app
    raise AssertionError(app.shown.keys())


def test_a_large_case_shows_what_a_small_one_does(all_are_large):
    """In every view. One visit to all of them, as each piece of work starts a process."""
    queries = [*sampled([{"v": view} for view in VIEWS], 2), {"v": "picture", "p": "table=all"}]
    at_once = [App(c="15", m="MGIA", **query).shown for query in ({}, *queries)]
    all_are_large()
    app = App(c="15", m="MGIA")
    assert is_computing(app)
    assert "<table" not in app.shown["answers"]
    assert "whytitle" not in app.shown
    assert "Stop" in [b.label for b in app.at.button]
    assert ended(app).shown == at_once[0]
    assert not running_jobs
    for query, expected in zip(queries, at_once[1:], strict=True):
        app.at.query_params.clear()
        for key, value in {"c": "15", "m": "MGIA", **query}.items():
            app.at.query_params[key] = value
        computing = is_computing(app.run())
        assert ended(app).shown == expected, query
        assert computing or query == queries[0], query  # it is the view that was open
        assert not running_jobs


def test_it_can_be_stopped_and_begun_again(all_are_large, monkeypatch):
    all_are_large()
    with monkeypatch.context() as endless:
        endless.setattr(page, "tell_answers", stays)
        app = App(c="15")
    app.at.button(key="stop-answers").click()
    app.run()
    assert "Stopped." in app.shown["answers"]
    assert not is_computing(app)
    app.at.button(key="again-answers").click()
    app.run()
    assert "<table" in ended(app).shown["answers"]


def test_a_large_link_does_not_compute_in_the_page(monkeypatch, all_are_large):
    """Every measure would fail if the page's own process asked it."""
    case = wide(3000, 90)
    at = AppTest.from_file("../hierview/ui/shell/script.py")
    at.query_params["c"] = "~" + pack_draft(case)
    evaluated: list[str] = []
    measure = type(parse_measure("GIE"))
    monkeypatch.setattr(measure, "evaluate", lambda self, case: evaluated.append(str(self)))
    at.run()
    assert not at.exception
    assert evaluated == []


@pytest.mark.parametrize("text", ["GIE", "MGIA", "LCaF", "hF"])
def test_what_a_process_gives_is_what_the_page_would_compute(text: str):
    case, measure = preset("15"), parse_measure(text)
    result = measure.evaluate(case)
    assert show_picture(case, OpenAnswer(measure, "t"), False, USUAL, measure.views(case)[0]).notes == result.notes
    steps = show_steps(case, OpenAnswer(measure, "t"), False, USUAL, 0).markup["steps"]
    assert steps.count("<article") == len(measure.explain(case, result))
    (against,) = show_sensitivity(case, OpenAnswer(measure, "t"), False, "nothing").controls
    assert against["value"] in [value for value, *_words in against["options"]]
    assert show_distance(case, (measure,), 998).opens is None
