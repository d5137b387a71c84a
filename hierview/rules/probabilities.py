"""Rules that decide from the local probabilities of edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf, log2
from typing import ClassVar, Literal

from ..errors import CaseError, quoted
from ..explain import Words, names, number
from ..languages import N_
from ..measures import param
from ..model.hierarchy import Edge, Hierarchy
from .base import (
    Decision,
    Rule,
    RuleNumbers,
    RuleSpec,
    best_class,
    count_param,
    list_in_words,
    path_in_words,
    register_rule,
    share_param,
    top_k,
)

ONE = Fraction(1)
MOST_BITS = 2**27  # of all products of probabilities
_CHAIN = 3_000


def _children_by_probability(numbers: RuleNumbers, parent: str | None) -> list[tuple[Fraction, str]]:
    """The children of a class with their local probabilities, the best first, ties by name.

    Those of None are the roots, which are certain.
    """
    if parent is None:
        return [(ONE, c) for c in sorted(numbers.hierarchy.roots)]
    children = [(numbers.probability(parent, c), c) for c in numbers.hierarchy.children(parent)]
    return sorted(children, key=lambda pair: (-pair[0], pair[1]))


def _check_products(numbers: RuleNumbers) -> None:
    """A CaseError where the exact products along all paths would take too much room: each factor adds its digits."""
    h, total = numbers.hierarchy, 0
    bits: dict[str, int] = {}
    for c in h.top_down:
        factors = ((parent, numbers.probability(parent, c)) for parent in h.parents(c))
        longest = [bits[p] + x.numerator.bit_length() + x.denominator.bit_length() for p, x in factors]
        bits[c] = max(longest, default=0)
        total += bits[c]
        if total > MOST_BITS:
            raise CaseError(
                "probabilities: their exact products along all paths have too many digits; fewer decimals or fewer "
                f"levels are accepted, such as 3 decimals in a chain of {_CHAIN:,} classes"
            )


def _best_path_products(numbers: RuleNumbers) -> tuple[dict[str, Fraction], dict[str, str]]:
    """The product along the most probable path to every class, and the parent on that path (ties by name)."""
    _check_products(numbers)
    h = numbers.hierarchy
    best = dict.fromkeys(h.roots, ONE)
    via: dict[str, str] = {}
    for c in h.top_down:
        for parent in sorted(h.parents(c)):
            product = best[parent] * numbers.probability(parent, c)
            if c not in best or product > best[c]:
                best[c], via[c] = product, parent
    return best, via


def _descending_key(value: Fraction) -> tuple[float, int, Fraction]:
    """A key that sorts fractions from the greatest down; only those with the same 64 first bits are multiplied out."""
    top, bottom = value.numerator, value.denominator
    if not top:
        return inf, 0, value
    power = top.bit_length() - bottom.bit_length()
    power -= (top << -power) < bottom if power < 0 else top < (bottom << power)
    return -power, -((top << max(0, 64 - power)) // (bottom << max(0, power - 64))), -value


def _accepted_top_down(
    numbers: RuleNumbers, t: Fraction
) -> tuple[set[str], set[Edge], dict[str, Fraction], frozenset[str]]:
    """The classes accepted top-down: the roots, and what has a local probability of t or more below an accepted one.

    With them the edges to them, the probability by which each class below them was judged, and the blocked classes,
    which no accepted class stands above.
    """
    h = numbers.hierarchy
    accepted = set(h.roots)
    edges: set[Edge] = set()
    judged: dict[str, Fraction] = {}
    for c in h.top_down:
        for parent in h.parents(c):
            if parent in accepted:
                value = numbers.probability(parent, c)
                judged[c] = max(value, judged.get(c, value))
                if value >= t:
                    accepted.add(c)
                    edges.add((parent, c))
    return accepted, edges, judged, frozenset(h.classes) - set(judged) - set(h.roots)


def _blocked_note(blocked: frozenset[str]) -> Words:
    """A sentence on the blocked classes, if there are any."""
    return (" What was never asked, because a class above was refused: ", *names(blocked), ".") if blocked else ()


def _path_to(via: Mapping[str, str], c: str) -> list[str]:
    path = [c]
    while path[-1] in via:
        path.append(via[path[-1]])
    return path[::-1]


@register_rule
@dataclass(frozen=True)
class Cascade(Rule):
    """From the root, the most probable child of every class, down to a leaf.

    One wrong turn at the top cannot be mended below. Source: Sun, Lim & Ng 2003, §2.2; Kosmopoulos 2015, §4.2.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "Cascade", N_("The best child at each level"), "probabilities", "Kosmopoulos 2015 (thesis) §4.2"
    )

    def decide(self, numbers: RuleNumbers) -> Decision:
        h = numbers.hierarchy
        values: dict[str, Fraction] = {}
        notes: list[str] = []
        others: list[tuple[str, Fraction]] = []
        path: list[str] = []
        while children := _children_by_probability(numbers, path[-1] if path else None):
            values |= {c: value for value, c in children}
            equal = [c for value, c in children if value == children[0][0]]
            if len(equal) > 1:
                notes.append(f"{' and '.join(map(quoted, equal[:4]))} are equally good; the first by name is taken.")
            others += [(c, value) for value, c in children[1:]]
            path.append(children[0][1])
        edges, blocked = frozenset(pairwise(path)), frozenset(h.classes) - set(values)
        text: Words = ("At each class the most probable child is taken: ", *path_in_words(path), ".")
        return Decision(frozenset(path[-1:]), values, edges, blocked, best_class(others), text, tuple(notes))


