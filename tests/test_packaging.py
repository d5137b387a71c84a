"""What is shipped: free licences, the declared dependencies, and a wheel that runs alone."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.parser import Parser
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from playwright.sync_api import sync_playwright
from streamlit import config

import hierview
from hierview.errors import EXTRAS
from hierview.lessons.template import TEMPLATE
from tests.chromium import program
from tests.effort import sampled
from tests.processes import PATIENCE, free_port, serving
from tests.samples import ROOT
from tests.shell import output

pytestmark = pytest.mark.slow

CONFIG = ROOT / ".streamlit" / "config.toml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def read_requirements() -> list[Requirement]:
    lines = (line.partition("#")[0].strip() for line in (ROOT / "requirements.txt").read_text().splitlines())
    return [Requirement(line) for line in lines if line]


def runtime_distributions(requirements: Iterable[Requirement] = ()) -> dict[str, metadata.Distribution]:
    """Everything that an installation of requirements brings, by name; of requirements.txt, if of nothing else."""
    found: dict[str, metadata.Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(requirement, "") for requirement in requirements or read_requirements()]
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        found.setdefault(name, metadata.distribution(name))
        for wanted in {"", *requirement.extras}:
            if (name, wanted) not in seen:
                seen.add((name, wanted))
                waiting += [(Requirement(text), wanted) for text in found[name].requires or ()]
    return found


def link_distributions(folder: Path, *requirements: Requirement) -> None:
    """Everything that an installation of requirements brings, as links in a folder."""
    for distribution in runtime_distributions(requirements).values():
        for top in {file.parts[0] for file in distribution.files or ()} - {"..", "__pycache__"}:
            if not (folder / top).exists():
                (folder / top).symlink_to(Path(str(distribution.locate_file(top))).resolve())


def declared_licence(distribution: metadata.Distribution) -> str:
    """The licence as the project declares it; of a whole text pasted in, the first line."""
    fields = distribution.metadata
    classifiers = [c for c in fields.get_all("Classifier") or () if c.startswith("License ::")]
    lines = (fields.get("License") or "").strip().splitlines()
    return fields.get("License-Expression") or "; ".join(classifiers) or (lines[0] if lines else "")


def is_gpl(licence: str) -> bool:
    """Whether every alternative of the licence is the GPL or the AGPL; the LGPL and the MPL are fine."""
    strict = r"(?<!L)GPL|(?<!Lesser )(?<!Library )General Public License|Affero"
    return all(re.search(strict, choice) for choice in licence.split(" OR "))


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("GPL-3.0-or-later", True),
        ("AGPL-3.0-only", True),
        ("License :: OSI Approved :: GNU General Public License v3 (GPLv3)", True),
        ("MIT OR GPL-2.0-only", False),
        ("LGPL-2.1-or-later", False),
        ("License :: OSI Approved :: GNU Lesser General Public License v3 (LGPLv3)", False),
        ("MPL-2.0", False),
    ],
)
def test_is_gpl(licence: str, expected: bool) -> None:
    assert is_gpl(licence) == expected


def test_no_runtime_dependency_is_gpl() -> None:
    licences = {name: declared_licence(found) for name, found in runtime_distributions().items()}
    assert {"streamlit", "networkx", "certifi", "numba", "llvmlite"} <= set(licences)
    assert {name: text for name, text in licences.items() if not text or is_gpl(text)} == {}


def test_requirements_txt_is_the_union_of_dependencies_and_extras() -> None:
    extras = (text for texts in PROJECT["optional-dependencies"].values() for text in texts)
    named = map(Requirement, (*PROJECT["dependencies"], *extras))
    declared = {str(one) for one in named if one.name != "hierview"}  # an extra that holds another
    listed = [str(requirement) for requirement in read_requirements()]
    assert set(listed) == declared
    assert len(listed) == len({Requirement(text).name for text in listed})


def test_sentences_on_missing_packages_name_the_extras_that_bring_them() -> None:
    brought = PROJECT["optional-dependencies"]
    of_package = metadata.packages_distributions()
    assert EXTRAS.keys() == brought.keys()
    for extra, packages in EXTRAS.items():
        names = {canonicalize_name(Requirement(text).name) for text in brought[extra]}
        for package in packages:
            assert names & {*map(canonicalize_name, of_package[package])}, (extra, package)


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables of a Python that finds this checkout and what `pip install hierview` brings, and no more, with -S."""
    folder = tmp_path_factory.mktemp("core")
    link_distributions(folder, *map(Requirement, PROJECT["dependencies"]))
    return os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}


