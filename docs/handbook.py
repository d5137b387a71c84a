"""The handbook: pages whose every number, picture and command is made by hierview. `make handbook` runs this."""

import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from html import escape
from html.parser import HTMLParser
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from docs import generated, pictures  # noqa: E402
from docs.blocks import BlockError, Page  # noqa: E402
from hierview.draw.scenes.style import PAGE_DARK, PAGE_LIGHT, css_colours  # noqa: E402
from hierview.ui.host.site import PYODIDE, write_site  # noqa: E402

DOCS = ROOT / "docs"
OUTPUT = ROOT / "build" / "handbook"
MOST_LEFT_OUT = 15
# Files of the project that are pages, too, or that a page is made of.
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "SECURITY.md": "security.md",
    "packaging/RELEASING.md": "releasing.md",
    "benchmarks/README.md": "performance.md",
}
FILES = "-files"  # ends the name of the folder beside a page in which its blocks run
LINK = re.compile(r"(!?\[[^\]]*\])\(([^)\s]+)\)")


def sources() -> dict[str, str]:
    """The pages that are written, by their paths below the handbook, with links among each other."""
    pages = {str(path.relative_to(DOCS)): path for path in sorted(DOCS.rglob("*.md")) if "site" not in path.parts}
    texts = {page: relinked(path.read_text(encoding="utf-8"), path, page) for page, path in pages.items()}
    for path, page in ELSEWHERE.items():
        texts[page] = relinked((ROOT / path).read_text(encoding="utf-8"), ROOT / path, page)
    texts["measures.md"] += generated.card_list()
    texts["tools.md"] += generated.tool_list()
    texts["lessons.md"] += generated.lesson_list()
    decisions = "\n".join(Path(page).stem for page in texts if page.startswith("decisions/") and "README" not in page)
    texts["decisions/README.md"] += f"\n```{{toctree}}\n:hidden:\n{decisions}\n```\n"
    return texts


def relinked(text: str, path: Path, page: str) -> str:
    """The text of a page with its links to files of the project led to the pages that they are; others are no links."""

    def led(match: re.Match[str]) -> str:
        words, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match[0]
        file, hash_, anchor = target.partition("#")
        full = os.path.relpath(os.path.normpath(path.parent / file), ROOT)
        to = ELSEWHERE.get(full) or (full.removeprefix("docs/") if full.startswith("docs/") else "")
        if not to:
            return match[0] if words.startswith("!") else words[1:-1]
        return f"{words}({os.path.relpath(to, Path(page).parent)}{hash_}{anchor})"

    return LINK.sub(led, text)


def led_to_explorer(text: str, page: str) -> str:
    """The text of a page whose links to Explore and to lessons lead to those in the handbook's own folder."""
    here = os.path.relpath("explore", Path(page).parent)

    def led(match: re.Match[str]) -> str:
        words, room, query = match.groups()  # as HTML: what is there later Sphinx does not know
        return f'<a href="{here}/{room or "index"}.html?{escape(query)}">{escape(words)}</a>'

    text = re.sub(rf"\[([^\]]*)\]\({generated.LOCAL}/(lessons)?\?([^)\s]*)\)", led, text)
    return text.replace(f"]({generated.LOCAL}", f"]({generated.EXPLORER}")


def _prepared() -> None:
    # Nothing is compiled for a few instances; programs find this checkout.
    os.environ.update({"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)})


def write_page(source: Path, quick: bool, page: str, text: str) -> list[str]:
    """Write one page with its blocks run; returns those that cannot be."""
    path = source / page
    made = Page(page, led_to_explorer(text, page), path.with_name(f"{path.stem}{FILES}"), quick)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Blocks of CONTRIBUTING are files of a whole; tests/test_contributing.py puts them there and runs them.
    path.write_text(text if page == "contributing.md" else made.made(), encoding="utf-8")
    return made.left_out


def write_made(source: Path, quick: bool, page: str, make: Callable[..., str], *arguments: str) -> list[str]:
    """Write a page that a function makes, where many do so at a time."""
    return write_page(source, quick, page, make(*arguments))


def write_sources(source: Path, output: Path, quick: bool) -> None:
    """Write all pages, the screenshots and the reference; BlockError where a block fails or too many are left."""
    (source / "pictures").mkdir()
    (source / "pictures" / "floors.png").write_bytes(pictures.floors())
    screens = source / "screens"
    screens.mkdir()
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), _prepared) as pool:
        # What takes longest begins.
        others = [pool.submit(pictures.stand_in if quick else pictures.screens, screens)]
        others += [] if quick else [pool.submit(write_reference, output / "api")]
        pages = sorted(sources().items(), key=lambda page: page[0] not in ("shell.md", "tutorials/propose.md"))
        made = [pool.submit(write_page, source, quick, page, text) for page, text in pages]
        made += [pool.submit(write_made, source, quick, f"{name}.md", make) for name, make in generated.PAGES.items()]
        for _, names in generated.cards():
            for name in names:
                page = f"measures/{name}.md"
                made.append(pool.submit(write_made, source, quick, page, generated.measure_page, name))
        for key in generated.tools():
            page = f"tools/{generated.tool_file(key)}.md"
            made.append(pool.submit(write_made, source, quick, page, generated.tool_page, key))
        wrong = [str(error) for task in [*made, *others] if (error := task.exception())]
    if wrong:
        raise BlockError("\n\n".join(wrong))
    left_out = [words for task in made for words in task.result()]
    if len(left_out) > MOST_LEFT_OUT:
        raise BlockError(f"{len(left_out)} blocks are not run, {MOST_LEFT_OUT} at most:\n" + "\n".join(left_out))
    print(f"{len(left_out)} blocks are not run:", *left_out, sep="\n  ")


