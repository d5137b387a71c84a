"""HEMKit's three files: read strictly, written so that HEMKit counts what hierview counts."""

import pytest
from hypothesis import given

from hierview import Case, CaseError, Draft, Hierarchy
from hierview.formats.hemkit import FILES, NAMES, Triple, losses, read_triple, write_triple
from tests.each import each
from tests.listed import rows
from tests.texts import typed_drafts

HIERARCHY = "0 1\n0 2\n1 3\n2 3\n1 4\n"
TRUE = "3\n4 2\n1\n"
PREDICTED = "4\n3\n0 2\n"


def test_three_files_are_many_instances_of_one_hierarchy():
    triple = read_triple(HIERARCHY, TRUE, PREDICTED)
    h = Hierarchy.from_edges([("0", "1"), ("0", "2"), ("1", "3"), ("2", "3"), ("1", "4")])
    assert triple == Triple(h, ((("3",), ("4",)), (("4", "2"), ("3",)), (("1",), ("0", "2"))))
    assert triple.case(1) == Draft(h, frozenset({"4", "2"}), frozenset({"3"}), name="Instance 2")


@pytest.mark.parametrize("i", [-1, 3, 10**9])
def test_an_instance_that_is_not_there(i: int):
    with pytest.raises(CaseError, match=f"there is no instance {i + 1}; 1 to 3 are there"):
        read_triple(HIERARCHY, TRUE, PREDICTED).case(i)


@pytest.mark.parametrize(
    "change",
    [
        str.encode,
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.rstrip("\n"),
    ],
    ids=["bytes", "byte order mark", "CRLF", "no last newline"],
)
def test_what_editors_add_is_ignored(change):
    assert read_triple(change(HIERARCHY), change(TRUE), change(PREDICTED)) == read_triple(HIERARCHY, TRUE, PREDICTED)


NO_CLASS = "is no class; whole numbers from 0 on are, such as 12"
REFUSED: dict[str, tuple] = {what: given for what, *given in rows("refused_triples.tsv")} | {
    "a long number": ("hierarchy.txt", "0 1\n0 " + "9" * 10_000 + "\n", "2", NO_CLASS),
    "Latin-1": ("true.txt", b"3\n\xe9\n", "", "line 2: the text is not UTF-8"),
}


@each("which", REFUSED)
def test_what_is_refused_and_where(which: str, within):
    file, text, line, sentence = REFUSED[which]
    texts = {**dict(zip(FILES, (HIERARCHY, TRUE, PREDICTED), strict=True)), file: text}
    with within(5), pytest.raises(CaseError) as error:
        read_triple(*texts.values())
    message = str(error.value)
    assert message.startswith(f"{file}: line {line}: " if line else f"{file}: ")
    assert sentence in message
    assert error.value.line == (int(line) if line else None)
    assert message.isprintable()
    assert len(message) < 300


def test_reading_stops_at_the_class_that_passes_a_limit():
    text = "0 1\n0 2\n0 3\nnothing that could be read"
    with pytest.raises(CaseError, match="^h: line 3: class '3' is one too many; at most 3 classes can be opened here"):
        read_triple(text, "1", "2", ("h", "t", "p"), 3)
    with pytest.raises(CaseError, match="line 4: "):
        read_triple(text, "1", "2", most=4)
    assert len(read_triple(HIERARCHY, TRUE, PREDICTED).hierarchy) > 3


def test_files_are_called_what_they_are_called():
    with pytest.raises(CaseError, match="^p.txt: line 1: class 9 is not in h.txt$"):
        read_triple(HIERARCHY, TRUE, "9\n3\n0\n", ("h.txt", "t.txt", "p.txt"))
    with pytest.raises(CaseError, match="^p.txt: line 2: the line is missing; t.txt has 3 lines"):
        read_triple(HIERARCHY, TRUE, "4\n", ("h.txt", "t.txt", "p.txt"))


# Writing


