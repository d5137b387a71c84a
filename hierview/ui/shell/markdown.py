"""Names in widget labels: Streamlit reads Markdown there, so what others wrote is made inert first."""

from __future__ import annotations

import re


def inert_markdown(text: str) -> str:
    """`text` as Markdown that shows just this text: no picture, link, icon, colour or formula."""
    escaped = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", " ".join(text.split()))
    # Shortcodes and addresses are found again after escaping; an invisible joiner breaks them up.
    return escaped.replace("\\:", "\\:\u2060").replace("www", "w\u2060ww").replace("\\@", "\\@\u2060")
