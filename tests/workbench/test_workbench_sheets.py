"""The sheets on the Workbench: one's own measure first, and every row as soon as it is decided."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

import pytest

from hierview import parse_measure
from hierview.jobs import VisitJobs
from hierview.measures import MeasureSpec
from hierview.own.foreign import ForeignMeasure
from hierview.workbench.markup import behaviour as markup
from hierview.workbench.sheets.behaviour import Budget, behaviour_sheet
from hierview.workbench.sheets.properties import BY_KEY
from hierview.workbench.sheets.signs import Sheet
from hierview.workbench.ui import behaviour as module
from hierview.workbench.ui.state import WorkbenchState, with_own_measure

SPEC = MeasureSpec("mine", "Mine", "Mine", "higher", "my.py")
MINE = ForeignMeasure("mine", SPEC, "file", "my.py", "1")
FAR = "trees\u00a0≤\u00a03, forests\u00a0≤\u00a03"
RULES = [BY_KEY[key] for key in ("pairing", "identity")]


@dataclass
class FakeJob:
    about: Any
    results: list[Sheet] = field(default_factory=list)
    running: bool = True


@pytest.fixture
def page(monkeypatch):
    """What the page begins and draws, and the jobs of its visit."""
    begun, drawn, visit = [], [], VisitJobs()

    def ensure(place, about, task, *given, limits):
        begun.append((given[0], limits.seconds))
        visit._jobs[place] = FakeJob(about)
        return visit._jobs[place]

    monkeypatch.setattr(module, "jobs", lambda: visit)
    monkeypatch.setattr(module, "_shared_sheets", dict)
    monkeypatch.setattr(module, "ensure_job", ensure)
    monkeypatch.setattr(module, "watch_job", lambda job, show, shown: show(job))
    monkeypatch.setattr(module, "_draw_sheets", lambda *given: drawn.append(given))
    return begun, drawn, visit


def signs_of(shown: str, key: str) -> list[str]:
    """What the signs of a row say, "…" of those that wait."""
    (row,) = (row for row in shown.split("<tr") if f": {escape(BY_KEY[key].claim)}</th>" in row)
    return [label or "…" for label in re.findall(r'<td class="waits"|aria-label="([^"]*)"', row)]


def test_a_measure_of_a_file_is_first_in_the_table_and_in_the_work(page):
    begun, drawn, visit = page
    state = with_own_measure(WorkbenchState(loaded=(MINE,)), MINE)
    module.show(state)
    ((measures, seconds),) = begun
    assert list(map(str, measures)) == ["mine", "GIE", "MGIA", "hF", "SDL", "LCaF"]
    assert seconds > MINE.limits.total
    assert drawn[0][1] == measures
    # A formula is there for everybody; it comes once it is asked for.
    visit._jobs.clear()
    module.show(WorkbenchState())
    assert list(map(str, begun[1][0])) == ["GIE", "MGIA", "hF", "SDL", "LCaF"]


def test_rows_are_shown_as_they_are_decided(page):
    begun, drawn, visit = page
    told: list[Sheet] = []
    gie = parse_measure("GIE")
    small = Budget(larger=-2, random=0)
    whole = behaviour_sheet(gie, small, lambda what: told.append(what) if isinstance(what, Sheet) else None, RULES)
    assert [len(part.rows) for part in told] == [1, 2]
    assert whole.finished
    state = WorkbenchState()
    module.show(state)
    visit._jobs[module.PLACE].results = told[:1]
    module.show(state)
    assert len(begun) == 1  # the work goes on
    sheets, job = drawn[-1][2:]
    assert sheets == [told[0], None, None, None, None]
    assert job.running
    measures = drawn[-1][1]
    shown = markup.behaviour_table_html(measures, sheets, True, None)
    pairing, identity = (signs_of(shown, rule.key) for rule in RULES)
    assert pairing == [f"{BY_KEY['pairing'].name}: fails 3", "…", "…", "…", "…"]
    assert identity == ["…"] * 5
    # Once it was stopped nothing is decided any more.
    stopped = signs_of(markup.behaviour_table_html(measures, sheets, False, None), "identity")
    assert stopped == [f"{BY_KEY['identity'].name}: not decided"] * 5
    assert not visit.kept
    visit._jobs[module.PLACE].results = [*told, whole]
    module.show(state)
    assert drawn[-1][2][0] == whole
    assert list(visit.kept.values()) == [whole]


def test_signs_that_are_not_whole_are_drawn_as_such():
    short = behaviour_sheet(parse_measure("MGIA"), Budget(random=0, up_to=3), None, RULES)
    shown = markup.behaviour_table_html([short.measure], [short], False, ("pairing", 0))
    assert signs_of(shown, "pairing") == [f"Pairing problem: holds as far as it was tried, {FAR}"]
    assert "<b>(+)</b> held as far as it was tried, which is not all" in shown
    assert 'class="boxed">+</span>' not in shown  # K15 prints the same
    assert "<b>stopped</b>" not in shown
    ended = replace(short, rows=(replace(short.rows[0], sign="stopped"),))
    bold = ForeignMeasure("<b>", replace(SPEC, name="<b>"), "file", "my.py", "1")
    shown = markup.behaviour_table_html([short.measure, bold], [ended, None], True, None)
    assert "<b>stopped</b> the measure was ended before" in shown
    assert signs_of(shown, "pairing") == [f"Pairing problem: stopped, {FAR}", "…"]
    head = shown.partition("<thead>")[2].partition("</thead>")[0]
    assert "<i>&lt;b&gt;</i>" in head
    assert 'aria-label="higher is better"' in head
