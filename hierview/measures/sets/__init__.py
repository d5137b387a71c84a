"""Measures that compare augmented sets of classes."""
