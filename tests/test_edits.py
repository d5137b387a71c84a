"""What a hand does to a drawing: each edit against a plain model, and every refusal with its sentence."""

import json
import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hierview import Draft, Hierarchy, HierviewError
from hierview.errors import EditError
from hierview.formats import read_case, write_case
from hierview.model import edits
from hierview.model.case import Published
from hierview.model.edits import EDITS, apply_edit, exclusive_below, with_untyped_parts
from hierview.model.extra import Extra
from hierview.model.hierarchy import MOST_EDITABLE
from tests.each import each
from tests.edit_table import Row, table
from tests.effort import times
from tests.listed import rows
from tests.samples import HOSTILE_NAMES, class_names, drafts, hierarchies

EMPTY = Draft(Hierarchy.from_edges([]))
ARTS = Draft(
    Hierarchy.from_edges([("Arts", "Theater"), ("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")], ["Alone"]),
    frozenset({"Pop"}),
    frozenset({"Rock"}),
    name="Songs",
    source="A paper",
    note="A remark",
    measures=("GIE",),
    published=(("GIE", Published("2")),),
    positions=(("Pop", 1.0, 2.0), ("Arts", 3.0, 4.0)),
    artificial=frozenset({"Arts"}),
)


def edit(op: str, **keys: Any) -> dict[str, Any]:
    return {"op": op, **keys}


def done(draft: Draft, *edits: dict[str, Any]) -> Draft:
    for one in edits:
        draft = apply_edit(draft, one)
    return draft


def carried(draft: Draft) -> dict[str, Any]:
    """What it carries beside its marks, as a file has it."""
    return {key: json.loads(text) for key, text in draft.extra.texts()}


def carrying(draft: Draft, **values: Any) -> Draft:
    return replace(draft, extra=Extra.of(draft.hierarchy, **values))


# One edit at a time


@each("row", table())
def test_the_table_that_the_browser_is_held_to_as_well(row: Row):
    if row.refused is None:
        assert apply_edit(row.before, row.edit) == row.after
    else:
        with pytest.raises(EditError) as error:
            apply_edit(row.before, row.edit)
        assert str(error.value) == row.refused


def test_the_table_has_every_edit_of_a_drawing_with_each_of_its_keys():
    rows = [row.edit for row in table()]
    ops = [op for op, declared in EDITS.items() if declared["changes"] in ("hierarchy", "marks", "places", "layout")]
    assert set(ops) == {row["op"] for row in rows}
    for op in ops:
        keys = {key for row in rows if row["op"] == op for key in row}
        assert keys >= {"op", *EDITS[op].get("needs", ()), *EDITS[op].get("may", ())}, op


def test_no_place_is_below_zero_by_nothing():
    """-0.0 equals 0.0, and would look different in a file."""
    (zero,) = apply_edit(replace(ARTS, positions=()), edit("pin", name="Pop", x=1e-300, y=-0.001)).positions
    assert zero == ("Pop", 0.0, 0.0)
    assert math.copysign(1, zero[2]) == 1


CHANGES = (
    edit("add", name="Jazz", parent=None),
    edit("rename", name="Alone", to="Solo"),
    edit("link", parent="Theater", child="Pop"),
    edit("unlink", parent="Arts", child="Theater"),
    edit("reparent", child="Pop", parent="Music", to="Theater"),
    edit("delete", name="Alone", below=False),
    edit("mark", name="Music", mark="both"),
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda e: e["op"])
def test_what_was_printed_and_said_holds_no_longer_once_it_is_changed(change: dict):
    draft = apply_edit(ARTS, change)
    assert (draft.published, draft.source, draft.note) == ((), "", "")
    assert (draft.name, draft.measures, draft.positions) == ("Songs", ("GIE",), ARTS.positions)
    assert draft.artificial == {"Arts"}


@pytest.mark.parametrize(
    "nothing",
    [
        edit("rename", name="Pop", to="Pop"),
        edit("reparent", child="Pop", parent="Music", to="Music"),
        edit("mark", name="Pop", mark="true"),
        edit("mark", name="Alone", mark="none"),
        edit("pin", name="Pop", x=1, y=2.001),
        edit("unpin", name="Rock"),
    ],
    ids=lambda e: e["op"],
)
def test_an_edit_that_changes_nothing_gives_the_draft_itself(nothing: dict):
    case = ARTS.case()
    assert apply_edit(ARTS, nothing) is ARTS
    assert apply_edit(case, nothing) is case
    assert apply_edit(EMPTY, edit("tidy")) is EMPTY


