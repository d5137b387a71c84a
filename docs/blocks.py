"""The code blocks of a page: each is run when the site is built, and what it prints and draws is set below it.

After a block's language stand, parted by blanks:

- `show`: its output follows.
- `picture=NAME`: an SVG file that it wrote follows.
- `table=NAME`: a table in Markdown that it wrote follows.
- `files=NAME,…`: files that it wrote can be loaded.
- `file=NAME`: it is a file, which later blocks of the page find.
- `hidden`: it makes what the page shows, and is not shown itself.
- `slow`: it is run for the handbook, and not where its pages alone are tested.
- `not-run`: it cannot be run where the site is built, and is listed.
"""

import contextlib
import doctest
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^(`{3,})([^`\n]*)\n(.*?)^\1[ ]*$", re.MULTILINE | re.DOTALL)
RUN = ("sh", "python", "pycon", "json")
SAMPLES = Path(__file__).resolve().parent / "site" / "samples"  # files that a reader has of their own


class BlockError(Exception):
    """A block that does not do what it says."""


@dataclass
class Page:
    """A page in the making. folder: where its blocks run, which is where its pictures are found."""

    name: str
    text: str
    folder: Path
    quick: bool
    left_out: list[str] = field(default_factory=list)  # blocks that cannot be run

    def made(self) -> str:
        """The page with its blocks run, one after another."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for sample in SAMPLES.iterdir():
            shutil.copy(sample, self.folder)
        with contextlib.chdir(self.folder):
            self._doctests()
            text = FENCE.sub(self._block, self.text)
            return re.sub(r"<!-- ([\w-]+\.svg) -->", lambda match: inlined(Path(match[1])), text)

    def _doctests(self) -> None:
        test = doctest.DocTestParser().get_doctest(self.text, {}, self.name, self.name, 0)
        said = io.StringIO()
        if doctest.DocTestRunner(verbose=False).run(test, out=said.write).failed:
            raise BlockError(said.getvalue())

    def _block(self, match: re.Match[str]) -> str:
        fence, info, body = match.groups()
        language, *flags = info.split() or [""]
        if language.startswith("{"):
            return match[0]  # a directive of MyST
        options = dict(flag.partition("=")[::2] for flag in flags)
        if not language:
            raise BlockError(f"{self.name}: a block without a language: {body.splitlines()[0]}")
        if "file" in options:
            Path(options["file"]).write_text(body, encoding="utf-8")
            return f"`{options['file']}`:\n\n{fence}{language}\n{body}{fence}"
        set_block = f"{fence}{language if language != 'sh' else 'console'}\n{_prompted(language, body)}{fence}"
        if "not-run" in options:
            self.left_out.append(f"{self.name}: {body.splitlines()[0]}")
            return set_block
        if language not in RUN or (self.quick and "slow" in options):
            return set_block
        try:
            said = _RUNNERS[language](body)
        except Exception as error:
            raise BlockError(f"{self.name}: {body}\n{error}") from error
        shown = [] if "hidden" in options else [set_block]
        if "show" in options:
            shown.append(f"{fence}text\n{said.rstrip()}\n{fence}")
        for name in _names(options, "table"):
            shown.append(re.sub(r"<!--.*?-->", "", Path(name).read_text(encoding="utf-8"), flags=re.DOTALL))
        for name in _names(options, "picture"):
            shown.append(f"```{{raw}} html\n<figure>{inlined(Path(name))}</figure>\n```")
        if loaded := _names(options, "files"):
            shown.append(" · ".join(f'<a href="{self.folder.name}/{name}" download>{name}</a>' for name in loaded))
        return "\n\n".join(shown)


def _names(options: dict[str, str], key: str) -> list[str]:
    names = options.get(key, "").split(",") if options.get(key) else []
    for name in names:
        if not Path(name).is_file():
            raise BlockError(f"{name} was not written")
    return names


def inlined(picture: Path) -> str:
    """An SVG figure as a part of a page, which gives it its letters; what else it holds stays in the file."""
    text = picture.read_text(encoding="utf-8")
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    return re.sub(r'\s+id="class-[^"]*"', "", text).replace("\n", " ")


def _prompted(language: str, body: str) -> str:
    """Commands as a shell shows them."""
    return re.sub(r"^(?=[^\s#])", "$ ", body, flags=re.MULTILINE) if language == "sh" else body


def _run_shell(body: str) -> str:
    said = [_run(shlex.split(line, comments=True)) for line in re.sub(r"\\\n\s*", " ", body).splitlines()]
    return "".join(said)


def _run(words: list[str]) -> str:
    """What a command prints; hierview's own run within this process, which has loaded it."""
    if not words:
        return ""
    if words[0] != "hierview":
        program = sys.executable if words[0] == "python" else words[0]
        done = subprocess.run([program, *words[1:]], capture_output=True, text=True, timeout=600, check=False)
        if done.returncode:
            raise BlockError(done.stdout + done.stderr)
        return done.stdout
    from hierview.cli import main

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(words[1:])
        except SystemExit as stop:
            status = stop.code
    printed, told = (_written(stream) for stream in (out, err))
    if status:
        raise BlockError(printed + told)
    return printed


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _run_python(body: str) -> str:
    Path("block.py").write_text(body, encoding="utf-8")
    return _run(["python", "block.py"])


def _open_json(body: str) -> str:
    import hierview

    hierview.load_case(json.loads(body))
    return ""


_RUNNERS = {"sh": _run_shell, "python": _run_python, "pycon": lambda _: "", "json": _open_json}
