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
        "kosmopoulos2015measures",
        "article",
        ("K15", "Kosmopoulos et al. 2015"),
        ("Kosmopoulos, Aris", "Partalas, Ioannis", "Gaussier, Eric", "Paliouras, Georgios", "Androutsopoulos, Ion"),
        2015,
        "Evaluation measures for hierarchical classification: a unified view and novel approaches",
        (
            ("journal", "Data Mining and Knowledge Discovery"),
            ("volume", "29"),
            ("number", "3"),
            ("pages", "820–865"),
            ("doi", "10.1007/s10618-014-0382-x"),
        ),
    ),
    Paper(
        "kosmopoulos2015thesis",
        "phdthesis",
        ("Kosmopoulos 2015 (thesis)",),
        ("Kosmopoulos, Aris",),
        2015,
        "Large scale hierarchical text classification",
        (("school", "Athens University of Economics and Business"),),
    ),
    Paper(
        "amigo2022evaluating",
        "inproceedings",
        ("Amigó & Delgado 2022",),
        ("Amigó, Enrique", "Delgado, Agustín"),
        2022,
        "Evaluating extreme hierarchical multi-label classification",
        (
            ("booktitle", "Proceedings of the 60th Annual Meeting of the Association for Computational Linguistics"),
            ("pages", "5809–5819"),
            ("doi", "10.18653/v1/2022.acl-long.399"),
        ),
    ),
    Paper(
        "bertinetto2020making",
        "inproceedings",
        ("Bertinetto et al. 2020",),
        ("Bertinetto, Luca", "Mueller, Romain", "Tertikas, Konstantinos", "Samangooei, Sina", "Lord, Nicholas A."),
        2020,
        "Making better mistakes: leveraging class hierarchies with deep networks",
        (
            ("booktitle", "Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern Recognition"),
            ("pages", "12506–12515"),
        ),
    ),
    Paper(
        "cesabianchi2006incremental",
        "article",
        ("Cesa-Bianchi et al. 2006",),
        ("Cesa-Bianchi, Nicolò", "Gentile, Claudio", "Zaniboni, Luca"),
        2006,
        "Incremental algorithms for hierarchical classification",
        (("journal", "Journal of Machine Learning Research"), ("volume", "7"), ("pages", "31–54")),
    ),
    Paper(
        "clark2013information",
        "article",
        ("Clark & Radivojac 2013",),
        ("Clark, Wyatt T.", "Radivojac, Predrag"),
        2013,
        "Information-theoretic evaluation of predicted ontological annotations",
        (
            ("journal", "Bioinformatics"),
            ("volume", "29"),
            ("number", "13"),
            ("doi", "10.1093/bioinformatics/btt228"),
        ),
    ),
    Paper(
        "dekel2004large",
        "inproceedings",
        ("Dekel et al. 2004",),
        ("Dekel, Ofer", "Keshet, Joseph", "Singer, Yoram"),
        2004,
        "Large margin hierarchical classification",
        (("booktitle", "Proceedings of the 21st International Conference on Machine Learning"), ("pages", "209–216")),
    ),
    Paper(
        "holden2006hierarchical",
        "inproceedings",
        ("Holden & Freitas 2006",),
        ("Holden, Nicholas", "Freitas, Alex A."),
        2006,
        "Hierarchical classification of G-protein-coupled receptors with a PSO/ACO algorithm",
        (("booktitle", "Proceedings of the IEEE Swarm Intelligence Symposium"), ("pages", "77–84")),
    ),
    Paper(
        "ipeirotis2001probe",
        "inproceedings",
        ("Ipeirotis et al. 2001",),
        ("Ipeirotis, Panagiotis G.", "Gravano, Luis", "Sahami, Mehran"),
        2001,
        "Probe, count, and classify: categorizing hidden web databases",
        (
            ("booktitle", "Proceedings of the ACM SIGMOD International Conference on Management of Data"),
            ("pages", "67–78"),
        ),
    ),
    Paper(
        "jiang1997semantic",
        "inproceedings",
        ("Jiang & Conrath 1997",),
        ("Jiang, Jay J.", "Conrath, David W."),
        1997,
        "Semantic similarity based on corpus statistics and lexical taxonomy",
        (
            ("booktitle", "Proceedings of the 10th Research on Computational Linguistics International Conference"),
            ("pages", "19–33"),
        ),
    ),
    Paper(
        "kiritchenko2005functional",
        "inproceedings",
        ("Kiritchenko et al. 2005",),
        ("Kiritchenko, Svetlana", "Matwin, Stan", "Famili, A. Fazel"),
        2005,
        "Functional annotation of genes using hierarchical text categorization",
        (
            (
                "booktitle",
                "Proceedings of the ACL Workshop on Linking Biological Literature, Ontologies and "
                "Databases: Mining Biological Semantics",
            ),
        ),
    ),
    Paper(
        "lin1998information",
        "inproceedings",
        ("Lin 1998",),
        ("Lin, Dekang",),
        1998,
        "An information-theoretic definition of similarity",
        (
            ("booktitle", "Proceedings of the 15th International Conference on Machine Learning"),
            ("pages", "296–304"),
        ),
    ),
    Paper(
        "pesquita2008metrics",
        "article",
        ("Pesquita et al. 2008",),
        (
            "Pesquita, Catia",
            "Faria, Daniel",
            "Bastos, Hugo",
            "Ferreira, António E. N.",
            "Falcão, André O.",
            "Couto, Francisco M.",
        ),
        2008,
        "Metrics for GO based protein semantic similarity: a systematic evaluation",
        (
            ("journal", "BMC Bioinformatics"),
            ("volume", "9"),
            ("number", "Suppl 5"),
            ("eid", "S4"),
            ("doi", "10.1186/1471-2105-9-S5-S4"),
        ),
    ),
    Paper(
        "resnik1995using",
        "inproceedings",
        ("Resnik 1995",),
        ("Resnik, Philip",),
        1995,
        "Using information content to evaluate semantic similarity in a taxonomy",
        (
            ("booktitle", "Proceedings of the 14th International Joint Conference on Artificial Intelligence"),
            ("pages", "448–453"),
        ),
    ),
    Paper(
        "riehl2023confusion",
        "article",
        ("R23", "Riehl et al. 2023"),
        ("Riehl, Kevin", "Neunteufel, Michael", "Hemberg, Martin"),
        2023,
        "Hierarchical confusion matrix for classification performance evaluation",
        (
            ("journal", "Journal of the Royal Statistical Society Series C: Applied Statistics"),
            ("volume", "72"),
            ("number", "5"),
            ("pages", "1394–1412"),
            ("doi", "10.1093/jrsssc/qlad057"),
        ),
    ),
    Paper(
        "sanchez2011ontology",
        "article",
        ("Sánchez et al. 2011",),
        ("Sánchez, David", "Batet, Montserrat", "Isern, David"),
        2011,
        "Ontology-based information content computation",
        (
            ("journal", "Knowledge-Based Systems"),
            ("volume", "24"),
            ("number", "2"),
            ("pages", "297–303"),
            ("doi", "10.1016/j.knosys.2010.10.001"),
        ),
    ),
    Paper(
        "seco2004intrinsic",
        "inproceedings",
        ("Seco et al. 2004",),
        ("Seco, Nuno", "Veale, Tony", "Hayes, Jer"),
        2004,
        "An intrinsic information content metric for semantic similarity in WordNet",
        (
            ("booktitle", "Proceedings of the 16th European Conference on Artificial Intelligence"),
            ("pages", "1089–1090"),
        ),
    ),
    Paper(
        "sun2001hierarchical",
        "inproceedings",
        ("Sun & Lim 2001",),
        ("Sun, Aixin", "Lim, Ee-Peng"),
        2001,
        "Hierarchical text classification and evaluation",
        (("booktitle", "Proceedings of the IEEE International Conference on Data Mining"), ("pages", "521–528")),
    ),
    Paper(
        "sun2003performance",
        "article",
        ("Sun et al. 2003",),
        ("Sun, Aixin", "Lim, Ee-Peng", "Ng, Wee-Keong"),
        2003,
        "Performance measurement framework for hierarchical text classification",
        (
            ("journal", "Journal of the American Society for Information Science and Technology"),
            ("volume", "54"),
            ("number", "11"),
            ("pages", "1014–1028"),
            ("doi", "10.1002/asi.10298"),
        ),
    ),
    Paper(
        "valmadre2022hierarchical",
        "inproceedings",
        ("Valmadre 2022",),
        ("Valmadre, Jack",),
        2022,
        "Hierarchical classification at multiple operating points",
        (
            ("booktitle", "Advances in Neural Information Processing Systems"),
            ("volume", "35"),
        ),
    ),
    Paper(
        "wu1994verb",
        "inproceedings",
        ("Wu & Palmer 1994",),
        ("Wu, Zhibiao", "Palmer, Martha"),
        1994,
        "Verb semantics and lexical selection",
        (
            ("booktitle", "Proceedings of the 32nd Annual Meeting of the Association for Computational Linguistics"),
            ("pages", "133–138"),
        ),
    ),
)