def read_back(files: dict[str, str]) -> Draft:
    """The instance in written files, its names as before."""
    draft = read_triple(*(files[name] for name in FILES)).case(0)
    names = {c: c for c in draft.hierarchy.classes}
    if NAMES in files:
        names = dict(line.split("\t") for line in files[NAMES].splitlines())
    h = draft.hierarchy
    return Draft(
        Hierarchy.from_edges([(names[p], names[c]) for p, c in h.edges]),
        frozenset(names[c] for c in draft.true),
        frozenset(names[c] for c in draft.predicted),
    )


def test_names_that_are_ids_stay():
    draft = Draft(read_triple(HIERARCHY, TRUE, PREDICTED).hierarchy, frozenset({"4", "3"}), frozenset({"2"}))
    assert write_triple(draft) == {"hierarchy.txt": HIERARCHY, "true.txt": "3 4\n", "predicted.txt": "2\n"}
    assert losses(draft) == ()


def test_names_become_ids_and_the_root_becomes_0():
    case = Case.of([("Music", "Pop"), ("Arts", "Music"), ("Arts", "10")], ["Pop", "10"], ["Arts"])
    assert write_triple(case) == {
        "hierarchy.txt": "1 2\n0 1\n0 3\n",
        "true.txt": "2 3\n",
        "predicted.txt": "0\n",
        "names.tsv": "0\tArts\n1\tMusic\n2\tPop\n3\t10\n",
    }
    assert losses(case) == ("HEMKit knows classes by numbers: names.tsv says which stands for which name.",)


@pytest.mark.parametrize(
    ("edges", "why"),
    [
        ([("1", "0"), ("1", "2")], "0 is what HEMKit calls its own root"),
        ([("0", "2"), ("1", "2")], "0 is one root of two"),
        ([("0", "2147483648")], "larger than a C++ int"),
        ([("0", "01")], "no id"),
    ],
)
def test_ids_that_hemkit_would_misread_are_numbered_anew(edges: list, why: str):
    child = edges[0][1]
    case = Case.of(edges, [child], [edges[0][0]])
    files = write_triple(case)
    assert NAMES in files, why
    assert read_back(files) == Draft(case.hierarchy, case.true, case.predicted), why
    assert len(case.hierarchy.roots) == 1 or "0" not in files["hierarchy.txt"].split()


def test_a_line_lists_its_classes_by_number():
    case = Case.of([("0", "10"), ("0", "2"), ("2", "1")], ["10", "2"], ["1", "10", "0"])
    assert (write_triple(case)["true.txt"], write_triple(case)["predicted.txt"]) == ("2 10\n", "0 1 10\n")


def test_the_largest_id_stays():
    assert NAMES not in write_triple(Case.of([("0", "2147483647")], ["0"], ["0"]))


def test_what_hemkit_cannot_read_is_not_written():
    with pytest.raises(CaseError, match="no class is predicted; HEMKit cannot read an instance without one"):
        write_triple(Case.of([("0", "1")], ["1"], []))
    with pytest.raises(CaseError, match="no class is true"):
        write_triple(Draft(Hierarchy.from_edges([("0", "1")])))
    with pytest.raises(CaseError, match="the predicted class 'alone' has no edge; HEMKit knows classes by their edges"):
        write_triple(Case.of([("0", "1")], ["1"], ["alone"], ["alone"]))


def test_losses_are_told():
    case = Case.of([("0", "1", "0.5")], ["1"], ["0"], ["a", "b", "c", "d"])
    assert losses(case) == (
        "A HEMKit triple holds no weights: 1 edge weighs something else than 1.",
        "HEMKit knows no class without an edge: 'a', 'b', 'c' and 1 more.",
    )
    assert read_back(write_triple(case)).hierarchy == Hierarchy.from_edges([("0", "1")])


@given(typed_drafts())
def test_round_trip(draft: Draft):
    """Edges and marks exactly, through the names in the fourth file."""
    try:
        files = write_triple(draft)
    except CaseError as error:
        joined = {c for edge in draft.hierarchy.edges for c in edge}
        assert not draft.true or not draft.predicted or (draft.true | draft.predicted) - joined, str(error)
        return
    back = read_back(files)
    assert back.hierarchy.edges == draft.hierarchy.edges
    assert (back.true, back.predicted) == (draft.true, draft.predicted)
