"""The declaration of a rule, the numbers that it decides from, and its decision.

A case may carry, instead of a predicted set, a local probability P(child | parent) for every edge, a score for
every class, or the classes of its nearest neighbours. A rule decides from them, and says how.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

from ..errors import quoted
from ..explain import Name, Words, join_words
from ..measures.base import WithParameters, param
from ..measures.registry import parse_named
from ..model.hierarchy import Edge, Hierarchy


@dataclass(frozen=True)
class RuleNumbers:
    """The numbers that a case carries for rules."""

    hierarchy: Hierarchy
    """The hierarchy of all classes."""
    probabilities: Mapping[Edge, Fraction] = field(default_factory=dict)
    """P(child | parent) by edge; 0 for an edge that is not named."""
    scores: Mapping[str, Fraction] = field(default_factory=dict)
    """Score of each class; 0 for a class that is not named."""
    neighbours: tuple[frozenset[str], ...] = ()
    """Classes of each neighbour, the nearest first."""

    def probability(self, parent: str, child: str) -> Fraction:
        """The local probability of an edge, P(child | parent)."""
        return self.probabilities.get((parent, child), Fraction(0))

    def has_kind(self, kind: str) -> bool:
        """Whether a case carries numbers of a kind: "probabilities", "scores" or "neighbours"."""
        return bool(getattr(self, kind))


def count_param(default: int, text: str, label: str) -> Any:
    """The parameter K of a rule: a number from 1 to 1,000, or all."""
    return param(default, text, label=label, symbol="K", words=("all",), at_least=1, at_most=1000)


def share_param(text: str, label: str, symbol: str = "t", above_0: bool = False) -> Any:
    """A parameter of a rule from 0 to 1, or above 0 and up to 1, which is ½ where nothing is said."""
    least: dict[str, Any] = {"above": 0} if above_0 else {"at_least": 0}
    return param(Fraction(1, 2), text, label=label, symbol=symbol, at_most=1, **least)


@dataclass(frozen=True)
class Decision:
    """The decision of a rule."""

    predicted: frozenset[str]
    """The classes that the rule predicts."""
    values: Mapping[str, Fraction]
    """Value that each class was judged by."""
    edges: frozenset[Edge] = frozenset()
    """The edges that were followed."""
    blocked: frozenset[str] = frozenset()
    """The classes that could not be reached, because a class above was rejected."""
    runner_up: tuple[str, Fraction] | None = None
    """The class that would have been next, and its value; None where nobody was left."""
    text: Words = ()
    """The decision in a sentence or two."""
    notes: tuple[str, ...] = ()
    """Sentences on ties."""


@dataclass(frozen=True)
class RuleSpec:
    """The description of a rule."""

    name: str
    """The name that the rule is asked for by."""
    title: str
    """Its meaning in a few words."""
    needs: str
    """Numbers that a case must carry: "probabilities", "scores" or "neighbours"."""
    source: str
    """The paper that it comes from."""


class Rule(WithParameters):
    """Base of every rule: a frozen dataclass with a `spec`, `decide`, and parameters made by `param`."""

    spec: ClassVar[RuleSpec]

    def decide(self, numbers: RuleNumbers) -> Decision:
        """The decision from these numbers."""
        raise NotImplementedError


R = TypeVar("R", bound=type[Rule])
_RULES: dict[str, type[Rule]] = {}


def register_rule(cls: R) -> R:
    """Class decorator: make a rule known by its name."""
    _RULES[cls.spec.name] = cls
    return cls


def parse_rule(text: str) -> Rule:
    """The rule that `text` names, such as `Threshold(t=0.3)`; parsing `str(rule)` gives it back."""
    return parse_named(text, _RULES, "rule", "Threshold(t=0.3)")


def known_rules() -> tuple[type[Rule], ...]:
    """All rules."""
    return tuple(_RULES.values())


def rules_for(numbers: RuleNumbers) -> tuple[Rule, ...]:
    """The rules that can decide from these numbers, as they come without parameters."""
    return tuple(cls() for cls in _RULES.values() if numbers.has_kind(cls.spec.needs))


def best_class(values: Iterable[tuple[str, Fraction]]) -> tuple[str, Fraction] | None:
    """The class with the greatest value, and that value: the first by name of several, None of no class."""
    return min(values, key=lambda pair: (-pair[1], pair[0]), default=None)


class TopK(NamedTuple):
    """The first K classes of an order.

    runner_up: the next one with its value, None without one.  notes: that the last and the next are equal, if they are.
    """

    classes: Sequence[str]
    runner_up: tuple[str, Fraction] | None
    notes: tuple[str, ...]


def top_k(order: Sequence[str], k: int | Literal["all"], values: Mapping[str, Fraction], equal: str) -> TopK:
    """The first K classes of an order. equal: words for two of one value, as in "score the same"."""
    if k == "all" or len(order) <= k:
        return TopK(order, None, ())
    last, after = order[k - 1], order[k]
    tie = f"{quoted(last)} and {quoted(after)} {equal}; the first by name is taken."
    return TopK(order[:k], (after, values[after]), (tie,) if values[last] == values[after] else ())


def path_in_words(path: Sequence[str]) -> Words:
    """The words of a path."""
    return join_words(((Name(c),) for c in path), " > ")


def list_in_words(parts: Sequence[Words]) -> Words:
    """The words of a list within a sentence."""
    return join_words(parts, ", ", " and ")