# What a case carries beside its marks

RADIO = replace(ARTS, hierarchy=Hierarchy.from_edges([*ARTS.hierarchy.edges, ("Radio", "Pop")], ["Alone"]))
PATHS = {"Pop": [["Arts", "Music", "Pop"], ["Radio", "Pop"]], "Theater": [["Arts", "Theater"]]}


def test_a_new_name_is_written_in_all_that_is_carried():
    draft = carrying(
        RADIO,
        paths=PATHS,
        probabilities=[["Arts", "Music", 0.25], ["Music", "Pop", 1]],
        scores={"Music": 0.5, "Pop": 0.25},
        similarity=[["Music", "Pop", 0.5]],
        neighbours=[["Music"], ["Rock", "Music"]],
    )
    after = apply_edit(draft, edit("rename", name="Music", to="Z"))
    assert carried(after) == {
        "paths": {"Pop": [["Arts", "Z", "Pop"], ["Radio", "Pop"]], "Theater": [["Arts", "Theater"]]},
        "probabilities": [["Arts", "Z", 0.25], ["Z", "Pop", 1]],
        "scores": {"Z": 0.5, "Pop": 0.25},
        "similarity": [["Pop", "Z", 0.5]],
        "neighbours": [["Z"], ["Rock", "Z"]],
    }
    assert apply_edit(after, edit("rename", name="Z", to="Music")).extra == draft.extra


def test_what_speaks_of_a_class_that_is_gone_goes():
    draft = carrying(
        RADIO,
        paths=PATHS,
        probabilities=[["Arts", "Music", 0.25], ["Music", "Pop", 1], ["Arts", "Theater", 0]],
        scores={"Music": 0.5},
        similarity=[["Music", "Pop", 0.5], ["Pop", "Rock", 1], ["Music", "Rock", 0]],
        neighbours=[["Music"], ["Music", "Rock"], []],
    )
    assert carried(apply_edit(draft, edit("delete", name="Music", below=False))) == {
        "paths": {"Pop": [["Radio", "Pop"]], "Theater": [["Arts", "Theater"]]},
        "probabilities": [["Arts", "Theater", 0]],
        "similarity": [["Pop", "Rock", 1]],
        "neighbours": [["Rock"], []],
    }


def test_what_an_edit_does_not_touch_stays():
    draft = carrying(
        ARTS,
        paths={"Music": [["Arts", "Music"]]},
        probabilities=[["Arts", "Music", 0.1]],
        scores={"Music": 2.5},
        similarity={"average": 0.25, "rows": [["Arts", "Music", -0.5]]},
        neighbours=[["Music"], []],
    )
    for change in CHANGES:
        assert apply_edit(draft, change).extra == draft.extra


# What is said of a case


def test_a_case_is_named_asked_about_and_traced_to_a_source():
    draft = apply_edit(
        ARTS, edit("describe", name="  Courses\nof 2024 ", note="Which is worse?\n\nAnd why? ", source="")
    )
    assert draft == replace(ARTS, name="Courses of 2024", note="Which is worse?\n\nAnd why?", source="")
    assert draft.published == ARTS.published  # no number depends on it
    assert apply_edit(draft, edit("describe", name="Courses of 2024")) is draft
    assert apply_edit(draft, edit("describe")) is draft
    assert read_case(write_case(draft)) == draft


@each("hostile", HOSTILE_NAMES)
def test_what_is_said_is_kept_as_a_case_file_would_or_refused(hostile: str):
    try:
        draft = apply_edit(ARTS, edit("describe", name=hostile[:200], note=hostile, source=hostile))
    except EditError as error:
        assert "is not accepted" in str(error) or "is too long" in str(error)
    else:
        assert read_case(write_case(draft)) == draft


# Refusals

# "…" stands for all edits that there are.
EVERY = ", ".join(edits._OPS)
REFUSED = [(json.loads(wrong), sentence.replace("…", EVERY)) for wrong, sentence in rows("refused_edits.tsv")]
REFUSED += [
    (
        edit("describe", note="x" * 4_001),
        "describe: note: a text of 4,001 characters is too long; at most 4,000 are accepted",
    )
]


@each("wrong, sentence", REFUSED)
def test_a_refusal_names_what_is_wrong_and_what_is_accepted(wrong: object, sentence: str):
    with pytest.raises(EditError) as error:
        apply_edit(ARTS, wrong)
    assert str(error.value) == sentence
    assert isinstance(error.value, HierviewError)


