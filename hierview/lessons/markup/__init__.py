"""Lessons as HTML."""
