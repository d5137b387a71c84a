"""Names of classes: as the lines of a label, which the editor's geometry.js breaks at the same places, and in code."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

LINE, NARROW_LINE = 18, 12  # characters that a line should have at most; where room is scarce
MOST_LINES = 3
_BEHIND = "-\u2010\u2013/_"  # a line may end behind these hyphens and the like


@lru_cache(maxsize=4096)
def label_lines(name: str, most: int = LINE) -> tuple[str, ...]:
    """The name on up to three lines, balanced, of up to `most` characters where it can be broken so.

    It is broken at blanks, behind hyphens and before capitals within a word; a word that no line holds is hyphenated,
    and only what three lines cannot hold is cut.

    >>> label_lines("Lower respiratory tract disease")
    ('Lower respiratory', 'tract disease')
    >>> label_lines("protein-RNAComplexAssembly")
    ('protein-RNA', 'ComplexAssembly')
    """
    if len(name) <= most:
        return (name,)
    pieces, wide = _name_pieces(name), most + most // 2
    if len(name) <= MOST_LINES * (wide + 1):
        ways = [lines for count in range(2, MOST_LINES + 1) if (lines := _balanced_lines(pieces, count))]
        fitting = [lines for lines in ways if _longest_length(lines) <= most]
        best = fitting[0] if fitting else min(ways, key=_longest_length, default=(name,))
        if _longest_length(best) <= wide:
            return best
    lines = _filled_lines(pieces, wide)
    return lines if most >= LINE or not lines[-1].endswith("…") else label_lines(name)


def _longest_length(lines: Sequence[str]) -> int:
    return max(map(len, lines))


def _name_pieces(name: str) -> list[str]:
    """The name in pieces between which a line may end."""
    kinds = [unicodedata.category(c) for c in name]

    def ends(i: int) -> bool:
        before, after = name[i - 1], name[i]
        if after == " ":
            return False
        if before == " " or (before in _BEHIND and i > 1):
            return True
        if kinds[i] != "Lu":
            return False
        return kinds[i - 1] == "Ll" or (kinds[i - 1] == "Lu" and i + 1 < len(name) and kinds[i + 1] == "Ll")

    cuts = [0, *(i for i in range(1, len(name)) if ends(i)), len(name)]
    return [name[a:b] for a, b in pairwise(cuts)]


def _balanced_lines(pieces: list[str], count: int) -> tuple[str, ...]:
    """The pieces on so many lines, the longest as short as can be; nothing where there are too few pieces."""
    if len(pieces) < count:
        return ()
    if count == 1:
        return ("".join(pieces).strip(" "),)
    firsts = (("".join(pieces[:i]).strip(" "), i) for i in range(1, len(pieces) - count + 2))
    ways = ((first, *_balanced_lines(pieces[i:], count - 1)) for first, i in firsts)
    return min(ways, key=_longest_length)


def _filled_lines(pieces: list[str], wide: int) -> tuple[str, ...]:
    """The pieces line by line, too long ones hyphenated; what comes after the last line is cut."""
    lines = [""]
    for piece in pieces:
        rest = piece
        if len((lines[-1] + rest).rstrip(" ")) > wide:
            lines.append("")
        while (long := len(rest.rstrip(" "))) > wide:
            part = -(-long // -(-long // (wide - 1)))  # all parts as long as each other
            lines[-1:] = [rest[:part] + "-", ""]
            rest = rest[part:]
        lines[-1] += rest
        if len(lines) > MOST_LINES + 1:
            break
    lines = [line.strip(" ") for line in lines if line.strip(" ")]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], lines[MOST_LINES - 1][: wide - 1].rstrip(" -") + "…"]
    return tuple(lines)


# As names in code: safe everywhere, each once, and still read

_LONGEST_IDENTIFIER = 40


class ReadableIds:
    """Names that are given once each, of small letters, digits and hyphens."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def new_id(self, text: str, panel: str = "") -> str:
        """A name for the text, that begins with the panel's letter where there is one.

        >>> names = ReadableIds()
        >>> [names.new_id(text) for text in ("Beat Music", "beat-music", "Žižkov & co.", "897", "音")]
        ['beat-music', 'beat-music-2', 'zizkov-co', 'class-897', 'class']
        >>> names.new_id("A", "(b)")
        'b-a'
        """
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
        slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_IDENTIFIER].strip("-")
        letter = re.sub(r"[^a-z]", "", panel)
        base = f"{letter}-{slug or 'class'}" if letter else slug if slug[:1].isalpha() else f"class-{slug}".strip("-")
        name, n = base, 1
        while name in self._given:
            n += 1
            name = f"{base}-{n}"
        self._given.add(name)
        return name