def test_the_shortest_cycle_is_named():
    long_way = Draft(Hierarchy.from_edges([("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")]))
    with pytest.raises(EditError, match="'d' > 'a' would make a cycle: 'a' > 'd' > 'a'; "):
        apply_edit(long_way, edit("link", parent="d", child="a"))


def test_a_hierarchy_can_be_changed_up_to_5000_classes_and_marked_and_pinned_beyond():
    full = Draft(Hierarchy.from_edges([], [f"c{i}" for i in range(MOST_EDITABLE)]))
    less = apply_edit(full, edit("delete", name="c0", below=False))
    assert len(apply_edit(less, edit("add", name="New", parent="c7")).hierarchy) == MOST_EDITABLE
    huge = Draft(Hierarchy.from_edges([], [f"c{i}" for i in range(MOST_EDITABLE + 1)]))
    for change in (edit("delete", name="c0", below=False), edit("link", parent="c0", child="c1")):
        with pytest.raises(EditError) as error:
            apply_edit(huge, change)
        assert str(error.value) == (
            "the hierarchy has 5,001 classes; it can be changed up to 5,000, marks and pins always"
        )
    marked = done(huge, edit("mark", name="c3", mark="both"), edit("pin", name="c3", x=0, y=0))
    assert marked.mark("c3") == "both"
    assert marked.hierarchy is huge.hierarchy


# Anything whatsoever

DEEP: list = []
for _ in range(50_000):
    DEEP = [DEEP]

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**400, -(10**400), 10**20, 1e308, math.nan, math.inf, -math.inf, -0.0, 5e-324, 100_000.001]),
    st.floats(),
    st.text(st.characters(), max_size=5),
    st.sampled_from(["Arts", "Music", "Pop", "New", "\ud800", "Pop\udfff", "x" * 10_000, "\u202e", "", "none", "op"]),
    st.sampled_from(HOSTILE_NAMES),
)
keys = st.text(max_size=3) | st.integers() | st.none()
garbage = st.one_of(
    st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3)),
    st.sampled_from([object(), b"Pop", Fraction(1, 3), {"Pop"}, float, (1, 2), 1j, len]),
)
VALID = (
    edit("add", name="New", parent="Arts", x=1, y=2),
    edit("unlink", parent="Music", child="Pop"),
    edit("delete", name="Music", below=True),
    edit("pin", name="Pop", x=1, y=2),
    edit("unpin", name="Pop"),
    edit("tidy"),
    *CHANGES,
)


@st.composite
def nearly_edits(draw) -> dict:
    """An edit that would be fine, with keys missing, added or holding garbage."""
    made = dict(draw(st.sampled_from(VALID)))
    for key in draw(st.lists(st.sampled_from(sorted(made)), max_size=2)):
        made.pop(key, None)
    for key in draw(st.lists(st.sampled_from([*made, "name", "x", "to", "\ud800"]), max_size=2)):
        made[key] = draw(garbage)
    if draw(st.integers(0, 9)) == 0:
        made[draw(keys)] = draw(garbage)
    return made


@settings(max_examples=400)
@given(garbage | nearly_edits())
@pytest.mark.slow
def test_whatever_comes_gives_a_draft_or_a_sentence(anything: object):
    try:
        made = apply_edit(ARTS, anything)
    except EditError as error:
        assert str(error).isprintable()
        assert len(str(error)) < 400
    else:
        assert type(made) is Draft
        assert read_case(write_case(made)) == made


# Many edits, against a model of plain sets and lists that knows nothing of the real code


