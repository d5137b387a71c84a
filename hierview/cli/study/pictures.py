"""Figures and the report of a study."""

ACTIONS = ()
