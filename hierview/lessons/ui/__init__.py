"""Lessons: their state, the page, talks and answers that are handed in."""
