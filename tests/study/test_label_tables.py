"""Labels and results in the forms that people have, and classes by names, paths, old ids and changed codes."""

import io
import json

import numpy as np
import pytest
import scipy.sparse

from hierview import Hierarchy, open_hierarchy
from hierview.cli import main
from hierview.errors import StudyError
from hierview.model.labels import Labels as Names
from hierview.study import Study
from hierview.study.inputs.closures import Closures
from hierview.study.inputs.columns import matcher_of
from hierview.study.inputs.data import ClassSets
from hierview.study.inputs.label_files import read_labels, read_sides
from hierview.study.inputs.matching import Matcher, classes_by_old_id
from hierview.study.inputs.tables.table import LISTED, split_cell
from hierview.study.plain import score

H = Hierarchy.from_edges(
    [("Art", "Music"), ("Music", "Pop"), ("Music", "Hard rock"), ("Art", "Stage"), ("Stage", "Play")]
)
KNOWN = Matcher(H)
ROWS = [("Pop", "Hard rock"), ("Play",), ("Hard rock",)]
IDS = ["k1", "k2", "k3"]
HOT = "Pop,Hard rock,Play\n"
SEVERAL = {
    "python": "wann,was\nk1,\"['Pop', 'Hard rock']\"\nk2,['Play']\nk3,['Hard rock']\n",
    "numpy": "wann,was\nk1,['Pop' 'Hard rock']\nk2,['Play']\nk3,['Hard rock']\n",
    "json": 'wann\twas\nk1\t["Pop", "Hard rock"]\nk2\t["Play"]\nk3\t["Hard rock"]\n',
    "set": "wann,was\nk1,\"{'Pop', 'Hard rock'}\"\nk2,{'Play'}\nk3,{'Hard rock'}\n",
    "bars": "k1;Pop | Hard rock\nk2;Play\nk3;Hard rock\n",
    "commas in semicolons": "wann;was\nk1;Pop, Hard rock\nk2;Play\nk3;Hard rock\n",
    "columns": "wann,was1,was2\nk1,Pop,Hard rock\nk2,Play,\nk3,Hard rock,\n",
    "a row a label": "wann,was\nk1,Pop\nk1,Hard rock\nk2,Play\nk3,Hard rock\n",
    "beside others": "text,was,sure,wann\nSo it was.,Pop|Hard rock,0.9,k1\nNo.,Play,0.3,k2\nYes.,Hard rock,0.7,k3\n",
    "an index": ",wann,was\n0,k1,Pop|Hard rock\n1,k2,Play\n2,k3,Hard rock\n",
    "lines": '{"a": "x", "wann": "k1", "was": ["Pop", "Hard rock"]}\n{"wann": "k2", "was": ["Play"]}\n'
    '{"wann": "k3", "was": "Hard rock"}\n',
    "array": json.dumps([{"wann": i, "was": row} for i, row in zip(IDS, ROWS, strict=True)], indent=1),
    "wrapped": json.dumps({"rows": [{"wann": i, "was": row} for i, row in zip(IDS, ROWS, strict=True)]}),
    "by id": json.dumps(dict(zip(IDS, ROWS, strict=True)), indent=1),
    "columns of JSON": json.dumps({"id": IDS, "labels": ROWS}),
    "marks": "wann," + HOT + "k1,1,1,0\nk2,0,0,1\nk3,0,1,0\n",
    "words": "wann," + HOT + "k1,True,True,False\nk2,False,False,True\nk3,False,True,False\n",
    "frame, split": json.dumps(
        {"columns": ["wann", "was"], "index": [0, 1, 2], "data": [*map(list, zip(IDS, ROWS, strict=True))]}
    ),
    "frame, columns": json.dumps(
        {"wann": dict(zip("012", IDS, strict=True)), "was": dict(zip("012", ROWS, strict=True))}
    ),
    "Label Studio": json.dumps(
        [
            {"id": i, "data": {"text": "a"}, "annotations": [{"id": 3, "result": [{"value": {"choices": row}}]}]}
            for i, row in zip(IDS, ROWS, strict=True)
        ]
    ),
    "GAF": "!gaf-version: 2.2\n"
    + "".join(f"DB\t{i}\tG\tis\t{c}\tPMID:1\tP\n" for i, row in zip(IDS, ROWS, strict=True) for c in row),
    "a spreadsheet": "sep=;\nwann;satz;was\nk1;Gut, so.;Pop|Hard rock\nk2;Nein, nie.;Play\nk3;Ja, ja.;Hard rock\n",
    "crosses": "wann," + HOT + "k1,x,x,\nk2,,,x\nk3,,x,\n",
    "Clus": "@RELATION x\n@ATTRIBUTE wann string\n@ATTRIBUTE f numeric\n@ATTRIBUTE class hierarchical a\n@DATA\n"
    "k1,0.5,Art/Music/Pop@Art/Music/Hard rock\nk2,0.7,Art/Stage/Play\nk3,0.1,Music/Hard rock\n",
}
ALONE = {
    "fastText": "__label__Pop __label__Hard_rock a b\n__label__Play c\n__label__Hard-rock d\n",
    "marks": HOT + "1,1,0\n0,0,1\n0,1,0\n",
    "sparse": "@relation x\n@attribute Pop {0,1}\n@attribute 'Hard rock' {0,1}\n@attribute Play {0,1}\n@data\n"
    "{0 1, 1 1}\n{2 1}\n{1 1}\n",
    "arrays": json.dumps(ROWS),
    "commas": "Pop,Hard rock\nPlay\nHard rock\n",
}


