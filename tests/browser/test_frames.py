"""The explorer in a frame of somebody else's page: not unless that page's host was named."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.built_site import served
from tests.processes import free_port, serving
from tests.samples import ROOT

from .explorer import until


@contextmanager
def course_page(folder: Path, shown: str) -> Iterator[str]:
    """A page elsewhere that has another one in a frame, by its address."""
    frame = f'<!doctype html><title>Course</title><iframe width=900 height=700 src="{shown}"></iframe>'
    (folder / "course.html").write_text(frame)
    with served(folder) as address:
        yield f"{address}course.html"


def errors_of(page: Page) -> list[str]:
    """What the page's console says is wrong, from now on."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    return said


def test_no_frame_shows_it_where_no_host_is_named(chromium: Browser, server: str, tmp_path: Path):
    with course_page(tmp_path, f"{server}/?c=15&embed=true") as address:
        page = chromium.new_page()
        said = errors_of(page)
        page.goto(address)
        page.wait_for_function("() => performance.getEntriesByType('resource').length > 0")
        expect(page.frame_locator("iframe").locator("h1.question")).to_have_count(0)
        assert any("frame-ancestors" in text for text in said), said
        page.close()


@pytest.mark.whole
def test_a_frame_shows_it_where_its_host_is_named(chromium: Browser, tmp_path: Path):
    port = free_port()
    program = [sys.executable, "-m", "hierview", "app", "--headless", "--port", str(port), "--embed", "127.0.0.1:*"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    shown_page = course_page(tmp_path, f"http://127.0.0.1:{port}/?c=15&embed=true")
    with serving(program, port, tmp_path, environment), shown_page as address:
        page = chromium.new_page()
        said = errors_of(page)
        page.goto(address)
        shown = page.frame_locator("iframe")
        expect(shown.locator("h1.question")).to_be_visible()
        expect(shown.locator("table.answers")).to_be_visible()
        page.wait_for_timeout(500)
        assert said == []
        page.close()


def test_a_script_that_gets_into_the_page_does_not_run(visits):
    """Only the server's own do; that none of them is kept from running, every browser test sees."""
    page = visits.page().page
    if "127.0.0.1" not in page.url:
        visits.page().visit()
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s);"
        " const i = document.createElement('img'); i.setAttribute('onerror', 'window.ran = 1'); i.src = 'x:';"
        " document.body.append(i); }"
    )

    def said() -> list[str]:
        return [problem for problem in visits.problems if problem != "request to x:"]

    assert until(page, lambda: len(said()) >= 2), said()  # the console says why: of the script, and of the image's
    assert all("Content Security Policy" in text for text in said()), said()
    assert page.evaluate("window.ran") is None
    visits.problems.clear()
