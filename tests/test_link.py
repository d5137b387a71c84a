"""The link: exact, short, and closed to everything that nobody packed."""

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview import Draft
from hierview.errors import LinkError
from hierview.formats.link import LONGEST_LINK, pack_content, pack_draft, unpack_content, unpack_draft
from tests.each import each
from tests.samples import drafts, presets, weights
from tests.texts import typed_drafts


def text_of(data: bytes) -> str:
    """A link with this content, made without the code under test."""
    deflate = zlib.compressobj(9, wbits=-15)
    return "A" + base64.urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip("=")


def refused(text, function=unpack_content) -> str:
    with pytest.raises(LinkError) as error:
        function(text)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 500
    return str(error.value)


def test_a_link_is_compact_json_deflated_in_base64url():
    content = {"b": [1, 0.5, None, True], "a": "é <&>", "c": {}}
    assert text_of('{"b":[1,0.5,null,true],"a":"é <&>","c":{}}'.encode()) == pack_content(content)
    assert unpack_content(pack_content(content)) == content
    assert list(unpack_content(pack_content(content))) == ["b", "a", "c"]
    assert pack_content(content).replace("-", "").replace("_", "").isalnum()
    assert pack_content(content).isascii()


def test_links_of_presets_are_exact_and_short():
    for name, case in presets().items():
        text = pack_draft(case)
        assert unpack_draft(text).case() == case, name
        assert len(text) < 800, name


@given(drafts() | typed_drafts(weights=weights))
def test_round_trip(draft: Draft):
    assert unpack_draft(pack_draft(draft)) == draft


_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
_numbers = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
_plain = st.recursive(
    st.none() | st.booleans() | _numbers | _texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_texts, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(_texts, _plain, max_size=4))
def test_any_plain_content_comes_back_or_is_refused(content: dict):
    try:
        text = pack_content(content)
    except LinkError as error:
        assert "nested too deeply" in str(error)
    else:
        assert unpack_content(text) == content


GOOD = pack_content({"a": [1, 2, 3], "b": "Music"})
DAMAGED = "the link is damaged or cut off; copy all of it"
REFUSED = {
    "nothing": ("", "the link is empty"),
    "another version": ("B" + GOOD[1:], "the link is of another kind than this version opens, whose links start w"),
    "cut off": (GOOD[:-3], DAMAGED),
    "only the version": ("A", DAMAGED),
    "padding": (GOOD + "=", DAMAGED),
    "the other base64": (GOOD[:4] + "+/" + GOOD[6:], DAMAGED),
    "too long": ("A" * (LONGEST_LINK + 1), "a link of 120,001 characters is too long; at most 120,000 are accepted"),
    "no JSON": (text_of(b"{"), DAMAGED),
    "a key twice": (text_of(b'{"a":1,"a":2}'), DAMAGED),
    "blanks": (text_of(b'{"a": 1}'), DAMAGED),
    "NaN": (text_of(b'{"a":NaN}'), DAMAGED),
    "half of a character": (text_of(b'{"a":"\\ud800"}'), DAMAGED),
    "Latin-1": (text_of(b'{"a":"\xe9"}'), DAMAGED),
    "deep": (text_of(b'{"a":' + b"[" * 500 + b"]" * 500 + b"}"), "nested too deeply; at most 12 levels are accepted"),
    "a bomb of 20 MB": (text_of(b" " * 20_000_000), "the link holds too much; at most 2,000,000 bytes are accepted"),
}


@each("which", REFUSED)
def test_what_is_refused_and_how(which: str, within):
    text, sentence = REFUSED[which]
    with within(5):
        assert sentence in refused(text)


def test_a_bomb_is_never_inflated():
    """Not even for a moment: memory stays below what it would fill."""
    import tracemalloc

    text = text_of(b"x" * 20_000_000)
    tracemalloc.start()
    refused(text)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_what_no_link_can_hold_is_said_when_it_is_packed():
    with pytest.raises(LinkError, match="characters is too long; at most 120,000 are accepted"):
        pack_content({"a": [zlib.crc32(bytes([i % 256, i // 256])) for i in range(40_000)]})
    with pytest.raises(LinkError, match="2,000,008 bytes are too many for a link; at most 2,000,000 are accepted"):
        pack_content({"a": "x" * 2_000_000})
    for content in ({"a": float("nan")}, {"a": {1, 2}}, {"a": "\ud800"}):
        with pytest.raises(LinkError, match="a link holds plain JSON only"):
            pack_content(content)


LEAST = {"hierview": 1, "edges": [["A", "B"]], "true": ["A"], "predicted": ["B"]}


@each(
    "content, sentence",
    [
        ({}, "the case in the link: the key hierview is missing"),
        (LEAST | {"edges": [["A", "B"], ["B", "A"]]}, "the case in the link: edges[1]: the edges make a cycle"),
        (LEAST | {"name": "\u202e"}, "name: the control character U+202E is not accepted"),
    ],
)
def test_a_link_with_no_case_says_what_is_wrong(content: dict, sentence: str):
    assert sentence in refused(pack_content(content), unpack_draft)