def rows_of(source: str, known: Matcher = KNOWN, **how) -> tuple[tuple[str, ...], list[set[str]]]:
    labels = read_labels(source.encode(), known, **how)
    return labels.ids, [{known.match(name).found for name in labels.of(i)} for i in range(len(labels))]


@pytest.mark.parametrize("side", ["true", "run"])
@pytest.mark.parametrize("form", SEVERAL)
def test_forms_with_ids(form: str, side: str):
    assert rows_of(SEVERAL[form], side=side) == (tuple(IDS), [set(row) for row in ROWS])


def test_lines_with_documents_numbers_and_other_encodings():
    known = Matcher(Hierarchy.from_edges([("0", "11"), ("0", "12")]))
    assert rows_of("11 2286 1\n12 2286 1\n11 2287 1\n", known) == (("2286", "2287"), [{"11", "12"}, {"11"}])
    assert rows_of("a.jpg 11\nb.jpg 12\n", known) == (("a.jpg", "b.jpg"), [{"11"}, {"12"}])
    assert rows_of("11, 12 3:1 7:2\n12 1:1\n", known)[1] == [{"11", "12"}, {"12"}]
    assert rows_of("1.100000000000000000e+01\n1.200000000000000000e+01\n", known)[1] == [{"11"}, {"12"}]
    for encoding, name in (("utf-16", "UTF-16"), ("cp1252", "Windows-1252")):
        labels = read_labels("k1\tPop\nké\tPlay\n".encode(encoding), KNOWN)
        assert labels.ids == ("k1", "ké")
        assert labels.notes == (f"The text is read as {name}, which it looks like.",)


def test_of_a_code_and_its_name_one_is_the_label():
    named = open_hierarchy(
        "code,parent,name\n1,,Art\n11,1,Pop\n12,1,Play\n", read_as={"parent": "parent", "id": "code"}
    )
    known = matcher_of(named)
    assert rows_of("id,code,name\na,11,Pop\nb,12,Play\n", known)[1] == [{"11"}, {"12"}]


@pytest.mark.parametrize("form", ALONE)
def test_forms_without_ids(form: str):
    assert rows_of(ALONE[form]) == (("1", "2", "3"), [set(row) for row in ROWS])


@pytest.mark.parametrize(
    "text", ["was\nPop\nPlay\n", "Pop\nPlay\n", "1 3:0.5\n2 1:1\n", "k1,Art,Music,Pop\nk2,Art,Stage,Play\n"]
)
def test_one_class_an_instance(text: str):
    known = Matcher(H.labelled(Names({"": {}}))) if "3:" not in text else Matcher(Hierarchy.from_edges([], ["1", "2"]))
    assert [len(row - {""}) for row in rows_of(text, known)[1]] == [1, 1]


