"""The page without a server: Python in the browser says what Python says here, and what is written is what was asked for."""

import hashlib
import json
import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hierview import HierviewError
from hierview.formats import preset_names
from hierview.ui.explore.desk import Desk
from hierview.ui.explore.instant import answer
from hierview.ui.explore.why_views import VIEWS
from hierview.ui.host import site
from hierview.ui.shell.cases import all_rows
from tests.effort import times
from tests.each import each
from tests.processes import PATIENCE
from tests.samples import ROOT

PYODIDE = next(iter(ROOT.glob(f".venv/pyodide-{site.PYODIDE}.tgz")), None)
needs_pyodide = pytest.mark.skipif(PYODIDE is None, reason="Python for the browser is not here; make ready fetches it")
Visit = dict[str, object]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site") / "explore"
    assert PYODIDE is not None
    site.write_site(made, PYODIDE, lambda sentence: None)
    return made


def parts_of(folder: Path) -> Path:
    """The folder with all that the page is made of."""
    (version,) = (path for path in folder.iterdir() if path.is_dir())
    return version


def edit(rng: random.Random, desk: Desk) -> dict[str, object]:
    """An edit that a hand might make, or one that is refused."""
    draft = desk.draft
    names = [*draft.hierarchy.classes, "gone"]
    one, other, new = rng.choice(names), rng.choice(names), rng.choice(("New", "Ä", "<b>", "a,b", names[0]))
    return rng.choice(
        [
            {"op": "mark", "name": one, "mark": rng.choice(("true", "predicted", "both", "none"))},
            {"op": "add", "name": new, "parent": rng.choice([one, None])},
            {"op": "rename", "name": one, "to": new},
            {"op": "delete", "name": one, "below": rng.random() < 0.3},
            {"op": "link", "parent": one, "child": other},
            {"op": "unlink", "parent": one, "child": other},
            {"op": "pin", "name": one, "x": rng.randint(0, 300), "y": rng.randint(0, 300)},
            {"op": "tidy"},
            {"op": "fold", "fold": rng.random() < 0.5},
            {"op": "turn", "direction": rng.choice(("right", "down"))},
            {"op": "room", "narrow": rng.random() < 0.5},
            {"op": "choose", "row": rng.choice(all_rows())},
            {"op": "undo"},
        ]
    )


def edited(rng: random.Random, name: str, count: int) -> Visit:
    """A visit to a preset with so many edits, one after the other."""
    asked = {"c": name, "v": rng.choice([*VIEWS]), "lang": rng.choice(("en", "de"))}
    desk, messages = Desk(asked, "test"), list[dict[str, object] | None]([None])
    for number in range(1, count + 1):
        version = desk.state.visit.drawing_version
        log = [{"number": number, "drawingVersion": version, **edit(rng, desk)}]
        messages.append({"do": "edits", "log": log})
        desk.tell(messages[-1])
    return {"asked": asked, "messages": messages}


def visits() -> Iterator[Visit]:
    """Presets, rows and views, 200 drawn at random or all of them, and 500 random edits."""
    rng = random.Random(36)
    asked = [{"c": name, "m": row, "v": view} for name in preset_names() for row in all_rows() for view in VIEWS]
    drawn = rng.sample(asked, times(200, len(asked)))
    yield from ({"asked": one, "messages": [None]} for one in drawn)
    yield from (edited(rng, rng.choice(preset_names()), 10) for _ in range(50))


@needs_pyodide
@pytest.mark.slow
def test_the_browsers_python_gives_every_page_that_ours_does(folder: Path, tmp_path: Path):
    every = list(visits())
    site._unpack(PYODIDE, tmp_path / "python")
    command = [site._node(), str(ROOT / "tests/site_host.mjs"), str(tmp_path / "python"), str(parts_of(folder))]
    lines = "".join(json.dumps(visit) + "\n" for visit in every)
    process = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=30 * PATIENCE, check=False)
    assert process.returncode == 0, process.stderr[-2000:]
    theirs, pages = iter(process.stdout.split()), 0
    for visit in every:
        desk = Desk(visit["asked"], "test")
        for message in visit["messages"]:
            page = json.dumps(desk.tell(message), ensure_ascii=False, sort_keys=True)
            assert next(theirs) == hashlib.sha256(page.encode()).hexdigest(), (visit["asked"], message)
            pages += 1
    assert pages >= 700
    assert next(theirs, None) is None
