"""The file of a study's hierarchy: any shape that opens, and large ones at compiled speed."""

import json

import pytest

from hierview import CaseError, Hierarchy
from hierview.study.inputs.columns import read_hierarchy

EDGES = [("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock"), ("Theater", "Opera")]
H = Hierarchy.from_edges(EDGES)

SHAPES = {
    "tabs.tsv": "".join(f"{a}\t{b}\n" for a, b in EDGES),
    "case.json": json.dumps({"hierview": 1, "edges": EDGES, "true": ["Pop"], "predicted": ["Rock"]}),
    "terms.obo": "format-version: 1.2\n\n[Term]\nid: A\nname: arts\n\n[Term]\nid: B\nname: music\nis_a: A ! arts\n",
    "numbers.hier": "1 2\n1 3\n3 4\n",
}
FOUND = {"terms.obo": {("A", "B")}, "numbers.hier": {("1", "2"), ("1", "3"), ("3", "4")}}


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_a_hierarchy(tmp_path, name):
    path = tmp_path / name
    path.write_text(SHAPES[name], encoding="utf-8")
    assert set(read_hierarchy(path).edges) == FOUND.get(name, set(EDGES))


@pytest.mark.parametrize("text", ["a\ta\n", "a\tb\nb\ta\n", "\x00\t\n"])
def test_what_is_wrong_is_told_with_the_file(tmp_path, text):
    path = tmp_path / "wrong.tsv"
    path.write_text(text)
    with pytest.raises(CaseError, match=r"wrong\.tsv"):
        read_hierarchy(path)


def test_lines_of_two_numbers_are_edges_whatever_their_ending(tmp_path):
    (tmp_path / "cat_hier.txt").write_text("0 1\n0 2\n1 3\n")
    (tmp_path / "outline.txt").write_text("0\n  1\n  2\n")
    assert read_hierarchy(tmp_path / "cat_hier.txt").edges == (("0", "1"), ("0", "2"), ("1", "3"))
    assert read_hierarchy(tmp_path / "outline.txt").edges == (("0", "1"), ("0", "2"))
