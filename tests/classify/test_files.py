"""Documents from files, saved classifiers and scores, and the folder of an experiment."""

from __future__ import annotations

import io
import pickle
import random
import zipfile
from pathlib import Path

import numpy as np
import pytest

from hierview import Study
from hierview.classify.corpora.documents import read_documents, with_common_columns
from hierview.classify.curves import rejection_rows
from hierview.classify.estimators.neighbours import Hybrid, Neighbours
from hierview.classify.estimators.node_scores import batch_scores
from hierview.classify.estimators.numbered_hierarchy import NumberedHierarchy
from hierview.classify.estimators.topdown import Flat, TopDown
from hierview.classify.experiment import Experiment, LearningMaterial
from hierview.classify.saving import load, load_scores, save, save_scores
from hierview.cli import main
from hierview.errors import HierviewError, LearningError
from hierview.formats import read_case
from hierview.study.inputs.labels import from_lists
from tests.classify.test_learning import ARTS, small
from tests.each import each


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_lines_as_lshtc_and_svm_light_write_them(tmp_path):
    found = read_documents(written(tmp_path, "a.txt", "Data\n12, 7 3:1 5:0.5\n\n8 0:2 # a comment\n 3:1\n"))
    assert [found.labels.of(i) for i in range(3)] == [("12", "7"), ("8",), ()]
    assert found.x.toarray().tolist() == [[0, 0, 0, 1, 0, 0.5], [2, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0]]


@each(
    "name, text, said",
    [
        ("a.txt", "1 3:1\n2 x:1\n", "line 2: '2 x:1' is not accepted; classes joined by commas"),
        ("a.txt", "1 3:1 4\n", "line 1: '1 3:1 4' is not accepted"),
        ("a.txt", "1 3:1\n2 -4:1\n", "line 2: a column is no whole number from 0"),
        ("a.txt", "1 99999999999:1\n", "line 1: a column is no whole number"),
        ("a.txt", "1 3:nan\n", "line 1: '1 3:nan' is not accepted"),
        ("a.txt", "1 3::1\n", "line 1"),
        ("a.txt", "", "no document"),
        ("a.tsv", "id\tclasses\ttext\nd1\tPop\n", "line 2: 2 cells, and the head has 3"),
        ("a.tsv", "id\tclasses\ttext\n", "no document follows the head"),
        ("a.tsv", "id\tclasses,text\nd1\tPop\n", "line 1: no column is called text or document"),
        ("a.tsv", 'id\tclasses\ttext\nd1\tPop\t"open\n', "line 2"),
        ("a.tsv", "id\tclasses\ttext\nd1\tPop\tx\nd1\tRock\ty\n", "2 texts and 1 ids; one row for each document"),
        ("a.npz", "PK nothing of the kind", "no sparse matrix"),
    ],
)
def test_broken_files_are_told_with_their_line(name, text, said, tmp_path):
    labels = written(tmp_path, "y.tsv", "id\tclasses\na\tPop\n")
    with pytest.raises(LearningError) as caught:
        read_documents(written(tmp_path, name, text), labels)
    assert said in str(caught.value)
    assert str(tmp_path) in str(caught.value)


def test_columns_that_only_test_documents_have_are_left_out(tmp_path):
    train = read_documents(written(tmp_path, "a", "1 0:1 2:1\n"))
    test = read_documents(written(tmp_path, "b", "1 0:1 7:1\n"))
    x, z = with_common_columns(train, test)
    assert x.shape[1] == z.shape[1] == 3
    z, x = with_common_columns(test, train)
    assert x.shape[1] == z.shape[1] == 8
    with pytest.raises(LearningError, match="both alike"):
        with_common_columns(train, read_documents(written(tmp_path, "c.tsv", "id\tclasses\ttext\nd\tPop\tx y\n")))


# Saved classifiers

MADE = small(20, train=150, test=40)
MODELS = [
    TopDown(),
    TopDown(learner="svm", calibrate="sigmoid"),
    TopDown(learner="svm", calibrate="isotonic", rule="Threshold(t=0.3)"),
    TopDown("parent"),
    TopDown("local+subtree", "bernoulli", rule="LocalAndSubtree"),
    TopDown(learner="multinomial", pca_levels=0, normalise="siblings"),
    TopDown(pca_levels=1, components=5),
    Flat(),
    Neighbours(3, metric="euclidean"),
    Hybrid(TopDown(), Neighbours(3)),
]


@each("model", MODELS)
@pytest.mark.slow
def test_a_saved_classifier_says_the_same(model, tmp_path):
    model.fit(MADE.train, MADE.train_labels, MADE.hierarchy)
    save(model, tmp_path / "m.zip")
    other = load(tmp_path / "m.zip")
    assert other.predict(MADE.test) == model.predict(MADE.test)
    if hasattr(model, "predict_proba"):
        a, b = model.predict_proba(MADE.test), other.predict_proba(MADE.test)
        for name in ("starts", "columns", "conditional", "marginal", "local", "inside"):
            assert np.array_equal(getattr(a, name), getattr(b, name))
    first = (tmp_path / "m.zip").read_bytes()
    save(other, tmp_path / "m.zip")
    assert (tmp_path / "m.zip").read_bytes() == first


