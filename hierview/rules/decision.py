"""Decision rules: what turns probabilities, scores or neighbours into predicted classes.

A case may carry, instead of a predicted set, a local probability P(child | parent) for every edge, a score for
every class, or the classes of its nearest neighbours. A rule decides from them, and says how.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import Any, ClassVar, TypeVar

from ..errors import CaseError, quoted
from ..explain import HierarchyPicture, Look, Name, Side, Step, Words, names, number
from ..measures import param
from ..measures.base import Declared
from ..measures.registry import parse
from ..model.case import Draft
from ..model.extra import decimal_number
from ..model.hierarchy import Edge, Hierarchy

ONE = Fraction(1)
MOST_SCORE = 10**12
MOST_BITS = 2**27  # of all products of probabilities
_CHAIN = 3_000


@dataclass(frozen=True)
class Numbers:
    """Numbers of a case for rules; what it does not name counts 0.

    P(child | parent) by edge, a score by class, the classes of each neighbour, the nearest first.
    """

    hierarchy: Hierarchy
    probabilities: Mapping[Edge, Fraction] = field(default_factory=dict)
    scores: Mapping[str, Fraction] = field(default_factory=dict)
    neighbours: tuple[frozenset[str], ...] = ()

    def has(self, kind: str) -> bool:
        """Whether it holds numbers of a kind."""
        return bool(getattr(self, kind))


@dataclass(frozen=True)
class Decision:
    """Decision of a rule: the predicted classes, and how it came to them.

    predicted: the classes.  values: what each class was judged by.  edges: the edges that were followed.
    blocked: the classes that could not be reached, because a class above was rejected.  runner_up: who would have
    been next, and its value; None where nobody was left.  text: the decision in a sentence or two.  notes: ties.
    """

    predicted: frozenset[str]
    values: Mapping[str, Fraction]
    edges: frozenset[Edge] = frozenset()
    blocked: frozenset[str] = frozenset()
    runner_up: tuple[str, Fraction] | None = None
    text: Words = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuleSpec:
    """Description of a rule. needs: what a case must carry: "probabilities", "scores" or "neighbours"."""

    name: str
    title: str
    needs: str
    source: str


class Rule(Declared):
    """Base of every rule: a frozen dataclass with a `spec`, `decide`, and parameters made by `param`."""

    spec: ClassVar[RuleSpec]

    def decide(self, numbers: Numbers) -> Decision:
        """The decision on a case; a CaseError where it lacks the numbers."""
        raise NotImplementedError


R = TypeVar("R", bound=type[Rule])
_RULES: dict[str, type[Rule]] = {}


def rule(cls: R) -> R:
    """Class decorator: make a rule known by its name."""
    _RULES[cls.spec.name] = cls
    return cls


def parse_rule(text: str) -> Rule:
    """The rule that `text` names, such as `Threshold(t=0.3)`; parsing `str(rule)` gives it back."""
    return parse(text, _RULES, "rule", "Threshold(t=0.3)")


def known_rules() -> tuple[type[Rule], ...]:
    """All rules."""
    return tuple(_RULES.values())


def rules_for(numbers: Numbers) -> tuple[Rule, ...]:
    """The rules that can decide from these numbers, as they come without parameters."""
    return tuple(cls() for cls in _RULES.values() if numbers.has(cls.spec.needs))


# What a case carries


@lru_cache(maxsize=64)
def numbers_of(draft: Draft) -> Numbers:
    """The numbers of a case."""
    extra = draft.extra
    return Numbers(draft.hierarchy, dict(extra.probabilities), dict(extra.scores), extra.neighbours)


def decided(draft: Draft, rule: Rule) -> Draft:
    """The draft with what the rule predicts. Raises CaseError where it carries nothing that the rule could use."""
    numbers = numbers_of(draft)
    if not numbers.has(rule.spec.needs):
        able = " or ".join(other.spec.name for other in rules_for(numbers))
        instead = f"; from what it has, {able} can decide" if able else ""
        raise CaseError(f"the rule {rule.spec.name} needs {rule.spec.needs}, and the case has none{instead}")
    predicted = rule.decide(numbers).predicted
    return draft if predicted == draft.predicted else draft.unfinished().edited(predicted=predicted)


# Probabilities of edges


def _below(numbers: Numbers, parent: str | None) -> list[tuple[Fraction, str]]:
    """The children of a class with their local probabilities, the best first, ties by name; those of None are the
    roots, which are certain.
    """
    if parent is None:
        return [(ONE, c) for c in sorted(numbers.hierarchy.roots)]
    found = [(numbers.probabilities.get((parent, c), Fraction(0)), c) for c in numbers.hierarchy.children(parent)]
    return sorted(found, key=lambda pair: (-pair[0], pair[1]))


def _check_products(numbers: Numbers) -> None:
    """A CaseError where the exact products along all paths would take too much room: each factor adds its digits."""
    h, filled = numbers.hierarchy, 0
    bits: dict[str, int] = {}
    for c in h.top_down:
        factors = ((parent, numbers.probabilities.get((parent, c), Fraction(0))) for parent in h.parents(c))
        longest = [bits[p] + x.numerator.bit_length() + x.denominator.bit_length() for p, x in factors]
        bits[c] = max(longest, default=0)
        filled += bits[c]
        if filled > MOST_BITS:
            raise CaseError(
                "probabilities: their exact products along all paths have too many digits; fewer decimals or fewer "
                f"levels are accepted, such as 3 decimals in a chain of {_CHAIN:,} classes"
            )


def _reached(numbers: Numbers) -> tuple[dict[str, Fraction], dict[str, str]]:
    """The product along the most probable path to every class, and the parent on that path (ties by name)."""
    _check_products(numbers)
    h = numbers.hierarchy
    best = dict.fromkeys(h.roots, ONE)
    via: dict[str, str] = {}
    for c in h.top_down:
        for parent in sorted(h.parents(c)):
            product = best[parent] * numbers.probabilities.get((parent, c), Fraction(0))
            if c not in best or product > best[c]:
                best[c], via[c] = product, parent
    return best, via


def _descending(value: Fraction) -> tuple[float, int, Fraction]:
    """A key that sorts fractions from the greatest down; only those with the same 64 first bits are multiplied out."""
    top, bottom = value.numerator, value.denominator
    if not top:
        return inf, 0, value
    power = top.bit_length() - bottom.bit_length()
    power -= (top << -power) < bottom if power < 0 else top < (bottom << power)
    return -power, -((top << max(0, 64 - power)) // (bottom << max(0, power - 64))), -value


def _path(via: Mapping[str, str], c: str) -> list[str]:
    path = [c]
    while path[-1] in via:
        path.append(via[path[-1]])
    return path[::-1]


def _tie(found: Sequence[tuple[Fraction, str]]) -> tuple[str, ...]:
    """A note where the best is not alone."""
    best = [c for value, c in found if value == found[0][0]]
    return (f"{' and '.join(map(quoted, best[:4]))} are equally good; the first by name is taken.",) * (len(best) > 1)


@rule
@dataclass(frozen=True)
class Cascade(Rule):
    """From the root, the most probable child of every class, down to a leaf.

    One wrong turn at the top cannot be mended below. Source: Sun, Lim & Ng 2003, §2.2; Kosmopoulos 2015, §4.2.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "Cascade", "The best child at each level", "probabilities", "Kosmopoulos 2015 (thesis) §4.2"
    )

    def decide(self, numbers: Numbers) -> Decision:
        h = numbers.hierarchy
        values: dict[str, Fraction] = {}
        edges: list[Edge] = []
        notes: tuple[str, ...] = ()
        passed: list[tuple[Fraction, str]] = []
        here: str | None = None
        while found := _below(numbers, here):
            values |= {c: value for value, c in found}
            notes += _tie(found)
            passed += found[1:]
            if here is not None:
                edges.append((here, found[0][1]))
            here = found[0][1]
        way = [*(parent for parent, _ in edges), *([here] if here is not None else [])]
        closest = min(passed, key=lambda pair: (-pair[0], pair[1]), default=None)
        blocked = frozenset(h.classes) - set(values)
        text: Words = ("At each class the most probable child is taken: ", *_way(way), ".")
        return Decision(
            frozenset(way[-1:]), values, frozenset(edges), blocked, closest and (closest[1], closest[0]), text, notes
        )


