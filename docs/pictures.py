"""The pictures of README and guides: as hierview draws them today. `make pictures` runs this."""

import re
import shutil
import sys
from collections.abc import Iterable
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


# What the handbook shows of the explorer, by address and height.
SCREENS = {
    "explore": ("/?c=15&printed=1&m=LCaF", 1500),
    "guess": ("/?c=12a&ask=1", 640),
    "lesson": ("/lessons?lesson=05-who-belongs-to-whom&stage=1", 800),
    "workbench": ("/workbench?v=behaviour", 800),
    "study": ("/study?study=k15/15&by=GIE", 900),
}


def stand_in(folder: Path) -> None:
    """Empty pictures in place of the screenshots, for who builds the pages alone."""
    for name in SCREENS:
        shutil.copy(FOLDER / "explore.png", folder / f"{name}.png")


def screens(folder: Path, names: Iterable[str] = SCREENS) -> None:
    """Save what a browser 1280 pixels wide shows of the explorer. Needs Playwright and Chromium."""
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from benchmarks.in_browser import ARGS, CHROMIUM, serving, settled

    app = ("hierview", "app", "--port", "{port}", "--headless")
    with serving(*app) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for name in names:
            path, height = SCREENS[name]
            page = browser.new_page(viewport={"width": 1280, "height": height})
            page.goto(f"{address}{path}")
            page.locator("h1, h2").first.wait_for()
            settled(page)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{name}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    for name in FIGURES:
        (FOLDER / name).write_bytes(figure(name))
    (FOLDER / "floors.png").write_bytes(floors())
    screens(FOLDER, ["explore"])
