"""Who may import whom: the table of rooms in docs/architecture.md, kept true by reading the imports themselves."""

import ast
import importlib
import os
import re
import subprocess
import symtable
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import markupsafe
import networkx as nx
import pytest

from docs import pictures
from tests.each import each
from tests.processes import PATIENCE
from tests.samples import ROOT

PACKAGE = "hierview"

FILES = sorted((ROOT / PACKAGE).rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(ROOT / PACKAGE).with_suffix("").parts[0]


EVERY = {room_of(path) for path in FILES}


TABLE = pictures.table()
STANDS_ON = nx.DiGraph()
STANDS_ON.add_nodes_from(TABLE)
STANDS_ON.add_edges_from(pictures.rooms())


FLATS = {path.parent.name for path in (ROOT / PACKAGE).glob("*/flat.json")}
CORE = set(TABLE) - FLATS
# Rooms that a flat has, too, from the top down; what it computes knows none of them, and does not draw.
LAYERS = ("cli", "ui", "publish", "markup")
SHOWING = {*LAYERS, "draw", "glossary", "flats"}


def layer_of(path: Path) -> str:
    """The layer of a flat's file; "" for what it computes, and in the core."""
    parts = path.relative_to(ROOT / PACKAGE).parts
    return parts[1] if parts[0] in FLATS and parts[1] in LAYERS else ""


def allowed(room: str, layer: str = "") -> tuple[set[str], set[str]]:
    """What a room, or a layer of a flat, may import from us, and from outside beside the standard library.

    A layer of a flat is called by both names, as in `study.ui`.
    """
    if room not in TABLE:  # the package itself
        return EVERY - {"ui", "cli"} if room != "__main__" else {"cli"}, set()
    if room in CORE:
        return {room} | nx.descendants(STANDS_ON, room), TABLE[room][1]
    ours, outside = allowed(layer) if layer else (set(), set())
    ours |= CORE - SHOWING
    flats = {room} | nx.descendants(STANDS_ON, room) & FLATS
    layers = {""} | ours & {*LAYERS}
    return ours | {f"{flat}.{one}".rstrip(".") for flat in flats for one in layers}, outside | TABLE[room][1]


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, by its full name, with the line: at the top, within functions, for types."""
    yield from _imports(path.relative_to(ROOT).with_suffix("").parts, path.read_text(encoding="utf-8"))


@cache
def _imports(parts: tuple[str, ...], text: str) -> tuple[tuple[str, int], ...]:
    return tuple(_imported(parts, text))


def _imported(parts: tuple[str, ...], text: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = parts[: len(parts) - node.level] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from . import x`, `from hierview import x`: x may be a room.
            yield from ((f"{module}.{alias.name}", node.lineno) for alias in node.names)
        elif (
            isinstance(node, ast.Call)
            and (getattr(node.func, "attr", "") or getattr(node.func, "id", "")).endswith("import_module")
            and isinstance(named := node.args[0], ast.Constant)
        ):
            module = str(named.value).lstrip(".")
            level = len(str(named.value)) - len(module)
            yield ".".join([*parts[: len(parts) - level], module] if level else [module]), node.lineno


def faults(path: Path) -> list[str]:
    """The imports of a file that the table does not allow."""
    ours, outside = allowed(room_of(path), layer_of(path))
    found = []
    for module, line in imports(path):
        first, *rest = module.split(".")
        if first == PACKAGE:
            # A name that is no room comes from the package itself: the version.
            room = rest[0] if rest and rest[0] in EVERY else "__init__"
            fine = (".".join(rest[:2]) if room in FLATS and rest[1:2] and rest[1] in LAYERS else room) in ours
        else:
            fine = first in sys.stdlib_module_names or first in outside
        if not fine:
            found.append(f"{path.relative_to(ROOT)}:{line} imports {module}")
    return found


def test_the_table_names_every_room_and_what_it_stands_on():
    """Each with the nearest rooms below it that it imports: neither more nor less than the imports say."""
    assert set(TABLE) == EVERY - {"__init__", "__main__", "notebook"}
    used = {(room_of(path), module.split(".")[1]) for path in FILES for module, _ in imports(path) if "." in module}
    edges = [(room, below) for room, below in used if {room, below} <= set(TABLE) and room != below]
    assert set(nx.transitive_reduction(nx.DiGraph(edges)).edges) == set(STANDS_ON.edges)


def test_the_picture_of_the_rooms_is_todays():
    assert (pictures.FOLDER / "floors.png").read_bytes() == pictures.floors()


PLACE = r"`(hierview/[\w/]+\.(?:py|js))(?::(\w+))?`"


def test_the_walks_lead_to_what_is_there():
    places = re.findall(PLACE, pictures.TABLE.read_text(encoding="utf-8"))
    assert len(places) >= 20
    for path, name in places:
        assert (ROOT / path).is_file(), path
        source = (ROOT / path).read_text(encoding="utf-8")
        assert not name or re.search(rf"^(?:def|class) {name}\b", source, re.MULTILINE), f"{path}:{name}"


def test_the_core_imports_no_flat():
    """The front door's names of flats stand in its stub."""
    assert sorted(FLATS) == ["classify", "lessons", "study", "workbench"]
    for path in FILES:
        of_flats = [line for module, line in imports(path) if {*module.split(".")[1:2]} & FLATS]
        assert of_flats == [] or room_of(path) in FLATS, path


@each("path", FILES)
def test_rooms_import_what_the_table_allows(path: Path):
    assert faults(path) == []


def test_measures_and_drawing_do_not_know_each_other():
    for room, other in (("measures", "draw"), ("draw", "measures")):
        assert other not in allowed(room)[0]
        for path in (ROOT / PACKAGE / room).rglob("*.py"):
            assert not [m for m, _ in imports(path) if m.startswith(f"{PACKAGE}.{other}")]


def test_only_the_ui_knows_streamlit():
    users = [path for path in FILES if any(m.split(".")[0] == "streamlit" for m, _ in imports(path))]
    assert {layer_of(path) or room_of(path) for path in users} == {"ui"}
    for name in ("app.py", "hierview/ui/shell/script.py"):
        modules = {module for module, _ in imports(ROOT / name)}
        assert all(module.startswith((f"{PACKAGE}.ui", "streamlit")) for module in modules)
        assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= 20


def test_tests_take_from_each_other_what_is_there():
    """Also those that `make quick` does not import."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    tables = ((path, symtable.symtable(path.read_text(encoding="utf-8"), path.name, "exec")) for path in files)
    names = {path: {*table.get_identifiers()} for path, table in tables}
    for path in files:
        for module, line in imports(path):
            source, _, name = module.rpartition(".")
            there = names.get(ROOT.joinpath(*source.split(".")).with_suffix(".py"))
            assert there is None or name in there, f"{path}:{line}"


def test_no_folder_has_more_than_fourteen_modules():
    modules = Counter(path.parent for path in FILES if path.name != "__init__.py")
    assert max(modules.values()) <= 14, modules.most_common(3)


@pytest.mark.filterwarnings("ignore:.* is now .*:DeprecationWarning")
def test_modules_are_found_under_their_names_of_before():
    pairs = [
        line.split() for line in (ROOT / PACKAGE / "moved" / "modules.txt").read_text(encoding="utf-8").splitlines()
    ]
    assert len(pairs) > 50
    for old, new in pairs:
        sys.modules.pop(old, None)  # where another test asked for it
        with pytest.warns(DeprecationWarning, match=re.escape(new)):
            former = importlib.import_module(old)
        now = vars(importlib.import_module(new))
        assert {name for name in now if not name.startswith("__")} <= set(vars(former))
        del sys.modules[old]


def test_the_oracle_shares_no_code_with_what_it_judges():
    for path in (ROOT / "tests" / "oracle").rglob("*.py"):
        assert not [m for m, _ in imports(path) if m.split(".")[0] == PACKAGE]


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def cycles(paths: list[Path]) -> set[frozenset[str]]:
    """Groups of modules that lead to each other by their imports: at the top, within functions, for types."""
    modules = {module_of(path): path for path in paths}
    graph = nx.DiGraph()
    for module, path in modules.items():
        for imported, _ in imports(path):
            while imported and imported not in modules:
                imported = imported.rpartition(".")[0]
            if imported:
                graph.add_edge(module, imported)
    groups = {frozenset(group) for group in nx.strongly_connected_components(graph) if len(group) > 1}
    return groups | {frozenset({module}) for module in nx.nodes_with_selfloops(graph)}


def test_no_module_imports_one_that_imports_it():
    assert cycles(FILES) == set()


@pytest.mark.parametrize(
    "line",
    [
        "from .first import name",
        "from . import first",
        "from hierview.measures import first",
        "import hierview.measures.first",
        "def f():\n    from .first import name",
        "from importlib import import_module\nimport_module('.first', __package__)",
        "import importlib\nimportlib.import_module('hierview.measures.first')",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .first import name",
        "from .third import name",
    ],
)
def test_a_cycle_is_found(line: str, tmp_path: Path, monkeypatch):
    """However it is written, and over how many modules it goes."""
    room = tmp_path / PACKAGE / "measures"
    room.mkdir(parents=True)
    paths = [room / f"{name}.py" for name in ("first", "second", "third")]
    for path, text in zip(paths, ("from .second import name\n", "import math\n", "from . import first\n"), strict=True):
        path.write_text(text)
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert cycles(paths) == set()
    paths[1].write_text(line + "\n")
    group = {"first", "second", "third"} if "third" in line else {"first", "second"}
    assert cycles(paths) == {frozenset(f"hierview.measures.{name}" for name in group)}


@pytest.mark.parametrize(
    "line",
    [
        "from ..draw import svg",
        "from .. import draw",
        "import hierview.draw.svg",
        "from hierview import draw",
        "def f():\n    from hierview.draw.svg import svg",
        "import streamlit as st",
        "from ..formats import load_case",
        "from .. import __version__",
    ],
)
def test_an_import_that_is_not_allowed_is_found(line: str, tmp_path: Path, monkeypatch):
    """However it is written."""
    path = tmp_path / PACKAGE / "measures" / "new.py"
    path.parent.mkdir(parents=True)
    path.write_text(
        "from ..model.case import Case\nfrom . import base\nfrom .base import Measure\nimport math, networkx\n"
    )
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert faults(path) == []
    path.write_text(line + "\n")
    assert faults(path)


def test_one_place_knows_session_state_and_the_address():
    """`query_params=` of a link is none of either."""
    names, texts = {"session_state", "query_params"}, {path: path.read_text(encoding="utf-8") for path in FILES}
    users = {
        str(path.relative_to(ROOT / PACKAGE))
        for path, text in texts.items()
        if any(name in text for name in names)
        for node in ast.walk(ast.parse(text))
        if {getattr(node, "attr", None), getattr(node, "name", None)} & names
    }
    assert users == {"ui/shell/page_state.py"}


EDITS_ANSWERED = """
import json, sys
from hierview.answers.answers import all_measures
from hierview.formats import preset, preset_names
from hierview.formats.typed.edgelines import write_edge_lines
from hierview.formats.typed.outline import write_outline
from hierview.ui.explore.address import state_of
from hierview.ui.explore.instant import reply_at_once
from hierview.ui.explore.page_token import encode

measures = all_measures()
for i, name in enumerate(preset_names()):
    draft, asked = preset(name), {"c": name, "m": str(measures[i % len(measures)]), "v": ("picture", "steps")[i % 2]}
    (top, *_, last), state = draft.hierarchy.top_down, state_of(asked)
    edits = [
        {"op": "mark", "name": last, "mark": "both"},
        {"op": "add", "name": "new", "parent": top},
        {"op": "link", "parent": last, "child": top},
        {"op": "text", "format": "outline", "text": write_outline(draft) + "  more [p]"},
        {"op": "text", "format": "edges", "text": write_edge_lines(draft) + f"\\n{last} > {top}"},
        {"op": "turn", "direction": "right"},
        {"op": "open", "row": "15"},
    ]
    for edit in edits[i % 4 :: 4]:
        log = [{**edit, "number": state.visit.last_edit + 1, "drawingVersion": state.visit.drawing_version}]
        found = reply_at_once(json.dumps({"page": encode(state), "log": log}).encode())
        assert found and found["editor"]["lastEdit"] == log[0]["number"], (name, edit)
roots = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(*sorted(roots - {"__main__"}))
"""


def test_what_answers_an_edit_needs_markupsafe_alone(tmp_path: Path):
    """Python without its installed packages (-S) but this one, of pure Python, answers edits of every preset."""
    (tmp_path / "markupsafe").mkdir()
    for path in Path(markupsafe.__file__).parent.glob("*.py"):
        (tmp_path / "markupsafe" / path.name).symlink_to(path)
    command, where = [sys.executable, "-S", "-c", EDITS_ANSWERED], os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, env=where)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert done.stdout.split() == [PACKAGE, "markupsafe"]