def test_rows_that_stand_there_again_count_once():
    labels = read_labels(b"k1,Pop|Play\nk2,Play\nk1,Play|Pop\n", KNOWN)
    assert (labels.of(0), labels.notes) == (
        ("Pop", "Play"),
        ("1 rows stand there again, each the same; they count once.",),
    )


def test_a_set_of_lists_is_no_cell_that_breaks_anything():
    assert split_cell("{[]}", LISTED) == []
    assert split_cell("{['Pop']}", LISTED) == ["Pop"]


def test_a_first_line_with_a_slip_is_no_header():
    with pytest.raises(StudyError, match=r"first 'Pap' \(line 1\); did you mean 'Pop'"):
        Study.read(H, read_labels(b"k1,Pap\nk2,Play\n", KNOWN), {"a": read_labels(b"k1,Pop\nk2,Play\n", KNOWN)})


RESULTS = {
    "id,gold,one,two\nk1,Pop,Pop,Play\nk2,Play,Pop,Play\n": {
        "true": ["Pop", "Play"],
        "one": ["Pop"] * 2,
        "two": ["Play"] * 2,
    },
    "Pop,Pop\nPlay,Pop\nPlay,Play\n": {"true": ["Pop", "Play", "Play"], "a": ["Pop", "Pop", "Play"]},
    "pred,label\nPop,Play\nPlay,Play\n": {"true": ["Play"] * 2, "pred": ["Pop", "Play"]},
    '{"key": "a", "soll": ["Pop"], "ist": ["Play"]}\n': {"true": ["Pop"], "ist": ["Play"]},
}


@pytest.mark.parametrize("text", RESULTS)
def test_one_file_with_truth_and_systems(text: str):
    sides = read_sides(text.encode(), KNOWN)
    assert {
        name: [*labels.names[:1], *labels.names[:0]] and [labels.of(i)[0] for i in range(len(labels))]
        for name, labels in sides.items()
    } == RESULTS[text]


def test_columns_are_told():
    sides = read_sides(b"a,b,c,d\n1,Pop,Play,x\n", KNOWN, read_as="id=a,true=c,mine=2")
    assert [(name, labels.ids, labels.of(0)) for name, labels in sides.items()] == [
        ("true", ("1",), ("Play",)),
        ("mine", ("1",), ("Pop",)),
    ]
    for read_as, says in {"id=e,true=b,x=c": "no column 'e'", "id=a": "names too little"}.items():
        with pytest.raises(StudyError, match=says):
            read_sides(b"a,b,c\n1,Pop,Play\n", KNOWN, read_as=read_as)


