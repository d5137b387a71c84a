"""The page without a server: Python in the browser says what Python says here, and the folder is written safely."""

import hashlib
import json
import random
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from hierview import HierviewError
from hierview.cli.site import _folder_in_words
from hierview.formats import preset_names
from hierview.lessons.library import lessons
from hierview.lessons.ui import site as lesson_site
from hierview.lessons.ui.desk import Desk as LessonDesk
from hierview.ui.explore.desk import Desk
from hierview.ui.explore.instant import reply_at_once
from hierview.ui.explore.page_token import encode
from hierview.ui.explore.why_views import VIEWS
from hierview.ui.host import beforehand, site
from hierview.ui.shell.cases import all_row_keys
from tests.app_test import words
from tests.browser.test_instant import edits
from tests.built_site import PYODIDE, built, needs_pyodide, own_lessons
from tests.each import each
from tests.effort import in_turn, sampled, times
from tests.processes import PATIENCE
from tests.samples import ROOT

Visit = dict[str, object]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory)


def edited(rng: random.Random, name: str, count: int) -> Visit:
    """A visit to a preset with so many edits, one after the other."""
    asked = {"c": name, "v": rng.choice([*VIEWS]), "lang": rng.choice(("en", "de"))}
    desk, messages = Desk(asked, "test"), list[dict[str, object] | None]([None])
    for number in range(1, count + 1):
        version = desk.state.visit.drawing_version
        log = [{"number": number, "drawingVersion": version, **edits(desk.state.draft, rng, 1)[0]}]
        messages.append({"do": "edits", "log": log})
        desk.tell(messages[-1])
    return {"asked": asked, "messages": messages}


def visits() -> Iterator[Visit]:
    """Every row in a preset and a view, each in its turn, random edits, and each kind of question; or all of them."""
    rng, names, views = random.Random(36), preset_names(), [*VIEWS]
    for turn, row in enumerate(all_row_keys()):
        for name, view in product(sampled(names, 1, turn), in_turn(views, turn)):
            yield {"asked": {"c": name, "m": row, "v": view}, "messages": [None]}
    yield from (edited(rng, rng.choice(names), times(6, 10)) for _ in range(times(4, 50)))
    taken = [None, *({"do": "press", "name": name} for name in ("check", "hint", "show", "another")[: times(3, 4)])]
    asked = set[tuple[str, str]]()
    for name, lesson in lessons().items():
        for stage, ask in ((i, stage.ask) for i, stage in enumerate(lesson.stages, 1)):
            if times(0, 1) or (ask.kind, ask.choice_kind) not in asked:
                asked.add((ask.kind, ask.choice_kind))
                yield {"asked": {"lesson": name, "stage": str(stage)}, "messages": taken}


@needs_pyodide
@pytest.mark.slow
def test_the_browsers_python_gives_every_page_that_ours_does(folder: Path, tmp_path: Path):
    every = list(visits())
    site._unpack(PYODIDE, tmp_path / "python")
    command = [
        site._node_program(),
        str(ROOT / "tests/site_host.mjs"),
        str(tmp_path / "python"),
        str(next(folder.glob("*/worker.js")).parent),
    ]
    lines = "".join(json.dumps(visit) + "\n" for visit in every)
    process = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=30 * PATIENCE, check=False)
    assert process.returncode == 0, process.stderr[-2000:]
    theirs, pages = iter(process.stdout.split()), 0
    for visit in every:
        desk = (LessonDesk if "lesson" in visit["asked"] else Desk)(visit["asked"], "test")
        for message in visit["messages"]:
            page = json.dumps(desk.tell(message), ensure_ascii=False, sort_keys=True)
            assert next(theirs) == hashlib.sha256(page.encode()).hexdigest(), (visit["asked"], message)
            pages += 1
    assert pages >= times(140, 700)
    assert next(theirs, None) is None


@pytest.mark.slow
def test_what_the_server_answers_at_once_is_what_the_desk_shows():
    rng, answered = random.Random(7), 0
    for name in rng.sample(preset_names(), 12):
        desk = Desk({"c": name, "v": rng.choice(("picture", "steps", "ideas"))}, "test")
        for number in range(1, 6):
            version = desk.state.visit.drawing_version
            log = [{"number": number, "drawingVersion": version, **edits(desk.state.draft, rng, 1)[0]}]
            request = {"page": encode(desk.state), "log": log}
            reply, page = reply_at_once(json.dumps(request).encode()), desk.tell({"do": "edits", "log": log})
            if reply is not None:
                answered += 1
                assert reply["show"] == {key: page["show"][key] for key in reply["show"]}
                assert reply["editor"].items() <= page["editor"].items()
    assert answered > 30


