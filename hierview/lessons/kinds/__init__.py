"""Kinds of questions, a file for each or for a few that are answered alike; `registry.KINDS` lists them."""
