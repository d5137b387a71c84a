"""Edge lines: an edge a line, with weight and marks."""

from fractions import Fraction

from hierview import Draft, Hierarchy
from hierview.formats.typed.edgelines import read_edge_lines, write_edge_lines
from hierview.model.hierarchy import MOST_EDITABLE
from tests.each import each
from tests.listed import rows
from tests.texts import refused

LINES = """\
Arts > Music [t] : 0.5
Arts > Theater [tp]
Music > Rock [p] : 1/3
alone
"""
DRAFT = Draft(
    Hierarchy(
        ("Arts", "Music", "Theater", "Rock", "alone"),
        {("Arts", "Music"): Fraction(1, 2), ("Arts", "Theater"): Fraction(1), ("Music", "Rock"): Fraction(1, 3)},
    ),
    frozenset({"Music", "Theater"}),
    frozenset({"Rock", "Theater"}),
)


def hierarchy(text: str) -> dict:
    return dict(read_edge_lines(text).hierarchy.weights)


def test_edge_lines_are_a_hierarchy_with_weights_and_marks():
    assert read_edge_lines(LINES) == DRAFT
    assert write_edge_lines(DRAFT) == LINES


@each(
    "text",
    [
        LINES.encode(),
        b"\xef\xbb\xbf" + LINES.encode(),
        LINES.replace("\n", "\r\n"),
        LINES.replace("\n", " \t\n\n \n"),
        LINES.replace(" > ", "\t>  ").replace(" : ", " \t:\t "),
        "  " + LINES.replace("\n", "\n  "),
        LINES.replace("[t]", "[T]").replace("[tp]", "[p] [t]").replace("0.5", "5e-1").replace("1/3", "2/6"),
        LINES.replace("Music", '"Music"').replace("alone", '"alone"'),
        LINES.replace(" [t]", "") + "Music [t]\n",
        LINES + "Arts > Music\nMusic > Rock : 1/3\n",
        "Arts > Music\n" + LINES,
        LINES.rstrip(),
    ],
)
def test_what_people_type_otherwise_is_the_same(text: str | bytes):
    assert read_edge_lines(text) == DRAFT


def test_a_chain_stands_for_its_edges():
    assert hierarchy("A > B > C") == {("A", "B"): 1, ("B", "C"): 1}
    assert hierarchy("A > B : 2 > C > D : 0.5") == {("A", "B"): 2, ("B", "C"): 1, ("C", "D"): Fraction(1, 2)}
    draft = read_edge_lines("A [t] > B [p] > C [tp]\nA > B > D")
    assert (draft.true, draft.predicted) == ({"A", "C"}, {"B", "C"})
    assert len(draft.hierarchy.edges) == 3


def test_signs_without_blanks_belong_to_the_name():
    assert hierarchy("A>B > C:1 : 2") == {("A>B", "C:1"): 2}
    assert hierarchy('"A > B" > ": 1"') == {("A > B", ": 1"): 1}


def test_without_a_line_the_drawing_is_empty():
    assert read_edge_lines("\n \n") == Draft(Hierarchy((), {}))
    assert write_edge_lines(Draft(Hierarchy((), {}))) == ""


def test_a_name_that_would_be_misread_is_a_json_string():
    h = Hierarchy(("A > B", " A", "A [t]", '"', "- A", "plain : no", "a:b"), {})
    lines = write_edge_lines(Draft(h, frozenset({"A [t]"}))).splitlines()
    assert lines == ['"A > B"', '" A"', '"A [t]" [t]', '"\\""', '"- A"', '"plain : no"', "a:b"]


MANY = "\n".join(f"c{i}" for i in range(MOST_EDITABLE + 1))
REFUSED = {
    "too many classes": (MANY, MOST_EDITABLE + 1, "class 'c5000' is one too many; at most 5,000 cl"),
    "a long cycle": (MANY.rpartition("\n")[0].replace("\n", " > ") + " > c0", 1, "the edges make a cycle: 'c0' > "),
}
REFUSED |= {
    what: (text, int(line), said) for form, what, text, line, said in rows("refused_lines.tsv") if form == "edges"
}


@each("which", REFUSED)
def test_what_is_refused_and_where(which: str, within):
    text, line, sentence = REFUSED[which]
    with within(5):
        message, at = refused(read_edge_lines, text)
    assert message.startswith(f"line {line:,}: ")
    assert sentence in message
    assert at == line
