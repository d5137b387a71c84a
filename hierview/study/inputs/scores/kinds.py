"""Kinds of scores: told or guessed, checked, and brought to numbers from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from ....errors import StudyError, quoted
from ...scoring.numbered import Longs
from ...scoring.ratios import Floats
from ..labels import Labels

Kind = Literal[
    "leaf-probabilities", "node-probabilities", "logits", "log-probabilities", "percent", "ranking", "distances"
]
Link = Literal["softmax", "sigmoid", "none"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LINKS: tuple[Link, ...] = get_args(Link)
TOLERANCE = 1e-3  # of a row's sum
ROUNDED = 6e-5  # for each class of a row, whose score has four decimals
RAW = "raw scores"  # whose order alone counts


@dataclass(frozen=True)
class Checked:
    """Scores from 0 to 1, N beside the codes of their labels, of a kind."""

    values: Floats
    """The scores, beside the codes of their labels."""
    kind: str
    """Kind of the scores."""
    exclusive: bool = False
    """Whether rows sum to 1."""


def checked(scored: Labels, origin: str, kind: Kind | None, link: Link | None, ranked: bool) -> Checked:
    """Scores by kind. Raises StudyError: the line and class of what is no number, or not of the kind."""
    values, rows = scored.scores, np.repeat(np.arange(len(scored)), np.diff(scored.starts))
    if ranked:
        return Checked(values, "ranking")
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        raise StudyError(f"{_place(scored, int(wrong[0]), origin)} is no number; a finite one is accepted")
    if kind == "distances":
        return Checked(_order(-values), RAW)
    if kind == "ranking":
        return Checked(_order(values), "ranking")
    if kind == "percent":
        _within(scored, rows, origin, 100, "percent")
        values = values / 100
    elif kind == "log-probabilities":
        if (values > TOLERANCE).any():
            at = int(values.argmax())
            raise StudyError(f"{_place(scored, at, origin)} is no logarithm of a probability; 0 or less is")
        values = np.minimum(1, np.exp(values))
    elif link is not None or kind == "logits":
        return _linked(values, rows, len(scored), link, origin)
    elif len(values):
        _check_guess(scored, rows, origin, kind)
    sums = np.bincount(rows, values, len(scored))[np.diff(scored.starts) > 0]
    slack = np.maximum(TOLERANCE, ROUNDED * np.diff(scored.starts)[np.diff(scored.starts) > 0])
    exclusive = bool(len(sums)) and bool((np.abs(sums - 1) <= slack).all())
    if kind == "leaf-probabilities" and not exclusive:
        off = int(np.abs(sums - 1).argmax())
        line = int(scored.lines[np.flatnonzero(np.diff(scored.starts))[off]])
        told = f"{origin}: line {line:,}: its probabilities sum to {sums[off]:.4g}"
        raise of_unclear_kind(told, '; rows that sum to 1 are accepted, or kind="node-probabilities"')
    return Checked(values, "probabilities", exclusive and kind != "node-probabilities")


def of_unclear_kind(said: str, more: str) -> StudyError:
    """The error of scores whose kind is to be told. more: how, in Python and the shell; a page has a list for it."""
    error = StudyError(f"{said}{more}")
    error.said = said
    return error


def _place(scored: Labels, at: int, origin: str) -> str:
    """Where a score stands, and what it is."""
    name = scored.names[int(scored.codes[at])]
    return f"{origin}: line {scored.line_of(at):,}, {quoted(name)}: {scored.scores[at]:.6g}"


def _within(scored: Labels, rows: Longs, origin: str, most: float, what: str) -> None:
    outside = np.flatnonzero((scored.scores < 0) | (scored.scores > most + TOLERANCE))
    if len(outside):
        place = _place(scored, int(outside[0]), origin)
        raise StudyError(f"{place} is no {what}; from 0 to {most:g} is accepted")


def _check_guess(scored: Labels, rows: Longs, origin: str, kind: Kind | None) -> None:
    """Raises StudyError for scores that are no probabilities: what they may be, and how that is told."""
    values = scored.scores
    outside = np.flatnonzero((values < 0) | (values > 1 + 1e-9))
    if not len(outside):
        return
    told = f"{_place(scored, int(outside[0]), origin)} is no probability"
    if kind is not None:
        raise StudyError(f"{told}; from 0 to 1 is accepted")
    sums = np.bincount(rows, values, len(scored))
    if values.min() >= 0 and values.max() <= 100 + TOLERANCE and (np.abs(sums - 100) <= 1).all():
        raise of_unclear_kind(f"{told}; rows sum to 100", ': kind="percent" says that these are per cent')
    exp_sums = np.bincount(rows, np.exp(np.minimum(values, 1)), len(scored))
    if values.max() <= 0 and (np.abs(exp_sums - 1) <= TOLERANCE).all():
        raise of_unclear_kind(told, '; kind="log-probabilities" says that these are logarithms of them')
    raise of_unclear_kind(
        f"{told}: scores go from {values.min():.4g} to {values.max():.4g}",
        '. Of logits link="softmax" makes probabilities that exclude each other, or link="sigmoid" one for each class; '
        'link="none" keeps their order alone, and kind="distances" the smallest first',
    )


def _linked(values: Floats, rows: Longs, n: int, link: Link | None, origin: str) -> Checked:
    if link is None:
        raise of_unclear_kind(origin, ': of logits link="softmax", link="sigmoid" or link="none" is needed')
    if link == "none":
        return Checked(_order(values), RAW)
    if link == "sigmoid":
        return Checked(1 / (1 + np.exp(-np.clip(values, -700, 700))), "probabilities by sigmoid")
    largest = np.full(n, -np.inf)
    np.maximum.at(largest, rows, values)
    shares = np.exp(values - largest[rows])
    return Checked(shares / np.bincount(rows, shares, n)[rows], "probabilities by softmax", True)


def _order(values: Floats) -> Floats:
    """Numbers above 0 and up to 1 in the same order, equals equal."""
    distinct, place = np.unique(values, return_inverse=True)
    return (place.reshape(-1) + 1) / max(1, len(distinct))
