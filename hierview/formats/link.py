"""The link: a case, or anything else that is plain JSON, as URL-safe text.

A version character, then base64url without padding of the raw deflate of JSON without spaces, keys in their order.
Reading is strict and capped at every stage, for a link may come from anybody.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any

from ..errors import HierviewError, LinkError
from ..model.case import Draft
from .casefile import draft_from, write_case
from .fields import DEEPEST, nesting_depth

VERSION = "A"  # no preset's name starts like this
LONGEST_LINK = 120_000  # characters
LARGEST_CONTENT = 2_000_000  # bytes, once inflated

_ALPHABET = re.compile(r"[A-Za-z0-9_-]*", re.ASCII)


def pack_content(content: Mapping[str, Any]) -> str:
    """Plain JSON content as text that a link can hold. Raises LinkError where it is too large for one."""
    try:
        data = _json_bytes(content)
    except (TypeError, ValueError, RecursionError) as error:
        raise LinkError(f"a link holds plain JSON only ({error})") from None
    if nesting_depth(content) > DEEPEST:
        raise LinkError(f"the content is nested too deeply for a link; at most {DEEPEST} levels are accepted")
    if len(data) > LARGEST_CONTENT:
        raise LinkError(f"{len(data):,} bytes are too many for a link; at most {LARGEST_CONTENT:,} are accepted")
    deflate = zlib.compressobj(9, wbits=-15)
    packed = deflate.compress(data) + deflate.flush()
    text = VERSION + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    if len(text) > LONGEST_LINK:
        raise LinkError(f"a link of {len(text):,} characters is too long; at most {LONGEST_LINK:,} are accepted")
    return text


def unpack_content(text: str) -> dict[str, Any]:
    """The content that `pack_content` made this text of. Raises LinkError for anything else."""
    if not isinstance(text, str) or not text:
        raise LinkError("the link is empty; copy it anew")
    if len(text) > LONGEST_LINK:
        raise LinkError(f"a link of {len(text):,} characters is too long; at most {LONGEST_LINK:,} are accepted")
    if text[0] != VERSION:
        raise LinkError(f"the link is of another kind than this version opens, whose links start with {VERSION}")
    damaged = LinkError("the link is damaged or cut off; copy all of it")
    if not _ALPHABET.fullmatch(text):
        raise damaged
    inflate = zlib.decompressobj(-15)
    try:
        data = inflate.decompress(base64.urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4)), LARGEST_CONTENT + 1)
    except (binascii.Error, zlib.error):
        raise damaged from None
    if len(data) > LARGEST_CONTENT:
        raise LinkError(f"the link holds too much; at most {LARGEST_CONTENT:,} bytes are accepted")
    if not inflate.eof or inflate.unused_data:
        raise damaged
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        raise damaged from None
    if nesting_depth(content) > DEEPEST:
        raise LinkError(f"the link's content is nested too deeply; at most {DEEPEST} levels are accepted")
    if not isinstance(content, dict) or not _was_packed(content, data):
        raise damaged
    return content


def _was_packed(content: dict[str, Any], data: bytes) -> bool:
    """Whether `pack_content` wrote this: no key twice, no NaN, no half of a character, no number that changes."""
    try:
        return _json_bytes(content) == data
    except ValueError:
        return False


def _json_bytes(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")


def pack_draft(draft: Draft) -> str:
    """The draft as text that a link can hold: all that a case file holds."""
    content = json.loads(write_case(draft))
    # Weights as text: a fraction of large numbers is no JSON number.
    content["edges"] = [[*edge, str(w)] if w != 1 else list(edge) for edge, w in draft.hierarchy.weights.items()]
    return pack_content(content)


def unpack_draft(text: str, most: int | None = None) -> Draft:
    """The draft that `pack_draft` made this text of.

    most: the classes that are accepted; None is any number. Raises LinkError for anything else.
    """
    content = unpack_content(text)
    try:
        return draft_from(content, "the case in the link", most)
    except HierviewError as error:
        raise LinkError(str(error)) from None
