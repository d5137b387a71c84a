"""Flats can be taken away: the core does its work without each, and says how to get what is missing."""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import networkx as nx
import pytest

import hierview
from hierview.errors import HierviewError
from hierview.flats import PACKAGE, SHIPPED, Flat, flat_with, flats, titles_with_flat_pages
from hierview.public import homes
from hierview.ui.host.beforehand import FurtherPage
from hierview.ui.shell.page_state import PageState
from tests.processes import PATIENCE
from tests.samples import ROOT
from tests.shell import output, python
from tests.test_rooms import FLATS, STANDS_ON, imports

EVERY = [flat.folder for flat in flats()]
HOMES = homes(PACKAGE / "__init__.pyi")
texts = pytest.importorskip("docs.texts", reason="Babel, which gathers texts, is not installed")


def test_each_table_names_what_is_there():
    assert {flat.folder for flat in flats()} == FLATS
    for flat in flats():
        for command in flat.commands:
            module = flat.load(f"cli.{command.replace('-', '_')}")
            assert {"add", "run", "EXAMPLES"} <= set(vars(module))
        for title, page in flat.pages.items():
            assert page.keys() == {"show", "state", "after"}
            assert isinstance(state := flat.load(page["state"]), PageState)
            assert (state.path, callable(flat.load(page["show"]))) == (title.lower(), True)
        assert set(flat.sized) <= set(flat.commands)
        assert all((PACKAGE / flat.folder / sheet).is_file() for sheet in (*flat.styles, *flat.page_styles))
        assert all(flat.load(place) is not None for place in flat.parts.values())


def test_each_command_is_a_file_of_its_flat():
    """A file without a line in the table is asked for by another one."""
    for flat in flats():
        modules = {path.stem for path in (PACKAGE / flat.folder / "cli").glob("*.py")}
        with_arguments = {name for name in modules if "\ndef add(" in _source(flat, name)}
        assert {command.replace("-", "_") for command in flat.commands} <= with_arguments


def _source(flat: Flat, name: str) -> str:
    return (PACKAGE / flat.folder / "cli" / f"{name}.py").read_text(encoding="utf-8")


def test_options_are_of_the_variables_that_are_read():
    variables = {name: option["variable"] for flat in flats() for name, option in flat.options.items()}
    library, gate = import_module("hierview.lessons.library"), import_module("hierview.ui.shell.gate")
    assert variables == {"lessons": library.FOLDER, "studies": gate.STUDIES}


def test_every_part_has_a_place_in_the_core():
    """A place that nobody asks is a mistyped name, and so is one that nobody fills."""
    asked = set()
    for path in PACKAGE.rglob("*.py"):
        asked |= set(re.findall(r'\b(?:part_at|parts_at)\(\s*"([^"]+)"\)', path.read_text(encoding="utf-8")))
    assert asked == {place for flat in flats() for place in flat.parts}
    (page,) = (flat.load(flat.parts["site.page"]) for flat in flats() if "site.page" in flat.parts)
    assert isinstance(page, FurtherPage)


def test_each_table_says_on_which_flats_it_stands():
    for flat in flats():
        assert set(flat.stands_on) == FLATS & set(STANDS_ON[flat.folder])


def test_it_is_known_what_hierviews_own_flats_have():
    """If not: `make texts`."""
    assert SHIPPED.read_text(encoding="utf-8") == texts.shipped()


def test_pages_of_flats_stand_where_they_say(monkeypatch):
    page = {"show": "", "state": ""}
    tables = (
        Flat("one", "", pages={"Late": {**page, "after": "Of another"}, "Alone": {**page, "after": "Gone"}}),
        Flat("two", "", pages={"Of another": {**page, "after": "First"}}),
    )
    monkeypatch.setattr(import_module("hierview.flats"), "flats", lambda: tables)
    assert titles_with_flat_pages(["First", "Last"]) == ["First", "Of another", "Late", "Last", "Alone"]


def test_what_no_flat_has_is_nobodys():
    assert flat_with("commands", "score") is None
    with pytest.raises(AttributeError, match="has no attribute 'Studdy'; did you mean 'Study'"):
        _ = hierview.Studdy


