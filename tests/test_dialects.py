"""Files as other tools write them: read for what they mean, or refused in a sentence that says what they are."""

from __future__ import annotations

import json

import pytest

from hierview import CaseError, load_hierarchy
from hierview.formats.hierarchies.grammars.json_trees import as_nodes_or_rows
from hierview.publish.files import draft_and_guess
from tests.each import each

MUSIC = {("Arts", "Music"), ("Music", "Pop")}
_ADJACENCY = {
    "nodes": [{"id": "Arts"}, {"id": "Music"}, {"id": "Pop"}],
    "adjacency": [[{"id": "Music"}], [{"id": "Pop"}], []],
}
_ELEMENTS = [{"data": {"id": c}} for c in ("Arts", "Music", "Pop")] + [
    {"data": {"id": i, "source": a, "target": b}} for i, (a, b) in enumerate(sorted(MUSIC))
]
_OBO = {
    "nodes": [{"id": c, "lbl": c.lower()} for c in ("Arts", "Music", "Pop")]
    + [{"id": "Old", "meta": {"deprecated": True}}],
    "edges": [
        *({"sub": c, "pred": "is_a", "obj": p} for p, c in sorted(MUSIC)),
        {"sub": "Pop", "pred": "part_of", "obj": "Arts"},
    ],
}

SAME = {
    "networkx, adjacency": _ADJACENCY,
    "cytoscape": {"elements": {"nodes": _ELEMENTS[:3], "edges": _ELEMENTS[3:]}},
    "cytoscape, flat": {"elements": _ELEMENTS},
    "plotly": {"data": [{"labels": ["Arts", "Music", "Pop"], "parents": ["", "Arts", "Music"]}], "layout": {}},
    "obo graphs": {"graphs": [_OBO]},
    "mongo": [{"_id": "Pop", "parent": "Music"}, {"_id": "Music", "parent": "Arts"}, {"_id": "Arts", "parent": None}],
    "parent by child": {"Pop": "Music", "Music": "Arts", "Arts": None},
    "jstree": {"core": {"data": [{"text": "Arts", "children": [{"text": "Music", "children": ["Pop"]}]}]}},
}


def test_json_of_other_tools_gives_the_same_edges():
    for tool, value in SAME.items():
        draft, guess = draft_and_guess(json.dumps(value).encode(), "x.json")
        assert guess is not None, tool
        assert set(draft.hierarchy.edges) == MUSIC, tool
        assert "Old" not in draft.hierarchy, tool


READ = {
    "several parents in a cell": ("key\tabove\nA\t\nB\t\nC\tA|B\n", {"read_as": "parent=above,id=key"}, "A>C B>C"),
    "a comment with a quotation mark": ('parent,child,note\n# a "mark\nA,B,x\nA,C,"q"\n', {}, "A>B A>C"),
    "a comment within a term": ("[Term]\nid: A\n! a comment\n\n[Term]\nid: B\nis_a: A\n", {}, "A>B"),
    "an outline in which each line has a bullet": ("- A\n  - B\n  - C\n", {}, "A>B A>C"),
    "weights with an exponent": ("A\tB\t5E-1\nB\tC\t2\n", {}, "A>B:1/2 B>C:2"),
}


@each("text, asked, edges", READ.values())
def test_small_signs_are_read_for_what_they_mean(text: str, asked: dict[str, str], edges: str):
    weights = load_hierarchy(text, **asked).weights
    assert " ".join(f"{a}>{b}" + f":{w}" * (w != 1) for (a, b), w in weights.items()) == edges


def test_a_line_of_a_term_that_is_no_tag_is_refused():
    with pytest.raises(CaseError, match="line 3: 'stray' is not accepted; tag: value is"):
        load_hierarchy("[Term]\nid: A\nstray\n")