def cited(source: str) -> tuple[tuple[str, Paper | None, str], ...]:
    """The parts of a measure's `source`: what stands before a paper's label, the paper, and the place in it.

    A part that names no known paper stands in the third place as it is.

    >>> [(before, paper.key, where) for before, paper, where in cited("Sun & Lim 2001; K15 §2.3.2, Figure 4")]
    [('', 'sun2001hierarchical', ''), ('', 'kosmopoulos2015measures', '§2.3.2, Figure 4')]
    """
    return tuple(_part(part.strip()) for part in source.split(";") if part.strip())


def _part(part: str) -> tuple[str, Paper | None, str]:
    labels = [(part.find(label), label, paper) for paper in PAPERS for label in paper.labels if label in part]
    if not labels:
        return "", None, part
    at, label, paper = min(labels, key=lambda hit: hit[0])
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
    papers = {paper.key: paper for paper in PAPERS}
    return "\n\n".join(_entry(papers[key]) for key in keys)


def _entry(paper: Paper) -> str:
    title = " ".join(_braced(word) for word in paper.title.split())
    fields = [("author", " and ".join(paper.authors)), ("title", title), *paper.fields, ("year", str(paper.year))]
    lines = "".join(f"  {name} = {{{_tex(text)}}},\n" for name, text in fields)
    return f"@{paper.kind}{{{paper.key},\n{lines}}}"


def _braced(word: str) -> str:
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
