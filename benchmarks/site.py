"""How soon the page without a server shows something, answers, and answers an edit, beside the explorer.

    python benchmarks/site.py FOLDER [edits]

FOLDER is what `hierview site` wrote. **Load**: the first picture and answers, and when edits are answered, over
20 Mbit/s with 40 ms to the server, cold and then with what the browser keeps. **Edit**: as in `edit.py`, at 50
classes, in the explorer and in the page, in turn.

Exits with 1 beyond the limits: 1 s and 0.5 MB to the first picture, 7 s and 8 MB until edits are answered, an edit of
1.3 times the explorer's.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.edit import drawn, marks, settled
from benchmarks.in_browser import ARGS, CHROMIUM, IN_PAGE, serving
from hierview.formats.link import pack_draft

RATE, LATENCY = 20e6 / 8, 0.04  # bytes a second, seconds
LIMITS = {"first, s": 1.0, "first, MB": 0.5, "live, s": 7.0, "live, MB": 8.0}
SLOWER = 1.3


class Server(ThreadingHTTPServer):
    """A server behind one line that all requests share, which counts the bytes that went over it."""

    rate, sent, free, before_python, lock = RATE, 0, 0.0, 0, threading.Lock()

    def pass_on(self, size: int) -> None:
        with self.lock:
            self.sent += size
            self.free = max(self.free, time.monotonic()) + size / self.rate
            wait = self.free - time.monotonic()
        time.sleep(max(0.0, wait))


class Handler(SimpleHTTPRequestHandler):
    server: Server

    def log_message(self, *args: object) -> None:
        pass

    def copyfile(self, source, outputfile) -> None:  # type: ignore[no-untyped-def]
        if self.path.endswith("worker.js"):
            self.server.before_python = self.server.sent
        time.sleep(LATENCY if self.server.rate == RATE else 0)
        while piece := source.read(16_384):
            self.server.pass_on(len(piece))
            outputfile.write(piece)


@contextmanager
def static(folder: str, rate: float) -> Iterator[tuple[str, Server]]:
    server = Server(("127.0.0.1", 0), partial(Handler, directory=folder))
    server.rate = rate
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", server
    finally:
        server.shutdown()


def load(browser: Browser, folder: str) -> list[dict[str, float]]:
    """A first and a second visit."""
    visits = []
    with static(folder, RATE) as (address, line):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        for _ in range(2):
            page, before, start = context.new_page(), line.sent, time.perf_counter()
            page.goto(address, wait_until="commit")
            page.locator("main[data-live]").wait_for(timeout=60_000)
            live, size = time.perf_counter() - start, line.sent - before
            # The page starts Python once its first picture is painted.
            shown = float(page.locator("main").get_attribute("data-first") or "nan") / 1000
            first = max(0, line.before_python - before)
            visits.append({"first, s": shown, "first, MB": first / 1e6, "live, s": live, "live, MB": size / 1e6})
            page.wait_for_timeout(8_000)  # the service worker keeps what it will need
            page.close()
        context.close()
    return visits


def edits(browser: Browser, address: str, rounds: int, ready: str) -> list[float]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{address}?{urlencode({'c': '~' + pack_draft(drawn()), 'v': 'picture'})}")
    page.locator(ready).wait_for(state="attached", timeout=60_000)
    page.locator("h2.why-title").wait_for()
    page.evaluate(IN_PAGE)
    page.wait_for_timeout(1000)
    times = marks(page, drawn(), rounds, "picture", settled if ready.startswith("[") else lambda page: None)
    page.close()
    return times


def main(folder: str, rounds: int) -> int:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        visits = load(browser, folder)
        app, page = list[float](), list[float]()
        with serving("hierview", "app", "--port", "{port}", "--headless") as address, static(folder, 1e12) as (own, _):
            for _turn in range(3):
                app += edits(browser, f"{address}/", rounds // 3, "[data-testid=stApp]")
                page += edits(browser, own, rounds // 3, "main[data-live]")
        browser.close()
    for word, visit in zip(("first visit", "second visit"), visits, strict=True):
        print(word, ", ".join(f"{name.replace(',', '')} {value:.2f}" for name, value in visit.items()))
    ratio = median(page) / median(app)
    print(f"edit: explorer {median(app):.0f} ms, page {median(page):.0f} ms, {ratio:.2f} times; limit {SLOWER}")
    return int(ratio > SLOWER or any(visits[0][name] > limit for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60))