def write_reference(folder: Path) -> None:
    """Write the reference of the Python interface."""
    from docs import reference

    reference.build(folder, reference.modules())


def colours() -> str:
    """The explorer's colours as Furo's pages read them: light, dark where the reader or the reader's system says so."""
    light, dark = css_colours(PAGE_LIGHT), css_colours(PAGE_DARK)
    # The frame of a figure that the dark inverts: its line is the page's after that.
    dark += f"--hv-turned-line:#{0xFFFFFF - int(PAGE_DARK['line'][1:], 16):06X};"
    system = f'@media (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {{ {dark} }} }}'
    return f'body {{ {light} }}\n{system}\nbody[data-theme="dark"] {{ {dark} }}\n'


def set_pages(source: Path, output: Path) -> None:
    """Set the pages as HTML; every warning of Sphinx ends it."""
    from sphinx.cmd.build import build_main

    static = source / "_static"
    static.mkdir()
    room = ROOT / "hierview"
    letters = room / "draw" / "typefaces" / "SourceSans3-Regular.ttf"
    for file in (DOCS / "site" / "handbook.css", room / "ui" / "viewer" / "viewer.css", letters):
        shutil.copy(file, static)
    (static / "colours.css").write_text(colours(), encoding="utf-8")
    settings = ["-c", str(DOCS / "site"), "-d", str(source.parent / "doctrees"), "-D", f"html_static_path={static}"]
    if build_main(["-b", "html", "-j", "2", "-W", "--keep-going", "-q", *settings, str(source), str(output)]):
        raise SystemExit("The handbook was not built.")
    # What blocks wrote and pages lead to.
    for page in source.rglob("*.md"):
        folder = page.with_name(f"{page.stem}{FILES}")
        for name in set(re.findall(rf"{re.escape(folder.name)}/([\w.-]+)", page.read_text(encoding="utf-8"))):
            to = output / folder.relative_to(source) / name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder / name, to)


class Addresses(HTMLParser):
    """What a page leads to and loads, and the places in it that can be led to."""

    def __init__(self) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.loads: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        self.places |= {given[name] for name in ("id", "name") if name in given}
        found = [given[name] for name in ("href", "src", "srcset", "data", "poster", "action") if name in given]
        (self.leads if tag in ("a", "form") else self.loads).extend(found)


def faults(output: Path, without: tuple[str, ...] = ()) -> list[str]:
    """Links that lead nowhere, and what is loaded from elsewhere. without: folders that were not built."""
    pages = {}
    for path in output.rglob("*.html"):
        if "api" not in path.relative_to(output).parts:
            pages[path] = Addresses()
            pages[path].feed(path.read_text(encoding="utf-8"))
    wrong = []
    for path, page in pages.items():
        where = path.relative_to(output)
        wrong += [f"{where} loads {address}" for address in page.loads if urlsplit(address).netloc]
        for address in page.leads + page.loads:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or address.startswith("data:"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if any(folder in target.parts for folder in without):
                continue
            if not target.exists():
                wrong.append(f"{where} leads to {address}, which there is not")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
                wrong.append(f"{where} leads to {address}, a place that there is not")
    return wrong


def build(output: Path, quick: bool) -> None:
    """Build the handbook in a folder; quick: without screenshots, the reference, and blocks that take long."""
    work = output.with_name(f"{output.name}-source")
    for folder in (work, output):
        shutil.rmtree(folder, ignore_errors=True)
    source = work / "pages"
    source.mkdir(parents=True)
    began = time.monotonic()
    write_sources(source, output, quick)
    print(f"All is written after {time.monotonic() - began:.0f} s.", flush=True)
    set_pages(source, output)
    if not quick:
        write_site(output / "explore", ROOT / ".venv" / f"pyodide-{PYODIDE}.tgz")
    if wrong := faults(output, without=("api", "explore") if quick else ()):
        raise SystemExit("\n".join(wrong))
    shutil.rmtree(work)


if __name__ == "__main__":
    try:
        quick = "--quick" in sys.argv
        build(OUTPUT.with_name("handbook-quick") if quick else OUTPUT, quick)
    except BlockError as error:
        raise SystemExit(str(error)) from None
