"""Labels stand in the place of ids: in every view of every measure, in notes, and in what exports say aloud."""

from __future__ import annotations

import re
from html import unescape

import pytest

from hierview import Case, Hierarchy, Labels, figure
from hierview.answers.answers import rows_with_families
from hierview.formats import excerpt
from hierview.ui.explore.contents import viewer_contents
from hierview.ui.explore.view import open_case
from hierview.ui.explore.why_views import VIEWS
from hierview.ui.shell.fields import change_fields

from .effort import times

EDGES = "Q0 Q1,Q0 Q2,Q1 Q3,Q1 Q4,Q2 Q4,Q2 Q5,Q4 Q6,Q3 Q7,Q8 Q7"
WORDS = ("root", "arts", "music", "pop", "rock", "jazz", "metal", "indie", "other")
CASE = Case(
    Hierarchy.from_edges([edge.split() for edge in EDGES.split(",")]).labelled(
        Labels({"en": {f"Q{i}": word for i, word in enumerate(WORDS)}})
    ),
    frozenset({"Q6", "Q7", "Q1"}),
    frozenset({"Q5", "Q4", "Q7", "Q3"}),
)
# An id may stand in brackets after its label, in what pointing at it says, and in what no one reads.
_APART = re.compile(r"<title>.*?</title>|\b(?:title|data-[a-z]+|id|class)=\"[^\"]*\"|\(Q\d\)")
_ID = re.compile(r"\bQ\d\b")


def ids_in(markup: str) -> list[str]:
    bare = _APART.sub("", unescape(markup))
    return [bare[max(0, found.start() - 60) : found.end() + 30] for found in _ID.finditer(bare)]


@pytest.mark.whole
def test_no_view_of_a_measure_shows_an_id_that_has_a_label():
    state = open_case(None, "mine-1", CASE, table="all")
    measures = [m for _, main, under in rows_with_families() for m in (main, *under)]
    for measure in measures[:: times(3, 1)]:
        for view in VIEWS:
            for key, markup in viewer_contents(change_fields(state, row=str(measure), view=view)).markup.items():
                assert ids_in(markup) == [], (str(measure), view, key)


@pytest.mark.slow
def test_what_exports_say_aloud_has_labels():
    for measure, panel in (("GIE", "steps"), ("HCM", "steps"), ("LCaF", "lca"), ("hF", "sets")):
        drawn = figure(CASE, panel, measure=measure, format="svg")
        assert isinstance(drawn, str)
        assert "True: arts, metal and indie." in drawn
        assert ids_in(re.sub(r"<metadata>.*?</metadata>", "", drawn, flags=re.DOTALL)) == []


def test_an_excerpt_says_where_it_is_from_before_anything_is_marked():
    found = viewer_contents(open_case(None, "mesh", excerpt("mesh"))).markup["answers"]
    assert "courtesy of the U.S. National Library of Medicine" in found
    assert "Mark at least one class" in found
