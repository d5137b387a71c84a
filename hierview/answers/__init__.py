"""Answers: what the measures say of one case beside the printed values, of two predictions, of themselves."""

from .answers import (
    HEADLINE,
    Answer,
    Comparison,
    Verdict,
    against_printed,
    agrees,
    all_measures,
    answers,
    check,
    evaluated,
    everything,
    headline,
    table,
)

__all__ = [
    "HEADLINE",
    "Answer",
    "Comparison",
    "Verdict",
    "against_printed",
    "agrees",
    "all_measures",
    "answers",
    "check",
    "evaluated",
    "everything",
    "headline",
    "table",
]
