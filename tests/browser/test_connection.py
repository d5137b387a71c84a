"""The connection to the server is lost while somebody edits: nothing is lost when it is back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from hierview.formats import preset
from hierview.model.edits import apply_edit

from .editing import Editor
from .explorer import Explorer, drawn
from .javascript import javascript

_CUTTABLE = javascript("cuttable_connections")


@pytest.fixture
def cuttable(visits) -> Iterator[Explorer]:
    """A tab of its own, which nobody watches: refused connections are errors in its console."""
    page = visits.page().page.context.new_page()
    page.add_init_script(_CUTTABLE)
    yield Explorer(page, visits.server)
    page.close()


def test_what_is_edited_without_a_connection_is_answered_when_it_is_back(cuttable: Explorer):
    cuttable.open("?c=13a")
    page, app = cuttable.page, cuttable.page.get_by_test_id("stApp")
    page.route("**/answer", lambda route: route.abort())
    page.evaluate("cut()")
    expect(app).not_to_have_attribute("data-test-connection-state", "CONNECTED")
    editor = Editor(page)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/answer")):
        editor.class_("Pop").click()
    expect(editor.class_("Pop")).to_have_attribute("aria-label", "Pop, true")
    drawn(page)  # and the page is told at once, where nobody hears
    page.unroute("**/answer")
    page.evaluate("window.refusing = false")
    marked = apply_edit(preset("13a"), {"op": "mark", "name": "Pop", "mark": "true"}).case()
    cuttable.expect_question(marked)
    editor.caught_up()
