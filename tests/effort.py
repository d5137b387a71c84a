"""How much a search tries: what `make test` has time for, or, with HIERVIEW_SEARCH=large, what `make test-all` has.

In `make quick`, which leaves the longest out, hypothesis tries fewer examples, and of what is said of a case a sixth
is read; what counts here is as in `make test`.
"""

import os
import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

SIZES = ("quick", "usual", "large")
SEARCH = os.environ.get("HIERVIEW_SEARCH", "usual")

if SEARCH not in SIZES:
    raise ValueError(f"HIERVIEW_SEARCH={SEARCH!r} is not accepted; {' or '.join(SIZES)} is")


def times(usual: int, large: int) -> int:
    """The number that counts in this run: of random cases, of classes up to which all hierarchies are tried."""
    return large if SEARCH == "large" else usual


Form = TypeVar("Form")


def sampled(things: Iterable[Form], usual: int, seed: int = 0) -> list[Form]:
    """So many of the things, drawn by a seed and in their order; in `make test-all` all of them."""
    listed = list(things)
    if SEARCH == "large" or usual >= len(listed):
        return listed
    return [listed[i] for i in sorted(random.Random(seed).sample(range(len(listed)), usual))]


def in_turn(forms: Sequence[Form], turn: int) -> Sequence[Form]:
    """The forms in which one of many things is tried: the one whose turn it is, or, in `make test-all`, all."""
    return forms if SEARCH == "large" else (forms[turn % len(forms)],)
