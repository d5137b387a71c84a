"""The edge list: parent TAB child, perhaps TAB weight; and one instance of a data set as a case."""

from fractions import Fraction

import pytest

from hierview import Case, CaseError, Hierarchy
from hierview.errors import LinkError
from hierview.formats import case_from_edges, read_any, read_edge_lines, read_edges
from hierview.formats.casefile import draft_from
from hierview.formats.hierarchies import open_file
from hierview.formats.link import pack_content, unpack_draft
from hierview.formats.typed.edgelist import read_csv, write_csv, write_tsv
from hierview.model.case import Draft
from hierview.study.inputs.columns import open_hierarchy
from tests.each import each
from tests.texts import refused

EDGES = "Arts\tMusic\nMusic\tPop\t0.5\nalone\n"


def test_edges_weights_and_classes_alone():
    h = read_edges(EDGES)
    assert dict(h.weights) == {("Arts", "Music"): 1, ("Music", "Pop"): Fraction(1, 2)}
    assert h.classes == ("Arts", "Music", "Pop", "alone")


@pytest.mark.parametrize(
    "data",
    [
        EDGES.encode(),
        b"\xef\xbb\xbf" + EDGES.encode(),
        "\ufeff" + EDGES,
        EDGES.replace("\n", "\r\n").encode(),
        EDGES + "\n\n \n",
        EDGES.replace("\t", " \t "),
        EDGES.rstrip(),
    ],
    ids=["bytes", "byte order mark", "the same in text", "CRLF", "empty lines at the end", "space", "no last newline"],
)
def test_what_editors_add_is_ignored(data: bytes | str):
    assert read_edges(data) == read_edges(EDGES)


REFUSED = {
    "nothing": ("", "the list is empty; one edge a line is expected, parent TAB child"),
    "an empty line": ("A\tB\n\nB\tC\n", "line 2: '' is not accepted; parent TAB child or parent TAB child TAB weight"),
    "no child": ("A\tB\nB\t\n", "line 2: 'B\\u0009' is not accepted; parent TAB child or"),
    "too many": ("A\tB\t1\tx\n", "line 1: 'A\\u0009B\\u00091\\u0009x' is not accepted; parent TAB child or"),
    "a duplicate": ("A\tB\nA\tC\nA\tB\t2\n", "line 3: the edge 'A' > 'B' stands at line 1 already; give it once"),
    "a self-loop": ("A\tB\nB\tB\n", "line 2: class 'B' is its own parent; a self-loop is not accepted"),
    "a cycle": ("A\tB\nB\tC\nC\tA\n", "line 3: the edges make a cycle: 'A' > 'B' > 'C' > 'A'; no class may be its"),
    "a bad weight": ("A\tB\tmuch\n", "line 1: edge weight 'much' is not accepted; a decimal number above 0, such as"),
}


@each("which", REFUSED)
def test_what_is_refused_and_how(which: str, within):
    data, sentence = REFUSED[which]
    with within(5):
        assert sentence in refused(read_edges, data)[0]


PASSES = ": line 3: class 'E' is one too many; at most 4 classes can be opened here; the shell has no limit"


def test_reading_stops_at_the_class_that_passes_a_limit():
    """What stands below is not read: line 4 would be refused, too."""
    text = "A\tB\nC\tD\nC\tE\nF\n\n\t\t\t\n."
    for call in (
        lambda most: read_edges(text, "x.tsv", most),
        lambda most: read_csv(text, "x.csv", most),
        lambda most: case_from_edges(text, "A", "B", "x.csv", most=most),
        lambda most: read_any(text, "x.tsv", most),
        lambda most: read_any(text, "x.csv", most),
    ):
        with pytest.raises(CaseError, match=PASSES):
            call(4)
        with pytest.raises(CaseError, match=r"line [56]: "):
            call(6)
    assert len(read_edges("A\tB\nB\tC\n", most=3)) == 3


def test_weights_without_a_common_denominator_are_named_at_their_line():
    lines = [f"A\tc{n}\t1/{n}" for n in range(900, 1000)]
    sentence = r"line (\d+): edge weight '1/9\d\d' has no common denominator of at most 64 bits with the weights before"
    for read in (read_edges, read_csv, read_edge_lines):
        text = "\n".join(lines)
        if read is read_edge_lines:
            text = text.replace("A\t", "A > ").replace("\t", " : ")
        with pytest.raises(CaseError, match=sentence) as error:
            read(text, "x")
        assert 5 < error.value.line < 12
    edges = [["A", f"c{n}", f"1/{n}"] for n in range(900, 1000)]
    content = {"hierview": 1, "edges": edges, "true": ["A"], "predicted": []}
    with pytest.raises(CaseError, match=r"edges\[\d\]: edge weight '1/9\d\d' has no common denominator"):
        draft_from(content)
    with pytest.raises(LinkError, match=r"edges\[\d\]: edge weight '1/9\d\d' has no common denominator"):
        unpack_draft(pack_content(content))


def test_one_instance_is_a_case():
    case = case_from_edges(EDGES, "Pop| alone ", "Music", name="one")
    assert case == Case(read_edges(EDGES), frozenset({"Pop", "alone"}), frozenset({"Music"}), name="one")
    assert case_from_edges(EDGES, "Pop", "").predicted == frozenset()


@pytest.mark.parametrize(
    ("true", "predicted", "sentence"),
    [
        ("Popp", "Music", "true class 'Popp' is not in the hierarchy; did you mean 'Pop'?"),
        ("Pop", "Rock", "predicted class 'Rock' is not in the hierarchy"),
        ("Pop|Pop", "Music", "true: class 'Pop' is named twice; name it once"),
        ("Pop", "Music||Arts", "predicted: 'Music||Arts' names an empty class; join class names by |, as in A|B"),
        ("|", "", "true: '|' names an empty class"),
        ("", " ", "no class is marked; mark at least one true or predicted class"),
    ],
)
def test_marks_that_are_refused(true: str, predicted: str, sentence: str):
    with pytest.raises(CaseError) as error:
        case_from_edges(EDGES, true, predicted)
    assert sentence in str(error.value)


@each("name", ["None", "NaN", "N/A", '"q"', '"', 'a"b', "#x", "# y", "//c", "-", "?", "a/b", "=1+1", "<x>", "[x]"])
@each("edges", [[("{}", "aa"), ("{}", "bb"), ("aa", "cc")], [("top", "aa"), ("top", "bb"), ("aa", "{}")]])
def test_an_edge_list_of_hierview_opens_as_what_it_was(name: str, edges):
    h = Hierarchy.from_edges([(a.format(name), b.format(name)) for a, b in edges])
    for text, file in ((write_tsv(Draft(h)), "x.tsv"), (write_csv(Draft(h)), "x.csv")):
        typed = read_edges if file == "x.tsv" else read_csv
        assert [open_file(text.encode(), file).hierarchy, typed(text)] == [h, h], text
        assert open_hierarchy(text.encode(), file).hierarchy == h


def test_what_others_write_for_none_stays_none():
    for text, file in ((b"parent,child\nNone,aa\naa,bb\naa,cc\n", "x.csv"), (b"None\taa\naa\tbb\naa\tcc\n", "x.tsv")):
        for opened in (open_file(text, file), open_hierarchy(text, file)):
            assert opened.hierarchy.edges == (("aa", "bb"), ("aa", "cc"))
    assert open_file(b'"parent","child"\n"NA","aa"\n"aa","bb"\n"aa","cc"\n', "x.csv").hierarchy.roots == ("aa",)
