"""Words of plain text as whole numbers: text in bytes, lines of words, and no object for each of them.

Only ordinary text is taken. Whatever is odd (a control character, a row of other columns, an id that comes twice) is
left to whoever reads with care and says what is wrong, in which line.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..scoring.compiled import compiled
from ..scoring.numbered import Ints, Longs

Bytes = npt.NDArray[np.uint8]

ODD, FULL = -1, -2
ROOM = 1 << 15  # different words that are expected at first
MOST_PROBES = 200  # looks at other words before the text counts as made to be slow
TAB, NEWLINE, RETURN, BLANK = 9, 10, 13, 32
_FACTOR, _MASK, _MARK = 1_000_003, (1 << 48) - 1, (1 << 31) - 1


class WordTable(NamedTuple):
    """Different words by code, from 0 on, as they come.

    places: by word, one beside the other for they are looked at together: where it stands first, where it ends there,
    a hash of its bytes, and in which row it came last, from 1 on.  slots: a hash table of code + 1, 0 where free, at
    least twice as long.
    """

    places: Ints
    slots: Ints


BEGIN, END, HASH, ROW = range(4)  # the columns of `places`


def empty_word_table(words: int) -> WordTable:
    """An empty table with room for a number of different words."""
    return WordTable(np.zeros((words, 4), np.int32), np.zeros(1 << (2 * words).bit_length(), np.int32))


@compiled
def _same_bytes(data: Bytes, begin: int, end: int, other: int, other_end: int) -> bool:
    """Whether the same bytes stand in both stretches."""
    if end - begin != other_end - other:
        return False
    for i in range(end - begin):  # noqa: SIM110
        if data[begin + i] != data[other + i]:
            return False
    return True


@compiled
def word_code(data: Bytes, begin: int, end: int, words: WordTable, count: int) -> int:
    """The code of the word there, `count` where it is a new one; FULL where there is no room, ODD after long search."""
    whole_hash = 0
    for i in range(begin, end):
        whole_hash = ((whole_hash ^ data[i]) * _FACTOR) & _MASK
    last = len(words.slots) - 1
    slot, mark = (whole_hash ^ (whole_hash >> 20)) & last, whole_hash & _MARK
    for _ in range(MOST_PROBES):
        code = words.slots[slot] - 1
        if code < 0:
            if count == len(words.places):
                return FULL
            words.places[count, BEGIN], words.places[count, END], words.places[count, HASH] = begin, end, mark
            words.slots[slot] = count + 1
            return count
        if words.places[code, HASH] == mark and _same_bytes(
            data, words.places[code, BEGIN], words.places[code, END], begin, end
        ):
            return code
        slot = (slot + 1) & last
    return ODD


@compiled
def _add_word(
    data: Bytes, begin: int, end: int, words: WordTable, count: int, row: int, codes: Ints, used: int
) -> tuple[int, int]:
    """Puts the word there behind the `used` codes unless its row has it; returns how many words and codes there are."""
    code = word_code(data, begin, end, words, count)
    if code < 0:
        return code, used
    if words.places[code, ROW] != row + 1:
        words.places[code, ROW] = row + 1
        codes[used] = code
        used += 1
    return max(count, code + 1), used


@compiled
def split_lines(data: Bytes, words: WordTable, starts: Longs, codes: Ints) -> tuple[int, int, int]:
    """Words parted by blanks, line by line: row i has `codes[starts[i]:starts[i + 1]]`, none twice.

    Returns how many rows and different words there are (or ODD, or FULL), and how often one came again in its row.
    """
    rows, count, used, doubled = 0, 0, 0, 0
    i, size = 0, len(data)
    while i < size:
        while i < size and data[i] != NEWLINE:
            if data[i] in (BLANK, TAB, RETURN):
                i += 1
                continue
            begin = i
            while i < size and data[i] > BLANK:
                i += 1
            if i == begin:
                return ODD, 0, 0
            count, now = _add_word(data, begin, i, words, count, rows, codes, used)
            if count < 0:
                return count, 0, 0
            doubled += now == used
            used = now
        i += 1
        rows += 1
        starts[rows] = used
    return rows, count, doubled


@compiled
def _without_blanks(data: Bytes, begin: int, end: int) -> tuple[int, int]:
    """A stretch of text without the blanks around it."""
    while begin < end and data[begin] == BLANK:
        begin += 1
    while end > begin and data[end - 1] == BLANK:
        end -= 1
    return begin, end


@compiled
def _id_end(data: Bytes, begin: int) -> int:
    """The place of the tab that ends the id; ODD where there is none."""
    i = begin
    while i < len(data) and data[i] >= BLANK:
        i += 1
    return i if i < len(data) and data[i] == TAB else ODD


@compiled
def split_columns(
    data: Bytes, first_byte: int, joiner: int, ids: WordTable, words: WordTable, starts: Longs, codes: Ints
) -> tuple[int, int, int]:
    """Rows of an id, a tab, and words with `joiner` (a byte, or -1) between them, from byte `first_byte` on.

    Returns as `split_lines` does; the ids are those of `ids`, by row.
    """
    rows, count, used, doubled = 0, 0, 0, 0
    i, size = first_byte, len(data)
    while i < size:
        end = _id_end(data, i)
        begin, bare = _without_blanks(data, i, end)
        if end == ODD or begin == bare or word_code(data, begin, bare, ids, rows) != rows:
            return ODD, 0, 0
        i = end
        more = True
        while more:
            i += 1
            begin = i
            while i < size and data[i] >= BLANK and data[i] != joiner:
                i += 1
            more = i < size and data[i] == joiner
            begin, bare = _without_blanks(data, begin, i)
            if begin == bare:
                continue
            count, now = _add_word(data, begin, bare, words, count, rows, codes, used)
            if count < 0:
                return count, 0, 0
            doubled += now == used
            used = now
        if i < size and data[i] == RETURN:
            i += 1
        if i < size and data[i] != NEWLINE:
            return ODD, 0, 0
        i += 1
        rows += 1
        starts[rows] = used
    return rows, count, doubled


class ScannedText(NamedTuple):
    """Text taken apart: row i has the words with `codes[starts[i]:starts[i + 1]]`, none twice.

    ids: of the rows, where they have some.  doubled: how often a word came again in its row.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    starts: Longs
    codes: Ints
    doubled: int


