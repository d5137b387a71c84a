"""What each column of a file of labels is, and what sets that hold their own ancestors do to averages."""

from __future__ import annotations

import pytest

from hierview import Hierarchy
from hierview.study import Study
from hierview.study.inputs.closures import SETS
from hierview.study.inputs.label_files import read_sides
from hierview.study.inputs.labels import from_lists
from hierview.study.inputs.matching import Matcher
from hierview.study.inputs.tables.columns import column_roles
from hierview.study.sets_compared import sets_compared

H = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Drama"), ("Music", "Pop"), ("Music", "Rock")])
MATCHER = Matcher(H)
BOTH = b"doc,gold,a,b,note\nd1,Pop,Pop,Rock,x y\nd2,Rock,Pop,Rock,z\nd3,Drama,Drama,Drama,w\n"
ONE = b"1\tArts\tMusic\n2\tArts\tDrama\n"
RAW = b"1;Pop;Rock\n2;Rock;Rock\n3;Pop;Drama\n"


@pytest.mark.parametrize(
    ("data", "side", "k", "role", "roles"),
    [
        (BOTH, "both", 2, "true", ["id", "system", "true", "system", "leave"]),
        (BOTH, "both", 1, "leave", ["id", "leave", "true", "system", "leave"]),
        (BOTH, "both", 1, "system", ["id", "system", "true", "system", "leave"]),
        (BOTH, "both", 4, "id", ["leave", "true", "system", "system", "id"]),
        (BOTH, "both", 3, "leave", ["id", "true", "system", "leave", "leave"]),
        (ONE, "run", 2, "level 1", ["id", "level 2", "level 1"]),
        (RAW, "both", 2, "true", ["id", "system", "true"]),
    ],
)
def test_one_choice_gives_the_roles_that_the_file_is_then_read_by(data, side, k, role, roles):
    told = column_roles(data, MATCHER, side, "x", {})
    assert told is not None
    choices = dict(told.choices_with_role(k, role))
    again = column_roles(data, MATCHER, side, "x", choices)
    assert again is not None
    assert (list(again.roles), again.rows, again.heads) == (roles, told.rows, told.heads)
    read = read_sides(data, MATCHER, side=side, **choices)
    assert len(read) == max(1, sum(role in ("true", "system") for role in roles))


SYSTEMS = b"doc,gold,model_a,model_b\nd1,Pop,Arts/Music/Pop,Rock\nd2,Rock,pop,Nothing\nd3,Drama,Drama,Pop\n"


def test_a_system_is_called_by_its_own_words_until_it_is_called_otherwise():
    told = column_roles(SYSTEMS, MATCHER, "both", "x", {})
    assert told is not None
    assert told.systems == ("", "", "a", "b")
    renamed = dict(told.choices_with_name(3, "gpt-4.1, long"))
    assert set(read_sides(SYSTEMS, MATCHER, **renamed)) == {"true", "a", "gpt-4.1 long"}
    again = column_roles(SYSTEMS, MATCHER, "both", "x", renamed)
    assert again is not None
    assert again.systems == ("", "", "a", "gpt-4.1 long")
    turned = dict(again.choices_with_role(2, "true"))
    assert set(read_sides(SYSTEMS, MATCHER, **turned)) == {"true", "gold", "gpt-4.1 long"}
    assert [dict(told.choices_with_name(3, name))["read_as"].split(",")[-1] for name in ("a", "true", " ")] == [
        "a 2=model_b",
        "system true=model_b",
        "b=model_b",
    ]


def test_heads_may_be_more_than_cells_and_hold_any_sign():
    short = column_roles(b"0,2\n25\n", MATCHER, "both", "x", {"read_as": "id=1,label=2"})
    assert short is not None
    assert short.heads == ("0", "2")
    signs = column_roles(b"id,gold,=1+1model_b\nd1,Pop,Rock\n", MATCHER, "both", "x", {})
    assert signs is not None
    assert dict(signs.choices_with_role(0, "id"))["read_as"] == "id=id,true=gold,1 1model_b=3"


def test_rows_are_told_by_the_steps_that_matched_their_labels():
    told = column_roles(SYSTEMS, MATCHER, "both", "x", {})
    assert told is not None
    matched = {part.step: (part.labels, [row[0] for row in part.rows]) for part in told.matched}
    assert matched == {
        "id": (6, ["d1", "d2", "d3"]),
        "path": (1, ["d1"]),
        "spelling": (1, ["d2"]),
        "": (1, ["d2"]),
    }


def test_the_roles_of_columns_that_say_nothing_are_open():
    told = column_roles(b"x1,zzz,yyy\nx2,zzz,qqq\n", MATCHER, "both", "x", {})
    assert told is not None
    assert told.roles == ("leave",) * 3
    one_column = column_roles(b"Pop\nRock\n", MATCHER, "run", "x", {})
    wide = column_roles(b",".join([b"Pop"] * 30), MATCHER, "run", "x", {})
    marks = column_roles(b"id,Pop,Rock\n1,0,1\n2,1,0\n", MATCHER, "run", "x", {})
    damaged = column_roles(b"\x93NUMPY", MATCHER, "run", "x", {})
    assert (one_column, wide, marks, damaged) == (None,) * 4


def test_averages_of_each_choice_of_sets_are_those_of_a_study_of_it():
    truth = from_lists([["Pop"], ["Rock"], ["Drama"]])
    runs = {"closed": from_lists([["Pop", "Music"], ["Rock", "Music"], ["Drama"]]), "plain": from_lists(["Pop"] * 3)}
    study = Study.read(MATCHER, truth, runs)
    found = sets_compared(study, ["hF", "MGIA"])
    assert found is not None
    assert (found.instances, found.true, dict(found.holding)) == (3, 0, {"closed": 2, "plain": 0})
    assert (found.measure, found.moved) == ("MGIA", ("MGIA",))
    for choice in SETS:
        scores = Study.read(MATCHER, truth, runs, sets=choice).score("MGIA")
        assert found.values[choice] == tuple(scores.averages("MGIA").tolist())
        best = max(found.values[choice])
        assert found.best[choice] == tuple(s for s, v in zip(runs, found.values[choice], strict=True) if v == best)
    assert sets_compared(Study.read(MATCHER, truth, {"a": truth}), ["hF"]) is None


def test_rows_that_were_not_looked_at_are_not_counted():
    few, many = (
        column_roles(b"".join(b"%d\tPop\tRock\n" % i for i in range(n)), MATCHER, "both", "x", {}) for n in (9, 9_000)
    )
    assert few is not None
    assert many is not None
    assert (few.more, many.more) == (5, 0)
