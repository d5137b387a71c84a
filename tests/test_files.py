"""Files: whatever holds a case opens everywhere, and what is written is whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from functools import partial
from pathlib import Path

import pytest

import hierview
from hierview import CaseError, Hierarchy, HierviewError, load_case, load_hierarchy, write_case
from hierview.cli import main
from hierview.formats import write_hierarchy
from hierview.formats.hierarchies import open_file
from hierview.formats.typed.outline import write_outline
from hierview.publish.files import LARGEST_FIGURE, draft_in, write_file
from hierview.publish.registry import EXPORTED, FIGURE_FORMATS
from hierview.study.inputs.label_files import read_labels
from tests.each import each
from tests.shell import refused, shown

# What opens


@each("kind", [key for key, kind in FIGURE_FORMATS.items() if kind.carried])
def test_every_exported_figure_opens_in_the_shell_and_in_python(kind: str, tmp_path: Path, capsys):
    case = load_case("15")
    path = tmp_path / f"fig.{FIGURE_FORMATS[kind].extension}"
    made = hierview.figure(case, "hierarchy", format=kind)
    write_file(path, made)
    assert load_case(path) == load_case(str(path)) == case
    assert shown(capsys, "score", "--json", str(path)) == shown(capsys, "score", "--json", "15")
    assert hierview.figure(path, "hierarchy", format=kind) == made  # a figure of a figure


def test_every_ending_that_the_page_opens_is_tried():
    assert set(EXPORTED) == {ending for kind in FIGURE_FORMATS.values() if kind.carried for ending in kind.endings}


@pytest.mark.parametrize("command", [["score"], ["check"], ["table"], ["figure"], ["figure", "15", "--against"]])
def test_every_command_opens_a_figure(command: list[str], tmp_path: Path, capsys):
    path = tmp_path / "FIG.SVG"
    write_file(path, hierview.figure("12a"))
    more = ["--panel", "comparison"] if "--against" in command else []
    assert main([*command, str(path), *more]) == 0
    assert capsys.readouterr().out
    path.write_text("<svg/>")
    error = refused(capsys, *command, str(path), *more)
    assert error.endswith("FIG.SVG carries no case; figures that hierview exported do")


def test_a_figure_may_be_as_large_as_on_the_page():
    with pytest.raises(CaseError, match=r"a\.svg has more than the 5,242,880 bytes"):
        draft_in(b" " * (LARGEST_FIGURE + 1), "a.svg")


def test_an_outline_opens_as_a_case(tmp_path: Path):
    path = tmp_path / "case.txt"
    path.write_text(write_outline(load_case("15")), encoding="utf-8")
    assert load_case(path).true == load_case("15").true
    path.write_text("A\n  B\n")
    with pytest.raises(CaseError, match=r"case\.txt: no class is marked"):
        load_case(path)


def test_a_case_file_may_have_any_name(tmp_path: Path):
    for name in ("case.txt", "case.svg", "case", "case.json"):
        (tmp_path / name).write_text(write_case(load_case("15")), encoding="utf-8")
        assert load_case(tmp_path / name) == load_case("15")


# What is written


def test_a_file_is_written_whole_or_stays_as_it_was(tmp_path: Path, monkeypatch):
    path = tmp_path / "t.tex"
    path.write_text("before")

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.replace", full)
    for target in (path, tmp_path / "new.tex"):
        with pytest.raises(HierviewError, match=r"\.tex' cannot be written: No space left on device"):
            write_file(target, "after")
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["t.tex"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize("name", ["/dev/full", "link.tex"])
def test_a_full_disk_is_a_sentence(tmp_path: Path, name: str, capsys):
    path = tmp_path / name
    if name != "/dev/full":
        path.symlink_to("/dev/full")
    error = refused(capsys, "table", "11a", "-o", str(path), "--format", "latex")
    assert error == f"'{path}' cannot be written: No space left on device"


def test_permissions_and_links_stay(tmp_path: Path):
    path, link = tmp_path / "t.tex", tmp_path / "link.tex"
    path.write_text("before")
    path.chmod(0o640)
    link.symlink_to("t.tex")
    write_file(link, "after")
    assert link.is_symlink()
    assert path.read_text() == "after"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    dangling = tmp_path / "dangling"
    dangling.symlink_to("made.tex")
    write_file(dangling, b"new")
    assert (tmp_path / "made.tex").read_bytes() == b"new"
    assert dangling.is_symlink()
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "private.tex", "")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "private.tex").stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["dangling", "link.tex", "made.tex", "private.tex", "t.tex"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_what_nobody_may_write_to_is_not_replaced(tmp_path: Path):
    path = tmp_path / "t.tex"
    path.write_text("before")
    path.chmod(0o440)
    with pytest.raises(HierviewError, match="Permission denied"):
        write_file(path, "after")
    assert path.read_text() == "before"


def test_a_pipe_is_written_to(tmp_path: Path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(path, "through")
        assert os.read(reading, 100) == b"through"
        assert stat.S_ISFIFO(path.stat().st_mode)
    finally:
        os.close(reading)


@pytest.mark.parametrize(
    ("target", "told"),
    [("no/such/t.tex", "there is no folder '"), (".", "Is a directory"), ("x" * 300, "File name too long")],
)
def test_what_cannot_be_written_is_a_sentence(tmp_path: Path, target: str, told: str):
    with pytest.raises(HierviewError, match="cannot be written: ") as error:
        write_file(tmp_path / target, "")
    assert told in str(error.value)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("command", [["table", "11a", "-o"], ["figure", "11a", "-o"]])
def test_a_folder_that_is_not_there_is_named(command: list[str], tmp_path: Path, capsys):
    folder = tmp_path / "nowhere"
    error = refused(capsys, *command, str(folder / "a.tex"))
    assert error == f"'{folder / 'a.tex'}' cannot be written: there is no folder '{folder}'"


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="open files have no names here")
def test_the_name_of_an_open_file_is_added_to(tmp_path: Path):
    """As `hierview table … -o /dev/stdout >> log` does."""
    path = tmp_path / "log"
    path.write_text("before ")
    with path.open("ab") as file:
        write_file(f"/proc/self/fd/{file.fileno()}", "after")
    assert path.read_text() == "before after"


def test_xml_of_another_kind_is_named_and_a_class_that_is_an_address_is_written_as_one():
    with pytest.raises(CaseError, match=r"this is XML of a kind that is not known \('svg'\)"):
        load_hierarchy("<svg xmlns='x'>\n<a/>\n</svg>")
    written = write_hierarchy(Hierarchy.from_edges([("Arts", "http://x.org/a b")]), "skos")
    assert "/Arts> <http" in written
    assert "%20b>" in written
    assert " b>" not in written


asked = partial(hierview.figure, "15", "hierarchy")


@each(
    "ask, sentence",
    [
        (lambda: open_file(b"a\tb\n", "h.tsv", encoding="zlib"), "not a text in 'zlib'"),
        (lambda: open_file(b"", "e.tsv", shape="codes"), "no class stands in it"),
        (lambda: open_file(b'[{"id":"1","child_ids":5},{"id":"2","child_ids":[]}]', "x.json"), "a list is"),
        (lambda: asked(format="pdf", tex=True), "'tikz' is accepted, not 'pdf'"),
        (lambda: asked(width_mm=10**400), "width_mm is between"),
        (lambda: hierview.figure("15", None), "panel is a name, or a list of names, not 'None'"),
        (lambda: asked(alt=5), "alt is a text, not '5'"),
        (lambda: asked(alt="\ud800"), "alt is a text, not"),
    ],
)
def test_whatever_is_asked_for_is_a_sentence(ask, sentence: str):
    with pytest.raises(HierviewError, match=sentence):
        ask()


def test_nobody_waits_for_a_pipe_that_nobody_writes_to(tmp_path: Path, within):
    os.mkfifo(tmp_path / "pipe")
    for read in (load_hierarchy, load_case, read_labels):
        with pytest.raises(HierviewError, match="it is a pipe; a file is accepted"), within(5):
            read(tmp_path / "pipe")
