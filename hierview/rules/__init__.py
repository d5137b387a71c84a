"""Decision rules: probabilities, scores, neighbours → predicted classes."""

from importlib import import_module

from .base import Decision, Numbers, Rule, RuleSpec, known_rules, parse_rule, rules_for
from .decision import decision_step, renumbered, rule_numbers, rule_of, with_decision

# In the order of lists; importing them makes their rules known.
for _file in ("probabilities", "neighbours"):
    import_module(f".{_file}", __name__)

__all__ = [
    "Decision",
    "Numbers",
    "Rule",
    "RuleSpec",
    "decision_step",
    "known_rules",
    "parse_rule",
    "renumbered",
    "rule_numbers",
    "rule_of",
    "rules_for",
    "with_decision",
]
