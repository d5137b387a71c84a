"""How much a search tries: what `make test` has time for, or, with HIERVIEW_SEARCH=large, what `make test-all` has."""

import os

SIZES = ("usual", "large")
SEARCH = os.environ.get("HIERVIEW_SEARCH", "usual")

if SEARCH not in SIZES:
    raise ValueError(f"HIERVIEW_SEARCH={SEARCH!r} is not accepted; {' or '.join(SIZES)} is")


def times(usual: int, large: int) -> int:
    """The number that counts in this run: of random cases, of classes up to which all hierarchies are tried."""
    return large if SEARCH == "large" else usual
