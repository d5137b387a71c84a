"""Measures that pair true with predicted classes."""
