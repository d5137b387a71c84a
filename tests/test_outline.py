"""The outline: what is written is read again, what cannot be read is said with its line."""

import re
from itertools import pairwise

from hypothesis import given

from hierview import Draft, Hierarchy
from hierview.formats.typed.outline import DEEPEST, losses, read_outline, write_outline
from hierview.model.hierarchy import MOST_EDITABLE
from tests.each import each
from tests.listed import rows
from tests.samples import presets
from tests.texts import names_and_edges, refused, typed_drafts

OUTLINE = """\
Arts
  Music [t]
    Pop
    Rock [p]
  Theater [tp]
alone
"""
DRAFT = Draft(
    Hierarchy(
        ("Arts", "Music", "Pop", "Rock", "Theater", "alone"),
        {("Arts", "Music"): 1, ("Music", "Pop"): 1, ("Music", "Rock"): 1, ("Arts", "Theater"): 1},
    ),
    frozenset({"Music", "Theater"}),
    frozenset({"Rock", "Theater"}),
)


def edges_of(text: str) -> str:
    """The edges between classes of one letter: "AB" from A to B."""
    return " ".join(map("".join, read_outline(text).hierarchy.edges))


def test_an_outline_is_a_hierarchy_with_marks():
    assert read_outline(OUTLINE) == DRAFT
    assert write_outline(DRAFT) == OUTLINE


def test_without_a_line_the_drawing_is_empty():
    for text in ("", "\n", "  \n\t\n", b"", b"\xef\xbb\xbf"):
        assert read_outline(text) == Draft(Hierarchy((), {}))
    assert write_outline(Draft(Hierarchy((), {}))) == ""


@each(
    "text",
    [
        OUTLINE.encode(),
        b"\xef\xbb\xbf" + OUTLINE.encode(),
        "\ufeff" + OUTLINE,
        OUTLINE.replace("\n", "\r\n"),
        OUTLINE.replace("\n", " \t\n"),
        OUTLINE.replace("\n", "\n\n   \n"),
        OUTLINE.replace("  ", "\t"),
        OUTLINE.replace("  ", " "),
        OUTLINE.replace("    ", "\t  \t").replace("\n  ", "\n\t  "),
        "\n".join("   " + line for line in OUTLINE.splitlines()),
        OUTLINE.replace(" [", "  ["),
        OUTLINE.replace(" [", "\t["),
        OUTLINE.replace("[t]", "[T]").replace("[tp]", "[pT]"),
        OUTLINE.replace("[tp]", "[t] [p]"),
        OUTLINE.replace("Rock [p]", '"Rock" [p]').replace("Pop", '"\\u0050op"'),
        re.sub(r"^( *)", r"\1- ", OUTLINE, flags=re.MULTILINE).replace("- Rock", "*\tRock"),
        OUTLINE.rstrip(),
    ],
)
def test_what_people_type_otherwise_is_the_same(text: str | bytes):
    assert read_outline(text) == DRAFT


def test_each_parent_has_its_own_indentation():
    assert edges_of("A\n    B\n      C\n    D\nE\n F\n  G") == "AB BC AD EF FG"


def test_a_class_stands_under_each_of_its_parents():
    """What is below it, and its marks, stand at any of these places."""
    text = "A\n  B\n    D [t]\nC\n  D\n    E\n  B [p]\n    F\nD [p]\n  G\n"
    draft = read_outline(text)
    assert {*edges_of(text).split()} == {"AB", "BD", "CD", "DE", "CB", "BF", "DG"}
    assert (draft.true, draft.predicted) == ({"D"}, {"D", "B"})
    assert write_outline(draft) == "A\n  B [p]\n    D [tp]\n      E\n      G\n    F\nC\n  D\n  B\n"


def test_an_edge_may_be_named_twice():
    assert edges_of("A\n  B\n  B\nA\n  B") == "AB"


@given(typed_drafts())
def test_round_trip(draft: Draft):
    """All but the weights, and with them the order of children under each parent and of the roots."""
    text = write_outline(draft)
    back = read_outline(text)
    h, ours = draft.hierarchy, back.hierarchy
    assert set(ours.classes) == set(h.classes)
    assert set(ours.edges) == set(h.edges)
    assert not ours.weighted
    assert ours.roots == h.roots
    assert all(ours.children(c) == h.children(c) for c in h.classes)
    assert (back.true, back.predicted) == (draft.true, draft.predicted)
    assert write_outline(back) == text == write_outline(draft)
    assert read_outline(text.encode().replace(b"\n", b"\r\n")) == back


def test_a_hierarchy_deeper_than_an_outline_goes_on_at_the_left_margin():
    names = [f"c{i}" for i in range(2 * DEEPEST + 50)]
    h = Hierarchy.from_edges([*pairwise(names), ("top", names[150]), *((names[3], names[i]) for i in (99, 200))])
    text = write_outline(Draft(h, frozenset(names)))
    back = read_outline(text)
    assert names_and_edges(back)[:2] == (set(h.classes), dict(h.weights))
    assert back.true == set(names)
    assert set(back.hierarchy.roots) == set(h.roots) == {"c0", "top"}
    assert max(len(line) - len(line.lstrip()) for line in text.splitlines()) == 2 * (DEEPEST - 1)
    # Deep down c99 is only named, below c3 it is opened: nothing of it is left for the margin.
    assert [line.index("c") // 2 for line in text.splitlines() if line.strip() == "c99 [t]"] == [99]
    assert [line.index("c") // 2 for line in text.splitlines() if line.strip() == "c99"] == [4]
    assert len(text) < 100_000


MANY = "\n".join(f"c{i}" for i in range(MOST_EDITABLE + 1))
REFUSED = {
    "a long name of marks": ("A" + " [t]" * 10_000 + "x", 1, "' has 40002 characters; at most 200 are accepted"),
    "too many marks": ("x" + " [t]" * 1_000, 1, "' has 4001 characters; at most 200 are accepted"),
    "too deep": ("\n".join(" " * i + f"c{i}" for i in range(DEEPEST + 1)), DEEPEST + 1, "more than 100 levels deep"),
    "too many classes": (MANY, MOST_EDITABLE + 1, "class 'c5000' is one too many; at most 5,000 cl"),
}
REFUSED |= {
    what: (text, int(line), said) for form, what, text, line, said in rows("refused_lines.tsv") if form == "outline"
}


@each("which", REFUSED)
def test_what_is_refused_and_where(which: str, within):
    text, line, sentence = REFUSED[which]
    with within(5):
        message, at = refused(read_outline, text)
    assert sentence in message
    assert at == line
    assert line is None or message.startswith(f"line {line:,}: ")


def test_as_deep_and_as_many_as_may_be():
    assert len(read_outline("\n".join(" " * i + f"c{i}" for i in range(DEEPEST))).hierarchy) == DEEPEST
    assert len(read_outline(MANY.rpartition("\n")[0]).hierarchy) == MOST_EDITABLE


def test_losses_are_told():
    assert losses(DRAFT) == ()
    assert losses(presets()["11a"])[-1].startswith("An outline holds no ")
    deep = Draft(Hierarchy(tuple(f"c{i}" for i in range(MOST_EDITABLE + 1)), {}))
    assert losses(deep) == ("It has more than the 5,000 classes that can be opened here again.",)
    wide = Draft(Hierarchy(tuple(f"{i:04}" + "日" * 196 for i in range(MOST_EDITABLE)), {}))
    assert losses(wide) == ("It has more than the 2,000,000 bytes that can be opened here again.",)
