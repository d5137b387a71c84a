"""Measures of one's own: a formula, a flow at costs of one's own, a Python file, an installed package."""

GROUP = "hierview.measures"  # the entry points under which installed packages offer measures
FAMILY = "Mine"  # of measures that nobody registered
