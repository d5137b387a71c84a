"""The lesson that one begins with: small, whole, and free of faults."""

from pathlib import Path

# Braces are doubled, but for those of {title}.
TEMPLATE = Path(__file__).with_suffix(".md").read_text(encoding="utf-8")
