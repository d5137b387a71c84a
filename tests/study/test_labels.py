"""Labels in every shape, and truth and runs over the same instances."""

import io
import random

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from hierview import Hierarchy
from hierview.errors import HierviewError, StudyError
from hierview.formats.hierarchies import open_file
from hierview.formats.typed.edgelist import read_edges
from hierview.study.inputs.columns import read_plain_edges
from hierview.study.inputs.data import align_labels
from hierview.study.inputs.label_files import read_labels
from hierview.study.inputs.labels import InstanceLabels, from_indicator, from_lists
from tests.each import each
from tests.effort import times

KNOWN = ("Pop", "Rock", "Rock, hard", "Jazz")
ROWS = (("Pop", "Rock"), (), ("Jazz",))
SHAPES = {
    "tabs": "a\tPop|Rock\nb\t\nc\tJazz\n",
    "a heading, and Windows": "\ufeffid\tclasses\r\na\tPop|Rock\r\nb\t\r\nc\tJazz\r\n",
    "commas": 'a,"Pop;Rock"\nb,\nc,Jazz\n',
    "long": "a\tPop\na\tRock\nb\t\nc\tJazz\n",
    "JSON lines": '{"id": "a", "classes": ["Pop", "Rock"]}\n{"id": "b", "classes": []}\n\n'
    '{"id": "c", "labels": ["Jazz"]}\n',
}


def rows_of(labels: InstanceLabels) -> tuple[tuple[str, ...], ...]:
    return tuple(labels.of(i) for i in range(len(labels)))


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_says_the_same(shape: str):
    labels = read_labels(SHAPES[shape].encode(), KNOWN)
    assert rows_of(labels) == ROWS
    assert labels.ids == ("a", "b", "c")
    assert labels.named


def test_lines_without_ids_are_numbered_and_an_empty_one_is_an_instance():
    labels = read_labels(b"7 8\n\n9\n")
    assert rows_of(labels) == (("7", "8"), (), ("9",))
    assert (labels.ids, labels.named) == (("1", "2", "3"), False)


def test_a_name_with_a_comma_stays_whole_where_the_classes_are_known():
    assert read_labels(b"a\tRock, hard\nb\tPop;Rock, hard\n", KNOWN).of(1) == ("Pop", "Rock, hard")
    assert read_labels(b"a\tRock, hard\n", joined=",").of(0) == ("Rock", "hard")


def test_scores_stand_beside_their_classes():
    labels = read_labels(b"a\tPop\t0.75\na\tRock\t1e-3\nb\tJazz\t1\n")
    assert labels.scores.tolist() == [0.75, 0.001, 1]
    assert labels.of(0) == ("Pop", "Rock")
    assert [note for note in labels.notes if "scores are not used" in note]


def test_a_class_that_comes_twice_counts_once_and_is_noted():
    labels = read_labels(b"a\tPop|Rock|Pop\n")
    assert labels.of(0) == ("Pop", "Rock")
    assert labels.notes == ("1 times a class stood twice in one instance; it counts once.",)


def test_python_data():
    assert rows_of(from_lists([["Pop", "Rock"], None, "Jazz"], "abc")) == ROWS
    assert rows_of(from_lists([{"Rock", "Pop"}, [], ["Jazz", "", float("nan")]])) == ROWS
    assert rows_of(from_lists([7.0, float("nan"), "9"]))[::2] == (("7.0",), ("9",))  # which a matcher knows as codes
    matrix = np.array([[1, 1, 0], [0, 0, 0], [0, 0, 1.0]])
    assert rows_of(from_indicator(matrix, ("Pop", "Rock", "Jazz"))) == ROWS
    with pytest.raises(StudyError, match=r"0\.5 is a score"):
        from_indicator(matrix / 2, ("Pop", "Rock", "Jazz"))


def test_parquet(tmp_path):
    table = pyarrow.table({"id": ["a", "b", "c"], "classes": [list(row) for row in ROWS]})
    pyarrow.parquet.write_table(table, tmp_path / "run.parquet")
    assert rows_of(read_labels(tmp_path / "run.parquet")) == ROWS


WRONG = {
    b"a\tPop\nb\tRock\na\tPop|Jazz\n": "line 3: instance 'a' stands in line 1 already",
    b"a\tPop\n\tRock\n": "line 2: the id is empty",
    b"a\t1\tx\ty\n": "rows of 4 columns; id and classes are accepted",
    b"a\tPop\t1\nb\tPop\t\n": "line 2: the score '' is no number",
    b'{"id": 1}\n{"id": 2, "classes": [[]]}\n': "line 1: an object such as",
    b'{"id": \n': "line 1: this is not JSON",
    b'a,"Pop\n': "line 1: this is not CSV",
    b"a\tPop\nb\t\x81\n": "line 2: this is not UTF-8",
    b"a\tPop\nb\tR\x00ck\n": "line 2: a NUL character",
    b"PAR1....PAR1": "the table cannot be read",
    b'{"id": 1, "classes": ' + b"[" * 100_000 + b"\n": "line 1: this is not JSON",
}


