"""Answers in words: each text to the class that it names, by hand-made texts, round trips and random edits."""

import json
import random
from pathlib import Path

import pytest

from hierview import Hierarchy, load_case
from hierview.cli import main
from hierview.errors import StudyError
from hierview.formats import preset_names
from hierview.model.labels import Labels
from hierview.study import Policies, Study, from_lists, read_answers
from hierview.study.answers.candidates import CandidateFinder, edit_distance
from hierview.study.answers.steps import AnswerMatcher, AnswerReading, TextMeaning
from hierview.study.answers.texts import normalise_text, read_obo_synonyms, read_synonym_pairs, read_texts
from hierview.study.inputs.matching import Matcher
from hierview.study.inputs.tables.roles import ReadingOptions
from tests.shell import refused

ARTS = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock & Roll"), ("Arts", "Theater")])
SHOP = Hierarchy.from_edges(
    [("0", "1"), ("0", "2"), ("1", "11"), ("2", "21"), ("2", "22"), ("22", "C04.7")],
).labelled(
    Labels(
        {
            "en": {"0": "Shop", "1": "Phones", "2": "Laptops", "11": "Accessories", "21": "Accessories", "22": "Parts"},
            "de": {"1": "Telefone", "C04.7": "Café-Zubehör"},
        }
    )
)


def taken(h: Hierarchy, text: str, **how) -> tuple[str, ...]:
    """The step by which a text was taken for something, then the classes, or those that it is open between."""
    found = AnswerMatcher(Matcher(h), AnswerReading(**how)).find(text)
    return found.step, *(found.classes or found.candidates)


@pytest.mark.parametrize(
    ("text", "step", "classes"),
    [
        ("Pop", "id", "Pop"),
        ("  Pop\n", "id", "Pop"),
        ("pop", "normalised", "Pop"),
        ("**POP**.", "normalised", "Pop"),
        ("“Pop!”", "normalised", "Pop"),
        ("`Pop`", "normalised", "Pop"),
        ("- Pop", "normalised", "Pop"),
        ("• Pop;", "normalised", "Pop"),
        ("2. Pop", "normalised", "Pop"),
        ("## Pop", "normalised", "Pop"),
        ("\uff30op", "normalised", "Pop"),
        ("rock and_roll", "normalised", "Rock & Roll"),
        ("(Rock-&-Roll)", "normalised", "Rock & Roll"),
        ('{"label": "Pop"}', "id", "Pop"),
        ('Well.\n```json\n{"category": "pop", "why": "it is"}\n```', "normalised", "Pop"),
        ('["Pop"]', "id", "Pop"),
        ("Arts > Music > Pop", "path", "Pop"),
        ("Root/Arts/Music/Pop", "path", "Pop"),
        ("music -> pop", "path", "Pop"),
        ("Music :: Rock and Roll", "path", "Rock & Roll"),
        ("Pops", "outside", ""),
        ("Po", "outside", ""),
        ("Musik", "outside", ""),
        ("Roll & Rock", "outside", ""),
        ("I think Pop", "outside", ""),
        ("I cannot help with that.", "outside", ""),
        ("Pop, because it is loud", "outside", ""),
        ("Pop Music", "outside", ""),
        ("Pop; Jazz", "outside", ""),
        ("Theater > Pop", "impossible path", ""),
        ("Pop > Music", "impossible path", ""),
        ("Arts > Pop", "impossible path", ""),
        ("Pop, Theater", "several answers", "Pop|Theater"),
        ('["Pop", "Jazz"]', "several answers", "Pop"),
        ("Pop\nPop", "id", "Pop"),
        ("", "abstained", ""),
        ("N/A", "abstained", ""),
        ("None of the above.", "abstained", ""),
        ('{"label": null}', "abstained", ""),
        ('{"reason": "Pop"}', "malformed", ""),
        ("Pop" * 4000, "malformed", ""),
    ],
)
def test_a_text_is_taken_for_what_it_names(text: str, step: str, classes: str):
    assert taken(ARTS, text) == (step, *filter(None, classes.split("|")))


