"""Decision rules: probabilities, scores, neighbours → predicted classes."""

from . import neighbours, probabilities  # noqa: F401  # importing them makes their rules known
from .base import Decision, Numbers, Rule, RuleSpec, known_rules, parse_rule, rules_for
from .decision import decision_step, rule_numbers, rule_of, with_decision, with_number_changed

__all__ = [
    "Decision",
    "Numbers",
    "Rule",
    "RuleSpec",
    "decision_step",
    "known_rules",
    "parse_rule",
    "rule_numbers",
    "rule_of",
    "rules_for",
    "with_decision",
    "with_number_changed",
]