@dataclass
class Model:
    """What is drawn, and what an edit does to it, written the slow and plain way."""

    classes: list[str]
    edges: dict[tuple[str, str], Fraction]
    marks: dict[str, set[str]]  # by the fields' names: true, predicted, artificial
    pins: dict[str, tuple[float, float]]
    carried: dict[str, Any] = field(default_factory=dict)
    dropped: bool = False

    @classmethod
    def of(cls, draft: Draft) -> "Model":
        return cls(
            list(draft.hierarchy.classes),
            dict(draft.hierarchy.weights),
            {side: set(getattr(draft, side)) for side in ("true", "predicted", "artificial")},
            {c: (x, y) for c, x, y in draft.positions},
            carried(draft),
        )

    def below(self, start: str, without: str | None = None) -> set[str]:
        found = {start} - {without}
        while more := {c for p, c in self.edges if p in found and c != without} - found:
            found |= more
        return found

    def hanging_below_alone(self, name: str) -> set[str]:
        roots = [c for c in self.classes if not any(child == c for _, child in self.edges)]
        elsewhere = set().union(*(self.below(root, without=name) for root in roots)) if roots else set()
        return set(self.classes) - elsewhere

    @staticmethod
    def roots(classes: list[str], edges: dict[tuple[str, str], Fraction]) -> set[str]:
        return set(classes) - {child for _, child in edges}

    def can_be_edge(self, parent: str, child: str) -> bool:
        return parent not in self.below(child) and (parent, child) not in self.edges

    def forget(self, gone: set[str], lost: set[tuple[str, str]]) -> None:
        self.classes = [c for c in self.classes if c not in gone]
        self.edges = {e: w for e, w in self.edges.items() if not gone & set(e)}
        self.marks = {side: names - gone for side, names in self.marks.items()}
        self.pins = {c: point for c, point in self.pins.items() if c not in gone}

        def walks(path: list[str]) -> bool:
            return not gone & set(path) and not lost & set(pairwise(path))

        def left(key: str, value: Any) -> Any:
            if key == "scores":
                return {c: s for c, s in value.items() if c not in gone}
            if key == "probabilities":
                return [row for row in value if (row[0], row[1]) in self.edges]
            if key == "similarity":
                return [row for row in value if not gone & set(row[:2])]
            if key == "neighbours":
                return [rest for row in value if (rest := [c for c in row if c not in gone]) or not row]
            if key in ("order", "ranking"):
                return [c for c in value if c not in gone]
            paths = {c: [p for p in found if walks(p)] for c, found in value.items() if c not in gone}
            return {c: found for c, found in paths.items() if found}

        self.carried = {key: rest for key, value in self.carried.items() if (rest := left(key, value))}

    def apply(self, op: str, **a: Any) -> bool:
        """Makes the edit; whether it can be made."""
        before = (list(self.classes), dict(self.edges), self.marks["true"].copy(), self.marks["predicted"].copy())
        known = set(self.classes)
        if op == "add":
            if a["name"] in known:
                return False
            self.classes.append(a["name"])
            if a["parent"] is not None:
                self.edges[a["parent"], a["name"]] = Fraction(1)
            if "x" in a:
                self.pins[a["name"]] = (a["x"], a["y"])
        elif op == "rename":
            if a["to"] in known - {a["name"]}:
                return False

            def now(c: str) -> str:
                return a["to"] if c == a["name"] else c

            self.classes = list(map(now, self.classes))
            self.edges = {(now(p), now(c)): w for (p, c), w in self.edges.items()}
            self.marks = {side: set(map(now, names)) for side, names in self.marks.items()}
            self.pins = {now(c): point for c, point in self.pins.items()}
            renamed: dict[str, Any] = {}
            for key, value in self.carried.items():
                if key == "scores":
                    renamed[key] = {now(c): s for c, s in value.items()}
                elif key == "probabilities":
                    renamed[key] = [[now(p), now(c), share] for p, c, share in value]
                elif key == "similarity":
                    renamed[key] = sorted([*sorted((now(a), now(b))), alike] for a, b, alike in value)
                elif key == "neighbours":
                    renamed[key] = [sorted(map(now, row)) for row in value]
                elif key in ("order", "ranking"):
                    renamed[key] = list(map(now, value))
                else:
                    renamed[key] = {now(c): [list(map(now, p)) for p in paths] for c, paths in value.items()}
            self.carried = renamed
        elif op == "link":
            if not self.can_be_edge(a["parent"], a["child"]):
                return False
            self.edges[a["parent"], a["child"]] = Fraction(1)
        elif op in ("unlink", "reparent"):
            old = (a["parent"], a["child"])
            if old not in self.edges:
                return False
            if op == "unlink":
                del self.edges[old]
            elif a["to"] != a["parent"]:
                if not self.can_be_edge(a["to"], a["child"]):
                    return False
                self.edges = {(a["to"], e[1]) if e == old else e: w for e, w in self.edges.items()}
            if old not in self.edges:
                self.forget(set(), {old})
        elif op == "delete":
            self.forget(self.hanging_below_alone(a["name"]) if a["below"] else {a["name"]}, set())
        elif op == "mark":
            for side in ("true", "predicted"):
                (set.add if a["mark"] in (side, "both") else set.discard)(self.marks[side], a["name"])
        elif op == "pin":
            self.pins[a["name"]] = (a["x"], a["y"])
        elif op == "unpin":
            self.pins.pop(a["name"], None)
        else:
            self.pins = {}
        if under := self.roots(before[0], before[1]) & set(self.classes) - self.roots(self.classes, self.edges):
            paths = {
                c: [p for p in found if p and p[0] not in under] for c, found in self.carried.get("paths", {}).items()
            }
            if self.carried.get("paths"):
                self.carried["paths"] = {c: found for c, found in paths.items() if found}
                self.carried = {key: value for key, value in self.carried.items() if value or key != "paths"}
        after = (self.classes, self.edges, self.marks["true"], self.marks["predicted"])
        self.dropped |= before != after
        return True

    def agrees(self, draft: Draft) -> None:
        assert draft.hierarchy.classes == tuple(self.classes)
        assert list(draft.hierarchy.weights.items()) == list(self.edges.items())
        assert {side: set(getattr(draft, side)) for side in self.marks} == self.marks
        assert draft.positions == tuple((c, x, y) for c, (x, y) in self.pins.items())
        assert carried(draft) == self.carried


