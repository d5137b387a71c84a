"""How long it takes in the browser from an edit on the canvas until its numbers are on screen, at 50 classes.

    python benchmarks/edit.py [edits]

**Edit.** A random DAG of 50 classes with 3 true and 3 predicted ones is opened by its link. One class after
another is marked by a key. Timed in the page from the key until the values of all answers and the heading of
the explanation are those of the new case and on screen (the next frame). **Side by side**: the same with that view of
Why open, until its values are those, too.

**Checkbox.** In the explorer itself: from the click on a checkbox that changes nothing of the case (Share, "An
exercise") until the link says so. **Bare checkbox.** `checkbox_app.py`, an app of one checkbox.

Needs Playwright and Chromium, as the tests do. Exits with 1 if the median edit takes more than 1.5 times the median
bare checkbox of the same run, side by side 2.5 times, or the 95th percentile more than 0.5 s.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.in_browser import ARGS, CHECKS, CHROMIUM, IN_PAGE, checkbox, serving, settled
from hierview import parse_measure
from hierview.answers.answers import answer_rows, text_table
from hierview.explain import number
from hierview.formats.link import pack_draft
from hierview.model.case import Case, Draft
from hierview.model.edits import apply_edit
from hierview.ui.shell.cases import short_row_keys

LIMITS, SLOWEST = {"picture": 1.5, "ideas": 2.5}, 500.0  # medians in bare checkboxes, 95th percentiles in milliseconds
CLASSES, MARKED, EXTRA = 50, 3, 8
ANSWERED = 'text("td.value span").join() === values'
DONE = {
    "picture": f'{ANSWERED} && text("h2.why-title")[0].endsWith(` ${{values.split(",")[0]}}?`)',
    # There stand flat F, GIE, MGIA, hF and LCaF.
    "ideas": f'{ANSWERED} && text(".idea .result").join() === [6, 4, 5, 0, 3].map((i) => values.split(",")[i]).join()',
}
# Armed before the key, so that the clock starts with it, in the page.
ARM = """(values) => {
  window.taken = new Promise((resolve) => {
    document.addEventListener("keydown", () => timed(() => {}, () => DONE).then(resolve),
      { capture: true, once: true });
  });
}"""
SHARE = """(wanted) => timed(() => all(".st-key-share-ask input")[0].click(),
  () => text("[data-testid=stCode]").some((link) => link.includes("ask=1")) === wanted)"""
NEXT = {"none": "true", "true": "predicted", "predicted": "both", "both": "none"}


def drawn() -> Case:
    """A random DAG."""
    chance = random.Random(50)
    names = [f"Class {i}" for i in range(CLASSES)]
    edges = {(names[chance.randrange(max(0, i - 12), i)], names[i]) for i in range(1, CLASSES)}
    while len(edges) < CLASSES - 1 + EXTRA:
        a, b = sorted(chance.sample(range(CLASSES), 2))
        edges.add((names[a], names[b]))
    order = {name: i for i, name in enumerate(names)}
    listed = sorted(edges, key=lambda e: (order[e[1]], order[e[0]]))
    return Case.of(listed, chance.sample(names, MARKED), chance.sample(names, MARKED))


def values(draft: Draft) -> str:
    case = draft.case()
    return ",".join(number(a.result.value) for a in answer_rows(case, map(parse_measure, short_row_keys(case))))


def marks(page: Page, case: Case, rounds: int, view: str, settle: Callable[[Page], None] = settled) -> list[float]:
    """Milliseconds of marks, each on another class, with a view of Why open."""
    arm = ARM.replace("DONE", DONE[view])
    chance = random.Random(1)
    draft: Draft = case
    times = []
    while len(times) < rounds:
        n = chance.randrange(CLASSES)
        if not page.get_by_test_id(f"class-{n}").count():  # folded away
            continue
        c = case.hierarchy.classes[n]
        after = apply_edit(draft, {"op": "mark", "name": c, "mark": NEXT[draft.mark(c)]})
        if not after.true or not after.predicted or values(after) == values(draft):
            continue
        draft = after
        settle(page)
        page.wait_for_timeout(150)
        page.evaluate(arm, values(draft))
        page.get_by_test_id(f"class-{n}").focus()
        page.keyboard.press("Enter")
        times.append(page.evaluate("taken"))
    return times


def shares(page: Page) -> list[float]:
    """Milliseconds of a checkbox in the explorer, with all of the page around it."""
    page.locator(".st-key-share button").first.click()
    page.locator(".st-key-share-ask input").wait_for(state="attached")
    times = []
    for i in range(CHECKS):
        settled(page)
        page.wait_for_timeout(150)
        times.append(page.evaluate(SHARE, i % 2 == 0))
    return times


def main(rounds: int) -> int:
    case = drawn()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        with serving("hierview", "app", "--port", "{port}", "--headless") as address:
            edits = {}
            for view in DONE:
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                page.goto(f"{address}/?{urlencode({'c': '~' + pack_draft(case), 'v': view})}")
                page.locator("h2.why-title").wait_for()
                page.evaluate(IN_PAGE)
                page.wait_for_timeout(1000)
                edits[view] = marks(page, case, rounds, view)
            same = shares(page)
            page.close()
        checks = checkbox(browser)
        browser.close()
    lines = {"edit": edits["picture"], "side by side": edits["ideas"], "checkbox": same, "bare checkbox": checks}
    bare = median(checks)
    rows = [("", "median, ms", "95 %, ms", "slowest, ms", "× checkbox", "times")]
    for word, t in lines.items():
        times = (median(t), quantiles(t, n=20)[-1], max(t))
        rows.append((word, *(f"{ms:.0f}" for ms in times), f"{median(t) / bare:.1f}", str(len(t))))
    print(text_table(rows, "<>>>>>"))
    most = " and ".join(f"{limit:g}" for limit in LIMITS.values())
    print(f"\nlimits: median edits {most} bare checkboxes, 95th percentiles {SLOWEST:g} ms")
    return int(any(median(t) > LIMITS[v] * bare or quantiles(t, n=20)[-1] > SLOWEST for v, t in edits.items()))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
