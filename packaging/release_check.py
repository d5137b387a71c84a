"""What a release must pass before its owner publishes it. `make release-check` runs this, on what is committed."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.in_browser import serving  # noqa: E402
from docs.blocks import SAMPLES  # noqa: E402

TOOLS = ("build", "twine>=6", "check-wheel-contents>=0.6", "validate-pyproject>=0.24", "pyroma>=5", "cffconvert>=2,<3")
LEAST_RATING = 9  # pyroma's, of 10
PLACEHOLDER = "example.org"  # what the owner replaces in pyproject.toml

# What is tried of each extra, beside "hierview score 15" and "import hierview".
TRIED = {
    "": ["hierview", "figure", "15", "-o", "figure.svg"],
    "app": [],  # the explorer is started
    "figures": ["hierview", "figure", "15", "-o", "figure.pdf"],
    "study": ["hierview", "study", "h.tsv", "--true", "gold.tsv", "--run", "a.tsv", "--no-intervals"],
    "classifiers": ["hierview", "classify", "--help"],
    "notebook": ["python", "-c", "import hierview; hierview.widget('15').results['MGIA']"],
    "rdf": ["hierview", "open", "h.nt", "--as", "skos"],
}


class ReleaseError(Exception):
    """A fault that a release must not have."""


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """What a command prints; raises ReleaseError where it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def environment(folder: Path, *packages: str | Path) -> Path:
    """A new environment with packages; returns the folder of its commands."""
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    return folder / "bin"


def built(commands: Path, work: Path) -> list[Path]:
    """The wheel and the source archive, built twice from what is committed, with equal hashes."""
    hashes: list[dict[str, str]] = []
    for place in (work / "one", work / "two" / "deeper"):
        run("git", "clone", "--quiet", ROOT, place)
        run(commands / "python", "-m", "build", folder=place)
        files = sorted((place / "dist").iterdir())
        hashes.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files})
    if hashes[0] != hashes[1]:
        raise ReleaseError(f"built twice, they differ: {hashes}")
    for name, digest in hashes[0].items():
        print(f"  {digest}  {name}")
    return files


def hold_what_git_knows(wheel: Path, archive: Path) -> None:
    """Compare the contents of both with what git knows: nothing else, and all of the package."""
    known = set(run("git", "-c", "core.quotepath=off", "ls-tree", "-r", "--name-only", "HEAD").split("\n"))
    with tarfile.open(archive) as packed:
        packed_names = {name.partition("/")[2] for name in packed.getnames()}
    with zipfile.ZipFile(wheel) as zipped:
        names = {re.sub(r"^hierview/_data/", "", name) for name in zipped.namelist() if ".dist-info/" not in name}
    unknown = (packed_names | names) - known - {"PKG-INFO", ""}
    if unknown:
        raise ReleaseError(f"git does not know {sorted(unknown)}")
    package = {name for name in known if name.startswith(("hierview/", "cases/"))}
    for what, held in ("wheel", names), ("source archive", packed_names):
        if missing := package - held:
            raise ReleaseError(f"the {what} lacks {sorted(missing)}")


def hold_metadata(commands: Path, wheel: Path, archive: Path) -> None:
    """Ask the tools that judge metadata."""
    run(commands / "twine", "check", "--strict", wheel, archive)
    run(commands / "check-wheel-contents", "--config", ROOT / "pyproject.toml", wheel)
    run(commands / "validate-pyproject", ROOT / "pyproject.toml")
    run(commands / "cffconvert", "--validate", "-i", ROOT / "CITATION.cff")
    rating = re.search(r"Final rating: (\d+)/10", said := run(commands / "pyroma", "--min", "1", archive))
    if rating is None or int(rating[1]) < LEAST_RATING:
        raise ReleaseError(said)
    print(f"  pyroma: {rating[1]} of 10")


def try_out(wheel: Path, extra: str, work: Path, lowest: Iterable[str] = ()) -> None:
    """Install the wheel alone, with one extra, and use it. lowest: versions that dependencies are held to."""
    commands = environment(work, f"{wheel}[{extra}]" if extra else wheel, *lowest)
    shutil.copytree(SAMPLES, work, dirs_exist_ok=True)
    run(commands / "python", "-c", "import hierview", folder=work)
    if "0.5" not in run(commands / "hierview", "score", "15", folder=work):
        raise ReleaseError("hierview score 15 does not answer")
    if extra == "app":
        try:
            with serving("hierview", "app", "--port", "{port}", "--headless", python=commands / "python", folder=work):
                pass
        except OSError as error:
            raise ReleaseError(str(error)) from None
    if command := TRIED[extra]:
        run(commands / command[0], *command[1:], folder=work)


def lowest_versions() -> list[str]:
    """The lowest version of each dependency, core and app, that pyproject.toml admits."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"], *extras["app"], *extras["figures"]]
    return [f"{m[1]}=={m[2]}" for line in named if (m := re.match(r"([\w.-]+)>=([^,]+)", line))]


def main() -> None:
    """Check all of it, and say what was checked."""
    with TemporaryDirectory() as temporary:
        work = Path(temporary)
        files: list[Path] = []

        def step(words: str, check: Callable[[], object]) -> None:
            began = time.monotonic()
            print(words, flush=True)
            check()
            print(f"  passed, {time.monotonic() - began:.0f} s", flush=True)

        try:
            commands = environment(work / "tools", *TOOLS)
            step("Built twice with equal hashes", lambda: files.extend(built(commands, work)))
            wheel, archive = sorted(files, key=lambda path: path.suffix != ".whl")
            step("Contents are what git knows", lambda: hold_what_git_knows(wheel, archive))
            step("Metadata", lambda: hold_metadata(commands, wheel, archive))
            for extra in TRIED:
                step(
                    f"The wheel alone, {extra or 'core'}, newest", lambda e=extra: try_out(wheel, e, work / f"new-{e}")
                )
            low = lowest_versions()
            step("The wheel alone, app, lowest", lambda: try_out(wheel, "app", work / "lowest", low))
        except ReleaseError as error:
            raise SystemExit(f"Not ready: {error}") from None
        shutil.rmtree(ROOT / "dist", ignore_errors=True)
        (ROOT / "dist").mkdir()
        for path in files:
            shutil.copy(path, ROOT / "dist")
    if PLACEHOLDER in (ROOT / "pyproject.toml").read_text(encoding="utf-8"):
        print(
            f"Left to the owner: the addresses in pyproject.toml that are {PLACEHOLDER}'s. See packaging/RELEASING.md."
        )
    print("Ready: dist/ holds the wheel and the source archive.")


if __name__ == "__main__":
    main()
