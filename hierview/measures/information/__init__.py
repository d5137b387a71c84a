"""Measures in which a class counts what it tells: information content, weighed sets of classes."""
