"""The folder of machine code: safe, bounded, and never in the way."""

import os
import sys
from pathlib import Path

import pytest

from hierview.study.scoring import compiled as module
from hierview.study.scoring.compiled import COMPILED, SafeCache, cache_folder, compiled
from tests.samples import ROOT
from tests.shell import HEAVY, output, python

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="modes of folders are those of POSIX"),
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without a cache, also for processes, which may start a compiler."""
    for name in ("HIERVIEW_BYTES", "HIERVIEW_LABEL_BYTES", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def test_the_folder_is_the_users_own(home: Path, monkeypatch: pytest.MonkeyPatch):
    found = cache_folder()
    assert found.parent == home / ".cache" / "hierview"
    assert found.stat().st_mode & 0o777 == 0o700
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "xdg"))
    assert cache_folder() == home / "xdg" / "hierview" / found.name
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(home / "given"))
    assert cache_folder() == home / "given" / "hierview" / found.name


def test_other_sources_have_another_folder(home: Path, monkeypatch: pytest.MonkeyPatch):
    found = cache_folder()
    (home / "kernels").mkdir()
    (home / "kernels" / "sets.py").write_text("changed")
    monkeypatch.setattr(module, "__file__", str(home / "compiled.py"))
    assert cache_folder() != found


def test_no_folder_where_others_can_write_or_this_user_cannot(home: Path, monkeypatch: pytest.MonkeyPatch):
    found = cache_folder()
    for folder in (found, found.parent):
        folder.chmod(0o770)
        assert cache_folder() is None
        folder.chmod(0o700)
    assert cache_folder() == found
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert cache_folder() is None
    monkeypatch.undo()
    (home / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(home / "file"))
    assert cache_folder() is None


def test_old_folders_go_and_those_in_use_stay(home: Path):
    own = cache_folder()
    for i in range(module.MOST_FOLDERS + 3):
        other = own.parent / f"kernels-{i}"
        other.mkdir()
        if i < 5:
            os.utime(other, (i, i))
    assert cache_folder() == own
    left = {path.name for path in own.parent.iterdir()}
    assert left == {own.name, *(f"kernels-{i}" for i in range(5, module.MOST_FOLDERS + 3))} | {"kernels-4"}


def test_a_cache_that_fails_costs_nothing():
    class Broken:
        cache_path = "here"

        def load_overload(self, *given: object) -> None:
            raise EOFError

        def save_overload(self, *given: object) -> None:
            raise OSError(28, "No space left on device")

    broken = SafeCache(Broken())
    assert broken.load_overload("sig") is None
    broken.save_overload("sig", "code")
    assert broken.cache_path == "here"


PROGRAM = """
import sys
from numba import config
from hierview.study.scoring.kernels import sets
from hierview.study import Study, from_lists
from hierview import Hierarchy
h = Hierarchy.from_edges([("a", "b"), ("a", "c")])
print(Study.read(h, from_lists(["b"]), {"r": from_lists(["c"])}).score(["hF"]).averages("hF")[0], config.CACHE_DIR)
"""


@pytest.mark.whole
def test_machine_code_is_kept_there_and_a_damaged_file_is_no_matter(tmp_path: Path):
    pytest.importorskip("numba")
    beside = ROOT / "hierview" / "study" / "scoring" / "kernels" / "__pycache__"
    before = set(beside.glob("*.nb?"))

    def run() -> str:
        environment = os.environ | {"NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": str(tmp_path)}
        return output(sys.executable, "-c", PROGRAM, environment=environment).strip()

    assert run() == "0.5"
    code = list(tmp_path.glob("hierview/kernels-*/**/*.nbc"))
    assert code
    for path in code:
        path.write_bytes(path.read_bytes()[:100])
    assert run() == "0.5"
    assert set(beside.glob("*.nb?")) == before


@pytest.mark.skipif(not COMPILED, reason="numba is not installed, or is switched off")
def test_a_function_is_not_compiled_anew_for_every_constant():
    @compiled
    def plus(number, more):
        return number + more

    @compiled
    def both(number):
        return plus(number, 1) * plus(number, 2)

    assert both(3) == 20
    assert len(plus.signatures) == 1


@pytest.mark.whole
def test_few_data_do_not_wait_for_the_compiler_which_starts_beside_them(home: Path):
    pytest.importorskip("numba")
    for name, text in {"h.txt": "0 1\n0 2\n2 3\n", "t.txt": "1\n3\n", "p.txt": "2\n3\n"}.items():
        (home / name).write_text(text)
    files = [home / "h.txt", "--true", home / "t.txt", "--run", home / "p.txt", "--measure", "hF"]
    program = f"""
import sys
from hierview.cli import main
main(sys.argv[1:])
print('numba' in sys.modules)
if 'numba' not in sys.modules:
    print(*{HEAVY | {"networkx", "streamlit", "hierview.markup", "hierview.draw.charts"}} & set(sys.modules))
"""
    folder = cache_folder()
    (folder / "compiling").touch()  # where somebody compiles already, nobody else begins

    def run() -> list[str]:
        return output(sys.executable, "-c", program, "study", *files).splitlines()

    plain = run()
    assert plain[-2:] == ["False", ""]
    assert [path.name for path in folder.iterdir()] == ["compiling"]
    (folder / "compiled").touch()
    assert run() == plain  # scored sooner than numba is loaded
    for name in ("t.txt", "p.txt"):
        (home / name).write_text("2\n3\n" * 3_000)
    assert run()[-1] == "True"


@pytest.mark.skipif(not COMPILED, reason="numba is not installed, or is switched off")
def test_lca_graphs_are_compiled_beside_other_measures_once_on_a_machine(home: Path):
    program = """
import subprocess
from unittest import mock
from hierview.measures import parse_measure
from hierview.study.scoring.compiled import note_compiled
from hierview.study.scoring.compiling import compile_beside
with mock.patch("os.cpu_count", lambda: 2), mock.patch.object(subprocess, "Popen") as start:
    for text in ("hF", "LCaF"):
        print(compile_beside([parse_measure(text)]) is not None, [call.args[0][-1] for call in start.call_args_list])
    note_compiled(["LCaF"])
    print(compile_beside([parse_measure("LCaF")]))
"""
    assert python(program).splitlines() == ["False []", "True ['LCaF']", "None"]