@pytest.mark.parametrize(
    ("arguments", "extra"),
    sampled(
        [
            ("check", ""),
            ("figure 15 --steps 1,2 -o steps.tex", ""),
            ("figure 15 -o case.svg", ""),
            ("disagree MGIA LCaF", ""),
            ("open list.yaml", ""),
            ("figure 15 -o case.pdf", "figures"),
            ("figure 15 -o case.html", "figures"),
            ("lesson check lesson.md", "app"),
            ("app", "app"),
            ("study h.tsv --true gold.tsv --run gold.tsv", ""),
            ("classify --demo", "classifiers"),
        ],
        5,
    ),
)
def test_the_core_alone_does_its_part_and_names_the_extra_for_the_rest(
    arguments: str, extra: str, core: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "list.yaml").write_text("Arts:\n  Music: {Pop: , Rock: }\n  Theater:\n")
    (tmp_path / "lesson.md").write_text(TEMPLATE)
    (tmp_path / "h.tsv").write_text("Arts\tMusic\nArts\tTheater\n")
    (tmp_path / "gold.tsv").write_text("1\tMusic\n2\tTheater\n")
    command = [sys.executable, "-S", "-m", "hierview", *arguments.split()]
    done = subprocess.run(command, cwd=tmp_path, env=core, capture_output=True, text=True, timeout=PATIENCE)
    said = f"which is not installed; pip install 'hierview[{extra}]' brings it"
    assert (done.returncode, said in done.stderr) == ((2, True) if extra else (0, False)), done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.whole
def test_the_core_alone_names_the_extra_in_python(core: dict[str, str]) -> None:
    for code in ("hierview.score", "hierview.figure('15', format='png')", "from hierview.classify import Flat"):
        command = [sys.executable, "-S", "-c", f"import hierview\n{code}"]
        done = subprocess.run(command, env=core, capture_output=True, text=True, timeout=PATIENCE)
        assert "hierview.errors.HierviewError: this needs " in done.stderr, done.stderr


def test_every_requirement_is_bounded() -> None:
    for requirement in read_requirements():
        assert {part.operator for part in requirement.specifier} == {">=", "<"}, requirement


