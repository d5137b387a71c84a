"""Codes that begin with the code of their parent: which cells are such codes, and what each stands below."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

# A letter alone, or letters and digits with signs between them, and x where a digit is left open.
CODE = re.compile(
    r"(?=[A-Z]\.?$|.*\d)[A-Z0-9][A-Z0-9 .\-–/_]*(?:[x*]*|(?<=\d)[a-z])|[A-Z]?\d+(?:[a-z]\d+)*[a-z]?"
    r"|[a-z]{1,4}(?:[-.]\d+)+",
    re.ASCII,
)
_SIGN = re.compile(r"[.\-/_]")
_TOP = re.compile(r"[A-Z]{2,3}")  # as of countries, where others begin so
_SIGNS = "-. "
_RANGE = re.compile(r"([A-Z]*\d+) ?[-–] ?([A-Z]*\d+)", re.ASCII)
_DECIMAL = re.compile(r"\d+(\.\d+)?")
_DATE = re.compile(r"\d{4}[-/.]\d\d?[-/.]\d\d?.*|\d\d?[./]\d\d?[./]\d{2,4}")
_CHECKED = re.compile(r"(\d{4,})-\d")
_DIGITS = "0123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_MOST_RANGES = 500
_LONGEST = 60  # letters of a code whose beginnings are looked up
# How many digits tell a class of each level, where zeros fill codes up.
_STEPS = ((1, 2, 3, 4, 5, 6, 7, 8), (2, 3, 4, 5, 6, 7, 8), (2, 3, 5, 6), (1, 3, 4), (2, 4, 6, 8, 10), (2, 5, 8))


def are_codes(cells: Sequence[str], rows: int) -> bool:
    """Whether cells of so many rows are codes of a hierarchy: parted by signs, or most begin with another."""
    cells = [cell.strip("()[]") for cell in cells]
    codes = dict.fromkeys(cell for cell in cells if len(cell) < 2000 and (CODE.fullmatch(cell) or _TOP.fullmatch(cell)))
    if all(map(_TOP.fullmatch, codes)):
        return False
    if sum(cell in codes for cell in cells) <= 0.9 * rows or len(codes) < max(2, 0.5 * rows):
        return False
    if all(code.isdecimal() for code in codes):
        numbers = sorted(map(int, codes))
        if numbers[-1] - numbers[0] < 1.5 * len(numbers) and not any(
            code.startswith("0") for code in codes if code != "0"
        ):
            return False  # they only count
    above = codes_above(list(codes))
    if all(map(_DECIMAL.fullmatch, codes)) and sum(above[code] in codes for code in codes) < 0.4 * len(codes):
        return False  # they measure something
    if all(map(_DATE.fullmatch, codes)) or all(code.startswith("0.") or code == "1.0" for code in codes):
        return False
    tops = sum(not parent for parent in above.values())
    return tops <= 0.4 * len(above)


def codes_above(codes: Sequence[str]) -> dict[str, str]:
    """The code that each stands below, "" for one at the top: another that it begins with, or its own without an end.

    Signs between the parts do not count, nor what is left open at the end, zeros that fill a code up, or a check digit
    after a dash; a range such as 31-33 stands above what lies in it. Where parts are counted, as in 1.9 and 1.10, the
    codes above that are not given are made, and stand behind the others.

    >>> codes_above(["A01", "A010", "31-33", "321"])
    {'A01': '', 'A010': 'A01', '31-33': '', '321': '31-33'}
    >>> codes_above(["10000000", "10100000", "10101500"])
    {'10000000': '', '10100000': '10000000', '10101500': '10100000'}
    >>> codes_above(["1", "1.1", "1.2.1"])
    {'1': '', '1.1': '1', '1.2.1': '1.2', '1.2': '1'}
    """
    if chapters := dict.fromkeys(_chapter_codes(codes)):
        rest = codes_above([code for code in codes if code not in chapters])
        above = dict.fromkeys(chapters, "") | rest
        if not any(a in chapters and b in chapters for a, b in pairwise([*codes, codes[0]])):
            last = ""  # the chapter that stands before
            for code in codes:
                last = code if code in chapters else last
                above[code] = above[code] or ("" if code in chapters else last)
        return above
    checked = all(map(_CHECKED.fullmatch, codes))
    parts = checked or any(code.endswith(("-XX", "-xx")) for code in codes)  # are what a dash stands between
    ranges = {code: (span[1], span[2]) for code in codes if not parts and (span := _range_ends(code))}
    bare = {code: code[:-2] if checked else _without_open_end(code).replace(" ", "") or code for code in codes}
    by_text = {text: code for code, text in reversed(bare.items()) if code not in ranges}
    if _parts_count_on([text for code, text in bare.items() if code not in ranges]) and not _is_filled(bare):
        whole = [code for code, text in bare.items() if not _SIGN.search(text)]
        above = {code: _above_by_parts(text, by_text) for code, text in bare.items()}
        if any("_" in code for code in codes) or _numbers_count_on(whole):
            above |= {code: by_text.get(code.rstrip(_DIGITS), "") for code in whole}
            above |= {code: "" for code, parent in above.items() if code == parent}
        elif len(whole) < len(bare):
            above |= codes_above(whole)
    else:
        bare = _without_filling_zeros(_without_signs(bare))
        by_text = {text: code for code, text in reversed(bare.items()) if code not in ranges}
        above = _longest_beginnings(bare, by_text)
    if ranges and len(ranges) <= _MOST_RANGES:
        for code in codes:
            if code in ranges or not above[code]:
                above[code] = _range_of(ranges.get(code) or (bare[code], bare[code]), code, ranges)
    todo = [parent for parent in above.values() if parent and parent not in above]
    for code in todo:
        if code not in above:
            above[code] = _above_by_parts(code, by_text)
            todo += [above[code]] if above[code] else []
    return above


def _chapter_codes(codes: Sequence[str]) -> list[str]:
    """Codes that count chapters and begin no other code: Roman numbers, letters, or numbers beside lettered codes."""
    first = codes[0] if codes else ""
    if first == "I":
        some = [code for code in codes if code and {*code} <= {*_ROMAN}]
        numbers = [*map(_roman_number, some)]
        counted = numbers == sorted({*numbers}) and len(some) < len(codes)
    elif first == "1":
        some = [code for code in codes if code.isdecimal()]
        others = {*codes} - {*some}
        counted = some == sorted(some, key=int) and bool(others) and all(c[0].isalpha() for c in others)
    else:
        some = [code for code in codes if len(code) == 1 and code in _LETTERS]
        counted = first in some and some == sorted(some) and not any(c[0] in some for c in {*codes} - {*some})
    return some if counted and len(some) > 1 else []


def _roman_number(text: str) -> int:
    """The number of a Roman one."""
    values = [_ROMAN[letter] for letter in text]
    return sum(-a if a < b else a for a, b in pairwise([*values, 0]))


def _without_open_end(code: str) -> str:
    """A code without what is left open at its end: stars, two or more x, or signs; by no regex, which takes squares."""
    ends = code.rstrip("*"), code.rstrip("Xx")
    if ends[0] != code:
        return ends[0].rstrip(_SIGNS)
    return (ends[1] if len(code) > len(ends[1]) + 1 else code).rstrip(_SIGNS)


def _longest_beginnings(bare: Mapping[str, str], by_text: Mapping[str, str]) -> dict[str, str]:
    """The longest other text that each begins with; digits that count on are one number."""
    counts_on = _numbers_count_on([*bare.values()])
    above = {}
    for code, text in bare.items():
        most = len(text.rstrip(_DIGITS)) if counts_on and text[-1:].isdecimal() else len(text) - 1
        above[code] = next((by_text[text[:n]] for n in range(min(most, _LONGEST), 0, -1) if text[:n] in by_text), "")
    return above


def _numbers_count_on(codes: Sequence[str]) -> bool:
    """Whether letters stand before numbers that count on, such as PE1 to PE11, so that none begins another."""
    numbers: dict[str, set[str]] = {}
    for code in codes:
        letters = code.rstrip(_DIGITS)
        if not letters or (letters != code and code[len(letters)] == "0"):
            return False
        numbers.setdefault(letters, set()).update({code[len(letters) :]} - {""})
    on = [one for one in numbers.values() if len({*map(len, one)}) > 1]
    return bool(on) and all(len(one) >= 0.95 * max(map(int, one)) for one in on)


def _range_ends(code: str) -> re.Match[str] | None:
    """The ends of a range, both of one length, and the first the smaller one."""
    span = _RANGE.fullmatch(code)
    return span if span and len(span[1]) == len(span[2]) and span[1] < span[2] and len(span[1]) < 6 else None


def _range_of(ends: tuple[str, str], code: str, ranges: Mapping[str, tuple[str, str]]) -> str:
    """The narrowest other range that holds both ends."""
    over = [
        (first, last, other)
        for other, (first, last) in ranges.items()
        if other != code and first <= ends[0][: len(first)] and ends[1][: len(last)] <= last and ends != (first, last)
    ]
    return max(over, key=lambda one: (one[0], [-ord(letter) for letter in one[1]]))[2] if over else ""


def _parts_count_on(codes: Sequence[str]) -> bool:
    """Whether signs part codes, and numbers between them are counted from 1, or have one length everywhere."""
    parted = [code for code in codes if _SIGN.search(code)]
    if any("_" in code for code in parted):
        return True
    if len(parted) < 0.3 * len(codes) or not parted:
        return False
    below: dict[str, list[str]] = {}
    whole = set(codes)
    for code in parted:
        parent = _without_last(code)
        below.setdefault(parent, []).append(code[len(parent) + 1 :])
    below_one = sum(len(parts) for parent, parts in below.items() if parent in whole)
    if below_one < 0.5 * len(parted) and sum(not _SIGN.search(code) for code in codes):
        return False
    numbers = [[part.rstrip(_LETTERS) for part in parts] for parts in below.values()]
    mixed = [parts for parts in numbers if len({*map(len, parts)}) > 1 and all(map(str.isdecimal, parts))]
    # Numbers are no counts where many are left out, or where 0 stands first: 010.00 stands below 010.0.
    decimal = [max(map(int, parts)) > 2 * len(parts) or any(p[0] == "0" < p for p in parts) for parts in mixed]
    return sum(decimal) <= 0.5 * len(mixed)


def _above_by_parts(code: str, by_text: Mapping[str, str]) -> str:
    """The code without its last part; without letters and digits that end the only one, where there is one so."""
    parent = _without_last(code)
    if parent:
        return by_text.get(parent, parent)
    return next((by_text[code[:n]] for n in range(min(len(code) - 1, _LONGEST), 0, -1) if code[:n] in by_text), "")


def _without_last(code: str) -> str:
    """The code without its last part; "" where it has one."""
    signs = list(_SIGN.finditer(code[:2000]))
    return code[: signs[-1].start()] if signs else ""


def _without_signs(bare: Mapping[str, str]) -> dict[str, str]:
    return {code: re.sub(r"[^0-9A-Za-z]", "", text) for code, text in bare.items()}


def _is_filled(bare: Mapping[str, str]) -> bool:
    """Whether zeros fill codes with signs up to one length, as in 11-1010: most stand below another then."""
    if len({*map(len, bare.values())}) > 1:
        return False
    plain = _without_signs(bare)
    ends = {*_without_filling_zeros(plain).values()}
    below = sum(any(text[:n] in ends for n in range(1, min(len(text), _LONGEST))) for text in ends)
    return ends != {*plain.values()} and below > 0.5 * len(ends)


def _without_filling_zeros(bare: dict[str, str]) -> dict[str, str]:
    """Codes without the zeros that fill them up to one length, if they are filled."""
    least = min(map(len, bare.values()), default=0)
    whole = {text for text in bare.values() if len(text) == least and text.lstrip(_LETTERS).isdecimal()}
    if least < 3 or sum(text.endswith("0") for text in whole) < 0.25 * len(whole) or len(whole) < 0.3 * len(bare):
        return bare

    letters = {len(text) - len(text.lstrip(_LETTERS)) for text in whole}
    before = letters.pop()
    if letters or least - before < 3 or (before and least - before < 4):
        return bare

    def cut(text: str, steps: Sequence[int]) -> str:
        length = len(text[before:].rstrip("0"))
        if before and not length:
            return text[:before]
        return text[: before + next((step for step in steps if step >= length), len(text))]

    def orphans(steps: Sequence[int]) -> tuple[int, int]:
        ends = {cut(text, steps)[before:] for text in whole} - {""}
        lost = sum(text[: steps[steps.index(len(text)) - 1]] not in ends for text in ends if len(text) in steps[1:])
        return lost, sum(len(text) == steps[0] for text in ends)

    if least == 3:
        return {code: cut(text, (1, 2, 3)) for code, text in bare.items()} if orphans((1, 2, 3))[0] == 0 else bare
    best = min(((*(n for n in steps if n < least - before), least - before) for steps in _STEPS), key=orphans)
    return {code: cut(text, best) if text in whole else text for code, text in bare.items()}