@each(
    "message",
    [
        *({"do": do} for do in ("", "edits", "set", "press", "pick", "visit", "__init__")),
        {"do": "set", "name": "view", "value": 7},
        {"do": "set", "name": "k", "value": "many"},
        {"do": "set", "name": "draft", "value": None},
        {"do": "set", "name": "param.beta", "value": -1},
        {"do": "set", "name": "param.nothing", "value": 1},
        {"do": "set", "name": "about.name", "value": "x" * 10_000},
        {"do": "set", "name": "guess", "value": "many"},
        {"do": "press", "name": "everything"},
        {"do": "visit", "asked": {"c": "no such case", "m": "no such measure"}},
        {"do": "edits", "log": [{"number": 1, "drawingVersion": 0, "op": "mark", "name": "gone", "mark": "true"}]},
    ],
)
def test_a_desk_that_is_told_nonsense_shows_a_page(message: dict[str, object]):
    desk = Desk({"c": "15"}, "test")
    before = desk.state.draft
    page = desk.tell(message)
    assert json.loads(json.dumps(page))["show"]["answers"]
    assert desk.state.draft == before or message["do"] == "visit"


def test_whatever_a_desk_is_told_is_answered(monkeypatch: pytest.MonkeyPatch):
    desk = Desk({"c": "15"}, "test")
    assert "does not know" in pressed(desk, ("new", None), ("guess", "1/2"))["trouble"]
    for kind in (Desk, LessonDesk):
        desk = kind({})
        page, told = desk.tell(), {"do": "visit", "asked": {}}
        with monkeypatch.context() as faulty:
            faulty.setattr(f"{kind.__module__}.state_of", lambda *_: None)  # a state that no page can be made of
            assert "does not know" in desk.tell(told)["trouble"]
        assert desk.tell() == page


def pressed(desk: Desk, *messages: tuple[str, object]) -> dict:
    """The page after buttons, or values of controls."""
    for name, value in messages:
        told = {"do": "press", "name": name} if value is None else {"do": "set", "name": name, "value": value}
        page = desk.tell(told)
    return page


def test_controls_do_what_those_of_the_explorer_do():
    desk = Desk({"c": "15"}, "test")
    page = pressed(desk, ("param.root", "omitted"), ("param.beta", 2))
    assert [str(m) for _row, m in desk.state.work.settings] == ['hF(root="omitted", beta=2)']
    assert page["address"]["s"] == '[["hF","hF(root=\\"omitted\\", beta=2)"]]'
    assert not pressed(desk, ("undo", None), ("undo", None))["address"].get("s")
    assert pressed(desk, ("view", "distance"), ("k", 2))["controls"]["side"][-1]["name"] == "adopt"
    assert pressed(desk, ("adopt", None))["title"] == ["", "Drawing after case 15"]
    assert pressed(desk, ("reset", None))["title"] == ["Case 15", "Pairing and alternative paths"]
    page = pressed(desk, ("table", "guess"), ("guess", "1/2"))
    assert "right" in page["show"]["answers"]
    assert "is no number" in pressed(desk, ("guess", "much"))["trouble"]
    german = Desk({"lang": "de"}).tell()
    assert (german["words"]["answers"], german["address"]["lang"]) == ("Antworten", "de")