def config_options(table: dict, prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from config_options(value, f"{prefix}{key}.")
        else:
            yield prefix + key


def test_streamlit_knows_every_option() -> None:
    for option in config_options(tomllib.loads(CONFIG.read_text())):
        config.get_option(option)  # an unknown name raises


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    output(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.slow
def test_wheel_holds_every_file(wheel: Path) -> None:
    def files(folder: Path) -> set[str]:
        return {
            path.relative_to(ROOT).as_posix()
            for path in folder.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts and path.name != ".DS_Store"
        }

    folders = files(ROOT / "cases") | files(ROOT / "examples")
    carried = {"app.py", ".streamlit/config.toml"} | folders
    expected = files(ROOT / "hierview") | {f"hierview/_data/{name}" for name in carried}
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name for name in names if ".dist-info/" not in name} == expected


@pytest.mark.slow
def test_wheel_declares_what_requirements_txt_says(wheel: Path) -> None:
    """Some of it as the extras of pyproject.toml."""
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    fields = Parser().parsestr(archive.read(name).decode())
    declared = [Requirement(text) for text in fields.get_all("Requires-Dist") or ()]
    assert {str(r.marker) for r in declared if r.name in ("numba", "pyarrow")} == {'extra == "study"'}
    assert {str(r.marker) for r in declared if r.name == "pyoxigraph"} == {'extra == "rdf"'}
    assert {r.name for r in declared if r.marker is None} == {
        *("markupsafe", "networkx", "numpy", "pyyaml", "simpleeval")
    }
    assert sorted(fields.get_all("Provides-Extra")) == sorted(EXTRAS)
    for requirement in declared:
        requirement.marker = None
    assert {str(r) for r in declared if r.name != "hierview"} == {*map(str, read_requirements())}
    assert fields["Version"] == hierview.__version__
    assert fields["License-Expression"] == "MIT AND OFL-1.1 AND CC-BY-4.0 AND LicenseRef-WordNet-3.0"


def environment(folder: Path, *what: str | Path, **outside: Any) -> Path:
    """The programs of a new environment that has this package and nothing else."""
    output(sys.executable, "-m", "venv", "--without-pip", folder)
    command = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install", "--quiet")
    output(*command, "--no-deps", "--no-index", *what, **outside)
    return folder / "bin"


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment: the wheel, and links to its declared dependencies and no more."""
    programs = environment(tmp_path_factory.mktemp("alone"), wheel)
    (packages,) = programs.parent.glob("lib/python*/site-packages")
    link_distributions(packages)
    return programs


@pytest.mark.parametrize("target", ["app", "test"])
def test_the_two_commands_install_the_command(target: str) -> None:
    """What make would run without .venv; `make app` fetches what builds it, `make test` has that already."""
    if not shutil.which("make"):
        pytest.skip("make is not installed")
    commands = output("make", "--dry-run", f"VENV={target}-there-is-none", target)
    (line,) = (line for line in commands.splitlines() if line.endswith(" -e ."))
    assert ("--no-deps --no-build-isolation" in line) == (target == "test")


@pytest.mark.whole
def test_the_command_in_the_environment_runs_this_checkout(tmp_path: Path) -> None:
    builders = str(Path(metadata.distribution("hatchling").locate_file("")).resolve())
    outside = {"cwd": tmp_path, "environment": outside_environment(tmp_path) | {"PYTHONPATH": builders}}
    programs = environment(tmp_path / "environment", "--no-build-isolation", "-e", ROOT, **outside)
    assert "LCaF" in output(programs / "hierview", "score", "15", **outside)
    place = output(programs / "python", "-c", "import hierview; print(hierview.__file__)", **outside)
    assert Path(place.strip()).parent == ROOT / "hierview"


def outside_environment(home: Path) -> dict[str, str]:
    """Variables that lead neither to the checkout nor to somebody's own Streamlit settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "STREAMLIT"))}
    return kept | {"HOME": str(home)}


def visit(url: str) -> tuple[str, int, list[str]]:
    """The page's text once its script has ended, how many exception boxes, which addresses it asked for."""

    def look() -> tuple[str, int, list[str]]:
        asked: list[str] = []
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program())
            page = browser.new_page()
            page.set_default_timeout(PATIENCE * 1000)
            page.on("request", lambda request: asked.append(request.url))
            page.on("websocket", lambda websocket: asked.append(websocket.url))
            page.goto(url)
            page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
            page.locator('[data-testid="stMain"] [data-testid="stElementContainer"]').first.wait_for(state="attached")
            page.wait_for_load_state("networkidle")
            text = page.locator('[data-testid="stApp"]').inner_text()
            boxes = page.locator('[data-testid="stException"]').count()
            browser.close()
        return text, boxes, asked

    # Its own thread: Playwright refuses a second start in a thread where another test keeps a browser open.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(look).result()


@pytest.mark.whole
def test_wheel_alone_checks_its_cases(installed: Path, tmp_path: Path) -> None:
    outside = {"cwd": tmp_path, "environment": outside_environment(tmp_path)}
    place = output(installed / "python", "-c", "import hierview; print(hierview.__file__)", **outside)
    assert Path(place.strip()).is_relative_to(installed.parent)
    output(installed / "hierview", "check", **outside)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.whole
def test_wheel_alone_serves_the_explorer(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    command = [str(installed / "hierview"), "app", "--port", str(port), "--headless"]
    with serving(command, port, tmp_path, outside_environment(tmp_path)) as log:
        with pytest.raises(OSError):  # bound to 127.0.0.1 alone, not to every address  # noqa: PT011
            socket.create_connection(("127.0.0.2", port), PATIENCE)
        text, boxes, asked = visit(f"http://127.0.0.1:{port}/")
        assert text.strip()
        assert boxes == 0, text + log.read_text()
        outside = [url for url in asked if urlsplit(url).scheme not in ("data", "blob")]
        assert {urlsplit(url).hostname for url in outside} == {"127.0.0.1"}, asked
        assert "Traceback" not in log.read_text()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.whole
def test_a_bug_is_shown_in_the_log_only(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text('raise RuntimeError("the reason")\n')
    (tmp_path / ".streamlit").mkdir()
    shutil.copy(CONFIG, tmp_path / ".streamlit")
    port = free_port()
    command = [str(installed / "python"), "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    command += ["--server.headless", "true"]
    with serving(command, port, tmp_path, outside_environment(tmp_path)) as log:
        text, boxes, _ = visit(f"http://127.0.0.1:{port}/")
        assert boxes == 1
        assert not re.search("the reason|RuntimeError|Traceback|app.py", text), text
        assert "RuntimeError: the reason" in log.read_text()
