"""Scores of classes: read in every shape, checked by kind, propagated, and decided as the rules decide case by case."""

import io
import json
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

from hierview import cli
from hierview.errors import StudyError
from hierview.model.hierarchy import Hierarchy
from hierview.rules import RuleNumbers, parse_rule
from hierview.study.inputs.labels import from_lists
from hierview.study.inputs.matching import Matcher
from hierview.study.inputs.roles import (
    SCORE_KINDS,
    GivenFile,
    Policy,
    file_report,
    guess_roles,
    missing_sentence,
    study_of_files,
)
from hierview.study.inputs.scores import propagation
from hierview.study.inputs.scores.arrays import class_names
from hierview.study.inputs.scores.propagation import ScoredClasses
from hierview.study.inputs.scores.reading import looks_like_scores, read_scores
from hierview.study.storage.learnt_files import decision_files
from hierview.study.study import Study
from tests.each import each

EDGES = [("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")]
H = Hierarchy.from_edges(EDGES)
CLASSES = ["Pop", "Rock", "Theater"]
VALUES = [[0.6, 0.1, 0.3], [0.5, 0.4, 0.1]]
TRUE = from_lists([["Pop"], ["Rock"]], ["i1", "i2"])


def saved(save, *arrays, **named):
    buffer = io.BytesIO()
    save(buffer, *arrays, **named)
    return buffer.getvalue()


