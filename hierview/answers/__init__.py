"""Answers of the measures: to one case, to two, beside printed values, and about themselves."""
