"""Files as their many authors write them: tables, codes, outlines and JSON open as a reader would expect, or ask."""

import gzip
import json

import pytest

from hierview import CaseError, HierviewError, open_hierarchy
from hierview.cli import main
from hierview.formats.hierarchies import open_file
from tests.each import each

WARES = [("Clothing", "Women"), ("Clothing", "Men"), ("Women", "Coats"), ("Women", "Skirts"), ("Men", "Ties")]
IDS = {"Clothing": "7", "Women": "9", "Men": "12", "Coats": "15", "Skirts": "30", "Ties": "44"}
ABOVE = {child: parent for parent, child in WARES}


def table(form: str, header: str, root: str = "", end: str = "") -> str:
    """A table with a row for each class: n its name, i its id, p its parent, q the parent's id, k a count."""
    rows = [header]
    for k, (name, own) in enumerate(IDS.items()):
        above = ABOVE.get(name, "")
        rows.append(form.format(n=name, i=own, p=above or root, q=IDS.get(above, root), k=100 * k + 57))
    return "\n".join([*rows, end])


CODES = {"A": "Clothing", "A1": "Women", "A2": "Men", "A11": "Coats", "A12": "Skirts", "A21": "Ties"}
ZEROS = dict(zip(("11000000", "11010000", "11020000", "11010100", "11010200", "11020100"), IDS, strict=True))
NESTED = {"Clothing": {"Women": ["Coats", "Skirts"], "Men": ["Ties"]}}
ROWS = [{"key": IDS[c], "title": c, "parentKey": IDS.get(ABOVE.get(c, "")), "n": 3} for c in IDS]
OPEN = {
    "two_heads.tsv": table("{i}\t{q}\t{n}\t{k}", "System\t\t\tCounts\nUnique ID\tParent\tName\tcount"),
    "camel.tsv": table("{i}\t{n}\t{q}\ttrue", "itemID\titemTitle\tparentID\tactive", "-1"),
    "is_a.csv": table('{i},"{n}",{q}', "id,term,is_a", "0"),
    "french.csv": "\ufeff" + table('"{i}";"{q}";"{n}";"2018/01/02"', '"Code";"Code père";"Libellé";"Date"'),
    "printed.txt": table(" {i} | {q} | {n} ", " id | parent | name \n----+--------+------", end="(6 rows)"),
    "of_itself.csv": table("{i},{n},{q}", "; list 4\nId,Name,SuperId").replace("7,Clothing,\n", "7,Clothing,7\n"),
    "dump.dmp": table("{i}\t|\t{q}\t|\t{n}\t|", "1\t|\t1\t|\troot\t|", "1").replace("root\t|", "root\t|", 1),
    "levels.csv": "Country,Region,Town,x\nClothing,Women,Coats,.1\nClothing,Women,Skirts,.2\nClothing,Men,Ties,.7\n",
    "backwards.csv": "town,district,country\nCoats,Women,Clothing\nSkirts,Women,Clothing\nTies,Men,Clothing\n",
    "numbered.csv": "Level 1,Level 1 count,Level 2,Level 2 count,Level 3\nClothing,9,,,\nClothing,9,Women,7,\n"
    "Clothing,9,Women,7,Coats\nClothing,9,Women,7,Skirts\nClothing,9,Men,2,Ties\n",
    "carried.csv": "Segment,Family,Class\nClothing,Women,Coats\n,,Skirts\n,Men,Ties\n",
    "with_ids.csv": "class,kind,class_id,kind_id\nClothing,Women,1,2\nClothing,Men,1,3\n",
    "paths.csv": "id,path,n\n1,Clothing > Women > Coats,3\n2,Clothing > Women > Skirts,4\n3,Clothing > Men > Ties,5\n",
    "prefix.csv": "Code,Title\n" + "".join(f"{code},{name}\n" for code, name in CODES.items()),
    "zeros.csv": "Code,Title\n" + "".join(f"{code},{name}\n" for code, name in ZEROS.items()),
    "spread.csv": "SegmentCode,SegmentTitle,Note,FamilyCode,FamilyTitle,FamilyNote,ClassCode,ClassTitle,ClassNote\n"
    "1,Clothing,,12,Women,,121,Coats,\n1,Clothing,,12,Women,,122,Skirts,\n1,Clothing,,13,Men,,131,Ties,\n",
    "browse.csv": "Node ID,Node Path,kind\n1,Clothing/Women,a\n12,Clothing/Women/Coats,b\n13,Clothing/Women/Skirts,c\n"
    "2,Clothing/Men,d\n21,Clothing/Men/Ties,e\n",
    "silva.txt": "Clothing;\t2\trank\t\t138\nClothing;Women;\t3\trank\t\t138\nClothing;Women;Coats;\t9\trank\t\t138\n"
    "Clothing;Women;Skirts;\t4\trank\t\t138\nClothing;Men;\t5\trank\t\t138\nClothing;Men;Ties;\t1\trank\t\t138\n",
    "staircase.tsv": "Section\tDivision\tGroup\tActivity\nA\t\t\tClothing\n\t01\t\tWomen\n\t\t01.1\tCoats\n"
    "\t\t01.2\tSkirts\n\t02\t\tMen\n\t\t02.1\tTies\n",
    "dashes.tsv": "".join(f"{c[:2]}-{c[2:6]}\t{n}\n" for c, n in ZEROS.items()),
    "enzymes.txt": "1. -. -.-  Clothing\n1. 1. -.-   Women\n1. 1. 1.-    Coats\n1. 1. 2.-    Skirts\n1. 2. -.-   Men\n"
    "1. 2. 1.-    Ties\n",
    "decimals.txt": "001\tClothing\n001.0\tWomen\n001.00\tCoats\n001.01\tSkirts\n001.1\tMen\n001.10\tTies\n",
    "floats.csv": ",code,title\n" + "".join(f"{k},{c}.0,{n}\n" for k, (c, n) in enumerate(ZEROS.items())),
    "tree.txt": "Clothing\n├── Women\n│   ├── Coats\n│   └── Skirts\n└── Men\n    └── Ties\n",
    "bars.txt": "Clothing\n|- Women\n|  |- Coats\n|  \\- Skirts\n\\- Men\n   \\- Ties\n",
    "signs.txt": "+ Clothing\n  + Women\n    - Coats\n    - *Skirts*\n  + Men\n    - Ties\n",
    "dots.txt": "Clothing\n..Women\n....Coats\n....Skirts\n..Men\n....Ties\n",
    "headings.md": "# Clothing\n## Women\n- Coats\n- Skirts\n## Men\n- Ties\n",
    "upward.dot": "digraph {rankdir=BT Coats -> Women -> Clothing; Skirts -> Women; Ties -> Men -> Clothing}",
    "supports.nwk": "((Coats,Skirts)'99.0:Women':1,(Ties)'0.87:Men':1)'100:Clothing';",
    "tasks.md": "- [ ] Clothing\n  - [x] Women\n    - [ ] Coats\n    - [ ] Skirts\n  - [x] Men\n    - [ ] Ties\n",
    "map.mmd": "mindmap\n  Clothing\n    Women\n      Coats\n      Skirts\n    Men\n      Ties\n",
    "tree.yaml": "Clothing:\n  Women:\n    - Coats\n    - Skirts\n  Men: [Ties]\n",
    "mixed.yaml": "- Clothing:\n    - Women:\n        - Coats\n        - Skirts\n    - Men:\n        - Ties\n",
    "alone.yaml": "- Clothing:\n    - Women:\n        - Coats\n        - Skirts\n    - Men:\n        - Ties\n- Other\n",
    "tree.toml": '[Clothing]\nWomen = ["Coats", "Skirts"]\nMen = ["Ties"]\n',
    "list.opml": '<opml><body><outline text="Clothing"><outline text="Women"><outline text="Coats"/>'
    '<outline text="Skirts"/></outline><outline text="Men"><outline text="Ties"/></outline></outline></body></opml>',
    "children.txt": "7\t9; 12\n9\t15; 30\n12\t44\n",
    "nested.json": json.dumps(NESTED),
    "wrapped.json": json.dumps({"count": 6, "results": ROWS}),
    "graphql.json": json.dumps({"data": {"all": {"edges": [{"node": row} for row in ROWS]}}}),
    "foot.csv": table("{i},{q},{n}", "id,parent,name", end="\nSource: Office of Wares\n.. not known\n"),
    "total.csv": "Bereich;Gruppe;Klasse;Zahl\nClothing;Women;Coats;3\n;;Skirts;4\n;Men;Ties;5\n;;;\nSumme;;;12\n",
    "below.csv": "SUBSUB_PART,SUB_PART,LEVEL_1\nCoats,Women,Clothing\nSkirts,Women,Clothing\nTies,Men,Clothing\n",
    "regions.csv": "code,land,depth,name\n"
    + "".join(f"W{c.replace('A', 'W')},WW,{len(c)},{n}\n" for c, n in CODES.items()),
    "commented.txt": "# wares\nClothing\n  Women\n    Coats\n    Skirts\n  # old\n  Men\n    Ties\n",
    "titled.txt": "Clothing\n\n- Women\n  - Coats\n  - Skirts\n- Men\n  - Ties\n",
    "years.csv": "Sparte;Art;Sorte;2020;2021\nClothing;Women;Coats;3;1\n;;Skirts;4;2\n;Men;Ties;5;9\nTotal;;;12;12\n",
    "unnamed.csv": "x,title,z\n"
    "1700,Clothing,0\n1900,Women,1700\n2200,Men,1700\n1910,Coats,1900\n2210,Skirts,1900\n1920,Ties,2200\n",
    "brackets.csv": "code,title\n(A00-C99),Clothing\n(A00-B49),Women\nA00,Coats\nB01,Skirts\n(B50-C99),Men\nC00,Ties\n",
    "title.csv": "Wares 2020\n1;Clothing\n11;Women\n12;Men\n111;Coats\n112;Skirts\n121;Ties\n",
    "flags.csv": "".join(f"{code},{name},{k % 2}\n" for k, (code, name) in enumerate(CODES.items())),
    "addresses.csv": "URI,Level 1 URI,Level 1 term,Level 2 URI,Level 2 term,Level 3 URI,Level 3 term\n"
    "x:1,x:1,Clothing,,,,\nx:2,x:1,Clothing,x:2,Women,,\nx:3,x:1,Clothing,x:2,Women,x:3,Coats\n"
    "x:4,x:1,Clothing,x:2,Women,x:4,Skirts\nx:5,x:1,Clothing,x:5,Men,,\nx:6,x:1,Clothing,x:5,Men,x:6,Ties\n",
    "thousands.csv": "id;parent;name;n\r\n1;;Clothing;1 234\r\n2;1;Women;1 000\r\n3;1;Men;234\r\n4;2;Coats;12 500\r\n"
    "5;2;Skirts;3\r\n6;3;Ties;4 000\r\n",
    "stairs.csv": ",,\nClothing,,\n,Women,\n,,Coats\n,,Skirts\n,Men,\n,,Ties\n",
    "stored.csv": "Storage,Level A,Level B,Level C\nbox,Clothing,,\nbox,,Women,\nbox,,,Coats\nbox,,,Skirts\nbox,,Men,\n"
    "box,,,Ties\n",
    "gap.csv": "no,code,title\n,,\n" + "".join(f"{k},{c},{n} \n" for k, (c, n) in enumerate(CODES.items(), 1)),
    "ruled.txt": "Code  Title\n----  ---------\n0100  Clothing\n0110  Women\n0120  Men\n0111  Coats\n"
    "0112  Skirts\n0121  Ties\n",
    "framed.txt": "Wares of all kinds\nThis list is old.\n\n1. Clothing\n1.1 Women\n1.1.1 Coats\n1.1.2 Skirts\n\n"
    "1.2 Men\n1.2.1 Ties\n\nAll rights kept.\n",
    "hundreds.csv": "number,caption\n000,Clothing\n010,Women\n020,Men\n011,Coats\n012,Skirts\n021,Ties\n",
    "no_parents.csv": "code,parent,title\n" + "".join(f"{code},,{name}\n" for code, name in CODES.items()),
    "underscores.tsv": "PE\tClothing\nPE1\tWomen\nPE10\tMen\nPE1_1\tCoats\nPE1_10\tSkirts\nPE10_1\tTies\n",
    "prose.md": "# Clothing #\n\nWorn by all, at any time.\n\n## Women ##\n\nFor them.\n\n### Coats\n\n"
    "```\n# no class\n```\n\n### Skirts\n\n## Men\n\nFor these.\n\n### Ties\n",
    "front.mmd": "---\ntitle: Wares\n---\n%% all\nmindmap\n  r((Clothing))\n    w(\"Women\")\n      c[\"Coats\"]\n"
    "      ::icon(x)\n      Skirts\n    m{{Men}}\n    :::hot\n      Ties\n",
    "two_keys.json": json.dumps(
        {
            "name": "Clothing",
            "parts": [{"name": c, "wares": [{"name": w} for w in NESTED["Clothing"][c]]} for c in ("Women", "Men")],
        }
    ),
    "no_root.csv": "code,parent,title\n" + "".join(f"{code},0,{name}\n" for code, name in CODES.items()),
    "inner.json": json.dumps(
        {"config": {"w": 3}, "tree": {"name": "Clothing", "children": [
            {"name": c, "children": [{"name": w} for w in NESTED["Clothing"][c]]} for c in ("Women", "Men")
        ]}}
    ),
    "counted.json": json.dumps({"Clothing": {p: dict.fromkeys(ws, 3) for p, ws in NESTED["Clothing"].items()}}),
    "concepts.json": json.dumps(
        [
            {"id": IDS[c], "label": c, "narrower": [{"id": IDS[b]} for a, b in WARES if a == c]}
            | ({"broader": {"id": IDS[ABOVE[c]]}} if c in ABOVE else {})
            for c in IDS
        ]
    ),
    "split.json": json.dumps(
        {"columns": ["id", "parent", "name"], "data": [[IDS[c], ABOVE.get(c) and IDS[ABOVE[c]], c] for c in IDS]}
    ),
}  # fmt: skip
SMALLER = {"with_ids.csv": 3, "dump.dmp": 7, "alone.yaml": 7}  # classes, where they are not the six