def test_what_only_a_pickle_could_hold_is_refused(tmp_path):
    from sklearn.tree import DecisionTreeClassifier

    model = TopDown(learner=DecisionTreeClassifier()).fit(MADE.train, MADE.train_labels, MADE.hierarchy)
    with pytest.raises(LearningError, match="cannot be saved"):
        save(model, tmp_path / "m.zip")
    with pytest.raises(LearningError, match="'TopDown' cannot be saved; a fitted"):
        save(TopDown(), tmp_path / "m.zip")
    assert not list(tmp_path.iterdir())


def damaged(data: bytes, rng: random.Random) -> bytes:
    kind = rng.randrange(4)
    at = rng.randrange(len(data))
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    if kind == 2:
        return rng.randbytes(200)
    return data[:at] + data[at:][::-1]


def test_damaged_files_are_one_sentence(tmp_path):
    save(TopDown().fit(np.eye(2), ["Pop", "Film"], ARTS), tmp_path / "m.zip")
    data, rng = (tmp_path / "m.zip").read_bytes(), random.Random(1)
    for _ in range(200):
        (tmp_path / "d.zip").write_bytes(damaged(data, rng))
        try:
            load(tmp_path / "d.zip").predict(np.eye(2))
        except HierviewError as error:
            assert "\n" not in str(error)
    with pytest.raises(LearningError, match="there is no such file"):
        load(tmp_path / "none.zip")


