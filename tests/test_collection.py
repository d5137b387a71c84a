"""Collections of cases: one file and back, bounds, hostile files, and what becomes of the visitor's own cases."""

import json
from dataclasses import replace

import pytest

from hierview import CaseError, load_case
from hierview.formats.collection import (
    LARGEST,
    LONGEST_NAME,
    MOST_CASES,
    Collection,
    is_collection,
    merge_collections,
    read_collection,
    write_collection,
)
from hierview.ui.explore.address import state_of
from hierview.ui.explore.editing import take_edits
from hierview.ui.explore.history import step_back
from hierview.ui.shell.fields import change_fields
from tests.each import each

CASES = tuple(load_case(name) for name in ("11a", "15", "t4", "8b"))


def test_a_collection_is_one_file_and_comes_back_whole():
    given = Collection("Week 3 <b>", CASES)
    text = write_collection(given)
    assert read_collection(text) == given
    assert read_collection(text.encode()) == given
    assert is_collection(text)
    assert not is_collection(json.dumps({"hierview": 1, "edges": []}))
    assert write_collection(read_collection(text)) == text


CASE = {"hierview": 1, "edges": [["A", "B"]], "true": ["A"], "predicted": ["B"]}


def of(**changes) -> str:
    return json.dumps({"hierview": 1, "collection": "x", "cases": [CASE]} | changes)


@each(
    "text, said",
    (
        ("", "not JSON"),
        ("[]", "a JSON object with the keys hierview, collection, cases"),
        (of(more=1), "a JSON object with the keys"),
        (of(hierview=2), "hierview is 1"),
        (of(collection=7), "collection"),
        (of(collection="x" * (LONGEST_NAME + 1)), "collection"),
        (of(cases="abc"), "a list of cases"),
        (of(cases={}), "a list of cases"),
        (of(cases=[CASE, {"hierview": 1}]), "case 2 of the collection: the key edges is missing"),
        (of(cases=[CASE, 7]), "case 2 of the collection: a case is a JSON object"),
        (of(cases=[CASE] * (MOST_CASES + 1)), "are too many for a collection"),
        (of(cases=[CASE | {"true": ["<script>"]}]), "case 1 of the collection"),
        ("{" * 5000, "the collection"),
        (" " * (LARGEST + 1), "characters are too many"),
    ),
)
def test_what_is_no_collection_is_refused_by_a_sentence(text, said):
    with pytest.raises(CaseError, match=".") as refused:
        read_collection(text)
    assert said in str(refused.value)


def test_a_case_may_have_no_more_classes_than_the_page_takes():
    with pytest.raises(CaseError, match="at most 3 classes"):
        read_collection(write_collection(Collection("", CASES)), 3)


def test_cases_are_kept_once_and_no_more_than_have_room():
    assert merge_collections(CASES, CASES[:2]) == CASES
    many = tuple(replace(CASES[0], name=str(i)) for i in range(MOST_CASES + 5))
    assert len(merge_collections(many, CASES)) == MOST_CASES
    with pytest.raises(CaseError, match="at most 60"):
        write_collection(Collection("", many))


def test_undo_leaves_what_was_brought_at_hand():
    before = state_of({"c": "11a"})
    edit = {"op": "mark", "class": "Arts", "mark": "true"}
    state = take_edits(before, {"log": [{"drawingVersion": before.visit.drawing_version, "number": 1, **edit}]})
    kept = change_fields(state, collection=CASES[:1])
    assert step_back(kept).work.collection == CASES[:1]
