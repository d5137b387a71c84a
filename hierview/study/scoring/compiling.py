"""Compiles what usual studies need, for later processes: `python -m hierview.study.scoring.compiling`."""

from __future__ import annotations

import os
from contextlib import suppress

from ..inputs.example import example
from ..inputs.words import BLANK, TAB, linked, scanned
from ..tasks import USUAL
from .compiled import all_compiled


def main() -> None:
    """Score the example, and read a line of each ordinary kind; the machine code stays in the user's folder."""
    with suppress(OSError):
        os.nice(15)
    linked(b"0 1\n", BLANK)
    linked(b"a\tb\n", TAB)
    scanned(b"a b\n")
    scanned(b"1\ta|b\n", 0, ord("|"))
    example().score(list(USUAL))
    all_compiled()


if __name__ == "__main__":
    main()
