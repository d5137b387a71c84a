"""One server and one browser for all browser tests; pages that fail a test when anything goes wrong in them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, LOCK_UN, flock
from functools import cache
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from signal import SIGTERM

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ..chromium import program
from ..processes import folder_of_run, free_port
from .desk import Desk
from .explorer import LOOKS, PATIENCE, Explorer, until

ROOT = Path(__file__).resolve().parents[2]

# Every address but this computer's is behind a proxy that is not there, so that nothing can get out,
# not even by a way that Playwright does not report.
_NO_PROXY_THERE = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1"}
_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # the Chromium without windows would make letters as wide as whole pixels
    # Pages are loaded hundreds of times and used for seconds: what makes them faster in the long run only costs.
    "--js-flags=--no-maglev --no-turbofan --liftoff-only",
]


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")
            # A browser on a busy machine may answer too late once; a fault fails again. Nothing else is run twice.
            item.add_marker(pytest.mark.flaky(reruns=1, rerun_except="driver does not start"))


@cache
def trouble_of_driver(python: str = sys.executable) -> str:
    """Why no browser can be driven from here, or nothing; asked first, as a failed start leaves half of itself."""
    done = subprocess.run([python, "-m", "playwright", "--version"], capture_output=True, text=True, timeout=120)
    if done.returncode == 0:
        return ""
    said = " ".join((done.stderr.strip() or f"it ended with {done.returncode}").split())
    return f"Playwright's driver does not start: {said[-400:]} (`make test` by root on Debian installs what it needs)"


@pytest.fixture(scope="session")
def chromium(tmp_path_factory) -> Iterator[Browser]:
    """The browser: the system's Chromium, or the one that Playwright brings."""
    found_well = folder_of_run(tmp_path_factory) / "driver"
    if not found_well.exists() and (trouble := trouble_of_driver()):
        pytest.fail(trouble, pytrace=False)
    found_well.touch()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=_ARGS, proxy=_NO_PROXY_THERE)
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lessons_folder(tmp_path_factory) -> Path:
    """The folder of somebody who writes lessons, empty between tests."""
    folder = folder_of_run(tmp_path_factory) / "lessons"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def server(chromium: Browser, tmp_path_factory, lessons_folder) -> Iterator[str]:
    """The address of a running explorer, one for all processes of a run; who uses it last ends it."""
    run, port = folder_of_run(tmp_path_factory), free_port()
    running = run / "server.txt"
    with (run / "server.turns").open("w") as turns, (run / "server.users").open("w") as users:
        flock(turns, LOCK_EX)
        if not running.exists():
            running.write_text(f"{_started(chromium, port, lessons_folder, run / 'server.log')} {port}")
        flock(users, LOCK_SH)
        flock(turns, LOCK_UN)
        process, port = map(int, running.read_text().split())
        yield f"http://127.0.0.1:{port}"
        flock(turns, LOCK_EX)
        with suppress(BlockingIOError):
            flock(users, LOCK_EX | LOCK_NB)
            running.unlink()
            os.kill(process, SIGTERM)


def _started(chromium: Browser, port: int, lessons: Path, log: Path) -> int:
    """The number of a process that is an explorer, once it answers."""
    command = [sys.executable, "-m", "hierview", "app", "--port", str(port), "--headless", "--lessons", str(lessons)]
    environment = {**os.environ, "NO_COLOR": "1"}
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, env=environment)
    try:
        _wait_until_it_answers(chromium, port, process, log)
    except BaseException:
        process.kill()
        raise
    return process.pid


