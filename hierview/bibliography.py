"""The papers that the measures come from, as BibTeX and in words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A source. labels: how it is called in a measure's `source`, the first one in lists."""

    key: str
    kind: str  # BibTeX's: article, inproceedings, phdthesis
    labels: tuple[str, ...]
    authors: tuple[str, ...]  # "Family, Given"
    year: int
    title: str
    fields: tuple[tuple[str, str], ...]

    @property
    def families(self) -> str:
        """The authors' family names."""
        return ", ".join(author.partition(",")[0] for author in self.authors)


PAPERS = (
    Paper(
        "kosmopoulos2015measures", "article", ("K15", "Kosmopoulos et al. 2015"),
        ("Kosmopoulos, Aris", "Partalas, Ioannis", "Gaussier, Eric", "Paliouras, Georgios", "Androutsopoulos, Ion"),
        2015, "Evaluation measures for hierarchical classification: a unified view and novel approaches",
        (
            ("journal", "Data Mining and Knowledge Discovery"), ("volume", "29"), ("number", "3"),
            ("pages", "820–865"), ("doi", "10.1007/s10618-014-0382-x"),
        ),
    ),
    Paper(
        "kosmopoulos2015thesis", "phdthesis", ("Kosmopoulos 2015 (thesis)",), ("Kosmopoulos, Aris",),
        2015, "Large scale hierarchical text classification",
        (("school", "Athens University of Economics and Business"),),
    ),
    Paper(
        "cesabianchi2006incremental", "article", ("Cesa-Bianchi et al. 2006",),
        ("Cesa-Bianchi, Nicolò", "Gentile, Claudio", "Zaniboni, Luca"),
        2006, "Incremental algorithms for hierarchical classification",
        (("journal", "Journal of Machine Learning Research"), ("volume", "7"), ("pages", "31–54")),
    ),
    Paper(
        "dekel2004large", "inproceedings", ("Dekel et al. 2004",), ("Dekel, Ofer", "Keshet, Joseph", "Singer, Yoram"),
        2004, "Large margin hierarchical classification",
        (("booktitle", "Proceedings of the 21st International Conference on Machine Learning"), ("pages", "209–216")),
    ),
    Paper(
        "holden2006hierarchical", "inproceedings", ("Holden & Freitas 2006",), ("Holden, Nicholas", "Freitas, Alex A."),
        2006, "Hierarchical classification of G-protein-coupled receptors with a PSO/ACO algorithm",
        (("booktitle", "Proceedings of the IEEE Swarm Intelligence Symposium"), ("pages", "77–84")),
    ),
    Paper(
        "ipeirotis2001probe", "inproceedings", ("Ipeirotis et al. 2001",),
        ("Ipeirotis, Panagiotis G.", "Gravano, Luis", "Sahami, Mehran"),
        2001, "Probe, count, and classify: categorizing hidden web databases",
        (
            ("booktitle", "Proceedings of the ACM SIGMOD International Conference on Management of Data"),
            ("pages", "67–78"),
        ),
    ),
    Paper(
        "kiritchenko2005functional", "inproceedings", ("Kiritchenko et al. 2005",),
        ("Kiritchenko, Svetlana", "Matwin, Stan", "Famili, A. Fazel"),
        2005, "Functional annotation of genes using hierarchical text categorization",
        (
            ("booktitle", "Proceedings of the ACL Workshop on Linking Biological Literature, Ontologies and "
             "Databases: Mining Biological Semantics"),
        ),
    ),
    Paper(
        "riehl2023confusion", "article", ("R23", "Riehl et al. 2023"),
        ("Riehl, Kevin", "Neunteufel, Michael", "Hemberg, Martin"),
        2023, "Hierarchical confusion matrix for classification performance evaluation",
        (
            ("journal", "Journal of the Royal Statistical Society Series C: Applied Statistics"), ("volume", "72"),
            ("number", "5"), ("pages", "1394–1412"), ("doi", "10.1093/jrsssc/qlad057"),
        ),
    ),
    Paper(
        "sun2001hierarchical", "inproceedings", ("Sun & Lim 2001",), ("Sun, Aixin", "Lim, Ee-Peng"),
        2001, "Hierarchical text classification and evaluation",
        (("booktitle", "Proceedings of the IEEE International Conference on Data Mining"), ("pages", "521–528")),
    ),
    Paper(
        "sun2003performance", "article", ("Sun et al. 2003",), ("Sun, Aixin", "Lim, Ee-Peng", "Ng, Wee-Keong"),
        2003, "Performance measurement framework for hierarchical text classification",
        (
            ("journal", "Journal of the American Society for Information Science and Technology"), ("volume", "54"),
            ("number", "11"), ("pages", "1014–1028"), ("doi", "10.1002/asi.10298"),
        ),
    ),
)  # fmt: skip


def cited(source: str) -> tuple[tuple[str, Paper | None, str], ...]:
    """The parts of a measure's `source`: what stands before a paper's label, the paper, and the place in it.

    A part that names no known paper stands in the third place as it is.

    >>> [(before, paper.key, where) for before, paper, where in cited("Sun & Lim 2001; K15 §2.3.2, Figure 4")]
    [('', 'sun2001hierarchical', ''), ('', 'kosmopoulos2015measures', '§2.3.2, Figure 4')]
    """
    return tuple(_part(part.strip()) for part in source.split(";") if part.strip())


def _part(part: str) -> tuple[str, Paper | None, str]:
    found = [(part.find(label), label, paper) for paper in PAPERS for label in paper.labels if label in part]
    if not found:
        return "", None, part
    at, label, paper = min(found, key=lambda hit: hit[0])
    return part[:at].strip(" :"), paper, part[at + len(label) :].strip(" ,")


def bibtex(keys: Iterable[str]) -> str:
    """The entries of these keys as BibTeX.

    >>> print(bibtex(["sun2001hierarchical"]))
    @inproceedings{sun2001hierarchical,
      author = {Sun, Aixin and Lim, Ee-Peng},
      title = {Hierarchical text classification and evaluation},
      booktitle = {Proceedings of the IEEE International Conference on Data Mining},
      pages = {521--528},
      year = {2001},
    }
    """
    known = {paper.key: paper for paper in PAPERS}
    return "\n\n".join(_entry(known[key]) for key in keys)


def _entry(paper: Paper) -> str:
    title = " ".join(_kept(word) for word in paper.title.split())
    fields = [("author", " and ".join(paper.authors)), ("title", title), *paper.fields, ("year", str(paper.year))]
    lines = "".join(f"  {name} = {{{_tex(text)}}},\n" for name, text in fields)
    return f"@{paper.kind}{{{paper.key},\n{lines}}}"


def _kept(word: str) -> str:
    """A word of a title; braces keep capitals within it, as in acronyms."""
    return f"{{{word}}}" if any(letter.isupper() for letter in word[1:]) or "-" in word[1:2] else word


_ACCENTS = {"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"'}


def _tex(text: str) -> str:
    """Text as every BibTeX reads it: dashes, ampersands and accents spelled out."""
    out = ""
    for letter in text.replace("–", "--").replace("&", r"\&"):
        parts = unicodedata.normalize("NFD", letter)
        out += rf"{{\{_ACCENTS[parts[1]]}{parts[0]}}}" if len(parts) > 1 else letter
    return out