coordinates = st.integers(-10_000_000, 10_000_000).map(lambda n: n / 100)
marks = st.sampled_from(["none", "true", "predicted", "both"])


@settings(max_examples=times(25, 600))
@given(drafts() | st.just(EMPTY), st.data())
@pytest.mark.slow
def test_edits_do_what_the_model_does(draft: Draft, data: st.DataObject):
    model, start = Model.of(draft), draft
    for _ in range(data.draw(st.integers(1, 12))):
        present = draft.hierarchy.classes
        known = st.sampled_from(present) if present else st.nothing()
        names = class_names | known
        a_mark = st.fixed_dictionaries({"op": st.just("mark"), "name": known, "mark": marks})
        parents: dict[str, Any] = {"parent": st.none() | known}
        choices = [
            st.fixed_dictionaries({"op": st.just("add"), "name": names, **parents}),
            st.fixed_dictionaries({"op": st.just("add"), "name": names, **parents, "x": coordinates, "y": coordinates}),
            st.just(edit("tidy")),
        ]
        if present:
            pairs = st.sampled_from(draft.hierarchy.edges) if draft.hierarchy.edges else st.tuples(known, known)
            choices += [
                st.fixed_dictionaries({"op": st.just("rename"), "name": known, "to": names}),
                st.fixed_dictionaries({"op": st.just("link"), "parent": known, "child": known}),
                st.builds(lambda pair: edit("link", parent=pair[1], child=pair[0]), pairs),
                st.builds(lambda pair: edit("unlink", parent=pair[0], child=pair[1]), pairs),
                st.fixed_dictionaries({"op": st.just("unlink"), "parent": known, "child": known}),
                st.builds(lambda pair, to: edit("reparent", parent=pair[0], child=pair[1], to=to), pairs, known),
                st.fixed_dictionaries({"op": st.just("delete"), "name": known, "below": st.booleans()}),
                a_mark,
                a_mark,
                st.fixed_dictionaries({"op": st.just("pin"), "name": known, "x": coordinates, "y": coordinates}),
                st.fixed_dictionaries({"op": st.just("unpin"), "name": known}),
            ]
        one = data.draw(st.one_of(choices))
        before = draft
        fine = model.apply(**one)
        try:
            draft = apply_edit(before, one)
        except EditError:
            assert not fine
        else:
            assert fine
            assert type(draft) is Draft
            assert (draft is before) == (draft == before)
        model.agrees(draft)
        assert read_case(write_case(draft)) == draft
    said = ("", "", ()) if model.dropped else (start.source, start.note, start.published)
    assert (draft.source, draft.note, draft.published) == said
    assert (draft.name, draft.measures) == (start.name, start.measures)


@given(hierarchies())
def test_what_hangs_below_a_class_alone_is_out_of_reach_without_it(h: Hierarchy):
    model = Model(list(h.classes), dict(h.weights), {}, {})
    for c in h.classes:
        assert exclusive_below(h, c) == model.hanging_below_alone(c)
    with pytest.raises(HierviewError, match="is not in the hierarchy"):
        exclusive_below(h, "nobody here")


# A retyped text


@given(drafts())
def test_a_text_of_hierarchy_and_marks_changes_nothing(draft: Draft):
    bare = Draft(Hierarchy.from_edges(draft.hierarchy.edges, draft.hierarchy.classes), draft.true, draft.predicted)
    assert with_untyped_parts(draft, bare) is draft
    text = Draft(draft.hierarchy, draft.true, draft.predicted)
    assert with_untyped_parts(draft, text, holds_weights=True) is draft