def test_a_rule_predicts_until_a_mark_is_set_by_hand():
    desk = Desk({"c": "t4", "m": "GIE", "p": "as=numbers"}, "test")
    shown = desk.tell()["show"]
    assert "Root > Health > Medicine . Next would have been Arts" in words(shown["decision"])
    assert "The best child at each level Medicine 4" in words(shown["rules"])
    page = pressed(desk, ("rule", "MostProbablePath"))
    assert "Predicted: Music" in words(page["show"]["question"])
    assert "Predicted: none" in words(pressed(desk, ("rule", "Threshold"))["show"]["question"])
    page = pressed(desk, ("rule.t", 0.2))
    assert "Predicted: Dance Medicine Music" in words(page["show"]["question"])
    mark = {"op": "mark", "name": "Fitness", "mark": "predicted"}
    version = desk.state.visit.drawing_version
    page = desk.tell({"do": "edits", "log": [{"number": 1, "drawingVersion": version, **mark}]})
    assert page["controls"]["rules"][0]["value"] == ""
    assert "Predicted: Dance Fitness Medicine Music" in words(page["show"]["question"])
    # The first number of a case without any brings a rule, too.
    desk = Desk({"c": "15", "m": "GIE", "p": "as=numbers"}, "test")
    assert "Give edges a probability" in words("".join(desk.tell()["show"].values()))
    number = {"op": "probability", "parent": "Arts", "child": "Music", "value": 1}
    page = desk.tell({"do": "edits", "log": [{"number": 1, "drawingVersion": 0, **number}]})
    assert page["controls"]["rules"][0]["value"] == "Cascade"


@each("name, lang", [("15", "en"), ("11b", "de")])
def test_a_link_shows_at_once_what_python_says_of_it_later(name: str, lang: str):
    desk = Desk({"c": name, "lang": lang}, "first")
    page, whys = desk.tell(), beforehand._first_whys(desk)
    assert len(whys) == 28
    for row, view in (key.rsplit(" ", 1) for key in whys):
        assert page | whys[f"{row} {view}"] == Desk({"c": name, "m": row, "v": view, "lang": lang}, "first").tell()


def test_a_lesson_of_ones_own_comes_along_and_one_with_a_fault_is_refused(tmp_path: Path):
    with own_lessons(tmp_path / "own") as own:
        assert lesson_site.own_lesson_files().keys() == {"own/sports.md", "own/swum.json"}
        (told,) = [line for line in _folder_in_words(tmp_path) if "lessons.html" in line]
        assert "1 of yours (Sports)" in told
        assert "lessons.html?lesson=sports" in told
        assert lesson_site._pdfs_of_lesson(lessons()["sports"]).keys() == {
            f"sports-{n}.pdf" for n in ("slides", "sheet", "key")
        }
        (own / "sports.md").write_text("---\ntitle: A\n---\n## A step\n```show\ncases: nowhere\n```\n")
        with pytest.raises(HierviewError, match="line 6: .*nowhere.* lesson check"):
            site.write_site(tmp_path / "page", tmp_path / "none")


def test_the_lessons_desk_presents_them_with_their_address_and_makes_a_copy():
    desk = LessonDesk({"lesson": "01-flat", "stage": "2", "at": "https://example.edu/course/lessons.html"})

    def shown(message: dict[str, object]) -> tuple[dict, str]:
        page = desk.tell(message)
        return page, "".join(part["html"] for part in page["parts"] if part["at"] == "talk")

    page, slides = shown({"do": "press", "name": "qr"})
    assert "<span>example.edu/</span><span>course/</span><span>lessons.html?lesson=01-flat</span>" in slides
    assert 'data-at="0"' in slides
    assert page["address"]["big"] == "qr"
    assert not shown({"do": "press", "name": "hint"})[1]
    assert 'data-at="0"' not in shown({"do": "press", "name": "1"})[1]
    desk.tell({"do": "press", "name": "show"})
    page, slides = shown({"do": "press", "name": "copy"})
    assert (page["file"]["name"], slides) == ("01-flat-copy.md", "")
    assert "My answer: none" in page["file"]["content"]
    assert desk.tell({"do": "set", "name": "who", "value": "Ada"})["mine"]["who"] == "Ada"


def test_what_a_folder_holds_is_not_written_over(tmp_path: Path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(HierviewError, match="holds something else"):
        site.write_site(tmp_path, tmp_path / "none")
    assert (tmp_path / "mine.txt").read_text() == "mine"


@each("content, sentence", [(None, "No such file"), (b"another", "is not the package that is accepted")])
def test_another_python_is_refused(tmp_path: Path, content: bytes | None, sentence: str):
    package = tmp_path / "pyodide.tgz"
    if content is not None:
        package.write_bytes(content)
    with pytest.raises(HierviewError, match=sentence):
        site.write_site(tmp_path / "page", package)
    assert not (tmp_path / "page").exists()
