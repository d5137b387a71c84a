"""Names of classes as names in code: safe everywhere, each once, and still read."""

from __future__ import annotations

import re
import unicodedata

_LONGEST = 40


class SpeakingNames:
    """Names that are given once each, of small letters, digits and hyphens."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, text: str, panel: str = "") -> str:
        """A name for the text, that begins with the panel's letter where there is one.

        >>> names = SpeakingNames()
        >>> [names.of(text) for text in ("Beat Music", "beat-music", "Žižkov & co.", "897", "音")], names.of("A", "(b)")
        (['beat-music', 'beat-music-2', 'zizkov-co', 'class-897', 'class'], 'b-a')
        """
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
        slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-")
        letter = re.sub(r"[^a-z]", "", panel)
        base = f"{letter}-{slug or 'class'}" if letter else slug if slug[:1].isalpha() else f"class-{slug}".strip("-")
        name, n = base, 1
        while name in self._given:
            n += 1
            name = f"{base}-{n}"
        self._given.add(name)
        return name