def _wait_until_it_answers(chromium: Browser, port: int, process: subprocess.Popen, log: Path) -> None:
    page = chromium.new_page()  # for its clock
    try:
        if until(page, lambda: process.poll() is not None or _answers(port)) and process.poll() is None:
            return
        pytest.fail(f"the server does not answer: {log.read_text(errors='replace')}")
    finally:
        page.close()


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE / 1000)
    try:
        connection.request("GET", "/_stcore/health")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def watched(page: Page, problems: list[str]) -> Page:
    """The page, with everything that must not happen in it noted in `problems`."""

    def request(url: str) -> None:
        if not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "blob:", "data:")):
            problems.append(f"request to {url[:200]}")

    def dialog(shown) -> None:
        if shown.type == "beforeunload":  # tests leave unsaved work behind; that it asks has a test of its own
            return shown.accept()
        problems.append(f"dialog: {shown.message}")
        return shown.dismiss()

    page.on("request", lambda r: request(r.url))
    page.on("websocket", lambda w: request(w.url))
    page.on("dialog", dialog)
    page.on("pageerror", lambda error: problems.append(f"page error: {error}"))
    page.on("console", lambda m: problems.append(f"console: {m.text}") if m.type == "error" else None)
    page.on("response", lambda r: problems.append(f"{r.status} from {r.url}") if r.status >= 400 else None)
    return page


class Visits:
    """Opens pages, one browser context for each way of looking, and keeps what went wrong in them."""

    def __init__(self, browser: Browser, server: str):
        self.browser, self.server = browser, server
        self.problems: list[str] = []
        self._pages: dict[str, Explorer] = {}
        self._desks: dict[str, Desk] = {}
        self._visitors: list[BrowserContext] = []
        self._tabs: list[Page] = []

    def page(self, look: str = "wide") -> Explorer:
        """The page of a look, the same for all tests: opening an address starts it anew."""
        if look not in self._pages:
            self._pages[look] = self._new(self.browser.new_context(**LOOKS[look]))
        return self._pages[look]

    def desk(self, look: str = "wide") -> Desk:
        """Editor and viewers without the page around them, the same for all tests."""
        if look not in self._desks:
            self._desks[look] = Desk(self._watched(self.browser.new_context(**LOOKS[look])))
        return self._desks[look]

    def tab(self, look: str = "wide") -> Explorer:
        """Another tab of the same visitor, for one test; what the browser has loaded once it does not load again."""
        tab = Explorer(watched(self.page(look).page.context.new_page(), self.problems), self.server)
        self._tabs.append(tab.page)
        return tab

    def another(self, look: str = "wide") -> Explorer:
        """The page of somebody else, for one test."""
        self._visitors.append(self.browser.new_context(**LOOKS[look]))
        return self._new(self._visitors[-1])

    def _watched(self, context: BrowserContext) -> Page:
        context.set_default_timeout(PATIENCE)
        return watched(context.new_page(), self.problems)

    def _new(self, context: BrowserContext) -> Explorer:
        return Explorer(self._watched(context), self.server)

    def end(self) -> list[str]:
        """What went wrong since the last time, error boxes included; every visit of the next test begins anew."""
        for explorer in self._pages.values():
            self.problems += explorer.error_boxes()
            explorer.visited = False
        for opened in (self._visitors, self._tabs):
            while opened:
                opened.pop().close()
        found, self.problems[:] = list(self.problems), []
        return found


@pytest.fixture(scope="session")
def _visits(chromium, server) -> Visits:
    return Visits(chromium, server)


@pytest.fixture
def visits(_visits: Visits):
    """Pages by look; a test fails where one of them asks for something outside, errs, or shows an error box."""
    _visits.end()
    yield _visits
    found = _visits.end()
    assert not found, found


@pytest.fixture
def page(visits: Visits) -> Explorer:
    """The explorer at 1280 x 800 in light."""
    return visits.page()


@pytest.fixture
def phone(visits: Visits) -> Explorer:
    """The explorer at 390 x 844 with touch."""
    return visits.page("phone")


@pytest.fixture
def desk(visits: Visits) -> Desk:
    """Editor and viewers without the page around them, at 1280 x 800."""
    return visits.desk()


@pytest.fixture
def pocket(visits: Visits) -> Desk:
    """Editor and viewers without the page around them, at 390 x 844 with touch."""
    return visits.desk("phone")