def split_labels(data: bytes, first_byte: int = 0, joiner: int | None = None) -> ScannedText | None:
    """The lines of words in UTF-8 text, or where a joiner is given (a byte, -1 for none) its rows of id and words.

    None where anything is odd.
    """
    content = np.frombuffer(data, np.uint8)
    most = data.count(b"\n") + 1
    starts, codes = np.zeros(most + 1, np.int64), np.empty(len(data) // 2 + 1, np.int32)
    ids = empty_word_table(0 if joiner is None else most)
    room, rows, count, doubled = ROOM, FULL, 0, 0
    while rows == FULL:
        words = empty_word_table(room)
        if joiner is None:
            rows, count, doubled = split_lines(content, words, starts, codes)
        else:
            ids.slots.fill(0)
            rows, count, doubled = split_columns(content, first_byte, joiner, ids, words, starts, codes)
        room *= 4
    if rows == ODD:
        return None
    starts = starts[: rows + 1].copy()
    own = () if joiner is None else _word_texts(content, ids, rows)
    return ScannedText(own, _word_texts(content, words, count), starts, codes[: starts[-1]].copy(), doubled)


@compiled
def _copy_words(data: Bytes, words: WordTable, count: int, out: Bytes) -> None:
    """Writes the words one after the other, a line for each."""
    at = 0
    for k in range(count):
        for i in range(words.places[k, BEGIN], words.places[k, END]):
            out[at] = data[i]
            at += 1
        out[at] = NEWLINE
        at += 1


def _word_lengths(words: WordTable, count: int) -> Ints:
    return words.places[:count, END] - words.places[:count, BEGIN]


def _word_texts(content: Bytes, words: WordTable, count: int) -> tuple[str, ...]:
    """The words as texts, none of which holds the end of a line: so the lines of them part faster than each is cut."""
    if not count:
        return ()
    lines = np.empty(int(_word_lengths(words, count).sum(dtype=np.int64)) + count, np.uint8)
    _copy_words(content, words, count, lines)
    return tuple(lines[:-1].tobytes().decode().split("\n"))
