"""Hierarchies of every shape that the field has: told by content, and what they are taken for."""

import gzip
import io
import json
import pickle
import re
import sys

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hierview import (
    Case,
    CaseError,
    Draft,
    Hierarchy,
    HierviewError,
    Labels,
    evaluate,
    figure,
    load_hierarchy,
    long_distance,
    open_hierarchy,
    parse_measure,
    write_case,
    write_hierarchy,
)
from hierview.cli import main
from hierview.explain import Name
from hierview.formats import WHOLE, read_case
from hierview.formats.hierarchies import SHAPES
from hierview.formats.link import pack_draft, unpack_draft
from hierview.markup.html import class_ids, sentence_html, words_html
from tests.each import each
from tests.listed import files, rows
from tests.test_archive import packed

pytestmark = pytest.mark.slow

FILES = {name: content.decode() for name, content in files("files/shapes").items()}
OBO = FILES["go.obo"]


@pytest.mark.parametrize(("name", "shape", "wanted", "labels"), rows("files/shapes.tsv"))
def test_a_file_is_taken_for_its_shape(name: str, shape: str, wanted: str, labels: str):
    text = FILES[name]
    opened = open_hierarchy(text)
    h = opened.hierarchy
    assert opened.guess.shape == shape
    assert " ".join(f"{a}>{b}" for a, b in h.edges) == wanted
    assert "; ".join(f"{c}: {h.labels.of(c)}" for c in h.classes if h.labels.of(c)) == labels
    assert (opened.guess.classes, opened.guess.edges) == (len(h), len(h.edges))
    assert set(opened.guess.roots) == set(h.roots)
    assert opened.guess.sentence().startswith("read as ")
    assert opened.guess.rows
    for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.replace("\n", "\r\n").encode()):
        assert load_hierarchy(data) == h
    assert load_hierarchy(packed({"folder/h.txt": text.encode()})) == load_hierarchy(gzip.compress(text.encode())) == h


# Data of Python

EDGES = {("Arts", "Music"), ("Arts", "Play"), ("Music", "Pop")}


@pytest.mark.parametrize(
    "data",
    [
        [("Arts", "Music"), ("Arts", "Play"), ("Music", "Pop")],
        [["Arts", "Music", 1], ["Arts", "Play", 2], ["Music", "Pop", 1]],
        {("Arts", "Music"), ("Arts", "Play"), ("Music", "Pop")},
        {"Arts": ["Music", "Play"], "Music": {"Pop"}},
        {"Arts": {"Music": {"Pop": {}}, "Play": {}}},
        [["Arts", "Music", "Pop"], ["Arts", "Play"]],
        pd.DataFrame({"parent": ["Arts", "Arts", "Music"], "child": ["Music", "Play", "Pop"]}),
        pd.DataFrame({"child": ["Music", "Play", "Pop", "Arts"], "parent": ["Arts", "Arts", "Music", None]}),
        pd.DataFrame({"l1": ["Arts", "Arts"], "l2": ["Music", "Play"], "l3": ["Pop", None]}),
        pd.DataFrame({"Field": ["Arts", "Arts"], "Family": ["Music", "Play"], "Class": ["Pop", None]}),
        pd.DataFrame({"number": [7, 8], "l1": ["Arts", "Arts"], "l2": ["Music", "Play"], "l3": ["Pop", None]}),
        np.array([["Arts", "Music", "Pop"], ["Arts", "Play", ""]], dtype=object),
        np.array([["Arts", "Music", "Pop"], ["Arts", "Play", ""]]),
        nx.DiGraph([("Arts", "Music"), ("Arts", "Play"), ("Music", "Pop")]),
    ],
)
def test_data_of_python(data: object):
    assert set(load_hierarchy(data).edges) == EDGES


def test_matrices_and_graphs():
    dense = np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
    names = ["Arts", "Music", "Play"]
    for matrix in (dense, sparse.csr_matrix(dense), sparse.coo_array(dense)):
        assert load_hierarchy(matrix, classes=names).edges == (("Arts", "Music"), ("Arts", "Play"))
    assert load_hierarchy(dense).edges == (("0", "1"), ("0", "2"))
    assert load_hierarchy(dense, direction="child first").edges == (("1", "0"), ("2", "0"))
    with pytest.raises(CaseError, match="a square one"):
        load_hierarchy(dense[:2])
    with pytest.raises(CaseError, match="one for each"):
        load_hierarchy(dense, classes=["A", "B"])
    graph = nx.DiGraph()
    graph.add_node("GO:1", name="process")
    graph.add_edge("GO:1", 2, weight=0.5)
    h = load_hierarchy(graph)
    assert (h.edges, h.labels.of("GO:1"), str(h.weights["GO:1", "2"])) == ((("GO:1", "2"),), "process", "1/2")
    assert open_hierarchy(h).hierarchy is h
    with pytest.raises(CaseError, match="'int' is no hierarchy"):
        load_hierarchy(3)


