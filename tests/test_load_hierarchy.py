"""Hierarchies of every shape that the field has: told by content, and what they are taken for."""

import gzip
import io
import zipfile

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from hierview import CaseError, Hierarchy, HierviewError, load_hierarchy, open_hierarchy
from hierview.formats.hierarchies import SHAPES

RCV1 = """parent: None child: Root child-description: Root
parent: Root child: CCAT child-description: CORPORATE/INDUSTRIAL
parent: CCAT child: C15 child-description: PERFORMANCE
"""
PRODUCTS = """# Product_Taxonomy_Version: 2021-09-21
1 - Animals & Pet Supplies
3237 - Animals & Pet Supplies > Live Animals
2 - Animals & Pet Supplies > Pet Supplies
8 - Arts & Entertainment
"""
ACCESSORIES = "Pets\nPets > Dogs\nPets > Dogs > Accessories\nCars\nCars > Accessories\nPets > Cats\n"
MESH = """Neoplasms;C04
Kidney Neoplasms;C04.588
WAGR Syndrome;C04.588.950
Genetic Diseases;C16
WAGR Syndrome;C16.950
"""
ICD = """00001 A00     0 Cholera                                                      Cholera
00002 A000    1 Cholera due to Vibrio cholerae 01, biovar cholerae           Cholera due to Vibrio cholerae 01
00003 A001    1 Cholera due to Vibrio cholerae 01, biovar eltor              Cholera due to eltor
00004 A01     0 Typhoid and paratyphoid fevers                               Typhoid and paratyphoid fevers
00005 A010    0 Typhoid fever                                                Typhoid fever
00006 A0100   1 Typhoid fever, unspecified                                   Typhoid fever, unspecified
"""
OBO = """format-version: 1.2
ontology: go

[Term]
id: GO:0008150
name: biological process
alt_id: GO:0000004

[Term]
id: GO:0009987
name: cellular process
is_a: GO:0000004 {source="x"} ! biological process

[Term]
id: GO:0005623
name: cell\\, any ! said

[Term]
id: GO:0044464
name: part
is_a: GO:0009987 ! cellular process
relationship: part_of GO:0005623 ! cell

[Term]
id: GO:0000001
name: obsolete thing
is_obsolete: true

[Typedef]
id: part_of
name: part of
"""
GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d0" for="node" attr.name="label" attr.type="string"/><key id="d1" for="edge" attr.name="weight"/>
<graph edgedefault="directed"><node id="a"><data key="d0">Arts</data></node><node id="m"/>
<edge source="a" target="m"><data key="d1">0.5</data></edge></graph></graphml>
"""
DOT = """/* c */ strict digraph "G" { graph [rankdir=TB]; node [shape=box]
  Arts [label="The arts"]; Arts -> Music -> {Pop; Rock} [color=red]
  subgraph cluster_0 { label=x; "Play \\"it\\""; } // end
  Arts -> "Play \\"it\\"" [weight=2];
}
"""

# (name, text, the shape, the edges in order, the labels)
EXAMPLES = {
    "LSHTC": ("897 67\n897 68\n67 12\n", "pairs", "897>67 897>68 67>12", {}),
    "ImageNet": ("n00001740 n00001930\nn00001740 n00002137\n", "pairs", "n00001740>n00001930 n00001740>n00002137", {}),
    "CSV without header": ("Arts,Music\nArts,Theater\nMusic,Pop\n", "pairs", "Arts>Music Arts>Theater Music>Pop", {}),
    "child, parent": ("child,parent\nMusic,Arts\nPop,Music\n", "pairs", "Arts>Music Music>Pop", {}),
    "child first, no header": ("Pop;Music\nRock;Music\nMusic;Arts\n", "pairs", "Music>Pop Music>Rock Arts>Music", {}),
    "RCV1": (
        RCV1,
        "pairs",
        "Root>CCAT CCAT>C15",
        {"C15": "PERFORMANCE", "CCAT": "CORPORATE/INDUSTRIAL", "Root": "Root"},
    ),
    "a table with labels": (
        "id\tparent_id\tname\n1\t\tArts\n2\t1.0\tMusic\n3\t2.0\tPop\n",
        "pairs",
        "1>2 2>3",
        {"1": "Arts", "2": "Music", "3": "Pop"},
    ),
    "arrows": ("Arts > Music\nMusic > Pop\nMusic > Rock\n", "pairs", "Arts>Music Music>Pop Music>Rock", {}),
    "chains": ("Arts > Music > Pop\nMusic > Rock\n", "pairs", "Arts>Music Music>Pop Music>Rock", {}),
    "products": (
        PRODUCTS,
        "paths",
        "1>3237 1>2",
        {"1": "Animals & Pet Supplies", "3237": "Live Animals", "2": "Pet Supplies", "8": "Arts & Entertainment"},
    ),
    "the same last name": (
        ACCESSORIES,
        "paths",
        "Pets>Dogs Dogs>Dogs > Accessories Cars>Cars > Accessories Pets>Cats",
        {"Dogs > Accessories": "Accessories", "Cars > Accessories": "Accessories"},
    ),
    "slashes": ("Top/News/Sports\nTop/Arts\n", "paths", "Top>News News>Sports Top>Arts", {}),
    "bars": (
        "Arts|Music|Pop\nArts|Music|Rock\nArts|Theater\n",
        "paths",
        "Arts>Music Music>Pop Music>Rock Arts>Theater",
        {},
    ),
    "levels": ("l1,l2,l3\nArts,Music,Pop\nArts,Theater,\n", "paths", "Arts>Music Music>Pop Arts>Theater", {}),
    "ranks": (
        "kingdom,family,genus,name\nAnimalia,Canidae,Canis,wolf\nAnimalia,Felidae,Felis,cat\n",
        "paths",
        "Animalia>Canidae Canidae>Canis Canis>wolf Animalia>Felidae Felidae>Felis Felis>cat",
        {},
    ),
    "ids and paths": (
        "id,path\n3,Arts > Music\n4,Arts > Theater\n",
        "paths",
        "Arts>3 Arts>4",
        {"3": "Music", "4": "Theater"},
    ),
    "JSON lines": (
        '{"token": ["a"], "doc_label": ["CS", "Computer vision"]}\n{"token": ["b"], "doc_label": ["CS", "NLP"]}\n',
        "json",
        "CS>Computer vision CS>NLP",
        {},
    ),
    "categories": ('{"categories": [["A","B"],["A","C"]]}', "json", "A>B A>C", {}),
    "HiAGM": (
        "Root\tCCAT\tECAT\nCCAT\tC11\tC12\tC13\nECAT\tE11\n",
        "adjacency",
        "Root>CCAT Root>ECAT CCAT>C11 CCAT>C12 CCAT>C13 ECAT>E11",
        {},
    ),
    "MeSH": (
        MESH,
        "codes",
        "C04>C04.588 C04.588>C04.588.950 C16>C16.950",
        {
            "C04": "Neoplasms",
            "C04.588": "Kidney Neoplasms",
            "C04.588.950": "WAGR Syndrome",
            "C16": "Genetic Diseases",
            "C16.950": "WAGR Syndrome",
        },
    ),
    "dotted numbers": ("1\n1.2\n1.2.3\n1.4.1\n", "codes", "1>1.2 1.2>1.2.3 1.4>1.4.1 1>1.4", {}),
    "slashed numbers": ("1\n1/2\n1/2/3\n", "codes", "1>1/2 1/2>1/2/3", {}),
    "numbered titles": (
        "1 Arts\n1.1 Music\n1.2 Theater\n",
        "codes",
        "1>1.1 1>1.2",
        {"1": "Arts", "1.1": "Music", "1.2": "Theater"},
    ),
    "ICD-10-CM": (
        ICD,
        "codes",
        "A00>A000 A00>A001 A01>A010 A010>A0100",
        {
            "A00": "Cholera",
            "A000": "Cholera due to Vibrio cholerae 01",
            "A001": "Cholera due to eltor",
            "A01": "Typhoid and paratyphoid fevers",
            "A010": "Typhoid fever",
            "A0100": "Typhoid fever, unspecified",
        },
    ),
    "OBO": (
        OBO,
        "obo",
        "GO:0008150>GO:0009987 GO:0009987>GO:0044464",
        {
            "GO:0008150": "biological process",
            "GO:0009987": "cellular process",
            "GO:0005623": "cell, any",
            "GO:0044464": "part",
        },
    ),
    "GraphML": (GRAPHML, "graphml", "a>m", {"a": "Arts"}),
    "DOT": (DOT, "dot", 'Arts>Music Music>Pop Music>Rock Arts>Play "it"', {"Arts": "The arts"}),
    "Newick": (
        "((Pop,Rock)Music,'The ''play''')Arts;\n",
        "newick",
        "Arts>Music Music>Pop Music>Rock Arts>The 'play'",
        {},
    ),
    "d3": (
        '{"name":"Arts","children":[{"name":"Music","children":[{"name":"Pop"}]},{"name":"Play"}]}',
        "json",
        "Arts>Music Music>Pop Arts>Play",
        {},
    ),
    "JSON adjacency": ('{"Arts": ["Music", "Play"], "Music": ["Pop"]}', "json", "Arts>Music Arts>Play Music>Pop", {}),
    "nested objects": ('{"Arts": {"Music": {"Pop": {}}, "Play": {}}}', "json", "Arts>Music Music>Pop Arts>Play", {}),
    "node-link": (
        '{"nodes":[{"id":"a","name":"Arts"},{"id":"m"}],"links":[{"source":"a","target":"m"}]}',
        "json",
        "a>m",
        {"a": "Arts"},
    ),
    "rows": (
        '[{"id": 1, "name": "Arts", "parent": null}, {"id": 2, "name": "Music", "parent": 1}]',
        "json",
        "1>2",
        {"1": "Arts", "2": "Music"},
    ),
    "case file": (
        '{"hierview": 1, "edges": [["Arts", "Music"]], "true": ["Music"], "predicted": []}',
        "case",
        "Arts>Music",
        {},
    ),
    "outline": ("Arts\n  Music\n    Pop\n  Play\n", "outline", "Arts>Music Music>Pop Arts>Play", {}),
    "edges with marks": ("Arts > Music [t]\nArts > Play : 0.5\n", "edges", "Arts>Music Arts>Play", {}),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str):
    text, shape, wanted, labels = EXAMPLES[name]
    opened = open_hierarchy(text)
    h = opened.hierarchy
    assert opened.guess.shape == shape
    assert " ".join(f"{a}>{b}" for a, b in h.edges) == wanted
    assert {c: h.labels.of(c) for c in h.classes if h.labels.of(c)} == labels
    assert (opened.guess.classes, opened.guess.edges) == (len(h), len(h.edges))
    assert set(opened.guess.roots) == set(h.roots)
    assert opened.guess.sentence().startswith("read as ")
    assert opened.guess.rows
    for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.replace("\n", "\r\n").encode()):
        assert load_hierarchy(data) == h
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/h.txt", text)
    assert load_hierarchy(packed.getvalue()) == load_hierarchy(gzip.compress(text.encode())) == h
