"""The examples in CONTRIBUTING.md, tried as they stand there, in a copy of the package."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.samples import ROOT
from tests.shell import output

pytestmark = pytest.mark.slow

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


ADDED = re.findall(r"^`(hierview/\S+\.py)`:$", TEXT, re.MULTILINE)


def block(before: str) -> str:
    """The block of code that stands below a line."""
    return re.split("```[a-z]*\n", TEXT.partition(f"{before}:\n\n")[2], maxsplit=2)[1]


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """A checkout of one's own, with all files of the examples in it."""
    root = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "hierview", root / "hierview", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "cases", root / "cases")
    for path in ADDED:
        assert not (root / path).exists()
        (root / path).write_text(block(f"`{path}`"), encoding="utf-8")
    return root


def test_the_examples_are_as_the_house_is(copy: Path):
    shutil.copy(ROOT / "pyproject.toml", copy)
    for command in ("check", "format --check"):
        output(sys.executable, "-m", "ruff", *command.split(), *ADDED, cwd=copy)


def within(path: Path, before: str, added: str) -> None:
    """Put a text into a file, behind another."""
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, before + added), encoding="utf-8")


def run(root: Path, program: str) -> None:
    """Run a program in a process of its own that knows the copy alone."""
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    output(sys.executable, "-c", program, cwd=root, environment=outside)


def test_the_measure_lacks_nothing(copy: Path):
    within(copy / "hierview/answers/papers.json", "[\n", block("In `hierview/answers/papers.json`"))
    run(
        copy,
        """
import doctest
from hierview import evaluate, load_case, measures
from hierview.answers.cards import references_bibtex
from hierview.measures import overlap
from hierview.testing import check_measure

assert check_measure(overlap.Overlap) == [], check_measure(overlap.Overlap)
assert list(measures())[-1] == "Overlap"
assert evaluate(load_case("17b"), "Overlap").value == 1
assert "simpson1960notes" in references_bibtex(overlap.Overlap())
assert doctest.testmod(overlap) == (0, 2)
""",
    )


def test_the_format_reads_what_it_writes(copy: Path):
    registry = copy / "hierview/formats/registry.py"
    within(registry, "\nfrom .base import Format\n", "from . import folders\n")
    within(registry, "    hemkit.FORMAT,\n", "    folders.FORMAT,\n")
    run(
        copy,
        """
import doctest
from hierview import CaseError
from hierview.formats import folders, preset, preset_groups
from hierview.formats.registry import read_any

assert doctest.testmod(folders) == (0, 1)
for name in [name for names in preset_groups().values() for name in names]:
    draft = preset(name)
    opened = read_any(folders.FORMAT.file_content(draft), "x.folders")
    assert opened.hierarchy.edges == draft.hierarchy.edges and opened.hierarchy.classes == draft.hierarchy.classes
    assert any("holds no marks" in said for said in folders.FORMAT.losses(draft))
for text, why in (
    ("A/B\\nB//C", "x.folders: line 2: "),
    ("A/B\\nB/A", "x.folders: line 2: "),
    ("A/A", "its own parent"),
    ("A/\\u202e", "line 1"),
):
    try:
        read_any(text, "x.folders")
    except CaseError as error:
        assert why in str(error), error
    else:
        raise AssertionError(text)
""",
    )


def test_the_export_format_says_what_a_figure_shows(copy: Path):
    registry = copy / "hierview/publish/registry.py"
    within(registry, "\nfrom .figures.export import Export\n", "from .figures import worded\n")
    within(registry, "        formats.ZIP,\n", "        worded.WORDS,\n")
    run(
        copy,
        """
from hierview import figure
from hierview.cli import main

said = figure("15", "lca", measure="LCaF", format="words")
assert said.startswith("Lca, LCaF, case 15\\n\\nCase 15. True:") or said, said
assert main(["figure", "15", "--panel", "lca", "-o", "lca.txt"]) == 0
assert open("lca.txt", encoding="utf-8").read() == said
""",
    )