@each("name", OPEN)
def test_a_file_opens_as_its_author_meant_it(name: str):
    h = open_file(OPEN[name].encode(), name).hierarchy
    assert len(h) == SMALLER.get(name, 6), h.edges
    assert h.edge_count == len(h) - len(h.roots)
    assert len(h.roots) == 1 + (name == "alone.yaml")
    shown = {(h.labels.label_or_name(a), h.labels.label_or_name(b)) for a, b in h.edges}
    wanted = {(IDS[a], IDS[b]) for a, b in WARES} if name in ("children.txt", "dump.dmp") else {*WARES}
    assert shown <= wanted | {("1", "7")}


SOFT = "\n".join(f"{word}{k}\t{other}{k}" for k in range(9) for word, other in (("cat", "Katze"), ("dog", "Hund")))
ASKS = {
    "words.tsv": (SOFT, "would be roots"),
    "compose.yml": ("services:\n" + "".join(f"  s{k}:\n    image: w{k}\n    port: {k}\n" for k in "abcdef"), "keys"),
    "index.json": (json.dumps({str(k): [f"n{k}", f"word {k}"] for k in range(5)}), "stand above its names"),
    "notes.md": ("We met today, said Ann.\n\nSee you, Bob.\n", "would be sentences"),
    "posts.txt": ("Good morning, all\nSo tired\nCan't wait\nSee you, soon\nOh no\nWell\n", "would stand alone"),
    "tokens.txt": ("EU B-ORG\ncalls O\nGerman B-MISC\nPeter B-PER\n. O\na O\nb O\nc O\nd O\n", "called 'B-ORG'"),
    "style.css": (".tree ul {\n  margin: 0;\n}\n.tree li {\n  color: red;\n}\n", "would be called '.tree ul {'"),
    "people.csv": (
        "user_id,name,city,country\n" + "".join(f"{k},P{k},T{k // 2},C{k // 4}\n" for k in range(9)),
        "names would be a level",
    ),
    "orders.csv": (
        "id,product,category,section,buyer\n"
        + "".join(f"o{k},P{k // 2},C{k // 4},S{k // 8},B{k % 4}\n" for k in range(9)),
        "the column 'id' would say nothing",
    ),
    "few-headings.csv": ("SUBSUB_PART,SUB_PAR\nhing\nTies,Men,Clothing\n", "the column '3' would say nothing"),
    "weather.csv": (
        "day;station;warmest;flag\n"
        + "".join(f"2023-03-{k:02};{'KS'[k % 2]}LO;{k}.6;{'e' * (k % 3 == 0)}\n" for k in range(1, 29)),
        "only what stands beside each other makes levels",
    ),
    "abstracts.jsonl": (
        "\n".join(json.dumps({"doc": f"D{k}", "labels": [f"l{k % n}" for n in (7, 5, 3)]}) for k in range(30)),
        "share their names",
    ),
    "docs.tsv": ("d1\tsport\nd2\ttech\nd3\tsport\nd4\ttech\n", "would be roots"),
    "answers.json": ('{"q1": "yes", "q2": "no", "q3": "yes", "q4": "no"}', "both above and below others"),
    "tags.json": ('{"d1": ["a", "b"], "d2": ["b"], "d3": ["a"]}', "would be roots"),
    "words.json": ('["cat", "dog", "horse"]', "a list of names would be one path"),
    "scores.json": ('{"train": {"loss": 1, "gain": 2}, "test": {"loss": 3, "gain": 4}}', "would be roots"),
    "shot.json": ('{"s1": {"objects": {"a": {}}}, "s2": {"objects": {"b": {}}}}', "the same keys would"),
    "bullets.txt": ("".join(f"* a{k}\n" for k in range(9)), "called '\\*'"),
    "time.csv": ("2024-01-01 10:00,3\n2024-01-01 11:00,4\n2024-01-01 12:00,3\n", "called '2024-01-01 10:00'"),
    "track.csv": ("artist,album,track\nA,A1,One\nA,A1,Two\nB,B1,Three\nB,B1,Four\n", "may name columns"),
    "files.txt": ("src/main.py\nsrc/io/read.py\nsrc/io/write.py\n", "called 'main.py'"),
    "hosts.log": ("".join(f"10.0.0.{k} get a{k}\n" for k in range(9)), "called '10.0.0.0'"),
    "stamps.tsv": ("".join(f"{1700000000 + 60 * k}\t{k}\n" for k in range(9)), "only numbers would stand beside codes"),
    "Makefile": ("all: build\n\nbuild: main\n\tcc -o app main\n\nclean: all\n\trm app\n", "called 'cc -o app main'"),
    "links.md": ("# Fine tools\n\n## Saws\n\n- [A](http://a.org)\n- [B](http://b.org)\n", "links would be classes"),
    "readme.md": ("# Tool\n\nIt works.\n\n## Setup\n\nrun it\n\n## Use\n\nlook\n", "many lines would say nothing"),
    "poem.txt": ("The rain is on the roof\n  and it will be long\nWe are at home\n  and all is well\n", "be sentences"),
    "items.csv": ("id,name,n\n" + "".join(f"{k},N{k},{k % 4 + 1}\n" for k in range(1, 30)), "would be roots"),
    "parts.csv": (
        "Level,Part,Title\n0,10,Bike\n1,1010,Frame\n1,101011,Tube\n0,20,Fork\n1,2010,Wheel\n1,201010,Rim\n",
        "a column of levels says otherwise",
    ),
    "texts.jsonl": (
        "".join(json.dumps({"text": "one of many words on all of it", "labels": ["A", k]}) + "\n" for k in "bcd"),
        "are documents",
    ),
    "nace.csv": (
        "Code,Name\nA,Farms\nB,Mines\n" + "".join(f"0{k},X{k}\n0{k}.1,Y{k}\n0{k}.2,Z{k}\n" for k in range(1, 9)),
        "nothing would stand below 'A', 'B'",
    ),
}  # fmt: skip