def test_a_frame_with_gaps_has_whole_numbers():
    frame = pd.DataFrame({"id": [1, 2, 3], "parent": [np.nan, 1, 1], "name": ["Arts", "Music", None]})
    opened = open_hierarchy(frame)
    assert opened.hierarchy.edges == (("1", "2"), ("1", "3"))
    assert opened.hierarchy.labels.of("2") == "Music"


# What is guessed, and what is asked for


def test_the_direction_is_guessed_and_can_be_turned():
    text = "Music\tArts\nPlay\tArts\n"
    opened = open_hierarchy(text)
    assert (opened.guess.direction, opened.guess.separator, opened.guess.header) == ("child first", "\t", False)
    assert opened.guess.given == frozenset()
    assert opened.guess.rows == (("Music", "Arts"), ("Play", "Arts"))
    turned = open_hierarchy(text, direction="parent first")
    assert turned.guess.given == {"direction"}
    assert set(turned.hierarchy.edges) == {(c, p) for p, c in opened.hierarchy.edges}
    headed = open_hierarchy(text, header=True)
    assert headed.hierarchy.edges == (("Play", "Arts"),)


def test_the_separator_and_the_shape_can_be_asked_for():
    text = "a/b,c\nc,d/e\n"
    assert load_hierarchy(text, separator="comma").edges == (("a/b", "c"), ("c", "d/e"))
    assert load_hierarchy(text, shape="paths", separator="/").edges == (("a", "b,c"), ("c,d", "e"))
    with pytest.raises(CaseError, match="no shape 'pears'; did you mean 'pairs'"):
        load_hierarchy(text, shape="pears")
    with pytest.raises(HierviewError, match="no option 'seperator'; did you mean 'separator'"):
        load_hierarchy(text, seperator=",")
    with pytest.raises(HierviewError, match="the direction 'up' is not accepted; parent first or child first is"):
        load_hierarchy(text, direction="up")


@pytest.mark.parametrize(
    ("codec", "named"),
    [("utf-16", "UTF-16"), ("utf-16-le", "UTF-16"), ("utf-32", "UTF-32"), ("cp1252", "Windows-1252")],
)
def test_encodings(codec: str, named: str):
    opened = open_hierarchy("Künste\tMusik\nKünste\tBühne\n".encode(codec))
    assert opened.guess.encoding == named
    assert opened.hierarchy.edges == (("Künste", "Musik"), ("Künste", "Bühne"))
    assert load_hierarchy("Ë\tB\n".encode("cp850"), encoding="cp850").classes == ("Ë", "B")


def test_relations_obsolete_terms_and_parts_are_choices_with_a_count():
    opened = open_hierarchy(OBO)
    assert opened.guess.relations == (("is_a", 2, True), ("part_of", 1, False))
    assert "1 edge part_of left out." in opened.guess.notes
    assert "1 obsolete term is left out." in opened.guess.notes
    assert opened.guess.isolated == 1
    assert load_hierarchy(OBO, isolated=False).classes == ("GO:0008150", "GO:0009987", "GO:0044464")
    parts = open_hierarchy(OBO, relations=("is_a", "part_of"), obsolete=True)
    assert ("GO:0005623", "GO:0044464") in parts.hierarchy.edges
    assert "GO:0000001" in parts.hierarchy
    assert load_hierarchy(OBO, roots="GO:0009987").classes == ("GO:0009987", "GO:0044464")
    with pytest.raises(CaseError, match="class 'GO:9' is not in the hierarchy"):
        load_hierarchy(OBO, roots=["GO:9"])


def test_codes_may_be_merged_by_name():
    h = load_hierarchy(FILES["mesh.txt"], identity="name")
    assert set(h.parents("WAGR Syndrome")) == {"Kidney Neoplasms", "Genetic Diseases"}


def test_labels_from_a_file_of_names(tmp_path):
    path = tmp_path / "names.txt"
    for text in ("897=Arts\n67=Music\n5=Nothing\n", "# c\n897\tArts\n67\tMusic\n\n5\tNothing\n"):
        path.write_text(text, encoding="utf-8")
        opened = open_hierarchy("897 67\n", labels=path)
        assert [opened.hierarchy.labels.of(c) for c in opened.hierarchy.classes] == ["Arts", "Music"]
        assert opened.guess.notes == ("1 label is of no class of the hierarchy.",)
    assert load_hierarchy("897 67\n", labels={"897": "same", "67": "same"}).labels.classes_labelled("same") == (
        "897",
        "67",
    )
    path.write_text("1=a\n1=b\n", encoding="utf-8")
    with pytest.raises(CaseError, match="line 2: the id '1' has the label 'a' already"):
        load_hierarchy("897 67\n", labels=path)


# Cycles

RING = "A,B\nB,C\nC,A\nC,D\nD,C\nR,A\nX,X\n"