def test_the_kind_of_question_is_asked_on_paper_and_on_the_page_judged_and_handed_in(copy: Path):
    kinds = copy / "hierview/lessons/kinds/registry.py"
    within(kinds, "from .drawing import Click, Predict\n", "from .range import Range\n")
    within(kinds, " Number(),", f" {block('In `KINDS`').strip()}")
    asked = "range: hP\ntext: How much?\nanswer: 0.7 to 83 / 84\nwrong: 0.5: A half."
    lesson = f"---\ntitle: Mine\ncases: 13a\n---\n## Step\n```ask\n{asked}\n```\nWhy.\n"
    (copy / "mine").mkdir()
    (copy / "mine/mine.md").write_text(lesson, encoding="utf-8")
    run(
        copy,
        """
import os
os.environ["HIERVIEW_LESSONS"] = "mine"
from hierview.cli import main
from hierview.lessons.answer_sheets import AnswerSheet, GivenAnswer, marks_of_sheet
from hierview.lessons.library import lessons
from hierview.lessons.ui.desk import Desk

assert main("lesson check mine/mine.md".split()) == 0
desk = Desk({"lesson": "mine", "stage": "1"})
desk.tell({"do": "set", "name": "answer", "value": "0.99"})
assert "Right." in str(desk.tell({"do": "press", "name": "check"}))
assert main("lesson sheet mine/mine.md -o sheet.html --key key.html".split()) == 0
assert "hP =" in open("sheet.html", encoding="utf-8").read()
assert "0.7 … 0.99" in open("key.html", encoding="utf-8").read()
assert main("lesson export mine/mine.md --moodle quiz.xml".split()) == 0
assert 'type="numerical"' in open("quiz.xml", encoding="utf-8").read()
given = tuple(GivenAnswer(0, 0, 0, text) for text in ("0.7", "0.99", "5/6", "0.6", "1/2", "many"))
verdicts = [mark.verdict for mark in marks_of_sheet(AnswerSheet("mine", "Ada", given), lessons()["mine"])]
assert [verdict and verdict.is_right for verdict in verdicts] == [True, True, True, False, False, None]
assert verdicts[4].idea == ("A half.",)
""",
    )
    (copy / "docs").mkdir()
    shutil.copy(ROOT / "docs/lessons.md", copy / "docs")
    within(copy / "docs/lessons.md", "`within: 0.01` | a number |\n", block("In `docs/lessons.md`"))
    shutil.copytree(ROOT / "tests", copy / "tests", ignore=shutil.ignore_patterns("__pycache__", "data", "golden"))
    output(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/lessons/test_kinds.py", cwd=copy)


def test_the_page_and_the_view_show_what_the_address_asks_for(copy: Path):
    views, listed = copy / "hierview/ui/explore/why_views.py", "\nVIEWS: dict[str, View] = {\n"
    within(views, listed, block("In `VIEWS`"))
    within(views, "# Picture and steps\n", f"\n\n{block('The function')}")
    page = copy / "hierview/ui/shell/page.py"
    listed = re.search(r"_PAGES.*?\n\}\n", page.read_text(encoding="utf-8"), re.DOTALL)
    assert listed
    within(page, "\nfrom ...markup import html\n", "from .. import terms\n")
    within(page, listed[0].removesuffix("}\n"), block("In `_PAGES`"))
    (copy / "alone.py").write_text(
        "from hierview.ui.shell.page_state import note_arrival\nfrom hierview.ui.terms import show\n"
        "note_arrival('terms')\nshow()\n",
        encoding="utf-8",
    )
    run(
        copy,
        """
import json

from streamlit.testing.v1 import AppTest
from hierview.ui import terms

def shown(at):
    assert not at.exception, at.exception
    return [text.value.partition(":")[0] for text in at.text]

whole = AppTest.from_file("hierview/ui/shell/script.py", default_timeout=600)
whole.query_params.update(c="15", v="ancestors")
whole.run()
assert not whole.exception, whole.exception
assert "Terms" in [link.proto.label for link in whole.get("page_link")]
said = [data.get("html", "") for (data,) in (json.loads(e.proto.json) for e in whole.get("bidi_component"))]
(table,) = [markup for markup in said if "all classes above" in markup]
assert '<th scope="row">Rock</th><td>Arts, Music</td>' in table
at = AppTest.from_file("alone.py", default_timeout=600)
at.query_params["q"] = "ancestor"
found = shown(at.run())
assert "ancestor" in found and "leaf" not in found
assert shown(at.text_input[0].set_value("leaf").run()) == ["leaf"]
assert at.query_params["q"] in ("leaf", ["leaf"]), at.query_params
for state in (terms.TermsState(), terms.TermsState("leaf")):
    assert terms.state_of(terms.parameters(state), None) == state
""",
    )


KEPT = """
from hierview.study import Study, tasks
from hierview.study.storage.standings_file import read_standings

told = []
tasks.score_kept_study(told.append, "kept", ["hF"])
assert read_standings("kept") == told[-1][0]
"""


def test_the_column_stands_in_every_ranking_and_in_a_study_that_was_kept_before(copy: Path):
    (copy / "h.tsv").write_text("Arts\tMusic\nMusic\tPop\n", encoding="utf-8")
    for name, (first, second) in {"gold": ("Pop", "Music"), "a": ("Arts", "Pop"), "b": ("Pop", "Pop")}.items():
        (copy / f"{name}.tsv").write_text(f"1\t{first}\n2\t{second}\n", encoding="utf-8")
    run(copy, KEPT.replace("[]", 'Study.read("h.tsv", "gold.tsv", ["a.tsv", "b.tsv"], folder="kept") and []'))
    columns = copy / "hierview/study/results/system_columns.py"
    function, row = block("The function, above `COLUMNS`"), block("Between the parentheses of `COLUMNS`")
    above, table, others = columns.read_text(encoding="utf-8").partition("COLUMNS: tuple[SystemColumn, ...] = (")
    columns.write_text(f"{above}{function}\n\n{table}\n{row}{others}", encoding="utf-8")
    run(
        copy,
        f"""
from hierview.study.storage.standings_file import read_standings

assert read_standings("kept") is None
{KEPT}
import re
from hierview.cli import main
from hierview.study.markup.ranking import ranking
from hierview.study.publish.tables import rows_of_text
from hierview.study.results.standings import standings_table

standings = dict(read_standings("kept").standings)["mean"]
says, page = "Mean of the greatest depth of the predicted classes minus that of the true ones.", ranking(standings, 0)
heads, *rows = (re.sub("<[^>]+>", " ", row).split() for row in page.partition("</tbody>")[0].split("<tr>")[1:])
assert heads[-2:] == ["Depth", "error"] and [row[-1] for row in rows] == ["0.500", "−0.500"], page
assert f"<b><bdi>Depth error</bdi></b> {{says}}" in page
exported = standings_table(standings, 0)
assert [row[-1] for row in rows_of_text(exported)] == ["Depth error", "0.500", "-0.500"]
assert exported.says[-1] == f"Depth error: {{says}}"
assert main(["study", "kept", "rank", "-o", "rank.csv"]) == 0
written = [line.split(",")[8] for line in open("rank.csv", encoding="utf-8")]
assert written == ["Depth error", "0.500", "-0.500"], written
assert main(["study", "kept", "report", "-o", "report.html"]) == 0
assert f"Depth error: {{says}}" in open("report.html", encoding="utf-8").read()
""",
    )


def test_a_flat_brings_the_page_by_its_table(tmp_path: Path):
    shutil.copytree(ROOT / "hierview", tmp_path / "hierview", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "cases", tmp_path / "cases")
    study = tmp_path / "hierview/study"
    within(study / "flat.json", '"pages": {\n', block("Among the pages of\n`hierview/study/flat.json`"))
    source = block("`hierview/ui/terms.py`").replace("from ..", "from ...").replace("from .shell", "from ...ui.shell")
    (study / "ui/terms.py").write_text(source, encoding="utf-8")
    run(
        tmp_path,
        """
from streamlit.testing.v1 import AppTest

whole = AppTest.from_file("hierview/ui/shell/script.py", default_timeout=600).run()
assert not whole.exception, whole.exception
bar = [link.proto.label for link in whole.get("page_link")]
assert bar.index("Terms") > bar.index("Measures"), bar
""",
    )


def test_the_command_of_the_editor_is_an_edit_of_both_languages(copy: Path):
    within(copy / "hierview/ui/editor/table.js", "\nexport const COMMANDS = {\n", block("In `COMMANDS`"))
    within(copy / "hierview/model/edits.json", '"edits": {\n', block("In `hierview/model/edits.json`"))
    edits = copy / "hierview/model/edits.py"
    within(
        edits,
        '    "tidy": lambda draft: _with_positions(draft, ()),\n',
        block("In `_OPS` of `hierview/model/edits.py`"),
    )
    run(
        copy,
        """
from hierview.formats import preset
from hierview.model.edits import apply_edit
from hierview.ui.editor import script

case = preset("15")
swapped = apply_edit(case, {"op": "swap"})
assert (swapped.true, swapped.predicted) == (case.predicted, case.true) and swapped.hierarchy == case.hierarchy
assert 'say("Swap true and predicted")' in script().text
""",
    )
