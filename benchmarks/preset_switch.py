"""How long it takes in the browser until another preset is shown, beside a bare checkbox.

    python benchmarks/preset_switch.py [rounds]

**Switch.** In the running explorer the picker is opened and a card is clicked: all 30 presets in order, each round.
Timed in the page from the click until the question, the answers and the explanation are those of the new case and
on screen (the next frame). The first round finds nothing computed before; the others are told apart.

**Gallery.** From the click on the picker until all its cards are on screen.

**Checkbox.** `checkbox_app.py`, a page with one checkbox, in a server of its own with the same settings: from the
click until the text beside it has changed. That is Streamlit's own round trip, which nothing here can undercut.

Needs Playwright and Chromium, as the tests do. Exits with 1 if the median switch takes 0.3 s or more.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.in_browser import ARGS, CHROMIUM, IN_PAGE, checkbox, serving, settled
from hierview.answers.answers import answer_rows, headline_measures, text_table
from hierview.explain import number
from hierview.formats import preset, preset_groups

LIMIT = 300.0  # milliseconds

SWITCH = """([name, question, values, title]) => timed(
  () => all(`.card[data-pick="${name}"]`)[0].click(),
  () => text("h1.question")[0] === question && text("h2.why-title")[0] === title &&
    text("td.value span").join() === values)"""
GALLERY = """(cards) => timed(
  () => all(".st-key-picker button")[0].click(), () => all(".card").length === cards)"""


def expected(name: str, row: str) -> list[str]:
    """What the page says of a preset while the row is open: name, question, values, title."""
    case = preset(name)
    rows = answer_rows(case)
    chosen = next((a for a in rows if str(a.measure) == row), rows[0])
    sides = (" ".join(sorted(side)) for side in (case.true, case.predicted))
    true, predicted = sides
    return [
        name,
        f"True: {true} Predicted: {predicted} How wrong is that?",
        ",".join(number(a.result.value) for a in rows),
        f"Why is {chosen.measure.label()} {number(chosen.result.value)}?",
    ]


def switches(page: Page, rounds: int) -> tuple[list[list[float]], list[float]]:
    """Milliseconds of every switch by round, and of every opening of the gallery."""
    names = [name for group in preset_groups().values() for name in group]
    row = str(headline_measures(preset("11a"))[0])
    times: list[list[float]] = []
    gallery: list[float] = []
    for _ in range(rounds):
        times.append([])
        for name in [*names[1:], names[0]]:
            settled(page)
            page.wait_for_timeout(300)
            gallery.append(page.evaluate(GALLERY, len(names)))
            settled(page)
            shown = expected(name, row)
            times[-1].append(page.evaluate(SWITCH, shown))
            listed = [str(m) for m in headline_measures(preset(name))]
            row = row if row in listed else listed[0]
    return times, gallery


def main(rounds: int) -> int:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        with serving("hierview", "app", "--port", "{port}", "--headless") as address:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(address)
            page.locator("h2.why-title").wait_for()
            page.evaluate(IN_PAGE)
            times, gallery = switches(page, rounds)
            page.close()
        checks = checkbox(browser)
        browser.close()
    everything = [t for times_of_round in times for t in times_of_round]
    lines = {"switch": everything, "switch, first round": times[0], "gallery": gallery, "checkbox": checks}
    bare_median = median(checks)
    rows = [("", "median, ms", "slowest, ms", "× checkbox", "times")]
    rows += [
        (word, f"{median(t):.0f}", f"{max(t):.0f}", f"{median(t) / bare_median:.1f}", str(len(t)))
        for word, t in lines.items()
    ]
    print(text_table(rows, "<>>>>"))
    print(f"\nlimit: median switch {LIMIT:g} ms")
    return int(median(everything) >= LIMIT)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
