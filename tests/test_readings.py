"""How a file of a hierarchy may be read: what signs decide, and the readings that a question shows."""

from __future__ import annotations

import json
import shlex

import pytest

import hierview
from hierview.cli import main
from hierview.errors import CaseError
from hierview.formats.hierarchies import open_file
from hierview.formats.hierarchies.grammars import json_values
from tests.effort import sampled

from .each import each
from .test_many_files import ASKING

# Files as people have them, with how many classes, edges and roots they hold.
HEADERS = {
    "apart.csv": ("zone,part,country\nNorth,Isles,Ahm\nNorth,Isles,Bey\nNorth,Hills,Eft\nSouth,Cape,Cul\n", (9, 7, 2)),
    "broad.csv": ("umbrella,specific\nFlora,Moss\nFlora,Fern\nFauna,Newt\nFauna,Mole\n", (6, 4, 2)),
    "prefix.csv": ("Rubrik,Unterrubrik\nFlora,Moss\nFlora,Fern\nMoss,Peat\nFern,Tree fern\n", (5, 4, 1)),
    "key.csv": ("key,superkey,caption\n1,,Flora\n2,1,Moss\n3,1,Fern\n", (3, 2, 1)),
    "series.tsv": ("tier_1\ttier_2\ttier_3\nFlora\tMoss\tPeat\nFlora\tMoss\tTurf\nFlora\tFern\t\n", (5, 4, 1)),
    "three.tsv": ("coarse\tmiddle\tfine\nFlora\tMoss\tPeat\nFlora\tMoss\tTurf\nFlora\tFern\tBracken\n", (6, 5, 1)),
    "upward.csv": ("fils,père\nFlora,\nMoss,Flora\nFern,Flora\nPeat,Moss\n", (4, 3, 1)),
    "trail.csv": ("Pfad,n\nFlora,61\nFlora :: Moss,28\nFlora :: Moss :: Peat,3\nFlora :: Fern,4\n", (4, 3, 1)),
    "item.csv": ("article,place,n\nS1,Flora > Moss,5\nS2,Flora > Moss,4\nS3,Flora > Fern > Tree,1\n", (4, 3, 1)),
    "about.csv": ("Name;Gehört zu;Satz\nFlora;;Alles über Flora\nMoss;Flora;Alles über Moss\n", (2, 1, 1)),
    "orte.csv": ("Ort;Viertel;Bezirk\nMole;Hafen;Nord\nWerft;Hafen;Nord\nTeich;Park;Nord\nBach;Park;Nord\n", (7, 6, 1)),
    "sized.csv": ("id,value\nA,\nA.Moss,\nA.Moss.Peat,61\nA.Moss.Turf,7\nA.Fern,4\n", (5, 4, 1)),
    "shelves.csv": (
        "Department,Group,Shelf\nA,Old,Low\nA,Old,High\nA,New,Low\nB,Old,Low\nB,Old,High\nB,New,Mid\nC,Old,Low\n",
        (15, 12, 3),
    ),
    "nothing.csv": ("klasse;parent\nMoss;Flora\nFlora;-\nFern;Flora\nPeat;Moss\n", (4, 3, 1)),
    "lone.csv": ("a,b,c\nNo,Isles,Ahm\nNo,Isles,Bey\nNo,Hills,Eft\n,,Rock\nSo,Cape,Cul\nSo,Cape,Dor\n", (11, 8, 3)),
}


@each("name", HEADERS)
def test_a_first_line_of_headings_is_no_class(name: str):
    text, (classes, edges, roots) = HEADERS[name]
    guess = open_file(text.encode(), name).guess
    assert guess.header
    assert (guess.classes, guess.edges, guess.root_count) == (classes, edges, roots)


