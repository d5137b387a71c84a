"""Kinds of scores: told or guessed, checked, and brought to numbers from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from ....errors import StudyError, quoted
from ...scoring.numbered import Longs
from ...scoring.ratios import Floats
from ..labels import InstanceLabels

ScoreKind = Literal[
    "leaf-probabilities", "node-probabilities", "logits", "log-probabilities", "percent", "ranking", "distances"
]
Link = Literal["softmax", "sigmoid", "none"]
KINDS: tuple[ScoreKind, ...] = get_args(ScoreKind)
LINKS: tuple[Link, ...] = get_args(Link)
TOLERANCE = 1e-3  # of a row's sum
ROUNDED = 6e-5  # for each class of a row, whose score has four decimals
RAW = "raw scores"  # whose order alone counts


@dataclass(frozen=True)
class CheckedScores:
    """Scores from 0 to 1, N beside the codes of their labels, of a kind."""

    values: Floats
    """The scores, beside the codes of their labels."""
    kind: str
    """Kind of the scores."""
    exclusive: bool = False
    """Whether rows sum to 1."""


def check_scores(
    scores: InstanceLabels, origin: str, kind: ScoreKind | None, link: Link | None, are_ranks: bool
) -> CheckedScores:
    """Scores by kind. Raises StudyError: the line and class of what is no number, or not of the kind."""
    values, rows = scores.scores, np.repeat(np.arange(len(scores)), np.diff(scores.starts))
    if are_ranks:
        return CheckedScores(values, "ranking")
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        raise StudyError(f"{_score_in_words(scores, int(wrong[0]), origin)} is no number; a finite one is accepted")
    if kind == "distances":
        return CheckedScores(_order_as_scores(-values), RAW)
    if kind == "ranking":
        return CheckedScores(_order_as_scores(values), "ranking")
    if kind == "percent":
        _check_range(scores, rows, origin, 100, "percent")
        values = values / 100
    elif kind == "log-probabilities":
        if (values > TOLERANCE).any():
            at = int(values.argmax())
            raise StudyError(f"{_score_in_words(scores, at, origin)} is no logarithm of a probability; 0 or less is")
        values = np.minimum(1, np.exp(values))
    elif link is not None or kind == "logits":
        return _apply_link(values, rows, len(scores), link, origin)
    elif len(values):
        _check_guess(scores, rows, origin, kind)
    sums = np.bincount(rows, values, len(scores))[np.diff(scores.starts) > 0]
    slack = np.maximum(TOLERANCE, ROUNDED * np.diff(scores.starts)[np.diff(scores.starts) > 0])
    exclusive = bool(len(sums)) and bool((np.abs(sums - 1) <= slack).all())
    if kind == "leaf-probabilities" and not exclusive:
        off = int(np.abs(sums - 1).argmax())
        line = int(scores.lines[np.flatnonzero(np.diff(scores.starts))[off]])
        told = f"{origin}: line {line:,}: its probabilities sum to {sums[off]:.4g}"
        raise unclear_kind_error(told, '; rows that sum to 1 are accepted, or kind="node-probabilities"')
    return CheckedScores(values, "probabilities", exclusive and kind != "node-probabilities")


def unclear_kind_error(finding: str, more: str) -> StudyError:
    """The error of scores whose kind is to be told. more: how, in Python and the shell; a page has a list for it."""
    error = StudyError(f"{finding}{more}")
    error.said = finding
    return error


def _score_in_words(scores: InstanceLabels, at: int, origin: str) -> str:
    """The place and value of a score, as in "scores.csv: line 3, 'Arts': 0.5"."""
    name = scores.names[int(scores.codes[at])]
    return f"{origin}: line {scores.line_of(at):,}, {quoted(name)}: {scores.scores[at]:.6g}"


def _check_range(scores: InstanceLabels, rows: Longs, origin: str, most: float, kind: str) -> None:
    outside = np.flatnonzero((scores.scores < 0) | (scores.scores > most + TOLERANCE))
    if len(outside):
        place = _score_in_words(scores, int(outside[0]), origin)
        raise StudyError(f"{place} is no {kind}; from 0 to {most:g} is accepted")


def _check_guess(scores: InstanceLabels, rows: Longs, origin: str, kind: ScoreKind | None) -> None:
    """Raises StudyError for scores that are no probabilities: what they may be, and how that is told."""
    values = scores.scores
    outside = np.flatnonzero((values < 0) | (values > 1 + 1e-9))
    if not len(outside):
        return
    told = f"{_score_in_words(scores, int(outside[0]), origin)} is no probability"
    if kind is not None:
        raise StudyError(f"{told}; from 0 to 1 is accepted")
    sums = np.bincount(rows, values, len(scores))
    if values.min() >= 0 and values.max() <= 100 + TOLERANCE and (np.abs(sums - 100) <= 1).all():
        raise unclear_kind_error(f"{told}; rows sum to 100", ': kind="percent" says that these are per cent')
    exp_sums = np.bincount(rows, np.exp(np.minimum(values, 1)), len(scores))
    if values.max() <= 0 and (np.abs(exp_sums - 1) <= TOLERANCE).all():
        raise unclear_kind_error(told, '; kind="log-probabilities" says that these are logarithms of them')
    raise unclear_kind_error(
        f"{told}: scores go from {values.min():.4g} to {values.max():.4g}",
        '. Of logits link="softmax" makes probabilities that exclude each other, or link="sigmoid" one for each class; '
        'link="none" keeps their order alone, and kind="distances" the smallest first',
    )


def _apply_link(values: Floats, rows: Longs, n: int, link: Link | None, origin: str) -> CheckedScores:
    if link is None:
        raise unclear_kind_error(origin, ': of logits link="softmax", link="sigmoid" or link="none" is needed')
    if link == "none":
        return CheckedScores(_order_as_scores(values), RAW)
    if link == "sigmoid":
        return CheckedScores(1 / (1 + np.exp(-np.clip(values, -700, 700))), "probabilities by sigmoid")
    largest = np.full(n, -np.inf)
    np.maximum.at(largest, rows, values)
    shares = np.exp(values - largest[rows])
    return CheckedScores(shares / np.bincount(rows, shares, n)[rows], "probabilities by softmax", True)


def _order_as_scores(values: Floats) -> Floats:
    """Scores above 0 and up to 1 in the order of the values, equal ones equal."""
    distinct, place = np.unique(values, return_inverse=True)
    return (place.reshape(-1) + 1) / max(1, len(distinct))
