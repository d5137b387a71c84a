"""Measures on the graphs of lowest common ancestors."""