def archived(path: Path, entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


def test_files_that_claim_to_be_classifiers(tmp_path):
    pickled, huge = io.BytesIO(), io.BytesIO()
    np.lib.format.write_array(pickled, np.array([{}], dtype=object), allow_pickle=True)
    np.lib.format.write_array_header_1_0(huge, {"descr": "<f8", "fortran_order": False, "shape": (10**12,)})
    for entries in (
        {"classifier.json": b"[]"},
        {"classifier.json": b"{"},
        {"classifier.json": b'{"format": 1, "kind": "os.system"}'},
        {"other.json": b"{}"},
        {"classifier.json": b'{"format": 1}', "x.npy": pickled.getvalue()},
        {"classifier.json": b'{"format": 1}', "x.npy": huge.getvalue()},
    ):
        with pytest.raises(LearningError, match="is no file of a classifier"):
            load(archived(tmp_path / "c.zip", entries))
    with pytest.raises(LearningError, match="when unpacked"):
        load(archived(tmp_path / "b.zip", {"classifier.json": b"{}", "x.npy": bytes(40_000_000)}))
    with pytest.raises(LearningError, match="is no file of a classifier"):
        load(archived(tmp_path / "z.zip", {"classifier.json": b"{}"}, zipfile.ZIP_BZIP2))


@each("change", [lambda a: a.astype(str), lambda a: a.astype(complex), lambda a: a[None], lambda a: a + 1000])
@each("model", [TopDown(), Flat(), Neighbours(1), Hybrid(TopDown(), Neighbours(1))])
@pytest.mark.slow
def test_arrays_of_another_kind_are_told_when_they_are_loaded(model, change, tmp_path):
    save(model.fit(np.eye(2), ["Pop", "Film"], ARTS), tmp_path / "m.zip")
    with zipfile.ZipFile(tmp_path / "m.zip") as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    for name in entries.keys() - {"classifier.json"}:
        part = io.BytesIO()
        np.save(part, change(np.load(io.BytesIO(entries[name]))))
        try:
            found = load(archived(tmp_path / "d.zip", entries | {name: part.getvalue()}))
        except LearningError:
            continue
        found.predict(np.eye(2))


def test_scores_come_back(tmp_path):
    scores = TopDown("local+subtree").fit(MADE.train, MADE.train_labels, MADE.hierarchy).predict_proba(MADE.test)
    save_scores(scores, tmp_path / "s.npz")
    other = load_scores(tmp_path / "s.npz")
    assert other.nodes == scores.nodes
    for name in ("starts", "columns", "conditional", "marginal", "local", "inside", "dropped"):
        assert np.array_equal(getattr(other, name), getattr(scores, name))
    with pytest.raises(LearningError):
        load(tmp_path / "s.npz")


# Blocking


def test_blocking_counts_at_the_first_classifier_that_rejects():
    layout = NumberedHierarchy(ARTS)
    dense = np.ones((5, 3))
    for i, given in enumerate(({"Music": 0.4, "Pop": 0.1}, {"Music": 0.9, "Pop": 0.1}, {"Music": 0.2, "Film": 0.9})):
        for c, p in given.items():
            dense[layout.index[c], i] = p
    scores = batch_scores(layout, dense, None, np.ones(3))
    true = [{"Pop"}, {"Pop"}, {"Pop", "Rock"}]
    rows = rejection_rows(scores, true, ids=("a", "b", "c"))
    assert rows == [("a", "Pop", "Music"), ("c", "Pop", "Music"), ("c", "Rock", "Music")]
    run = from_lists([set(), set(), set()], "abc")
    study = Study.read(ARTS, from_lists([sorted(y) for y in true], "abc"), {"run": run})
    found = study.blocking(rows).set_index("class")
    assert found.loc["Music", "instances"] == 4
    assert found.loc["Music", "rejected"] == 3


# The folder of an experiment


def test_an_experiment_goes_on_where_it_stood(tmp_path, monkeypatch):
    names = ["cascade", "p_path", "knn"]
    first = Experiment(LearningMaterial.of_generated(MADE), folder=tmp_path)
    first.run(names)
    kept = {path.name: path.read_bytes() for path in (tmp_path / "learnt").iterdir()}
    again = Experiment(LearningMaterial.of_generated(MADE), folder=tmp_path)
    monkeypatch.setattr(TopDown, "fit", None)
    again.run(names)
    assert again.runs == first.runs
    assert {path.name: path.read_bytes() for path in (tmp_path / "learnt").iterdir()} == kept
    assert Study.open(tmp_path).score(["hF"]).averages("hF")[0] > 0
    # A run that is damaged is made again, from the classifier that is there.
    (run,) = (tmp_path / "learnt").glob("cascade-*.tsv")
    run.write_text(run.read_text(encoding="utf-8")[:200], encoding="utf-8")
    more = Experiment(LearningMaterial.of_generated(MADE), folder=tmp_path)
    more.run(names)
    assert more.runs == first.runs
    assert run.read_bytes() == kept[run.name]


def test_a_kept_classifier_that_is_something_else_is_one_sentence(tmp_path):
    Experiment(LearningMaterial.of_generated(MADE), folder=tmp_path).run(["cascade"])
    (classifier,), (run,) = (
        (tmp_path / "learnt").glob(f"{name}-*.{end}") for name, end in (("node", "zip"), ("cascade", "tsv"))
    )
    run.unlink()
    classifier.write_bytes(pickle.dumps(MADE.leaves))
    with pytest.raises(
        LearningError, match="is no file of a classifier .*; once it is removed, the same command learns"
    ):
        Experiment(LearningMaterial.of_generated(MADE), folder=tmp_path).run(["cascade"])
    classifier.unlink()
    assert "cascade" in Experiment(LearningMaterial.of_generated(MADE), folder=tmp_path).run(["cascade"]).data.runs


@pytest.fixture
def files(tmp_path):
    """Documents as files: sparse lines, and their hierarchy."""
    for name, x, y in (("train", MADE.train, MADE.train_labels), ("test", MADE.test, MADE.test_labels)):
        lines = []
        for i, classes in enumerate(y):
            row = x[i]
            pairs = " ".join(f"{k}:{v:g}" for k, v in zip(row.indices.tolist(), row.data.tolist(), strict=True))
            lines.append(f"{','.join(sorted(classes))} {pairs}\n")
        written(tmp_path, f"{name}.svm", "".join(lines))
    written(tmp_path, "h.tsv", "".join(f"{p}\t{c}\n" for p, c in MADE.hierarchy.edges))
    return tmp_path


def test_the_command_learns_from_files(files, capsys):
    def shell(*given: object) -> tuple[int, str]:
        status = main([*map(str, given)])
        return status, capsys.readouterr().out

    given = ("classify", files / "train.svm", files / "test.svm", "--hierarchy", files / "h.tsv")
    status, text = shell(*given, "--system", "cascade", "--system", "knn", "--measure", "hF", "-o", files / "out")
    assert status == 0
    assert [line.split()[0] for line in text.splitlines()[:3]] == ["system", "cascade", "knn"]
    assert shell("study", files / "out", "rank", "--measure", "hF")[0] == 0
    case = shell(*given, "--system", "p_path", "--document", "7")[1]
    found = read_case(case)
    assert found.true == MADE.test_labels[6]
    assert found.extra.probabilities
    curve = shell(*given, "--system", "p_path", "--curve", "hF")[1].splitlines()
    assert len(curve) == 22
    assert "Blocking, cascade" in shell(*given, "--system", "cascade", "--blocking")[1]


@each(
    "more, said",
    [
        ((), "TRAIN, TEST and --hierarchy FILE are needed, or --demo"),
        (("--demo", "--system", "casade"), "the system 'casade' is not known"),
        (("--demo", "--jobs", "0"), "--jobs 0 is not accepted"),
        (("--demo", "--measure", "xF"), "xF"),
        (("--demo", "drawn", "a.txt"), "--demo draws its own documents"),
        (("a.txt", "b.txt", "--hierarchy", "none.tsv"), "none.tsv"),
    ],
)
def test_mistakes_in_the_command_are_one_sentence(more, said, capsys):
    assert main(["classify", *more]) == 2
    assert said in capsys.readouterr().err
