"""The decision rules of `hierview.rules` over scores of many instances at once.

A propagated score is the probability of a whole path, so a local one is that of a class by that of its parent. What no
score reaches is never answered, nor is the root of all classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ....errors import StudyError
from ....rules import Rule, parse_rule
from ....rules.neighbours import BestLeaf
from ....rules.probabilities import Cascade, MostProbablePath, Pareto, Threshold, specificity
from ...scoring.numbered import Longs
from ...scoring.ratios import Floats
from .propagation import Bools, ScoredClasses

DEFAULT_RULE = "Threshold(t=0.5)"
BY_SIZE: tuple[type[Rule], ...] = (Threshold, Pareto)  # they ask how large a score is; the others for an order alone


def parse_deciding_rule(text: str | Rule) -> Rule:
    """The rule, which can decide from scores. Raises StudyError, and MeasureError for what is no rule."""
    rule = parse_rule(text) if isinstance(text, str) else text
    if type(rule) not in _RULES:
        able = ", ".join(cls.spec.name for cls in _RULES)
        needs = "neighbours" if rule.spec.needs == "neighbours" else "two probabilities of each class"
        raise StudyError(f"{rule.spec.name} decides from {needs}, and files of scores have none; {able} can decide")
    return rule


def decide(classes: ScoredClasses, scores: Floats, rule: Rule) -> tuple[Longs, Longs]:
    """The instances and the classes that a rule answers with, by instance. scores: classes × instances, propagated."""
    answers = _RULES[type(rule)](classes, scores, rule) & (scores > 0)
    answers[0] = False
    chosen, rows = np.nonzero(answers)
    by_instance = np.argsort(rows, kind="stable")  # of few, which is faster than to look through the other way round
    return rows[by_instance].astype(np.int64), chosen[by_instance].astype(np.int64)


def _decide_by_threshold(classes: ScoredClasses, scores: Floats, rule: Any) -> Bools:
    enough = (scores >= float(rule.t)) & (scores > 0)
    covered = classes.largest_below(enough.astype(np.float64)) > 0
    deepest: Bools = enough & ~covered
    return deepest


def _decide_best_leaves(classes: ScoredClasses, scores: Floats, rule: Any) -> Bools:
    leaves = classes.by_name[classes.leaves[classes.by_name]]
    k = len(leaves) if rule.k == "all" else min(rule.k, len(leaves))
    answers = np.zeros(scores.shape, bool)
    if k == 1:
        answers[leaves[scores[leaves].argmax(axis=0)], np.arange(scores.shape[1])] = True
    elif k:
        best = np.argsort(-scores[leaves], axis=0, kind="stable")[:k]
        answers[leaves[best], np.arange(scores.shape[1])] = True
    return answers


def _decide_by_cascade(classes: ScoredClasses, scores: Floats, rule: Any) -> Bools:
    children = classes.children_by_class()
    here, moving = np.zeros(scores.shape[1], np.int64), np.arange(scores.shape[1])
    while len(moving):
        onward = []
        for c in np.unique(here[moving]).tolist():
            if c in children:
                group = moving[here[moving] == c]
                best = children[c][scores[np.ix_(children[c], group)].argmax(axis=0)]
                scored = scores[best, group] > 0
                here[group[scored]] = best[scored]
                onward.append(group[scored])
        moving = np.concatenate([np.zeros(0, np.int64), *onward])
    answers = np.zeros(scores.shape, bool)
    answers[here, np.arange(scores.shape[1])] = True
    return answers


def _decide_by_pareto(classes: ScoredClasses, scores: Floats, rule: Any) -> Bools:
    special = specificity(classes.hierarchy, rule.by)
    depth = np.array([special.get(c, -1.0) for c in classes.names])
    enough = scores >= float(rule.t)
    deepest = np.where(enough, depth[:, None], -2)
    best = np.where(enough & (deepest == deepest.max(axis=0)), scores, -1)
    answers = np.zeros(scores.shape, bool)
    answers[classes.by_name[best[classes.by_name].argmax(axis=0)], np.arange(scores.shape[1])] = True
    return answers & enough


_RULES: Mapping[type[Rule], Callable[[ScoredClasses, Floats, Any], Bools]] = {
    Threshold: _decide_by_threshold,
    BestLeaf: _decide_best_leaves,
    MostProbablePath: _decide_best_leaves,  # products of local probabilities along a path are the propagated scores
    Cascade: _decide_by_cascade,
    Pareto: _decide_by_pareto,
}


def first_classes(classes: ScoredClasses, scores: Floats) -> tuple[Longs, Longs]:
    """The first class of each ranking, where one is given. scores: classes × instances, as given."""
    best = classes.by_name[scores[classes.by_name].argmax(axis=0)]
    ranked = np.flatnonzero(scores[best, np.arange(scores.shape[1])] > 0)
    return ranked, best[ranked]