def test_another_order_is_no_change_and_what_is_new_comes_last():
    turned = Hierarchy.from_edges(reversed(ARTS.hierarchy.edges), ["Alone"])
    assert with_untyped_parts(ARTS, Draft(turned, ARTS.true, ARTS.predicted)) is ARTS
    more = Hierarchy.from_edges([("Arts", "New"), *reversed(ARTS.hierarchy.edges)], ["Alone"])
    after = with_untyped_parts(ARTS, Draft(more, ARTS.true, ARTS.predicted)).hierarchy
    assert after.classes == (*ARTS.hierarchy.classes, "New")
    assert after.edges == (*ARTS.hierarchy.edges, ("Arts", "New"))


def test_other_marks_keep_all_but_what_was_printed():
    after = with_untyped_parts(ARTS, Draft(ARTS.hierarchy, frozenset({"Music"}), ARTS.predicted))
    assert after == replace(ARTS, true=frozenset({"Music"}), published=(), source="", note="")


def test_a_class_with_another_name_at_the_same_place_was_renamed():
    draft = carrying(ARTS, scores={"Arts": 1, "Pop": 0.5}, probabilities=[["Arts", "Music", 0.5]])
    for name in ("Arts", "Music", "Pop"):
        typed = apply_edit(Draft(ARTS.hierarchy, ARTS.true, ARTS.predicted), edit("rename", name=name, to="Typed"))
        assert with_untyped_parts(draft, typed) == apply_edit(draft, edit("rename", name=name, to="Typed"))


def test_classes_that_came_elsewhere_or_several_at_one_place_are_new():
    h = Hierarchy.from_edges(
        [("Arts", "Theater"), ("Arts", "Music"), ("Music", "Rock"), ("Theater", "Play")], ["Alone"]
    )
    after = with_untyped_parts(ARTS, Draft(h, frozenset(), frozenset({"Play"})))
    assert after.positions == (("Arts", 3.0, 4.0),)
    assert after.artificial == {"Arts"}
    assert (after.true, after.predicted, after.name) == (frozenset(), {"Play"}, "Songs")
    h = Hierarchy.from_edges([("Arts", "Theater"), ("Arts", "Music"), ("Music", "Jazz"), ("Music", "Blues")], ["Alone"])
    assert with_untyped_parts(ARTS, Draft(h)).positions == (("Arts", 3.0, 4.0),)


def test_weights_stay_where_the_text_says_nothing_of_them():
    edges = [("Arts", "Music", "0.5"), ("Music", "Pop", "0.25"), ("Arts", "Play")]
    before = Draft(Hierarchy.from_edges(edges))
    renamed = Draft(Hierarchy.from_edges([("Arts", "Songs"), ("Songs", "Pop"), ("Arts", "Play")]))
    assert list(with_untyped_parts(before, renamed).hierarchy.weights.values()) == [Fraction(1, 2), Fraction(1, 4), 1]
    less = Draft(Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")]))
    assert list(with_untyped_parts(before, less).hierarchy.weights.values()) == [Fraction(1, 2), Fraction(1, 4), 1]
    assert list(with_untyped_parts(before, less, holds_weights=True).hierarchy.weights.values()) == [1, 1, 1]
    other = Draft(Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop", 3)]))
    assert with_untyped_parts(before, other).hierarchy == other.hierarchy


def test_what_a_text_no_longer_holds_goes():
    draft = carrying(RADIO, paths=PATHS, scores={"Rock": 1})
    edges = [("Arts", "Theater"), ("Arts", "Music"), ("Arts", "Pop"), ("Radio", "Pop")]
    h = Hierarchy.from_edges(edges, ["Alone"])
    after = with_untyped_parts(draft, Draft(h, frozenset({"Pop"})))
    assert carried(after) == {"paths": {"Pop": [["Radio", "Pop"]], "Theater": [["Arts", "Theater"]]}}
    assert read_case(write_case(after)) == after


@given(drafts(), drafts())
def test_any_text_after_any_draft_is_a_draft(before: Draft, after: Draft):
    made = with_untyped_parts(before, after)
    assert type(made) is Draft
    assert read_case(write_case(made)) == made
    assert set(made.hierarchy.classes) == set(after.hierarchy.classes)
    assert made.name == before.name
    assert (made.true, made.predicted) == (after.true, after.predicted)
    assert set(made.hierarchy.edges) == set(after.hierarchy.edges)
