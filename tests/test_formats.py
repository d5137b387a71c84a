"""The registry: what can be opened, what can be saved, and what is lost on the way; and edge lists as CSV."""

import io
import json
import zipfile
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview import Case, CaseError, Draft, Hierarchy, Labels, load_case
from hierview.errors import StudyError, quoted
from hierview.formats import ENDINGS, FORMATS, case_from_edges, read_any
from hierview.formats.archive import zip_files
from hierview.formats.casefile import LARGEST_FILE
from hierview.formats.source import table_rows
from hierview.formats.typed.edgelist import read_csv, write_csv, write_tsv
from hierview.formats.typed.outline import read_outline
from hierview.model.case import Published
from hierview.model.extra import Extra
from tests.each import each
from tests.samples import ROOT, weights
from tests.texts import awkward_names, refused, tidy_names, typed_drafts

BY_KEY = {f.key: f for f in FORMATS}
H = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Play")])
DRAFT = Draft(H, frozenset({"Music"}), frozenset({"Play"}))


def test_what_can_be_saved():
    assert len(BY_KEY) == len({f.title for f in FORMATS}) == len(FORMATS)
    for f in FORMATS:
        assert "/" in f.mime
        assert f.extension.isalnum()
        data = f.file_content(load_case("11a"))
        assert data
        assert data == f.file_content(load_case("11a"))


def test_the_guide_lists_them():
    listed = (
        (ROOT / "docs" / "files.md").read_text(encoding="utf-8").partition("| file | ending |")[2].partition("\n\n")[0]
    )
    rows = [line.split(" | ")[:2] for line in listed.splitlines()[2:]]
    assert rows == [[f"| {f.title}", ", ".join(f"`{ending}`" for ending in f.endings)] for f in FORMATS]


def test_what_each_declares_is_true_of_its_files():
    case = load_case("15")
    for f in FORMATS:
        assert "marks" not in " ".join(f.losses(case)) if f.marks else "holds no marks" in " ".join(f.losses(case))
        if f.read is None:
            assert not f.largest, f.key
            continue
        assert set(f.read(f.file_content(case), "x", None).hierarchy.edges) == set(case.hierarchy.edges)
        with pytest.raises(CaseError, match=r"x: [\d,]+ bytes are too many; .* has at most " + f"{f.largest:,}"):
            f.read(b" " * (f.largest + 1), "x", None)


def test_formats_that_share_an_ending_know_their_own_texts():
    for f in FORMATS:
        sharing = [other for other in FORMATS if other.read and {*other.endings} & {*f.endings}]
        if f.read and len(sharing) > 1:
            text = f.file_content(DRAFT).decode()
            assert max(sharing, key=lambda other: other.detects(text)) is f


def test_a_text_is_utf_8_and_several_are_an_archive():
    draft = Draft(Hierarchy.from_edges([("Ä", "B")]), frozenset({"B"}), frozenset({"B"}))
    assert BY_KEY["outline"].file_content(draft) == "Ä\n  B [tp]\n".encode()
    archive = zipfile.ZipFile(io.BytesIO(BY_KEY["hemkit"].file_content(draft)))
    assert {name: archive.read(name).decode() for name in archive.namelist()} == {
        "hierarchy.txt": "0 1\n",
        "true.txt": "1\n",
        "predicted.txt": "1\n",
        "names.tsv": "0\tÄ\n1\tB\n",
    }


