"""Functions that run in a page, each in a file of its own beside this one."""

from pathlib import Path


def javascript(name: str) -> str:
    return Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8")
