"""Answers in words: the texts of a language model → classes, and what becomes of texts that are none."""
