"""The papers and people that the measures come from, as BibTeX and in words."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Paper:
    """A paper, or another source."""

    key: str
    """Key of its BibTeX entry."""
    kind: str
    """Kind of its BibTeX entry: article, inproceedings or phdthesis."""
    labels: tuple[str, ...]
    """Names of the paper in a measure's `source`; lists show the first."""
    authors: tuple[str, ...]
    """The authors, each as "Family, Given"."""
    year: int
    """Year in which it appeared."""
    title: str
    """Title, as printed."""
    fields: tuple[tuple[str, str], ...]
    """Further fields of its BibTeX entry, as (name, text)."""

    @property
    def families(self) -> str:
        """The authors' family names."""
        return ", ".join(author.partition(",")[0] for author in self.authors)


def _paper(labels: list[str], authors: list[str], fields: dict[str, str], **more: Any) -> Paper:
    return Paper(labels=tuple(labels), authors=tuple(authors), fields=tuple(fields.items()), **more)


_STORED: list[dict[str, Any]] = json.loads((Path(__file__).parent / "papers.json").read_text(encoding="utf-8"))
PAPERS = tuple(_paper(**entry) for entry in _STORED)


_NO_PAPER = r"by \w|unpublished(?:,|$)"


def citation_parts(source: str) -> tuple[tuple[str, Paper | None, str], ...]:
    """The parts of a measure's `source`: what stands before a paper's label, the paper, and the place in it.

    A part that names no known paper stands in the third place as it is.

    >>> [(before, paper.key, where) for before, paper, where in citation_parts("Sun & Lim 2001; K15 §2.3.2, Figure 4")]
    [('', 'sun2001hierarchical', ''), ('', 'kosmopoulos2015measures', '§2.3.2, Figure 4')]
    """
    return tuple(_citation_part(part.strip()) for part in source.split(";") if part.strip())


def _citation_part(part: str) -> tuple[str, Paper | None, str]:
    labels = [(part.find(label), label, paper) for paper in PAPERS for label in paper.labels if label in part]
    if not labels:
        return "", None, part
    at, label, paper = min(labels, key=lambda hit: hit[0])
    return part[:at].strip(" :"), paper, part[at + len(label) :].strip(" ,")


def sources_without_paper(source: str) -> tuple[str, ...]:
    """The parts of a measure's `source` that need no paper: `by` and a person's name, or `unpublished`; each as it is.

    >>> sources_without_paper("by Jane Doe, in a letter; K15 §2.3.2; unpublished; hierview")
    ('by Jane Doe, in a letter', 'unpublished')
    """
    return tuple(where for _, paper, where in citation_parts(source) if paper is None and re.match(_NO_PAPER, where))


def unpublished_entry(part: str, name: str, title: str) -> str:
    """The BibTeX entry of a measure that a person gives without a paper; "" where a part of a source names nobody.

    >>> print(unpublished_entry("by Jane Doe, in a letter", "Overlap", "Overlap coefficient"))
    @unpublished{doeoverlap,
      author = {Jane Doe},
      title = {Overlap coefficient},
      note = {In a letter},
    }
    """
    if not part.startswith("by "):
        return ""
    person, _, more = ("".join(filter(str.isprintable, text)).strip() for text in part[3:].partition(","))
    plain = unicodedata.normalize("NFKD", f"{person.split()[-1]}{name}").encode("ascii", "ignore").decode().lower()
    key = re.sub("[^a-z0-9]", "", plain) or "unpublished"
    fields = [("author", person), ("title", title), ("note", more[:1].upper() + more[1:] or "Unpublished")]
    lines = "".join(f"  {field} = {{{_bibtex_text(_harmless_text(text))}}},\n" for field, text in fields)
    return f"@unpublished{{{key},\n{lines}}}"


# BibTeX counts braces, whatever stands before them.
_COMMANDS = {"\\": r"\textbackslash ", "{": r"\textbraceleft ", "}": r"\textbraceright ", "~": r"\textasciitilde "}
_COMMANDS |= {"^": r"\textasciicircum ", '"': "''"} | {sign: rf"\{sign}" for sign in "#$%_"}


def _harmless_text(text: str) -> str:
    return "".join(_COMMANDS.get(letter, letter) for letter in text if letter.isprintable())


def bibtex_text(keys: Iterable[str]) -> str:
    """The entries of these keys as BibTeX.

    >>> print(bibtex_text(["sun2001hierarchical"]))
    @inproceedings{sun2001hierarchical,
      author = {Sun, Aixin and Lim, Ee-Peng},
      title = {Hierarchical text classification and evaluation},
      booktitle = {Proceedings of the IEEE International Conference on Data Mining},
      pages = {521--528},
      year = {2001},
    }
    """
    papers = {paper.key: paper for paper in PAPERS}
    return "\n\n".join(_bibtex_entry(papers[key]) for key in keys)


def _bibtex_entry(paper: Paper) -> str:
    title = " ".join(_protect_capitals(word) for word in paper.title.split())
    fields = [("author", " and ".join(paper.authors)), ("title", title), *paper.fields, ("year", str(paper.year))]
    lines = "".join(f"  {name} = {{{_bibtex_text(text)}}},\n" for name, text in fields)
    return f"@{paper.kind}{{{paper.key},\n{lines}}}"


def _protect_capitals(word: str) -> str:
    """A word of a title; braces keep capitals within it, as in acronyms."""
    return f"{{{word}}}" if any(letter.isupper() for letter in word[1:]) or "-" in word[1:2] else word


_ACCENTS = {"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"', "\u030c": "v "}


def _bibtex_text(text: str) -> str:
    """Text as every BibTeX reads it: dashes, ampersands and accents spelled out."""
    out = ""
    for letter in text.replace("–", "--").replace("&", r"\&"):
        parts = unicodedata.normalize("NFD", letter)
        out += rf"{{\{_ACCENTS[parts[1]]}{parts[0]}}}" if len(parts) == 2 and parts[1] in _ACCENTS else letter
    return out