WRONG = {
    HOT + "1,0.25,0\n0,0.5,0\n": r"line 2: '0\.25' under 'Hard rock' is a score",
    "Pop,Play\nHard rock,Play\n": "several columns hold classes",
    "k1,Pop|Play\nk2,Play\nk1,Pop\n": "line 3: instance 'k1' stands in line 1 already",
    "id,x,z\nk1,Pop,Play\nk2,Pop,Play\n": r'several columns hold classes: .*read_as="true:label=x"',
    "k1,I think so it is,a b c d e f\nk2,It may well be this one,f e d c b\n": "answers in words are no labels",
    '{"id": "a", "classes": {"Pop": 0.5}}\n': "scores are no labels",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_refused_says_what_is_accepted(text: str):
    with pytest.raises(StudyError, match=WRONG[text]):
        read_labels(text.encode(), KNOWN)


def test_arrays_of_numpy():
    hot = np.array([[1, 1, 0], [0, 0, 1]])
    for save, array in ((np.save, hot), (scipy.sparse.save_npz, scipy.sparse.csr_array(hot))):
        save(out := io.BytesIO(), array)
        labels = read_labels(out.getvalue(), KNOWN, classes=["Pop", "Hard rock", "Play"])
        assert [labels.of(i) for i in range(2)] == [("Pop", "Hard rock"), ("Play",)]
    np.savez(out := io.BytesIO(), y_true=np.array([0, 2]), y_pred=np.array([0, 1]))
    sides = read_sides(out.getvalue(), KNOWN, classes=["Pop", "Hard rock", "Play"])
    assert [labels.of(1) for labels in sides.values()] == [("Play",), ("Hard rock",)]
    for odd in ("²", "9" * 5000, "0" * 5000, "3"):
        with pytest.raises(StudyError, match="is no number of a class; 0 to 2 are"):
            read_labels(f"{odd}\n0\n".encode(), KNOWN, classes=["Pop", "Hard rock", "Play"])


# Classes of labels

GONE = b"\n[Term]\nid: N:9\nname: lost\nis_obsolete: true\nreplaced_by: N:2\n"
OBO = b"format-version: 1.2\n\n[Term]\nid: N:1\nname: art\n\n[Term]\nid: N:2\nname: pop\nalt_id: N:7\nis_a: N:1\n"
PATHS = b"A > Parts > Screens\nB > Parts > Screens\nB > Extras\n"


@pytest.mark.parametrize(
    ("data", "text", "found", "step"),
    [
        (OBO, "pop", "N:2", "name"),
        (OBO, "N:7", "N:2", "old id"),
        (OBO + GONE, "N:9", "N:2", "old id"),
        (OBO, "N:2 pop", "N:2", "id and name"),
        (OBO, "Pop", "N:2", "spelling"),
        (PATHS, "A/Parts/Screens", "A > Parts > Screens", "path"),
        (PATHS, "B\x1fParts\x1fScreens\x1f", "B > Parts > Screens", "path"),
        (PATHS, "B::Extras", "Extras", "path"),
        (PATHS, "A--Parts--Screens", "A > Parts > Screens", "path"),
        (PATHS, "Parts > Screens", "", ""),
        (PATHS, "B > Nothing", "", ""),
        (b"0\t01\n01\t011\n", "11.0", "011", "code"),
        (b"0\t01\n01\t011\n", "12", "", ""),
    ],
)
def test_a_label_is_the_class_of_the_first_step_that_gives_one(data: bytes, text: str, found: str, step: str):
    assert matcher_of(open_hierarchy(data), data).match(text)[:2] == (found, step)
    assert classes_by_old_id(OBO) == {"N:7": "N:2"}


def test_steps_are_counted_and_names_of_several_classes_are_refused():
    matcher = matcher_of(open_hierarchy(PATHS))
    run = read_labels(b"1,A/Parts/Screens\n2,Extras\n", matcher)
    study = Study.read(matcher, run, {"a": run})
    assert study.data.reads[0].notes == ("Labels were matched: 1 by path, 1 by id.",)
    run = read_labels(b"1,Screens\n2,Extras\n", matcher)
    with pytest.raises(
        StudyError, match=r"line 1: 'Screens' is the name of 2 classes: 'A > Parts > Screens', 'B > Parts"
    ):
        Study.read(matcher, run, {"a": run}, unknown="drop")


def test_a_row_of_levels_tells_names_of_several_classes_apart():
    levels = [["A", "B", "D", "E"], ["A", "C", "D", "F"]]
    h = open_hierarchy(levels).hierarchy
    assert score(h, levels[:1], levels[1:]).iloc[0].tolist() == [0.25, 0.25, 0.25]
    assert score(h, np.array(levels[:1]), np.array(levels[1:]), "hF").iloc[0, 0] == 0.25
    for row in (["D"], ["A", "D"], {"B", "D"}):  # nothing in order stands before it
        with pytest.raises(StudyError, match="row 1: 'D' is the name of 2 classes: 'A > B > D', 'A > C > D'"):
            score(h, [row], levels[1:])


def test_lines_of_a_frame_around_rows_are_no_rows():
    frame = b"AUTHOR X\nMODEL 1\nKEYWORDS nlp.\nk1\tPop\t0.9\nk1\tPlay\t0.8\nk2\tPop\t0.7\nEND\n"
    run = read_labels(frame, KNOWN, side="run")
    assert (run.of(0), run.of(1), run.lines.tolist()) == (("Pop", "Play"), ("Pop",), [4, 6])
    assert run.notes[0] == "3 lines of a frame above the scores are left out."


# Decisions


def study_of(true: bytes, run: bytes, **how) -> Study:
    return Study.read(H, read_labels(true, KNOWN), {"a": read_labels(run, KNOWN, side="run")}, **how)


def test_an_unknown_label_that_is_wrong_is_a_class_of_its_own():
    study = study_of(b"k1\tPop\nk2\tPlay\n", b"k1\tPop|Nothing\nk2\tPlay\n", unknown="wrong")
    assert study.score("hP").frame["hP"].tolist() == [0.75, 1]
    with pytest.raises(StudyError, match=r'Count each as a wrong class of its own \(unknown="wrong"\)'):
        study_of(b"k1\tPop\nk2\tPlay\n", b"k1\tNothing\nk2\tPlay\n")
    with pytest.raises(StudyError, match="truth: 1 label is not in"):
        study_of(b"k1\tNothing\nk2\tPlay\n", b"k1\tNothing\nk2\tPlay\n", unknown="wrong")


def test_instances_without_a_true_class_are_told_or_left_out():
    files = b"k1\tPop\nk2\t\n", b"k1\tPop\nk2\tPlay\n"
    assert "1 instances have no true class" in study_of(*files).data.reads[0].notes[0]
    assert study_of(*files, empty_truth="drop").data.dropped == (("k2", "it has no true class"),)


def test_sets_with_their_own_ancestors_are_told_and_can_be_reduced_or_closed(tmp_path):
    files = b"k1\tPop|Music\nk2\tPlay\n", b"k1\tPop\nk2\tPlay|Art|Pop\n"
    given = study_of(*files, folder=tmp_path / "s")
    assert given.data.notes[0].startswith("1 of 2 true sets and up to 1 of a system's hold ancestors")
    assert Study.open(tmp_path / "s").data.standing_sentence() == given.data.standing_sentence()
    assert study_of(*files, sets="specific").sets("a") == [{"Pop"}, {"Play", "Pop"}]
    closed = [{"Art", "Music", "Pop"}, {"Art", "Music", "Pop", "Stage", "Play"}]
    assert study_of(*files, sets="closed").sets("a") == closed
    several = Hierarchy.from_edges([("A", "a"), ("B", "b"), ("A", "b")])
    run = ClassSets(np.array([0, 1]), np.array([several.rooted().top_down.index("b")], np.int32))
    names = several.rooted().top_down
    assert {names[c] for c in Closures(several).with_ancestors(run).classes.tolist()} == {"A", "B", "b"}


def test_study_reads_what_open_reads_and_one_file_is_enough(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "h.txt").write_text("A\nA/B\nA/B/C\nA/B/D\nA/E\nA/E/F\n")
    (tmp_path / "all.csv").write_text("doc,gold,mine\nd1,A/B/C,A/B/D\nd2,A/E/F,A/E/F\n")
    (tmp_path / "levels.csv").write_text("x,y\nA,B\nA,C\n")
    assert main(["study", "h.txt", "all.csv", "--measure", "hF", "--no-intervals"]) == 0
    assert "0.833" in capsys.readouterr().out
    assert main(["study", "h.txt", "all.csv", "--no-intervals", "table", "--measure", "hF"]) == 0
    assert "0.833" in capsys.readouterr().out
    told = ["--read-as", "true:id=doc,true=mine,theirs=gold", "--header", "true:yes", "--as", "hierarchy:paths"]
    assert main(["study", "h.txt", "all.csv", *told, "--measure", "hF", "--no-intervals"]) == 0
    assert "theirs" in capsys.readouterr().out
    (tmp_path / "part.csv").write_text("d1,C\n")
    assert main(["study", "h.txt", "--true", "all.csv", "--run", "part.csv"]) == 2
    assert "--missing empty" in capsys.readouterr().err
    assert main(["study", "h.txt", "all.csv", "--header", "true:perhaps"]) == 2
    with pytest.raises(SystemExit):
        main(["study", "h.txt", "rnak"])
    assert "did you mean 'rank'" in capsys.readouterr().err
