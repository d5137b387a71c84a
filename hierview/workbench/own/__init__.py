"""Measures of one's own: formulas, flows, and Python code in a process of its own."""
