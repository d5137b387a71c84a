"""Measures that compare augmented sets of classes, weighted or not."""
