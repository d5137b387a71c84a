"""The choice of a measure as a paragraph for a paper: in words, and as LaTeX with its references."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ...answers.bibliography import Paper, bibtex_text, citation_parts, sources_without_paper
from ...measures import Measure
from ...publish.latex import latex_text
from ...publish.naming import listed_in_words
from ...version import __version__
from ..choosing import CANDIDATES, Consequences, JudgedMeasure

Cited = tuple[Paper, str]  # a source, and where in it
Cite = Callable[[Sequence[Cited]], str]
_TOOL = "computed with hierview"


@dataclass(frozen=True)
class Justification:
    """A paragraph that says which measure was chosen and why."""

    words: str
    """The paragraph as text."""
    latex: str
    """The paragraph in LaTeX."""
    references: str
    """Its references as BibTeX."""


def justification(choice: Consequences, link: str) -> Justification | None:
    """The paragraph of a choice; None where nothing was asked for or no measure remains."""
    remaining = choice.remaining
    if not choice.reasons or not remaining:
        return None
    papers = [paper for s in remaining for paper, _ in _cited_sources(s.measure)]
    if choice.k15_advice is not None:
        papers.append(_k15_paper())
    return Justification(
        " ".join(_justification_sentences(choice, lambda text: text, _papers_in_words))
        + f" The choice, {_TOOL} {__version__}: {link}",
        " ".join(_justification_sentences(choice, latex_text, _papers_in_latex))
        + f" The choice was {_TOOL} {latex_text(__version__)}.",
        bibtex_text(dict.fromkeys(paper.key for paper in papers)),
    )


def _cited_sources(measure: Measure) -> list[Cited]:
    """The sources of a measure as it is meant here; those of its other settings are named before a colon."""
    return [(paper, where) for of, paper, where in citation_parts(measure.spec.source) if paper is not None and not of]


def _authors_in_brackets(measure: Measure) -> str:
    """Whoever gives a measure without a paper, in brackets."""
    people = sources_without_paper(measure.spec.source)
    return f" ({'; '.join(people)})" if people else ""


def _k15_paper() -> Paper:
    ((_, paper, _),) = citation_parts("K15")
    if paper is None:  # it is the first of the list
        raise LookupError("K15")
    return paper


def _papers_in_words(papers: Sequence[Cited]) -> str:
    texts = (f"{_family_names(paper)}, {paper.year}{f', {where}' if where else ''}" for paper, where in papers)
    return f" ({'; '.join(texts)})" if papers else ""


def _family_names(paper: Paper) -> str:
    families = paper.families.split(", ")
    return f"{families[0]} et al." if len(families) > 2 else " and ".join(families)


def _papers_in_latex(papers: Sequence[Cited]) -> str:
    return "~" * bool(papers) + ", ".join(
        rf"\cite{f'[{{{latex_text(where)}}}]' if where else ''}{{{paper.key}}}" for paper, where in papers
    )


def _justification_sentences(choice: Consequences, text: Callable[[str], str], cite: Cite) -> Iterator[str]:
    remaining = choice.remaining
    named = [
        text(s.measure.label()) + cite(_cited_sources(s.measure)) + text(_authors_in_brackets(s.measure))
        for s in remaining
    ]
    yield f"We evaluate with {listed_in_words(named)}."
    yield text(f"Our data and aims ask for this: {'; '.join(choice.reasons)}.")
    subject = "only this one keeps" if len(remaining) == 1 else f"these {len(remaining)} keep"
    yield text(f"Of {len(CANDIDATES)} measures that were tried on all small hierarchies, {subject} to all of it.")
    if out := [s for s in choice.judged if not s.remains]:
        yield text(f"The others fail on small cases: {'; '.join(map(_first_fault, out))}.")
    for standing in remaining:
        yield from map(text, _limit_phrases(standing))
    if choice.k15_advice is not None and not choice.k15_advice.agrees:
        names_it = f" names {listed_in_words(choice.k15_advice.printed)} for “{choice.k15_advice.setting}”."
        yield text("A table of recommendations") + cite([(_k15_paper(), "Table 13")]) + text(names_it)


def _first_fault(judged: JudgedMeasure) -> str:
    """The first thing that speaks against a measure, with its case in numbers."""
    against = judged.reasons_against[0]
    classes = against.evidence.class_count
    count = "1 class" if classes == 1 else f"{classes} classes"
    return f"with {judged.measure.label()}, {against.fault} ({against.evidence.explanation} on {count})"


def _limit_phrases(judged: JudgedMeasure) -> Iterator[str]:
    """What a measure that remains leaves out, and what it keeps to only after a step."""
    name = judged.measure.label()
    if judged.only_after_step:
        yield f"{name} treats far misses alike only after the long-distance step."
    if judged.limits:
        yield f"{name} has its limits: {'; '.join(judged.limits)}."