@pytest.mark.parametrize(
    ("text", "step", "classes"),
    [
        ("Telefone", "label", "1"),
        ("1", "id", "1"),
        ("01", "outside", ""),
        ("1.11", "outside", ""),
        ("1 Phones", "code", "1"),
        ("22: parts", "code", "22"),
        ("Phones (1)", "code", "1"),
        ("C04.7 Café-Zubehör", "code", "C04.7"),
        ("99 Phones", "outside", ""),
        ("1 of them", "outside", ""),
        ("cafe zubehor", "outside", ""),
        ("Accessories", "ambiguous", "11|21"),
        ("accessories.", "ambiguous", "11|21"),
        ("Laptops > Accessories", "path", "21"),
        ("Shop / 1 / Accessories", "path", "11"),
    ],
)
def test_labels_and_codes(text: str, step: str, classes: str):
    assert taken(SHOP, text) == (step, *filter(None, classes.split("|")))


def test_what_is_asked_for_beyond_the_usual():
    assert taken(ARTS, "Hm. Answer: Pop", after="Answer:") == ("id", "Pop")
    assert taken(ARTS, "Arts > Pop", gaps=True) == ("path", "Pop")
    assert taken(ARTS, "Music > Theater", path="last") == ("path", "Theater")
    assert taken(ARTS, "Arts > Music > Theater", path="prefix") == ("path", "Music")
    assert taken(ARTS, "Pop; Theater", several="first") == ("id", "Pop")
    assert taken(ARTS, "It must be rock and roll, no doubt", find="words") == ("words", "Rock & Roll")
    assert taken(ARTS, "Theater or Pop", find="words") == ("ambiguous", "Theater", "Pop")
    assert taken(SHOP, "01", codes="padded") == ("code", "1")
    assert taken(SHOP, "cafe zubehor", fold="accents") == ("normalised", "C04.7")
    assert taken(ARTS, "pass", abstentions=["pass"]) == ("abstained",)
    several = AnswerMatcher(Matcher(ARTS), AnswerReading(several="all")).find('["Pop", "Jazz", "Theater"]')
    assert several == TextMeaning(("Pop", "Theater"), "several classes", unmatched_parts=("outside",))
    with pytest.raises(StudyError, match=r"fnd is not accepted; after, several, .* are"):
        read_answers(ARTS, ["Pop"], fnd="words")


def test_where_steps_disagree_the_earlier_counts():
    found = AnswerMatcher(Matcher(SHOP)).find("1 Laptops")
    assert (found.classes, found.step, found.others) == (("1",), "code", ("2",))
    found = AnswerMatcher(Matcher(SHOP), synonyms=[("Phones", "2")]).find("Phones")
    assert (found.classes, found.others) == (("1",), ("2",))


@pytest.mark.parametrize("name", preset_names())
def test_ids_paths_and_what_normalising_changes_lead_back(name: str):
    h = load_case(name).hierarchy
    matcher = AnswerMatcher(Matcher(h))
    for c in h.classes:
        path = [c]
        while parents := h.parents(path[0]):
            path.insert(0, parents[-1])
        for text in (c, " > ".join(path), "→".join(path[-2:]), json.dumps({"class": c})):
            assert matcher.find(text).classes == (c,), text
        # Of D and D' only the id tells which.
        others = len(matcher.classes_by_normal_name[matcher.normalise(c)]) > 1
        assert matcher.find(f"**{c.upper()}**.").step == ("ambiguous" if others else "normalised"), c


def test_no_text_is_matched_by_likeness():
    rng = random.Random(4)
    for h in (ARTS, SHOP, load_case("15").hierarchy):
        matcher = AnswerMatcher(Matcher(h), AnswerReading(find="words"))
        for _ in range(500):
            name, letter = (
                rng.choice([name for name in matcher.classes_by_normal_name if name.isalpha()] or ["pop"]),
                rng.choice("xzqj"),
            )
            at = rng.randrange(len(name))
            text = name[:at] + rng.choice([letter, letter + name[at], ""]) + name[at + 1 :]
            if text not in matcher.classes_by_normal_name:
                assert matcher.find(text).step in ("outside", "abstained"), text


