"""The pictures of README and guides: as hierview draws them today. `make pictures` runs this."""

import re
import sys
from pathlib import Path

import hierview

FOLDER = Path(__file__).resolve().parent / "pictures"
FIGURES = {"pairs.png": ("pairs", "MGIA"), "sets.png": ("sets", "hF"), "lca.png": ("lca", "LCaF")}
TABLE = FOLDER.parent / "architecture.md"


def figure(name: str) -> bytes:
    """The PNG file of one picture of case 15, as `hierview figure 15` writes it."""
    panel, measure = FIGURES[name]
    return hierview.figure("15", panel, measure=measure, format="png")


def table() -> dict[str, tuple[set[str], set[str]]]:
    """Each room of docs/architecture.md with the rooms that it stands on, and what else it may import."""
    rows = [line.split("|")[1:5] for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    words = [[set(re.findall(r"\w+", cell)) for cell in row] for row in rows]
    return {room: (below, outside) for rooms, _, below, outside in words for room in rooms}


def rooms() -> list[tuple[str, str]]:
    """Every room with each that it stands on."""
    return sorted((room, lower) for room, (below, _) in table().items() for lower in below)


def floors() -> bytes:
    """The PNG file of the rooms; measures and draw, which never meet, are marked."""
    return hierview.figure(hierview.Case.of(rooms(), ["measures"], ["draw"]), "hierarchy", format="png")


def photograph(path: Path) -> None:
    """Save what a browser of 1280 × 1500 pixels shows of case 15 under LCaF. Needs Playwright and Chromium."""
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from benchmarks.in_browser import ARGS, CHROMIUM, serving, settled

    app = ("hierview", "app", "--port", "{port}", "--headless")
    with serving(*app) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        page = browser.new_page(viewport={"width": 1280, "height": 1500})
        page.goto(f"{address}/?c=15&printed=1&m=LCaF")
        page.get_by_text("Why is LCaF 0.5?").wait_for()
        settled(page)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=path)
        browser.close()


if __name__ == "__main__":
    for name in FIGURES:
        (FOLDER / name).write_bytes(figure(name))
    (FOLDER / "floors.png").write_bytes(floors())
    photograph(FOLDER / "explore.png")