def objects(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


PAIRS = [(f"i{i + 1}", c, x) for i, row in enumerate(VALUES) for c, x in zip(CLASSES, row, strict=True)]
TRIPLES = "".join(f"{i}\t{c}\t{x}\n" for i, c, x in PAIRS)
SHAPES = {
    "npz": saved(np.savez, scores=np.array(VALUES), classes=np.array(CLASSES), ids=np.array(["i1", "i2"])),
    "npy": saved(np.save, np.array(VALUES, np.float32)),
    "sparse": saved(sparse.save_npz, sparse.csr_array(VALUES)),
    "wide": b"id,Pop,Rock,Theater\ni1,.6,.1,.3\ni2,.5,.4,.1\n",
    "beside a truth": b"id,true,Pop,Rock,Theater\ni1,Pop,.6,.1,.3\ni2,Rock,.5,.4,.1\n",
    "triples": TRIPLES.encode(),
    "headed": ("doc,class,score\n" + TRIPLES.replace("\t", ",")).encode(),
    "CAFA": ("AUTHOR team\nMODEL 1\nKEYWORDS sequence alignment.\n" + TRIPLES.replace("\t", " ") + "END\n").encode(),
    "objects": objects(*({"id": f"i{i + 1}", "scores": dict(zip(CLASSES, VALUES[i], strict=True))} for i in (0, 1))),
    "commas": b"id;Pop;Rock;Theater\ni1;0,6;0,1;0,3\ni2;0,5;0,4;0,1\n",
    "heads with a word": b"id,p(Pop),p(Rock),p(Theater)\ni1,.6,.1,.3\ni2,.5,.4,.1\n",
    "an index": b",id,Pop,Rock,Theater\n0,i1,.6,.1,.3\n1,i2,.5,.4,.1\n",
    "class first": ("class\tdoc\tscore\n" + "".join(f"{c}\t{i}\t{x}\n" for i, c, x in PAIRS)).encode(),
    "by id": json.dumps({f"i{i + 1}": dict(zip(CLASSES, VALUES[i], strict=True)) for i in (0, 1)}).encode(),
    "pipeline": objects(
        *({"id": i, "predictions": [{"label": c, "score": x} for j, c, x in PAIRS if j == i]} for i in ("i1", "i2"))
    ),
    "lists": objects(*({"id": f"i{i + 1}", "labels": CLASSES, "scores": VALUES[i]} for i in (0, 1))),
}


def pairs_of(labels):
    rows = np.repeat(np.arange(len(labels)), np.diff(labels.starts))
    cells = zip(rows.tolist(), labels.codes.tolist(), labels.scores.tolist(), strict=True)
    return {(labels.ids[i], labels.names[c]): s for i, c, s in cells}


@each("shape", SHAPES)
def test_every_shape_gives_the_same_scores(shape):
    labels = read_scores(SHAPES[shape], Matcher(H), CLASSES).labels
    ids = {"1": "i1", "2": "i2"} if not labels.named else {"i1": "i1", "i2": "i2"}
    found = {(ids[i], c): s for (i, c), s in pairs_of(labels).items()}
    assert found == {(i, c): x for i, c, x in PAIRS}


RANKINGS = {
    "objects": objects({"id": "i1", "ranking": ["Pop", "Theater"]}, {"id": "i2", "ranking": ["Rock", "Pop"]}),
    "columns": b"id,top1,top2\ni1,Pop,Theater\ni2,Rock,Pop\n",
    "numbers": b"id,top1,top2\ni1,0,2\ni2,1,0\n",
    "ranks": b"id,class,rank\ni1,Pop,1\ni1,Theater,2\ni2,Pop,2\ni2,Rock,1\n",
}


@each("shape", RANKINGS)
def test_rankings_keep_their_order(shape, tmp_path):
    file = read_scores(RANKINGS[shape], Matcher(H), CLASSES if shape == "numbers" else None)
    assert file.ranked
    assert pairs_of(file.labels) == {("i1", "Pop"): 1, ("i1", "Theater"): 0.5, ("i2", "Rock"): 1, ("i2", "Pop"): 0.5}
    study = study_of(RANKINGS[shape], tmp_path, classes=CLASSES)
    assert study.sets("s") == [{"Pop"}, {"Rock"}]
    assert "the first class of each ranking" in study.data.standing_sentence()


def study_of(data, folder, rules=(), true=TRUE, h=H, unknown="error", **how):
    (folder / "scores").write_bytes(data)
    files = {"s": folder / "scores"}
    return Study.read(h, true, scores=files, rules=rules, unknown=unknown, choices={"s": how})


def test_the_default_rule_kind_and_propagation_are_told(tmp_path):
    study = study_of(SHAPES["wide"], tmp_path)
    assert study.sets("s") == [{"Pop"}, {"Pop"}]
    assert study.data.standing_sentence().endswith(
        "s answers by Threshold(t=0.5), from probabilities that exclude each other, propagated by sum, the rule where "
        "none is told."
    )
    assert study_of(SHAPES["wide"], tmp_path, ["Threshold(t=0.65)"]).sets("s") == [{"Music"}, {"Music"}]
    assert study_of(SHAPES["wide"], tmp_path, ["Threshold(t=0.65)"], propagate="max").sets("s") == [set(), set()]
    both = study_of(SHAPES["beside a truth"], tmp_path, ["BestLeaf", "BestLeaf(k=2)"], "same")
    assert list(both.data.runs) == ["s by BestLeaf", "s by BestLeaf(k=2)"]
    assert both.sets() == [{"Pop"}, {"Rock"}]
    assert both.sets("s by BestLeaf(k=2)") == [{"Pop", "Theater"}, {"Pop", "Rock"}]


def random_scores(seed, leaves_alone):
    """A hierarchy with several parents, and scores of some classes in tenths, with ties and zeros."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 12))
    parents = {(int(rng.integers(0, k)), k) for k in range(1, n) for _ in (1, 2)}
    h = Hierarchy.from_edges([(f"c{a}", f"c{b}") for a, b in parents])
    classes = [c for c in h.classes if not leaves_alone or not h.children(c)]
    return h, classes, rng.integers(0, 11, (len(classes), 5)) / 10


def below(h, c):
    return [other for other in h.classes if c in h.closure([other])]


def plainly(h, given, how):
    """Propagated scores of one instance, by their definitions."""
    if how in ("max", "sum"):
        join = max if how == "max" else lambda xs: sum(Fraction(str(x)) for x in xs)
        kept = {c: [given[d] for d in below(h, c) if how == "max" or not h.children(d)] for c in h.classes}
        return {c: float(join(xs)) for c, xs in kept.items()}
    used = {}
    for c in h.top_down if how in ("min", "product") else reversed(h.top_down):
        own = given[c]
        if how == "fill":
            used[c] = own or max((used[d] for d in h.children(c)), default=0)
        elif not h.parents(c):
            used[c] = own or 1
        else:
            above = max(used[p] for p in h.parents(c))
            used[c] = min(own, above) if how == "min" else own * above
    return used


@pytest.mark.parametrize("compiled", [True, False])
def test_propagation_is_that_of_the_definitions(compiled, monkeypatch):
    monkeypatch.setattr(propagation, "COMPILED", compiled and propagation.COMPILED)
    for seed in range(40):
        for how in ("max", "fill", "sum", "min", "product"):
            h, classes, values = random_scores(seed, how == "sum")
            scored = ScoredClasses(h, classes)
            own = np.zeros((len(scored), 5))
            own[scored.stored] = values
            used = scored.propagate(own, how)
            for i in range(5):
                given = dict.fromkeys(h.classes, 0.0) | dict(zip(classes, values[:, i].tolist(), strict=True))
                expected = plainly(h, given, how)
                assert dict(zip(scored.names, used[:, i].tolist(), strict=True)) == pytest.approx(expected), (seed, how)


RULES = ("Threshold(t=0.4)", "BestLeaf", "BestLeaf(k=2)", "MostProbablePath(k=2)", "Cascade", "Pareto(t=0.3)")


def test_rules_decide_as_they_do_case_by_case(tmp_path):
    """On trees under one root, from local probabilities whose products are the scores; all scores are above 0."""
    rng = np.random.default_rng(3)
    for _ in range(15):
        n = int(rng.integers(3, 14))
        h = Hierarchy.from_edges(
            [
                (f"c{int(rng.integers(0, k))}", f"c{k:02}") if k > 9 else (f"c{int(rng.integers(0, k))}", f"c{k}")
                for k in range(1, n)
                if k < 10
            ]
        )
        values = rng.integers(1, 8, (len(h.classes), 4)) / 8
        scores = [dict(zip(h.classes, column, strict=True)) for column in values.T.tolist()]
        scores = [plainly(h, own, "max") | {"c0": 1.0} for own in scores]
        rows = objects(*({"id": str(i), "scores": own} for i, own in enumerate(scores)))
        truth = from_lists([["c0"]] * 4, range(4))
        rules = [rule.replace("0.4", "0.5").replace("0.3", "0.375") for rule in RULES]
        study = study_of(rows, tmp_path, rules, truth, h, propagate="none", kind="node-probabilities")
        for text in rules:
            for i, own in enumerate(scores):
                exact = {c: Fraction(x) for c, x in own.items()}
                rule = parse_rule(text)
                # A threshold asks here for the probability of the class itself, not below its parent.
                by_path = rule.spec.name == "Threshold"
                local = {(p, c): exact[c] if by_path else exact[c] / exact[p] for p, c in h.edges}
                expected = rule.decide(RuleNumbers(h, local, exact)).predicted - {"c0"}
                assert study.sets(f"s by {text}")[i] == expected, (text, own)


WRONG = {
    "a row short": (b"id,Pop,Rock,Theater\ni1,.6,.1,.3\ni2,.5,.4\n", {}, "line 3: 3 cells, and the first row has 4"),
    "NaN": (b"id,Pop,Rock,Theater\ni1,.6,.1,.3\ni2,.5,nan,.1\n", {}, "line 3: 'nan' under 'Rock' is no number"),
    "logits": (b"id,Pop,Rock,Theater\ni1,.6,2.5,.3\n", {}, "line 2, 'Rock': 2.5 is no probability"),
    "percent": (b"id,Pop,Rock,Theater\ni1,60,10,30\n", {}, 'kind="percent"'),
    "logarithms": (b"id,Pop,Rock\ni1,-0.6931472,-0.6931472\n", {}, 'kind="log-probabilities"'),
    "no sum": (b"id,Pop,Rock\ni1,.5,.4\n", {"kind": "leaf-probabilities"}, "line 2: its probabilities sum to 0.9"),
    "class twice": (b"id,Pop,Rock,Pop\ni1,.6,.1,.3\n", {}, "column 4: 'Pop' stands in column 2 already"),
    "two names": (b"id,Pop,pop\ni1,.6,.1\n", {}, "'Pop' and 'pop' are one class"),
    "key twice": (b'{"id": "i1", "scores": {"Pop": 0.5, "Pop": 0.4}}\n', {}, "line 1: 'Pop' stands there twice"),
    "id twice": (b"id,Pop,Rock\ni1,.6,.1\ni1,.6,.1\n", {}, "line 3: 'i1' stands in line 2 already"),
    "no number": (b"i1\tPop\t.5\ni1\tRock\thigh\n", {}, "line 2: 'high'"),
    "a list short": (b'{"id": "i1", "labels": ["Pop"], "scores": [0.5, 0.1]}', {}, "line 1: 1 classes and 2 scores"),
    "huge": (b'{"id": "i1", "scores": {"Pop": 1' + b"0" * 400 + b"}}", {}, "line 1"),
    "unknown": (b"i1\tPop\t.5\ni1\tJazz\t.5\n", {}, "line 2: 1 classes with scores are not in the hierarchy"),
    "no order": (SHAPES["npy"], {}, "--classes FILE"),
    "columns": (SHAPES["npy"], {"classes": CLASSES[:2]}, "3 columns and 2 names"),
    "rows": (saved(np.save, np.ones((3, 3)) / 3), {"classes": CLASSES}, "3 rows, and the truth has 2"),
    "a NaN in a matrix": (saved(np.save, np.array([[1, 0], [0, np.nan]])), {"classes": CLASSES[:2]}, "line 2, 'Rock'"),
    "objects of Python": (saved(np.save, np.array([[{}]])), {"classes": ["Pop"]}, "never read"),
    "inner classes summed": (b"id,Pop,Music\ni1,.6,.1\n", {"propagate": "sum"}, "'Music' has children"),
    "empty": (b"", {}, "no scores"),
}  # fmt: skip


@each("case", WRONG)
def test_bad_input_is_refused_by_line_or_column(case, tmp_path):
    data, how, told = WRONG[case]
    with pytest.raises(StudyError) as refused:
        study_of(data, tmp_path, **how)
    assert told in str(refused.value)


def test_a_billion_cells_are_refused_before_they_are_unpacked(tmp_path):
    head = saved(
        np.lib.format.write_array_header_1_0, {"descr": "<f4", "fortran_order": False, "shape": (10**5, 10**4)}
    )
    with pytest.raises(StudyError, match="1,000,000,000 scores are too many"):
        study_of(head + b"\0" * 100, tmp_path, classes=CLASSES)


def test_damaged_files_are_refused(tmp_path):
    rng = np.random.default_rng(5)
    for data in (*SHAPES.values(), *RANKINGS.values()):
        for _ in range(20):
            damaged = bytearray(data)
            damaged[int(rng.integers(len(data)))] = int(rng.integers(256))
            try:
                study_of(bytes(damaged), tmp_path, classes=CLASSES, unknown="drop")
            except StudyError as refused:
                assert str(refused)


def test_kinds_that_are_told(tmp_path):
    percent = b"id,Pop,Rock,Theater\ni1,60,10,30\ni2,50,40,10\n"
    assert study_of(percent, tmp_path, kind="percent").sets("s") == [{"Pop"}, {"Pop"}]
    logits = b"id,Pop,Rock,Theater\ni1,3,-1,0\ni2,0,2,0\n"
    assert study_of(logits, tmp_path, link="softmax").sets("s") == [{"Pop"}, {"Rock"}]
    assert study_of(logits, tmp_path, link="sigmoid").sets("s") == [{"Pop", "Theater"}, {"Pop", "Rock", "Theater"}]
    for rules in (["BestLeaf"], []):  # the rule where none is told, as the order alone counts
        assert study_of(logits, tmp_path, rules, link="none").sets("s") == [{"Pop"}, {"Rock"}]
    with pytest.raises(StudyError, match="raw scores are none"):
        study_of(logits, tmp_path, ["Threshold(t=0.5)"], link="none")
    assert study_of(logits, tmp_path, ["BestLeaf"], kind="distances").sets("s") == [{"Rock"}, {"Pop"}]


def test_what_is_odd_is_told(tmp_path):
    lines = b"i1\tMusic\t.2\ni1\tPop\t.5\ni1\tPop\t.7\ni1\tJazz\t.5\nx\tPop\t.5\n"
    study = study_of(lines, tmp_path, unknown="drop")
    assert study.sets("s") == [{"Pop"}, set()]
    assert study.data.reads[1].sentences() == (
        "1 times a class had several scores in one instance; the largest counts.",
        "1 instances of the truth have no score; all of theirs count 0.",
        "1 scores of 1 classes outside the hierarchy are left out: 'Jazz'.",
        "Of 3 scores of a class with a parent, 2 (66.7%) are above the parent's, at most by 0.5 ('Pop' above 'Music', "
        "'x').",
        "1 rows belong to no instance of the truth: 'x'.",
    )


def test_files_of_classes():
    for text in (
        "Pop\nRock\n",
        "0\tPop\n1\tRock",
        '["Pop", "Rock"]',
        '{"0": "Pop", "1": "Rock"}',
        '{"Pop": 0, "Rock": 1}',
    ):
        assert class_names(text, "classes") == ["Pop", "Rock"]
    with pytest.raises(StudyError, match="each once"):
        class_names("0\tPop\n2\tRock", "classes")


def test_numbers_of_a_truth_are_columns(tmp_path):
    numbers = from_lists(["0", "2"])
    study = study_of(SHAPES["npy"], tmp_path, ["Cascade"], numbers, classes=CLASSES)
    assert study.sets() == [{"Pop"}, {"Theater"}]
    assert study.sets("s") == [{"Pop"}, {"Pop"}]


def test_in_the_shell(tmp_path, capsys):
    files = {
        "h.tsv": "".join(f"{a}\t{b}\n" for a, b in EDGES),
        "gold.tsv": "i1\tPop\ni2\tRock\n",
        "run.tsv": "i1\tPop\ni2\tPop\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "s.csv").write_bytes(SHAPES["wide"])
    h, gold, run, scores = (str(tmp_path / name) for name in ("h.tsv", "gold.tsv", "run.tsv", "s.csv"))
    given = ["study", h, "--true", gold, "--run", f"r={run}", "--scores", f"s={scores}", "--measure", "hF"]
    assert cli.main([*given, "--no-intervals", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["systems"]["r"] == told["systems"]["s"]
    assert told["systems"]["s"]["accuracy"] == 0.5
    assert "s answers by Threshold(t=0.5)" in told["notes"][0]
    assert cli.main([*given, "--rule", "Neighbours"]) == 2
    assert "Neighbours decides from neighbours" in capsys.readouterr().err
    assert cli.main([*given[:6], "--rule", "BestLeaf"]) == 2
    assert "--rule is asked of scores" in capsys.readouterr().err


NO_SCORES = (
    b"id\tlabel\n1\tPop\n2\tRock\n",
    b"id,Pop,Rock\n1,1.0,0.0\n2,0,1\n",
    b"1\tPop\t0.75\n2\tRock\t0.5\n",  # an answer, and how sure it is
    b'{"id": 1, "label": "Pop"}\n',
    saved(np.save, np.array([[1, 0], [0, 1]])),
    b"PK\x03\x04",
)


def test_files_of_scores_are_told_from_labels(tmp_path):
    told = [shape for shape, data in (SHAPES | RANKINGS).items() if not looks_like_scores(data)]
    assert told == ["ranks"]  # without fractions and heads that give ranks, a person says it
    assert not [data for data in NO_SCORES if looks_like_scores(data)]
    h = "".join(f"{a}\t{b}\n" for a, b in EDGES).encode()
    files = [("arts.tsv", h), ("gold.tsv", b"i1\tPop\ni2\tRock\n"), ("labels.npz", SHAPES["npz"])]
    assert guess_roles(files) == ["hierarchy", "truth", "scores"]
    logits = saved(np.savez, scores=np.log(VALUES) + 1, classes=np.array(CLASSES), ids=np.array(["i1", "i2"]))
    given = [GivenFile(name, data, role) for (name, data), role in zip(files[:2], ("hierarchy", "truth"), strict=True)]
    with pytest.raises(StudyError, match="s: line 1, 'Rock': -1.30259 is no probability"):
        file_report([*given, GivenFile("s.npz", logits, "scores", "s")])
    softmax = GivenFile("s.npz", logits, "scores", "s", SCORE_KINDS["softmax"][1])
    read, study = file_report([*given, softmax])
    assert read.notes == study.data.notes
    assert "s answers by Threshold(t=0.5), from probabilities by softmax that exclude each other" in read.notes[0]
    beside = [given[0], GivenFile("s.csv", SHAPES["beside a truth"], "scores", "s")]
    assert not missing_sentence(beside)
    assert file_report(beside)[1].sets() == [{"Pop"}, {"Rock"}]
    assert missing_sentence(given[:1]) == "One file is the true classes; here are 0."
    study_of_files([*given, softmax], Policy(), tmp_path)
    assert {system: place.stem for system, place in decision_files(tmp_path).items()} == {"s": "s"}
    assert Study.open(tmp_path).data.scores["s"].values == pytest.approx(np.ravel(VALUES), abs=1e-6)