def test_what_is_like_a_text_is_proposed():
    near = CandidateFinder(AnswerMatcher(Matcher(ARTS)), [("plays", "Theater")])
    assert near.of("Teater") == [("Theater", "1 letter apart")]
    assert near.of("pops") + near.of("plays") == [("Pop", "plural"), ("Theater", "related synonym")]
    assert near.of("roll and rock") == [("Rock & Roll", "order of words")]
    assert near.of("Pop or theater") == [("Pop", "words within"), ("Theater", "words within")]
    rng = random.Random(1)
    for _ in range(300):  # the pieces that are looked up miss no name within two edits
        name = "".join(rng.choices("abc", k=rng.randint(10, 14)))
        text = "".join(rng.choices("abc", k=len(name)))
        found = CandidateFinder(AnswerMatcher(Matcher(Hierarchy.from_edges([("r", name)])))).of(text)
        assert bool([why for _, why in found if "apart" in why]) == (0 < edit_distance(name, text) <= 2)


def test_normalising_keeps_words():
    assert [*map(normalise_text, ("Naïve_B-C", "C#", ".NET"))] == ["naïve b c", "c#", ".net"]
    assert normalise_text("***") == "" == normalise_text(" ")
    assert [*map(normalise_text, ("「桃」。", "Women’s", "A–B"))] == ["桃", "women's", "a b"]


# Files


@pytest.mark.parametrize(
    "text",
    [
        'id,answer\na,Pop\nb,"x, y"\n',
        "text\tprediction\tid\nlong\tPop\ta\nlong\tx, y\tb\n",
        'doc,gold,reply\na,q,Pop\nb,q,"x, y"\n',
        "a\tPop\nb\tx, y\n",
        'id,answer,more\na,Pop,"\tand; more"\nb,"x, y",\n',
        '{"id": "a", "response": "Pop"}\n{"id": "b", "response": "x, y"}\n',
        '{"a": "Pop", "b": "x, y"}',
        '{"doc a": "Pop", "doc b": "x, y"}',
        '[{"id": "a", "label": "Pop"}, {"id": "b", "label": "x, y"}]',
    ],
)
def test_files_of_answers(tmp_path: Path, text: str):
    path = tmp_path / "answers.txt"
    path.write_text(text)
    told = ReadingOptions(read_as="id=doc,answer=reply") if text.startswith("doc") else ReadingOptions()
    assert {i.removeprefix("doc "): text for i, text in read_texts(path, told).items()} == {"a": "Pop", "b": "x, y"}


def test_texts_without_ids(tmp_path: Path):
    path = tmp_path / "answers.txt"
    path.write_text("Pop\nWell, I cannot tell.\nNo; never, ever.\n")
    assert read_texts(path) == {"1": "Pop", "2": "Well, I cannot tell.", "3": "No; never, ever."}
    assert read_texts(["Pop", None, ["a", "b"]]) == {"1": "Pop", "2": "", "3": '["a", "b"]'}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("id,answer\na,Pop\na,Rock\n", "line 3: the id 'a' stands there twice"),
        ("id,answer\na,Pop, loud\n", "line 2: 3 cells below 2 heads"),
        ("id,answer\n,Pop\n", "line 2: there is no id"),
        ('{"id": 1, "answer": "x"}\n{"id": \n', "this is not JSON"),
        ("a\tb\tc\n1\t2\t3\n", "which column holds the answers is not clear"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, text: str, sentence: str):
    path = tmp_path / "answers.txt"
    path.write_text(text)
    with pytest.raises(StudyError, match=sentence):
        read_texts(path)


def test_synonyms_of_a_table_and_of_an_ontology(tmp_path: Path):
    obo = "format-version: 1.2\n\n[Term]\nid: X:1\nname: eye\n"
    obo += 'synonym: "organ of \\"sight\\"" EXACT []\nsynonym: "view" RELATED []\n'
    assert read_obo_synonyms(obo.encode()) == ([('organ of "sight"', "X:1")], [("view", "X:1")])
    (tmp_path / "h.obo").write_text(obo)
    answers = read_answers(tmp_path / "h.obo", ['Organ of "Sight"', "view"])
    assert [found.step for found in answers.found.values()] == ["synonym", "outside"]
    assert answers.to_confirm()[1] == ["view", "outside", "1", "2", "X:1 (related synonym)", ""]
    with pytest.raises(StudyError, match="the synonyms: 'Popp' is no class of the hierarchy; did you mean 'Pop'"):
        read_answers(ARTS, ["x"], synonyms={"x": "Popp"})


# Policies


