"""Paths of hierview's own files: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def place(name: str) -> Path:
    """The path of `app.py`, `cases` or another top-level file, wherever this hierview is installed."""
    inside = _PACKAGE / "_data" / name
    return inside if inside.exists() else _PACKAGE.parent / name
