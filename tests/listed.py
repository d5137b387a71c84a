"""Tables and sample files of tests/data, as the tests read them."""

import re
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def rows(name: str) -> list[tuple[str, ...]]:
    r"""The rows of a table below its heading; \n, \t, \r, \\ and \u with four digits stand for the sign named.

    Cells at the end of a row that hold nothing may be left out.
    """
    heading, *lines = (DATA / name).read_text(encoding="utf-8").split("\n")
    columns = heading.count("\t")
    return [tuple(map(_signs, (line + "\t" * (columns - line.count("\t"))).split("\t"))) for line in lines if line]


def _signs(cell: str) -> str:
    return re.sub(r"\\(u(\w{4})|.)", lambda m: chr(int(m[2], 16)) if m[2] else _SIGNS[m[1]], cell)


def files(folder: str) -> dict[str, bytes]:
    """What the files of a folder hold, by name."""
    return {path.name: path.read_bytes() for path in sorted((DATA / folder).iterdir())}
