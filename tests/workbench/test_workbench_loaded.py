"""Measures of one's own on the Workbench: where their code may run, and that a file is read again once it is saved."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import streamlit as st

from hierview import load_case
from hierview.own.foreign import close_all
from hierview.ui.shell import loaded as module
from hierview.ui.shell.gate import LOCAL_CODE, MEASURES, SERVED_AS
from hierview.ui.shell.loaded import LoadedMeasures, files_stamp, local_measures, may_run_code
from tests.each import each
from tests.in_process import without_processes

pytestmark = pytest.mark.slow

HALF = "def half(hierarchy, true, predicted):\n    return 0.5\n"


@pytest.fixture
def bound(monkeypatch):
    """Sets the address that the server is bound to, and the switch."""

    def bind(address: str | None, switch: str | None = None) -> None:
        options = {"server.address": address}
        monkeypatch.setattr(st, "get_option", options.__getitem__)
        if switch is None:
            monkeypatch.delenv(LOCAL_CODE, raising=False)
        else:
            monkeypatch.setenv(LOCAL_CODE, switch)

    return bind


@pytest.fixture
def here(monkeypatch):
    """Measures are asked in this process; what is special about their own is in tests/workbench/test_foreign.py."""
    without_processes(monkeypatch)
    yield
    close_all()


@pytest.fixture
def my_file(monkeypatch, tmp_path) -> Path:
    path = tmp_path / "my.py"
    path.write_text(HALF)
    monkeypatch.setenv(MEASURES, str(path))
    return path


@each("address, switch", [("127.0.0.1", None), ("localhost", "0"), ("::1", None), ("::1", "1")])
def test_code_may_run_where_nobody_else_comes_in(bound, address, switch):
    bound(address, switch)
    assert may_run_code()


@pytest.mark.parametrize("address", [None, "", "0.0.0.0", "::", "192.168.1.7", "127.0.0.1.example.org"])
def test_elsewhere_it_takes_the_switch(bound, address):
    for switch in (None, "", "0", "true", " 1"):
        bound(address, switch)
        assert not may_run_code()
    bound(address, "1")
    assert may_run_code()


def test_a_name_that_a_proxy_serves_lets_others_in(bound, monkeypatch):
    monkeypatch.setenv(SERVED_AS, "hv.example.edu")
    bound("127.0.0.1")
    assert not may_run_code()


def test_a_server_that_lets_others_in_reads_no_file_and_no_package(bound, my_file, monkeypatch):
    def ran(*given):
        raise AssertionError("code was asked for")

    monkeypatch.setattr(module, "load_file", ran)
    monkeypatch.setattr(module, "load_installed", ran)
    bound("0.0.0.0")
    assert local_measures() == LoadedMeasures()


def test_a_saved_file_is_read_again(bound, my_file):
    bound("127.0.0.1")
    before, case = files_stamp(), load_case("11a")
    (half,) = local_measures().measures
    assert local_measures().file == "my.py"
    assert half.label() == "half"
    assert half.evaluate(case).value == 0.5
    my_file.write_text(HALF.replace("0.5", "0.25"))
    os.utime(my_file, (before[0][1] // 10**9 + 5,) * 2)  # a coarse clock may give both the same time
    assert files_stamp() != before
    (quarter,) = local_measures().measures
    assert quarter.evaluate(case).value == 0.25
    assert quarter.stamp != half.stamp


def test_a_second_file_adds_its_measures(bound, my_file, monkeypatch, tmp_path):
    bound("127.0.0.1")
    (tmp_path / "more.py").write_text(HALF.replace("half", "other"))
    monkeypatch.setenv("HIERVIEW_MEASURES", os.pathsep.join([str(my_file), str(tmp_path / "more.py")]))
    assert [measure.label() for measure in local_measures().measures] == ["half", "other"]
    assert local_measures().file == "my.py, more.py"


def replaced(path: Path, content: bytes | None) -> None:
    """Another file in the place of this one, or none."""
    path.unlink()
    if content is not None:
        path.write_bytes(content)


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"def half(:", "my.py"), (b"", "holds no measure"), (b"\0\xff", "my.py"), (None, "cannot be")],
)
def test_a_file_that_cannot_be_used_gets_a_sentence(bound, here, my_file, content, told):
    bound("127.0.0.1")
    replaced(my_file, content)
    found = local_measures()
    assert not found.measures
    assert found.file == "my.py"
    (trouble,) = found.troubles
    assert told in trouble
    assert trouble.endswith(".")
    assert len(trouble) < 600


@pytest.mark.parametrize("content", [b"def half(:", b"", b"raise SystemExit(1)", None])
def test_the_last_good_measures_stay_until_the_file_can_be_read_again(bound, here, my_file, content):
    bound("127.0.0.1")
    (half,) = local_measures().measures
    at = local_measures().at
    replaced(my_file, content)
    found = local_measures()
    assert found.measures == (half,)
    assert found.measures[0].evaluate(load_case("12a")).value == 0.5
    (trouble,) = found.troubles
    assert "my.py" in trouble
    assert trouble.endswith(f". Its measures of {at} stay until it can be read again.")
    my_file.write_text(HALF.replace("0.5", "0.25 "))
    (quarter,) = local_measures().measures
    assert not local_measures().troubles
    assert quarter != half
    assert quarter.evaluate(load_case("12a")).value == 0.25