def test_cycles_are_named_in_full_and_cut_on_request():
    with pytest.raises(CaseError) as error:
        load_hierarchy(RING, direction="parent first")
    assert error.value.cycles == (("A", "B", "C"), ("C", "D"), ("X",))
    assert str(error.value).startswith(
        "text: the edges make 3 cycles: 'A' > 'B' > 'C' > 'A'; 'C' > 'D' > 'C'; 'X' > 'X'"
    )
    opened = open_hierarchy(RING, cut_cycles=True, direction="parent first")
    assert opened.cut == (("C", "A"), ("D", "C"), ("X", "X"))
    assert opened.guess.notes[0].startswith("3 edges that close cycles are left out: 'C' > 'A', 'D' > 'C', 'X' > 'X'")
    assert set(opened.hierarchy.edges) == {("A", "B"), ("B", "C"), ("C", "D"), ("R", "A")}


def test_cutting_leaves_no_cycle_and_cuts_no_more_than_there_are():
    for seed in range(40):
        graph = nx.gnp_random_graph(12, 0.15, seed=seed, directed=True)
        if not graph.edges:
            continue
        text = "".join(f"c{a}\tc{b}\n" for a, b in graph.edges)
        opened = open_hierarchy(text, cut_cycles=True, direction="parent first")
        cut = {(int(a[1:]), int(b[1:])) for a, b in opened.cut}
        graph.remove_edges_from(cut)
        assert nx.is_directed_acyclic_graph(graph)
        for edge in cut:
            assert nx.has_path(graph, edge[1], edge[0]) or len(cut) > 1


# What is refused