def test_what_policies_make_of_a_text_that_is_no_class():
    """The values of the specification's example, by hand: truth Pop, answer Jazz, Theater the farthest."""
    h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock"), ("Arts", "Theater")])
    answers = read_answers(h, {"d": "Jazz"})
    under = answers.under_policies(from_lists(["Pop"], ["d"]), ["hP", "hR", "hF", "LCaF", "GIE", "TIE"])
    averages = {policy: [value for value, _ in row] for policy, (_, row) in under.items()}
    assert averages["empty"] == pytest.approx([0, 0, 0, 0, 5, float("nan")], nan_ok=True)
    assert averages["root"] == pytest.approx([1, 1 / 3, 0.5, 0.5, 2, 2])
    assert averages["farthest"] == averages["own"] == pytest.approx([0.5, 1 / 3, 0.4, 0.4, 3, 3])
    assert [under[policy][1][-1][1] for policy in ("empty", "root")] == [0, 1]  # TIE has no value on an empty set
    assert under["drop"][0] == 0
    assert (answers.sets(Policies("drop")), answers.sets(Policies(ambiguous="drop"))) == ({}, {"d": ()})


def test_a_policy_stands_in_what_a_study_says():
    answers = read_answers(ARTS, {"d": "Jazz", "e": "Pop"})
    study = Study.read(ARTS, from_lists(["Pop", "Pop"], ["d", "e"]), {"gpt": answers.labels(Policies("price=12"))})
    assert "outside price=12 (no class; measures by distance are to be given the price 12)" in str(
        study.data.reads[1].notes
    )
    forest = Hierarchy.from_edges([("A", "B"), ("C", "D")])
    with pytest.raises(StudyError, match="the policy root needs one root, and the hierarchy has 2"):
        read_answers(forest, ["x"]).sets(Policies("root"))
    with pytest.raises(StudyError, match="farthest depends on the truth"):
        read_answers(ARTS, ["x"]).sets(Policies("farthest"))
    with pytest.raises(StudyError, match='outside="rot" is not accepted; empty, root'):
        Policies("rot")


# The shell


def test_answers_in_the_shell(capsys, tmp_path: Path):
    (tmp_path / "h.tsv").write_text("".join(f"{p}\t{c}\n" for p, c in ARTS.edges))
    (tmp_path / "a.csv").write_text('id,answer\n1,pop\n2,=Pops\n3,n/a\n4,"Pop, Theater"\n')
    (tmp_path / "gold.tsv").write_text("1\tPop\n2\tPop\n3\tPop\n4\tTheater\n")
    files = ["answers", str(tmp_path / "h.tsv"), str(tmp_path / "a.csv"), "-o", str(tmp_path / "run.tsv")]
    assert main([*files, "--true", str(tmp_path / "gold.tsv"), "--policies"]) == 3
    out, err = capsys.readouterr()
    assert "50.0% of the answers are no class; " in err
    rows = [line.split() for line in out.splitlines()]
    assert rows[2:4] == [["normalised", "1", "25.0%"], ["abstained", "1", "25.0%"]]
    assert "outside empty (no class), abstained empty (no class), ambiguous empty (no class)" in out
    assert "drop (the instance is left out) 1 1 1 1" in map(" ".join, rows)
    assert (tmp_path / "run.tsv").read_text() == "1\tPop\n2\t\n3\t\n4\t\n"
    assert json.loads((tmp_path / "run.answers.json").read_text())["pop"] == {"classes": ["Pop"], "step": "normalised"}
    table = tmp_path / "run.outside.csv"
    assert "\n'=Pops,outside,1,2," in table.read_text()  # no formula for a spreadsheet
    table.write_text(table.read_text().replace("1,2,,", "1,2,,Pop"))
    assert read_synonym_pairs(table) == {"=Pops": "Pop"}
    for told in (table, tmp_path / "run.answers.json"):  # what was confirmed once holds for other runs
        assert main([*files, "--map", str(told), "--several", "all"]) == 0
        assert (tmp_path / "run.tsv").read_text() == "1\tPop\n2\tPop\n3\t\n4\tPop|Theater\n"
    capsys.readouterr()
    assert "--outside rot is not accepted" in refused(capsys, *files, "--outside", "rot")
    assert refused(capsys, *files, "--policies").startswith("--policies goes with --true")