SHAPES = {
    "rows of Plotly, with ids": (
        {"ids": ["a", "b"], "labels": ["A", "B"], "parents": ["", "a"], "values": [1, 1]},
        [{"id": "a", "parent": "", "label": "A"}, {"id": "b", "parent": "a", "label": "B"}],
    ),
    "columns of other lengths": ({"labels": ["A"], "parents": ["", "A"]}, None),
    "a chart of nothing": ({"data": [], "layout": {}}, None),
    "Cytoscape, with a stranger": (
        {"elements": [{"data": {"id": "A"}}, 1]},
        {"nodes": [{"data": {"id": "A"}}], "links": []},
    ),
    "networkx, with weights": (
        {"nodes": [{"id": 1}, 2], "adjacency": [[{"id": 2, "weight": 0.5}], []]},
        {"nodes": [{"id": 1}, 2], "links": [{"source": 1, "target": 2, "weight": 0.5}]},
    ),
    "networkx, with a list too few": ({"nodes": ["A", "B"], "adjacency": [[]]}, None),
    "a frame of pandas": ({"columns": ["id", 0], "data": [["A", 1]]}, [{"id": "A", "0": 1}]),
    "a frame without rows": ({"columns": ["id"], "data": []}, None),
    "OBO, what is no class": (
        {"graphs": [{"nodes": [{"id": "p", "type": "PROPERTY"}], "edges": []}]},
        {"nodes": [], "links": []},
    ),
    "a graph of OBO without edges": ({"graphs": [{"nodes": []}]}, None),
    "rows of jsTree": ({"core": {"data": [{"id": "A", "parent": "#"}]}}, [{"id": "A", "parent": "#"}]),
    "anything else": ({"name": "A", "children": []}, None),
}


@each("which", SHAPES)
def test_what_other_tools_write_becomes_nodes_or_rows(which: str):
    """None: it is left as it is."""
    value, shape = SHAPES[which]
    assert as_nodes_or_rows(value) == (value if shape is None else shape)


def test_edges_of_networkx_and_tables_with_decimal_commas_are_read_with_their_weights():
    h = load_hierarchy("Arts Music {'weight': 2.5}\nMusic Pop {}\n")
    assert [(edge, float(w)) for edge, w in h.weights.items()] == [(("Arts", "Music"), 2.5), (("Music", "Pop"), 1.0)]
    text = '\ufeffOberklasse;Klasse;Gewicht\r\nKünste;Musik;1,5\r\nMusik;"Pop; Rock";2\r\nKünste;Theater;\r\n;;\r\n'
    draft, guess = draft_and_guess(text.encode(), "Mappe1.csv")
    assert guess is not None
    assert guess.header
    assert [(edge, float(w)) for edge, w in draft.hierarchy.weights.items()] == [
        (("Künste", "Musik"), 1.5),
        (("Musik", "Pop; Rock"), 2.0),
        (("Künste", "Theater"), 1.0),
    ]


def test_what_yed_draws_in_nodes_is_their_label_within_groups_too():
    node = '<node id="{}"><data key="d6"><y:ShapeNode><y:NodeLabel>{}</y:NodeLabel></y:ShapeNode></data>{}</node>'
    inner = f'<graph edgedefault="directed" id="n1:">{node.format("n1::n0", "Pop &amp; Rock", "")}</graph>'
    xml = (
        '<graphml xmlns:y="http://www.yworks.com/xml/graphml"><key for="node" id="d6" yfiles.type="nodegraphics"/>'
        f'<graph edgedefault="directed">{node.format("n0", "Arts", "")}{node.format("n1", "Music", inner)}'
        '<edge source="n0" target="n1"/><edge source="n1" target="n1::n0"/></graph></graphml>'
    )
    h = load_hierarchy(xml)
    assert [h.labels.of(c) for c in ("n0", "n1", "n1::n0")] == ["Arts", "Music", "Pop & Rock"]


def test_labels_of_dot_in_angle_brackets_are_text():
    h = load_hierarchy("digraph { n1 [label=<<b>Arts</b> &amp; crafts>]; n1 -> n2 }")
    assert h.labels.of("n1") == "Arts & crafts"


def test_linked_data_is_refused():
    for linked in ({"@context": "http://example.org/", "@id": "a"}, [{"@id": "a", "narrower": "b"}], {"@graph": []}):
        with pytest.raises(CaseError, match="JSON-LD is not accepted"):
            load_hierarchy(json.dumps(linked).encode())


def test_json_that_is_no_case_is_not_told_what_a_case_lacks():
    for text in ("hello", '"hello"', "null", "1", "{}", "[]"):
        with pytest.raises(CaseError) as told:
            draft_and_guess(text.encode(), "x.json")
        assert "hierview" not in str(told.value)


def test_an_address_is_not_opened_and_no_class():
    for text in ("http://example.com/x.obo", " file:///etc/passwd\n", "HTTPS://example.com/a/b.csv"):
        for name in ("x.txt", "x.json", "x.csv", "pasted text"):
            with pytest.raises(CaseError, match="this is an address, and nothing is fetched"):
                draft_and_guess(text.encode(), name)
    assert draft_and_guess(b"http://a/b\thttp://a/c\n", "x.tsv")[0].hierarchy.edge_count == 1


def test_a_line_of_separators_is_refused_at_once():
    with pytest.raises(CaseError, match="a path with at most 10,000 levels is"):
        draft_and_guess(b">" * 1_000_000, "x.dat")