def test_refused_lines_are_listed_and_counted():
    text = "A\tB\n" + "x\ty\tz\tw\n" * 30 + "C\tD\n" * 300
    with pytest.raises(CaseError) as error:
        load_hierarchy(text, shape="pairs")
    assert error.value.line == 2
    assert str(error.value).startswith("text: 30 lines are not accepted: line 2: ")
    assert "line 21: " in str(error.value)
    assert "line 22: " not in str(error.value)
    assert str(error.value).endswith("; and 10 more")
    opened = open_hierarchy(text, shape="pairs", skip=True)
    assert opened.hierarchy.edges == (("A", "B"), ("C", "D"))
    assert opened.guess.notes[0].startswith("30 lines are left out: line 2: ")


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE g [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    '<graphml><graph><node id="&b;"/></graph></graphml>'
)
BROADER = "http://www.w3.org/2004/02/skos/core#broader"
HOSTILE = {
    "entities": (BOMB, "a DTD is not accepted"),
    "external DTD": ('<!DOCTYPE g SYSTEM "http://x.example/x.dtd"><graphml></graphml>', "a DTD is not accepted"),
    "deep XML": ("<graphml>" + "<graph>" * 100_000, "stand in more than 100 others"),
    "deep JSON": ("[" * 200_000 + "]" * 200_000, "too deeply"),
    "deep Newick": ("(" * 100_000 + ";", "not closed|stands within"),
    "deep DOT": ("digraph {" + "{" * 10_000, "in more than 100 others"),
    "deep path": ("a/" * 100_000 + "b\nc/d\n", "at most 10,000 levels"),
    "an endless pair": ("A\tB\nA\t" + "x" * 3_000_000 + "\n", "at most 200 are accepted"),
    "NUL": ("A\tB\nA\0\tC\n", "line 2: the character NUL"),
    "controls": ("A\tB\nA\tC\x1b[31m\n", "line 2: .*control character"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "a picture"),
    "half a gzip": (gzip.compress(b"A\tB\n" * 1000)[:-20], "damaged or ends too soon"),
    "nothing": ("", "looks like no hierarchy|no class"),
    "half a quotation": ('A,"B\nC,D\n', "this is not CSV"),
    "half a DOT": ("digraph { a -> b", "does not end"),
    "an id twice": ("[Term]\nid: A\n\n[Term]\nid: A\n", "line 5: the id 'A' stands at line 2 already"),
    "a hyperedge": ("<graphml><graph><hyperedge/></graph></graphml>", "a hyperedge is not accepted"),
    # What once ended in an error of Python
    "a short row": ("rank\tid\tparent\nkingdom\tAnimalia\nphylum\tChordata\tAnimalia\n", "."),
    "an endless number": ('{"a":1e9999999999999999999}', "."),
    "data that are none": ('{"nodes":[{"data":5}],"links":[]}', "a class name is empty"),
    "elements that are none": ('{"nodes":[null, "x", {"id": 1}],"links":[{"data": 7}]}', "."),
    "another row": (json.dumps([{"labels": ["a", "b"]}] * 100 + [{"labels": 5}]), "."),
    "is_a of nothing": ("[Term]\nid: X:1\nis_a:  \n", "a term: a class name is empty"),
    "two addresses of a name": (f"<urn:hierview:class/A> <{BROADER}> <urn:hierview:class/%41> .\n", "."),
    "a key without letters": ('{"Arts": {"Music": {"": 3, "Pop": 3}, "Play": {"Drama": 3}}}', "a class name is empty"),
    "items without headings": ("For all.\n\n## Arts\n```\n# Music\n### Pop\n", "."),
    # What once took minutes, or gigabytes
    "equal names": ("(" + ",".join(["100"] * 100_000) + ")r;", "."),
    "equal ends of paths": ("".join(f"{'x' * 150}{i}/{'y' * 190}\n" for i in range(20_000)), "."),
    "a long word": ('digraph{"' + "x" * 2_900_000 + '"}', "has 2900000 characters"),
    "many words": ("digraph{" + "<a>;" * 50_000 + '"x";' * 50_000 + "}", "."),
    "a long comment": ("digraph{/*" + "x*" * 1_000_000 + "*/}", "no class"),
    "brackets in YAML": ("a:\n  - b\nc: " + "[" * 90_000, "this is not YAML|is not accepted"),
    "blanks in a list": ("- a\n  - [" + " " * 100_000 + "[" * 50_000, "."),
    "a wide line": (",".join(f"a{k}" for k in range(100_000)), "."),
    "a long code": ("1" + ".3" * 150_000 + "\n", "."),
    "@context": ('{"@context": "http://x.example/c.json", "@id": 3.5, "a": {"b": 1.5, "c": [[1]]}}', "."),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sources_end_in_a_sentence(name: str, within):
    given, pattern = HOSTILE[name]
    with within(60):
        try:
            load_hierarchy(given if isinstance(given, bytes) else given.encode("utf-8", "surrogatepass"))
        except CaseError as error:
            assert re.search(pattern, str(error)), str(error)
            assert str(error).replace("\n", "").isprintable()
            assert len(str(error)) < 5_000
        else:
            assert pattern == ".", name


def test_bombs_are_not_unpacked():
    bomb = gzip.compress(bytes(201_000_000), 1)
    with pytest.raises(CaseError, match="too many bytes; at most [0-9,]+ are accepted, unpacked"):
        load_hierarchy(bomb)
    with pytest.raises(CaseError, match="unpacks to more than|too many bytes"):
        load_hierarchy(packed({"h.tsv": bytes(201_000_000)}))
    with pytest.raises(CaseError, match=r"at most [\d,]+ are accepted, unpacked; unpack it, and open"):
        load_hierarchy(gzip.compress(b"a\tb\n" * 5_000_000))
    with pytest.raises(CaseError, match=r"holds 2 files: 'a.tsv', 'b.tsv'; one is accepted"):
        load_hierarchy(packed({"a.tsv": b"A\tB\n", "b.tsv": b"A\tB\n"}))


def test_paths_are_files_and_nothing_is_fetched(tmp_path):
    with pytest.raises(CaseError, match="nothing is fetched"):
        load_hierarchy("http://x.example/h.tsv")
    with pytest.raises(CaseError, match="cannot be read: No such file"):
        load_hierarchy(tmp_path / "none.tsv")
    path = tmp_path / "h.tsv"
    path.write_bytes(b"A\tB\n")
    assert load_hierarchy(path) == load_hierarchy(str(path)) == Hierarchy.from_edges([("A", "B")])


def test_every_shape_says_its_bounds():
    assert len({shape.key for shape in SHAPES}) == len(SHAPES)
    assert all(0 < shape.largest <= 200_000_000 for shape in SHAPES)
    with pytest.raises(CaseError, match="at most 2 classes can be opened"):
        load_hierarchy("A,B\nA,C\n", most=2)


def test_deep_trees_are_read():
    n = 50_000
    h = load_hierarchy("(" * n + "a" + ")" * n + ";")
    assert len(h) == n + 1
    assert len(h.roots) == 1


# Oracles: other libraries on random hierarchies


@st.composite
def graphs(draw) -> nx.DiGraph:
    """Small acyclic graphs with awkward enough names, of which none is a number or looks like a file's."""
    n = draw(st.integers(2, 9))
    words = st.text("abcXYZ019 äß_-.&<>'", min_size=1, max_size=8).map(str.strip)
    words = words.filter(lambda word: any(map(str.isalpha, word)) and "." not in word)
    names = draw(st.lists(words, min_size=n, max_size=n, unique=True))
    graph = nx.DiGraph()
    graph.add_nodes_from(names)
    for i in range(1, n):
        for j in draw(st.sets(st.integers(0, i - 1), max_size=3)):
            graph.add_edge(names[j], names[i])
    return graph


def same(h: Hierarchy, graph: nx.DiGraph) -> bool:
    return set(h.classes) == set(graph) and set(h.edges) == set(graph.edges)


@given(graphs())
def test_graphml_and_json_as_networkx_writes_them(graph: nx.DiGraph):
    text = io.BytesIO()
    nx.write_graphml(graph, text)
    assert same(load_hierarchy(text.getvalue()), graph)
    written = nx.node_link_data(graph)
    edges = written.pop("links" if "links" in written else "edges")  # as the library's version has it
    for key in ("links", "edges"):
        assert same(load_hierarchy(json.dumps({**written, key: edges})), graph)
    assert same(load_hierarchy(graph), graph)


@given(graphs())
def test_pairs_as_pandas_writes_them(graph: nx.DiGraph):
    if not graph.edges:
        return
    frame = pd.DataFrame(list(graph.edges), columns=["parent", "child"])
    graph = nx.DiGraph(list(graph.edges))
    for separator in ",;\t":
        assert same(load_hierarchy(frame.to_csv(index=False, sep=separator)), graph)
    assert same(load_hierarchy(frame), graph)


@given(graphs())
@pytest.mark.whole
def test_dot_as_pydot_writes_and_reads_it(graph: nx.DiGraph):
    """Both ways: the library writes what is read here, and reads what is written here."""
    pydot = pytest.importorskip("pydot")

    def quoted(name: str) -> str:
        return f'"{name}"'

    drawn = pydot.Dot("G", graph_type="digraph")
    for c in graph:
        drawn.add_node(pydot.Node(quoted(c)))
    for a, b in graph.edges:
        drawn.add_edge(pydot.Edge(quoted(a), quoted(b)))
    assert same(load_hierarchy(drawn.to_string(), shape="dot"), graph)
    h = Hierarchy.from_edges(list(graph.edges), [str(c) for c in graph])
    (read,) = pydot.graph_from_dot_data(write_hierarchy(h, "dot"))
    names = {node.get_name().strip('"') for node in read.get_nodes()} - {"\\n"}
    edges = {(e.get_source().strip('"'), e.get_destination().strip('"')) for e in read.get_edges()}
    assert (names, edges) == (set(h.classes), set(h.edges))


@given(graphs())
def test_obo_as_obonet_reads_it(graph: nx.DiGraph):
    obonet = pytest.importorskip("obonet")
    ids = {c: f"X:{i}" for i, c in enumerate(graph)}
    names = {c: re.sub(r"[^\w ]", "", c) + str(i) for i, c in enumerate(graph)}
    text = "format-version: 1.2\n"
    for c in graph:
        text += f"\n[Term]\nid: {ids[c]}\nname: {names[c]}\n"
        text += "".join(f"is_a: {ids[p]} ! {names[p]}\n" for p in graph.predecessors(c))
    read = obonet.read_obo(io.StringIO(text))
    h = load_hierarchy(text)
    assert set(h.edges) == {(parent, child) for child, parent, _ in read.edges(keys=True)}
    assert {c: h.labels.of(c) for c in h.classes} == {
        c: " ".join(data["name"].split()) for c, data in read.nodes(data=True)
    }
    assert len(ids) == len(h)


@st.composite
def trees(draw) -> list[int]:
    """The parent of each node of a tree after the first."""
    n = draw(st.integers(2, 12))
    return [draw(st.integers(0, i - 1)) for i in range(1, n)]


@given(trees())
def test_newick_as_the_library_reads_it(parents: list[int]):
    newick = pytest.importorskip("newick")
    nodes = [newick.Node.create(name=f"n{i}", length="0.5") for i in range(len(parents) + 1)]
    for i, parent in enumerate(parents, 1):
        nodes[parent].add_descendant(nodes[i])
    text = newick.dumps(nodes[0])
    h = load_hierarchy(text)
    assert set(h.edges) == {(f"n{parent}", f"n{i}") for i, parent in enumerate(parents, 1)}
    assert {str(w) for w in h.weights.values()} == {"1/2"}


SKOS = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://example.org/> .
:scheme a skos:ConceptScheme ; skos:prefLabel "all"@en .
:arts a skos:Concept ; skos:prefLabel "arts"@en, "Künste"@de ; skos:narrower :music .
:music a skos:Concept ; skos:prefLabel "music"@en ; skos:broader :arts .
:alone a skos:Concept ; skos:altLabel "no"@en .
:pop skos:broader :music ; skos:prefLabel "Pop"@de ; skos:related :arts .
"""


def test_skos_in_three_notations():
    pyoxigraph = pytest.importorskip("pyoxigraph")
    formats = pyoxigraph.RdfFormat
    triples = list(pyoxigraph.parse(input=SKOS, format=formats.TURTLE))
    for kind in (formats.TURTLE, formats.N_TRIPLES, formats.RDF_XML):
        opened = open_hierarchy(
            pyoxigraph.serialize(triples, format=kind, prefixes={"skos": "http://www.w3.org/2004/02/skos/core#"})
        )
        h = opened.hierarchy
        base = "http://example.org/"
        assert set(h.edges) == {(base + "arts", base + "music"), (base + "music", base + "pop")}
        assert set(h.classes) == {base + c for c in ("arts", "music", "alone", "pop")}
        assert h.labels.all_of(base + "arts") == {"en": "arts", "de": "Künste"}
        assert h.labels.of(base + "arts", "de") == "Künste"
        assert opened.guess.relations == (("broader", 2, True), ("narrower", 1, True))
    assert load_hierarchy(SKOS, language="de").labels.of("http://example.org/arts") == "Künste"
    entity = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "b">]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'
    with pytest.raises(CaseError, match="a DTD is not accepted"):
        load_hierarchy(entity)
    with pytest.raises(CaseError, match=r"text: line 3: this is not RDF"):
        load_hierarchy(SKOS.replace(":scheme a", ":scheme ["))


# Parquet


def parquet(**columns: list) -> bytes:
    arrow, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    out = io.BytesIO()
    pq.write_table(arrow.table(columns), out)
    return out.getvalue()


def test_parquet_is_read_as_the_table_that_it_is():
    pairs = open_hierarchy(parquet(parent=["Arts", "Arts", "Music"], child=["Music", "Play", "Pop Rock"]))
    assert pairs.hierarchy.edges == (("Arts", "Music"), ("Arts", "Play"), ("Music", "Pop Rock"))
    assert "Parquet" in pairs.guess.sentence()
    levels = load_hierarchy(parquet(l1=["A", "A", "B"], l2=["a", "b", None], l3=["x", None, None]))
    assert levels.edges == (("A", "a"), ("a", "x"), ("A", "b"))
    assert "B" in levels
    numbers = load_hierarchy(parquet(child=[2, 3], parent=[1, 1]))
    assert numbers.edges == (("1", "2"), ("1", "3"))
    gaps = load_hierarchy(parquet(child=[2, 1], parent=[1.0, None]))
    assert gaps.edges == (("1", "2"),)


def test_parquet_within_bounds(monkeypatch):
    junk = [b"PAR1", b"PAR1" + b"x" * 100 + b"PAR1", parquet(a=["x"])[:-9] + b"PAR1"]
    for data in junk:
        with pytest.raises(CaseError, match="not a Parquet file that can be read"):
            load_hierarchy(data)
    with pytest.raises(CaseError, match=r"column 'a' holds list<.*; texts and numbers are read"):
        load_hierarchy(parquet(a=[["x"], ["y"]]))
    # A text is held once in the file, however many rows it stands in.
    bomb = parquet(parent=["x" * 100_000] * 2100, child=[str(i) for i in range(2100)])
    assert len(bomb) < 1_000_000
    with pytest.raises(CaseError, match="there are too many characters; at most 200,000,000 are accepted"):
        load_hierarchy(bomb)
    with pytest.raises(CaseError, match="rows are too many"):
        load_hierarchy(parquet(parent=["x"] * 5_000_001))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(CaseError, match=r'pip install "hierview\[study\]" brings it'):
        load_hierarchy(b"PAR1")


def test_without_the_library_a_sentence_says_what_brings_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyoxigraph", None)
    with pytest.raises(CaseError, match=r'pip install "hierview\[rdf\]" brings it'):
        load_hierarchy(SKOS)


@given(graphs())
def test_skos_as_rdflib_writes_it(graph: nx.DiGraph):
    pytest.importorskip("pyoxigraph")
    rdflib = pytest.importorskip("rdflib")
    skos, rdf = rdflib.SKOS, rdflib.RDF
    store = rdflib.Graph()
    of = {c: rdflib.URIRef(f"http://example.org/{i}") for i, c in enumerate(graph)}
    for c in graph:
        store.add((of[c], rdf.type, skos.Concept))
        store.add((of[c], skos.prefLabel, rdflib.Literal(c, lang="en")))
    for parent, child in graph.edges:
        store.add((of[child], skos.broader, of[parent]))
    for form in ("turtle", "nt", "xml"):
        h = load_hierarchy(store.serialize(format=form))
        assert set(h.edges) == {(str(of[a]), str(of[b])) for a, b in graph.edges}
        assert {h.labels.of(c) for c in h.classes} == {" ".join(c.split()) for c in graph}


# Writing

NEEDS = {"skos": "pyoxigraph"}
WEIGHTS = ("tsv", "csv", "json", "graphml", "dot", "newick")
LABELS = {"json": "en", "skos": "en", "graphml": "", "obo": "", "dot": ""}


@pytest.mark.parametrize("key", WHOLE)
@given(data=st.data())
def test_what_is_written_is_read_again(key: str, data):
    if key in NEEDS:
        pytest.importorskip(NEEDS[key])
    words = st.text("abcXYZ019äß-.&<'", min_size=1, max_size=8)
    n = data.draw(st.integers(2, 8))
    names = data.draw(st.lists(words, min_size=n, max_size=n, unique=True))
    names = [f"c{i}{name}" for i, name in enumerate(names)]
    tree = key in ("newick", "outline")
    edges = []
    for i in range(1, n):
        above = data.draw(st.sets(st.integers(0, i - 1), min_size=1, max_size=1 if tree else 3))
        weight = data.draw(st.sampled_from([1, "0.5", "3"]))
        edges += [(names[j], names[i], weight if key in WEIGHTS else 1) for j in sorted(above)]
    h = Hierarchy.from_edges(edges, names)
    if key in LABELS:
        h = h.labelled(Labels({LABELS[key]: {names[0]: 'a "label" & <b> ! {c}'}}))
    assert WHOLE[key].losses(Draft(h)) == ()
    text = write_hierarchy(h, key)
    asked = {"shape": "pairs", "direction": "parent first"} if key in ("csv", "tsv") else {}
    asked |= {"shape": key} if key in ("adjacency", "outline") else {}
    back = load_hierarchy(text, **asked)
    assert dict(back.weights) == dict(h.weights)
    assert set(back.classes) == set(h.classes)
    assert back.labels == h.labels


def test_losses_are_said_first():
    h = Hierarchy.from_edges([("A", "B", 2)]).labelled(Labels({"en": {"A": "a"}, "de": {"A": "ä"}}))
    assert WHOLE["obo"].losses(Draft(h)) == (
        "OBO holds no weights: 1 edge weighs something else than 1.",
        "OBO holds labels of one language; those of others are left out.",
    )
    assert WHOLE["newick"].losses(Draft(h)) == ("Newick holds no labels: 1 class has one.",)
    assert WHOLE["json"].losses(Draft(h)) == ()
    formula = Hierarchy.from_edges([("=A", "B")])
    for key in ("csv", "tsv"):
        assert WHOLE[key].losses(Draft(formula)) == (
            "A spreadsheet may take names for formulas, so import them as text: '=A'.",
        )
    with pytest.raises(CaseError, match="Newick holds trees; 'C' has several parents"):
        write_hierarchy(Hierarchy.from_edges([("A", "C"), ("B", "C")]), "newick")
    with pytest.raises(CaseError, match="OBO holds no ids with blanks"):
        write_hierarchy(Hierarchy.from_edges([("A b", "C")]), "obo")
    with pytest.raises(CaseError, match="no format 'grapml'; did you mean 'graphml'"):
        write_hierarchy(h, "grapml")


# Labels

NAMED = Hierarchy.from_edges([("GO:1", "GO:2"), ("GO:1", "GO:3")]).labelled(
    Labels({"en": {"GO:1": "process", "GO:2": "growth"}, "de": {"GO:2": "Wachstum"}})
)


def test_labels_go_with_the_classes():
    assert NAMED.labels.of("GO:2") == "growth"
    assert NAMED.labels.of("GO:2", "de") == "Wachstum"
    assert NAMED.labels.label_or_name("GO:3") == "GO:3"
    assert NAMED.restricted(["GO:1"]).labels == Labels({"en": {"GO:1": "process"}})
    assert NAMED.under_new_root().labels == NAMED.weighted_by_depth().labels == NAMED.labels
    assert pickle.loads(pickle.dumps(NAMED)) == NAMED
    plain = Hierarchy.from_edges(NAMED.edges)
    assert plain != NAMED
    assert plain.labelled(NAMED.labels) == NAMED
    case = Case(NAMED, {"GO:2"}, {"GO:3"})
    assert read_case(write_case(case)) == case.unfinished()
    assert '"GO:2": {"en": "growth", "de": "Wachstum"}' in write_case(case)
    assert unpack_draft(pack_draft(case)).hierarchy == NAMED
    assert long_distance(case, 2).hierarchy.labels.of("GO:2") == "growth"
    assert NAMED.labels.search("GROW", NAMED.classes) == ("GO:2",)
    assert NAMED.labels.search("go:", NAMED.classes) == NAMED.classes


DRAWINGS = [*(("hierarchy", kind) for kind in ("svg", "dot", "tikz", "html")), ("pairs", "svg"), ("pairs", "tikz")]


@each("panel, kind", DRAWINGS)
def test_drawings_show_labels_and_say_ids(panel: str, kind: str):
    case = Case(NAMED, {"GO:2"}, {"GO:3"})
    text = figure(case, panel, measure="GIE", format=kind)
    text = text.decode() if isinstance(text, bytes) else text
    drawn = text.replace(write_case(case), "")
    assert "growth" in drawn
    assert "GO:3" in drawn
    assert "GO:2" in drawn


def test_sentences_name_classes_by_label_and_tell_two_alike_apart():
    h = Hierarchy.from_edges([("1", "2"), ("1", "3"), ("2", "4"), ("3", "5")])
    h = h.labelled(Labels({"en": {"2": "bank", "3": "bank", "4": "<loan>", "1": "all"}}))
    case = Case(h, frozenset({"4"}), frozenset({"5"}))
    ids = class_ids(case)
    said = words_html(("of ", Name("2"), ", ", Name("4"), " and ", Name("5")), ids)
    assert said == (
        'of <bdi class="name" data-n="1" title="2">bank (2)</bdi>, '
        '<bdi class="name" data-n="3" title="4">&lt;loan&gt;</bdi> and <bdi class="name" data-n="4">5</bdi>'
    )
    for measure in ("GIE", "LCaF", "hF"):
        steps = parse_measure(measure).explain(case, evaluate(case, measure))
        text = "".join(sentence_html(step.text, ids) for step in steps)
        assert ">4</bdi>" not in text
        assert "&lt;loan&gt;</bdi>" in text


# In the shell


def test_the_shell_scores_a_file_of_any_shape(capsys, tmp_path):
    path = tmp_path / "go.obo"
    path.write_text(OBO, encoding="utf-8")
    assert main(["score", "--edges", str(path), "--true", "part", "--predicted", "GO:0009987", "--measure", "hF"]) == 0
    told = capsys.readouterr()
    assert "True: part (GO:0044464).  Predicted: cellular process (GO:0009987)." in told.out
    assert f"{path}: read as OBO, UTF-8: 4 classes, 2 edges, 2 roots ('GO:0008150', 'GO:0005623'), 4 labels" in told.err
    assert f"{path}: 1 edge part_of left out." in told.err
    assert main(["score", "--edges", str(path), "--true", "growth"]) == 2
    assert "true class 'growth' is not in the hierarchy" in capsys.readouterr().err


def test_the_shell_opens_and_writes(capsys, tmp_path):
    path, out = tmp_path / "list.csv", tmp_path / "list.graphml"
    path.write_text("Music,Arts\nPlay,Arts\n", encoding="utf-8")
    assert main(["open", str(path)]) == 0
    told = capsys.readouterr()
    assert "2 roots: Music, Play" in told.out
    assert "--direction child-first reads them so" in told.err
    assert main(["open", str(path), "--direction", "child-first", "-o", str(out)]) == 0
    assert "child first, UTF-8: 3 classes, 2 edges, 1 root ('Arts')" in capsys.readouterr().err
    assert main(["open", str(out), "--as", "graphml", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["roots"] == ["Arts"]
    assert main(["open", str(out), "--find", "mus"]) == 0
    assert capsys.readouterr().out == "Music\n"
    assert main(["open", str(out), "-o", str(tmp_path / "x.zzz")]) == 2
    assert "names no format; end it in " in capsys.readouterr().err
    path.write_text("Arts,Music,1\nMusic,Arts,1\n", encoding="utf-8")
    assert main(["open", str(path), "--cut-cycles", "--as", "pairs"]) == 0
    assert "1 edge that closes a cycle is left out: " in capsys.readouterr().err


def test_what_is_left_out_or_too_long_is_no_hierarchy():
    with pytest.raises(CaseError, match="no class has an edge"):
        load_hierarchy("0\n", shape="pairs", isolated=False)
    with pytest.raises(CaseError, match="at most 200 are accepted"):
        load_hierarchy("1" + ".3" * 150_000 + "\n", shape="codes")


def test_a_text_without_an_edge_is_no_hierarchy_unless_it_is_asked_for():
    for text in ("hello\n", '"hello"\n', "null\n", "Dear\n\nreaders\n"):
        with pytest.raises(CaseError, match="no line of it names two classes"):
            load_hierarchy(text)
        assert load_hierarchy(text, shape="paths").classes


def test_what_is_no_yaml_is_named_by_its_line():
    with pytest.raises(CaseError, match="line 3: this is not YAML"):
        open_hierarchy("Arts:\n  Music: [Pop\n", shape="list")


def test_one_class_of_two_parents_in_what_is_else_a_tree_is_told():
    said = "'b' alone has two parents, 'a' and 'top'."
    rows = "nodeName,parentName\na,top\nb,a\nd,a\nb,top\nc,b\n"
    assert said in open_hierarchy(rows).guess.notes
    assert not open_hierarchy(rows.replace("b,top\n", "")).guess.notes
    assert said not in open_hierarchy(rows + "d,top\n").guess.notes


def test_codes_that_begin_no_other_stand_beside_each_other_where_codes_are_asked_for():
    lines = "CP01111: Rice\nCP01112: Flour of wheat\nCP01121: Beef\nCP02111: Spirits\n"
    with pytest.raises(CaseError, match="no line of it names two classes"):
        open_hierarchy(lines)
    opened = open_hierarchy(lines, shape="codes")
    assert (opened.guess.classes, opened.guess.edges, opened.hierarchy.labels.of("CP01112")) == (4, 0, "Flour of wheat")
    assert "No code begins with another: all classes stand beside each other." in opened.guess.notes
