"""The scripts of the components: how they are joined for the browser, and what the linter cannot see of them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hierview
from hierview.flats import flats
from hierview.ui import editor, viewer
from hierview.ui.host.beforehand import further_pages
from hierview.ui.scripts import join_modules
from hierview.ui.scripts.part import scripted_element
from hierview.ui.shell.server import PAGE
from tests.app_test import AppTest
from tests.each import each
from tests.samples import ROOT

PACKAGE = Path(hierview.__file__).parent
UI = PACKAGE / "ui"
OF_THE_CORE = ("editor/editor.js", "viewer/viewer.js", "host/explore_page.js", "host/widget.js")
ENTRIES = (*(UI / name for name in OF_THE_CORE), *(further.script for further in further_pages()))
AS_THEY_ARE = (UI / "host" / "worker.js", UI / "host" / "sw.js")  # which the browser runs by themselves
FILES = sorted(
    {*UI.rglob("*.js"), *(path for flat in flats() for path in (PACKAGE / flat.folder / "ui").rglob("*.js"))}
)


def written(folder: Path, **texts: str) -> Path:
    """Modules of these texts; the one that is called entry."""
    for name, text in texts.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / "entry.js"


def test_modules_become_one_each_with_a_scope_of_its_own(tmp_path: Path):
    entry = written(
        tmp_path,
        one="// About.\nexport const a = 1;\n\nconst own = 1;\nexport function b() {\n  // why\n  return own;\n}\n",
        two='import { a } from "./one.js";\n\nconst own = 2;\nexport class C { at = a + own; }\n',
        entry='import {\n  a,\n  b,\n} from "./one.js";\nimport { C } from "./two.js";\n\n'
        "export default function () {\n  return [a, b(), new C()];\n}\n",
    )
    assert join_modules(entry).splitlines() == [
        *("const $one = (() => {", "const a = 1;", "const own = 1;", "function b() {", "return own;", "}"),
        *("return { a, b };", "})();"),
        *("const $two = (() => {", "const { a } = $one;", "const own = 2;", "class C { at = a + own; }"),
        *("return { C };", "})();"),
        *("const { a, b } = $one;", "const { C } = $two;"),
        *("export default function () {", "return [a, b(), new C()];", "}"),
    ]


@each(
    "texts, sentence",
    [
        ({"entry": 'import { b } from "./one.js";\n', "one": "const b = 1;\n"}, "./one.js does not export b"),
        ({"entry": 'import * as one from "./one.js";\n', "one": ""}, "'import * as one from \"./one.js\";' is not"),
        ({"entry": 'import one from "./one.js";\n', "one": ""}, "'import one from"),
        ({"entry": 'import "./one.js";\n', "one": ""}, "is not an import or export"),
        ({"entry": "export let a = 1;\n"}, "'export let a = 1;' is not"),
        ({"entry": "export default class {}\n"}, "'export default class {}' is not"),
        ({"entry": 'import { a } from "https://example.org/one.js";\n'}, "is not an import or export"),
        (
            {"entry": 'import { a } from "./one.js";\n', "one": "export const a = 1;\nexport default function () {}\n"},
            "one.js has a default export",
        ),
        (
            {
                "entry": 'import { a } from "./one.js";\nexport const b = 1;\n',
                "one": 'import { b } from "./entry.js";\n',
            },
            "entry.js imports itself: entry.js > one.js > entry.js",
        ),
    ],
)
def test_what_is_not_understood_is_refused(tmp_path: Path, texts: dict[str, str], sentence: str):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        join_modules(written(tmp_path, **texts))


def test_two_modules_of_one_name_are_refused(tmp_path: Path):
    (tmp_path / "sub").mkdir()
    written(tmp_path / "sub", one="export const b = 1;\n")
    both = 'import { a } from "./one.js";\nimport { b } from "./sub/one.js";\n'
    with pytest.raises(ValueError, match="another module has this name"):
        join_modules(written(tmp_path, entry=both, one="export const a = 1;\n"))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda path: path.stem)
def test_a_component_has_one_default_export_and_no_import(entry: Path):
    script = join_modules(entry)
    assert re.findall(r"^export .*(?=\()", script, re.MULTILINE) == ["export default function "]
    assert not re.search(r"^import\b|^\s*//|^\s", script, re.MULTILINE)


def test_messages_carry_an_address_and_not_the_script():
    """Streamlit repeats what it is given of a component in every message that changes it."""
    mounted = [element.proto for element in AppTest.from_file(str(PAGE)).run().get("bidi_component")]
    known = [editor.script(), viewer.script()]
    assert len(mounted) > 3
    assert all(not proto.css_content and len(proto.js_content) < 500 for proto in mounted)
    assert {part.name for part in known} == {re.search(r"scripts/([^\"]+)", proto.js_content)[1] for proto in mounted}


def test_another_text_has_another_address(tmp_path: Path):
    entry = written(tmp_path, entry="export default function () {}\n")
    plain, styled = (
        scripted_element("ed", entry, ""),
        scripted_element("ed", entry, '.a::after { content: "\\201C </style>"; }'),
    )
    assert plain.name != styled.name
    assert r'replaceSync(".a::after { content: \"\\201C </style>\"; }")' in styled.text


def test_every_module_and_every_export_is_used():
    texts = {path: path.read_text(encoding="utf-8") for path in FILES}
    imported = {
        ((path.parent / source).resolve(), name)
        for path, text in texts.items()
        for names, source in re.findall(r'^import \{([^}]*)\} from "(.*)";', text, re.MULTILINE)
        for name in re.findall(r"\w+", names)
    }
    exported = {
        (path.resolve(), name)
        for path, text in texts.items()
        for name in re.findall(r"^export (?!default)(?:async )?\w+ (\w+)", text, re.MULTILINE)
    }
    data = ((UI.parent / "model" / "edits.json").resolve(), "EDITS")
    assert exported | {data} >= imported
    assert {path for path, _ in exported} | {*ENTRIES, *AS_THEY_ARE} == set(FILES)
    if {further.kind for further in further_pages()} == {"lessons"}:  # else what they alone import is of no use here
        assert exported <= imported


@each("path", FILES)
def test_lines_are_as_short_as_pythons(path: Path):
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if len(line) > 120] == []


def test_the_linter_finds_what_it_should(tmp_path: Path):
    config = ROOT / ".oxlintrc.json"
    faulty = written(
        tmp_path,
        entry='import { a, gone } from "./one.js";\nvar x = 1;\n'
        'export function f(y) { if (y == 2) eval("1"); let z = 3; return undefinedThing + z + a + gone; }\n',
        one="export const a = 1;\n",
    )
    oxlint = shutil.which("oxlint", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    assert oxlint, "not installed: `make test` installs what requirements-dev.txt lists"
    done = subprocess.run([oxlint, "-c", config, "-f", "unix", faulty.parent], capture_output=True, text=True)
    rules = set(re.findall(r"\((?:\w+/)?([a-z-]+)\)\]", done.stdout))
    assert done.returncode == 1
    assert rules == {"named", "no-undef", "no-unused-vars", "no-var", "eqeqeq", "no-eval", "prefer-const"}
