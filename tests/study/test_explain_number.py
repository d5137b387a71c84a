"""`hierview explain-number`, and the panel of a value in Study's ranking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import streamlit as st

from hierview import load_case
from hierview.cli import main
from hierview.formats.collection import read_collection
from hierview.jobs import Progress
from hierview.study import Study
from hierview.study.concordance.explained import verdict
from hierview.study.inputs.example import example_study
from hierview.study.results.standings import of_scores
from hierview.study.tasks import score_kept_study, send_result_on_kept_study
from hierview.study.ui import one_study, printed_elsewhere
from hierview.study.ui.shelves import Shelf
from tests.each import each
from tests.shell import refused
from tests.study.test_study_page import Visit, temporary, words  # noqa: F401

FILES = {
    "h.tsv": "Arts\tMusic\nArts\tTheater\nMusic\tPop\nMusic\tRock\n",
    "gold.tsv": "i1\tPop\ni2\tRock\ni3\tTheater\ni4\tPop\n",
    "a.tsv": "i1\tPop\ni2\tTheater\ni3\tTheater\ni4\tRock\n",
    "odd.tsv": "i1\tPop\ni2\tJazz\ni3\tTheater\ni4\tRock\n",
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a hierarchy, the truth and two runs; one names a class that there is not."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def told(capsys, folder: Path, *arguments: str, run: str = "a.tsv", status: int = 0) -> str:
    """What the command says of a run."""
    asked = ["explain-number", str(folder / "h.tsv"), "--true", str(folder / "gold.tsv"), "--run", str(folder / run)]
    assert main([*asked, *arguments]) == status
    return capsys.readouterr().out


# The shell


def test_a_number_is_explained_with_tools_and_an_instance(capsys, files: Path):
    out = told(capsys, files, "--says", "0.6154", "--measure", "hF")
    assert out.startswith(
        "F is 0.7667 in hierview: mean over instances, the root counted.\n1 way to count gives hF 0.6154"
    )
    assert "1. All instances in one sum, the root left out\n   F 0.6154, with P 0.6667, R 0.5714\n   F[closed]\n" in out
    assert "hiclass (f1, micro), SemEval-2024 task 4 (f1)" in out
    assert "parts from hierview on 'i2': here 0.4, there 0\n     'i2': true Rock; predicted Theater" in out


def test_the_instances_are_files_that_explore_opens(capsys, files: Path):
    told(capsys, files, "--says", "61.54 %", "-o", str(files / "cases"))
    case = load_case(files / "cases" / "way-1.json")
    assert (case.name, case.true, case.predicted) == ("i2", {"Rock"}, {"Theater"})


def test_several_instances_are_one_collection(capsys, files: Path):
    out = told(capsys, files, "--says", "F=0.7619", "-o", str(files / "cases"))
    assert "parts from hierview on 'i3', 'i2': " in out
    together = read_collection((files / "cases" / "way-1.json").read_text(encoding="utf-8"))
    assert (together.name, [case.name for case in together.cases]) == ("a: 0.7619", ["i3", "i2"])


def test_where_nothing_gives_it_the_nearest_and_what_was_tried_are_told(capsys, files: Path):
    out = told(capsys, files, "--says", "0.123456", status=1)
    assert "No way to count gives 0.123456 on these data; " in out
    assert "Tried: labels as given, with ancestors" in out
    assert "\n1. " in out


def test_what_a_tool_would_print_with_its_faults(capsys, files: Path):
    out = told(capsys, files, "--as", "hiclass")
    rows = {tuple(line.split()[:3]) for line in out.splitlines()}
    assert {("f1,", "micro", "0.6154"), ("f1,", "macro", "0.6250"), ("f1,", "micro", "0.7619")} <= rows
    assert "- An instance without an answer ends macro precision and macro F with an error." in out
    assert "It prints nothing of answered sets: the best of many thresholds" in told(capsys, files, "--as", "cafaeval")
    assert told(capsys, files, "--as", "F[closed, root=counted, instance]").startswith(
        "F[closed, root=counted, instance]: 0.7666666667\nMean over instances, the root counted."
    )
    assert "0.830357" in told(capsys, files, "--as", "HEMKit")  # six digits, as it prints


def test_unknown_classes_are_counted_in_each_way(capsys, files: Path):
    given = ("F[given, unknown=own]", "F[given, unknown=ignored]", "F[given, unknown=instance out]")
    said = [told(capsys, files, "--as", text, run="odd.tsv") for text in given]
    values = [float(one.splitlines()[0].rpartition(": ")[2]) for one in said]
    assert values == pytest.approx([0.5, 4 / 7, 2 / 3])


@each(
    "arguments, sentence",
    [
        (("--says", "nan"), "'nan' is no printed number; one such as 0.615, .615, 61.5 or 61.5 % is"),
        (("--says", "beauty=0.5"), "'beauty' names no number that is known; hP, hR, hF, "),
        ((), "either --says NUMBER or --as TOOL is needed, not both"),
        (("--says", "0.5", "--as", "hiclass"), "either --says NUMBER or --as TOOL is needed, not both"),
        (("--as", "hiclas"), "'hiclas' is no tool that was profiled; did you mean 'hiclass'?"),
        (("--as", "F[nowhere]"), "'nowhere' is on no axis"),
        (("--as", "hiclass", "--measure", "hF"), "--measure belongs to --says"),
        (("--says", "0.5") * 13, "13 numbers are too many; 12 at most are accepted"),
    ],
)
def test_what_cannot_be_explained_is_refused_in_a_sentence(arguments, sentence, capsys, files: Path):
    asked = ("explain-number", str(files / "h.tsv"), "--true", str(files / "gold.tsv"), "--run", str(files / "a.tsv"))
    main([*asked, *arguments])
    assert sentence in capsys.readouterr().err


def test_a_folder_names_its_system(capsys, files: Path):
    Study.read(files / "h.tsv", files / "gold.tsv", [files / "a.tsv"], folder=files / "kept")
    assert main(["explain-number", str(files / "kept"), "--run", "a", "--says", "0.6154"]) == 0
    assert "1 way to count gives 0.6154" in capsys.readouterr().out
    assert refused(capsys, "explain-number", str(files / "kept"), "--run", "b", "--says", "0.6").startswith("'b' is no")


# The page


class Panel(Visit):
    """A visit in which a click on a value of the ranking can be made."""

    def click(self, monkeypatch: pytest.MonkeyPatch, pick: str) -> dict[str, str]:
        """The markup of every viewer after a click in the ranking."""
        picks, shows = {"ranking": pick}, one_study.viewer

        def chosen_in(markup: str, key: str, **how: Any) -> None:
            shows(markup, key, **how)
            if key in picks:
                how["on_pick"](picks.pop(key))
                st.rerun()

        monkeypatch.setattr(one_study, "viewer", chosen_in)
        self.run()
        return self.run()


@pytest.fixture
def kept(temporary: Shelf, files: Path) -> str:  # noqa: F811
    """The address of a small scored study."""
    key = temporary.make_folder("Small")
    folder = temporary.folder(key)
    Study.read(files / "h.tsv", files / "gold.tsv", [files / "a.tsv"], folder=folder)
    score_kept_study(lambda what: None, str(folder), ("hF", "hP", "GIE"))
    return f"~{key}"


@pytest.mark.slow
def test_a_value_of_the_ranking_is_explained_and_its_column_counted_so(kept: str, monkeypatch: pytest.MonkeyPatch):
    visit = Panel()
    shown = visit.visit(study=kept)
    assert 'data-pick="cell 0 0" aria-pressed="false"' in shown["ranking"]
    shown = visit.click(monkeypatch, "cell 0 0")
    assert 'data-pick="cell 0 0" aria-pressed="true"' in shown["ranking"]
    assert "taus" not in shown
    visit.control("text_input", "Printed elsewhere?").set_value("61.5 %")
    shown = visit.run()
    assert words(shown["elsewhere-answer"]) == "1 way to count gives 61.5 % on these data."
    assert words(shown["elsewhere-way-0"]).startswith(
        "All instances in one sum, the root left out scikit-learn (f1, micro)"
    )
    assert "On i2 : here 0.400, there 0.000." in words(shown["elsewhere-way-0"])
    assert "Theater" in shown["elsewhere-drawn-0"]
    shown = visit.press("Count so in the table")
    assert "0.615" in shown["ranking"]
    assert "All instances in one sum, the root left out (F[closed])" in words(shown["ranking"])
    choice = visit.control("selectbox", "Count the column as in")
    assert choice.value == "F[closed]"
    assert "HEMKit: hF (ids, root called 0)" in choice.options
    assert not any("ISCO" in name for name in choice.options)  # a fault is no choice
    choice.set_value("F[closed, root=virtual, instance, zero=nan]")
    assert "0.830" in visit.run()["ranking"]
    visit.control("selectbox", "Count the column as in").set_value("")
    shown = visit.run()
    assert "0.767" in shown["ranking"]
    assert 'data-escape="cell "' in shown["ranking"]
    assert "taus" in visit.click(monkeypatch, "cell ")  # as Esc does
    visit.click(monkeypatch, "cell 0 0")
    assert "taus" in visit.press("✕")


def test_several_instances_open_in_explore_together(kept: str, monkeypatch: pytest.MonkeyPatch):
    visit, opened = Visit(), list[dict[str, str]]()
    monkeypatch.setattr(printed_elsewhere.st, "switch_page", lambda page, query_params: opened.append(query_params))
    shown = visit.visit(study=kept, cell="a", of="hF", said="0.7619")
    assert "On i3 , i2 : here " in words(shown["elsewhere-way-0"])
    visit.press("Open the 2 instances in Explore")
    assert opened == [{"c": "mine-1", "m": "hF", "v": "conventions", "p": "convention=scikit-learn"}]
    assert [case.name for case in visit.at.session_state["hierview"].work.collection] == ["i3", "i2"]


@pytest.mark.slow
def test_what_no_cell_or_number_is_gets_a_sentence(kept: str):
    visit = Visit()
    for said, sentence in {"<b>": "is no printed number", "hF=0.5": "a number is enough here"}.items():
        shown = visit.visit(study=kept, cell="a", of="hF", said=said)
        assert sentence in words(shown["elsewhere-refused"])
    assert "taus" in visit.visit(study=kept, cell="nobody", of="hF")
    shown = visit.visit(study=kept, **{"as": "hF as F[nowhere]"})
    assert "is on no axis" in words(shown["study-counted-refused"])
    assert "elsewhere-answer" not in visit.visit(study=kept, cell="a", of="GIE", said="0.5")


def test_work_on_a_kept_study_tells_how_far_it_is(kept: str, temporary: Shelf):  # noqa: F811
    told: list[Any] = []
    folder = str(temporary.folder(kept.removeprefix("~")))
    arguments = ("a", "0.6154", "F[closed, root=counted, instance]")
    send_result_on_kept_study(told.append, folder, ("hF",), "Comparing", printed_elsewhere.explain_value, arguments)
    (found,) = told.pop()
    assert verdict(found) == "1 way to count gives 0.6154 on these data."
    shares = [one.done for one in told if isinstance(one, Progress)]
    assert shares == sorted(shares)
    assert 0 < shares[-1] < 1


def test_a_column_that_is_counted_otherwise_ranks_by_its_values(files: Path):
    (files / "b.tsv").write_text(FILES["gold.tsv"])
    study = Study.read(files / "h.tsv", files / "gold.tsv", [files / "a.tsv", files / "b.tsv"])
    standings = of_scores(study.score(["hF", "GIE"]), tested=False)
    other = standings.recounted(0, [0.9, 0.2], "so", "hF is counted so.")
    assert [row[0].place for row in other.rows] == [1, 2]
    assert other.tau(0, 1).value == -standings.tau(0, 1).value
    assert (other.measures[0].counted, other.says[-1]) == ("so", "hF is counted so.")
    assert other.rows[0][1] == standings.rows[0][1]


def test_a_column_is_what_its_point_gives():
    """On the example, of which some sets are empty, and classes have several parents."""
    study = example_study()
    scores = study.score(
        ["hF", "hP", "hR", 'hF(root="omitted")', 'hF(augmentation="none")', "SDL", "Accuracy", "hF(beta=2)"]
    )
    for text in scores.texts:
        for average in ("mean", "pooled") if "pooled" in scores.kinds(text) else ("mean",):
            own = printed_elsewhere.own_quantity(text, average)
            if own is not None:
                values = printed_elsewhere.recount_systems(study, scores, str(own))
                assert list(values.values()) == pytest.approx(scores.averages(text, average).tolist()), (text, average)


@each(
    "text, average, expected",
    [
        ("hF", "mean", "F[closed, root=counted, instance]"),
        ('hP(root="omitted")', "pooled", "P[closed]"),
        ('hF(augmentation="none")', "mean", "F[given, root=counted, instance]"),
        ("SDL", "mean", "SDL[closed, root=counted, instance]"),
        ("Accuracy", "mean", "Jaccard[given, root=counted, instance]"),
        ("GIE", "mean", "None"),
        ("my own", "mean", "None"),
    ],
)
def test_how_hierview_counts_a_measure(text: str, average: str, expected: str):
    assert str(printed_elsewhere.own_quantity(text, average)) == expected