@each("name", ASKS)
def test_a_doubtful_guess_asks_and_goes_away_where_the_format_is_named(name: str):
    text, why = ASKS[name]
    with pytest.raises(CaseError, match=why) as raised:
        open_file(text.encode(), name)
    guess = raised.value.guess
    assert guess is not None
    assert repr(guess.shape) in str(raised.value)
    assert len(open_file(text.encode(), name, shape=guess.shape).hierarchy) > 1


FOREIGN = {
    "page.html": ("<!DOCTYPE html><ul><li>A</li></ul>", "this is a page of HTML"),
    "x.gexf": ('<?xml version="1.0"?>\n<gexf version="1.2"><graph/></gexf>', "this is GEXF"),
    "x.gml": ('Creator "x"\ngraph [\n node [ id 0 ]\n]\n', "this is GML"),
    "x.net": ('*Vertices 2\n1 "Arts"\n*Arcs\n1 2\n', "this is a network of Pajek"),
    "x.nex": ("#NEXUS\nBEGIN TREES;\nTREE t = (A,B)C;\nEND;\n", "this is NEXUS"),
    "tree.xml": (
        '<?xml version="1.0"?>\n<phyloxml><clade/></phyloxml>',
        r"XML of a kind that is not known \('phyloxml'\)",
    ),
    "gold.tsv": ("id\tlabels\nd1\tSport/Golf\nd2\tNews\nd3\tSport\n", "this looks like labels or scores of cases"),
    "label.csv": ("id,label\n" + "1,cat\n2,dog\n3,dog\n4,cat\n5,dog\n", "looks like no hierarchy"),
    "x.libsvm": ("1 1:0.5 3:1.2\n-1 2:0.3 3:0.9\n", "no line of it names two classes"),
    "config.json": ('{"kind": "bert", "size": 768, "layers": 12, "parts": ["x"]}', "keys with values, such as 'kind'"),
    "heads.csv": ("id,parent,name\n", "looks like no hierarchy"),
    "picture.svg": ('<svg xmlns="x"><g/></svg>', "XML of a kind that is not known"),
    "dump.sql": ("CREATE TABLE t (a int);\n", "SQL"),
    "seq.fasta": (">one\nMKVLAAGIVGLLLAQWERTY\n", "sequences"),
    "p.pkl": (b"\x80\x04\x95", "a pickle, which is never loaded"),
    "onto.ofn": ("Prefix(:=<http://x>)\nOntology(<http://x>)\n", "functional syntax"),
    "bomb.yaml": ("a: &a [x]\n" + f"b: [{'*a, ' * 5000}*a]\n", "line 2: YAML .*aliases"),
}


