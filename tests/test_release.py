"""What a release consists of beside the package: workflows, image, citation, and the check itself."""

import io
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
import yaml

from hierview.measures import measures
from hierview.version import __version__

from .samples import ROOT

sys.path.insert(0, str(ROOT / "packaging"))
import release_check

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_waits_for_its_owner_and_is_pinned(path):
    text = path.read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    first = [job for job in workflow["jobs"].values() if "needs" not in job]
    assert first
    assert all("vars.HIERVIEW_CI == 'on'" in job["if"] for job in first)
    assert workflow["permissions"] == {"contents": "read"}
    uses = re.findall(r"uses: (\S+)", text)
    assert uses
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in uses)
    assert all(f"\n{made}:" in MAKEFILE or f" {made}:" in MAKEFILE for made in re.findall(r"run: make (\S+)", text))


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_a_virtual_environment_that_is_linked_keeps_the_clone_that_is_installed_in_it(tmp_path):
    """Elsewhere `-e .` would turn the commands of that clone to this one."""

    def planned(target: str) -> str:
        command = ["make", "-n", "-B", "-f", ROOT / "Makefile", target]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60).stdout

    for name in ("requirements.txt", "requirements-dev.txt", "pyproject.toml"):
        (tmp_path / name).touch()
    assert all("-e ." in planned(target) for target in ("app", "texts"))
    (tmp_path / "other").mkdir()
    (tmp_path / ".venv").symlink_to("other")
    assert "-e ." not in planned("app") + planned("texts")


def test_the_image_runs_without_rights_within_its_memory_and_says_whether_it_lives():
    image = (ROOT / "packaging" / "Dockerfile").read_text(encoding="utf-8")
    last_stage = image[image.rindex("\nFROM") :]
    assert re.search(r"^USER 10001$", last_stage, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK ", last_stage, re.MULTILINE)
    assert last_stage.index("USER 10001") < last_stage.index("hierview.study.scoring.compiling")
    services = yaml.safe_load((ROOT / "packaging" / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert "ports" not in services["explorer"], "reached by the proxy alone"
    sizes = [int(re.search(r"size=(\d+)m$", mount)[1]) for mount in services["explorer"]["tmpfs"]]
    memory = int(re.search(r":-(\d+)\}", services["explorer"]["environment"]["HIERVIEW_MEMORY"])[1])
    assert memory + sum(sizes) <= 3072, "the server needs some, too"
    assert services["explorer"]["mem_limit"] == "4g"
    assert {*re.findall(r"^FROM (\S+)", image, re.MULTILINE)} == {"${PYTHON}"}, "a digest can be given"
    assert "--constraint /tmp/image-lock.txt" in last_stage
    assert services["proxy"]["depends_on"]["explorer"]["condition"] == "service_healthy"


def test_citation_paper_and_changes_agree_with_the_code():
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["version"] == __version__
    paper = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8")
    assert f"for each of {len(measures())} measures" in paper
    keys = set(re.findall(r"@(\w+)", paper))
    assert keys == set(re.findall(r"@\w+\{(\w+)", (ROOT / "paper" / "paper.bib").read_text(encoding="utf-8")))
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    assert f"## {__version__}" in lines
    assert all(len(line) < 150 for line in lines if line.startswith("- "))


def archives(tmp_path, *more: str):
    """A wheel and a source archive of all that git knows of the package, and more."""
    known = release_check.run("git", "ls-tree", "-r", "--name-only", "HEAD", "hierview", "cases").split()
    wheel, archive = tmp_path / "a.whl", tmp_path / "a.tar.gz"
    with zipfile.ZipFile(wheel, "w") as zipped:
        for name in [*known, *more]:
            zipped.writestr(f"hierview/_data/{name}" if name.startswith("cases/") else name, "")
    with tarfile.open(archive, "w:gz") as packed:
        for name in known:
            packed.addfile(tarfile.TarInfo(f"hierview-1/{name}"), io.BytesIO())
    return wheel, archive


def test_what_git_does_not_know_and_what_is_missing_is_told(tmp_path, monkeypatch):
    if not (ROOT / ".git").exists():
        pytest.skip("no git here")
    release_check.hold_what_git_knows(*archives(tmp_path))
    with pytest.raises(release_check.ReleaseError, match=r"git does not know \['hierview/secret\.txt'\]"):
        release_check.hold_what_git_knows(*archives(tmp_path, "hierview/secret.txt"))
    wheel, _ = archives(tmp_path)
    with tarfile.open(tmp_path / "less.tar.gz", "w:gz") as packed:
        packed.addfile(tarfile.TarInfo("hierview-1/hierview/version.py"), io.BytesIO())
    with pytest.raises(release_check.ReleaseError, match="source archive lacks"):
        release_check.hold_what_git_knows(wheel, tmp_path / "less.tar.gz")


def test_the_lowest_versions_are_those_of_pyproject():
    lowest = release_check.lowest_versions()
    assert "networkx==3.2" in lowest
    assert any(line.startswith("streamlit==") for line in lowest)
    assert all(re.fullmatch(r"[\w.-]+==[\d.]+", line) for line in lowest)