LOADED = "print(*[name for name in sys.modules if name.split('.')[1:2] and name.split('.')[1] in {flats!r}])"


@pytest.mark.parametrize(
    "code",
    [
        "import hierview",
        "import hierview; hierview.evaluate(hierview.load_case('15'), 'hF')",
        "from hierview.cli import main; main(['score', '15'])",
        "from hierview.cli import main; main(['open', 'cases/excerpts/LICENSES.md'])",
        "from hierview.cli import main; main(['table', '15', '--format', 'markdown'])",
    ],
)
def test_the_core_loads_no_module_of_a_flat(code: str):
    told = python(f"import sys\n{code}\nprint('loaded:')\n{LOADED.format(flats=FLATS)}")
    assert told.partition("loaded:\n")[2].strip() == ""


@pytest.fixture(scope="module", params=EVERY)
def without(request, tmp_path_factory) -> tuple[str, Path]:
    """The name of a flat, and a copy of the package that lacks its folder."""
    root = tmp_path_factory.mktemp(f"without-{request.param}")
    shutil.copytree(ROOT / "hierview", root / "hierview", ignore=shutil.ignore_patterns("__pycache__", request.param))
    shutil.copytree(ROOT / "cases", root / "cases")
    assert not (root / "hierview" / request.param).exists()
    return request.param, root


def gone_with(folder: str) -> list[str]:
    """A flat, and those that stand on it."""
    return [folder, *(nx.ancestors(STANDS_ON, folder) & FLATS)]


def in_copy(root: Path, code: str) -> str:
    return output(sys.executable, "-c", f"import sys\nsys.path.insert(0, {str(root)!r})\n{code}", cwd=root)


WORKS = """
import hierview
from hierview.cli import main
from hierview.ui.explore.desk import Desk

assert hierview.__file__.startswith({root!r}), hierview.__file__
assert hierview.evaluate(hierview.load_case("15"), "hF").value == 0.5
assert main(["check"]) == 0
assert main(["score", "15"]) == 0
assert main(["score", "15", "--measure", 'Formula("both / P", name="precision")']) == 0
page = Desk({{"c": "15"}}, "first").tell()
assert "LCaF" in page["show"]["answers"]
assert page["controls"]["side"] is not None
print("works")
"""


@pytest.mark.slow
def test_the_core_does_its_work_without_each_flat(without: tuple[str, Path]):
    _, root = without
    told = in_copy(root, WORKS.format(root=str(root)))
    assert "cases, " in told
    assert told.endswith("works\n")


