"""Concordance: which way to count gives a printed number, over a run, and on which instances two ways part."""
