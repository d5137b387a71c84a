"""How long a mark takes for one visitor while the work of others runs in the background.

    python benchmarks/other_visitor.py [edits]

The server is started with a file of measures, one of which never ends. One visitor asks for its sheet, another for
that of a formula. A third has a random DAG of 50 classes open in Explore, as in `edit.py`, and marks one class after
another by a key; timed in the page until the values and the heading of the new case are on screen. First the same
is measured with nobody else there.

Needs Playwright and Chromium, as the tests do. Exits with 1 if the median beside the others is more than 0.5 s.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.edit import drawn, marks
from benchmarks.in_browser import ARGS, CHROMIUM, IN_PAGE, serving
from hierview.answers.answers import text_table
from hierview.formats.link import pack_draft

LIMIT = 500.0  # milliseconds, median
ENDLESS = "def endless(hierarchy, true, predicted):\n    while True:\n        pass\n"
FORMULA = 'Formula("(both / P + both / T) / 2", name="slow")'


def explored(browser: Browser, address: str, edits: int) -> list[float]:
    """Milliseconds of marks of a new visitor in Explore."""
    case = drawn()
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{address}/?{urlencode({'c': '~' + pack_draft(case)})}")
    page.locator("h2.why-title").wait_for()
    page.evaluate(IN_PAGE)
    page.wait_for_timeout(1000)
    times = marks(page, case, edits)
    page.context.close()
    return times


def behind(browser: Browser, address: str, measure: str) -> Page:
    """The page of another visitor, whose sheet is being made."""
    page = browser.new_context().new_page()
    page.goto(f"{address}/workbench?{urlencode({'v': 'behaviour', 'measures': measure})}")
    page.locator(".st-key-running-sheets").wait_for()
    return page


def main(edits: int) -> int:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "mine.py"
        path.write_text(ENDLESS)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        command = ("hierview", "app", "--port", "{port}", "--headless", "--measures", str(path))
        with serving(*command) as address:
            alone = explored(browser, address, edits)
            others = [behind(browser, address, measure) for measure in ("endless", FORMULA)]
            beside = explored(browser, address, edits)
            still = sum(page.locator(".st-key-running-sheets").count() for page in others)
        browser.close()
    rows = [("", "median, ms", "95 %, ms", "slowest, ms", "times")]
    for word, t in {"alone": alone, "beside two others": beside}.items():
        rows.append((word, *(f"{ms:.0f}" for ms in (median(t), quantiles(t, n=20)[-1], max(t))), str(len(t))))
    print(text_table(rows, "<>>>>"))
    print(f"\n{still} of the 2 sheets were still being made at the end; limit: median {LIMIT:g} ms")
    return int(median(beside) > LIMIT)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
