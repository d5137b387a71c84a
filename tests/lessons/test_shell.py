"""`hierview lesson`: what it writes has no fault, and what is wrong is told with file and line."""

import pytest

from hierview.cli import main
from tests.samples import ROOT

pytestmark = pytest.mark.slow


def test_what_one_begins_with_has_no_fault(tmp_path, capsys):
    path = tmp_path / "far-away_{x}.md"
    assert main(["lesson", "new", str(path)]) == 0
    assert main(["lesson", "check", str(path)]) == 0
    assert capsys.readouterr().out.endswith("2 steps, 2 questions, nothing is wrong\n")
    assert main(["lesson", "new", str(path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["lesson", "new", str(tmp_path / "x.txt")]) == 2


def test_ours_have_none_with_their_pictures(capsys):
    assert main(["lesson", "check", *map(str, sorted((ROOT / "cases" / "lessons").glob("*.md")))]) == 0
    assert capsys.readouterr().out.count("nothing is wrong") == 14


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("picture: sets", "picture: fruit", "hF has no panel 'fruit' on this case; there are"),
        ("measure: hF", "measure: GIE", "GIE has no panel 'sets'"),
        ("answer: own.hF", "answer: own.hX", "expression 'own.hX', character 1: 'hX' is no measure"),
    ],
)
def test_faults_are_told_with_file_and_line(tmp_path, capsys, old, new, told):
    path = tmp_path / "first.md"
    assert main(["lesson", "new", str(path)]) == 0
    text = path.read_text().replace(old, new)
    path.write_text(text)
    capsys.readouterr()
    assert main(["lesson", "check", str(path)]) == 1
    line = 1 + text[: text.index(new if "picture" in new or "answer" in new else "picture: sets")].count("\n")
    assert capsys.readouterr().out.startswith(f"{path}: line {line}: {told}")


def test_a_warning_is_no_fault_and_a_missing_file_a_mistake(tmp_path, capsys):
    path = tmp_path / "first.md"
    main(["lesson", "new", str(path)])
    path.write_text(path.read_text().replace("The why,", "The why, 0.67,"))
    assert main(["lesson", "check", str(path)]) == 0
    assert "warning: 0.67 is typed" in capsys.readouterr().out
    assert main(["lesson", "check", str(tmp_path / "none.md")]) == 2
    assert "cannot be read" in capsys.readouterr().err