@each("data", WRONG)
def test_what_is_wrong_is_told_with_its_line(data: bytes):
    with pytest.raises(StudyError) as error:
        read_labels(data, origin="run.tsv")
    assert str(error.value).startswith("run.tsv: ")
    assert WRONG[data] in str(error.value)


# Read at once, and with care

PIECES = (
    *'\t\t\n\n\n ||;,\rab7é\u00a0\u2003\x0b\x1f\x00"{\ufeff',
    *("\r\n", "\n\n", "Pop", "Rock", "007", "id\tclasses\n", "x\ty\tz", "\t0.5", "音楽"),
)


def careful(data: bytes, known: tuple[str, ...], **told: str) -> InstanceLabels | str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hierview.study.inputs.label_files.COMPILED", False)
        return answered(data, known, **told)


def answered(data: bytes, known: tuple[str, ...], **told: str) -> InstanceLabels | str:
    try:
        return read_labels(data, known, **told)
    except StudyError as error:
        return str(error)


def same(a: InstanceLabels | str, b: InstanceLabels | str) -> bool:
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    mine, others = vars(a), vars(b)
    arrays = all(
        np.array_equal(mine[k], others[k]) and mine[k].dtype == others[k].dtype
        for k in ("starts", "codes", "lines", "scores")
    )
    return arrays and all(mine[k] == others[k] for k in ("ids", "names", "named", "shape", "notes"))


def random_table(rng: random.Random) -> bytes:
    """Rows as people write them, and now and then something else between."""
    joiner, ended = rng.choice("|;, "), rng.choice(("\n", "\n", "\r\n"))
    lines = [rng.choice(("id\tclasses", "doc\tlabels"))] * rng.choice((0, 0, 1))
    for i in range(rng.randint(1, 12)):
        classes = [rng.choice((*KNOWN, " Pop ", "Jazz", "Café", "12", "")) for _ in range(rng.randint(0, 4))]
        lines.append(f"{rng.choice(('', ' '))}d{i if rng.random() < 0.98 else 0}\t{joiner.join(classes)}")
    if rng.random() < 0.2:
        lines.insert(rng.randrange(len(lines) + 1), "".join(rng.choices(PIECES, k=3)))
    return (ended.join(lines) + rng.choice(("", ended))).encode()


def random_lines(rng: random.Random) -> bytes:
    rows = [" ".join(str(rng.randint(0, 30)) for _ in range(rng.randint(0, 4))) for _ in range(rng.randint(1, 12))]
    return ("\n".join(rows) + rng.choice(("", "\n", " \n\n"))).encode()


@pytest.mark.slow
def test_what_is_read_at_once_is_what_care_reads():
    rng = random.Random(7)
    for i in range(times(2_500, 60_000)):
        make = (random_table, random_lines)[i % 3] if i % 3 < 2 else lambda r: "".join(r.choices(PIECES, k=30)).encode()
        data = make(rng)
        if rng.random() < 0.02:
            data = data[: rng.randrange(len(data) + 1)] + b"\xff"
        known = rng.choice(((), KNOWN))
        told = rng.choice(({}, {}, {"joined": "|"}, {"side": "run"}, {"joined": "||"}))
        assert same(answered(data, known, **told), careful(data, known, **told)), (data, known, told)


# Alignment

H = Hierarchy.from_edges([["Music", "Pop"], ["Music", "Rock"], ["Music", "Jazz"]])
TRUTH = read_labels(b"a\tPop\nb\tRock|Jazz\nc\tJazz\n")


def test_a_run_is_put_into_the_order_of_the_truth():
    data = align_labels(H, TRUTH, {"run": read_labels(b"c\tRock\nz\tPop\na\tJazz|Pop\nb\t\n")})
    rows = data.rows("run")
    assert rows.predicted_starts.tolist() == [0, 2, 2, 3]
    assert [H.classes[k] for k in rows.predicted.tolist()] == ["Jazz", "Pop", "Rock"]
    assert data.reads[1].sentences() == ("1 rows belong to no instance of the truth: 'z'.",)


def test_missing_instances():
    run = read_labels(b"a\tPop\nc\tJazz\n")
    with pytest.raises(StudyError, match=r"run: 1 instances of the truth have no row: 'b'\. Count them"):
        align_labels(H, TRUTH, {"run": run})
    assert align_labels(H, TRUTH, {"run": run}, "empty").rows("run").predicted_starts.tolist() == [0, 1, 1, 2]
    data = align_labels(H, TRUTH, {"run": run, "all": TRUTH}, "drop")
    assert data.ids == ("a", "c")
    assert data.standing_sentence() == "All numbers stand on 2 instances; left out: 1 because run has no row."
    assert data.rows("all").predicted.tolist() == data.rows("all").true.tolist()


