"""The README's pictures: three figures and the first page, as hierview makes them today. `make pictures` runs this."""

import sys
from pathlib import Path

import hierview

FOLDER = Path(__file__).resolve().parent / "pictures"
FIGURES = {"pairs.png": ("pairs", "MGIA"), "sets.png": ("sets", "hF"), "lca.png": ("lca", "LCaF")}


def figure(name: str) -> bytes:
    """The PNG file of one picture of case 15, as `hierview figure 15` writes it."""
    panel, measure = FIGURES[name]
    return hierview.figure("15", panel, measure=measure, format="png")


def photograph(path: Path) -> None:
    """Save what a browser of 1280 × 1500 pixels shows of case 15 under LCaF. Needs Playwright and Chromium."""
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from benchmarks.in_browser import ARGS, CHROMIUM, serving, settled

    app = ("hierview", "app", "--port", "{port}", "--headless")
    with serving(*app) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        page = browser.new_page(viewport={"width": 1280, "height": 1500})
        page.goto(f"{address}/?c=15&m=LCaF")
        page.get_by_text("Why is LCaF 0.5?").wait_for()
        settled(page)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=path)
        browser.close()


if __name__ == "__main__":
    for name in FIGURES:
        (FOLDER / name).write_bytes(figure(name))
    photograph(FOLDER / "explore.png")