@register_rule
@dataclass(frozen=True)
class MostProbablePath(Rule):
    """The leaves whose most probable root-to-leaf paths have the greatest products of local probabilities.

    Source: Kosmopoulos 2015, Eq. 4.8, 4.9; the first K paths are its obvious extension.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "MostProbablePath", N_("The most probable path to a leaf"), "probabilities", "Kosmopoulos 2015 (thesis) Eq. 4.9"
    )
    k: int | Literal["all"] = count_param(1, N_("How many leaves are predicted."), label=N_("Leaves"))

    def decide(self, numbers: RuleNumbers) -> Decision:
        h = numbers.hierarchy
        values, via = _best_path_products(numbers)
        leaves = sorted((c for c in h.classes if not h.children(c)), key=lambda c: (*_descending_key(values[c]), c))
        predicted, runner_up, notes = top_k(leaves, self.k, values, "are equally probable")
        edges: set[Edge] = set()
        for c in predicted:
            while c in via and (via[c], c) not in edges:
                edges.add((via[c], c))
                c = via[c]
        parts = [(*path_in_words(_path_to(via, c)), f" has {number(float(values[c]), 3)}") for c in predicted[:3]]
        text: Words = ("Along a path the probabilities are multiplied: ", *list_in_words(parts), ".")
        return Decision(frozenset(predicted), values, frozenset(edges), frozenset(), runner_up, text, notes)


@register_rule
@dataclass(frozen=True)
class Threshold(Rule):
    """Top-down, every class whose local probability reaches t below an accepted class; the deepest are predicted.

    A rejected class blocks its whole subtree. The roots are accepted and never predicted. Source: Sun, Lim & Ng
    2003, §2.2 and §4 (blocking).
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "Threshold", N_("Everything above a threshold, top-down"), "probabilities", "Sun, Lim & Ng 2003 §2.2"
    )
    t: Fraction = share_param(N_("The least local probability."), N_("Threshold"))

    def decide(self, numbers: RuleNumbers) -> Decision:
        h = numbers.hierarchy
        accepted, edges, judged, blocked = _accepted_top_down(numbers, self.t)
        predicted = h.most_specific(accepted) - set(h.roots)
        text: Words = (f"A class is accepted from {number(float(self.t))} on, below an accepted class. ",)
        text += (*names(predicted), " stand deepest.") if predicted else ("None is.",)
        runner_up = best_class((c, value) for c, value in judged.items() if c not in accepted)
        return Decision(predicted, judged, frozenset(edges), blocked, runner_up, text + _blocked_note(blocked))


