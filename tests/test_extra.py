"""What a case may carry beside its marks: read once, exact as far as a double prints, whole or gone."""

from __future__ import annotations

import json
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hierview import Hierarchy, HierviewError
from hierview.model.carried import MOST_NUMBER, decimal_number
from hierview.model.extra import KINDS, Extra
from tests.each import each
from tests.samples import Draft, drafts

H = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop")])


@each(
    "given, read",
    [
        (0.1, Fraction(1, 10)),
        (Decimal("0.123456789012345"), Fraction("0.123456789012345")),
        (3, 3),
        (Fraction(1, 4), Fraction(1, 4)),
        (Decimal("0.99999999999999999999"), 1),
        (1e-20, Fraction(1, 10**20)),
        (MOST_NUMBER, MOST_NUMBER),
        (MOST_NUMBER + 1, None),
        (1e-21, None),
        (10**400, None),
        (float("inf"), None),
        (Decimal("sNaN"), None),
        (True, None),
    ],
)
def test_numbers_are_decimals_of_a_double(given: Any, read: Any):
    assert decimal_number(given) == read


@given(drafts())
def test_a_carried_thing_is_read_back_from_its_texts(draft: Draft):
    content = {key: json.loads(text) for key, text in draft.extra.texts()}
    assert tuple(content) == draft.extra.kinds
    again = Extra.of(draft.hierarchy, **content)
    assert again == draft.extra
    assert hash(again) == hash(draft.extra)
    copied = pickle.loads(pickle.dumps(draft.extra))
    assert copied == draft.extra
    assert "_hash" not in vars(copied)
    assert draft.extra.for_hierarchy(draft.hierarchy) == draft.extra
    assert not draft.extra.lost_in(again)


@given(drafts(), st.data())
def test_what_is_left_on_another_hierarchy_fits_it(draft: Draft, data: st.DataObject):
    kept = data.draw(st.sets(st.sampled_from(draft.hierarchy.classes)))
    h = draft.hierarchy.restricted(kept)
    for left in (draft.extra.for_hierarchy(h), draft.extra.for_cut_hierarchy(h)):
        assert Extra.of(h, **{key: json.loads(text) for key, text in left.texts()}) == left


_json = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.decimals() | st.sampled_from(["Arts", "Music", "Pop"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["Music", "average", "rows"]), inner),
    max_leaves=10,
)


@given(st.sampled_from(KINDS), _json)
def test_anything_is_read_or_told(key: str, value: Any):
    try:
        extra = Extra.of(H, **{key: value})
    except HierviewError as error:
        assert str(error).startswith(key)
        assert str(error).isprintable()
    else:
        assert Extra.of(H, **{key: json.loads(text) for key, text in extra.texts()}) == extra