def test_an_archive_has_no_date():
    files = {"a.txt": "1\n", "ä.txt": "2\n"}
    entries = zipfile.ZipFile(io.BytesIO(zip_files(files))).infolist()
    assert [e.filename for e in entries] == list(files)
    assert {e.date_time for e in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {(e.create_system, e.external_attr >> 16, e.compress_type) for e in entries} == {
        (3, 0o644, zipfile.ZIP_STORED)
    }


# What is saved can be opened again


@given(typed_drafts(weights=weights))
def test_a_text_is_opened_again(draft: Draft):
    """Outlines and edge lines share the ending .txt and are told apart by what they hold."""
    lines = BY_KEY["edges"].file_content(draft)
    assert read_any(lines, "case.txt") == read_any(lines.replace(b"\n", b"\r\n"), "case.txt") == draft
    outline = BY_KEY["outline"].file_content(draft)
    assert read_any(outline, "case.md") == read_outline(outline)


@pytest.mark.parametrize("key", ["tsv", "csv"])
@given(data=st.data())
def test_an_edge_list_is_opened_again(key: str, data):
    """Exactly, with the order of classes and edges."""
    draft = data.draw(typed_drafts(names=tidy_names, weights=weights))
    text = BY_KEY[key].file_content(draft)
    if not len(draft.hierarchy):
        with pytest.raises(CaseError, match="the list is empty"):
            read_any(text, f"x.{key}")
        return
    assert read_any(text, f"x.{key}") == Draft(draft.hierarchy)
    assert read_any(text.replace(b"\n", b"\r\n"), f"x.{key}") == Draft(draft.hierarchy)


@pytest.mark.parametrize("key", ["tsv", "csv"])
@given(data=st.data())
def test_an_edge_list_drops_blanks_around_names_and_says_so(key: str, data):
    draft = data.draw(typed_drafts(names=awkward_names))
    names = draft.hierarchy.classes
    if len({name.strip() for name in names}) < len(names):
        with pytest.raises(CaseError, match="an edge list cannot tell "):
            BY_KEY[key].file_content(draft)
        return
    if names:
        back = read_any(BY_KEY[key].file_content(draft), f"x.{key}").hierarchy
        assert back.classes == tuple(name.strip() for name in names)
    dropped = any(name != name.strip() for name in names)
    assert any("drops blanks" in said for said in BY_KEY[key].losses(draft)) == dropped


def test_nothing_is_lost_unsaid():
    """Where a format names no loss, what it wrote is the draft."""
    full = {
        "weights": Draft(Hierarchy.from_edges([("Arts", "Music", 2), ("Arts", "Play")])),
        "marks": DRAFT,
        "name": Draft(H, name="x"),
        "source": Draft(H, source="x"),
        "note": Draft(H, note="x"),
        "measures": Draft(H, measures=("GIE",)),
        "published": Draft(H, published=(("GIE", Published("2")),)),
        "places": Draft(H, positions=(("Arts", 0.0, 0.0),)),
        "artificial": Draft(H, artificial=frozenset({"Arts"})),
        "paths": Draft(H, extra=Extra.of(H, paths={"Arts": [["Arts"]]})),
        "labels": Draft(H.labelled(Labels({"de": {"Arts": "Künste"}}))),
        "nothing": Draft(H),
    }
    held = {
        "json": set(full),
        "outline": {"marks", "nothing"},
        "edges": {"marks", "weights", "nothing"},
        "tsv": {"weights", "nothing"},
        "csv": {"weights", "nothing"},
    }
    for key, kinds in held.items():
        f = BY_KEY[key]
        for kind, draft in full.items():
            same = read_any(f.file_content(draft), f"x.{f.extension}") == draft
            assert same == (not f.losses(draft)) == (kind in kinds), (key, kind)


def test_losses_are_plain_sentences():
    case = load_case("11a").unfinished()
    heavy = {edge: Fraction(1, 2) for edge in case.hierarchy.edges}
    case = Draft(
        Hierarchy(case.hierarchy.classes, heavy),
        case.true,
        case.predicted,
        "n",
        "s",
        "",
        ("GIE",),
        case.published,
        (("A", 1.0, 1.0), ("B", 2.0, 2.0)),
        frozenset(case.hierarchy.classes[:1]),
        Extra.of(case.hierarchy, paths={"Arts": [["Arts"]]}, scores={"Arts": 1}),
    )
    n, marked = len(heavy), len(case.marked)
    assert BY_KEY["outline"].losses(case) == (
        f"An outline holds no weights: {n} edges weigh something else than 1.",
        "An outline holds no places: 2 classes stand where they were put.",
        "An outline holds no artificial classes: 1 is drawn dotted.",
        "An outline holds no printed values: 10 values were given.",
        "An outline holds no name and no source and no choice of measures and no paths and no scores.",
    )
    assert f"An edge list holds no marks: {marked} classes are marked." in BY_KEY["csv"].losses(case)
    assert BY_KEY["json"].losses(case) == ()
    large = Draft(Hierarchy(tuple("x" * 190 + str(i) for i in range(LARGEST_FILE // 190)), {}))
    assert BY_KEY["json"].losses(large) == ("It has more than the 2,000,000 bytes that can be opened here again.",)


# Opening any file


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '{"hierview": 1, "edges": [["Arts", "Music"], ["Arts", "Play"]], "true": [], "predicted": []}'),
        ("A.JSON", '{"hierview": 1, "edges": [["Arts", "Music"], ["Arts", "Play"]], "true": [], "predicted": []}'),
        ("a.txt", "Arts\n  Music\n  Play\n"),
        ("a.md", "- Arts\n  - Music\n  - Play\n"),
        ("a.b.Txt", "Arts > Music\nArts > Play\n"),
        ("a.tsv", "Arts\tMusic\nArts\tPlay\n"),
        ("a.csv", "Arts,Music\nArts,Play\n"),
    ],
)
def test_the_ending_says_how_a_file_is_read(name: str, text: str):
    assert read_any(text, name) == read_any(text.encode(), name) == Draft(H)


def test_an_indented_text_is_an_outline_whatever_its_names_hold():
    assert read_any("A > B\n  C\n", "a.txt").hierarchy.edges == (("A > B", "C"),)
    assert read_any('"A > B"\n', "a.txt").hierarchy.classes == ("A > B",)
    assert read_any("A : B\nC>D\n", "a.txt").hierarchy.classes == ("A : B", "C>D")
    assert read_any("\n\n", "a.txt") == Draft(Hierarchy((), {}))


@each("name", ["a.xlsx", "a", "", ".json", "a.json.zip", "a.png\u202e", "\x00", "x" * 300 + "\n.doc"])
def test_other_files_are_refused_with_a_list(name: str):
    with pytest.raises(CaseError) as error:
        read_any(b"", name)
    message = str(error.value)
    assert message.isprintable()
    assert len(message) < 400
    assert quoted(name[:9])[1:-1] in message
    listed = message.partition(": files that can be opened are ")[2]
    assert listed.startswith("case files (.json), outlines and edges as text (.txt, .md)")
    assert all(ending in listed for ending in ENDINGS)


@each(
    "name, data, sentence",
    [
        ("a.json", b"[", "a.json: line 1, column 2: this is not JSON"),
        ("a.json", b"[" * 100_000, "a.json: the objects are nested too deeply"),
        ("a.txt", b"A\n  B > B\n C\n", "a.txt: line 3: the indentation is that of no line above"),
        ("a.txt", b"A > B\nB > A\n", "a.txt: line 2: the edges make a cycle"),
        ("a.md", b"x" * 2_000_001, "a.md: 2,000,001 bytes are too many"),
        ("a.tsv", b"A\tB\tx\n", "a.tsv: line 1: edge weight 'x' is not accepted"),
        ("a.csv", b"A,B,x\n", "a.csv: line 1: edge weight 'x' is not accepted"),
        ("\u202ea<b>\n.csv", b"A,B,x\n", "\\u202ea<b>\\u000a.csv: line 1: edge weight"),
        *((f"a{end}", "é\n".encode("latin-1"), f"a{end}: line 1: the text is not UTF-8") for end in ENDINGS),
        *((f"a{end}", "A\n".encode("utf-16"), f"a{end}: line 1: the text is not UTF-8") for end in ENDINGS),
    ],
)
def test_mistakes_name_the_file_and_the_place(name: str, data: bytes, sentence: str):
    with pytest.raises(CaseError) as error:
        read_any(data, name)
    assert str(error.value).startswith(sentence)
    assert str(error.value).isprintable()


# Edge lists as CSV

EDGES = {("Arts", "Music"): Fraction(1), ("Music", "Pop, Rock"): Fraction(1, 2), ("Music", 'The "Who"'): Fraction(1)}


@pytest.mark.parametrize(
    "text",
    [
        'Arts,Music\nMusic,"Pop, Rock",0.5\nMusic,"The ""Who"""\nalone\n',
        'parent,child,weight\nArts,Music,1\nMusic,"Pop, Rock",0.5\nMusic,"The ""Who""",\nalone,,\n',
        'Parent;Child;Weight\nArts;Music;1\nMusic;Pop, Rock;0.5\nMusic;"The ""Who""";\nalone\n',
        'Arts;Music\nMusic;Pop, Rock;0.5\n"Music";"The ""Who"""\nalone\n',
        'alone\nArts;Music\nMusic;Pop, Rock;0.5\n"Music";"The ""Who"""\n',
        'Arts\tMusic\nMusic\t"Pop, Rock"\t1/2\nMusic\t"The ""Who"""\nalone\n',
        'Arts , Music\n Music, "Pop, Rock", 0.5\nMusic,   "The ""Who"""\nalone\n\n \n',
    ],
    ids=["commas", "header", "semicolons", "no header", "a class alone first", "tabs", "blanks"],
)
def test_csv_as_spreadsheets_write_it(text: str):
    for data in (text, text.encode(), b"\xef\xbb\xbf" + text.encode(), text.replace("\n", "\r\n")):
        h = read_csv(data)
        assert dict(h.weights) == EDGES
        assert set(h.classes) == {c for edge in EDGES for c in edge} | {"alone"}


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("Pop, Rock;Metal\n", ("Pop, Rock", "Metal")),
        ("A;B, C\tD\n", ("A;B, C", "D")),
        ('"A;B",C\n', ("A;B", "C")),
        ('"A""; B"\nC,D;E\n', ("C,D", "E")),
        ("alone\nA,B\nC;D,E\n", ("A", "B")),
    ],
)
def test_what_parts_cells(text: str, edge: tuple):
    """Tab before semicolon before comma, outside quotation marks, in the first line that has one."""
    assert read_csv(text).edges[0] == edge