@register_rule
@dataclass(frozen=True)
class LocalAndSubtree(Rule):
    """Top-down, every class whose own classifier accepts, below classes whose subtree classifiers all do.

    A local probability is the answer of a class's subtree classifier, its score that of its local one (does the
    document stay here?). A leaf has one classifier for both, so that it needs no score; an inner class without a
    score keeps nothing. Inner classes may be predicted beside classes below them. Source: Sun, Lim & Ng 2003, §5.2.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "LocalAndSubtree", N_("Subtree classifiers first, then local ones"), "probabilities", "Sun, Lim & Ng 2003 §5.2"
    )
    t: Fraction = share_param(N_("The least answer that accepts."), N_("Threshold"))

    def decide(self, numbers: RuleNumbers) -> Decision:
        h = numbers.hierarchy
        accepted, edges, judged, blocked = _accepted_top_down(numbers, self.t)
        own = {c: numbers.scores.get(c, Fraction(0) if h.children(c) else ONE) for c in accepted}
        predicted = frozenset(c for c, value in own.items() if value >= self.t)
        text: Words = (f"A subtree is entered, and a class kept, from {number(float(self.t))} on. ",)
        text += ("Kept: ", *names(predicted), ".") if predicted else ("None is kept.",)
        refused = [(c, value) for c, value in judged.items() if c not in accepted]
        refused += [(c, value) for c, value in own.items() if c not in predicted and value]
        return Decision(
            predicted, judged, frozenset(edges), blocked, best_class(refused), text + _blocked_note(blocked)
        )


@register_rule
@dataclass(frozen=True)
class Pareto(Rule):
    """The most specific class that is probable enough: of all classes from t on, the deepest, then the likeliest.

    A class's probability is the greatest product of local probabilities along a path to it. As t falls from 1, the
    answer moves along the classes that no other beats in probability and specificity together.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "Pareto", N_("The most specific class that is probable enough"), "probabilities", "reading: hierview"
    )
    t: Fraction = share_param(N_("The least probability of the answer."), N_("Threshold"), above_0=True)
    by: str = param(
        "depth",
        N_("How specific a class is: its depth, or log2 of leaves by leaves below it."),
        label=N_("Specific by"),
        choices=("depth", "information"),
        named=True,
    )

    def decide(self, numbers: RuleNumbers) -> Decision:
        h = numbers.hierarchy
        values, via = _best_path_products(numbers)
        special = specificity(h, self.by)
        enough = sorted((c for c in h.classes if values[c] >= self.t), key=lambda c: (-special[c], -values[c], c))
        answer = enough[:1]
        path = _path_to(via, answer[0]) if answer else []
        deeper = [c for c in h.classes if answer and special[c] > special[answer[0]]]
        after = min(deeper, key=lambda c: (-values[c], -special[c], c), default=None)
        text: Words = (f"{len(enough)} classes have a probability of {number(float(self.t))} or more. ",)
        text += (
            ("The most specific is ", *path_in_words(path), f" with {number(float(values[answer[0]]), 3)}.")
            if answer
            else ()
        )
        runner_up = None if after is None else (after, values[after])
        return Decision(frozenset(answer), values, frozenset(pairwise(path)), frozenset(), runner_up, text)


def specificity(h: Hierarchy, by: str) -> dict[str, float]:
    """How specific each class is.

    by: "depth", the fewest edges from a root; or "information", log2 of all leaves by those at or below the class.
    """
    if by == "depth":
        return {c: float(h.depth(c)) for c in h.classes}
    below = Counter(c for leaf in h.classes if not h.children(leaf) for c in h.closure([leaf]))
    leaves = sum(not h.children(c) for c in h.classes)
    return {c: log2(leaves / below[c]) for c in h.classes}
