"""How long a large hierarchy takes in the browser: opened, searched, walked, marked and answered; and how much memory.

    python benchmarks/large.py [terms]

**Steps.** In the running explorer an OBO file from `tests/ontology.py` is chosen in Open: until the page says what it
was taken for. Then, 15 times each: a term is searched by its name until it is listed; it is marked until the question
names it and the short table answers; the class above it is walked to until its counts stand there. Last, all measures,
those that count the whole too, until none is missing. Seconds by the clock, in the page; and processor time of the
server, which does not grow with what else the machine does.

**Memory.** The most that the server and its processes held, together, above what it held before the file came.

Needs Playwright and Chromium, as the tests do. Exits with 1 if the median search, walk or mark takes 0.5 s or more of
processor time.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from threading import Event, Thread

from playwright.sync_api import Locator, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.in_browser import ARGS, CHROMIUM, serving, settled
from hierview.answers.answers import text_table
from hierview.jobs.keeper import _processes, _with_descendants
from tests.ontology import identifier, label, obo

LIMIT = 0.5  # seconds
ROUNDS = 15
PATIENCE = 600_000  # milliseconds


class Memory:
    """The most memory of all processes below this one, looked at over and over."""

    def __init__(self) -> None:
        self.most, self._over = 0.0, Event()
        Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while not self._over.wait(0.05):
            self.most = max(self.most, now())

    def stop(self) -> float:
        self._over.set()
        return self.most


def _servers(told: str) -> Iterator[list[str]]:
    """What the system tells of each server below this process, without the browser."""
    for pid in _with_descendants(_processes(), os.getpid()):
        with suppress(OSError):
            if pid != os.getpid() and b"python" in Path(f"/proc/{pid}/cmdline").read_bytes():
                yield Path(f"/proc/{pid}/{told}").read_text().rpartition(")")[2].split()


def now() -> float:
    """Resident memory of the servers in MB."""
    return sum(int(told[1]) for told in _servers("statm")) * os.sysconf("SC_PAGE_SIZE") / 1e6


def spent() -> float:
    """Seconds of processor time that the servers used so far."""
    return sum(int(told[11]) + int(told[12]) for told in _servers("stat")) / os.sysconf("SC_CLK_TCK")


def timed(page: Page, act: Locator, key: str, shown: Locator) -> tuple[float, float]:
    """Seconds from an action until something is shown, and of processor time until the page is done."""
    settled(page)
    start, before = time.perf_counter(), spent()
    act.press(key) if key else act.click()
    shown.wait_for(timeout=PATIENCE)
    end = time.perf_counter()
    settled(page)
    return end - start, spent() - before


def opened(page: Page, terms: int) -> float:
    page.locator(".st-key-open [data-testid=stPopoverButton]").click()
    field = page.locator(".st-key-case-file input[type=file]")
    field.wait_for(state="attached")
    file = Path(os.environ.get("TMPDIR", "/tmp")) / f"large-{os.getpid()}.obo"
    file.write_text(obo(terms))
    try:
        start = time.perf_counter()
        field.set_input_files(file)
        page.locator(".read-as").wait_for(timeout=PATIENCE)
        return time.perf_counter() - start
    finally:
        file.unlink()


def steps(page: Page, terms: int) -> dict[str, list[tuple[float, float]]]:
    found: dict[str, list[tuple[float, float]]] = {"search": [], "mark": [], "walk": []}
    seek = page.locator(".st-key-seek")
    for i in range(ROUNDS):
        c = terms - 1 - i * (terms // 100)
        seek.get_by_role("textbox").fill(label(c))
        line = seek.locator("li").filter(has_text=identifier(c))
        found["search"].append(timed(page, seek.get_by_role("textbox"), "Enter", line))
        mark = page.locator("h1.question .mark").filter(has_text=label(c))
        side = ("true", "predicted")[i % 2]
        found["mark"].append(timed(page, line.get_by_role("button", name=f"{label(c)} {side}"), "", mark))
        here = seek.locator(".around .here").filter(has_text=identifier(c))
        found["walk"].append(timed(page, line.locator(".to"), "", here))
    return found


def whole(page: Page) -> float:
    settled(page)
    start = time.perf_counter()
    page.locator(".st-key-answershead").get_by_role("radio", name="All").click()
    rows = page.locator("table.answers td.value")
    page.locator("table.answers [data-pick=HLoss]").wait_for(timeout=PATIENCE)
    while rows.filter(has_text="…").count():
        page.wait_for_timeout(100)
    return time.perf_counter() - start


def main(terms: int) -> int:
    with sync_playwright() as playwright, serving("hierview", "app", "--port", "{port}", "--headless") as address:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.locator("h1.question").wait_for()
        settled(page)
        before, memory = now(), Memory()
        rows = [("step", "median, s", "most, s", "processor, s"), ("open", f"{opened(page, terms):.2f}", "", "")]
        held = now() - before
        found = steps(page, terms)
        for name, both in found.items():
            times, used = zip(*both, strict=True)
            rows.append((name, f"{median(times):.2f}", f"{max(times):.2f}", f"{median(used):.2f}"))
        rows.append(("all measures", f"{whole(page):.1f}", "", ""))
        browser.close()
        print(text_table(rows, "<>>>"))
        print(f"\n{terms:,} terms; {held:.0f} MB more once opened, {memory.stop() - before:.0f} MB at the most")
    return int(max(median(used for _, used in both) for both in found.values()) >= LIMIT)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 50_000))