# What values and keys say, with how many classes, edges and roots there are.
BY_VALUES = {
    "escaped.txt": ("Flora/Moss \\/ Fern\nFlora/Peat\n", (3, 2, 1)),
    "homonyms.csv": (
        "kingdom,family,genus,species\nPlantae,Moraceae,Linaria,vulgaris\nPlantae,Moraceae,Ficus,elastica\n"
        "Animalia,Finches,Linaria,cannabina\nAnimalia,Finches,Serinus,canaria\n",
        (12, 10, 2),
    ),
    "closure.csv": ("above,below\nA,A\nA,B\nA,C\nB,B\nB,C\nC,C\n", (3, 2, 1)),
    "triples.tsv": ("Moss\tis_a\tFlora\nFern\tis_a\tFlora\nPeat\tis_a\tMoss\n", (4, 3, 1)),
    "arrows.txt": ("Flora->Moss\nFlora->Fern\nMoss->Peat\n", (4, 3, 1)),
    "roman.csv": ("code,title\nI,Gut\nA00-A09,Bugs\nA00,Bug\nIX,Heart\nI10-I15,Force\nI10,High\n", (6, 4, 2)),
    "sections.csv": ("kode,navn\nA,Farm\n01,Crops\n01.1,Oats\nB,Mine\n05,Coal\n05.1,Pit\n", (6, 4, 2)),
    "words.csv": ("cid,pid,naam\nX71,,Flora\nX32,X71,Moss\nX45,X71,Fern\n", (3, 2, 1)),
    "codes.json": (
        json.dumps({"ns": [{"c": k, "t": f"T{k}"} for k in "123"], "es": [{"u": "1", "l": k} for k in "23"]}),
        (3, 2, 1),
    ),
    "shop.json": (
        '{"headline": "A", "parts": [{"headline": "B", "parts": [{"headline": "C"}]}, {"headline": "D"}]}',
        (4, 3, 1),
    ),
    "kids.json": (
        json.dumps({"7": {"title": "A", "members": ["8", "9"]}, "8": {"title": "B"}, "9": {"title": "C"}}),
        (3, 2, 1),
    ),
    "lists.yaml": ("name: All\nchildren:\n  - [A, B]\n  - [C]\n", (4, 3, 1)),
    "gloss.yaml": (
        "A:\n  gloss: one\n  kids:\n    B:\n      gloss: two\n      kids:\n        C: {gloss: three}\n",
        (3, 2, 1),
    ),
    "notes.toml": ('[A]\nnote = "all of a"\n[A.B]\nnote = "all of b"\n[A.B.C]\nnote = "all of c"\n', (3, 2, 1)),
    "all_above.csv": ("id,ancestry,name\n1,,A\n2,1,B\n3,1/2,C\n4,1/2/3,D\n", (4, 3, 1)),
    "parents.csv": ("name,parent_path\nA,\nB,A\nC,A/B\nD,A/B/C\n", (4, 3, 1)),
    "depths.csv": ("ancestor,descendant,depth\nA,A,0\nA,B,1\nA,C,2\nB,B,0\nB,C,1\nC,C,0\n", (3, 2, 1)),
    "each.adjlist": ("#made\n10 11 12\n11 13\n12\n13\n", (4, 3, 1)),
    "dashes.txt": ("A--Sale, lease--Hire\nA--Moss\nB--Fern--Tree\nB--Newt\n", (8, 6, 2)),
    "ids.txt": ("x://a/1-1 : A > B\nx://a/1-2 : A > C\nx://a/1-1-1 : A > B > D\n", (4, 3, 1)),
    "letters.txt": ("A Flora\nA1 Moss\nA1a Peat\nA1a1 Turf\nA2 Fern\n", (5, 4, 1)),
    "handles.csv": ("handle,title\nap-1,A\nap-1-1,B\nap-1-2,C\nap-1-1-1,D\n", (5, 4, 1)),
    "columns.json": (json.dumps({"parent": {"0": "A", "1": "B"}, "child": {"0": "B", "1": "C"}}), (3, 2, 1)),
    "numbers.json": (json.dumps({"1": {"name": "A", "children": [2]}, "2": {"name": "B", "children": []}}), (2, 1, 1)),
    "coco.json": (
        json.dumps(
            {
                "images": [{"id": 9}, {"id": 25}],
                "annotations": [{"id": 1, "category_id": 2}, {"id": 2, "category_id": 2}],
                "categories": [{"id": k, "name": f"c{k}", "supercategory": "AB"[k > 2]} for k in (1, 2, 3, 4)],
            }
        ),
        (6, 4, 2),
    ),
    "python.txt": ("{'A': {'B': ['C', 'D'], 'E': ['F']}}", (6, 5, 1)),
    "mind.mm": ('<map><node TEXT="A"><node TEXT="B &gt; C"/><node TEXT="D"/></node></map>', (3, 2, 1)),
    "choices.xml": ('<View><Choice value="A"><Choice value="B"/></Choice></View>', (2, 1, 1)),
    "list.xhtml": ("<ul><li>A<ul><li>B</li><li>C</li></ul></li></ul>", (3, 2, 1)),
    "mixed.md": ("## Flora\n\n- **Moss**\n  - Peat\n\n## Fauna\n\n- **Newt**\n", (5, 3, 2)),
}


