"""The case file: strict to read, exact to write."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview import Case, CaseError, Draft, Hierarchy, HierviewError, evaluate, load_case, write_case
from hierview.formats import read_any, read_case
from hierview.formats.casefile import KEYS, LARGEST_FILE, draft_from
from hierview.formats.link import pack_content, unpack_draft
from hierview.model.case import Published, long_distance
from hierview.model.extra import Extra
from tests.each import each
from tests.listed import rows
from tests.samples import PRESETS, ROOT, drafts, presets
from tests.texts import refused

LEAST = {"hierview": 1, "edges": [["Arts", "Music"], ["Music", "Pop"]], "true": ["Pop"], "predicted": ["Music"]}


def changed(**keys) -> str:
    """The smallest case file with some keys changed, as text."""
    return json.dumps(LEAST | keys)


def without(key: str) -> str:
    return json.dumps({k: v for k, v in LEAST.items() if k != key})


# What is accepted


def test_the_least_that_opens():
    draft = read_case(json.dumps(LEAST))
    assert draft == Draft(
        Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop")]), frozenset({"Pop"}), frozenset({"Music"})
    )


def test_every_key():
    content = {
        **LEAST,
        "name": "A name",
        "source": "A paper",
        "note": "Two\nlines",
        "edges": [["Arts", "Music", 0.1], ["Music", "Pop", "1/3"], ["Arts", "Play", 2]],
        "classes": ["alone"],
        "paths": {"Music": [["Arts", "Music"]]},
        "probabilities": [["Arts", "Music", 0.25]],
        "scores": {"Pop": 0.5},
        "measures": ["GIE", "MGIA(max_distance=None)"],
        "published": {"hF": "0.66", "MGIA.f_error": {"printed": "6", "because": "It was printed so."}},
        "positions": {"Pop": [-10, 20.5]},
        "stood": {"Pop": 30, "Play": 40.5},
        "artificial": ["alone"],
        "similarity": [["Pop", "Music", 0.5]],
        "neighbours": [["Pop", "Play"], []],
        "labels": {"Pop": "popular music", "Play": {"de": "Spiel"}},
        "order": ["Pop"],
        "levels": [None, "Music"],
        "rank_of": {"Pop": 2},
        "ranking": ["Play", "Pop"],
        "unknown": ["Jazz"],
    }
    assert set(content) == set(KEYS)
    draft = draft_from(content)
    assert dict(draft.hierarchy.weights) == {
        ("Arts", "Music"): Fraction(1, 10),
        ("Music", "Pop"): Fraction(1, 3),
        ("Arts", "Play"): Fraction(2),
    }
    assert draft.hierarchy.classes[-1] == "alone"
    assert draft.artificial == {"alone"}
    assert (draft.name, draft.source, draft.note) == ("A name", "A paper", "Two\nlines")
    assert draft.measures == ("GIE", "MGIA(max_distance=None)")
    assert draft.published == (("hF", Published("0.66")), ("MGIA.f_error", Published("6", "It was printed so.")))
    assert draft.positions == (("Pop", -10.0, 20.5),)
    assert draft.stood == (("Pop", 30.0), ("Play", 40.5))
    assert draft.extra == Extra(
        (("Music", (("Arts", "Music"),)),),
        ((("Arts", "Music"), Fraction(1, 4)),),
        (("Pop", Fraction(1, 2)),),
        ((("Music", "Pop"), Fraction(1, 2)),),
        (frozenset({"Pop", "Play"}), frozenset()),
        order=("Pop",),
        levels=(None, "Music"),
        rank_of=(("Pop", 2),),
        ranking=("Play", "Pop"),
        unknown=("Jazz",),
    )
    assert draft.hierarchy.labels.all_of("Pop") == {"": "popular music"}
    assert draft.hierarchy.labels.all_of("Play") == {"de": "Spiel"}
    assert read_case(json.dumps(content)) == draft


def test_the_deepest_answer_of_a_level_is_predicted_until_another_one_is():
    without = {key: value for key, value in LEAST.items() if key != "predicted"}
    draft = draft_from(without | {"levels": ["Music", "Pop", None]})
    assert draft.predicted == {"Pop"}
    assert draft_from(without | {"levels": [None]}).predicted == frozenset()
    assert draft.edited(true=frozenset()).extra.levels == ("Music", "Pop", None)
    assert draft.edited(predicted=frozenset()).extra.levels == ()


def test_an_answer_outside_the_hierarchy_costs_a_price_until_another_one_is_given():
    without = {key: value for key, value in LEAST.items() if key != "predicted"}
    draft = draft_from(without | {"true": ["Pop"], "unknown": ["Jazz"]})
    assert (draft.predicted, evaluate(draft.case(), "TIE").value) == (frozenset(), None)
    assert evaluate(draft.case(), "TIE(price=4)").value == 4
    assert draft.edited(predicted=frozenset({"Pop"})).extra.unknown == ()
    for answers, many in ((["Music"], ["Jazz"]), ([], ["Jazz", "Blues"])):
        both = draft_from(without | {"true": ["Pop"], "predicted": answers, "unknown": many}).case()
        result = evaluate(both, "TIE(price=4)")
        assert result.value is None
        assert "1 true and 2 predicted" in result.notes[-1]
    cut = long_distance(draft_from(LEAST | {"unknown": ["Jazz"]}).case(), 2)
    assert cut.extra.unknown == ("Jazz",)


def test_the_first_of_a_ranking_is_predicted_and_the_ranking_stays():
    without = {key: value for key, value in LEAST.items() if key != "predicted"}
    draft = draft_from(without | {"ranking": ["Music", "Pop"]})
    assert draft.predicted == {"Music"}
    assert draft_from(LEAST | {"ranking": ["Pop", "Music"]}).predicted == {"Music"}
    assert draft.edited(predicted=frozenset()).extra.ranking == ("Music", "Pop")
    cut = long_distance(draft_from(without | {"ranking": ["Arts", "Pop"]}).case(), 2)
    assert (cut.extra.ranking, len(cut.hierarchy.roots)) == (("Arts", "Pop"), 1)
    h = draft.hierarchy
    assert draft.extra.for_hierarchy(h.restricted({"Arts", "Pop"}), {"Music": "Songs"}).ranking == ("Pop",)


def test_numbers_are_read_as_decimal_text():
    draft = read_case('{"hierview": 1, "edges": [["A", "B", 0.1], ["B", "C", 0.2]], "true": ["A"], "predicted": ["C"]}')
    assert draft.hierarchy.distance("A", "C") == Fraction(3, 10)


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + json.dumps(LEAST).encode(),
        json.dumps(LEAST, indent=1).replace("\n", "\r\n").encode(),
        json.dumps(LEAST, indent=1).replace("\n", "\r"),
        " \n" + json.dumps(LEAST) + "\n\n",
    ],
    ids=["byte order mark", "CRLF", "CR", "space around"],
)
def test_what_editors_add_is_ignored(data: bytes | str):
    assert read_case(data) == read_case(json.dumps(LEAST))


# What is refused: each with its field or line, the value, and what would be accepted. Broken and large files are here;
# the table has the keys in which the smallest case file is changed.

REFUSED = {
    "no JSON": ("{'a': 1}", "line 1, column 2: this is not JSON"),
    "no JSON at a line": ('{\n "hierview": 1,\n}', "line 3, column 1: this is not JSON"),
    "nothing": ("", "line 1, column 1: this is not JSON"),
    "a list": ("[]", "a case is a JSON object with the keys hierview, edges, true and predicted"),
    "a number": ("1", "a case is a JSON object"),
    "too long": (b" " * (LARGEST_FILE + 1), "2,000,001 bytes are too many; a case file has at most 2,000,000"),
    "deep": ("[" * 100_000, "the objects are nested too deeply; at most 12 levels are accepted"),
    "NaN": (changed(positions={"Pop": [float("nan"), 0]}), "NaN is not a number that a case file may hold; write a"),
    "1e999": (changed().replace('"Pop"]]', '"Pop", 1e999]]'), "the number '1e999' is not accepted; ordinary decimal"),
    "a huge integer": (changed().replace('"Pop"]]', f'"Pop", {"9" * 10_000}]]'), "the number '99999"),
    "a key twice": ('{"hierview": 1, "hierview": 1}', "the key 'hierview' is given twice in one object; give it once"),
    "a key twice within": (
        changed().replace("}", ', "positions": {"Pop": [0, 0], "Pop": [1, 1]}}'),
        "the key 'Pop' is given twice in one object",
    ),
    "no version": (without("hierview"), 'the key hierview is missing; a case file says "hierview": 1'),
    "no edges": (without("edges"), "the key edges is missing; a case needs hierview, edges, true and predicted"),
    "no true": (without("true"), "the key true is missing"),
    "no predicted": (without("predicted"), "the key predicted is missing; a case needs hierview, edges, true and"),
    "a long note": (changed(note="x" * 4_001), "note: 'xxxx"),
    "too many neighbours": (changed(neighbours=[[]] * 1001), "neighbours: 1,001 are too many; at most 1,000 are acc"),
}


REFUSED |= {what: (changed(**json.loads(keys)), sentence) for what, keys, sentence in rows("refused_cases.tsv")}


@each("which", REFUSED)
def test_what_is_refused_and_how(which: str, within):
    data, sentence = REFUSED[which]
    with within(5):
        assert sentence in refused(read_case, data)[0]


def test_reading_stops_at_the_class_that_passes_a_limit():
    """Before anything else of the file is looked at."""
    said = r"edges\[1\]: class 'Pop' is one too many; at most 2 classes can be opened here; the shell has no limit"
    for read in (lambda: read_case(changed(true="nobody"), most=2), lambda: unpack_draft(pack_content(LEAST), 2)):
        with pytest.raises(HierviewError, match=said):
            read()
    with pytest.raises(CaseError, match=r"x\.json: classes\[1\]: class 'alone' is one too many; at most 3 classes"):
        read_any(changed(classes=["Pop", "alone"]), "x.json", 3)
    assert len(read_case(changed(), most=3).hierarchy) == 3


def test_a_finished_case_needs_a_mark(tmp_path: Path):
    path = tmp_path / "nobody.json"
    path.write_text(changed(true=[], predicted=[]))
    assert read_case(path.read_bytes()).true == frozenset()  # a draft may be unfinished
    with pytest.raises(CaseError, match=r"nobody\.json: no class is marked; mark at least one true or predicted class"):
        load_case(path)


def test_long_lists_are_read_in_time(within):
    """Lists of names as long as a file can hold them."""
    names = [f"c{i}" for i in range(60_000)]
    with within(15):
        draft = read_case(json.dumps({"hierview": 1, "edges": [], "classes": names, "true": names, "predicted": []}))
    assert len(draft.true) == 60_000


# The dict, the path and the preset


def test_a_dict_is_read_like_a_file():
    assert load_case(LEAST) == read_case(json.dumps(LEAST)).case()
    assert draft_from(LEAST | {"true": {"Pop"}, "edges": (("Arts", "Music"), ("Music", "Pop"))}) == draft_from(LEAST)
    assert draft_from(LEAST | {"edges": [["Arts", "Music", Fraction(1, 3)], ["Music", "Pop", 0.1]]}).hierarchy.distance(
        "Arts", "Pop"
    ) == Fraction(13, 30)
    with pytest.raises(CaseError, match="case: inf is not a number that a case may hold; give a decimal number"):
        load_case(LEAST | {"edges": [["Arts", "Pop", float("inf")]]})
    with pytest.raises(CaseError, match="mine: the key true is missing"):
        draft_from({"hierview": 1, "edges": []}, "mine")
    with pytest.raises(CaseError, match="case: a case is a JSON object"):
        draft_from([])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "strange",
    [
        {5: 1},
        {"positions": {5: [0, 0]}},
        {"published": {5: "1"}},
        {"scores": {5: 1}},
        {"true": {"Pop", 5}},
        {"edges": [[None, "Pop"]]},
        {"similarity": {(1, 2): 3}},
    ],
    ids=lambda strange: " and ".join(map(str, strange)),  # a set reads differently in every process
)
def test_a_dict_with_other_keys_and_values_than_json_has(strange: dict):
    with pytest.raises(CaseError, match="^case: "):
        draft_from(LEAST | strange)


@each(
    "source, sentence",
    [
        ("nowhere.json", "'nowhere.json' cannot be read: No such file or directory"),
        (".", "'.' cannot be read: Is a directory"),
        ("", "cannot be read"),
        ("a\0b", "'a\\u0000b'"),
        ("a\0b.json", "'a\\u0000b.json' cannot be read"),
        ("\ud800", "'\\ud800'"),
        ("x" * 10_000, "'xxx"),
        ("x" * 10_000 + ".json", "'xxx"),
    ],
)
def test_sources_that_lead_nowhere(source: str, sentence: str):
    with pytest.raises(CaseError) as error:
        load_case(source)
    assert sentence in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 500


# Round trips


@given(drafts())
def test_a_draft_is_written_and_read_back_exactly(draft: Draft):
    text = write_case(draft)
    assert read_case(text) == draft
    assert read_case(text.encode()) == draft
    assert write_case(read_case(text)) == text


@each("name", PRESETS)
def test_presets_are_kept_as_hierview_writes_them(name: str):
    """What is read from a shipped file and written gives the same case; one edge a line."""
    case = presets()[name]
    assert read_case(write_case(case)).case() == case
    content = json.loads((ROOT / "cases" / f"{name}.json").read_text(encoding="utf-8"))
    assert json.loads(write_case(case)).keys() == content.keys()
    for edge in case.hierarchy.edges:
        assert f"    {json.dumps(list(edge), ensure_ascii=False)}" in write_case(case).replace(",\n", "\n")


@pytest.mark.parametrize("value", ["1.0", "0.99999999999999999999999", "1e-7", "1e-20", "12345678901234.5", "-0.0"])
def test_scores_survive(value: str):
    """Up to 15 digits exactly, beyond as the nearest double."""
    draft = read_case(changed().replace("}", f', "scores": {{"Pop": {value}}}}}'))
    assert read_case(write_case(draft)) == draft
    ((_, score),) = draft.extra.scores
    assert score == (Fraction(value) if len(value) < 18 else 1)


# Anything at all: a draft, or a sentence

_keys = st.sampled_from(["A", "B", "printed"]) | st.text()
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["A", "B", *KEYS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_keys, inner, max_size=3),
    max_leaves=12,
)
_contents = st.fixed_dictionaries(
    {"hierview": st.just(1), "edges": st.just([["A", "B"]]) | _json, "true": st.just(["A"]) | _json},
    optional={key: _json for key in KEYS[1:] if key not in ("edges", "true")},
)


def a_draft_or_a_sentence(read) -> None:
    try:
        draft = read()
    except HierviewError as error:
        assert str(error).strip()
    else:
        assert isinstance(draft, Draft)
        again = read_case(write_case(draft).encode())
        assert (again.case() if isinstance(draft, Case) else again) == draft


@given(_contents | st.dictionaries(st.text() | st.integers(), _json, max_size=3))
def test_any_dict_is_a_draft_or_a_sentence(content: dict):
    a_draft_or_a_sentence(lambda: draft_from(content))
    a_draft_or_a_sentence(lambda: load_case(content))
