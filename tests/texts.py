"""Names that text formats could misread, drafts of them in any order, and how a text is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from hierview import CaseError, Draft, Hierarchy
from tests.samples import HOSTILE_NAMES, accepted, plain_weights, weighed

AWKWARD_NAMES = (
    *('"', '"quoted"', 'The "Who', "\\", "'", '"' * 200, "[t]", "A [t]", "A [tp]", "A [x]", "[", "[t", "- A"),
    *("-", "-A", "# A", "~A", ">", ": A", "A :", "A > B", "A>B", "A >", "A : 0.5", " A", "A ", "\u00a0A"),
    *("A  B", "|", "A,B", '"A",B', "=1+1", "-1", "parent", "0", "0.5", "null", "{}", "x" * 200, "עברית"),
    *("\u200fA", "日本語", "🏳️\u200d🌈", "e\u0301"),
)


# Short ones of the characters that have a meaning in some format.
_syntax = st.text("ab \"'\\[]tp>:-*+,;|=#\u00a0", min_size=1, max_size=9)
awkward_names = st.one_of(
    st.sampled_from(AWKWARD_NAMES), st.sampled_from(HOSTILE_NAMES), _syntax, st.text(min_size=1, max_size=8)
).filter(accepted)
tidy_names = awkward_names.filter(lambda name: name == name.strip())


@st.composite
def typed_drafts(
    draw, names: st.SearchStrategy[str] = awkward_names, weights: st.SearchStrategy[Fraction] = plain_weights
) -> Draft:
    """A hierarchy with its classes and edges in any order, and marks: empty ones and DAGs among them."""
    found = draw(st.lists(names, max_size=7, unique=True))
    edges = [
        (parent, child)
        for i, child in enumerate(found)
        for parent in draw(st.lists(st.sampled_from(found[:i]), max_size=3, unique=True) if i else st.just([]))
    ]
    h = Hierarchy(tuple(draw(st.permutations(found))), draw(weighed(draw(st.permutations(edges)), weights)))
    marks = st.lists(st.sampled_from(found), max_size=3) if found else st.just([])
    return Draft(h, frozenset(draw(marks)), frozenset(draw(marks)))


def names_and_edges(draft: Draft) -> tuple:
    """What is left of a draft where the order of classes and edges does not count."""
    return set(draft.hierarchy.classes), dict(draft.hierarchy.weights), draft.true, draft.predicted


def refused(
    read: Callable[[bytes | str, str], object], data: bytes | str, origin: str = "a.txt"
) -> tuple[str, int | None]:
    """The sentence with which a reader refuses a text, without the origin, and its line; it can do no harm."""
    with pytest.raises(CaseError) as error:
        read(data, origin)
    message = str(error.value)
    assert message.startswith(f"{origin}: ")
    assert message.isprintable()
    assert len(message) < 500
    return message.removeprefix(f"{origin}: "), error.value.line