@each("name", BY_VALUES)
def test_values_and_keys_tell_what_they_are(name: str):
    text, counts = BY_VALUES[name]
    guess = open_file(text.encode(), name).guess
    assert (guess.classes, guess.edges, guess.root_count) == counts


def test_lines_of_children_and_tables_of_texts_are_asked_about_with_the_likeliest_reading_first():
    with pytest.raises(CaseError) as asked:
        open_file(b"Stone: Plum, Cherry\nCitrus: Lemon, Lime\nNuts: Almond, Hazel\n", "x.txt")
    assert asked.value.readings[0].counts_in_words() == "9 classes, 6 edges, 3 roots"
    rows = [f"{i % 2},{'AB'[i % 2]},{'PQRS'[i % 4]},k{i % 4}; all; n{i},We study it in {i} years.\n" for i in range(12)]
    with pytest.raises(CaseError) as asked:
        open_file(("Y,Domain,area,keywords,Abstract\n" + "".join(rows)).encode(), "x.csv")
    assert asked.value.readings[0].counts_in_words() == "6 classes, 4 edges, 2 roots"


def test_a_class_that_is_called_as_nothing_is_told():
    guess = open_file(b"Top\tNone\nTop\tz\nz\ty\n", "x.tsv").guess
    assert (guess.classes, guess.notes) == (3, ("1 cell such as 'None' left out, as if empty.",))


