"""Answers: what the measures say of one case beside the printed values, of two predictions, of themselves."""
