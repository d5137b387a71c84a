"""The page without a server, made once for all tests of a run, and served."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hierview.formats import preset_names
from hierview.lessons.library import FOLDER, lessons
from hierview.lessons.ui import site as lesson_site
from hierview.ui.host import beforehand, site
from tests.effort import SEARCH, sampled
from tests.processes import folder_of_run
from tests.samples import ROOT

PYODIDE = ROOT / ".venv" / f"pyodide-{site.PYODIDE}.tgz"
OWN = """---
title: Sports
goal: Say what water polo belongs to.
minutes: 5
cases: swum
---
## Water polo
```case sports
Sport
  Ball
    Water polo [t]
  Water
    Water polo
    Rowing [p]
```
```show
cases: sports
```
```ask
number: GIE
answer: sports.GIE
```
It is {sports.GIE}.

## Who swims
```ask
one: Ball Water
cases: swum
answer: choice == "Water"
text: Where do *Swimming* and *Diving* stand?
```
In *Water*.
"""
SWUM = """{"hierview": 1, "edges": [["Sport", "Water"], ["Sport", "Ball"], ["Water", "Swimming"], ["Water", "Diving"]],
"true": ["Diving"], "predicted": ["Swimming"]}"""
needs_pyodide = pytest.mark.skipif(
    not PYODIDE.exists(), reason="Python for the browser is not here; make ready fetches it"
)


def built(factory: pytest.TempPathFactory) -> Path:
    """The folder of the page; processes that test beside each other share one."""
    shared = folder_of_run(factory) / "shared-site"
    with (shared.parent / "shared-site.lock").open("w") as lock:
        flock(lock, LOCK_EX)  # one makes it, and the others wait: it takes twenty seconds of a processor
        if not shared.exists():
            with own_lessons(shared.parent / "own-lessons"), _few_made_beforehand():
                site.write_site(shared, PYODIDE, lambda sentence: None)
    return shared


@contextmanager
def _few_made_beforehand() -> Iterator[None]:
    """First pages and papers are made of some presets and lessons alone; in `make test-all` of all."""
    linked = ["11a", "15", "16", *sampled(preset_names(), 3)]
    taught = {name: lesson for name, lesson in lessons().items() if name in ("01-flat", "sports")}
    with pytest.MonkeyPatch.context() as few:
        if SEARCH != "large":
            few.setattr(beforehand, "preset_names", lambda: dict.fromkeys(linked))
            few.setattr(beforehand, "excerpt_names", lambda: ())
            few.setattr(lesson_site, "lessons", lambda: taught)
        yield


@contextmanager
def own_lessons(folder: Path) -> Iterator[Path]:
    """A teacher's folder: a lesson, and a case beside it."""
    folder.mkdir(exist_ok=True)
    (folder / "sports.md").write_text(OWN)
    (folder / "swum.json").write_text(SWUM)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(FOLDER, str(folder))
        yield folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, while this lasts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