@rule
@dataclass(frozen=True)
class MostProbablePath(Rule):
    """The leaves whose most probable root-to-leaf paths have the greatest products of local probabilities.

    Source: Kosmopoulos 2015, Eq. 4.8, 4.9; the first K paths are its obvious extension.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "MostProbablePath", "The most probable path to a leaf", "probabilities", "Kosmopoulos 2015 (thesis) Eq. 4.9"
    )
    k: int = param(
        1, "How many leaves are predicted.", label="Leaves", symbol="K", words=("all",), at_least=1, at_most=1000
    )

    def decide(self, numbers: Numbers) -> Decision:
        h = numbers.hierarchy
        values, via = _reached(numbers)
        leaves = sorted((c for c in h.classes if not h.children(c)), key=lambda c: (*_descending(values[c]), c))
        most = len(leaves) if self.k == "all" else self.k
        taken, left = leaves[:most], leaves[most:]
        edges: set[Edge] = set()
        for c in taken:
            while c in via and (via[c], c) not in edges:
                edges.add((via[c], c))
                c = via[c]
        notes: tuple[str, ...] = ()
        if taken and left and values[taken[-1]] == values[left[0]]:
            notes = (f"{quoted(taken[-1])} and {quoted(left[0])} are equally probable; the first by name is taken.",)
        told = [(*_way(_path(via, c)), f" has {number(float(values[c]), 3)}") for c in taken[:3]]
        text: Words = ("Along a path the probabilities are multiplied: ", *_joined(told), ".")
        runner_up = (left[0], values[left[0]]) if left else None
        return Decision(frozenset(taken), values, frozenset(edges), frozenset(), runner_up, text, notes)


@rule
@dataclass(frozen=True)
class Threshold(Rule):
    """Top-down, every class whose local probability reaches t below an accepted class; the deepest are predicted.

    A rejected class blocks its whole subtree. The roots are accepted and never predicted. Source: Sun, Lim & Ng
    2003, §2.2 and §4 (blocking).
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "Threshold", "Everything above a threshold, top-down", "probabilities", "Sun, Lim & Ng 2003 §2.2"
    )
    t: Fraction = param(
        Fraction(1, 2), "The least local probability.", label="Threshold", symbol="t", at_least=0, at_most=1
    )

    def decide(self, numbers: Numbers) -> Decision:
        h = numbers.hierarchy
        accepted = set(h.roots)
        edges: set[Edge] = set()
        judged: dict[str, Fraction] = {}
        for c in h.top_down:
            for parent in h.parents(c):
                if parent in accepted:
                    value = numbers.probabilities.get((parent, c), Fraction(0))
                    judged[c] = max(value, judged.get(c, value))
                    if value >= self.t:
                        accepted.add(c)
                        edges.add((parent, c))
        predicted = h.most_specific(accepted) - set(h.roots)
        refused = sorted((-value, c) for c, value in judged.items() if c not in accepted)
        blocked = frozenset(h.classes) - set(judged) - set(h.roots)
        text: Words = (f"A class is accepted from {number(float(self.t))} on, below an accepted class. ",)
        text += (*names(predicted), " stand deepest.") if predicted else ("None is.",)
        if blocked:
            text += (" What was never asked, because a class above was refused: ", *names(blocked), ".")
        runner_up = (refused[0][1], -refused[0][0]) if refused else None
        return Decision(predicted, judged, frozenset(edges), blocked, runner_up, text)


