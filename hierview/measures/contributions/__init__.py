"""Measures of contributions: what a wrong class is worth by distance or similarity."""