def test_what_is_written_as_csv():
    draft = Draft(Hierarchy.from_edges([(*edge, w) for edge, w in EDGES.items()], ["alone"]))
    assert (
        write_csv(draft) == 'parent,child,weight\nArts,Music,1\nMusic,"Pop, Rock",0.5\nMusic,"The ""Who""",1\nalone\n'
    )
    assert write_csv(DRAFT) == "parent,child\nArts,Music\nArts,Play\n"
    assert write_tsv(draft) == 'Arts\tMusic\t1\nMusic\tPop, Rock\t0.5\nMusic\tThe "Who"\t1\nalone\n'
    assert write_tsv(DRAFT) == "Arts\tMusic\nArts\tPlay\n"


REFUSED_CSV = {
    "nothing": ("", "the list is empty"),
    "only a header": ("parent,child\n", "the list is empty"),
    "four cells": ("A,B,1,x\n", "line 1: 'A,B,1,x' is not accepted; parent,child or parent,child,weight is"),
    "no parent": ("A,B\n,B\n", "line 2: ',B' is not accepted"),
    "another header": ("from,to,weight\nA,B,1\n", "line 1: edge weight 'weight' is not accepted"),
    "a header again": ("A,B\nparent,child,weight\n", "line 2: edge weight 'weight' is not accepted"),
    "an edge twice": ("A,B\nA;C,D\nA, B\n", "line 3: the edge 'A' > 'B' stands at line 1 already; give it once"),
    "an open quotation mark": ('A,B\n"A,C\n', "line 2: this is not CSV (unexpected end of data)"),
    "more after a quotation": ('A,B\n"A"x,C\n', "line 2: this is not CSV ("),
    "a quoted line end": ('A,B\nA,"B\nC"\nA,D\n', "line 3: class name 'B\\u000aC' holds the control character U+000A"),
    "a CR": ("A,B\rC,D\n", "line 1: this is not CSV (new-line character seen in unquoted field"),
    "a very long cell": ("A," + "x" * 200_000, "line 1: this is not CSV (field larger than field limit (131072))"),
}


