"""Hierarchies and problems, what else a case may carry, and what a hand does to a drawing."""