def test_links_are_known_by_all_nodes_not_by_the_first():
    n = 1_500
    nodes, links = (
        [{"k": str(i), "t": f"T{i}"} for i in range(n)],
        [{"u": str(i // 3), "l": str(i)} for i in range(1, n)],
    )
    guess = open_file(json.dumps({"ns": nodes, "es": links}).encode(), "x.json").guess
    assert (guess.classes, guess.edges, guess.roots) == (n, n - 1, ("0",))


def test_a_question_parses_no_second_time(monkeypatch):
    parsed, parse = [], json_values._parsed_json
    monkeypatch.setattr(json_values, "_parsed_json", lambda text: parsed.append(text) or parse(text))
    rows = [{"a": f"w{i}", "b": f"v{i % 9}"} for i in range(40)]
    with pytest.raises(CaseError) as asked:
        open_file(json.dumps(rows).encode(), "x.json")
    assert len(parsed) == 1
    assert asked.value.readings[0].open().guess.edges > 0
    assert len(parsed) == 2


def test_what_points_to_parents_is_turned():
    pairs = [(f"c{k}", "p") for k in range(40)] + [("p", "r")]
    opened = hierview.open_hierarchy(pairs)
    assert opened.guess.roots == ("r",)
    assert "would be roots" in opened.guess.notes[0]


QUESTIONS = {name: data.decode() for name, data in ASKING.items()} | {
    "groups.csv": "Larch,Conifer\nYew,Conifer\nFir,Conifer\nOak,Leafy\nBeech,Leafy\nElm,Leafy\n",
    "signs.txt": "Flora/Moss\nFlora > Fern\nFauna/Newt\nFauna > Mole > Blind mole\n",
    "species.csv": "species,status,order,family\n"
    + "".join(f"S{k},{'rare' if k % 3 else 'common'},O{k % 8 // 4},F{k % 8}\n" for k in range(24)),
    "o'clock.csv": "it's,of,by\n1,Day,2\nDay,Week,1\nWeek,Month,3\nNight,Week,5\n2,Day,7\n",
    "codes.tsv": "cn\tmeaning\nA00\tCut\nA00.1\tDeep cut\nB12\tBurn\nC21\tBlister\nD10\tCough\nE11\tCold\n",
}


@pytest.mark.slow
@each("name", sampled(QUESTIONS, 14))
def test_every_printed_command_gives_the_reading_beside_it(name: str, tmp_path, capsys):
    path = tmp_path / name
    path.write_text(QUESTIONS[name], encoding="utf-8")
    assert main(["open", str(path)]) == 2
    printed = capsys.readouterr().err.splitlines()
    with pytest.raises(CaseError) as raised:
        open_file(path.read_bytes(), str(path))
    readings = raised.value.readings
    commands = [shlex.split(line)[2:] for line in printed if line.startswith("     hierview open ")]
    assert len(commands) == len(readings) > 0
    for reading, command in zip(readings, commands, strict=True):
        assert main(["open", *command, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        h = reading.open().hierarchy
        called = eval(reading.python_call().replace("…", repr(str(path))), {"open_hierarchy": hierview.open_hierarchy})
        assert called.hierarchy.edges == h.edges
        assert reading.counts_in_words().startswith(f"{len(h):,} class")
        assert (told["classes"], told["edges"], told["root_count"]) == (len(h), h.edge_count, len(h.roots))
        assert h.edges[: len(reading.edges)] == reading.edges == reading.draft().hierarchy.edges


TREE = {
    "made": 3,
    "all": {"sort": "Flora", "id": 7, "below": [{"sort": "Moss", "more": [{"sort": "Peat"}], "by": ["x"]}]},
}
LINKS = {"ns": [{"k": "1", "t": "Flora"}, {"k": "2", "t": "Moss"}], "es": [{"u": "1", "l": "2"}]}
NAMED = {"Flora": {"n": 1, "sub": {"Moss": {"n": 2, "sub": {"Peat": {"n": 3}}}}}}
ROWS = {"ok": True, "a": {"rows": [{"k": 1, "t": "Flora", "up": None}, {"k": 2, "t": "Moss", "up": 1}]}}
TOLD = {
    "children": (TREE, "rows=all,children=below+more,label=sort,leave=by", [("Flora", "Moss"), ("Moss", "Peat")]),
    "one key": (TREE, "rows=all,children=below,label=sort", [("Flora", "Moss")]),
    "edges": (LINKS, "edges=es,parent=u,child=l,id=k,label=t", [("1", "2")]),
    "edges turned": (LINKS, "edges=es,parent=l,child=u,id=k", [("2", "1")]),
    "names": (NAMED, "children=sub,leave=n", [("Flora", "Moss"), ("Moss", "Peat")]),
    "rows": (ROWS, "rows=a.rows,parent=up,id=k,name=t", [("1", "2")]),
    "levels": ([{"a": "Flora", "b": "Moss", "c": "x"}], "path=a+b,leave=c", [("Flora", "Moss")]),
}


@each("name", TOLD)
def test_keys_are_told_as_columns_are(name: str):
    value, read_as, edges = TOLD[name]
    h = open_file(json.dumps(value).encode(), "x.json", read_as=read_as).hierarchy
    assert {(h.labels.label_or_name(a), h.labels.label_or_name(b)) for a, b in h.edges} == {
        (h.labels.label_or_name(a), h.labels.label_or_name(b)) for a, b in edges
    }


NOT_USED = {
    "a.csv": ("parent,child\nFlora,Moss\n", "children=child", "the role 'children' is not used"),
    "b.csv": ("parent,child\nFlora,Moss\n", "code=child,parent=parent", "the role 'parent' is not used in codes"),
    "a.json": (json.dumps(TREE), "rows=all,parent=sort", "the role 'parent' is not used in JSON; used are leave, rows"),
    "b.json": (json.dumps(TREE), "rows=some", "there is no key 'some'; the keys are 'made', 'all'"),
    "a.obo": ("[Term]\nid: A\n\n[Term]\nid: B\nis_a: A\n", "id=A", "the role 'id' is not used in OBO; used are none"),
}


@each("name", NOT_USED)
def test_a_role_that_is_not_used_is_refused(name: str):
    text, read_as, why = NOT_USED[name]
    with pytest.raises(CaseError, match=why):
        open_file(text.encode(), name, read_as=read_as)


def test_what_parts_a_path_is_told_beside_what_parts_cells():
    text = "id;place\n1;Flora of all\n2;Flora of all ~ Moss\n3;Flora of all ~ Moss ~ Peat\n"
    h = open_file(text.encode(), "x.csv", separator=";", path_separator=" ~ ", read_as="path=place,id=id").hierarchy
    assert h.edges == (("1", "2"), ("2", "3"))


def test_rows_that_end_early_below_years_are_asked_about():
    with pytest.raises(CaseError, match="only what stands beside each other makes levels"):
        open_file(b"Sparte;Art;Sorte;2020;2021\nSkirts;4;2\n;Men;Ties;5;9\nTotal;;;12;12\n", "x.csv")
