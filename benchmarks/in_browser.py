"""What the benchmarks in a browser share: a server, a page that tells the time, and the bare checkbox beside them."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
CHECKS = 40
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-headless-shell")  # with windows, as visitors have it

# Looks into shadow roots, which stay while it looks: to search a large page for them again would take a processor from
# it. Clicks, and resolves with the milliseconds until `done` holds and is painted.
IN_PAGE = """() => {
const inside = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot ? roots(e.shadowRoot) : []);
const roots = (root) => [root, ...inside(root)];
let known = roots(document);
window.all = (selector) => {
  const look = () => known.flatMap((root) => [...root.querySelectorAll(selector)]);
  const seen = known.some((root) => root.host && !root.host.isConnected) ? [] : look();
  return seen.length ? seen : (known = roots(document), look());
};
window.text = (selector) => all(selector).map((e) => e.textContent.trim().replace(/\\s+/g, " "));
window.timed = (click, done) => new Promise((resolve) => {
  const start = performance.now();
  click();
  const look = () => done() ? requestAnimationFrame(() => resolve(performance.now() - start)) : setTimeout(look, 4);
  look();
});
}"""
CHECKBOX = """(wanted) => timed(
  () => all("input[type=checkbox]")[0].click(), () => text("p.said")[0] === wanted)"""


@contextmanager
def serving(*command: str, python: str | Path = sys.executable, folder: Path = ROOT) -> Iterator[str]:
    """A server started by `python -m command` in a folder, by its address. Raises OSError where it does not answer."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [python, "-m", *(part.format(port=port) for part in command)],
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        opener = build_opener(ProxyHandler({}))
        for _ in range(300):
            try:
                opener.open(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).close()
                break
            except OSError:
                time.sleep(0.2)
        else:
            raise OSError(f"{' '.join(command)} does not answer")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def settled(page: Page) -> None:
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(state="attached")


def checkbox(browser: Browser) -> list[float]:
    """Milliseconds from a click on a bare checkbox until the text beside it has changed."""
    bare = ("streamlit", "run", "benchmarks/checkbox_app.py", "--server.port", "{port}", "--server.headless", "true")
    with serving(*bare) as address:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        page.locator("p.said").wait_for()
        page.evaluate(IN_PAGE)
        checks = []
        for i in range(CHECKS):
            settled(page)
            page.wait_for_timeout(100)
            checks.append(page.evaluate(CHECKBOX, "off" if i % 2 else "on"))
        page.close()
    return checks