@rule
@dataclass(frozen=True)
class BestLeaf(Rule):
    """The leaf with the greatest score, as a flat classifier has it: the hierarchy is not asked."""

    spec: ClassVar[RuleSpec] = RuleSpec("BestLeaf", "The leaf with the best score", "scores", "flat classification")
    k: int = param(
        1, "How many leaves are predicted.", label="Leaves", symbol="K", words=("all",), at_least=1, at_most=1000
    )

    def decide(self, numbers: Numbers) -> Decision:
        h = numbers.hierarchy
        values = {c: numbers.scores[c] for c in h.classes if not h.children(c) and c in numbers.scores}
        order = sorted(values, key=lambda c: (-values[c], c))
        most = len(order) if self.k == "all" else self.k
        taken, left = order[:most], order[most:]
        notes: tuple[str, ...] = ()
        if taken and left and values[taken[-1]] == values[left[0]]:
            notes = (f"{quoted(taken[-1])} and {quoted(left[0])} score the same; the first by name is taken.",)
        told = [(Name(c), f" with {number(float(values[c]), 3)}") for c in taken[:3]]
        text: Words = (
            ("Of all leaves, the best by score: ", *_joined(told), ".") if taken else ("No leaf has a score.",)
        )
        return Decision(
            frozenset(taken), values, runner_up=(left[0], values[left[0]]) if left else None, text=text, notes=notes
        )