@each("name", FOREIGN)
def test_what_is_no_hierarchy_is_refused_by_name(name: str):
    text, what = FOREIGN[name]
    with pytest.raises(CaseError, match=what):
        open_file(text if isinstance(text, bytes) else text.encode(), name)


def test_columns_are_told_in_python_and_in_the_shell(tmp_path, capsys):
    text = "superior\tkey\twords\tn\n\tA\tArts\t1\nA\tM\tMusic\t2\nM\tP\tPop\t3\nA\tT\tTheater\t4\n"
    opened = open_hierarchy(text, read_as="parent=superior,id=key,label=words")
    assert opened.hierarchy.edges == (("A", "M"), ("M", "P"), ("A", "T"))
    assert opened.hierarchy.labels.of("P") == "Pop"
    assert "label in 'words'" in opened.guess.sentence()
    by_number = open_hierarchy(text, read_as={"parent": "1", "id": "3"}).hierarchy
    assert by_number.edges == (("A", "Music"), ("M", "Pop"), ("A", "Theater"))
    levels = open_hierarchy("x,y,z\na,b,1\na,c,2\n", read_as="level 1=x,level 2=y")
    assert levels.hierarchy.edges == (("a", "b"), ("a", "c"))
    with pytest.raises(HierviewError, match=r"there is no column 'above'; the columns are 'superior', 'key'"):
        open_hierarchy(text, read_as="parent=above")
    with pytest.raises(HierviewError, match="there is no role 'child' for a column"):
        open_hierarchy(text, read_as="child=key")
    path = tmp_path / "h.tsv"
    path.write_text(text)
    assert main(["open", str(path), "--read-as", "parent=superior,id=key"]) == 0
    assert "4 classes, 3 edges" in capsys.readouterr().out
    path.write_text(SOFT)
    assert main(["open", str(path)]) == 2
    assert "Here: --as pairs, or --read-as with columns" in capsys.readouterr().err
    assert main(["open", str(path), "--as", "pairs"]) == 0


