"""Lessons on paper: slides, sheets and copies of them."""