@each("which", REFUSED_CSV)
def test_what_csv_is_refused_and_how(which: str, within):
    data, sentence = REFUSED_CSV[which]
    with within(5):
        message, line = refused(read_csv, data)
    assert message.startswith(sentence)
    assert sentence.startswith(f"line {line}: " if line else "the list is empty")


def test_rows_of_a_table_have_the_lines_on_which_they_end():
    rows = table_rows('id;n\r\n"a\nb"; "c"\n\nd;e', ";", "x.csv", StudyError)
    assert list(rows) == [(1, ["id", "n"]), (3, ["a\nb", ' "c"']), (4, []), (5, ["d", "e"])]
    assert list(table_rows(['a, "b, c"\n'], ",", "x", CaseError, skip_blanks=True)) == [(1, ["a", "b, c"])]
    with pytest.raises(StudyError, match=r"^x.csv: line 2: this is not CSV \(.*\); rows of cells are accepted") as told:
        list(table_rows('a\tb\n"a"b\n', "\t", "x.csv", StudyError))
    assert told.value.line == 2


def test_one_instance_from_csv():
    case = case_from_edges("Arts;Music\nMusic;Pop, Rock\n", "Pop, Rock", "Arts", "Topics.CSV")
    assert case == Case.of([("Arts", "Music"), ("Music", "Pop, Rock")], ["Pop, Rock"], ["Arts"])
    assert case_from_edges("Arts;Music\n", "Arts;Music", "").hierarchy.classes == ("Arts;Music",)


# Hostile names are names in every format


@each("name", ["A\u202eB", "A\x00B", "A\x1b[31m", "A\u2028B", "A\u0085B", "x" * 10_000])
def test_unfit_names_are_refused_everywhere(name: str):
    texts = {
        "json": json.dumps({"hierview": 1, "edges": [["A", name]], "true": [], "predicted": []}),
        "txt": f"A\n  {json.dumps(name)}\n",
        "md": f"A > {name} > B",
        "tsv": f"A\t{name}\n",
        "csv": f'A,"{name}"\n',
    }
    for ending, text in texts.items():
        assert refused(read_any, text, f"x.{ending}")