def test_ranks_without_a_name_are_no_classes():
    text = "a1\tk__A; p__B; c__D; g__\na2\tk__A; p__B; c__E; g__; s__\na3\tk__A; p__C; c__; g__F\n"
    assert open_hierarchy(text).hierarchy.edges == (
        ("k__A", "p__B"),
        ("p__B", "a1"),
        ("p__B", "a2"),
        ("k__A", "p__C"),
        ("p__C", "a3"),
    )


def test_leaves_under_another_heading_than_a_rank_are_a_level_too():
    rows = [
        ("Danish", "dan", 6, "North", "Germanic", "Indo-European"),
        ("Swedish", "swe", 10, "North", "Germanic", "Indo-European"),
        ("Dutch", "nld", 24, "West", "Germanic", "Indo-European"),
        ("Italian", "ita", 65, "Italic", "Romance", "Indo-European"),
        ("Finnish", "fin", 5, "Finnic", "Uralic proper", "Uralic"),
    ]
    text = "language,iso,speakers,subbranch,branch,family\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
    h = open_hierarchy(text).hierarchy
    assert h.roots == ("Indo-European", "Uralic")
    assert {(row[3], row[0]) for row in rows} <= set(h.edges)


def test_tables_of_scores_are_no_labels_and_small_files_unpack_to_little():
    with pytest.raises(CaseError, match="99%|scores|no hierarchy"):
        open_file(
            (
                "query\tclass\tconfidence\n" + "".join(f"q{k}\tGranite\t9{k}%\nq{k}\tShale\t97%\n" for k in range(9))
            ).encode(),
            "ranked.tsv",
        )
    with pytest.raises(CaseError, match="at most 2,000,000 are accepted, unpacked"):
        open_file(gzip.compress(b"a\tb\n" * 1_000_000), "x.tsv.gz")


def test_a_table_of_many_columns_is_read_in_no_time(within):
    many, same = ",".join(f"a{k}" for k in range(8_000)), ",".join(["x"] * 8_000)
    with within(20):
        h = open_file(f"parent,id,{many}\n,1,{same}\n1,2,{same}\n1,3,{same}\n".encode(), "wide.csv").hierarchy
    assert h.edges == (("1", "2"), ("1", "3"))