@pytest.mark.slow
def test_a_command_or_name_of_a_missing_flat_says_how_to_get_it(without: tuple[str, Path]):
    folder, root = without
    lost = [one for one in flats() if one.folder in gone_with(folder)]
    for one in lost:
        way = f"of the part {one.folder} of hierview, which is not whole here: hierview/{folder} is missing; "
        for command in one.commands:
            done = subprocess.run(
                [sys.executable, "-m", "hierview", command, "--help"],
                cwd=root,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
            assert (done.returncode, done.stdout) == (2, "")
            assert done.stderr == f"hierview: '{command}' is {way}pip install --force-reinstall hierview brings it\n"
        for name in [name for name, module in HOMES.items() if module.split(".")[0] == one.folder]:
            code = (
                f"import hierview\ntry:\n    hierview.{name}\nexcept hierview.HierviewError as error:\n    print(error)"
            )
            assert in_copy(root, code).startswith(f"'{name}' is {way}")
    told = in_copy(root, "from hierview.cli import main\nmain(['--help'])")
    listed = {line.split()[0] for line in told.splitlines() if line.startswith("    ") and line.strip()}
    assert not listed & {command for one in lost for command in one.commands}
    assert listed >= {command for one in flats() if one not in lost for command in one.commands} - {"explain-number"}


PAGES = """
import json
from streamlit.testing.v1 import AppTest

def shown(at):
    assert not at.exception, at.exception
    return {{e.proto.id.split("-", 2)[-1]: json.loads(e.proto.json)[0] for e in at.get("bidi_component")}}

whole = AppTest.from_file("hierview/ui/shell/script.py", default_timeout=600)
whole.query_params.update(c="15", m="LCaF")
assert "LCaF" in shown(whole.run())["answers"]["html"]
print(json.dumps([link.proto.label for link in whole.get("page_link")]))
for title in {titles!r}:
    at = AppTest.from_string(f"from hierview.ui.shell.page import show_absent_page\\nshow_absent_page({{title!r}})")
    print(json.dumps(shown(at.run())["absent"]["html"]))
measures = "from hierview.ui.shell.page_state import note_arrival\\nfrom hierview.ui.measures.page import show\\n"
for asked in ({{"m": "LCaF"}}, {{"q": "dag-yes"}}):
    at = AppTest.from_string(f"{{measures}}note_arrival('measures')\\nshow()", default_timeout=600)
    at.query_params.update(asked)
    print(json.dumps(sorted(shown(at.run()))))
"""


@pytest.mark.slow
def test_the_pages_of_a_missing_flat_say_how_to_get_it(without: tuple[str, Path]):
    folder, root = without
    lost = [title for one in flats() if one.folder in gone_with(folder) for title in one.pages]
    bar, *absent, card, choice = map(json.loads, in_copy(root, PAGES.format(titles=lost)).splitlines())
    assert [title for title in bar if title in titles_with_flat_pages(["Explore", "Compare", "Measures"])] == [
        title for title in titles_with_flat_pages(["Explore", "Compare", "Measures"]) if title not in lost
    ]
    assert all(f"hierview/{folder} is missing" in markup for markup in absent)
    assert len(absent) == len(lost)
    chooses = "Workbench" not in lost
    assert ("signs" in card, "trouble" in card) == (chooses, False)
    assert ("choice" in choice, "trouble" in choice) == (chooses, not chooses)


def test_a_flat_without_the_one_that_it_stands_on_is_not_there(monkeypatch):
    """Nothing of it is offered, and the sentence names the folder that is missing."""
    tables = import_module("hierview.flats")
    there = {flat.folder: flat for flat in flats() if flat.folder != "workbench"}
    monkeypatch.setattr(tables, "_all_flats", lambda: there)
    tables.flats.cache_clear()
    try:
        assert [flat.folder for flat in tables.flats()] == ["classify", "study"]
        with pytest.raises(
            HierviewError, match=r"'lesson' is of the part lessons .*: hierview/workbench is missing; pip"
        ):
            flat_with("commands", "lesson")
    finally:
        monkeypatch.undo()
        tables.flats.cache_clear()


def reached(path: Path) -> set[str]:
    """What a test imports in the end of hierview, through other tests too."""
    found, waiting = set[str](), [path]
    seen = set(waiting)
    while waiting:
        for module, _ in imports(waiting.pop()):
            found.add(module)
            source = ROOT.joinpath(*module.split("."))
            for other in (source.with_suffix(".py"), source.parent.with_suffix(".py")):
                if module.startswith("tests.") and other.is_file() and other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return {module for module in found if module.startswith("hierview.")}


@pytest.mark.whole
@pytest.mark.slow
def test_the_tests_of_the_core_hold_without_each_flat(without: tuple[str, Path]):
    """Those that import nothing of it."""
    folder, root = without
    gone = {f"hierview.{name}" for name in gone_with(folder)}
    listed = output("git", "ls-files", cwd=ROOT).splitlines()
    for name in listed:
        if (ROOT / name).is_file() and not name.startswith(("hierview/", "cases/")):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
    files = sorted((ROOT / "tests").glob("test_*.py"))
    kept = [path for path in files if not any(module.startswith(tuple(gone)) for module in reached(path))]
    assert len(kept) > 40
    names = [path.relative_to(ROOT).as_posix() for path in kept if path.name not in OF_THE_WHOLE]
    quick = os.environ | {"HIERVIEW_SEARCH": "quick"}
    chosen = ("-q", "-n", "2", "-m", "not browser and not slow")
    output(sys.executable, "-m", "pytest", *chosen, *names, cwd=root, environment=quick)


# Tests of hierview as it is with all of its flats: of lists of what there is, the one catalogue, and documents.
OF_THE_WHOLE = {
    f"test_{name}.py" for name in ("rooms", "sizes", "docstrings", "languages", "handbook", "reference", "flats")
}
