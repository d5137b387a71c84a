"""Study: from the ranking of systems to the instance that explains it."""

from __future__ import annotations

from importlib import import_module


def show() -> None:
    """The page."""
    # Its parts load numba and scipy, which no other page waits for.
    import_module(".one_study", __package__).show()
