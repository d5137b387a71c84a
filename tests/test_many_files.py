"""Files as their many authors write them: tables, codes, outlines and JSON open as a reader would expect, or ask."""

import gzip
import re

import pytest

from hierview import CaseError, HierviewError, open_hierarchy
from hierview.cli import main
from hierview.formats.hierarchies import open_file
from tests.each import each
from tests.listed import files, rows

# The six classes of all files in tests/data/files/open, and their ids where a file has ids.
WARES = [("Clothing", "Women"), ("Clothing", "Men"), ("Women", "Coats"), ("Women", "Skirts"), ("Men", "Ties")]
IDS = {"Clothing": "7", "Women": "9", "Men": "12", "Coats": "15", "Skirts": "30", "Ties": "44"}
SMALLER = {"with_ids.csv": 3, "dump.dmp": 7, "alone.yaml": 7}  # classes, where they are not the six


@each("name, content", files("files/open").items())
def test_a_file_opens_as_its_author_meant_it(name: str, content: bytes):
    h = open_file(content, name).hierarchy
    assert len(h) == SMALLER.get(name, 6), h.edges
    assert h.edge_count == len(h) - len(h.roots)
    assert len(h.roots) == 1 + (name == "alone.yaml")
    shown = {(h.labels.label_or_name(a), h.labels.label_or_name(b)) for a, b in h.edges}
    wanted = {(IDS[a], IDS[b]) for a, b in WARES} if name in ("children.txt", "dump.dmp") else {*WARES}
    assert shown <= wanted | {("1", "7")}


ASKING, FOREIGN = files("files/ask"), files("files/foreign")


def test_the_tables_name_every_file():
    for folder in ("ask", "foreign", "shapes"):
        assert {name for name, *_ in rows(f"files/{folder}.tsv")} == set(files(f"files/{folder}"))


@each("name, why", rows("files/ask.tsv"))
def test_a_doubtful_guess_asks_and_goes_away_where_the_format_is_named(name: str, why: str):
    with pytest.raises(CaseError, match=re.escape(why)) as raised:
        open_file(ASKING[name], name)
    guess = raised.value.guess
    assert guess is not None
    assert raised.value.readings
    assert len(open_file(ASKING[name], name, shape=guess.shape).hierarchy) > 1


@each("name, what", rows("files/foreign.tsv"))
def test_what_is_no_hierarchy_is_refused_by_name(name: str, what: str):
    with pytest.raises(CaseError, match=re.escape(what)):
        open_file(FOREIGN[name], name)


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
    with pytest.raises(HierviewError, match="there is no role 'kid' for a column or key"):
        open_hierarchy(text, read_as="kid=key")
    path = tmp_path / "h.tsv"
    path.write_text(text)
    assert main(["open", str(path), "--read-as", "parent=superior,id=key"]) == 0
    assert "4 classes, 3 edges" in capsys.readouterr().out
    path.write_bytes(ASKING["words.tsv"])
    assert main(["open", str(path)]) == 2
    assert f"hierview open {path} --as pairs" in capsys.readouterr().err
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


@pytest.mark.slow
def test_a_table_of_many_columns_is_read_in_no_time(within):
    many, same = ",".join(f"a{k}" for k in range(8_000)), ",".join(["x"] * 8_000)
    with within(20):
        h = open_file(f"parent,id,{many}\n,1,{same}\n1,2,{same}\n1,3,{same}\n".encode(), "wide.csv").hierarchy
    assert h.edges == (("1", "2"), ("1", "3"))
