"""Measures: cards and the choice of a measure."""