@rule
@dataclass(frozen=True)
class Neighbours(Rule):
    """Every class that at least a share p of the K nearest neighbours votes for.

    A neighbour votes for its own classes; expanded, for their parents and children too, or for their parents alone
    (a class counts its children as itself). Source: Kosmopoulos 2015, §5.2.4 and §5.2.5.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "Neighbours", "What enough neighbours vote for", "neighbours", "Kosmopoulos 2015 (thesis) §5.2.4–5.2.5"
    )
    k: int = param(
        5, "How many neighbours vote.", label="Neighbours", symbol="K", words=("all",), at_least=1, at_most=1000
    )
    p: Fraction = param(
        Fraction(1, 2), "The least share of votes.", label="Share of votes", symbol="p", above=0, at_most=1
    )
    expanded: str = param(
        "no",
        "Which classes count as the class itself.",
        label="Expanded",
        choices=("no", "parents and children", "children"),
        named=True,
    )

    def decide(self, numbers: Numbers) -> Decision:
        h = numbers.hierarchy
        voters = numbers.neighbours if self.k == "all" else numbers.neighbours[: self.k]
        votes = dict.fromkeys(h.classes, 0)
        for classes in voters:
            backed = set(classes)
            if self.expanded != "no":
                backed |= {parent for c in classes for parent in h.parents(c)}
            if self.expanded == "parents and children":
                backed |= {child for c in classes for child in h.children(c)}
            for c in backed:
                votes[c] += 1
        values = {c: Fraction(n, len(voters)) for c, n in votes.items() if n}
        taken = frozenset(c for c, share in values.items() if share >= self.p)
        left = sorted((-share, c) for c, share in values.items() if c not in taken)
        needed = number(float(self.p * len(voters)))
        text: Words = (f"{len(voters)} neighbours vote; {needed} votes are enough. ",)
        told = [(Name(c), f" has {votes[c]}") for c in sorted(taken, key=lambda c: (-votes[c], c))[:4]]
        text += (*_joined(told), ".") if told else ("No class has as many.",)
        return Decision(taken, values, runner_up=(left[0][1], -left[0][0]) if left else None, text=text)


def _way(path: Sequence[str]) -> Words:
    words: list[Any] = []
    for c in path:
        words += [" > ", Name(c)] if words else [Name(c)]
    return tuple(words)


def _joined(told: Sequence[Words]) -> Words:
    words: list[Any] = []
    for i, part in enumerate(told):
        words += [" and " if i == len(told) - 1 else ", "] if i else []
        words += part
    return tuple(words)


def decision_step(draft: Draft, rule: Rule) -> Step:
    """The decision as it is shown, in words and a picture.

    The hierarchy with what every class was judged by, the edges that were followed, and what was blocked.
    """
    found = rule.decide(numbers_of(draft))
    side: Mapping[Edge, Side] = dict.fromkeys(found.edges, "p")
    on_way = {c for edge in found.edges for c in edge} | found.predicted
    after, value = found.runner_up or ("", ONE)
    looks = {
        c: Look(
            mark="predicted" if c in found.predicted else "none",
            side="p" if c in on_way else "none",
            emphasis="dropped" if c in found.blocked else "about" if c == after else "plain",
            value=number(float(found.values[c]), 3) if c in found.values else "",
        )
        for c in draft.hierarchy.classes
    }
    told = found.text
    if after:
        told += (" Next would have been ", Name(after), f" with {number(float(value), 3)}.")
    picture = HierarchyPicture((f"{rule.spec.title} · {rule.label()}",), looks, side)
    return Step("decision", told, (picture,))


def renumbered(draft: Draft, edit: Mapping[str, Any]) -> Draft:
    """The draft with one other number: {"op": "probability", "parent", "child", "value"} of an edge, or {"op":
    "score", "name", "value"} of a class; the value None takes it away. Raises CaseError for anything else.
    """
    value, extra = edit.get("value"), draft.extra
    if edit.get("op") == "probability":
        edge = (str(edit.get("parent")), str(edit.get("child")))
        where = f"{quoted(edge[0])} > {quoted(edge[1])}"
        if edge not in draft.hierarchy.weights:
            raise CaseError(f"{where} is not an edge; the probability of an edge is accepted")
        known = dict(extra.probabilities) | ({} if value is None else {edge: _given(where, value, 0, 1)})
        # In the order of the edges, whichever was given first.
        kept = {e: known[e] for e in draft.hierarchy.edges if e in known and (value is not None or e != edge)}
        return replace(draft, extra=replace(extra, probabilities=tuple(kept.items())))
    c = draft.hierarchy.require(str(edit.get("name")))
    scores = {name: score for name, score in extra.scores if name != c}
    if value is not None:
        scores[c] = _given(quoted(c), value, -MOST_SCORE, MOST_SCORE)
    return replace(draft, extra=replace(extra, scores=tuple(sorted(scores.items()))))


def _given(where: str, value: Any, least: int, most: int) -> Fraction:
    """A number from the browser as the decimal that it prints as."""
    found = decimal_number(value)
    if found is None or not least <= found <= most:
        raise CaseError(f"{where}: {quoted(value)} is not accepted; a number from {least:,} to {most:,} is")
    return found


def rule_of(draft: Draft) -> tuple[Draft, str]:
    """A draft as a rule leaves it, and that rule's text; "" where there is none.

    It is the first that predicts what is marked, or, where nothing is, the first that can.
    """
    able = rules_for(numbers_of(draft)) if draft.extra.kinds else ()
    for found in able:
        try:
            after = decided(draft, found)
        except CaseError:  # it cannot decide from so many digits
            continue
        if after is draft or not draft.predicted:
            return after, str(found)
    return draft, ""