def test_unknown_classes():
    run = read_labels(b"a\tPop\nb\tRokk|Jazz\nc\tRokk\n")
    with pytest.raises(StudyError, match=r"2 labels are not in the hierarchy, first 'Rokk' \(line 2\).*mean 'Rock'\?"):
        align_labels(H, TRUTH, {"run": run})
    assert align_labels(H, TRUTH, {"run": run}, "error", "drop").rows("run").predicted_starts.tolist() == [0, 1, 2, 2]


def test_ids_on_one_side_only_and_lines_that_do_not_correspond():
    lines = read_labels(b"Pop\nRock\n")
    with pytest.raises(StudyError, match="the truth has ids and run has none"):
        align_labels(H, TRUTH, {"run": lines})
    with pytest.raises(StudyError, match="run: 2 rows, and the truth has 3"):
        align_labels(H, read_labels(b"Pop\n\nJazz\n"), {"run": lines})


# Hierarchies


def test_a_hierarchy_read_at_once_is_the_one_that_care_reads():
    rng = random.Random(5)
    names = [f"class {i}" for i in range(300)]
    edges = list(dict.fromkeys((names[rng.randrange(i)], names[i]) for i in range(1, 300) for _ in range(2)))
    data = "".join(f"{p}\t{c}\r\n" for p, c in edges).encode()
    for ended in (data, data[:-2]):
        found = read_plain_edges(ended)
        assert found == read_edges(ended)
        assert found.arrays.order.tolist() == read_edges(ended).arrays.order.tolist()
    assert read_plain_edges(b"0 7\n7 007\n") == Hierarchy.from_edges([("0", "7"), ("7", "007")])


ODD_EDGES = (b"", b"a\tb\ta\n", b"a\tb\n\nb\tc\n", b"a\ta\n", b"a\tb\nb\ta\n", b"a\tb\na\tb\n", b"a\t b\n", b"a\tb \n")


@pytest.mark.parametrize(
    "data", [*ODD_EDGES, b"a b\n", "é\tb\n".encode(), b"a\t\n", b"\tb\n", b"a\tb\x7f\n", b"a\tb\x01\n"]
)
def test_unusual_edges_are_left_to_care(data: bytes):
    assert read_plain_edges(data) is None
    assert read_plain_edges(b"a\t" + b"b" * 201) is None


def test_columns_that_are_exchanged_take_no_square_of_their_length(within):
    text = "".join(f"Music\tdoc{i % 60_000}\n" for i in range(120_000)).encode()
    with within(30):
        labels = read_labels(text)
    assert (labels.ids, len(labels.codes)) == (("Music",), 60_000)
    assert labels.notes == ("60,000 times a class stood twice in one instance; it counts once.",)


def test_tables_are_counted_as_they_are_unpacked(monkeypatch):
    monkeypatch.setattr("hierview.study.inputs.label_files.MOST_ROWS", 100_000)
    table = pyarrow.table({"classes": ["Pop"] * 100_001})
    pyarrow.parquet.write_table(table.slice(1), out := io.BytesIO())
    assert len(read_labels(out.getvalue())) == 100_000
    pyarrow.parquet.write_table(table, out := io.BytesIO())
    with pytest.raises(StudyError, match="more than 100,000 rows"):
        read_labels(out.getvalue())


@pytest.mark.parametrize("data", [b"FEA1\0\0", b"ARROW1\0\0"])
def test_what_may_end_the_process_is_refused_by_name(data: bytes):
    with pytest.raises(StudyError, match="Arrow and Feather are not accepted; Parquet is"):
        read_labels(data)


def test_damaged_parquet_is_a_sentence_that_a_terminal_shows():
    nested = pyarrow.table({"a\x1b[2J": pyarrow.array([{"b\x1b": "x"}]), "c": ["Pop"]})
    pyarrow.parquet.write_table(nested, out := io.BytesIO())
    rng = random.Random(0)
    for data in (bytearray(out.getvalue()) for _ in range(400)):
        data[rng.randrange(4, len(data))] = rng.randrange(256)
        for read in (read_labels, lambda data: open_file(data, "x.parquet")):
            try:
                read(bytes(data))
            except HierviewError as error:
                assert str(error).isprintable()


def test_texts_of_parquet_that_are_no_utf_8_are_a_sentence():
    bad = pyarrow.Array.from_buffers(pyarrow.string(), 1, pyarrow.array([b"\xff\xfe"]).buffers())
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"id": bad, "classes": bad}), out)
    with pytest.raises(StudyError, match="the cells cannot be read .*; texts in UTF-8 are"):
        read_labels(out.getvalue())
