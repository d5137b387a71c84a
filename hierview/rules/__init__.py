"""Decision rules: probabilities, scores, neighbours → predicted classes."""

from . import neighbours, probabilities  # noqa: F401  # importing them makes their rules known
from .base import Decision, Rule, RuleNumbers, RuleSpec, known_rules, parse_rule, rules_for
from .decision import decision_step, draft_and_rule, rule_numbers, with_decision, with_number_changed

__all__ = [
    "Decision",
    "Rule",
    "RuleNumbers",
    "RuleSpec",
    "decision_step",
    "draft_and_rule",
    "known_rules",
    "parse_rule",
    "rule_numbers",
    "rules_for",
    "with_decision",
    "with_number_changed",
]
